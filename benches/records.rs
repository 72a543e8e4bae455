//! Records in memory: read, replayed by the rules and judged, or written in another form. Every verdict is checked.
//!
//! `cargo bench --bench records` prints the time for all records of a game and half-moves per second. The games are those
//! of the fixtures, and of chess a larger set of random games, always the same, whose figures are steadier.

use std::path::Path;
use std::sync::Arc;

use divan::counter::ItemsCount;
use scoresheet::batch::{Checker, Choice, Chooser, Converted, ExportForm, RulesOptions};
use scoresheet::diagnostic::{Diagnostics, Verdict};
use scoresheet::engine::Playthrough;
use scoresheet::export::document::to_yaml;
use scoresheet::export::zsg::{self, NewEntry, NewGame};
use scoresheet::game::Game;
use scoresheet::notation::zillions;
use scoresheet::record::{Action, Record, from_courier, from_pgn, from_zsg};
use scoresheet::replay::{ReplayOptions, replay};
use scoresheet::source::{Encoding, SourceFile};

/// The games of which records are checked.
const GAMES: [&str; 7] =
    ["chess", "xiangqi", "shogi", "english-checkers", "courier-eurasian", "hourglass-honeycomb", MANY];

/// The games that other programs write as PGN.
const PGN_GAMES: [&str; 4] = ["chess", "xiangqi", "shogi", MANY];

/// The random games of chess.
const MANY: &str = "chess, 300 random games";

fn main() {
    divan::main();
}

/// The records of a game and what they are checked by.
struct Records {
    checker: Checker,
    choice: Choice,
    game: Arc<Game>,
    texts: Vec<Arc<SourceFile>>,
    plies: usize,
}

fn read_zsg(file: &Arc<SourceFile>) -> Record {
    from_zsg::read(file, &mut Diagnostics::new()).expect("a saved game")
}

fn read_pgn(file: &Arc<SourceFile>) -> Record {
    from_pgn::read(file).next().expect("a game").record
}

fn read_courier(file: &Arc<SourceFile>) -> Record {
    from_courier::read(file, &Default::default(), &mut Diagnostics::new()).expect("a log")
}

impl Records {
    /// The saved games of a name in [`GAMES`].
    fn new(name: &str) -> Self {
        if name != MANY {
            return Self::saved(name);
        }
        let mut records = Self::saved("chess");
        let mut random = Random(9);
        records.texts = (0..300).map(|_| random_game(&records.game, &mut random)).collect();
        records.plies = records.texts.iter().map(|text| read_zsg(text).entries.len()).sum();
        records
    }

    /// The saved games of the fixtures.
    fn saved(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/records/legal").join(name);
        let mut paths: Vec<_> = std::fs::read_dir(folder)
            .expect("the folder of the game")
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path.extension().is_some_and(|ending| ending == "zsg"))
            .collect();
        paths.sort();
        let read = |path| SourceFile::from_bytes("game.zsg", &std::fs::read(path).expect("a record"));
        let texts: Vec<_> = paths.iter().map(read).collect();
        let options = RulesOptions { game: Some(name.to_owned()), ..RulesOptions::default() };
        let checker =
            Checker { chooser: Chooser::new(options).expect("the game is bundled"), replay: ReplayOptions::default() };
        let first = read_zsg(&texts[0]);
        let choice = checker.chooser.choose(&first, None).expect("its rules").swap_remove(0);
        let game = choice.rules.variant(choice.variant).game.clone().expect("rules without faults");
        let plies = texts.iter().map(|text| read_zsg(text).entries.len()).sum();
        Self { checker, choice, game, texts, plies }
    }

    /// The same games in another form; a chain is one entry in most. A log cannot tell a game that stops in the middle of
    /// a turn.
    fn converted(mut self, form: ExportForm, name: &str, read: fn(&Arc<SourceFile>) -> Record) -> Self {
        let convert = |text: &Arc<SourceFile>| match self.convert(text, form) {
            Converted::Text(text) => SourceFile::from_text(name, text),
            Converted::File(bytes) => SourceFile::from_bytes(name, &bytes),
            Converted::Document(_) => unreachable!("no document is asked for"),
        };
        let is_whole = |text: &&Arc<SourceFile>| {
            let last = read_zsg(text).entries.pop();
            !last.is_some_and(|entry| matches!(entry.action, Action::Effects { partial: Some(_), .. }))
        };
        let texts: Vec<_> = self.texts.iter().filter(is_whole).map(convert).collect();
        self.plies = texts.iter().map(|text| read(text).entries.len()).sum();
        self.texts = texts;
        // Logs come with a profile.
        self.choice = self.checker.chooser.choose(&read(&self.texts[0]), None).expect("its rules").swap_remove(0);
        self
    }

    fn convert(&self, text: &Arc<SourceFile>, form: ExportForm) -> Converted {
        self.convert_record(&read_zsg(text), form)
    }

    fn convert_record(&self, record: &Record, form: ExportForm) -> Converted {
        let (report, converted) = self.checker.convert_record(record, &[], &record.file.name, None, form);
        assert_eq!(report.verdict, Verdict::Legal);
        assert_eq!(report.plies_legal as usize, record.entries.len());
        converted.expect("it can be written")
    }

    /// Reads and replays every record.
    fn check(&self, read: fn(&Arc<SourceFile>) -> Record) {
        let mut plies = 0;
        for text in &self.texts {
            let record = read(text);
            let spelling = self.choice.spelling(&self.game);
            let options = self
                .choice
                .replay_options(&record, &self.game, &spelling, &self.checker.replay, None, &mut Vec::new())
                .expect("it can be replayed");
            let replayed = replay(&record, &self.game, &options);
            assert_eq!(replayed.verdict, Verdict::Legal, "{:?}", replayed.findings);
            plies += replayed.plies_legal as usize;
        }
        assert_eq!(plies, self.plies);
    }
}

