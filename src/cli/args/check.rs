//! `check`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

use super::{InputArgs, RulesArgs, WeightArgs};

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Files, folders, patterns, or `-` for standard input.
    #[arg(required = true, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) rules: RulesArgs,

    #[command(flatten)]
    pub(crate) inputs: InputArgs,

    /// How findings are written.
    #[arg(long, value_name = "FORMAT", default_value = "human", help_heading = "Output")]
    pub(crate) format: ReportFormat,

    /// Go on after an illegal entry as if it had been played, where its effects can be read.
    #[arg(long)]
    pub(crate) keep_going: bool,

    #[command(flatten)]
    pub(crate) weights: WeightArgs,
}

/// How findings are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// Source lines, marks and help, for people.
    Human,
    /// One line a finding.
    Concise,
    /// One JSON document.
    Json,
}
