//! The reader: one game at a time.

use std::sync::Arc;

use super::lex::{Token, token};
use super::recover::tag_blocks;
use super::{Item, Open, PgnGame, Tag, Text};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::source::{Place, SourceFile, Span};

/// Reads the games of a file one after the other.
#[derive(Debug)]
pub struct Reader {
    file: Arc<SourceFile>,
    at: usize,
    behind: Behind,
    /// One past the last `}` of the file: a comment that begins behind it is never closed.
    last_close: usize,
    /// Where blocks of tags begin, once a comment was found open.
    blocks: Option<Vec<usize>>,
}

/// What stands behind the text of a [`Reader`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Behind {
    /// The end of the file.
    Nothing,
    /// More of the file: a game that reaches the end of the text is not complete.
    More,
    /// More of the file, and so much of it has been read that a comment still open is taken for one that is never
    /// closed.
    FarMore,
}

/// One game while it is read.
struct Reading<'f> {
    file: &'f Arc<SourceFile>,
    game: PgnGame,
    start: Option<usize>,
    end: usize,
    /// Where the open variations begin.
    variations: Vec<Span>,
    /// A result mark met inside a variation.
    inner_result: Option<Text>,
}

/// Whether a game goes on.
enum Flow {
    More,
    /// It ends before the token.
    Over,
}

impl Reader {
    /// A reader of a whole file.
    #[must_use]
    pub fn new(file: &Arc<SourceFile>) -> Self {
        Self::portion(file, 0, Behind::Nothing)
    }

    /// A reader of a portion of a file, from an offset on. Portions begin with a line.
    #[must_use]
    pub fn portion(file: &Arc<SourceFile>, at: usize, behind: Behind) -> Self {
        let last_close = file.text.rfind('}').map_or(0, |at| at + 1);
        Self { file: Arc::clone(file), at, behind, last_close, blocks: None }
    }

    /// Where the game after the last one given begins, or what stands before it.
    #[must_use]
    pub const fn at(&self) -> usize {
        self.at
    }
}

impl Iterator for Reader {
    type Item = PgnGame;

    fn next(&mut self) -> Option<PgnGame> {
        let file = Arc::clone(&self.file);
        let text = &file.text;
        let start = self.at;
        let mut reading = Reading {
            file: &file,
            game: PgnGame::default(),
            start: None,
            end: self.at,
            variations: Vec::new(),
            inner_result: None,
        };
        while self.at < text.len() {
            let rest = &text[self.at..];
            if rest.starts_with('%') && (self.at == 0 || text[..self.at].ends_with(['\n', '\r'])) {
                self.at += rest.find(['\n', '\r']).unwrap_or(rest.len());
                continue;
            }
            if rest.starts_with('{') && self.at >= self.last_close {
                if self.behind == Behind::More {
                    self.at = text.len();
                    break;
                }
                let blocks = self.blocks.get_or_insert_with(|| tag_blocks(text));
                self.at = reading.open_comment(self.at, blocks, self.behind);
                continue;
            }
            // The last branch takes any character, so that a token is always found.
            let Ok((behind, found)) = token(rest) else { break };
            let length = rest.len() - behind.len();
            match found {
                Token::Blank => self.at += length,
                _ => match reading.take(found, self.at, length) {
                    Flow::More => self.at += length,
                    Flow::Over => break,
                },
            }
        }
        if self.at >= text.len() && self.behind != Behind::Nothing {
            self.at = start;
            return None;
        }
        reading.finish()
    }
}

