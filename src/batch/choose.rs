//! Which rules and which variant a record is read under. Never a silent substitute: what was assumed is a finding.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::folder::{self, Folders};
use super::loader::shown;
use super::profiles::{LoadedProfile, Profiles, needs_profile};
use super::recent::Recent;
use super::settings::FolderRules;
use super::store::{LoadedRules, RulesStore, option_missing};
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::library;
use crate::profile::Profile;
use crate::record::{Record, Word};
use crate::source::Place;

/// What the user said of the rules.
#[derive(Clone, Debug, Default)]
pub struct RulesOptions {
    /// `--rules`: editions to be tried.
    pub editions: Vec<PathBuf>,
    /// `--game`: a bundled game.
    pub game: Option<String>,
    /// `--variant`: a title.
    pub variant: Option<String>,
    /// `--rules-dir`: folders to look in.
    pub folders: Vec<PathBuf>,
    /// `--profile`: a Game Courier profile.
    pub profile: Option<PathBuf>,
    /// `--start`: a start position as FEN.
    pub start: Option<String>,
    /// `--foreign-signs`: read signs of other notations in Game Courier lists.
    pub foreign_signs: bool,
    /// Rules that the configuration gives for some folders; they win over the others.
    pub places: Vec<FolderRules>,
}

impl RulesOptions {
    /// A chooser for each of the places, by these options where a place says nothing else.
    fn at_places(&self) -> Result<Vec<(FolderRules, Chooser)>, Diagnostic> {
        let chooser = |place: &FolderRules| {
            let own = place.rules.clone();
            let (editions, game) = match (own.rules, own.game) {
                (None, None) => (self.editions.clone(), self.game.clone()),
                (rules, game) => (rules.map(|rules| rules.value).unwrap_or_default(), game.map(|game| game.value)),
            };
            Chooser::new(Self {
                editions,
                game,
                variant: own.variant.map(|variant| variant.value).or_else(|| self.variant.clone()),
                profile: own.profile.map(|profile| profile.value).or_else(|| self.profile.clone()),
                places: Vec::new(),
                ..self.clone()
            })
        };
        self.places.iter().map(|place| Ok((place.clone(), chooser(place)?))).collect()
    }
}

/// Rules and the variant in them.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The rules file.
    pub rules: Arc<LoadedRules>,
    /// Index of the variant.
    pub variant: usize,
    /// What was assumed on the way.
    pub findings: Vec<Diagnostic>,
    /// The Game Courier profile, for records that need one and have one.
    pub profile: Option<Arc<LoadedProfile>>,
    /// A profile of the same rules, whose labels are the symbols of the pieces.
    pub labels: Option<Arc<LoadedProfile>>,
}

/// Chooses the rules of records by the options of one run.
#[derive(Debug)]
pub struct Chooser {
    options: RulesOptions,
    given: Vec<Arc<LoadedRules>>,
    store: RulesStore,
    profiles: Profiles,
    folders: Folders,
    pub(super) recent: Recent,
    places: Vec<(FolderRules, Chooser)>,
}

impl Chooser {
    /// Loads what the options name.
    ///
    /// # Errors
    ///
    /// A finding (C001) where an option names a file or game that is not there.
    pub fn new(options: RulesOptions) -> Result<Self, Diagnostic> {
        let store = RulesStore::new();
        let mut given = Vec::new();
        for path in &options.editions {
            given.push(store.file(path).map_err(|found| option_missing("--rules", path, &found))?);
        }
        if let Some(name) = &options.game
            && given.is_empty()
        {
            given.push(store.bundled(bundled_game(name)?)?);
        }
        let profiles = Profiles::new(options.profile.as_deref())?;
        let places = options.at_places()?;
        Ok(Self { options, given, store, profiles, folders: Folders::default(), recent: Recent::default(), places })
    }

    /// The chooser for a record at this path: that of the first folder rules that fit, else this one.
    pub(super) fn at(&self, path: Option<&Path>) -> &Self {
        let place = path.and_then(|path| self.places.iter().find(|(place, _)| place.fits(path)));
        place.map_or(self, |(_, chooser)| chooser)
    }

    /// The rules given by options: `--rules` or `--game`.
    #[must_use]
    pub fn given(&self) -> &[Arc<LoadedRules>] {
        &self.given
    }

