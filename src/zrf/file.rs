//! Reading a rules file with its includes, down to its games and variants.

use std::sync::Arc;

use super::expand::{Expander, Form, State};
use super::keyword::Keyword;
use super::loader::Loader;
use super::macros;
use super::parsed::{Parsed, first_line};
use super::variant::VariantHead;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, did_you_mean};
use crate::limits::MAX_INCLUDES;
use crate::source::{Place, SourceFile};
use crate::syntax::sexpr::{NodeKind, read};

/// A rules file with everything it includes: macros collected, games and variants found, nothing expanded yet.
#[derive(Debug)]
pub struct RulesFile {
    pub(super) parsed: Parsed,
    /// Expansion state after the macro calls of the top level.
    pub(super) ground: State,
    /// The games and variants, in file order, in step with `heads`.
    pub(super) forms: Vec<Form>,
    pub(super) heads: Vec<VariantHead>,
    /// All forms of the top level but definitions, for printing.
    pub(super) top: Vec<Form>,
}

impl RulesFile {
    /// Reads a rules file. Whatever is wrong with its text, its includes, its macros and its top level becomes a
    /// finding; what is inside of the games and variants is looked at by [`Self::rules`].
    #[must_use]
    pub fn read(file: Arc<SourceFile>, loader: &dyn Loader, findings: &mut Diagnostics) -> Self {
        let mut reader = Reader { parsed: Parsed::default(), loader, forms: Vec::new(), includes: 0 };
        reader.read(file, findings);
        let Reader { mut parsed, forms, .. } = reader;
        parsed.classify();
        collect_macros(&mut parsed, &forms, findings);
        super::near::accept(&mut parsed, findings);
        let mut expander = Expander::new(&parsed, State::default());
        let mut top = Vec::new();
        for (file, form) in forms {
            top.extend(expander.opened(file, form, findings));
        }
        let keyword = |expander: &Expander<'_>, form: &Form| form.head.and_then(|head| expander.word(head).keyword);
        for form in &top {
            check_top(&expander, form, keyword(&expander, form), findings);
        }
        top.retain(|form| keyword(&expander, form) != Some(Keyword::Define));
        let is_game = |form: &&Form| matches!(keyword(&expander, form), Some(Keyword::Game | Keyword::Variant));
        let candidates: Vec<Form> = top.iter().filter(is_game).copied().collect();
        let (mut kept, mut heads) = (Vec::new(), Vec::new());
        for form in candidates {
            let is_base = keyword(&expander, &form) == Some(Keyword::Game);
            let head = super::variant::head(&mut expander, &form, is_base);
            // A menu shows a game of this title as a line between others (`spec/zrf.md` 3).
            if head.title.trim() != "-" {
                kept.push(form);
                heads.push(head);
            }
        }
        let ground = expander.into_state();
        let file = Self { parsed, ground, forms: kept, heads, top };
        file.check_titles(findings);
        file
    }

    /// The rules file itself, as it was given to [`Self::read`].
    #[must_use]
    pub fn source(&self) -> &Arc<SourceFile> {
        &self.parsed.files[0]
    }

    /// The rules file and all files it includes, each once.
    #[must_use]
    pub fn sources(&self) -> &[Arc<SourceFile>] {
        &self.parsed.files
    }
}

impl RulesFile {
    pub(super) fn expander(&self) -> Expander<'_> {
        Expander::new(&self.parsed, self.ground.clone())
    }
}

/// Collects the definitions of the whole file before anything is expanded: the table of macros is global (2.4).
fn collect_macros(parsed: &mut Parsed, forms: &[(u16, u32)], findings: &mut Diagnostics) {
    let head_is = |parsed: &Parsed, file: u16, form: u32, keywords: &[Keyword]| {
        let tree = &parsed.trees[file as usize];
        let head = tree.children(form).next().map(|head| tree.node(head).kind);
        matches!(head, Some(NodeKind::Atom(symbol))
            if parsed.word(symbol).keyword.is_some_and(|keyword| keywords.contains(&keyword)))
    };
    for &(file, form) in forms {
        if head_is(parsed, file, form, &[Keyword::Define]) {
            macros::define(parsed, file, form, findings);
        } else if head_is(parsed, file, form, &[Keyword::Game, Keyword::Variant]) {
            let parts: Vec<u32> = parsed.trees[file as usize].children(form).collect();
            for part in parts {
                if head_is(parsed, file, part, &[Keyword::Define]) {
                    macros::define(parsed, file, part, findings);
                }
            }
        }
    }
}

