//! A whole saved game, line by line. A line that cannot be read does not stop the others.

use std::sync::Arc;

use nom::bytes::complete::{tag, take_till};
use nom::character::complete::{char, digit1};
use nom::combinator::{opt, rest};
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};

use super::effects::parse_body;
use super::lines::{LineEnd, line, tail_start};
use super::plain::plain_line;
use super::print::push_line;
use super::words::{Token, Trouble, is_blank, number, span_in, words};
use super::{Content, Edit, HEADER, Line, RULES, SavedGame, VARIANT, VERSION, Word};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use crate::source::{Encoding, Place, SourceFile, Span};

const ENTRY_HELP: &str = "write it as `1. Piece a1 - b2`, `1. Piece a1 x b2`, `1. Owner Piece a1` or `1. Pass`";
const EDIT_HELP: &str = "write it as `(x a1)` or `(Owner Piece a1)`";

/// Reads a saved game. What is odd or wrong is told in `findings`; entries are counted there as plies, from 1.
///
/// `None` when the first line is not the header of a saved game.
#[must_use]
pub fn parse(file: &Arc<SourceFile>, findings: &mut Diagnostics) -> Option<SavedGame> {
    let end = tail_start(&file.text);
    let (text, tail) = file.text.split_at(end);
    let mut reader = Reader {
        file,
        findings,
        game: SavedGame::empty(tail),
        entries: 0,
        state: State::Header,
        printed: String::new(),
        first_empty: None,
        first_with_blanks: None,
    };
    // The shortest entries have some twelve bytes: room for a common text is made at once.
    let lines = memchr::memchr_iter(b'\n', text.as_bytes()).count();
    reader.game.lines.reserve(lines.min(text.len() / 12));
    let mut rest = text;
    while !rest.is_empty() {
        let start = text.len() - rest.len();
        if reader.state == State::Moves
            && let Some((after, line)) = plain_line(rest, span_in(0, start, start).start)
        {
            rest = after;
            reader.entries += 1;
            reader.game.lines.push(line);
            continue;
        }
        // The line parser takes any text; it cannot fail on one that is not empty.
        let Ok((after, (content, end))) = line(rest) else { break };
        rest = after;
        if !reader.line(content, span_in(0, start, start + content.len()), end) {
            return None;
        }
    }
    reader.finish()
}

/// Reads a change of the position, `(x P)` or `(Owner Type P)`. `base` is the offset of the text in its file.
///
/// # Errors
///
/// The first word that does not fit, with what was expected.
pub fn parse_edit(text: &str, base: u32) -> Result<Edit, Trouble> {
    let whole = span_in(base, 0, text.len());
    let inside = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    let Some(inside) = inside else {
        return Err(Trouble::new(whole, "a change of the position stands in parentheses to the end of its line"));
    };
    match words(inside, span_in(base, 1, 1).start)?[..] {
        [x, at] if x.text == "x" && !at.is_operator() => Ok(Edit::Empty { at: at.word() }),
        [player, piece, at] if ![player, piece, at].into_iter().any(Token::is_operator) => {
            Ok(Edit::Put { player: player.word(), piece: piece.word(), at: at.word() })
        }
        _ => Err(Trouble::new(whole, "`(x position)` or `(player piece position)` is expected")),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Before the header.
    Header,
    /// Where `RulesFile=` and `VariantName=` stand.
    Head,
    /// Edits and moves.
    Moves,
}

struct Reader<'r> {
    file: &'r Arc<SourceFile>,
    findings: &'r mut Diagnostics,
    game: SavedGame,
    entries: u32,
    state: State,
    /// A line as the grammar prints it.
    printed: String,
    /// The first empty line.
    first_empty: Option<Span>,
    /// The first line that ends with blanks behind its words.
    first_with_blanks: Option<Span>,
}

impl SavedGame {
    fn empty(tail: &str) -> Self {
        let word = || Word::new("");
        let tail = tail.to_owned();
        Self { version: word(), kinds: word(), rules: None, variant: None, lines: Vec::new(), tail }
    }
}

