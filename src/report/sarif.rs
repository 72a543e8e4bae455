//! SARIF 2.1.0 (OASIS standard of 2020-03-27): findings for code scanning and editors.
//!
//! Results are written as they come, so the frame of the document is written by hand around them.

use std::io::{self, Write};

use serde::Serialize;

use super::Reporter;
use crate::diagnostic::{Code, Diagnostic, InputReport, RecordReport, Severity, Summary};
use crate::source::Place;

/// The SARIF format.
pub(super) struct Sarif<'w> {
    out: &'w mut dyn Write,
    started: bool,
    results: usize,
}

impl<'w> Sarif<'w> {
    pub(super) fn new(out: &'w mut dyn Write) -> Self {
        Self { out, started: false, results: 0 }
    }

    fn head(&mut self) -> io::Result<()> {
        if std::mem::replace(&mut self.started, true) {
            return Ok(());
        }
        let driver = serde_json::to_string(&Driver {
            name: env!("CARGO_PKG_NAME"),
            version: env!("CARGO_PKG_VERSION"),
            rules: Code::ALL.iter().map(|&code| Rule::from(code)).collect(),
        })?;
        // Columns count characters; the standard's own default counts UTF-16 units.
        write!(
            self.out,
            "{{\n\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\",\n\"version\": \"2.1.0\",\n\
             \"runs\": [{{\n\"tool\": {{\"driver\": {driver}}},\n\"columnKind\": \"unicodeCodePoints\",\n\"results\": ["
        )
    }

    fn finding(&mut self, path: &str, record: Option<&RecordReport>, finding: &Diagnostic) -> io::Result<()> {
        let separator: &[u8] = if self.results == 0 { b"\n" } else { b",\n" };
        self.out.write_all(separator)?;
        self.results += 1;
        serde_json::to_writer(&mut *self.out, &Finding::new(path, record, finding))?;
        Ok(())
    }
}

impl Reporter for Sarif<'_> {
    fn input(&mut self, input: &InputReport) -> io::Result<()> {
        self.head()?;
        for record in &input.records {
            for finding in &record.findings {
                self.finding(&input.path, Some(record), finding)?;
            }
        }
        input.findings.iter().try_for_each(|finding| self.finding(&input.path, None, finding))
    }

    fn finish(&mut self, summary: &Summary) -> io::Result<()> {
        self.head()?;
        let status = summary.exit_status();
        let done = status != 2;
        write!(
            self.out,
            "\n],\n\"invocations\": [{{\"executionSuccessful\": {done}, \"exitCode\": {status}}}]\n}}]\n}}\n"
        )?;
        self.out.flush()
    }
}

#[derive(Serialize)]
struct Driver {
    name: &'static str,
    version: &'static str,
    rules: Vec<Rule>,
}

/// A code, as a `reportingDescriptor`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Rule {
    id: &'static str,
    name: &'static str,
    short_description: Message<'static>,
    default_configuration: Configuration,
}

#[derive(Serialize)]
struct Configuration {
    level: &'static str,
}

impl From<Code> for Rule {
    fn from(code: Code) -> Self {
        Self {
            id: code.id(),
            name: code.slug(),
            short_description: Message { text: code.title() },
            default_configuration: Configuration { level: level(code.severity()) },
        }
    }
}

const fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

#[derive(Serialize)]
struct Message<'a> {
    text: &'a str,
}

/// A finding, as a `result`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Finding<'a> {
    rule_id: &'static str,
    rule_index: usize,
    level: &'static str,
    message: OwnMessage,
    locations: [Location<'a>; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location<'a>>,
    properties: Properties<'a>,
}

#[derive(Serialize)]
struct OwnMessage {
    text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location<'a> {
    physical_location: Physical,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Message<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Physical {
    artifact_location: Artifact,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<Region>,
}

#[derive(Serialize)]
struct Artifact {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
    start_column: u32,
    end_line: u32,
    end_column: u32,
}

/// What the standard has no place for.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Properties<'a> {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    entry: Option<&'a str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    legal: &'a [String],
}

impl<'a> Finding<'a> {
    fn new(path: &str, record: Option<&RecordReport>, finding: &'a Diagnostic) -> Self {
        let mut text = finding.message.clone();
        if let Some(help) = &finding.help {
            text.push_str(". Help: ");
            text.push_str(help);
        }
        let place = match &finding.place {
            Some(place) => Physical::from(place),
            None => Physical { artifact_location: Artifact { uri: uri(path) }, region: None },
        };
        Self {
            rule_id: finding.code.id(),
            rule_index: Code::ALL.iter().position(|&code| code == finding.code).unwrap_or_default(),
            level: level(finding.severity),
            message: OwnMessage { text },
            locations: [Location { physical_location: place, message: None }],
            related_locations: finding
                .related
                .iter()
                .map(|related| Location {
                    physical_location: Physical::from(&related.place),
                    message: Some(Message { text: &related.message }),
                })
                .collect(),
            properties: Properties {
                kind: finding.code.kind().name(),
                record: record.map(|record| record.index),
                verdict: record.map(|record| record.verdict.name()),
                ply: finding.ply,
                entry: finding.text.as_deref(),
                legal: &finding.legal,
            },
        }
    }
}

