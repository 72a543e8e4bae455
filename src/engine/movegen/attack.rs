//! Attacks (`spec/zrf.md` 8.1) and the moves they forbid (8.2).
//!
//! A run is a pure function of the cells it looks at and of the previous move. So before the moves of a turn are
//! tested, every enemy piece is run once, and for every cell it is noted which enemy pieces looked at it. A move can
//! change the answer only of the pieces that looked at a cell the move changes; only those are run again.

use super::run::{Flow, Found, Machine, Run, Sink};
use crate::engine::facts::Facts;
use crate::engine::moves::{Effect, MoveKind, MoveRef};
use crate::engine::piece::Piece;
use crate::engine::play;
use crate::engine::position::{Bits, Position, cell_at};
use crate::game::{CellId, Game, MoveTypeId, PlayerId};

/// Stops at a move that captures on the target.
struct HitsCell {
    target: CellId,
}

impl Sink for HitsCell {
    const TRACKS_READS: bool = false;

    fn add(&mut self, _: &Position, run: &Run, _: Found) -> Flow {
        let hit = run.end() == self.target
            || run.pairs.iter().any(|&(_, to)| to == self.target)
            || run.captures.contains(&self.target);
        if hit { Flow::Stop } else { Flow::Continue }
    }
}

/// Stops at a move that captures a royal piece of the player.
struct HitsRoyal<'a> {
    facts: &'a Facts,
    player: PlayerId,
}

impl HitsRoyal<'_> {
    fn is_royal(&self, position: &Position, cell: CellId) -> bool {
        position
            .piece(cell)
            .is_some_and(|piece| piece.owner() == self.player && self.facts.is_royal(self.player, piece.piece_type()))
    }
}

impl Sink for HitsRoyal<'_> {
    const TRACKS_READS: bool = false;

    fn add(&mut self, position: &Position, run: &Run, _: Found) -> Flow {
        let hit = self.is_royal(position, run.end())
            || run.pairs.iter().any(|&(_, to)| self.is_royal(position, to))
            || run.captures.iter().any(|&cell| self.is_royal(position, cell));
        if hit { Flow::Stop } else { Flow::Continue }
    }
}

/// Notes every cell looked at for one enemy piece, and whether it captures a royal piece.
struct Watch<'a> {
    royal: HitsRoyal<'a>,
    readers: &'a mut [u64],
    words: usize,
    word: usize,
    bit: u64,
    hits: bool,
    reads_last_move: bool,
}

impl Sink for Watch<'_> {
    const TRACKS_READS: bool = true;

    fn read(&mut self, cell: CellId) {
        self.readers[cell.index() * self.words + self.word] |= self.bit;
    }

    fn read_last_move(&mut self) {
        self.reads_last_move = true;
    }

    fn add(&mut self, position: &Position, run: &Run, found: Found) -> Flow {
        self.hits |= self.royal.add(position, run, found) == Flow::Stop;
        Flow::Continue
    }
}

/// Runs the move blocks of the piece of `attacker` on `cell`; stops when the sink does.
fn run_piece<S: Sink>(
    machine: &mut Machine<'_>,
    run: &mut Run,
    cell: CellId,
    piece: Piece,
    move_type: Option<MoveTypeId>,
    sink: &mut S,
) -> Flow {
    let game = machine.game;
    run.player = piece.owner();
    run.piece = piece.piece_type();
    run.is_drop = false;
    for block in &game.program.blocks[game.pieces[run.piece.index()].moves[run.player.index()].range()] {
        if move_type.is_some() && move_type != block.move_type {
            continue;
        }
        run.begin(cell, block.move_type, block.uses_flags);
        if machine.execute(run, block.entry, sink) == Flow::Stop {
            return Flow::Stop;
        }
    }
    Flow::Continue
}

/// Whether a player of the mask can capture on `target`. `skip` is left out of the attackers.
fn any_hits(
    machine: &mut Machine<'_>,
    run: &mut Run,
    attackers: u64,
    move_type: Option<MoveTypeId>,
    skip: Option<CellId>,
    sink: &mut impl Sink,
) -> bool {
    for player in Bits(attackers) {
        let player = PlayerId(player as u8);
        for word in 0..machine.position.words() {
            for bit in Bits(machine.position.occupied_words(player)[word]) {
                let cell = cell_at(word, bit);
                let Some(piece) = machine.position.piece(cell).filter(|_| Some(cell) != skip) else { continue };
                if run_piece(machine, run, cell, piece, move_type, sink) == Flow::Stop {
                    return true;
                }
            }
        }
    }
    false
}

