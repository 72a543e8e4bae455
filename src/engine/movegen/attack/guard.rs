//! The moves that attacks forbid (`spec/zrf.md` 8.2).
//!
//! Whether a piece attacks is a pure function of the cells it looks at and of the previous move. So before the moves of
//! a turn are tested, every enemy piece that could reach a royal piece is asked once, and for every cell it is noted
//! which of them looked at it. A move of another piece can change the answer only of those that looked at a cell the
//! move changes; only those are asked again.

use super::{Rules, Search, Targets, Tracks, is_royal_safe};
use crate::engine::movegen::paths::Reads;
use crate::engine::movegen::run::Run;
use crate::engine::moves::{Effect, MoveKind, MoveRef};
use crate::engine::play;
use crate::engine::position::{Bits, Position, cell_at};
use crate::game::{CellId, PieceTypeId, PlayerId};

/// What a candidate move changes, as far as attacks go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    /// Own pieces that are not royal: only the pieces that looked at a changed cell need a second look.
    Common,
    /// A royal piece, or a piece that no slot knows: the board after the move is looked at as a whole.
    Royal,
}

/// The test of 8.2 for the moves of one turn.
#[derive(Clone, Debug, Default)]
pub(in crate::engine::movegen) struct RoyalGuard {
    player: Option<PlayerId>,
    /// The cells of the royal pieces.
    targets: Targets,
    /// The enemy pieces that could reach a royal piece, by slot.
    slots: Vec<CellId>,
    /// `readers[cell * words + word]`: slots that looked at the cell.
    readers: Vec<u64>,
    words: usize,
    /// One bit a cell: a royal piece stands there, or some slot looked at it.
    critical: Vec<u64>,
    /// Slots that asked for the previous move: every move may change their answer.
    restless: Vec<u64>,
    /// Slots that capture a royal piece now.
    attackers: Vec<u64>,
    /// Whether no slot attacks and none is restless, so that a move which changes no critical cell is safe.
    calm: bool,
    mask: Vec<u64>,
}

/// Notes every cell looked at for one slot.
struct Watch<'a> {
    readers: &'a mut [u64],
    critical: &'a mut [u64],
    words: usize,
    word: usize,
    bit: u64,
    reads_last_move: bool,
}

impl Reads for Watch<'_> {
    fn cell(&mut self, cell: CellId) {
        self.readers[cell.index() * self.words + self.word] |= self.bit;
        mark(self.critical, cell);
    }

    fn last_move(&mut self) {
        self.reads_last_move = true;
    }
}

impl Tracks for Watch<'_> {
    const TRACKS: bool = true;
}

fn mark(cells: &mut [u64], cell: CellId) {
    cells[cell.index() / 64] |= 1 << (cell.index() % 64);
}

impl RoyalGuard {
    /// Looks at the position before the moves of the player are tested. Answers whether there is anything to guard.
    pub(in crate::engine::movegen) fn prepare(
        &mut self,
        rules: Rules<'_>,
        position: &mut Position,
        run: &mut Run,
        player: PlayerId,
    ) -> bool {
        self.player = None;
        self.targets.clear();
        self.targets.extend(position.royal_cells(player));
        if self.targets.is_empty() {
            return false;
        }
        self.player = Some(player);
        let enemies = rules.facts.enemies[player.index()];
        let cells = rules.game.board.cell_count();
        let pieces: u32 = Bits(enemies).map(|enemy| position.count_on_board(PlayerId(enemy as u8))).sum();
        self.words = (pieces as usize).div_ceil(64).max(1);
        self.slots.clear();
        refill(&mut self.readers, cells * self.words);
        refill(&mut self.critical, cells.div_ceil(64));
        for mask in [&mut self.restless, &mut self.attackers, &mut self.mask] {
            refill(mask, self.words);
        }
        self.calm = true;
        self.targets.iter().for_each(|&target| mark(&mut self.critical, target));
        let mut search = Search::new(rules, position, run);
        for enemy in Bits(enemies).map(|enemy| PlayerId(enemy as u8)) {
            for word in 0..search.position.words() {
                let mut men = search.position.occupied_words(enemy)[word];
                if men != 0 {
                    men &= search.near(enemy, &self.targets, word);
                }
                for bit in Bits(men) {
                    self.watch(&mut search, cell_at(word, bit));
                }
            }
        }
        self.calm &= rules.game.options.fading == 0;
        true
    }

    /// Gives the piece on the cell a slot, if it could reach a royal piece, and asks it.
    fn watch(&mut self, search: &mut Search<'_>, cell: CellId) {
        let Some(piece) = search.position.piece(cell) else { return };
        let sight = search.sight(cell, piece);
        let is_near = match sight {
            Some(sight) => self.targets.iter().any(|&target| sight.reaches(target)),
            None => search.is_near(cell, piece, &self.targets),
        };
        if !is_near {
            return;
        }
        let (word, bit) = (self.slots.len() / 64, 1 << (self.slots.len() % 64));
        self.slots.push(cell);
        let mut watch = Watch {
            readers: &mut self.readers,
            critical: &mut self.critical,
            words: self.words,
            word,
            bit,
            reads_last_move: false,
        };
        watch.cell(cell);
        let hits = match sight {
            Some(sight) => search.sees(sight, piece, &self.targets, &mut watch),
            None => search.takes(cell, piece, &self.targets, &mut watch),
        };
        if watch.reads_last_move {
            self.restless[word] |= bit;
            self.calm = false;
        }
        if hits {
            self.attackers[word] |= bit;
            self.calm = false;
        }
    }

    /// Whether a move that changes nothing but these two cells, the first of a common piece of the player, is safe.
    pub(in crate::engine::movegen) fn spares(&self, from: CellId, to: CellId) -> bool {
        self.calm && self.is_calm(from) && self.is_calm(to)
    }

