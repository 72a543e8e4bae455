//! What may be typed, one module a group of commands or options. [`super::settings`] says what it means.

mod check;
mod config;
mod convert;
mod engine;
mod findings;
mod inputs;
mod library;
mod output;
mod position;
mod profile;
mod report;
mod rules;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};

pub(crate) use check::CheckArgs;
pub(crate) use config::{ConfigArgs, ConfigCommand};
pub(crate) use convert::ConvertArgs;
pub(crate) use engine::{ExpandArgs, GenerateArgs, PerftArgs};
pub(crate) use findings::{ExplainArgs, ExplainFormat, WeightArgs};
pub(crate) use inputs::InputArgs;
pub(crate) use library::{CompletionsArgs, GamesArgs};
pub(crate) use output::{ExportFormat, OutArgs};
pub(crate) use position::{MovesArgs, PositionArgs, ShowArgs};
pub(crate) use profile::{DraftArgs, ProfileArgs, ProfileCommand};
pub(crate) use report::{ReportArgs, ReportFile, ReportFormat};
pub(crate) use rules::{RulesArgs, SubjectArgs};

/// Checks recorded board games by their rules, and converts between notations.
///
/// Rules come from Zillions rules files (.zrf); records from Zillions saved games (.zsg), Game Courier logs (.gc), PGN
/// and scoresheet's own YAML and JSON documents.
#[derive(Debug, Parser)]
#[command(name = "scoresheet", version, max_term_width = 100, propagate_version = true, arg_required_else_help = true)]
#[command(after_help = "Exit status: 0 nothing wrong, 1 findings, 2 the job could not be done for some input, \
                        3 only that something cannot be checked.")]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,

    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

/// Options of every command.
#[derive(Debug, Clone, Args)]
pub(crate) struct CommonArgs {
    /// Use colours.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", help_heading = "Output")]
    pub(crate) color: When,

    /// Show only what is wrong.
    #[arg(long, short, global = true, help_heading = "Output")]
    pub(crate) quiet: bool,

    /// Read this configuration, in place of the nearest `scoresheet.yaml` from the current folder upward.
    #[arg(long, global = true, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Configuration")]
    pub(crate) config: Option<PathBuf>,

    /// Read no configuration.
    #[arg(long, global = true, conflicts_with = "config", help_heading = "Configuration")]
    pub(crate) no_config: bool,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// On a terminal, unless the environment says otherwise (`NO_COLOR`, `CLICOLOR`).
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Check records and rules files.
    Check(CheckArgs),
    /// Write records in another notation.
    Convert(ConvertArgs),
    /// Show a position of a record or of rules.
    Show(ShowArgs),
    /// List the legal moves of a position, one a line.
    Moves(MovesArgs),
    /// Count positions.
    Perft(PerftArgs),
    /// Play random legal games.
    Generate(GenerateArgs),
    /// Print rules after macro expansion.
    Expand(ExpandArgs),
    /// Work on profiles of Game Courier games.
    Profile(ProfileArgs),
    /// List the bundled games, or tell of one.
    Games(GamesArgs),
    /// Tell of the configuration in force.
    Config(ConfigArgs),
    /// Say what the code of a finding means.
    Explain(ExplainArgs),
    /// Write shell completions.
    Completions(CompletionsArgs),
    /// Write the manual page.
    Man,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_holds_together() {
        super::Cli::command().debug_assert();
    }
}
