//! Goals (section 9).

use super::board::BuiltBoard;
use super::names::Names;
use super::reporter::Reporter;
use super::setup::report_piece;
use super::zones::{Places, place, report_player};
use crate::diagnostic::Code;
use crate::game::{
    DirectionId, Goal, GoalCondition, GoalKind, Owner, PieceTypeId, PlayerId, PlayerKind, RelativeStep, TypeTest,
};
use crate::limits::MAX_CODE_DEPTH;
use crate::zrf::ast::{self, GoalDecl, GoalType, Name, Origin, TypeWrapper};

/// Compiles the goals of a game.
pub(super) struct GoalCompiler<'c, 'd> {
    pub(super) names: &'c Names,
    pub(super) built: &'c BuiltBoard,
    pub(super) kinds: &'c [PlayerKind],
    pub(super) reporter: &'c mut Reporter<'d>,
    /// Cells that places of goals may still list.
    pub(super) cells_left: usize,
}

impl GoalCompiler<'_, '_> {
    /// Compiles one goal.
    pub(super) fn goal(&mut self, declared: &GoalDecl) -> Goal {
        let condition = self.condition(&declared.condition, declared.at, 0);
        Goal {
            kind: declared.kind,
            players: self.players(declared),
            needs_moves: any(&condition, &|c| matches!(c, GoalCondition::Checkmated(_) | GoalCondition::Stalemated)),
            condition,
            place: self.reporter.origins().place(declared.at),
        }
    }

    fn players(&mut self, declared: &GoalDecl) -> Vec<PlayerId> {
        if declared.players.is_empty() {
            let takes_turns = |&(_, kind): &(usize, &PlayerKind)| matches!(kind, PlayerKind::Real | PlayerKind::Random);
            let all = self.kinds.iter().enumerate().filter(takes_turns);
            return all.map(|(index, _)| PlayerId::from_index(index)).collect();
        }
        let mut players = Vec::new();
        for name in &declared.players {
            match self.reporter.find(&self.names.players, name) {
                Some(index) => players.push(PlayerId::from_index(index)),
                None => report_player(name, "the goal", self.names, self.reporter),
            }
        }
        players
    }

    fn condition(&mut self, condition: &ast::GoalCondition, at: Origin, depth: usize) -> GoalCondition {
        if depth > MAX_CODE_DEPTH {
            let message = format!("the goal nests deeper than {MAX_CODE_DEPTH} levels; it counts as never reached");
            self.reporter.report(Code::NestingTooDeep, at, message);
            return GoalCondition::Never;
        }
        match condition {
            ast::GoalCondition::AbsoluteConfig { types, places } => self.absolute(types, places),
            ast::GoalCondition::RelativeConfig(words) => self.relative(words),
            ast::GoalCondition::Captured(types) => {
                self.types(types).map_or(GoalCondition::Never, GoalCondition::Captured)
            }
            ast::GoalCondition::Checkmated(types) => {
                self.types(types).map_or(GoalCondition::Never, GoalCondition::Checkmated)
            }
            ast::GoalCondition::Stalemated => GoalCondition::Stalemated,
            ast::GoalCondition::Repetition => GoalCondition::Repetition,
            ast::GoalCondition::PiecesRemaining(count, piece) => match self.optional(piece.as_ref()) {
                Ok(piece) => GoalCondition::PiecesRemaining(*count, piece),
                Err(Unknown) => GoalCondition::Never,
            },
            ast::GoalCondition::TotalPieceCount(count, piece) => match self.optional(piece.as_ref()) {
                Ok(piece) => GoalCondition::TotalPieceCount(*count, piece),
                Err(Unknown) => GoalCondition::Never,
            },
            ast::GoalCondition::And(parts) => GoalCondition::And(self.conditions(parts, at, depth)),
            ast::GoalCondition::Or(parts) => GoalCondition::Or(self.conditions(parts, at, depth)),
            ast::GoalCondition::Not(inner) => GoalCondition::Not(Box::new(self.condition(inner, at, depth + 1))),
            ast::GoalCondition::Never => GoalCondition::Never,
        }
    }

    fn conditions(&mut self, parts: &[ast::GoalCondition], at: Origin, depth: usize) -> Vec<GoalCondition> {
        parts.iter().map(|part| self.condition(part, at, depth + 1)).collect()
    }

    fn piece(&mut self, name: &Name) -> Option<PieceTypeId> {
        let found = self.reporter.find(&self.names.pieces, name);
        if found.is_none() {
            report_piece(name, "it is skipped in the goal", self.names, self.reporter);
        }
        found.map(PieceTypeId::from_index)
    }

