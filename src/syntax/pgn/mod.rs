//! PGN text, game by game: standard PGN, what people make of it, and our own wider form (`docs/pgn.md`).
//!
//! Games are told apart by tags and result marks, never by blank lines. Variations stay in the list of items as
//! opening and closing marks, so that no nesting in a file can exhaust the stack.

mod lex;
mod read;
mod recover;

pub use read::{Behind, Reader};

use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// One game of a file.
#[derive(Clone, Debug, Default)]
pub struct PgnGame {
    /// From the first tag or move to the last.
    pub span: Span,
    /// The tags in the order met.
    pub tags: Vec<Tag>,
    /// The move text in order.
    pub items: Vec<Item>,
    /// The result mark at the end.
    pub result: Option<Text>,
    /// A comment or variation that is not closed: it stands in front of what cannot be read.
    pub open: Option<Open>,
    /// What is odd about the layout; nothing of it makes the game unreadable.
    pub findings: Vec<Diagnostic>,
}

/// A text and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The text, escapes resolved.
    pub text: String,
    /// Where it stands, quotes and braces left out.
    pub span: Span,
}

/// A tag pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// Its name.
    pub name: Text,
    /// Its value.
    pub value: Text,
    /// The whole pair with its brackets.
    pub span: Span,
}

/// One element of the move text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A move number.
    Number {
        /// Its value, if it is not too large.
        value: Option<u32>,
        /// Where it stands.
        span: Span,
    },
    /// A move: the text at the place.
    Move(Span),
    /// A null move, in whichever spelling.
    Null(Span),
    /// `$n`, or signs such as `!?` that stand alone.
    Glyph(Span),
    /// A comment, in braces or behind `;`.
    Comment(Text),
    /// A variation begins.
    Open(Span),
    /// A variation ends.
    Close(Span),
}

/// What was left open at the end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Open {
    /// The sign that opens it, with what it holds.
    pub span: Span,
    /// The finding that tells of it.
    pub finding: Diagnostic,
}
