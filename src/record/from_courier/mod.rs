//! A Game Courier log as a record (`spec/game-courier.md` 3, 6, 10).

mod head;
mod result;

use std::collections::BTreeMap;
use std::sync::Arc;

use smallvec::SmallVec;

use self::head::setting;
use super::{Action, CourierParts, Entry, Notation, Record, Word};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{Place, SourceFile, Span};
use crate::syntax::courier::{
    self, Command, Foreign, HalfMove, Item, Log, MoveText, Part, Remark, TextKind, Turn, read_foreign,
};

/// How the texts of half-moves are read.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// The further words of a profile, each with the standard word it stands for.
    pub words: BTreeMap<String, String>,
    /// Whether the signs of other notations are read too: `O-O`, `x`, `=Q`, `+`, `#` (`spec/game-courier.md` 3.3).
    pub foreign_signs: bool,
}

/// Reads a log.
///
/// An entry that cannot be read becomes [`Action::Unreadable`]; what is merely odd goes to `findings`. `None`,
/// with a finding, for a text of no known form and for one that records no game: a settings file, a bare address.
#[must_use]
pub fn read(file: &Arc<SourceFile>, reading: &Reading, findings: &mut Diagnostics) -> Option<Record> {
    let log = match courier::read(&file.text) {
        Ok(log) => log,
        Err(remark) => {
            let finding = Diagnostic::new(Code::FormUnknown, remark.message).at(Place::new(file, remark.span));
            findings.push(match remark.help {
                Some(help) => finding.help(help),
                None => finding,
            });
            return None;
        }
    };
    if matches!(log.kind, TextKind::Settings | TextKind::Address) {
        let message = match log.kind {
            TextKind::Settings => "a settings file defines a game and records none",
            _ => "the address of a log is not the log",
        };
        let finding = Diagnostic::new(Code::FormUnknown, message).at(Place::new(file, Span::at(0)));
        findings.push(finding.help("save the page that shows the game, or copy its move list"));
        return None;
    }
    let log = &log;
    let mut builder = Builder::new(file, log, reading, findings);
    builder.head();
    let last = log.items.iter().rposition(|item| matches!(item, Item::HalfMove(_)));
    for (index, item) in log.items.iter().enumerate() {
        match item {
            Item::HalfMove(half) => builder.half_move(half, Some(index) == last),
            Item::Comment(word) | Item::SideLine(word) => builder.comment(word.text.to_string()),
            Item::Status(word) => builder.status(word),
        }
    }
    for status in log.head.status.iter().chain(setting(log, "status").as_ref()) {
        builder.status(status);
    }
    let Builder { mut record, courier, .. } = builder;
    record.courier = Some(courier);
    Some(record)
}

struct Builder<'a> {
    file: &'a Arc<SourceFile>,
    log: &'a Log,
    reading: &'a Reading,
    findings: &'a mut Diagnostics,
    record: Record,
    courier: CourierParts,
}

impl<'a> Builder<'a> {
    fn new(file: &'a Arc<SourceFile>, log: &'a Log, reading: &'a Reading, findings: &'a mut Diagnostics) -> Self {
        let first = log.items.iter().find_map(|item| match item {
            Item::HalfMove(half) => Some(half),
            _ => None,
        });
        let courier = CourierParts {
            sides: log.head.sides.iter().map(|side| side.side.text.to_string()).collect(),
            second_starts: first.and_then(|half| half.number).is_some_and(|number| number.turn == Turn::Other),
            ..CourierParts::default()
        };
        let record =
            Record { tags: vec![("Site".into(), "Game Courier".into())], ..Record::new(file, Notation::Courier) };
        Self { file, log, reading, findings, record, courier }
    }

    fn ply(&self) -> u32 {
        u32::try_from(self.record.entries.len() + 1).unwrap_or(u32::MAX)
    }

    fn comment(&mut self, text: String) {
        if text.is_empty() {
            return;
        }
        match self.record.entries.last_mut() {
            Some(entry) => entry.comments.push(text),
            None => self.record.comments.push(text),
        }
    }

