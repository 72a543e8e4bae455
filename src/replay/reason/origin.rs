//! The piece that is said to move: is it there, and is it on turn?

use std::sync::Arc;

use super::{Case, LEGAL_SHOWN, sample, sample_list};
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::Playthrough;
use crate::game::{Game, PlayerId};
use crate::replay::shown::{player, sides};

impl Case<'_> {
    /// The piece that is said to move is not there, is another, or is not the mover's.
    pub(super) fn about_origin(&self, playthrough: &mut Playthrough) -> Option<Diagnostic> {
        let game = Arc::clone(playthrough.game());
        let (piece, from, ..) = self.written.main_move()?;
        let (name, cell) = (game.piece_names.name(piece.index()), self.texts.cell(&game, from));
        let item = playthrough.position().turn_item(&game).clone();
        let mover = player(&game, item.acts_as);
        let Some(stands) = playthrough.position().piece(from) else {
            let homes: Vec<&str> = playthrough
                .position()
                .cells_of(item.acts_as)
                .filter(|&at| playthrough.position().piece(at).is_some_and(|other| other.piece_type() == piece))
                .map(|at| self.texts.cell(&game, at))
                .take(LEGAL_SHOWN)
                .collect();
            let help = if homes.is_empty() {
                format!("{mover} is to move and has no {name}")
            } else {
                format!("{mover} is to move and has {name} on {}", homes.join(", "))
            };
            let to = self.written.main_move().map(|(_, _, _, to)| to);
            let legal = sample_list(playthrough, self.texts, self.legal, |candidate| {
                candidate.head.piece == piece && Some(candidate.head.to) == to
            });
            let message = match out_of_game(&game, playthrough) {
                Some(out) => format!("nothing stands on {cell}; {out}"),
                None => format!("nothing stands on {cell}"),
            };
            return Some(self.finding(Code::OriginEmpty, message).help(help).legal(legal));
        };
        let stands_name = game.piece_names.name(stands.piece_type().index());
        if stands.owner() != item.acts_as {
            if playthrough.position().chain().is_some() {
                return None;
            }
            let owner = player(&game, stands.owner());
            let legal = sample(playthrough, self.texts, |_| true);
            return Some(
                self.finding(
                    Code::WrongSide,
                    format!("the {stands_name} on {cell} belongs to {owner}; {mover} is to move"),
                )
                .help(format!("play a move of {mover}, or look for an entry that is missing before this one"))
                .legal(legal),
            );
        }
        if stands.piece_type() != piece {
            let legal = self.legal_from(playthrough, from);
            return Some(
                self.finding(Code::OtherPiece, format!("on {cell} stands a {stands_name}, not a {name}"))
                    .help(format!("write {stands_name} if it was meant"))
                    .legal(legal),
            );
        }
        None
    }

    /// The piece that moved must go on, and the entry moves another or drops one.
    pub(super) fn about_chain(&self, playthrough: &mut Playthrough) -> Option<Diagnostic> {
        let chain = playthrough.position().chain()?;
        let from = self.written.main_move().map(|(_, from, ..)| from);
        if from == Some(chain.cell) {
            return None;
        }
        let game = Arc::clone(playthrough.game());
        let legal = sample(playthrough, self.texts, |_| true);
        let cell = self.texts.cell(&game, chain.cell);
        let acts_as = playthrough.position().turn_item(&game).acts_as;
        let owner = from.and_then(|from| playthrough.position().piece(from)).map(|piece| piece.owner());
        let message = match owner {
            Some(owner) if owner != acts_as => {
                let (mover, other) = (player(&game, acts_as), player(&game, owner));
                format!("the turn of {mover} is not over: the piece on {cell} must go on before {other} moves")
            }
            _ => format!("the turn must go on with the piece on {cell}"),
        };
        Some(self.finding(Code::ChainMustGoOn, message).help("play one of its continuations").legal(legal))
    }
}

/// Who has left the game, where the rules put players out.
fn out_of_game(game: &Game, playthrough: &Playthrough) -> Option<String> {
    game.options.eliminate_attacked?;
    let has_men = |&side: &PlayerId| playthrough.position().count_all(side) > 0;
    let out: Vec<&str> = sides(game).into_iter().filter(|side| !has_men(side)).map(|side| player(game, side)).collect();
    match out.as_slice() {
        [] => None,
        [one] => Some(format!("{one} is out of the game")),
        many => Some(format!("{} are out of the game", many.join(" and "))),
    }
}
