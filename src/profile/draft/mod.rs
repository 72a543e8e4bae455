//! Drafts of profiles: from a preset's settings file, or from rules and a start position (`game-courier.md` 8.1).
//!
//! A draft is text for a person to complete. What could not be found out stands in it as an empty name.

mod meaning;
mod names;
mod yaml;

use std::collections::{BTreeMap, BTreeSet};

use self::names::{DraftBoard, default_files, first_row_length, in_order, split_cell, split_names};
use super::coords::CoordRule;
use super::fen::{FenRemark, read_fen, write_fen};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::game::{Game, PieceTypeId, PlayerId};
use crate::syntax::courier::{Log, TextKind};

/// A profile in the making.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
        report(remarks, findings);
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
            ..Self::default()
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
            ..Self::default()
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
            start: write_fen(&files, &ranks, |name| {
                let cell = game.board.cells.find(name)?;
                let stands = game.setup.get(cell).copied().flatten();
                Some(stands.map(|(player, piece)| label(player, piece)))
            }),
            files,
            ranks,
            sides: players.clone(),
            rules: Some((rules_file.to_owned(), game.title.clone())),
            players,
            hand: game.pieces.iter().any(|piece| piece.drops.iter().any(|code| !code.range().is_empty())),
            ..Self::default()
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
}

/// What the reader of a position says, as findings.
fn report(remarks: Vec<FenRemark>, findings: &mut Diagnostics) {
    findings.extend(remarks.into_iter().map(|remark| {
        let code = if remark.fatal { Code::ProfileStartBad } else { Code::ProfileGuessed };
        Diagnostic::new(code, remark.message)
    }));
}

#[cfg(test)]
mod tests {
    use super::Draft;
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
}
