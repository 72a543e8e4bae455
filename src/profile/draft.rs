//! Drafts of profiles: from a preset's settings file, or from rules and a start position (`game-courier.md` 8.1).
//!
//! A draft is text for a person to complete. What could not be found out stands in it as an empty name.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::coords::CoordRule;
use super::fen::{Diagram, Placed, read_fen};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use crate::game::{CellId, Game, GridShape, PieceTypeId, PlayerId};
use crate::syntax::courier::{Log, TextKind};

/// A profile in the making.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// The game's name.
    pub game: String,
    /// Labels of the files, left to right.
    pub files: Vec<String>,
    /// Labels of the ranks, bottom row first.
    pub ranks: Vec<String>,
    /// The start position in the FEN dialect.
    pub start: String,
    /// Names of the sides in turn order.
    pub sides: Vec<String>,
    /// The rules file and the variant's title.
    pub rules: Option<(String, String)>,
    /// Names of the players in the rules, in turn order.
    pub players: Vec<String>,
    /// Whether captured men come to the hand.
    pub hand: bool,
    /// How coordinates become names of the rules.
    pub rule: CoordRule,
    /// Labels that mean the same piece for both sides by their letter case: label in capitals, name of the piece.
    pub pieces: BTreeMap<String, Option<String>>,
    /// Other labels with piece and player.
    pub labels: BTreeMap<String, (String, String)>,
}

impl Draft {
    /// A draft from a settings file. `None`, with a finding, when the file holds no position.
    #[must_use]
    pub fn from_settings(log: &Log, findings: &mut Diagnostics) -> Option<Self> {
        let value = |name: &str| {
            let found = log.settings.iter().find(|one| one.name.text == name && !one.value.text.trim().is_empty());
            found.map(|one| one.value.text.trim())
        };
        let Some(start) = value("code").filter(|_| matches!(log.kind, TextKind::Settings | TextKind::LogFile)) else {
            let message = "the file holds no position: the setting `code` is missing";
            findings.push(
                Diagnostic::new(Code::ProfileStartBad, message)
                    .help("take the settings file of a preset, or give `--rules` and `--start`"),
            );
            return None;
        };
        let cols = value("cols").and_then(|cols| cols.parse::<usize>().ok());
        let files = value("files").map(|files| split_names(files, cols));
        let cols = cols.or(files.as_ref().map(Vec::len)).or_else(|| first_row_length(start));
        let Some(cols) = cols else {
            findings.push(
                Diagnostic::new(Code::ProfileStartBad, "the number of columns cannot be found out")
                    .help("the setting `cols` is missing"),
            );
            return None;
        };
        let (diagram, remarks) = read_fen(start, cols, None);
        for remark in remarks {
            let code = if remark.fatal { Code::ProfileStartBad } else { Code::ProfileGuessed };
            findings.push(Diagnostic::new(code, remark.message));
        }
        let files = files.unwrap_or_else(|| default_files(cols, findings));
        let ranks = value("ranks").map(|ranks| split_names(ranks, Some(diagram.rows.len())));
        let ranks = ranks.unwrap_or_else(|| (1..=diagram.rows.len()).map(|rank| rank.to_string()).collect());
        let sides = value("sides").map(|sides| split_names(sides, None)).filter(|sides| sides.len() >= 2);
        let sides = sides.unwrap_or_else(|| vec!["White".into(), "Black".into()]);
        let mut draft = Self {
            game: value("game").unwrap_or("?").to_owned(),
            files,
            ranks,
            start: start.to_owned(),
            players: sides.clone(),
            sides,
            rules: None,
            hand: false,
            rule: CoordRule::Identity,
            pieces: BTreeMap::new(),
            labels: BTreeMap::new(),
        };
        let labels: BTreeSet<String> = draft.placed(&diagram).iter().map(|one| one.label.to_uppercase()).collect();
        draft.pieces = labels.into_iter().map(|label| (label, None)).collect();
        Some(draft)
    }

