//! From where a cell could be attacked at all: the reach of all pieces, turned round.
//!
//! The sets of all pieces on all cells have to be worked out for it, which one short game does not repay. So it is made
//! for a player only when he has been asked for attacks several times as often as he has such sets.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::game::{CellId, Game, PieceTypeId, PlayerId};

/// So many questions repay the work on one set.
const QUESTIONS_A_SET: usize = 4;

/// Per player the cells from which each cell could be attacked.
#[derive(Debug)]
pub(super) struct Near {
    players: Box<[OfPlayer]>,
    words: usize,
}

#[derive(Debug, Default)]
struct OfPlayer {
    asked: AtomicUsize,
    /// `words` words for each target, one bit a cell.
    sources: OnceLock<Box<[u64]>>,
}

impl Near {
    pub(super) fn new(game: &Game) -> Self {
        let players = (0..game.players.len()).map(|_| OfPlayer::default()).collect();
        Self { players, words: game.board.cell_count().div_ceil(64) }
    }

    /// The cells, one bit each, from which some piece of the player could take on the target, whatever stands on the
    /// board. `None` until it is worth knowing.
    #[inline]
    pub(super) fn of(&self, game: &Game, player: PlayerId, target: CellId) -> Option<&[u64]> {
        let own = &self.players[player.index()];
        let sources = match own.sources.get() {
            Some(sources) => sources,
            None => own.warm(game, player, self.words)?,
        };
        Some(&sources[target.index() * self.words..][..self.words])
    }
}

impl OfPlayer {
    #[cold]
    fn warm(&self, game: &Game, player: PlayerId, words: usize) -> Option<&[u64]> {
        let worth = QUESTIONS_A_SET * game.pieces.len() * game.board.cell_count();
        if self.asked.fetch_add(1, Ordering::Relaxed) < worth {
            return None;
        }
        Some(self.sources.get_or_init(|| turn_round(game, player, words)))
    }
}

fn turn_round(game: &Game, player: PlayerId, words: usize) -> Box<[u64]> {
    let cells = game.board.cell_count();
    let mut sources = vec![0_u64; cells * words];
    for piece in (0..game.pieces.len()).map(PieceTypeId::from_index) {
        if game.pieces[piece.index()].moves[player.index()].range().is_empty() {
            continue;
        }
        for from in 0..cells {
            let reach = game.reach.of(game, player, piece, CellId::from_index(from));
            for target in (0..cells).filter(|target| reach[target / 64] >> (target % 64) & 1 != 0) {
                sources[target * words + from / 64] |= 1 << (from % 64);
            }
        }
    }
    sources.into()
}
