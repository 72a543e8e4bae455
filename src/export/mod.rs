//! Records and replays as files.

pub mod courier;
pub mod document;
pub mod facts;
pub mod kept;
pub mod new_game;
pub mod pgn;
pub mod zsg;
