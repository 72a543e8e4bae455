//! The players in the order in which notation numbers them.

use crate::game::{Game, PlayerId};

/// Players in notation order: those of the turn order as they come first on turn, then all others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sides {
    order: Vec<PlayerId>,
    on_turn: usize,
}

impl Sides {
    /// The sides of a game.
    #[must_use]
    pub fn new(game: &Game) -> Self {
        let mut order: Vec<PlayerId> = Vec::new();
        for item in &game.turns.items {
            if !order.contains(&item.player) {
                order.push(item.player);
            }
        }
        let on_turn = order.len();
        for index in 0..game.players.len() {
            let player = PlayerId::from_index(index);
            if !order.contains(&player) {
                order.push(player);
            }
        }
        Self { order, on_turn }
    }

    /// All players in notation order.
    #[must_use]
    pub fn order(&self) -> &[PlayerId] {
        &self.order
    }

    /// How many players take turns.
    #[must_use]
    pub const fn on_turn(&self) -> usize {
        self.on_turn
    }

    /// Whether more than two players take turns, so that sides are written as numbers.
    #[must_use]
    pub const fn are_many(&self) -> bool {
        self.on_turn > 2
    }

    /// The number of a player, from 1.
    #[must_use]
    pub fn number(&self, player: PlayerId) -> usize {
        self.order.iter().position(|&known| known == player).map_or(0, |index| index + 1)
    }

    /// The player of a number, from 1.
    #[must_use]
    pub fn player(&self, number: usize) -> Option<PlayerId> {
        self.order.get(number.checked_sub(1)?).copied()
    }
}
