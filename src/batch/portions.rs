//! Files of many games, read in portions: the memory needed does not grow with the number of games.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::read::cannot_read;
use crate::diagnostic::{Code, Diagnostic};
use crate::limits::{MAX_GAME_BYTES, PORTION_BYTES};
use crate::record::Record;
use crate::record::from_pgn::read_portion;
use crate::source::{BYTE_ORDER_MARK, Encoding, SourceFile, Survey, decode, hexadecimal};
use crate::syntax::pgn::Behind;

/// Some games of a file.
#[derive(Debug)]
pub(super) struct Portion {
    /// The games, each with the findings of reading it.
    pub(super) records: Vec<(Record, Vec<Diagnostic>)>,
    /// How many games stand before them.
    pub(super) before: usize,
    /// Whether they are the last.
    pub(super) is_last: bool,
}

/// The games of a PGN text, in portions.
pub(super) struct Portions<R> {
    input: R,
    name: String,
    /// What was found out about the whole file; without it each portion is decoded by itself.
    survey: Option<Survey>,
    sizes: Sizes,
    /// What was read and not yet given out, from the start of a line on.
    buffer: Vec<u8>,
    /// How much of the buffer's first line was given out already, in bytes.
    skip: usize,
    lines_before: u32,
    games_before: usize,
    begun: bool,
    byte_order_mark: bool,
    /// Whether the input has ended.
    ended: bool,
    done: bool,
}

/// How much is read.
#[derive(Clone, Copy, Debug)]
struct Sizes {
    portion: usize,
    longest: usize,
}

impl<R: Read> Portions<R> {
    /// The games of an input of which the first bytes have been read already.
    pub(super) fn new(name: &str, head: Vec<u8>, input: R, survey: Option<Survey>) -> Self {
        Self {
            input,
            name: name.to_owned(),
            survey,
            sizes: Sizes { portion: PORTION_BYTES, longest: MAX_GAME_BYTES },
            buffer: head,
            skip: 0,
            lines_before: 0,
            games_before: 0,
            begun: false,
            byte_order_mark: false,
            ended: false,
            done: false,
        }
    }

    /// Reads until so many bytes are at hand or the input ends.
    fn fill(&mut self, wanted: usize) -> Result<(), Diagnostic> {
        let missing = wanted.saturating_sub(self.buffer.len());
        if !self.ended && missing > 0 {
            let read = self.input.by_ref().take(missing as u64).read_to_end(&mut self.buffer);
            self.ended = read.map_err(|error| cannot_read(&error))? < missing;
        }
        Ok(())
    }

    /// The whole lines at hand; all of it where the input has ended.
    fn lines(&self) -> &[u8] {
        let end_of = |end: u8| self.buffer.iter().rposition(|&byte| byte == end).map(|at| at + 1);
        let whole = if self.ended { Some(self.buffer.len()) } else { end_of(b'\n').or_else(|| end_of(b'\r')) };
        &self.buffer[..whole.unwrap_or(0)]
    }

    fn read(&mut self) -> Result<Portion, Diagnostic> {
        let mut wanted = self.sizes.portion;
        let mut behind = Behind::More;
        loop {
            self.fill(wanted)?;
            if !self.begun {
                self.begun = true;
                self.byte_order_mark = self.buffer.starts_with(BYTE_ORDER_MARK);
                self.buffer.drain(..if self.byte_order_mark { BYTE_ORDER_MARK.len() } else { 0 });
            }
            let lines = self.lines();
            let survey = self.survey.clone().unwrap_or_else(|| Survey {
                encoding: decode(lines).encoding,
                byte_order_mark: self.byte_order_mark,
                sha256: None,
            });
            let file = SourceFile::portion(&self.name, survey.encoding.decode(lines), self.lines_before, &survey);
            let start = survey.encoding.decode(&self.buffer[..self.skip]).len();
            let behind_now = if self.ended { Behind::Nothing } else { behind };
            let read = read_portion(&file, start, behind_now, self.sizes.portion);
            if read.games.is_empty() && !self.ended {
                match behind {
                    _ if wanted < self.sizes.longest => wanted = (wanted * 2).min(self.sizes.longest),
                    Behind::More => behind = Behind::FarMore,
                    _ => {
                        let message = format!("a game of the input is longer than {} bytes", self.sizes.longest);
                        let finding = Diagnostic::new(Code::FileTooLarge, message);
                        return Err(finding
                            .help("what stands before it was read; look for a comment or a game that does not end"));
                    }
                }
                continue;
            }
            let is_last = self.ended && read.is_all;
            let records: Vec<_> = read.games.into_iter().map(|game| (game.record, game.findings)).collect();
            let portion = Portion { before: self.games_before, is_last, records };
            self.games_before += portion.records.len();
            if !is_last {
                self.give_up(&file, read.end);
            }
            return Ok(portion);
        }
    }

    /// Lets go of what stands before an offset of a portion, but for the start of its line.
    fn give_up(&mut self, file: &Arc<SourceFile>, at: usize) {
        let before = &file.text[..at];
        let line = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
        let in_bytes = |text: &str| match file.encoding {
            Encoding::Utf8 => text.len(),
            // Every byte is one character.
            Encoding::Windows1252 => text.chars().count(),
        };
        let ends = SourceFile::from_text("", &before[..line]).line_ends();
        let lines = u32::try_from(ends.crlf + ends.lf + ends.cr).unwrap_or(u32::MAX);
        self.lines_before = self.lines_before.saturating_add(lines);
        self.skip = in_bytes(&before[line..]);
        self.buffer.drain(..in_bytes(&before[..line]));
        // What one long game took is not kept for the others.
        self.buffer.shrink_to(2 * self.sizes.portion);
    }
}

impl<R: Read> Iterator for Portions<R> {
    type Item = Result<Portion, Diagnostic>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let portion = self.read();
        self.done = portion.as_ref().map_or(true, |portion| portion.is_last);
        Some(portion)
    }
}

/// Looks through a file once: how it is encoded, and its digest.
///
/// # Errors
///
/// The finding of a file that cannot be read.
pub(super) fn survey(path: &Path) -> Result<Survey, Diagnostic> {
    let mut file = File::open(path).map_err(|error| cannot_read(&error))?;
    let mut buffer = vec![0; PORTION_BYTES];
    let (mut held, mut total) = (0, 0_u64);
    let mut survey = Survey { encoding: Encoding::Utf8, byte_order_mark: false, sha256: None };
    let mut hash = Sha256::new();
    loop {
        let read = match file.read(&mut buffer[held..]) {
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(cannot_read(&error)),
        };
        hash.update(&buffer[held..held + read]);
        held += read;
        if total == 0 {
            survey.byte_order_mark = buffer[..held].starts_with(BYTE_ORDER_MARK);
        }
        total += read as u64;
        let valid = match std::str::from_utf8(&buffer[..held]) {
            Ok(_) => held,
            // A character may be cut by the end of the buffer.
            Err(error) if error.error_len().is_none() && read > 0 => error.valid_up_to(),
            Err(_) => {
                survey.encoding = Encoding::Windows1252;
                held
            }
        };
        buffer.copy_within(valid..held, 0);
        held -= valid;
        if read == 0 {
            survey.sha256 = Some(hexadecimal(&hash.finalize()));
            return Ok(survey);
        }
    }
}
