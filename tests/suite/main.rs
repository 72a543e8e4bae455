//! The tests that need more than one module. One binary, since each links the whole crate.

mod layering;
mod oracle;
mod support;
