//! What a record keeps of the saved game that it was once exported from: the tags and comments that the PGN writer adds
//! for it (`spec/export.md` 1). They travel through documents as tags and comments too.

use std::collections::BTreeMap;

use super::zsg::{NewEntry, NewGame};
use crate::record::{Edit, Record};
use crate::syntax::zsg::parse_edit;

/// The tag of the letters of the header.
pub(super) const HEADER_TAG: &str = "ZsgHeader";
/// The tag of the text after `RulesFile=`.
pub(super) const RULES_TAG: &str = "ZsgRules";
/// The tag of the text after `VariantName=`.
pub(super) const VARIANT_TAG: &str = "ZsgVariant";
/// How a comment begins that holds a line as recorded.
const OPEN: &str = "[%zsg ";
const CLOSE: &str = "]";

/// The comment that keeps a line of a saved game.
pub(super) fn comment(line: &str) -> String {
    format!("{OPEN}{line}{CLOSE}")
}

/// The line that a comment keeps, if it is of that kind.
fn line(comment: &str) -> Option<&str> {
    comment.strip_prefix(OPEN)?.strip_suffix(CLOSE)
}

/// What is kept of a saved game.
#[derive(Clone, Debug, Default)]
pub struct Kept<'r> {
    kinds: Option<&'r str>,
    rules: Option<&'r str>,
    variant: Option<&'r str>,
    /// The changes of the start position, as recorded.
    edits: Vec<Edit>,
    /// The lines of the entries that have any, as recorded.
    lines: BTreeMap<usize, Vec<NewEntry>>,
}

impl<'r> Kept<'r> {
    /// What a record keeps.
    #[must_use]
    pub fn of(record: &'r Record) -> Self {
        let tag = |name| record.tag(name).filter(|value| !value.contains(char::is_control));
        let edits = record.comments.iter().filter_map(|comment| parse_edit(line(comment)?, 0).ok());
        let lines = record.entries.iter().enumerate().filter_map(|(index, entry)| {
            let lines: Vec<NewEntry> = entry.comments.iter().filter_map(|comment| entry_of(line(comment)?)).collect();
            (!lines.is_empty()).then_some((index, lines))
        });
        Self {
            kinds: tag(HEADER_TAG).filter(|kinds| !kinds.contains(' ')),
            rules: tag(RULES_TAG),
            variant: tag(VARIANT_TAG),
            edits: edits.collect(),
            lines: lines.collect(),
        }
    }

    /// Whether positions or moves are told in words of their own, which may say something else than the record does.
    #[must_use]
    pub fn tells_the_game(&self) -> bool {
        !self.edits.is_empty() || !self.lines.is_empty()
    }

    /// The saved game with what was kept. `entries` has the index of the record's entry for each entry of `game`.
    #[must_use]
    pub fn restore(mut self, game: &NewGame, entries: &[usize]) -> NewGame {
        let mut restored = self.restore_head(game);
        if !self.edits.is_empty() {
            restored.edits.clone_from(&self.edits);
        }
        restored.entries = Vec::with_capacity(game.entries.len());
        let mut last = None;
        for (index, own) in entries.iter().zip(&game.entries) {
            match self.lines.remove(index) {
                Some(lines) => {
                    restored.entries.extend(lines);
                    last = Some(*index);
                }
                // The further parts of an entry whose lines were kept together.
                None if last == Some(*index) => {}
                None => restored.entries.push(own.clone()),
            }
        }
        restored
    }

    /// The saved game with its own head and the moves of the record.
    #[must_use]
    pub fn restore_head(&self, game: &NewGame) -> NewGame {
        let mut restored = game.clone();
        let set = |field: &mut String, kept: Option<&str>| {
            if let Some(text) = kept {
                text.clone_into(field);
            }
        };
        set(&mut restored.kinds, self.kinds);
        set(&mut restored.rules, self.rules);
        set(&mut restored.variant, self.variant);
        restored
    }
}

/// `7. Pawn e7 - e5` as an entry.
fn entry_of(line: &str) -> Option<NewEntry> {
    let (number, text) = line.split_once(". ")?;
    let is_plain = !number.starts_with('0') && !text.contains(char::is_control);
    Some(NewEntry { number: number.parse().ok().filter(|_| is_plain)?, text: text.to_owned() })
}
