//! The fields of rules that no other program knows: rights, last move, index of the turn, round.

use super::read::{FenError, Field};
use crate::engine::{Piece, Setup};
use crate::game::{AttributeId, CellId, Game};
use crate::notation::Spelling;

/// The fields behind the side, each with a blank before it.
pub(super) fn write(game: &Game, spelling: &Spelling, setup: &Setup) -> String {
    let rights = rights(game, setup);
    let last_move = match (spelling.asks_last_move, setup.last_from, setup.last_to) {
        (true, Some(from), Some(to)) => format!("{}-{}", game.board.name(from), game.board.name(to)),
        _ => "-".to_owned(),
    };
    format!(" {rights} {last_move} {} {}", setup.turn, game.turns.round(setup.turn_number))
}

/// The attributes that differ from their type's start value.
fn rights(game: &Game, setup: &Setup) -> String {
    let mut parts = Vec::new();
    for (index, piece) in setup.cells.iter().enumerate() {
        let Some(piece) = piece else { continue };
        let fresh = Piece::fresh(game, piece.owner(), piece.piece_type());
        for attribute in (0..game.attributes.len()).map(AttributeId::from_index) {
            if piece.has(attribute) != fresh.has(attribute) {
                let cell = game.board.name(CellId::from_index(index));
                let name = game.attributes.name(attribute.index());
                parts.push(format!("{cell}.{name}={}", u8::from(piece.has(attribute))));
            }
        }
    }
    if parts.is_empty() { "-".to_owned() } else { parts.join(",") }
}

/// Reads rights, last move, counter and round; fields that are missing leave the start's values.
pub(super) fn read(game: &Game, fields: &[Field<'_>], setup: &mut Setup) -> Result<(), FenError> {
    if let Some(field) = fields.first() {
        read_rights(game, field, setup)?;
    }
    if let Some(field) = fields.get(1) {
        (setup.last_from, setup.last_to) = read_last_move(game, field)?;
    }
    if let Some(field) = fields.get(2) {
        let turn: usize = field.number("the index of the turn")?;
        let right_side = game.turns.items.get(turn).map(|item| item.player)
            == game.turns.items.get(setup.turn).map(|item| item.player);
        if !right_side {
            return Err(FenError::new(field.offset, "this turn of the turn order is not of the side to move"));
        }
        setup.turn = turn;
    }
    setup.turn_number = setup.turn;
    if let Some(field) = fields.get(3) {
        setup.turn_number = super::read::turn_number(game, setup.turn, field.number("the round number")?);
    }
    match fields.get(4) {
        Some(field) => Err(FenError::new(field.offset, "nothing may stand behind the round number")),
        None => Ok(()),
    }
}

fn read_rights(game: &Game, field: &Field<'_>, setup: &mut Setup) -> Result<(), FenError> {
    if field.text == "-" {
        return Ok(());
    }
    let mut offset = field.offset;
    for part in field.text.split(',') {
        let malformed = || FenError::new(offset, format!("`{part}` is not of the form CELL.NAME=0 or =1"));
        let (place, value) = part.rsplit_once('=').ok_or_else(malformed)?;
        let value = match value {
            "0" => false,
            "1" => true,
            _ => return Err(malformed()),
        };
        let (cell, attribute) = place
            .match_indices('.')
            .find_map(|(at, _)| {
                let cell = game.board.cell(&place[..at])?;
                let attribute = game.attributes.find_ignoring_case(&place[at + 1..])?;
                Some((cell, AttributeId::from_index(attribute)))
            })
            .ok_or_else(|| FenError::new(offset, format!("`{place}` names no cell and attribute of the game")))?;
        let piece = setup.cells[cell.index()]
            .ok_or_else(|| FenError::new(offset, format!("no piece stands on {}", game.board.name(cell))))?;
        setup.cells[cell.index()] = Some(piece.with_attribute(attribute, value));
        offset += part.len() + 1;
    }
    Ok(())
}

fn read_last_move(game: &Game, field: &Field<'_>) -> Result<(Option<CellId>, Option<CellId>), FenError> {
    if field.text == "-" {
        return Ok((None, None));
    }
    let cells = field
        .text
        .match_indices('-')
        .find_map(|(at, _)| Some((game.board.cell(&field.text[..at])?, game.board.cell(&field.text[at + 1..])?)));
    match cells {
        Some((from, to)) => Ok((Some(from), Some(to))),
        None => Err(FenError::new(field.offset, format!("`{}` is not a last move FROM-TO", field.text))),
    }
}
