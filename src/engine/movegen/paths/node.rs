//! The steps of a path.

use crate::engine::facts::Facts;
use crate::engine::piece::Piece;
use crate::engine::position::Position;
use crate::game::{AttributeId, CellId, MoveTypeId, PieceTypeId, PlayerId};

/// Index of a node in its tree.
pub(in crate::engine::movegen) type NodeId = u16;

/// The node that every tree begins with: nothing more to do.
pub(in crate::engine::movegen) const END: NodeId = 0;

/// What may stand on a cell, as a player sees it: nothing, his own piece, an enemy's, a neutral one.
pub(super) const CONTENTS: usize = 4;
pub(super) const EMPTY: usize = 0;
pub(super) const FRIEND: usize = 1;
pub(super) const ENEMY: usize = 2;
pub(super) const NEUTRAL: usize = 3;

/// One step of a path. The next nodes of a question stand in the order: no, yes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine::movegen) enum Node {
    /// Nothing more to do.
    End,
    /// What stands there? The next nodes stand in the order of the constants above.
    Look { cell: CellId, next: [NodeId; CONTENTS] },
    /// Does a piece of the type stand there?
    Type { cell: CellId, piece: PieceTypeId, next: [NodeId; 2] },
    /// Does a piece stand there that has the attribute, set?
    Attribute { cell: CellId, attribute: AttributeId, next: [NodeId; 2] },
    /// Did the previous move begin there?
    LastFrom { cell: CellId, next: [NodeId; 2] },
    /// Did the previous move end there?
    LastTo { cell: CellId, next: [NodeId; 2] },
    /// `attacked?`
    Attacked { cell: CellId, move_type: Option<MoveTypeId>, next: [NodeId; 2] },
    /// `defended?`
    Defended { cell: CellId, move_type: Option<MoveTypeId>, next: [NodeId; 2] },
    /// Adds `count` entries of the tree's list from `first` on.
    Add { first: u16, count: u16, next: NodeId },
    /// Walks the rays whose steps stand in the tree's list from `first` up to `end`.
    Rays { first: u16, end: u16, next: NodeId },
    /// The target is taken.
    Hit,
}

impl Node {
    /// The nodes that may follow.
    pub(super) fn next_mut(&mut self) -> &mut [NodeId] {
        match self {
            Self::End | Self::Hit | Self::Rays { .. } => &mut [],
            Self::Look { next, .. } => next,
            Self::Add { next, .. } => std::slice::from_mut(next),
            Self::Type { next, .. }
            | Self::Attribute { next, .. }
            | Self::LastFrom { next, .. }
            | Self::LastTo { next, .. }
            | Self::Attacked { next, .. }
            | Self::Defended { next, .. } => next,
        }
    }
}

/// Which of the contents of a cell this is for the player.
#[inline(always)]
pub(super) fn content(enemies: u64, player: PlayerId, piece: Option<Piece>) -> usize {
    match piece {
        None => EMPTY,
        Some(piece) if piece.owner() == player => FRIEND,
        Some(piece) if enemies >> piece.owner().0 & 1 != 0 => ENEMY,
        Some(_) => NEUTRAL,
    }
}

/// Where a question of the position alone leads; `None` for the nodes that ask for something else.
#[inline(always)]
pub(in crate::engine::movegen) fn answer(
    facts: &Facts,
    position: &Position,
    player: PlayerId,
    node: Node,
) -> Option<NodeId> {
    match node {
        Node::Look { cell, next } => Some(next[content(facts.enemies[player.index()], player, position.piece(cell))]),
        Node::Type { cell, piece, next } => {
            Some(next[usize::from(position.piece(cell).is_some_and(|stands| stands.piece_type() == piece))])
        }
        Node::Attribute { cell, attribute, next } => {
            Some(next[usize::from(position.piece(cell).is_some_and(|stands| stands.has(attribute)))])
        }
        Node::LastFrom { cell, next } => Some(next[usize::from(position.last_move().0 == Some(cell))]),
        Node::LastTo { cell, next } => Some(next[usize::from(position.last_move().1 == Some(cell))]),
        Node::End
        | Node::Attacked { .. }
        | Node::Defended { .. }
        | Node::Add { .. }
        | Node::Rays { .. }
        | Node::Hit => None,
    }
}
