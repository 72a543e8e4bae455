//! Macros that are called in another letter case (`spec/zrf.md` 1.3).
//!
//! Names tell capitals from small letters, and authors rely on it: a macro `dwarf` stands beside a piece `Dwarf`. So a
//! word calls a macro of another spelling only if it can be nothing else: it is no word of the language, and all over
//! the file it does nothing but start lists that could be calls.

use rustc_hash::{FxHashMap, FxHashSet};

use super::keyword::{Keyword, Shape};
use super::macros::MacroId;
use super::parsed::Parsed;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::Place;
use crate::syntax::sexpr::{NodeKind, Symbol, Tree};

/// Accepts such calls, each with a warning.
pub(super) fn accept(parsed: &mut Parsed, findings: &mut Diagnostics) {
    let candidates = candidates(parsed);
    if candidates.is_empty() {
        return;
    }
    let mut calls: Vec<(Symbol, Place)> = Vec::new();
    let mut others: FxHashSet<Symbol> = FxHashSet::default();
    for (tree, file) in parsed.trees.iter().zip(&parsed.files) {
        each_atom(tree, |symbol, index, around| {
            if !candidates.contains_key(&symbol) {
            } else if is_call(parsed, tree, index, around) {
                calls.push((symbol, Place::new(file, tree.node(index).span)));
            } else {
                others.insert(symbol);
            }
        });
    }
    calls.retain(|(symbol, _)| !others.contains(symbol));
    for (symbol, place) in calls {
        let id = candidates[&symbol];
        let (written, name) = (parsed.symbols.text(symbol), parsed.symbols.text(parsed.macros.get(id).name));
        let message = format!("`{written}` is defined as macro `{name}`; names tell capitals from small letters");
        findings.push(Diagnostic::new(Code::CaseDiffers, message).at(place).help(format!("write `{name}`")));
        parsed.macros.call_by(symbol, id);
    }
}

/// Words that differ from the name of a macro in letter case only and are nothing else themselves.
fn candidates(parsed: &Parsed) -> FxHashMap<Symbol, MacroId> {
    let mut names: FxHashMap<String, MacroId> = FxHashMap::default();
    for (number, known) in (0..).zip(parsed.macros.iter()) {
        names.entry(parsed.symbols.text(known.name).to_ascii_lowercase()).or_insert(MacroId(number));
    }
    let count = u32::try_from(parsed.symbols.len()).unwrap_or(u32::MAX);
    let found = (0..count).map(Symbol).filter_map(|symbol| {
        let word = parsed.word(symbol);
        if word.keyword.is_some() || word.shape != Shape::Plain || parsed.macros.find(symbol).is_some() {
            return None;
        }
        Some((symbol, *names.get(&parsed.symbols.text(symbol).to_ascii_lowercase())?))
    });
    found.collect()
}

/// Visits the words of a tree, each with the lists around it, outermost first.
fn each_atom(tree: &Tree, mut visit: impl FnMut(Symbol, u32, &[u32])) {
    let mut around: Vec<u32> = Vec::new();
    for (index, node) in (0..).zip(&tree.nodes) {
        while around.last().is_some_and(|&list| tree.after(list) <= index) {
            around.pop();
        }
        match node.kind {
            NodeKind::List { .. } => around.push(index),
            NodeKind::Atom(symbol) => visit(symbol, index, &around),
            NodeKind::Text(_) => {}
        }
    }
}

/// Whether a word starts a list, and not one that declares or pairs names.
fn is_call(parsed: &Parsed, tree: &Tree, index: u32, around: &[u32]) -> bool {
    use Keyword::{
        BoardSetup, Dimensions, Directions, Links, Players, Positions, Symmetry, Translate, TurnOrder, Unlink,
    };
    let Some((&list, outer)) = around.split_last() else { return false };
    let head = |list: u32| match tree.node(tree.children(list).next()?).kind {
        NodeKind::Atom(symbol) => parsed.word(symbol).keyword,
        _ => None,
    };
    let declares =
        [BoardSetup, Dimensions, Directions, Links, Players, Positions, Symmetry, Translate, TurnOrder, Unlink];
    tree.children(list).next() == Some(index)
        && !outer.iter().any(|&list| head(list).is_some_and(|head| declares.contains(&head)))
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::{Code, Diagnostics};
    use crate::source::SourceFile;
    use crate::zrf::{MemoryLoader, RulesFile};

    fn read(text: &str) -> (String, Vec<(Code, u32)>) {
        let mut findings = Diagnostics::new();
        let file = RulesFile::read(SourceFile::from_text("t.zrf", text), &MemoryLoader::new(), &mut findings);
        let mut out = String::new();
        file.print_expanded(&mut out, &mut findings).expect("writing to a string");
        let column = |place: &crate::source::Place| place.start().column;
        let found = findings.into_vec();
        (out, found.iter().map(|one| (one.code, one.place.as_ref().map_or(0, column))).collect())
    }

    #[test]
    fn a_call_in_another_case_is_a_call_with_a_warning() {
        let (out, found) = read("(define step ($1 add)) (game (title \"t\") (piece (moves (Step n) (step s))))");
        assert!(out.contains("(n add)") && out.contains("(s add)"), "{out}");
        assert_eq!(found, [(Code::CaseDiffers, 58)]);
    }

    #[test]
    fn a_word_that_names_something_else_is_no_call() {
        for text in [
            "(define dwarf (n add)) (game (title \"t\") (board-setup (White (Dwarf a1))) (piece (name Dwarf)))",
            "(define n x) (game (title \"t\") (board (grid (directions (N 0 1)))))",
            "(define step $1) (define Step ($1)) (game (title \"t\") (piece (moves (Step n))))",
        ] {
            assert_eq!(read(text).1, [], "{text}");
        }
    }
}
