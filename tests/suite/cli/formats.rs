//! What reports look like, with and without colours.

use super::{run, scoresheet, status};

#[test]
fn people_get_the_line_and_a_verdict() {
    let (status, text) = run(&["check", "illegal.zsg"]);
    assert_eq!(status, 1);
    for part in [
        " --> illegal.zsg:7:4\n",
        "7 | 2. King b3 - b2\n",
        "illegal.zsg: illegal at ply 4 of 5 (Corner Three, rules corner.zrf)\n",
        "1 input, 1 record: 1 illegal (5 plies)\n",
    ] {
        assert!(text.contains(part), "{part:?} is not in\n{text}");
    }
}

#[test]
fn one_line_a_finding() {
    let (_, text) = run(&["check", "--format", "concise", "illegal.zsg"]);
    assert!(text.starts_with("illegal.zsg:7:4: error[M008] "), "{text}");
    assert_eq!(text.lines().count(), 1);
}

#[test]
fn quiet_says_nothing_of_sound_records() {
    assert_eq!(run(&["check", "--quiet", "legal.zsg"]), (0, String::new()));
}

#[test]
fn colours_on_request_only() {
    assert!(!run(&["check", "illegal.zsg"]).1.contains('\x1b'));
    assert!(run(&["check", "--color", "always", "illegal.zsg"]).1.contains('\x1b'));
    let output = scoresheet().args(["check", "--color", "never", "illegal.zsg"]).env("CLICOLOR_FORCE", "1").output();
    let output = output.unwrap();
    assert_eq!((status(&output), output.stdout.contains(&0x1b)), (1, false));
}
