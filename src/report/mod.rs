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
mod github;
mod html;
mod human;
mod json;
mod jsonl;
mod junit;
mod sarif;
mod snippet;
mod tap;
mod text;
mod xml;

pub use jsonl::write_answer;
pub use text::totals;

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
    /// One line of JSON a record.
    JsonLines,
    /// JUnit's XML.
    JUnit,
    /// SARIF 2.1.0.
    Sarif,
    /// The Test Anything Protocol, version 14.
    Tap,
    /// Annotations of GitHub Actions.
    GitHub,
    /// One page for the browser.
    Html,
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
    /// Whether formats of plain text show the board of a finding that has one.
    pub boards: bool,
}

impl Default for Style {
    fn default() -> Self {
        Self { color: false, width: 120, quiet: false, boards: false }
    }
}

/// Writes reports in one format.
pub trait Reporter {
    /// Writes the report of one input, or of a part of one. Called in the order of the inputs; the parts of an input come
    /// one after the other.
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
    /// Whether programs read it, so that it has no line for people at its end.
    #[must_use]
    pub const fn is_for_programs(self) -> bool {
        matches!(self, Self::Concise | Self::Json | Self::JsonLines | Self::JUnit | Self::Sarif | Self::Html)
    }

    /// The reporter of this format, writing to `out`.
    pub fn reporter<'w>(self, out: &'w mut dyn io::Write, style: Style) -> Box<dyn Reporter + 'w> {
        match self {
            Self::Human => Box::new(human::Human::new(out, style)),
            Self::Concise => Box::new(concise::Concise::new(out, style)),
            Self::Json => Box::new(json::Json::new(out)),
            Self::JsonLines => Box::new(jsonl::JsonLines::new(out)),
            Self::JUnit => Box::new(junit::JUnit::new(out)),
            Self::Sarif => Box::new(sarif::Sarif::new(out)),
            Self::Tap => Box::new(tap::Tap::new(out)),
            Self::GitHub => Box::new(github::GitHub::new(out, style)),
            Self::Html => Box::new(html::Html::new(out, style)),
        }
    }
}

#[cfg(test)]
mod samples;
