//! Game Courier logs against rules: matching by the contents of the board, and what is written read back.
use std::sync::Arc;

use proptest::prelude::*;
use scoresheet::diagnostic::{Code, Diagnostic, Diagnostics, Severity, Verdict};
use scoresheet::engine::{Move, Piece, Playthrough, Setup};
use scoresheet::export::courier::{CourierCollector, CourierFacts, write};
use scoresheet::export::new_game::new_game;
use scoresheet::export::zsg::{self, NewEntry};
use scoresheet::game::Game;
use scoresheet::library;
use scoresheet::notation::{Spelling, SpellingOptions, zillions};
use scoresheet::profile::{BoundProfile, Profile};
use scoresheet::record::{Record, from_courier, from_zsg};
use scoresheet::replay::plain::plain_replay;
use scoresheet::replay::{Observer, ReplayOptions, Replayed, replay_observed};
use scoresheet::source::SourceFile;

use crate::support::{Random, bundled, game_from};

/// A profile held against a game, with nothing to find fault with.
fn bind(text: &str, game: &Arc<Game>) -> BoundProfile {
    let mut findings = Diagnostics::new();
    let profile = Profile::load(&SourceFile::from_text("profile.yaml", text), &mut findings).expect("a profile");
    let binding = profile.bind(game, &mut findings);
    assert_eq!(findings.as_slice(), [], "{text}");
    BoundProfile { profile: Arc::new(profile), binding: Arc::new(binding) }
}

/// The profile of a bundled game, with a word of it replaced.
fn profile(name: &str, game: &Arc<Game>, from: &str, to: &str) -> BoundProfile {
    let text = library::find(name).expect("the game is bundled").profile;
    assert!(text.contains(from), "{name}: {from}");
    bind(&text.replace(from, to), game)
}

/// Keeps the board at the end and all moves.
#[derive(Default)]
struct Last {
    board: Vec<Option<Piece>>,
    moves: Vec<Move>,
}

impl Observer for Last {
    fn before(&mut self, _playthrough: &mut Playthrough, _index: usize, chosen: &Move) {
        self.moves.push(chosen.clone());
    }

    fn after(&mut self, playthrough: &mut Playthrough, _index: usize) {
        self.board = playthrough.position().cells().map(|(_, piece)| piece).collect();
    }
}

fn log(text: &str) -> Record {
    from_courier::read(
        &SourceFile::from_text("game.gc", text),
        &from_courier::Reading::default(),
        &mut Diagnostics::new(),
    )
    .expect("a record")
}

/// Gives a log a start position in its own dialect.
fn put_start(record: &mut Record, fen: &str) {
    record.courier.as_mut().expect("a log").code = Some(scoresheet::record::Word::new(fen));
}

fn replayed(record: &Record, game: &Arc<Game>, profile: &BoundProfile, start: Option<&Setup>) -> (Replayed, Last) {
    let mut last = Last::default();
    let options = ReplayOptions { profile: Some(profile.clone()), start: start.cloned(), ..ReplayOptions::default() };
    (replay_observed(record, game, &options, &mut last), last)
}

/// A chess log from a position in the FEN dialect: verdict, codes, and the moves as a saved game writes them.
fn chess(fen: &str, automation: &str, text: &str) -> (Verdict, Vec<(Code, Severity)>, Last) {
    let game = bundled("chess");
    let bound = profile("chess", &game, "automation: full", &format!("automation: {automation}"));
    let mut record = log(text);
    put_start(&mut record, fen);
    let (replayed, last) = replayed(&record, &game, &bound, None);
    let codes = replayed.findings.iter().map(|finding: &Diagnostic| (finding.code, finding.severity)).collect();
    (replayed.verdict, codes, last)
}

const CASTLING: &str = "4k3/8/8/8/8/8/8/4K2R";
const PROMOTION: &str = "8/4P3/8/8/8/8/k7/7K";

