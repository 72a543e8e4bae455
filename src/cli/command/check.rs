//! `check`: records are replayed, rules files are looked through.

use std::io;

use anyhow::Context as _;
use scoresheet::batch::{Checker, Chooser, Input, RulesOptions, discover};
use scoresheet::diagnostic::{InputReport, Summary};
use scoresheet::replay::ReplayOptions;

use super::super::args::{CheckArgs, InputArgs};
use super::super::exit::Exit;
use super::super::output;
use super::super::settings::{Settings, severities};

pub(super) fn run(args: &CheckArgs, settings: &Settings) -> anyhow::Result<Exit> {
    let severities = severities(&args.weights)?;
    let mut out = output::stdout(settings);
    let mut reporter = scoresheet::report::Format::from(args.format).reporter(&mut out, settings.style);
    let mut summary = Summary::default();
    let mut gathered: Option<InputReport> = None;
    let mut take = |mut report: InputReport| -> io::Result<()> {
        report.weigh(&mut |_, finding| severities.apply(finding));
        summary.add(&report);
        if reporter.takes_portions() {
            return reporter.input(&report);
        }
        match &mut gathered {
            Some(whole) if report.continued => whole.join(report),
            gathered => *gathered = Some(report),
        }
        match gathered.take_if(|whole| !whole.to_be_continued) {
            Some(whole) => reporter.input(&whole),
            None => Ok(()),
        }
    };
    match Chooser::new(RulesOptions::from(&args.rules)) {
        Ok(chooser) => {
            let replay = ReplayOptions { keep_going: args.keep_going, ..ReplayOptions::default() };
            let checker = Checker { chooser, replay };
            let inputs = discover(&args.paths, &args.inputs.stdin_name);
            check(&checker, &inputs, &args.inputs, &mut take)?;
        }
        Err(finding) => {
            let path = args.rules.rules.first().map(|path| path.display().to_string());
            let mut report = InputReport::new(path.or_else(|| args.rules.game.clone()).unwrap_or_default(), None);
            report.findings.push(finding);
            take(report)?;
        }
    }
    reporter.finish(&summary)?;
    Ok(Exit::from_status(summary.exit_status()))
}

fn check(
    checker: &Checker,
    inputs: &[Input],
    args: &InputArgs,
    take: &mut dyn FnMut(InputReport) -> io::Result<()>,
) -> anyhow::Result<()> {
    // Reports are given out on this thread; the pool has the workers.
    pool(args)?.in_place_scope(|_| checker.check_all(inputs, take))?;
    Ok(())
}

/// The threads to work with.
pub(super) fn pool(args: &InputArgs) -> anyhow::Result<rayon::ThreadPool> {
    let threads = args.jobs.map_or(0, std::num::NonZeroUsize::get);
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().context("cannot start threads")
}
