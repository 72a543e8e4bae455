//! Words, each stored once.

use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A word of a [`Symbols`] table: equal words have equal symbols, so comparing and copying cost nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(pub u32);

/// The words met so far.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    texts: Vec<Arc<str>>,
    known: FxHashMap<Arc<str>, Symbol>,
}

impl Symbols {
    /// The symbol of a word, new if it was not met before.
    pub fn intern(&mut self, text: &str) -> Symbol {
        if let Some(&symbol) = self.known.get(text) {
            return symbol;
        }
        let symbol = Symbol(u32::try_from(self.texts.len()).unwrap_or(u32::MAX));
        let text: Arc<str> = Arc::from(text);
        self.texts.push(Arc::clone(&text));
        self.known.insert(text, symbol);
        symbol
    }

    /// The symbol of a word that was met before.
    #[must_use]
    pub fn find(&self, text: &str) -> Option<Symbol> {
        self.known.get(text).copied()
    }

    /// The text of a symbol.
    ///
    /// # Panics
    ///
    /// When the symbol is not of this table.
    #[must_use]
    pub fn text(&self, symbol: Symbol) -> &Arc<str> {
        &self.texts[symbol.0 as usize]
    }

    /// How many words there are; symbols count from 0.
    #[must_use]
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Whether no word was met yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }
}
