//! PGN games as records.

use std::sync::Arc;

use super::{Action, Entry, Notation, Record, RulesNamed, Word};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Place, SourceFile, Span};
use crate::syntax::pgn::{Behind, Item, PgnGame, Reader, Tag, Text};

/// One game of a PGN file.
#[derive(Clone, Debug)]
pub struct PgnRecord {
    /// The record. An open comment or variation is its last entry, unreadable.
    pub record: Record,
    /// What the reader found odd, and contradictions inside the game.
    pub findings: Vec<Diagnostic>,
}

/// The games of a PGN file, one after the other.
///
/// Variations and glyphs are kept as comments of the move they stand behind: a variation with its brackets, a glyph as
/// it stands.
pub fn read(file: &Arc<SourceFile>) -> impl Iterator<Item = PgnRecord> + use<> {
    let file = Arc::clone(file);
    Reader::new(&file).map(move |game| convert(&file, game))
}

/// Games of a portion of a file.
#[derive(Debug)]
pub struct PgnPortion {
    /// The games.
    pub games: Vec<PgnRecord>,
    /// The offset behind the last of them, where the next portion goes on.
    pub end: usize,
    /// Whether they are all the complete games that the text holds.
    pub is_all: bool,
}

/// The games of a portion of a file that begin within so many bytes from an offset on.
#[must_use]
pub fn read_portion(file: &Arc<SourceFile>, start: usize, behind: Behind, bytes: usize) -> PgnPortion {
    let mut reader = Reader::portion(file, start, behind);
    let mut portion = PgnPortion { games: Vec::new(), end: start, is_all: false };
    while portion.end - start < bytes {
        let Some(game) = reader.next() else {
            portion.is_all = true;
            break;
        };
        portion.games.push(convert(file, game));
        portion.end = reader.at();
    }
    portion
}

fn convert(file: &Arc<SourceFile>, game: PgnGame) -> PgnRecord {
    let mut findings = game.findings;
    let mut record = Record::new(file, Notation::Pgn);
    let tag = |name: &str| game.tags.iter().find(|tag| tag.name.text.eq_ignore_ascii_case(name));
    record.rules = RulesNamed {
        file: tag("Rules").and_then(known),
        variant: tag("RulesVariant").and_then(known),
        game: tag("Variant").and_then(known),
    };
    record.start = tag("FEN").and_then(known);
    record.claimed = claimed(file, tag("Result"), game.result.as_ref(), &mut findings);
    let mut moves = Moves { file, record: &mut record, number: None, variation: None, depth: 0 };
    game.items.into_iter().for_each(|item| moves.take(item, game.open.as_ref().map(|open| open.span)));
    if let Some(open) = game.open {
        let action = Action::Unreadable(Box::new(open.finding));
        record.entries.push(Entry { number: None, span: open.span, text: open.span, action, comments: Vec::new() });
    }
    record.tags = game.tags.into_iter().map(|tag| (tag.name.text, tag.value.text)).collect();
    PgnRecord { record, findings }
}

/// A tag's value as a word; `?` and nothing say nothing.
fn known(tag: &Tag) -> Option<Word> {
    let says = !tag.value.text.is_empty() && tag.value.text != "?";
    says.then(|| Word { text: tag.value.text.as_str().into(), span: tag.value.span })
}

