//! The file system's side of `include`.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use super::folder::{self, Folders};
use super::read;
use crate::source::SourceFile;
use crate::zrf::{IncludeError, Loader};

/// Finds included files relative to the file that includes them, in any letter case and with either slash
/// (`spec/zrf.md` 2.5).
#[derive(Debug, Default)]
pub struct FileLoader {
    folders: Folders,
}

impl Loader for FileLoader {
    fn load(&self, from: &SourceFile, name: &str) -> Result<Arc<SourceFile>, IncludeError> {
        let folder = folder::of(Path::new(&from.name));
        let missing =
            |reason: Option<String>| IncludeError { path: name.to_owned(), looked_in: vec![shown(&folder)], reason };
        let path = self.folders.find(&folder, name).ok_or_else(|| missing(None))?;
        let bytes = read::file(&path).map_err(|finding| missing(Some(finding.message)))?;
        Ok(SourceFile::from_bytes(shown(&without_detours(&path)), &bytes))
    }
}

/// A path without `folder/..` inside, so that a file reached in two ways has one name and circles are seen. Left as
/// it is where a link makes the two differ.
fn without_detours(path: &Path) -> PathBuf {
    let mut short = PathBuf::new();
    for part in path.components() {
        match (part, short.components().next_back()) {
            (Component::ParentDir, Some(Component::Normal(_))) => {
                short.pop();
            }
            (Component::CurDir, _) => {}
            _ => short.push(part),
        }
    }
    let same = short.canonicalize().ok().zip(path.canonicalize().ok()).is_some_and(|(a, b)| a == b);
    if same { short } else { path.to_path_buf() }
}

/// A path as reports show it: without a leading `./`.
pub(super) fn shown(path: &Path) -> String {
    path.strip_prefix(Component::CurDir).unwrap_or(path).to_string_lossy().into_owned()
}
