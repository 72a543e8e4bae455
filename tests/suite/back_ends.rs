//! The two back ends of move generation agree: the general machine, which runs every block, and the paths that blocks
//! are made into.
//!
//! With `SCORESHEET_RULES_DIR` the same is done for every rules file below that folder.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use scoresheet::batch::FileLoader;
use scoresheet::diagnostic::Diagnostics;
use scoresheet::engine::{MoveHead, MoveKind, MoveList, MoveRef, Mover, PerftOptions, Playthrough, Setup, perft};
use scoresheet::game::{CellId, Game, PlayerId, compile::compile};
use scoresheet::source::SourceFile;
use scoresheet::zrf::RulesFile;

use crate::support::{Random, bundled, game_from};

/// Positions of random games that are compared in each game.
const POSITIONS: usize = 200;
/// Entries of one random game.
const PLIES: usize = 120;

/// Compares all that the back ends say of a position; answers how many moves it has.
fn compare(playthrough: &mut Playthrough, oracle: &mut Playthrough, about: &str) -> usize {
    let generated = (playthrough.generated_moves(false), oracle.generated_moves(false));
    assert!(
        generated.0.iter().eq(generated.1.iter()),
        "{about}: generated\n{:#?}",
        differences(&generated.0, &generated.1)
    );
    let legal = (playthrough.legal_moves().clone(), oracle.legal_moves().clone());
    assert!(legal.0.iter().eq(legal.1.iter()), "{about}: legal\n{:#?}", differences(&legal.0, &legal.1));
    assert_eq!(playthrough.outcome(), oracle.outcome(), "{about}");
    for player in (0..playthrough.game().players.len()).map(PlayerId::from_index) {
        let attackers = playthrough.royal_attackers(player);
        assert_eq!(attackers, oracle.royal_attackers(player), "{about}: who attacks {player:?}");
        assert_eq!(playthrough.is_royal_attacked(player), !attackers.is_empty(), "{about}: {player:?}");
    }
    for (index, played) in legal.1.iter().enumerate().filter(|(index, _)| index % 3 == seed_of(about)) {
        look_up(playthrough, oracle, &legal.1, &generated.1, played, &format!("{about}, move {index}"));
    }
    // A count without a list of all moves gives the same number.
    let bulk = perft(playthrough, 1, PerftOptions::default());
    let every_leaf = PerftOptions { every_leaf: true, ..PerftOptions::default() };
    assert_eq!(bulk, perft(playthrough, 1, every_leaf), "{about}: counted and made");
    assert_eq!(bulk, perft(oracle, 1, PerftOptions::default()), "{about}: counted by both");
    assert_eq!(playthrough.cut(), oracle.cut(), "{about}");
    legal.0.len()
}

/// Which moves of a position are looked up: a third of them.
fn seed_of(about: &str) -> usize {
    about.len() % 3
}

/// A move is found among all by where it begins and ends, and nothing else is.
fn look_up(
    playthrough: &mut Playthrough,
    oracle: &mut Playthrough,
    legal: &MoveList,
    generated: &MoveList,
    played: MoveRef<'_>,
    about: &str,
) {
    let head = *played.head;
    let mover = match head.kind {
        MoveKind::Walk => Mover::On(head.from),
        MoveKind::Drop => Mover::Drop(head.piece, head.to),
        MoveKind::Pass => return,
    };
    let cells = |head: &MoveHead| (head.kind, head.from, head.to);
    let is_such = |other: &MoveRef<'_>| cells(other.head) == cells(&head);
    let wanted = |other: MoveRef<'_>| is_such(&other) && other.head.piece == head.piece;
    let found = playthrough.legal_moves_to(mover, Some(head.to), wanted).clone();
    let expected = oracle.legal_moves_to(mover, Some(head.to), wanted).clone();
    assert!(found.iter().eq(expected.iter()), "{about}: looked up\n{:#?}", differences(&found, &expected));
    if !found.is_empty() {
        let mut among_all = legal.clone();
        among_all.retain(wanted);
        assert!(found.iter().eq(among_all.iter()), "{about}: among all\n{:#?}", differences(&found, &among_all));
    }
    if head.kind != MoveKind::Walk {
        return;
    }
    if let Some(only) = playthrough.seek_common(head.from, head.to) {
        assert!(generated.iter().filter(is_such).eq([only.as_ref()]), "{about}: {only:?}");
    }
    let sources = playthrough.cells_towards(&[head.to], |_, _| true);
    assert!(sources.contains(&head.from), "{about}: from one of {sources:?}");
}

