//! Records to other notations.

use std::path::Path;

use super::check::{Checked, Checker, Look, Seen};
use super::choose::Choice;
use super::discover::Input;
use super::each::{PortionOf, each};
use super::excerpt::{PlyRange, excerpt};
use super::kind::InputKind;
use super::open::{Opened, open, open_bytes};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, InputReport, RecordReport, Severity, Verdict};
use crate::engine::Piece;
use crate::export::courier::{self, CourierCollector, CourierFacts};
use crate::export::document::{ReplayFacts, document};
use crate::export::facts::{Gathered, Needs, gather};
use crate::export::kept::Kept;
use crate::export::pgn::{self, PgnFacts};
use crate::export::{new_game::new_game, zsg};
use crate::record::document::Document;
use crate::record::{Edit, Record, from_zsg};
use crate::replay::{ReplayOptions, replay_observed};
use crate::source::SourceFile;
use crate::syntax::zsg::print_edit;

/// The forms that records are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportForm {
    /// Zillions saved game.
    Zsg,
    /// Our own document: YAML or JSON.
    Document,
    /// Game Courier text.
    Courier,
    /// PGN-like text.
    Pgn,
}

impl ExportForm {
    /// Whether a record can be written in this form without its rules.
    const fn needs_no_rules(self) -> bool {
        matches!(self, Self::Zsg | Self::Document)
    }

    /// What of a replay this form needs for a record.
    pub(super) fn needs(self, record: &Record) -> Needs {
        match self {
            Self::Zsg if record.zsg.is_none() => Needs::Lines,
            // The bytes that were read are written again; logs are collected when their profile is known.
            Self::Zsg | Self::Courier => Needs::Nothing,
            Self::Document => Needs::Plies,
            Self::Pgn => Needs::Texts,
        }
    }
}

/// One record in its new form.
#[derive(Clone, Debug)]
pub enum Converted {
    /// The bytes of a file of its own.
    File(Vec<u8>),
    /// A document; several may share a file.
    Document(Box<Document>),
    /// A text that may stand in one file with others of its form.
    Text(String),
}

/// What is made of records.
#[derive(Clone, Copy, Debug)]
pub struct Conversion {
    /// The form.
    pub form: ExportForm,
    /// The entries to be written; all of them if not given.
    pub plies: Option<PlyRange>,
}

/// An input, or a portion of a long one, and what became of its records.
#[derive(Debug)]
pub struct ConvertedInput<T = Converted> {
    /// The report of reading and replaying it.
    pub report: InputReport,
    /// The records that could be converted, each with its number in the input.
    pub records: Vec<(u32, T)>,
}

/// Takes converted inputs, in order.
pub type ConvertedSink<'s, T, E> = dyn FnMut(&Input, ConvertedInput<T>) -> Result<(), E> + 's;

/// A record that was worked on: its report, and what it became.
type Worked<T> = (RecordReport, Option<T>);

impl Checker {
    /// Converts the records of inputs, and gives what became of them to `sink` in order. Long files of several games come
    /// in portions, so that memory does not grow with them. `finish` is done side by side to what each record became.
    ///
    /// # Errors
    ///
    /// The first error of `sink`; the rest is left undone.
    pub fn convert_all<T: Send, E>(
        &self,
        inputs: &[Input],
        conversion: Conversion,
        finish: &(impl Fn(Converted) -> T + Sync),
        sink: &mut ConvertedSink<'_, T, E>,
    ) -> Result<(), E> {
        let one = |input: &Input, record: &Record, read: &[Diagnostic], number: u32| {
            let (report, written) = self.convert_plies(record, read, &input.name, input.path(), conversion);
            (RecordReport { index: number, ..report }, written.map(finish))
        };
        let whole = |input: &Input, bytes: Result<&[u8], Diagnostic>| {
            let opened = bytes.and_then(|bytes| open_bytes(input, bytes));
            let (mut report, records) = opened_records(input, opened)?;
            let number = |index: usize| u32::try_from(index + 1).unwrap_or(u32::MAX);
            let numbered = records.iter().enumerate();
            let worked = numbered.map(|(index, (record, read))| one(input, record, read, number(index))).collect();
            let records = assemble(&mut report, worked, conversion.form);
            Some(ConvertedInput { report, records })
        };
        let portion = |input: &Input, portion: &PortionOf| {
            let mut report = portion.frame(input);
            let worked = portion.each(|record, read, number| one(input, record, read, number));
            let records = assemble(&mut report, worked, conversion.form);
            Some(ConvertedInput { report, records })
        };
        each(inputs, &whole, &portion, &mut |input, converted| converted.map_or(Ok(()), |one| sink(input, one)))
    }

