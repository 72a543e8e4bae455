//! Which words the board of the variant has: enough to tell a nested list of steps from a misspelt command.

use std::cell::RefCell;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::zrf::ast::{BoardItem, Dimension, Name};

/// The direction, position and zone names of a board. Positions that are removed again count too.
#[derive(Debug, Default)]
pub(super) struct BoardWords {
    directions: FxHashSet<Arc<str>>,
    single: FxHashSet<Arc<str>>,
    zones: FxHashSet<Arc<str>>,
    /// Dimensions of each grid; their positions are not written out, because there may be many.
    grids: Vec<Vec<Dimension>>,
    known: RefCell<FxHashMap<Arc<str>, bool>>,
}

/// Longest word that is looked up in a grid.
const MAX_POSITION_NAME: usize = 256;

impl BoardWords {
    pub(super) fn of(items: &[BoardItem]) -> Self {
        let mut words = Self::default();
        let lower = |name: &Name| Arc::from(name.text.to_lowercase());
        for item in items {
            match item {
                BoardItem::Grid(grid) => {
                    words.directions.extend(grid.directions.iter().map(|direction| lower(&direction.name)));
                    words.grids.push(grid.dimensions.clone());
                }
                BoardItem::Positions(names) | BoardItem::Dummy(names) => words.single.extend(names.iter().map(lower)),
                BoardItem::Links { direction, .. } => _ = words.directions.insert(lower(direction)),
                BoardItem::Symmetry { pairs, .. } => {
                    words.directions.extend(pairs.iter().map(|(written, _)| lower(written)));
                }
                BoardItem::Zone(zone) => _ = words.zones.insert(lower(&zone.name)),
                BoardItem::Unlink(_) | BoardItem::Kill(_) => {}
            }
        }
        for grid in &mut words.grids {
            for name in grid.iter_mut().flat_map(|dimension| &mut dimension.names) {
                *name = name.to_lowercase();
            }
        }
        words
    }

    /// Whether a word is a direction or position, in any letter case.
    pub(super) fn is_step(&self, word: &str) -> bool {
        self.directions.contains(word) || self.directions.contains(&*word.to_lowercase()) || self.is_position(word)
    }

    /// Whether a word is a position or zone, in any letter case.
    pub(super) fn is_area(&self, word: &str) -> bool {
        self.is_position(word) || self.zones.contains(&*word.to_lowercase())
    }

    /// All names but the positions of grids.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.directions.iter().chain(&self.single).map(|name| &**name)
    }

    fn is_position(&self, word: &str) -> bool {
        if let Some(&known) = self.known.borrow().get(word) {
            return known;
        }
        let lower = word.to_lowercase();
        let found = self.single.contains(&*lower) || self.grids.iter().any(|grid| spells(grid, &lower));
        self.known.borrow_mut().insert(Arc::from(word), found);
        found
    }
}

/// Whether a word is one name of each dimension, in order. Follows all ways at once, so that the work is bounded.
fn spells(grid: &[Dimension], word: &str) -> bool {
    if word.len() > MAX_POSITION_NAME || grid.is_empty() {
        return false;
    }
    let mut reached = vec![0];
    for dimension in grid {
        let mut next = Vec::new();
        for &offset in &reached {
            let Some(rest) = word.get(offset..) else { continue };
            let ends = dimension.names.iter().filter(|name| rest.starts_with(name.as_str()));
            next.extend(ends.map(|name| offset + name.len()));
        }
        next.sort_unstable();
        next.dedup();
        reached = next;
    }
    reached.contains(&word.len())
}

#[cfg(test)]
mod tests {
    use super::spells;
    use crate::zrf::ast::Dimension;

    #[test]
    fn names_of_any_length_spell_positions() {
        let dimension =
            |names: &str| Dimension { names: names.split('/').map(str::to_owned).collect(), pixels: (0, 0) };
        let grid = [dimension("i/ii"), dimension("1/11"), dimension("/x")];
        for word in ["i1", "ii11x", "i11"] {
            assert!(spells(&grid, word), "{word}");
        }
        for word in ["", "iii1", "i1xx", "i"] {
            assert!(!spells(&grid, word), "{word}");
        }
    }
}
