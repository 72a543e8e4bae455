//! Paths cut back to the moves that end on one cell: how an entry is looked up.

use super::Warming;
use super::cells::CellSet;
use super::moves::{Code, Part, Paths, Template};
use super::node::{CONTENTS, EMPTY, END, ENEMY, FRIEND, NEUTRAL, Node, NodeId};
use super::ray::NO_MOVE;
use crate::engine::moves::Effect;
use crate::game::CellId;
use crate::limits::MAX_PATH_NODES;

/// The paths of one piece on one cell for each cell where its moves end.
#[derive(Debug)]
pub(super) struct Aims {
    ends: CellSet,
    /// For each end, in order.
    paths: Box<[Warming<Paths>]>,
}

impl Aims {
    /// Room for the aims of paths on a board of so many cells.
    pub(super) fn new(paths: &Paths, cells: usize) -> Self {
        let ends = CellSet::new(paths.ends(), cells);
        let paths = (0..ends.len()).map(|_| Warming::default()).collect();
        Self { ends, paths }
    }

    /// Where the paths that end on the cell are kept; `None` if no move ends there.
    #[inline]
    pub(super) fn slot(&self, to: CellId) -> Option<&Warming<Paths>> {
        self.ends.place(to).map(|place| &self.paths[place])
    }
}

impl Paths {
    /// The same paths without the moves that end elsewhere ([`MoveHead::may_end_on`]), and without the questions that only
    /// bear on these.
    /// `None` where they would be too large.
    pub(super) fn cut_back(&self, to: CellId, has_neutral: bool) -> Option<Self> {
        let mut cut = Cut {
            old: self,
            to,
            has_neutral,
            now: vec![None; self.nodes.len()],
            nodes: vec![Node::End],
            templates: Vec::new(),
            effects: Vec::new(),
        };
        let parts = self.parts.iter().filter_map(|part| match part.code {
            Code::Machine(_) => Some(*part),
            Code::Tree(root) => {
                let root = cut.node(root);
                (root != END).then_some(Part { move_type: part.move_type, code: Code::Tree(root) })
            }
        });
        let parts: Box<[Part]> = parts.collect();
        let Cut { nodes, templates, effects, .. } = cut;
        let is_simple = parts.iter().all(|part| matches!(part.code, Code::Tree(_)))
            && !nodes.iter().any(|node| matches!(node, Node::Attacked { .. } | Node::Defended { .. }));
        (nodes.len() <= MAX_PATH_NODES).then(|| Self {
            parts,
            nodes: nodes.into(),
            steps: Box::default(),
            templates: templates.into(),
            effects: effects.into(),
            may_repeat: self.may_repeat,
            is_simple,
            aims: Warming::default(),
        })
    }
}

struct Cut<'a> {
    old: &'a Paths,
    to: CellId,
    has_neutral: bool,
    /// What each old node has become.
    now: Vec<Option<NodeId>>,
    nodes: Vec<Node>,
    templates: Vec<Template>,
    effects: Vec<Effect>,
}

impl Cut<'_> {
    fn node(&mut self, id: NodeId) -> NodeId {
        if let Some(known) = self.now[id as usize] {
            return known;
        }
        let now = match self.old.nodes[id as usize] {
            Node::Add { first, count, next } => {
                let after = self.node(next);
                self.add(self.old.templates(first, count), after)
            }
            Node::Rays { first, end, next } => {
                let after = self.node(next);
                self.rays(first, end, after)
            }
            mut node => {
                node.next_mut().iter_mut().for_each(|next| *next = self.node(*next));
                self.question(node)
            }
        };
        self.now[id as usize] = Some(now);
        now
    }

    /// The steps as questions, each for itself.
    fn rays(&mut self, first: u16, end: u16, after: NodeId) -> NodeId {
        let mut now = vec![after; usize::from(end - first) + 1];
        for index in (first..end).rev() {
            let step = self.old.step(index);
            let here = usize::from(index - first);
            let past = now[usize::from(step.skip.min(end) - first)];
            let mut next = [past; CONTENTS];
            next[EMPTY] = self.step(step.empty, now[here + 1]);
            next[ENEMY] = self.step(step.enemy, past);
            now[here] = self.question(Node::Look { cell: step.cell, next });
        }
        now[0]
    }

    fn step(&mut self, index: u16, after: NodeId) -> NodeId {
        if index == NO_MOVE { after } else { self.add(self.old.templates(index, 1), after) }
    }

    /// Adds those of the moves that may be meant.
    fn add(&mut self, templates: &[Template], next: NodeId) -> NodeId {
        let first = self.templates.len();
        for template in templates.iter().filter(|template| template.head.may_end_on(self.to)) {
            self.templates.push(template.with_effects(self.old.effects(template), &mut self.effects));
        }
        match self.templates.len() - first {
            0 => next,
            count => self.push(Node::Add { first: first as u16, count: count as u16, next }),
        }
    }

    /// A question, unless nothing hangs on the answer any more.
    fn question(&mut self, mut node: Node) -> NodeId {
        if let Node::Look { next, .. } = &mut node
            && !self.has_neutral
        {
            next[NEUTRAL] = next[FRIEND];
        }
        match node.next_mut().split_first() {
            Some((&first, others)) if others.iter().all(|next| *next == first) => first,
            Some(_) => self.push(node),
            None => END,
        }
    }

    /// The number of a new node. Where there are too many for a number, they are not kept.
    fn push(&mut self, node: Node) -> NodeId {
        self.nodes.push(node);
        (self.nodes.len() - 1) as NodeId
    }
}
