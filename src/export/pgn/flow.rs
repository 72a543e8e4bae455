//! Setting the move text in lines of at most 79 characters.

use super::movetext::Item;

/// Longest line, in characters.
const WIDTH: usize = 79;

/// The move text with the result mark at its end; every line ends in a line feed.
pub(super) fn lines(items: &[Item], many_sides: bool, mark: &str) -> String {
    let mut flow = Flow::default();
    // Whether the number of the round is to be said again.
    let mut interrupted = true;
    let mut last_round = None;
    for item in items {
        match item {
            Item::Move { round, opens_round, token } => {
                // A round whose first player is out begins with the turn of another one.
                interrupted |= last_round.replace(*round) != Some(*round);
                match (*opens_round, interrupted, many_sides) {
                    (true, ..) => flow.word(&format!("{round}.")),
                    (false, true, false) => flow.word(&format!("{round}...")),
                    (false, true, true) => {
                        flow.word(&format!("{round}."));
                        flow.word("..");
                    }
                    (false, false, true) => flow.word(".."),
                    (false, false, false) => {}
                }
                flow.word(token);
                interrupted = false;
            }
            Item::Glyph(glyph) => flow.word(glyph),
            Item::Comment(text) => {
                flow.comment(text);
                interrupted = true;
            }
        }
    }
    flow.word(mark);
    flow.text.push('\n');
    flow.text
}

#[derive(Default)]
struct Flow {
    text: String,
    column: usize,
}

impl Flow {
    /// Adds a word behind a blank or on a new line. It is never broken.
    fn word(&mut self, word: &str) {
        let length = word.chars().count();
        if self.column > 0 {
            let fits = self.column + 1 + length <= WIDTH;
            self.text.push(if fits { ' ' } else { '\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.text.push_str(word);
        self.column += length;
    }

    fn comment(&mut self, text: &str) {
        let escaped = escape(text);
        let mut words: Vec<String> = Vec::new();
        for word in escaped.split_whitespace() {
            // Readers take a line that begins so for a tag or an escape: such words stay behind the one before.
            match words.last_mut().filter(|_| word.starts_with(['[', '%'])) {
                Some(last) => {
                    last.push(' ');
                    last.push_str(word);
                }
                None => words.push(word.to_owned()),
            }
        }
        match words.as_mut_slice() {
            [] => self.word("{}"),
            [first, ..] => {
                first.insert(0, '{');
                if let Some(last) = words.last_mut() {
                    last.push('}');
                }
                words.iter().for_each(|word| self.word(word));
            }
        }
    }
}

/// A comment's text as it may stand between braces: `}` as `&#125;`, and the `&` of a text that holds such an escape
/// as `&#38;`.
fn escape(text: &str) -> String {
    text.replace("&#38;", "&#38;#38;").replace("&#125;", "&#38;#125;").replace('}', "&#125;")
}

#[cfg(test)]
mod tests {
    use super::lines;
    use crate::export::pgn::movetext::Item;

    fn moves(tokens: &[(usize, bool, &str)]) -> Vec<Item> {
        let item = |&(round, opens_round, token): &(usize, bool, &str)| Item::Move {
            round,
            opens_round,
            token: token.to_owned(),
        };
        tokens.iter().map(item).collect()
    }

    #[test]
    fn numbers_come_again_after_a_comment() {
        let mut items = moves(&[(1, true, "e4"), (1, false, "e5"), (2, true, "Nf3")]);
        items.insert(1, Item::Comment("a } and &#125;".to_owned()));
        assert_eq!(lines(&items, false, "*"), "1. e4 {a &#125; and &#38;#125;} 1... e5 2. Nf3 *\n");
    }

    #[test]
    fn many_sides_are_parted_by_dots() {
        let items = moves(&[(12, true, "e2-e4"), (12, false, "b7-c6"), (12, false, "g13-g12"), (13, true, "a1-a2")]);
        assert_eq!(lines(&items, true, "*"), "12. e2-e4 .. b7-c6 .. g13-g12 13. a1-a2 *\n");
        let items = moves(&[(3, false, "b7-c6"), (4, true, "a1-a2")]);
        assert_eq!(lines(&items, true, "*"), "3. .. b7-c6 4. a1-a2 *\n");
    }

    #[test]
    fn a_round_that_its_first_player_misses_has_a_number() {
        let items = moves(&[(3, true, "a1-a2"), (3, false, "b7-c6"), (4, false, "c6-d5"), (4, false, "e2-e4")]);
        assert_eq!(lines(&items, true, "*"), "3. a1-a2 .. b7-c6 4. .. c6-d5 .. e2-e4 *\n");
    }

    #[test]
    fn no_line_is_longer_than_79() {
        let tokens: Vec<(usize, bool, &str)> = (1..60).map(|round| (round, true, "Nf3")).collect();
        let mut items = moves(&tokens);
        items.push(Item::Comment("word [x \"y\"] ".repeat(30)));
        let text = lines(&items, false, "1/2-1/2");
        assert!(text.lines().all(|line| line.chars().count() <= 79));
        assert!(!text.lines().any(|line| line.starts_with('[')));
    }
}