impl Reading<'_> {
    fn take(&mut self, found: Token<'_>, at: usize, length: usize) -> Flow {
        let span = span(at, at + length);
        let text = self.file.slice(span);
        let is_over = self.game.result.is_some();
        let has_moves = !self.game.items.is_empty();
        match found {
            Token::Tag(name, value) => {
                if is_over || has_moves {
                    return Flow::Over;
                }
                let start = |part: &str| at + (part.as_ptr() as usize - text.as_ptr() as usize);
                let part = |part: &str, shown: String| Text {
                    text: shown,
                    span: self::span(start(part), start(part) + part.len()),
                };
                let tag = Tag { name: part(name, name.to_owned()), value: part(value, unescape(value)), span };
                self.game.tags.push(tag);
            }
            Token::BadTag => {
                self.odd(span, "this is no tag pair `[Name \"value\"]`; the line is passed over");
            }
            Token::Stray => self.odd(span, "this sign closes nothing"),
            Token::Comment(inner) => {
                let blocks = tag_blocks(inner).len();
                if blocks > 0 {
                    let message = format!("the comment that begins here holds {}", games(blocks));
                    self.odd(self::span(at, at + 1), &message);
                }
                let text = Text { text: inner.to_owned(), span: self::span(at + 1, at + length - 1) };
                self.game.items.push(Item::Comment(text));
            }
            Token::LineComment(inner) => {
                let text = Text { text: inner.trim().to_owned(), span: self::span(at + 1, at + length) };
                self.game.items.push(Item::Comment(text));
            }
            Token::Result(mark) => {
                let mark = Text { text: mark.to_owned(), span };
                if !self.variations.is_empty() {
                    self.inner_result = Some(mark);
                } else if is_over {
                    return Flow::Over;
                } else {
                    self.game.result = Some(mark);
                }
            }
            _ if is_over => return Flow::Over,
            Token::Number(digits) => self.game.items.push(Item::Number { value: digits.parse().ok(), span }),
            Token::Move => self.game.items.push(Item::Move(span)),
            Token::Null => self.game.items.push(Item::Null(span)),
            Token::Glyph => self.game.items.push(Item::Glyph(span)),
            Token::OpenVariation => {
                self.variations.push(span);
                self.game.items.push(Item::Open(span));
            }
            Token::CloseVariation => match self.variations.pop() {
                Some(_) => self.game.items.push(Item::Close(span)),
                None => self.odd(span, "this bracket closes nothing"),
            },
            Token::Dots | Token::Blank => {}
        }
        self.start.get_or_insert(at);
        self.end = at + length;
        Flow::More
    }

    /// A comment that is never closed: it is taken to end before the next block of tags. Gives the offset to go on at.
    fn open_comment(&mut self, at: usize, blocks: &[usize], behind: Behind) -> usize {
        let after = &blocks[blocks.partition_point(|&block| block <= at)..];
        let end = after.first().copied().unwrap_or(self.file.text.len());
        let message = match after.len() {
            _ if behind == Behind::FarMore => {
                "the comment that begins here is not closed for very long; other games stand behind it".to_owned()
            }
            0 => "the comment that begins here is never closed".to_owned(),
            1 => "the comment that begins here is never closed; one more game stands behind it".to_owned(),
            count => format!("the comment that begins here is never closed; {count} more games stand behind it"),
        };
        let finding = Diagnostic::new(Code::CannotReadEntry, message)
            .at(Place::new(self.file, span(at, at + 1)))
            .help("close it with `}`");
        if self.game.open.is_none() {
            let shown = self.file.text[at..end].trim_end().len();
            self.game.open = Some(Open { span: span(at, at + shown), finding });
        }
        self.start.get_or_insert(at);
        self.end = end;
        end
    }

    fn odd(&mut self, at: Span, message: &str) {
        let place = Place::new(self.file, at);
        let finding = Diagnostic::new(Code::LayoutOdd, message).at(place).severity(Severity::Warning);
        self.game.findings.push(finding);
    }

    fn finish(mut self) -> Option<PgnGame> {
        let start = self.start?;
        self.game.span = span(start, self.end);
        if let Some(&opened) = self.variations.first() {
            self.game.result = self.game.result.take().or(self.inner_result.take());
            if self.game.open.is_none() {
                let finding = Diagnostic::new(Code::CannotReadEntry, "the variation that begins here is never closed")
                    .at(Place::new(self.file, opened))
                    .help("close it with `)`");
                self.game.open = Some(Open { span: span(opened.start as usize, self.end), finding });
            }
        }
        Some(self.game)
    }
}

fn games(count: usize) -> String {
    if count == 1 { "the tags of another game".to_owned() } else { format!("the tags of {count} other games") }
}

/// A value without its escapes; a quote that lacks one stands for itself.
fn unescape(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some(&next @ ('"' | '\\'))) => {
                text.push(next);
                let _ = chars.next();
            }
            _ => text.push(c),
        }
    }
    text
}

fn span(start: usize, end: usize) -> Span {
    let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    Span::new(offset(start), offset(end))
}
