//! `--fix` mends what is no move; `--diff` only shows it.

use std::fs;
use std::path::Path;

use super::{scoresheet, status};

/// Writes a file, runs `check` with the options, and gives back the status, standard output and the file.
fn run_on(top: &Path, name: &str, content: &[u8], options: &[&str]) -> (i32, String, Vec<u8>) {
    let path = top.join(name);
    fs::write(&path, content).expect("the folder can be written to");
    let output = scoresheet().current_dir(top).arg("check").args(options).arg(name).output().expect("it runs");
    let text = String::from_utf8(output.stdout.clone()).expect("UTF-8");
    (status(&output), text, fs::read(&path).expect("the file is there"))
}

const CHESS: &str = "Zillions Save Game File Version 0.02 HH\r\nRulesFile=chess.zrf\r\nVariantName=Chess\r\n";

#[test]
fn numbers_and_line_ends_of_a_saved_game() {
    let top = tempfile::tempdir().expect("a folder");
    let before = format!("{CHESS}1. Pawn e2 - e4\n2. Pawn e7 - e5\r\n3. Pawn d2 - d4");
    let after = format!("{CHESS}1. Pawn e2 - e4\r\n1. Pawn e7 - e5\r\n2. Pawn d2 - d4\r\n");
    let (status, text, kept) = run_on(top.path(), "a.zsg", before.as_bytes(), &["--diff"]);
    assert_eq!((status, kept), (1, before.clone().into_bytes()));
    for line in ["# a.zsg: the line ends would be mended", "-2. Pawn e7 - e5", "+1. Pawn e7 - e5", "+2. Pawn d2 - d4"] {
        assert!(text.lines().any(|found| found == line), "{line}: {text}");
    }
    let (status, text, written) = run_on(top.path(), "a.zsg", before.as_bytes(), &["--fix"]);
    assert_eq!((status, String::from_utf8(written).expect("UTF-8")), (0, after.clone()));
    assert!(text.contains("legal, 3 plies") && !text.contains("V001"), "{text}");
    assert_eq!(run_on(top.path(), "a.zsg", after.as_bytes(), &["--diff"]), (0, String::new(), after.into_bytes()));
    assert_eq!(fs::read_dir(top.path()).expect("a folder").count(), 1, "no other file stays");
}

#[test]
fn tags_numbers_promotions_and_encoding_of_pgn() {
    let top = tempfile::tempdir().expect("a folder");
    let head = "[Variant \"Chess\"]\n[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/p7/4K3 w - - 0 1\"]\n";
    let before = format!("[White \"Ren\u{e9}\"]\n{head}[Result \"0-1\"]\n\n1. a8=q+ Kd7 5. Kd2 5... a1(n) 1-0\n");
    let after = format!("[White \"Ren\u{e9}\"]\n{head}[Result \"1-0\"]\n\n1. a8=Q+ Kd7 2. Kd2 2... a1(N) 1-0\n");
    let bytes: Vec<u8> = before.chars().map(|c| u8::try_from(u32::from(c)).expect("one byte")).collect();
    let (_, _, written) = run_on(top.path(), "a.pgn", &bytes, &["--fix"]);
    assert_eq!(String::from_utf8(written).expect("it is UTF-8 now"), after);
}

#[test]
fn a_promotion_of_a_log_in_the_wrong_case() {
    let top = tempfile::tempdir().expect("a folder");
    let before = "1. P a7-a8; q-a8\n7... k h8-h7\n";
    let start = ["--game", "chess", "--start", "7k/P7/8/8/8/8/8/K7 w - - 0 1", "--fix"];
    let (status, _, written) = run_on(top.path(), "a.gc", before.as_bytes(), &start);
    assert_eq!(
        (status, String::from_utf8(written).expect("UTF-8")),
        (0, "1. P a7-a8; Q-a8\n1... k h8-h7\n".to_owned())
    );
}

#[test]
fn moves_are_never_touched() {
    let top = tempfile::tempdir().expect("a folder");
    let illegal = format!("{CHESS}1. Pawn e2 - e5\r\n");
    let (status, _, written) = run_on(top.path(), "a.zsg", illegal.as_bytes(), &["--fix"]);
    assert_eq!((status, written), (1, illegal.into_bytes()));
}
