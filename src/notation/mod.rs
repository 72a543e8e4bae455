//! Moves and positions as text, given a position.
