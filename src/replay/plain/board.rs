//! A board of labels, changed as half-moves write it (`spec/game-courier.md` 5).

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::steps::Step;
use crate::diagnostic::Code;
use crate::profile::{Diagram, Profile, Space};
use crate::source::Span;
use crate::syntax::courier::Word;

/// What stands on a space.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Content {
    /// Not known: the start position is not.
    #[default]
    Unknown,
    /// Nothing.
    Empty,
    /// A piece with this label.
    Piece(String),
}

/// Something that a step claims and the board does not bear out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mismatch {
    pub(super) code: Code,
    pub(super) span: Span,
    pub(super) message: String,
    /// Whether the step can be sound all the same, because some games allow it.
    pub(super) doubtful: bool,
}

/// The board of a log.
#[derive(Clone, Debug)]
pub struct LabelBoard<'p> {
    profile: Option<&'p Profile>,
    spaces: FxHashMap<String, Content>,
    /// Whether a space that is not listed is empty: all were emptied before.
    all_empty: bool,
    /// Pieces in hand by side and label, where captures go there and it is known what was taken.
    hands: Option<FxHashMap<usize, BTreeMap<String, u32>>>,
}

impl<'p> LabelBoard<'p> {
    /// A board of which nothing is known.
    #[must_use]
    pub fn unknown(profile: Option<&'p Profile>) -> Self {
        Self { profile, spaces: FxHashMap::default(), all_empty: false, hands: Some(FxHashMap::default()) }
    }

    /// A board with the pieces of a diagram.
    #[must_use]
    pub fn new(profile: &'p Profile, diagram: &Diagram) -> Self {
        let mut board = Self::unknown(Some(profile));
        for coordinate in profile.coordinates.iter() {
            let space = coordinate.at.map_or(&Space::Empty, |(column, row)| diagram.space(column, row));
            let content = match space {
                Space::Piece { label, .. } => Content::Piece(label.clone()),
                Space::Empty | Space::Hole => Content::Empty,
            };
            board.spaces.insert(coordinate.name.clone(), content);
        }
        board
    }

    /// Forgets what stands where: a change was made that cannot be told.
    pub(super) fn forget(&mut self) {
        *self = Self { hands: None, ..Self::unknown(self.profile) };
    }

    /// What stands on a space.
    #[must_use]
    pub fn at(&self, space: &str) -> &Content {
        let unlisted = if self.all_empty { &Content::Empty } else { &Content::Unknown };
        self.spaces.get(space).unwrap_or(unlisted)
    }

    fn set(&mut self, space: &str, content: Content) {
        self.spaces.insert(space.to_owned(), content);
    }

    /// The side of a label: of the profile, else by its letter case. `None` for neutral pieces and mixed letters.
    #[must_use]
    pub fn side_of(&self, label: &str) -> Option<usize> {
        if let Some(meaning) = self.profile.and_then(|profile| profile.label(label)) {
            return meaning.side;
        }
        let has_lower = label.chars().any(char::is_lowercase);
        let has_upper = label.chars().any(char::is_uppercase);
        (has_lower != has_upper).then_some(usize::from(has_lower))
    }

    /// Makes a change as written, and says what did not fit. `side` is the mover's number.
    pub(super) fn apply(&mut self, step: &Step, side: usize) -> Vec<Mismatch> {
        let mut mismatches = Vec::new();
        match step {
            Step::Move { label, from, to } => self.displace(label.as_ref(), from, to, side, &mut mismatches),
            Step::Add { label, at } => {
                self.check_side(label, &label.text, side, &mut mismatches);
                self.set(&at.text, Content::Piece(label.text.to_string()));
            }
            Step::Remove { at } => self.set(&at.text, Content::Empty),
            Step::Drop { label, at } => self.drop(label, at, side, &mut mismatches),
            Step::Flip { at } => {
                if let Content::Piece(label) = self.at(&at.text) {
                    let flipped = other_case(label);
                    self.set(&at.text, Content::Piece(flipped));
                } else if *self.at(&at.text) == Content::Empty {
                    mismatches.push(mismatch(Code::OriginEmpty, at.span, format!("nothing stands on `{}`", at.text)));
                }
            }
            Step::RemoveAll { .. } => {
                self.spaces.clear();
                self.all_empty = true;
            }
        }
        mismatches
    }

