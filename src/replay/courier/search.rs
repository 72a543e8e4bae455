//! The whole turns that leave what a half-move claims (`spec/game-courier.md` 8.4, 2).

use smallvec::SmallVec;

use super::claim::{Claim, Content, Primary};
use crate::engine::{Effect, Move, MoveKind, MoveList, MoveRef, Mover, Piece, Playthrough, Undo};
use crate::game::{CellId, PieceTypeId, PlayerId};
use crate::limits::{MAX_CHAIN_DEPTH, MAX_CHAIN_NODES};

/// A change of the board that a turn makes and the half-move does not write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Change {
    /// The cell.
    pub(super) cell: CellId,
    /// What stood there.
    pub(super) before: Option<Piece>,
    /// What stands there after the turn.
    pub(super) after: Option<Piece>,
}

/// A whole turn: one move, or several where the turn goes on.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    /// The moves, in order.
    pub(super) moves: SmallVec<[Move; 1]>,
    /// What changes on the board, each cell once, in board order.
    changed: SmallVec<[Change; 4]>,
    /// What changes beyond the claim.
    pub(super) extra: Vec<Change>,
    /// What stands after it on the destination that the claim tells.
    pub(super) arrived: Option<Piece>,
}

impl Turn {
    /// The displacements of all moves, in order. A drop has none for itself.
    pub(super) fn pairs(&self) -> SmallVec<[(CellId, CellId); 4]> {
        self.moves.iter().flat_map(|part| walked(part.as_ref())).collect()
    }

    /// The first displacement or drop.
    pub(super) fn primary(&self) -> Option<Primary> {
        let first = self.moves.first()?;
        match first.head.kind {
            MoveKind::Pass => None,
            MoveKind::Drop => Some(Primary::Drop { at: first.head.to }),
            MoveKind::Walk => Some(Primary::Move { from: first.head.from, to: first.head.to }),
        }
    }

    /// Whether both turns leave the same pieces on the same cells.
    pub(super) fn ends_as(&self, other: &Self) -> bool {
        let ends = |change: &Change| (change.cell, look(change.after));
        self.changed.iter().map(ends).eq(other.changed.iter().map(ends))
    }
}

/// The displacements of a move; a drop has none for itself.
pub(super) fn walked(part: MoveRef<'_>) -> impl Iterator<Item = (CellId, CellId)> + '_ {
    part.pairs().skip(usize::from(part.head.kind == MoveKind::Drop))
}

/// What a board shows of a piece.
pub(super) fn look(piece: Option<Piece>) -> Option<(PlayerId, PieceTypeId)> {
    piece.map(|piece| (piece.owner(), piece.piece_type()))
}

/// All turns that leave what the claim says, in the order of the legal moves.
pub(super) fn matching(playthrough: &mut Playthrough, claim: &Claim) -> Vec<Turn> {
    if let Some(Primary::Move { from, .. }) = claim.primary {
        // A turn with the displacements as written goes before all others; it begins with that piece and as written.
        let begins = |candidate: MoveRef<'_>| walked(candidate).zip(&claim.pairs).all(|(own, &written)| own == written);
        let list = playthrough.legal_moves_of(Mover::On(from), begins).clone();
        let found = Search::new(playthrough, claim, EndsWith::Side).run(list);
        if found.iter().any(|turn| turn.pairs()[..] == claim.pairs[..]) {
            return found;
        }
    }
    let list = playthrough.legal_moves().clone();
    let found = Search::new(playthrough, claim, EndsWith::Side).run(list);
    if found.is_empty() && has_double_turns(playthrough) {
        let list = playthrough.legal_moves().clone();
        return Search::new(playthrough, claim, EndsWith::Turn).run(list);
    }
    found
}

/// Whether one player may have two turns in a row, which a log writes as one half-move or as two.
pub(super) fn has_double_turns(playthrough: &Playthrough) -> bool {
    let turns = &playthrough.game().turns;
    turns.items.len() > 1
        && (0..turns.items.len()).any(|index| turns.items[index].player == turns.items[turns.next(index)].player)
}

/// When a half-move is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EndsWith {
    /// When another player is on turn.
    Side,
    /// With the turn of the rules.
    Turn,
}

/// Moves that are tried at one depth.
struct Frame {
    list: MoveList,
    next: usize,
    /// How to take back the move that led here.
    undo: Option<Undo>,
}

struct Search<'p, 'c> {
    playthrough: &'p mut Playthrough,
    claim: &'c Claim,
    ends_with: EndsWith,
    mover: PlayerId,
    stock: SmallVec<[u32; 1]>,
    /// Whether the claim is that nothing changes.
    is_idle: bool,
    /// A cell that the first move must change, because the claim empties or fills it.
    must_touch: Option<CellId>,
    path: Vec<Move>,
    /// How to take back the first move of the path.
    first: Option<Undo>,
    budget: usize,
    found: Vec<Turn>,
}

