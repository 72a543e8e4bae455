//! The lines that most logs are made of, read in one go: a number, perhaps a label, and two words with a hyphen.
//!
//! Everything else is left to the reader of all lines, which also tells what is odd or wrong.

use nom::error::{Error, ErrorKind};
use nom::{Err, IResult};
use smallvec::smallvec;

use super::text::MappedText;
use super::tree::{Command, HalfMove, MoveNumber, MoveText, Part, Turn};
use crate::syntax::zsg::Word;

/// The half-move of a plain line, which stands at `start` in the mapped text.
pub(super) fn plain_line(mapped: &MappedText, start: usize, line: &str) -> Option<HalfMove> {
    let input = line.as_bytes();
    let (text, number) = number(input).ok()?;
    let (rest, first) = word(text).ok()?;
    let (label, at, left, rest) = match rest {
        [b'-', rest @ ..] => (None, text, first, rest),
        [b' ', at @ ..] => match word(at).ok()? {
            ([b'-', rest @ ..], left) => (Some(first), at, left, rest),
            _ => return None,
        },
        _ => return None,
    };
    let (end, right) = word(rest).ok()?;
    // Castling in the signs of other notations looks like this, and so do words that are commands.
    let is_command = |label: &[u8]| std::str::from_utf8(label).is_ok_and(|label| Command::find(label).is_some());
    if !end.is_empty() || label.is_some_and(is_command) || (label.is_none() && matches!(left, b"O" | b"o" | b"0")) {
        return None;
    }
    let whole = mapped.span(start, start + line.len());
    let offset = |rest: &[u8]| line.len() - rest.len();
    let node = |rest: &[u8], length: usize| {
        let from = offset(rest);
        Word { text: line[from..from + length].into(), span: mapped.span(start + from, start + from + length) }
    };
    let part = Part::Hyphen {
        label: label.map(|label| node(text, label.len())),
        left: node(at, left.len()),
        right: Some(node(rest, right.len())),
    };
    Some(HalfMove {
        number: Some(number),
        span: whole,
        text: mapped.span(start + offset(text), start + line.len()),
        parts: MoveText { parts: smallvec![part] },
        fault: None,
        notes: Vec::new(),
        comment: None,
    })
}

/// `12. `, `12... `
fn number(input: &[u8]) -> IResult<&[u8], MoveNumber> {
    const MAX_DIGITS: usize = 9;
    let digits = input.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if !(1..=MAX_DIGITS).contains(&digits) {
        return fail(input);
    }
    let value = input[..digits].iter().fold(0, |value, digit| value * 10 + u32::from(digit - b'0'));
    match &input[digits..] {
        [b'.', b' ', rest @ ..] => Ok((rest, MoveNumber { value, turn: Turn::First })),
        [b'.', b'.', b'.', b' ', rest @ ..] => Ok((rest, MoveNumber { value, turn: Turn::Other })),
        _ => fail(input),
    }
}

/// Letters and digits.
fn word(input: &[u8]) -> IResult<&[u8], &[u8]> {
    match input.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(input.len()) {
        0 => fail(input),
        end => Ok((&input[end..], &input[..end])),
    }
}

/// The line is not plain.
fn fail<T>(input: &[u8]) -> IResult<&[u8], T> {
    Err(Err::Error(Error::new(input, ErrorKind::Verify)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::plain_line;
    use crate::syntax::courier::text::MappedText;
    use crate::syntax::courier::tree::{HalfMove, Item};

    fn plain(line: &str) -> Option<HalfMove> {
        plain_line(&MappedText::verbatim(line, 0), 0, line)
    }

    /// The half-move as the reader of all lines gives it: a semicolon behind it makes the line no plain one.
    fn by_the_general_reader(line: &str) -> Option<HalfMove> {
        let line = format!("{line};");
        match &super::super::lines::read_lines(&MappedText::verbatim(&line, 0), 0)[..] {
            [Item::HalfMove(half)] => Some(half.clone()),
            _ => None,
        }
    }

    #[test]
    fn what_is_not_plain_is_left_to_the_general_reader() {
        for line in [
            "1. O-O",
            "1. 0-0",
            "1. move e2-e4",
            "1. RESIGN e2-e4",
            "1.P e2-e4",
            "1. P e2 - e4",
            "1. P e2-e4;",
            "1. P e2-",
            "1. P*e4",
            "1. P e2-e4 // x",
            "1. P e2-e4-e5",
            "1. P e2-e4 p e7-e5",
            "1. +P e2-e4",
            "1.. P e2-e4",
            "P e2-e4",
            "",
        ] {
            assert!(plain(line).is_none(), "{line}");
        }
    }

    proptest! {
        #[test]
        fn both_readers_read_the_same(
            line in "[0-9]{1,3}([.]|[.]{3}) ((P|n|.CBW|say|drawn|move|O|0|12|x) )?([a-h][1-8]|dest|O|0|q)-([a-h][1-8]|O|0|P|e4e5)"
        ) {
            if let Some(half) = plain(&line) {
                let general = by_the_general_reader(&line);
                prop_assert_eq!(general.map(|general| (general.number, general.parts, general.fault, general.notes)),
                    Some((half.number, half.parts, half.fault, half.notes)));
                prop_assert_eq!((half.span.start, half.span.end as usize), (0, line.len()));
                prop_assert_eq!(half.text.end as usize, line.len());
            }
        }
    }
}
