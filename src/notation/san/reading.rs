//! The ways to read the body of a token: piece, origin, sign, destination.

use smallvec::{SmallVec, smallvec};
use smol_str::SmolStr;

use crate::game::{CellId, Game, PieceTypeId};
use crate::notation::Spelling;

/// Which piece a body names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Named {
    /// No piece: a Pawn, if the token is complete.
    Nothing,
    /// One of these types, by symbol or by name.
    Types(SmallVec<[PieceTypeId; 2]>),
}

/// How much of the origin a body says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    Nothing,
    File(SmolStr),
    Rank(SmolStr),
    Cell(CellId),
}

/// One way to read a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reading {
    pub(super) named: Named,
    pub(super) origin: Origin,
    /// Whether the destination was joined by `x`.
    pub(super) takes: bool,
    /// Whether the body is a drop, `P@c`.
    pub(super) is_drop: bool,
    pub(super) to: CellId,
}

/// The ways to read one body; most bodies have one.
pub(super) type Readings = SmallVec<[Reading; 1]>;

/// All ways to read a body. A cell is looked for at its end, then a sign, an origin, a piece.
pub(super) fn readings(game: &Game, spelling: &Spelling, body: &str) -> Readings {
    if spelling.regular
        && let Some(reading) = regular(game, spelling, body)
    {
        return smallvec![reading];
    }
    let mut found = Readings::new();
    for (start, _) in body.char_indices() {
        if body.len() - start > spelling.longest_cell {
            continue;
        }
        let Some(to) = game.board.cell(&body[start..]) else { continue };
        let front = &body[..start];
        if let Some(piece) = front.strip_suffix(['@', '*']) {
            // `*` is the drop sign of other programs.
            if let Some(named) = named(spelling, piece) {
                found.push(Reading { named, origin: Origin::Nothing, takes: false, is_drop: true, to });
            }
            continue;
        }
        for (front, takes) in signs(front) {
            origins(game, spelling, front, &mut |named, origin| {
                let reading = Reading { named, origin, takes, is_drop: false, to };
                if !found.contains(&reading) {
                    found.push(reading);
                }
            });
        }
    }
    found
}

/// The only way to read a body whose letters tell what they belong to ([`Spelling::regular`]): `Nbd2`, `exd5`, `Qh4e1`.
/// `None` where a part is missing, unknown or of another form.
fn regular(game: &Game, spelling: &Spelling, body: &str) -> Option<Reading> {
    let bytes = body.as_bytes();
    let symbol = bytes.iter().take_while(|byte| byte.is_ascii_uppercase()).count();
    let digits = bytes.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let cell = bytes.len().checked_sub(digits + 1).filter(|&cell| cell >= symbol && digits > 0)?;
    let to = game.board.cell(body.get(cell..)?)?;
    let (origin, takes) = match body.get(symbol..cell)? {
        front if front.ends_with('x') => (&front[..front.len() - 1], true),
        front => (front.strip_suffix('-').unwrap_or(front), false),
    };
    let origin = match origin.as_bytes() {
        [] => Origin::Nothing,
        [b'a'..=b'z'] if spelling.is_file(origin) => Origin::File(origin.into()),
        [b'0'..=b'9', ..] if spelling.is_rank(origin) => Origin::Rank(origin.into()),
        [b'a'..=b'z', b'0'..=b'9', ..] => Origin::Cell(game.board.cell(origin)?),
        _ => return None,
    };
    Some(Reading { named: named(spelling, &body[..symbol])?, origin, takes, is_drop: false, to })
}

/// What stands before the sign; the sign may also be a part of a name.
fn signs(front: &str) -> SmallVec<[(&str, bool); 2]> {
    let mut all = SmallVec::new();
    if let Some(rest) = front.strip_suffix(['x', ':', '×']) {
        all.push((rest, true));
    } else if let Some(rest) = front.strip_suffix(['-', '–', '—', '−']) {
        all.push((rest, false));
    }
    all.push((front, false));
    all
}

/// All ways to read piece and origin.
pub(super) fn origins(game: &Game, spelling: &Spelling, front: &str, found: &mut impl FnMut(Named, Origin)) {
    for split in split_points(front) {
        let Some(named) = named(spelling, &front[..split]) else { continue };
        let origin = &front[split..];
        if origin.is_empty() {
            found(named, Origin::Nothing);
            continue;
        }
        if let Some(cell) = game.board.cell(origin) {
            found(named.clone(), Origin::Cell(cell));
        }
        if spelling.is_file(origin) {
            found(named.clone(), Origin::File(origin.into()));
        }
        if spelling.is_rank(origin) {
            found(named, Origin::Rank(origin.into()));
        }
    }
}

/// Where a piece may end: behind its quotes, else at any letter.
fn split_points(front: &str) -> impl Iterator<Item = usize> + '_ {
    let quoted = front.strip_prefix('"').and_then(|rest| rest.find('"')).map(|at| at + 2);
    let free = front.char_indices().map(|(at, _)| at).chain([front.len()]);
    quoted.into_iter().chain(free.filter(move |_| quoted.is_none()))
}

/// The piece that a text names; empty text names none.
pub(super) fn named(spelling: &Spelling, text: &str) -> Option<Named> {
    if text.is_empty() {
        return Some(Named::Nothing);
    }
    if let Some(inner) = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        return spelling.symbols.quoted(inner).map(|piece| Named::Types(SmallVec::from_slice(&[piece])));
    }
    let types: SmallVec<[PieceTypeId; 2]> = spelling.symbols.with_symbol(text).collect();
    (!types.is_empty()).then_some(Named::Types(types))
}

impl Spelling {
    fn is_file(&self, text: &str) -> bool {
        self.layout.sections.iter().any(|section| section.files.iter().any(|file| file == text))
    }

    fn is_rank(&self, text: &str) -> bool {
        self.layout.sections.iter().any(|section| section.rows.iter().any(|row| row.name == text))
    }
}