fn check_top(expander: &Expander<'_>, form: &Form, keyword: Option<Keyword>, findings: &mut Diagnostics) {
    use Keyword::{Define, Game, Include, Translate, Variant, Version};
    if matches!(keyword, Some(Define | Game | Include | Translate | Variant | Version)) || expander.is_broken(form) {
        return;
    }
    let (file, span, call) = expander.origin_of(form);
    let place = expander.place(file, span);
    let finding = match form.head {
        // What is not known may be a macro of the file that is missing.
        Some(_) if expander.parsed().is_incomplete => return,
        Some(head) => {
            let head = expander.text(head);
            let known = ["define", "game", "variant", "include", "version", "translate"];
            let parsed = expander.parsed();
            let macros = parsed.macros.iter().map(|known| &**parsed.symbols.text(known.name));
            let message = format!("`({head} ...)` is no form of the top level; it is passed over");
            let finding = Diagnostic::new(Code::UnknownForm, message);
            match did_you_mean(head, known.into_iter().chain(macros)) {
                Some(near) => finding.help(format!("did you mean `{near}`?")),
                None => finding,
            }
        }
        None => Diagnostic::new(Code::UnknownForm, "this stands outside of any form; it is passed over"),
    };
    findings.push(expander.with_calls(finding.at(first_line(place)), call));
}

/// A file that is being read.
struct Open {
    file: u16,
    forms: std::vec::IntoIter<u32>,
    /// The `include` it was read for.
    included_at: Option<Place>,
}

struct Reader<'l> {
    parsed: Parsed,
    loader: &'l dyn Loader,
    /// The forms of all files in the order in which they count.
    forms: Vec<(u16, u32)>,
    includes: usize,
}

impl Reader<'_> {
    fn read(&mut self, file: Arc<SourceFile>, findings: &mut Diagnostics) {
        let mut open = vec![self.open(file, None, findings)];
        while let Some(current) = open.last_mut() {
            let Some(form) = current.forms.next() else {
                open.pop();
                continue;
            };
            let file = current.file;
            match self.included_path(file, form) {
                None => self.forms.push((file, form)),
                Some(path) => {
                    let included = self.include(file, form, &path, &open, findings);
                    open.extend(included);
                }
            }
        }
    }

    fn open(&mut self, file: Arc<SourceFile>, included_at: Option<Place>, findings: &mut Diagnostics) -> Open {
        // A file that is included in two places is read once and counts in both.
        let known = self.parsed.files.iter().position(|known| known.name == file.name);
        let index = known.unwrap_or_else(|| {
            let tree = read(&file, &mut self.parsed.symbols, findings);
            self.parsed.files.push(file);
            self.parsed.trees.push(tree);
            self.parsed.trees.len() - 1
        });
        let forms: Vec<u32> = self.parsed.trees[index].roots().collect();
        Open { file: u16::try_from(index).unwrap_or(u16::MAX), forms: forms.into_iter(), included_at }
    }

    /// The path of `(include "path")`.
    fn included_path(&self, file: u16, form: u32) -> Option<String> {
        let tree = &self.parsed.trees[file as usize];
        let mut parts = tree.children(form);
        let NodeKind::Atom(head) = tree.node(parts.next()?).kind else { return None };
        if !self.parsed.symbols.text(head).eq_ignore_ascii_case("include") {
            return None;
        }
        match tree.node(parts.next()?).kind {
            NodeKind::Text(path) | NodeKind::Atom(path) => Some(self.parsed.symbols.text(path).to_string()),
            NodeKind::List { .. } => None,
        }
    }

    fn include(&mut self, file: u16, form: u32, path: &str, open: &[Open], findings: &mut Diagnostics) -> Option<Open> {
        let at = self.parsed.place(file, self.parsed.trees[file as usize].node(form).span);
        self.includes += 1;
        if self.includes > MAX_INCLUDES {
            if self.includes == MAX_INCLUDES + 1 {
                let message =
                    format!("more than {MAX_INCLUDES} files are included; `{path}` and all later ones are left out");
                findings.push(Diagnostic::new(Code::TooManyIncludes, message).at(at));
            }
            return None;
        }
        let from = Arc::clone(&self.parsed.files[file as usize]);
        let found = match self.loader.load(&from, path) {
            Ok(found) => found,
            Err(error) => {
                let message = error.to_string();
                let mut finding = Diagnostic::new(Code::IncludeMissing, message).at(at);
                finding = finding.help("what it defines is missing; put the file there or mend its name");
                findings.push(with_chain(finding, open));
                self.parsed.is_incomplete = true;
                return None;
            }
        };
        let name_of = |open: &Open| self.parsed.files[open.file as usize].name.clone();
        if let Some(first) = open.iter().position(|open| name_of(open) == found.name) {
            let chain: Vec<String> = open[first..].iter().map(name_of).chain([found.name.clone()]).collect();
            let message = format!("files include each other in a circle: {}", chain.join(" includes "));
            let finding = Diagnostic::new(Code::IncludeCycle, message).at(at).help("the last `include` is left out");
            findings.push(with_chain(finding, open));
            return None;
        }
        Some(self.open(found, Some(at), findings))
    }
}

