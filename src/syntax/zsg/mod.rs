//! Zillions saved games.

/// What a saved game holds beyond its meaning, so that it can be written back byte for byte.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {}
