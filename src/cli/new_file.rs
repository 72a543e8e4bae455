//! Files that are written whole or not at all.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

/// Writes a file whole: into a temporary file beside it, which then takes its name.
pub(crate) fn write_file(path: &Path, bytes: &[u8], force: bool) -> anyhow::Result<()> {
    let mut file = NewFile::create(path, force)?;
    file.write_all(bytes).with_context(|| format!("cannot write {}", path.display()))?;
    file.commit()
}

/// A file that takes its name when it is whole: until then it stands beside it under a temporary one.
pub(crate) struct NewFile {
    path: PathBuf,
    temporary: PathBuf,
    /// `None` once the file has its name.
    out: Option<BufWriter<File>>,
}

impl NewFile {
    /// Begins a file. One that is there already is not written over unless `force` says so.
    pub(crate) fn create(path: &Path, force: bool) -> anyhow::Result<Self> {
        if !force && path.exists() {
            bail!("{} is there already; --force writes over it", path.display());
        }
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
        }
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.tmp", std::process::id()));
        let temporary = path.with_file_name(name);
        let file = File::create(&temporary).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Self { path: path.to_owned(), temporary, out: Some(BufWriter::new(file)) })
    }

    /// Gives the file its name.
    pub(crate) fn commit(mut self) -> anyhow::Result<()> {
        let flushed = self.flush();
        let renamed = flushed.and_then(|()| std::fs::rename(&self.temporary, &self.path));
        if renamed.is_ok() {
            self.out = None;
        }
        renamed.with_context(|| format!("cannot write {}", self.path.display()))
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.as_mut().map_or(Ok(bytes.len()), |out| out.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if self.out.take().is_some() {
            // What is left of it is of no use; that it cannot be removed adds nothing.
            let _ = std::fs::remove_file(&self.temporary);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::{NewFile, write_file};

    #[test]
    fn files_are_written_whole_and_never_over_others_unasked() {
        let top = tempfile::tempdir().unwrap();
        let path = top.path().join("deep/a.txt");
        write_file(&path, b"one", false).unwrap();
        assert!(write_file(&path, b"two", false).unwrap_err().to_string().contains("--force"));
        write_file(&path, b"two", true).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        assert_eq!(std::fs::read_dir(path.parent().unwrap()).unwrap().count(), 1, "no temporary file stays");
    }

    #[test]
    fn a_file_that_is_not_finished_leaves_nothing() {
        let top = tempfile::tempdir().unwrap();
        let mut file = NewFile::create(&top.path().join("a.txt"), false).unwrap();
        file.write_all(b"half").unwrap();
        drop(file);
        assert_eq!(std::fs::read_dir(top.path()).unwrap().count(), 0);
    }
}
