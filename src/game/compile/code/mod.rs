//! Move code: every block of every piece, once for each player that takes part in the turn order.

mod command;
mod condition;
mod emit;
mod word;

use std::sync::Arc;

use rustc_hash::FxHashMap;

use self::emit::{Emitter, NO_PLACE, SharedCode};
use self::word::KnownWord;
use super::board::BuiltBoard;
use super::names::Names;
use super::reporter::Reporter;
use super::zones::{Places, place};
use crate::diagnostic::Code;
use crate::game::{
    AttributeId, Block, CalledMacro, CellId, CodeRange, DirectionId, FlagId, Game, Instr, MoveTypeId, PieceType,
    PieceTypeId, PlayerId, PlayerKind, Program,
};
use crate::limits::{MAX_FLAGS, MAX_INSTRUCTIONS};
use crate::source::{Place, Span};
use crate::zrf::ast::{self, BlockItem, CallId, Command, GameRules, Name, Origin, PieceDecl};

/// What the pieces of a game became.
pub(super) struct CompiledPieces {
    pub(super) pieces: Vec<PieceType>,
    pub(super) program: Program,
    pub(super) flag_count: usize,
    pub(super) position_flag_count: usize,
}

/// Compiles all pieces. `None` if their code is larger than the bounds allow.
pub(super) fn compile(
    rules: &GameRules,
    names: &Names,
    built: &BuiltBoard,
    kinds: &[PlayerKind],
    reporter: &mut Reporter<'_>,
) -> Option<CompiledPieces> {
    let mut compiler = CodeCompiler {
        names,
        built,
        reporter,
        // Index 0 ends a block: a failed verify goes there.
        program: Program { code: vec![Instr::End], place_of: vec![NO_PLACE], ..Program::default() },
        emitter: Emitter::default(),
        shared: SharedCode::default(),
        uniform: uniform_directions(built, kinds),
        words: FxHashMap::default(),
        chains: FxHashMap::default(),
        promotions: FxHashMap::default(),
        places: FxHashMap::default(),
        calls: FxHashMap::default(),
        flags: FxHashMap::default(),
        position_flags: FxHashMap::default(),
        listed_cells: 0,
        player: PlayerId(0),
        hangs_on_player: false,
        reliable: true,
    };
    let mut compiled = CompiledPieces {
        pieces: Vec::with_capacity(rules.pieces.len()),
        program: Program::default(),
        flag_count: 0,
        position_flag_count: 0,
    };
    for declared in &rules.pieces {
        let piece = compiler.piece(declared, kinds, &mut compiled)?;
        compiled.pieces.push(piece);
    }
    compiled.program = compiler.program;
    Some(compiled)
}

struct CodeCompiler<'c, 'd> {
    names: &'c Names,
    built: &'c BuiltBoard,
    reporter: &'c mut Reporter<'d>,
    program: Program,
    emitter: Emitter,
    shared: SharedCode,
    /// Whether a direction means the same to all players that act.
    uniform: Vec<bool>,
    /// What words name, by the address of their text: nearly all words of one spelling share it.
    words: FxHashMap<usize, KnownWord>,
    chains: FxHashMap<Vec<DirectionId>, u32>,
    promotions: FxHashMap<Vec<PieceTypeId>, u32>,
    places: FxHashMap<(u16, Span), u32>,
    /// The macro calls that blocks come from.
    calls: FxHashMap<CallId, Arc<[CalledMacro]>>,
    /// The flags of this block; they live for one run, so that each block counts its own.
    flags: FxHashMap<Arc<str>, FlagId>,
    position_flags: FxHashMap<Arc<str>, FlagId>,
    listed_cells: usize,
    /// For whom the code is compiled.
    player: PlayerId,
    /// Whether the block at hand came out as it did because of who the player is.
    hangs_on_player: bool,
    /// Whether the code of the piece was understood so far.
    reliable: bool,
}

/// The blocks of one list of a piece, for each player that acts.
type BlocksByPlayer = Vec<(PlayerId, Vec<Block>)>;

