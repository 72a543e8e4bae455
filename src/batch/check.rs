//! One input to its report: records are replayed, rules files are compiled variant by variant.

use std::mem::take;
use std::path::Path;
use std::sync::Arc;

use super::choose::{Choice, Chooser, find_title};
use super::discover::{Input, InputSource};
use super::each::{PortionOf, each};
use super::idle::IdlePieces;
use super::kind::InputKind;
use super::open::{Opened, bytes_of, open_bytes};
use super::store::LoadedRules;
use crate::diagnostic::{
    Code, Diagnostic, Diagnostics, InputReport, RecordReport, ResultReport, Severity, VariantReport, Verdict,
};
use crate::export::facts::{Gathered, Needs, gather};
use crate::game::Game;
use crate::notation::Spelling;
use crate::record::{Notation, Record};
use crate::replay::plain::plain_replay;
use crate::replay::{ReplayOptions, Replayed, replay};

/// What a check needs to know beside its inputs.
#[derive(Debug)]
pub struct Checker {
    /// Chooses the rules.
    pub chooser: Chooser,
    /// How records are replayed.
    pub replay: ReplayOptions,
}

/// How closely a record is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// For the verdict.
    Check,
    /// For what an export needs, too.
    Gather(Needs),
}

/// A record that was looked at.
#[derive(Debug)]
pub(super) struct Checked {
    /// The report.
    pub(super) report: RecordReport,
    /// What was seen, where that was asked for and the rules can be used.
    pub(super) seen: Option<Seen>,
}

/// What exporters need of a record that was replayed.
#[derive(Debug)]
pub(super) struct Seen {
    /// The rules.
    pub(super) game: Arc<Game>,
    /// How they were chosen.
    pub(super) choice: Choice,
    /// How the game is spelled.
    pub(super) spelling: Arc<Spelling>,
    /// How the record was replayed.
    pub(super) options: ReplayOptions,
    /// What the replay gave; its findings stand in the report.
    pub(super) gathered: Gathered,
}

impl Checker {
    /// Gives the reports of inputs to `sink`, in order. Long files of several games are reported in portions, so that
    /// memory does not grow with them.
    ///
    /// # Errors
    ///
    /// The first error of `sink`; the rest is left undone.
    pub fn check_all<E>(&self, inputs: &[Input], sink: &mut dyn FnMut(InputReport) -> Result<(), E>) -> Result<(), E> {
        let whole = |input: &Input, bytes: Result<&[u8], Diagnostic>| self.check_read(input, bytes);
        let portion = |input: &Input, portion: &PortionOf| Some(self.portion(input, portion));
        each(inputs, &whole, &portion, &mut |_, report| report.map_or(Ok(()), &mut *sink))
    }

    /// The report of an input; `None` for a file of a folder that is of no known form.
    #[must_use]
    pub fn check(&self, input: &Input) -> Option<InputReport> {
        self.check_read(input, bytes_of(input).as_deref().map_err(Clone::clone))
    }

    fn check_read(&self, input: &Input, bytes: Result<&[u8], Diagnostic>) -> Option<InputReport> {
        match bytes {
            Ok(bytes) => self.check_bytes(input, bytes),
            Err(finding) => self.whole(input, Err(finding)),
        }
    }

    /// The report of an input whose bytes are at hand; `None` for a file of a folder that is of no known form.
    #[must_use]
    pub fn check_bytes(&self, input: &Input, bytes: &[u8]) -> Option<InputReport> {
        self.glance(input, bytes).or_else(|| self.whole(input, open_bytes(input, bytes)))
    }

    pub(super) fn whole(&self, input: &Input, opened: Result<Opened, Diagnostic>) -> Option<InputReport> {
        match opened {
            Ok(Opened::Rules(rules)) => Some(self.rules(input, &rules)),
            Ok(Opened::Records { kind, records, findings }) => Some(self.records(input, kind, &records, findings)),
            Err(finding) if finding.code == Code::FormUnknown && may_be_passed_over(input) => None,
            Err(finding) => {
                let kind = input.path().and_then(InputKind::by_ending).map(InputKind::name);
                Some(faulty(input, kind, finding))
            }
        }
    }

    fn portion(&self, input: &Input, portion: &PortionOf) -> InputReport {
        portion.report(input, |record, read| self.examine(record, input.path(), read.to_vec(), Look::Check).report)
    }

    fn records(
        &self,
        input: &Input,
        kind: InputKind,
        records: &[(Record, Vec<Diagnostic>)],
        findings: Vec<Diagnostic>,
    ) -> InputReport {
        let mut report = InputReport::new(input.name.clone(), Some(kind.name()));
        report.findings = findings;
        for (number, (record, read)) in records.iter().enumerate() {
            let mut checked = self.examine(record, input.path(), read.clone(), Look::Check).report;
            checked.index = u32::try_from(number + 1).unwrap_or(u32::MAX);
            report.records.push(checked);
        }
        report
    }

