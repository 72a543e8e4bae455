//! The legal moves of a turn (`spec/zrf.md` 8), and making moves with all their consequences.

/// The rules as the generator sees them, borrowed so that its buffers can be borrowed beside them.
macro_rules! rules {
    ($generator:expr, $game:expr) => {
        $crate::engine::movegen::Rules {
            game: $game,
            facts: &$generator.facts,
            tables: $generator.specialised.then_some(&*$generator.tables),
        }
    };
}

mod alone;
mod attack;
mod collect;
mod count;
mod drop_mate;
mod eliminate;
mod generate;
mod longest;
mod paths;
mod pending;
mod run;
mod suppose;
mod trace;

pub(super) use self::generate::Asked;
pub use self::run::Unmet;
pub use self::suppose::Supposed;
pub use self::trace::{BlockRun, Ended, Mover, Traced};

use std::sync::Arc;

use smallvec::SmallVec;

use self::attack::{RoyalGuard, Vigil};
use self::collect::Seen;
use self::paths::Tables;
use self::run::Run;
use super::facts::Facts;
use super::moves::{Move, MoveHead, MoveKind, MoveList, MoveRef, Partial};
use super::outcome::{self, Cause, Ending, Outcome};
use super::play;
use super::position::{Bits, Chain, Decided, Position, Undo, cell_at};
use crate::game::{CellId, Game, GoalId, PassTurn, Pc, PieceTypeId, PlayerId};

/// What does not change while moves are generated.
#[derive(Clone, Copy, Debug)]
struct Rules<'a> {
    game: &'a Game,
    facts: &'a Facts,
    /// The trees of the game; `None` where the general machine is to run everything.
    tables: Option<&'a Tables>,
}

/// What is worked out once for all generators of a game.
#[derive(Debug)]
struct Shared {
    facts: Arc<Facts>,
    tables: Arc<Tables>,
}

/// Generates and makes moves; holds the buffers that this needs.
#[derive(Clone, Debug)]
pub(super) struct Generator {
    pub(super) facts: Arc<Facts>,
    tables: Arc<Tables>,
    /// Whether blocks are run by their trees where they have one.
    pub(super) specialised: bool,
    run: Run,
    nested: Run,
    guard: RoyalGuard,
    /// One a player.
    vigils: Vec<Vigil>,
    seen: Seen,
    /// Lists for look-ahead, one a level.
    pool: Vec<MoveList>,
    scratch: MoveList,
    /// Whether a bound on moves or chains was reached, now or earlier.
    pub(super) overflow: bool,
}

impl Generator {
    pub(super) fn new(game: &Game) -> Self {
        let shared = game
            .derived
            .get_or_init(|| Shared { facts: Arc::new(Facts::new(game)), tables: Arc::new(Tables::new(game)) });
        Self {
            facts: Arc::clone(&shared.facts),
            tables: Arc::clone(&shared.tables),
            specialised: true,
            run: Run::new(game),
            nested: Run::new(game),
            guard: RoyalGuard::default(),
            vigils: vec![Vigil::new(game); game.players.len()],
            seen: Seen::new(game.board.cell_count()),
            pool: Vec::new(),
            scratch: MoveList::new(),
            overflow: false,
        }
    }

    /// The instruction of a loop that was cut, if one was.
    pub(super) fn cut_at(&self) -> Option<Pc> {
        self.run.cut_at.or(self.nested.cut_at)
    }

    /// All legal moves in the order of 8: generate, drop duplicates, priorities, royal pieces, longest sequences,
    /// passes. None when the game is decided.
    pub(super) fn legal_moves(&mut self, game: &Game, position: &mut Position, list: &mut MoveList) {
        list.clear();
        if position.state.decided.is_some() {
            return;
        }
        self.turn_moves(game, position, list);
        if !list.is_empty() && self.is_decided_with_moves(game, position) {
            list.clear();
        }
    }

    /// The legal moves, and the outcome if the game is decided; then there are no moves.
    pub(super) fn judge(&mut self, game: &Game, position: &mut Position, list: &mut MoveList) -> Option<Outcome> {
        list.clear();
        let outcome = self.outcome_by(game, position, &mut |generator, position| {
            generator.turn_moves(game, position, list);
            !list.is_empty()
        });
        if outcome.is_some() {
            list.clear();
        }
        outcome
    }

    /// The outcome, if the game is decided, without the list of moves.
    pub(super) fn outcome(&mut self, game: &Game, position: &mut Position) -> Option<Outcome> {
        self.outcome_by(game, position, &mut |generator, position| generator.has_move(game, position))
    }

