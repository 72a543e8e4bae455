//! Where rules come from.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use scoresheet::batch::FolderRules;

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

    /// Read signs of other notations in Game Courier lists made by hand: O-O, x, =Q, +, #.
    #[arg(long)]
    pub(crate) foreign_signs: bool,

    /// Rules that the configuration gives for some folders.
    #[arg(skip)]
    pub(crate) places: Vec<FolderRules>,
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
