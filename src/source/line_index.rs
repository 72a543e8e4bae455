//! Byte offsets to lines and columns, counted from 1; columns count characters.

/// Where a place lies for people: both numbers count from 1, columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineColumn {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

/// Start offsets of the lines of a text. A line ends at LF, at CR LF, or at a CR alone.
#[derive(Clone, Debug)]
pub struct LineIndex {
    starts: Vec<u32>,
}

impl LineIndex {
    /// The index of `text`.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        for (offset, &byte) in bytes.iter().enumerate() {
            let ends = byte == b'\n' || (byte == b'\r' && bytes.get(offset + 1) != Some(&b'\n'));
            if ends {
                starts.push(u32::try_from(offset + 1).unwrap_or(u32::MAX));
            }
        }
        Self { starts }
    }

    /// The line and column of an offset; an offset past the end counts as the end.
    #[must_use]
    pub fn position(&self, text: &str, offset: u32) -> LineColumn {
        let line = self.starts.partition_point(|&start| start <= offset).max(1);
        let start = self.starts[line - 1] as usize;
        let mut end = (offset as usize).clamp(start, text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let column = text[start..end].chars().count() + 1;
        LineColumn { line: to_u32(line), column: to_u32(column) }
    }

    /// The text of a line (counted from 1) without its line end; empty past the end.
    #[must_use]
    pub fn line<'t>(&self, text: &'t str, line: u32) -> &'t str {
        let Some(&start) = self.starts.get((line as usize).wrapping_sub(1)) else { return "" };
        let end = self.starts.get(line as usize).map_or(text.len(), |&end| end as usize);
        text[start as usize..end].trim_end_matches(['\r', '\n'])
    }
}

fn to_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::{LineColumn, LineIndex};

    #[test]
    fn all_kinds_of_line_ends_count_once() {
        let text = "a\nb\r\nc\rdé!";
        let index = LineIndex::new(text);
        let at = |offset| index.position(text, offset);
        assert_eq!(at(0), LineColumn { line: 1, column: 1 });
        assert_eq!(at(2), LineColumn { line: 2, column: 1 });
        assert_eq!(at(5), LineColumn { line: 3, column: 1 });
        assert_eq!(at(10), LineColumn { line: 4, column: 3 }, "columns count characters");
        assert_eq!(at(99), LineColumn { line: 4, column: 4 });
        assert_eq!(index.line(text, 2), "b");
        assert_eq!(index.line(text, 4), "dé!");
        assert_eq!(index.line(text, 5), "");
    }
}
