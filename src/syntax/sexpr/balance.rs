//! Parentheses without a partner: where the layout shows the fault, and what to do about it.
//!
//! Only files whose parentheses do not balance are looked at. A missing `)` is looked for at the first list that
//! starts a line no further right than an open list that starts a line too; a surplus one at the end of a list of
//! the top level that is followed by an indented list.

use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

use super::lex::{Token, TokenKind};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{Place, SourceFile, Span};

/// Most repairs in one file; each costs one more walk over the tokens. Faults after that are only skipped or closed
/// at the end.
const MAX_REPAIRS: usize = 50;

/// What to change about the tokens so that the lists are what the layout shows.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// Tokens `)` to pass over.
    pub skip: FxHashSet<usize>,
    /// How many lists to close before the token.
    pub close_before: FxHashMap<usize, usize>,
}

/// The repairs of a file; each is reported.
pub(super) fn plan(file: &Arc<SourceFile>, tokens: &[Token], findings: &mut Diagnostics) -> Plan {
    let mut plan = Plan::default();
    if balanced(tokens) {
        return plan;
    }
    let text = Layout { file, tokens };
    for _ in 0..MAX_REPAIRS {
        match text.walk(&plan) {
            Walk::Balanced => break,
            Walk::Surplus { at, early } => {
                findings.push(text.surplus(at, early));
                plan.skip.insert(early.map_or(at, |early| early.close));
            }
            Walk::Missing { open, suspects, depths } => match text.choose(open.len(), &suspects, &depths) {
                Some(suspect) => {
                    findings.push(text.missing(suspect));
                    *plan.close_before.entry(suspect.next).or_default() += suspect.closings;
                }
                None => {
                    findings.push(text.open_at_end(&open));
                    break;
                }
            },
        }
    }
    plan
}

fn balanced(tokens: &[Token]) -> bool {
    let mut depth = 0_usize;
    for token in tokens {
        match token.kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close if depth == 0 => return false,
            TokenKind::Close => depth -= 1,
            _ => {}
        }
    }
    depth == 0
}

/// A place where a list looks left open.
#[derive(Clone, Copy, Debug)]
struct Suspect {
    /// Token of the list that looks left open.
    open: usize,
    /// Token of the list that shows it.
    next: usize,
    /// How many lists would have to be closed.
    closings: usize,
    /// Whether both stand in the same column and start with the same word.
    alike: bool,
}

/// A list of the top level that looks closed too early.
#[derive(Clone, Copy, Debug)]
struct Early {
    open: usize,
    close: usize,
    next: usize,
}

enum Walk {
    Balanced,
    Surplus {
        at: usize,
        early: Option<Early>,
    },
    Missing {
        open: Vec<usize>,
        suspects: Vec<Suspect>,
        /// Depth after each token.
        depths: Vec<usize>,
    },
}

struct Layout<'t> {
    file: &'t Arc<SourceFile>,
    tokens: &'t [Token],
}

/// An open list that starts its line.
#[derive(Clone, Copy)]
struct Leading {
    column: usize,
    /// Its place among the open lists.
    depth: usize,
}

