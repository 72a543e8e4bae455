//! The Test Anything Protocol, version 14: a test point a record or rules file.

use std::io::{self, Write};

use super::Reporter;
use super::text::{Own, clean, one_line, totals, words};
use crate::diagnostic::{Diagnostic, InputReport, Severity, Summary};

/// The TAP format.
pub(super) struct Tap<'w> {
    out: &'w mut dyn Write,
    started: bool,
    points: u64,
}

impl<'w> Tap<'w> {
    pub(super) fn new(out: &'w mut dyn Write) -> Self {
        Self { out, started: false, points: 0 }
    }

    fn head(&mut self) -> io::Result<()> {
        if std::mem::replace(&mut self.started, true) { Ok(()) } else { self.out.write_all(b"TAP version 14\n") }
    }

    fn point(&mut self, path: &str, name: &str, status: u8, words: &str, findings: &[Diagnostic]) -> io::Result<()> {
        self.points += 1;
        let ok = if matches!(status, 0 | 3) { "ok" } else { "not ok" };
        write!(self.out, "{ok} {} - {}", self.points, description(name))?;
        if status == 3 {
            let reason = findings.iter().find(|finding| finding.severity == Severity::Error);
            let reason = reason.map_or(words, |finding| &finding.message);
            write!(self.out, " # SKIP {}", clean(reason))?;
        }
        writeln!(self.out)?;
        if !findings.is_empty() {
            // A JSON string is a YAML string, whatever stands in it.
            writeln!(self.out, "  ---\n  message: {}\n  findings:", serde_json::to_string(words)?)?;
            for finding in findings {
                writeln!(self.out, "    - {}", serde_json::to_string(&one_line(path, finding))?)?;
            }
            writeln!(self.out, "  ...")?;
        }
        Ok(())
    }
}

impl Reporter for Tap<'_> {
    fn input(&mut self, input: &InputReport) -> io::Result<()> {
        self.head()?;
        for record in &input.records {
            let name = input.name_of(record);
            self.point(&input.path, &name, record.exit_status(), &words(record), &record.findings)?;
        }
        match Own::of(input) {
            Some(own) => self.point(&input.path, &input.path, own.status, own.words, &input.findings),
            None => Ok(()),
        }
    }

    fn finish(&mut self, summary: &Summary) -> io::Result<()> {
        self.head()?;
        writeln!(self.out, "1..{}\n# {}", self.points, totals(summary))?;
        self.out.flush()
    }
}

/// A name as the text of a test point: `#` would begin a directive.
fn description(name: &str) -> String {
    clean(name).replace('\\', "\\\\").replace('#', "\\#")
}

#[cfg(test)]
mod tests {
    use super::super::{Format, Style, samples};
    use crate::diagnostic::{Code, Diagnostic, Verdict};

    #[test]
    fn points_are_numbered_and_the_plan_stands_last() {
        assert_eq!(
            samples::render(Format::Tap, Style::default()),
            "TAP version 14\n\
             not ok 1 - games/a.zsg\n  ---\n  message: \"illegal at ply 2 of 2\"\n  findings:\n    \
             - \"games/a.zsg:2:4: error[M001] no Horse goes from b2 to c5\"\n    \
             - \"games/a.zsg: warning[V007] no variant is named; \\\"Small\\\" was assumed\"\n  ...\n\
             ok 2 - small.zrf\n  ---\n  message: \"usable\"\n  findings:\n    \
             - \"core.inc:1:8: warning[R012] the board has no position z9\"\n  ...\n\
             not ok 3 - gone.zsg\n  ---\n  message: \"unreadable\"\n  findings:\n    \
             - \"gone.zsg: error[S001] there is no such file\"\n  ...\n\
             1..3\n# 3 inputs, 1 record: 1 illegal, 1 unreadable (2 plies)\n"
        );
    }

    #[test]
    fn what_cannot_be_checked_is_skipped_and_names_start_no_directive() {
        let mut input = samples::illegal();
        input.path = "a#1\\b\n.zsg".to_owned();
        input.records[0].verdict = Verdict::CannotCheck;
        input.records[0].findings = vec![Diagnostic::new(Code::NoRules, "no rules")];
        let text = samples::render_inputs(Format::Tap, Style::default(), &[input]);
        assert!(text.contains("\nok 1 - a\\#1\\\\b\u{fffd}.zsg # SKIP no rules\n"), "{text}");
    }
}
