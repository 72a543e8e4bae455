//! `profile`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueHint};

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
