//! The text of a move line after its number: a pass, or effects (`spec/zsg.md` 2 and 3).

use super::words::{Token, Trouble, number, words};
use super::{Effect, Effects, Word};
use crate::source::Span;

/// What a move line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// `Pass`
    Pass,
    /// A move, whole or partial.
    Effects {
        /// The number after `partial`, if it is a partial move.
        partial: Option<u32>,
        /// The effects, in order; at least one.
        effects: Effects,
    },
}

/// The names of a game, for the one place that the grammar alone does not decide: the words after `on`.
#[derive(Clone, Copy)]
pub struct Names<'a> {
    /// Whether a cell has this name.
    pub is_cell: &'a dyn Fn(&str) -> bool,
    /// Whether a piece type has this name.
    pub is_piece: &'a dyn Fn(&str) -> bool,
}

impl std::fmt::Debug for Names<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Names").finish_non_exhaustive()
    }
}

/// Reads the text of a move line after its number. `base` is the offset of the text in its file; spans count from
/// there. Without `names` the words after `on` are told apart by their shape.
///
/// # Errors
///
/// The first word that does not fit the grammar, with what was expected.
pub fn parse_body(text: &str, base: u32, names: Option<Names<'_>>) -> Result<Body, Trouble> {
    let tokens = words(text, base)?;
    let Some(first) = tokens.first() else {
        return Err(Trouble::new(Span::at(base), "a move or `Pass` is expected after the number"));
    };
    if tokens.len() == 1 && first.text == "Pass" {
        return Ok(Body::Pass);
    }
    let mut reader = Reader { tokens: &tokens, at: 0, names };
    let partial = reader.partial()?;
    let mut effects = Effects::new();
    while reader.at < tokens.len() || effects.is_empty() {
        let effect = reader.effect(effects.last())?;
        effects.push(effect);
    }
    Ok(Body::Effects { partial, effects })
}

struct Reader<'t> {
    tokens: &'t [Token<'t>],
    at: usize,
    names: Option<Names<'t>>,
}

