//! Why there is no such legal move: from the rules themselves, the most specific reason first.

mod castling;
mod condition;
mod drop;
mod near;
mod origin;
mod path;
mod promotion;
mod trace;
mod turn;

pub(super) use castling::castling_token;
pub(super) use trace::traced;
pub(super) use turn::{after_the_end, pass_not_allowed};

use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{MoveKind, MoveList, MoveRef, Playthrough};
use crate::game::{CellId, PieceTypeId};
use crate::record::{Entry, Record};
use crate::replay::resolve::Written;
use crate::replay::shown::MoveTexts;

/// Most legal moves listed with a finding.
const LEGAL_SHOWN: usize = 12;

fn finding(record: &Record, entry: &Entry, code: Code, message: String) -> Diagnostic {
    Diagnostic::new(code, message).at(record.place(entry.text)).text(record.entry_text(entry))
}

/// A fault that hangs on a piece whose rules are not understood: no verdict (`spec/zrf.md` 14).
pub(super) fn uncertain(
    record: &Record,
    index: usize,
    playthrough: &Playthrough,
    written: Option<&Written>,
) -> Option<Diagnostic> {
    let game = playthrough.game();
    let moved = written.and_then(Written::main_move).map(|(piece, ..)| piece);
    let dropped = written.and_then(Written::drop).map(|(_, piece, _)| piece);
    let piece = [moved, dropped].into_iter().flatten().find(|piece| !game.pieces[piece.index()].reliable)?;
    let name = game.piece_names.name(piece.index());
    let entry = &record.entries[index];
    Some(
        finding(record, entry, Code::RulesUncertain, format!("the moves of {name} are not understood in full"))
            .related(game.pieces[piece.index()].place.clone(), "defined here")
            .ply(crate::replay::ply_of(index))
            .help("run `scoresheet check` on the rules file and mend what it finds"),
    )
}

/// Why the entry is no legal move.
pub(super) fn illegal(
    record: &Record,
    entry: &Entry,
    playthrough: &mut Playthrough,
    legal: &MoveList,
    written: &Written,
    texts: MoveTexts<'_>,
) -> Diagnostic {
    let case = Case { record, entry, legal, written, texts };
    case.about_origin(playthrough)
        .or_else(|| case.about_chain(playthrough))
        .or_else(|| case.promotion_lacks_stock(playthrough))
        .or_else(|| case.nearly_legal(playthrough))
        .or_else(|| case.filtered(playthrough))
        .or_else(|| case.wrong_type(playthrough))
        .or_else(|| case.castling(playthrough))
        .unwrap_or_else(|| case.unreachable(playthrough))
}

struct Case<'a> {
    record: &'a Record,
    entry: &'a Entry,
    legal: &'a MoveList,
    written: &'a Written,
    texts: MoveTexts<'a>,
}

impl Case<'_> {
    fn finding(&self, code: Code, message: String) -> Diagnostic {
        finding(self.record, self.entry, code, message)
    }

    fn legal_from(&self, playthrough: &mut Playthrough, from: CellId) -> Vec<String> {
        sample_list(playthrough, self.texts, self.legal, |candidate| {
            candidate.head.kind == MoveKind::Walk && candidate.head.from == from
        })
    }
}

/// The pieces on the cells, as they are named in messages: `the Rook on a1 and the Bishop on c3`.
fn attackers_text(texts: MoveTexts<'_>, playthrough: &Playthrough, cells: &[CellId]) -> String {
    let game = playthrough.game();
    let name = |piece: PieceTypeId| game.piece_names.name(piece.index());
    let at = |&cell: &CellId| Some((playthrough.position().piece(cell)?.piece_type(), cell));
    let named =
        cells.iter().filter_map(at).map(|(piece, cell)| format!("the {} on {}", name(piece), texts.cell(game, cell)));
    named.collect::<Vec<_>>().join(" and ")
}

/// The first legal moves that pass the test, as text.
fn sample(playthrough: &mut Playthrough, texts: MoveTexts<'_>, test: impl Fn(MoveRef<'_>) -> bool) -> Vec<String> {
    let list = playthrough.legal_moves().clone();
    sample_list(playthrough, texts, &list, test)
}

fn sample_list(
    playthrough: &mut Playthrough,
    texts: MoveTexts<'_>,
    list: &MoveList,
    test: impl Fn(MoveRef<'_>) -> bool,
) -> Vec<String> {
    let shown = list.iter().filter(|&candidate| test(candidate)).take(LEGAL_SHOWN);
    shown.map(|candidate| texts.text(playthrough, candidate)).collect()
}