    /// Reads a record under each edition of the rules there is, and keeps the best verdict.
    pub(super) fn examine(&self, record: &Record, path: Option<&Path>, read: Vec<Diagnostic>, look: Look) -> Checked {
        let again = self.chooser.reread(record, path);
        let (record, read) = match &again {
            Some((record, findings)) => (record, findings.clone()),
            None => (record, read),
        };
        let choices = match self.chooser.choose(record, path) {
            Ok(choices) => choices,
            Err(finding) => {
                let mut report = unchecked(record, None, read, finding);
                if record.notation == Notation::Courier {
                    let profile = self.chooser.profile(record, path).ok().flatten();
                    let profile = profile.as_ref().map(|loaded| &*loaded.profile);
                    report.findings.extend(plain_replay(record, profile, None).findings);
                }
                return Checked { report, seen: None };
            }
        };
        let mut all: Vec<_> = choices.iter().map(|choice| self.under(record, choice, read.clone(), look)).collect();
        let best = (0..all.len()).min_by_key(|&index| (rank(&all[index].report), index)).unwrap_or(0);
        let compared = (all.len() > 1).then(|| compare(&choices, &all));
        let mut checked = all.swap_remove(best);
        checked.report.findings.extend(compared);
        checked
    }

    fn under(&self, record: &Record, choice: &Choice, mut findings: Vec<Diagnostic>, look: Look) -> Checked {
        findings.extend(choice.findings.iter().cloned());
        let game = match usable(choice) {
            Ok((game, remark)) => {
                findings.extend(remark);
                game
            }
            Err(finding) => {
                return Checked { report: unchecked(record, Some(choice), findings, finding), seen: None };
            }
        };
        let spelling = choice.spelling(game);
        let start = self.chooser.start();
        let options = match choice.replay_options(record, game, &spelling, &self.replay, start, &mut findings) {
            Ok(options) => options,
            Err(mut problems) => {
                let last = problems.pop().unwrap_or_else(|| Diagnostic::new(Code::StartUnknown, "no start position"));
                findings.extend(problems);
                return Checked { report: unchecked(record, Some(choice), findings, last), seen: None };
            }
        };
        let (replayed, seen) = match look {
            Look::Check => (replay(record, game, &options), None),
            Look::Gather(needs) => {
                let mut gathered = gather(record, game, &spelling, &options, needs);
                let (result, findings) = (gathered.replayed.result.clone(), take(&mut gathered.replayed.findings));
                let replayed = Replayed { result, findings, verdicts: Vec::new(), ..gathered.replayed };
                (replayed, Some(Seen { game: Arc::clone(game), choice: choice.clone(), spelling, options, gathered }))
            }
        };
        Checked { report: judged(choice, game, findings, replayed), seen }
    }

    /// Compiles all variants of a rules file, or the one of `--variant`, one after the other.
    fn rules(&self, input: &Input, rules: &LoadedRules) -> InputReport {
        let mut findings = Diagnostics::new();
        findings.extend(rules.findings.iter().cloned().map(|finding| as_include(input, finding)));
        let wanted = match self.chooser.title().filter(|_| !rules.variants().is_empty()) {
            Some(title) => match find_title(rules, title, None) {
                Ok((index, finding)) => {
                    findings.extend(finding);
                    index..index + 1
                }
                Err(finding) => return faulty(input, Some(InputKind::Rules.name()), finding),
            },
            None => 0..rules.variants().len(),
        };
        rules.rules().lint(&mut findings);
        let (mut variants, mut idle) = (Vec::new(), IdlePieces::default());
        for index in wanted {
            let compiled = rules.compile(index);
            findings.extend(compiled.findings);
            if let Some(game) = compiled.game {
                idle.note(&game);
                variants.push(VariantReport {
                    variant: rules.variants()[index].title.clone(),
                    players: game.players.iter().map(str::to_owned).collect(),
                    cells: game.board.cell_count(),
                    piece_types: game.pieces.len(),
                });
            }
        }
        idle.report(&mut findings);
        let mut report = InputReport::new(input.name.clone(), Some(InputKind::Rules.name()));
        report.findings = findings.into_sorted();
        report.rules = Some(variants);
        report
    }
}

/// Whether an input of no known form was only met in a folder, under a name that promised nothing.
fn may_be_passed_over(input: &Input) -> bool {
    let promises = |kind| !matches!(kind, InputKind::Yaml | InputKind::Json);
    matches!(&input.source, InputSource::Walked(path) if !InputKind::by_ending(path).is_some_and(promises))
}

