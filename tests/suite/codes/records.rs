//! What triggers the codes of records.

use super::Trigger;
use super::rules::{STEP, zrf};

const HEAD: &str = "Zillions Save Game File Version 0.02 HH\n";

/// A saved game of the small rules in `r.zrf`.
pub(super) fn saved(rest: &str) -> String {
    format!("{HEAD}RulesFile=r.zrf\nVariantName=Small\n{rest}")
}

/// A saved game of a bundled game.
fn bundled(name: &str, title: &str, rest: &str) -> String {
    format!("{HEAD}RulesFile={name}.zrf\nVariantName={title}\n{rest}")
}

fn chess(rest: &str) -> String {
    bundled("chess", "Chess", rest)
}

pub(super) fn triggers() -> Vec<Trigger> {
    let zsg = |code, text: String| Trigger::check(code, "a.zsg", text);
    let small = |code, items: &str, moves: &str, rest: &str| {
        Trigger::new(code, &["check", "a.zsg"]).file("r.zrf", zrf("", items, moves)).file("a.zsg", saved(rest))
    };
    let checkers = |code, rest: &str| zsg(code, bundled("english-checkers", "English Checkers", rest));
    let courier = |code, text: &str| Trigger::new(code, &["check", "--game", "chess", "a.gc"]).file("a.gc", text);
    let pgn = |code, text: &str| Trigger::check(code, "a.pgn", text);
    vec![
        Trigger::new("S001", &["check", "gone.zsg"]),
        Trigger::new("S002", &["expand", "folder"]).file("folder/b.txt", ""),
        Trigger::check("S003", "picture", [0_u8, 1, 2, 0]),
        zsg("S004", chess("1. Pawn e2 -\n")),
        zsg("S005", "Zillions Save Game\n".to_owned()),
        zsg("S006", chess("1. Pwan e2 - e4\n")),
        zsg("S007", chess("\n1. Pawn e2 - e4 \n")),
        Trigger::check("S008", "a.zsg", [HEAD.as_bytes(), b"RulesFile=caf\xE9.zrf\nVariantName=Chess\n"].concat()),
        zsg("M001", chess("1. Knight b1 - b3\n")),
        zsg("M002", chess("1. Pawn e4 - e5\n")),
        zsg("M003", chess("1. Bishop b1 - c3\n")),
        zsg("M004", chess("1. Pawn e7 - e5\n")),
        zsg("M005", chess("1. Pass\n")),
        checkers("M006", "1. Man b6 - c5\n1. Man a3 - b4\n2. Man h6 - g5\n"),
        small("M007", "(option \"maximal captures\" true)", "(n (add-partial) ) (e add)", "1. Man a1 - b1\n"),
        zsg("M008", chess("(x e2)\n(Black Rook e5)\n(x d2)\n(White Bishop e2)\n1. Bishop e2 - d3\n")),
        zsg("M009", chess("(x a8)\n(x a7)\n(White Pawn a7)\n1. Pawn a7 - a8\n")),
        zsg("M010", bundled("shogi", "Shogi", "1. Black Pawn e5\n")),
        zsg("M011", chess("(White Pawn e5)\n(x e7)\n1. Pawn a2 - a3\n1. Pawn d7 - d5\n2. Pawn e5 - d6\n")),
        checkers(
            "M012",
            "(x c3)\n(x e1)\n(White Man d4)\n(Black Man e5)\n1. partial 2 Man e5 - c3 x d4\n1. Man d2 - e3\n",
        ),
        zsg("M013", chess("1. Pawn e2 x e4\n")),
        zsg("M014", chess("1. Bishop c1 - e3\n")),
        zsg("M015", chess("1. Rook a1 x a2\n")),
        checkers("M016", "(x c3)\n(x e1)\n(White Man d4)\n(Black Man e5)\n1. Man e5 - c3 x d4\n"),
        zsg("M017", chess("1. King e1 - g1 Rook h1 - f1\n")),
        zsg(
            "M020",
            chess(
                "(x a1)\n(x b1)\n1. Pawn f2 - f3\n1. Pawn e7 - e5\n2. Pawn g2 - g4\n2. Queen d8 - h4\n3. Pawn a2 - a3\n",
            ),
        ),
        pgn("M021", "[Variant \"Chess\"]\n\n1. Nf3 a6 2. d4 b6 3. Nd2 *\n"),
        courier("M022", "1. P e2-e4\n1... P a7-a6\n2. P e4-e5\n2... P d7-d5\n3. P e5-d6\n"),
        courier("M023", "1. P e2-e4\n1... P a7-a6\n2. p e4-e5\n"),
        Trigger::new("M024", &["check", "--keep-going", "a.zsg"])
            .file("a.zsg", chess("1. Knight b1 - b3\n1. Pawn a7 - a6\n")),
        zsg("V001", chess("7. Pawn e2 - e4\n")),
        checkers("V002", "(x c3)\n(x e1)\n(White Man d4)\n(Black Man e5)\n1. partial 1 Man e5 - c3 x d4\n"),
        zsg("V003", chess("1. Pawn e2 - e4 @ e4 9 1\n")),
        zsg("V004", chess("1. Pawn e2 - e4\n").replace("0.02 HH", "0.02 HHH")),
        pgn("V005", "[Variant \"Chess\"]\n[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n"),
        Trigger::new("V006", &["check", "a.zsg"])
            .file("r.zrf", zrf("", "", STEP))
            .file("a.zsg", saved("1. Man a1 - a2\n").replace("=Small", "=SMALL")),
        Trigger::new("V007", &["check", "--game", "chess", "a.pgn"]).file("a.pgn", "[White \"?\"]\n\n1. e4 *\n"),
        zsg(
            "V008",
            chess(&["1. Knight g1 - f3\n1. Knight g8 - f6\n2. Knight f3 - g1\n2. Knight f6 - g8\n"; 2].concat()),
        ),
        small("V009", "", "(n (verify empty?) add)", "1. Man a1 - a2\n1. Man c3 - c2\n2. Man a2 - a3\n"),
        pgn("V010", "[Variant \"Chess\"]\n[Result \"½-½\"]\n\n1. e4 1/2-1/2\n"),
        pgn("V011", "[Variant \"Chess\"]\n\n1. e4+ *\n"),
        pgn("V012", "[Variant \"Chess\"]\n[PlyCount \"5\"]\n\n1. e4 e5 *\n"),
        zsg("K001", bundled("gone-away", "Chess", "1. Pawn e2 - e4\n")),
        zsg("K002", bundled("chess", "No Such Chess", "1. Pawn e2 - e4\n")),
        small("K003", "(engine \"other.dll\")", STEP, "1. Man a1 - a2\n"),
        pgn("K004", "[White \"?\"]\n\n1. e4 *\n"),
        Trigger::new("K005", &["check", "a.zsg"])
            .file("r.zrf", zrf("", "", STEP).replace("(players White Black)", ""))
            .file("a.zsg", saved("1. Man a1 - a2\n")),
        small("K006", "", "(stepp add) (n add)", "1. Man a1 - b1\n"),
        Trigger::new("K007", &["check", "a.zsg"])
            .file("r.zrf", zrf("(include \"gone.inc\")", "", STEP))
            .file("a.zsg", saved("1. Man a1 - a2\n")),
        Trigger::new("K008", &["check", "--rules", "r.zrf", "--rules", "s.zrf", "a.zsg"])
            .file("r.zrf", zrf("", "", STEP))
            .file("s.zrf", zrf("", "", "(e add)"))
            .file("a.zsg", saved("1. Man a1 - a2\n")),
        Trigger::new("K009", &["check", "--game", "fischer-random", "a.gc"]).file("a.gc", "1. P e2-e4\n"),
    ]
}
