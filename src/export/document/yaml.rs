//! The YAML text of a document.
//!
//! A general writer sets all but the entries. Those have few keys and plain words, and there are many of them: they are
//! set here, and left to the general writer as well where a text needs any care.

use serde::Serialize;
use smol_str::SmolStr;

use crate::export::push_number;
use crate::record::document::{Document, EffectPart, PlyPart, Texts, Value};

/// Writes a document behind a text.
///
/// # Errors
///
/// What the general writer says.
pub(super) fn write(text: &mut String, document: &Document) -> Result<(), serde_yaml::ser::Error> {
    if document.plies.is_empty() {
        text.push_str(&general(document)?);
        return Ok(());
    }
    let frame = general(&frame(document))?;
    // Nothing else stands so at the start of a line: texts of several lines are indented.
    const NO_PLIES: &str = "\nplies: []\n";
    let Some((head, tail)) = frame.split_once(NO_PLIES) else {
        text.push_str(&general(document)?);
        return Ok(());
    };
    text.reserve(frame.len() + 200 * document.plies.len());
    text.push_str(head);
    text.push_str("\nplies:\n");
    for ply in &document.plies {
        let start = text.len();
        if write_ply(text, ply).is_none() {
            text.truncate(start);
            let alone = general(&Plies { plies: [ply] })?;
            text.push_str(alone.strip_prefix("plies:\n").unwrap_or(&alone));
        }
    }
    text.push_str(tail);
    Ok(())
}

/// Entries in their place in a document.
#[derive(Serialize)]
struct Plies<'p> {
    plies: [&'p PlyPart; 1],
}

/// A value as the general writer sets it.
fn general(value: &impl Serialize) -> Result<String, serde_yaml::ser::Error> {
    // An entry is one line, however long: it can be searched for, and findings can point into it.
    let options = serde_yaml::ser_options! { folded_wrap_chars: usize::MAX };
    serde_yaml::to_string_with_options(value, options)
}

/// A document without its entries.
fn frame(document: &Document) -> Document {
    Document {
        scoresheet: document.scoresheet,
        game: document.game.clone(),
        source: document.source.clone(),
        zsg: document.zsg.clone(),
        courier: document.courier.clone(),
        event: document.event.clone(),
        tags: document.tags.clone(),
        sides: document.sides.clone(),
        start: document.start.clone(),
        comment: document.comment.clone(),
        plies: Vec::new(),
        result: document.result.clone(),
        check: document.check.clone(),
    }
}

/// Writes an entry; `None` where one of its texts needs care.
fn write_ply(text: &mut String, ply: &PlyPart) -> Option<()> {
    let PlyPart { ply: number_here, round, side, token, number, partial, recorded, effects, comment, verdict, finding } =
        ply;
    let start = text.len();
    let mut keys = Keys { text };
    keys.number("  ply: ", Some(*number_here));
    keys.number("  round: ", *round);
    keys.word("  side: ", side.as_deref())?;
    keys.word("  move: ", token.as_ref().map(|token| token.text.as_str()))?;
    keys.number("  number: ", *number);
    keys.number("  partial: ", *partial);
    keys.word("  recorded: ", recorded.as_ref().map(|recorded| recorded.text.as_str()))?;
    if !effects.is_empty() {
        keys.text.push_str("  effects:\n");
        effects.iter().try_for_each(|effect| write_effect(keys.text, effect))?;
    }
    match comment {
        None => {}
        Some(Texts::One(comment)) => keys.word("  comment: ", Some(comment))?,
        Some(Texts::Many(_)) => return None,
    }
    keys.word("  verdict: ", verdict.as_deref())?;
    keys.word("  finding: ", finding.as_deref())?;
    text.replace_range(start..start + 2, "- ");
    Some(())
}

