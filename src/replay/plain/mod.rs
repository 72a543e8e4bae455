//! Replay of a Game Courier log without rules: what the text itself gives away (`spec/game-courier.md` 5, 8.5).
//!
//! Spaces and labels that do not exist, empty origins, other pieces than written, pieces of the other side, entries
//! after the end, numbers out of order. No entry is called legal here.

mod board;
mod steps;

pub use board::{Content, LabelBoard};
pub use steps::{Names, Step, StepFault, steps};

use crate::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use crate::profile::{Automation, Diagram, Profile, Start};
use crate::record::{Action, Entry, Record};
use crate::syntax::courier::{MoveNumber, Turn, read_move_number};

/// What a replay without rules found.
#[derive(Debug)]
pub struct PlainReplay<'p> {
    /// The findings, in the order of the record.
    pub findings: Vec<Diagnostic>,
    /// All entries.
    pub plies: u32,
    /// Entries before the first one that does not fit the board.
    pub plies_sound: u32,
    /// The board at the end.
    pub board: LabelBoard<'p>,
}

/// Replays a log on a board of labels. `start` goes before the profile's start; without either, nothing is known of the
/// board but what the entries tell.
#[must_use]
pub fn plain_replay<'p>(record: &Record, profile: Option<&'p Profile>, start: Option<&Diagram>) -> PlainReplay<'p> {
    let board = match (profile, start) {
        (Some(profile), Some(start)) => LabelBoard::new(profile, start),
        (Some(profile), None) => match &profile.start {
            Start::Fixed { diagram, .. } => LabelBoard::new(profile, diagram),
            Start::FromRecord | Start::OfRules => LabelBoard::unknown(Some(profile)),
        },
        (None, _) => LabelBoard::unknown(None),
    };
    let mut replay = Plain { record, profile, board, findings: Diagnostics::new(), first_fault: None };
    replay.findings.extend(check_numbers(record, replay.side_count()));
    let end = replay.end();
    for (index, entry) in record.entries.iter().enumerate().take(end) {
        replay.entry(index, entry);
    }
    if let Some(entry) = record.entries.get(end) {
        replay.after_the_end(end, entry);
    }
    let plies = record.entries.len();
    PlainReplay {
        plies: to_u32(plies),
        plies_sound: to_u32(replay.first_fault.unwrap_or(plies)),
        findings: replay.findings.into_vec(),
        board: replay.board,
    }
}

struct Plain<'a, 'p> {
    record: &'a Record,
    profile: Option<&'p Profile>,
    board: LabelBoard<'p>,
    findings: Diagnostics,
    first_fault: Option<usize>,
}

impl Plain<'_, '_> {
    fn side_count(&self) -> usize {
        let named = self.record.courier.as_ref().map_or(0, |courier| courier.sides.len());
        self.profile.map_or(named, |profile| profile.sides.len()).max(2)
    }

    /// How many entries stand before the word that ended the game.
    fn end(&self) -> usize {
        let end = self.record.courier.as_ref().and_then(|courier| courier.end.as_ref());
        end.map_or(self.record.entries.len(), |end| end.after)
    }

    fn after_the_end(&mut self, index: usize, entry: &Entry) {
        let end = self.record.courier.as_ref().and_then(|courier| courier.end.as_ref());
        let Some(end) = end else { return };
        let message = format!("the game was over: `{}` stands before this entry", end.word.text);
        let finding = Diagnostic::new(Code::AfterTheEnd, message).at(self.record.place(entry.text));
        let place = self.record.place(end.word.span);
        self.fault(index, finding.related(place, "the end of the game"));
    }

    fn entry(&mut self, index: usize, entry: &Entry) {
        match &entry.action {
            Action::Unreadable(finding) => {
                self.fault(index, (**finding).clone());
                self.board.forget();
            }
            Action::Courier(text) => match steps(text, Names::new(self.profile)) {
                Err(fault) => {
                    self.board.forget();
                    let finding = Diagnostic::new(fault.code, fault.message).at(self.record.place(fault.word.span));
                    self.fault(
                        index,
                        match fault.help {
                            Some(help) => finding.help(help),
                            None => finding,
                        },
                    );
                }
                Ok(steps) => self.play(index, &steps),
            },
            // Castling in two letters: which spaces it changes is for the rules to say.
            Action::Token(_) => self.board.forget(),
            Action::Pass | Action::Effects { .. } => {}
        }
    }