    fn check_side(&self, word: &Word, label: &str, side: usize, mismatches: &mut Vec<Mismatch>) {
        if self.side_of(label).is_some_and(|owner| owner != side) {
            let message = format!("`{label}` is a piece of the other side");
            mismatches.push(Mismatch { code: Code::WrongSide, span: word.span, message, doubtful: true });
        }
    }

    fn displace(&mut self, label: Option<&Word>, from: &Word, to: &Word, side: usize, mismatches: &mut Vec<Mismatch>) {
        let written = label.map(|label| label.text.as_str());
        let moved = match self.at(&from.text).clone() {
            Content::Unknown => written.map_or(Content::Unknown, |label| Content::Piece(label.to_owned())),
            Content::Empty => {
                mismatches.push(mismatch(Code::OriginEmpty, from.span, format!("nothing stands on `{}`", from.text)));
                written.map_or(Content::Empty, |label| Content::Piece(label.to_owned()))
            }
            Content::Piece(standing) => {
                let checks_labels = self.profile.is_none_or(|profile| profile.label_check);
                if let Some(label) = label
                    && label.text != standing
                    && checks_labels
                {
                    let only_case = label.text.to_lowercase() == standing.to_lowercase();
                    let case = if only_case { ", which differs in its letter case only" } else { "" };
                    let message = format!("`{standing}` stands on `{}`, not `{}`{case}", from.text, label.text);
                    mismatches.push(mismatch(Code::OtherPiece, label.span, message));
                }
                Content::Piece(standing)
            }
        };
        if let Content::Piece(moved) = &moved {
            self.check_side(from, moved, side, mismatches);
        }
        if from.text == to.text {
            return;
        }
        if let Content::Piece(taken) = self.at(&to.text).clone()
            && self.profile.is_some_and(|profile| profile.hand)
            && self.side_of(&taken).is_some_and(|owner| owner != side)
            && let Some(hands) = &mut self.hands
        {
            let label = other_case(taken.strip_prefix('+').unwrap_or(&taken));
            *hands.entry(side).or_default().entry(label).or_default() += 1;
        }
        self.set(&to.text, moved);
        self.set(&from.text, Content::Empty);
    }

    fn drop(&mut self, label: &Word, at: &Word, side: usize, mismatches: &mut Vec<Mismatch>) {
        self.check_side(label, &label.text, side, mismatches);
        if matches!(self.at(&at.text), Content::Piece(_)) {
            mismatches.push(mismatch(Code::DropNotPossible, at.span, format!("`{}` is not empty", at.text)));
        }
        if let Some(hand) = self.hand_space(&label.text) {
            self.set(&hand, Content::Empty);
        } else if self.profile.is_some_and(|profile| profile.hand)
            && let Some(hands) = &mut self.hands
        {
            let count = hands.entry(side).or_default().entry(label.text.to_string()).or_default();
            match count.checked_sub(1) {
                Some(rest) => *count = rest,
                None => mismatches.push(mismatch(
                    Code::DropNotPossible,
                    label.span,
                    format!("no `{}` is in the mover's hand", label.text),
                )),
            }
        }
        self.set(&at.text, Content::Piece(label.text.to_string()));
    }

    /// The lowest off-board space that holds the label.
    fn hand_space(&self, label: &str) -> Option<String> {
        let mut spaces = self.profile?.coordinates.iter().filter(|coordinate| coordinate.rules.is_none());
        let holds = |content: &Content| matches!(content, Content::Piece(standing) if standing == label);
        spaces.find(|coordinate| holds(self.at(&coordinate.name))).map(|coordinate| coordinate.name.clone())
    }
}

fn mismatch(code: Code, span: Span, message: String) -> Mismatch {
    Mismatch { code, span, message, doubtful: false }
}

/// The label of the other side.
fn other_case(label: &str) -> String {
    if label.chars().any(char::is_uppercase) { label.to_lowercase() } else { label.to_uppercase() }
}
