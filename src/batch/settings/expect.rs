//! What is expected of records and rules files, written beside them: `NAME.expect.yaml` for one file, `expect.yaml` for a
//! folder (`docs/expectations.md`).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::tree::{Key, Node, Reader, Value, read};
use crate::batch::loader::shown;
use crate::batch::{folder, read as bytes};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Verdict, did_you_mean};
use crate::limits::MAX_EXPECTED_DEPTH;
use crate::source::{Place, SourceFile};

/// The name of a folder's file of expectations.
pub const EXPECT_FILE: &str = "expect.yaml";

/// What is expected of a file.
#[derive(Clone, Debug)]
pub struct Expected {
    /// The file that says so.
    pub path: PathBuf,
    /// Where it says so.
    pub place: Place,
    /// What is expected of its records, in order.
    pub records: Vec<ExpectedRecord>,
    /// What is expected of its rules.
    pub perft: Vec<ExpectedPerft>,
}

/// What is expected of a record.
#[derive(Clone, Debug)]
pub struct ExpectedRecord {
    /// Where that is said.
    pub place: Place,
    /// The verdict.
    pub verdict: Verdict,
    /// The ply of the finding that decides the verdict.
    pub ply: Option<u32>,
    /// The code of the finding that decides the verdict.
    pub code: Option<Code>,
    /// The position after the last entry that can be played.
    pub fen: Option<String>,
    /// How many legal moves there are after some entries, 0 the start.
    pub moves: BTreeMap<u32, u64>,
}

/// How many positions there are at a depth.
#[derive(Clone, Debug)]
pub struct ExpectedPerft {
    /// Where that is said.
    pub place: Place,
    /// The title of a variant; that which the file stands for if not given.
    pub variant: Option<String>,
    /// The depth in turns.
    pub depth: u32,
    /// The count.
    pub nodes: u64,
}

/// A file of expectations.
#[derive(Clone, Debug)]
pub struct ExpectFile {
    /// Where it stands.
    pub path: PathBuf,
    /// What it says, by the name of the file meant.
    pub files: BTreeMap<String, Expected>,
    /// The comments at its head.
    pub head: String,
}

/// The file beside an input that is for it alone: `a.zsg.expect.yaml` or `a.expect.yaml`.
#[must_use]
pub(in crate::batch) fn own_file(input: &Path) -> Option<PathBuf> {
    let whole = input.file_name()?.to_string_lossy().into_owned();
    let stem = input.file_stem()?.to_string_lossy().into_owned();
    let folder = folder::of(input);
    [whole, stem].iter().map(|name| folder.join(format!("{name}.expect.yaml"))).find(|path| path.is_file())
}

/// The file for the folder of an input.
#[must_use]
pub(in crate::batch) fn folder_file(input: &Path) -> PathBuf {
    folder::of(input).join(EXPECT_FILE)
}

impl ExpectFile {
    /// Reads a file of expectations. One that is for a single file is given that file's name.
    ///
    /// # Errors
    ///
    /// What is wrong with it; it cannot be relied on then.
    pub fn read(path: &Path, only: Option<&str>) -> Result<Self, Vec<Diagnostic>> {
        let name = shown(path);
        let bytes = bytes::file(path).map_err(|found| {
            let message = format!("{name}: {}", found.message);
            vec![Diagnostic::new(Code::SettingsUnreadable, message)]
        })?;
        let file = SourceFile::from_bytes(name, &bytes);
        let mut findings = Diagnostics::new();
        let files = Self::of(&file, path, only, &mut findings);
        if findings.has_errors() {
            return Err(findings.into_vec());
        }
        let is_head = |line: &&str| line.trim().is_empty() || line.starts_with('#');
        let head = file.text.split_inclusive('\n').take_while(is_head).collect();
        Ok(Self { path: path.to_path_buf(), files, head })
    }

