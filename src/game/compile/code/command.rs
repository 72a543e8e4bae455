//! Commands (6.2 to 6.9) to instructions.

use super::CodeCompiler;
use super::condition::{Question, Tracing};
use super::emit::{END, NO_PLACE};
use super::word::{Word, go_target};
use crate::diagnostic::Code;
use crate::game::{AttributeId, CellRef, Instr, PieceTypeId, PlayerId};
use crate::limits::MAX_CODE_DEPTH;
use crate::zrf::ast::{Command, Condition, Name, Operand, Origin};

use super::super::names::PartialWord;

/// What the operands of `create` and `change-owner` name.
#[derive(Default)]
struct Named {
    player: Option<PlayerId>,
    piece: Option<PieceTypeId>,
    place: Option<CellRef>,
}

impl CodeCompiler<'_, '_> {
    /// Compiles a list of commands.
    pub(super) fn commands(&mut self, commands: &[Command], depth: usize) {
        for command in commands {
            self.command(command, depth);
        }
    }

    fn command(&mut self, command: &Command, depth: usize) {
        match command {
            Command::Step(name) => match self.word(name) {
                Word::Direction(direction) => {
                    let direction = self.meant(direction);
                    self.push(Instr::Step(direction));
                }
                Word::Cell(cell) => self.push(Instr::GoTo(cell)),
                Word::Killed | Word::Unknown => self.emitter.jump(END),
            },
            Command::Opposite(name) => match self.look_up(name) {
                Word::Direction(direction) => {
                    let direction = self.meant(direction);
                    self.push(Instr::Opposite(direction));
                }
                Word::Cell(_) | Word::Killed | Word::Unknown => {
                    self.unknown_word(name);
                    self.emitter.jump(END);
                }
            },
            Command::Mark(operand, _) => match self.cell_ref(operand.as_ref()) {
                CellRef::Nowhere => self.emitter.jump(END),
                place => self.push(Instr::Mark(place)),
            },
            Command::Back => self.push(Instr::Go(CellRef::Mark)),
            Command::From => self.push(Instr::From),
            Command::To => self.push(Instr::To),
            Command::Go(target) => self.push(Instr::Go(go_target(*target))),
            Command::Verify(condition) => match self.question(condition, Tracing::Placed, 0) {
                Question::Constant(true) => {}
                Question::Constant(false) => self.emitter.jump(END),
                question => {
                    let next = self.emitter.label();
                    self.branch(&question, next, END);
                    self.emitter.bind(next);
                }
            },
            Command::If(condition, then, otherwise) => self.choice(condition, then, otherwise, depth),
            Command::While(condition, body, at) => self.repeat(condition, body, *at, depth),
            Command::Add { types, copy, at } => self.add(types, *copy, *at),
            Command::AddPartial { words, copy, at } => self.add_partial(words, *copy, *at),
            Command::Cascade => self.push(Instr::Cascade),
            Command::Capture(operand) => {
                let place = self.cell_ref(operand.as_ref());
                self.effect(place, Instr::Capture(place));
            }
            Command::Flip(operand) => {
                let place = self.cell_ref(operand.as_ref());
                self.effect(place, Instr::Flip(place));
            }
            Command::ChangeType(name, operand) => {
                let piece = self.piece_named(name, "the command does nothing");
                let place = self.cell_ref(operand.as_ref());
                if let Some(piece) = piece {
                    self.effect(place, Instr::ChangeType(piece, place));
                }
            }
            Command::ChangeOwner(operands, at) => {
                if let Some(named) = self.named(operands, "change-owner", *at) {
                    let place = named.place.unwrap_or(CellRef::Here);
                    let player = self.or_mover(named.player);
                    self.effect(place, Instr::ChangeOwner(player, place));
                }
            }
            Command::Create(operands, at) => {
                if let Some(named) = self.named(operands, "create", *at) {
                    let place = named.place.unwrap_or(CellRef::Here);
                    let player = self.or_mover(named.player);
                    self.effect(place, Instr::Create(player, named.piece, place));
                }
            }
            Command::SetFlag(name, value) => {
                let flag = self.flag(name);
                self.set(value, |value| Instr::SetFlag(flag, value));
            }
            Command::SetPositionFlag(name, value, operand) => {
                let flag = self.position_flag(name);
                let place = self.cell_ref(operand.as_ref());
                if place != CellRef::Nowhere {
                    self.set(value, |value| Instr::SetPositionFlag(flag, value, place));
                }
            }
            Command::SetAttribute(name, value, operand) => {
                let place = self.cell_ref(operand.as_ref());
                // Every attribute that is set anywhere has a bit.
                let bit = self.names.attributes.find_ignoring_case(&name.text);
                if let Some(attribute) = bit.map(AttributeId::from_index)
                    && place != CellRef::Nowhere
                {
                    self.set(value, |value| Instr::SetAttribute(attribute, value, place));
                }
            }
        }
    }

