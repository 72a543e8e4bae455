//! Cells, directions and links (section 5): the items of a board, in file order.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::names::Names;
use super::reporter::Reporter;
use super::zones;
use crate::diagnostic::Code;
use crate::game::{Board, CellId, Coordinates, DirectionId, GridShape, NO_CELL, NameTable};
use crate::limits::{MAX_CELLS, MAX_DIRECTIONS, MAX_LINKS};
use crate::zrf::ast::{BoardItem, GameRules, Grid, Name, Origin, UnlinkEntry};

/// Work that one board may cost, in entries of link tables written or searched.
const WORK: usize = 8 * MAX_LINKS;
/// No cell, in the tables of a draft.
const NONE: u32 = u32::MAX;

/// A board, and the names that were on it before `kill-positions`.
#[derive(Default)]
pub(super) struct BuiltBoard {
    pub(super) board: Board,
    /// Killed names with the number of the item that killed them.
    pub(super) killed: FxHashMap<String, usize>,
}

/// Compiles the board. `None` if it is larger than the bounds allow.
pub(super) fn compile(rules: &GameRules, names: &Names, reporter: &mut Reporter<'_>) -> Option<BuiltBoard> {
    let mut draft = Draft::default();
    for (number, item) in rules.board.iter().enumerate() {
        draft.item = number;
        if draft.read(item, reporter).is_none() {
            let message = format!("the board has more than {MAX_CELLS} positions or {MAX_LINKS} links");
            reporter.report(Code::BoardTooLarge, origin_of(item).unwrap_or(rules.at), message);
            return None;
        }
    }
    let final_ids = draft.final_ids();
    let mut built = draft.finish(&final_ids);
    built.board.players = names.players.len();
    if zones::compile(&rules.board, names, &mut built, reporter).is_none() {
        reporter.report(Code::BoardTooLarge, rules.at, "the zones of the board are larger than the bounds");
        return None;
    }
    zones::symmetry(&rules.board, names, &mut built.board, reporter);
    Some(built)
}

fn origin_of(item: &BoardItem) -> Option<Origin> {
    match item {
        BoardItem::Grid(grid) => Some(grid.at),
        BoardItem::Positions(cells) | BoardItem::Dummy(cells) | BoardItem::Kill(cells) => Some(cells.first()?.at),
        BoardItem::Links { direction, .. } => Some(direction.at),
        BoardItem::Unlink(_) | BoardItem::Symmetry { .. } | BoardItem::Zone(_) => None,
    }
}

/// A board while its items are read. Killed cells keep their index and are left out at the end.
#[derive(Default)]
struct Draft {
    names: Vec<String>,
    coordinates: Vec<Option<Coordinates>>,
    alive: Vec<bool>,
    by_name: FxHashMap<String, u32>,
    /// The first cell of each name in lower case, alive or not.
    by_folded: FxHashMap<String, u32>,
    killed: FxHashMap<String, usize>,
    /// Number of the item that is read.
    item: usize,
    directions: NameTable,
    /// `links[direction][cell]`; the inner tables grow when they are written.
    links: Vec<Vec<u32>>,
    grids: Vec<GridShape>,
    work: usize,
}

impl Draft {
    /// Reads one item; `None` if a bound is reached.
    fn read(&mut self, item: &BoardItem, reporter: &mut Reporter<'_>) -> Option<()> {
        match item {
            BoardItem::Grid(grid) => self.grid(grid, reporter),
            BoardItem::Positions(names) | BoardItem::Dummy(names) => {
                names.iter().try_for_each(|name| self.add_cell(&name.text, None).map(drop))
            }
            BoardItem::Links { direction, pairs } => {
                let direction = self.add_direction(&direction.text)?;
                for (from, to) in pairs {
                    let (from, to) = (self.cell(from, "links", reporter), self.cell(to, "links", reporter));
                    if let (Some(from), Some(to)) = (from, to) {
                        self.link(direction, from, to);
                    }
                }
                Some(())
            }
            BoardItem::Unlink(entries) => self.unlink(entries, reporter),
            BoardItem::Kill(names) => {
                for name in names {
                    self.kill(name, reporter);
                }
                Some(())
            }
            // Both need the whole board.
            BoardItem::Symmetry { .. } | BoardItem::Zone(_) => Some(()),
        }
    }

