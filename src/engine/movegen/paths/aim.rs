//! Paths cut back to the moves that end on one cell: how an entry is looked up.

use super::Warming;
use super::cells::CellSet;
use super::moves::{Code, Part, Paths, Template};
use super::node::{CONTENTS, EMPTY, END, ENEMY, FRIEND, NEUTRAL, Node, NodeId};
use super::ray::NO_MOVE;
use crate::engine::moves::Effect;
use crate::game::{CellId, MoveTypeId};
use crate::limits::MAX_PATH_NODES;

/// The ways of one piece on one cell to each cell where its moves end.
#[derive(Debug)]
pub(super) struct Aims {
    ends: CellSet,
    /// For each end, in order.
    ways: Box<[Way]>,
    trees: Box<[Warming<Paths>]>,
}

/// How a piece comes to a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// By one ray alone.
    Ray(RayTo),
    /// By several ways, or by one that hangs on more: the tree of this number.
    Tree(u16),
}

/// A ray up to one of its cells: over empty cells from the step `first` on to the step `last`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine::movegen) struct RayTo {
    pub(in crate::engine::movegen) move_type: Option<MoveTypeId>,
    pub(in crate::engine::movegen) first: u16,
    pub(in crate::engine::movegen) last: u16,
    /// The move when the cell is empty, and when an enemy stands there.
    pub(in crate::engine::movegen) empty: Gives,
    pub(in crate::engine::movegen) enemy: Gives,
}

/// What a step gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine::movegen) enum Gives {
    Nothing,
    /// A common move ([`Template::is_common`]) that does nothing else.
    Bare,
    /// The move that the step tells.
    Told,
}

impl Aims {
    /// The ways on a board of so many cells.
    pub(super) fn new(paths: &Paths, cells: usize) -> Self {
        let ends = CellSet::new(paths.templates.iter().map(|template| template.head.to), cells);
        let mut search = WaySearch { paths, ends: &ends, found: vec![(0, None); ends.len()] };
        search.all();
        let mut trees = 0;
        let ways = search.found.into_iter().map(|found| match found {
            (1, Some(way)) => way,
            _ => {
                trees += 1;
                Way::Tree(trees - 1)
            }
        });
        let ways = ways.collect();
        Self { ends, ways, trees: (0..trees).map(|_| Warming::default()).collect() }
    }

    /// The way to the cell; `None` if no move is known to end there.
    #[inline]
    pub(super) fn way(&self, to: CellId) -> Option<Way> {
        self.ends.place(to).map(|place| self.ways[place])
    }

    /// Where the tree of a way is kept.
    pub(super) fn tree(&self, number: u16) -> &Warming<Paths> {
        &self.trees[usize::from(number)]
    }

    pub(super) fn weight(&self) -> usize {
        self.ways.len() + self.trees.len()
    }
}

/// Finds the ends that a single ray leads to.
struct WaySearch<'a> {
    paths: &'a Paths,
    ends: &'a CellSet,
    /// For each end how many ways lead there, and the last of them if it is a ray.
    found: Vec<(u32, Option<Way>)>,
}

impl WaySearch<'_> {
    /// Looks at all nodes. A ray that is walked whatever stands on the board comes before all questions of its part.
    fn all(&mut self) {
        let paths = self.paths;
        let mut open: Vec<(NodeId, Option<&Part>)> = Vec::new();
        for part in &paths.parts {
            // What the general machine does is not known here.
            let Code::Tree(root) = part.code else { return };
            open.push((root, Some(part)));
        }
        // Moves whose main pair goes nowhere may be meant wherever another pair ends.
        if paths.templates.iter().any(|template| template.head.from == template.head.to) {
            return;
        }
        let mut seen = vec![false; paths.nodes.len()];
        while let Some((at, part)) = open.pop() {
            if std::mem::replace(&mut seen[at as usize], true) {
                continue;
            }
            match paths.nodes[at as usize] {
                Node::Rays { first, end, next } => {
                    self.rays(first, end, part);
                    open.push((next, part));
                }
                Node::Add { first, count, next } => {
                    paths.templates(first, count).iter().for_each(|template| self.note(template.head.to, None));
                    open.push((next, part));
                }
                mut node => open.extend(node.next_mut().iter().map(|next| (*next, None))),
            }
        }
    }

    /// The ends of the rays of one list; `part` is given if they are always walked.
    fn rays(&mut self, first: u16, end: u16, part: Option<&Part>) {
        let mut ray = first;
        for last in first..end {
            if last == self.paths.step(ray).skip {
                ray = last;
            }
            let step = self.paths.step(last);
            let moves = [step.empty, step.enemy].into_iter().filter(|index| *index != NO_MOVE);
            let mut ends = moves.map(|index| self.paths.template(index).head.to);
            match (ends.next(), ends.next()) {
                (Some(to), other) if to == step.cell && other.is_none_or(|other| other == to) => {
                    let (empty, enemy) = (self.gives(step.empty), self.gives(step.enemy));
                    let ray_of = |part: &Part| RayTo { move_type: part.move_type, first: ray, last, empty, enemy };
                    self.note(to, part.map(ray_of).map(Way::Ray));
                }
                (one, other) => one.into_iter().chain(other).for_each(|to| self.note(to, None)),
            }
        }
    }

    fn gives(&self, index: u16) -> Gives {
        if index == NO_MOVE {
            return Gives::Nothing;
        }
        let template = self.paths.template(index);
        if template.is_common && self.paths.effects(template).is_empty() { Gives::Bare } else { Gives::Told }
    }

    fn note(&mut self, to: CellId, way: Option<Way>) {
        if let Some(place) = self.ends.place(to) {
            let (count, _) = self.found[place];
            self.found[place] = (count.saturating_add(1), way);
        }
    }
}

impl Paths {
    /// The same paths without the moves that end elsewhere (`MoveHead::may_end_on`), and without the questions that only
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
        (nodes.len() <= MAX_PATH_NODES && templates.len() <= MAX_PATH_NODES).then(|| Self {
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
        if first > MAX_PATH_NODES {
            return next;
        }
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
