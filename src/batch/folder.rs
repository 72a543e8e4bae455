//! Files looked for as on the machines that the references come from: in any letter case, with either slash.

use std::fs;
use std::path::{Component, Path, PathBuf};

/// The file that `reference` names, relative to `folder`: exactly, else in any letter case, part by part. Backslashes
/// count as slashes.
#[must_use]
pub(super) fn find(folder: &Path, reference: &str) -> Option<PathBuf> {
    let reference = reference.replace('\\', "/");
    let exact = folder.join(&reference);
    if exact.is_file() {
        return Some(exact);
    }
    let mut found = PathBuf::from(folder);
    for part in Path::new(&reference).components() {
        match part {
            Component::Normal(name) => {
                let name = name.to_str()?;
                found = entry(&found, name)?;
            }
            Component::CurDir => {}
            Component::ParentDir => found.push(".."),
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    found.is_file().then_some(found)
}

/// The profiles of a folder, by name: `profile.yaml` and `*.profile.yaml`.
#[must_use]
pub(super) fn profiles(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut found: Vec<PathBuf> = entries
        .filter_map(Result::ok)
        .filter(|entry| entry.file_name().to_str().is_some_and(is_profile))
        .map(|entry| folder.join(entry.file_name()))
        .filter(|path| path.is_file())
        .collect();
    found.sort();
    found
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

/// The entry of this name in a folder; of several that differ in letter case only, the first by name.
fn entry(folder: &Path, name: &str) -> Option<PathBuf> {
    let exact = folder.join(name);
    if exact.exists() {
        return Some(exact);
    }
    let wanted = name.to_lowercase();
    let listed = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    fs::read_dir(listed)
        .ok()?
        .filter_map(Result::ok)
        .map(|entry| entry.file_name())
        .filter(|found| found.to_str().is_some_and(|found| found.to_lowercase() == wanted))
        .min()
        .map(|found| folder.join(found))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{bare_name, find};

    #[test]
    fn found_in_any_letter_case_with_either_slash() {
        let top = tempfile::tempdir().unwrap();
        fs::create_dir(top.path().join("Common")).unwrap();
        fs::write(top.path().join("Common/Board.INC"), "").unwrap();
        let found = find(top.path(), ".\\common\\board.inc").unwrap();
        assert_eq!(found, top.path().join("Common/Board.INC"));
        assert_eq!(find(top.path(), "common/other.inc"), None);
        assert_eq!(find(top.path(), "Common"), None, "a folder is no file");
    }

    #[test]
    fn foreign_paths_are_cut_to_their_last_part() {
        assert_eq!(bare_name("C:\\Program Files\\Zillions\\Rules\\Chess.zrf"), "Chess.zrf");
        assert_eq!(bare_name(".\\Chess.zrf"), "Chess.zrf");
        assert_eq!(bare_name("Chess.zrf"), "Chess.zrf");
    }
}
