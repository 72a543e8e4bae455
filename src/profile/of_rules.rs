//! A profile for rules that have none: their own names for the cells, symbols for the pieces (`design.md` 1, 7).

use std::collections::BTreeMap;

use super::coords::{Coordinate, Coordinates};
use super::labels::{LabelMeaning, Labels};
use super::{Automation, Implicit, Profile, Start, folder_of};
use crate::game::{Game, PieceTypeId, PlayerId};
use crate::source::{SourceFile, Span};

impl Profile {
    /// A profile made of the rules alone. `label` gives the label of a player's piece; `None` leaves it without one.
    ///
    /// Nothing is known of the preset, so everything that presets are known to leave unwritten may be.
    #[must_use]
    pub fn of_rules(game: &Game, label: impl Fn(PlayerId, PieceTypeId) -> Option<String>) -> Self {
        let mut coordinates = Coordinates::new(Vec::new(), Vec::new());
        for cell in game.board.cells.iter() {
            coordinates.insert(Coordinate { name: cell.to_owned(), at: None, rules: Some(cell.to_owned()) });
        }
        let players: Vec<PlayerId> =
            game.turns.items.iter().map(|item| item.player).fold(Vec::new(), |mut all, one| {
                if !all.contains(&one) {
                    all.push(one);
                }
                all
            });
        let mut labels = Labels::default();
        for player in (0..game.players.len()).map(PlayerId::from_index) {
            for piece in (0..game.pieces.len()).map(PieceTypeId::from_index) {
                let Some(label) = label(player, piece) else { continue };
                let meaning = LabelMeaning {
                    piece: game.piece_names.name(piece.index()).to_owned(),
                    side: players.iter().position(|&known| known == player),
                    player: game.players.name(player.index()).to_owned(),
                    attributes: BTreeMap::new(),
                };
                labels.insert(&label, meaning);
            }
        }
        let names: Vec<String> = players.iter().map(|player| game.players.name(player.index()).to_owned()).collect();
        Self {
            file: SourceFile::from_text("<rules>", String::new()),
            game: game.title.clone(),
            folder: folder_of(&game.title),
            sides: names.clone(),
            players: names,
            rules_file: None,
            variant: Some(game.title.clone()),
            variant_span: Span::at(0),
            start: Start::OfRules,
            automation: Automation::Mixed,
            hand: game.pieces.iter().any(|piece| piece.drops.iter().any(|code| !code.range().is_empty())),
            labels,
            coordinates,
            implicit: vec![Implicit::Castling, Implicit::EnPassant, Implicit::CaptureInPassing],
            label_check: true,
            promotion_default: None,
            words: BTreeMap::new(),
        }
    }
}
