//! The bundled games: rule situations with known answers, moves on an empty board, node counts, arrays.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use scoresheet::engine::{PerftOptions, Piece, Playthrough, Setup, perft};
use scoresheet::game::{AttributeId, CellId, DirectionId, Game, PieceTypeId, PlayerId};

use crate::support::bundled;

fn piece_type(game: &Game, name: &str) -> PieceTypeId {
    PieceTypeId::from_index(game.piece_names.find(name).expect("the type is of this game"))
}

fn cell(game: &Game, name: &str) -> CellId {
    game.board.cell(name).expect("the cell is on the board")
}

fn unmoved(game: &Game) -> Option<AttributeId> {
    game.attributes.find("unmoved?").map(AttributeId::from_index)
}

/// How many cells a lone man of the first player can go to.
fn targets(game: &Arc<Game>, kind: &str, from: &str) -> usize {
    let mut piece = Piece::fresh(game, PlayerId::from_index(0), piece_type(game, kind));
    if let Some(attribute) = unmoved(game) {
        piece = piece.with_attribute(attribute, false);
    }
    let mut setup = Setup::empty(game);
    setup.cells[cell(game, from).index()] = Some(piece);
    let moves = Playthrough::from_setup(Arc::clone(game), setup).generated_moves(true);
    moves.iter().map(|played| played.head.to.index()).collect::<BTreeSet<_>>().len()
}

fn check_targets(games: &[&str], from: &str, known: &[(&str, usize)]) {
    let mut met = BTreeSet::new();
    for name in games {
        let game = bundled(name);
        for &(kind, count) in known {
            if game.piece_names.find(kind).is_some() {
                met.insert(kind);
                assert_eq!(targets(&game, kind, from), count, "{name}: {kind} on {from}");
            }
        }
    }
    assert_eq!(met.len(), known.len(), "every type is of one of the games");
}

#[test]
fn men_of_the_hourglass_reach_the_known_numbers_of_cells() {
    let games = ["hourglass-honeycomb", "hourglass-crooked", "hourglass-mitregi", "hourglass-wildokisaki"];
    let known = [
        ("King", 20),
        ("Queen", 51),
        ("Queenranker", 36),
        ("Princess", 18),
        ("Doublescout", 105),
        ("DoubleRhino", 80),
        ("Gnu", 42),
        ("Gnuranker", 16),
        ("Handyman", 8),
        ("Rook", 21),
        ("Rookranker", 12),
        ("Wing", 6),
        ("Girlscout", 78),
        ("Bishop", 30),
        ("Bishoranker", 24),
        ("Mitre", 12),
        ("Boyscout", 39),
        ("Knight", 22),
        ("Nightranker", 8),
        ("Helm", 4),
        ("Camel", 20),
        ("Camelranker", 8),
        ("Hump", 4),
        ("Goldgeneral", 12),
        ("Coppergeneral", 8),
        ("Silvergeneral", 14),
        ("Nickelgeneral", 10),
        ("Pawn", 2),
    ];
    check_targets(&games, "Df4", &known);
}

#[test]
fn men_of_the_cube_reach_the_known_numbers_of_cells() {
    let known = [
        ("King", 8),
        ("Steward", 4),
        ("Rook", 14),
        ("Bishop", 13),
        ("Queen", 27),
        ("Knight", 8),
        ("Camel", 10),
        ("Gnu", 18),
        ("Marshal", 22),
        ("Canvasser", 24),
        ("Cardinal", 21),
        ("Caliph", 23),
        ("Cannon", 14),
        ("Arrow", 13),
        ("Tank", 27),
    ];
    check_targets(&["empty-cube-ecumenical", "empty-cube-wildeurasian", "empty-cube-4player"], "Ad4", &known);
}

