//! Running all blocks that a turn allows (`spec/zrf.md` 6.1).

use super::Generator;
use super::collect::{Collect, Exists};
use super::run::{Flow, Machine, Run, Sink};
use super::trace::Mover;
use crate::engine::moves::MoveList;
use crate::engine::position::{Bits, Position, cell_at};
use crate::game::{CellId, Game, MoveTypeId, PieceTypeId, PlayerId, TypeSet};

/// Which blocks may run.
#[derive(Clone, Copy)]
enum Allowed<'g> {
    Any,
    Of(&'g TypeSet),
    Only(MoveTypeId),
}

impl Allowed<'_> {
    fn permits(self, move_type: Option<MoveTypeId>) -> bool {
        match self {
            Self::Any => true,
            Self::Of(types) => types.contains(move_type),
            Self::Only(only) => move_type == Some(only),
        }
    }
}

impl Generator {
    /// All moves of the present turn, each once, before any filter.
    pub(super) fn generate(&mut self, game: &Game, position: &mut Position, list: &mut MoveList) {
        self.generate_types(game, position, list, false);
    }

    /// All moves of the player on turn, each once, before any filter; with `any_type` also those of types that the
    /// turn or the chain under way does not allow.
    pub(in crate::engine) fn generate_types(
        &mut self,
        game: &Game,
        position: &mut Position,
        list: &mut MoveList,
        any_type: bool,
    ) {
        self.seen.fill(0);
        let Self { facts, run, nested, seen, overflow, .. } = self;
        let mut sink = Collect { game, list, group: 0, seen, overflow };
        let mut machine = Machine { game, code: &game.program.code, facts, position, nested: Some(nested) };
        let _ = run_turn(&mut machine, run, &mut sink, any_type, Collect::start_group);
    }

    /// The moves of the present turn of one mover, each once, before any filter.
    pub(super) fn generate_from(&mut self, game: &Game, position: &mut Position, mover: Mover, list: &mut MoveList) {
        self.seen.fill(0);
        let Self { facts, run, nested, seen, overflow, .. } = self;
        let mut sink = Collect { game, list, group: 0, seen, overflow };
        let mut machine = Machine { game, code: &game.program.code, facts, position, nested: Some(nested) };
        let item = machine.position.turn_item(game);
        let player = item.acts_as;
        run.player = player;
        let allowed = match (machine.position.chain(), mover) {
            (Some(chain), Mover::On(cell)) if chain.cell == cell => chain.move_type.map_or(Allowed::Any, Allowed::Only),
            (Some(_), _) => return,
            (None, _) => item.types.as_ref().map_or(Allowed::Any, Allowed::Of),
        };
        let _ = match mover {
            Mover::On(cell) => match machine.position.piece(cell).filter(|piece| piece.owner() == player) {
                Some(piece) => run_piece(&mut machine, run, cell, piece.piece_type(), allowed, &mut sink),
                None => Flow::Continue,
            },
            Mover::Drop(piece, cell) if machine.position.stock(player, piece) > 0 => {
                run_drops_of(&mut machine, run, piece, Some(cell), allowed, &mut sink)
            }
            Mover::Drop(..) => Flow::Continue,
        };
    }

    /// Whether the present turn has any move before all filters.
    pub(super) fn exists(&mut self, game: &Game, position: &mut Position, list: &mut MoveList) -> bool {
        self.seen.fill(0);
        let Self { facts, run, nested, seen, overflow, .. } = self;
        let mut sink = Exists { collect: Collect { game, list, group: 0, seen, overflow } };
        let mut machine = Machine { game, code: &game.program.code, facts, position, nested: Some(nested) };
        run_turn(&mut machine, run, &mut sink, false, |exists| exists.collect.start_group()) == Flow::Stop
    }
}

