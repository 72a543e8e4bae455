//! Words and sentences that end a game, as claims of a result (`spec/game-courier.md` 6).

use super::{Builder, remark};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::record::{CourierEnd, Word};
use crate::source::Place;
use crate::syntax::courier::{self, Command, HalfMove, Part};

/// What a word or sentence says of the result.
struct Claim {
    /// `1-0`, `0-1`, `1/2-1/2` or a winner's name; `None` where it is not known who is meant.
    result: Option<String>,
    termination: Option<&'static str>,
}

impl Builder<'_> {
    /// How many sides take turns, as far as the text tells.
    fn side_count(&self) -> usize {
        self.courier.sides.len().max(2)
    }

    /// A result word of the side whose turn it is. `half` tells whether moves stood before it in the same text.
    pub(super) fn end_word(&mut self, half: &HalfMove, end: &Word) {
        let moved_too =
            half.parts.parts.iter().any(|part| !matches!(part, Part::Command { word, .. } if word.span == end.span));
        let entries = self.record.entries.len();
        let turn = entries - usize::from(moved_too && entries > 0) + usize::from(self.courier.second_starts);
        let mover = turn % self.side_count();
        let Some(command) = Command::find(&end.text) else { return };
        let (winner, termination) = match command {
            Command::Resign => (self.other(mover), Some("resignation")),
            Command::Lost => (self.other(mover), None),
            Command::Won => (Some(mover), None),
            Command::Checkmate => (Some(mover), Some("checkmate")),
            Command::Stalemate => (None, Some("stalemate")),
            _ => (None, Some("agreement")),
        };
        let is_draw = matches!(command, Command::Drawn | Command::Stalemate);
        if matches!(command, Command::Checkmate | Command::Stalemate) {
            let reading = if is_draw { "a draw" } else { "a win of the mover" };
            self.odd(remark(&format!("`{}` is read as {reading}", end.text), end.span));
        }
        let result = if is_draw { Some("1/2-1/2".to_owned()) } else { winner.and_then(|winner| self.win_of(winner)) };
        self.claim(end.clone(), Claim { result, termination });
    }

    /// The only opponent of a side.
    fn other(&self, side: usize) -> Option<usize> {
        (self.side_count() == 2).then_some(1 - side)
    }

    fn win_of(&self, side: usize) -> Option<String> {
        match self.courier.sides.get(side) {
            Some(name) if self.side_count() > 2 => Some(name.clone()),
            _ => Some(if side == 0 { "1-0" } else { "0-1" }.to_owned()),
        }
    }

    /// A sentence that tells how the game ended.
    pub(super) fn status(&mut self, sentence: &Word) {
        let body = sentence.text.trim_end_matches('.');
        let endings = [(" has resigned", Some("resignation")), (" has won on time", Some("time")), (" has won", None)];
        let ending =
            endings.into_iter().find_map(|(ending, reason)| Some((body.strip_suffix(ending)?, ending, reason)));
        let claim = match ending {
            Some((name, ending, termination)) => {
                let side = self.side_of(name);
                let winner = if ending == " has resigned" { side.and_then(|side| self.other(side)) } else { side };
                if side.is_none() {
                    let message = format!("it is not known which side `{name}` is");
                    self.odd(remark(&message, sentence.span));
                }
                Claim { result: winner.and_then(|winner| self.win_of(winner)), termination }
            }
            None if courier::speaks_of_draw(&sentence.text) => {
                Claim { result: Some("1/2-1/2".into()), termination: Some("agreement") }
            }
            None => return,
        };
        self.claim(sentence.clone(), claim);
    }

    /// The side of a player's or side's name. Without a head the sides are those most games have.
    fn side_of(&self, name: &str) -> Option<usize> {
        let sides = &self.log.head.sides;
        if sides.is_empty() {
            return ["White", "Black"].iter().position(|side| *side == name);
        }
        let by_player = sides.iter().position(|side| side.player.as_ref().is_some_and(|player| player.text == name));
        by_player.or_else(|| sides.iter().position(|side| side.side.text == name))
    }

    fn claim(&mut self, said: Word, claim: Claim) {
        let after = self.record.entries.len();
        if self.courier.end.is_none() {
            self.courier.end = Some(CourierEnd { after, word: said.clone() });
        }
        if let (Some(termination), false) =
            (claim.termination, self.record.tags.iter().any(|(name, _)| name == "Termination"))
        {
            self.record.tags.push(("Termination".into(), termination.into()));
        }
        let Some(result) = claim.result else { return };
        match &self.record.claimed {
            None => self.record.claimed = Some(Word { text: result.into(), span: said.span }),
            Some(earlier) if earlier.text != result => {
                let message = format!("`{}` claims {result}, against {} claimed before", said.text, earlier.text);
                let finding = Diagnostic::new(Code::ResultContradicts, message).severity(Severity::Warning);
                let finding = finding.at(Place::new(self.file, said.span));
                self.findings.push(finding.related(Place::new(self.file, earlier.span), "the earlier claim"));
            }
            Some(_) => {}
        }
    }
}
