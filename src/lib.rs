//! Reads recorded board games, replays them by their rules, and says which moves are illegal and why.
#![doc = ""]
pub mod diagnostic;
pub mod game;
pub mod limits;
pub mod source;
pub mod zrf;
