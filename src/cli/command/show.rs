//! `show`: a position as text.

use std::io::Write;

use scoresheet::diagram;
use scoresheet::game::{Game, PieceTypeId, PlayerId};
use scoresheet::library;

use super::super::args::ShowArgs;
use super::super::exit::Exit;
use super::super::output::stdout;
use super::super::settings::Settings;
use super::position;

pub(super) fn run(args: &ShowArgs, settings: &Settings) -> anyhow::Result<Exit> {
    let playthrough = match position::find(&args.position) {
        Ok(playthrough) => playthrough,
        Err(stopped) => return stopped.report(settings),
    };
    let game = playthrough.game();
    let mut out = stdout(settings);
    write!(out, "{}", diagram::text(game, playthrough.position(), &|player, piece| symbol(game, player, piece)))?;
    out.flush()?;
    Ok(Exit::Fine)
}
fn symbol(_: &Game, _: PlayerId, _: PieceTypeId) -> String {
    let _ = library::all();
    String::new()
}
