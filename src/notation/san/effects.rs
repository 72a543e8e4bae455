//! The effects of a move in angle brackets: only where nothing shorter tells two legal moves apart.

use crate::engine::{Effect, MoveKind, MoveRef, Partial};
use crate::game::{AttributeId, CellId, Game};

/// What a move does beyond its main pair and its promotion, in the order and form of a saved game, one text each.
pub(super) fn all(game: &Game, played: MoveRef<'_>) -> Vec<String> {
    let mut texts = Vec::new();
    let cell = |cell: CellId| game.board.name(cell);
    if let Partial::Yes(move_type) = played.head.partial {
        let number = move_type
            .and_then(|id| game.partial_numbers.iter().position(|&known| known == id))
            .map_or(0, |index| index + 1);
        texts.push(format!("partial {number}"));
    }
    for effect in played.effects {
        texts.push(match *effect {
            Effect::Pair { from, to } => format!("{} - {}", cell(from), cell(to)),
            Effect::Create { player, piece, at } => {
                format!("{} {} {}", game.players.name(player.index()), game.piece_names.name(piece.index()), cell(at))
            }
            Effect::Type { at, piece } => format!("= {} on {}", game.piece_names.name(piece.index()), cell(at)),
            Effect::Owner { at, player } => format!("= {} on {}", game.players.name(player.index()), cell(at)),
            Effect::Flip { at } => format!("flip {}", cell(at)),
            Effect::Attribute { at, attribute, value } => {
                format!("@ {} {} {}", cell(at), number(game, attribute), u8::from(value))
            }
            Effect::Capture { at } => format!("x {}", cell(at)),
        });
    }
    if played.head.copy && played.head.kind == MoveKind::Walk {
        let stays = played.pairs().last().map_or(played.head.from, |(from, _)| from);
        texts.push(format!("copy {}", cell(stays)));
    }
    texts
}

/// The number of an attribute in saved games.
fn number(game: &Game, attribute: AttributeId) -> usize {
    let numbers = &game.attribute_numbers;
    numbers.iter().position(|&known| known == attribute).unwrap_or_else(|| attribute.index())
}

/// Whether two moves do the same to the board: for a record they are one.
pub(super) fn are_equal(game: &Game, a: MoveRef<'_>, b: MoveRef<'_>) -> bool {
    let main = |played: MoveRef<'_>| {
        let head = *played.head;
        (head.kind, head.piece, head.from, head.to, head.promotion)
    };
    if main(a) != main(b) || a.effects.len() != b.effects.len() {
        return false;
    }
    if a.effects == b.effects && a.head.partial == b.head.partial && a.head.copy == b.head.copy {
        return true;
    }
    let sorted = |played: MoveRef<'_>| {
        let mut texts = all(game, played);
        texts.sort_unstable();
        texts
    };
    sorted(a) == sorted(b)
}

/// The effects that are not common to all moves of a group.
pub(super) fn distinct(own: &[String], group: &[Vec<String>]) -> Vec<String> {
    own.iter().filter(|effect| !group.iter().all(|other| other.contains(effect))).cloned().collect()
}
