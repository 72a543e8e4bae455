//! Faults of many records that come from one cause: often the rules were revised since the games were played.

use std::collections::BTreeMap;

use super::{Code, Diagnostic, Kind, RecordReport, Severity};
use crate::limits::MAX_CAUSES;

/// A cause that several records share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedCause {
    /// The code of the faults.
    pub code: Code,
    /// The game.
    pub game: Option<String>,
    /// What is wrong, without what differs from record to record.
    pub cause: String,
    /// How many records stop on it.
    pub records: u32,
    /// The path of the first one.
    pub first: String,
}

impl SharedCause {
    /// `14 records: Pawn, 2 steps "n" (M001 no-such-move, Chess; first in a.zsg); were the rules revised?`
    #[must_use]
    pub fn text(&self) -> String {
        let game = self.game.as_ref().map_or_else(String::new, |game| format!(", {game}"));
        let question = match self.code.kind() {
            Kind::IllegalMove | Kind::AfterTheEnd | Kind::NameUnknown => "; were the rules revised?",
            _ => "",
        };
        let (id, slug) = (self.code.id(), self.code.slug());
        format!("{} records: {} ({id} {slug}{game}; first in {}){question}", self.records, self.cause, self.first)
    }
}

/// Counts the causes of the records of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Causes {
    /// Game, code and cause; how many records, and the path of the first.
    met: BTreeMap<(Option<String>, Code, String), (u32, String)>,
}

impl Causes {
    /// Counts the first fault of a record.
    pub(super) fn add(&mut self, path: &str, record: &RecordReport) {
        let first = record.findings.iter().find(|finding| finding.severity == Severity::Error);
        let Some((finding, cause)) = first.and_then(|finding| Some((finding, cause(finding)?))) else { return };
        let key = (record.game.clone(), finding.code, cause);
        if let Some((count, _)) = self.met.get_mut(&key) {
            *count += 1;
        } else if self.met.len() < MAX_CAUSES {
            self.met.insert(key, (1, path.to_owned()));
        }
    }

    /// The causes that several records share, those of most records first.
    pub(super) fn shared(&self) -> Vec<SharedCause> {
        let several = self.met.iter().filter(|(_, (records, _))| *records > 1);
        let mut shared: Vec<SharedCause> = several
            .map(|((game, code, cause), (records, first))| SharedCause {
                code: *code,
                game: game.clone(),
                cause: cause.clone(),
                records: *records,
                first: first.clone(),
            })
            .collect();
        shared.sort_by_key(|cause| std::cmp::Reverse(cause.records));
        shared
    }
}

/// What a fault has in common with those of other records. The message of a fault that names no cell or move says so.
fn cause(finding: &Diagnostic) -> Option<String> {
    let says_it = matches!(finding.code, Code::RulesNotFound | Code::VariantUnknown | Code::NameUnknown);
    finding.cause.clone().or_else(|| says_it.then(|| finding.message.clone()))
}

#[cfg(test)]
mod tests {
    use super::Causes;
    use crate::diagnostic::{Code, Diagnostic, RecordReport, ResultReport, Verdict};
    use crate::limits::MAX_CAUSES;

    fn record(finding: Diagnostic) -> RecordReport {
        RecordReport {
            index: 1,
            game: Some("Small".into()),
            rules: None,
            verdict: Verdict::Illegal,
            plies: 9,
            plies_legal: 3,
            result: ResultReport::default(),
            findings: vec![finding],
            weighed: None,
            expected: None,
        }
    }

    #[test]
    fn records_with_one_cause_are_counted_together() {
        let mut causes = Causes::default();
        for (path, cause) in [("a", "Pawn, 2 steps `n`"), ("b", "King, 2 steps `e`"), ("c", "Pawn, 2 steps `n`")] {
            causes.add(path, &record(Diagnostic::new(Code::NoSuchMove, path).cause(cause)));
        }
        causes.add("d", &record(Diagnostic::new(Code::OriginEmpty, "nothing stands on a1")));
        let texts: Vec<String> = causes.shared().iter().map(super::SharedCause::text).collect();
        let expected = "2 records: Pawn, 2 steps `n` (M001 no-such-move, Small; first in a); were the rules revised?";
        assert_eq!(texts, [expected]);
    }

    #[test]
    fn only_so_many_causes_are_kept() {
        let mut causes = Causes::default();
        for number in 0..=MAX_CAUSES {
            let finding = || Diagnostic::new(Code::NoSuchMove, "x").cause(format!("cause {number}"));
            causes.add("a", &record(finding()));
            causes.add("a", &record(finding()));
        }
        assert_eq!(causes.shared().len(), MAX_CAUSES);
    }
}
