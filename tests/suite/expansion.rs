//! Rules that are printed after expansion and read again give the same game.

use std::fmt::Write as _;

use scoresheet::diagnostic::Diagnostics;
use scoresheet::game::{Block, CodeRange, Game, Instr, Pc, compile::compile};
use scoresheet::library;
use scoresheet::source::SourceFile;
use scoresheet::zrf::{MemoryLoader, RulesFile};

/// Rules in which expansion has much to do: arguments that are inherited, lists as arguments, names made of parts, a
/// call whose head is only known after expansion, a call in another letter case, strings made by macros.
const MACROS: &str = r#"
(define tail $1 (verify not-friend?) (add-$2))
(define add-twice add (add Queen Man))
(define step ($1 (tail $1 $2)))
(define all (step n $1) ($2 e $1) ((Name-Of) n $1))
(define name-of step)
(define men (piece (name $1) (image White "$1 $2.bmp") (moves (move-type $2) (all twice step) $3)))
(define setup (White ($1 a1)) (Black ($1 $2)))
(game (title "Macros") (players White Black) (turn-order White repeat (Black quick))
  (board (grid (dimensions ("a/b/c" (9 0)) ("3/2/1" (0 9))) (directions (n 0 -1) (e 1 0)))
    (symmetry Black (n e)) (zone (name far) (players White) (positions c3)))
  (board-setup (setup Man c3)) (move-priorities quick slow)
  (men Man quick (n (if (in-zone? far) (set-attribute new? false) else capture) add))
  (men Queen slow (e (while empty? e add) (verify (and enemy? (not (piece? Man)))) (add-partial quick)))
  (piece (name Stone) (attribute new? true) (drops ((far a1) (verify empty?) add)))
  (win-condition (White) (absolute-config Man (far))) (loss-condition (White Black) (checkmated Queen)))
(variant (title "Small") (board (grid (dimensions ("a/b" (9 0)) ("2/1" (0 9))) (directions (n 0 -1) (e 1 0))))
  (board-setup (setup Queen b2)) (option "pass turn" forced))
"#;

#[test]
fn expanded_rules_give_the_same_games() {
    let fixtures = ["corner", "corner-slow", "faulty"].map(|name| {
        let path = format!("{}/fixtures/cli/{name}.zrf", env!("CARGO_MANIFEST_DIR"));
        (name.to_owned(), std::fs::read_to_string(path).expect("the fixture can be read"))
    });
    let bundled = library::all().iter().map(|game| (game.name.to_owned(), game.rules.to_owned()));
    let mut compared = 0;
    for (name, text) in bundled.chain(fixtures).chain([("macros".to_owned(), MACROS.to_owned())]) {
        let written =
            RulesFile::read(SourceFile::from_text("w.zrf", text), &MemoryLoader::new(), &mut Diagnostics::new());
        let mut expanded = String::new();
        written.print_expanded(&mut expanded, &mut Diagnostics::new()).expect("a string takes everything");
        let file = SourceFile::from_text("e.zrf", expanded);
        let again = RulesFile::read(file, &MemoryLoader::new(), &mut Diagnostics::new());
        assert_eq!(written.variants().len(), again.variants().len(), "{name}");
        for variant in 0..written.variants().len() {
            let (a, b) = (shape(&written, variant), shape(&again, variant));
            let first = a.lines().zip(b.lines()).find(|(a, b)| a != b);
            assert_eq!((first, a.len()), (None, b.len()), "{name}: {}", written.variants()[variant].title);
            assert!(!a.is_empty(), "{name}");
            compared += 1;
        }
    }
    assert!(compared > library::all().len());
}

/// All there is to a game but its places in the file, as text.
fn shape(rules: &RulesFile, variant: usize) -> String {
    let mut findings = Diagnostics::new();
    let game = rules.rules(variant, &mut findings).and_then(|rules| compile(&rules, &mut findings));
    let mut out = String::new();
    if let Some(game) = game {
        describe(&game, &mut out).expect("a string takes everything");
    }
    out
}

fn describe(game: &Game, out: &mut String) -> std::fmt::Result {
    let names = |table: &scoresheet::game::NameTable| table.iter().map(str::to_owned).collect::<Vec<_>>();
    let board = &game.board;
    writeln!(out, "{} {:?} {:?}", game.title, names(&game.players), game.player_kinds)?;
    writeln!(out, "{:?} {:?} {:?}", names(&board.cells), names(&board.directions), names(&board.zones))?;
    writeln!(out, "{:?} {:?} {:?}", board.links, board.symmetry, board.zone_cells)?;
    writeln!(out, "{:?} {:?} {:?}", names(&game.piece_names), names(&game.move_types), names(&game.attributes))?;
    writeln!(out, "{:?} {:?}", game.attribute_numbers, game.partial_numbers)?;
    writeln!(out, "{:?} {:?} {:?}", game.turns, game.priorities, game.options)?;
    writeln!(out, "{:?} {:?} {:?} {:?}", game.setup, game.stock, game.royal, game.engine.is_some())?;
    for goal in &game.goals {
        writeln!(out, "{:?} {:?} {:?}", goal.kind, goal.players, goal.condition)?;
    }
    for piece in &game.pieces {
        writeln!(out, "piece {:?} {:?}", piece.notation, (piece.start_attributes, piece.declared_attributes))?;
        writeln!(out, "{:?}", piece.reliable)?;
        for range in piece.moves.iter().chain(&piece.drops) {
            writeln!(out, "blocks")?;
            blocks(game, *range, out)?;
        }
    }
    Ok(())
}

fn blocks(game: &Game, range: CodeRange, out: &mut String) -> std::fmt::Result {
    for block in &game.program.blocks[range.range()] {
        let cells = block.only_at.map(|list| &game.program.cell_lists[list as usize]);
        writeln!(out, "{:?} {cells:?} {:?}", block.move_type, block.uses_flags)?;
        code(game, block, out)?;
    }
    Ok(())
}

/// The instructions of a block in the order in which they are reached, each target as the number of the instruction:
/// blocks that say the same may share their code in one game and not in the other.
fn code(game: &Game, block: &Block, out: &mut String) -> std::fmt::Result {
    let mut order: Vec<Pc> = vec![block.entry];
    let number = |at: Pc, order: &mut Vec<Pc>| {
        order.iter().position(|&known| known == at).unwrap_or_else(|| {
            order.push(at);
            order.len() - 1
        })
    };
    let mut next = 0;
    while let Some(&at) = order.get(next) {
        match game.program.code[at as usize] {
            Instr::End => writeln!(out, "End")?,
            Instr::Jump(to) => writeln!(out, "Jump {}", number(to, &mut order))?,
            Instr::Branch(test, yes, no) => {
                let (yes, no) = (number(yes, &mut order), number(no, &mut order));
                writeln!(out, "{test:?} {yes} {no}")?;
            }
            Instr::Add { promotion, copy, partial, next_type } => {
                let types = promotion.map(|list| {
                    let types = game.program.promotions[list as usize].clone();
                    &game.program.promotion_types[types.start as usize..types.end as usize]
                });
                writeln!(out, "Add {types:?} {copy} {partial} {next_type:?} {}", number(at + 1, &mut order))?;
            }
            other => writeln!(out, "{other:?} {}", number(at + 1, &mut order))?,
        }
        next += 1;
    }
    Ok(())
}
