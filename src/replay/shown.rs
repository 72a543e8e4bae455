//! Words for moves, players and results in messages.

use super::courier::half_move_in_full;
use crate::engine::{Cause, Ending, MoveRef, Outcome, Playthrough};
use crate::game::{CellId, Game, GoalCondition, PlayerId, PlayerKind};
use crate::limits::MAX_SHOWN_CHARS;
use crate::notation::{Spelling, zillions};
use crate::profile::BoundProfile;

/// How moves are written in messages: in the notation of the record.
#[derive(Clone, Copy, Debug)]
pub(super) enum MoveTexts<'a> {
    /// As a saved game writes them.
    Zillions,
    /// As Game Courier does.
    Courier(&'a BoundProfile),
    /// In short notation.
    Short(&'a Spelling),
}

impl<'a> MoveTexts<'a> {
    /// The name of a cell.
    pub(super) fn cell<'n>(self, game: &'n Game, cell: CellId) -> &'n str
    where
        'a: 'n,
    {
        let own = match self {
            Self::Courier(bound) => bound.binding.coordinate(cell),
            Self::Zillions | Self::Short(_) => None,
        };
        own.unwrap_or_else(|| game.board.name(cell))
    }

    /// A move of the present position.
    pub(super) fn text(self, playthrough: &mut Playthrough, shown: MoveRef<'_>) -> String {
        let own = match self {
            Self::Zillions => None,
            Self::Courier(bound) => half_move_in_full(playthrough, bound, &[shown.to_owned()]),
            Self::Short(spelling) => Some(spelling.san(playthrough, &shown.to_owned())),
        };
        shorten(&own.unwrap_or_else(|| {
            let position = playthrough.position();
            let before = |cell| position.piece(cell).map(|piece| (piece.owner(), piece.piece_type()));
            zillions::text(playthrough.game(), before, shown)
        }))
    }
}

/// A text cut for display; exports never use it.
pub(super) fn shorten(text: &str) -> String {
    if text.chars().count() <= MAX_SHOWN_CHARS {
        return text.to_owned();
    }
    let kept: String = text.chars().take(MAX_SHOWN_CHARS - 3).collect();
    format!("{kept}...")
}

/// A player's name.
pub(super) fn player(game: &Game, player: PlayerId) -> &str {
    game.players.name(player.index())
}

/// The result of a decided game in the words of a record: `1-0` when the side first in turn order won, `0-1`,
/// `1/2-1/2`; with more than two sides the winner's name, and `*` when a side lost and nobody won.
#[must_use]
pub fn result_text(game: &Game, outcome: Outcome) -> String {
    let sides = sides(game);
    match outcome.ending {
        Ending::Draw => "1/2-1/2".to_owned(),
        Ending::Win(winner) if sides.len() <= 2 => match sides.iter().position(|&side| side == winner) {
            Some(0) => "1-0".to_owned(),
            _ => "0-1".to_owned(),
        },
        Ending::Win(winner) => player(game, winner).to_owned(),
        Ending::Loss(_) => "*".to_owned(),
    }
}

/// What decided a game, for people: `White wins: loss condition of Black, rules.zrf line 40`.
#[must_use]
pub fn outcome_text(game: &Game, outcome: Outcome) -> String {
    let who = match outcome.ending {
        Ending::Win(winner) => format!("{} wins", player(game, winner)),
        Ending::Loss(loser) => format!("{} loses", player(game, loser)),
        Ending::Draw => "a draw".to_owned(),
    };
    match outcome.cause {
        Cause::Goal(goal) => {
            let place = &game.goals[goal.index()].place;
            let how = how(&game.goals[goal.index()].condition).map_or_else(String::new, |how| format!(" by {how}"));
            format!("{who}{how} (the condition at {}, line {})", place.file.name, place.start().line)
        }
        Cause::NoMoves => format!("{who}: the side to move has no move and no condition says what that means"),
        Cause::LastLeft => format!("{who}: all other players are out"),
    }
}

/// The field's word for a condition that is one question.
fn how(condition: &GoalCondition) -> Option<&'static str> {
    match condition {
        GoalCondition::Checkmated(_) => Some("checkmate"),
        GoalCondition::Stalemated => Some("stalemate"),
        GoalCondition::Repetition => Some("repetition"),
        GoalCondition::Captured(_) => Some("capture"),
        GoalCondition::PiecesRemaining(..) | GoalCondition::TotalPieceCount(..) => Some("the number of pieces left"),
        GoalCondition::AbsoluteConfig { .. } | GoalCondition::RelativeConfig(_) => {
            Some("reaching the places of a goal")
        }
        GoalCondition::And(_) | GoalCondition::Or(_) | GoalCondition::Not(_) | GoalCondition::Never => None,
    }
}

/// The players who take turns by their own choice, in turn order.
pub(super) fn sides(game: &Game) -> Vec<PlayerId> {
    let mut sides: Vec<PlayerId> = Vec::new();
    for item in &game.turns.items {
        if game.player_kinds[item.player.index()] == PlayerKind::Real && !sides.contains(&item.player) {
            sides.push(item.player);
        }
    }
    sides
}
