//! Short symbols of piece types.

use std::collections::BTreeMap;

use crate::game::{Game, PieceTypeId};

/// The symbols of the orthodox pieces, which rules that name a piece so get without asking.
const ORTHODOX: [(&str, &str); 6] =
    [("King", "K"), ("Queen", "Q"), ("Rook", "R"), ("Bishop", "B"), ("Knight", "N"), ("Pawn", "P")];

/// The symbol of each piece type of a game.
#[derive(Clone, Debug)]
pub struct Symbols {
    symbols: Vec<String>,
    names: Vec<String>,
    /// The symbols as they stand in move text.
    in_moves: Vec<String>,
    /// Whether the type is written without a letter when it moves.
    pawns: Vec<bool>,
    /// For each type the first one of its symbol.
    firsts: Vec<usize>,
    /// Whether another type has the same symbol.
    shared: Vec<bool>,
}

impl Symbols {
    /// The symbols of a game: those given (piece name to symbol: a bundled game's own, or the labels of a profile),
    /// else the orthodox letters for orthodox names, else the letters of the piece's `notation`, else the shortest
    /// prefix of its name that no other name begins with (`spec/export.md` 1). No two are equal in any letter case,
    /// unless given so.
    #[must_use]
    pub fn new(game: &Game, given: &BTreeMap<String, String>) -> Self {
        let names: Vec<String> = game.piece_names.iter().map(str::to_owned).collect();
        let mut symbols: Vec<Option<String>> =
            names.iter().map(|name| given.get(name).filter(|symbol| !symbol.is_empty()).map(|s| capital(s))).collect();
        let mut choose = |candidate: &dyn Fn(usize) -> Option<String>| {
            let proposals: Vec<Option<String>> =
                (0..names.len()).map(|piece| symbols[piece].is_none().then(|| candidate(piece)).flatten()).collect();
            for (piece, proposal) in proposals.iter().enumerate() {
                let Some(symbol) = proposal else { continue };
                let clashes = |other: &Option<String>| other.as_deref().is_some_and(|other| same(other, symbol));
                let proposed_twice = proposals.iter().enumerate().any(|(other, p)| other != piece && clashes(p));
                if !proposed_twice && !symbols.iter().any(clashes) {
                    symbols[piece] = Some(symbol.clone());
                }
            }
        };
        choose(&|piece| {
            ORTHODOX.iter().find(|(name, _)| *name == names[piece]).map(|(_, symbol)| (*symbol).to_owned())
        });
        choose(&|piece| {
            let notation = game.pieces[piece].notation.as_deref()?;
            let letters: String = notation.chars().take_while(|c| c.is_alphabetic()).collect();
            (!letters.is_empty()).then(|| capital(&letters))
        });
        choose_prefixes(&names, &mut symbols);
        let symbols = symbols.into_iter().zip(&names).map(|(symbol, name)| symbol.unwrap_or_else(|| name.clone()));
        let symbols: Vec<String> = symbols.collect();
        let in_move = |(symbol, name): (&String, &String)| {
            if symbol.chars().all(char::is_alphabetic) { symbol.clone() } else { in_quotes(name) }
        };
        let in_moves = symbols.iter().zip(&names).map(in_move).collect();
        let pawns = names.iter().map(|name| name == "Pawn").collect();
        let first = |symbol: &String| symbols.iter().position(|known| known == symbol).unwrap_or_default();
        let firsts: Vec<usize> = symbols.iter().map(first).collect();
        let is_shared = |first: &usize| firsts.iter().filter(|other| *other == first).count() > 1;
        let shared = firsts.iter().map(is_shared).collect();
        Self { symbols, names, in_moves, pawns, firsts, shared }
    }

    /// The symbol of a type, its first letter in upper case.
    #[must_use]
    pub fn symbol(&self, piece: PieceTypeId) -> &str {
        self.symbols.get(piece.index()).map_or("?", String::as_str)
    }

    /// The full name of a type.
    #[must_use]
    pub fn name(&self, piece: PieceTypeId) -> &str {
        self.names.get(piece.index()).map_or("?", String::as_str)
    }

