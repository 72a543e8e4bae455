//! Real saved games that stand beside the checkout where they are at hand; skipped visibly where they are not.

use std::fs;
use std::path::PathBuf;

use scoresheet::diagnostic::Diagnostics;
use scoresheet::export::document::{document, to_yaml};
use scoresheet::export::zsg::rewrite;
use scoresheet::record::{from_document, from_zsg};
use scoresheet::source::SourceFile;

#[test]
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn real_saved_games_are_written_back_byte_for_byte() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus/zsg");
    let Ok(entries) = fs::read_dir(&folder) else {
        eprintln!("skipped: the real saved games ({}) are not at hand", folder.display());
        return;
    };
    let mut count = 0;
    for entry in entries {
        let path = entry.expect("the folder can be listed").path();
        let bytes = fs::read(&path).expect("the saved game can be read");
        let mut findings = Diagnostics::new();
        let name = path.display().to_string();
        let record = from_zsg::read(&SourceFile::from_bytes(&*name, &bytes), &mut findings);
        let record = record.unwrap_or_else(|| panic!("{name} is a saved game"));
        assert_eq!(rewrite(&record).as_deref(), Some(&*bytes), "{name}");
        let yaml = to_yaml(&[document(&record, None)]).expect("a document can be written");
        let read = from_document::read_yaml(&SourceFile::from_text("document.yaml", yaml), &mut findings);
        assert_eq!(read.first().and_then(rewrite).as_deref(), Some(&*bytes), "{name} through YAML");
        count += 1;
    }
    assert_eq!(count, 71, "all saved games were there");
}
