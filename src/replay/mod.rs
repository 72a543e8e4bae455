//! A record held against the rules: which entries are legal, and the verdict.
//!
//! The rules decide whose turn it is, never the numbers of the record. An entry is matched with a legal move by its
//! effects on the board, not by comparing text.

mod claims;
pub mod courier;
mod glance;
mod named;
mod numbers;
mod observer;
pub mod plain;
mod reason;
mod resolve;
mod shown;
mod start;
mod token;
mod told;
mod verdict;

pub use glance::glance;
pub use observer::Observer;
pub use shown::{outcome_text, result_text};
pub use start::{StartProblem, start_setup};

use std::sync::Arc;

use self::courier::Resolution;
use self::numbers::Numbers;
use self::resolve::{Resolved, Written, resolve, setup_as_written};
use self::shown::MoveTexts;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Kind, ResultReport, Verdict};
use crate::diagram;
use crate::engine::{Move, MoveKind, Playthrough, Setup};
use crate::game::Game;
use crate::notation::{Spelling, SpellingOptions, san};
use crate::profile::BoundProfile;
use crate::record::{Action, Entry, Notation, Record, Word};

/// How to replay.
#[derive(Clone, Debug, Default)]
pub struct ReplayOptions {
    /// Go on after an illegal entry: it is applied to the board as written, and later verdicts hold for that board.
    pub keep_going: bool,
    /// Tell, with an illegal entry, of the run of every block that could give the move.
    pub trace: bool,
    /// Show, with an illegal entry, the position before it.
    pub board: bool,
    /// The start position, in place of the variant's own and of the record's.
    pub start: Option<Setup>,
    /// The halfmove clock at that start: plies since the last capture or Pawn move before it.
    pub start_clock: u32,
    /// What labels and coordinates of Game Courier half-moves mean. Without it such entries cannot be read.
    pub profile: Option<BoundProfile>,
    /// How short move texts are spelled; by the rules alone if not given.
    pub spelling: Option<Arc<Spelling>>,
}

/// What became of one entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlyVerdict {
    /// It is legal.
    Legal,
    /// It is not; the finding says why.
    Faulty(Code),
    /// It was not looked at, because the replay had stopped.
    NotChecked,
}

/// What a replay found.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The verdict of the record.
    pub verdict: Verdict,
    /// All entries.
    pub plies: u32,
    /// Entries before the first fault.
    pub plies_legal: u32,
    /// Claimed and computed result.
    pub result: ResultReport,
    /// The findings, in the order of the record.
    pub findings: Vec<Diagnostic>,
    /// What became of each entry.
    pub verdicts: Vec<PlyVerdict>,
}

/// Replays a record by the rules.
#[must_use]
pub fn replay(record: &Record, game: &Arc<Game>, options: &ReplayOptions) -> Replayed {
    replay_observed(record, game, options, &mut ())
}

/// Replays a record by the rules, with somebody looking on.
#[must_use]
pub fn replay_observed(
    record: &Record,
    game: &Arc<Game>,
    options: &ReplayOptions,
    observer: &mut dyn Observer,
) -> Replayed {
    let mut findings = Diagnostics::new();
    claims::check_header(record, game, &mut findings);
    claims::check_count(record, &mut findings);
    let setup = match &options.start {
        Some(setup) => Ok(setup.clone()),
        None => start_setup(record, game, options.profile.as_ref(), &mut findings),
    };
    let (setup, problems) = match setup {
        Ok(setup) => (setup, None),
        Err(problems) => (Setup::start(game), Some(problems)),
    };
    let mut playthrough = Playthrough::from_setup(Arc::clone(game), setup);
    playthrough.track_repetitions();
    let replay = Replay {
        record,
        playthrough,
        options,
        findings,
        verdicts: vec![PlyVerdict::NotChecked; record.entries.len()],
        first_fault: None,
        knows_repetition: game.has_repetition_goal(),
        conditional: false,
        numbers: Numbers::default(),
        spelling: options.spelling.clone().unwrap_or_else(|| Arc::new(Spelling::new(game, SpellingOptions::default()))),
    };
    match problems {
        None => replay.run(observer),
        Some(problems) => replay.refuse(problems),
    }
}

