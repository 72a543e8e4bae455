//! From move code to trees: a block is run with every answer that the position could give.
//!
//! Ways that part are never joined again, so that a tree could grow without bound; then it is given up and the general
//! machine runs the block.

use smallvec::SmallVec;

use super::known::{Known, Mark, Question, bit};
use super::node::{CONTENTS, EMPTY, END, ENEMY, FRIEND, NEUTRAL, Node, NodeId};
use crate::engine::facts::Facts;
use crate::engine::movegen::pending::Pending;
use crate::engine::movegen::run::Found;
use crate::engine::moves::Effect;
use crate::game::{CellId, CellRef, DirectionId, FlagId, Game, Instr, Pc, PieceTypeId, PlayerId, Test};
use crate::limits::{MAX_PATH_FACTS, MAX_PATH_NODES, MAX_PATH_STEPS};

/// Nodes of a common tree: room for so many is made at once.
const ROOM: usize = 64;

/// A block that has no tree: it asks for a place that only the position tells, or its tree would be too large.
#[derive(Clone, Copy, Debug)]
pub(super) struct NoTree;

/// What is done with the `add`s of a block.
pub(super) trait Adds {
    /// The state of a run says all that the entries hang on, except what `Err` asks for.
    fn add(&mut self, game: &Game, state: &mut State, found: Found) -> Result<Added, NoTree>;
}

/// What an `add` gives.
#[derive(Clone, Copy, Debug)]
pub(super) enum Added {
    Nothing,
    /// Entries of the list.
    Entries {
        first: u16,
        count: u16,
    },
    /// The content of a cell must be known first.
    Ask(CellId),
}

/// One run, as far as it is known without a position.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) player: PlayerId,
    pub(super) piece: PieceTypeId,
    pub(super) start: CellId,
    pub(super) from: CellId,
    pub(super) pending: Pending,
    pub(super) known: Known,
    /// Entries added on the way here.
    pub(super) added: Vec<u16>,
    pc: Pc,
    cur: CellId,
    to: Option<CellId>,
    mark: CellId,
    flags: SmallVec<[FlagId; 2]>,
    position_flags: SmallVec<[(FlagId, CellId); 2]>,
    /// Whether there was ever a pending change or a flag in the block; most blocks have none.
    has_rest: bool,
}

/// Where ways part: what a state must be taken back to before the next of them is followed.
#[derive(Debug)]
struct Fork {
    from: CellId,
    pc: Pc,
    cur: CellId,
    to: Option<CellId>,
    mark: CellId,
    known: Mark,
    added: usize,
    /// What few blocks have; `None` where there is nothing of it.
    rest: Option<Box<Rest>>,
}

#[derive(Debug)]
struct Rest {
    pending: Pending,
    flags: SmallVec<[FlagId; 2]>,
    position_flags: SmallVec<[(FlagId, CellId); 2]>,
}

impl State {
    /// Ready for runs of the player's piece on the cell, of which this is known.
    pub(super) fn new(player: PlayerId, piece: PieceTypeId, start: CellId, known: Known) -> Self {
        Self {
            player,
            piece,
            start,
            from: start,
            pending: Pending::default(),
            known,
            added: Vec::new(),
            pc: 0,
            cur: start,
            to: None,
            mark: start,
            flags: SmallVec::new(),
            position_flags: SmallVec::new(),
            has_rest: false,
        }
    }

    /// Where a run of the block begins whose code begins at `pc`.
    fn beginning(&self, pc: Pc, known: Mark) -> Fork {
        let start = self.start;
        Fork { from: start, pc, cur: start, to: None, mark: start, known, added: 0, rest: None }
    }

    pub(super) fn end(&self) -> CellId {
        self.to.unwrap_or(self.cur)
    }

    /// How much the path has to remember.
    fn size(&self) -> usize {
        if !self.has_rest {
            return self.known.len();
        }
        let pending = self.pending.pairs.len() + self.pending.changes.len() + self.pending.captures.len();
        self.known.len() + pending + self.flags.len() + self.position_flags.len()
    }

    fn fork(&self) -> Fork {
        let rest = || Rest {
            pending: self.pending.clone(),
            flags: self.flags.clone(),
            position_flags: self.position_flags.clone(),
        };
        Fork {
            from: self.from,
            pc: self.pc,
            cur: self.cur,
            to: self.to,
            mark: self.mark,
            known: self.known.mark(),
            added: self.added.len(),
            rest: self.has_rest.then(|| Box::new(rest())),
        }
    }

