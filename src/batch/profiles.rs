//! Which Game Courier profile a record is read by.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::folder::{self, Folders};
use super::loader::shown;
use super::read;
use super::store::option_missing;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use crate::game::Game;
use crate::library::{self, BundledGame};
use crate::profile::{BoundProfile, Profile};
use crate::record::{Action, Notation, Record};
use crate::source::SourceFile;

/// A profile that was read.
#[derive(Debug)]
pub struct LoadedProfile {
    /// The profile.
    pub profile: Arc<Profile>,
    /// Findings of reading it.
    pub findings: Vec<Diagnostic>,
    /// The folder of its file.
    pub(super) folder: PathBuf,
    /// The game, if the profile comes with the program.
    pub(super) bundled: Option<&'static BundledGame>,
    /// The profile in terms of the last game it was held against.
    bound: Mutex<Option<Bound>>,
}

/// A profile that was held against a game, with the findings of it.
#[derive(Debug)]
struct Bound {
    game: Arc<Game>,
    profile: BoundProfile,
    findings: Vec<Diagnostic>,
}

impl LoadedProfile {
    fn read(file: &Arc<SourceFile>, folder: PathBuf, bundled: Option<&'static BundledGame>) -> ProfileResult {
        let mut findings = Diagnostics::new();
        match Profile::load(file, &mut findings) {
            Some(profile) => Ok(Arc::new(Self {
                profile: Arc::new(profile),
                findings: findings.into_vec(),
                folder,
                bundled,
                bound: Mutex::new(None),
            })),
            None => Err(findings.into_vec().into_iter().next().unwrap_or_else(|| {
                Diagnostic::new(Code::ProfileUnreadable, format!("the profile {} cannot be read", file.name))
            })),
        }
    }

    /// The profile in terms of a game, with the findings of holding it against the rules.
    #[must_use]
    pub fn bind(&self, game: &Arc<Game>) -> (BoundProfile, Vec<Diagnostic>) {
        let mut last = self.bound.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bound) = &*last
            && Arc::ptr_eq(&bound.game, game)
        {
            return (bound.profile.clone(), bound.findings.clone());
        }
        let mut findings = Diagnostics::new();
        let binding = self.profile.bind(game, &mut findings);
        let bound = BoundProfile { profile: Arc::clone(&self.profile), binding: Arc::new(binding) };
        let findings = findings.into_vec();
        *last = Some(Bound { game: Arc::clone(game), profile: bound.clone(), findings: findings.clone() });
        (bound, findings)
    }

    /// Whether it is of rules with this file name, and can be used.
    pub(super) fn is_of(&self, rules: &str) -> bool {
        let named = self.profile.rules_file.as_deref().map(folder::bare_name);
        self.error().is_none() && named.is_some_and(|named| named.eq_ignore_ascii_case(rules))
    }

    /// The first finding of reading it that makes it useless.
    #[must_use]
    pub fn error(&self) -> Option<&Diagnostic> {
        self.findings.iter().find(|finding| finding.severity == Severity::Error)
    }
}

/// A profile, or why there is none.
pub(super) type ProfileResult = Result<Arc<LoadedProfile>, Diagnostic>;

/// Loads each profile once.
#[derive(Debug, Default)]
pub(super) struct Profiles {
    given: Option<Arc<LoadedProfile>>,
    loaded: Mutex<HashMap<PathBuf, Arc<OnceLock<ProfileResult>>>>,
}

impl Profiles {
    /// With the profile that an option gives.
    ///
    /// # Errors
    ///
    /// A finding where its file is missing (C001) or cannot be read as a profile.
    pub(super) fn new(given: Option<&Path>) -> Result<Self, Diagnostic> {
        let mut profiles = Self::default();
        if let Some(path) = given {
            let loaded = profiles.file(path).map_err(|found| match found.code {
                Code::InputMissing | Code::InputUnreadable => option_missing("--profile", path, &found),
                _ => found,
            })?;
            profiles.given = Some(loaded);
        }
        Ok(profiles)
    }

