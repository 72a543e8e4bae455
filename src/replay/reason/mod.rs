//! Why there is no such legal move: from the rules themselves, the most specific reason first.

mod castling;

pub(super) use castling::castling_token;

use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{Move, MoveKind, MoveList, MoveRef, Outcome, Partial, Playthrough};
use crate::game::{CellId, Game, PassTurn, PieceTypeId};
use crate::record::{Entry, Record};
use crate::replay::resolve::{Written, board_of, same_movement, same_pieces, shown_pairs};
use crate::replay::shown::{MoveTexts, outcome_text, player, shorten};

/// Most legal moves listed with a finding.
const LEGAL_SHOWN: usize = 12;

fn finding(record: &Record, entry: &Entry, code: Code, message: String) -> Diagnostic {
    Diagnostic::new(code, message).at(record.place(entry.text)).text(record.entry_text(entry))
}

/// The entry stands after the end of the game.
pub(super) fn after_the_end(record: &Record, entry: &Entry, playthrough: &Playthrough, outcome: Outcome) -> Diagnostic {
    let game = playthrough.game();
    let message = format!("the game was over before this entry: {}", outcome_text(game, outcome));
    let finding = finding(record, entry, Code::AfterTheEnd, message)
        .help("end the record before this entry, or check it by the edition of the rules it was played by");
    match outcome.cause {
        crate::engine::Cause::Goal(goal) => {
            finding.related(game.goals[goal.index()].place.clone(), "this condition ended the game")
        }
        crate::engine::Cause::NoMoves | crate::engine::Cause::LastLeft => finding,
    }
}

/// Why a pass is not allowed.
pub(super) fn pass_not_allowed(
    record: &Record,
    entry: &Entry,
    playthrough: &mut Playthrough,
    texts: MoveTexts<'_>,
) -> Diagnostic {
    let game = std::sync::Arc::clone(playthrough.game());
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
    finding(record, entry, Code::PassNotAllowed, message.to_owned()).help(help).legal(legal)
}

/// A fault that hangs on a piece whose rules are not understood: no verdict (`spec/zrf.md` 14).
pub(super) fn uncertain(
    record: &Record,
    index: usize,
    playthrough: &Playthrough,
    written: Option<&Written>,
) -> Option<Diagnostic> {
    let game = playthrough.game();
    let moved = written.and_then(Written::main_move).map(|(piece, ..)| piece);
    let dropped = written.and_then(Written::drop).map(|(_, piece, _)| piece);
    let piece = [moved, dropped].into_iter().flatten().find(|piece| !game.pieces[piece.index()].reliable)?;
    let name = game.piece_names.name(piece.index());
    let entry = &record.entries[index];
    Some(
        finding(record, entry, Code::RulesUncertain, format!("the moves of {name} are not understood in full"))
            .related(game.pieces[piece.index()].place.clone(), "defined here")
            .ply(crate::replay::ply_of(index))
            .help("run `scoresheet check` on the rules file and mend what it finds"),
    )
}

/// Why the entry is no legal move.
pub(super) fn illegal(
    record: &Record,
    entry: &Entry,
    playthrough: &mut Playthrough,
    legal: &MoveList,
    written: &Written,
    texts: MoveTexts<'_>,
) -> Diagnostic {
    let case = Case { record, entry, legal, written, texts };
    case.about_origin(playthrough)
        .or_else(|| case.about_turn(playthrough))
        .or_else(|| case.nearly_legal(playthrough))
        .or_else(|| case.filtered(playthrough))
        .or_else(|| case.wrong_type(playthrough))
        .or_else(|| case.castling(playthrough))
        .unwrap_or_else(|| case.unreachable(playthrough))
}

struct Case<'a> {
    record: &'a Record,
    entry: &'a Entry,
    legal: &'a MoveList,
    written: &'a Written,
    texts: MoveTexts<'a>,
}

