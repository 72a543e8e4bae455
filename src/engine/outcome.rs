//! Goals on a position (`spec/zrf.md` 9).

use super::facts::Facts;
use super::movegen::Generator;
use super::piece::Piece;
use super::position::{Decided, Position};
use crate::game::{
    CellId, Game, Goal, GoalCondition, GoalId, GoalKind, Owner, PieceTypeId, PlayerId, RelativeStep, TypeTest,
};

/// How a decided game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The player won.
    Win(PlayerId),
    /// The player lost, in a game of more than two that still has several others.
    Loss(PlayerId),
    /// Nobody won.
    Draw,
}

/// Why a game is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A goal of the rules.
    Goal(GoalId),
    /// The player on turn has no move and no condition says what that means: a draw (8.5).
    NoMoves,
    /// All other players are out (`docs/rules-extensions.md`, `eliminate attacked`).
    LastLeft,
}

/// A decided game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended.
    pub ending: Ending,
    /// Why.
    pub cause: Cause,
}

/// The first goal in file order that holds and needs no moves, with the player it holds for.
pub(super) fn without_moves(game: &Game, facts: &Facts, position: &Position) -> Option<Decided> {
    facts.static_goals.iter().find_map(|&index| {
        let goal = &game.goals[index];
        goal.players
            .iter()
            .find(|&&player| holds(game, facts, position, &goal.condition, player, None))
            .map(|&player| Decided::Goal(index as u32, player))
    })
}

/// The first goal in file order that asks for the moves of the player on turn and holds for him.
pub(super) fn by_moves(
    game: &Game,
    generator: &mut Generator,
    position: &mut Position,
    no_moves: bool,
) -> Option<(usize, PlayerId)> {
    let player = position.turn_item(game).player;
    let attacked =
        no_moves && !game.royal[player.index()].is_empty() && generator.is_royal_attacked(game, position, player);
    let moves = MovesKnown { player, no_moves, attacked };
    let facts = &generator.facts;
    facts.move_goals.iter().copied().find_map(|index| {
        let goal = &game.goals[index];
        let tested = goal.players.contains(&player);
        (tested && holds(game, facts, position, &goal.condition, player, Some(moves))).then_some((index, player))
    })
}

/// What is known of the moves of the player on turn.
#[derive(Clone, Copy, Debug)]
struct MovesKnown {
    player: PlayerId,
    no_moves: bool,
    attacked: bool,
}

/// Who gains from a goal that holds for the player.
pub(super) fn ending(game: &Game, position: &Position, goal: &Goal, player: PlayerId) -> Ending {
    let rival = || {
        let mut others = turn_players(game).filter(|&other| other != player);
        match (others.next(), others.next()) {
            (Some(other), None) => Some(other),
            _ => None,
        }
    };
    match goal.kind {
        GoalKind::Win => Ending::Win(player),
        GoalKind::Loss => rival().map_or(Ending::Loss(player), Ending::Win),
        GoalKind::Draw => Ending::Draw,
        GoalKind::Count => {
            let mut counts: Vec<(u32, PlayerId)> =
                turn_players(game).map(|player| (position.count_all(player), player)).collect();
            counts.sort_by_key(|&(count, player)| (std::cmp::Reverse(count), player));
            match counts[..] {
                [(most, winner), (second, _), ..] if most > second => Ending::Win(winner),
                [(_, winner)] => Ending::Win(winner),
                _ => Ending::Draw,
            }
        }
    }
}

/// The players who take turns, each once, in turn order; random ones left out.
pub(super) fn turn_players(game: &Game) -> impl Iterator<Item = PlayerId> + '_ {
    let items = &game.turns.items;
    items
        .iter()
        .enumerate()
        .filter(|(index, item)| items[..*index].iter().all(|earlier| earlier.player != item.player))
        .map(|(_, item)| item.player)
        .filter(|player| game.player_kinds[player.index()] == crate::game::PlayerKind::Real)
}

fn holds(
    game: &Game,
    facts: &Facts,
    position: &Position,
    condition: &GoalCondition,
    player: PlayerId,
    moves: Option<MovesKnown>,
) -> bool {
    let off = |piece: Option<PieceTypeId>, of: PlayerId| match (game.options.include_off_pieces, piece) {
        (false, _) => 0,
        (true, Some(piece)) => position.stock(of, piece),
        (true, None) => position.stock_all(of),
    };
    let on = |piece: Option<PieceTypeId>, of: PlayerId| match piece {
        Some(piece) => position.count(of, piece),
        None => position.count_all(of),
    };
    match condition {
        GoalCondition::AbsoluteConfig { types, places } => places.iter().all(|by_player| {
            by_player
                .get(player.index())
                .is_some_and(|cells| cells.iter().any(|&cell| fills(facts, position.piece(cell), types, player)))
        }),
        GoalCondition::RelativeConfig(chain) => (0..game.board.cell_count())
            .any(|cell| chain_holds(game, facts, position, chain, CellId::from_index(cell), player)),
        GoalCondition::Captured(types) => {
            position.losses().iter().any(|&(owner, piece)| owner == player && types.contains(&piece))
        }
        GoalCondition::Checkmated(types) => moves.is_some_and(|known| {
            let owned = types.iter().any(|&piece| position.count(player, piece) > 0);
            if owned {
                known.no_moves && known.player == player && known.attacked
            } else {
                position.losses().iter().any(|&(owner, piece)| owner == player && types.contains(&piece))
            }
        }),
        GoalCondition::Stalemated => moves.is_some_and(|known| known.no_moves && known.player == player),
        GoalCondition::Repetition => position.is_tracking_keys() && position.occurrences() >= 3,
        GoalCondition::PiecesRemaining(number, piece) => on(*piece, player) + off(*piece, player) == *number,
        GoalCondition::TotalPieceCount(number, piece) => {
            (0..game.players.len()).map(PlayerId::from_index).map(|of| on(*piece, of) + off(*piece, of)).sum::<u32>()
                == *number
        }
        GoalCondition::And(parts) => parts.iter().all(|part| holds(game, facts, position, part, player, moves)),
        GoalCondition::Or(parts) => parts.iter().any(|part| holds(game, facts, position, part, player, moves)),
        GoalCondition::Not(part) => !holds(game, facts, position, part, player, moves),
        GoalCondition::Never => false,
    }
}

/// Whether what stands on a place fills it: any of the types, or any piece of the player where none is named.
fn fills(facts: &Facts, piece: Option<Piece>, types: &[TypeTest], player: PlayerId) -> bool {
    if types.is_empty() {
        return piece.is_some_and(|piece| piece.owner() == player);
    }
    types.iter().any(|test| passes(facts, piece, test, player))
}

fn passes(facts: &Facts, piece: Option<Piece>, test: &TypeTest, player: PlayerId) -> bool {
    let stands = piece.is_some_and(|piece| {
        piece.piece_type() == test.piece
            && match test.owner {
                Owner::Own => piece.owner() == player,
                Owner::Opponent => facts.is_enemy(player, piece.owner()),
                Owner::Any => true,
            }
    });
    stands != test.negated
}

fn chain_holds(
    game: &Game,
    facts: &Facts,
    position: &Position,
    chain: &[RelativeStep],
    start: CellId,
    player: PlayerId,
) -> bool {
    let mut cell = start;
    for step in chain {
        match step {
            RelativeStep::Piece(test) => {
                if !passes(facts, position.piece(cell), test, player) {
                    return false;
                }
            }
            RelativeStep::Step(by_player) => match game.board.step(by_player[player.index()], cell) {
                Some(next) => cell = next,
                None => return false,
            },
        }
    }
    true
}
