//! The board (`spec/zrf.md` 5).

use super::{Lowerer, Parts};
use crate::diagnostic::{Code, Diagnostic};
use crate::zrf::ast::{BoardItem, Dimension, DirectionDecl, Grid, Name, UnlinkEntry, ZoneDecl};
use crate::zrf::expand::{Expanded, Form};
use crate::zrf::keyword::Keyword;

impl Lowerer<'_, '_> {
    /// The items of a `board` form. Each is expanded on its own: boards are the longest forms of all.
    pub(super) fn board(&mut self, form: &Form) -> Vec<BoardItem> {
        let mut items = Vec::new();
        for part in self.parts(form) {
            if self.expander.is_broken(&part) {
                continue;
            }
            match self.head_keyword_of(&part) {
                Some(Keyword::Image) => {}
                Some(keyword) if is_board_item(keyword) => {
                    self.each_list(&part, |this, tree, root| items.extend(this.board_item(tree, root, keyword)));
                }
                None if part.head.is_some() && self.expander.parsed().is_incomplete => {}
                _ => {
                    let message = match part.head {
                        Some(head) => {
                            format!("`({} ...)` is no item of a board; it is passed over", self.expander.text(head))
                        }
                        None => "this is no item of a board; it is passed over".to_owned(),
                    };
                    self.report_form(Diagnostic::new(Code::UnknownForm, message), &part);
                }
            }
        }
        items
    }

    fn board_item(&mut self, tree: &Expanded, list: u32, keyword: Keyword) -> Option<BoardItem> {
        let parts: Parts = tree.children(list).skip(1).collect();
        Some(match keyword {
            Keyword::Grid => BoardItem::Grid(self.grid(tree, list)),
            Keyword::Positions => BoardItem::Positions(self.positions(tree, &parts)),
            Keyword::Dummy => BoardItem::Dummy(self.names(tree, parts.into_iter())),
            Keyword::KillPositions => BoardItem::Kill(self.names(tree, parts.into_iter())),
            Keyword::Links => {
                let (direction, rest) = self.named_operand(tree, list, &parts)?;
                BoardItem::Links { direction, pairs: self.pairs(tree, rest, "a link is a pair `(from to)`") }
            }
            Keyword::Symmetry => {
                let (player, rest) = self.named_operand(tree, list, &parts)?;
                let pairs = self.pairs(tree, rest, "an entry of `symmetry` is a pair of directions");
                BoardItem::Symmetry { player, pairs }
            }
            Keyword::Unlink => {
                let mut entries = Vec::new();
                for part in parts {
                    if self.is_list(tree, part) {
                        let pairs = self.pairs(tree, &[part], "an entry of `unlink` is a position or a pair");
                        entries.extend(pairs.into_iter().map(|(a, b)| UnlinkEntry::Pair(a, b)));
                    } else {
                        entries.extend(self.name(tree, part).map(UnlinkEntry::Cell));
                    }
                }
                BoardItem::Unlink(entries)
            }
            _ => BoardItem::Zone(self.zone(tree, list)?),
        })
    }

    /// `((a1 0 0 9 9) ...)`: the first word of each; the numbers are pixels.
    fn positions(&mut self, tree: &Expanded, parts: &[u32]) -> Vec<Name> {
        let mut names = Vec::new();
        for &part in parts {
            let word = if self.is_list(tree, part) { tree.children(part).next() } else { Some(part) };
            match word.and_then(|word| self.name(tree, word)) {
                Some(name) => names.push(name),
                None => self.stray(tree, part, "a position `(name x1 y1 x2 y2)` is expected here"),
            }
        }
        names
    }

    fn pairs(&mut self, tree: &Expanded, parts: &[u32], expected: &str) -> Vec<(Name, Name)> {
        let mut pairs = Vec::with_capacity(parts.len());
        for &part in parts {
            let words: Parts = tree.children(part).collect();
            let pair = match words.as_slice() {
                [a, b] => self.name(tree, *a).zip(self.name(tree, *b)),
                _ => None,
            };
            match pair {
                Some(pair) => pairs.push(pair),
                None if self.is_broken(tree, part) => {}
                None => self.malformed(tree, part, format!("{expected}; this one is passed over")),
            }
        }
        pairs
    }