#[test]
fn castling_is_read_both_ways() {
    let (verdict, codes, short) = chess(CASTLING, "none", "1. K e1-g1");
    assert_eq!((verdict, codes), (Verdict::Legal, vec![(Code::UnwrittenEffect, Severity::Note)]));
    let (verdict, codes, long) = chess(CASTLING, "none", "1. K e1-g1; R h1-f1");
    assert_eq!((verdict, codes), (Verdict::Legal, vec![]));
    assert_eq!(short.board, long.board);
    assert_eq!(chess(CASTLING, "none", "1. K e1-g1; R h1-e1").0, Verdict::Illegal);
}

#[test]
fn en_passant_is_read_both_ways() {
    let log = |entry: &str| format!("1... p d7-d5\n2. {entry}");
    let fen = "4k3/3p4/8/4P3/8/8/8/4K3";
    let (verdict, codes, short) = chess(fen, "none", &log("P e5-d6"));
    assert_eq!((verdict, codes), (Verdict::Legal, vec![(Code::UnwrittenEffect, Severity::Note)]));
    let (verdict, codes, long) = chess(fen, "none", &log("P e5-d6; @-d5"));
    assert_eq!((verdict, codes), (Verdict::Legal, vec![]));
    assert_eq!(short.board, long.board);
}

#[test]
fn promotions() {
    let (verdict, _, last) = chess(PROMOTION, "full", "1. P e7-e8; N-dest");
    assert_eq!(verdict, Verdict::Legal);
    let game = bundled("chess");
    let knight = game.piece_names.find("Knight");
    assert_eq!(last.moves[0].head.promotion.map(|piece| piece.index()), knight);
    assert_eq!(chess(PROMOTION, "full", "1. P e7-e8").0, Verdict::Ambiguous);
    let (verdict, codes, _) = chess(PROMOTION, "full", "1. P e7-e8; q-e8");
    assert_eq!((verdict, codes), (Verdict::LegalAfterRepair, vec![(Code::Relaxed, Severity::Warning)]));
    let (verdict, codes, _) = chess(PROMOTION, "full", "1. P e7-e8; K-e8");
    assert_eq!((verdict, codes), (Verdict::Illegal, vec![(Code::PromotionWrong, Severity::Error)]));
}

#[test]
fn labels() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    assert_eq!(chess(start, "full", "1. e2-e4\n1... e7-e5\n2. N g1-f3").0, Verdict::Legal);
    let (verdict, codes, _) = chess(start, "full", "1. p e2-e4");
    assert_eq!((verdict, codes), (Verdict::LegalAfterRepair, vec![(Code::Relaxed, Severity::Warning)]));
    let (verdict, codes, _) = chess(start, "full", "1. N e2-e4");
    assert_eq!((verdict, codes), (Verdict::Illegal, vec![(Code::OtherPiece, Severity::Error)]));
    let (verdict, codes, _) = chess(start, "full", "1. E2-e4");
    assert_eq!((verdict, codes), (Verdict::LegalAfterRepair, vec![(Code::Relaxed, Severity::Warning)]));
    assert_eq!(chess(start, "full", "1. e2-e9").0, Verdict::Unreadable);
    assert_eq!(chess(start, "full", "1. e3-e4").1, [(Code::OriginEmpty, Severity::Error)]);
    assert_eq!(chess(start, "full", "1. p e7-e5").1, [(Code::WrongSide, Severity::Error)]);
}

#[test]
fn a_piece_does_not_arrive_where_its_like_stands() {
    let (verdict, codes, _) = chess("4k3/8/8/8/8/8/8/R2R2K1", "full", "1. R a1-d1");
    assert_eq!((verdict, codes), (Verdict::Illegal, vec![(Code::FriendOnDestination, Severity::Error)]));
    let (verdict, codes, _) = chess("4k3/8/8/8/8/8/1P6/R5K1", "full", "1. R a1-b2");
    assert_eq!((verdict, codes[0].1), (Verdict::Illegal, Severity::Error));
}

