//! One game being played: a position, its legal moves and its outcome.

use std::sync::Arc;

use smallvec::SmallVec;

use super::movegen::{self, Asked, Generator, Mover, Supposed, Traced};
use super::moves::{Move, MoveList, MoveRef};
use super::outcome::Outcome;
use super::piece::Piece;
use super::play;
use super::position::{Position, Undo};
use super::setup::Setup;
use crate::game::{CellId, Game, Pc, PieceTypeId, PlayerId};

/// A game being played. Legal moves are worked out once a position and kept.
#[derive(Clone, Debug)]
pub struct Playthrough {
    game: Arc<Game>,
    position: Position,
    generator: Generator,
    moves: MoveList,
    /// The moves looked up last.
    looked_up: MoveList,
    outcome: Option<Outcome>,
    judged: bool,
    /// The cells that were found to have one common move between them, in the present position.
    common: Option<(CellId, CellId)>,
}

/// What a look at a position says about a bound that was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// A loop in the move code was cut at this instruction.
    Loop(Pc),
    /// A turn has more moves, or a chain more parts, than the bound.
    Moves,
}

impl Playthrough {
    /// The game at its start.
    #[must_use]
    pub fn new(game: Arc<Game>) -> Self {
        let setup = Setup::start(&game);
        Self::from_setup(game, setup)
    }

    /// The game from a position of one's own. Where the rules put attacked players out, that is done first.
    #[must_use]
    pub fn from_setup(game: Arc<Game>, setup: Setup) -> Self {
        let mut generator = Generator::new(&game);
        let mut position = setup.into_position(&game, &generator.facts);
        generator.begin_turn(&game, &mut position);
        position.forget_undo();
        position.note_history();
        Self {
            game,
            position,
            generator,
            moves: MoveList::new(),
            looked_up: MoveList::new(),
            outcome: None,
            judged: false,
            common: None,
        }
    }

    /// Counts repetitions from here on, also where the rules do not ask for them.
    pub fn track_repetitions(&mut self) {
        if !self.position.is_tracking_keys() {
            self.position.track_keys();
        }
    }

    /// Has every block run by the general machine from here on, also those that have faster paths: the two give the same
    /// moves, and tests see to it.
    pub fn use_general_machine(&mut self) {
        self.generator.specialised = false;
        self.judged = false;
        self.common = None;
    }

    /// The game's rules.
    #[must_use]
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// The present position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The legal moves; none when the game is decided.
    pub fn legal_moves(&mut self) -> &MoveList {
        self.judge();
        &self.moves
    }

