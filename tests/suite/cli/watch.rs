//! `check --watch`.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use super::fixtures;

/// Ends the program with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The next line with this in it.
fn next(lines: &Receiver<String>, part: &str) -> String {
    loop {
        let line = lines.recv_timeout(Duration::from_secs(60)).unwrap_or_else(|_| panic!("no line with {part:?} came"));
        if line.contains(part) {
            return line;
        }
    }
}

#[test]
fn a_change_of_a_record_or_its_rules_is_checked() {
    let top = tempfile::tempdir().unwrap();
    for name in ["legal.zsg", "corner.zrf"] {
        fs::copy(fixtures().join(name), top.path().join(name)).unwrap();
    }
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("scoresheet"))
        .args(["check", "--watch", "--no-config", "."])
        .current_dir(top.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    let _running = Running(child);
    let (sender, lines) = channel();
    std::thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
    next(&lines, "2 inputs, 1 record: 1 legal");
    fs::copy(fixtures().join("illegal.zsg"), top.path().join("legal.zsg")).unwrap();
    next(&lines, "legal.zsg: illegal at ply 4");
    next(&lines, "2 inputs, 1 record: 1 illegal");
    fs::remove_file(top.path().join("corner.zrf")).unwrap();
    next(&lines, "1 input, 1 record: 1 not checkable");
}
