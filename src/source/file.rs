//! Texts with names, and places in them.

use std::fmt;
use std::sync::Arc;

use super::decode::{Encoding, decode};
use super::line_index::{LineColumn, LineIndex};
use super::span::Span;

/// One text that was read: a record, a rules file, an included file.
pub struct SourceFile {
    /// The path as the user or the including file named it; used in reports byte for byte.
    pub name: String,
    /// The decoded text, without a byte order mark.
    pub text: String,
    /// How the bytes were read.
    pub encoding: Encoding,
    /// Whether a UTF-8 byte order mark stood at the start.
    pub byte_order_mark: bool,
    lines: std::sync::OnceLock<LineIndex>,
}

impl SourceFile {
    /// Decodes the bytes of a file.
    #[must_use]
    pub fn from_bytes(name: impl Into<String>, bytes: &[u8]) -> Arc<Self> {
        let decoded = decode(bytes);
        Arc::new(Self {
            name: name.into(),
            text: decoded.text,
            encoding: decoded.encoding,
            byte_order_mark: decoded.byte_order_mark,
            lines: std::sync::OnceLock::new(),
        })
    }

    /// A text that is already decoded.
    #[must_use]
    pub fn from_text(name: impl Into<String>, text: impl Into<String>) -> Arc<Self> {
        Arc::new(Self {
            name: name.into(),
            text: text.into(),
            encoding: Encoding::Utf8,
            byte_order_mark: false,
            lines: std::sync::OnceLock::new(),
        })
    }

    /// The text in `span`; empty where the span does not fit the text.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// Line and column of a byte offset.
    #[must_use]
    pub fn position(&self, offset: u32) -> LineColumn {
        self.index().position(&self.text, offset)
    }

    /// The text of a line (counted from 1), without its line end.
    #[must_use]
    pub fn line(&self, line: u32) -> &str {
        self.index().line(&self.text, line)
    }

    fn index(&self) -> &LineIndex {
        self.lines.get_or_init(|| LineIndex::new(&self.text))
    }
}

impl fmt::Debug for SourceFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SourceFile").field("name", &self.name).field("bytes", &self.text.len()).finish()
    }
}

/// A place in a text that can be shown on its own.
#[derive(Clone, Debug)]
pub struct Place {
    /// The text.
    pub file: Arc<SourceFile>,
    /// The range in it.
    pub span: Span,
}

impl Place {
    /// A range in a file.
    #[must_use]
    pub fn new(file: &Arc<SourceFile>, span: Span) -> Self {
        Self { file: Arc::clone(file), span }
    }

    /// Line and column of the first character.
    #[must_use]
    pub fn start(&self) -> LineColumn {
        self.file.position(self.span.start)
    }

    /// Line and column one past the last character.
    #[must_use]
    pub fn end(&self) -> LineColumn {
        self.file.position(self.span.end)
    }

    /// The text at the place.
    #[must_use]
    pub fn text(&self) -> &str {
        self.file.slice(self.span)
    }
}

impl PartialEq for Place {
    fn eq(&self, other: &Self) -> bool {
        self.file.name == other.file.name && self.span == other.span
    }
}
impl Eq for Place {}
