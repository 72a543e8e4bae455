//! The start position of a record: the variant's own, changed by the record's edits (`spec/zsg.md` 6).

use super::named::unknown_name;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use crate::engine::{Piece, Setup};
use crate::game::{CellId, Game, NameTable, PieceTypeId, PlayerId};
use crate::profile::{BoundProfile, Start};
use crate::record::{Edit, Notation, Record, Word};

/// Why a start position cannot be set up: one finding for each name that the rules do not have.
pub type StartProblem = Vec<Diagnostic>;

/// The start position of a record under the rules, as far as it can be told without reading FEN: the variant's own or
/// that of a Game Courier log, which the profile reads, with the record's edits. What is odd goes to `findings`.
///
/// # Errors
///
/// When edits name pieces, players or positions that the rules do not have; when a position cannot be read; when the
/// profile says that each record gives its own, and this one does not.
pub fn start_setup(
    record: &Record,
    game: &Game,
    profile: Option<&BoundProfile>,
    findings: &mut Diagnostics,
) -> Result<Setup, StartProblem> {
    let mut setup = Setup::start(game);
    if let (Some(courier), Some(bound)) = (&record.courier, profile) {
        match &courier.code {
            Some(word) => findings.extend(put_diagram(record, game, bound, word, &mut setup)?),
            None if record.notation == Notation::Courier && bound.profile.start == Start::FromRecord => {
                return Err(vec![unknown_start(bound)]);
            }
            None => {}
        }
    }
    if record.courier.as_ref().is_some_and(|courier| courier.second_starts) {
        setup.turn = game.turns.next(setup.turn);
        setup.turn_number += 1;
    }
    apply_edits(record, game, record.edits.iter(), &mut setup)?;
    Ok(setup)
}

fn unknown_start(bound: &BoundProfile) -> Diagnostic {
    let message =
        format!("each game of \"{}\" starts from its own position, and the record gives none", bound.profile.game);
    Diagnostic::new(Code::StartUnknown, message).help("give it with --start FEN")
}

/// The position that a log gives in the dialect of its notation (`spec/game-courier.md` 4). What is odd about it is
/// returned.
fn put_diagram(
    record: &Record,
    game: &Game,
    bound: &BoundProfile,
    word: &Word,
    setup: &mut Setup,
) -> Result<Vec<Diagnostic>, StartProblem> {
    let at = |finding: Diagnostic| finding.at(record.place(word.span));
    if bound.profile.start == Start::OfRules {
        let finding =
            Diagnostic::new(Code::StartUnknown, "the start position of a log cannot be read without a profile");
        return Err(vec![at(finding).help("give one with --profile FILE, or the position with --start FEN")]);
    }
    let (diagram, remarks) = bound.profile.read_fen(&word.text);
    let (fatal, odd): (Vec<_>, Vec<_>) = remarks.into_iter().partition(|remark| remark.fatal);
    if !fatal.is_empty() {
        return Err(fatal
            .into_iter()
            .map(|remark| at(Diagnostic::new(Code::StartPositionBad, remark.message)))
            .collect());
    }
    let profile = &bound.profile;
    let unknown: StartProblem = diagram
        .pieces(profile.coordinates.files(), profile.coordinates.ranks())
        .filter(|placed| bound.binding.label(placed.label).is_none())
        .map(|placed| {
            let message = format!("no piece has the label `{}` of the start position", placed.label);
            at(Diagnostic::new(Code::NameUnknown, message))
        })
        .collect();
    if !unknown.is_empty() {
        return Err(unknown);
    }
    let own = |cell: usize| game.setup.get(cell).copied().flatten();
    for (cell, standing) in profile.position(game, &bound.binding, &diagram).into_iter().enumerate() {
        if standing != own(cell) {
            setup.cells[cell] = standing.map(|(player, piece)| Piece::fresh(game, player, piece));
        }
    }
    let warning = |message| Diagnostic::new(Code::LayoutOdd, message).severity(Severity::Warning);
    Ok(odd.into_iter().map(|remark| at(warning(remark.message))).collect())
}

/// Applies changes of the position, one after another.
pub(super) fn apply_edits<'e>(
    record: &Record,
    game: &Game,
    edits: impl Iterator<Item = &'e Edit>,
    setup: &mut Setup,
) -> Result<(), StartProblem> {
    let mut problems = Vec::new();
    for edit in edits {
        let mut find = |kind: &str, word: &Word, table: &NameTable| {
            let found = table.find(&word.text);
            if found.is_none() {
                problems.push(unknown_name(record, game, kind, word, table));
            }
            found
        };
        match edit {
            Edit::Empty { at } => {
                if let Some(cell) = find("position", at, &game.board.cells) {
                    setup.cells[cell] = None;
                }
            }
            Edit::Put { player, piece, at } => {
                let player = find("player", player, &game.players);
                let piece = find("piece", piece, &game.piece_names);
                let cell = find("position", at, &game.board.cells).map(CellId::from_index);
                if let (Some(player), Some(piece), Some(cell)) = (player, piece, cell) {
                    let (player, piece) = (PlayerId::from_index(player), PieceTypeId::from_index(piece));
                    setup.cells[cell.index()] = Some(Piece::fresh(game, player, piece));
                }
            }
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}
