//! What a log claims, in one neutral form. Nothing here knows rules.

pub mod document;
pub mod from_courier;
pub mod from_document;
pub mod from_pgn;
pub mod from_zsg;

mod json_places;
mod origin;
mod rebuild;

pub use crate::syntax::zsg::{Edit, Effect as WrittenEffect, Effects as WrittenEffects, Word};
pub use origin::Origin;

use std::sync::Arc;

use crate::source::{Place, SourceFile, Span};
use crate::syntax::zsg::Layout;

/// The notation a record came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// Zillions saved game.
    Zsg,
    /// Game Courier log.
    Courier,
    /// PGN.
    Pgn,
    /// Our own YAML document.
    Yaml,
    /// Our own JSON document.
    Json,
}

impl Notation {
    /// The word used in reports and exports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Zsg => "zsg",
            Self::Courier => "courier",
            Self::Pgn => "pgn",
            Self::Yaml => "yaml",
            Self::Json => "json",
        }
    }
}

/// One recorded game.
#[derive(Clone, Debug)]
pub struct Record {
    /// The text that all spans of the record mean: the file it was read from, or, of a document, the record that the
    /// document tells of.
    pub file: Arc<SourceFile>,
    /// The notation of the file it was read from.
    pub notation: Notation,
    /// For records read from a document: the document, and where it tells of what.
    pub origin: Option<Origin>,
    /// What the record says of its rules.
    pub rules: RulesNamed,
    /// What a saved game holds beyond its moves; for records that came from one, directly or through a document.
    pub zsg: Option<ZsgParts>,
    /// What a Game Courier log holds beyond its moves.
    pub courier: Option<CourierParts>,
    /// Tags in the order met: event, players, anything else. Names as PGN has them (`Event`, `White`).
    pub tags: Vec<(String, String)>,
    /// Changes to the start position, applied in order before the first entry.
    pub edits: Vec<Edit>,
    /// A start position as FEN (`spec/export.md` 1), where the record gives one.
    pub start: Option<Word>,
    /// The entries, in order.
    pub entries: Vec<Entry>,
    /// The result claimed: `1-0`, `0-1`, `1/2-1/2`, `*`, or a winner's name; with its place.
    pub claimed: Option<Word>,
    /// Comments before the first entry.
    pub comments: Vec<String>,
}

/// What a record says of its rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RulesNamed {
    /// The rules file as named (`RulesFile=`).
    pub file: Option<Word>,
    /// The variant's title (`VariantName=`).
    pub variant: Option<Word>,
    /// The game's name, where the record names a game and not a file.
    pub game: Option<Word>,
}

/// What a saved game holds beyond its moves, so that it can be written back byte for byte (`spec/zsg.md` 1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZsgParts {
    /// The version of the form.
    pub version: Word,
    /// The letters after the version, such as `HC`.
    pub kinds: Word,
    /// Changes of the position that stand between the moves: each is made before the entry of the index.
    pub late_edits: Vec<(usize, Edit)>,
    /// How the lines are written, for a rewrite that changes nothing.
    pub layout: Layout,
}

/// What a Game Courier log holds beyond its moves (`spec/game-courier.md` 1-3, 6).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CourierParts {
    /// Names of the sides in turn order, as the head of a page gives them; empty where it does not.
    pub sides: Vec<String>,
    /// The start position in the log's own dialect of FEN (`spec/game-courier.md` 4); it tells of the pieces alone.
    pub code: Option<Word>,
    /// Whether the list begins with `1...`: the second side makes the first entry.
    pub second_starts: bool,
    /// The word or sentence that ended the game, if any; entries behind it stand after the end.
    pub end: Option<CourierEnd>,
    /// The assignments of a log file, without the moves.
    pub settings: Vec<(String, String)>,
}

/// Where a log says that the game is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CourierEnd {
    /// How many entries stand before it.
    pub after: usize,
    /// The word or sentence.
    pub word: Word,
}

/// One entry: a line of a saved game, a half-move of a log, a move of a PGN.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The number as recorded.
    pub number: Option<u32>,
    /// The range of the whole entry, number included.
    pub span: Span,
    /// The range of its text after the number.
    pub text: Span,
    /// What it says.
    pub action: Action,
    /// Comments after it.
    pub comments: Vec<String>,
}

/// What an entry says.
#[derive(Clone, Debug)]
pub enum Action {
    /// A pass.
    Pass,
    /// Effects in full, as a saved game writes them.
    Effects {
        /// The number after `partial`, if it is a partial move.
        partial: Option<u32>,
        /// The effects, in order.
        effects: WrittenEffects,
    },
    /// The parts of a Game Courier half-move (`spec/game-courier.md` 3.2); what they do depends on the board.
    Courier(crate::syntax::courier::MoveText),
    /// One token in a short notation (SAN and its wider form), to be resolved against the legal moves.
    Token(Word),
    /// The entry could not be read; the finding says why.
    Unreadable(Box<crate::diagnostic::Diagnostic>),
}

impl Record {
    /// A record in which nothing is told yet.
    #[must_use]
    pub fn new(file: &Arc<SourceFile>, notation: Notation) -> Self {
        Self {
            file: Arc::clone(file),
            notation,
            origin: None,
            rules: RulesNamed::default(),
            zsg: None,
            courier: None,
            tags: Vec::new(),
            edits: Vec::new(),
            start: None,
            entries: Vec::new(),
            claimed: None,
            comments: Vec::new(),
        }
    }

    /// The place of a span in the file that the user knows: the record's own text, or the document it came from.
    #[must_use]
    pub fn place(&self, span: Span) -> Place {
        match &self.origin {
            Some(origin) => origin.place(span),
            None => Place::new(&self.file, span),
        }
    }

    /// The text of an entry after its number, as recorded.
    #[must_use]
    pub fn entry_text(&self, entry: &Entry) -> &str {
        self.file.slice(entry.text)
    }

    /// The value of the first tag of this name.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}
