//! Rules files to compiled games: what the typed rules alone do not show.

use std::sync::Arc;

use scoresheet::diagnostic::{Code, Diagnostics};
use scoresheet::engine::{PerftOptions, Playthrough, perft};
use scoresheet::game::{CellRef, Game, Instr, compile::compile};
use scoresheet::source::SourceFile;
use scoresheet::zrf::{MemoryLoader, RulesFile};

fn read(text: &str) -> (Game, Diagnostics) {
    let mut findings = Diagnostics::new();
    let file = RulesFile::read(SourceFile::from_text("test.zrf", text), &MemoryLoader::new(), &mut findings);
    let rules = file.rules(0, &mut findings).expect("the text holds a game");
    let game = compile(&rules, &mut findings).expect("the game can be played");
    (game, findings)
}

/// Code, line and column of each finding.
fn places(findings: Diagnostics) -> Vec<(Code, u32, u32)> {
    let start = |finding: &scoresheet::diagnostic::Diagnostic| finding.place.as_ref().expect("a place").start();
    findings.into_vec().iter().map(|finding| (finding.code, start(finding).line, start(finding).column)).collect()
}

fn first_plies(game: Game) -> u64 {
    perft(&mut Playthrough::new(Arc::new(game)), 1, PerftOptions::default()).expect("turns end")
}

/// A game on three by three cells; the pieces and whatever else follow.
fn small(rest: &str) -> String {
    format!(
        "(define leap ($1 $2 (verify not-friend?) add))
(game (title \"Small\") (players White Black) (turn-order White Black)
  (board (grid (start-rectangle 0 0 9 9) (dimensions (\"a/b/c\" (10 0)) (\"3/2/1\" (0 10)))
    (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0) (ne 1 -1) (nw -1 -1) (se 1 1) (sw -1 1)))
    (symmetry Black (n s) (s n)))
{rest})"
    )
}

#[test]
fn knights_in_a_corner_have_two_moves() {
    let text = small(
        "(board-setup (White (Knight a1)) (Black (Knight c3)))
         (piece (name Knight) (moves (leap n ne) (leap n nw) (leap s se) (leap s sw)
           (leap e ne) (leap e se) (leap w nw) (leap w sw)))
         (loss-condition (White Black) (pieces-remaining 0))",
    );
    let (game, findings) = read(&text);
    assert_eq!(findings.as_slice(), []);
    assert_eq!(first_plies(game), 2);
}

#[test]
fn three_dimensions_have_eight_cells_and_three_steps() {
    let text = r#"(define step ($1 (verify not-friend?) add))
        (game (title "Cube") (players White Black) (turn-order White Black)
          (board (grid (dimensions ("a/b" (50 0)) ("2/1" (0 50)) ("x/y" (120 0)))
            (directions (n 0 -1 0) (s 0 1 0) (e 1) (w -1 0 0) (up 0 0 1) (down 0 0 -1))))
          (board-setup (White (Cube a1x)) (Black (Cube b2y)))
          (piece (name Cube) (moves (step n) (step s) (step e) (step w) (step up) (step down))))"#;
    let (game, findings) = read(text);
    assert_eq!(findings.as_slice(), []);
    assert_eq!(game.board.cell_count(), 8);
    assert_eq!(first_plies(game), 3);
}

#[test]
fn a_slide_goes_on_over_the_link_of_two_grids() {
    let text = r#"(define slide ($1 (while empty? add $1) (verify not-friend?) add))
        (game (title "Harbour") (players White Black) (turn-order White Black)
          (board
            (grid (dimensions ("a/b/c" (50 0)) ("2/1" (0 50))) (directions (n 0 -1) (e 1 0)))
            (grid (dimensions ("x/y" (50 0)) ("9" (0 50))) (directions (e 1 0)))
            (links e (c1 x9)))
          (board-setup (White (Ship a1)) (Black (Ship y9)))
          (piece (name Ship) (moves (slide n) (slide e))))"#;
    let (game, findings) = read(text);
    assert_eq!(findings.as_slice(), []);
    assert_eq!(game.board.cell_count(), 8);
    // a2; b1, c1, x9 and the ship on y9.
    assert_eq!(first_plies(game), 5);
}

#[test]
fn a_move_type_that_is_spelt_in_two_ways_is_found_at_both() {
    let text = small(
        "(piece (name Man) (moves
  (move-type laep) (n add)
  (move-type step) (s add)))
(move-priorities leap step)",
    );
    let (_, findings) = read(&text);
    assert_eq!(places(findings), [(Code::UnknownMoveType, 9, 18), (Code::MoveTypeUnranked, 7, 14)]);
}

#[test]
fn a_fault_in_a_macro_is_reported_once_with_the_calls_around_it() {
    let text = small("(piece (name Man) (moves (leap n nnw) (leap s nnw)))");
    let (game, findings) = read(&text);
    let found = findings.as_slice();
    let unknown: Vec<_> = found.iter().filter(|finding| finding.code == Code::UnknownWord).collect();
    // Once for each place, though both players' code was compiled.
    assert_eq!(unknown.len(), 2);
    assert_eq!(unknown[0].related[0].message, "in macro `leap`, called here");
    assert!(!game.pieces[0].reliable);
    assert_eq!(found.iter().filter(|finding| finding.code == Code::PieceUnreliable).count(), 1);
}

#[test]
fn names_of_pieces_win_over_keywords_in_another_case() {
    let text = small(
        "(board-setup (White (Man b2)))
         (piece (name Man) (moves ((create Mark n) (add Go)) ((create mark) add)))
         (piece (name Mark)) (piece (name Go))",
    );
    let (game, findings) = read(&text);
    assert_eq!(findings.as_slice(), []);
    let create = |block: usize| game.program.code[game.program.blocks[block].entry as usize];
    let mark = scoresheet::game::PieceTypeId(1);
    assert!(matches!(create(0), Instr::Create(_, Some(piece), CellRef::Step(_)) if piece == mark));
    assert!(matches!(create(1), Instr::Create(_, None, CellRef::Mark)));
}

#[test]
fn a_condition_may_ask_about_the_opposite_of_a_step() {
    let text = small(
        "(board-setup (White (Man b2)) (Black (Man b1)))
         (piece (name Man) (moves (n (verify (friend? (opposite n))) add) (e (verify (enemy? (opposite n))) add)
           ((verify (enemy? (opposite n))) w add)))",
    );
    let (game, findings) = read(&text);
    assert_eq!(findings.as_slice(), []);
    let mut play = Playthrough::new(Arc::new(game));
    let game = Arc::clone(play.game());
    let moves: Vec<_> = play.legal_moves().iter().map(|found| game.board.name(found.head.to)).collect();
    // The man itself stands behind b3, nothing behind c2, and the man on b1 behind b2.
    assert_eq!(moves, ["b3", "a2"]);
}
