//! What the user's settings make of findings: silent, a warning, or something that counts.

use std::collections::BTreeMap;

use super::{Code, Diagnostic, Severity, did_you_mean};

/// What is asked for a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Not reported, and it counts for nothing.
    Allow,
    /// Reported as a warning; the exit status does not hang on it.
    Warn,
    /// Reported as an error, and the exit status says so.
    Deny,
}

/// A text that names no code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no code `{text}`{}", .near.map_or_else(String::new, |near| format!("; did you mean `{near}`?")))]
pub struct UnknownCode {
    /// What was written.
    pub text: String,
    /// The identifier or slug that it is near to.
    pub near: Option<&'static str>,
}

/// The levels that a user's settings give to codes; every other finding keeps its own severity.
///
/// A verdict tells what the rules say and never changes. What counts for the exit status does
/// ([`super::InputReport::weigh`]).
///
/// ```
/// use scoresheet::diagnostic::{Code, Level, Severities, Severity};
///
/// let mut severities = Severities::default();
/// severities.set("warnings", Level::Deny)?;
/// severities.set("number-off", Level::Warn)?;
/// assert_eq!(severities.of(Code::VariantAssumed, Severity::Warning), Some(Severity::Error));
/// assert_eq!(severities.of(Code::NumberOff, Severity::Warning), Some(Severity::Warning));
/// assert_eq!(severities.of(Code::NoSuchMove, Severity::Error), Some(Severity::Error));
/// # Ok::<(), scoresheet::diagnostic::UnknownCode>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Severities {
    /// The level of all findings of the severity warning that `of_code` does not name.
    warnings: Option<Level>,
    of_code: BTreeMap<Code, Level>,
}

impl Severities {
    /// Sets the level of a code, given by identifier or slug, or of all `warnings`. A code wins over `warnings`, and a
    /// later call for the same code over an earlier one.
    ///
    /// # Errors
    ///
    /// When nothing bears the name.
    pub fn set(&mut self, name: &str, level: Level) -> Result<(), UnknownCode> {
        if name.eq_ignore_ascii_case("warnings") {
            self.warnings = Some(level);
            return Ok(());
        }
        match Code::find(name) {
            Some(code) => {
                self.of_code.insert(code, level);
                Ok(())
            }
            None => {
                let names = Code::ALL.iter().flat_map(|code| [code.id(), code.slug()]);
                Err(UnknownCode { text: name.to_owned(), near: did_you_mean(name, names) })
            }
        }
    }

    /// Takes over the settings of `other`, which win.
    pub fn extend(&mut self, other: &Self) {
        self.warnings = other.warnings.or(self.warnings);
        self.of_code.extend(&other.of_code);
    }

    /// The severity in force for a finding that would have `severity`; `None` where it is not to be reported.
    #[must_use]
    pub fn of(&self, code: Code, severity: Severity) -> Option<Severity> {
        let general = self.warnings.filter(|_| severity == Severity::Warning);
        match self.of_code.get(&code).copied().or(general) {
            None => Some(severity),
            Some(Level::Allow) => None,
            Some(Level::Warn) => Some(Severity::Warning),
            Some(Level::Deny) => Some(Severity::Error),
        }
    }

    /// Gives a finding the severity in force; false where it is not to be reported.
    pub fn apply(&self, finding: &mut Diagnostic) -> bool {
        let severity = self.of(finding.code, finding.severity);
        finding.severity = severity.unwrap_or(finding.severity);
        severity.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::{Level, Severities};
    use crate::diagnostic::{Code, Severity};

    #[test]
    fn later_settings_win() {
        let mut file = Severities::default();
        file.set("M001", Level::Warn).unwrap();
        file.set("v001", Level::Allow).unwrap();
        let mut options = Severities::default();
        options.set("no-such-move", Level::Allow).unwrap();
        file.extend(&options);
        assert_eq!(file.of(Code::NoSuchMove, Severity::Error), None);
        assert_eq!(file.of(Code::NumberOff, Severity::Warning), None);
    }

    #[test]
    fn a_name_that_nothing_bears_is_refused_with_the_nearest() {
        let error = Severities::default().set("no-such-mvoe", Level::Deny).unwrap_err();
        assert_eq!(error.to_string(), "there is no code `no-such-mvoe`; did you mean `no-such-move`?");
    }
}
