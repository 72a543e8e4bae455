//! Positions to FEN.

use super::{board, general, standard};
use crate::engine::{Playthrough, Setup};
use crate::notation::Spelling;

/// The FEN of the present position. `clock` counts the plies since the last capture or Pawn move; only the standard
/// fields show it. The playthrough is asked for its legal moves where a passing cell may be written.
#[must_use]
pub fn write(playthrough: &mut Playthrough, spelling: &Spelling, clock: u32) -> String {
    let game = std::sync::Arc::clone(playthrough.game());
    let setup = Setup::of(&game, playthrough.position());
    let mut text = board::write(&game, spelling, &setup);
    text.push(' ');
    text.push_str(&side(&game, spelling, &setup));
    match &spelling.standard {
        Some(fields) => text.push_str(&standard::write(&game, spelling, fields, &setup, playthrough, clock)),
        None => text.push_str(&general::write(&game, spelling, &setup)),
    }
    text
}

fn side(game: &crate::game::Game, spelling: &Spelling, setup: &Setup) -> String {
    let player = game.turns.items.get(setup.turn).map(|item| item.player);
    let number = player.map_or(1, |player| spelling.sides.number(player));
    match (number, spelling.sides.are_many()) {
        (1, false) => "w".to_owned(),
        (2, false) => "b".to_owned(),
        (number, _) => number.to_string(),
    }
}