impl<'p, 'c> Search<'p, 'c> {
    fn new(playthrough: &'p mut Playthrough, claim: &'c Claim, ends_with: EndsWith) -> Self {
        let position = playthrough.position();
        let mover = position.turn_item(playthrough.game()).player;
        let start = match claim.primary {
            Some(Primary::Move { from, .. }) => Some(from),
            Some(Primary::Drop { at }) => Some(at),
            None => None,
        };
        let changes = |cell: &CellId| {
            let claimed = claim.touched.iter().find(|(known, _)| known == cell);
            claimed.is_some_and(|(_, content)| !content.fits(position.piece(*cell)))
        };
        Self {
            claim,
            ends_with,
            mover,
            stock: stock(playthrough, claim),
            is_idle: claim.is_idle(position),
            must_touch: start.filter(changes),
            path: Vec::new(),
            first: None,
            budget: MAX_CHAIN_NODES,
            found: Vec::new(),
            playthrough,
        }
    }

    /// The turns that begin with one of the moves.
    fn run(mut self, list: MoveList) -> Vec<Turn> {
        let mut frames = vec![Frame { list, next: 0, undo: None }];
        while let Some(frame) = frames.last_mut() {
            let index = frame.next;
            frame.next += 1;
            if index >= frame.list.len() || self.budget == 0 {
                if let Some(undo) = &frame.undo {
                    self.playthrough.take_back(undo);
                    self.path.pop();
                }
                frames.pop();
                continue;
            }
            let candidate = frame.list.get(index);
            if self.path.is_empty() && self.must_touch.is_some_and(|cell| !touches(candidate, cell)) {
                continue;
            }
            self.budget -= 1;
            // Men of players who are out leave the board as the next turn begins: no part of the turn looked for.
            let eliminates = self.playthrough.game().options.eliminate_attacked.is_some();
            let shown = eliminates.then(|| self.playthrough.board_after(candidate));
            let undo = self.playthrough.play(candidate);
            if self.path.is_empty() {
                self.first = Some(undo);
            }
            self.path.push(candidate.to_owned());
            if self.goes_on() && self.path.len() < MAX_CHAIN_DEPTH {
                let list = self.playthrough.legal_moves().clone();
                if !list.is_empty() {
                    frames.push(Frame { list, next: 0, undo: Some(undo) });
                    continue;
                }
            }
            self.note(shown);
            self.playthrough.take_back(&undo);
            self.path.pop();
        }
        self.found
    }

    fn goes_on(&self) -> bool {
        let position = self.playthrough.position();
        let same_player = || position.turn_item(self.playthrough.game()).player == self.mover;
        position.chain().is_some()
            || self.ends_with == EndsWith::Side && has_double_turns(self.playthrough) && same_player()
    }

    /// Keeps the turn just played if it fits the claim. `shown` is the board after it where that is not the position.
    fn note(&mut self, shown: Option<Vec<Option<Piece>>>) {
        let position = self.playthrough.position();
        let at = |cell: CellId| shown.as_ref().map_or_else(|| position.piece(cell), |board| board[cell.index()]);
        let fits = |(cell, content): &(CellId, Content)| content.fits(at(*cell));
        if !self.claim.touched.iter().all(fits) || !self.drops_fit() {
            return;
        }
        let mut changed: SmallVec<[Change; 4]> = SmallVec::new();
        for (cell, before) in self.first.iter().flat_map(|first| self.playthrough.changes_since(first)) {
            if !changed.iter().any(|known| known.cell == cell) {
                changed.push(Change { cell, before, after: at(cell) });
            }
        }
        changed.retain(|change| look(change.before) != look(change.after));
        changed.sort_by_key(|change| change.cell);
        let touched = |cell: CellId| self.claim.touched.iter().any(|(known, _)| *known == cell);
        let extra: Vec<Change> = changed.iter().filter(|change| !touched(change.cell)).copied().collect();
        if self.is_idle && !extra.is_empty() {
            return;
        }
        let arrived = self.claim.destination().and_then(at);
        self.found.push(Turn { moves: self.path.iter().cloned().collect(), changed, extra, arrived });
    }

    /// A drop comes from the hand: there is one piece less in it.
    fn drops_fit(&self) -> bool {
        let now = stock(self.playthrough, self.claim);
        let drops = &self.claim.drops;
        drops.iter().zip(self.stock.iter().zip(now)).all(|((player, piece), (&before, now))| {
            let dropped = drops.iter().filter(|drop| **drop == (*player, *piece)).count();
            u32::try_from(dropped).is_ok_and(|dropped| now.saturating_add(dropped) == before)
        })
    }
}

/// What is in hand of each piece that the claim drops.
fn stock(playthrough: &Playthrough, claim: &Claim) -> SmallVec<[u32; 1]> {
    let position = playthrough.position();
    let count = |&(player, piece): &(PlayerId, Option<PieceTypeId>)| match piece {
        Some(piece) => position.stock(player, piece),
        None => position.stock_all(player),
    };
    claim.drops.iter().map(count).collect()
}

/// Whether a move may change what stands on the cell.
fn touches(candidate: MoveRef<'_>, cell: CellId) -> bool {
    candidate.pairs().any(|(from, to)| from == cell || to == cell)
        || candidate.captures().any(|at| at == cell)
        || candidate.changes().iter().any(|change| match *change {
            Effect::Create { at, .. }
            | Effect::Type { at, .. }
            | Effect::Owner { at, .. }
            | Effect::Flip { at }
            | Effect::Attribute { at, .. }
            | Effect::Capture { at } => at == cell,
            Effect::Pair { from, to } => from == cell || to == cell,
        })
}
