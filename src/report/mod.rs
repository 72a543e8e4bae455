//! Findings and summaries as text. No other module turns a finding into words.
//!
//! A [`Reporter`] is given the reports of the inputs one by one, in order, and the totals last, so that a run over
//! many files need not hold all reports.
//!
//! ```
//! use scoresheet::diagnostic::{InputReport, Summary};
//! use scoresheet::report::{Format, Style};
//!
//! let input = InputReport::new("games/a.zsg", Some("zsg"));
//! let mut summary = Summary::default();
//! summary.add(&input);
//! let mut out = Vec::new();
//! let mut reporter = Format::Json.reporter(&mut out, Style::default());
//! reporter.input(&input)?;
//! reporter.finish(&summary)?;
//! drop(reporter);
//! assert!(String::from_utf8_lossy(&out).starts_with("{\n  \"schema_version\": 1,"));
//! # Ok::<(), std::io::Error>(())
//! ```

mod concise;
mod human;
mod json;
mod snippet;
mod text;

use std::io;

use crate::diagnostic::{InputReport, Summary};

/// How findings are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Source lines, marks, help and a verdict line a record, for people.
    #[default]
    Human,
    /// One line a finding: `path:line:column: severity[CODE] message`.
    Concise,
    /// One JSON document (`docs/report-format.md`).
    Json,
}

/// What the output looks like, apart from its format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Whether colours may be used.
    pub color: bool,
    /// Width of the terminal in columns.
    pub width: usize,
    /// Whether only what is wrong is shown: no notes, no verdict lines of sound records, no totals.
    pub quiet: bool,
}

impl Default for Style {
    fn default() -> Self {
        Self { color: false, width: 120, quiet: false }
    }
}

/// Writes reports in one format.
pub trait Reporter {
    /// Whether [`Self::input`] may be given a long input in portions, each a report with its records
    /// ([`InputReport::to_be_continued`]). Those that take no portions get the whole, which takes memory.
    fn takes_portions(&self) -> bool {
        false
    }

    /// Writes the report of one input, or of a portion of it. Called in the order of the inputs.
    ///
    /// # Errors
    ///
    /// When the output cannot be written.
    fn input(&mut self, input: &InputReport) -> io::Result<()>;

    /// Writes the totals and whatever ends the output. Called once, last.
    ///
    /// # Errors
    ///
    /// When the output cannot be written.
    fn finish(&mut self, summary: &Summary) -> io::Result<()>;
}

impl Format {
    /// The reporter of this format, writing to `out`.
    pub fn reporter<'w>(self, out: &'w mut dyn io::Write, style: Style) -> Box<dyn Reporter + 'w> {
        match self {
            Self::Human => Box::new(human::Human::new(out, style)),
            Self::Concise => Box::new(concise::Concise::new(out, style)),
            Self::Json => Box::new(json::Json::new(out)),
        }
    }
}

#[cfg(test)]
mod samples;
