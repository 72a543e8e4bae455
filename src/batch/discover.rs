//! Paths, folders and globs to a list of inputs.

use std::collections::BTreeSet;
use std::io;
use std::path::{Component, Path, PathBuf};

use globset::GlobBuilder;
use ignore::WalkBuilder;

use super::folder;
use super::kind::InputKind;
use super::read;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::decode;

/// One thing to be looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// Its name in reports.
    pub name: String,
    /// Its path below the folder it was met in, or its name without folders: where an output goes below `--out-dir`.
    pub relative: PathBuf,
    /// Where its bytes come from.
    pub source: InputSource,
}

/// Where the bytes of an input come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputSource {
    /// A file that was named: it is always read.
    Named(PathBuf),
    /// A file that was met in a folder: passed over if it is of no known form.
    Walked(PathBuf),
    /// Standard input.
    Stdin,
    /// Nothing: the finding says why.
    Nothing(Box<Diagnostic>),
}

impl Input {
    /// The path of the file, if it is one.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match &self.source {
            InputSource::Named(path) | InputSource::Walked(path) => Some(path),
            InputSource::Stdin | InputSource::Nothing(_) => None,
        }
    }

    /// Whether it was met in a folder, and not named.
    #[must_use]
    pub const fn is_walked(&self) -> bool {
        matches!(self.source, InputSource::Walked(_))
    }

    /// The file of this path, as named.
    #[must_use]
    pub fn named(path: PathBuf) -> Self {
        let relative = path.file_name().map(PathBuf::from).unwrap_or_default();
        Self::file(path, relative, InputSource::Named)
    }

    /// Standard input under a name.
    #[must_use]
    pub fn stdin(name: &str) -> Self {
        let relative = Path::new(name).file_name().map(PathBuf::from).unwrap_or_default();
        Self { name: name.to_owned(), relative, source: InputSource::Stdin }
    }

    fn file(path: PathBuf, relative: PathBuf, source: fn(PathBuf) -> InputSource) -> Self {
        let path = path.strip_prefix(Component::CurDir).map(Path::to_path_buf).unwrap_or(path);
        Self { name: path.to_string_lossy().into_owned(), relative, source: source(path) }
    }

    fn nothing(name: &Path, finding: Diagnostic) -> Self {
        let source = InputSource::Nothing(Box::new(finding));
        Self { name: name.to_string_lossy().into_owned(), relative: PathBuf::new(), source }
    }
}

/// The inputs that the arguments stand for, in the order of the arguments; the files of a folder or glob by name. `-` is
/// standard input under the name `stdin_name`; `@FILE` stands for the arguments that the file lists, one a line, and `@-`
/// for those on standard input. A file named twice stands once.
#[must_use]
pub fn discover(arguments: &[PathBuf], stdin_name: &str) -> Vec<Input> {
    let mut inputs = Vec::new();
    for argument in arguments {
        match argument.to_str().and_then(|text| text.strip_prefix('@')).filter(|_| !argument.exists()) {
            Some(list) => match listed(list) {
                Ok(paths) => paths.into_iter().for_each(|path| take(&path, stdin_name, &mut inputs)),
                Err(finding) => inputs.push(Input::nothing(Path::new(list), finding)),
            },
            None => take(argument, stdin_name, &mut inputs),
        }
    }
    let mut seen = BTreeSet::new();
    inputs.retain(|input| seen.insert(input.name.clone()));
    inputs
}

fn take(argument: &Path, stdin_name: &str, inputs: &mut Vec<Input>) {
    if argument.as_os_str() == "-" {
        inputs.push(Input::stdin(stdin_name));
    } else if argument.is_dir() {
        walk(argument, inputs);
    } else if !argument.exists() && is_glob(argument) {
        expand(argument, inputs);
    } else {
        inputs.push(Input::named(argument.to_path_buf()));
    }
}

/// The arguments of a list: a line each, or ended by NUL as `find -print0` does. Empty lines say nothing; a list names no
/// further lists.
fn listed(list: &str) -> Result<Vec<PathBuf>, Diagnostic> {
    let bytes = if list == "-" { read::stream(io::stdin().lock())? } else { read::file(Path::new(list))? };
    let text = decode(&bytes).text;
    let end = if text.contains('\0') { '\0' } else { '\n' };
    let lines = text.split(end).map(|line| line.strip_suffix('\r').unwrap_or(line));
    Ok(lines.filter(|line| !line.is_empty()).map(PathBuf::from).collect())
}

/// Whether a file met in a folder may be an input, by its ending alone. Texts are looked into later.
fn may_be_input(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_ascii_lowercase();
    let known = InputKind::by_ending(path).is_some() && !name.ends_with(".inc");
    !folder::is_settings(&name) && (known || name.ends_with(".txt"))
}

fn walk(folder: &Path, inputs: &mut Vec<Input>) {
    let before = inputs.len();
    // The rules of ignore files above the folder do not count: it was named.
    for entry in WalkBuilder::new(folder).parents(false).require_git(false).sort_by_file_name(Ord::cmp).build() {
        match entry {
            Ok(entry) => {
                // A link that leads nowhere is told of. What is neither file nor folder, such as a pipe, is not read.
                if may_be_input(entry.path()) && entry.path().metadata().map_or(true, |found| found.is_file()) {
                    let relative = entry.path().strip_prefix(folder).unwrap_or(entry.path()).to_path_buf();
                    inputs.push(Input::file(entry.into_path(), relative, InputSource::Walked));
                }
            }
            Err(error) => {
                let finding = Diagnostic::new(Code::InputUnreadable, format!("a folder cannot be read: {error}"));
                inputs.push(Input::nothing(folder, finding));
            }
        }
    }
    if inputs.len() == before {
        let finding = Diagnostic::new(Code::InputMissing, "the folder holds no records and no rules files")
            .help("name a file to have it read whatever its ending");
        inputs.push(Input::nothing(folder, finding));
    }
}

