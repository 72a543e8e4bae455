//! Paths: what is left of the blocks of one piece on one cell when all that the rules alone decide is decided.
//!
//! The cells a run can visit, its flags and its pending changes hang only on where it begins and on the answers that the
//! position gives. So the blocks of a piece on a cell become a tree: a node asks the position one question, or adds moves
//! that are made out in full. Slides and leaps are walks through a table then, and so are the attacks they give.
//!
//! Trees are made at first use and kept with the game. A block that has none, because it asks for a place that only the
//! position tells or because its tree would be too large, is run by the general machine; the two always agree.

mod aim;
mod build;
mod cells;
mod known;
mod moves;
mod near;
mod node;
mod ray;
mod sight;

pub(super) use self::aim::{Gives, RayTo};
pub(super) use self::moves::{Code, Paths, Template};
pub(super) use self::node::{Node, NodeId, answer};
pub(super) use self::ray::NO_MOVE;
pub(super) use self::sight::{Reads, Sight};

use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};

use self::aim::{Aims, Way};
use self::moves::Subject;
use self::near::Near;
use crate::engine::facts::Facts;
use crate::game::{CellId, Game, PieceTypeId, PlayerId};
use crate::limits::MAX_PATH_NODES_OF_GAME;

/// The part of the paths of a piece that ends on one cell.
#[derive(Clone, Copy, Debug)]
pub(super) enum Aimed<'p> {
    /// One ray of these paths alone.
    Ray(RayTo),
    /// Paths of their own.
    Tree(&'p Paths),
}

/// How often a piece is run on a cell before its tree is made.
const WARM: u8 = 2;
/// On how many cells a block must fail to become a tree until no more are tried.
const FAILURES: u8 = 3;

/// The trees of a game.
#[derive(Debug)]
pub(super) struct Tables {
    moves: PerPiece<Warming<Paths>>,
    /// `drops[block]`: per cell; empty for blocks that no drop uses.
    drops: Box<[PerCell<Warming<Paths>>]>,
    sights: PerPiece<OnceLock<Option<Box<Sight>>>>,
    near: Near,
    /// Per block, and for attacks per player and piece type, on how many cells there was no tree.
    failed: Box<[AtomicU8]>,
    failed_sights: Box<[AtomicU8]>,
    weight: AtomicUsize,
}

impl Tables {
    pub(super) fn new(game: &Game) -> Self {
        let blocks = game.program.blocks.len();
        Self {
            moves: PerPiece::new(game),
            drops: (0..blocks).map(|_| OnceLock::new()).collect(),
            sights: PerPiece::new(game),
            near: Near::new(game),
            failed: (0..blocks).map(|_| AtomicU8::new(0)).collect(),
            failed_sights: (0..game.players.len() * game.pieces.len()).map(|_| AtomicU8::new(0)).collect(),
            weight: AtomicUsize::new(0),
        }
    }

    /// The moves of the player's piece on a cell; `None` where the general machine is to run all its blocks.
    #[inline]
    pub(super) fn moves(
        &self,
        game: &Game,
        facts: &Facts,
        player: PlayerId,
        piece: PieceTypeId,
        cell: CellId,
    ) -> Option<&Paths> {
        let slot = &self.moves.of(game, player, piece)[cell.index()];
        slot.get(|| {
            let range = game.pieces[piece.index()].moves[player.index()].range();
            self.build(game, facts, Subject { player, piece, cell, is_drop: false }, range)
        })
    }

