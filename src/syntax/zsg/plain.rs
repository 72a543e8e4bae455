//! The entries that most saved games are made of, read in one go and without a copy: moves of pieces, captures,
//! attributes and promotions.
//!
//! What is not exactly as the grammar prints it is left to the parser of all lines, which also tells what is wrong.

use nom::error::{Error, ErrorKind};
use nom::{Err, IResult};
use smallvec::SmallVec;

use super::lines::{LineEnd, line_end};
use super::words::{Token, span_in};
use super::{Body, Content, Effect, Line, Word};
use crate::source::Span;

/// What an entry says, in the words of its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainEntry<'t> {
    /// The number after `partial`, if it is a partial move.
    pub partial: Option<u32>,
    /// The effects, in order; none for a pass.
    pub effects: SmallVec<[PlainEffect<'t>; 2]>,
}

/// One effect in the words of its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlainEffect<'t> {
    /// `Piece from - to`, `Piece from x to`
    Move {
        /// The piece.
        piece: &'t str,
        /// Its start.
        from: &'t str,
        /// Whether the sign is `x`.
        occupied: bool,
        /// Its end.
        to: &'t str,
    },
    /// `Player Piece pos`
    Create {
        /// The owner.
        player: &'t str,
        /// The type.
        piece: &'t str,
        /// The cell.
        at: &'t str,
    },
    /// `x pos`
    Capture {
        /// The cell.
        at: &'t str,
    },
    /// `= Name` directly after a move, `= Name on pos`
    Change {
        /// The type or owner.
        value: &'t str,
        /// The cell; the destination of the move just before where it is not written.
        at: Option<&'t str>,
    },
    /// `@ pos number value`
    Attribute {
        /// The cell.
        at: &'t str,
        /// The attribute's number.
        number: &'t str,
        /// Its value.
        value: &'t str,
    },
}

/// The line of an entry: its number and, unread, what the entry says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryLine<'t> {
    /// Its number.
    pub number: u32,
    /// The text after the number.
    pub body: &'t str,
    /// How the line ends.
    pub end: LineEnd,
}

/// The line of an entry that `text` begins with, and what follows it.
#[must_use]
pub fn entry_line(text: &str) -> Option<(&str, EntryLine<'_>)> {
    let (rest, number) = number(text.as_bytes()).ok()?;
    let rest = rest.strip_prefix(b". ")?;
    let start = text.len() - rest.len();
    let length = memchr::memchr2(b'\r', b'\n', rest).unwrap_or(rest.len());
    let (rest, end) = line_end(&rest[length..]).ok()?;
    Some((&text[text.len() - rest.len()..], EntryLine { number, body: &text[start..start + length], end }))
}

/// What an entry says, if it is plain: `body` is all of its line behind the number.
#[must_use]
pub fn plain_entry(body: &str) -> Option<PlainEntry<'_>> {
    let words = Words(body);
    let mut rest = body.as_bytes();
    if rest == b"Pass" {
        return Some(PlainEntry { partial: None, effects: SmallVec::new() });
    }
    let mut partial = None;
    if let Some(after) = rest.strip_prefix(b"partial ") {
        let (after, value) = self::number(after).ok()?;
        (partial, rest) = (Some(value), after.strip_prefix(b" ")?);
    }
    let mut effects = SmallVec::new();
    loop {
        let (after, effect) = words.effect(rest, effects.last()).ok()?;
        effects.push(effect);
        match after {
            [] => return Some(PlainEntry { partial, effects }),
            [b' ', after @ ..] => rest = after,
            _ => return None,
        }
    }
}

/// The plain line that `text` begins with, and what follows it. The text stands at `base` in its file.
pub(super) fn plain_line(text: &str, base: u32) -> Option<(&str, Line)> {
    let (rest, line) = entry_line(text)?;
    let entry = plain_entry(line.body)?;
    let span = |word: &str| {
        let start = word.as_ptr().addr() - text.as_ptr().addr();
        span_in(base, start, start + word.len())
    };
    let word = |text: &str| Word { text: text.into(), span: span(text) };
    let effect = |effect: &PlainEffect<'_>| match *effect {
        PlainEffect::Move { piece, from, occupied, to } => {
            Effect::Move { piece: word(piece), from: word(from), occupied, to: word(to) }
        }
        PlainEffect::Create { player, piece, at } => {
            Effect::Create { player: word(player), piece: word(piece), at: word(at) }
        }
        PlainEffect::Capture { at } => Effect::Capture { at: word(at) },
        PlainEffect::Change { value, at } => {
            Effect::Change { value: word(value), at: at.map(word).into_iter().collect() }
        }
        PlainEffect::Attribute { at, number, value } => {
            Effect::Attribute { at: word(at), number: word(number), value: word(value) }
        }
    };
    let body = if entry.effects.is_empty() {
        Body::Pass
    } else {
        Body::Effects { partial: entry.partial, effects: entry.effects.iter().map(effect).collect() }
    };
    let whole = span(line.body);
    let content = Content::Entry { number: line.number, text: whole, body };
    Some((rest, Line { content, span: Span::new(base, whole.end), odd: None, end: line.end }))
}

