//! Counting positions: the field's test of move generators.

use super::movegen::Generator;
use super::moves::{MoveList, Partial};
use super::playthrough::Playthrough;
use super::position::Position;
use crate::game::Game;
use crate::limits::MAX_PERFT_PARTS;

/// How to count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PerftOptions {
    /// Count recorded entries (each partial move and each pass is one) instead of whole turns.
    pub entries: bool,
    /// Make the moves of the last ply too, instead of counting them.
    pub every_leaf: bool,
}

/// A count that cannot be finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a turn goes on for more than {MAX_PERFT_PARTS} parts")]
pub struct EndlessTurn;

/// The number of move sequences of `depth` turns from the present position; 1 for depth 0. Moves with equal effects
/// count once, a decided game has no moves. A chain of partial moves is one turn, counted once for each different
/// sequence of parts.
///
/// # Errors
///
/// When a turn has more than [`MAX_PERFT_PARTS`] parts.
pub fn perft(playthrough: &mut Playthrough, depth: u32, options: PerftOptions) -> Result<u64, EndlessTurn> {
    if depth == 0 {
        return Ok(1);
    }
    let (game, position, generator) = playthrough.parts();
    Counter { game, position, generator, options, pool: Vec::new() }.count(depth, 0)
}

struct Counter<'a> {
    game: &'a Game,
    position: &'a mut Position,
    generator: &'a mut Generator,
    options: PerftOptions,
    pool: Vec<MoveList>,
}

impl Counter<'_> {
    fn count(&mut self, depth: u32, parts: usize) -> Result<u64, EndlessTurn> {
        let mut list = self.pool.pop().unwrap_or_default();
        if depth == 1
            && !self.options.every_leaf
            && let Some(count) = self.generator.count_moves(self.game, self.position, &mut list)
        {
            self.pool.push(list);
            return Ok(count as u64);
        }
        self.generator.legal_moves(self.game, self.position, &mut list);
        let result = self.count_list(&list, depth, parts);
        self.pool.push(list);
        result
    }

    fn count_list(&mut self, list: &MoveList, depth: u32, parts: usize) -> Result<u64, EndlessTurn> {
        let chains_end_here = depth == 1 && !self.options.entries;
        let whole = |list: &MoveList| list.iter().all(|candidate| candidate.head.partial == Partial::No);
        if depth == 1 && !self.options.every_leaf && (self.options.entries || whole(list)) {
            return Ok(list.len() as u64);
        }
        let mut nodes = 0;
        for candidate in list.iter() {
            if chains_end_here && !self.options.every_leaf && candidate.head.partial == Partial::No {
                nodes += 1;
                continue;
            }
            let undo = self.generator.make(self.game, self.position, candidate);
            let goes_on = self.position.chain().is_some() && !self.options.entries;
            let counted = if goes_on {
                if parts >= MAX_PERFT_PARTS { Err(EndlessTurn) } else { self.count(depth, parts + 1) }
            } else if depth == 1 {
                Ok(1)
            } else {
                self.count(depth - 1, 0)
            };
            self.position.undo(&undo);
            nodes += counted?;
        }
        Ok(nodes)
    }
}