struct Replay<'a> {
    record: &'a Record,
    playthrough: Playthrough,
    options: &'a ReplayOptions,
    findings: Diagnostics,
    verdicts: Vec<PlyVerdict>,
    /// Index and verdict of the first fault.
    first_fault: Option<(usize, Verdict)>,
    /// Whether the rules themselves have a condition on repeated positions.
    knows_repetition: bool,
    /// Whether the board is one that an illegal entry made.
    conditional: bool,
    numbers: Numbers,
    spelling: Arc<Spelling>,
}

/// What an entry was read as.
enum Reading<'a> {
    Pass,
    /// Effects in full, and the legal move they stand for; or the names that the rules do not have.
    Effects(Result<(Written, Option<Resolved>), Vec<Diagnostic>>),
    Courier(Resolution),
    Token(&'a Word, san::Resolution),
    /// A Game Courier half-move without a profile.
    NoProfile,
    Nothing,
}

impl Reading<'_> {
    /// Whether the entry is a legal move.
    const fn is_found(&self) -> bool {
        match self {
            Self::Effects(Ok((_, resolved))) => resolved.is_some(),
            Self::Courier(resolution) => matches!(resolution, Resolution::Turn { .. }),
            Self::Token(_, resolution) => matches!(resolution, san::Resolution::Found { .. }),
            Self::Pass | Self::Effects(Err(_)) | Self::NoProfile | Self::Nothing => false,
        }
    }
}

/// What to do after an entry.
enum Next {
    Go,
    Stop,
}

impl<'a> Replay<'a> {
    fn run(mut self, observer: &mut dyn Observer) -> Replayed {
        let entries = self.record.entries.len();
        let at_the_end = (0..entries).all(|index| matches!(self.entry(index, observer), Next::Go));
        if self.first_fault.is_none() {
            observer.end(&mut self.playthrough);
        }
        if at_the_end && let Err(problems) = self.late_edits(entries) {
            self.findings.extend(problems);
            self.first_fault.get_or_insert((entries, Verdict::Unreadable));
        }
        self.finish()
    }

    /// A start position that the rules cannot hold: nothing can be replayed.
    fn refuse(mut self, problems: Vec<Diagnostic>) -> Replayed {
        let unknown = problems.iter().any(|problem| problem.code.kind() == Kind::CannotCheck);
        self.findings.extend(problems);
        self.first_fault = Some((0, if unknown { Verdict::CannotCheck } else { Verdict::Unreadable }));
        self.into_replayed(None)
    }

    fn entry(&mut self, index: usize, observer: &mut dyn Observer) -> Next {
        let record = self.record;
        let entry = &record.entries[index];
        let ply = ply_of(index);
        if let Action::Unreadable(finding) = &entry.action {
            return self.fault(index, (**finding).clone().ply(ply), Verdict::Unreadable, None);
        }
        if let Err(problems) = self.late_edits(index) {
            return self.unknown_names(index, problems);
        }
        if let Some(end) = self.end_before(index) {
            return self.fault(index, end.ply(ply), Verdict::AfterTheEnd, None);
        }
        if (observer.looks_early() || !observer.looks_on()) && self.play_told(index, entry, observer) {
            return self.after_play(index);
        }
        // An entry that is a legal move tells that the game is not over. Only otherwise the end is looked for.
        let reading = self.read(entry);
        if !reading.is_found()
            && let Some(outcome) = self.playthrough.outcome()
        {
            let finding = reason::after_the_end(record, entry, ply, &self.playthrough, outcome).ply(ply);
            return self.fault(index, finding, Verdict::AfterTheEnd, None);
        }
        self.check_number(index, self.playthrough.position().turn_number());
        match reading {
            Reading::Pass => self.pass(index, entry, observer),
            Reading::Effects(Err(unknown)) => self.unknown_names(index, unknown),
            Reading::Effects(Ok((written, resolved))) => self.effects(index, entry, &written, resolved, observer),
            Reading::Courier(resolution) => self.half_move(index, entry, resolution, observer),
            Reading::Token(word, resolution) => self.token(index, entry, word, resolution, observer),
            Reading::NoProfile => self.no_profile(index, entry),
            Reading::Nothing => Next::Go,
        }
    }