impl Reader<'_> {
    /// Takes one line; `false` when this is no saved game.
    fn line(&mut self, raw: &str, span: Span, end: LineEnd) -> bool {
        let text = raw.trim_end_matches(is_blank);
        let text_span = span_in(span.start, 0, text.len());
        if text.is_empty() {
            self.first_empty.get_or_insert(span);
        } else if text.len() < raw.len() {
            self.first_with_blanks.get_or_insert(span);
        }
        let content = if text.is_empty() {
            Content::Nothing
        } else if self.state == State::Header {
            match self.header(text, text_span) {
                Some(content) => content,
                None => return false,
            }
        } else {
            self.after_header(text, text_span)
        };
        let mut line = Line { content, span, odd: None, end };
        self.printed.clear();
        push_line(&mut self.printed, &self.game, &line, Some(self.file));
        if self.printed != raw {
            line.odd = Some(raw.to_owned());
        }
        self.game.lines.push(line);
        true
    }

    fn header(&mut self, text: &str, span: Span) -> Option<Content> {
        let Ok((_, (version, kinds))) = header(text) else {
            let finding =
                self.finding(Code::CannotReadHeader, span, "the first line is not the header of a saved game");
            self.findings
                .push(finding.help(format!("a saved game begins with `{HEADER}{VERSION}` and a letter a player")));
            return None;
        };
        let version_span = span_in(span.start, HEADER.len(), HEADER.len() + version.len());
        let kinds_span = span_in(span.start, text.len() - kinds.len(), text.len());
        self.game.version = Word { text: version.into(), span: version_span };
        self.game.kinds = Word { text: kinds.into(), span: kinds_span };
        if version != VERSION {
            let message = format!("the version is `{version}`; only {VERSION} is known");
            let finding = self.finding(Code::CannotReadHeader, version_span, message);
            self.findings.push(finding.help("the lines were read as those of the known version"));
        }
        if kinds.is_empty() || kinds.contains(|kind| !matches!(kind, 'H' | 'C')) {
            let message = "one letter `H` or `C` for each player is expected after the version";
            let at = if kinds.is_empty() { version_span } else { kinds_span };
            let finding = self.finding(Code::CannotReadHeader, at, message);
            self.findings.push(finding.severity(Severity::Warning));
        }
        self.state = State::Head;
        Some(Content::Header)
    }

    fn after_header(&mut self, text: &str, span: Span) -> Content {
        let value =
            |key: &str| Word { text: text[key.len()..].into(), span: span_in(span.start, key.len(), text.len()) };
        if self.state == State::Head {
            if text.starts_with(RULES) && self.game.rules.is_none() {
                self.game.rules = Some(value(RULES));
                return Content::Rules;
            }
            if text.starts_with(VARIANT) && self.game.variant.is_none() {
                self.game.variant = Some(value(VARIANT));
                return Content::Variant;
            }
            if !text.starts_with(|first: char| first == '(' || first.is_ascii_digit()) {
                let message = format!("`{RULES}`, `{VARIANT}`, a change of the position or a move is expected here");
                let finding = self.finding(Code::CannotReadHeader, span, message).text(text);
                self.findings.push(finding);
                return Content::Nothing;
            }
            self.state = State::Moves;
            self.head_complete(span);
        }
        if text.starts_with('(') { self.edit(text, span) } else { self.entry(text, span) }
    }

    /// Says what the head lacks; `before` is where it should have stood.
    fn head_complete(&mut self, before: Span) {
        if self.game.rules.is_none() {
            let finding =
                self.finding(Code::CannotReadHeader, before, format!("there is no line `{RULES}` before this one"));
            self.findings.push(finding.help("name the rules file on the second line"));
        }
        if self.game.variant.is_none() {
            let finding =
                self.finding(Code::LayoutOdd, before, format!("there is no line `{VARIANT}` before this one"));
            self.findings.push(finding);
        }
    }

    fn edit(&mut self, text: &str, span: Span) -> Content {
        match parse_edit(text, span.start) {
            Ok(edit) => {
                if self.entries > 0 {
                    let message = "a change of the position stands between moves; it is applied there";
                    let finding = self.finding(Code::LayoutOdd, span, message);
                    self.findings.push(finding);
                }
                Content::Edit(edit)
            }
            Err(trouble) => {
                let finding =
                    self.finding(Code::CannotReadEntry, trouble.span, trouble.message).text(text).help(EDIT_HELP);
                self.findings.push(finding);
                Content::Nothing
            }
        }
    }

    fn entry(&mut self, text: &str, span: Span) -> Content {
        self.entries += 1;
        let (found, body_start, trouble) = match entry_start(text) {
            Ok((body, digits)) => {
                let start = text.len() - body.len();
                match number(digits) {
                    Some(number) => (Some(number), start, None),
                    None => {
                        let span = span_in(span.start, 0, digits.len());
                        let message = format!("`{digits}` is not a number without leading zeros below 4294967296");
                        (None, 0, Some(Trouble::new(span, message)))
                    }
                }
            }
            Err(_) => (None, 0, Some(number_trouble(text, span.start))),
        };
        let text_span = span_in(span.start, body_start, text.len());
        let body = match trouble {
            Some(trouble) => Err(trouble),
            None => parse_body(&text[body_start..], text_span.start, None),
        };
        match (body, found) {
            (Ok(body), Some(number)) => Content::Entry { number, text: text_span, body },
            (Ok(_), None) => Content::Nothing,
            (Err(trouble), number) => {
                let finding = self.finding(Code::CannotReadEntry, trouble.span, trouble.message).help(ENTRY_HELP);
                let finding = finding.ply(self.entries).text(&text[body_start..]);
                self.findings.push(finding.clone());
                Content::Unread { number, text: text_span, finding: Box::new(finding) }
            }
        }
    }

    fn finding(&self, code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, message).at(Place::new(self.file, span))
    }

    fn finish(mut self) -> Option<SavedGame> {
        match self.state {
            State::Header => {
                let finding = self.finding(Code::CannotReadHeader, Span::at(0), "there is no header of a saved game");
                self.findings.push(finding);
                return None;
            }
            State::Head => {
                let last = self.game.lines.last().map(|line| line.span).unwrap_or_default();
                self.head_complete(last);
            }
            State::Moves => {}
        }
        self.layout();
        Some(self.game)
    }

    /// Notes what the original program would not have written, each kind once, where it is met first.
    fn layout(&mut self) {
        let lines = &self.game.lines;
        let first = lines.first().map_or(LineEnd::CrLf, |line| line.end);
        let first_where =
            |is_wanted: &dyn Fn(LineEnd) -> bool| lines.iter().find(|line| is_wanted(line.end)).map(|line| line.span);
        let remarks = [
            (first_where(&|end| end == LineEnd::Cr), "a line ends with a CR alone"),
            (
                first_where(&|end| end != first && end != LineEnd::None),
                "the lines have different ends, from this one on",
            ),
            (first_where(&|end| end == LineEnd::None), "the last line has no end"),
            (self.first_empty, "there are empty lines"),
            (self.first_with_blanks, "there are blanks at line ends"),
        ];
        let mut notes: Vec<_> =
            remarks.into_iter().filter_map(|(span, message)| span.map(|span| (span, message))).collect();
        if !self.game.tail.is_empty() {
            notes.push((span_in(0, tail_start(&self.file.text), self.file.text.len()), "a control-Z ends the file"));
        }
        if self.file.byte_order_mark {
            notes.push((Span::at(0), "the file begins with a byte order mark"));
        }
        for (span, message) in notes {
            let finding = self.finding(Code::LayoutOdd, span, message);
            self.findings.push(finding);
        }
        if self.file.encoding == Encoding::Windows1252 {
            let message = "the file is not UTF-8; it was read as Windows-1252";
            let finding = self.finding(Code::EncodingAssumed, Span::at(0), message);
            self.findings.push(finding);
        }
    }
}

