//! Small pieces of text that several formats share.

use std::borrow::Cow;

use crate::diagnostic::{Diagnostic, InputReport, RecordReport, Severity, Summary, Verdict};
use crate::limits::MAX_SHOWN_CHARS;

/// A text from an input as it may stand on a line of its own: control characters, which could end the line or command
/// the terminal, are replaced.
pub(super) fn clean(text: &str) -> Cow<'_, str> {
    if text.chars().any(char::is_control) {
        let visible = |c: char| {
            if c == '\t' {
                ' '
            } else if c.is_control() {
                '\u{FFFD}'
            } else {
                c
            }
        };
        Cow::Owned(text.chars().map(visible).collect())
    } else {
        Cow::Borrowed(text)
    }
}

/// A text shortened to the bound for people, with a mark where it was cut.
pub(super) fn shorten(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(MAX_SHOWN_CHARS) {
        Some((end, _)) => Cow::Owned(format!("{}...", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// A count with its noun: `1 record`, `2 records`.
pub(super) fn count(number: impl Into<u64>, noun: &str) -> String {
    let number = number.into();
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

/// `illegal at ply 41 of 61`, `legal, 12 plies`.
pub(super) fn words(record: &RecordReport) -> String {
    let name = match record.verdict {
        Verdict::LegalAfterRepair => "legal after repair",
        Verdict::AfterTheEnd => "after the end",
        Verdict::CannotCheck => "cannot check",
        other => other.name(),
    };
    let ply = record.findings.iter().filter(|found| found.severity == Severity::Error).find_map(|found| found.ply);
    let words = match (record.verdict, ply) {
        (Verdict::Legal | Verdict::LegalAfterRepair, _) => format!("{name}, {}", plies(u64::from(record.plies))),
        (_, Some(ply)) => format!("{name} at ply {ply} of {}", record.plies),
        _ => name.to_owned(),
    };
    match record.expected {
        None => words,
        Some(true) => format!("as expected: {words}"),
        Some(false) => format!("not as expected: {words}"),
    }
}

fn plies(number: u64) -> String {
    if number == 1 { "1 ply".to_owned() } else { format!("{number} plies") }
}

/// The line of the totals: `3 inputs, 3 records: 2 legal, 1 illegal (61 plies)`.
#[must_use]
pub fn totals(summary: &Summary) -> String {
    let parts = [
        (summary.legal, "legal"),
        (summary.repaired, "legal after repair"),
        (summary.illegal, "illegal"),
        (summary.after_end, "after the end"),
        (summary.ambiguous, "ambiguous"),
        (summary.contradiction, "contradicting"),
        (summary.cannot_check, "not checkable"),
        (summary.unreadable, "unreadable"),
    ];
    let parts: Vec<String> =
        parts.iter().filter(|(number, _)| *number > 0).map(|(number, name)| format!("{number} {name}")).collect();
    let mut line = format!("{}, {}", count(summary.inputs, "input"), count(summary.records, "record"));
    if !parts.is_empty() {
        line.push_str(": ");
        line.push_str(&parts.join(", "));
    }
    if summary.records > 0 {
        line.push_str(&format!(" ({})", plies(summary.plies)));
    }
    line
}

/// What a report says of an input apart from its records: of a rules file, of an input that gave none.
pub(super) struct Own {
    /// The exit status that this gives.
    pub(super) status: u8,
    /// The verdict in words.
    pub(super) words: &'static str,
}

impl Own {
    /// `None` where there is nothing to say beside the records, or the input goes on.
    pub(super) fn of(input: &InputReport) -> Option<Self> {
        let is_silent = input.rules.is_none() && input.findings.is_empty();
        let has_records = !input.part.first || !input.records.is_empty();
        if !input.part.last || (is_silent && has_records) {
            return None;
        }
        let status = input.own_status();
        let words = match (status, input.rules.is_some()) {
            _ if input.expected == Some(true) => "as expected",
            _ if input.expected == Some(false) => "not as expected",
            (0, true) => "usable",
            (3, true) => "needs an outside engine",
            (_, true) => "faulty",
            (0, false) => "read with remarks",
            (3, false) => "cannot check",
            (_, false) => "unreadable",
        };
        Some(Self { status, words })
    }
}

/// `path:line:column: severity[CODE] message`; the path is that of the input where the finding has no place.
pub(super) fn one_line(path: &str, finding: &Diagnostic) -> String {
    let place = match &finding.place {
        Some(place) => {
            let start = place.start();
            format!("{}:{}:{}", clean(&place.file.name), start.line, start.column)
        }
        None => clean(path).into_owned(),
    };
    format!("{place}: {}[{}] {}", finding.severity.name(), finding.code, clean(&finding.message))
}

#[cfg(test)]
mod tests {
    use super::{clean, count, shorten};

    #[test]
    fn control_characters_never_reach_the_terminal() {
        assert_eq!(clean("a\x1b[31mb\nc\td"), "a\u{FFFD}[31mb\u{FFFD}c d");
        assert_eq!(clean("Café"), "Café");
    }

    #[test]
    fn long_texts_are_cut_between_characters() {
        assert_eq!(shorten(&"é".repeat(200)), format!("{}...", "é".repeat(120)));
        assert_eq!(shorten("short"), "short");
    }

    #[test]
    fn counts_have_their_plural() {
        assert_eq!((count(1_u32, "record").as_str(), count(0_u32, "record").as_str()), ("1 record", "0 records"));
    }
}
