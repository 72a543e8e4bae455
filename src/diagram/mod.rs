//! Positions as pictures, made from the geometry of the board.

mod text;

pub use text::{Symbol, text};
