//! The entries of a document and their effects.

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::{Text, Texts};

/// One entry.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlyPart {
    /// Its number in the record, from 1.
    pub ply: u32,
    /// The round of the turn order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// Who is on turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<SmolStr>,
    /// The move as PGN-like text.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub token: Option<Text>,
    /// The number as recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
    /// The number after `partial`, as recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partial: Option<u32>,
    /// The text as found, after the number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recorded: Option<Text>,
    /// What the entry does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<EffectPart>,
    /// What is said after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comment: Option<Texts>,
    /// What the check gave for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<SmolStr>,
    /// The code of the finding that decided the verdict.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finding: Option<SmolStr>,
}

/// One effect: exactly one of the keys `move`, `drop`, `create`, `capture`, `change`, `attribute`, `flip` is there, with
/// the cell it happens on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EffectPart {
    /// A further move of a turn that one entry tells of begins here: its number, from 2.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<u32>,
    /// A piece moves from here.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub moves: Option<SmolStr>,
    /// A piece comes from the stock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drop: Option<SmolStr>,
    /// A new piece appears.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub create: Option<SmolStr>,
    /// The piece is taken off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capture: Option<SmolStr>,
    /// The piece gets another type or owner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub change: Option<SmolStr>,
    /// An attribute of the piece is set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attribute: Option<SmolStr>,
    /// The piece goes to the next player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flip: Option<SmolStr>,
    /// Of a move: where to. Of a change: the new type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<SmolStr>,
    /// Of a move, drop or creation: the type of the piece.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<SmolStr>,
    /// Of a drop or creation: the owner. Of a change: the new owner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<SmolStr>,
    /// Of a move: `true` where the destination was occupied.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub occupied: Option<bool>,
    /// Of an attribute: its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<SmolStr>,
    /// Of an attribute: its number in saved games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
    /// Of an attribute: its value. Of a change: the new type or owner, where it is not known which of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
}

/// The value of an attribute, or of a change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// True or false.
    Bool(bool),
    /// A value that is neither, as recorded.
    Number(u32),
    /// A name.
    Name(SmolStr),
}