    /// Goes back to where the ways part. Ways are followed one after the other to their ends, so that what was learnt
    /// before the fork still stands.
    fn go_back(&mut self, fork: Fork) {
        self.from = fork.from;
        self.pc = fork.pc;
        self.cur = fork.cur;
        self.to = fork.to;
        self.mark = fork.mark;
        self.known.forget(fork.known);
        self.added.truncate(fork.added);
        if let Some(rest) = fork.rest {
            let Rest { pending, flags, position_flags } = *rest;
            self.pending = pending;
            self.flags = flags;
            self.position_flags = position_flags;
        } else if self.has_rest {
            self.pending.clear();
            self.flags.clear();
            self.position_flags.clear();
            self.has_rest = false;
        }
    }
}

/// Builds the tree of one piece on one cell, block by block.
pub(super) struct Builder<'a, A> {
    pub(super) game: &'a Game,
    pub(super) facts: &'a Facts,
    pub(super) code: &'a [Instr],
    pub(super) adds: A,
    pub(super) nodes: Vec<Node>,
    /// Whether `attacked?` and `defended?` are asked; inside an attack both are false (8.1).
    pub(super) asks_attacks: bool,
    steps: usize,
    open: Vec<Way>,
}

/// A way that is still to be followed: from the fork on, with this answer.
struct Way {
    fork: Fork,
    answer: Given,
    slot: Slot,
}

#[derive(Clone, Copy)]
enum Given {
    /// This stands on the cell.
    Content(CellId, usize),
    /// The answer is yes.
    Yes(Question),
}

/// Where the number of a node is to be written.
#[derive(Clone, Copy)]
struct Slot {
    /// The node; END for the root.
    node: NodeId,
    index: usize,
}

enum Step {
    On,
    End,
    Ask(Question),
    Add { first: u16, count: u16 },
}

enum Answer {
    Is(bool),
    Ask(Question),
}

impl<'a, A: Adds> Builder<'a, A> {
    pub(super) fn new(game: &'a Game, facts: &'a Facts, code: &'a [Instr], adds: A) -> Self {
        let mut nodes = Vec::with_capacity(ROOM);
        nodes.push(Node::End);
        Self { game, facts, code, adds, nodes, asks_attacks: true, steps: 0, open: Vec::new() }
    }

    /// The tree of the block whose code begins at `pc`; where the block ends, `end` comes next. Answers its root. The
    /// state is as new before and after.
    pub(super) fn block(&mut self, state: &mut State, pc: Pc, end: NodeId) -> Result<NodeId, NoTree> {
        let before = self.nodes.len();
        let known = state.known.mark();
        state.go_back(state.beginning(pc, known));
        let root = self.grow(state, end);
        if root.is_err() {
            self.nodes.truncate(before);
            self.open.clear();
        }
        state.go_back(state.beginning(0, known));
        root
    }

    fn grow(&mut self, state: &mut State, end: NodeId) -> Result<NodeId, NoTree> {
        let mut root = end;
        let mut slot = Slot { node: END, index: 0 };
        self.steps = 0;
        loop {
            loop {
                self.steps += 1;
                if self.steps > MAX_PATH_STEPS || state.size() > MAX_PATH_FACTS {
                    return Err(NoTree);
                }
                let node = match self.step(state)? {
                    Step::On => continue,
                    Step::End => {
                        self.write(slot, end, &mut root);
                        break;
                    }
                    Step::Add { first, count } => Node::Add { first, count, next: end },
                    Step::Ask(question) => question_node(question, end),
                };
                if self.nodes.len() >= MAX_PATH_NODES {
                    return Err(NoTree);
                }
                let id = self.nodes.len() as NodeId;
                self.nodes.push(node);
                self.write(slot, id, &mut root);
                match node {
                    Node::Look { cell, .. } => {
                        let contents = state.known.contents(cell);
                        let mut first = None;
                        for content in (0..CONTENTS).rev().filter(|&content| contents & bit(content) != 0) {
                            if self.ends_with(state.pc, content) {
                                self.steps += 2;
                            } else if let Some(later) = first.replace(content) {
                                let (answer, slot) = (Given::Content(cell, later), Slot { node: id, index: later });
                                self.open.push(Way { fork: state.fork(), answer, slot });
                            }
                        }
                        let Some(content) = first else { break };
                        state.known.learn_content(cell, content);
                        slot = Slot { node: id, index: content };
                    }
                    Node::Add { .. } => slot = Slot { node: id, index: 0 },
                    _ => {
                        let Some(question) = asked(node) else { break };
                        let yes = Slot { node: id, index: 1 };
                        self.open.push(Way { fork: state.fork(), answer: Given::Yes(question), slot: yes });
                        state.known.learn(question, false);
                        slot = Slot { node: id, index: 0 };
                    }
                }
            }
            let Some(way) = self.open.pop() else { return Ok(root) };
            state.go_back(way.fork);
            slot = way.slot;
            match way.answer {
                Given::Content(cell, content) => state.known.learn_content(cell, content),
                Given::Yes(question) => state.known.learn(question, true),
            }
        }
    }

