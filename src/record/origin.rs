//! Where a document tells of the parts of a record.

use std::sync::Arc;

use super::document::Document;
use crate::source::{Place, SourceFile, Span};

/// The document that a record was read from.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The text of the document.
    pub file: Arc<SourceFile>,
    /// All that the document tells.
    pub document: Arc<Document>,
    /// Where the document begins in its file.
    pub(super) start: Span,
    /// The parts, in the order of the record's text.
    pub(super) pieces: Vec<Piece>,
}

/// A part of a record's text and the scalar of the document that it stands in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    /// The range in the record's text.
    pub(super) span: Span,
    /// Where the scalar's own text begins in it (a number may stand before).
    pub(super) text_start: u32,
    /// The scalar in the document.
    pub(super) target: Span,
    /// Where the text stands in the document, if it stands there letter for letter.
    pub(super) exact: Option<u32>,
}

impl Piece {
    /// A part whose text, from `text_start` on, the scalar at `target` holds.
    pub(super) fn new(span: Span, text_start: u32, text: &str, document: &SourceFile, target: Span) -> Self {
        // A block scalar reaches into the blanks of the next line.
        let length = document.slice(target).trim_end().len();
        let target = Span::new(target.start, target.start.saturating_add(u32::try_from(length).unwrap_or(0)));
        let found = if text.is_empty() { None } else { document.slice(target).find(text) };
        let exact = found.and_then(|offset| u32::try_from(offset).ok()).map(|offset| target.start + offset);
        Self { span, text_start, target, exact }
    }

    fn map(&self, span: Span) -> Span {
        match self.exact {
            Some(exact) if span.start >= self.text_start => {
                let shift = |offset: u32| exact + (offset.min(self.span.end) - self.text_start);
                Span::new(shift(span.start), shift(span.end.max(span.start)))
            }
            _ => self.target,
        }
    }
}

impl Origin {
    /// The place in the document that tells of a range of the record's text; the start of the document where none
    /// does.
    #[must_use]
    pub fn place(&self, span: Span) -> Place {
        let after = self.pieces.partition_point(|piece| piece.span.start <= span.start);
        let piece = after.checked_sub(1).map(|index| &self.pieces[index]);
        let target = piece.filter(|piece| span.start <= piece.span.end).map_or(self.start, |piece| piece.map(span));
        Place::new(&self.file, target)
    }
}
