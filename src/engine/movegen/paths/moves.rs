//! The moves of one piece on one cell as a tree, with every move made out in full.

use std::ops::Range;

use super::Warming;
use super::aim::Aims;
use super::build::{Added, Adds, Builder, NoTree, State};
use super::known::{Known, bit};
use super::node::{EMPTY, END, Node, NodeId};
use super::ray::{self, RayStep};
use crate::engine::facts::Facts;
use crate::engine::movegen::pending::{Runner, compose};
use crate::engine::movegen::run::Found;
use crate::engine::moves::{Effect, MoveHead, MoveKind, Partial};
use crate::game::{CellId, Game, MoveTypeId, PieceTypeId, PlayerId};
use crate::limits::MAX_PATH_NODES;

/// A move of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine::movegen) struct Template {
    pub(in crate::engine::movegen) head: MoveHead,
    /// Its effects stand in the tree's list from here on.
    effects: u32,
    /// The piece that moves is not the one that runs: its type is asked when the move is made out.
    pub(in crate::engine::movegen) asks_piece: bool,
    /// A whole move of the piece that runs, without promotion, which changes nothing but its two cells: whether it exposes
    /// a royal piece hangs on these alone.
    pub(in crate::engine::movegen) is_plain: bool,
    /// A whole move of the piece that runs, of one pair, to another cell and without promotion.
    pub(in crate::engine::movegen) is_common: bool,
}

impl Template {
    /// The same move with its effects at the end of another list.
    pub(super) fn with_effects(mut self, own: &[Effect], list: &mut Vec<Effect>) -> Self {
        self.effects = list.len() as u32;
        list.extend_from_slice(own);
        self
    }
}

/// How a part of a piece's blocks is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine::movegen) enum Code {
    /// By the tree from this node on.
    Tree(NodeId),
    /// By the general machine: index of the block.
    Machine(usize),
}

/// Blocks that follow one another and have the same move type.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine::movegen) struct Part {
    pub(in crate::engine::movegen) move_type: Option<MoveTypeId>,
    pub(in crate::engine::movegen) code: Code,
}

/// All moves of one piece on one cell, in the order of its blocks.
#[derive(Debug)]
pub(in crate::engine::movegen) struct Paths {
    pub(in crate::engine::movegen) parts: Box<[Part]>,
    pub(in crate::engine::movegen) nodes: Box<[Node]>,
    pub(super) steps: Box<[RayStep]>,
    pub(super) templates: Box<[Template]>,
    pub(super) effects: Box<[Effect]>,
    /// Whether two of the moves may be equal, so that they must be compared.
    pub(in crate::engine::movegen) may_repeat: bool,
    /// Whether they are trees that ask for nothing but what stands on the board and for the previous move, without rays.
    pub(in crate::engine::movegen) is_simple: bool,
    /// The same for each cell where moves end.
    pub(super) aims: Warming<Aims>,
}

impl Paths {
    /// The moves of an [`Node::Add`].
    pub(in crate::engine::movegen) fn templates(&self, first: u16, count: u16) -> &[Template] {
        &self.templates[first as usize..][..count as usize]
    }

    /// A step of a [`Node::Rays`].
    #[inline]
    pub(in crate::engine::movegen) fn step(&self, index: u16) -> RayStep {
        self.steps[index as usize]
    }

    /// A move of a step.
    pub(in crate::engine::movegen) fn template(&self, index: u16) -> &Template {
        &self.templates[index as usize]
    }

    /// The effects of one of its moves.
    pub(in crate::engine::movegen) fn effects(&self, template: &Template) -> &[Effect] {
        let head = &template.head;
        let count = head.pairs as usize + head.changes as usize + head.captures as usize;
        &self.effects[template.effects as usize..][..count]
    }

    /// What it weighs against the bound on all trees of a game.
    pub(super) fn weight(&self) -> usize {
        self.nodes.len() + self.steps.len() + 4 * self.templates.len() + self.effects.len() + self.parts.len()
    }
}

/// Whose blocks are made into a tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subject {
    pub(super) player: PlayerId,
    pub(super) piece: PieceTypeId,
    pub(super) cell: CellId,
    pub(super) is_drop: bool,
}

/// Makes the trees of the blocks, given by their indexes; `failed` is told of blocks that have none, and `has_tree` asked
/// which may have one.
pub(super) fn build(
    game: &Game,
    facts: &Facts,
    subject: Subject,
    blocks: Range<usize>,
    has_tree: impl Fn(usize) -> bool,
    failed: impl Fn(usize),
) -> Paths {
    let Subject { player, piece, cell, is_drop } = subject;
    let adds = Moves {
        move_type: None,
        is_drop,
        templates: Vec::new(),
        effects: Vec::new(),
        block_start: Vec::new(),
        block: 0,
        may_repeat: false,
    };
    let mut builder = Builder::new(game, facts, &game.program.code, adds);
    let mut known = Known::nothing(facts.neutral != 0);
    if !is_drop {
        known.own(cell, piece);
    }
    let mut state = State::new(player, piece, cell, known);
    // The last block comes first, so that the end of each is the beginning of the next.
    let mut parts: Vec<Part> = Vec::new();
    for index in blocks.rev() {
        let block = &game.program.blocks[index];
        builder.adds.move_type = block.move_type;
        builder.adds.block += 1;
        let follows = parts.last().filter(|part| part.move_type == block.move_type).map(|part| part.code);
        let end = if let Some(Code::Tree(node)) = follows { node } else { END };
        let tree = if has_tree(index) { builder.block(&mut state, block.entry, end) } else { Err(NoTree) };
        match tree {
            Ok(root) if root == end => {}
            Ok(root) if end != END => parts.last_mut().into_iter().for_each(|part| part.code = Code::Tree(root)),
            Ok(root) => parts.push(Part { move_type: block.move_type, code: Code::Tree(root) }),
            Err(NoTree) => {
                failed(index);
                builder.adds.may_repeat = true;
                parts.push(Part { move_type: block.move_type, code: Code::Machine(index) });
            }
        }
    }
    parts.reverse();
    let mut nodes = builder.nodes;
    let Moves { templates, effects, may_repeat, .. } = builder.adds;
    let roots = parts.iter().filter_map(|part| if let Code::Tree(root) = part.code { Some(root) } else { None });
    let steps = ray::find(&mut nodes, roots, facts.neutral != 0, (!may_repeat).then_some(&templates[..]));
    Paths {
        parts: parts.into(),
        nodes: nodes.into(),
        steps: steps.into(),
        templates: templates.into(),
        effects: effects.into(),
        may_repeat,
        is_simple: false,
        aims: Warming::default(),
    }
}

