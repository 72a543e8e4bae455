//! What a path has learnt of the position on its way.

use super::node::{CONTENTS, EMPTY, FRIEND};
use crate::game::{AttributeId, CellId, MoveTypeId, PieceTypeId};

/// A question that only the position answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    Content(CellId),
    Type(CellId, PieceTypeId),
    Attribute(CellId, AttributeId),
    LastFrom(CellId),
    LastTo(CellId),
    Attacked(Option<MoveTypeId>, CellId),
    Defended(Option<MoveTypeId>, CellId),
}

/// Bit of a content in a mask.
pub(super) const fn bit(content: usize) -> u8 {
    1 << content
}

/// Cells of a common path: room for so many is made at once.
const ROOM: usize = 16;

#[derive(Clone, Copy, Debug)]
struct Cell {
    cell: CellId,
    /// The contents that are still possible.
    contents: u8,
    piece: Option<PieceTypeId>,
}

/// The answers given so far on one path. The board does not change while a block runs, so that they hold to its end.
/// What is learnt is only ever added, so that it can be forgotten again.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// What may stand on a cell that was not looked at.
    any: u8,
    /// The last entry of a cell counts.
    cells: Vec<Cell>,
    /// How many different cells there are.
    different: usize,
    answers: Vec<(Question, bool)>,
}

/// How much was known at some time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    cells: usize,
    different: usize,
    answers: usize,
}

impl Known {
    /// Nothing is known; there are neutral pieces or not.
    pub(super) fn nothing(has_neutral: bool) -> Self {
        let any = if has_neutral { (1 << CONTENTS) - 1 } else { (1 << (CONTENTS - 1)) - 1 };
        Self { any, cells: Vec::with_capacity(ROOM), different: 0, answers: Vec::new() }
    }

    /// The mover's own piece stands there.
    pub(super) fn own(&mut self, cell: CellId, piece: PieceTypeId) {
        self.note(cell, |known| {
            known.contents = bit(FRIEND);
            known.piece = Some(piece);
        });
    }

    pub(super) fn mark(&self) -> Mark {
        Mark { cells: self.cells.len(), different: self.different, answers: self.answers.len() }
    }

    /// Forgets what was learnt since.
    pub(super) fn forget(&mut self, mark: Mark) {
        self.cells.truncate(mark.cells);
        self.different = mark.different;
        self.answers.truncate(mark.answers);
    }

    /// How many answers are known.
    pub(super) fn len(&self) -> usize {
        self.different + self.answers.len()
    }

    /// The contents that may be on the cell.
    pub(super) fn contents(&self, cell: CellId) -> u8 {
        self.find(cell).map_or(self.any, |known| known.contents)
    }

    /// The type of the piece there, where it is known.
    pub(super) fn piece(&self, cell: CellId) -> Option<PieceTypeId> {
        self.find(cell).and_then(|known| known.piece)
    }

    /// Whether the content of the cell is one of the mask; `None` if it may be and may not be.
    pub(super) fn is_one_of(&self, cell: CellId, mask: u8) -> Option<bool> {
        let contents = self.contents(cell);
        if contents & mask == 0 {
            Some(false)
        } else if contents & !mask == 0 {
            Some(true)
        } else {
            None
        }
    }

    /// The answer to a question that is not about contents, where it is known.
    pub(super) fn answer(&self, question: Question) -> Option<bool> {
        match question {
            Question::Type(cell, _) | Question::Attribute(cell, _)
                if self.is_one_of(cell, bit(EMPTY)) == Some(true) =>
            {
                return Some(false);
            }
            Question::Type(cell, piece) => {
                if let Some(known) = self.piece(cell) {
                    return Some(known == piece);
                }
            }
            _ => {}
        }
        self.answers.iter().find(|(asked, _)| *asked == question).map(|&(_, answer)| answer)
    }

    pub(super) fn learn_content(&mut self, cell: CellId, content: usize) {
        self.note(cell, |known| known.contents = bit(content));
    }

    pub(super) fn learn(&mut self, question: Question, answer: bool) {
        match question {
            Question::Type(cell, piece) if answer => self.note(cell, |known| {
                known.contents &= !bit(EMPTY);
                known.piece = Some(piece);
            }),
            Question::Attribute(cell, _) if answer => {
                self.note(cell, |known| known.contents &= !bit(EMPTY));
                self.answers.push((question, answer));
            }
            _ => self.answers.push((question, answer)),
        }
    }

    fn find(&self, cell: CellId) -> Option<Cell> {
        self.cells.iter().rev().find(|known| known.cell == cell).copied()
    }

    /// Writes down what is known of a cell, with a change.
    fn note(&mut self, cell: CellId, change: impl FnOnce(&mut Cell)) {
        let mut known = self.find(cell).unwrap_or_else(|| {
            self.different += 1;
            Cell { cell, contents: self.any, piece: None }
        });
        change(&mut known);
        self.cells.push(known);
    }
}
