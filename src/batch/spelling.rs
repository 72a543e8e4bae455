//! How a game is spelled: what the index of bundled games says beyond the rules.

use super::choose::Choice;
use crate::game::Game;
use crate::library::{BundledGame, FenForm, Rights};
use crate::notation::fen::{CastlingRight, StandardFields};
use crate::notation::{Spelling, SpellingOptions};

impl Choice {
    /// The spelling of the game, compiled from this choice.
    #[must_use]
    pub fn spelling(&self, game: &Game) -> Spelling {
        spelling(game, self.rules.bundled)
    }
}

/// The spelling of a game; that of a bundled one as its index entry says.
#[must_use]
pub fn spelling(game: &Game, bundled: Option<&BundledGame>) -> Spelling {
    Spelling::new(game, bundled.map(options).unwrap_or_default())
}

fn options(bundled: &BundledGame) -> SpellingOptions {
    let symbols = bundled.symbols.iter().map(|&(piece, symbol)| (piece.to_owned(), symbol.to_owned())).collect();
    let standard = match bundled.fen {
        FenForm::General => None,
        FenForm::Standard(form) => Some(StandardFields {
            rights: match form.rights {
                Rights::Fixed(rights) => rights.iter().map(right).collect(),
                Rights::None | Rights::Shuffled { .. } => Vec::new(),
            },
            shuffled: match form.rights {
                Rights::Shuffled { attribute } => Some(attribute.to_owned()),
                Rights::None | Rights::Fixed(_) => None,
            },
            passing: form.passing.map(str::to_owned),
            has_rights: form.has_rights,
        }),
    };
    SpellingOptions { symbols, standard, orthodox: bundled.name == "chess" }
}

fn right(right: &crate::library::CastlingRight) -> CastlingRight {
    CastlingRight {
        letter: right.letter,
        attribute: right.attribute.to_owned(),
        king: right.king.to_owned(),
        partner: right.partner.to_owned(),
    }
}
