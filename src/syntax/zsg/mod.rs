//! Zillions saved games: text to a tree and back, without rules (`spec/zsg.md`).
//!
//! Reading is tolerant where the specification says so (1.7) and notes what is odd. Writing gives the text back as it
//! was: a line that is not what the grammar prints keeps its own text.
//!
//! ```
//! use scoresheet::diagnostic::Diagnostics;
//! use scoresheet::source::SourceFile;
//! use scoresheet::syntax::zsg;
//!
//! let text = "Zillions Save Game File Version 0.02 HC\r\nRulesFile=A.zrf\r\nVariantName=A\r\n1. Pawn a2 - a3\r\n";
//! let file = SourceFile::from_text("a.zsg", text);
//! let game = zsg::parse(&file, &mut Diagnostics::new()).expect("a saved game");
//! assert_eq!(zsg::print(&game), text);
//! ```

mod effects;
mod lines;
mod parse;
mod plain;
mod print;
mod words;

pub use effects::{Body, Names, parse_body};
pub use lines::LineEnd;
pub use parse::{parse, parse_edit};
pub use plain::{EntryLine, PlainEffect, PlainEntry, entry_line, plain_entry};
pub use print::{print, print_body, print_edit};
pub use words::Trouble;

use smallvec::SmallVec;
use smol_str::SmolStr;

use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// The header up to the version.
pub const HEADER: &str = "Zillions Save Game File Version ";
/// The only version there is.
pub const VERSION: &str = "0.02";
/// The key of the rules file.
pub const RULES: &str = "RulesFile=";
/// The key of the variant's title.
pub const VARIANT: &str = "VariantName=";

/// A word of a record with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The text; short ones, as names are, take no memory of their own.
    pub text: SmolStr,
    /// Its range in the record's text.
    pub span: Span,
}

impl Word {
    /// A word that stands in no text, for records that are made and not read.
    #[must_use]
    pub fn new(text: impl Into<SmolStr>) -> Self {
        Self { text: text.into(), span: Span::default() }
    }
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

/// One effect as written (`spec/zsg.md` 2), names not yet checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
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
        /// The cells; empty when not written: the destination of the effect just before.
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

/// The effects of an entry; most have one, which takes no memory of its own.
pub type Effects = SmallVec<[Effect; 1]>;

/// A saved game as it stands in its file.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedGame {
    /// The version in the header.
    pub version: Word,
    /// The letters after it, one for each player; empty where there are none.
    pub kinds: Word,
    /// The text after `RulesFile=`.
    pub rules: Option<Word>,
    /// The text after `VariantName=`.
    pub variant: Option<Word>,
    /// All lines in order, the header first.
    pub lines: Vec<Line>,
    /// What follows the last line: a control-Z and what may stand behind it.
    pub tail: String,
}

/// One line of the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What it says.
    pub content: Content,
    /// Its range, without the line end.
    pub span: Span,
    /// Its text, where that is not what the grammar prints for the content.
    pub odd: Option<String>,
    /// How it ends.
    pub end: LineEnd,
}

/// What a line says.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// Version and letters.
    Header,
    /// `RulesFile=`
    Rules,
    /// `VariantName=`
    Variant,
    /// A change of the position.
    Edit(Edit),
    /// A move line.
    Entry {
        /// Its number.
        number: u32,
        /// The range of what follows the number.
        text: Span,
        /// What it says.
        body: Body,
    },
    /// A move line that cannot be read. The finding stands among the findings too.
    Unread {
        /// Its number, as far as it can be read.
        number: Option<u32>,
        /// The range of what follows the number; of the whole line without one.
        text: Span,
        /// Why.
        finding: Box<Diagnostic>,
    },
    /// Nothing, or a line before the moves that cannot be read.
    Nothing,
}

/// What a saved game holds beyond its meaning: how each line is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// All lines in order.
    pub lines: Vec<LayoutLine>,
    /// What follows the last line.
    pub tail: String,
}

/// How one line is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutLine {
    /// What kind of line it is.
    pub kind: LineKind,
    /// Its range, without the line end.
    pub span: Span,
    /// Whether its text is not what the grammar prints.
    pub odd: bool,
    /// How it ends.
    pub end: LineEnd,
}

/// The kinds of lines that a saved game has, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LineKind {
    /// Version and letters.
    Header,
    /// `RulesFile=`
    Rules,
    /// `VariantName=`
    Variant,
    /// A change of the position.
    Edit,
    /// A move line, readable or not.
    Entry,
    /// Nothing that counts.
    Nothing,
}

impl SavedGame {
    /// How the lines are written.
    #[must_use]
    pub fn layout(&self) -> Layout {
        let line = |line: &Line| LayoutLine {
            kind: line.content.kind(),
            span: line.span,
            odd: line.odd.is_some(),
            end: line.end,
        };
        Layout { lines: self.lines.iter().map(line).collect(), tail: self.tail.clone() }
    }
}

impl Content {
    /// What kind of line it is.
    #[must_use]
    pub const fn kind(&self) -> LineKind {
        match self {
            Self::Header => LineKind::Header,
            Self::Rules => LineKind::Rules,
            Self::Variant => LineKind::Variant,
            Self::Edit(_) => LineKind::Edit,
            Self::Entry { .. } | Self::Unread { .. } => LineKind::Entry,
            Self::Nothing => LineKind::Nothing,
        }
    }
}