#[test]
fn men_of_the_eurasian_games_reach_the_known_numbers_of_cells() {
    let eurasian =
        [("King", 5), ("Queen", 35), ("Rook", 18), ("Bishop", 17), ("Knight", 8), ("Cannon", 18), ("Vao", 17)];
    check_targets(&["eurasian"], "e5", &eurasian);
    let courier = [
        ("King", 5),
        ("Queen", 39),
        ("Leo", 39),
        ("Chariot", 22),
        ("Cannon", 22),
        ("Courier", 17),
        ("Arrow", 17),
        ("Horse", 8),
        ("Sage", 16),
        ("Fool", 5),
        ("Elephant", 4),
    ];
    check_targets(&["courier-eurasian"], "e5", &courier);
}

#[test]
fn node_counts_agree_with_other_programs() {
    // Chess and checkers: published. Xiangqi, shogi, Capablanca, Grand and Fischer Random Chess: Fairy-Stockfish. The
    // others: a second interpreter of the rules language, written for this comparison.
    let known = [
        ("chess", 4, 197_281),
        ("english-checkers", 7, 179_740),
        ("xiangqi", 3, 79_666),
        ("shogi", 4, 719_731),
        ("capablanca", 3, 25_228),
        ("grand", 2, 4_225),
        ("fischer-random", 3, 8_902),
        ("glinski", 2, 2_586),
        ("alice", 2, 400),
        ("eurasian", 2, 2_910),
        ("courier-eurasian", 1, 62),
        ("courier-eurasian", 2, 3_843),
        ("hourglass-honeycomb", 1, 114),
        ("hourglass-crooked", 1, 114),
        ("hourglass-mitregi", 1, 250),
        ("hourglass-wildokisaki", 1, 254),
        ("empty-cube-ecumenical", 1, 77),
        ("empty-cube-wildeurasian", 1, 66),
        ("empty-cube-4player", 1, 66),
    ];
    for (name, depth, nodes) in known {
        let mut playthrough = Playthrough::new(bundled(name));
        assert_eq!(perft(&mut playthrough, depth, PerftOptions::default()), Ok(nodes), "{name} {depth}");
    }
    for game in scoresheet::library::all() {
        assert!(known.iter().any(|(name, ..)| *name == game.name), "{} has no count", game.name);
    }
}

#[test]
fn boards_and_arrays_have_their_sizes() {
    // Cells, men in all.
    let known = [
        ("hourglass-honeycomb", 280, 182),
        ("hourglass-crooked", 280, 182),
        ("hourglass-mitregi", 280, 182),
        ("hourglass-wildokisaki", 280, 182),
        ("empty-cube-ecumenical", 296, 62),
        ("empty-cube-wildeurasian", 296, 62),
        ("empty-cube-4player", 296, 124),
        ("eurasian", 100, 44),
        ("courier-eurasian", 140, 64),
        ("glinski", 91, 36),
        ("alice", 128, 32),
        ("english-checkers", 32, 24),
    ];
    for (name, cells, men) in known {
        let game = bundled(name);
        assert_eq!(game.board.cell_count(), cells, "{name}");
        assert_eq!(game.setup.iter().flatten().count(), men, "{name}");
    }
}

/// Directed links of some directions.
fn links(game: &Game, directions: &[&str]) -> usize {
    let cells = game.board.cell_count();
    let of = |name: &&str| {
        let direction = DirectionId::from_index(game.board.directions.find(name).expect("a direction of this board"));
        (0..cells).filter(|&from| game.board.step(direction, CellId::from_index(from)).is_some()).count()
    };
    directions.iter().map(of).sum()
}

#[test]
fn boards_of_three_dimensions_have_their_links() {
    for name in ["hourglass-honeycomb", "hourglass-crooked", "hourglass-mitregi", "hourglass-wildokisaki"] {
        let game = bundled(name);
        assert_eq!(links(&game, &["e", "w", "u", "d", "ne", "nw", "se", "sw"]), 1_782, "{name}");
        let diagonals = ["eu", "ed", "wu", "wd", "neu", "ned", "nwu", "nwd", "seu", "sed", "swu", "swd"];
        assert_eq!(links(&game, &diagonals), 2_232, "{name}");
    }
    for name in ["empty-cube-ecumenical", "empty-cube-wildeurasian", "empty-cube-4player"] {
        let game = bundled(name);
        assert_eq!(links(&game, &["e", "w", "n", "s", "u", "d"]), 1_176, "{name}");
        let diagonals = ["ne", "nw", "se", "sw", "nu", "nd", "su", "sd", "eu", "ed", "wu", "wd"];
        assert_eq!(links(&game, &diagonals), 1_176, "{name}");
    }
}

