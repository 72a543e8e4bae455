//! Moves and positions as text, given a position.
//!
//! A [`Spelling`] holds what one game needs for that: the symbols of its pieces, its sides, its board as rows. With
//! it [`fen`] writes and reads positions, [`san`] moves.

pub mod fen;
pub mod san;
pub mod zillions;

mod layout;
mod sides;
mod spelling;
mod symbols;

pub use layout::{Layout, Row, Section, Spot};
pub use sides::Sides;
pub use spelling::{Spelling, SpellingOptions};
pub use symbols::Symbols;
