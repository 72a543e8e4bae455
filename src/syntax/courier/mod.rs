//! Game Courier move lists, pages and files: text to a tree (`game-courier.md` 1-3). No game knowledge, nothing is
//! evaluated, and no text is refused where a part of it can be read.
//!
//! ```
//! use scoresheet::syntax::courier::{self, Item, TextKind};
//!
//! let log = courier::read("1. P e2-e4 // quiet\n1... resign\n")?;
//! assert_eq!(log.kind, TextKind::MoveList);
//! let Item::HalfMove(first) = &log.items[0] else { unreachable!() };
//! assert_eq!(first.comment.as_ref().map(|word| word.text.as_str()), Some("quiet"));
//! # Ok::<(), courier::Remark>(())
//! ```

mod broken;
mod foreign;
mod grammar;
mod lines;
mod page;
mod plain;
mod print;
mod settings;
mod text;
mod tree;
mod words;

pub use crate::syntax::zsg::Word;
pub use foreign::{Foreign, looks_like_coordinate, read_foreign};
pub use lines::read_move_number;
pub use page::speaks_of_draw;
pub use print::{half_move_line, one_line, print_list, remark_line};
pub use settings::invitation_date;
pub use tree::{
    Address, Assignment, Command, HalfMove, Item, Log, MoveNumber, MoveText, PageHead, Part, Remark, SideLine,
    TextKind, Turn,
};

use lines::{is_sound_line, lines as text_lines, move_number, trim_at};
use text::MappedText;
use words::is_blank;

/// Names under which the moves may stand in a log file; the true name is not documented.
const MOVE_VARIABLES: [&str; 4] = ["moves", "movelist", "movestr", "list"];

/// The kind of a text, where it is clearly one of Game Courier's (section 1.1).
///
/// Stricter than [`read`]: a numbered list counts only if its first half-move has a shape of this notation.
#[must_use]
pub fn detect(text: &str) -> Option<TextKind> {
    let mapped = MappedText::from_page(text, 0);
    let kind = sure_kind(text, mapped.as_str())?;
    let is_list = matches!(kind, TextKind::MoveList | TextKind::OneLine);
    let first = text_lines(mapped.as_str()).find(|(_, line)| move_number(line.trim_matches(is_blank)).is_some());
    (!is_list || first.is_some_and(|(_, line)| is_sound_line(line))).then_some(kind)
}

/// The kind in the order of section 1.1, numbered lists of any sort included.
fn sure_kind(raw: &str, decoded: &str) -> Option<TextKind> {
    let mut assignments = 0;
    let mut defaults = 0;
    let may_assign = raw.contains('$');
    for (_, line) in text_lines(raw).filter(|_| may_assign).filter(|(_, line)| line.trim_start().starts_with('$')) {
        assignments += usize::from(settings::is_assignment(line));
        defaults += usize::from(settings::is_default(line));
    }
    if assignments > defaults {
        return Some(TextKind::LogFile);
    }
    if defaults > 0 {
        return Some(TextKind::Settings);
    }
    if decoded.contains(DUMP) && text_lines(decoded).any(|(_, line)| dump_text(line).is_some()) {
        return Some(TextKind::Dump);
    }
    if page::viewing_line(decoded).is_some() {
        return Some(TextKind::Page);
    }
    let first = first_line(decoded);
    if let Some((start, line)) = first
        && move_number(line).is_some()
    {
        let others = text_lines(&decoded[start..]).skip(1).any(|(_, line)| !line.trim_matches(is_blank).is_empty());
        return Some(if !others && lines::has_inner_number(line) { TextKind::OneLine } else { TextKind::MoveList });
    }
    // An address above a list names the game that the list is of.
    let has_list = text_lines(decoded).any(|(_, line)| is_sound_line(line));
    settings::find_address(raw).map(|_| if has_list { TextKind::MoveList } else { TextKind::Address })
}

/// The first line that is neither blank nor a side line nor a comment.
fn first_line(text: &str) -> Option<(usize, &str)> {
    text_lines(text)
        .map(|(start, line)| trim_at(start, line))
        .find(|(_, line)| !line.is_empty() && !line.starts_with('|') && !line.starts_with("//"))
}

/// How the lines of a dump begin.
const DUMP: &str = "mv is ";

/// The move text of a line `mv is TEXT, p is ..., o is ...`.
fn dump_text(line: &str) -> Option<(usize, &str)> {
    let (start, line) = trim_at(0, line);
    let text = line.strip_prefix(DUMP)?;
    let end = text.find(", p is")?;
    Some((start + DUMP.len(), &text[..end]))
}

