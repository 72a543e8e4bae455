//! Running all blocks that a turn allows (`spec/zrf.md` 6.1).

use smallvec::SmallVec;

use super::alone::Narrow;
use super::attack;
use super::collect::{Collect, Exists, Taker};
use super::count::Count;
use super::paths::{Aimed, Code, Gives, NO_MOVE, Node, NodeId, Paths, RayTo, Template, answer};
use super::run::{Flow, Machine, Run};
use super::trace::Mover;
use super::{Generator, Rules};
use crate::engine::moves::{Move, MoveHead, MoveList};
use crate::engine::position::{Bits, Position, cell_at};
use crate::game::{CellId, Game, MoveTypeId, PieceTypeId, PlayerId, TypeSet};

/// Which moves of the turn are asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::engine) enum Asked {
    /// Those that the turn and the chain under way allow.
    OfTurn,
    /// Those of all types.
    OfAnyType,
    /// Those that a turn without a chain allows, of a higher priority than this one.
    Above(u16),
}

/// Which blocks may run.
#[derive(Clone, Copy)]
enum Allowed<'g> {
    Any,
    Of(&'g TypeSet),
    Only(MoveTypeId),
    /// Those of a priority before this one, of the types of the turn.
    Above(u16, Option<&'g TypeSet>, &'g Game),
}

impl Allowed<'_> {
    fn permits(self, move_type: Option<MoveTypeId>) -> bool {
        match self {
            Self::Any => true,
            Self::Of(types) => types.contains(move_type),
            Self::Only(only) => move_type == Some(only),
            Self::Above(priority, types, game) => {
                game.priority(move_type) < priority && types.is_none_or(|types| types.contains(move_type))
            }
        }
    }
}

impl Generator {
    /// All moves of the present turn, each once, before any filter.
    pub(super) fn generate(&mut self, game: &Game, position: &mut Position, list: &mut MoveList) {
        self.generate_asked(game, position, list, Asked::OfTurn);
    }

    /// All moves of the player on turn that are asked for, each once, before any filter.
    pub(in crate::engine) fn generate_asked(
        &mut self,
        game: &Game,
        position: &mut Position,
        list: &mut MoveList,
        asked: Asked,
    ) {
        self.seen.start();
        let rules = rules!(self, game);
        let Self { run, nested, seen, overflow, .. } = self;
        let mut sink = Collect { game, list, group: 0, seen, overflow };
        let mut machine = Machine { rules, code: &game.program.code, position, nested: Some(nested) };
        let _ = run_turn(&mut machine, run, &mut sink, asked);
    }

