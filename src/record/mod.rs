//! What a log claims, in one neutral form. Nothing here knows rules.

mod from_courier;

pub use from_courier::from_courier;

use std::sync::Arc;

use crate::source::{Place, SourceFile, Span};

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

/// A word of the record with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The text.
    pub text: String,
    /// Its range in the record's file.
    pub span: Span,
}

/// One recorded game.
#[derive(Clone, Debug)]
pub struct Record {
    /// The text it was read from.
    pub file: Arc<SourceFile>,
    /// The notation of that text.
    pub notation: Notation,
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
    /// A start position as FEN text, where the record gives one; that of a Game Courier log is in its own dialect.
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
    /// The letters after the version, such as `HC`.
    pub kinds: String,
    /// Place of the letters.
    pub kinds_span: Span,
    /// The whole text, for a rewrite that changes nothing.
    pub layout: crate::syntax::zsg::Layout,
}

/// What a Game Courier log holds beyond its moves (`spec/game-courier.md` 1-3, 6).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CourierParts {
    /// Names of the sides in turn order, as the head of a page gives them; empty where it does not.
    pub sides: Vec<String>,
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

/// One change of the start position (`spec/zsg.md` 6).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// `(x P)`
    Empty {
        /// The cell.
        at: Word,
    },
    /// `(Owner Type P)`
    Put {
        /// The owner.
        player: Word,
        /// The type.
        piece: Word,
        /// The cell.
        at: Word,
    },
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
        effects: Vec<WrittenEffect>,
    },
    /// The parts of a Game Courier half-move (`spec/game-courier.md` 3.2); what they do depends on the board.
    Courier(crate::syntax::courier::MoveText),
    /// One token in a short notation (SAN and its wider form), to be resolved against the legal moves.
    Token(Word),
    /// The entry could not be read; the finding says why.
    Unreadable(Box<crate::diagnostic::Diagnostic>),
}

/// One effect as written (`spec/zsg.md` 2), names not yet checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WrittenEffect {
    /// `Piece from - to`, `Piece from x to`
    Move {
        /// The piece.
        piece: Word,
        /// Its start.
        from: Word,
        /// Whether the sign is `x`.
        occupied: bool,
        /// Its end.
        to: Word,
    },
    /// `Player Piece pos`: a drop when it comes first and the move is one, else a creation.
    Create {
        /// The owner.
        player: Word,
        /// The type.
        piece: Word,
        /// The cell.
        at: Word,
    },
    /// `x pos`
    Capture {
        /// The cell.
        at: Word,
    },
    /// `= Name`, `= Name on pos ...`: a type or an owner.
    Change {
        /// The type or owner.
        value: Word,
        /// The cells; empty when not written: the destination of the move just before.
        at: Vec<Word>,
    },
    /// `@ pos number value`
    Attribute {
        /// The cell.
        at: Word,
        /// The attribute's number.
        number: Word,
        /// `0` or `1`.
        value: Word,
    },
    /// `flip pos`
    Flip {
        /// The cell.
        at: Word,
    },
}

impl Record {
    /// A place in the record's own text.
    #[must_use]
    pub fn place(&self, span: Span) -> Place {
        Place::new(&self.file, span)
    }

    /// The text of an entry after its number, as recorded.
    #[must_use]
    pub fn entry_text(&self, entry: &Entry) -> &str {
        self.file.slice(entry.text)
    }
}
