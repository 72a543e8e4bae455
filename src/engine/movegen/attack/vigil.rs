//! A watch over the royal pieces of a game that is played on.
//!
//! Whether a piece attacks is a pure function of the cells it looks at and of the previous move. A piece that was found
//! not to attack need not be asked again until one of the cells it looked at changes, or its own. So of a board full of
//! pieces one or none is asked after a move, as long as no royal piece moves.

use super::{Rules, Search, Targets, Tracks};
use crate::engine::movegen::paths::Reads;
use crate::engine::movegen::run::Run;
use crate::engine::position::{Bits, Position, cell_at};
use crate::game::{CellId, Game, PlayerId};

/// What is known of the enemies of one player's royal pieces.
#[derive(Clone, Debug)]
pub(in crate::engine::movegen) struct Vigil {
    /// The cells of the royal pieces, and the same as bits.
    targets: Targets,
    royals: Vec<u64>,
    /// `near[player * words + word]`: the cells from which he could attack a royal piece at all.
    near: Vec<u64>,
    /// Whether that is known; until then these are all cells.
    knows_near: bool,
    /// One bit a cell: the piece there does not attack.
    asleep: Vec<u64>,
    /// One bit a cell that changed.
    changed: Vec<u64>,
    /// For each cell the pieces that looked at it, each as a bit of its place in its word: where two share a bit, both are
    /// asked again.
    watchers: Vec<u64>,
}

/// Notes the cells that one piece looks at.
struct Watch<'a> {
    watchers: &'a mut [u64],
    bit: u64,
    reads_last_move: bool,
}

impl Reads for Watch<'_> {
    #[inline]
    fn cell(&mut self, cell: CellId) {
        self.watchers[cell.index()] |= self.bit;
    }

    fn last_move(&mut self) {
        self.reads_last_move = true;
    }
}

impl Tracks for Watch<'_> {
    const TRACKS: bool = true;
}

impl Vigil {
    /// Nothing is known yet of a game's board.
    pub(in crate::engine::movegen) fn new(game: &Game) -> Self {
        let cells = game.board.cell_count();
        let words = vec![0; cells.div_ceil(64)];
        Self {
            targets: Targets::new(),
            royals: words.clone(),
            near: vec![u64::MAX; game.players.len() * words.len()],
            knows_near: false,
            asleep: words.clone(),
            changed: words,
            watchers: vec![0; cells],
        }
    }

    /// Whether a royal piece of the player is attacked now; `None` if he has none. The vigil is kept over one player of one
    /// game, whose position tells the changes.
    pub(in crate::engine::movegen) fn is_attacked(
        &mut self,
        rules: Rules<'_>,
        position: &mut Position,
        run: &mut Run,
        player: PlayerId,
    ) -> Option<bool> {
        position.take_changes(player, &mut self.changed);
        self.rouse(position, player);
        if self.targets.is_empty() {
            return None;
        }
        let enemies = rules.facts.enemies[player.index()];
        if !self.knows_near {
            self.learn_near(rules, enemies);
        }
        let words = self.asleep.len();
        for enemy in Bits(enemies).map(|enemy| PlayerId(enemy as u8)) {
            let near = &self.near[enemy.index() * words..][..words];
            let men = position.occupied_words(enemy).iter().zip(near).zip(&self.asleep);
            let mut awake = men.map(|((men, near), asleep)| men & near & !asleep);
            if let Some(first) = awake.position(|men| men != 0)
                && self.ask(&mut Search::new(rules, position, run), enemy, first)
            {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Whether one of the pieces attacks that are awake, from this word of the board on. The others fall asleep.
    #[inline(never)]
    fn ask(&mut self, search: &mut Search<'_>, enemy: PlayerId, first: usize) -> bool {
        let Self { targets, asleep, near, watchers, .. } = self;
        let words = asleep.len();
        for word in first..words {
            let near = near[enemy.index() * words + word];
            let men = search.position.occupied_words(enemy)[word] & near & !asleep[word];
            for bit in Bits(men) {
                let cell = cell_at(word, bit);
                let Some(piece) = search.position.piece(cell) else { continue };
                let mut watch = Watch { watchers, bit: 1 << bit, reads_last_move: false };
                if search.takes(cell, piece, targets, &mut watch) {
                    return true;
                }
                if !watch.reads_last_move {
                    asleep[word] |= 1 << bit;
                }
            }
        }
        false
    }

    /// Notes from where the royal pieces could be attacked, once that is worked out for all enemies.
    #[cold]
    fn learn_near(&mut self, rules: Rules<'_>, enemies: u64) {
        let words = self.asleep.len();
        let Some(tables) = rules.tables else { return self.near.fill(u64::MAX) };
        self.knows_near = true;
        for enemy in Bits(enemies).map(|enemy| PlayerId(enemy as u8)) {
            let near = &mut self.near[enemy.index() * words..][..words];
            near.fill(0);
            for &target in &self.targets {
                match tables.near(rules.game, enemy, target) {
                    Some(cells) => near.iter_mut().zip(cells).for_each(|(near, cells)| *near |= cells),
                    None => {
                        near.fill(u64::MAX);
                        self.knows_near = false;
                    }
                }
            }
        }
    }

    /// Wakes the pieces whose answer may be another one now.
    #[inline]
    fn rouse(&mut self, position: &Position, player: PlayerId) {
        let Self { targets, royals, knows_near, asleep, changed, watchers, .. } = self;
        let mut watching = 0;
        for (word, &changed) in changed.iter().enumerate() {
            asleep[word] &= !changed;
            for bit in Bits(changed) {
                watching |= std::mem::take(&mut watchers[cell_at(word, bit).index()]);
            }
        }
        if watching != 0 {
            asleep.iter_mut().for_each(|word| *word &= !watching);
        }
        let now = position.royal_words(player);
        if !royals.iter().zip(now).all(|(then, now)| then == now) {
            royals.copy_from_slice(now);
            targets.clear();
            targets.extend(position.royal_cells(player));
            asleep.fill(0);
            *knows_near = false;
        }
    }
}
