//! The grammar of one move text (section 3.2): parts, commands, comments.
//!
//! Only shapes are read here. Whether `e8` in `e8-q` is a coordinate is for those who know the board.

use nom::Parser;
use nom::sequence::preceded;
use smallvec::SmallVec;

use super::broken::{Broken, SHAPES, castling_signs, expected_hyphen, misplaced_sign};
use super::text::MappedText;
use super::tree::{Command, MoveText, Part, Remark};
use super::words::{blanks1, dash, is_blank, looks_like_command, prefix, shorten, skip, word};
use crate::syntax::zsg::Word;

/// What was read from the text between two numbers.
#[derive(Debug, Default)]
pub(super) struct ReadMoves {
    /// The half-moves, with the offsets of their texts: one, or two where both sides stand behind one number.
    pub(super) moves: Vec<ReadMove>,
}

/// One half-move.
#[derive(Debug)]
pub(super) struct ReadMove {
    pub(super) parts: MoveText,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) fault: Option<Remark>,
    pub(super) notes: Vec<Remark>,
}

/// Reads the text between two numbers, comment already taken off. `base` is its offset in `mapped`.
pub(super) fn read_moves(mapped: &MappedText, base: usize, text: &str) -> ReadMoves {
    let reader = Reader { mapped, base, whole: text };
    let mut result = ReadMoves::default();
    let mut rest = skip(text);
    loop {
        let (read, after) = reader.half_move(rest);
        let clean = read.fault.is_none();
        if result.moves.is_empty() || !clean || !read.parts.parts.is_empty() {
            result.moves.push(read);
        }
        rest = skip(after);
        if rest.is_empty() || !clean {
            break;
        }
        if result.moves.len() == 2 {
            let span = reader.span(rest, rest.len());
            if let Some(last) = result.moves.last_mut() {
                last.fault = Some(Remark {
                    message: format!("`{}` is left over after the moves of two sides", shorten(rest)),
                    span,
                    help: Some("write one half-move on a line, parts of one half-move joined by `;`".into()),
                });
                last.end = reader.offset(text, text.trim_end_matches(is_blank).len());
            }
            break;
        }
    }
    if let [first, second] = &mut *result.moves
        && second.fault.is_none()
        && let (Some(one), Some(two)) = (case_of(&first.parts), case_of(&second.parts))
        && one == two
    {
        second.fault = Some(Remark {
            message: "a second move of the same side follows without `;`".into(),
            span: mapped.span(second.start, second.end),
            help: Some("join the parts of one half-move by `;`, or begin a new line".into()),
        });
    }
    result
}

/// The letter case of the first written label, which tells the side.
fn case_of(moves: &MoveText) -> Option<bool> {
    let label = moves.parts.iter().find_map(|part| match part {
        Part::Hyphen { label: Some(label), .. } | Part::Drop { label, .. } => Some(label),
        _ => None,
    })?;
    let letter = label.text.chars().find(|letter| letter.is_alphabetic())?;
    Some(letter.is_uppercase())
}

struct Reader<'t> {
    mapped: &'t MappedText,
    base: usize,
    whole: &'t str,
}

impl<'t> Reader<'t> {
    /// Offset in the mapped text of `length` bytes into `rest`, which is an end piece of the whole text.
    fn offset(&self, rest: &str, length: usize) -> usize {
        self.base + (self.whole.len() - rest.len()) + length
    }

    fn span(&self, rest: &str, length: usize) -> crate::source::Span {
        let start = self.offset(rest, 0);
        self.mapped.span(start, start + length)
    }

    /// A word as a node: `before` is the input in front of it, `after` the input behind.
    fn node(&self, text: &str, before: &str, after: &str) -> Word {
        Word { text: text.trim_matches(is_blank).into(), span: self.span(before, before.len() - after.len()) }
    }

