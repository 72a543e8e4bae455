//! Records and replays as files.

pub mod courier;
pub mod document;
pub mod facts;
pub mod kept;
pub mod new_game;
pub mod pgn;
pub mod zsg;

/// Writes a number in decimal digits behind a text.
fn push_number(text: &mut String, number: usize) {
    if number > 9 {
        push_number(text, number / 10);
    }
    text.push(char::from(b'0' + (number % 10) as u8));
}
