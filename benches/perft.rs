//! Counting positions: moves generated, tested, made and taken back. Every count is checked.
//!
//! `cargo bench --bench perft` prints the time of one count and nodes per second, and what comes before: rules read and
//! compiled, and one record judged from nothing. With `SCORESHEET_RULES_DIR` all rules files of that folder are read too,
//! those of the same text once.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use divan::counter::ItemsCount;
use scoresheet::batch::{Checker, Chooser, FileLoader, Input, RulesOptions};
use scoresheet::diagnostic::{Diagnostics, Verdict};
use scoresheet::engine::{PerftOptions, Playthrough, perft};
use scoresheet::game::{Game, compile::compile};
use scoresheet::replay::ReplayOptions;
use scoresheet::source::SourceFile;
use scoresheet::zrf::{Loader, MemoryLoader, RulesFile};

/// Game, depth and the number of positions there.
const COUNTS: [(&str, u32, u64); 8] = [
    ("chess", 4, 197_281),
    ("xiangqi", 3, 79_666),
    ("shogi", 3, 25_470),
    ("grand", 3, 259_514),
    ("english-checkers", 7, 179_740),
    ("courier-eurasian", 3, 246_187),
    ("hourglass-honeycomb", 2, 12_996),
    ("empty-cube-ecumenical", 2, 5_929),
];

fn main() {
    divan::main();
}

/// Reads the rules of a bundled game and compiles its default variant.
fn load(name: &str) -> Option<Arc<Game>> {
    let entry = scoresheet::library::find(name)?;
    let file = SourceFile::from_text(entry.file, entry.rules);
    compiled(file, &MemoryLoader::default()).map(Arc::new)
}

/// Reads rules and compiles their default variant.
fn compiled(file: Arc<SourceFile>, loader: &dyn Loader) -> Option<Game> {
    let mut findings = Diagnostics::new();
    let rules = RulesFile::read(file, loader, &mut findings);
    let rules = rules.rules(rules.default_variant()?, &mut findings)?;
    compile(&rules, &mut findings)
}

fn count(bencher: divan::Bencher<'_, '_>, index: usize, options: PerftOptions) {
    let (name, depth, nodes) = COUNTS[index];
    let game = load(name).expect("the game is bundled");
    let mut playthrough = Playthrough::new(game);
    bencher
        .counter(ItemsCount::new(nodes))
        .bench_local(|| assert_eq!(perft(&mut playthrough, depth, options), Ok(nodes), "{name}"));
}

/// The last ply is counted without making its moves.
#[divan::bench(args = 0..COUNTS.len())]
fn bulk(bencher: divan::Bencher<'_, '_>, index: usize) {
    count(bencher, index, PerftOptions::default());
}

/// Every leaf is made.
#[divan::bench(args = [0, 1, 2])]
fn every_leaf(bencher: divan::Bencher<'_, '_>, index: usize) {
    count(bencher, index, PerftOptions { every_leaf: true, ..PerftOptions::default() });
}

/// The general machine alone: what blocks cost that have no paths.
#[divan::bench]
fn general_machine(bencher: divan::Bencher<'_, '_>) {
    let (name, depth, nodes) = COUNTS[0];
    let mut playthrough = Playthrough::new(load(name).expect("the game is bundled"));
    playthrough.use_general_machine();
    bencher
        .counter(ItemsCount::new(nodes))
        .bench_local(|| assert_eq!(perft(&mut playthrough, depth, PerftOptions::default()), Ok(nodes), "{name}"));
}

/// From the text of the rules to a compiled game.
#[divan::bench(args = 0..COUNTS.len())]
fn load_rules(index: usize) -> usize {
    let (name, ..) = COUNTS[index];
    let cells = load(name).map_or(0, |game| game.board.cell_count());
    assert!(cells > 0, "{name} compiles");
    cells
}

/// From nothing to the verdict on one record: rules read and compiled, the record read and replayed.
#[divan::bench(args = ["chess", "hourglass-honeycomb", "empty-cube-ecumenical"])]
fn start_up(bencher: divan::Bencher<'_, '_>, name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/records/legal").join(name);
    let input = Input::named(folder.join(format!("{name}-0001.zsg")));
    let bytes = std::fs::read(input.path().expect("a file")).expect("a record");
    bencher.bench_local(|| {
        let chooser = Chooser::new(RulesOptions::default()).expect("no rules are named");
        let checker = Checker { chooser, replay: ReplayOptions::default() };
        let report = checker.check_bytes(&input, &bytes).expect("a record");
        assert_eq!(report.records[0].verdict, Verdict::Legal, "{:?}", report.records[0].findings);
    });
}

/// All rules files of a folder, each compiled as far as its default variant.
#[expect(clippy::print_stderr, reason = "what is skipped is to be seen")]
#[divan::bench(sample_count = 5)]
fn load_folder(bencher: divan::Bencher<'_, '_>) {
    let mut paths = Vec::new();
    std::env::var_os("SCORESHEET_RULES_DIR").into_iter().for_each(|folder| rules_files(Path::new(&folder), &mut paths));
    paths.sort();
    let mut seen = HashSet::new();
    let mut files: Vec<(PathBuf, Vec<u8>)> =
        paths.into_iter().map(|path| (path.clone(), std::fs::read(path).expect("a file"))).collect();
    files.retain(|(_, bytes)| seen.insert(bytes.clone()));
    if files.is_empty() {
        eprintln!("skipped: SCORESHEET_RULES_DIR names no folder with rules files");
        return;
    }
    bencher.counter(ItemsCount::new(files.len())).bench_local(|| {
        let load = |(path, bytes): &(PathBuf, Vec<u8>)| {
            let file = SourceFile::from_bytes(path.display().to_string(), bytes);
            compiled(file, &FileLoader::default()).is_some()
        };
        let loaded = files.iter().filter(|file| load(file)).count();
        assert!(loaded * 10 >= files.len() * 9, "{loaded} of {} compile", files.len());
    });
}

fn rules_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.filter_map(|entry| entry.ok().map(|entry| entry.path())) {
        if path.is_dir() {
            rules_files(&path, found);
        } else if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zrf")) {
            found.push(path);
        }
    }
}
