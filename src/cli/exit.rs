//! The exit status, the same for every command.

use std::process::ExitCode;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Nothing is wrong.
    Fine,
    /// There are findings: an illegal move, a faulty rules file.
    Findings,
    /// The job could not be done for some input.
    Failure,
    /// Only that something cannot be checked.
    CannotCheck,
}

impl Exit {
    /// The kind of end that a status of the library stands for.
    pub(crate) const fn from_status(status: u8) -> Self {
        match status {
            0 => Self::Fine,
            1 => Self::Findings,
            3 => Self::CannotCheck,
            _ => Self::Failure,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Fine => 0,
            Exit::Findings => 1,
            Exit::Failure => 2,
            Exit::CannotCheck => 3,
        })
    }
}
