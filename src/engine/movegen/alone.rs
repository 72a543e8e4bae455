//! The legal moves of one piece, without those of the others: how a recorded entry is looked up.
//!
//! Under most rules a move is legal or not whatever other moves there are. Where it is not so (priorities, longest
//! captures, code that moves another piece than its own), and where nothing fits, all moves are to be asked for.

use super::trace::Mover;
use super::{Generator, attack};
use crate::engine::moves::{MoveList, MoveRef};
use crate::engine::outcome;
use crate::engine::position::Position;
use crate::game::Game;

impl Generator {
    /// The legal moves of the mover that are wanted, in the order of all moves. None where the game is decided, or
    /// where the rules do not let the moves of one piece be judged alone.
    pub(in crate::engine) fn legal_from(
        &mut self,
        game: &Game,
        position: &mut Position,
        mover: Mover,
        wanted: &mut dyn FnMut(MoveRef<'_>) -> bool,
        list: &mut MoveList,
    ) {
        list.clear();
        if position.state.decided.is_some() || !self.facts.judges_moves_alone {
            return;
        }
        self.generate_from(game, position, mover, list);
        list.retain(wanted);
        let player = position.turn_item(game).player;
        if !list.is_empty() && !game.royal[player.index()].is_empty() {
            let rules = rules!(self, game);
            let run = &mut self.run;
            list.retain(|candidate| attack::leaves_royal_safe(rules, position, run, player, candidate));
        }
        self.remove_drop_mates(game, position, list);
        if !list.is_empty()
            && self.goals_may_hold_with_moves(position)
            && outcome::by_moves(game, self, position, false).is_some()
        {
            list.clear();
        }
    }
}
