//! JUnit's XML, as continuous integration reads it: a suite an input, a case a record or rules file.
//!
//! What the rules refuse is a failure; what could not be read is an error; what cannot be checked is skipped.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::Reporter;
use super::text::{Own, one_line, words};
use super::xml::escape;
use crate::diagnostic::{Diagnostic, InputReport, Severity, Summary};

/// The JUnit format.
pub(super) struct JUnit<'w> {
    out: &'w mut dyn Write,
    started: bool,
    suite: Suite,
}

/// The suite that is being gathered: its counts stand in front of its cases.
#[derive(Default)]
struct Suite {
    cases: String,
    tests: u32,
    failures: u32,
    errors: u32,
    skipped: u32,
}

impl<'w> JUnit<'w> {
    pub(super) fn new(out: &'w mut dyn Write) -> Self {
        Self { out, started: false, suite: Suite::default() }
    }

    fn head(&mut self) -> io::Result<()> {
        if std::mem::replace(&mut self.started, true) {
            return Ok(());
        }
        let name = env!("CARGO_PKG_NAME");
        write!(self.out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"{name}\">\n")
    }
}

impl Reporter for JUnit<'_> {
    fn input(&mut self, input: &InputReport) -> io::Result<()> {
        self.head()?;
        for record in &input.records {
            self.suite.add(&Case {
                class: &input.path,
                name: format!("record {}", record.index),
                status: record.exit_status(),
                words: words(record),
                findings: &record.findings,
            });
        }
        if !input.part.last {
            return Ok(());
        }
        if let Some(own) = Own::of(input) {
            let name = if input.rules.is_some() { "rules" } else { "input" };
            self.suite.add(&Case {
                class: &input.path,
                name: name.to_owned(),
                status: own.status,
                words: own.words.to_owned(),
                findings: &input.findings,
            });
        }
        std::mem::take(&mut self.suite).write(&input.path, self.out)
    }

    fn finish(&mut self, _: &Summary) -> io::Result<()> {
        self.head()?;
        self.out.write_all(b"</testsuites>\n")?;
        self.out.flush()
    }
}

/// One test case.
struct Case<'a> {
    class: &'a str,
    name: String,
    status: u8,
    words: String,
    findings: &'a [Diagnostic],
}

impl Suite {
    fn add(&mut self, case: &Case<'_>) {
        self.tests += 1;
        let element = match case.status {
            0 => None,
            1 => {
                self.failures += 1;
                Some("failure")
            }
            3 => {
                self.skipped += 1;
                Some("skipped")
            }
            _ => {
                self.errors += 1;
                Some("error")
            }
        };
        let out = &mut self.cases;
        // Writing to a String cannot fail.
        let _ = write!(out, "    <testcase name=\"{}\" classname=\"{}\"", escape(&case.name), escape(case.class));
        let (errors, rest): (Vec<_>, Vec<_>) =
            case.findings.iter().partition(|finding| element.is_some() && finding.severity == Severity::Error);
        if element.is_none() && rest.is_empty() {
            out.push_str("/>\n");
            return;
        }
        out.push_str(">\n");
        if let Some(element) = element {
            let reason = errors.first().map_or_else(|| case.words.clone(), |finding| finding.message.clone());
            let _ = write!(out, "      <{element} message=\"{}\"", escape(&reason));
            match errors.first() {
                // A skipped case has a message alone.
                Some(finding) if element != "skipped" => {
                    let _ = write!(out, " type=\"{}\"", finding.code);
                }
                _ => {}
            }
            let text = lines(case.class, &errors);
            if element == "skipped" || text.is_empty() {
                out.push_str("/>\n");
            } else {
                let _ = writeln!(out, ">{}</{element}>", escape(&text));
            }
        }
        let text = lines(case.class, &rest);
        if !text.is_empty() {
            let _ = writeln!(out, "      <system-out>{}</system-out>", escape(&text));
        }
        out.push_str("    </testcase>\n");
    }

    fn write(self, name: &str, out: &mut dyn Write) -> io::Result<()> {
        let Self { cases, tests, failures, errors, skipped } = self;
        write!(out, "  <testsuite name=\"{}\" tests=\"{tests}\" failures=\"{failures}\"", escape(name))?;
        write!(out, " errors=\"{errors}\" skipped=\"{skipped}\">\n{cases}  </testsuite>\n")
    }
}

