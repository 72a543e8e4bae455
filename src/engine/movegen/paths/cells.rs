//! A set of cells that gives each of them a place in a row.

use crate::game::CellId;

/// Some cells of a board, in board order.
#[derive(Debug)]
pub(super) struct CellSet {
    /// One bit a cell.
    bits: Box<[u64]>,
    /// How many cells of the set stand before each word.
    before: Box<[u16]>,
    len: usize,
}

impl CellSet {
    /// The set of these cells of a board of so many.
    pub(super) fn new(members: impl Iterator<Item = CellId>, cells: usize) -> Self {
        let mut bits = vec![0; cells.div_ceil(64)];
        members.for_each(|cell| bits[cell.index() / 64] |= 1_u64 << (cell.index() % 64));
        let mut len = 0;
        let count_on = |word: &u64| {
            let before = len as u16;
            len += word.count_ones() as usize;
            before
        };
        let before = bits.iter().map(count_on).collect();
        Self { bits: bits.into(), before, len }
    }

    /// How many cells there are.
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(super) fn contains(&self, cell: CellId) -> bool {
        self.bits[cell.index() / 64] >> (cell.index() % 64) & 1 != 0
    }

    /// How many cells of the set stand before this one; `None` if it is not in it.
    #[inline]
    pub(super) fn place(&self, cell: CellId) -> Option<usize> {
        let (word, bit) = (cell.index() / 64, cell.index() % 64);
        let bits = self.bits[word];
        (bits >> bit & 1 != 0).then(|| usize::from(self.before[word]) + (bits & ((1 << bit) - 1)).count_ones() as usize)
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
