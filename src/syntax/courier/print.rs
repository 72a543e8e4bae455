//! Move lists as text (section 9): what is printed is read back as the same items.

use std::fmt;

use super::text::escape;
use super::tree::{HalfMove, Item, MoveNumber, MoveText, Part, Turn};
use super::words::is_blank;

impl fmt::Display for MoveNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dots = if self.turn == Turn::First { "." } else { "..." };
        write!(f, "{}{dots}", self.value)
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hyphen { label, left, right } => {
                if let Some(label) = label {
                    write!(f, "{} ", label.text)?;
                }
                write!(f, "{}-{}", left.text, right.as_ref().map_or("", |right| &right.text))
            }
            Self::Drop { label, at } => write!(f, "{}*{}", label.text, at.text),
            Self::Command { word, operands } => {
                f.write_str(&word.text)?;
                operands.iter().try_for_each(|operand| write!(f, " {}", escape(&operand.text)))
            }
        }
    }
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.parts.iter().enumerate().try_for_each(|(index, part)| {
            f.write_str(if index == 0 { "" } else { "; " })?;
            part.fmt(f)
        })
    }
}

/// The line of a half-move, without its end. Comments stand behind it as one.
#[must_use]
pub fn half_move_line(number: Option<MoveNumber>, text: &str, comments: &[String]) -> String {
    let number = number.map(|number| number.to_string());
    let comment: Vec<String> = comments.iter().map(|comment| one_line(comment)).filter(|one| !one.is_empty()).collect();
    let comment = (!comment.is_empty()).then(|| format!("// {}", comment.join(" ")));
    let text = Some(text.to_owned()).filter(|text| !text.is_empty());
    number.into_iter().chain(text).chain(comment).collect::<Vec<_>>().join(" ")
}

/// The line of a remark that stands by itself, without its end; `None` where it says nothing. A side line keeps its bar.
#[must_use]
pub fn remark_line(text: &str) -> Option<String> {
    let text = one_line(text);
    (!text.is_empty()).then(|| if text.starts_with('|') { text } else { format!("// {text}") })
}

/// A move list as text.
#[must_use]
pub fn print_list(items: &[Item]) -> String {
    let mut text = String::new();
    for item in items {
        let line = match item {
            Item::HalfMove(HalfMove { number, parts, comment, .. }) => {
                let comments: Vec<String> = comment.iter().map(|comment| comment.text.to_string()).collect();
                Some(half_move_line(*number, &parts.to_string(), &comments))
            }
            Item::Comment(word) | Item::SideLine(word) => remark_line(&word.text),
            Item::Status(word) => Some(one_line(&word.text)),
        };
        if let Some(line) = line {
            text.push_str(&line);
            text.push('\n');
        }
    }
    text
}

