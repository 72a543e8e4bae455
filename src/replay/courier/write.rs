//! A turn as a Game Courier half-move (`spec/game-courier.md` 9).

use smallvec::SmallVec;

use super::search::{look, walked};
use super::{Resolution, resolve};
use crate::engine::{Move, MoveKind, Piece, Playthrough};
use crate::game::CellId;
use crate::profile::{Automation, BoundProfile};
use crate::syntax::courier::{Command, MoveText, Part, Word, read_move_text};

/// A whole turn of the present position as one half-move. With full automation what presets add by themselves is left
/// out, as long as the text is still read as this turn and no other. `None` where a piece has no label or a cell no
/// coordinate.
pub fn half_move(
    playthrough: &mut Playthrough,
    bound: &BoundProfile,
    moves: &[Move],
    automation: Automation,
) -> Option<String> {
    if automation == Automation::Full {
        let short = text(playthrough, bound, moves, Amount::Steps)?;
        if stands_for(playthrough, bound, &short, moves) {
            return Some(short);
        }
    }
    text(playthrough, bound, moves, Amount::Everything)
}

/// A turn, or the beginning of one, with everything written out.
pub fn half_move_in_full(playthrough: &mut Playthrough, bound: &BoundProfile, moves: &[Move]) -> Option<String> {
    text(playthrough, bound, moves, Amount::Everything)
}

/// How much of a turn is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Amount {
    /// The displacement of each part of a chain, drops, promotions.
    Steps,
    /// All that changes on the board.
    Everything,
}

/// Whether a text is read as this turn, without any repair.
fn stands_for(playthrough: &mut Playthrough, bound: &BoundProfile, text: &str, moves: &[Move]) -> bool {
    let Ok(text) = read_move_text(text) else { return false };
    let Resolution::Turn { moves: read, findings } = resolve(playthrough, bound, &text) else { return false };
    findings.iter().all(|finding| finding.severity == crate::diagnostic::Severity::Note) && read[..] == *moves
}

fn text(playthrough: &mut Playthrough, bound: &BoundProfile, moves: &[Move], amount: Amount) -> Option<String> {
    let mut writer = Writer { bound, amount, shown: board(playthrough), parts: SmallVec::new() };
    let mut undone = Vec::with_capacity(moves.len());
    let mut complete = true;
    for part in moves {
        complete = complete && writer.part(playthrough, part, &mut undone).is_some();
    }
    for undo in undone.iter().rev() {
        playthrough.take_back(undo);
    }
    if !complete {
        return None;
    }
    let is_pass = moves.iter().all(|part| part.head.kind == MoveKind::Pass);
    Some(if is_pass { Command::Pass.word().to_owned() } else { MoveText { parts: writer.parts }.to_string() })
}

fn board(playthrough: &Playthrough) -> Vec<Option<Piece>> {
    playthrough.position().cells().map(|(_, piece)| piece).collect()
}

struct Writer<'a> {
    bound: &'a BoundProfile,
    amount: Amount,
    /// The board as plain replay of the text has it.
    shown: Vec<Option<Piece>>,
    parts: SmallVec<[Part; 1]>,
}

impl Writer<'_> {
    /// Writes one move and makes it.
    fn part(
        &mut self,
        playthrough: &mut Playthrough,
        part: &Move,
        undone: &mut Vec<crate::engine::Undo>,
    ) -> Option<()> {
        let before = board(playthrough);
        let head = &part.head;
        let after = playthrough.board_after(part.as_ref());
        undone.push(playthrough.play(part.as_ref()));
        if head.kind == MoveKind::Drop {
            let piece = Piece::fresh(playthrough.game(), head.player, head.piece);
            let label = Word::new(self.label(piece)?);
            self.parts.push(Part::Drop { label, at: self.space(head.to)? });
            self.shown[head.to.index()] = Some(piece);
        }
        if head.kind == MoveKind::Pass {
            return Some(());
        }
        let count = if self.amount == Amount::Steps { 1 } else { usize::MAX };
        let stays_put = head.kind == MoveKind::Walk && head.from == head.to;
        for (index, (from, to)) in walked(part.as_ref()).take(count).enumerate() {
            // A piece whose origin another one of the same move took already is put on its place below.
            let is_there =
                self.shown[from.index()].is_some() && look(self.shown[from.index()]) == look(before[from.index()]);
            if is_there && (from != to || (index == 0 && stays_put)) {
                self.displace(from, to)?;
            }
        }
        self.mend(&after, part.as_ref().last_to())
    }

    fn displace(&mut self, from: CellId, to: CellId) -> Option<()> {
        let moved = self.shown[from.index()]?;
        let label = self.label(moved).map(Word::new);
        self.parts.push(Part::Hyphen { label, left: self.space(from)?, right: Some(self.space(to)?) });
        self.shown[from.index()] = None;
        self.shown[to.index()] = Some(moved);
        Some(())
    }

    /// Writes what the displacements do not give: first what arrives, then the rest in board order.
    fn mend(&mut self, after: &[Option<Piece>], arrives: CellId) -> Option<()> {
        let cells = std::iter::once(arrives).chain((0..after.len()).map(CellId::from_index));
        for cell in cells {
            let (shown, after) = (self.shown[cell.index()], after[cell.index()]);
            let is_promotion = cell == arrives && shown.is_some() && after.is_some();
            if look(shown) != look(after) && (self.amount == Amount::Everything || is_promotion) {
                let left = after.map_or(Some("@"), |piece| self.label(piece)).map(Word::new)?;
                self.parts.push(Part::Hyphen { label: None, left, right: Some(self.space(cell)?) });
                self.shown[cell.index()] = after;
            }
        }
        self.shown = after.to_vec();
        Some(())
    }

    fn label(&self, piece: Piece) -> Option<&str> {
        self.bound.binding.label_of(piece.piece_type(), piece.owner(), piece.attributes())
    }

    fn space(&self, cell: CellId) -> Option<Word> {
        self.bound.binding.coordinate(cell).map(Word::new)
    }
}