    /// The profile of a record, in the order of `docs/architecture.md`: the one given; beside the record; that of the
    /// game given; that of the game the record names.
    ///
    /// # Errors
    ///
    /// Why a profile that was found cannot be read.
    pub(super) fn of(
        &self,
        record: &Record,
        path: Option<&Path>,
        game: Option<&'static BundledGame>,
        folders: &Folders,
    ) -> Result<Option<Arc<LoadedProfile>>, Diagnostic> {
        if let Some(given) = &self.given {
            return Ok(Some(Arc::clone(given)));
        }
        let name = record.rules.game.as_ref().map(|word| word.text.trim());
        if let Some(path) = path
            && let Some(found) = self.beside(path, name, folders)?
        {
            return Ok(Some(found));
        }
        if let Some(game) = game {
            return self.bundled(game).map(Some);
        }
        match name.filter(|name| !name.is_empty()) {
            Some(name) => self.bundled_of(name),
            None => Ok(None),
        }
    }

    /// `STEM.profile.yaml` beside the record; then the one profile of the folder whose game is the record's, or that
    /// stands alone.
    fn beside(
        &self,
        record: &Path,
        game: Option<&str>,
        folders: &Folders,
    ) -> Result<Option<Arc<LoadedProfile>>, Diagnostic> {
        let folder = folder::of(record);
        let stem = record.file_stem().unwrap_or_default().to_string_lossy();
        if let Some(own) = folders.find(&folder, &format!("{stem}.profile.yaml")) {
            return self.file(&own).map(Some);
        }
        let files = folders.profiles(&folder);
        let loaded: Vec<ProfileResult> = files.iter().map(|path| self.file(path)).collect();
        let sound = || loaded.iter().filter_map(|result| result.as_ref().ok());
        if let Some(game) = game {
            let mut of_game = sound().filter(|one| squeezed(&one.profile.game) == squeezed(game));
            if let (Some(found), None) = (of_game.next(), of_game.next()) {
                return Ok(Some(Arc::clone(found)));
            }
        }
        match loaded.as_slice() {
            [only] => only.clone().map(Some),
            _ => Ok(None),
        }
    }

    fn file(&self, path: &Path) -> ProfileResult {
        self.once(path, || {
            let file = SourceFile::from_bytes(shown(path), &read::file(path)?);
            LoadedProfile::read(&file, folder::of(path), None)
        })
    }

    fn bundled(&self, game: &'static BundledGame) -> ProfileResult {
        let name = game.profile_file();
        self.once(&Path::new("\0bundled").join(&name), || {
            LoadedProfile::read(&SourceFile::from_text(name.as_str(), game.profile), PathBuf::new(), Some(game))
        })
    }

    /// The bundled profile whose `gc.game` is this, else that of the bundled game which is known by the name.
    fn bundled_of(&self, name: &str) -> Result<Option<Arc<LoadedProfile>>, Diagnostic> {
        if let Some(game) = library::find(name) {
            return self.bundled(game).map(Some);
        }
        for game in library::all() {
            let loaded = self.bundled(game)?;
            if squeezed(&loaded.profile.game) == squeezed(name) {
                return Ok(Some(loaded));
            }
        }
        Ok(None)
    }

    fn once(&self, key: &Path, load: impl FnOnce() -> ProfileResult) -> ProfileResult {
        let cell = {
            let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(loaded.entry(key.to_path_buf()).or_default())
        };
        cell.get_or_init(load).clone()
    }
}

/// Whether a record has entries that take a profile to be read.
pub(super) fn needs_profile(record: &Record) -> bool {
    record.notation == Notation::Courier
        || record.entries.iter().any(|entry| matches!(entry.action, Action::Courier(_)))
}

/// A name without letter case and blanks.
fn squeezed(name: &str) -> String {
    name.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect()
}