/// `attacked?`: could an enemy take a piece of the acting player on this cell?
pub(super) fn is_attacked(
    game: &Game,
    facts: &Facts,
    position: &mut Position,
    nested: &mut Run,
    asking: &Run,
    target: CellId,
    move_type: Option<MoveTypeId>,
) -> bool {
    let stands = position.piece(target).is_some_and(|piece| piece.owner() == asking.player);
    let ghost = (!stands).then(|| Piece::fresh(game, asking.player, asking.piece));
    let attackers = facts.enemies[asking.player.index()];
    with_ghost(game, facts, position, target, ghost, |machine| {
        any_hits(machine, nested, attackers, move_type, None, &mut HitsCell { target })
    })
}

/// `defended?`: could another friend recapture on this cell?
pub(super) fn is_defended(
    game: &Game,
    facts: &Facts,
    position: &mut Position,
    nested: &mut Run,
    asking: &Run,
    target: CellId,
    move_type: Option<MoveTypeId>,
) -> bool {
    let Some(enemy) = Bits(facts.enemies[asking.player.index()]).next() else { return false };
    let stands = position.piece(target).is_some_and(|piece| facts.is_enemy(asking.player, piece.owner()));
    let ghost = (!stands).then(|| Piece::fresh(game, PlayerId(enemy as u8), asking.piece));
    with_ghost(game, facts, position, target, ghost, |machine| {
        any_hits(machine, nested, 1 << asking.player.0, move_type, Some(asking.start), &mut HitsCell { target })
    })
}

