//! Goals (`spec/zrf.md` 9).

use smallvec::smallvec;

use super::{Lowerer, Parts};
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::zrf::ast::{GoalCondition, GoalDecl, GoalKind, GoalType, TypeWrapper};
use crate::zrf::expand::{Expanded, Form};
use crate::zrf::keyword::Keyword;

impl Lowerer<'_, '_> {
    /// One goal form, or several if macros make them so.
    pub(super) fn goal(&mut self, keyword: Keyword, form: &Form, out: &mut Vec<GoalDecl>) -> bool {
        let kind = match keyword {
            Keyword::WinCondition => GoalKind::Win,
            Keyword::LossCondition => GoalKind::Loss,
            Keyword::DrawCondition => GoalKind::Draw,
            _ => GoalKind::Count,
        };
        self.each_list(form, |this, tree, root| {
            let parts: Parts = tree.children(root).skip(1).collect();
            let has_players = parts.first().is_some_and(|&first| this.is_player_list(tree, first, kind, parts.len()));
            let (players, conditions) = parts.split_at(usize::from(has_players));
            let players = match players.first() {
                Some(&list) if this.is_list(tree, list) => this.names(tree, tree.children(list)),
                Some(&word) => this.names(tree, std::iter::once(word)),
                None => Vec::new(),
            };
            if players.is_empty() && kind != GoalKind::Count {
                this.malformed(tree, root, "this goal names no players; it is tested for all");
            }
            let condition = match conditions {
                [] => {
                    this.operand_missing(tree, root);
                    GoalCondition::Never
                }
                [one] => this.goal_condition(tree, *one),
                several => {
                    this.operand_surplus(tree, root, "all of them must hold");
                    GoalCondition::And(several.iter().map(|&part| this.goal_condition(tree, part)).collect())
                }
            };
            let at = this.origin(tree, root);
            out.push(GoalDecl { kind, players, condition, at });
        })
    }

    /// Whether the first operand of a goal are its players. Only `count-condition` may do without.
    fn is_player_list(&self, tree: &Expanded, first: u32, kind: GoalKind, parts: usize) -> bool {
        let head = if self.is_list(tree, first) { tree.children(first).next() } else { Some(first) };
        match head {
            None => true,
            Some(head) => {
                !self.is_list(tree, head)
                    && !self.keyword(tree, head).is_some_and(is_goal_word)
                    && (kind != GoalKind::Count || parts > 1)
            }
        }
    }

    fn goal_condition(&mut self, tree: &Expanded, index: u32) -> GoalCondition {
        if self.is_broken(tree, index) || !self.enter(tree, index) {
            return GoalCondition::Never;
        }
        let condition = self.goal_condition_inside(tree, index);
        self.depth -= 1;
        condition
    }

    fn goal_condition_inside(&mut self, tree: &Expanded, index: u32) -> GoalCondition {
        let parts: Parts = if self.is_list(tree, index) { tree.children(index).collect() } else { smallvec![index] };
        let Some((&head, operands)) = parts.split_first() else {
            self.malformed(tree, index, "this condition is empty; it never holds");
            return GoalCondition::Never;
        };
        if self.is_list(tree, head) && operands.is_empty() {
            return self.goal_condition(tree, head);
        }
        match self.keyword(tree, head) {
            Some(Keyword::Stalemated) => GoalCondition::Stalemated,
            Some(Keyword::Repetition) => GoalCondition::Repetition,
            Some(Keyword::And) => GoalCondition::And(self.goal_conditions(tree, operands)),
            Some(Keyword::Or) => GoalCondition::Or(self.goal_conditions(tree, operands)),
            Some(Keyword::Not) => match operands {
                [one] => GoalCondition::Not(Box::new(self.goal_condition(tree, *one))),
                [] => {
                    self.operand_missing(tree, index);
                    GoalCondition::Never
                }
                several => {
                    self.operand_surplus(tree, index, "it holds unless all of them do");
                    GoalCondition::Not(Box::new(GoalCondition::And(self.goal_conditions(tree, several))))
                }
            },
            Some(Keyword::Captured) => GoalCondition::Captured(self.names(tree, operands.iter().copied())),
            Some(Keyword::Checkmated) => GoalCondition::Checkmated(self.names(tree, operands.iter().copied())),
            Some(Keyword::PiecesRemaining) => self.counted(tree, index, operands, GoalCondition::PiecesRemaining),
            Some(Keyword::TotalPieceCount) => self.counted(tree, index, operands, GoalCondition::TotalPieceCount),
            Some(Keyword::AbsoluteConfig) => self.absolute_config(tree, index, operands),
            Some(Keyword::RelativeConfig) => {
                if operands.is_empty() {
                    self.operand_missing(tree, index);
                    return GoalCondition::Never;
                }
                GoalCondition::RelativeConfig(operands.iter().filter_map(|&part| self.goal_type(tree, part)).collect())
            }
            _ => self.unknown_goal(tree, head),
        }
    }

