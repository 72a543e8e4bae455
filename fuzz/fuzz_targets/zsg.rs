//! Any bytes as a saved game: what is read is written back byte for byte, also through a document.

#![no_main]

use libfuzzer_sys::fuzz_target;
use scoresheet::diagnostic::Diagnostics;
use scoresheet::export::document::{document, to_yaml};
use scoresheet::export::zsg::rewrite;
use scoresheet::record::{from_document, from_zsg};
use scoresheet::source::SourceFile;

fuzz_target!(|data: &[u8]| {
    let file = SourceFile::from_bytes("game.zsg", data);
    let Some(record) = from_zsg::read(&file, &mut Diagnostics::new()) else { return };
    assert_eq!(rewrite(&record).as_deref(), Some(data));
    let Ok(yaml) = to_yaml(&[document(&record, None)]) else { return };
    let records = from_document::read_yaml(&SourceFile::from_text("game.yaml", yaml), &mut Diagnostics::new());
    assert_eq!(records.first().and_then(rewrite).as_deref(), Some(data));
});
