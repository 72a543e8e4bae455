//! A glance at a saved game tells what the reader and the replay of all records tell: nothing, where it is plainly legal.

use std::path::{Path, PathBuf};

use scoresheet::batch::{Checker, Chooser, Input, InputSource, RulesOptions};
use scoresheet::diagnostic::{Code, RecordReport, ResultReport, Verdict};
use scoresheet::replay::ReplayOptions;

use crate::support::Random;

fn checker() -> Checker {
    let chooser = Chooser::new(RulesOptions::default()).expect("no option names a file");
    Checker { chooser, replay: ReplayOptions::default() }
}

/// All that a report tells of a record, places left out.
type Told = (Verdict, u32, u32, ResultReport, Option<String>, Vec<(Code, Option<u32>, String)>);

fn told(record: RecordReport) -> Told {
    let findings = record.findings.into_iter().map(|finding| (finding.code, finding.ply, finding.message)).collect();
    (record.verdict, record.plies, record.plies_legal, record.result, record.game, findings)
}

/// What is told of a text under a name: `.zsg` files are glanced at, others are not.
fn check(checker: &Checker, name: &str, bytes: &[u8]) -> Option<Vec<Told>> {
    let input = Input { name: name.to_owned(), relative: name.into(), source: InputSource::Stdin };
    let report = checker.check_bytes(&input, bytes)?;
    Some(report.records.into_iter().map(told).collect())
}

fn saved_games(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).expect("the folder of fixtures");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            saved_games(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "zsg") {
            found.push(path);
        }
    }
}

fn fixtures() -> Vec<Vec<u8>> {
    let mut paths = Vec::new();
    saved_games(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/records"), &mut paths);
    assert!(paths.len() > 100, "{} saved games", paths.len());
    paths.iter().map(|path| std::fs::read(path).expect("a record")).collect()
}

#[test]
fn all_saved_games_of_the_fixtures() {
    let checker = checker();
    let mut legal = 0;
    for bytes in fixtures() {
        let glanced = check(&checker, "game.zsg", &bytes);
        assert_eq!(glanced, check(&checker, "game.txt", &bytes), "{}", String::from_utf8_lossy(&bytes));
        legal += u32::from(glanced.is_some_and(|records| records.iter().all(|told| told.0 == Verdict::Legal)));
    }
    assert!(legal > 50, "{legal} are legal");
}

/// One byte of a game changed, left out or doubled.
#[test]
fn games_with_a_byte_spoiled() {
    const SPOILED: usize = 12;
    let (checker, mut random) = (checker(), Random(41));
    for bytes in fixtures() {
        for _ in 0..SPOILED {
            let mut spoiled = bytes.clone();
            let at = random.below(spoiled.len());
            let other = bytes[random.below(bytes.len())];
            match random.below(3) {
                0 => spoiled[at] = other,
                1 => drop(spoiled.remove(at)),
                _ => spoiled.insert(at, other),
            }
            let (glanced, read) = (check(&checker, "game.zsg", &spoiled), check(&checker, "game.txt", &spoiled));
            // Without a header there is nothing to know the form by but the name.
            if read.is_some() && spoiled.starts_with(b"Zillions Save Game File Version ") {
                assert_eq!(glanced, read, "{}", String::from_utf8_lossy(&spoiled));
            }
        }
    }
}
