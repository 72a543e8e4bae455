//! The numbers before entries, held against the turn order.

use super::ply_of;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Fix};
use crate::game::TurnOrder;
use crate::record::{Entry, Notation, Record};
use crate::source::Span;
use crate::syntax::courier::{MoveNumber, Turn, read_move_number};

/// Follows the numbers of a record.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    /// The last number of a list less its round: one finding tells of a jump, not all that follow.
    shift: Option<i64>,
    /// The first number less its round.
    first_shift: Option<i64>,
    /// What would make the numbers those of the turn order.
    fixes: Vec<Fix>,
}

impl Numbers {
    /// Looks at the number of an entry that is played in the turn (counted from 0). Numbers never decide whose turn it is.
    pub(super) fn check(
        &mut self,
        record: &Record,
        index: usize,
        turns: &TurnOrder,
        turn: usize,
        findings: &mut Diagnostics,
    ) {
        let entry = &record.entries[index];
        let message = match record.notation {
            Notation::Zsg => self.of_saved_game(record, entry, turns.round(turn)),
            Notation::Courier | Notation::Pgn => self.of_list(record, entry, turns, turn),
            Notation::Yaml | Notation::Json => None,
        };
        let Some(message) = message else { return };
        findings.push(
            Diagnostic::new(Code::NumberOff, message)
                .at(record.place(entry.span))
                .ply(ply_of(index))
                .help("numbers are not used to find whose turn it is; --fix writes those of the turn order"),
        );
    }

    /// The changes that mend all numbers.
    pub(super) fn into_fixes(self) -> Vec<Fix> {
        self.fixes
    }

    /// Numbers count the rounds of the turn order (`spec/zsg.md` 5).
    fn of_saved_game(&mut self, record: &Record, entry: &Entry, expected: usize) -> Option<String> {
        let number = entry.number?;
        if number as usize == expected {
            return None;
        }
        self.fix(record, entry, false, expected.to_string());
        Some(format!("the entry is numbered {number}; the turn order gives {expected}"))
    }

    /// Numbers follow the rounds from the first number on, which is 1 where a game of PGN starts as its rules say; the dots
    /// tell whether it is the side that moves first (`spec/game-courier.md` 3.1).
    fn of_list(&mut self, record: &Record, entry: &Entry, turns: &TurnOrder, turn: usize) -> Option<String> {
        let text = record.file.slice(entry.span);
        let (number, dots_told) = match record.notation {
            Notation::Pgn => pgn_number(text)?,
            _ => (read_move_number(text)?, true),
        };
        let opens = turn.checked_sub(1).is_none_or(|earlier| turns.round(earlier) != turns.round(turn));
        let expected_turn = if opens { Turn::First } else { Turn::Other };
        let (value, round) = (i64::from(number.value), i64::try_from(turns.round(turn)).unwrap_or(i64::MAX));
        let own = value.saturating_sub(round);
        let starts_at_one = record.notation == Notation::Pgn && record.start.is_none();
        let first = *self.first_shift.get_or_insert(if starts_at_one { 0 } else { own });
        let expected = round.saturating_add(self.shift.replace(own).unwrap_or(first));
        let shown = |value: i64, turn| format!("{value}{}", if turn == Turn::First { "." } else { "..." });
        let turn_differs = dots_told && number.turn != expected_turn;
        if own != first || turn_differs {
            self.fix(record, entry, true, shown(round.saturating_add(first), expected_turn));
        }
        (value != expected || turn_differs).then(|| {
            let (written, expected) = (shown(value, number.turn), shown(expected, expected_turn));
            format!("the entry is numbered `{written}`; `{expected}` is expected")
        })
    }

    /// Puts another text in the place of the number before an entry, with its dots.
    fn fix(&mut self, record: &Record, entry: &Entry, dots: bool, text: String) {
        let written = record.file.slice(entry.span);
        let digits = written.chars().take_while(char::is_ascii_digit).count();
        let points = written[digits..].chars().take_while(|&c| c == '.').count();
        let length = u32::try_from(digits + if dots { points } else { 0 }).unwrap_or(u32::MAX);
        // A number that is written in another way, such as with an entity, is left as it is.
        if digits > 0 && (!dots || points > 0) {
            let start = entry.span.start;
            self.fixes.push(Fix { span: Span::new(start, start.saturating_add(length)), text });
        }
    }
}

/// The number at the start of an entry of PGN, and whether its dots tell the side.
fn pgn_number(text: &str) -> Option<(MoveNumber, bool)> {
    let digits = text.chars().take_while(char::is_ascii_digit).count();
    let value = text[..digits].parse().ok()?;
    let dots = text[digits..].chars().take_while(|&c| matches!(c, '.' | '…')).collect::<String>();
    let turn = if matches!(dots.as_str(), "." | "") { Turn::First } else { Turn::Other };
    Some((MoveNumber { value, turn }, !dots.is_empty()))
}
