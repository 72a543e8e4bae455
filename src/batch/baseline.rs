//! Known faults of an archive: what is listed does not count, so that new faults stand out.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::diagnostic::{Code, Diagnostic, InputReport, Severity};

/// Version of the file's form.
const VERSION: u32 = 1;

/// A fault as a baseline tells it from others: by what is wrong where in the record, not by lines, which move when a file is
/// laid out anew.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Fault {
    /// The path of the input, with `/` between folders.
    path: String,
    /// The number of the record in it; none for a fault of the input itself or of a rules file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    record: Option<u32>,
    /// The identifier of the code.
    code: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ply: Option<u32>,
    /// The entry as recorded, or the message where there is none.
    text: String,
}

/// The document that a baseline is kept in.
#[derive(Serialize, Deserialize)]
struct Document {
    scoresheet_baseline: u32,
    faults: Vec<Fault>,
}

/// Known faults: read from a file, or gathered to be written to one.
///
/// ```
/// use scoresheet::batch::Baseline;
/// use scoresheet::diagnostic::{Code, Diagnostic, InputReport, RecordReport};
///
/// let finding = Diagnostic::new(Code::InputMissing, "there is no such file");
/// let mut gathered = Baseline::default();
/// gathered.note("games/a.zsg", None, &finding);
/// let mut known = Baseline::parse(&gathered.to_json())?;
/// let mut report = InputReport::new("games/a.zsg", None);
/// report.findings.push(finding);
/// report.weigh(&mut |record, finding| known.weigh("games/a.zsg", record, finding));
/// assert_eq!(report.exit_status(), 0);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Baseline {
    /// How often each fault may still be met.
    left: BTreeMap<Fault, u32>,
}

impl Baseline {
    /// Reads the text of a baseline.
    ///
    /// # Errors
    ///
    /// What is wrong with the text.
    pub fn parse(text: &str) -> Result<Self, String> {
        let document: Document = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if document.scoresheet_baseline != VERSION {
            let version = document.scoresheet_baseline;
            return Err(format!("its form has the version {version}; this program reads version {VERSION}"));
        }
        let mut baseline = Self::default();
        for fault in document.faults {
            *baseline.left.entry(fault).or_default() += 1;
        }
        Ok(baseline)
    }

    /// Takes a fault up.
    pub fn note(&mut self, path: &str, record: Option<u32>, finding: &Diagnostic) {
        *self.left.entry(fault(path, record, finding)).or_default() += 1;
    }

    /// Lowers a fault that is known to a note. Answers true: it is still reported. For [`InputReport::weigh`].
    pub fn weigh(&mut self, path: &str, record: Option<u32>, finding: &mut Diagnostic) -> bool {
        if finding.severity == Severity::Error
            && let Some(left) = self.left.get_mut(&fault(path, record, finding)).filter(|left| **left > 0)
        {
            *left -= 1;
            finding.severity = Severity::Note;
            finding.notes.push("this fault is known to the baseline and does not count".to_owned());
        }
        true
    }

    /// Tells in the report which faults of its input are in the baseline and were not met: they may be taken out.
    pub fn tell_vanished(&self, report: &mut InputReport) {
        let path = shown(&report.path);
        for (fault, &left) in self.left.iter().filter(|(fault, left)| **left > 0 && fault.path == path) {
            let place = fault.ply.map_or_else(String::new, |ply| format!(" at ply {ply}"));
            let times = if left > 1 { format!(", {left} times") } else { String::new() };
            let message =
                format!("the fault {}{place} that the baseline knows is gone: `{}`{times}", fault.code, fault.text);
            let finding = Diagnostic::new(Code::BaselineStale, message);
            report.findings.push(finding.help("write the baseline anew with --write-baseline"));
        }
    }

    /// The text of the baseline, sorted.
    #[must_use]
    pub fn to_json(&self) -> String {
        let times = |(fault, &count): (&Fault, &u32)| vec![fault.clone(); count as usize];
        let document = Document { scoresheet_baseline: VERSION, faults: self.left.iter().flat_map(times).collect() };
        // A structure of texts and numbers can always be written.
        serde_json::to_string_pretty(&document).map(|text| text + "\n").unwrap_or_default()
    }
}

fn fault(path: &str, record: Option<u32>, finding: &Diagnostic) -> Fault {
    let text = finding.text.clone().unwrap_or_else(|| finding.message.clone());
    Fault { path: shown(path), record, code: finding.code.id().to_owned(), ply: finding.ply, text }
}

/// A path as it is kept: the same on every system.
fn shown(path: &str) -> String {
    let path = path.replace('\\', "/");
    path.strip_prefix("./").map_or(path.clone(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::Baseline;
    use crate::diagnostic::{Code, Diagnostic, InputReport, Severity};

    fn finding(text: &str) -> Diagnostic {
        Diagnostic::new(Code::NoSuchMove, "x").ply(3).text(text)
    }

    #[test]
    fn a_known_fault_counts_once() {
        let mut baseline = Baseline::default();
        baseline.note("./a\\b.zsg", Some(1), &finding("King a1 - a3"));
        let mut known = Baseline::parse(&baseline.to_json()).unwrap();
        let mut severity = |record, text| {
            let mut met = finding(text);
            assert!(known.weigh("a/b.zsg", record, &mut met));
            met.severity
        };
        assert_eq!(severity(Some(2), "King a1 - a3"), Severity::Error);
        assert_eq!(severity(Some(1), "King a1 - a4"), Severity::Error);
        assert_eq!(severity(Some(1), "King a1 - a3"), Severity::Note);
        assert_eq!(severity(Some(1), "King a1 - a3"), Severity::Error);
    }

    #[test]
    fn what_is_gone_is_told() {
        let mut baseline = Baseline::default();
        baseline.note("a.zsg", Some(1), &finding("King a1 - a3"));
        baseline.note("other.zsg", Some(1), &finding("King a1 - a3"));
        let mut report = InputReport::new("a.zsg", Some("zsg"));
        baseline.tell_vanished(&mut report);
        let messages: Vec<&str> = report.findings.iter().map(|found| found.message.as_str()).collect();
        assert_eq!(messages, ["the fault M001 at ply 3 that the baseline knows is gone: `King a1 - a3`"]);
    }

    #[test]
    fn a_file_of_another_form_is_refused() {
        assert!(Baseline::parse("{}").is_err());
        assert!(Baseline::parse("{\"scoresheet_baseline\": 9, \"faults\": []}").unwrap_err().contains("version 9"));
    }
}
