//! The macros of a rules file and its includes: one table, the last definition wins (`spec/zrf.md` 2.1, 2.4).

use std::ops::Range;

use super::parsed::{Parsed, file_and_line};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{Place, Span};
use crate::syntax::sexpr::{NodeKind, Symbol};

/// Index of a macro.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct MacroId(pub u32);

/// One macro; its body stays as it is written.
#[derive(Clone, Debug)]
pub(super) struct Macro {
    pub name: Symbol,
    /// The file it is defined in.
    pub file: u16,
    /// Node of its name.
    pub name_node: u32,
    /// From the `(` of the definition to the end of the name.
    pub span: Span,
    /// The nodes of the body.
    pub body: Range<u32>,
}

/// All macros in force.
#[derive(Clone, Debug, Default)]
pub(super) struct Macros {
    list: Vec<Macro>,
    by_symbol: Vec<Option<MacroId>>,
}

impl Macros {
    /// The macro of this name, exactly.
    pub(super) fn find(&self, name: Symbol) -> Option<MacroId> {
        self.by_symbol.get(name.0 as usize).copied().flatten()
    }

    pub(super) fn get(&self, id: MacroId) -> &Macro {
        &self.list[id.0 as usize]
    }

    /// All macros, in the order of their first definitions.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Macro> {
        self.list.iter()
    }

    /// Lets a word that is no name of a macro call one.
    pub(super) fn call_by(&mut self, word: Symbol, id: MacroId) {
        let slot = word.0 as usize;
        if self.by_symbol.len() <= slot {
            self.by_symbol.resize(slot + 1, None);
        }
        self.by_symbol[slot].get_or_insert(id);
    }

    fn insert(&mut self, new: Macro) -> Option<Macro> {
        let slot = new.name.0 as usize;
        if self.by_symbol.len() <= slot {
            self.by_symbol.resize(slot + 1, None);
        }
        if let Some(id) = self.by_symbol[slot] {
            return Some(std::mem::replace(&mut self.list[id.0 as usize], new));
        }
        self.by_symbol[slot] = Some(MacroId(u32::try_from(self.list.len()).unwrap_or(u32::MAX)));
        self.list.push(new);
        None
    }
}

/// Takes up one `(define NAME ...)`. Reports a definition without a name, and one that changes another.
pub(super) fn define(parsed: &mut Parsed, file: u16, form: u32, findings: &mut Diagnostics) {
    let tree = &parsed.trees[file as usize];
    let node = *tree.node(form);
    let mut parts = tree.children(form);
    parts.next();
    let Some((name_node, NodeKind::Atom(name))) = parts.next().map(|part| (part, tree.node(part).kind)) else {
        let message = "this definition has no name; it is passed over";
        findings.push(Diagnostic::new(Code::MacroMalformed, message).at(parsed.place(file, node.span)));
        return;
    };
    let span = Span::new(node.span.start, tree.node(name_node).span.end);
    let new = Macro { name, file, name_node, span, body: parts.rest() };
    let Some(old) = parsed.macros.insert(new.clone()) else { return };
    if !same_body(parsed, &old, &new) {
        let (first, second) = (parsed.place(old.file, old.span), parsed.place(file, span));
        findings.push(twice(parsed.symbols.text(name), first, second));
    }
}

fn twice(name: &str, first: Place, second: Place) -> Diagnostic {
    let message = format!(
        "macro `{name}` is defined at {} and again at {}; the last one is in force",
        file_and_line(&first, &second),
        file_and_line(&second, &first)
    );
    Diagnostic::new(Code::MacroTwice, message)
        .at(second)
        .related(first, "the first definition, which is not used")
        .help("remove or rename one of them")
}

/// Whether two bodies are the same but for white space and comments.
fn same_body(parsed: &Parsed, a: &Macro, b: &Macro) -> bool {
    let nodes = |of: &Macro| {
        let start = of.body.start;
        let body = of.body.start as usize..of.body.end as usize;
        parsed.trees[of.file as usize].nodes[body].iter().map(move |node| match node.kind {
            NodeKind::List { end } => NodeKind::List { end: end - start },
            kind => kind,
        })
    };
    nodes(a).eq(nodes(b))
}
