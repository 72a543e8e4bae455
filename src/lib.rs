//! Reads recorded board games, replays them by their rules, and says which moves are illegal and why.

pub mod batch;
pub mod diagnostic;
pub mod diagram;
pub mod engine;
pub mod export;
pub mod game;
pub mod library;
pub mod limits;
pub mod notation;
pub mod profile;
pub mod record;
pub mod replay;
pub mod report;
pub mod source;
pub mod syntax;
pub mod zrf;