    /// Plays an entry that tells plainly which legal move it is; answers whether it did.
    fn play_told(&mut self, index: usize, entry: &Entry, observer: &mut dyn Observer) -> bool {
        let looks_on = observer.looks_on();
        let mut show = |playthrough: &mut Playthrough, sought: &Move| observer.before(playthrough, index, sought);
        let look: Option<&mut resolve::Look<'_>> = if looks_on { Some(&mut show) } else { None };
        let turn = self.playthrough.position().turn_number();
        let (partial, effects) = match (&entry.action, &self.options.profile) {
            (Action::Effects { partial, effects }, _) => (partial, effects),
            (Action::Courier(text), Some(bound)) => {
                let played = courier::play_plain(&mut self.playthrough, bound, text, look);
                if played {
                    observer.after(&mut self.playthrough, index);
                    self.check_number(index, turn);
                }
                return played;
            }
            _ => return false,
        };
        let Ok(effects) = named::look_up(self.record, self.playthrough.game(), effects) else { return false };
        let written = Written { partial: partial.is_some(), effects };
        let Some(played) = resolve::play_told(&mut self.playthrough, &written, look) else { return false };
        observer.after(&mut self.playthrough, index);
        self.check_number(index, turn);
        let game = self.playthrough.game();
        claims::check_partial_number(self.record, entry, ply_of(index), *partial, game, &played, &mut self.findings);
        true
    }

    fn check_number(&mut self, index: usize, turn: usize) {
        let turns = &self.playthrough.game().turns;
        self.numbers.check(self.record, index, turns, turn, &mut self.findings);
    }

