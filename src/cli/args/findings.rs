//! What findings weigh, and `explain`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use scoresheet::diagnostic::Severities;

/// What findings weigh. A code is given by its identifier or slug; `warnings` stands for all findings of that severity.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Findings")]
pub(crate) struct WeightArgs {
    /// Do not report findings of this code.
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    pub(crate) allow: Vec<String>,

    /// Report findings of this code as warnings, which the exit status does not hang on.
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    pub(crate) warn: Vec<String>,

    /// Report findings of this code as errors, which the exit status tells of.
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    pub(crate) deny: Vec<String>,

    /// Faults listed in this file do not count; those that are gone are told of.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) baseline: Option<PathBuf>,

    /// Write the faults of this run into a file that --baseline reads; they do not count.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) write_baseline: Option<PathBuf>,

    /// What the configuration says of it.
    #[arg(skip)]
    pub(crate) configured: Severities,
}

#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    /// The code of a finding, such as M001 or no-such-move.
    #[arg(value_name = "CODE", required_unless_present = "all", conflicts_with = "all")]
    pub(crate) code: Option<String>,

    /// Explain every code.
    #[arg(long)]
    pub(crate) all: bool,

    /// How it is written.
    #[arg(long, value_name = "FORMAT", default_value = "human", help_heading = "Output")]
    pub(crate) format: ExplainFormat,
}

/// How explanations are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExplainFormat {
    /// For people.
    Human,
    /// One JSON document.
    Json,
}