    /// Converts the records of an input; `None` for an input met in a folder that holds none.
    #[must_use]
    pub fn convert(&self, input: &Input, form: ExportForm) -> Option<ConvertedInput> {
        let (mut report, records) = opened_records(input, open(input))?;
        let worked = records.iter().enumerate().map(|(index, (record, read))| {
            let (report, written) = self.convert_record(record, read, &input.name, input.path(), form);
            (RecordReport { index: u32::try_from(index + 1).unwrap_or(u32::MAX), ..report }, written)
        });
        let worked = worked.collect();
        let records = assemble(&mut report, worked, form);
        Some(ConvertedInput { report, records })
    }

    /// Some entries of one record in another form. `read` are the findings of reading it, `name` is that of its file.
    #[must_use]
    pub fn convert_plies(
        &self,
        record: &Record,
        read: &[Diagnostic],
        name: &str,
        path: Option<&Path>,
        conversion: Conversion,
    ) -> (RecordReport, Option<Converted>) {
        let Some(plies) = conversion.plies else {
            return self.convert_record(record, read, name, path, conversion.form);
        };
        let Checked { report: mut checked, seen } =
            self.examine(record, path, read.to_vec(), Look::Gather(Needs::Nothing));
        let Some(seen) = seen else { return (checked, None) };
        match excerpt(record, seen, &checked, plies, conversion.form) {
            Ok((part, seen, mut report)) => {
                let written = self.written(&part, name, path, Some(&seen), &mut report, conversion.form);
                checked.findings.extend(report.findings.into_iter().filter(|found| found.code == Code::FormLacks));
                (checked, written)
            }
            Err(finding) => {
                checked.findings.push(*finding);
                (checked, None)
            }
        }
    }

    /// One record in another form, with the report of replaying it. `read` are the findings of reading it, `name` is that
    /// of its file.
    #[must_use]
    pub fn convert_record(
        &self,
        record: &Record,
        read: &[Diagnostic],
        name: &str,
        path: Option<&Path>,
        form: ExportForm,
    ) -> (RecordReport, Option<Converted>) {
        let Checked { report: mut checked, seen } =
            self.examine(record, path, read.to_vec(), Look::Gather(form.needs(record)));
        let written = self.written(record, name, path, seen.as_ref(), &mut checked, form);
        (checked, written)
    }

    /// A record in another form, as far as what was seen of it allows. What the form lacks is told in the report.
    fn written(
        &self,
        record: &Record,
        name: &str,
        path: Option<&Path>,
        seen: Option<&Seen>,
        report: &mut RecordReport,
        form: ExportForm,
    ) -> Option<Converted> {
        match form {
            ExportForm::Document => {
                let facts = seen.map(|Seen { game, gathered, .. }| ReplayFacts {
                    game,
                    report,
                    sides: gathered.sides.clone(),
                    plies: gathered.plies.clone(),
                    start: gathered.start.clone(),
                    by: gathered.by.clone(),
                    winner: gathered.winner.clone(),
                });
                Some(Converted::Document(Box::new(document(record, facts.as_ref()))))
            }
            ExportForm::Zsg => match zsg::rewrite(record) {
                Some(bytes) => Some(Converted::File(bytes)),
                None => saved_game(record, seen?, report).map(Converted::File),
            },
            ExportForm::Courier => match self.half_moves(record, path, seen?) {
                Ok(text) => Some(Converted::File(text.into_bytes())),
                Err(findings) => {
                    report.findings.extend(findings);
                    None
                }
            },
            ExportForm::Pgn => Some(Converted::Text(pgn_text(record, name, seen?, report))),
        }
    }

