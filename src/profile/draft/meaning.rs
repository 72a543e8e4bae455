//! The meaning of labels, found by laying one start position over another.

use std::collections::{BTreeMap, BTreeSet};

use super::{Draft, report};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use crate::game::{CellId, Game, PieceTypeId, PlayerId};
use crate::profile::coords::CoordRule;
use crate::profile::fen::{Diagram, Placed, read_fen};

impl Draft {
    /// Finds the meaning of the labels by laying the start position over the setup of a game: each label must stand
    /// exactly where one type of one player stands. `false`, with findings, where the position cannot be read.
    pub fn match_rules(&mut self, game: &Game, rules_file: &str, findings: &mut Diagnostics) -> bool {
        let (diagram, remarks) = read_fen(&self.start, self.files.len(), Some(self.ranks.len()));
        let is_broken = remarks.iter().any(|remark| remark.fatal);
        report(remarks, findings);
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

    pub(super) fn placed<'a>(&'a self, diagram: &'a Diagram) -> Vec<Placed<'a>> {
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
}
