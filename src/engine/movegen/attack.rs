//! Attacks (`spec/zrf.md` 8.1) and the moves they forbid (8.2).
//!
//! Only pieces whose code could ever capture on the cell in question are looked at ([`crate::game::Reach`]). A run is a
//! pure function of the cells it looks at and of the previous move. So before the moves of a turn are tested, every
//! enemy piece that could reach a royal piece is run once, and for every cell it is noted which of them looked at it. A
//! move of another piece can change the answer only of those that looked at a cell the move changes; only those are
//! run again.

use smallvec::SmallVec;

use super::run::{Flow, Found, Machine, Run, Sink};
use crate::engine::facts::Facts;
use crate::engine::moves::{Effect, MoveKind, MoveRef};
use crate::engine::piece::Piece;
use crate::engine::play;
use crate::engine::position::{Bits, Position, cell_at};
use crate::game::{CellId, Game, MoveTypeId, PieceTypeId, PlayerId};

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

/// A machine that asks for attacks.
fn machine<'a>(game: &'a Game, facts: &'a Facts, position: &'a mut Position) -> Machine<'a> {
    Machine { game, code: game.reach.code(game), facts, position, nested: None }
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

/// Cells that an attack is asked for.
type Targets = SmallVec<[CellId; 4]>;

/// Whether a piece could capture on one of the targets from its cell, whatever stands on the board.
fn near(game: &Game, piece: Piece, cell: CellId, targets: &[CellId]) -> bool {
    let reach = game.reach.of(game, piece.owner(), piece.piece_type(), cell);
    targets.iter().any(|target| reach[target.index() / 64] >> (target.index() % 64) & 1 != 0)
}

/// Whether a player of the mask has a move that the sink stops at; only pieces that could reach a target are run.
/// `skip` is left out of the attackers.
fn any_hits(
    machine: &mut Machine<'_>,
    run: &mut Run,
    attackers: u64,
    targets: &[CellId],
    move_type: Option<MoveTypeId>,
    skip: Option<CellId>,
    sink: &mut impl Sink,
) -> bool {
    let game = machine.game;
    for player in Bits(attackers) {
        let player = PlayerId(player as u8);
        for word in 0..machine.position.words() {
            for bit in Bits(machine.position.occupied_words(player)[word]) {
                let cell = cell_at(word, bit);
                let Some(piece) = machine.position.piece(cell).filter(|_| Some(cell) != skip) else { continue };
                if near(game, piece, cell, targets)
                    && run_piece(machine, run, cell, piece, move_type, sink) == Flow::Stop
                {
                    return true;
                }
            }
        }
    }
    false
}

/// The cells of the player's royal pieces.
fn royal_cells(game: &Game, facts: &Facts, position: &Position, player: PlayerId) -> Targets {
    if game.royal[player.index()].iter().all(|&piece| position.count(player, piece) == 0) {
        return Targets::new();
    }
    let is_royal =
        |cell: &CellId| position.piece(*cell).is_some_and(|piece| facts.is_royal(player, piece.piece_type()));
    position.cells_of(player).filter(is_royal).collect()
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
        any_hits(machine, nested, attackers, &[target], move_type, None, &mut HitsCell { target })
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
        let (friends, start) = (1 << asking.player.0, Some(asking.start));
        any_hits(machine, nested, friends, &[target], move_type, start, &mut HitsCell { target })
    })
}

