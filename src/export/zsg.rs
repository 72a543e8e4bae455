//! Saved games: those that were read, byte for byte, and new ones (`spec/zsg.md` 7).

use std::fmt::Write as _;

use crate::game::Game;
use crate::record::{Edit, Record};
use crate::source::{BYTE_ORDER_MARK, Encoding};
use crate::syntax::zsg::{HEADER, LineEnd, RULES, VARIANT, VERSION, print_edit};

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
    /// The entries.
    pub entries: Vec<NewEntry>,
    /// How the rules file is encoded, whose names stand here.
    pub encoding: Encoding,
}

/// One entry of a new saved game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEntry {
    /// The round (`spec/zsg.md` 5.1).
    pub number: usize,
    /// The move as [`crate::notation::zillions::text`] writes it.
    pub text: String,
}

/// The bytes of the saved game that a record was read from, directly or through a document; `None` for records that
/// came from elsewhere.
#[must_use]
pub fn rewrite(record: &Record) -> Option<Vec<u8>> {
    record.zsg.as_ref()?;
    let mut bytes = if record.file.byte_order_mark { BYTE_ORDER_MARK.to_vec() } else { Vec::new() };
    bytes.extend(record.file.encoding.encode(&record.file.text));
    Some(bytes)
}

/// The bytes of a new saved game, as the original program would write it.
#[must_use]
pub fn write(game: &NewGame) -> Vec<u8> {
    let mut text = String::new();
    let mut line = |content: std::fmt::Arguments<'_>| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{content}{}", LineEnd::CrLf.text());
    };
    line(format_args!("{HEADER}{VERSION} {}", game.kinds));
    line(format_args!("{RULES}{}", game.rules));
    line(format_args!("{VARIANT}{}", game.variant));
    game.edits.iter().for_each(|edit| line(format_args!("{}", print_edit(edit))));
    game.entries.iter().for_each(|entry| line(format_args!("{}. {}", entry.number, entry.text)));
    game.encoding.encode(&text)
}

/// A name of the rules that a saved game cannot hold, because it means something else there (`spec/zsg.md` 3).
#[must_use]
pub fn unwritable_name(game: &Game) -> Option<&str> {
    let mut names = game.players.iter().chain(game.piece_names.iter()).chain(game.board.cells.iter());
    names.find(|name| matches!(*name, "x" | "=" | "@" | "-" | "flip") || name.contains([' ', '\t', '\r', '\n']))
}

#[cfg(test)]
mod tests {
    use super::{NewEntry, NewGame, rewrite, write};
    use crate::diagnostic::Diagnostics;
    use crate::record::{Edit, Word, from_zsg};
    use crate::source::{Encoding, SourceFile};

    #[test]
    fn a_new_game_is_written_as_the_original_program_does() {
        let entry = |text: &str| NewEntry { number: 1, text: text.to_owned() };
        let game = NewGame {
            kinds: "HC".to_owned(),
            rules: "a.zrf".to_owned(),
            variant: "Café".to_owned(),
            edits: vec![Edit::Empty { at: Word::new("a3") }],
            entries: vec![entry("partial 2 Lord a1 x a2 = King"), entry("Pass")],
            encoding: Encoding::Windows1252,
        };
        let expected =
            b"Zillions Save Game File Version 0.02 HC\r\nRulesFile=a.zrf\r\nVariantName=Caf\xE9\r\n(x a3)\r\n\
            1. partial 2 Lord a1 x a2 = King\r\n1. Pass\r\n";
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
