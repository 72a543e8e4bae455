//! The reports of one run: one on standard output, and any number in files.

use std::collections::BTreeSet;
use std::io::{self, Write};

use anyhow::bail;
use scoresheet::diagnostic::{InputReport, Summary};
use scoresheet::report::{Format, Reporter, Style, totals};

use super::args::ReportFile;
use super::output;
use super::pending::PendingFile;
use super::settings::Settings;

/// Where the reports of a run go. Files get their names when the run is complete.
pub(crate) struct Targets {
    stdout: Box<dyn Write>,
    format: Format,
    files: Vec<(Format, PendingFile)>,
}

impl Targets {
    /// Begins the files, so that a place that cannot be written to is known before the work.
    pub(crate) fn open(format: Format, files: &[ReportFile], settings: &Settings) -> anyhow::Result<Self> {
        let mut paths = BTreeSet::new();
        if let Some(twice) = files.iter().find(|file| !paths.insert(&file.path)) {
            bail!("two reports would be written to {}", twice.path.display());
        }
        let files = files
            .iter()
            .map(|file| Ok((Format::from(file.format), PendingFile::create(&file.path)?)))
            .collect::<anyhow::Result<_>>()?;
        Ok(Self { stdout: Box::new(output::stdout(settings)), format, files })
    }

    /// Whether one of the formats shows boards unasked.
    pub(crate) fn show_boards(&self) -> bool {
        self.format == Format::Html || self.files.iter().any(|(format, _)| *format == Format::Html)
    }

    /// Writes the reports: `work` is given what takes them. Gives back the totals.
    pub(crate) fn write(
        self,
        settings: &Settings,
        work: impl FnOnce(&mut Reports<'_>) -> anyhow::Result<()>,
    ) -> anyhow::Result<Summary> {
        let Self { mut stdout, format, mut files } = self;
        let summary = {
            let mut reporters = vec![format.reporter(&mut stdout, settings.style)];
            let plain = Style { color: false, ..settings.style };
            reporters.extend(files.iter_mut().map(|(format, file)| format.reporter(file, plain)));
            let mut reports = Reports { reporters, summary: Summary::default() };
            work(&mut reports)?;
            reports.finish()?
        };
        files.into_iter().try_for_each(|(_, file)| file.commit())?;
        // Formats for programs leave no line for people: theirs goes to standard error.
        if !settings.style.quiet && format.is_for_programs() {
            writeln!(output::stderr(settings), "{}", totals(&summary))?;
        }
        Ok(summary)
    }
}

/// What takes the reports of inputs, in order.
pub(crate) struct Reports<'w> {
    reporters: Vec<Box<dyn Reporter + 'w>>,
    summary: Summary,
}

impl Reports<'_> {
    /// Counts and writes the report of an input, or of a part of one.
    pub(crate) fn take(&mut self, report: &InputReport) -> io::Result<()> {
        self.summary.add(report);
        self.reporters.iter_mut().try_for_each(|reporter| reporter.input(report))
    }

    fn finish(mut self) -> io::Result<Summary> {
        self.reporters.iter_mut().try_for_each(|reporter| reporter.finish(&self.summary))?;
        Ok(self.summary)
    }
}
