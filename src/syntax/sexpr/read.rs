//! Tokens to a tree, with a stack of its own for the open lists.

use std::sync::Arc;

use super::lex::TokenKind;
use super::symbols::Symbols;
use super::{Node, NodeKind, Tree, balance, strings};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::limits::MAX_SOURCE_DEPTH;
use crate::source::{Place, SourceFile, Span};

/// Reads a text. Whatever is wrong becomes a finding, and the rest is read: a missing or surplus parenthesis
/// (`R001`, `R002`), an open string (`R003`), lists nested deeper than [`MAX_SOURCE_DEPTH`] (`L002`), which are
/// passed over.
#[must_use]
pub fn read(file: &Arc<SourceFile>, symbols: &mut Symbols, findings: &mut Diagnostics) -> Tree {
    let tokens = strings::closed_tokens(file, findings);
    let plan = balance::plan(file, &tokens, findings);
    let mut tree = Tree { nodes: Vec::with_capacity(tokens.len()) };
    let mut open: Vec<usize> = Vec::new();
    // Lists inside of a list at the bound; nothing in them is kept.
    let mut passed_over = 0_usize;
    let mut reported = false;
    let mut last_end = 0;
    for (index, token) in tokens.iter().enumerate() {
        for _ in 0..plan.close_before.get(&index).copied().unwrap_or_default() {
            close(&mut tree, &mut open, &mut passed_over, last_end);
        }
        last_end = token.span.end;
        match token.kind {
            TokenKind::Open if open.len() >= MAX_SOURCE_DEPTH => {
                passed_over += 1;
                if !std::mem::replace(&mut reported, true) {
                    findings.push(too_deep(file, token.span));
                }
            }
            TokenKind::Open => {
                open.push(tree.nodes.len());
                tree.nodes.push(Node { kind: NodeKind::List { end: 0 }, span: token.span, extra: () });
            }
            TokenKind::Close if plan.skip.contains(&index) => {}
            TokenKind::Close => close(&mut tree, &mut open, &mut passed_over, token.span.end),
            _ if passed_over > 0 => {}
            TokenKind::Atom => {
                let symbol = symbols.intern(file.slice(token.span));
                tree.nodes.push(Node { kind: NodeKind::Atom(symbol), span: token.span, extra: () });
            }
            TokenKind::Text | TokenKind::OpenText => {
                let closed = u32::from(token.kind == TokenKind::Text);
                let inner = Span::new(token.span.start + 1, token.span.end - closed);
                let symbol = symbols.intern(file.slice(inner));
                tree.nodes.push(Node { kind: NodeKind::Text(symbol), span: token.span, extra: () });
            }
        }
    }
    while !open.is_empty() {
        close(&mut tree, &mut open, &mut passed_over, last_end);
    }
    tree
}

fn close(tree: &mut Tree, open: &mut Vec<usize>, passed_over: &mut usize, end: u32) {
    if *passed_over > 0 {
        *passed_over -= 1;
        return;
    }
    let Some(list) = open.pop() else { return };
    let after = u32::try_from(tree.nodes.len()).unwrap_or(u32::MAX);
    let node = &mut tree.nodes[list];
    node.kind = NodeKind::List { end: after };
    node.span.end = end;
}

fn too_deep(file: &Arc<SourceFile>, span: Span) -> Diagnostic {
    Diagnostic::new(Code::NestingTooDeep, format!("lists are nested deeper than {MAX_SOURCE_DEPTH} levels"))
        .at(Place::new(file, span))
        .help("what stands deeper is passed over")
}

#[cfg(test)]
mod tests {
    use super::super::{NodeKind, Symbols, Tree};
    use super::read;
    use crate::diagnostic::{Code, Diagnostic, Diagnostics};
    use crate::limits::MAX_SOURCE_DEPTH;
    use crate::source::SourceFile;
    use std::fmt::Write as _;

    fn parsed(text: &str) -> (String, Vec<Diagnostic>) {
        let file = SourceFile::from_text("t.zrf", text);
        let (mut symbols, mut findings) = (Symbols::default(), Diagnostics::new());
        let tree = read(&file, &mut symbols, &mut findings);
        (show(&tree, &symbols), findings.into_vec())
    }

