//! Moves that a piece would have if conditions that fail held: explanations name what fails.

use super::Generator;
use super::attack;
use super::collect::Collect;
use super::run::{Flow, Found, Machine, Run, Sink, Unmet};
use super::trace::Mover;
use crate::engine::moves::{Move, MoveList};
use crate::engine::position::Position;
use crate::game::{CellId, Game, PieceTypeId};

/// Most such moves of one piece.
const MAX_SUPPOSED: usize = 1_000;

/// A move that the blocks of a piece give when every condition counts as held that would end a block.
#[derive(Clone, Debug)]
pub struct Supposed {
    /// The move.
    pub played: Move,
    /// The conditions that fail, in the order asked.
    pub unmet: Vec<Unmet>,
    /// Whether it promotes to a type that must be in stock and is not (`recycle promotions`).
    pub lacks_stock: bool,
    /// Index of its block in [`crate::game::Program::blocks`].
    pub block: usize,
}

/// Keeps every move with what failed before it.
struct Suppose<'a> {
    collect: Collect<'a>,
    unmet: Vec<Unmet>,
    found: Vec<Supposed>,
    block: usize,
}

impl Suppose<'_> {
    fn take(&mut self, position: &Position, run: &Run, found: Found, promotion: Option<PieceTypeId>) {
        let lacks_stock = self.collect.game.options.recycle_promotions
            && promotion.is_some_and(|piece| position.stock(run.player, piece) == 0);
        self.collect.list.clear();
        let _ = self.collect.push(position, run, found, promotion);
        for played in self.collect.list.iter() {
            let (played, unmet) = (played.to_owned(), self.unmet.clone());
            self.found.push(Supposed { played, unmet, lacks_stock, block: self.block });
        }
    }
}

impl Sink for Suppose<'_> {
    const TRACKS_READS: bool = false;
    const SUPPOSES: bool = true;

    fn unmet(&mut self, unmet: Unmet) {
        self.unmet.push(unmet);
    }

    fn add(&mut self, position: &Position, run: &Run, found: Found) -> Flow {
        match found.promotion {
            None => self.take(position, run, found, None),
            Some(list) => {
                let program = &self.collect.game.program;
                let range = &program.promotions[list as usize];
                for &piece in &program.promotion_types[range.start as usize..range.end as usize] {
                    self.take(position, run, found, Some(piece));
                }
            }
        }
        if self.found.len() < MAX_SUPPOSED { Flow::Continue } else { Flow::Stop }
    }
}

impl Generator {
    /// The moves of a mover of the acting player, with what forbids each; equal moves by different blocks stand apart.
    pub(in crate::engine) fn supposed(&mut self, game: &Game, position: &mut Position, mover: Mover) -> Vec<Supposed> {
        let Some((piece, blocks)) = mover.blocks(game, position) else { return Vec::new() };
        let player = position.turn_item(game).acts_as;
        self.seen.start();
        let rules = rules!(self, game);
        let Self { run, nested, seen, overflow, .. } = self;
        let mut list = MoveList::new();
        let collect = Collect { game, list: &mut list, group: 0, seen, overflow };
        let mut sink = Suppose { collect, unmet: Vec::new(), found: Vec::new(), block: 0 };
        let mut machine = Machine { rules, code: &game.program.code, position, nested: Some(nested) };
        (run.player, run.piece, run.is_drop) = (player, piece, mover.is_drop());
        for index in blocks {
            let block = &game.program.blocks[index];
            sink.unmet.clear();
            sink.block = index;
            run.begin(mover.cell(), block.move_type, block.uses_flags);
            if machine.execute(run, block.entry, &mut sink) == Flow::Stop {
                break;
            }
        }
        sink.found
    }

    /// The cells of the enemy pieces that could take a piece of the acting player and this type on the cell.
    pub(in crate::engine) fn attackers(
        &mut self,
        game: &Game,
        position: &mut Position,
        piece: PieceTypeId,
        target: CellId,
    ) -> Vec<CellId> {
        let player = position.turn_item(game).acts_as;
        attack::attackers(rules!(self, game), position, &mut self.run, player, piece, target)
    }
}
