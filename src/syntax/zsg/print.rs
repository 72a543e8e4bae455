//! The tree of a saved game, and its parts, as text.

use std::fmt::Write as _;

use super::{Body, Content, Edit, Effect, HEADER, Line, RULES, SavedGame, VARIANT, Word};
use crate::source::SourceFile;

/// The text of a saved game: what was read, byte for byte, or what the grammar gives for a game that was made.
#[must_use]
pub fn print(game: &SavedGame) -> String {
    let mut text = String::new();
    for line in &game.lines {
        match &line.odd {
            Some(odd) => text.push_str(odd),
            None => text.push_str(&print_line(game, line, None)),
        }
        text.push_str(line.end.text());
    }
    text.push_str(&game.tail);
    text
}

/// The text that the grammar gives for a line. Lines that cannot be read have their text in `file`.
pub(super) fn print_line(game: &SavedGame, line: &Line, file: Option<&SourceFile>) -> String {
    let keyed = |key: &str, value: &Option<Word>| format!("{key}{}", value.as_ref().map_or("", |word| &word.text));
    match &line.content {
        Content::Header => format!("{HEADER}{} {}", game.version.text, game.kinds.text),
        Content::Rules => keyed(RULES, &game.rules),
        Content::Variant => keyed(VARIANT, &game.variant),
        Content::Edit(edit) => print_edit(edit),
        Content::Entry { number, body, .. } => format!("{number}. {}", print_body(body)),
        Content::Unread { number, text, finding } => {
            let file = file.or_else(|| finding.place.as_ref().map(|place| &*place.file));
            let text = file.map_or("", |file| file.slice(*text));
            number.map_or_else(|| text.to_owned(), |number| format!("{number}. {text}"))
        }
        Content::Nothing => String::new(),
    }
}

/// A change of the position as a line has it.
#[must_use]
pub fn print_edit(edit: &Edit) -> String {
    match edit {
        Edit::Empty { at } => format!("(x {})", at.text),
        Edit::Put { player, piece, at } => format!("({} {} {})", player.text, piece.text, at.text),
    }
}

/// The text of a move line after its number.
#[must_use]
pub fn print_body(body: &Body) -> String {
    let mut text = String::new();
    match body {
        Body::Pass => text.push_str("Pass"),
        Body::Effects { partial, effects } => {
            if let Some(number) = partial {
                let _ = write!(text, "partial {number} ");
            }
            for (index, effect) in effects.iter().enumerate() {
                if index > 0 {
                    text.push(' ');
                }
                push_effect(&mut text, effect);
            }
        }
    }
    text
}

/// The places of a change are written as they are given.
fn push_effect(text: &mut String, effect: &Effect) {
    // Writing to a string cannot fail.
    let _ = match effect {
        Effect::Move { piece, from, occupied, to } => {
            let sign = if *occupied { 'x' } else { '-' };
            write!(text, "{} {} {sign} {}", piece.text, from.text, to.text)
        }
        Effect::Create { player, piece, at } => write!(text, "{} {} {}", player.text, piece.text, at.text),
        Effect::Capture { at } => write!(text, "x {}", at.text),
        Effect::Change { value, at } => {
            let _ = write!(text, "= {}", value.text);
            if !at.is_empty() {
                text.push_str(" on");
            }
            at.iter().try_for_each(|at| write!(text, " {}", at.text))
        }
        Effect::Attribute { at, number, value } => write!(text, "@ {} {} {}", at.text, number.text, value.text),
        Effect::Flip { at } => write!(text, "flip {}", at.text),
    };
}
