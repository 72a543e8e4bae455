//! Moves that the pieces have and the turn forbids.

use std::sync::Arc;

use super::castling::is_step;
use super::{Case, attackers_text, finding, sample};
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{Cause, Move, MoveList, MoveRef, Outcome, Playthrough};
use crate::game::{CellId, MoveTypeId, PassTurn};
use crate::record::{Entry, Record};
use crate::replay::resolve::{board_of, same_movement, same_pieces};
use crate::replay::shown::{MoveTexts, outcome_text};

/// The entry stands after the end of the game.
pub(in crate::replay) fn after_the_end(
    record: &Record,
    entry: &Entry,
    ply: u32,
    playthrough: &Playthrough,
    outcome: Outcome,
) -> Diagnostic {
    let game = playthrough.game();
    let when = match ply {
        1 => "in the start position".to_owned(),
        _ => format!("after ply {}", ply - 1),
    };
    let message = format!("the game was over {when}: {}", outcome_text(game, outcome));
    let finding = finding(record, entry, Code::AfterTheEnd, message)
        .help("end the record before this entry, or check it by the edition of the rules it was played by");
    match outcome.cause {
        Cause::Goal(goal) => finding.related(game.goals[goal.index()].place.clone(), "this condition ended the game"),
        Cause::NoMoves | Cause::LastLeft => finding,
    }
}

/// Why a pass is not allowed.
pub(in crate::replay) fn pass_not_allowed(
    record: &Record,
    entry: &Entry,
    playthrough: &mut Playthrough,
    texts: MoveTexts<'_>,
) -> Diagnostic {
    let game = Arc::clone(playthrough.game());
    let legal = sample(playthrough, texts, |_| true);
    let (message, help) = if playthrough.position().chain().is_some() {
        (
            "the turn must go on with the piece that moved: passing within a turn is not allowed by these rules",
            "play one of the continuations",
        )
    } else if game.options.pass_turn == PassTurn::Forced {
        ("a pass is allowed only to a side without a legal move", "play one of the legal moves")
    } else {
        ("these rules have no pass", "play one of the legal moves")
    };
    finding(record, entry, Code::PassNotAllowed, message.to_owned()).help(help).legal(legal).cause(message)
}

