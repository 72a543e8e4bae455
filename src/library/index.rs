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
    BundledGame {
        name: "hourglass-honeycomb",
        title: "Hourglass Honeycomb Chess",
        synonyms: &[],
        file: "hourglass-honeycomb.zrf",
        rules: rules!("hourglass-honeycomb"),
        summary: "Charles Gilman's chess on seven hexagonal levels of 7 6 5 4 5 6 7 cells: the orthodox army with rankers, pieces \
                  that have only the moves gaining or losing more ranks than files, castling with Rooks and cathedralling \
                  with Bishops in eight directions, Pawns that promote on the last rank.",
        symbols: &[
            ("King", "K"),
            ("Queen", "Q"),
            ("Queenranker", "QR"),
            ("Rook", "R"),
            ("Rookranker", "RR"),
            ("Bishop", "B"),
            ("Bishoranker", "BR"),
            ("Knight", "N"),
            ("Nightranker", "NR"),
            ("Pawn", "P"),
        ],
        fen: FenForm::General,
    },
    BundledGame {
        name: "hourglass-crooked",
        title: "Hourglass Honeycomb Chess: Crooked",
        synonyms: &[],
        file: "hourglass-crooked.zrf",
        rules: rules!("hourglass-crooked"),
        summary: "Charles Gilman's hourglass board with crooked pieces, whose slides turn at every step: Girlscout, Boyscout, \
                  Doublescout and Double Rhino. Castling and cathedralling as in the base game.",
        symbols: &[
            ("King", "K"),
            ("Queen", "Q"),
            ("Rook", "R"),
            ("Bishop", "B"),
            ("Knight", "N"),
            ("Nightranker", "NR"),
            ("Girlscout", "GS"),
            ("Boyscout", "BS"),
            ("Doublescout", "DS"),
            ("DoubleRhino", "DR"),
            ("Pawn", "P"),
        ],
        fen: FenForm::General,
    },
    BundledGame {
        name: "hourglass-mitregi",
        title: "Hourglass Honeycomb Chess: Mitregi",
        synonyms: &[],
        file: "hourglass-mitregi.zrf",
        rules: rules!("hourglass-mitregi"),
        summary: "Charles Gilman's hourglass board with forward-only pieces that promote to generals, and captured men that come \
                  back into play on the side of the captor, as in Shogi.",
        symbols: &[
            ("King", "K"),
            ("Rook", "R"),
            ("Rookranker", "RR"),
            ("Bishop", "B"),
            ("Bishoranker", "BR"),
            ("Knight", "N"),
            ("Nightranker", "NR"),
            ("Camel", "C"),
            ("Camelranker", "CR"),
            ("Wing", "W"),
            ("Mitre", "M"),
            ("Helm", "H"),
            ("Hump", "U"),
            ("Goldgeneral", "GG"),
            ("Coppergeneral", "CG"),
            ("Silvergeneral", "SG"),
            ("Nickelgeneral", "NG"),
        ],
        fen: FenForm::General,
    },
    BundledGame {
        name: "hourglass-wildokisaki",
        title: "Hourglass Honeycomb Chess: Wildokisaki",
        synonyms: &[],
        file: "hourglass-wildokisaki.zrf",
        rules: rules!("hourglass-wildokisaki"),
        summary: "Charles Gilman's Mitregi game with compound pieces added: Queen, Gnu, their rankers and their forward-only forms \
                  Princess and Handyman.",
        symbols: &[
            ("King", "K"),
            ("Queen", "Q"),
            ("Queenranker", "QR"),
            ("Gnu", "G"),
            ("Gnuranker", "GR"),
            ("Rook", "R"),
            ("Rookranker", "RR"),
            ("Bishop", "B"),
            ("Bishoranker", "BR"),
            ("Knight", "N"),
            ("Camel", "C"),
            ("Princess", "PR"),
            ("Handyman", "HA"),
            ("Wing", "W"),
            ("Mitre", "M"),
            ("Helm", "H"),
            ("Hump", "U"),
            ("Goldgeneral", "GG"),
            ("Coppergeneral", "CG"),
            ("Silvergeneral", "SG"),
            ("Nickelgeneral", "NG"),
        ],
        fen: FenForm::General,
    },
    BundledGame {
        name: "empty-cube-ecumenical",
        title: "Empty Cube Chess: Ecumenical",
        synonyms: &[],
        file: "empty-cube-ecumenical.zrf",
        rules: rules!("empty-cube-ecumenical"),
        summary: "Charles Gilman's chess on the six faces of a hollow cube, 296 cells: Rooks, Bishops, Knights and Camels with all \
                  their compounds, Stewards, and Pawns of three colours that run across one face and then along an axis to the \
                  opposite face of their colour.",
        symbols: &[
            ("King", "K"),
            ("Queen", "Q"),
            ("Rook", "R"),
            ("Bishop", "B"),
            ("Knight", "N"),
            ("Camel", "L"),
            ("Gnu", "G"),
            ("Marshal", "M"),
            ("Canvasser", "V"),
            ("Cardinal", "A"),
            ("Caliph", "H"),
            ("Steward", "S"),
            ("PawnBlue", "PB"),
            ("PawnRed", "PR"),
            ("PawnYellow", "PY"),
        ],
        fen: FenForm::General,
    },
    BundledGame {
        name: "empty-cube-wildeurasian",
        title: "Empty Cube Chess: Wildeurasian",
        synonyms: &[],
        file: "empty-cube-wildeurasian.zrf",
        rules: rules!("empty-cube-wildeurasian"),
        summary: "Charles Gilman's chess on the six faces of a hollow cube with the hopping pieces Cannon, Arrow and Tank beside \
                  Rook, Bishop and Queen; no castling.",
        symbols: &[
            ("King", "K"),
            ("Queen", "Q"),
            ("Rook", "R"),
            ("Bishop", "B"),
            ("Knight", "N"),
            ("Camel", "L"),
            ("Gnu", "G"),
            ("Cannon", "C"),
            ("Arrow", "A"),
            ("Tank", "T"),
            ("Steward", "S"),
            ("PawnBlue", "PB"),
            ("PawnRed", "PR"),
            ("PawnYellow", "PY"),
        ],
        fen: FenForm::General,
    },
    BundledGame {
        name: "empty-cube-4player",
        title: "Empty Cube Chess: 4-player",
        synonyms: &[],
        file: "empty-cube-4player.zrf",
        rules: rules!("empty-cube-4player"),
        summary: "Charles Gilman's chess on the six faces of a hollow cube for four armies. A player whose King is attacked by the \
                  player on turn is out with all his men; the last one left wins.",
        symbols: &[
            ("King", "K"),
            ("Queen", "Q"),
            ("Rook", "R"),
            ("Bishop", "B"),
            ("Knight", "N"),
            ("Camel", "L"),
            ("Gnu", "G"),
            ("Steward", "S"),
            ("PawnBlue", "PB"),
            ("PawnRed", "PR"),
            ("PawnYellow", "PY"),
        ],
        fen: FenForm::General,
    },
];
