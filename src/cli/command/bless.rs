//! `check --bless`: what is found is written down as what is expected.

use std::io::Write;

use scoresheet::batch::{Blessed, Checker, Chooser, Expectations, RulesOptions, discover, in_order};
use scoresheet::diagnostic::worse;
use scoresheet::replay::ReplayOptions;

use super::super::args::CheckArgs;
use super::super::diff::unified;
use super::super::exit::Exit;
use super::super::output::{report_findings, stdout, write_file};
use super::super::settings::Settings;
use super::check::start_threads;
use super::subject::Stopped;

pub(super) fn run(args: &CheckArgs, settings: &Settings) -> anyhow::Result<Exit> {
    let chooser = match Chooser::new(RulesOptions::from(&args.rules)) {
        Ok(chooser) => chooser,
        Err(finding) => return Stopped::new("", finding).report(settings),
    };
    let checker =
        Checker { chooser, replay: ReplayOptions { keep_going: args.keep_going, ..ReplayOptions::default() } };
    let inputs = discover(&args.paths, &args.inputs.stdin_name);
    let (expectations, mut blessed, mut unreadable) = (Expectations::default(), Blessed::default(), Vec::new());
    start_threads(&args.inputs)?;
    in_order(
        &inputs,
        |input| checker.check_expected(input, &expectations).map(|held| (input, held)),
        |held| -> anyhow::Result<()> {
            match held {
                Some((_, held)) if held.report.is_unreadable() => unreadable.push(held.report),
                Some((input, held)) => {
                    input.path().into_iter().for_each(|path| blessed.add(path, &held.observed));
                }
                None => {}
            }
            Ok(())
        },
    )?;
    let mut status = 0;
    for report in unreadable {
        status = worse(status, report.exit_status());
        report_findings(settings, &report.path, report.findings)?;
    }
    let texts = match blessed.texts() {
        Ok(texts) => texts,
        Err(findings) => return report_findings(settings, "", findings),
    };
    let mut out = stdout(settings);
    let mut written = 0;
    for (path, old, new) in texts {
        let shown = path.strip_prefix(".").unwrap_or(&path).display().to_string();
        let difference = unified(&old, &new, &shown);
        if !difference.is_empty() {
            out.write_all(difference.as_bytes())?;
            write_file(&path, new.as_bytes(), true)?;
            written += 1;
        }
    }
    if !settings.style.quiet {
        let files = if written == 1 { "file" } else { "files" };
        writeln!(out, "{written} {files} of expectations written")?;
    }
    out.flush()?;
    Ok(Exit::from_status(status))
}
