//! Castling rights as letters.

use super::read::{FenError, Field};
use super::standard::Rights;
use crate::engine::{Piece, Setup};
use crate::game::{AttributeId, CellId, Game, PieceTypeId, PlayerId};
use crate::notation::Spelling;
use crate::notation::layout::Spot;

/// A right in terms of the game.
struct Right {
    letter: char,
    attribute: AttributeId,
    /// King and partner.
    men: [Man; 2],
}

/// A piece on its cell.
type Man = (CellId, PlayerId, PieceTypeId);

/// The field: letters, or `-`.
pub(super) fn write(game: &Game, spelling: &Spelling, rights: &Rights, setup: &Setup) -> String {
    let stands = |right: &Right| {
        right.men.iter().all(|&(cell, player, kind)| {
            setup.cells[cell.index()].is_some_and(|piece| is(piece, player, kind) && piece.has(right.attribute))
        })
    };
    let letters: String = match rights {
        Rights::None => String::new(),
        Rights::Fixed(_) => {
            fixed(game, rights).iter().filter(|right| stands(right)).map(|right| right.letter).collect()
        }
        Rights::Shuffled { attribute } => {
            let Some(attribute) = find_attribute(game, attribute) else { return "-".to_owned() };
            homes(game, spelling, setup, attribute)
                .iter()
                .flat_map(|home| home.rights(spelling, setup, attribute))
                .collect()
        }
    };
    if letters.is_empty() { "-".to_owned() } else { letters }
}

/// Sets the attributes. A right that is not written is lost, wherever the pieces stand; one that is written needs them
/// in place.
pub(super) fn read(
    game: &Game,
    spelling: &Spelling,
    rights: &Rights,
    field: &Field<'_>,
    setup: &mut Setup,
) -> Result<(), FenError> {
    let written = if field.text == "-" { "" } else { field.text };
    match rights {
        Rights::None => match written.chars().next() {
            Some(_) => Err(FenError::new(field.offset, "this game has no castling rights, written `-`")),
            None => Ok(()),
        },
        Rights::Fixed(_) => read_fixed(game, &fixed(game, rights), field, written, setup),
        Rights::Shuffled { attribute } => match find_attribute(game, attribute) {
            Some(attribute) => read_shuffled(game, spelling, attribute, field, written, setup),
            None => Ok(()),
        },
    }
}

fn is(piece: Piece, player: PlayerId, kind: PieceTypeId) -> bool {
    piece.owner() == player && piece.piece_type() == kind
}

fn find_attribute(game: &Game, name: &str) -> Option<AttributeId> {
    game.attributes.find(name).map(AttributeId::from_index)
}

fn fixed(game: &Game, rights: &Rights) -> Vec<Right> {
    let Rights::Fixed(rights) = rights else { return Vec::new() };
    let man = |cell: &str| {
        let cell = game.board.cell(cell)?;
        let (player, piece) = game.setup.get(cell.index()).copied().flatten()?;
        Some((cell, player, piece))
    };
    let found = rights.iter().filter_map(|right| {
        let attribute = find_attribute(game, &right.attribute)?;
        Some(Right { letter: right.letter, attribute, men: [man(&right.king)?, man(&right.partner)?] })
    });
    found.collect()
}

fn read_fixed(
    game: &Game,
    rights: &[Right],
    field: &Field<'_>,
    written: &str,
    setup: &mut Setup,
) -> Result<(), FenError> {
    let unknown = written.char_indices().find(|(_, letter)| rights.iter().all(|right| right.letter != *letter));
    if let Some((at, letter)) = unknown {
        return Err(FenError::new(field.offset + at, format!("`{letter}` is no castling right of this game")));
    }
    for right in rights {
        for piece in setup.cells.iter_mut().flatten() {
            if right.men.iter().any(|&(_, player, kind)| is(*piece, player, kind)) {
                *piece = piece.with_attribute(right.attribute, false);
            }
        }
    }
    for right in rights.iter().filter(|right| written.contains(right.letter)) {
        for &(cell, player, kind) in &right.men {
            match &mut setup.cells[cell.index()] {
                Some(piece) if is(*piece, player, kind) => *piece = piece.with_attribute(right.attribute, true),
                _ => {
                    let (name, cell) = (game.piece_names.name(kind.index()), game.board.name(cell));
                    let message = format!("the right `{}` needs the {name} on {cell}", right.letter);
                    return Err(FenError::new(field.offset, message));
                }
            }
        }
    }
    Ok(())
}