/// The findings, a line each, with their help.
fn lines(path: &str, findings: &[&Diagnostic]) -> String {
    let mut text = String::new();
    for finding in findings {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&one_line(path, finding));
        if let Some(help) = &finding.help {
            let _ = write!(text, "\n  help: {help}");
        }
        for note in &finding.notes {
            let _ = write!(text, "\n  {note}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, proptest};
    use roxmltree::{Document, Node};

    use super::super::{Format, Style, samples};
    use crate::diagnostic::{Code, Diagnostic, Verdict};

    fn elements<'a>(node: Node<'a, 'a>, name: &str) -> Vec<Node<'a, 'a>> {
        node.children().filter(|child| child.has_tag_name(name)).collect()
    }

    /// What the readers' common schema asks for: which elements may stand where, which attributes must, and that the
    /// counts are those of the cases.
    fn follows_the_schema(text: &str) {
        let document = Document::parse(text).expect("well-formed");
        let root = document.root_element();
        assert!(root.has_tag_name("testsuites"));
        for suite in root.children().filter(Node::is_element) {
            assert!(suite.has_tag_name("testsuite") && suite.has_attribute("name"));
            let cases = elements(suite, "testcase");
            assert_eq!(suite.children().filter(Node::is_element).count(), cases.len());
            let with = |name| cases.iter().filter(|case| !elements(**case, name).is_empty()).count();
            for (attribute, number) in [
                ("tests", cases.len()),
                ("failures", with("failure")),
                ("errors", with("error")),
                ("skipped", with("skipped")),
            ] {
                assert_eq!(suite.attribute(attribute), Some(number.to_string().as_str()), "{attribute}");
            }
            for case in cases {
                assert!(case.has_attribute("name") && case.has_attribute("classname"));
                let inside: Vec<_> = case.children().filter(Node::is_element).map(|node| node.tag_name()).collect();
                let known = ["failure", "error", "skipped", "system-out"];
                assert!(inside.iter().all(|tag| known.contains(&tag.name())), "{inside:?}");
                assert!(inside.iter().filter(|tag| tag.name() != "system-out").count() <= 1);
            }
        }
    }

    #[test]
    fn a_suite_an_input_and_a_case_a_record() {
        let text = samples::render(Format::JUnit, Style::default());
        follows_the_schema(&text);
        let document = Document::parse(&text).unwrap();
        let suites = elements(document.root_element(), "testsuite");
        let names: Vec<_> = suites.iter().map(|suite| suite.attribute("name").unwrap()).collect();
        assert_eq!(names, ["games/a.zsg", "small.zrf", "gone.zsg"]);
        let case = elements(suites[0], "testcase")[0];
        assert_eq!((case.attribute("name"), case.attribute("classname")), (Some("record 1"), Some("games/a.zsg")));
        let failure = elements(case, "failure")[0];
        assert_eq!(failure.attribute("message"), Some("no Horse goes from b2 to c5"));
        assert_eq!(failure.attribute("type"), Some("M001"));
        let place =
            "games/a.zsg:2:4: error[M001] no Horse goes from b2 to c5\n  help: write a move that the rules have";
        assert_eq!(failure.text(), Some(place));
        assert!(elements(case, "system-out")[0].text().unwrap().contains("warning[V007]"));
        assert_eq!(suites[1].attribute("failures"), Some("0"));
        assert_eq!(suites[2].attribute("errors"), Some("1"));
    }

    #[test]
    fn what_cannot_be_checked_is_skipped() {
        let mut input = samples::illegal();
        input.records[0].verdict = Verdict::CannotCheck;
        input.records[0].findings = vec![Diagnostic::new(Code::NoRules, "the record names no rules")];
        let text = samples::render_inputs(Format::JUnit, Style::default(), &[input]);
        follows_the_schema(&text);
        assert!(text.contains("<skipped message=\"the record names no rules\"/>"), "{text}");
    }

    proptest! {
        #[test]
        fn well_formed_whatever_the_texts(path in any::<String>(), message in any::<String>(), help in any::<String>()) {
            let mut input = samples::missing();
            input.path = path;
            input.findings = vec![Diagnostic::new(Code::InputMissing, message.clone()).help(help.clone())];
            let mut record = samples::illegal();
            record.records[0].findings[0].message = message;
            record.records[0].findings[1].notes = vec![help];
            follows_the_schema(&samples::render_inputs(Format::JUnit, Style::default(), &[input, record]));
        }
    }
}