    /// Whether the block ends with this answer to a question for the content of a cell, which the instruction asks.
    fn ends_with(&self, pc: Pc, content: usize) -> bool {
        let Instr::Branch(test, if_true, if_false) = self.code[pc as usize] else { return false };
        let wanted = match test {
            Test::Empty(_) => EMPTY,
            Test::Friend(_) => FRIEND,
            Test::Enemy(_) => ENEMY,
            Test::Neutral(_) => NEUTRAL,
            _ => return false,
        };
        let next = if content == wanted { if_true } else { if_false };
        matches!(self.code[next as usize], Instr::End)
    }

    fn write(&mut self, slot: Slot, id: NodeId, root: &mut NodeId) {
        match self.nodes[slot.node as usize].next_mut().get_mut(slot.index) {
            Some(next) => *next = id,
            None => *root = id,
        }
    }

    /// Carries one instruction out. A question leaves the state as it is: with the answer known it is asked again.
    fn step(&mut self, state: &mut State) -> Result<Step, NoTree> {
        let board = &self.game.board;
        let instr = self.code[state.pc as usize];
        let mut next = state.pc + 1;
        match instr {
            Instr::End => return Ok(Step::End),
            Instr::Jump(target) => next = target,
            Instr::Branch(test, if_true, if_false) => match self.test(state, test)? {
                Answer::Is(holds) => next = if holds { if_true } else { if_false },
                Answer::Ask(question) => return Ok(Step::Ask(question)),
            },
            Instr::Add { promotion, copy, partial, next_type } => {
                let added = self.adds.add(self.game, state, Found { promotion, copy, partial, next_type })?;
                if let Added::Ask(cell) = added {
                    return Ok(Step::Ask(Question::Content(cell)));
                }
                if state.has_rest {
                    state.pending.after_add(self.game);
                }
                state.pc = next;
                return Ok(match added {
                    Added::Entries { first, count } => Step::Add { first, count },
                    _ => Step::On,
                });
            }
            Instr::Step(direction) => match board.step(direction, state.cur) {
                Some(cell) => state.cur = cell,
                None => return Ok(Step::End),
            },
            Instr::Opposite(direction) => match board.step_back(direction, state.cur) {
                Some(cell) => state.cur = cell,
                None => return Ok(Step::End),
            },
            Instr::GoTo(cell) => state.cur = cell,
            Instr::Mark(place) => match self.resolve(state, place)? {
                Some(cell) => state.mark = cell,
                None => return Ok(Step::End),
            },
            Instr::Go(place) => match self.resolve(state, place)? {
                Some(cell) => state.cur = cell,
                None => return Ok(Step::End),
            },
            Instr::From => state.from = state.cur,
            Instr::To => state.to = Some(state.cur),
            Instr::Cascade => {
                state.has_rest = true;
                if state.pending.cascade(state.from, state.end()) {
                    state.from = state.cur;
                    state.to = None;
                }
            }
            Instr::SetFlag(flag, value) => {
                state.has_rest = true;
                state.flags.retain(|known| *known != flag);
                if value {
                    state.flags.push(flag);
                }
            }
            Instr::Capture(place)
            | Instr::ChangeOwner(_, place)
            | Instr::Flip(place)
            | Instr::ChangeType(_, place)
            | Instr::Create(_, _, place)
            | Instr::SetAttribute(_, _, place)
            | Instr::SetPositionFlag(_, _, place) => {
                // A place off the board makes these commands do nothing (6.9).
                if let Some(at) = self.resolve(state, place)? {
                    change(state, instr, at);
                }
            }
        }
        state.pc = next;
        Ok(Step::On)
    }

    fn resolve(&self, state: &State, place: CellRef) -> Result<Option<CellId>, NoTree> {
        let board = &self.game.board;
        Ok(match place {
            CellRef::Here => Some(state.cur),
            CellRef::Step(direction) => board.step(direction, state.cur),
            CellRef::Against(direction) => board.step_back(direction, state.cur),
            CellRef::Cell(cell) => Some(cell),
            CellRef::Chain(chain) => {
                let range = &self.game.program.chains[chain as usize];
                let steps = &self.game.program.chain_steps[range.start as usize..range.end as usize];
                steps.iter().try_fold(state.cur, |cell, &direction| board.step(direction, cell))
            }
            CellRef::From => Some(state.from),
            CellRef::To => Some(state.end()),
            CellRef::Mark => Some(state.mark),
            CellRef::LastFrom | CellRef::LastTo => return Err(NoTree),
            CellRef::Nowhere => None,
        })
    }