    /// The moves of the present turn of one mover, each once, before any filter. With `to` those whose main pair ends
    /// elsewhere may be missing.
    pub(super) fn generate_from(
        &mut self,
        game: &Game,
        position: &mut Position,
        mover: Mover,
        to: Option<CellId>,
        list: &mut MoveList,
    ) {
        self.seen.start();
        let rules = rules!(self, game);
        let item = position.turn_item(game);
        let player = item.acts_as;
        let allowed = match (position.chain(), mover) {
            (Some(chain), Mover::On(cell)) if chain.cell == cell => chain.move_type.map_or(Allowed::Any, Allowed::Only),
            (Some(_), _) => return,
            (None, _) => item.types.as_ref().map_or(Allowed::Any, Allowed::Of),
        };
        let Self { run, nested, seen, overflow, .. } = self;
        if let (Mover::On(cell), Some(to)) = (mover, to)
            && let Some(aimed) = simple_paths(rules, position, player, cell, to)
        {
            let mut sink = Collect { game, list, group: 0, seen, overflow };
            return find(rules, position, player, aimed, to, allowed, |template| {
                sink.take(position, aimed.0, template, cell)
            });
        }
        let mut sink = Narrow { collect: Collect { game, list, group: 0, seen, overflow }, to };
        let mut machine = Machine { rules, code: &game.program.code, position, nested: Some(nested) };
        run.player = player;
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

    /// The only move of the piece on `from` that ends on `to`, if it is a common one: whole, of one pair and without
    /// promotion. No chain is under way.
    pub(super) fn find_common(&self, game: &Game, position: &Position, from: CellId, to: CellId) -> Option<Move> {
        let rules = rules!(self, game);
        let item = position.turn_item(game);
        let aimed = simple_paths(rules, position, item.acts_as, from, to)?;
        let allowed = item.types.as_ref().map_or(Allowed::Any, Allowed::Of);
        if let (paths, Aimed::Ray(ray)) = aimed
            && allowed.permits(ray.move_type)
            && gives(rules, position, item.acts_as, paths, ray, to) == Gives::Bare
        {
            let piece = position.piece(from)?.piece_type();
            let head = MoveHead::bare(item.acts_as, piece, ray.move_type, from, to);
            return Some(Move { head, effects: SmallVec::new() });
        }
        let mut found = None;
        let mut count = 0;
        find(rules, position, item.acts_as, aimed, to, allowed, |template| {
            found = Some(template);
            count += 1;
            if count > 1 { Flow::Stop } else { Flow::Continue }
        });
        let template = found.filter(|template| count == 1 && template.is_common)?;
        Some(Move { head: template.head, effects: SmallVec::from_slice(aimed.0.effects(template)) })
    }

    /// Whether the present turn has any such move before all filters.
    pub(super) fn exists(&mut self, game: &Game, position: &mut Position, asked: Asked, list: &mut MoveList) -> bool {
        self.seen.start();
        let rules = rules!(self, game);
        let Self { run, nested, seen, overflow, .. } = self;
        let mut sink = Exists { collect: Collect { game, list, group: 0, seen, overflow } };
        let mut machine = Machine { rules, code: &game.program.code, position, nested: Some(nested) };
        run_turn(&mut machine, run, &mut sink, asked) == Flow::Stop
    }
}

impl Generator {
    /// Runs the present turn for counting.
    pub(super) fn run_count(
        &mut self,
        game: &Game,
        position: &mut Position,
        list: &mut MoveList,
        is_guarded: bool,
    ) -> Option<usize> {
        self.seen.start();
        let rules = rules!(self, game);
        let Self { run, nested, seen, overflow, guard, .. } = self;
        let collect = Collect { game, list, group: 0, seen, overflow };
        let mut sink = Count::new(collect, is_guarded.then_some(&*guard));
        let mut machine = Machine { rules, code: &game.program.code, position, nested: Some(nested) };
        let _ = run_turn(&mut machine, run, &mut sink, Asked::OfTurn);
        sink.count()
    }
}

fn run_turn<S: Taker>(machine: &mut Machine<'_>, run: &mut Run, sink: &mut S, asked: Asked) -> Flow {
    let game = machine.rules.game;
    let item = machine.position.turn_item(game);
    let player = item.acts_as;
    run.player = player;
    if let Some(chain) = machine.position.chain().filter(|_| asked == Asked::OfTurn) {
        let Some(piece) = machine.position.piece(chain.cell).filter(|piece| piece.owner() == player) else {
            return Flow::Continue;
        };
        let allowed = chain.move_type.map_or(Allowed::Any, Allowed::Only);
        sink.start_group();
        return run_piece(machine, run, chain.cell, piece.piece_type(), allowed, sink);
    }
    let allowed = match (asked, &item.types) {
        (Asked::Above(priority), types) => Allowed::Above(priority, types.as_ref(), game),
        (Asked::OfTurn, Some(types)) => Allowed::Of(types),
        (Asked::OfTurn, None) | (Asked::OfAnyType, _) => Allowed::Any,
    };
    for word in 0..machine.position.words() {
        // The board does not change while blocks run, so that the word may be copied.
        for bit in Bits(machine.position.occupied_words(player)[word]) {
            let cell = cell_at(word, bit);
            let Some(piece) = machine.position.piece(cell) else { continue };
            sink.start_group();
            if run_piece(machine, run, cell, piece.piece_type(), allowed, sink) == Flow::Stop {
                return Flow::Stop;
            }
        }
    }
    run_drops(machine, run, player, allowed, sink)
}

fn run_piece<S: Taker>(
    machine: &mut Machine<'_>,
    run: &mut Run,
    cell: CellId,
    piece: PieceTypeId,
    allowed: Allowed<'_>,
    sink: &mut S,
) -> Flow {
    let rules = machine.rules;
    run.piece = piece;
    run.is_drop = false;
    let Rules { game, facts, tables } = rules;
    let paths = tables.and_then(|tables| Some((tables, tables.moves(game, facts, run.player, piece, cell)?)));
    if let Some((tables, paths)) = paths {
        let aimed = sink.aim().and_then(|to| tables.aimed(game, facts, paths, to));
        let paths = if let Some(Aimed::Tree(tree)) = aimed { tree } else { paths };
        return run_paths(machine, run, cell, paths, allowed, sink);
    }
    for block in rules.game.pieces[piece.index()].moves[run.player.index()].range() {
        if run_block(machine, run, cell, block, allowed, sink) == Flow::Stop {
            return Flow::Stop;
        }
    }
    Flow::Continue
}

/// Runs a block by the general machine.
fn run_block<S: Taker>(
    machine: &mut Machine<'_>,
    run: &mut Run,
    cell: CellId,
    block: usize,
    allowed: Allowed<'_>,
    sink: &mut S,
) -> Flow {
    let block = &machine.rules.game.program.blocks[block];
    if !allowed.permits(block.move_type) {
        return Flow::Continue;
    }
    run.begin(cell, block.move_type, block.uses_flags);
    machine.execute(run, block.entry, sink)
}

fn run_paths<S: Taker>(
    machine: &mut Machine<'_>,
    run: &mut Run,
    cell: CellId,
    paths: &Paths,
    allowed: Allowed<'_>,
    sink: &mut S,
) -> Flow {
    for part in &paths.parts {
        if !allowed.permits(part.move_type) {
            continue;
        }
        let flow = match part.code {
            Code::Tree(root) => walk(machine, run, cell, paths, root, sink),
            Code::Machine(block) => run_block(machine, run, cell, block, allowed, sink),
        };
        if flow == Flow::Stop {
            return Flow::Stop;
        }
    }
    Flow::Continue
}

/// The paths of the player's piece on a cell, and the part of them that ends on another, where it is known and asks for
/// nothing but what stands on the board and for the previous move.
#[inline]
fn simple_paths<'t>(
    rules: Rules<'t>,
    position: &Position,
    player: PlayerId,
    from: CellId,
    to: CellId,
) -> Option<(&'t Paths, Aimed<'t>)> {
    let Rules { game, facts, tables } = rules;
    let tables = tables?;
    let piece = position.piece(from).filter(|piece| piece.owner() == player)?;
    let paths = tables.moves(game, facts, player, piece.piece_type(), from)?;
    match tables.aimed(game, facts, paths, to)? {
        Aimed::Tree(tree) if !tree.is_simple => None,
        Aimed::Tree(tree) => Some((tree, Aimed::Tree(tree))),
        ray @ Aimed::Ray(_) => Some((paths, ray)),
    }
}

