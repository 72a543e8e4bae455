//! A set of cells that gives each of them a place in a row.

use crate::game::CellId;

/// Some cells of a board, in board order.
#[derive(Debug)]
pub(super) struct CellSet {
    words: Box<[Word]>,
    len: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct Word {
    /// One bit a cell.
    bits: u64,
    /// How many cells of the set stand before this word.
    before: u16,
}

impl CellSet {
    /// The set of these cells of a board of so many.
    pub(super) fn new(members: impl Iterator<Item = CellId>, cells: usize) -> Self {
        let mut words = vec![Word::default(); cells.div_ceil(64)];
        members.for_each(|cell| words[cell.index() / 64].bits |= 1_u64 << (cell.index() % 64));
        let mut len = 0;
        for word in &mut words {
            word.before = len as u16;
            len += word.bits.count_ones() as usize;
        }
        Self { words: words.into(), len }
    }

    /// How many cells there are.
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(super) fn contains(&self, cell: CellId) -> bool {
        self.words[cell.index() / 64].bits >> (cell.index() % 64) & 1 != 0
    }

    /// How many cells of the set stand before this one; `None` if it is not in it.
    #[inline]
    pub(super) fn place(&self, cell: CellId) -> Option<usize> {
        let bit = cell.index() % 64;
        let Word { bits, before } = self.words[cell.index() / 64];
        (bits >> bit & 1 != 0).then(|| usize::from(before) + (bits & ((1 << bit) - 1)).count_ones() as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::CellSet;
    use crate::game::CellId;

    #[test]
    fn places_are_counted_over_words() {
        let set = CellSet::new([3, 63, 64, 130].into_iter().map(CellId), 131);
        assert_eq!(set.len(), 4);
        assert_eq!([3, 63, 64, 130].map(|cell| set.place(CellId(cell))), [Some(0), Some(1), Some(2), Some(3)]);
        assert_eq!([0, 62, 65, 129].map(|cell| set.place(CellId(cell))), [None; 4]);
        assert!(set.contains(CellId(64)) && !set.contains(CellId(128)));
    }
}
