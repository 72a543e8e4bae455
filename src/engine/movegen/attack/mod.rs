//! Attacks (`spec/zrf.md` 8.1).
//!
//! A piece is asked by its tree ([`super::paths::Sight`]) whether it takes on a cell; where it has none, its blocks are
//! run by the general machine, if they could ever capture there ([`crate::game::Reach`]).

mod guard;
mod vigil;

pub(super) use self::guard::RoyalGuard;
pub(super) use self::vigil::Vigil;

use smallvec::SmallVec;

use super::Rules;
use super::paths::{Reads, Sight};
use super::run::{Flow, Found, Machine, Run, Sink};
use crate::engine::piece::Piece;
use crate::engine::position::{Bits, Position, cell_at};
use crate::game::{CellId, MoveTypeId, PieceTypeId, PlayerId};

/// Who asks for an attack: the piece that runs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asking {
    pub(super) player: PlayerId,
    pub(super) piece: PieceTypeId,
    pub(super) start: CellId,
}

/// Cells that an attack is asked for.
type Targets = SmallVec<[CellId; 4]>;

/// Looks for a move that takes on one of the targets, and tells what it hangs on.
struct Hits<'a, R> {
    targets: &'a [CellId],
    reads: &'a mut R,
    hit: bool,
}

impl<R: Tracks> Sink for Hits<'_, R> {
    const TRACKS_READS: bool = R::TRACKS;

    fn read(&mut self, cell: CellId) {
        self.reads.cell(cell);
    }

    fn read_last_move(&mut self) {
        self.reads.last_move();
    }

    fn add(&mut self, _: &Position, run: &Run, _: Found) -> Flow {
        self.hit |= self.targets.iter().any(|&target| run.pending.takes(run.end(), target));
        if self.hit { Flow::Stop } else { Flow::Continue }
    }
}

/// Whether anybody wants to know what an attack hangs on.
trait Tracks: Reads {
    const TRACKS: bool;
}

impl Tracks for () {
    const TRACKS: bool = false;
}

/// One search for attacks.
struct Search<'a> {
    rules: Rules<'a>,
    position: &'a mut Position,
    run: &'a mut Run,
    /// Only moves of this type count.
    move_type: Option<MoveTypeId>,
}

impl<'a> Search<'a> {
    fn new(rules: Rules<'a>, position: &'a mut Position, run: &'a mut Run) -> Self {
        Self { rules, position, run, move_type: None }
    }

    /// What the piece attacks from the cell by moves of any type, where its blocks have trees.
    #[inline]
    fn sight(&self, cell: CellId, piece: Piece) -> Option<&'a Sight> {
        let Rules { game, facts, tables } = self.rules;
        let tables = tables.filter(|_| self.move_type.is_none());
        tables.and_then(|tables| tables.sight(game, facts, piece.owner(), piece.piece_type(), cell))
    }

    /// The cells of a word of the board from which the player could take on one of the targets at all.
    #[inline]
    fn near(&self, player: PlayerId, targets: &[CellId], word: usize) -> u64 {
        let Rules { game, tables, .. } = self.rules;
        let Some(tables) = tables else { return u64::MAX };
        let of = |target: &CellId| tables.near(game, player, *target).map_or(u64::MAX, |cells| cells[word]);
        targets.iter().map(of).fold(0, |all, cells| all | cells)
    }

    /// Whether the piece could take on one of the targets from its cell, whatever stands on the board.
    fn is_near(&self, cell: CellId, piece: Piece, targets: &[CellId]) -> bool {
        let game = self.rules.game;
        let reach = game.reach.of(game, piece.owner(), piece.piece_type(), cell);
        targets.iter().any(|target| reach[target.index() / 64] >> (target.index() % 64) & 1 != 0)
    }

    /// Whether the piece that attacks so takes on one of the targets now.
    fn sees<R: Tracks>(&self, sight: &Sight, piece: Piece, targets: &[CellId], reads: &mut R) -> bool {
        targets.iter().any(|&target| sight.hits(self.rules.facts, self.position, piece.owner(), target, reads))
    }

    /// Whether the piece on the cell takes on one of the targets now.
    fn takes<R: Tracks>(&mut self, cell: CellId, piece: Piece, targets: &[CellId], reads: &mut R) -> bool {
        match self.sight(cell, piece) {
            Some(sight) => self.sees(sight, piece, targets, reads),
            None => self.is_near(cell, piece, targets) && self.run_blocks(cell, piece, targets, reads),
        }
    }

    /// The same by the general machine.
    fn run_blocks<R: Tracks>(&mut self, cell: CellId, piece: Piece, targets: &[CellId], reads: &mut R) -> bool {
        let game = self.rules.game;
        let mut machine =
            Machine { rules: self.rules, code: game.reach.code(game), position: self.position, nested: None };
        let mut sink = Hits { targets, reads, hit: false };
        self.run.player = piece.owner();
        self.run.piece = piece.piece_type();
        self.run.is_drop = false;
        for block in &game.program.blocks[game.pieces[self.run.piece.index()].moves[self.run.player.index()].range()] {
            if self.move_type.is_some() && self.move_type != block.move_type {
                continue;
            }
            self.run.begin(cell, block.move_type, block.uses_flags);
            if machine.execute(self.run, block.entry, &mut sink) == Flow::Stop {
                return true;
            }
        }
        false
    }

    /// The first piece, in board order, of the players of the mask that takes on one of the targets. `skip` is left out.
    fn first(&mut self, attackers: u64, targets: &[CellId], skip: Option<CellId>) -> Option<CellId> {
        for player in Bits(attackers).map(|player| PlayerId(player as u8)) {
            for word in 0..self.position.words() {
                let mut men = self.position.occupied_words(player)[word];
                if men == 0 {
                    continue;
                }
                men &= self.near(player, targets, word);
                for bit in Bits(men) {
                    let cell = cell_at(word, bit);
                    let Some(piece) = self.position.piece(cell).filter(|_| Some(cell) != skip) else { continue };
                    if self.takes(cell, piece, targets, &mut ()) {
                        return Some(cell);
                    }
                }
            }
        }
        None
    }

    /// All pieces of the players of the mask that take on one of the targets.
    fn all(&mut self, attackers: u64, targets: &[CellId]) -> Vec<CellId> {
        let mut cells: Vec<CellId> =
            Bits(attackers).flat_map(|player| self.position.cells_of(PlayerId(player as u8))).collect();
        cells.retain(|&cell| self.position.piece(cell).is_some_and(|piece| self.takes(cell, piece, targets, &mut ())));
        cells
    }
}

