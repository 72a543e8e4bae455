//! The head of a list: what tells a macro call from a list.

use super::{CallId, Element, Env, EnvId, Expander};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::limits::MAX_MACRO_DEPTH;
use crate::source::Span;
use crate::syntax::sexpr::{NodeKind, Symbol};
use crate::zrf::ast::MacroCall;
use crate::zrf::keyword::Shape;
use crate::zrf::macros::MacroId;

/// The head of a list after substitution.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    /// The word, if the list starts with one.
    pub symbol: Option<Symbol>,
    /// The nodes after the head.
    pub rest: (u32, u32),
    /// The list starts with a list, so its head is known after expansion only.
    pub open: bool,
}

/// A call that was not made.
pub(super) struct NoCall;

impl Expander<'_> {
    /// The head of a written list, with `$n` looked up in `subst`.
    pub(super) fn head_of(&self, file: u16, list: u32, subst: EnvId) -> Head {
        let tree = &self.parsed.trees[file as usize];
        let mut parts = tree.children(list);
        while let Some(part) = parts.next() {
            let rest = parts.rest();
            let found = |symbol, open| Head { symbol, rest: (rest.start, rest.end), open };
            return match tree.node(part).kind {
                NodeKind::Text(_) => found(None, false),
                NodeKind::List { .. } => found(None, true),
                NodeKind::Atom(symbol) => match self.word(symbol).shape {
                    Shape::Plain => found(Some(symbol), false),
                    // A word that is made by substitution and names a macro was in the files already.
                    Shape::Template => match self.known_substitute(symbol, subst) {
                        Some(made) => found(Some(made), false),
                        None => found(None, false),
                    },
                    Shape::Parameter(number) => match self.argument(number, subst) {
                        None => continue,
                        Some(Element::Word(node)) => match node.kind {
                            NodeKind::Atom(symbol) => found(Some(symbol), false),
                            _ => found(None, false),
                        },
                        Some(_) => found(None, true),
                    },
                },
            };
        }
        Head { symbol: None, rest: (0, 0), open: false }
    }

    pub(super) fn macro_of(&self, head: Option<Symbol>) -> Option<MacroId> {
        self.parsed.macros.find(head?)
    }

    /// Opens the environment of a call; its arguments are those put on `args` since `first_arg`.
    pub(super) fn open_call(
        &mut self,
        of: MacroId,
        (file, span): (u16, Span),
        enclosing: EnvId,
        first_arg: usize,
        findings: &mut Diagnostics,
    ) -> Result<EnvId, NoCall> {
        let outer = self.env(enclosing);
        if self.broken.contains(&of) || !self.spend() {
            self.state.args.truncate(first_arg);
            return Err(NoCall);
        }
        let call = self.push_call(MacroCall { of: of.0, file, span, within: outer.call });
        let depth = outer.depth + 1;
        if depth > MAX_MACRO_DEPTH {
            self.broken.insert(of);
            let called = self.parsed.macros.get(of);
            let name = self.text(called.name);
            let message = format!(
                "macro `{name}` is called inside of more than {MAX_MACRO_DEPTH} calls; it calls itself without end"
            );
            let finding = Diagnostic::new(Code::MacroRecursion, message)
                .at(self.place(file, span))
                .related(self.place(called.file, called.span), "defined here")
                .help("the calls that are too deep are left out");
            findings.push(self.with_calls(finding, outer.call));
            self.state.args.truncate(first_arg);
            return Err(NoCall);
        }
        let count = u32::try_from(self.state.args.len() - first_arg).unwrap_or(u32::MAX);
        let args = (u32::try_from(first_arg).unwrap_or(u32::MAX), count);
        let env = EnvId(u32::try_from(self.state.envs.len()).unwrap_or(u32::MAX));
        self.state.envs.push(Env { args, enclosing, call, depth });
        Ok(env)
    }

    fn push_call(&mut self, call: MacroCall) -> CallId {
        self.state.calls.push(call);
        CallId(u32::try_from(self.state.calls.len() - 1).unwrap_or(u32::MAX))
    }

    /// Puts the arguments of a written call on `args`, `$n` in them replaced as far as words go.
    pub(super) fn push_args(&mut self, file: u16, (mut next, end): (u32, u32), subst: EnvId) {
        let tree = &self.parsed.trees[file as usize];
        while next < end {
            let node = *tree.node(next);
            let element = match node.kind {
                NodeKind::List { .. } => Some(Element::List { file, node: next, subst }),
                _ => self.substitute(file, next, subst),
            };
            self.state.args.extend(element);
            next = tree.after(next);
        }
    }
}
