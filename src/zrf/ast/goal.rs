//! Section 9: goals.

use super::{Name, Origin};

/// What a goal gives to the player it holds for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalKind {
    /// `win-condition`
    Win,
    /// `loss-condition`
    Loss,
    /// `draw-condition`
    Draw,
    /// `count-condition`: the player with more pieces wins.
    Count,
}

/// One goal form.
#[derive(Clone, Debug)]
pub struct GoalDecl {
    /// What it gives.
    pub kind: GoalKind,
    /// The players it is tested for, in order; empty for all (count conditions).
    pub players: Vec<Name>,
    /// The condition.
    pub condition: GoalCondition,
    /// Where the form stands.
    pub at: Origin,
}

/// A goal's condition (9.1).
#[derive(Clone, Debug)]
pub enum GoalCondition {
    /// `(absolute-config types (places))`
    AbsoluteConfig {
        /// Types, any of which may fill a place; empty for any piece.
        types: Vec<GoalType>,
        /// Positions or zones.
        places: Vec<Name>,
    },
    /// `(relative-config A d B ...)`, types and directions in order, not yet told apart.
    RelativeConfig(Vec<GoalType>),
    /// `(captured A ...)`
    Captured(Vec<Name>),
    /// `(checkmated A ...)`
    Checkmated(Vec<Name>),
    /// `stalemated`
    Stalemated,
    /// `repetition`
    Repetition,
    /// `(pieces-remaining N [A])`
    PiecesRemaining(u32, Option<Name>),
    /// `(total-piece-count N [A])`
    TotalPieceCount(u32, Option<Name>),
    /// `(and ...)`
    And(Vec<GoalCondition>),
    /// `(or ...)`
    Or(Vec<GoalCondition>),
    /// `(not C)`
    Not(Box<GoalCondition>),
    /// A condition that could not be read; never true.
    Never,
}

/// A piece type in a goal, possibly wrapped.
#[derive(Clone, Debug)]
pub struct GoalType {
    /// The name (in `relative-config` possibly a direction).
    pub name: Name,
    /// How it was wrapped.
    pub wrapper: TypeWrapper,
}

/// The word around a piece type in a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeWrapper {
    /// No word: owned by the player.
    Own,
    /// `(opponent A)`
    Opponent,
    /// `(any-owner A)`
    AnyOwner,
    /// `(not A)`
    Not,
}
