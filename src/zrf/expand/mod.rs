//! Macro expansion (`spec/zrf.md` 2): only what is asked for, and without copying bodies.
//!
//! A macro body is walked where it stands, with an [`Env`] that says what `$n` means; the result is written node by
//! node, each with its file and the macro call it came from. The walk keeps a stack of its own.

mod children;
mod head;
mod run;
mod substitute;

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::ast::{CallId, MacroCall, Origins, with_calls};
use super::keyword::Word;
use super::macros::{Macro, MacroId};
use super::parsed::Parsed;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::limits::MAX_EXPANDED_NODES;
use crate::source::{Place, Span};
use crate::syntax::sexpr::{Node, NodeKind, Symbol, Symbols, Tree};

/// Where a node of the result comes from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trace {
    pub file: u16,
    /// The node stands for a part that could not be expanded.
    pub broken: bool,
    pub call: CallId,
}

/// The result of an expansion.
pub(super) type Expanded = Tree<Trace>;

/// Index of an environment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct EnvId(u32);

impl EnvId {
    /// Outside of all macros: no `$n` means anything.
    const GROUND: Self = Self(0);
}

/// What `$n` means in one macro call.
#[derive(Clone, Copy, Debug)]
struct Env {
    /// The arguments given, in the list `args` of the expander.
    args: (u32, u32),
    /// Where missing arguments are looked up: the call in whose result this call stands.
    enclosing: EnvId,
    call: CallId,
    /// How many calls are around it, itself included.
    depth: usize,
}

/// An argument, or a part of a form that is not expanded yet.
#[derive(Clone, Copy, Debug)]
enum Element {
    /// A word or a string.
    Word(Node<Trace>),
    /// A list as it is written; `$n` in it is looked up in `subst`.
    List { file: u16, node: u32, subst: EnvId },
    /// A node of the expander's `scratch`, expanded already.
    Done(u32),
}

/// A form that is not expanded yet, with the environment that calls in it inherit from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Form {
    element: Element,
    enclosing: EnvId,
    /// The first word of the form, if it is a list that starts with one.
    pub head: Option<Symbol>,
}

/// Expansion state. A clone starts where the original stands.
#[derive(Clone, Debug)]
pub(super) struct State {
    /// Words that only expansion makes; their symbols follow those of the files.
    symbols: Symbols,
    words: Vec<Word>,
    envs: Vec<Env>,
    args: Vec<Element>,
    calls: Vec<MacroCall>,
    scratch: Vec<Node<Trace>>,
}

impl Default for State {
    fn default() -> Self {
        let ground = Env { args: (0, 0), enclosing: EnvId::GROUND, call: CallId::NONE, depth: 0 };
        Self {
            symbols: Symbols::default(),
            words: Vec::new(),
            envs: vec![ground],
            args: Vec::new(),
            calls: Vec::new(),
            scratch: Vec::new(),
        }
    }
}

/// How far the tables had grown, to cut them back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    envs: usize,
    args: usize,
    calls: usize,
    scratch: usize,
}

/// Expands the forms of one rules file.
#[derive(Debug)]
pub(super) struct Expander<'p> {
    parsed: &'p Parsed,
    state: State,
    /// The result of the last [`Self::expand`].
    pub out: Expanded,
    frames: Vec<run::Frame>,
    /// Macros that were found to call themselves without end; later calls of them give nothing.
    broken: FxHashSet<MacroId>,
    missing_reported: FxHashSet<(u16, u32)>,
    /// Nodes and calls that may still be made.
    budget: usize,
}

impl<'p> Expander<'p> {
    pub(super) fn new(parsed: &'p Parsed, state: State) -> Self {
        Self {
            parsed,
            state,
            out: Expanded::default(),
            frames: Vec::new(),
            broken: FxHashSet::default(),
            missing_reported: FxHashSet::default(),
            budget: MAX_EXPANDED_NODES,
        }
    }

