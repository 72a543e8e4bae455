//! Saved games that are plainly legal: replayed from their text, without a record of their entries.
//!
//! Most archived games are of this kind, and most of the time of a check went into records that nobody asks for again.
//! Nothing is told here that would need a finding: at the first entry that is not plainly legal the glance ends, and the
//! record is read and replayed as any other.

use std::sync::Arc;

use smallvec::smallvec;

use super::named::{AttributeNote, NamedEffect, attribute_note};
use super::resolve::{Effects, Resolved, Written, play_told, resolve};
use super::shown::result_text;
use super::told::{Remembered, Told, ToldEffects, ToldMove};
use super::{PlyVerdict, Replayed, claims, start_setup, to_u32};
use crate::diagnostic::{Diagnostics, ResultReport, Verdict};
use crate::engine::{Cause, Effect, MoveHead, MoveKind, Playthrough};
use crate::game::{CellId, Game, PieceTypeId, PlayerId};
use crate::record::Record;
use crate::syntax::zsg::{PlainEffect, PlainEntry, entry_line, plain_entry};

/// Replays a saved game whose head was read as a record without entries; `entries` is the text behind the head. `None` is
/// no answer: something may have to be told of the record.
#[must_use]
pub fn glance(head: &Record, entries: &str, game: &Arc<Game>) -> Option<Replayed> {
    let mut findings = Diagnostics::new();
    claims::check_header(head, game, &mut findings);
    let setup = start_setup(head, game, None, &mut findings).ok()?;
    let line_end = head.zsg.as_ref()?.layout.lines.first()?.end;
    if !findings.into_vec().is_empty() {
        return None;
    }
    let mut playthrough = Playthrough::from_setup(Arc::clone(game), setup);
    playthrough.track_repetitions();
    let notes_repetition = !game.has_repetition_goal();
    let mut plies = 0;
    let mut rest = entries;
    let remembered: Arc<Remembered> = game.entries.get_or_init(Remembered::default);
    while !rest.is_empty() {
        let (after, line) = entry_line(rest)?;
        let number = game.turns.round(playthrough.position().turn_number());
        if line.end != line_end || line.number as usize != number {
            return None;
        }
        remembered.with(line.body, || read(game, line.body), |told| play(&mut playthrough, told))?;
        if notes_repetition && playthrough.position().chain().is_none() && playthrough.position().occurrences() == 3 {
            return None;
        }
        plies += 1;
        rest = after;
    }
    let outcome = playthrough.outcome();
    if playthrough.cut().is_some() || outcome.is_some_and(|outcome| outcome.cause == Cause::NoMoves) {
        return None;
    }
    let computed = outcome.map_or_else(|| "*".to_owned(), |outcome| result_text(game, outcome));
    Some(Replayed {
        verdict: Verdict::Legal,
        plies: to_u32(plies),
        plies_legal: to_u32(plies),
        result: ResultReport { claimed: None, computed: Some(computed) },
        findings: Vec::new(),
        verdicts: vec![PlyVerdict::Legal; plies],
    })
}

/// Reads an entry; `None` where it is not plain.
fn read(game: &Game, body: &str) -> Option<Told> {
    let entry = plain_entry(body)?;
    if entry.effects.is_empty() {
        return Some(Told::Pass);
    }
    let partial = entry.partial;
    let effects = named(game, &entry)?;
    Some(match (partial, effects.as_slice()) {
        (None, &[NamedEffect::Move { piece, from, occupied, to }]) => {
            Told::Move(ToldMove { piece, from, to, occupied, attribute: None })
        }
        (
            None,
            &[
                NamedEffect::Move { piece, from, occupied, to },
                NamedEffect::Attribute { at, note: AttributeNote::Known { attribute, value } },
            ],
        ) => Told::Move(ToldMove { piece, from, to, occupied, attribute: Some((at, attribute, value)) }),
        _ => Told::Effects(Box::new(ToldEffects { partial, written: Written { partial: partial.is_some(), effects } })),
    })
}

