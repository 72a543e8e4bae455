//! The tests that need more than one module. One binary, since each links the whole crate.

mod back_ends;
mod bundled;
mod castling;
mod cli;
mod codes;
mod compiled_rules;
mod courier;
mod documents;
mod expansion;
mod extensions;
mod glance;
mod layering;
mod legality;
mod mutations;
mod notation;
mod oracle;
mod pgn;
mod reasons;
mod round_trip;
mod schema;
mod shared;
mod support;
mod unmake;
mod zsg;
