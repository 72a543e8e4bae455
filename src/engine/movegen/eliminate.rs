//! Players who are out (`docs/rules-extensions.md`, `eliminate attacked`).

use smallvec::SmallVec;

use super::Generator;
use super::attack;
use crate::engine::position::{Bits, Decided, Position, cell_at};
use crate::game::{CellId, Game, PieceTypeId, PlayerId};

impl Generator {
    /// Begins a turn: turns of players who are out are skipped, then whoever the player on turn attacks is out. Does
    /// nothing without the option, or within a turn.
    pub(in crate::engine) fn begin_turn(&mut self, game: &Game, position: &mut Position) {
        let Some(piece) = game.options.eliminate_attacked.filter(|_| position.chain().is_none()) else { return };
        let left = self.sides_left(position);
        if left == 0 {
            return;
        }
        // Players who do not decide for themselves are never out.
        let out = self.facts.sides & !left;
        for _ in 0..game.turns.items.len() {
            if out >> position.turn_item(game).player.0 & 1 == 0 {
                break;
            }
            position.next_turn(game);
        }
        while self.put_out(game, position, piece) {}
        let left = self.sides_left(position);
        if left.is_power_of_two() {
            position.state.decided = Some(Decided::LastLeft(PlayerId(left.trailing_zeros() as u8)));
        }
    }

    /// Bit mask of the players with men on the board, who decide for themselves.
    fn sides_left(&self, position: &Position) -> u64 {
        let has_men = |&side: &u32| position.count_all(PlayerId(side as u8)) > 0;
        Bits(self.facts.sides).filter(has_men).fold(0, |mask, side| mask | 1 << side)
    }

    /// Takes all men of every opponent off who has a piece of the type attacked by the player on turn. Answers whether
    /// there was one: removals open lines.
    fn put_out(&mut self, game: &Game, position: &mut Position, piece: PieceTypeId) -> bool {
        let player = position.turn_item(game).player;
        let mut out = 0;
        for enemy in Bits(self.facts.enemies[player.index()]) {
            let owner = PlayerId(enemy as u8);
            if position.count(owner, piece) > 0 && self.attacks_type(game, position, player, owner, piece) {
                out |= 1 << enemy;
            }
        }
        for owner in Bits(out) {
            remove_all(position, PlayerId(owner as u8));
        }
        out != 0
    }

    /// Whether the attacker could take a piece of this owner and type.
    fn attacks_type(
        &mut self,
        game: &Game,
        position: &mut Position,
        attacker: PlayerId,
        owner: PlayerId,
        piece: PieceTypeId,
    ) -> bool {
        let is_one = |cell: &CellId| position.piece(*cell).is_some_and(|stands| stands.piece_type() == piece);
        let targets: SmallVec<[CellId; 4]> = position.cells_of(owner).filter(is_one).collect();
        targets.iter().any(|&target| attack::attacks(rules!(self, game), position, &mut self.run, attacker, target))
    }
}

fn remove_all(position: &mut Position, owner: PlayerId) {
    for word in 0..position.words() {
        for bit in Bits(position.occupied_words(owner)[word]) {
            position.set(cell_at(word, bit), None);
        }
    }
}
