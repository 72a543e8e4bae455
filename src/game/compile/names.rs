//! The names of a game other than those of its board, and the numbers that saved games give to some of them.

use rustc_hash::FxHashSet;

use super::reporter::Reporter;
use crate::diagnostic::Code;
use crate::game::{AttributeId, MoveTypeId, NameTable, PieceTypeId, PlayerId};
use crate::limits::{MAX_ATTRIBUTES, MAX_MOVE_TYPES, MAX_PIECE_TYPES, MAX_PLAYERS};
use crate::zrf::ast::{BlockItem, Command, GameRules, Name, PieceDecl, TurnItem};

/// Name tables of a game.
#[derive(Default)]
pub(super) struct Names {
    pub(super) players: NameTable,
    pub(super) pieces: NameTable,
    pub(super) attributes: NameTable,
    /// See [`crate::game::Game::attribute_numbers`].
    pub(super) attribute_numbers: Vec<AttributeId>,
    pub(super) move_types: NameTable,
    /// See [`crate::game::Game::partial_numbers`].
    pub(super) partial_numbers: Vec<MoveTypeId>,
    /// Move types that a `(move-type T)` names.
    pub(super) markers: NameTable,
}

/// What a word of `add-partial` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PartialWord<'a> {
    /// A promotion to this type.
    Piece(PieceTypeId),
    /// The move type of the continuation, as it is spelt where it is defined.
    MoveType(&'a str),
}

impl Names {
    /// Collects all names. `None` if there are more than the bounds allow, or no players.
    pub(super) fn collect(rules: &GameRules, reporter: &mut Reporter<'_>) -> Option<Self> {
        let mut names = Self::default();
        for player in &rules.players {
            names.players.add(&player.text);
        }
        if names.players.is_empty() {
            reporter.report(Code::ItemMissing, rules.at, "the game has no `players`; it cannot be played");
            return None;
        }
        for piece in &rules.pieces {
            names.pieces.add(&piece.name.text);
            for item in piece.moves.iter().chain(&piece.drops) {
                if let BlockItem::MoveType(name) = item {
                    names.markers.add(&name.text);
                }
            }
        }
        let mentions: Vec<_> = rules.pieces.iter().map(mentions).collect();
        names.collect_attributes(rules, &mentions, reporter);
        names.collect_move_types(rules, &mentions, reporter);
        for (what, count, bound) in [
            ("players", names.players.len(), MAX_PLAYERS),
            ("piece types", names.pieces.len(), MAX_PIECE_TYPES),
            ("attributes", names.attributes.len(), MAX_ATTRIBUTES),
            ("move types", names.move_types.len(), MAX_MOVE_TYPES),
        ] {
            if count > bound {
                reporter.report(
                    Code::TooManyNames,
                    rules.at,
                    format!("the game has {count} {what}; the bound is {bound}"),
                );
                return None;
            }
        }
        Some(names)
    }

    /// Bits in order of definition; numbers from the last piece and clause to the first.
    fn collect_attributes(&mut self, rules: &GameRules, mentions: &[Vec<Mention<'_>>], reporter: &mut Reporter<'_>) {
        for (name, _) in rules.pieces.iter().flat_map(|piece| &piece.attributes) {
            self.attributes.add(&name.text);
        }
        let mut numbered: Vec<usize> = Vec::new();
        for (name, _) in rules.pieces.iter().rev().flat_map(|piece| piece.attributes.iter().rev()) {
            let bit = self.attributes.add(&name.text);
            if !numbered.contains(&bit) && numbered.len() <= MAX_ATTRIBUTES {
                numbered.push(bit);
            }
        }
        // An attribute may be set that no piece declares; it gets a bit, and a number behind the declared ones.
        let declared = self.attributes.len();
        for mention in mentions.iter().flatten() {
            if let Mention::Attribute(name) = *mention
                && reporter.find(&self.attributes, name).is_none_or(|bit| bit >= declared)
            {
                let message = format!("no piece has the attribute `{}`", name.text);
                reporter.unknown(Code::UnknownAttribute, name, message, self.attributes.iter().take(declared));
                self.attributes.add(&name.text);
            }
        }
        numbered.extend(declared..self.attributes.len());
        numbered.truncate(MAX_ATTRIBUTES);
        self.attribute_numbers = numbered.into_iter().map(AttributeId::from_index).collect();
    }

    /// The order of `spec/zsg.md` 5.2: turn order; priorities from last to first; pieces from last to first.
    fn collect_move_types(&mut self, rules: &GameRules, mentions: &[Vec<Mention<'_>>], reporter: &mut Reporter<'_>) {
        for item in &rules.turn_order {
            if let TurnItem::Turn(words) = item {
                for name in self.turn_types(words) {
                    self.use_move_type(name, reporter);
                }
            }
        }
        for name in rules.move_priorities.iter().rev() {
            self.use_move_type(name, reporter);
        }
        for mention in mentions.iter().rev().flatten() {
            match *mention {
                Mention::MoveType(name) => _ = self.move_types.add(&name.text),
                Mention::Partial(words) => {
                    for word in words {
                        if let PartialWord::MoveType(name) = self.partial_word(word) {
                            let name = name.to_owned();
                            self.move_types.add(&name);
                        }
                    }
                }
                Mention::Attribute(_) => {}
            }
        }
        let count = self.move_types.len().min(MAX_MOVE_TYPES);
        self.partial_numbers = (0..count).map(MoveTypeId::from_index).collect();
    }

    fn use_move_type(&mut self, name: &Name, reporter: &mut Reporter<'_>) {
        match reporter.find(&self.markers, name) {
            Some(index) => self.move_types.add(self.markers.name(index)),
            None => {
                let message = format!("no move block has the type `{}`", name.text);
                reporter.unknown(Code::UnknownMoveType, name, message, self.markers.iter());
                self.move_types.add(&name.text)
            }
        };
    }

    /// The id of a move type named anywhere; any letter case, without a finding.
    pub(super) fn move_type(&self, name: &str) -> Option<MoveTypeId> {
        let index = self.move_types.find(name);
        index.or_else(|| self.move_types.find_ignoring_case(name)).map(MoveTypeId::from_index)
    }

    /// The move types among the words of one item of the turn order (4.3).
    pub(super) fn turn_types<'w>(&self, words: &'w [Name]) -> &'w [Name] {
        let types = words.get(1..).unwrap_or_default();
        match types.first() {
            Some(first) if self.acted_for(first).is_some() => &types[1..],
            _ => types,
        }
    }

