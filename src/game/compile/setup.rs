//! The start position and the stock (4.6).

use super::board::BuiltBoard;
use super::names::Names;
use super::reporter::Reporter;
use super::zones::{Places, place, report_player};
use crate::diagnostic::Code;
use crate::game::{CellId, PieceTypeId, PlayerId};
use crate::limits::MAX_LINKS;
use crate::zrf::ast::{GameRules, Name, Origin};

/// Pieces on the board and off it.
pub(super) struct Setup {
    pub(super) cells: Vec<Option<(PlayerId, PieceTypeId)>>,
    pub(super) stock: Vec<Vec<u32>>,
}

/// Compiles the board setup; of several pieces on one cell the last stays. `None` if zones make it larger than the
/// bounds allow.
pub(super) fn compile(
    rules: &GameRules,
    names: &Names,
    built: &BuiltBoard,
    reporter: &mut Reporter<'_>,
) -> Option<Setup> {
    let mut setup = Setup {
        cells: vec![None; built.board.cell_count()],
        stock: vec![vec![0; names.pieces.len()]; names.players.len()],
    };
    let mut filled = 0;
    let mut filled_at: Vec<Option<Origin>> = vec![None; setup.cells.len()];
    for entry in &rules.setup {
        let Some(player) = reporter.find(&names.players, &entry.player) else {
            report_player(&entry.player, "board-setup", names, reporter);
            continue;
        };
        let Some(piece) = reporter.find(&names.pieces, &entry.piece) else {
            report_piece(&entry.piece, "its entry in `board-setup` is skipped", names, reporter);
            continue;
        };
        let stock = &mut setup.stock[player][piece];
        *stock = stock.saturating_add(entry.off);
        let man = (PlayerId::from_index(player), PieceTypeId::from_index(piece));
        for name in &entry.cells {
            let one: [CellId; 1];
            let cells = match place(name, "board-setup", built, reporter) {
                Some(Places::Cell(cell)) => {
                    one = [cell];
                    &one[..]
                }
                Some(Places::Zone(zone)) => &built.board.zone_cells[zone.index()][player],
                None => continue,
            };
            filled += cells.len();
            if filled > MAX_LINKS {
                reporter.report(Code::BoardTooLarge, name.at, "the board setup fills too many positions");
                return None;
            }
            for cell in cells {
                if let Some(earlier) = filled_at[cell.index()] {
                    let message = format!("`{}` is filled twice; the last piece stays", built.board.name(*cell));
                    reporter.report_against(Code::SetupTwice, name.at, message, earlier, "filled here before");
                }
                filled_at[cell.index()] = Some(name.at);
                setup.cells[cell.index()] = Some(man);
            }
        }
    }
    Some(setup)
}

/// Reports a piece that the game does not define.
pub(super) fn report_piece(name: &Name, then: &str, names: &Names, reporter: &mut Reporter<'_>) {
    let message = format!("the game defines no piece `{}`; {then}", name.text);
    reporter.unknown(Code::UnknownPiece, name, message, names.pieces.iter());
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::Code;
    use crate::game::compile::testing::{compiled, grid, name, names, piece, rules};
    use crate::game::{PieceTypeId, PlayerId};
    use crate::zrf::ast::SetupEntry;

    fn entry(player: &str, piece: &str, cells: &str, off: u32) -> SetupEntry {
        SetupEntry { player: name(player), piece: name(piece), cells: names(cells), off }
    }

    #[test]
    fn the_last_piece_stays_and_the_stock_adds_up() {
        let mut game = rules(vec![grid(&["a/b"], &[])], vec![piece("Man", Vec::new()), piece("King", Vec::new())]);
        game.setup = vec![
            entry("White", "Man", "a x", 2),
            entry("Black", "King", "a b", 0),
            entry("White", "Man", "", 3),
            entry("Red", "Man", "a", 0),
            entry("White", "Duck", "a", 0),
        ];
        let (game, codes) = compiled(&game);
        let king = Some((PlayerId(1), PieceTypeId(1)));
        assert_eq!(game.setup, [king, king]);
        assert_eq!(game.stock, [[5, 0], [0, 0]]);
        assert!(game.has_stock);
        assert_eq!(codes, [Code::UnknownCell, Code::SetupTwice, Code::UnknownPlayer, Code::UnknownPiece]);
    }
}