/// The cells of the enemy pieces that could take a piece of the player and type on the target.
pub(super) fn attackers(
    game: &Game,
    facts: &Facts,
    position: &mut Position,
    run: &mut Run,
    player: PlayerId,
    piece: PieceTypeId,
    target: CellId,
) -> Vec<CellId> {
    let stands = position.piece(target).is_some_and(|piece| piece.owner() == player);
    let ghost = (!stands).then(|| Piece::fresh(game, player, piece));
    with_ghost(game, facts, position, target, ghost, |machine| {
        let enemies = Bits(facts.enemies[player.index()]).map(|enemy| PlayerId(enemy as u8));
        let cells: Vec<CellId> =
            enemies.flat_map(|enemy| machine.position.cells_of(enemy).collect::<Vec<_>>()).collect();
        let mut attacks = |cell: &CellId| {
            machine.position.piece(*cell).is_some_and(|piece| {
                near(game, piece, *cell, &[target])
                    && run_piece(machine, run, *cell, piece, None, &mut HitsCell { target }) == Flow::Stop
            })
        };
        cells.into_iter().filter(|cell| attacks(cell)).collect()
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
    let answer = ask(&mut machine(game, facts, position));
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
    let targets = royal_cells(game, facts, position, player);
    let mut machine = machine(game, facts, position);
    let attackers = facts.enemies[player.index()];
    any_hits(&mut machine, run, attackers, &targets, None, None, &mut HitsRoyal { facts, player })
}

/// Whether a move leaves no royal piece of the player attacked, and leaves one where there is one (8.2).
pub(super) fn leaves_royal_safe(
    game: &Game,
    facts: &Facts,
    position: &mut Position,
    run: &mut Run,
    player: PlayerId,
    played: MoveRef<'_>,
) -> bool {
    if royal_cells(game, facts, position, player).is_empty() {
        return true;
    }
    let undo = position.mark();
    play::apply(game, facts, position, played);
    let safe = is_royal_safe(game, facts, position, run, player);
    position.undo(&undo);
    safe
}

/// Whether the player has a royal piece, and none is attacked.
fn is_royal_safe(game: &Game, facts: &Facts, position: &mut Position, run: &mut Run, player: PlayerId) -> bool {
    let targets = royal_cells(game, facts, position, player);
    let mut machine = machine(game, facts, position);
    let attackers = facts.enemies[player.index()];
    let sink = &mut HitsRoyal { facts, player };
    !targets.is_empty() && !any_hits(&mut machine, run, attackers, &targets, None, None, sink)
}

/// Whether a player could take what stands on a cell.
pub(super) fn attacks(
    game: &Game,
    facts: &Facts,
    position: &mut Position,
    run: &mut Run,
    attacker: PlayerId,
    target: CellId,
) -> bool {
    let mut machine = machine(game, facts, position);
    any_hits(&mut machine, run, 1 << attacker.0, &[target], None, None, &mut HitsCell { target })
}

/// The cells of the enemy pieces that attack a royal piece of the player now.
pub(super) fn royal_attackers(
    game: &Game,
    facts: &Facts,
    position: &mut Position,
    run: &mut Run,
    player: PlayerId,
) -> Vec<CellId> {
    let targets = royal_cells(game, facts, position, player);
    let enemies = Bits(facts.enemies[player.index()]).map(|enemy| PlayerId(enemy as u8));
    let cells: Vec<CellId> = enemies.flat_map(|enemy| position.cells_of(enemy).collect::<Vec<_>>()).collect();
    let mut machine = machine(game, facts, position);
    let mut attacks = |cell: &CellId| {
        machine.position.piece(*cell).is_some_and(|piece| {
            near(game, piece, *cell, &targets)
                && run_piece(&mut machine, run, *cell, piece, None, &mut HitsRoyal { facts, player }) == Flow::Stop
        })
    };
    cells.into_iter().filter(|cell| attacks(cell)).collect()
}

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
pub(super) struct RoyalGuard {
    player: Option<PlayerId>,
    /// The enemy pieces that could reach a royal piece, by slot.
    slots: Vec<CellId>,
    /// `readers[cell * words + word]`: slots that looked at the cell.
    readers: Vec<u64>,
    words: usize,
    /// Slots that asked for the previous move: every move may change their answer.
    restless: Vec<u64>,
    /// Slots that capture a royal piece now.
    attackers: Vec<u64>,
    mask: Vec<u64>,
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
        let targets = royal_cells(game, facts, position, player);
        if targets.is_empty() {
            return false;
        }
        self.player = Some(player);
        self.slots.clear();
        for enemy in Bits(facts.enemies[player.index()]) {
            let pieces = position.cells_of(PlayerId(enemy as u8));
            let threats =
                pieces.filter(|&cell| position.piece(cell).is_some_and(|piece| near(game, piece, cell, &targets)));
            self.slots.extend(threats);
        }
        self.words = self.slots.len().div_ceil(64).max(1);
        self.readers.clear();
        self.readers.resize(game.board.cell_count() * self.words, 0);
        for mask in [&mut self.restless, &mut self.attackers, &mut self.mask] {
            mask.clear();
            mask.resize(self.words, 0);
        }
        let mut machine = machine(game, facts, position);
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
        let change = self.classify(game.options.fading, facts, position, player, played);
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
        play::apply(game, facts, position, played);
        let safe = match change {
            Change::Common => !self.masked_hit(game, facts, position, run, player),
            Change::Royal => is_royal_safe(game, facts, position, run, player),
        };
        position.undo(&undo);
        safe
    }

    /// Whether a piece of a slot in the mask captures a royal piece now.
    fn masked_hit(&self, game: &Game, facts: &Facts, position: &mut Position, run: &mut Run, player: PlayerId) -> bool {
        let mut machine = machine(game, facts, position);
        let mut sink = HitsRoyal { facts, player };
        self.mask.iter().enumerate().any(|(word, &bits)| {
            Bits(bits).any(|bit| {
                let cell = self.slots[word * 64 + bit as usize];
                machine.position.piece(cell).is_some_and(|piece| {
                    facts.is_enemy(player, piece.owner())
                        && run_piece(&mut machine, run, cell, piece, None, &mut sink) == Flow::Stop
                })
            })
        })
    }

    /// Says what the move changes, and collects in `mask` the slots that looked at a cell it changes.
    fn classify(
        &mut self,
        fading: u64,
        facts: &Facts,
        position: &Position,
        player: PlayerId,
        played: MoveRef<'_>,
    ) -> Change {
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
