//! Saved games to PGN and documents, and back to the same bytes.

use std::sync::LazyLock;

use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop_assert_eq, prop_oneof, proptest};
use scoresheet::batch::{Checker, Chooser, Converted, ExportForm, RulesOptions};
use scoresheet::diagnostic::{Code, Diagnostics, RecordReport};
use scoresheet::export::document::{to_json, to_yaml};
use scoresheet::record::{Record, from_document, from_pgn, from_zsg};
use scoresheet::replay::ReplayOptions;
use scoresheet::source::SourceFile;

/// A checker for chess, whatever rules a record names.
fn checker(keep_going: bool) -> Checker {
    let options = RulesOptions { game: Some("chess".to_owned()), ..RulesOptions::default() };
    let chooser = Chooser::new(options).expect("chess is bundled");
    Checker { chooser, replay: ReplayOptions { keep_going, ..ReplayOptions::default() } }
}

fn saved(text: &str) -> Record {
    from_zsg::read(&SourceFile::from_text("game.zsg", text), &mut Diagnostics::new()).expect("a saved game")
}

fn convert(record: &Record, form: ExportForm) -> (RecordReport, Option<Converted>) {
    static CHECKER: LazyLock<Checker> = LazyLock::new(|| checker(false));
    CHECKER.convert_record(record, &[], "game.zsg", None, form)
}

fn pgn(record: &Record) -> String {
    match convert(record, ExportForm::Pgn) {
        (_, Some(Converted::Text(text))) => text,
        (report, _) => panic!("{:?}", report.findings),
    }
}

fn zsg(record: &Record) -> String {
    match convert(record, ExportForm::Zsg) {
        (_, Some(Converted::File(bytes))) => String::from_utf8(bytes).expect("text"),
        (report, _) => panic!("{:?}", report.findings),
    }
}

fn from_text(text: &str) -> Record {
    from_pgn::read(&SourceFile::from_text("game.pgn", text)).next().expect("a game").record
}

/// The record of a document in either spelling.
fn through_document(record: &Record, json: bool) -> Record {
    let (_, Some(Converted::Document(document))) = convert(record, ExportForm::Document) else { panic!("no document") };
    let mut findings = Diagnostics::new();
    let documents = [*document];
    let records = if json {
        let text = to_json(&documents).expect("it can be written");
        from_document::read_json(&SourceFile::from_text("game.json", text), &mut findings)
    } else {
        let text = to_yaml(&documents).expect("it can be written");
        from_document::read_yaml(&SourceFile::from_text("game.yaml", text), &mut findings)
    };
    assert!(findings.as_slice().is_empty(), "{findings:?}");
    records.into_iter().next().expect("a record")
}

/// What no writer would give by itself: letters, path, title, edits out of order, a number, an attribute that is not
/// noted.
const ODD: &str = "Zillions Save Game File Version 0.02 HC\r\nRulesFile=C:\\My Games\\Chess {1}.zrf\r\n\
    VariantName=chess\r\n(x g8)\r\n(White Pawn a3)\r\n(x a2)\r\n(x g8)\r\n1. Pawn e2 - e4\r\n7. Pawn e7 - e5\r\n\
    2. King e1 - e2\r\n";

#[test]
fn a_saved_game_comes_back_from_pgn_byte_for_byte() {
    let text = pgn(&saved(ODD));
    for kept in
        ["[ZsgHeader \"HC\"]", "[ZsgVariant \"chess\"]", "{[%zsg (x g8)]} {[%zsg (White Pawn a3)]}", "[%zsg 7. "]
    {
        assert!(text.contains(kept), "{text}");
    }
    let read = from_text(&text);
    assert_eq!(zsg(&read), ODD);
    assert_eq!(pgn(&read), text, "a PGN that is written again keeps them");
    let by_yaml = through_document(&read, false);
    assert_eq!(zsg(&by_yaml), ODD);
    assert_eq!(zsg(&through_document(&by_yaml, true)), ODD);
}

#[test]
fn what_a_writer_gives_anyway_is_not_kept() {
    let plain = "Zillions Save Game File Version 0.02 HH\r\nRulesFile=chess.zrf\r\nVariantName=Chess\r\n(x h2)\r\n\
        (White Rook h3)\r\n1. Pawn a2 - a4\r\n";
    let text = pgn(&saved(plain));
    assert!(!text.contains("[%zsg") && !text.contains("[Zsg"), "{text}");
    assert_eq!(zsg(&from_text(&text)), plain);
    assert_eq!(pgn(&saved(&plain.replace("\r\n", "\n"))), text, "line ends do not show");
}

#[test]
fn kept_lines_that_tell_other_moves_are_left_out() {
    for kept in ["1. Pawn d2 - d4", "1. Pawn e2 - e5", "(x a2)", "1. Pawn e2 -"] {
        let at_start = if kept.starts_with('(') { format!("{{[%zsg {kept}]}} ") } else { String::new() };
        let behind = if kept.starts_with('(') { String::new() } else { format!("{{[%zsg {kept}]}} ") };
        let record = from_text(&format!("[Variant \"Chess\"]\n\n{at_start}1. e4 {behind}e5 *\n"));
        let (report, written) = convert(&record, ExportForm::Zsg);
        let Some(Converted::File(bytes)) = written else { panic!("{:?}", report.findings) };
        let text = String::from_utf8(bytes).expect("text");
        assert!(text.ends_with("VariantName=Chess\r\n1. Pawn e2 - e4\r\n1. Pawn e7 - e5\r\n"), "{kept}: {text}");
        assert_eq!(report.findings.last().map(|found| found.code), Some(Code::MarkContradicts), "{kept}");
    }
}

