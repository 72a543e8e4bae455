//! Zones and symmetry (5.2, 5.3).

use super::board::BuiltBoard;
use super::names::Names;
use super::reporter::Reporter;
use crate::diagnostic::Code;
use crate::game::{Board, CellId, DirectionId, ZoneId};
use crate::limits::MAX_LINKS;
use crate::zrf::ast::{BoardItem, Name, ZoneDecl};

/// Compiles the zones of a board. `None` if their tables are larger than the bounds allow.
pub(super) fn compile(
    items: &[BoardItem],
    names: &Names,
    built: &mut BuiltBoard,
    reporter: &mut Reporter<'_>,
) -> Option<()> {
    let players = names.players.len();
    let cells = built.board.cell_count();
    let mut entries = 0_usize;
    let mut sets: Vec<Vec<Vec<CellId>>> = Vec::new();
    for (number, item) in items.iter().enumerate() {
        let BoardItem::Zone(zone) = item else { continue };
        let list = zone_cells(zone, number, built, reporter);
        let owners = owners(zone, names, reporter);
        let index = built.board.zones.add(&zone.name.text);
        if index == sets.len() {
            sets.push(vec![Vec::new(); players]);
        }
        entries = entries.saturating_add(owners.len() * list.len());
        let table = sets.len().saturating_mul(players).saturating_mul(cells);
        if entries > MAX_LINKS || table > 4 * MAX_LINKS || sets.len() > usize::from(u16::MAX) {
            return None;
        }
        for owner in owners {
            sets[index][owner].clone_from(&list);
        }
    }
    let mut in_zone = vec![false; sets.len() * players * cells];
    for (zone, by_player) in sets.iter().enumerate() {
        for (player, list) in by_player.iter().enumerate() {
            for cell in list {
                in_zone[(zone * players + player) * cells + cell.index()] = true;
            }
        }
    }
    built.board.in_zone = in_zone;
    built.board.zone_cells = sets;
    Some(())
}

fn zone_cells(zone: &ZoneDecl, number: usize, built: &BuiltBoard, reporter: &mut Reporter<'_>) -> Vec<CellId> {
    let mut taken = vec![false; built.board.cell_count()];
    let mut list = Vec::new();
    for name in &zone.cells {
        match built.cell(name, reporter) {
            Some(cell) if !taken[cell.index()] => {
                taken[cell.index()] = true;
                list.push(cell);
            }
            Some(_) => {}
            // Items after the zone may kill its positions: no slip of the author.
            None if built.killed.get(&*name.text).is_some_and(|&item| item > number) => {}
            None => built.report_missing(name, "zone", reporter),
        }
    }
    list
}

fn owners(zone: &ZoneDecl, names: &Names, reporter: &mut Reporter<'_>) -> Vec<usize> {
    if zone.players.is_empty() {
        return (0..names.players.len()).collect();
    }
    let mut owners = Vec::new();
    for name in &zone.players {
        match reporter.find(&names.players, name) {
            Some(player) => owners.push(player),
            None => report_player(name, "zone", names, reporter),
        }
    }
    owners
}

/// Reports a player that the game does not have.
pub(super) fn report_player(name: &Name, form: &str, names: &Names, reporter: &mut Reporter<'_>) {
    let message = format!("the game has no player `{}`; its entry in `{form}` is skipped", name.text);
    reporter.unknown(Code::UnknownPlayer, name, message, names.players.iter());
}

/// Fills the symmetry of all players: listed directions as listed, all others as written.
pub(super) fn symmetry(items: &[BoardItem], names: &Names, board: &mut Board, reporter: &mut Reporter<'_>) {
    let plain: Vec<DirectionId> = (0..board.directions.len()).map(DirectionId::from_index).collect();
    board.symmetry = vec![plain; names.players.len()];
    for item in items {
        let BoardItem::Symmetry { player: name, pairs } = item else { continue };
        let Some(player) = reporter.find(&names.players, name) else {
            report_player(name, "symmetry", names, reporter);
            continue;
        };
        for (written, meant) in pairs {
            let find = |name: &Name, reporter: &mut Reporter<'_>| {
                let found = reporter.find(&board.directions, name);
                if found.is_none() {
                    let message = format!("the board has no direction `{}`; the pair is skipped", name.text);
                    reporter.unknown(Code::UnknownDirection, name, message, board.directions.iter());
                }
                found
            };
            if let (Some(written), Some(meant)) = (find(written, reporter), find(meant, reporter)) {
                board.symmetry[player][written] = DirectionId::from_index(meant);
            }
        }
    }
}

/// The cells that a word in a list of places stands for: a position, or the cells of a zone by player.
pub(super) enum Places {
    /// One position.
    Cell(CellId),
    /// A zone.
    Zone(ZoneId),
}

/// Reads a word that names a position or a zone; exact spelling first, positions before zones.
pub(super) fn place(name: &Name, form: &str, built: &BuiltBoard, reporter: &mut Reporter<'_>) -> Option<Places> {
    let zone = |index| Places::Zone(ZoneId::from_index(index));
    if let Some(cell) = built.board.cell(&name.text) {
        return Some(Places::Cell(cell));
    }
    if let Some(index) = built.board.zones.find(&name.text) {
        return Some(zone(index));
    }
    if let Some(cell) = built.cell(name, reporter) {
        return Some(Places::Cell(cell));
    }
    let found = reporter.find(&built.board.zones, name).map(zone);
    if found.is_none() {
        built.report_missing(name, form, reporter);
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::Code;
    use crate::game::compile::testing::{compiled, grid, name, names, rules};
    use crate::game::{PlayerId, ZoneId};
    use crate::zrf::ast::{BoardItem, ZoneDecl};

    #[test]
    fn zones_belong_to_players() {
        let zone = |players: &str, cells: &str| {
            BoardItem::Zone(ZoneDecl { name: name("camp"), players: names(players), cells: names(cells) })
        };
        let items = vec![
            grid(&["a/b/c"], &[]),
            zone("", "a b b"),
            zone("Black Red", "c x"),
            BoardItem::Kill(names("b")),
            zone("White", "a b"),
        ];
        let (game, codes) = compiled(&rules(items, Vec::new()));
        let [a, c] = ["a", "c"].map(|name| game.board.cell(name).unwrap());
        assert_eq!(game.board.zone_cells, [[[a], [c]]]);
        let inside = |player, cell| game.board.in_zone(ZoneId(0), PlayerId(player), cell);
        assert_eq!([inside(0, a), inside(0, c), inside(1, a), inside(1, c)], [true, false, false, true]);
        // `b` was killed after the first zone and before the last.
        assert_eq!(codes, [Code::UnknownCell, Code::UnknownPlayer, Code::UnknownCell]);
    }

    #[test]
    fn symmetry_of_unknown_directions_is_skipped() {
        let symmetry =
            BoardItem::Symmetry { player: name("Black"), pairs: vec![(name("n"), name("up")), (name("n"), name("s"))] };
        let items = vec![symmetry, grid(&["a", "1/2"], &[("n", &[0, 1]), ("s", &[0, -1])])];
        let (game, codes) = compiled(&rules(items, Vec::new()));
        let [n, s] = [0, 1].map(crate::game::DirectionId);
        assert_eq!(game.board.symmetry, [[n, s], [s, s]]);
        assert_eq!(codes, [Code::UnknownDirection]);
    }
}
