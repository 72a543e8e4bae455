//! The few source lines that are shown for a place.
//!
//! Files and lines may be very long, so only what may be seen is handed to the renderer: the lines of the place, without
//! what stands far behind it. The head of a long line is kept, because columns are counted in it; the renderer
//! leaves out what does not fit the terminal.

use std::ops::Range;

use crate::source::Place;

/// Most lines shown of a place that spans several.
const MAX_LINES: u32 = 4;
/// Characters kept from the start of the place on.
const MAX_TAIL: usize = 1_000;

/// Lines to show, with the marked range.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Excerpt {
    /// The lines, joined by LF.
    pub(super) source: String,
    /// Number of the first line.
    pub(super) line: u32,
    /// The marked bytes of `source`.
    pub(super) mark: Range<usize>,
}

impl Excerpt {
    /// The excerpt for a place. A place over more than [`MAX_LINES`] lines is marked in its first line only.
    pub(super) fn new(place: &Place) -> Self {
        let (start, end) = (place.start(), place.end());
        let whole = end.line - start.line < MAX_LINES;
        let last = if whole { end.line } else { start.line };
        let from = byte_of(place.file.line(start.line), start.column);
        let mut source = String::new();
        let mut to = from;
        for line in start.line..=last {
            if line > start.line {
                source.push('\n');
            }
            let text = place.file.line(line);
            let shown = head(text, if line == start.line { from } else { 0 });
            if line == last {
                let end = if whole { byte_of(text, end.column) } else { text.len() };
                to = source.len() + end.min(shown.len());
            }
            source.push_str(shown);
        }
        Self { source, line: start.line, mark: from..to.max(from) }
    }
}

/// A line up to [`MAX_TAIL`] characters behind the byte `from`.
fn head(line: &str, from: usize) -> &str {
    line[from..].char_indices().nth(MAX_TAIL).map_or(line, |(end, _)| &line[..from + end])
}

/// The byte offset of a column (in characters, from 1).
fn byte_of(line: &str, column: u32) -> usize {
    line.char_indices().nth(column as usize - 1).map_or(line.len(), |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::Excerpt;
    use crate::source::{Place, SourceFile, Span};

    fn excerpt(text: &str, start: usize, end: usize) -> Excerpt {
        let file = SourceFile::from_text("x", text);
        Excerpt::new(&Place::new(&file, Span::new(u32::try_from(start).unwrap(), u32::try_from(end).unwrap())))
    }

    #[test]
    fn one_line_is_shown_whole() {
        let found = excerpt("first\nsecond line\nthird", 13, 17);
        assert_eq!(found, Excerpt { source: "second line".into(), line: 2, mark: 7..11 });
    }

    #[test]
    fn a_long_line_is_cut_behind_the_place() {
        let text = format!("{}MARK{}", "é".repeat(5_000), "z".repeat(5_000));
        let found = excerpt(&text, 10_000, 10_004);
        assert_eq!((&found.source[found.mark.clone()], found.source.len()), ("MARK", 11_000));
        assert_eq!(excerpt(&"m".repeat(100_000), 0, 100_000).mark, 0..1_000);
    }

    #[test]
    fn a_few_lines_are_shown_whole_and_many_by_the_first() {
        let found = excerpt("(a\n  b\n c)\n", 0, 10);
        assert_eq!((found.source.as_str(), found.mark), ("(a\n  b\n c)", 0..10));
        let found = excerpt("(a\n\n\n\n\n\n\nb)", 0, 11);
        assert_eq!((found.source.as_str(), found.mark), ("(a", 0..2));
    }

    #[test]
    fn the_end_of_the_text_can_be_marked() {
        let found = excerpt("abc", 3, 3);
        assert_eq!((found.source.as_str(), found.mark), ("abc", 3..3));
        assert_eq!(excerpt("", 0, 0).mark, 0..0);
    }
}
