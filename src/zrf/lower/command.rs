//! Move blocks and their commands (`spec/zrf.md` 6.1 to 6.9).

use super::operand::special_place;
use super::{Lowerer, Parts, parts_of};
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::zrf::ast::{Block, BlockItem, Command, Condition, Name};
use crate::zrf::expand::Expanded;
use crate::zrf::keyword::Keyword;

/// Which of the two lists of blocks of a piece.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum BlockKind {
    Moves,
    Drops,
}

impl Lowerer<'_, '_> {
    /// The entries of `moves` or `drops`.
    pub(super) fn blocks(&mut self, tree: &Expanded, list: u32, kind: BlockKind, out: &mut Vec<BlockItem>) {
        for entry in tree.children(list).skip(1) {
            if self.is_broken(tree, entry) {
                continue;
            }
            if !self.is_list(tree, entry) {
                self.stray(tree, entry, "a word outside of a move block is passed over");
                continue;
            }
            if self.head_keyword(tree, entry) == Some(Keyword::MoveType) {
                let operands: Parts = tree.children(entry).skip(1).collect();
                if let Some((name, rest)) = self.named_operand(tree, entry, &operands) {
                    if !rest.is_empty() {
                        self.operand_surplus(tree, entry, "the first is taken");
                    }
                    out.push(BlockItem::MoveType(name));
                }
                continue;
            }
            if let Some(block) = self.block(tree, entry, kind) {
                out.push(BlockItem::Block(block));
            }
        }
    }

    fn block(&mut self, tree: &Expanded, list: u32, kind: BlockKind) -> Option<Block> {
        let at = self.origin(tree, list);
        let mut parts = parts_of(tree, list);
        let mut commands = Vec::new();
        let mut only_at = None;
        if let Some(&head) = parts.first() {
            if kind == BlockKind::Drops && self.is_area_list(tree, head) {
                only_at = Some(self.names(tree, tree.children(head)));
                parts.remove(0);
            } else if self.keyword(tree, head).is_some_and(takes_operand) {
                // A block that is one command, its own parentheses left out.
                self.list_command(tree, list, &mut commands);
                return Some(Block { at, only_at, commands });
            } else if self.is_unknown_head(tree, head) {
                self.unknown_command(tree, head);
                return None;
            }
        }
        self.commands(tree, &parts, &mut commands);
        Some(Block { at, only_at, commands })
    }

    /// Whether a list names positions or zones, as a drop block may start with.
    fn is_area_list(&self, tree: &Expanded, list: u32) -> bool {
        self.is_list(tree, list)
            && tree.children(list).all(|part| !self.is_list(tree, part) && self.keyword(tree, part).is_none())
            && tree.children(list).any(|part| self.text(tree, part).is_some_and(|text| self.board.is_area(text)))
    }

    /// Commands that run one after the other.
    pub(super) fn commands(&mut self, tree: &Expanded, nodes: &[u32], out: &mut Vec<Command>) {
        out.reserve(nodes.len());
        for &node in nodes {
            if self.is_broken(tree, node) {
                continue;
            }
            if !self.is_list(tree, node) {
                self.bare_command(tree, node, out);
            } else if self.enter(tree, node) {
                self.list_command(tree, node, out);
                self.depth -= 1;
            }
        }
    }

    fn bare_command(&mut self, tree: &Expanded, node: u32, out: &mut Vec<Command>) {
        let Some(keyword) = self.keyword(tree, node) else {
            match (self.symbol(tree, node), self.name(tree, node)) {
                (Some(_), Some(name)) => out.push(Command::Step(name)),
                _ => self.stray(tree, node, "a string is no command; it is passed over"),
            }
            return;
        };
        if takes_operand(keyword) {
            self.operand_missing(tree, node);
        } else if keyword == Keyword::Else {
            self.stray(tree, node, "`else` outside of an `if`, or a second one; it is passed over");
        } else if let Some(command) = self.plain_command(tree, node, keyword, &[]) {
            out.push(command);
        } else if let Some(name) = self.name(tree, node) {
            out.push(Command::Step(name));
        }
    }

