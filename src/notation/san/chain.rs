//! Tokens of several parts: `d6xf4xd2`.

use super::reading::{Named, Origin, Reading, Readings, named, origins};
use super::token::{outside, split_part};
use crate::game::Game;
use crate::notation::Spelling;

/// One part of a chain: the ways to read where it goes, and the text behind that.
pub(super) struct Link<'t> {
    pub(super) readings: Readings,
    /// From `=` or `<` on.
    pub(super) tail: &'t str,
}

/// Takes a chain apart, or gives `None` when the text is none.
pub(super) fn split<'t>(game: &Game, spelling: &Spelling, text: &'t str) -> Option<Vec<Link<'t>>> {
    outside(text).filter(|&(at, c)| at > 0 && is_sign(c)).find_map(|(at, _)| {
        let mut whole = Vec::new();
        origins(game, spelling, &text[..at], &mut |named, origin| {
            if matches!(origin, Origin::Cell(_)) {
                whole.push((named, origin));
            }
        });
        if whole.is_empty() { None } else { links(game, spelling, &whole, &text[at..]) }
    })
}

const fn is_sign(c: char) -> bool {
    matches!(c, 'x' | '-' | ':' | '×' | '–')
}

/// How long the promotion and the effects at the start of a text are: up to a sign, which may also stand in a symbol.
fn tail_length(spelling: &Spelling, text: &str) -> usize {
    let is_whole = |end: usize| {
        let symbol = split_part(&text[..end]).body.strip_prefix('=').unwrap_or_default();
        symbol.is_empty() || named(spelling, symbol).is_some()
    };
    let ends = || outside(text).filter(|&(at, c)| at > 0 && is_sign(c)).map(|(at, _)| at).chain([text.len()]);
    ends().find(|&end| is_whole(end)).or_else(|| ends().next()).unwrap_or(text.len())
}

/// The parts behind the first origin: each a sign and the longest cell that a sign, `=`, `<` or the end follows.
fn links<'t>(game: &Game, spelling: &Spelling, first: &[(Named, Origin)], text: &'t str) -> Option<Vec<Link<'t>>> {
    let mut links = Vec::new();
    let mut rest = text;
    let mut starts = first.to_vec();
    while !rest.is_empty() {
        let sign = rest.chars().next().filter(|&c| is_sign(c))?;
        let behind = &rest[sign.len_utf8()..];
        let ends = behind.char_indices().map(|(at, _)| at).chain([behind.len()]);
        let ends_cell = |at: usize| behind[at..].chars().next().is_none_or(|c| is_sign(c) || matches!(c, '=' | '<'));
        let (end, to) = ends
            .take_while(|&at| at <= spelling.longest_cell)
            .filter(|&at| ends_cell(at))
            .filter_map(|at| Some((at, game.board.cell(&behind[..at])?)))
            .last()?;
        let tail = &behind[end..];
        let length = if tail.starts_with(['=', '<']) { tail_length(spelling, tail) } else { 0 };
        let takes = matches!(sign, 'x' | ':' | '×');
        let reading = |(named, origin): &(Named, Origin)| Reading {
            named: named.clone(),
            origin: origin.clone(),
            takes,
            is_drop: false,
            to,
        };
        links.push(Link { readings: starts.iter().map(reading).collect(), tail: &tail[..length] });
        // A later part goes on from where the piece stands.
        starts = vec![(Named::Nothing, Origin::Cell(to))];
        rest = &tail[length..];
    }
    Some(links)
}