    fn outcome_by(
        &mut self,
        game: &Game,
        position: &mut Position,
        has_move: &mut dyn FnMut(&mut Self, &mut Position) -> bool,
    ) -> Option<Outcome> {
        let decided = match position.state.decided {
            Some(Decided::LastLeft(winner)) => {
                return Some(Outcome { ending: Ending::Win(winner), cause: Cause::LastLeft });
            }
            Some(Decided::Goal(index, player)) => Some((index as usize, player)),
            None => None,
        };
        let earlier_goal =
            |(index, _): (usize, PlayerId)| self.facts.move_goals.first().is_some_and(|&first| first < index);
        let mut no_moves = false;
        let mut by_moves = None;
        if decided.is_none_or(earlier_goal) {
            let kept = position.state.decided.take();
            no_moves = !has_move(self, position);
            if position.chain().is_none() {
                by_moves = outcome::by_moves(game, self, position, no_moves);
            }
            position.state.decided = kept;
        }
        let first = [by_moves, decided].into_iter().flatten().min_by_key(|&(index, _)| index);
        match first {
            Some((index, player)) => Some(Outcome {
                ending: outcome::ending(game, position, &game.goals[index], player),
                cause: Cause::Goal(GoalId::from_index(index)),
            }),
            None => no_moves.then_some(Outcome { ending: Ending::Draw, cause: Cause::NoMoves }),
        }
    }

    /// Whether the turn has a move, a pass included; the pieces are asked one after the other.
    fn has_move(&mut self, game: &Game, position: &mut Position) -> bool {
        let mut list = self.pool.pop().unwrap_or_default();
        let item = position.turn_item(game);
        let (player, owner) = (item.player, item.acts_as);
        let mut any = false;
        if position.chain().is_none() && game.priorities.is_empty() {
            // A player whose royal piece is attacked saves it most often by its own move.
            let is_royal =
                |cell: &CellId| position.royal_words(owner)[cell.index() / 64] >> (cell.index() % 64) & 1 != 0;
            let others = position.cells_of(owner).filter(|cell| !is_royal(cell));
            let cells: SmallVec<[CellId; 32]> = position.royal_cells(owner).chain(others).collect();
            any = cells.into_iter().any(|cell| {
                list.clear();
                self.generate_from(game, position, Mover::On(cell), None, &mut list);
                list.iter().any(|candidate| self.leaves_royal_safe(game, position, player, candidate))
            });
        }
        if !any {
            self.turn_moves(game, position, &mut list);
            any = !list.is_empty();
        }
        self.pool.push(list);
        any
    }

    /// The number of legal moves, where it can be had without making a list of all. `None` where the list is needed, also
    /// if one of the moves is a part of a turn.
    pub(super) fn count_moves(&mut self, game: &Game, position: &mut Position, list: &mut MoveList) -> Option<usize> {
        let options = &game.options;
        if position.state.decided.is_some()
            || position.chain().is_some()
            || options.maximal_captures
            || options.pass_turn != PassTurn::Never
            || !game.priorities.is_empty()
            || position.turn_item(game).acts_as != position.turn_item(game).player
        {
            return None;
        }
        if self.is_decided_with_moves(game, position) {
            return Some(0);
        }
        list.clear();
        let player = position.turn_item(game).player;
        let rules = rules!(self, game);
        let is_guarded =
            !game.royal[player.index()].is_empty() && self.guard.prepare(rules, position, &mut self.run, player);
        let counted = self.run_count(game, position, list, is_guarded)?;
        if is_guarded {
            let rules = rules!(self, game);
            let Self { guard, run, .. } = self;
            list.retain(|candidate| guard.allows(rules, position, run, candidate));
        }
        self.remove_drop_mates(game, position, list);
        Some(counted + list.len())
    }

    fn turn_moves(&mut self, game: &Game, position: &mut Position, list: &mut MoveList) {
        self.candidates(game, position, list);
        self.remove_exposing(game, position, list);
        self.remove_drop_mates(game, position, list);
        if game.options.maximal_captures {
            self.keep_longest(game, position, list);
        }
        self.add_pass(game, position, list);
    }

    /// Whether a goal that asks for the moves of the player on turn holds although he has some.
    #[inline]
    fn is_decided_with_moves(&mut self, game: &Game, position: &mut Position) -> bool {
        !self.facts.move_goals.is_empty()
            && position.chain().is_none()
            && (self.facts.move_goals_may_hold_with_moves || !position.losses().is_empty())
            && outcome::by_moves(game, self, position, false).is_some()
    }

    /// The cells of the pieces of the player who acts that are wanted and could go to one of these cells, whatever stands
    /// between; more where that is not known.
    pub(super) fn cells_towards(
        &self,
        game: &Game,
        position: &Position,
        ends: &[CellId],
        wanted: impl Fn(PieceTypeId, CellId) -> bool,
    ) -> SmallVec<[CellId; 8]> {
        let player = position.turn_item(game).acts_as;
        let tables = Some(&*self.tables).filter(|_| self.specialised);
        let mut cells = SmallVec::new();
        for (word, &men) in position.occupied_words(player).iter().enumerate() {
            let near = |end: &CellId| tables.and_then(|tables| tables.near(game, player, *end));
            let near = |end: &CellId| near(end).map_or(u64::MAX, |near| near[word]);
            let near = ends.iter().fold(0, |all, end| all | near(end));
            for bit in Bits(men & near) {
                let cell = cell_at(word, bit);
                if position.piece(cell).is_some_and(|piece| wanted(piece.piece_type(), cell)) {
                    cells.push(cell);
                }
            }
        }
        cells
    }

