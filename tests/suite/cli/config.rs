//! `scoresheet.yaml`.

use std::fs;
use std::path::Path;

use super::{fixtures, scoresheet, status};

/// A folder with rules, a record without rules of its own, and a configuration.
fn folder(config: &str) -> tempfile::TempDir {
    let top = tempfile::tempdir().expect("the folder and the binary can be used");
    fs::create_dir_all(top.path().join("games/old")).expect("the folder and the binary can be used");
    fs::create_dir(top.path().join("rules")).expect("the folder and the binary can be used");
    fs::copy(fixtures().join("corner.zrf"), top.path().join("rules/corner.zrf"))
        .expect("the folder and the binary can be used");
    fs::copy(fixtures().join("legal.zsg"), top.path().join("games/old/a.zsg"))
        .expect("the folder and the binary can be used");
    fs::write(top.path().join("scoresheet.yaml"), config).expect("the folder and the binary can be used");
    top
}

fn run_in(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output =
        scoresheet().current_dir(folder).args(arguments).output().expect("the folder and the binary can be used");
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("the folder and the binary can be used");
    (status(&output), text(&output.stdout), text(&output.stderr))
}

#[test]
fn it_is_found_upward_and_options_win() {
    let top = folder("rules-dir: rules\nformat: concise\n");
    let deep = top.path().join("games/old");
    assert_eq!(run_in(&deep, &["check", "a.zsg"]).0, 0);
    assert_eq!(run_in(&deep, &["check", "a.zsg"]).1, "", "the format is that of the configuration");
    assert!(run_in(&deep, &["check", "--format", "tap", "a.zsg"]).1.starts_with("TAP"));
    assert_eq!(run_in(&deep, &["check", "--no-config", "a.zsg"]).0, 3);
    let other = top.path().join("other.yaml");
    fs::write(&other, "severity: {rules-not-found: warn}\n").unwrap();
    assert_eq!(run_in(&deep, &["check", "--config", "../../other.yaml", "a.zsg"]).0, 0);
}

#[test]
fn folders_have_their_rules() {
    let top = folder("game: chess\nfolders:\n  \"games/old/**\": {rules: rules/corner.zrf}\n");
    let (code, text, _) = run_in(top.path(), &["check", "games"]);
    assert!(text.contains("rules corner.zrf") && code == 0, "{text}");
    let (code, text, _) = run_in(&top.path().join("games"), &["check", "old/a.zsg", "--game", "xiangqi"]);
    assert!(text.contains("xiangqi.zrf") && code == 3, "an option wins: {text}");
}

#[test]
fn slips_are_findings_and_nothing_is_done() {
    let top = folder("rules_dir: rules\n");
    let (code, text, errors) = run_in(top.path(), &["check", "games"]);
    assert_eq!((code, text.as_str()), (2, ""));
    for part in ["error[C006]: there is no key `rules_dir` here", "scoresheet.yaml:1:1", "did you mean `rules-dir`?"] {
        assert!(errors.contains(part), "{errors}");
    }
    let top = folder("format: xml\n");
    let (code, _, errors) = run_in(top.path(), &["check", "games"]);
    assert!(code == 2 && errors.contains("scoresheet.yaml:1: there is no format `xml`"), "{errors}");
}

#[test]
fn each_value_is_shown_with_where_it_comes_from() {
    let top = folder("rules-dir: rules\njobs: 3\nseverity: {V007: deny}\nfolders:\n  \"old/**\": {game: chess}\n");
    let (code, text, _) = run_in(top.path(), &["config", "show"]);
    assert_eq!(code, 0);
    let expected = "\
rules-dir: [\"rules\"]  # scoresheet.yaml:1
jobs: 3               # scoresheet.yaml:2
format: human         # default
keep-going: false     # default
severity:             # scoresheet.yaml:3
  \"V007\": deny
folders:
  \"old/**\":           # scoresheet.yaml:5
    game: \"chess\"     # scoresheet.yaml:5
";
    assert_eq!(text, expected);
    assert!(run_in(&fixtures(), &["config", "show", "--no-config"]).1.starts_with("# no scoresheet.yaml"));
}
