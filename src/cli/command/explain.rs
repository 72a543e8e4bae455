//! `explain`: what a finding means, an example, the way out.

use std::io::Write;

use anyhow::bail;
use scoresheet::diagnostic::{Code, did_you_mean, explain};

use super::super::args::ExplainArgs;
use super::super::exit::Exit;
use super::super::output::stdout;
use super::super::settings::Settings;

pub(super) fn run(args: &ExplainArgs, settings: &Settings) -> anyhow::Result<Exit> {
    let Some(code) = Code::find(&args.code) else {
        let names = Code::ALL.iter().flat_map(|code| [code.id(), code.slug()]);
        match did_you_mean(&args.code, names) {
            Some(near) => bail!("there is no code {}; did you mean {near}?", args.code),
            None => bail!("there is no code {}; codes stand in square brackets in a report", args.code),
        }
    };
    let mut out = stdout(settings);
    writeln!(
        out,
        "{} {} ({})\n\n{}\n\n{}",
        code.id(),
        code.slug(),
        code.severity().name(),
        code.title(),
        explain(code)
    )?;
    out.flush()?;
    Ok(Exit::Fine)
}
