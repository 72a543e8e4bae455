//! Records from our own YAML and JSON documents (`spec/export.md` 2).

use std::sync::Arc;

use serde::de::IgnoredAny;
use smol_str::{SmolStr, ToSmolStr};

use super::document::{Document, EffectPart, FORM, PlyPart, Text, Value};
use super::json_places::places;
use super::origin::{Origin, Piece};
use super::rebuild::{self, Rebuilt};
use super::{Action, CourierEnd, CourierParts, Entry, Notation, Record, Word, WrittenEffect, from_zsg};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{Place, SourceFile, Span};
use crate::syntax::courier::{Command, Part, read_move_text};
use crate::syntax::zsg::{Body, parse_body};

/// Reads a YAML stream: one record a document. A document that cannot be read does not stop the others.
#[must_use]
pub fn read_yaml(file: &Arc<SourceFile>, findings: &mut Diagnostics) -> Vec<Record> {
    let mut records = Vec::new();
    for (start, text) in yaml_documents(&file.text) {
        match serde_yaml::from_str_with_options::<Document>(text, yaml_options()) {
            Ok(mut document) => {
                // The reader counts from the start of the document.
                let shift = |offset: u32| offset.saturating_add(start);
                document.visit_texts(&mut |_, text| {
                    text.span = text.span.map(|span| Span::new(shift(span.start), shift(span.end)));
                });
                records.extend(record(document, file, Span::at(start), Notation::Yaml, findings));
            }
            Err(error) => {
                let offset = error.location().and_then(|place| place.span().byte_offset()).unwrap_or(0);
                let at = start.saturating_add(u32::try_from(offset).unwrap_or(u32::MAX));
                findings.push(cannot_read(file, Span::at(at), &error.without_snippet().to_string()));
            }
        }
    }
    if records.is_empty() && !findings.has_errors() {
        findings.push(cannot_read(file, Span::at(0), "there is no document"));
    }
    records
}

/// Reads JSON: an array of documents, one document, or one document a line. A line that cannot be read does not stop
/// the others.
#[must_use]
pub fn read_json(file: &Arc<SourceFile>, findings: &mut Diagnostics) -> Vec<Record> {
    let text = file.text.as_str();
    let is_array = text.trim_start().starts_with('[');
    let first_line = text.trim_start().lines().next().unwrap_or_default();
    let is_lines = !is_array && serde_json::from_str::<IgnoredAny>(first_line).is_ok();
    let parts: Vec<(u32, &str)> =
        if is_lines { lines(text).filter(|(_, line)| !line.trim().is_empty()).collect() } else { vec![(0, text)] };
    let mut records = Vec::new();
    for (start, part) in parts {
        let read = if is_array { serde_json::from_str(part) } else { serde_json::from_str(part).map(|one| vec![one]) };
        let documents: Vec<Document> = match read {
            Ok(documents) => documents,
            Err(error) => {
                let at = start.saturating_add(json_offset(part, error.line(), error.column()));
                findings.push(cannot_read(file, Span::at(at), &json_message(&error)));
                continue;
            }
        };
        let places = places(part, start);
        for (index, mut document) in documents.into_iter().enumerate() {
            let prefix = if is_array { format!("{index}.") } else { String::new() };
            document.visit_texts(&mut |path, text| text.span = places.get(&format!("{prefix}{path}")).copied());
            records.extend(record(document, file, Span::at(start), Notation::Json, findings));
        }
    }
    records
}

fn cannot_read(file: &Arc<SourceFile>, span: Span, message: &str) -> Diagnostic {
    let message = format!("the document cannot be read: {}", message.lines().next().unwrap_or_default());
    Diagnostic::new(Code::CannotReadHeader, message).at(Place::new(file, span))
}

/// The message without the place, which the finding has.
fn json_message(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    message.strip_suffix(&place).unwrap_or(&message).to_owned()
}

/// Byte offset of a line and column of `serde_json`, which count from 1 and from 0, in bytes.
fn json_offset(text: &str, line: usize, column: usize) -> u32 {
    let before: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    u32::try_from((before + column.saturating_sub(1)).min(text.len())).unwrap_or(u32::MAX)
}