    /// Whether no attack hangs on the cell.
    fn is_calm(&self, cell: CellId) -> bool {
        self.critical[cell.index() / 64] >> (cell.index() % 64) & 1 == 0
    }

    /// Whether the move leaves no royal piece attacked, and leaves one at all.
    pub(in crate::engine::movegen) fn allows(
        &mut self,
        rules: Rules<'_>,
        position: &mut Position,
        run: &mut Run,
        played: MoveRef<'_>,
    ) -> bool {
        let Some(player) = self.player else { return true };
        if self.calm && self.is_idle(rules, position, player, played) {
            return true;
        }
        let change = self.classify(rules, position, player, played);
        if change == Change::Common {
            // An attacker that the move does not touch goes on attacking.
            if self.attackers.iter().zip(&self.mask).any(|(attackers, mask)| attackers & !mask != 0) {
                return false;
            }
            if self.mask.iter().all(|&word| word == 0) {
                return true;
            }
        }
        let undo = position.mark();
        play::apply(rules.game, rules.facts, position, played);
        let safe = match change {
            Change::Common => !self.is_masked_hit(rules, position, run, player),
            Change::Royal => is_royal_safe(rules, position, run, player),
        };
        position.undo(&undo);
        safe
    }

    /// Whether the move surely changes nothing that an attack hangs on: common pieces of the player on cells that nobody
    /// looked at.
    fn is_idle(&self, rules: Rules<'_>, position: &Position, player: PlayerId, played: MoveRef<'_>) -> bool {
        let head = played.head;
        let is_own = |cell: CellId| position.piece(cell).is_some_and(|piece| piece.owner() == player);
        let is_calm = |cell: CellId| self.is_calm(cell);
        let is_royal = |piece: PieceTypeId| rules.facts.is_royal(player, piece);
        head.kind == MoveKind::Walk
            && is_calm(head.from)
            && is_calm(head.to)
            && is_own(head.from)
            && !head.promotion.is_some_and(is_royal)
            && played.effects.iter().all(|effect| match *effect {
                Effect::Pair { from, to } => is_own(from) && is_calm(from) && is_calm(to),
                Effect::Attribute { at, .. } | Effect::Capture { at } => is_calm(at),
                Effect::Type { .. } | Effect::Create { .. } | Effect::Owner { .. } | Effect::Flip { .. } => false,
            })
    }

    /// Whether a piece of a slot in the mask captures a royal piece now. No royal piece has moved.
    fn is_masked_hit(&self, rules: Rules<'_>, position: &mut Position, run: &mut Run, player: PlayerId) -> bool {
        let mut search = Search::new(rules, position, run);
        self.mask.iter().enumerate().any(|(word, &bits)| {
            Bits(bits).any(|bit| {
                let cell = self.slots[word * 64 + bit as usize];
                search.position.piece(cell).is_some_and(|piece| {
                    rules.facts.is_enemy(player, piece.owner()) && search.takes(cell, piece, &self.targets, &mut ())
                })
            })
        })
    }

    /// Says what the move changes, and collects in `mask` the slots that looked at a cell it changes.
    fn classify(&mut self, rules: Rules<'_>, position: &Position, player: PlayerId, played: MoveRef<'_>) -> Change {
        let facts = rules.facts;
        let fading = rules.game.options.fading;
        self.mask.copy_from_slice(&self.restless);
        let head = played.head;
        if fading != 0 && position.chain().is_none() {
            // Men of the mover lose attributes that enemy code may have asked for.
            let fades = |cell: &CellId| position.piece(*cell).is_some_and(|piece| piece.attributes() & fading != 0);
            position.cells_of(head.player).filter(fades).for_each(|cell| self.touch(cell));
        }
        if head.kind == MoveKind::Pass {
            return Change::Common;
        }
        // An enemy piece that is moved stands where no slot knows it.
        let is_common = |cell: CellId| {
            position
                .piece(cell)
                .is_none_or(|piece| !(piece.owner() == player && facts.is_royal(player, piece.piece_type())))
        };
        let is_enemy = |cell: CellId| position.piece(cell).is_some_and(|piece| facts.is_enemy(player, piece.owner()));
        let royal_type = |piece: PieceTypeId| facts.is_royal(player, piece);
        let mut common = is_common(head.from)
            && is_common(head.to)
            && !(head.kind == MoveKind::Walk && is_enemy(head.from))
            && !head.promotion.is_some_and(royal_type)
            && !(head.kind == MoveKind::Drop && royal_type(head.piece));
        self.touch(head.from);
        self.touch(head.to);
        for effect in played.effects {
            match *effect {
                Effect::Pair { from, to } => {
                    common &= is_common(from) && is_common(to) && !is_enemy(from);
                    self.touch(from);
                    self.touch(to);
                }
                Effect::Create { .. } | Effect::Owner { .. } | Effect::Flip { .. } => common = false,
                Effect::Type { at, piece } => {
                    common &= is_common(at) && !royal_type(piece) && !is_enemy(at);
                    self.touch(at);
                }
                Effect::Attribute { at, .. } => self.touch(at),
                Effect::Capture { at } => {
                    common &= is_common(at);
                    self.touch(at);
                }
            }
            if !common {
                break;
            }
        }
        if common { Change::Common } else { Change::Royal }
    }

    fn touch(&mut self, cell: CellId) {
        let start = cell.index() * self.words;
        for (mask, readers) in self.mask.iter_mut().zip(&self.readers[start..start + self.words]) {
            *mask |= readers;
        }
    }
}

/// Makes a table of so many zeros.
fn refill(table: &mut Vec<u64>, len: usize) {
    table.clear();
    table.resize(len, 0);
}
