//! Expanded forms to typed rules, one file a subject.

mod board;
mod board_words;
mod command;
mod condition;
mod game;
mod goal;
mod operand;
mod piece;

use std::sync::Arc;

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::ast::{Name, Origin};
use super::expand::{Expanded, Expander, Form};
use super::keyword::{Keyword, Word};
use super::parsed::first_line;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::Place;
use crate::syntax::sexpr::{NodeKind, Symbol};
use board_words::BoardWords;

/// The parts of a list; nearly all lists are short, and there are very many.
type Parts = SmallVec<[u32; 8]>;

fn parts_of(tree: &Expanded, list: u32) -> Parts {
    let mut parts = Parts::new();
    // Faster than to collect: there is no room to be reckoned.
    for part in tree.children(list) {
        parts.push(part);
    }
    parts
}

/// What lowering one variant needs: the expander, the findings, and what was learnt of the board.
#[derive(Debug)]
pub(super) struct Lowerer<'p, 'f> {
    pub expander: Expander<'p>,
    findings: &'f mut Diagnostics,
    board: BoardWords,
    /// Names of players and pieces. They win over keywords in another letter case.
    own_names: FxHashSet<Arc<str>>,
    /// Whether the piece at hand has parts that were not understood.
    unreliable: bool,
    /// How deep commands and conditions are nested at the moment.
    depth: usize,
}

impl<'p, 'f> Lowerer<'p, 'f> {
    pub(super) fn new(expander: Expander<'p>, findings: &'f mut Diagnostics) -> Self {
        Self {
            expander,
            findings,
            board: BoardWords::default(),
            own_names: FxHashSet::default(),
            unreliable: false,
            depth: 0,
        }
    }

    pub(super) fn parts(&mut self, form: &Form) -> Vec<Form> {
        self.expander.parts(form, self.findings)
    }

    pub(super) fn head_keyword_of(&self, form: &Form) -> Option<Keyword> {
        self.expander.word(form.head?).keyword
    }

    /// The first line of a form.
    pub(super) fn form_place(&self, form: &Form) -> Place {
        let (file, span, _) = self.expander.origin_of(form);
        first_line(self.expander.place(file, span))
    }

    /// Reports something about a form that is not expanded.
    pub(super) fn report_form(&mut self, finding: Diagnostic, form: &Form) {
        let (_, _, call) = self.expander.origin_of(form);
        let finding = self.expander.with_calls(finding.at(self.form_place(form)), call);
        self.findings.push(finding);
    }

    pub(super) fn macro_names(&self) -> impl Iterator<Item = &'p str> + use<'p> {
        let parsed = self.expander.parsed();
        parsed.macros.iter().map(|known| &**parsed.symbols.text(known.name))
    }

    /// Expands one form, hands the result to `lower`, and forgets all that was made for it but the calls.
    fn with_expanded<T>(&mut self, form: &Form, lower: impl FnOnce(&mut Self, &Expanded) -> T) -> Option<T> {
        let mark = self.expander.mark();
        let result = self.expander.expand(form, self.findings).then(|| {
            let tree = std::mem::take(&mut self.expander.out);
            let result = lower(self, &tree);
            self.expander.out = tree;
            result
        });
        self.expander.end_call(mark);
        result
    }

    /// Like [`Self::with_expanded`], for each list that a form gives.
    fn each_list(&mut self, form: &Form, mut lower: impl FnMut(&mut Self, &Expanded, u32)) -> bool {
        self.with_expanded(form, |this, tree| {
            for root in tree.roots() {
                if matches!(tree.node(root).kind, NodeKind::List { .. }) && !this.is_broken(tree, root) {
                    lower(this, tree, root);
                }
            }
        })
        .is_some()
    }

    // Looking at nodes.

    fn symbol(&self, tree: &Expanded, index: u32) -> Option<Symbol> {
        match tree.node(index).kind {
            NodeKind::Atom(symbol) => Some(symbol),
            _ => None,
        }
    }

    fn word(&self, tree: &Expanded, index: u32) -> Option<Word> {
        let symbol = self.symbol(tree, index)?;
        let mut word = self.expander.word(symbol);
        let may_be_name = word.keyword.is_some() && !word.negated && !word.exact;
        if may_be_name && self.own_names.contains(self.expander.text(symbol)) {
            word.keyword = None;
        }
        Some(word)
    }

    fn keyword(&self, tree: &Expanded, index: u32) -> Option<Keyword> {
        self.word(tree, index).filter(|word| !word.negated)?.keyword
    }

