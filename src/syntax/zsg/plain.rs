//! The lines that most saved games are made of, read in one go: a number, then moves of pieces, captures, attributes and
//! promotions.
//!
//! What is not exactly as the grammar prints it is left to the parser of all lines, which also tells what is wrong.

use nom::error::{Error, ErrorKind};
use nom::{Err, IResult};

use super::lines::line_end;
use super::words::{Token, span_in};
use super::{Body, Content, Effect, Effects, Line, Word};
use crate::source::Span;

/// The plain line that `text` begins with, and what follows it. The text stands at `base` in its file.
pub(super) fn plain_line(text: &str, base: u32) -> Option<(&str, Line)> {
    let words = Words { text, base };
    let (rest, number) = number(text.as_bytes()).ok()?;
    let (mut rest, _) = literal(b". ")(rest).ok()?;
    let body_start = words.offset(rest);
    let mut effects = Effects::new();
    loop {
        let (after, effect) = words.effect(rest, effects.last()).ok()?;
        effects.push(effect);
        rest = after;
        match literal(b" ")(rest) {
            Ok((after, _)) => rest = after,
            Err(_) => break,
        }
    }
    let body_end = words.offset(rest);
    let (rest, end) = line_end(rest).ok()?;
    let content = Content::Entry {
        number,
        text: span_in(base, body_start, body_end),
        body: Body::Effects { partial: None, effects },
    };
    let span = Span::new(base, span_in(base, body_end, body_end).start);
    Some((&text[words.offset(rest)..], Line { content, span, odd: None, end }))
}

/// The words of a text and their places. Words end before ASCII, so that no character is cut in two.
#[derive(Clone, Copy)]
struct Words<'t> {
    text: &'t str,
    base: u32,
}

impl Words<'_> {
    /// Where the rest of the text begins.
    fn offset(self, rest: &[u8]) -> usize {
        self.text.len() - rest.len()
    }

    /// A name.
    fn name(self, input: &[u8]) -> IResult<&[u8], Word> {
        let (rest, _) = word(input)?;
        let (start, end) = (self.offset(input), self.offset(rest));
        let token = Token { text: &self.text[start..end], span: span_in(self.base, start, end) };
        if token.is_operator() { fail(input) } else { Ok((rest, token.word())) }
    }

    fn number(self, input: &[u8]) -> IResult<&[u8], Word> {
        let (rest, _) = number(input)?;
        let (start, end) = (self.offset(input), self.offset(rest));
        Ok((rest, Word { text: self.text[start..end].into(), span: span_in(self.base, start, end) }))
    }

    /// An effect behind another one or none.
    fn effect<'i>(self, input: &'i [u8], before: Option<&Effect>) -> IResult<&'i [u8], Effect> {
        match input {
            [b'@', b' ', rest @ ..] => {
                let (rest, at) = self.name(rest)?;
                let (rest, number) = self.number(literal(b" ")(rest)?.0)?;
                let (rest, value) = self.number(literal(b" ")(rest)?.0)?;
                Ok((rest, Effect::Attribute { at, number, value }))
            }
            [b'x', b' ', rest @ ..] => {
                let (rest, at) = self.name(rest)?;
                Ok((rest, Effect::Capture { at }))
            }
            [b'=', b' ', rest @ ..] if matches!(before, Some(Effect::Move { .. })) => {
                let (rest, value) = self.name(rest)?;
                // A list of places is for the parser of all lines.
                if rest.starts_with(b" on") { fail(rest) } else { Ok((rest, Effect::Change { value, at: Vec::new() })) }
            }
            _ => self.walk(input, before.is_none()),
        }
    }

    /// `Piece from - to`, `Piece from x to`
    fn walk(self, input: &[u8], is_first: bool) -> IResult<&[u8], Effect> {
        let (rest, piece) = self.name(input)?;
        if is_first && piece.text == "partial" {
            return fail(input);
        }
        let (rest, from) = self.name(literal(b" ")(rest)?.0)?;
        let (rest, occupied) = match rest {
            [b' ', b'-', b' ', rest @ ..] => (rest, false),
            [b' ', b'x', b' ', rest @ ..] => (rest, true),
            _ => return fail(rest),
        };
        let (rest, to) = self.name(rest)?;
        Ok((rest, Effect::Move { piece, from, occupied, to }))
    }
}

/// Neither blanks nor control characters.
fn word(input: &[u8]) -> IResult<&[u8], &[u8]> {
    match input.iter().position(|byte| *byte <= b' ').unwrap_or(input.len()) {
        0 => fail(input),
        end => Ok((&input[end..], &input[..end])),
    }
}

/// Digits without leading zeros; so few that they are a number below 2^32.
fn number(input: &[u8]) -> IResult<&[u8], u32> {
    const MAX_DIGITS: usize = 9;
    let digits = input.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 0 || digits > MAX_DIGITS || (digits > 1 && input[0] == b'0') {
        return fail(input);
    }
    let value = input[..digits].iter().fold(0, |value, digit| value * 10 + u32::from(digit - b'0'));
    Ok((&input[digits..], value))
}

fn literal(expected: &[u8]) -> impl Fn(&[u8]) -> IResult<&[u8], ()> + '_ {
    move |input| input.strip_prefix(expected).map_or_else(|| fail(input), |rest| Ok((rest, ())))
}

/// The line is not plain.
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
        let (rest, line) = plain_line("12. Läufer c1 x g5\r\n13. x", 100).unwrap();
        assert_eq!((rest, line.end, line.span.start, line.span.end), ("13. x", LineEnd::CrLf, 100, 119));
        let Content::Entry { number: 12, text, body: Body::Effects { partial: None, effects } } = line.content else {
            panic!("an entry");
        };
        assert_eq!((text.start, text.end), (104, 119));
        let [Effect::Move { piece, from, occupied: true, to }] = &effects[..] else { panic!("one move") };
        assert_eq!((piece.text.as_str(), from.text.as_str(), to.text.as_str()), ("Läufer", "c1", "g5"));
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
            "1. Pawn a2 - a3 = Queen on a3\n",
            "1. Pawn a2 - a3 x b4 = Queen\n",
            "1. Pawn a2 - a3 @ a3 01 0\n",
            "1. Pawn a2 - a3 @ a3 0\n",
            "1. Pawn a2 - a3 x \n",
            "1. White Pawn a3\n",
            "1. partial 2 - a3\n",
            "1. x a2 - a3\n",
            "1. Pawn x - a3\n",
            "1. Pawn a2 - =\n",
            "1. Pass\n",
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
            "10. x a1 x b1",
            "120. K\u{f6}nig \u{e4}1 - \u{df}2",
        ] {
            let read = |text: &str| {
                let file = SourceFile::from_text("a.zsg", format!("{HEAD}(x z9)\n{text}"));
                let game = zsg::parse(&file, &mut Diagnostics::new()).unwrap();
                game.lines.last().unwrap().content.clone()
            };
            assert_eq!(read(line), read(&format!("{line} ")), "{line}");
        }
    }
}