fn with_ghost<T>(
    game: &Game,
    facts: &Facts,
    position: &mut Position,
    target: CellId,
    ghost: Option<Piece>,
    ask: impl FnOnce(&mut Machine<'_>) -> T,
) -> T {
    let undo = position.mark();
    if ghost.is_some() {
        position.set(target, ghost);
    }
    let answer = ask(&mut Machine { game, facts, position, nested: None });
    position.undo(&undo);
    answer
}

/// Whether a royal piece of the player is attacked now.
pub(super) fn royal_attacked(
    game: &Game,
    facts: &Facts,
    position: &mut Position,
    run: &mut Run,
    player: PlayerId,
) -> bool {
    let mut machine = Machine { game, facts, position, nested: None };
    let attackers = facts.enemies[player.index()];
    any_hits(&mut machine, run, attackers, None, None, &mut HitsRoyal { facts, player })
}

/// The test of 8.2 for the moves of one turn.
#[derive(Clone, Debug, Default)]
pub(super) struct RoyalGuard {
    player: Option<PlayerId>,
    /// The enemy pieces, by slot.
    slots: Vec<CellId>,
    /// `readers[cell * words + word]`: slots that looked at the cell.
    readers: Vec<u64>,
    words: usize,
    /// Slots that asked for the previous move: every move may change their answer.
    restless: Vec<u64>,
    /// Slots that capture a royal piece now.
    attackers: Vec<u64>,
    mask: Vec<u64>,
    owned: bool,
}

impl RoyalGuard {
    /// Looks at the position before the moves of the player are tested. Answers whether there is anything to guard.
    pub(super) fn prepare(
        &mut self,
        game: &Game,
        facts: &Facts,
        position: &mut Position,
        run: &mut Run,
        player: PlayerId,
    ) -> bool {
        self.player = None;
        let royal = &game.royal[player.index()];
        self.owned = royal.iter().any(|&piece| position.count(player, piece) > 0);
        if !self.owned {
            return false;
        }
        self.player = Some(player);
        self.slots.clear();
        for enemy in Bits(facts.enemies[player.index()]) {
            self.slots.extend(position.cells_of(PlayerId(enemy as u8)));
        }
        self.words = self.slots.len().div_ceil(64).max(1);
        self.readers.clear();
        self.readers.resize(game.board.cell_count() * self.words, 0);
        for mask in [&mut self.restless, &mut self.attackers, &mut self.mask] {
            mask.clear();
            mask.resize(self.words, 0);
        }
        let mut machine = Machine { game, facts, position, nested: None };
        for (slot, &cell) in self.slots.iter().enumerate() {
            let Some(piece) = machine.position.piece(cell) else { continue };
            let (word, bit) = (slot / 64, 1 << (slot % 64));
            let mut watch = Watch {
                royal: HitsRoyal { facts, player },
                readers: &mut self.readers,
                words: self.words,
                word,
                bit,
                hits: false,
                reads_last_move: false,
            };
            watch.read(cell);
            run_piece(&mut machine, run, cell, piece, None, &mut watch);
            if watch.hits {
                self.attackers[word] |= bit;
            }
            if watch.reads_last_move {
                self.restless[word] |= bit;
            }
        }
        true
    }

    /// Whether the move leaves no royal piece attacked, and leaves one at all.
    pub(super) fn allows(
        &mut self,
        game: &Game,
        facts: &Facts,
        position: &mut Position,
        run: &mut Run,
        played: MoveRef<'_>,
    ) -> bool {
        let Some(player) = self.player else { return true };
        let moves_only_own = self.mark_readers(facts, position, player, played);
        if let Some(needs_board) = moves_only_own {
            // An attacker that the move does not touch goes on attacking.
            if self.attackers.iter().zip(&self.mask).any(|(attackers, mask)| attackers & !mask != 0) {
                return false;
            }
            if !needs_board && self.mask.iter().all(|&word| word == 0) {
                return true;
            }
        }
        let undo = position.mark();
        play::apply(game, facts, position, played);
        let left = game.royal[player.index()].iter().any(|&piece| position.count(player, piece) > 0);
        let mut machine = Machine { game, facts, position, nested: None };
        let mut sink = HitsRoyal { facts, player };
        let attacked = left
            && if moves_only_own.is_some() {
                self.mask.iter().enumerate().any(|(word, &bits)| {
                    Bits(bits).any(|bit| {
                        let cell = self.slots[word * 64 + bit as usize];
                        machine.position.piece(cell).is_some_and(|piece| {
                            facts.is_enemy(player, piece.owner())
                                && run_piece(&mut machine, run, cell, piece, None, &mut sink) == Flow::Stop
                        })
                    })
                })
            } else {
                any_hits(&mut machine, run, facts.enemies[player.index()], None, None, &mut sink)
            };
        position.undo(&undo);
        left && !attacked
    }

    /// Collects in `mask` the slots whose answer the move may change. `None` when the move may put an enemy piece
    /// where no slot knows it; else whether the board must be looked at although the mask is empty.
    fn mark_readers(
        &mut self,
        facts: &Facts,
        position: &Position,
        player: PlayerId,
        played: MoveRef<'_>,
    ) -> Option<bool> {
        self.mask.copy_from_slice(&self.restless);
        let head = played.head;
        if head.kind == MoveKind::Pass {
            return Some(false);
        }
        let royal_at = |cell: CellId| {
            position
                .piece(cell)
                .is_some_and(|piece| piece.owner() == player && facts.is_royal(player, piece.piece_type()))
        };
        let enemy_at = |cell: CellId| position.piece(cell).is_some_and(|piece| facts.is_enemy(player, piece.owner()));
        let mut needs_board = head.promotion.is_some() || royal_at(head.to) && head.from != head.to;
        self.touch(head.from);
        self.touch(head.to);
        if head.kind == MoveKind::Walk && enemy_at(head.from) {
            return None;
        }
        for effect in played.effects {
            match *effect {
                Effect::Pair { from, to } => {
                    if enemy_at(from) {
                        return None;
                    }
                    needs_board |= royal_at(to);
                    self.touch(from);
                    self.touch(to);
                }
                Effect::Create { .. } | Effect::Owner { .. } | Effect::Flip { .. } => return None,
                Effect::Type { at, .. } => {
                    needs_board = true;
                    self.touch(at);
                }
                Effect::Attribute { at, .. } => self.touch(at),
                Effect::Capture { at } => {
                    needs_board |= royal_at(at);
                    self.touch(at);
                }
            }
        }
        // The piece that stands on the end of a drop is one the readers of that cell would see; a capture on the
        // mover's own end takes the mover, which only the board tells.
        needs_board |= played.captures().any(|cell| cell == head.to);
        Some(needs_board)
    }

    fn touch(&mut self, cell: CellId) {
        let start = cell.index() * self.words;
        for (mask, readers) in self.mask.iter_mut().zip(&self.readers[start..start + self.words]) {
            *mask |= readers;
        }
    }
}
