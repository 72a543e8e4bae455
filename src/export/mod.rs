//! Records and replays as files.

pub mod document;
pub mod zsg;
