//! Commands (6.2 to 6.9) to instructions.

use super::CodeCompiler;
use super::condition::{Question, Tracing};
use super::emit::{END, NO_PLACE};
use super::word::{Word, go_target};
use crate::diagnostic::Code;
use crate::game::{AttributeId, CellRef, Instr, PieceTypeId, PlayerId};
use crate::limits::MAX_CODE_DEPTH;
use crate::zrf::ast::{Command, Condition, Name, Operand, Origin};

use super::super::names::PartialWord;

/// What the operands of `create` and `change-owner` name.
#[derive(Default)]
struct Named {
    player: Option<PlayerId>,
    piece: Option<PieceTypeId>,
    place: Option<CellRef>,
}

impl CodeCompiler<'_, '_> {
    /// Compiles a list of commands.
    pub(super) fn commands(&mut self, commands: &[Command], depth: usize) {
        for command in commands {
            self.command(command, depth);
        }
    }

    fn command(&mut self, command: &Command, depth: usize) {
        match command {
            Command::Step(name) => match self.word(name) {
                Word::Direction(direction) => {
                    let direction = self.meant(direction);
                    self.push(Instr::Step(direction));
                }
                Word::Cell(cell) => self.push(Instr::GoTo(cell)),
                Word::Killed | Word::Unknown => self.emitter.jump(END),
            },
            Command::Opposite(name) => match self.look_up(name) {
                Word::Direction(direction) => {
                    let direction = self.meant(direction);
                    self.push(Instr::Opposite(direction));
                }
                Word::Cell(_) | Word::Killed | Word::Unknown => {
                    self.unknown_word(name);
                    self.emitter.jump(END);
                }
            },
            Command::Mark(operand, _) => match self.cell_ref(operand.as_ref()) {
                CellRef::Nowhere => self.emitter.jump(END),
                place => self.push(Instr::Mark(place)),
            },
            Command::Back => self.push(Instr::Go(CellRef::Mark)),
            Command::From => self.push(Instr::From),
            Command::To => self.push(Instr::To),
            Command::Go(target) => self.push(Instr::Go(go_target(*target))),
            Command::Verify(condition) => match self.question(condition, Tracing::Placed, 0) {
                Question::Constant(true) => {}
                Question::Constant(false) => self.emitter.jump(END),
                question => {
                    let next = self.emitter.label();
                    self.branch(&question, next, END);
                    self.emitter.bind(next);
                }
            },
            Command::If(condition, then, otherwise) => self.choice(condition, then, otherwise, depth),
            Command::While(condition, body, at) => self.repeat(condition, body, at, depth),
            Command::Add { types, copy, at } => self.add(types, *copy, at),
            Command::AddPartial { words, copy, at } => self.add_partial(words, *copy, at),
            Command::Cascade => self.push(Instr::Cascade),
            Command::Capture(operand) => {
                let place = self.cell_ref(operand.as_ref());
                self.effect(place, Instr::Capture(place));
            }
            Command::Flip(operand) => {
                let place = self.cell_ref(operand.as_ref());
                self.effect(place, Instr::Flip(place));
            }
            Command::ChangeType(name, operand) => {
                let piece = self.piece_named(name, "the command does nothing");
                let place = self.cell_ref(operand.as_ref());
                if let Some(piece) = piece {
                    self.effect(place, Instr::ChangeType(piece, place));
                }
            }
            Command::ChangeOwner(operands, at) => {
                if let Some(named) = self.named(operands, "change-owner", at) {
                    let place = named.place.unwrap_or(CellRef::Here);
                    self.effect(place, Instr::ChangeOwner(named.player.unwrap_or(self.player), place));
                }
            }
            Command::Create(operands, at) => {
                if let Some(named) = self.named(operands, "create", at) {
                    let place = named.place.unwrap_or(CellRef::Here);
                    self.effect(place, Instr::Create(named.player.unwrap_or(self.player), named.piece, place));
                }
            }
            Command::SetFlag(name, value) => {
                let flag = self.flag(name);
                self.set(value, |value| Instr::SetFlag(flag, value));
            }
            Command::SetPositionFlag(name, value, operand) => {
                let flag = self.position_flag(name);
                let place = self.cell_ref(operand.as_ref());
                if place != CellRef::Nowhere {
                    self.set(value, |value| Instr::SetPositionFlag(flag, value, place));
                }
            }
            Command::SetAttribute(name, value, operand) => {
                let place = self.cell_ref(operand.as_ref());
                // Every attribute that is set anywhere has a bit.
                let bit = self.names.attributes.find_ignoring_case(&name.text);
                if let Some(attribute) = bit.map(AttributeId::from_index)
                    && place != CellRef::Nowhere
                {
                    self.set(value, |value| Instr::SetAttribute(attribute, value, place));
                }
            }
        }
    }

    fn push(&mut self, instr: Instr) {
        self.emitter.push(instr, NO_PLACE);
    }

    /// A command that does nothing off the board.
    fn effect(&mut self, place: CellRef, instr: Instr) {
        if place != CellRef::Nowhere {
            self.push(instr);
        }
    }

    fn choice(&mut self, condition: &Condition, then: &[Command], otherwise: &[Command], depth: usize) {
        if depth >= MAX_CODE_DEPTH {
            self.too_deep(&condition.at);
            self.emitter.jump(END);
            return;
        }
        let question = self.question(condition, Tracing::Unplaced, 0);
        if let Question::Constant(value) = question {
            self.commands(if value { then } else { otherwise }, depth + 1);
            return;
        }
        let (yes, no, over) = (self.emitter.label(), self.emitter.label(), self.emitter.label());
        self.branch(&question, yes, no);
        self.emitter.bind(yes);
        self.commands(then, depth + 1);
        self.emitter.jump(over);
        self.emitter.bind(no);
        self.commands(otherwise, depth + 1);
        self.emitter.bind(over);
    }

