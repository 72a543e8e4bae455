//! The move text as a list: moves, comments, what could not be played.

use super::collect::PlyText;
use super::{PgnFacts, verdict};
use crate::export::kept;
use crate::record::Record;
use crate::replay::PlyVerdict;

/// One element of the move text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// A whole turn.
    Move {
        /// Its round.
        round: usize,
        /// Whether it is the first of its round.
        opens_round: bool,
        /// Its token.
        token: String,
    },
    /// A comment, without its braces.
    Comment(String),
    /// `$3` or `!?`, as it was read.
    Glyph(String),
}

/// All of a record's moves and comments, in order.
pub(super) fn items(record: &Record, facts: &PgnFacts<'_>) -> Vec<Item> {
    let mut list = Vec::new();
    list.extend(facts.edits.iter().map(|edit| Item::Comment(kept::comment(edit))));
    record.comments.iter().for_each(|comment| list.push(annotation(comment)));
    let mut plies = facts.plies.iter().peekable();
    let mut chain = Chain::default();
    let mut left = Vec::new();
    for (index, entry) in record.entries.iter().enumerate() {
        match verdict(facts, index) {
            PlyVerdict::Legal => {
                while let Some(ply) = plies.next_if(|ply| ply.entry == index) {
                    let recorded = record
                        .zsg
                        .is_some()
                        .then(|| (record.entry_text(entry).trim(), record.file.slice(entry.span).trim()));
                    chain.add(ply, entry.number, recorded);
                    if ply.ends_turn {
                        chain.finish(&mut list);
                    }
                }
                chain.comments.extend(entry.comments.iter().map(|comment| annotation(comment)));
                if chain.is_empty() {
                    list.append(&mut chain.comments);
                }
            }
            PlyVerdict::Faulty(code) => {
                chain.finish(&mut list);
                let what = match code.kind() {
                    crate::diagnostic::Kind::IllegalMove => "illegal",
                    kind => kind.name(),
                };
                list.push(Item::Comment(format!("{what}: {}", record.entry_text(entry).trim())));
                list.extend(entry.comments.iter().map(|comment| annotation(comment)));
            }
            PlyVerdict::NotChecked => left.push(record.file.slice(entry.span).trim()),
        }
    }
    chain.finish(&mut list);
    if !left.is_empty() {
        list.push(Item::Comment(format!("not checked: {}", left.join(" "))));
    }
    list
}

/// A comment of a record: glyphs were kept as such.
fn annotation(comment: &str) -> Item {
    let is_number = comment.strip_prefix('$').is_some_and(|digits| {
        !digits.is_empty() && digits.len() <= 3 && digits.bytes().all(|byte| byte.is_ascii_digit())
    });
    if is_number { Item::Glyph(comment.to_owned()) } else { Item::Comment(comment.to_owned()) }
}

/// A turn that is being put together of its parts.
#[derive(Default)]
struct Chain<'p> {
    parts: Vec<&'p PlyText>,
    /// The lines as recorded, and whether one of them is not what a writer of saved games gives.
    lines: Vec<String>,
    differs: bool,
    comments: Vec<Item>,
}

impl<'p> Chain<'p> {
    fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    fn add(&mut self, ply: &'p PlyText, number: Option<u32>, recorded: Option<(&str, &str)>) {
        self.parts.push(ply);
        if let Some((text, line)) = recorded {
            self.differs |= text != ply.zsg || number.map(|number| number as usize) != Some(ply.round);
            self.lines.push(line.to_owned());
        }
    }

    /// Puts the turn into the list, with what belongs to it.
    fn finish(&mut self, list: &mut Vec<Item>) {
        if let [first, further @ ..] = self.parts.as_slice() {
            let token = if further.is_empty() {
                format!("{}{}", first.short, first.mark)
            } else {
                let parts: String = further.iter().map(|ply| ply.part.as_str()).collect();
                let mark = further.last().map_or("", |last| last.mark);
                let start = if first.part.is_empty() { &first.short } else { &first.part };
                format!("{start}{parts}{mark}")
            };
            list.push(Item::Move { round: first.round, opens_round: first.opens_round, token });
            if self.differs {
                list.extend(self.lines.iter().map(|line| Item::Comment(kept::comment(line))));
            }
        }
        list.append(&mut self.comments);
        *self = Self::default();
    }
}
