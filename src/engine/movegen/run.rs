//! Running one move block: the machine of the movement language (`spec/zrf.md` 6 and 7).
//!
//! The machine is generic over what is done with the moves it finds ([`Sink`]), so that generating moves, asking
//! for attacks and asking whether any move exists are the same code with different ends.

use super::Rules;
use super::attack::{self, Asking};
use super::pending::Pending;
use super::trace::Ended;
use crate::engine::moves::Effect;
use crate::engine::position::Position;
use crate::game::{CellId, CellRef, DirectionId, Game, Instr, MoveTypeId, NO_CELL, Pc, PieceTypeId, PlayerId, Test};
use crate::limits::MAX_STEPS_PER_RUN;

/// Where a run goes when a condition fails that it needs: the first instruction of every program ends a block.
const END: Pc = 0;

/// What the machine does with an `add`.
pub(super) trait Sink {
    /// Whether the cells a run looks at are reported.
    const TRACKS_READS: bool;

    /// Whether a condition that fails, so that the run would end, is taken as if it held.
    const SUPPOSES: bool = false;

    /// A condition was taken so.
    fn unmet(&mut self, _unmet: Unmet) {}

    /// Whether the ends of runs are reported.
    const TRACES: bool = false;

    /// The run came to its end.
    fn ended(&mut self, _ended: Ended) {}

    /// A cell whose content bears on the run.
    fn read(&mut self, _cell: CellId) {}

    /// The run asked for the previous move.
    fn read_last_move(&mut self) {}

    /// A move was found; the pending changes stand in `run`. Answers whether to go on.
    fn add(&mut self, position: &Position, run: &Run, found: Found) -> Flow;
}

/// A condition that fails where its move needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unmet {
    /// What is asked.
    pub test: Test,
    /// The answer that the move needs.
    pub wanted: bool,
    /// The place asked about, if there is one on the board.
    pub cell: Option<CellId>,
    /// Where in the program it is asked.
    pub at: Pc,
}

/// Whether a run, or the search that started it, goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// Go on.
    Continue,
    /// The question is answered.
    Stop,
}

/// What an `add` command says.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) promotion: Option<u32>,
    pub(super) copy: bool,
    pub(super) partial: bool,
    pub(super) next_type: Option<MoveTypeId>,
}

/// The state of one run (6.1), and buffers that are used again.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub(super) player: PlayerId,
    pub(super) piece: PieceTypeId,
    pub(super) move_type: Option<MoveTypeId>,
    pub(super) is_drop: bool,
    /// Where the run began.
    pub(super) start: CellId,
    pub(super) cur: CellId,
    pub(super) from: CellId,
    to: Option<CellId>,
    mark: CellId,
    pub(super) pending: Pending,
    flags: Vec<bool>,
    /// `position_flags[flag * cells + cell]`: set when equal to `epoch`.
    position_flags: Vec<u32>,
    epoch: u32,
    /// Whether a loop was cut, now or earlier; the place is that of the loop's instruction.
    pub(super) cut_at: Option<Pc>,
}

impl Run {
    pub(super) fn new(game: &Game) -> Self {
        Self {
            player: PlayerId(0),
            piece: PieceTypeId(0),
            move_type: None,
            is_drop: false,
            start: CellId(0),
            cur: CellId(0),
            from: CellId(0),
            to: None,
            mark: CellId(0),
            pending: Pending::default(),
            flags: vec![false; game.flag_count],
            position_flags: vec![0; game.position_flag_count * game.board.cell_count()],
            epoch: 0,
            cut_at: None,
        }
    }

    /// End of the pair that an `add` closes.
    pub(super) fn end(&self) -> CellId {
        self.to.unwrap_or(self.cur)
    }

    /// Makes ready for a block of the piece at a cell.
    pub(super) fn begin(&mut self, at: CellId, move_type: Option<MoveTypeId>, uses_flags: bool) {
        self.start = at;
        self.cur = at;
        self.from = at;
        self.mark = at;
        self.to = None;
        self.move_type = move_type;
        self.pending.clear();
        if uses_flags {
            self.flags.fill(false);
            self.epoch = self.epoch.checked_add(1).unwrap_or_else(|| {
                self.position_flags.fill(0);
                1
            });
        }
    }

    /// Who asks for an attack.
    pub(super) const fn asking(&self) -> Asking {
        Asking { player: self.player, piece: self.piece, start: self.start }
    }

    /// Closes the current pair and opens another (6.6).
    fn cascade(&mut self) {
        if self.pending.cascade(self.from, self.end()) {
            self.from = self.cur;
            self.to = None;
        }
    }
}

/// Ends a run at a place that is not there.
fn nowhere<S: Sink>(run: &Run, at: Pc, sink: &mut S) -> Flow {
    if S::TRACES {
        sink.ended(Ended::OffBoard { from: run.cur, direction: None, at });
    }
    Flow::Continue
}