/// The lines of a text, with their offsets.
fn lines(text: &str) -> impl Iterator<Item = (u32, &str)> {
    let mut start = 0_u32;
    text.split_inclusive('\n').map(move |line| {
        let at = start;
        start = start.saturating_add(u32::try_from(line.len()).unwrap_or(u32::MAX));
        (at, line)
    })
}

/// The documents of a YAML stream: its marker can stand nowhere else at the start of a line. Parts without content are
/// left out.
fn yaml_documents(text: &str) -> Vec<(u32, &str)> {
    let marker = |line: &str, marker: &str| {
        line.strip_prefix(marker).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t', '\r', '\n']))
    };
    let mut starts = vec![(0, 0)];
    for (start, line) in lines(text) {
        if marker(line, "---") {
            starts.push((start, start + 3));
        } else if marker(line, "...") {
            starts.push((start, start.saturating_add(u32::try_from(line.len()).unwrap_or(u32::MAX))));
        }
    }
    let ends = starts.iter().skip(1).map(|&(end, _)| end as usize).chain([text.len()]);
    let parts = starts.iter().zip(ends).map(|(&(_, start), end)| (start, &text[start as usize..end]));
    let has_content = |part: &str| {
        part.lines().map(str::trim).any(|line| !line.is_empty() && !line.starts_with('#') && !line.starts_with('%'))
    };
    parts.filter(|(_, part)| has_content(part)).collect()
}

/// Records may be long: the bounds of the YAML reader are set by the size of files that are read at all.
fn yaml_options() -> serde_yaml::Options {
    serde_yaml::options! {
        budget: serde_yaml::budget! {
            max_events: 200_000_000,
            max_nodes: 100_000_000,
            max_total_scalar_bytes: usize::try_from(crate::limits::MAX_FILE_BYTES).unwrap_or(usize::MAX),
        },
    }
}

/// The record that a document tells of.
fn record(
    document: Document,
    file: &Arc<SourceFile>,
    start: Span,
    notation: Notation,
    findings: &mut Diagnostics,
) -> Option<Record> {
    if document.scoresheet == 0 || document.scoresheet > FORM {
        let message = format!("`scoresheet: {}` is not a form this program knows", document.scoresheet);
        findings.push(cannot_read(file, start, &message));
        return None;
    }
    let document = Arc::new(document);
    let mut record = match &document.zsg {
        Some(part) => {
            let (text, pieces) = rebuild::saved_game(&document, part, file, findings);
            let origin = origin(&document, file, start, pieces);
            let mut inner = Diagnostics::new();
            let record = from_zsg::read(&text, &mut inner);
            let is_remark = |code| matches!(code, Code::LayoutOdd | Code::EncodingAssumed);
            for mut finding in inner.into_vec().into_iter().filter(|finding| !is_remark(finding.code)) {
                finding.place = finding.place.map(|place| origin.place(place.span));
                findings.push(finding);
            }
            let mut record = record?;
            for entry in &mut record.entries {
                if let Action::Unreadable(finding) = &mut entry.action {
                    finding.place = finding.place.take().map(|place| origin.place(place.span));
                }
            }
            record.origin = Some(origin);
            record
        }
        None => {
            let record = plain(&document, file, start, notation);
            findings.extend(record.entries.iter().filter_map(|entry| match &entry.action {
                Action::Unreadable(finding) => Some(Diagnostic::clone(finding)),
                _ => None,
            }));
            record
        }
    };
    record.notation = notation;
    if let Some(claimed) = document.result.as_ref().and_then(|result| result.claimed.as_ref()) {
        record.claimed.get_or_insert_with(|| Word::new(claimed.text.as_str()));
    }
    if record.entries.len() == document.plies.len() {
        for (entry, ply) in record.entries.iter_mut().zip(&document.plies) {
            entry.comments = ply.comment.clone().map_or_else(Vec::new, |texts| texts.into_list());
        }
    }
    record.comments = document.comment.clone().map_or_else(Vec::new, |texts| texts.into_list());
    record.tags = tags(&document);
    Some(record)
}

fn origin(document: &Arc<Document>, file: &Arc<SourceFile>, start: Span, pieces: Vec<Piece>) -> Origin {
    Origin { file: Arc::clone(file), document: Arc::clone(document), start, pieces }
}

