//! Files looked for as on the machines that the references come from: in any letter case, with either slash.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The folders of a run, each listed once: folders may hold very many records.
#[derive(Debug, Default)]
pub(super) struct Folders {
    listed: Mutex<HashMap<PathBuf, Arc<Listing>>>,
}

/// What a folder holds.
#[derive(Debug, Default)]
struct Listing {
    /// The entries by their names in lower case; those that differ in letter case only are sorted.
    entries: HashMap<String, Vec<OsString>>,
    /// `profile.yaml` and `*.profile.yaml`, sorted.
    profiles: Vec<OsString>,
}

impl Folders {
    /// The file that `reference` names, relative to `folder`: exactly, else in any letter case, part by part. Backslashes
    /// count as slashes.
    #[must_use]
    pub(super) fn find(&self, folder: &Path, reference: &str) -> Option<PathBuf> {
        let reference = reference.replace('\\', "/");
        let mut found = PathBuf::from(folder);
        for part in Path::new(&reference).components() {
            match part {
                Component::Normal(name) => found = self.entry(&found, name.to_str()?)?,
                Component::CurDir => {}
                Component::ParentDir => found.push(".."),
                // A path from the root is looked for as it is.
                Component::RootDir | Component::Prefix(_) => {
                    let exact = folder.join(&reference);
                    return exact.is_file().then_some(exact);
                }
            }
        }
        found.is_file().then_some(found)
    }

    /// The profiles of a folder, by name: `profile.yaml` and `*.profile.yaml`.
    #[must_use]
    pub(super) fn profiles(&self, folder: &Path) -> Vec<PathBuf> {
        let listing = self.listing(folder);
        listing.profiles.iter().map(|name| folder.join(name)).filter(|path| path.is_file()).collect()
    }

    /// The entry of this name in a folder; of several that differ in letter case only, that of this case, else the first
    /// by name.
    fn entry(&self, folder: &Path, name: &str) -> Option<PathBuf> {
        let listing = self.listing(folder);
        let alike = listing.entries.get(&name.to_lowercase())?;
        let exact = alike.iter().find(|found| found.to_str() == Some(name));
        exact.or(alike.first()).map(|found| folder.join(found))
    }

    fn listing(&self, folder: &Path) -> Arc<Listing> {
        let lock = || self.listed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().get(folder) {
            return Arc::clone(known);
        }
        let listing = Arc::new(Listing::read(folder));
        Arc::clone(lock().entry(folder.to_path_buf()).or_insert(listing))
    }
}

impl Listing {
    /// Lists a folder; one that cannot be read holds nothing.
    fn read(folder: &Path) -> Self {
        let listed = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let Ok(entries) = fs::read_dir(listed) else { return Self::default() };
        let mut names: Vec<OsString> = entries.filter_map(Result::ok).map(|entry| entry.file_name()).collect();
        names.sort();
        let mut listing = Self::default();
        for name in names {
            let Some(text) = name.to_str() else { continue };
            if is_profile(text) {
                listing.profiles.push(name.clone());
            }
            listing.entries.entry(text.to_lowercase()).or_default().push(name);
        }
        listing
    }
}

/// Whether a file's name is that of a profile.
#[must_use]
pub(super) fn is_profile(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name == "profile.yaml" || name.ends_with(".profile.yaml")
}

/// Whether a file's name is that of something said about records or rules: a profile, expectations, the configuration.
#[must_use]
pub(super) fn is_settings(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    is_profile(&name) || matches!(name.as_str(), "expect.yaml" | "scoresheet.yaml") || name.ends_with(".expect.yaml")
}

/// The last part of a reference from any machine: `C:\Games\Chess.zrf` gives `Chess.zrf`.
#[must_use]
pub(super) fn bare_name(reference: &str) -> &str {
    reference.rsplit(['/', '\\', ':']).next().unwrap_or(reference)
}

/// The folder of a file, as a path that can be listed.
#[must_use]
pub(super) fn of(file: &Path) -> PathBuf {
    match file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_path_buf(),
        _ => PathBuf::from("."),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{Folders, bare_name};

    #[test]
    fn found_in_any_letter_case_with_either_slash() {
        let top = tempfile::tempdir().unwrap();
        fs::create_dir(top.path().join("Common")).unwrap();
        fs::write(top.path().join("Common/Board.INC"), "").unwrap();
        let folders = Folders::default();
        let found = folders.find(top.path(), ".\\common\\board.inc").unwrap();
        assert_eq!(found, top.path().join("Common/Board.INC"));
        assert_eq!(folders.find(top.path(), "common/other.inc"), None);
        assert_eq!(folders.find(top.path(), "Common"), None, "a folder is no file");
    }

    #[test]
    fn foreign_paths_are_cut_to_their_last_part() {
        assert_eq!(bare_name("C:\\Program Files\\Zillions\\Rules\\Chess.zrf"), "Chess.zrf");
        assert_eq!(bare_name(".\\Chess.zrf"), "Chess.zrf");
        assert_eq!(bare_name("Chess.zrf"), "Chess.zrf");
    }
}