fn is_glob(path: &Path) -> bool {
    path.to_string_lossy().contains(['*', '?', '[', '{'])
}

/// The files that a glob fits, for shells that do not expand it.
fn expand(pattern: &Path, inputs: &mut Vec<Input>) {
    let text = pattern.to_string_lossy().replace('\\', "/");
    let matcher = match GlobBuilder::new(&text).literal_separator(true).build() {
        Ok(glob) => glob.compile_matcher(),
        Err(error) => {
            inputs.push(Input::nothing(pattern, Diagnostic::new(Code::InputMissing, format!("no file, and {error}"))));
            return;
        }
    };
    let base: PathBuf = Path::new(&text).components().take_while(|part| !is_glob(Path::new(part))).collect();
    let depth = Path::new(&text).components().count() - base.components().count();
    let mut walker = WalkBuilder::new(if base.as_os_str().is_empty() { Path::new(".") } else { &base });
    walker.standard_filters(false).sort_by_file_name(Ord::cmp);
    if !text.contains("**") {
        walker.max_depth(Some(depth));
    }
    let before = inputs.len();
    for entry in walker.build().filter_map(Result::ok) {
        let path = entry.into_path();
        let shown = if base.as_os_str().is_empty() { path.strip_prefix(".").unwrap_or(&path) } else { &path };
        if matcher.is_match(shown) && path.is_file() {
            let relative = shown.strip_prefix(&base).unwrap_or(shown).to_path_buf();
            inputs.push(Input::file(shown.to_path_buf(), relative, InputSource::Named));
        }
    }
    if inputs.len() == before {
        inputs.push(Input::nothing(pattern, Diagnostic::new(Code::InputMissing, "no file fits the pattern")));
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::{InputSource, discover};

    fn tree() -> tempfile::TempDir {
        let top = tempfile::tempdir().unwrap();
        fs::create_dir(top.path().join("deep")).unwrap();
        for name in ["b.zsg", "a.zsg", "rules.zrf", "core.inc", "profile.yaml", "x.png", "deep/c.PGN"] {
            fs::write(top.path().join(name), "x").unwrap();
        }
        top
    }

    fn names(top: &Path, arguments: &[PathBuf]) -> Vec<String> {
        let prefix = format!("{}/", top.display());
        discover(arguments, "<stdin>").into_iter().map(|input| input.name.replace(&prefix, "")).collect()
    }

    #[test]
    fn a_folder_gives_the_known_endings_by_name() {
        let top = tree();
        let found = names(top.path(), &[top.path().to_path_buf()]);
        assert_eq!(found, ["a.zsg", "b.zsg", "deep/c.PGN", "rules.zrf"]);
    }

    #[test]
    fn named_files_are_read_whatever_their_ending_and_once() {
        let top = tree();
        let (picture, record) = (top.path().join("x.png"), top.path().join("a.zsg"));
        assert_eq!(names(top.path(), &[record.clone(), picture, record]), ["a.zsg", "x.png"]);
        assert_eq!(names(top.path(), &["-".into(), "-".into()]), ["<stdin>"]);
    }

    #[test]
    fn globs_that_the_shell_left_alone() {
        let top = tree();
        assert_eq!(names(top.path(), &[top.path().join("*.zsg")]), ["a.zsg", "b.zsg"]);
        assert_eq!(names(top.path(), &[top.path().join("**/*.PGN")]), ["deep/c.PGN"]);
        let none = discover(&[top.path().join("*.gc")], "<stdin>");
        assert!(matches!(&none[0].source, InputSource::Nothing(_)));
    }

    #[test]
    fn lists_of_files() {
        let top = tree();
        let (record, folder) = (top.path().join("b.zsg"), top.path().join("deep"));
        let list = top.path().join("list.txt");
        let argument = PathBuf::from(format!("@{}", list.display()));
        for (end, start) in [("\n", ""), ("\r\n", "\r\n"), ("\0", "")] {
            let text = format!("{start}{}{end}{}{end}@other{end}", record.display(), folder.display());
            fs::write(&list, text).unwrap();
            assert_eq!(
                names(top.path(), std::slice::from_ref(&argument)),
                ["b.zsg", "deep/c.PGN", "@other"],
                "{end:?}"
            );
        }
        let none = discover(&["@no-such-list".into()], "<stdin>");
        assert!(matches!(&none[0].source, InputSource::Nothing(_)) && none.len() == 1);
    }

    #[test]
    fn settings_in_a_folder_are_no_inputs() {
        let top = tree();
        for name in ["scoresheet.yaml", "expect.yaml", "a.expect.yaml"] {
            fs::write(top.path().join(name), "x").unwrap();
        }
        assert_eq!(names(top.path(), &[top.path().to_path_buf()]).len(), 4);
    }

    #[test]
    fn an_empty_folder_is_a_finding() {
        let top = tempfile::tempdir().unwrap();
        let found = discover(&[top.path().to_path_buf()], "<stdin>");
        assert!(matches!(&found[0].source, InputSource::Nothing(_)));
    }
}
