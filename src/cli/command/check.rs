//! `check`: records are replayed, rules files are looked through.

use std::io;
use std::sync::OnceLock;

use anyhow::Context as _;
use scoresheet::batch::{Checker, Chooser, Expectations, Input, RulesOptions, discover, in_order};
use scoresheet::diagnostic::InputReport;
use scoresheet::replay::ReplayOptions;

use super::super::args::{CheckArgs, InputArgs};
use super::super::exit::Exit;
use super::super::progress::Progress;
use super::super::reports::Targets;
use super::super::settings::{Settings, severities};
use super::super::weights::Weights;
use super::{bless, fix, lines, watch};

pub(super) fn run(args: &CheckArgs, settings: &Settings) -> anyhow::Result<Exit> {
    if args.jsonl {
        return lines::run(args, &severities(&args.weights)?);
    }
    if args.bless {
        return bless::run(args, settings);
    }
    if (args.fix || args.diff)
        && let Some(exit) = fix::run(args, settings)?
    {
        return Ok(exit);
    }
    if args.watch {
        return watch::run(args, settings);
    }
    once(args, settings)
}

/// One check of everything.
pub(super) fn once(args: &CheckArgs, settings: &Settings) -> anyhow::Result<Exit> {
    let severities = severities(&args.weights)?;
    let mut weights = Weights::new(&args.weights, severities)?;
    let settings = settings.with_boards(args.board);
    let targets = Targets::open(args.report.format().into(), &args.report.report, &settings)?;
    let boards = args.board || targets.show_boards();
    let inputs = discover(&args.paths, &args.inputs.stdin_name);
    let mut progress = Progress::new(&settings, inputs.len());
    let summary = targets.write(&settings, |reports| {
        let mut take = |mut report: InputReport| -> io::Result<()> {
            weights.weigh(&mut report);
            progress.advance(u64::from(report.part.last), report.records.len() as u64);
            reports.take(&report)
        };
        match Chooser::new(RulesOptions::from(&args.rules)) {
            Ok(chooser) => {
                let replay = ReplayOptions {
                    keep_going: args.keep_going,
                    trace: args.trace,
                    board: boards,
                    ..ReplayOptions::default()
                };
                let checker = Checker { chooser, replay };
                let work = if args.expect { expect } else { check };
                work(&checker, &inputs, &args.inputs, &mut take)
            }
            Err(finding) => {
                let path = args.rules.rules.first().map(|path| path.display().to_string());
                let mut report = InputReport::new(path.or_else(|| args.rules.game.clone()).unwrap_or_default(), None);
                report.findings.push(finding);
                Ok(take(report)?)
            }
        }
    })?;
    drop(progress);
    weights.finish(&args.weights)?;
    Ok(Exit::from_status(summary.exit_status()))
}

fn check(
    checker: &Checker,
    inputs: &[Input],
    args: &InputArgs,
    take: &mut dyn FnMut(InputReport) -> io::Result<()>,
) -> anyhow::Result<()> {
    // Reports are given out on this thread; the pool has the workers.
    start_threads(args)?;
    checker.check_all(inputs, take)?;
    Ok(())
}

/// Holds the inputs against what is expected of them.
fn expect(
    checker: &Checker,
    inputs: &[Input],
    args: &InputArgs,
    take: &mut dyn FnMut(InputReport) -> io::Result<()>,
) -> anyhow::Result<()> {
    let expectations = Expectations::default();
    start_threads(args)?;
    in_order(
        inputs,
        |input| checker.check_expected(input, &expectations),
        |held| held.map_or(Ok(()), |held| take(held.report)),
    )?;
    expectations.leftover().into_iter().try_for_each(take)?;
    Ok(())
}

/// Starts the threads that `--jobs` asks for: those of all work from here on. Work that is repeated goes on with them.
///
/// # Errors
///
/// When the system gives no threads.
pub(super) fn start_threads(args: &InputArgs) -> anyhow::Result<()> {
    static STARTED: OnceLock<()> = OnceLock::new();
    if STARTED.get().is_none() {
        let threads = args.jobs.map_or(0, std::num::NonZeroUsize::get);
        rayon::ThreadPoolBuilder::new().num_threads(threads).build_global().context("cannot start threads")?;
        let _ = STARTED.set(());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::{InputArgs, start_threads};

    #[test]
    fn work_is_done_by_as_many_threads_as_asked_for() {
        let args = InputArgs { stdin_name: String::new(), jobs: NonZeroUsize::new(3) };
        assert!(start_threads(&args).is_ok() && start_threads(&args).is_ok());
        assert_eq!(rayon::current_num_threads(), 3);
    }
}
