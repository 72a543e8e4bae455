//! The instructions of one block while it is compiled: targets are labels, resolved when the block is whole.

use crate::game::{Instr, Pc, Program, Test};

/// A place in the code that may not be known yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Label(u32);

/// The end of the block: [`Instr::End`] at index 0 of every program.
pub(super) const END: Label = Label(0);
/// An instruction without a place.
pub(super) const NO_PLACE: u32 = u32::MAX;
/// Jumps to jumps are followed so far.
const MAX_HOPS: usize = 16;

/// The instructions of one block.
#[derive(Debug, Default)]
pub(super) struct Emitter {
    code: Vec<Instr>,
    places: Vec<u32>,
    /// Where each label stands in `code`.
    labels: Vec<usize>,
    /// The last instruction leaves for elsewhere, and no label stands behind it: nothing can come here.
    dead: bool,
}

impl Emitter {
    /// Forgets the block; the memory is used again.
    pub(super) fn clear(&mut self) {
        self.code.clear();
        self.places.clear();
        self.labels.clear();
        self.labels.push(usize::MAX);
        self.dead = false;
    }

    /// A label that stands nowhere yet.
    pub(super) fn label(&mut self) -> Label {
        self.labels.push(usize::MAX);
        Label((self.labels.len() - 1) as u32)
    }

    /// Puts a label before the next instruction.
    pub(super) fn bind(&mut self, label: Label) {
        self.labels[label.0 as usize] = self.code.len();
        self.dead = false;
    }

    pub(super) fn push(&mut self, instr: Instr, place: u32) {
        if !self.dead {
            self.code.push(instr);
            self.places.push(place);
        }
    }

    pub(super) fn jump(&mut self, to: Label) {
        self.push(Instr::Jump(to.0), NO_PLACE);
        self.dead = true;
    }

    pub(super) fn branch(&mut self, test: Test, yes: Label, no: Label, place: u32) {
        self.push(Instr::Branch(test, yes.0, no.0), place);
        self.dead = true;
    }

    /// Appends the block to the program and says where it starts.
    pub(super) fn finish(&self, program: &mut Program) -> Pc {
        let base = program.code.len();
        let target = |label: u32| self.target(label, base);
        for (index, &instr) in self.code.iter().enumerate() {
            program.code.push(match instr {
                Instr::Jump(label) => match target(label) {
                    0 => Instr::End,
                    pc => Instr::Jump(pc),
                },
                Instr::Branch(test, yes, no) => Instr::Branch(test, target(yes), target(no)),
                other => other,
            });
            program.place_of.push(self.places[index]);
        }
        if self.code.is_empty() {
            return 0;
        }
        if !self.dead {
            program.code.push(Instr::End);
            program.place_of.push(NO_PLACE);
        }
        base as Pc
    }

    fn target(&self, mut label: u32, base: usize) -> Pc {
        for _ in 0..MAX_HOPS {
            match self.code.get(self.labels[label as usize]) {
                Some(&Instr::Jump(next)) => label = next,
                Some(_) => break,
                None => return 0,
            }
        }
        match self.labels[label as usize] {
            at if at < self.code.len() => (base + at) as Pc,
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{END, Emitter, NO_PLACE};
    use crate::game::{CellRef, Instr, Program, Test};

    #[test]
    fn labels_become_targets_and_jumps_are_followed() {
        let mut program = Program { code: vec![Instr::End], place_of: vec![NO_PLACE], ..Program::default() };
        let mut emitter = Emitter::default();
        emitter.clear();
        let (start, body, over) = (emitter.label(), emitter.label(), emitter.label());
        emitter.bind(start);
        emitter.branch(Test::Empty(CellRef::Here), body, over, NO_PLACE);
        emitter.bind(body);
        emitter.push(Instr::From, NO_PLACE);
        emitter.jump(start);
        emitter.bind(over);
        emitter.jump(END);
        assert_eq!(emitter.finish(&mut program), 1);
        let test = Test::Empty(CellRef::Here);
        assert_eq!(program.code[1..], [Instr::Branch(test, 2, 0), Instr::From, Instr::Jump(1), Instr::End]);
    }

    #[test]
    fn what_nothing_reaches_is_left_out() {
        let mut program = Program { code: vec![Instr::End], place_of: vec![NO_PLACE], ..Program::default() };
        let mut emitter = Emitter::default();
        emitter.clear();
        emitter.push(Instr::To, NO_PLACE);
        emitter.jump(END);
        emitter.push(Instr::From, NO_PLACE);
        emitter.finish(&mut program);
        assert_eq!(program.code[1..], [Instr::To, Instr::End]);
    }
}