/// Collects the moves of all blocks, each once.
struct Moves {
    move_type: Option<MoveTypeId>,
    is_drop: bool,
    templates: Vec<Template>,
    effects: Vec<Effect>,
    /// For each move the block that has it.
    block_start: Vec<u32>,
    block: u32,
    may_repeat: bool,
}

impl Moves {
    /// The index of a move whose effects stand at the end of the list.
    fn intern(&mut self, head: MoveHead, effects: usize, asks_piece: bool, state: &mut State) -> Result<u16, NoTree> {
        let new = &self.effects[effects..];
        let same = self.templates.iter().position(|known| {
            known.head.to == head.to
                && known.head == head
                && known.asks_piece == asks_piece
                && self.effects[known.effects as usize..].get(..new.len()) == Some(new)
        });
        let index = match same {
            Some(index) => {
                self.effects.truncate(effects);
                self.may_repeat |= self.block_start[index] != self.block || state.added.contains(&(index as u16));
                index
            }
            None => {
                let effects = u32::try_from(effects).map_err(|_| NoTree)?;
                let is_whole = head.kind == MoveKind::Walk
                    && head.from == state.start
                    && head.partial == Partial::No
                    && head.promotion.is_none();
                let is_plain = is_whole
                    && self.effects[effects as usize..].iter().all(
                        |effect| matches!(*effect, Effect::Attribute { at, .. } if at == head.from || at == head.to),
                    );
                let is_common = is_whole && head.pairs == 0 && !head.copy && !asks_piece && head.from != head.to;
                self.templates.push(Template { head, effects, asks_piece, is_plain, is_common });
                self.block_start.push(self.block);
                self.templates.len() - 1
            }
        };
        if index >= MAX_PATH_NODES {
            return Err(NoTree);
        }
        state.added.push(index as u16);
        Ok(index as u16)
    }
}

impl Adds for Moves {
    fn add(&mut self, game: &Game, state: &mut State, found: Found) -> Result<Added, NoTree> {
        for change in &state.pending.changes {
            if let Effect::Attribute { at, .. } = *change
                && state.known.is_one_of(at, bit(EMPTY)).is_none()
            {
                return Ok(Added::Ask(at));
            }
        }
        let one = [None];
        let several: Vec<Option<PieceTypeId>>;
        let promotions = match found.promotion {
            None => &one[..],
            Some(list) => {
                let range = &game.program.promotions[list as usize];
                let types = &game.program.promotion_types[range.start as usize..range.end as usize];
                several = types.iter().copied().map(Some).collect();
                &several[..]
            }
        };
        let runner = Runner {
            player: state.player,
            piece: state.piece,
            move_type: self.move_type,
            is_drop: self.is_drop,
            from: state.from,
            end: state.end(),
        };
        let mut indexes: Vec<u16> = Vec::with_capacity(promotions.len());
        for &promotion in promotions {
            let start = self.effects.len();
            let known = &state.known;
            // Only whether there is a piece counts where the type is not known.
            let type_at = |cell| {
                known.piece(cell).or_else(|| (known.is_one_of(cell, bit(EMPTY)) == Some(false)).then_some(state.piece))
            };
            let Some(head) = compose(runner, &state.pending, found, promotion, type_at, &mut self.effects) else {
                continue;
            };
            let asks_piece = head.kind == MoveKind::Walk
                && known.piece(head.from).is_none()
                && known.is_one_of(head.from, bit(EMPTY)) != Some(true);
            // A move of another piece is compared with the moves of all pieces.
            self.may_repeat |= head.kind == MoveKind::Walk && head.from != state.start;
            indexes.push(self.intern(head, start, asks_piece, state)?);
        }
        let (Some(&first), count) = (indexes.first(), indexes.len()) else { return Ok(Added::Nothing) };
        let in_row = indexes.iter().zip(first..).all(|(&index, expected)| index == expected);
        if !in_row {
            // Some of the moves stand elsewhere in the list: they are listed again in a row.
            return self.relist(&indexes, state);
        }
        Ok(Added::Entries { first, count: count as u16 })
    }
}

impl Moves {
    fn relist(&mut self, indexes: &[u16], state: &mut State) -> Result<Added, NoTree> {
        let first = self.templates.len();
        for &index in indexes {
            let template = self.templates[index as usize];
            self.templates.push(template);
            self.block_start.push(self.block);
        }
        self.may_repeat = true;
        if self.templates.len() > MAX_PATH_NODES {
            return Err(NoTree);
        }
        state.added.extend((first..self.templates.len()).map(|index| index as u16));
        Ok(Added::Entries { first: first as u16, count: indexes.len() as u16 })
    }
}
