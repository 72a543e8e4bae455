//! Operands of commands and conditions: places, and words not yet told apart.

use super::{Lowerer, Parts, parts_of};
use crate::diagnostic::{Code, Diagnostic};
use crate::zrf::ast::{GoTarget, Name, Operand};
use crate::zrf::expand::Expanded;
use crate::zrf::keyword::Keyword;

/// The place that a keyword names.
pub(super) fn special_place(keyword: Option<Keyword>) -> Option<GoTarget> {
    Some(match keyword? {
        Keyword::From => GoTarget::From,
        Keyword::To => GoTarget::To,
        Keyword::Mark => GoTarget::Mark,
        Keyword::LastFrom => GoTarget::LastFrom,
        Keyword::LastTo => GoTarget::LastTo,
        _ => return None,
    })
}

impl Lowerer<'_, '_> {
    /// The words of some operands; doubled parentheses are taken off, anything else is reported.
    pub(super) fn operand_words(&mut self, tree: &Expanded, operands: &[u32]) -> Parts {
        let mut words = Parts::new();
        for &operand in operands {
            if !self.is_list(tree, operand) {
                words.push(operand);
                continue;
            }
            if self.is_broken(tree, operand) {
                continue;
            }
            let inner = parts_of(tree, operand);
            let plain = inner.iter().all(|&part| !self.is_list(tree, part))
                && !self.head_keyword(tree, operand).is_some_and(|head| head == Keyword::Opposite);
            if plain {
                words.extend(inner);
            } else {
                self.unreliable = true;
                self.report(Diagnostic::new(Code::UnknownForm, "a name is expected here"), tree, operand);
            }
        }
        words
    }

    /// A place: none, one word, or a chain of steps.
    pub(super) fn place_operand(&mut self, tree: &Expanded, operands: &[u32]) -> Option<Operand> {
        if let [one] = operands
            && let Some(place) = self.opposite_operand(tree, *one)
        {
            return Some(place);
        }
        let words = self.operand_words(tree, operands);
        match words.as_slice() {
            [] => None,
            [one] => self.word_operand(tree, *one),
            _ => Some(Operand::Chain(self.names(tree, words.into_iter()))),
        }
    }

    /// Words that are told apart later.
    pub(super) fn word_operands(&mut self, tree: &Expanded, operands: &[u32]) -> Vec<Operand> {
        let words = self.operand_words(tree, operands);
        words.into_iter().filter_map(|word| self.word_operand(tree, word)).collect()
    }

    /// `(opposite D)` as a place.
    fn opposite_operand(&mut self, tree: &Expanded, operand: u32) -> Option<Operand> {
        if !self.is_list(tree, operand) || self.head_keyword(tree, operand) != Some(Keyword::Opposite) {
            return None;
        }
        let mut rest = tree.children(operand).skip(1);
        match (rest.next(), rest.next()) {
            (Some(direction), None) => self.name(tree, direction).map(Operand::Opposite),
            _ => None,
        }
    }

    fn word_operand(&mut self, tree: &Expanded, word: u32) -> Option<Operand> {
        match special_place(self.keyword(tree, word)) {
            Some(target) => Some(Operand::Special(target, self.origin(tree, word))),
            None => self.name(tree, word).map(Operand::Word),
        }
    }

    /// The first of some operands as a name, with what follows it. Without one, that is reported.
    pub(super) fn named_operand<'o>(
        &mut self,
        tree: &Expanded,
        list: u32,
        operands: &'o [u32],
    ) -> Option<(Name, &'o [u32])> {
        let Some((&first, rest)) = operands.split_first() else {
            self.operand_missing(tree, list);
            return None;
        };
        let words = self.operand_words(tree, &[first]);
        let name = words.first().and_then(|&word| self.name(tree, word));
        if name.is_none() {
            self.operand_missing(tree, list);
        }
        name.map(|name| (name, rest))
    }

    pub(super) fn operand_missing(&mut self, tree: &Expanded, index: u32) {
        let word = tree.children(index).next().unwrap_or(index);
        let text = self.text(tree, word).map(ToString::to_string).unwrap_or_default();
        let message = format!("`{text}` lacks its operand");
        self.report(Diagnostic::new(Code::OperandMissing, message), tree, index);
    }

    pub(super) fn operand_surplus(&mut self, tree: &Expanded, list: u32, meant: &str) {
        let head = tree.children(list).next().unwrap_or(list);
        let text = self.text(tree, head).map(ToString::to_string).unwrap_or_default();
        let message = format!("`{text}` has more operands than it takes; {meant}");
        self.report(Diagnostic::new(Code::OperandSurplus, message), tree, list);
    }
}