    fn grid(&mut self, grid: &Grid, reporter: &mut Reporter<'_>) -> Option<()> {
        let sizes: SmallVec<[usize; 4]> = grid.dimensions.iter().map(|dimension| dimension.names.len()).collect();
        let mut count = 1_usize;
        for &size in &sizes {
            count = count.checked_mul(size).filter(|&count| count <= MAX_CELLS)?;
        }
        if sizes.is_empty() || count == 0 {
            reporter.report(Code::Malformed, grid.at, "the grid has no positions");
            return Some(());
        }
        self.spend(count.saturating_mul(grid.directions.len() + 1))?;
        let number = u16::try_from(self.grids.len()).ok()?;
        let mut cells = Vec::with_capacity(count);
        let mut index: SmallVec<[u16; 4]> = sizes.iter().map(|_| 0).collect();
        for _ in 0..count {
            let mut name = String::new();
            for (dimension, &at) in grid.dimensions.iter().zip(&index) {
                name.push_str(&dimension.names[at as usize]);
            }
            cells.push(self.add_cell(&name, Some(Coordinates { grid: number, index: index.clone() }))?);
            advance(&mut index, &sizes);
        }
        for declared in &grid.directions {
            let direction = self.add_direction(&declared.name.text)?;
            index.fill(0);
            for &from in &cells {
                if let Some(to) = target(&index, &declared.steps, &sizes) {
                    self.link(direction, from, cells[to]);
                }
                advance(&mut index, &sizes);
            }
        }
        self.grids.push(GridShape {
            dimensions: grid.dimensions.iter().map(|dimension| dimension.names.clone()).collect(),
            pixels: grid.dimensions.iter().map(|dimension| dimension.pixels).collect(),
        });
        Some(())
    }

    fn add_cell(&mut self, name: &str, coordinates: Option<Coordinates>) -> Option<u32> {
        if let Some(&cell) = self.by_name.get(name) {
            let known = &mut self.coordinates[cell as usize];
            *known = known.take().or(coordinates);
            return Some(cell);
        }
        let cell = u32::try_from(self.names.len()).ok()?;
        if self.by_name.len() >= MAX_CELLS || self.names.len() >= 4 * MAX_CELLS {
            return None;
        }
        self.names.push(name.to_owned());
        self.coordinates.push(coordinates);
        self.alive.push(true);
        self.by_name.insert(name.to_owned(), cell);
        self.by_folded.entry(name.to_ascii_lowercase()).or_insert(cell);
        self.killed.remove(name);
        self.within_link_bound().then_some(cell)
    }

    fn add_direction(&mut self, name: &str) -> Option<usize> {
        let direction = self.directions.add(name);
        if direction == self.links.len() {
            self.links.push(Vec::new());
        }
        (self.directions.len() <= MAX_DIRECTIONS && self.within_link_bound()).then_some(direction)
    }

    fn within_link_bound(&self) -> bool {
        self.directions.len() * self.names.len() <= MAX_LINKS
    }

    fn spend(&mut self, work: usize) -> Option<()> {
        self.work = self.work.saturating_add(work);
        (self.work <= WORK).then_some(())
    }

    fn link(&mut self, direction: usize, from: u32, to: u32) {
        let table = &mut self.links[direction];
        let from = from as usize;
        if table.len() <= from {
            table.resize(self.names.len(), NONE);
        }
        table[from] = to;
    }

    fn find(&self, name: &str) -> Option<u32> {
        let folded = || self.by_folded.get(&name.to_ascii_lowercase()).copied();
        self.by_name.get(name).copied().or_else(|| folded().filter(|&cell| self.alive[cell as usize]))
    }

    /// The cell of a name, with a finding where there is none.
    fn cell(&self, name: &Name, form: &str, reporter: &mut Reporter<'_>) -> Option<u32> {
        let killed = self.killed.contains_key(&*name.text);
        let found = if killed { None } else { self.find(&name.text) };
        match found {
            Some(cell) if self.names[cell as usize] != *name.text => {
                reporter.case_differs(name, &self.names[cell as usize]);
            }
            Some(_) => {}
            None => {
                let why = if killed { "was killed" } else { "does not exist here" };
                let message = format!("the position `{}` {why}; its entry in `{form}` is skipped", name.text);
                reporter.unknown(Code::UnknownCell, name, message, self.living().filter(|_| !killed));
            }
        }
        found
    }

    fn living(&self) -> impl Iterator<Item = &str> {
        self.names.iter().zip(&self.alive).filter(|&(_, &alive)| alive).map(|(name, _)| name.as_str())
    }

    fn kill(&mut self, name: &Name, reporter: &mut Reporter<'_>) {
        // Some lists of killed positions name one twice.
        if self.killed.contains_key(&*name.text) {
            return;
        }
        if let Some(cell) = self.cell(name, "kill-positions", reporter) {
            let known = self.names[cell as usize].clone();
            self.alive[cell as usize] = false;
            self.by_name.remove(&known);
            self.killed.insert(known, self.item);
        }
    }