    fn optional(&mut self, name: Option<&Name>) -> Result<Option<PieceTypeId>, Unknown> {
        name.map(|name| self.piece(name).ok_or(Unknown)).transpose()
    }

    /// The known types of a list; `None` if there are none.
    fn types(&mut self, names: &[Name]) -> Option<Vec<PieceTypeId>> {
        let known: Vec<_> = names.iter().filter_map(|name| self.piece(name)).collect();
        (!known.is_empty()).then_some(known)
    }

    fn absolute(&mut self, types: &[GoalType], words: &[Name]) -> GoalCondition {
        let known: Vec<TypeTest> =
            types.iter().filter_map(|word| Some(test(self.piece(&word.name)?, word.wrapper))).collect();
        let players = self.names.players.len();
        let mut places = Vec::new();
        for name in words {
            let cells = match place(name, "absolute-config", self.built, self.reporter) {
                Some(Places::Cell(cell)) => vec![vec![cell]; players],
                Some(Places::Zone(zone)) => self.built.board.zone_cells[zone.index()].clone(),
                None => continue,
            };
            let count = players + cells.iter().map(Vec::len).sum::<usize>();
            let Some(left) = self.cells_left.checked_sub(count) else {
                let message = "the goals list more positions than the bound allows; this one counts as never reached";
                self.reporter.report(Code::ProgramTooLarge, name.at, message);
                return GoalCondition::Never;
            };
            self.cells_left = left;
            places.push(cells);
        }
        // No types at all stand for any piece; only unknown ones stand for none.
        if places.is_empty() || known.is_empty() && !types.is_empty() {
            return GoalCondition::Never;
        }
        GoalCondition::AbsoluteConfig { types: known, places }
    }

    fn relative(&mut self, words: &[GoalType]) -> GoalCondition {
        let mut steps = Vec::new();
        for word in words {
            let name = &word.name;
            let directions = &self.built.board.directions;
            let pieces = &self.names.pieces;
            // Exact spelling first, pieces before directions; a wrapped word is a piece.
            let is_piece = word.wrapper != TypeWrapper::Own
                || pieces.find(&name.text).is_some()
                || directions.find(&name.text).is_none() && pieces.find_ignoring_case(&name.text).is_some();
            let direction = if is_piece { None } else { self.reporter.find(directions, name) };
            let direction = direction.map(DirectionId::from_index);
            match direction {
                Some(direction) => {
                    let players = 0..self.names.players.len();
                    steps.push(RelativeStep::Step(players.map(|player| self.built.meant(player, direction)).collect()));
                }
                None => match self.piece(name) {
                    Some(piece) => steps.push(RelativeStep::Piece(test(piece, word.wrapper))),
                    // A chain with a hole would be another goal.
                    None => return GoalCondition::Never,
                },
            }
        }
        if steps.iter().any(|step| matches!(step, RelativeStep::Piece(_))) {
            GoalCondition::RelativeConfig(steps)
        } else {
            GoalCondition::Never
        }
    }
}

/// A piece type of a goal is not defined.
struct Unknown;

const fn test(piece: PieceTypeId, wrapper: TypeWrapper) -> TypeTest {
    let owner = match wrapper {
        TypeWrapper::Own | TypeWrapper::Not => Owner::Own,
        TypeWrapper::Opponent => Owner::Opponent,
        TypeWrapper::AnyOwner => Owner::Any,
    };
    TypeTest { piece, owner, negated: matches!(wrapper, TypeWrapper::Not) }
}

/// Whether a condition or one inside it passes the test.
fn any(condition: &GoalCondition, test: &dyn Fn(&GoalCondition) -> bool) -> bool {
    test(condition)
        || match condition {
            GoalCondition::And(parts) | GoalCondition::Or(parts) => parts.iter().any(|part| any(part, test)),
            GoalCondition::Not(inner) => any(inner, test),
            _ => false,
        }
}

/// Per player the types that must not be left attacked: those of `checkmated` in his loss conditions (8.2).
pub(super) fn royal(goals: &[Goal], players: usize) -> Vec<Vec<PieceTypeId>> {
    let mut royal = vec![Vec::new(); players];
    for goal in goals.iter().filter(|goal| goal.kind == GoalKind::Loss) {
        let mut types = Vec::new();
        checkmated(&goal.condition, &mut types);
        for player in &goal.players {
            let list: &mut Vec<PieceTypeId> = &mut royal[player.index()];
            for piece in &types {
                if !list.contains(piece) {
                    list.push(*piece);
                }
            }
        }
    }
    royal
}