    fn list_command(&mut self, tree: &Expanded, list: u32, out: &mut Vec<Command>) {
        let parts = parts_of(tree, list);
        let Some((&head, operands)) = parts.split_first() else { return };
        if self.is_list(tree, head) {
            // A nested plain list is run in place (6.3).
            self.commands(tree, &parts, out);
            return;
        }
        match self.word(tree, head).and_then(|word| word.keyword) {
            Some(keyword) if takes_operand(keyword) => self.operand_command(tree, list, keyword, operands, out),
            Some(keyword) if keyword.is_command() && self.are_operands(tree, keyword, operands) => {
                out.extend(self.plain_command(tree, list, keyword, operands));
            }
            Some(keyword) if keyword.is_command() => self.commands(tree, &parts, out),
            _ if self.is_unknown_head(tree, head) => self.unknown_command(tree, head),
            _ => self.commands(tree, &parts, out),
        }
    }

    /// Whether what follows a keyword in a list are its operands, and not more commands of a plain list.
    fn are_operands(&self, tree: &Expanded, keyword: Keyword, operands: &[u32]) -> bool {
        let takes_any = !matches!(
            keyword,
            Keyword::Back | Keyword::From | Keyword::To | Keyword::Cascade | Keyword::LastFrom | Keyword::LastTo
        );
        let is_word = |&operand: &u32| {
            let keyword = self.keyword(tree, operand);
            let is_command = keyword.is_some_and(|word| word.is_command() || word == Keyword::Else);
            !self.is_list(tree, operand) && (!is_command || special_place(keyword).is_some())
        };
        operands.is_empty() || (takes_any && operands.iter().all(is_word))
    }

    /// Whether a word at the head of a list is no word of the language and none of the board.
    fn is_unknown_head(&self, tree: &Expanded, head: u32) -> bool {
        let Some(text) = self.symbol(tree, head).map(|symbol| self.expander.text(symbol)) else { return false };
        match self.word(tree, head).and_then(|word| word.keyword) {
            Some(keyword) if keyword.is_command() => false,
            Some(keyword) if keyword.is_condition() => true,
            _ => !self.board.is_step(text),
        }
    }

    fn unknown_command(&mut self, tree: &Expanded, head: u32) {
        self.unreliable = true;
        let word = self.text(tree, head).map(ToString::to_string).unwrap_or_default();
        let is_condition = self.word(tree, head).and_then(|word| word.keyword).is_some_and(Keyword::is_condition);
        if !is_condition && self.expander.parsed().is_incomplete {
            return;
        }
        let finding = if is_condition {
            let message = format!("`({word} ...)` is a condition, not a command; it is passed over");
            Diagnostic::new(Code::UnknownWord, message).help("write it inside of `verify`, `if` or `while`")
        } else {
            let commands = Keyword::ALL.iter().filter(|word| word.is_command()).map(|word| word.text());
            let known = self.macro_names().chain(commands).chain(self.board.names());
            let finding = Diagnostic::new(
                Code::UnknownWord,
                format!("`{word}` is no command, no macro, and no direction or position of the board"),
            );
            match did_you_mean(&word, known) {
                Some(near) => finding.help(format!("did you mean `{near}`?")),
                None => finding,
            }
        };
        self.report(finding, tree, head);
    }

    /// A command that may stand without operands; `None` for a word that is no such command.
    fn plain_command(&mut self, tree: &Expanded, node: u32, keyword: Keyword, operands: &[u32]) -> Option<Command> {
        let at = self.origin(tree, node);
        Some(match keyword {
            Keyword::Mark => Command::Mark(self.place_operand(tree, operands), at),
            Keyword::Back => Command::Back,
            Keyword::From => Command::From,
            Keyword::To => Command::To,
            Keyword::Cascade => Command::Cascade,
            Keyword::LastFrom | Keyword::LastTo => Command::Go(special_place(Some(keyword))?),
            Keyword::Add | Keyword::AddCopy => {
                let types = self.operand_names(tree, operands);
                Command::Add { types, copy: keyword == Keyword::AddCopy, at }
            }
            Keyword::AddPartial | Keyword::AddCopyPartial => {
                let words = self.operand_names(tree, operands);
                Command::AddPartial { words, copy: keyword == Keyword::AddCopyPartial, at }
            }
            Keyword::Capture => Command::Capture(self.place_operand(tree, operands)),
            Keyword::Flip => Command::Flip(self.place_operand(tree, operands)),
            Keyword::ChangeOwner => Command::ChangeOwner(self.word_operands(tree, operands), at),
            Keyword::Create => Command::Create(self.word_operands(tree, operands), at),
            _ => return None,
        })
    }

