//! Our chess against cozy-chess, an independent engine, position by position.

use std::collections::BTreeSet;

use cozy_chess::{Board, GameStatus, Move as CozyMove, Piece as CozyPiece, Square};
use scoresheet::engine::{Ending, MoveRef, Playthrough};
use scoresheet::game::Game;

use crate::support::{Random, bundled};

/// From, to and promotion letter, with castling as the King's two cells.
type Plain = (String, String, Option<char>);

fn ours(game: &Game, played: MoveRef<'_>) -> Plain {
    let letter = played.head.promotion.map(|piece| match game.piece_names.name(piece.index()) {
        "Queen" => 'q',
        "Rook" => 'r',
        "Bishop" => 'b',
        "Knight" => 'n',
        other => panic!("a Pawn became {other}"),
    });
    (game.board.name(played.head.from).to_owned(), game.board.name(played.head.to).to_owned(), letter)
}

/// cozy-chess writes castling as the King taking its own Rook.
fn theirs(board: &Board, played: CozyMove) -> Plain {
    let castles = board.piece_on(played.from) == Some(CozyPiece::King)
        && board.color_on(played.to) == board.color_on(played.from);
    let to = if castles {
        let file = if (played.to.file() as usize) > (played.from.file() as usize) { 'g' } else { 'c' };
        let rank = played.from.rank() as usize + 1;
        format!("{file}{rank}")
    } else {
        played.to.to_string()
    };
    let letter = played.promotion.map(|piece| match piece {
        CozyPiece::Queen => 'q',
        CozyPiece::Rook => 'r',
        CozyPiece::Bishop => 'b',
        _ => 'n',
    });
    (played.from.to_string(), to, letter)
}

fn all_theirs(board: &Board) -> Vec<(Plain, CozyMove)> {
    let mut list = Vec::new();
    board.generate_moves(|moves| {
        list.extend(moves.into_iter().map(|played| (theirs(board, played), played)));
        false
    });
    list
}

#[test]
fn a_thousand_random_games_have_the_same_legal_moves_at_every_position() {
    let game = bundled("chess");
    let mut random = Random(1);
    let (mut positions, mut mates, mut castlings, mut promotions) = (0_u32, 0_u32, 0_u32, 0_u32);
    for _ in 0..1_000 {
        let mut playthrough = Playthrough::new(std::sync::Arc::clone(&game));
        let mut board = Board::default();
        for _ in 0..120 {
            positions += 1;
            let cozy = all_theirs(&board);
            let list = playthrough.legal_moves();
            let mine: BTreeSet<Plain> = list.iter().map(|played| ours(&game, played)).collect();
            let other: BTreeSet<Plain> = cozy.iter().map(|(plain, _)| plain.clone()).collect();
            assert_eq!(mine.len(), list.len(), "no move stands twice: {board}");
            assert_eq!(mine, other, "at {board}");
            let Some(pick) = (!list.is_empty()).then(|| random.below(list.len())) else {
                let outcome = playthrough.outcome().expect("a game without moves is decided");
                let mated = matches!(board.status(), GameStatus::Won);
                assert_eq!(mated, outcome.ending != Ending::Draw, "at {board}");
                mates += u32::from(mated);
                break;
            };
            let chosen = list.get(pick).to_owned();
            let plain = ours(&game, chosen.as_ref());
            castlings += u32::from(chosen.head.pairs > 0);
            promotions += u32::from(plain.2.is_some());
            let (_, played) = *cozy.iter().find(|(other, _)| *other == plain).expect("the move is in both lists");
            playthrough.play_for_good(chosen.as_ref());
            board.play_unchecked(played);
            for square in Square::ALL {
                let name = square.to_string();
                let cell = game.board.cell(&name).expect("the cell is on the board");
                let stands = playthrough.position().piece(cell).map(|piece| {
                    (piece.owner().index(), game.piece_names.name(piece.piece_type().index()).to_lowercase())
                });
                let other = board.piece_on(square).zip(board.color_on(square));
                let other = other.map(|(piece, color)| (color as usize, format!("{piece:?}").to_lowercase()));
                assert_eq!(stands, other, "{name} at {board}");
            }
        }
    }
    assert!(
        positions > 90_000 && mates > 10 && castlings > 50 && promotions > 100,
        "{positions} {mates} {castlings} {promotions}"
    );
}