    /// A draft from rules and a start position in the FEN dialect. `None`, with a finding, when the board is no grid of
    /// two dimensions or the position does not fit it.
    #[must_use]
    pub fn from_rules(game: &Game, rules_file: &str, start: &str, findings: &mut Diagnostics) -> Option<Self> {
        let board = game.board.grids.first().and_then(DraftBoard::of).filter(|_| game.board.grids.len() == 1);
        let Some(board) = board else {
            findings.push(
                Diagnostic::new(Code::ProfileStartBad, "only boards of one grid with two dimensions can be drafted")
                    .help("write `files`, `ranks` and `coords.table` by hand"),
            );
            return None;
        };
        let sides: Vec<String> = game.players.iter().map(str::to_owned).collect();
        let mut draft = Self {
            game: game.title.clone(),
            files: board.files,
            ranks: board.ranks,
            start: start.to_owned(),
            players: sides.clone(),
            sides,
            rules: None,
            hand: false,
            rule: CoordRule::Identity,
            pieces: BTreeMap::new(),
            labels: BTreeMap::new(),
        };
        draft.match_rules(game, rules_file, findings).then_some(draft)
    }

    /// A draft from rules alone: their start position, labels as given, coordinates as the rules name their cells. `None`,
    /// with a finding, when cells are not named by a file and a rank: letters and a number, or the reverse.
    #[must_use]
    pub fn of_rules(
        game: &Game,
        rules_file: &str,
        label: impl Fn(PlayerId, PieceTypeId) -> String,
        findings: &mut Diagnostics,
    ) -> Option<Self> {
        let names: Option<Vec<(&str, &str)>> = game.board.cells.iter().map(split_cell).collect();
        let Some(names) = names else {
            let message = "the cells of the rules are not named by a file and a rank";
            findings.push(
                Diagnostic::new(Code::ProfileStartBad, message)
                    .help("write `files`, `ranks` and `coords.table` by hand"),
            );
            return None;
        };
        let files = in_order(names.iter().map(|(file, _)| *file), false);
        let ranks = in_order(names.iter().map(|(_, rank)| *rank), true);
        let mut sides: Vec<PlayerId> = Vec::new();
        for item in &game.turns.items {
            if !sides.contains(&item.player) {
                sides.push(item.player);
            }
        }
        let players: Vec<String> = sides.iter().map(|side| game.players.name(side.index()).to_owned()).collect();
        let mut draft = Self {
            game: game.title.clone(),
            start: diagram_text(game, &files, &ranks, &label),
            files,
            ranks,
            sides: players.clone(),
            rules: Some((rules_file.to_owned(), game.title.clone())),
            players,
            hand: game.pieces.iter().any(|piece| piece.drops.iter().any(|code| !code.range().is_empty())),
            rule: CoordRule::Identity,
            pieces: BTreeMap::new(),
            labels: BTreeMap::new(),
        };
        for piece in (0..game.pieces.len()).map(PieceTypeId::from_index) {
            let name = game.piece_names.name(piece.index());
            if let [first, second] = sides.as_slice()
                && label(*first, piece).to_lowercase() == label(*second, piece)
            {
                draft.pieces.insert(label(*first, piece), Some(name.to_owned()));
                continue;
            }
            for player in (0..game.players.len()).map(PlayerId::from_index) {
                let owner = game.players.name(player.index()).to_owned();
                draft.labels.insert(label(player, piece), (name.to_owned(), owner));
            }
        }
        Some(draft)
    }

