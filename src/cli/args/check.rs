//! `check`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::{InputArgs, ReportArgs, RulesArgs, WeightArgs};

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Files, folders, patterns, `@FILE` for a list of them, or `-` for standard input.
    #[arg(required_unless_present = "jsonl", value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) rules: RulesArgs,

    #[command(flatten)]
    pub(crate) inputs: InputArgs,

    #[command(flatten)]
    pub(crate) report: ReportArgs,

    /// Read a record a line from standard input, as JSON with `id`, `format`, `text`, and `rules` or `game`, and answer
    /// each with a line.
    #[arg(long, conflicts_with_all = ["paths", "format", "report"])]
    pub(crate) jsonl: bool,

    /// Check again whenever a record or rules file changes.
    #[arg(long, conflicts_with_all = ["jsonl", "bless"])]
    pub(crate) watch: bool,

    /// Hold records and rules files against what is expected of them: the files `expect.yaml` and `NAME.expect.yaml`.
    #[arg(long, conflicts_with = "jsonl", help_heading = "Expectations")]
    pub(crate) expect: bool,

    /// Write down what is found as what is expected, and show the difference.
    #[arg(long, conflicts_with_all = ["jsonl", "expect", "format", "report"], help_heading = "Expectations")]
    pub(crate) bless: bool,

    /// Mend the files first where that touches no move: numbers, the tag of the result, the letter case of promotions, line
    /// ends, encoding.
    #[arg(long, conflicts_with_all = ["jsonl", "bless"])]
    pub(crate) fix: bool,

    /// Show what --fix would change, and write nothing.
    #[arg(long, conflicts_with_all = ["jsonl", "bless", "expect", "format", "report"])]
    pub(crate) diff: bool,

    /// Go on after an illegal entry as if it had been played, where its effects can be read.
    #[arg(long)]
    pub(crate) keep_going: bool,

    /// Show the position before an illegal entry.
    #[arg(long, help_heading = "Output")]
    pub(crate) board: bool,

    /// Tell of an illegal entry where the run of each block of the piece's rules ends.
    #[arg(long, help_heading = "Output")]
    pub(crate) trace: bool,

    #[command(flatten)]
    pub(crate) weights: WeightArgs,
}
