//! The compiled game: immutable, shared, fast to read. No names are looked up while moves are generated.

pub mod compile;

mod attack_code;
mod board;
mod derived;
mod goal;
mod id;
mod idle;
mod names;
mod program;
mod reach;
mod turn;

pub use board::{Board, Coordinates, GridShape, NO_CELL};
pub use derived::Derived;
pub use goal::{Goal, GoalCondition, GoalKind, Owner, RelativeStep, TypeTest};
pub use id::{AttributeId, CellId, DirectionId, FlagId, GoalId, MoveTypeId, PieceTypeId, PlayerId, ZoneId};
pub use idle::Idle;
pub use names::NameTable;
pub use program::{Block, CalledMacro, CellRef, CodeRange, Instr, Pc, Program, Target, Test};
pub use reach::Reach;
pub use turn::{PassTurn, TurnItem, TurnOrder, TypeSet};

use crate::source::Place;

/// A compiled variant.
#[derive(Debug)]
pub struct Game {
    /// The variant's title.
    pub title: String,
    /// Names of the players; the index is the [`PlayerId`].
    pub players: NameTable,
    /// What the turn order makes of each player.
    pub player_kinds: Vec<PlayerKind>,
    /// Cells, directions, links and zones.
    pub board: Board,
    /// Names of the piece types; the index is the [`PieceTypeId`].
    pub piece_names: NameTable,
    /// The piece types.
    pub pieces: Vec<PieceType>,
    /// Names of the move types; the index is the [`MoveTypeId`].
    pub move_types: NameTable,
    /// Attribute names in bit order; the index is the [`AttributeId`].
    pub attributes: NameTable,
    /// The attribute numbers that saved games write (`spec/zsg.md` 4): entry `n` is the attribute numbered `n`.
    pub attribute_numbers: Vec<AttributeId>,
    /// The move types in the order of the numbers after `partial` (`spec/zsg.md` 5.2): entry `n` has number `n + 1`.
    pub partial_numbers: Vec<MoveTypeId>,
    /// How many flags a run may set.
    pub flag_count: usize,
    /// How many position flags a run may set.
    pub position_flag_count: usize,
    /// The compiled move code of all players.
    pub program: Program,
    /// Whose turn it is when.
    pub turns: TurnOrder,
    /// Rank of each move type by `move-priorities`, from 0; unlisted and untyped blocks rank last. Empty when the
    /// game has no priorities. Indexed by [`MoveTypeId`]; see [`Game::priority`].
    pub priorities: Vec<u16>,
    /// Options that bear on legality.
    pub options: Options,
    /// With [`Options::captures_to_hand`]: per piece type the attributes `was-T?` with the type T, in the order in which
    /// they count; see [`Game::hand_type`].
    pub hand_types: Vec<Vec<(AttributeId, PieceTypeId)>>,
    /// Goals in file order.
    pub goals: Vec<Goal>,
    /// Per player: the piece types that must not be left attacked (`checkmated` in a loss condition, 8.2).
    pub royal: Vec<Vec<PieceTypeId>>,
    /// The start position: owner and type per cell.
    pub setup: Vec<Option<(PlayerId, PieceTypeId)>>,
    /// The stock at the start: `stock[player][piece type]`.
    pub stock: Vec<Vec<u32>>,
    /// Whether the game knows a stock at all (drops, recycling, `off` pieces).
    pub has_stock: bool,
    /// The clause that says the rules live in an outside engine.
    pub engine: Option<Place>,
    /// Where the variant stands in its rules file.
    pub place: Place,
    /// Which cells each piece could capture on, worked out at first use.
    pub reach: Reach,
    /// What the engine has worked out, shared by all who play the game.
    pub derived: Derived,
    /// What the replay of saved games remembers of their entries, shared by all who replay games of these rules.
    pub entries: Derived,
}

/// What the turn order makes of a player (4.2, 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerKind {
    /// Takes turns; people or programs decide.
    Real,
    /// Takes turns; chance decides (`?Name`).
    Random,
    /// In the turn order only as the one acted for (`(P Q)`): an enemy, with no turns of its own.
    ActedFor,
    /// Not in the turn order: neither friend nor enemy to anyone else.
    Neutral,
}

/// A piece type.
#[derive(Clone, Debug)]
pub struct PieceType {
    /// Attribute bits at the start.
    pub start_attributes: u64,
    /// Attribute bits that the type declares.
    pub declared_attributes: u64,
    /// The short name of `notation`, if any.
    pub notation: Option<String>,
    /// Whether its move code was understood in full.
    pub reliable: bool,
    /// `moves[player]`: its move blocks for this player; empty where the player never acts.
    pub moves: Vec<CodeRange>,
    /// `drops[player]`: its drop blocks for this player.
    pub drops: Vec<CodeRange>,
    /// Where it is defined.
    pub place: Place,
}

/// Options that bear on legality (4.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// `pass turn`.
    pub pass_turn: PassTurn,
    /// `pass partial`.
    pub pass_partial: bool,
    /// `maximal captures` (true or 2).
    pub maximal_captures: bool,
    /// `maximal captures` has the value 2: the choice by worth is not checked.
    pub maximal_captures_by_worth: bool,
    /// `recycle captures`.
    pub recycle_captures: bool,
    /// `recycle promotions`.
    pub recycle_promotions: bool,
    /// `discard cascades`.
    pub discard_cascades: bool,
    /// `include off-pieces`.
    pub include_off_pieces: bool,
    /// `scoresheet:captures to hand` (this and the following: `docs/rules-extensions.md`).
    pub captures_to_hand: bool,
    /// `scoresheet:no drop mate`: drops of this type may not checkmate.
    pub no_drop_mate: Option<PieceTypeId>,
    /// `scoresheet:eliminate attacked`: who has a piece of this type attacked as a turn begins, is out.
    pub eliminate_attacked: Option<PieceTypeId>,
    /// `scoresheet:fading`: bits of the attributes that end with their owner's next move.
    pub fading: u64,
}

impl Game {
    /// Rank of a move type by `move-priorities` (4.5); 0 comes first. Untyped blocks rank last.
    #[must_use]
    pub fn priority(&self, move_type: Option<MoveTypeId>) -> u16 {
        move_type.and_then(|id| self.priorities.get(id.index()).copied()).unwrap_or(u16::MAX)
    }

    /// As which type a captured piece goes to the hand: the type T of its first attribute `was-T?` that is set, else its
    /// own.
    #[must_use]
    pub fn hand_type(&self, piece: PieceTypeId, attributes: u64) -> PieceTypeId {
        let was = self.hand_types.get(piece.index()).into_iter().flatten();
        let mut set = was.filter(|&&(attribute, _)| attributes & Self::attribute_bit(attribute) != 0);
        set.next().map_or(piece, |&(_, was)| was)
    }

    /// Who owns a flipped piece of the owner: the next real player in the order of `players` (6.8).
    #[must_use]
    pub fn flipped_owner(&self, owner: PlayerId) -> PlayerId {
        let players = self.players.len();
        (1..=players)
            .map(|step| (owner.index() + step) % players)
            .find(|&next| self.player_kinds[next] == PlayerKind::Real)
            .map_or(owner, PlayerId::from_index)
    }

    /// Whether any goal asks for a repeated position.
    #[must_use]
    pub fn has_repetition_goal(&self) -> bool {
        self.goals.iter().any(|goal| goal.condition.mentions(&|part| matches!(part, GoalCondition::Repetition)))
    }

    /// The bits of an attribute in a piece.
    #[must_use]
    pub const fn attribute_bit(attribute: AttributeId) -> u64 {
        1 << attribute.0
    }
}
