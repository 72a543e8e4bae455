//! The commands, one a module.

mod bless;
mod check;
mod completions;
mod config;
mod convert;
mod expand;
mod explain;
mod fix;
mod games;
mod generate;
mod lines;
mod moves;
mod perft;
mod position;
mod profile;
mod show;
mod subject;
mod watch;

use scoresheet::batch::Config;

use super::args::Command;
use super::exit::Exit;
use super::settings::Settings;

/// Runs one command.
pub(super) fn run(command: &Command, config: &Config, settings: &Settings) -> anyhow::Result<Exit> {
    match command {
        Command::Check(args) => check::run(args, settings),
        Command::Moves(args) => moves::run(args, settings),
        Command::Show(args) => show::run(args, settings),
        Command::Perft(args) => perft::run(args, settings),
        Command::Expand(args) => expand::run(args, settings),
        Command::Profile(args) => profile::run(args, settings),
        Command::Games(args) => games::run(args, settings),
        Command::Config(args) => config::run(args, config, settings),
        Command::Explain(args) => explain::run(args, settings),
        Command::Completions(args) => completions::run(args, settings),
        Command::Man => completions::man(settings),
        Command::Convert(args) => convert::run(args, settings),
        Command::Generate(args) => generate::run(args, settings),
    }
}
