//! The tokens of PGN.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_till, take_until, take_while, take_while1};
use nom::character::complete::{char, digit1, satisfy};
use nom::combinator::{map, not, opt, peek, recognize, value, verify};
use nom::multi::many0_count;
use nom::sequence::{delimited, pair, preceded, terminated};
use nom::{IResult, Parser};

/// A token; its text is what the parser consumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'t> {
    /// Blanks and line ends.
    Blank,
    /// `{...}`: what stands between.
    Comment(&'t str),
    /// `;...`: the rest of the line.
    LineComment(&'t str),
    /// `(`
    OpenVariation,
    /// `)`
    CloseVariation,
    /// `[Name "value"]`: the value as it stands between the quotes.
    Tag(&'t str, &'t str),
    /// A line that begins with `[` and is no tag pair.
    BadTag,
    /// `12.`, `12...`: the digits.
    Number(&'t str),
    /// `..`, `...`
    Dots,
    /// A result mark.
    Result(&'static str),
    /// `$3`, `!?`, `e.p.` and the like, standing alone.
    Glyph,
    /// A null move.
    Null,
    /// A move.
    Move,
    /// `}`, `]` or another sign that opens nothing.
    Stray,
}

/// The next token of a text that is not empty.
pub(super) fn token(input: &str) -> IResult<&str, Token<'_>> {
    alt((
        value(Token::Blank, take_while1(is_blank)),
        comment,
        value(Token::OpenVariation, char('(')),
        value(Token::CloseVariation, char(')')),
        tag_pair,
        value(Token::BadTag, preceded(char('['), take_till(is_line_end))),
        map(terminated(result, end), Token::Result),
        value(Token::Glyph, terminated(glyph, end)),
        value(Token::Null, terminated(null, end)),
        number,
        value(Token::Dots, take_while1(|c| c == '.' || c == '…')),
        value(Token::Move, move_text),
        value(Token::Stray, satisfy(|_| true)),
    ))
    .parse(input)
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{feff}' | '\u{1a}')
}

const fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r')
}

fn comment(input: &str) -> IResult<&str, Token<'_>> {
    alt((
        map(delimited(char('{'), take_until("}"), char('}')), Token::Comment),
        map(preceded(char(';'), take_till(is_line_end)), Token::LineComment),
    ))
    .parse(input)
}

/// `[Name "value"]`, blanks where people put them. A quote inside the value that is not escaped is taken as a part of
/// it when the line still ends in `"]`.
fn tag_pair(input: &str) -> IResult<&str, Token<'_>> {
    let blanks = |input| take_while(|c: char| c == ' ' || c == '\t').parse(input);
    let name = take_while1(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '+' | '#' | '=' | ':'));
    let close = || preceded(take_while(|c: char| c == ' ' || c == '\t'), char(']'));
    let (rest, name) =
        delimited(pair(char('['), blanks), name, take_while1(|c: char| c == ' ' || c == '\t')).parse(input)?;
    let strict = delimited(char('"'), escaped_value, pair(char('"'), close()));
    alt((map(strict, |value| Token::Tag(name, value)), map(loose_value, |value| Token::Tag(name, value)))).parse(rest)
}

/// Characters up to an unescaped quote on the same line.
fn escaped_value(input: &str) -> IResult<&str, &str> {
    let plain = recognize(satisfy(|c| !matches!(c, '"' | '\\') && !is_line_end(c)));
    let escaped = recognize(pair(char('\\'), satisfy(|c| !is_line_end(c))));
    recognize(many0_count(alt((plain, escaped)))).parse(input)
}

/// From the first quote to the last `"]` of the line.
fn loose_value(input: &str) -> IResult<&str, &str> {
    let (_, line) = preceded(char('"'), take_till(is_line_end)).parse(input)?;
    match line.rfind("\"]") {
        Some(end) => Ok((&input[1 + end + 2..], &line[..end])),
        None => Err(nom::Err::Error(nom::error::Error::new(input, nom::error::ErrorKind::Tag))),
    }
}

/// A token ends here: blank, bracket, comment, or the end.
fn end(input: &str) -> IResult<&str, ()> {
    value((), peek(not(satisfy(|c| !is_delimiter(c))))).parse(input)
}

fn is_delimiter(c: char) -> bool {
    is_blank(c) || matches!(c, '{' | '}' | ';' | '(' | ')' | '[' | ']' | '$')
}

fn result(input: &str) -> IResult<&str, &'static str> {
    let dash = || alt((char('-'), char('–'), char('—'), char('−')));
    let half = || alt((tag("1/2"), tag("½")));
    alt((
        value("1/2-1/2", (half(), opt(pair(dash(), half())))),
        value("1-0", (char('1'), dash(), char('0'))),
        value("0-1", (char('0'), dash(), char('1'))),
        value("*", char('*')),
    ))
    .parse(input)
}