    fn test(&self, state: &State, test: Test) -> Result<Answer, NoTree> {
        let known = &state.known;
        let Some(place) = test.place() else {
            let Test::Flag(flag) = test else { return Err(NoTree) };
            return Ok(Answer::Is(state.flags.contains(&flag)));
        };
        let Some(cell) = self.resolve(state, place)? else { return Ok(Answer::Is(false)) };
        let content = |wanted: usize| match known.is_one_of(cell, bit(wanted)) {
            Some(holds) => Answer::Is(holds),
            None => Answer::Ask(Question::Content(cell)),
        };
        let ask = |question: Question| known.answer(question).map_or(Answer::Ask(question), Answer::Is);
        Ok(match test {
            Test::Empty(_) => content(EMPTY),
            Test::Friend(_) => content(FRIEND),
            Test::Enemy(_) => content(ENEMY),
            Test::Neutral(_) => content(NEUTRAL),
            Test::Piece(piece, _) => ask(Question::Type(cell, piece)),
            Test::Attribute(attribute, _) => ask(Question::Attribute(cell, attribute)),
            Test::LastFrom(_) => ask(Question::LastFrom(cell)),
            Test::LastTo(_) => ask(Question::LastTo(cell)),
            Test::Attacked(move_type, _) if self.asks_attacks => ask(Question::Attacked(move_type, cell)),
            Test::Defended(move_type, _) if self.asks_attacks => ask(Question::Defended(move_type, cell)),
            Test::Attacked(..) | Test::Defended(..) => Answer::Is(false),
            Test::OnBoard(_) => Answer::Is(true),
            Test::InZone(zone, _) => Answer::Is(self.game.board.in_zone(zone, state.player, cell)),
            Test::Position(wanted, _) => Answer::Is(cell == wanted),
            Test::Marked(_) => Answer::Is(cell == state.mark),
            Test::PositionFlag(flag, _) => Answer::Is(state.position_flags.contains(&(flag, cell))),
            Test::GoalPosition(_) => Answer::Is(self.facts.goal_cells[state.player.index()][cell.index()]),
            Test::AdjacentToEnemy(_) => self.is_adjacent_to_enemy(known, cell),
            Test::Flag(_) => return Err(NoTree),
        })
    }

    fn is_adjacent_to_enemy(&self, known: &Known, cell: CellId) -> Answer {
        let board = &self.game.board;
        for direction in (0..board.directions.len()).map(DirectionId::from_index) {
            let Some(near) = board.step(direction, cell) else { continue };
            match known.is_one_of(near, bit(ENEMY)) {
                Some(true) => return Answer::Is(true),
                Some(false) => {}
                None => return Answer::Ask(Question::Content(near)),
            }
        }
        Answer::Is(false)
    }
}

/// Carries a command out that changes what stands on a cell, or marks it.
fn change(state: &mut State, instr: Instr, at: CellId) {
    state.has_rest = true;
    let effect = match instr {
        Instr::Capture(_) => return state.pending.capture(at),
        Instr::SetPositionFlag(flag, value, _) => {
            state.position_flags.retain(|known| *known != (flag, at));
            if value {
                state.position_flags.push((flag, at));
            }
            return;
        }
        Instr::ChangeOwner(player, _) => Effect::Owner { at, player },
        Instr::Flip(_) => Effect::Flip { at },
        Instr::ChangeType(piece, _) => Effect::Type { at, piece },
        Instr::Create(player, piece, _) => Effect::Create { player, piece: piece.unwrap_or(state.piece), at },
        Instr::SetAttribute(attribute, value, _) => Effect::Attribute { at, attribute, value },
        _ => return,
    };
    state.pending.change(effect);
}

fn question_node(question: Question, end: NodeId) -> Node {
    let next = [end; 2];
    match question {
        Question::Content(cell) => Node::Look { cell, next: [end; CONTENTS] },
        Question::Type(cell, piece) => Node::Type { cell, piece, next },
        Question::Attribute(cell, attribute) => Node::Attribute { cell, attribute, next },
        Question::LastFrom(cell) => Node::LastFrom { cell, next },
        Question::LastTo(cell) => Node::LastTo { cell, next },
        Question::Attacked(move_type, cell) => Node::Attacked { cell, move_type, next },
        Question::Defended(move_type, cell) => Node::Defended { cell, move_type, next },
    }
}

/// The question of a node with two answers.
fn asked(node: Node) -> Option<Question> {
    Some(match node {
        Node::Type { cell, piece, .. } => Question::Type(cell, piece),
        Node::Attribute { cell, attribute, .. } => Question::Attribute(cell, attribute),
        Node::LastFrom { cell, .. } => Question::LastFrom(cell),
        Node::LastTo { cell, .. } => Question::LastTo(cell),
        Node::Attacked { cell, move_type, .. } => Question::Attacked(move_type, cell),
        Node::Defended { cell, move_type, .. } => Question::Defended(move_type, cell),
        Node::End | Node::Look { .. } | Node::Add { .. } | Node::Rays { .. } | Node::Hit => return None,
    })
}
