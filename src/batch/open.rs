//! An input to what it holds: records, or rules.
use std::io;
use std::path::Path;
use std::sync::Arc;

use super::discover::{Input, InputSource};
use super::kind::{InputKind, is_empty, not_text};
use super::read;
use super::store::LoadedRules;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::record::{Record, from_courier, from_document, from_pgn, from_zsg};
use crate::source::{Place, SourceFile, Span};

/// What an input holds.
#[derive(Debug)]
pub enum Opened {
    /// A rules file.
    Rules(Arc<LoadedRules>),
    /// Records.
    Records {
        /// Their form.
        kind: InputKind,
        /// The records, in order, each with the findings of reading it; none where the text gave none.
        records: Vec<(Record, Vec<Diagnostic>)>,
        /// Findings of reading that are about none of them.
        findings: Vec<Diagnostic>,
    },
}

/// Reads an input.
///
/// # Errors
///
/// The finding says why there is nothing to read: missing, too large, of no known form.
pub fn open(input: &Input) -> Result<Opened, Diagnostic> {
    open_bytes(input, &bytes_of(input)?)
}

/// The bytes of an input.
///
/// # Errors
///
/// The finding says why there are none: missing, too large.
pub(super) fn bytes_of(input: &Input) -> Result<Vec<u8>, Diagnostic> {
    match &input.source {
        InputSource::Named(path) | InputSource::Walked(path) => read::file(path),
        InputSource::Stdin => read::stream(io::stdin().lock()),
        InputSource::Nothing(finding) => Err((**finding).clone()),
    }
}

/// Reads an input whose bytes are at hand.
///
/// # Errors
///
/// As [`open`].
pub(super) fn open_bytes(input: &Input, bytes: &[u8]) -> Result<Opened, Diagnostic> {
    let path = input.path().unwrap_or(Path::new(&input.name));
    // A rules file may be empty; its own reader says what is wrong.
    if InputKind::by_ending(path) == Some(InputKind::Rules) {
        return Ok(Opened::Rules(Arc::new(LoadedRules::from_bytes(input.name.clone(), bytes))));
    }
    // A log without a move is a game that has just begun.
    let may_be_empty = InputKind::by_ending(path) == Some(InputKind::Courier) && is_empty(bytes);
    if let Some(finding) = not_text(bytes).filter(|_| !may_be_empty) {
        return Err(finding);
    }
    let file = SourceFile::from_bytes(input.name.clone(), bytes);
    let mut findings = Diagnostics::new();
    let Some(kind) = InputKind::of(path, &file.text) else { return Err(form_unknown(&file)) };
    let records: Vec<Record> = match kind {
        InputKind::Rules => {
            return Ok(Opened::Rules(Arc::new(LoadedRules::from_bytes(input.name.clone(), bytes))));
        }
        InputKind::Zsg => from_zsg::read(&file, &mut findings).into_iter().collect(),
        InputKind::Yaml => from_document::read_yaml(&file, &mut findings),
        InputKind::Json => from_document::read_json(&file, &mut findings),
        InputKind::Courier => {
            let record = from_courier::read(&file, &from_courier::Reading::default(), &mut findings);
            if record.is_none() {
                let found = findings.into_vec().into_iter().next();
                return Err(found.unwrap_or_else(|| form_unknown(&file)));
            }
            record.into_iter().collect()
        }
        InputKind::Pgn => {
            let records = from_pgn::read(&file).map(|game| (game.record, game.findings)).collect();
            return Ok(Opened::Records { kind, records, findings: Vec::new() });
        }
    };
    let findings = findings.into_vec();
    // With one record in the input, what was found on reading it is about that record.
    let (records, findings) = match <[Record; 1]>::try_from(records) {
        Ok([record]) => (vec![(record, findings)], Vec::new()),
        Err(records) => (records.into_iter().map(|record| (record, Vec::new())).collect(), findings),
    };
    Ok(Opened::Records { kind, records, findings })
}

/// The finding for a text of no known form, at its first line.
fn form_unknown(file: &Arc<SourceFile>) -> Diagnostic {
    let text = file.text.trim_start();
    let start = file.text.len() - text.len();
    let line = text.split(['\r', '\n']).next().unwrap_or_default();
    let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let place = Place::new(file, Span::new(offset(start), offset(start + line.len())));
    Diagnostic::new(Code::FormUnknown, "the input is neither a record nor a rules file of a known form")
        .at(place)
        .help("known are .zsg, .gc, .pgn and .zrf files, and .yaml or .json documents with the key `scoresheet`")
}