/// Version and letters of the header.
fn header(text: &str) -> IResult<&str, (&str, &str)> {
    let version = preceded(tag(HEADER), take_till(is_blank));
    (terminated(version, opt(char(' '))), rest).parse(text)
}

/// The number of a move line; what is left is the text after it.
fn entry_start(text: &str) -> IResult<&str, &str> {
    terminated(digit1, (char('.'), char(' '))).parse(text)
}

/// Why a line does not begin as a move line.
fn number_trouble(text: &str, base: u32) -> Trouble {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let first_word = text.find(is_blank).unwrap_or(text.len());
    if digits == 0 {
        if first_word == 0 {
            return Trouble::new(span_in(base, 0, 1), "the number of a move is expected here, not a blank");
        }
        let message = format!("the number of a move is expected here, not `{}`", shown(&text[..first_word]));
        return Trouble::new(span_in(base, 0, first_word), message);
    }
    if text.as_bytes().get(digits) == Some(&b'.') {
        let nothing = text.len() == digits + 1;
        let expected = if nothing { "a move or `Pass` is expected" } else { "a blank is expected" };
        return Trouble::new(span_in(base, 0, first_word), format!("{expected} after the full stop"));
    }
    Trouble::new(span_in(base, 0, first_word.max(digits)), "a full stop is expected after the number")
}

