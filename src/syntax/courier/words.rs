//! The signs and words that move texts are made of.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_till, take_while, take_while1};
use nom::character::complete::{char, satisfy};
use nom::combinator::{opt, recognize, verify};
use nom::sequence::{delimited, terminated};
use nom::{IResult, Parser};

/// Whether a character is blank; the invisible signs of web pages count as blanks.
pub(super) fn is_blank(character: char) -> bool {
    character.is_whitespace() || matches!(character, '\u{200b}' | '\u{ad}' | '\u{feff}' | '\u{1a}')
}

/// Whether a character is a hyphen or one of the signs that take its place in copied text.
pub(super) fn is_dash(character: char) -> bool {
    matches!(character, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}')
}

pub(super) fn is_word(character: char) -> bool {
    !is_blank(character) && !is_dash(character) && !matches!(character, ';' | ',' | '*' | '/' | '{' | '}')
}

pub(super) fn blanks(input: &str) -> IResult<&str, &str> {
    take_while(is_blank).parse(input)
}

pub(super) fn blanks1(input: &str) -> IResult<&str, &str> {
    take_while1(is_blank).parse(input)
}

/// A label or coordinate; braces around it fall away.
pub(super) fn word(input: &str) -> IResult<&str, &str> {
    alt((
        delimited(
            char('{'),
            verify(take_till(|c| c == '}' || c == ';'), |inner: &str| !inner.trim().is_empty()),
            char('}'),
        ),
        take_while1(is_word),
    ))
    .parse(input)
}

pub(super) fn dash(input: &str) -> IResult<&str, &str> {
    recognize(satisfy(is_dash)).parse(input)
}

/// The prefix that the program itself puts before move texts in its code.
pub(super) fn prefix(input: &str) -> IResult<&str, Option<&str>> {
    opt(terminated(tag("MOVE:"), blanks)).parse(input)
}

/// Where the comment starts in a line of move text: at the first `//`.
pub(super) fn comment_start(text: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(found) = memchr::memchr(b'/', &text.as_bytes()[from..]) {
        from += found + 1;
        if text.as_bytes().get(from) == Some(&b'/') {
            return Some(from - 1);
        }
    }
    None
}

pub(super) fn skip(text: &str) -> &str {
    text.trim_start_matches(is_blank)
}

/// A text short enough for a message.
pub(super) fn shorten(text: &str) -> String {
    let text = text.trim_matches(is_blank);
    match text.char_indices().nth(40) {
        Some((cut, _)) => format!("{}...", &text[..cut]),
        None => text.to_owned(),
    }
}

/// Whether a word that is no label before a hyphen is meant as a command: three or more small letters.
pub(super) fn looks_like_command(text: &str) -> bool {
    text.len() >= 3 && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}

#[cfg(test)]
mod tests {
    use super::comment_start;

    #[test]
    fn a_comment_starts_at_two_slashes() {
        assert_eq!(comment_start("P e2-e4 // x"), Some(8));
        assert_eq!(comment_start("P e2-e4"), None);
        assert_eq!((comment_start("a/b/ c//"), comment_start("a /"), comment_start("")), (Some(6), None, None));
    }
}