/// Plays an entry; `None` where it is no legal move, or something need be told of it.
fn play(playthrough: &mut Playthrough, told: &Told) -> Option<()> {
    match told {
        Told::Pass => {
            let pass = playthrough.pass();
            let may_pass = playthrough.legal_moves().iter().any(|candidate| candidate.head.kind == MoveKind::Pass);
            may_pass.then(|| playthrough.play_for_good(pass.as_ref()))
        }
        Told::Move(told) => play_move(playthrough, told).or_else(|| play_effects(playthrough, None, &written(*told))),
        Told::Effects(told) => play_effects(playthrough, told.partial, &told.written),
    }
}

/// Plays the only move between the cells, if it is surely legal and does what is told and nothing else. `None` is no
/// answer, and nothing was played.
fn play_move(playthrough: &mut Playthrough, told: &ToldMove) -> Option<()> {
    let position = playthrough.position();
    let fits = position.piece(told.from).is_some_and(|piece| piece.piece_type() == told.piece)
        && position.piece(told.to).is_some() == told.occupied;
    if !fits {
        return None;
    }
    let sought = playthrough.seek_common(told.from, told.to)?;
    let is_told = match (sought.effects.as_slice(), told.attribute) {
        ([], None) => true,
        (&[Effect::Attribute { at, attribute, value }], Some(note)) => (at, attribute, value) == note,
        _ => false,
    };
    (is_told && playthrough.play_if_safe(sought.as_ref())).then_some(())
}

/// The same move as effects.
fn written(told: ToldMove) -> Written {
    let ToldMove { piece, from, to, occupied, attribute } = told;
    let mut effects: Effects = smallvec![NamedEffect::Move { piece, from, occupied, to }];
    effects.extend(
        attribute.map(|(at, attribute, value)| NamedEffect::Attribute {
            at,
            note: AttributeNote::Known { attribute, value },
        }),
    );
    Written { partial: false, effects }
}

fn play_effects(playthrough: &mut Playthrough, partial: Option<u32>, written: &Written) -> Option<()> {
    let played: MoveHead = match play_told(playthrough, written, None) {
        Some(played) => played,
        None => {
            let Resolved { chosen, strange_note: None } = resolve(playthrough, written)? else { return None };
            playthrough.play_for_good(chosen.as_ref());
            chosen.head
        }
    };
    claims::partial_number_off(partial, playthrough.game(), &played).is_none().then_some(())
}

/// The effects over the ids of the rules.
fn named(game: &Game, entry: &PlainEntry<'_>) -> Option<Effects> {
    let cell = |name: &str| game.board.cells.find(name).map(CellId::from_index);
    let type_of = |name: &str| game.piece_names.find(name).map(PieceTypeId::from_index);
    let player_of = |name: &str| game.players.find(name).map(PlayerId::from_index);
    let mut effects = Effects::new();
    let mut destination = None;
    for effect in &entry.effects {
        effects.push(match *effect {
            PlainEffect::Move { piece, from, occupied, to } => {
                let to = cell(to)?;
                destination = Some(to);
                NamedEffect::Move { piece: type_of(piece)?, from: cell(from)?, occupied, to }
            }
            PlainEffect::Create { player, piece, at } => {
                NamedEffect::Create { player: player_of(player)?, piece: type_of(piece)?, at: cell(at)? }
            }
            PlainEffect::Capture { at } => NamedEffect::Capture { at: cell(at)? },
            // The name of a player would be that of an owner.
            PlainEffect::Change { value, at } if player_of(value).is_none() => {
                let at = at.map_or(destination, cell)?;
                destination = Some(at);
                NamedEffect::Type { piece: type_of(value)?, at: smallvec![at] }
            }
            PlainEffect::Change { .. } => return None,
            PlainEffect::Attribute { at, number, value } => {
                let note = attribute_note(game, number, value);
                if matches!(note, AttributeNote::Strange(_)) {
                    return None;
                }
                NamedEffect::Attribute { at: cell(at)?, note }
            }
        });
    }
    Some(effects)
}
