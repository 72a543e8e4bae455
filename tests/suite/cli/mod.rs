//! The command as its users start it.

mod causes;
mod check;
mod ci;
mod commands;
mod config;
mod convert;
mod expect;
mod fix;
mod formats;
mod interrupted;
mod lines;
mod readme;
mod reports;
mod watch;
mod weights;

use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::Command;

/// The folder of the fixtures.
fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/cli")
}

/// The command, started in the folder of the fixtures, with no colours asked for by the environment.
fn scoresheet() -> Command {
    let mut command = Command::cargo_bin("scoresheet").expect("the binary is built");
    command.current_dir(fixtures());
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS"] {
        command.env_remove(name);
    }
    command
}

/// Runs the command; its exit status and standard output.
fn run(arguments: &[&str]) -> (i32, String) {
    let output = scoresheet().args(arguments).output().expect("the binary runs");
    (status(&output), String::from_utf8(output.stdout).expect("the output is UTF-8"))
}

fn status(output: &Output) -> i32 {
    output.status.code().unwrap_or(-1)
}