/// For each direction, whether all players that act go the same way by it.
fn uniform_directions(built: &BuiltBoard, kinds: &[PlayerKind]) -> Vec<bool> {
    let acting: Vec<usize> = (0..kinds.len()).filter(|&player| kinds[player] != PlayerKind::Neutral).collect();
    let all_agree = |index| {
        let direction = DirectionId::from_index(index);
        let mut meant = acting.iter().map(|&player| built.meant(player, direction));
        let first = meant.next();
        meant.all(|other| Some(other) == first)
    };
    (0..built.board.directions.len()).map(all_agree).collect()
}

impl CodeCompiler<'_, '_> {
    fn piece(
        &mut self,
        declared: &PieceDecl,
        kinds: &[PlayerKind],
        compiled: &mut CompiledPieces,
    ) -> Option<PieceType> {
        self.reliable = !declared.unreliable;
        let mut piece = PieceType {
            start_attributes: 0,
            declared_attributes: 0,
            notation: declared.notation.clone(),
            reliable: true,
            moves: vec![CodeRange::default(); kinds.len()],
            drops: vec![CodeRange::default(); kinds.len()],
            place: self.reporter.origins().place(declared.name.at),
        };
        for (name, value) in &declared.attributes {
            let Some(bit) = self.names.attributes.find(&name.text) else { continue };
            let mask = Game::attribute_bit(AttributeId::from_index(bit));
            piece.declared_attributes |= mask;
            if *value {
                piece.start_attributes |= mask;
            } else {
                piece.start_attributes &= !mask;
            }
        }
        let moves = self.blocks(&declared.moves, kinds, compiled)?;
        let drops = self.blocks(&declared.drops, kinds, compiled)?;
        for ((player, moves), (_, drops)) in moves.into_iter().zip(drops) {
            piece.moves[player.index()] = self.append(moves);
            piece.drops[player.index()] = self.append(drops);
        }
        piece.reliable = self.reliable;
        if !piece.reliable {
            let message = format!("a part of the moves of `{}` is not understood", declared.name.text);
            let help = "entries whose legality hangs on this piece cannot be checked";
            self.reporter.report_with_help(Code::PieceUnreliable, declared.name.at, message, help);
        }
        Some(piece)
    }

    /// Compiles blocks one after the other, each for all players: code that is the same for all is made once.
    fn blocks(
        &mut self,
        items: &[BlockItem],
        kinds: &[PlayerKind],
        compiled: &mut CompiledPieces,
    ) -> Option<BlocksByPlayer> {
        let acting = kinds.iter().enumerate().filter(|(_, kind)| **kind != PlayerKind::Neutral);
        let mut lists: BlocksByPlayer = acting.map(|(player, _)| (PlayerId::from_index(player), Vec::new())).collect();
        let mut move_type = None;
        for item in items {
            let block = match item {
                BlockItem::MoveType(name) => {
                    move_type = self.names.move_type(&name.text);
                    continue;
                }
                BlockItem::Block(block) => block,
            };
            let mut for_all = None;
            for (player, list) in &mut lists {
                let made = match &for_all {
                    Some(made) => Block::clone(made),
                    None => {
                        self.player = *player;
                        self.hangs_on_player = false;
                        let made = self.block(block, move_type, compiled)?;
                        if !self.hangs_on_player {
                            for_all = Some(made.clone());
                        }
                        made
                    }
                };
                list.push(made);
            }
        }
        Some(lists)
    }

    fn append(&mut self, blocks: Vec<Block>) -> CodeRange {
        let start = self.program.blocks.len() as u32;
        self.program.blocks.extend(blocks);
        CodeRange { start, end: self.program.blocks.len() as u32 }
    }

