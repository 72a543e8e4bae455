//! Our own YAML and JSON documents (`spec/export.md` 2).

mod effects;
mod facts;
mod yaml;

pub use facts::{PlyFacts, ReplayFacts, SideFacts, SideKind};

use std::borrow::Cow;

use smol_str::SmolStr;

use crate::diagnostic::{Diagnostic, RecordReport};
use crate::record::document::{
    CheckPart, CourierPart, Document, EndPart, EventPart, FORM, FindingPart, GamePart, OddLine, PlyPart, ResultPart,
    RulesPart, SidePart, SourcePart, StartPart, Tags, Text, Texts, ZsgPart,
};
use crate::record::{Action, Entry, Record};
use crate::source::SourceFile;
use crate::syntax::zsg::{LineEnd, LineKind, VERSION, print_edit};

/// The document of a record. Without facts it says what the record alone does; a record that was read from a document
/// gives that document again.
#[must_use]
pub fn document(record: &Record, facts: Option<&ReplayFacts<'_>>) -> Document {
    let told = record.origin.as_ref().map(|origin| &origin.document);
    if let (None, Some(told)) = (facts, told) {
        return Document::clone(told);
    }
    let source = told.and_then(|told| told.source.clone()).or_else(|| told.is_none().then(|| source(record)));
    let players = Players::new(record, facts);
    let sides = players.sides();
    Document {
        scoresheet: FORM,
        game: game(record, facts),
        source,
        zsg: zsg_part(record),
        courier: courier(record),
        event: event(record),
        tags: players.other_tags(record),
        sides,
        start: start(record, facts),
        comment: Texts::from_list(&record.comments),
        plies: plies(record, facts),
        result: result(record, facts),
        check: facts.map(|facts| check(record, facts.report)),
    }
}

/// Documents as a YAML stream.
///
/// # Errors
///
/// What the YAML writer says; no document of a record is known that it refuses.
pub fn to_yaml(documents: &[Document]) -> Result<String, serde_yaml::ser::Error> {
    let mut text = String::new();
    for (index, document) in documents.iter().enumerate() {
        if index > 0 {
            text.push_str("---\n");
        }
        yaml::write(&mut text, &without_tabs(document))?;
    }
    Ok(text)
}

/// Documents as one JSON array, also for one document.
///
/// # Errors
///
/// What the JSON writer says; the keys are all texts, so that it has nothing to refuse.
pub fn to_json(documents: &[Document]) -> Result<String, serde_json::Error> {
    let mut text = serde_json::to_string_pretty(documents)?;
    text.push('\n');
    Ok(text)
}

/// Documents as JSON, one a line.
///
/// # Errors
///
/// As [`to_json`].
pub fn to_jsonl(documents: &[Document]) -> Result<String, serde_json::Error> {
    let mut text = String::new();
    for document in documents {
        text.push_str(&serde_json::to_string(document)?);
        text.push('\n');
    }
    Ok(text)
}

/// A text of several lines whose first begins with a tab is not read by all YAML readers: tabs of comments become
/// blanks.
fn without_tabs(document: &Document) -> Cow<'_, Document> {
    let has_tab = |texts: &Option<Texts>| match texts {
        Some(Texts::One(text)) => text.contains('\t'),
        Some(Texts::Many(texts)) => texts.iter().any(|text| text.contains('\t')),
        None => false,
    };
    if !has_tab(&document.comment) && !document.plies.iter().any(|ply| has_tab(&ply.comment)) {
        return Cow::Borrowed(document);
    }
    let expand = |texts: &mut Option<Texts>| match texts {
        Some(Texts::One(text)) => *text = text.replace('\t', "    "),
        Some(Texts::Many(texts)) => texts.iter_mut().for_each(|text| *text = text.replace('\t', "    ")),
        None => {}
    };
    let mut document = document.clone();
    expand(&mut document.comment);
    document.plies.iter_mut().for_each(|ply| expand(&mut ply.comment));
    Cow::Owned(document)
}

/// The last part of a path of any system.
fn base_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

fn text(text: &str) -> Text {
    Text::from(text)
}

fn game(record: &Record, facts: Option<&ReplayFacts<'_>>) -> Option<GamePart> {
    let used = facts.and_then(|facts| facts.report.rules.as_ref());
    let rules = match used {
        Some(used) => RulesPart {
            file: Some(text(&used.file)),
            variant: Some(text(&used.variant)),
            sha256: Some(used.sha256.clone()),
            bundled: Some(used.bundled),
        },
        None => RulesPart {
            file: record.rules.file.as_ref().map(|word| text(base_name(&word.text))),
            variant: record.rules.variant.as_ref().map(|word| text(&word.text)),
            ..RulesPart::default()
        },
    };
    let name = facts.and_then(|facts| facts.report.game.as_deref());
    let name = name.or(record.rules.game.as_ref().map(|word| word.text.as_str())).map(text);
    let rules = Some(rules).filter(|rules| *rules != RulesPart::default());
    Some(GamePart { name, rules }).filter(|game| *game != GamePart::default())
}

