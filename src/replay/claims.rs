//! What a record claims beside its moves: numbers, letters, notes, a result.

use super::ply_of;
use super::shown::result_text;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use crate::engine::{Cause, MoveHead, Outcome, Partial, Playthrough};
use crate::game::Game;
use crate::record::{Entry, Notation, Record};

/// The letters of a saved game's head count the players of the rules (`spec/zsg.md` 1.1).
pub(super) fn check_header(record: &Record, game: &Game, findings: &mut Diagnostics) {
    let Some(zsg) = &record.zsg else { return };
    let (letters, players) = (zsg.kinds.text.chars().count(), game.players.len());
    if letters != players {
        let message = format!("the head has {letters} letters for {players} players");
        findings.push(
            Diagnostic::new(Code::LetterCountOff, message)
                .at(record.place(zsg.kinds.span))
                .help("the rules may have changed since the game was saved"),
        );
    }
}

/// The tag `PlyCount` of PGN counts the half-moves of the game.
pub(super) fn check_count(record: &Record, findings: &mut Diagnostics) {
    let Some((_, claimed)) = record.tags.iter().find(|(name, _)| name == "PlyCount") else { return };
    let plies = record.entries.len();
    if record.notation != Notation::Pgn || claimed.trim().parse().is_ok_and(|claimed: usize| claimed == plies) {
        return;
    }
    let message = format!("the tag `PlyCount` says {claimed}; the game has {plies} plies");
    let finding = Diagnostic::new(Code::CountOff, message).help("entries may be missing; else mend the tag");
    findings.push(match record.entries.last() {
        Some(last) => finding.at(record.place(last.text)).ply(ply_of(plies - 1)),
        None => finding,
    });
}

/// The number after `partial` is that of the continuation's type (`spec/zsg.md` 5.2); only a check.
pub(super) fn check_partial_number(
    record: &Record,
    entry: &Entry,
    ply: u32,
    written: Option<u32>,
    game: &Game,
    chosen: &MoveHead,
    findings: &mut Diagnostics,
) {
    if let Some((written, expected)) = partial_number_off(written, game, chosen) {
        let message = format!("`partial {written}` stands where these rules number the move type {expected}");
        findings.push(Diagnostic::new(Code::PartialNumberOff, message).at(record.place(entry.text)).ply(ply));
    }
}

/// The number written after `partial` and the one that these rules have, where they differ.
pub(super) fn partial_number_off(written: Option<u32>, game: &Game, chosen: &MoveHead) -> Option<(u32, usize)> {
    let (Some(written), Partial::Yes(move_type)) = (written, chosen.partial) else { return None };
    let expected = match move_type {
        Some(move_type) => game.partial_numbers.iter().position(|&known| known == move_type)? + 1,
        None => 0,
    };
    (expected != written as usize).then_some((written, expected))
}

/// An attribute note that the move does not have.
pub(super) fn strange_note(record: &Record, entry: &Entry, ply: u32, why: &str) -> Diagnostic {
    Diagnostic::new(Code::AttributeNoteOff, format!("an attribute note does not fit: {why}"))
        .at(record.place(entry.text))
        .ply(ply)
        .text(super::shown::shorten(record.entry_text(entry)))
        .help("the note is not needed for legality; the rules may have changed since")
}

/// Says when a position occurs for the third time where no condition asks for it (`spec/zrf.md` 9.4).
pub(super) fn note_repetition(record: &Record, index: usize, playthrough: &Playthrough, findings: &mut Diagnostics) {
    if playthrough.position().chain().is_some() || playthrough.position().occurrences() != 3 {
        return;
    }
    let entry = &record.entries[index];
    findings.push(
        Diagnostic::new(Code::RepetitionNoted, "the position stands here for the third time")
            .at(record.place(entry.text))
            .ply(ply_of(index))
            .help(
                "the original program offers a draw here; the rules have no condition on it, so the record may go on",
            ),
    );
}

/// The result the rules give at the end of the replay.
pub(super) fn computed_result(
    record: &Record,
    playthrough: &mut Playthrough,
    outcome: Option<Outcome>,
    findings: &mut Diagnostics,
) -> String {
    if let Some(outcome) = outcome {
        if outcome.cause == Cause::NoMoves {
            let mut finding = Diagnostic::new(
                Code::DefaultDraw,
                "the side to move has no move and no condition says what that means; by the language's default it is a draw",
            );
            if let Some(last) = record.entries.last() {
                finding = finding.at(record.place(last.text)).ply(ply_of(record.entries.len() - 1));
            }
            findings.push(finding.help("add a condition on `stalemated` to the rules file to say otherwise"));
        }
        return result_text(playthrough.game(), outcome);
    }
    let repeated = !playthrough.game().has_repetition_goal()
        && playthrough.position().chain().is_none()
        && playthrough.position().occurrences() >= 3;
    if repeated { "1/2-1/2".to_owned() } else { "*".to_owned() }
}

/// A claimed result against the computed one: only a decided game contradicts. Resigning and agreeing are claims,
/// and the computed result is then open.
pub(super) fn check_result(record: &Record, computed: Option<&str>, findings: &mut Diagnostics) {
    let (Some(claimed), Some(computed)) = (&record.claimed, computed) else { return };
    if computed != "*" && claimed.text != "*" && claimed.text != computed {
        let message = format!("the record claims {}, the rules give {computed}", claimed.text);
        findings.push(
            Diagnostic::new(Code::ResultContradicts, message)
                .severity(Severity::Error)
                .at(record.place(claimed.span))
                .help("the moves are legal; mend the claim, or look whether the last entries are missing"),
        );
    }
}
