//! The effects of an entry as the keys of a document.

use smol_str::SmolStr;

use crate::engine::MoveKind;
use crate::game::{CellId, Game, PieceTypeId, PlayerId};
use crate::notation::zillions::ShownEffect;
use crate::record::WrittenEffect;
use crate::record::document::{EffectPart, Value};

/// The effects of a legal move, or of the moves of a turn; `part_starts` are the first effects of the second and further
/// ones.
pub(super) fn shown(game: &Game, kind: MoveKind, effects: &[ShownEffect], part_starts: &[usize]) -> Vec<EffectPart> {
    let cell = |at: CellId| game.board.name(at);
    let piece_name = |piece: PieceTypeId| game.piece_names.name(piece.index());
    let player_name = |player: PlayerId| game.players.name(player.index());
    let part = |(index, effect): (usize, &ShownEffect)| match *effect {
        ShownEffect::Move { piece, from, occupied, to } => {
            moved(piece_name(piece).into(), cell(from).into(), occupied, cell(to).into())
        }
        ShownEffect::Create { player, piece, at } => {
            let is_drop = index == 0 && kind == MoveKind::Drop;
            created(is_drop, player_name(player), piece_name(piece), cell(at))
        }
        ShownEffect::Type { piece, at } => {
            EffectPart { change: text(cell(at)), to: text(piece_name(piece)), ..EffectPart::default() }
        }
        ShownEffect::Owner { player, at } => {
            EffectPart { change: text(cell(at)), owner: text(player_name(player)), ..EffectPart::default() }
        }
        ShownEffect::Attribute { at, number, value } => {
            attribute(cell(at), u32::try_from(number).ok(), Value::Bool(value), Some(game))
        }
        ShownEffect::Flip { at } => EffectPart { flip: text(cell(at)), ..EffectPart::default() },
        ShownEffect::Capture { at } => EffectPart { capture: text(cell(at)), ..EffectPart::default() },
    };
    let mut parts: Vec<EffectPart> = effects.iter().enumerate().map(part).collect();
    for (number, &start) in (2..).zip(part_starts) {
        if let Some(first) = parts.get_mut(start) {
            first.part = Some(number);
        }
    }
    parts
}

/// The effects that an entry writes, with every place: one for each place of a change. Without a game, what only its
/// names tell is left open, and a creation that comes first is taken for a drop.
pub(super) fn written(effects: &[WrittenEffect], game: Option<&Game>) -> Vec<EffectPart> {
    let mut parts = Vec::with_capacity(effects.len());
    let mut last_to: Option<&str> = None;
    for (index, effect) in effects.iter().enumerate() {
        match effect {
            WrittenEffect::Move { piece, from, occupied, to } => {
                last_to = Some(&to.text);
                parts.push(moved(piece.text.clone(), from.text.clone(), *occupied, to.text.clone()));
            }
            WrittenEffect::Create { player, piece, at } => {
                last_to = Some(&at.text);
                parts.push(created(index == 0, &player.text, &piece.text, &at.text));
            }
            WrittenEffect::Capture { at } => {
                parts.push(EffectPart { capture: text(&at.text), ..EffectPart::default() });
            }
            WrittenEffect::Change { value, at } => {
                let places = at.iter().map(|at| at.text.as_str());
                let unwritten = last_to.filter(|_| at.is_empty());
                parts.extend(places.chain(unwritten).map(|at| changed(&value.text, at, game)));
            }
            WrittenEffect::Attribute { at, number, value } => {
                let value = match value.text.as_str() {
                    "0" => Value::Bool(false),
                    "1" => Value::Bool(true),
                    other => other.parse().map_or_else(|_| Value::Name(other.into()), Value::Number),
                };
                parts.push(attribute(&at.text, number.text.parse().ok(), value, game));
            }
            WrittenEffect::Flip { at } => parts.push(EffectPart { flip: text(&at.text), ..EffectPart::default() }),
        }
    }
    parts
}

fn text(text: &str) -> Option<SmolStr> {
    Some(text.into())
}

fn moved(piece: SmolStr, from: SmolStr, occupied: bool, to: SmolStr) -> EffectPart {
    EffectPart {
        moves: Some(from),
        to: Some(to),
        piece: Some(piece),
        occupied: occupied.then_some(true),
        ..EffectPart::default()
    }
}

fn created(is_drop: bool, player: &str, piece: &str, at: &str) -> EffectPart {
    let (drop, create) = if is_drop { (text(at), None) } else { (None, text(at)) };
    EffectPart { drop, create, piece: text(piece), owner: text(player), ..EffectPart::default() }
}

fn changed(value: &str, at: &str, game: Option<&Game>) -> EffectPart {
    let mut part = EffectPart { change: text(at), ..EffectPart::default() };
    if game.is_some_and(|game| game.players.find(value).is_some()) {
        part.owner = text(value);
    } else if game.is_some_and(|game| game.piece_names.find(value).is_some()) {
        part.to = text(value);
    } else {
        part.value = Some(Value::Name(value.into()));
    }
    part
}

fn attribute(at: &str, number: Option<u32>, value: Value, game: Option<&Game>) -> EffectPart {
    let name = game.zip(number).and_then(|(game, number)| {
        let attribute = game.attribute_numbers.get(usize::try_from(number).ok()?)?;
        text(game.attributes.name(attribute.index()))
    });
    EffectPart { attribute: text(at), name, number, value: Some(value), ..EffectPart::default() }
}