/// The King of a side that may castle, with the possible partners on its rank from the left.
struct Home {
    player: PlayerId,
    king: CellId,
    king_column: usize,
    /// Column and cell.
    partners: Vec<(usize, CellId)>,
}

impl Home {
    /// The letters of the rights that this side has, those on the right of the King first.
    fn rights(&self, spelling: &Spelling, setup: &Setup, attribute: AttributeId) -> Vec<char> {
        let has = |cell: CellId| setup.cells[cell.index()].is_some_and(|piece| piece.has(attribute));
        if !has(self.king) {
            return Vec::new();
        }
        let held = self.partners.iter().rev().filter(|(_, cell)| has(*cell));
        let letters = held.filter_map(|&(column, cell)| {
            let letter = if self.outermost(column > self.king_column) == Some(cell) {
                if column > self.king_column { 'K' } else { 'Q' }
            } else {
                spelling.layout.file_name(cell)?.chars().next()?.to_ascii_uppercase()
            };
            Some(if spelling.sides.number(self.player) == 1 { letter } else { letter.to_ascii_lowercase() })
        });
        letters.collect()
    }

    fn outermost(&self, on_the_right: bool) -> Option<CellId> {
        let mut there = self.partners.iter().filter(|(column, _)| (*column > self.king_column) == on_the_right);
        let outermost = if on_the_right { there.next_back() } else { there.next() };
        outermost.map(|&(_, cell)| cell)
    }
}

/// The Kings, in the order of the sides, each with the pieces on its rank that start with the attribute.
fn homes(game: &Game, spelling: &Spelling, setup: &Setup, attribute: AttributeId) -> Vec<Home> {
    let starts_unmoved =
        |kind: PieceTypeId| game.pieces[kind.index()].start_attributes & Game::attribute_bit(attribute) != 0;
    let home = |&player: &PlayerId| {
        let royal = game.royal.get(player.index())?;
        let king = (0..setup.cells.len()).map(CellId::from_index).find(|cell| {
            setup.cells[cell.index()]
                .is_some_and(|piece| piece.owner() == player && royal.contains(&piece.piece_type()))
        })?;
        let spot = spelling.layout.spot(king);
        let row = &spelling.layout.sections.get(spot.section)?.rows.get(spot.row)?.cells;
        let partner = |column: usize| {
            let cell = spelling.layout.cell(Spot { column, ..spot })?;
            let piece = setup.cells[cell.index()].filter(|piece| piece.owner() == player)?;
            let kind = piece.piece_type();
            (starts_unmoved(kind) && !royal.contains(&kind)).then_some((column, cell))
        };
        let partners = (0..row.len()).filter_map(partner).collect();
        Some(Home { player, king, king_column: spot.column, partners })
    };
    spelling.sides.order().iter().filter_map(home).collect()
}

fn read_shuffled(
    game: &Game,
    spelling: &Spelling,
    attribute: AttributeId,
    field: &Field<'_>,
    written: &str,
    setup: &mut Setup,
) -> Result<(), FenError> {
    let homes = homes(game, spelling, setup, attribute);
    for piece in setup.cells.iter_mut().flatten() {
        *piece = piece.with_attribute(attribute, false);
    }
    for (at, letter) in written.char_indices() {
        let side = if letter.is_lowercase() { 2 } else { 1 };
        let home = homes.iter().find(|home| spelling.sides.number(home.player) == side);
        let partner = home.and_then(|home| match letter.to_ascii_uppercase() {
            'K' => home.outermost(true),
            'Q' => home.outermost(false),
            file => {
                let named = |cell: CellId| {
                    spelling.layout.file_name(cell).is_some_and(|name| name.eq_ignore_ascii_case(&file.to_string()))
                };
                home.partners.iter().map(|&(_, cell)| cell).find(|&cell| named(cell))
            }
        });
        let (Some(home), Some(partner)) = (home, partner) else {
            let message = format!("the right `{letter}` needs a King and a Rook on its side");
            return Err(FenError::new(field.offset + at, message));
        };
        for cell in [home.king, partner] {
            let man = &mut setup.cells[cell.index()];
            *man = man.map(|piece| piece.with_attribute(attribute, true));
        }
    }
    Ok(())
}
