//! Moves that no block of the piece gives: what stands in the way, on the destination, or which condition fails.

use std::sync::Arc;

use smallvec::SmallVec;

use super::condition::{Closest, as_written, closest};
use super::{Case, LEGAL_SHOWN, attackers_text};
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{MoveKind, Mover, Piece, Playthrough, Supposed, Traced, Unmet};
use crate::game::{Board, CellId, DirectionId, Game, PlayerId, Test};
use crate::replay::shown::MoveTexts;

/// Rounds in which pieces in the way are looked for: a way with more pieces on it than this is not followed.
const MAX_ROUNDS: usize = 24;

/// Cells with other contents than the board has.
type Changes = SmallVec<[(CellId, Option<Piece>); 8]>;

/// What stands in the way of a move.
enum Obstacle {
    /// These pieces; without them the piece would have the move.
    Blocked(Vec<CellId>),
    /// One of these must go, but not both: the piece moves over one.
    OverOne(Vec<CellId>),
}

impl Case<'_> {
    /// No block of the piece gives such a move.
    pub(super) fn unreachable(&self, playthrough: &mut Playthrough) -> Diagnostic {
        let Some((piece, from, _, to)) = self.written.main_move() else {
            return self.bad_drop(playthrough);
        };
        let game = Arc::clone(playthrough.game());
        let piece = game.piece_names.name(piece.index());
        let names = Names { game: &game, texts: self.texts, piece, from, to };
        let closest = self.closest_way(playthrough, from, to);
        let (code, message) = friend_there(playthrough, &names)
            .or_else(|| over_a_piece(playthrough, &names))
            .or_else(|| occupied(playthrough, &names))
            .or_else(|| in_the_way(playthrough, &names))
            .or_else(|| too_late(playthrough, &names))
            .or_else(|| only_to_capture(playthrough, &names))
            .unwrap_or_else(|| {
                let plain = format!("the {} on {} does not move to {}", names.piece, names.from(), names.to());
                let why = closest.as_ref().map(|closest| closest.words(playthrough, self.texts));
                (Code::NoSuchMove, why.map_or_else(|| plain.clone(), |why| format!("{plain}: {why}")))
            });
        let legal = self.legal_from(playthrough, from);
        let mut finding = self.finding(code, message).help(self.reach(&names)).legal(legal);
        if code == Code::NoSuchMove {
            finding = finding.cause(cause(&names, closest.as_ref()));
        }
        match closest {
            Some(closest) => closest.located(&game, finding),
            None => finding,
        }
    }

    /// The way to the destination of which the least fails: by the cells written, where there is such a one.
    fn closest_way(&self, playthrough: &mut Playthrough, from: CellId, to: CellId) -> Option<Closest> {
        let mut ways = playthrough.supposed_moves(Mover::On(from));
        ways.retain(|way| (way.played.head.from, way.played.head.to) == (from, to));
        let pairs = self.written.pairs();
        let as_written = |way: &Supposed| way.played.as_ref().pairs().eq(pairs.iter().copied());
        if ways.iter().any(as_written) {
            ways.retain(as_written);
        }
        closest(ways)
    }

    /// The cells that the piece reaches by legal moves.
    fn reach(&self, names: &Names<'_>) -> String {
        let mut cells: Vec<&str> = Vec::new();
        for candidate in self.legal.iter().filter(|candidate| candidate.head.from == names.from) {
            let cell = names.texts.cell(names.game, candidate.head.to);
            if candidate.head.kind == MoveKind::Walk && !cells.contains(&cell) {
                cells.push(cell);
            }
        }
        let more = if cells.len() > LEGAL_SHOWN { ", ..." } else { "" };
        match cells.len() {
            0 => format!("the {} on {} has no legal move", names.piece, names.from()),
            shown => format!("from {} it reaches {}{more}", names.from(), cells[..shown.min(LEGAL_SHOWN)].join(", ")),
        }
    }
}

/// The move that is asked for, and what it is called.
struct Names<'a> {
    game: &'a Game,
    texts: MoveTexts<'a>,
    piece: &'a str,
    from: CellId,
    to: CellId,
}

impl Names<'_> {
    fn from(&self) -> &str {
        self.texts.cell(self.game, self.from)
    }

    fn to(&self) -> &str {
        self.texts.cell(self.game, self.to)
    }

    /// What the runs of the piece give with these changes, if that is the move.
    fn reaches(&self, playthrough: &mut Playthrough, changes: &[(CellId, Option<Piece>)]) -> bool {
        self.is_in(&playthrough.trace(Mover::On(self.from), changes))
    }

    fn is_in(&self, traced: &Traced) -> bool {
        let mut moves = traced.runs.iter().flat_map(|run| &run.moves);
        moves.any(|played| (played.head.from, played.head.to) == (self.from, self.to))
    }
}