    /// Finds the meaning of the labels by laying the start position over the setup of a game: each label must stand
    /// exactly where one type of one player stands. `false`, with findings, where the position cannot be read.
    pub fn match_rules(&mut self, game: &Game, rules_file: &str, findings: &mut Diagnostics) -> bool {
        let (diagram, remarks) = read_fen(&self.start, self.files.len(), Some(self.ranks.len()));
        let is_broken = remarks.iter().any(|remark| remark.fatal);
        for remark in remarks {
            let code = if remark.fatal { Code::ProfileStartBad } else { Code::ProfileGuessed };
            findings.push(Diagnostic::new(code, remark.message));
        }
        if is_broken {
            return false;
        }
        self.rules = Some((rules_file.to_owned(), game.title.clone()));
        let players: Vec<String> = game.players.iter().take(self.sides.len()).map(str::to_owned).collect();
        if players.len() == self.sides.len() {
            self.players = players;
        }
        self.rule = self.best_rule(game);
        let meanings = self.meanings(game, &diagram, findings);
        self.pieces.clear();
        self.labels.clear();
        for (label, meaning) in &meanings {
            let upper = label.to_uppercase();
            let lower = label.to_lowercase();
            let name = |meaning: &Option<(PlayerId, PieceTypeId)>| {
                meaning.map(|(player, piece)| (player.index(), game.piece_names.name(piece.index()).to_owned()))
            };
            let side = usize::from(*label == lower);
            let other = meanings.get(if side == 0 { &lower } else { &upper });
            match name(meaning) {
                None => {
                    self.pieces.entry(upper).or_insert(None);
                }
                Some((player, piece))
                    if self.sides.len() == 2
                        && upper != lower
                        && player == side
                        && other.is_none_or(|other| name(other) == Some((1 - side, piece.clone()))) =>
                {
                    self.pieces.insert(upper, Some(piece));
                }
                Some((player, piece)) => {
                    self.labels.insert(label.clone(), (piece, game.players.name(player).to_owned()));
                }
            }
        }
        true
    }

    fn placed<'a>(&'a self, diagram: &'a Diagram) -> Vec<Placed<'a>> {
        diagram.pieces(&self.files, &self.ranks).collect()
    }

    /// The rule under which most coordinates are positions of the game; the plainest one where several are as good.
    fn best_rule(&self, game: &Game) -> CoordRule {
        let count = |rule: CoordRule| {
            let names = self.ranks.iter().flat_map(|rank| self.files.iter().map(move |file| (file, rank)));
            let names = names.filter_map(|(file, rank)| rule.apply(file, rank, &BTreeMap::new()));
            names.filter(|name| game.board.cells.find(name).is_some()).count()
        };
        let mut best = (CoordRule::Identity, count(CoordRule::Identity));
        for rule in [CoordRule::Lower, CoordRule::Swap] {
            let found = count(rule);
            if found > best.1 {
                best = (rule, found);
            }
        }
        best.0
    }

    /// What each label stands for in the setup; `None` where its places do not agree.
    fn meanings(
        &self,
        game: &Game,
        diagram: &Diagram,
        findings: &mut Diagnostics,
    ) -> BTreeMap<String, Option<(PlayerId, PieceTypeId)>> {
        let mut found: BTreeMap<String, BTreeSet<Option<(PlayerId, PieceTypeId)>>> = BTreeMap::new();
        for one in self.placed(diagram) {
            let name = self.rule.apply(one.file, one.rank, &BTreeMap::new()).unwrap_or_default();
            let cell = game.board.cells.find(&name).map(CellId::from_index);
            let standing = cell.and_then(|cell| game.setup.get(cell.index()).copied().flatten());
            found.entry(one.label.to_owned()).or_default().insert(standing);
        }
        let mut meanings = BTreeMap::new();
        for (label, standing) in found {
            let meaning = match standing.iter().collect::<Vec<_>>().as_slice() {
                [Some(meaning)] => Some(*meaning),
                _ => None,
            };
            if meaning.is_none() {
                let message = format!("the label `{label}` does not stand where one piece of the rules stands");
                findings.push(
                    Diagnostic::new(Code::ProfileGuessed, message)
                        .severity(Severity::Warning)
                        .help("complete its line by hand"),
                );
            }
            meanings.insert(label, meaning);
        }
        meanings
    }

