//! Moves as a saved game of Zillions writes them (`spec/zrf.md` 11, `spec/zsg.md` 7).

use crate::engine::{Effect, MoveKind, MoveRef, Partial};
use crate::game::{CellId, Game, PieceTypeId, PlayerId};

/// One effect in the order of a saved game's line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShownEffect {
    /// `Piece from - to`; the sign is `x` when the end was occupied before the move.
    Move {
        /// The piece as it was before the move.
        piece: PieceTypeId,
        /// Its start.
        from: CellId,
        /// Whether the end was occupied.
        occupied: bool,
        /// Its end.
        to: CellId,
    },
    /// `Player Piece pos`: a drop, or a created piece.
    Create {
        /// The owner.
        player: PlayerId,
        /// The type.
        piece: PieceTypeId,
        /// The cell.
        at: CellId,
    },
    /// `= Type on pos`
    Type {
        /// The type.
        piece: PieceTypeId,
        /// The cell.
        at: CellId,
    },
    /// `= Player on pos`
    Owner {
        /// The owner.
        player: PlayerId,
        /// The cell.
        at: CellId,
    },
    /// `@ pos number value`
    Attribute {
        /// The cell.
        at: CellId,
        /// The attribute's number in saved games.
        number: usize,
        /// Its value.
        value: bool,
    },
    /// `flip pos`
    Flip {
        /// The cell.
        at: CellId,
    },
    /// `x pos`
    Capture {
        /// The cell.
        at: CellId,
    },
}

/// The effects of a move in the order of a saved game's line; none for a pass. `before` is the board before the move.
pub fn effects(
    game: &Game,
    before: impl Fn(CellId) -> Option<(PlayerId, PieceTypeId)>,
    shown: MoveRef<'_>,
) -> Vec<ShownEffect> {
    let head = shown.head;
    let mut list = Vec::new();
    let mut pairs = shown.pairs();
    if head.kind == MoveKind::Drop {
        let _ = pairs.next();
        list.push(ShownEffect::Create { player: head.player, piece: head.piece, at: head.to });
    }
    // A pair whose two cells are equal is left out.
    for (from, to) in pairs.filter(|(from, to)| from != to) {
        let piece = before(from).map_or(head.piece, |(_, piece)| piece);
        list.push(ShownEffect::Move { piece, from, occupied: before(to).is_some(), to });
    }
    list.extend(shown.changes().iter().filter_map(|change| match *change {
        Effect::Create { player, piece, at } => Some(ShownEffect::Create { player, piece, at }),
        Effect::Type { at, piece } => Some(ShownEffect::Type { piece, at }),
        Effect::Owner { at, player } => Some(ShownEffect::Owner { player, at }),
        Effect::Flip { at } => Some(ShownEffect::Flip { at }),
        Effect::Attribute { at, attribute, value } => {
            let number = game.attribute_numbers.iter().position(|&known| known == attribute)?;
            Some(ShownEffect::Attribute { at, number, value })
        }
        Effect::Pair { .. } | Effect::Capture { .. } => None,
    }));
    list.extend(shown.captures().map(|at| ShownEffect::Capture { at }));
    list.extend(head.promotion.map(|piece| ShownEffect::Type { piece, at: shown.last_to() }));
    list
}

/// The line of a saved game for a move, without its number: `Pass`, or the effects, with `partial N` in front of a
/// partial move.
pub fn text(game: &Game, before: impl Fn(CellId) -> Option<(PlayerId, PieceTypeId)>, shown: MoveRef<'_>) -> String {
    if shown.head.kind == MoveKind::Pass {
        return "Pass".to_owned();
    }
    let mut words: Vec<String> = Vec::new();
    if let Partial::Yes(move_type) = shown.head.partial {
        words.push(format!("partial {}", partial_number(game, move_type)));
    }
    let list = effects(game, before, shown);
    let cell = |at: CellId| game.board.name(at);
    let piece_name = |piece: PieceTypeId| game.piece_names.name(piece.index());
    let mut index = 0;
    // Where a move just before ended: a change there needs no place.
    let mut arrived = None;
    while let Some(&effect) = list.get(index) {
        index += 1;
        let mut next_arrived = None;
        match effect {
            ShownEffect::Move { piece, from, occupied, to } => {
                let sign = if occupied { "x" } else { "-" };
                words.push(format!("{} {} {sign} {}", piece_name(piece), cell(from), cell(to)));
                next_arrived = Some(to);
            }
            ShownEffect::Create { player, piece, at } => {
                words.push(format!("{} {} {}", game.players.name(player.index()), piece_name(piece), cell(at)));
            }
            ShownEffect::Attribute { at, number, value } => {
                words.push(format!("@ {} {number} {}", cell(at), u8::from(value)));
            }
            ShownEffect::Flip { at } => words.push(format!("flip {}", cell(at))),
            ShownEffect::Capture { at } => words.push(format!("x {}", cell(at))),
            ShownEffect::Type { at, .. } | ShownEffect::Owner { at, .. } => {
                let value = |effect: &ShownEffect| match *effect {
                    ShownEffect::Type { piece, at } => Some((piece_name(piece), at)),
                    ShownEffect::Owner { player, at } => Some((game.players.name(player.index()), at)),
                    _ => None,
                };
                let Some((name, _)) = value(&effect) else { continue };
                if arrived == Some(at) {
                    words.push(format!("= {name}"));
                } else {
                    let mut places = vec![cell(at)];
                    // Changes of equal value that follow share it.
                    while let Some((_, at)) = list.get(index).and_then(value).filter(|&(other, _)| other == name) {
                        places.push(cell(at));
                        index += 1;
                    }
                    words.push(format!("= {name} on {}", places.join(" ")));
                }
            }
        }
        arrived = next_arrived;
    }
    words.join(" ")
}

/// The number that a saved game writes after `partial` for the type of the continuation; 0 for any type.
#[must_use]
pub fn partial_number(game: &Game, move_type: Option<crate::game::MoveTypeId>) -> usize {
    move_type
        .and_then(|move_type| game.partial_numbers.iter().position(|&known| known == move_type))
        .map_or(0, |index| index + 1)
}
