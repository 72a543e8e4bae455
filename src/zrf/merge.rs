//! The items of a variant: those of the base game with the variant's changes (`spec/zrf.md` 3.1).

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::ast::GameRules;
use super::expand::Form;
use super::file::RulesFile;
use super::keyword::Keyword;
use super::lower::Lowerer;
use super::parsed::file_and_line;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, did_you_mean};
use crate::syntax::sexpr::NodeKind;

impl RulesFile {
    /// The rules of one of [`Self::variants`], macros expanded and variant and base game merged. What is wrong in
    /// them becomes findings; a part that cannot be read is left out. `None` when there is no such variant, or when
    /// its expansion reached a bound (`L003`).
    #[must_use]
    pub fn rules(&self, index: usize, findings: &mut Diagnostics) -> Option<GameRules> {
        let form = self.forms.get(index)?;
        let base = if self.heads[index].is_base { None } else { self.base_of(index) };
        let mut lowerer = Lowerer::new(self.expander(), findings);
        let mut items = match base {
            None => Items::default(),
            Some(base) => Items::of(&mut lowerer, &self.forms[base]),
        };
        let own = Items::of(&mut lowerer, form);
        items.change(own);
        lowerer.rules(&self.heads[index], &items)
    }
}

/// A piece form with its name.
#[derive(Clone, Debug)]
pub(super) struct PieceForm {
    pub name: Arc<str>,
    pub form: Form,
}

/// The items of a game that bear on the rules, not yet expanded.
#[derive(Debug, Default)]
pub(super) struct Items {
    /// Items that stand once: the last of each kind.
    singles: Vec<(Keyword, Form)>,
    /// Options, in order.
    pub options: Vec<Form>,
    /// Pieces, in order.
    pub pieces: Vec<PieceForm>,
    piece_index: FxHashMap<Arc<str>, usize>,
    /// Goals, in order.
    pub goals: Vec<(Keyword, Form)>,
}

/// What an item of a game is to its rules.
enum ItemKind {
    /// It is shown or heard, or was taken up already.
    Ignored,
    Single,
    Option,
    Piece,
    Goal,
}

fn kind_of(keyword: Keyword) -> Option<ItemKind> {
    use Keyword::{
        AllowFlipping, AnimateCaptures, AnimateDrops, Board, BoardSetup, CaptureSound, ChangeSound, ClickSound,
        CountCondition, Default, Define, Description, DrawCondition, DrawSound, DropSound, Engine, History,
        IncludeOffPieces, LossCondition, LossSound, MaximalCaptures, MovePriorities, MoveSound, Music, OpeningSound,
        Option, PassPartial, PassTurn, Piece, Players, RecycleCaptures, RecyclePromotions, ReleaseSound, Solution,
        Strategy, Title, Translate, TurnOrder, Version, WinCondition, WinSound,
    };
    Some(match keyword {
        Title | Description | History | Strategy | Solution | Music | OpeningSound | MoveSound | ReleaseSound
        | CaptureSound | DropSound | ClickSound | ChangeSound | DrawSound | LossSound | WinSound | Default | Define
        | Translate | Version => ItemKind::Ignored,
        Players | TurnOrder | MovePriorities | BoardSetup | Engine | Board => ItemKind::Single,
        Option | PassTurn | PassPartial | MaximalCaptures | RecycleCaptures | RecyclePromotions | IncludeOffPieces
        | AllowFlipping | AnimateCaptures | AnimateDrops => ItemKind::Option,
        Piece => ItemKind::Piece,
        WinCondition | LossCondition | DrawCondition | CountCondition => ItemKind::Goal,
        _ => return None,
    })
}

impl Items {
    /// The items of one form, as they stand there.
    fn of(lowerer: &mut Lowerer<'_, '_>, form: &Form) -> Self {
        let mut items = Self::default();
        for part in lowerer.parts(form) {
            let keyword = lowerer.head_keyword_of(&part);
            match (keyword, keyword.and_then(kind_of)) {
                (Some(keyword), Some(kind)) => items.take(lowerer, keyword, &kind, part),
                _ => unknown_item(lowerer, &part),
            }
        }
        items
    }

