//! `--allow`, `--warn`, `--deny`: what is reported and what the exit status tells of; `explain --all`.

use serde_json::Value;

use super::{run, scoresheet, status};

/// The exit status of a check, and the codes with their severities.
fn check(arguments: &[&str]) -> (i32, Vec<(String, String)>) {
    let (status, text) = run(&[&["check", "--format", "json"], arguments].concat());
    let report: Value = serde_json::from_str(&text).expect("the report is JSON");
    let word = |finding: &Value, key: &str| finding[key].as_str().expect("a word").to_owned();
    let findings = report["inputs"][0]["records"][0]["findings"].as_array().expect("a list").clone();
    (status, findings.iter().map(|found| (word(found, "code"), word(found, "severity"))).collect())
}

fn pair(code: &str, severity: &str) -> (String, String) {
    (code.to_owned(), severity.to_owned())
}

#[test]
fn the_exit_status_follows_the_severities() {
    let (before, findings) = check(&["illegal.zsg"]);
    assert_eq!(before, 1);
    let (code, _) = findings.iter().find(|(_, severity)| severity == "error").expect("an error").clone();
    let (warned, findings) = check(&["illegal.zsg", "--warn", &code]);
    assert_eq!((warned, findings.contains(&pair(&code, "warning"))), (0, true));
    let (allowed, findings) = check(&["illegal.zsg", "--allow", &code]);
    assert_eq!((allowed, findings.iter().any(|(found, _)| *found == code)), (0, false));
}

#[test]
fn warnings_can_be_made_to_count() {
    assert_eq!(check(&["old-path.zsg"]).0, 0);
    let (status, findings) = check(&["old-path.zsg", "--deny", "title-differs"]);
    assert_eq!((status, findings.contains(&pair("V006", "error"))), (1, true));
    assert_eq!(check(&["old-path.zsg", "--deny", "warnings"]).0, 1);
    assert_eq!(check(&["old-path.zsg", "--deny", "warnings", "--warn", "V006"]).0, 0);
}

#[test]
fn a_code_that_does_not_exist_is_a_failure() {
    let output = scoresheet().args(["check", "legal.zsg", "--deny", "no-such-mvoe"]).output().expect("it runs");
    assert_eq!(status(&output), 2);
    assert!(String::from_utf8_lossy(&output.stderr).contains("did you mean `no-such-move`?"));
}

#[test]
fn all_codes_are_explained_in_one_document() {
    let (status, text) = run(&["explain", "--all", "--format", "json"]);
    let page: Value = serde_json::from_str(&text).expect("JSON");
    let codes = page["codes"].as_array().expect("a list");
    assert_eq!((status, codes.len()), (0, scoresheet::diagnostic::Code::ALL.len()));
    let first = &codes[0];
    assert_eq!((&first["code"], &first["slug"]), (&"S001".into(), &"input-missing".into()));
    assert_eq!((&first["severity"], &first["kind"]), (&"error".into(), &"file-not-found".into()));
    let mut sections = run(&["explain", "--all"]).1;
    for code in codes {
        let heading = format!("{} {} (", code["code"].as_str().unwrap(), code["slug"].as_str().unwrap());
        let at = sections.find(&heading).unwrap_or_else(|| panic!("{heading} stands in order"));
        sections.drain(..at);
    }
}

#[test]
fn known_faults_do_not_count_and_new_ones_do() {
    let top = tempfile::tempdir().expect("a folder");
    let file = top.path().join("known.json").display().to_string();
    assert_eq!(check(&["illegal.zsg", "--write-baseline", &file]).0, 0);
    let text = std::fs::read_to_string(&file).expect("the baseline is written");
    let document: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(document["scoresheet_baseline"], 1);
    let fault = &document["faults"][0];
    assert_eq!((&fault["path"], &fault["record"], &fault["ply"]), (&"illegal.zsg".into(), &1.into(), &4.into()));
    assert_eq!(fault["text"], "King b3 - b2");

    let (status, findings) = check(&["illegal.zsg", "--baseline", &file]);
    assert_eq!((status, findings.iter().any(|(_, severity)| severity == "error")), (0, false));
    assert_eq!(run(&["check", "illegal.zsg", "gone.zsg", "--baseline", &file]).0, 2);

    let stale = text.replace("King b3 - b2", "King b3 - a1");
    std::fs::write(&file, stale).expect("the folder can be written to");
    let (status, report) = run(&["check", "--format", "json", "illegal.zsg", "--baseline", &file]);
    let report: Value = serde_json::from_str(&report).expect("JSON");
    assert_eq!((status, &report["inputs"][0]["findings"][0]["code"]), (1, &"C020".into()));
    assert_eq!(run(&["check", "illegal.zsg", "--baseline", "corner.zrf"]).0, 2);
}
