//! Counting positions: moves generated, tested, made and taken back. Every count is checked.
//!
//! `cargo bench --bench perft` prints the time of one count and nodes per second.

use std::sync::Arc;

use divan::counter::ItemsCount;
use scoresheet::diagnostic::Diagnostics;
use scoresheet::engine::{PerftOptions, Playthrough, perft};
use scoresheet::game::{Game, compile::compile};
use scoresheet::source::SourceFile;
use scoresheet::zrf::{MemoryLoader, RulesFile};

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
    let mut findings = Diagnostics::new();
    let file = SourceFile::from_text(entry.file, entry.rules);
    let rules = RulesFile::read(file, &MemoryLoader::default(), &mut findings);
    let rules = rules.rules(rules.default_variant()?, &mut findings)?;
    compile(&rules, &mut findings).map(Arc::new)
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
