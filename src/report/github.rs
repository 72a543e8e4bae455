//! Workflow commands of GitHub Actions: each finding becomes an annotation at its line.

use std::io::{self, Write};

use super::text::{clean, totals};
use super::{Reporter, Style};
use crate::diagnostic::{Diagnostic, InputReport, Severity, Summary};

/// The format of GitHub annotations.
pub(super) struct GitHub<'w> {
    out: &'w mut dyn Write,
    style: Style,
}

impl<'w> GitHub<'w> {
    pub(super) fn new(out: &'w mut dyn Write, style: Style) -> Self {
        Self { out, style }
    }

    fn finding(&mut self, path: &str, finding: &Diagnostic) -> io::Result<()> {
        let command = match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note if self.style.quiet => return Ok(()),
            Severity::Note => "notice",
        };
        let file = finding.place.as_ref().map_or(path, |place| &place.file.name);
        write!(self.out, "::{command} file={}", property(file))?;
        if let Some(place) = &finding.place {
            let (start, end) = (place.start(), place.end());
            write!(self.out, ",line={},endLine={}", start.line, end.line)?;
            // Columns are shown within one line only, and the last one is meant to be part of the mark.
            if start.line == end.line {
                write!(self.out, ",col={},endColumn={}", start.column, end.column.max(start.column + 1) - 1)?;
            }
        }
        let title = format!("{} {}", finding.code, finding.code.slug());
        write!(self.out, ",title={}::{}", property(&title), data(&finding.message))?;
        if let Some(help) = &finding.help {
            write!(self.out, "%0A{}", data(help))?;
        }
        writeln!(self.out)
    }
}

impl Reporter for GitHub<'_> {
    fn input(&mut self, input: &InputReport) -> io::Result<()> {
        let of_records = input.records.iter().flat_map(|record| &record.findings);
        for finding in input.findings.iter().chain(of_records) {
            self.finding(&input.path, finding)?;
        }
        Ok(())
    }

    fn finish(&mut self, summary: &Summary) -> io::Result<()> {
        writeln!(self.out, "{}", clean(&totals(summary)))?;
        self.out.flush()
    }
}

/// The text of a command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A value in the list of a command's properties.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::super::{Format, Style, samples};

    #[test]
    fn one_command_a_finding() {
        assert_eq!(
            samples::render(Format::GitHub, Style::default()),
            "::error file=games/a.zsg,line=2,endLine=2,col=4,endColumn=16,title=M001 no-such-move::no Horse goes from \
             b2 to c5%0Awrite a move that the rules have\n\
             ::warning file=games/a.zsg,title=V007 variant-assumed::no variant is named; \"Small\" was assumed\n\
             ::warning file=core.inc,line=1,endLine=1,col=8,endColumn=9,title=R012 unknown-cell::the board has no \
             position z9\n\
             ::error file=gone.zsg,title=S001 input-missing::there is no such file%0Alook at the path\n\
             3 inputs, 1 record: 1 illegal, 1 unreadable (2 plies)\n"
        );
    }

    #[test]
    fn nothing_in_a_text_ends_or_starts_a_command() {
        let mut input = samples::missing();
        input.path = "a,b:c%\n::error::x".to_owned();
        input.findings[0].message = "50%\r\n::set-output::".to_owned();
        let text = samples::render_inputs(Format::GitHub, Style::default(), &[input]);
        let line = text.lines().next().unwrap();
        assert!(line.starts_with("::error file=a%2Cb%3Ac%25%0A%3A%3Aerror%3A%3Ax,title="), "{line}");
        assert!(line.contains("::50%25%0D%0A::set-output::%0A"), "{line}");
    }
}