    fn odd(&mut self, remark: Remark) {
        let finding = Diagnostic::new(Code::LayoutOdd, remark.message).at(Place::new(self.file, remark.span));
        let finding = finding.ply(self.ply());
        self.findings.push(match remark.help {
            Some(help) => finding.help(help),
            None => finding,
        });
    }

    fn half_move(&mut self, half: &HalfMove, is_last: bool) {
        if self.reading.foreign_signs
            && let Some(action) = self.foreign(half)
        {
            return self.push(half, action);
        }
        for note in &half.notes {
            self.odd(note.clone());
        }
        let action = match self.parts(half) {
            Ok((parts, end)) => {
                if parts.parts.is_empty() && (end.is_some() || is_last) {
                    if let Some(end) = end {
                        self.end_word(half, &end);
                    } else {
                        self.odd(remark("a number without a move stands at the end of the list", half.span));
                    }
                    self.comment(half.comment.as_ref().map(|word| word.text.to_string()).unwrap_or_default());
                    return;
                }
                let action = if parts.parts.is_empty() {
                    self.odd(remark("a number without a move is read as a pass", half.span));
                    Action::Pass
                } else if let [Part::Command { word, .. }] = parts.parts.as_slice()
                    && Command::find(&word.text) == Some(Command::Pass)
                {
                    Action::Pass
                } else {
                    Action::Courier(parts)
                };
                if let Some(end) = end {
                    self.push(half, action);
                    self.end_word(half, &end);
                    return;
                }
                action
            }
            Err(remark) => {
                let mut finding = Diagnostic::new(Code::CannotReadEntry, remark.message);
                finding.place = Some(Place::new(self.file, remark.span));
                finding.help = remark.help;
                Action::Unreadable(Box::new(finding.ply(self.ply()).text(self.file.slice(half.text))))
            }
        };
        self.push(half, action);
    }

    fn push(&mut self, half: &HalfMove, action: Action) {
        self.record.entries.push(Entry {
            number: half.number.map(|number| number.value),
            span: half.span,
            text: half.text,
            action,
            comments: half.comment.iter().map(|comment| comment.text.to_string()).collect(),
        });
    }

    /// A half-move in the signs of other notations.
    fn foreign(&mut self, half: &HalfMove) -> Option<Action> {
        let (action, own) = match read_foreign(self.file.slice(half.text))? {
            Foreign::Castling(sign) => (Action::Token(Word { text: sign.into(), span: half.text }), sign.to_owned()),
            Foreign::Parts(own) => {
                let mut parts = courier::read_move_text(&own).ok()?;
                parts.put_at(half.text);
                (Action::Courier(parts), own)
            }
        };
        self.odd(remark(&format!("the entry is read as `{own}`"), half.text));
        Some(action)
    }

    /// The parts with the profile's words put into standard ones; the word that ends the game stands apart.
    fn parts(&self, half: &HalfMove) -> Result<(MoveText, Option<Word>), Remark> {
        if let Some(fault) = &half.fault {
            return Err(fault.clone());
        }
        let mut parts = SmallVec::new();
        let mut end = None;
        for part in &half.parts.parts {
            let Part::Command { word, operands } = part else {
                parts.push(part.clone());
                continue;
            };
            let standard = Command::find(&word.text)
                .or_else(|| self.reading.words.get(word.text.as_str()).and_then(|standard| Command::find(standard)));
            let Some(command) = standard else {
                return Err(Remark {
                    message: format!("`{}` is no command that can be read", word.text),
                    span: word.span,
                    help: Some("a profile can give a word a meaning under `words`".into()),
                });
            };
            let word = Word { text: command.word().into(), span: word.span };
            if command.ends_game() {
                end.get_or_insert(word);
            } else {
                parts.push(Part::Command { word, operands: operands.clone() });
            }
        }
        Ok((MoveText { parts }, end))
    }
}

