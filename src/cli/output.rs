//! Standard output and standard error.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use anstream::{AutoStream, ColorChoice};
use scoresheet::diagnostic::{Diagnostic, InputReport};
use scoresheet::report::Format;

use super::args::OutArgs;
use super::exit::Exit;
use super::settings::Settings;

/// Standard output, buffered. Errors rise to the caller, so that a closed pipe is seen.
pub(crate) fn stdout(settings: &Settings) -> impl Write {
    BufWriter::new(AutoStream::new(io::stdout().lock(), choice(settings.style.color)))
}

/// Standard output for files: bytes pass as they are, whatever the terminal.
pub(crate) fn file_stdout() -> impl Write {
    BufWriter::new(io::stdout().lock())
}

/// Standard error, for findings.
pub(crate) fn stderr(settings: &Settings) -> impl Write {
    AutoStream::new(io::stderr().lock(), choice(settings.error_style.color))
}

/// Writes findings about one input to standard error, and says which exit status they give.
pub(crate) fn report_findings(settings: &Settings, path: &str, findings: Vec<Diagnostic>) -> anyhow::Result<Exit> {
    let mut report = InputReport::new(path, None);
    report.findings = findings;
    let mut out = BufWriter::new(stderr(settings));
    Format::Human.reporter(&mut out, settings.error_style).input(&report)?;
    out.flush()?;
    Ok(Exit::from_status(report.exit_status()))
}

const fn choice(color: bool) -> ColorChoice {
    if color { ColorChoice::Always } else { ColorChoice::Never }
}

impl OutArgs {
    /// The folder to write into, the current one if none is given.
    pub(crate) fn folder(&self) -> PathBuf {
        self.out_dir.clone().unwrap_or_else(|| PathBuf::from("."))
    }
}
