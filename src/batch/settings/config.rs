//! `scoresheet.yaml`: what holds for a folder and all below it (`docs/configuration.md`).

use std::path::{Path, PathBuf};
use std::sync::Arc;

use globset::{GlobBuilder, GlobMatcher};

use super::tree::{Key, Node, Reader, read};
use crate::batch::loader::shown;
use crate::batch::read;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Level, Severities};
use crate::source::SourceFile;

/// The name of the file.
pub const CONFIG_FILE: &str = "scoresheet.yaml";

/// A value, and the line of the configuration that it stands on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Configured<T> {
    /// The value.
    pub value: T,
    /// The line, from 1.
    pub line: u32,
}

/// What a configuration says. Paths are relative to nothing any more: they begin with the folder of the file.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// The file, as shown.
    pub path: String,
    /// The rules of records.
    pub rules: ConfiguredRules,
    /// Folders to look for rules files in.
    pub rules_dir: Option<Configured<Vec<PathBuf>>>,
    /// How many inputs are worked on at once.
    pub jobs: Option<Configured<usize>>,
    /// How findings are written.
    pub format: Option<Configured<String>>,
    /// Whether replays go on after illegal entries.
    pub keep_going: Option<Configured<bool>>,
    /// The levels of findings.
    pub severity: Option<Configured<Severities>>,
    /// Codes and levels, as written.
    pub severity_words: Vec<(String, String)>,
    /// The rules of records below some folders.
    pub folders: Vec<FolderRules>,
}

/// Which rules records are read under.
#[derive(Clone, Debug, Default)]
pub struct ConfiguredRules {
    /// Rules files: editions to be tried.
    pub rules: Option<Configured<Vec<PathBuf>>>,
    /// A bundled game.
    pub game: Option<Configured<String>>,
    /// The title of a variant.
    pub variant: Option<Configured<String>>,
    /// A Game Courier profile.
    pub profile: Option<Configured<PathBuf>>,
}

/// The rules of the records that a pattern fits.
#[derive(Clone, Debug)]
pub struct FolderRules {
    /// The pattern as written, below the folder of the configuration.
    pub pattern: String,
    /// The line it stands on.
    pub line: u32,
    /// The rules.
    pub rules: ConfiguredRules,
    matcher: GlobMatcher,
    folder: PathBuf,
}

impl FolderRules {
    /// Whether the pattern fits the path of an input.
    #[must_use]
    pub fn fits(&self, path: &Path) -> bool {
        let Ok(path) = std::path::absolute(path) else { return false };
        path.strip_prefix(&self.folder).is_ok_and(|below| self.matcher.is_match(below))
    }
}

impl Config {
    /// The nearest configuration: in `folder` or in one above it.
    #[must_use]
    pub fn find(folder: &Path) -> Option<PathBuf> {
        let folder = std::path::absolute(folder).ok()?;
        folder.ancestors().map(|above| above.join(CONFIG_FILE)).find(|path| path.is_file())
    }

    /// Reads a configuration. Findings of the severity error say that it cannot be relied on.
    #[must_use]
    pub fn read(path: &Path) -> (Self, Vec<Diagnostic>) {
        let mut findings = Diagnostics::new();
        let name = shown(path);
        let bytes = match read::file(path) {
            Ok(bytes) => bytes,
            Err(found) => {
                let message = format!("{name}: {}", found.message);
                return (Self::default(), vec![Diagnostic::new(Code::SettingsUnreadable, message)]);
            }
        };
        let file = SourceFile::from_bytes(name, &bytes);
        let config = Self::of(&file, &folder_of(path), &mut findings);
        (config, findings.into_vec())
    }

    fn of(file: &Arc<SourceFile>, folder: &Path, findings: &mut Diagnostics) -> Self {
        let mut config = Self { path: file.name.clone(), ..Self::default() };
        let root = match read(file) {
            Ok(root) => root,
            Err(finding) => {
                findings.push(finding);
                return config;
            }
        };
        let mut reader = ConfigReader { reader: Reader { file, findings }, folder };
        const KEYS: [&str; 10] =
            ["rules", "game", "variant", "profile", "rules-dir", "jobs", "format", "keep-going", "severity", "folders"];
        for (key, node) in reader.reader.map(&root, &KEYS) {
            let line = file.position(key.span.start).line;
            match key.name.as_str() {
                "rules-dir" => config.rules_dir = Some(Configured { value: reader.paths(key, node), line }),
                "jobs" => {
                    let number = reader.reader.number(key, node).and_then(|number| usize::try_from(number).ok());
                    config.jobs = number.map(|value| Configured { value, line });
                }
                "format" => config.format = reader.reader.text(key, node).map(|value| Configured { value, line }),
                "keep-going" => {
                    config.keep_going = reader.reader.flag(key, node).map(|value| Configured { value, line });
                }
                "severity" => {
                    let (value, words) = reader.severities(node);
                    config.severity = Some(Configured { value, line });
                    config.severity_words = words;
                }
                "folders" => config.folders = reader.folders(node),
                _ => reader.rules(&mut config.rules, key, node),
            }
        }
        config
    }
}

/// The folder of a file, as an absolute path.
fn folder_of(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    absolute.parent().map_or(absolute.clone(), Path::to_path_buf)
}

struct ConfigReader<'a> {
    reader: Reader<'a>,
    folder: &'a Path,
}

