//! Conditions of move code that fail, in words, and the block that comes closest to a move.

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::engine::{Playthrough, Supposed, Unmet};
use crate::game::{CellId, Game, PieceTypeId, Test};
use crate::replay::shown::MoveTexts;

use super::attackers_text;

/// Most macro calls shown around a block.
const CALLS_SHOWN: usize = 3;
/// Longest text of a condition quoted in a message, in characters.
const MAX_QUOTED: usize = 60;

/// The way to a move of which the least fails, and the failing condition that tells most.
pub(super) struct Closest {
    pub(super) way: Supposed,
    pub(super) unmet: Unmet,
}

/// The closest of several ways; `None` where nothing fails in it, or there is none.
pub(super) fn closest(ways: impl IntoIterator<Item = Supposed>) -> Option<Closest> {
    let way = ways.into_iter().min_by_key(|way| way.unmet.len())?;
    let first = *way.unmet.first()?;
    // Of several questions about one place the last tells most: no piece, of which type, with which attribute.
    let told = way.unmet.iter().rfind(|unmet| unmet.cell == first.cell && is_about_type(unmet)).copied();
    Some(Closest { unmet: told.unwrap_or(first), way })
}

/// Whether the condition asks which piece stands there.
fn is_about_type(unmet: &Unmet) -> bool {
    matches!(unmet.test, Test::Piece(..)) && unmet.wanted
}

impl Closest {
    /// What fails, in words.
    pub(super) fn words(&self, playthrough: &mut Playthrough, texts: MoveTexts<'_>) -> String {
        let head = &self.way.played.head;
        words(playthrough, head.piece, head.from, self.unmet, texts)
    }

    /// Adds the place of the condition that fails, and the macro calls that its block comes from.
    pub(super) fn located(&self, game: &Game, mut finding: Diagnostic) -> Diagnostic {
        let Some(block) = game.program.blocks.get(self.way.block) else { return finding };
        finding = match game.program.place(self.unmet.at) {
            Some(place) => finding.related(place.clone(), "this condition fails"),
            None => finding.related(block.place.clone(), "no run of this block comes to the move"),
        };
        for call in block.calls.iter().take(CALLS_SHOWN) {
            finding = finding.related(call.place.clone(), format!("in macro `{}`, called here", call.name));
        }
        finding
    }
}

/// What fails, in words.
fn words(
    playthrough: &mut Playthrough,
    mover: PieceTypeId,
    from: CellId,
    unmet: Unmet,
    texts: MoveTexts<'_>,
) -> String {
    let game = Arc::clone(playthrough.game());
    let Some(cell) = unmet.cell else { return asked(&game, unmet) };
    let at = texts.cell(&game, cell);
    let name = |piece: PieceTypeId| game.piece_names.name(piece.index());
    let stands = playthrough.position().piece(cell);
    let standing = stands.map_or("piece", |piece| name(piece.piece_type()));
    match (unmet.test, unmet.wanted) {
        (Test::Attacked(..), false) => {
            let attackers = playthrough.attackers(mover, cell);
            let by = attackers_text(texts, playthrough, &attackers);
            let by = if by.is_empty() { by } else { format!(" by {by}") };
            if cell == from { format!("it is attacked{by}") } else { format!("{at} is attacked{by}") }
        }
        (Test::Attacked(..), true) => format!("{at} is not attacked"),
        (Test::Empty(_), true) => format!("{at} is occupied by a {standing}"),
        (Test::Empty(_), false) | (Test::Enemy(_) | Test::Friend(_), true) if stands.is_none() => {
            format!("nothing stands on {at}")
        }
        (Test::Enemy(_), true) => format!("the {standing} on {at} is no enemy piece"),
        (Test::Enemy(_), false) => format!("an enemy {standing} stands on {at}"),
        (Test::Friend(_), true) => format!("no piece of its side stands on {at}"),
        (Test::Friend(_), false) => format!("a {standing} of its side stands on {at}"),
        (Test::Piece(piece, _), true) => format!("no {} stands on {at}", name(piece)),
        (Test::Piece(piece, _), false) => format!("a {} stands on {at}", name(piece)),
        (Test::InZone(zone, _), true) => {
            format!("{at} lies outside the zone `{}`", game.board.zones.name(zone.index()))
        }
        (Test::InZone(zone, _), false) => format!("{at} lies in the zone `{}`", game.board.zones.name(zone.index())),
        (Test::LastTo(_), true) => format!("the move before did not end on {at}"),
        (Test::LastFrom(_), true) => format!("the move before did not start on {at}"),
        (Test::Attribute(attribute, _), true) if stands.is_some() => {
            let start = stands.map_or(0, |piece| game.pieces[piece.piece_type().index()].start_attributes);
            let had = start & Game::attribute_bit(attribute) != 0;
            let lacks = if had { "no longer has" } else { "does not have" };
            let who = if cell == from { "it".to_owned() } else { format!("the {standing} on {at}") };
            format!("{who} {lacks} the attribute `{}`", game.attributes.name(attribute.index()))
        }
        (Test::Attribute(attribute, _), false) => {
            format!("the {standing} on {at} has the attribute `{}`", game.attributes.name(attribute.index()))
        }
        _ => format!("{} on {at}", asked(&game, unmet)),
    }
}

/// A condition as it is written in the rules.
fn asked(game: &Game, unmet: Unmet) -> String {
    match as_written(game, unmet).filter(|(text, _)| text.chars().count() <= MAX_QUOTED) {
        Some((text, true)) => format!("the rules ask for `{text}`, which fails"),
        Some((text, false)) => format!("the rules ask that `{text}` does not hold"),
        None => "a condition fails that the rules ask for".to_owned(),
    }
}

/// The text of a condition in the rules, on one line, and the answer that the move needs to what is written.
pub(super) fn as_written(game: &Game, unmet: Unmet) -> Option<(String, bool)> {
    let place = game.program.place(unmet.at)?;
    let text = place.text().split_whitespace().collect::<Vec<_>>().join(" ");
    // `not-empty?` is the test `empty?` the other way round; `(not empty?)` is marked at the part within.
    let is_negated = text.trim_start_matches('(').trim_start().starts_with("not-");
    (!text.is_empty()).then_some((text, unmet.wanted != is_negated))
}
