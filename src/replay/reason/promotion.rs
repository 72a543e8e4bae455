//! Promotions to types of which none is in stock (`recycle promotions`).

use std::sync::Arc;

use super::Case;
use super::drop::held;
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{Mover, Playthrough};
use crate::game::PieceTypeId;
use crate::replay::named::NamedEffect;
use crate::replay::shown::player;

impl Case<'_> {
    /// The move promotes, and the type is not to be had: named by the entry, or any that the rules would allow.
    pub(super) fn promotion_lacks_stock(&self, playthrough: &mut Playthrough) -> Option<Diagnostic> {
        let game = Arc::clone(playthrough.game());
        let (piece, from, _, to) = self.written.main_move()?;
        if !game.options.recycle_promotions {
            return None;
        }
        let written = self.written.effects.iter().find_map(|effect| match effect {
            NamedEffect::Type { piece, at } if at.contains(&to) => Some(*piece),
            _ => None,
        });
        let mut ways = playthrough.supposed_moves(Mover::On(from));
        ways.retain(|way| way.unmet.is_empty() && (way.played.head.from, way.played.head.to) == (from, to));
        let owner = playthrough.position().turn_item(&game).acts_as;
        let name = |piece: PieceTypeId| game.piece_names.name(piece.index());
        let (moved, cell) = (name(piece), self.texts.cell(&game, to));
        let message = match written {
            Some(wanted) => {
                ways.iter().find(|way| way.lacks_stock && way.played.head.promotion == Some(wanted))?;
                let owner = player(&game, owner);
                format!("a promotion to {} is not to be had on {cell}: {owner} has none in stock", name(wanted))
            }
            None => {
                if ways.is_empty() || !ways.iter().all(|way| way.lacks_stock) {
                    return None;
                }
                let owner = player(&game, owner);
                format!("the {moved} must be promoted on {cell}, and {owner} has no piece in stock to promote it to")
            }
        };
        let help =
            format!("promotions take pieces from the stock, which captures fill; {}", held(&game, playthrough, owner));
        let legal = self.legal_from(playthrough, from);
        let cause = format!("{moved}: nothing in stock to promote to");
        Some(self.finding(Code::PromotionWrong, message).help(help).legal(legal).cause(cause))
    }
}
