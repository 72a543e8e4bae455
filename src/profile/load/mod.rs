//! Reading a profile and the checks that need no rules (`game-courier.md` 8.1).

mod board;
mod form;
mod labels;

use std::sync::Arc;

use serde_yaml::Spanned;

use self::form::Document;
use super::{Automation, Implicit, Profile, folder_of};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, did_you_mean};
use crate::limits::MAX_PLAYERS;
use crate::source::{Place, SourceFile, Span};

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
