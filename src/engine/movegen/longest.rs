//! `maximal captures`: only moves that begin a longest sequence are legal (`spec/zrf.md` 8.3).

use super::Generator;
use crate::engine::moves::{MoveList, Partial};
use crate::engine::position::Position;
use crate::game::Game;
use crate::limits::{MAX_CHAIN_DEPTH, MAX_CHAIN_NODES};

impl Generator {
    /// Keeps the moves that begin a longest sequence of parts.
    pub(super) fn keep_longest(&mut self, game: &Game, position: &mut Position, list: &mut MoveList) {
        if list.len() < 2 || list.iter().all(|candidate| candidate.head.partial == Partial::No) {
            return;
        }
        let mut budget = MAX_CHAIN_NODES;
        let lengths: Vec<usize> =
            (0..list.len()).map(|index| self.length(game, position, list, index, 1, &mut budget)).collect();
        let longest = lengths.iter().copied().max().unwrap_or(0);
        let mut index = 0;
        list.retain(|_| {
            index += 1;
            lengths[index - 1] == longest
        });
    }

    /// Number of parts of the longest sequence that begins with the move.
    fn length(
        &mut self,
        game: &Game,
        position: &mut Position,
        list: &MoveList,
        index: usize,
        depth: usize,
        budget: &mut usize,
    ) -> usize {
        let candidate = list.get(index);
        if candidate.head.partial == Partial::No {
            return 1;
        }
        if depth >= MAX_CHAIN_DEPTH || *budget == 0 {
            self.overflow = true;
            return 1;
        }
        *budget -= 1;
        let undo = self.make(game, position, candidate);
        let mut longest = 0;
        if position.chain().is_some() {
            let mut next = self.pool.pop().unwrap_or_default();
            self.candidates(game, position, &mut next);
            self.remove_exposing(game, position, &mut next);
            for index in 0..next.len() {
                longest = longest.max(self.length(game, position, &next, index, depth + 1, budget));
            }
            self.pool.push(next);
        }
        position.undo(&undo);
        1 + longest
    }
}
