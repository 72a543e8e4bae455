//! What can be said of a rules file without knowing the board: for authors, not for checking records.

use rustc_hash::FxHashSet;

use super::file::RulesFile;
use super::keyword::{Shape, first_parameter};
use super::macros::MacroId;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::syntax::sexpr::{NodeKind, Symbol};

impl RulesFile {
    /// Reports macros of the rules file itself that are never used (`R031`); those of included files are for all
    /// games that include them.
    pub fn lint(&self, findings: &mut Diagnostics) {
        let mut used = FxHashSet::default();
        let mut templates: Vec<Symbol> = Vec::new();
        for (file, tree) in self.parsed.trees.iter().enumerate() {
            for (index, node) in tree.nodes.iter().enumerate() {
                let NodeKind::Atom(symbol) = node.kind else { continue };
                if self.parsed.word(symbol).shape == Shape::Template {
                    templates.push(symbol);
                } else if !self.is_in_own_definition(file, index, symbol) {
                    used.extend(self.parsed.macros.find(symbol));
                }
            }
        }
        templates.sort_unstable();
        templates.dedup();
        for (number, known) in (0..).zip(self.parsed.macros.iter()) {
            let name = self.parsed.symbols.text(known.name);
            let made = || templates.iter().any(|&template| may_give(self.parsed.symbols.text(template), name));
            if known.file == 0 && !used.contains(&MacroId(number)) && !made() {
                let message = format!("macro `{name}` is never used");
                findings
                    .push(Diagnostic::new(Code::MacroUnused, message).at(self.parsed.place(known.file, known.span)));
            }
        }
    }

    /// Whether a word is the name of a macro in that macro's own definition: that is no use of it.
    fn is_in_own_definition(&self, file: usize, index: usize, symbol: Symbol) -> bool {
        let index = u32::try_from(index).unwrap_or(u32::MAX);
        self.parsed.macros.find(symbol).map(|id| self.parsed.macros.get(id)).is_some_and(|known| {
            known.file as usize == file && (known.name_node == index || known.body.contains(&index))
        })
    }
}

/// Whether a word with `$n` in it may turn into `name`: its first and last part fit.
fn may_give(template: &str, name: &str) -> bool {
    let Some((start, mut end, _)) = first_parameter(template) else { return false };
    let mut rest = &template[end..];
    while let Some((_, next, _)) = first_parameter(rest) {
        end += next;
        rest = &template[end..];
    }
    name.len() >= start + rest.len() && name.starts_with(&template[..start]) && name.ends_with(rest)
}

#[cfg(test)]
mod tests {
    use super::may_give;
    use crate::diagnostic::Diagnostics;
    use crate::source::SourceFile;
    use crate::zrf::{MemoryLoader, RulesFile};

    #[test]
    fn templates_may_name_macros() {
        assert!(may_give("push-$1", "push-n"));
        assert!(may_give("a$1b$2c", "axc"));
        assert!(!may_give("push-$1", "pull-n"));
    }

    #[test]
    fn unused_macros_are_named() {
        let text = "(define used a) (define lone (lone)) (define push-n b) (define last (push-$1 c) used)\n\
                    (game (title \"t\") (x (last n)))";
        let mut findings = Diagnostics::new();
        let file = RulesFile::read(SourceFile::from_text("t.zrf", text), &MemoryLoader::new(), &mut findings);
        file.lint(&mut findings);
        let messages: Vec<_> = findings.as_slice().iter().map(|finding| finding.message.as_str()).collect();
        assert_eq!(messages, ["macro `lone` is never used"]);
    }
}
