//! Names of files, ranks and cells, as rules and settings files give them.

use std::collections::BTreeSet;

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::game::GridShape;
use crate::limits::MAX_CELLS;
use crate::profile::fen::{Space, read_fen};

/// A cell's name as file and rank: what stands on either side of the border between letters and digits.
pub(super) fn split_cell(name: &str) -> Option<(&str, &str)> {
    let digits_first = name.starts_with(|c: char| c.is_ascii_digit());
    let (file, rank) = name.split_at(name.find(|c: char| c.is_ascii_digit() != digits_first)?);
    let is_rank = rank.chars().all(|c| c.is_ascii_digit() != digits_first);
    is_rank.then_some((file, rank))
}

/// Each name once: numbers by their value, letters by the alphabet, capitals behind small ones. Files with numbers run
/// from the right and ranks with letters from the top, as in Shogi; both lists are given from the left or the bottom.
pub(super) fn in_order<'n>(names: impl Iterator<Item = &'n str>, are_ranks: bool) -> Vec<String> {
    let small_first = |name: &str| -> String {
        name.chars().map(|c| if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }).collect()
    };
    let number = |name: &str| name.parse::<u64>().ok();
    let mut list: Vec<&str> = names.collect::<BTreeSet<_>>().into_iter().collect();
    list.sort_by_key(|name| (number(name), small_first(name)));
    if list.iter().all(|name| number(name).is_some()) != are_ranks {
        list.reverse();
    }
    list.into_iter().map(str::to_owned).collect()
}

/// Files and ranks of a grid, as a diagram shows them.
pub(super) struct DraftBoard {
    pub(super) files: Vec<String>,
    pub(super) ranks: Vec<String>,
}

impl DraftBoard {
    /// The dimension that runs more across than down gives the files. Ranks are listed from the bottom.
    pub(super) fn of(grid: &GridShape) -> Option<Self> {
        let [first, second] = grid.dimensions.as_slice() else { return None };
        let step = |index: usize| grid.pixels.get(index).copied().unwrap_or((0, 0));
        let first_is_down = step(0).1.abs() > step(0).0.abs();
        let (files, across, ranks, down) =
            if first_is_down { (second, step(1).0, first, step(0).1) } else { (first, step(0).0, second, step(1).1) };
        let mut board = Self { files: files.clone(), ranks: ranks.clone() };
        if across < 0 {
            board.files.reverse();
        }
        // Without pixels the usual order is taken: the first rank listed is the top one.
        if down >= 0 {
            board.ranks.reverse();
        }
        Some(board)
    }
}

/// Names in a setting: separated by blanks or commas, or one sign each where that gives the number expected.
pub(super) fn split_names(text: &str, expected: Option<usize>) -> Vec<String> {
    let is_end = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '"' | '\'' | '(' | ')' | '[' | ']');
    let names: Vec<String> =
        text.split(is_end).filter(|name| !name.is_empty() && *name != "array").map(str::to_owned).collect();
    match (names.as_slice(), expected) {
        ([one], Some(expected)) if one.chars().count() == expected => one.chars().map(String::from).collect(),
        _ => names,
    }
}

/// The length of the first row of a position whose rows end with `/`.
pub(super) fn first_row_length(fen: &str) -> Option<usize> {
    let row = fen.split('/').next().filter(|row| row.len() < fen.len() && !row.contains('*'))?;
    let (diagram, _) = read_fen(row, MAX_CELLS, None);
    let spaces = diagram.rows.first()?;
    let used = spaces.iter().rposition(|space| *space != Space::Hole)?;
    Some(used + 1)
}

pub(super) fn default_files(cols: usize, findings: &mut Diagnostics) -> Vec<String> {
    if cols > 26 {
        let message = "the labels of files beyond `z` are not known; numbers stand for them";
        findings.push(Diagnostic::new(Code::ProfileGuessed, message));
    }
    (0..cols)
        .map(|file| match u8::try_from(file) {
            Ok(file) if file < 26 => char::from(b'a' + file).to_string(),
            _ => (file + 1).to_string(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::split_names;

    #[test]
    fn names_in_settings() {
        assert_eq!(split_names("a b c", Some(3)), ["a", "b", "c"]);
        assert_eq!(split_names("abc", Some(3)), ["a", "b", "c"]);
        assert_eq!(split_names("array('9','8')", Some(2)), ["9", "8"]);
        assert_eq!(split_names("Red, Blue", None), ["Red", "Blue"]);
    }
}
