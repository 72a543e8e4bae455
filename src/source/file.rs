//! Texts with names, and places in them.

use std::fmt::{self, Write as _};
use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::decode::{BYTE_ORDER_MARK, Encoding, decode};
use super::line_index::{LineColumn, LineIndex};
use super::span::Span;

/// One text that was read: a record, a rules file, an included file; or some lines of a long file that is read in
/// portions.
pub struct SourceFile {
    /// The path as the user or the including file named it; used in reports byte for byte.
    pub name: String,
    /// The decoded text, without a byte order mark.
    pub text: String,
    /// How the bytes were read.
    pub encoding: Encoding,
    /// Whether a UTF-8 byte order mark stood at the start.
    pub byte_order_mark: bool,
    /// Lines of the file that stand before the text.
    lines_before: u32,
    lines: std::sync::OnceLock<LineIndex>,
    line_ends: std::sync::OnceLock<LineEnds>,
    sha256: std::sync::OnceLock<Option<String>>,
}

/// How many lines end how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineEnds {
    /// CR LF.
    pub crlf: usize,
    /// LF.
    pub lf: usize,
    /// CR.
    pub cr: usize,
}

/// What is known of a long file before its portions are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    /// How its bytes are read.
    pub encoding: Encoding,
    /// Whether a UTF-8 byte order mark stands at its start.
    pub byte_order_mark: bool,
    /// SHA-256 of its bytes, in lower-case hexadecimal; `None` where that is not known.
    pub sha256: Option<String>,
}

impl SourceFile {
    /// Decodes the bytes of a file.
    #[must_use]
    pub fn from_bytes(name: impl Into<String>, bytes: &[u8]) -> Arc<Self> {
        let decoded = decode(bytes);
        Arc::new(Self {
            encoding: decoded.encoding,
            byte_order_mark: decoded.byte_order_mark,
            ..Self::new(name.into(), decoded.text)
        })
    }

    /// A text that is already decoded.
    #[must_use]
    pub fn from_text(name: impl Into<String>, text: impl Into<String>) -> Arc<Self> {
        Arc::new(Self::new(name.into(), text.into()))
    }

    /// Lines of a long file: their text, and how many lines stand before them.
    #[must_use]
    pub fn portion(name: impl Into<String>, text: String, lines_before: u32, survey: &Survey) -> Arc<Self> {
        Arc::new(Self {
            encoding: survey.encoding,
            byte_order_mark: survey.byte_order_mark,
            lines_before,
            sha256: std::sync::OnceLock::from(survey.sha256.clone()),
            ..Self::new(name.into(), text)
        })
    }

    fn new(name: String, text: String) -> Self {
        Self {
            name,
            text,
            encoding: Encoding::Utf8,
            byte_order_mark: false,
            lines_before: 0,
            lines: std::sync::OnceLock::new(),
            line_ends: std::sync::OnceLock::new(),
            sha256: std::sync::OnceLock::new(),
        }
    }

    /// The text in `span`; empty where the span does not fit the text.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// Line and column of a byte offset.
    #[must_use]
    pub fn position(&self, offset: u32) -> LineColumn {
        let place = self.index().position(&self.text, offset);
        LineColumn { line: place.line.saturating_add(self.lines_before), ..place }
    }

    /// The text of a line (counted from 1), without its line end.
    #[must_use]
    pub fn line(&self, line: u32) -> &str {
        self.index().line(&self.text, line.saturating_sub(self.lines_before))
    }

    /// How the lines of the text end.
    #[must_use]
    pub fn line_ends(&self) -> LineEnds {
        *self.line_ends.get_or_init(|| {
            let mut ends = LineEnds::default();
            let bytes = self.text.as_bytes();
            for (index, byte) in bytes.iter().enumerate() {
                match byte {
                    b'\n' if index > 0 && bytes[index - 1] == b'\r' => ends.crlf += 1,
                    b'\n' => ends.lf += 1,
                    b'\r' if bytes.get(index + 1) != Some(&b'\n') => ends.cr += 1,
                    _ => {}
                }
            }
            ends
        })
    }

    /// SHA-256 of the file's bytes, in lower-case hexadecimal. `None` for a portion of a file that was not surveyed.
    #[must_use]
    pub fn sha256(&self) -> Option<&str> {
        let digest = || {
            let mut hash = Sha256::new();
            if self.byte_order_mark {
                hash.update(BYTE_ORDER_MARK);
            }
            hash.update(self.encoding.encode(&self.text));
            Some(hexadecimal(&hash.finalize()))
        };
        self.sha256.get_or_init(digest).as_deref()
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

/// Bytes in lower-case hexadecimal.
#[must_use]
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
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

#[cfg(test)]
mod tests {
    use super::{LineEnds, SourceFile, Survey};
    use crate::source::{Encoding, LineColumn};

    #[test]
    fn lines_of_a_portion_count_from_the_start_of_the_file() {
        let survey = Survey { encoding: Encoding::Utf8, byte_order_mark: false, sha256: None };
        let file = SourceFile::portion("a.pgn", "one\ntwo\n".to_owned(), 100, &survey);
        assert_eq!(file.position(5), LineColumn { line: 102, column: 2 });
        assert_eq!((file.line(102), file.line(2)), ("two", ""));
        assert_eq!(file.sha256(), None);
    }

    #[test]
    fn digest_and_line_ends() {
        // The value for "abc" in FIPS 180-2.
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(SourceFile::from_text("a", "abc").sha256(), Some(abc));
        let ends = SourceFile::from_text("a", "\n\r\n\r\r\n").line_ends();
        assert_eq!(ends, LineEnds { crlf: 2, lf: 1, cr: 1 });
    }
}
