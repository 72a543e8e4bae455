//! The dialect of FEN that Game Courier's presets and logs use for a position (`game-courier.md` 4).

use std::ops::Range;

use nom::branch::alt;
use nom::bytes::complete::take_till1;
use nom::character::complete::{anychar, char, digit1};
use nom::combinator::map;
use nom::sequence::delimited;
use nom::{IResult, Parser};

use crate::limits::MAX_CELLS;

/// One place of a diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Space {
    /// No space at all.
    Hole,
    /// An empty space.
    Empty,
    /// A piece.
    Piece {
        /// Its label.
        label: String,
        /// Where it stands in the text, in bytes.
        at: Range<usize>,
    },
}

/// A position as rows of places, the top row first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagram {
    /// The rows; all have the same length.
    pub rows: Vec<Vec<Space>>,
}

/// A piece of a diagram with the names of its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed<'a> {
    /// Label of the file.
    pub file: &'a str,
    /// Label of the rank.
    pub rank: &'a str,
    /// Label of the piece.
    pub label: &'a str,
    /// Where it stands in the text, in bytes.
    pub at: &'a Range<usize>,
}

/// What the reader has to say about a place of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenRemark {
    /// What is the matter.
    pub message: String,
    /// Where, in bytes.
    pub at: Range<usize>,
    /// Whether the position cannot be relied on.
    pub fatal: bool,
}

impl Diagram {
    /// The place at a column from the left and a row from the bottom; a hole outside the diagram.
    #[must_use]
    pub fn space(&self, column: usize, row_from_bottom: usize) -> &Space {
        let row = self.rows.len().checked_sub(row_from_bottom + 1).and_then(|row| self.rows.get(row));
        row.and_then(|row| row.get(column)).unwrap_or(&Space::Hole)
    }

    /// The pieces with the labels of their files (left to right) and ranks (bottom row first), row by row from the top.
    pub fn pieces<'a>(&'a self, files: &'a [String], ranks: &'a [String]) -> impl Iterator<Item = Placed<'a>> {
        self.rows.iter().enumerate().flat_map(move |(row, spaces)| {
            let rank = self.rows.len().checked_sub(row + 1).and_then(|rank| ranks.get(rank));
            spaces.iter().enumerate().filter_map(move |(column, space)| match (space, files.get(column), rank) {
                (Space::Piece { label, at }, Some(file), Some(rank)) => Some(Placed { file, rank, label, at }),
                _ => None,
            })
        })
    }

    /// How many spaces there are, holes left out.
    #[must_use]
    pub fn space_count(&self) -> usize {
        self.rows.iter().flatten().filter(|space| **space != Space::Hole).count()
    }
}

enum Token<'t> {
    Number(&'t str),
    Braced(&'t str),
    Sign(char),
}

fn token(input: &str) -> IResult<&str, Token<'_>> {
    alt((
        map(digit1, Token::Number),
        map(delimited(char('{'), take_till1(|c| c == '}'), char('}')), Token::Braced),
        map(anychar, Token::Sign),
    ))
    .parse(input)
}

/// What a `/` directly behind `*` does; the sources leave it open.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SlashAfterStar {
    Nothing,
    RowOfHoles,
}

/// Reads a position of `cols` columns. `rows` is the number of ranks where it is known: it decides how `*/` is read.
#[must_use]
pub fn read_fen(text: &str, cols: usize, rows: Option<usize>) -> (Diagram, Vec<FenRemark>) {
    let (body, tail) = split_tail(text);
    let (mut diagram, mut remarks) = read_rows(body, cols, SlashAfterStar::Nothing);
    if let Some(rows) = rows
        && diagram.rows.len() != rows
        && body.contains("*/")
    {
        let (other, other_remarks) = read_rows(body, cols, SlashAfterStar::RowOfHoles);
        if other.rows.len() == rows {
            (diagram, remarks) = (other, other_remarks);
            let at = body.find("*/").unwrap_or(0);
            remarks.push(FenRemark {
                message: "`/` behind `*` was read as a row without spaces, so that the number of rows is right".into(),
                at: at..at + 2,
                fatal: false,
            });
        }
    }
    if let Some(rows) = rows
        && diagram.rows.len() != rows
        && !remarks.iter().any(|remark| remark.fatal)
    {
        remarks.push(FenRemark {
            message: format!("the position has {} rows; the board has {rows} ranks", diagram.rows.len()),
            at: 0..body.len(),
            fatal: true,
        });
    }
    if !tail.is_empty() {
        remarks.push(FenRemark {
            message: "fields behind the position are not part of this notation and were passed over".into(),
            at: tail,
            fatal: false,
        });
    }
    remarks.sort_by_key(|remark| (remark.at.start, remark.at.end));
    (diagram, remarks)
}

