//! Moves as lists of effects, in buffers that are used again.

use smallvec::SmallVec;

use crate::game::{AttributeId, CellId, MoveTypeId, PieceTypeId, PlayerId};

/// What kind of turn a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// A piece on the board moves.
    Walk,
    /// A piece comes from the stock; `from` and `to` are its cell.
    Drop,
    /// Nothing happens; the turn passes on.
    Pass,
}

/// What a partial move goes on with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Partial {
    /// The move is whole.
    No,
    /// The same piece goes on with moves of the type; `None` for any type.
    Yes(Option<MoveTypeId>),
}

/// The fixed part of a move. Its effects stand in the list that holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveHead {
    /// As whom the move is made (the player acted as).
    pub player: PlayerId,
    /// What kind of turn it is.
    pub kind: MoveKind,
    /// The piece that moves or is dropped, as it is before the move.
    pub piece: PieceTypeId,
    /// The move type of its block.
    pub move_type: Option<MoveTypeId>,
    /// Start of the main pair.
    pub from: CellId,
    /// End of the main pair.
    pub to: CellId,
    /// The type given to the piece that arrives last.
    pub promotion: Option<PieceTypeId>,
    /// Whether the source of the last pair stays (`add-copy`).
    pub copy: bool,
    /// Whether the turn goes on.
    pub partial: Partial,
    /// Number of further pairs, then changes, then captures among the effects.
    pub pairs: u16,
    /// See `pairs`.
    pub changes: u16,
    /// See `pairs`.
    pub captures: u16,
}

impl MoveHead {
    /// That of a piece that goes from one cell to another, and nothing else happens.
    pub(super) const fn bare(
        player: PlayerId,
        piece: PieceTypeId,
        move_type: Option<MoveTypeId>,
        from: CellId,
        to: CellId,
    ) -> Self {
        Self {
            player,
            kind: MoveKind::Walk,
            piece,
            move_type,
            from,
            to,
            promotion: None,
            copy: false,
            partial: Partial::No,
            pairs: 0,
            changes: 0,
            captures: 0,
        }
    }

    /// Whether the main pair ends on the cell, or goes nowhere: then another pair may be meant.
    #[inline]
    pub(super) fn may_end_on(&self, to: CellId) -> bool {
        self.to == to || self.from == self.to
    }
}

/// One effect beyond the main pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// A further piece moves at the same moment.
    Pair {
        /// From here.
        from: CellId,
        /// To here.
        to: CellId,
    },
    /// A new piece.
    Create {
        /// Its owner.
        player: PlayerId,
        /// Its type.
        piece: PieceTypeId,
        /// Its cell.
        at: CellId,
    },
    /// The piece there gets another type.
    Type {
        /// The cell.
        at: CellId,
        /// The type.
        piece: PieceTypeId,
    },
    /// The piece there gets another owner.
    Owner {
        /// The cell.
        at: CellId,
        /// The owner.
        player: PlayerId,
    },
    /// The piece there goes to the next player.
    Flip {
        /// The cell.
        at: CellId,
    },
    /// An attribute of the piece there is set.
    Attribute {
        /// The cell.
        at: CellId,
        /// The attribute.
        attribute: AttributeId,
        /// Its value.
        value: bool,
    },
    /// The piece there is taken off.
    Capture {
        /// The cell.
        at: CellId,
    },
}

/// A move in a list, or an owned one: head and effects in the order of `spec/zrf.md` 6.10 (further pairs, changes,
/// captures).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveRef<'a> {
    /// The fixed part.
    pub head: &'a MoveHead,
    /// The effects.
    pub effects: &'a [Effect],
}

