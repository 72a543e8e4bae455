//! The walk that writes the result.

use super::head::NoCall;
use super::{CallId, Element, EnvId, Expander, Form, Mark, Trace, copy_nodes, shifted};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::limits::{MAX_EXPANDED_NODES, MAX_SOURCE_DEPTH};
use crate::source::Span;
use crate::syntax::sexpr::{Node, NodeKind};
use crate::zrf::keyword::Shape;
use crate::zrf::macros::MacroId;

/// A run of neighbours that is being walked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    file: u16,
    next: u32,
    end: u32,
    /// Where `$n` is looked up.
    subst: EnvId,
    /// What calls in it inherit from.
    enclosing: EnvId,
    kind: FrameKind,
}

#[derive(Clone, Copy, Debug)]
enum FrameKind {
    /// The parts of a list, written at `at` of the result.
    List { at: u32, open_head: bool },
    /// The body of a macro.
    Body(Mark),
}

impl Expander<'_> {
    /// Expands a form into [`Expander::out`]: none, one or several nodes. `false` when the bound on the size was
    /// reached, which is reported; the result is of no use then.
    pub(in crate::zrf) fn expand(&mut self, form: &Form, findings: &mut Diagnostics) -> bool {
        let (file, span, call) = self.origin_of(form);
        let was_exhausted = self.is_exhausted();
        self.out.nodes.clear();
        self.put(form.element, form.enclosing, findings);
        while let Some(frame) = self.frames.last_mut() {
            if self.budget == 0 {
                self.frames.clear();
                break;
            }
            if frame.next >= frame.end {
                self.finish(findings);
                continue;
            }
            let Frame { file, next, subst, enclosing, .. } = *frame;
            let tree = &self.parsed.trees[file as usize];
            frame.next = tree.after(next);
            let node = *tree.node(next);
            match node.kind {
                NodeKind::List { .. } => self.open(file, next, subst, enclosing, findings),
                NodeKind::Atom(symbol) | NodeKind::Text(symbol) => {
                    if self.word(symbol).shape == Shape::Plain {
                        let call = self.env(enclosing).call;
                        self.emit(Node {
                            extra: Trace { file, broken: false, call },
                            kind: node.kind,
                            span: node.span,
                        });
                    } else if let Some(element) = self.substitute(file, next, subst) {
                        self.put(element, enclosing, findings);
                    } else {
                        self.report_missing(file, next, subst, findings);
                    }
                }
            }
        }
        if self.is_exhausted() && !was_exhausted {
            let message = format!("the macros of this form expand to more than {MAX_EXPANDED_NODES} words and calls");
            let finding = Diagnostic::new(Code::ExpansionTooLarge, message).at(self.place(file, span));
            findings.push(self.with_calls(finding, call));
        }
        !self.is_exhausted()
    }

    fn emit(&mut self, node: Node<Trace>) {
        if self.spend() {
            self.out.nodes.push(node);
        }
    }

    fn emit_broken(&mut self, file: u16, span: Span, call: CallId) {
        let extra = Trace { file, broken: true, call };
        // An empty list: whoever does not look for the mark finds nothing in it.
        let end = self.out_len() + 1;
        self.emit(Node { kind: NodeKind::List { end }, span, extra });
    }

    fn out_len(&self) -> u32 {
        u32::try_from(self.out.nodes.len()).unwrap_or(u32::MAX)
    }

    fn put(&mut self, element: Element, enclosing: EnvId, findings: &mut Diagnostics) {
        match element {
            Element::Word(node) => {
                let call = self.env(enclosing).call;
                self.emit(Node { extra: Trace { call, ..node.extra }, ..node });
            }
            Element::List { file, node, subst } => self.open(file, node, subst, enclosing, findings),
            Element::Done(index) => {
                let start = self.out.nodes.len();
                copy_nodes(&self.state.scratch, index as usize, &mut self.out.nodes);
                self.budget = self.budget.saturating_sub(self.out.nodes.len() - start);
            }
        }
    }

    /// Starts a written list: the body of a macro if it is a call, else a list of the result.
    fn open(&mut self, file: u16, list: u32, subst: EnvId, enclosing: EnvId, findings: &mut Diagnostics) {
        let span = self.parsed.trees[file as usize].node(list).span;
        let head = self.head_of(file, list, subst);
        if let Some(of) = self.macro_of(head.symbol) {
            let mark = self.mark();
            self.push_args(file, head.rest, subst);
            self.walk_body(of, (file, span), enclosing, mark, findings);
            return;
        }
        let call = self.env(enclosing).call;
        if self.frames.len() >= MAX_SOURCE_DEPTH {
            let message = format!("expanded lists and calls are nested deeper than {MAX_SOURCE_DEPTH} levels");
            let finding = Diagnostic::new(Code::NestingTooDeep, message).at(self.place(file, span));
            findings.push(self.with_calls(finding, call));
            self.emit_broken(file, span, call);
            return;
        }
        let at = self.out_len();
        self.emit(Node { kind: NodeKind::List { end: at + 1 }, span, extra: Trace { file, broken: false, call } });
        let parts = self.parsed.trees[file as usize].children(list).rest();
        let kind = FrameKind::List { at, open_head: head.open };
        self.frames.push(Frame { file, next: parts.start, end: parts.end, subst, enclosing, kind });
    }

    fn walk_body(
        &mut self,
        of: MacroId,
        (file, span): (u16, Span),
        enclosing: EnvId,
        mark: Mark,
        findings: &mut Diagnostics,
    ) {
        match self.open_call(of, (file, span), enclosing, mark.args, findings) {
            Ok(env) => {
                let called = self.parsed.macros.get(of);
                let (next, end) = (called.body.start, called.body.end);
                let kind = FrameKind::Body(mark);
                self.frames.push(Frame { file: called.file, next, end, subst: env, enclosing: env, kind });
            }
            Err(NoCall) => self.emit_broken(file, span, self.env(enclosing).call),
        }
    }

    fn finish(&mut self, findings: &mut Diagnostics) {
        let Some(frame) = self.frames.pop() else { return };
        match frame.kind {
            FrameKind::Body(mark) => self.end_call(mark),
            FrameKind::List { at, open_head } => {
                let end = self.out_len();
                self.out.nodes[at as usize].kind = NodeKind::List { end };
                if open_head {
                    self.expand_again(at, frame.enclosing, findings);
                }
            }
        }
    }

    /// A list whose first element turned into the name of a macro is a call after all (`spec/zrf.md` 2.4, 3). Its
    /// arguments are expanded already.
    fn expand_again(&mut self, at: u32, enclosing: EnvId, findings: &mut Diagnostics) {
        let Some(first) = self.out.nodes.get(at as usize + 1) else { return };
        let NodeKind::Atom(symbol) = first.kind else { return };
        let Some(of) = self.macro_of(Some(symbol)) else { return };
        let mark = self.mark();
        let list = self.out.nodes[at as usize];
        let (from, to) = (at as usize + 2, self.state.scratch.len());
        self.state.scratch.extend(self.out.nodes[from..].iter().map(|node| shifted(node, from, to)));
        self.out.nodes.truncate(at as usize);
        let mut next = to;
        while let Some(node) = self.state.scratch.get(next) {
            self.state.args.push(match node.kind {
                NodeKind::List { .. } => Element::Done(u32::try_from(next).unwrap_or(u32::MAX)),
                _ => Element::Word(*node),
            });
            next = match node.kind {
                NodeKind::List { end } => end as usize,
                _ => next + 1,
            };
        }
        self.walk_body(of, (list.extra.file, list.span), enclosing, mark, findings);
    }
}
