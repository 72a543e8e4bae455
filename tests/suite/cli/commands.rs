//! The other commands.

use std::process::{Command, Stdio};

use super::{fixtures, run, scoresheet, status};

#[test]
fn moves_of_a_start_position() {
    let (status, text) = run(&["moves", "corner.zrf"]);
    let mut moves: Vec<_> = text.lines().filter_map(|line| line.split('\t').next()).collect();
    moves.sort_unstable();
    // b2 next to the black King is attacked; the Rook keeps to its row and column.
    let expected = ["King a1 - a2", "Rook b1 - b2", "Rook b1 - b3", "Rook b1 - c1"];
    assert_eq!((status, moves), (0, expected.to_vec()));
    assert_eq!(run(&["moves", "corner.zrf", "--from", "a1"]).1, "King a1 - a2\tKa2\n");
    assert_eq!(run(&["moves", "corner.zrf", "--from", "z9"]).0, 2);
}

#[test]
fn moves_in_a_record() {
    let (status, text) = run(&["moves", "legal.zsg", "--ply", "3"]);
    assert_eq!(status, 0);
    assert!(text.lines().any(|line| line == "King b3 x c3\tKxc3"), "{text}");
    assert_eq!(run(&["moves", "legal.zsg", "--ply", "0"]).1, run(&["moves", "corner.zrf"]).1);
    assert_eq!(run(&["moves", "illegal.zsg"]).1, run(&["moves", "illegal.zsg", "--ply", "3"]).1);
    assert_ne!(run(&["moves", "illegal.zsg", "--ply", "4"]).0, 0);
}

#[test]
fn positions_as_text() {
    let expected = "3 | . . k\n2 | . . .\n1 | K R .\n  +-------\n    a b c\nWhite to move\n";
    let (status, text) = run(&["show", "corner.zrf"]);
    assert_eq!((status, &text[..expected.len()]), (0, expected));
    let expected = "3 | . k R\n2 | . . .\n1 | K . .\n  +-------\n    a b c\nBlack to move\n";
    let (status, text) = run(&["show", "legal.zsg", "--ply", "3"]);
    assert_eq!((status, &text[..expected.len()]), (0, expected));
    // A hexagonal board; its second grid only adds links.
    let (_, hexagons) = run(&["show", "--game", "glinski"]);
    let expected = " 2 | . . P . . B . . P . .\n 1 | . P R N Q B K N R P .\n   +-----------------------\n     a b c d e f g h i k l\n";
    assert!(hexagons.contains(&format!("{expected}White to move\n")), "{hexagons}");
    // Two boards, and eight levels, the uppermost first.
    assert_eq!(run(&["show", "--game", "alice"]).1.matches("    a b c d e f g h\n").count(), 1);
    let (_, cube) = run(&["show", "--game", "empty-cube-4player"]);
    let levels: Vec<&str> = cube.lines().filter(|line| line.starts_with("level ")).collect();
    assert_eq!(levels, ["level 8", "level 7", "level 6", "level 5", "level 4", "level 3", "level 2", "level 1"]);
    // The start position of chess as every program writes it.
    let fen = "FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    assert!(run(&["show", "--game", "chess"]).1.ends_with(fen));
}

#[test]
fn perft_counts_and_divides() {
    assert_eq!(run(&["perft", "corner.zrf", "1"]), (0, "1 4\n".to_owned()));
    assert_eq!(run(&["perft", "corner.zrf", "0"]), (0, "0 1\n".to_owned()));
    let (_, whole) = run(&["perft", "corner.zrf", "3"]);
    let (_, divided) = run(&["perft", "corner.zrf", "3", "--divide"]);
    let lines: Vec<_> = divided.lines().collect();
    let sum: u64 = lines[..4].iter().map(|line| line.rsplit(' ').next().unwrap().parse::<u64>().unwrap()).sum();
    assert_eq!((lines.len(), format!("{}\n", lines[4])), (5, whole.clone()));
    assert_eq!(format!("3 {sum}\n"), whole);
    assert_eq!(run(&["perft", "corner.zrf", "3", "--no-bulk"]).1, whole);
    assert_eq!(run(&["perft", "3"]).0, 2);
}

#[test]
fn bundled_games_need_no_file() {
    // Known for orthodox chess: 20 first moves, 400 after two plies, 8902 after three.
    assert_eq!(run(&["perft", "--game", "chess", "3"]), (0, "3 8902\n".to_owned()));
    assert_eq!(run(&["moves", "--game", "chess"]).1.lines().count(), 20);
    let (status, list) = run(&["games"]);
    assert_eq!(status, 0);
    assert!(list.lines().any(|line| line.starts_with("chess ")), "{list}");
    assert!(run(&["games", "chess"]).1.starts_with("Chess\n"));
    assert_eq!(run(&["games", "no-such-game"]).0, 2);
}