    /// The keyword that a list starts with.
    fn head_keyword(&self, tree: &Expanded, list: u32) -> Option<Keyword> {
        self.keyword(tree, tree.children(list).next()?)
    }

    /// The text of a word or string.
    fn text(&self, tree: &Expanded, index: u32) -> Option<&Arc<str>> {
        match tree.node(index).kind {
            NodeKind::Atom(symbol) | NodeKind::Text(symbol) => Some(self.expander.text(symbol)),
            NodeKind::List { .. } => None,
        }
    }

    /// A word or string as a name.
    fn name(&self, tree: &Expanded, index: u32) -> Option<Name> {
        let text = Arc::clone(self.text(tree, index)?);
        Some(Name { text, at: self.origin(tree, index) })
    }

    /// The words among some nodes as names; anything else is reported.
    fn names(&mut self, tree: &Expanded, nodes: impl Iterator<Item = u32>) -> Vec<Name> {
        let mut names = Vec::new();
        for index in nodes {
            match self.name(tree, index) {
                Some(name) => names.push(name),
                None => self.stray(tree, index, "a name is expected here"),
            }
        }
        names
    }

    fn number(&self, tree: &Expanded, index: u32) -> Option<i64> {
        self.text(tree, index)?.parse().ok()
    }

    fn is_list(&self, tree: &Expanded, index: u32) -> bool {
        matches!(tree.node(index).kind, NodeKind::List { .. })
    }

    fn is_broken(&mut self, tree: &Expanded, index: u32) -> bool {
        let broken = tree.node(index).extra.broken;
        self.unreliable |= broken;
        broken
    }

    fn origin(&self, tree: &Expanded, index: u32) -> Origin {
        let node = tree.node(index);
        Origin { file: node.extra.file, span: node.span, call: node.extra.call }
    }

    // Findings.

    fn report(&mut self, finding: Diagnostic, tree: &Expanded, index: u32) {
        let node = tree.node(index);
        let place = first_line(self.expander.place(node.extra.file, node.span));
        let finding = self.expander.with_calls(finding.at(place), node.extra.call);
        self.findings.push(finding);
    }

    fn stray(&mut self, tree: &Expanded, index: u32, message: &str) {
        if !self.is_broken(tree, index) {
            self.report(Diagnostic::new(Code::UnknownForm, message), tree, index);
        }
    }

    fn malformed(&mut self, tree: &Expanded, index: u32, message: impl Into<String>) {
        self.report(Diagnostic::new(Code::Malformed, message), tree, index);
    }
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::{Code, Diagnostic, Diagnostics};
    use crate::source::SourceFile;
    use crate::zrf::ast::{Block, BlockItem, Command, ConditionKind, GameRules, Operand};
    use crate::zrf::{MemoryLoader, RulesFile};

    fn rules(text: &str) -> (GameRules, Vec<Diagnostic>) {
        let mut findings = Diagnostics::new();
        let file = RulesFile::read(SourceFile::from_text("t.zrf", text), &MemoryLoader::new(), &mut findings);
        let rules = file.rules(file.default_variant().expect("a game"), &mut findings).expect("rules");
        (rules, findings.into_vec())
    }

