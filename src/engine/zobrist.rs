//! Keys of positions. Values are mixed from their parts instead of looked up, so that boards of any size need no
//! tables and keys are the same on every machine.

use super::piece::Piece;
use super::position::Chain;
use crate::game::CellId;

/// Spreads small numbers over a word, so that those of cells do not meet the bits of pieces: an odd constant (golden ratio).
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

/// The part of a cell.
pub(super) fn cell(cell: CellId, piece: Option<Piece>) -> u64 {
    match piece {
        Some(piece) => mix((u64::from(cell.0) + 1).wrapping_mul(SPREAD) ^ piece.bits()),
        None => 0,
    }
}

/// The part of a stock entry.
pub(super) fn stock(index: usize, count: u32) -> u64 {
    if count == 0 { 0 } else { mix(mix(index as u64 | 1 << 40) ^ u64::from(count)) }
}

/// The part of the turn.
pub(super) fn turn(turn: u32, chain: Option<Chain>) -> u64 {
    let chain = chain.map_or(0, |chain| {
        1 | u64::from(chain.cell.0) << 1 | chain.move_type.map_or(0, |id| u64::from(id.0) + 1) << 20
    });
    mix(mix(u64::from(turn) | 1 << 41) ^ chain)
}

/// The finaliser of splitmix64.
const fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_add(SPREAD);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
