//! What the parts of a half-move do to the board, once it is known which texts are coordinates
//! (`spec/game-courier.md` 3.2, 3.3).

use crate::diagnostic::{Code, did_you_mean};
use crate::profile::Profile;
use crate::syntax::courier::{Command, MoveText, Part, Word, looks_like_coordinate};

/// One change of the board. `dest` and `origin` are replaced by the spaces they stand for; the place in the text stays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// What stands on `from` goes to `to`; what stood there is gone.
    Move {
        /// The label written in front, which is only a check.
        label: Option<Word>,
        /// The origin.
        from: Word,
        /// The destination.
        to: Word,
    },
    /// A piece is put on a space, in place of what stands there.
    Add {
        /// Its label.
        label: Word,
        /// The space.
        at: Word,
    },
    /// A space is emptied.
    Remove {
        /// The space.
        at: Word,
    },
    /// A piece from the mover's hand is put on a space.
    Drop {
        /// Its label.
        label: Word,
        /// The space.
        at: Word,
    },
    /// The piece on a space changes sides.
    Flip {
        /// The space.
        at: Word,
    },
    /// All spaces are emptied.
    RemoveAll {
        /// The word that says so.
        word: Word,
    },
}

/// Why a part does nothing that can be understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepFault {
    /// A name that does not exist, or a text that cannot be read.
    pub code: Code,
    /// The word to blame.
    pub word: Word,
    /// What is the matter.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
}

/// Which texts are coordinates and labels: those of a profile, or by their looks.
#[derive(Clone, Copy, Debug)]
pub struct Names<'p> {
    profile: Option<&'p Profile>,
}

impl<'p> Names<'p> {
    /// The names of a profile; without one, a text of letters and a number in either order counts as a coordinate and
    /// everything else as a label.
    #[must_use]
    pub const fn new(profile: Option<&'p Profile>) -> Self {
        Self { profile }
    }

    /// Whether a text names a space.
    #[must_use]
    pub fn is_space(self, text: &str) -> bool {
        match self.profile {
            Some(profile) => profile.has_space(text),
            None => looks_like_coordinate(text),
        }
    }

    fn is_label(self, text: &str) -> bool {
        self.profile.is_none_or(|profile| profile.label(text).is_some())
    }

    fn unknown_space(self, word: &Word) -> StepFault {
        let near = self.profile.and_then(|profile| {
            let stripped = word.text.trim_end_matches(['+', '#', '!', '?']);
            if profile.has_space(stripped) {
                return Some(stripped);
            }
            did_you_mean(&word.text, profile.coordinates.iter().map(|one| one.name.as_str()))
        });
        let mut help = self.profile.map(|profile| format!("the spaces are named {}", profile.coordinates.naming()));
        if let (Some(help), Some(near)) = (&mut help, near) {
            help.push_str(&format!("; did you mean `{near}`?"));
        }
        let message = format!("`{}` is no space of this board", word.text);
        StepFault { code: Code::NameUnknown, word: word.clone(), message, help }
    }

    fn unknown_label(self, word: &Word) -> StepFault {
        let mut message = format!("no piece has the label `{}`", word.text);
        if looks_like_coordinate(&word.text) {
            message.push_str(", which looks like a coordinate that this board does not have");
        }
        let help = self.profile.map(|profile| {
            let lists = profile.sides.iter().enumerate().map(|(side, name)| {
                let mut labels = profile.labels.of_side(side);
                labels.truncate(24);
                format!("{name} has {}", labels.join(", "))
            });
            lists.collect::<Vec<_>>().join("; ")
        });
        StepFault { code: Code::NameUnknown, word: word.clone(), message, help }
    }
}

/// The changes that a half-move writes, in order.
///
/// # Errors
///
/// The first part that names what does not exist or lacks an operand.
pub fn steps(text: &MoveText, names: Names<'_>) -> Result<Vec<Step>, StepFault> {
    let mut reader = Reader { names, last: None, steps: Vec::new() };
    for part in &text.parts {
        match part {
            Part::Hyphen { label, left, right } => reader.hyphen(label.as_ref(), left, right.as_ref())?,
            Part::Drop { label, at } => {
                if !names.is_label(&label.text) {
                    return Err(names.unknown_label(label));
                }
                let at = reader.place(at)?;
                reader.steps.push(Step::Drop { label: label.clone(), at });
            }
            Part::Command { word, operands } => reader.command(word, operands)?,
        }
    }
    Ok(reader.steps)
}

