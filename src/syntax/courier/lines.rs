//! The layout of a move list (section 3.1): numbers, side lines, comments, result words on their own lines.

use nom::branch::alt;
use nom::bytes::complete::{take_while, take_while1};
use nom::character::complete::{char, digit1};
use nom::combinator::{map, opt};
use nom::multi::fold_many_m_n;
use nom::sequence::preceded;
use nom::{IResult, Parser};

use super::grammar::read_moves;
use super::page::is_status;
use super::plain::plain_line;
use super::text::MappedText;
use super::tree::{Command, HalfMove, Item, MoveNumber, Remark, Turn};
use super::words::{comment_start, is_blank, shorten};
use crate::syntax::zsg::Word;

/// The lines of a text with their offsets, without line ends. A line ends at LF, CR LF or CR.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = Some(0);
    std::iter::from_fn(move || {
        let start = at?;
        let rest = &text[start..];
        let length = memchr::memchr2(b'\n', b'\r', rest.as_bytes()).unwrap_or(rest.len());
        let end_length = match rest.get(length..) {
            Some(end) if end.starts_with("\r\n") => 2,
            Some(end) if !end.is_empty() => 1,
            _ => 0,
        };
        at = (end_length > 0).then_some(start + length + end_length);
        Some((start, &rest[..length]))
    })
}

fn blanks0(input: &str) -> IResult<&str, &str> {
    take_while(is_blank).parse(input)
}

/// The dots of a number: how many, an ellipsis sign counting three. Two or more dots may follow after a blank
/// (`1. ...`); a single one there begins a label (`1. .CBW a1-a2`).
fn dots(input: &str) -> IResult<&str, usize> {
    let (rest, first) = preceded(blanks0, alt((map(char('.'), |_| 1), map(char('\u{2026}'), |_| 3)))).parse(input)?;
    let more = alt((map(char('\u{2026}'), |_| 3), some_dots(1, 2)));
    let later = preceded(take_while1(is_blank), alt((map(char('\u{2026}'), |_| 3), some_dots(2, 3))));
    let (rest, more) = opt(alt((more, later))).parse(rest)?;
    Ok((rest, first + more.unwrap_or(0)))
}

/// At least `least` dots, at most `most` are taken.
fn some_dots<'t>(
    least: usize,
    most: usize,
) -> impl Parser<&'t str, Output = usize, Error = nom::error::Error<&'t str>> {
    fold_many_m_n(least, most, char('.'), || 0, |count, _| count + 1)
}

/// A number with its dots at the start of the text: the number and the rest.
pub(super) fn move_number(input: &str) -> Option<(MoveNumber, &str)> {
    let number = |input| -> IResult<&str, (&str, usize)> { (digit1, dots).parse(input) };
    let (rest, (digits, dots)) = number(input).ok()?;
    let value = digits.parse().ok()?;
    Some((MoveNumber { value, turn: if dots == 1 { Turn::First } else { Turn::Other } }, rest))
}

/// The number of a half-move as recorded at the start of its text, such as `12.` or `12...`.
#[must_use]
pub fn read_move_number(text: &str) -> Option<MoveNumber> {
    let text = text.trim_start_matches(is_blank);
    match text.split_once('&') {
        // An ellipsis that is written as an entity.
        Some((digits, rest)) if rest.starts_with("hellip;") => {
            Some(MoveNumber { value: digits.trim().parse().ok()?, turn: Turn::Other })
        }
        _ => move_number(text).map(|(number, _)| number),
    }
}

/// A text without the blanks around it, and its offset.
pub(super) fn trim_at(offset: usize, text: &str) -> (usize, &str) {
    let start = text.trim_start_matches(is_blank);
    (offset + text.len() - start.len(), start.trim_end_matches(is_blank))
}

/// Reads `start..` of a mapped text as a move list.
pub(super) fn read_lines(mapped: &MappedText, from: usize) -> Vec<Item> {
    let text = mapped.as_str();
    let mut items = Vec::new();
    for (start, line) in lines(&text[from..]) {
        read_line(mapped, from + start, line, &mut items);
    }
    items
}

fn read_line(mapped: &MappedText, start: usize, line: &str, items: &mut Vec<Item>) {
    let (start, trimmed) = trim_at(start, line);
    if trimmed.is_empty() {
        return;
    }
    if let Some(half) = plain_line(mapped, start, trimmed) {
        items.push(Item::HalfMove(half));
        return;
    }
    let word = |text: &str, offset: usize| Word { text: text.into(), span: mapped.span(offset, offset + text.len()) };
    if trimmed.starts_with('|') {
        items.push(Item::SideLine(word(trimmed, start)));
    } else if move_number(trimmed).is_some() {
        numbered_line(mapped, start, trimmed, items);
    } else if is_end_line(trimmed) {
        half_moves(mapped, None, start, start, trimmed, items);
    } else if let Some(comment) = trimmed.strip_prefix("//") {
        let (offset, text) = trim_at(start + 2, comment);
        items.push(Item::Comment(word(text, offset)));
    } else if is_status(trimmed) {
        items.push(Item::Status(word(trimmed, start)));
    } else {
        items.push(Item::Comment(word(trimmed, start)));
    }
}