/// Writes an effect; `None` where one of its texts needs care.
fn write_effect(text: &mut String, effect: &EffectPart) -> Option<()> {
    let EffectPart {
        part,
        moves,
        drop,
        create,
        capture,
        change,
        attribute,
        flip,
        to,
        piece,
        owner,
        occupied,
        name,
        number,
        value,
    } = effect;
    let start = text.len();
    let mut keys = Keys { text };
    keys.number("    part: ", *part);
    let words: [(&str, &Option<SmolStr>); 10] = [
        ("    move: ", moves),
        ("    drop: ", drop),
        ("    create: ", create),
        ("    capture: ", capture),
        ("    change: ", change),
        ("    attribute: ", attribute),
        ("    flip: ", flip),
        ("    to: ", to),
        ("    piece: ", piece),
        ("    owner: ", owner),
    ];
    words.into_iter().try_for_each(|(key, word)| keys.word(key, word.as_deref()))?;
    keys.truth("    occupied: ", *occupied);
    keys.word("    name: ", name.as_deref())?;
    keys.number("    number: ", *number);
    match value {
        None => {}
        Some(Value::Bool(value)) => keys.truth("    value: ", Some(*value)),
        Some(Value::Number(value)) => keys.number("    value: ", Some(*value)),
        Some(Value::Name(value)) => keys.word("    value: ", Some(value))?,
    }
    // An effect that tells nothing is written in another way.
    if text.len() == start {
        return None;
    }
    text.replace_range(start..start + 4, "  - ");
    Some(())
}

/// The keys of one item of a list, each on a line. They are given with the blanks before and the colon behind them.
struct Keys<'t> {
    text: &'t mut String,
}

impl Keys<'_> {
    #[inline]
    fn line(&mut self, key: &'static str, value: &str) {
        self.text.push_str(key);
        self.text.push_str(value);
        self.text.push('\n');
    }

    fn word(&mut self, key: &'static str, word: Option<&str>) -> Option<()> {
        match word {
            None => {}
            Some(word) if is_plain(word) => self.line(key, word),
            Some(_) => return None,
        }
        Some(())
    }

    fn truth(&mut self, key: &'static str, value: Option<bool>) {
        if let Some(value) = value {
            self.line(key, if value { "true" } else { "false" });
        }
    }

    fn number(&mut self, key: &'static str, number: Option<u32>) {
        if let Some(number) = number {
            self.text.push_str(key);
            push_number(self.text, number as usize);
            self.text.push('\n');
        }
    }
}

/// Whether a text is surely written as it stands, and read back as a text: printable ASCII that begins with a letter, or
/// a digit and a letter, and that no reader of any version of YAML takes for a truth value, a number or nothing.
fn is_plain(text: &str) -> bool {
    let bytes = text.as_bytes();
    match bytes {
        [b'0'..=b'9', b'A'..=b'Z' | b'a'..=b'z'] => return true,
        [b'A'..=b'Z' | b'a'..=b'z', ..] => {}
        _ => return false,
    }
    // Few words begin as those with a meaning do.
    let may_mean = matches!(bytes[0] | 0x20, b'y' | b'n' | b'o' | b't' | b'f' | b'i') && bytes.len() <= 5;
    bytes.iter().all(|byte| PLAIN[usize::from(*byte)])
        && bytes.last() != Some(&b' ')
        && !(may_mean && WITH_A_MEANING.iter().any(|word| text.eq_ignore_ascii_case(word)))
}

/// The bytes that may stand anywhere in a plain text: printable ASCII but for those that end a key or begin a comment.
const PLAIN: [bool; 256] = {
    let mut plain = [false; 256];
    let mut byte = b' ';
    while byte <= b'~' {
        plain[byte as usize] = !matches!(byte, b':' | b'#');
        byte += 1;
    }
    plain
};

/// Words that readers of some version of YAML take for something else than a text.
const WITH_A_MEANING: [&str; 11] = ["y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf"];

#[cfg(test)]
mod tests {
    use proptest::prelude::{Strategy, any, prop, prop_oneof, proptest};
    use smol_str::SmolStr;

