//! Which of several turns is meant, and whether what it does beyond the text may be left unwritten
//! (`spec/game-courier.md` 8.4, 4 and 6).

use super::claim::Claim;
use super::search::{Change, Turn, look};
use crate::game::{CellId, DirectionId, Game, PieceTypeId, PlayerId};
use crate::profile::{BoundProfile, Implicit};

/// Narrows the turns that fit down: the steps as written, then the fewest changes beyond the text, then the main
/// displacement, then the profile's usual promotion. Turns that leave the same board are one.
pub(super) fn narrow(mut turns: Vec<Turn>, claim: &Claim, bound: &BoundProfile) -> Vec<Turn> {
    keep(&mut turns, |turn| turn.pairs()[..] == claim.pairs[..]);
    if let Some(fewest) = turns.iter().map(|turn| turn.extra.len()).min() {
        keep(&mut turns, |turn| turn.extra.len() == fewest);
    }
    keep(&mut turns, |turn| turn.primary() == claim.primary);
    if let Some(usual) = usual_promotion(bound) {
        let arrives = |turn: &Turn| turn.arrived.is_some_and(|piece| piece.piece_type() == usual);
        keep(&mut turns, arrives);
    }
    let mut different: Vec<Turn> = Vec::new();
    for turn in turns {
        if !different.iter().any(|known| known.ends_as(&turn)) {
            different.push(turn);
        }
    }
    different
}

/// Keeps the turns that pass the test, if any does.
fn keep(turns: &mut Vec<Turn>, test: impl Fn(&Turn) -> bool) {
    if turns.len() > 1 && turns.iter().any(&test) {
        turns.retain(test);
    }
}

fn usual_promotion(bound: &BoundProfile) -> Option<PieceTypeId> {
    let label = bound.profile.promotion_default.as_ref()?;
    bound.binding.label(label).map(|label| label.piece)
}

/// The changes that no kind of the profile's `implicit` explains.
pub(super) fn unexplained(
    turn: &Turn,
    claim: &Claim,
    mover: PlayerId,
    game: &Game,
    bound: &BoundProfile,
) -> Vec<Change> {
    let has = |kind: Implicit| bound.profile.implicit.contains(&kind);
    let mut rest = turn.extra.clone();
    if has(Implicit::Castling) {
        without_partner(&mut rest, mover);
    }
    let is_removal = |change: &Change| change.before.is_some() && change.after.is_none();
    if has(Implicit::Explosion) || has(Implicit::CaptureInPassing) {
        rest.retain(|change| !is_removal(change));
    } else if has(Implicit::EnPassant)
        && let [only] = rest.as_slice()
        && is_removal(only)
        && only.before.is_some_and(|piece| piece.owner() != mover)
        && is_beside(claim, only.cell, game)
    {
        rest.clear();
    }
    rest
}

/// Takes the move of a second piece of the mover's out of the list: gone from one cell, come to another.
fn without_partner(changes: &mut Vec<Change>, mover: PlayerId) {
    let own = |piece| look(piece).filter(|&(owner, _)| owner == mover);
    let left = changes.iter().position(|change| change.after.is_none() && own(change.before).is_some());
    let come = changes.iter().position(|change| change.before.is_none() && own(change.after).is_some());
    // Where the King stands on the partner's cell at the end, only its arrival is beyond the text, and the reverse.
    match (left, come) {
        (Some(left), Some(come)) if look(changes[left].before) == look(changes[come].after) => {
            changes.remove(left.max(come));
            changes.remove(left.min(come));
        }
        (None, Some(come)) => {
            changes.remove(come);
        }
        _ => {}
    }
}

/// Whether a cell is one step away from an end of the way written.
fn is_beside(claim: &Claim, cell: CellId, game: &Game) -> bool {
    let mut ends = claim.pairs.iter().flat_map(|&(from, to)| [from, to]);
    ends.any(|end| {
        (0..game.board.directions.len())
            .map(DirectionId::from_index)
            .any(|direction| game.board.step(direction, end) == Some(cell))
    })
}
