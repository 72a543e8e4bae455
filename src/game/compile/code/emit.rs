//! The instructions of one block while it is compiled: targets are labels, resolved when the block is whole.

use std::hash::BuildHasher as _;

use rustc_hash::{FxBuildHasher, FxHashMap};

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

    /// Says where the block starts in the program, and appends it there unless the same code stands there already.
    pub(super) fn finish(&mut self, program: &mut Program, shared: &mut SharedCode) -> Pc {
        if self.code.is_empty() {
            return 0;
        }
        shared.block.clear();
        shared.block.extend(self.code.iter().map(|&instr| match instr {
            Instr::Jump(label) => match self.target(label) {
                0 => Instr::End,
                at => Instr::Jump(at),
            },
            Instr::Branch(test, yes, no) => Instr::Branch(test, self.target(yes), self.target(no)),
            other => other,
        }));
        if !self.dead {
            shared.block.push(Instr::End);
            self.places.push(NO_PLACE);
        }
        shared.entry(&self.places, program)
    }

    /// Where a label leads: 1 is the first instruction of the block, 0 its end.
    fn target(&self, mut label: u32) -> u32 {
        for _ in 0..MAX_HOPS {
            match self.code.get(self.labels[label as usize]) {
                Some(&Instr::Jump(next)) => label = next,
                Some(_) => break,
                None => return 0,
            }
        }
        match self.labels[label as usize] {
            at if at < self.code.len() => at as u32 + 1,
            _ => 0,
        }
    }
}

/// The code of all blocks so far. Macros write the same block many times; it is kept once.
#[derive(Debug, Default)]
pub(super) struct SharedCode {
    /// The block at hand, with targets counted from 1 at its start.
    block: Vec<Instr>,
    /// Where a block starts, by the hash of its code and places. Of several blocks with one hash, the last.
    known: FxHashMap<u64, Pc>,
}

impl SharedCode {
    /// Where the block at hand starts in the program.
    fn entry(&mut self, places: &[u32], program: &mut Program) -> Pc {
        let hash = FxBuildHasher.hash_one((&self.block, places));
        if let Some(&entry) = self.known.get(&hash)
            && self.stands_at(entry, places, program)
        {
            return entry;
        }
        let entry = program.code.len() as Pc;
        program.code.extend(self.block.iter().map(|&instr| moved(instr, entry)));
        program.place_of.extend(places);
        self.known.insert(hash, entry);
        entry
    }

    fn stands_at(&self, entry: Pc, places: &[u32], program: &Program) -> bool {
        let range = entry as usize..entry as usize + self.block.len();
        program.place_of.get(range.clone()) == Some(places)
            && program.code[range].iter().zip(&self.block).all(|(&known, &instr)| known == moved(instr, entry))
    }
}

/// An instruction of a block that starts at `entry`.
const fn moved(instr: Instr, entry: Pc) -> Instr {
    const fn at(target: u32, entry: Pc) -> Pc {
        if target == 0 { 0 } else { target - 1 + entry }
    }
    match instr {
        Instr::Jump(target) => Instr::Jump(at(target, entry)),
        Instr::Branch(test, yes, no) => Instr::Branch(test, at(yes, entry), at(no, entry)),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::{END, Emitter, NO_PLACE, SharedCode};
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
        let mut shared = SharedCode::default();
        assert_eq!(emitter.finish(&mut program, &mut shared), 1);
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
        emitter.finish(&mut program, &mut SharedCode::default());
        assert_eq!(program.code[1..], [Instr::To, Instr::End]);
    }
    #[test]
    fn equal_blocks_stand_once() {
        let mut program = Program { code: vec![Instr::End], place_of: vec![NO_PLACE], ..Program::default() };
        let (mut emitter, mut shared) = (Emitter::default(), SharedCode::default());
        let mut entry = |place| {
            emitter.clear();
            let next = emitter.label();
            emitter.branch(Test::Empty(CellRef::Here), next, END, place);
            emitter.bind(next);
            emitter.push(Instr::To, NO_PLACE);
            emitter.finish(&mut program, &mut shared)
        };
        // What a finding would point at counts too.
        assert_eq!([entry(0), entry(0), entry(1), entry(1)], [1, 1, 4, 4]);
        assert_eq!(program.code.len(), 7);
    }
}
