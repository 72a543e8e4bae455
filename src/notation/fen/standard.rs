//! The fields of chess: castling rights, passing cell, halfmove clock, round.

use super::read::{FenError, Field};
use super::rights;
use crate::engine::{Effect, MoveKind, Playthrough, Setup};
use crate::game::{CellId, Game, PieceTypeId};
use crate::notation::Spelling;
use crate::notation::layout::Spot;

/// How the standard fields map to the attributes and the last move of the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StandardFields {
    /// The castling rights.
    pub rights: Rights,
    /// The piece type that may be taken in passing; `None` where that field is always `-`.
    pub passing: Option<String>,
    /// Whether the fields for rights and passing cell are written at all. A reader takes both forms.
    pub has_rights: bool,
}

/// The castling rights of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Rights {
    /// There is no castling: the field is `-`.
    #[default]
    None,
    /// Of pieces on known cells, in the order in which their letters are written.
    Fixed(Vec<CastlingRight>),
    /// Of King and Rooks wherever they start: `K` and `Q` stand for the outermost Rook on that side of the King, a
    /// file letter for one further in (X-FEN).
    Shuffled {
        /// The attribute that says a King or Rook has not moved.
        attribute: String,
    },
}

/// One castling right: there as long as both pieces stand on their cells and have the attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CastlingRight {
    /// The letter, upper case for the first side.
    pub letter: char,
    /// The attribute that says a piece has not moved.
    pub attribute: String,
    /// The cell of the King.
    pub king: String,
    /// The cell of its partner.
    pub partner: String,
}

/// The fields behind the side, each with a blank before it.
pub(super) fn write(
    game: &Game,
    spelling: &Spelling,
    fields: &StandardFields,
    setup: &Setup,
    playthrough: &mut Playthrough,
    clock: u32,
) -> String {
    let round = game.turns.round(setup.turn_number);
    if !fields.has_rights {
        return format!(" {clock} {round}");
    }
    let rights = rights::write(game, spelling, &fields.rights, setup);
    let passing = fields
        .passing
        .as_ref()
        .and_then(|pawn| passing_cell(game, spelling, pawn, setup, playthrough))
        .map_or("-", |cell| game.board.name(cell));
    format!(" {rights} {passing} {clock} {round}")
}

/// The cell that a Pawn may now move to, taking the piece that has just moved past it.
fn passing_cell(
    game: &Game,
    spelling: &Spelling,
    pawn: &str,
    setup: &Setup,
    playthrough: &mut Playthrough,
) -> Option<CellId> {
    let pawn = PieceTypeId::from_index(game.piece_names.find(pawn)?);
    let last_to = setup.last_to?;
    setup.cells[last_to.index()].filter(|piece| piece.piece_type() == pawn)?;
    // No list of moves is worked out unless the last move may have passed a cell.
    let (from, to) = (spelling.layout.spot(setup.last_from?), spelling.layout.spot(last_to));
    if from.section != to.section || from.row.abs_diff(to.row).max(from.column.abs_diff(to.column)) < 2 {
        return None;
    }
    let takes = |played: crate::engine::MoveRef<'_>| {
        played.head.kind == MoveKind::Walk
            && played.head.piece == pawn
            && played.head.to != last_to
            && setup.cells[played.head.to.index()].is_none()
            && played.effects.contains(&Effect::Capture { at: last_to })
    };
    playthrough.legal_moves().iter().find(|&played| takes(played)).map(|played| played.head.to)
}

/// Reads rights, passing cell, clock and round, or clock and round alone; missing fields leave the start's values.
/// Gives the clock.
pub(super) fn read(
    game: &Game,
    spelling: &Spelling,
    standard: &StandardFields,
    fields: &[Field<'_>],
    setup: &mut Setup,
) -> Result<u32, FenError> {
    let is_number = |field: &Field<'_>| field.text.bytes().all(|byte| byte.is_ascii_digit());
    let mut rest = fields;
    if let Some(field) = rest.first().filter(|field| !is_number(field)) {
        rights::read(game, spelling, &standard.rights, field, setup)?;
        rest = &rest[1..];
        if let Some(field) = rest.first().filter(|field| !is_number(field)) {
            read_passing(game, spelling, standard, field, setup)?;
            rest = &rest[1..];
        }
    }
    let clock = match rest.first() {
        Some(field) if field.text != "-" => field.number("the halfmove clock")?,
        _ => 0,
    };
    setup.turn_number = setup.turn;
    if let Some(field) = rest.get(1).filter(|field| field.text != "-") {
        setup.turn_number = super::read::turn_number(game, setup.turn, field.number("the move number")?);
    }
    match rest.get(2) {
        Some(field) => Err(FenError::new(field.offset, "nothing may stand behind the move number")),
        None => Ok(clock),
    }
}

/// Sets the last move to the double step over the passing cell.
fn read_passing(
    game: &Game,
    spelling: &Spelling,
    standard: &StandardFields,
    field: &Field<'_>,
    setup: &mut Setup,
) -> Result<(), FenError> {
    (setup.last_from, setup.last_to) = (None, None);
    if field.text == "-" {
        return Ok(());
    }
    let cell = game
        .board
        .cell(field.text)
        .ok_or_else(|| FenError::new(field.offset, format!("the board has no cell `{}`", field.text)))?;
    let pawn = standard.passing.as_ref().and_then(|name| game.piece_names.find(name)).map(PieceTypeId::from_index);
    let mover = game.turns.items.get(setup.turn).map(|item| item.player);
    let spot = spelling.layout.spot(cell);
    let beside = |row: Option<usize>| row.and_then(|row| spelling.layout.cell(Spot { row, ..spot }));
    let (above, below) = (beside(spot.row.checked_sub(1)), beside(spot.row.checked_add(1)));
    let passed = [(above, below), (below, above)].into_iter().find_map(|(to, from)| {
        let (to, from) = (to?, from?);
        let stands = setup.cells[to.index()]
            .is_some_and(|piece| Some(piece.piece_type()) == pawn && Some(piece.owner()) != mover);
        (stands && setup.cells[from.index()].is_none()).then_some((from, to))
    });
    match passed {
        Some((from, to)) => {
            (setup.last_from, setup.last_to) = (Some(from), Some(to));
            Ok(())
        }
        None => Err(FenError::new(field.offset, format!("nothing has just moved past {}", field.text))),
    }
}
