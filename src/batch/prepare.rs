//! What a replay of a record needs beside the rules: the meaning of labels and coordinates, the start position.

use std::path::Path;
use std::sync::Arc;

use super::choose::{Choice, Chooser};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use crate::game::Game;
use crate::notation::{Spelling, fen};
use crate::profile::{BoundProfile, Profile};
use crate::record::{Notation, Record, from_courier};
use crate::replay::ReplayOptions;

impl Choice {
    /// The options of a replay of the record under this choice. `start` is a position that the user gives, as FEN.
    /// Findings about the profile that leave it usable go to `findings`.
    ///
    /// # Errors
    ///
    /// The findings that keep the record from being replayed: the profile does not fit the rules, the position cannot be
    /// read.
    pub fn replay_options(
        &self,
        record: &Record,
        game: &Arc<Game>,
        spelling: &Arc<Spelling>,
        base: &ReplayOptions,
        start: Option<&str>,
        findings: &mut Vec<Diagnostic>,
    ) -> Result<ReplayOptions, Vec<Diagnostic>> {
        let mut options = base.clone();
        options.spelling = Some(Arc::clone(spelling));
        if super::profiles::needs_profile(record) {
            options.profile = Some(self.bound(game, spelling, findings)?);
        }
        let given = start.map(|text| (text, None));
        let fen =
            given.or_else(|| record.start.as_ref().map(|word| (word.text.as_str(), Some(record.place(word.span)))));
        if let Some((text, place)) = fen {
            let read = fen::read(game, spelling, text).map_err(|error| {
                let message = format!("the start position `{text}` cannot be read: {error}");
                let finding = Diagnostic::new(Code::StartPositionBad, message);
                vec![match place {
                    Some(place) => finding.at(place),
                    None => finding.help("give it as FEN of the game"),
                }]
            })?;
            (options.start, options.start_clock) = (Some(read.setup), read.clock);
        }
        Ok(options)
    }

    /// The profile of the choice in terms of the game; without one, the rules' own names and symbols.
    pub(super) fn bound(
        &self,
        game: &Arc<Game>,
        spelling: &Spelling,
        findings: &mut Vec<Diagnostic>,
    ) -> Result<BoundProfile, Vec<Diagnostic>> {
        let Some(loaded) = &self.profile else {
            let label = |player, piece| Some(spelling.piece_text(player, piece));
            let profile = Profile::of_rules(game, label);
            let binding = profile.bind(game, &mut Diagnostics::new());
            return Ok(BoundProfile { profile: Arc::new(profile), binding: Arc::new(binding) });
        };
        let (bound, found) = loaded.bind(game);
        let (errors, remarks): (Vec<_>, Vec<_>) =
            found.into_iter().partition(|finding| finding.severity == Severity::Error);
        if !errors.is_empty() {
            return Err(errors);
        }
        findings.extend(loaded.findings.iter().cloned().chain(remarks));
        Ok(bound)
    }
}

impl Chooser {
    /// A log read again where its profile gives words a meaning, or an option asks for foreign signs; `None` where the
    /// record stands as it is.
    #[must_use]
    pub fn reread(&self, record: &Record, path: Option<&Path>) -> Option<(Record, Vec<Diagnostic>)> {
        let profile = self.profile(record, path).ok().flatten();
        let reading = from_courier::Reading {
            words: profile.map(|loaded| loaded.profile.words.clone()).unwrap_or_default(),
            foreign_signs: self.reads_foreign_signs(),
        };
        if record.notation != Notation::Courier || (reading.words.is_empty() && !reading.foreign_signs) {
            return None;
        }
        let mut findings = Diagnostics::new();
        let record = from_courier::read(&record.file, &reading, &mut findings)?;
        Some((record, findings.into_vec()))
    }
}
