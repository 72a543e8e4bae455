//! What continuous integration runs: the script of the GitHub Action, the hooks, the lines of the GitLab job.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{fixtures, scoresheet, status};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).expect("the file is in the tree")
}

/// Runs the script of the action in a folder; its exit status and what it prints.
fn action(folder: &Path, environment: &[(&str, &str)]) -> (i32, String) {
    let binary = assert_cmd::cargo::cargo_bin("scoresheet");
    let mut paths = vec![binary.parent().expect("the binary is in a folder").to_path_buf()];
    paths.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
    let output = Command::new("sh")
        .arg(root().join("ci/action.sh"))
        .current_dir(folder)
        .env("PATH", std::env::join_paths(paths).expect("the path can be joined"))
        .env("GITHUB_OUTPUT", folder.join("outputs"))
        .envs(environment.iter().copied())
        .output()
        .expect("there is a shell");
    (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn the_script_of_the_action_annotates_and_leaves_reports() {
    let top = tempfile::tempdir().unwrap();
    fs::create_dir(top.path().join("my games")).unwrap();
    for name in ["legal.zsg", "illegal.zsg", "corner.zrf"] {
        fs::copy(fixtures().join(name), top.path().join("my games").join(name)).unwrap();
    }
    let (code, text) = action(top.path(), &[("SCORESHEET_PATHS", "my games\n"), ("SCORESHEET_REPORTS", "out")]);
    assert_eq!(code, 1, "{text}");
    assert!(text.starts_with("::error file=my games/illegal.zsg,line=7,endLine=7,col=4,"), "{text}");
    let outputs = fs::read_to_string(top.path().join("outputs")).unwrap();
    assert_eq!(outputs, "status=1\njunit=out/junit.xml\nsarif=out/scoresheet.sarif\nhtml=out/report.html\n");
    for name in ["junit.xml", "scoresheet.sarif", "report.html"] {
        assert!(top.path().join("out").join(name).is_file(), "{name}");
    }
    let arguments = "--allow\nno-such-code\n";
    assert_eq!(action(top.path(), &[("SCORESHEET_ARGS", arguments)]).0, 2, "arguments are passed on");
    let (code, text) =
        action(top.path(), &[("SCORESHEET_PATHS", "my games/legal.zsg"), ("SCORESHEET_ARGS", "--quiet\n")]);
    assert_eq!(code, 0, "{text}");
}

#[test]
fn the_action_passes_its_inputs_on_to_the_script() {
    let (page, script) = (read("action.yml"), read("ci/action.sh"));
    for input in ["paths", "args", "reports"] {
        assert!(page.contains(&format!("\n  {input}:\n    description: ")), "{input}");
        let variable = format!("SCORESHEET_{}", input.to_uppercase());
        assert!(page.contains(&format!("{variable}: ${{{{ inputs.{input} }}}}")), "{input}");
        assert!(script.contains(&format!("${{{variable}:-")), "{input}");
    }
    for output in ["status", "junit", "sarif", "html"] {
        assert!(page.contains(&format!("${{{{ steps.check.outputs.{output} }}}}")), "{output}");
        assert!(script.contains(&format!("echo \"{output}=")), "{output}");
    }
}

#[test]
fn the_hooks_run() {
    let page = read(".pre-commit-hooks.yaml");
    let entries: Vec<&str> = page.lines().filter_map(|line| line.trim().strip_prefix("entry: scoresheet ")).collect();
    assert_eq!(entries.len(), page.matches("- id: ").count());
    for entry in entries {
        let arguments: Vec<_> = entry.split(' ').collect();
        let output = scoresheet().args(&arguments).args(["illegal.zsg", "legal.zsg"]).output().unwrap();
        assert_eq!(status(&output), 1, "{entry}");
        assert!(String::from_utf8_lossy(&output.stdout).contains("illegal.zsg:7:4: error[M008] "), "{entry}");
    }
}

#[test]
fn the_gitlab_job_runs() {
    let page = read("docs/ci.md");
    let job = page.split("```yaml\nscoresheet:\n").nth(1).expect("the page has the job");
    let line = job.lines().find_map(|line| line.trim().strip_prefix("- scoresheet ")).expect("the job checks");
    let top = tempfile::tempdir().unwrap();
    fs::create_dir(top.path().join("games")).unwrap();
    for name in ["illegal.zsg", "corner.zrf"] {
        fs::copy(fixtures().join(name), top.path().join("games").join(name)).unwrap();
    }
    let output = scoresheet().current_dir(top.path()).args(line.split(' ')).output().unwrap();
    assert_eq!(status(&output), 1);
    let report = job.lines().find_map(|line| line.trim().strip_prefix("junit: ")).expect("the job keeps a report");
    assert!(fs::read_to_string(top.path().join(report)).unwrap().contains("failures=\"1\""));
}
