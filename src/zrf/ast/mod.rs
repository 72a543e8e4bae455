//! Typed rules: what a variant says after macro expansion, names not yet resolved.
//!
//! Structure only: which word is a direction and which a position is for `game::compile` to say, because only the
//! board knows. Sections named here are those of the rules language's specification.

mod board;
mod code;
mod goal;
mod origin;

pub use board::{BoardItem, Dimension, DirectionDecl, Grid, UnlinkEntry, ZoneDecl};
pub use code::{Block, BlockItem, Command, Condition, ConditionKind, GoTarget, Operand, Predicate};
pub use goal::{GoalCondition, GoalDecl, GoalKind, GoalType, TypeWrapper};
pub(super) use origin::with_calls;
pub use origin::{CallId, MacroCall, Origin, Origins};

/// A name as written, with the place to blame.
#[derive(Clone, Debug)]
pub struct Name {
    /// The text.
    pub text: std::sync::Arc<str>,
    /// Where it stands; for macro results the place in the macro body or argument.
    pub at: Origin,
}

/// The rules of one variant (section 3.1: base items merged with the variant's).
#[derive(Clone, Debug)]
pub struct GameRules {
    /// The title; empty where none is given.
    pub title: String,
    /// Where the game or variant form stands.
    pub at: Origin,
    /// What all the origins mean.
    pub origins: Origins,
    /// Section 4.2, in order.
    pub players: Vec<Name>,
    /// Section 4.3.
    pub turn_order: Vec<TurnItem>,
    /// Section 4.4, old one-word forms included; the last value for a name stands.
    pub options: Vec<OptionDecl>,
    /// Section 4.5; empty where not given.
    pub move_priorities: Vec<Name>,
    /// Section 4.6.
    pub setup: Vec<SetupEntry>,
    /// Section 4.7: the engine that holds the rules, if any.
    pub engine: Option<Name>,
    /// Section 5, in file order.
    pub board: Vec<BoardItem>,
    /// Section 6, in order; a piece defined twice stands once, with its last definition in the place of the first.
    pub pieces: Vec<PieceDecl>,
    /// Section 9, in file order.
    pub goals: Vec<GoalDecl>,
}

/// One item of `turn-order`.
#[derive(Clone, Debug)]
pub enum TurnItem {
    /// `repeat`.
    Repeat(Origin),
    /// A turn: `P`, `(P t ...)` or `(P Q t ...)`; the names are not yet told apart.
    Turn(Vec<Name>),
}

/// One option with its value; the name in lower case.
#[derive(Clone, Debug)]
pub struct OptionDecl {
    /// Name in lower case, such as `pass turn`; the old form `pass-turn` is stored so too.
    pub name: String,
    /// The value as written in lower case; `true` where missing.
    pub value: String,
    /// Where it stands.
    pub at: Origin,
}

/// `(Pawn a2 b2 off 3)` of one player's board setup.
#[derive(Clone, Debug)]
pub struct SetupEntry {
    /// The owner.
    pub player: Name,
    /// The piece type.
    pub piece: Name,
    /// Positions (or zones), in order.
    pub cells: Vec<Name>,
    /// Number added to the stock by `off N`.
    pub off: u32,
}

/// One `piece` form.
#[derive(Clone, Debug)]
pub struct PieceDecl {
    /// Its name.
    pub name: Name,
    /// `notation`, the short name for move lists, if given.
    pub notation: Option<String>,
    /// Attributes with their start values, in order of the clauses.
    pub attributes: Vec<(Name, bool)>,
    /// Whether it is marked `dummy`.
    pub dummy: bool,
    /// `moves`, in order.
    pub moves: Vec<BlockItem>,
    /// `drops`, in order.
    pub drops: Vec<BlockItem>,
    /// Whether words of its code were not understood; such a piece's moves cannot be relied on.
    pub unreliable: bool,
}