/// Occasion, players and further tags, under the names that PGN has for them.
fn tags(document: &Document) -> Vec<(String, String)> {
    let mut tags = Vec::new();
    let mut add = |name: &str, value: &Option<String>| {
        if let Some(value) = value {
            tags.push((name.to_owned(), value.clone()));
        }
    };
    if let Some(event) = &document.event {
        add("Event", &event.event);
        add("Site", &event.site);
        add("Date", &event.date);
        add("Round", &event.round);
    }
    for (index, side) in document.sides.iter().enumerate() {
        match (document.sides.len(), index) {
            (..=2, 0) => add("White", &side.player),
            (..=2, _) => add("Black", &side.player),
            _ => add(&side.side, &side.player),
        }
    }
    for (name, value) in document.tags.pairs() {
        add(name, &Some(value.to_owned()));
    }
    tags
}

/// A record that is no saved game: its texts, each on a line, are the record's text.
fn plain(document: &Arc<Document>, file: &Arc<SourceFile>, start: Span, notation: Notation) -> Record {
    let mut built = Rebuilt::new();
    let mut word = |text: &Option<Text>| {
        text.as_ref().map(|text| {
            let span = built.push("", text, file);
            built.text.push('\n');
            Word { text: text.text.as_str().into(), span }
        })
    };
    let game = document.game.clone().unwrap_or_default();
    let rules = game.rules.unwrap_or_default();
    let rules = super::RulesNamed { file: word(&rules.file), variant: word(&rules.variant), game: word(&game.name) };
    let position = word(&document.start.as_ref().map(|start| start.fen.clone()));
    let claimed = word(&document.result.as_ref().and_then(|result| result.claimed.clone()));
    let courier = document.courier.as_ref().map(|part| CourierParts {
        sides: part.sides.clone(),
        code: word(&part.code),
        second_starts: part.second_starts == Some(true),
        end: part.end.as_ref().and_then(|end| {
            let word = word(&Some(end.text.clone()))?;
            Some(CourierEnd { after: usize::try_from(end.after).unwrap_or(usize::MAX), word })
        }),
        settings: part.settings.pairs().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
    });
    let format = document.source.as_ref().and_then(|source| source.format.as_deref());
    let entries: Vec<Entry> = document.plies.iter().map(|ply| entry(ply, format, file, start, &mut built)).collect();
    let text = SourceFile::from_text(file.name.as_str(), std::mem::take(&mut built.text));
    let mut record = Record::new(&text, notation);
    record.origin = Some(origin(document, file, start, built.pieces));
    record.rules = rules;
    record.start = position;
    record.claimed = claimed;
    record.courier = courier;
    record.entries = entries;
    record
}

fn entry(ply: &PlyPart, format: Option<&str>, file: &Arc<SourceFile>, start: Span, built: &mut Rebuilt) -> Entry {
    let number = ply.number.map_or_else(String::new, |number| format!("{number}. "));
    let empty = Text::default();
    let recorded = ply.recorded.as_ref().or(ply.token.as_ref()).unwrap_or(&empty);
    let text = built.push(&number, recorded, file);
    built.text.push('\n');
    let span = Span::new(text.start - u32::try_from(number.len()).unwrap_or(0), text.end);
    let effects: Option<Vec<_>> = ply.effects.iter().map(|effect| written(effect, text)).collect();
    let token = |token: &Text| Action::Token(Word { text: token.text.as_str().into(), span: text });
    let is_pass = |text: &Text| matches!(text.text.as_str(), "--" | "Pass");
    let action = match (&ply.token, &ply.recorded, effects) {
        (Some(text), ..) | (None, Some(text), _) if is_pass(text) => Action::Pass,
        (_, Some(recorded), _) if format == Some("pgn") => token(recorded),
        (.., None) => unreadable(ply, format!("an effect of ply {} lacks a key", ply.ply), file, start),
        (_, Some(recorded), Some(effects)) if format == Some("courier") && is_turn(ply, &effects) => {
            courier(ply, recorded, text, file, start)
        }
        (_, _, Some(effects)) if !effects.is_empty() => {
            Action::Effects { partial: ply.partial, effects: effects.into() }
        }
        (_, Some(recorded), _) if format == Some("courier") => courier(ply, recorded, text, file, start),
        (Some(text), ..) => token(text),
        (None, Some(recorded), _) => match parse_body(&recorded.text, text.start, None) {
            Ok(Body::Effects { partial, effects }) => Action::Effects { partial, effects },
            _ => token(recorded),
        },
        _ => {
            let message = format!("ply {} has neither effects, nor a move, nor a recorded text", ply.ply);
            unreadable(ply, message, file, start)
        }
    };
    Entry { number: ply.number, span, text, action, comments: Vec::new() }
}