/// The position and the range of the fields behind it, as other kinds of FEN have them.
fn split_tail(text: &str) -> (&str, Range<usize>) {
    let end = text.trim_end().len();
    let text = &text[..end];
    let mut in_braces = false;
    for (at, character) in text.char_indices() {
        match character {
            '{' => in_braces = true,
            '}' => in_braces = false,
            _ if character.is_whitespace() && !in_braces && !text[..at].trim().is_empty() => {
                let start = at + (text[at..].len() - text[at..].trim_start().len());
                return (&text[..at], start..end);
            }
            _ => {}
        }
    }
    (text, end..end)
}

struct Rows {
    cols: usize,
    rows: Vec<Vec<Space>>,
    row: Vec<Space>,
    just_closed: bool,
    after_star: bool,
    count: usize,
}

impl Rows {
    /// Adds a place; `false` when the board grows over the bound.
    fn push(&mut self, space: Space) -> bool {
        self.count += 1;
        self.row.push(space);
        (self.just_closed, self.after_star) = (false, false);
        if self.row.len() >= self.cols {
            self.close();
        }
        self.count <= MAX_CELLS
    }

    fn close(&mut self) {
        self.rows.push(std::mem::take(&mut self.row));
        self.just_closed = true;
    }

    fn fill(&mut self, space: &Space) {
        self.count += self.cols - self.row.len();
        self.row.resize(self.cols, space.clone());
        self.close();
    }
}

fn read_rows(text: &str, cols: usize, slash_after_star: SlashAfterStar) -> (Diagram, Vec<FenRemark>) {
    let mut remarks = Vec::new();
    let fatal = |message: String, at: Range<usize>| FenRemark { message, at, fatal: true };
    if cols == 0 || cols > MAX_CELLS {
        remarks.push(fatal(format!("a board cannot have {cols} columns"), 0..0));
        return (Diagram::default(), remarks);
    }
    let mut rows = Rows { cols, rows: Vec::new(), row: Vec::new(), just_closed: false, after_star: false, count: 0 };
    let mut rest = text.trim_start();
    while let Ok((after, token)) = token(rest) {
        let at = text.len() - rest.len()..text.len() - after.len();
        rest = after;
        let fits = match token {
            Token::Number(digits) => {
                let number = digits.parse::<usize>().unwrap_or(usize::MAX);
                (0..number.min(MAX_CELLS + 1)).all(|_| rows.push(Space::Empty))
            }
            Token::Braced(label) => rows.push(Space::Piece { label: label.trim().to_owned(), at: at.clone() }),
            Token::Sign('-') => rows.push(Space::Hole),
            Token::Sign('@') => rows.push(Space::Empty),
            Token::Sign('*') => {
                rows.fill(&Space::Empty);
                rows.after_star = true;
                rows.count <= MAX_CELLS
            }
            Token::Sign('/') => {
                let holes = rows.after_star && slash_after_star == SlashAfterStar::RowOfHoles;
                let at_start = rows.rows.is_empty() && rows.row.is_empty();
                if holes || !(rows.just_closed || at_start) {
                    rows.fill(&Space::Hole);
                }
                (rows.just_closed, rows.after_star) = (false, false);
                rows.count <= MAX_CELLS
            }
            Token::Sign(letter) if letter.is_alphabetic() => {
                rows.push(Space::Piece { label: letter.to_string(), at: at.clone() })
            }
            Token::Sign(sign) => {
                remarks.push(fatal(format!("`{sign}` has no meaning in a position"), at.clone()));
                rows.push(Space::Hole)
            }
        };
        if !fits {
            remarks.push(fatal(format!("the board has more than {MAX_CELLS} spaces"), at));
            return (Diagram::default(), remarks);
        }
    }
    if !rows.row.is_empty() {
        rows.fill(&Space::Hole);
    }
    (Diagram { rows: rows.rows }, remarks)
}

