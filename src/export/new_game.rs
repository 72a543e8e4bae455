//! A saved game from a start position and the moves of a replay.

use super::zsg::{NewEntry, NewGame};
use crate::engine::Setup;
use crate::game::Game;
use crate::record::{Edit, Word};

/// A saved game: the changes of the variant's start position that give `setup`, then the lines, each a round and the text
/// of [`crate::notation::zillions`].
#[must_use]
pub fn new_game(game: &Game, rules: &str, setup: &Setup, lines: &[(u32, String)]) -> NewGame {
    NewGame {
        kinds: "H".repeat(game.players.len()),
        rules: rules.to_owned(),
        variant: game.title.clone(),
        edits: edits(game, setup),
        entries: lines.iter().map(|(number, text)| NewEntry { number: *number as usize, text: text.clone() }).collect(),
        encoding: game.place.file.encoding,
    }
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
