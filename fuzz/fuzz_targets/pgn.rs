//! Any bytes as PGN: every game is read, and its places lie in the text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use scoresheet::record::from_pgn;
use scoresheet::source::SourceFile;

fuzz_target!(|data: &[u8]| {
    let file = SourceFile::from_bytes("games.pgn", data);
    for game in from_pgn::read(&file) {
        for entry in &game.record.entries {
            assert!(entry.span.start <= entry.text.start && entry.text.end <= entry.span.end);
            let _ = game.record.entry_text(entry);
        }
    }
});
