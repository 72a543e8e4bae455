//! Positions and moves. The engine never sees text.

mod moves;

pub use moves::{Effect, Move, MoveHead, MoveKind, MoveList, MoveRef, Partial};
