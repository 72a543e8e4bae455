//! The effects of an entry as the keys of a document.

use crate::game::Game;
use crate::record::WrittenEffect;
use crate::record::document::{EffectPart, Value};

/// The keys of some effects, with every place written: one for each place of a change. Without a game, what only its
/// names tell is left open.
pub(super) fn parts(effects: &[WrittenEffect], is_drop: bool, game: Option<&Game>) -> Vec<EffectPart> {
    let mut parts = Vec::with_capacity(effects.len());
    let mut last_to: Option<&str> = None;
    for (index, effect) in effects.iter().enumerate() {
        match effect {
            WrittenEffect::Move { piece, from, occupied, to } => {
                last_to = Some(&to.text);
                parts.push(EffectPart {
                    moves: Some(from.text.clone()),
                    to: Some(to.text.clone()),
                    piece: Some(piece.text.clone()),
                    occupied: occupied.then_some(true),
                    ..EffectPart::default()
                });
            }
            WrittenEffect::Create { player, piece, at } => {
                last_to = Some(&at.text);
                let at = Some(at.text.clone());
                let (drop, create) = if is_drop && index == 0 { (at, None) } else { (None, at) };
                let (piece, owner) = (Some(piece.text.clone()), Some(player.text.clone()));
                parts.push(EffectPart { drop, create, piece, owner, ..EffectPart::default() });
            }
            WrittenEffect::Capture { at } => {
                parts.push(EffectPart { capture: Some(at.text.clone()), ..EffectPart::default() });
            }
            WrittenEffect::Change { value, at } => {
                let places = at.iter().map(|at| at.text.as_str());
                let unwritten = last_to.filter(|_| at.is_empty());
                parts.extend(places.chain(unwritten).map(|at| change(&value.text, at, game)));
            }
            WrittenEffect::Attribute { at, number, value } => {
                parts.push(attribute(&at.text, &number.text, &value.text, game));
            }
            WrittenEffect::Flip { at } => {
                parts.push(EffectPart { flip: Some(at.text.clone()), ..EffectPart::default() })
            }
        }
    }
    parts
}

fn change(value: &str, at: &str, game: Option<&Game>) -> EffectPart {
    let mut part = EffectPart { change: Some(at.to_owned()), ..EffectPart::default() };
    if game.is_some_and(|game| game.piece_names.find(value).is_some()) {
        part.to = Some(value.to_owned());
    } else if game.is_some_and(|game| game.players.find(value).is_some()) {
        part.owner = Some(value.to_owned());
    } else {
        part.value = Some(Value::Name(value.to_owned()));
    }
    part
}

fn attribute(at: &str, number: &str, value: &str, game: Option<&Game>) -> EffectPart {
    let number: Option<u32> = number.parse().ok();
    let name = game.zip(number).and_then(|(game, number)| {
        let attribute = game.attribute_numbers.get(usize::try_from(number).ok()?)?;
        Some(game.attributes.name(attribute.index()).to_owned())
    });
    let value = match value {
        "0" => Value::Bool(false),
        "1" => Value::Bool(true),
        _ => value.parse().map_or_else(|_| Value::Name(value.to_owned()), Value::Number),
    };
    EffectPart {
        attribute: Some(at.to_owned()),
        number: number.filter(|_| name.is_none()),
        name,
        value: Some(value),
        ..EffectPart::default()
    }
}
