//! Half-moves that are plainly one move of one piece: most of them.
//!
//! What is not sure at a glance is left to the search by the contents of the board, which also finds the words for it.

use super::search::has_double_turns;
use crate::engine::{Effect, MoveKind, MoveRef, Mover, Partial, Playthrough};
use crate::profile::BoundProfile;
use crate::replay::resolve::{Look, play_sought};
use crate::syntax::courier::{MoveText, Part};

/// Plays the turn of a half-move that displaces one piece, where one move of the rules alone begins so, does nothing else
/// that a board shows, and ends the turn. Answers whether it did; if not, nothing was played.
pub(in crate::replay) fn play_plain(
    playthrough: &mut Playthrough,
    bound: &BoundProfile,
    text: &MoveText,
    look: Option<&mut Look<'_>>,
) -> bool {
    let [Part::Hyphen { label, left, right: Some(right) }] = &text.parts[..] else { return false };
    let binding = &bound.binding;
    let (Some(from), Some(to)) = (binding.cell(&left.text), binding.cell(&right.text)) else { return false };
    let Some(piece) = playthrough.position().piece(from).filter(|_| from != to) else { return false };
    let fits = match label.as_ref().map(|label| binding.label(&label.text)) {
        None => true,
        Some(None) => false,
        Some(Some(label)) => {
            label.piece == piece.piece_type()
                && label.player == piece.owner()
                && label.attributes.iter().all(|&(attribute, value)| piece.has(attribute) == value)
        }
    };
    if !fits || playthrough.game().options.eliminate_attacked.is_some() || has_double_turns(playthrough) {
        return false;
    }
    let begins =
        |candidate: MoveRef<'_>| candidate.head.kind == MoveKind::Walk && candidate.pairs().next() == Some((from, to));
    let Some(sought) = playthrough.seek(Mover::On(from), to, begins) else { return false };
    if !shows_nothing_else(sought) {
        return false;
    }
    let sought = look.is_some().then(|| sought.to_owned());
    play_sought(playthrough, sought, look)
}

/// Whether the move ends its part of the turn and a board shows of it only that one piece goes elsewhere.
fn shows_nothing_else(sought: MoveRef<'_>) -> bool {
    let head = sought.head;
    let is_unseen = |effect: &Effect| matches!(effect, Effect::Attribute { .. });
    head.partial == Partial::No && !head.copy && head.promotion.is_none() && sought.effects.iter().all(is_unseen)
}
