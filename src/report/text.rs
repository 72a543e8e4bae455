//! Small pieces of text that several formats share.

use std::borrow::Cow;

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
