//! Reports in files beside the one on standard output.

use std::fs;

use super::{run, scoresheet, status};

#[test]
fn several_reports_of_one_run() {
    let top = tempfile::tempdir().unwrap();
    let at = |name: &str| top.path().join(name).display().to_string();
    let reports = [("junit", "j.xml"), ("sarif", "deep/s.sarif"), ("tap", "t.tap"), ("html", "r.html")];
    let mut arguments = vec!["check".to_owned(), "illegal.zsg".into(), "legal.zsg".into()];
    for (format, name) in reports {
        arguments.extend(["--report".to_owned(), format!("{format}={}", at(name))]);
    }
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    let (status, text) = run(&arguments);
    assert_eq!(status, 1);
    assert!(text.ends_with("2 inputs, 2 records: 1 legal, 1 illegal (9 plies)\n"), "{text}");
    for (name, part) in [
        ("j.xml", "<testsuite name=\"illegal.zsg\" tests=\"1\" failures=\"1\" errors=\"0\" skipped=\"0\">"),
        ("deep/s.sarif", "\"ruleId\":\"M008\""),
        ("t.tap", "\nnot ok 1 - illegal.zsg\n"),
        ("r.html", "<mark>King b3 - b2</mark>"),
    ] {
        let report = fs::read_to_string(at(name)).unwrap();
        assert!(report.contains(part), "{part} is not in\n{report}");
    }
    assert_eq!(fs::read_dir(top.path()).unwrap().count(), 4, "no temporary file stays");
}

#[test]
fn a_report_that_cannot_be_written_is_a_failure_and_leaves_nothing() {
    let top = tempfile::tempdir().unwrap();
    let file = top.path().join("file");
    fs::write(&file, "").unwrap();
    let inside = format!("junit={}", file.join("j.xml").display());
    assert_eq!(run(&["check", "legal.zsg", "--report", &inside]).0, 2);
    let one = format!("junit={}", top.path().join("a.xml").display());
    let other = format!("sarif={}", top.path().join("a.xml").display());
    assert_eq!(run(&["check", "legal.zsg", "--report", &one, "--report", &other]).0, 2);
    assert_eq!(fs::read_dir(top.path()).unwrap().count(), 1);
}

#[test]
fn a_line_for_people_comes_last() {
    let line = "1 input, 1 record: 1 legal (4 plies)\n";
    for (format, on_stdout) in [("human", true), ("tap", true), ("github", true), ("json", false), ("junit", false)] {
        let output = scoresheet().args(["check", "legal.zsg", "--format", format]).output().unwrap();
        let text = if on_stdout { &output.stdout } else { &output.stderr };
        assert!(String::from_utf8_lossy(text).ends_with(line), "{format}");
        assert_eq!(status(&output), 0);
        let quiet = scoresheet().args(["check", "legal.zsg", "-q", "--format", format]).output().unwrap();
        assert!(quiet.stderr.is_empty(), "{format}");
    }
}