    /// One half-move: parts up to the end, or up to where another half-move starts.
    fn half_move(&self, input: &'t str) -> (ReadMove, &'t str) {
        let start = self.offset(input, 0);
        let mut parts = SmallVec::new();
        let mut notes = Vec::new();
        let mut rest = input;
        let mut fault = None;
        let mut end = start;
        loop {
            rest = skip(rest);
            let after_signs = rest.trim_start_matches(|c| c == ';' || is_blank(c));
            let separated = after_signs.len() != rest.len();
            if separated {
                end = self.offset(rest, rest.len() - after_signs.len());
            }
            rest = after_signs;
            if rest.is_empty() {
                break;
            }
            if !parts.is_empty() && !separated {
                if let Some(next) = rest.strip_prefix(',') {
                    rest = next;
                }
                break;
            }
            match self.part(rest, &mut notes) {
                Ok((part, after)) => {
                    parts.push(part);
                    end = self.offset(rest, rest.len() - after.len());
                    rest = after;
                    if let Some(broken) = misplaced_sign(rest) {
                        fault = Some(broken);
                    }
                }
                Err(broken) => fault = Some(broken),
            }
            if fault.is_some() {
                break;
            }
        }
        let fault = fault.map(|broken| {
            end = self.offset(self.whole, self.whole.trim_end_matches(is_blank).len());
            Remark { span: self.span(broken.at, broken.length), message: broken.message, help: broken.help }
        });
        let end = self.trimmed_end(start, end);
        (ReadMove { parts: MoveText { parts }, start, end, fault, notes }, rest)
    }

    /// `end` without the blanks before it.
    fn trimmed_end(&self, start: usize, end: usize) -> usize {
        let text = &self.whole[start - self.base..end.max(start) - self.base];
        start + text.trim_end_matches(is_blank).len()
    }

    fn part(&self, input: &'t str, notes: &mut Vec<Remark>) -> Result<(Part, &'t str), Broken<'t>> {
        let rest = prefix(input).map_or(input, |(rest, _)| rest);
        let Ok((after_first, first)) = word(rest) else {
            let length = rest.chars().next().map_or(0, char::len_utf8);
            return Err(Broken::new(rest, length, format!("`{}` cannot begin a part", &rest[..length]), SHAPES));
        };
        if let Some(castling) = castling_signs(rest) {
            return Err(Broken::new(
                rest,
                castling,
                format!("`{}` is not Game Courier notation", &rest[..castling]),
                "write the King's move, such as `K e1-g1`",
            ));
        }
        let first_word = self.node(first, rest, after_first);
        let after_blanks = skip(after_first);
        if dash(after_blanks).is_ok() {
            return self.hyphen(None, first_word, after_first, notes);
        }
        if let Some(behind) = after_blanks.strip_prefix('*') {
            return self.drop(first_word, behind);
        }
        if let Some(command) = Command::find(first) {
            return Ok(self.command(command, first_word, rest, after_first, notes));
        }
        let second = preceded(blanks1, word).parse(after_first);
        let Ok((after_second, second)) = second else {
            return self.single(first, first_word, rest, after_first);
        };
        let before_second = skip(after_first);
        if dash(skip(after_second)).is_ok() {
            let second_word = self.node(second, before_second, after_second);
            return self.hyphen(Some(first_word), second_word, after_second, notes);
        }
        if looks_like_command(first) {
            return Ok(self.operands(first_word, after_first));
        }
        Err(Broken::new(
            before_second,
            before_second.len() - after_second.len(),
            format!("`{second}` is not of the form `from-to`: {}", expected_hyphen(second)),
            SHAPES,
        ))
    }

    /// `left-`, `left-right`, with the hyphen next in `rest`.
    fn hyphen(
        &self,
        label: Option<Word>,
        left: Word,
        rest: &'t str,
        notes: &mut Vec<Remark>,
    ) -> Result<(Part, &'t str), Broken<'t>> {
        let sign_at = skip(rest);
        let Ok((behind, sign)) = dash(sign_at) else {
            return Err(Broken::new(sign_at, 0, "a hyphen is expected here", SHAPES));
        };
        if sign != "-" {
            notes.push(Remark {
                message: format!("`{sign}` stands for the hyphen"),
                span: self.span(sign_at, sign.len()),
                help: None,
            });
        }
        let place_at = skip(behind);
        let right = word(place_at).ok().map(|(after, text)| (self.node(text, place_at, after), after));
        if sign_at.len() != rest.len() || (right.is_some() && place_at.len() != behind.len()) {
            notes.push(Remark {
                message: "blanks stand around the hyphen".into(),
                span: self.span(rest, rest.len() - place_at.len()),
                help: None,
            });
        }
        match (right, label) {
            (Some((right, after)), label) => Ok((Part::Hyphen { label, left, right: Some(right) }, after)),
            (None, None) => Ok((Part::Hyphen { label: None, left, right: None }, behind)),
            (None, Some(label)) => Err(Broken::new(
                sign_at,
                sign.len(),
                format!("the destination after `{}-` is missing", left.text),
                format!(
                    "write `{} {}-` and the coordinate; `{}-` alone would empty the space",
                    label.text, left.text, left.text
                ),
            )),
        }
    }

    fn drop(&self, label: Word, behind: &'t str) -> Result<(Part, &'t str), Broken<'t>> {
        let place_at = skip(behind);
        match word(place_at) {
            Ok((after, at)) => Ok((Part::Drop { label, at: self.node(at, place_at, after) }, after)),
            Err(_) => Err(Broken::new(
                place_at,
                place_at.chars().next().map_or(0, char::len_utf8),
                format!("the place after `{}*` is missing", label.text),
                "write a drop as `LABEL*coord`, such as `P*5e`",
            )),
        }
    }

    fn command(
        &self,
        command: Command,
        word: Word,
        before: &'t str,
        after: &'t str,
        notes: &mut Vec<Remark>,
    ) -> (Part, &'t str) {
        if word.text != command.word() {
            notes.push(Remark {
                message: format!("`{}` was read as `{}`", word.text, command.word()),
                span: self.span(before, before.len() - after.len()),
                help: None,
            });
        }
        if command == Command::Say {
            let text_at = skip(after);
            let text = text_at.split(';').next().unwrap_or_default();
            let behind = &text_at[text.len()..];
            let trimmed = text.trim_end_matches(is_blank);
            let operands = if trimmed.is_empty() {
                Vec::new()
            } else {
                vec![Word { text: trimmed.into(), span: self.span(text_at, trimmed.len()) }]
            };
            return (Part::Command { word, operands }, behind);
        }
        if command.ends_game() || command == Command::Pass {
            return (Part::Command { word, operands: Vec::new() }, after);
        }
        self.operands(word, after)
    }

    /// The words up to the end of the part.
    fn operands(&self, command: Word, after: &'t str) -> (Part, &'t str) {
        let mut operands = Vec::new();
        let mut rest = after;
        while let Ok((behind, text)) = preceded(blanks1, word).parse(rest) {
            operands.push(self.node(text, skip(rest), behind));
            rest = behind;
        }
        (Part::Command { word: command, operands }, rest)
    }

    /// A single word that is no known command.
    fn single(&self, text: &str, word: Word, at: &'t str, after: &'t str) -> Result<(Part, &'t str), Broken<'t>> {
        let is_plain_word = text.chars().count() >= 2 && text.chars().all(char::is_alphabetic);
        if looks_like_command(text) || (is_plain_word && text.chars().any(char::is_lowercase)) {
            return Ok((Part::Command { word, operands: Vec::new() }, after));
        }
        let message = format!("`{text}` is not of the form `from-to`: {}", expected_hyphen(text));
        Err(Broken::new(at, at.len() - after.len(), message, SHAPES))
    }
}

