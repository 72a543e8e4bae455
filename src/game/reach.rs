//! Which cells a piece's moves could ever capture on, whatever stands on the board.
//!
//! A run is followed with every answer that the board could give, so that the set is never too small. It tells at a
//! glance which pieces need not be looked at when an attack is asked for. Sets are worked out at first use and kept
//! with the game.

use std::sync::OnceLock;

use rustc_hash::FxHashSet;

use super::attack_code;
use super::{Board, CellId, CellRef, Game, Instr, Pc, PieceTypeId, PlayerId, Test};
use crate::limits::MAX_REACH_STATES;

/// The sets of all pieces of a game, by player, type and cell.
#[derive(Debug, Default)]
pub struct Reach {
    sets: OnceLock<Vec<OnceLock<Box<[u64]>>>>,
    code: OnceLock<Vec<Instr>>,
}

impl Reach {
    /// The move code of the game as far as attacks go: the same captures, none of the other changes.
    pub fn code<'g>(&'g self, game: &'g Game) -> &'g [Instr] {
        self.code.get_or_init(|| attack_code::slice(&game.program.code, &game.board))
    }

    /// The cells, one bit each, on which a piece of the player and type could capture from `from`.
    pub fn of<'g>(&'g self, game: &'g Game, player: PlayerId, piece: PieceTypeId, from: CellId) -> &'g [u64] {
        let (types, cells) = (game.pieces.len(), game.board.cell_count());
        let count = game.players.len() * types * cells;
        let sets = self.sets.get_or_init(|| (0..count).map(|_| OnceLock::new()).collect());
        let index = (player.index() * types + piece.index()) * cells + from.index();
        sets[index].get_or_init(|| explore(game, player, piece, from))
    }
}

/// One point of a run: what the next instruction depends on, the board left out.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    pc: Pc,
    cur: CellId,
    from: CellId,
    to: Option<CellId>,
    mark: CellId,
}

fn explore(game: &Game, player: PlayerId, piece: PieceTypeId, start: CellId) -> Box<[u64]> {
    let words = game.board.cell_count().div_ceil(64);
    let code = game.reach.code(game);
    let mut found = Found { cells: vec![0; words], everything: false };
    let mut seen: FxHashSet<State> = FxHashSet::default();
    let mut open: Vec<State> = game.program.blocks[game.pieces[piece.index()].moves[player.index()].range()]
        .iter()
        .map(|block| State { pc: block.entry, cur: start, from: start, to: None, mark: start })
        .collect();
    while let Some(mut state) = open.pop() {
        // Straight runs are followed without noting each step; only places where ways meet again are noted.
        loop {
            match follow(game, code, player, state, &mut found) {
                Step::End => break,
                Step::On(next) => {
                    let jumps = next.pc <= state.pc;
                    if jumps && !seen.insert(next) {
                        break;
                    }
                    state = next;
                }
                Step::Both(a, b) => {
                    if seen.insert(b) {
                        open.push(b);
                    }
                    if !seen.insert(a) {
                        break;
                    }
                    state = a;
                }
            }
            if found.everything || seen.len() > MAX_REACH_STATES {
                return vec![u64::MAX; words].into();
            }
        }
    }
    found.cells.into()
}

struct Found {
    cells: Vec<u64>,
    /// The run uses a place that only the position tells.
    everything: bool,
}

impl Found {
    fn mark(&mut self, cell: CellId) {
        self.cells[cell.index() / 64] |= 1 << (cell.index() % 64);
    }
}

enum Step {
    End,
    On(State),
    Both(State, State),
}

fn follow(game: &Game, code: &[Instr], player: PlayerId, state: State, found: &mut Found) -> Step {
    let board = &game.board;
    let mut next = State { pc: state.pc + 1, ..state };
    match code[state.pc as usize] {
        Instr::End => return Step::End,
        Instr::Step(direction) => match board.step(direction, state.cur) {
            Some(cell) => next.cur = cell,
            None => return Step::End,
        },
        Instr::Opposite(direction) => match board.step_back(direction, state.cur) {
            Some(cell) => next.cur = cell,
            None => return Step::End,
        },
        Instr::GoTo(cell) => next.cur = cell,
        Instr::Mark(place) => match resolve(game, &state, place, found) {
            Some(cell) => next.mark = cell,
            None => return Step::End,
        },
        Instr::Go(place) => match resolve(game, &state, place, found) {
            Some(cell) => next.cur = cell,
            None => return Step::End,
        },
        Instr::From => next.from = state.cur,
        Instr::To => next.to = Some(state.cur),
        Instr::Jump(target) => next.pc = target,
        Instr::Branch(test, if_true, if_false) => {
            let at = |target| State { pc: target, ..state };
            return match decided(game, player, &state, test) {
                Some(true) => Step::On(at(if_true)),
                Some(false) => Step::On(at(if_false)),
                None => Step::Both(at(if_true), at(if_false)),
            };
        }
        Instr::Add { .. } => found.mark(state.to.unwrap_or(state.cur)),
        Instr::Cascade => {
            found.mark(state.to.unwrap_or(state.cur));
            next.from = state.cur;
            next.to = None;
        }
        Instr::Capture(place) => {
            if let Some(cell) = resolve(game, &state, place, found) {
                found.mark(cell);
            }
        }
        Instr::ChangeOwner(..)
        | Instr::Flip(_)
        | Instr::ChangeType(..)
        | Instr::Create(..)
        | Instr::SetFlag(..)
        | Instr::SetPositionFlag(..)
        | Instr::SetAttribute(..) => {}
    }
    Step::On(next)
}

fn resolve(game: &Game, state: &State, place: CellRef, found: &mut Found) -> Option<CellId> {
    if matches!(place, CellRef::LastFrom | CellRef::LastTo) {
        found.everything = true;
        return None;
    }
    fixed(&game.board, game, state, place)
}

/// The cell of a place that does not hang on the position.
fn fixed(board: &Board, game: &Game, state: &State, place: CellRef) -> Option<CellId> {
    match place {
        CellRef::Here => Some(state.cur),
        CellRef::Step(direction) => board.step(direction, state.cur),
        CellRef::Against(direction) => board.step_back(direction, state.cur),
        CellRef::Cell(cell) => Some(cell),
        CellRef::Chain(chain) => {
            let range = &game.program.chains[chain as usize];
            let steps = &game.program.chain_steps[range.start as usize..range.end as usize];
            steps.iter().try_fold(state.cur, |cell, &direction| board.step(direction, cell))
        }
        CellRef::From => Some(state.from),
        CellRef::To => Some(state.to.unwrap_or(state.cur)),
        CellRef::Mark => Some(state.mark),
        CellRef::LastFrom | CellRef::LastTo | CellRef::Nowhere => None,
    }
}

/// The answer to a test that the board's shape alone gives.
fn decided(game: &Game, player: PlayerId, state: &State, test: Test) -> Option<bool> {
    let place = test.place()?;
    if matches!(place, CellRef::LastFrom | CellRef::LastTo) {
        return None;
    }
    let Some(cell) = fixed(&game.board, game, state, place) else { return Some(false) };
    match test {
        Test::OnBoard(_) => Some(true),
        Test::InZone(zone, _) => Some(game.board.in_zone(zone, player, cell)),
        Test::Position(wanted, _) => Some(wanted == cell),
        Test::Marked(_) => Some(cell == state.mark),
        _ => None,
    }
}
