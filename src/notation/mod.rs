//! Moves and positions as text, given a position.

pub mod zillions;
