//! The table of bundled games.

use super::BundledGame;
use super::fen::{FenForm, StandardFen, right};

/// The rules file of a game, by the game's name.
macro_rules! rules {
    ($name:literal) => {
        include_str!(concat!("rules/", $name, ".zrf"))
    };
}

/// Orthodox symbols, in the order of value.
const ORTHODOX: &[(&str, &str)] =
    &[("King", "K"), ("Queen", "Q"), ("Rook", "R"), ("Bishop", "B"), ("Knight", "N"), ("Pawn", "P")];

pub(super) const GAMES: &[BundledGame] = &[
    BundledGame {
        name: "chess",
        title: "Chess",
        synonyms: &["Standard", "Classical", "Normal", "Orthodox", "Orthochess"],
        file: "chess.zrf",
        rules: rules!("chess"),
        summary: "Chess by the FIDE laws of play: castling, en passant, promotion to Queen, Rook, Bishop or Knight, \
                  checkmate and stalemate. Draws that take a claim (repetition, fifty moves) end no recorded game.",
        symbols: ORTHODOX,
        fen: FenForm::Standard(StandardFen {
            rights: &[right('K', "e1", "h1"), right('Q', "e1", "a1"), right('k', "e8", "h8"), right('q', "e8", "a8")],
            passing: Some("Pawn"),
            has_rights: true,
        }),
    },
    BundledGame {
        name: "eurasian",
        title: "Eurasian Chess",
        synonyms: &[],
        file: "eurasian.zrf",
        rules: rules!("eurasian"),
        summary: "Fergus Duniho's union of Western and Chinese chess on 10 by 10: the western army with Cannons and \
                  Vaos (diagonal Cannons), a river that Kings may not cross, Kings that may not face each other on \
                  a file or diagonal, and promotion on the last three ranks to captured men of one's own.",
        symbols: &[
            ("King", "K"),
            ("Queen", "Q"),
            ("Rook", "R"),
            ("Cannon", "C"),
            ("Knight", "N"),
            ("Bishop", "B"),
            ("Vao", "V"),
            ("Pawn", "P"),
        ],
        fen: FenForm::General,
    },
    BundledGame {
        name: "courier-eurasian",
        title: "Courier Eurasian Chess",
        synonyms: &[],
        file: "courier-eurasian.zrf",
        rules: rules!("courier-eurasian"),
        summary: "Fergus Duniho's Eurasian Chess on 14 by 10, with Leos, Elephants, Sages and a Fool added: hopping \
                  captures along ranks, files and diagonals, a river that King, Fool and Elephant may not cross, Kings \
                  that may not face each other, and promotion on the last three ranks to captured men of one's own.",
        symbols: &[
            ("King", "K"),
            ("Queen", "Q"),
            ("Leo", "L"),
            ("Chariot", "R"),
            ("Cannon", "C"),
            ("Courier", "B"),
            ("Arrow", "A"),
            ("Horse", "H"),
            ("Sage", "S"),
            ("Elephant", "E"),
            ("Fool", "F"),
            ("Pawn", "P"),
        ],
        fen: FenForm::General,
    },
];