    /// The legal moves of one mover that are wanted, in their order among all, without working out the others. If
    /// there is one, the game is not decided. None of them is no answer: the rules may need all moves to be known, which
    /// [`Self::legal_moves`] gives.
    pub fn legal_moves_of(&mut self, mover: Mover, wanted: impl FnMut(MoveRef<'_>) -> bool) -> &MoveList {
        self.legal_moves_to(mover, None, wanted)
    }

    /// The same; moves whose main pair ends elsewhere than on `to` are passed over unseen, if that is given. Those whose main
    /// pair goes nowhere are not passed over.
    pub fn legal_moves_to(
        &mut self,
        mover: Mover,
        to: Option<CellId>,
        mut wanted: impl FnMut(MoveRef<'_>) -> bool,
    ) -> &MoveList {
        self.generator.legal_from(&self.game, &mut self.position, mover, to, &mut wanted, &mut self.looked_up);
        &self.looked_up
    }

    /// The only move of the mover that is wanted, if there is one, before it is asked whether it leaves a royal piece
    /// safe; [`Self::play_sought`] plays it. Moves whose main pair ends elsewhere than on `to` are passed over unseen, as in
    /// [`Self::legal_moves_to`]. None is no answer: there may be several, or the rules may need all moves to be known.
    pub fn seek(
        &mut self,
        mover: Mover,
        to: CellId,
        mut wanted: impl FnMut(MoveRef<'_>) -> bool,
    ) -> Option<MoveRef<'_>> {
        let list = &mut self.looked_up;
        self.generator.candidates_from(&self.game, &mut self.position, mover, Some(to), &mut wanted, list);
        (self.looked_up.len() == 1).then(|| self.looked_up.get(0))
    }

    /// The only move of the piece on `from` that ends on `to`, if it is whole, of one pair and without promotion, before it
    /// is asked whether it leaves a royal piece safe; [`Self::play_if_safe`] plays it. None is no answer, as with
    /// [`Self::seek`].
    pub fn seek_common(&mut self, from: CellId, to: CellId) -> Option<Move> {
        let found = self.generator.common_candidate(&self.game, &mut self.position, from, to);
        self.common = found.is_some().then_some((from, to));
        found
    }

    /// Whether the piece on `from` surely has no other move that ends on `to` than the one, which it has
    /// ([`Self::seek_common`]).
    pub fn has_one_move(&mut self, from: CellId, to: CellId) -> bool {
        self.common == Some((from, to)) || self.seek_common(from, to).is_some()
    }

    /// Whether the mover has a move that is wanted and ends on `to`, before it is asked whether it leaves a royal piece
    /// safe. None is no answer, as with [`Self::seek`].
    pub fn has_candidate(&mut self, mover: Mover, to: CellId, mut wanted: impl FnMut(MoveRef<'_>) -> bool) -> bool {
        let list = &mut self.looked_up;
        self.generator.candidates_from(&self.game, &mut self.position, mover, Some(to), &mut wanted, list);
        !self.looked_up.is_empty()
    }

    /// Makes a move that [`Self::seek`] found, as [`Self::play_sought`] does, where others were looked up since; the
    /// position is as it was then.
    pub fn play_if_safe(&mut self, sought: MoveRef<'_>) -> bool {
        let played = self.generator.make_if_safe(&self.game, &mut self.position, sought);
        self.judged &= !played;
        self.common = None;
        played
    }

    /// Makes the move that [`Self::seek`] found, for good, if it is known to be legal; answers whether it did. If not, the
    /// position is as before, and the move may be legal yet (passes are not asked).
    pub fn play_sought(&mut self) -> bool {
        let played = self.looked_up.len() == 1
            && self.generator.make_if_safe(&self.game, &mut self.position, self.looked_up.get(0));
        self.judged &= !played;
        self.common = None;
        played
    }

    /// How the game ended, if it has.
    pub fn outcome(&mut self) -> Option<Outcome> {
        if self.judged {
            return self.outcome;
        }
        self.generator.outcome(&self.game, &mut self.position)
    }

    /// The moves that the blocks of the turn give before any filter of legality: what an explanation starts from.
    /// With `any_type` also those of types that the turn does not allow.
    pub fn generated_moves(&mut self, any_type: bool) -> MoveList {
        let mut list = MoveList::new();
        let asked = if any_type { Asked::OfAnyType } else { Asked::OfTurn };
        self.generator.generate_asked(&self.game, &mut self.position, &mut list, asked);
        list
    }

    /// Whether the move leaves no royal piece of the player on turn attacked (8.2).
    pub fn leaves_royal_safe(&mut self, played: &Move) -> bool {
        let mut list = MoveList::new();
        list.push(played.head, played.effects.iter().copied());
        self.generator.remove_exposing(&self.game, &mut self.position, &mut list);
        !list.is_empty()
    }

    /// The cells of the enemy pieces that attack a piece of the player that must not be left attacked.
    pub fn royal_attackers(&mut self, player: PlayerId) -> Vec<CellId> {
        self.generator.royal_attackers(&self.game, &mut self.position, player)
    }

    /// Whether a piece of the player that must not be left attacked is attacked now.
    pub fn is_royal_attacked(&mut self, player: PlayerId) -> bool {
        self.generator.is_royal_attacked(&self.game, &mut self.position, player)
    }

    /// The moves that the mover would have if every condition that fails held, each with those conditions: what an
    /// explanation starts from when the rules give no such move.
    pub fn supposed_moves(&mut self, mover: Mover) -> Vec<Supposed> {
        self.generator.supposed(&self.game, &mut self.position, mover)
    }

    /// What every block of the mover gives and where its run ends, on the board as it stands but for the cells given.
    pub fn trace(&mut self, mover: Mover, changed: &[(CellId, Option<Piece>)]) -> Traced {
        self.generator.trace(&self.game, &mut self.position, mover, changed)
    }

    /// The cells of the pieces of the player who acts that are wanted and could go to one of these cells, whatever stands
    /// between; more where that is not known.
    #[must_use]
    pub fn cells_towards(
        &self,
        ends: &[CellId],
        wanted: impl Fn(PieceTypeId, CellId) -> bool,
    ) -> SmallVec<[CellId; 8]> {
        self.generator.cells_towards(&self.game, &self.position, ends, wanted)
    }

    /// The cells of the enemy pieces that could take a piece of the player on turn and this type on the cell.
    pub fn attackers(&mut self, piece: PieceTypeId, cell: CellId) -> Vec<CellId> {
        self.generator.attackers(&self.game, &mut self.position, piece, cell)
    }

    /// Whether the move is a drop that mates where the rules forbid it (`docs/rules-extensions.md`, `no drop mate`).
    pub fn is_drop_mate(&mut self, played: &Move) -> bool {
        self.generator.is_drop_mate(&self.game, &mut self.position, played.as_ref())
    }

    /// What stands on each cell when the move has been carried out, before the next turn begins: what a record of the
    /// move tells. The position is the same afterwards.
    pub fn board_after(&mut self, played: MoveRef<'_>) -> Vec<Option<Piece>> {
        let undo = self.position.mark();
        play::apply(&self.game, &self.generator.facts, &mut self.position, played);
        let board = self.position.cells().map(|(_, piece)| piece).collect();
        self.position.undo(&undo);
        board
    }

    /// Tells each cell that the move changes with what stands there when it has been carried out, before the next turn
    /// begins; a cell may be told twice, the last time counts. The position is the same afterwards.
    pub fn changes_of(&mut self, played: MoveRef<'_>, mut tell: impl FnMut(CellId, Option<Piece>)) {
        let undo = self.position.mark();
        play::apply(&self.game, &self.generator.facts, &mut self.position, played);
        for (cell, _) in self.position.changed_since(&undo) {
            tell(cell, self.position.piece(cell));
        }
        self.position.undo(&undo);
    }

    /// The cells that moves changed which can still be taken back, from the one that gave `undo` on: each change in order,
    /// with what stood on the cell before it.
    pub fn changes_since(&self, undo: &Undo) -> impl Iterator<Item = (CellId, Option<Piece>)> + '_ {
        self.position.changed_since(undo)
    }

    /// Makes a move without asking whether it is legal: for moves just taken from [`Self::legal_moves`].
    pub fn play(&mut self, played: MoveRef<'_>) -> Undo {
        self.judged = false;
        self.common = None;
        self.generator.make(&self.game, &mut self.position, played)
    }

    /// Takes the last move back. Moves are taken back in reverse order.
    pub fn take_back(&mut self, undo: &Undo) {
        self.judged = false;
        self.common = None;
        self.position.undo(undo);
    }

    /// Makes a move for good: it cannot be taken back, and long games need no more memory.
    pub fn play_for_good(&mut self, played: MoveRef<'_>) {
        let _ = self.play(played);
        self.position.forget_undo();
    }

    /// The pass of the player on turn, legal or not.
    #[must_use]
    pub fn pass(&self) -> Move {
        movegen::pass(&self.game, &self.position)
    }

    /// The first bound that was reached while moves were worked out.
    #[must_use]
    pub fn cut(&self) -> Option<Cut> {
        self.generator.cut_at().map(Cut::Loop).or_else(|| self.generator.overflow.then_some(Cut::Moves))
    }

    pub(super) fn parts(&mut self) -> (&Game, &mut Position, &mut Generator) {
        self.judged = false;
        self.common = None;
        (&self.game, &mut self.position, &mut self.generator)
    }

    fn judge(&mut self) {
        if !self.judged {
            self.outcome = self.generator.judge(&self.game, &mut self.position, &mut self.moves);
            self.judged = true;
        }
    }
}