/// `attacked?`: could an enemy take a piece of the acting player on this cell?
pub(super) fn is_attacked(
    rules: Rules<'_>,
    position: &mut Position,
    run: &mut Run,
    asking: Asking,
    target: CellId,
    move_type: Option<MoveTypeId>,
) -> bool {
    let stands = position.piece(target).is_some_and(|piece| piece.owner() == asking.player);
    let ghost = (!stands).then(|| Piece::fresh(rules.game, asking.player, asking.piece));
    let attackers = rules.facts.enemies[asking.player.index()];
    with_ghost(position, target, ghost, |position| {
        Search { rules, position, run, move_type }.first(attackers, &[target], None).is_some()
    })
}

/// `defended?`: could another friend recapture on this cell?
pub(super) fn is_defended(
    rules: Rules<'_>,
    position: &mut Position,
    run: &mut Run,
    asking: Asking,
    target: CellId,
    move_type: Option<MoveTypeId>,
) -> bool {
    let Some(enemy) = Bits(rules.facts.enemies[asking.player.index()]).next() else { return false };
    let stands = position.piece(target).is_some_and(|piece| rules.facts.is_enemy(asking.player, piece.owner()));
    let ghost = (!stands).then(|| Piece::fresh(rules.game, PlayerId(enemy as u8), asking.piece));
    with_ghost(position, target, ghost, |position| {
        let mut search = Search { rules, position, run, move_type };
        search.first(1 << asking.player.0, &[target], Some(asking.start)).is_some()
    })
}

/// The cells of the enemy pieces that could take a piece of the player and type on the target.
pub(super) fn attackers(
    rules: Rules<'_>,
    position: &mut Position,
    run: &mut Run,
    player: PlayerId,
    piece: PieceTypeId,
    target: CellId,
) -> Vec<CellId> {
    let stands = position.piece(target).is_some_and(|piece| piece.owner() == player);
    let ghost = (!stands).then(|| Piece::fresh(rules.game, player, piece));
    with_ghost(position, target, ghost, |position| {
        Search::new(rules, position, run).all(rules.facts.enemies[player.index()], &[target])
    })
}

/// Asks with a piece put on the target for as long.
fn with_ghost<T>(
    position: &mut Position,
    target: CellId,
    ghost: Option<Piece>,
    ask: impl FnOnce(&mut Position) -> T,
) -> T {
    if ghost.is_none() {
        return ask(position);
    }
    let undo = position.mark();
    position.set(target, ghost);
    let answer = ask(position);
    position.undo(&undo);
    answer
}

/// The cells of the enemy pieces that attack a royal piece of the player now.
pub(super) fn royal_attackers(
    rules: Rules<'_>,
    position: &mut Position,
    run: &mut Run,
    player: PlayerId,
) -> Vec<CellId> {
    let targets: Targets = position.royal_cells(player).collect();
    Search::new(rules, position, run).all(rules.facts.enemies[player.index()], &targets)
}

/// Whether the player has a royal piece, and none is attacked.
pub(super) fn is_royal_safe(rules: Rules<'_>, position: &mut Position, run: &mut Run, player: PlayerId) -> bool {
    let attackers = rules.facts.enemies[player.index()];
    let mut search = Search::new(rules, position, run);
    let mut any = false;
    for word in 0..search.position.words() {
        for bit in Bits(search.position.royal_words(player)[word]) {
            any = true;
            if search.first(attackers, &[cell_at(word, bit)], None).is_some() {
                return false;
            }
        }
    }
    any
}

/// Whether a player could take what stands on a cell.
pub(super) fn attacks(
    rules: Rules<'_>,
    position: &mut Position,
    run: &mut Run,
    attacker: PlayerId,
    target: CellId,
) -> bool {
    Search::new(rules, position, run).first(1 << attacker.0, &[target], None).is_some()
}
