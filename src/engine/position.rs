//! The whole state of a game between two entries of a record.

use std::sync::Arc;

use super::facts::Facts;
use super::piece::Piece;
use super::zobrist;
use crate::game::{CellId, Game, MoveTypeId, PieceTypeId, PlayerId, TurnItem};

/// A turn that is under way: the piece on `cell` goes on with moves of the type (`None` for any).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chain {
    /// Where the piece stands.
    pub cell: CellId,
    /// The type of its continuations.
    pub move_type: Option<MoveTypeId>,
}

/// Cells, stock, turn, and what the rules remember of the last move. Changed by making and unmaking moves; a log of
/// old cell contents makes that cheap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    cells: Vec<Option<Piece>>,
    /// `occupied[player * words + word]`: bits of the cells that hold a piece of the player.
    occupied: Vec<u64>,
    words: usize,
    /// `royals[player * words + word]`: bits of the cells that hold a royal piece of the player.
    royals: Vec<u64>,
    /// `is_royal[player * types + type]`
    is_royal: Arc<[bool]>,
    /// `counts[player * types + type]`: pieces on the board.
    counts: Vec<u32>,
    types: usize,
    /// `stock[player * types + type]`.
    stock: Vec<u32>,
    pub(super) state: TurnState,
    /// Pieces lost by capture; those of the present turn begin at `state.losses_start`.
    losses: Vec<(PlayerId, PieceTypeId)>,
    /// Keys of the positions after each completed turn, the start position first; empty unless keys are tracked.
    history: Vec<u64>,
    marks: Aside<Marks>,
    /// `drift[player * words + word]`: bits of the cells that may have changed for good since the player's royal pieces were
    /// last looked at ([`Self::take_changes`]).
    drift: Aside<Vec<u64>>,
    key: u64,
    tracks_keys: bool,
    tracks_losses: bool,
    cell_log: Vec<(CellId, Option<Piece>)>,
    stock_log: Vec<(u32, u32)>,
}

/// The part of a position that is not on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TurnState {
    /// Index in the turn order.
    pub(super) turn: u32,
    /// Completed turns since the start.
    pub(super) turn_number: u32,
    pub(super) chain: Option<Chain>,
    pub(super) last_from: Option<CellId>,
    pub(super) last_to: Option<CellId>,
    /// What decides the game and needs no moves to be judged.
    pub(super) decided: Option<Decided>,
    pub(super) losses_start: u32,
    /// Whether the position may have occurred before.
    may_repeat: bool,
}

/// What decides a game whatever moves there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decided {
    /// The goal of this index holds for the player.
    Goal(u32, PlayerId),
    /// All players but this one are out (`docs/rules-extensions.md`).
    LastLeft(PlayerId),
}

/// What may be more than the position itself calls for, and so is no part of what makes two positions equal.
#[derive(Clone, Debug, Default)]
struct Aside<T>(T);

impl<T> PartialEq for Aside<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<T> Eq for Aside<T> {}

/// Marks of the keys that occurred, several to a bit: a key whose bit is not set has not occurred. Marks of moves that
/// were taken back stay.
#[derive(Clone, Debug, Default)]
struct Marks(Vec<u64>);

impl Marks {
    /// So many that the keys of a long game set few of them.
    const WORDS: usize = 64;

    /// Sets the mark of a key; answers whether it was set.
    fn set(&mut self, key: u64) -> bool {
        self.0.resize(Self::WORDS, 0);
        let (word, bit) = ((key >> 6) as usize % Self::WORDS, 1 << (key % 64));
        let was_set = self.0[word] & bit != 0;
        self.0[word] |= bit;
        was_set
    }
}

/// What is needed to take a move back.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    state: TurnState,
    key: u64,
    cells: u32,
    stock: u32,
    losses: u32,
    history: u32,
}

impl Position {
    /// An empty board of the game, the first turn to come.
    pub(super) fn empty(game: &Game, facts: &Facts) -> Self {
        let (players, types, cells) = (game.players.len(), game.pieces.len(), game.board.cell_count());
        let words = cells.div_ceil(64);
        Self {
            cells: vec![None; cells],
            occupied: vec![0; players * words],
            words,
            royals: vec![0; players * words],
            is_royal: Arc::clone(&facts.royal),
            counts: vec![0; players * types],
            types,
            stock: vec![0; players * types],
            state: TurnState {
                turn: 0,
                turn_number: 0,
                chain: None,
                last_from: None,
                last_to: None,
                decided: None,
                losses_start: 0,
                may_repeat: false,
            },
            losses: Vec::new(),
            history: Vec::new(),
            marks: Aside::default(),
            drift: Aside(vec![0; players * words]),
            key: 0,
            tracks_keys: facts.tracks_keys,
            tracks_losses: facts.tracks_losses,
            cell_log: Vec::new(),
            stock_log: Vec::new(),
        }
    }

