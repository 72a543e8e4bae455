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

    /// Write the entries from this one on, as a game that starts from the position before it.
    #[arg(long, value_name = "N")]
    pub(crate) start_ply: Option<std::num::NonZeroU32>,

    /// Write the entries up to this one.
    #[arg(long, value_name = "N")]
    pub(crate) end_ply: Option<std::num::NonZeroU32>,

    /// Go on after an illegal entry as if it had been played, where its effects can be read.
    #[arg(long)]
    pub(crate) keep_going: bool,
}
