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

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{Portions, Sizes, survey};
    use crate::diagnostic::Code;
    use crate::record::from_pgn::{self, PgnRecord};
    use crate::record::{Action, Record};
    use crate::source::{Encoding, SourceFile};

    const GAMES: &str = "% a line that is passed over\n[Event \"A\"]\n[Site \"x\"]\n\n1. e4 {a comment\nof two lines} e5 *\n\n\
        [Event \"B\"] 1. d4 (1. c4 (1. b4) c5) d5 1-0 1. c4 c5 1/2-1/2\r\n[Event \"C\"]\r\n\r\n; rest\r\n1. f4 *\n\
        [Event \"\u{e9}\"]\n1. g4\n\n[Event \"E\"]\n\n1. h4 h5 2. Rh3";

    /// What a game says and where: tags, entries with line and column, comments.
    type Told = (Vec<(String, String)>, Vec<(String, u32, u32)>, Vec<String>);

    fn told(record: &Record) -> Told {
        let entries = record.entries.iter().map(|entry| {
            let place = record.place(entry.text).start();
            (record.entry_text(entry).to_owned(), place.line, place.column)
        });
        let comments = record.entries.iter().flat_map(|entry| entry.comments.clone());
        (record.tags.clone(), entries.collect(), record.comments.iter().cloned().chain(comments).collect())
    }

    fn portions(bytes: &[u8], portion: usize, longest: usize) -> Portions<&[u8]> {
        let mut portions = Portions::new("a.pgn", Vec::new(), bytes, None);
        portions.sizes = Sizes { portion, longest };
        portions
    }

    #[test]
    fn portions_of_any_size_give_the_games_of_the_whole() {
        let whole: Vec<PgnRecord> = from_pgn::read(&SourceFile::from_text("a.pgn", GAMES)).collect();
        let whole: Vec<_> = whole.iter().map(|game| told(&game.record)).collect();
        assert_eq!(whole.len(), 6);
        for size in 1..GAMES.len() + 2 {
            let read: Vec<_> = portions(GAMES.as_bytes(), size, 1_000).map(|portion| portion.unwrap()).collect();
            let games: Vec<_> = read.iter().flat_map(|portion| &portion.records).map(|(game, _)| told(game)).collect();
            assert_eq!(games, whole, "portions of {size} bytes");
            let before: Vec<usize> = read.iter().map(|portion| portion.before).collect();
            assert!(before.is_sorted() && read.iter().rev().skip(1).all(|portion| !portion.is_last));
            assert!(read.last().is_some_and(|portion| portion.is_last));
        }
    }

    #[test]
    fn bytes_that_are_no_utf8_and_a_mark_at_the_start() {
        let latin = GAMES.replace('\u{e9}', "\u{1}").into_bytes();
        let latin: Vec<u8> = latin.into_iter().map(|byte| if byte == 1 { 0xE9 } else { byte }).collect();
        for (bytes, encoding) in
            [(latin, Encoding::Windows1252), ([b"\xEF\xBB\xBF".as_slice(), GAMES.as_bytes()].concat(), Encoding::Utf8)]
        {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("a.pgn");
            fs::write(&path, &bytes).unwrap();
            let found = survey(&path).unwrap();
            assert_eq!((found.encoding, found.byte_order_mark), (encoding, bytes.starts_with(b"\xEF")));
            let whole = SourceFile::from_bytes("a.pgn", &bytes);
            assert_eq!(found.sha256.as_deref(), whole.sha256());
            let whole: Vec<_> = from_pgn::read(&whole).map(|game| told(&game.record)).collect();
            for size in [10, 50, 100, 200, 1_000] {
                let mut portions = portions(&bytes, size, 1_000);
                portions.survey = Some(found.clone());
                let games: Vec<_> =
                    portions.flat_map(|portion| portion.unwrap().records).map(|(game, _)| told(&game)).collect();
                assert_eq!(games, whole, "portions of {size} bytes");
            }
        }
    }

    #[test]
    fn a_comment_that_is_never_closed_costs_one_game_of_a_long_file() {
        let open = "[Event \"A\"]\n\n1. e4 {never closed *\n\n";
        let other = "[Event \"B\"]\n\n1. d4 d5 *\n\n";
        let text = format!("{open}{}", other.repeat(50));
        for (size, longest) in [(30, 200), (30, 10_000), (10_000, 10_000)] {
            let records: Vec<_> =
                portions(text.as_bytes(), size, longest).flat_map(|portion| portion.unwrap().records).collect();
            assert_eq!(records.len(), 51);
            let Action::Unreadable(finding) = &records[0].0.entries[1].action else { panic!("the comment is open") };
            assert!(finding.message.contains("stand behind it"), "{}", finding.message);
        }
    }

    #[test]
    fn the_bound_on_a_game_holds() {
        let game = format!("[Event \"A\"]\n\n1. e4 {{{}}} *\n\n[Event \"B\"]\n\n*\n", "long\n".repeat(100));
        let count =
            |longest| portions(game.as_bytes(), 64, longest).map(|portion| portion.map(|one| one.records.len()));
        assert_eq!(count(1_024).map(Result::unwrap).sum::<usize>(), 2);
        let bad: Vec<_> = count(256).collect();
        assert_eq!(bad.last().unwrap().as_ref().unwrap_err().code, Code::FileTooLarge);
        let line = "1. e4 e5 ".repeat(1_000);
        assert_eq!(portions(line.as_bytes(), 64, 256).last().unwrap().unwrap_err().code, Code::FileTooLarge);
    }
}
