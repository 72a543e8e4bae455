//! Assignments of log and settings files (section 1.3), and addresses (1.4). Nothing is ever evaluated.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_till, take_until, take_while1};
use nom::character::complete::{char, multispace0, one_of};
use nom::combinator::{opt, recognize};
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};

use super::text::MappedText;
use super::tree::{Address, Assignment};
use crate::syntax::zsg::Word;

/// One assignment with its value as decoded text whose places lead back to the file.
pub(super) struct ReadAssignment {
    pub(super) assignment: Assignment,
    pub(super) value: MappedText,
}

/// A value as it stands in the file: where, and how it is quoted.
enum RawValue<'t> {
    Quoted(&'t str, char),
    Plain(&'t str),
}

fn name(input: &str) -> IResult<&str, (&str, bool)> {
    let word = |input| take_while1(|c: char| c.is_alphanumeric() || c == '_').parse(input);
    let quoted = delimited(one_of("'\""), take_till(|c| c == '\'' || c == '"' || c == '\n'), one_of("'\""));
    let bracketed = delimited((char('['), multispace0), quoted, (multispace0, char(']')));
    let (rest, first): (&str, &str) = preceded(char('$'), word).parse(input)?;
    let (rest, key) = opt(preceded(multispace0, bracketed)).parse(rest)?;
    Ok((rest, key.map_or((first, false), |key| (key, true))))
}

fn here_document(input: &str) -> IResult<&str, RawValue<'_>> {
    let (rest, _) = tag("<<<").parse(input)?;
    let (rest, _) = opt(one_of("'\"")).parse(rest)?;
    let (rest, word) = take_while1(|c: char| c.is_alphanumeric() || c == '_').parse(rest)?;
    let (rest, _) = opt(one_of("'\"")).parse(rest)?;
    let (rest, _) = (take_till(|c| c == '\n' || c == '\r'), alt((tag("\r\n"), tag("\n"), tag("\r")))).parse(rest)?;
    for (offset, _) in rest.match_indices(word) {
        let before = rest[..offset].trim_end_matches([' ', '\t']);
        let after = &rest[offset + word.len()..];
        if (before.is_empty() || before.ends_with(['\n', '\r']))
            && after.trim_start_matches([' ', '\t']).starts_with([';', '\n', '\r'])
        {
            let body = before.strip_suffix('\n').unwrap_or(before);
            let body = body.strip_suffix('\r').unwrap_or(body);
            return Ok((after, RawValue::Plain(body)));
        }
    }
    Err(nom::Err::Error(nom::error::Error::new(input, nom::error::ErrorKind::Tag)))
}

fn quoted(input: &str) -> IResult<&str, RawValue<'_>> {
    let (rest, quote) = one_of("'\"").parse(input)?;
    let mut escaped = false;
    for (offset, character) in rest.char_indices() {
        if escaped {
            escaped = false;
        } else if character == '\\' {
            escaped = true;
        } else if character == quote {
            return Ok((&rest[offset + character.len_utf8()..], RawValue::Quoted(&rest[..offset], quote)));
        }
    }
    Err(nom::Err::Error(nom::error::Error::new(input, nom::error::ErrorKind::Char)))
}

fn plain(input: &str) -> IResult<&str, RawValue<'_>> {
    let (rest, text) = recognize(take_till(|c| c == ';' || c == '\n' || c == '\r')).parse(input)?;
    Ok((rest, RawValue::Plain(text.trim_end())))
}

/// How many here-documents without an end are searched for it; each search may read the whole rest of the file.
const MAX_OPEN_DOCUMENTS: usize = 16;

/// A value. `open_documents` counts the here-documents that have no end; they are read as plain values.
fn value<'t>(input: &'t str, open_documents: &mut usize) -> IResult<&'t str, RawValue<'t>> {
    if input.starts_with("<<<") && *open_documents < MAX_OPEN_DOCUMENTS {
        match here_document(input) {
            Ok(read) => return Ok(read),
            Err(_) => *open_documents += 1,
        }
    }
    alt((quoted, plain)).parse(input)
}

