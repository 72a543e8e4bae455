//! Records to other notations.

use super::check::{Checked, Checker, Look};
use super::discover::Input;
use super::kind::InputKind;
use super::open::{Opened, open};
use crate::diagnostic::{Code, Diagnostic, InputReport, RecordReport, Severity, Verdict};
use crate::export::document::{ReplayFacts, document};
use crate::export::facts::Gathered;
use crate::export::new_game::new_game;
use crate::export::pgn::{self, PgnFacts};
use crate::export::zsg;
use crate::game::Game;
use crate::record::Record;
use crate::record::document::Document;

/// The forms that records are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportForm {
    /// Zillions saved game.
    Zsg,
    /// Our own document: YAML or JSON.
    Document,
    /// PGN, or its wider form.
    Pgn,
}

/// One record in its new form.
#[derive(Clone, Debug)]
pub enum Converted {
    /// The bytes of a file of its own.
    File(Vec<u8>),
    /// A document; several may share a file.
    Document(Box<Document>),
    /// A game of PGN; several may share a file.
    Game(String),
}

/// An input and what became of its records.
#[derive(Debug)]
pub struct ConvertedInput {
    /// The report of reading and replaying it.
    pub report: InputReport,
    /// The records that could be converted.
    pub records: Vec<Converted>,
}

impl Checker {
    /// Converts the records of an input; `None` for an input met in a folder that holds none.
    #[must_use]
    pub fn convert(&self, input: &Input, form: ExportForm) -> Option<ConvertedInput> {
        let mut report = InputReport::new(input.name.clone(), None);
        let (kind, records, findings) = match open(input) {
            Ok(Opened::Records { kind, records, findings }) => (kind, records, findings),
            Ok(Opened::Rules(_)) if input.is_walked() => return None,
            Err(finding) if finding.code == Code::FormUnknown && input.is_walked() => return None,
            Ok(Opened::Rules(_)) => {
                report.format = Some(InputKind::Rules.name());
                let message = "a rules file holds no record to convert";
                report.findings.push(Diagnostic::new(Code::FormUnknown, message).help("give a record"));
                return Some(ConvertedInput { report, records: Vec::new() });
            }
            Err(finding) => {
                report.findings.push(finding);
                return Some(ConvertedInput { report, records: Vec::new() });
            }
        };
        report.format = Some(kind.name());
        report.findings = findings;
        let mut converted = Vec::new();
        for (number, (record, read)) in records.iter().enumerate() {
            let look = if form == ExportForm::Pgn { Look::GatherShort } else { Look::Gather };
            let Checked { report: mut checked, seen } = self.examine(record, input.path(), read.clone(), look);
            checked.index = u32::try_from(number + 1).unwrap_or(u32::MAX);
            let facts = seen.as_ref().map(|(game, gathered)| ReplayFacts {
                game,
                report: &checked,
                sides: gathered.sides.clone(),
                plies: gathered.plies.clone(),
                start: gathered.start.clone(),
                by: gathered.by.clone(),
                winner: gathered.winner.clone(),
            });
            let written = match form {
                ExportForm::Document => Some(Converted::Document(Box::new(document(record, facts.as_ref())))),
                ExportForm::Pgn => {
                    let name = input.relative.file_name().unwrap_or_default().to_string_lossy();
                    seen.as_ref()
                        .map(|(game, gathered)| Converted::Game(pgn_game(record, game, gathered, &checked, &name)))
                }
                ExportForm::Zsg => zsg::rewrite(record)
                    .or_else(|| seen.as_ref().and_then(|(game, gathered)| saved_game(game, gathered, &checked)))
                    .map(Converted::File),
            };
            let needed_no_rules = written.is_some() && facts.is_none() && checked.verdict == Verdict::CannotCheck;
            converted.extend(written);
            if needed_no_rules {
                report.findings.extend(without_rules(checked));
            } else {
                report.records.push(checked);
            }
        }
        Some(ConvertedInput { report, records: converted })
    }
}

/// A game of PGN with all that the replay says of it.
fn pgn_game(record: &Record, game: &Game, gathered: &Gathered, report: &RecordReport, name: &str) -> String {
    let rules = report.rules.as_ref();
    let source = format!("{name} ({})", record.notation.name());
    let computed = report.result.computed.as_deref().filter(|result| *result != "*");
    let facts = PgnFacts {
        plies: &gathered.short,
        verdicts: &gathered.replayed.verdicts,
        variant: &game.title,
        rules: rules.map_or("", |rules| &rules.file),
        rules_variant: rules.map_or("", |rules| &rules.variant),
        sha256: rules.map_or("", |rules| &rules.sha256),
        fen: gathered.start.as_deref(),
        source: &source,
        check: report.verdict.name(),
        result: computed.or(report.result.claimed.as_deref()),
        termination: None,
    };
    pgn::write(record, game, &gathered.spelling, &facts)
}

/// A saved game of the legal moves of a record that came from another notation.
fn saved_game(game: &Game, gathered: &Gathered, report: &RecordReport) -> Option<Vec<u8>> {
    let file = &report.rules.as_ref()?.file;
    Some(zsg::write(&new_game(game, file, gathered.setup.as_ref()?, &gathered.lines)))
}

/// What a record that was converted without rules has to say: nothing that keeps it from being converted.
fn without_rules(report: RecordReport) -> impl Iterator<Item = Diagnostic> {
    report.findings.into_iter().map(|finding| {
        let severity = finding.severity.min(Severity::Warning);
        finding.severity(severity).note("the record was converted without its rules")
    })
}
