//! A position as lines of text.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::engine::Position;
use crate::game::{CellId, Game, GridShape, PieceTypeId, PlayerId, TurnItem};

/// Gives the symbol of a side's piece.
pub type Symbol<'a> = &'a dyn Fn(PlayerId, PieceTypeId) -> String;

/// The board with its labels, grid by grid and level by level; then the cells outside any grid, the stock, and who is to
/// move. `.` is an empty cell; a hole of the board is blank.
///
/// ```text
/// 3 | . k .
/// 2 | . . .
/// 1 | R . K
///   +-------
///     a b c
/// White to move
/// ```
#[must_use]
pub fn text(game: &Game, position: &Position, symbol: Symbol<'_>) -> String {
    let mut out = String::new();
    let marks = Marks { game, position, symbol };
    for (number, grid) in game.board.grids.iter().enumerate() {
        let cells = marks.cells(number);
        // A grid may only add links to cells of another one.
        if cells.is_empty() {
            continue;
        }
        if !out.is_empty() {
            out.push('\n');
        }
        marks.grid(&mut out, &cells, grid);
    }
    marks.loose_cells(&mut out);
    marks.stock(&mut out);
    let TurnItem { player, .. } = position.turn_item(game);
    // Writing to a String cannot fail.
    let _ = writeln!(out, "{} to move", game.players.name(player.index()));
    if let Some(chain) = position.chain() {
        let _ = writeln!(out, "the piece on {} goes on", game.board.name(chain.cell));
    }
    out
}

struct Marks<'a> {
    game: &'a Game,
    position: &'a Position,
    symbol: Symbol<'a>,
}

impl Marks<'_> {
    fn mark(&self, cell: CellId) -> String {
        self.position
            .piece(cell)
            .map_or_else(|| ".".to_owned(), |piece| (self.symbol)(piece.owner(), piece.piece_type()))
    }

    /// The cells of a grid by their index in each dimension.
    fn cells(&self, number: usize) -> BTreeMap<&[u16], CellId> {
        let coordinates = self.game.board.coordinates.iter().enumerate();
        coordinates
            .filter_map(|(cell, at)| Some((cell, at.as_ref()?)))
            .filter(|(_, at)| usize::from(at.grid) == number)
            .map(|(cell, at)| (at.index.as_slice(), CellId::from_index(cell)))
            .collect()
    }

    fn grid(&self, out: &mut String, cells: &BTreeMap<&[u16], CellId>, grid: &GridShape) {
        let axes = Axes::new(grid);
        for level in axes.levels(grid) {
            if !axes.further.is_empty() {
                let names: Vec<_> =
                    axes.further.iter().zip(&level).map(|(&axis, &at)| grid.dimensions[axis][at].as_str()).collect();
                let _ = writeln!(out, "level {}", names.join(" "));
            }
            self.level(out, grid, &axes, &level, cells);
        }
    }

    fn level(
        &self,
        out: &mut String,
        grid: &GridShape,
        axes: &Axes,
        level: &[usize],
        cells: &BTreeMap<&[u16], CellId>,
    ) {
        let columns = axes.order(grid, axes.column, Direction::Right);
        let rows = axes.row.map_or_else(|| vec![0], |row| axes.order(grid, row, Direction::Down));
        let mut index = vec![0; grid.dimensions.len()];
        for (&axis, &at) in axes.further.iter().zip(level) {
            index[axis] = small(at);
        }
        let mut table = Vec::new();
        for &row in &rows {
            let mut line = Vec::new();
            for &column in &columns {
                index[axes.column] = small(column);
                if let Some(axis) = axes.row {
                    index[axis] = small(row);
                }
                line.push(cells.get(index.as_slice()).map_or_else(String::new, |&cell| self.mark(cell)));
            }
            table.push(line);
        }
        let column_names: Vec<_> = columns.iter().map(|&at| grid.dimensions[axes.column][at].as_str()).collect();
        let row_name = |row: usize| axes.row.map_or("", |axis| grid.dimensions[axis][row].as_str());
        let head = rows.iter().map(|&row| row_name(row).chars().count()).max().unwrap_or(0);
        let marks = table.iter().flatten().map(String::as_str).chain(column_names.iter().copied());
        let width = marks.map(|mark| mark.chars().count()).max().unwrap_or(1);
        for (&row, line) in rows.iter().zip(&table) {
            let _ = writeln!(out, "{:>head$} |{}", row_name(row), joined(line.iter().map(String::as_str), width));
        }
        let _ = writeln!(out, "{:head$} +{}", "", "-".repeat((width + 1) * columns.len() + 1));
        let _ = writeln!(out, "{:head$}  {}", "", joined(column_names.iter().copied(), width));
    }

    fn loose_cells(&self, out: &mut String) {
        let loose = self.game.board.coordinates.iter().enumerate().filter(|(_, at)| at.is_none());
        let marks: Vec<_> = loose
            .map(|(cell, _)| CellId::from_index(cell))
            .map(|cell| format!("{} {}", self.game.board.name(cell), self.mark(cell)))
            .collect();
        if !marks.is_empty() {
            let _ = writeln!(out, "{}", marks.join(", "));
        }
    }

    fn stock(&self, out: &mut String) {
        if !self.game.has_stock {
            return;
        }
        for player in (0..self.game.players.len()).map(PlayerId::from_index) {
            let held: Vec<_> = (0..self.game.pieces.len())
                .map(PieceTypeId::from_index)
                .map(|piece| (piece, self.position.stock(player, piece)))
                .filter(|(_, number)| *number > 0)
                .map(|(piece, number)| format!("{} {number}", self.game.piece_names.name(piece.index())))
                .collect();
            if !held.is_empty() {
                let _ = writeln!(out, "{} holds {}", self.game.players.name(player.index()), held.join(", "));
            }
        }
    }
}

