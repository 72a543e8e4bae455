//! The rules language.
pub mod ast;
