//! Moves of one piece, without those of the others: how a recorded entry is looked up.
//!
//! Under most rules a move is legal or not whatever other moves there are. Where it is not so (longest captures, code
//! that moves another piece than its own), and where nothing fits, all moves are to be asked for. Of priorities only
//! the higher ones need be asked.

use super::collect::{Collect, Taker};
use super::paths::{Paths, Template};
use super::run::{Flow, Found, Run, Sink};
use super::trace::Mover;
use super::{Asked, Generator};
use crate::engine::moves::{Move, MoveKind, MoveList, MoveRef};
use crate::engine::position::Position;
use crate::game::{CellId, Game};

impl Generator {
    /// The moves of the mover that are wanted, in the order of all moves, before it is asked which leave a royal piece
    /// attacked. Moves whose main pair ends elsewhere than on `to` are left out, if that is given. None where the game
    /// is decided, or where the rules do not let the moves of one piece be judged alone.
    pub(in crate::engine) fn candidates_from(
        &mut self,
        game: &Game,
        position: &mut Position,
        mover: Mover,
        to: Option<CellId>,
        wanted: &mut dyn FnMut(MoveRef<'_>) -> bool,
        list: &mut MoveList,
    ) {
        list.clear();
        if position.state.decided.is_some() || !self.facts.judges_moves_alone {
            return;
        }
        self.generate_from(game, position, mover, to, list);
        match list.len() {
            1 if wanted(list.get(0)) => {}
            _ => list.retain(wanted),
        }
        if !list.is_empty() && (self.is_outranked(game, position, list) || self.is_decided_with_moves(game, position)) {
            list.clear();
        }
    }

    /// Takes the moves away that others of higher priority forbid.
    fn is_outranked(&mut self, game: &Game, position: &mut Position, list: &mut MoveList) -> bool {
        if game.priorities.is_empty() || position.state.chain.is_some() {
            return false;
        }
        let Some(highest) = list.iter().map(|candidate| game.priority(candidate.head.move_type)).min() else {
            return false;
        };
        list.retain(|candidate| game.priority(candidate.head.move_type) == highest);
        highest > 0 && self.any(game, position, Asked::Above(highest))
    }

    /// The legal moves of the mover that are wanted, in the order of all moves. Moves whose main pair ends elsewhere than on
    /// `to` are left out, if that is given. None where the game is decided, or where the rules do not let the moves of one
    /// piece be judged alone.
    pub(in crate::engine) fn legal_from(
        &mut self,
        game: &Game,
        position: &mut Position,
        mover: Mover,
        to: Option<CellId>,
        wanted: &mut dyn FnMut(MoveRef<'_>) -> bool,
        list: &mut MoveList,
    ) {
        self.candidates_from(game, position, mover, to, wanted, list);
        let player = position.turn_item(game).player;
        list.retain(|candidate| self.leaves_royal_safe(game, position, player, candidate));
        self.remove_drop_mates(game, position, list);
    }

    /// The only move of the piece on `from` that ends on `to`, if it is a common one, before it is asked whether it leaves a
    /// royal piece attacked. None is no answer.
    pub(in crate::engine) fn common_candidate(
        &mut self,
        game: &Game,
        position: &mut Position,
        from: CellId,
        to: CellId,
    ) -> Option<Move> {
        let state = &position.state;
        if state.decided.is_some()
            || state.chain.is_some()
            || !self.facts.judges_moves_alone
            || !game.priorities.is_empty()
            || self.is_decided_with_moves(game, position)
        {
            return None;
        }
        self.find_common(game, position, from, to)
    }

    /// Makes a candidate for good, if it leaves a royal piece safe and is no drop that mates where that is forbidden; answers
    /// whether it did. A player who has lost his royal pieces is no matter for this, nor is a pass.
    pub(in crate::engine) fn make_if_safe(
        &mut self,
        game: &Game,
        position: &mut Position,
        played: MoveRef<'_>,
    ) -> bool {
        let may_mate = game.options.no_drop_mate.is_some();
        if played.head.kind == MoveKind::Pass || (may_mate && self.is_drop_mate(game, position, played)) {
            return false;
        }
        let player = position.turn_item(game).player;
        let undo = self.carry_out(game, position, played);
        if !game.royal[player.index()].is_empty() {
            if self.watch_royal(game, position, player) != Some(false) {
                position.undo(&undo);
                return false;
            }
            position.keep_changes(player);
        }
        self.end_move(game, position, played);
        position.forget_undo();
        true
    }
}

/// Leaves the moves out that end elsewhere, before they are written.
pub(super) struct Narrow<'a> {
    pub(super) collect: Collect<'a>,
    pub(super) to: Option<CellId>,
}

impl Sink for Narrow<'_> {
    const TRACKS_READS: bool = false;

    fn add(&mut self, position: &Position, run: &Run, found: Found) -> Flow {
        self.collect.add(position, run, found)
    }
}

impl Taker for Narrow<'_> {
    #[inline]
    fn aim(&self) -> Option<CellId> {
        self.to
    }

    fn start_group(&mut self) {
        self.collect.start_group();
    }

    #[inline]
    fn take_plain(&mut self, _: CellId, to: CellId) -> bool {
        self.to.is_some_and(|wanted| wanted != to)
    }

    fn take(&mut self, position: &Position, paths: &Paths, template: &Template, start: CellId) -> Flow {
        if self.to.is_some_and(|wanted| !template.head.may_end_on(wanted)) {
            return Flow::Continue;
        }
        self.collect.take(position, paths, template, start)
    }
}
