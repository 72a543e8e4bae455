//! Work on many inputs.

use clap::Args;

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