impl Case<'_> {
    fn finding(&self, code: Code, message: String) -> Diagnostic {
        finding(self.record, self.entry, code, message)
    }

    /// The piece that is said to move is not there, is another, or is not the mover's.
    fn about_origin(&self, playthrough: &mut Playthrough) -> Option<Diagnostic> {
        let game = std::sync::Arc::clone(playthrough.game());
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
            return Some(self.finding(Code::OriginEmpty, format!("nothing stands on {cell}")).help(help).legal(legal));
        };
        let stands_name = game.piece_names.name(stands.piece_type().index());
        if stands.owner() != item.acts_as {
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

    /// Another piece must go on.
    fn about_turn(&self, playthrough: &mut Playthrough) -> Option<Diagnostic> {
        let chain = playthrough.position().chain()?;
        let (_, from, ..) = self.written.main_move()?;
        if from == chain.cell {
            return None;
        }
        let game = std::sync::Arc::clone(playthrough.game());
        let legal = sample(playthrough, self.texts, |_| true);
        let cell = self.texts.cell(&game, chain.cell);
        Some(
            self.finding(Code::ChainMustGoOn, format!("the turn must go on with the piece on {cell}"))
                .help("play one of its continuations")
                .legal(legal),
        )
    }

    /// A legal move has the same pairs of cells: what differs is told.
    fn nearly_legal(&self, playthrough: &mut Playthrough) -> Option<Diagnostic> {
        let near: Vec<Move> =
            self.legal.iter().filter(|&candidate| self.starts_alike(candidate)).map(MoveRef::to_owned).collect();
        let first = near.first()?;
        let game = std::sync::Arc::clone(playthrough.game());
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
                    .legal(texts),
            );
        }
        let differences = self.differences(&game, playthrough, first, &claimed);
        let help = "write the effects as the legal move has them; the rules may have changed since";
        let mut finding = self
            .finding(Code::EffectsDiffer, format!("the move exists, with other effects: {}", differences.join("; ")))
            .help(help)
            .legal(texts);
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
        let arrives = |board: &[Option<crate::engine::Piece>]| board[to.index()].map(|piece| piece.piece_type());
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
        Some(self.finding(Code::PromotionWrong, message).help(help))
    }

    /// The cells on which the written and the legal board differ, in words.
    fn differences(
        &self,
        game: &Game,
        playthrough: &mut Playthrough,
        candidate: &Move,
        claimed: &[Option<crate::engine::Piece>],
    ) -> Vec<String> {
        const SHOWN: usize = 3;
        let legal = playthrough.board_after(candidate.as_ref());
        let words = |piece: Option<crate::engine::Piece>| match piece {
            Some(piece) => {
                format!("{} {}", player(game, piece.owner()), game.piece_names.name(piece.piece_type().index()))
            }
            None => "nothing".to_owned(),
        };
        let look = |piece: Option<crate::engine::Piece>| piece.map(|piece| (piece.owner(), piece.piece_type()));
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

    /// The move is generated, and a rule about the whole turn forbids it.
    fn filtered(&self, playthrough: &mut Playthrough) -> Option<Diagnostic> {
        let generated = playthrough.generated_moves(false);
        let same = self.best_match(playthrough, &generated)?;
        if !playthrough.leaves_royal_safe(&same) {
            return Some(self.leaves_royal_attacked(playthrough, &same));
        }
        let game = std::sync::Arc::clone(playthrough.game());
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
            let better = self.texts.text(playthrough, better);
            return Some(
                self.finding(Code::MoveTypeNotAllowed, format!("a move of higher priority exists, such as {better}"))
                    .help("the rules allow only moves of the highest priority there is (`move-priorities`)")
                    .legal(legal),
            );
        }
        if game.options.maximal_captures {
            return Some(
                self.finding(Code::LongerCapture, "a longer sequence exists".to_owned())
                    .help("the rules allow only moves that begin a longest sequence (`maximal captures`)")
                    .legal(legal),
            );
        }
        None
    }

    fn leaves_royal_attacked(&self, playthrough: &mut Playthrough, same: &Move) -> Diagnostic {
        let game = std::sync::Arc::clone(playthrough.game());
        let side = playthrough.position().turn_item(&game).player;
        let was_attacked = playthrough.is_royal_attacked(side);
        let undo = playthrough.play(same.as_ref());
        let royal = playthrough
            .position()
            .cells_of(side)
            .filter_map(|cell| playthrough.position().piece(cell).map(|piece| (piece.piece_type(), cell)))
            .find(|(piece, _)| game.royal[side.index()].contains(piece));
        let attackers: Vec<String> = playthrough
            .royal_attackers(side)
            .into_iter()
            .filter_map(|cell| playthrough.position().piece(cell).map(|piece| (piece.piece_type(), cell)))
            .map(|(piece, cell)| format!("the {} on {}", game.piece_names.name(piece.index()), self.texts.cell(&game, cell)))
            .collect();
        playthrough.take_back(&undo);
        let by = if attackers.is_empty() { String::new() } else { format!(" by {}", attackers.join(" and ")) };
        let what = match royal {
            Some((piece, cell)) => format!("{} on {}", game.piece_names.name(piece.index()), self.texts.cell(&game, cell)),
            None => "royal piece".to_owned(),
        };
        let message = match royal {
            None => "the move leaves its side without a royal piece".to_owned(),
            Some(_) if was_attacked => {
                format!("the move does not answer the attack: it leaves the {what} attacked{by}")
            }
            Some(_) => format!("the move leaves the {what} attacked{by}"),
        };
        let legal = sample(playthrough, self.texts, |_| true);
        self.finding(Code::LeavesRoyalAttacked, message).help("play a move that leaves it safe").legal(legal)
    }

    /// The move exists for types that this turn does not allow.
    fn wrong_type(&self, playthrough: &mut Playthrough) -> Option<Diagnostic> {
        let generated = playthrough.generated_moves(true);
        let same = self.best_match(playthrough, &generated)?;
        let game = std::sync::Arc::clone(playthrough.game());
        let type_name = match same.head.move_type {
            Some(move_type) => format!("moves of the type `{}`", game.move_types.name(move_type.index())),
            None => "moves without a type".to_owned(),
        };
        let legal = sample(playthrough, self.texts, |_| true);
        Some(
            self.finding(Code::MoveTypeNotAllowed, format!("{type_name} are not allowed in this turn"))
                .help("the turn order, or the chain under way, names other types")
                .legal(legal),
        )
    }

    fn best_match(&self, playthrough: &mut Playthrough, list: &MoveList) -> Option<Move> {
        let before = board_of(playthrough);
        let claimed = self.written.board_after(&std::sync::Arc::clone(playthrough.game()), &before);
        list.iter()
            .filter(|&candidate| same_movement(self.written, candidate))
            .find(|&candidate| same_pieces(&playthrough.board_after(candidate), &claimed))
            .map(MoveRef::to_owned)
    }

    /// No block of the piece gives such a move.
    fn unreachable(&self, playthrough: &mut Playthrough) -> Diagnostic {
        let game = std::sync::Arc::clone(playthrough.game());
        let Some((piece, from, _, to)) = self.written.main_move() else {
            return self.bad_drop(playthrough);
        };
        let (name, from_name, to_name) =
            (game.piece_names.name(piece.index()), self.texts.cell(&game, from), self.texts.cell(&game, to));
        let legal = self.legal_from(playthrough, from);
        let mover = playthrough.position().turn_item(&game).acts_as;
        let reach = match legal.is_empty() {
            true => format!("the {name} on {from_name} has no legal move"),
            false => match self.legal.iter().filter(|candidate| candidate.head.from == from).count() {
                1 => format!("from {from_name} it has one legal move"),
                count => format!("from {from_name} it has {count} legal moves"),
            },
        };
        let friend = playthrough.position().piece(to).filter(|stands| stands.owner() == mover && from != to);
        if let Some(friend) = friend {
            let stands = game.piece_names.name(friend.piece_type().index());
            return self
                .finding(
                    Code::FriendOnDestination,
                    format!(
                        "{to_name} holds a {stands} of the same side; the {name} on {from_name} does not move there"
                    ),
                )
                .help(reach)
                .legal(legal);
        }
        if let Some(blocker) = self.blocker(playthrough, from, to) {
            let stands = playthrough
                .position()
                .piece(blocker)
                .map_or("piece", |piece| game.piece_names.name(piece.piece_type().index()));
            return self
                .finding(
                    Code::PathBlocked,
                    format!(
                        "the way of the {name} from {from_name} to {to_name} is blocked by the {stands} on {}",
                        self.texts.cell(&game, blocker)
                    ),
                )
                .help(reach)
                .legal(legal);
        }
        self.finding(Code::NoSuchMove, format!("the {name} on {from_name} does not move to {to_name}"))
            .help(reach)
            .legal(legal)
    }

    /// The first piece in the way, when the piece would have the move with one piece less on a straight line between
    /// the cells.
    fn blocker(&self, playthrough: &mut Playthrough, from: CellId, to: CellId) -> Option<CellId> {
        let game = std::sync::Arc::clone(playthrough.game());
        let board = &game.board;
        let blockers = (0..board.directions.len()).filter_map(|direction| {
            let direction = crate::game::DirectionId::from_index(direction);
            let (mut cell, mut first) = (from, None);
            for _ in 0..board.cell_count() {
                cell = board.step(direction, cell)?;
                if cell == to {
                    return first;
                }
                if first.is_none() && playthrough.position().piece(cell).is_some() {
                    first = Some(cell);
                }
            }
            None
        });
        let blockers: Vec<CellId> = blockers.collect();
        blockers.into_iter().find(|&blocker| {
            let mut setup = crate::engine::Setup::of(&game, playthrough.position());
            setup.cells[blocker.index()] = None;
            let mut without = Playthrough::from_setup(std::sync::Arc::clone(&game), setup);
            without.generated_moves(false).iter().any(|candidate| shown_pairs(candidate).first() == Some(&(from, to)))
        })
    }

    fn bad_drop(&self, playthrough: &mut Playthrough) -> Diagnostic {
        let game = std::sync::Arc::clone(playthrough.game());
        let Some((owner, piece, at)) = self.written.drop() else {
            let legal = sample(playthrough, self.texts, |_| true);
            return self
                .finding(Code::NoSuchMove, "no legal move has these effects".to_owned())
                .help("compare with the legal moves")
                .legal(legal);
        };
        let (name, cell) = (game.piece_names.name(piece.index()), self.texts.cell(&game, at));
        let acts_as = playthrough.position().turn_item(&game).acts_as;
        let legal = sample_list(playthrough, self.texts, self.legal, |candidate| candidate.head.kind == MoveKind::Drop);
        let help = "compare with the legal drops".to_owned();
        if owner != acts_as {
            let message =
                format!("{} is to move, the entry drops a piece of {}", player(&game, acts_as), player(&game, owner));
            return self
                .finding(Code::WrongSide, message)
                .help("look for an entry that is missing before this one")
                .legal(legal);
        }
        let message = if playthrough.position().stock(owner, piece) == 0 {
            format!("{} has no {name} in stock to drop", player(&game, owner))
        } else if playthrough.position().piece(at).is_some() {
            format!("the {name} cannot be dropped on {cell}, which is occupied")
        } else {
            format!("the {name} may not be dropped on {cell}")
        };
        self.finding(Code::DropNotPossible, message).help(help).legal(legal)
    }

    fn legal_from(&self, playthrough: &mut Playthrough, from: CellId) -> Vec<String> {
        sample_list(playthrough, self.texts, self.legal, |candidate| {
            candidate.head.kind == MoveKind::Walk && candidate.head.from == from
        })
    }
}

/// The first legal moves that pass the test, as text.
fn sample(playthrough: &mut Playthrough, texts: MoveTexts<'_>, test: impl Fn(MoveRef<'_>) -> bool) -> Vec<String> {
    let list = playthrough.legal_moves().clone();
    sample_list(playthrough, texts, &list, test)
}

fn sample_list(
    playthrough: &mut Playthrough,
    texts: MoveTexts<'_>,
    list: &MoveList,
    test: impl Fn(MoveRef<'_>) -> bool,
) -> Vec<String> {
    let shown = list.iter().filter(|&candidate| test(candidate)).take(LEGAL_SHOWN);
    shown.map(|candidate| texts.text(playthrough, candidate)).collect()
}
