//! Where the texts of a JSON document stand, which its reader does not tell.

use rustc_hash::FxHashMap;

use crate::source::Span;

/// The places of the string values of some JSON: their path, keys and indexes joined by dots, to their range with the
/// quotes.
pub(super) type Places = FxHashMap<String, Span>;

enum Open {
    Object { key: String, wants_key: bool },
    Array { index: usize },
}

/// The places in a text that is known to be JSON; other texts give some places or none.
pub(super) fn places(text: &str, base: u32) -> Places {
    let mut places = Places::default();
    let mut open: Vec<Open> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let start = text.len() - rest.len();
        let mut length = first.len_utf8();
        match first {
            '{' => open.push(Open::Object { key: String::new(), wants_key: true }),
            '[' => open.push(Open::Array { index: 0 }),
            '}' | ']' => {
                open.pop();
            }
            ',' => match open.last_mut() {
                Some(Open::Object { wants_key, .. }) => *wants_key = true,
                Some(Open::Array { index }) => *index += 1,
                None => {}
            },
            '"' => {
                length = string_length(rest);
                match open.last_mut() {
                    Some(Open::Object { key, wants_key }) if *wants_key => {
                        *wants_key = false;
                        // The keys of documents hold no escapes.
                        *key = rest[..length].trim_matches('"').to_owned();
                    }
                    _ => {
                        let at = |offset: usize| base.saturating_add(u32::try_from(offset).unwrap_or(u32::MAX));
                        places.insert(path(&open), Span::new(at(start), at(start + length)));
                    }
                }
            }
            _ => {}
        }
        rest = &rest[length..];
    }
    places
}

/// The length of the string that a text begins with, both quotes included.
fn string_length(text: &str) -> usize {
    let mut escaped = false;
    for (offset, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return offset + 1,
            _ => {}
        }
    }
    text.len()
}

fn path(open: &[Open]) -> String {
    let part = |open: &Open| match open {
        Open::Object { key, .. } => key.clone(),
        Open::Array { index } => index.to_string(),
    };
    open.iter().map(part).collect::<Vec<_>>().join(".")
}

#[cfg(test)]
mod tests {
    use super::places;

    #[test]
    fn strings_are_found_by_their_path() {
        let text = r#"[{"a": 1, "b": ["x", {"c": "é\"]"}]}, {"b": "last"}]"#;
        let places = places(text, 0);
        let at = |path: &str| &text[places[path].range()];
        assert_eq!((at("0.b.0"), at("0.b.1.c"), at("1.b")), ("\"x\"", r#""é\"]""#, "\"last\""));
        assert_eq!(places.len(), 3);
    }

    #[test]
    fn other_texts_do_no_harm() {
        for text in ["", "]]", "\"", "{\"a", "[\"\\"] {
            let _ = places(text, 0);
        }
    }
}
