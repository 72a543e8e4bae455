//! The tree of a saved game, and its parts, as text.

use std::fmt::Write as _;

use smol_str::SmolStr;

use super::{Body, Content, Edit, Effect, HEADER, Line, RULES, SavedGame, VARIANT, Word};
use crate::source::SourceFile;

/// The text of a saved game: what was read, byte for byte, or what the grammar gives for a game that was made.
#[must_use]
pub fn print(game: &SavedGame) -> String {
    let mut text = String::new();
    for line in &game.lines {
        match &line.odd {
            Some(odd) => text.push_str(odd),
            None => push_line(&mut text, game, line, None),
        }
        text.push_str(line.end.text());
    }
    text.push_str(&game.tail);
    text
}

/// Adds the text that the grammar gives for a line. Lines that cannot be read have their text in `file`.
pub(super) fn push_line(to: &mut String, game: &SavedGame, line: &Line, file: Option<&SourceFile>) {
    let value = |value: &Option<Word>| value.as_ref().map_or(SmolStr::default(), |word| word.text.clone());
    // Writing to a string cannot fail.
    let _ = match &line.content {
        Content::Header => write!(to, "{HEADER}{} {}", game.version.text, game.kinds.text),
        Content::Rules => write!(to, "{RULES}{}", value(&game.rules)),
        Content::Variant => write!(to, "{VARIANT}{}", value(&game.variant)),
        Content::Edit(edit) => to.write_str(&print_edit(edit)),
        Content::Entry { number, body, .. } => {
            let _ = write!(to, "{number}. ");
            push_body(to, body);
            Ok(())
        }
        Content::Unread { number, text, finding } => {
            let file = file.or_else(|| finding.place.as_ref().map(|place| &*place.file));
            let text = file.map_or("", |file| file.slice(*text));
            match number {
                Some(number) => write!(to, "{number}. {text}"),
                None => to.write_str(text),
            }
        }
        Content::Nothing => Ok(()),
    };
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
    push_body(&mut text, body);
    text
}

fn push_body(text: &mut String, body: &Body) {
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
                push_effect(text, effect);
            }
        }
    }
}

fn push_words(text: &mut String, words: &[&str]) {
    for (index, word) in words.iter().enumerate() {
        if index > 0 {
            text.push(' ');
        }
        text.push_str(word);
    }
}

/// The places of a change are written as they are given.
fn push_effect(text: &mut String, effect: &Effect) {
    match effect {
        Effect::Move { piece, from, occupied, to } => {
            let sign = if *occupied { "x" } else { "-" };
            push_words(text, &[&piece.text, &from.text, sign, &to.text]);
        }
        Effect::Create { player, piece, at } => push_words(text, &[&player.text, &piece.text, &at.text]),
        Effect::Capture { at } => push_words(text, &["x", &at.text]),
        Effect::Change { value, at } => {
            push_words(text, &["=", &value.text]);
            if !at.is_empty() {
                text.push_str(" on");
            }
            for at in at {
                text.push(' ');
                text.push_str(&at.text);
            }
        }
        Effect::Attribute { at, number, value } => push_words(text, &["@", &at.text, &number.text, &value.text]),
        Effect::Flip { at } => push_words(text, &["flip", &at.text]),
    }
}