    /// The part of these paths that a move may be found in which ends on the cell. `None` until it is worth knowing.
    #[inline]
    pub(super) fn aimed<'p>(&self, game: &Game, facts: &Facts, paths: &'p Paths, to: CellId) -> Option<Aimed<'p>> {
        let make = || {
            let aims = self.has_room().then(|| Aims::new(paths, game.board.cell_count()))?;
            self.note(aims.weight());
            Some(aims)
        };
        let aims = paths.aims.get(make)?;
        match aims.way(to)? {
            Way::Ray(ray) => Some(Aimed::Ray(ray)),
            Way::Tree(number) => {
                let cut = || {
                    let tree = paths.cut_back(to, facts.neutral != 0).filter(|_| self.has_room())?;
                    self.note(tree.weight());
                    Some(tree)
                };
                aims.tree(number).get(cut).map(Aimed::Tree)
            }
        }
    }

    /// The moves of one block that drops the player's piece on a cell.
    pub(super) fn drop(
        &self,
        game: &Game,
        facts: &Facts,
        player: PlayerId,
        piece: PieceTypeId,
        cell: CellId,
        block: usize,
    ) -> Option<&Paths> {
        let cells = self.drops[block].get_or_init(|| per_cell(game));
        cells[cell.index()]
            .get(|| self.build(game, facts, Subject { player, piece, cell, is_drop: true }, block..block + 1))
    }

    /// The cells, one bit each, from which some piece of the player could take on the target, whatever stands on the
    /// board; `None` where that is not known.
    #[inline]
    pub(super) fn near(&self, game: &Game, player: PlayerId, target: CellId) -> Option<&[u64]> {
        self.near.of(game, player, target)
    }

    /// The attacks of the player's piece on a cell; `None` where the general machine is to find them.
    #[inline]
    pub(super) fn sight(
        &self,
        game: &Game,
        facts: &Facts,
        player: PlayerId,
        piece: PieceTypeId,
        cell: CellId,
    ) -> Option<&Sight> {
        let slot = &self.sights.of(game, player, piece)[cell.index()];
        match slot.get() {
            Some(sight) => sight.as_deref(),
            None => slot.get_or_init(|| self.see(game, facts, player, piece, cell)).as_deref(),
        }
    }

    #[cold]
    fn see(
        &self,
        game: &Game,
        facts: &Facts,
        player: PlayerId,
        piece: PieceTypeId,
        cell: CellId,
    ) -> Option<Box<Sight>> {
        let failed = &self.failed_sights[player.index() * game.pieces.len() + piece.index()];
        if !self.has_room() || failed.load(Ordering::Relaxed) >= FAILURES {
            return None;
        }
        let blocks = &game.program.blocks[game.pieces[piece.index()].moves[player.index()].range()];
        let sight = Sight::build(game, facts, player, piece, cell, blocks);
        match &sight {
            Some(sight) => self.note(sight.weight()),
            None => count(failed),
        }
        sight.map(Box::new)
    }

    fn build(&self, game: &Game, facts: &Facts, subject: Subject, blocks: Range<usize>) -> Option<Paths> {
        if !self.has_room() {
            return None;
        }
        let has_tree = |block: usize| self.failed[block].load(Ordering::Relaxed) < FAILURES;
        let paths = moves::build(game, facts, subject, blocks, has_tree, |block| count(&self.failed[block]));
        let is_of_use = paths.parts.iter().any(|part| matches!(part.code, Code::Tree(_))) || paths.parts.is_empty();
        self.note(paths.weight());
        is_of_use.then_some(paths)
    }

    fn has_room(&self) -> bool {
        self.weight.load(Ordering::Relaxed) < MAX_PATH_NODES_OF_GAME
    }

    fn note(&self, weight: usize) {
        self.weight.fetch_add(weight, Ordering::Relaxed);
    }
}

fn count(failures: &AtomicU8) {
    let _ = failures.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |old| old.checked_add(1));
}

/// A value made after some uses: what is used once is not worth a tree.
#[derive(Debug)]
struct Warming<T> {
    uses: AtomicU8,
    value: OnceLock<Option<Box<T>>>,
}

impl<T> Default for Warming<T> {
    fn default() -> Self {
        Self { uses: AtomicU8::new(0), value: OnceLock::new() }
    }
}

