//! Coordinates of the board and their names in the rules (`game-courier.md` 2.2, 8.2).

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

/// How a coordinate becomes a name of the rules. Entries of the table go before the rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CoordRule {
    /// The same text.
    #[default]
    Identity,
    /// In lower case.
    Lower,
    /// The rank's label before the file's.
    Swap,
    /// The same text, but for the entries of the table.
    Table,
    /// The rank's number less a number that belongs to the file.
    HexOffset,
}

impl CoordRule {
    /// The rule of this name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        match name {
            "identity" => Some(Self::Identity),
            "lower" => Some(Self::Lower),
            "swap" => Some(Self::Swap),
            "table" => Some(Self::Table),
            "hex-offset" => Some(Self::HexOffset),
            _ => None,
        }
    }

    /// The name of the rule, as profiles write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Identity => "identity",
            Self::Lower => "lower",
            Self::Swap => "swap",
            Self::Table => "table",
            Self::HexOffset => "hex-offset",
        }
    }

    /// The name of a coordinate in the rules. `None` where a hexagonal rank is no number or falls below 1.
    pub(super) fn apply(self, file: &str, rank: &str, offsets: &BTreeMap<String, i64>) -> Option<String> {
        Some(match self {
            Self::Identity | Self::Table => format!("{file}{rank}"),
            Self::Lower => format!("{file}{rank}").to_lowercase(),
            Self::Swap => format!("{rank}{file}"),
            Self::HexOffset => {
                let number = rank.parse::<i64>().ok()?.checked_sub(offsets.get(file).copied().unwrap_or(0))?;
                (number >= 1).then(|| format!("{file}{number}"))?
            }
        })
    }
}

/// One space of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coordinate {
    /// Its name in logs.
    pub name: String,
    /// Column from the left and row from the bottom; `None` for an off-board space outside the diagram.
    pub at: Option<(usize, usize)>,
    /// Its name in the rules; `None` for off-board spaces.
    pub rules: Option<String>,
}

/// The spaces of a board, row by row from the bottom, then the off-board ones outside the diagram.
#[derive(Clone, Debug, Default)]
pub struct Coordinates {
    files: Vec<String>,
    ranks: Vec<String>,
    list: Vec<Coordinate>,
    by_name: FxHashMap<String, usize>,
    by_rules: FxHashMap<String, usize>,
}

impl Coordinates {
    pub(super) fn new(files: Vec<String>, ranks: Vec<String>) -> Self {
        Self { files, ranks, ..Self::default() }
    }

    /// Adds a space. The earlier one is returned where the name, or the name in the rules, stands already.
    pub(super) fn insert(&mut self, coordinate: Coordinate) -> Option<&Coordinate> {
        if let Some(&index) = self.by_name.get(&coordinate.name) {
            return Some(&self.list[index]);
        }
        let index = self.list.len();
        let earlier = coordinate.rules.as_ref().and_then(|rules| self.by_rules.get(rules).copied());
        if let (None, Some(rules)) = (earlier, &coordinate.rules) {
            self.by_rules.insert(rules.clone(), index);
        }
        self.by_name.insert(coordinate.name.clone(), index);
        self.list.push(coordinate);
        earlier.map(|earlier| &self.list[earlier])
    }

    /// Labels of the files, left to right.
    #[must_use]
    pub fn files(&self) -> &[String] {
        &self.files
    }

    /// Labels of the ranks, bottom row first.
    #[must_use]
    pub fn ranks(&self) -> &[String] {
        &self.ranks
    }

    /// The space of this name; letter case matters.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Coordinate> {
        self.by_name.get(name).map(|&index| &self.list[index])
    }

    /// The space with this name in the rules.
    #[must_use]
    pub fn by_rules_name(&self, name: &str) -> Option<&Coordinate> {
        self.by_rules.get(name).map(|&index| &self.list[index])
    }

    /// All spaces, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Coordinate> {
        self.list.iter()
    }

    /// How spaces are named on this board, for messages: `a1 to e5`.
    #[must_use]
    pub fn naming(&self) -> String {
        let corner = |file: Option<&String>, rank: Option<&String>| match (file, rank) {
            (Some(file), Some(rank)) => format!("`{file}{rank}`"),
            _ => "nothing".into(),
        };
        let low = corner(self.files.first(), self.ranks.first());
        format!("{low} to {}", corner(self.files.last(), self.ranks.last()))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{CoordRule, Coordinate, Coordinates};

    #[test]
    fn rules_of_names() {
        let offsets = BTreeMap::from([("a".to_owned(), 4)]);
        let name = |rule: CoordRule, file, rank| rule.apply(file, rank, &offsets);
        assert_eq!(name(CoordRule::Identity, "A", "10").as_deref(), Some("A10"));
        assert_eq!(name(CoordRule::Lower, "A", "10").as_deref(), Some("a10"));
        assert_eq!(name(CoordRule::Swap, "7", "g").as_deref(), Some("g7"));
        assert_eq!(name(CoordRule::HexOffset, "a", "5").as_deref(), Some("a1"), "the corner of Xiang Hex");
        assert_eq!(name(CoordRule::HexOffset, "e", "5").as_deref(), Some("e5"));
        assert_eq!(name(CoordRule::HexOffset, "a", "4"), None);
        assert_eq!(name(CoordRule::HexOffset, "a", "x"), None);
    }

    #[test]
    fn a_name_stands_once() {
        let mut all = Coordinates::new(vec!["a".into()], vec!["1".into()]);
        let space = |name: &str, rules: &str| Coordinate { name: name.into(), at: None, rules: Some(rules.into()) };
        assert!(all.insert(space("a1", "x")).is_none());
        assert_eq!(all.insert(space("a1", "y")).map(|one| one.rules.as_deref()), Some(Some("x")));
        assert_eq!(all.insert(space("b1", "x")).map(|one| one.name.as_str()), Some("a1"));
        assert_eq!(all.naming(), "`a1` to `a1`");
    }
}