/// Whether an entry tells of a whole turn of several moves: it says so, or a later one starts where an earlier one ended.
fn is_turn(ply: &PlyPart, effects: &[WrittenEffect]) -> bool {
    if ply.effects.iter().any(|effect| effect.part.is_some()) {
        return true;
    }
    let mut ends: Vec<&str> = Vec::new();
    effects.iter().any(|effect| match effect {
        WrittenEffect::Move { from, to, .. } => {
            let goes_on = ends.contains(&from.text.as_str());
            ends.push(&to.text);
            goes_on
        }
        _ => false,
    })
}

/// A half-move that has no effects, because it was found illegal or was not reached.
fn courier(ply: &PlyPart, recorded: &Text, span: Span, file: &Arc<SourceFile>, start: Span) -> Action {
    let mut moves = match read_move_text(&recorded.text) {
        Ok(moves) => moves,
        Err(remark) => return unreadable(ply, remark.message, file, start),
    };
    moves.shift(span.start);
    let is = |part: &Part, wanted: fn(Command) -> bool| match part {
        Part::Command { word, .. } => Command::find(&word.text).is_some_and(wanted),
        _ => false,
    };
    // A word that ends the game stands apart, under `courier.end`.
    moves.parts.retain(|part| !is(part, Command::ends_game));
    match moves.parts.as_slice() {
        [] => Action::Pass,
        [only] if is(only, |command| command == Command::Pass) => Action::Pass,
        _ => Action::Courier(moves),
    }
}

fn unreadable(ply: &PlyPart, message: String, file: &Arc<SourceFile>, start: Span) -> Action {
    let recorded = ply.recorded.as_ref();
    let span = recorded.and_then(|text| text.span).unwrap_or(start);
    let finding = Diagnostic::new(Code::CannotReadEntry, message).at(Place::new(file, span)).ply(ply.ply);
    Action::Unreadable(Box::new(match recorded {
        Some(text) => finding.text(text.text.as_str()),
        None => finding,
    }))
}

/// An effect as a saved game would write it; `None` where the keys do not make one.
fn written(effect: &EffectPart, span: Span) -> Option<WrittenEffect> {
    let word = |text: &SmolStr| Word { text: text.clone(), span };
    let at = |text: &Option<SmolStr>| text.as_ref().map(word);
    let created = |cell: &SmolStr| {
        let (player, piece) = (at(&effect.owner)?, at(&effect.piece)?);
        Some(WrittenEffect::Create { player, piece, at: word(cell) })
    };
    match effect {
        EffectPart { moves: Some(from), .. } => Some(WrittenEffect::Move {
            piece: at(&effect.piece)?,
            from: word(from),
            occupied: effect.occupied == Some(true),
            to: at(&effect.to)?,
        }),
        EffectPart { drop: Some(cell), .. } | EffectPart { create: Some(cell), .. } => created(cell),
        EffectPart { capture: Some(cell), .. } => Some(WrittenEffect::Capture { at: word(cell) }),
        EffectPart { change: Some(cell), .. } => {
            let value = match &effect.value {
                Some(Value::Name(name)) => Some(name),
                _ => effect.to.as_ref().or(effect.owner.as_ref()),
            };
            Some(WrittenEffect::Change { value: word(value?), at: vec![word(cell)] })
        }
        EffectPart { attribute: Some(cell), .. } => {
            let value = match effect.value.as_ref()? {
                Value::Bool(value) => u32::from(*value).to_smolstr(),
                Value::Number(value) => value.to_smolstr(),
                Value::Name(_) => return None,
            };
            // A name stands where the number would: who knows the rules takes either.
            let number = effect.number.map(|number| number.to_smolstr()).or_else(|| effect.name.clone())?;
            Some(WrittenEffect::Attribute { at: word(cell), number: word(&number), value: word(&value) })
        }
        EffectPart { flip: Some(cell), .. } => Some(WrittenEffect::Flip { at: word(cell) }),
        _ => None,
    }
}