    /// A record as Game Courier text.
    ///
    /// # Errors
    ///
    /// Why the profile found for it cannot be used.
    fn half_moves(&self, record: &Record, path: Option<&Path>, seen: &Seen) -> Result<String, Vec<Diagnostic>> {
        let Seen { game, choice, spelling, options, gathered } = seen;
        let profile = match &options.profile {
            Some(profile) => profile.clone(),
            None => {
                let found = self.chooser.profile_to_write(record, path, choice).map_err(|finding| vec![finding])?;
                Choice { profile: found, ..choice.clone() }.bound(game, spelling, &mut Vec::new())?
            }
        };
        let mut collector = CourierCollector::new(record, &profile, profile.profile.automation);
        let _ = replay_observed(record, game, options, &mut collector);
        let half_moves = collector.finish();
        let facts = CourierFacts {
            game,
            profile: &profile,
            half_moves: &half_moves,
            verdicts: &gathered.replayed.verdicts,
            setup: gathered.setup.as_ref(),
            fen: gathered.start.as_deref(),
        };
        Ok(courier::write(record, &facts))
    }
}

/// A record as one game of PGN.
fn pgn_text(record: &Record, name: &str, seen: &Seen, report: &RecordReport) -> String {
    let Seen { game, spelling, gathered, .. } = seen;
    let rules = report.rules.as_ref();
    let told = record.origin.as_ref().and_then(|origin| origin.document.source.as_ref());
    let file = told.and_then(|source| source.file.clone()).unwrap_or_else(|| base_name(name));
    let format = told.and_then(|source| source.format.clone()).unwrap_or_else(|| record.notation.name().to_owned());
    let source = format!("{file} ({format})");
    let computed = report.result.computed.as_deref().filter(|result| *result != "*");
    let edits = kept_edits(record, seen, rules.map_or("", |rules| &rules.file));
    let facts = PgnFacts {
        plies: &gathered.texts,
        verdicts: &gathered.replayed.verdicts,
        variant: &game.title,
        rules: rules.map_or("", |rules| &rules.file),
        rules_variant: rules.map_or("", |rules| &rules.variant),
        sha256: rules.map_or("", |rules| &rules.sha256),
        fen: gathered.start.as_deref(),
        edits: &edits,
        source: &source,
        check: report.verdict.name(),
        result: computed.or(report.result.claimed.as_deref()),
        termination: None,
    };
    pgn::write(record, game, spelling, &facts)
}

/// The changes of the start position of a saved game, where a writer would make others for the same position.
fn kept_edits(record: &Record, seen: &Seen, rules: &str) -> Vec<String> {
    if record.zsg.is_none() || record.edits.is_empty() {
        return Vec::new();
    }
    let Seen { game, spelling, gathered, .. } = seen;
    let Some(setup) = &gathered.setup else { return Vec::new() };
    let text = |edits: &[Edit]| edits.iter().map(print_edit).collect::<Vec<_>>();
    let recorded = text(&record.edits);
    let written = new_game(game, spelling, rules, setup, Vec::new()).map(|new| text(&new.edits));
    if written.as_ref() == Ok(&recorded) { Vec::new() } else { recorded }
}

/// The last part of a path of any system.
fn base_name(path: &str) -> String {
    path.rsplit(['/', '\\']).next().unwrap_or(path).to_owned()
}

/// A saved game of the legal moves of a record that came from another notation, with what the record keeps of the one it
/// was made from.
fn saved_game(record: &Record, seen: &Seen, report: &mut RecordReport) -> Option<Vec<u8>> {
    let Seen { game, spelling, gathered, .. } = seen;
    let file = &report.rules.as_ref()?.file;
    let new = match new_game(game, spelling, file, gathered.setup.as_ref()?, gathered.lines.clone()) {
        Ok(new) => new,
        Err(lost) => {
            let message = format!("a saved game cannot tell {lost}");
            report.findings.push(Diagnostic::new(Code::FormLacks, message).help("convert to pgn, yaml or json"));
            return None;
        }
    };
    let kept = Kept::of(record);
    let plain = zsg::write(&kept.restore_head(&new));
    if !kept.tells_the_game() {
        return Some(plain);
    }
    let restored = zsg::write(&kept.restore(&new, &gathered.line_entries));
    if is_same_game(&restored, seen) {
        return Some(restored);
    }
    let message =
        "the lines of a saved game that comments keep do not tell the moves of this record; they were left out";
    report.findings.push(Diagnostic::new(Code::MarkContradicts, message));
    Some(plain)
}

