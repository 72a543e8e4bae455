//! Small typed rules for the tests of the compiler.

use std::sync::atomic::{AtomicU32, Ordering};

use super::compile;
use crate::diagnostic::{Code, Diagnostics};
use crate::game::Game;
use crate::source::{SourceFile, Span};
use crate::zrf::ast::{
    Block, BlockItem, BoardItem, CallId, Command, Dimension, DirectionDecl, GameRules, Grid, Name, Origin, Origins,
    PieceDecl, TurnItem,
};

/// A place for rules that come from no file; each call gives another one, so that findings stay apart.
pub(super) fn origin() -> Origin {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    Origin { file: 0, span: Span::at(NEXT.fetch_add(1, Ordering::Relaxed)), call: CallId::NONE }
}

/// A name.
pub(super) fn name(text: &str) -> Name {
    Name { text: text.into(), at: origin() }
}

/// The names in a text, apart by blanks.
pub(super) fn names(text: &str) -> Vec<Name> {
    text.split_whitespace().map(name).collect()
}

/// A grid of slash-separated dimensions and directions with their steps.
pub(super) fn grid(dimensions: &[&str], directions: &[(&str, &[i32])]) -> BoardItem {
    let dimension = |text: &&str| Dimension { names: text.split('/').map(Into::into).collect(), pixels: (0, 0) };
    let direction = |(text, steps): &(&str, &[i32])| DirectionDecl { name: name(text), steps: steps.to_vec() };
    BoardItem::Grid(Grid {
        at: origin(),
        dimensions: dimensions.iter().map(dimension).collect(),
        directions: directions.iter().map(direction).collect(),
    })
}

/// A piece with move blocks of no type.
pub(super) fn piece(text: &str, blocks: Vec<Vec<Command>>) -> PieceDecl {
    let block = |commands| BlockItem::Block(Block { at: origin(), only_at: None, commands });
    PieceDecl {
        name: name(text),
        notation: None,
        attributes: Vec::new(),
        dummy: false,
        moves: blocks.into_iter().map(block).collect(),
        drops: Vec::new(),
        unreliable: false,
    }
}

/// `add`.
pub(super) fn add() -> Command {
    Command::Add { types: Vec::new(), copy: false, at: origin() }
}

/// White and Black in turn on the board.
pub(super) fn rules(board: Vec<BoardItem>, pieces: Vec<PieceDecl>) -> GameRules {
    GameRules {
        title: "Test".into(),
        at: origin(),
        origins: Origins { files: vec![SourceFile::from_text("test.zrf", "")], ..Origins::default() },
        players: names("White Black"),
        turn_order: vec![TurnItem::Turn(names("White")), TurnItem::Turn(names("Black"))],
        options: Vec::new(),
        move_priorities: Vec::new(),
        setup: Vec::new(),
        engine: None,
        board,
        pieces,
        goals: Vec::new(),
    }
}

/// Compiles and gives the codes of the findings.
pub(super) fn compiled(rules: &GameRules) -> (Game, Vec<Code>) {
    let mut findings = Diagnostics::new();
    let game = compile(rules, &mut findings);
    let codes = findings.into_vec().into_iter().map(|finding| finding.code).collect();
    (game.expect("the rules of a test can be played"), codes)
}
