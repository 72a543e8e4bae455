//! The labels of a profile, and those of its start position.

use std::collections::BTreeMap;

use serde_yaml::Spanned;

use super::form::LabelEntry;
use super::{Loader, span_of};
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::profile::fen::Space;
use crate::profile::labels::{LabelMeaning, Labels};
use crate::profile::{Diagram, Start};
use crate::source::Place;

impl Loader<'_> {
    /// The labels of both keys; capitals of `pieces` stand for the other side in small letters too.
    pub(super) fn labels(
        &mut self,
        pieces: &BTreeMap<String, Spanned<String>>,
        exceptions: &BTreeMap<String, Spanned<LabelEntry>>,
        sides: &[String],
        players: &[String],
    ) -> Labels {
        let mut labels = Labels::default();
        for (label, piece) in pieces {
            let span = span_of(&piece.referenced);
            let lower = label.to_lowercase();
            if *label == lower || *label != label.to_uppercase() {
                self.bad(format!("the label `{label}` of `pieces` must be written in capitals"), span);
                continue;
            }
            if sides.len() != 2 {
                let message = format!("`pieces` suffices for two sides only; write `{label}` into `labels`");
                self.bad(message, span);
                continue;
            }
            for (side, label) in [label, &lower].into_iter().enumerate() {
                let meaning = LabelMeaning {
                    piece: piece.value.clone(),
                    side: Some(side),
                    player: players[side].clone(),
                    attributes: BTreeMap::new(),
                };
                labels.insert(label, meaning);
            }
        }
        for (label, entry) in exceptions {
            let span = span_of(&entry.referenced);
            let entry = &entry.value;
            let side = sides.iter().position(|side| *side == entry.side);
            let side = side.or_else(|| players.iter().position(|player| *player == entry.side));
            if !is_label(label) {
                self.bad(format!("`{label}` cannot be a label: blanks and the signs ; - * / {{ }} end one"), span);
            }
            let meaning = LabelMeaning {
                piece: entry.piece.clone(),
                side,
                player: side.and_then(|side| players.get(side)).unwrap_or(&entry.side).clone(),
                attributes: entry.attributes.clone(),
            };
            labels.insert(label, meaning);
        }
        labels
    }

    /// Every label of the start position must have a meaning.
    pub(super) fn start_labels(&mut self, start: &Start, labels: &mut Labels) {
        let Start::Fixed { diagram, fen, span } = start else { return };
        for (label, at) in labels_of(diagram) {
            if labels.get(label).is_some() {
                continue;
            }
            let near = did_you_mean(label, labels.iter().map(|(known, _)| known)).map(str::to_owned);
            let message = format!("the label `{label}` of the start position has no entry in `pieces` or `labels`");
            let place = Place::new(self.file, self.inside(*span, fen, at));
            let mut finding = Diagnostic::new(Code::ProfileLabelUnknown, message).at(place);
            if let Some(near) = near {
                finding = finding.help(format!("did you mean `{near}`?"));
            }
            self.findings.push(finding);
        }
    }
}

/// The labels of a diagram, each once, with the place of the first.
fn labels_of(diagram: &Diagram) -> BTreeMap<&str, &std::ops::Range<usize>> {
    let mut found = BTreeMap::new();
    for space in diagram.rows.iter().flatten() {
        if let Space::Piece { label, at } = space {
            found.entry(label.as_str()).or_insert(at);
        }
    }
    found
}

/// Whether a text can be a label in a move text (`game-courier.md` 2.1).
fn is_label(text: &str) -> bool {
    !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || matches!(c, ';' | '-' | '*' | '/' | '{' | '}'))
}