impl<'a> MoveRef<'a> {
    /// All pairs, the main one first. A pass has none; a drop has its cell twice.
    pub fn pairs(self) -> impl Iterator<Item = (CellId, CellId)> + 'a {
        let main = (self.head.kind != MoveKind::Pass).then_some((self.head.from, self.head.to));
        main.into_iter().chain(self.effects[..self.head.pairs as usize].iter().filter_map(|effect| match *effect {
            Effect::Pair { from, to } => Some((from, to)),
            _ => None,
        }))
    }

    /// The pending changes, in order.
    #[must_use]
    pub fn changes(self) -> &'a [Effect] {
        let start = self.head.pairs as usize;
        &self.effects[start..start + self.head.changes as usize]
    }

    /// The cells of explicit captures, in order.
    pub fn captures(self) -> impl Iterator<Item = CellId> + 'a {
        let start = (self.head.pairs + self.head.changes) as usize;
        self.effects[start..].iter().filter_map(|effect| match *effect {
            Effect::Capture { at } => Some(at),
            _ => None,
        })
    }

    /// The end of the last pair: where a promotion applies and a chain goes on.
    #[must_use]
    pub fn last_to(self) -> CellId {
        match self.head.pairs.checked_sub(1).and_then(|last| self.effects.get(last as usize)) {
            Some(&Effect::Pair { to, .. }) => to,
            _ => self.head.to,
        }
    }

    /// A copy that stands on its own.
    #[must_use]
    pub fn to_owned(self) -> Move {
        Move { head: *self.head, effects: SmallVec::from_slice(self.effects) }
    }
}

/// A move that stands on its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The fixed part.
    pub head: MoveHead,
    /// The effects; most moves have few.
    pub effects: SmallVec<[Effect; 2]>,
}

impl Move {
    /// The move as a list would lend it.
    #[must_use]
    pub fn as_ref(&self) -> MoveRef<'_> {
        MoveRef { head: &self.head, effects: &self.effects }
    }
}

/// Moves of one turn. Clearing keeps the memory.
#[derive(Clone, Debug, Default)]
pub struct MoveList {
    heads: Vec<(MoveHead, u32)>,
    effects: Vec<Effect>,
}

impl MoveList {
    /// An empty list.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Forgets all moves.
    pub fn clear(&mut self) {
        self.heads.clear();
        self.effects.clear();
    }

    /// Number of moves.
    #[must_use]
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// Adds a move whose effects are given.
    pub fn push(&mut self, head: MoveHead, effects: impl IntoIterator<Item = Effect>) {
        let start = self.effects.len();
        self.effects.extend(effects);
        self.heads.push((head, u32::try_from(start).unwrap_or(u32::MAX)));
    }

    /// Adds a move with these effects.
    pub(super) fn push_slice(&mut self, head: MoveHead, effects: &[Effect]) {
        let start = self.effects.len();
        if !effects.is_empty() {
            self.effects.extend_from_slice(effects);
        }
        self.heads.push((head, u32::try_from(start).unwrap_or(u32::MAX)));
    }

    /// Adds a move that writes its effects itself, if it is one.
    pub(super) fn push_with(&mut self, make: impl FnOnce(&mut Vec<Effect>) -> Option<MoveHead>) {
        let start = self.effects.len();
        match make(&mut self.effects) {
            Some(head) => self.heads.push((head, u32::try_from(start).unwrap_or(u32::MAX))),
            None => self.effects.truncate(start),
        }
    }

    /// The move at an index.
    ///
    /// # Panics
    ///
    /// When the index is past the end.
    #[must_use]
    pub fn get(&self, index: usize) -> MoveRef<'_> {
        let (head, start) = &self.heads[index];
        let start = *start as usize;
        let count = head.pairs as usize + head.changes as usize + head.captures as usize;
        MoveRef { head, effects: &self.effects[start..start + count] }
    }

    /// The moves in the order they were generated.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = MoveRef<'_>> {
        (0..self.len()).map(|index| self.get(index))
    }

    /// Keeps the moves for which `keep` is true, in order.
    pub fn retain(&mut self, mut keep: impl FnMut(MoveRef<'_>) -> bool) {
        let effects = &self.effects;
        self.heads.retain(|(head, start)| {
            let start = *start as usize;
            let count = head.pairs as usize + head.changes as usize + head.captures as usize;
            keep(MoveRef { head, effects: &effects[start..start + count] })
        });
    }

    /// Removes the moves from `len` on.
    pub fn truncate(&mut self, len: usize) {
        if let Some(&(_, start)) = self.heads.get(len) {
            self.effects.truncate(start as usize);
            self.heads.truncate(len);
        }
    }
}
