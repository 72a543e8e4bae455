//! Items of a game (`spec/zrf.md` 4), and the whole of a variant.

use std::sync::Arc;

use super::Lowerer;
use super::board_words::BoardWords;
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::sexpr::NodeKind;
use crate::zrf::VariantHead;
use crate::zrf::ast::{GameRules, Name, OptionDecl, SetupEntry, TurnItem};
use crate::zrf::expand::{Expanded, Form};
use crate::zrf::keyword::Keyword;
use crate::zrf::merge::Items;

/// Options of the language, in lower case.
const OPTIONS: &[&str] = &[
    "allow flipping",
    "animate captures",
    "animate drops",
    "discard cascades",
    "highlight goals",
    "include off-pieces",
    "maximal captures",
    "pass partial",
    "pass turn",
    "prevent flipping",
    "progressive levels",
    "recycle captures",
    "recycle promotions",
    "selection screen",
    "show moves list",
    "silent ? moves",
    "smart moves",
];

/// Options of a web player that change the rules. So do those that end in `-extension` or `-invariant`.
const FOREIGN_OPTIONS: &[&str] = &["chess invariant", "deferred captures", "ko", "shared pieces", "sliding-puzzle"];

impl Lowerer<'_, '_> {
    /// All items of a variant; `None` when its expansion reached a bound.
    pub(in crate::zrf) fn rules(&mut self, head: &VariantHead, items: &Items) -> Option<GameRules> {
        let players = self.single_names(items, Keyword::Players);
        self.own_names = items.pieces.iter().map(|piece| Arc::clone(&piece.name)).collect();
        self.own_names.extend(players.iter().map(|player| Arc::clone(&player.text)));
        let turn_order = self.turn_order(items);
        let mut options = Vec::new();
        for form in &items.options {
            self.option(form, &mut options);
        }
        let move_priorities = self.single_names(items, Keyword::MovePriorities);
        let engine = self.engine(items);
        let board = items.single(Keyword::Board).map(|form| self.board(form)).unwrap_or_default();
        self.board = BoardWords::of(&board);
        let setup = self.setup(items);
        let pieces: Vec<_> = items.pieces.iter().map_while(|piece| self.piece(piece)).collect();
        let mut goals = Vec::new();
        for (keyword, form) in &items.goals {
            self.goal(*keyword, form, &mut goals);
        }
        self.report_missing_items(head, items);
        let rules = GameRules {
            title: head.title.clone(),
            at: head.origin,
            origins: self.expander.take_origins(),
            players,
            turn_order,
            options,
            move_priorities,
            setup,
            engine,
            board,
            pieces,
            goals,
        };
        (!self.expander.is_exhausted()).then_some(rules)
    }

    fn report_missing_items(&mut self, head: &VariantHead, items: &Items) {
        let lacks = |keyword| items.single(keyword).is_none();
        let needed = [Keyword::Players, Keyword::TurnOrder, Keyword::Board].into_iter().filter(|&item| lacks(item));
        let missing: Vec<&str> =
            needed.chain(items.pieces.is_empty().then_some(Keyword::Piece)).map(Keyword::text).collect();
        for item in missing {
            let message = format!("`{}` has no `{item}`", head.title);
            self.findings.push(Diagnostic::new(Code::ItemMissing, message).at(head.place.clone()));
        }
    }

    fn single_names(&mut self, items: &Items, keyword: Keyword) -> Vec<Name> {
        let mut names = Vec::new();
        if let Some(form) = items.single(keyword) {
            self.each_list(form, |this, tree, root| names.extend(this.names(tree, tree.children(root).skip(1))));
        }
        names
    }

    fn turn_order(&mut self, items: &Items) -> Vec<TurnItem> {
        let mut turns = Vec::new();
        if let Some(form) = items.single(Keyword::TurnOrder) {
            self.each_list(form, |this, tree, root| {
                for item in tree.children(root).skip(1) {
                    if this.keyword(tree, item) == Some(Keyword::Repeat) {
                        turns.push(TurnItem::Repeat(this.origin(tree, item)));
                        continue;
                    }
                    let names = match tree.node(item).kind {
                        NodeKind::List { .. } => this.names(tree, tree.children(item)),
                        _ => this.names(tree, std::iter::once(item)),
                    };
                    if names.is_empty() {
                        this.stray(tree, item, "a turn names a player; this one is passed over");
                    } else {
                        turns.push(TurnItem::Turn(names));
                    }
                }
            });
        }
        turns
    }

