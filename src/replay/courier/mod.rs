//! A Game Courier half-move and the one legal turn it stands for, found by the contents of the board
//! (`spec/game-courier.md` 8.4).
//!
//! The written parts are run in plain replay; a legal turn fits when it leaves the same contents on the spaces that they
//! touch. Where none fits, the text is read less strictly, in one point at a time, and the finding says in which.

mod claim;
mod explain;
mod pick;
mod plain;
mod search;
mod write;

pub(super) use plain::play_plain;
pub use write::{half_move, half_move_in_full};

use smallvec::SmallVec;

use self::claim::{Claim, Reading};
use self::search::Turn;
use super::plain::{Names, Step, StepFault, steps};
use super::resolve::Written;
use super::shown;
use crate::diagnostic::{Code, Diagnostic, Fix, Severity};
use crate::engine::{Move, MoveKind, Playthrough};
use crate::profile::{Automation, BoundProfile};
use crate::syntax::courier::{MoveText, Part};

/// What a half-move stands for.
#[derive(Debug)]
pub(super) enum Resolution {
    /// One turn; the findings have neither place nor ply.
    Turn {
        /// Its moves, in order.
        moves: SmallVec<[Move; 1]>,
        /// In what other sense it was read, and what it leaves unwritten.
        findings: Vec<Diagnostic>,
    },
    /// No legal turn.
    Illegal {
        /// Why, where that is a matter of this notation; has neither place nor text.
        finding: Option<Box<Diagnostic>>,
        /// The entry's effects as far as they can be told.
        written: Written,
    },
    /// Several turns that the text does not tell apart.
    Ambiguous(Box<Diagnostic>),
    /// A text or name that cannot be read.
    Unreadable(StepFault),
}

/// Finds the legal turn of a half-move.
pub(super) fn resolve(playthrough: &mut Playthrough, bound: &BoundProfile, text: &MoveText) -> Resolution {
    let (steps, lowered) = match read_steps(bound, text) {
        Ok(read) => read,
        Err(fault) => return Resolution::Unreadable(fault),
    };
    let mut half_move = HalfMove { bound, steps, relaxed: Vec::new() };
    if lowered {
        half_move.relaxed.push(("its coordinates are taken in lower case".to_owned(), None));
    }
    half_move.resolve(playthrough)
}

/// The steps of a text, and whether its coordinates had to be put into lower case.
fn read_steps(bound: &BoundProfile, text: &MoveText) -> Result<(Vec<Step>, bool), StepFault> {
    let names = Names::new(Some(&bound.profile));
    let fault = match steps(text, names) {
        Ok(steps) => return Ok((steps, false)),
        Err(fault) => fault,
    };
    let has_upper = bound.profile.coordinates.iter().any(|one| one.name.chars().any(char::is_uppercase));
    if fault.code == Code::NameUnknown
        && !has_upper
        && let Ok(steps) = steps(&lowered(text, names), names)
    {
        return Ok((steps, true));
    }
    Err(fault)
}

/// The text with the coordinates that are known in lower case only written so.
fn lowered(text: &MoveText, names: Names<'_>) -> MoveText {
    let mut text = text.clone();
    let lower = |word: &mut crate::syntax::courier::Word| {
        let lower = word.text.to_lowercase();
        if !names.is_space(&word.text) && names.is_space(&lower) {
            word.text = lower.into();
        }
    };
    for part in &mut text.parts {
        match part {
            Part::Hyphen { left, right, .. } => {
                lower(left);
                if let Some(right) = right {
                    lower(right);
                }
            }
            Part::Drop { at, .. } => lower(at),
            Part::Command { operands, .. } => operands.iter_mut().for_each(lower),
        }
    }
    text
}

/// All turns that leave what the claim says.
fn matching(playthrough: &mut Playthrough, claim: &Claim) -> Vec<Turn> {
    let mut turns = search::matching(playthrough, claim);
    if let Some(destination) = claim.filled_before(playthrough.position()) {
        turns.retain(|turn| turn.pairs().iter().any(|&(_, to)| to == destination));
    }
    turns
}

/// In what other sense an entry was read, and a change that writes it so.
type How = (String, Option<Fix>);

struct HalfMove<'a> {
    bound: &'a BoundProfile,
    steps: Vec<Step>,
    /// In which points the text was read less strictly.
    relaxed: Vec<How>,
}

