//! The `scoresheet` command.

mod cli;

fn main() {}
