//! Why a piece cannot be dropped.

use std::sync::Arc;

use super::condition::{as_written, closest};
use super::{Case, sample};
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{MoveKind, Mover, Playthrough};
use crate::game::{Game, PieceTypeId, PlayerId};
use crate::replay::shown::player;

impl Case<'_> {
    /// The entry moves no piece: a drop that is not possible, or effects that no move has.
    pub(super) fn bad_drop(&self, playthrough: &mut Playthrough) -> Diagnostic {
        let game = Arc::clone(playthrough.game());
        let Some((owner, piece, at)) = self.written.drop() else {
            let legal = sample(playthrough, self.texts, |_| true);
            return self
                .finding(Code::NoSuchMove, "no legal move has these effects".to_owned())
                .help("compare with the legal moves")
                .legal(legal);
        };
        let (name, cell) = (game.piece_names.name(piece.index()), self.texts.cell(&game, at));
        let acts_as = playthrough.position().turn_item(&game).acts_as;
        let same_type =
            |candidate: &crate::engine::MoveHead| candidate.kind == MoveKind::Drop && candidate.piece == piece;
        let drops = super::sample_list(playthrough, self.texts, self.legal, |candidate| same_type(candidate.head));
        let legal = if drops.is_empty() {
            super::sample_list(playthrough, self.texts, self.legal, |candidate| candidate.head.kind == MoveKind::Drop)
        } else {
            drops
        };
        let about = |message: String| self.finding(Code::DropNotPossible, message);
        if owner != acts_as {
            let message =
                format!("{} is to move, the entry drops a piece of {}", player(&game, acts_as), player(&game, owner));
            return self
                .finding(Code::WrongSide, message)
                .help("look for an entry that is missing before this one")
                .legal(legal);
        }
        if playthrough.position().stock(owner, piece) == 0 {
            let message = format!("{} has no {name} in stock to drop", player(&game, owner));
            return about(message).help(held(&game, playthrough, owner)).legal(legal);
        }
        let help = "compare with the legal drops";
        if let Some(stands) = playthrough.position().piece(at) {
            let stands = game.piece_names.name(stands.piece_type().index());
            let message = format!("the {name} cannot be dropped on {cell}, where a {stands} stands");
            return about(message).help(help).legal(legal);
        }
        let ways = playthrough.supposed_moves(Mover::Drop(piece, at));
        match closest(ways.into_iter().filter(|way| way.played.head.to == at)) {
            Some(closest) => {
                let why = closest.words(playthrough, self.texts);
                let message = format!("the {name} may not be dropped on {cell}: {why}");
                let asked =
                    as_written(&game, closest.unmet).map_or_else(String::new, |(asked, _)| format!(", `{asked}`"));
                let cause = format!("drop of a {name}{asked}");
                closest.located(&game, about(message).help(help)).legal(legal).cause(cause)
            }
            None => about(format!("the {name} may not be dropped on {cell}: no rule of the {name} allows it"))
                .related(game.pieces[piece.index()].place.clone(), "its drops are defined here")
                .help(help)
                .legal(legal),
        }
    }
}

/// What a player has in stock, in words.
pub(super) fn held(game: &Game, playthrough: &Playthrough, owner: PlayerId) -> String {
    let held: Vec<String> = (0..game.pieces.len())
        .map(PieceTypeId::from_index)
        .map(|piece| (piece, playthrough.position().stock(owner, piece)))
        .filter(|(_, number)| *number > 0)
        .map(|(piece, number)| format!("{} {number}", game.piece_names.name(piece.index())))
        .collect();
    match held.is_empty() {
        true => format!("{} holds nothing", player(game, owner)),
        false => format!("{} holds {}", player(game, owner), held.join(", ")),
    }
}
