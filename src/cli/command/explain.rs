//! `explain`: what a finding means, an example, the way out.

use std::io::{self, Write};

use anyhow::bail;
use scoresheet::diagnostic::{Code, did_you_mean, explain};
use serde::Serialize;

use super::super::args::{ExplainArgs, ExplainFormat};
use super::super::exit::Exit;
use super::super::output::stdout;
use super::super::settings::Settings;

pub(super) fn run(args: &ExplainArgs, settings: &Settings) -> anyhow::Result<Exit> {
    let codes = match &args.code {
        Some(name) => vec![find(name)?],
        None => Code::ALL.to_vec(),
    };
    let mut out = stdout(settings);
    match args.format {
        ExplainFormat::Human => write_human(&mut out, &codes)?,
        ExplainFormat::Json => {
            let page = Page { codes: codes.into_iter().map(Explanation::from).collect() };
            serde_json::to_writer_pretty(&mut out, &page)?;
            writeln!(out)?;
        }
    }
    out.flush()?;
    Ok(Exit::Fine)
}

fn find(name: &str) -> anyhow::Result<Code> {
    if let Some(code) = Code::find(name) {
        return Ok(code);
    }
    let names = Code::ALL.iter().flat_map(|code| [code.id(), code.slug()]);
    match did_you_mean(name, names) {
        Some(near) => bail!("there is no code {name}; did you mean {near}?"),
        None => bail!("there is no code {name}; codes stand in square brackets in a report"),
    }
}

fn write_human(out: &mut dyn Write, codes: &[Code]) -> io::Result<()> {
    for (number, &code) in codes.iter().enumerate() {
        if number > 0 {
            writeln!(out)?;
        }
        let (id, slug, severity) = (code.id(), code.slug(), code.severity().name());
        writeln!(out, "{id} {slug} ({severity})\n\n{}\n\n{}", code.title(), explain(code))?;
    }
    Ok(())
}

/// The document of `--format json`: the codes asked for, in the order of the families.
#[derive(Serialize)]
struct Page {
    codes: Vec<Explanation>,
}

#[derive(Serialize)]
struct Explanation {
    code: &'static str,
    slug: &'static str,
    severity: &'static str,
    kind: &'static str,
    title: &'static str,
    text: &'static str,
}

impl From<Code> for Explanation {
    fn from(code: Code) -> Self {
        Self {
            code: code.id(),
            slug: code.slug(),
            severity: code.severity().name(),
            kind: code.kind().name(),
            title: code.title(),
            text: explain(code),
        }
    }
}
