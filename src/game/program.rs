//! Move code over typed ids: one flat list of instructions for the whole game.
//!
//! Every block is compiled once for each player that can act, with that player's symmetry, zones and player id
//! resolved. Control flow is explicit: a test names the instructions that follow if it is true and if it is false, so
//! that `verify`, `if`, `while`, `and`, `or` and `not` leave no trace at run time.

use std::sync::Arc;

use super::id::{AttributeId, CellId, DirectionId, FlagId, MoveTypeId, PieceTypeId, PlayerId, ZoneId};
use crate::source::Place;

/// Index of an instruction.
pub type Pc = u32;

/// All compiled code.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The instructions; index 0 is always [`Instr::End`].
    pub code: Vec<Instr>,
    /// The blocks, grouped by player and piece type.
    pub blocks: Vec<Block>,
    /// Chains of directions that [`CellRef::Chain`] names, each as a range of `chain_steps`.
    pub chains: Vec<std::ops::Range<u32>>,
    /// The steps of all chains.
    pub chain_steps: Vec<DirectionId>,
    /// Lists of promotion types that `Add` names, each a range of `promotion_types`.
    pub promotions: Vec<std::ops::Range<u32>>,
    /// The types of all promotion lists.
    pub promotion_types: Vec<PieceTypeId>,
    /// Lists of cells that drop blocks are confined to.
    pub cell_lists: Vec<Vec<CellId>>,
    /// For each instruction the index of its place in `places`; `u32::MAX` where it has none.
    pub place_of: Vec<u32>,
    /// Places of verifies and adds, for findings.
    pub places: Vec<Place>,
}

impl Program {
    /// Where an instruction stands in the rules file, where that is known.
    #[must_use]
    pub fn place(&self, pc: Pc) -> Option<&Place> {
        self.places.get(*self.place_of.get(pc as usize)? as usize)
    }

    /// Whether some block may move another piece than the one it runs for: it sets `from` before any `cascade`, behind
    /// which `from` only says again where the next piece starts.
    #[must_use]
    pub fn may_move_others(&self) -> bool {
        // Each instruction is met at most twice: with and without a `cascade` before it.
        let mut met = vec![[false; 2]; self.code.len()];
        let mut open: Vec<(Pc, bool)> = self.blocks.iter().map(|block| (block.entry, false)).collect();
        while let Some((pc, cascaded)) = open.pop() {
            let Some(met) = met.get_mut(pc as usize) else { continue };
            if std::mem::replace(&mut met[usize::from(cascaded)], true) {
                continue;
            }
            match self.code[pc as usize] {
                Instr::End => {}
                Instr::From if !cascaded => return true,
                Instr::Jump(target) => open.push((target, cascaded)),
                Instr::Branch(_, if_true, if_false) => open.extend([(if_true, cascaded), (if_false, cascaded)]),
                // Pairs do not outlive an `add` under every option.
                Instr::Add { .. } => open.push((pc + 1, false)),
                Instr::Cascade => open.push((pc + 1, true)),
                _ => open.push((pc + 1, cascaded)),
            }
        }
        false
    }

    /// Where the block of an instruction stands.
    #[must_use]
    pub fn block_place(&self, pc: Pc) -> Option<&Place> {
        let holds = self.blocks.iter().filter(|block| block.entry <= pc);
        holds.max_by_key(|block| block.entry).map(|block| &block.place)
    }
}

/// A run of [`Program::blocks`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CodeRange {
    /// First block.
    pub start: u32,
    /// One past the last.
    pub end: u32,
}

impl CodeRange {
    /// The block indexes.
    #[must_use]
    pub const fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// One compiled block.
#[derive(Clone, Debug)]
pub struct Block {
    /// First instruction.
    pub entry: Pc,
    /// Its move type; `None` before any marker.
    pub move_type: Option<MoveTypeId>,
    /// For drops: the cell list it is confined to.
    pub only_at: Option<u32>,
    /// Whether the block sets or reads flags; position flags.
    pub uses_flags: bool,
    /// Where it stands.
    pub place: Place,
    /// The macro calls that it comes from, the innermost first.
    pub calls: Arc<[CalledMacro]>,
}

/// A macro call that gave move code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CalledMacro {
    /// The macro.
    pub name: Arc<str>,
    /// Where it is called.
    pub place: Place,
}

