//! S-expressions of rules files: text to a flat tree that always stands, whatever is wrong with the text.
//!
//! The nodes of a tree lie in one vector in the order of the text, and a list knows where its last part ends. So
//! neither reading nor dropping a tree recurses, however deep the lists are nested.
//!
//! ```
//! use scoresheet::diagnostic::Diagnostics;
//! use scoresheet::source::SourceFile;
//! use scoresheet::syntax::sexpr::{NodeKind, Symbols, read};
//!
//! let file = SourceFile::from_text("a.zrf", "(players White Black) ; two");
//! let (mut symbols, mut findings) = (Symbols::default(), Diagnostics::new());
//! let tree = read(&file, &mut symbols, &mut findings);
//! let list = tree.roots().next().expect("one form");
//! let words = tree.children(list).filter_map(|part| match tree.node(part).kind {
//!     NodeKind::Atom(symbol) => Some(symbols.text(symbol).to_string()),
//!     _ => None,
//! });
//! assert_eq!(words.collect::<Vec<_>>(), ["players", "White", "Black"]);
//! assert!(findings.as_slice().is_empty());
//! ```

mod balance;
mod lex;
mod read;
mod strings;
mod symbols;

pub use read::read;
pub use symbols::{Symbol, Symbols};

use crate::source::Span;

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// A word.
    Atom(Symbol),
    /// A string, without its quotes.
    Text(Symbol),
    /// A list; its parts are the nodes after it, up to and without the index `end`.
    List {
        /// Index one past the last node inside.
        end: u32,
    },
}

/// One node: a word, a string or a list. `X` is what the owner of the tree wants to know of each node besides.
#[derive(Clone, Copy, Debug)]
pub struct Node<X = ()> {
    /// What it is.
    pub kind: NodeKind,
    /// Where it stands; a list from its `(` to its `)`, a string with its quotes.
    pub span: Span,
    /// What the owner adds.
    pub extra: X,
}

/// Nodes in the order of the text: each list is followed by its parts.
#[derive(Clone, Debug)]
pub struct Tree<X = ()> {
    /// The nodes.
    pub nodes: Vec<Node<X>>,
}

impl<X> Default for Tree<X> {
    fn default() -> Self {
        Self { nodes: Vec::new() }
    }
}

impl<X> Tree<X> {
    /// The node at an index.
    ///
    /// # Panics
    ///
    /// When the index is not of this tree.
    #[must_use]
    pub fn node(&self, index: u32) -> &Node<X> {
        &self.nodes[index as usize]
    }

    /// The index after a node and all its parts.
    #[must_use]
    pub fn after(&self, index: u32) -> u32 {
        match self.node(index).kind {
            NodeKind::List { end } => end,
            _ => index + 1,
        }
    }

    /// The forms that stand in no list.
    #[must_use]
    pub fn roots(&self) -> Children<'_, X> {
        Children { tree: self, next: 0, end: u32::try_from(self.nodes.len()).unwrap_or(u32::MAX) }
    }

    /// The parts of a list; none for a word or string.
    #[must_use]
    pub fn children(&self, index: u32) -> Children<'_, X> {
        let end = match self.node(index).kind {
            NodeKind::List { end } => end,
            _ => index + 1,
        };
        Children { tree: self, next: index + 1, end }
    }
}

/// The indexes of neighbours in a tree, in order.
#[derive(Debug)]
pub struct Children<'t, X = ()> {
    tree: &'t Tree<X>,
    next: u32,
    end: u32,
}

// Not derived: a copy of the walk needs no copy of `X`.
impl<X> Clone for Children<'_, X> {
    fn clone(&self) -> Self {
        Self { tree: self.tree, next: self.next, end: self.end }
    }
}

impl<X> Children<'_, X> {
    /// The range of nodes still to come, with all their parts.
    #[must_use]
    pub const fn rest(&self) -> std::ops::Range<u32> {
        self.next..self.end
    }
}

impl<X> Iterator for Children<'_, X> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        (self.next < self.end).then(|| {
            let index = self.next;
            self.next = self.tree.after(index);
            index
        })
    }
}
