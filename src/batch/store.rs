//! Rules that were loaded, shared by all records of a run.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use sha2::{Digest, Sha256};

use super::loader::{FileLoader, shown};
use super::read;
use super::spelling::Spelled;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, RulesUsed};
use crate::game::{Game, compile};
use crate::library::BundledGame;
use crate::source::{SourceFile, hexadecimal};
use crate::zrf::{RulesFile, VariantHead};

/// A rules file with its variants, compiled when first asked for.
#[derive(Debug)]
pub struct LoadedRules {
    /// The path as shown in findings.
    pub path: String,
    /// The name without folders.
    pub file_name: String,
    /// SHA-256 of the bytes, in lower-case hexadecimal.
    pub sha256: String,
    /// The game, if the rules come with the program.
    pub bundled: Option<&'static BundledGame>,
    /// Findings of reading the file, apart from its variants.
    pub findings: Vec<Diagnostic>,
    rules: RulesFile,
    compiled: Vec<OnceLock<CompiledVariant>>,
}

/// One variant, compiled.
#[derive(Debug)]
pub struct CompiledVariant {
    /// The game; `None` where the rules cannot be used.
    pub game: Option<Arc<Game>>,
    /// Findings of expanding and compiling this variant.
    pub findings: Vec<Diagnostic>,
    /// How it was spelled last.
    pub(super) spelled: Mutex<Option<Spelled>>,
}

impl LoadedRules {
    fn new(path: String, bytes: &[u8], bundled: Option<&'static BundledGame>) -> Self {
        let source = SourceFile::from_bytes(path.clone(), bytes);
        let mut findings = Diagnostics::new();
        let rules = RulesFile::read(source, &FileLoader::default(), &mut findings);
        let compiled = rules.variants().iter().map(|_| OnceLock::new()).collect();
        let file_name = Path::new(&path).file_name().map_or_else(|| path.clone(), |name| name.to_string_lossy().into());
        Self { path, file_name, sha256: sha256(bytes), bundled, findings: findings.into_vec(), rules, compiled }
    }

    /// Loads rules from bytes that are at hand.
    #[must_use]
    pub fn from_bytes(path: impl Into<String>, bytes: &[u8]) -> Self {
        Self::new(path.into(), bytes, None)
    }

    /// The rules of a bundled game.
    #[must_use]
    pub fn bundled(game: &'static BundledGame) -> Self {
        Self::new(game.file.to_owned(), game.rules.as_bytes(), Some(game))
    }

    /// The rules file.
    #[must_use]
    pub fn rules(&self) -> &RulesFile {
        &self.rules
    }

    /// The variants in file order, the base game among them.
    #[must_use]
    pub fn variants(&self) -> &[VariantHead] {
        self.rules.variants()
    }

    /// A variant of [`Self::variants`], compiled.
    #[must_use]
    pub fn variant(&self, index: usize) -> &CompiledVariant {
        self.compiled[index].get_or_init(|| self.compile(index))
    }

    /// Compiles a variant without keeping the result.
    #[must_use]
    pub fn compile(&self, index: usize) -> CompiledVariant {
        let mut findings = Diagnostics::new();
        let game = self.rules.rules(index, &mut findings).and_then(|rules| compile::compile(&rules, &mut findings));
        CompiledVariant { game: game.map(Arc::new), findings: findings.into_vec(), spelled: Mutex::new(None) }
    }

    /// What a report says of these rules.
    #[must_use]
    pub fn used(&self, variant: usize) -> RulesUsed {
        RulesUsed {
            file: self.file_name.clone(),
            variant: self.variants()[variant].title.clone(),
            sha256: self.sha256.clone(),
            bundled: self.bundled.is_some(),
        }
    }
}

fn sha256(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

/// Loads each rules file once. Files are told apart by their path as named, so that findings name the same path
/// whichever record asked first.
#[derive(Debug, Default)]
pub struct RulesStore {
    loaded: Mutex<HashMap<PathBuf, Arc<OnceLock<LoadResult>>>>,
}

/// A rules file, or why it is not there.
pub type LoadResult = Result<Arc<LoadedRules>, Diagnostic>;

impl RulesStore {
    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The rules in a file.
    ///
    /// # Errors
    ///
    /// The finding says why the file cannot be read.
    pub fn file(&self, path: &Path) -> LoadResult {
        self.once(path, || Ok(LoadedRules::new(shown(path), &read::file(path)?, None)))
    }

    /// The rules of a bundled game.
    ///
    /// # Errors
    ///
    /// None at present; the form is that of [`Self::file`].
    pub fn bundled(&self, game: &'static BundledGame) -> LoadResult {
        // No file has an empty folder name in front, so the names cannot clash.
        self.once(&Path::new("\0bundled").join(game.file), || Ok(LoadedRules::bundled(game)))
    }

    fn once(&self, key: &Path, load: impl FnOnce() -> Result<LoadedRules, Diagnostic>) -> LoadResult {
        let cell = {
            let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(loaded.entry(key.to_path_buf()).or_default())
        };
        cell.get_or_init(|| load().map(Arc::new)).clone()
    }
}

/// Turns the finding of a file that cannot be read into that of an option which names it.
#[must_use]
pub(super) fn option_missing(option: &str, path: &Path, found: &Diagnostic) -> Diagnostic {
    let message = format!("{option} {}: {}", path.display(), found.message);
    Diagnostic::new(Code::RulesOptionMissing, message).help("look at the spelling of the option's value")
}

#[cfg(test)]
mod tests {
    use super::sha256;

    #[test]
    fn the_digest_is_written_in_hexadecimal() {
        // The value for "abc" in FIPS 180-2.
        assert_eq!(sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
