//! Drops that may not checkmate (`docs/rules-extensions.md`, `no drop mate`).

use super::Generator;
use crate::engine::moves::{MoveKind, MoveList, MoveRef};
use crate::engine::position::Position;
use crate::game::{Game, PassTurn};

impl Generator {
    /// Removes the drops that checkmate where the rules forbid it.
    pub(super) fn remove_drop_mates(&mut self, game: &Game, position: &mut Position, list: &mut MoveList) {
        if game.options.no_drop_mate.is_some() {
            list.retain(|candidate| !self.is_drop_mate(game, position, candidate));
        }
    }

    /// Whether the move is a drop of the type that may not mate, and leaves the next player attacked without a move. His
    /// moves are those that he would have without this rule, so that the question ends here.
    pub(in crate::engine) fn is_drop_mate(
        &mut self,
        game: &Game,
        position: &mut Position,
        played: MoveRef<'_>,
    ) -> bool {
        let is_such = played.head.kind == MoveKind::Drop && Some(played.head.piece) == game.options.no_drop_mate;
        if !is_such || game.options.pass_turn != PassTurn::Never {
            return false;
        }
        let undo = self.make(game, position, played);
        let next = position.turn_item(game).player;
        let is_mate = position.chain().is_none()
            && self.is_royal_attacked(game, position, next)
            && !self.has_answer(game, position);
        position.undo(&undo);
        is_mate
    }

    fn has_answer(&mut self, game: &Game, position: &mut Position) -> bool {
        let mut answers = self.pool.pop().unwrap_or_default();
        self.candidates(game, position, &mut answers);
        self.remove_exposing(game, position, &mut answers);
        let any = !answers.is_empty();
        self.pool.push(answers);
        any
    }
}
