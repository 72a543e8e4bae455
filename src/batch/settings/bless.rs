//! Writing down what was found as what is expected.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::expect::{ExpectFile, Expected, folder_file, own_file};
use crate::batch::expected::Observed;
use crate::batch::folder;
use crate::diagnostic::{Code, Diagnostic, Verdict};

/// What is to be written down, by the file that it belongs into.
#[derive(Debug, Default)]
pub struct Blessed {
    files: BTreeMap<PathBuf, Target>,
}

/// A file of expectations to be written.
#[derive(Debug)]
struct Target {
    /// Whether it is for one file alone.
    is_own: bool,
    found: BTreeMap<String, Entry>,
}

/// What is said of one file.
#[derive(Debug)]
enum Entry {
    Records(Vec<RecordEntry>),
    Perft(Vec<(Option<String>, u32, u64)>),
}

#[derive(Debug)]
struct RecordEntry {
    verdict: Verdict,
    ply: Option<u32>,
    code: Option<Code>,
    fen: Option<String>,
    moves: BTreeMap<u32, u64>,
}

impl Blessed {
    /// Takes up what was found of an input: into the file that is for it alone, if there is one, else into that of its
    /// folder.
    pub fn add(&mut self, input: &Path, observed: &Observed) {
        let own = own_file(input);
        let is_own = own.is_some();
        let path = own.unwrap_or_else(|| folder_file(input));
        let name = input.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let target = self.files.entry(path).or_insert_with(|| Target { is_own, found: BTreeMap::new() });
        target.found.insert(name, Entry::from(observed));
    }

    /// The texts to be written, each with its path and the text that is there now. What the files say of inputs that were
    /// not looked at stays; what they say of files that are gone does not.
    ///
    /// # Errors
    ///
    /// What is wrong with a file that is there already.
    pub fn texts(&self) -> Result<Vec<(PathBuf, String, String)>, Vec<Diagnostic>> {
        let mut texts = Vec::new();
        for (path, target) in &self.files {
            let mut text = String::new();
            let mut kept = BTreeMap::new();
            if path.is_file() {
                let only = target.found.keys().next().filter(|_| target.is_own);
                let file = ExpectFile::read(path, only.map(String::as_str))?;
                text = file.head;
                let folder = folder::of(path);
                let stays = |name: &str| !target.found.contains_key(name) && folder.join(name).is_file();
                let there = file.files.iter().filter(|(name, _)| stays(name));
                kept = there.map(|(name, expected)| (name.clone(), Entry::from(expected))).collect();
            }
            if target.is_own {
                target.found.values().for_each(|entry| write_entry(&mut text, "", entry));
            } else {
                let mut all: BTreeMap<&String, &Entry> = kept.iter().collect();
                all.extend(&target.found);
                for (name, entry) in all {
                    let _ = writeln!(text, "{}:", scalar(name));
                    write_entry(&mut text, "  ", entry);
                }
            }
            texts.push((path.clone(), current(path), text));
        }
        Ok(texts)
    }
}