/// The machine: what it may look at while it runs.
#[derive(Debug)]
pub(super) struct Machine<'a> {
    pub(super) rules: Rules<'a>,
    /// The code that runs: the game's own, or that of attacks.
    pub(super) code: &'a [Instr],
    pub(super) position: &'a mut Position,
    /// State for the runs that `attacked?` and `defended?` start; `None` inside them, where both are false (8.1).
    pub(super) nested: Option<&'a mut Run>,
}

impl Machine<'_> {
    /// Runs the code from `pc` on. The run must have begun.
    pub(super) fn execute<S: Sink>(&mut self, run: &mut Run, mut pc: Pc, sink: &mut S) -> Flow {
        let game = self.rules.game;
        let cells = game.board.cell_count();
        let links = &game.board.links[..];
        let code = self.code;
        let mut fuel = MAX_STEPS_PER_RUN;
        loop {
            let instr = code[pc as usize];
            let mut next = pc + 1;
            match instr {
                Instr::End => return Flow::Continue,
                Instr::Step(direction) => match links[direction.index() * cells + run.cur.index()] {
                    NO_CELL => {
                        if S::TRACES {
                            sink.ended(Ended::OffBoard { from: run.cur, direction: Some(direction), at: pc });
                        }
                        return Flow::Continue;
                    }
                    cell => run.cur = CellId(cell),
                },
                Instr::Branch(test, if_true, if_false) => {
                    let holds = self.test(run, test, sink);
                    next = if holds { if_true } else { if_false };
                    if S::SUPPOSES && next == END {
                        let cell = test.place().and_then(|place| self.resolve(run, place, sink));
                        sink.unmet(Unmet { test, wanted: !holds, cell, at: pc });
                        next = if holds { if_false } else { if_true };
                    }
                    if S::TRACES && next == END {
                        let cell = test.place().and_then(|place| self.resolve(run, place, sink));
                        sink.ended(Ended::Unmet(Unmet { test, wanted: !holds, cell, at: pc }));
                    }
                }
                Instr::Jump(target) => next = target,
                Instr::Add { promotion, copy, partial, next_type } => {
                    let found = Found { promotion, copy, partial, next_type };
                    if S::TRACKS_READS {
                        sink.read(run.end());
                        run.pending.pairs.iter().for_each(|&(_, to)| sink.read(to));
                        run.pending.captures.iter().for_each(|&cell| sink.read(cell));
                    }
                    if sink.add(self.position, run, found) == Flow::Stop {
                        return Flow::Stop;
                    }
                    run.pending.after_add(game);
                }
                Instr::Opposite(direction) => match game.board.step_back(direction, run.cur) {
                    Some(cell) => run.cur = cell,
                    None => return nowhere(run, pc, sink),
                },
                Instr::GoTo(cell) => run.cur = cell,
                Instr::Mark(place) => match self.resolve(run, place, sink) {
                    Some(cell) => run.mark = cell,
                    None => return nowhere(run, pc, sink),
                },
                Instr::Go(place) => match self.resolve(run, place, sink) {
                    Some(cell) => run.cur = cell,
                    None => return nowhere(run, pc, sink),
                },
                Instr::From => run.from = run.cur,
                Instr::To => run.to = Some(run.cur),
                Instr::Cascade => run.cascade(),
                // A place off the board makes the commands below do nothing (6.9).
                Instr::Capture(place) => {
                    if let Some(at) = self.resolve(run, place, sink) {
                        run.pending.capture(at);
                    }
                }
                Instr::ChangeOwner(player, place) => {
                    if let Some(at) = self.resolve(run, place, sink) {
                        run.pending.change(Effect::Owner { at, player });
                    }
                }
                Instr::Flip(place) => {
                    if let Some(at) = self.resolve(run, place, sink) {
                        run.pending.change(Effect::Flip { at });
                    }
                }
                Instr::ChangeType(piece, place) => {
                    if let Some(at) = self.resolve(run, place, sink) {
                        run.pending.change(Effect::Type { at, piece });
                    }
                }
                Instr::Create(player, piece, place) => {
                    if let Some(at) = self.resolve(run, place, sink) {
                        run.pending.change(Effect::Create { player, piece: piece.unwrap_or(run.piece), at });
                    }
                }
                Instr::SetAttribute(attribute, value, place) => {
                    if let Some(at) = self.resolve(run, place, sink) {
                        run.pending.change(Effect::Attribute { at, attribute, value });
                    }
                }
                Instr::SetFlag(flag, value) => run.flags[flag.index()] = value,
                Instr::SetPositionFlag(flag, value, place) => {
                    if let Some(at) = self.resolve(run, place, sink) {
                        run.position_flags[flag.index() * cells + at.index()] = if value { run.epoch } else { 0 };
                    }
                }
            }
            if next <= pc {
                fuel -= 1;
                if fuel == 0 {
                    run.cut_at = Some(pc);
                    if S::TRACES {
                        sink.ended(Ended::Cut(pc));
                    }
                    return Flow::Continue;
                }
            }
            pc = next;
        }
    }

    fn resolve<S: Sink>(&self, run: &Run, place: CellRef, sink: &mut S) -> Option<CellId> {
        let board = &self.rules.game.board;
        match place {
            CellRef::Here => Some(run.cur),
            CellRef::Step(direction) => board.step(direction, run.cur),
            CellRef::Against(direction) => board.step_back(direction, run.cur),
            CellRef::Cell(cell) => Some(cell),
            CellRef::Chain(chain) => {
                let range = &self.rules.game.program.chains[chain as usize];
                let steps = &self.rules.game.program.chain_steps[range.start as usize..range.end as usize];
                steps.iter().try_fold(run.cur, |cell, &direction| board.step(direction, cell))
            }
            CellRef::From => Some(run.from),
            CellRef::To => Some(run.end()),
            CellRef::Mark => Some(run.mark),
            CellRef::LastFrom | CellRef::LastTo => {
                if S::TRACKS_READS {
                    sink.read_last_move();
                }
                let (from, to) = self.position.last_move();
                if place == CellRef::LastFrom { from } else { to }
            }
            CellRef::Nowhere => None,
        }
    }

    /// The answer to one question; false for a place off the board.
    fn test<S: Sink>(&mut self, run: &Run, test: Test, sink: &mut S) -> bool {
        macro_rules! at {
            ($place:expr) => {
                match self.resolve(run, $place, sink) {
                    Some(cell) => cell,
                    None => return false,
                }
            };
        }
        macro_rules! piece_at {
            ($place:expr) => {{
                let cell = at!($place);
                if S::TRACKS_READS {
                    sink.read(cell);
                }
                self.position.piece(cell)
            }};
        }
        match test {
            Test::Empty(place) => piece_at!(place).is_none(),
            Test::Friend(place) => piece_at!(place).is_some_and(|piece| piece.owner() == run.player),
            Test::Enemy(place) => {
                piece_at!(place).is_some_and(|piece| self.rules.facts.is_enemy(run.player, piece.owner()))
            }
            Test::Neutral(place) => piece_at!(place).is_some_and(|piece| self.rules.facts.is_neutral(piece.owner())),
            Test::Piece(piece_type, place) => piece_at!(place).is_some_and(|piece| piece.piece_type() == piece_type),
            Test::Attribute(attribute, place) => piece_at!(place).is_some_and(|piece| piece.has(attribute)),
            Test::OnBoard(place) => {
                at!(place);
                true
            }
            Test::InZone(zone, place) => {
                let cell = at!(place);
                self.rules.game.board.in_zone(zone, run.player, cell)
            }
            Test::Position(cell, place) => at!(place) == cell,
            Test::Marked(place) => at!(place) == run.mark,
            Test::Flag(flag) => run.flags[flag.index()],
            Test::PositionFlag(flag, place) => {
                let cell = at!(place);
                let cells = self.rules.game.board.cell_count();
                run.epoch != 0 && run.position_flags[flag.index() * cells + cell.index()] == run.epoch
            }
            Test::LastFrom(place) => {
                sink.read_last_move();
                Some(at!(place)) == self.position.last_move().0
            }
            Test::LastTo(place) => {
                sink.read_last_move();
                Some(at!(place)) == self.position.last_move().1
            }
            Test::GoalPosition(place) => {
                let cell = at!(place);
                self.rules.facts.goal_cells[run.player.index()][cell.index()]
            }
            Test::AdjacentToEnemy(place) => {
                let cell = at!(place);
                let board = &self.rules.game.board;
                (0..board.directions.len()).any(|direction| {
                    board.step(DirectionId::from_index(direction), cell).is_some_and(|near| {
                        if S::TRACKS_READS {
                            sink.read(near);
                        }
                        self.position
                            .piece(near)
                            .is_some_and(|piece| self.rules.facts.is_enemy(run.player, piece.owner()))
                    })
                })
            }
            Test::Attacked(move_type, place) => {
                let cell = at!(place);
                self.nested.as_deref_mut().is_some_and(|nested| {
                    attack::is_attacked(self.rules, self.position, nested, run.asking(), cell, move_type)
                })
            }
            Test::Defended(move_type, place) => {
                let cell = at!(place);
                self.nested.as_deref_mut().is_some_and(|nested| {
                    attack::is_defended(self.rules, self.position, nested, run.asking(), cell, move_type)
                })
            }
        }
    }
}
