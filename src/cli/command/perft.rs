//! `perft`: counting positions.

use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use anyhow::{Context as _, bail};
use scoresheet::engine::{PerftOptions, Playthrough, perft};
use scoresheet::notation::zillions;

use super::super::args::PerftArgs;
use super::super::exit::Exit;
use super::super::output::stdout;
use super::super::settings::Settings;
use super::moves::cells;
use super::subject;

pub(super) fn run(args: &PerftArgs, settings: &Settings) -> anyhow::Result<Exit> {
    let (path, depth) = match (args.rules_and_depth.as_slice(), &args.rules.game) {
        ([path, depth], None) => (Some(Path::new(path)), depth),
        ([depth], Some(_)) => (None, depth),
        ([_], None) => bail!("give a rules file and a depth, or --game NAME and a depth"),
        _ => bail!("with --game NAME give the depth alone"),
    };
    let depth: u32 = depth.parse().with_context(|| format!("the depth is no number: {depth}"))?;
    let found = subject::rules(path, args.rules.game.as_deref())
        .and_then(|rules| subject::choice(rules, args.rules.variant.as_deref()))
        .and_then(|choice| subject::playthrough(&choice, args.rules.start.as_deref()))
        .map(|(playthrough, _)| playthrough);
    let mut playthrough = match found {
        Ok(playthrough) => playthrough,
        Err(stopped) => return stopped.report(settings),
    };
    let options = PerftOptions { entries: args.entries, every_leaf: args.no_bulk };
    let start = Instant::now();
    let mut out = stdout(settings);
    let nodes = if args.divide && depth > 0 {
        divide(&mut playthrough, depth, options, &mut out)?
    } else {
        perft(&mut playthrough, depth, options)?
    };
    let seconds = start.elapsed().as_secs_f64();
    writeln!(out, "{depth} {nodes}")?;
    out.flush()?;
    #[expect(clippy::cast_precision_loss, reason = "a rate for people")]
    let rate = nodes as f64 / seconds.max(1e-9);
    writeln!(io::stderr().lock(), "{seconds:.3} s, {rate:.0} nodes/s")?;
    Ok(Exit::Fine)
}

/// Counts below each first move and writes a line for it; the sum is the count of the position.
fn divide(
    playthrough: &mut Playthrough,
    depth: u32,
    options: PerftOptions,
    out: &mut dyn Write,
) -> anyhow::Result<u64> {
    let mut sum = 0;
    for candidate in playthrough.legal_moves().clone().iter() {
        let text = zillions::text(playthrough.game(), cells(playthrough.position()), candidate);
        let undo = playthrough.play(candidate);
        let turn_goes_on = playthrough.position().chain().is_some() && !options.entries;
        let nodes = perft(playthrough, if turn_goes_on { depth } else { depth - 1 }, options)?;
        playthrough.take_back(&undo);
        writeln!(out, "{text}: {nodes}")?;
        sum += nodes;
    }
    Ok(sum)
}
