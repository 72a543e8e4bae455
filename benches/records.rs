//! Records in memory: read, replayed by the rules and judged, or written in another form. Every verdict is checked.
//!
//! `cargo bench --bench records` prints the time for all records of a game and half-moves per second.

use std::path::Path;
use std::sync::Arc;

use divan::counter::ItemsCount;
use scoresheet::batch::{Checker, Choice, Chooser, Converted, ExportForm, RulesOptions};
use scoresheet::diagnostic::{Diagnostics, Verdict};
use scoresheet::export::document::to_yaml;
use scoresheet::game::Game;
use scoresheet::record::{Record, from_courier, from_pgn, from_zsg};
use scoresheet::replay::{ReplayOptions, replay};
use scoresheet::source::SourceFile;

/// The games of which records are checked.
const GAMES: [&str; 6] = ["chess", "xiangqi", "shogi", "english-checkers", "courier-eurasian", "hourglass-honeycomb"];

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

    /// The same games in another form; a chain is one entry in most.
    fn converted(mut self, form: ExportForm, name: &str, read: fn(&Arc<SourceFile>) -> Record) -> Self {
        let convert = |text: &Arc<SourceFile>| match self.convert(text, form) {
            Converted::Text(text) => SourceFile::from_text(name, text),
            Converted::File(_) | Converted::Document(_) => unreachable!("a text is asked for"),
        };
        let texts: Vec<_> = self.texts.iter().map(convert).collect();
        self.plies = texts.iter().map(|text| read(text).entries.len()).sum();
        self.texts = texts;
        self
    }

    fn convert(&self, text: &Arc<SourceFile>, form: ExportForm) -> Converted {
        let (report, converted) = self.checker.convert_record(&read_zsg(text), &[], "game.zsg", None, form);
        assert_eq!(report.verdict, Verdict::Legal);
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

#[divan::bench(args = GAMES)]
fn check_zsg(bencher: divan::Bencher<'_, '_>, name: &str) {
    let records = Records::saved(name);
    bencher.counter(ItemsCount::new(records.plies)).bench_local(|| records.check(read_zsg));
}

#[divan::bench(args = GAMES)]
fn check_courier(bencher: divan::Bencher<'_, '_>, name: &str) {
    let records = Records::saved(name).converted(ExportForm::Courier, "game.gc", read_courier);
    bencher.counter(ItemsCount::new(records.plies)).bench_local(|| records.check(read_courier));
}

#[divan::bench(args = ["chess", "xiangqi", "shogi"])]
fn check_pgn(bencher: divan::Bencher<'_, '_>, name: &str) {
    let records = Records::saved(name).converted(ExportForm::Pgn, "game.pgn", read_pgn);
    bencher.counter(ItemsCount::new(records.plies)).bench_local(|| records.check(read_pgn));
}

#[divan::bench(args = GAMES)]
fn to_pgn(bencher: divan::Bencher<'_, '_>, name: &str) {
    let records = Records::saved(name);
    bencher.counter(ItemsCount::new(records.plies)).bench_local(|| {
        for text in &records.texts {
            divan::black_box(records.convert(text, ExportForm::Pgn));
        }
    });
}

#[divan::bench(args = GAMES)]
fn to_documents(bencher: divan::Bencher<'_, '_>, name: &str) {
    let records = Records::saved(name);
    bencher.counter(ItemsCount::new(records.plies)).bench_local(|| {
        for text in &records.texts {
            let Converted::Document(document) = records.convert(text, ExportForm::Document) else {
                unreachable!("a document is asked for")
            };
            divan::black_box(to_yaml(std::slice::from_ref(&document)).expect("it can be written"));
        }
    });
}
