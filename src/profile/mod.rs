//! Game Courier profiles: what the labels and coordinates of a game's logs mean in a rules file
//! (`game-courier.md` 8.1).
//!
//! ```
//! use scoresheet::diagnostic::Diagnostics;
//! use scoresheet::profile::Profile;
//! use scoresheet::source::SourceFile;
//!
//! let file = SourceFile::from_text("profile.yaml", r#"
//! gc: {game: Tiny, cols: 2, files: [a, b], ranks: ["1", "2"], start: "k1/1K", sides: [White, Black]}
//! zrf: {file: tiny.zrf, variant: Tiny}
//! pieces: {K: King}
//! "#);
//! let mut findings = Diagnostics::new();
//! let profile = Profile::load(&file, &mut findings).expect("a sound profile");
//! assert_eq!(profile.label("k").map(|label| (label.piece.as_str(), label.side)), Some(("King", Some(1))));
//! assert_eq!(profile.rules_cell("b1"), Some("b1"));
//! assert!(!findings.has_errors());
//! ```

mod bind;
mod coords;
mod draft;
mod fen;
mod labels;
mod load;
mod of_rules;

pub use bind::{Binding, BoundLabel, BoundProfile};
pub use coords::{CoordRule, Coordinate, Coordinates};
pub use draft::Draft;
pub use fen::{Diagram, FenRemark, Placed, Space, read_fen, write_fen};
pub use labels::{LabelMeaning, Labels};

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::source::{Place, SourceFile, Span};

/// A profile that was read and found consistent in itself. [`Profile::bind`] holds it against the rules.
#[derive(Clone, Debug)]
pub struct Profile {
    /// The text it was read from.
    pub file: Arc<SourceFile>,
    /// `gc.game`: the game's name in addresses and on pages.
    pub game: String,
    /// `gc.folder`: the game's folder; derived from the name where absent.
    pub folder: String,
    /// Names of the sides in turn order.
    pub sides: Vec<String>,
    /// Names of the players in the rules, in the same order.
    pub players: Vec<String>,
    /// `zrf.file`, if any.
    pub rules_file: Option<String>,
    /// `zrf.variant`, if any.
    pub variant: Option<String>,
    /// Place of `zrf.variant`, else of the profile's start.
    pub variant_span: Span,
    /// The start position.
    pub start: Start,
    /// What the preset does by itself.
    pub automation: Automation,
    /// Whether captured pieces come to the capturer's hand.
    pub hand: bool,
    /// The labels.
    pub labels: Labels,
    /// The coordinates.
    pub coordinates: Coordinates,
    /// What a log may leave unwritten.
    pub implicit: Vec<Implicit>,
    /// Whether the preset compares written labels with the board.
    pub label_check: bool,
    /// The label taken where a promotion is not written.
    pub promotion_default: Option<String>,
    /// Further words and the standard word each stands for: `resign`, `drawn`, `pass`, or `say` for one without effect.
    pub words: BTreeMap<String, String>,
}

/// Where games of a profile start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// Always here.
    Fixed {
        /// The position.
        diagram: Diagram,
        /// The text.
        fen: String,
        /// Place of the text in the profile.
        span: Span,
    },
    /// Each record has its own (`start: from-record`).
    FromRecord,
    /// Where the variant of the rules starts: of profiles that were made from rules alone.
    OfRules,
}

/// How much of a move the preset adds by itself (`gc.automation`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Automation {
    /// Nothing: all that happens is written.
    #[default]
    None,
    /// Forced promotions only.
    Promotion,
    /// All of it.
    Full,
    /// Presets of both kinds exist for the game.
    Mixed,
}

/// A kind of change on the board that may be left unwritten.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Implicit {
    /// The second piece of a castling move.
    Castling,
    /// The victim of an en passant capture.
    EnPassant,
    /// Removals around a capture.
    Explosion,
    /// Removals of pieces that are passed or named by no step.
    CaptureInPassing,
}

impl Profile {
    /// The meaning of a label.
    #[must_use]
    pub fn label(&self, label: &str) -> Option<&LabelMeaning> {
        self.labels.get(label)
    }

    /// Whether the board has a space of this name, off-board spaces included.
    #[must_use]
    pub fn has_space(&self, name: &str) -> bool {
        self.coordinates.get(name).is_some()
    }

    /// The name in the rules of a coordinate; `None` for unknown and for off-board ones.
    #[must_use]
    pub fn rules_cell(&self, coordinate: &str) -> Option<&str> {
        self.coordinates.get(coordinate).and_then(|coordinate| coordinate.rules.as_deref())
    }

    /// The coordinate of a position of the rules.
    #[must_use]
    pub fn coordinate(&self, rules_cell: &str) -> Option<&str> {
        self.coordinates.by_rules_name(rules_cell).map(|coordinate| coordinate.name.as_str())
    }

    /// Reads a position in the FEN dialect for the profile's board.
    #[must_use]
    pub fn read_fen(&self, text: &str) -> (Diagram, Vec<FenRemark>) {
        let coordinates = &self.coordinates;
        read_fen(text, coordinates.files().len(), Some(coordinates.ranks().len()))
    }

    /// A place in the profile's own text.
    #[must_use]
    pub fn place(&self, span: Span) -> Place {
        Place::new(&self.file, span)
    }
}

/// The folder of a game on the server: lower case, blanks to `_`, apostrophes dropped (`game-courier.md` 1.4).
#[must_use]
pub fn folder_of(game: &str) -> String {
    game.chars()
        .filter(|&character| character != '\'' && character != '\u{2019}')
        .flat_map(char::to_lowercase)
        .map(|character| if character.is_whitespace() { '_' } else { character })
        .collect()
}