/// Whether a line begins an assignment.
pub(super) fn is_assignment(line: &str) -> bool {
    assignment_head(line.trim_start()).is_ok()
}

/// Whether a line begins an assignment of a settings file.
pub(super) fn is_default(line: &str) -> bool {
    assignment_head(line.trim_start()).is_ok_and(|(_, (_, is_default))| is_default)
}

fn assignment_head(input: &str) -> IResult<&str, (&str, bool)> {
    terminated(name, (multispace0, char('='), multispace0)).parse(input)
}

/// All assignments that start a line. What lies between them is passed over.
pub(super) fn read_assignments(text: &str) -> Vec<ReadAssignment> {
    let mut found = Vec::new();
    let mut open_documents = 0;
    let mut at = 0;
    while at < text.len() {
        let line = &text[at..];
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        let start = at + indent;
        let read = assignment_head(&text[start..]).and_then(|(rest, (name, _))| {
            let (after, value) = value(rest, &mut open_documents)?;
            Ok((rest, after, name, value))
        });
        if let Ok((rest, after, name, value)) = read {
            let head = &text[start..text.len() - rest.len()];
            let name_at = start + head.find(name).unwrap_or(0);
            let value_at = text.len() - rest.len();
            let (value_at, value) = match value {
                RawValue::Plain(raw) => {
                    let offset = value_at + text[value_at..].find(raw).unwrap_or(0);
                    (offset, MappedText::verbatim(raw, offset))
                }
                RawValue::Quoted(raw, quote) => (value_at + 1, unescape(raw, quote, value_at + 1)),
            };
            let span = match value.as_str().len() {
                0 => MappedText::verbatim(" ", value_at).span(0, 0),
                length => value.span(0, length),
            };
            found.push(ReadAssignment {
                assignment: Assignment {
                    name: Word { text: name.into(), span: MappedText::verbatim(name, name_at).span(0, name.len()) },
                    value: Word { text: value.as_str().into(), span },
                },
                value,
            });
            at = text.len() - after.len();
        }
        at += text[at..].find('\n').map_or(text.len() - at, |end| end + 1);
    }
    found
}

/// A quoted text with its escapes undone.
fn unescape(raw: &str, quote: char, offset: usize) -> MappedText {
    let mut mapped = MappedText::new();
    let mut kept = 0;
    let mut characters = raw.char_indices();
    while let Some((at, character)) = characters.next() {
        if character != '\\' {
            continue;
        }
        let Some((next_at, next)) = characters.next() else { break };
        let replaced = match next {
            '\\' => "\\",
            '\'' if quote == '\'' => "'",
            '"' if quote == '"' => "\"",
            '$' if quote == '"' => "$",
            'n' if quote == '"' => "\n",
            'r' if quote == '"' => "\r",
            't' if quote == '"' => "\t",
            _ => continue,
        };
        let end = next_at + next.len_utf8();
        mapped.push_verbatim(&raw[kept..at], offset + kept);
        mapped.push_replaced(replaced, offset + at, offset + end);
        kept = end;
    }
    mapped.push_verbatim(&raw[kept..], offset + kept);
    mapped
}

/// The address of a log or preset in a text, if there is one.
pub(super) fn find_address(text: &str) -> Option<Address> {
    let (rest, _) = take_until::<_, _, nom::error::Error<&str>>("play.php?").parse(text).ok()?;
    let query = rest.strip_prefix("play.php?")?;
    let end = query.find(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '<' | '>')).unwrap_or(query.len());
    let mut address = Address::default();
    for pair in query[..end].split('&') {
        let pair = pair.strip_prefix("amp;").unwrap_or(pair);
        let Some((key, value)) = pair.split_once('=') else { continue };
        let value = decode_percent(value);
        match key {
            "game" => address.game = Some(value),
            "log" => address.log = Some(value),
            "settings" => address.settings = Some(value),
            "code" => address.code = Some(value),
            _ => {}
        }
    }
    (address != Address::default()).then_some(address)
}

/// Whether a text is an address of a log or preset and nothing else.
pub(super) fn is_address(text: &str) -> bool {
    text.starts_with("http") && !text.contains(char::is_whitespace) && find_address(text).is_some()
}

