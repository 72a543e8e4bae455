//! Commands that look at one position: `show`, `moves`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::RulesArgs;

/// A position: of a record, or the start position of rules.
#[derive(Debug, Args)]
pub(crate) struct PositionArgs {
    /// A record or a rules file, or `-`; may be left out with --game.
    #[arg(value_name = "PATH", value_hint = ValueHint::FilePath, required_unless_present = "game")]
    pub(crate) path: Option<PathBuf>,

    /// The position after so many entries, 0 the start; if not given, after the last entry that can be played.
    #[arg(long, value_name = "N")]
    pub(crate) ply: Option<usize>,

    /// The number of the record, where the input holds several.
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) record: std::num::NonZeroUsize,

    #[command(flatten)]
    pub(crate) rules: RulesArgs,

    /// The name of standard input (the path `-`) in messages; its ending tells the form.
    #[arg(long, value_name = "NAME", default_value = "<stdin>")]
    pub(crate) stdin_name: String,
}

#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
}

#[derive(Debug, Args)]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,

    /// Only the moves that start on this cell.
    #[arg(long, value_name = "CELL")]
    pub(crate) from: Option<String>,
}
