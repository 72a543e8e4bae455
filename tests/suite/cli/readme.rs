//! The README's quick start says what the command prints.

use std::fs;
use std::path::Path;

use super::scoresheet;

#[test]
fn the_quick_start_prints_what_the_readme_shows() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("README.md")).expect("the README is there");
    let command = page.lines().find(|line| line.starts_with("cargo run --release -- ")).expect("the first command");
    let arguments = command.trim_start_matches("cargo run --release -- ").split(' ');
    let shown = page.split("```text\n").nth(1).and_then(|rest| rest.split("\n```").next()).expect("its output");
    let output = scoresheet().current_dir(root).args(arguments).output().expect("the binary runs");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim_end(), shown.trim_end());
    let ci = fs::read_to_string(root.join(".ci/run")).expect("the required checks are there");
    assert!(page.contains("\ncargo test --locked\n") && ci.contains("cargo test --locked"));
}
