//! What findings weigh in a run: the levels of codes, and the faults that a baseline knows.

use std::fs;

use anyhow::{Context as _, anyhow};
use scoresheet::batch::Baseline;
use scoresheet::diagnostic::{InputReport, Severities, Severity};

use super::args::WeightArgs;
use super::output::write_file;

/// What the options say of the weight of findings.
pub(crate) struct Weights {
    severities: Severities,
    known: Option<Baseline>,
    gathered: Option<Baseline>,
}

impl Weights {
    /// Reads the options and the baseline.
    pub(crate) fn new(args: &WeightArgs, severities: Severities) -> anyhow::Result<Self> {
        let known = args.baseline.as_ref().map(|path| {
            let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
            Baseline::parse(&text).map_err(|why| anyhow!("{} is no baseline: {why}", path.display()))
        });
        let gathered = args.write_baseline.as_ref().map(|_| Baseline::default());
        Ok(Self { severities, known: known.transpose()?, gathered })
    }

    /// Gives the findings of a report the weight that they have.
    pub(crate) fn weigh(&mut self, report: &mut InputReport) {
        let Self { severities, known, gathered } = self;
        let path = report.path.clone();
        report.weigh(&mut |record, finding| {
            if !severities.apply(finding) {
                return false;
            }
            if let Some(gathered) = gathered.as_mut().filter(|_| finding.severity == Severity::Error) {
                gathered.note(&path, record, finding);
                finding.severity = Severity::Note;
                finding.notes.push("this fault is written to the baseline and does not count".to_owned());
            }
            known.as_mut().is_none_or(|known| known.weigh(&path, record, finding))
        });
        if let Some(known) = known.as_ref().filter(|_| gathered.is_none()) {
            known.tell_vanished(report);
        }
    }

    /// Writes the baseline, where one is asked for.
    pub(crate) fn finish(self, args: &WeightArgs) -> anyhow::Result<()> {
        match (self.gathered, &args.write_baseline) {
            (Some(gathered), Some(path)) => write_file(path, gathered.to_json().as_bytes(), true),
            _ => Ok(()),
        }
    }
}