impl Case<'_> {
    /// The move is generated, and a rule about the whole turn forbids it.
    pub(super) fn filtered(&self, playthrough: &mut Playthrough) -> Option<Diagnostic> {
        let generated = playthrough.generated_moves(false);
        let same = self.best_match(playthrough, &generated)?;
        if !playthrough.leaves_royal_safe(&same) {
            return Some(self.leaves_royal_attacked(playthrough, &same));
        }
        let game = Arc::clone(playthrough.game());
        let legal = sample(playthrough, self.texts, |_| true);
        if playthrough.is_drop_mate(&same) {
            let (name, cell) = (game.piece_names.name(same.head.piece.index()), self.texts.cell(&game, same.head.to));
            return Some(
                self.finding(Code::DropNotPossible, format!("the drop of the {name} on {cell} mates"))
                    .help(format!("a {name} may not be dropped so that it mates at once; mate by another move"))
                    .legal(legal),
            );
        }
        let own = game.priority(same.head.move_type);
        let better = self.legal.iter().find(|candidate| game.priority(candidate.head.move_type) < own);
        if let Some(better) = better {
            let takes = |played: MoveRef<'_>| {
                let lands = played.pairs().any(|(from, to)| from != to && playthrough.position().piece(to).is_some());
                lands || played.captures().next().is_some()
            };
            let forced = takes(better) && !takes(same.as_ref());
            let better = self.texts.text(playthrough, better);
            let message = match forced {
                true => format!("a capture is forced, such as {better}"),
                false => format!("a move of higher priority exists, such as {better}"),
            };
            return Some(
                self.finding(Code::MoveTypeNotAllowed, message)
                    .help("the rules allow only moves of the highest priority there is (`move-priorities`)")
                    .cause("a move of higher priority exists")
                    .legal(legal),
            );
        }
        if game.options.maximal_captures {
            let longer = match self.legal.iter().next() {
                Some(first) => {
                    format!("a longer sequence exists, which begins with {}", self.texts.text(playthrough, first))
                }
                None => "a longer sequence exists".to_owned(),
            };
            return Some(
                self.finding(Code::LongerCapture, longer)
                    .help("the rules allow only moves that begin a longest sequence (`maximal captures`)")
                    .cause("a longer sequence exists")
                    .legal(legal),
            );
        }
        None
    }

    fn leaves_royal_attacked(&self, playthrough: &mut Playthrough, same: &Move) -> Diagnostic {
        let game = Arc::clone(playthrough.game());
        let side = playthrough.position().turn_item(&game).player;
        let was_attacked = playthrough.is_royal_attacked(side);
        let undo = playthrough.play(same.as_ref());
        let royal = playthrough
            .position()
            .cells_of(side)
            .filter_map(|cell| playthrough.position().piece(cell).map(|piece| (piece.piece_type(), cell)))
            .find(|(piece, _)| game.royal[side.index()].contains(piece));
        let attackers = playthrough.royal_attackers(side);
        let by = attackers_text(self.texts, playthrough, &attackers);
        let faces = royal.is_some_and(|(_, at)| {
            let is_royal = |&by: &CellId| {
                let piece = playthrough.position().piece(by);
                piece.is_some_and(|piece| game.royal[piece.owner().index()].contains(&piece.piece_type()))
            };
            attackers.iter().all(is_royal)
                && !attackers.is_empty()
                && attackers.iter().all(|&by| !is_step(&game, by, at))
        });
        playthrough.take_back(&undo);
        let by = if by.is_empty() || faces { by } else { format!(" by {by}") };
        let what = match royal {
            Some((piece, cell)) => {
                format!("{} on {}", game.piece_names.name(piece.index()), self.texts.cell(&game, cell))
            }
            None => "royal piece".to_owned(),
        };
        let message = match royal {
            None => "the move leaves its side without a royal piece".to_owned(),
            Some(_) if faces => format!("the move leaves the {what} facing {by}, with nothing between"),
            Some(_) if was_attacked => {
                format!("the move does not answer the attack: it leaves the {what} attacked{by}")
            }
            Some(_) => format!("the move leaves the {what} attacked{by}"),
        };
        let legal = sample(playthrough, self.texts, |_| true);
        self.finding(Code::LeavesRoyalAttacked, message).help("play a move that leaves it safe").legal(legal)
    }

    /// The move exists for types that this turn does not allow.
    pub(super) fn wrong_type(&self, playthrough: &mut Playthrough) -> Option<Diagnostic> {
        let generated = playthrough.generated_moves(true);
        let same = self.best_match(playthrough, &generated)?;
        let game = Arc::clone(playthrough.game());
        let type_name = match same.head.move_type {
            Some(move_type) => format!("moves of the type `{}`", game.move_types.name(move_type.index())),
            None => "moves without a type".to_owned(),
        };
        let legal = sample(playthrough, self.texts, |_| true);
        let name = |move_type: Option<MoveTypeId>| match move_type {
            Some(move_type) => format!("`{}`", game.move_types.name(move_type.index())),
            None => "moves without a type".to_owned(),
        };
        let position = playthrough.position();
        let help = match (position.chain(), &position.turn_item(&game).types) {
            (Some(chain), _) => format!("the chain under way goes on with {}", name(chain.move_type)),
            (None, Some(types)) => {
                let known = (0..game.move_types.len()).map(|index| Some(MoveTypeId::from_index(index))).chain([None]);
                let allowed: Vec<String> = known.filter(|&known| types.contains(known)).map(name).collect();
                format!("the turn order allows here: {}", allowed.join(", "))
            }
            (None, None) => "the turn order names other types".to_owned(),
        };
        let message = format!("{type_name} are not allowed in this turn");
        Some(self.finding(Code::MoveTypeNotAllowed, message.clone()).help(help).legal(legal).cause(message))
    }

    fn best_match(&self, playthrough: &mut Playthrough, list: &MoveList) -> Option<Move> {
        let before = board_of(playthrough);
        let claimed = self.written.board_after(&Arc::clone(playthrough.game()), &before);
        list.iter()
            .filter(|&candidate| same_movement(self.written, candidate))
            .find(|&candidate| same_pieces(&playthrough.board_after(candidate), &claimed))
            .map(MoveRef::to_owned)
    }
}