/// A game of at most 120 random moves as a saved game.
fn random_game(game: &Arc<Game>, random: &mut Random) -> Arc<SourceFile> {
    let mut playthrough = Playthrough::new(Arc::clone(game));
    let mut entries = Vec::new();
    while entries.len() < 120 && !playthrough.legal_moves().is_empty() {
        let moves = playthrough.legal_moves();
        let chosen = moves.get(random.below(moves.len())).to_owned();
        let position = playthrough.position();
        let before = |cell| position.piece(cell).map(|piece| (piece.owner(), piece.piece_type()));
        let number = game.turns.round(position.turn_number());
        entries.push(NewEntry { number, text: zillions::text(game, before, chosen.as_ref()) });
        playthrough.play_for_good(chosen.as_ref());
    }
    let bytes = zsg::write(&NewGame {
        kinds: "HH".to_owned(),
        rules: "chess.zrf".to_owned(),
        variant: game.title.clone(),
        edits: Vec::new(),
        entries,
        encoding: Encoding::Utf8,
    });
    SourceFile::from_bytes("game.zsg", &bytes)
}

/// A generator of random numbers (xorshift) with a fixed seed: every run measures the same games.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % bound as u64).expect("below the bound")
    }
}

#[divan::bench(args = GAMES, sample_count = 20)]
fn check_zsg(bencher: divan::Bencher<'_, '_>, name: &str) {
    let records = Records::new(name);
    bencher.counter(ItemsCount::new(records.plies)).bench_local(|| records.check(read_zsg));
}

#[divan::bench(args = GAMES, sample_count = 20)]
fn check_courier(bencher: divan::Bencher<'_, '_>, name: &str) {
    let records = Records::new(name).converted(ExportForm::Courier, "game.gc", read_courier);
    bencher.counter(ItemsCount::new(records.plies)).bench_local(|| records.check(read_courier));
}

#[divan::bench(args = PGN_GAMES, sample_count = 20)]
fn check_pgn(bencher: divan::Bencher<'_, '_>, name: &str) {
    let records = Records::new(name).converted(ExportForm::Pgn, "game.pgn", read_pgn);
    bencher.counter(ItemsCount::new(records.plies)).bench_local(|| records.check(read_pgn));
}

#[divan::bench(args = GAMES, sample_count = 20)]
fn to_pgn(bencher: divan::Bencher<'_, '_>, name: &str) {
    let records = Records::new(name);
    bencher.counter(ItemsCount::new(records.plies)).bench_local(|| {
        for text in &records.texts {
            divan::black_box(records.convert(text, ExportForm::Pgn));
        }
    });
}

#[divan::bench(args = PGN_GAMES, sample_count = 20)]
fn pgn_to_pgn(bencher: divan::Bencher<'_, '_>, name: &str) {
    let records = Records::new(name).converted(ExportForm::Pgn, "game.pgn", read_pgn);
    bencher.counter(ItemsCount::new(records.plies)).bench_local(|| {
        for text in &records.texts {
            let Converted::Text(again) = records.convert_record(&read_pgn(text), ExportForm::Pgn) else {
                unreachable!("a text is asked for")
            };
            assert_eq!(again, text.text);
        }
    });
}

#[divan::bench(args = GAMES, sample_count = 20)]
fn to_documents(bencher: divan::Bencher<'_, '_>, name: &str) {
    let records = Records::new(name);
    bencher.counter(ItemsCount::new(records.plies)).bench_local(|| {
        for text in &records.texts {
            let Converted::Document(document) = records.convert(text, ExportForm::Document) else {
                unreachable!("a document is asked for")
            };
            divan::black_box(to_yaml(std::slice::from_ref(&document)).expect("it can be written"));
        }
    });
}
