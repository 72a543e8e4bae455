//! `convert`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::{ExportFormat, InputArgs, OutArgs, RulesArgs};

#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    /// Files, folders, patterns, `@FILE` for a list of them, or `-` for standard input.
    #[arg(required = true, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,

    /// The form to write.
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: ExportFormat,

    #[command(flatten)]
    pub(crate) rules: RulesArgs,

    #[command(flatten)]
    pub(crate) inputs: InputArgs,

    #[command(flatten)]
    pub(crate) out: OutArgs,

    /// Go on after an illegal entry as if it had been played, where its effects can be read.
    #[arg(long)]
    pub(crate) keep_going: bool,
}
