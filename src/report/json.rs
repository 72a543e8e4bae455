//! The JSON document of `docs/report-format.md`.
//!
//! Inputs are written as they come, so the frame of the document is written by hand around them.

use std::io::{self, Write};

use serde::Serialize;

use super::Reporter;
use crate::diagnostic::{
    Diagnostic, InputReport, RecordReport, Related, ResultReport, RulesUsed, SharedCause, Summary, VariantReport,
};

/// Version of the document's form. It grows only when a key changes its meaning or goes away.
const SCHEMA_VERSION: u32 = 1;

/// The format for programs.
pub(super) struct Json<'w> {
    out: &'w mut dyn Write,
    inputs: usize,
    /// Records written of the input under way.
    records: usize,
}

impl<'w> Json<'w> {
    pub(super) fn new(out: &'w mut dyn Write) -> Self {
        Self { out, inputs: 0, records: 0 }
    }

    fn head(&mut self) -> io::Result<()> {
        let (name, version) = (env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
        write!(self.out, "{{\n  \"schema_version\": {SCHEMA_VERSION},\n")?;
        write!(self.out, "  \"tool\": {{\"name\": \"{name}\", \"version\": \"{version}\"}},\n  \"inputs\": [")
    }

    /// What stands in front of an input's records.
    fn open(&mut self, input: &InputReport) -> io::Result<()> {
        if self.inputs == 0 {
            self.head()?;
        } else {
            self.out.write_all(b",")?;
        }
        self.inputs += 1;
        self.records = 0;
        write!(self.out, "\n    {{\n      \"path\": {},", serde_json::to_string(&input.path)?)?;
        write!(self.out, "\n      \"format\": {},", serde_json::to_string(&input.format)?)?;
        if let Some(rules) = &input.rules {
            let rules: Vec<_> = rules.iter().map(Variant::from).collect();
            self.out.write_all(b"\n      \"rules\": ")?;
            self.value(&rules, 3)?;
            self.out.write_all(b",")?;
        }
        self.out.write_all(b"\n      \"records\": [")
    }

    /// A value over several lines, the further ones indented by `depth` steps. Strings hold no raw line ends, so every
    /// line is a line of the layout.
    fn value(&mut self, value: &impl Serialize, depth: usize) -> io::Result<()> {
        let text = serde_json::to_string_pretty(value)?;
        for (number, line) in text.lines().enumerate() {
            if number > 0 {
                write!(self.out, "\n{:1$}", "", 2 * depth)?;
            }
            self.out.write_all(line.as_bytes())?;
        }
        Ok(())
    }
}

impl Reporter for Json<'_> {
    fn input(&mut self, input: &InputReport) -> io::Result<()> {
        if input.part.first {
            self.open(input)?;
        }
        for record in &input.records {
            self.out.write_all(if self.records == 0 { b"\n        " } else { b",\n        " })?;
            self.records += 1;
            self.value(&Record::new(record, &input.path), 4)?;
        }
        if input.part.last {
            self.out.write_all(if self.records == 0 { b"],\n" } else { b"\n      ],\n" })?;
            self.out.write_all(b"      \"findings\": ")?;
            self.value(&findings(&input.findings, &input.path), 3)?;
            self.out.write_all(b"\n    }")?;
        }
        Ok(())
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

/// Findings as values; `path` is that of their input.
pub(super) fn findings<'a>(list: &'a [Diagnostic], path: &str) -> Vec<Finding<'a>> {
    list.iter().map(|finding| Finding::new(finding, path)).collect()
}

/// A variant that a rules file defines.
#[derive(Serialize)]
pub(super) struct Variant<'a> {
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

/// A record and its verdict.
#[derive(Serialize)]
pub(super) struct Record<'a> {
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
    pub(super) fn new(record: &'a RecordReport, path: &str) -> Self {
        Self {
            index: record.index,
            game: record.game.as_deref(),
            rules: record.rules.as_ref().map(Rules::from),
            verdict: record.verdict.name(),
            plies: record.plies,
            plies_legal: record.plies_legal,
            result: Outcome::from(&record.result),
            findings: findings(&record.findings, path),
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

/// A finding.
#[derive(Serialize)]
pub(super) struct Finding<'a> {
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
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<&'a str>,
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
            board: finding.board.as_deref(),
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

/// The totals of a run.
#[derive(Serialize)]
pub(super) struct Totals {
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
    #[serde(skip_serializing_if = "Vec::is_empty")]
    causes: Vec<Cause>,
}

/// A cause that several records share.
#[derive(Serialize)]
struct Cause {
    code: &'static str,
    slug: &'static str,
    game: Option<String>,
    cause: String,
    records: u32,
    first: String,
}

impl From<SharedCause> for Cause {
    fn from(shared: SharedCause) -> Self {
        let SharedCause { code, game, cause, records, first } = shared;
        Self { code: code.id(), slug: code.slug(), game, cause, records, first }
    }
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
            causes: summary.shared_causes().into_iter().map(Cause::from).collect(),
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
}
