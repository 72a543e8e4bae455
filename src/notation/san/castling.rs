//! Which moves are castling, and on which side.

use crate::engine::{MoveKind, MoveRef, Position};
use crate::game::{CellId, Game, PieceTypeId, PlayerId};
use crate::notation::Spelling;
use crate::notation::layout::Spot;

/// The side of a castling move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Castling {
    /// With the nearer partner: `O-O`.
    Short,
    /// With the farther one: `O-O-O`.
    Long,
}

impl Castling {
    /// As standard notation writes it.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Short => "O-O",
            Self::Long => "O-O-O",
        }
    }

    /// Letters `O`, `o` or digits `0` joined by hyphens, or by nothing.
    pub(super) fn read(text: &str) -> Option<Self> {
        let signs: String = text.chars().filter(|c| *c != '-').map(|c| if c == '0' { 'O' } else { c }).collect();
        match (signs.to_ascii_uppercase().as_str(), text.contains('-') || !text.contains('0')) {
            ("OO", true) => Some(Self::Short),
            ("OOO", true) => Some(Self::Long),
            _ => None,
        }
    }
}

impl Spelling {
    /// The castling that a legal move is: a royal piece moves along a rank and a second piece of the same player lands on
    /// a cell that it crossed. `None` for other moves, and where the partners on both sides are equally near.
    #[must_use]
    pub fn castling(&self, game: &Game, position: &Position, played: MoveRef<'_>) -> Option<Castling> {
        let head = played.head;
        if head.kind != MoveKind::Walk || head.pairs == 0 {
            return None;
        }
        let king = position.piece(head.from)?;
        if !game.royal.get(king.owner().index())?.contains(&king.piece_type()) {
            return None;
        }
        let (from, to) = (self.layout.spot(head.from), self.layout.spot(head.to));
        let same_rank = |a: Spot, b: Spot| (a.section, a.row) == (b.section, b.row);
        if !same_rank(from, to) {
            return None;
        }
        if self.is_shuffled() {
            return self.shuffled_castling(position, played, king.owner());
        }
        let crossed = from.column.min(to.column) + 1..from.column.max(to.column);
        let partner = played.pairs().skip(1).find_map(|(start, end)| {
            let piece = position.piece(start).filter(|piece| piece.owner() == king.owner())?;
            let (start_spot, end_spot) = (self.layout.spot(start), self.layout.spot(end));
            (same_rank(end_spot, from) && same_rank(start_spot, from) && crossed.contains(&end_spot.column))
                .then_some((start_spot, piece.piece_type()))
        });
        let (partner, kind) = partner?;
        let [left, right] = self.partners(game, position, head.from, king.owner(), king.piece_type(), kind);
        let (own, other) = if partner.column < from.column { (left, right) } else { (right, left) };
        let own = own.unwrap_or_else(|| partner.column.abs_diff(from.column));
        match other {
            Some(other) if other == own => None,
            Some(other) if other < own => Some(Castling::Long),
            _ => Some(Castling::Short),
        }
    }

    /// With shuffled arrays castling is known by its Rook: on the right of the King it is short.
    fn shuffled_castling(&self, position: &Position, played: MoveRef<'_>, player: PlayerId) -> Option<Castling> {
        let from = self.layout.spot(played.head.from);
        played.pairs().skip(1).find_map(|(start, _)| {
            position.piece(start).filter(|piece| piece.owner() == player)?;
            let spot = self.layout.spot(start);
            let beside = (spot.section, spot.row) == (from.section, from.row);
            beside.then_some(if spot.column > from.column { Castling::Short } else { Castling::Long })
        })
    }

    /// Distances of the nearest partners on the left and right: in the array of the game where the King still stands as
    /// there, else on the board.
    fn partners(
        &self,
        game: &Game,
        position: &Position,
        king: CellId,
        player: PlayerId,
        king_type: PieceTypeId,
        kind: PieceTypeId,
    ) -> [Option<usize>; 2] {
        let from = self.layout.spot(king);
        let in_array = |cell: CellId| game.setup.get(cell.index()).copied().flatten();
        let on_board = |cell: CellId| position.piece(cell).map(|piece| (piece.owner(), piece.piece_type()));
        let use_array = in_array(king) == Some((player, king_type));
        let is_partner = |spot: Spot| {
            let stands = |cell: CellId| if use_array { in_array(cell) } else { on_board(cell) };
            self.layout.cell(spot).is_some_and(|cell| stands(cell) == Some((player, kind)))
        };
        let columns = self.layout.sections.get(from.section).map_or(0, |section| section.rows[from.row].cells.len());
        let distance = |column: usize| column.abs_diff(from.column);
        let at = |column: &usize| is_partner(Spot { column: *column, ..from });
        [
            (0..from.column).rev().find(|column| at(column)).map(distance),
            (from.column + 1..columns).find(|column| at(column)).map(distance),
        ]
    }
}
