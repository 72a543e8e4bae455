//! What the engine needs to know of a game beyond its tables, worked out once.

use std::sync::Arc;

use crate::game::{CellId, Game, GoalCondition, GoalKind, PieceTypeId, PlayerId, PlayerKind};

/// Facts derived from a [`Game`].
#[derive(Clone, Debug)]
pub(super) struct Facts {
    /// Per player: bit mask of its enemies, players of the turn order other than itself (7, `enemy?`).
    pub(super) enemies: Vec<u64>,
    /// Bit mask of the players who take turns by their own choice.
    pub(super) sides: u64,
    /// Bit mask of the players outside the turn order.
    pub(super) neutral: u64,
    /// Per player: who owns a flipped piece of his (6.8).
    pub(super) flip_to: Vec<PlayerId>,
    /// `royal[player * types + type]`: must not be left attacked (8.2).
    pub(super) royal: Arc<[bool]>,
    types: usize,
    /// Whether any goal looks at pieces lost in the last turn.
    pub(super) tracks_losses: bool,
    /// Whether any goal looks at repeated positions.
    pub(super) tracks_keys: bool,
    /// Indexes of goals that need no moves to be judged.
    pub(super) static_goals: Vec<usize>,
    /// Indexes of goals that ask for the moves of the player to move.
    pub(super) move_goals: Vec<usize>,
    /// Whether a goal of `move_goals` may hold although there are moves (it negates, or mixes).
    pub(super) move_goals_may_hold_with_moves: bool,
    /// `goal_cells[player]`: cells of win configurations (`goal-position?`).
    pub(super) goal_cells: Vec<Vec<bool>>,
    /// Per player: piece types with drop blocks.
    pub(super) droppable: Vec<Vec<PieceTypeId>>,
    /// Whether a move of one piece is legal whatever moves the other pieces have, but for priorities: there are no longest
    /// captures (8.3), and no code moves another piece than its own.
    pub(super) judges_moves_alone: bool,
}

impl Facts {
    pub(super) fn new(game: &Game) -> Self {
        let players = game.players.len();
        let in_turn = |player: usize| game.player_kinds[player] != PlayerKind::Neutral;
        let enemies = (0..players)
            .map(|me| {
                (0..players).filter(|&other| other != me && in_turn(other)).fold(0, |mask, other| mask | 1 << other)
            })
            .collect();
        let neutral = (0..players).filter(|&player| !in_turn(player)).fold(0, |mask, player| mask | 1 << player);
        let is_side = |player: &usize| game.player_kinds[*player] == PlayerKind::Real;
        let sides = (0..players).filter(is_side).fold(0, |mask, player| mask | 1 << player);
        let flip_to = (0..players).map(|me| game.flipped_owner(PlayerId::from_index(me))).collect();
        let types = game.pieces.len();
        let mut royal = vec![false; players * types];
        for (player, own) in game.royal.iter().enumerate() {
            own.iter().for_each(|id| royal[player * types + id.index()] = true);
        }
        let move_goals: Vec<usize> = (0..game.goals.len()).filter(|&goal| game.goals[goal].needs_moves).collect();
        Self {
            enemies,
            sides,
            neutral,
            flip_to,
            royal: royal.into(),
            types,
            tracks_losses: game.goals.iter().any(|goal| {
                goal.condition.mentions(&|c| matches!(c, GoalCondition::Captured(_) | GoalCondition::Checkmated(_)))
            }),
            tracks_keys: game.has_repetition_goal(),
            static_goals: (0..game.goals.len()).filter(|&goal| !game.goals[goal].needs_moves).collect(),
            move_goals_may_hold_with_moves: move_goals.iter().any(|&goal| {
                game.goals[goal].condition.mentions(&|c| matches!(c, GoalCondition::Not(_) | GoalCondition::Or(_)))
            }),
            move_goals,
            judges_moves_alone: !game.options.maximal_captures && !game.program.may_move_others(),
            goal_cells: goal_cells(game),
            droppable: (0..players)
                .map(|player| {
                    (0..game.pieces.len())
                        .filter(|&piece| !game.pieces[piece].drops[player].range().is_empty())
                        .map(PieceTypeId::from_index)
                        .collect()
                })
                .collect(),
        }
    }

    /// Whether `other` is an enemy of `player`.
    pub(super) fn is_enemy(&self, player: PlayerId, other: PlayerId) -> bool {
        self.enemies[player.index()] >> other.0 & 1 != 0
    }

    /// Whether the player is outside the turn order.
    pub(super) fn is_neutral(&self, player: PlayerId) -> bool {
        self.neutral >> player.0 & 1 != 0
    }

    /// Whether a piece of this owner and type must not be left attacked.
    pub(super) fn is_royal(&self, owner: PlayerId, piece: PieceTypeId) -> bool {
        self.royal[owner.index() * self.types + piece.index()]
    }
}

fn goal_cells(game: &Game) -> Vec<Vec<bool>> {
    fn mark(condition: &GoalCondition, player: PlayerId, cells: &mut [bool]) {
        match condition {
            GoalCondition::AbsoluteConfig { places, .. } => {
                for CellId(cell) in places.iter().filter_map(|by_player| by_player.get(player.index())).flatten() {
                    cells[usize::from(*cell)] = true;
                }
            }
            GoalCondition::And(parts) | GoalCondition::Or(parts) => {
                parts.iter().for_each(|part| mark(part, player, cells));
            }
            _ => {}
        }
    }
    let mut table = vec![vec![false; game.board.cell_count()]; game.players.len()];
    for goal in game.goals.iter().filter(|goal| goal.kind == GoalKind::Win) {
        for &player in &goal.players {
            mark(&goal.condition, player, &mut table[player.index()]);
        }
    }
    table
}
