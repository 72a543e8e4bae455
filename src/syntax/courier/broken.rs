//! What is wrong with texts that do not follow the grammar.

use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case};
use nom::{IResult, Parser};

use super::words::{is_dash, is_word, skip, word};

/// What is wrong with a part, before the place is worked out: the rest of the input where it is, its length, and why.
pub(super) struct Broken<'t> {
    pub(super) at: &'t str,
    pub(super) length: usize,
    pub(super) message: String,
    pub(super) help: Option<String>,
}

impl<'t> Broken<'t> {
    pub(super) fn new(at: &'t str, length: usize, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { at, length, message: message.into(), help: Some(help.into()) }
    }
}

/// Help for all texts of unknown shape.
pub(super) const SHAPES: &str =
    "write a move as `LABEL from-to`, a promotion as `; LABEL-coord`, a removal as `@-coord`, a drop as `LABEL*coord`";

/// A sign behind a complete part that starts nothing new.
pub(super) fn misplaced_sign(rest: &str) -> Option<Broken<'_>> {
    let at = skip(rest);
    let sign = at.chars().next()?;
    if is_dash(sign) {
        return Some(Broken::new(
            at,
            sign.len_utf8(),
            "a second hyphen stands in one part",
            "separate the steps by `;`, each with its origin",
        ));
    }
    if matches!(sign, '*' | '/' | '{' | '}') && word(at).is_err() {
        return Some(Broken::new(at, sign.len_utf8(), format!("`{sign}` cannot stand here"), SHAPES));
    }
    None
}

/// Whether the text starts with castling in the signs of other notations: their length.
pub(super) fn castling_signs(text: &str) -> Option<usize> {
    fn sign(input: &str) -> IResult<&str, &str> {
        alt((tag_no_case("O-O-O"), tag("0-0-0"), tag_no_case("O-O"), tag("0-0"))).parse(input)
    }
    let (rest, found) = sign(text).ok()?;
    (!rest.starts_with(is_word)).then_some(found.len())
}

/// Says where the hyphen should be, when the text looks like two coordinates.
pub(super) fn expected_hyphen(text: &str) -> String {
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let digits = text[letters..].bytes().take_while(u8::is_ascii_digit).count();
    let first = letters + digits;
    if letters > 0 && digits > 0 && first < text.len() {
        format!("a hyphen is expected after `{}`", &text[..first])
    } else {
        "a hyphen and the destination are expected after the origin".into()
    }
}