/// Reads a text that is said to be Game Courier's. An empty text is an empty move list: a valid log.
///
/// # Errors
///
/// A remark that names the first line that fits nothing, when not even a numbered line is found.
pub fn read(text: &str) -> Result<Log, Remark> {
    let mapped = MappedText::from_page(text, 0);
    let decoded = mapped.as_str();
    let kind = match sure_kind(text, decoded) {
        Some(kind) => kind,
        None if decoded.trim_matches(is_blank).is_empty() => TextKind::MoveList,
        None if text_lines(decoded).any(|(_, line)| is_list_line(line)) => TextKind::MoveList,
        None => return Err(lines::not_understood(&mapped)),
    };
    let mut log = Log {
        kind,
        head: PageHead::default(),
        settings: Vec::new(),
        address: settings::find_address(text),
        items: Vec::new(),
    };
    match kind {
        TextKind::MoveList | TextKind::OneLine => {
            log.items = lines::read_lines(&mapped, 0);
            let is_address = |item: &Item| matches!(item, Item::Comment(word) if settings::is_address(&word.text));
            log.items.retain(|item| !is_address(item));
        }
        TextKind::Page => {
            let from = page::viewing_line(decoded).unwrap_or(0);
            let (head, list) = page::read_head(&mapped, from);
            log.head = head;
            log.items = lines::read_lines(&mapped, list);
        }
        TextKind::Dump => {
            let mut list = MappedText::new();
            for (start, line) in text_lines(decoded) {
                if let Some((offset, text)) = dump_text(line) {
                    let span = mapped.span(start + offset, start + offset + text.len());
                    push_line(&mut list, text, span.start as usize);
                }
            }
            log.items = lines::read_bare_lines(&list);
        }
        TextKind::LogFile | TextKind::Settings => {
            let read = settings::read_assignments(text);
            if kind == TextKind::LogFile {
                log.items = log_moves(&read);
            }
            log.settings = read.into_iter().map(|one| one.assignment).collect();
        }
        TextKind::Address => {}
    }
    Ok(log)
}

/// A numbered line or a result word.
fn is_list_line(line: &str) -> bool {
    let line = line.trim_matches(is_blank);
    move_number(line).is_some() || Command::find(line).is_some_and(Command::ends_game)
}

fn push_line(list: &mut MappedText, text: &str, offset: usize) {
    list.push_verbatim(text, offset);
    list.push_replaced("\n", offset + text.len(), offset + text.len());
}

/// The moves of a log file: of the variable with a known name, else of the first value that looks like a list.
fn log_moves(read: &[settings::ReadAssignment]) -> Vec<Item> {
    let named = MOVE_VARIABLES.iter().find_map(|name| read.iter().find(|one| one.assignment.name.text == *name));
    let found = named.or_else(|| {
        read.iter().find(|one| first_line(one.value.as_str()).is_some_and(|(_, line)| is_sound_line(line)))
    });
    let Some(found) = found else { return Vec::new() };
    let numbered = text_lines(found.value.as_str()).any(|(_, line)| move_number(line.trim_matches(is_blank)).is_some());
    if numbered { lines::read_lines(&found.value, 0) } else { lines::read_bare_lines(&found.value) }
}