/// The game of a choice, with a remark where its rules have faults of their own.
///
/// # Errors
///
/// A finding (K003, K005) where the rules cannot decide.
pub fn usable(choice: &Choice) -> Result<(&Arc<Game>, Option<Diagnostic>), Diagnostic> {
    let variant = choice.rules.variant(choice.variant);
    let path = &choice.rules.path;
    let error = choice.rules.findings.iter().chain(&variant.findings).find(|found| found.severity == Severity::Error);
    let cause = |finding: Diagnostic| match error.and_then(|found| found.place.clone().map(|place| (found, place))) {
        Some((found, place)) => finding.related(place, found.message.clone()),
        None => finding,
    };
    let help = format!("run `scoresheet check {path}` for all findings");
    let Some(game) = &variant.game else {
        let title = &choice.rules.variants()[choice.variant].title;
        let message = format!("the rules of \"{title}\" in {path} cannot be used");
        return Err(cause(Diagnostic::new(Code::RulesUnusable, message)).help(help));
    };
    if let Some(place) = &game.engine {
        let message = format!("the rules of \"{}\" live in an outside engine", game.title);
        return Err(Diagnostic::new(Code::EngineRules, message).related(place.clone(), "the engine is named here"));
    }
    let faulty = Diagnostic::new(Code::RulesFaulty, format!("the rules file {path} has faults of its own"));
    Ok((game, error.map(|_| cause(faulty).help(help))))
}

/// A report of an input that gave no record.
fn faulty(input: &Input, format: Option<&'static str>, finding: Diagnostic) -> InputReport {
    let mut report = InputReport::new(input.name.clone(), format);
    report.findings.push(finding);
    report
}

/// The report of a record that was replayed. `findings` are those of reading it and of choosing its rules.
pub(super) fn judged(choice: &Choice, game: &Game, mut findings: Vec<Diagnostic>, replayed: Replayed) -> RecordReport {
    // An entry that cannot be read is told of as it is read, and again where the replay meets it.
    findings.retain(|read| !replayed.findings.contains(read));
    findings.extend(replayed.findings);
    RecordReport {
        index: 1,
        game: Some(game.title.clone()),
        rules: Some(choice.rules.used(choice.variant)),
        verdict: replayed.verdict,
        plies: replayed.plies,
        plies_legal: replayed.plies_legal,
        result: replayed.result,
        findings,
        weighed: None,
        expected: None,
    }
}

/// A report of a record that no rules could be held against.
fn unchecked(record: &Record, choice: Option<&Choice>, read: Vec<Diagnostic>, finding: Diagnostic) -> RecordReport {
    let named = record.rules.variant.as_ref().or(record.rules.game.as_ref());
    let mut findings = read;
    findings.push(finding);
    RecordReport {
        index: 1,
        game: named.map(|word| word.text.to_string()).filter(|name| !name.is_empty()),
        rules: choice.map(|choice| choice.rules.used(choice.variant)),
        verdict: Verdict::CannotCheck,
        plies: u32::try_from(record.entries.len()).unwrap_or(u32::MAX),
        plies_legal: 0,
        result: ResultReport { claimed: record.claimed.as_ref().map(|word| word.text.to_string()), computed: None },
        findings,
        weighed: None,
        expected: None,
    }
}

/// A file to be included by others defines no game, and need not.
fn as_include(input: &Input, mut finding: Diagnostic) -> Diagnostic {
    let is_include = Path::new(&input.name).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("inc"));
    if is_include && finding.code == Code::NoGame {
        finding.severity = Severity::Note;
    }
    finding
}

/// Verdicts from the best to the worst; of two that stop, the one that stops later is better.
fn rank(report: &RecordReport) -> (u8, u32) {
    let verdict = match report.verdict {
        Verdict::Legal => 0,
        Verdict::LegalAfterRepair => 1,
        Verdict::Contradiction => 2,
        Verdict::AfterTheEnd => 3,
        Verdict::Ambiguous => 4,
        Verdict::Illegal => 5,
        Verdict::Unreadable => 6,
        Verdict::CannotCheck => 7,
    };
    (verdict, u32::MAX - report.plies_legal)
}

/// Says which editions accept a record, and where the others stop.
fn compare(choices: &[Choice], checked: &[Checked]) -> Diagnostic {
    let mut accepted = Vec::new();
    let mut refused = Vec::new();
    for (choice, Checked { report, .. }) in choices.iter().zip(checked) {
        let path = &choice.rules.path;
        if report.verdict.exit_status() == 0 {
            accepted.push(path.as_str());
            continue;
        }
        let first = report.findings.iter().find(|found| found.severity == Severity::Error && found.ply.is_some());
        let place = first.and_then(|found| found.ply).map_or_else(String::new, |ply| format!(" at ply {ply}"));
        refused.push(format!("{} under {path}{place}", report.verdict.name()));
    }
    let mut parts = Vec::new();
    if !accepted.is_empty() {
        parts.push(format!("accepted under {}", accepted.join(", ")));
    }
    parts.extend(refused);
    Diagnostic::new(Code::EditionsCompared, parts.join("; "))
}