/// Whether a line is a result word alone.
fn is_end_line(line: &str) -> bool {
    let text = &line[..comment_start(line).unwrap_or(line.len())];
    let text = text.trim_end_matches(|c| c == ';' || is_blank(c));
    Command::find(text).is_some_and(|command| command.ends_game() || command == Command::Pass)
}

/// A line that begins with a number; further numbers may stand in it.
fn numbered_line(mapped: &MappedText, start: usize, line: &str, items: &mut Vec<Item>) {
    let body = &line[..comment_start(line).unwrap_or(line.len())];
    let mut at = 0;
    while let Some((number, rest)) = move_number(&body[at..]) {
        let text_start = body.len() - rest.len();
        let next = next_number(body, text_start).unwrap_or(body.len());
        half_moves(mapped, Some(number), start + at, start + text_start, &body[text_start..next], items);
        at = next;
    }
    if body.len() < line.len() {
        let (offset, comment) = trim_at(start + body.len() + 2, &line[body.len() + 2..]);
        if let Some(Item::HalfMove(last)) = items.last_mut()
            && !comment.is_empty()
        {
            let span = mapped.span(offset, offset + comment.len());
            last.comment = Some(Word { text: comment.into(), span });
        }
    }
}

/// Whether a numbered line holds a further number.
pub(super) fn has_inner_number(line: &str) -> bool {
    let body = &line[..comment_start(line).unwrap_or(line.len())];
    move_number(body).is_some_and(|(_, rest)| next_number(rest, 0).is_some())
}

/// The next number inside a line: digits with dots directly behind, after a blank or comma.
fn next_number(body: &str, from: usize) -> Option<usize> {
    let mut before = ' ';
    let mut in_say = false;
    for (offset, character) in body[from..].char_indices() {
        let at = from + offset;
        let starts = is_blank(before) || before == ',' || before == ';';
        if starts && body[at..].starts_with("say ") {
            in_say = true;
        } else if character == ';' {
            in_say = false;
        }
        if starts && offset > 0 && !in_say && character.is_ascii_digit() {
            let digits = body[at..].bytes().take_while(u8::is_ascii_digit).count();
            let behind = &body[at + digits..];
            if behind.starts_with('.') || behind.starts_with('\u{2026}') {
                return Some(at);
            }
        }
        before = character;
    }
    None
}

/// The half-moves behind one number.
fn half_moves(
    mapped: &MappedText,
    number: Option<MoveNumber>,
    number_start: usize,
    text_start: usize,
    text: &str,
    items: &mut Vec<Item>,
) {
    let body = &text[..comment_start(text).unwrap_or(text.len())];
    let comment_text = text.get(body.len() + 2..).map(|comment| trim_at(text_start + body.len() + 2, comment));
    let read = read_moves(mapped, text_start, body);
    let count = read.moves.len();
    for (index, read) in read.moves.into_iter().enumerate() {
        let first = index == 0;
        let span_start = if first { number_start } else { read.start };
        let comment = comment_text
            .filter(|(_, comment)| index + 1 == count && !comment.is_empty())
            .map(|(offset, comment)| Word { text: comment.into(), span: mapped.span(offset, offset + comment.len()) });
        items.push(Item::HalfMove(HalfMove {
            number: number.filter(|_| first),
            span: mapped.span(span_start, read.end.max(span_start)),
            text: mapped.span(read.start, read.end.max(read.start)),
            parts: read.parts,
            fault: read.fault,
            notes: read.notes,
            comment,
        }));
    }
}

/// Reads a text whose lines have no numbers: each line that is not blank is a half-move.
pub(super) fn read_bare_lines(mapped: &MappedText) -> Vec<Item> {
    let mut items = Vec::new();
    for (start, line) in lines(mapped.as_str()) {
        let (start, trimmed) = trim_at(start, line);
        if trimmed.starts_with('|') || trimmed.starts_with("//") {
            read_line(mapped, start, trimmed, &mut items);
        } else if !trimmed.is_empty() {
            half_moves(mapped, None, start, start, trimmed, &mut items);
        }
    }
    items
}

/// Whether a line starts with a number and goes on like a half-move: a sound text, or nothing.
pub(super) fn is_sound_line(line: &str) -> bool {
    let line = line.trim_matches(is_blank);
    let Some((_, rest)) = move_number(line) else { return false };
    let body = &rest[..comment_start(rest).unwrap_or(rest.len())];
    let body = &body[..next_number(body, 0).unwrap_or(body.len())];
    let body = body.trim_matches(is_blank);
    let read = read_moves(&MappedText::verbatim(body, 0), 0, body);
    !body.is_empty() && read.moves.iter().all(|read| read.fault.is_none() && read.parts.parts.iter().all(is_game_like))
}

/// Whether a part is more than a run of words.
fn is_game_like(part: &super::tree::Part) -> bool {
    match part {
        super::tree::Part::Command { word, .. } => Command::find(&word.text).is_some(),
        _ => true,
    }
}

