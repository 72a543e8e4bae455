//! What may be typed. [`super::settings`] says what it means.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};

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
    /// Say what the code of a finding means.
    Explain(ExplainArgs),
    /// Write shell completions.
    Completions(CompletionsArgs),
    /// Write the manual page.
    Man,
}

/// Where rules come from.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Rules")]
pub(crate) struct RulesArgs {
    /// Read records under the rules in this file; given several times, under each of these editions.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "game")]
    pub(crate) rules: Vec<PathBuf>,

    /// Read records under the rules of a bundled game (see `scoresheet games`).
    #[arg(long, value_name = "NAME")]
    pub(crate) game: Option<String>,

    /// The title of the variant to take.
    #[arg(long, value_name = "TITLE")]
    pub(crate) variant: Option<String>,

    /// Look for rules files in this folder too.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) rules_dir: Vec<PathBuf>,

    /// The profile of Game Courier logs: what their labels and coordinates mean.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) profile: Option<PathBuf>,

    /// The start position, in place of the rules' and the record's own.
    #[arg(long, value_name = "FEN")]
    pub(crate) start: Option<String>,
}

/// Options of work on many inputs.
#[derive(Debug, Clone, Args)]
pub(crate) struct InputArgs {
    /// The name of standard input (the path `-`) in reports; its ending tells the form.
    #[arg(long, value_name = "NAME", default_value = "<stdin>")]
    pub(crate) stdin_name: String,

    /// Work on so many inputs at once; as many as there are processors if not given.
    #[arg(long, short, value_name = "N")]
    pub(crate) jobs: Option<std::num::NonZeroUsize>,
}

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

#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    /// Files, folders, patterns, or `-` for standard input.
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

/// Where files are written.
#[derive(Debug, Clone, Args)]
pub(crate) struct OutArgs {
    /// Write files into this folder, which is made if need be.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = "Output")]
    pub(crate) out_dir: Option<PathBuf>,

    /// Write over files that are there already.
    #[arg(long, help_heading = "Output")]
    pub(crate) force: bool,
}

/// The forms that can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// Zillions saved game.
    Zsg,
    /// scoresheet's own document as YAML.
    Yaml,
    /// scoresheet's own document as JSON.
    Json,
    /// JSON, one document a line.
    Jsonl,
    /// PGN-like text.
    Pgn,
    /// Game Courier text.
    Courier,
}

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

/// Which of the rules in a file, or which bundled rules.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Rules")]
pub(crate) struct SubjectArgs {
    /// A bundled game in place of a file (see `scoresheet games`).
    #[arg(long, value_name = "NAME")]
    pub(crate) game: Option<String>,

    /// The title of the variant to take.
    #[arg(long, value_name = "TITLE")]
    pub(crate) variant: Option<String>,

    /// The start position, in place of the rules' own.
    #[arg(long, value_name = "FEN")]
    pub(crate) start: Option<String>,
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

#[derive(Debug, Args)]
pub(crate) struct GamesArgs {
    /// The game to tell of; all are listed without it.
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,

    /// Write the game's files into --out-dir, or into the current folder.
    #[arg(long, requires = "name")]
    pub(crate) extract: bool,

    #[command(flatten)]
    pub(crate) out: OutArgs,
}

#[derive(Debug, Args)]
pub(crate) struct ProfileArgs {
    #[command(subcommand)]
    pub(crate) command: ProfileCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ProfileCommand {
    /// Write a draft of a profile to standard output: from a preset's settings file, or from rules.
    Draft(DraftArgs),
}

#[derive(Debug, Args)]
pub(crate) struct DraftArgs {
    /// The settings file of a preset, or a page with its address.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath, required_unless_present_any = ["rules", "game"])]
    pub(crate) path: Option<PathBuf>,

    /// The rules file that the profile is for.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "game")]
    pub(crate) rules: Option<PathBuf>,

    /// The start position in the form of Game Courier; the labels are found by laying it over that of the rules.
    #[arg(long, value_name = "FEN", conflicts_with = "path")]
    pub(crate) start: Option<String>,

    /// A bundled game in place of a rules file (see `scoresheet games`).
    #[arg(long, value_name = "NAME")]
    pub(crate) game: Option<String>,

    /// The title of the variant to take.
    #[arg(long, value_name = "TITLE")]
    pub(crate) variant: Option<String>,
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

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell.
    #[arg(value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_holds_together() {
        super::Cli::command().debug_assert();
    }
}