    fn grid(&mut self, tree: &Expanded, list: u32) -> Grid {
        let mut grid = Grid { at: self.origin(tree, list), dimensions: Vec::new(), directions: Vec::new() };
        for part in tree.children(list).skip(1) {
            match self.head_keyword(tree, part) {
                Some(Keyword::StartRectangle) => {}
                Some(Keyword::Dimensions) => {
                    for entry in tree.children(part).skip(1) {
                        grid.dimensions.extend(self.dimension(tree, entry));
                    }
                }
                Some(Keyword::Directions) => {
                    for entry in tree.children(part).skip(1) {
                        grid.directions.extend(self.direction(tree, entry));
                    }
                }
                _ => self.stray(tree, part, "this is no part of a grid; it is passed over"),
            }
        }
        if grid.dimensions.is_empty() {
            self.malformed(tree, list, "this grid has no dimensions, so it adds no positions");
        }
        grid
    }

    /// `("a/b/c" (dx dy))`.
    fn dimension(&mut self, tree: &Expanded, entry: u32) -> Option<Dimension> {
        let mut parts = tree.children(entry);
        let names = parts.next().and_then(|names| self.text(tree, names));
        let Some(names) = names.map(|names| names.split('/').map(str::to_owned).collect()) else {
            self.stray(tree, entry, "a dimension `(\"a/b/c\" (dx dy))` is expected here");
            return None;
        };
        let mut pixels = parts.next().into_iter().flat_map(|pixels| tree.children(pixels));
        let mut pixel = || {
            let number = pixels.next().and_then(|number| self.number(tree, number));
            number.and_then(|number| i32::try_from(number).ok()).unwrap_or(0)
        };
        Some(Dimension { names, pixels: (pixel(), pixel()) })
    }

    /// `(name step step ...)`.
    fn direction(&mut self, tree: &Expanded, entry: u32) -> Option<DirectionDecl> {
        let mut parts = tree.children(entry);
        let Some(name) = parts.next().and_then(|name| self.name(tree, name)) else {
            self.stray(tree, entry, "a direction `(name step ...)` is expected here");
            return None;
        };
        let mut steps = Vec::new();
        for part in parts {
            match self.number(tree, part).and_then(|step| i32::try_from(step).ok()) {
                Some(step) => steps.push(step),
                None => {
                    self.malformed(tree, part, "a step of a direction is a whole number; this one counts as 0");
                    steps.push(0);
                }
            }
        }
        Some(DirectionDecl { name, steps })
    }

    fn zone(&mut self, tree: &Expanded, list: u32) -> Option<ZoneDecl> {
        let (mut name, mut players, mut cells) = (None, Vec::new(), Vec::new());
        for part in tree.children(list).skip(1) {
            let words = tree.children(part).skip(1);
            match self.head_keyword(tree, part) {
                Some(Keyword::Name) => name = words.into_iter().next().and_then(|word| self.name(tree, word)),
                Some(Keyword::Players) => players.extend(self.names(tree, words)),
                Some(Keyword::Positions) => cells.extend(self.names(tree, words)),
                _ => self.stray(tree, part, "this is no part of a zone; it is passed over"),
            }
        }
        if name.is_none() {
            self.malformed(tree, list, "a zone without a name is passed over");
        }
        Some(ZoneDecl { name: name?, players, cells })
    }
}

const fn is_board_item(keyword: Keyword) -> bool {
    matches!(
        keyword,
        Keyword::Grid
            | Keyword::Positions
            | Keyword::Dummy
            | Keyword::KillPositions
            | Keyword::Links
            | Keyword::Symmetry
            | Keyword::Unlink
            | Keyword::Zone
    )
}