    fn unlink(&mut self, entries: &[UnlinkEntry], reporter: &mut Reporter<'_>) -> Option<()> {
        let mut alone = vec![false; self.names.len()];
        for entry in entries {
            match entry {
                UnlinkEntry::Cell(name) => {
                    if let Some(cell) = self.cell(name, "unlink", reporter) {
                        alone[cell as usize] = true;
                    }
                }
                UnlinkEntry::Pair(first, second) => {
                    let Some(a) = self.cell(first, "unlink", reporter) else { continue };
                    if let Some(direction) = self.directions.find(&second.text) {
                        self.remove_links(direction..direction + 1, a, |_| true);
                    } else if let Some(b) = self.cell(second, "unlink", reporter) {
                        self.spend(2 * self.links.len())?;
                        self.remove_links(0..self.links.len(), a, |to| to == b);
                        self.remove_links(0..self.links.len(), b, |to| to == a);
                    }
                }
            }
        }
        if alone.contains(&true) {
            self.spend(self.links.iter().map(Vec::len).sum())?;
            for table in &mut self.links {
                for (from, to) in table.iter_mut().enumerate() {
                    if *to != NONE && (alone[from] || alone[*to as usize]) {
                        *to = NONE;
                    }
                }
            }
        }
        Some(())
    }

    fn remove_links(&mut self, directions: std::ops::Range<usize>, from: u32, remove: impl Fn(u32) -> bool) {
        for table in &mut self.links[directions] {
            if let Some(to) = table.get_mut(from as usize).filter(|to| remove(**to)) {
                *to = NONE;
            }
        }
    }

    /// The final index of each cell, or [`NO_CELL`].
    fn final_ids(&self) -> Vec<u16> {
        let mut next = 0;
        let mut number = |&alive: &bool| {
            if !alive {
                return NO_CELL;
            }
            next += 1;
            next - 1
        };
        self.alive.iter().map(&mut number).collect()
    }

    fn finish(self, final_ids: &[u16]) -> BuiltBoard {
        let mut board = Board { directions: self.directions, grids: self.grids, ..Board::default() };
        for ((name, coordinates), &id) in self.names.iter().zip(self.coordinates).zip(final_ids) {
            if id != NO_CELL {
                board.cells.add(name);
                board.coordinates.push(coordinates);
            }
        }
        let count = board.cells.len();
        board.links = vec![NO_CELL; count * board.directions.len()];
        board.reverse = board.links.clone();
        for (direction, table) in self.links.iter().enumerate() {
            for (&from, &to) in final_ids.iter().zip(table) {
                if from == NO_CELL || to == NONE || final_ids[to as usize] == NO_CELL {
                    continue;
                }
                let to = final_ids[to as usize];
                board.links[direction * count + from as usize] = to;
                let back = &mut board.reverse[direction * count + to as usize];
                if *back == NO_CELL {
                    *back = from;
                }
            }
        }
        BuiltBoard { board, killed: self.killed }
    }
}

/// The next index of a grid; the first dimension runs fastest.
fn advance(index: &mut [u16], sizes: &[usize]) {
    for (at, &size) in index.iter_mut().zip(sizes) {
        *at += 1;
        if (*at as usize) < size {
            return;
        }
        *at = 0;
    }
}

/// The number in its grid of the cell that `steps` lead to. Missing steps count as 0; there is no wrap-around.
fn target(index: &[u16], steps: &[i32], sizes: &[usize]) -> Option<usize> {
    let mut number = 0;
    let mut stride = 1;
    for (dimension, (&at, &size)) in index.iter().zip(sizes).enumerate() {
        let step = i64::from(steps.get(dimension).copied().unwrap_or(0));
        let to = usize::try_from(i64::from(at) + step).ok().filter(|&to| to < size)?;
        number += to * stride;
        stride *= size;
    }
    Some(number)
}

impl BuiltBoard {
    /// The cell of a name, any letter case with a warning; `None` without a finding.
    pub(super) fn cell(&self, name: &Name, reporter: &mut Reporter<'_>) -> Option<CellId> {
        if self.killed.contains_key(&*name.text) {
            return None;
        }
        reporter.find(&self.board.cells, name).map(CellId::from_index)
    }

    /// Reports a position that the board does not have.
    pub(super) fn report_missing(&self, name: &Name, form: &str, reporter: &mut Reporter<'_>) {
        let killed = self.killed.contains_key(&*name.text);
        let why = if killed { "was killed" } else { "does not exist" };
        let message = format!("the position `{}` {why}; it is skipped in `{form}`", name.text);
        reporter.unknown(Code::UnknownCell, name, message, self.board.cells.iter().filter(|_| !killed));
    }