/// Adds the `include` forms that led to a file.
fn with_chain(finding: Diagnostic, open: &[Open]) -> Diagnostic {
    open.iter().rev().filter_map(|open| open.included_at.clone()).take(8).fold(finding, |finding, place| {
        let message = format!("`{}` is included from `{}`", finding_file(&finding), place.file.name);
        finding.related(place, message)
    })
}

fn finding_file(finding: &Diagnostic) -> String {
    let last = finding.related.last().map(|related| &related.place).or(finding.place.as_ref());
    last.map(|place| place.file.name.clone()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::RulesFile;
    use crate::diagnostic::{Code, Diagnostic, Diagnostics};
    use crate::limits::MAX_INCLUDES;
    use crate::source::SourceFile;
    use crate::zrf::MemoryLoader;

    const GAME: &str = "(game (title \"t\"))";

    fn read(files: &[(&str, &str)]) -> (RulesFile, Vec<Diagnostic>) {
        let loader = files
            .iter()
            .fold(MemoryLoader::new(), |loader, (name, text)| loader.with(SourceFile::from_text(*name, *text)));
        let mut findings = Diagnostics::new();
        let file = RulesFile::read(SourceFile::from_text(files[0].0, files[0].1), &loader, &mut findings);
        (file, findings.into_vec())
    }

    #[test]
    fn included_forms_take_the_place_of_the_include() {
        let main = format!("(include \"Sub\\a.inc\") {GAME}");
        let (file, findings) =
            read(&[("m.zrf", &main), ("sub/A.inc", "(include \"b.inc\")"), ("sub/b.inc", "(define m x)")]);
        assert_eq!(findings, []);
        assert_eq!((file.sources().len(), file.parsed.macros.iter().count()), (3, 1));
    }

    #[test]
    fn a_missing_include_is_an_error_at_its_place() {
        let (file, findings) = read(&[("m.zrf", &format!("(version \"2.0\")\n(include \"no.inc\") {GAME}"))]);
        assert_eq!(findings.len(), 1);
        assert_eq!(findings[0].code, Code::IncludeMissing);
        assert_eq!(findings[0].place.as_ref().map(|place| place.start().line), Some(2));
        assert_eq!(file.variants().len(), 1);
    }

    #[test]
    fn a_circle_is_cut_and_named() {
        let main = format!("(include \"r.inc\") {GAME}");
        let (_, findings) = read(&[("m.zrf", &main), ("r.inc", "(include \"M.ZRF\")")]);
        assert_eq!(findings[0].code, Code::IncludeCycle);
        assert!(findings[0].message.ends_with("m.zrf includes r.inc includes m.zrf"), "{}", findings[0].message);
        assert_eq!(findings[0].related.len(), 1);
    }

    #[test]
    fn the_number_of_includes_is_bounded() {
        let main = |count: usize| "(include \"a.inc\")".repeat(count) + GAME;
        let inc = ("a.inc", "(define m x)");
        assert_eq!(read(&[("m.zrf", &main(MAX_INCLUDES)), inc]).1, []);
        assert_eq!(read(&[("m.zrf", &main(MAX_INCLUDES + 1)), inc]).1[0].code, Code::TooManyIncludes);
    }

    #[test]
    fn what_is_no_form_of_the_top_level_is_passed_over() {
        let (file, findings) =
            read(&[("m.zrf", &format!("stray (gmae (title \"x\")) (define) (wrap) {GAME} (define wrap {GAME})"))]);
        let codes: Vec<_> = findings.iter().map(|finding| finding.code).collect();
        use Code::{MacroMalformed, UnknownForm, VariantTitleTwice};
        assert_eq!(codes, [MacroMalformed, UnknownForm, UnknownForm, VariantTitleTwice]);
        assert_eq!(file.variants().len(), 2);
    }

    #[test]
    fn a_file_without_a_game_says_so() {
        assert_eq!(read(&[("m.zrf", "(define a b)")]).1[0].code, Code::NoGame);
    }
}