#[test]
fn extracted_rules_are_the_bundled_ones() {
    let top = tempfile::tempdir().unwrap();
    let folder = top.path().to_str().unwrap();
    assert_eq!(run(&["games", "chess", "--extract", "--out-dir", folder]).0, 0);
    let rules = std::fs::read_to_string(top.path().join("chess.zrf")).unwrap();
    assert_eq!(rules, scoresheet::library::find("chess").unwrap().rules);
    assert_eq!(run(&["games", "chess", "--extract", "--out-dir", folder]).0, 2, "never over a file unasked");
    assert_eq!(run(&["games", "chess", "--extract", "--force", "--out-dir", folder]).0, 0);
}

#[test]
fn converted_there_and_back() {
    let top = tempfile::tempdir().unwrap();
    let folder = top.path().to_str().unwrap();
    let source = std::fs::read(fixtures().join("legal.zsg")).unwrap();
    for form in ["yaml", "json", "jsonl"] {
        let (status, text) = run(&["convert", "legal.zsg", "--to", form]);
        assert_eq!(status, 0, "{form}");
        let path = top.path().join(format!("record.{form}"));
        std::fs::write(&path, text).unwrap();
        let path = path.to_str().unwrap();
        assert_eq!(run(&["check", path, "--rules", "corner.zrf"]).0, 0, "{form}");
        assert_eq!(run(&["convert", path, "--to", "zsg", "--out-dir", folder, "--force"]).0, 0, "{form}");
        assert_eq!(std::fs::read(top.path().join("record.zsg")).unwrap(), source, "{form}");
    }
}

#[test]
fn a_folder_is_converted_into_a_folder() {
    let top = tempfile::tempdir().unwrap();
    let folder = top.path().to_str().unwrap();
    // Faulty records among them: what can be written is, and the status tells.
    assert_eq!(run(&["convert", ".", "--to", "json", "--out-dir", folder]).0, 2);
    for name in ["legal.json", "illegal.json", "deep/again.json", "no-rules.json"] {
        assert!(top.path().join(name).is_file(), "{name}");
    }
    assert_eq!(run(&["convert", "no-rules.zsg", "--to", "json"]).0, 0, "documents need no rules");
    assert_eq!(run(&["convert", "illegal.zsg", "--to", "json"]).0, 1);
}

#[test]
fn generated_games_are_legal_and_the_same_for_a_seed() {
    let top = tempfile::tempdir().unwrap();
    let folder = top.path().to_str().unwrap();
    let arguments = ["generate", "corner.zrf", "--seed", "7", "--games", "3", "--plies", "20"];
    assert_eq!(run(&[&arguments[..], &["--out-dir", folder]].concat()).0, 0);
    let (status, text) = run(&["check", folder, "--rules", "corner.zrf"]);
    assert_eq!(status, 0);
    assert!(text.contains("3 records: 3 legal"), "{text}");
    let jsonl = |seed| run(&["generate", "corner.zrf", "--seed", seed, "--games", "2", "--to", "jsonl"]).1;
    assert_eq!(jsonl("7").lines().count(), 2);
    assert_eq!(jsonl("7"), jsonl("7"));
    assert_ne!(jsonl("7"), jsonl("8"));
    assert_eq!(run(&arguments).0, 2, "several saved games need a folder");
}

#[test]
fn expanded_rules_call_no_macro() {
    let (status, text) = run(&["expand", "corner.zrf"]);
    assert_eq!(status, 0);
    assert!(text.contains("(n (while empty? add n) (verify not-friend?) add)") && !text.contains("(slide"), "{text}");
}

#[test]
fn every_code_is_explained() {
    let (status, text) = run(&["explain", "no-such-move"]);
    assert_eq!(status, 0);
    assert!(text.starts_with("M001 no-such-move (error)\n"), "{text}");
    assert_eq!(run(&["explain", "M999"]).0, 2);
}

#[test]
fn completions_and_manual_come_from_the_arguments() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(run(&["completions", shell]).1.contains("perft"), "{shell}");
    }
    assert!(run(&["man"]).1.contains(".TH scoresheet"));
}

#[test]
fn wrong_usage_is_a_failure_and_help_is_none() {
    assert_eq!(run(&["check"]).0, 2);
    assert_eq!(run(&["--help"]).0, 0);
    assert_eq!(run(&["--version"]).1, format!("scoresheet {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn a_closed_pipe_is_success() {
    let program = scoresheet().get_program().to_owned();
    // More than a pipe holds, so that writing meets the closed end.
    let mut child = Command::new(program)
        .args(["completions", "zsh"])
        .current_dir(fixtures())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn engine_rules_cannot_be_counted() {
    let output = scoresheet().args(["perft", "gone.zrf", "1"]).output().unwrap();
    assert_eq!(status(&output), 2);
    assert!(String::from_utf8_lossy(&output.stderr).contains("gone.zrf"));
}
