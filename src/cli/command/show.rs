//! `show`: a position as text.

use std::io::Write;

use scoresheet::diagram;
use scoresheet::notation::fen;

use super::super::args::ShowArgs;
use super::super::exit::Exit;
use super::super::output::stdout;
use super::super::settings::Settings;
use super::position;

pub(super) fn run(args: &ShowArgs, settings: &Settings) -> anyhow::Result<Exit> {
    let position::Found { mut playthrough, spelling, clock } = match position::find(&args.position) {
        Ok(found) => found,
        Err(stopped) => return stopped.report(settings),
    };
    let symbol = |player, piece| spelling.piece_text(player, piece);
    let mut out = stdout(settings);
    write!(out, "{}", diagram::text(playthrough.game(), playthrough.position(), &symbol))?;
    writeln!(out, "FEN {}", fen::write(&mut playthrough, &spelling, clock))?;
    out.flush()?;
    Ok(Exit::Fine)
}
