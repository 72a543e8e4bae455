//! Whose turn it is when, and which move types a turn allows.

use super::id::{MoveTypeId, PlayerId};

/// The turn order (4.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnOrder {
    /// One item per turn; `repeat` is not among them.
    pub items: Vec<TurnItem>,
    /// Index of the item after `repeat`: where the order goes on after the last item.
    pub repeat_from: usize,
}

impl TurnOrder {
    /// The index of the turn after `index`.
    #[must_use]
    pub fn next(&self, index: usize) -> usize {
        if index + 1 < self.items.len() { index + 1 } else { self.repeat_from }
    }

    /// The number that a saved game prints for turn `k` (from 0): the round (`spec/zsg.md` 5.1).
    #[must_use]
    pub fn round(&self, k: usize) -> usize {
        let (n, r) = (self.items.len(), self.repeat_from);
        if r == 0 {
            // Most games have two turns to a round; halving is far cheaper than a division.
            1 + if n == 2 { k / 2 } else { k / n }
        } else if k < r {
            1
        } else {
            2 + (k - r) / (n - r)
        }
    }
}

/// One turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnItem {
    /// Who is on turn.
    pub player: PlayerId,
    /// As whom the moves are generated; the same player in most games.
    pub acts_as: PlayerId,
    /// Which move types are allowed; `None` for any.
    pub types: Option<TypeSet>,
}

/// A set of move types.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypeSet(Vec<bool>);

impl TypeSet {
    /// The set of these types.
    #[must_use]
    pub fn new(types: &[MoveTypeId]) -> Self {
        let mut set = vec![false; types.iter().map(|id| id.index() + 1).max().unwrap_or(0)];
        for id in types {
            set[id.index()] = true;
        }
        Self(set)
    }

    /// Whether the type is in the set. Untyped blocks (`None`) never are.
    #[must_use]
    pub fn contains(&self, move_type: Option<MoveTypeId>) -> bool {
        move_type.is_some_and(|id| self.0.get(id.index()).copied().unwrap_or(false))
    }
}

/// `pass turn` (4.4, 8.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PassTurn {
    /// Never.
    #[default]
    Never,
    /// Always.
    Always,
    /// Only when there is no legal move.
    Forced,
}

#[cfg(test)]
mod tests {
    use super::{TurnItem, TurnOrder};
    use crate::game::PlayerId;

    fn order(n: usize, repeat_from: usize) -> TurnOrder {
        let item = TurnItem { player: PlayerId(0), acts_as: PlayerId(0), types: None };
        TurnOrder { items: vec![item; n], repeat_from }
    }

    #[test]
    fn rounds_by_the_formula_of_saved_games() {
        let plain = order(2, 0);
        assert_eq!([0, 1, 2, 3, 4].map(|k| plain.round(k)), [1, 1, 2, 2, 3]);
        let set_up = order(4, 2);
        assert_eq!([0, 1, 2, 3, 4, 5].map(|k| set_up.round(k)), [1, 1, 2, 2, 3, 3]);
        assert_eq!(set_up.next(3), 2);
    }
}
