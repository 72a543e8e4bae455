//! Signs of other notations in lists made by hand: `O-O`, `x`, `=Q`, `+`, `#` (section 3.3, no. 30). They are read only
//! where that is asked for, because labels and coordinates may hold the same signs.

use super::words::is_blank;

/// A move text in the signs of other notations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Foreign {
    /// Castling as short notation writes it: `O-O` or `O-O-O`.
    Castling(&'static str),
    /// The same in Game Courier's own signs.
    Parts(String),
}

/// What a move text means, if it holds signs of other notations. The text has no comment.
#[must_use]
pub fn read_foreign(text: &str) -> Option<Foreign> {
    let text = text.trim_matches(|c| c == ';' || is_blank(c));
    let bare = text.trim_end_matches(is_tail);
    match bare.replace('0', "O").to_uppercase().as_str() {
        "O-O" => return Some(Foreign::Castling("O-O")),
        "O-O-O" => return Some(Foreign::Castling("O-O-O")),
        _ => {}
    }
    let parts: Vec<String> = text.split(';').map(own_signs).collect();
    let own = parts.join("; ");
    let squeezed = |text: &str| text.chars().filter(|c| !is_blank(*c)).collect::<String>();
    (squeezed(&own) != squeezed(text)).then_some(Foreign::Parts(own))
}

/// Signs behind a move that tell of check or of its worth.
fn is_tail(sign: char) -> bool {
    matches!(sign, '+' | '#' | '!' | '?')
}

/// One part in the signs of Game Courier.
fn own_signs(part: &str) -> String {
    let part = part.trim_matches(is_blank).trim_end_matches(is_tail);
    let (walk, promotion) = match part.split_once('=') {
        Some((walk, label)) => {
            (walk.trim_matches(is_blank), Some(label.trim_matches(|c| is_blank(c) || "()".contains(c))))
        }
        None => (part, None),
    };
    let walk = if walk.contains('-') { walk.to_owned() } else { with_hyphen(walk) };
    match promotion.filter(|label| !label.is_empty()) {
        Some(label) => format!("{walk}; {label}-dest"),
        None => walk,
    }
}

/// `e4xd5` and `e4:d5` with the hyphen: a sign of capture between two coordinates.
fn with_hyphen(walk: &str) -> String {
    let signs = walk.char_indices().filter(|(_, sign)| matches!(sign, 'x' | 'X' | ':' | '\u{d7}'));
    for (at, sign) in signs {
        let (before, after) = (&walk[..at], &walk[at + sign.len_utf8()..]);
        let origin = before.trim_end_matches(is_blank).rsplit(is_blank).next().unwrap_or_default();
        let target = after.trim_start_matches(is_blank);
        if looks_like_coordinate(origin) && looks_like_coordinate(target) {
            return format!("{}-{target}", before.trim_end_matches(is_blank));
        }
    }
    walk.to_owned()
}

/// Letters and a number, or a number and letters.
#[must_use]
pub fn looks_like_coordinate(text: &str) -> bool {
    let digits_first = text.starts_with(|c: char| c.is_ascii_digit());
    let first = text.bytes().take_while(|byte| byte.is_ascii_digit() == digits_first).count();
    let (head, tail) = text.split_at(first);
    let (letters, digits) = if digits_first { (tail, head) } else { (head, tail) };
    (1..=2).contains(&letters.len())
        && letters.bytes().all(|byte| byte.is_ascii_alphabetic())
        && (1..=2).contains(&digits.len())
        && digits.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::{Foreign, read_foreign};

    #[test]
    fn signs_of_other_notations() {
        let parts = |text: &str| match read_foreign(text) {
            Some(Foreign::Parts(parts)) => parts,
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(parts("N g1xf3+"), "N g1-f3");
        assert_eq!(parts("e4 x d5"), "e4-d5");
        assert_eq!(parts("P e7-e8=Q#"), "P e7-e8; Q-dest");
        assert_eq!(parts("P e7xd8=(N)"), "P e7-d8; N-dest");
        assert_eq!(parts("b 5e:7g"), "b 5e-7g");
        assert_eq!(parts("e2-e4!?;"), "e2-e4");
        for (text, sign) in [("O-O", "O-O"), ("0-0-0+", "O-O-O"), ("o-o;", "O-O")] {
            assert_eq!(read_foreign(text), Some(Foreign::Castling(sign)), "{text}");
        }
    }

    #[test]
    fn own_signs_stay() {
        for text in ["P e2-e4", "P x2-5e", "+R 3c-3a", "L e4-f5; L f5-g6;", "d5-", "P*5e", "", "x", "e4x"] {
            assert_eq!(read_foreign(text), None, "{text}");
        }
    }
}
