//! Castling rights where the array is shuffled: a right names its Rook by the side of the King, or by the file.

use super::read::{FenError, Field};
use crate::engine::{Piece, Setup};
use crate::game::{AttributeId, CellId, Game, PlayerId};
use crate::notation::Spelling;

/// One side's King with the Rooks of its row.
struct Row<'a> {
    spelling: &'a Spelling,
    king: CellId,
    /// Cells of the partners, from the left.
    partners: Vec<CellId>,
}

impl Row<'_> {
    fn column(&self, cell: CellId) -> usize {
        self.spelling.layout.spot(cell).column
    }

    /// The outermost partner to the right (`K`) or left (`Q`) of the King.
    fn outermost(&self, right: bool) -> Option<CellId> {
        let end = if right { self.partners.last() } else { self.partners.first() };
        end.copied().filter(|&cell| (self.column(cell) > self.column(self.king)) == right)
    }
}

/// The letters of the rights that stand, `K` before `Q` before files, or `-`.
pub(super) fn write(game: &Game, spelling: &Spelling, attribute: &str, setup: &Setup) -> String {
    let mut text = String::new();
    if let Some(attribute) = find(game, attribute) {
        for number in 1..=2 {
            let Some(player) = spelling.sides.player(number) else { continue };
            let Some(row) = row(game, spelling, player, attribute, setup) else { continue };
            let stands = |cell: CellId| setup.cells[cell.index()].is_some_and(|piece| piece.has(attribute));
            if !stands(row.king) {
                continue;
            }
            let mut letters = String::new();
            for &cell in row.partners.iter().rev().filter(|&&cell| stands(cell)) {
                match cell {
                    cell if row.outermost(true) == Some(cell) => letters.push('K'),
                    cell if row.outermost(false) == Some(cell) => letters.push('Q'),
                    cell => letters.push_str(spelling.layout.file_name(cell).unwrap_or_default()),
                }
            }
            text.push_str(&if number == 1 { letters.to_uppercase() } else { letters.to_lowercase() });
        }
    }
    if text.is_empty() { "-".to_owned() } else { text }
}

/// Sets the attribute of Kings and Rooks as the field says: on those it names, and on no others.
pub(super) fn read(
    game: &Game,
    spelling: &Spelling,
    attribute: &str,
    field: &Field<'_>,
    setup: &mut Setup,
) -> Result<(), FenError> {
    let Some(attribute) = find(game, attribute) else { return Ok(()) };
    for piece in setup.cells.iter_mut().flatten() {
        *piece = piece.with_attribute(attribute, false);
    }
    let written = if field.text == "-" { "" } else { field.text };
    for (at, letter) in written.char_indices() {
        let wrong = |message: String| FenError::new(field.offset + at, message);
        let player = spelling.sides.player(if letter.is_uppercase() { 1 } else { 2 });
        let row = player.and_then(|player| row(game, spelling, player, attribute, setup));
        let row = row.ok_or_else(|| wrong(format!("the right `{letter}` needs a King on the board")))?;
        let file = letter.to_ascii_lowercase().to_string();
        let partner = match file.as_str() {
            "k" => row.outermost(true),
            "q" => row.outermost(false),
            file => row.partners.iter().copied().find(|&cell| spelling.layout.file_name(cell) == Some(file)),
        };
        let partner = partner.ok_or_else(|| wrong(format!("the right `{letter}` finds no Rook beside the King")))?;
        for cell in [row.king, partner] {
            if let Some(piece) = &mut setup.cells[cell.index()] {
                *piece = piece.with_attribute(attribute, true);
            }
        }
    }
    Ok(())
}

fn find(game: &Game, attribute: &str) -> Option<AttributeId> {
    game.attributes.find(attribute).map(AttributeId::from_index)
}

/// The King of a player, and the men of his that start with the attribute on the King's row.
fn row<'a>(
    game: &Game,
    spelling: &'a Spelling,
    player: PlayerId,
    attribute: AttributeId,
    setup: &Setup,
) -> Option<Row<'a>> {
    let royal = game.royal.get(player.index())?;
    let own = |cell: &CellId| setup.cells[cell.index()].filter(|piece| piece.owner() == player);
    let all = || (0..setup.cells.len()).map(CellId::from_index);
    let is_royal = |piece: Piece| royal.contains(&piece.piece_type());
    let king = all().find(|cell| own(cell).is_some_and(is_royal))?;
    let home = spelling.layout.spot(king);
    let can_castle = |piece: Piece| {
        !is_royal(piece)
            && game.pieces[piece.piece_type().index()].start_attributes & Game::attribute_bit(attribute) != 0
    };
    let mut partners: Vec<CellId> = all()
        .filter(|cell| own(cell).is_some_and(can_castle))
        .filter(|&cell| {
            let spot = spelling.layout.spot(cell);
            spot.section == home.section && spot.row == home.row
        })
        .collect();
    partners.sort_by_key(|&cell| spelling.layout.spot(cell).column);
    Some(Row { spelling, king, partners })
}