    fn option(&mut self, form: &Form, options: &mut Vec<OptionDecl>) {
        self.each_list(form, |this, tree, root| {
            let Some(keyword) = this.head_keyword(tree, root) else { return };
            let mut parts = tree.children(root).skip(1);
            let name = if keyword == Keyword::Option {
                parts.next().and_then(|name| this.text(tree, name)).map(|name| name.trim().to_lowercase())
            } else if keyword == Keyword::IncludeOffPieces {
                Some("include off-pieces".to_owned())
            } else {
                Some(keyword.text().replace('-', " "))
            };
            let Some(name) = name else {
                this.malformed(tree, root, "an option without a name is passed over");
                return;
            };
            let value = parts.next().and_then(|value| this.text(tree, value));
            let value = value.map_or_else(|| "true".to_owned(), |value| value.to_lowercase());
            this.check_option(tree, root, &name);
            let option = OptionDecl { name, value, at: this.origin(tree, root) };
            match options.iter_mut().find(|known| known.name == option.name) {
                Some(known) => *known = option,
                None => options.push(option),
            }
        });
    }

    fn check_option(&mut self, tree: &Expanded, option: u32, name: &str) {
        if OPTIONS.contains(&name) || name.starts_with("scoresheet:") {
            return;
        }
        let foreign = FOREIGN_OPTIONS.contains(&name) || name.ends_with("-extension") || name.ends_with("-invariant");
        let finding = if foreign {
            let message = format!("the option `{name}` asks another program for rules that are not in this file");
            Diagnostic::new(Code::OptionIncomplete, message).help("the rules read from this file are incomplete")
        } else {
            Diagnostic::new(
                Code::UnknownOption,
                format!("the option `{name}` is not part of the language; it is ignored"),
            )
        };
        // Once a file is enough: every variant has the option.
        if !self.findings.as_slice().iter().any(|known| known.code == finding.code && known.message == finding.message)
        {
            self.report(finding, tree, option);
        }
    }

    fn engine(&mut self, items: &Items) -> Option<Name> {
        let mut engine = None;
        self.each_list(items.single(Keyword::Engine)?, |this, tree, root| {
            let name = tree.children(root).nth(1).and_then(|name| this.name(tree, name));
            let at = this.origin(tree, root);
            let name = name.unwrap_or_else(|| Name { text: "".into(), at });
            let message = format!("the rules live in an outside engine, `{}`; this file does not hold them", name.text);
            let finding = Diagnostic::new(Code::NeedsEngine, message);
            this.report(finding.help("moves cannot be checked by this file"), tree, root);
            engine = Some(name);
        });
        engine
    }

    fn setup(&mut self, items: &Items) -> Vec<SetupEntry> {
        let mut setup = Vec::new();
        if let Some(form) = items.single(Keyword::BoardSetup) {
            self.each_list(form, |this, tree, root| {
                for part in tree.children(root).skip(1) {
                    let mut entries = tree.children(part);
                    let Some(player) = entries.next().and_then(|player| this.name(tree, player)) else {
                        this.stray(tree, part, "`(player (piece position ...) ...)` is expected here");
                        continue;
                    };
                    for entry in entries {
                        setup.extend(this.setup_entry(tree, entry, &player));
                    }
                }
            });
        }
        setup
    }

    fn setup_entry(&mut self, tree: &Expanded, entry: u32, player: &Name) -> Option<SetupEntry> {
        let mut parts = tree.children(entry);
        let piece = if self.is_list(tree, entry) { parts.next() } else { None };
        let Some(piece) = piece.and_then(|piece| self.name(tree, piece)) else {
            self.stray(tree, entry, "`(piece position ...)` is expected here");
            return None;
        };
        let mut setup = SetupEntry { player: player.clone(), piece, cells: Vec::new(), off: 0 };
        while let Some(part) = parts.next() {
            if self.keyword(tree, part) != Some(Keyword::Off) {
                setup.cells.extend(self.names(tree, std::iter::once(part)));
                continue;
            }
            let count = parts.next().and_then(|count| self.number(tree, count));
            match count.and_then(|count| u32::try_from(count).ok()) {
                Some(count) => setup.off = setup.off.saturating_add(count),
                None => self.malformed(tree, part, "`off` needs a number of pieces; it is passed over"),
            }
        }
        Some(setup)
    }
}
