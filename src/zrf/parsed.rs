//! What was read of a rules file and its includes, before any macro is expanded.

use std::sync::Arc;

use super::keyword::Word;
use super::macros::Macros;
use crate::source::{Place, SourceFile, Span};
use crate::syntax::sexpr::{Symbol, Symbols, Tree};

/// The trees of a rules file and its includes. A file and its tree have the same index.
#[derive(Clone, Debug, Default)]
pub(super) struct Parsed {
    pub files: Vec<Arc<SourceFile>>,
    pub trees: Vec<Tree>,
    pub symbols: Symbols,
    /// What the text of each symbol says, by symbol.
    words: Vec<Word>,
    pub macros: Macros,
    /// An included file is missing, so that words without a meaning say nothing.
    pub is_incomplete: bool,
}

impl Parsed {
    /// Looks at the words that were read since the last call.
    pub(super) fn classify(&mut self) {
        for symbol in self.words.len()..self.symbols.len() {
            let symbol = Symbol(u32::try_from(symbol).unwrap_or(u32::MAX));
            self.words.push(Word::of(self.symbols.text(symbol)));
        }
    }

    pub(super) fn word(&self, symbol: Symbol) -> Word {
        self.words[symbol.0 as usize]
    }

    pub(super) fn place(&self, file: u16, span: Span) -> Place {
        Place::new(&self.files[file as usize], span)
    }
}

/// `line N`, with the name of the file where it is another one than that of `beside`.
pub(super) fn file_and_line(place: &Place, beside: &Place) -> String {
    let line = place.start().line;
    if place.file.name == beside.file.name { format!("line {line}") } else { format!("{}:{line}", place.file.name) }
}

/// The part of a place on its first line: of a long form that is enough to show.
pub(super) fn first_line(mut place: Place) -> Place {
    let first = place.text().split(['\n', '\r']).next().unwrap_or_default();
    place.span.end = place.span.start + u32::try_from(first.len()).unwrap_or(0);
    place
}
