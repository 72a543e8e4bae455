//! Section 5: the board, as a list of items in file order.

use super::{Name, Origin};

/// One item of a `board` form that bears on the rules.
#[derive(Clone, Debug)]
pub enum BoardItem {
    /// `(grid ...)`, 5.1.
    Grid(Grid),
    /// `(positions (a1 x1 y1 x2 y2) ...)`: single positions.
    Positions(Vec<Name>),
    /// `(dummy a b ...)`: positions that are not drawn.
    Dummy(Vec<Name>),
    /// `(links dir (a b) ...)`.
    Links {
        /// The direction, which need not exist before.
        direction: Name,
        /// One-way steps.
        pairs: Vec<(Name, Name)>,
    },
    /// `(unlink ...)`.
    Unlink(Vec<UnlinkEntry>),
    /// `(kill-positions a b ...)`.
    Kill(Vec<Name>),
    /// `(symmetry P (d1 d2) ...)`, 5.3.
    Symmetry {
        /// The player.
        player: Name,
        /// Direction written, direction meant.
        pairs: Vec<(Name, Name)>,
    },
    /// `(zone ...)`, 5.2.
    Zone(ZoneDecl),
}

/// A grid: every combination of one name per dimension is a position.
#[derive(Clone, Debug)]
pub struct Grid {
    /// Where the form stands.
    pub at: Origin,
    /// The dimensions, in order.
    pub dimensions: Vec<Dimension>,
    /// The directions with one step per dimension.
    pub directions: Vec<DirectionDecl>,
}

/// One dimension of a grid.
#[derive(Clone, Debug)]
pub struct Dimension {
    /// Names between the slashes; index 0 is the first.
    pub names: Vec<String>,
    /// Pixel step per index, for drawing: (x, y).
    pub pixels: (i32, i32),
}

/// One direction of a grid.
#[derive(Clone, Debug)]
pub struct DirectionDecl {
    /// Its name.
    pub name: Name,
    /// Step in the index of each dimension; missing numbers count as 0.
    pub steps: Vec<i32>,
}

/// One entry of `unlink`.
#[derive(Clone, Debug)]
pub enum UnlinkEntry {
    /// `a`: all links from and to it.
    Cell(Name),
    /// `(a b)` or `(a dir)`: the links between two positions, or one link.
    Pair(Name, Name),
}

/// `(zone (name N) (players ...) (positions ...))`.
#[derive(Clone, Debug)]
pub struct ZoneDecl {
    /// Its name.
    pub name: Name,
    /// The players; empty for all.
    pub players: Vec<Name>,
    /// Its positions.
    pub cells: Vec<Name>,
}
