//! `expand`: the rules after macro expansion.

use std::io::Write;

use scoresheet::diagnostic::{Diagnostics, Severity};

use super::super::args::ExpandArgs;
use super::super::exit::Exit;
use super::super::output::{report_findings, stdout};
use super::super::settings::Settings;
use super::subject;

pub(super) fn run(args: &ExpandArgs, settings: &Settings) -> anyhow::Result<Exit> {
    let rules = match subject::rules(args.path.as_deref(), args.game.as_deref()) {
        Ok(rules) => rules,
        Err(stopped) => return stopped.report(settings),
    };
    let (mut text, mut findings) = (String::new(), Diagnostics::new());
    // Writing to a String cannot fail.
    let _ = rules.rules().print_expanded(&mut text, &mut findings);
    let mut out = stdout(settings);
    out.write_all(text.as_bytes())?;
    out.flush()?;
    drop(out);
    findings.extend(rules.findings.iter().cloned());
    let faults: Vec<_> =
        findings.into_sorted().into_iter().filter(|finding| finding.severity == Severity::Error).collect();
    if faults.is_empty() {
        return Ok(Exit::Fine);
    }
    report_findings(settings, &rules.path, faults)?;
    Ok(Exit::Findings)
}