impl<T> Warming<T> {
    #[inline]
    fn get(&self, make: impl FnOnce() -> Option<T>) -> Option<&T> {
        match self.value.get() {
            Some(value) => value.as_deref(),
            None => self.warm(make),
        }
    }

    #[cold]
    fn warm(&self, make: impl FnOnce() -> Option<T>) -> Option<&T> {
        if self.uses.fetch_add(1, Ordering::Relaxed) < WARM {
            return None;
        }
        self.value.get_or_init(|| make().map(Box::new)).as_deref()
    }
}

/// One value for each cell; room is made for them when the first is asked for.
type PerCell<T> = OnceLock<Box<[T]>>;

/// One value for each player, piece type and cell; the cells of a type are made room for when the type is first met.
#[derive(Debug)]
struct PerPiece<T> {
    types: usize,
    entries: Box<[PerCell<T>]>,
}

impl<T: Default> PerPiece<T> {
    fn new(game: &Game) -> Self {
        let types = game.pieces.len();
        Self { types, entries: (0..game.players.len() * types).map(|_| OnceLock::new()).collect() }
    }

    #[inline]
    fn of(&self, game: &Game, player: PlayerId, piece: PieceTypeId) -> &[T] {
        self.entries[player.index() * self.types + piece.index()].get_or_init(|| per_cell(game))
    }
}

fn per_cell<T: Default>(game: &Game) -> Box<[T]> {
    (0..game.board.cell_count()).map(|_| T::default()).collect()
}

#[cfg(test)]
mod tests {
    use super::build::{Added, Adds, Builder, NoTree, State};
    use super::known::Known;
    use super::moves::{self, Subject};
    use super::{Code, NodeId, Tables};
    use crate::diagnostic::Diagnostics;
    use crate::engine::facts::Facts;
    use crate::engine::movegen::run::Found;
    use crate::game::{CellId, Game, PieceTypeId, PlayerId, compile::compile};
    use crate::limits::{MAX_PATH_FACTS, MAX_PATH_NODES, MAX_PATH_NODES_OF_GAME, MAX_PATH_STEPS};
    use crate::source::SourceFile;
    use crate::zrf::{MemoryLoader, RulesFile};

