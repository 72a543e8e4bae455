//! Standard output and files.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anstream::{AutoStream, ColorChoice};
use anyhow::{Context as _, bail};
use scoresheet::diagnostic::{Diagnostic, InputReport};
use scoresheet::report::Format;

use super::args::OutArgs;
use super::exit::Exit;
use super::pending::PendingFile;
use super::settings::Settings;

/// Standard output, buffered. Errors rise to the caller, so that a closed pipe is seen.
pub(crate) fn stdout(settings: &Settings) -> impl Write + use<> {
    BufWriter::new(AutoStream::new(io::stdout().lock(), choice(settings.style.color)))
}

/// Standard output for files: bytes pass as they are, whatever the terminal.
pub(crate) fn file_stdout() -> impl Write {
    BufWriter::new(io::stdout().lock())
}

/// Standard error, for findings.
pub(crate) fn stderr(settings: &Settings) -> impl Write + use<> {
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

/// Writes a file whole: into a temporary file beside it, which then takes its name.
pub(crate) fn write_file(path: &Path, bytes: &[u8], force: bool) -> anyhow::Result<()> {
    let mut file = new_file(path, force)?;
    file.write_all(bytes).with_context(|| format!("cannot write {}", path.display()))?;
    file.commit()
}

/// Begins a file that takes its name when it is complete. One that is there is not written over unless `force` says so.
pub(crate) fn new_file(path: &Path, force: bool) -> anyhow::Result<PendingFile> {
    if !force && path.exists() {
        bail!("{} is there already; --force writes over it", path.display());
    }
    PendingFile::create(path)
}

impl OutArgs {
    /// The folder to write into, the current one if none is given.
    pub(crate) fn folder(&self) -> PathBuf {
        self.out_dir.clone().unwrap_or_else(|| PathBuf::from("."))
    }
}

#[cfg(test)]
mod tests {
    use super::write_file;

    #[test]
    fn files_are_written_whole_and_never_over_others_unasked() {
        let top = tempfile::tempdir().unwrap();
        let path = top.path().join("deep/a.txt");
        write_file(&path, b"one", false).unwrap();
        assert!(write_file(&path, b"two", false).unwrap_err().to_string().contains("--force"));
        write_file(&path, b"two", true).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
    }
}
