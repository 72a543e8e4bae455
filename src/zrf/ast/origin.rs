//! Where expanded rules come from. There are very many origins, so each is small; a table tells what they mean.

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::source::{Place, SourceFile, Span};

/// Macro calls shown around one finding, besides the outermost.
const SHOWN_CALLS: usize = 6;

/// Where a piece of expanded rules comes from: its own place and the macro call that gave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Origin {
    /// Index of the file in [`Origins::files`].
    pub file: u16,
    /// The range of the text itself; for macro results in the macro body or the argument.
    pub span: Span,
    /// The macro call that produced it.
    pub call: CallId,
}

/// Index of a macro call in [`Origins::calls`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CallId(pub u32);

impl CallId {
    /// Outside of all macros.
    pub const NONE: Self = Self(u32::MAX);
}

/// One macro call.
#[derive(Clone, Copy, Debug)]
pub struct MacroCall {
    /// Index of the macro's name in [`Origins::macros`].
    pub of: u32,
    /// Index of the file that the call is written in.
    pub file: u16,
    /// The range of the call.
    pub span: Span,
    /// The call in whose result this call stands.
    pub within: CallId,
}

/// What the origins of one variant's rules mean.
#[derive(Clone, Debug, Default)]
pub struct Origins {
    /// The rules file and what it includes.
    pub files: Vec<Arc<SourceFile>>,
    /// The names of the macros.
    pub macros: Vec<Arc<str>>,
    /// The macro calls.
    pub calls: Vec<MacroCall>,
}

impl Origins {
    /// The place of an origin.
    ///
    /// # Panics
    ///
    /// When the origin is not of these rules.
    #[must_use]
    pub fn place(&self, at: Origin) -> Place {
        Place::new(&self.files[at.file as usize], at.span)
    }

    /// Adds the macro calls around an origin to a finding, innermost first; of a long chain the ends are enough.
    #[must_use]
    pub fn with_calls(&self, finding: Diagnostic, at: Origin) -> Diagnostic {
        with_calls(finding, at.call, |id| {
            let call = self.calls.get(id.0 as usize)?;
            let place = Place::new(&self.files[call.file as usize], call.span);
            Some((&*self.macros[call.of as usize], place, call.within))
        })
    }
}

/// Adds a chain of macro calls to a finding. `look_up` gives the name of the macro, the place of the call, and the
/// call around it.
pub(in crate::zrf) fn with_calls<'n>(
    mut finding: Diagnostic,
    innermost: CallId,
    look_up: impl Fn(CallId) -> Option<(&'n str, Place, CallId)>,
) -> Diagnostic {
    let mut id = innermost;
    let mut passed_over = 0;
    for depth in 0.. {
        let Some((name, called_at, within)) = look_up(id) else { break };
        if depth < SHOWN_CALLS || within == CallId::NONE {
            let message = match passed_over {
                0 => format!("in macro `{name}`, called here"),
                count => format!("in macro `{name}`, called here, {count} calls further out"),
            };
            finding = finding.related(called_at, message);
        } else {
            passed_over += 1;
        }
        id = within;
    }
    finding
}