#[cfg(test)]
mod tests {
    use super::{ReadMoves, read_moves};
    use crate::syntax::courier::text::MappedText;
    use crate::syntax::courier::tree::Part;
    use crate::syntax::zsg::Word;

    fn read(text: &str) -> ReadMoves {
        read_moves(&MappedText::verbatim(text, 0), 0, text)
    }

    /// The parts of a single sound half-move in a compact form.
    fn parts(text: &str) -> Vec<String> {
        let read = read(text);
        assert_eq!(read.moves.len(), 1, "{text}: {read:?}");
        assert_eq!(read.moves[0].fault, None, "{text}");
        read.moves[0].parts.parts.iter().map(show).collect()
    }

    fn show(part: &Part) -> String {
        let word = |word: &Word| word.text.clone();
        match part {
            Part::Hyphen { label, left, right } => format!(
                "{}|{}|{}",
                label.as_ref().map(word).unwrap_or_default(),
                left.text,
                right.as_ref().map(word).unwrap_or_default()
            ),
            Part::Drop { label, at } => format!("{}*{}", label.text, at.text),
            Part::Command { word, operands } => {
                let operands: Vec<_> = operands.iter().map(|operand| operand.text.as_str()).collect();
                format!("!{}({})", word.text, operands.join(","))
            }
        }
    }

    fn fault(text: &str) -> (String, String) {
        let read = read(text);
        let fault = read.moves.iter().find_map(|read| read.fault.clone()).expect(text);
        (text[fault.span.range()].to_owned(), fault.message)
    }

