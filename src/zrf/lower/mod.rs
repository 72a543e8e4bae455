//! Expanded forms to typed rules, one file a subject.

mod board;
mod board_words;
mod command;
mod condition;
mod game;
mod goal;
mod operand;
mod piece;

use std::sync::Arc;

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::ast::{MacroCall, Name, Origin};
use super::expand::{CallId, Expanded, Expander, Form};
use super::keyword::{Keyword, Word};
use super::parsed::first_line;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::Place;
use crate::syntax::sexpr::{NodeKind, Symbol};
use board_words::BoardWords;

/// The parts of a list; nearly all lists are short, and there are very many.
type Parts = SmallVec<[u32; 8]>;

/// What lowering one variant needs: the expander, the findings, and what was learnt of the board.
#[derive(Debug)]
pub(super) struct Lowerer<'p, 'f> {
    pub expander: Expander<'p>,
    findings: &'f mut Diagnostics,
    /// The call chains made so far, by call.
    chains: Vec<Option<Arc<MacroCall>>>,
    board: BoardWords,
    /// Names of players and pieces. They win over keywords in another letter case.
    own_names: FxHashSet<Arc<str>>,
    /// Whether the piece at hand has parts that were not understood.
    unreliable: bool,
    /// How deep commands and conditions are nested at the moment.
    depth: usize,
}

impl<'p, 'f> Lowerer<'p, 'f> {
    pub(super) fn new(expander: Expander<'p>, findings: &'f mut Diagnostics) -> Self {
        Self {
            expander,
            findings,
            chains: Vec::new(),
            board: BoardWords::default(),
            own_names: FxHashSet::default(),
            unreliable: false,
            depth: 0,
        }
    }

    pub(super) fn parts(&mut self, form: &Form) -> Vec<Form> {
        self.expander.parts(form, self.findings)
    }

    pub(super) fn head_keyword_of(&self, form: &Form) -> Option<Keyword> {
        self.expander.word(form.head?).keyword
    }

    /// The first line of a form.
    pub(super) fn form_place(&self, form: &Form) -> Place {
        let (file, span, _) = self.expander.origin_of(form);
        first_line(self.expander.place(file, span))
    }

    /// Reports something about a form that is not expanded.
    pub(super) fn report_form(&mut self, finding: Diagnostic, form: &Form) {
        let (_, _, call) = self.expander.origin_of(form);
        let finding = self.expander.with_calls(finding.at(self.form_place(form)), call);
        self.findings.push(finding);
    }

    pub(super) fn macro_names(&self) -> impl Iterator<Item = &'p str> + use<'p> {
        let parsed = self.expander.parsed();
        parsed.macros.iter().map(|known| &**parsed.symbols.text(known.name))
    }

    /// Expands one form, hands the result to `lower`, and forgets all that was made for it.
    fn with_expanded<T>(&mut self, form: &Form, lower: impl FnOnce(&mut Self, &Expanded) -> T) -> Option<T> {
        let mark = self.expander.mark();
        let chains = self.chains.len().min(mark.calls());
        let result = self.expander.expand(form, self.findings).then(|| {
            let tree = std::mem::take(&mut self.expander.out);
            let result = lower(self, &tree);
            self.expander.out = tree;
            result
        });
        self.chains.truncate(chains);
        self.expander.cut_back(mark);
        result
    }

    /// Like [`Self::with_expanded`], for each list that a form gives.
    fn each_list(&mut self, form: &Form, mut lower: impl FnMut(&mut Self, &Expanded, u32)) -> bool {
        self.with_expanded(form, |this, tree| {
            for root in tree.roots() {
                if matches!(tree.node(root).kind, NodeKind::List { .. }) && !this.is_broken(tree, root) {
                    lower(this, tree, root);
                }
            }
        })
        .is_some()
    }

    // Looking at nodes.

    fn symbol(&self, tree: &Expanded, index: u32) -> Option<Symbol> {
        match tree.node(index).kind {
            NodeKind::Atom(symbol) => Some(symbol),
            _ => None,
        }
    }

    fn word(&self, tree: &Expanded, index: u32) -> Option<Word> {
        let symbol = self.symbol(tree, index)?;
        let mut word = self.expander.word(symbol);
        if let Some(keyword) = word.keyword {
            let text = self.expander.text(symbol);
            if !word.negated && **text != *keyword.text() && self.own_names.contains(text) {
                word.keyword = None;
            }
        }
        Some(word)
    }

    fn keyword(&self, tree: &Expanded, index: u32) -> Option<Keyword> {
        self.word(tree, index).filter(|word| !word.negated)?.keyword
    }

