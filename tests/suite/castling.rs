//! Why castling is not possible (M017).

use std::collections::BTreeMap;
use std::sync::Arc;

use scoresheet::batch::spelling;
use scoresheet::diagnostic::{Code, Diagnostic, Diagnostics};
use scoresheet::library;
use scoresheet::notation::fen;
use scoresheet::record::{from_pgn, from_zsg};
use scoresheet::replay::{ReplayOptions, replay};
use scoresheet::source::SourceFile;

use crate::support::bundled;

/// The finding on the last line of a saved game.
fn fault(game: &str, variant: &str, letters: &str, lines: &str) -> Diagnostic {
    let head = format!("Zillions Save Game File Version 0.02 {letters}\nRulesFile=x.zrf\nVariantName={variant}\n");
    let file = SourceFile::from_text("game.zsg", format!("{head}{lines}\n"));
    let record = from_zsg::read(&file, &mut Diagnostics::new()).expect("a saved game");
    let mut replayed = replay(&record, &bundled(game), &ReplayOptions::default());
    assert_eq!(replayed.plies_legal + 1, replayed.plies);
    replayed.findings.pop().expect("a finding")
}

fn chess(lines: &str) -> (Code, String) {
    let finding = fault("chess", "Chess", "HH", lines);
    (finding.code, finding.message)
}

const SHORT: &str = "King e1 - g1 Rook h1 - f1 @ g1 0 0 @ f1 0 0";

#[test]
fn the_condition_that_fails_is_named() {
    for (edits, why) in [
        ("(x f1)", "g1 is occupied by a Knight"),
        ("(x f1)\n(x g1)\n(x h1)", "no Rook stands on h1"),
        ("(x f1)\n(x g1)\n(White Bishop h1)", "no Rook stands on h1"),
        ("(x f1)\n(x g1)\n(x f2)\n(Black Rook f3)", "f1 is attacked by the Rook on f3"),
        ("(x f1)\n(x g1)\n(x e2)\n(Black Rook e3)", "it is attacked by the Rook on e3"),
    ] {
        let found = chess(&format!("{edits}\n1. {SHORT}"));
        assert_eq!(found, (Code::CastlingNotPossible, format!("the King on e1 cannot castle to g1: {why}")), "{edits}");
    }
}

#[test]
fn a_rook_that_moved_is_named() {
    let moves = "(x f1)\n(x g1)\n1. Rook h1 - g1\n1. Pawn a7 - a6\n2. Rook g1 - h1\n2. Pawn a6 - a5\n";
    let message = "the King on e1 cannot castle to g1: the Rook on h1 no longer has the attribute `unmoved?`";
    assert_eq!(chess(&format!("{moves}3. {SHORT}")), (Code::CastlingNotPossible, message.to_owned()));
}

#[test]
fn a_king_may_not_end_on_an_attacked_cell() {
    let (code, _) = chess(&format!("(x f1)\n(x g1)\n(x g2)\n(Black Rook g3)\n1. {SHORT}"));
    assert_eq!(code, Code::LeavesRoyalAttacked);
}

#[test]
fn a_step_is_no_castling() {
    let (code, _) = chess("1. King e1 - f1");
    assert_ne!(code, Code::CastlingNotPossible);
}

#[test]
fn the_place_in_the_rules_is_shown() {
    let finding = fault("chess", "Chess", "HH", &format!("(x f1)\n1. {SHORT}"));
    let messages: Vec<&str> = finding.related.iter().map(|place| place.message.as_str()).collect();
    assert_eq!(messages, ["this condition fails", "in macro `castle-short`, called here"]);
}

#[test]
fn short_notation_names_the_condition_too() {
    let game = bundled("chess");
    let spelling = spelling(&game, library::find("chess"), BTreeMap::new());
    let start = fen::read(&game, &spelling, "4k3/8/8/8/8/3r4/8/R3K2R w KQ - 0 1").expect("a FEN of chess").setup;
    let file = SourceFile::from_text("game.pgn", "[White \"?\"]\n\n1. O-O-O *\n");
    let read = from_pgn::read(&file).next().expect("a game");
    let options = ReplayOptions { start: Some(start), spelling: Some(Arc::new(spelling)), ..ReplayOptions::default() };
    let replayed = replay(&read.record, &game, &options);
    let finding = replayed.findings.last().expect("a finding");
    let message = "the King on e1 cannot castle to c1: d1 is attacked by the Rook on d3";
    assert_eq!((finding.code, finding.message.as_str()), (Code::CastlingNotPossible, message));
}
