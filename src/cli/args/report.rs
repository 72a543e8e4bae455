//! How findings are written, and where.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// The reports of a run.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct ReportArgs {
    /// How findings are written to standard output; for people if not given.
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<ReportFormat>,

    /// Write a report into a file too, such as `junit=report.xml`; may be given several times.
    #[arg(long, value_name = "FORMAT=FILE", value_parser = report_file)]
    pub(crate) report: Vec<ReportFile>,
}

impl ReportArgs {
    /// The format of standard output.
    pub(crate) fn format(&self) -> ReportFormat {
        self.format.unwrap_or_default()
    }
}

/// How findings are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// Source lines, marks and help, for people.
    #[default]
    Human,
    /// One line a finding.
    Concise,
    /// One JSON document.
    Json,
    /// JSON Lines: one line a record.
    Jsonl,
    /// JUnit's XML, for continuous integration.
    Junit,
    /// SARIF 2.1.0, for code scanning and editors.
    Sarif,
    /// The Test Anything Protocol, version 14.
    Tap,
    /// Annotations of GitHub Actions.
    Github,
    /// One page for the browser, with the boards at the faults.
    Html,
}

/// A report in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReportFile {
    pub(crate) format: ReportFormat,
    pub(crate) path: PathBuf,
}

/// Reads `FORMAT=FILE`.
fn report_file(text: &str) -> Result<ReportFile, String> {
    let (format, path) = text.split_once('=').ok_or("write it as FORMAT=FILE, such as junit=report.xml")?;
    let format = ReportFormat::from_str(format, true).map_err(|_| {
        let names = ReportFormat::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        let names: Vec<_> = names.map(|value| value.get_name().to_owned()).collect();
        format!("there is no format `{format}`; there are {}", names.join(", "))
    })?;
    if path.is_empty() {
        return Err("the name of the file is missing".to_owned());
    }
    Ok(ReportFile { format, path: PathBuf::from(path) })
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::{ReportFile, ReportFormat, report_file};

    #[test]
    fn a_format_and_a_file() {
        let expected = ReportFile { format: ReportFormat::Junit, path: PathBuf::from("a=b.xml") };
        assert_eq!(report_file("junit=a=b.xml"), Ok(expected));
        assert!(report_file("xml=a").unwrap_err().contains("there are human, concise, json"));
        assert!(report_file("junit").is_err() && report_file("junit=").is_err());
    }
}
