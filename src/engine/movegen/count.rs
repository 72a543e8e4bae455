//! Counting the moves of a turn: most need not be written down.

use super::attack::RoyalGuard;
use super::collect::{Collect, Taker};
use super::paths::{MAX_WORDS, NO_MOVE, Paths, Template};
use super::run::{Flow, Found, Run, Sink};
use crate::engine::facts::Facts;
use crate::engine::moves::Partial;
use crate::engine::position::Position;
use crate::game::{CellId, PlayerId};
use crate::limits::MAX_MOVES;

/// Counts the moves that are legal beyond doubt, and collects the others.
pub(super) struct Count<'a> {
    collect: Collect<'a>,
    guard: Option<&'a RoyalGuard>,
    fields: Fields,
    counted: usize,
    /// A move has to be compared with those that were only counted, or is a part of a turn.
    needs_list: bool,
}

impl<'a> Count<'a> {
    /// Without a guard every move is legal.
    pub(super) fn new(collect: Collect<'a>, facts: &Facts, position: &Position, guard: Option<&'a RoyalGuard>) -> Self {
        let fields = Fields::of(facts, position, position.turn_item(collect.game).acts_as);
        Self { collect, guard, fields, counted: 0, needs_list: false }
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

/// What the player who is on turn sees on the board, one bit a cell. Not of use for larger boards.
struct Fields {
    empty: [u64; MAX_WORDS],
    enemy: [u64; MAX_WORDS],
}

impl Fields {
    fn of(facts: &Facts, position: &Position, player: PlayerId) -> Self {
        let (mut taken, mut enemy) = ([0; MAX_WORDS], [0; MAX_WORDS]);
        let enemies = facts.enemies[player.index()];
        for owner in 0..facts.enemies.len() {
            let is_enemy = enemies >> owner & 1 != 0;
            for (word, bits) in position.occupied_words(PlayerId::from_index(owner)).iter().enumerate().take(MAX_WORDS)
            {
                taken[word] |= bits;
                if is_enemy {
                    enemy[word] |= bits;
                }
            }
        }
        Self { empty: taken.map(|bits: u64| !bits), enemy }
    }
}

impl Count<'_> {
    /// The moves of rays that the bits of the board did not tell: those of slides that begin on an empty cell, and those
    /// that end on a critical cell.
    fn walk_rays(
        &mut self,
        position: &Position,
        paths: &Paths,
        (first, end): (u16, u16),
        start: CellId,
        critical: &[u64],
    ) -> Flow {
        let mut index = first;
        while index < end {
            let begins = index;
            let next = paths.step(index).skip;
            while index < next {
                let step = paths.step(index);
                let (word, bit) = (step.cell.index() / 64, 1 << (step.cell.index() % 64));
                let is_empty = self.fields.empty[word] & bit != 0;
                // Leaps were counted, and captures on the first cell of a slide.
                let is_told = index == begins && !(is_empty && next > index + 1);
                let found = match is_empty {
                    true => step.empty,
                    false if self.fields.enemy[word] & bit != 0 => step.enemy,
                    false => NO_MOVE,
                };
                if found != NO_MOVE {
                    if critical.get(word).is_none_or(|critical| critical & bit == 0) {
                        self.counted += usize::from(!is_told);
                    } else if self.take(position, paths, paths.template(found), start) == Flow::Stop {
                        return Flow::Stop;
                    }
                }
                if !is_empty {
                    break;
                }
                index += 1;
            }
            index = next;
        }
        Flow::Continue
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

    #[inline]
    fn take_rays(
        &mut self,
        position: &Position,
        paths: &Paths,
        bundle: u16,
        steps: (u16, u16),
        start: CellId,
    ) -> Option<Flow> {
        let masks = paths.masks(bundle)?;
        let critical = match self.guard {
            Some(guard) => guard.critical_from(start)?,
            None => &[],
        };
        let mut untold = 0;
        for (word, mask) in masks.iter().enumerate() {
            let (empty, enemy) = (self.fields.empty[word], self.fields.enemy[word]);
            let ends = (mask.to_empty & empty) | (mask.to_enemy & enemy);
            let doubtful = ends & critical.get(word).copied().unwrap_or(0);
            self.counted += (ends ^ doubtful).count_ones() as usize;
            untold |= doubtful | (mask.walk & empty);
        }
        Some(if untold == 0 { Flow::Continue } else { self.walk_rays(position, paths, steps, start, critical) })
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