impl Layout<'_> {
    fn walk(&self, plan: &Plan) -> Walk {
        let (mut open, mut leading) = (Vec::<usize>::new(), Vec::<Leading>::new());
        let (mut suspects, mut depths) = (Vec::new(), Vec::with_capacity(self.tokens.len()));
        let (mut last_top, mut early) = (None::<(usize, usize)>, None);
        for (index, token) in self.tokens.iter().enumerate() {
            for _ in 0..plan.close_before.get(&index).copied().unwrap_or_default() {
                close(&mut open, &mut leading);
            }
            match token.kind {
                TokenKind::Open => {
                    let column = self.leads_line(token.span);
                    if let Some(column) = column {
                        if let Some((from, close)) = last_top
                            && early.is_none()
                            && open.is_empty()
                            && self.leads_line(self.tokens[from].span).is_some_and(|top| top < column)
                        {
                            early = Some(Early { open: from, close, next: index });
                        }
                        let shown = leading.iter().rev().take_while(|list| list.column >= column).last();
                        if let Some(list) = shown {
                            let from = open[list.depth];
                            let alike = list.column == column && self.head(from) == self.head(index);
                            let closings = open.len() - list.depth;
                            suspects.push(Suspect { open: from, next: index, closings, alike });
                        }
                        leading.push(Leading { column, depth: open.len() });
                    }
                    open.push(index);
                }
                TokenKind::Close if !plan.skip.contains(&index) => match close(&mut open, &mut leading) {
                    None => return Walk::Surplus { at: index, early },
                    Some(from) if open.is_empty() => last_top = Some((from, index)),
                    Some(_) => {}
                },
                _ => {}
            }
            depths.push(open.len());
        }
        if open.is_empty() { Walk::Balanced } else { Walk::Missing { open, suspects, depths } }
    }

    /// The first suspect whose closing leaves enough open lists for all later `)`; those alike come first.
    fn choose(&self, missing: usize, suspects: &[Suspect], depths: &[usize]) -> Option<Suspect> {
        let mut least_after = depths.to_vec();
        for index in (1..least_after.len()).rev() {
            least_after[index - 1] = least_after[index - 1].min(least_after[index]);
        }
        let fits = |suspect: &&Suspect| suspect.closings <= missing && least_after[suspect.next] >= suspect.closings;
        let alike = suspects.iter().filter(|suspect| suspect.alike).find(fits);
        alike.or_else(|| suspects.iter().find(fits)).copied()
    }

    fn missing(&self, suspect: Suspect) -> Diagnostic {
        let (list, next) = (self.shown(suspect.open), self.shown(suspect.next));
        let message = format!(
            "`{}` opened at line {} is not closed before line {}, where the layout goes on outside of it",
            list.text(),
            list.start().line,
            next.start().line
        );
        let help = match suspect.closings {
            1 => "add a `)` before that line".to_owned(),
            count => format!("add {count} `)` before that line"),
        };
        Diagnostic::new(Code::ParenthesisMissing, message)
            .related(next, "by its place in the line this is not inside of that list")
            .at(list)
            .help(help)
    }

    fn open_at_end(&self, open: &[usize]) -> Diagnostic {
        let innermost = self.shown(open.last().copied().unwrap_or_default());
        let message = match open.len() {
            1 => format!(
                "`{}` opened at line {} is not closed before the end of the file",
                innermost.text(),
                innermost.start().line
            ),
            count => format!(
                "{count} lists are not closed before the end of the file, the last of them `{}` of line {}",
                innermost.text(),
                innermost.start().line
            ),
        };
        let mut finding = Diagnostic::new(Code::ParenthesisMissing, message).help("all are closed at the end here");
        for &list in open.iter().rev().skip(1).take(4) {
            finding = finding.related(self.shown(list), "this list is open too");
        }
        finding.at(innermost)
    }

    fn surplus(&self, at: usize, early: Option<Early>) -> Diagnostic {
        let surplus = Place::new(self.file, self.tokens[at].span);
        let Some(early) = early else {
            return Diagnostic::new(Code::ParenthesisSurplus, "this `)` closes nothing").at(surplus).help("remove it");
        };
        let (list, next) = (self.shown(early.open), self.shown(early.next));
        let close = Place::new(self.file, self.tokens[early.close].span);
        let message = format!(
            "`{}` of line {} is closed here, but line {} goes on inside of it by its layout, and a `)` at line {} closes nothing",
            list.text(),
            list.start().line,
            next.start().line,
            surplus.start().line
        );
        Diagnostic::new(Code::ParenthesisSurplus, message)
            .at(close)
            .related(surplus, "this `)` has no partner")
            .related(list, "the list that ends too early")
            .help("remove one `)` here; the list is read on")
    }

    /// The place of a list to show: its parenthesis with its first word.
    fn shown(&self, open: usize) -> Place {
        let start = self.tokens[open].span;
        let span = self.head_token(open).map_or(start, |head| Span::new(start.start, head.span.end));
        Place::new(self.file, span)
    }

    fn head(&self, open: usize) -> Option<&str> {
        self.head_token(open).map(|token| self.file.slice(token.span))
    }

    /// The first word of a list, if it stands on the same line.
    fn head_token(&self, open: usize) -> Option<Token> {
        let head = *self.tokens.get(open + 1)?;
        let between = Span::new(self.tokens[open].span.end, head.span.start);
        (head.kind == TokenKind::Atom && !self.file.slice(between).contains(['\n', '\r'])).then_some(head)
    }

    /// The column of a token (in bytes, from 0) if nothing but white space stands before it on its line.
    fn leads_line(&self, span: Span) -> Option<usize> {
        let before = self.file.slice(Span::new(0, span.start)).as_bytes();
        let indent = before.iter().rev().take_while(|&&byte| byte == b' ' || byte == b'\t').count();
        let edge = before.len() - indent;
        (edge == 0 || matches!(before[edge - 1], b'\n' | b'\r')).then_some(indent)
    }
}

fn close(open: &mut Vec<usize>, leading: &mut Vec<Leading>) -> Option<usize> {
    let list = open.pop()?;
    if leading.last().is_some_and(|last| last.depth == open.len()) {
        leading.pop();
    }
    Some(list)
}
