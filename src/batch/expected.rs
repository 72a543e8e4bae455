//! Records and rules files held against what is expected of them.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::check::{Checked, Checker, Look, Seen};
use super::choose::find_title;
use super::discover::Input;
use super::kind::InputKind;
use super::open::{Opened, open};
use super::settings::{ExpectFile, Expected, ExpectedPerft, ExpectedRecord, folder_file, own_file};
use super::store::LoadedRules;
use super::{default_variant, loader::shown};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, InputReport, RecordReport, Severity, Verdict};
use crate::engine::{Move, PerftOptions, Playthrough, perft};
use crate::export::facts::Needs;
use crate::notation::{Spelling, fen};
use crate::record::Record;
use crate::replay::{Observer, replay_observed, start_setup};

/// The files of expectations met in a run, each read once.
#[derive(Debug, Default)]
pub struct Expectations {
    files: Mutex<HashMap<PathBuf, Cell>>,
}

type Cell = Arc<OnceLock<Result<Arc<ExpectFile>, Vec<Diagnostic>>>>;

/// What was found of an input, in the terms of expectations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Observed {
    /// Of its records, in order.
    pub records: Vec<ObservedRecord>,
    /// Of its rules: variant, depth and count.
    pub perft: Vec<(Option<String>, u32, u64)>,
}

/// What was found of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObservedRecord {
    /// The verdict.
    pub verdict: Verdict,
    /// The ply and the code of the finding that decided it.
    pub fault: Option<(Option<u32>, Code)>,
    /// The position after the last entry that can be played.
    pub fen: Option<String>,
    /// The number of legal moves after some entries; none where there is no such position.
    pub moves: BTreeMap<u32, Option<u64>>,
}

/// An input that was held against expectations.
#[derive(Debug)]
pub struct Held {
    /// Its report, with the expectations that were missed.
    pub report: InputReport,
    /// What was found.
    pub observed: Observed,
    /// Whether something was expected of it.
    pub was_expected: bool,
}

impl Expectations {
    fn file(&self, path: &Path, only: Option<&str>) -> Result<Arc<ExpectFile>, Vec<Diagnostic>> {
        let cell = {
            let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(files.entry(path.to_path_buf()).or_default())
        };
        cell.get_or_init(|| ExpectFile::read(path, only).map(Arc::new)).clone()
    }

    /// What is expected of a file.
    fn of(&self, path: &Path) -> Result<Option<Expected>, Vec<Diagnostic>> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if let Some(own) = own_file(path) {
            return Ok(self.file(&own, Some(&name))?.files.get(&*name).cloned());
        }
        let of_folder = folder_file(path);
        if !of_folder.is_file() {
            return Ok(None);
        }
        Ok(self.file(&of_folder, None)?.files.get(&*name).cloned())
    }

    /// A report for each file of expectations read so far that speaks of files which are not there.
    #[must_use]
    pub fn leftover(&self) -> Vec<InputReport> {
        let files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let sound = files.values().filter_map(|cell| cell.get()?.as_ref().ok());
        let sorted: BTreeMap<&PathBuf, &Arc<ExpectFile>> = sound.map(|file| (&file.path, file)).collect();
        let mut reports = Vec::new();
        for (path, file) in sorted {
            let folder = super::folder::of(path);
            let gone: Vec<_> = file.files.iter().filter(|(name, _)| !folder.join(name).is_file()).collect();
            if gone.is_empty() {
                continue;
            }
            let mut report = InputReport::new(shown(path), None);
            report.expected = Some(false);
            report.findings.extend(gone.into_iter().map(|(name, expected)| {
                let message = format!("something is expected of {name}, which is not there");
                Diagnostic::new(Code::ExpectationMissed, message).at(expected.place.clone())
            }));
            reports.push(report);
        }
        reports
    }
}

impl Checker {
    /// The report of an input, held against what is expected of it; `None` for a file of a folder that is of no known
    /// form.
    #[must_use]
    pub fn check_expected(&self, input: &Input, expectations: &Expectations) -> Option<Held> {
        let expected = match input.path().map(|path| expectations.of(path)).transpose() {
            Ok(expected) => expected.flatten(),
            Err(findings) => {
                let mut report = InputReport::new(input.name.clone(), None);
                report.findings = findings;
                return Some(Held { report, observed: Observed::default(), was_expected: true });
            }
        };
        let mut held = match open(input) {
            Ok(Opened::Records { kind, records, findings }) => {
                self.hold_records(input, kind, &records, findings, expected.as_ref())
            }
            opened => {
                let rules = match &opened {
                    Ok(Opened::Rules(rules)) => Some(Arc::clone(rules)),
                    _ => None,
                };
                let report = self.whole(input, opened)?;
                self.hold_rules(report, rules.as_deref(), expected.as_ref())
            }
        };
        held.was_expected = expected.is_some();
        if expected.is_none() && !(held.report.is_unreadable()) {
            let message = format!("nothing is expected of {}", input.name);
            let help = "run `scoresheet check --bless` to write down what is found";
            held.report.findings.push(Diagnostic::new(Code::ExpectationMissing, message).help(help));
        }
        Some(held)
    }

