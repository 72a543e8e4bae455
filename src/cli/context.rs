//! The program's surroundings, read once.

use std::io::IsTerminal;

/// What is read from terminal and environment; passed down, so that nothing else asks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Context {
    /// Whether colours fit standard output, by terminal and environment.
    pub(crate) stdout_color: bool,
    /// Whether colours fit standard error.
    pub(crate) stderr_color: bool,
    /// Whether a bar may be drawn on standard error: it is a terminal, and standard output goes elsewhere.
    pub(crate) progress: bool,
    /// Width of the terminal in columns.
    pub(crate) width: usize,
}

impl Context {
    /// Reads terminal and environment.
    pub(crate) fn read() -> Self {
        const NARROWEST: usize = 40;
        const USUAL: usize = 120;
        let fits = |choice| choice != anstream::ColorChoice::Never;
        let columns = std::env::var("COLUMNS").ok().and_then(|text| text.parse().ok());
        let width = if std::io::stdout().is_terminal() { columns } else { None };
        Self {
            stdout_color: fits(anstream::AutoStream::choice(&std::io::stdout())),
            stderr_color: fits(anstream::AutoStream::choice(&std::io::stderr())),
            progress: std::io::stderr().is_terminal() && !std::io::stdout().is_terminal(),
            width: width.unwrap_or(USUAL).max(NARROWEST),
        }
    }
}
