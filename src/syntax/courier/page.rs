//! The text of a "Viewing Game" page (section 1.2): the head, and where the move list starts.

use super::lines::{is_sound_line, lines, move_number, trim_at};
use super::text::MappedText;
use super::tree::{PageHead, SideLine, Turn};
use super::words::is_blank;
use crate::syntax::zsg::Word;

/// Captions of the page's form fields; they have the shape of side lines.
const CAPTIONS: [&str; 9] = [
    "Orientation",
    "Scale",
    "Render as",
    "Shape",
    "Piece Set",
    "Colors",
    "Background",
    "Notation",
    "How to Move Pieces",
];
/// Most lines between the head and the sides that are looked at.
const MAX_SIDES: usize = 64;

/// Whether a line is the sentence that tells the state of a game, such as `NAME has resigned.`
pub(super) fn is_status(line: &str) -> bool {
    let line = line.trim_matches(is_blank);
    let Some(body) = line.strip_suffix('.') else { return false };
    if body.chars().count() > 120 || body.contains(". ") {
        return false;
    }
    let has_ending = [" has resigned", " has won on time", " has won"]
        .iter()
        .any(|ending| body.strip_suffix(ending).is_some_and(|name| !name.trim_matches(is_blank).is_empty()));
    has_ending || (body.to_ascii_lowercase().contains("game") && speaks_of_draw(body))
}

/// Whether a sentence speaks of a draw.
#[must_use]
pub fn speaks_of_draw(sentence: &str) -> bool {
    sentence
        .split(|c: char| !c.is_alphanumeric())
        .any(|word| word.eq_ignore_ascii_case("draw") || word.eq_ignore_ascii_case("drawn"))
}

/// Where the line `Viewing Game` stands.
pub(super) fn viewing_line(text: &str) -> Option<usize> {
    lines(text)
        .find(|(_, line)| line.trim_matches(is_blank).eq_ignore_ascii_case("Viewing Game"))
        .map(|(start, _)| start)
}

/// Reads the head that starts with the line `Viewing Game` at `from`, and says where the move list starts: the length of
/// the text where there is none.
pub(super) fn read_head(mapped: &MappedText, from: usize) -> (PageHead, usize) {
    let text = mapped.as_str();
    let list = list_start(text, from);
    let mut head = PageHead::default();
    let mut last: Option<(usize, &str)> = None;
    let mut first_line = true;
    for (start, line) in lines(&text[from..list]).skip(1) {
        let (start, line) = trim_at(from + start, line);
        if line.is_empty() {
            continue;
        }
        let word =
            |offset: usize, text: &str| Word { text: text.into(), span: mapped.span(offset, offset + text.len()) };
        if let Some((name, value)) = tag_line(line).filter(|_| head.sides.is_empty()) {
            let value_at = start + 3 + name.len();
            let text = value.replace("\\\"", "\"").replace("\\\\", "\\");
            head.tags.push((word(start + 1, name), Word { text: text.into(), span: word(value_at, value).span }));
            continue;
        }
        let is_draw = first_line && line.ends_with('.') && speaks_of_draw(line);
        if head.status.is_none() && head.sides.is_empty() && (is_status(line) || is_draw) {
            head.status = Some(word(start, line));
        } else if let Some((side, player_start, player)) = side_line(start, line) {
            if head.sides.is_empty() {
                head.game = last.map(|(start, line)| word(start, line));
            }
            let player = (!player.is_empty()).then(|| word(player_start, player));
            head.sides.push(SideLine { side: word(start, side), player });
            if head.sides.len() == MAX_SIDES {
                break;
            }
        } else if !head.sides.is_empty() {
            break;
        } else {
            last = Some((start, line));
        }
        first_line = false;
    }
    (head, list)
}

/// `[Name "value"]`: name and value, with the escapes still in it.
fn tag_line(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.strip_prefix('[')?.strip_suffix("\"]")?.split_once(" \"")?;
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    is_name.then_some((name, value))
}