    fn hold_records(
        &self,
        input: &Input,
        kind: InputKind,
        records: &[(Record, Vec<Diagnostic>)],
        findings: Vec<Diagnostic>,
        expected: Option<&Expected>,
    ) -> Held {
        let mut report = InputReport::new(input.name.clone(), Some(kind.name()));
        report.findings = findings;
        let mut observed = Observed::default();
        for (index, (record, read)) in records.iter().enumerate() {
            let of_record = expected.and_then(|expected| expected.records.get(index));
            let look = Look::Gather(Needs::Nothing);
            let Checked { report: mut checked, seen } = self.examine(record, input.path(), read.clone(), look);
            checked.index = u32::try_from(index + 1).unwrap_or(u32::MAX);
            let plies: BTreeSet<u32> = of_record.map(|one| one.moves.keys().copied().collect()).unwrap_or_default();
            let found = observe(record, &checked, seen.as_ref(), plies);
            if let Some(of_record) = of_record {
                judge(&mut checked, missed(of_record, &found), of_record);
            }
            observed.records.push(found);
            report.records.push(checked);
        }
        if let Some(expected) = expected {
            let (wanted, there) = (expected.records.len(), records.len());
            if wanted != there || !expected.perft.is_empty() {
                let message = format!("{wanted} records are expected, and {there} found");
                report.findings.push(Diagnostic::new(Code::ExpectationMissed, message).at(expected.place.clone()));
                report.expected = Some(false);
            }
        }
        Held { report, observed, was_expected: false }
    }

    fn hold_rules(&self, mut report: InputReport, rules: Option<&LoadedRules>, expected: Option<&Expected>) -> Held {
        let mut observed = Observed::default();
        let mut findings = Vec::new();
        match (rules, expected) {
            (Some(rules), Some(expected)) => {
                for count in &expected.perft {
                    match counted(rules, count.variant.as_deref(), count.depth) {
                        Ok(nodes) => {
                            observed.perft.push((count.variant.clone(), count.depth, nodes));
                            findings.extend((nodes != count.nodes).then(|| miscounted(count, nodes)));
                        }
                        Err(why) => {
                            let message = format!("the positions cannot be counted: {why}");
                            findings.push(Diagnostic::new(Code::ExpectationMissed, message).at(count.place.clone()));
                        }
                    }
                }
                if !expected.records.is_empty() {
                    let message = "records are expected, and the file holds rules";
                    findings.push(Diagnostic::new(Code::ExpectationMissed, message).at(expected.place.clone()));
                }
                // A faulty rules file is a finding whatever is expected of its counts.
                let sound = findings.is_empty() && report.own_status() == 0;
                report.expected = Some(sound);
            }
            (Some(rules), None) => {
                const DEPTHS: u32 = 2;
                let counts = (1..=DEPTHS).filter_map(|depth| Some((None, depth, counted(rules, None, depth).ok()?)));
                observed.perft.extend(counts);
            }
            (None, _) => {}
        }
        report.findings.extend(findings);
        Held { report, observed, was_expected: false }
    }
}

fn miscounted(count: &ExpectedPerft, nodes: u64) -> Diagnostic {
    let message = format!("{} positions are expected at depth {}, and {nodes} found", count.nodes, count.depth);
    Diagnostic::new(Code::ExpectationMissed, message).at(count.place.clone())
}

/// The number of positions at a depth of a variant, or of the one that the file stands for.
fn counted(rules: &LoadedRules, title: Option<&str>, depth: u32) -> Result<u64, String> {
    let variant = match title {
        Some(title) => find_title(rules, title, None).map(|(index, _)| index),
        None => default_variant(rules),
    };
    let index = variant.map_err(|finding| finding.message)?;
    let compiled = rules.variant(index);
    let game = compiled.game.as_ref().filter(|game| game.engine.is_none()).ok_or("the rules cannot be used")?;
    let options = PerftOptions { entries: false, every_leaf: false };
    perft(&mut Playthrough::new(Arc::clone(game)), depth, options).map_err(|error| error.to_string())
}

