//! Sections 6 and 7: move blocks, commands and conditions.

use super::{Name, Origin};

/// One entry of `moves` or `drops`.
#[derive(Clone, Debug)]
pub enum BlockItem {
    /// `(move-type T)`: the type of the blocks that follow.
    MoveType(Name),
    /// A move block.
    Block(Block),
}

/// A list of commands that runs left to right (6.1).
#[derive(Clone, Debug)]
pub struct Block {
    /// Where the block stands.
    pub at: Origin,
    /// For drops: positions or zones the block is confined to, if it starts with such a list.
    pub only_at: Option<Vec<Name>>,
    /// The commands. Nested plain lists are spliced in already.
    pub commands: Vec<Command>,
}

/// One command (6.2 to 6.9).
#[derive(Clone, Debug)]
pub enum Command {
    /// A bare word that is no keyword: a direction, else a position.
    Step(Name),
    /// `(opposite D)`.
    Opposite(Name),
    /// `mark`, or `(mark P)`.
    Mark(Option<Operand>, Origin),
    /// `back`.
    Back,
    /// `from`.
    From,
    /// `to`.
    To,
    /// `(go ...)`.
    Go(GoTarget),
    /// `(verify C)`; several conditions are joined by and.
    Verify(Condition),
    /// `(if C a b else c d)`.
    If(Condition, Vec<Command>, Vec<Command>),
    /// `(while C a b)`.
    While(Condition, Vec<Command>, Origin),
    /// `add`, `(add T ...)`.
    Add {
        /// Promotion types; empty for none.
        types: Vec<Name>,
        /// Whether the piece on `from` stays (`add-copy`).
        copy: bool,
        /// Where the command stands.
        at: Origin,
    },
    /// `add-partial`, `(add-partial [types] [move-type])`; the words are not yet told apart.
    AddPartial {
        /// Promotion types, and at most one move type.
        words: Vec<Name>,
        /// Whether the piece on `from` stays (`add-copy-partial`).
        copy: bool,
        /// Where the command stands.
        at: Origin,
    },
    /// `cascade`.
    Cascade,
    /// `capture`, `(capture P)`.
    Capture(Option<Operand>),
    /// `change-owner` with up to a player and a place, not yet told apart.
    ChangeOwner(Vec<Operand>, Origin),
    /// `flip`, `(flip P)`.
    Flip(Option<Operand>),
    /// `(change-type T [P])`.
    ChangeType(Name, Option<Operand>),
    /// `create` with up to a player, a type and a place, not yet told apart.
    Create(Vec<Operand>, Origin),
    /// `(set-flag F v)`.
    SetFlag(Name, Condition),
    /// `(set-position-flag F v [P])`.
    SetPositionFlag(Name, Condition, Option<Operand>),
    /// `(set-attribute A v [P])`.
    SetAttribute(Name, Condition, Option<Operand>),
}

/// `(go X)`: where to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoTarget {
    /// The start of the current pair.
    From,
    /// The end set by `to`, else the current position.
    To,
    /// The marked position.
    Mark,
    /// Start of the previous move.
    LastFrom,
    /// End of the previous move.
    LastTo,
}

/// A place given to a command or condition: one word, or a chain of steps.
#[derive(Clone, Debug)]
pub enum Operand {
    /// A direction from the current position, or a position.
    Word(Name),
    /// A chain of directions, such as `n nw`.
    Chain(Vec<Name>),
    /// `(opposite D)` as a place: from where a step in the direction leads here.
    Opposite(Name),
    /// `mark`, `from`, `to`, `last-from`, `last-to` used as a place.
    Special(GoTarget, Origin),
}

/// A condition with its place.
#[derive(Clone, Debug)]
pub struct Condition {
    /// What is asked.
    pub kind: ConditionKind,
    /// Where it stands.
    pub at: Origin,
}

/// What a condition asks (section 7). `not-` forms are [`ConditionKind::Not`] around the positive one.
#[derive(Clone, Debug)]
pub enum ConditionKind {
    /// `true` or `false`; also what an unusable condition became.
    Constant(bool),
    /// `(not C)` and `not-` forms.
    Not(Box<Condition>),
    /// `(and ...)`.
    And(Vec<Condition>),
    /// `(or ...)`.
    Or(Vec<Condition>),
    /// One question about a place.
    Test(Predicate, Option<Operand>),
}

/// One question about a place. Names are not yet resolved.
#[derive(Clone, Debug)]
pub enum Predicate {
    /// `empty?`
    Empty,
    /// `friend?`
    Friend,
    /// `enemy?`
    Enemy,
    /// `neutral?`
    Neutral,
    /// `(piece? T)`
    Piece(Name),
    /// `(position? X)`
    Position(Name),
    /// `(in-zone? Z)`
    InZone(Name),
    /// `on-board?`
    OnBoard,
    /// `attacked?`, `(attacked? T)`
    Attacked(Option<Name>),
    /// `defended?`, `(defended? T)`
    Defended(Option<Name>),
    /// `adjacent-to-enemy?`
    AdjacentToEnemy,
    /// `goal-position?`
    GoalPosition,
    /// `marked?`
    Marked,
    /// `(flag? F)`
    Flag(Name),
    /// `(position-flag? F)`
    PositionFlag(Name),
    /// `last-from?`
    LastFrom,
    /// `last-to?`
    LastTo,
    /// An attribute's name. A name that starts with `not-` and is no attribute itself means the negation; it is
    /// stored as written, `game::compile` decides.
    Attribute(Name),
}