    /// A game of one piece with this block, on two cells.
    fn game(block: &str) -> Game {
        let text = format!(
            "(game (title \"t\") (players White Black) (turn-order White Black)
               (board (grid (dimensions (\"a/b\" (9 0))) (directions (e 1))))
               (board-setup (White (Man a)))
               (piece (name Man) (moves ({block}))))"
        );
        let mut findings = Diagnostics::new();
        let file = RulesFile::read(SourceFile::from_text("t.zrf", text), &MemoryLoader::new(), &mut findings);
        let rules = file.rules(0, &mut findings).expect("the variant can be read");
        let game = compile(&rules, &mut findings).expect("the variant compiles");
        assert_eq!(findings.into_vec(), []);
        game
    }

    const SUBJECT: Subject = Subject { player: PlayerId(0), piece: PieceTypeId(0), cell: CellId(0), is_drop: false };

    /// Takes every `add` as one entry.
    struct Any;

    impl Adds for Any {
        fn add(&mut self, _: &Game, _: &mut State, _: Found) -> Result<Added, NoTree> {
            Ok(Added::Entries { first: 0, count: 1 })
        }
    }

    /// The tree of the only block, without its moves; answers how many nodes it has.
    fn tree(block: &str) -> Option<usize> {
        let game = game(block);
        let facts = Facts::new(&game);
        let mut builder = Builder::new(&game, &facts, &game.program.code, Any);
        let mut known = Known::nothing(false);
        known.own(SUBJECT.cell, SUBJECT.piece);
        let mut state = State::new(SUBJECT.player, SUBJECT.piece, SUBJECT.cell, known);
        let root = builder.block(&mut state, game.program.blocks[0].entry, 0);
        root.ok().map(|_: NodeId| builder.nodes.len())
    }

    /// Whether the only block has a tree with all its moves, and how many.
    fn moves_of(game: &Game) -> Option<usize> {
        let facts = Facts::new(game);
        let paths = moves::build(game, &facts, SUBJECT, 0..1, |_| true, |_| {});
        matches!(paths.parts[0].code, Code::Tree(_)).then(|| paths.templates.len())
    }

    #[test]
    fn a_tree_has_as_many_nodes_as_the_bound_and_no_more() {
        // Each `add` is a node; the end is one.
        assert_eq!(tree(&"add ".repeat(MAX_PATH_NODES - 1)), Some(MAX_PATH_NODES));
        assert_eq!(tree(&"add ".repeat(MAX_PATH_NODES)), None);
    }

    #[test]
    fn a_tree_is_followed_for_as_many_instructions_as_the_bound_and_no_more() {
        // The end of the block is an instruction, and so is the `add`.
        assert_eq!(tree(&format!("{} add", "mark ".repeat(MAX_PATH_STEPS - 2))), Some(2));
        assert_eq!(tree(&format!("{} add", "mark ".repeat(MAX_PATH_STEPS - 1))), None);
    }

    #[test]
    fn a_path_remembers_as_much_as_the_bound_and_no_more() {
        let flags = |count: usize| (0..count).map(|flag| format!("(set-flag f{flag} true)")).collect::<String>();
        // What stands on the own cell is known too.
        assert_eq!(tree(&format!("{} add", flags(MAX_PATH_FACTS - 1))), Some(2));
        assert_eq!(tree(&format!("{} add", flags(MAX_PATH_FACTS))), None);
        // What is forgotten weighs nothing.
        let forgotten = format!("{} (set-flag f0 false) (set-flag g true) add", flags(MAX_PATH_FACTS - 1));
        assert_eq!(tree(&forgotten), Some(2));
    }

    #[test]
    fn a_tree_has_as_many_moves_as_the_bound_and_no_more() {
        let promotions = |lists: &[Vec<u16>]| {
            let mut game = game(["(add Man)", "(add Man) (add Man Man)"][lists.len() - 1]);
            let program = &mut game.program;
            program.promotion_types = lists.concat().into_iter().map(PieceTypeId).collect();
            let mut end = 0;
            program.promotions.clear();
            for list in lists {
                program.promotions.push(end..end + list.len() as u32);
                end += list.len() as u32;
            }
            moves_of(&game)
        };
        let all = |count: usize| (0..count as u16).collect::<Vec<_>>();
        assert_eq!(promotions(&[all(MAX_PATH_NODES)]), Some(MAX_PATH_NODES));
        assert_eq!(promotions(&[all(MAX_PATH_NODES + 1)]), None);
        // The same moves in another order are listed once more.
        let twice = |count: usize| promotions(&[all(count), all(count).into_iter().rev().collect()]);
        assert_eq!(twice(MAX_PATH_NODES / 2), Some(MAX_PATH_NODES));
        assert_eq!(twice(MAX_PATH_NODES / 2 + 1), None);
    }

    #[test]
    fn all_trees_of_a_game_together_weigh_no_more_than_the_bound() {
        let game = game("e add");
        let facts = Facts::new(&game);
        let tables = Tables::new(&game);
        let Subject { player, piece, cell, .. } = SUBJECT;
        tables.note(MAX_PATH_NODES_OF_GAME - 1);
        assert!(tables.sight(&game, &facts, player, piece, cell).is_some(), "there is room for one more");
        assert!(tables.weight.load(super::Ordering::Relaxed) >= MAX_PATH_NODES_OF_GAME);
        assert!(tables.sight(&game, &facts, player, piece, CellId(1)).is_none());
        for _ in 0..=super::WARM {
            assert!(tables.moves(&game, &facts, player, piece, cell).is_none());
        }
    }
}
