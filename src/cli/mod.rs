//! The command line: what was typed, what it means, and one module a command.

mod args;
mod command;
mod configure;
mod context;
mod diff;
mod exit;
mod output;
mod pending;
mod progress;
mod reports;
mod settings;
mod sheet;
mod weights;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use args::Cli;
pub(crate) use context::Context;
use exit::Exit;
use settings::Settings;

/// Runs the command that the arguments name, and says how it ended.
pub(crate) fn run(arguments: impl Iterator<Item = OsString>, context: &Context) -> ExitCode {
    let mut cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version come here too, with the status 0. That the text cannot be written changes nothing.
            let _ = error.print();
            return Exit::from_status(u8::try_from(error.exit_code()).unwrap_or(2)).into();
        }
    };
    let settings = Settings::new(&cli.common, context);
    match configured(&mut cli, &settings) {
        Ok(exit) => exit.into(),
        // The reader of our output has seen enough.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr().lock(), "error: {error:#}");
            Exit::Failure.into()
        }
    }
}

/// Runs the command under the configuration. One that has faults is told of, and nothing is done.
fn configured(cli: &mut Cli, settings: &Settings) -> anyhow::Result<Exit> {
    let (config, findings) = configure::load(cli);
    if !findings.is_empty() {
        return output::report_findings(settings, &config.path, findings);
    }
    configure::apply(&config, &mut cli.command)?;
    command::run(&cli.command, &config, settings)
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let broken = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    error.chain().any(|cause| {
        let json = cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind);
        cause.downcast_ref::<io::Error>().is_some_and(broken) || json == Some(io::ErrorKind::BrokenPipe)
    })
}
