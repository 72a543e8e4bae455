//! What is said of half-moves: in what sense they were read, what they leave unwritten, why they are no legal turn.

use super::claim::{Claim, Content, LabelFault};
use super::search::{Change, Turn};
use super::write::half_move_in_full;
use crate::diagnostic::{Code, Diagnostic, Fix};
use crate::engine::{Move, Partial, Piece, Playthrough};
use crate::game::Game;
use crate::profile::BoundProfile;
use crate::replay::plain::Step;
use crate::replay::shown::{MoveTexts, player, shorten};

/// Most turns, or changes, that one finding lists.
const SHOWN: usize = 12;

/// The entry was read in another sense than written.
pub(super) fn relaxed(how: &str, fix: Option<&Fix>) -> Diagnostic {
    let finding = Diagnostic::new(Code::Relaxed, format!("the entry is read in another sense than written: {how}"));
    match fix {
        Some(fix) => finding.fix(fix.span, fix.text.clone()),
        None => finding,
    }
}

/// A label that fits but for its letter case.
pub(super) fn label_of_other_side(fault: &LabelFault) -> String {
    let right = fault.right.as_deref().unwrap_or("?");
    format!("`{}` names a piece of the other side, on {} stands `{right}`", fault.label.text, fault.space)
}

/// An addition that names a piece of the other side.
pub(super) fn addition_of_other_side(steps: &[Step], bound: &BoundProfile) -> (String, Option<Fix>) {
    let added = steps.iter().find_map(|step| match step {
        Step::Add { label, at } => Some((label, at)),
        _ => None,
    });
    let Some((label, at)) = added else { return ("an addition is taken as the mover's".to_owned(), None) };
    let other =
        if label.text.chars().any(char::is_uppercase) { label.text.to_lowercase() } else { label.text.to_uppercase() };
    let other = bound.binding.label(&other).map_or(label.text.clone(), |_| other.into());
    let how = format!("the promotion `{}` names a piece of the other side, `{other}-{}` is meant", label.text, at.text);
    (how, Some(Fix { span: label.span, text: other.to_string() }))
}

/// A promotion that is not written.
pub(super) fn promotion_left_out(game: &Game, turns: &[Turn]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for piece in turns.iter().filter_map(|turn| turn.arrived) {
        let name = game.piece_names.name(piece.piece_type().index());
        if !names.contains(&name) {
            names.push(name);
        }
    }
    format!("the promotion to {} is not written", names.join(" or "))
}

/// What a legal turn does beyond the entry.
pub(super) fn unwritten(
    playthrough: &mut Playthrough,
    bound: &BoundProfile,
    moves: &[Move],
    changes: &[Change],
) -> Diagnostic {
    let message = format!("the move has an effect that is not written: {}", listed(playthrough.game(), bound, changes));
    let finding = Diagnostic::new(Code::UnwrittenEffect, message);
    match in_full(playthrough, bound, moves) {
        Some(text) => finding.help(format!("in full it is `{text}`")),
        None => finding,
    }
}

/// A part that must be written is missing.
pub(super) fn part_missing(
    playthrough: &mut Playthrough,
    bound: &BoundProfile,
    moves: &[Move],
    changes: &[Change],
) -> Diagnostic {
    let message = format!("a part of the move is missing: {}", listed(playthrough.game(), bound, changes));
    let finding = Diagnostic::new(Code::EffectsDiffer, message);
    match in_full(playthrough, bound, moves) {
        Some(text) => finding.help(format!("write `{text}`")).legal(vec![text]),
        None => finding,
    }
}

/// A turn with everything written out, as messages show it.
fn in_full(playthrough: &mut Playthrough, bound: &BoundProfile, moves: &[Move]) -> Option<String> {
    half_move_in_full(playthrough, bound, moves).map(|text| shorten(&text))
}

/// Several turns that the text does not tell apart.
pub(super) fn several(playthrough: &mut Playthrough, bound: &BoundProfile, turns: &[Turn]) -> Diagnostic {
    let texts: Vec<String> =
        turns.iter().take(SHOWN).filter_map(|turn| in_full(playthrough, bound, &turn.moves)).collect();
    Diagnostic::new(Code::AmbiguousMove, format!("the entry fits {} legal moves", turns.len()))
        .help("write all that the move changes on the board")
        .legal(texts)
}

