//! The tags, in their order.

use super::collect::PlyText;
use crate::export::kept;
use crate::game::Game;
use crate::notation::Spelling;
use crate::record::{Notation, Record};
use crate::replay::PlyVerdict;

/// What an export says beyond the record itself.
#[derive(Clone, Debug, Default)]
pub struct PgnFacts<'a> {
    /// The texts of the moves that were played.
    pub plies: &'a [PlyText],
    /// What became of each entry.
    pub verdicts: &'a [PlyVerdict],
    /// The game's name: `Variant`.
    pub variant: &'a str,
    /// File name of the rules.
    pub rules: &'a str,
    /// Title of the variant inside the file.
    pub rules_variant: &'a str,
    /// SHA-256 of the rules.
    pub sha256: &'a str,
    /// The start position as FEN, when it is not the variant's own.
    pub fen: Option<&'a str>,
    /// The changes of the start position as a saved game has them, where its writer would give others.
    pub edits: &'a [String],
    /// File name and format of the record.
    pub source: &'a str,
    /// The verdict: `Check`.
    pub check: &'a str,
    /// The result: the one computed where the position decides, else the one claimed; a winner's name with more than
    /// two sides.
    pub result: Option<&'a str>,
    /// How the game ended, where the record says so: `Termination`.
    pub termination: Option<&'a str>,
}

/// The result mark: with more than two sides a winner is named in a tag, and the game is open to PGN readers. Moves
/// that end at a fault leave it open too.
pub(super) fn mark(spelling: &Spelling, facts: &PgnFacts<'_>) -> String {
    let stopped = facts.verdicts.contains(&PlyVerdict::NotChecked)
        || matches!(facts.verdicts.last(), Some(PlyVerdict::Faulty(_)));
    let known: &[&str] = if spelling.sides.are_many() { &["1/2-1/2"] } else { &["1-0", "0-1", "1/2-1/2"] };
    match facts.result {
        Some(result) if !stopped && known.contains(&result) => result.to_owned(),
        _ => "*".to_owned(),
    }
}

/// The tag lines.
pub(super) fn text(
    record: &Record,
    game: &Game,
    spelling: &Spelling,
    facts: &PgnFacts<'_>,
    plies: usize,
    mark: &str,
) -> String {
    let mut tags = Tags { text: String::new(), written: Vec::new() };
    let known = |name: &str| record.tag(name).filter(|value| !value.is_empty());
    for (name, unknown) in [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?")] {
        tags.add(name, known(name).unwrap_or(unknown));
    }
    let sides: Vec<&str> = spelling.sides.order()[..spelling.sides.on_turn()]
        .iter()
        .map(|player| game.players.name(player.index()))
        .collect();
    for (index, name) in ["White", "Black"].into_iter().enumerate() {
        let own = sides.get(index).copied().and_then(known);
        tags.add(name, known(name).or(own).unwrap_or("?"));
    }
    tags.add("Result", mark);
    tags.add("Variant", facts.variant);
    tags.add("Rules", facts.rules);
    tags.add("RulesVariant", facts.rules_variant);
    tags.add("RulesSHA256", facts.sha256);
    // A start that is the variant's own needs no tags, whatever the record had.
    tags.written.extend(["SetUp", "FEN"]);
    if let Some(fen) = facts.fen {
        tags.line("SetUp", "1");
        tags.line("FEN", fen);
    }
    tags.add("PlyCount", &plies.to_string());
    if let Some(termination) = facts.termination.or_else(|| known("Termination")) {
        tags.add("Termination", termination);
    }
    // A record that went through this form before keeps the source that it was first read from.
    let source = if record.notation == Notation::Pgn { known("Source") } else { None };
    tags.add("Source", source.unwrap_or(facts.source));
    if sides != ["White", "Black"] {
        tags.add("Players", &sides.join(", "));
    }
    tags.add("Check", facts.check);
    if spelling.sides.are_many() {
        sides.iter().for_each(|side| tags.add(side, known(side).unwrap_or("?")));
        if let Some(winner) = facts.result.filter(|result| sides.contains(result)) {
            tags.add("Winner", winner);
        }
    }
    add_zsg(&mut tags, record, game, facts);
    record.tags.iter().for_each(|(name, value)| tags.add(name, value));
    tags.text
}

/// What a saved game holds that a writer of one would not give.
fn add_zsg(tags: &mut Tags<'_>, record: &Record, game: &Game, facts: &PgnFacts<'_>) {
    let Some(zsg) = &record.zsg else { return };
    if zsg.kinds.text != "H".repeat(game.players.len()) {
        tags.add(kept::HEADER_TAG, &zsg.kinds.text);
    }
    if let Some(file) = record.rules.file.as_ref().filter(|file| file.text != facts.rules) {
        tags.add(kept::RULES_TAG, &file.text);
    }
    if let Some(title) = record.rules.variant.as_ref().filter(|title| title.text != game.title) {
        tags.add(kept::VARIANT_TAG, &title.text);
    }
}

struct Tags<'a> {
    text: String,
    written: Vec<&'a str>,
}

impl<'a> Tags<'a> {
    /// Adds a tag unless it is there, has no value, or its name cannot stand in PGN.
    fn add(&mut self, name: &'a str, value: &str) {
        let can_stand = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if can_stand && !value.is_empty() && !self.written.contains(&name) {
            self.written.push(name);
            self.line(name, value);
        }
    }

    fn line(&mut self, name: &str, value: &str) {
        self.text.extend(["[", name, " \""]);
        let parts = value.split(['\r', '\n']).map(str::trim).filter(|part| !part.is_empty());
        for (index, part) in parts.enumerate() {
            if index > 0 {
                self.text.push(' ');
            }
            let mut rest = part;
            while let Some(at) = rest.find(['\\', '"']) {
                self.text.extend([&rest[..at], "\\", &rest[at..=at]]);
                rest = &rest[at + 1..];
            }
            self.text.push_str(rest);
        }
        self.text.push_str("\"]\n");
    }
}
