//! Which cells one piece on one cell attacks, and what must stand where for it.
//!
//! All blocks of the piece make one tree; for each cell that it could take on, the tree is cut back to the ways that end
//! in such a capture.

use std::sync::OnceLock;

use super::build::{Added, Adds, Builder, NoTree, State};
use super::cells::CellSet;
use super::known::Known;
use super::node::{END, Node, NodeId, answer};
use crate::engine::facts::Facts;
use crate::engine::movegen::run::Found;
use crate::engine::position::Position;
use crate::game::{Block, CellId, Game, PieceTypeId, PlayerId};

/// What is done with the cells that an attack hangs on.
pub(in crate::engine::movegen) trait Reads {
    /// A cell was looked at.
    fn cell(&mut self, cell: CellId);
    /// The previous move was asked for.
    fn last_move(&mut self);
}

/// Nobody asks.
impl Reads for () {
    fn cell(&mut self, _: CellId) {}

    fn last_move(&mut self) {}
}

/// The attacks of one piece on one cell.
#[derive(Debug)]
pub(in crate::engine::movegen) struct Sight {
    /// What it could ever take on.
    reach: CellSet,
    whole: Whole,
    /// The cells that the adds of the whole tree take on.
    hits: Box<[CellId]>,
    /// For each cell of the reach, in order, the tree that asks for it.
    targets: Box<[OnceLock<Tree>]>,
}

#[derive(Clone, Debug)]
struct Tree {
    nodes: Box<[Node]>,
    root: NodeId,
}

/// The attacks of all blocks in one tree.
#[derive(Clone, Debug)]
struct Whole {
    nodes: Box<[Node]>,
    root: NodeId,
    /// Where the nodes of each block begin; the last block of the piece comes first.
    blocks: Box<[usize]>,
}

impl Sight {
    /// Works the attacks out; `None` if a block has no tree.
    pub(super) fn build(
        game: &Game,
        facts: &Facts,
        player: PlayerId,
        piece: PieceTypeId,
        cell: CellId,
        blocks: &[Block],
    ) -> Option<Self> {
        let mut builder = Builder::new(game, facts, game.reach.code(game), Hits::default());
        builder.asks_attacks = false;
        let mut known = Known::nothing(facts.neutral != 0);
        known.own(cell, piece);
        let mut state = State::new(player, piece, cell, known);
        let mut root = END;
        let mut starts = Vec::with_capacity(blocks.len());
        for block in blocks.iter().rev() {
            starts.push(builder.nodes.len());
            root = builder.block(&mut state, block.entry, root).ok()?;
        }
        let hits = builder.adds.0;
        let reach = CellSet::new(hits.iter().copied(), game.board.cell_count());
        let targets = (0..reach.len()).map(|_| OnceLock::new()).collect();
        let whole = Whole { nodes: builder.nodes.into(), root, blocks: starts.into() };
        Some(Self { reach, whole, hits: hits.into(), targets })
    }

    /// Whether the piece could take on the cell, whatever stands on the board.
    #[inline]
    pub(in crate::engine::movegen) fn reaches(&self, target: CellId) -> bool {
        self.reach.contains(target)
    }

    /// Whether the player's piece takes on the cell now.
    pub(in crate::engine::movegen) fn hits(
        &self,
        facts: &Facts,
        position: &Position,
        player: PlayerId,
        target: CellId,
        reads: &mut impl Reads,
    ) -> bool {
        let Some(place) = self.reach.place(target) else { return false };
        let tree = self.targets[place].get_or_init(|| self.cut_back(target));
        let mut at = tree.root;
        loop {
            let node = tree.nodes[at as usize];
            match node {
                Node::Look { cell, .. } | Node::Type { cell, .. } | Node::Attribute { cell, .. } => reads.cell(cell),
                Node::LastFrom { .. } | Node::LastTo { .. } => reads.last_move(),
                _ => {}
            }
            match answer(facts, position, player, node) {
                Some(next) => at = next,
                None => return node == Node::Hit,
            }
        }
    }

    /// What it weighs against the bound on all trees of a game, with what the targets will come to.
    pub(super) fn weight(&self) -> usize {
        2 * self.whole.nodes.len() + self.hits.len() + 4 * self.targets.len()
    }

    /// The part of the whole tree that takes on the target.
    fn cut_back(&self, target: CellId) -> Tree {
        const HIT: NodeId = 1;
        let old = &self.whole.nodes;
        let mut nodes = vec![Node::End, Node::Hit];
        // What each old node has become. Within a block a node leads to later ones, and at the end of a block to the
        // block made before.
        let mut now: Vec<NodeId> = vec![END; old.len()];
        for (index, &start) in self.whole.blocks.iter().enumerate() {
            let end = self.whole.blocks.get(index + 1).copied().unwrap_or(old.len());
            for at in (start..end).rev() {
                let mut node = old[at];
                now[at] = if let Node::Add { first, count, next } = node {
                    if self.hits[first as usize..][..count as usize].contains(&target) {
                        HIT
                    } else {
                        now[next as usize]
                    }
                } else {
                    let next = node.next_mut();
                    next.iter_mut().for_each(|next| *next = now[*next as usize]);
                    match next.split_first() {
                        Some((&first, others)) if others.iter().any(|next| *next != first) => {
                            nodes.push(node);
                            (nodes.len() - 1) as NodeId
                        }
                        Some((&first, _)) => first,
                        None => END,
                    }
                };
            }
        }
        Tree { root: now[self.whole.root as usize], nodes: nodes.into() }
    }
}

/// Collects the cells that moves take on.
#[derive(Default)]
struct Hits(Vec<CellId>);

impl Adds for Hits {
    fn add(&mut self, _: &Game, state: &mut State, _: Found) -> Result<Added, NoTree> {
        let first = self.0.len();
        self.0.push(state.end());
        if !state.pending.is_empty() {
            self.0.extend(state.pending.pairs.iter().map(|&(_, to)| to));
            self.0.extend(&state.pending.captures);
        }
        let count = self.0.len() - first;
        match (u16::try_from(first), u16::try_from(count)) {
            (Ok(first), Ok(count)) => Ok(Added::Entries { first, count }),
            _ => Err(NoTree),
        }
    }
}
