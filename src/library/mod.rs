//! Bundled games: their rules files, embedded in the program, and what a rules file cannot hold about each.
//!
//! The rules are plain ZRF in `rules/`, open to anyone who wants to read or change a copy. A game's entry adds the
//! symbols of its pieces, the form of its FEN and the names under which records know it. `docs/games/NAME.md` tells a
//! game's rules in full; what a file asks of the engine beyond the language stands in `docs/rules-extensions.md`.

mod fen;
mod index;

pub use fen::{CastlingRight, FenForm, Rights, StandardFen};

/// A game whose rules the program brings along.
#[derive(Clone, Copy, Debug)]
pub struct BundledGame {
    /// The identifier, as given to `--game`: `courier-eurasian`.
    pub name: &'static str,
    /// The title inside the rules file, and the tag `Variant` of exports: `Courier Eurasian Chess`.
    pub title: &'static str,
    /// Other names of the game in records (PGN tag `Variant`, Game Courier), in no particular order.
    pub synonyms: &'static [&'static str],
    /// The file's name: `courier-eurasian.zrf`.
    pub file: &'static str,
    /// The text of that file.
    pub rules: &'static str,
    /// The game in one paragraph.
    pub summary: &'static str,
    /// Piece type and its symbol for move text and FEN, in upper case; one line for each type of the rules.
    pub symbols: &'static [(&'static str, &'static str)],
    /// The text of the game's Game Courier profile.
    pub profile: &'static str,
    /// How the fields of a FEN after the side to move are written.
    pub fen: FenForm,
}

impl BundledGame {
    /// The name of the game's profile as a file: `courier-eurasian.profile.yaml`.
    #[must_use]
    pub fn profile_file(&self) -> String {
        format!("{}.profile.yaml", self.name)
    }

    /// The symbol of a piece type, or `None` for a type that is not of this game.
    #[must_use]
    pub fn symbol(&self, piece: &str) -> Option<&'static str> {
        self.symbols.iter().find(|(name, _)| *name == piece).map(|(_, symbol)| *symbol)
    }

    /// The piece type that a symbol stands for, or `None`. The symbol is looked for as written, so a caller turns that
    /// of the second side into upper case first.
    #[must_use]
    pub fn piece(&self, symbol: &str) -> Option<&'static str> {
        self.symbols.iter().find(|(_, known)| *known == symbol).map(|(name, _)| *name)
    }
}

/// All bundled games, in the order in which they are listed to people.
#[must_use]
pub fn all() -> &'static [BundledGame] {
    index::GAMES
}

/// The game of this identifier, title or synonym. Letter case, blanks and signs do not matter, so that a record's
/// `Fischer Random` and `fischerandom` are both found; no name is ever guessed from a part of it.
#[must_use]
pub fn find(name: &str) -> Option<&'static BundledGame> {
    let wanted = squeezed(name);
    let is = |known: &str| squeezed(known) == wanted;
    all().iter().find(|game| is(game.name) || is(game.title) || game.synonyms.iter().any(|synonym| is(synonym)))
}

/// The game that a record names: like [`find`], but a synonym counts only as it is written in the index. Some programs
/// write `normal` in lower case for any game without a variant, which names none.
#[must_use]
pub fn find_as_recorded(name: &str) -> Option<&'static BundledGame> {
    find(name).filter(|game| {
        let wanted = squeezed(name);
        let is = |known: &str| squeezed(known) == wanted;
        is(game.name) || is(game.title) || game.synonyms.contains(&name)
    })
}

/// A name without what people vary: letters and digits alone, in lower case.
fn squeezed(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::{all, find, squeezed};
    use std::collections::HashSet;

    #[test]
    fn finds_by_identifier_title_and_synonym() {
        for name in ["chess", "Chess", "STANDARD", "normal"] {
            assert_eq!(find(name).map(|game| game.name), Some("chess"), "{name}");
        }
        assert_eq!(find("Courier Eurasian Chess").map(|game| game.name), Some("courier-eurasian"));
        assert_eq!(find("courier_eurasian").map(|game| game.name), Some("courier-eurasian"));
        assert!(find("Courier").is_none());
        assert!(find("").is_none());
        // In a PGN this says that the start is not the usual one, and names no game.
        assert!(find("From Position").is_none());
    }

    #[test]
    fn every_name_leads_to_one_game() {
        let mut seen = HashSet::new();
        for game in all() {
            let mut own: Vec<String> =
                [game.name, game.title].into_iter().chain(game.synonyms.iter().copied()).map(squeezed).collect();
            own.sort_unstable();
            own.dedup();
            for name in own {
                assert!(!seen.contains(&name), "{name} names two games");
                seen.insert(name);
            }
        }
    }

    #[test]
    fn entries_agree_with_their_rules_files() {
        for game in all() {
            assert_eq!(game.file, format!("{}.zrf", game.name));
            assert!(game.rules.contains(&format!("(title \"{}\")", game.title)), "{}: title", game.name);
            let opened = game.rules.matches('(').count();
            assert_eq!(opened, game.rules.matches(')').count(), "{}: parentheses", game.name);
            let mut symbols = HashSet::new();
            for (piece, symbol) in game.symbols {
                assert!(game.rules.contains(piece), "{}: {piece}", game.name);
                assert!(symbols.insert(symbol), "{}: {symbol} stands for two types", game.name);
                assert_eq!(symbol.to_uppercase(), **symbol, "{}: {symbol}", game.name);
            }
        }
    }
}