#[test]
fn ends_and_numbers() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let (verdict, codes, _) = chess(start, "full", "1. e2-e4\n1... resign\n2. d2-d4");
    assert_eq!((verdict, codes), (Verdict::AfterTheEnd, vec![(Code::AfterTheEnd, Severity::Error)]));
    let (verdict, codes, _) = chess(start, "full", "1. e2-e4\n1... e7-e5\n3. d2-d4");
    assert_eq!((verdict, codes), (Verdict::Legal, vec![(Code::NumberOff, Severity::Warning)]));
}

/// A leaper that takes what it jumps over, and a piece that swaps places with its own.
const SMALL: &str = r#"
(game (title "Small") (players White Black) (turn-order White Black)
  (board (grid (dimensions ("a/b/c/d" (9 0)) ("4/3/2/1" (0 9))) (directions (n 0 -1) (e 1 0))))
  (board-setup (White (Leaper a1) (Man d1)) (Black (Man a2 d4)))
  (piece (name Leaper) (moves
    (n n (verify empty?) add)
    (n (verify enemy?) capture n (verify empty?) add)
    (e e e (verify friend?) cascade from back add)))
  (piece (name Man) (moves (e (verify empty?) add))))"#;

const SMALL_PROFILE: &str = r#"
gc: {game: Small, files: [a, b, c, d], ranks: [1, 2, 3, 4], start: "3m/4/m3/L2M", automation: full}
zrf: {file: small.zrf, variant: Small}
pieces: {L: Leaper, M: Man}
"#;

#[test]
fn a_leap_with_and_without_the_capture() {
    let game = game_from("small.zrf", SMALL);
    let bound = bind(SMALL_PROFILE, &game);
    let after = |text: &str| {
        let (replayed, last) = replayed(&log(text), &game, &bound, None);
        (replayed.verdict, last.moves.iter().map(|played| played.as_ref().captures().count()).collect::<Vec<_>>())
    };
    assert_eq!(after("1. L a1-a3"), (Verdict::Legal, vec![0]), "the fewest changes beyond the text");
    assert_eq!(after("1. L a1-a3; @-a2"), (Verdict::Legal, vec![1]));
    assert_eq!(after("1. L a1-a2; L a2-a3"), (Verdict::Legal, vec![1]), "as a detour");
    assert_eq!(after("1. L a1-a3; @-a2; @-d1").0, Verdict::Illegal);
}

#[test]
fn drops_come_from_the_hand() {
    let game = bundled("shogi");
    let bound = profile("shogi", &game, "automation: full", "automation: full");
    let verdict = |text: &str| {
        let (replayed, _) = replayed(&log(text), &game, &bound, None);
        (replayed.verdict, replayed.plies_legal)
    };
    let opening = "1. P 7g-7f\n1... p 3c-3d\n2. B 8h-2b; +B-2b\n2... s 3a-2b\n";
    assert_eq!(verdict(&format!("{opening}3. P 1g-1f\n3... b*5e")), (Verdict::Legal, 6));
    assert_eq!(verdict(&format!("{opening}3. P 1g-1f\n3... p*5e")), (Verdict::Illegal, 5));
}

