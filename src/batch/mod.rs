//! Many inputs, one summary.

pub mod discover;
pub mod folder;
pub mod kind;
pub mod read;
