//! Files that are there whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context as _;

/// A file under way: written under a temporary name beside its place, and given its own name when it is complete. When it
/// is dropped before, nothing of it stays.
#[derive(Debug)]
pub(crate) struct PendingFile {
    path: PathBuf,
    temporary: PathBuf,
    out: Option<BufWriter<File>>,
}

impl PendingFile {
    /// Begins a file; the folders above it are made if need be.
    pub(crate) fn create(path: &Path) -> anyhow::Result<Self> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
        }
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.tmp", std::process::id()));
        let temporary = path.with_file_name(name);
        let file = File::create(&temporary).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Self { path: path.to_path_buf(), temporary, out: Some(BufWriter::new(file)) })
    }

    /// Gives the file its name.
    ///
    /// # Errors
    ///
    /// When the last bytes cannot be written, or the name cannot be given.
    pub(crate) fn commit(mut self) -> anyhow::Result<()> {
        let finished = match self.out.take() {
            Some(out) => out.into_inner().map_err(io::IntoInnerError::into_error).map(drop),
            None => Ok(()),
        };
        finished
            .and_then(|()| fs::rename(&self.temporary, &self.path))
            .with_context(|| format!("cannot write {}", self.path.display()))
            .inspect_err(|_| self.discard())
    }

    fn discard(&self) {
        // What is left of the temporary file is of no use; that it cannot be removed adds nothing.
        let _ = fs::remove_file(&self.temporary);
    }
}

impl Write for PendingFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.as_mut().map_or(Ok(0), |out| out.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl Drop for PendingFile {
    fn drop(&mut self) {
        if self.out.take().is_some() {
            self.discard();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write;

    use super::PendingFile;

    #[test]
    fn a_file_has_its_name_when_it_is_complete() {
        let top = tempfile::tempdir().unwrap();
        let path = top.path().join("deep/a.txt");
        let mut file = PendingFile::create(&path).unwrap();
        file.write_all(b"one").unwrap();
        assert!(!path.exists());
        file.commit().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"one");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1, "no temporary file stays");
    }

    #[test]
    fn what_was_not_finished_leaves_nothing() {
        let top = tempfile::tempdir().unwrap();
        let path = top.path().join("a.txt");
        fs::write(&path, "old").unwrap();
        let mut file = PendingFile::create(&path).unwrap();
        file.write_all(b"half").unwrap();
        drop(file);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(top.path()).unwrap().count(), 1);
    }
}