    /// The player named, else the one for whom the code is compiled.
    fn or_mover(&mut self, named: Option<PlayerId>) -> PlayerId {
        self.hangs_on_player |= named.is_none();
        named.unwrap_or(self.player)
    }

    fn push(&mut self, instr: Instr) {
        self.emitter.push(instr, NO_PLACE);
    }

    /// A command that does nothing off the board.
    fn effect(&mut self, place: CellRef, instr: Instr) {
        if place != CellRef::Nowhere {
            self.push(instr);
        }
    }

    fn choice(&mut self, condition: &Condition, then: &[Command], otherwise: &[Command], depth: usize) {
        if depth >= MAX_CODE_DEPTH {
            self.too_deep(condition.at);
            self.emitter.jump(END);
            return;
        }
        let question = self.question(condition, Tracing::Unplaced, 0);
        if let Question::Constant(value) = question {
            self.commands(if value { then } else { otherwise }, depth + 1);
            return;
        }
        let (yes, no, over) = (self.emitter.label(), self.emitter.label(), self.emitter.label());
        self.branch(&question, yes, no);
        self.emitter.bind(yes);
        self.commands(then, depth + 1);
        self.emitter.jump(over);
        self.emitter.bind(no);
        self.commands(otherwise, depth + 1);
        self.emitter.bind(over);
    }

    fn repeat(&mut self, condition: &Condition, body: &[Command], at: Origin, depth: usize) {
        if depth >= MAX_CODE_DEPTH {
            self.too_deep(at);
            self.emitter.jump(END);
            return;
        }
        let question = self.question(condition, Tracing::Unplaced, 0);
        if question == Question::Constant(false) {
            return;
        }
        let (again, inside, over) = (self.emitter.label(), self.emitter.label(), self.emitter.label());
        self.emitter.bind(again);
        self.branch(&question, inside, over);
        self.emitter.bind(inside);
        self.commands(body, depth + 1);
        self.emitter.jump(again);
        self.emitter.bind(over);
    }

    /// Sets something to the value of a condition.
    fn set(&mut self, value: &Condition, make: impl Fn(bool) -> Instr) {
        let question = self.question(value, Tracing::Unplaced, 0);
        if let Question::Constant(value) = question {
            self.push(make(value));
            return;
        }
        let (yes, no, over) = (self.emitter.label(), self.emitter.label(), self.emitter.label());
        self.branch(&question, yes, no);
        self.emitter.bind(yes);
        self.push(make(true));
        self.emitter.jump(over);
        self.emitter.bind(no);
        self.push(make(false));
        self.emitter.bind(over);
    }

    fn add(&mut self, types: &[Name], copy: bool, at: Origin) {
        let mut known = Vec::new();
        for name in types {
            known.extend(self.piece_named(name, "no move is made for it"));
        }
        if known.is_empty() && !types.is_empty() {
            return;
        }
        let promotion = self.promotion(known);
        let place = self.place(at);
        self.emitter.push(Instr::Add { promotion, copy, partial: false, next_type: None }, place);
    }