fn checkmated(condition: &GoalCondition, found: &mut Vec<PieceTypeId>) {
    match condition {
        GoalCondition::Checkmated(types) => found.extend(types),
        GoalCondition::And(parts) | GoalCondition::Or(parts) => parts.iter().for_each(|part| checkmated(part, found)),
        GoalCondition::Not(inner) => checkmated(inner, found),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::Code;
    use crate::game::compile::testing::{compiled, grid, name, names, origin, piece, rules};
    use crate::game::{GoalCondition, GoalKind, Owner, PieceTypeId, PlayerId, RelativeStep, TypeTest};
    use crate::zrf::ast::{self, BoardItem, GoalDecl, GoalType, TypeWrapper, ZoneDecl};

    const MAN: PieceTypeId = PieceTypeId(0);

    fn game(goals: Vec<(GoalKind, &str, ast::GoalCondition)>) -> (crate::game::Game, Vec<Code>) {
        let zone = |players: &str, cells: &str| {
            BoardItem::Zone(ZoneDecl { name: name("home"), players: names(players), cells: names(cells) })
        };
        let symmetry = BoardItem::Symmetry { player: name("Black"), pairs: vec![(name("e"), name("w"))] };
        let board =
            vec![grid(&["a/b/c"], &[("e", &[1]), ("w", &[-1])]), zone("White", "a b"), zone("Black", "c"), symmetry];
        let mut game = rules(board, vec![piece("Man", Vec::new())]);
        game.goals = goals
            .into_iter()
            .map(|(kind, players, condition)| GoalDecl { kind, players: names(players), condition, at: origin() })
            .collect();
        compiled(&game)
    }

    fn word(text: &str, wrapper: TypeWrapper) -> GoalType {
        GoalType { name: name(text), wrapper }
    }

    #[test]
    fn places_of_a_configuration_are_resolved_by_player() {
        let condition = ast::GoalCondition::AbsoluteConfig {
            types: vec![word("Man", TypeWrapper::Opponent), word("Man", TypeWrapper::Not)],
            places: names("home b"),
        };
        let (game, codes) = game(vec![(GoalKind::Win, "White Black", condition)]);
        let GoalCondition::AbsoluteConfig { types, places } = &game.goals[0].condition else { panic!() };
        let [a, b, c] = ["a", "b", "c"].map(|name| game.board.cell(name).unwrap());
        assert_eq!(places[..], [vec![vec![a, b], vec![c]], vec![vec![b], vec![b]]]);
        let opponent = TypeTest { piece: MAN, owner: Owner::Opponent, negated: false };
        assert_eq!((types[0], types[1].negated), (opponent, true));
        assert_eq!(codes, []);
    }

    #[test]
    fn only_unknown_types_make_a_goal_that_is_never_reached() {
        let unknown =
            ast::GoalCondition::AbsoluteConfig { types: vec![word("Duck", TypeWrapper::Own)], places: names("a") };
        let count = ast::GoalCondition::PiecesRemaining(0, Some(name("Duck")));
        let (game, codes) = game(vec![(GoalKind::Win, "White", unknown), (GoalKind::Loss, "White", count)]);
        assert!(game.goals.iter().all(|goal| matches!(goal.condition, GoalCondition::Never)));
        assert_eq!(codes, [Code::UnknownPiece, Code::UnknownPiece]);
    }

    #[test]
    fn chains_follow_the_symmetry() {
        let chain = ["Man", "e", "Man"].map(|text| word(text, TypeWrapper::Own)).to_vec();
        let (game, _) = game(vec![(GoalKind::Win, "White", ast::GoalCondition::RelativeConfig(chain))]);
        let GoalCondition::RelativeConfig(steps) = &game.goals[0].condition else { panic!() };
        let directions = [0, 1].map(crate::game::DirectionId).to_vec();
        assert_eq!((steps.len(), &steps[1]), (3, &RelativeStep::Step(directions)));
    }

    #[test]
    fn royal_pieces_are_those_of_loss_conditions() {
        let mate = || ast::GoalCondition::Checkmated(names("Man"));
        let inside = ast::GoalCondition::Or(vec![ast::GoalCondition::Repetition, mate()]);
        let goals = vec![
            (GoalKind::Win, "White", mate()),
            (GoalKind::Loss, "Black", inside),
            (GoalKind::Count, "", ast::GoalCondition::Stalemated),
            (GoalKind::Draw, "White", ast::GoalCondition::Repetition),
        ];
        let (game, _) = game(goals);
        assert_eq!(game.royal, [vec![], vec![MAN]]);
        assert_eq!(game.goals[2].players, [PlayerId(0), PlayerId(1)]);
        assert_eq!([0, 1, 2, 3].map(|goal| game.goals[goal].needs_moves), [true, true, true, false]);
    }
}
