//! What the words of move code name: directions and positions (6.2, 7).

use std::sync::Arc;

use super::CodeCompiler;
use crate::diagnostic::Code;
use crate::game::{CellId, CellRef, DirectionId};
use crate::zrf::ast::{GoTarget, Name, Operand};

/// What a word names on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// A direction as written, symmetry not yet applied.
    Direction(DirectionId),
    Cell(CellId),
    /// A position that was killed: off the board.
    Killed,
    Unknown,
}

/// A word that was looked up.
pub(super) struct KnownWord {
    word: Word,
    /// The board writes it in another letter case.
    differs: bool,
    /// Kept, so that no other text comes to stand at its address.
    _text: Arc<str>,
}

impl CodeCompiler<'_, '_> {
    /// Looks a word up, without a finding if nothing bears the name: exact spelling first, directions before positions.
    pub(super) fn look_up(&mut self, name: &Name) -> Word {
        let address = Arc::as_ptr(&name.text).cast::<u8>().addr();
        let known = match self.words.get(&address) {
            Some(known) => known,
            None => {
                let known = self.find(&name.text);
                self.words.entry(address).or_insert(known)
            }
        };
        let word = known.word;
        if known.differs {
            let board = &self.built.board;
            match word {
                Word::Direction(id) => self.reporter.case_differs(name, board.directions.name(id.index())),
                Word::Cell(id) => self.reporter.case_differs(name, board.cells.name(id.index())),
                Word::Killed | Word::Unknown => {}
            }
        }
        word
    }

    fn find(&self, text: &Arc<str>) -> KnownWord {
        let board = &self.built.board;
        let direction = |index| Word::Direction(DirectionId::from_index(index));
        let cell = |index| Word::Cell(CellId::from_index(index));
        let exact = (board.directions.find(text).map(direction))
            .or_else(|| board.cells.find(text).map(cell))
            .or_else(|| self.built.killed.contains_key(&**text).then_some(Word::Killed));
        let word = exact
            .or_else(|| board.directions.find_ignoring_case(text).map(direction))
            .or_else(|| board.cells.find_ignoring_case(text).map(cell))
            .unwrap_or(Word::Unknown);
        KnownWord { word, differs: exact.is_none(), _text: Arc::clone(text) }
    }

    /// Looks a word up and reports it if it is not on the board.
    pub(super) fn word(&mut self, name: &Name) -> Word {
        let word = self.look_up(name);
        match word {
            Word::Killed => {
                let message = format!("the position `{}` was killed: this leads off the board", name.text);
                self.reporter.unknown(Code::UnknownCell, name, message, []);
            }
            Word::Unknown => self.unknown_word(name),
            Word::Direction(_) | Word::Cell(_) => {}
        }
        word
    }

    /// Reports a word that means nothing here; the piece cannot be relied on.
    pub(super) fn unknown_word(&mut self, name: &Name) {
        self.reliable = false;
        let message = format!("`{}` is no command, direction or position here", name.text);
        let board = &self.built.board;
        let known = board.directions.iter().chain(board.cells.iter()).chain(KEYWORDS.iter().copied());
        self.reporter.unknown(Code::UnknownWord, name, message, known);
    }

    /// A direction with the player's symmetry applied.
    pub(super) fn meant(&mut self, direction: DirectionId) -> DirectionId {
        self.hangs_on_player |= !self.uniform[direction.index()];
        self.built.meant(self.player.index(), direction)
    }

    /// The place that an operand names; the current cell without one.
    pub(super) fn cell_ref(&mut self, operand: Option<&Operand>) -> CellRef {
        match operand {
            None => CellRef::Here,
            Some(Operand::Word(name)) => match self.word(name) {
                Word::Direction(direction) => CellRef::Step(self.meant(direction)),
                Word::Cell(cell) => CellRef::Cell(cell),
                Word::Killed | Word::Unknown => CellRef::Nowhere,
            },
            Some(Operand::Chain(words)) => self.chain(words),
            Some(Operand::Opposite(name)) => match self.look_up(name) {
                Word::Direction(direction) => CellRef::Against(self.meant(direction)),
                Word::Cell(_) | Word::Killed | Word::Unknown => {
                    self.unknown_word(name);
                    CellRef::Nowhere
                }
            },
            Some(&Operand::Special(target, _)) => go_target(target),
        }
    }

    /// A chain of steps. A position in it starts the chain anew: from there on the way is known here and now.
    fn chain(&mut self, words: &[Name]) -> CellRef {
        let mut steps = Vec::new();
        let mut fixed = None;
        for name in words {
            match self.word(name) {
                Word::Direction(direction) => {
                    let direction = self.meant(direction);
                    match fixed {
                        None => steps.push(direction),
                        Some(cell) => match self.built.board.step(direction, cell) {
                            Some(next) => fixed = Some(next),
                            None => return CellRef::Nowhere,
                        },
                    }
                }
                Word::Cell(cell) => fixed = Some(cell),
                Word::Killed | Word::Unknown => return CellRef::Nowhere,
            }
        }
        match (fixed, &steps[..]) {
            // Steps before the position must still exist; a chain of both is not known to occur.
            (Some(cell), _) => CellRef::Cell(cell),
            (None, []) => CellRef::Here,
            (None, &[direction]) => CellRef::Step(direction),
            (None, _) => CellRef::Chain(self.chain_number(steps)),
        }
    }

    fn chain_number(&mut self, steps: Vec<DirectionId>) -> u32 {
        let program = &mut self.program;
        *self.chains.entry(steps).or_insert_with_key(|steps| {
            let start = program.chain_steps.len() as u32;
            program.chain_steps.extend(steps);
            program.chains.push(start..program.chain_steps.len() as u32);
            (program.chains.len() - 1) as u32
        })
    }
}

/// Keywords of move code, for proposals.
const KEYWORDS: &[&str] = &[
    "add",
    "add-copy",
    "add-partial",
    "back",
    "capture",
    "cascade",
    "change-owner",
    "create",
    "flip",
    "from",
    "mark",
    "opposite",
    "to",
    "verify",
    "while",
];

/// The place that a `go` leads to.
pub(super) const fn go_target(target: GoTarget) -> CellRef {
    match target {
        GoTarget::From => CellRef::From,
        GoTarget::To => CellRef::To,
        GoTarget::Mark => CellRef::Mark,
        GoTarget::LastFrom => CellRef::LastFrom,
        GoTarget::LastTo => CellRef::LastTo,
    }
}
