//! YAML and JSON documents: all texts come back, the schema holds, places lead into the document.
use std::fs;

use serde_json::Value;

use scoresheet::diagnostic::{Code, Diagnostic, Diagnostics, RecordReport, ResultReport, RulesUsed, Verdict};
use scoresheet::engine::MoveKind;
use scoresheet::export::document::{PlyFacts, ReplayFacts, SideFacts, SideKind, document, to_json, to_jsonl, to_yaml};
use scoresheet::game::{CellId, PieceTypeId};
use scoresheet::notation::zillions::ShownEffect;
use scoresheet::record::document::Document;
use scoresheet::record::{Action, Entry, Notation, Record, Word, from_courier, from_document, from_zsg};
use scoresheet::source::{SourceFile, Span};

use crate::schema;
use crate::support::bundled;

/// Texts that YAML readers like to take for something else, or that need care on a line.
const AWKWARD: [&str; 58] = [
    "no",
    "Yes",
    "on",
    "off",
    "y",
    "N",
    "null",
    "~",
    "true",
    "1:30",
    "12:30:45",
    "2024-05-01",
    "2024-05-01T10:00:00Z",
    "=",
    "<<",
    "0x10",
    "0o7",
    "017",
    "1e3",
    ".5",
    "1_000",
    "+1",
    "-1",
    "NaN",
    ".inf",
    "-",
    "--",
    "---",
    "...",
    "? a",
    "a: b",
    "a:",
    ": a",
    "a #b",
    "#b",
    "'",
    "\"",
    "\\",
    "",
    " ",
    " lead",
    "trail ",
    "\ttab",
    "a\tb",
    "line\nbreak",
    "\nlead",
    "trail\n",
    "two\n\nbreaks",
    "\r",
    "\u{85}",
    "\u{feff}mark",
    "\0",
    "\u{e9}",
    "\u{65e5}\u{672c}",
    "\u{1f600}",
    "{a} [b] *c &d !e %f @g `h",
    "| > a, b",
    "a, b; c",
];

fn schema_of_records() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/schema/record.schema.json");
    serde_json::from_str(&fs::read_to_string(path).expect("the schema is there")).expect("the schema is JSON")
}

/// Each document, in every spelling, keeps the schema.
fn assert_schema(documents: &[Document]) {
    let schema = schema_of_records();
    let json = to_json(documents).expect("it can be written");
    for value in serde_json::from_str::<Vec<Value>>(&json).expect("an array") {
        assert_eq!(schema::faults(&value, &schema), Vec::<String>::new());
    }
}

fn awkward() -> Record {
    let file = SourceFile::from_text("awkward.pgn", "1. e4");
    let mut record = Record::new(&file, Notation::Pgn);
    let text = Span::new(3, 5);
    record.comments = AWKWARD.map(str::to_owned).to_vec();
    record.tags = AWKWARD.iter().enumerate().map(|(index, text)| (format!("T{index}"), (*text).to_owned())).collect();
    record.tags.extend(["no", "=", "no"].map(|text| (text.to_owned(), text.to_owned())));
    record.tags.push(("Date".to_owned(), "2024.05.01".to_owned()));
    record.entries = vec![Entry {
        number: Some(1),
        span: Span::new(0, 5),
        text,
        action: Action::Token(Word { text: "e4".into(), span: text }),
        comments: vec!["1:30".to_owned()],
    }];
    record.claimed = Some(Word::new("1/2-1/2"));
    record
}

fn read_yaml(text: &str) -> Vec<Record> {
    let mut findings = Diagnostics::new();
    let records = from_document::read_yaml(&SourceFile::from_text("a.yaml", text), &mut findings);
    assert!(findings.as_slice().is_empty(), "{findings:?}");
    records
}

fn read_json(text: &str) -> Vec<Record> {
    let mut findings = Diagnostics::new();
    let records = from_document::read_json(&SourceFile::from_text("a.json", text), &mut findings);
    assert!(findings.as_slice().is_empty(), "{findings:?}");
    records
}

