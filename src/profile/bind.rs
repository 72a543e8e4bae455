//! A profile held against compiled rules: names to ids, and the checks that need the rules.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::fen::{Diagram, Space};
use super::{Profile, Start};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, did_you_mean};
use crate::game::{AttributeId, CellId, Game, NameTable, PieceTypeId, PlayerId};
use crate::source::Span;

/// Most differing spaces that one finding lists.
const MAX_LISTED: usize = 12;

/// A profile together with its meaning in one game.
#[derive(Clone, Debug)]
pub struct BoundProfile {
    /// The profile.
    pub profile: Arc<Profile>,
    /// What its names stand for.
    pub binding: Arc<Binding>,
}

/// A profile in terms of one game.
#[derive(Clone, Debug, Default)]
pub struct Binding {
    players: Vec<PlayerId>,
    cells: FxHashMap<String, CellId>,
    names: FxHashMap<CellId, String>,
    labels: FxHashMap<String, BoundLabel>,
    ordered: Vec<(String, BoundLabel)>,
}

/// A label in terms of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundLabel {
    /// The piece type.
    pub piece: PieceTypeId,
    /// The owner.
    pub player: PlayerId,
    /// Attributes that the label tells.
    pub attributes: Vec<(AttributeId, bool)>,
}

impl Binding {
    /// The player of a side, by its number in turn order.
    #[must_use]
    pub fn player(&self, side: usize) -> Option<PlayerId> {
        self.players.get(side).copied()
    }

    /// The side of a player, by its number in turn order.
    #[must_use]
    pub fn side(&self, player: PlayerId) -> Option<usize> {
        self.players.iter().position(|&known| known == player)
    }

    /// The cell of a coordinate; `None` for unknown and for off-board ones.
    #[must_use]
    pub fn cell(&self, coordinate: &str) -> Option<CellId> {
        self.cells.get(coordinate).copied()
    }

    /// The coordinate of a cell.
    #[must_use]
    pub fn coordinate(&self, cell: CellId) -> Option<&str> {
        self.names.get(&cell).map(String::as_str)
    }

    /// What a label stands for.
    #[must_use]
    pub fn label(&self, label: &str) -> Option<&BoundLabel> {
        self.labels.get(label)
    }

    /// The label of a piece with these attribute bits. Of several that fit, the one that tells most attributes.
    #[must_use]
    pub fn label_of(&self, piece: PieceTypeId, player: PlayerId, attributes: u64) -> Option<&str> {
        let fits = |bound: &BoundLabel| {
            bound.piece == piece
                && bound.player == player
                && bound.attributes.iter().all(|&(id, value)| (attributes & Game::attribute_bit(id) != 0) == value)
        };
        let mut best: Option<&(String, BoundLabel)> = None;
        for entry in self.ordered.iter().filter(|(_, bound)| fits(bound)) {
            if best.is_none_or(|(_, bound)| entry.1.attributes.len() > bound.attributes.len()) {
                best = Some(entry);
            }
        }
        best.map(|(label, _)| label.as_str())
    }
}

impl Profile {
    /// Holds the profile against a game. Findings of the severity error mean that records cannot be checked by it.
    #[must_use]
    pub fn bind(&self, game: &Game, findings: &mut Diagnostics) -> Binding {
        let mut found = Diagnostics::new();
        let binding = self.bind_names(game, &mut found);
        if let Start::Fixed { diagram, span, .. } = &self.start
            && !found.has_errors()
        {
            self.compare_start(game, &binding, diagram, *span, &mut found);
        }
        findings.extend(found.into_vec());
        binding
    }

    fn bind_names(&self, game: &Game, findings: &mut Diagnostics) -> Binding {
        let mut binding = Binding::default();
        for player in &self.players {
            let id = game.players.find_ignoring_case(player);
            if id.is_none() {
                self.unknown(findings, "side", player, &game.players);
            }
            binding.players.push(PlayerId::from_index(id.unwrap_or(0)));
        }
        self.bind_labels(game, &mut binding, findings);
        self.bind_cells(game, &mut binding, findings);
        binding
    }

    /// The pieces of a diagram by cell of the game; `None` for a cell without a coordinate or piece.
    #[must_use]
    pub fn position(&self, game: &Game, binding: &Binding, diagram: &Diagram) -> Vec<Option<(PlayerId, PieceTypeId)>> {
        let mut cells = vec![None; game.board.cell_count()];
        for coordinate in self.coordinates.iter() {
            let Some(cell) = binding.cell(&coordinate.name) else { continue };
            let Some((column, row)) = coordinate.at else { continue };
            if let Space::Piece { label, .. } = diagram.space(column, row)
                && let Some(bound) = binding.label(label)
                && let Some(slot) = cells.get_mut(cell.index())
            {
                *slot = Some((bound.player, bound.piece));
            }
        }
        cells
    }

