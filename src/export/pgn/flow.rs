//! Setting the move text in lines of at most 79 characters.

use crate::export::push_number;

/// Longest line, in characters.
const WIDTH: usize = 79;

/// The move text as it is set; every line ends in a line feed.
#[derive(Debug)]
pub(super) struct Flow {
    text: String,
    column: usize,
    many_sides: bool,
    /// Whether the number of the round is to be said again.
    interrupted: bool,
    last_round: Option<usize>,
    turns: usize,
    /// The number being written.
    number: String,
}

impl Flow {
    /// A text without moves, with room for so many common ones.
    pub(super) fn new(many_sides: bool, moves: usize) -> Self {
        const COMMON: usize = 8;
        let (text, number) = (String::with_capacity(COMMON * moves), String::new());
        Self { text, column: 0, many_sides, interrupted: true, last_round: None, turns: 0, number }
    }

    /// How many turns were written.
    pub(super) const fn turns(&self) -> usize {
        self.turns
    }

    /// Writes a turn, with its number where that is to be said.
    pub(super) fn turn(&mut self, round: usize, opens_round: bool, token: &str) {
        // A round whose first player is out begins with the turn of another one.
        self.interrupted |= self.last_round.replace(round) != Some(round);
        match (opens_round, self.interrupted, self.many_sides) {
            (true, ..) => self.number(round, "."),
            (false, true, false) => self.number(round, "..."),
            (false, true, true) => {
                self.number(round, ".");
                self.word("..");
            }
            (false, false, true) => self.word(".."),
            (false, false, false) => {}
        }
        self.word(token);
        self.turns += 1;
        self.interrupted = false;
    }

    fn number(&mut self, round: usize, dots: &str) {
        let mut number = std::mem::take(&mut self.number);
        number.clear();
        push_number(&mut number, round);
        number.push_str(dots);
        self.word(&number);
        self.number = number;
    }

    /// The text with the result mark at its end.
    pub(super) fn end(mut self, mark: &str) -> String {
        self.word(mark);
        self.text.push('\n');
        self.text
    }

    /// Adds a word behind a blank or on a new line. It is never broken.
    pub(super) fn word(&mut self, word: &str) {
        let length = word.chars().count();
        if self.column > 0 {
            let fits = self.column + 1 + length <= WIDTH;
            self.text.push(if fits { ' ' } else { '\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.text.push_str(word);
        self.column += length;
    }

    /// Writes a comment, given without its braces.
    pub(super) fn comment(&mut self, text: &str) {
        self.interrupted = true;
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
    use super::Flow;

    fn flow(many_sides: bool, tokens: &[(usize, bool, &str)]) -> Flow {
        let mut flow = Flow::new(many_sides, 0);
        tokens.iter().for_each(|&(round, opens_round, token)| flow.turn(round, opens_round, token));
        flow
    }

    #[test]
    fn numbers_come_again_after_a_comment() {
        let mut flow = flow(false, &[(1, true, "e4")]);
        flow.comment("a } and &#125;");
        flow.turn(1, false, "e5");
        flow.turn(2, true, "Nf3");
        assert_eq!(flow.end("*"), "1. e4 {a &#125; and &#38;#125;} 1... e5 2. Nf3 *\n");
    }

    #[test]
    fn many_sides_are_parted_by_dots() {
        let tokens = [(12, true, "e2-e4"), (12, false, "b7-c6"), (12, false, "g13-g12"), (13, true, "a1-a2")];
        assert_eq!(flow(true, &tokens).end("*"), "12. e2-e4 .. b7-c6 .. g13-g12 13. a1-a2 *\n");
        let tokens = [(3, false, "b7-c6"), (4, true, "a1-a2")];
        assert_eq!(flow(true, &tokens).end("*"), "3. .. b7-c6 4. a1-a2 *\n");
    }

    #[test]
    fn a_round_that_its_first_player_misses_has_a_number() {
        let tokens = [(3, true, "a1-a2"), (3, false, "b7-c6"), (4, false, "c6-d5"), (4, false, "e2-e4")];
        assert_eq!(flow(true, &tokens).end("*"), "3. a1-a2 .. b7-c6 4. .. c6-d5 .. e2-e4 *\n");
    }

    #[test]
    fn no_line_is_longer_than_79() {
        let tokens: Vec<(usize, bool, &str)> = (1..60).map(|round| (round, true, "Nf3")).collect();
        let mut flow = flow(false, &tokens);
        flow.comment(&"word [x \"y\"] ".repeat(30));
        let text = flow.end("1/2-1/2");
        assert!(text.lines().all(|line| line.chars().count() <= 79));
        assert!(!text.lines().any(|line| line.starts_with('[')));
    }
}