    /// A game around the code of one block.
    fn game(block: &str) -> String {
        format!(
            "(define step ($1 add)) (game (title \"t\") (players W B) (turn-order W B)
              (board (grid (dimensions (\"a/b\" (9 0)) (\"1/2\" (0 9))) (directions (n 0 1) (e 1 0)))
                     (zone (name home) (positions a1)))
              (piece (name Man) (moves {block}) (drops {block})))"
        )
    }

    fn commands(block: &str) -> (Vec<Command>, bool, Vec<Code>) {
        let (rules, findings) = rules(&game(block));
        let commands = rules.pieces[0].moves.iter().flat_map(|item| match item {
            BlockItem::Block(block) => block.commands.clone(),
            BlockItem::MoveType(_) => Vec::new(),
        });
        let codes = findings.into_iter().map(|finding| finding.code).collect();
        (commands.collect(), rules.pieces[0].unreliable, codes)
    }

    #[test]
    fn every_word_of_the_language_is_read_without_a_finding() {
        let text = r#"
(VERSION "2.0") (translate ("a" "b"))
(game (title "All") (description "d") (history "h") (strategy "s") (solution "x.zsg") (music "m") (opening-sound "")
  (move-sound "") (release-sound "") (capture-sound "") (drop-sound "") (click-sound "") (change-sound "")
  (draw-sound "") (loss-sound "") (win-sound "") (default)
  (players White Black ?Dice) (turn-order (White a) repeat (?Dice White) Black) (move-priorities a b)
  (option "pass turn" forced) (option "Smart Moves") (pass-partial true) (maximal-captures 2) (recycle-captures true)
  (recycle-promotions true) (include-off-pieces true) (allow-flipping false) (animate-captures false)
  (animate-drops false) (pass-turn true) (option "scoresheet:elimination" true)
  (board (image "i") (grid (start-rectangle 0 0 9 9) (dimensions ("a/b" (9 0)) ("2/1" (0 9))) (directions (n 0 -1)))
    (positions (x1 0 0 9 9)) (dummy d1) (links up (a1 x1)) (unlink d1 (a1 a2) (a1 n)) (kill-positions b2)
    (symmetry Black (n up)) (zone (name z) (players White) (positions a1) (positions a2)))
  (board-setup (White (Man a1 off 3 a2)))
  (piece (name Man) (image White "w") (help "h") (description "d") (notation "M") (open "o") (dummy) (attribute new? true)
    (moves (move-type a)
      (n up a1 mark back from to (mark n) (go from) (go to) (go mark) (go last-from) (go last-to) (opposite n) last-from
       (verify (and empty? friend? enemy? neutral? on-board? attacked? defended? adjacent-to-enemy? goal-position?
         marked? last-from? last-to? new? true (not false) (or not-empty? not-friend? not-enemy? not-neutral?
         not-on-board? not-attacked? not-defended? not-adjacent-to-enemy? not-goal-position? not-marked?
         not-last-from? not-last-to? (not-piece? Man) (not-position? a1) (not-in-zone? z) (not-flag? f)
         (not-position-flag? g n)) (piece? Man n) (position? a1) (in-zone? z n up) (attacked? a) (flag? f)
         (position-flag? g) ((enemy? last-to)) (new? n)))
       (If empty? cascade else (while not-empty? n)) capture (capture n) flip (flip n) change-owner
       (change-owner White n) (change-type Man) (change-type Man n) (create) (create White Man n) create
       (set-flag f true) (set-position-flag g (and empty? empty?) n) (set-attribute new? false)
       (n up) ((verify empty?)) add add-copy (add Man) (add-copy Man)
       add-partial (add-partial Man a) add-copy-partial (add-copy-partial Man)))
    (drops (move-type b) ((z a1) (verify empty?) add)))
  (win-condition (White Black) (absolute-config Man (opponent Man) (any-owner Man) (not Man) (a1 z)))
  (loss-condition (White) (or (checkmated Man) stalemated (captured Man) (and (repetition) (not (pieces-remaining 1)))))
  (draw-condition (White) (relative-config Man n Man)) (count-condition (total-piece-count 3 Man)))
"#;
        let (rules, findings) = rules(text);
        assert_eq!(findings, []);
        assert!(!rules.pieces[0].unreliable);
        assert_eq!((rules.turn_order.len(), rules.options.len(), rules.board.len(), rules.goals.len()), (4, 11, 8, 4));
        assert_eq!((rules.setup[0].cells.len(), rules.setup[0].off), (2, 3));
        let BlockItem::Block(drop) = &rules.pieces[0].drops[1] else { panic!("a block") };
        assert_eq!(drop.only_at.as_ref().map(Vec::len), Some(2));
    }

    #[test]
    fn an_unknown_command_is_an_error_with_its_place_and_a_near_name() {
        let (rules, findings) = rules(&game("(step n) (stepp n) (n (varify enemy?) add)"));
        let found: Vec<_> = findings.iter().map(|finding| (finding.code, finding.help.as_deref())).collect();
        let near = |name| (Code::UnknownWord, Some(name));
        // The same words in `moves` and in `drops`.
        let both = [near("did you mean `step`?"), near("did you mean `verify`?")];
        assert_eq!(found, [both, both].concat());
        assert_eq!(findings[0].place.as_ref().map(crate::source::Place::text), Some("stepp"));
        assert!(rules.pieces[0].unreliable);
        assert_eq!(rules.pieces[0].moves.len(), 2);
    }

    #[test]
    fn calls_that_a_missing_file_may_define_are_not_reported_one_by_one() {
        let text = "(include \"no.inc\") (wrap) ".to_owned() + &game("(leap n) (n (test e) add)");
        let (rules, findings) = rules(&text);
        assert_eq!(findings.iter().map(|finding| finding.code).collect::<Vec<_>>(), [Code::IncludeMissing]);
        assert!(rules.pieces[0].unreliable);
    }

    #[test]
    fn a_finding_inside_of_a_macro_names_the_calls() {
        let text = "(define in (varify x)) (define out (n (in) add)) ".to_owned() + &game("(out)");
        let (_, findings) = rules(&text);
        let calls: Vec<_> = findings[0].related.iter().map(|related| related.message.as_str()).collect();
        assert_eq!(calls, ["in macro `in`, called here", "in macro `out`, called here"]);
    }

    #[test]
    fn nested_plain_lists_are_run_in_place() {
        let (commands, unreliable, codes) = commands("(n (e n) ((verify empty?) add) (mark n add) (opposite n))");
        assert!(codes.is_empty() && !unreliable);
        assert!(matches!(
            commands.as_slice(),
            [
                Command::Step(_),
                Command::Step(_),
                Command::Step(_),
                Command::Verify(_),
                Command::Add { .. },
                Command::Mark(None, _),
                Command::Step(_),
                Command::Add { .. },
                Command::Opposite(_)
            ]
        ));
    }

    #[test]
    fn missing_operands_skip_the_command_or_make_the_condition_false() {
        let (commands, _, codes) = commands("(n (verify) (verify in-zone?) (change-type) (set-flag f) add)");
        assert_eq!(codes[..4], [Code::OperandMissing; 4]);
        let [Command::Step(_), Command::Verify(condition), Command::Add { .. }] = commands.as_slice() else {
            panic!("{commands:?}")
        };
        assert!(matches!(condition.kind, ConditionKind::Constant(false)));
    }

    #[test]
    fn several_conditions_of_verify_must_all_hold() {
        let (commands, _, codes) = commands("(n (verify empty? (not friend?)) add)");
        assert_eq!(codes, [Code::OperandSurplus; 2]);
        let Command::Verify(condition) = &commands[1] else { panic!("a verify") };
        assert!(matches!(&condition.kind, ConditionKind::And(all) if all.len() == 2));
    }

    #[test]
    fn places_may_be_chains_and_special_places() {
        let block = "(n (verify (empty? n e)) (capture last-to) (create GO n) (add TO) (verify (enemy? (opposite n))))";
        let named_like_keywords = game(block) + "(variant (default) (piece (name GO)) (piece (name TO)))";
        let (rules, findings) = rules(&named_like_keywords);
        assert_eq!(findings, []);
        let BlockItem::Block(Block { commands, .. }) = &rules.pieces[0].moves[0] else { panic!("a block") };
        let Command::Verify(condition) = &commands[1] else { panic!("a verify") };
        assert!(matches!(&condition.kind, ConditionKind::Test(_, Some(Operand::Chain(steps))) if steps.len() == 2));
        assert!(matches!(&commands[2], Command::Capture(Some(Operand::Special(..)))));
        assert!(matches!(&commands[3], Command::Create(words, _)
            if words.iter().all(|word| matches!(word, Operand::Word(_))) && words.len() == 2));
        assert!(matches!(&commands[4], Command::Add { types, .. } if &*types[0].text == "TO"));
        let Command::Verify(condition) = &commands[5] else { panic!("a verify") };
        assert!(matches!(&condition.kind, ConditionKind::Test(_, Some(Operand::Opposite(_)))));
    }

    #[test]
    fn code_is_nested_up_to_the_bound() {
        let nested = |depth: usize| format!("(n {}add{})", "(if empty? ".repeat(depth), ")".repeat(depth));
        assert!(commands(&nested(crate::limits::MAX_CODE_DEPTH)).2.is_empty());
        let (_, unreliable, codes) = commands(&nested(crate::limits::MAX_CODE_DEPTH + 1));
        assert_eq!((unreliable, codes[0]), (true, Code::NestingTooDeep));
    }

    #[test]
    fn options_of_other_programs_are_told_apart() {
        let text = "(game (title \"t\") (players W) (turn-order W) (board) (piece (name P)) (option \"x\" 1)
                      (option \"my-extension\" true))";
        let codes: Vec<_> = rules(text).1.into_iter().map(|finding| finding.code).collect();
        assert_eq!(codes, [Code::UnknownOption, Code::OptionIncomplete]);
    }
}