/// Reads the text of one half-move without a number, as documents keep it. Places count from the start of `text`.
///
/// # Errors
///
/// A remark when the text does not follow the grammar, or holds the moves of two sides.
pub fn read_move_text(text: &str) -> Result<MoveText, Remark> {
    let body = &text[..words::comment_start(text).unwrap_or(text.len())];
    let mapped = MappedText::verbatim(text, 0);
    let mut moves = grammar::read_moves(&mapped, 0, body).moves;
    if let Some(fault) = moves.iter_mut().find_map(|read| read.fault.take()) {
        return Err(fault);
    }
    if moves.len() > 1 {
        let span = mapped.span(moves[1].start, moves[1].end);
        return Err(Remark { message: "a second half-move stands in the text".into(), span, help: None });
    }
    Ok(moves.pop().map(|read| read.parts).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Item, TextKind, detect, read, read_move_text};

    fn texts(source: &str) -> Vec<String> {
        read(source)
            .unwrap()
            .items
            .iter()
            .filter_map(|item| match item {
                Item::HalfMove(half) => Some(source[half.text.range()].to_owned()),
                _ => None,
            })
            .collect()
    }

    #[test]
    fn kinds_of_text() {
        assert_eq!(detect("\n1. P e2-e4\n1... p e7-e5"), Some(TextKind::MoveList));
        assert_eq!(detect("1. P e2-e4 p e7-e5 2. N g1-f3 n b8-c6 3. B f1-c4"), Some(TextKind::OneLine));
        assert_eq!(detect("Viewing Game\n\nX\nWhite: A\nBlack: B\n1. P e2-e4"), Some(TextKind::Page));
        assert_eq!(detect("<?php\n$game = 'X';\n"), Some(TextKind::LogFile));
        assert_eq!(detect("$default['game'] = 'X';\n"), Some(TextKind::Settings));
        assert_eq!(detect("http://x/play.php?game=X&log=y"), Some(TextKind::Address));
        assert_eq!(detect("http://x/play.php?game=X&log=y\n\n1. P e2-e4"), Some(TextKind::MoveList));
        assert_eq!(detect("mv is c2-c4, p is P, o is c2"), Some(TextKind::Dump));
        assert_eq!(detect("1. e4 e5 2. Nf3"), None, "another notation");
        assert_eq!(detect("[Event \"x\"]\n\n1. P e2-e4"), None);
        assert_eq!(detect("Hello"), None);
    }

    #[test]
    fn an_unknown_text_names_its_first_line() {
        let remark = read("\n Hello there\n").unwrap_err();
        assert!(remark.message.contains("`Hello there`"), "{}", remark.message);
        assert_eq!(read("").unwrap().items.len(), 0, "an empty list is a valid log");
    }

    #[test]
    fn an_address_above_a_list_names_its_game() {
        let log = read("see http://x/play.php?game=X\nhttp://x/play.php?game=X\n1. P e2-e4\n").unwrap();
        assert_eq!(log.address.and_then(|address| address.game).as_deref(), Some("X"));
        assert_eq!(log.items.len(), 2, "a comment that speaks of an address stays");
    }

    #[test]
    fn log_files_and_dumps() {
        assert_eq!(texts("$game='X';\n$moves = '1. P e2-e4 // it\\'s\n1... p e7-e5';\n"), ["P e2-e4", "p e7-e5"]);
        assert_eq!(texts("$game='X';\n$moves = \"P e2-e4\\np e7-e5\";\n"), ["P e2-e4", "p e7-e5"]);
        assert_eq!(texts("$what = '1. P e2-e4';"), ["P e2-e4"]);
        assert_eq!(texts("mv is c2-c4, p is P, o is c2\nmv is n e8-f6, p is n, o is e8\n"), ["c2-c4", "n e8-f6"]);
    }

    #[test]
    fn a_saved_page() {
        let page = "<html><body>Viewing Game<p>X<br>White: A<br>Black: B<br>1.&nbsp;P e2-e4<br>1... p&nbsp;e7-e5</body></html>";
        assert_eq!(texts(page), ["P e2-e4", "p&nbsp;e7-e5"]);
    }

    #[test]
    fn one_text() {
        assert_eq!(read_move_text("P e7-e8; Q-e8 // ok").unwrap().parts.len(), 2);
        assert!(read_move_text("P e2-e4 p e7-e5").is_err());
        assert!(read_move_text("N e1d3").is_err());
        assert!(read_move_text("").unwrap().parts.is_empty());
    }

    proptest! {
        #[test]
        fn no_text_panics(text in any::<String>()) {
            let _ = (detect(&text), read(&text), read_move_text(&text));
        }

        #[test]
        fn no_text_of_known_signs_panics(
            text in "(([1-9]{1,2}[.]{1,3}|[a-hA-H@+!]{1,2}[1-8]?|-|–|\\*|;|//|\\||&nbsp;|&amp;|<br>|\\{|\\}|,|say|resign|Viewing Game|White:|\\$a='|\\\\|'|\n|\r| )){0,40}"
        ) {
            let _ = (detect(&text), read_move_text(&text));
            if let Ok(log) = read(&text) {
                for item in &log.items {
                    if let Item::HalfMove(half) = item {
                        prop_assert!(text.get(half.span.range()).is_some());
                        prop_assert!(text.get(half.text.range()).is_some());
                        prop_assert!(half.span.start <= half.text.start && half.text.end <= half.span.end);
                        for part in &half.parts.parts {
                            prop_assert!(text.get(part.span().range()).is_some_and(|part| !part.is_empty()));
                        }
                    }
                }
            }
        }
    }
}
