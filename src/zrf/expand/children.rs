//! The parts of a form, with macro calls among them opened, and nothing expanded that lies deeper.

use super::head::NoCall;
use super::{CallId, Element, EnvId, Expander, Form, Trace, copy_nodes};
use crate::diagnostic::Diagnostics;
use crate::source::Span;
use crate::syntax::sexpr::{Node, NodeKind, Symbol};

/// A run of neighbours that is being walked.
struct Walk {
    file: u16,
    next: u32,
    end: u32,
    subst: EnvId,
    enclosing: EnvId,
}

impl Expander<'_> {
    /// The parts of a list after its first word. Empty for a word.
    pub(in crate::zrf) fn parts(&mut self, form: &Form, findings: &mut Diagnostics) -> Vec<Form> {
        let mut out = match form.element {
            Element::Word(_) => return Vec::new(),
            Element::Done(index) => {
                let end = match self.state.scratch[index as usize].kind {
                    NodeKind::List { end } => end,
                    _ => index + 1,
                };
                self.done_forms(index + 1, end, form.enclosing)
            }
            Element::List { file, node, subst } => {
                let parts = self.parsed.trees[file as usize].children(node).rest();
                let walk = Walk { file, next: parts.start, end: parts.end, subst, enclosing: form.enclosing };
                self.walk_parts(walk, findings)
            }
        };
        if form.head.is_some() && !out.is_empty() {
            out.remove(0);
        }
        out
    }

    /// A written form, or what it gives if it is a macro call.
    pub(in crate::zrf) fn opened(&mut self, file: u16, node: u32, findings: &mut Diagnostics) -> Vec<Form> {
        let end = self.parsed.trees[file as usize].after(node);
        let ground = EnvId::GROUND;
        self.walk_parts(Walk { file, next: node, end, subst: ground, enclosing: ground }, findings)
    }

    fn walk_parts(&mut self, walk: Walk, findings: &mut Diagnostics) -> Vec<Form> {
        let mut out = Vec::new();
        let mut open = vec![walk];
        while let Some(walk) = open.last_mut() {
            if walk.next >= walk.end || self.budget == 0 {
                open.pop();
                continue;
            }
            let (file, node, subst, enclosing) = (walk.file, walk.next, walk.subst, walk.enclosing);
            let tree = &self.parsed.trees[file as usize];
            walk.next = tree.after(node);
            let element = match tree.node(node).kind {
                NodeKind::List { .. } => Some(Element::List { file, node, subst }),
                _ => self.substitute(file, node, subst),
            };
            match element {
                None => self.report_missing(file, node, subst, findings),
                Some(Element::List { file, node, subst }) => {
                    self.spend();
                    open.extend(self.list_part(file, node, subst, enclosing, &mut out, findings));
                }
                Some(element) => {
                    self.spend();
                    let head = self.head_of_element(element);
                    out.push(Form { element, enclosing, head });
                }
            }
        }
        out
    }

    /// Takes up one list among the parts; a call gives the walk of its body.
    fn list_part(
        &mut self,
        file: u16,
        node: u32,
        subst: EnvId,
        enclosing: EnvId,
        out: &mut Vec<Form>,
        findings: &mut Diagnostics,
    ) -> Option<Walk> {
        let head = self.head_of(file, node, subst);
        let form = Form { element: Element::List { file, node, subst }, enclosing, head: head.symbol };
        if let Some(of) = self.macro_of(head.symbol) {
            let first_arg = self.state.args.len();
            self.push_args(file, head.rest, subst);
            let span = self.parsed.trees[file as usize].node(node).span;
            return match self.open_call(of, (file, span), enclosing, first_arg, findings) {
                Err(NoCall) => {
                    let call = self.env(enclosing).call;
                    out.push(self.broken_form(file, span, call, enclosing));
                    None
                }
                Ok(env) => {
                    let called = self.parsed.macros.get(of);
                    let (next, end) = (called.body.start, called.body.end);
                    Some(Walk { file: called.file, next, end, subst: env, enclosing: env })
                }
            };
        }
        if !head.open {
            out.push(form);
        } else if self.expand(&form, findings) {
            let start = self.state.scratch.len();
            let mut next = 0;
            while next < self.out.nodes.len() {
                copy_nodes(&self.out.nodes, next, &mut self.state.scratch);
                next = self.out.after(u32::try_from(next).unwrap_or(u32::MAX)) as usize;
            }
            let to_index = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
            out.extend(self.done_forms(to_index(start), to_index(self.state.scratch.len()), enclosing));
        }
        None
    }

    /// A form that stands for a call that could not be made.
    fn broken_form(&mut self, file: u16, span: Span, call: CallId, enclosing: EnvId) -> Form {
        let index = u32::try_from(self.state.scratch.len()).unwrap_or(u32::MAX);
        let extra = Trace { file, broken: true, call };
        self.state.scratch.push(Node { kind: NodeKind::List { end: index + 1 }, span, extra });
        Form { element: Element::Done(index), enclosing, head: None }
    }

    /// Whether a form stands for a call that could not be made.
    pub(in crate::zrf) fn is_broken(&self, form: &Form) -> bool {
        matches!(form.element, Element::Done(index) if self.state.scratch[index as usize].extra.broken)
    }

    /// Neighbours in the scratch table as forms.
    fn done_forms(&self, mut next: u32, end: u32, enclosing: EnvId) -> Vec<Form> {
        let mut out = Vec::new();
        while next < end {
            let node = self.state.scratch[next as usize];
            let (element, after) = match node.kind {
                NodeKind::List { end } => (Element::Done(next), end),
                _ => (Element::Word(node), next + 1),
            };
            out.push(Form { element, enclosing, head: self.head_of_element(element) });
            next = after;
        }
        out
    }

    fn head_of_element(&self, element: Element) -> Option<Symbol> {
        match element {
            Element::Word(_) => None,
            Element::List { file, node, subst } => self.head_of(file, node, subst).symbol,
            Element::Done(index) => match self.state.scratch.get(index as usize + 1)?.kind {
                NodeKind::Atom(symbol) if self.has_parts(index) => Some(symbol),
                _ => None,
            },
        }
    }

    fn has_parts(&self, index: u32) -> bool {
        matches!(self.state.scratch[index as usize].kind, NodeKind::List { end } if end > index + 1)
    }
}
