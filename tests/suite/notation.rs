//! Moves and positions as text: chess against cozy-chess, other games against what the formats ask for.

use std::collections::BTreeMap;
use std::sync::Arc;

use cozy_chess::{Board, util};
use scoresheet::batch::spelling;
use scoresheet::engine::{Move, MoveKind, Playthrough, Setup};
use scoresheet::game::Game;
use scoresheet::library;
use scoresheet::notation::san::{Remark, Resolution};
use scoresheet::notation::{Spelling, fen};

use crate::support::{Random, bundled, game_from};

fn spelled(name: &str) -> (Arc<Game>, Spelling) {
    let game = bundled(name);
    let spelling = spelling(&game, library::find(name), BTreeMap::new());
    (game, spelling)
}

fn own(text: &str) -> (Arc<Game>, Spelling) {
    let game = game_from("rules.zrf", text);
    let spelling = spelling(&game, None, BTreeMap::new());
    (game, spelling)
}

fn legal(playthrough: &mut Playthrough) -> Vec<Move> {
    playthrough.legal_moves().iter().map(|played| played.to_owned()).collect()
}

fn at(game: &Arc<Game>, spelling: &Spelling, text: &str) -> Playthrough {
    let read = fen::read(game, spelling, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    Playthrough::from_setup(Arc::clone(game), read.setup)
}

fn tokens(playthrough: &mut Playthrough, spelling: &Spelling) -> Vec<String> {
    let mut all: Vec<String> = legal(playthrough).iter().map(|played| spelling.san(playthrough, played)).collect();
    all.sort();
    all
}

#[test]
fn chess_moves_and_positions_equal_those_of_an_independent_library() {
    let (game, spelling) = spelled("chess");
    let mut random = Random(11);
    let (mut moves, mut castlings, mut passing) = (0_u32, 0_u32, 0_u32);
    for _ in 0..60 {
        let mut playthrough = Playthrough::new(Arc::clone(&game));
        let mut clock = 0;
        let mut board = Board::default();
        for _ in 0..160 {
            let mut theirs = Vec::new();
            board.generate_moves(|found| {
                theirs.extend(found.into_iter().map(|played| util::display_san_move(&board, played).to_string()));
                false
            });
            theirs.sort();
            assert_eq!(tokens(&mut playthrough, &spelling), theirs, "{board}");
            let list = legal(&mut playthrough);
            if list.is_empty() {
                break;
            }
            // Castling is rare unless it is sought.
            let castles = |played: &&Move| spelling.castling(&game, playthrough.position(), played.as_ref()).is_some();
            let chosen = list.iter().find(castles).unwrap_or(&list[random.below(list.len())]);
            let token = spelling.san(&mut playthrough, chosen);
            let found = Resolution::Found { parts: vec![chosen.clone()], remarks: Vec::new() };
            assert_eq!(spelling.resolve(&mut playthrough, &token), found, "{token}");
            board.play(util::parse_san_move(&board, &token).unwrap());
            clock = spelling.clock_after(clock, playthrough.position(), chosen.as_ref());
            playthrough.play_for_good(chosen.as_ref());
            let text = fen::write(&mut playthrough, &spelling, clock);
            // cozy-chess writes the passing cell whenever a Pawn stands beside, also a pinned one.
            let field = |text: &str, number: usize| text.split(' ').nth(number).unwrap().to_owned();
            let theirs = board.to_string();
            for number in [0, 1, 2, 4, 5] {
                assert_eq!(field(&text, number), field(&theirs, number), "{text} {theirs}");
            }
            if field(&text, 3) != "-" {
                assert_eq!(field(&text, 3), field(&theirs, 3));
                passing += 1;
            }
            let again = at(&game, &spelling, &text);
            assert_eq!(tokens(&mut again.clone(), &spelling), tokens(&mut playthrough, &spelling), "{text}");
            moves += 1;
            castlings += u32::from(token.starts_with('O'));
        }
    }
    assert!(moves > 5_000 && castlings > 10 && passing > 10, "{moves} {castlings} {passing}");
}

#[test]
fn careless_tokens_find_their_move_and_are_told_of() {
    let (game, spelling) = spelled("chess");
    let position = "r3k2r/1P4pp/8/3pP3/1n6/2N3N1/PPP3PP/R3K2R w KQkq d6 0 1";
    let resolve = |token: &str| spelling.resolve(&mut at(&game, &spelling, position), token);
    let found = |token: &str| match resolve(token) {
        Resolution::Found { parts, remarks } => {
            let text = spelling.san(&mut at(&game, &spelling, position), &parts[0]);
            (text, remarks)
        }
        other => panic!("{token}: {other:?}"),
    };
    for (token, meant, remarks) in [
        ("O-O", "O-O", vec![]),
        ("0-0", "O-O", vec![Remark::Zeros]),
        ("O-O-O!?", "O-O-O", vec![]),
        ("exd6", "exd6", vec![]),
        ("exd6e.p.", "exd6", vec![]),
        ("ed6", "exd6", vec![Remark::Takes]),
        ("bxa8=Q+", "bxa8=Q+", vec![]),
        ("bxa8=Q", "bxa8=Q+", vec![Remark::Mark]),
        ("bxa8Q+", "bxa8=Q+", vec![Remark::Promotion]),
        ("b8(N)", "b8=N", vec![Remark::Promotion]),
        ("b7b8=R+", "b8=R+", vec![Remark::Origin]),
        ("Nge4", "Nge4", vec![]),
        ("Ng3e4", "Nge4", vec![Remark::Origin]),
        ("Ng3-e4", "Nge4", vec![Remark::Origin]),
        ("g3e4", "Nge4", vec![Remark::Piece]),
        ("Ncxe4", "Nce4", vec![Remark::Takes]),
        ("Ke1-g1", "O-O", vec![Remark::Origin]),
        ("a3+", "a3", vec![Remark::Mark]),
    ] {
        assert_eq!(found(token), (meant.to_owned(), remarks), "{token}");
    }
    assert_eq!(resolve("Ne4"), Resolution::Several(vec!["Nc3e4".to_owned(), "Ng3e4".to_owned()]));
    let Resolution::Missing(missing) = resolve("b8") else { panic!() };
    assert!(missing.promotion && missing.closest.contains(&"b8=Q".to_owned()), "{missing:?}");
    assert_eq!(missing.written.from.map(|cell| game.board.name(cell)), Some("b7"));
    let Resolution::Missing(missing) = resolve("Nf6") else { panic!() };
    assert_eq!(missing.written.piece.map(|piece| game.piece_names.name(piece.index())), Some("Knight"));
    assert!(matches!(resolve("Nj9"), Resolution::Unreadable(_)));
    assert!(matches!(resolve("Xe4"), Resolution::Unreadable(_)));
    assert!(matches!(resolve("--"), Resolution::Missing(missing) if missing.written.is_pass));
}

#[test]
fn start_positions_are_those_that_other_programs_know() {
    for (name, text) in [
        ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        ("xiangqi", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"),
        ("capablanca", "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1"),
        ("grand", "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1"),
        ("eurasian", "r1c4c1r/1nbvqkvbn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBVQKVBN1/R1C4C1R[] w - - 0 1"),
    ] {
        let (game, spelling) = spelled(name);
        let mut start = Playthrough::new(Arc::clone(&game));
        assert_eq!(fen::write(&mut start, &spelling, 0), text, "{name}");
        assert_eq!(fen::read(&game, &spelling, text).unwrap().setup, Setup::start(&game), "{name}");
        // Fields left out have the values of the start.
        let rows = text.split([' ', '[']).next().unwrap();
        assert_eq!(fen::read(&game, &spelling, rows).unwrap().setup, Setup::start(&game), "{name}");
    }
}

#[test]
fn boards_of_levels_and_many_sides_go_through_fen() {
    for name in ["hourglass-mitregi", "empty-cube-4player", "alice", "glinski", "english-checkers"] {
        let (game, spelling) = spelled(name);
        let mut random = Random(3);
        let mut playthrough = Playthrough::new(Arc::clone(&game));
        for _ in 0..30 {
            let text = fen::write(&mut playthrough, &spelling, 0);
            let again = fen::write(&mut at(&game, &spelling, &text), &spelling, 0);
            assert_eq!(again, text, "{name}");
            let list = legal(&mut playthrough);
            let Some(chosen) = list.get(random.below(list.len().max(1))) else { break };
            playthrough.play_for_good(chosen.as_ref());
            if playthrough.position().chain().is_some() {
                break;
            }
        }
    }
    let (game, spelling) = spelled("empty-cube-4player");
    let text = fen::write(&mut Playthrough::new(game), &spelling, 0);
    assert_eq!(text.matches('|').count(), 7, "eight levels");
    assert!(text.contains("{K1}") && text.contains("{K4}") && text.contains("{PB2}"), "{text}");
    assert!(text.ends_with(" 1 - - 0 1"), "{text}");
}

#[test]
fn what_is_wrong_with_a_fen_has_its_place() {
    let (game, spelling) = spelled("chess");
    for (text, offset) in [
        ("", 0),
        ("8/8/8/8/8/8/8 w", 0),
        ("8/8/8/8/8/8/8/9 w", 14),
        ("8/8/8/8/8/8/8/7 w", 15),
        ("8/8/8/8/8/8/8/X7 w", 14),
        ("8/8/8/8/8/8/8/8 x", 16),
        ("8/8/8/8/8/8/8/8 w K", 18),
        ("8/8/8/8/8/8/8/8 w - e3", 20),
        ("8/8/8/8/8/8/8/8 w - - 0 1 more", 26),
    ] {
        let error = fen::read(&game, &spelling, text).unwrap_err();
        assert_eq!(error.offset, offset, "{text}: {error}");
    }
}

/// Guards may become Kings where they stand, and a hop may take what it jumps over or not.
const ODD: &str = r#"(version "2.0")
(game
  (title "Odd")
  (players White Black)
  (turn-order White Black)
  (board (grid (start-rectangle 0 0 49 49)
    (dimensions ("a/b/c/d/e" (50 0)) ("5/4/3/2/1" (0 50)))
    (directions (n 0 -1) (e 1 0) (ne 1 -1))))
  (option "pass partial" true)
  (board-setup
    (White (+Rook a1) (Guard c1 e1) (Man a3))
    (Black (Man b4 d2)))
  (piece (name +Rook) (attribute fresh true) (moves (n (verify empty?) (set-attribute fresh false) add)))
  (piece (name Guard)
    (moves
      (n (verify empty?) add)
      (n (verify empty?) (change-type +Rook a1) add)
      (n (verify empty?) (capture b4) add)))
  (piece (name Man)
    (notation "mn")
    (moves
      (move-type hop) (ne (verify enemy?) capture ne (verify empty?) (add-partial hop))
      (move-type step) (e (verify empty?) add))))
"#;

#[test]
fn moves_that_look_alike_are_told_apart_by_their_effects() {
    let (game, spelling) = own(ODD);
    let mut start = Playthrough::new(Arc::clone(&game));
    let all = tokens(&mut start, &spelling);
    for token in ["Gc1-c2<>", "Gc1-c2<= +Rook on a1>", "Gc1xc2<x b4>", "\"+Rook\"a2", "Mnb3", "Mnxc5"] {
        assert!(all.iter().any(|known| known == token), "{token} is not in {all:?}");
        assert!(matches!(spelling.resolve(&mut start, token), Resolution::Found { remarks, .. } if remarks.is_empty()));
    }
    assert!(matches!(spelling.resolve(&mut start, "Gc2"), Resolution::Several(texts) if texts.len() == 2));
    // `x` tells the third from these.
    assert!(matches!(spelling.resolve(&mut start, "Gxc2"), Resolution::Found { .. }));
    let text = fen::write(&mut start, &spelling, 0);
    assert_eq!(text, "5/1{mn}3/{MN}4/3{mn}1/+R1G1G w - - 0 1");
    let list = legal(&mut start);
    let rook = list.iter().find(|played| game.piece_names.name(played.head.piece.index()) == "+Rook").unwrap();
    start.play_for_good(rook.as_ref());
    let text = fen::write(&mut start, &spelling, 0);
    assert_eq!(text, "5/1{mn}3/{MN}4/+R2{mn}1/2G1G b a2.fresh=0 - 1 1");
    assert_eq!(fen::write(&mut at(&game, &spelling, &text), &spelling, 0), text);
}

const HOPS: &str = r#"(version "2.0")
(game
  (title "Hops")
  (players White Black)
  (turn-order White Black)
  (board (grid (start-rectangle 0 0 49 49)
    (dimensions ("a/b/c/d/e" (50 0)) ("5/4/3/2/1" (0 50)))
    (directions (ne 1 -1) (nw -1 -1) (se 1 1))))
  (option "pass partial" true)
  (board-setup (White (Man a1 b1)) (Black (Man b2 d4 a5 d2)))
  (piece (name Man)
    (moves
      (ne (verify enemy?) capture ne (verify empty?) (add-partial hop))
      (move-type hop)
      (ne (verify enemy?) capture ne (verify empty?) (add-partial hop))
      (se (verify enemy?) capture se (verify empty?) (add-partial hop)))))
"#;

#[test]
fn a_chain_is_one_token() {
    let (game, spelling) = own(HOPS);
    let mut start = Playthrough::new(Arc::clone(&game));
    let parts = |token: &str, start: &mut Playthrough| match spelling.resolve(start, token) {
        Resolution::Found { parts, .. } => parts
            .iter()
            .map(|part| format!("{}{}", game.board.name(part.head.from), game.board.name(part.head.to)))
            .collect::<Vec<_>>(),
        other => panic!("{token}: {other:?}"),
    };
    assert_eq!(parts("Ma1xc3xe5", &mut start), ["a1c3", "c3e5"]);
    assert_eq!(parts("a1xc3xe1", &mut start.clone()).len(), 2, "the piece may be left out");
    assert_eq!(parts("Mc3", &mut start), ["a1c3"], "a chain may be written in parts");
    assert_eq!(parts("Ma1xc3--", &mut start).len(), 2, "a pass ends the chain");
    let Resolution::Missing(missing) = spelling.resolve(&mut start, "Ma1xc3xa5") else { panic!() };
    assert_eq!(missing.part, 1);
}

/// A hop takes what it jumps over, and goes on with hops or with steps; a jump takes nothing, and goes on with steps.
const JUMPS: &str = r#"(version "2.0")
(game (title "J") (players White Black) (turn-order White Black)
  (board (grid (start-rectangle 0 0 49 49)
    (dimensions ("a/b/c/d/e" (50 0)) ("5/4/3/2/1" (0 50))) (directions (ne 1 -1) (se 1 1) (e 1 0))))
  (board-setup (White (Man a1)) (Black (Man b2 d4)))
  (option "pass partial" true)
  (piece (name Man)
    (moves
      (ne (verify enemy?) capture ne (verify empty?) (add-partial hop))
      (ne (verify enemy?) capture ne (verify empty?) (add-partial step))
      (ne (verify enemy?) ne (verify empty?) (add-partial step))
      (move-type hop)
      (ne (verify enemy?) capture ne (verify empty?) (add-partial hop))
      (ne (verify enemy?) ne (verify empty?) (add-partial hop))
      (move-type step)
      (se (verify empty?) (add-partial step))
      (e (verify empty?) (add-partial step)))))"#;

#[test]
fn a_chain_whose_parts_are_told_apart_by_their_effects_is_one_token() {
    fn follow(
        start: &Playthrough,
        spelling: &Spelling,
        so_far: &Playthrough,
        token: &str,
        chain: &[Move],
        seen: &mut Vec<String>,
    ) {
        for played in legal(&mut so_far.clone()) {
            if played.head.kind == MoveKind::Pass {
                continue;
            }
            let mut next = so_far.clone();
            let part =
                if chain.is_empty() { spelling.whole(&mut next, &played) } else { spelling.link(&mut next, &played) };
            let token = format!("{token}{part}");
            next.play_for_good(played.as_ref());
            let chain: Vec<Move> = chain.iter().cloned().chain([played]).collect();
            match spelling.resolve(&mut start.clone(), &token) {
                Resolution::Found { parts, .. } => {
                    // Blocks of two types may give the same move.
                    let told =
                        |played: &Move| (played.head.from, played.head.to, played.head.partial, played.effects.clone());
                    assert!(parts.iter().map(told).eq(chain.iter().map(told)), "{token}");
                }
                other => panic!("{token}: {other:?}"),
            }
            if next.position().chain().is_some() {
                follow(start, spelling, &next, &token, &chain, seen);
            }
            seen.push(token);
        }
    }
    let (game, spelling) = own(JUMPS);
    let start = Playthrough::new(Arc::clone(&game));
    let mut seen = Vec::new();
    follow(&start, &spelling, &start, "", &[], &mut seen);
    for token in ["Ma1xc3<partial 2, x b2>-d2-e1", "Ma1-c3<partial 2>-d3-e3", "Ma1xc3<partial 1, x b2>xe5<x d4>"] {
        assert!(seen.iter().any(|known| known == token), "{token} is not in {seen:?}");
    }
}

#[test]
fn a_chain_may_promote_in_each_part() {
    let text = r#"(version "2.0")
(game (title "P") (players White Black) (turn-order White Black)
  (board (grid (start-rectangle 0 0 49 49)
    (dimensions ("a/b/c/d/e" (50 0)) ("5/4/3/2/1" (0 50))) (directions (ne 1 -1))))
  (board-setup (White (Man a1)) (Black (Man b2 d4)))
  (piece (name Man) (moves (ne (verify enemy?) capture ne (verify empty?) (add-partial Fox hop))))
  (piece (name Fox)
    (moves (move-type hop) (ne (verify enemy?) capture ne (verify empty?) (add-partial Man hop)))))"#;
    let game = game_from("p.zrf", text);
    // A symbol may hold the sign that parts a chain.
    for (symbol, token) in [("F", "Ma1xc3=Fxe5=M"), ("Fx", "Ma1xc3=Fxxe5=M"), ("Fxe", "Ma1xc3=Fxexe5=M")] {
        let spelling = spelling(&game, None, BTreeMap::from([("Fox".to_owned(), symbol.to_owned())]));
        let mut start = Playthrough::new(Arc::clone(&game));
        let Resolution::Found { parts, .. } = spelling.resolve(&mut start, token) else { panic!("{token}") };
        let mut written = spelling.whole(&mut start, &parts[0]);
        start.play_for_good(parts[0].as_ref());
        written.push_str(&spelling.link(&mut start, &parts[1]));
        assert_eq!(written, token);
    }
}

#[test]
fn symbols_are_short_and_never_equal() {
    let text = r#"(version "2.0")
(game (title "S") (players A B) (turn-order A B)
  (board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b" (9 0)) ("2/1" (0 9))) (directions (n 0 -1))))
  (piece (name Knight)) (piece (name Nightrider)) (piece (name Cannon)) (piece (name Camel))
  (piece (name Man)) (piece (name Manual)) (piece (name Pawn)) (piece (name Kn) (notation "n"))
  (piece (name Duke) (notation "dk2")))"#;
    let game = game_from("s.zrf", text);
    let given = BTreeMap::from([("Camel".to_owned(), "L".to_owned())]);
    let spelling = spelling(&game, None, given);
    let symbols: Vec<&str> = (0..game.pieces.len())
        .map(|piece| spelling.symbols.symbol(scoresheet::game::PieceTypeId::from_index(piece)))
        .collect();
    assert_eq!(symbols, ["N", "Ni", "Can", "L", "Man", "Manu", "P", "Kn", "Dk"]);
}