    /// Whether the type is written without a letter when it moves.
    #[must_use]
    pub fn is_pawn(&self, piece: PieceTypeId) -> bool {
        self.pawns.get(piece.index()).copied().unwrap_or(false)
    }

    /// Whether two types have the same symbol.
    #[must_use]
    pub fn are_alike(&self, one: PieceTypeId, other: PieceTypeId) -> bool {
        one == other || self.firsts.get(one.index()) == self.firsts.get(other.index())
    }

    /// Whether another type has the same symbol.
    #[must_use]
    pub fn is_shared(&self, piece: PieceTypeId) -> bool {
        self.shared.get(piece.index()).copied().unwrap_or(true)
    }

    /// The types of exactly this symbol: one, unless a game gives several types the same.
    pub fn with_symbol<'s>(&'s self, symbol: &'s str) -> impl Iterator<Item = PieceTypeId> + 's {
        let all = self.symbols.iter().enumerate();
        all.filter(move |(_, known)| *known == symbol).map(|(index, _)| PieceTypeId::from_index(index))
    }

    /// The first type of this symbol in any letter case.
    #[must_use]
    pub fn find_ignoring_case(&self, symbol: &str) -> Option<PieceTypeId> {
        self.symbols.iter().position(|known| same(known, symbol)).map(PieceTypeId::from_index)
    }

    /// The type that stands in quotes: its full name, else its symbol.
    #[must_use]
    pub fn quoted(&self, text: &str) -> Option<PieceTypeId> {
        let index = |list: &[String]| list.iter().position(|known| known == text).map(PieceTypeId::from_index);
        index(&self.names).or_else(|| index(&self.symbols))
    }

    /// The symbol as it stands in move text: quoted as the full name where it holds other signs than letters.
    #[must_use]
    pub fn in_move(&self, piece: PieceTypeId) -> &str {
        self.in_moves.get(piece.index()).map_or("?", String::as_str)
    }

    /// The full name in quotes.
    #[must_use]
    pub fn in_quotes(&self, piece: PieceTypeId) -> String {
        in_quotes(self.name(piece))
    }
}

fn in_quotes(name: &str) -> String {
    format!("\"{name}\"")
}

/// Gives each type without a symbol the shortest prefix of its name that stands for it alone.
fn choose_prefixes(names: &[String], symbols: &mut [Option<String>]) {
    let lower: Vec<String> = names.iter().map(|name| name.to_lowercase()).collect();
    for (piece, name) in names.iter().enumerate() {
        if symbols[piece].is_some() {
            continue;
        }
        let is_taken = |symbol: &str| symbols.iter().flatten().any(|known| same(known, symbol));
        let is_shared = |prefix: &str| {
            let prefix = prefix.to_lowercase();
            lower.iter().enumerate().any(|(other, known)| other != piece && known.starts_with(&prefix))
        };
        // Signs before the first letter belong to it: `+R` for `+Rook`.
        let lead = name.find(has_case).unwrap_or(0);
        let mut prefixes =
            name.char_indices().filter(|(at, _)| *at >= lead).map(|(at, c)| capital(&name[..at + c.len_utf8()]));
        let symbol = prefixes.find(|prefix| !is_taken(prefix) && !is_shared(prefix)).unwrap_or_else(|| {
            // A name that begins another one stands whole; one that is taken is marked until it is free.
            let mut symbol = capital(name);
            while is_taken(&symbol) {
                symbol.push('\'');
            }
            symbol
        });
        symbols[piece] = Some(symbol);
    }
}

/// The text with its first letter in upper case.
fn capital(text: &str) -> String {
    let lead = text.find(has_case).unwrap_or(0);
    let (signs, rest) = text.split_at(lead);
    let mut chars = rest.chars();
    chars
        .next()
        .map_or_else(|| text.to_owned(), |first| signs.chars().chain(first.to_uppercase()).chain(chars).collect())
}

/// Whether a character tells upper case from lower case.
pub(super) fn has_case(c: char) -> bool {
    c.is_uppercase() || c.is_lowercase()
}

fn same(a: &str, b: &str) -> bool {
    a == b || a.to_lowercase() == b.to_lowercase()
}
