//! What a run says of its inputs: one report an input, one verdict a record, and the totals.

use super::causes::{Causes, SharedCause};
use super::{Diagnostic, Severity};

/// The answer to "is this record sound?" (`docs/architecture.md`, verdicts).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Every entry is legal.
    Legal,
    /// Every entry is legal, some in another sense than written.
    LegalAfterRepair,
    /// An entry is no legal move.
    Illegal,
    /// An entry stands after the end of the game.
    AfterTheEnd,
    /// An entry fits several legal moves.
    Ambiguous,
    /// An entry, a name or the head cannot be read.
    Unreadable,
    /// All entries are legal; a claim of the record is not what the rules give.
    Contradiction,
    /// The rules are not known or cannot decide.
    CannotCheck,
}

impl Verdict {
    /// Every verdict.
    pub const ALL: &'static [Self] = &[
        Self::Legal,
        Self::LegalAfterRepair,
        Self::Illegal,
        Self::AfterTheEnd,
        Self::Ambiguous,
        Self::Unreadable,
        Self::Contradiction,
        Self::CannotCheck,
    ];

    /// The word used in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Legal => "legal",
            Self::LegalAfterRepair => "legal-after-repair",
            Self::Illegal => "illegal",
            Self::AfterTheEnd => "after-the-end",
            Self::Ambiguous => "ambiguous",
            Self::Unreadable => "unreadable",
            Self::Contradiction => "contradiction",
            Self::CannotCheck => "cannot-check",
        }
    }

    /// The exit status that this verdict alone gives: 0 nothing wrong, 1 findings, 2 cannot be read, 3 cannot check.
    #[must_use]
    pub const fn exit_status(self) -> u8 {
        match self {
            Self::Legal | Self::LegalAfterRepair => 0,
            Self::Illegal | Self::AfterTheEnd | Self::Ambiguous | Self::Contradiction => 1,
            Self::Unreadable => 2,
            Self::CannotCheck => 3,
        }
    }
}

/// Which rules were used for a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesUsed {
    /// File name of the rules, without folders.
    pub file: String,
    /// Title of the variant inside the file.
    pub variant: String,
    /// SHA-256 of the rules file's bytes, in lower-case hexadecimal.
    pub sha256: String,
    /// Whether the rules come with the program.
    pub bundled: bool,
}

/// The result a record claims and the one the rules give: `1-0`, `0-1`, `1/2-1/2`, `*`, or a winner's name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResultReport {
    /// As claimed by the record.
    pub claimed: Option<String>,
    /// As the rules give it; `*` while the game is open, `None` when nothing was replayed.
    pub computed: Option<String>,
}

/// The report of one record.
#[derive(Clone, Debug)]
pub struct RecordReport {
    /// Number of the record in its input, from 1.
    pub index: u32,
    /// The game's name, as far as known.
    pub game: Option<String>,
    /// The rules used.
    pub rules: Option<RulesUsed>,
    /// The verdict.
    pub verdict: Verdict,
    /// All entries of the record, also those after a fault.
    pub plies: u32,
    /// Entries before the first fault.
    pub plies_legal: u32,
    /// Claimed and computed result.
    pub result: ResultReport,
    /// The findings, in the order of the record.
    pub findings: Vec<Diagnostic>,
    /// The exit status in place of the verdict's own, where settings of the user have a say in what counts.
    pub weighed: Option<u8>,
    /// Whether the record is as expected, where something is expected of it. Nothing else counts then.
    pub expected: Option<bool>,
}

impl RecordReport {
    /// The exit status that this record gives.
    #[must_use]
    pub fn exit_status(&self) -> u8 {
        match self.expected {
            Some(met) => u8::from(!met),
            None => self.weighed.unwrap_or_else(|| self.verdict.exit_status()),
        }
    }
}

/// One variant that a rules file defines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantReport {
    /// Title of the variant.
    pub variant: String,
    /// Names of the players, in order.
    pub players: Vec<String>,
    /// Number of cells of the board.
    pub cells: usize,
    /// Number of piece types.
    pub piece_types: usize,
}

/// Which part of an input a report covers. An input with very many records is reported in several parts, one after the
/// other, so that no run has to hold all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Whether nothing of the input was reported before.
    pub first: bool,
    /// Whether nothing more of the input follows.
    pub last: bool,
}

impl Part {
    /// All of an input.
    pub const WHOLE: Self = Self { first: true, last: true };
}

