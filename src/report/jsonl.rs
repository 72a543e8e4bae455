//! JSON Lines: a line a record, a line of its own for what an input says beside its records, the totals last
//! (`docs/report-format.md`).

use std::io::{self, Write};

use serde::Serialize;

use super::Reporter;
use super::json::{self, Finding, Record, Totals, Variant};
use super::text::Own;
use crate::diagnostic::{InputReport, Summary, Verdict, weight};

/// The format for programs that read line by line.
pub(super) struct JsonLines<'w> {
    out: &'w mut dyn Write,
}

impl<'w> JsonLines<'w> {
    pub(super) fn new(out: &'w mut dyn Write) -> Self {
        Self { out }
    }

    fn line(&mut self, line: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut *self.out, line)?;
        self.out.write_all(b"\n")
    }
}

/// Writes the answer to one line of a stream of records: a line of JSON with the `id` given, the verdict (of several
/// records the one that weighs most, `unreadable` where there is none) and the findings.
///
/// # Errors
///
/// When the output cannot be written.
pub fn write_answer(out: &mut dyn Write, id: &serde_json::Value, report: &InputReport) -> io::Result<()> {
    let heaviest = report.records.iter().rev().max_by_key(|record| weight(record.verdict.exit_status()));
    let verdict = heaviest.map_or(Verdict::Unreadable, |record| record.verdict).name();
    let records = report.records.iter().map(|record| Record::new(record, &report.path)).collect();
    let findings = json::findings(&report.findings, &report.path);
    serde_json::to_writer(&mut *out, &Answer { id, verdict, format: report.format, records, findings })?;
    out.write_all(b"\n")
}

#[derive(Serialize)]
struct Answer<'a> {
    id: &'a serde_json::Value,
    verdict: &'a str,
    format: Option<&'a str>,
    records: Vec<Record<'a>>,
    findings: Vec<Finding<'a>>,
}

#[derive(Serialize)]
struct RecordLine<'a> {
    path: &'a str,
    format: Option<&'a str>,
    #[serde(flatten)]
    record: Record<'a>,
}

#[derive(Serialize)]
struct InputLine<'a> {
    path: &'a str,
    format: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<Vec<Variant<'a>>>,
    findings: Vec<Finding<'a>>,
}

#[derive(Serialize)]
struct LastLine {
    summary: Totals,
}

impl Reporter for JsonLines<'_> {
    fn input(&mut self, input: &InputReport) -> io::Result<()> {
        let (path, format) = (input.path.as_str(), input.format);
        for record in &input.records {
            self.line(&RecordLine { path, format, record: Record::new(record, path) })?;
        }
        if Own::of(input).is_none() {
            return Ok(());
        }
        let rules = input.rules.as_ref().map(|list| list.iter().map(Variant::from).collect());
        self.line(&InputLine { path, format, rules, findings: json::findings(&input.findings, path) })
    }

    fn finish(&mut self, summary: &Summary) -> io::Result<()> {
        self.line(&LastLine { summary: Totals::from(summary) })?;
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::{Format, Style, samples};

    #[test]
    fn a_line_a_record_and_the_totals_last() {
        let text = samples::render(Format::JsonLines, Style::default());
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines.len(), 4);
        assert_eq!((&lines[0]["path"], &lines[0]["verdict"]), (&json!("games/a.zsg"), &json!("illegal")));
        assert_eq!((&lines[0]["index"], &lines[0]["findings"][0]["line"]), (&json!(1), &json!(2)));
        assert_eq!(lines[1]["rules"][0]["variant"], "Small");
        assert_eq!((&lines[2]["path"], &lines[2]["format"]), (&json!("gone.zsg"), &Value::Null));
        assert_eq!(lines[3]["summary"]["illegal"], 1);
    }
}
