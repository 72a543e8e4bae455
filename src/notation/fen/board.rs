//! The first field: rows and stock.

use super::read::FenError;
use crate::engine::{Piece, Setup};
use crate::game::{CellId, Game, PieceTypeId, PlayerId};
use crate::notation::Spelling;
use crate::notation::layout::Row;
use crate::notation::symbols::has_case;

pub(super) fn write(game: &Game, spelling: &Spelling, setup: &Setup) -> String {
    let mut text = String::new();
    for (number, section) in spelling.layout.sections.iter().enumerate() {
        if number > 0 {
            text.push('|');
        }
        for (number, row) in section.rows.iter().enumerate() {
            if number > 0 {
                text.push('/');
            }
            write_row(spelling, setup, row, &mut text);
        }
    }
    if game.has_stock && missing_men(game, spelling, setup).is_none_or(|missing| missing != setup.stock) {
        write_stock(spelling, setup, &mut text);
    }
    text
}

/// Where captured men go back to their owner's stock and promotions take from it, the stock is what the array has more
/// than the board. Other programs do not write it, and refuse a FEN that does. `None` for games with a FEN of our own.
fn missing_men(game: &Game, spelling: &Spelling, setup: &Setup) -> Option<Vec<Vec<u32>>> {
    if spelling.standard.is_none() || !(game.options.recycle_captures && game.options.recycle_promotions) {
        return None;
    }
    let mut missing = game.stock.clone();
    for &(player, piece) in game.setup.iter().flatten() {
        missing[player.index()][piece.index()] += 1;
    }
    for piece in setup.cells.iter().flatten() {
        let count = &mut missing[piece.owner().index()][piece.piece_type().index()];
        *count = count.saturating_sub(1);
    }
    Some(missing)
}

fn write_row(spelling: &Spelling, setup: &Setup, row: &Row, text: &mut String) {
    let mut empty = 0;
    let flush = |empty: &mut usize, text: &mut String| {
        if *empty > 0 {
            text.push_str(&empty.to_string());
            *empty = 0;
        }
    };
    for cell in &row.cells {
        match cell {
            None => {
                flush(&mut empty, text);
                text.push('*');
            }
            Some(cell) => match setup.cells.get(cell.index()).copied().flatten() {
                None => empty += 1,
                Some(piece) => {
                    flush(&mut empty, text);
                    text.push_str(&piece_text(spelling, piece.owner(), piece.piece_type()));
                }
            },
        }
    }
    flush(&mut empty, text);
}

/// One letter, `+` and a letter, or more signs in braces.
fn piece_text(spelling: &Spelling, player: PlayerId, piece: PieceTypeId) -> String {
    let text = spelling.piece_text(player, piece);
    let letter = text.strip_prefix('+').unwrap_or(&text);
    let mut chars = letter.chars();
    let is_plain = chars.next().is_some_and(has_case) && chars.next().is_none();
    if is_plain { text } else { format!("{{{text}}}") }
}

/// Symbols side by side, each as often as it is in stock; from ten on the number stands before it.
fn write_stock(spelling: &Spelling, setup: &Setup, text: &mut String) {
    text.push('[');
    for &player in spelling.sides.order() {
        for (index, &count) in setup.stock[player.index()].iter().enumerate() {
            let symbol = piece_text(spelling, player, PieceTypeId::from_index(index));
            match count {
                0..=9 => (0..count).for_each(|_| text.push_str(&symbol)),
                _ => text.push_str(&format!("{count}{symbol}")),
            }
        }
    }
    text.push(']');
}

/// Reads the field into `setup`; `offset` is where it begins in the whole text.
pub(super) fn read(
    game: &Game,
    spelling: &Spelling,
    field: &str,
    offset: usize,
    setup: &mut Setup,
) -> Result<(), FenError> {
    let (rows, stock) = match field.find('[').filter(|&at| !inside_braces(field, at)) {
        Some(at) => (&field[..at], Some((&field[at..], offset + at))),
        None => (field, None),
    };
    setup.cells.fill(None);
    let sections = &spelling.layout.sections;
    let texts = split_outside_braces(rows, '|');
    if texts.len() != sections.len() {
        let message = format!("the board has {} levels or grids, the text {}", sections.len(), texts.len());
        return Err(FenError::new(offset, message));
    }
    for (section, (start, text)) in sections.iter().zip(texts) {
        let lines = split_outside_braces(text, '/');
        if lines.len() != section.rows.len() {
            let message = format!("the board has {} rows, the text {}", section.rows.len(), lines.len());
            return Err(FenError::new(offset + start, message));
        }
        for (row, (at, line)) in section.rows.iter().zip(lines) {
            read_row(game, spelling, row, line, offset + start + at, setup)?;
        }
    }
    match stock {
        Some((text, at)) => read_stock(game, spelling, text, at, setup),
        None => {
            if let Some(missing) = missing_men(game, spelling, setup) {
                setup.stock = missing;
            }
            Ok(())
        }
    }
}

fn inside_braces(text: &str, at: usize) -> bool {
    let before = &text[..at];
    before.rfind('{').is_some_and(|open| before[open..].find('}').is_none())
}