    /// The profile as YAML text.
    #[must_use]
    pub fn to_yaml(&self) -> String {
        let mut text = String::from("gc:\n");
        let mut line = |indent: usize, key: &str, value: &str| {
            // Writing into a string cannot fail.
            let _ = writeln!(text, "{:indent$}{key}: {value}", "");
        };
        line(2, "game", &quoted(&self.game));
        line(2, "cols", &self.files.len().to_string());
        line(2, "files", &list(&self.files));
        line(2, "ranks", &list(&self.ranks));
        line(2, "start", &quoted(&self.start));
        line(2, "sides", &list(&self.sides));
        line(2, "automation", "mixed # none, promotion, full or mixed");
        line(2, "hand", if self.hand { "true" } else { "false" });
        text.push_str("zrf:\n");
        let mut line = |indent: usize, key: &str, value: &str| {
            let _ = writeln!(text, "{:indent$}{key}: {value}", "");
        };
        if let Some((file, variant)) = &self.rules {
            line(2, "file", &quoted(file));
            line(2, "variant", &quoted(variant));
        }
        line(2, "sides", &list(&self.players));
        if !self.pieces.is_empty() {
            text.push_str("pieces:\n");
        }
        for (label, piece) in &self.pieces {
            let open = if piece.is_none() { " # not known" } else { "" };
            let _ = writeln!(text, "  {}: {}{open}", quoted(label), quoted(piece.as_deref().unwrap_or_default()));
        }
        if !self.labels.is_empty() {
            text.push_str("labels:\n");
        }
        for (label, (piece, player)) in &self.labels {
            let _ = writeln!(text, "  {}: {{piece: {}, side: {}}}", quoted(label), quoted(piece), quoted(player));
        }
        let _ = writeln!(text, "coords:\n  rule: {}", self.rule.name());
        text.push_str("implicit: []\n");
        text
    }
}

/// A cell's name as file and rank: what stands on either side of the border between letters and digits.
fn split_cell(name: &str) -> Option<(&str, &str)> {
    let digits_first = name.starts_with(|c: char| c.is_ascii_digit());
    let (file, rank) = name.split_at(name.find(|c: char| c.is_ascii_digit() != digits_first)?);
    let is_rank = rank.chars().all(|c| c.is_ascii_digit() != digits_first);
    is_rank.then_some((file, rank))
}

