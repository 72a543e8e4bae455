//! Collecting the moves of a turn, each once.

use super::run::{Flow, Found, Run, Sink};
use crate::engine::moves::{Effect, MoveHead, MoveKind, MoveList, Partial};
use crate::engine::position::Position;
use crate::game::{CellId, Game, PieceTypeId};
use crate::limits::MAX_MOVES;

/// Turns every `add` into moves. Equal moves of one piece are kept once (6.10).
#[derive(Debug)]
pub(super) struct Collect<'a> {
    pub(super) game: &'a Game,
    pub(super) list: &'a mut MoveList,
    /// Index of the first move of the present piece.
    pub(super) group: usize,
    /// `seen[to]`: the group that has a move to this cell, so that most moves are compared with none.
    pub(super) seen: &'a mut [u32],
    pub(super) overflow: &'a mut bool,
}

impl Collect<'_> {
    /// Starts a new piece: its moves are compared only with one another.
    pub(super) fn start_group(&mut self) {
        self.group = self.list.len();
    }

    /// Takes one move, unless an equal one is there.
    pub(super) fn push(
        &mut self,
        position: &Position,
        run: &Run,
        found: Found,
        promotion: Option<PieceTypeId>,
    ) -> Flow {
        let (from, to) = run.pairs.first().copied().unwrap_or((run.from, run.end()));
        let kind = if run.is_drop { MoveKind::Drop } else { MoveKind::Walk };
        let from = if run.is_drop { to } else { from };
        let further = run.pairs.len();
        let piece = if run.is_drop { None } else { position.piece(from) };
        let mut head = MoveHead {
            player: run.player,
            kind,
            piece: piece.map_or(run.piece, |piece| piece.piece_type()),
            move_type: run.move_type,
            from,
            to,
            promotion,
            copy: found.copy,
            partial: if found.partial { Partial::Yes(found.next_type) } else { Partial::No },
            pairs: further as u16,
            changes: 0,
            captures: run.captures.len() as u16,
        };
        let simple = further == 0 && run.changes.is_empty() && run.captures.is_empty();
        if simple {
            if kind == MoveKind::Walk && from == to && promotion.is_none() {
                return Flow::Continue;
            }
            self.list.push(head, []);
        } else {
            let arrives =
                |cell: CellId| to == cell || run.pairs.iter().any(|&(_, end)| end == cell) || run.end() == cell;
            let created = |cell: CellId| {
                run.changes.iter().any(|change| matches!(change, Effect::Create { at, .. } if *at == cell))
            };
            // An attribute of a place where no piece stands at the end is no change.
            let changes = run.changes.iter().copied().filter(|change| match *change {
                Effect::Attribute { at, .. } => position.piece(at).is_some() || arrives(at) || created(at),
                _ => true,
            });
            head.changes = changes.clone().count() as u16;
            let in_place = kind == MoveKind::Walk && from == to && further == 0 && promotion.is_none();
            if in_place && head.changes == 0 && head.captures == 0 {
                return Flow::Continue;
            }
            // The pairs of a run are all but the one that `add` closes; the first of all is the main pair.
            let last = (further > 0).then_some((run.from, run.end()));
            let pairs = run.pairs.iter().skip(1).copied().chain(last);
            let effects = pairs
                .map(|(from, to)| Effect::Pair { from, to })
                .chain(changes)
                .chain(run.captures.iter().map(|&at| Effect::Capture { at }));
            self.list.push(head, effects);
        }
        self.drop_if_known(run, to);
        if self.list.len() >= MAX_MOVES {
            *self.overflow = true;
            return Flow::Stop;
        }
        Flow::Continue
    }

    /// Takes the newest move away if an equal one stands in the list.
    fn drop_if_known(&mut self, run: &Run, to: CellId) {
        let newest = self.list.len() - 1;
        // Code that moves another piece than its own (`from`) may find that piece's moves in another group.
        let elsewhere = !run.is_drop && self.list.get(newest).head.from != run.start;
        let mark = self.group as u32 + 1;
        if !elsewhere && self.seen[to.index()] != mark {
            self.seen[to.index()] = mark;
            return;
        }
        let first = if elsewhere { 0 } else { self.group };
        let new = self.list.get(newest);
        if (first..newest).any(|index| self.list.get(index) == new) {
            self.list.truncate(newest);
        }
    }
}

impl Sink for Collect<'_> {
    const TRACKS_READS: bool = false;

    fn add(&mut self, position: &Position, run: &Run, found: Found) -> Flow {
        let Some(promotion) = found.promotion else { return self.push(position, run, found, None) };
        let program = &self.game.program;
        let range = &program.promotions[promotion as usize];
        for &piece in &program.promotion_types[range.start as usize..range.end as usize] {
            // With `recycle promotions` the type must be in stock (4.4).
            if self.game.options.recycle_promotions && position.stock(run.player, piece) == 0 {
                continue;
            }
            if self.push(position, run, found, Some(piece)) == Flow::Stop {
                return Flow::Stop;
            }
        }
        Flow::Continue
    }
}

/// Stops at the first move that would be generated: is there any?
#[derive(Debug)]
pub(super) struct Exists<'a> {
    pub(super) collect: Collect<'a>,
}

impl Sink for Exists<'_> {
    const TRACKS_READS: bool = false;

    fn add(&mut self, position: &Position, run: &Run, found: Found) -> Flow {
        let before = self.collect.list.len();
        let _ = self.collect.add(position, run, found);
        if self.collect.list.len() > before { Flow::Stop } else { Flow::Continue }
    }
}
