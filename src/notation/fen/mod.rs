//! Positions as FEN text, for any board (`docs/pgn.md`, FEN).
//!
//! The board comes as rows from the top; then, each after a blank, the side to move and the fields that make the text
//! enough to go on from. Games that other programs know have the standard fields of chess there.

mod board;
mod clock;
mod general;
mod read;
mod rights;
mod standard;
mod write;

pub use read::{FenError, FenRead, read};
pub use standard::{CastlingRight, Rights, StandardFields};
pub use write::write;
