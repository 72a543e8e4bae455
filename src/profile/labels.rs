//! Labels of pieces and what they mean.

use std::collections::BTreeMap;

/// What a label means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelMeaning {
    /// Name of the piece type in the rules.
    pub piece: String,
    /// Number of the side in turn order; `None` for neutral pieces.
    pub side: Option<usize>,
    /// Name of the owner in the rules.
    pub player: String,
    /// Attributes that the piece has, as far as the label tells.
    pub attributes: BTreeMap<String, bool>,
}

/// The labels of a profile, in the order of the profile.
#[derive(Clone, Debug, Default)]
pub struct Labels {
    list: Vec<(String, LabelMeaning)>,
    index: rustc_hash::FxHashMap<String, usize>,
}

impl Labels {
    /// Adds a label; an earlier meaning of the same label is replaced and returned.
    pub(super) fn insert(&mut self, label: &str, meaning: LabelMeaning) -> Option<LabelMeaning> {
        if let Some(&index) = self.index.get(label) {
            return Some(std::mem::replace(&mut self.list[index].1, meaning));
        }
        self.index.insert(label.to_owned(), self.list.len());
        self.list.push((label.to_owned(), meaning));
        None
    }

    /// The meaning of a label; letter case matters.
    #[must_use]
    pub fn get(&self, label: &str) -> Option<&LabelMeaning> {
        self.index.get(label).map(|&index| &self.list[index].1)
    }

    /// All labels, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &LabelMeaning)> {
        self.list.iter().map(|(label, meaning)| (label.as_str(), meaning))
    }

    /// The labels of one side, for messages.
    #[must_use]
    pub fn of_side(&self, side: usize) -> Vec<&str> {
        self.iter().filter(|(_, meaning)| meaning.side == Some(side)).map(|(label, _)| label).collect()
    }

    /// The label of a piece type of a player. Of labels that ask for attributes, the one with the most that hold wins.
    #[must_use]
    pub fn find(&self, piece: &str, player: &str, holds: impl Fn(&str, bool) -> bool) -> Option<&str> {
        let fits = |meaning: &LabelMeaning| {
            meaning.piece == piece
                && meaning.player == player
                && meaning.attributes.iter().all(|(name, &value)| holds(name, value))
        };
        let mut best: Option<(&str, usize)> = None;
        for (label, meaning) in self.iter().filter(|(_, meaning)| fits(meaning)) {
            if best.is_none_or(|(_, attributes)| meaning.attributes.len() > attributes) {
                best = Some((label, meaning.attributes.len()));
            }
        }
        best.map(|(label, _)| label)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{LabelMeaning, Labels};

    #[test]
    fn the_label_with_more_attributes_wins() {
        let mut labels = Labels::default();
        let meaning = |attributes: &[(&str, bool)]| LabelMeaning {
            piece: "Rook".into(),
            side: Some(0),
            player: "White".into(),
            attributes: attributes.iter().map(|&(name, value)| (name.to_owned(), value)).collect::<BTreeMap<_, _>>(),
        };
        labels.insert("R", meaning(&[]));
        labels.insert("RU", meaning(&[("unmoved", true)]));
        assert_eq!(labels.find("Rook", "White", |_, value| value), Some("RU"));
        assert_eq!(labels.find("Rook", "White", |_, value| !value), Some("R"));
        assert_eq!(labels.find("Rook", "Black", |_, _| true), None);
        assert_eq!(labels.of_side(0), ["R", "RU"]);
    }
}
