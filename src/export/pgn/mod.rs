//! Records as PGN-like text (`docs/pgn.md`): standard PGN for orthodox chess, wider for other games.
//!
//! A replay with a [`SanCollector`] looking on gives the tokens; [`write()`] sets them with the record's tags and
//! comments.

mod collect;
mod flow;
mod movetext;
mod tags;

pub use collect::{PlyText, SanCollector};
pub use tags::PgnFacts;

use self::flow::Flow;
use crate::game::Game;
use crate::notation::Spelling;
use crate::record::Record;
use crate::replay::PlyVerdict;

/// A record as one game of PGN, with an empty line at its end.
#[must_use]
pub fn write(record: &Record, game: &Game, spelling: &Spelling, facts: &PgnFacts<'_>) -> String {
    let mut flow = Flow::new(spelling.sides.are_many(), record.entries.len());
    movetext::write(&mut flow, record, facts);
    let mark = tags::mark(spelling, facts);
    let mut text = tags::text(record, game, spelling, facts, flow.turns(), &mark);
    text.push('\n');
    text.push_str(&flow.end(&mark));
    text.push('\n');
    text
}

/// What became of an entry; entries beyond the list were not checked.
fn verdict(facts: &PgnFacts<'_>, index: usize) -> PlyVerdict {
    facts.verdicts.get(index).copied().unwrap_or(PlyVerdict::NotChecked)
}