fn source(record: &Record) -> SourcePart {
    let file = &record.file;
    SourcePart {
        file: Some(base_name(&file.name).to_owned()),
        format: Some(record.notation.name().to_owned()),
        encoding: Some(file.encoding.name().to_owned()),
        byte_order_mark: file.byte_order_mark.then_some(true),
        line_end: line_end(file).map(|end| end.name().to_owned()),
        sha256: file.sha256().map(str::to_owned),
    }
}

/// How most lines end; `None` where there is one line only.
fn line_end(file: &SourceFile) -> Option<LineEnd> {
    let ends = file.line_ends();
    let counts = [(LineEnd::CrLf, ends.crlf), (LineEnd::Lf, ends.lf), (LineEnd::Cr, ends.cr)];
    let most = counts.iter().map(|&(_, count)| count).max().filter(|&most| most > 0)?;
    counts.into_iter().find(|&(_, count)| count == most).map(|(end, _)| end)
}

/// The parts of a saved game, with the lines that they and the grammar do not give.
fn zsg_part(record: &Record) -> Option<ZsgPart> {
    let parts = record.zsg.as_ref()?;
    let usual = line_end(&record.file).unwrap_or_default();
    let mut part = ZsgPart {
        version: Some(parts.version.text.to_string()).filter(|version| version != VERSION),
        header: text(&parts.kinds.text),
        edits: record.edits.iter().map(|edit| text(&print_edit(edit))).collect(),
        tail: Some(parts.layout.tail.clone()).filter(|tail| !tail.is_empty()),
        ..ZsgPart::default()
    };
    let mut last = LineKind::Header;
    for (number, line) in (1..).zip(&parts.layout.lines) {
        // The keys give the kinds in this order; what stands elsewhere is kept as it is.
        let in_order = match line.kind {
            LineKind::Nothing => false,
            LineKind::Header => true,
            LineKind::Rules | LineKind::Variant => line.kind > last,
            LineKind::Edit | LineKind::Entry => line.kind >= last,
        };
        if in_order {
            last = line.kind;
            match line.kind {
                LineKind::Rules => part.rules = record.rules.file.as_ref().map(|word| text(&word.text)),
                LineKind::Variant => part.variant = record.rules.variant.as_ref().map(|word| text(&word.text)),
                _ => {}
            }
        }
        if !in_order || line.odd || line.end != usual {
            part.lines.push(OddLine {
                line: number,
                text: (!in_order || line.odd).then(|| record.file.slice(line.span).to_owned()),
                end: (line.end != usual).then(|| line.end.name().to_owned()),
                extra: (!in_order).then_some(true),
            });
        }
    }
    Some(part)
}

fn courier(record: &Record) -> Option<CourierPart> {
    let parts = record.courier.as_ref()?;
    let mut settings = Tags::default();
    parts.settings.iter().for_each(|(name, value)| settings.add(name, value));
    let end = parts
        .end
        .as_ref()
        .map(|end| EndPart { after: u32::try_from(end.after).unwrap_or(u32::MAX), text: text(&end.word.text) });
    let second_starts = parts.second_starts.then_some(true);
    let code = parts.code.as_ref().map(|word| text(&word.text));
    let part = CourierPart { sides: parts.sides.clone(), code, second_starts, end, settings };
    Some(part).filter(|part| *part != CourierPart::default())
}

const UNKNOWN: [&str; 2] = ["?", "????.??.??"];

fn event(record: &Record) -> Option<EventPart> {
    let tag = |name| record.tag(name).filter(|value| !UNKNOWN.contains(value)).map(str::to_owned);
    let event = EventPart { event: tag("Event"), site: tag("Site"), date: tag("Date"), round: tag("Round") };
    Some(event).filter(|event| *event != EventPart::default())
}

/// The sides and the tags that name who plays them.
struct Players {
    sides: Vec<(String, SidePart)>,
}

impl Players {
    fn new(record: &Record, facts: Option<&ReplayFacts<'_>>) -> Self {
        let named = record.courier.as_ref().map(|courier| &courier.sides).filter(|sides| !sides.is_empty());
        let names: Vec<(String, Option<SideKind>)> = match (facts, named) {
            (Some(facts), _) => facts.sides.iter().map(|side| (side.side.clone(), side.kind)).collect(),
            (None, Some(sides)) => sides.iter().map(|side| (side.clone(), None)).collect(),
            (None, None) if record.tag("White").is_some() || record.tag("Black").is_some() => {
                ["White", "Black"].map(|side| (side.to_owned(), None)).into()
            }
            (None, None) => Vec::new(),
        };
        let count = names.len();
        let sides = names.into_iter().enumerate().map(|(index, (side, kind))| {
            // The tags of two sides have these names whatever the sides are called.
            let tag = match index {
                0 if count <= 2 => "White".to_owned(),
                1 if count <= 2 => "Black".to_owned(),
                _ => side.clone(),
            };
            let player = record.tag(&tag).filter(|player| *player != "?").map(str::to_owned);
            (tag, SidePart { side, player, kind: kind.map(|kind| kind.name().to_owned()) })
        });
        Self { sides: sides.collect() }
    }

