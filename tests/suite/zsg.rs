//! Saved games: whatever is read is written back, whatever is made is read back, and nothing makes the reader panic.

use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any, prop_assert_eq, prop_oneof, proptest};

use scoresheet::diagnostic::Diagnostics;
use scoresheet::export::{document, zsg};
use scoresheet::record::{from_document, from_zsg};
use scoresheet::source::SourceFile;
use scoresheet::syntax::zsg::{Body, Effect, Names, Word, parse, parse_body, parse_edit, print, print_body};

fn cell() -> impl Strategy<Value = Word> {
    "[a-e][1-5]".prop_map(Word::new)
}

fn piece() -> impl Strategy<Value = Word> {
    "[+]?[K-P][a-z]{0,4}[0-9!]?".prop_map(Word::new)
}

fn player() -> impl Strategy<Value = Word> {
    "[?]?[Q-Z][a-z]{2,4}".prop_map(Word::new)
}

fn effect() -> impl Strategy<Value = Effect> {
    let value = || prop_oneof![piece(), player()];
    prop_oneof![
        (piece(), cell(), any::<bool>(), cell()).prop_map(|(piece, from, occupied, to)| Effect::Move {
            piece,
            from,
            occupied,
            to
        }),
        (player(), piece(), cell()).prop_map(|(player, piece, at)| Effect::Create { player, piece, at }),
        cell().prop_map(|at| Effect::Capture { at }),
        (value(), vec(cell(), 1..5)).prop_map(|(value, at)| Effect::Change { value, at }),
        (cell(), 0..9_u32, 0..2_u32).prop_map(|(at, number, value)| Effect::Attribute {
            at,
            number: Word::new(number.to_string()),
            value: Word::new(value.to_string())
        }),
        cell().prop_map(|at| Effect::Flip { at }),
    ]
}

fn body() -> impl Strategy<Value = Body> {
    let effects = (proptest::option::of(any::<u32>()), vec((effect(), any::<bool>()), 1..8));
    let effects = effects.prop_map(|(partial, list)| {
        let mut effects: Vec<Effect> = Vec::new();
        for (mut effect, short) in list {
            // The place is left out only directly after a move.
            if let (Effect::Change { at, .. }, Some(Effect::Move { .. }), true) = (&mut effect, effects.last(), short) {
                at.clear();
            }
            effects.push(effect);
        }
        Body::Effects { partial, effects: effects.into() }
    });
    prop_oneof![1 => Just(Body::Pass), 9 => effects]
}

fn without_places(body: &Body) -> Body {
    fn word(word: &Word) -> Word {
        Word::new(word.text.as_str())
    }
    let effect = |effect: &Effect| match effect {
        Effect::Move { piece, from, occupied, to } => {
            Effect::Move { piece: word(piece), from: word(from), occupied: *occupied, to: word(to) }
        }
        Effect::Create { player, piece, at } => {
            Effect::Create { player: word(player), piece: word(piece), at: word(at) }
        }
        Effect::Capture { at } => Effect::Capture { at: word(at) },
        Effect::Change { value, at } => Effect::Change { value: word(value), at: at.iter().map(word).collect() },
        Effect::Attribute { at, number, value } => {
            Effect::Attribute { at: word(at), number: word(number), value: word(value) }
        }
        Effect::Flip { at } => Effect::Flip { at: word(at) },
    };
    match body {
        Body::Pass => Body::Pass,
        Body::Effects { partial, effects } => {
            Body::Effects { partial: *partial, effects: effects.iter().map(effect).collect() }
        }
    }
}

/// Pieces of saved games, good and bad, in any order.
fn messy() -> impl Strategy<Value = Vec<u8>> {
    const ENDS: [&str; 7] = ["\r\n", "\n", "\r", "", " \r\n", "\t\n", "\n\n"];
    const LINES: [&str; 16] = [
        "RulesFile=a b.zrf",
        "RulesFile=",
        "VariantName=A, b",
        "VariantName=Caf\u{e9}",
        "(x a1)",
        "(White Man b2)",
        "(x)",
        "1. Pawn a2 - a3",
        "1. partial 2 Man c3 - e5 x d4 = King on e5 b1",
        "2. Pass",
        "02. Pass",
        "2. Pawn  a2 - a3",
        "no line at all: 'x' # - {",
        "12.",
        "",
        "\u{1a}",
    ];
    let line = prop_oneof![
        8 => (proptest::sample::select(&LINES[..]), proptest::sample::select(&ENDS[..]))
            .prop_map(|(line, end)| format!("{line}{end}").into_bytes()),
        1 => vec(any::<u8>(), 0..12),
    ];
    let header = proptest::sample::select(
        &[
            "Zillions Save Game File Version 0.02 HC",
            "Zillions Save Game File Version 0.03 HX",
            "\u{feff}Zillions Save Game File Version 0.02 ",
        ][..],
    );
    (header, proptest::sample::select(&ENDS[..]), vec(line, 0..20))
        .prop_map(|(header, end, lines)| [format!("{header}{end}").into_bytes(), lines.concat()].concat())
}

proptest! {
    #[test]
    fn what_is_printed_is_read_back(body in body()) {
        let is_cell = |name: &str| name.len() == 2 && name.starts_with(|first: char| first.is_ascii_lowercase());
        let is_piece = |name: &str| !is_cell(name);
        let names = Names { is_cell: &is_cell, is_piece: &is_piece };
        let read = parse_body(&print_body(&body), 0, Some(names));
        prop_assert_eq!(read.as_ref().map(without_places), Ok(body));
    }

    #[test]
    fn what_is_read_is_written_back(bytes in messy()) {
        let file = SourceFile::from_bytes("a.zsg", &bytes);
        let mut findings = Diagnostics::new();
        if let Some(game) = parse(&file, &mut findings) {
            prop_assert_eq!(print(&game), file.text.as_str());
            let record = from_zsg::read(&file, &mut Diagnostics::new()).expect("it was read before");
            prop_assert_eq!(zsg::rewrite(&record), Some(bytes.clone()));
            let documents = [document::document(&record, None)];
            let yaml = document::to_yaml(&documents).expect("it can be written");
            let json = document::to_json(&documents).expect("it can be written");
            let yaml = from_document::read_yaml(&SourceFile::from_text("a.yaml", yaml), &mut Diagnostics::new());
            let json = from_document::read_json(&SourceFile::from_text("a.json", json), &mut Diagnostics::new());
            for again in [yaml, json] {
                prop_assert_eq!(again.len(), 1);
                prop_assert_eq!(zsg::rewrite(&again[0]), Some(bytes.clone()));
                prop_assert_eq!(again[0].entries.len(), record.entries.len());
            }
        } else {
            assert!(findings.has_errors());
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in any::<String>(), bytes in vec(any::<u8>(), 0..64)) {
        let _ = parse_body(&text, 7, None);
        let _ = parse_edit(&text, 7);
        let _ = parse(&SourceFile::from_bytes("a.zsg", &bytes), &mut Diagnostics::new());
        let file = SourceFile::from_text("a", text);
        let _ = from_document::read_yaml(&file, &mut Diagnostics::new());
        let _ = from_document::read_json(&file, &mut Diagnostics::new());
    }
}