/// Texts as players and presets write them, each on a small board where it is a legal move.
#[test]
fn single_half_moves_of_many_presets() {
    const RULES: &str = r#"
(game (title "Fragments") (players White Black) (turn-order White Black)
  (board (grid (dimensions ("a/b/c/d" (9 0)) ("4/3/2/1" (0 9))) (directions (n 0 -1) (e 1 0) (w -1 0))))
  (board-setup (White (Knight a1) (Man d1 b2)) (Black (Man d4 a3)))
  (piece (name Knight) (moves (n n (verify not-friend?) (add Knight Gold)) (e (verify empty?) add)
    (n e (verify friend?) cascade from back add)))
  (piece (name Gold))
  (piece (name Man) (moves (n (verify empty?) add) (w (verify empty?) add))))"#;
    const PROFILE: &str = r#"
gc: {game: Fragments, files: [a, b, c, D], ranks: [1, 2, 3, 4], start: "3m/m3/1M2/{CH}2M", automation: none}
zrf: {file: fragments.zrf, variant: Fragments}
pieces: {CH: Knight, "+N": Gold, M: Man}
coords: {rule: lower}
"#;
    let game = game_from("fragments.zrf", RULES);
    let bound = bind(PROFILE, &game);
    let found = |text: &str| {
        let (replayed, _) = replayed(&log(text), &game, &bound, None);
        (replayed.verdict, replayed.findings.iter().map(|found| found.code).collect::<Vec<_>>())
    };
    let legal = || (Verdict::Legal, Vec::new());
    for text in [
        "38. CH a1-a3; +N-a3",
        "38. CH a1-a3; +N-dest",
        "1. a1-b1",
        "1. CH a1-b2; M-a1",
        "1. M D1-D2",
        "22.M D1-c1",
        "1. MOVE: M D1-c1;",
    ] {
        assert_eq!(found(text), legal(), "{text}");
    }
    // A preset for a time added promotions in the letter case of the other side.
    assert_eq!(found("1. CH a1-a3; +n-dest"), (Verdict::LegalAfterRepair, vec![Code::Relaxed]));
    // The other half of a swap is left to a preset that completes moves, and this one does not.
    assert_eq!(found("1. CH a1-b2").0, Verdict::Illegal);
    let completing = bind(&PROFILE.replace("automation: none", "automation: full"), &game);
    let (completed, last) = replayed(&log("1. CH a1-b2"), &game, &completing, None);
    assert_eq!((completed.verdict, completed.findings[0].code), (Verdict::LegalAfterRepair, Code::Relaxed));
    assert_eq!(last.moves[0].as_ref().pairs().count(), 2, "both pieces move");
    // Files in capitals are other files.
    assert_eq!(found("1. M d1-c1").0, Verdict::Unreadable);
    for text in ["1. D4-", "1. capture D4", "1. @-D4"] {
        assert_eq!(found(text).0, Verdict::Illegal, "{text}: a removal alone is no move of these rules");
    }
    assert_eq!(found("1. drawn"), legal());
}

#[test]
fn reasons_name_spaces_as_the_log_does() {
    let game = bundled("shogi");
    let bound = profile("shogi", &game, "automation: full", "automation: full");
    let message = |text: &str| replayed(&log(text), &game, &bound, None).0.findings[0].message.clone();
    assert_eq!(message("1. 7g-7e"), "the Pawn on 7g does not move to 7e");
    assert_eq!(message("1. P 7g-7f\n1... r 8b-8g"), "the way of the Rook from 8b to 8g is blocked by the Pawn on 8c");
}

#[test]
fn a_start_in_the_logs_own_dialect() {
    let with_fields = "4k3/8/8/8/8/8/8/4K2R w - - 0 1";
    let (verdict, codes, _) = chess(with_fields, "none", "1. K e1-g1");
    assert_eq!(verdict, Verdict::Legal, "the fields behind the position are no part of it");
    assert!(codes.contains(&(Code::LayoutOdd, Severity::Warning)), "{codes:?}");
}