    fn unknown(&self, findings: &mut Diagnostics, what: &str, name: &str, known: &NameTable) {
        let message = format!("the rules have no {what} `{name}`");
        let mut finding = Diagnostic::new(Code::ProfileNameUnknown, message).at(self.place(self.variant_span));
        finding = match did_you_mean(name, known.iter()) {
            Some(near) => finding.help(format!("did you mean `{near}`?")),
            None if known.len() <= MAX_LISTED => {
                finding.help(format!("the rules have {}", known.iter().collect::<Vec<_>>().join(", ")))
            }
            None => finding,
        };
        findings.push(finding);
    }

    fn bind_labels(&self, game: &Game, binding: &mut Binding, findings: &mut Diagnostics) {
        for (label, meaning) in self.labels.iter() {
            let Some(piece) = game.piece_names.find_ignoring_case(&meaning.piece) else {
                self.unknown(findings, "piece", &meaning.piece, &game.piece_names);
                continue;
            };
            let Some(player) = game.players.find_ignoring_case(&meaning.player) else {
                self.unknown(findings, "side", &meaning.player, &game.players);
                continue;
            };
            let mut attributes = Vec::new();
            for (name, &value) in &meaning.attributes {
                match game.attributes.find_ignoring_case(name) {
                    Some(id) => attributes.push((AttributeId::from_index(id), value)),
                    None => self.unknown(findings, "attribute", name, &game.attributes),
                }
            }
            let bound =
                BoundLabel { piece: PieceTypeId::from_index(piece), player: PlayerId::from_index(player), attributes };
            binding.labels.insert(label.to_owned(), bound.clone());
            binding.ordered.push((label.to_owned(), bound));
        }
    }

    fn bind_cells(&self, game: &Game, binding: &mut Binding, findings: &mut Diagnostics) {
        let board = &game.board;
        let mut missing = Vec::new();
        for coordinate in self.coordinates.iter() {
            let Some(rules) = &coordinate.rules else { continue };
            match board.cells.find_ignoring_case(rules) {
                Some(index) => {
                    let cell = CellId::from_index(index);
                    binding.cells.insert(coordinate.name.clone(), cell);
                    if let Some(earlier) = binding.names.insert(cell, coordinate.name.clone()) {
                        let message = format!(
                            "the coordinates `{earlier}` and `{}` are one position of the rules",
                            coordinate.name
                        );
                        let finding = Diagnostic::new(Code::ProfileCellsUnmatched, message);
                        findings.push(finding.at(self.place(self.variant_span)));
                    }
                }
                None => missing.push(coordinate.name.as_str()),
            }
        }
        let mut report = |what: &str, names: &[&str], help: &str| {
            if !names.is_empty() {
                let finding = Diagnostic::new(Code::ProfileCellsUnmatched, format!("{what}: {}", listed(names)));
                findings.push(finding.at(self.place(self.variant_span)).help(help));
            }
        };
        report(
            "coordinates without a position of the rules",
            &missing,
            "list them under `offboard`, or give their names in `coords.table`",
        );
        let unnamed: Vec<_> = (0..board.cell_count())
            .map(CellId::from_index)
            .filter(|cell| !binding.names.contains_key(cell))
            .map(|cell| board.name(cell))
            .collect();
        report("positions of the rules without a coordinate", &unnamed, "give their names in `coords.table`");
    }

    fn compare_start(&self, game: &Game, binding: &Binding, diagram: &Diagram, span: Span, findings: &mut Diagnostics) {
        let position = self.position(game, binding, diagram);
        let show = |piece: Option<(PlayerId, PieceTypeId)>| match piece {
            Some((player, piece)) => {
                format!("{} {}", game.players.name(player.index()), game.piece_names.name(piece.index()))
            }
            None => "nothing".to_owned(),
        };
        let differing: Vec<_> = position
            .iter()
            .zip(&game.setup)
            .enumerate()
            .filter(|(_, (ours, theirs))| ours != theirs)
            .map(|(index, (&ours, &theirs))| {
                let cell = CellId::from_index(index);
                let name = binding.coordinate(cell).unwrap_or_else(|| game.board.name(cell));
                format!("{name} has {} here, {} in the rules", show(ours), show(theirs))
            })
            .collect();
        if differing.is_empty() {
            return;
        }
        let message =
            format!("the start position differs from the setup of `{}` on {} spaces", game.title, differing.len());
        let mut finding = Diagnostic::new(Code::ProfileStartDiffers, message).at(self.place(span));
        finding.notes.extend(differing.into_iter().take(MAX_LISTED));
        findings.push(finding.help("compare labels, coordinates and the variant's title"));
    }
}

fn listed(names: &[&str]) -> String {
    let mut text = names.iter().take(MAX_LISTED).map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    if names.len() > MAX_LISTED {
        text.push_str(&format!(" and {} more", names.len() - MAX_LISTED));
    }
    text
}
