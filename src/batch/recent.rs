//! The choice of rules that the record before had, for one that asks for the same.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::choose::{Choice, Chooser};
use crate::record::{Notation, Record, RulesNamed};

/// The last choice for a saved game.
#[derive(Debug, Default)]
pub(super) struct Recent(Mutex<Option<Kept>>);

#[derive(Debug)]
struct Kept {
    folder: Option<PathBuf>,
    rules: RulesNamed,
    choice: Choice,
}

impl Kept {
    fn is_of(&self, folder: Option<&Path>, rules: &RulesNamed) -> bool {
        let texts =
            |rules: &RulesNamed| [&rules.file, &rules.variant].map(|word| word.as_ref().map(|word| word.text.clone()));
        self.folder.as_deref() == folder && texts(&self.rules) == texts(rules)
    }
}

impl Chooser {
    /// The rules of a saved game, where there is one choice and nothing to tell of it. Records of one folder that name the
    /// same rules have the same. The labels of pieces are not looked for.
    pub(super) fn choose_plainly(&self, record: &Record, path: Option<&Path>) -> Option<Choice> {
        if record.notation != Notation::Zsg || record.rules.game.is_some() {
            return None;
        }
        let here = self.at(path);
        let folder = path.and_then(Path::parent);
        let mut recent = here.recent.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) = recent.as_ref().filter(|kept| kept.is_of(folder, &record.rules)) {
            return Some(kept.choice.clone());
        }
        let choices = here.choose_here(record, path).ok()?;
        let [choice] = <[Choice; 1]>::try_from(choices).ok()?;
        if !choice.findings.is_empty() {
            return None;
        }
        *recent =
            Some(Kept { folder: folder.map(Path::to_path_buf), rules: record.rules.clone(), choice: choice.clone() });
        Some(choice)
    }
}