    use super::{general, write};
    use crate::record::document::{Document, EffectPart, PlyPart, Text, Texts, Value};

    /// Words of entries, texts that readers take for something else, and any texts at all.
    fn word() -> impl Strategy<Value = SmolStr> {
        prop_oneof![
            "[A-Za-z0-9]{1,3}",
            "[a-zA-Z][ -~]{0,8}",
            "[ -~]{0,6}",
            "[0-9][0-9a-zA-Z:._+-]{0,5}",
            "(?i)(y|n|yes|no|on|off|true|false|null|nan|inf|~|\\.inf)",
            "[a-z #:'\"\t\n\u{85}\u{a0}\u{2028}é字]{0,6}",
            any::<String>(),
        ]
        .prop_map(SmolStr::from)
    }

    fn value() -> impl Strategy<Value = Value> {
        prop_oneof![
            any::<bool>().prop_map(Value::Bool),
            any::<u32>().prop_map(Value::Number),
            word().prop_map(Value::Name)
        ]
    }

    fn effect() -> impl Strategy<Value = EffectPart> {
        let words = prop::collection::vec(prop::option::weighted(0.3, word()), 11);
        let numbers = prop::collection::vec(prop::option::weighted(0.2, any::<u32>()), 2);
        let truth = prop::option::weighted(0.3, any::<bool>());
        (words, numbers, truth, prop::option::weighted(0.3, value())).prop_map(|(words, numbers, occupied, value)| {
            let mut words = words.into_iter();
            let mut next = || words.next().flatten();
            EffectPart {
                part: numbers[0],
                moves: next(),
                drop: next(),
                create: next(),
                capture: next(),
                change: next(),
                attribute: next(),
                flip: next(),
                to: next(),
                piece: next(),
                owner: next(),
                occupied,
                name: next(),
                number: numbers[1],
                value,
            }
        })
    }

    fn comment() -> impl Strategy<Value = Texts> {
        prop_oneof![
            word().prop_map(|text| Texts::One(text.into())),
            prop::collection::vec(word().prop_map(String::from), 0..3).prop_map(Texts::Many),
        ]
    }

    fn ply() -> impl Strategy<Value = PlyPart> {
        let words = prop::collection::vec(prop::option::weighted(0.7, word()), 5);
        let numbers = prop::collection::vec(prop::option::of(any::<u32>()), 3);
        let effects = prop::collection::vec(effect(), 0..3);
        (any::<u32>(), words, numbers, effects, prop::option::weighted(0.3, comment())).prop_map(
            |(ply, words, numbers, effects, comment)| {
                let mut words = words.into_iter();
                let mut next = || words.next().flatten();
                let text = |text: SmolStr| Text::from(text.as_str());
                PlyPart {
                    ply,
                    round: numbers[0],
                    side: next(),
                    token: next().map(text),
                    number: numbers[1],
                    partial: numbers[2],
                    recorded: next().map(text),
                    effects,
                    comment,
                    verdict: next(),
                    finding: next(),
                }
            },
        )
    }

    fn same(document: &Document) {
        let mut text = String::new();
        write(&mut text, document).expect("it can be written");
        assert_eq!(text, general(document).expect("it can be written"));
    }

    proptest! {
        #[test]
        fn entries_are_set_as_the_general_writer_does(
            plies in prop::collection::vec(ply(), 0..3),
            comment in prop::option::of(comment()),
        ) {
            same(&Document { scoresheet: 1, plies, comment, ..Document::default() });
        }

        #[test]
        fn a_word_is_plain_only_where_the_general_writer_says_so(side in word()) {
            same(&Document { scoresheet: 1, plies: vec![PlyPart { side: Some(side), ..PlyPart::default() }], ..Document::default() });
        }
    }

    #[test]
    fn the_largest_and_the_smallest_number() {
        for ply in [0, 9, 10, u32::MAX] {
            same(&Document { plies: vec![PlyPart { ply, ..PlyPart::default() }], ..Document::default() });
        }
    }
}
