//! What triggers the codes of profiles, options and configuration.

use super::Trigger;

const PROFILE: &str = "gc:\n  game: X\n  cols: 8\n";

pub(super) fn triggers() -> Vec<Trigger> {
    let chess = "Zillions Save Game File Version 0.02 HH\nRulesFile=chess.zrf\nVariantName=Chess\n1. Pawn e2 - e4\n";
    let profile = |code, from: &str, to: &str| {
        let text = scoresheet::library::find("chess").expect("chess is bundled").profile;
        assert!(from.is_empty() || text.contains(from), "{code}: the profile holds `{from}`");
        let text = if from.is_empty() { format!("{text}{to}") } else { text.replacen(from, to, 1) };
        Trigger::new(code, &["check", "--game", "chess", "--profile", "p.yaml", "a.gc"])
            .file("p.yaml", text)
            .file("a.gc", "1. P e2-e4\n")
    };
    vec![
        Trigger::new("P001", &["check", "--game", "chess", "--profile", "p.yaml", "a.gc"])
            .file("p.yaml", PROFILE)
            .file("a.gc", "1. P e2-e4\n"),
        Trigger::new("C001", &["check", "--rules", "gone.zrf", "a.zsg"]).file("a.zsg", chess),
        Trigger::new("C002", &["show", "--game", "chess", "--start", "8/8"]),
        Trigger::new("C020", &["check", "--baseline", "b.json", "a.zsg"]).file("a.zsg", chess).file(
            "b.json",
            "{\"scoresheet_baseline\": 1, \"faults\": [{\"path\": \"a.zsg\", \"record\": 1, \"code\": \"M001\", \
             \"ply\": 1, \"text\": \"Pawn e2 - e5\"}]}",
        ),
        profile("P002", "automation: full", "automation: some"),
        profile("P003", "/8/8/8/8/", "/8/8/8/"),
        profile("P004", "rnbqkbnr/", "rnbqkbxr/"),
        profile("P005", "B: Bishop", "B: Bihsop"),
        profile("P006", "files: [a, b,", "files: [a, z,"),
        profile("P007", "RNBQKBNR\"", "RNBKQBNR\""),
        Trigger::new(
            "P008",
            &["profile", "draft", "--game", "chess", "--start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBRKBNR"],
        ),
        Trigger::new("C003", &["convert", "--to", "zsg", "a.pgn"]).file(
            "a.pgn",
            "[Variant \"Chess\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R b - - 0 1\"]\n\n1... Kd7 *\n",
        ),
        Trigger::new("C004", &["show", "--ply", "2", "--game", "chess", "a.zsg"]).file("a.zsg", chess),
        Trigger::new("C005", &["check", "a.zsg"]).file("a.zsg", chess).file("scoresheet.yaml", "rules-dir: ["),
        Trigger::new("C006", &["check", "a.zsg"]).file("a.zsg", chess).file("scoresheet.yaml", "rules_dir: rules\n"),
        Trigger::new("C007", &["check", "a.zsg"])
            .file("a.zsg", chess)
            .file("scoresheet.yaml", "severity: {V007: forbid}\n"),
        Trigger::new("C008", &["check", "--expect", "a.zsg"])
            .file("a.zsg", chess)
            .file("a.expect.yaml", "verdict: illegal\n"),
        Trigger::new("L001", &["check", "large.zsg"]).empty("large.zsg", scoresheet::limits::MAX_FILE_BYTES + 1),
        Trigger::new("C009", &["check", "--expect", "a.zsg"]).file("a.zsg", chess),
    ]
}
