//! A board as rows of cells: what FEN and diagrams are drawn from.

use crate::game::{Board, CellId, GridShape};

/// All cells of a board in sections of rows.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The levels of the grids, lowest first, grids in file order; positions outside any grid last, as one row.
    pub sections: Vec<Section>,
    spots: Vec<Spot>,
}

/// One level of a grid.
#[derive(Clone, Debug)]
pub struct Section {
    /// The names of its level in the dimensions beyond file and rank; empty where there are none.
    pub title: String,
    /// The rows from the top.
    pub rows: Vec<Row>,
    /// The files from the left; empty for positions outside any grid.
    pub files: Vec<String>,
    /// Pixel step from file to file.
    pub file_step: (i32, i32),
    /// Pixel step from row to row.
    pub row_step: (i32, i32),
}

/// One rank of a section.
#[derive(Clone, Debug)]
pub struct Row {
    /// The rank's name; empty for positions outside any grid.
    pub name: String,
    /// The cells from the left; `None` for holes.
    pub cells: Vec<Option<CellId>>,
}

/// Where a cell stands in a [`Layout`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spot {
    /// Index of the section.
    pub section: usize,
    /// Index of the row, from the top.
    pub row: usize,
    /// Index in the row, from the left.
    pub column: usize,
}

impl Layout {
    /// The rows of a board. File and rank are the two dimensions whose steps span the smallest area on the screen,
    /// the flatter one being the file: levels are drawn a whole board apart.
    #[must_use]
    pub fn new(board: &Board) -> Self {
        let mut sections = Vec::new();
        let mut spots = vec![Spot::default(); board.cell_count()];
        for (grid, shape) in board.grids.iter().enumerate() {
            add_grid(&mut sections, &mut spots, board, grid, shape);
        }
        // A grid may only add links to cells of another one.
        let is_used = |section: &Section| section.rows.iter().any(|row| row.cells.iter().any(Option::is_some));
        let mut number: usize = 0;
        let numbers: Vec<usize> = sections
            .iter()
            .map(|section| {
                let own = number;
                number += usize::from(is_used(section));
                own
            })
            .collect();
        sections.retain(is_used);
        for spot in &mut spots {
            spot.section = numbers.get(spot.section).copied().unwrap_or_default();
        }
        let single: Vec<CellId> = (0..board.cell_count())
            .filter(|&cell| board.coordinates.get(cell).is_none_or(Option::is_none))
            .map(CellId::from_index)
            .collect();
        if !single.is_empty() {
            for (column, cell) in single.iter().enumerate() {
                spots[cell.index()] = Spot { section: sections.len(), row: 0, column };
            }
            sections.push(Section {
                title: String::new(),
                rows: vec![Row { name: String::new(), cells: single.into_iter().map(Some).collect() }],
                files: Vec::new(),
                file_step: (1, 0),
                row_step: (0, 1),
            });
        }
        Self { sections, spots }
    }

    /// Where a cell stands.
    #[must_use]
    pub fn spot(&self, cell: CellId) -> Spot {
        self.spots.get(cell.index()).copied().unwrap_or_default()
    }

    /// The cell of a spot; `None` for holes and outside the board.
    #[must_use]
    pub fn cell(&self, spot: Spot) -> Option<CellId> {
        self.sections.get(spot.section)?.rows.get(spot.row)?.cells.get(spot.column).copied().flatten()
    }

    /// The name of a cell's file, if it stands in a grid.
    #[must_use]
    pub fn file_name(&self, cell: CellId) -> Option<&str> {
        let spot = self.spot(cell);
        let name = self.sections.get(spot.section)?.files.get(spot.column)?;
        (!name.is_empty()).then_some(name)
    }

    /// The name of a cell's rank, if it stands in a grid with ranks.
    #[must_use]
    pub fn rank_name(&self, cell: CellId) -> Option<&str> {
        let spot = self.spot(cell);
        let name = &self.sections.get(spot.section)?.rows.get(spot.row)?.name;
        (!name.is_empty()).then_some(name)
    }
}

/// One dimension as it runs in a layout: index of the dimension, and whether its indexes are read from the end.
#[derive(Clone, Copy)]
struct Axis {
    dimension: usize,
    reversed: bool,
}

impl Axis {
    /// The place of an index along the axis.
    fn place(self, shape: &GridShape, index: usize) -> usize {
        let length = shape.dimensions[self.dimension].len();
        if self.reversed { length - 1 - index } else { index }
    }

    fn name(self, shape: &GridShape, place: usize) -> &str {
        let names = &shape.dimensions[self.dimension];
        &names[if self.reversed { names.len() - 1 - place } else { place }]
    }
}

