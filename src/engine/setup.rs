//! A position as somebody claims it, before the rules accept it.

use super::facts::Facts;
use super::piece::Piece;
use super::position::{Chain, Position};
use crate::game::{CellId, Game, PieceTypeId, PlayerId};

/// A position that can be changed freely. [`super::Playthrough::from_setup`] makes it playable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// What stands on each cell.
    pub cells: Vec<Option<Piece>>,
    /// `stock[player][piece type]`.
    pub stock: Vec<Vec<u32>>,
    /// Index of the turn in the turn order.
    pub turn: usize,
    /// Completed turns before this position; numbers the rounds.
    pub turn_number: usize,
    /// Start of the previous move, for rules that ask.
    pub last_from: Option<CellId>,
    /// End of the previous move, for rules that ask.
    pub last_to: Option<CellId>,
    /// A chain of partial moves under way.
    pub chain: Option<Chain>,
}

impl Setup {
    /// The variant's own start.
    #[must_use]
    pub fn start(game: &Game) -> Self {
        let cells = game.setup.iter().map(|entry| entry.map(|(player, piece)| Piece::fresh(game, player, piece)));
        Self { cells: cells.collect(), stock: game.stock.clone(), ..Self::empty(game) }
    }

    /// An empty board with empty stock, the first turn to come.
    #[must_use]
    pub fn empty(game: &Game) -> Self {
        Self {
            cells: vec![None; game.board.cell_count()],
            stock: vec![vec![0; game.pieces.len()]; game.players.len()],
            turn: 0,
            turn_number: 0,
            last_from: None,
            last_to: None,
            chain: None,
        }
    }

    /// A position as it stands.
    #[must_use]
    pub fn of(game: &Game, position: &Position) -> Self {
        let (last_from, last_to) = position.last_move();
        let stock_of = |player: usize| {
            (0..game.pieces.len())
                .map(|piece| position.stock(PlayerId::from_index(player), PieceTypeId::from_index(piece)))
                .collect()
        };
        Self {
            cells: position.cells().map(|(_, piece)| piece).collect(),
            stock: (0..game.players.len()).map(stock_of).collect(),
            turn: position.turn(),
            turn_number: position.turn_number(),
            last_from,
            last_to,
            chain: position.chain(),
        }
    }

    pub(super) fn into_position(self, game: &Game, facts: &Facts) -> Position {
        let mut position = Position::empty(game, facts);
        for (index, piece) in self.cells.into_iter().enumerate().filter(|(_, piece)| piece.is_some()) {
            position.set(CellId::from_index(index), piece);
        }
        for (player, counts) in self.stock.iter().enumerate() {
            for (piece, &count) in counts.iter().enumerate().filter(|&(_, &count)| count > 0) {
                let count = i32::try_from(count).unwrap_or(i32::MAX);
                position.change_stock(PlayerId::from_index(player), PieceTypeId::from_index(piece), count);
            }
        }
        position.state.turn = u32::try_from(self.turn.min(game.turns.items.len() - 1)).unwrap_or(0);
        position.state.turn_number = u32::try_from(self.turn_number).unwrap_or(u32::MAX);
        position.state.last_from = self.last_from;
        position.state.last_to = self.last_to;
        position.state.chain = self.chain;
        position.forget_undo();
        position
    }
}