impl From<&Place> for Physical {
    fn from(place: &Place) -> Self {
        let (start, end) = (place.start(), place.end());
        let region =
            Region { start_line: start.line, start_column: start.column, end_line: end.line, end_column: end.column };
        Self { artifact_location: Artifact { uri: uri(&place.file.name) }, region: Some(region) }
    }
}

/// A path as a URI reference (RFC 3986): relative as it is, absolute with the scheme `file`.
fn uri(path: &str) -> String {
    let path = if cfg!(windows) { path.replace('\\', "/") } else { path.to_owned() };
    let mut out = String::with_capacity(path.len());
    if path.starts_with('/') {
        out.push_str("file://");
    } else if path.split('/').next().is_some_and(|first| first.contains(':')) {
        // A colon in the first part would end the name of a scheme.
        out.push_str("./");
    }
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z'
            | b'a'..=b'z'
            | b'0'..=b'9'
            | b'-'
            | b'.'
            | b'_'
            | b'~'
            | b'/'
            | b':'
            | b'@'
            | b'!'
            | b'$'
            | b'&'
            | b'\''
            | b'('
            | b')'
            | b'*'
            | b'+'
            | b','
            | b';'
            | b'=' => out.push(char::from(byte)),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::{Format, Style, samples};
    use super::uri;

    /// What the schema of the standard asks of the parts that are written: which keys there may be, which there must,
    /// and their types.
    fn follows_the_schema(log: &Value) {
        let keys = |value: &Value, required: &[&str], optional: &[&str]| {
            let object = value.as_object().expect("an object");
            assert!(required.iter().all(|key| object.contains_key(*key)), "{required:?} in {value}");
            let known = |key: &String| required.contains(&key.as_str()) || optional.contains(&key.as_str());
            assert!(object.keys().all(known), "{value}");
        };
        keys(log, &["version", "runs"], &["$schema"]);
        assert_eq!(log["version"], "2.1.0");
        let location = |location: &Value| {
            keys(location, &["physicalLocation"], &["message"]);
            let physical = &location["physicalLocation"];
            keys(physical, &["artifactLocation"], &["region"]);
            assert!(physical["artifactLocation"]["uri"].is_string());
            if let Some(region) = physical.get("region") {
                keys(region, &["startLine", "startColumn", "endLine", "endColumn"], &[]);
                assert!(region.as_object().unwrap().values().all(|number| number.as_u64().unwrap() >= 1));
            }
        };
        for run in log["runs"].as_array().expect("runs") {
            keys(run, &["tool", "results"], &["columnKind", "invocations"]);
            keys(&run["tool"]["driver"], &["name"], &["version", "rules"]);
            assert!(matches!(run["columnKind"].as_str(), Some("utf16CodeUnits" | "unicodeCodePoints")));
            for invocation in run["invocations"].as_array().expect("invocations") {
                keys(invocation, &["executionSuccessful"], &["exitCode"]);
            }
            let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
            for rule in rules {
                keys(rule, &["id"], &["name", "shortDescription", "defaultConfiguration"]);
            }
            for result in run["results"].as_array().expect("results") {
                let optional = ["ruleId", "ruleIndex", "level", "locations", "relatedLocations", "properties"];
                keys(result, &["message"], &optional);
                assert!(result["message"]["text"].is_string());
                assert!(matches!(result["level"].as_str(), Some("none" | "note" | "warning" | "error")));
                let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
                assert_eq!(rules[index]["id"], result["ruleId"]);
                result["locations"].as_array().expect("locations").iter().for_each(location);
                result["relatedLocations"].as_array().into_iter().flatten().for_each(location);
            }
        }
    }

    fn log(inputs: &[crate::diagnostic::InputReport]) -> Value {
        let log = serde_json::from_str(&samples::render_inputs(Format::Sarif, Style::default(), inputs)).unwrap();
        follows_the_schema(&log);
        log
    }

    #[test]
    fn results_name_their_rule_and_place() {
        let log = log(&samples::all());
        let results = log["runs"][0]["results"].as_array().unwrap();
        assert_eq!(results.len(), 4);
        let first = &results[0];
        assert_eq!((&first["ruleId"], &first["level"]), (&json!("M001"), &json!("error")));
        let place = json!({"artifactLocation": {"uri": "games/a.zsg"},
            "region": {"startLine": 2, "startColumn": 4, "endLine": 2, "endColumn": 17}});
        assert_eq!(first["locations"][0]["physicalLocation"], place);
        assert_eq!(first["properties"]["ply"], 2);
        assert_eq!(results[2]["relatedLocations"][0]["message"]["text"], "in this call of `row`");
        let invocation = json!({"executionSuccessful": false, "exitCode": 2});
        assert_eq!(log["runs"][0]["invocations"][0], invocation);
    }

    #[test]
    fn a_run_without_inputs_is_a_log_too() {
        assert_eq!(log(&[])["runs"][0]["results"], json!([]));
    }

    #[test]
    fn paths_become_references() {
        assert_eq!(uri("games/my game #1.zsg"), "games/my%20game%20%231.zsg");
        assert_eq!(uri("/tmp/ä.zsg"), "file:///tmp/%C3%A4.zsg");
        assert_eq!(uri("a:b.zsg"), "./a:b.zsg");
    }
}
