//! Changes of a text that leave every move as it is.

use crate::source::Span;

/// A safe change: this text in the place of what stands there, in the file that the finding is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What is replaced.
    pub span: Span,
    /// By this.
    pub text: String,
}

/// A text with changes made. Of changes that overlap the first is made.
#[must_use]
pub fn apply(text: &str, fixes: &[Fix]) -> String {
    let mut fixes: Vec<&Fix> = fixes.iter().collect();
    fixes.sort_by_key(|fix| (fix.span.start, fix.span.end));
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for fix in fixes {
        let range = fix.span.range();
        if range.start < at || range.end < range.start {
            continue;
        }
        let (Some(kept), Some(_)) = (text.get(at..range.start), text.get(range.clone())) else { continue };
        out.push_str(kept);
        out.push_str(&fix.text);
        at = range.end;
    }
    out.push_str(&text[at..]);
    out
}

#[cfg(test)]
mod tests {
    use super::{Fix, apply};
    use crate::source::Span;

    #[test]
    fn changes_are_made_in_order_and_never_twice() {
        let fix = |start, end, text: &str| Fix { span: Span::new(start, end), text: text.to_owned() };
        assert_eq!(apply("1. é 3. b", &[fix(6, 7, "2"), fix(0, 1, "1")]), "1. é 2. b");
        assert_eq!(apply("abc", &[fix(0, 2, "x"), fix(1, 3, "y")]), "xc");
        // Ends between the bytes of a character, or behind the text, change nothing.
        assert_eq!(apply("é", &[fix(1, 2, "x"), fix(5, 9, "y")]), "é");
    }
}
