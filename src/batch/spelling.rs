//! The notation of a game: what its bundled entry or a profile adds to its rules.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError};

use super::choose::Choice;
use crate::game::Game;
use crate::library::{self, BundledGame, FenForm};
use crate::notation::fen::{CastlingRight, Rights, StandardFields};
use crate::notation::{Spelling, SpellingOptions};
use crate::profile::Profile;

impl Choice {
    /// The spelling of the game, compiled from this choice; worked out once for all records that are read alike.
    #[must_use]
    pub fn spelling(&self, game: &Game) -> Arc<Spelling> {
        let labels = self.labels.as_ref().map_or_else(BTreeMap::new, |loaded| symbols(&loaded.profile));
        let mut last = self.rules.variant(self.variant).spelled.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(spelled) = &*last
            && spelled.labels == labels
        {
            return Arc::clone(&spelled.spelling);
        }
        let spelling = Arc::new(spelling(game, self.rules.bundled, labels.clone()));
        *last = Some(Spelled { labels, spelling: Arc::clone(&spelling) });
        spelling
    }
}

/// The spelling of a variant under the labels of a profile, or of none.
#[derive(Debug)]
pub(super) struct Spelled {
    labels: BTreeMap<String, String>,
    spelling: Arc<Spelling>,
}

/// The labels of the first side that tell of no attribute, by the names of their pieces.
fn symbols(profile: &Profile) -> BTreeMap<String, String> {
    let mut symbols = BTreeMap::new();
    for (label, meaning) in profile.labels.iter() {
        if meaning.side == Some(0) && meaning.attributes.is_empty() {
            symbols.entry(meaning.piece.clone()).or_insert_with(|| label.to_owned());
        }
    }
    symbols
}

/// The spelling of a game: symbols and FEN fields of the bundled game, else the labels of a profile as symbols (piece
/// name to label), else what the rules alone give.
#[must_use]
pub fn spelling(game: &Game, bundled: Option<&BundledGame>, labels: BTreeMap<String, String>) -> Spelling {
    let options = match bundled {
        Some(bundled) => SpellingOptions {
            symbols: bundled
                .symbols
                .iter()
                .map(|(piece, symbol)| ((*piece).to_owned(), (*symbol).to_owned()))
                .collect(),
            standard: standard(bundled),
            orthodox: matches!(bundled.name, "chess" | "fischer-random"),
        },
        None => SpellingOptions { symbols: labels, ..SpellingOptions::default() },
    };
    Spelling::new(game, options)
}

fn standard(bundled: &BundledGame) -> Option<StandardFields> {
    let FenForm::Standard(fields) = bundled.fen else { return None };
    let right = |right: &library::CastlingRight| CastlingRight {
        letter: right.letter,
        attribute: right.attribute.to_owned(),
        king: right.king.to_owned(),
        partner: right.partner.to_owned(),
    };
    let rights = match fields.rights {
        library::Rights::None => Rights::None,
        library::Rights::Fixed(rights) => Rights::Fixed(rights.iter().map(right).collect()),
        library::Rights::Shuffled { attribute } => Rights::Shuffled { attribute: attribute.to_owned() },
    };
    Some(StandardFields { rights, passing: fields.passing.map(str::to_owned), has_rights: fields.has_rights })
}
