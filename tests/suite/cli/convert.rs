//! `convert`: several games a file, folders, collisions, excerpts, long files.

use std::fs;
use std::path::Path;

use super::{run, scoresheet, status};

/// A PGN of several games of chess, which begin with moves of their own.
fn games(count: usize) -> String {
    let game = |number: usize| {
        let pawn = ["a", "b", "c", "d", "e", "f", "g", "h"][number % 8];
        format!("[Event \"{number}\"]\n[Variant \"Chess\"]\n[Result \"*\"]\n\n1. {pawn}4 Nf6 2. {pawn}5 *\n\n")
    };
    (1..=count).map(game).collect()
}

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().expect("a plain path").to_owned()
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn a_file_of_several_games_gives_one_file_or_one_for_each() {
    let top = tempfile::tempdir().unwrap();
    fs::write(top.path().join("all.pgn"), games(3)).unwrap();
    let (input, out) = (path(top.path(), "all.pgn"), path(top.path(), "out"));
    for form in ["zsg", "yaml", "json", "jsonl"] {
        assert_eq!(run(&["convert", &input, "--to", form, "--out-dir", &out]).0, 0, "{form}");
    }
    let expected =
        ["all-0001.zsg", "all-0002.zsg", "all-0003.zsg", "all.json", "all.jsonl", "all.yaml"].map(str::to_owned);
    assert_eq!(names(Path::new(&out)), expected);
    for form in ["yaml", "json", "jsonl"] {
        let (status, whole) = run(&["convert", &input, "--to", form]);
        assert_eq!((status, fs::read_to_string(path(Path::new(&out), &format!("all.{form}"))).unwrap()), (0, whole));
        let (status, again) = run(&["convert", &path(Path::new(&out), &format!("all.{form}")), "--to", "pgn"]);
        assert_eq!((status, again.matches("[Event ").count()), (0, 3), "{form}");
    }
    assert_eq!(run(&["convert", &input, "--to", "zsg"]).0, 2, "standard output holds one saved game");
}

/// A list by lines would read a half-move without a number as a comment.
#[test]
fn the_second_half_move_behind_one_number_gets_one_of_its_own() {
    let top = tempfile::tempdir().unwrap();
    let input = path(top.path(), "two.gc");
    fs::write(&input, "1. P e2-e4, p e7-e5\n2. N g1-g3 n b8-c6\n").unwrap();
    let (status, text) = run(&["convert", &input, "--game", "chess", "--to", "courier"]);
    let list: Vec<&str> = text.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit())).collect();
    assert_eq!((status, list), (1, vec!["1. P e2-e4", "1... p e7-e5", "2. N g1-g3", "2... n b8-c6"]));
}

#[test]
fn collisions_are_refused_and_the_others_converted() {
    let top = tempfile::tempdir().unwrap();
    for name in ["in/a.pgn", "in/a.yaml", "in/deep/a.pgn", "in/b.pgn"] {
        fs::create_dir_all(top.path().join(name).parent().unwrap()).unwrap();
        fs::write(top.path().join(name), games(1)).unwrap();
    }
    let (input, out) = (path(top.path(), "in"), path(top.path(), "out"));
    run(&["convert", &path(top.path(), "in/b.pgn"), "--to", "yaml", "--out-dir", &path(top.path(), "in"), "--force"]);
    fs::rename(top.path().join("in/b.yaml"), top.path().join("in/a.yaml")).unwrap();
    let output = scoresheet().args(["convert", &input, "--to", "json", "--out-dir", &out]).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(status(&output), 2);
    assert!(told.contains("a.json is the file of another input of this run"), "{told}");
    assert_eq!(names(Path::new(&out)), ["a.json", "b.json", "deep"]);
    assert_eq!(names(&Path::new(&out).join("deep")), ["a.json"]);
    // Files of earlier runs are not written over unasked.
    let before = fs::read(Path::new(&out).join("b.json")).unwrap();
    let second = ["convert", &path(top.path(), "in/b.pgn"), "--to", "json", "--out-dir", &out];
    assert_eq!(run(&second).0, 2);
    assert_eq!(fs::read(Path::new(&out).join("b.json")).unwrap(), before);
    assert_eq!(run(&[&second[..], &["--force"]].concat()).0, 0);
}

