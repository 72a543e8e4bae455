//! What triggers the codes of rules files and of limits.

use super::Trigger;

/// Rules with a board of nine cells, and whatever else is given.
pub(super) fn zrf(top: &str, items: &str, moves: &str) -> String {
    format!(
        "{top}\n(game\n (title \"Small\")\n (players White Black)\n (turn-order White Black)\n {items}\n (board\n  \
         (grid (start-rectangle 0 0 9 9)\n   (dimensions (\"a/b/c\" (10 0)) (\"3/2/1\" (0 10)))\n   \
         (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0))))\n (board-setup (White (Man a1)) (Black (Man c3)))\n \
         (piece (name Man) (moves {moves})))\n"
    )
}

/// A block that moves one step.
pub(super) const STEP: &str = "(n (verify empty?) add) (s (verify empty?) add) (e add)";

/// Rules with a board of 1600 cells, and pieces that are dropped.
fn wide(drops: &str, held: &str) -> String {
    let numbers: Vec<String> = (0..40).map(|number| number.to_string()).collect();
    let names: Vec<String> = numbers.iter().map(|number| format!("c{number}r")).collect();
    let pieces: String = (0..80)
        .map(|n| format!("(piece (name P{n}) {})\n", if n == 0 || !held.is_empty() { drops } else { "" }))
        .collect();
    format!(
        "(game (title \"Small\") (players White Black) (turn-order White Black)\n (board (grid (start-rectangle 0 0 9 9)\n \
         (dimensions (\"{}\" (10 0)) (\"{}\" (0 10))) (directions (n 0 -1))))\n (board-setup (White {held}))\n{pieces})",
        names.join("/"),
        numbers.join("/")
    )
}

pub(super) fn triggers() -> Vec<Trigger> {
    let check = |code, text: String| Trigger::check(code, "r.zrf", text);
    let top = |code, top: &str| check(code, zrf(top, "", STEP));
    let item = |code, item: &str| check(code, zrf("", item, STEP));
    let moves = |code, moves: &str| check(code, zrf("", "", moves));
    let many = |number: usize, of: &dyn Fn(usize) -> String| (0..number).map(of).collect::<Vec<_>>().join(" ");
    vec![
        top("R001", "(define step (n add)\n(define other (s add))"),
        check("R002", zrf("", "", STEP) + ")"),
        item("R003", "(description \"never closed)"),
        top("R004", "(include \"gone.inc\")"),
        Trigger::check("R005", "r.zrf", zrf("(include \"r.zrf\")", "", STEP)),
        top("R006", "(define step (n add))\n(define step (s add))"),
        check("R007", zrf("(define step ($1 $2 add))", "", "(step n)")),
        check("R008", zrf("(define step (step))", "", "(step)")),
        top("R009", "(define)"),
        moves("R010", "(stepp add)"),
        item("R011", "(colour red)"),
        item("R012", "(win-condition (White) (absolute-config Man (z9)))"),
        item("R013", "(loss-condition (White Black) (checkmated Kinf))"),
        item("R014", "(loss-condition (Green) stalemated)"),
        moves("R015", "(n (verify (in-zone? camp)) add)"),
        check("R016", zrf("", "", STEP).replace("))))\n (board-setup", "))) (symmetry Black (nn s)))\n (board-setup")),
        item("R017", "(move-priorities jump)"),
        check("R018", zrf("", "(move-priorities jump)", "(move-type jump) (n add) (move-type slide) (s add)")),
        moves("R019", "(n (verify moved?) add)"),
        item("R020", "(option \"no such option\" true)"),
        item("R021", "(option \"some-extension\" true)"),
        moves("R022", "(n (if (position-flag?) add))"),
        moves("R023", "(n (verify empty? (not friend?)) add)"),
        check("R024", zrf("", "", STEP).replace("(White (Man a1))", "(White (man a1))")),
        item("R025", "(piece (name Man) (moves (w add)))"),
        check("R026", zrf("", "", STEP).replace("(White (Man a1))", "(White (Man a1 a1))")),
        item("R027", "(players White Black)"),
        check("R028", zrf("", "", STEP).replace("(players White Black)", "")),
        item("R029", "(option \"pass partial\" maybe)"),
        moves("R030", "(stepp add)"),
        top("R031", "(define unused (n add))"),
        moves("R032", "(n)"),
        check("R033", "(define step (n add))".to_owned()),
        item("R034", "(engine \"other.dll\")"),
        item("R035", "(piece (name King) (moves (n add)))"),
        check("R036", zrf("", "", STEP) + "(variant (title \"Other\"))\n(variant (title \"Other\"))\n"),
        Trigger::new("R037", &["check", "a.zsg"])
            .file("r.zrf", zrf("", "", "((while (on-board? a1) a1) add)"))
            .file("a.zsg", super::records::saved("1. Man a1 - a2\n")),
        item("R038", "(option \"maximal captures\" 2)"),
        Trigger::check("L002", "r.zrf", "(".repeat(1_100) + &")".repeat(1_100)),
        check(
            "L003",
            zrf(
                &format!(
                    "(define m0 (n add) (s add))\n{}",
                    many(30, &|n| format!("(define m{} (m{n}) (m{n}))\n", n + 1))
                ),
                "",
                "(m29)",
            ),
        ),
        (0..300).fold(top("L004", &many(300, &|n| format!("(include \"i{n}.inc\")"))), |trigger, n| {
            trigger.file(&format!("i{n}.inc"), format!("(define x{n} n)"))
        }),
        check(
            "L005",
            zrf("", "", STEP)
                .replace("\"a/b/c\"", &format!("\"{}\"", many(40_000, &|n| format!("a{n}")).replace(' ', "/"))),
        ),
        check(
            "L006",
            zrf("", "", STEP)
                .replace("(players White Black)", &format!("(players White Black {})", many(70, &|n| format!("P{n}")))),
        ),
        check("L007", wide(&format!("(drops {})", many(16_000, &|_| "((c0r0) add)".to_owned())), "")),
        Trigger::new("L008", &["check", "a.zsg"])
            .file("r.zrf", wide("(drops ((verify empty?) add))", &many(80, &|n| format!("(P{n} off 1)"))))
            .file("a.zsg", super::records::saved("1. Black P0 c0r0\n")),
        item("L009", &many(1_100, &|n| format!("(colour{n} red)\n"))),
    ]
}
