//! Conditions (`spec/zrf.md` 7).

use super::{Lowerer, parts_of};
use crate::diagnostic::{Code, Diagnostic};
use crate::limits::MAX_CODE_DEPTH;
use crate::zrf::ast::{Condition, ConditionKind, Predicate};
use crate::zrf::expand::Expanded;
use crate::zrf::keyword::{Keyword, Word};

impl Lowerer<'_, '_> {
    /// One condition. What cannot be read becomes false.
    pub(super) fn condition(&mut self, tree: &Expanded, index: u32) -> Condition {
        let kind = if self.is_broken(tree, index) {
            ConditionKind::Constant(false)
        } else if !self.is_list(tree, index) {
            self.bare_condition(tree, index)
        } else if self.enter(tree, index) {
            let kind = self.list_condition(tree, index);
            self.depth -= 1;
            kind
        } else {
            ConditionKind::Constant(false)
        };
        Condition { kind, at: self.origin(tree, index) }
    }

    /// Goes one level deeper in nested code; `false`, with a finding, where the bound is reached.
    pub(super) fn enter(&mut self, tree: &Expanded, index: u32) -> bool {
        if self.depth >= MAX_CODE_DEPTH {
            self.unreliable = true;
            let message = format!("commands and conditions are nested deeper than {MAX_CODE_DEPTH} levels");
            self.report(Diagnostic::new(Code::NestingTooDeep, message), tree, index);
            return false;
        }
        self.depth += 1;
        true
    }

    /// Several conditions where one is expected: all must hold.
    pub(super) fn all_of(&mut self, tree: &Expanded, list: u32, conditions: &[u32]) -> Condition {
        match conditions {
            [one] => self.condition(tree, *one),
            [] => {
                self.operand_missing(tree, list);
                Condition { kind: ConditionKind::Constant(false), at: self.origin(tree, list) }
            }
            several => {
                self.operand_surplus(tree, list, "all of them must hold");
                let all = several.iter().map(|&condition| self.condition(tree, condition)).collect();
                Condition { kind: ConditionKind::And(all), at: self.origin(tree, list) }
            }
        }
    }

    fn bare_condition(&mut self, tree: &Expanded, index: u32) -> ConditionKind {
        let word = self.word(tree, index);
        match word.and_then(|word| word.keyword) {
            Some(Keyword::True) => ConditionKind::Constant(true),
            Some(Keyword::False) => ConditionKind::Constant(false),
            Some(Keyword::And | Keyword::Or | Keyword::Not) => {
                self.operand_missing(tree, index);
                ConditionKind::Constant(false)
            }
            Some(keyword) if keyword.is_predicate() => self.predicate(tree, index, word, keyword, &[]),
            _ => match self.name(tree, index) {
                Some(name) => ConditionKind::Test(Predicate::Attribute(name), None),
                None => ConditionKind::Constant(false),
            },
        }
    }

    fn list_condition(&mut self, tree: &Expanded, list: u32) -> ConditionKind {
        let parts = parts_of(tree, list);
        let Some((&head, rest)) = parts.split_first() else {
            self.malformed(tree, list, "this condition is empty; it counts as false");
            return ConditionKind::Constant(false);
        };
        if self.is_list(tree, head) {
            // Doubled parentheses mean the condition itself.
            return self.all_of(tree, list, &parts).kind;
        }
        let word = self.word(tree, head);
        match word.and_then(|word| word.keyword) {
            Some(Keyword::And) => ConditionKind::And(rest.iter().map(|&part| self.condition(tree, part)).collect()),
            Some(Keyword::Or) => ConditionKind::Or(rest.iter().map(|&part| self.condition(tree, part)).collect()),
            Some(Keyword::Not) if rest.is_empty() => {
                self.operand_missing(tree, list);
                ConditionKind::Constant(false)
            }
            Some(Keyword::Not) => ConditionKind::Not(Box::new(self.all_of(tree, list, rest))),
            Some(Keyword::True | Keyword::False) => {
                if !rest.is_empty() {
                    self.operand_surplus(tree, list, "they are passed over");
                }
                self.bare_condition(tree, head)
            }
            Some(keyword) if keyword.is_predicate() => self.predicate(tree, list, word, keyword, rest),
            _ => match self.name(tree, head) {
                Some(name) => {
                    let place = self.place_operand(tree, rest);
                    ConditionKind::Test(Predicate::Attribute(name), place)
                }
                None => ConditionKind::Constant(false),
            },
        }
    }

    fn predicate(
        &mut self,
        tree: &Expanded,
        index: u32,
        word: Option<Word>,
        keyword: Keyword,
        operands: &[u32],
    ) -> ConditionKind {
        let at = self.origin(tree, index);
        let Some((predicate, place)) = self.question(tree, index, keyword, operands) else {
            return ConditionKind::Constant(false);
        };
        let place = self.place_operand(tree, place);
        let kind = ConditionKind::Test(predicate, place);
        if word.is_some_and(|word| word.negated) { ConditionKind::Not(Box::new(Condition { kind, at })) } else { kind }
    }

    /// The question that a keyword asks, with the operands that are left for the place.
    fn question<'o>(
        &mut self,
        tree: &Expanded,
        index: u32,
        keyword: Keyword,
        operands: &'o [u32],
    ) -> Option<(Predicate, &'o [u32])> {
        let plain = match keyword {
            Keyword::IsEmpty => Predicate::Empty,
            Keyword::IsFriend => Predicate::Friend,
            Keyword::IsEnemy => Predicate::Enemy,
            Keyword::IsNeutral => Predicate::Neutral,
            Keyword::OnBoard => Predicate::OnBoard,
            Keyword::AdjacentToEnemy => Predicate::AdjacentToEnemy,
            Keyword::GoalPosition => Predicate::GoalPosition,
            Keyword::Marked => Predicate::Marked,
            Keyword::IsLastFrom => Predicate::LastFrom,
            Keyword::IsLastTo => Predicate::LastTo,
            Keyword::Attacked | Keyword::Defended => {
                // One word may be a move type or a place; only a board can tell.
                let named = operands.first().filter(|&&first| !self.is_place_word(tree, first));
                let name = named.and_then(|&first| self.name(tree, first));
                let rest = if name.is_some() { &operands[1..] } else { operands };
                let attacked = keyword == Keyword::Attacked;
                return Some((if attacked { Predicate::Attacked(name) } else { Predicate::Defended(name) }, rest));
            }
            _ => {
                let (name, rest) = self.named_operand(tree, index, operands)?;
                let predicate = match keyword {
                    Keyword::IsPiece => Predicate::Piece(name),
                    Keyword::IsPosition => Predicate::Position(name),
                    Keyword::InZone => Predicate::InZone(name),
                    Keyword::HasPositionFlag => Predicate::PositionFlag(name),
                    _ => {
                        if !rest.is_empty() {
                            self.operand_surplus(tree, index, "they are passed over");
                        }
                        return Some((Predicate::Flag(name), &[]));
                    }
                };
                return Some((predicate, rest));
            }
        };
        Some((plain, operands))
    }

    fn is_place_word(&self, tree: &Expanded, index: u32) -> bool {
        super::operand::special_place(self.keyword(tree, index)).is_some()
            || self.text(tree, index).is_none_or(|text| self.board.is_step(text))
    }
}
