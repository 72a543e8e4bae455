//! The start position of a record: the variant's own, changed by the record's edits (`spec/zsg.md` 6).

use super::named::unknown_name;
use crate::diagnostic::Diagnostic;
use crate::engine::{Piece, Setup};
use crate::game::{CellId, Game, NameTable, PieceTypeId, PlayerId};
use crate::record::{Edit, Record, Word};

/// Why a start position cannot be set up: one finding for each name that the rules do not have.
pub type StartProblem = Vec<Diagnostic>;

/// The start position of a record under the rules.
///
/// # Errors
///
/// When edits name pieces, players or positions that the rules do not have.
pub fn start_setup(record: &Record, game: &Game) -> Result<Setup, StartProblem> {
    let mut setup = Setup::start(game);
    apply_edits(record, game, record.edits.iter(), &mut setup)?;
    Ok(setup)
}

/// Applies changes of the position, one after another.
pub(super) fn apply_edits<'e>(
    record: &Record,
    game: &Game,
    edits: impl Iterator<Item = &'e Edit>,
    setup: &mut Setup,
) -> Result<(), StartProblem> {
    let mut problems = Vec::new();
    for edit in edits {
        let mut find = |kind: &str, word: &Word, table: &NameTable| {
            let found = table.find(&word.text);
            if found.is_none() {
                problems.push(unknown_name(record, game, kind, word, table));
            }
            found
        };
        match edit {
            Edit::Empty { at } => {
                if let Some(cell) = find("position", at, &game.board.cells) {
                    setup.cells[cell] = None;
                }
            }
            Edit::Put { player, piece, at } => {
                let player = find("player", player, &game.players);
                let piece = find("piece", piece, &game.piece_names);
                let cell = find("position", at, &game.board.cells).map(CellId::from_index);
                if let (Some(player), Some(piece), Some(cell)) = (player, piece, cell) {
                    let (player, piece) = (PlayerId::from_index(player), PieceTypeId::from_index(piece));
                    setup.cells[cell.index()] = Some(Piece::fresh(game, player, piece));
                }
            }
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}
