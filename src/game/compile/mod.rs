//! The compiled game from typed rules: names become ids, symmetry becomes directions, conditions become branches.
//!
//! Everything that section 14 of `spec/zrf.md` wants accepted is accepted here with a finding.

mod board;
mod code;
mod goals;
mod names;
mod options;
mod reporter;
mod setup;
#[cfg(test)]
mod testing;
mod turns;
mod zones;

use self::names::Names;
use self::reporter::Reporter;
use super::{Derived, Game, Goal, Reach};
use crate::diagnostic::{Code, Diagnostics};
use crate::limits::MAX_LINKS;
use crate::zrf::ast::GameRules;

/// Compiles the rules of one variant.
///
/// Faults of the rules become findings; the game is compiled from what is left. `None` if nothing can be played: the
/// game has no players or no positions, or one of the bounds of [`crate::limits`] is passed (a finding of the severity
/// error says which).
pub fn compile(rules: &GameRules, findings: &mut Diagnostics) -> Option<Game> {
    let mut reporter = Reporter::new(findings, &rules.origins);
    let names = Names::collect(rules, &mut reporter)?;
    let built = board::compile(rules, &names, &mut reporter)?;
    if built.board.cells.is_empty() {
        reporter.report(Code::ItemMissing, rules.at, "the game has no positions; it cannot be played");
        return None;
    }
    let turns = turns::compile(rules, &names, &mut reporter);
    let player_kinds = turns::kinds(&names, &turns);
    let options = options::compile(&rules.options, &names, &mut reporter);
    let setup = setup::compile(rules, &names, &built, &mut reporter)?;
    let code = code::compile(rules, &names, &built, &player_kinds, &mut reporter)?;
    let mut goal_compiler = goals::GoalCompiler {
        names: &names,
        built: &built,
        kinds: &player_kinds,
        reporter: &mut reporter,
        cells_left: MAX_LINKS,
    };
    let goals: Vec<Goal> = rules.goals.iter().map(|goal| goal_compiler.goal(goal)).collect();
    names::check_ranked(rules, &names, &mut reporter);
    let has_drops = rules.pieces.iter().any(|piece| !piece.drops.is_empty());
    let has_off = rules.setup.iter().any(|entry| entry.off > 0);
    Some(Game {
        title: rules.title.clone(),
        player_kinds,
        pieces: code.pieces,
        flag_count: code.flag_count,
        position_flag_count: code.position_flag_count,
        program: code.program,
        turns,
        priorities: turns::priorities(rules, &names),
        options,
        hand_types: options::hand_types(options, rules, &names),
        royal: goals::royal(&goals, names.players.len()),
        goals,
        setup: setup.cells,
        stock: setup.stock,
        has_stock: has_drops
            || has_off
            || options.recycle_captures
            || options.recycle_promotions
            || options.captures_to_hand,
        engine: rules.engine.as_ref().map(|engine| rules.origins.place(engine.at)),
        place: rules.origins.place(rules.at),
        reach: Reach::default(),
        derived: Derived::default(),
        entries: Derived::default(),
        players: names.players,
        board: built.board,
        piece_names: names.pieces,
        move_types: names.move_types,
        attributes: names.attributes,
        attribute_numbers: names.attribute_numbers,
        partial_numbers: names.partial_numbers,
    })
}