#[test]
fn a_half_move_may_be_several_moves_of_the_rules() {
    let game = bundled("english-checkers");
    // A Black man on b6 takes on c5 and must go on to take on e3.
    let start = "-1-1-1-1/1-1-1-1-/-M-1-1-1/1-m-1-1-/-1-1-1-1/1-1-m-1-/-1-1-1-1/1-1-1-m-";
    let found = |implicit: &str, automation: &str, text: &str| {
        let yaml = library::find("english-checkers").expect("the game is bundled").profile;
        let yaml = yaml.replace("implicit: [capture-in-passing]", implicit);
        let bound = bind(&yaml.replace("automation: full", automation), &game);
        let mut record = log(text);
        put_start(&mut record, start);
        let (replayed, last) = replayed(&record, &game, &bound, None);
        let codes: Vec<Code> = replayed.findings.iter().map(|finding| finding.code).collect();
        (replayed.verdict, codes, last.moves.len())
    };
    let (written, unwritten) = ("1. M b6-d4; @-c5; M d4-f2; @-e3", "1. M b6-d4; M d4-f2");
    let (passing, nothing) = ("implicit: [capture-in-passing]", "implicit: []");
    assert_eq!(found(nothing, "automation: none", written), (Verdict::Legal, vec![], 2));
    assert_eq!(found(passing, "automation: none", unwritten), (Verdict::Legal, vec![Code::UnwrittenEffect], 2));
    assert_eq!(found(nothing, "automation: none", unwritten).0, Verdict::Illegal);
    let repaired = (Verdict::LegalAfterRepair, vec![Code::UnwrittenEffect], 2);
    assert_eq!(found(nothing, "automation: full", unwritten), repaired);
    assert_eq!(found(passing, "automation: full", "1. M b6-d4"), (Verdict::Illegal, vec![Code::ChainMustGoOn], 0));
}

#[test]
fn a_transfer_to_the_other_board() {
    let game = bundled("alice");
    let bound = profile("alice", &game, "automation: full", "automation: none");
    let (replayed, _) = replayed(&log("1. P e2-E4\n1... p d7-D5\n2. P E4-d5"), &game, &bound, None);
    assert_eq!((replayed.verdict, replayed.plies_legal), (Verdict::Illegal, 2), "the Pawn on D5 is on its own board");
    let (replayed, _) = self::replayed(&log("1. P e2-E4\n1... n b8-C6"), &game, &bound, None);
    assert_eq!(replayed.verdict, Verdict::Legal);
}

/// A random game as a record of a saved game.
fn random_game(game: &Arc<Game>, file: &str, seed: u64, plies: usize) -> Record {
    let mut random = Random(seed);
    let mut playthrough = Playthrough::new(Arc::clone(game));
    let mut lines = Vec::new();
    for _ in 0..plies {
        let moves = playthrough.legal_moves();
        if moves.is_empty() {
            break;
        }
        let chosen = moves.get(random.below(moves.len())).to_owned();
        let position = playthrough.position();
        let number = game.turns.round(position.turn_number());
        let before = |cell| position.piece(cell).map(|piece: Piece| (piece.owner(), piece.piece_type()));
        lines.push(NewEntry { number, text: zillions::text(game, before, chosen.as_ref()) });
        playthrough.play_for_good(chosen.as_ref());
    }
    let spelling = Spelling::new(game, SpellingOptions::default());
    let new = new_game(game, &spelling, file, &Setup::start(game), lines).expect("the start is the variant's own");
    let bytes = zsg::write(&new);
    from_zsg::read(&SourceFile::from_bytes("game.zsg", &bytes), &mut Diagnostics::new()).expect("a saved game")
}

#[test]
fn what_is_written_is_read_back() {
    for entry in library::all() {
        let game = bundled(entry.name);
        let setup = Setup::start(&game);
        for (level, seed) in [("full", 1), ("none", 1), ("full", 2)] {
            let bound = profile(entry.name, &game, "automation: full", &format!("automation: {level}"));
            let record = random_game(&game, entry.file, seed, 60);
            let (original, last) = replayed(&record, &game, &bound, Some(&setup));
            assert_eq!(original.verdict, Verdict::Legal, "{}", entry.name);
            let mut collector = CourierCollector::new(&record, &bound, bound.profile.automation);
            let options = ReplayOptions::default();
            let _ = replay_observed(&record, &game, &options, &mut collector);
            let half_moves = collector.finish();
            let facts = CourierFacts {
                game: &game,
                profile: &bound,
                half_moves: &half_moves,
                verdicts: &original.verdicts,
                setup: Some(&setup),
                fen: None,
            };
            let text = write(&record, &facts);
            let again = log(&text);
            assert_eq!(again.entries.len(), half_moves.len(), "{}: {text}", entry.name);
            assert_eq!(again.rules.game.as_ref().map(|game| game.text.as_str()), Some(bound.profile.game.as_str()));
            let (read, end) = replayed(&again, &game, &bound, None);
            let worst = read.findings.iter().max_by_key(|finding| finding.severity);
            assert_eq!(read.verdict, Verdict::Legal, "{} {level}: {worst:?}", entry.name);
            assert!(worst.is_none_or(|worst| worst.severity == Severity::Note), "{} {level}: {worst:?}", entry.name);
            assert_eq!((end.board, end.moves), (last.board, last.moves), "{} {level}", entry.name);
        }
    }
}

