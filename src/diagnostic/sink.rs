//! A collection of findings with a cap.

use super::{Code, Diagnostic, Severity};
use crate::limits::MAX_FINDINGS;

/// Findings in the order they were met. At most [`MAX_FINDINGS`] are kept; the last one then says how many more
/// there were.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    found: Vec<Diagnostic>,
    dropped: usize,
}

impl Diagnostics {
    /// An empty collection.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a finding. One that stands already (same code, place, ply and message) is not repeated.
    pub fn push(&mut self, finding: Diagnostic) {
        if self.found.len() >= MAX_FINDINGS {
            self.dropped += 1;
        } else if !self.found.iter().any(|known| is_same(known, &finding)) {
            self.found.push(finding);
        }
    }

    /// Whether a finding of the severity error stands here.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.found.iter().any(|finding| finding.severity == Severity::Error)
    }

    /// The findings so far.
    #[must_use]
    pub fn as_slice(&self) -> &[Diagnostic] {
        &self.found
    }

    /// The findings, sorted by file, place and code; the cap, where it was reached, stands last.
    #[must_use]
    pub fn into_sorted(mut self) -> Vec<Diagnostic> {
        self.found.sort_by(|a, b| sort_key(a).cmp(&sort_key(b)));
        self.into_vec()
    }

    /// The findings in the order they were met.
    #[must_use]
    pub fn into_vec(mut self) -> Vec<Diagnostic> {
        if self.dropped > 0 {
            let message = format!("{} more findings are not shown", self.dropped);
            self.found.push(Diagnostic::new(Code::TooManyFindings, message).help("mend the first ones and run again"));
        }
        self.found
    }
}

/// Whether two findings say the same of the same place. How the macro calls led there does not count.
fn is_same(a: &Diagnostic, b: &Diagnostic) -> bool {
    a.code == b.code && a.ply == b.ply && a.place == b.place && a.message == b.message && a.text == b.text
}

fn sort_key(finding: &Diagnostic) -> (&str, u32, u32, &'static str) {
    match &finding.place {
        Some(place) => (&place.file.name, place.span.start, place.span.end, finding.code.id()),
        None => ("", 0, 0, finding.code.id()),
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, findings: I) {
        for finding in findings {
            self.push(finding);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Diagnostics;
    use crate::diagnostic::{Code, Diagnostic};
    use crate::limits::MAX_FINDINGS;

    #[test]
    fn the_cap_is_said() {
        let mut sink = Diagnostics::new();
        for number in 0..MAX_FINDINGS + 3 {
            sink.push(Diagnostic::new(Code::UnknownWord, format!("word {number}")));
        }
        let all = sink.into_vec();
        assert_eq!(all.len(), MAX_FINDINGS + 1);
        assert_eq!(all[MAX_FINDINGS].message, "3 more findings are not shown");
    }
}