    /// The direction that `direction` means for a player.
    pub(super) fn meant(&self, player: usize, direction: DirectionId) -> DirectionId {
        self.board.symmetry[player][direction.index()]
    }
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::{Code, Diagnostics};
    use crate::game::Board;
    use crate::game::compile::compile;
    use crate::game::compile::testing::{compiled, grid, name, names, rules};
    use crate::limits::MAX_CELLS;
    use crate::zrf::ast::{BoardItem, UnlinkEntry};

    fn board(items: Vec<BoardItem>) -> (Board, Vec<Code>) {
        let (game, codes) = compiled(&rules(items, Vec::new()));
        (game.board, codes)
    }

    fn small() -> BoardItem {
        grid(&["a/b/c", "3/2/1"], &[("n", &[0, -1]), ("s", &[0, 1]), ("e", &[1, 0])])
    }

    fn step(board: &Board, direction: &str, from: &str) -> Option<String> {
        let direction = crate::game::DirectionId::from_index(board.directions.find(direction)?);
        board.step(direction, board.cell(from)?).map(|cell| board.name(cell).to_owned())
    }

    #[test]
    fn a_grid_steps_in_the_index_of_its_dimensions() {
        let (board, codes) = board(vec![small()]);
        assert_eq!(board.cells.iter().collect::<Vec<_>>(), ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"]);
        assert_eq!(step(&board, "n", "a1").as_deref(), Some("a2"));
        assert_eq!(step(&board, "n", "a3"), None);
        assert_eq!(step(&board, "e", "c1"), None);
        let e = crate::game::DirectionId(2);
        assert_eq!(board.step_back(e, board.cell("b2").unwrap()), board.cell("a2"));
        assert_eq!(codes, []);
    }

    #[test]
    fn three_dimensions_and_missing_steps() {
        let (board, _) = board(vec![grid(&["a/b", "2/1", "x/y"], &[("up", &[0, 0, 1]), ("e", &[1])])]);
        assert_eq!(board.cell_count(), 8);
        assert_eq!(step(&board, "up", "a1x").as_deref(), Some("a1y"));
        assert_eq!(step(&board, "e", "a2y").as_deref(), Some("b2y"));
        let index = &board.coordinates[board.cell("b1y").unwrap().index()].as_ref().unwrap().index;
        assert_eq!(&index[..], [1, 1, 1]);
    }

    #[test]
    fn two_grids_share_directions_and_are_linked() {
        let links = BoardItem::Links { direction: name("e"), pairs: vec![(name("c1"), name("x9"))] };
        let (board, _) = board(vec![small(), grid(&["x/y", "9"], &[("e", &[1, 0])]), links]);
        assert_eq!(board.cell_count(), 11);
        assert_eq!(step(&board, "e", "c1").as_deref(), Some("x9"));
        assert_eq!(step(&board, "e", "x9").as_deref(), Some("y9"));
    }

    #[test]
    fn killed_positions_leave_no_trace() {
        let links = BoardItem::Links { direction: name("jump"), pairs: vec![(name("a1"), name("b2"))] };
        let (board, codes) = board(vec![small(), BoardItem::Kill(names("b2 b2")), links]);
        assert_eq!((board.cell_count(), board.cell("b2")), (8, None));
        assert_eq!(step(&board, "n", "b1"), None);
        assert_eq!(step(&board, "jump", "a1"), None);
        assert_eq!(codes, [Code::UnknownCell]);
    }

    #[test]
    fn unlink_has_three_forms() {
        let entries = vec![
            UnlinkEntry::Cell(name("b2")),
            UnlinkEntry::Pair(name("a1"), name("a2")),
            UnlinkEntry::Pair(name("c1"), name("n")),
        ];
        let (board, codes) = board(vec![small(), BoardItem::Unlink(entries)]);
        for (direction, from) in [("n", "b1"), ("e", "b2"), ("s", "b3"), ("n", "a1"), ("s", "a2"), ("n", "c1")] {
            assert_eq!(step(&board, direction, from), None, "{direction} from {from}");
        }
        assert_eq!(step(&board, "s", "c2").as_deref(), Some("c1"));
        assert_eq!(codes, []);
    }

    #[test]
    fn a_board_over_the_bound_is_refused() {
        let long: String = (0..=MAX_CELLS).map(|number| format!("/{number}")).collect();
        let too_long = rules(vec![grid(&[&long], &[])], Vec::new());
        let mut findings = Diagnostics::new();
        assert!(compile(&too_long, &mut findings).is_none());
        assert_eq!(findings.as_slice()[0].code, Code::BoardTooLarge);
    }
}