fn differences(one: &MoveList, other: &MoveList) -> Vec<(usize, String, String)> {
    let text = |list: &MoveList, at: usize| {
        if at < list.len() { format!("{:?}", list.get(at)) } else { String::new() }
    };
    (0..one.len().max(other.len()))
        .map(|at| (at, text(one, at), text(other, at)))
        .filter(|(_, one, other)| one != other)
        .take(2)
        .collect()
}

/// Compares so many positions of random games, within the time; answers positions and moves.
fn agree(game: &Arc<Game>, about: &str, positions: usize, seed: u64, most: Duration) -> (usize, usize) {
    let start = Instant::now();
    let mut random = Random(seed);
    let (mut seen, mut moves) = (0, 0);
    while seen < positions {
        let mut playthrough = Playthrough::new(Arc::clone(game));
        let mut oracle = Playthrough::new(Arc::clone(game));
        oracle.use_general_machine();
        let before = seen;
        for ply in 0..PLIES {
            let count = compare(&mut playthrough, &mut oracle, &format!("{about}, seed {seed}, ply {ply}"));
            seen += 1;
            moves += count;
            if count == 0 || seen == positions || start.elapsed() > most {
                break;
            }
            let chosen = playthrough.legal_moves().get(random.below(count)).to_owned();
            playthrough.play_for_good(chosen.as_ref());
            oracle.play_for_good(chosen.as_ref());
            assert_eq!(Setup::of(game, playthrough.position()), Setup::of(game, oracle.position()), "{about}");
        }
        if start.elapsed() > most || (seen == before + 1 && moves == 0) {
            break;
        }
    }
    (seen, moves)
}

#[test]
fn back_ends_agree_on_random_positions_of_every_bundled_game() {
    for entry in scoresheet::library::all() {
        let (positions, moves) = agree(&bundled(entry.name), entry.name, POSITIONS, 11, Duration::MAX);
        assert_eq!(positions, POSITIONS, "{}", entry.name);
        assert!(moves > POSITIONS, "{}: {moves} moves", entry.name);
    }
}

/// All variants of a rules file that can be played.
fn variants(path: &Path) -> Vec<(String, Arc<Game>)> {
    let Ok(bytes) = std::fs::read(path) else { return Vec::new() };
    let mut findings = Diagnostics::new();
    let file = SourceFile::from_bytes(path.display().to_string(), &bytes);
    let rules = RulesFile::read(file, &FileLoader::default(), &mut findings);
    let mut found = Vec::new();
    for variant in 0..rules.variants().len() {
        let Some(tree) = rules.rules(variant, &mut findings) else { continue };
        if let Some(game) = compile(&tree, &mut findings) {
            found.push((format!("{} {:?}", path.display(), game.title), Arc::new(game)));
        }
    }
    found
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

#[test]
#[expect(clippy::print_stderr, reason = "a skipped test says so, a long one what it does")]
fn back_ends_agree_on_random_positions_of_real_rules_files() {
    let Some(folder) = std::env::var_os("SCORESHEET_RULES_DIR") else {
        eprintln!("skipped: SCORESHEET_RULES_DIR names no folder of rules files");
        return;
    };
    let mut files = Vec::new();
    rules_files(Path::new(&folder), &mut files);
    files.sort();
    assert!(!files.is_empty(), "there are rules files in the folder");
    let (mut games, mut positions, mut moves, mut complete) = (0, 0, 0, 0);
    for path in &files {
        for (about, game) in variants(path).into_iter().filter(|(_, game)| game.engine.is_none()) {
            let (seen, found) = agree(&game, &about, POSITIONS, 11, Duration::from_secs(2));
            games += 1;
            positions += seen;
            moves += found;
            complete += usize::from(seen == POSITIONS);
        }
    }
    eprintln!(
        "{} files, {games} variants ({complete} with all {POSITIONS} positions), {positions} positions, {moves} moves",
        files.len()
    );
}

#[test]
fn a_common_move_is_found_by_where_it_begins_and_ends() {
    // Behind 1. e4 d5 2. Nf3 the pairs of cells, and whether the only move between them is a common one.
    let game = bundled("chess");
    let cell = |name: &str| CellId::from_index(game.board.cells.find(name).expect("a cell"));
    let mut playthrough = Playthrough::new(Arc::clone(&game));
    for (from, to) in [("e2", "e4"), ("d7", "d5"), ("g1", "f3"), ("g8", "f6"), ("f1", "e2"), ("b8", "c6")] {
        let wanted = |played: MoveRef<'_>| (played.head.from, played.head.to) == (cell(from), cell(to));
        let chosen = playthrough.legal_moves().iter().find(|played| wanted(*played)).expect("it is legal").to_owned();
        playthrough.play_for_good(chosen.as_ref());
    }
    // The ways are worked out when a piece has been asked for some times.
    for _ in 0..8 {
        for from in ["e4", "f3", "e1", "h1", "d1", "a2"] {
            for to in ["d5", "e5", "g1", "f1"] {
                let _ = playthrough.seek_common(cell(from), cell(to));
            }
        }
    }
    for (from, to, is_found) in [
        ("e4", "d5", true),
        ("e4", "e5", true),
        ("f3", "g1", true),
        ("e1", "f1", true),
        // The Rook's first move loses its right to castle.
        ("h1", "g1", true),
        // Castling moves two pieces.
        ("e1", "g1", false),
        // A friend stands there, something stands between, nobody is there, and it is the other side's.
        ("e1", "d1", false),
        ("d1", "d5", false),
        ("e5", "e6", false),
        ("d5", "e4", false),
    ] {
        let found = playthrough.seek_common(cell(from), cell(to));
        assert_eq!(found.is_some(), is_found, "{from} {to}: {found:?}");
        if let Some(found) = found {
            assert_eq!((found.head.from, found.head.to), (cell(from), cell(to)));
            assert_eq!(found.effects.is_empty(), !matches!(from, "e1" | "h1"), "{from}: {found:?}");
        }
    }
}

/// A ring of twelve cells, with a block for the piece of each player.
fn ring(block: &str) -> Arc<Game> {
    let cells: Vec<String> = (0..12).map(|cell| format!("c{cell}")).collect();
    let positions: String = (0..12).map(|at| format!("(c{at} {at} 0 {} 1)", at + 1)).collect();
    let links: String = (0..12).map(|at| format!("(c{at} c{})", (at + 1) % 12)).collect();
    let text = format!(
        "(game (title \"Ring\") (players White Black) (turn-order White Black)
           (board (positions {positions}) (links next {links}))
           (board-setup (White (Man {} {} {})) (Black (Man {} {})))
           (piece (name Man) (attribute marked false) (moves ({block})))
           (loss-condition (White Black) stalemated))",
        cells[0], cells[1], cells[5], cells[3], cells[8]
    );
    game_from("ring.zrf", &text)
}