    fn play(&mut self, index: usize, steps: &[Step]) {
        let second_starts = self.record.courier.as_ref().is_some_and(|courier| courier.second_starts);
        let side = (index + usize::from(second_starts)) % self.side_count();
        let exact = self.profile.is_some_and(|profile| profile.automation == Automation::None);
        for step in steps {
            for mismatch in self.board.apply(step, side) {
                let finding = Diagnostic::new(mismatch.code, mismatch.message).at(self.record.place(mismatch.span));
                if mismatch.doubtful {
                    self.push(index, finding.severity(Severity::Warning));
                } else if exact {
                    self.fault(index, finding);
                } else {
                    let help = "a castling rook, an en passant victim or a promotion before may not be written";
                    self.fault(index, finding.severity(Severity::Warning).help(help));
                }
            }
        }
    }

    fn push(&mut self, index: usize, finding: Diagnostic) {
        let entry = &self.record.entries[index];
        self.findings.push(finding.ply(to_u32(index + 1)).text(self.record.entry_text(entry)));
    }

    fn fault(&mut self, index: usize, finding: Diagnostic) {
        self.first_fault.get_or_insert(index);
        self.push(index, finding);
    }
}

/// Findings about numbers that do not follow those before them. The order of the lines is trusted, not the numbers
/// (`spec/game-courier.md` 3.1); `sides` is how many sides take turns.
#[must_use]
pub fn check_numbers(record: &Record, sides: usize) -> Vec<Diagnostic> {
    let sides = sides.max(1);
    let second_starts = record.courier.as_ref().is_some_and(|courier| courier.second_starts);
    let mut findings = Vec::new();
    let end = record.courier.as_ref().and_then(|courier| courier.end.as_ref());
    let before_end = end.map_or(record.entries.len(), |end| end.after);
    // The number of the last numbered entry less the rounds played before it.
    let mut shift: Option<i64> = None;
    for (index, entry) in record.entries.iter().enumerate().take(before_end) {
        let turn = index + usize::from(second_starts);
        let round = i64::try_from(turn / sides).unwrap_or(i64::MAX);
        let Some(number) = read_move_number(record.file.slice(entry.span)) else { continue };
        let expected_turn = if turn.is_multiple_of(sides) { Turn::First } else { Turn::Other };
        let value = i64::from(number.value);
        let expected = shift.map_or(value, |shift| round.saturating_add(shift));
        let expected = MoveNumber { value: u32::try_from(expected).unwrap_or_default(), turn: expected_turn };
        if number != expected {
            let message = format!("the entry is numbered `{number}`; `{expected}` is expected");
            let finding = Diagnostic::new(Code::NumberOff, message).at(record.place(entry.span));
            findings.push(finding.ply(to_u32(index + 1)).help("numbers are not used to find whose turn it is"));
        }
        shift = Some(value.saturating_sub(round));
    }
    findings
}