/// A place relative to a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CellRef {
    /// The current cell.
    Here,
    /// One step in a direction (symmetry applied); may be off the board.
    Step(DirectionId),
    /// One step against a direction, as [`Instr::Opposite`] goes; may be off the board.
    Against(DirectionId),
    /// A fixed cell.
    Cell(CellId),
    /// A chain of steps: index into [`Program::chains`].
    Chain(u32),
    /// The `from` of the run.
    From,
    /// The `to` of the run, else the current cell.
    To,
    /// The marked cell.
    Mark,
    /// Start of the previous move.
    LastFrom,
    /// End of the previous move.
    LastTo,
    /// A place that does not exist on this board: conditions are false, commands do nothing.
    Nowhere,
}

/// One question (section 7). A place off the board makes the answer false.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Test {
    /// No piece there.
    Empty(CellRef),
    /// A piece of the acting player.
    Friend(CellRef),
    /// A piece of another player that takes part in the turn order.
    Enemy(CellRef),
    /// A piece of a player outside the turn order.
    Neutral(CellRef),
    /// A piece of the type.
    Piece(PieceTypeId, CellRef),
    /// The place is this cell.
    Position(CellId, CellRef),
    /// In the zone, of the acting player.
    InZone(ZoneId, CellRef),
    /// The place exists.
    OnBoard(CellRef),
    /// An enemy could take a piece of the acting player there, by moves of the type or any.
    Attacked(Option<MoveTypeId>, CellRef),
    /// Another friend could recapture there.
    Defended(Option<MoveTypeId>, CellRef),
    /// A link leads from the place to an enemy piece.
    AdjacentToEnemy(CellRef),
    /// The place belongs to an `absolute-config` of a win condition of the acting player.
    GoalPosition(CellRef),
    /// The place is the mark.
    Marked(CellRef),
    /// The flag is set.
    Flag(FlagId),
    /// The position flag is set there.
    PositionFlag(FlagId, CellRef),
    /// The place is the start of the previous move.
    LastFrom(CellRef),
    /// The place is the end of the previous move.
    LastTo(CellRef),
    /// The piece there has the attribute, set.
    Attribute(AttributeId, CellRef),
}

impl Test {
    /// The place asked about; a plain flag has none.
    #[must_use]
    pub const fn place(self) -> Option<CellRef> {
        match self {
            Self::Empty(place)
            | Self::Friend(place)
            | Self::Enemy(place)
            | Self::Neutral(place)
            | Self::Piece(_, place)
            | Self::Position(_, place)
            | Self::InZone(_, place)
            | Self::OnBoard(place)
            | Self::Attacked(_, place)
            | Self::Defended(_, place)
            | Self::AdjacentToEnemy(place)
            | Self::GoalPosition(place)
            | Self::Marked(place)
            | Self::PositionFlag(_, place)
            | Self::LastFrom(place)
            | Self::LastTo(place)
            | Self::Attribute(_, place) => Some(place),
            Self::Flag(_) => None,
        }
    }
}

/// Where a `Jump` or test goes on.
pub type Target = Pc;

/// One instruction. The run ends at [`Instr::End`] or at a step off the board; moves already added stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Instr {
    /// Ends the block.
    End,
    /// One step; off the board ends the block.
    Step(DirectionId),
    /// Against a direction; nowhere to come from ends the block.
    Opposite(DirectionId),
    /// To a fixed cell.
    GoTo(CellId),
    /// `mark` := the place; nowhere ends the block.
    Mark(CellRef),
    /// To the mark, the from, the to, the last from or to; undefined ends the block.
    Go(CellRef),
    /// `from` := current.
    From,
    /// `to` := current.
    To,
    /// Goes on at a target.
    Jump(Target),
    /// Goes on at the first target if the test is true, else at the second. Target 0 ends the block.
    Branch(Test, Target, Target),
    /// Records a move; `promotion` is an index into [`Program::promotions`].
    Add {
        /// The list of promotion types.
        promotion: Option<u32>,
        /// The piece on `from` stays.
        copy: bool,
        /// The same player goes on with the piece that arrives.
        partial: bool,
        /// With `partial`: the type of the continuation; `None` for any.
        next_type: Option<MoveTypeId>,
    },
    /// Closes the current pair and opens another.
    Cascade,
    /// Pending capture.
    Capture(CellRef),
    /// Pending change of owner.
    ChangeOwner(PlayerId, CellRef),
    /// Pending flip of the owner.
    Flip(CellRef),
    /// Pending change of type.
    ChangeType(PieceTypeId, CellRef),
    /// Pending creation; `None` is the type of the moving piece.
    Create(PlayerId, Option<PieceTypeId>, CellRef),
    /// Flag := value.
    SetFlag(FlagId, bool),
    /// Position flag := value.
    SetPositionFlag(FlagId, bool, CellRef),
    /// Pending change of an attribute.
    SetAttribute(AttributeId, bool, CellRef),
}