/// A text and the words in it. Words end before ASCII, so that no character is cut in two.
#[derive(Clone, Copy)]
struct Words<'t>(&'t str);

impl<'t> Words<'t> {
    /// Where the rest of the text begins.
    fn offset(self, rest: &[u8]) -> usize {
        self.0.len() - rest.len()
    }

    /// A name.
    fn name(self, input: &'t [u8]) -> IResult<&'t [u8], &'t str> {
        let rest = match input.iter().position(|byte| *byte <= b' ').unwrap_or(input.len()) {
            0 => return fail(input),
            end => &input[end..],
        };
        let token = Token { text: &self.0[self.offset(input)..self.offset(rest)], span: Span::default() };
        if token.is_operator() { fail(input) } else { Ok((rest, token.text)) }
    }

    fn number(self, input: &'t [u8]) -> IResult<&'t [u8], &'t str> {
        let (rest, _) = number(input)?;
        Ok((rest, &self.0[self.offset(input)..self.offset(rest)]))
    }

    /// An effect behind another one or none.
    fn effect(self, input: &'t [u8], before: Option<&PlainEffect<'t>>) -> IResult<&'t [u8], PlainEffect<'t>> {
        match input {
            [b'@', b' ', rest @ ..] => {
                let (rest, at) = self.name(rest)?;
                let (rest, number) = self.number(blank(rest)?.0)?;
                let (rest, value) = self.number(blank(rest)?.0)?;
                Ok((rest, PlainEffect::Attribute { at, number, value }))
            }
            [b'x', b' ', rest @ ..] => {
                let (rest, at) = self.name(rest)?;
                Ok((rest, PlainEffect::Capture { at }))
            }
            [b'=', b' ', rest @ ..] => {
                let (rest, value) = self.name(rest)?;
                let Some(place) = rest.strip_prefix(b" on ") else {
                    let follows_move = matches!(before, Some(PlainEffect::Move { .. })) && !rest.starts_with(b" on");
                    return if follows_move { Ok((rest, PlainEffect::Change { value, at: None })) } else { fail(rest) };
                };
                let (rest, at) = self.name(place)?;
                // Further names may be places too: such a list is for the parser of all lines.
                match rest {
                    [] | [b'\r' | b'\n', ..] | [b' ', b'@' | b'x' | b'=', b' ', ..] => {
                        Ok((rest, PlainEffect::Change { value, at: Some(at) }))
                    }
                    _ => fail(rest),
                }
            }
            _ => self.walk(input, before.is_none()),
        }
    }

    /// `Piece from - to`, `Piece from x to`; as the first effect also `Player Piece pos`.
    fn walk(self, input: &'t [u8], is_first: bool) -> IResult<&'t [u8], PlainEffect<'t>> {
        let (rest, piece) = self.name(input)?;
        let (rest, from) = self.name(blank(rest)?.0)?;
        let (rest, occupied) = match rest {
            [b' ', b'-', b' ', rest @ ..] => (rest, false),
            [b' ', b'x', b' ', rest @ ..] => (rest, true),
            [b' ', rest @ ..] if is_first => {
                let (rest, at) = self.name(rest)?;
                return Ok((rest, PlainEffect::Create { player: piece, piece: from, at }));
            }
            _ => return fail(rest),
        };
        let (rest, to) = self.name(rest)?;
        Ok((rest, PlainEffect::Move { piece, from, occupied, to }))
    }
}

fn blank(input: &[u8]) -> IResult<&[u8], ()> {
    input.strip_prefix(b" ").map_or_else(|| fail(input), |rest| Ok((rest, ())))
}

/// Digits without leading zeros; so few that they are a number below 2^32.
#[inline]
fn number(input: &[u8]) -> IResult<&[u8], u32> {
    const MAX_DIGITS: usize = 9;
    let (mut value, mut digits) = (0_u32, 0);
    for byte in input {
        let digit = u32::from(byte.wrapping_sub(b'0'));
        if digit > 9 || digits > MAX_DIGITS {
            break;
        }
        value = value.wrapping_mul(10).wrapping_add(digit);
        digits += 1;
    }
    if digits == 0 || digits > MAX_DIGITS || (digits > 1 && input[0] == b'0') {
        return fail(input);
    }
    Ok((&input[digits..], value))
}

