//! `moves`: the legal moves of a position, each as a saved game writes it and, behind a tab, as a PGN does.

use std::io::{self, Write};

use anyhow::bail;
use scoresheet::diagnostic::did_you_mean;
use scoresheet::engine::{MoveKind, Position};
use scoresheet::game::{CellId, PieceTypeId, PlayerId};
use scoresheet::notation::zillions;
use scoresheet::replay::outcome_text;

use super::super::args::MovesArgs;
use super::super::exit::Exit;
use super::super::output::stdout;
use super::super::settings::Settings;
use super::position;

pub(super) fn run(args: &MovesArgs, settings: &Settings) -> anyhow::Result<Exit> {
    let position::Found { mut playthrough, spelling, .. } = match position::find(&args.position) {
        Ok(found) => found,
        Err(stopped) => return stopped.report(settings),
    };
    let from = match &args.from {
        Some(name) => match playthrough.game().board.cell(name) {
            Some(cell) => Some(cell),
            None => match did_you_mean(name, playthrough.game().board.cells.iter()) {
                Some(near) => bail!("the board has no cell {name}; did you mean {near}?"),
                None => bail!("the board has no cell {name}"),
            },
        },
        None => None,
    };
    let list = playthrough.legal_moves().clone();
    let mut out = stdout(settings);
    for candidate in list.iter() {
        let starts_there = |cell| candidate.head.kind != MoveKind::Pass && candidate.head.from == cell;
        if from.is_none_or(starts_there) {
            let text = zillions::text(playthrough.game(), cells(playthrough.position()), candidate);
            let short = spelling.san(&mut playthrough, &candidate.to_owned());
            writeln!(out, "{text}\t{short}")?;
        }
    }
    out.flush()?;
    if let Some(outcome) = playthrough.outcome().filter(|_| !settings.style.quiet) {
        writeln!(io::stderr().lock(), "the game is over: {}", outcome_text(playthrough.game(), outcome))?;
    }
    Ok(Exit::Fine)
}

/// What stands on each cell, as the writer of moves asks for it.
pub(super) fn cells(position: &Position) -> impl Fn(CellId) -> Option<(PlayerId, PieceTypeId)> + '_ {
    |cell| position.piece(cell).map(|piece| (piece.owner(), piece.piece_type()))
}
