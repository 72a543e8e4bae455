//! Commands that tell: `games`, `completions`.

use clap::Args;

use super::OutArgs;

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
pub(crate) struct CompletionsArgs {
    /// The shell.
    #[arg(value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
}