    fn add_partial(&mut self, words: &[Name], copy: bool, at: Origin) {
        let names = self.names;
        let mut pieces = Vec::new();
        let mut next_type = None;
        for word in words {
            match names.partial_word(word) {
                PartialWord::Piece(piece) => {
                    self.check_case(word, names.pieces.name(piece.index()));
                    pieces.push(piece);
                }
                PartialWord::MoveType(name) if next_type.is_none() => {
                    self.check_case(word, name);
                    next_type = names.move_type(name);
                    if names.markers.find(name).is_none() {
                        let message = format!("no move block has the type `{name}`: the turn ends here");
                        let known = names.markers.iter().chain(names.pieces.iter());
                        self.reporter.unknown(Code::UnknownMoveType, word, message, known);
                    }
                }
                PartialWord::MoveType(name) => {
                    let message = format!("`add-partial` takes one move type; `{name}` is ignored");
                    self.reporter.report(Code::OperandSurplus, word.at, message);
                }
            }
        }
        let promotion = self.promotion(pieces);
        let place = self.place(at);
        self.emitter.push(Instr::Add { promotion, copy, partial: true, next_type }, place);
    }

    fn check_case(&mut self, name: &Name, defined: &str) {
        if &*name.text != defined {
            self.reporter.case_differs(name, defined);
        }
    }

    fn promotion(&mut self, types: Vec<PieceTypeId>) -> Option<u32> {
        if types.is_empty() {
            return None;
        }
        let program = &mut self.program;
        let number = *self.promotions.entry(types).or_insert_with_key(|types| {
            let start = program.promotion_types.len() as u32;
            program.promotion_types.extend(types);
            program.promotions.push(start..program.promotion_types.len() as u32);
            (program.promotions.len() - 1) as u32
        });
        Some(number)
    }

    /// Tells the operands of `create` and `change-owner` apart by what they name. `None` if one names nothing.
    fn named(&mut self, operands: &[Operand], command: &str, at: Origin) -> Option<Named> {
        let names = self.names;
        let mut named = Named::default();
        for operand in operands {
            let Operand::Word(name) = operand else {
                self.name_place(&mut named, operand, command, at);
                continue;
            };
            let text = &*name.text;
            let takes_piece = command == "create" && named.piece.is_none();
            let exact_player = names.players.find(text).filter(|_| named.player.is_none());
            let exact_piece = names.pieces.find(text).filter(|_| takes_piece);
            if let Some(player) = exact_player {
                named.player = Some(PlayerId::from_index(player));
            } else if let Some(piece) = exact_piece {
                named.piece = Some(PieceTypeId::from_index(piece));
            } else if self.look_up(name) != Word::Unknown {
                self.name_place(&mut named, operand, command, at);
            } else if let Some(piece) = names.pieces.find_ignoring_case(text).filter(|_| takes_piece) {
                self.reporter.case_differs(name, names.pieces.name(piece));
                named.piece = Some(PieceTypeId::from_index(piece));
            } else if let Some(player) = names.players.find_ignoring_case(text).filter(|_| named.player.is_none()) {
                self.reporter.case_differs(name, names.players.name(player));
                named.player = Some(PlayerId::from_index(player));
            } else {
                self.unknown_word(name);
                return None;
            }
        }
        Some(named)
    }

    fn name_place(&mut self, named: &mut Named, operand: &Operand, command: &str, at: Origin) {
        if named.place.is_some() {
            let message = format!("`{command}` names more than one place; the first counts");
            self.reporter.report(Code::OperandSurplus, at, message);
            return;
        }
        named.place = Some(self.cell_ref(Some(operand)));
    }
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::Code;
    use crate::game::compile::testing::{add, compiled, grid, name, names, origin, piece, rules};
    use crate::game::{CellRef, Game, Instr, Test};
    use crate::zrf::ast::{BoardItem, Command, Condition, ConditionKind, Operand, Predicate, ZoneDecl};

    fn line() -> BoardItem {
        grid(&["a/b/c", "1"], &[("w", &[-1]), ("e", &[1])])
    }

    fn step(text: &str) -> Command {
        Command::Step(name(text))
    }

    fn ask(predicate: Predicate, place: Option<&str>) -> Condition {
        let place = place.map(|text| Operand::Word(name(text)));
        Condition { kind: ConditionKind::Test(predicate, place), at: origin() }
    }

