//! Rays that can be counted without a look at each of their cells.
//!
//! Most rays are leaps, and most slides end where they begin. What they come to is told by the bits of the board: all
//! leaps of a piece at once, and of the slides only those are walked whose first cell is empty.

use super::ray::{NO_MOVE, RayStep};

/// Words of the largest board for which this is done. One with more cells is walked cell by cell.
pub(in crate::engine::movegen) const MAX_WORDS: usize = 4;

/// Index of a bundle; [`NO_BUNDLE`] where the rays must be walked.
pub(super) type BundleId = u16;

/// Stands for "no bundle".
pub(super) const NO_BUNDLE: BundleId = BundleId::MAX;

/// The part of a bundle in one word of the board, one bit a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::engine::movegen) struct Mask {
    /// A move ends here if the cell is empty; nothing lies behind it.
    pub(in crate::engine::movegen) to_empty: u64,
    /// A move ends here if an enemy stands on the cell.
    pub(in crate::engine::movegen) to_enemy: u64,
    /// A longer ray begins here, to be walked if the cell is empty.
    pub(in crate::engine::movegen) walk: u64,
}

/// The bundles of a tree.
#[derive(Clone, Debug, Default)]
pub(in crate::engine::movegen) struct Bundles {
    words: usize,
    /// `words` masks for each bundle.
    masks: Vec<Mask>,
}

impl Bundles {
    pub(super) fn new(cells: usize) -> Self {
        Self { words: cells.div_ceil(64), masks: Vec::new() }
    }

    /// Makes a bundle of rays that follow one another, if all their moves are plain and no two end on one cell at once.
    pub(super) fn add(&mut self, rays: &[RayStep], first: u16) -> BundleId {
        if self.words > MAX_WORDS || !rays.iter().all(|step| step.is_plain) {
            return NO_BUNDLE;
        }
        let Ok(id) = u16::try_from(self.masks.len() / self.words) else { return NO_BUNDLE };
        if id == NO_BUNDLE {
            return NO_BUNDLE;
        }
        let mut masks = [Mask::default(); MAX_WORDS];
        let mut index = 0;
        while let Some(step) = rays.get(index) {
            let next = usize::from(step.skip - first);
            let (mask, bit) = (&mut masks[step.cell.index() / 64], 1_u64 << (step.cell.index() % 64));
            if step.enemy != NO_MOVE {
                if mask.to_enemy & bit != 0 {
                    return NO_BUNDLE;
                }
                mask.to_enemy |= bit;
            }
            if next > index + 1 {
                mask.walk |= bit;
            } else if step.empty != NO_MOVE {
                if mask.to_empty & bit != 0 {
                    return NO_BUNDLE;
                }
                mask.to_empty |= bit;
            }
            index = next;
        }
        self.masks.extend_from_slice(&masks[..self.words]);
        id
    }

    /// The masks of a bundle, one for each word of the board.
    #[inline]
    pub(in crate::engine::movegen) fn masks(&self, bundle: BundleId) -> Option<&[Mask]> {
        (bundle != NO_BUNDLE).then(|| &self.masks[usize::from(bundle) * self.words..][..self.words])
    }

    /// What it weighs against the bound on all trees of a game.
    pub(super) fn weight(&self) -> usize {
        self.masks.len()
    }
}