#[test]
fn a_start_that_a_saved_game_cannot_tell_is_refused() {
    let starts = [
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "who is to move"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1", "what pieces still may do"),
        ("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3", "the move before it"),
    ];
    for (fen, lost) in starts {
        let record = from_text(&format!("[Variant \"Chess\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n*\n"));
        let (report, written) = convert(&record, ExportForm::Zsg);
        assert!(written.is_none());
        let last = report.findings.last().expect("a finding");
        assert!(last.code == Code::FormLacks && last.message.contains(lost), "{fen}: {}", last.message);
    }
    // Without the pieces that could castle there is nothing to tell, and rounds are counted from the first.
    let fen = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 3 40";
    let record = from_text(&format!("[Variant \"Chess\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n40. e4 e5 41. d4 *\n"));
    let text = zsg(&record);
    assert!(text.ends_with("(x h1)\r\n1. Pawn e2 - e4\r\n1. Pawn e7 - e5\r\n2. Pawn d2 - d4\r\n"), "{text}");
}

#[test]
fn illegal_entries_are_kept_and_marked() {
    let text = "Zillions Save Game File Version 0.02 HH\r\nRulesFile=chess.zrf\r\nVariantName=Chess\r\n\
        1. Pawn e2 - e4\r\n1. Pawn e7 - e3\r\n2. Pawn d2 x e3\r\n2. Knight b8 - c6\r\n";
    let record = saved(text);
    let (report, Some(Converted::Text(stopped))) = convert(&record, ExportForm::Pgn) else { panic!() };
    assert_eq!(report.verdict.name(), "illegal");
    let rest = "1. e4 {illegal: Pawn e7 - e3} {not checked: 2. Pawn d2 x e3 2. Knight b8 - c6}\n*\n\n";
    assert!(stopped.ends_with(rest), "{stopped}");
    let (_, Some(Converted::Text(gone_on))) =
        checker(true).convert_record(&record, &[], "game.zsg", None, ExportForm::Pgn)
    else {
        panic!()
    };
    assert!(gone_on.ends_with("1. e4 {illegal: Pawn e7 - e3} 2. dxe3 Nc6 *\n\n"), "{gone_on}");
    let (_, Some(Converted::Document(document))) =
        checker(true).convert_record(&record, &[], "game.zsg", None, ExportForm::Document)
    else {
        panic!()
    };
    let verdicts: Vec<_> = document.plies.iter().map(|ply| ply.verdict.as_deref().unwrap_or("none")).collect();
    assert_eq!(verdicts, ["legal", "illegal", "legal", "legal"]);
    assert_eq!(document.plies[1].recorded.as_ref().map(|text| text.text.as_str()), Some("Pawn e7 - e3"));
    assert_eq!(document.plies[1].finding.as_deref(), Some("M001"));
    // A saved game made from another form ends before the fault: it has no marks.
    let read = from_text("[Variant \"Chess\"]\n\n1. e4 e3 2. dxe3 *\n");
    let (_, Some(Converted::File(bytes))) = checker(true).convert_record(&read, &[], "a.pgn", None, ExportForm::Zsg)
    else {
        panic!()
    };
    assert!(String::from_utf8(bytes).expect("text").ends_with("VariantName=Chess\r\n1. Pawn e2 - e4\r\n"));
}

/// Texts of signs that mean something to PGN, YAML or JSON, of blanks of all kinds, and of any letters.
fn awkward() -> impl Strategy<Value = String> {
    const SIGNS: &str = "{}[]()<>;%$&#\"'\\,.:-!?*@=|`~^/+ \t\n\r\u{85}\u{a0}\u{feff}\u{2028}\u{1a}\u{1}\u{7f}0aN";
    let sign = proptest::sample::select(SIGNS.chars().collect::<Vec<_>>());
    let piece = prop_oneof![
        6 => sign.prop_map(String::from),
        2 => any::<char>().prop_map(String::from),
        1 => Just("&#125;".to_owned()),
        1 => Just("&#38;#125;".to_owned()),
        1 => Just("[Event \"x\"]\n".to_owned()),
        1 => Just("---\n".to_owned()),
        1 => Just("a long word ".repeat(9)),
    ];
    proptest::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn comments_and_names_come_back_whatever_they_hold(first in awkward(), behind in awkward(), name in awkward()) {
        let mut record = from_text("[Variant \"Chess\"]\n\n1. e4 e5 *\n");
        // A name of blanks alone is none.
        record.tags.push(("White".to_owned(), format!("N{name}")));
        record.comments = vec![first];
        record.entries[0].comments = vec![behind];
        let told = |record: &Record| {
            let name = record.tag("White").map(str::to_owned);
            (record.comments.clone(), record.entries[0].comments.clone(), name)
        };
        let spread = |texts: &[String]| texts.iter().map(|text| text.replace('\t', "    ")).collect::<Vec<_>>();
        let own = told(&record);
        prop_assert_eq!(told(&through_document(&record, true)), own.clone());
        prop_assert_eq!(told(&through_document(&record, false)), (spread(&own.0), spread(&own.1), own.2.clone()));
        // PGN sets comments anew, with one blank between words, and names on one line.
        let words = |texts: &[String]| {
            texts.iter().map(|text| text.split_whitespace().collect::<Vec<_>>().join(" ")).collect::<Vec<_>>()
        };
        let line = |text: String| {
            text.split(['\r', '\n']).map(str::trim).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
        };
        let read = from_text(&pgn(&record));
        prop_assert_eq!(told(&read), (words(&own.0), words(&own.1), own.2.map(line)));
        prop_assert_eq!(read.entries.len(), 2);
        prop_assert_eq!(told(&through_document(&read, false)), told(&read));
    }
}