    /// Whether the second word of an item of the turn order is a player; a move type of exactly the name comes before
    /// a player in another letter case.
    pub(super) fn acted_for(&self, word: &Name) -> Option<PlayerId> {
        let exact = self.players.find(&word.text);
        let index = exact.or_else(|| match self.markers.find(&word.text) {
            Some(_) => None,
            None => self.players.find_ignoring_case(&word.text),
        })?;
        Some(PlayerId::from_index(index))
    }

    /// What a word of `add-partial` is: exact spelling first, pieces before move types (6.5).
    pub(super) fn partial_word<'a>(&'a self, word: &'a Name) -> PartialWord<'a> {
        let piece = |index| PartialWord::Piece(PieceTypeId::from_index(index));
        let marker = |index| PartialWord::MoveType(self.markers.name(index));
        (self.pieces.find(&word.text).map(piece))
            .or_else(|| self.markers.find(&word.text).map(marker))
            .or_else(|| self.pieces.find_ignoring_case(&word.text).map(piece))
            .or_else(|| self.markers.find_ignoring_case(&word.text).map(marker))
            .unwrap_or(PartialWord::MoveType(&word.text))
    }
}

/// Warns of the types of move blocks that neither the priorities nor the turn order nor a continuation names: often a
/// misspelling, because such blocks come after all others.
pub(super) fn check_ranked(rules: &GameRules, names: &Names, reporter: &mut Reporter<'_>) {
    if rules.move_priorities.is_empty() {
        return;
    }
    let mut used: FxHashSet<String> = FxHashSet::default();
    let mut note = |name: &str| used.insert(name.to_ascii_lowercase());
    for name in &rules.move_priorities {
        note(&name.text);
    }
    for item in &rules.turn_order {
        if let TurnItem::Turn(words) = item {
            for name in names.turn_types(words) {
                note(&name.text);
            }
        }
    }
    for piece in &rules.pieces {
        for_each_command(piece, |command| {
            if let Command::AddPartial { words, .. } = command {
                for word in words {
                    note(&word.text);
                }
            }
        });
    }
    for piece in &rules.pieces {
        for list in [&piece.moves, &piece.drops] {
            for pair in list.windows(2) {
                // A marker with no block behind it declares a type that generates nothing.
                if let [BlockItem::MoveType(name), BlockItem::Block(_)] = pair
                    && !used.contains(&name.text.to_ascii_lowercase())
                {
                    let message = format!(
                        "the move type `{}` is not listed in `move-priorities`: its moves come after all listed ones",
                        name.text
                    );
                    let listed = rules.move_priorities.iter().map(|name| &*name.text);
                    reporter.unknown(Code::MoveTypeUnranked, name, message, listed);
                }
            }
        }
    }
}

