//! Moves that no block of the piece gives: what stands in the way, on the destination, or which condition fails.

use std::sync::Arc;

use smallvec::SmallVec;

use super::condition::{Closest, closest};
use super::{Case, LEGAL_SHOWN, attackers_text};
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{MoveKind, Mover, Piece, Playthrough, Supposed, Traced, Unmet};
use crate::game::{CellId, DirectionId, Game, PlayerId, Test};

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
        let names = Names { game: &game, piece: game.piece_names.name(piece.index()), from, to };
        let closest = self.closest_way(playthrough, from, to);
        let (code, message) = on_destination(playthrough, &names)
            .or_else(|| in_the_way(playthrough, &names))
            .or_else(|| too_late(playthrough, &names))
            .or_else(|| needs_more(playthrough, &names))
            .unwrap_or_else(|| {
                let plain = format!("the {} on {} does not move to {}", names.piece, names.from(), names.to());
                let why = closest.as_ref().map(|closest| closest.words(playthrough));
                (Code::NoSuchMove, why.map_or_else(|| plain.clone(), |why| format!("{plain}: {why}")))
            });
        let legal = self.legal_from(playthrough, from);
        let finding = self.finding(code, message).help(self.reach(&names)).legal(legal);
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
            let cell = names.game.board.name(candidate.head.to);
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
    piece: &'a str,
    from: CellId,
    to: CellId,
}

impl Names<'_> {
    fn from(&self) -> &str {
        self.game.board.name(self.from)
    }

    fn to(&self) -> &str {
        self.game.board.name(self.to)
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

/// A player whose pieces the player on turn may take.
fn opponent(playthrough: &Playthrough) -> Option<PlayerId> {
    let game = playthrough.game();
    let acts_as = playthrough.position().turn_item(game).acts_as;
    game.turns.items.iter().map(|item| item.player).find(|&player| player != acts_as)
}

/// What stands on the destination keeps the piece away: a friend, or any piece.
fn on_destination(playthrough: &mut Playthrough, names: &Names<'_>) -> Option<(Code, String)> {
    let stands = playthrough.position().piece(names.to).filter(|_| names.from != names.to)?;
    let acts_as = playthrough.position().turn_item(names.game).acts_as;
    let stands_name = names.game.piece_names.name(stands.piece_type().index());
    let (piece, from, to) = (names.piece, names.from(), names.to());
    let enemy = opponent(playthrough).map(|player| stands.owned_by(player));
    if stands.owner() == acts_as && enemy.is_some_and(|enemy| names.reaches(playthrough, &[(names.to, Some(enemy))])) {
        let message = format!("{to} holds a {stands_name} of the same side; the {piece} on {from} cannot move there");
        return Some((Code::FriendOnDestination, message));
    }
    if names.reaches(playthrough, &[(names.to, None)]) {
        if stands.owner() == acts_as {
            let message =
                format!("{to} holds a {stands_name} of the same side; the {piece} on {from} cannot move there");
            return Some((Code::FriendOnDestination, message));
        }
        let message = format!("the {piece} on {from} does not take on {to}, which is occupied by a {stands_name}");
        return Some((Code::PathBlocked, message));
    }
    None
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
            let by = attackers_text(names.game, playthrough, &cells);
            format!("the way of the {piece} from {from} to {to} is blocked by {by}")
        }
        Obstacle::OverOne(cells) => {
            let by = attackers_text(names.game, playthrough, &cells);
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
    let why = closest(ways)?.words(playthrough);
    let (piece, from, to) = (names.piece, names.from(), names.to());
    Some((Code::NoSuchMove, format!("the {piece} on {from} moves to {to} only in answer to another move: {why}")))
}

/// The piece would have the move with an enemy to take, or with a piece to jump over.
fn needs_more(playthrough: &mut Playthrough, names: &Names<'_>) -> Option<(Code, String)> {
    let victim = victim(playthrough)?;
    let (piece, from, to) = (names.piece, names.from(), names.to());
    let is_empty = playthrough.position().piece(names.to).is_none();
    if is_empty && names.reaches(playthrough, &[(names.to, Some(victim))]) {
        let message = format!("the {piece} on {from} moves to {to} only to capture, and nothing stands there");
        return Some((Code::NoSuchMove, message));
    }
    let between = between(names.game, names.from, names.to)?;
    if between.is_empty() || between.iter().any(|&cell| playthrough.position().piece(cell).is_some()) {
        return None;
    }
    let over = |&cell: &CellId| names.reaches(playthrough, &[(cell, Some(victim))]);
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

/// The cells between two cells on a straight line; `None` where no line joins them.
fn between(game: &Game, from: CellId, to: CellId) -> Option<Vec<CellId>> {
    (0..game.board.directions.len()).map(DirectionId::from_index).find_map(|direction| {
        let (mut cells, mut cell) = (Vec::new(), from);
        while cells.len() < game.board.cell_count() {
            cell = game.board.step(direction, cell)?;
            if cell == to {
                return Some(cells);
            }
            cells.push(cell);
        }
        None
    })
}
