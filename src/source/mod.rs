//! Texts that were read, and places in them; no grammar.

mod decode;
mod file;
mod line_index;
mod span;

pub use decode::{Decoded, Encoding, decode};
pub use file::{Place, SourceFile};
pub use line_index::{LineColumn, LineIndex};
pub use span::Span;