struct Reader<'p> {
    names: Names<'p>,
    /// Origin and destination of the last displacement.
    last: Option<(Word, Word)>,
    steps: Vec<Step>,
}

impl Reader<'_> {
    /// A coordinate, or a word that stands for one.
    fn place(&self, word: &Word) -> Result<Word, StepFault> {
        if self.names.is_space(&word.text) {
            return Ok(word.clone());
        }
        let stands_for = match (word.text.as_str(), &self.last) {
            ("dest", Some((_, to))) => &to.text,
            ("origin", Some((from, _))) => &from.text,
            ("dest" | "origin", None) => {
                return Err(StepFault {
                    code: Code::CannotReadEntry,
                    word: word.clone(),
                    message: format!("`{}` has no move before it in this half-move", word.text),
                    help: Some("write the coordinate".into()),
                });
            }
            _ => return Err(self.names.unknown_space(word)),
        };
        Ok(Word { text: stands_for.clone(), span: word.span })
    }

    fn displacement(&mut self, label: Option<&Word>, from: &Word, to: &Word) -> Result<(), StepFault> {
        let to = self.place(to)?;
        self.last = Some((from.clone(), to.clone()));
        self.steps.push(Step::Move { label: label.cloned(), from: from.clone(), to });
        Ok(())
    }

    fn hyphen(&mut self, label: Option<&Word>, left: &Word, right: Option<&Word>) -> Result<(), StepFault> {
        if let Some(label) = label
            && !self.names.is_label(&label.text)
        {
            return Err(self.names.unknown_label(label));
        }
        match (label, right) {
            (None, Some(right)) if left.text == "@" => {
                let at = self.place(right)?;
                self.steps.push(Step::Remove { at });
                Ok(())
            }
            (_, Some(right)) if self.names.is_space(&left.text) => self.displacement(label, left, right),
            (None, Some(right)) => {
                if !self.names.is_label(&left.text) {
                    return Err(self.names.unknown_label(left));
                }
                let at = self.place(right)?;
                self.steps.push(Step::Add { label: left.clone(), at });
                Ok(())
            }
            (None, None) if self.names.is_space(&left.text) => {
                self.steps.push(Step::Remove { at: left.clone() });
                Ok(())
            }
            _ => Err(self.names.unknown_space(left)),
        }
    }

    fn command(&mut self, word: &Word, operands: &[Word]) -> Result<(), StepFault> {
        let unreadable = |message: String, help: &str| StepFault {
            code: Code::CannotReadEntry,
            word: word.clone(),
            message,
            help: Some(help.to_owned()),
        };
        let Some(command) = Command::find(&word.text) else {
            return Err(unreadable(
                format!("`{}` is no command that can be read", word.text),
                "write the changes of the board",
            ));
        };
        match (command, operands) {
            (Command::Empty, [all]) if all.text == "all" => self.steps.push(Step::RemoveAll { word: all.clone() }),
            (Command::Clear, [all]) if all.text == "board" => self.steps.push(Step::RemoveAll { word: all.clone() }),
            (Command::Capture | Command::Empty | Command::Clear, [_, ..]) => {
                for operand in operands {
                    let at = self.place(operand)?;
                    self.steps.push(Step::Remove { at });
                }
            }
            (Command::Flip, [_, ..]) => {
                for operand in operands {
                    let at = self.place(operand)?;
                    self.steps.push(Step::Flip { at });
                }
            }
            (Command::Add, [label, places @ ..]) if !places.is_empty() => {
                if !self.names.is_label(&label.text) {
                    return Err(self.names.unknown_label(label));
                }
                let places = match places {
                    [all, rest @ ..] if all.text == "all" && !rest.is_empty() => rest,
                    places => places,
                };
                for place in places {
                    let at = self.place(place)?;
                    self.steps.push(Step::Add { label: label.clone(), at });
                }
            }
            (Command::Move, [from, to]) => {
                let from = self.place(from)?;
                self.displacement(None, &from, to)?;
            }
            (Command::Say | Command::Pass, _) => {}
            (command, _) if command.ends_game() => {}
            _ => {
                return Err(unreadable(
                    format!("`{}` lacks an operand", word.text),
                    "write it as `capture d5`, `add P e5`, `move e2 e4`",
                ));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Names, Step, steps};
    use crate::diagnostic::{Code, Diagnostics};
    use crate::profile::Profile;
    use crate::source::SourceFile;
    use crate::syntax::courier::read_move_text;

    fn profile() -> Profile {
        let text = "gc: {game: X, files: [a, b, c, d, e], ranks: [1, 2, 3, 4, 5], start: 5/5/5/5/5}\npieces: {K: King, P: Pawn, N: Knight}\n";
        let mut findings = Diagnostics::new();
        let profile = Profile::load(&SourceFile::from_text("p.yaml", text), &mut findings).unwrap();
        assert!(!findings.has_errors(), "{findings:?}");
        profile
    }

    fn show(text: &str, names: Names<'_>) -> Result<Vec<String>, (Code, String)> {
        let steps = steps(&read_move_text(text).expect(text), names)
            .map_err(|fault| (fault.code, fault.word.text.to_string()))?;
        Ok(steps
            .iter()
            .map(|step| match step {
                Step::Move { from, to, .. } => format!("{}>{}", from.text, to.text),
                Step::Add { label, at } => format!("{}+{}", label.text, at.text),
                Step::Remove { at } => format!("x{}", at.text),
                Step::Drop { label, at } => format!("{}*{}", label.text, at.text),
                Step::Flip { at } => format!("flip {}", at.text),
                Step::RemoveAll { .. } => "x all".to_owned(),
            })
            .collect())
    }

    #[test]
    fn every_construct() {
        let profile = profile();
        let with = |text: &str| show(text, Names::new(Some(&profile))).expect(text);
        assert_eq!(with("e2-e4"), ["e2>e4"]);
        assert_eq!(with("P e4-e5; N-e5"), ["e4>e5", "N+e5"]);
        assert_eq!(with("P e4-e5; N-dest"), ["e4>e5", "N+e5"]);
        assert_eq!(with("P e4-e5; N-b1; K-dest; @-origin"), ["e4>e5", "N+b1", "K+e5", "xe4"]);
        assert_eq!(with("@-d5"), ["xd5"]);
        assert_eq!(with("d5-"), ["xd5"]);
        assert_eq!(with("capture d5 c5"), ["xd5", "xc5"]);
        assert_eq!(with("P*e5"), ["P*e5"]);
        assert_eq!(with("flip e5"), ["flip e5"]);
        assert_eq!(with("add P e5"), ["P+e5"]);
        assert_eq!(with("add P all e5 d5"), ["P+e5", "P+d5"]);
        assert_eq!(with("empty all"), ["x all"]);
        assert_eq!(with("clear board"), ["x all"]);
        assert_eq!(with("clear e5"), ["xe5"]);
        assert_eq!(with("move e2 e4; N-dest"), ["e2>e4", "N+e4"]);
        assert!(with("pass").is_empty() && with("say e2-e4").is_empty());
    }

    #[test]
    fn names_that_do_not_exist() {
        let profile = profile();
        let names = Names::new(Some(&profile));
        let fault = |text: &str| show(text, names).expect_err(text);
        assert_eq!(fault("n a5-b9"), (Code::NameUnknown, "b9".into()));
        assert_eq!(fault("Z e1-d3"), (Code::NameUnknown, "Z".into()));
        assert_eq!(fault("N-z9"), (Code::NameUnknown, "z9".into()));
        assert_eq!(fault("E2-e4"), (Code::NameUnknown, "E2".into()));
        assert_eq!(fault("N-dest"), (Code::CannotReadEntry, "dest".into()));
        assert_eq!(fault("add P"), (Code::CannotReadEntry, "add".into()));
        let unknown = steps(&read_move_text("E2-e4").unwrap(), names).unwrap_err();
        assert!(unknown.message.contains("looks like a coordinate"), "{}", unknown.message);
        let check = steps(&read_move_text("e2-e4+").unwrap(), names).unwrap_err();
        assert!(check.help.unwrap().contains("did you mean `e4`?"));
    }

    #[test]
    fn without_a_profile_looks_decide() {
        let names = Names::new(None);
        assert_eq!(show("7g-5j; +N-dest", names).unwrap(), ["7g>5j", "+N+5j"]);
        assert_eq!(show("aa12-B5; Q-e8", names).unwrap(), ["aa12>B5", "Q+e8"]);
        assert!(show("e2-e4x", names).is_err());
    }
}