fn run_turn<S: Sink>(
    machine: &mut Machine<'_>,
    run: &mut Run,
    sink: &mut S,
    any_type: bool,
    start_group: impl Fn(&mut S),
) -> Flow {
    let game = machine.game;
    let item = machine.position.turn_item(game);
    let player = item.acts_as;
    run.player = player;
    if let Some(chain) = machine.position.chain().filter(|_| !any_type) {
        let Some(piece) = machine.position.piece(chain.cell).filter(|piece| piece.owner() == player) else {
            return Flow::Continue;
        };
        let allowed = chain.move_type.map_or(Allowed::Any, Allowed::Only);
        start_group(sink);
        return run_piece(machine, run, chain.cell, piece.piece_type(), allowed, sink);
    }
    let allowed = item.types.as_ref().filter(|_| !any_type).map_or(Allowed::Any, Allowed::Of);
    for word in 0..machine.position.words() {
        // The board does not change while blocks run, so that the word may be copied.
        for bit in Bits(machine.position.occupied_words(player)[word]) {
            let cell = cell_at(word, bit);
            let Some(piece) = machine.position.piece(cell) else { continue };
            start_group(sink);
            if run_piece(machine, run, cell, piece.piece_type(), allowed, sink) == Flow::Stop {
                return Flow::Stop;
            }
        }
    }
    run_drops(machine, run, player, allowed, sink, start_group)
}

fn run_piece<S: Sink>(
    machine: &mut Machine<'_>,
    run: &mut Run,
    cell: CellId,
    piece: PieceTypeId,
    allowed: Allowed<'_>,
    sink: &mut S,
) -> Flow {
    let game = machine.game;
    run.piece = piece;
    run.is_drop = false;
    for block in &game.program.blocks[game.pieces[piece.index()].moves[run.player.index()].range()] {
        if !allowed.permits(block.move_type) {
            continue;
        }
        run.begin(cell, block.move_type, block.uses_flags);
        if machine.execute(run, block.entry, sink) == Flow::Stop {
            return Flow::Stop;
        }
    }
    Flow::Continue
}

fn run_drops<S: Sink>(
    machine: &mut Machine<'_>,
    run: &mut Run,
    player: PlayerId,
    allowed: Allowed<'_>,
    sink: &mut S,
    start_group: impl Fn(&mut S),
) -> Flow {
    let facts = machine.facts;
    for &piece in &facts.droppable[player.index()] {
        if machine.position.stock(player, piece) == 0 {
            continue;
        }
        start_group(sink);
        if run_drops_of(machine, run, piece, None, allowed, sink) == Flow::Stop {
            return Flow::Stop;
        }
    }
    Flow::Continue
}

/// Drops a piece of the type where its blocks may begin; with `only_on` there alone.
fn run_drops_of<S: Sink>(
    machine: &mut Machine<'_>,
    run: &mut Run,
    piece: PieceTypeId,
    only_on: Option<CellId>,
    allowed: Allowed<'_>,
    sink: &mut S,
) -> Flow {
    let game = machine.game;
    run.piece = piece;
    run.is_drop = true;
    for block in &game.program.blocks[game.pieces[piece.index()].drops[run.player.index()].range()] {
        if !allowed.permits(block.move_type) {
            continue;
        }
        let mut drop_at = |cell: CellId| {
            run.begin(cell, block.move_type, block.uses_flags);
            machine.execute(run, block.entry, sink)
        };
        let begins_at = block.only_at.map(|list| &game.program.cell_lists[list as usize][..]);
        let flow = match (only_on, begins_at) {
            (Some(cell), Some(list)) if !list.contains(&cell) => Flow::Continue,
            (Some(cell), _) => drop_at(cell),
            (None, Some(list)) => any_stops(list.iter().copied(), &mut drop_at),
            (None, None) => any_stops((0..game.board.cell_count()).map(CellId::from_index), &mut drop_at),
        };
        if flow == Flow::Stop {
            return Flow::Stop;
        }
    }
    Flow::Continue
}

fn any_stops(cells: impl Iterator<Item = CellId>, run_at: &mut impl FnMut(CellId) -> Flow) -> Flow {
    for cell in cells {
        if run_at(cell) == Flow::Stop {
            return Flow::Stop;
        }
    }
    Flow::Continue
}