    /// What an entry stands for in the present position.
    fn read(&mut self, entry: &'a Entry) -> Reading<'a> {
        match &entry.action {
            Action::Pass => Reading::Pass,
            Action::Effects { partial, effects } => {
                let named = named::look_up(self.record, self.playthrough.game(), effects);
                Reading::Effects(named.map(|effects| {
                    let written = Written { partial: partial.is_some(), effects };
                    let resolved = resolve(&mut self.playthrough, &written);
                    (written, resolved)
                }))
            }
            Action::Courier(text) => match &self.options.profile {
                Some(bound) => Reading::Courier(courier::resolve(&mut self.playthrough, bound, text)),
                None => Reading::NoProfile,
            },
            Action::Token(word) => Reading::Token(word, self.spelling.resolve(&mut self.playthrough, &word.text)),
            Action::Unreadable(_) => Reading::Nothing,
        }
    }

    /// An entry that tells its effects.
    fn effects(
        &mut self,
        index: usize,
        entry: &Entry,
        written: &Written,
        resolved: Option<Resolved>,
        observer: &mut dyn Observer,
    ) -> Next {
        let (record, ply) = (self.record, ply_of(index));
        let Some(resolved) = resolved else {
            let list = self.playthrough.legal_moves().clone();
            let texts = self.move_texts();
            let finding = reason::illegal(record, entry, &mut self.playthrough, &list, written, texts).ply(ply);
            return self.illegal(index, finding, Some(written));
        };
        if let Action::Effects { partial, .. } = &entry.action {
            let (game, chosen) = (self.playthrough.game(), &resolved.chosen);
            claims::check_partial_number(record, entry, ply, *partial, game, &chosen.head, &mut self.findings);
        }
        if let Some(why) = resolved.strange_note {
            self.findings.push(claims::strange_note(record, entry, ply, &why));
        }
        self.play(index, &resolved.chosen, observer)
    }

    /// A half-move whose labels and coordinates nobody explains.
    fn no_profile(&mut self, index: usize, entry: &Entry) -> Next {
        let finding = Diagnostic::new(Code::NoRules, "no profile tells what labels and coordinates mean")
            .at(self.record.place(entry.text))
            .ply(ply_of(index))
            .text(self.record.entry_text(entry))
            .help("give one with --profile FILE");
        self.fault(index, finding, Verdict::CannotCheck, None)
    }

    /// The finding for an entry behind a word or sentence that ended the game.
    fn end_before(&self, index: usize) -> Option<Diagnostic> {
        let end = self.record.courier.as_ref()?.end.as_ref().filter(|end| end.after <= index)?;
        let entry = &self.record.entries[index];
        let message = format!("the game was over before this entry: `{}`", end.word.text);
        Some(
            Diagnostic::new(Code::AfterTheEnd, message)
                .at(self.record.place(entry.text))
                .text(self.record.entry_text(entry))
                .related(self.record.place(end.word.span), "the end of the game")
                .help("end the record before this entry, or take the word that ends the game out"),
        )
    }

    /// A Game Courier half-move: a whole turn, which may be several moves of the rules.
    fn half_move(&mut self, index: usize, entry: &Entry, resolution: Resolution, observer: &mut dyn Observer) -> Next {
        let (record, ply) = (self.record, ply_of(index));
        let at_entry =
            |finding: Diagnostic| finding.at(record.place(entry.text)).ply(ply).text(record.entry_text(entry));
        match resolution {
            Resolution::Turn { moves, findings } => {
                self.findings.extend(findings.into_iter().map(at_entry));
                for part in &moves {
                    self.play_part(index, part, observer);
                }
                self.after_play(index)
            }
            Resolution::Illegal { finding, written } => {
                let finding = match finding {
                    Some(finding) => at_entry(*finding),
                    None => {
                        let list = self.playthrough.legal_moves().clone();
                        let texts = self.move_texts();
                        reason::illegal(record, entry, &mut self.playthrough, &list, &written, texts).ply(ply)
                    }
                };
                self.illegal(index, finding, Some(&written))
            }
            Resolution::Ambiguous(finding) => self.fault(index, at_entry(*finding), Verdict::Ambiguous, None),
            Resolution::Unreadable(fault) => {
                let finding = Diagnostic::new(fault.code, fault.message).at(record.place(fault.word.span));
                let finding = finding.ply(ply).text(record.entry_text(entry));
                let finding = match fault.help {
                    Some(help) => finding.help(help),
                    None => finding,
                };
                self.fault(index, finding, Verdict::Unreadable, None)
            }
        }
    }

    /// How messages about this record write moves.
    fn move_texts(&self) -> MoveTexts<'a> {
        let options: &'a ReplayOptions = self.options;
        match (&options.profile, &options.spelling) {
            (Some(bound), _) => MoveTexts::Courier(bound),
            (None, Some(spelling)) if self.record.notation == Notation::Pgn => MoveTexts::Short(spelling),
            _ => MoveTexts::Zillions,
        }
    }

    /// Changes of the position that stand between the entries (`spec/zsg.md` 2).
    fn late_edits(&mut self, index: usize) -> Result<(), StartProblem> {
        let Some(zsg) = self.record.zsg.as_ref().filter(|zsg| !zsg.late_edits.is_empty()) else { return Ok(()) };
        let mut edits = zsg.late_edits.iter().filter(|(before, _)| *before == index).map(|(_, edit)| edit).peekable();
        if edits.peek().is_some() {
            let game = Arc::clone(self.playthrough.game());
            let mut setup = Setup::of(&game, self.playthrough.position());
            start::apply_edits(self.record, &game, edits, &mut setup)?;
            self.playthrough = Playthrough::from_setup(game, setup);
            self.playthrough.track_repetitions();
        }
        Ok(())
    }

