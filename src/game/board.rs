//! Cells, directions, links and zones.

use super::id::{CellId, DirectionId, PlayerId, ZoneId};
use super::names::NameTable;

/// Stands for "no cell" in link tables.
pub const NO_CELL: u16 = u16::MAX;

/// The board graph. Killed positions are not in it.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// Names of the cells in board order (grids and positions in file order; in a grid the last dimension runs
    /// slowest, so that a two-dimensional grid is listed row by row from its first row); the index is the [`CellId`].
    pub cells: NameTable,
    /// Names of the directions in order of first mention; the index is the [`DirectionId`].
    pub directions: NameTable,
    /// `links[direction * cells + cell]`: where a step leads, or [`NO_CELL`].
    pub links: Vec<u16>,
    /// `reverse[direction * cells + cell]`: the first cell (in board order) from which a step in this direction leads
    /// here, or [`NO_CELL`].
    pub reverse: Vec<u16>,
    /// `symmetry[player][direction]`: the direction that the player's code means (5.3).
    pub symmetry: Vec<Vec<DirectionId>>,
    /// Names of the zones; the index is the [`ZoneId`].
    pub zones: NameTable,
    /// `zone_cells[zone][player]`: the cells of the zone for this player, in file order.
    pub zone_cells: Vec<Vec<Vec<CellId>>>,
    /// `in_zone[(zone * players + player) * cells + cell]`.
    pub in_zone: Vec<bool>,
    /// Number of players, for the table above.
    pub players: usize,
    /// Per cell: grid number and index in each dimension, for diagrams and FEN. `None` for single positions.
    pub coordinates: Vec<Option<Coordinates>>,
    /// The grids in file order, with the names of each dimension.
    pub grids: Vec<GridShape>,
}

/// Where a cell stands in its grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coordinates {
    /// Number of the grid, from 0.
    pub grid: u16,
    /// Index in each dimension, from 0.
    pub index: smallvec::SmallVec<[u16; 4]>,
}

/// The shape of one grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridShape {
    /// The names of each dimension, in order.
    pub dimensions: Vec<Vec<String>>,
    /// Pixel step of each dimension: (x, y) per index, for drawing.
    pub pixels: Vec<(i32, i32)>,
}

impl Board {
    /// Number of cells.
    #[must_use]
    pub fn cell_count(&self) -> usize {
        self.cells.len()
    }

    /// The cell one step away.
    #[must_use]
    pub fn step(&self, direction: DirectionId, cell: CellId) -> Option<CellId> {
        cell_of(self.links[direction.index() * self.cells.len() + cell.index()])
    }

    /// The first cell from which a step in `direction` leads to `cell`.
    #[must_use]
    pub fn step_back(&self, direction: DirectionId, cell: CellId) -> Option<CellId> {
        cell_of(self.reverse[direction.index() * self.cells.len() + cell.index()])
    }

    /// Whether `cell` is in the zone of the player.
    #[must_use]
    pub fn in_zone(&self, zone: ZoneId, player: PlayerId, cell: CellId) -> bool {
        self.in_zone[(zone.index() * self.players + player.index()) * self.cells.len() + cell.index()]
    }

    /// The cell of exactly this name.
    #[must_use]
    pub fn cell(&self, name: &str) -> Option<CellId> {
        self.cells.find(name).map(CellId::from_index)
    }

    /// The name of a cell.
    #[must_use]
    pub fn name(&self, cell: CellId) -> &str {
        self.cells.name(cell.index())
    }
}

const fn cell_of(entry: u16) -> Option<CellId> {
    if entry == NO_CELL { None } else { Some(CellId(entry)) }
}