/// The report of one input, or of a part of it.
#[derive(Clone, Debug)]
pub struct InputReport {
    /// The path as given.
    pub path: String,
    /// `zsg`, `zrf`, `courier`, `pgn`, `yaml`, `json`; `None` where unknown.
    pub format: Option<&'static str>,
    /// The records in it.
    pub records: Vec<RecordReport>,
    /// Findings about the input itself, or about a rules file.
    pub findings: Vec<Diagnostic>,
    /// The variants of a rules file.
    pub rules: Option<Vec<VariantReport>>,
    /// Which part of the input this is. Findings about the input itself stand in the last one.
    pub part: Part,
    /// Whether the input, apart from its records, is as expected, where something is expected of it.
    pub expected: Option<bool>,
}

impl InputReport {
    /// An input without anything in it yet.
    #[must_use]
    pub fn new(path: impl Into<String>, format: Option<&'static str>) -> Self {
        Self {
            path: path.into(),
            format,
            records: Vec::new(),
            findings: Vec::new(),
            rules: None,
            part: Part::WHOLE,
            expected: None,
        }
    }

    /// Whether the input gave no record though it should have: missing, binary, of no known form.
    #[must_use]
    pub fn is_unreadable(&self) -> bool {
        // A part that is not the first one follows records.
        self.part.first && self.records.is_empty() && self.rules.is_none() && self.has_error()
    }

    /// The name of one of its records in a report: that of the input, with the number of the record where there are
    /// several.
    #[must_use]
    pub fn name_of(&self, record: &RecordReport) -> String {
        if self.records.len() > 1 || self.part != Part::WHOLE {
            format!("{}, record {}", self.path, record.index)
        } else {
            self.path.clone()
        }
    }

    /// The exit status that this input alone gives. A larger trouble wins: 2 over 1 over 3 over 0.
    #[must_use]
    pub fn exit_status(&self) -> u8 {
        let of_records = self.records.iter().map(RecordReport::exit_status).fold(0, worse);
        worse(of_records, self.own_status())
    }

    /// The exit status that the input gives apart from its records.
    #[must_use]
    pub fn own_status(&self) -> u8 {
        use super::{Code, Kind};
        if let Some(met) = self.expected {
            return u8::from(!met);
        }
        let mut worst = 0;
        if self.rules.is_some() {
            if self.has_error() {
                worst = worse(worst, 1);
            } else if self.findings.iter().any(|finding| finding.code == Code::NeedsEngine) {
                worst = worse(worst, 3);
            }
        } else {
            for finding in self.findings.iter().filter(|finding| finding.severity == Severity::Error) {
                worst = worse(
                    worst,
                    match finding.code.kind() {
                        _ if finding.code.severity() < Severity::Error => 1,
                        Kind::CannotCheck => 3,
                        _ => 2,
                    },
                );
            }
        }
        worst
    }

    /// Lets settings of the user have a say in what is reported and what counts: `judge` may change the severity of a
    /// finding (given with the number of its record, if it is in one) and says whether it is reported. Verdicts stay as
    /// they are. A record whose errors have all been lowered or left out gives the exit status 0, one with a finding
    /// that was raised to an error at least 1. To be called once.
    pub fn weigh(&mut self, judge: &mut dyn FnMut(Option<u32>, &mut Diagnostic) -> bool) {
        self.findings.retain_mut(|finding| judge(None, finding));
        for record in &mut self.records {
            let is_error = |finding: &Diagnostic| finding.severity == Severity::Error;
            let (mut had, mut kept, mut raised) = (false, false, false);
            record.findings.retain_mut(|finding| {
                let was_error = is_error(finding);
                let reported = judge(Some(record.index), finding);
                let counts = reported && is_error(finding);
                had |= was_error;
                kept |= was_error && counts;
                raised |= !was_error && counts;
                reported
            });
            let own = if kept || !had { record.verdict.exit_status() } else { 0 };
            record.weighed = Some(worse(own, u8::from(raised)));
        }
    }

    fn has_error(&self) -> bool {
        self.findings.iter().any(|finding| finding.severity == Severity::Error)
    }
}

/// How much an exit status weighs: 2 over 1 over 3 over 0.
#[must_use]
pub(crate) const fn weight(status: u8) -> u8 {
    match status {
        2 => 3,
        1 => 2,
        3 => 1,
        _ => 0,
    }
}

/// The larger of two exit statuses by their weight.
#[must_use]
pub const fn worse(a: u8, b: u8) -> u8 {
    if weight(b) > weight(a) { b } else { a }
}