fn add_grid(sections: &mut Vec<Section>, spots: &mut [Spot], board: &Board, grid: usize, shape: &GridShape) {
    if shape.dimensions.is_empty() || shape.dimensions.iter().any(Vec::is_empty) {
        return;
    }
    let (file, rank) = choose_axes(shape);
    let levels: Vec<Axis> = (0..shape.dimensions.len())
        .filter(|&dimension| {
            let is = |axis: Option<Axis>| axis.is_some_and(|axis| axis.dimension == dimension);
            !is(file) && !is(rank)
        })
        .map(|dimension| Axis { dimension, reversed: descends(&shape.dimensions[dimension]) })
        .collect();
    let length = |axis: Axis| shape.dimensions[axis.dimension].len();
    let (columns, rows) = (file.map_or(1, length), rank.map_or(1, length));
    let level_count: usize = levels.iter().copied().map(length).product();
    let first = sections.len();
    for level in 0..level_count {
        let mut rest = level;
        let mut names = Vec::new();
        for &axis in levels.iter().rev() {
            names.push(axis.name(shape, rest % length(axis)));
            rest /= length(axis);
        }
        names.reverse();
        sections.push(Section {
            title: names.concat(),
            rows: (0..rows)
                .map(|row| Row {
                    name: rank.map_or_else(String::new, |axis| axis.name(shape, row).to_owned()),
                    cells: vec![None; columns],
                })
                .collect(),
            files: (0..columns)
                .map(|column| file.map_or_else(String::new, |axis| axis.name(shape, column).to_owned()))
                .collect(),
            file_step: step(shape, file),
            row_step: step(shape, rank),
        });
    }
    for (index, coordinates) in board.coordinates.iter().enumerate() {
        let Some(at) = coordinates.as_ref().filter(|at| usize::from(at.grid) == grid) else { continue };
        let place = |axis: Axis| {
            let along = at.index.get(axis.dimension).copied().map_or(0, usize::from);
            axis.place(shape, along.min(length(axis) - 1))
        };
        let level = levels.iter().fold(0, |level, &axis| level * length(axis) + place(axis));
        let spot = Spot { section: first + level, row: rank.map_or(0, place), column: file.map_or(0, place) };
        spots[index] = spot;
        sections[spot.section].rows[spot.row].cells[spot.column] = Some(CellId::from_index(index));
    }
    // A grid that only links positions of an earlier one has nothing to show.
    if sections[first..].iter().all(|section| section.rows.iter().all(|row| row.cells.iter().all(Option::is_none))) {
        sections.truncate(first);
    }
}

/// The dimensions of file and rank, each running as the eye does: from the left, from the top.
fn choose_axes(shape: &GridShape) -> (Option<Axis>, Option<Axis>) {
    let pixel = |dimension: usize| {
        let (x, y) = shape.pixels.get(dimension).copied().unwrap_or_default();
        (i64::from(x), i64::from(y))
    };
    let as_file = |dimension: usize| Axis { dimension, reversed: pixel(dimension).0 < 0 };
    let as_rank = |dimension: usize| {
        let y = pixel(dimension).1;
        // Without a step on the screen the names tell: rank 1 lies at the bottom.
        Axis { dimension, reversed: y < 0 || (y == 0 && !descends(&shape.dimensions[dimension])) }
    };
    let count = shape.dimensions.len();
    if count == 1 {
        let (x, y) = pixel(0);
        return if y.abs() > x.abs() { (None, Some(as_rank(0))) } else { (Some(as_file(0)), None) };
    }
    let mut best: Option<(i64, usize, usize)> = None;
    for file in 0..count {
        for rank in (0..count).filter(|&rank| rank != file) {
            let ((fx, fy), (rx, ry)) = (pixel(file), pixel(rank));
            let area = (fx * ry - fy * rx).abs();
            let flatter = (fx * ry).abs() > (fy * rx).abs();
            if area > 0 && flatter && best.is_none_or(|(smallest, ..)| area < smallest) {
                best = Some((area, file, rank));
            }
        }
    }
    let (file, rank) = best.map_or((0, 1), |(_, file, rank)| (file, rank));
    (Some(as_file(file)), Some(as_rank(rank)))
}

fn step(shape: &GridShape, axis: Option<Axis>) -> (i32, i32) {
    axis.map_or((0, 0), |axis| {
        let (x, y) = shape.pixels.get(axis.dimension).copied().unwrap_or_default();
        if axis.reversed { (x.saturating_neg(), y.saturating_neg()) } else { (x, y) }
    })
}

/// Whether names count down, as `8/7/6`.
fn descends(names: &[String]) -> bool {
    match (names.first(), names.last()) {
        (Some(first), Some(last)) => match (first.parse::<u32>(), last.parse::<u32>()) {
            (Ok(first), Ok(last)) => first > last,
            _ => (first.chars().count(), first) > (last.chars().count(), last),
        },
        _ => false,
    }
}