#[test]
fn moves_that_end_on_one_cell_are_counted_one_by_one() {
    // Each block is a leap or a slide; what stands on the first cell is told by the bits of the board, for all at once.
    let leap = "next (verify not-friend?) add";
    let slide = "next (while empty? add next) (verify enemy?) add";
    let quiet = "next (verify empty?) next (verify not-friend?) add";
    let lasting = "next (verify not-friend?) (set-attribute marked true) add";
    for blocks in [
        [leap, lasting],
        [slide, lasting],
        [quiet, leap],
        [quiet, slide],
        [slide, "next next (verify not-friend?) (set-attribute marked true) add"],
    ] {
        let block = blocks.join(")(");
        let game = ring(&block);
        let (positions, moves) = agree(&game, &block, POSITIONS, 5, Duration::MAX);
        assert!(positions > 20 && moves > positions, "{positions} positions, {moves} moves: {block}");
    }
}

#[test]
fn back_ends_agree_on_blocks_that_are_too_much_for_a_path() {
    // Each answer doubles the ways: 4,096 at the end, more than a tree may have nodes.
    let doubling: String = (0..12).map(|at| format!("(if (empty? c{at}) (set-flag f{at} true))")).collect();
    // Goes round until the bound on steps is reached, where a path would end long before.
    let endless = "(while (on-board? next) next (verify not-neutral?)) add";
    // The way leads through more cells than a path may remember answers of.
    let long = "(while (not-empty? next) next) next (verify not-friend?) add";
    for block in [format!("{doubling} next (if (not-flag? f2) next) (verify not-friend?) add"), long.to_owned()] {
        let (positions, moves) = agree(&ring(&block), &block, POSITIONS, 3, Duration::MAX);
        assert!(positions > 20 && moves > positions / 2, "{positions} positions, {moves} moves: {block}");
    }
    let game = ring(endless);
    let mut playthrough = Playthrough::new(Arc::clone(&game));
    for _ in 0..4 {
        assert!(playthrough.generated_moves(false).is_empty());
    }
    assert!(playthrough.cut().is_some(), "a loop without end is cut by the machine");
}
