//! What the configuration adds to the arguments: options win over it.

use std::num::NonZeroUsize;
use std::path::Path;

use anyhow::{Context as _, bail};
use clap::ValueEnum;
use scoresheet::batch::Config;
use scoresheet::diagnostic::Diagnostic;

use super::args::{Cli, Command, CommonArgs, InputArgs, ReportFormat, RulesArgs};

/// The configuration in force, and what is wrong with it.
pub(crate) fn load(cli: &Cli) -> (Config, Vec<Diagnostic>) {
    let CommonArgs { config, no_config, .. } = &cli.common;
    let uses_it = matches!(
        cli.command,
        Command::Check(_) | Command::Convert(_) | Command::Show(_) | Command::Moves(_) | Command::Config(_)
    );
    if *no_config || !uses_it {
        return (Config::default(), Vec::new());
    }
    match config.clone().or_else(|| Config::find(Path::new("."))) {
        Some(path) => Config::read(&nearer(&path)),
        None => (Config::default(), Vec::new()),
    }
}

/// A path below the current folder, as it is shown.
fn nearer(path: &Path) -> std::path::PathBuf {
    let current = std::path::absolute(".").ok();
    current.and_then(|current| path.strip_prefix(current).ok()).unwrap_or(path).to_path_buf()
}

/// Fills in what no option says.
pub(crate) fn apply(config: &Config, command: &mut Command) -> anyhow::Result<()> {
    match command {
        Command::Check(args) => {
            rules(config, &mut args.rules);
            inputs(config, &mut args.inputs)?;
            args.keep_going |= config.keep_going.as_ref().is_some_and(|keep_going| keep_going.value);
            if let (None, Some(format)) = (args.report.format, &config.format) {
                let Ok(known) = ReportFormat::from_str(&format.value, true) else {
                    bail!("{}:{}: there is no format `{}`", config.path, format.line, format.value);
                };
                args.report.format = Some(known);
            }
            args.weights.configured = config.severity.as_ref().map(|one| one.value.clone()).unwrap_or_default();
        }
        Command::Convert(args) => {
            rules(config, &mut args.rules);
            inputs(config, &mut args.inputs)?;
            args.keep_going |= config.keep_going.as_ref().is_some_and(|keep_going| keep_going.value);
        }
        Command::Show(args) => rules(config, &mut args.position.rules),
        Command::Moves(args) => rules(config, &mut args.position.rules),
        _ => {}
    }
    Ok(())
}

fn inputs(config: &Config, args: &mut InputArgs) -> anyhow::Result<()> {
    if let (None, Some(jobs)) = (args.jobs, &config.jobs) {
        let place = || format!("{}:{}: `jobs` takes a number from 1", config.path, jobs.line);
        args.jobs = Some(NonZeroUsize::new(jobs.value).with_context(place)?);
    }
    Ok(())
}

/// Options that name rules leave nothing of what the configuration says of them.
fn rules(config: &Config, args: &mut RulesArgs) {
    if let Some(folders) = &config.rules_dir {
        args.rules_dir.extend(folders.value.iter().cloned());
    }
    if !args.rules.is_empty() || args.game.is_some() {
        return;
    }
    let own = config.rules.clone();
    args.rules = own.rules.map(|rules| rules.value).unwrap_or_default();
    args.game = own.game.map(|game| game.value);
    args.variant = args.variant.take().or(own.variant.map(|variant| variant.value));
    args.profile = args.profile.take().or(own.profile.map(|profile| profile.value));
    args.places.clone_from(&config.folders);
}