/// Why there is no such turn, where the notation itself tells.
pub(super) fn illegal(playthrough: &mut Playthrough, bound: &BoundProfile, claim: &Claim) -> Option<Diagnostic> {
    if let Some(beginning) = begins_a_turn(playthrough, claim) {
        let whole = in_full(playthrough, bound, &beginning);
        return Some(
            Diagnostic::new(Code::ChainMustGoOn, "the turn is not over with this: by the rules it must go on")
                .help("write the further steps of the turn behind it")
                .legal(whole.into_iter().collect()),
        );
    }
    let game = std::sync::Arc::clone(playthrough.game());
    let origin = claim.pairs.first().map(|&(from, _)| from);
    if claim.empty_origin.is_some() && claim.effects.is_empty() {
        let space = origin.and_then(|cell| bound.binding.coordinate(cell)).unwrap_or("the origin");
        return Some(
            Diagnostic::new(Code::OriginEmpty, format!("nothing stands on {space}"))
                .help("look for an entry before that is missing or was read wrongly"),
        );
    }
    let fault = claim.label_faults.iter().find(|fault| !fault.only_case && bound.profile.label_check);
    if let Some(fault) = fault {
        let right = fault.right.as_deref().unwrap_or("another piece");
        return Some(
            Diagnostic::new(Code::OtherPiece, format!("on {} stands `{right}`, not `{}`", fault.space, fault.label.text))
                .help(format!("write `{right}` if it was meant; a castling, an en passant or a promotion before may have been read wrongly")),
        );
    }
    if claim.pairs.is_empty() && claim.drops.is_empty() && claim.adds {
        let (cell, content) = claim.touched.first()?;
        let what = match content {
            Content::Piece { player: owner, piece, .. } => {
                format!("a {} {}", player(&game, *owner), game.piece_names.name(piece.index()))
            }
            _ => "nothing".to_owned(),
        };
        let space = MoveTexts::Courier(bound).cell(&game, *cell);
        let message = format!("no legal move leaves {what} on {space}");
        return Some(Diagnostic::new(Code::NoSuchMove, message).help("write the move before the addition"));
    }
    None
}

/// A legal move that leaves what the claim says and has the turn go on, with one that it may go on with.
fn begins_a_turn(playthrough: &mut Playthrough, claim: &Claim) -> Option<Vec<Move>> {
    if claim.touched.is_empty() || claim.empty_origin.is_some() {
        return None;
    }
    let list = playthrough.legal_moves().clone();
    list.iter().filter(|candidate| candidate.head.partial != Partial::No).find_map(|candidate| {
        let undo = playthrough.play(candidate);
        let position = playthrough.position();
        let fits = position.chain().is_some()
            && claim.touched.iter().all(|(cell, content)| content.fits(position.piece(*cell)));
        let next = fits.then(|| playthrough.legal_moves().iter().next().map(|next| next.to_owned())).flatten();
        playthrough.take_back(&undo);
        next.map(|next| vec![candidate.to_owned(), next])
    })
}

fn listed(game: &Game, bound: &BoundProfile, changes: &[Change]) -> String {
    let stands = |piece: Option<Piece>| match piece {
        Some(piece) => {
            format!("the {} {}", player(game, piece.owner()), game.piece_names.name(piece.piece_type().index()))
        }
        None => "nothing".to_owned(),
    };
    let name = |cell| MoveTexts::Courier(bound).cell(game, cell);
    let mut list: Vec<String> = changes
        .iter()
        .take(SHOWN)
        .map(|change| match (change.before, change.after) {
            (Some(before), None) => format!("{} leaves {}", stands(Some(before)), name(change.cell)),
            (_, after) => format!("{} comes to {}", stands(after), name(change.cell)),
        })
        .collect();
    if changes.len() > SHOWN {
        list.push(format!("and {} more", changes.len() - SHOWN));
    }
    list.join(", ")
}
