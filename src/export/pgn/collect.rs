//! The short move texts of a replay.

use smol_str::SmolStr;

use crate::engine::{Move, Playthrough};
use crate::game::PlayerId;
use crate::notation::{Spelling, san, zillions};
use crate::record::Record;
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
    /// Whether the turn is over behind it.
    pub ends_turn: bool,
    /// The token, without `+` and `#`.
    pub short: SmolStr,
    /// As the first part of a longer chain: the token with its whole origin; as a further part: what it adds.
    pub part: SmolStr,
    /// `+`, `#` or nothing.
    pub mark: &'static str,
    /// Of a record that came from a saved game: whether a writer of saved games gives the text that was recorded.
    pub is_as_recorded: bool,
}

/// Collects the texts of all moves while a record is replayed.
#[derive(Debug)]
pub struct SanCollector<'s> {
    record: &'s Record,
    spelling: &'s Spelling,
    plies: Vec<PlyText>,
    /// Whether the last of them is still to be played.
    is_next: bool,
    /// The text being written.
    text: String,
}

impl<'s> SanCollector<'s> {
    /// A collector for a record of a game of this spelling.
    #[must_use]
    pub fn new(record: &'s Record, spelling: &'s Spelling) -> Self {
        Self { record, spelling, plies: Vec::with_capacity(record.entries.len()), is_next: false, text: String::new() }
    }

    /// What was collected, in the order played.
    #[must_use]
    pub fn plies(&self) -> &[PlyText] {
        &self.plies[..self.plies.len() - usize::from(self.is_next)]
    }

    /// The same, when all was collected.
    #[must_use]
    pub fn into_plies(mut self) -> Vec<PlyText> {
        self.forget_next();
        self.plies
    }

    /// Takes the last move away, if it was not played.
    fn forget_next(&mut self) {
        if std::mem::take(&mut self.is_next) {
            self.plies.pop();
        }
    }

    /// What a writer gives, as a text of its own.
    fn written(&mut self, write: impl FnOnce(&Spelling, &mut String)) -> SmolStr {
        self.text.clear();
        write(self.spelling, &mut self.text);
        SmolStr::new(&self.text)
    }

    /// Whether an entry of a saved game is the text that a writer of saved games gives for the move.
    fn is_as_recorded(&mut self, playthrough: &Playthrough, index: usize, chosen: &Move) -> bool {
        if self.record.zsg.is_none() {
            return false;
        }
        let Some(entry) = self.record.entries.get(index) else { return false };
        let position = playthrough.position();
        let before = |cell| position.piece(cell).map(|piece| (piece.owner(), piece.piece_type()));
        let recorded = self.record.entry_text(entry).trim();
        zillions::is_text(recorded, &mut self.text, playthrough.game(), before, chosen.as_ref())
    }
}

impl Observer for SanCollector<'_> {
    fn looks_early(&self) -> bool {
        true
    }

    fn before(&mut self, playthrough: &mut Playthrough, index: usize, chosen: &Move) {
        self.forget_next();
        let position = playthrough.position();
        let turns = &playthrough.game().turns;
        let turn = position.turn_number();
        let round = turns.round(turn);
        let opens_round = turn.checked_sub(1).is_none_or(|earlier| turns.round(earlier) != round);
        let continues = position.chain().is_some();
        let side = position.turn_item(playthrough.game()).player;
        let is_as_recorded = self.is_as_recorded(playthrough, index, chosen);
        let short = self.written(|spelling, text| spelling.write_short(text, playthrough, chosen));
        let part = if continues {
            self.written(|spelling, text| spelling.write_link(text, playthrough, chosen))
        } else if san::is_partial(chosen.as_ref()) {
            self.written(|spelling, text| spelling.write_whole(text, playthrough, chosen))
        } else {
            SmolStr::default()
        };
        let (ends_turn, mark) = (true, "");
        let entry = index;
        self.plies.push(PlyText { entry, side, round, opens_round, ends_turn, short, part, mark, is_as_recorded });
        self.is_next = true;
    }

    fn after(&mut self, playthrough: &mut Playthrough, _index: usize) {
        if std::mem::take(&mut self.is_next)
            && let Some(ply) = self.plies.last_mut()
        {
            ply.ends_turn = playthrough.position().chain().is_none();
            ply.mark = self.spelling.mark(playthrough, ply.side);
        }
    }
}