    fn repeat(&mut self, condition: &Condition, body: &[Command], at: &Origin, depth: usize) {
        if depth >= MAX_CODE_DEPTH {
            self.too_deep(at);
            self.emitter.jump(END);
            return;
        }
        let question = self.question(condition, Tracing::Unplaced, 0);
        if question == Question::Constant(false) {
            return;
        }
        let (again, inside, over) = (self.emitter.label(), self.emitter.label(), self.emitter.label());
        self.emitter.bind(again);
        self.branch(&question, inside, over);
        self.emitter.bind(inside);
        self.commands(body, depth + 1);
        self.emitter.jump(again);
        self.emitter.bind(over);
    }

    /// Sets something to the value of a condition.
    fn set(&mut self, value: &Condition, make: impl Fn(bool) -> Instr) {
        let question = self.question(value, Tracing::Unplaced, 0);
        if let Question::Constant(value) = question {
            self.push(make(value));
            return;
        }
        let (yes, no, over) = (self.emitter.label(), self.emitter.label(), self.emitter.label());
        self.branch(&question, yes, no);
        self.emitter.bind(yes);
        self.push(make(true));
        self.emitter.jump(over);
        self.emitter.bind(no);
        self.push(make(false));
        self.emitter.bind(over);
    }

    fn add(&mut self, types: &[Name], copy: bool, at: &Origin) {
        let mut known = Vec::new();
        for name in types {
            known.extend(self.piece_named(name, "no move is made for it"));
        }
        if known.is_empty() && !types.is_empty() {
            return;
        }
        let promotion = self.promotion(known);
        let place = self.place(at);
        self.emitter.push(Instr::Add { promotion, copy, partial: false, next_type: None }, place);
    }

    fn add_partial(&mut self, words: &[Name], copy: bool, at: &Origin) {
        let names = self.names;
        let mut pieces = Vec::new();
        let mut next_type = None;
        for word in words {
            match names.partial_word(word) {
                PartialWord::Piece(piece) => {
                    self.check_case(word, names.pieces.name(piece.index()));
                    pieces.push(piece);
                }
                PartialWord::MoveType(name) if next_type.is_none() => {
                    self.check_case(word, name);
                    next_type = names.move_type(name);
                    if names.markers.find(name).is_none() {
                        let message = format!("no move block has the type `{name}`: the turn ends here");
                        let known = names.markers.iter().chain(names.pieces.iter());
                        self.reporter.unknown(Code::UnknownMoveType, word, message, known);
                    }
                }
                PartialWord::MoveType(name) => {
                    let message = format!("`add-partial` takes one move type; `{name}` is ignored");
                    self.reporter.report(Code::OperandSurplus, &word.at, message);
                }
            }
        }
        let promotion = self.promotion(pieces);
        let place = self.place(at);
        self.emitter.push(Instr::Add { promotion, copy, partial: true, next_type }, place);
    }

    fn check_case(&mut self, name: &Name, defined: &str) {
        if &*name.text != defined {
            self.reporter.case_differs(name, defined);
        }
    }

    fn promotion(&mut self, types: Vec<PieceTypeId>) -> Option<u32> {
        if types.is_empty() {
            return None;
        }
        let program = &mut self.program;
        let number = *self.promotions.entry(types).or_insert_with_key(|types| {
            let start = program.promotion_types.len() as u32;
            program.promotion_types.extend(types);
            program.promotions.push(start..program.promotion_types.len() as u32);
            (program.promotions.len() - 1) as u32
        });
        Some(number)
    }

    /// Tells the operands of `create` and `change-owner` apart by what they name. `None` if one names nothing.
    fn named(&mut self, operands: &[Operand], command: &str, at: &Origin) -> Option<Named> {
        let names = self.names;
        let mut named = Named::default();
        for operand in operands {
            let Operand::Word(name) = operand else {
                self.name_place(&mut named, operand, command, at);
                continue;
            };
            let text = &*name.text;
            let takes_piece = command == "create" && named.piece.is_none();
            let exact_player = names.players.find(text).filter(|_| named.player.is_none());
            let exact_piece = names.pieces.find(text).filter(|_| takes_piece);
            if let Some(player) = exact_player {
                named.player = Some(PlayerId::from_index(player));
            } else if let Some(piece) = exact_piece {
                named.piece = Some(PieceTypeId::from_index(piece));
            } else if self.look_up(name) != Word::Unknown {
                self.name_place(&mut named, operand, command, at);
            } else if let Some(piece) = names.pieces.find_ignoring_case(text).filter(|_| takes_piece) {
                self.reporter.case_differs(name, names.pieces.name(piece));
                named.piece = Some(PieceTypeId::from_index(piece));
            } else if let Some(player) = names.players.find_ignoring_case(text).filter(|_| named.player.is_none()) {
                self.reporter.case_differs(name, names.players.name(player));
                named.player = Some(PlayerId::from_index(player));
            } else {
                self.unknown_word(name);
                return None;
            }
        }
        Some(named)
    }

    fn name_place(&mut self, named: &mut Named, operand: &Operand, command: &str, at: &Origin) {
        if named.place.is_some() {
            let message = format!("`{command}` names more than one place; the first counts");
            self.reporter.report(Code::OperandSurplus, at, message);
            return;
        }
        named.place = Some(self.cell_ref(Some(operand)));
    }
}
