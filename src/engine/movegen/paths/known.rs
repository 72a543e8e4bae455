//! What a path has learnt of the position on its way.

use smallvec::SmallVec;

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

#[derive(Clone, Copy, Debug)]
struct Cell {
    cell: CellId,
    /// The contents that are still possible.
    contents: u8,
    piece: Option<PieceTypeId>,
}

/// The answers given so far on one path. The board does not change while a block runs, so that they hold to its end.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// What may stand on a cell that was not looked at.
    any: u8,
    cells: SmallVec<[Cell; 12]>,
    answers: SmallVec<[(Question, bool); 4]>,
}

impl Known {
    /// Nothing is known; there are neutral pieces or not.
    pub(super) fn nothing(has_neutral: bool) -> Self {
        let any = if has_neutral { (1 << CONTENTS) - 1 } else { (1 << (CONTENTS - 1)) - 1 };
        Self { any, cells: SmallVec::new(), answers: SmallVec::new() }
    }

    /// The mover's own piece stands there.
    pub(super) fn own(&mut self, cell: CellId, piece: PieceTypeId) {
        let entry = self.entry(cell);
        entry.contents = bit(FRIEND);
        entry.piece = Some(piece);
    }

    /// How many answers are known.
    pub(super) fn len(&self) -> usize {
        self.cells.len() + self.answers.len()
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
        self.entry(cell).contents = bit(content);
    }

    pub(super) fn learn(&mut self, question: Question, answer: bool) {
        match question {
            Question::Type(cell, piece) if answer => {
                let entry = self.entry(cell);
                entry.contents &= !bit(EMPTY);
                entry.piece = Some(piece);
            }
            Question::Attribute(cell, _) if answer => {
                self.entry(cell).contents &= !bit(EMPTY);
                self.answers.push((question, answer));
            }
            _ => self.answers.push((question, answer)),
        }
    }

    fn find(&self, cell: CellId) -> Option<&Cell> {
        self.cells.iter().find(|known| known.cell == cell)
    }

    fn entry(&mut self, cell: CellId) -> &mut Cell {
        let index = self.cells.iter().position(|known| known.cell == cell).unwrap_or_else(|| {
            self.cells.push(Cell { cell, contents: self.any, piece: None });
            self.cells.len() - 1
        });
        &mut self.cells[index]
    }
}