#[test]
fn awkward_texts_are_written_as_committed() {
    let mut record = awkward();
    // Tabs of comments are the one thing that YAML changes.
    record.comments.retain(|comment| !comment.contains('\t'));
    let written = to_yaml(&[document(&record, None)]).expect("it can be written");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/export/awkward.yaml");
    if std::env::var_os("SCORESHEET_UPDATE").is_some() {
        fs::write(path, &written).expect("the fixture can be written");
    }
    assert_eq!(written, fs::read_to_string(path).expect("the fixture is there"));
    let again = &read_yaml(&written)[0];
    assert_eq!((&again.comments, again.entries[0].comments.as_slice()), (&record.comments, &["1:30".to_owned()][..]));
}

#[test]
fn awkward_texts_come_back() {
    let record = awkward();
    let written = [document(&record, None), document(&record, None)];
    assert_schema(&written);
    let yaml = to_yaml(&written).expect("it can be written");
    let tags_of = |record: &Record| {
        let mut tags = record.tags.clone();
        tags.sort();
        tags
    };
    let spellings = [
        read_yaml(&yaml),
        read_json(&to_json(&written).expect("it can be written")),
        read_json(&to_jsonl(&written).expect("it can be written")),
    ];
    for (spelling, records) in spellings.iter().enumerate() {
        assert_eq!(records.len(), 2);
        for again in records {
            assert_eq!(tags_of(again), tags_of(&record));
            assert_eq!(again.claimed.as_ref().map(|word| word.text.as_str()), Some("1/2-1/2"));
            assert!(matches!(&again.entries[0].action, Action::Token(word) if word.text == "e4"));
            assert_eq!(again.place(again.entries[0].text).text(), "e4");
            if spelling > 0 {
                assert_eq!(again.comments, record.comments);
            }
        }
    }
    // A document that was read is written as it was.
    let again: Vec<Document> = read_yaml(&yaml).iter().map(|record| document(record, None)).collect();
    assert_eq!(to_yaml(&again).expect("it can be written"), yaml);
}

const SAVED: &str = "Zillions Save Game File Version 0.02 HC\r\nRulesFile=.\\chess.zrf\r\nVariantName=Chess\r\n(x a1)\r\n\
    1. Pawn e2 - e4\r\n1. Pawn e7 -\r\n2. partial 2 Pawn e4 x d5 @ d5 0 7 = Queen on d5 x d4\r\n";

fn saved() -> Record {
    from_zsg::read(&SourceFile::from_text("games/a.zsg", SAVED), &mut Diagnostics::new()).expect("a saved game")
}

#[test]
fn without_rules_a_saved_game_says_what_its_grammar_says() {
    let written = [document(&saved(), None)];
    assert_schema(&written);
    let value: Value = serde_json::from_str(&to_jsonl(&written).expect("it can be written")).expect("JSON");
    assert_eq!(value["game"]["rules"]["file"], "chess.zrf");
    assert_eq!(value["zsg"]["rules"], ".\\chess.zrf");
    assert_eq!(value["source"]["file"], "a.zsg");
    assert_eq!(value["plies"][1]["recorded"], "Pawn e7 -");
    assert_eq!(value["plies"][1].get("effects"), None);
    assert_eq!(value["plies"][2]["partial"], 2);
    assert_eq!(value["plies"][2]["effects"][0]["occupied"], true);
    assert_eq!(value["plies"][2]["effects"][1]["value"], 7);
    assert_eq!(value["plies"][2]["effects"][2]["change"], "d5");
    assert_eq!(value["plies"][0].get("side"), None);
}

#[test]
fn findings_lead_into_the_document() {
    let yaml = to_yaml(&[document(&saved(), None)]).expect("it can be written");
    let file = SourceFile::from_text("a.yaml", yaml.as_str());
    let mut findings = Diagnostics::new();
    let records = from_document::read_yaml(&file, &mut findings);
    let [finding] = findings.as_slice() else { panic!("one finding: {findings:?}") };
    let place = finding.place.as_ref().expect("it has a place");
    assert_eq!((finding.code, finding.ply, place.text()), (Code::CannotReadEntry, Some(2), "-"));
    let line = yaml.lines().position(|line| line.contains("Pawn e7 -")).expect("the entry is there") + 1;
    assert_eq!(usize::try_from(place.start().line).expect("small"), line);
    let entry = &records[0].entries[2];
    assert_eq!(records[0].place(entry.text).text(), "partial 2 Pawn e4 x d5 @ d5 0 7 = Queen on d5 x d4");
}

