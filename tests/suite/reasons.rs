//! Why an entry is illegal: the whole output for each planted fault, and the table of the page on findings.

use std::path::{Path, PathBuf};

use scoresheet::batch::{Checker, Chooser, RulesOptions, discover};
use scoresheet::diagnostic::{InputReport, Severity, Summary};
use scoresheet::replay::ReplayOptions;
use scoresheet::report::{Format, Style};

const PAGE: &str = include_str!("../../docs/findings.md");

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/records/illegal")
}

/// The records with planted faults, by their names below the folder.
fn names() -> Vec<String> {
    let mut names = Vec::new();
    for game in std::fs::read_dir(folder()).expect("the fixtures are there") {
        let game = game.expect("the folder can be listed").path();
        for file in std::fs::read_dir(&game).into_iter().flatten() {
            let path = file.expect("the folder can be listed").path();
            if path.extension().is_some_and(|ending| ending != "zrf") {
                let name = path.strip_prefix(folder()).expect("in the folder").to_string_lossy().replace('\\', "/");
                names.push(name);
            }
        }
    }
    names.sort();
    names
}

/// The report of a record, under the name that it has below the folder.
fn report(name: &str, options: ReplayOptions) -> InputReport {
    let checker = Checker { chooser: Chooser::new(RulesOptions::default()).expect("no options"), replay: options };
    let input = discover(&[folder().join(name)], "<stdin>").into_iter().next().expect("the fixture is there");
    checker.check(&input).expect("the fixture is of a known form")
}

fn shown(report: &InputReport) -> String {
    let mut out = Vec::new();
    let mut reporter = Format::Human.reporter(&mut out, Style::default());
    reporter.input(report).expect("a buffer can be written to");
    reporter.finish(&Summary::default()).expect("a buffer can be written to");
    drop(reporter);
    let text = String::from_utf8(out).expect("UTF-8").replace(&format!("{}/", folder().display()), "");
    // The arrow before the first place is moved by nothing but the width of line numbers.
    text.trim_end().trim_end_matches("0 inputs, 0 records").trim_end().to_owned()
}

#[test]
fn the_output_for_each_planted_fault() {
    for name in names() {
        let text = shown(&report(&name, ReplayOptions::default()));
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(name.replace(['/', '.'], "-"), text);
        });
    }
}

#[test]
fn every_block_is_told_of_on_request() {
    let options = ReplayOptions { trace: true, ..ReplayOptions::default() };
    let report = report("xiangqi/M014-p1-horse-blocked.zsg", options);
    let notes = &report.records[0].findings.last().expect("a finding").notes;
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("trace", notes.join("\n"));
    });
}

#[test]
fn the_table_of_reasons_shows_what_the_fixtures_give() {
    let rows: Vec<Vec<&str>> = PAGE
        .lines()
        .filter(|line| line.starts_with("| ") && line.contains("](#"))
        .map(|line| line.trim_matches('|').split(" | ").map(str::trim).collect())
        .collect();
    assert!(rows.len() > 40, "{} reasons", rows.len());
    for row in rows {
        let [_, code, fixture, message] = row[..] else { panic!("four columns: {row:?}") };
        let report = report(fixture.trim_matches('`'), ReplayOptions::default());
        let record = &report.records[0];
        let first = record.findings.iter().find(|found| found.severity == Severity::Error).expect("an error");
        let (id, slug) = (first.code.id(), first.code.slug());
        assert_eq!(code, format!("[{id}](#{}-{slug})", id.to_lowercase()), "{fixture}");
        assert_eq!(message, first.message.replace('|', "\\|"), "{fixture}");
    }
}