impl ConfigReader<'_> {
    /// A path below the folder of the file, relative to the current folder where it lies below that.
    fn path(&self, text: &str) -> PathBuf {
        let path = self.folder.join(text);
        let current = std::path::absolute(".").ok();
        current.and_then(|current| path.strip_prefix(current).ok().map(Path::to_path_buf)).unwrap_or(path)
    }

    fn paths(&mut self, key: &Key, node: &Node) -> Vec<PathBuf> {
        let texts = self.reader.texts(key, node);
        texts.iter().map(|text| self.path(text)).collect()
    }

    fn rules(&mut self, rules: &mut ConfiguredRules, key: &Key, node: &Node) {
        let line = self.reader.file.position(key.span.start).line;
        match key.name.as_str() {
            "rules" => rules.rules = Some(Configured { value: self.paths(key, node), line }),
            "game" => rules.game = self.reader.text(key, node).map(|value| Configured { value, line }),
            "variant" => rules.variant = self.reader.text(key, node).map(|value| Configured { value, line }),
            _ => {
                let text = self.reader.text(key, node);
                rules.profile = text.map(|text| Configured { value: self.path(&text), line });
            }
        }
        if rules.rules.is_some() && rules.game.is_some() {
            self.reader.bad(key.span, "`rules` and `game` do not stand together");
        }
    }

    fn severities(&mut self, node: &Node) -> (Severities, Vec<(String, String)>) {
        let mut severities = Severities::default();
        let mut words = Vec::new();
        for (key, node) in self.reader.entries(node) {
            let Some(word) = self.reader.text(key, node) else { continue };
            let level = match word.as_str() {
                "allow" => Level::Allow,
                "warn" => Level::Warn,
                "deny" => Level::Deny,
                _ => {
                    self.reader.bad(node.span, format!("`{word}` is no level; there are allow, warn and deny"));
                    continue;
                }
            };
            match severities.set(&key.name, level) {
                Ok(()) => words.push((key.name.clone(), word)),
                Err(unknown) => self.reader.bad(key.span, unknown.to_string()),
            }
        }
        (severities, words)
    }

    fn folders(&mut self, node: &Node) -> Vec<FolderRules> {
        let mut folders = Vec::new();
        for (key, node) in self.reader.entries(node) {
            let mut rules = ConfiguredRules::default();
            for (key, node) in self.reader.map(node, &["rules", "game", "variant", "profile"]) {
                self.rules(&mut rules, key, node);
            }
            match GlobBuilder::new(&key.name).literal_separator(true).build() {
                Ok(glob) => folders.push(FolderRules {
                    pattern: key.name.clone(),
                    line: self.reader.file.position(key.span.start).line,
                    rules,
                    matcher: glob.compile_matcher(),
                    folder: self.folder.to_path_buf(),
                }),
                Err(error) => self.reader.bad(key.span, error.to_string()),
            }
        }
        folders
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::Config;
    use crate::diagnostic::{Code, Severity};

    #[test]
    fn values_keep_their_line_and_paths_begin_at_the_file() {
        let top = tempfile::tempdir().unwrap();
        let path = top.path().join("scoresheet.yaml");
        let text = "# ours\nrules-dir: [rules, more]\njobs: 2\nseverity:\n  V007: deny\n  number-off: allow\n\
                    folders:\n  \"games/old/**\": {rules: old.zrf, variant: Old}\n";
        fs::write(&path, text).unwrap();
        let (config, findings) = Config::read(&path);
        assert!(findings.is_empty(), "{findings:?}");
        let folders = config.rules_dir.unwrap();
        assert_eq!((folders.line, &folders.value[1]), (2, &top.path().join("more")));
        assert_eq!(config.jobs.map(|jobs| (jobs.value, jobs.line)), Some((2, 3)));
        let severities = config.severity.unwrap().value;
        assert_eq!(severities.of(Code::VariantAssumed, Severity::Warning), Some(Severity::Error));
        let folder = &config.folders[0];
        assert!(folder.fits(&top.path().join("games/old/deep/a.zsg")));
        assert!(!folder.fits(&top.path().join("games/new/a.zsg")) && !folder.fits(Path::new("games/old/a.zsg")));
        assert_eq!(folder.rules.rules.as_ref().unwrap().value, [top.path().join("old.zrf")]);
        let deep = top.path().join("games/old");
        fs::create_dir_all(&deep).unwrap();
        assert_eq!(Config::find(&deep), Some(path));
    }

    #[test]
    fn slips_are_findings_with_their_place() {
        let top = tempfile::tempdir().unwrap();
        let path = top.path().join("scoresheet.yaml");
        for (text, code, line, part) in [
            ("jobs: 2\nrules_dir: x\n", Code::SettingsKeyUnknown, 2, "rules_dir"),
            ("jobs: many\n", Code::SettingsValueBad, 1, "takes a number"),
            ("severity:\n  V007: deny\n  M0001: deny\n", Code::SettingsValueBad, 3, "M0001"),
            ("severity: {V007: forbid}\n", Code::SettingsValueBad, 1, "forbid"),
            ("folders:\n  \"a/**\":\n    ruels: x\n", Code::SettingsKeyUnknown, 3, "ruels"),
            ("game: chess\nrules: a.zrf\n", Code::SettingsValueBad, 2, "together"),
            ("jobs: [\n", Code::SettingsUnreadable, 1, ""),
        ] {
            fs::write(&path, text).unwrap();
            let (_, findings) = Config::read(&path);
            let [finding] = findings.as_slice() else { panic!("{text}: {findings:?}") };
            assert_eq!((finding.code, finding.severity), (code, Severity::Error), "{text}");
            assert!(finding.message.contains(part), "{}", finding.message);
            assert_eq!(finding.place.as_ref().unwrap().start().line, line, "{text}");
        }
        let missing = Config::read(&top.path().join("no.yaml")).1;
        assert_eq!(missing[0].code, Code::SettingsUnreadable);
    }
}