/// `Side: player`, with the offset of the player.
fn side_line(start: usize, line: &str) -> Option<(&str, usize, &str)> {
    let (side, player) = line.split_once(':')?;
    let is_name = side.starts_with(char::is_alphabetic)
        && side.chars().count() <= 24
        && side.chars().all(|c| c.is_alphanumeric() || c == ' ' || c == '-');
    if !is_name || CAPTIONS.contains(&side) || player.starts_with("//") {
        return None;
    }
    let (offset, player) = trim_at(start + side.len() + 1, player);
    Some((side, offset, player))
}

/// Where the move list starts: at the first line numbered 1 that can be read, else at the first one numbered 1 at all.
/// Comments and side lines directly above it belong to it.
fn list_start(text: &str, from: usize) -> usize {
    let mut first = None;
    let mut remarks = None;
    for (start, line) in lines(&text[from..]) {
        let trimmed = line.trim_matches(is_blank);
        if trimmed.starts_with("//") || trimmed.starts_with('|') {
            remarks.get_or_insert(from + start);
            continue;
        }
        if trimmed.is_empty() {
            continue;
        }
        let above = remarks.take();
        let Some((number, rest)) = move_number(trimmed) else { continue };
        if number.value != 1 || rest.trim_matches(is_blank).is_empty() {
            continue;
        }
        if is_sound_line(trimmed) {
            return above.unwrap_or(from + start);
        }
        if number.turn == Turn::First && first.is_none() && !rest.contains(". ") {
            first = above.or(Some(from + start));
        }
    }
    first.unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::{is_status, read_head};
    use crate::syntax::courier::text::MappedText;

    #[test]
    fn the_head_of_a_page() {
        let text = "Viewing Game\n\nBlue Bob has won on time.\n8 r n b . k\na b c\nChinese Chess\nRed: Ann \"A\" Lee\nBlue: Blue Bob\n\
                    Orientation: Red\nRules of Chinese Chess\n1. The General stays home.\n1. C b3-e3\n1... h b10-c8\n";
        let mapped = MappedText::from_page(text, 0);
        let (head, list) = read_head(&mapped, 0);
        assert_eq!(head.status.unwrap().text, "Blue Bob has won on time.");
        assert_eq!(head.game.unwrap().text, "Chinese Chess");
        let sides: Vec<_> = head
            .sides
            .iter()
            .map(|side| (side.side.text.as_str(), side.player.as_ref().unwrap().text.as_str()))
            .collect();
        assert_eq!(sides, [("Red", "Ann \"A\" Lee"), ("Blue", "Blue Bob")]);
        assert!(text[list..].starts_with("1. C b3-e3"));
    }

    #[test]
    fn tags_and_remarks_above_the_list() {
        let text = "Viewing Game\n\n[Event \"A \\\"B\\\" C\\\\D\"]\n\nGame drawn.\nChess\nWhite:\nBlack:\n\n// first\n| 1. x\n\n1. P e2-e4\n";
        let mapped = MappedText::from_page(text, 0);
        let (head, list) = read_head(&mapped, 0);
        let tags: Vec<_> = head.tags.iter().map(|(name, value)| (name.text.as_str(), value.text.as_str())).collect();
        assert_eq!(tags, [("Event", "A \"B\" C\\D")]);
        assert_eq!(&text[head.tags[0].1.span.range()], "A \\\"B\\\" C\\\\D");
        assert_eq!((head.status.unwrap().text.as_str(), head.game.unwrap().text.as_str()), ("Game drawn.", "Chess"));
        assert!(text[list..].starts_with("// first"));
    }

    #[test]
    fn status_sentences() {
        for line in ["Joe has resigned.", "Joe has won on time.", "A B has won.", "The game has been drawn."] {
            assert!(is_status(line), "{line}");
        }
        for line in ["has won.", "He has won", "I offer a draw.", "Joe has won. Well played."] {
            assert!(!is_status(line), "{line}");
        }
    }
}