    fn pass(&mut self, index: usize, entry: &Entry, observer: &mut dyn Observer) -> Next {
        let pass = self.playthrough.pass();
        let allowed = self.playthrough.legal_moves().iter().any(|candidate| candidate.head.kind == MoveKind::Pass);
        if allowed {
            return self.play(index, &pass, observer);
        }
        let texts = self.move_texts();
        let finding = reason::pass_not_allowed(self.record, entry, &mut self.playthrough, texts).ply(ply_of(index));
        self.illegal(index, finding, None)
    }

    fn play(&mut self, index: usize, chosen: &Move, observer: &mut dyn Observer) -> Next {
        self.play_part(index, chosen, observer);
        self.after_play(index)
    }

    fn play_part(&mut self, index: usize, chosen: &Move, observer: &mut dyn Observer) {
        observer.before(&mut self.playthrough, index, chosen);
        self.playthrough.play_for_good(chosen.as_ref());
        observer.after(&mut self.playthrough, index);
    }

    fn after_play(&mut self, index: usize) -> Next {
        self.verdicts[index] = PlyVerdict::Legal;
        if self.conditional {
            let message = "legal on the board that the faulty entry before it left".to_owned();
            let entry = &self.record.entries[index];
            self.findings
                .push(Diagnostic::new(Code::AfterFault, message).at(self.record.place(entry.text)).ply(ply_of(index)));
        }
        if !self.knows_repetition {
            claims::note_repetition(self.record, index, &self.playthrough, &mut self.findings);
        }
        Next::Go
    }

    fn unknown_names(&mut self, index: usize, unknown: Vec<Diagnostic>) -> Next {
        let mut unknown = unknown.into_iter();
        let Some(first) = unknown.next() else { return Next::Go };
        let next = self.fault(index, first.ply(ply_of(index)), Verdict::Unreadable, None);
        self.findings.extend(unknown.map(|finding| finding.ply(ply_of(index))));
        next
    }

    fn illegal(&mut self, index: usize, mut finding: Diagnostic, written: Option<&Written>) -> Next {
        if let Some(written) = written.filter(|_| self.options.trace) {
            let texts = self.move_texts();
            finding.notes.extend(reason::traced(&mut self.playthrough, written, texts));
        }
        match reason::uncertain(self.record, index, &self.playthrough, written) {
            Some(uncertain) => self.fault(index, uncertain, Verdict::CannotCheck, None),
            None => self.fault(index, finding, Verdict::Illegal, written),
        }
    }

    /// Notes a fault. With `keep_going` an illegal entry is applied as written and the replay goes on.
    fn fault(&mut self, index: usize, mut finding: Diagnostic, verdict: Verdict, written: Option<&Written>) -> Next {
        self.verdicts[index] = PlyVerdict::Faulty(finding.code);
        if self.options.board {
            let (spelling, playthrough) = (&self.spelling, &self.playthrough);
            let symbol = |player, piece| spelling.piece_text(player, piece);
            let text = diagram::text(playthrough.game(), playthrough.position(), &symbol);
            finding.board = Some(text.trim_end().to_owned());
        }
        let finding = match self.first_fault {
            Some((first, _)) => finding.note(format!("ply {} was faulty already", first + 1)),
            None => finding,
        };
        self.findings.push(finding);
        self.first_fault.get_or_insert((index, verdict));
        let is_pass = matches!(self.record.entries[index].action, Action::Pass);
        if self.options.keep_going && verdict == Verdict::Illegal && (written.is_some() || is_pass) {
            let setup = setup_as_written(&self.playthrough, written);
            self.playthrough = Playthrough::from_setup(Arc::clone(self.playthrough.game()), setup);
            self.playthrough.track_repetitions();
            self.conditional = true;
            return Next::Go;
        }
        Next::Stop
    }
}

/// The number of an entry for people, from 1.
fn ply_of(index: usize) -> u32 {
    to_u32(index + 1)
}

fn to_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