/// A name in the code of a piece that a table is made of.
#[derive(Clone, Copy)]
enum Mention<'a> {
    MoveType(&'a Name),
    /// The words of an `add-partial`.
    Partial(&'a [Name]),
    /// The attribute of a `set-attribute`.
    Attribute(&'a Name),
}

/// The names in the code of a piece, in one walk: the code of a large game is larger than the caches.
fn mentions(piece: &PieceDecl) -> Vec<Mention<'_>> {
    let mut found = Vec::new();
    for item in piece.moves.iter().chain(&piece.drops) {
        match item {
            BlockItem::MoveType(name) => found.push(Mention::MoveType(name)),
            BlockItem::Block(block) => walk(&block.commands, &mut |command| match command {
                Command::AddPartial { words, .. } => found.push(Mention::Partial(words)),
                Command::SetAttribute(name, _, _) => found.push(Mention::Attribute(name)),
                _ => {}
            }),
        }
    }
    found
}

/// Visits all commands of a piece, moves before drops, in order of mention.
fn for_each_command<'a>(piece: &'a PieceDecl, mut visit: impl FnMut(&'a Command)) {
    for item in piece.moves.iter().chain(&piece.drops) {
        if let BlockItem::Block(block) = item {
            walk(&block.commands, &mut visit);
        }
    }
}

/// Visits commands and those nested in them, in order; keeps its own stack, because input decides how deep they nest.
fn walk<'a>(commands: &'a [Command], visit: &mut impl FnMut(&'a Command)) {
    let mut open = vec![commands.iter()];
    while let Some(list) = open.last_mut() {
        let Some(command) = list.next() else {
            open.pop();
            continue;
        };
        visit(command);
        match command {
            Command::If(_, then, otherwise) => {
                open.push(otherwise.iter());
                open.push(then.iter());
            }
            Command::While(_, body, _) => open.push(body.iter()),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::Code;
    use crate::game::compile::testing::{compiled, grid, name, names, origin, piece, rules};
    use crate::zrf::ast::{Block, BlockItem, Command, Condition, ConditionKind, GameRules, TurnItem};

    fn typed(text: &str) -> BlockItem {
        BlockItem::MoveType(name(text))
    }

    fn block(commands: Vec<Command>) -> BlockItem {
        BlockItem::Block(Block { at: origin(), only_at: None, commands })
    }

    fn two_pieces() -> GameRules {
        rules(vec![grid(&["a/b"], &[])], vec![piece("Man", Vec::new()), piece("King", Vec::new())])
    }

    fn partial(words: &str) -> Command {
        Command::AddPartial { words: names(words), copy: false, at: origin() }
    }

    #[test]
    fn attributes_are_numbered_from_the_last_clause_of_the_last_piece() {
        let mut game = two_pieces();
        let attributes = |text: &str| names(text).into_iter().map(|name| (name, true)).collect();
        game.pieces[0].attributes = attributes("a b");
        game.pieces[1].attributes = attributes("b c");
        let on = Condition { kind: ConditionKind::Constant(true), at: origin() };
        game.pieces[0].moves = vec![block(vec![Command::SetAttribute(name("free?"), on, None)])];
        let (game, codes) = compiled(&game);
        let numbered: Vec<_> = game.attribute_numbers.iter().map(|id| game.attributes.name(id.index())).collect();
        assert_eq!(numbered, ["c", "b", "a", "free?"]);
        assert_eq!(codes, [Code::UnknownAttribute]);
        assert_eq!((game.pieces[0].declared_attributes, game.pieces[1].start_attributes), (0b011, 0b110));
    }

    #[test]
    fn move_types_are_numbered_as_saved_games_do() {
        let mut game = two_pieces();
        game.turn_order = vec![TurnItem::Turn(names("White opening")), TurnItem::Turn(names("Black White jump"))];
        game.move_priorities = names("jump slide");
        game.pieces[0].moves = vec![typed("opening"), block(vec![partial("King second"), partial("third")])];
        game.pieces[1].moves = vec![typed("slide"), block(vec![]), typed("jump"), block(vec![])];
        let (game, _) = compiled(&game);
        let numbered: Vec<_> = game.partial_numbers.iter().map(|id| game.move_types.name(id.index())).collect();
        assert_eq!(numbered, ["opening", "jump", "slide", "second", "third"]);
        let rank = |name: &str| game.priority(game.move_types.find(name).map(crate::game::MoveTypeId::from_index));
        assert_eq!([rank("jump"), rank("slide"), rank("opening")], [0, 1, u16::MAX]);
        let white = crate::game::PlayerId(0);
        assert_eq!((game.turns.items[1].acts_as, game.turns.items[0].acts_as), (white, white));
    }

    #[test]
    fn a_misspelt_priority_shows_at_both_ends() {
        let mut game = two_pieces();
        game.move_priorities = names("leap step");
        game.pieces[0].moves = vec![typed("laep"), block(vec![]), typed("step"), block(vec![partial("chain")])];
        game.pieces[1].moves = vec![typed("chain"), block(vec![]), typed("none")];
        let (_, codes) = compiled(&game);
        // `chain` goes on with partial moves, and `none` has no blocks: neither needs a rank.
        assert_eq!(codes, [Code::UnknownMoveType, Code::MoveTypeUnranked]);
    }
}