    fn show(tree: &Tree, symbols: &Symbols) -> String {
        let (mut out, mut ends) = (String::new(), Vec::new());
        for index in 0..=tree.nodes.len() {
            while ends.last() == Some(&index) {
                ends.pop();
                out.push(')');
            }
            match tree.nodes.get(index).map(|node| node.kind) {
                Some(NodeKind::Atom(symbol)) => _ = write!(out, " {}", symbols.text(symbol)),
                Some(NodeKind::Text(symbol)) => _ = write!(out, " {:?}", symbols.text(symbol)),
                Some(NodeKind::List { end }) => {
                    out.push('(');
                    ends.push(end as usize);
                }
                None => {}
            }
        }
        out
    }

    fn lines(finding: &Diagnostic) -> Vec<(u32, u32)> {
        let related = finding.related.iter().map(|related| &related.place);
        finding.place.iter().chain(related).map(|place| (place.start().line, place.start().column)).collect()
    }

    #[test]
    fn lists_words_and_strings_with_their_places() {
        let file = SourceFile::from_text("t.zrf", "(a \"b\")\n c");
        let (mut symbols, mut findings) = (Symbols::default(), Diagnostics::new());
        let tree = read(&file, &mut symbols, &mut findings);
        let places: Vec<_> = tree.nodes.iter().map(|node| file.slice(node.span)).collect();
        assert_eq!(places, ["(a \"b\")", "a", "\"b\"", "c"]);
        assert_eq!(tree.roots().count(), 2);
    }

    #[test]
    fn a_list_left_open_is_named_where_the_layout_shows_it_and_closed_there() {
        let text = "(game\n  (piece (name A)\n    (moves (n add))\n  (piece (name B)))\n\n(variant\n  (x))\n";
        let (tree, findings) = parsed(text);
        assert_eq!(tree, "( game( piece( name A)( moves( n add)))( piece( name B)))( variant( x))");
        assert_eq!(findings.len(), 1);
        assert_eq!(findings[0].code, Code::ParenthesisMissing);
        assert_eq!(lines(&findings[0]), [(2, 3), (4, 3)]);
    }

    #[test]
    fn two_lists_left_open_are_both_named() {
        let text = "(define a (b c)\n(define d (e f)\n(define g (h i))\n";
        let (tree, findings) = parsed(text);
        assert_eq!(tree, "( define a( b c))( define d( e f))( define g( h i))");
        assert_eq!(findings.iter().map(lines).collect::<Vec<_>>(), [[(1, 1), (2, 1)], [(2, 1), (3, 1)]]);
    }

    #[test]
    fn without_a_hint_in_the_layout_all_is_closed_at_the_end() {
        let (tree, findings) = parsed("(a (b c");
        assert_eq!(tree, "( a( b c))");
        assert_eq!(lines(&findings[0]), [(1, 4), (1, 1)]);
    }

    #[test]
    fn a_surplus_parenthesis_is_named_where_a_list_ends_too_early() {
        let (tree, findings) = parsed("(game\n  (a))\n  (b))\n(variant)");
        assert_eq!(tree, "( game( a)( b))( variant)");
        assert_eq!(findings.len(), 1);
        assert_eq!(findings[0].code, Code::ParenthesisSurplus);
        assert_eq!(lines(&findings[0])[..2], [(2, 6), (3, 6)]);
        let (tree, findings) = parsed("a) b");
        assert_eq!((tree.as_str(), findings[0].code), (" a b", Code::ParenthesisSurplus));
    }

    #[test]
    fn an_open_string_is_named_where_it_starts() {
        let (tree, findings) = parsed("(game\n  (title \"Five)\n  (description \"A \\\nB\")\n  (x))");
        assert_eq!(tree, "( game( title \"Five\")( description \"A \\\\\\nB\")( x))");
        assert_eq!(findings.len(), 1);
        assert_eq!((findings[0].code, lines(&findings[0])[0]), (Code::StringOpen, (2, 10)));
    }

    #[test]
    fn nesting_is_bounded_and_one_level_less_is_fine() {
        let nested = |depth: usize| format!("{}x{}", "(".repeat(depth), ")".repeat(depth));
        assert!(parsed(&nested(MAX_SOURCE_DEPTH)).1.is_empty());
        let (tree, findings) = parsed(&(nested(MAX_SOURCE_DEPTH + 1) + "(y)"));
        assert!(tree.ends_with(")( y)"));
        assert_eq!(findings[0].code, Code::NestingTooDeep);
        let (_, findings) = parsed(&"(".repeat(1_000_000));
        assert_eq!(findings.len(), 2);
    }
}