#[test]
fn entries_that_cannot_be_read_lead_into_the_document_too() {
    let yaml = to_yaml(&[document(&saved(), None)]).expect("it can be written");
    let record = &read_yaml_with_findings(&yaml)[0];
    let Action::Unreadable(finding) = &record.entries[1].action else { panic!("it cannot be read") };
    assert_eq!(finding.place.as_ref().map(|place| place.text()), Some("-"));
    let bare = "scoresheet: 1\nplies:\n- ply: 1\n  effects:\n  - {move: e2, to: e4}\n- ply: 2\n";
    let mut findings = Diagnostics::new();
    let records = from_document::read_yaml(&SourceFile::from_text("a.yaml", bare), &mut findings);
    assert!(records[0].entries.iter().all(|entry| matches!(entry.action, Action::Unreadable(_))));
    let plies: Vec<_> = findings.as_slice().iter().map(|finding| (finding.code, finding.ply)).collect();
    assert_eq!(plies, [(Code::CannotReadEntry, Some(1)), (Code::CannotReadEntry, Some(2))]);
}

#[test]
fn what_a_game_courier_log_holds_comes_back() {
    let text = "1. P e2-e4 // a remark\n1... p e7-e5\n2. N g1-f3; resign\n2... n b8-c6\n";
    let file = SourceFile::from_text("a.gc", text);
    let record =
        from_courier::read(&file, &from_courier::Reading::default(), &mut Diagnostics::new()).expect("a record");
    let end = |record: &Record| {
        let end = record.courier.as_ref().and_then(|courier| courier.end.as_ref()).expect("it ends");
        (end.after, end.word.text.clone())
    };
    assert_eq!(end(&record).0, 3);
    let written = [document(&record, None)];
    assert_schema(&written);
    for again in [
        read_yaml(&to_yaml(&written).expect("it can be written")),
        read_json(&to_json(&written).expect("it can be written")),
    ] {
        assert_eq!(end(&again[0]), end(&record));
        assert_eq!(again[0].claimed.as_ref().map(|word| &word.text), record.claimed.as_ref().map(|word| &word.text));
        assert_eq!(again[0].tags, record.tags);
        for (entry, before) in again[0].entries.iter().zip(&record.entries) {
            assert_eq!(again[0].entry_text(entry), record.entry_text(before));
            assert_eq!((entry.number, &entry.comments), (before.number, &before.comments));
            let (Action::Courier(moves), Action::Courier(known)) = (&entry.action, &before.action) else {
                panic!("{entry:?}")
            };
            assert_eq!(moves.parts.len(), known.parts.len());
            assert_eq!(again[0].place(moves.parts[0].span()).text(), record.place(known.parts[0].span()).text());
        }
    }
}

