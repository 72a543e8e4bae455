//! A saved game from a start position and the moves of a replay.

use std::sync::Arc;

use super::zsg::{NewEntry, NewGame};
use crate::engine::{Piece, Playthrough, Setup};
use crate::game::Game;
use crate::notation::{Spelling, fen};
use crate::record::{Edit, Word};

/// A saved game: the changes of the variant's start position that give `setup`, then the entries.
///
/// # Errors
///
/// What of the start position a saved game cannot tell: it begins with the first turn, and changes of the position put
/// pieces with their start attributes (`spec/zsg.md` 6).
pub fn new_game(
    game: &Arc<Game>,
    spelling: &Spelling,
    rules: &str,
    setup: &Setup,
    entries: Vec<NewEntry>,
) -> Result<NewGame, &'static str> {
    if let Some(lost) = lost(game, spelling, setup) {
        return Err(lost);
    }
    Ok(NewGame {
        kinds: "H".repeat(game.players.len()),
        rules: rules.to_owned(),
        variant: game.title.clone(),
        edits: edits(game, setup),
        entries,
        encoding: game.place.file.encoding,
    })
}

/// What edits of the variant's start position cannot make of a position: the field in which the FEN texts of the two
/// differ.
fn lost(game: &Arc<Game>, spelling: &Spelling, setup: &Setup) -> Option<&'static str> {
    let own = Setup::start(game);
    if *setup == own {
        return None;
    }
    if setup.chain.is_some() {
        return Some("a turn that is under way");
    }
    let fresh = |piece: Option<Piece>| piece.map(|piece| Piece::fresh(game, piece.owner(), piece.piece_type()));
    let edited = Setup { cells: setup.cells.iter().copied().map(fresh).collect(), ..own };
    let fen = |setup: Setup| fen::write(&mut Playthrough::from_setup(Arc::clone(game), setup), spelling, 0);
    let wanted = fen(Setup { turn_number: setup.turn, ..setup.clone() });
    let edited = fen(edited);
    let differs = wanted.split(' ').zip(edited.split(' ')).position(|(wanted, edited)| wanted != edited)?;
    Some(match differs {
        0 => "the pieces in stock",
        1 => "who is to move",
        2 => "what pieces still may do, such as to castle",
        _ => "the move before it",
    })
}

/// The edits in board order: first the cells to be emptied, then the pieces to be set (`spec/zsg.md` 7).
fn edits(game: &Game, setup: &Setup) -> Vec<Edit> {
    let (mut emptied, mut set) = (Vec::new(), Vec::new());
    for (cell, (wanted, own)) in setup.cells.iter().zip(&game.setup).enumerate() {
        let at = || Word::new(game.board.cells.name(cell));
        let wanted = wanted.map(|piece| (piece.owner(), piece.piece_type()));
        match wanted {
            _ if wanted == *own => {}
            None => emptied.push(Edit::Empty { at: at() }),
            Some((owner, piece)) => set.push(Edit::Put {
                player: Word::new(game.players.name(owner.index())),
                piece: Word::new(game.piece_names.name(piece.index())),
                at: at(),
            }),
        }
    }
    emptied.extend(set);
    emptied
}
