//! How one game is spelled: its symbols, sides and rows, worked out once.

use std::collections::BTreeMap;

use super::fen::{Rights, StandardFields};
use super::layout::Layout;
use super::sides::Sides;
use super::symbols::{Symbols, has_case};
use crate::game::{CellRef, Game, Instr, PieceTypeId, PlayerId, Test};

/// What a game's rules do not say about its notation.
#[derive(Clone, Debug, Default)]
pub struct SpellingOptions {
    /// Piece name to symbol: of a bundled game's index, or the labels of a profile.
    pub symbols: BTreeMap<String, String>,
    /// The FEN fields of games that other programs know.
    pub standard: Option<StandardFields>,
    /// Orthodox chess: a whole origin joins the destination without a hyphen, so that move text is standard SAN.
    pub orthodox: bool,
}

/// How moves and positions of one game are written and read.
#[derive(Clone, Debug)]
pub struct Spelling {
    /// Symbols of the piece types.
    pub symbols: Symbols,
    /// The players as notation numbers them.
    pub sides: Sides,
    /// The board as rows.
    pub layout: Layout,
    pub(super) standard: Option<StandardFields>,
    pub(super) orthodox: bool,
    /// Whether the rules ask for the last move.
    pub(super) asks_last_move: bool,
    /// Players with a piece that must not be left attacked.
    pub(super) has_royal: bool,
    pub(super) longest_cell: usize,
    /// Whether each token can be read in one way only, letter by letter.
    pub(super) regular: bool,
}

impl Spelling {
    /// The spelling of a game.
    #[must_use]
    pub fn new(game: &Game, options: SpellingOptions) -> Self {
        let symbols = Symbols::new(game, &options.symbols);
        let layout = Layout::new(&game.board);
        Self {
            regular: is_regular(game, &symbols, &layout),
            symbols,
            sides: Sides::new(game),
            layout,
            standard: options.standard,
            orthodox: options.orthodox,
            asks_last_move: game.program.code.iter().any(asks_last_move),
            has_royal: game.royal.iter().any(|types| !types.is_empty()),
            longest_cell: game.board.cells.iter().map(str::len).max().unwrap_or(0),
        }
    }

    /// Whether the array is shuffled, so that castling has no fixed cells.
    pub(super) fn is_shuffled(&self) -> bool {
        self.standard.as_ref().is_some_and(|fields| matches!(fields.rights, Rights::Shuffled { .. }))
    }

    /// The symbol of a player's piece as diagrams and FEN show it: upper case for the first side, lower case for the
    /// second; where these do not tell, upper case and the number of the side.
    #[must_use]
    pub fn piece_text(&self, player: PlayerId, piece: PieceTypeId) -> String {
        let symbol = self.symbols.symbol(piece);
        let tells_case = symbol.chars().any(has_case);
        match (self.sides.number(player), self.sides.are_many() || !tells_case) {
            (1, false) => symbol.to_uppercase(),
            (2, false) => symbol.to_lowercase(),
            (number, _) => format!("{}{number}", symbol.to_uppercase()),
        }
    }
}

/// Whether cells are a small letter other than `x` with digits behind it, as files and ranks are named, and symbols are
/// capital letters: then each letter of a token tells what it belongs to.
fn is_regular(game: &Game, symbols: &Symbols, layout: &Layout) -> bool {
    let is_file = |text: &str| matches!(text.as_bytes(), [letter] if letter.is_ascii_lowercase() && *letter != b'x');
    let is_rank = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_cell = |name: &str| name.is_char_boundary(1) && is_file(&name[..1]) && is_rank(&name[1..]);
    let is_symbol = |symbol: &str| !symbol.is_empty() && symbol.bytes().all(|byte| byte.is_ascii_uppercase());
    game.board.cells.iter().all(is_cell)
        && (0..game.pieces.len()).all(|piece| is_symbol(symbols.symbol(PieceTypeId::from_index(piece))))
        && layout.sections.iter().all(|section| {
            section.files.iter().all(|file| is_file(file)) && section.rows.iter().all(|row| is_rank(&row.name))
        })
}

fn asks_last_move(instruction: &Instr) -> bool {
    let is_last = |cell: &CellRef| matches!(cell, CellRef::LastFrom | CellRef::LastTo);
    match instruction {
        Instr::Branch(test, ..) => {
            matches!(test, Test::LastFrom(_) | Test::LastTo(_)) || test.place().as_ref().is_some_and(is_last)
        }
        Instr::Mark(at)
        | Instr::Go(at)
        | Instr::Capture(at)
        | Instr::ChangeOwner(_, at)
        | Instr::Flip(at)
        | Instr::ChangeType(_, at)
        | Instr::Create(_, _, at)
        | Instr::SetPositionFlag(_, _, at)
        | Instr::SetAttribute(_, _, at) => is_last(at),
        _ => false,
    }
}
