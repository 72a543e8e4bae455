//! The JSON document of `docs/report-format.md`.
//!
//! Records are written as they come, so the frame of the document is written by hand around them.

use std::io::{self, Write};

use serde::Serialize;

use super::Reporter;
use crate::diagnostic::{
    Diagnostic, InputReport, RecordReport, Related, ResultReport, RulesUsed, Summary, VariantReport,
};

/// Version of the document's form. It grows only when a key changes its meaning or goes away.
const SCHEMA_VERSION: u32 = 1;

/// The format for programs.
pub(super) struct Json<'w> {
    out: &'w mut dyn Write,
    inputs: usize,
    /// Records of the input under way that were written.
    records: usize,
    /// What was found about the input under way.
    findings: Vec<Diagnostic>,
}

impl<'w> Json<'w> {
    pub(super) fn new(out: &'w mut dyn Write) -> Self {
        Self { out, inputs: 0, records: 0, findings: Vec::new() }
    }

    fn head(&mut self) -> io::Result<()> {
        let (name, version) = (env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
        write!(self.out, "{{\n  \"schema_version\": {SCHEMA_VERSION},\n")?;
        write!(self.out, "  \"tool\": {{\"name\": \"{name}\", \"version\": \"{version}\"}},\n  \"inputs\": [")
    }
}

impl Json<'_> {
    /// A value as it stands `depth` levels deep, each of two blanks. Its first line stands where the writing is.
    fn value(&mut self, depth: usize, value: &impl Serialize) -> io::Result<()> {
        let text = serde_json::to_string_pretty(value)?;
        // Strings hold no raw line ends, so every line is a line of the layout.
        let mut lines = text.lines();
        self.out.write_all(lines.next().unwrap_or_default().as_bytes())?;
        lines.try_for_each(|line| write!(self.out, "\n{:depth$}{line}", "", depth = 2 * depth))
    }

    fn begin_input(&mut self, input: &InputReport) -> io::Result<()> {
        if self.inputs == 0 {
            self.head()?;
        } else {
            self.out.write_all(b",")?;
        }
        self.inputs += 1;
        self.records = 0;
        self.out.write_all(b"\n    {\n      \"path\": ")?;
        self.value(3, &input.path)?;
        self.out.write_all(b",\n      \"format\": ")?;
        self.value(3, &input.format)?;
        if let Some(variants) = &input.rules {
            self.out.write_all(b",\n      \"rules\": ")?;
            self.value(3, &variants.iter().map(Variant::from).collect::<Vec<_>>())?;
        }
        self.out.write_all(b",\n      \"records\": [")
    }

    fn end_input(&mut self, path: &str) -> io::Result<()> {
        let end: &[u8] = if self.records == 0 { b"]" } else { b"\n      ]" };
        self.out.write_all(end)?;
        self.out.write_all(b",\n      \"findings\": ")?;
        let findings = std::mem::take(&mut self.findings);
        self.value(3, &findings.iter().map(|finding| Finding::new(finding, path)).collect::<Vec<_>>())?;
        self.out.write_all(b"\n    }")
    }
}

impl Reporter for Json<'_> {
    fn takes_portions(&self) -> bool {
        true
    }

    fn input(&mut self, input: &InputReport) -> io::Result<()> {
        if !input.continued {
            self.begin_input(input)?;
        }
        for record in &input.records {
            let before: &[u8] = if self.records == 0 { b"\n        " } else { b",\n        " };
            self.out.write_all(before)?;
            self.records += 1;
            self.value(4, &Record::new(record, &input.path))?;
        }
        self.findings.extend(input.findings.iter().cloned());
        if input.to_be_continued { Ok(()) } else { self.end_input(&input.path) }
    }

    fn finish(&mut self, summary: &Summary) -> io::Result<()> {
        if self.inputs == 0 {
            self.head()?;
        } else {
            self.out.write_all(b"\n  ")?;
        }
        let summary = serde_json::to_string(&Totals::from(summary))?;
        write!(self.out, "],\n  \"summary\": {summary}\n}}\n")?;
        self.out.flush()
    }
}

