//! FEN to positions.

use super::{board, general, standard};
use crate::engine::Setup;
use crate::game::Game;
use crate::notation::Spelling;

/// Why a text is no FEN of the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct FenError {
    /// Byte offset in the text.
    pub offset: usize,
    /// What is wrong there.
    pub message: String,
}

impl FenError {
    pub(super) fn new(offset: usize, message: impl Into<String>) -> Self {
        Self { offset, message: message.into() }
    }
}

/// A position that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenRead {
    /// The position.
    pub setup: Setup,
    /// Plies since the last capture or Pawn move; 0 where the text does not say.
    pub clock: u32,
}

/// One field and its byte offset.
pub(super) struct Field<'t> {
    pub(super) text: &'t str,
    pub(super) offset: usize,
}

impl Field<'_> {
    pub(super) fn number<N: std::str::FromStr>(&self, what: &str) -> Result<N, FenError> {
        self.text.parse().map_err(|_| FenError::new(self.offset, format!("`{}` is not {what}", self.text)))
    }
}

/// The position that a FEN stands for. Fields that are missing at the end have the values of the variant's own start,
/// and a piece has its type's start attributes.
///
/// # Errors
///
/// When a row, symbol or field does not fit the game; the offset is that of the first thing that is wrong.
pub fn read(game: &Game, spelling: &Spelling, text: &str) -> Result<FenRead, FenError> {
    let fields: Vec<Field<'_>> = text
        .split_whitespace()
        .map(|field| Field { text: field, offset: field.as_ptr() as usize - text.as_ptr() as usize })
        .collect();
    let [rows, fields @ ..] = fields.as_slice() else { return Err(FenError::new(0, "the text is empty")) };
    let mut setup = Setup::start(game);
    board::read(game, spelling, rows.text, rows.offset, &mut setup)?;
    let [side, fields @ ..] = fields else { return Ok(FenRead { setup, clock: 0 }) };
    setup.turn = read_side(game, spelling, side)?;
    let clock = match &spelling.standard {
        Some(fields_of_game) => standard::read(game, spelling, fields_of_game, fields, &mut setup)?,
        None => {
            general::read(game, fields, &mut setup)?;
            0
        }
    };
    Ok(FenRead { setup, clock })
}

/// The first turn of the side: the start's own where that fits.
fn read_side(game: &Game, spelling: &Spelling, field: &Field<'_>) -> Result<usize, FenError> {
    let number = match (field.text, spelling.sides.are_many()) {
        ("w", false) => Some(1),
        ("b", false) => Some(2),
        (text, _) => text.parse().ok(),
    };
    let turn_of = |player| game.turns.items.iter().position(|item| item.player == player);
    number.and_then(|number| spelling.sides.player(number)).and_then(turn_of).ok_or_else(|| {
        let known = if spelling.sides.are_many() { "the number of a side" } else { "`w` or `b`" };
        FenError::new(field.offset, format!("the side to move is {known}, not `{}`", field.text))
    })
}

/// Completed turns before the turn of this index in this round.
pub(super) fn turn_number(game: &Game, turn: usize, round: usize) -> usize {
    let (count, start) = (game.turns.items.len(), game.turns.repeat_from);
    if turn < start {
        turn
    } else if start == 0 {
        round.saturating_sub(1).saturating_mul(count).saturating_add(turn)
    } else {
        round.saturating_sub(2).saturating_mul(count - start).saturating_add(turn)
    }
}