/// A position in the dialect. `at` says what stands on the space of a name, file and rank: `None` where there is no space,
/// `Some(None)` where it is empty, else a label. Ranks are given from the bottom.
pub fn write_fen(files: &[String], ranks: &[String], at: impl Fn(&str) -> Option<Option<String>>) -> String {
    let row = |rank: &String| {
        let (mut row, mut empty) = (String::new(), 0_usize);
        let flush = |row: &mut String, empty: &mut usize| {
            if *empty > 0 {
                row.push_str(&empty.to_string());
                *empty = 0;
            }
        };
        for file in files {
            let space = at(&format!("{file}{rank}"));
            if space == Some(None) {
                empty += 1;
                continue;
            }
            flush(&mut row, &mut empty);
            match space.flatten() {
                Some(label) if label.chars().count() == 1 && label.chars().all(char::is_alphabetic) => {
                    row.push_str(&label);
                }
                Some(label) => row.push_str(&format!("{{{label}}}")),
                None => row.push('-'),
            }
        }
        flush(&mut row, &mut empty);
        row
    };
    ranks.iter().rev().map(row).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Diagram, Space, read_fen, write_fen};

    fn read(text: &str, cols: usize, rows: usize) -> Diagram {
        let (diagram, remarks) = read_fen(text, cols, Some(rows));
        assert_eq!(remarks, [], "{text}");
        diagram
    }

    /// The diagram without the places in the text.
    fn shape(diagram: &Diagram) -> Vec<String> {
        let sign = |space: &Space| match space {
            Space::Hole => "-".to_owned(),
            Space::Empty => ".".to_owned(),
            Space::Piece { label, .. } => label.clone(),
        };
        diagram.rows.iter().map(|row| row.iter().map(sign).collect()).collect()
    }

    #[test]
    fn three_ways_to_write_one_position() {
        let first = read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", 8, 8);
        let second = read("rnbqkbnrpppppppp32PPPPPPPPRNBQKBNR", 8, 8);
        let third = read("rnbqkbnr/pppppppp/****/PPPPPPPP/RNBQKBNR", 8, 8);
        assert_eq!(shape(&first), shape(&second));
        assert_eq!(shape(&first), shape(&third));
        assert_eq!(first.space_count(), 64);
    }

    #[test]
    fn holes_and_short_rows() {
        let hexes = read("1prb/2pkn/3ppp/7/-PPP3/--NKP2/---BRP1", 7, 7);
        assert_eq!(hexes.space_count(), 37);
        assert_eq!(shape(&hexes)[0], ".prb---");
        assert_eq!(shape(&hexes)[6], "---BRP.");
    }

    #[test]
    fn wide_boards_and_long_labels() {
        let wide = read("r1c4c1r/1nbvqkvbn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBVQKVBN1/R1C4C1R", 10, 10);
        assert_eq!(wide.space_count(), 100);
        let labels = read("{.CBW}@{aa}/3", 3, 2);
        assert_eq!(shape(&labels), [".CBW.aa", "..."]);
    }

    #[test]
    fn places_have_the_labels_listed() {
        let files: Vec<_> = ["5", "4", "3", "2", "1"].map(String::from).into();
        let ranks: Vec<_> = ["e", "d", "c", "b", "a"].map(String::from).into();
        let board = read("2k2/p1p2/5/2P1P/2K2", 5, 5);
        let placed: Vec<_> =
            board.pieces(&files, &ranks).map(|one| format!("{}{}{}", one.label, one.file, one.rank)).collect();
        assert_eq!(placed, ["k3a", "p5b", "p3b", "P3d", "P1d", "K3e"]);
        assert!(matches!(board.space(2, 0), Space::Piece { label, .. } if label == "K"));
        assert_eq!(board.space(9, 9), &Space::Hole);
    }

    #[test]
    fn what_is_written_is_read_back() {
        let files: Vec<_> = ["a", "b", "c"].map(String::from).into();
        let ranks: Vec<_> = ["1", "2"].map(String::from).into();
        let at = |name: &str| match name {
            "a2" => Some(Some("k".to_owned())),
            "c2" => None,
            "b1" => Some(Some("+R".to_owned())),
            _ => Some(None),
        };
        assert_eq!(write_fen(&files, &ranks, at), "k1-/1{+R}1");
        assert_eq!(shape(&read("k1-/1{+R}1", 3, 2)), ["k.-", ".+R."]);
    }

    #[test]
    fn a_slash_behind_a_star_goes_by_the_number_of_rows() {
        let (diagram, remarks) = read_fen("pp*/*/PP", 2, Some(4));
        assert_eq!((shape(&diagram), remarks.len()), (vec!["pp".into(), "..".into(), "..".into(), "PP".into()], 0));
        let (diagram, remarks) = read_fen("pp/*/*/PP", 2, Some(6));
        assert_eq!(shape(&diagram), ["pp", "..", "--", "..", "--", "PP"]);
        assert!(remarks.len() == 1 && !remarks[0].fatal);
    }

    #[test]
    fn faults_have_their_place() {
        let (_, remarks) = read_fen("p=/2", 2, Some(2));
        assert_eq!((remarks[0].at.clone(), remarks[0].fatal), (1..2, true));
        let (_, remarks) = read_fen("pp/2", 2, Some(3));
        assert!(remarks[0].message.contains("2 rows"));
        let (diagram, remarks) = read_fen("pp/2 w KQkq - 0 1", 2, Some(2));
        assert_eq!((diagram.rows.len(), remarks[0].at.clone(), remarks[0].fatal), (2, 5..17, false));
        let (_, remarks) = read_fen("99999999999999999999", 8, None);
        assert!(remarks[0].message.contains("more than"));
        assert!(read_fen("8", 0, None).1[0].fatal);
    }

    proptest! {
        #[test]
        fn no_text_panics(text in any::<String>(), signs in "[a-cA-C0-9/*@{}\\- ]{0,30}", cols in 0_usize..40, rows in 0_usize..9) {
            let _ = (read_fen(&text, cols, Some(rows)), read_fen(&signs, cols, Some(rows)));
        }
    }
}
