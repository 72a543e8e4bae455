//! Entries that are nearly a legal move: the same cells, another sign, promotion, mark or effect.

use std::sync::Arc;

use super::{Case, LEGAL_SHOWN};
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{Move, MoveKind, MoveRef, Partial, Piece, Playthrough};
use crate::game::{CellId, Game, PieceTypeId};
use crate::replay::resolve::{board_of, same_movement, same_pieces, shown_pairs};
use crate::replay::shown::{player, shorten};

impl Case<'_> {
    /// A legal move has the same pairs of cells: what differs is told.
    pub(super) fn nearly_legal(&self, playthrough: &mut Playthrough) -> Option<Diagnostic> {
        let near: Vec<Move> =
            self.legal.iter().filter(|&candidate| self.starts_alike(candidate)).map(MoveRef::to_owned).collect();
        let first = near.first()?;
        let game = Arc::clone(playthrough.game());
        let texts: Vec<String> =
            near.iter().take(LEGAL_SHOWN).map(|candidate| self.texts.text(playthrough, candidate.as_ref())).collect();
        let before = board_of(playthrough);
        if let Some((_, _, occupied, to)) = self.written.main_move()
            && before[to.index()].is_some() != occupied
        {
            let cell = self.texts.cell(&game, to);
            let message = if occupied {
                format!("the entry takes on {cell}, where nothing stands")
            } else {
                format!("the entry moves to {cell} with `-`, but a piece stands there")
            };
            let help = "write `x` where the destination was occupied before the move, else `-`";
            return Some(self.finding(Code::SignWrong, message).help(help).legal(texts));
        }
        if let Some(finding) = self.about_promotion(&game, &near, playthrough) {
            return Some(finding.legal(texts));
        }
        let claimed = self.written.board_after(&game, &before);
        let same_board =
            near.iter().find(|candidate| same_pieces(&playthrough.board_after(candidate.as_ref()), &claimed));
        if let Some(candidate) = same_board {
            let message = if candidate.head.partial == Partial::No {
                "the entry is marked `partial`; by the rules this move ends the turn"
            } else {
                "by the rules the turn may go on after this move; the entry lacks the mark `partial`"
            };
            return Some(
                self.finding(Code::PartialWrong, message.to_owned())
                    .help("write the mark as the legal move has it")
                    .cause("`partial` marks differ")
                    .legal(texts),
            );
        }
        let differences = self.differences(&game, playthrough, first, &claimed);
        let help = "write the effects as the legal move has them; the rules may have changed since";
        let mut finding = self
            .finding(Code::EffectsDiffer, format!("the move exists, with other effects: {}", differences.join("; ")))
            .help(help)
            .legal(texts);
        if let Some((piece, ..)) = self.written.main_move() {
            finding = finding.cause(format!("{}: effects differ", game.piece_names.name(piece.index())));
        }
        finding.notes.push(format!("written: {}", shorten(self.record.entry_text(self.entry))));
        finding.notes.push(format!("legal:   {}", self.texts.text(playthrough, first.as_ref())));
        Some(finding)
    }

    /// Whether a legal move begins as the entry does: the same first pair of cells, or a drop of the same piece there.
    fn starts_alike(&self, candidate: MoveRef<'_>) -> bool {
        match candidate.head.kind {
            MoveKind::Pass => false,
            MoveKind::Drop => {
                self.written.pairs() == shown_pairs(candidate)
                    && self.written.drop().is_some_and(|(owner, piece, at)| {
                        owner == candidate.head.player && piece == candidate.head.piece && at == candidate.head.to
                    })
            }
            MoveKind::Walk => {
                let pairs = shown_pairs(candidate);
                same_movement(self.written, candidate)
                    || (!pairs.is_empty() && pairs.first() == self.written.pairs().first())
            }
        }
    }

    fn about_promotion(&self, game: &Game, near: &[Move], playthrough: &mut Playthrough) -> Option<Diagnostic> {
        let to = self.written.main_move()?.3;
        let before = board_of(playthrough);
        let arrives = |board: &[Option<Piece>]| board[to.index()].map(|piece| piece.piece_type());
        let written = arrives(&self.written.board_after(game, &before))?;
        let mut allowed: Vec<PieceTypeId> = Vec::new();
        for candidate in near {
            let arrived = arrives(&playthrough.board_after(candidate.as_ref()));
            allowed.extend(arrived.filter(|piece| !allowed.contains(piece)));
        }
        if allowed.is_empty() || allowed.contains(&written) {
            return None;
        }
        let name = |piece: PieceTypeId| game.piece_names.name(piece.index());
        let moved = self.written.main_move()?.0;
        let list = allowed.iter().map(|&piece| name(piece)).collect::<Vec<_>>().join(", ");
        let cell = self.texts.cell(game, to);
        let (message, help) = if allowed == [moved] {
            (format!("a {} is not promoted on {cell}", name(moved)), "leave the promotion out".to_owned())
        } else if written == moved {
            (format!("the {} must be promoted on {cell}", name(moved)), format!("write one of: {list}"))
        } else {
            (format!("a promotion to {} is not to be had on {cell}", name(written)), format!("write one of: {list}"))
        };
        Some(
            self.finding(Code::PromotionWrong, message)
                .help(help)
                .cause(format!("{}: promotion on {cell}", name(moved))),
        )
    }

    /// The cells on which the written and the legal board differ, in words.
    fn differences(
        &self,
        game: &Game,
        playthrough: &mut Playthrough,
        candidate: &Move,
        claimed: &[Option<Piece>],
    ) -> Vec<String> {
        const SHOWN: usize = 3;
        let legal = playthrough.board_after(candidate.as_ref());
        let words = |piece: Option<Piece>| match piece {
            Some(piece) => {
                format!("{} {}", player(game, piece.owner()), game.piece_names.name(piece.piece_type().index()))
            }
            None => "nothing".to_owned(),
        };
        let look = |piece: Option<Piece>| piece.map(|piece| (piece.owner(), piece.piece_type()));
        let mut list: Vec<String> = (0..legal.len())
            .filter(|&cell| look(legal[cell]) != look(claimed[cell]))
            .map(|cell| {
                let name = self.texts.cell(game, CellId::from_index(cell));
                format!("on {name} the entry leaves {}, the rules {}", words(claimed[cell]), words(legal[cell]))
            })
            .collect();
        let more = list.len().saturating_sub(SHOWN);
        list.truncate(SHOWN);
        if more > 0 {
            list.push(format!("and {more} more"));
        }
        list
    }
}
