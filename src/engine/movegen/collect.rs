//! Collecting the moves of a turn, each once.

use super::paths::{Paths, Template};
use super::pending::{Runner, compose};
use super::run::{Flow, Found, Run, Sink};
use crate::engine::moves::{MoveKind, MoveList};
use crate::engine::piece::Piece;
use crate::engine::position::Position;
use crate::game::{CellId, Game, PieceTypeId};
use crate::limits::MAX_MOVES;

/// What takes the moves of a turn.
pub(super) trait Taker: Sink {
    /// The only cell where main pairs of moves may end.
    #[inline]
    fn aim(&self) -> Option<CellId> {
        None
    }

    /// Starts a new piece: its moves are compared only with one another.
    fn start_group(&mut self);

    /// A plain move is at hand: answers whether it is done with, so that nobody need make it out.
    #[inline]
    fn take_plain(&mut self, _from: CellId, _to: CellId) -> bool {
        false
    }

    /// A move that a tree has made out; `start` is the cell of the piece that runs.
    fn take(&mut self, position: &Position, paths: &Paths, template: &Template, start: CellId) -> Flow;
}

/// Where the moves of one piece end, so that most moves are compared with none.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    /// `last[to]`: the last search with a move to this cell.
    last: Vec<u32>,
    /// The present search, from 1.
    search: u32,
}

impl Seen {
    pub(super) fn new(cells: usize) -> Self {
        Self { last: vec![0; cells], search: 1 }
    }

    /// Begins anew: no cell is seen.
    pub(super) fn start(&mut self) {
        self.search = self.search.checked_add(1).unwrap_or_else(|| {
            self.last.fill(0);
            1
        });
    }

    /// Whether this is the first move that ends there.
    fn is_first(&mut self, to: CellId) -> bool {
        std::mem::replace(&mut self.last[to.index()], self.search) != self.search
    }
}

/// Turns every `add` into moves. Equal moves of one piece are kept once (6.10).
#[derive(Debug)]
pub(super) struct Collect<'a> {
    pub(super) game: &'a Game,
    pub(super) list: &'a mut MoveList,
    /// Index of the first move of the present piece.
    pub(super) group: usize,
    pub(super) seen: &'a mut Seen,
    pub(super) overflow: &'a mut bool,
}

impl Collect<'_> {
    /// Takes one move, unless an equal one is there.
    pub(super) fn push(
        &mut self,
        position: &Position,
        run: &Run,
        found: Found,
        promotion: Option<PieceTypeId>,
    ) -> Flow {
        let runner = Runner {
            player: run.player,
            piece: run.piece,
            move_type: run.move_type,
            is_drop: run.is_drop,
            from: run.from,
            end: run.end(),
        };
        let type_at = |cell| position.piece(cell).map(Piece::piece_type);
        let mut to = None;
        self.list.push_with(|effects| {
            let head = compose(runner, &run.pending, found, promotion, type_at, effects);
            to = head.map(|head| head.to);
            head
        });
        match to {
            Some(to) => {
                self.drop_if_known(run.start, run.is_drop, to);
                self.is_full()
            }
            None => Flow::Continue,
        }
    }

    fn is_full(&mut self) -> Flow {
        if self.list.len() < MAX_MOVES {
            return Flow::Continue;
        }
        *self.overflow = true;
        Flow::Stop
    }

    /// Takes the newest move away if an equal one stands in the list.
    fn drop_if_known(&mut self, start: CellId, is_drop: bool, to: CellId) {
        let newest = self.list.len() - 1;
        // Code that moves another piece than its own (`from`) may find that piece's moves in another group.
        let elsewhere = !is_drop && self.list.get(newest).head.from != start;
        if !elsewhere && self.seen.is_first(to) {
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

impl Taker for Collect<'_> {
    fn start_group(&mut self) {
        self.seen.start();
        self.group = self.list.len();
    }

    fn take(&mut self, position: &Position, paths: &Paths, template: &Template, start: CellId) -> Flow {
        let mut head = template.head;
        if let Some(promotion) = head.promotion
            && self.game.options.recycle_promotions
            && position.stock(head.player, promotion) == 0
        {
            return Flow::Continue;
        }
        if template.asks_piece
            && let Some(piece) = position.piece(head.from)
        {
            head.piece = piece.piece_type();
        }
        self.list.push_slice(head, paths.effects(template));
        let is_drop = head.kind == MoveKind::Drop;
        if paths.may_repeat || is_drop {
            self.drop_if_known(start, is_drop, head.to);
        }
        self.is_full()
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

impl Taker for Exists<'_> {
    fn start_group(&mut self) {
        self.collect.start_group();
    }

    fn take(&mut self, position: &Position, paths: &Paths, template: &Template, start: CellId) -> Flow {
        let before = self.collect.list.len();
        let _ = self.collect.take(position, paths, template, start);
        if self.collect.list.len() > before { Flow::Stop } else { Flow::Continue }
    }
}
