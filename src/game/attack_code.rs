//! Move code as far as attacks go.
//!
//! Whether a piece captures on a cell does not hang on what a move changes besides: owners, types, attributes, created
//! pieces. Without these commands whole tests fall away, and with them walks over the board that only set marks on it. What
//! is left looks at fewer cells and ends sooner.

use std::collections::BTreeMap;

use super::{Board, CellRef, DirectionId, Instr, Pc, Test};

/// Rounds of simplification: a nest of loops loses one level a round.
const ROUNDS: usize = 4;

/// The code with the same captures and nothing else; the indexes of instructions stay.
pub(super) fn slice(code: &[Instr], board: &Board) -> Vec<Instr> {
    let mut code: Vec<Instr> = (0..).zip(code).map(|(pc, instr)| without_changes(pc, *instr)).collect();
    let mut acyclic: BTreeMap<DirectionId, bool> = BTreeMap::new();
    for _ in 0..ROUNDS {
        let mut changed = false;
        for pc in (0..code.len()).rev() {
            let new = match code[pc] {
                Instr::Jump(target) => Instr::Jump(thread(&code, target)),
                Instr::Branch(test, if_true, if_false) => {
                    let (if_true, if_false) = (thread(&code, if_true), thread(&code, if_false));
                    if if_true == if_false {
                        Instr::Jump(if_true)
                    } else if let Some(over) = idle_walk(&code, pc, test, if_true, if_false, |direction| {
                        *acyclic.entry(direction).or_insert_with(|| is_acyclic(board, direction))
                    }) {
                        Instr::Jump(over)
                    } else {
                        Instr::Branch(test, if_true, if_false)
                    }
                }
                other => other,
            };
            changed |= new != code[pc];
            code[pc] = new;
        }
        if !changed {
            break;
        }
    }
    code
}

fn without_changes(pc: Pc, instr: Instr) -> Instr {
    match instr {
        Instr::ChangeOwner(..)
        | Instr::Flip(_)
        | Instr::ChangeType(..)
        | Instr::Create(..)
        | Instr::SetAttribute(..) => Instr::Jump(pc + 1),
        other => other,
    }
}

/// Where a jump to `target` ends up.
fn thread(code: &[Instr], target: Pc) -> Pc {
    let mut at = target;
    for _ in 0..64 {
        match code[at as usize] {
            Instr::Jump(next) if next != at => at = next,
            _ => break,
        }
    }
    at
}

/// Recognises a loop that walks to the end of a line, does nothing there, and then goes elsewhere: where it goes on.
fn idle_walk(
    code: &[Instr],
    pc: usize,
    test: Test,
    if_true: Pc,
    if_false: Pc,
    mut is_acyclic: impl FnMut(DirectionId) -> bool,
) -> Option<Pc> {
    let Test::OnBoard(CellRef::Step(direction)) = test else { return None };
    let walks = code[if_true as usize] == Instr::Step(direction) && thread(code, if_true + 1) as usize == pc;
    let forgets = matches!(
        code[if_false as usize],
        Instr::End
            | Instr::GoTo(_)
            | Instr::Go(CellRef::From | CellRef::Mark | CellRef::LastFrom | CellRef::LastTo | CellRef::Cell(_))
    );
    (walks && forgets && is_acyclic(direction)).then_some(if_false)
}

/// Whether every walk in the direction ends.
fn is_acyclic(board: &Board, direction: DirectionId) -> bool {
    // 0 not seen, 1 on the present walk, 2 known to end.
    let mut state = vec![0_u8; board.cell_count()];
    for start in 0..board.cell_count() {
        let mut walk = Vec::new();
        let mut at = Some(super::CellId::from_index(start));
        while let Some(cell) = at.filter(|cell| state[cell.index()] != 2) {
            if state[cell.index()] == 1 {
                return false;
            }
            state[cell.index()] = 1;
            walk.push(cell);
            at = board.step(direction, cell);
        }
        walk.into_iter().for_each(|cell| state[cell.index()] = 2);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::slice;
    use crate::game::{AttributeId, Board, CellId, CellRef, DirectionId, Instr, NO_CELL, Test};

    fn line(cyclic: bool) -> Board {
        let mut board = Board { links: vec![1, 2, if cyclic { 0 } else { NO_CELL }], ..Board::default() };
        ["a", "b", "c"].iter().for_each(|name| {
            board.cells.add(name);
        });
        board.directions.add("next");
        board
    }

    /// `mark a (while (on-board? next) next (if set? (set-attribute set? false))) back add`
    fn walk() -> Vec<Instr> {
        let next = DirectionId(0);
        vec![
            Instr::End,
            Instr::Mark(CellRef::Here),
            Instr::GoTo(CellId(0)),
            Instr::Branch(Test::OnBoard(CellRef::Step(next)), 4, 8),
            Instr::Step(next),
            Instr::Branch(Test::Attribute(AttributeId(0), CellRef::Here), 6, 7),
            Instr::SetAttribute(AttributeId(0), false, CellRef::Here),
            Instr::Jump(3),
            Instr::Go(CellRef::Mark),
            Instr::Add { promotion: None, copy: false, partial: false, next_type: None },
        ]
    }

    #[test]
    fn a_walk_that_only_changes_attributes_is_left_out() {
        assert_eq!(slice(&walk(), &line(false))[3], Instr::Jump(8));
        assert_eq!(slice(&walk(), &line(false))[8..], walk()[8..]);
    }

    #[test]
    fn a_walk_without_end_stays_one() {
        assert!(matches!(slice(&walk(), &line(true))[3], Instr::Branch(..)));
    }

    #[test]
    fn a_walk_that_tells_something_stays() {
        let mut code = walk();
        code[6] = Instr::SetFlag(crate::game::FlagId(0), true);
        assert!(matches!(slice(&code, &line(false))[3], Instr::Branch(..)));
    }
}
