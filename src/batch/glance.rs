//! Saved games that are plainly legal, which most are: checked without a record of their entries.

use std::path::Path;

use super::check::{Checker, judged, usable};
use super::discover::Input;
use super::kind::{InputKind, not_text};
use crate::diagnostic::{Diagnostics, InputReport};
use crate::record::from_zsg;
use crate::replay;
use crate::source::SourceFile;

impl Checker {
    /// The report of a saved game under one edition of rules without a fault, if nothing is to be told of it. `None` is no
    /// answer.
    pub(super) fn glance(&self, input: &Input, bytes: &[u8]) -> Option<InputReport> {
        let path = input.path().unwrap_or(Path::new(&input.name));
        if InputKind::by_ending(path) != Some(InputKind::Zsg) || self.chooser.start().is_some() {
            return None;
        }
        let (head, entries) = split_head(std::str::from_utf8(bytes).ok()?)?;
        if not_text(head.as_bytes()).is_some() {
            return None;
        }
        let mut findings = Diagnostics::new();
        let head = from_zsg::read(&SourceFile::from_text(input.name.clone(), head), &mut findings)?;
        let choice = self.chooser.choose_plainly(&head, input.path())?;
        let (game, remark) = usable(&choice).ok()?;
        if remark.is_some() || !findings.into_vec().is_empty() {
            return None;
        }
        let replayed = replay::glance(&head, entries, game)?;
        let mut report = InputReport::new(input.name.clone(), Some(InputKind::Zsg.name()));
        report.records.push(judged(&choice, game, Vec::new(), replayed));
        Some(report)
    }
}

/// A saved game before and from the first line that begins with a digit: the first entry.
fn split_head(text: &str) -> Option<(&str, &str)> {
    let mut at = 0;
    while !text.as_bytes().get(at)?.is_ascii_digit() {
        at += memchr::memchr(b'\n', &text.as_bytes()[at..])? + 1;
    }
    Some(text.split_at(at))
}

#[cfg(test)]
mod tests {
    use super::split_head;

    #[test]
    fn the_entries_begin_at_the_first_line_with_a_number() {
        assert_eq!(split_head("Z 0.02\nRulesFile=1.zrf\n(x a1)\n1. P\n2. Q\n").map(|(head, _)| head.len()), Some(30));
        assert_eq!(split_head("Z 0.02\n"), None);
        assert_eq!(split_head(""), None);
    }
}
