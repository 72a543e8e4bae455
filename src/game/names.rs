//! Names of one kind, both ways.

use rustc_hash::FxHashMap;

/// Names in order, with a look-up that prefers the exact spelling and falls back to any letter case
/// (`spec/zrf.md` 1.3).
#[derive(Clone, Debug, Default)]
pub struct NameTable {
    names: Vec<String>,
    /// Names of few bytes, as most are, packed into a word.
    short: FxHashMap<u64, usize>,
    /// The longer names.
    long: FxHashMap<String, usize>,
    /// The first index of each name in lower case.
    folded: FxHashMap<String, usize>,
}

impl NameTable {
    /// An empty table.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The index of a name, added at the end if it is new.
    pub fn add(&mut self, name: &str) -> usize {
        if let Some(index) = self.find(name) {
            return index;
        }
        let index = self.names.len();
        self.names.push(name.to_owned());
        match packed(name) {
            Some(key) => self.short.insert(key, index),
            None => self.long.insert(name.to_owned(), index),
        };
        self.folded.entry(name.to_ascii_lowercase()).or_insert(index);
        index
    }

    /// The index of exactly this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<usize> {
        match packed(name) {
            Some(key) => self.short.get(&key).copied(),
            None => self.long.get(name).copied(),
        }
    }

    /// The index of this name in any letter case, the first if there are several.
    #[must_use]
    pub fn find_ignoring_case(&self, name: &str) -> Option<usize> {
        self.find(name).or_else(|| self.folded.get(&name.to_ascii_lowercase()).copied())
    }

    /// The name at an index.
    ///
    /// # Panics
    ///
    /// When the index is not of this table.
    #[must_use]
    pub fn name(&self, index: usize) -> &str {
        &self.names[index]
    }

    /// All names, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// How many names there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}

/// A name of at most seven bytes and its length as one word.
#[inline]
fn packed(name: &str) -> Option<u64> {
    let bytes = name.as_bytes();
    if bytes.len() > 7 {
        return None;
    }
    Some(bytes.iter().fold(bytes.len() as u64, |key, byte| key << 8 | u64::from(*byte)))
}

#[cfg(test)]
mod tests {
    use super::NameTable;

    #[test]
    fn names_of_any_length_are_told_apart() {
        let mut table = NameTable::new();
        let names = ["", "a", "\0a", "a\0", "\u{1}", "abcdefg", "abcdefgh", "abcdefghi", "\u{e4}bcdef", "\u{e4}bcdefg"];
        for (index, name) in names.iter().enumerate() {
            assert_eq!(table.add(name), index, "{name:?} is new");
        }
        for (index, name) in names.iter().enumerate() {
            assert_eq!((table.find(name), table.add(name)), (Some(index), index));
        }
        assert_eq!((table.find("abcdef"), table.find("A"), table.find_ignoring_case("A")), (None, None, Some(1)));
    }
}