    pub(super) fn parsed(&self) -> &'p Parsed {
        self.parsed
    }

    pub(super) fn into_state(self) -> State {
        self.state
    }

    pub(super) fn word(&self, symbol: Symbol) -> Word {
        match (symbol.0 as usize).checked_sub(self.parsed.symbols.len()) {
            None => self.parsed.word(symbol),
            Some(own) => self.state.words[own],
        }
    }

    pub(super) fn text(&self, symbol: Symbol) -> &Arc<str> {
        match symbol.0.checked_sub(self.first_own_symbol()) {
            None => self.parsed.symbols.text(symbol),
            Some(own) => self.state.symbols.text(Symbol(own)),
        }
    }

    pub(super) fn call(&self, id: CallId) -> Option<&MacroCall> {
        self.state.calls.get(id.0 as usize)
    }

    /// The macro that was called.
    pub(super) fn called(&self, call: &MacroCall) -> &'p Macro {
        self.parsed.macros.get(MacroId(call.of))
    }

    /// What the origins of results mean. The expander is of no use after that.
    pub(super) fn take_origins(&mut self) -> Origins {
        let macros = self.parsed.macros.iter().map(|known| Arc::clone(self.parsed.symbols.text(known.name)));
        Origins {
            files: self.parsed.files.clone(),
            macros: macros.collect(),
            calls: std::mem::take(&mut self.state.calls),
        }
    }

    /// Whether the bound on the size of an expansion was reached; nothing is expanded after that.
    pub(super) fn is_exhausted(&self) -> bool {
        self.budget == 0
    }

    pub(super) fn mark(&self) -> Mark {
        let State { envs, args, calls, scratch, .. } = &self.state;
        Mark { envs: envs.len(), args: args.len(), calls: calls.len(), scratch: scratch.len() }
    }

    /// Cuts the tables back. Forms and results made since the mark must not be used any more.
    pub(super) fn cut_back(&mut self, mark: Mark) {
        self.state.calls.truncate(mark.calls);
        self.end_call(mark);
    }

    /// Cuts back what only the walk needs: results keep their calls.
    pub(super) fn end_call(&mut self, mark: Mark) {
        self.state.envs.truncate(mark.envs);
        self.state.args.truncate(mark.args);
        self.state.scratch.truncate(mark.scratch);
    }

    /// Place and call of a form.
    pub(super) fn origin_of(&self, form: &Form) -> (u16, Span, CallId) {
        let call = self.env(form.enclosing).call;
        match form.element {
            Element::Word(node) => (node.extra.file, node.span, node.extra.call),
            Element::List { file, node, .. } => (file, self.parsed.trees[file as usize].node(node).span, call),
            Element::Done(index) => {
                let node = &self.state.scratch[index as usize];
                (node.extra.file, node.span, node.extra.call)
            }
        }
    }

    pub(super) fn place(&self, file: u16, span: Span) -> Place {
        self.parsed.place(file, span)
    }

    fn first_own_symbol(&self) -> u32 {
        u32::try_from(self.parsed.symbols.len()).unwrap_or(u32::MAX)
    }

    fn intern(&mut self, text: &str) -> Symbol {
        if let Some(symbol) = self.parsed.symbols.find(text) {
            return symbol;
        }
        let own = self.state.symbols.intern(text);
        if own.0 as usize == self.state.words.len() {
            self.state.words.push(Word::of(text));
        }
        Symbol(self.first_own_symbol() + own.0)
    }

    fn env(&self, id: EnvId) -> Env {
        self.state.envs[id.0 as usize]
    }

    /// What `$number` means: the argument of this call, else that of the calls around it (`spec/zrf.md` 2.3).
    fn argument(&self, number: u32, mut id: EnvId) -> Option<Element> {
        loop {
            let env = self.env(id);
            if number <= env.args.1 {
                return Some(self.state.args[(env.args.0 + number - 1) as usize]);
            }
            if id == EnvId::GROUND {
                return None;
            }
            id = env.enclosing;
        }
    }

    fn spend(&mut self) -> bool {
        self.budget = self.budget.saturating_sub(1);
        self.budget > 0
    }

    /// Says once for each `$n` that it was given nothing.
    fn report_missing(&mut self, file: u16, node: u32, subst: EnvId, findings: &mut Diagnostics) {
        if !self.missing_reported.insert((file, node)) {
            return;
        }
        let at = self.place(file, self.parsed.trees[file as usize].node(node).span);
        let finding = match self.call(self.env(subst).call) {
            None => Diagnostic::new(
                Code::MacroArgumentMissing,
                format!("`{}` stands outside of a macro; it means nothing here", at.text()),
            )
            .at(at),
            Some(call) => {
                let called = self.place(call.file, call.span);
                let name = self.text(self.called(call).name);
                let message = format!(
                    "macro `{name}` uses `{}` at {}, which the call at {} does not give",
                    at.text(),
                    super::parsed::file_and_line(&at, &called),
                    super::parsed::file_and_line(&called, &at)
                );
                let finding = Diagnostic::new(Code::MacroArgumentMissing, message)
                    .at(called)
                    .related(at, "used here; nothing is put in its place");
                self.with_calls(finding, call.within)
            }
        };
        findings.push(finding);
    }

    /// Adds the chain of macro calls to a finding.
    pub(super) fn with_calls(&self, finding: Diagnostic, innermost: CallId) -> Diagnostic {
        with_calls(finding, innermost, |id| {
            let call = self.call(id)?;
            Some((&**self.text(self.called(call).name), self.place(call.file, call.span), call.within))
        })
    }
}