    fn of(
        file: &Arc<SourceFile>,
        path: &Path,
        only: Option<&str>,
        findings: &mut Diagnostics,
    ) -> BTreeMap<String, Expected> {
        let root = match read(file) {
            Ok(root) => root,
            Err(finding) => {
                findings.push(finding);
                return BTreeMap::new();
            }
        };
        let mut reader = ExpectReader { reader: Reader { file, findings }, path };
        if let Some(name) = only {
            return BTreeMap::from([(name.to_owned(), reader.expected(&root))]);
        }
        let entries = reader.reader.entries(&root);
        entries.into_iter().map(|(key, node)| (key.name.clone(), reader.expected(node))).collect()
    }
}

struct ExpectReader<'a> {
    reader: Reader<'a>,
    path: &'a Path,
}

impl ExpectReader<'_> {
    /// The expectations of a file: one record, a list of them, or rules.
    fn expected(&mut self, node: &Node) -> Expected {
        let place = self.reader.place(node.span);
        let mut expected = Expected { path: self.path.to_path_buf(), place, records: Vec::new(), perft: Vec::new() };
        match &node.value {
            Value::List(items) => expected.records = items.iter().map(|item| self.record(item)).collect(),
            Value::Map(entries) if entries.iter().any(|(key, _)| key.name == "perft") => {
                for (key, node) in self.reader.map(node, &["perft"]) {
                    expected.perft = self.perft(key, node);
                }
            }
            _ => expected.records = vec![self.record(node)],
        }
        expected
    }

    fn record(&mut self, node: &Node) -> ExpectedRecord {
        let mut record = ExpectedRecord {
            place: self.reader.place(node.span),
            verdict: Verdict::Legal,
            ply: None,
            code: None,
            fen: None,
            moves: BTreeMap::new(),
        };
        for (key, node) in self.reader.map(node, &["verdict", "ply", "code", "fen", "moves"]) {
            match key.name.as_str() {
                "verdict" => record.verdict = self.verdict(key, node).unwrap_or(Verdict::Legal),
                "ply" => record.ply = self.small(key, node),
                "code" => record.code = self.code(key, node),
                "fen" => record.fen = self.reader.text(key, node),
                _ => {
                    for (key, node) in self.reader.entries(node) {
                        match key.name.parse() {
                            Ok(ply) => record.moves.extend(self.reader.number(key, node).map(|number| (ply, number))),
                            Err(_) => self.reader.bad(key.span, "the number of an entry is expected, 0 for the start"),
                        }
                    }
                }
            }
        }
        record
    }

    fn verdict(&mut self, key: &Key, node: &Node) -> Option<Verdict> {
        let word = self.reader.text(key, node)?;
        let found = Verdict::ALL.iter().copied().find(|verdict| verdict.name() == word);
        if found.is_none() {
            let names: Vec<_> = Verdict::ALL.iter().map(|verdict| verdict.name()).collect();
            let message = match did_you_mean(&word, names.iter().copied()) {
                Some(near) => format!("there is no verdict `{word}`; did you mean `{near}`?"),
                None => format!("there is no verdict `{word}`; there are {}", names.join(", ")),
            };
            self.reader.bad(node.span, message);
        }
        found
    }

    fn code(&mut self, key: &Key, node: &Node) -> Option<Code> {
        let word = self.reader.text(key, node)?;
        let found = Code::find(&word);
        if found.is_none() {
            self.reader.bad(node.span, format!("there is no code `{word}`"));
        }
        found
    }

    fn small(&mut self, key: &Key, node: &Node) -> Option<u32> {
        let number = self.reader.number(key, node)?;
        let small = u32::try_from(number).ok();
        if small.is_none() {
            self.reader.bad(node.span, format!("`{}` is too large", key.name));
        }
        small
    }

    fn perft(&mut self, key: &Key, node: &Node) -> Vec<ExpectedPerft> {
        let Value::List(items) = &node.value else {
            self.reader.bad(node.span, format!("`{}` takes a list of counts", key.name));
            return Vec::new();
        };
        let mut counts = Vec::new();
        for item in items {
            let (mut variant, mut depth, mut nodes) = (None, None, None);
            for (key, node) in self.reader.map(item, &["variant", "depth", "nodes"]) {
                match key.name.as_str() {
                    "variant" => variant = self.reader.text(key, node),
                    "depth" => depth = self.small(key, node),
                    _ => nodes = self.reader.number(key, node),
                }
            }
            let place = self.reader.place(item.span);
            match (depth, nodes) {
                (Some(depth), Some(nodes)) if depth <= MAX_EXPECTED_DEPTH => {
                    counts.push(ExpectedPerft { place, variant, depth, nodes });
                }
                (Some(_), Some(_)) => {
                    self.reader.bad(item.span, format!("the depth is over the bound of {MAX_EXPECTED_DEPTH}"));
                }
                _ => self.reader.bad(item.span, "a count has a `depth` and a number of `nodes`"),
            }
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::ExpectFile;
    use crate::diagnostic::{Code, Verdict};
    use crate::limits::MAX_EXPECTED_DEPTH;

    fn read(text: &str) -> Result<ExpectFile, Vec<crate::diagnostic::Diagnostic>> {
        let top = tempfile::tempdir().expect("a folder can be made");
        let path = top.path().join("expect.yaml");
        fs::write(&path, text).expect("a file can be written");
        ExpectFile::read(&path, None)
    }

    #[test]
    fn records_lists_of_them_and_rules() {
        let text = "# the games of 1999\n\na.zsg: {verdict: illegal, ply: 4, code: leaves-royal-attacked}\nb.pgn:\n\
                    - fen: 8/8 w - - 0 1\n  moves: {0: 20, 2: 19}\n- {}\nr.zrf:\n  perft:\n  - {depth: 2, nodes: 400}\n";
        let file = read(text).unwrap();
        assert_eq!(file.head, "# the games of 1999\n\n");
        let record = &file.files["a.zsg"].records[0];
        assert_eq!(
            (record.verdict, record.ply, record.code),
            (Verdict::Illegal, Some(4), Some(Code::LeavesRoyalAttacked))
        );
        let records = &file.files["b.pgn"].records;
        assert_eq!((records.len(), records[0].verdict), (2, Verdict::Legal));
        assert_eq!(records[0].fen.as_deref(), Some("8/8 w - - 0 1"));
        assert_eq!(
            records[0].moves.iter().map(|(&ply, &number)| (ply, number)).collect::<Vec<_>>(),
            [(0, 20), (2, 19)]
        );
        assert_eq!((file.files["r.zrf"].perft[0].depth, file.files["r.zrf"].perft[0].nodes), (2, 400));
    }

    #[test]
    fn slips_are_findings() {
        let deep = format!("r.zrf: {{perft: [{{depth: {}, nodes: 1}}]}}", MAX_EXPECTED_DEPTH + 1);
        let at_bound = format!("r.zrf: {{perft: [{{depth: {MAX_EXPECTED_DEPTH}, nodes: 1}}]}}");
        assert!(read(&at_bound).is_ok());
        for (text, code) in [
            ("a.zsg: {verdict: ilegal}", Code::SettingsValueBad),
            ("a.zsg: {plies: 4}", Code::SettingsKeyUnknown),
            ("a.zsg: {code: X123}", Code::SettingsValueBad),
            ("a.zsg: {moves: {start: 20}}", Code::SettingsValueBad),
            ("r.zrf: {perft: [{depth: 2}]}", Code::SettingsValueBad),
            (deep.as_str(), Code::SettingsValueBad),
            ("a.zsg: [", Code::SettingsUnreadable),
        ] {
            assert_eq!(read(text).unwrap_err()[0].code, code, "{text}");
        }
    }
}