impl HalfMove<'_> {
    fn claim(&self, playthrough: &Playthrough, reading: Reading) -> Claim {
        Claim::read(&self.steps, self.bound, playthrough.game(), playthrough.position(), reading)
    }

    fn resolve(mut self, playthrough: &mut Playthrough) -> Resolution {
        let claim = self.claim(playthrough, Reading::Exact);
        let checks_labels = self.bound.profile.label_check;
        let strange_label = claim.label_faults.iter().find(|fault| !fault.only_case && checks_labels);
        let cannot_be = claim.empty_origin.is_some() || strange_label.is_some();
        let mut turns = if cannot_be { Vec::new() } else { matching(playthrough, &claim) };
        let mut taken = claim;
        if !turns.is_empty() {
            if checks_labels {
                self.relaxed.extend(taken.label_faults.iter().map(|fault| (explain::label_of_other_side(fault), None)));
            }
        } else if !cannot_be && let Some((relaxed_turns, relaxed, how)) = self.relax(playthrough, &taken) {
            (turns, taken) = (relaxed_turns, relaxed);
            self.relaxed.push(how);
        }
        let turns = pick::narrow(turns, &taken, self.bound);
        match turns.as_slice() {
            [] => self.without_match(playthrough, taken),
            [turn] => self.found(playthrough, turn, &taken),
            several => Resolution::Ambiguous(Box::new(explain::several(playthrough, self.bound, several))),
        }
    }

    /// Reads the text less strictly, in one point at a time.
    fn relax(&self, playthrough: &mut Playthrough, claim: &Claim) -> Option<(Vec<Turn>, Claim, How)> {
        if let Some(promoted) = claim.with_any_promotion() {
            let turns = matching(playthrough, &promoted);
            if !turns.is_empty() {
                let how = explain::promotion_left_out(playthrough.game(), &turns);
                return Some((turns, promoted, (how, None)));
            }
        }
        if claim.adds {
            let own = self.claim(playthrough, Reading::OwnAdditions);
            if own.touched != claim.touched {
                let turns = matching(playthrough, &own);
                if !turns.is_empty() {
                    return Some((turns, own, explain::addition_of_other_side(&self.steps, self.bound)));
                }
            }
        }
        if self.bound.profile.automation != Automation::None
            && let Some(swap) = claim.with_swap(playthrough.position())
        {
            let turns = matching(playthrough, &swap);
            if !turns.is_empty() {
                return Some((turns, swap, ("the other half of the swap is not written".to_owned(), None)));
            }
        }
        if claim.pairs.len() > 1 {
            let ends = self.claim(playthrough, Reading::Ends);
            let turns = matching(playthrough, &ends);
            if !turns.is_empty() {
                return Some((turns, ends, ("only its first and its last space are taken".to_owned(), None)));
            }
        }
        None
    }

    fn found(self, playthrough: &mut Playthrough, turn: &Turn, claim: &Claim) -> Resolution {
        let game = std::sync::Arc::clone(playthrough.game());
        let mover = playthrough.position().turn_item(&game).acts_as;
        let mut findings: Vec<Diagnostic> =
            self.relaxed.iter().map(|(how, fix)| explain::relaxed(how, fix.as_ref())).collect();
        if !turn.extra.is_empty() {
            let unexplained = pick::unexplained(turn, claim, mover, &game, self.bound);
            let moves = turn.moves.as_slice();
            if unexplained.is_empty() {
                findings.push(explain::unwritten(playthrough, self.bound, moves, &turn.extra));
            } else if self.bound.profile.automation == Automation::None {
                let finding = explain::part_missing(playthrough, self.bound, moves, &unexplained);
                return Resolution::Illegal { finding: Some(Box::new(finding)), written: written(claim) };
            } else {
                let finding = explain::unwritten(playthrough, self.bound, moves, &unexplained);
                findings.push(finding.severity(Severity::Warning));
            }
        }
        Resolution::Turn { moves: turn.moves.clone(), findings }
    }

    /// Nothing fits: perhaps the side on turn had to pass, which a log need not write; else the entry is illegal.
    fn without_match(self, playthrough: &mut Playthrough, claim: Claim) -> Resolution {
        let only_pass = {
            let list = playthrough.legal_moves();
            list.len() == 1 && list.get(0).head.kind == MoveKind::Pass
        };
        if only_pass && !claim.touched.is_empty() {
            let pass = playthrough.pass();
            let passes = playthrough.position().turn_item(playthrough.game()).player;
            let undo = playthrough.play(pass.as_ref());
            let again = HalfMove { bound: self.bound, steps: self.steps.clone(), relaxed: Vec::new() };
            let next = if playthrough.outcome().is_some() { None } else { Some(again.resolve_after_pass(playthrough)) };
            playthrough.take_back(&undo);
            if let Some(Resolution::Turn { moves, mut findings }) = next {
                let message =
                    format!("the forced pass of {} is not written", shown::player(playthrough.game(), passes));
                findings.push(Diagnostic::new(Code::UnwrittenEffect, message));
                let moves = std::iter::once(pass).chain(moves).collect();
                return Resolution::Turn { moves, findings };
            }
        }
        let written = written(&claim);
        let finding = explain::illegal(playthrough, self.bound, &claim).map(Box::new);
        Resolution::Illegal { finding, written }
    }

    fn resolve_after_pass(self, playthrough: &mut Playthrough) -> Resolution {
        let claim = self.claim(playthrough, Reading::Exact);
        let turns = pick::narrow(matching(playthrough, &claim), &claim, self.bound);
        match turns.as_slice() {
            [turn] if claim.label_faults.is_empty() && claim.empty_origin.is_none() => {
                self.found(playthrough, turn, &claim)
            }
            _ => Resolution::Illegal { finding: None, written: written(&claim) },
        }
    }
}

fn written(claim: &Claim) -> Written {
    Written { partial: false, effects: claim.effects.clone() }
}