/// What other records have in common with the fault: the kind of move and the condition that fails.
fn cause(names: &Names<'_>, closest: Option<&Closest>) -> String {
    let board = &names.game.board;
    let way = (0..board.directions.len()).map(DirectionId::from_index).find_map(|direction| {
        let steps = between(board, direction, names.from, names.to)?.len() + 1;
        let plural = if steps == 1 { "" } else { "s" };
        Some(format!(", {steps} step{plural} `{}`", board.directions.name(direction.index())))
    });
    let fails = closest.and_then(|closest| as_written(names.game, closest.unmet)).map(|(asked, wanted)| {
        let answer = if wanted { "fails" } else { "holds" };
        format!(", `{asked}` {answer}")
    });
    format!("{}{}{}", names.piece, way.unwrap_or_default(), fails.unwrap_or_default())
}

/// A player whose pieces the player on turn may take.
fn opponent(playthrough: &Playthrough) -> Option<PlayerId> {
    let game = playthrough.game();
    let acts_as = playthrough.position().turn_item(game).acts_as;
    game.turns.items.iter().map(|item| item.player).find(|&player| player != acts_as)
}

/// A piece of the same side stands on the destination, and nothing else keeps the piece away.
fn friend_there(playthrough: &mut Playthrough, names: &Names<'_>) -> Option<(Code, String)> {
    let stands = playthrough.position().piece(names.to).filter(|_| names.from != names.to)?;
    let acts_as = playthrough.position().turn_item(names.game).acts_as;
    let enemy = opponent(playthrough).map(|player| stands.owned_by(player));
    let is_friend = stands.owner() == acts_as;
    let would_move = is_friend
        && (enemy.is_some_and(|enemy| names.reaches(playthrough, &[(names.to, Some(enemy))]))
            || names.reaches(playthrough, &[(names.to, None)]));
    let stands = names.game.piece_names.name(stands.piece_type().index());
    let (piece, from, to) = (names.piece, names.from(), names.to());
    let message = format!("{to} holds a {stands} of the same side; the {piece} on {from} cannot move there");
    would_move.then_some((Code::FriendOnDestination, message))
}

/// The piece moves to the destination only while it is free.
fn occupied(playthrough: &mut Playthrough, names: &Names<'_>) -> Option<(Code, String)> {
    let stands = playthrough.position().piece(names.to).filter(|_| names.from != names.to)?;
    let stands = names.game.piece_names.name(stands.piece_type().index());
    let (piece, from, to) = (names.piece, names.from(), names.to());
    let message = format!("the {piece} on {from} does not take on {to}, which is occupied by a {stands}");
    names.reaches(playthrough, &[(names.to, None)]).then_some((Code::PathBlocked, message))
}

/// Pieces between origin and destination keep the piece away.
fn in_the_way(playthrough: &mut Playthrough, names: &Names<'_>) -> Option<(Code, String)> {
    // A friend on the destination is not what is asked about here.
    let acts_as = playthrough.position().turn_item(names.game).acts_as;
    let friend = playthrough.position().piece(names.to).filter(|piece| piece.owner() == acts_as);
    let taken = friend.and_then(|friend| Some(friend.owned_by(opponent(playthrough)?)));
    let base: Changes = taken.map(|taken| (names.to, Some(taken))).into_iter().collect();
    let (piece, from, to) = (names.piece, names.from(), names.to());
    let message = match obstacle(playthrough, names, &base)? {
        Obstacle::Blocked(cells) => {
            let by = attackers_text(names.texts, playthrough, &cells);
            format!("the way of the {piece} from {from} to {to} is blocked by {by}")
        }
        Obstacle::OverOne(cells) => {
            let by = attackers_text(names.texts, playthrough, &cells);
            format!("the {piece} on {from} moves to {to} over one piece, and {by} stand between")
        }
    };
    Some((Code::PathBlocked, message))
}

