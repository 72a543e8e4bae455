//! What a replay knows beyond the record.

use smol_str::SmolStr;

use crate::diagnostic::{Code, RecordReport, Verdict};
use crate::engine::MoveKind;
use crate::game::Game;
use crate::notation::zillions::ShownEffects;

/// What a replay knows beyond the record.
#[derive(Clone, Debug)]
pub struct ReplayFacts<'a> {
    /// The rules that were used.
    pub game: &'a Game,
    /// Verdict, result, findings and the name of the rules.
    pub report: &'a RecordReport,
    /// All players of the rules: those of the turn order in its order, then the others.
    pub sides: Vec<SideFacts>,
    /// One for each entry of the record.
    pub plies: Vec<PlyFacts>,
    /// The start position as FEN, where it is not the variant's own.
    pub start: Option<String>,
    /// By what the game ended, by the rules.
    pub by: Option<String>,
    /// Who won, by the rules.
    pub winner: Option<String>,
}

/// One player of the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideFacts {
    /// The player's name.
    pub side: String,
    /// Who plays.
    pub kind: Option<SideKind>,
}

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideKind {
    /// A person.
    Human,
    /// A program.
    Computer,
    /// Chance.
    Random,
    /// Nobody: the side takes no turns.
    Neutral,
}

impl SideKind {
    /// The word used in documents.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Human => "human",
            Self::Computer => "computer",
            Self::Random => "random",
            Self::Neutral => "neutral",
        }
    }
}

/// What a replay knows of one entry. The default is an entry that was not reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlyFacts {
    /// Who is on turn.
    pub side: Option<SmolStr>,
    /// The round of the turn order.
    pub round: Option<u32>,
    /// The PGN-like token of this entry alone.
    pub token: Option<SmolStr>,
    /// Its verdict, with the finding that decided it.
    pub verdict: Option<(Verdict, Option<Code>)>,
    /// The effects of the legal move that was found, and whether it is a drop. Without them the effects are those that
    /// the entry writes.
    pub effects: Option<(MoveKind, ShownEffects)>,
    /// Of a whole turn in one entry: the effects with which its second and further moves begin.
    pub part_starts: Vec<usize>,
    /// The number after `partial` of the legal move that was found, where the entry is one part of a longer turn and
    /// its notation does not write it.
    pub partial: Option<u32>,
}
