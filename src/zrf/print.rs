//! The rules after expansion, as text that reads back to the same game.

use std::fmt;

use super::ast::CallId;
use super::expand::{Expanded, Expander, Form};
use super::file::RulesFile;
use super::keyword::Keyword;
use super::loader::path_parts;
use crate::diagnostic::Diagnostics;
use crate::source::Place;
use crate::syntax::sexpr::{Node, NodeKind};

/// Columns that a line may fill, its comment not counted.
const WIDTH: usize = 100;
/// Columns that a nested list is moved to the right.
const INDENT: usize = 2;
/// Deepest indent; lists that are nested deeper stand there too.
const MAX_INDENT: usize = 60;
/// Most macro calls named in one comment.
const MAX_CALLS: usize = 4;

impl RulesFile {
    /// Writes the rules with all macros expanded and includes put in place, one item at a time. Each line ends with
    /// a comment that says where it comes from: `; file:line`, and the macro calls it went through. What cannot be
    /// expanded is reported and left out.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn print_expanded<W: fmt::Write>(&self, out: &mut W, findings: &mut Diagnostics) -> fmt::Result {
        let mut first = true;
        for form in &self.top {
            let mut expander = self.expander();
            let keyword = form.head.and_then(|head| expander.word(head).keyword);
            if !std::mem::replace(&mut first, false) {
                out.write_char('\n')?;
            }
            if !matches!(keyword, Some(Keyword::Game | Keyword::Variant)) {
                print_form(&mut expander, form, 0, out, findings)?;
                continue;
            }
            let head = if keyword == Some(Keyword::Game) { "(game" } else { "(variant" };
            let (file, span, call) = expander.origin_of(form);
            writeln!(out, "{head}  {}", comment(&expander, &expander.place(file, span), call))?;
            for part in expander.parts(form, findings) {
                let keyword = part.head.and_then(|head| expander.word(head).keyword);
                if keyword != Some(Keyword::Define) {
                    print_form(&mut expander, &part, INDENT, out, findings)?;
                }
            }
            out.write_str(")\n")?;
        }
        Ok(())
    }
}

/// Expands a form and prints what it gives.
fn print_form<W: fmt::Write>(
    expander: &mut Expander<'_>,
    form: &Form,
    indent: usize,
    out: &mut W,
    findings: &mut Diagnostics,
) -> fmt::Result {
    let mark = expander.mark();
    if expander.expand(form, findings) {
        let tree = std::mem::take(&mut expander.out);
        Printer { expander, tree: &tree, widths: widths(expander, &tree), line: Line::default(), out }.print(indent)?;
        expander.out = tree;
    }
    expander.cut_back(mark);
    Ok(())
}

/// How many columns each node fills when it stands on one line.
fn widths(expander: &Expander<'_>, tree: &Expanded) -> Vec<usize> {
    let mut widths = vec![0; tree.nodes.len()];
    for (index, node) in tree.nodes.iter().enumerate().rev() {
        widths[index] = match node.kind {
            NodeKind::Atom(symbol) => expander.text(symbol).len(),
            NodeKind::Text(symbol) => expander.text(symbol).len() + 2,
            NodeKind::List { .. } => {
                let parts = tree.children(u32::try_from(index).unwrap_or(u32::MAX));
                parts.map(|part| widths[part as usize] + 1).sum::<usize>().max(1) + 1
            }
        };
    }
    widths
}

/// A line that is being filled.
#[derive(Default)]
struct Line {
    text: String,
    indent: usize,
    /// Node that the line starts with.
    first: Option<u32>,
}

/// A list whose parts are being printed.
struct Open {
    next: u32,
    end: u32,
    indent: usize,
    /// Whether each list in it gets a line of its own.
    broken: bool,
    /// Whether its first part is still to come.
    at_start: bool,
}

struct Printer<'a, 'p, W> {
    expander: &'a Expander<'p>,
    tree: &'a Expanded,
    widths: Vec<usize>,
    line: Line,
    out: &'a mut W,
}

impl<W: fmt::Write> Printer<'_, '_, W> {
    fn print(mut self, indent: usize) -> fmt::Result {
        for root in self.tree.roots() {
            self.new_line(indent, root)?;
            let mut open = Vec::new();
            self.start(root, indent, &mut open);
            while let Some(list) = open.last_mut() {
                if list.next >= list.end {
                    open.pop();
                    self.line.text.push(')');
                    continue;
                }
                let (part, indent) = (list.next, list.indent);
                list.next = self.tree.after(part);
                let at_start = std::mem::replace(&mut list.at_start, false);
                let is_list = matches!(self.tree.node(part).kind, NodeKind::List { .. });
                let is_full = self.line.indent + self.line.text.len() + self.widths[part as usize] >= WIDTH;
                if list.broken && !at_start && (is_list || is_full) {
                    self.new_line(indent, part)?;
                } else if !at_start {
                    self.line.text.push(' ');
                }
                self.start(part, indent, &mut open);
            }
        }
        self.flush()
    }

    /// Writes a word, or the start of a list.
    fn start(&mut self, index: u32, indent: usize, open: &mut Vec<Open>) {
        let Node { kind, extra, .. } = *self.tree.node(index);
        match kind {
            NodeKind::Atom(symbol) => self.line.text.push_str(self.expander.text(symbol)),
            NodeKind::Text(symbol) => {
                self.line.text.push('"');
                self.line.text.push_str(self.expander.text(symbol));
                self.line.text.push('"');
            }
            // A call that could not be expanded stands for nothing.
            NodeKind::List { .. } if extra.broken => {}
            NodeKind::List { end } => {
                self.line.text.push('(');
                let broken = indent + self.widths[index as usize] > WIDTH;
                let indent = (indent + INDENT).min(MAX_INDENT);
                open.push(Open { next: index + 1, end, indent, broken, at_start: true });
            }
        }
    }

    fn new_line(&mut self, indent: usize, first: u32) -> fmt::Result {
        self.flush()?;
        self.line.indent = indent;
        self.line.first = Some(first);
        Ok(())
    }

    fn flush(&mut self) -> fmt::Result {
        let Some(first) = self.line.first.take() else { return Ok(()) };
        let node = self.tree.node(first);
        let place = self.expander.place(node.extra.file, node.span);
        let comment = comment(self.expander, &place, node.extra.call);
        writeln!(self.out, "{:indent$}{}  {comment}", "", self.line.text, indent = self.line.indent)?;
        self.line.text.clear();
        Ok(())
    }
}

/// `; file:line, from macro NAME called at line N`
fn comment(expander: &Expander<'_>, place: &Place, call: CallId) -> String {
    let file = |place: &Place| path_parts(&place.file.name).last().unwrap_or_default().to_owned();
    let mut text = format!("; {}:{}", file(place), place.start().line);
    let mut next = call;
    for depth in 0.. {
        let Some(call) = expander.call(next) else { break };
        if depth == MAX_CALLS {
            text.push_str(", ...");
            break;
        }
        let name = expander.text(expander.called(call).name);
        let called = expander.place(call.file, call.span);
        let line = called.start().line;
        if called.file.name == place.file.name {
            text.push_str(&format!(", from macro {name} called at line {line}"));
        } else {
            text.push_str(&format!(", from macro {name} called at {}:{line}", file(&called)));
        }
        next = call.within;
    }
    text
}