    fn goal_conditions(&mut self, tree: &Expanded, parts: &[u32]) -> Vec<GoalCondition> {
        parts.iter().map(|&part| self.goal_condition(tree, part)).collect()
    }

    fn counted(
        &mut self,
        tree: &Expanded,
        index: u32,
        operands: &[u32],
        make: fn(u32, Option<crate::zrf::ast::Name>) -> GoalCondition,
    ) -> GoalCondition {
        let Some((&count, rest)) = operands.split_first() else {
            self.operand_missing(tree, index);
            return GoalCondition::Never;
        };
        let Some(count) = self.number(tree, count).and_then(|count| u32::try_from(count).ok()) else {
            self.malformed(tree, count, "a number of pieces is expected here; the condition never holds");
            return GoalCondition::Never;
        };
        if rest.len() > 1 {
            self.operand_surplus(tree, index, "the first piece is taken");
        }
        make(count, rest.first().and_then(|&piece| self.name(tree, piece)))
    }

    fn absolute_config(&mut self, tree: &Expanded, index: u32, operands: &[u32]) -> GoalCondition {
        let (mut types, mut places) = (Vec::new(), Vec::new());
        let mut has_places = false;
        for &operand in operands {
            if self.is_list(tree, operand) && self.wrapper(tree, operand).is_none() {
                if !self.is_broken(tree, operand) {
                    has_places = true;
                    places.extend(self.names(tree, tree.children(operand)));
                }
            } else {
                types.extend(self.goal_type(tree, operand));
            }
        }
        if !has_places {
            // `(absolute-config Flag b1)`: the parentheses around the places are left out.
            let is_place = |of: &GoalType| of.wrapper == TypeWrapper::Own && self.board.is_area(&of.name.text);
            let first = types.iter().rposition(|of| !is_place(of)).map_or(0, |last| last + 1);
            places.extend(types.drain(first..).map(|of| of.name));
            if places.is_empty() {
                self.malformed(tree, index, "`absolute-config` lacks its list of places; it never holds");
                return GoalCondition::Never;
            }
            self.malformed(tree, index, "the places of `absolute-config` stand in no list; they are taken as one");
        }
        GoalCondition::AbsoluteConfig { types, places }
    }

    fn wrapper(&self, tree: &Expanded, list: u32) -> Option<TypeWrapper> {
        match self.head_keyword(tree, list)? {
            Keyword::Opponent => Some(TypeWrapper::Opponent),
            Keyword::AnyOwner => Some(TypeWrapper::AnyOwner),
            Keyword::Not => Some(TypeWrapper::Not),
            _ => None,
        }
    }

    /// A piece type, possibly wrapped.
    fn goal_type(&mut self, tree: &Expanded, index: u32) -> Option<GoalType> {
        let (word, wrapper) = if self.is_list(tree, index) {
            let Some(wrapper) = self.wrapper(tree, index) else {
                self.stray(tree, index, "a piece type is expected here");
                return None;
            };
            let Some(word) = tree.children(index).nth(1) else {
                self.operand_missing(tree, index);
                return None;
            };
            (word, wrapper)
        } else {
            (index, TypeWrapper::Own)
        };
        self.name(tree, word).map(|name| GoalType { name, wrapper })
    }

    fn unknown_goal(&mut self, tree: &Expanded, head: u32) -> GoalCondition {
        let word = self.text(tree, head).map(ToString::to_string).unwrap_or_default();
        let finding =
            Diagnostic::new(Code::UnknownWord, format!("`{word}` is no condition of a goal; the goal never holds"));
        let known = Keyword::ALL.iter().filter(|word| is_goal_word(**word)).map(|word| word.text());
        let finding = match did_you_mean(&word, known.chain(self.macro_names())) {
            Some(near) => finding.help(format!("did you mean `{near}`?")),
            None => finding,
        };
        self.report(finding, tree, head);
        GoalCondition::Never
    }
}

/// Whether a word starts a condition of a goal.
const fn is_goal_word(keyword: Keyword) -> bool {
    matches!(
        keyword,
        Keyword::AbsoluteConfig
            | Keyword::RelativeConfig
            | Keyword::Captured
            | Keyword::Checkmated
            | Keyword::Stalemated
            | Keyword::Repetition
            | Keyword::PiecesRemaining
            | Keyword::TotalPieceCount
            | Keyword::And
            | Keyword::Or
            | Keyword::Not
    )
}