/// The entry is not plain.
fn fail<T>(input: &[u8]) -> IResult<&[u8], T> {
    Err(Err::Error(Error::new(input, ErrorKind::Verify)))
}

#[cfg(test)]
mod tests {
    use super::plain_line;
    use crate::diagnostic::Diagnostics;
    use crate::source::SourceFile;
    use crate::syntax::zsg::{self, Body, Content, Effect, LineEnd};

    const HEAD: &str = "Zillions Save Game File Version 0.02 HC\nRulesFile=A.zrf\nVariantName=A\n";

    #[test]
    fn a_plain_line_is_read_with_its_places() {
        let (rest, line) = plain_line("12. L\u{e4}ufer c1 x g5\r\n13. x", 100).unwrap();
        assert_eq!((rest, line.end, line.span.start, line.span.end), ("13. x", LineEnd::CrLf, 100, 119));
        let Content::Entry { number: 12, text, body: Body::Effects { partial: None, effects } } = line.content else {
            panic!("an entry");
        };
        assert_eq!((text.start, text.end), (104, 119));
        let [Effect::Move { piece, from, occupied: true, to }] = &effects[..] else { panic!("one move") };
        assert_eq!((piece.text.as_str(), from.text.as_str(), to.text.as_str()), ("L\u{e4}ufer", "c1", "g5"));
        assert_eq!((piece.span.start, from.span.start, to.span.start, to.span.end), (104, 112, 117, 119));
    }

    #[test]
    fn what_is_not_plain_is_left_to_the_parser_of_all_lines() {
        for text in [
            "01. Pawn a2 - a3\n",
            "1. Pawn  a2 - a3\n",
            "1. Pawn a2 - a3 \n",
            "1. Pawn a2\t- a3\n",
            "1. Pawn a2 - a3 flip b4\n",
            "1. Pawn a2 - a3 = Queen on a3 b3\n",
            "1. Pawn a2 - a3 = Queen on\n",
            "1. Pawn a2 - a3 = Queen on a3 flip b3\n",
            "1. = Queen\n",
            "1. Pawn a2 - a3 x b4 = Queen\n",
            "1. Pawn a2 - a3 @ a3 01 0\n",
            "1. Pawn a2 - a3 @ a3 0\n",
            "1. Pawn a2 - a3 x \n",
            "1. Pawn a2 - a3 White Pawn a3\n",
            "1. partial 2 Pass\n",
            "1. partial 02 Man a1 - a3\n",
            "1. partial Man a1\n",
            "1. partial 2 - a3\n",
            "1. x a2 - a3\n",
            "1. Pawn x - a3\n",
            "1. Pawn a2 - =\n",
            "1.Pawn a2 - a3\n",
            "4294967295. Pawn a2 - a3\n",
            "1. Pawn a2 - a3\u{1a}\n",
            "(x a1)\n",
            "",
        ] {
            assert!(plain_line(text, 0).is_none(), "{text:?}");
        }
    }

    /// A line is read the same when something that counts as a remark only makes it no plain one.
    #[test]
    fn both_ways_read_the_same() {
        for line in [
            "1. Pawn e2 - e4",
            "7. Queen d1 x d8",
            "8. King e1 - g1 Rook h1 - f1 @ g1 0 0 @ f1 0 0",
            "9. Pawn e5 - d6 x d5",
            "9. Pawn e7 x d8 = Queen",
            "9. Man a1 - a2 = Queen x b1 @ b2 12 1",
            "9. Man a1 x b2 = Queen on b2",
            "9. Man a1 x c3 x b2 = Queen on c3 @ c3 0 1 = Man on d4 x d4",
            "9. = East on c2",
            "10. x a1 x b1",
            "11. White Pawn e4",
            "11. White Pawn e4 x d5 Rook a1 - a2",
            "12. Pass",
            "12. Passer a1 - a2",
            "13. partial 2 Man c3 - e5 x d4",
            "120. K\u{f6}nig \u{e4}1 - \u{df}2",
        ] {
            assert!(plain_line(line, 0).is_some(), "{line}");
            let read = |text: &str| {
                let file = SourceFile::from_text("a.zsg", format!("{HEAD}(x z9)\n{text}"));
                let game = zsg::parse(&file, &mut Diagnostics::new()).unwrap();
                game.lines.last().unwrap().content.clone()
            };
            let plain = read(line);
            let general = read(&format!("{line} "));
            assert_eq!(plain, general, "{line}");
        }
    }
}
