//! The short move texts of a replay.

use crate::engine::{Move, Playthrough};
use crate::game::PlayerId;
use crate::notation::{Spelling, san, zillions};
use crate::replay::Observer;

/// The texts of one move that was played: a whole turn, or one part of a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlyText {
    /// Index of the record's entry.
    pub entry: usize,
    /// Who is on turn.
    pub side: PlayerId,
    /// The round of the turn order, from 1.
    pub round: usize,
    /// Whether the turn is the first of its round.
    pub opens_round: bool,
    /// Whether it goes on with a chain.
    pub continues: bool,
    /// Whether the turn is over behind it.
    pub ends_turn: bool,
    /// The token, without `+` and `#`.
    pub short: String,
    /// As the first part of a longer chain: the token with its whole origin; as a further part: what it adds.
    pub part: String,
    /// `+`, `#` or nothing.
    pub mark: &'static str,
    /// The line of a saved game, without its number.
    pub zsg: String,
    /// Plies since the last capture or Pawn move, behind it.
    pub clock: u32,
}

/// Collects the texts of all moves while a record is replayed.
#[derive(Debug)]
pub struct SanCollector<'s> {
    spelling: &'s Spelling,
    plies: Vec<PlyText>,
    clock: u32,
}

impl<'s> SanCollector<'s> {
    /// A collector for a game of this spelling.
    #[must_use]
    pub fn new(spelling: &'s Spelling) -> Self {
        Self { spelling, plies: Vec::new(), clock: 0 }
    }

    /// The same, from a start position whose clock is not 0.
    #[must_use]
    pub fn with_clock(spelling: &'s Spelling, clock: u32) -> Self {
        Self { spelling, plies: Vec::new(), clock }
    }

    /// What was collected, in the order played.
    #[must_use]
    pub fn plies(&self) -> &[PlyText] {
        &self.plies
    }

    /// Plies since the last capture or Pawn move.
    #[must_use]
    pub const fn clock(&self) -> u32 {
        self.clock
    }
}

impl Observer for SanCollector<'_> {
    fn before(&mut self, playthrough: &mut Playthrough, index: usize, chosen: &Move) {
        let position = playthrough.position();
        let turns = &playthrough.game().turns;
        let turn = position.turn_number();
        let round = turns.round(turn);
        let opens_round = turn.checked_sub(1).is_none_or(|earlier| turns.round(earlier) != round);
        let continues = position.chain().is_some();
        let before = |cell| position.piece(cell).map(|piece| (piece.owner(), piece.piece_type()));
        let zsg = zillions::text(playthrough.game(), before, chosen.as_ref());
        self.clock = self.spelling.clock_after(self.clock, position, chosen.as_ref());
        let side = position.turn_item(playthrough.game()).player;
        let short = self.spelling.short(playthrough, chosen);
        let part = if continues {
            self.spelling.link(playthrough, chosen)
        } else if san::is_partial(chosen.as_ref()) {
            self.spelling.whole(playthrough, chosen)
        } else {
            String::new()
        };
        self.plies.push(PlyText {
            entry: index,
            side,
            round,
            opens_round,
            continues,
            ends_turn: true,
            short,
            part,
            mark: "",
            zsg,
            clock: self.clock,
        });
    }

    fn after(&mut self, playthrough: &mut Playthrough, _index: usize) {
        if let Some(ply) = self.plies.last_mut() {
            ply.ends_turn = playthrough.position().chain().is_none();
            ply.mark = self.spelling.mark(playthrough, ply.side);
        }
    }
}