/// Each name once: numbers by their value, letters by the alphabet, capitals behind small ones. Files with numbers run
/// from the right and ranks with letters from the top, as in Shogi; both lists are given from the left or the bottom.
fn in_order<'n>(names: impl Iterator<Item = &'n str>, are_ranks: bool) -> Vec<String> {
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

/// The start position of a game in the FEN dialect.
fn diagram_text(
    game: &Game,
    files: &[String],
    ranks: &[String],
    label: &impl Fn(PlayerId, PieceTypeId) -> String,
) -> String {
    let mut rows = Vec::with_capacity(ranks.len());
    for rank in ranks.iter().rev() {
        let (mut row, mut empty) = (String::new(), 0_usize);
        let flush = |row: &mut String, empty: &mut usize| {
            if *empty > 0 {
                row.push_str(&empty.to_string());
                *empty = 0;
            }
        };
        for file in files {
            let cell = game.board.cells.find(&format!("{file}{rank}"));
            let stands = cell.map(|cell| game.setup.get(cell).copied().flatten());
            match stands {
                Some(None) => empty += 1,
                Some(Some((player, piece))) => {
                    flush(&mut row, &mut empty);
                    let label = label(player, piece);
                    let is_letter = label.chars().count() == 1 && label.chars().all(char::is_alphabetic);
                    row.push_str(&if is_letter { label } else { format!("{{{label}}}") });
                }
                None => {
                    flush(&mut row, &mut empty);
                    row.push('-');
                }
            }
        }
        flush(&mut row, &mut empty);
        rows.push(row);
    }
    rows.join("/")
}

/// Files and ranks of a grid, as a diagram shows them.
struct DraftBoard {
    files: Vec<String>,
    ranks: Vec<String>,
}

impl DraftBoard {
    /// The dimension that runs more across than down gives the files. Ranks are listed from the bottom.
    fn of(grid: &GridShape) -> Option<Self> {
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
fn split_names(text: &str, expected: Option<usize>) -> Vec<String> {
    let is_end = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '"' | '\'' | '(' | ')' | '[' | ']');
    let names: Vec<String> =
        text.split(is_end).filter(|name| !name.is_empty() && *name != "array").map(str::to_owned).collect();
    match (names.as_slice(), expected) {
        ([one], Some(expected)) if one.chars().count() == expected => one.chars().map(String::from).collect(),
        _ => names,
    }
}

/// The length of the first row of a position whose rows end with `/`.
fn first_row_length(fen: &str) -> Option<usize> {
    let row = fen.split('/').next().filter(|row| row.len() < fen.len() && !row.contains('*'))?;
    let (diagram, _) = read_fen(row, crate::limits::MAX_CELLS, None);
    let spaces = diagram.rows.first()?;
    let used = spaces.iter().rposition(|space| *space != super::Space::Hole)?;
    Some(used + 1)
}

fn default_files(cols: usize, findings: &mut Diagnostics) -> Vec<String> {
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

/// A YAML scalar in double quotes; JSON's form is one.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}

fn list(names: &[String]) -> String {
    format!("[{}]", names.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::{Draft, split_names};
    use crate::diagnostic::{Code, Diagnostics};
    use crate::game::Game;
    use crate::profile::{CoordRule, Profile};
    use crate::source::SourceFile;
    use crate::syntax::courier;
    use crate::zrf::{MemoryLoader, RulesFile};

    fn game(ranks_first: bool) -> Game {
        let dimensions =
            if ranks_first { r#"("3/2/1" (0 9)) ("a/b/c" (9 0))"# } else { r#"("a/b/c" (9 0)) ("3/2/1" (0 9))"# };
        let cell = |name: &str| if ranks_first { name.chars().rev().collect() } else { name.to_owned() };
        let text = format!(
            r#"(game (title "Tiny") (players White Black) (turn-order White Black)
              (board (grid (dimensions {dimensions}) (directions (n 0 -1))))
              (board-setup (White (King {}) (Man {} {})) (Black (King {}) (Man {})))
              (piece (name King) (moves (n add))) (piece (name Man) (moves (n add))))"#,
            cell("a1"),
            cell("b1"),
            cell("b2"),
            cell("c3"),
            cell("a3"),
        );
        let mut findings = Diagnostics::new();
        let file = RulesFile::read(SourceFile::from_text("tiny.zrf", text), &MemoryLoader::new(), &mut findings);
        let rules = file.rules(0, &mut findings).unwrap();
        crate::game::compile::compile(&rules, &mut findings).unwrap()
    }

    /// Loads the draft as a profile and holds it against the game.
    fn codes(draft: &Draft, game: &Game) -> Vec<Code> {
        let mut findings = Diagnostics::new();
        let profile =
            Profile::load(&SourceFile::from_text("p.yaml", draft.to_yaml()), &mut findings).expect("a profile");
        let _ = profile.bind(game, &mut findings);
        findings.into_vec().iter().map(|finding| finding.code).collect()
    }

    #[test]
    fn rules_and_a_start_give_a_whole_profile() {
        for ranks_first in [false, true] {
            let game = game(ranks_first);
            let mut findings = Diagnostics::new();
            let draft = Draft::from_rules(&game, "tiny.zrf", "m1k/1M1/KM1", &mut findings).expect("a draft");
            assert_eq!(findings.into_vec(), []);
            assert_eq!(draft.rule, if ranks_first { CoordRule::Swap } else { CoordRule::Identity });
            assert_eq!(draft.files, ["a", "b", "c"]);
            assert_eq!(draft.ranks, ["1", "2", "3"]);
            assert_eq!(draft.pieces["K"].as_deref(), Some("King"));
            assert!(draft.labels.is_empty());
            assert_eq!(codes(&draft, &game), []);
        }
    }

    #[test]
    fn a_settings_file_gives_the_board_and_the_labels() {
        let text = "$default['game'] = \"Tiny\";\n$default['cols'] = 3;\n$default['code'] = 'm1k/1M1/KM1';\n";
        let mut findings = Diagnostics::new();
        let mut draft = Draft::from_settings(&courier::read(text).unwrap(), &mut findings).expect("a draft");
        assert_eq!((draft.game.as_str(), draft.files.len(), draft.ranks.len()), ("Tiny", 3, 3));
        assert_eq!(draft.pieces.keys().collect::<Vec<_>>(), ["K", "M"]);
        assert!(draft.to_yaml().contains("\"K\": \"\" # not known"));
        let game = game(false);
        assert!(draft.match_rules(&game, "tiny.zrf", &mut findings));
        assert_eq!(findings.into_vec(), []);
        assert_eq!(codes(&draft, &game), []);
    }

    #[test]
    fn labels_that_go_by_no_case_are_listed() {
        let game = game(false);
        let mut findings = Diagnostics::new();
        let draft = Draft::from_rules(&game, "tiny.zrf", "X1k/1M1/KM1", &mut findings).expect("a draft");
        assert_eq!(draft.labels["X"], ("Man".to_owned(), "Black".to_owned()));
        assert_eq!(codes(&draft, &game), []);
    }

    #[test]
    fn a_label_on_wrong_places_is_left_open() {
        let game = game(false);
        let mut findings = Diagnostics::new();
        let draft = Draft::from_rules(&game, "tiny.zrf", "m1k/1M1/MK1", &mut findings).expect("a draft");
        assert_eq!(draft.pieces["M"], None);
        assert!(findings.into_vec().iter().all(|finding| finding.code == Code::ProfileGuessed));
        assert!(Draft::from_rules(&game, "tiny.zrf", "3/3", &mut Diagnostics::new()).is_none());
    }

    #[test]
    fn a_profile_that_differs_from_the_rules() {
        let game = game(false);
        let draft = Draft::from_rules(&game, "tiny.zrf", "m1k/1M1/KM1", &mut Diagnostics::new()).expect("a draft");
        let change = |from: &str, to: &str| {
            let yaml = draft.to_yaml().replacen(from, to, 1);
            assert_ne!(yaml, draft.to_yaml());
            let mut findings = Diagnostics::new();
            let profile = Profile::load(&SourceFile::from_text("p.yaml", yaml), &mut findings).expect("a profile");
            let _ = profile.bind(&game, &mut findings);
            findings.into_vec().first().map(|finding| finding.code)
        };
        assert_eq!(change("m1k/1M1/KM1", "m1k/1M1/MK1"), Some(Code::ProfileStartDiffers));
        assert_eq!(change("\"King\"", "\"Kong\""), Some(Code::ProfileNameUnknown));
        assert_eq!(
            change("sides: [\"White\", \"Black\"]\npieces", "sides: [\"White\", \"Blue\"]\npieces"),
            Some(Code::ProfileNameUnknown)
        );
        assert_eq!(change("identity", "swap"), Some(Code::ProfileCellsUnmatched));
    }

    #[test]
    fn names_in_settings() {
        assert_eq!(split_names("a b c", Some(3)), ["a", "b", "c"]);
        assert_eq!(split_names("abc", Some(3)), ["a", "b", "c"]);
        assert_eq!(split_names("array('9','8')", Some(2)), ["9", "8"]);
        assert_eq!(split_names("Red, Blue", None), ["Red", "Blue"]);
    }
}