    fn operand_names(&mut self, tree: &Expanded, operands: &[u32]) -> Vec<Name> {
        let words = self.operand_words(tree, operands);
        self.names(tree, words.into_iter())
    }

    /// A command that cannot do without operands. Where one is missing the command is skipped.
    fn operand_command(
        &mut self,
        tree: &Expanded,
        list: u32,
        keyword: Keyword,
        operands: &[u32],
        out: &mut Vec<Command>,
    ) {
        match keyword {
            _ if operands.is_empty() => self.operand_missing(tree, list),
            Keyword::Verify => out.push(Command::Verify(self.all_of(tree, list, operands))),
            Keyword::If => {
                let condition = self.condition(tree, operands[0]);
                let body = &operands[1..];
                let is_else = |&part: &u32| self.keyword(tree, part) == Some(Keyword::Else);
                let cut = body.iter().position(is_else);
                let (then_part, else_part) = cut.map_or((body, &[][..]), |cut| (&body[..cut], &body[cut + 1..]));
                let (mut then, mut otherwise) = (Vec::new(), Vec::new());
                self.commands(tree, then_part, &mut then);
                self.commands(tree, else_part, &mut otherwise);
                out.push(Command::If(condition, then, otherwise));
            }
            Keyword::While => {
                let condition = self.condition(tree, operands[0]);
                let mut body = Vec::new();
                self.commands(tree, &operands[1..], &mut body);
                out.push(Command::While(condition, body, self.origin(tree, list)));
            }
            Keyword::Opposite => {
                let Some((direction, rest)) = self.named_operand(tree, list, operands) else { return };
                if !rest.is_empty() {
                    self.operand_surplus(tree, list, "the first is taken");
                }
                out.push(Command::Opposite(direction));
            }
            Keyword::Go => match special_place(self.keyword(tree, operands[0])) {
                Some(target) => out.push(Command::Go(target)),
                // `(go a1)` goes where the bare word would.
                None => out.extend(self.named_operand(tree, list, operands).map(|(name, _)| Command::Step(name))),
            },
            Keyword::ChangeType => {
                let Some((piece, rest)) = self.named_operand(tree, list, operands) else { return };
                out.push(Command::ChangeType(piece, self.place_operand(tree, rest)));
            }
            Keyword::SetFlag => {
                let Some((flag, value, rest)) = self.assignment(tree, list, operands) else { return };
                if !rest.is_empty() {
                    self.operand_surplus(tree, list, "they are passed over");
                }
                out.push(Command::SetFlag(flag, value));
            }
            Keyword::SetPositionFlag => {
                let Some((flag, value, rest)) = self.assignment(tree, list, operands) else { return };
                out.push(Command::SetPositionFlag(flag, value, self.place_operand(tree, rest)));
            }
            _ => {
                let Some((attribute, value, rest)) = self.assignment(tree, list, operands) else { return };
                out.push(Command::SetAttribute(attribute, value, self.place_operand(tree, rest)));
            }
        }
    }

    /// A name, a value, and what follows.
    fn assignment<'o>(
        &mut self,
        tree: &Expanded,
        list: u32,
        operands: &'o [u32],
    ) -> Option<(Name, Condition, &'o [u32])> {
        let (name, rest) = self.named_operand(tree, list, operands)?;
        let Some((&value, rest)) = rest.split_first() else {
            self.operand_missing(tree, list);
            return None;
        };
        Some((name, self.condition(tree, value), rest))
    }
}

/// Commands that mean nothing without operands.
const fn takes_operand(keyword: Keyword) -> bool {
    matches!(
        keyword,
        Keyword::Verify
            | Keyword::If
            | Keyword::While
            | Keyword::Opposite
            | Keyword::Go
            | Keyword::ChangeType
            | Keyword::SetFlag
            | Keyword::SetPositionFlag
            | Keyword::SetAttribute
    )
}
