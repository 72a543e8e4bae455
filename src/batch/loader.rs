//! The file system's side of `include`.

use std::path::{Component, Path};
use std::sync::Arc;

use super::{folder, read};
use crate::source::SourceFile;
use crate::zrf::{IncludeError, Loader};

/// Finds included files relative to the file that includes them, in any letter case and with either slash
/// (`spec/zrf.md` 2.5).
#[derive(Clone, Copy, Debug)]
pub struct FileLoader;

impl Loader for FileLoader {
    fn load(&self, from: &SourceFile, name: &str) -> Result<Arc<SourceFile>, IncludeError> {
        let folder = folder::of(Path::new(&from.name));
        let missing =
            |reason: Option<String>| IncludeError { path: name.to_owned(), looked_in: vec![shown(&folder)], reason };
        let path = folder::find(&folder, name).ok_or_else(|| missing(None))?;
        let bytes = read::file(&path).map_err(|finding| missing(Some(finding.message)))?;
        Ok(SourceFile::from_bytes(shown(&path), &bytes))
    }
}

/// A path as reports show it: without a leading `./`.
pub(super) fn shown(path: &Path) -> String {
    path.strip_prefix(Component::CurDir).unwrap_or(path).to_string_lossy().into_owned()
}