#[derive(Serialize)]
struct Variant<'a> {
    variant: &'a str,
    players: &'a [String],
    cells: usize,
    piece_types: usize,
}

impl<'a> From<&'a VariantReport> for Variant<'a> {
    fn from(report: &'a VariantReport) -> Self {
        Self {
            variant: &report.variant,
            players: &report.players,
            cells: report.cells,
            piece_types: report.piece_types,
        }
    }
}

#[derive(Serialize)]
struct Record<'a> {
    index: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<Rules<'a>>,
    verdict: &'a str,
    plies: u32,
    plies_legal: u32,
    result: Outcome<'a>,
    findings: Vec<Finding<'a>>,
}

impl<'a> Record<'a> {
    /// `path` is that of the input.
    fn new(record: &'a RecordReport, path: &str) -> Self {
        Self {
            index: record.index,
            game: record.game.as_deref(),
            rules: record.rules.as_ref().map(Rules::from),
            verdict: record.verdict.name(),
            plies: record.plies,
            plies_legal: record.plies_legal,
            result: Outcome::from(&record.result),
            findings: record.findings.iter().map(|finding| Finding::new(finding, path)).collect(),
        }
    }
}

#[derive(Serialize)]
struct Rules<'a> {
    file: &'a str,
    variant: &'a str,
    sha256: &'a str,
    bundled: bool,
}

impl<'a> From<&'a RulesUsed> for Rules<'a> {
    fn from(used: &'a RulesUsed) -> Self {
        Self { file: &used.file, variant: &used.variant, sha256: &used.sha256, bundled: used.bundled }
    }
}

/// Both keys are always there: `null` says that nothing is claimed, or that nothing was replayed.
#[derive(Serialize)]
struct Outcome<'a> {
    claimed: Option<&'a str>,
    computed: Option<&'a str>,
}

impl<'a> From<&'a ResultReport> for Outcome<'a> {
    fn from(result: &'a ResultReport) -> Self {
        Self { claimed: result.claimed.as_deref(), computed: result.computed.as_deref() }
    }
}

#[derive(Serialize)]
struct Finding<'a> {
    code: &'a str,
    slug: &'a str,
    severity: &'a str,
    kind: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_column: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    legal: &'a [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related: Vec<FurtherPlace<'a>>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    notes: &'a [String],
}

impl<'a> Finding<'a> {
    /// `path` is the input's own: a place in it needs no `file`.
    fn new(finding: &'a Diagnostic, path: &str) -> Self {
        let place = finding.place.as_ref();
        let (start, end) = (place.map(|place| place.start()), place.map(|place| place.end()));
        Self {
            code: finding.code.id(),
            slug: finding.code.slug(),
            severity: finding.severity.name(),
            kind: finding.code.kind().name(),
            file: place.map(|place| place.file.name.as_str()).filter(|name| *name != path),
            ply: finding.ply,
            line: start.map(|start| start.line),
            column: start.map(|start| start.column),
            end_line: end.map(|end| end.line),
            end_column: end.map(|end| end.column),
            text: finding.text.as_deref(),
            message: &finding.message,
            help: finding.help.as_deref(),
            legal: &finding.legal,
            related: finding.related.iter().map(FurtherPlace::from).collect(),
            notes: &finding.notes,
        }
    }
}

#[derive(Serialize)]
struct FurtherPlace<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    message: &'a str,
}

impl<'a> From<&'a Related> for FurtherPlace<'a> {
    fn from(related: &'a Related) -> Self {
        let start = related.place.start();
        Self { file: &related.place.file.name, line: start.line, column: start.column, message: &related.message }
    }
}