    /// The title given by `--variant`.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.options.variant.as_deref()
    }

    /// The rules in a file that is itself an input.
    ///
    /// # Errors
    ///
    /// The finding says why the file cannot be read.
    pub fn file(&self, path: &Path) -> Result<Arc<LoadedRules>, Diagnostic> {
        self.store.file(path)
    }

    /// The rules that a record may be read under, in order: one, or one of each edition given.
    ///
    /// # Errors
    ///
    /// A finding (K001, K002, K004) where no rules or no such variant are known.
    pub fn choose(&self, record: &Record, path: Option<&Path>) -> Result<Vec<Choice>, Diagnostic> {
        let here = self.at(path);
        let choices = here.choose_here(record, path)?.into_iter();
        Ok(choices.map(|choice| Choice { labels: here.labels(record, path, &choice), ..choice }).collect())
    }

    /// The same without the labels of the pieces.
    pub(super) fn choose_here(&self, record: &Record, path: Option<&Path>) -> Result<Vec<Choice>, Diagnostic> {
        let profile = self.profile(record, path)?;
        let candidates = if self.given.is_empty() {
            vec![match &profile {
                Some(profile) => self.of_profile(profile, record, path)?,
                None => self.named(record, path)?,
            }]
        } else {
            self.given.clone()
        };
        let mut choices = Vec::new();
        let mut refused = None;
        for rules in candidates {
            match self.variant(record, rules, profile.as_ref()) {
                Ok(choice) => choices.push(choice),
                Err(finding) => refused = refused.or(Some(finding)),
            }
        }
        match refused {
            Some(finding) if choices.is_empty() => Err(finding),
            _ => Ok(choices),
        }
    }

    /// The start position that an option gives, as FEN.
    #[must_use]
    pub fn start(&self) -> Option<&str> {
        self.options.start.as_deref()
    }

    /// Whether signs of other notations are read in Game Courier lists.
    #[must_use]
    pub fn reads_foreign_signs(&self) -> bool {
        self.options.foreign_signs
    }

    /// The Game Courier profile of a record that needs one.
    ///
    /// # Errors
    ///
    /// Why a profile that was found cannot be read.
    pub fn profile(&self, record: &Record, path: Option<&Path>) -> Result<Option<Arc<LoadedProfile>>, Diagnostic> {
        if !needs_profile(record) {
            return Ok(None);
        }
        let here = self.at(path);
        let game = here.options.game.as_deref().and_then(library::find);
        let found = here.profiles.of(record, path, game, &here.folders)?;
        match found.as_ref().and_then(|found| found.error()) {
            Some(error) => Err(error.clone()),
            None => Ok(found),
        }
    }

    /// The profile that a record is written by: as for one that is read, else that of the bundled rules in use.
    pub(super) fn profile_to_write(
        &self,
        record: &Record,
        path: Option<&Path>,
        choice: &Choice,
    ) -> Result<Option<Arc<LoadedProfile>>, Diagnostic> {
        let here = self.at(path);
        let game = here.options.game.as_deref().and_then(library::find).or(choice.rules.bundled);
        let found = here.profiles.of(record, path, game, &here.folders)?;
        match found.as_ref().and_then(|found| found.error()) {
            Some(error) => Err(error.clone()),
            None => Ok(found),
        }
    }

    /// The profile whose labels a record's pieces have: that of its rules, if there is one. The pieces of bundled rules have
    /// symbols of their own.
    fn labels(&self, record: &Record, path: Option<&Path>, choice: &Choice) -> Option<Arc<LoadedProfile>> {
        if choice.rules.bundled.is_some() {
            return None;
        }
        let found = self.profiles.of(record, path, None, &self.folders).ok().flatten()?;
        found.is_of(&choice.rules.file_name).then_some(found)
    }

    /// The rules that a profile names; those of a record whose profile names none.
    fn of_profile(
        &self,
        profile: &LoadedProfile,
        record: &Record,
        path: Option<&Path>,
    ) -> Result<Arc<LoadedRules>, Diagnostic> {
        if let Some(game) = profile.bundled {
            return self.store.bundled(game);
        }
        let Some(reference) = profile.profile.rules_file.as_deref().map(str::trim).filter(|name| !name.is_empty())
        else {
            return self.named(record, path);
        };
        let beside_record = path.map(folder::of);
        let bare = folder::bare_name(reference);
        let mut tries = vec![(&profile.folder, reference), (&profile.folder, bare)];
        tries.extend(beside_record.iter().map(|folder| (folder, bare)));
        tries.extend(self.options.folders.iter().map(|folder| (folder, bare)));
        self.look_for(&tries, bare)?.ok_or_else(|| {
            let folders: Vec<_> = std::iter::once(&profile.folder).chain(&self.options.folders).collect();
            let folders: Vec<_> = folders.into_iter().map(|folder| shown_folder(folder)).collect();
            let message =
                format!("the rules file \"{bare}\" of the profile was not found; looked in {}", folders.join(", "));
            Diagnostic::new(Code::RulesNotFound, message)
                .at(profile.profile.place(profile.profile.variant_span))
                .help("put the file there, or give --rules FILE or --rules-dir DIR")
        })
    }

    /// The first file there is, else the bundled rules of that file's name.
    fn look_for(&self, tries: &[(&PathBuf, &str)], bare: &str) -> Result<Option<Arc<LoadedRules>>, Diagnostic> {
        for (place, name) in tries {
            if let Some(found) = self.folders.find(place, name) {
                return self.store.file(&found).map(Some);
            }
        }
        let bundled = library::all().iter().find(|game| game.file.eq_ignore_ascii_case(bare));
        bundled.map(|game| self.store.bundled(game)).transpose()
    }

    /// The rules that the record itself names.
    fn named(&self, record: &Record, path: Option<&Path>) -> Result<Arc<LoadedRules>, Diagnostic> {
        if let Some(word) = record.rules.file.as_ref().filter(|word| !word.text.trim().is_empty()) {
            return self.named_file(record, word, path);
        }
        if let Some(word) = record.rules.game.as_ref().filter(|word| !names_no_game(word)) {
            if let Some(game) = library::find_as_recorded(&word.text) {
                return self.store.bundled(game);
            }
            let message = format!("no rules are known for the game \"{}\"", word.text);
            return Err(Diagnostic::new(Code::NoRules, message).at(record.place(word.span)).help(GIVE_RULES));
        }
        Err(Diagnostic::new(Code::NoRules, "the record names no rules").help(GIVE_RULES))
    }

    fn named_file(&self, record: &Record, word: &Word, path: Option<&Path>) -> Result<Arc<LoadedRules>, Diagnostic> {
        let (reference, bare) = (word.text.trim(), folder::bare_name(word.text.trim()));
        let beside = path.map_or_else(|| PathBuf::from("."), folder::of);
        let mut tries = vec![(&beside, reference), (&beside, bare)];
        tries.extend(self.options.folders.iter().map(|folder| (folder, bare)));
        if let Some(found) = self.look_for(&tries, bare)? {
            return Ok(found);
        }
        let folders: Vec<_> =
            std::iter::once(&beside).chain(&self.options.folders).map(|path| shown_folder(path)).collect();
        let message = format!("the rules file \"{bare}\" was not found; looked in {}", folders.join(", "));
        Err(Diagnostic::new(Code::RulesNotFound, message)
            .at(record.place(word.span))
            .help("put the file there, or give --rules FILE or --rules-dir DIR"))
    }

    fn variant(
        &self,
        record: &Record,
        rules: Arc<LoadedRules>,
        profile: Option<&Arc<LoadedProfile>>,
    ) -> Result<Choice, Diagnostic> {
        let mut findings = Vec::new();
        let variant = match self.wanted(record, &rules, profile.map(|profile| &*profile.profile)) {
            Wanted::Title(title, place) => {
                let (index, finding) = find_title(&rules, &title, place)?;
                findings.extend(finding);
                index
            }
            Wanted::Default => default_variant(&rules)?,
            Wanted::Nothing => {
                let index = default_variant(&rules)?;
                let title = &rules.variants()[index].title;
                let message = format!("the record names no variant; it is read under \"{title}\"");
                findings.push(Diagnostic::new(Code::VariantAssumed, message).help("name it with --variant TITLE"));
                index
            }
        };
        Ok(Choice { rules, variant, findings, profile: profile.cloned(), labels: None })
    }

    /// The title that is asked for: by option, by the profile, else by the record.
    fn wanted(&self, record: &Record, rules: &LoadedRules, profile: Option<&Profile>) -> Wanted {
        if let Some(title) = &self.options.variant {
            return Wanted::Title(title.clone(), None);
        }
        if let Some(profile) = profile {
            return match &profile.variant {
                Some(title) => Wanted::Title(title.clone(), Some(profile.place(profile.variant_span))),
                None => Wanted::Default,
            };
        }
        let game = record.rules.game.as_ref().filter(|word| !names_no_game(word));
        let Some(word) = record.rules.variant.as_ref().or(game) else { return Wanted::Nothing };
        let has_title = rules.variants().iter().any(|variant| variant.title == word.text);
        // A bundled game is known by several names.
        let is_synonym = |game| library::find_as_recorded(&word.text).is_some_and(|found| std::ptr::eq(found, game));
        match rules.bundled {
            Some(game) if !has_title && is_synonym(game) => Wanted::Default,
            _ => Wanted::Title(word.text.to_string(), Some(record.place(word.span))),
        }
    }
}