    fn block(
        &mut self,
        block: &ast::Block,
        move_type: Option<MoveTypeId>,
        compiled: &mut CompiledPieces,
    ) -> Option<Block> {
        self.emitter.clear();
        self.flags.clear();
        self.position_flags.clear();
        let only_at = match &block.only_at {
            Some(words) if self.is_steps(words) => {
                let steps: Vec<Command> = words.iter().cloned().map(Command::Step).collect();
                self.commands(&steps, 0);
                None
            }
            Some(words) => Some(self.cell_list(words)),
            None => None,
        };
        self.commands(&block.commands, 0);
        let entry = self.emitter.finish(&mut self.program, &mut self.shared);
        compiled.flag_count = compiled.flag_count.max(self.flags.len());
        compiled.position_flag_count = compiled.position_flag_count.max(self.position_flags.len());
        if self.flags.len() > MAX_FLAGS || self.position_flags.len() > MAX_FLAGS {
            let message = format!("the block sets more than {MAX_FLAGS} different flags");
            self.reporter.report(Code::TooManyNames, block.at, message);
            return None;
        }
        if self.program.code.len() + self.listed_cells > MAX_INSTRUCTIONS {
            let message = format!("the move code of the game grows over {MAX_INSTRUCTIONS} instructions");
            self.reporter.report(Code::ProgramTooLarge, block.at, message);
            return None;
        }
        Some(Block {
            entry,
            move_type,
            only_at,
            uses_flags: !self.flags.is_empty() || !self.position_flags.is_empty(),
            place: self.reporter.origins().place(block.at),
            calls: self.calls(block.at),
        })
    }

    /// The macro calls around an origin, the innermost first; of very deep ones the inner ones are enough.
    fn calls(&mut self, at: Origin) -> Arc<[CalledMacro]> {
        const KEPT: usize = 8;
        if let Some(known) = self.calls.get(&at.call) {
            return Arc::clone(known);
        }
        let origins = self.reporter.origins();
        let mut chain = Vec::new();
        let mut id = at.call;
        while let Some(call) = origins.calls.get(id.0 as usize).filter(|_| chain.len() < KEPT) {
            let place = Place::new(&origins.files[call.file as usize], call.span);
            chain.push(CalledMacro { name: Arc::clone(&origins.macros[call.of as usize]), place });
            id = call.within;
        }
        let chain: Arc<[CalledMacro]> = chain.into();
        self.calls.insert(at.call, Arc::clone(&chain));
        chain
    }

    /// Whether the list at the start of a drop block is a nested list of steps, not the cells it is confined to.
    fn is_steps(&self, words: &[Name]) -> bool {
        let board = &self.built.board;
        words.first().is_some_and(|name| {
            board.directions.find(&name.text).is_some()
                && board.cells.find(&name.text).is_none()
                && board.zones.find(&name.text).is_none()
        })
    }

    fn cell_list(&mut self, words: &[Name]) -> u32 {
        let mut cells: Vec<CellId> = Vec::new();
        let mut taken = vec![false; self.built.board.cell_count()];
        for name in words {
            let one: [CellId; 1];
            let found = match place(name, "drops", self.built, self.reporter) {
                Some(Places::Cell(cell)) => {
                    one = [cell];
                    &one[..]
                }
                Some(Places::Zone(zone)) => {
                    self.hangs_on_player = true;
                    &self.built.board.zone_cells[zone.index()][self.player.index()]
                }
                None => continue,
            };
            for &cell in found {
                if !std::mem::replace(&mut taken[cell.index()], true) {
                    cells.push(cell);
                }
            }
        }
        self.listed_cells += taken.len();
        self.program.cell_lists.push(cells);
        (self.program.cell_lists.len() - 1) as u32
    }

    /// The index of a place in [`Program::places`].
    fn place(&mut self, at: Origin) -> u32 {
        let origins = self.reporter.origins();
        let places = &mut self.program.places;
        *self.places.entry((at.file, at.span)).or_insert_with(|| {
            places.push(origins.place(at));
            (places.len() - 1) as u32
        })
    }

    fn flag(&mut self, name: &Name) -> FlagId {
        number(&mut self.flags, name)
    }

    fn position_flag(&mut self, name: &Name) -> FlagId {
        number(&mut self.position_flags, name)
    }

    fn piece_named(&mut self, name: &Name, then: &str) -> Option<PieceTypeId> {
        let found = self.reporter.find(&self.names.pieces, name);
        if found.is_none() {
            super::setup::report_piece(name, then, self.names, self.reporter);
        }
        found.map(PieceTypeId::from_index)
    }
}

/// The number of a flag in its block. A block has no more flags than the bound; numbers beyond it are not used.
fn number(flags: &mut FxHashMap<Arc<str>, FlagId>, name: &Name) -> FlagId {
    let next = FlagId(u16::try_from(flags.len()).unwrap_or(u16::MAX));
    *flags.entry(Arc::clone(&name.text)).or_insert(next)
}