/// Marks in columns of equal width, without blanks at the end.
fn joined<'m>(marks: impl Iterator<Item = &'m str>, width: usize) -> String {
    let mut line = String::new();
    for mark in marks {
        let _ = write!(line, " {mark:>width$}");
    }
    line.trim_end().to_owned()
}

enum Direction {
    Right,
    Down,
}

/// Which dimension runs across, which one down, and those that make levels.
struct Axes {
    column: usize,
    row: Option<usize>,
    further: Vec<usize>,
}

impl Axes {
    /// The first dimension runs across and the second one down, unless the pixel steps say the reverse.
    fn new(grid: &GridShape) -> Self {
        let step = |axis: usize| grid.pixels.get(axis).copied().unwrap_or_default();
        let turned = grid.dimensions.len() > 1 && step(0).0 == 0 && step(1).0 != 0;
        let (column, row) = if turned { (1, 0) } else { (0, 1) };
        let row = (grid.dimensions.len() > 1).then_some(row);
        Self { column, row, further: (2..grid.dimensions.len()).collect() }
    }

    /// The indexes of a dimension as they are met from the left or from the top.
    fn order(&self, grid: &GridShape, axis: usize, direction: Direction) -> Vec<usize> {
        let (x, y) = grid.pixels.get(axis).copied().unwrap_or_default();
        let step = match direction {
            Direction::Right => x,
            Direction::Down => y,
        };
        let all = 0..grid.dimensions[axis].len();
        if step < 0 { all.rev().collect() } else { all.collect() }
    }

    /// Every combination of indexes of the further dimensions; the first of them runs fastest.
    fn levels(&self, grid: &GridShape) -> Vec<Vec<usize>> {
        let mut levels = vec![Vec::new()];
        for &axis in &self.further {
            levels = (0..grid.dimensions[axis].len())
                .flat_map(|at| levels.iter().map(move |level| level.iter().copied().chain([at]).collect()))
                .collect();
        }
        levels
    }
}

fn small(index: usize) -> u16 {
    u16::try_from(index).unwrap_or(u16::MAX)
}
