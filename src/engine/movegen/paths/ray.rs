//! Rays: the shape that most paths have.
//!
//! Cells are looked at in a row as long as they are empty, each giving a move or none; the first man in the way gives a
//! move if he is an enemy, or none. Slides, leaps and lame leaps are rays. Those that follow one another become one
//! list of steps.

use super::moves::Template;
use super::node::{EMPTY, ENEMY, FRIEND, NEUTRAL, Node, NodeId};
use crate::game::CellId;

/// Stands for "no move" in a step.
pub(in crate::engine::movegen) const NO_MOVE: u16 = u16::MAX;

/// One cell of a ray, with the moves it gives when it is empty or an enemy stands there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine::movegen) struct RayStep {
    pub(in crate::engine::movegen) cell: CellId,
    pub(in crate::engine::movegen) empty: u16,
    pub(in crate::engine::movegen) enemy: u16,
    /// The step that comes next when the cell is not empty: the first of the next ray.
    pub(in crate::engine::movegen) skip: u16,
    /// The moves change nothing but the cells of the mover and this one, and equal no others.
    pub(in crate::engine::movegen) is_plain: bool,
}

/// Puts rays in the place of the looks that are some, from the roots on; gives their steps. `templates` are the moves,
/// `None` where they may have to be compared.
pub(super) fn find(
    nodes: &mut [Node],
    roots: impl Iterator<Item = NodeId>,
    has_neutral: bool,
    templates: Option<&[Template]>,
) -> Vec<RayStep> {
    let mut seen = vec![false; nodes.len()];
    let mut open: Vec<NodeId> = roots.collect();
    let mut rays = Rays { nodes, has_neutral, templates, steps: Vec::new() };
    while let Some(id) = open.pop() {
        if std::mem::replace(&mut seen[id as usize], true) {
            continue;
        }
        rays.put(id);
        match &mut rays.nodes[id as usize] {
            Node::Rays { next, .. } => open.push(*next),
            node => open.extend_from_slice(node.next_mut()),
        }
    }
    rays.steps
}

struct Rays<'a> {
    nodes: &'a mut [Node],
    has_neutral: bool,
    templates: Option<&'a [Template]>,
    steps: Vec<RayStep>,
}

impl Rays<'_> {
    /// Makes the node the first of as many rays as follow one another.
    fn put(&mut self, id: NodeId) {
        let first = self.steps.len();
        let mut at = id;
        while let Some(after) = self.ray(at) {
            at = after;
        }
        let (Ok(start), Ok(end)) = (u16::try_from(first), u16::try_from(self.steps.len())) else {
            self.steps.truncate(first);
            return;
        };
        if start < end {
            self.nodes[id as usize] = Node::Rays { first: start, end, next: at };
        }
    }

    /// Adds the steps of one ray after which the same node comes whatever was met; gives that node.
    fn ray(&mut self, start: NodeId) -> Option<NodeId> {
        let first = self.steps.len();
        let mut at = start;
        let Node::Look { next, .. } = self.nodes[start as usize] else {
            // A ray that was found already may be listed once more behind others.
            let Node::Rays { first: known, end, next } = self.nodes[start as usize] else { return None };
            let by = first.checked_sub(known as usize)?;
            for index in known..end {
                let mut step = self.steps[index as usize];
                step.skip = u16::try_from(step.skip as usize + by).ok()?;
                self.steps.push(step);
            }
            return Some(next);
        };
        let after = next[FRIEND];
        while at != after {
            let Some((step, next)) = self.step(at, after) else {
                self.steps.truncate(first);
                return None;
            };
            self.steps.push(step);
            at = next;
        }
        let skip = u16::try_from(self.steps.len()).ok()?;
        self.steps[first..].iter_mut().for_each(|step| step.skip = skip);
        Some(after)
    }

    /// The step that a node is, if a man in the way leads to `after`; and the node that comes when the cell is empty.
    fn step(&self, at: NodeId, after: NodeId) -> Option<(RayStep, NodeId)> {
        let Node::Look { cell, next } = self.nodes[at as usize] else { return None };
        if next[FRIEND] != after || (self.has_neutral && next[NEUTRAL] != after) {
            return None;
        }
        let enemy = match self.nodes[next[ENEMY] as usize] {
            _ if next[ENEMY] == after => NO_MOVE,
            Node::Add { first, count: 1, next } if next == after => first,
            _ => return None,
        };
        let (empty, through) = match self.nodes[next[EMPTY] as usize] {
            _ if next[EMPTY] == after => (NO_MOVE, after),
            Node::Add { first, count: 1, next } => (first, next),
            _ => (NO_MOVE, next[EMPTY]),
        };
        let is_plain = self.templates.is_some_and(|templates| {
            [empty, enemy].iter().filter(|index| **index != NO_MOVE).all(|&index| {
                templates.get(index as usize).is_some_and(|template| template.is_plain && template.head.to == cell)
            })
        });
        Some((RayStep { cell, empty, enemy, skip: 0, is_plain }, through))
    }
}
