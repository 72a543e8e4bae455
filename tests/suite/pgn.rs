//! Records as PGN-like text, and back.

use std::collections::BTreeMap;
use std::sync::Arc;

use scoresheet::batch::spelling;
use scoresheet::diagnostic::Diagnostics;
use scoresheet::export::pgn::{PgnFacts, SanCollector, write};
use scoresheet::game::Game;
use scoresheet::library;
use scoresheet::notation::{Spelling, fen};
use scoresheet::record::{Record, from_pgn, from_zsg};
use scoresheet::replay::{ReplayOptions, Replayed, replay, replay_observed, start_setup};
use scoresheet::source::SourceFile;

use crate::support::{bundled, game_from};

fn saved(text: &str) -> Record {
    let file = SourceFile::from_text("game.zsg", text);
    from_zsg::read(&file, &mut Diagnostics::new()).expect("a saved game")
}

fn exported(record: &Record, game: &Arc<Game>, spelling: &Spelling) -> (String, Replayed) {
    let mut collector = SanCollector::new(record, spelling);
    let replayed = replay_observed(record, game, &ReplayOptions::default(), &mut collector);
    let setup = start_setup(record, game, None, &mut Diagnostics::new()).expect("the start can be set up");
    let is_own = setup == scoresheet::engine::Setup::start(game);
    let mut start = scoresheet::engine::Playthrough::from_setup(Arc::clone(game), setup);
    let fen = (!is_own).then(|| fen::write(&mut start, spelling, 0));
    let result = replayed.result.computed.as_deref().filter(|computed| *computed != "*");
    let facts = PgnFacts {
        plies: collector.plies(),
        verdicts: &replayed.verdicts,
        variant: &game.title,
        rules: "rules.zrf",
        rules_variant: &game.title,
        sha256: "00",
        fen: fen.as_deref(),
        edits: &[],
        source: "game.zsg zsg",
        check: replayed.verdict.name(),
        result: result.or(replayed.result.claimed.as_deref()),
        termination: None,
    };
    (write(record, game, spelling, &facts), replayed)
}