fn obstacle(playthrough: &mut Playthrough, names: &Names<'_>, base: &Changes) -> Option<Obstacle> {
    let without =
        |cells: &[CellId]| -> Changes { base.iter().copied().chain(cells.iter().map(|&cell| (cell, None))).collect() };
    let is_between = |cell: &CellId| *cell != names.from && *cell != names.to;
    let standing = |playthrough: &Playthrough, traced: &Traced| -> Vec<CellId> {
        let read = traced.read.iter().copied().filter(is_between);
        read.filter(|&cell| playthrough.position().piece(cell).is_some()).collect()
    };
    let traced = playthrough.trace(Mover::On(names.from), base);
    let mut removed = standing(playthrough, &traced);
    let mut alone = removed.clone();
    alone.retain(|&cell| names.reaches(playthrough, &without(&[cell])));
    match alone.as_slice() {
        [] => {}
        [_] => return Some(Obstacle::Blocked(alone)),
        _ if names.reaches(playthrough, &without(&alone)) => return Some(Obstacle::Blocked(alone)),
        _ => return Some(Obstacle::OverOne(alone)),
    }
    for _ in 0..MAX_ROUNDS {
        let traced = playthrough.trace(Mover::On(names.from), &without(&removed));
        if names.is_in(&traced) {
            // Only those that are in the way are told of.
            for cell in removed.clone() {
                let fewer: Vec<CellId> = removed.iter().copied().filter(|&kept| kept != cell).collect();
                if names.reaches(playthrough, &without(&fewer)) {
                    removed = fewer;
                }
            }
            return (!removed.is_empty()).then_some(Obstacle::Blocked(removed));
        }
        let known = removed.len();
        for cell in standing(playthrough, &traced) {
            if !removed.contains(&cell) {
                removed.push(cell);
            }
        }
        if removed.len() == known {
            return None;
        }
    }
    None
}

/// All that fails on some way to the destination hangs on the move before: a capture in passing that comes too late.
fn too_late(playthrough: &mut Playthrough, names: &Names<'_>) -> Option<(Code, String)> {
    let about_last = |unmet: &Unmet| matches!(unmet.test, Test::LastTo(_) | Test::LastFrom(_));
    let mut ways = playthrough.supposed_moves(Mover::On(names.from));
    ways.retain(|way| (way.played.head.from, way.played.head.to) == (names.from, names.to));
    ways.retain(|way| way.unmet.iter().all(about_last));
    let why = closest(ways)?.words(playthrough, names.texts);
    let (piece, from, to) = (names.piece, names.from(), names.to());
    Some((Code::NoSuchMove, format!("the {piece} on {from} moves to {to} only in answer to another move: {why}")))
}

/// The piece would have the move with an enemy to take.
fn only_to_capture(playthrough: &mut Playthrough, names: &Names<'_>) -> Option<(Code, String)> {
    let victim = victim(playthrough)?;
    let is_empty = playthrough.position().piece(names.to).is_none();
    let (piece, from, to) = (names.piece, names.from(), names.to());
    let message = format!("the {piece} on {from} moves to {to} only to capture, and nothing stands there");
    (is_empty && names.reaches(playthrough, &[(names.to, Some(victim))])).then_some((Code::NoSuchMove, message))
}

/// The piece would have the move with a piece to jump over.
fn over_a_piece(playthrough: &mut Playthrough, names: &Names<'_>) -> Option<(Code, String)> {
    let victim = victim(playthrough)?;
    let board = &names.game.board;
    let mut directions = (0..board.directions.len()).map(DirectionId::from_index);
    let between = directions.find_map(|direction| between(board, direction, names.from, names.to))?;
    if between.is_empty() || between.iter().any(|&cell| playthrough.position().piece(cell).is_some()) {
        return None;
    }
    let over = |&cell: &CellId| names.reaches(playthrough, &[(cell, Some(victim))]);
    let (piece, from, to) = (names.piece, names.from(), names.to());
    let message = format!("the {piece} on {from} moves to {to} only over a piece, and none stands between");
    between.iter().any(over).then_some((Code::NoSuchMove, message))
}

/// A plain enemy piece: one of those on the board that may be left attacked.
fn victim(playthrough: &Playthrough) -> Option<Piece> {
    let game = playthrough.game();
    let enemy = opponent(playthrough)?;
    let position = playthrough.position();
    let mut pieces = position.cells_of(enemy).filter_map(|cell| position.piece(cell));
    pieces.find(|piece| !game.royal[enemy.index()].contains(&piece.piece_type()))
}

/// The cells between two cells that a direction joins.
fn between(board: &Board, direction: DirectionId, from: CellId, to: CellId) -> Option<Vec<CellId>> {
    let (mut cells, mut cell) = (Vec::new(), from);
    while cells.len() < board.cell_count() {
        cell = board.step(direction, cell)?;
        if cell == to {
            return Some(cells);
        }
        cells.push(cell);
    }
    None
}
