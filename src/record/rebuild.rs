//! The text of a saved game from what a document tells of it, byte for byte (`spec/export.md` 2).

use std::collections::BTreeMap;
use std::sync::Arc;

use super::document::{Document, OddLine, Text, ZsgPart};
use super::origin::Piece;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{BYTE_ORDER_MARK, Encoding, Place, SourceFile, Span};
use crate::syntax::zsg::{HEADER, LineEnd, RULES, VARIANT, VERSION};

/// A text put together from the scalars of a document.
#[derive(Debug)]
pub(super) struct Rebuilt {
    pub(super) text: String,
    pub(super) pieces: Vec<Piece>,
}

impl Rebuilt {
    pub(super) fn new() -> Self {
        Self { text: String::new(), pieces: Vec::new() }
    }

    /// Adds a text; `before` is what stands before it in its line and is not in the document.
    pub(super) fn push(&mut self, before: &str, text: &Text, document: &SourceFile) -> Span {
        let start = self.offset();
        self.text.push_str(before);
        let text_start = self.offset();
        self.text.push_str(&text.text);
        let span = Span::new(start, self.offset());
        if let Some(target) = text.span {
            self.pieces.push(Piece::new(span, text_start, &text.text, document, target));
        }
        Span::new(text_start, span.end)
    }

    fn offset(&self) -> u32 {
        u32::try_from(self.text.len()).unwrap_or(u32::MAX)
    }
}

/// The line of one key of the document.
struct Item<'d> {
    before: String,
    text: &'d Text,
    after: &'static str,
}

/// Puts the saved game together again. The file returned has the bytes of the one that the document was made from.
pub(super) fn saved_game(
    document: &Document,
    part: &ZsgPart,
    file: &Arc<SourceFile>,
    findings: &mut Diagnostics,
) -> (Arc<SourceFile>, Vec<Piece>) {
    let source = document.source.as_ref();
    let line_end = source.and_then(|source| source.line_end.as_deref()).and_then(LineEnd::by_name).unwrap_or_default();
    let mut odd: BTreeMap<u32, &OddLine> = part.lines.iter().map(|line| (line.line, line)).collect();
    let items = items(document, part, file, findings);
    let mut items = items.iter().peekable();
    let mut built = Rebuilt::new();
    for line in 1_u32.. {
        let told = odd.remove(&line);
        let end = told.and_then(|told| told.end.as_deref()).and_then(LineEnd::by_name).unwrap_or(line_end);
        let text = told.and_then(|told| told.text.as_deref()).filter(|text| !text.contains(['\r', '\n']));
        if told.is_some_and(|told| told.extra == Some(true)) {
            built.text.push_str(text.unwrap_or_default());
        } else if let Some(item) = items.next() {
            built.push(&item.before, item.text, file);
            built.text.push_str(item.after);
            let standard = format!("{}{}{}", item.before, item.text.text, item.after);
            match text {
                // Only blanks at its end can make a readable line odd: anything else contradicts the keys.
                Some(text) if text.trim_end_matches([' ', '\t']) == standard.trim_end_matches([' ', '\t']) => {
                    built.text.truncate(built.text.len() - standard.len());
                    built.text.push_str(text);
                }
                Some(_) => {
                    let message = format!("line {line} of `zsg.lines` is not the line that the other keys give");
                    findings.push(finding(file, item.text, message).help("the other keys were taken"));
                }
                None => {}
            }
        } else if odd.is_empty() {
            break;
        } else {
            continue;
        }
        built.text.push_str(end.text());
        if odd.is_empty() && items.peek().is_none() {
            break;
        }
    }
    built.text.push_str(part.tail.as_deref().unwrap_or_default());
    (encoded(document, file, &built.text), built.pieces)
}

/// The lines that the keys give, in order.
fn items<'d>(
    document: &'d Document,
    part: &'d ZsgPart,
    file: &Arc<SourceFile>,
    findings: &mut Diagnostics,
) -> Vec<Item<'d>> {
    let item = |before: String, text: &'d Text, after| Item { before, text, after };
    let version = part.version.as_deref().unwrap_or(VERSION);
    let mut items = vec![item(format!("{HEADER}{version} "), &part.header, "")];
    items.extend(part.rules.as_ref().map(|text| item(RULES.to_owned(), text, "")));
    items.extend(part.variant.as_ref().map(|text| item(VARIANT.to_owned(), text, "")));
    items.extend(part.edits.iter().map(|text| item(String::new(), text, "")));
    for ply in &document.plies {
        let number = ply.number.map_or_else(String::new, |number| format!("{number}. "));
        match &ply.recorded {
            Some(text) => items.push(item(number, text, "")),
            None => {
                let message = format!("ply {} has no `recorded` text, which a saved game needs", ply.ply);
                findings.push(Diagnostic::new(Code::CannotReadEntry, message).at(Place::new(file, Span::at(0))));
            }
        }
    }
    items.retain(|item| {
        let fits = !item.before.contains(['\r', '\n']) && !item.text.text.contains(['\r', '\n']);
        if !fits {
            findings.push(finding(file, item.text, "a text of a saved game stands on one line"));
        }
        fits
    });
    items
}

fn finding(file: &Arc<SourceFile>, text: &Text, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Code::CannotReadEntry, message).at(Place::new(file, text.span.unwrap_or_default()))
}

/// The text in the encoding that the document names, where it can be written in it.
fn encoded(document: &Document, file: &SourceFile, text: &str) -> Arc<SourceFile> {
    let source = document.source.as_ref();
    let encoding = source.and_then(|source| source.encoding.as_deref()).and_then(Encoding::by_name);
    let mark = source.is_some_and(|source| source.byte_order_mark == Some(true));
    let mut bytes = if mark { BYTE_ORDER_MARK.to_vec() } else { Vec::new() };
    bytes.extend(encoding.unwrap_or(Encoding::Utf8).encode(text));
    let read = SourceFile::from_bytes(file.name.as_str(), &bytes);
    // An edited document may hold letters that the encoding lacks.
    if read.text == text { read } else { SourceFile::from_text(file.name.as_str(), text) }
}
