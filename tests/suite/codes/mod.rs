//! Every code: its slug, severity and page, and an input that triggers it.

mod others;
mod records;
mod rules;

use std::collections::BTreeMap;

use assert_cmd::Command;
use scoresheet::diagnostic::{Code, explain};

/// An input that triggers a code: files of a folder, and the arguments of the command started there.
pub(crate) struct Trigger {
    code: &'static str,
    files: Vec<(String, Vec<u8>)>,
    arguments: Vec<String>,
    /// A file of so many bytes, all zero.
    empty: Option<(&'static str, u64)>,
}

impl Trigger {
    /// The code, and the arguments.
    fn new(code: &'static str, arguments: &[&str]) -> Self {
        Self {
            code,
            files: Vec::new(),
            arguments: arguments.iter().map(|&word| word.to_owned()).collect(),
            empty: None,
        }
    }

    /// A file of the folder.
    fn file(mut self, name: &str, content: impl AsRef<[u8]>) -> Self {
        self.files.push((name.to_owned(), content.as_ref().to_vec()));
        self
    }

    /// A file of so many bytes, which takes no room on the disk.
    fn empty(mut self, name: &'static str, bytes: u64) -> Self {
        self.empty = Some((name, bytes));
        self
    }

    /// The code of a file that is checked.
    fn check(code: &'static str, name: &str, content: impl AsRef<[u8]>) -> Self {
        Self::new(code, &["check", name]).file(name, content)
    }

    /// Whether the run reports the code, and what it writes.
    fn runs(&self) -> (bool, String) {
        let top = tempfile::tempdir().expect("a folder");
        for (name, content) in &self.files {
            let path = top.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
            std::fs::write(path, content).expect("the folder can be written to");
        }
        if let Some((name, bytes)) = self.empty {
            let file = std::fs::File::create(top.path().join(name)).expect("the folder can be written to");
            file.set_len(bytes).expect("the file can grow");
        }
        let mut command = Command::cargo_bin("scoresheet").expect("the binary is built");
        let output = command.current_dir(top.path()).args(&self.arguments).output().expect("the binary runs");
        let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        (text.contains(&format!("[{}]", self.code)), text)
    }
}

#[test]
fn every_code_can_be_triggered() {
    let triggers: Vec<Trigger> =
        [rules::triggers(), records::triggers(), others::triggers()].into_iter().flatten().collect();
    let mut failed = Vec::new();
    let mut triggered: BTreeMap<&str, bool> = Code::ALL.iter().map(|code| (code.id(), false)).collect();
    for trigger in &triggers {
        let (does, text) = trigger.runs();
        let known = triggered.get_mut(trigger.code).unwrap_or_else(|| panic!("there is no code {}", trigger.code));
        *known |= does;
        if !does {
            failed.push(format!("{} {:?}:\n{text}", trigger.code, trigger.arguments));
        }
    }
    let missing: Vec<&str> = triggered.iter().filter(|(_, met)| !**met).map(|(code, _)| *code).collect();
    assert!(failed.is_empty() && missing.is_empty(), "{}\nnot triggered: {missing:?}", failed.join("\n"));
}

#[test]
fn every_code_has_its_page() {
    for &code in Code::ALL {
        assert!(code.slug().chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{code}");
        assert!(code.title().ends_with('.') && explain(code).contains("Way out:"), "{code}");
        assert!(["error", "warning", "note"].contains(&code.severity().name()), "{code}");
    }
}
