//! What is left when a run is killed, the disk is full or an input cannot be read: never half a file.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::{fixtures, scoresheet, status};
use crate::support::Random;

/// A folder with so many copies of a game, and its rules.
fn games(number: usize) -> tempfile::TempDir {
    let top = tempfile::tempdir().expect("a folder can be made");
    fs::copy(fixtures().join("corner.zrf"), top.path().join("corner.zrf")).expect("the rules can be copied");
    let record = fs::read(fixtures().join("illegal.zsg")).expect("the fixture is there");
    for index in 0..number {
        fs::write(top.path().join(format!("{index:04}.zsg")), &record).expect("a game can be written");
    }
    top
}

/// The files of a folder that have their name, with their contents.
fn finished(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let entries = entries.filter(|entry| entry.path().is_file());
    let named = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let named = named.filter(|name| Path::new(name).extension().is_none_or(|ending| ending != "tmp"));
    named.map(|name| (name.clone(), fs::read(folder.join(&name)).expect("the file can be read"))).collect()
}

#[test]
fn killed_at_any_moment_it_leaves_no_half_file() {
    const KILLS: usize = 50;
    let top = games(120);
    let out = tempfile::tempdir().unwrap();
    let report = out.path().join("report");
    let converted = out.path().join("converted");
    let commands: [&[&str]; 2] = [
        &["check", ".", "--format", "json", "--report", "junit=OUT/report/j.xml", "--report", "html=OUT/report/r.html"],
        &["convert", ".", "--to", "yaml", "--force", "--out-dir", "OUT/converted"],
    ];
    let start = |arguments: &[&str]| {
        let out = out.path().display().to_string();
        Command::new(assert_cmd::cargo::cargo_bin("scoresheet"))
            .args(arguments.iter().map(|argument| argument.replace("OUT", &out)))
            .current_dir(top.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap()
    };
    let mut whole = Vec::new();
    for arguments in commands {
        let since = Instant::now();
        assert_eq!(start(arguments).wait().unwrap().code(), Some(1));
        whole.push(since.elapsed());
    }
    let expected = (finished(&report), finished(&converted));
    assert_eq!((expected.0.len(), expected.1.len()), (2, 120));
    let mut random = Random(8);
    let mut interrupted = 0;
    for kill in 0..KILLS {
        let which = kill % 2;
        fs::remove_dir_all(&report).unwrap();
        fs::remove_dir_all(&converted).unwrap();
        let mut child = start(commands[which]);
        let most = usize::try_from(whole[which].as_micros()).unwrap();
        std::thread::sleep(Duration::from_micros(random.below(most) as u64));
        let _ = child.kill();
        interrupted += usize::from(child.wait().unwrap().code().is_none());
        for (found, expected) in [(finished(&report), &expected.0), (finished(&converted), &expected.1)] {
            for (name, bytes) in found {
                assert!(expected.get(&name) == Some(&bytes), "{name} is not whole after kill {kill}");
            }
        }
        fs::create_dir_all(&report).unwrap();
        fs::create_dir_all(&converted).unwrap();
    }
    assert!(interrupted > KILLS / 4, "only {interrupted} of {KILLS} runs were still under way");
}

#[test]
#[cfg(unix)]
fn a_file_that_cannot_grow_is_a_failure_and_leaves_the_old_one() {
    let top = games(40);
    fs::write(top.path().join("r.html"), "old").unwrap();
    // A file may have so many blocks of 512 bytes; to write more is an error, as on a full disk.
    let script = "trap '' XFSZ; ulimit -f 8; exec \"$@\"";
    for arguments in [
        &["check", "--format", "json", "--report", "html=r.html", "."][..],
        &["convert", "--to", "jsonl", "--out-dir", "out", "all.pgn"],
    ] {
        let moves: String = (0..400).map(|_| "[Variant \"Chess\"]\n\n1. e4 e5 2. Nf3 *\n\n").collect();
        fs::write(top.path().join("all.pgn"), moves).unwrap();
        let output = Command::new("sh")
            .args(["-c", script, "sh"])
            .arg(assert_cmd::cargo::cargo_bin("scoresheet"))
            .args(arguments)
            .current_dir(top.path())
            .stdout(Stdio::null())
            .output()
            .unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(status(&output), 2, "{errors}");
        assert!(errors.contains("error: "), "{errors}");
        assert_eq!(fs::read(top.path().join("r.html")).unwrap(), b"old");
        let there: Vec<_> = finished(top.path()).into_keys().filter(|name| !name.ends_with(".zsg")).collect();
        assert_eq!(there, ["all.pgn", "corner.zrf", "r.html"]);
        assert!(finished(&top.path().join("out")).is_empty());
        let left = fs::read_dir(top.path()).unwrap().filter_map(Result::ok);
        assert!(left.map(|entry| entry.file_name()).all(|name| !name.to_string_lossy().ends_with(".tmp")));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn standard_output_that_takes_nothing_is_a_failure() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = Command::new(assert_cmd::cargo::cargo_bin("scoresheet"))
        .args(["check", "legal.zsg"])
        .current_dir(fixtures())
        .stdout(full)
        .output()
        .unwrap();
    assert_eq!(status(&output), 2);
}

#[test]
#[cfg(unix)]
fn one_of_a_thousand_that_cannot_be_read_stops_nothing() {
    let top = games(999);
    std::os::unix::fs::symlink("nowhere", top.path().join("0500a.zsg")).unwrap();
    let output =
        scoresheet().current_dir(top.path()).args(["check", "--quiet", "--format", "concise", "."]).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(status(&output), 2, "{text}");
    assert_eq!(text.matches("error[M008]").count(), 999);
    let lines: Vec<_> = text.lines().collect();
    assert!(lines[501].starts_with("0500a.zsg: error[S001]"), "{}", lines[501]);
}
