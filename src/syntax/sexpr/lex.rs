//! Text to tokens (`spec/zrf.md` 1.2), by nom.

use nom::branch::alt;
use nom::bytes::complete::{take_till, take_while, take_while1};
use nom::character::complete::char;
use nom::combinator::{map, opt, value};
use nom::multi::fold_many0;
use nom::sequence::preceded;
use nom::{IResult, Parser};

use crate::source::Span;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// `(`
    Open,
    /// `)`
    Close,
    /// A string that is closed.
    Text,
    /// A string without its closing quote, up to the end of the text (or as far as it was cut).
    OpenText,
    /// A word.
    Atom,
}

/// A token and its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub kind: TokenKind,
    pub span: Span,
}

/// White space: NUL and Ctrl-Z count as such, because old editors left them at the end of files.
fn is_blank(character: char) -> bool {
    character.is_ascii_whitespace() || matches!(character, '\0' | '\x0B' | '\x1A')
}

/// Whether a character can stand in a word.
pub(super) fn is_word(character: char) -> bool {
    !is_blank(character) && !matches!(character, '(' | ')' | '"' | ';')
}

/// Whether a character ends a line.
pub(super) fn ends_line(character: char) -> bool {
    matches!(character, '\n' | '\r')
}

/// White space and comments; either may be missing.
fn blanks(input: &str) -> IResult<&str, ()> {
    let comment = preceded(char(';'), take_till(ends_line));
    fold_many0(alt((take_while1(is_blank), comment)), || (), |(), _| ()).parse(input)
}

fn text(input: &str) -> IResult<&str, TokenKind> {
    let body = preceded(char('"'), take_while(|character| character != '"'));
    let closing = map(opt(char('"')), |quote| if quote.is_some() { TokenKind::Text } else { TokenKind::OpenText });
    preceded(body, closing).parse(input)
}

fn token(input: &str) -> IResult<&str, TokenKind> {
    alt((
        value(TokenKind::Open, char('(')),
        value(TokenKind::Close, char(')')),
        value(TokenKind::Atom, take_while1(is_word)),
        text,
    ))
    .parse(input)
}

/// Appends the tokens of `text` from the byte `from` on. Ends early at a string that is not closed.
pub(super) fn tokens(text: &str, from: usize, out: &mut Vec<Token>) {
    let offset = |rest: &str| u32::try_from(text.len() - rest.len()).unwrap_or(u32::MAX);
    let mut rest = text.get(from..).unwrap_or_default();
    loop {
        // `blanks` takes anything, also nothing; `token` fails at the end of the text only.
        let Ok((start, ())) = blanks(rest) else { return };
        let Ok((next, kind)) = token(start) else { return };
        out.push(Token { kind, span: Span::new(offset(start), offset(next)) });
        rest = next;
    }
}

#[cfg(test)]
mod tests {
    use super::{TokenKind, tokens};

    fn kinds(text: &str) -> Vec<(TokenKind, &str)> {
        let mut out = Vec::new();
        tokens(text, 0, &mut out);
        out.into_iter().map(|token| (token.kind, &text[token.span.range()])).collect()
    }

    #[test]
    fn words_hold_any_other_character() {
        let expected = ["a$1?", "9h", "-", "x'"].map(|word| (TokenKind::Atom, word));
        assert_eq!(kinds("a$1? 9h\0-\x1Ax'"), expected);
    }

    #[test]
    fn comments_end_at_any_line_end_and_stand_not_in_strings() {
        let expected = [(TokenKind::Atom, "a"), (TokenKind::Atom, "b"), (TokenKind::Text, "\"; c\"")];
        assert_eq!(kinds("a;x(\rb;\"\r\n\"; c\""), expected);
    }

    #[test]
    fn a_string_may_span_lines_and_may_lack_its_end() {
        assert_eq!(kinds("\"a\nb\")"), [(TokenKind::Text, "\"a\nb\""), (TokenKind::Close, ")")]);
        assert_eq!(kinds("(\"a"), [(TokenKind::Open, "("), (TokenKind::OpenText, "\"a")]);
    }
}
