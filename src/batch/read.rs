//! Bytes of inputs and rules files, within the bound.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::diagnostic::{Code, Diagnostic};
use crate::limits::MAX_FILE_BYTES;

/// The bytes of a file.
///
/// # Errors
///
/// A finding without a place: the file is missing (S001), cannot be read (S002) or is larger than the bound (L001).
pub(super) fn file(path: &Path) -> Result<Vec<u8>, Diagnostic> {
    let file = File::open(path).map_err(|error| cannot_read(&error))?;
    let metadata = file.metadata().ok();
    if metadata.as_ref().is_some_and(std::fs::Metadata::is_dir) {
        return Err(Diagnostic::new(Code::InputUnreadable, "this is a folder, not a file"));
    }
    // Room for the whole file at once saves reads; one more byte of room, and its end is seen without another.
    let expected = metadata.map_or(0, |metadata| metadata.len().min(MAX_FILE_BYTES)) + 1;
    up_to(file, MAX_FILE_BYTES, usize::try_from(expected).unwrap_or(0))
}

/// The bytes of a stream.
///
/// # Errors
///
/// As [`file()`].
pub(super) fn stream(input: impl Read) -> Result<Vec<u8>, Diagnostic> {
    up_to(input, MAX_FILE_BYTES, 0)
}

fn up_to(input: impl Read, bound: u64, expected: usize) -> Result<Vec<u8>, Diagnostic> {
    let mut bytes = Vec::with_capacity(expected);
    input.take(bound + 1).read_to_end(&mut bytes).map_err(|error| cannot_read(&error))?;
    if bytes.len() as u64 > bound {
        let message = format!("the input is larger than {bound} bytes and was not read");
        return Err(Diagnostic::new(Code::FileTooLarge, message).help("split it into smaller files"));
    }
    Ok(bytes)
}

pub(super) fn cannot_read(error: &io::Error) -> Diagnostic {
    match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
            Diagnostic::new(Code::InputMissing, "there is no such file or folder")
                .help("look at the spelling of the path")
        }
        _ => Diagnostic::new(Code::InputUnreadable, format!("the input cannot be read: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{file, up_to};
    use crate::diagnostic::Code;

    #[test]
    fn the_bound_on_size_holds() {
        assert_eq!(up_to(&b"1234"[..], 4, 5).unwrap(), b"1234");
        assert_eq!(up_to(&b"12345"[..], 4, 0).unwrap_err().code, Code::FileTooLarge);
    }

    #[test]
    fn missing_files_and_folders_differ() {
        assert_eq!(file(Path::new("no/such/file")).unwrap_err().code, Code::InputMissing);
        assert_eq!(file(Path::new(".")).unwrap_err().code, Code::InputUnreadable);
    }
}
