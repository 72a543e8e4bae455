//! Conditions (section 7) to tests and branches.

use super::CodeCompiler;
use super::emit::{Label, NO_PLACE};
use super::word::Word;
use crate::diagnostic::Code;
use crate::game::{AttributeId, CellRef, MoveTypeId, Test, ZoneId};
use crate::limits::MAX_CODE_DEPTH;
use crate::zrf::ast::{Condition, ConditionKind, Name, Operand, Origin, Predicate};

/// Conditions that may stand without operand, for proposals.
const KEYWORDS: &[&str] = &[
    "adjacent-to-enemy?",
    "attacked?",
    "defended?",
    "empty?",
    "enemy?",
    "flag?",
    "friend?",
    "goal-position?",
    "in-zone?",
    "last-from?",
    "last-to?",
    "marked?",
    "neutral?",
    "not-attacked?",
    "not-empty?",
    "not-enemy?",
    "not-friend?",
    "not-in-zone?",
    "not-on-board?",
    "not-piece?",
    "on-board?",
    "piece?",
    "position-flag?",
    "position?",
];

/// A condition with its names resolved and its constant parts folded.
#[derive(Debug, PartialEq)]
pub(super) enum Question {
    Constant(bool),
    /// A test, and its place in [`crate::game::Program::places`].
    Ask(Test, u32),
    Not(Box<Question>),
    And(Vec<Question>),
    Or(Vec<Question>),
}

/// Whether tests remember their places: those of `verify` do, for findings about moves that it forbids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tracing {
    Placed,
    Unplaced,
}

impl CodeCompiler<'_, '_> {
    /// Resolves a condition.
    pub(super) fn question(&mut self, condition: &Condition, tracing: Tracing, depth: usize) -> Question {
        if depth > MAX_CODE_DEPTH {
            self.too_deep(condition.at);
            return Question::Constant(false);
        }
        match &condition.kind {
            ConditionKind::Constant(value) => Question::Constant(*value),
            ConditionKind::Not(inner) => negated(self.question(inner, tracing, depth + 1)),
            ConditionKind::And(parts) => self.joined(parts, true, tracing, depth),
            ConditionKind::Or(parts) => self.joined(parts, false, tracing, depth),
            ConditionKind::Test(predicate, operand) => {
                let place = match tracing {
                    Tracing::Placed => self.place(condition.at),
                    Tracing::Unplaced => NO_PLACE,
                };
                self.predicate(predicate, operand.as_ref(), place)
            }
        }
    }

    /// `and` (where true is neutral) or `or`. What stands behind a constant that decides can never be asked.
    fn joined(&mut self, parts: &[Condition], neutral: bool, tracing: Tracing, depth: usize) -> Question {
        let mut kept = Vec::new();
        for part in parts {
            match self.question(part, tracing, depth + 1) {
                Question::Constant(value) if value == neutral => {}
                Question::Constant(value) => {
                    kept.clear();
                    kept.push(Question::Constant(value));
                    break;
                }
                other => kept.push(other),
            }
        }
        match kept.len() {
            0 => Question::Constant(neutral),
            1 => kept.remove(0),
            _ if neutral => Question::And(kept),
            _ => Question::Or(kept),
        }
    }

    fn predicate(&mut self, predicate: &Predicate, operand: Option<&Operand>, place: u32) -> Question {
        const NO: Question = Question::Constant(false);
        let test = match predicate {
            Predicate::Flag(name) => return Question::Ask(Test::Flag(self.flag(name)), place),
            Predicate::Attribute(name) => return self.attribute(name, operand, place),
            Predicate::Attacked(name) => return self.attack(Test::Attacked, name.as_ref(), operand, place),
            Predicate::Defended(name) => return self.attack(Test::Defended, name.as_ref(), operand, place),
            Predicate::Piece(name) => {
                let piece = self.piece_named(name, "no piece is of this type");
                let at = self.cell_ref(operand);
                piece.map(|piece| Test::Piece(piece, at))
            }
            Predicate::Position(name) => {
                let cell = self.built.cell(name, self.reporter);
                if cell.is_none() {
                    self.built.report_missing(name, "position?", self.reporter);
                }
                let at = self.cell_ref(operand);
                cell.map(|cell| Test::Position(cell, at))
            }
            Predicate::InZone(name) => {
                let zones = &self.built.board.zones;
                let zone = self.reporter.find(zones, name).map(ZoneId::from_index);
                if zone.is_none() {
                    let message = format!("the board has no zone `{}`; no position is in it", name.text);
                    self.reporter.unknown(Code::UnknownZone, name, message, zones.iter());
                }
                let at = self.cell_ref(operand);
                zone.map(|zone| Test::InZone(zone, at))
            }
            Predicate::PositionFlag(name) => {
                let flag = self.position_flag(name);
                Some(Test::PositionFlag(flag, self.cell_ref(operand)))
            }
            Predicate::Empty => Some(Test::Empty(self.cell_ref(operand))),
            Predicate::Friend => Some(Test::Friend(self.cell_ref(operand))),
            Predicate::Enemy => Some(Test::Enemy(self.cell_ref(operand))),
            Predicate::Neutral => Some(Test::Neutral(self.cell_ref(operand))),
            Predicate::OnBoard => Some(Test::OnBoard(self.cell_ref(operand))),
            Predicate::AdjacentToEnemy => Some(Test::AdjacentToEnemy(self.cell_ref(operand))),
            Predicate::GoalPosition => Some(Test::GoalPosition(self.cell_ref(operand))),
            Predicate::Marked => Some(Test::Marked(self.cell_ref(operand))),
            Predicate::LastFrom => Some(Test::LastFrom(self.cell_ref(operand))),
            Predicate::LastTo => Some(Test::LastTo(self.cell_ref(operand))),
        };
        test.map_or(NO, |test| self.folded(test, place))
    }

