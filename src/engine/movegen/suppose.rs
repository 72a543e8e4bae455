//! Moves that a piece would have if conditions that fail held: explanations name what fails.

use super::Generator;
use super::attack;
use super::collect::Collect;
use super::run::{Flow, Found, Machine, Run, Sink, Unmet};
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
}

/// Keeps every move with what failed before it.
struct Suppose<'a> {
    collect: Collect<'a>,
    unmet: Vec<Unmet>,
    found: Vec<Supposed>,
}

impl Sink for Suppose<'_> {
    const TRACKS_READS: bool = false;
    const SUPPOSES: bool = true;

    fn unmet(&mut self, unmet: Unmet) {
        self.unmet.push(unmet);
    }

    fn add(&mut self, position: &Position, run: &Run, found: Found) -> Flow {
        self.collect.list.clear();
        let _ = self.collect.add(position, run, found);
        for played in self.collect.list.iter() {
            self.found.push(Supposed { played: played.to_owned(), unmet: self.unmet.clone() });
        }
        if self.found.len() < MAX_SUPPOSED { Flow::Continue } else { Flow::Stop }
    }
}

impl Generator {
    /// The moves of the piece of the acting player on the cell, with what forbids each; equal moves by different blocks
    /// stand apart.
    pub(in crate::engine) fn supposed(&mut self, game: &Game, position: &mut Position, cell: CellId) -> Vec<Supposed> {
        let player = position.turn_item(game).acts_as;
        let Some(piece) = position.piece(cell).filter(|piece| piece.owner() == player) else { return Vec::new() };
        self.seen.fill(0);
        let rules = rules!(self, game);
        let Self { run, nested, seen, overflow, .. } = self;
        let mut list = MoveList::new();
        let collect = Collect { game, list: &mut list, group: 0, seen, overflow };
        let mut sink = Suppose { collect, unmet: Vec::new(), found: Vec::new() };
        let mut machine = Machine { rules, code: &game.program.code, position, nested: Some(nested) };
        run.player = player;
        run.piece = piece.piece_type();
        run.is_drop = false;
        for block in &game.program.blocks[game.pieces[run.piece.index()].moves[player.index()].range()] {
            sink.unmet.clear();
            run.begin(cell, block.move_type, block.uses_flags);
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
