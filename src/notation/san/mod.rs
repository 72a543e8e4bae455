//! Moves in the short form of PGN, for any game (`docs/pgn.md`, a move).
//!
//! [`Spelling::short`] writes a move with as little of its origin as tells it from the other legal moves;
//! [`Spelling::resolve`] finds the legal move that a token stands for.

mod castling;
mod chain;
mod effects;
mod missing;
mod near;
mod reading;
mod resolve;
mod token;
mod write;

pub use castling::Castling;
pub use missing::{Missing, Written};
pub use resolve::{Remark, Resolution};
pub use write::{is_partial, takes};

use super::Spelling;
