//! Half-moves that are plainly one move of one piece: most of them.
//!
//! What is not sure at a glance is left to the search by the contents of the board, which also finds the words for it.

use super::search::has_double_turns;
use crate::engine::{Effect, MoveKind, MoveRef, Mover, Partial, Playthrough};
use crate::profile::BoundProfile;
use crate::replay::resolve::{Look, play_sought};
use crate::syntax::courier::{MoveText, Part, Word};

/// Plays the turn of a half-move that displaces one piece or drops one, where one move of the rules alone begins so, does
/// nothing else that a board shows, and ends the turn. Answers whether it did; if not, nothing was played.
pub(in crate::replay) fn play_plain(
    playthrough: &mut Playthrough,
    bound: &BoundProfile,
    text: &MoveText,
    look: Option<&mut Look<'_>>,
) -> bool {
    if playthrough.game().options.eliminate_attacked.is_some() || has_double_turns(playthrough) {
        return false;
    }
    let sought = match &text.parts[..] {
        [Part::Hyphen { label, left, right: Some(right) }] => {
            displacement(playthrough, bound, label.as_ref(), &left.text, &right.text)
        }
        [Part::Drop { label, at }] => drop_of(playthrough, bound, &label.text, &at.text),
        _ => None,
    };
    let Some(sought) = sought.filter(|sought| shows_nothing_else(*sought)) else { return false };
    let sought = look.is_some().then(|| sought.to_owned());
    play_sought(playthrough, sought, look)
}

/// The only move that begins with the displacement, of the piece that the label tells.
fn displacement<'p>(
    playthrough: &'p mut Playthrough,
    bound: &BoundProfile,
    label: Option<&Word>,
    from: &str,
    to: &str,
) -> Option<MoveRef<'p>> {
    let binding = &bound.binding;
    let (from, to) = (binding.cell(from)?, binding.cell(to)?);
    let piece = playthrough.position().piece(from).filter(|_| from != to)?;
    if let Some(word) = label {
        let label = binding.label(&word.text)?;
        let has_all = label.attributes.iter().all(|&(attribute, value)| piece.has(attribute) == value);
        if label.piece != piece.piece_type() || label.player != piece.owner() || !has_all {
            return None;
        }
    }
    let begins =
        |candidate: MoveRef<'_>| candidate.head.kind == MoveKind::Walk && candidate.pairs().next() == Some((from, to));
    playthrough.seek(Mover::On(from), to, begins)
}

/// The only drop of the piece that the label tells.
fn drop_of<'p>(playthrough: &'p mut Playthrough, bound: &BoundProfile, label: &str, at: &str) -> Option<MoveRef<'p>> {
    let at = bound.binding.cell(at)?;
    // A piece that has just been dropped may not have the attributes that a label tells.
    let label = bound.binding.label(label).filter(|label| label.attributes.is_empty())?;
    let is_such = |candidate: MoveRef<'_>| {
        let head = candidate.head;
        head.kind == MoveKind::Drop && (head.player, head.piece, head.to) == (label.player, label.piece, at)
    };
    playthrough.seek(Mover::Drop(label.piece, at), at, is_such)
}

/// Whether the move ends its part of the turn and a board shows of it only that one piece comes to a cell.
fn shows_nothing_else(sought: MoveRef<'_>) -> bool {
    let head = sought.head;
    let is_unseen = |effect: &Effect| matches!(effect, Effect::Attribute { .. });
    head.partial == Partial::No && !head.copy && head.promotion.is_none() && sought.effects.iter().all(is_unseen)
}