/// Copies a node and its parts from one list of nodes to the end of another.
fn copy_nodes(from: &[Node<Trace>], index: usize, to: &mut Vec<Node<Trace>>) {
    let end = match from[index].kind {
        NodeKind::List { end } => end as usize,
        _ => index + 1,
    };
    let start = to.len();
    to.extend(from[index..end].iter().map(|node| shifted(node, index, start)));
}

fn shifted(node: &Node<Trace>, from: usize, to: usize) -> Node<Trace> {
    let kind = match node.kind {
        NodeKind::List { end } => NodeKind::List { end: u32::try_from(end as usize - from + to).unwrap_or(u32::MAX) },
        kind => kind,
    };
    Node { kind, ..*node }
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::{Code, Diagnostics};
    use crate::limits::{MAX_MACRO_DEPTH, MAX_SOURCE_DEPTH};
    use crate::source::SourceFile;
    use crate::zrf::{MemoryLoader, RulesFile};

    /// What `(version ...)` expands to, without the origins, and the codes of the findings.
    fn expanded(text: &str) -> (String, Vec<Code>) {
        let mut findings = Diagnostics::new();
        let text = format!("{text} (game (title t))");
        let file = RulesFile::read(SourceFile::from_text("t.zrf", text), &MemoryLoader::new(), &mut findings);
        let mut out = String::new();
        file.print_expanded(&mut out, &mut findings).expect("strings take all");
        let form = out.lines().take_while(|line| !line.is_empty()).map(|line| line.split("  ;").next().unwrap_or(""));
        (form.collect(), findings.into_vec().into_iter().map(|finding| finding.code).collect())
    }

    #[track_caller]
    fn gives(text: &str, result: &str) {
        assert_eq!(expanded(text), (result.to_owned(), Vec::new()));
    }

    #[test]
    fn the_elements_of_the_body_are_spliced_in() {
        gives("(define edges a1 h8) (version (edges) (k (edges)))", "(version a1 h8 (k a1 h8))");
        gives("(define hop ($1 add)) (version (hop n) (hop s))", "(version (n add) (s add))");
        gives("(define none) (version a (none) b)", "(version a b)");
    }

    #[test]
    fn a_bare_word_is_no_call_and_names_are_case_sensitive() {
        gives("(define m x) (define M y) (version m (M) ((m)))", "(version m y (x))");
    }

    #[test]
    fn arguments_are_elements_of_any_kind() {
        gives("(define m $1 $2) (version (m (a b) \"s\"))", "(version (a b) \"s\")");
        gives("(define m $1) (version (m a b c))", "(version a)");
    }

    #[test]
    fn two_digits_work() {
        gives("(define m $10 $12 $1) (version (m a b c d e f g h i j k l))", "(version j l a)");
    }

    #[test]
    fn text_in_words_and_strings_is_replaced() {
        gives("(define m f-$1? G$2 \"i/$1.bmp\") (version (m x 7))", "(version f-x? G7 \"i/x.bmp\")");
        gives("(define to-n x) (define m (to-$1)) (version (m n))", "(version x)");
    }

    #[test]
    fn a_missing_argument_is_inherited_from_the_calls_around() {
        let tail = "(define tail $1 (v) add) (define two ($1 (tail)))";
        gives(&format!("{tail} (version (two n))"), "(version (n n (v) add))");
        gives(&format!("{tail} (define three (two)) (version (three s))"), "(version (s s (v) add))");
        gives("(define in $1 $2) (define out (in x)) (version (out a b))", "(version x b)");
    }

    #[test]
    fn an_argument_missing_outermost_vanishes_with_a_finding() {
        let (text, codes) = expanded("(define m a $1 b) (version (m))");
        assert_eq!((text.as_str(), codes.as_slice()), ("(version a b)", [Code::MacroArgumentMissing].as_slice()));
        gives("(define in x) (define out (in $1)) (version (out))", "(version x)");
    }

    #[test]
    fn macro_names_may_be_arguments_and_results() {
        gives("(define hop H$1) (define m ($1 n)) (version (m hop))", "(version Hn)");
        gives("(define name hop) (define hop H$1 $2) (version ((name) n (a b)))", "(version Hn (a b))");
    }

    #[test]
    fn macros_count_in_the_whole_file_and_the_last_definition_wins() {
        let (text, codes) = expanded("(version (m)) (define m a) (define m b)");
        assert_eq!((text.as_str(), codes.as_slice()), ("(version b)", [Code::MacroTwice].as_slice()));
        gives("(version (m)) (define m ( a )) (define m (a ;\n))", "(version (a))");
    }

    #[test]
    fn recursion_stops() {
        for text in ["(define m a (m)) (version (m))", "(define m (n) (n)) (define n (m) (m)) (version x (m))"] {
            assert_eq!(expanded(text).1, [Code::MacroRecursion], "{text}");
        }
    }

    #[test]
    fn calls_nest_up_to_the_bound() {
        let chain = |depth: usize| {
            let calls: String = (1..depth).map(|n| format!("(define m{n} (m{}))", n + 1)).collect();
            expanded(&format!("{calls} (define m{depth} x) (version (m1))"))
        };
        assert_eq!(chain(MAX_MACRO_DEPTH), ("(version x)".to_owned(), Vec::new()));
        assert_eq!(chain(MAX_MACRO_DEPTH + 1).1, [Code::MacroRecursion]);
    }

    #[test]
    fn lists_that_macros_nest_too_deep_are_cut() {
        let list = format!("{}$1{}", "(".repeat(MAX_SOURCE_DEPTH / 2), ")".repeat(MAX_SOURCE_DEPTH / 2));
        let (_, codes) = expanded(&format!("(define m {list}) (define three (m (m (m x)))) (version (three))"));
        assert_eq!(codes, [Code::NestingTooDeep]);
    }

    #[test]
    fn explosions_are_cut() {
        let mut text = "(define m0 x x x x x x x x x x)".to_owned();
        for n in 1..10 {
            text.push_str(&format!("(define m{n} {})", format!("(m{})", n - 1).repeat(10)));
        }
        assert_eq!(expanded(&format!("{text} (version (m9))")).1, [Code::ExpansionTooLarge]);
        assert!(expanded(&format!("{text} (version (m3))")).1.is_empty());
    }
}
