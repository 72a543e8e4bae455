//! Strings that are not closed: where they should end.
//!
//! A missing quote turns every later string inside out, and the trouble shows far away. So when the last string of a
//! file is open, the first string that swallows what looks like code is taken to be the faulty one; it is cut at the
//! end of its first line, before the closing parentheses there, and the text is read anew from that point.

use super::lex::{Token, TokenKind, ends_line, is_word, tokens};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{Place, SourceFile, Span};
use std::sync::Arc;

/// Most strings mended in one file; each costs one more reading of the text after it.
const MAX_MENDED: usize = 50;

/// The tokens of a file, with open strings cut and reported.
pub(super) fn closed_tokens(file: &Arc<SourceFile>, findings: &mut Diagnostics) -> Vec<Token> {
    let text = file.text.as_str();
    let mut out = Vec::with_capacity(text.len() / 4);
    tokens(text, 0, &mut out);
    let mut settled = 0;
    for _ in 0..MAX_MENDED {
        if out.last().is_none_or(|token| token.kind != TokenKind::OpenText) {
            break;
        }
        let last = out.len() - 1;
        let faulty = (settled..last).find(|&index| swallows_code(text, out[index])).unwrap_or(last);
        let whole = out[faulty].span;
        let cut = Span::new(whole.start, cut_at(text, whole.start));
        findings.push(
            Diagnostic::new(Code::StringOpen, "the string that starts here is not closed on its line")
                .at(Place::new(file, cut))
                .help("add the closing `\"`"),
        );
        out.truncate(faulty);
        out.push(Token { kind: TokenKind::OpenText, span: cut });
        settled = out.len();
        tokens(text, cut.end as usize, &mut out);
    }
    out
}

/// Whether a string spans lines and either holds a line that starts with a list, or ends right before a word, as
/// the opening quote of the next string does.
fn swallows_code(text: &str, token: Token) -> bool {
    if token.kind != TokenKind::Text {
        return false;
    }
    let body = text.get(token.span.range()).unwrap_or_default();
    let mut lines = body.split(ends_line).skip(1).peekable();
    if lines.peek().is_none() {
        return false;
    }
    let before_word = text.get(token.span.end as usize..).and_then(|rest| rest.chars().next()).is_some_and(is_word);
    before_word || lines.any(|line| line.trim_start().starts_with('('))
}

/// Where a string that starts at `start` ends when its quote is missing.
fn cut_at(text: &str, start: u32) -> u32 {
    let body = text.get(start as usize + 1..).unwrap_or_default();
    let line = body.split(ends_line).next().unwrap_or_default();
    let kept = line.trim_end_matches(|character: char| character == ')' || character.is_ascii_whitespace());
    start + 1 + u32::try_from(kept.len()).unwrap_or(0)
}
