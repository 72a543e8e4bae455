//! Goals over typed ids (section 9).

use super::id::{CellId, DirectionId, PieceTypeId, PlayerId};
use crate::source::Place;

pub use crate::zrf::ast::GoalKind;

/// One goal.
#[derive(Clone, Debug)]
pub struct Goal {
    /// What it gives.
    pub kind: GoalKind,
    /// Players it is tested for, in order.
    pub players: Vec<PlayerId>,
    /// The condition.
    pub condition: GoalCondition,
    /// Whether the condition asks for the moves of the player to move (`checkmated`, `stalemated`).
    pub needs_moves: bool,
    /// Where the goal stands.
    pub place: Place,
}

/// A goal's condition (9.1), for some player P.
#[derive(Clone, Debug)]
pub enum GoalCondition {
    /// Every entry holds: some cell of the entry passes the tests. `places[i][player]` lists the cells of entry `i`
    /// for P (one cell, or the cells of a zone).
    AbsoluteConfig {
        /// Types that may fill a place; empty for any piece of P.
        types: Vec<TypeTest>,
        /// The places.
        places: Vec<Vec<Vec<CellId>>>,
    },
    /// Somewhere on the board the chain of pieces exists.
    RelativeConfig(Vec<RelativeStep>),
    /// P lost a piece of one of the types in the last turn.
    Captured(Vec<PieceTypeId>),
    /// P has no move, and a piece of one of the types is attacked or was captured as the last of them.
    Checkmated(Vec<PieceTypeId>),
    /// P has no move.
    Stalemated,
    /// The position occurred for the third time.
    Repetition,
    /// P owns exactly so many pieces (of the type).
    PiecesRemaining(u32, Option<PieceTypeId>),
    /// All players own exactly so many pieces (of the type).
    TotalPieceCount(u32, Option<PieceTypeId>),
    /// All of them.
    And(Vec<GoalCondition>),
    /// Any of them.
    Or(Vec<GoalCondition>),
    /// Not.
    Not(Box<GoalCondition>),
    /// Never true.
    Never,
}

impl GoalCondition {
    /// Whether the condition or a part of it passes the test.
    pub fn mentions(&self, test: &dyn Fn(&Self) -> bool) -> bool {
        test(self)
            || match self {
                Self::And(parts) | Self::Or(parts) => parts.iter().any(|part| part.mentions(test)),
                Self::Not(part) => part.mentions(test),
                _ => false,
            }
    }
}

/// A piece type with the owner it must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeTest {
    /// The type.
    pub piece: PieceTypeId,
    /// Who must own it.
    pub owner: Owner,
    /// Whether the test is negated: no such piece stands there.
    pub negated: bool,
}

/// Whose piece a goal asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// P's own.
    Own,
    /// Another player's.
    Opponent,
    /// Anyone's.
    Any,
}

/// One element of a `relative-config` chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RelativeStep {
    /// A piece must stand here.
    Piece(TypeTest),
    /// One step on. `by_player[player]` is the direction with P's symmetry applied.
    Step(Vec<DirectionId>),
}
