//! The words of a line and the small things they are made of.

use nom::bytes::complete::take_while1;
use nom::character::complete::digit1;
use nom::combinator::all_consuming;
use nom::{IResult, Parser};
use smallvec::SmallVec;

use super::Word;
use crate::source::Span;

/// Why a line cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// The word at fault.
    pub span: Span,
    /// What is wrong and what was expected.
    pub message: String,
}

impl Trouble {
    pub(super) fn new(span: Span, message: impl Into<String>) -> Self {
        Self { span, message: message.into() }
    }
}

/// A word as it stands in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'t> {
    pub(super) text: &'t str,
    pub(super) span: Span,
}

impl Token<'_> {
    pub(super) fn word(self) -> Word {
        Word { text: self.text.into(), span: self.span }
    }

    /// Words that mean something of their own and are no names (`spec/zsg.md` 3).
    pub(super) fn is_operator(self) -> bool {
        matches!(self.text, "x" | "=" | "@" | "flip" | "-")
    }
}

pub(super) const fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t')
}

/// A range of a line that starts at `base` in its text.
pub(super) fn span_in(base: u32, start: usize, end: usize) -> Span {
    let offset = |offset: usize| base.saturating_add(u32::try_from(offset).unwrap_or(u32::MAX));
    Span::new(offset(start), offset(end))
}

// Blanks are ASCII: bytes tell words apart as well as characters do, and faster.

fn word(input: &[u8]) -> IResult<&[u8], &[u8]> {
    take_while1(|byte| !is_blank(char::from(byte))).parse(input)
}

fn blanks(input: &[u8]) -> IResult<&[u8], &[u8]> {
    take_while1(|byte| is_blank(char::from(byte))).parse(input)
}

/// The words of a line; most lines have few.
pub(super) type Tokens<'t> = SmallVec<[Token<'t>; 8]>;

/// The words of a text, which single blanks separate. `base` is the offset of the text in its file.
pub(super) fn words(text: &str, base: u32) -> Result<Tokens<'_>, Trouble> {
    let mut tokens = Tokens::new();
    let mut rest = text.as_bytes();
    while !rest.is_empty() {
        let start = text.len() - rest.len();
        if let Ok((after, found)) = word(rest) {
            let end = start + found.len();
            tokens.push(Token { text: &text[start..end], span: span_in(base, start, end) });
            rest = after;
        } else if let Ok((after, gap)) = blanks(rest) {
            if gap != b" " || tokens.is_empty() || after.is_empty() {
                let message = match (tokens.is_empty(), gap.contains(&b'\t')) {
                    (true, _) => "a word is expected here, not a blank",
                    (false, true) => "a single blank is expected here, not a tab",
                    (false, false) => "a single blank is expected here, not several",
                };
                return Err(Trouble::new(span_in(base, start, start + gap.len()), message));
            }
            rest = after;
        }
    }
    Ok(tokens)
}

/// A number as the grammar has it: digits without leading zeros.
pub(super) fn number(text: &str) -> Option<u32> {
    let (_, digits) = all_consuming(digit1::<&[u8], nom::error::Error<&[u8]>>).parse(text.as_bytes()).ok()?;
    if digits.len() > 1 && digits[0] == b'0' { None } else { text.parse().ok() }
}

#[cfg(test)]
mod tests {
    use super::{number, words};
    use crate::source::Span;

    #[test]
    fn words_know_their_places() {
        let found = words("Pawn e2", 3).unwrap();
        assert_eq!((found[1].text, found[1].span), ("e2", Span::new(8, 10)));
        assert!(words("", 3).is_ok_and(|words| words.is_empty()));
    }

    #[test]
    fn only_single_blanks_separate() {
        assert_eq!(words("Pawn  e2", 3).unwrap_err().span, Span::new(7, 9));
        assert_eq!(words(" Pawn", 3).unwrap_err().span, Span::new(3, 4));
        assert!(words("Pawn\te2", 3).unwrap_err().message.contains("tab"));
    }

    #[test]
    fn numbers_have_no_leading_zeros() {
        assert_eq!((number("0"), number("120"), number("01")), (Some(0), Some(120), None));
        assert_eq!((number(""), number("-1"), number("4294967296")), (None, None, None));
    }
}