    #[test]
    fn displacements_additions_removals_and_drops() {
        assert_eq!(parts("e2-e4"), ["|e2|e4"]);
        assert_eq!(parts("P e2-e4"), ["P|e2|e4"]);
        assert_eq!(parts("P e7-e8; Q-e8"), ["P|e7|e8", "|Q|e8"]);
        assert_eq!(parts("N 7g-5j; +N-dest"), ["N|7g|5j", "|+N|dest"]);
        assert_eq!(parts("@-d5"), ["|@|d5"]);
        assert_eq!(parts("d5-"), ["|d5|"]);
        assert_eq!(parts("@-c4;"), ["|@|c4"]);
        assert_eq!(parts("G*5e"), ["G*5e"]);
        assert_eq!(parts("L e4-g6; @-f5"), ["L|e4|g6", "|@|f5"]);
        assert_eq!(parts("k c6-B5"), ["k|c6|B5"]);
        assert_eq!(parts("MOVE: P e2-e4"), ["P|e2|e4"]);
        assert_eq!(parts("a1-b2;;b2-c3 ;"), ["|a1|b2", "|b2|c3"]);
        assert_eq!(parts("c4-; @-d5"), ["|c4|", "|@|d5"]);
    }

    #[test]
    fn labels_of_any_length() {
        assert_eq!(parts("_JG_LEF d1-d3"), ["_JG_LEF|d1|d3"]);
        assert_eq!(parts("!f A10-C10"), ["!f|A10|C10"]);
        assert_eq!(parts("+R 3c-3a"), ["+R|3c|3a"]);
        assert_eq!(parts("N.B a1-b3"), ["N.B|a1|b3"]);
        assert_eq!(parts("{CANNON_PAWN(2)} a1-a2"), ["CANNON_PAWN(2)|a1|a2"]);
        assert_eq!(parts("CROOKED:BISHOP(28) a1-a2"), ["CROOKED:BISHOP(28)|a1|a2"]);
    }

    #[test]
    fn commands() {
        assert_eq!(parts("capture d5 e5"), ["!capture(d5,e5)"]);
        assert_eq!(parts("flip e5"), ["!flip(e5)"]);
        assert_eq!(parts("add P all e5 f5"), ["!add(P,all,e5,f5)"]);
        assert_eq!(parts("empty all"), ["!empty(all)"]);
        assert_eq!(parts("clear board"), ["!clear(board)"]);
        assert_eq!(parts("move e2 e4"), ["!move(e2,e4)"]);
        assert_eq!(parts("resign"), ["!resign()"]);
        assert_eq!(parts("e2-e4; say well - played"), ["|e2|e4", "!say(well - played)"]);
        assert_eq!(parts("shuffle deck"), ["!shuffle(deck)"], "unknown words stay in the tree");
        assert_eq!(read("RESIGN").moves[0].notes.len(), 1);
    }

    #[test]
    fn odd_dashes_and_blanks_are_read_and_noted() {
        assert_eq!(parts("P e2\u{2013}e4"), ["P|e2|e4"]);
        assert_eq!(parts("P\u{a0}e2 - e4"), ["P|e2|e4"]);
        assert_eq!(read("e2 - e4").moves[0].notes.len(), 1);
        assert_eq!(read("e2\u{2212}e4").moves[0].notes.len(), 1);
        assert_eq!(read("e2-e4").moves[0].notes.len(), 0);
    }

    #[test]
    fn two_half_moves_on_a_line() {
        for text in ["P e2-e4 p e7-e5", "P e2-e4, p e7-e5", "e2-e4 e7-e5"] {
            let read = read(text);
            assert_eq!(read.moves.len(), 2, "{text}");
            assert!(read.moves.iter().all(|read| read.fault.is_none()), "{text}");
            assert!(text[read.moves[1].start..read.moves[1].end].ends_with("e7-e5"));
        }
        assert_eq!(fault("P e2-e4 P d2-d4").0, "P d2-d4", "two moves of one side");
        assert_eq!(fault("e2-e4 e7-e5 d2-d4").0, "d2-d4");
    }

    #[test]
    fn faults_have_their_place() {
        let (place, message) = fault("N e1d3");
        assert_eq!(place, "e1d3");
        assert!(message.contains("expected after `e1`"), "{message}");
        assert_eq!(fault("N e1-").0, "-");
        assert_eq!(fault("e2-e4-e5").0, "-");
        assert_eq!(fault("--e5").0, "-");
        assert_eq!(fault("O-O").0, "O-O");
        assert_eq!(fault("0-0-0").0, "0-0-0");
        assert_eq!(fault("e4").0, "e4");
        assert_eq!(fault("P*").0, "");
    }
}
