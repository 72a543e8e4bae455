//! Positions, legal moves, outcomes. The engine never sees text.
//!
//! A [`Playthrough`] is one game being played: it lends the legal moves of its position and makes them.

mod facts;
mod movegen;
mod moves;
mod outcome;
mod perft;
mod piece;
mod play;
mod playthrough;
mod position;
mod setup;
mod zobrist;

pub use movegen::{BlockRun, Ended, Mover, Supposed, Traced, Unmet};
pub use moves::{Effect, Move, MoveHead, MoveKind, MoveList, MoveRef, Partial};
pub use outcome::{Cause, Ending, Outcome};
pub use perft::{EndlessTurn, PerftOptions, perft};
pub use piece::Piece;
pub use playthrough::{Cut, Playthrough};
pub use position::{Chain, Position, Undo};
pub use setup::Setup;