fn to_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {

    use super::{Content, PlainReplay, plain_replay};
    use crate::diagnostic::{Code, Diagnostics, Severity};
    use crate::profile::Profile;
    use crate::record::{Record, from_courier};
    use crate::source::SourceFile;

    const PIECES: &str = "pieces: {K: King, Q: Queen, R: Rook, B: Bishop, N: Knight, P: Pawn}";

    fn profile(start: &str, more: &str) -> Profile {
        let text = format!(
            "gc: {{game: X, files: [a, b, c, d, e, f, g, h], ranks: [1, 2, 3, 4, 5, 6, 7, 8], start: \"{start}\"{more}}}\n{PIECES}\n"
        );
        let mut findings = Diagnostics::new();
        let profile = Profile::load(&SourceFile::from_text("p.yaml", text), &mut findings).unwrap();
        assert!(!findings.has_errors(), "{findings:?}");
        profile
    }

    fn record(text: &str) -> Record {
        let file = SourceFile::from_text("game.gc", text);
        from_courier::read(&file, &from_courier::Reading::default(), &mut Diagnostics::new()).unwrap()
    }

    const CHESS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

    /// Codes with their plies.
    fn codes(replay: &PlainReplay<'_>) -> Vec<(Code, Option<u32>)> {
        replay.findings.iter().map(|finding| (finding.code, finding.ply)).collect()
    }

    #[test]
    fn touched_spaces_at_the_end() {
        let profile = profile("8/P7/8/8/p1p4p/2p5/1N5P/8", "");
        for (text, spaces) in [
            ("1. P a7-b8; N-dest", &[("a7", ""), ("b8", "N")][..]),
            ("1. c4-", &[("c4", "")]),
            ("1. @-c4;", &[("c4", "")]),
            ("1. N b2-c3; N c3-d4; @-c4", &[("b2", ""), ("c3", ""), ("c4", ""), ("d4", "N")]),
            ("1. h2 - h4", &[("h2", ""), ("h4", "P")]),
            ("1. N b2-a4; p-b2", &[("b2", "p"), ("a4", "N")]),
            ("1. flip c3", &[("c3", "P")]),
            ("1. empty all", &[("c3", ""), ("h2", "")]),
            ("1. N b2-b2; @-c4", &[("b2", "N"), ("c4", "")]),
        ] {
            let replay = plain_replay(&record(text), Some(&profile), None);
            for (space, label) in spaces {
                let expected = if label.is_empty() { Content::Empty } else { Content::Piece((*label).to_owned()) };
                assert_eq!(replay.board.at(space), &expected, "{text}: {space}");
            }
        }
    }

    #[test]
    fn what_does_not_fit_the_board() {
        let profile = profile(CHESS, "");
        let found = |text: &str| codes(&plain_replay(&record(text), Some(&profile), None));
        assert_eq!(found("1. P e2-e4\n1... p e7-e5\n2. N g1-f3"), []);
        assert_eq!(found("1. P e3-e4"), [(Code::OriginEmpty, Some(1))]);
        assert_eq!(found("1. N e2-e4"), [(Code::OtherPiece, Some(1))]);
        assert_eq!(found("1. p e2-e4")[0], (Code::OtherPiece, Some(1)));
        assert_eq!(found("1. e7-e5"), [(Code::WrongSide, Some(1))]);
        assert_eq!(found("1. P e2-e9"), [(Code::NameUnknown, Some(1))]);
        assert_eq!(found("1. N g1f3"), [(Code::CannotReadEntry, Some(1))]);
        assert_eq!(found("1. P e2-e4\n1... resign\n2. P d2-d4\n2... x"), [(Code::AfterTheEnd, Some(2))]);
    }

    #[test]
    fn nothing_is_known_of_the_board_behind_an_entry_that_cannot_be_read() {
        let profile = profile(CHESS, "");
        let found = |text: &str| codes(&plain_replay(&record(text), Some(&profile), None));
        assert_eq!(found("1. shuffle e2\n1... p e7-e5\n2. P e4-e5"), [(Code::CannotReadEntry, Some(1))]);
        let twice = [(Code::NameUnknown, Some(1)), (Code::OriginEmpty, Some(3))];
        assert_eq!(found("1. P e2-e9\n1... p e7-e5\n2. P e7-e8"), twice);
    }

    #[test]
    fn castling_left_to_the_preset_is_suspected() {
        let text = "1. K e1-g1\n1... p e7-e5\n2. R f1-e1";
        let full = profile("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R", ", automation: full");
        let replay = plain_replay(&record(text), Some(&full), None);
        assert_eq!(codes(&replay), [(Code::OriginEmpty, Some(3))]);
        assert_eq!((replay.findings[0].severity, replay.plies_sound), (Severity::Warning, 2));
        assert!(replay.findings[0].help.as_ref().unwrap().contains("castling"));
        let none = profile("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R", ", automation: none");
        assert_eq!(plain_replay(&record(text), Some(&none), None).findings[0].severity, Severity::Error);
    }

    #[test]
    fn drops_come_from_the_hand() {
        let profile = profile("8/8/8/8/8/8/p7/R6k", ", hand: true");
        let found = |text: &str| codes(&plain_replay(&record(text), Some(&profile), None));
        assert_eq!(found("1. R a1-a2\n1... k h1-h2\n2. P*e5"), []);
        assert_eq!(found("1. P*e5"), [(Code::DropNotPossible, Some(1))]);
        assert_eq!(found("1. R a1-a2\n1... k h1-h2\n2. P*h2"), [(Code::DropNotPossible, Some(3))]);
    }

    #[test]
    fn without_a_profile_the_entries_teach_the_board() {
        let found = |text: &str| codes(&plain_replay(&record(text), None, None));
        assert_eq!(found("1. P e2-e4\n1... p e7-e5\n2. P e2-e3"), [(Code::OriginEmpty, Some(3))]);
        assert_eq!(found("1. P e2-e4\n1... p e7-e5\n2. N e4-f6"), [(Code::OtherPiece, Some(3))]);
    }

    #[test]
    fn numbers_out_of_order() {
        let found = |text: &str| codes(&plain_replay(&record(text), None, None));
        assert_eq!(found("22. P e2-e4\n22...p e7-e5\n23. P a2-a3"), [], "a list may start anywhere");
        assert_eq!(found("1... p e7-e5\n2. P a2-a3"), []);
        assert_eq!(found("1. P e2-e4\n1... p e7-e5\n3. P a2-a3\n3... p a7-a6"), [(Code::NumberOff, Some(3))]);
        assert_eq!(found("1. P e2-e4\n2. p e7-e5"), [(Code::NumberOff, Some(2))]);
    }
}