    fn not(inner: Condition) -> Condition {
        Condition { kind: ConditionKind::Not(Box::new(inner)), at: origin() }
    }

    fn game(items: Vec<BoardItem>, block: Vec<Command>) -> (Game, Vec<Code>) {
        compiled(&rules(items, vec![piece("Man", vec![block])]))
    }

    /// The instructions of the only block of a player, `Add` as it is, targets relative to the entry plus one.
    fn code(game: &Game, player: usize) -> Vec<Instr> {
        let block = &game.program.blocks[game.pieces[0].moves[player].range()][0];
        let later = game.program.blocks.iter().map(|other| other.entry).filter(|&entry| entry > block.entry);
        let end = later.min().unwrap_or(game.program.code.len() as u32);
        let near = |target: u32| if target == 0 { 0 } else { target - block.entry + 1 };
        game.program.code[block.entry as usize..end as usize]
            .iter()
            .map(|instr| match *instr {
                Instr::Jump(target) => Instr::Jump(near(target)),
                Instr::Branch(test, yes, no) => Instr::Branch(test, near(yes), near(no)),
                other => other,
            })
            .collect()
    }

    const ADD: Instr = Instr::Add { promotion: None, copy: false, partial: false, next_type: None };
    const W: crate::game::DirectionId = crate::game::DirectionId(0);
    const E: crate::game::DirectionId = crate::game::DirectionId(1);

    #[test]
    fn symmetry_turns_the_directions_of_one_player() {
        let symmetry = BoardItem::Symmetry { player: name("Black"), pairs: vec![(name("e"), name("w"))] };
        let block = vec![step("e"), Command::Opposite(name("e")), step("w"), add()];
        let (game, codes) = game(vec![line(), symmetry], block);
        assert_eq!(code(&game, 0), [Instr::Step(E), Instr::Opposite(E), Instr::Step(W), ADD, Instr::End]);
        // Only the listed name changes: `w` stays.
        assert_eq!(code(&game, 1), [Instr::Step(W), Instr::Opposite(W), Instr::Step(W), ADD, Instr::End]);
        assert_eq!(codes, []);
    }

    #[test]
    fn a_slider_is_a_loop_and_a_verify() {
        let empty = ask(Predicate::Empty, None);
        let slider = vec![
            step("e"),
            Command::While(empty, vec![add(), step("e")], origin()),
            Command::Verify(not(ask(Predicate::Friend, None))),
            add(),
        ];
        let (game, _) = game(vec![line()], slider);
        let here = CellRef::Here;
        let expected = [
            Instr::Step(E),
            Instr::Branch(Test::Empty(here), 3, 6),
            ADD,
            Instr::Step(E),
            Instr::Jump(2),
            Instr::Branch(Test::Friend(here), 0, 7),
            ADD,
            Instr::End,
        ];
        assert_eq!(code(&game, 0), expected);
        let place = |at: u32| game.program.place_of[at as usize] != u32::MAX;
        let entry = game.program.blocks[0].entry;
        assert!(place(entry + 5) && place(entry + 6), "verify and add say where they stand");
        assert!(!place(entry + 1));
    }

    #[test]
    fn a_choice_by_a_zone_that_tells_the_player_costs_nothing() {
        let zone = BoardItem::Zone(ZoneDecl { name: name("me"), players: names("White"), cells: names("a1") });
        let mine = ask(Predicate::InZone(name("me")), Some("a1"));
        let (game, codes) = game(vec![line(), zone], vec![Command::If(mine, vec![step("e")], vec![step("w")]), add()]);
        assert_eq!(code(&game, 0), [Instr::Step(E), ADD, Instr::End]);
        assert_eq!(code(&game, 1), [Instr::Step(W), ADD, Instr::End]);
        assert_eq!(codes, []);
    }

