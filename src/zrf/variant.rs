//! The games and variants of a file: titles, the default, looking one up.

use super::ast::Origin;
use super::expand::{Expander, Form};
use super::file::RulesFile;
use super::keyword::Keyword;
use super::parsed::{file_and_line, first_line};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use crate::source::Place;
use crate::syntax::sexpr::NodeKind;

/// One playable entry of a rules file: its base game or a variant.
#[derive(Clone, Debug)]
pub struct VariantHead {
    /// The title as written; empty where none is given.
    pub title: String,
    /// Whether this is a `game` form.
    pub is_base: bool,
    /// Whether it is marked `(default)`.
    pub is_default: bool,
    /// Where the form stands; its range is the head line of the form.
    pub place: Place,
    /// Its origin.
    pub(super) origin: Origin,
}

/// What a title stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TitleMatch {
    /// The variant of exactly this title.
    Exact(usize),
    /// The variant whose title differs in letter case or white space only.
    Near(usize),
    /// No variant.
    None,
}

impl RulesFile {
    /// The games and variants in file order, without the separator lines of title `-`.
    #[must_use]
    pub fn variants(&self) -> &[VariantHead] {
        &self.heads
    }

    /// The variant that a file stands for when none is named: the one marked `(default)`, else the base game.
    #[must_use]
    pub fn default_variant(&self) -> Option<usize> {
        let position = |wanted: fn(&VariantHead) -> bool| self.heads.iter().position(wanted);
        position(|head| head.is_default).or_else(|| position(|head| head.is_base)).or_else(|| position(|_| true))
    }

    /// Looks up a title: exactly, else without regard to letter case and white space. The first of several.
    #[must_use]
    pub fn find_title(&self, title: &str) -> TitleMatch {
        let exact = self.heads.iter().position(|head| head.title == title);
        if let Some(index) = exact {
            return TitleMatch::Exact(index);
        }
        let wanted = folded(title);
        let near = self.heads.iter().position(|head| folded(&head.title) == wanted);
        near.map_or(TitleMatch::None, TitleMatch::Near)
    }

    pub(super) fn check_titles(&self, findings: &mut Diagnostics) {
        if !self.heads.iter().any(|head| head.is_base) {
            let message = match self.heads.len() {
                0 => "the file defines no game",
                _ => "the file defines variants and no game that they could change",
            };
            let place = crate::source::Place::new(self.source(), crate::source::Span::at(0));
            let mut finding = Diagnostic::new(Code::NoGame, message).at(place).help("a file to be included has none");
            if self.is_to_be_included() {
                finding = finding.severity(Severity::Note);
            }
            findings.push(finding);
        }
        let mut seen = rustc_hash::FxHashMap::default();
        for head in &self.heads {
            let Some(first) = seen.insert(head.title.as_str(), head) else { continue };
            let (at, earlier) = (head.place.clone(), first.place.clone());
            let message = format!(
                "the title `{}` is that of the form at {} too; only the first is found by it",
                head.title,
                file_and_line(&earlier, &at)
            );
            findings.push(Diagnostic::new(Code::VariantTitleTwice, message).at(at).related(earlier, "the first one"));
        }
    }

    /// Whether the file holds macros and nothing else, as files do that others include (`spec/zrf.md` 3).
    fn is_to_be_included(&self) -> bool {
        use Keyword::{Include, Translate, Version};
        let is_plain = |head| matches!(self.parsed.word(head).keyword, Some(Include | Translate | Version));
        self.parsed.macros.iter().next().is_some() && self.top.iter().all(|form| form.head.is_some_and(is_plain))
    }

    /// The base game of a variant: the nearest game above it, else the first of the file (`spec/zrf.md` 3.1).
    pub(super) fn base_of(&self, index: usize) -> Option<usize> {
        let above = self.heads[..index].iter().rposition(|head| head.is_base);
        above.or_else(|| self.heads.iter().position(|head| head.is_base))
    }
}

/// A title without white space and letter case.
fn folded(title: &str) -> String {
    title.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect()
}

/// Reads title and mark of one game or variant, expanding no more than that.
pub(super) fn head(expander: &mut Expander<'_>, form: &Form, is_base: bool) -> VariantHead {
    let mark = expander.mark();
    let mut title = None;
    let mut is_default = false;
    // What is wrong with the parts is said when the rules are asked for.
    let mut unheard = Diagnostics::new();
    for part in expander.parts(form, &mut unheard) {
        match part.head.and_then(|head| expander.word(head).keyword) {
            Some(Keyword::Default) => is_default = true,
            Some(Keyword::Title) if title.is_none() && expander.expand(&part, &mut unheard) => {
                let text = expander.out.nodes.iter().skip(2).find_map(|node| match node.kind {
                    NodeKind::Text(text) | NodeKind::Atom(text) => Some(text),
                    NodeKind::List { .. } => None,
                });
                title = text.map(|text| expander.text(text).to_string());
            }
            _ => {}
        }
    }
    let (file, span, call) = expander.origin_of(form);
    let place = first_line(expander.place(file, span));
    let origin = Origin { file, span, call };
    expander.cut_back(mark);
    VariantHead { title: title.unwrap_or_default(), is_base, is_default, place, origin }
}