#[test]
fn some_entries_alone() {
    let top = tempfile::tempdir().unwrap();
    let input = path(top.path(), "one.pgn");
    fs::write(&input, "[Variant \"Chess\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1/2-1/2\n").unwrap();
    let excerpt = |arguments: &[&str]| run(&[&["convert", &input], arguments].concat());
    let (status, text) = excerpt(&["--to", "pgn", "--start-ply", "4", "--end-ply", "5"]);
    assert_eq!(status, 0);
    let fen = "[FEN \"rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2\"]\n";
    assert!(text.contains(fen) && text.contains("[PlyCount \"2\"]"), "{text}");
    assert!(text.ends_with("\n2... Nc6 3. Bb5 *\n\n"), "{text}");
    assert!(excerpt(&["--to", "pgn", "--start-ply", "5"]).1.ends_with("\n3. Bb5 a6 1/2-1/2\n\n"));
    assert!(excerpt(&["--to", "zsg", "--end-ply", "2"]).1.ends_with("\n1. Pawn e2 - e4\r\n1. Pawn e7 - e5\r\n"));
    let (status, text) = excerpt(&["--to", "yaml", "--start-ply", "6"]);
    assert!(
        status == 0 && text.contains("start:") && text.contains("ply: 1\n") && !text.contains("ply: 2\n"),
        "{text}"
    );
    for refused in [&["--to", "zsg", "--start-ply", "2"][..], &["--to", "pgn", "--start-ply", "7"]] {
        assert_eq!(excerpt(refused), (2, String::new()));
    }
    assert_eq!(excerpt(&["--to", "pgn", "--start-ply", "3", "--end-ply", "2"]).0, 2);
}

#[test]
fn a_saved_game_needs_no_rules_for_its_structure() {
    let output = scoresheet().args(["convert", "no-rules.zsg", "--to", "yaml"]).output().unwrap();
    assert_eq!(status(&output), 0);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("the record was converted without its rules"), "{told}");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("recorded:") && !text.contains("verdict:"), "{text}");
    assert_eq!(run(&["convert", "no-rules.zsg", "--to", "pgn"]), (3, String::new()));
}

#[test]
fn bytes_go_to_standard_output_as_they_are() {
    let saved =
        b"Zillions Save Game File Version 0.02 HH\r\nRulesFile=a\x1b[31m.zrf\r\nVariantName=\xE9\r\n1. Pass\r\n";
    let output = scoresheet()
        .args(["convert", "-", "--stdin-name", "a.zsg", "--to", "zsg"])
        .write_stdin(&saved[..])
        .output()
        .unwrap();
    assert_eq!(output.stdout, saved);
}

#[test]
fn long_files_are_reported_and_converted_as_short_ones_are() {
    const COUNT: usize = 1_300;
    let text = games(COUNT).replacen("2. e5 *", "2. Ke5 *", 1);
    assert!(text.len() > scoresheet::limits::PORTION_BYTES + 1_000);
    let top = tempfile::tempdir().unwrap();
    let input = path(top.path(), "all.pgn");
    fs::write(&input, &text).unwrap();
    let (state, whole) = run(&["check", &input, "--format", "json", "--jobs", "3"]);
    assert_eq!(state, 1);
    let value: serde_json::Value = serde_json::from_str(&whole).unwrap();
    let records = value["inputs"][0]["records"].as_array().unwrap();
    assert_eq!((records.len(), value["inputs"].as_array().unwrap().len()), (COUNT, 1));
    assert!(records.iter().zip(1..).all(|(record, number)| record["index"] == number));
    let line = text[..text.find("Ke5").unwrap()].matches('\n').count() + 1;
    assert_eq!(records[3]["findings"][0]["line"], line);
    assert_eq!(value["summary"]["legal"], COUNT - 1);
    let piped = scoresheet().args(["convert", "-", "--to", "json"]).write_stdin(text.clone()).output().unwrap();
    let documents: serde_json::Value = serde_json::from_slice(&piped.stdout).unwrap();
    assert_eq!((status(&piped), documents.as_array().map(Vec::len)), (1, Some(COUNT)));
}
