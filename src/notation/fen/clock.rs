//! The halfmove clock.

use crate::engine::{MoveKind, MoveRef, Position};
use crate::notation::{Spelling, san};

impl Spelling {
    /// The halfmove clock behind a move: the plies since the last capture, drop or Pawn move. `clock` is that of the
    /// position before it.
    #[must_use]
    pub fn clock_after(&self, clock: u32, position: &Position, played: MoveRef<'_>) -> u32 {
        let is_pawn = played.head.kind == MoveKind::Walk && self.symbols.is_pawn(played.head.piece);
        let is_quiet = played.head.kind != MoveKind::Drop && !is_pawn && !san::takes(position, played);
        if is_quiet { clock.saturating_add(1) } else { 0 }
    }
}