    #[test]
    fn a_flag_takes_the_value_of_a_condition() {
        let value = Condition {
            kind: ConditionKind::And(vec![ask(Predicate::Enemy, Some("e")), ask(Predicate::OnBoard, Some("w"))]),
            at: origin(),
        };
        let (game, _) = game(vec![line()], vec![Command::SetFlag(name("hit"), value)]);
        let flag = crate::game::FlagId(0);
        let expected = [
            Instr::Branch(Test::Enemy(CellRef::Step(E)), 2, 5),
            Instr::Branch(Test::OnBoard(CellRef::Step(W)), 3, 5),
            Instr::SetFlag(flag, true),
            Instr::Jump(0),
            Instr::SetFlag(flag, false),
            Instr::End,
        ];
        let found = code(&game, 0);
        assert_eq!((&found[..3], &found[4..]), (&expected[..3], &expected[4..]));
        assert!(matches!(found[3], Instr::End | Instr::Jump(0)));
        assert_eq!((game.flag_count, game.position_flag_count), (1, 0));
        assert!(game.program.blocks[0].uses_flags);
    }

    #[test]
    fn an_unknown_word_ends_the_block_and_marks_the_piece() {
        let (game, codes) = game(vec![line()], vec![step("e"), step("nowhere"), add()]);
        assert_eq!(code(&game, 0), [Instr::Step(E), Instr::End]);
        assert_eq!(codes, [Code::UnknownWord, Code::PieceUnreliable]);
        assert!(!game.pieces[0].reliable);
    }

    #[test]
    fn a_killed_position_is_off_the_board() {
        let block = vec![Command::Capture(Some(Operand::Word(name("c1")))), step("c1"), add()];
        let (game, codes) = game(vec![line(), BoardItem::Kill(names("c1"))], block);
        assert_eq!(code(&game, 0), [Instr::End]);
        assert_eq!(codes, [Code::UnknownCell, Code::UnknownCell]);
        assert!(game.pieces[0].reliable);
    }

    #[test]
    fn directions_come_before_positions_and_exact_spelling_before_both() {
        let board = vec![line(), grid(&["E/x"], &[("x", &[1])])];
        let (game, codes) = game(board, vec![step("E"), step("x"), step("W"), add()]);
        let cell = game.board.cell("E").unwrap();
        let x = crate::game::DirectionId(2);
        assert_eq!(code(&game, 0), [Instr::GoTo(cell), Instr::Step(x), Instr::Step(W), ADD, Instr::End]);
        assert_eq!(codes, [Code::CaseDiffers]);
    }

    #[test]
    fn create_tells_its_operands_apart() {
        let words = |text: &str| Command::Create(names(text).into_iter().map(Operand::Word).collect(), origin());
        let (game, codes) = game(vec![line()], vec![words("e Man Black"), words("a1"), words("Man"), words("Queen")]);
        let man = crate::game::PieceTypeId(0);
        let (white, black) = (crate::game::PlayerId(0), crate::game::PlayerId(1));
        let expected = [
            Instr::Create(black, Some(man), CellRef::Step(E)),
            Instr::Create(white, None, CellRef::Cell(game.board.cell("a1").unwrap())),
            Instr::Create(white, Some(man), CellRef::Here),
            Instr::End,
        ];
        assert_eq!(code(&game, 0), expected);
        assert_eq!(codes, [Code::UnknownWord, Code::PieceUnreliable]);
    }

    #[test]
    fn an_unknown_promotion_makes_no_move_of_its_own() {
        let promote = |text: &str| Command::Add { types: names(text), copy: false, at: origin() };
        let (game, codes) = game(vec![line()], vec![promote("Man Queen"), promote("Queen")]);
        let add = Instr::Add { promotion: Some(0), copy: false, partial: false, next_type: None };
        assert_eq!(code(&game, 0), [add, Instr::End]);
        assert_eq!(game.program.promotion_types, [crate::game::PieceTypeId(0)]);
        assert_eq!(codes, [Code::UnknownPiece, Code::UnknownPiece]);
    }

    #[test]
    fn deep_nesting_is_cut() {
        let mut block = vec![add()];
        for _ in 0..=crate::limits::MAX_CODE_DEPTH {
            block = vec![Command::If(ask(Predicate::Empty, None), block, Vec::new())];
        }
        let (game, codes) = game(vec![line()], block);
        assert!(!game.pieces[0].reliable);
        assert!(codes.contains(&Code::NestingTooDeep));
    }
}
