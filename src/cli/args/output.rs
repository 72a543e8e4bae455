//! What is written, and where.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

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
