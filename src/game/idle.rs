//! Pieces that do nothing: for authors of rules, not for checking records.

use super::id::PieceTypeId;
use super::program::{Block, Instr, Pc, Program};
use super::{CodeRange, Game};

/// What is idle about a piece type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Idle {
    /// Nothing brings it onto the board: no setup, stock, promotion, creation or change of type.
    NeverPlaced,
    /// No move block of it, for any player, makes a move.
    NeverMoves,
}

impl Game {
    /// For each piece type whether it does nothing in this game, and in what sense. Nothing is said of a piece whose
    /// code was not understood, and of games whose rules live elsewhere.
    #[must_use]
    pub fn idle_pieces(&self) -> Vec<Option<Idle>> {
        let mut idle = vec![None; self.pieces.len()];
        if self.engine.is_some() {
            return idle;
        }
        let mut walk = Walk::new(&self.program);
        let mut placed: Vec<bool> = (0..self.pieces.len()).map(|piece| self.is_at_start(piece)).collect();
        for (index, piece) in self.pieces.iter().enumerate() {
            let mut moves = !piece.reliable;
            for blocks in piece.moves.iter().chain(&piece.drops) {
                moves |= walk.follow(*blocks);
            }
            if !moves {
                idle[index] = Some(Idle::NeverMoves);
            }
        }
        for piece in walk.named {
            placed[piece.index()] = true;
        }
        // A code that was not understood may place anything.
        if self.pieces.iter().all(|piece| piece.reliable) {
            for (idle, _) in idle.iter_mut().zip(&placed).filter(|(_, placed)| !**placed) {
                *idle = Some(Idle::NeverPlaced);
            }
        }
        idle
    }

    /// Whether a piece type stands on the board or in the stock at the start, or may go to a hand as what a promoted
    /// piece was (`docs/rules-extensions.md`).
    fn is_at_start(&self, piece: usize) -> bool {
        let id = PieceTypeId::from_index(piece);
        self.setup.iter().flatten().any(|&(_, known)| known == id)
            || self.stock.iter().any(|stock| stock[piece] > 0)
            || self.attributes.find(&format!("was-{}?", self.piece_names.name(piece))).is_some()
    }
}

/// A walk through code; blocks that were seen are not walked again.
struct Walk<'p> {
    program: &'p Program,
    /// For each block that was walked, by its start, whether it makes a move.
    moves: rustc_hash::FxHashMap<Pc, bool>,
    seen: Vec<bool>,
    open: Vec<Pc>,
    /// Types that the code makes.
    named: Vec<PieceTypeId>,
}

impl<'p> Walk<'p> {
    fn new(program: &'p Program) -> Self {
        let seen = vec![false; program.code.len()];
        Self { program, moves: rustc_hash::FxHashMap::default(), seen, open: Vec::new(), named: Vec::new() }
    }

    /// Whether one of the blocks makes a move.
    fn follow(&mut self, blocks: CodeRange) -> bool {
        let program = self.program;
        program.blocks[blocks.range()].iter().fold(false, |moves, block| self.block(block) | moves)
    }

    fn block(&mut self, block: &Block) -> bool {
        if let Some(&known) = self.moves.get(&block.entry) {
            return known;
        }
        let mut moves = false;
        self.open.push(block.entry);
        while let Some(at) = self.open.pop() {
            if std::mem::replace(&mut self.seen[at as usize], true) {
                continue;
            }
            match self.program.code[at as usize] {
                Instr::End => {}
                Instr::Jump(to) => self.open.push(to),
                Instr::Branch(_, yes, no) => self.open.extend([yes, no]),
                other => {
                    match other {
                        Instr::Add { promotion, .. } => {
                            moves = true;
                            if let Some(list) = promotion {
                                let types = self.program.promotions[list as usize].clone();
                                let types = types.start as usize..types.end as usize;
                                self.named.extend(&self.program.promotion_types[types]);
                            }
                        }
                        Instr::ChangeType(piece, _) | Instr::Create(_, Some(piece), _) => self.named.push(piece),
                        _ => {}
                    }
                    self.open.push(at + 1);
                }
            }
        }
        self.moves.insert(block.entry, moves);
        moves
    }
}
