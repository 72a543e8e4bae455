//! The move text: moves, comments, what could not be played.

use smallvec::SmallVec;

use super::collect::PlyText;
use super::flow::Flow;
use super::{PgnFacts, verdict};
use crate::export::kept;
use crate::record::{Entry, Record};
use crate::replay::PlyVerdict;

/// Writes all of a record's moves and comments, in order.
pub(super) fn write(flow: &mut Flow, record: &Record, facts: &PgnFacts<'_>) {
    facts.edits.iter().for_each(|edit| flow.comment(&kept::comment(edit)));
    record.comments.iter().for_each(|comment| annotation(flow, comment));
    let mut plies = facts.plies.iter().peekable();
    let mut chain = Chain::default();
    let mut left = Vec::new();
    for (index, entry) in record.entries.iter().enumerate() {
        match verdict(facts, index) {
            PlyVerdict::Legal => {
                while let Some(ply) = plies.next_if(|ply| ply.entry == index) {
                    chain.add(ply, entry, record.zsg.is_some());
                    if ply.ends_turn {
                        chain.finish(flow, record);
                    }
                }
                if chain.is_empty() {
                    entry.comments.iter().for_each(|comment| annotation(flow, comment));
                } else {
                    chain.comments.extend(entry.comments.iter().map(String::as_str));
                }
            }
            PlyVerdict::Faulty(code) => {
                chain.finish(flow, record);
                let what = match code.kind() {
                    crate::diagnostic::Kind::IllegalMove => "illegal",
                    kind => kind.name(),
                };
                flow.comment(&format!("{what}: {}", record.entry_text(entry).trim()));
                entry.comments.iter().for_each(|comment| annotation(flow, comment));
            }
            PlyVerdict::NotChecked => left.push(record.file.slice(entry.span).trim()),
        }
    }
    chain.finish(flow, record);
    if !left.is_empty() {
        flow.comment(&format!("not checked: {}", left.join(" ")));
    }
}

/// Writes a comment of a record: glyphs were kept as such.
fn annotation(flow: &mut Flow, comment: &str) {
    let is_number = comment.strip_prefix('$').is_some_and(|digits| {
        !digits.is_empty() && digits.len() <= 3 && digits.bytes().all(|byte| byte.is_ascii_digit())
    });
    if is_number { flow.word(comment) } else { flow.comment(comment) }
}

/// A turn that is being put together of its parts.
#[derive(Default)]
struct Chain<'p> {
    parts: SmallVec<[&'p PlyText; 4]>,
    /// The entries of a saved game, and whether one of their lines is not what a writer of saved games gives.
    lines: SmallVec<[&'p Entry; 4]>,
    differs: bool,
    comments: Vec<&'p str>,
    token: String,
}

impl<'p> Chain<'p> {
    fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    fn add(&mut self, ply: &'p PlyText, entry: &'p Entry, is_zsg: bool) {
        self.parts.push(ply);
        if is_zsg {
            self.differs |= !ply.is_as_recorded || entry.number.map(|number| number as usize) != Some(ply.round);
            self.lines.push(entry);
        }
    }

    /// Writes the turn, with what belongs to it.
    fn finish(&mut self, flow: &mut Flow, record: &Record) {
        if let [first, further @ ..] = self.parts.as_slice() {
            self.token.clear();
            self.token.push_str(if further.is_empty() || first.part.is_empty() { &first.short } else { &first.part });
            further.iter().for_each(|ply| self.token.push_str(&ply.part));
            self.token.push_str(further.last().unwrap_or(first).mark);
            flow.turn(first.round, first.opens_round, &self.token);
            if self.differs {
                let lines = self.lines.iter().map(|entry| record.file.slice(entry.span).trim());
                lines.for_each(|line| flow.comment(&kept::comment(line)));
            }
        }
        self.comments.iter().for_each(|comment| annotation(flow, comment));
        self.parts.clear();
        self.lines.clear();
        self.differs = false;
        self.comments.clear();
    }
}
