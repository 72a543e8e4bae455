//! The board of a profile: its start position and the names of its spaces.

use serde_yaml::Spanned;

use super::form::Coords;
use super::{Loader, span_of};
use crate::diagnostic::Code;
use crate::limits::MAX_CELLS;
use crate::profile::Start;
use crate::profile::coords::{CoordRule, Coordinate, Coordinates};
use crate::profile::fen::{Space, read_fen};
use crate::source::Span;

impl Loader<'_> {
    /// The start and the empty table of coordinates: files and ranks as listed, or as they go by default.
    pub(super) fn board(
        &mut self,
        cols: Option<Spanned<usize>>,
        files: Option<Spanned<Vec<String>>>,
        ranks: Option<Spanned<Vec<String>>>,
        start: &Spanned<String>,
    ) -> (Start, Coordinates) {
        let start_span = span_of(&start.referenced);
        let files_count = files.as_ref().map(|files| files.value.len());
        let width = cols.as_ref().map(|cols| cols.value).or(files_count).unwrap_or(0);
        let files = match files {
            Some(files) => {
                if files.value.len() != width {
                    let message = format!("`cols` is {width}, but {} files are listed", files.value.len());
                    self.bad(message, span_of(&files.referenced));
                }
                files.value
            }
            None if (1..=26).contains(&width) => ('a'..='z').take(width).map(String::from).collect(),
            None => {
                let message = format!("the labels of {width} files are not known by themselves: write `files`");
                self.bad(message, cols.map_or(start_span, |cols| span_of(&cols.referenced)));
                Vec::new()
            }
        };
        let height = ranks.as_ref().map(|ranks| ranks.value.len());
        if files.len().saturating_mul(height.unwrap_or(1)) > MAX_CELLS {
            self.bad(format!("the board has more than {MAX_CELLS} spaces"), start_span);
            return (Start::FromRecord, Coordinates::default());
        }
        let number_ranks = |rows: usize| (1..=rows).map(|rank| rank.to_string()).collect();
        if start.value == "from-record" {
            let ranks = ranks.map(|ranks| ranks.value);
            if ranks.is_none() {
                self.bad(
                    "without a start position the labels of the ranks are needed: write `ranks`".into(),
                    start_span,
                );
            }
            return (Start::FromRecord, Coordinates::new(files, ranks.unwrap_or_default()));
        }
        let (diagram, remarks) = read_fen(&start.value, width, height);
        for remark in remarks {
            let code = if remark.fatal { Code::ProfileStartBad } else { Code::ProfileGuessed };
            let span = self.inside(start_span, &start.value, &remark.at);
            self.push(code, remark.message, span);
        }
        let ranks = ranks.map_or_else(|| number_ranks(diagram.rows.len()), |ranks| ranks.value);
        (Start::Fixed { diagram, fen: start.value.clone(), span: start_span }, Coordinates::new(files, ranks))
    }

    /// The place of a part of a text whose value stands at `span`, quoted or not.
    pub(super) fn inside(&self, span: Span, value: &str, at: &std::ops::Range<usize>) -> Span {
        let raw = self.file.slice(span);
        let Some(offset) = raw.find(value) else { return span };
        let number = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        let start = span.start.saturating_add(number(offset));
        Span::new(start.saturating_add(number(at.start)), start.saturating_add(number(at.end)))
    }

    /// The names of all spaces in the rules.
    pub(super) fn coordinates(
        &mut self,
        mut all: Coordinates,
        start: &Start,
        coords: Coords,
        offboard: &[String],
    ) -> Coordinates {
        let rule_span = coords.rule.as_ref().map_or(Span::at(0), |rule| span_of(&rule.referenced));
        let rule = coords.rule.map_or(CoordRule::Identity, |rule| {
            CoordRule::find(&rule.value).unwrap_or_else(|| {
                let known = ["identity", "lower", "swap", "table", "hex-offset"];
                self.bad_word("coords.rule", &rule.value, &known, rule_span);
                CoordRule::Identity
            })
        });
        let (files, ranks) = (all.files().to_vec(), all.ranks().to_vec());
        for (row, rank) in ranks.iter().enumerate() {
            for (column, file) in files.iter().enumerate() {
                if matches!(start, Start::Fixed { diagram, .. } if *diagram.space(column, row) == Space::Hole) {
                    continue;
                }
                let name = format!("{file}{rank}");
                let rules = if offboard.contains(&name) {
                    None
                } else {
                    let listed = coords.table.get(&name).map(|name| name.value.clone());
                    let rules = listed.or_else(|| rule.apply(file, rank, &coords.offsets));
                    if rules.is_none() {
                        self.bad(format!("the rule gives no name for the coordinate `{name}`"), rule_span);
                    }
                    rules
                };
                let coordinate = Coordinate { name: name.clone(), at: Some((column, row)), rules };
                if let Some(earlier) = all.insert(coordinate) {
                    let message = if earlier.name == name {
                        format!("the coordinate `{name}` stands for two spaces")
                    } else {
                        format!("the coordinates `{}` and `{name}` have the same name in the rules", earlier.name)
                    };
                    self.push(Code::ProfileCellsUnmatched, message, rule_span);
                }
            }
        }
        for name in offboard {
            if all.get(name).is_none() {
                all.insert(Coordinate { name: name.clone(), at: None, rules: None });
            }
        }
        for (name, entry) in &coords.table {
            if all.get(name).is_none() {
                let message = format!("`coords.table` names `{name}`, which is no coordinate of the board");
                self.bad(message, span_of(&entry.referenced));
            }
        }
        all
    }
}