    fn sides(&self) -> Vec<SidePart> {
        self.sides.iter().map(|(_, side)| side.clone()).collect()
    }

    /// The tags that no other key of the document holds.
    fn other_tags(&self, record: &Record) -> Tags {
        let mut seen: Vec<&str> = Vec::new();
        let mut tags = Tags::default();
        for (name, value) in &record.tags {
            let is_event = matches!(name.as_str(), "Event" | "Site" | "Date" | "Round");
            let is_player = self.sides.iter().any(|(tag, _)| tag == name);
            let is_result = name == "Result" && record.claimed.as_ref().is_some_and(|claimed| claimed.text == *value);
            // Only the first of several equal tags is held elsewhere.
            let held = (is_event || is_player || is_result) && !seen.contains(&name.as_str());
            seen.push(name);
            if !held {
                tags.add(name, value);
            }
        }
        tags
    }
}

fn start(record: &Record, facts: Option<&ReplayFacts<'_>>) -> Option<StartPart> {
    let fen = match facts {
        Some(facts) => facts.start.as_deref(),
        None => record.start.as_ref().map(|word| word.text.as_str()),
    };
    fen.map(|fen| StartPart { fen: text(fen) })
}

fn plies(record: &Record, facts: Option<&ReplayFacts<'_>>) -> Vec<PlyPart> {
    let unknown = PlyFacts::default();
    let ply = |(index, entry): (usize, &Entry)| {
        let known = facts.and_then(|facts| facts.plies.get(index)).unwrap_or(&unknown);
        let (partial, written) = match &entry.action {
            Action::Effects { partial, effects } => (*partial, Some(effects)),
            _ => (None, None),
        };
        let effects = match (facts, &known.effects) {
            (Some(facts), Some((kind, shown))) => effects::shown(facts.game, *kind, shown, &known.part_starts),
            _ => written.map_or_else(Vec::new, |list| effects::written(list, facts.map(|facts| facts.game))),
        };
        PlyPart {
            ply: u32::try_from(index + 1).unwrap_or(u32::MAX),
            round: known.round,
            side: known.side.clone(),
            token: known.token.clone().map(Text::from),
            number: entry.number,
            partial: partial.or(known.partial),
            recorded: Some(text(record.entry_text(entry))).filter(|text| !text.text.is_empty()),
            effects,
            comment: Texts::from_list(&entry.comments),
            verdict: known.verdict.map(|(verdict, _)| SmolStr::new_static(verdict.name())),
            finding: known.verdict.and_then(|(_, code)| code).map(|code| SmolStr::new_static(code.id())),
        }
    };
    record.entries.iter().enumerate().map(ply).collect()
}

fn result(record: &Record, facts: Option<&ReplayFacts<'_>>) -> Option<ResultPart> {
    let result = ResultPart {
        claimed: record.claimed.as_ref().map(|word| text(&word.text)),
        computed: facts.and_then(|facts| facts.report.result.computed.clone()),
        by: facts.and_then(|facts| facts.by.clone()),
        winner: facts.and_then(|facts| facts.winner.clone()),
    };
    Some(result).filter(|result| *result != ResultPart::default())
}

fn check(record: &Record, report: &RecordReport) -> CheckPart {
    let findings = report.findings.iter().map(|finding| part(record, finding)).collect();
    CheckPart { verdict: report.verdict.name().to_owned(), plies: report.plies, findings }
}

fn part(record: &Record, finding: &Diagnostic) -> FindingPart {
    let place = finding.place.as_ref();
    let (start, end) = (place.map(|place| place.start()), place.map(|place| place.end()));
    FindingPart {
        code: finding.code.id().to_owned(),
        slug: finding.code.slug().to_owned(),
        severity: finding.severity.name().to_owned(),
        kind: finding.code.kind().name().to_owned(),
        ply: finding.ply,
        file: place
            .map(|place| &place.file.name)
            .filter(|name| **name != record.file.name)
            .map(|name| base_name(name).to_owned()),
        line: start.map(|start| start.line),
        column: start.map(|start| start.column),
        end_line: end.map(|end| end.line),
        end_column: end.map(|end| end.column),
        text: finding.text.clone(),
        message: finding.message.clone(),
        help: finding.help.clone(),
        legal: finding.legal.clone(),
    }
}
