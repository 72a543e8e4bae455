//! The rules beyond the language (`docs/rules-extensions.md`), on small games.

use std::sync::Arc;

use scoresheet::diagnostic::{Code, Diagnostics, Verdict};
use scoresheet::engine::{Cause, Ending, Move, MoveKind, MoveRef, Outcome, Piece, Playthrough, Setup};
use scoresheet::game::{AttributeId, CellId, Game, PieceTypeId, PlayerId};
use scoresheet::record::from_zsg;
use scoresheet::replay::{PlyVerdict, ReplayOptions, Replayed, outcome_text, replay};
use scoresheet::source::SourceFile;

use crate::support::{bundled, game_from};

/// One line of cells; the rest of the game follows.
fn line(cells: &str, players: &str, rest: &str) -> Arc<Game> {
    let text = format!(
        "(define step ($1 (verify not-friend?) add))
         (define slide ($1 (while empty? add $1) (verify not-friend?) add))
         (game (title \"Line\") (players {players}) (turn-order {players})
           (board (grid (start-rectangle 0 0 9 9) (dimensions (\"{cells}\" (10 0))) (directions (e 1) (w -1))))
           {rest})"
    );
    game_from("line.zrf", &text)
}

fn player(game: &Game, name: &str) -> PlayerId {
    PlayerId::from_index(game.players.find(name).expect("the player is of this game"))
}

fn kind(game: &Game, name: &str) -> PieceTypeId {
    PieceTypeId::from_index(game.piece_names.find(name).expect("the type is of this game"))
}

fn cell(game: &Game, name: &str) -> CellId {
    game.board.cell(name).expect("the cell is on the board")
}

/// A position of these men (`White Rook a`), the first player to move.
fn setup(game: &Game, men: &[&str]) -> Setup {
    let mut setup = Setup::empty(game);
    for man in men {
        let words: Vec<&str> = man.split(' ').collect();
        let piece = Piece::fresh(game, player(game, words[0]), kind(game, words[1]));
        setup.cells[cell(game, words[2]).index()] = Some(piece);
    }
    setup
}

fn start(game: &Arc<Game>, men: &[&str]) -> Playthrough {
    Playthrough::from_setup(Arc::clone(game), setup(game, men))
}

/// What stands on the board, as [`setup`] takes it.
fn men(playthrough: &Playthrough) -> Vec<String> {
    let game = playthrough.game();
    let stands = playthrough.position().cells().filter_map(|(cell, piece)| Some((cell, piece?)));
    stands
        .map(|(cell, piece)| {
            let kind = game.piece_names.name(piece.piece_type().index());
            format!("{} {kind} {}", game.players.name(piece.owner().index()), game.board.name(cell))
        })
        .collect()
}

/// `a-b`, `Pawn*b`, `pass`.
fn text(game: &Game, played: MoveRef<'_>) -> String {
    let to = game.board.name(played.head.to);
    match played.head.kind {
        MoveKind::Pass => "pass".to_owned(),
        MoveKind::Drop => format!("{}*{to}", game.piece_names.name(played.head.piece.index())),
        MoveKind::Walk => format!("{}-{to}", game.board.name(played.head.from)),
    }
}

fn legal(playthrough: &mut Playthrough) -> Vec<String> {
    let game = Arc::clone(playthrough.game());
    playthrough.legal_moves().iter().map(|played| text(&game, played)).collect()
}

fn find(playthrough: &mut Playthrough, wanted: &str) -> Move {
    let game = Arc::clone(playthrough.game());
    let found = playthrough.legal_moves().iter().find(|played| text(&game, *played) == wanted).map(MoveRef::to_owned);
    found.unwrap_or_else(|| panic!("{wanted} is not among {:?}", legal(playthrough)))
}

fn play(playthrough: &mut Playthrough, wanted: &str) {
    let played = find(playthrough, wanted);
    playthrough.play_for_good(played.as_ref());
}

fn to_move(playthrough: &Playthrough) -> String {
    let game = playthrough.game();
    game.players.name(playthrough.position().turn_item(game).player.index()).to_owned()
}

// Captures to hand.

const HANDS: &str = r#"
    (option "Scoresheet:Captures To Hand" true)
    (option "recycle captures" true)
    (board-setup (White (Pawn a)) (Black (Pawn e)))
    (piece (name Pawn) (attribute was-Lance? true) (attribute was-Pawn? true)
      (moves (step e) (step w)) (drops ((verify empty?) add)))
    (piece (name Lance) (attribute was-Lance? true) (moves (step e)))
    (piece (name Gold) (attribute was-Lance? false) (moves (step e) (step w)))
    (piece (name Tokin) (attribute was-Pawn? true) (moves (step e)))
    (piece (name Gun) (moves (e (verify not-empty?) capture back add)))"#;

/// The hands after a move, as `White Pawn 1`.
fn hands_after(game: &Arc<Game>, setup: Setup, wanted: &str) -> Vec<String> {
    let mut playthrough = Playthrough::from_setup(Arc::clone(game), setup);
    let before = playthrough.position().clone();
    let played = find(&mut playthrough, wanted);
    let undo = playthrough.play(played.as_ref());
    let position = playthrough.position();
    let mut hands = Vec::new();
    for (player, owner) in game.players.iter().enumerate() {
        for (piece, name) in game.piece_names.iter().enumerate() {
            let count = position.stock(PlayerId::from_index(player), PieceTypeId::from_index(piece));
            if count > 0 {
                hands.push(format!("{owner} {name} {count}"));
            }
        }
    }
    playthrough.take_back(&undo);
    assert!(*playthrough.position() == before, "{wanted} leaves something behind");
    hands
}

#[test]
fn captives_go_to_the_hand_of_their_captor_as_what_they_were() {
    let game = line("a/b/c/d/e", "White Black", HANDS);
    let hands = |men: &[&str], wanted: &str| hands_after(&game, setup(&game, men), wanted);
    assert_eq!(hands(&["White Gold a", "Black Tokin b"], "a-b"), ["White Pawn 1"]);
    // The clause that comes first counts.
    assert_eq!(hands(&["White Gold a", "Black Pawn b"], "a-b"), ["White Lance 1"]);
    assert_eq!(hands(&["White Gold a", "Black Gold b"], "a-b"), ["White Gold 1"]);
    // A Gold that was a Lance keeps the attribute, a new one has it not.
    let mut promoted = setup(&game, &["White Gold a", "Black Lance b"]);
    let lance = promoted.cells[cell(&game, "b").index()].expect("a Lance");
    promoted.cells[cell(&game, "b").index()] = Some(lance.turned_into(&game, kind(&game, "Gold")));
    assert_eq!(hands_after(&game, promoted, "a-b"), ["White Lance 1"]);
}

#[test]
fn explicit_captures_go_to_the_hand_of_the_mover_too() {
    let game = line("a/b/c/d/e", "White Black", HANDS);
    let hands = |men: &[&str], wanted: &str| hands_after(&game, setup(&game, men), wanted);
    assert_eq!(hands(&["White Gun a", "Black Tokin b", "White Gold c"], "a-a"), ["White Pawn 1"]);
    // An own piece comes back to its owner.
    let mut own = setup(&game, &["White Gun a", "White Gold b"]);
    own.stock[0][kind(&game, "Gold").index()] = 2;
    assert_eq!(hands_after(&game, own, "a-a"), ["White Gold 3"]);
}

#[test]
fn a_captive_can_be_dropped() {
    let game = line("a/b/c/d/e", "White Black", HANDS);
    let mut playthrough = start(&game, &["White Gold a", "Black Tokin b", "Black Gold e"]);
    play(&mut playthrough, "a-b");
    play(&mut playthrough, "e-d");
    assert_eq!(legal(&mut playthrough), ["b-c", "b-a", "Pawn*a", "Pawn*c", "Pawn*e"]);
}

#[test]
fn a_captured_promoted_wing_is_dropped_as_a_wing() {
    let game = bundled("hourglass-mitregi");
    let mut claimed = setup(&game, &["White King Gg1", "White Rook De3", "Black King Aa7", "Black Wing Dg3"]);
    let at = cell(&game, "Dg3").index();
    claimed.cells[at] = claimed.cells[at].map(|wing| wing.turned_into(&game, kind(&game, "Goldgeneral")));
    assert_eq!(hands_after(&game, claimed, "De3-Dg3"), ["White Wing 1"]);
}

// No drop mate.

fn drops_on(cell: &str, men: &[&str], options: &str) -> Vec<String> {
    let rest = format!(
        "{options}
         (board-setup (White (Pawn a off 1) (Gold off 1)) (Black (King d)))
         (piece (name Pawn) (moves (step e)) (drops ((verify empty?) add)))
         (piece (name Gold) (moves (step e)) (drops ((verify empty?) add)))
         (piece (name Rook) (moves (slide e) (slide w)))
         (piece (name King) (moves (step e) (step w)))
         (loss-condition (White Black) (checkmated King))"
    );
    let game = line("a/b/c/d", "White Black", &rest);
    let mut claimed = setup(&game, men);
    claimed.stock.clone_from(&game.stock);
    let mut playthrough = Playthrough::from_setup(game, claimed);
    let end = format!("*{cell}");
    legal(&mut playthrough).into_iter().filter(|text| text.ends_with(&end)).collect()
}

#[test]
fn a_drop_of_the_type_may_not_mate() {
    let option = "(option \"scoresheet:no drop mate\" PAWN)";
    let guarded = ["White Rook a", "Black King d"];
    assert_eq!(drops_on("c", &guarded, ""), ["Pawn*c", "Gold*c"]);
    assert_eq!(drops_on("c", &guarded, option), ["Gold*c"]);
    // No check, or check that can be met.
    assert_eq!(drops_on("b", &guarded, option), ["Pawn*b", "Gold*b"]);
    assert_eq!(drops_on("c", &["Black King d"], option), ["Pawn*c", "Gold*c"]);
    // Where one may pass there is no mate.
    let pass = format!("{option} (pass-turn forced)");
    assert_eq!(drops_on("c", &guarded, &pass), ["Pawn*c", "Gold*c"]);
}

#[test]
fn a_pawn_that_moves_may_mate() {
    let rest = "(option \"scoresheet:no drop mate\" Pawn)
         (board-setup (White (Rook a) (Pawn b)) (Black (King d)))
         (piece (name Pawn) (moves (step e)) (drops ((verify empty?) add)))
         (piece (name Rook) (moves (slide e) (slide w)))
         (piece (name King) (moves (step e) (step w)))
         (loss-condition (White Black) (checkmated King))";
    let game = line("a/b/c/d", "White Black", rest);
    let mut playthrough = Playthrough::new(Arc::clone(&game));
    play(&mut playthrough, "b-c");
    assert_eq!(playthrough.outcome().map(|outcome| outcome.ending), Some(Ending::Win(player(&game, "White"))));
}

#[test]
fn a_recorded_drop_mate_has_its_reason() {
    let rest = "(option \"scoresheet:no drop mate\" Pawn)
         (board-setup (White (Rook a) (Pawn off 1)) (Black (King d)))
         (piece (name Pawn) (moves (step e)) (drops ((verify empty?) add)))
         (piece (name Rook) (moves (slide e) (slide w)))
         (piece (name King) (moves (step e) (step w)))
         (loss-condition (White Black) (checkmated King))";
    let replayed = replayed(&line("a/b/c/d", "White Black", rest), "1. White Pawn c\n", false);
    assert_eq!((replayed.verdict, replayed.findings[0].code), (Verdict::Illegal, Code::DropNotPossible));
    assert_eq!(replayed.findings[0].message, "the drop of the Pawn on c mates");
}

#[test]
fn shogi_forbids_mate_by_a_dropped_pawn_only() {
    let game = bundled("shogi");
    let mut claimed =
        setup(&game, &["White King a9", "White Lance b9", "White Gold b8", "Black Gold b7", "Black King i1"]);
    claimed.cells[cell(&game, "b8").index()] = None;
    for name in ["Pawn", "Lance"] {
        claimed.stock[0][kind(&game, name).index()] = 1;
    }
    // The Gold on b7 guards a8 and b8.
    let mut playthrough = Playthrough::from_setup(Arc::clone(&game), claimed.clone());
    let moves = legal(&mut playthrough);
    assert!(!moves.contains(&"Pawn*a8".to_owned()) && moves.contains(&"Lance*a8".to_owned()));
    // Without the Lance there is a flight.
    claimed.cells[cell(&game, "b9").index()] = None;
    let mut playthrough = Playthrough::from_setup(game, claimed);
    assert!(legal(&mut playthrough).contains(&"Pawn*a8".to_owned()));
}

// Eliminate attacked.

const DUEL: &str = r#"
    (option "scoresheet:eliminate attacked" king)
    (pass-turn forced)
    (board-setup (White (King a) (Rook b)) (Green (King e) (Man d)) (Black (King h) (Man g)))
    (piece (name King) (moves (step e) (step w)))
    (piece (name Man) (moves (step e) (step w)))
    (piece (name Rook) (moves (slide e) (slide w)))"#;

fn duel() -> Arc<Game> {
    line("a/b/c/d/e/f/g/h", "White Green Black", DUEL)
}

#[test]
fn who_is_attacked_as_a_turn_begins_is_out() {
    let game = duel();
    // White's Rook attacks nobody, then Green, whose turn comes first: the Man steps between.
    let mut playthrough = start(&game, &["White Rook b", "Green King e", "Green Man f", "Black King h", "Black Man g"]);
    // Green is out at once in the position set up so.
    assert_eq!(men(&playthrough), ["White Rook b", "Black Man g", "Black King h"]);
    assert_eq!((to_move(&playthrough), playthrough.outcome()), ("White".to_owned(), None));
    play(&mut playthrough, "b-f");
    // The turn of Green is skipped, and counts.
    assert_eq!((to_move(&playthrough), playthrough.position().turn_number()), ("Black".to_owned(), 2));
    play(&mut playthrough, "g-f");
    assert_eq!(men(&playthrough), ["Black Man f", "Black King h"]);
    let won = Outcome { ending: Ending::Win(player(&game, "Black")), cause: Cause::LastLeft };
    assert_eq!(playthrough.outcome(), Some(won));
    assert_eq!(outcome_text(&game, won), "Black wins: all other players are out");
    assert!(playthrough.legal_moves().is_empty());
}

#[test]
fn removals_open_lines() {
    let game = duel();
    let playthrough = &mut start(&game, &["White Rook b", "Green King c", "Green Man e", "Black King h"]);
    assert_eq!(men(playthrough), ["White Rook b"]);
    assert_eq!(playthrough.outcome().map(|outcome| outcome.cause), Some(Cause::LastLeft));
}

#[test]
fn a_threat_can_be_met_before_the_attackers_turn() {
    let game = duel();
    let before = ["White King a", "White Rook b", "Green Man c", "Green King d", "Black Man g", "Black King h"];
    let mut met = start(&game, &before);
    assert_eq!(men(&met), before);
    play(&mut met, "b-c");
    // Green's King is attacked and may be left so: only White's next turn asks.
    assert_eq!((to_move(&met), men(&met).len()), ("Green".to_owned(), 5));
    let mut left = met.clone();
    play(&mut met, "d-c");
    play(&mut met, "g-f");
    assert_eq!(men(&met), ["White King a", "Green King c", "Black Man f", "Black King h"]);
    play(&mut left, "d-e");
    play(&mut left, "g-f");
    assert_eq!(men(&left), ["White King a", "White Rook c", "Black Man f", "Black King h"]);
}

#[test]
fn a_player_without_men_is_skipped_from_the_start() {
    let game = duel();
    let mut playthrough = start(&game, &["Green King c", "Black King h"]);
    assert_eq!((to_move(&playthrough), playthrough.position().turn_number()), ("Green".to_owned(), 1));
    assert_eq!(playthrough.outcome(), None);
    let before = playthrough.position().clone();
    let played = find(&mut playthrough, "c-d");
    let undo = playthrough.play(played.as_ref());
    assert_eq!((to_move(&playthrough), playthrough.position().turn_number()), ("Black".to_owned(), 2));
    playthrough.take_back(&undo);
    assert!(*playthrough.position() == before);
}

#[test]
fn removals_are_taken_back() {
    let game = duel();
    let mut playthrough = start(&game, &["White King a", "White Man c", "Green Rook d", "Black King h", "Black Man f"]);
    playthrough.track_repetitions();
    let before = playthrough.position().clone();
    // The Man leaves the line: Green attacks White's King as its turn begins.
    let played = find(&mut playthrough, "a-b");
    let undo = playthrough.play(played.as_ref());
    assert_eq!(men(&playthrough), ["White King b", "White Man c", "Green Rook d", "Black Man f", "Black King h"]);
    playthrough.take_back(&undo);
    assert!(*playthrough.position() == before);
    let played = find(&mut playthrough, "c-d");
    let undo = playthrough.play(played.as_ref());
    assert_eq!((to_move(&playthrough), men(&playthrough).len()), ("Black".to_owned(), 4));
    playthrough.take_back(&undo);
    assert!(*playthrough.position() == before);
}

/// The replay of a saved game of these lines.
fn replayed(game: &Arc<Game>, lines: &str, keep_going: bool) -> Replayed {
    let letters = "H".repeat(game.players.len());
    let text = format!("Zillions Save Game File Version 0.02 {letters}\nRulesFile=line.zrf\nVariantName=Line\n{lines}");
    let file = SourceFile::from_text("game.zsg", text);
    let record = from_zsg::read(&file, &mut Diagnostics::new()).expect("a saved game");
    replay(&record, game, &ReplayOptions { keep_going, ..ReplayOptions::default() })
}

#[test]
fn records_write_no_removal_and_count_skipped_turns() {
    // Black attacks Green's King as the third turn begins.
    let lines = "1. Rook b x d\n1. King e - f\n1. Man g - f\n2. Rook d x f\n2. King h - g\n";
    let replayed = replayed(&duel(), lines, false);
    let codes: Vec<Code> = replayed.findings.iter().map(|finding| finding.code).collect();
    assert_eq!((replayed.verdict, codes), (Verdict::Legal, vec![]));
    // White attacks Black's King as the third round begins.
    assert_eq!(replayed.result.computed.as_deref(), Some("White"));
}

// Fading attributes.

const FADING: &str = r#"
    (option "scoresheet:fading Fresh?" true)
    (pass-turn true)
    (board-setup (White (Man a c)) (Green (Man e)) (Black (Man h)))
    (piece (name Man) (attribute fresh? false) (attribute old? false)
      (moves (e (verify empty?) (set-attribute fresh? true) (set-attribute old? true) add)))"#;

/// The cells of the men that have the attribute.
fn having(playthrough: &Playthrough, attribute: &str) -> Vec<String> {
    let game = playthrough.game();
    let attribute = AttributeId::from_index(game.attributes.find(attribute).expect("an attribute"));
    let cells = playthrough.position().cells().filter(|(_, piece)| piece.is_some_and(|piece| piece.has(attribute)));
    cells.map(|(cell, _)| game.board.name(cell).to_owned()).collect()
}

#[test]
fn an_attribute_fades_with_the_next_move_of_its_owner() {
    let game = line("a/b/c/d/e/f/g/h", "White Green Black", FADING);
    let mut playthrough = Playthrough::new(game);
    play(&mut playthrough, "a-b");
    play(&mut playthrough, "e-f");
    play(&mut playthrough, "pass");
    assert_eq!(having(&playthrough, "fresh?"), ["b", "f"]);
    // What the move itself sets comes after.
    let before = playthrough.position().clone();
    let played = find(&mut playthrough, "c-d");
    let undo = playthrough.play(played.as_ref());
    assert_eq!(having(&playthrough, "fresh?"), ["d", "f"]);
    playthrough.take_back(&undo);
    assert!(*playthrough.position() == before);
    // A pass is a move too.
    play(&mut playthrough, "pass");
    assert_eq!(
        (having(&playthrough, "fresh?"), having(&playthrough, "old?")),
        (vec!["f".into()], vec!["b".into(), "f".into()])
    );
    play(&mut playthrough, "pass");
    assert_eq!(having(&playthrough, "fresh?"), Vec::<String>::new());
}

#[test]
fn a_chain_is_one_move() {
    let rest = r#"
        (option "scoresheet:fading fresh?" true)
        (board-setup (White (Man a)) (Black (Man h)))
        (piece (name Man) (attribute fresh? false)
          (moves (move-type first) (e (verify empty?) (set-attribute fresh? true) (add-partial second))
                 (move-type second) (e (verify empty?) add)))"#;
    let rest = format!("{rest} (move-priorities first)");
    let mut playthrough = Playthrough::new(line("a/b/c/d/e/f/g/h", "White Black", &rest));
    play(&mut playthrough, "a-b");
    play(&mut playthrough, "b-c");
    assert_eq!(having(&playthrough, "fresh?"), ["c"]);
}

#[test]
fn a_right_that_fades_bears_on_attacks() {
    // Black's Man takes a fresh enemy two cells off, the King too: a move that ends the freshness makes the King safe.
    let rest = r#"
        (option "scoresheet:fading fresh?" true)
        (board-setup (White (King c) (Man a)) (Black (Man e)))
        (piece (name Man) (attribute fresh? false)
          (moves (e (verify empty?) add) (w (verify (fresh? w)) w (verify enemy?) add)))
        (piece (name King) (attribute fresh? true) (moves (e (verify empty?) add)))
        (loss-condition (White Black) (checkmated King))"#;
    let mut playthrough = Playthrough::new(line("a/b/c/d/e", "White Black", rest));
    assert!(playthrough.is_royal_attacked(PlayerId(0)));
    assert_eq!(legal(&mut playthrough), ["a-b", "c-d"]);
}

// Position edits behind the last entry.

#[test]
fn edits_behind_the_last_entry_are_applied() {
    let rest = "(board-setup (White (Man a)) (Black (Man e)))
        (piece (name Man) (moves (step e) (step w)))
        (win-condition (White Black) (absolute-config Man (c)))
        (loss-condition (White Black) stalemated)";
    let game = line("a/b/c/d/e", "White Black", rest);
    // Black has no man left and so no move.
    let ended = replayed(&game, "1. Man a - b\n(x e)\n", false);
    assert_eq!((ended.verdict, ended.result.computed.as_deref()), (Verdict::Legal, Some("1-0")));
    let unknown = replayed(&game, "1. Man a - b\n(x q)\n", false);
    assert_eq!((unknown.verdict, unknown.plies_legal), (Verdict::Unreadable, 1));
    assert_eq!((unknown.findings.last().map(|finding| finding.code)), Some(Code::NameUnknown));
}

#[test]
fn what_a_faulty_entry_takes_goes_to_the_hand_too() {
    let rest = r#"
        (option "scoresheet:captures to hand" true)
        (board-setup (White (Man a)) (Black (Man d e)))
        (piece (name Man) (moves (step e) (step w)) (drops ((verify empty?) add)))"#;
    let game = line("a/b/c/d/e", "White Black", rest);
    let replayed = replayed(&game, "1. Man a x d\n1. Man e - c\n2. White Man a\n", true);
    let faults = [PlyVerdict::Faulty(Code::NoSuchMove), PlyVerdict::Faulty(Code::NoSuchMove), PlyVerdict::Legal];
    assert_eq!((replayed.verdict, replayed.verdicts), (Verdict::Illegal, faults.to_vec()));
}