#[test]
fn a_saved_game_of_chess_is_standard_pgn() {
    let game = bundled("chess");
    let spelling = spelling(&game, library::find("chess"), BTreeMap::new());
    let record = saved(
        "Zillions Save Game File Version 0.02 HH\nRulesFile=rules.zrf\nVariantName=Chess\n\
         1. Pawn f2 - f3 \n1. Pawn e7 - e5\n2. Pawn g2 - g4\n2. Queen d8 - h4\n",
    );
    let (text, _) = exported(&record, &game, &spelling);
    assert_eq!(
        text,
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n\
         [Result \"0-1\"]\n[Variant \"Chess\"]\n[Rules \"rules.zrf\"]\n[RulesVariant \"Chess\"]\n[RulesSHA256 \"00\"]\n\
         [PlyCount \"4\"]\n[Source \"game.zsg zsg\"]\n[Check \"legal\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n"
    );
}

#[test]
fn faults_and_lines_of_saved_games_stand_in_comments() {
    let game = bundled("chess");
    let spelling = spelling(&game, library::find("chess"), BTreeMap::new());
    let record = saved(
        "Zillions Save Game File Version 0.02 HC\nRulesFile=.\\Rules.zrf\nVariantName=Chess\n(x h2)\n\
         1. Pawn e2 - e4\n7. Pawn e7 - e5\n2. Pawn e4 - e6\n2. Knight b8 - c6\n",
    );
    let (text, _) = exported(&record, &game, &spelling);
    assert!(
        text.contains("[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP1/RNBQKBNR w KQkq - 0 1\"]\n"),
        "{text}"
    );
    assert!(text.contains("[ZsgHeader \"HC\"]\n[ZsgRules \".\\\\Rules.zrf\"]\n"), "{text}");
    assert!(text.contains("[Result \"*\"]\n"), "{text}");
    let moves = "1. e4 e5 {[%zsg 7. Pawn e7 - e5]} {illegal: Pawn e4 - e6} {not checked: 2.\nKnight b8 - c6} *\n\n";
    assert!(text.ends_with(moves), "{text}");
}

const CORNERS: &str = r#"(version "2.0")
(define step ($1 (verify not-friend?) add))
(game (title "Corners") (players Red Green Blue) (turn-order Red Green Blue)
  (board (grid (start-rectangle 0 0 49 49) (dimensions ("a/b/c" (50 0)) ("3/2/1" (0 50)))
    (directions (n 0 -1) (s 0 1) (e 1 0))))
  (board-setup (Red (Scout a1 b1)) (Green (Scout a3)) (Blue (Scout c3)))
  (piece (name Scout) (moves (step n) (step s) (step e))))"#;

#[test]
fn more_than_two_sides() {
    let game = game_from("corners.zrf", CORNERS);
    let spelling = spelling(&game, None, BTreeMap::new());
    let record = saved(
        "Zillions Save Game File Version 0.02 HHH\nRulesFile=rules.zrf\nVariantName=Corners\n\
         1. Scout a1 - a2\n1. Scout a3 x a2\n1. Scout c3 - c2\n",
    );
    let (text, _) = exported(&record, &game, &spelling);
    assert!(text.ends_with("\n\n1. Sa1-a2 .. Sa3xa2 .. Sc3-c2 *\n\n"), "{text}");
    assert!(text.contains("[Players \"Red, Green, Blue\"]\n[Check \"legal\"]\n[Red \"?\"]\n"), "{text}");
}

#[test]
fn an_export_reads_back_to_the_same_export_of_tags_and_comments() {
    let text = "[Event \"The \\\"Ace\\\" \\\\o/\"]\n[White \"A\"]\n[ECO \"C20\"]\n\n{before} 1. e4 $1 {a &#125; b} *\n";
    let record = from_pgn::read(&SourceFile::from_text("a.pgn", text)).next().unwrap().record;
    assert_eq!(record.tag("Event"), Some("The \"Ace\" \\o/"));
    assert_eq!(record.entries[0].comments, ["$1", "a } b"]);
    let game = bundled("chess");
    let spelling = spelling(&game, library::find("chess"), BTreeMap::new());
    let facts = PgnFacts { variant: "Chess", source: "a.pgn pgn", check: "legal", ..PgnFacts::default() };
    let first = write(&record, &game, &spelling, &facts);
    assert!(first.starts_with("[Event \"The \\\"Ace\\\" \\\\o/\"]\n"), "{first}");
    let again = from_pgn::read(&SourceFile::from_text("b.pgn", first.as_str())).next().unwrap().record;
    assert_eq!(again.tag("ECO"), Some("C20"));
    assert_eq!(again.tag("Source"), Some("a.pgn pgn"));
}

#[test]
fn numbers_sides_counts_and_mate_marks_are_held_against_the_moves() {
    let game = bundled("chess");
    let codes = |text: &str| {
        let file = SourceFile::from_text("game.pgn", text);
        let read = from_pgn::read(&file).next().expect("a game");
        let replayed = replay(&read.record, &game, &ReplayOptions::default());
        replayed.findings.iter().map(|found| (found.code.id(), found.ply)).collect::<Vec<_>>()
    };
    assert_eq!(codes("[PlyCount \"4\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n"), []);
    // The mark of mate is missing, or stands where it is none; a move of the other side; a number that jumps.
    assert_eq!(codes("1. f3 e5 2. g4 Qh4 0-1\n"), [("V011", Some(4))]);
    assert_eq!(codes("1. f3 e5 2. g4 Qg5# *\n"), [("V011", Some(4))]);
    assert_eq!(codes("1... f3 e5 2. g4 *\n"), [("V001", Some(1))]);
    assert_eq!(codes("1. f3 e5 3. g4 3... Qh4# 0-1\n"), [("V001", Some(3))]);
    assert_eq!(codes("[PlyCount \"3\"]\n\n1. f3 e5 *\n"), [("V012", Some(2))]);
    assert_eq!(codes("[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n"), [("V005", None)]);
}
