//! The rules language: a file with its includes to typed rules ([`ast`]) of one variant at a time.
//!
//! The language is described in `spec/zrf.md`; the sections named in this module are of that document. Macros are
//! expanded only for the variant that is asked for. Which word is a direction, a position or a piece is left to the
//! compiler of games, which knows the board.
//!
//! ```
//! use scoresheet::diagnostic::Diagnostics;
//! use scoresheet::source::SourceFile;
//! use scoresheet::zrf::{MemoryLoader, RulesFile};
//!
//! let text = r#"
//! (define step ($1 (verify empty?) add))
//! (game (title "Steps") (players White Black) (turn-order White Black)
//!   (board (grid (dimensions ("a/b" (9 0)) ("2/1" (0 9))) (directions (n 0 -1))))
//!   (piece (name Man) (moves (step n))))
//! "#;
//! let mut findings = Diagnostics::new();
//! let file = RulesFile::read(SourceFile::from_text("steps.zrf", text), &MemoryLoader::new(), &mut findings);
//! let rules = file.rules(0, &mut findings).expect("rules");
//! assert_eq!((rules.title.as_str(), rules.pieces.len()), ("Steps", 1));
//! assert!(findings.as_slice().is_empty());
//! ```

pub mod ast;
mod check;
mod expand;
mod file;
mod keyword;
mod loader;
mod lower;
mod macros;
mod merge;
mod near;
mod parsed;
mod print;
mod variant;

pub use file::RulesFile;
pub use loader::{IncludeError, Loader, MemoryLoader, path_parts, same_name};
pub use variant::{TitleMatch, VariantHead};
