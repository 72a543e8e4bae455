//! What a check costs in memory: a game twice as long asks for no more of it, but for lists that grow in steps.

use std::fmt::Write as _;

use allocation_counter::measure;
use scoresheet::batch::{Checker, Chooser, Input, InputSource, RulesOptions};
use scoresheet::diagnostic::Verdict;
use scoresheet::replay::ReplayOptions;

/// Lists that grow by doubling may do so once or twice more in the longer game.
const STEPS: u64 = 6;

/// Knights go to and fro; a Pawn of each side moves in every round, so that no position occurs three times.
fn saved_game(rounds: u8) -> String {
    let mut text = "Zillions Save Game File Version 0.02 HH\r\nRulesFile=chess.zrf\r\nVariantName=Chess\r\n".to_owned();
    let mut number = 0;
    for round in 0..rounds {
        let (file, step) = (char::from(b"abdefgh"[usize::from(round % 7)]), round / 7);
        let white = format!("Pawn {file}{} - {file}{}", 2 + step, 3 + step);
        let black = format!("Pawn {file}{} - {file}{}", 7 - step, 6 - step);
        for (white, black) in [
            (white.as_str(), black.as_str()),
            ("Knight b1 - c3", "Knight b8 - c6"),
            ("Knight c3 - b1", "Knight c6 - b8"),
        ] {
            number += 1;
            write!(text, "{number}. {white}\r\n{number}. {black}\r\n").expect("a string takes all");
        }
    }
    text
}

fn blocks(checker: &Checker, text: &str) -> u64 {
    let input = Input { name: "game.zsg".to_owned(), relative: "game.zsg".into(), source: InputSource::Stdin };
    let plies = text.lines().count() - 3;
    let info = measure(|| {
        let report = checker.check_bytes(&input, text.as_bytes()).expect("a record");
        assert_eq!(report.records[0].verdict, Verdict::Legal, "{:?}", report.records[0].findings);
        assert_eq!(report.records[0].plies_legal as usize, plies);
    });
    info.count_total
}

#[test]
fn a_check_asks_for_no_memory_per_ply() {
    let chooser = Chooser::new(RulesOptions::default()).expect("no option names a file");
    let checker = Checker { chooser, replay: ReplayOptions::default() };
    let (short, long) = (saved_game(7), saved_game(14));
    // Tables of the game are made at first use and kept.
    for _ in 0..4 {
        blocks(&checker, &long);
    }
    let (of_short, of_long) = (blocks(&checker, &short), blocks(&checker, &long));
    assert!(of_short > 0, "something is counted");
    assert!(of_long <= of_short + STEPS, "{of_short} blocks for 42 plies, {of_long} for 84");
}