/// A text on one line, with the signs escaped that readers take for marks of a web page.
#[must_use]
pub fn one_line(text: &str) -> String {
    let parts = text.split(['\r', '\n']).map(|part| part.trim_matches(is_blank)).filter(|part| !part.is_empty());
    escape(&parts.collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::{half_move_line, print_list, remark_line};
    use crate::source::Span;
    use crate::syntax::courier::{Command, HalfMove, Item, MoveNumber, MoveText, Part, Turn, Word, read};

    fn word(text: impl Into<smol_str::SmolStr>) -> Word {
        Word::new(text)
    }

    /// Labels of every kind seen (2.1). A word of the language is none.
    fn label() -> impl Strategy<Value = Word> {
        let seen = select(vec![
            "P",
            "p",
            "AA",
            "CH",
            "N.B",
            ".CBW",
            ".1EF",
            "!F",
            "_JG_LEF",
            "_JJ_.EEFF",
            "+R",
            "+r",
            "CANNON_PAWN(2)",
            "CROOKED:BISHOP(28)",
            "É",
            "&",
            "<b>",
        ]);
        let made = "[.]?[A-Za-z+!_&(][A-Za-z0-9+!._:&()]{0,8}"
            .prop_filter("a word of the language", |text| Command::find(text).is_none() && !text.starts_with("MOVE:"));
        prop_oneof![seen.prop_map(word), made.prop_map(word)]
    }

    fn coordinate() -> impl Strategy<Value = Word> {
        prop_oneof!["[a-z]{1,2}[1-9][0-9]?", "[A-Z][1-9]", "[1-9][a-i]", "x[12]"].prop_map(word)
    }

    fn place() -> impl Strategy<Value = Word> {
        prop_oneof![8 => coordinate(), 1 => Just(word("dest")), 1 => Just(word("origin"))]
    }

    fn command() -> impl Strategy<Value = Part> {
        let of = |name: &'static str, operands: BoxedStrategy<Vec<Word>>| {
            operands.prop_map(move |operands| Part::Command { word: word(name), operands }).boxed()
        };
        let none = || Just(Vec::new()).boxed();
        let places = || prop::collection::vec(place(), 1..4).boxed();
        let adds =
            (label(), any::<bool>(), prop::collection::vec(coordinate(), 1..3)).prop_map(|(label, all, places)| {
                let all = all.then(|| word("all"));
                std::iter::once(label).chain(all).chain(places).collect()
            });
        // Words and signs that would mean something elsewhere.
        let said = "[a-z]{1,3}( (2[.]|e2-e4|[|]|P|&|<br>|resign|[a-z]{1,5}|[*{},-])){0,5}";
        prop_oneof![
            select(vec!["resign", "drawn", "won", "lost", "pass", "stalemate", "checkmate"])
                .prop_map(|name| Part::Command { word: word(name), operands: Vec::new() }),
            of("capture", places()),
            of("empty", prop_oneof![Just(vec![word("all")]), prop::collection::vec(coordinate(), 1..3)].boxed()),
            of("clear", prop_oneof![Just(vec![word("board")]), prop::collection::vec(coordinate(), 1..3)].boxed()),
            of("flip", places()),
            of("add", adds.boxed()),
            of("move", prop::collection::vec(coordinate(), 2..=2).boxed()),
            of("say", said.prop_map(|text| vec![word(text)]).boxed()),
            of("say", none()),
            of("shuffle", prop::collection::vec(label(), 0..3).boxed()),
        ]
    }

    fn part() -> impl Strategy<Value = Part> {
        let displacement = (prop::option::of(label()), coordinate(), place())
            .prop_map(|(label, left, right)| Part::Hyphen { label, left, right: Some(right) });
        let addition =
            (label(), place()).prop_map(|(left, right)| Part::Hyphen { label: None, left, right: Some(right) });
        let removal = place().prop_map(|right| Part::Hyphen { label: None, left: word("@"), right: Some(right) });
        let emptied = coordinate().prop_map(|left| Part::Hyphen { label: None, left, right: None });
        let drop = (label(), place()).prop_map(|(label, at)| Part::Drop { label, at });
        prop_oneof![4 => displacement, 2 => addition, 1 => removal, 1 => emptied, 1 => drop, 3 => command()]
    }

    /// A text on one line without blanks around it.
    fn remark() -> impl Strategy<Value = String> {
        let signs = "(([|]|//|[1-9][.]|P|e2-e4|; |&nbsp;|&amp;|<br>|<b>|resign|A has won[.]|[$]a = 1;|mv is x, p is y|é| )){1,8}";
        prop_oneof![signs.prop_map(String::from), any::<String>()].prop_map(|text| {
            let text: String = text.chars().filter(|sign| !matches!(sign, '\r' | '\n' | '\0')).collect();
            text.trim_matches(super::is_blank).to_owned()
        })
    }

    fn half_move() -> impl Strategy<Value = Item> {
        let number = (1_u32..1000, any::<bool>())
            .prop_map(|(value, first)| MoveNumber { value, turn: if first { Turn::First } else { Turn::Other } });
        (number, prop::collection::vec(part(), 0..5), prop::option::of(remark())).prop_map(
            |(number, parts, comment)| {
                let comment = comment.filter(|text| !text.is_empty()).map(word);
                let (span, text) = (Span::default(), Span::default());
                let parts = MoveText { parts: parts.into() };
                Item::HalfMove(HalfMove {
                    number: Some(number),
                    span,
                    text,
                    parts,
                    fault: None,
                    notes: Vec::new(),
                    comment,
                })
            },
        )
    }

    fn item() -> impl Strategy<Value = Item> {
        let comment = remark().prop_filter("no comment", |text| !text.is_empty() && !text.starts_with('|'));
        let side = remark().prop_map(|text| format!("|{text}").trim_matches(super::is_blank).to_owned());
        let ends = select(vec!["Joe has resigned.", "A B has won on time.", "X has won.", "The game has been drawn."]);
        prop_oneof![
            8 => half_move(),
            2 => comment.prop_map(|text| Item::Comment(word(text))),
            1 => side.prop_map(|text| Item::SideLine(word(text))),
            1 => ends.prop_map(|text| Item::Status(word(text))),
        ]
    }

    /// The items without their places in the text and the reader's remarks.
    fn bare(items: &[Item]) -> Vec<Item> {
        let bare_word = |known: &Word| word(known.text.as_str());
        let bare_part = |part: &Part| match part {
            Part::Hyphen { label, left, right } => Part::Hyphen {
                label: label.as_ref().map(bare_word),
                left: bare_word(left),
                right: right.as_ref().map(bare_word),
            },
            Part::Drop { label, at } => Part::Drop { label: bare_word(label), at: bare_word(at) },
            Part::Command { word, operands } => {
                Part::Command { word: bare_word(word), operands: operands.iter().map(bare_word).collect() }
            }
        };
        let bare_item = |item: &Item| match item {
            Item::HalfMove(half) => Item::HalfMove(HalfMove {
                span: Span::default(),
                text: Span::default(),
                parts: MoveText { parts: half.parts.parts.iter().map(bare_part).collect() },
                notes: Vec::new(),
                comment: half.comment.as_ref().map(bare_word),
                ..half.clone()
            }),
            Item::Comment(word) => Item::Comment(bare_word(word)),
            Item::SideLine(word) => Item::SideLine(bare_word(word)),
            Item::Status(word) => Item::Status(bare_word(word)),
        };
        items.iter().map(bare_item).collect()
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_back(first in half_move(), rest in prop::collection::vec(item(), 0..12)) {
            let items: Vec<Item> = std::iter::once(first).chain(rest).collect();
            let text = print_list(&items);
            let log = read(&text).expect("a move list");
            prop_assert_eq!(bare(&log.items), bare(&items), "{}", text);
        }
    }

    #[test]
    fn lines() {
        let number = Some(MoveNumber { value: 3, turn: Turn::Other });
        let comments = ["a\nb ".to_owned(), String::new(), "c; d".to_owned()];
        assert_eq!(half_move_line(number, "P e2-e4", &comments), "3... P e2-e4 // a b c; d");
        assert_eq!(half_move_line(None, "resign", &[]), "resign");
        assert_eq!(remark_line("| 2. x").as_deref(), Some("| 2. x"));
        assert_eq!(remark_line("1. x <br> &nbsp; a<b & c").as_deref(), Some("// 1. x &lt;br> &amp;nbsp; a<b & c"));
        assert_eq!(remark_line(" \n"), None);
    }
}