/// A list with every construct, to be spoiled.
const RICH: &str = "https://x.org/play.php?game=Chess&code=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\n\nViewing Game\n\n\
    [Event \"A\"]\n\nB has won on time.\n\nChess\nWhite: A\nBlack: B\n\n// first\n| 1. P d2-d4\n1. P e2-e4 // quiet\n\
    1... p e7-e5; say hello\n2. MOVE: N g1-f3;\n2... {n} b8&ndash;c6\n3. B f1-c4, b f8-c5 4. K e1-g1; R h1-f1\n\
    4... flip e5; @-d5; c4-; capture a1 b2; add P all e3 e4; move a1 a2\n5. P a7-b8; Q-dest; @-origin\n5... P*5e\n\
    6. O-O\n6... p e7xd6=Q+\n7. resign\n";

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_spoiled_list_panics(edits in prop::collection::vec((0_usize..RICH.len(), 0_u8..3, any::<char>()), 1..12)) {
        let mut text: Vec<char> = RICH.chars().collect();
        for (at, kind, sign) in edits {
            let at = at % text.len().max(1);
            match kind {
                0 => drop(text.drain(at..(at + 3).min(text.len()))),
                1 => text.insert(at, sign),
                _ => text.swap(at, 0),
            }
        }
        let text: String = text.into_iter().collect();
        let file = SourceFile::from_text("game.gc", text);
        let (game, bound) = chess_and_profile();
        for foreign_signs in [false, true] {
            let reading = from_courier::Reading { foreign_signs, ..from_courier::Reading::default() };
            let Some(record) = from_courier::read(&file, &reading, &mut Diagnostics::new()) else { continue };
            let plain = plain_replay(&record, Some(&bound.profile), None);
            prop_assert!(plain.plies_sound <= plain.plies);
            let (replayed, _) = replayed(&record, game, bound, None);
            prop_assert!(replayed.plies_legal <= replayed.plies);
        }
    }
}

fn chess_and_profile() -> &'static (Arc<Game>, BoundProfile) {
    static CHESS: std::sync::OnceLock<(Arc<Game>, BoundProfile)> = std::sync::OnceLock::new();
    CHESS.get_or_init(|| {
        let game = bundled("chess");
        let bound = profile("chess", &game, "automation: full", "automation: full");
        (game, bound)
    })
}

#[test]
fn signs_of_other_notations_are_played() {
    let game = bundled("chess");
    let bound = profile("chess", &game, "automation: full", "automation: full");
    let text = "1. P e2-e4\n1... p e7-e5\n2. N g1-f3\n2... p d7-d5\n3. P e4xd5\n3... q d8xd5!\n4. B f1-c4\n4... q d5-e4+\n\
        5. B c4-e2\n5... b f8-c5\n6. O-O";
    let reading = from_courier::Reading { foreign_signs: true, ..from_courier::Reading::default() };
    let file = SourceFile::from_text("game.gc", text);
    let record = from_courier::read(&file, &reading, &mut Diagnostics::new()).expect("a record");
    let (replayed, last) = replayed(&record, &game, &bound, None);
    assert_eq!((replayed.verdict, replayed.plies_legal), (Verdict::Legal, 11));
    assert_eq!(last.moves[10].as_ref().pairs().count(), 2, "King and Rook");
}