/// `+` and `%20` to blanks, other percent signs to their bytes.
fn decode_percent(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = tail;
        let hex = |byte: u8| char::from(byte).to_digit(16);
        match (*first, tail) {
            (b'%', [high, low, behind @ ..]) if hex(*high).is_some() && hex(*low).is_some() => {
                let code = hex(*high).unwrap_or(0) * 16 + hex(*low).unwrap_or(0);
                bytes.push(u8::try_from(code).unwrap_or(b'?'));
                rest = behind;
            }
            (b'+', _) => bytes.push(b' '),
            (byte, _) => bytes.push(byte),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The day of the invitation in a log name such as `ann-cvgameroom-2004-301-192`: year, month, day (section 1.4). The
/// middle number counts the days of the year from 0.
#[must_use]
pub fn invitation_date(log: &str) -> Option<(u32, u32, u32)> {
    let mut parts = log.rsplit('-');
    let beats = parts.next()?;
    let (day, year) = (parts.next()?, parts.next()?);
    let is_number =
        |text: &str, longest: usize| (1..=longest).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    if !is_number(beats, 3) || beats.len() != 3 || !is_number(day, 3) || year.len() != 4 || !is_number(year, 4) {
        return None;
    }
    let year: u32 = year.parse().ok()?;
    let mut left: u32 = day.parse().ok()?;
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let months = [31, if leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    for (month, days) in (1..).zip(months) {
        if left < days {
            return Some((year, month, left + 1));
        }
        left -= days;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{find_address, invitation_date, is_assignment, is_default, read_assignments};

    #[test]
    fn assignments_of_every_form() {
        let text = "<?php\n$game = 'Grand Chess';\n$cols=10;\n$default['code'] = \"a\\\"b\\n\";\n$default['pre'] = <<<'NOW'\nset x 1;\nNOWHERE\nNOW;\n\
                    $moves = <<<END\n1. P e2-e4\n1... p e7-e5\nEND;\n$empty = '';\n?>";
        let read = read_assignments(text);
        let pairs: Vec<_> =
            read.iter().map(|one| (one.assignment.name.text.as_str(), one.assignment.value.text.as_str())).collect();
        assert_eq!(
            pairs,
            [
                ("game", "Grand Chess"),
                ("cols", "10"),
                ("code", "a\"b\n"),
                ("pre", "set x 1;\nNOWHERE"),
                ("moves", "1. P e2-e4\n1... p e7-e5"),
                ("empty", ""),
            ]
        );
        assert_eq!(&text[read[4].assignment.value.span.range()], "1. P e2-e4\n1... p e7-e5");
        assert_eq!(&text[read[0].assignment.name.span.range()], "game");
    }

    #[test]
    fn unclosed_values_do_no_harm() {
        for text in ["$a = 'x", "$a = <<<END\nx", "$a =", "$", "$a['b", "$a = \"\\"] {
            let _ = read_assignments(text);
        }
        assert!(is_assignment("$a = 1;") && !is_default("$a = 1;") && is_default("$default['x'] = 1;"));
    }

    #[test]
    fn addresses() {
        let address =
            find_address("see https://x.org/play/pbm/play.php?game=Grand+Chess&amp;log=a-b-2005-17-560 now").unwrap();
        assert_eq!(address.game.as_deref(), Some("Grand Chess"));
        assert_eq!(address.log.as_deref(), Some("a-b-2005-17-560"));
        assert_eq!(find_address("play.php?game=A%20B%zz").unwrap().game.as_deref(), Some("A B%zz"));
        assert_eq!(find_address("nothing here"), None);
    }

    #[test]
    fn the_day_of_the_year_counts_from_zero() {
        assert_eq!(invitation_date("a-cvgameroom-2004-301-192"), Some((2004, 10, 28)));
        assert_eq!(invitation_date("a-b-2005-17-560"), Some((2005, 1, 18)));
        assert_eq!(invitation_date("a-b-2009-33-859"), Some((2009, 2, 3)));
        assert_eq!(invitation_date("alice1"), None);
        assert_eq!(invitation_date("a-b-2005-365-000"), None);
    }
}
