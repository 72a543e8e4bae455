//! Reading a profile and the checks that need no rules (`game-courier.md` 8.1).

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use serde_yaml::Spanned;

use super::coords::{CoordRule, Coordinate, Coordinates};
use super::fen::{Space, read_fen};
use super::labels::{LabelMeaning, Labels};
use super::{Automation, Diagram, Implicit, Profile, Start, folder_of};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, did_you_mean};
use crate::limits::{MAX_CELLS, MAX_PLAYERS};
use crate::source::{Place, SourceFile, Span};

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Document {
    gc: Gc,
    #[serde(default)]
    zrf: Zrf,
    #[serde(default)]
    pieces: BTreeMap<String, Spanned<String>>,
    #[serde(default)]
    labels: BTreeMap<String, Spanned<LabelEntry>>,
    #[serde(default)]
    coords: Coords,
    #[serde(default)]
    offboard: Vec<String>,
    #[serde(default)]
    implicit: Vec<Spanned<String>>,
    #[serde(default = "yes")]
    label_check: bool,
    promotion_default: Option<Spanned<String>>,
    #[serde(default)]
    words: BTreeMap<String, Spanned<String>>,
}

const fn yes() -> bool {
    true
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Gc {
    game: String,
    folder: Option<String>,
    cols: Option<Spanned<usize>>,
    files: Option<Spanned<Vec<String>>>,
    ranks: Option<Spanned<Vec<String>>>,
    start: Spanned<String>,
    sides: Option<Spanned<Vec<String>>>,
    automation: Option<Spanned<String>>,
    #[serde(default)]
    hand: bool,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Zrf {
    file: Option<String>,
    variant: Option<Spanned<String>>,
    sides: Option<Spanned<Vec<String>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LabelEntry {
    piece: String,
    side: String,
    #[serde(default)]
    attributes: BTreeMap<String, bool>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Coords {
    rule: Option<Spanned<String>>,
    #[serde(default)]
    table: BTreeMap<String, Spanned<String>>,
    #[serde(default)]
    offsets: BTreeMap<String, i64>,
}

impl Profile {
    /// Reads a profile. Findings go to `findings`; with one of the severity error among them the profile cannot be
    /// relied on. `None` when the text is not of the form at all.
    #[must_use]
    pub fn load(file: &Arc<SourceFile>, findings: &mut Diagnostics) -> Option<Self> {
        match serde_yaml::from_str::<Document>(&file.text) {
            Ok(document) => Some(Loader { file, findings }.profile(document)),
            Err(error) => {
                let location = error.location();
                let span = location.map_or(Span::at(0), |location| span_of(&location));
                let message = error.without_snippet().to_string();
                let message = message.lines().next().unwrap_or_default();
                let finding =
                    Diagnostic::new(Code::ProfileUnreadable, format!("the profile cannot be read: {message}"));
                findings.push(finding.at(Place::new(file, span)));
                None
            }
        }
    }
}

fn span_of(location: &serde_yaml::Location) -> Span {
    let span = location.span();
    let number = |offset: u64| u32::try_from(offset).unwrap_or(u32::MAX);
    let start = span.byte_offset().unwrap_or_else(|| span.offset());
    Span::new(number(start), number(start.saturating_add(span.byte_len().unwrap_or_else(|| span.len()))))
}

struct Loader<'a> {
    file: &'a Arc<SourceFile>,
    findings: &'a mut Diagnostics,
}

impl Loader<'_> {
    fn profile(mut self, document: Document) -> Profile {
        let gc = document.gc;
        let sides = self.sides(gc.sides);
        let players = self.players(document.zrf.sides, &sides);
        let mut labels = self.labels(&document.pieces, &document.labels, &sides, &players);
        let start_span = span_of(&gc.start.referenced);
        let (start, coordinates) = self.board(gc.cols, gc.files, gc.ranks, &gc.start);
        let coordinates = self.coordinates(coordinates, &start, document.coords, &document.offboard);
        self.start_labels(&start, &mut labels);
        let automation = gc.automation.map_or(Automation::None, |word| {
            let known = ["none", "promotion", "full", "mixed"];
            match word.value.as_str() {
                "none" => Automation::None,
                "promotion" => Automation::Promotion,
                "full" => Automation::Full,
                "mixed" => Automation::Mixed,
                other => {
                    self.bad_word("automation", other, &known, span_of(&word.referenced));
                    Automation::None
                }
            }
        });
        let implicit = document.implicit.iter().filter_map(|word| self.implicit(word)).collect();
        let words = document.words.iter().filter_map(|(word, meaning)| self.word(word, meaning)).collect();
        if let Some(label) = &document.promotion_default
            && labels.get(&label.value).is_none()
        {
            let message = format!("`promotion-default` names the label `{}`, which has no meaning here", label.value);
            self.bad(message, span_of(&label.referenced));
        }
        Profile {
            file: Arc::clone(self.file),
            folder: gc.folder.unwrap_or_else(|| folder_of(&gc.game)),
            game: gc.game,
            sides,
            players,
            rules_file: document.zrf.file,
            variant_span: document.zrf.variant.as_ref().map_or(start_span, |title| span_of(&title.referenced)),
            variant: document.zrf.variant.map(|title| title.value),
            start,
            automation,
            hand: gc.hand,
            labels,
            coordinates,
            implicit,
            label_check: document.label_check,
            promotion_default: document.promotion_default.map(|label| label.value),
            words,
        }
    }

    fn push(&mut self, code: Code, message: String, span: Span) {
        self.findings.push(Diagnostic::new(code, message).at(Place::new(self.file, span)));
    }

    fn bad(&mut self, message: String, span: Span) {
        self.push(Code::ProfileValueBad, message, span);
    }

    fn bad_word(&mut self, key: &str, word: &str, known: &[&str], span: Span) {
        let finding = Diagnostic::new(Code::ProfileValueBad, format!("`{word}` is no value of `{key}`"));
        let help = match did_you_mean(word, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("write one of {}", known.join(", ")),
        };
        self.findings.push(finding.at(Place::new(self.file, span)).help(help));
    }

    fn sides(&mut self, sides: Option<Spanned<Vec<String>>>) -> Vec<String> {
        let Some(sides) = sides else { return vec!["White".into(), "Black".into()] };
        let span = span_of(&sides.referenced);
        let mut names = sides.value;
        if names.is_empty() || names.len() > MAX_PLAYERS {
            self.bad(format!("`sides` must name 1 to {MAX_PLAYERS} sides"), span);
            names.truncate(MAX_PLAYERS);
        }
        names
    }

    fn players(&mut self, players: Option<Spanned<Vec<String>>>, sides: &[String]) -> Vec<String> {
        let Some(players) = players else { return sides.to_vec() };
        if players.value.len() == sides.len() {
            return players.value;
        }
        let message = format!("`zrf.sides` names {} players for {} sides", players.value.len(), sides.len());
        self.bad(message, span_of(&players.referenced));
        sides.to_vec()
    }

    fn labels(
        &mut self,
        pieces: &BTreeMap<String, Spanned<String>>,
        exceptions: &BTreeMap<String, Spanned<LabelEntry>>,
        sides: &[String],
        players: &[String],
    ) -> Labels {
        let mut labels = Labels::default();
        for (label, piece) in pieces {
            let span = span_of(&piece.referenced);
            let lower = label.to_lowercase();
            if *label == lower || *label != label.to_uppercase() {
                self.bad(format!("the label `{label}` of `pieces` must be written in capitals"), span);
                continue;
            }
            if sides.len() != 2 {
                let message = format!("`pieces` suffices for two sides only; write `{label}` into `labels`");
                self.bad(message, span);
                continue;
            }
            for (side, label) in [label, &lower].into_iter().enumerate() {
                let meaning = LabelMeaning {
                    piece: piece.value.clone(),
                    side: Some(side),
                    player: players[side].clone(),
                    attributes: BTreeMap::new(),
                };
                labels.insert(label, meaning);
            }
        }
        for (label, entry) in exceptions {
            let span = span_of(&entry.referenced);
            let entry = &entry.value;
            let side = sides.iter().position(|side| *side == entry.side);
            let side = side.or_else(|| players.iter().position(|player| *player == entry.side));
            if !is_label(label) {
                self.bad(format!("`{label}` cannot be a label: blanks and the signs ; - * / {{ }} end one"), span);
            }
            let meaning = LabelMeaning {
                piece: entry.piece.clone(),
                side,
                player: side.and_then(|side| players.get(side)).unwrap_or(&entry.side).clone(),
                attributes: entry.attributes.clone(),
            };
            labels.insert(label, meaning);
        }
        labels
    }

    /// The start and the empty table of coordinates: files and ranks as listed, or as they go by default.
    fn board(
        &mut self,
        cols: Option<Spanned<usize>>,
        files: Option<Spanned<Vec<String>>>,
        ranks: Option<Spanned<Vec<String>>>,
        start: &Spanned<String>,
    ) -> (Start, Coordinates) {
        let start_span = span_of(&start.referenced);
        let files_count = files.as_ref().map(|files| files.value.len());
        let width = cols.as_ref().map(|cols| cols.value).or(files_count).unwrap_or(0);
        let files = match files {
            Some(files) => {
                if files.value.len() != width {
                    let message = format!("`cols` is {width}, but {} files are listed", files.value.len());
                    self.bad(message, span_of(&files.referenced));
                }
                files.value
            }
            None if (1..=26).contains(&width) => ('a'..='z').take(width).map(String::from).collect(),
            None => {
                let message = format!("the labels of {width} files are not known by themselves: write `files`");
                self.bad(message, cols.map_or(start_span, |cols| span_of(&cols.referenced)));
                Vec::new()
            }
        };
        let height = ranks.as_ref().map(|ranks| ranks.value.len());
        if files.len().saturating_mul(height.unwrap_or(1)) > MAX_CELLS {
            self.bad(format!("the board has more than {MAX_CELLS} spaces"), start_span);
            return (Start::FromRecord, Coordinates::default());
        }
        let number_ranks = |rows: usize| (1..=rows).map(|rank| rank.to_string()).collect();
        if start.value == "from-record" {
            let ranks = ranks.map(|ranks| ranks.value);
            if ranks.is_none() {
                self.bad(
                    "without a start position the labels of the ranks are needed: write `ranks`".into(),
                    start_span,
                );
            }
            return (Start::FromRecord, Coordinates::new(files, ranks.unwrap_or_default()));
        }
        let (diagram, remarks) = read_fen(&start.value, width, height);
        for remark in remarks {
            let code = if remark.fatal { Code::ProfileStartBad } else { Code::ProfileGuessed };
            let span = self.inside(start_span, &start.value, &remark.at);
            self.push(code, remark.message, span);
        }
        let ranks = ranks.map_or_else(|| number_ranks(diagram.rows.len()), |ranks| ranks.value);
        (Start::Fixed { diagram, fen: start.value.clone(), span: start_span }, Coordinates::new(files, ranks))
    }

    /// The place of a part of a text whose value stands at `span`, quoted or not.
    fn inside(&self, span: Span, value: &str, at: &std::ops::Range<usize>) -> Span {
        let raw = self.file.slice(span);
        let Some(offset) = raw.find(value) else { return span };
        let number = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        let start = span.start.saturating_add(number(offset));
        Span::new(start.saturating_add(number(at.start)), start.saturating_add(number(at.end)))
    }

    fn coordinates(&mut self, mut all: Coordinates, start: &Start, coords: Coords, offboard: &[String]) -> Coordinates {
        let rule_span = coords.rule.as_ref().map_or(Span::at(0), |rule| span_of(&rule.referenced));
        let rule = coords.rule.map_or(CoordRule::Identity, |rule| {
            CoordRule::find(&rule.value).unwrap_or_else(|| {
                let known = ["identity", "lower", "swap", "table", "hex-offset"];
                self.bad_word("coords.rule", &rule.value, &known, rule_span);
                CoordRule::Identity
            })
        });
        let (files, ranks) = (all.files().to_vec(), all.ranks().to_vec());
        for (row, rank) in ranks.iter().enumerate() {
            for (column, file) in files.iter().enumerate() {
                if matches!(start, Start::Fixed { diagram, .. } if *diagram.space(column, row) == Space::Hole) {
                    continue;
                }
                let name = format!("{file}{rank}");
                let rules = if offboard.contains(&name) {
                    None
                } else {
                    let listed = coords.table.get(&name).map(|name| name.value.clone());
                    let rules = listed.or_else(|| rule.apply(file, rank, &coords.offsets));
                    if rules.is_none() {
                        self.bad(format!("the rule gives no name for the coordinate `{name}`"), rule_span);
                    }
                    rules
                };
                let coordinate = Coordinate { name: name.clone(), at: Some((column, row)), rules };
                if let Some(earlier) = all.insert(coordinate) {
                    let message = if earlier.name == name {
                        format!("the coordinate `{name}` stands for two spaces")
                    } else {
                        format!("the coordinates `{}` and `{name}` have the same name in the rules", earlier.name)
                    };
                    self.push(Code::ProfileCellsUnmatched, message, rule_span);
                }
            }
        }
        for name in offboard {
            if all.get(name).is_none() {
                all.insert(Coordinate { name: name.clone(), at: None, rules: None });
            }
        }
        for (name, entry) in &coords.table {
            if all.get(name).is_none() {
                let message = format!("`coords.table` names `{name}`, which is no coordinate of the board");
                self.bad(message, span_of(&entry.referenced));
            }
        }
        all
    }

    /// Every label of the start position must have a meaning.
    fn start_labels(&mut self, start: &Start, labels: &mut Labels) {
        let Start::Fixed { diagram, fen, span } = start else { return };
        for (label, at) in labels_of(diagram) {
            if labels.get(label).is_some() {
                continue;
            }
            let near = did_you_mean(label, labels.iter().map(|(known, _)| known)).map(str::to_owned);
            let message = format!("the label `{label}` of the start position has no entry in `pieces` or `labels`");
            let place = Place::new(self.file, self.inside(*span, fen, at));
            let mut finding = Diagnostic::new(Code::ProfileLabelUnknown, message).at(place);
            if let Some(near) = near {
                finding = finding.help(format!("did you mean `{near}`?"));
            }
            self.findings.push(finding);
        }
    }

    fn implicit(&mut self, word: &Spanned<String>) -> Option<Implicit> {
        match word.value.as_str() {
            "castling" => Some(Implicit::Castling),
            "en-passant" => Some(Implicit::EnPassant),
            "explosion" => Some(Implicit::Explosion),
            "capture-in-passing" => Some(Implicit::CaptureInPassing),
            other => {
                let known = ["castling", "en-passant", "explosion", "capture-in-passing"];
                self.bad_word("implicit", other, &known, span_of(&word.referenced));
                None
            }
        }
    }

    fn word(&mut self, word: &str, meaning: &Spanned<String>) -> Option<(String, String)> {
        let standard = match meaning.value.as_str() {
            "resign" => "resign",
            "draw" => "drawn",
            "pass" => "pass",
            "ignore" => "say",
            other => {
                self.bad_word("words", other, &["resign", "draw", "pass", "ignore"], span_of(&meaning.referenced));
                return None;
            }
        };
        Some((word.to_owned(), standard.to_owned()))
    }
}

/// The labels of a diagram, each once, with the place of the first.
pub(super) fn labels_of(diagram: &Diagram) -> BTreeMap<&str, &std::ops::Range<usize>> {
    let mut found = BTreeMap::new();
    for space in diagram.rows.iter().flatten() {
        if let Space::Piece { label, at } = space {
            found.entry(label.as_str()).or_insert(at);
        }
    }
    found
}

/// Whether a text can be a label in a move text (`game-courier.md` 2.1).
fn is_label(text: &str) -> bool {
    !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || matches!(c, ';' | '-' | '*' | '/' | '{' | '}'))
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::{Diagnostic, Diagnostics};
    use crate::profile::{Automation, Implicit, Profile, Start};
    use crate::source::SourceFile;

    const SOUND: &str = r#"
gc:
  game: Queen's Tiny Chess
  cols: 3
  files: [a, b, c]
  ranks: [1, 2, 3]
  start: "k-r/3/R1K"
  sides: [Red, Blue]
  automation: full
  hand: true
zrf:
  file: tiny.zrf
  variant: Tiny
  sides: [First, Second]
pieces:
  K: King
  R: Rook
labels:
  "+R": {piece: Dragon, side: Red, attributes: {moved: true}}
  X: {piece: Stone, side: Nobody}
coords:
  rule: swap
  table: {a1: z9}
offboard: [x1, c2]
implicit: [castling, en-passant]
label-check: false
promotion-default: R
words: {gg: resign, nod: ignore}
"#;

    fn load(text: &str) -> (Option<Profile>, Vec<Diagnostic>) {
        let mut findings = Diagnostics::new();
        let profile = Profile::load(&SourceFile::from_text("p.yaml", text), &mut findings);
        (profile, findings.into_vec())
    }

    /// Code and text of the first finding of a changed profile.
    fn first(from: &str, to: &str) -> (String, String) {
        let text = SOUND.replacen(from, to, 1);
        assert_ne!(text, SOUND);
        let (_, findings) = load(&text);
        let finding = findings.first().expect("a finding");
        (finding.code.id().to_owned(), finding.place.as_ref().expect("a place").text().to_owned())
    }

    #[test]
    fn a_sound_profile() {
        let (profile, findings) = load(SOUND);
        assert_eq!(findings, []);
        let profile = profile.unwrap();
        assert_eq!(profile.folder, "queens_tiny_chess");
        assert_eq!(profile.coordinates.ranks(), ["1", "2", "3"], "numbers are labels too");
        assert_eq!(profile.rules_cell("c3"), Some("3c"));
        assert_eq!(profile.rules_cell("a1"), Some("z9"));
        assert_eq!(profile.coordinate("z9"), Some("a1"));
        assert!(!profile.has_space("b3"), "a hole");
        assert!(profile.has_space("x1") && profile.rules_cell("x1").is_none() && profile.rules_cell("c2").is_none());
        let king = profile.label("k").unwrap();
        assert_eq!((king.piece.as_str(), king.side, king.player.as_str()), ("King", Some(1), "Second"));
        let dragon = profile.label("+R").unwrap();
        assert_eq!((dragon.side, dragon.attributes["moved"]), (Some(0), true));
        assert_eq!(profile.label("X").map(|stone| (stone.side, stone.player.as_str())), Some((None, "Nobody")));
        assert_eq!(profile.automation, Automation::Full);
        assert_eq!(profile.implicit, [Implicit::Castling, Implicit::EnPassant]);
        assert_eq!(profile.words["gg"], "resign");
        assert!(profile.hand && !profile.label_check);
        assert!(matches!(profile.start, Start::Fixed { .. }));
    }

    #[test]
    fn findings_have_their_code_and_place() {
        let pair = |code: &str, place: &str| (code.to_owned(), place.to_owned());
        assert_eq!(first("automation: full", "automation: ful"), pair("P002", "ful"));
        assert_eq!(first("cols: 3", "cols: 4").0, "P002");
        assert_eq!(first("k-r/3/R1K", "k-r/3/R=K"), pair("P003", "="));
        assert_eq!(first("k-r/3/R1K", "k-r/3").0, "P003");
        assert_eq!(first("k-r/3/R1K", "k-q/3/R1K"), pair("P004", "q"));
        assert_eq!(first("rule: swap", "rule: swop"), pair("P002", "swop"));
        assert_eq!(first("{a1: z9}", "{q1: z9}"), pair("P002", "z9"));
        assert_eq!(first("{a1: z9}", "{a1: 3c}").0, "P006");
        assert_eq!(first("[castling, en-passant]", "[castling, cough]"), pair("P002", "cough"));
        assert_eq!(first("promotion-default: R", "promotion-default: Z"), pair("P002", "Z"));
        assert_eq!(first("gg: resign", "gg: win"), pair("P002", "win"));
        assert_eq!(first("  K: King", "  k: King"), pair("P002", "King"));
        assert_eq!(first("[First, Second]", "[First]").0, "P002");
    }

    #[test]
    fn a_text_of_another_form_is_no_profile() {
        for text in ["", "gc: 3", "gc: {game: X, start: '8', colums: 8}", "gc: [", "\t"] {
            let (profile, findings) = load(text);
            assert!(profile.is_none(), "{text}");
            assert_eq!(findings[0].code.id(), "P001", "{text}");
        }
    }

    #[test]
    fn defaults() {
        let (profile, findings) = load("gc: {game: X, cols: 2, start: 2/2}\n");
        assert_eq!(findings, []);
        let profile = profile.unwrap();
        assert_eq!(profile.sides, ["White", "Black"]);
        assert_eq!(
            profile.coordinates.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(),
            ["a1", "b1", "a2", "b2"]
        );
        let (_, findings) = load("gc: {game: X, cols: 2, start: from-record}\n");
        assert_eq!(findings[0].code.id(), "P002", "the ranks are not known");
    }
}
