//! The pending changes of a run, and the move that an `add` makes of them (`spec/zrf.md` 6.4 to 6.10).

use smallvec::SmallVec;

use super::run::Found;
use crate::engine::moves::{Effect, MoveHead, MoveKind, Partial};
use crate::game::{CellId, Game, MoveTypeId, PieceTypeId, PlayerId};
use crate::limits::MAX_EFFECTS;

/// Pairs closed by `cascade`, changes and captures, in their order.
#[derive(Clone, Debug, Default)]
pub(super) struct Pending {
    pub(super) pairs: SmallVec<[(CellId, CellId); 2]>,
    pub(super) changes: SmallVec<[Effect; 2]>,
    pub(super) captures: SmallVec<[CellId; 4]>,
}

impl Pending {
    pub(super) fn clear(&mut self) {
        self.pairs.clear();
        self.changes.clear();
        self.captures.clear();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.pairs.is_empty() && self.changes.is_empty() && self.captures.is_empty()
    }

    /// Sets a pending change; a repetition for the same kind and place only updates the value (6.10). A change made
    /// when captures are pending takes the place of the first capture, which goes to the end.
    pub(super) fn change(&mut self, change: Effect) {
        let same = |old: &Effect| match (old, &change) {
            (Effect::Create { at: a, .. }, Effect::Create { at: b, .. })
            | (Effect::Type { at: a, .. }, Effect::Type { at: b, .. })
            | (Effect::Owner { at: a, .. }, Effect::Owner { at: b, .. })
            | (Effect::Flip { at: a }, Effect::Flip { at: b }) => a == b,
            (Effect::Attribute { at: a, attribute: x, .. }, Effect::Attribute { at: b, attribute: y, .. }) => {
                a == b && x == y
            }
            _ => false,
        };
        if let Some(old) = self.changes.iter_mut().find(|old| same(old)) {
            *old = change;
        } else if self.changes.len() < MAX_EFFECTS {
            self.changes.push(change);
            if !self.captures.is_empty() {
                self.captures.rotate_left(1);
            }
        }
    }

    pub(super) fn capture(&mut self, at: CellId) {
        if !self.captures.contains(&at) && self.captures.len() < MAX_EFFECTS {
            self.captures.push(at);
        }
    }

    /// Closes a pair (6.6); answers whether there was room. The pending lists turn by one (6.10): the first change goes
    /// behind the others (with all attribute changes of its place), the first capture behind the others.
    pub(super) fn cascade(&mut self, from: CellId, to: CellId) -> bool {
        if self.pairs.len() >= MAX_EFFECTS {
            return false;
        }
        self.pairs.push((from, to));
        if self.changes.len() > 1 {
            let group = match self.changes[0] {
                Effect::Attribute { at: first, .. } => self
                    .changes
                    .iter()
                    .take_while(|change| matches!(change, Effect::Attribute { at, .. } if *at == first))
                    .count(),
                _ => 1,
            };
            self.changes.rotate_left(group);
        }
        if self.captures.len() > 1 {
            self.captures.rotate_left(1);
        }
        true
    }

    /// After `add` the pending changes are gone (6.4); pairs stay unless the option says otherwise.
    pub(super) fn after_add(&mut self, game: &Game) {
        self.changes.clear();
        self.captures.clear();
        if game.options.discard_cascades {
            self.pairs.clear();
        }
    }

    /// Whether a move made of this takes what stands on the cell.
    pub(super) fn takes(&self, end: CellId, target: CellId) -> bool {
        end == target || self.pairs.iter().any(|&(_, to)| to == target) || self.captures.contains(&target)
    }
}

/// Who runs, and the pair that is open.
#[derive(Clone, Copy, Debug)]
pub(super) struct Runner {
    pub(super) player: PlayerId,
    pub(super) piece: PieceTypeId,
    pub(super) move_type: Option<MoveTypeId>,
    pub(super) is_drop: bool,
    pub(super) from: CellId,
    /// End of the open pair.
    pub(super) end: CellId,
}

/// The move that an `add` records, as head and effects; `None` if it would do nothing. `type_at` tells the type of the
/// piece on a cell. Asks for nothing else of the position.
pub(super) fn compose(
    runner: Runner,
    pending: &Pending,
    found: Found,
    promotion: Option<PieceTypeId>,
    type_at: impl Fn(CellId) -> Option<PieceTypeId>,
    effects: &mut Vec<Effect>,
) -> Option<MoveHead> {
    let Runner { player, piece, move_type, is_drop, from: open_from, end } = runner;
    let further = pending.pairs.len();
    let (from, to) = pending.pairs.first().copied().unwrap_or((open_from, end));
    let from = if is_drop { to } else { from };
    let kind = if is_drop { MoveKind::Drop } else { MoveKind::Walk };
    let in_place = kind == MoveKind::Walk && from == to && further == 0 && promotion.is_none();
    let start = effects.len();
    let mut changes = 0;
    if !pending.is_empty() {
        let arrives = |cell: CellId| to == cell || end == cell || pending.pairs.iter().any(|&(_, end)| end == cell);
        let created = |cell: CellId| {
            pending.changes.iter().any(|change| matches!(change, Effect::Create { at, .. } if *at == cell))
        };
        // The pairs of a run are all but the one that `add` closes; the first of all is the main pair.
        let last = (further > 0).then_some((open_from, end));
        let pairs = pending.pairs.iter().skip(1).copied().chain(last);
        effects.extend(pairs.map(|(from, to)| Effect::Pair { from, to }));
        for &change in &pending.changes {
            // An attribute of a place where no piece stands at the end is no change.
            let counts = match change {
                Effect::Attribute { at, .. } => arrives(at) || created(at) || type_at(at).is_some(),
                _ => true,
            };
            if counts {
                effects.push(change);
                changes += 1;
            }
        }
        effects.extend(pending.captures.iter().map(|&at| Effect::Capture { at }));
    }
    if in_place && effects.len() == start {
        return None;
    }
    let own = (!is_drop).then(|| type_at(from)).flatten();
    Some(MoveHead {
        player,
        kind,
        piece: own.unwrap_or(piece),
        move_type,
        from,
        to,
        promotion,
        copy: found.copy,
        partial: if found.partial { Partial::Yes(found.next_type) } else { Partial::No },
        pairs: further as u16,
        changes,
        captures: pending.captures.len() as u16,
    })
}
