//! Saved games: those that were read, byte for byte, and new ones (`spec/zsg.md` 7).

use crate::game::Game;
use crate::record::{Edit, Record, Word};
use crate::source::{Encoding, Span};
use crate::syntax::zsg::{self, Body, Content, Line, LineEnd, SavedGame, VERSION};

/// A saved game that was not read from one.
#[derive(Clone, Debug, PartialEq)]
pub struct NewGame {
    /// One letter for each player in the order of `players`: `H` a person, `C` the computer.
    pub kinds: String,
    /// The bare name of the rules file.
    pub rules: String,
    /// The variant's title.
    pub variant: String,
    /// Changes of the start position, in board order: first the cells to be emptied, then the pieces to be set.
    pub edits: Vec<Edit>,
    /// The entries. Changes name their places; where a place is left out and what is joined is decided here.
    pub entries: Vec<NewEntry>,
    /// How the rules file is encoded, whose names stand here.
    pub encoding: Encoding,
}

/// One entry of a new saved game.
#[derive(Clone, Debug, PartialEq)]
pub struct NewEntry {
    /// The round (`spec/zsg.md` 5.1).
    pub number: u32,
    /// What it says.
    pub body: Body,
}

/// The bytes of the saved game that a record was read from, directly or through a document; `None` for records that
/// came from elsewhere.
#[must_use]
pub fn rewrite(record: &Record) -> Option<Vec<u8>> {
    record.zsg.as_ref()?;
    let mut bytes = if record.file.byte_order_mark { b"\xEF\xBB\xBF".to_vec() } else { Vec::new() };
    bytes.extend(record.file.encoding.encode(&record.file.text));
    Some(bytes)
}

/// The bytes of a new saved game, as the original program would write it.
#[must_use]
pub fn write(game: &NewGame) -> Vec<u8> {
    let line = |content| Line { content, span: Span::default(), odd: None, end: LineEnd::CrLf };
    let mut lines = vec![line(Content::Header), line(Content::Rules), line(Content::Variant)];
    lines.extend(game.edits.iter().map(|edit| line(Content::Edit(edit.clone()))));
    lines.extend(game.entries.iter().map(|entry| {
        let body = body(&entry.body);
        line(Content::Entry { number: entry.number, text: Span::default(), body })
    }));
    let text = zsg::print(&SavedGame {
        version: Word::new(VERSION),
        kinds: Word::new(game.kinds.as_str()),
        rules: Some(Word::new(game.rules.as_str())),
        variant: Some(Word::new(game.variant.as_str())),
        lines,
        tail: String::new(),
    });
    game.encoding.encode(&text)
}

/// The line of an entry after its number, as the original program would write it.
#[must_use]
pub fn entry_text(entry: &Body) -> String {
    zsg::print_body(&body(entry))
}

fn body(body: &Body) -> Body {
    match body {
        Body::Pass => Body::Pass,
        Body::Effects { partial, effects } => {
            Body::Effects { partial: *partial, effects: zsg::compact(effects.clone()) }
        }
    }
}

/// A name of the rules that a saved game cannot hold, because it means something else there (`spec/zsg.md` 3).
#[must_use]
pub fn unwritable_name(game: &Game) -> Option<&str> {
    let names = game.players.iter().chain(game.piece_names.iter()).chain(game.board.cells.iter());
    names
        .into_iter()
        .find(|name| matches!(*name, "x" | "=" | "@" | "-" | "flip") || name.contains([' ', '\t', '\r', '\n']))
}

#[cfg(test)]
mod tests {
    use super::{NewEntry, NewGame, rewrite, write};
    use crate::diagnostic::Diagnostics;
    use crate::record::{Edit, Word, WrittenEffect, from_zsg};
    use crate::source::{Encoding, SourceFile};
    use crate::syntax::zsg::Body;

    #[test]
    fn a_new_game_is_written_as_the_original_program_does() {
        let word = |text: &str| Word::new(text);
        let lord = WrittenEffect::Move { piece: word("Lord"), from: word("a1"), occupied: true, to: word("a2") };
        let change = |value: &str, at: &str| WrittenEffect::Change { value: word(value), at: vec![word(at)] };
        let effects = vec![lord, change("King", "a2"), change("Guard", "b1"), change("Guard", "b5")];
        let game = NewGame {
            kinds: "HC".to_owned(),
            rules: "a.zrf".to_owned(),
            variant: "Café".to_owned(),
            edits: vec![Edit::Empty { at: word("a3") }],
            entries: vec![
                NewEntry { number: 1, body: Body::Effects { partial: Some(2), effects } },
                NewEntry { number: 1, body: Body::Pass },
            ],
            encoding: Encoding::Windows1252,
        };
        let expected =
            b"Zillions Save Game File Version 0.02 HC\r\nRulesFile=a.zrf\r\nVariantName=Caf\xE9\r\n(x a3)\r\n\
            1. partial 2 Lord a1 x a2 = King = Guard on b1 b5\r\n1. Pass\r\n";
        assert_eq!(write(&game), expected);
    }

    #[test]
    fn what_was_read_is_written_back() {
        let bytes =
            b"\xEF\xBB\xBFZillions Save Game File Version 0.02 HC\nRulesFile=a \xE9.zrf \r1. Pass\r\n\n1. Pass\x1a";
        let file = SourceFile::from_bytes("a.zsg", bytes);
        let record = from_zsg::read(&file, &mut Diagnostics::new()).unwrap();
        assert_eq!(rewrite(&record).as_deref(), Some(&bytes[..]));
    }
}
