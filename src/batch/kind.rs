//! Which form an input has: by the ending of its name, else by its contents.

use std::path::Path;

use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::courier;

/// The forms of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InputKind {
    /// Zillions saved game.
    Zsg,
    /// Rules file.
    Rules,
    /// PGN.
    Pgn,
    /// Game Courier log.
    Courier,
    /// Our own document as YAML.
    Yaml,
    /// Our own document as JSON, or one JSON document a line.
    Json,
}

impl InputKind {
    /// The word used in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Zsg => "zsg",
            Self::Rules => "zrf",
            Self::Pgn => "pgn",
            Self::Courier => "courier",
            Self::Yaml => "yaml",
            Self::Json => "json",
        }
    }

    /// The usual ending of a file's name.
    #[must_use]
    pub(super) const fn ending(self) -> &'static str {
        match self {
            Self::Courier => "gc",
            other => other.name(),
        }
    }

    /// The kind that the ending of a name stands for, in any letter case.
    #[must_use]
    pub fn by_ending(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        Some(match ending.as_str() {
            "zsg" => Self::Zsg,
            "zrf" | "inc" => Self::Rules,
            "pgn" => Self::Pgn,
            "gc" => Self::Courier,
            "yaml" | "yml" => Self::Yaml,
            "json" | "jsonl" => Self::Json,
            _ => return None,
        })
    }

    /// The kind of a text without a known ending, by what stands first in it.
    #[must_use]
    pub fn by_contents(text: &str) -> Option<Self> {
        let start = text.trim_start();
        let first = start.lines().next().unwrap_or_default();
        if first.starts_with("Zillions Save Game File") {
            Some(Self::Zsg)
        } else if is_tag(first) {
            Some(Self::Pgn)
        } else if is_yaml_document(start) {
            Some(Self::Yaml)
        } else if is_json_document(start) {
            Some(Self::Json)
        } else if courier::detect(text).is_some() {
            Some(Self::Courier)
        } else if first.starts_with(['(', ';']) {
            Some(Self::Rules)
        } else {
            None
        }
    }

    /// The kind of an input: by the ending of its name, else by its text. YAML and JSON files hold anything, so they
    /// count only with the mark of our documents.
    #[must_use]
    pub fn of(path: &Path, text: &str) -> Option<Self> {
        let is_ours = |kind| match kind {
            Self::Yaml => is_yaml_document(text),
            Self::Json => is_json_document(text),
            _ => true,
        };
        match Self::by_ending(path) {
            Some(kind) => is_ours(kind).then_some(kind),
            None => Self::by_contents(text),
        }
    }
}

/// `[Name "value"]`
fn is_tag(line: &str) -> bool {
    let Some(rest) = line.strip_prefix('[') else { return false };
    let name_end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len());
    name_end > 0 && rest[name_end..].trim_start().starts_with('"')
}

/// The key `scoresheet` at the start of a line.
fn is_yaml_document(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("scoresheet:"))
}

/// An object, or a list of them, with the key `scoresheet`.
fn is_json_document(text: &str) -> bool {
    text.trim_start().starts_with(['{', '[']) && text.contains("\"scoresheet\"")
}

/// Whether bytes hold nothing but blanks.
#[must_use]
pub(super) fn is_empty(bytes: &[u8]) -> bool {
    bytes.iter().all(u8::is_ascii_whitespace)
}

/// Why bytes cannot be a text of any kind, if so: empty, UTF-16, or binary.
#[must_use]
pub(super) fn not_text(bytes: &[u8]) -> Option<Diagnostic> {
    const LOOKED_AT: usize = 64 * 1024;
    let head = &bytes[..bytes.len().min(LOOKED_AT)];
    if is_empty(bytes) {
        Some(Diagnostic::new(Code::FormUnknown, "the input is empty"))
    } else if head.starts_with(b"\xFF\xFE") || head.starts_with(b"\xFE\xFF") {
        Some(Diagnostic::new(Code::FormUnknown, "the input is UTF-16 text").help("save it as UTF-8"))
    } else if head.contains(&0) {
        let message = "the input is binary: it holds zero bytes";
        Some(Diagnostic::new(Code::FormUnknown, message).help("give a record or a rules file, which are texts"))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{InputKind, not_text};

    #[test]
    fn endings_in_any_letter_case() {
        assert_eq!(InputKind::by_ending(Path::new("a/GAME.ZSG")), Some(InputKind::Zsg));
        assert_eq!(InputKind::by_ending(Path::new("board.inc")), Some(InputKind::Rules));
        assert_eq!(InputKind::by_ending(Path::new("notes.txt")), None);
        assert_eq!(InputKind::by_ending(Path::new("zsg")), None);
    }

    #[test]
    fn contents_tell_the_kind() {
        let kinds = [
            ("Zillions Save Game File Version 0.02 HC\r\n", Some(InputKind::Zsg)),
            ("\n[Event \"A\"]\n", Some(InputKind::Pgn)),
            ("[x] = {y}", None),
            ("# a record\nscoresheet: 1\n", Some(InputKind::Yaml)),
            ("{\"scoresheet\": 1}", Some(InputKind::Json)),
            ("1. P e2-e4\n1... p e7-e5\n", Some(InputKind::Courier)),
            ("; rules\n(game)", Some(InputKind::Rules)),
            ("this is not a saved game", None),
        ];
        for (text, kind) in kinds {
            assert_eq!(InputKind::by_contents(text), kind, "{text}");
        }
    }

    #[test]
    fn other_yaml_is_not_ours() {
        assert_eq!(InputKind::of(Path::new("profile.yaml"), "gc:\n  game: Chess\n"), None);
        assert_eq!(InputKind::of(Path::new("a.yaml"), "scoresheet: 1\n"), Some(InputKind::Yaml));
    }

    #[test]
    fn bytes_that_are_no_text() {
        assert!(not_text(b" \r\n").is_some_and(|found| found.message.contains("empty")));
        assert!(not_text(b"\xFF\xFEa\0").is_some_and(|found| found.message.contains("UTF-16")));
        assert!(not_text(b"\x89PNG\0").is_some_and(|found| found.message.contains("binary")));
        assert!(not_text(b"caf\xE9").is_none());
    }
}
