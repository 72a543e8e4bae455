//! Commands that play by rules: `perft`, `generate`, `expand`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::{ExportFormat, OutArgs, SubjectArgs};

/// The rules that a command works on.
#[derive(Debug, Args)]
pub(crate) struct PerftArgs {
    /// A rules file and a depth; with --game the depth alone.
    #[arg(value_name = "RULES] [DEPTH", num_args = 1..=2, required = true)]
    pub(crate) rules_and_depth: Vec<String>,

    #[command(flatten)]
    pub(crate) rules: SubjectArgs,

    /// Print the count of each first move too.
    #[arg(long)]
    pub(crate) divide: bool,

    /// Count recorded entries (each part of a chain, each pass) instead of whole turns.
    #[arg(long)]
    pub(crate) entries: bool,

    /// Make the moves of the last ply too, instead of only counting them.
    #[arg(long)]
    pub(crate) no_bulk: bool,
}

#[derive(Debug, Args)]
pub(crate) struct GenerateArgs {
    /// A rules file; may be left out with --game.
    #[arg(value_name = "RULES", value_hint = ValueHint::FilePath, required_unless_present = "game")]
    pub(crate) path: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) rules: SubjectArgs,

    /// The number of games.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) games: u32,

    /// The seed: the same one gives the same games on every machine.
    #[arg(long, value_name = "S")]
    pub(crate) seed: u64,

    /// The most entries of a game.
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub(crate) plies: u32,

    /// The form to write.
    #[arg(long, value_name = "FORMAT", default_value = "zsg")]
    pub(crate) to: ExportFormat,

    #[command(flatten)]
    pub(crate) out: OutArgs,
}

#[derive(Debug, Args)]
pub(crate) struct ExpandArgs {
    /// A rules file; may be left out with --game.
    #[arg(value_name = "RULES", value_hint = ValueHint::FilePath, required_unless_present = "game")]
    pub(crate) path: Option<PathBuf>,

    /// A bundled game in place of a file (see `scoresheet games`).
    #[arg(long, value_name = "NAME")]
    pub(crate) game: Option<String>,
}
