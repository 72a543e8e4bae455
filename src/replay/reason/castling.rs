//! Why a castling is not possible: the condition of its block that fails.

use std::sync::Arc;

use super::condition::{as_written, closest};
use super::{Case, finding};
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{MoveRef, Mover, Playthrough, Supposed};
use crate::game::{CellId, DirectionId, Game};
use crate::record::{Entry, Record};
use crate::replay::shown::MoveTexts;

impl Case<'_> {
    /// The entry moves a piece as a castling of its rules would, and a condition of that fails.
    pub(super) fn castling(&self, playthrough: &mut Playthrough) -> Option<Diagnostic> {
        let (_, from, _, to) = self.written.main_move()?;
        let pairs = self.written.pairs();
        if pairs.len() < 2 && is_step(playthrough.game(), from, to) {
            return None;
        }
        let ways = castlings(playthrough, from).into_iter().filter(|way| way.played.head.to == to);
        let as_written = |way: &Supposed| pairs.len() < 2 || way.played.as_ref().pairs().eq(pairs.iter().copied());
        let finding = failing(self.record, self.entry, playthrough, ways.filter(as_written).collect(), self.texts)?;
        let legal = self.legal_from(playthrough, from);
        Some(finding.legal(legal))
    }
}

/// Why none of the castlings of the player on turn that pass the test is possible. `None` where there is none, or
/// nothing in its block fails.
pub(in crate::replay) fn castling_token(
    record: &Record,
    entry: &Entry,
    playthrough: &mut Playthrough,
    test: impl Fn(&Playthrough, MoveRef<'_>) -> bool,
) -> Option<Diagnostic> {
    let game = Arc::clone(playthrough.game());
    let player = playthrough.position().turn_item(&game).acts_as;
    let cells: Vec<CellId> = playthrough.position().cells_of(player).collect();
    let mut ways: Vec<Supposed> = cells.into_iter().flat_map(|cell| castlings(playthrough, cell)).collect();
    ways.retain(|way| test(playthrough, way.played.as_ref()));
    failing(record, entry, playthrough, ways, MoveTexts::Zillions)
}

/// The castlings of the piece on a cell, were their conditions met: a second piece of its side moves along.
fn castlings(playthrough: &mut Playthrough, from: CellId) -> Vec<Supposed> {
    let mut ways = playthrough.supposed_moves(Mover::On(from));
    ways.retain(|way| {
        let head = &way.played.head;
        let mut further = way.played.as_ref().pairs().skip(1);
        head.from == from && further.next().is_some_and(|(start, _)| start != head.from && start != head.to)
    });
    ways
}

/// Whether one step in some direction leads from one cell to the other.
pub(super) fn is_step(game: &Game, from: CellId, to: CellId) -> bool {
    let directions = (0..game.board.directions.len()).map(DirectionId::from_index);
    directions.into_iter().any(|direction| game.board.step(direction, from) == Some(to))
}

/// The finding for the castling of which the least fails.
fn failing(
    record: &Record,
    entry: &Entry,
    playthrough: &mut Playthrough,
    ways: Vec<Supposed>,
    texts: MoveTexts<'_>,
) -> Option<Diagnostic> {
    let closest = closest(ways)?;
    let game = Arc::clone(playthrough.game());
    let head = &closest.way.played.head;
    let why = closest.words(playthrough, texts);
    let (name, from, to) =
        (game.piece_names.name(head.piece.index()), texts.cell(&game, head.from), texts.cell(&game, head.to));
    let message = format!("the {name} on {from} cannot castle to {to}: {why}");
    let finding = closest.located(&game, finding(record, entry, Code::CastlingNotPossible, message));
    let asked = as_written(&game, closest.unmet).map_or_else(String::new, |(asked, _)| format!(", `{asked}`"));
    Some(finding.help("play another move").cause(format!("{name}: castling{asked}")))
}
