//! Replacing `$n`, alone and inside of words and strings.

use super::{Element, EnvId, Expander, Trace};
use crate::syntax::sexpr::{Node, NodeKind, Symbol};
use crate::zrf::keyword::{Shape, first_parameter};

impl Expander<'_> {
    /// What a written word or string stands for; `None` where that is nothing.
    pub(super) fn substitute(&mut self, file: u16, node: u32, subst: EnvId) -> Option<Element> {
        let node = *self.parsed.trees[file as usize].node(node);
        let (symbol, is_atom) = match node.kind {
            NodeKind::Atom(symbol) => (symbol, true),
            NodeKind::Text(symbol) => (symbol, false),
            NodeKind::List { .. } => return None,
        };
        let extra = Trace { file, broken: false, call: self.env(subst).call };
        let kind = match self.word(symbol).shape {
            Shape::Plain => node.kind,
            Shape::Parameter(number) if is_atom => return self.argument(number, subst),
            Shape::Parameter(_) | Shape::Template => {
                let text = self.substituted(symbol, subst);
                if is_atom && text.is_empty() {
                    return None;
                }
                // What cannot be written as a word must not become one: a print of it would not read back.
                let is_word = is_atom && !text.contains(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | ';'));
                let made = self.intern(&text);
                if is_word { NodeKind::Atom(made) } else { NodeKind::Text(made) }
            }
        };
        Some(Element::Word(Node { kind, span: node.span, extra }))
    }

    /// The word that a template gives, if it is one of the files' own.
    pub(super) fn known_substitute(&self, template: Symbol, subst: EnvId) -> Option<Symbol> {
        let text = self.substituted(template, subst);
        self.parsed.symbols.find(&text)
    }

    /// The text of a word or string with every `$n` replaced. A list, or nothing, leaves no text.
    fn substituted(&self, template: Symbol, subst: EnvId) -> String {
        let mut rest: &str = self.text(template);
        let mut made = String::with_capacity(rest.len() + 16);
        while let Some((start, end, number)) = first_parameter(rest) {
            made.push_str(&rest[..start]);
            if let Some(Element::Word(node)) = self.argument(number, subst)
                && let NodeKind::Atom(symbol) | NodeKind::Text(symbol) = node.kind
            {
                made.push_str(self.text(symbol));
            }
            rest = &rest[end..];
        }
        made.push_str(rest);
        made
    }
}