fn current(path: &Path) -> String {
    crate::batch::read::file(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
}

impl From<&Observed> for Entry {
    fn from(observed: &Observed) -> Self {
        if observed.records.is_empty() {
            return Self::Perft(observed.perft.clone());
        }
        let record = |record: &crate::batch::ObservedRecord| RecordEntry {
            verdict: record.verdict,
            ply: record.fault.and_then(|(ply, _)| ply),
            code: record.fault.map(|(_, code)| code),
            fen: record.fen.clone(),
            moves: record.moves.iter().filter_map(|(&ply, &number)| Some((ply, number?))).collect(),
        };
        Self::Records(observed.records.iter().map(record).collect())
    }
}

impl From<&Expected> for Entry {
    fn from(expected: &Expected) -> Self {
        if expected.records.is_empty() {
            let count = |count: &super::ExpectedPerft| (count.variant.clone(), count.depth, count.nodes);
            return Self::Perft(expected.perft.iter().map(count).collect());
        }
        let record = |record: &super::ExpectedRecord| RecordEntry {
            verdict: record.verdict,
            ply: record.ply,
            code: record.code,
            fen: record.fen.clone(),
            moves: record.moves.clone(),
        };
        Self::Records(expected.records.iter().map(record).collect())
    }
}

// Writing to a String cannot fail.
fn write_entry(text: &mut String, indent: &str, entry: &Entry) {
    match entry {
        Entry::Records(records) => {
            for record in records {
                // One record stands for itself, several are a list.
                let (first, rest) = if records.len() > 1 { ("- ", "  ") } else { ("", "") };
                let mut lead = format!("{indent}{first}");
                let mut line = |line: String| {
                    let _ = writeln!(text, "{lead}{line}");
                    lead = format!("{indent}{rest}");
                };
                line(format!("verdict: {}", record.verdict.name()));
                record.ply.into_iter().for_each(|ply| line(format!("ply: {ply}")));
                record.code.into_iter().for_each(|code| line(format!("code: {code}")));
                record.fen.iter().for_each(|fen| line(format!("fen: {}", scalar(fen))));
                if !record.moves.is_empty() {
                    let moves: Vec<_> = record.moves.iter().map(|(ply, number)| format!("{ply}: {number}")).collect();
                    line(format!("moves: {{{}}}", moves.join(", ")));
                }
            }
        }
        Entry::Perft(counts) => {
            let _ = writeln!(text, "{indent}perft:{}", if counts.is_empty() { " []" } else { "" });
            for (variant, depth, nodes) in counts {
                let variant = variant.as_ref().map(|title| format!("variant: {}, ", scalar(title))).unwrap_or_default();
                let _ = writeln!(text, "{indent}- {{{variant}depth: {depth}, nodes: {nodes}}}");
            }
        }
    }
}

/// A text as a YAML scalar: plain where no reader can take it for anything else, else as a JSON string, which is one.
fn scalar(text: &str) -> String {
    let is_plain = text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || "-_./".contains(c))
        && !matches!(
            text.to_ascii_lowercase().as_str(),
            "true" | "false" | "yes" | "no" | "on" | "off" | "null" | "y" | "n"
        );
    if is_plain { text.to_owned() } else { serde_json::Value::from(text).to_string() }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;

    use super::Blessed;
    use crate::batch::{Observed, ObservedRecord};
    use crate::diagnostic::{Code, Verdict};

    fn observed(verdict: Verdict) -> Observed {
        let record = ObservedRecord {
            verdict,
            fault: (verdict == Verdict::Illegal).then_some((Some(4), Code::NoSuchMove)),
            fen: Some("3/2k/K2 w".to_owned()),
            moves: BTreeMap::from([(0, Some(7)), (9, None)]),
        };
        Observed { records: vec![record], perft: Vec::new() }
    }

    #[test]
    fn what_is_found_is_added_and_the_rest_stays() {
        let top = tempfile::tempdir().unwrap();
        let path = top.path().join("expect.yaml");
        fs::write(&path, "# ours\nb.zsg: {fen: x}\ngone.zsg: {}\nr.zrf: {perft: [{depth: 1, nodes: 9}]}\n").unwrap();
        for name in ["a.zsg", "b.zsg", "r.zrf"] {
            fs::write(top.path().join(name), "").unwrap();
        }
        let mut blessed = Blessed::default();
        blessed.add(&top.path().join("a.zsg"), &observed(Verdict::Illegal));
        let texts = blessed.texts().unwrap();
        assert_eq!(texts.len(), 1);
        let expected = "# ours\na.zsg:\n  verdict: illegal\n  ply: 4\n  code: M001\n  fen: \"3/2k/K2 w\"\n  \
                        moves: {0: 7}\nb.zsg:\n  verdict: legal\n  fen: x\nr.zrf:\n  perft:\n  \
                        - {depth: 1, nodes: 9}\n";
        assert_eq!(texts[0].2, expected);
    }

    #[test]
    fn a_file_of_its_own_is_kept_to() {
        let top = tempfile::tempdir().unwrap();
        let path = top.path().join("a.expect.yaml");
        fs::write(&path, "verdict: legal\n").unwrap();
        fs::write(top.path().join("a.zsg"), "").unwrap();
        let mut blessed = Blessed::default();
        blessed.add(&top.path().join("a.zsg"), &observed(Verdict::Legal));
        let texts = blessed.texts().unwrap();
        assert_eq!((&texts[0].0, texts[0].1.as_str()), (&path, "verdict: legal\n"));
        assert_eq!(texts[0].2, "verdict: legal\nfen: \"3/2k/K2 w\"\nmoves: {0: 7}\n");
    }
}