/// The result of the mark, else of the tag. A tag that says something else is a finding.
fn claimed(
    file: &Arc<SourceFile>,
    tag: Option<&Tag>,
    mark: Option<&Text>,
    findings: &mut Vec<Diagnostic>,
) -> Option<Word> {
    let word = |text: &str, span: Span| Some(Word { text: text.into(), span });
    let from_tag = tag.filter(|tag| !matches!(tag.value.text.as_str(), "" | "?"));
    let tag_text = from_tag.map(|tag| normal(&tag.value.text));
    if let (Some(tag), Some(text)) = (from_tag, &tag_text)
        && *text != tag.value.text
    {
        let message = format!("the result `{}` is understood as {text}", tag.value.text);
        let finding = Diagnostic::new(Code::ResultForm, message).at(Place::new(file, tag.value.span));
        // Where the mark says something else, the tag is mended by it.
        let mended = mark.is_none_or(|mark| mark.text == *text || mark.text == "*");
        findings.push(if mended { finding.fix(tag.value.span, text.clone()) } else { finding });
    }
    if let (None, Some(tag), Some(text)) = (mark, from_tag, &tag_text) {
        let message = format!("no result stands behind the last move; the tag's {text} is taken");
        findings.push(Diagnostic::new(Code::ResultForm, message).at(Place::new(file, tag.value.span)));
    }
    match (mark, from_tag, tag_text) {
        (Some(mark), Some(tag), Some(text)) if text != mark.text => {
            let message = format!("the tag claims {text}, the mark at the end {}", mark.text);
            let finding = Diagnostic::new(Code::ResultContradicts, message)
                .at(Place::new(file, mark.span))
                .related(Place::new(file, tag.value.span), "the tag");
            // An open game in one place and a result in the other do not exclude each other.
            let is_open = text == "*" || mark.text == "*";
            let finding = if mark.text == "*" { finding } else { finding.fix(tag.value.span, mark.text.clone()) };
            findings.push(if is_open { finding.severity(crate::diagnostic::Severity::Warning) } else { finding });
            if mark.text == "*" { word(&text, tag.value.span) } else { word(&mark.text, mark.span) }
        }
        (Some(mark), _, _) => word(&mark.text, mark.span),
        (None, Some(tag), Some(text)) => word(&text, tag.value.span),
        _ => None,
    }
}

/// A result as standard PGN writes it; anything else, such as a winner's name, as it stands.
fn normal(text: &str) -> String {
    let squeezed: String = text
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| if matches!(c, '–' | '—' | '−') { '-' } else { c })
        .collect();
    match squeezed.as_str() {
        "½-½" | "1/2" | "½" | "1/2-1/2" | "0.5-0.5" => "1/2-1/2".to_owned(),
        "1-0" | "0-1" | "*" => squeezed,
        _ => text.trim().to_owned(),
    }
}

/// A comment without the line breaks of its layout and the escapes of our own exports.
fn comment_text(text: &str) -> String {
    let joined: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    joined.join(" ").replace("&#125;", "}").replace("&#38;", "&")
}

/// Collects entries and comments.
struct Moves<'a> {
    file: &'a Arc<SourceFile>,
    record: &'a mut Record,
    number: Option<(Option<u32>, Span)>,
    /// Where the outermost open variation begins.
    variation: Option<Span>,
    depth: usize,
}