/// What a ray of the player gives on its last cell.
#[inline]
fn gives(rules: Rules<'_>, position: &Position, player: PlayerId, paths: &Paths, ray: RayTo, to: CellId) -> Gives {
    match position.piece(to) {
        _ if !(ray.first..ray.last).all(|step| position.piece(paths.step(step).cell).is_none()) => Gives::Nothing,
        None => ray.empty,
        Some(piece) if rules.facts.is_enemy(player, piece.owner()) => ray.enemy,
        Some(_) => Gives::Nothing,
    }
}

/// Tells the moves of simple paths, until `tell` says to stop.
#[inline(always)]
fn find<'p>(
    rules: Rules<'_>,
    position: &Position,
    player: PlayerId,
    (paths, aimed): (&'p Paths, Aimed<'p>),
    to: CellId,
    allowed: Allowed<'_>,
    mut tell: impl FnMut(&'p Template) -> Flow,
) {
    if let Aimed::Ray(ray) = aimed {
        if allowed.permits(ray.move_type) && gives(rules, position, player, paths, ray, to) != Gives::Nothing {
            let step = paths.step(ray.last);
            let found = if position.piece(to).is_none() { step.empty } else { step.enemy };
            let _ = tell(paths.template(found));
        }
        return;
    }
    for part in &paths.parts {
        let Code::Tree(mut at) = part.code else { continue };
        if !allowed.permits(part.move_type) {
            continue;
        }
        loop {
            let node = paths.nodes[at as usize];
            if let Some(next) = answer(rules.facts, position, player, node) {
                at = next;
            } else if let Node::Add { first, count, next } = node {
                for template in paths.templates(first, count) {
                    if tell(template) == Flow::Stop {
                        return;
                    }
                }
                at = next;
            } else {
                break;
            }
        }
    }
}

