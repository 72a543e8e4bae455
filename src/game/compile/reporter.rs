//! Findings of the compiler: each once, with the macro calls around it and the nearest known name.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::diagnostic::{Code, Diagnostic, Diagnostics, did_you_mean};
use crate::game::NameTable;
use crate::source::Span;
use crate::zrf::ast::{Name, Origin, Origins};

/// Findings that get a proposal; searching all names is slow on a large board with many faults.
const PROPOSALS: u32 = 100;

/// Collects findings. Move code is compiled once a player, so that the same fault is met several times; it is
/// reported once for each place.
pub(super) struct Reporter<'a> {
    sink: &'a mut Diagnostics,
    origins: &'a Origins,
    seen: FxHashSet<(Code, u16, Span, Arc<str>)>,
    proposals_left: u32,
}

impl<'a> Reporter<'a> {
    pub(super) fn new(sink: &'a mut Diagnostics, origins: &'a Origins) -> Self {
        Self { sink, origins, seen: FxHashSet::default(), proposals_left: PROPOSALS }
    }

    /// What the origins of the rules mean.
    pub(super) fn origins(&self) -> &'a Origins {
        self.origins
    }

    /// Reports a finding at a place.
    pub(super) fn report(&mut self, code: Code, at: Origin, message: impl Into<String>) {
        let message = message.into();
        if self.is_new(code, at, message.as_str().into()) {
            let finding = self.located(code, at, message);
            self.sink.push(finding);
        }
    }

    /// Reports a finding at a place, with the next step.
    pub(super) fn report_with_help(&mut self, code: Code, at: Origin, message: String, help: &str) {
        if self.is_new(code, at, message.as_str().into()) {
            let finding = self.located(code, at, message).help(help);
            self.sink.push(finding);
        }
    }

    /// Reports a finding at a place that stands against an earlier one.
    pub(super) fn report_against(&mut self, code: Code, at: Origin, message: String, other: Origin, what: &str) {
        if self.is_new(code, at, message.as_str().into()) {
            let finding = self.located(code, at, message).related(self.origins.place(other), what);
            self.sink.push(finding);
        }
    }

    /// Reports a name that nothing bears, with the nearest of the known names.
    pub(super) fn unknown<'n>(
        &mut self,
        code: Code,
        name: &Name,
        message: impl Into<String>,
        known: impl IntoIterator<Item = &'n str>,
    ) {
        if !self.is_new(code, name.at, Arc::clone(&name.text)) {
            return;
        }
        let mut finding = self.located(code, name.at, message.into());
        if self.proposals_left > 0 {
            self.proposals_left -= 1;
            if let Some(near) = did_you_mean(&name.text, known) {
                finding = finding.help(format!("did you mean `{near}`?"));
            }
        }
        self.sink.push(finding);
    }

    /// Reports a name that is written in another letter case than `defined`.
    pub(super) fn case_differs(&mut self, name: &Name, defined: &str) {
        if self.is_new(Code::CaseDiffers, name.at, Arc::clone(&name.text)) {
            let message = format!("`{}` is defined as `{defined}`; names tell capitals from small letters", name.text);
            let finding = self.located(Code::CaseDiffers, name.at, message).help(format!("write `{defined}`"));
            self.sink.push(finding);
        }
    }

    /// The index of a name: exactly as written, else in any letter case with a warning (1.3).
    pub(super) fn find(&mut self, table: &NameTable, name: &Name) -> Option<usize> {
        if let Some(index) = table.find(&name.text) {
            return Some(index);
        }
        let index = table.find_ignoring_case(&name.text)?;
        self.case_differs(name, table.name(index));
        Some(index)
    }

    fn is_new(&mut self, code: Code, at: Origin, about: Arc<str>) -> bool {
        self.seen.insert((code, at.file, at.span, about))
    }

    fn located(&self, code: Code, at: Origin, message: String) -> Diagnostic {
        self.origins.with_calls(Diagnostic::new(code, message).at(self.origins.place(at)), at)
    }
}