    /// The piece on a cell.
    #[must_use]
    pub fn piece(&self, cell: CellId) -> Option<Piece> {
        self.cells[cell.index()]
    }

    /// Index of the present turn in the turn order.
    #[must_use]
    pub const fn turn(&self) -> usize {
        self.state.turn as usize
    }

    /// Completed turns since the start of the game, from 0.
    #[must_use]
    pub const fn turn_number(&self) -> usize {
        self.state.turn_number as usize
    }

    /// The present turn: who is on turn, as whom, with which types.
    #[must_use]
    pub fn turn_item<'g>(&self, game: &'g Game) -> &'g TurnItem {
        &game.turns.items[self.turn()]
    }

    /// The chain of partial moves under way.
    #[must_use]
    pub const fn chain(&self) -> Option<Chain> {
        self.state.chain
    }

    /// Start and end of the previous move.
    #[must_use]
    pub const fn last_move(&self) -> (Option<CellId>, Option<CellId>) {
        (self.state.last_from, self.state.last_to)
    }

    /// How many pieces of the type the player has in stock.
    #[must_use]
    pub fn stock(&self, player: PlayerId, piece: PieceTypeId) -> u32 {
        self.stock[player.index() * self.types + piece.index()]
    }

    /// How many pieces of the type the player has on the board.
    #[must_use]
    pub fn count(&self, player: PlayerId, piece: PieceTypeId) -> u32 {
        self.counts[player.index() * self.types + piece.index()]
    }

    /// How many pieces the player has on the board.
    #[must_use]
    pub fn count_all(&self, player: PlayerId) -> u32 {
        self.counts[player.index() * self.types..(player.index() + 1) * self.types].iter().sum()
    }

    /// The same by the bits of the board: no look at the types.
    pub(super) fn count_on_board(&self, player: PlayerId) -> u32 {
        self.occupied_words(player).iter().map(|word| word.count_ones()).sum()
    }

    /// How many pieces the player has in stock.
    #[must_use]
    pub fn stock_all(&self, player: PlayerId) -> u32 {
        self.stock[player.index() * self.types..(player.index() + 1) * self.types].iter().sum()
    }

    /// The cells that hold pieces of the player, in board order.
    pub fn cells_of(&self, player: PlayerId) -> impl Iterator<Item = CellId> + '_ {
        self.occupied_words(player)
            .iter()
            .enumerate()
            .flat_map(|(word, &bits)| Bits(bits).map(move |bit| cell_at(word, bit)))
    }

    /// All cells in board order with what stands on them.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = (CellId, Option<Piece>)> + '_ {
        self.cells.iter().enumerate().map(|(index, &piece)| (CellId::from_index(index), piece))
    }

    /// A key of board, stock, turn and chain: equal positions have equal keys. Zero unless keys are tracked.
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// How often the present position has occurred since the start, this time included. Needs tracked keys.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        match self.history.split_last().filter(|_| self.state.may_repeat) {
            Some((present, earlier)) => 1 + earlier.iter().filter(|key| *key == present).count(),
            None => 1,
        }
    }

    pub(super) const fn words(&self) -> usize {
        self.words
    }

    pub(super) fn occupied_words(&self, player: PlayerId) -> &[u64] {
        &self.occupied[player.index() * self.words..(player.index() + 1) * self.words]
    }

    /// The cells that hold royal pieces of the player, in board order.
    pub(super) fn royal_cells(&self, player: PlayerId) -> impl Iterator<Item = CellId> + '_ {
        let words = self.royal_words(player).iter().enumerate();
        words.flat_map(|(word, &bits)| Bits(bits).map(move |bit| cell_at(word, bit)))
    }

    /// The same as bits of the board.
    pub(super) fn royal_words(&self, player: PlayerId) -> &[u64] {
        &self.royals[player.index() * self.words..(player.index() + 1) * self.words]
    }

    /// Pieces lost by capture in the last turn.
    pub(super) fn losses(&self) -> &[(PlayerId, PieceTypeId)] {
        &self.losses[self.state.losses_start as usize..]
    }

    /// Changes a cell and writes its old content to the log.
    pub(super) fn set(&mut self, cell: CellId, piece: Option<Piece>) {
        let old = std::mem::replace(&mut self.cells[cell.index()], piece);
        self.cell_log.push((cell, old));
        self.update_tables(cell, old, piece);
    }

    /// Moves what stands on a cell to an empty one, as two changes: it is the same piece, so that less is to be done.
    pub(super) fn relocate(&mut self, from: CellId, to: CellId, piece: Piece) {
        self.cells[from.index()] = None;
        self.cells[to.index()] = Some(piece);
        self.cell_log.push((from, Some(piece)));
        self.cell_log.push((to, None));
        let (left, kind) = self.slots(piece, from.index() / 64);
        let (reached, _) = self.slots(piece, to.index() / 64);
        let (from_bit, to_bit) = (1 << (from.index() % 64), 1 << (to.index() % 64));
        self.occupied[left] &= !from_bit;
        self.occupied[reached] |= to_bit;
        if self.is_royal[kind] {
            self.royals[left] &= !from_bit;
            self.royals[reached] |= to_bit;
        }
        if self.tracks_keys {
            self.key ^= zobrist::cell(from, Some(piece)) ^ zobrist::cell(to, Some(piece));
        }
    }

    /// Where a word of the owner's bits stands, and what is known of owner and type.
    #[inline]
    const fn slots(&self, piece: Piece, word: usize) -> (usize, usize) {
        let owner = piece.owner().index();
        (owner * self.words + word, owner * self.types + piece.piece_type().index())
    }

    fn update_tables(&mut self, cell: CellId, old: Option<Piece>, new: Option<Piece>) {
        let (word, bit) = (cell.index() / 64, 1 << (cell.index() % 64));
        if let Some(old) = old {
            let (men, kind) = self.slots(old, word);
            self.occupied[men] &= !bit;
            self.counts[kind] -= 1;
            if self.is_royal[kind] {
                self.royals[men] &= !bit;
            }
        }
        if let Some(new) = new {
            let (men, kind) = self.slots(new, word);
            self.occupied[men] |= bit;
            self.counts[kind] += 1;
            if self.is_royal[kind] {
                self.royals[men] |= bit;
            }
        }
        if self.tracks_keys {
            self.key ^= zobrist::cell(cell, old) ^ zobrist::cell(cell, new);
        }
    }

    /// Counts a piece as captured, which has left the board. It goes to the stock of the player and type given.
    pub(super) fn note_capture(&mut self, victim: Piece, stock: Option<(PlayerId, PieceTypeId)>) {
        if let Some((player, piece)) = stock {
            self.change_stock(player, piece, 1);
        }
        if self.tracks_losses {
            self.losses.push((victim.owner(), victim.piece_type()));
        }
    }

    /// Adds to the stock or takes from it; an empty stock stays empty.
    pub(super) fn change_stock(&mut self, player: PlayerId, piece: PieceTypeId, by: i32) {
        let index = player.index() * self.types + piece.index();
        let old = self.stock[index];
        self.stock_log.push((to_u32(index), old));
        self.write_stock(index, old.saturating_add_signed(by));
    }

    fn write_stock(&mut self, index: usize, count: u32) {
        if self.tracks_keys {
            self.key ^= zobrist::stock(index, self.stock[index]) ^ zobrist::stock(index, count);
        }
        self.stock[index] = count;
    }

    /// Remembers the state before a move.
    pub(super) fn mark(&self) -> Undo {
        Undo {
            state: self.state,
            key: self.key,
            cells: to_u32(self.cell_log.len()),
            stock: to_u32(self.stock_log.len()),
            losses: to_u32(self.losses.len()),
            history: to_u32(self.history.len()),
        }
    }

    /// The cells whose content was set since a remembered state, in order and one perhaps several times, with what stood
    /// there before.
    pub(super) fn changed_since(&self, undo: &Undo) -> impl Iterator<Item = (CellId, Option<Piece>)> + '_ {
        self.cell_log[undo.cells as usize..].iter().copied()
    }

    /// Goes back to a remembered state; marks must be undone in reverse order.
    pub(super) fn undo(&mut self, undo: &Undo) {
        while self.cell_log.len() > undo.cells as usize {
            if let Some((cell, old)) = self.cell_log.pop() {
                let present = std::mem::replace(&mut self.cells[cell.index()], old);
                self.update_tables(cell, present, old);
            }
        }
        while self.stock_log.len() > undo.stock as usize {
            if let Some((index, old)) = self.stock_log.pop() {
                self.stock[index as usize] = old;
            }
        }
        self.losses.truncate(undo.losses as usize);
        self.history.truncate(undo.history as usize);
        self.state = undo.state;
        self.key = undo.key;
    }

    /// Forgets how to go back, so that a long game does not grow the logs.
    pub(super) fn forget_undo(&mut self) {
        for index in 0..self.cell_log.len() {
            self.note_drift(self.cell_log[index].0);
        }
        self.cell_log.clear();
        self.stock_log.clear();
        let start = self.state.losses_start as usize;
        self.losses.drain(..start);
        self.state.losses_start = 0;
    }

    /// Writes down, one bit a cell, which cells may hold something else than when this was last asked for the player, or
    /// than at the beginning.
    pub(super) fn take_changes(&mut self, player: PlayerId, changed: &mut [u64]) {
        let drift = &mut self.drift.0[player.index() * self.words..][..self.words];
        for (changed, drift) in changed.iter_mut().zip(drift.iter_mut()) {
            *changed = std::mem::take(drift);
        }
        for &(cell, _) in &self.cell_log {
            let (word, bit) = (cell.index() / 64, 1 << (cell.index() % 64));
            changed[word] |= bit;
            // What is taken back is another change.
            drift[word] |= bit;
        }
    }

    /// The changes last taken for the player stand for good: nothing of them will be taken back.
    pub(super) fn keep_changes(&mut self, player: PlayerId) {
        let own = player.index() * self.words;
        for index in 0..self.cell_log.len() {
            let (cell, _) = self.cell_log[index];
            self.note_drift(cell);
            self.drift.0[own + cell.index() / 64] &= !(1 << (cell.index() % 64));
        }
        self.cell_log.clear();
    }

    /// Notes for all players that the cell has changed.
    #[inline]
    fn note_drift(&mut self, cell: CellId) {
        let mut word = cell.index() / 64;
        while let Some(drift) = self.drift.0.get_mut(word) {
            *drift |= 1 << (cell.index() % 64);
            word += self.words;
        }
    }

    /// Goes on to the next turn of the turn order; nothing is decided there yet.
    pub(super) fn next_turn(&mut self, game: &Game) {
        self.state.turn = to_u32(game.turns.next(self.turn()));
        self.state.turn_number = self.state.turn_number.saturating_add(1);
        self.state.decided = None;
    }

    /// Begins a new turn: the losses of the one before are done with only when the next one is over.
    pub(super) fn begin_losses(&mut self) {
        self.state.losses_start = to_u32(self.losses.len());
    }

    /// The key of the whole state: board and stock with turn and chain.
    pub(super) fn full_key(&self) -> u64 {
        self.key ^ zobrist::turn(self.state.turn, self.state.chain)
    }

    /// Notes the present position in the history, when keys are tracked.
    pub(super) fn note_history(&mut self) {
        if self.tracks_keys {
            let key = self.full_key();
            self.history.push(key);
            self.state.may_repeat = self.marks.0.set(key);
        }
    }

    /// Starts to keep keys and history, from here on.
    pub(super) fn track_keys(&mut self) {
        self.tracks_keys = true;
        self.key = 0;
        for index in 0..self.cells.len() {
            self.key ^= zobrist::cell(CellId::from_index(index), self.cells[index]);
        }
        for (index, &count) in self.stock.iter().enumerate() {
            self.key ^= zobrist::stock(index, count);
        }
        // Room for a common game is made at once.
        self.history.clear();
        self.history.reserve(128);
        self.marks = Aside::default();
        self.note_history();
    }

    pub(super) const fn is_tracking_keys(&self) -> bool {
        self.tracks_keys
    }
}

/// The indexes of the bits that are set, from the lowest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bits(pub(super) u64);

impl Iterator for Bits {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

pub(super) fn cell_at(word: usize, bit: u32) -> CellId {
    CellId::from_index(word * 64 + bit as usize)
}

fn to_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
