//! Faults of many records that share a cause stand together at the end of the report.

use serde_json::Value;

use super::{fixtures, run};

#[test]
fn records_that_stop_on_one_condition_are_counted_together() {
    let top = tempfile::tempdir().expect("a folder");
    let head = "Zillions Save Game File Version 0.02 HH\nRulesFile=chess.zrf\nVariantName=Chess\n";
    for (name, entries) in [
        ("a.zsg", "1. Pawn e2 - e3\n1. Pawn a7 - a6\n2. Pawn e3 - e5\n"),
        ("b.zsg", "1. Pawn c2 - c3\n1. Pawn a7 - a6\n2. Pawn c3 - c5\n"),
        ("c.zsg", "1. Rook a1 - a3\n"),
    ] {
        std::fs::write(top.path().join(name), format!("{head}{entries}")).expect("the folder can be written to");
    }
    let folder = top.path().display().to_string();
    let (_, text) = run(&["check", &folder]);
    let line = text.lines().find(|line| line.starts_with("2 records: ")).expect("the causes are told");
    let expected = "2 records: Pawn, 2 steps `n`, `(in-zone? second-rank)` fails (M001 no-such-move, Chess; first in ";
    assert!(line.starts_with(expected) && line.ends_with("a.zsg); were the rules revised?"), "{line}");
    let report: Value = serde_json::from_str(&run(&["check", "--format", "json", &folder]).1).expect("JSON");
    let causes = report["summary"]["causes"].as_array().expect("a list");
    assert_eq!((causes.len(), &causes[0]["records"], &causes[0]["code"]), (1, &2.into(), &"M001".into()));
    assert!(!run(&["check", &fixtures().join("illegal.zsg").display().to_string()]).1.contains("were the rules"));
}