#[test]
fn a_replay_adds_what_the_rules_know() {
    let game = bundled("chess");
    let cell = |name: &str| game.board.cell(name).expect("a cell");
    let piece = |name: &str| PieceTypeId::from_index(game.piece_names.find(name).expect("a piece"));
    let moved = |from: CellId, to: CellId| ShownEffect::Move { piece: piece("Pawn"), from, occupied: false, to };
    let shown = vec![moved(cell("e2"), cell("e4")), ShownEffect::Type { piece: piece("Queen"), at: cell("e4") }];
    let record = saved();
    let finding = Diagnostic::new(Code::CannotReadEntry, "a position is expected").ply(2);
    let report = RecordReport {
        index: 1,
        game: Some("Chess".to_owned()),
        rules: Some(RulesUsed {
            file: "chess.zrf".to_owned(),
            variant: "Chess".to_owned(),
            sha256: "0".repeat(64),
            bundled: true,
        }),
        verdict: Verdict::Unreadable,
        plies: 3,
        plies_legal: 1,
        result: ResultReport { claimed: None, computed: Some("*".to_owned()) },
        findings: vec![finding.at(record.place(record.entries[1].text))],
        weighed: None,
        expected: None,
    };
    let side = |name: &str, kind| SideFacts { side: name.to_owned(), kind: Some(kind) };
    let legal = PlyFacts {
        side: Some("White".into()),
        round: Some(1),
        token: Some("e4=Q".into()),
        verdict: Some((Verdict::Legal, None)),
        effects: Some((MoveKind::Walk, shown.into())),
        ..PlyFacts::default()
    };
    let faulty = PlyFacts { verdict: Some((Verdict::Unreadable, Some(Code::CannotReadEntry))), ..PlyFacts::default() };
    let facts = ReplayFacts {
        game: &game,
        report: &report,
        sides: vec![side("White", SideKind::Human), side("Black", SideKind::Computer)],
        plies: vec![legal, faulty],
        start: None,
        by: None,
        winner: None,
    };
    let written = [document(&record, Some(&facts))];
    assert_schema(&written);
    let json = to_jsonl(&written).expect("it can be written");
    let value: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(value["game"]["rules"]["bundled"], true);
    assert_eq!(value["sides"][1]["kind"], "computer");
    assert_eq!(value["plies"][0]["move"], "e4=Q");
    assert_eq!(value["plies"][0]["effects"][1]["to"], "Queen");
    assert_eq!(value["plies"][1]["finding"], "S004");
    assert_eq!(value["check"]["findings"][0]["line"], 6);
    assert_eq!(value["result"]["computed"], "*");
    // With the rules at hand the facts are made anew; the source stays the one of the first export.
    let again = document(&read_with_findings(&json)[0], Some(&facts));
    assert_eq!(again.source, written[0].source);
    assert_eq!(again.plies, written[0].plies);
}

fn read_yaml_with_findings(text: &str) -> Vec<Record> {
    from_document::read_yaml(&SourceFile::from_text("a.yaml", text), &mut Diagnostics::new())
}

fn read_with_findings(text: &str) -> Vec<Record> {
    from_document::read_json(&SourceFile::from_text("a.json", text), &mut Diagnostics::new())
}

#[test]
fn faults_of_documents_are_placed_and_stop_only_their_document() {
    let good = "scoresheet: 1\nplies:\n- ply: 1\n  move: e4\n";
    let text = format!("{good}---\nscoresheet: 1\nplies: []\nsurprise: 1\n---\nscoresheet: 2\nplies: []\n---\n{good}");
    let mut findings = Diagnostics::new();
    let records = from_document::read_yaml(&SourceFile::from_text("a.yaml", text), &mut findings);
    assert_eq!(records.len(), 2);
    let lines: Vec<_> = findings.as_slice().iter().map(|one| one.place.as_ref().map(|at| at.start().line)).collect();
    assert_eq!(lines[0], Some(8), "the unknown key: {findings:?}");
    assert_eq!(lines.len(), 2);
    let text = "{\"scoresheet\": 1, \"plies\": []}\n{\"scoresheet\": 1,, }\n{\"scoresheet\": 1, \"plies\": []}\n";
    let mut findings = Diagnostics::new();
    let records = from_document::read_json(&SourceFile::from_text("a.jsonl", text), &mut findings);
    assert_eq!(records.len(), 2);
    let place = findings.as_slice()[0].place.as_ref().expect("a place").start();
    assert_eq!((place.line, place.column), (2, 18));
}

#[test]
fn a_document_edited_by_hand_is_taken_by_its_keys() {
    let yaml = to_yaml(&[document(&saved(), None)]).expect("it can be written");
    // An odd line that contradicts the recorded text, and a text of two lines.
    let edited = yaml.replace("  edits:", "  lines:\n  - line: 5\n    text: '1. Pawn a2 - a4'\n  edits:");
    let mut findings = Diagnostics::new();
    let records = from_document::read_yaml(&SourceFile::from_text("a.yaml", edited), &mut findings);
    assert_eq!(records[0].entry_text(&records[0].entries[0]), "Pawn e2 - e4");
    assert!(findings.as_slice().iter().any(|finding| finding.message.contains("line 5 of `zsg.lines`")));
}
