//! `completions` and `man`: made from the same definitions as the arguments.

use std::io::Write;

use clap::CommandFactory;

use super::super::args::{Cli, CompletionsArgs};
use super::super::exit::Exit;
use super::super::output;
use super::super::settings::Settings;

pub(super) fn run(args: &CompletionsArgs, settings: &Settings) -> anyhow::Result<Exit> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "scoresheet", &mut text);
    write(settings, &text)
}

pub(super) fn man(settings: &Settings) -> anyhow::Result<Exit> {
    let mut text = Vec::new();
    let mut command = Cli::command();
    command.build();
    clap_mangen::Man::new(command.clone()).render(&mut text)?;
    for subcommand in command.get_subcommands().filter(|subcommand| subcommand.get_name() != "help") {
        clap_mangen::Man::new(subcommand.clone()).render(&mut text)?;
    }
    write(settings, &text)
}

fn write(settings: &Settings, text: &[u8]) -> anyhow::Result<Exit> {
    let mut out = output::stdout(settings);
    out.write_all(text)?;
    out.flush()?;
    Ok(Exit::Fine)
}