#[derive(Serialize)]
struct Totals {
    inputs: u32,
    records: u32,
    legal: u32,
    repaired: u32,
    illegal: u32,
    after_end: u32,
    ambiguous: u32,
    unreadable: u32,
    contradiction: u32,
    cannot_check: u32,
    plies: u64,
}

impl From<&Summary> for Totals {
    fn from(summary: &Summary) -> Self {
        Self {
            inputs: summary.inputs,
            records: summary.records,
            legal: summary.legal,
            repaired: summary.repaired,
            illegal: summary.illegal,
            after_end: summary.after_end,
            ambiguous: summary.ambiguous,
            unreadable: summary.unreadable,
            contradiction: summary.contradiction,
            cannot_check: summary.cannot_check,
            plies: summary.plies,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::{Format, Style, samples};

    #[test]
    fn the_document_has_the_keys_that_programs_rely_on() {
        let document: Value = serde_json::from_str(&samples::render(Format::Json, Style::default())).unwrap();
        assert_eq!(document["schema_version"], 1);
        assert_eq!(document["tool"]["name"], "scoresheet");
        let record = &document["inputs"][0]["records"][0];
        let rules = json!({"file": "small.zrf", "variant": "Small", "sha256": "00ff", "bundled": false});
        assert_eq!(record["rules"], rules);
        assert_eq!((&record["index"], &record["verdict"]), (&json!(1), &json!("illegal")));
        assert_eq!((&record["plies"], &record["plies_legal"]), (&json!(2), &json!(1)));
        assert_eq!(record["result"], json!({"claimed": null, "computed": "*"}));
        assert_eq!(
            record["findings"][0],
            json!({
                "code": "M001", "slug": "no-such-move", "severity": "error", "kind": "illegal-move", "ply": 2,
                "line": 2, "column": 4, "end_line": 2, "end_column": 17, "text": "Horse b2 - c5",
                "message": "no Horse goes from b2 to c5", "help": "write a move that the rules have",
                "legal": ["Horse b2 - c4"]
            })
        );
        assert_eq!(document["summary"]["illegal"], 1);
        assert_eq!(document["summary"]["unreadable"], 1);
    }

    #[test]
    fn places_elsewhere_name_their_file_and_rules_list_their_variants() {
        let document: Value = serde_json::from_str(&samples::render(Format::Json, Style::default())).unwrap();
        let rules = &document["inputs"][1];
        assert_eq!(rules["rules"], json!([{"variant": "Small", "players": ["White"], "cells": 9, "piece_types": 2}]));
        let finding = &rules["findings"][0];
        assert_eq!(finding["file"], "core.inc");
        let call = json!({"file": "small.zrf", "line": 2, "column": 1, "message": "in this call of `row`"});
        assert_eq!(finding["related"], json!([call]));
        assert_eq!(document["inputs"][2]["format"], Value::Null);
    }

    #[test]
    fn a_run_without_inputs_is_a_document_too() {
        let document: Value =
            serde_json::from_str(&samples::render_inputs(Format::Json, Style::default(), &[])).unwrap();
        assert_eq!(document["inputs"], json!([]));
    }

    #[test]
    fn portions_of_an_input_give_the_text_of_the_whole() {
        let mut whole = samples::illegal();
        whole.records.push(whole.records[0].clone());
        whole.findings = samples::missing().findings;
        let portion = |records: std::ops::Range<usize>| {
            let mut portion = whole.clone();
            portion.records = whole.records[records].to_vec();
            portion.findings.clear();
            portion
        };
        let (mut first, mut middle, mut last) = (portion(0..1), portion(0..0), portion(1..2));
        (first.to_be_continued, first.findings) = (true, whole.findings.clone());
        (middle.continued, middle.to_be_continued, last.continued) = (true, true, true);
        let rules = samples::rules();
        let written =
            |inputs: &[crate::diagnostic::InputReport]| samples::render_inputs(Format::Json, Style::default(), inputs);
        assert_eq!(written(&[first, middle, last, rules.clone()]), written(&[whole, rules]));
    }
}
