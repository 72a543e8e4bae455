//! The names of an entry, looked up in the rules.

use smallvec::SmallVec;

use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::game::{AttributeId, CellId, Game, NameTable, PieceTypeId, PlayerId};
use crate::record::{Record, Word, WrittenEffect};

/// An effect as written, over the ids of the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NamedEffect {
    Move { piece: PieceTypeId, from: CellId, occupied: bool, to: CellId },
    Create { player: PlayerId, piece: PieceTypeId, at: CellId },
    Capture { at: CellId },
    Type { piece: PieceTypeId, at: SmallVec<[CellId; 2]> },
    Owner { player: PlayerId, at: SmallVec<[CellId; 2]> },
    Attribute { at: CellId, note: AttributeNote },
    Flip { at: CellId },
}

/// An attribute note: what number and value mean, where the rules know them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum AttributeNote {
    Known {
        attribute: AttributeId,
        value: bool,
    },
    /// The number or the value is none that the rules have; the text for a message.
    Strange(String),
}

/// Looks up all names of an entry's effects.
///
/// # Errors
///
/// One finding for each name that the rules do not have.
pub(super) fn look_up(
    record: &Record,
    game: &Game,
    effects: &[WrittenEffect],
) -> Result<SmallVec<[NamedEffect; 2]>, Vec<Diagnostic>> {
    let mut names = Names { record, game, unknown: Vec::new(), destination: None };
    let mut named = SmallVec::new();
    for effect in effects {
        if let Some(effect) = names.effect(effect) {
            named.push(effect);
        }
    }
    if names.unknown.is_empty() { Ok(named) } else { Err(names.unknown) }
}

struct Names<'a> {
    record: &'a Record,
    game: &'a Game,
    unknown: Vec<Diagnostic>,
    /// Where the effect just before ended: a change without a place refers to it.
    destination: Option<CellId>,
}

impl Names<'_> {
    fn effect(&mut self, effect: &WrittenEffect) -> Option<NamedEffect> {
        match effect {
            WrittenEffect::Move { piece, from, occupied, to } => {
                let (piece, from, to) = (self.piece(piece), self.cell(from), self.cell(to));
                self.destination = to;
                Some(NamedEffect::Move { piece: piece?, from: from?, occupied: *occupied, to: to? })
            }
            WrittenEffect::Create { player, piece, at } => {
                let (player, piece, at) = (self.player(player), self.piece(piece), self.cell(at));
                self.destination = at;
                Some(NamedEffect::Create { player: player?, piece: piece?, at: at? })
            }
            WrittenEffect::Capture { at } => Some(NamedEffect::Capture { at: self.cell(at)? }),
            WrittenEffect::Flip { at } => {
                let at = self.cell(at)?;
                self.destination = Some(at);
                Some(NamedEffect::Flip { at })
            }
            WrittenEffect::Attribute { at, number, value } => {
                let at = self.cell(at)?;
                self.destination = Some(at);
                Some(NamedEffect::Attribute { at, note: attribute_note(self.game, &number.text, &value.text) })
            }
            WrittenEffect::Change { value, at } => self.change(value, at),
        }
    }

    fn change(&mut self, value: &Word, at: &[Word]) -> Option<NamedEffect> {
        let cells: SmallVec<[CellId; 2]> = if at.is_empty() {
            self.destination.into_iter().collect()
        } else {
            at.iter().filter_map(|word| self.cell(word)).collect()
        };
        if cells.is_empty() && at.is_empty() {
            self.unknown.push(
                Diagnostic::new(
                    Code::CannotReadEntry,
                    format!("`= {}` names no position and follows no move", value.text),
                )
                .at(self.record.place(value.span))
                .help("write `= Name on POSITION`"),
            );
            return None;
        }
        self.destination = cells.last().copied();
        if let Some(player) = self.game.players.find(&value.text) {
            return Some(NamedEffect::Owner { player: PlayerId::from_index(player), at: cells });
        }
        Some(NamedEffect::Type { piece: self.piece(value)?, at: cells })
    }

    fn piece(&mut self, word: &Word) -> Option<PieceTypeId> {
        self.find("piece", word, &self.game.piece_names).map(PieceTypeId::from_index)
    }

    fn player(&mut self, word: &Word) -> Option<PlayerId> {
        self.find("player", word, &self.game.players).map(PlayerId::from_index)
    }

    fn cell(&mut self, word: &Word) -> Option<CellId> {
        self.find("position", word, &self.game.board.cells).map(CellId::from_index)
    }

    #[inline(always)]
    fn find(&mut self, kind: &str, word: &Word, table: &NameTable) -> Option<usize> {
        let found = table.find(&word.text);
        if found.is_none() {
            self.unknown.push(unknown_name(self.record, self.game, kind, word, table));
        }
        found
    }
}

/// The finding for a name that the rules do not have.
pub(super) fn unknown_name(record: &Record, game: &Game, kind: &str, word: &Word, table: &NameTable) -> Diagnostic {
    let message = format!("there is no {kind} `{}` in {}", word.text, shown_title(game));
    let finding = Diagnostic::new(Code::NameUnknown, message).at(record.place(word.span));
    let near = match kind {
        "position" => near_cell(&word.text, table),
        _ => did_you_mean(&word.text, table.iter()),
    };
    match near {
        Some(near) => finding.help(format!("did you mean `{near}`?")),
        None if kind == "position" => finding.help(format!(
            "positions are named here {}; the record may belong to other rules or another variant",
            cell_names(table)
        )),
        None => finding.help(format!(
            "the rules may have changed since, or another file of this name was found; known are {}",
            some_names(table)
        )),
    }
}

/// The position that was meant: in another letter case, or nearly the same word. Short names such as `e9` are as near to
/// one cell as to many others, so that none is proposed for them.
fn near_cell<'n>(text: &str, table: &'n NameTable) -> Option<&'n str> {
    const SHORT: usize = 4;
    match table.find_ignoring_case(text) {
        Some(index) => Some(table.name(index)),
        None if text.chars().count() <= SHORT => None,
        None => did_you_mean(text, table.iter()),
    }
}

/// How positions are named: `a8, b8, ... to h1`.
fn cell_names(table: &NameTable) -> String {
    const SHOWN: usize = 3;
    match table.iter().last().filter(|_| table.len() > SHOWN) {
        Some(last) => format!("{}, ... to {last}", table.iter().take(SHOWN).collect::<Vec<_>>().join(", ")),
        None => table.iter().collect::<Vec<_>>().join(", "),
    }
}

fn some_names(table: &NameTable) -> String {
    const SHOWN: usize = 12;
    let mut list = table.iter().take(SHOWN).collect::<Vec<_>>().join(", ");
    if table.len() > SHOWN {
        list.push_str(", ...");
    }
    list
}

fn shown_title(game: &Game) -> String {
    if game.title.is_empty() { "these rules".to_owned() } else { format!("`{}`", game.title) }
}

pub(super) fn attribute_note(game: &Game, number: &str, value: &str) -> AttributeNote {
    let attribute = number.parse::<usize>().ok().and_then(|number| game.attribute_numbers.get(number)).copied();
    match (attribute, value) {
        (Some(attribute), "0" | "1") => AttributeNote::Known { attribute, value: value == "1" },
        (None, _) => AttributeNote::Strange(format!("there is no attribute number {number} in these rules")),
        (Some(_), _) => AttributeNote::Strange(format!("an attribute has the value 0 or 1, not {value}")),
    }
}