fn glyph(input: &str) -> IResult<&str, &str> {
    alt((
        recognize(pair(char('$'), digit1)),
        take_while1(|c| matches!(c, '!' | '?' | '‼' | '⁇' | '⁉' | '⁈' | '□')),
        verify(
            take_while1(|c| matches!(c, '+' | '-' | '/' | '=' | '±' | '∓' | '⩲' | '⩱' | '∞' | '#')),
            |signs: &str| !matches!(signs, "--" | "-"),
        ),
        tag("e.p."),
    ))
    .parse(input)
}

fn null(input: &str) -> IResult<&str, &str> {
    let word = take_while1(|c: char| !is_delimiter(c));
    let is_null = |text: &str| {
        let bare = text.trim_end_matches(['!', '?', '+', '#']);
        matches!(bare, "--" | "@@@@" | "<>" | "0000" | "—" | "––")
            || ["z0", "null", "pass"].iter().any(|known| bare.eq_ignore_ascii_case(known))
    };
    verify(word, is_null).parse(input)
}

/// Digits with dots, or digits alone. `0-0` and cells such as `3c` are moves.
fn number(input: &str) -> IResult<&str, Token<'_>> {
    let dotted = terminated(digit1, take_while1(|c| c == '.' || c == '…'));
    let alone = terminated(digit1, end);
    map(alt((dotted, alone)), Token::Number).parse(input)
}

/// Everything up to a delimiter; quotes and angle brackets that close on the same line may hold delimiters, and so may
/// a promotion in round brackets.
fn move_text(input: &str) -> IResult<&str, &str> {
    let closed = |open: char, close: char| {
        recognize((char(open), take_till(move |c| c == close || is_line_end(c)), char(close)))
    };
    let letters = take_while1(|c: char| c.is_alphabetic() || c == '=');
    let promotion = recognize((char('('), letters, char(')')));
    let plain = recognize(satisfy(|c| !is_delimiter(c)));
    let first = alt((closed('"', '"'), closed('<', '>'), recognize(satisfy(|c| !is_delimiter(c)))));
    let further = many0_count(alt((closed('"', '"'), closed('<', '>'), promotion, plain)));
    recognize(pair(first, further)).parse(input)
}

#[cfg(test)]
mod tests {
    use super::{Token, token};

    fn all(text: &str) -> Vec<(Token<'_>, &str)> {
        let mut rest = text;
        let mut tokens = Vec::new();
        while !rest.is_empty() {
            let (next, found) = token(rest).unwrap();
            assert!(next.len() < rest.len());
            if found != Token::Blank {
                tokens.push((found, &rest[..rest.len() - next.len()]));
            }
            rest = next;
        }
        tokens
    }

    #[test]
    fn numbers_results_and_moves_are_told_apart() {
        let text = "1.e4 12... 0-0 3c-2c 7 1-0 ½–½ * --  Z0 Nf3!? !? $14";
        let kinds: Vec<Token<'_>> = all(text).into_iter().map(|(kind, _)| kind).collect();
        assert_eq!(
            kinds,
            [
                Token::Number("1"),
                Token::Move,
                Token::Number("12"),
                Token::Move,
                Token::Move,
                Token::Number("7"),
                Token::Result("1-0"),
                Token::Result("1/2-1/2"),
                Token::Result("*"),
                Token::Null,
                Token::Null,
                Token::Move,
                Token::Glyph,
                Token::Glyph,
            ]
        );
    }

    #[test]
    fn wider_moves_hold_blanks_in_quotes_and_angle_brackets() {
        let text = "\"Odd Name\"a1-b2=\"X (y)\" Ke1-e2<x d2, = Guard on f2>+ e8(Q) (e4)";
        let texts: Vec<&str> = all(text).into_iter().map(|(_, text)| text).collect();
        let moves = ["\"Odd Name\"a1-b2=\"X (y)\"", "Ke1-e2<x d2, = Guard on f2>+", "e8(Q)", "(", "e4", ")"];
        assert_eq!(texts, moves);
    }

    #[test]
    fn tags_with_escapes_and_with_quotes_that_lack_them() {
        let tag = |text| all(text)[0].0;
        assert_eq!(tag(r#"[White "The \"Ace\" \\o/"]"#), Token::Tag("White", r#"The \"Ace\" \\o/"#));
        assert_eq!(tag(r#"[Event "The "Big" one"]"#), Token::Tag("Event", r#"The "Big" one"#));
        assert_eq!(tag("[Event no quotes]"), Token::BadTag);
    }
}
