//! What a replay found, put together: result, verdict, findings.

use std::sync::Arc;

use super::{Replay, Replayed, claims, to_u32};
use crate::diagnostic::{Code, Diagnostic, Kind, ResultReport, Severity, Verdict};
use crate::engine::Cut;

impl Replay<'_> {
    fn report_cuts(&mut self) {
        let game = Arc::clone(self.playthrough.game());
        match self.playthrough.cut() {
            Some(Cut::Loop(pc)) => {
                let mut finding = Diagnostic::new(Code::LoopCut, "a loop in the move code does not end; it was cut")
                    .help("give the loop a condition that becomes false");
                finding.place = game.program.place(pc).or_else(|| game.program.block_place(pc)).cloned();
                self.findings.push(finding);
            }
            Some(Cut::Moves) => self.findings.push(
                Diagnostic::new(
                    Code::TooManyMoves,
                    "a turn has more moves or parts than the bound; not all were looked at",
                )
                .severity(Severity::Warning),
            ),
            None => {}
        }
    }

    /// The verdict of a record whose entries were looked at.
    pub(super) fn finish(mut self) -> Replayed {
        let outcome = self.first_fault.is_none().then(|| self.playthrough.outcome()).flatten();
        let outcome = outcome.or_else(|| match self.first_fault {
            Some((_, Verdict::AfterTheEnd)) => self.playthrough.outcome(),
            _ => None,
        });
        let computed = claims::computed_result(self.record, &mut self.playthrough, outcome, &mut self.findings);
        self.report_cuts();
        self.into_replayed(Some(computed))
    }

    /// The verdict by what was found so far.
    pub(super) fn into_replayed(mut self, computed: Option<String>) -> Replayed {
        let plies = self.record.entries.len();
        let plies_legal = self.first_fault.map_or(plies, |(index, _)| index);
        let claimed = self.record.claimed.as_ref().map(|word| word.text.clone());
        if self.first_fault.is_none() {
            claims::check_result(self.record, computed.as_deref(), &mut self.findings);
        }
        let mut findings = self.findings.into_vec();
        if let Some(first) = findings.iter_mut().find(|finding| finding.code == Code::NumberOff) {
            first.fixes = self.numbers.into_fixes();
        }
        let error_of = |kind: Kind| {
            findings.iter().any(|finding| finding.severity == Severity::Error && finding.code.kind() == kind)
        };
        let verdict = match self.first_fault {
            Some((_, verdict)) => verdict,
            None if error_of(Kind::Contradiction) => Verdict::Contradiction,
            None if findings
                .iter()
                .any(|finding| finding.code.kind() == Kind::Repair && finding.severity > Severity::Note) =>
            {
                Verdict::LegalAfterRepair
            }
            None => Verdict::Legal,
        };
        Replayed {
            verdict,
            plies: to_u32(plies),
            plies_legal: to_u32(plies_legal),
            result: ResultReport { claimed: claimed.map(String::from), computed },
            findings,
            verdicts: self.verdicts,
        }
    }
}