impl Moves<'_> {
    fn take(&mut self, item: Item, open: Option<Span>) {
        match item {
            Item::Open(span) => {
                self.depth += 1;
                self.variation.get_or_insert(span);
            }
            Item::Close(span) => {
                self.depth = self.depth.saturating_sub(1);
                if let Some(start) = self.variation.take_if(|_| self.depth == 0) {
                    let text = self.file.slice(start.join(span)).to_owned();
                    self.comment(text);
                }
            }
            // What stands in a variation is kept as text.
            _ if self.variation.is_some() => {}
            Item::Number { value, span } => self.number = Some((value, span)),
            Item::Move(span) => {
                let word = Word { text: self.file.slice(span).into(), span };
                self.entry(span, Action::Token(word));
            }
            Item::Null(span) => self.entry(span, Action::Pass),
            Item::Glyph(span) => {
                let text = self.file.slice(span).to_owned();
                self.comment(text);
            }
            Item::Comment(text) if open.is_none_or(|open| text.span.start < open.start) => {
                self.comment(comment_text(&text.text));
            }
            Item::Comment(_) => {}
        }
    }

    fn entry(&mut self, text: Span, action: Action) {
        let (number, span) = match self.number.take() {
            Some((value, number)) => (value, number.join(text)),
            None => (None, text),
        };
        self.record.entries.push(Entry { number, span, text, action, comments: Vec::new() });
    }

    fn comment(&mut self, text: String) {
        match self.record.entries.last_mut() {
            Some(entry) => entry.comments.push(text),
            None => self.record.comments.push(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{PgnRecord, read};
    use crate::diagnostic::Code;
    use crate::record::Action;
    use crate::source::SourceFile;

    fn games(text: &str) -> Vec<PgnRecord> {
        read(&SourceFile::from_text("games.pgn", text)).collect()
    }

    fn tokens(game: &PgnRecord) -> Vec<&str> {
        game.record.entries.iter().map(|entry| game.record.entry_text(entry)).collect()
    }

    #[test]
    fn games_are_told_apart_by_tags_and_marks() {
        let text = "[Event \"A\"]\n\n[White \"x\"]\n\n1. b3 Nxb3 *\n[Event \"B\"]\n1. b3\n\n\nNxb3 1-0 1. c3 0-1\n\
            [Event \"C\"] [Result \"*\"]\n1. d4";
        let games = games(text);
        let moves: Vec<Vec<&str>> = games.iter().map(tokens).collect();
        assert_eq!(moves, [vec!["b3", "Nxb3"], vec!["b3", "Nxb3"], vec!["c3"], vec!["d4"]]);
        assert_eq!(games[0].record.tags.len(), 2);
        assert_eq!(games[2].record.claimed.as_ref().map(|word| word.text.as_str()), Some("0-1"));
        assert_eq!(games[3].record.claimed.as_ref().map(|word| word.text.as_str()), Some("*"));
    }

    #[test]
    fn numbers_comments_glyphs_and_variations_are_kept() {
        let text = "{before} 1. e4 $1 {a &#125; &#38;#125;\nb} (1. d4 (1. c4 {x) *}) d5) e5 ; rest\n2. -- !? *";
        let game = &games(text)[0];
        assert_eq!(game.record.comments, ["before"]);
        assert_eq!(tokens(game), ["e4", "e5", "--"]);
        let entries = &game.record.entries;
        assert_eq!(entries[0].comments, ["$1", "a } &#125; b", "(1. d4 (1. c4 {x) *}) d5)"]);
        assert_eq!(entries[1].comments, ["rest"]);
        assert_eq!(entries[2].comments, ["!?"]);
        assert!(matches!(entries[2].action, Action::Pass));
        assert_eq!((entries[0].number, entries[1].number, entries[2].number), (Some(1), None, Some(2)));
        assert_eq!(game.record.file.slice(entries[0].span), "1. e4");
    }

    #[test]
    fn an_open_comment_ends_its_game_and_no_other() {
        let text = "[Event \"A\"]\n\n1. b3 {never closed Nxb3 *\n\n[Event \"B\"]\n\n1. b3 *\n\n[Event \"C\"]\n\n1. c3 (1. b3 *\n";
        let games = games(text);
        assert_eq!(games.len(), 3);
        let Action::Unreadable(finding) = &games[0].record.entries[1].action else { panic!() };
        assert_eq!((finding.code, finding.place.as_ref().unwrap().start().line), (Code::CannotReadEntry, 3));
        assert!(finding.message.contains("2 more games"), "{}", finding.message);
        assert_eq!(tokens(&games[1]), ["b3"]);
        let Action::Unreadable(finding) = &games[2].record.entries[1].action else { panic!() };
        assert_eq!((finding.place.as_ref().unwrap().start().column, games[2].record.entries.len()), (7, 2));
    }

    #[test]
    fn tag_and_mark_that_contradict_each_other() {
        let games = games("[Result \"1-0\"]\n1. Rb2 0-1\n[Result \"½-½\"]\n1. Rb2 ½-½\n[Result \"1-0\"]\n1. Rb2\n");
        let claimed: Vec<&str> = games.iter().map(|game| game.record.claimed.as_ref().unwrap().text.as_str()).collect();
        assert_eq!(claimed, ["0-1", "1/2-1/2", "1-0"]);
        let codes: Vec<Vec<Code>> = games.iter().map(|g| g.findings.iter().map(|f| f.code).collect()).collect();
        assert_eq!(codes, [[Code::ResultContradicts], [Code::ResultForm], [Code::ResultForm]]);
    }

    #[test]
    fn deep_variations_do_not_exhaust_the_stack() {
        let text = format!("1. e4 {} e5 *", "(".repeat(200_000));
        let games = games(&text);
        assert!(matches!(games[0].record.entries[1].action, Action::Unreadable(_)));
        let text = format!("1. e4 {}{} e5 *", "(".repeat(200_000), ")".repeat(200_000));
        assert_eq!(self::games(&text)[0].record.entries.len(), 2);
    }

    #[test]
    fn names_of_rules_and_start() {
        let text = "[Variant \"Mini Five\"]\n[Rules \"a b.zrf\"]\n[RulesVariant \"?\"]\n[FEN \"5/5 w\"]\n*";
        let record = &games(text)[0].record;
        assert_eq!(record.rules.game.as_ref().unwrap().text, "Mini Five");
        assert_eq!(record.rules.file.as_ref().unwrap().text, "a b.zrf");
        assert_eq!((record.rules.variant.clone(), record.start.as_ref().unwrap().text.as_str()), (None, "5/5 w"));
    }
}