/// The parts between separators that do not stand in braces, with their offsets.
fn split_outside_braces(text: &str, separator: char) -> Vec<(usize, &str)> {
    let mut parts = Vec::new();
    let (mut start, mut in_braces) = (0, false);
    for (at, c) in text.char_indices() {
        match c {
            '{' => in_braces = true,
            '}' => in_braces = false,
            c if c == separator && !in_braces => {
                parts.push((start, &text[start..at]));
                start = at + c.len_utf8();
            }
            _ => {}
        }
    }
    parts.push((start, &text[start..]));
    parts
}

fn read_row(
    game: &Game,
    spelling: &Spelling,
    row: &Row,
    line: &str,
    offset: usize,
    setup: &mut Setup,
) -> Result<(), FenError> {
    let mut cells = row.cells.iter().copied();
    let too_long = |at: usize| FenError::new(offset + at, format!("the row has more than {} cells", row.cells.len()));
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let at = line.len() - rest.len();
        if first == '*' {
            if cells.next().ok_or_else(|| too_long(at))?.is_some() {
                return Err(FenError::new(offset + at, "the board has a cell here, not a hole"));
            }
            rest = &rest[1..];
        } else if first.is_ascii_digit() {
            let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let count: usize = rest[..digits].parse().map_err(|_| too_long(at))?;
            for _ in 0..count.min(row.cells.len() + 1) {
                if cells.next().ok_or_else(|| too_long(at))?.is_none() {
                    return Err(FenError::new(offset + at, "the board has a hole here, written `*`"));
                }
            }
            rest = &rest[digits..];
        } else {
            let (piece, length) = read_piece(game, spelling, rest, offset + at)?;
            let cell: CellId = cells
                .next()
                .ok_or_else(|| too_long(at))?
                .ok_or_else(|| FenError::new(offset + at, "the board has a hole here, written `*`"))?;
            setup.cells[cell.index()] = Some(piece);
            rest = &rest[length..];
        }
    }
    match cells.count() {
        0 => Ok(()),
        missing => Err(FenError::new(offset + line.len(), format!("the row is {missing} cells short"))),
    }
}

/// The piece at the start of the text, and the length of its symbol.
fn read_piece(game: &Game, spelling: &Spelling, text: &str, offset: usize) -> Result<(Piece, usize), FenError> {
    let (symbol, length) = match text.strip_prefix('{') {
        Some(inner) => {
            let end = inner.find('}').ok_or_else(|| FenError::new(offset, "the brace is not closed"))?;
            (&inner[..end], end + 2)
        }
        None => {
            let letter = text.strip_prefix('+').unwrap_or(text);
            let length = text.len() - letter.len() + letter.chars().next().map_or(0, char::len_utf8);
            (&text[..length], length)
        }
    };
    let unknown = || FenError::new(offset, format!("no piece has the symbol `{symbol}`"));
    let (player, piece) = named(spelling, symbol).ok_or_else(unknown)?;
    Ok((Piece::fresh(game, player, piece), length))
}

/// Owner and type of a symbol: by the number behind it, else by letter case.
fn named(spelling: &Spelling, symbol: &str) -> Option<(PlayerId, PieceTypeId)> {
    let (sides, symbols) = (&spelling.sides, &spelling.symbols);
    let digits = symbol.bytes().rev().take_while(u8::is_ascii_digit).count();
    let by_number = (1..=digits.min(2)).find_map(|count| {
        let (name, number) = symbol.split_at(symbol.len() - count);
        let player = sides.player(number.parse().ok()?)?;
        Some((player, symbols.find_ignoring_case(name)?))
    });
    let by_case = || {
        let letter = symbol.chars().find(|&c| has_case(c))?;
        let player = sides.player(if letter.is_lowercase() { 2 } else { 1 })?;
        Some((player, symbols.find_ignoring_case(symbol)?))
    };
    if sides.are_many() { by_number } else { by_case().or(by_number) }
}

fn read_stock(game: &Game, spelling: &Spelling, text: &str, offset: usize, setup: &mut Setup) -> Result<(), FenError> {
    let inner = text
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .ok_or_else(|| FenError::new(offset, "the stock is not closed with `]`"))?;
    setup.stock.iter_mut().for_each(|counts| counts.fill(0));
    // Other programs write `-` into an empty stock.
    let mut rest = if inner == "-" { "" } else { inner };
    while !rest.is_empty() {
        let at = offset + 1 + inner.len() - rest.len();
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let count: u32 = match digits {
            0 => 1,
            _ => rest[..digits].parse().map_err(|_| FenError::new(at, "the number is too large"))?,
        };
        rest = &rest[digits..];
        if rest.is_empty() {
            return Err(FenError::new(at, "a piece is missing behind the number"));
        }
        let (piece, length) = read_piece(game, spelling, rest, at + digits)?;
        let held = &mut setup.stock[piece.owner().index()][piece.piece_type().index()];
        *held = held.saturating_add(count);
        rest = &rest[length..];
    }
    Ok(())
}