/// Walks a tree from its root.
fn walk<S: Taker>(
    machine: &mut Machine<'_>,
    run: &mut Run,
    cell: CellId,
    paths: &Paths,
    root: NodeId,
    sink: &mut S,
) -> Flow {
    let rules = machine.rules;
    let enemies = rules.facts.enemies[run.player.index()];
    let mut at = root;
    loop {
        let node = paths.nodes[at as usize];
        if let Node::Rays { first, end, next } = node {
            let mut index = first;
            while index < end {
                let step = paths.step(index);
                let found = match machine.position.piece(step.cell) {
                    None => {
                        index += 1;
                        step.empty
                    }
                    Some(piece) => {
                        index = step.skip;
                        if enemies >> piece.owner().0 & 1 != 0 { step.enemy } else { NO_MOVE }
                    }
                };
                if found == NO_MOVE || (step.is_plain && sink.take_plain(cell, step.cell)) {
                    continue;
                }
                if sink.take(machine.position, paths, paths.template(found), cell) == Flow::Stop {
                    return Flow::Stop;
                }
            }
            at = next;
            continue;
        }
        if let Some(next) = answer(rules.facts, machine.position, run.player, node) {
            at = next;
            continue;
        }
        at = match node {
            Node::Add { first, count, next } => {
                for template in paths.templates(first, count) {
                    if sink.take(machine.position, paths, template, cell) == Flow::Stop {
                        return Flow::Stop;
                    }
                }
                next
            }
            Node::Attacked { cell: target, move_type, next } => {
                run.start = cell;
                let asking = run.asking();
                let yes = machine.nested.as_deref_mut().is_some_and(|nested| {
                    attack::is_attacked(rules, machine.position, nested, asking, target, move_type)
                });
                next[usize::from(yes)]
            }
            Node::Defended { cell: target, move_type, next } => {
                run.start = cell;
                let asking = run.asking();
                let yes = machine.nested.as_deref_mut().is_some_and(|nested| {
                    attack::is_defended(rules, machine.position, nested, asking, target, move_type)
                });
                next[usize::from(yes)]
            }
            _ => return Flow::Continue,
        };
    }
}

fn run_drops<S: Taker>(
    machine: &mut Machine<'_>,
    run: &mut Run,
    player: PlayerId,
    allowed: Allowed<'_>,
    sink: &mut S,
) -> Flow {
    let facts = machine.rules.facts;
    for &piece in &facts.droppable[player.index()] {
        if machine.position.stock(player, piece) == 0 {
            continue;
        }
        sink.start_group();
        if run_drops_of(machine, run, piece, None, allowed, sink) == Flow::Stop {
            return Flow::Stop;
        }
    }
    Flow::Continue
}

/// Drops a piece of the type where its blocks may begin; with `only_on` there alone.
fn run_drops_of<S: Taker>(
    machine: &mut Machine<'_>,
    run: &mut Run,
    piece: PieceTypeId,
    only_on: Option<CellId>,
    allowed: Allowed<'_>,
    sink: &mut S,
) -> Flow {
    let rules = machine.rules;
    let game = rules.game;
    let player = run.player;
    run.piece = piece;
    run.is_drop = true;
    for index in game.pieces[piece.index()].drops[player.index()].range() {
        let block = &game.program.blocks[index];
        if !allowed.permits(block.move_type) {
            continue;
        }
        let mut drop_at = |cell: CellId| {
            let paths = rules.tables.and_then(|tables| tables.drop(game, rules.facts, player, piece, cell, index));
            match paths {
                Some(paths) => run_paths(machine, run, cell, paths, allowed, sink),
                None => run_block(machine, run, cell, index, allowed, sink),
            }
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
