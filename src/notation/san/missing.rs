//! Tokens that fit no legal move: what they say, and what comes near.

use super::Spelling;
use super::castling::Castling;
use super::reading::{Named, Origin, Reading};
use super::resolve::Wanted;
use super::write::promotion;
use crate::engine::{Move, MoveKind, MoveRef, Playthrough};
use crate::game::{CellId, PieceTypeId};

/// Most legal moves named beside a token that fits none.
const CLOSEST: usize = 8;

/// Why a token fits no legal move, as far as the token tells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Missing {
    /// What the token says.
    pub written: Written,
    /// For a chain: the number of its parts, from 0, that is not legal; 0 otherwise.
    pub part: usize,
    /// Whether only the promotion is wrong or missing.
    pub promotion: bool,
    /// Legal moves near it.
    pub closest: Vec<String>,
}

/// What a token says, for an explanation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Whether it is a pass.
    pub is_pass: bool,
    /// Whether it is a drop.
    pub is_drop: bool,
    /// The castling it writes.
    pub castling: Option<Castling>,
    /// The piece, if one is named or meant.
    pub piece: Option<PieceTypeId>,
    /// The origin, if it is written whole or only one piece of the side on turn can be meant.
    pub from: Option<CellId>,
    /// The destination.
    pub to: Option<CellId>,
    /// The type behind `=`.
    pub promotion: Option<PieceTypeId>,
}

impl Spelling {
    /// Why a part fits no legal move behind the parts that do.
    pub(super) fn missing(&self, playthrough: &mut Playthrough, so_far: &[Move], part: &Wanted) -> Missing {
        let undo: Vec<_> = so_far.iter().map(|played| playthrough.play(played.as_ref())).collect();
        let game = std::sync::Arc::clone(playthrough.game());
        let position = playthrough.position();
        let player = position.turn_item(&game).acts_as;
        let mut written = Written { promotion: part.promotion, ..Written::default() };
        if let Some(reading) = part.readings.first() {
            written.is_drop = reading.is_drop;
            written.to = Some(reading.to);
            written.piece = match &reading.named {
                Named::Types(types) => types.first().copied(),
                Named::Nothing => match reading.origin {
                    Origin::Cell(cell) => position.piece(cell).map(|piece| piece.piece_type()),
                    _ => game.piece_names.find("Pawn").map(PieceTypeId::from_index),
                },
            };
            written.from = match reading.origin {
                Origin::Cell(cell) => Some(cell),
                _ if reading.is_drop => None,
                _ => {
                    let mut cells = position.cells_of(player).filter(|&cell| {
                        position.piece(cell).map(|piece| piece.piece_type()) == written.piece
                            && self.origin_fits(&game, &reading.origin, cell)
                    });
                    cells.next().filter(|_| cells.next().is_none())
                }
            };
        }
        let unpromoted = |played: MoveRef<'_>| {
            let head = played.head;
            let fits = |reading: &Reading| {
                head.to == reading.to
                    && head.kind == MoveKind::Walk
                    && written.piece == Some(head.piece)
                    && self.origin_fits(&game, &reading.origin, head.from)
            };
            (promotion(played) != part.promotion && part.readings.iter().any(fits)).then_some(head.from)
        };
        // With another promotion the move is there.
        let mut origins: Vec<CellId> = playthrough.legal_moves().iter().filter_map(unpromoted).collect();
        origins.dedup();
        if let [origin] = origins[..] {
            written.from = Some(origin);
        }
        let closest = self.closest(playthrough, &written);
        undo.iter().rev().for_each(|undo| playthrough.take_back(undo));
        Missing { written, part: so_far.len(), promotion: !origins.is_empty(), closest }
    }

    /// Legal moves near what is written: the same piece to the same cell first, then to that cell, then of that piece.
    pub(super) fn closest(&self, playthrough: &mut Playthrough, written: &Written) -> Vec<String> {
        let score = |played: MoveRef<'_>| {
            let head = played.head;
            let to = written.to == Some(head.to);
            let piece = written.piece == Some(head.piece) || written.castling.is_some();
            let from = written.from == Some(head.from);
            match (to, piece, from) {
                (true, true, _) => Some(0),
                (true, false, _) => Some(1),
                (false, true, true) => Some(2),
                (false, true, false) if written.from.is_none() => Some(3),
                _ => None,
            }
        };
        let legal = playthrough.legal_moves();
        let mut near: Vec<(u8, Move)> =
            legal.iter().filter_map(|played| Some((score(played)?, played.to_owned()))).collect();
        near.sort_by_key(|(score, _)| *score);
        near.truncate(CLOSEST);
        near.iter().map(|(_, played)| self.short(playthrough, played)).collect()
    }
}
