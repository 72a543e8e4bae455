//! `check --jsonl`: a record a line in, a verdict a line out.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::{fixtures, scoresheet, status};

fn line(id: u32, moves: &str) -> String {
    json!({"id": id, "format": "pgn", "text": moves, "game": "chess"}).to_string() + "\n"
}

#[test]
fn answers_come_in_order_whatever_the_number_of_jobs() {
    let input: String = (0..300).map(|id| line(id, if id % 3 == 0 { "1. e4 e4" } else { "1. e4 e5" })).collect();
    let answers = |jobs: &str| {
        let output =
            scoresheet().args(["check", "--jsonl", "--jobs", jobs]).write_stdin(input.as_str()).output().unwrap();
        assert_eq!(status(&output), 1);
        String::from_utf8(output.stdout).unwrap()
    };
    let one = answers("1");
    assert_eq!(one, answers("4"));
    for (id, answer) in one.lines().enumerate() {
        let answer: Value = serde_json::from_str(answer).unwrap();
        let verdict = if id % 3 == 0 { "illegal" } else { "legal" };
        assert_eq!((&answer["id"], &answer["verdict"]), (&json!(id), &json!(verdict)));
        assert_eq!(answer["records"][0]["plies_legal"], if id % 3 == 0 { 1 } else { 2 });
    }
}

#[test]
fn an_answer_hangs_on_its_line_alone() {
    // The finding of a move after the end names the place of the end, too.
    let line = line(1, "1. f3 e5 2. g4 Qh4# 3. a3 0-1");
    let output = scoresheet().args(["check", "--jsonl"]).write_stdin(line.repeat(3)).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<_> = text.lines().collect();
    assert!(answers[0].contains("\"verdict\":\"after-the-end\""), "{text}");
    assert!(answers.len() == 3 && answers[1..].iter().all(|answer| *answer == answers[0]), "{text}");
}

#[test]
fn rules_are_named_by_line_or_by_option() {
    let record = std::fs::read_to_string(fixtures().join("legal.zsg")).unwrap();
    let with_rules = json!({"id": "a", "text": record, "rules": "corner.zrf"}).to_string();
    let without = json!({"id": "b", "text": record, "format": "zsg"}).to_string();
    let broken = "{\"id\": \"c\"}";
    let input = format!("{with_rules}\n\n{without}\n{broken}\n");
    let output = scoresheet().args(["check", "--jsonl"]).write_stdin(input).output().unwrap();
    let answers: Vec<Value> =
        String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let verdicts: Vec<_> = answers.iter().map(|answer| answer["verdict"].as_str().unwrap().to_owned()).collect();
    assert_eq!(verdicts, ["legal", "legal", "unreadable"]);
    assert_eq!(answers[2]["findings"][0]["code"], "S003");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn an_answer_does_not_wait_for_the_next_line() {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("scoresheet"))
        .args(["check", "--jsonl"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for id in 0..3 {
        input.write_all(line(id, "1. e4").as_bytes()).unwrap();
        input.flush().unwrap();
        let mut answer = String::new();
        output.read_line(&mut answer).unwrap();
        assert!(answer.starts_with(&format!("{{\"id\":{id},\"verdict\":\"legal\"")), "{answer}");
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}
