//! `check`: verdicts, exit statuses, and where rules are looked for.

use serde_json::Value;

use super::{run, scoresheet, status};

/// The JSON report of `check`, and the exit status.
fn check(arguments: &[&str]) -> (i32, Value) {
    let (status, text) = run(&[&["check", "--format", "json"], arguments].concat());
    (status, serde_json::from_str(&text).expect("the report is JSON"))
}

fn first_record(report: &Value) -> &Value {
    &report["inputs"][0]["records"][0]
}

fn codes(holder: &Value) -> Vec<&str> {
    holder["findings"].as_array().into_iter().flatten().filter_map(|found| found["code"].as_str()).collect()
}

#[test]
fn a_sound_record() {
    let (status, report) = check(&["legal.zsg"]);
    let record = first_record(&report);
    assert_eq!((status, &record["verdict"]), (0, &"legal".into()));
    assert_eq!((&record["plies"], &record["plies_legal"]), (&4.into(), &4.into()));
    assert_eq!(record["rules"]["file"], "corner.zrf");
    assert_eq!(record["rules"]["variant"], "Corner Three");
    assert_eq!(record["rules"]["bundled"], false);
    assert_eq!(report["summary"]["legal"], 1);
}

#[test]
fn an_illegal_move_has_its_ply_and_place() {
    let (status, report) = check(&["illegal.zsg"]);
    let record = first_record(&report);
    assert_eq!((status, &record["verdict"]), (1, &"illegal".into()));
    assert_eq!((&record["plies"], &record["plies_legal"]), (&5.into(), &3.into()));
    let found = record["findings"].as_array().unwrap().iter().find(|found| found["severity"] == "error").unwrap();
    assert_eq!((&found["kind"], &found["ply"], &found["line"]), (&"illegal-move".into(), &4.into(), &7.into()));
    assert_eq!(found["text"], "King b3 - b2");
}

#[test]
fn missing_and_unreadable_inputs() {
    let (status, report) = check(&["legal.zsg", "gone.zsg", "not-a-game.zsg"]);
    assert_eq!(status, 2);
    assert_eq!(codes(&report["inputs"][1]), ["S001"]);
    assert_eq!(report["inputs"][1]["findings"][0]["kind"], "file-not-found");
    assert_eq!(report["inputs"][2]["findings"][0]["kind"], "cannot-read");
    assert_eq!((&report["summary"]["unreadable"], &report["summary"]["legal"]), (&2.into(), &1.into()));
}

#[test]
fn rules_that_are_not_found_are_asked_for() {
    let (status, report) = check(&["no-rules.zsg"]);
    assert_eq!((status, &first_record(&report)["verdict"]), (3, &"cannot-check".into()));
    assert_eq!(codes(first_record(&report)), ["K001"]);
    let (status, report) = check(&["no-rules.zsg", "--rules", "corner.zrf"]);
    assert_eq!((status, &first_record(&report)["verdict"]), (0, &"legal".into()));
}

#[test]
fn a_path_of_another_machine_and_a_title_in_another_case() {
    let (status, report) = check(&["old-path.zsg"]);
    let record = first_record(&report);
    assert_eq!((status, &record["verdict"]), (0, &"legal".into()));
    assert_eq!((&record["rules"]["file"], &record["rules"]["variant"]), (&"corner.zrf".into(), &"Corner Three".into()));
    assert!(codes(record).contains(&"V006"));
}

#[test]
fn an_unknown_variant_is_never_replaced() {
    for options in [&["no-variant.zsg"][..], &["no-variant.zsg", "--rules", "corner.zrf"]] {
        let (status, report) = check(options);
        assert_eq!((status, &first_record(&report)["verdict"]), (3, &"cannot-check".into()));
        let found = &first_record(&report)["findings"][0];
        assert_eq!(found["code"], "K002");
        assert!(found["message"].as_str().unwrap().contains("Corner Three, Kings alone"), "{found}");
    }
    assert_eq!(check(&["no-variant.zsg", "--variant", "Corner Three"]).0, 0);
}

#[test]
fn the_best_of_several_editions_counts() {
    let (status, report) = check(&["legal.zsg", "--rules", "corner-slow.zrf", "--rules", "corner.zrf"]);
    let record = first_record(&report);
    assert_eq!((status, &record["rules"]["file"]), (0, &"corner.zrf".into()));
    let compared = record["findings"].as_array().unwrap().iter().find(|found| found["code"] == "K008").unwrap();
    assert_eq!(compared["message"], "accepted under corner.zrf; illegal under corner-slow.zrf at ply 3");
    assert_eq!(check(&["legal.zsg", "--rules", "corner-slow.zrf"]).0, 1);
}

#[test]
fn an_option_that_names_nothing_is_a_failure() {
    let (status, report) = check(&["legal.zsg", "--rules", "gone.zrf"]);
    assert_eq!((status, codes(&report["inputs"][0])), (2, vec!["C001"]));
    assert_eq!(check(&["legal.zsg", "--game", "no-such-game"]).0, 2);
}

#[test]
fn a_rules_file_lists_its_variants() {
    let (status, report) = check(&["corner.zrf"]);
    let input = &report["inputs"][0];
    assert_eq!((status, &input["format"]), (0, &"zrf".into()));
    assert_eq!(input["records"], serde_json::json!([]));
    let expected = serde_json::json!([
        {"variant": "Corner Three", "players": ["White", "Black"], "cells": 9, "piece_types": 2},
        {"variant": "Corner Three, Kings alone", "players": ["White", "Black"], "cells": 9, "piece_types": 2}
    ]);
    assert_eq!(input["rules"], expected);
    let (_, report) = check(&["corner.zrf", "--variant", "Corner Three"]);
    assert_eq!(report["inputs"][0]["rules"].as_array().unwrap().len(), 1);
}

#[test]
fn a_missing_include_is_an_error_of_the_rules_file() {
    let (status, report) = check(&["faulty.zrf"]);
    assert_eq!(status, 1);
    let found = &report["inputs"][0]["findings"][0];
    assert_eq!((&found["code"], &found["line"], &found["column"]), (&"R004".into(), &2.into(), &1.into()));
}

#[test]
fn a_folder_is_walked() {
    let (status, report) = check(&["deep"]);
    assert_eq!((status, &report["inputs"][0]["path"]), (0, &"deep/again.zsg".into()));
}

#[test]
fn standard_input_goes_by_its_name_or_contents() {
    let text = std::fs::read(super::fixtures().join("legal.zsg")).unwrap();
    let output = scoresheet().args(["check", "--format", "json", "-"]).write_stdin(text).output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((status(&output), &report["inputs"][0]["path"]), (0, &"<stdin>".into()));
    assert_eq!(report["inputs"][0]["format"], "zsg");
    let output = scoresheet().args(["check", "--stdin-name", "a.zsg", "-"]).write_stdin("1. e4 e5\n").output().unwrap();
    assert_eq!(status(&output), 2);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let of = |jobs: &str| run(&["check", "--format", "json", "--jobs", jobs, "."]);
    assert_eq!(of("1"), of("4"));
}