impl Reader<'_> {
    fn peek(&self, ahead: usize) -> Option<&str> {
        self.tokens.get(self.at + ahead).map(|token| token.text)
    }

    /// The next word, whatever it is.
    fn next(&mut self, expected: &str) -> Result<Token<'_>, Trouble> {
        let Some(&token) = self.tokens.get(self.at) else {
            let message = match self.at.checked_sub(1).and_then(|last| self.tokens.get(last)) {
                Some(last) => (last.span, format!("{expected} is expected after `{}`", last.text)),
                None => (Span::default(), format!("{expected} is expected")),
            };
            return Err(Trouble::new(message.0, message.1));
        };
        self.at += 1;
        Ok(token)
    }

    /// The next word, which must be a name.
    fn name(&mut self, expected: &str) -> Result<Word, Trouble> {
        let token = self.next(expected)?;
        if token.is_operator() {
            return Err(Trouble::new(token.span, format!("{expected} is expected here, not `{}`", token.text)));
        }
        Ok(token.word())
    }

    fn number(&mut self, expected: &str) -> Result<(u32, Word), Trouble> {
        let token = self.next(expected)?;
        match number(token.text) {
            Some(value) => Ok((value, token.word())),
            None => Err(Trouble::new(token.span, format!("{expected} is expected here, not `{}`", token.text))),
        }
    }

    fn partial(&mut self) -> Result<Option<u32>, Trouble> {
        if self.peek(0) != Some("partial") {
            return Ok(None);
        }
        self.at += 1;
        Ok(Some(self.number("the number of a move type")?.0))
    }

    fn effect(&mut self, before: Option<&Effect>) -> Result<Effect, Trouble> {
        match self.peek(0) {
            Some("x") => {
                self.at += 1;
                Ok(Effect::Capture { at: self.name("a position")? })
            }
            Some("=") => {
                self.at += 1;
                self.change(before)
            }
            Some("@") => {
                self.at += 1;
                Ok(Effect::Attribute {
                    at: self.name("a position")?,
                    number: self.number("the number of an attribute")?.1,
                    value: self.number("0 or 1")?.1,
                })
            }
            Some("flip") => {
                self.at += 1;
                Ok(Effect::Flip { at: self.name("a position")? })
            }
            _ if matches!(self.peek(2), Some("-" | "x")) => {
                let piece = self.name("a piece")?;
                let from = self.name("a position")?;
                let occupied = self.next("`-` or `x`")?.text == "x";
                Ok(Effect::Move { piece, from, occupied, to: self.name("a position")? })
            }
            _ => {
                let first = self.name("a piece or a player")?;
                let second = self.name("a position or a piece")?;
                let at = self.name("`-`, `x` or a position")?;
                Ok(Effect::Create { player: first, piece: second, at })
            }
        }
    }

    fn change(&mut self, before: Option<&Effect>) -> Result<Effect, Trouble> {
        let value = self.name("a piece or a player")?;
        let mut at = Vec::new();
        if self.peek(0) == Some("on") {
            self.at += 1;
            at.push(self.name("a position")?);
            while self.list_goes_on() {
                at.push(self.name("a position")?);
            }
        } else if !matches!(before, Some(Effect::Move { .. } | Effect::Create { .. })) {
            let message = "`on` and a position are expected after it, because no move stands directly before";
            return Err(Trouble::new(value.span, message));
        }
        Ok(Effect::Change { value, at })
    }

    /// Whether the next word belongs to the positions after `on`: it is one, and no move or create starts there.
    fn list_goes_on(&self) -> bool {
        let rest = &self.tokens[self.at..];
        let Some(first) = rest.first().filter(|first| !first.is_operator()) else { return false };
        let run = rest.iter().take_while(|token| !token.is_operator()).count();
        let sign = rest.get(run).map(|token| token.text).filter(|text| matches!(*text, "-" | "x"));
        let starts_move = run == 2 && sign.is_some() && rest.len() > 3;
        match self.names {
            Some(names) => (names.is_cell)(first.text) && !(starts_move && (names.is_piece)(first.text)),
            None => {
                // Three names make a create where what follows them can be read too: more creates, or a move.
                let creates = |words: usize| words.is_multiple_of(3);
                let starts_create = run >= 3
                    && match sign {
                        Some("-") => creates(run - 2),
                        Some(_) => creates(run) || creates(run - 2),
                        None => creates(run),
                    };
                !starts_move && !starts_create
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Body, Names, parse_body};
    use crate::source::Span;
    use crate::syntax::zsg::{Effect, Effects, print_body};

    fn effects(text: &str) -> Effects {
        match parse_body(text, 0, None) {
            Ok(Body::Effects { effects, .. }) => effects,
            other => panic!("{text}: {other:?}"),
        }
    }

    fn kinds(text: &str) -> String {
        let kind = |effect: &Effect| match effect {
            Effect::Move { .. } => 'm',
            Effect::Create { .. } => 'c',
            Effect::Capture { .. } => 'x',
            Effect::Change { at, .. } => char::from(b'0' + u8::try_from(at.len()).unwrap()),
            Effect::Attribute { .. } => '@',
            Effect::Flip { .. } => 'f',
        };
        effects(text).iter().map(kind).collect()
    }

    /// The lines of `spec/zsg.md` 9, their numbers left out, with the effects that sections 2 and 3 give them.
    #[test]
    fn lines_that_must_be_read() {
        for (text, expected) in [
            ("Pawn e2 - e4", "m"),
            ("Rook a1 x a8 @ a8 0 0", "m@"),
            ("White Pawn e5 x r1", "cx"),
            ("King e1 - g1 Rook h1 - f1 @ g1 0 0 @ f1 0 0", "mm@@"),
            ("Chick b2 x b3 Chick b3 - q1 = Green = Egg on q1", "mm01"),
            ("Bow c3 x c7 White Bow c3 @ c3 1 1 x c7", "mc@x"),
            ("partial 2 Man c3 - e5 x d4 = King on e5", "mx1"),
            ("Lord a1 - a2 = Guard on b1 b5 = Page on c1 c5 = Duke on a2", "m221"),
            ("Gold c2 x c5 Gold c5 - q2 = Dragon on c5 flip q2", "mm1f"),
            ("= East on c2", "1"),
            ("x q5 x q6", "xx"),
            ("?Dice Six q1 x q2", "cx"),
            ("Red Man 3e x 1z", "cx"),
            ("Man 3e x 1z", "m"),
            ("x a2 x b2", "xx"),
            ("= T on on", "1"),
        ] {
            assert_eq!(kinds(text), expected, "{text}");
            assert_eq!(print_body(&parse_body(text, 0, None).unwrap()), text);
        }
        assert_eq!(parse_body("Pass", 0, None), Ok(Body::Pass));
    }

    #[test]
    fn lines_that_must_be_refused() {
        for (text, start, end) in [
            ("Pawn e2 -", 8, 9),
            ("Pawn  e2 - e4", 4, 6),
            ("= Horse", 2, 7),
            ("@ a1 0", 5, 6),
            ("@ a1 moved 1", 5, 10),
            ("Pawn e2", 5, 7),
            ("Pawn e2 - x", 10, 11),
            ("partial Man a1 - a2", 8, 11),
            ("partial 2 Pass", 10, 14),
            ("partial 2", 8, 9),
            ("Man a1 - a2 = King on", 19, 21),
            ("Man a1 - a2 - a3", 12, 13),
            ("x", 0, 1),
            ("", 0, 0),
        ] {
            let trouble = parse_body(text, 0, None).expect_err(text);
            assert_eq!(trouble.span, Span::new(start, end), "{text}: {}", trouble.message);
        }
    }

    #[test]
    fn the_words_after_on_are_told_apart() {
        assert_eq!(kinds("Man a1 - a2 = T on b1 Rook c1 - c2"), "m1m");
        assert_eq!(kinds("Man a1 - a2 = T on b1 b2 Rook c1 - c2"), "m2m");
        assert_eq!(kinds("Man a1 - a2 = T on b1 b2 b3"), "m3");
        assert_eq!(kinds("Man a1 - a2 = T on b1 b2 b3 b4"), "m1c", "by shape alone a create");
        assert_eq!(kinds("Man a1 - a2 = T on b1 b2 White Wall c1"), "m2c");
        let is_cell = |name: &str| name.len() == 2;
        let is_piece = |name: &str| name.len() > 2;
        let names = Names { is_cell: &is_cell, is_piece: &is_piece };
        let Ok(Body::Effects { effects, .. }) = parse_body("= T on b1 b2 b3 b4 c1 x d1", 0, Some(names)) else {
            panic!("must be read");
        };
        assert!(matches!(&effects[..], [Effect::Change { at, .. }, Effect::Capture { .. }] if at.len() == 5));
    }
}