/// Whether a saved game has the start position and the moves that were seen.
fn is_same_game(bytes: &[u8], seen: &Seen) -> bool {
    let Seen { game, spelling, options, gathered, .. } = seen;
    let Some(record) = from_zsg::read(&SourceFile::from_bytes("restored.zsg", bytes), &mut Diagnostics::new()) else {
        return false;
    };
    let options = ReplayOptions { start: None, keep_going: false, ..options.clone() };
    let again = gather(&record, game, spelling, &options, Needs::Lines);
    let texts = |gathered: &Gathered| gathered.lines.iter().map(|line| line.text.clone()).collect::<Vec<_>>();
    let look = |piece: &Option<Piece>| piece.map(|piece| (piece.owner(), piece.piece_type()));
    let cells =
        |gathered: &Gathered| gathered.setup.as_ref().map(|setup| setup.cells.iter().map(look).collect::<Vec<_>>());
    again.replayed.plies_legal == again.replayed.plies
        && texts(&again) == texts(gathered)
        && cells(&again) == cells(gathered)
}

/// A report of an input, and its records; `None` for an input met in a folder that holds none.
#[expect(clippy::type_complexity, reason = "a pair of what stands elsewhere")]
fn opened_records(
    input: &Input,
    opened: Result<Opened, Diagnostic>,
) -> Option<(InputReport, Vec<(Record, Vec<Diagnostic>)>)> {
    let mut report = InputReport::new(input.name.clone(), None);
    match opened {
        Ok(Opened::Records { kind, records, findings }) => {
            report.format = Some(kind.name());
            report.findings = findings;
            return Some((report, records));
        }
        Ok(Opened::Rules(_)) if input.is_walked() => return None,
        Err(finding) if finding.code == Code::FormUnknown && input.is_walked() => return None,
        Ok(Opened::Rules(_)) => {
            report.format = Some(InputKind::Rules.name());
            let message = "a rules file holds no record to convert";
            report.findings.push(Diagnostic::new(Code::FormUnknown, message).help("give a record"));
        }
        Err(finding) => report.findings.push(finding),
    }
    Some((report, Vec::new()))
}

/// Puts the reports of records into that of their input, and gives what was converted.
fn assemble<T>(report: &mut InputReport, worked: Vec<Worked<T>>, form: ExportForm) -> Vec<(u32, T)> {
    let mut converted = Vec::new();
    for (mut record, written) in worked {
        let number = record.index;
        if written.is_none() {
            // The record may be sound: that it was not written is the input's trouble.
            let is_of_form = |found: &mut Diagnostic| matches!(found.code, Code::FormLacks | Code::PlyMissing);
            report.findings.extend(record.findings.extract_if(.., is_of_form));
        }
        // Without rules nothing was replayed; that keeps a form that needs none from nothing.
        let needed_no_rules = written.is_some()
            && record.verdict == Verdict::CannotCheck
            && record.plies_legal == 0
            && form.needs_no_rules();
        converted.extend(written.map(|written| (number, written)));
        if needed_no_rules {
            report.findings.extend(without_rules(record));
        } else {
            report.records.push(record);
        }
    }
    converted
}

/// What a record that was converted without rules has to say: nothing that keeps it from being converted.
fn without_rules(report: RecordReport) -> impl Iterator<Item = Diagnostic> {
    report.findings.into_iter().map(|finding| {
        let severity = finding.severity.min(Severity::Warning);
        finding.severity(severity).note("the record was converted without its rules")
    })
}
