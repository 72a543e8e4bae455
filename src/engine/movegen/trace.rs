//! The run of every block that a move could come from: what it gives, and where it ends.

use super::Generator;
use super::collect::Collect;
use super::run::{Flow, Found, Machine, Run, Sink, Unmet};
use crate::engine::moves::{Move, MoveList};
use crate::engine::piece::Piece;
use crate::engine::position::Position;
use crate::game::{Block, CellId, DirectionId, Game, Pc, PieceTypeId};

/// Whose moves are asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    /// The piece of the acting player on this cell.
    On(CellId),
    /// A piece of this type of the acting player, dropped on the cell; whether it is in stock is not asked.
    Drop(PieceTypeId, CellId),
}

/// Why a run came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All of the block was done.
    Done,
    /// No link leads on.
    OffBoard {
        /// From here.
        from: CellId,
        /// This way; `None` against a direction, or to a place that is not there.
        direction: Option<DirectionId>,
        /// The instruction.
        at: Pc,
    },
    /// A condition that the block needs fails.
    Unmet(Unmet),
    /// A loop was cut.
    Cut(Pc),
}

/// One run of a block.
#[derive(Clone, Debug)]
pub struct BlockRun {
    /// Index of the block in [`crate::game::Program::blocks`].
    pub block: usize,
    /// The moves it gives.
    pub moves: Vec<Move>,
    /// How it ended.
    pub ended: Ended,
}

/// The runs of all blocks of a mover.
#[derive(Clone, Debug, Default)]
pub struct Traced {
    /// The runs, in the order of the rules.
    pub runs: Vec<BlockRun>,
    /// The cells that the runs looked at, each once.
    pub read: Vec<CellId>,
}

impl Mover {
    /// The type of the piece and the blocks that move it, as indexes. `None` where no such piece stands.
    pub(super) fn blocks(self, game: &Game, position: &Position) -> Option<(PieceTypeId, Vec<usize>)> {
        let player = position.turn_item(game).acts_as;
        match self {
            Self::On(cell) => {
                let piece = position.piece(cell).filter(|piece| piece.owner() == player)?.piece_type();
                Some((piece, game.pieces[piece.index()].moves[player.index()].range().collect()))
            }
            Self::Drop(piece, cell) => {
                let allows = |block: &Block| {
                    block.only_at.is_none_or(|list| game.program.cell_lists[list as usize].contains(&cell))
                };
                let blocks = game.pieces[piece.index()].drops[player.index()].range();
                Some((piece, blocks.filter(|&block| allows(&game.program.blocks[block])).collect()))
            }
        }
    }

    /// The cell it moves from, or is dropped on.
    #[must_use]
    pub const fn cell(self) -> CellId {
        match self {
            Self::On(cell) | Self::Drop(_, cell) => cell,
        }
    }

    pub(super) const fn is_drop(self) -> bool {
        matches!(self, Self::Drop(..))
    }
}

struct Trace<'a> {
    collect: Collect<'a>,
    read: Vec<CellId>,
    ended: Ended,
}

impl Sink for Trace<'_> {
    const TRACKS_READS: bool = true;
    const TRACES: bool = true;

    fn read(&mut self, cell: CellId) {
        if !self.read.contains(&cell) {
            self.read.push(cell);
        }
    }

    fn ended(&mut self, ended: Ended) {
        self.ended = ended;
    }

    fn add(&mut self, position: &Position, run: &Run, found: Found) -> Flow {
        self.collect.add(position, run, found)
    }
}

impl Generator {
    /// The runs of all blocks of a mover, on the board as it stands but for the cells given.
    pub(in crate::engine) fn trace(
        &mut self,
        game: &Game,
        position: &mut Position,
        mover: Mover,
        changed: &[(CellId, Option<Piece>)],
    ) -> Traced {
        let undo = position.mark();
        changed.iter().for_each(|&(cell, piece)| position.set(cell, piece));
        let traced = self.trace_here(game, position, mover);
        position.undo(&undo);
        traced
    }

    fn trace_here(&mut self, game: &Game, position: &mut Position, mover: Mover) -> Traced {
        let Some((piece, blocks)) = mover.blocks(game, position) else { return Traced::default() };
        let player = position.turn_item(game).acts_as;
        let rules = rules!(self, game);
        let Self { run, nested, seen, overflow, .. } = self;
        let mut list = MoveList::new();
        let collect = Collect { game, list: &mut list, group: 0, seen, overflow };
        let mut sink = Trace { collect, read: Vec::new(), ended: Ended::Done };
        let mut machine = Machine { rules, code: &game.program.code, position, nested: Some(nested) };
        (run.player, run.piece, run.is_drop) = (player, piece, mover.is_drop());
        let mut runs = Vec::with_capacity(blocks.len());
        for index in blocks {
            let block = &game.program.blocks[index];
            sink.collect.list.clear();
            sink.collect.seen.start();
            sink.ended = Ended::Done;
            run.begin(mover.cell(), block.move_type, block.uses_flags);
            let _ = machine.execute(run, block.entry, &mut sink);
            let moves = sink.collect.list.iter().map(|played| played.to_owned()).collect();
            runs.push(BlockRun { block: index, moves, ended: sink.ended });
        }
        Traced { runs, read: sink.read }
    }
}
