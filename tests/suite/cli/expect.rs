//! `check --expect` and `--bless`.

use std::fs;
use std::path::Path;

use super::{fixtures, scoresheet, status};

fn run_in(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = scoresheet().current_dir(folder).args(arguments).output().expect("the binary runs");
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("the output is UTF-8");
    (status(&output), text(&output.stdout), text(&output.stderr))
}

/// Five things with expectations, of which one is wrong.
fn folder() -> tempfile::TempDir {
    let top = tempfile::tempdir().expect("a folder can be made");
    for name in ["legal.zsg", "illegal.zsg", "corner.zrf"] {
        fs::copy(fixtures().join(name), top.path().join(name)).expect("a fixture can be copied");
    }
    let write = |name: &str, text: &str| fs::write(top.path().join(name), text).expect("a file can be written");
    write("two.pgn", "[Variant \"Chess\"]\n\n1. e4 e5 *\n\n[Variant \"Chess\"]\n\n1. e4 Ke6 *\n");
    write("own.pgn", "[Variant \"Chess\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n");
    // 20 moves of the start position and 30 after 1. f3 e5 2. g4: figures of the game itself.
    write("own.expect.yaml", "# the shortest mate\nmoves: {0: 20, 3: 30, 4: 0}\n");
    write(
        "expect.yaml",
        "legal.zsg: {verdict: legal}\nillegal.zsg: {verdict: illegal, ply: 4, code: no-such-move}\n\
         two.pgn:\n- verdict: legal\n- {verdict: illegal, ply: 2}\ncorner.zrf: {perft: [{depth: 0, nodes: 1}]}\n",
    );
    top
}

#[test]
fn one_of_five_is_wrong_until_it_is_blessed() {
    let top = folder();
    let (code, text, _) = run_in(top.path(), &["check", ".", "--expect", "--report", "junit=../j.xml"]);
    assert_eq!(code, 1, "{text}");
    let miss = "the code M001 no-such-move is expected, and M008 leaves-royal-attacked found";
    assert!(text.contains(&format!("error[C008]: {miss}")) && text.contains("--> expect.yaml:2:14"), "{text}");
    assert!(text.contains("illegal.zsg: not as expected: illegal at ply 4 of 5"), "{text}");
    assert!(text.contains("two.pgn, record 2: as expected: illegal"), "{text}");
    let junit = fs::read_to_string(top.path().join("../j.xml")).unwrap();
    fs::remove_file(top.path().join("../j.xml")).unwrap();
    assert_eq!(junit.matches("<failure").count(), 1, "{junit}");
    assert!(junit.contains(&format!("<failure message=\"{miss}\" type=\"C008\">")), "{junit}");

    let (code, text, errors) = run_in(top.path(), &["check", ".", "--bless"]);
    assert_eq!(code, 0, "{text}{errors}");
    for part in ["--- expect.yaml\n+++ expect.yaml\n", "\n+  code: M008\n", "\n-illegal.zsg: {verdict"] {
        assert!(text.contains(part), "{part:?} is not in\n{text}");
    }
    assert!(text.ends_with("2 files of expectations written\n"), "{text}");
    let own = fs::read_to_string(top.path().join("own.expect.yaml")).unwrap();
    assert!(
        own.starts_with("# the shortest mate\nverdict: legal\n") && own.contains("moves: {0: 20, 3: 30, 4: 0}"),
        "{own}"
    );

    let (code, text, _) = run_in(top.path(), &["check", ".", "--expect"]);
    assert_eq!((code, text.contains("C008")), (0, false), "{text}");
    let (code, text, _) = run_in(top.path(), &["check", ".", "--bless"]);
    assert_eq!((code, text.as_str()), (0, "0 files of expectations written\n"), "blessing again changes nothing");
}

#[test]
fn counts_of_rules_are_held_against_the_file() {
    let top = folder();
    fs::write(top.path().join("expect.yaml"), "corner.zrf: {perft: [{depth: 1, nodes: 999}]}\n").unwrap();
    let (code, text, _) = run_in(top.path(), &["check", "--expect", "corner.zrf"]);
    assert!(code == 1 && text.contains("999 positions are expected at depth 1, and"), "{text}");
    assert!(text.contains("corner.zrf: not as expected"), "{text}");
}

#[test]
fn what_is_missing_is_told() {
    let top = folder();
    fs::write(top.path().join("expect.yaml"), "gone.zsg: {}\n").unwrap();
    let (code, text, _) = run_in(top.path(), &["check", "--expect", "legal.zsg"]);
    assert!(code == 1 && text.contains("something is expected of gone.zsg, which is not there"), "{text}");
    assert!(text.contains("warning[C009]: nothing is expected of legal.zsg"), "{text}");
    let (code, text, _) = run_in(top.path(), &["check", "--expect", "own.pgn", "--deny", "expectation-missing"]);
    assert_eq!(code, 0, "{text}");
    fs::write(top.path().join("expect.yaml"), "legal.zsg: {verdit: legal}\n").unwrap();
    let (code, text, _) = run_in(top.path(), &["check", "--expect", "legal.zsg"]);
    assert!(code == 2 && text.contains("error[C006]") && text.contains("did you mean `verdict`?"), "{text}");
    assert_eq!(run_in(top.path(), &["check", "--bless", "legal.zsg"]).0, 2);
}
