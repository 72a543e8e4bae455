//! `--fix`: what can be mended in a record without touching a move.

use crate::diagnostic::{Diagnostic, Fix, InputReport, apply_fixes};
use crate::source::{Encoding, SourceFile};

/// A file that was mended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mended {
    /// The text before.
    pub old: String,
    /// The text after.
    pub new: String,
    /// The bytes of the file after.
    pub bytes: Vec<u8>,
    /// What was mended that a comparison of lines does not show.
    pub remarks: Vec<&'static str>,
}

/// Mends a record's file: the changes that the findings propose (numbers, the tag of the result, the letter case of
/// promotions), one kind of line ends, a last line end, and UTF-8 where the original program does not ask for another
/// encoding. `None` where there is nothing to mend, or the input is no text record.
#[must_use]
pub fn mended(report: &InputReport, bytes: &[u8]) -> Option<Mended> {
    if !matches!(report.format, Some("zsg" | "pgn" | "courier")) || report.is_unreadable() {
        return None;
    }
    let file = SourceFile::from_bytes(report.path.clone(), bytes);
    let of_records = report.records.iter().flat_map(|record| &record.findings);
    let is_here = |finding: &&Diagnostic| {
        // The places of a page are those of the log in it.
        finding.place.as_ref().is_some_and(|place| place.file.text == file.text)
    };
    let fixes: Vec<Fix> =
        report.findings.iter().chain(of_records).filter(is_here).flat_map(|finding| finding.fixes.clone()).collect();
    let mut new = apply_fixes(&file.text, &fixes);
    let mut remarks = Vec::new();
    if let Some(even) = with_even_line_ends(&new) {
        new = even;
        remarks.push("line ends");
    }
    // Saved games belong to a program that knows no UTF-8.
    let encoding = if report.format == Some("zsg") { file.encoding } else { Encoding::Utf8 };
    if encoding != file.encoding {
        remarks.push("encoding");
    }
    let mut mended = if file.byte_order_mark { b"\xEF\xBB\xBF".to_vec() } else { Vec::new() };
    mended.extend(encoding.encode(&new));
    (mended != bytes).then(|| Mended { old: file.text.clone(), new, bytes: mended, remarks })
}

/// The text with the line end that most of its lines have; `None` where all have it.
fn with_even_line_ends(text: &str) -> Option<String> {
    let crlf = text.matches("\r\n").count();
    let (lf, cr) = (text.matches('\n').count() - crlf, text.matches('\r').count() - crlf);
    let end = match (crlf, lf, cr) {
        (crlf, lf, cr) if crlf >= lf && crlf >= cr && crlf > 0 => "\r\n",
        (_, lf, cr) if cr > lf => "\r",
        _ => "\n",
    };
    let even = text.replace("\r\n", "\n").replace('\r', "\n");
    let last = if even.is_empty() || even.ends_with(['\n', '\u{1a}']) { "" } else { end };
    let even = if end == "\n" { even } else { even.replace('\n', end) };
    let even = even + last;
    (even != text).then_some(even)
}

#[cfg(test)]
mod tests {
    use super::with_even_line_ends;

    #[test]
    fn the_commonest_line_end_is_kept() {
        assert_eq!(with_even_line_ends("a\r\nb\nc\r\n").as_deref(), Some("a\r\nb\r\nc\r\n"));
        assert_eq!(with_even_line_ends("a\nb\rc\n").as_deref(), Some("a\nb\nc\n"));
        assert_eq!(with_even_line_ends("a\rb\rc").as_deref(), Some("a\rb\rc\r"));
        assert_eq!(with_even_line_ends("a\nb"), Some("a\nb\n".to_owned()));
        assert_eq!(with_even_line_ends("a\r\nb\r\n"), None);
        assert_eq!(with_even_line_ends(""), None);
    }
}