    fn take(&mut self, lowerer: &mut Lowerer<'_, '_>, keyword: Keyword, kind: &ItemKind, form: Form) {
        match kind {
            ItemKind::Ignored => {}
            ItemKind::Option => self.options.push(form),
            ItemKind::Goal => self.goals.push((keyword, form)),
            ItemKind::Single => match self.singles.iter_mut().find(|(known, _)| *known == keyword) {
                None => self.singles.push((keyword, form)),
                Some((_, single)) => {
                    let old = std::mem::replace(single, form);
                    let text = keyword.text();
                    twice(lowerer, Code::ItemTwice, &format!("`{text}`"), &old, &form);
                }
            },
            ItemKind::Piece => match piece_name(lowerer, &form) {
                None => {
                    let finding = Diagnostic::new(Code::Malformed, "a piece without a name is passed over");
                    lowerer.report_form(finding, &form);
                }
                Some(name) => {
                    if let Some(old) = self.put_piece(PieceForm { name: Arc::clone(&name), form }) {
                        twice(lowerer, Code::PieceTwice, &format!("piece `{name}`"), &old, &form);
                    }
                }
            },
        }
    }

    /// Adds a piece, or puts it in the place of the one of the same name, which is given back.
    fn put_piece(&mut self, piece: PieceForm) -> Option<Form> {
        if let Some(&index) = self.piece_index.get(&piece.name) {
            return Some(std::mem::replace(&mut self.pieces[index], piece).form);
        }
        self.piece_index.insert(Arc::clone(&piece.name), self.pieces.len());
        self.pieces.push(piece);
        None
    }

    /// Applies the items of a variant to those of its base game.
    fn change(&mut self, variant: Self) {
        for (keyword, form) in variant.singles {
            match self.singles.iter_mut().find(|(known, _)| *known == keyword) {
                Some((_, single)) => *single = form,
                None => self.singles.push((keyword, form)),
            }
        }
        self.options.extend(variant.options);
        for piece in variant.pieces {
            self.put_piece(piece);
        }
        if !variant.goals.is_empty() {
            self.goals = variant.goals;
        }
    }

    /// The item of this kind.
    pub(super) fn single(&self, keyword: Keyword) -> Option<&Form> {
        self.singles.iter().find(|(known, _)| *known == keyword).map(|(_, form)| form)
    }
}

fn piece_name(lowerer: &mut Lowerer<'_, '_>, form: &Form) -> Option<Arc<str>> {
    let mark = lowerer.expander.mark();
    let mut unheard = Diagnostics::new();
    let parts = lowerer.expander.parts(form, &mut unheard);
    let name = parts.iter().find(|part| lowerer.head_keyword_of(part) == Some(Keyword::Name)).copied();
    let name = name.filter(|name| lowerer.expander.expand(name, &mut unheard)).and_then(|_| {
        let node = lowerer.expander.out.nodes.get(2)?;
        match node.kind {
            NodeKind::Atom(name) | NodeKind::Text(name) => Some(Arc::clone(lowerer.expander.text(name))),
            NodeKind::List { .. } => None,
        }
    });
    lowerer.expander.cut_back(mark);
    name
}

fn twice(lowerer: &mut Lowerer<'_, '_>, code: Code, what: &str, first: &Form, second: &Form) {
    let (earlier, later) = (lowerer.form_place(first), lowerer.form_place(second));
    let message = format!(
        "{what} is defined at {} and again at {}; the last one is in force",
        file_and_line(&earlier, &later),
        file_and_line(&later, &earlier)
    );
    let finding = Diagnostic::new(code, message).related(earlier, "the first definition, which is not used");
    lowerer.report_form(finding.help("remove one of them"), second);
}

