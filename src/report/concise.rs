//! One line a finding: `path:line:column: severity[CODE] message`.

use std::io::{self, Write};

use super::text::one_line;
use super::{Reporter, Style};
use crate::diagnostic::{Diagnostic, InputReport, Severity, Summary};

/// The format for editors and `grep`.
pub(super) struct Concise<'w> {
    out: &'w mut dyn Write,
    style: Style,
}

impl<'w> Concise<'w> {
    pub(super) fn new(out: &'w mut dyn Write, style: Style) -> Self {
        Self { out, style }
    }

    fn finding(&mut self, path: &str, finding: &Diagnostic) -> io::Result<()> {
        if self.style.quiet && finding.severity == Severity::Note {
            return Ok(());
        }
        writeln!(self.out, "{}", one_line(path, finding))
    }
}

impl Reporter for Concise<'_> {
    fn input(&mut self, input: &InputReport) -> io::Result<()> {
        let of_records = input.records.iter().flat_map(|record| &record.findings);
        for finding in input.findings.iter().chain(of_records) {
            self.finding(&input.path, finding)?;
        }
        Ok(())
    }

    fn finish(&mut self, _: &Summary) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Format, Style, samples};

    #[test]
    fn one_line_a_finding() {
        assert_eq!(
            samples::render(Format::Concise, Style::default()),
            "games/a.zsg:2:4: error[M001] no Horse goes from b2 to c5\n\
             games/a.zsg: warning[V007] no variant is named; \"Small\" was assumed\n\
             core.inc:1:8: warning[R012] the board has no position z9\n\
             gone.zsg: error[S001] there is no such file\n"
        );
    }

    #[test]
    fn quiet_leaves_notes_out() {
        let quiet = Style { quiet: true, ..Style::default() };
        let mut input = samples::missing();
        input.findings[0].severity = crate::diagnostic::Severity::Note;
        assert_eq!(samples::render_inputs(Format::Concise, quiet, &[input]), "");
    }
}