    /// The keyword that a word spells in lower case. Where names are expected too, other spellings are names: there
    /// are pieces called `GO` and `TO`.
    fn exact_keyword(&self, tree: &Expanded, index: u32) -> Option<Keyword> {
        let keyword = self.keyword(tree, index)?;
        self.text(tree, index).is_some_and(|text| **text == *keyword.text()).then_some(keyword)
    }

    /// The keyword that a list starts with.
    fn head_keyword(&self, tree: &Expanded, list: u32) -> Option<Keyword> {
        self.keyword(tree, tree.children(list).next()?)
    }

    /// The text of a word or string.
    fn text(&self, tree: &Expanded, index: u32) -> Option<&Arc<str>> {
        match tree.node(index).kind {
            NodeKind::Atom(symbol) | NodeKind::Text(symbol) => Some(self.expander.text(symbol)),
            NodeKind::List { .. } => None,
        }
    }

    /// A word or string as a name.
    fn name(&mut self, tree: &Expanded, index: u32) -> Option<Name> {
        let text = Arc::clone(self.text(tree, index)?);
        Some(Name { text, at: self.origin(tree, index) })
    }

    /// The words among some nodes as names; anything else is reported.
    fn names(&mut self, tree: &Expanded, nodes: impl Iterator<Item = u32>) -> Vec<Name> {
        let mut names = Vec::new();
        for index in nodes {
            match self.name(tree, index) {
                Some(name) => names.push(name),
                None => self.stray(tree, index, "a name is expected here"),
            }
        }
        names
    }

    fn number(&self, tree: &Expanded, index: u32) -> Option<i64> {
        self.text(tree, index)?.parse().ok()
    }

    fn is_list(&self, tree: &Expanded, index: u32) -> bool {
        matches!(tree.node(index).kind, NodeKind::List { .. })
    }

    fn is_broken(&mut self, tree: &Expanded, index: u32) -> bool {
        let broken = tree.node(index).extra.broken;
        self.unreliable |= broken;
        broken
    }

    fn origin(&mut self, tree: &Expanded, index: u32) -> Origin {
        let node = tree.node(index);
        let place = self.expander.place(node.extra.file, node.span);
        Origin { place, call: self.chain(node.extra.call) }
    }

    fn chain(&mut self, id: CallId) -> Option<Arc<MacroCall>> {
        let index = id.index()?;
        if let Some(Some(chain)) = self.chains.get(index) {
            return Some(Arc::clone(chain));
        }
        let mut pending = vec![id];
        let mut within = None;
        while let Some(call) = pending.last().and_then(|&id| self.expander.call(id)) {
            match call.within.index() {
                None => break,
                Some(outer) => match self.chains.get(outer) {
                    Some(Some(chain)) => {
                        within = Some(Arc::clone(chain));
                        break;
                    }
                    _ => pending.push(call.within),
                },
            }
        }
        for id in pending.into_iter().rev() {
            let made = macro_call(&self.expander, id, within)?;
            let index = id.index()?;
            if self.chains.len() <= index {
                self.chains.resize(index + 1, None);
            }
            self.chains[index] = Some(Arc::clone(&made));
            within = Some(made);
        }
        within
    }

    // Findings.

    fn report(&mut self, finding: Diagnostic, tree: &Expanded, index: u32) {
        let node = tree.node(index);
        let place = first_line(self.expander.place(node.extra.file, node.span));
        let finding = self.expander.with_calls(finding.at(place), node.extra.call);
        self.findings.push(finding);
    }

    fn stray(&mut self, tree: &Expanded, index: u32, message: &str) {
        if !self.is_broken(tree, index) {
            self.report(Diagnostic::new(Code::UnknownForm, message), tree, index);
        }
    }

    fn malformed(&mut self, tree: &Expanded, index: u32, message: impl Into<String>) {
        self.report(Diagnostic::new(Code::Malformed, message), tree, index);
    }
}

/// The chain of macro calls of a call, innermost first.
pub(super) fn call_chain(expander: &Expander<'_>, id: CallId) -> Option<Arc<MacroCall>> {
    let mut ids = Vec::new();
    let mut next = id;
    while let Some(call) = expander.call(next) {
        ids.push(next);
        next = call.within;
    }
    ids.into_iter().rev().fold(None, |within, id| macro_call(expander, id, within))
}

fn macro_call(expander: &Expander<'_>, id: CallId, within: Option<Arc<MacroCall>>) -> Option<Arc<MacroCall>> {
    let call = expander.call(id)?;
    let called = expander.parsed().macros.get(call.of);
    Some(Arc::new(MacroCall {
        name: Arc::clone(expander.text(called.name)),
        called_at: expander.place(call.file, call.span),
        defined_at: expander.place(called.file, called.span),
        within,
    }))
}