fn unknown_item(lowerer: &mut Lowerer<'_, '_>, part: &Form) {
    let may_be_missing = part.head.is_some() && lowerer.expander.parsed().is_incomplete;
    if lowerer.expander.is_broken(part) || may_be_missing {
        return;
    }
    let finding = match part.head {
        None => Diagnostic::new(Code::UnknownForm, "this is no item of a game; it is passed over"),
        Some(head) => {
            let text = lowerer.expander.text(head);
            let message = format!("`({text} ...)` is no item of a game; it is passed over");
            let items = Keyword::ALL.iter().filter(|word| kind_of(**word).is_some()).map(|word| word.text());
            let near = did_you_mean(text, items.chain(lowerer.macro_names()));
            let finding = Diagnostic::new(Code::UnknownForm, message);
            match near {
                Some(near) => finding.help(format!("did you mean `{near}`?")),
                None => finding,
            }
        }
    };
    lowerer.report_form(finding, part);
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::{Code, Diagnostics};
    use crate::source::SourceFile;
    use crate::zrf::{MemoryLoader, RulesFile, TitleMatch};

    const FILE: &str = r#"
(variant (title "Early") (piece (name C) (dummy)) (piece (name A) (dummy)))
(variant (title "-"))
(game (title "Base") (players W B) (turn-order W B) (option "pass turn" true) (option "smart moves" false)
  (board (positions (a1 0 0 1 1)) (zone (name z))) (board-setup (W (A a1)))
  (piece (name A)) (piece (name B))
  (win-condition (W) stalemated) (draw-condition (W) repetition))
(variant (title "Late One") (default) (option "pass turn" forced) (board (positions (b1 0 0 1 1)))
  (loss-condition (W) stalemated))
"#;

    fn read(text: &str) -> (RulesFile, Diagnostics) {
        let mut findings = Diagnostics::new();
        let file = RulesFile::read(SourceFile::from_text("t.zrf", text), &MemoryLoader::new(), &mut findings);
        (file, findings)
    }

    #[test]
    fn titles_marks_and_separators() {
        let (file, findings) = read(FILE);
        assert!(findings.as_slice().is_empty());
        let titles: Vec<_> = file.variants().iter().map(|head| head.title.as_str()).collect();
        assert_eq!(titles, ["Early", "Base", "Late One"]);
        assert_eq!(file.default_variant(), Some(2));
        assert_eq!(file.find_title("Base"), TitleMatch::Exact(1));
        assert_eq!(file.find_title("late  one"), TitleMatch::Near(2));
        assert_eq!(file.find_title("Other"), TitleMatch::None);
    }

    #[test]
    fn a_variant_changes_the_game_below_it_too() {
        let (file, mut findings) = read(FILE);
        let rules = file.rules(0, &mut findings).expect("rules");
        let pieces: Vec<_> = rules.pieces.iter().map(|piece| (&*piece.name.text, piece.dummy)).collect();
        assert_eq!(pieces, [("A", true), ("B", false), ("C", true)]);
        assert_eq!((rules.goals.len(), rules.board.len(), rules.title.as_str()), (2, 2, "Early"));
    }

    #[test]
    fn goals_and_board_are_replaced_whole_and_options_by_name() {
        let (file, mut findings) = read(FILE);
        let rules = file.rules(2, &mut findings).expect("rules");
        assert_eq!((rules.goals.len(), rules.board.len(), rules.setup.len()), (1, 1, 1));
        let options: Vec<_> =
            rules.options.iter().map(|option| (option.name.as_str(), option.value.as_str())).collect();
        assert_eq!(options, [("pass turn", "forced"), ("smart moves", "false")]);
        assert!(findings.as_slice().is_empty());
    }

    #[test]
    fn what_stands_twice_or_not_at_all_is_named() {
        let (file, mut findings) =
            read("(game (title \"t\") (players W) (players B) (piece (name P)) (piece (name P)) (bord))");
        let rules = file.rules(0, &mut findings).expect("rules");
        assert_eq!((&*rules.players[0].text, rules.pieces.len()), ("B", 1));
        let codes: Vec<_> = findings.into_vec().into_iter().map(|finding| finding.code).collect();
        use Code::{ItemMissing, ItemTwice, PieceTwice, UnknownForm};
        assert_eq!(codes, [ItemTwice, PieceTwice, UnknownForm, ItemMissing, ItemMissing]);
    }
}