    /// Answers what the board alone decides. Authors ask for zones of fixed positions to learn who the player is, so
    /// that whole branches fall away.
    fn folded(&mut self, test: Test, place: u32) -> Question {
        let board = &self.built.board;
        match test {
            Test::InZone(zone, CellRef::Cell(cell)) => {
                self.hangs_on_player = true;
                Question::Constant(board.in_zone(zone, self.player, cell))
            }
            Test::Position(wanted, CellRef::Cell(cell)) => Question::Constant(wanted == cell),
            Test::OnBoard(CellRef::Cell(_) | CellRef::Here) => Question::Constant(true),
            test if test.place() == Some(CellRef::Nowhere) => Question::Constant(false),
            test => Question::Ask(test, place),
        }
    }

    /// `attacked?` and `defended?`: their word is a move type or a place.
    fn attack(
        &mut self,
        make: fn(Option<MoveTypeId>, CellRef) -> Test,
        name: Option<&Name>,
        operand: Option<&Operand>,
        place: u32,
    ) -> Question {
        let word = match (name, operand) {
            (None, Some(Operand::Word(word))) if self.is_move_type(word) => Some(word),
            (Some(word), None) if self.is_move_type(word) => Some(word),
            (Some(word), None) => match self.word(word) {
                Word::Direction(direction) => {
                    let at = CellRef::Step(self.meant(direction));
                    return self.folded(make(None, at), place);
                }
                Word::Cell(cell) => return self.folded(make(None, CellRef::Cell(cell)), place),
                Word::Killed | Word::Unknown => return Question::Constant(false),
            },
            (word, _) => word,
        };
        let at = if word.is_some() && name.is_none() { CellRef::Here } else { self.cell_ref(operand) };
        let Some(word) = word else { return self.folded(make(None, at), place) };
        let Some(move_type) = self.names.move_type(&word.text) else {
            let message = format!("no move block has the type `{}`", word.text);
            self.reporter.unknown(Code::UnknownMoveType, word, message, self.names.move_types.iter());
            return Question::Constant(false);
        };
        self.folded(make(Some(move_type), at), place)
    }

    /// Whether a word names a move type, and no place of exactly the name.
    fn is_move_type(&self, word: &Name) -> bool {
        let board = &self.built.board;
        self.names.move_types.find(&word.text).is_some()
            && board.directions.find(&word.text).is_none()
            && board.cells.find(&word.text).is_none()
    }

    /// An attribute; a name that begins with `not-` is looked up as it stands first.
    fn attribute(&mut self, name: &Name, operand: Option<&Operand>, place: u32) -> Question {
        let table = &self.names.attributes;
        let bare = name.text.strip_prefix("not-");
        let exact = table.find(&name.text).map(|bit| (bit, false));
        let found = exact
            .or_else(|| Some((table.find(bare?)?, true)))
            .or_else(|| Some((table.find_ignoring_case(&name.text)?, false)))
            .or_else(|| Some((table.find_ignoring_case(bare?)?, true)));
        let Some((bit, negative)) = found else {
            // It may as well be a misspelt condition; the moves that hang on it cannot be judged.
            self.reliable = false;
            let message = format!("`{}` is no condition, and no piece has such an attribute", name.text);
            let known = table.iter().chain(KEYWORDS.iter().copied());
            self.reporter.unknown(Code::UnknownAttribute, name, message, known);
            return Question::Constant(bare.is_some());
        };
        let defined = table.name(bit);
        if defined != if negative { bare.unwrap_or_default() } else { &*name.text } {
            self.reporter.case_differs(name, defined);
        }
        let at = self.cell_ref(operand);
        let question = self.folded(Test::Attribute(AttributeId::from_index(bit), at), place);
        if negative { negated(question) } else { question }
    }

    /// Goes on at one label if the condition holds, else at the other.
    pub(super) fn branch(&mut self, question: &Question, yes: Label, no: Label) {
        match question {
            Question::Constant(value) => self.emitter.jump(if *value { yes } else { no }),
            Question::Ask(test, place) => self.emitter.branch(*test, yes, no, *place),
            Question::Not(inner) => self.branch(inner, no, yes),
            Question::And(parts) | Question::Or(parts) => {
                let Some((last, before)) = parts.split_last() else { return };
                let all = matches!(question, Question::And(_));
                for part in before {
                    let next = self.emitter.label();
                    if all {
                        self.branch(part, next, no);
                    } else {
                        self.branch(part, yes, next);
                    }
                    self.emitter.bind(next);
                }
                self.branch(last, yes, no);
            }
        }
    }

    pub(super) fn too_deep(&mut self, at: Origin) {
        self.reliable = false;
        let message = format!("the move code nests deeper than {MAX_CODE_DEPTH} levels; the rest is not read");
        self.reporter.report(Code::NestingTooDeep, at, message);
    }
}

fn negated(question: Question) -> Question {
    match question {
        Question::Constant(value) => Question::Constant(!value),
        Question::Not(inner) => *inner,
        other => Question::Not(Box::new(other)),
    }
}
