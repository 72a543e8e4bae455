//! Records in memory: read, replayed by the rules and judged, or written in another form. Every verdict is checked.
//!
//! `cargo bench --bench records` prints the time for all records of a game and half-moves per second. The games are random
//! ones, always the same.

use std::sync::Arc;

use divan::counter::ItemsCount;
use scoresheet::batch::{Checker, Chooser, Converted, ExportForm, Input, InputSource, RulesOptions, default_variant};
use scoresheet::diagnostic::{Diagnostics, Verdict};
use scoresheet::engine::Playthrough;
use scoresheet::export::document::to_yaml;
use scoresheet::export::zsg::{self, NewEntry, NewGame};
use scoresheet::game::Game;
use scoresheet::library::{self, BundledGame};
use scoresheet::notation::zillions;
use scoresheet::record::{Action, Record, from_courier, from_pgn, from_zsg};
use scoresheet::replay::ReplayOptions;
use scoresheet::source::{Encoding, SourceFile};

/// The games of which records are checked, with chains, drops and boards of several levels among them.
const GAMES: [&str; 9] = [
    "chess",
    "xiangqi",
    "shogi",
    "grand",
    "english-checkers",
    "courier-eurasian",
    "hourglass-honeycomb",
    "hourglass-mitregi",
    "empty-cube-ecumenical",
];

/// The games that other programs write as PGN.
const PGN_GAMES: [&str; 3] = ["chess", "xiangqi", "shogi"];

/// How many games are checked or converted in one go, and how long they are at most.
const MANY: usize = 200;
const PLIES: usize = 120;

fn main() {
    divan::main();
}

/// The records of a game and what they are checked by.
struct Records {
    checker: Checker,
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
    /// Random saved games of a bundled game.
    fn new(name: &str) -> Self {
        let bundled = library::find(name).expect("the game is bundled");
        let options = RulesOptions { game: Some(name.to_owned()), ..RulesOptions::default() };
        let checker = Checker { chooser: Chooser::new(options).expect("its rules"), replay: ReplayOptions::default() };
        let rules = &checker.chooser.given()[0];
        let variant = default_variant(rules).expect("a variant");
        let game = rules.variant(variant).game.clone().expect("rules without faults");
        let mut random = Random(9);
        let texts: Vec<_> = (0..MANY).map(|_| random_game(bundled, &game, &mut random)).collect();
        let plies = texts.iter().map(|text| read_zsg(text).entries.len()).sum();
        Self { checker, texts, plies }
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

    /// Checks every record, as the program does with the bytes of a file.
    fn check(&self) {
        let mut plies = 0;
        for text in &self.texts {
            let input =
                Input { name: text.name.clone(), relative: text.name.clone().into(), source: InputSource::Stdin };
            let report = self.checker.check_bytes(&input, text.text.as_bytes()).expect("a record");
            assert_eq!(report.records[0].verdict, Verdict::Legal, "{:?}", report.records[0].findings);
            plies += report.records[0].plies_legal as usize;
        }
        assert_eq!(plies, self.plies);
    }
}

/// A game of random moves as a saved game.
fn random_game(bundled: &BundledGame, game: &Arc<Game>, random: &mut Random) -> Arc<SourceFile> {
    let mut playthrough = Playthrough::new(Arc::clone(game));
    let mut entries = Vec::new();
    while entries.len() < PLIES && !playthrough.legal_moves().is_empty() {
        let moves = playthrough.legal_moves();
        let chosen = moves.get(random.below(moves.len())).to_owned();
        let position = playthrough.position();
        let before = |cell| position.piece(cell).map(|piece| (piece.owner(), piece.piece_type()));
        let number = game.turns.round(position.turn_number());
        entries.push(NewEntry { number, text: zillions::text(game, before, chosen.as_ref()) });
        playthrough.play_for_good(chosen.as_ref());
    }
    let bytes = zsg::write(&NewGame {
        kinds: "H".repeat(game.players.len()),
        rules: bundled.file.to_owned(),
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
    bencher.counter(ItemsCount::new(records.plies)).bench_local(|| records.check());
}

#[divan::bench(args = GAMES, sample_count = 20)]
fn check_courier(bencher: divan::Bencher<'_, '_>, name: &str) {
    let records = Records::new(name).converted(ExportForm::Courier, "game.gc", read_courier);
    bencher.counter(ItemsCount::new(records.plies)).bench_local(|| records.check());
}

#[divan::bench(args = PGN_GAMES, sample_count = 20)]
fn check_pgn(bencher: divan::Bencher<'_, '_>, name: &str) {
    let records = Records::new(name).converted(ExportForm::Pgn, "game.pgn", read_pgn);
    bencher.counter(ItemsCount::new(records.plies)).bench_local(|| records.check());
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