/// Totals of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Inputs looked at.
    pub inputs: u32,
    /// Records in them.
    pub records: u32,
    /// Records with the verdict `legal`.
    pub legal: u32,
    /// Records with the verdict `legal-after-repair`.
    pub repaired: u32,
    /// Records with the verdict `illegal`.
    pub illegal: u32,
    /// Records with the verdict `after-the-end`.
    pub after_end: u32,
    /// Records with the verdict `ambiguous`.
    pub ambiguous: u32,
    /// Records with the verdict `unreadable`, and inputs that gave no record.
    pub unreadable: u32,
    /// Records with the verdict `contradiction`.
    pub contradiction: u32,
    /// Records with the verdict `cannot-check`.
    pub cannot_check: u32,
    /// Entries of all records.
    pub plies: u64,
    exit_status: u8,
    causes: Causes,
}

impl Summary {
    /// Counts one input, or a part of it.
    pub fn add(&mut self, input: &InputReport) {
        self.inputs += u32::from(input.part.first);
        self.exit_status = worse(self.exit_status, input.exit_status());
        if input.is_unreadable() {
            self.unreadable += 1;
        }
        for record in &input.records {
            self.records += 1;
            self.causes.add(&input.path, record);
            self.plies += u64::from(record.plies);
            *match record.verdict {
                Verdict::Legal => &mut self.legal,
                Verdict::LegalAfterRepair => &mut self.repaired,
                Verdict::Illegal => &mut self.illegal,
                Verdict::AfterTheEnd => &mut self.after_end,
                Verdict::Ambiguous => &mut self.ambiguous,
                Verdict::Unreadable => &mut self.unreadable,
                Verdict::Contradiction => &mut self.contradiction,
                Verdict::CannotCheck => &mut self.cannot_check,
            } += 1;
        }
    }

    /// The causes that several records share, those of most records first.
    #[must_use]
    pub fn shared_causes(&self) -> Vec<SharedCause> {
        self.causes.shared()
    }

    /// The exit status of the run: the largest trouble of all inputs.
    #[must_use]
    pub const fn exit_status(&self) -> u8 {
        self.exit_status
    }
}

#[cfg(test)]
mod tests {
    use super::{InputReport, RecordReport, ResultReport, Verdict};
    use crate::diagnostic::{Code, Diagnostic, Level, Severities};

    fn record(verdict: Verdict, codes: &[Code]) -> RecordReport {
        RecordReport {
            index: 1,
            game: None,
            rules: None,
            verdict,
            plies: 1,
            plies_legal: 0,
            result: ResultReport::default(),
            findings: codes.iter().map(|&code| Diagnostic::new(code, "x")).collect(),
            weighed: None,
            expected: None,
        }
    }

    #[test]
    fn settings_say_what_counts() {
        let number = || record(Verdict::Legal, &[Code::NumberOff]);
        let illegal = || record(Verdict::Illegal, &[Code::NoSuchMove, Code::NumberOff]);
        let unknown = || record(Verdict::CannotCheck, &[Code::NoRules]);
        for (records, settings, status, left) in [
            (vec![number()], vec![], 0, 1),
            (vec![number()], vec![("warnings", Level::Deny)], 1, 1),
            (vec![number()], vec![("V001", Level::Allow)], 0, 0),
            (vec![illegal()], vec![("M001", Level::Warn)], 0, 2),
            (vec![illegal()], vec![("M001", Level::Allow), ("V001", Level::Deny)], 1, 1),
            (vec![unknown()], vec![], 3, 1),
            (vec![unknown()], vec![("K004", Level::Warn)], 0, 1),
            (vec![unknown(), illegal()], vec![("K004", Level::Deny)], 1, 3),
            (vec![unknown(), number()], vec![("K004", Level::Deny)], 3, 2),
        ] {
            let mut severities = Severities::default();
            settings.iter().for_each(|&(name, level)| severities.set(name, level).unwrap());
            let mut input = InputReport::new("a.zsg", Some("zsg"));
            input.records = records;
            input.weigh(&mut |_, finding| severities.apply(finding));
            let found: usize = input.records.iter().map(|record| record.findings.len()).sum();
            assert_eq!((input.exit_status(), found), (status, left), "{settings:?}");
        }
    }

    #[test]
    fn findings_of_an_input_weigh_by_their_severity() {
        let status = |level| {
            let mut severities = Severities::default();
            severities.set("S008", level).unwrap();
            severities.set("S001", Level::Warn).unwrap();
            let mut input = InputReport::new("a.zsg", Some("zsg"));
            input.findings.push(Diagnostic::new(Code::EncodingAssumed, "x"));
            input.findings.push(Diagnostic::new(Code::InputMissing, "x"));
            input.weigh(&mut |_, finding| severities.apply(finding));
            input.exit_status()
        };
        assert_eq!((status(Level::Deny), status(Level::Warn)), (1, 0));
    }
}
