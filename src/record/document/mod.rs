//! The YAML and JSON document: plain structures, shared by reading and writing (`spec/export.md` 2).
//!
//! Keys are written in the order of the fields; what is unknown is left out. Unknown keys are refused on reading.

mod ply;
mod text;

pub use ply::{EffectPart, PlyPart, Value};
pub use text::{Tags, Text, Texts};

use serde::{Deserialize, Serialize};

/// The version of the form that is written, and the newest that is read.
pub const FORM: u32 = 1;

/// One game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// Version of the form.
    pub scoresheet: u32,
    /// The game and its rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<GamePart>,
    /// The file that the record came from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<SourcePart>,
    /// What a saved game holds beyond its moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zsg: Option<ZsgPart>,
    /// What a Game Courier log holds beyond its moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub courier: Option<CourierPart>,
    /// The occasion.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<EventPart>,
    /// Further tags, in the order met.
    #[serde(default, skip_serializing_if = "Tags::is_empty")]
    pub tags: Tags,
    /// The sides in turn order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sides: Vec<SidePart>,
    /// The start position, where it is not the variant's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<StartPart>,
    /// What is said before the first entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comment: Option<Texts>,
    /// The entries.
    #[serde(default)]
    pub plies: Vec<PlyPart>,
    /// The result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<ResultPart>,
    /// What the check against the rules gave.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<CheckPart>,
}

/// A game and its rules.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GamePart {
    /// The game's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<Text>,
    /// Its rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<RulesPart>,
}

/// A rules file and the variant in it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulesPart {
    /// File name, without folders.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<Text>,
    /// Title of the variant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<Text>,
    /// SHA-256 of the file's bytes, in hexadecimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// Whether the rules come with the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bundled: Option<bool>,
}

/// The file that a record came from.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SourcePart {
    /// File name, without folders.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// `zsg`, `courier`, `pgn`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// `utf-8` or `windows-1252`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encoding: Option<String>,
    /// Whether a byte order mark stood at the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub byte_order_mark: Option<bool>,
    /// `crlf`, `lf` or `cr`: how most lines end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line_end: Option<String>,
    /// SHA-256 of the file's bytes, in hexadecimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
}

/// What a saved game holds beyond its moves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ZsgPart {
    /// The version in the header, where it is not `0.02`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The letters of the header.
    pub header: Text,
    /// The text after `RulesFile=`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<Text>,
    /// The text after `VariantName=`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<Text>,
    /// The changes of the position before the first move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edits: Vec<Text>,
    /// Lines that are not what the keys and the grammar give.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<OddLine>,
    /// What follows the last line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tail: Option<String>,
}

/// A line of a saved game that is not what the keys and the grammar give.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OddLine {
    /// Its number in the file, from 1.
    pub line: u32,
    /// Its text, where that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// How it ends, where that differs: `crlf`, `lf`, `cr`, `none`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    /// `true` for a line that stands beside those that the keys give: an empty line, one that cannot be read, a change
    /// of the position between moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extra: Option<bool>,
}

/// What a Game Courier log holds beyond its moves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CourierPart {
    /// Names of the sides in turn order, as the log has them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sides: Vec<String>,
    /// The start position in the log's own dialect of FEN.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<Text>,
    /// `true` where the second side makes the first entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second_starts: Option<bool>,
    /// What ended the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<EndPart>,
    /// The assignments of a log file, without the moves.
    #[serde(default, skip_serializing_if = "Tags::is_empty")]
    pub settings: Tags,
}

/// The word or sentence that ended a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndPart {
    /// How many entries stand before it.
    pub after: u32,
    /// The word or sentence.
    pub text: Text,
}

/// The occasion of a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventPart {
    /// Name of the event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// Its site.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub site: Option<String>,
    /// The date, as recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The round of the event, as recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<String>,
}

/// One side.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SidePart {
    /// Its name in the rules.
    pub side: String,
    /// Who plays it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// `human`, `computer`, `random` or `neutral`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
}

/// A start position.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StartPart {
    /// The position as FEN.
    pub fen: Text,
}

/// The result.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultPart {
    /// As the record claims: `1-0`, `0-1`, `1/2-1/2`, `*`, or a winner's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claimed: Option<Text>,
    /// As the rules give it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub computed: Option<String>,
    /// By what the game ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// Who won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<String>,
}

/// What a check gave.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckPart {
    /// The verdict.
    pub verdict: String,
    /// Number of entries.
    pub plies: u32,
    /// The findings.
    #[serde(default)]
    pub findings: Vec<FindingPart>,
}

/// One finding, with the keys of the report of `check`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FindingPart {
    /// The code.
    pub code: String,
    /// Its readable name.
    pub slug: String,
    /// `error`, `warning` or `note`.
    pub severity: String,
    /// The sort of trouble.
    pub kind: String,
    /// The entry, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ply: Option<u32>,
    /// The file, where the place is not in the record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Column in characters, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// Line of the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_line: Option<u32>,
    /// Column one past the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_column: Option<u32>,
    /// The entry as recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// What is wrong.
    pub message: String,
    /// The next step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// Legal moves near the entry.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub legal: Vec<String>,
}

impl Document {
    /// Shows all texts that know their places, each with its path: keys and indexes joined by dots.
    pub(super) fn visit_texts(&mut self, visit: &mut dyn FnMut(&str, &mut Text)) {
        let mut show = |path: &str, text: Option<&mut Text>| {
            if let Some(text) = text {
                visit(path, text);
            }
        };
        if let Some(game) = &mut self.game {
            show("game.name", game.name.as_mut());
            if let Some(rules) = &mut game.rules {
                show("game.rules.file", rules.file.as_mut());
                show("game.rules.variant", rules.variant.as_mut());
            }
        }
        if let Some(zsg) = &mut self.zsg {
            show("zsg.header", Some(&mut zsg.header));
            show("zsg.rules", zsg.rules.as_mut());
            show("zsg.variant", zsg.variant.as_mut());
            for (index, edit) in zsg.edits.iter_mut().enumerate() {
                show(&format!("zsg.edits.{index}"), Some(edit));
            }
        }
        show("courier.code", self.courier.as_mut().and_then(|courier| courier.code.as_mut()));
        let end = self.courier.as_mut().and_then(|courier| courier.end.as_mut());
        show("courier.end.text", end.map(|end| &mut end.text));
        show("start.fen", self.start.as_mut().map(|start| &mut start.fen));
        for (index, ply) in self.plies.iter_mut().enumerate() {
            show(&format!("plies.{index}.move"), ply.token.as_mut());
            show(&format!("plies.{index}.recorded"), ply.recorded.as_mut());
        }
        show("result.claimed", self.result.as_mut().and_then(|result| result.claimed.as_mut()));
    }
}
