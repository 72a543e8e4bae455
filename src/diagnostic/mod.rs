//! What can be wrong, as data. Only `report` turns findings into text.
//!
//! ```
//! use scoresheet::diagnostic::{Code, Diagnostic};
//! use scoresheet::source::{Place, SourceFile, Span};
//!
//! let file = SourceFile::from_text("game.zsg", "1. Pawn e2 -");
//! let finding = Diagnostic::new(Code::CannotReadEntry, "the move has no destination")
//!     .at(Place::new(&file, Span::new(11, 12)))
//!     .help("write it as `Pawn e2 - e4`");
//! assert_eq!(finding.code.id(), "S004");
//! ```

mod causes;
mod code;
mod explain;
mod fix;
mod severities;
mod sink;
mod suggest;
mod verdict;

pub use causes::SharedCause;
pub use code::{Code, Kind, Severity};
pub use explain::explain;
pub use fix::{Fix, apply as apply_fixes};
pub use severities::{Level, Severities, UnknownCode};
pub use sink::Diagnostics;
pub use suggest::did_you_mean;
pub(crate) use verdict::weight;
pub use verdict::{InputReport, Part, RecordReport, ResultReport, RulesUsed, Summary, VariantReport, Verdict, worse};

use crate::source::{Place, Span};

/// A further place of a finding, with what stands there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// Where.
    pub place: Place,
    /// What is to be seen there.
    pub message: String,
}

/// One finding: what, where, why, and the next step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The stable code.
    pub code: Code,
    /// The severity in force; starts as the code's own and may be changed by the user's settings.
    pub severity: Severity,
    /// What is wrong, in one sentence without a full stop at the end.
    pub message: String,
    /// Where it is wrong.
    pub place: Option<Place>,
    /// Further places: the definition, the macro call chain, the earlier one.
    pub related: Vec<Related>,
    /// The next step.
    pub help: Option<String>,
    /// The ply (recorded entry, from 1) it is about.
    pub ply: Option<u32>,
    /// The text of the entry as recorded.
    pub text: Option<String>,
    /// Legal moves near the entry, in the notation of the record.
    pub legal: Vec<String>,
    /// More lines for people: a comparison, a condition that failed.
    pub notes: Vec<String>,
    /// Changes of the file that mend it and leave every move as it is.
    pub fixes: Vec<Fix>,
    /// What it has in common with faults of other records: no cell, no ply.
    pub cause: Option<String>,
    /// The board that the finding is about, as text.
    pub board: Option<String>,
}

impl Diagnostic {
    /// A finding with its code's own severity.
    #[must_use]
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: code.severity(),
            message: message.into(),
            place: None,
            related: Vec::new(),
            help: None,
            ply: None,
            text: None,
            legal: Vec::new(),
            notes: Vec::new(),
            fixes: Vec::new(),
            cause: None,
            board: None,
        }
    }

    /// Says where.
    #[must_use]
    pub fn at(mut self, place: Place) -> Self {
        self.place = Some(place);
        self
    }

    /// Adds a further place.
    #[must_use]
    pub fn related(mut self, place: Place, message: impl Into<String>) -> Self {
        self.related.push(Related { place, message: message.into() });
        self
    }

    /// Says the next step.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds a line for people.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Names the ply, from 1.
    #[must_use]
    pub fn ply(mut self, ply: u32) -> Self {
        self.ply = Some(ply);
        self
    }

    /// Gives the entry as recorded.
    #[must_use]
    pub fn text(mut self, text: impl Into<String>) -> Self {
        self.text = Some(text.into());
        self
    }

    /// Gives nearby legal moves.
    #[must_use]
    pub fn legal(mut self, legal: Vec<String>) -> Self {
        self.legal = legal;
        self
    }

    /// Adds a change of the file that mends it.
    #[must_use]
    pub fn fix(mut self, span: Span, text: impl Into<String>) -> Self {
        self.fixes.push(Fix { span, text: text.into() });
        self
    }

    /// Says what it has in common with faults of other records.
    #[must_use]
    pub fn cause(mut self, cause: impl Into<String>) -> Self {
        self.cause = Some(cause.into());
        self
    }

    /// Changes the severity.
    #[must_use]
    pub fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }
}
