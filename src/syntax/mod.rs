//! Text to trees, by nom; no game knowledge.

pub mod courier;
pub mod pgn;
pub mod sexpr;
pub mod zsg;
