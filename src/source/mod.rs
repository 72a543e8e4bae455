//! Texts that were read, and places in them; no grammar.

mod decode;
mod file;
mod line_index;
mod span;

pub use decode::{BYTE_ORDER_MARK, Decoded, Encoding, decode};
pub use file::{LineEnds, Place, SourceFile, Survey, hexadecimal};
pub use line_index::{LineColumn, LineIndex};
pub use span::Span;