#[test]
fn every_piece_type_has_its_symbol() {
    for entry in scoresheet::library::all() {
        let game = bundled(entry.name);
        let types: BTreeSet<&str> = game.piece_names.iter().collect();
        let with_symbol: BTreeSet<&str> = entry.symbols.iter().map(|(piece, _)| *piece).collect();
        assert_eq!(types, with_symbol, "{}", entry.name);
        assert_eq!(entry.title, game.title, "{}", entry.name);
    }
}

/// Reads a FEN and writes the position it stands for.
fn fen_again(name: &str, fen: &str) -> String {
    let entry = scoresheet::library::find(name).expect("the game is bundled");
    let game = bundled(name);
    let spelling = scoresheet::batch::spelling(&game, Some(entry), BTreeMap::new());
    let read = scoresheet::notation::fen::read(&game, &spelling, fen).expect("the FEN is of the game");
    let mut playthrough = Playthrough::from_setup(Arc::clone(&game), read.setup);
    scoresheet::notation::fen::write(&mut playthrough, &spelling, read.clock)
}

#[test]
fn fen_of_shuffled_arrays_names_rooks_by_side_or_file() {
    for fen in [
        "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1",
        "1rk2r2/8/8/8/8/8/8/R3K2R w Kq - 0 1",
        // The Rook on b1 may castle, the one outside it has moved.
        "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1",
        "4k3/8/8/8/8/8/8/RR2K3 w - - 0 1",
    ] {
        assert_eq!(fen_again("fischer-random", fen), fen);
    }
    let castlings = |fen: &str| {
        let game = bundled("fischer-random");
        let entry = scoresheet::library::find("fischer-random").expect("the game is bundled");
        let spelling = scoresheet::batch::spelling(&game, Some(entry), BTreeMap::new());
        let setup = scoresheet::notation::fen::read(&game, &spelling, fen).expect("the FEN is of the game").setup;
        let mut playthrough = Playthrough::from_setup(Arc::clone(&game), setup);
        playthrough.legal_moves().iter().filter(|played| played.head.pairs > 0).count()
    };
    assert_eq!(castlings("4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1"), 2);
    assert_eq!(castlings("4k3/8/8/8/8/8/8/1R2K1R1 w Q - 0 1"), 1);
}

#[test]
fn captured_men_of_grand_chess_need_no_stock_in_the_fen() {
    let start = "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1";
    assert_eq!(fen_again("grand", start), start);
    // A Rook and a Pawn of White are gone: the Pawn on b9 can become a Rook, and nothing else.
    let fen = "10/1P2k5/10/10/10/10/10/PPPPPPPP2/1NBQKCABN1/R9 w - - 0 1";
    assert_eq!(fen_again("grand", fen), fen);
    let game = bundled("grand");
    let entry = scoresheet::library::find("grand").expect("the game is bundled");
    let spelling = scoresheet::batch::spelling(&game, Some(entry), BTreeMap::new());
    let setup = scoresheet::notation::fen::read(&game, &spelling, fen).expect("the FEN is of the game").setup;
    let mut playthrough = Playthrough::from_setup(Arc::clone(&game), setup);
    let b9 = cell(&game, "b9");
    let pawn: Vec<_> = playthrough.legal_moves().iter().filter(|played| played.head.from == b9).collect();
    let [only] = pawn[..] else { panic!("{pawn:?}") };
    assert_eq!((only.head.to, only.head.promotion), (cell(&game, "b10"), Some(piece_type(&game, "Rook"))));
}
