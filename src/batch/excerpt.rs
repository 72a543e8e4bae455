//! Some entries of a record as a record of its own.

use std::sync::Arc;

use super::check::Seen;
use super::convert::ExportForm;
use crate::diagnostic::{Code, Diagnostic, RecordReport};
use crate::engine::{Move, Playthrough, Setup};
use crate::export::facts::gather;
use crate::game::Game;
use crate::notation::Spelling;
use crate::record::from_zsg::effects_by_names;
use crate::record::{Action, Record};
use crate::replay::{Observer, replay_observed};
use crate::syntax::zsg::Names;

/// Entries of a record, from the first to the last that is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlyRange {
    /// The first, from 1.
    pub first: u32,
    /// The last; that of the record if not given.
    pub last: Option<u32>,
}

/// The entries of a range as a record that starts from the position before them, what a replay of it gives, and the
/// report of that replay.
///
/// # Errors
///
/// Why there is no such position: the record is shorter, stops before, or is in the middle of a turn there.
pub(super) fn excerpt(
    record: &Record,
    seen: Seen,
    report: &RecordReport,
    range: PlyRange,
    form: ExportForm,
) -> Result<(Record, Seen, RecordReport), Box<Diagnostic>> {
    let Seen { game, choice, spelling, options, .. } = seen;
    let first = range.first.max(1) as usize - 1;
    let entries = record.entries.len();
    let last = range.last.map_or(entries, |last| (last as usize).min(entries));
    let refuse = |message: String| Box::new(Diagnostic::new(Code::PlyMissing, message));
    if first >= last {
        return Err(refuse(format!("there is no entry from {} to {last}: the record has {entries}", first + 1)));
    }
    let mut options = options;
    if first > 0 {
        let mut keeper = Keeper { spelling: &spelling, wanted: first - 1, clock: options.start_clock, kept: None };
        let replayed = replay_observed(record, &game, &options, &mut keeper);
        let Some((setup, clock)) = keeper.kept else {
            let legal = replayed.plies_legal;
            return Err(refuse(format!("there is no position before entry {}: {legal} can be played", first + 1)));
        };
        if setup.chain.is_some() {
            let message = format!("entry {} goes on with the turn of the one before", first + 1);
            return Err(Box::new(refuse(message).help("start with the first part of a turn")));
        }
        (options.start, options.start_clock) = (Some(setup), clock);
    }
    let part = cut(record, &game, first, last);
    let gathered = gather(&part, &game, &spelling, &options, form.needs(&part));
    let replayed = &gathered.replayed;
    let report = RecordReport {
        verdict: replayed.verdict,
        plies: replayed.plies,
        plies_legal: replayed.plies_legal,
        result: replayed.result.clone(),
        findings: replayed.findings.clone(),
        ..report.clone()
    };
    Ok((part, Seen { game, choice, spelling, options, gathered }, report))
}

/// The record of some entries alone.
fn cut(record: &Record, game: &Arc<Game>, first: usize, last: usize) -> Record {
    let mut part = record.clone();
    part.entries.truncate(last);
    part.entries.drain(..first);
    let names = Names {
        is_cell: &|name| game.board.cell(name).is_some(),
        is_piece: &|name| game.piece_names.find(name).is_some(),
    };
    // What a saved game means is told by its own grammar, which the part no longer has.
    for (own, entry) in part.entries.iter_mut().zip(&record.entries[first..]) {
        if let (Action::Effects { effects, .. }, Some(by_names)) =
            (&mut own.action, effects_by_names(record, entry, names))
        {
            *effects = by_names;
        }
    }
    part.zsg = None;
    if first > 0 {
        part.edits.clear();
        part.start = None;
        part.comments.clear();
        if let Some(courier) = &mut part.courier {
            courier.second_starts = false;
        }
    }
    if last < record.entries.len() {
        part.claimed = None;
        part.tags.retain(|(name, _)| !matches!(name.as_str(), "Result" | "Termination" | "Winner"));
        if let Some(courier) = &mut part.courier {
            courier.end = None;
        }
    } else if let Some(end) = part.courier.as_mut().and_then(|courier| courier.end.as_mut()) {
        end.after = end.after.saturating_sub(first);
    }
    part.tags.retain(|(name, _)| !matches!(name.as_str(), "PlyCount" | "SetUp" | "FEN"));
    part
}

/// Keeps the position after an entry.
struct Keeper<'s> {
    spelling: &'s Spelling,
    wanted: usize,
    clock: u32,
    kept: Option<(Setup, u32)>,
}

impl Observer for Keeper<'_> {
    fn before(&mut self, playthrough: &mut Playthrough, index: usize, chosen: &Move) {
        if index <= self.wanted {
            self.clock = self.spelling.clock_after(self.clock, playthrough.position(), chosen.as_ref());
        }
    }

    fn after(&mut self, playthrough: &mut Playthrough, index: usize) {
        if index == self.wanted {
            self.kept = Some((Setup::of(playthrough.game(), playthrough.position()), self.clock));
        }
    }
}
