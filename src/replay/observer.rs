//! Looking on while a record is replayed.

use crate::engine::{Move, Playthrough};

/// Something that looks on while a record is replayed: exporters collect short move texts and positions so.
pub trait Observer {
    /// Whether it wants to be told of moves at all.
    fn looks_on(&self) -> bool {
        true
    }

    /// Whether it may be shown a move before it is known to be legal: if it is not played, the next move shown stands in
    /// its place.
    fn looks_early(&self) -> bool {
        false
    }

    /// Before a legal entry (index from 0) is played: the position and the move chosen.
    fn before(&mut self, _playthrough: &mut Playthrough, _index: usize, _chosen: &Move) {}

    /// After it was played.
    fn after(&mut self, _playthrough: &mut Playthrough, _index: usize) {}

    /// After the last entry, if all are legal.
    fn end(&mut self, _playthrough: &mut Playthrough) {}
}

/// Looks on at nothing.
impl Observer for () {
    fn looks_on(&self) -> bool {
        false
    }
}
