//! `check --fix`: files are mended where that touches no move; with `--diff` only shown.

use std::fs;
use std::io::Write as _;

use scoresheet::batch::{Checker, Chooser, Mended, RulesOptions, discover, in_order, mended};
use scoresheet::diagnostic::{InputReport, worse};
use scoresheet::replay::ReplayOptions;

use super::super::args::CheckArgs;
use super::super::diff::unified;
use super::super::exit::Exit;
use super::super::output::{report_findings, stderr, stdout, write_file};
use super::super::settings::Settings;
use super::check::start_threads;
use super::subject::Stopped;

/// Mends the files, or shows how they would be mended. `None` where the check is to follow.
pub(super) fn run(args: &CheckArgs, settings: &Settings) -> anyhow::Result<Option<Exit>> {
    let chooser = match Chooser::new(RulesOptions::from(&args.rules)) {
        Ok(chooser) => chooser,
        Err(finding) => return Stopped::new("", finding).report(settings).map(Some),
    };
    let checker = Checker { chooser, replay: ReplayOptions::default() };
    let inputs = discover(&args.paths, &args.inputs.stdin_name);
    let mut status = 0;
    start_threads(&args.inputs)?;
    in_order(
        &inputs,
        |input| {
            let report = checker.check(input)?;
            // A file that has gone meanwhile is told of by the check.
            let bytes = input.path().and_then(|path| fs::read(path).ok());
            let mended = bytes.and_then(|bytes| mended(&report, &bytes));
            Some((input, report, mended))
        },
        |looked| -> anyhow::Result<()> {
            let Some((input, report, mended)) = looked else { return Ok(()) };
            if args.diff && report.is_unreadable() {
                status = worse(status, report.exit_status());
                report_findings(settings, &report.path, report.findings)?;
            } else if let (Some(mended), Some(path)) = (mended, input.path()) {
                status = worse(status, 1);
                if args.diff {
                    show(settings, &report, &mended)?;
                } else {
                    write_file(path, &mended.bytes, true)?;
                    writeln!(stderr(settings), "mended: {}", report.path)?;
                }
            }
            Ok(())
        },
    )?;
    Ok(args.diff.then(|| Exit::from_status(status)))
}

fn show(settings: &Settings, report: &InputReport, mended: &Mended) -> anyhow::Result<()> {
    let mut out = stdout(settings);
    for remark in &mended.remarks {
        writeln!(out, "# {}: the {remark} would be mended", report.path)?;
    }
    out.write_all(unified(&mended.old, &mended.new, &report.path).as_bytes())?;
    out.flush()?;
    Ok(())
}