    /// The cells of the enemy pieces that attack a royal piece of the player now.
    pub(super) fn royal_attackers(&mut self, game: &Game, position: &mut Position, player: PlayerId) -> Vec<CellId> {
        attack::royal_attackers(rules!(self, game), position, &mut self.run, player)
    }

    /// Whether a piece of the player that must not be left attacked is attacked now.
    pub(super) fn is_royal_attacked(&mut self, game: &Game, position: &mut Position, player: PlayerId) -> bool {
        self.watch_royal(game, position, player).unwrap_or(false)
    }

    /// The same; `None` if the player has no royal piece.
    fn watch_royal(&mut self, game: &Game, position: &mut Position, player: PlayerId) -> Option<bool> {
        self.vigils[player.index()].is_attacked(rules!(self, game), position, &mut self.run, player)
    }

    /// Whether a move leaves no royal piece of the player attacked, and leaves one where there is one (8.2).
    fn leaves_royal_safe(
        &mut self,
        game: &Game,
        position: &mut Position,
        player: PlayerId,
        played: MoveRef<'_>,
    ) -> bool {
        if game.royal[player.index()].is_empty() || position.royal_cells(player).next().is_none() {
            return true;
        }
        let undo = position.mark();
        play::apply(game, &self.facts, position, played);
        let is_safe = self.watch_royal(game, position, player) == Some(false);
        position.undo(&undo);
        is_safe
    }

    /// The moves before the test of 8.2: generated, each once, of the highest priority there is.
    pub(super) fn candidates(&mut self, game: &Game, position: &mut Position, list: &mut MoveList) {
        list.clear();
        self.generate(game, position, list);
        if position.state.chain.is_none() && !game.priorities.is_empty() {
            keep_highest_priority(game, list);
        }
    }

    /// Removes the moves that leave a royal piece of the player on turn attacked (8.2).
    pub(super) fn remove_exposing(&mut self, game: &Game, position: &mut Position, list: &mut MoveList) {
        let player = position.turn_item(game).player;
        if game.royal[player.index()].is_empty() || list.is_empty() {
            return;
        }
        let rules = rules!(self, game);
        let Self { guard, run, .. } = self;
        if guard.prepare(rules, position, run, player) {
            list.retain(|candidate| guard.allows(rules, position, run, candidate));
        }
    }

    fn add_pass(&self, game: &Game, position: &Position, list: &mut MoveList) {
        let allowed = if position.state.chain.is_some() {
            game.options.pass_partial
        } else {
            match game.options.pass_turn {
                PassTurn::Never => false,
                PassTurn::Always => true,
                PassTurn::Forced => list.is_empty(),
            }
        };
        if allowed {
            list.push(pass(game, position).head, []);
        }
    }

    /// Makes a move: the board changes, the turn goes on or ends, and goals that need no moves are tested.
    pub(super) fn make(&mut self, game: &Game, position: &mut Position, played: MoveRef<'_>) -> Undo {
        let undo = self.carry_out(game, position, played);
        self.end_move(game, position, played);
        undo
    }

    /// Changes the board as the move says; the turn stays as it is.
    fn carry_out(&self, game: &Game, position: &mut Position, played: MoveRef<'_>) -> Undo {
        let undo = position.mark();
        if position.state.chain.is_none() {
            position.begin_losses();
        }
        play::apply(game, &self.facts, position, played);
        undo
    }

    /// What follows when a move has been carried out: the turn goes on or ends, and goals that need no moves are tested.
    fn end_move(&mut self, game: &Game, position: &mut Position, played: MoveRef<'_>) {
        if let Partial::Yes(move_type) = played.head.partial {
            position.state.chain = Some(Chain { cell: played.last_to(), move_type });
            if self.any(game, position, Asked::OfTurn) {
                return;
            }
        }
        position.state.chain = None;
        position.next_turn(game);
        self.begin_turn(game, position);
        position.note_history();
        if position.state.decided.is_none() {
            position.state.decided = outcome::without_moves(game, &self.facts, position);
        }
    }

    /// Whether the present turn has any such move before all filters.
    fn any(&mut self, game: &Game, position: &mut Position, asked: Asked) -> bool {
        let mut list = std::mem::take(&mut self.scratch);
        list.clear();
        let any = self.exists(game, position, asked, &mut list);
        self.scratch = list;
        any
    }
}

/// The pass of the player on turn.
pub(super) fn pass(game: &Game, position: &Position) -> Move {
    let (player, cell) = (position.turn_item(game).acts_as, CellId(0));
    let head = MoveHead { kind: MoveKind::Pass, ..MoveHead::bare(player, PieceTypeId(0), None, cell, cell) };
    Move { head, effects: SmallVec::new() }
}

fn keep_highest_priority(game: &Game, list: &mut MoveList) {
    let Some(highest) = list.iter().map(|candidate| game.priority(candidate.head.move_type)).min() else { return };
    list.retain(|candidate| game.priority(candidate.head.move_type) == highest);
}