/// In a PGN the variant `From Position` says that the game starts elsewhere, and names no game.
fn names_no_game(word: &Word) -> bool {
    squeezed(&word.text) == "fromposition"
}

const GIVE_RULES: &str = "give the rules with --rules FILE, or a bundled game such as --game chess";

enum Wanted {
    /// The variant of this title.
    Title(String, Option<Place>),
    /// The variant that the rules stand for, named by the game's name.
    Default,
    /// No variant is named.
    Nothing,
}

/// A bundled game by the name that an option gives.
///
/// # Errors
///
/// A finding (C001) with the names there are.
pub fn bundled_game(name: &str) -> Result<&'static library::BundledGame, Diagnostic> {
    library::find(name).ok_or_else(|| {
        let names: Vec<_> = library::all().iter().map(|game| game.name).collect();
        let help = match did_you_mean(name, names.iter().copied()) {
            Some(near) => format!("did you mean {near}?"),
            None => format!("there are {}", names.join(", ")),
        };
        Diagnostic::new(Code::RulesOptionMissing, format!("--game {name}: there is no such bundled game")).help(help)
    })
}

/// The variant that the rules stand for when none is named: the one marked as default, else the base game.
///
/// # Errors
///
/// A finding (K005) where the file defines no game.
pub fn default_variant(rules: &LoadedRules) -> Result<usize, Diagnostic> {
    rules.rules().default_variant().ok_or_else(|| {
        Diagnostic::new(Code::RulesUnusable, format!("{} defines no game", rules.path))
            .help(format!("run `scoresheet check {}`", rules.path))
    })
}

