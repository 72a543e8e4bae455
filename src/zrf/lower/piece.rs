//! Pieces (`spec/zrf.md` 6).

use super::command::BlockKind;
use super::{Lowerer, Parts};
use crate::diagnostic::{Code, Diagnostic};
use crate::zrf::ast::{Name, PieceDecl};
use crate::zrf::expand::Expanded;
use crate::zrf::keyword::Keyword;
use crate::zrf::merge::PieceForm;

impl Lowerer<'_, '_> {
    /// One `piece` form; `None` when its expansion reached a bound.
    pub(super) fn piece(&mut self, piece: &PieceForm) -> Option<PieceDecl> {
        self.unreliable = false;
        self.with_expanded(&piece.form, |this, tree| {
            let root = tree.roots().next()?;
            let name = Name { text: std::sync::Arc::clone(&piece.name), at: this.origin(tree, root) };
            let mut decl = PieceDecl {
                name,
                notation: None,
                attributes: Vec::new(),
                dummy: false,
                moves: Vec::new(),
                drops: Vec::new(),
                unreliable: false,
            };
            for item in tree.children(root).skip(1) {
                this.piece_item(tree, item, &mut decl);
            }
            decl.unreliable = std::mem::take(&mut this.unreliable);
            Some(decl)
        })
        .flatten()
    }

    fn piece_item(&mut self, tree: &Expanded, item: u32, decl: &mut PieceDecl) {
        if self.is_broken(tree, item) {
            return;
        }
        if !self.is_list(tree, item) {
            match self.keyword(tree, item) {
                Some(Keyword::Dummy) => decl.dummy = true,
                _ => self.stray(tree, item, "this is no item of a piece; it is passed over"),
            }
            return;
        }
        let first = tree.children(item).nth(1);
        match self.head_keyword(tree, item) {
            Some(Keyword::Name) => {
                if let Some(name) = first.and_then(|first| self.name(tree, first)) {
                    decl.name = name;
                }
            }
            Some(Keyword::Image | Keyword::Help | Keyword::Description | Keyword::Open) => {}
            Some(Keyword::Notation) => {
                decl.notation = first.and_then(|first| self.text(tree, first)).map(ToString::to_string);
            }
            Some(Keyword::Dummy) => decl.dummy = true,
            Some(Keyword::Attribute) => self.attribute(tree, item, decl),
            Some(Keyword::Moves) => self.blocks(tree, item, BlockKind::Moves, &mut decl.moves),
            Some(Keyword::Drops) => self.blocks(tree, item, BlockKind::Drops, &mut decl.drops),
            _ => {
                let head = tree.children(item).next().and_then(|head| self.text(tree, head));
                let message = match head {
                    Some(head) => format!("`({head} ...)` is no item of a piece; it is passed over"),
                    None => "this is no item of a piece; it is passed over".to_owned(),
                };
                self.report(Diagnostic::new(Code::UnknownForm, message), tree, item);
            }
        }
    }

    fn attribute(&mut self, tree: &Expanded, item: u32, decl: &mut PieceDecl) {
        let operands: Parts = tree.children(item).skip(1).collect();
        let Some((name, rest)) = self.named_operand(tree, item, &operands) else { return };
        let value = match rest.first().map(|&value| self.keyword(tree, value)) {
            Some(Some(Keyword::True)) => true,
            Some(Some(Keyword::False)) => false,
            other => {
                let message = match other {
                    None => "this attribute has no start value; it counts as false",
                    Some(_) => "the start value of an attribute is `true` or `false`; it counts as false",
                };
                self.malformed(tree, item, message);
                false
            }
        };
        decl.attributes.push((name, value));
    }
}
