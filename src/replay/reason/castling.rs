//! Why a castling is not possible: the condition of its block that fails.

use std::sync::Arc;

use super::{Case, finding};
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{MoveRef, Playthrough, Supposed, Unmet};
use crate::game::{CellId, Game, PieceTypeId, Test};
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
    let mut ways = playthrough.supposed_moves(from);
    ways.retain(|way| {
        let head = &way.played.head;
        let mut further = way.played.as_ref().pairs().skip(1);
        head.from == from && further.next().is_some_and(|(start, _)| start != head.from && start != head.to)
    });
    ways
}

/// Whether one step in some direction leads from one cell to the other.
fn is_step(game: &Game, from: CellId, to: CellId) -> bool {
    let directions = (0..game.board.directions.len()).map(crate::game::DirectionId::from_index);
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
    let way = ways.into_iter().min_by_key(|way| way.unmet.len())?;
    let game = Arc::clone(playthrough.game());
    let (from, to, king) = (way.played.head.from, way.played.head.to, way.played.head.piece);
    let first = *way.unmet.first()?;
    // Of several questions about one place the last tells most: no piece, of which type, with which attribute.
    let told = way.unmet.iter().rfind(|unmet| unmet.cell == first.cell && is_about_type(unmet)).copied();
    let unmet = told.unwrap_or(first);
    let why = words(playthrough, &game, king, from, unmet, texts);
    let (name, from, to) = (game.piece_names.name(king.index()), texts.cell(&game, from), texts.cell(&game, to));
    let message = format!("the {name} on {from} cannot castle to {to}: {why}");
    let mut finding = finding(record, entry, Code::CastlingNotPossible, message);
    if let Some(place) = game.program.place(unmet.at) {
        finding = finding.related(place.clone(), "this condition fails");
    }
    Some(finding.help("play another move"))
}

/// Whether the condition asks which piece stands there.
fn is_about_type(unmet: &Unmet) -> bool {
    matches!(unmet.test, Test::Piece(..)) && unmet.wanted
}

/// What fails, in words.
fn words(
    playthrough: &mut Playthrough,
    game: &Game,
    king: PieceTypeId,
    from: CellId,
    unmet: Unmet,
    texts: MoveTexts<'_>,
) -> String {
    let Some(cell) = unmet.cell else { return "a condition fails that its rules ask for".to_owned() };
    let at = texts.cell(game, cell);
    let name = |piece: PieceTypeId| game.piece_names.name(piece.index());
    let stands = playthrough.position().piece(cell);
    match (unmet.test, unmet.wanted, stands) {
        (Test::Attacked(..), false, _) => {
            let attackers: Vec<String> = playthrough
                .attackers(king, cell)
                .into_iter()
                .filter_map(|by| Some((playthrough.position().piece(by)?.piece_type(), by)))
                .map(|(piece, by)| format!("the {} on {}", name(piece), texts.cell(game, by)))
                .collect();
            let by = if attackers.is_empty() { String::new() } else { format!(" by {}", attackers.join(" and ")) };
            if cell == from { format!("it is attacked{by}") } else { format!("{at} is attacked{by}") }
        }
        (Test::Empty(_), true, Some(piece)) => format!("{at} is occupied by a {}", name(piece.piece_type())),
        (Test::Piece(piece, _), true, _) => format!("no {} of its side stands on {at}", name(piece)),
        (Test::Friend(_), true, _) => format!("no piece of its side stands on {at}"),
        (Test::Attribute(attribute, _), true, Some(piece)) => {
            let type_of = &game.pieces[piece.piece_type().index()];
            let had = type_of.start_attributes & Game::attribute_bit(attribute) != 0;
            let (lacks, attribute) =
                (if had { "no longer has" } else { "does not have" }, game.attributes.name(attribute.index()));
            let who = if cell == from { "it".to_owned() } else { format!("the {} on {at}", name(piece.piece_type())) };
            format!("{who} {lacks} the attribute `{attribute}`")
        }
        _ => format!("a condition fails that its rules ask for on {at}"),
    }
}