/// What is to be said of a record in the terms of expectations.
fn observe(record: &Record, report: &RecordReport, seen: Option<&Seen>, plies: BTreeSet<u32>) -> ObservedRecord {
    let decisive = report.findings.iter().find(|finding| finding.severity == Severity::Error);
    let mut observed = ObservedRecord {
        verdict: report.verdict,
        fault: decisive.map(|finding| (finding.ply, finding.code)),
        fen: None,
        moves: plies.iter().map(|&ply| (ply, None)).collect(),
    };
    let Some(Seen { game, spelling, options, .. }) = seen else { return observed };
    let setup = match &options.start {
        Some(setup) => Some(setup.clone()),
        None => start_setup(record, game, options.profile.as_ref(), &mut Diagnostics::new()).ok(),
    };
    let Some(setup) = setup else { return observed };
    let clock = options.start_clock;
    let mut counter = Counter { spelling, observed: &mut observed, playable: report.plies_legal, clock };
    counter.at(&mut Playthrough::from_setup(Arc::clone(game), setup), 0);
    let _ = replay_observed(record, game, options, &mut counter);
    observed
}

/// Counts moves and notes the last position.
struct Counter<'a> {
    spelling: &'a Spelling,
    observed: &'a mut ObservedRecord,
    playable: u32,
    /// Plies since the last capture or Pawn move.
    clock: u32,
}

impl Counter<'_> {
    fn at(&mut self, playthrough: &mut Playthrough, ply: u32) {
        if let Some(number) = self.observed.moves.get_mut(&ply) {
            *number = Some(playthrough.legal_moves().iter().count() as u64);
        }
        if ply == self.playable {
            self.observed.fen = Some(fen::write(playthrough, self.spelling, self.clock));
        }
    }
}

impl Observer for Counter<'_> {
    fn before(&mut self, playthrough: &mut Playthrough, _: usize, chosen: &Move) {
        self.clock = self.spelling.clock_after(self.clock, playthrough.position(), chosen.as_ref());
    }

    fn after(&mut self, playthrough: &mut Playthrough, index: usize) {
        self.at(playthrough, u32::try_from(index + 1).unwrap_or(u32::MAX));
    }
}

/// What is not as expected, each in words.
fn missed(expected: &ExpectedRecord, found: &ObservedRecord) -> Vec<String> {
    let mut missed = Vec::new();
    let differ =
        |what: &str, expected: String, found: String| format!("{what} {expected} is expected, and {found} found");
    if expected.verdict != found.verdict {
        missed.push(differ("the verdict", expected.verdict.name().to_owned(), found.verdict.name().to_owned()));
    }
    let (ply, code) = found.fault.map_or((None, None), |(ply, code)| (ply, Some(code)));
    let or_none = |text: Option<String>| text.unwrap_or_else(|| "none".to_owned());
    if expected.ply.is_some() && expected.ply != ply {
        missed.push(differ(
            "ply",
            or_none(expected.ply.map(|ply| ply.to_string())),
            or_none(ply.map(|ply| ply.to_string())),
        ));
    }
    if expected.code.is_some() && expected.code != code {
        let named = |code: Option<Code>| or_none(code.map(|code| format!("{code} {}", code.slug())));
        missed.push(differ("the code", named(expected.code), named(code)));
    }
    if expected.fen.is_some() && expected.fen != found.fen {
        let quoted = |fen: &Option<String>| or_none(fen.as_ref().map(|fen| format!("`{fen}`")));
        missed.push(differ("the position", quoted(&expected.fen), quoted(&found.fen)));
    }
    for (&ply, &number) in &expected.moves {
        let there = found.moves.get(&ply).copied().flatten();
        if there != Some(number) {
            let there = there.map_or_else(|| "no such position".to_owned(), |there| there.to_string());
            missed.push(format!("{number} legal moves are expected after entry {ply}, and {there} found"));
        }
    }
    missed
}

/// Writes the outcome into the report. What is expected of a record is no finding any more.
fn judge(report: &mut RecordReport, missed: Vec<String>, expected: &ExpectedRecord) {
    report.expected = Some(missed.is_empty());
    if missed.is_empty() {
        report.findings.clear();
        return;
    }
    let misses = missed.into_iter().map(|message| {
        Diagnostic::new(Code::ExpectationMissed, message)
            .at(expected.place.clone())
            .help("mend the record or the rules, or run `scoresheet check --bless` if this is right now")
    });
    report.findings.splice(0..0, misses);
}