/// The remark for a text that is not understood at all.
pub(super) fn not_understood(mapped: &MappedText) -> Remark {
    let text = mapped.as_str();
    let first = lines(text).find(|(_, line)| !line.trim_matches(is_blank).is_empty());
    match first {
        Some((start, line)) => Remark {
            message: format!("`{}` begins no Game Courier text that is known", shorten(line)),
            span: mapped.span(start, start + line.len()),
            help: Some("a move list begins with a number, such as `1. P e2-e4`".into()),
        },
        None => Remark { message: "the text is empty".into(), span: mapped.span(0, 0), help: None },
    }
}

#[cfg(test)]
mod tests {
    use super::{is_sound_line, lines, move_number, read_lines};
    use crate::syntax::courier::text::MappedText;
    use crate::syntax::courier::tree::{Item, Turn};

    fn read(text: &str) -> Vec<Item> {
        read_lines(&MappedText::from_page(text, 0), 0)
    }

    /// Number, whose it is, and the text of each half-move.
    fn half_moves(text: &str) -> Vec<(Option<u32>, String)> {
        read(text)
            .iter()
            .filter_map(|item| match item {
                Item::HalfMove(half) => {
                    assert_eq!(half.fault, None, "{text}");
                    Some((half.number.map(|number| number.value), text[half.text.range()].to_owned()))
                }
                _ => None,
            })
            .collect()
    }

    #[test]
    fn line_ends_of_every_kind() {
        let found: Vec<_> = lines("a\nb\r\nc\rd").collect();
        assert_eq!(found, [(0, "a"), (2, "b"), (5, "c"), (7, "d")]);
    }

    #[test]
    fn numbers_in_every_form() {
        for (text, turn, rest) in [
            ("1. P e2-e4", Turn::First, " P e2-e4"),
            ("22...k c6-B5", Turn::Other, "k c6-B5"),
            ("1 ... p", Turn::Other, " p"),
            ("1. ... p", Turn::Other, " p"),
            ("1.. p", Turn::Other, " p"),
            ("1\u{2026} p", Turn::Other, " p"),
            ("1. .CBW a1-a2", Turn::First, " .CBW a1-a2"),
        ] {
            let (number, left) = move_number(text).expect(text);
            assert_eq!((number.turn, left), (turn, rest), "{text}");
        }
        assert_eq!(move_number("e2-e4"), None);
        assert_eq!(move_number("1-0"), None);
        assert_eq!(move_number("99999999999. e2-e4"), None);
    }

    #[test]
    fn one_half_move_a_line_and_many() {
        let expected = |texts: &[(Option<u32>, &str)]| -> Vec<(Option<u32>, String)> {
            texts.iter().map(|&(number, text)| (number, text.to_owned())).collect()
        };
        let plain = expected(&[(Some(1), "P e2-e4"), (Some(1), "p e7-e5"), (Some(2), "N g1-f3")]);
        assert_eq!(half_moves("1. P e2-e4\n1... p e7-e5\n2. N g1-f3\n"), plain);
        let joined = expected(&[(Some(1), "P e2-e4"), (None, "p e7-e5"), (Some(2), "N g1-f3")]);
        assert_eq!(half_moves("1. P e2-e4 p e7-e5 2. N g1-f3"), joined);
        assert_eq!(half_moves("1. P e2-e4, p e7-e5, 2. N g1-f3"), joined);
        assert_eq!(half_moves("1. 3d-3c 1... 3b-3c").len(), 2, "coordinates with digits first");
    }

    #[test]
    fn comments_side_lines_and_words() {
        let text = "1. P e2-e4 // 2. no; move - here\n|1... p d7-d5\nGood start: 3-4 more\n1... resign\nJoe has resigned.\n// end";
        let items = read(text);
        let kinds: Vec<_> = items
            .iter()
            .map(|item| match item {
                Item::HalfMove(half) => format!("half {:?}", half.comment.as_ref().map(|word| word.text.as_str())),
                Item::Comment(word) => format!("comment {}", word.text),
                Item::SideLine(word) => format!("side {}", word.text),
                Item::Status(word) => format!("status {}", word.text),
            })
            .collect();
        assert_eq!(
            kinds,
            [
                "half Some(\"2. no; move - here\")",
                "side |1... p d7-d5",
                "comment Good start: 3-4 more",
                "half None",
                "status Joe has resigned.",
                "comment end",
            ]
        );
        for item in &items {
            if let Item::Comment(word) = item {
                assert_eq!(&text[word.span.range()], word.text);
            }
        }
    }

    #[test]
    fn a_result_word_needs_no_number() {
        assert_eq!(half_moves("1. P e2-e4\ndrawn;\n")[1], (None, "drawn;".to_owned()));
    }

    #[test]
    fn sound_lines_look_like_this_notation() {
        assert!(is_sound_line("1. P e2-e4"));
        assert!(is_sound_line(" 1... resign"));
        assert!(!is_sound_line("1. The King may castle"));
        assert!(!is_sound_line("1. e4 e5"), "another notation");
        assert!(!is_sound_line("1."));
    }
}
