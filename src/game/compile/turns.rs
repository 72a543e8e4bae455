//! Players, turn order and move priorities (4.2, 4.3, 4.5).

use super::names::Names;
use super::reporter::Reporter;
use super::zones::report_player;
use crate::game::{MoveTypeId, PlayerId, PlayerKind, TurnItem, TurnOrder, TypeSet};
use crate::zrf::ast::{self, GameRules, Name};

/// Compiles the turn order. A game without one is played by all players in turn.
pub(super) fn compile(rules: &GameRules, names: &Names, reporter: &mut Reporter<'_>) -> TurnOrder {
    let mut order = TurnOrder { items: Vec::new(), repeat_from: 0 };
    for item in &rules.turn_order {
        match item {
            ast::TurnItem::Repeat(_) => order.repeat_from = order.items.len(),
            ast::TurnItem::Turn(words) => order.items.extend(turn(words, names, reporter)),
        }
    }
    if order.items.is_empty() {
        // That the item is missing was reported when the file was read.
        let plain = |player| TurnItem { player, acts_as: player, types: None };
        order.items = (0..names.players.len()).map(PlayerId::from_index).map(plain).collect();
    }
    if order.repeat_from >= order.items.len() {
        order.repeat_from = 0;
    }
    order
}

fn turn(words: &[Name], names: &Names, reporter: &mut Reporter<'_>) -> Option<TurnItem> {
    let first = words.first()?;
    let Some(player) = reporter.find(&names.players, first).map(PlayerId::from_index) else {
        report_player(first, "turn-order", names, reporter);
        return None;
    };
    let mut acts_as = player;
    if let Some(second) = words.get(1)
        && let Some(other) = names.acted_for(second)
    {
        if names.players.name(other.index()) != &*second.text {
            reporter.case_differs(second, names.players.name(other.index()));
        }
        acts_as = other;
    }
    let types: Vec<MoveTypeId> =
        names.turn_types(words).iter().filter_map(|name| names.move_type(&name.text)).collect();
    let types = (!types.is_empty()).then(|| TypeSet::new(&types));
    Some(TurnItem { player, acts_as, types })
}

/// What the turn order makes of each player.
pub(super) fn kinds(names: &Names, order: &TurnOrder) -> Vec<PlayerKind> {
    let mut kinds = vec![PlayerKind::Neutral; names.players.len()];
    for item in &order.items {
        let kind = &mut kinds[item.acts_as.index()];
        if *kind == PlayerKind::Neutral {
            *kind = PlayerKind::ActedFor;
        }
        let random = names.players.name(item.player.index()).starts_with('?');
        kinds[item.player.index()] = if random { PlayerKind::Random } else { PlayerKind::Real };
    }
    kinds
}

/// Rank of each move type; empty without priorities.
pub(super) fn priorities(rules: &GameRules, names: &Names) -> Vec<u16> {
    if rules.move_priorities.is_empty() {
        return Vec::new();
    }
    let mut ranks = vec![u16::MAX; names.move_types.len()];
    let listed = rules.move_priorities.iter().filter_map(|name| names.move_type(&name.text));
    for (rank, id) in (0..u16::MAX).zip(listed) {
        let entry = &mut ranks[id.index()];
        *entry = (*entry).min(rank);
    }
    ranks
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::Code;
    use crate::game::compile::testing::{compiled, grid, name, names, origin, piece, rules};
    use crate::game::{PlayerId, PlayerKind};
    use crate::zrf::ast::{BlockItem, TurnItem};

    #[test]
    fn players_are_what_the_turn_order_makes_of_them() {
        let mut game = rules(vec![grid(&["a/b"], &[])], vec![piece("Man", Vec::new())]);
        game.players = names("White ?Dice Crowd Rock");
        game.pieces[0].moves = vec![BlockItem::MoveType(name("roll"))];
        game.turn_order = vec![
            TurnItem::Turn(names("White roll")),
            TurnItem::Turn(names("Nobody")),
            TurnItem::Repeat(origin()),
            TurnItem::Turn(names("?Dice White roll")),
            TurnItem::Turn(names("White Crowd")),
        ];
        let (game, codes) = compiled(&game);
        assert_eq!(
            game.player_kinds,
            [PlayerKind::Real, PlayerKind::Random, PlayerKind::ActedFor, PlayerKind::Neutral]
        );
        assert_eq!(game.turns.repeat_from, 1);
        let items = &game.turns.items;
        assert_eq!((items[1].player, items[1].acts_as), (PlayerId(1), PlayerId(0)));
        assert!(items[1].types.is_some() && items[2].types.is_none());
        assert_eq!(codes, [Code::UnknownPlayer]);
    }
}
