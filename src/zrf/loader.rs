//! Where included files come from. The library itself opens no files; whoever calls it gives a [`Loader`].

use std::sync::Arc;

use crate::source::SourceFile;

/// Finds included files.
pub trait Loader {
    /// The file that `from` includes as `path`, relative to the folder of `from`; letter case does not count, and
    /// both `\` and `/` separate folders (`spec/zrf.md` 2.5). The name of the file that comes back must be the same
    /// for the same file, because circles are found by it.
    ///
    /// # Errors
    ///
    /// When there is no such file or it cannot be read.
    fn load(&self, from: &SourceFile, path: &str) -> Result<Arc<SourceFile>, IncludeError>;
}

/// An included file that is not to be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("included file `{path}` is not to be found{}{}", looked_in_text(.looked_in), reason_text(.reason.as_deref()))]
pub struct IncludeError {
    /// The path as the including file has it.
    pub path: String,
    /// The folders looked in, as they should be shown.
    pub looked_in: Vec<String>,
    /// What else is known, such as a reading error.
    pub reason: Option<String>,
}

fn looked_in_text(folders: &[String]) -> String {
    if folders.is_empty() { String::new() } else { format!("; looked in {}", folders.join(", ")) }
}

fn reason_text(reason: Option<&str>) -> String {
    reason.map(|reason| format!(" ({reason})")).unwrap_or_default()
}

/// The parts of a path of a rules file, cut at `\` and `/`; empty parts and `.` are left out.
pub fn path_parts(path: &str) -> impl Iterator<Item = &str> {
    path.split(['\\', '/']).filter(|part| !part.is_empty() && *part != ".")
}

/// Whether two file names are the same but for their letter case.
#[must_use]
pub fn same_name(a: &str, b: &str) -> bool {
    a == b || a.to_lowercase() == b.to_lowercase()
}

/// Files held in memory: for tests, and for rules that come with the program.
#[derive(Clone, Debug, Default)]
pub struct MemoryLoader {
    files: Vec<Arc<SourceFile>>,
}

impl MemoryLoader {
    /// A loader of no files.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file under its name.
    #[must_use]
    pub fn with(mut self, file: Arc<SourceFile>) -> Self {
        self.files.push(file);
        self
    }
}

impl Loader for MemoryLoader {
    fn load(&self, from: &SourceFile, path: &str) -> Result<Arc<SourceFile>, IncludeError> {
        let mut folder: Vec<&str> = path_parts(&from.name).collect();
        folder.pop();
        let mut wanted = folder.clone();
        for part in path_parts(path) {
            if part == ".." {
                wanted.pop();
            } else {
                wanted.push(part);
            }
        }
        let found = self.files.iter().find(|file| {
            let mut parts = path_parts(&file.name);
            wanted.iter().all(|part| parts.next().is_some_and(|other| same_name(part, other))) && parts.next().is_none()
        });
        found.cloned().ok_or_else(|| IncludeError {
            path: path.to_owned(),
            looked_in: vec![if folder.is_empty() { ".".to_owned() } else { folder.join("/") }],
            reason: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Loader, MemoryLoader};
    use crate::source::SourceFile;

    #[test]
    fn letter_case_and_the_kind_of_slash_do_not_count() {
        let loader = MemoryLoader::new().with(SourceFile::from_text("rules/Common/core.inc", ""));
        let from = SourceFile::from_text("rules/games/a.zrf", "");
        let found = loader.load(&from, "..\\common/Core.INC").map(|file| file.name.clone());
        assert_eq!(found.as_deref(), Ok("rules/Common/core.inc"));
        let missing = loader.load(&from, "core.inc").expect_err("not there");
        assert_eq!(missing.to_string(), "included file `core.inc` is not to be found; looked in rules/games");
    }
}