fn remark(message: &str, span: Span) -> Remark {
    Remark { message: message.to_owned(), span, help: None }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::{Reading, read as read_record};
    use crate::diagnostic::{Code, Diagnostic, Diagnostics};
    use crate::record::{Action, Record};
    use crate::source::SourceFile;

    fn read(text: &str) -> (Record, Vec<Diagnostic>) {
        let words = BTreeMap::from([("gg".to_owned(), "resign".to_owned()), ("nod".to_owned(), "say".to_owned())]);
        read_by(text, &Reading { words, foreign_signs: false })
    }

    fn read_by(text: &str, reading: &Reading) -> (Record, Vec<Diagnostic>) {
        let mut findings = Diagnostics::new();
        let file = SourceFile::from_text("game.gc", text);
        let record = read_record(&file, reading, &mut findings).expect("a record");
        (record, findings.into_vec())
    }

    fn claimed(text: &str) -> Option<String> {
        read(text).0.claimed.map(|word| word.text.to_string())
    }

    fn tag<'r>(record: &'r Record, name: &str) -> Option<&'r str> {
        record.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    #[test]
    fn entries_comments_and_places() {
        let (record, findings) = read("| note\n1. P e2-e4 // quiet; 1-0\n1... p e7-e5\nwell\n| 2. x\n2. N g1-");
        assert_eq!(findings, []);
        assert_eq!(record.comments, ["| note"]);
        assert_eq!(record.entries.len(), 3);
        assert_eq!(record.entries[0].comments, ["quiet; 1-0"]);
        assert_eq!(record.entries[1].comments, ["well", "| 2. x"]);
        assert_eq!(record.entry_text(&record.entries[1]), "p e7-e5");
        assert_eq!(record.entries[1].number, Some(1));
        let Action::Unreadable(finding) = &record.entries[2].action else { panic!("a faulty entry") };
        assert_eq!(
            (finding.code, finding.ply, finding.text.as_deref()),
            (Code::CannotReadEntry, Some(3), Some("N g1-"))
        );
        let place = finding.place.as_ref().unwrap().start();
        assert_eq!((place.line, place.column), (6, 8));
    }

    #[test]
    fn result_words_are_claims_and_no_entries() {
        for (text, entries, result) in [
            ("1. P e2-e4\n1... resign", 1, "1-0"),
            ("1. resign", 0, "0-1"),
            ("1. P e2-e4\n1... p e7-e5\n2. drawn", 2, "1/2-1/2"),
            ("1. P e2-e4; resign", 1, "0-1"),
            ("1... p e7-e5\n2. won", 1, "1-0"),
            ("1. P e2-e4\nlost", 1, "1-0"),
            ("1. P e2-e4\n1... gg", 1, "1-0"),
            ("1. P e2-e4\nBlack has won on time.", 1, "0-1"),
        ] {
            let (record, _) = read(text);
            let end = record.courier.and_then(|courier| courier.end).expect(text);
            assert_eq!((record.entries.len(), end.after), (entries, entries), "{text}");
            assert_eq!(record.claimed.map(|word| word.text).as_deref(), Some(result), "{text}");
        }
        assert_eq!(claimed("1. P e2-e4"), None);
    }

    #[test]
    fn entries_behind_the_end_stay() {
        let (record, _) = read("1. N e1-d3\n1... resign\n2. P c2-c3");
        assert_eq!(record.entries.len(), 2);
        assert_eq!(record.courier.unwrap().end.unwrap().after, 1);
        assert_eq!(tag(&read("1. resign").0, "Termination"), Some("resignation"));
    }

    #[test]
    fn passes_and_empty_numbers() {
        let (record, findings) = read("1. pass\n1...\n2. P e2-e4\n2...");
        let passes = record.entries.iter().filter(|entry| matches!(entry.action, Action::Pass)).count();
        assert_eq!((record.entries.len(), passes, findings.len()), (3, 2, 2));
    }

    #[test]
    fn words_of_profiles_and_unknown_words() {
        let (record, _) = read("1. P e2-e4; nod\n1... shuffle x\n2. e2-e4; say hello");
        assert!(matches!(&record.entries[0].action, Action::Courier(text) if text.parts.len() == 2));
        let Action::Unreadable(finding) = &record.entries[1].action else { panic!("an unknown word") };
        assert_eq!(finding.place.as_ref().unwrap().text(), "shuffle");
    }

    #[test]
    fn signs_of_other_notations_are_read_where_asked_for() {
        let text = "1. P e4xd5+\n1... O-O\n2. P e7-e8=Q";
        let (record, findings) = read_by(text, &Reading { foreign_signs: true, ..Reading::default() });
        assert!(matches!(&record.entries[0].action, Action::Courier(text) if text.to_string() == "P e4-d5"));
        assert!(matches!(&record.entries[1].action, Action::Token(word) if word.text == "O-O"));
        assert!(matches!(&record.entries[2].action, Action::Courier(text) if text.to_string() == "P e7-e8; Q-dest"));
        assert_eq!(findings.len(), 3);
        let by_default = read(text).0;
        assert!(by_default.entries[..2].iter().all(|entry| matches!(entry.action, Action::Unreadable(_))));
    }

    #[test]
    fn a_page_gives_names_and_the_result() {
        let (record, findings) =
            read("Viewing Game\n\nPlayer B has won.\n\nShogi\nBlack: Player A\nWhite: Player B\n\n1. P 7g-7f\n");
        assert_eq!(findings, []);
        assert_eq!(record.rules.game.as_ref().unwrap().text, "Shogi");
        assert_eq!((tag(&record, "White"), tag(&record, "Black")), (Some("Player A"), Some("Player B")));
        assert_eq!(tag(&record, "Players"), Some("Black, White"));
        let claimed = record.claimed.unwrap();
        assert_eq!((claimed.text.as_str(), record.file.slice(claimed.span)), ("0-1", "Player B has won."));
    }

    #[test]
    fn a_log_file_gives_its_settings() {
        let (record, _) = read(
            "$game = 'Grand Chess';\n$log = 'a-cvgameroom-2004-301-192';\n$code = 'k1/1K';\n$moves = '1. K b1-a1';\n",
        );
        assert_eq!(record.rules.game.as_ref().unwrap().text, "Grand Chess");
        assert_eq!(tag(&record, "GcInvited"), Some("2004-10-28"));
        let courier = record.courier.unwrap();
        assert_eq!(courier.code.unwrap().text, "k1/1K");
        let settings = courier.settings;
        assert_eq!(settings.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["game", "log", "code"]);
    }

    #[test]
    fn two_claims_that_differ() {
        let (record, findings) =
            read("Viewing Game\nA has won.\nX\nWhite: A\nBlack: B\n1. P e2-e4\n1... p e7-e5\n2. resign");
        assert_eq!(record.claimed.unwrap().text, "0-1");
        assert_eq!(findings.iter().map(|finding| finding.code).collect::<Vec<_>>(), [Code::ResultContradicts]);
    }

    #[test]
    fn settings_and_addresses_record_no_game() {
        for text in ["$default['game'] = 'X';\n", "http://x/play.php?game=X&log=y", "Hello"] {
            let mut findings = Diagnostics::new();
            let file = SourceFile::from_text("x.txt", text);
            let record = read_record(&file, &Reading::default(), &mut findings);
            assert!(record.is_none() && findings.into_vec()[0].code == Code::FormUnknown);
        }
    }

    proptest! {
        #[test]
        fn no_text_panics(
            text in "((Viewing Game|White: A|A has won[.]|[1-9][.]{1,3}|[a-h][1-8]|-|; |//|resign|pass|dest|P|x|\n| )){0,30}"
        ) {
            let file = SourceFile::from_text("game.gc", text);
            if let Some(record) = read_record(&file, &Reading::default(), &mut Diagnostics::new()) {
                let end = record.courier.as_ref().and_then(|courier| courier.end.as_ref());
                prop_assert!(end.is_none_or(|end| end.after <= record.entries.len()));
            }
        }
    }
}