/// The variant of a title: exactly, else in any letter case and spacing with a finding (V006).
///
/// # Errors
///
/// A finding (K002) that lists the titles there are.
pub fn find_title(
    rules: &LoadedRules,
    title: &str,
    place: Option<Place>,
) -> Result<(usize, Option<Diagnostic>), Diagnostic> {
    let variants = rules.variants();
    if let Some(index) = variants.iter().position(|variant| variant.title == title) {
        return Ok((index, None));
    }
    let at = |finding: Diagnostic| match &place {
        Some(place) => finding.at(place.clone()),
        None => finding,
    };
    let wanted = squeezed(title);
    if let Some(index) = variants.iter().position(|variant| squeezed(&variant.title) == wanted) {
        let known = &variants[index].title;
        let message = format!("the rules write the title \"{title}\" as \"{known}\"");
        return Ok((index, Some(at(Diagnostic::new(Code::TitleDiffers, message)))));
    }
    if variants.is_empty() {
        return Err(default_variant(rules).err().unwrap_or_else(|| Diagnostic::new(Code::RulesUnusable, "no game")));
    }
    let titles: Vec<_> = variants.iter().map(|variant| format!("\"{}\"", variant.title)).collect();
    let message = format!("{} has no variant \"{title}\"; it has {}", rules.file_name, listed(&titles));
    let near = did_you_mean(title, variants.iter().map(|variant| variant.title.as_str()));
    let help = match near {
        Some(near) => format!("did you mean \"{near}\"? name it with --variant"),
        None => "name one of them with --variant".to_owned(),
    };
    Err(at(Diagnostic::new(Code::VariantUnknown, message).help(help)))
}

/// Names in a row; of very many, the first ones and how many more there are.
fn listed(names: &[String]) -> String {
    const SHOWN: usize = 20;
    let shown = names.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(", ");
    if names.len() > SHOWN { format!("{shown} and {} more", names.len() - SHOWN) } else { shown }
}

/// A title without letter case and blanks.
fn squeezed(title: &str) -> String {
    title.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect()
}

fn shown_folder(path: &Path) -> String {
    if path == Path::new(".") { "the current folder".to_owned() } else { shown(path) }
}

#[cfg(test)]
mod tests {
    use super::{bundled_game, squeezed};
    use crate::diagnostic::Code;

    #[test]
    fn titles_match_without_case_and_blanks() {
        assert_eq!(squeezed("Mini  Five"), squeezed("mini five "));
        assert_ne!(squeezed("Mini Five"), squeezed("Mini-Five"));
    }

    #[test]
    fn an_unknown_game_names_the_nearest() {
        let finding = bundled_game("ches").unwrap_err();
        assert_eq!(finding.code, Code::RulesOptionMissing);
        assert_eq!(finding.help.as_deref(), Some("did you mean chess?"));
    }
}