fn shown(word: &str) -> String {
    word.chars().take(crate::limits::MAX_SHOWN_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use super::{parse, parse_edit};
    use crate::diagnostic::{Code, Diagnostics, Severity};
    use crate::source::{SourceFile, Span};
    use crate::syntax::zsg::{Content, Edit, SavedGame, print};

    const HEAD: &str = "Zillions Save Game File Version 0.02 HC\nRulesFile=A b.zrf\nVariantName=A, b (c)\n";

    fn read(text: &str) -> (Option<SavedGame>, Vec<(Code, u32, u32)>) {
        let file = SourceFile::from_text("a.zsg", text);
        let mut findings = Diagnostics::new();
        let game = parse(&file, &mut findings);
        if let Some(game) = &game {
            assert_eq!(print(game), text, "a saved game is written as it was read");
        }
        let places = findings.into_vec().into_iter().map(|finding| {
            let start = finding.place.expect("every finding has a place").start();
            (finding.code, start.line, start.column)
        });
        (game, places.collect())
    }

    #[test]
    fn a_plain_game_has_no_findings() {
        let (game, findings) = read(&format!("{HEAD}(x a1)\n(White Rook b3)\n1. Pawn a2 - a3\n1. Pass\n"));
        let game = game.unwrap();
        assert_eq!(findings, []);
        assert_eq!((game.kinds.text.as_str(), game.lines.len()), ("HC", 7));
        assert_eq!(game.rules.unwrap().text, "A b.zrf");
        assert_eq!(game.variant.unwrap().text, "A, b (c)");
        assert!(matches!(&game.lines[3].content, Content::Edit(Edit::Empty { at }) if at.text == "a1"));
        assert!(game.lines.iter().all(|line| line.odd.is_none()));
    }

    #[test]
    fn odd_layout_is_noted_and_kept() {
        let head = HEAD.replace('\n', "\r\n");
        let (game, findings) = read(&format!("{head}1. Pass \t\n\n1. Pass\r(x a1)\r\n2. Pass\u{1a}\u{1a}\r\n"));
        assert_eq!(game.unwrap().tail, "\u{1a}\u{1a}\r\n");
        let codes: Vec<_> = findings.iter().map(|&(code, line, _)| (code, line)).collect();
        let odd = |line| (Code::LayoutOdd, line);
        assert_eq!(codes, [odd(7), odd(6), odd(4), odd(8), odd(5), odd(4), odd(8)]);
    }

    #[test]
    fn a_line_that_cannot_be_read_does_not_stop_the_others() {
        let text = "1. Pawn a2 -\n01. Pass\n1.Pass\n2 Pass\nPass\n(x)\n 3. Pass\n4. Pawn  e2 - e4\n5. Pass\n";
        let (game, findings) = read(&format!("{HEAD}{text}"));
        let unread = |line, column| (Code::CannotReadEntry, line, column);
        let places =
            [unread(4, 12), unread(5, 1), unread(6, 1), unread(7, 1), unread(8, 1), unread(9, 1), unread(10, 1)];
        assert_eq!(findings[..7], places);
        assert_eq!(findings[7], unread(11, 8));
        let last = game.unwrap().lines.pop().unwrap();
        assert!(matches!(last.content, Content::Entry { number: 5, .. }));
    }

    #[test]
    fn entries_are_counted_as_plies() {
        let file = SourceFile::from_text("a.zsg", format!("{HEAD}1. Pass\n\n1. Pawn a2\n"));
        let mut findings = Diagnostics::new();
        let _ = parse(&file, &mut findings);
        let finding = findings.as_slice().iter().find(|finding| finding.code == Code::CannotReadEntry).unwrap();
        assert_eq!((finding.ply, finding.text.as_deref()), (Some(2), Some("Pawn a2")));
    }

    #[test]
    fn other_files_are_refused() {
        for text in ["", "\n\n", "this is not a saved game\n", "zillions save game file version 0.02 HH\n"] {
            let (game, findings) = read(text);
            assert!(game.is_none());
            assert!(matches!(findings[..], [(Code::CannotReadHeader, ..)]), "{text:?}");
        }
    }

    #[test]
    fn faults_of_the_head_are_placed() {
        let (game, findings) = read("Zillions Save Game File Version 0.03 HX\nOther=1\n1. Pass\n");
        assert_eq!(game.unwrap().version.span, Span::new(32, 36));
        let head = |line, column| (Code::CannotReadHeader, line, column);
        assert_eq!(findings, [head(1, 33), head(1, 38), head(2, 1), head(3, 1), (Code::LayoutOdd, 3, 1)]);
        let file = SourceFile::from_text("a.zsg", "Zillions Save Game File Version 0.02\n");
        let mut findings = Diagnostics::new();
        let _ = parse(&file, &mut findings);
        assert_eq!(findings.as_slice()[0].severity, Severity::Warning, "the letters do not change the game");
    }

    #[test]
    fn edits_that_must_be_refused() {
        for text in ["(x)", "(x a1", "(x a1 b1)", "(x  a1)", "()", "(White Rook)", "(White x a1)", "(x x)", "( x a1)"] {
            assert!(parse_edit(text, 0).is_err(), "{text}");
        }
        assert!(parse_edit("(?Dice Six q1)", 0).is_ok());
    }
}
