//! Counting the moves of a turn: most need not be written down.

use super::attack::RoyalGuard;
use super::collect::{Collect, Taker};
use super::paths::{Paths, Template};
use super::run::{Flow, Found, Run, Sink};
use crate::engine::moves::Partial;
use crate::engine::position::Position;
use crate::game::CellId;
use crate::limits::MAX_MOVES;

/// Counts the moves that are legal beyond doubt, and collects the others.
pub(super) struct Count<'a> {
    collect: Collect<'a>,
    guard: Option<&'a RoyalGuard>,
    counted: usize,
    /// A move has to be compared with those that were only counted, or is a part of a turn.
    needs_list: bool,
}

impl<'a> Count<'a> {
    /// Without a guard every move is legal.
    pub(super) fn new(collect: Collect<'a>, guard: Option<&'a RoyalGuard>) -> Self {
        Self { collect, guard, counted: 0, needs_list: false }
    }

    /// How many moves were counted; `None` if all must be collected.
    pub(super) fn count(&self) -> Option<usize> {
        (!self.needs_list).then_some(self.counted)
    }

    fn stop(&mut self) -> Flow {
        self.needs_list = true;
        Flow::Stop
    }
}

impl Sink for Count<'_> {
    const TRACKS_READS: bool = false;

    fn add(&mut self, position: &Position, run: &Run, found: Found) -> Flow {
        let before = self.collect.list.len();
        let flow = self.collect.add(position, run, found);
        let is_own = |index| self.collect.list.get(index).head.from == run.start || run.is_drop;
        if found.partial || flow == Flow::Stop || !(before..self.collect.list.len()).all(is_own) {
            return self.stop();
        }
        Flow::Continue
    }
}

impl Taker for Count<'_> {
    fn start_group(&mut self) {
        self.collect.start_group();
    }

    #[inline]
    fn take_plain(&mut self, from: CellId, to: CellId) -> bool {
        let is_safe = self.guard.is_none_or(|guard| guard.spares(from, to));
        self.counted += usize::from(is_safe);
        is_safe
    }

    fn take(&mut self, position: &Position, paths: &Paths, template: &Template, start: CellId) -> Flow {
        if paths.may_repeat || template.head.partial != Partial::No || self.counted >= MAX_MOVES / 2 {
            return self.stop();
        }
        if template.is_plain && self.take_plain(template.head.from, template.head.to) {
            return Flow::Continue;
        }
        if self.collect.take(position, paths, template, start) == Flow::Stop {
            return self.stop();
        }
        Flow::Continue
    }
}
