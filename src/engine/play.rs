//! Carrying a move out on the board (`spec/zrf.md` 6.10).

use smallvec::SmallVec;

use super::facts::Facts;
use super::moves::{Effect, MoveKind, MoveRef};
use super::piece::Piece;
use super::position::{Bits, Position, cell_at};
use crate::game::{CellId, Game, PieceTypeId, PlayerId};

/// Changes board and stock as the move says, and remembers it as the last move. The turn stays as it is.
pub(super) fn apply(game: &Game, facts: &Facts, position: &mut Position, played: MoveRef<'_>) {
    let head = played.head;
    if game.options.fading != 0 && position.chain().is_none() {
        fade(game.options.fading, position, head.player);
    }
    match head.kind {
        MoveKind::Pass => {
            position.state.last_from = None;
            position.state.last_to = None;
            return;
        }
        MoveKind::Walk if head.pairs == 0 => {
            let mover = position.piece(head.from);
            match mover {
                _ if head.from == head.to => {}
                Some(piece) if !head.copy && position.piece(head.to).is_none() => {
                    position.relocate(head.from, head.to, piece);
                }
                _ => {
                    if !head.copy {
                        position.set(head.from, None);
                    }
                    put(game, position, head.player, head.to, mover);
                }
            }
        }
        MoveKind::Walk => walk_all(game, position, played),
        MoveKind::Drop => {
            position.change_stock(head.player, head.piece, -1);
            put(game, position, head.player, head.to, Some(Piece::fresh(game, head.player, head.piece)));
            if head.pairs > 0 {
                walk_all(game, position, played);
            }
        }
    }
    position.state.last_from = Some(head.from);
    position.state.last_to = Some(head.to);
    // Most moves do nothing else.
    if played.effects.is_empty() && head.promotion.is_none() {
        return;
    }
    for &change in played.changes() {
        apply_change(game, facts, position, change);
    }
    for cell in played.captures() {
        if let Some(victim) = position.piece(cell) {
            position.set(cell, None);
            position.note_capture(victim, stock_of(game, head.player, victim));
        }
    }
    if let Some(promotion) = head.promotion {
        let at = played.last_to();
        let survives = !played.captures().any(|cell| cell == at);
        if let Some(piece) = position.piece(at).filter(|_| survives) {
            if game.options.recycle_promotions {
                position.change_stock(head.player, promotion, -1);
                position.change_stock(head.player, piece.piece_type(), 1);
            }
            position.set(at, Some(piece.turned_into(game, promotion)));
        }
    }
}

/// Takes up all pieces at once, then puts each down: several pieces move at the same moment.
fn walk_all(game: &Game, position: &mut Position, played: MoveRef<'_>) {
    let skip = usize::from(played.head.kind == MoveKind::Drop);
    let pairs: SmallVec<[(CellId, CellId); 8]> = played.pairs().skip(skip).collect();
    let mut lifted: SmallVec<[Option<Piece>; 8]> = SmallVec::new();
    let last = pairs.len() - 1;
    for (index, &(from, _)) in pairs.iter().enumerate() {
        // A piece can be lifted only once.
        let taken_before = pairs[..index].iter().any(|&(earlier, _)| earlier == from);
        lifted.push(position.piece(from).filter(|_| !taken_before));
    }
    for (index, &(from, _)) in pairs.iter().enumerate() {
        let stays = played.head.copy && index == last;
        if lifted[index].is_some() && !stays {
            position.set(from, None);
        }
    }
    for (&(_, to), piece) in pairs.iter().zip(lifted) {
        put(game, position, played.head.player, to, piece);
    }
}

/// Puts a piece down; what stands there is captured.
fn put(game: &Game, position: &mut Position, mover: PlayerId, to: CellId, piece: Option<Piece>) {
    let Some(piece) = piece else { return };
    let victim = position.piece(to);
    position.set(to, Some(piece));
    if let Some(victim) = victim {
        position.note_capture(victim, stock_of(game, mover, victim));
    }
}

/// To whose stock a captured piece goes, and as which type: with `captures to hand` to that of the player who makes the
/// move, with `recycle captures` to its owner's.
fn stock_of(game: &Game, mover: PlayerId, victim: Piece) -> Option<(PlayerId, PieceTypeId)> {
    if game.options.captures_to_hand {
        Some((mover, game.hand_type(victim.piece_type(), victim.attributes())))
    } else {
        game.options.recycle_captures.then(|| (victim.owner(), victim.piece_type()))
    }
}

/// Ends the fading attributes of the player's men.
fn fade(fading: u64, position: &mut Position, player: PlayerId) {
    for word in 0..position.words() {
        // Owners do not change here, so that the word may be copied.
        for bit in Bits(position.occupied_words(player)[word]) {
            let cell = cell_at(word, bit);
            if let Some(piece) = position.piece(cell).filter(|piece| piece.attributes() & fading != 0) {
                position.set(cell, Some(piece.without_attributes(fading)));
            }
        }
    }
}

fn apply_change(game: &Game, facts: &Facts, position: &mut Position, change: Effect) {
    let change_piece = |position: &mut Position, at: CellId, new: &dyn Fn(Piece) -> Piece| {
        if let Some(piece) = position.piece(at) {
            position.set(at, Some(new(piece)));
        }
    };
    match change {
        Effect::Create { player, piece, at } => position.set(at, Some(Piece::fresh(game, player, piece))),
        Effect::Type { at, piece: new } => change_piece(position, at, &|piece| piece.turned_into(game, new)),
        Effect::Owner { at, player } => change_piece(position, at, &|piece| piece.owned_by(player)),
        Effect::Flip { at } => {
            change_piece(position, at, &|piece| piece.owned_by(facts.flip_to[piece.owner().index()]));
        }
        Effect::Attribute { at, attribute, value } => {
            change_piece(position, at, &|piece| piece.with_attribute(attribute, value));
        }
        Effect::Pair { .. } | Effect::Capture { .. } => {}
    }
}
