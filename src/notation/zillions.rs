//! Moves as a saved game of Zillions writes them (`spec/zrf.md` 11, `spec/zsg.md` 7).

use smallvec::SmallVec;

use crate::engine::{Effect, MoveKind, MoveRef, Partial};
use crate::game::{CellId, Game, PieceTypeId, PlayerId};

/// One effect in the order of a saved game's line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShownEffect {
    /// `Piece from - to`; the sign is `x` when the end was occupied before the move.
    Move {
        /// The piece as it was before the move.
        piece: PieceTypeId,
        /// Its start.
        from: CellId,
        /// Whether the end was occupied.
        occupied: bool,
        /// Its end.
        to: CellId,
    },
    /// `Player Piece pos`: a drop, or a created piece.
    Create {
        /// The owner.
        player: PlayerId,
        /// The type.
        piece: PieceTypeId,
        /// The cell.
        at: CellId,
    },
    /// `= Type on pos`
    Type {
        /// The type.
        piece: PieceTypeId,
        /// The cell.
        at: CellId,
    },
    /// `= Player on pos`
    Owner {
        /// The owner.
        player: PlayerId,
        /// The cell.
        at: CellId,
    },
    /// `@ pos number value`
    Attribute {
        /// The cell.
        at: CellId,
        /// The attribute's number in saved games.
        number: usize,
        /// Its value.
        value: bool,
    },
    /// `flip pos`
    Flip {
        /// The cell.
        at: CellId,
    },
    /// `x pos`
    Capture {
        /// The cell.
        at: CellId,
    },
}

/// The effects of one move; most have few.
pub type ShownEffects = SmallVec<[ShownEffect; 3]>;

/// The effects of a move in the order of a saved game's line; none for a pass. `before` is the board before the move.
pub fn effects(
    game: &Game,
    before: impl Fn(CellId) -> Option<(PlayerId, PieceTypeId)>,
    shown: MoveRef<'_>,
) -> ShownEffects {
    let head = shown.head;
    let mut list = ShownEffects::new();
    let mut pairs = shown.pairs();
    let mut promotion = head.promotion;
    if head.kind == MoveKind::Drop {
        let _ = pairs.next();
        // A drop that promotes is written with the type it ends with.
        let piece = promotion.take_if(|_| head.pairs == 0).unwrap_or(head.piece);
        list.push(ShownEffect::Create { player: head.player, piece, at: head.to });
    }
    // A pair whose two cells are equal is left out.
    for (from, to) in pairs.filter(|(from, to)| from != to) {
        let piece = before(from).map_or(head.piece, |(_, piece)| piece);
        list.push(ShownEffect::Move { piece, from, occupied: before(to).is_some(), to });
    }
    // Attributes are written only where a piece was, is created or arrives.
    let is_created =
        |cell| shown.changes().iter().any(|effect| matches!(effect, Effect::Create { at, .. } if *at == cell));
    let holds_piece = |cell| before(cell).is_some() || is_created(cell) || shown.pairs().any(|(_, to)| to == cell);
    list.extend(shown.changes().iter().filter_map(|change| match *change {
        Effect::Create { player, piece, at } => Some(ShownEffect::Create { player, piece, at }),
        Effect::Type { at, piece } => Some(ShownEffect::Type { piece, at }),
        Effect::Owner { at, player } => Some(ShownEffect::Owner { player, at }),
        Effect::Flip { at } => Some(ShownEffect::Flip { at }),
        Effect::Attribute { at, attribute, value } => {
            let number = game.attribute_numbers.iter().position(|&known| known == attribute)?;
            holds_piece(at).then_some(ShownEffect::Attribute { at, number, value })
        }
        Effect::Pair { .. } | Effect::Capture { .. } => None,
    }));
    list.extend(shown.captures().map(|at| ShownEffect::Capture { at }));
    list.extend(promotion.map(|piece| ShownEffect::Type { piece, at: shown.last_to() }));
    list
}

/// The line of a saved game for a move, without its number: `Pass`, or the effects, with `partial N` in front of a
/// partial move.
pub fn text(game: &Game, before: impl Fn(CellId) -> Option<(PlayerId, PieceTypeId)>, shown: MoveRef<'_>) -> String {
    let mut text = String::new();
    write(&mut text, game, before, shown);
    text
}

/// Writes the line of a saved game for a move behind a text, as [`text`] gives it.
pub fn write(
    text: &mut String,
    game: &Game,
    before: impl Fn(CellId) -> Option<(PlayerId, PieceTypeId)>,
    shown: MoveRef<'_>,
) {
    if shown.head.kind == MoveKind::Pass {
        return text.push_str("Pass");
    }
    let start = text.len();
    let mut add = |words: &[&str]| {
        for word in words {
            if text.len() > start {
                text.push(' ');
            }
            text.push_str(word);
        }
    };
    if let Partial::Yes(move_type) = shown.head.partial {
        add(&["partial", &partial_number(game, move_type).to_string()]);
    }
    let list = effects(game, before, shown);
    let cell = |at: CellId| game.board.name(at);
    let piece_name = |piece: PieceTypeId| game.piece_names.name(piece.index());
    let mut index = 0;
    // Where a move just before ended: a change there needs no place.
    let mut arrived = None;
    while let Some(&effect) = list.get(index) {
        index += 1;
        let mut next_arrived = None;
        match effect {
            ShownEffect::Move { piece, from, occupied, to } => {
                let sign = if occupied { "x" } else { "-" };
                add(&[piece_name(piece), cell(from), sign, cell(to)]);
                next_arrived = Some(to);
            }
            ShownEffect::Create { player, piece, at } => {
                add(&[game.players.name(player.index()), piece_name(piece), cell(at)]);
            }
            ShownEffect::Attribute { at, number, value } => {
                add(&["@", cell(at), &number.to_string(), if value { "1" } else { "0" }]);
            }
            ShownEffect::Flip { at } => add(&["flip", cell(at)]),
            ShownEffect::Capture { at } => add(&["x", cell(at)]),
            ShownEffect::Type { at, .. } | ShownEffect::Owner { at, .. } => {
                let value = |effect: &ShownEffect| match *effect {
                    ShownEffect::Type { piece, at } => Some((piece_name(piece), at)),
                    ShownEffect::Owner { player, at } => Some((game.players.name(player.index()), at)),
                    _ => None,
                };
                let Some((name, _)) = value(&effect) else { continue };
                add(&["=", name]);
                if arrived != Some(at) {
                    add(&["on", cell(at)]);
                    // Changes of equal value that follow share it.
                    while let Some((_, at)) = list.get(index).and_then(value).filter(|&(other, _)| other == name) {
                        add(&[cell(at)]);
                        index += 1;
                    }
                }
            }
        }
        arrived = next_arrived;
    }
}

/// Whether a text is the line of a saved game for a move, as [`text`] gives it. `buffer` is for writing.
pub fn is_text(
    recorded: &str,
    buffer: &mut String,
    game: &Game,
    before: impl Fn(CellId) -> Option<(PlayerId, PieceTypeId)>,
    shown: MoveRef<'_>,
) -> bool {
    let head = shown.head;
    // Most moves are one pair, with an attribute of the piece that arrives or without.
    let attribute = match *shown.effects {
        [] => Some(None),
        [Effect::Attribute { at, attribute, value }] if at == head.to => Some(Some((attribute, value))),
        _ => None,
    };
    if let Some(attribute) = attribute
        && head.kind == MoveKind::Walk
        && head.from != head.to
        && head.promotion.is_none()
        && head.partial == Partial::No
    {
        let piece = before(head.from).map_or(head.piece, |(_, piece)| piece);
        let sign = if before(head.to).is_some() { " x " } else { " - " };
        let to = game.board.name(head.to);
        let words = [game.piece_names.name(piece.index()), " ", game.board.name(head.from), sign, to];
        let rest = strip(recorded, &words);
        let numbered = attribute.and_then(|(attribute, value)| {
            let number = game.attribute_numbers.iter().position(|&known| known == attribute)?;
            Some((number, if value { "1" } else { "0" }))
        });
        return match numbered {
            None => rest == Some(""),
            Some((number, value)) => {
                let note = rest.and_then(|rest| strip(rest, &[" @ ", to, " "])).and_then(|note| note.split_once(' '));
                note.is_some_and(|(digits, truth)| spells(digits, number) && truth == value)
            }
        };
    }
    buffer.clear();
    write(buffer, game, before, shown);
    recorded == buffer
}

/// What follows the words at the start of a text.
fn strip<'t>(text: &'t str, words: &[&str]) -> Option<&'t str> {
    words.iter().try_fold(text, |rest, word| rest.strip_prefix(word))
}

/// Whether a text is the number in decimal digits.
fn spells(text: &str, number: usize) -> bool {
    let mut rest = number;
    let fits = |byte| {
        let digit = b'0' + (rest % 10) as u8;
        rest /= 10;
        byte == digit
    };
    text.bytes().rev().all(fits) && rest == 0 && (text.len() == 1 || !(text.is_empty() || text.starts_with('0')))
}

/// The number that a saved game writes after `partial` for the type of the continuation; 0 for any type.
#[must_use]
pub fn partial_number(game: &Game, move_type: Option<crate::game::MoveTypeId>) -> usize {
    move_type
        .and_then(|move_type| game.partial_numbers.iter().position(|&known| known == move_type))
        .map_or(0, |index| index + 1)
}

#[cfg(test)]
mod tests {
    use super::{is_text, spells, text};
    use crate::engine::{Effect, Move, MoveHead, MoveKind, Partial};
    use crate::game::{
        AttributeId, Board, CellId, Derived, Game, MoveTypeId, NameTable, Options, PieceTypeId, PlayerId, Program,
        Reach, TurnOrder,
    };
    use crate::source::{Place, SourceFile, Span};

    fn names(names: &[&str]) -> NameTable {
        let mut table = NameTable::new();
        names.iter().for_each(|name| {
            table.add(name);
        });
        table
    }

    /// Cells `a1` to `a5` and `c5`; pieces `Man` and `King`; players `White` and `Red`.
    fn game() -> Game {
        let (first, second) = (AttributeId(0), AttributeId(1));
        Game {
            title: "Test".to_owned(),
            players: names(&["White", "Red"]),
            player_kinds: Vec::new(),
            board: Board { cells: names(&["a1", "a2", "a3", "a4", "a5", "c5"]), ..Board::default() },
            piece_names: names(&["Man", "King"]),
            pieces: Vec::new(),
            move_types: names(&["step", "jump"]),
            attributes: names(&["moved", "seen"]),
            attribute_numbers: vec![second, first],
            partial_numbers: vec![MoveTypeId(0), MoveTypeId(1)],
            flag_count: 0,
            position_flag_count: 0,
            program: Program::default(),
            turns: TurnOrder { items: Vec::new(), repeat_from: 0 },
            priorities: Vec::new(),
            options: Options::default(),
            hand_types: Vec::new(),
            goals: Vec::new(),
            royal: Vec::new(),
            setup: Vec::new(),
            stock: Vec::new(),
            has_stock: false,
            engine: None,
            place: Place::new(&SourceFile::from_text("test.zrf", ""), Span::default()),
            reach: Reach::default(),
            derived: Derived::default(),
            entries: Derived::default(),
        }
    }

    const MAN: PieceTypeId = PieceTypeId(0);
    const KING: PieceTypeId = PieceTypeId(1);

    #[test]
    fn numbers_are_spelt_in_one_way() {
        for (text, number) in [("0", 0), ("7", 7), ("10", 10), ("305", 305)] {
            assert!(spells(text, number), "{text}");
        }
        for (text, number) in [("", 0), ("00", 0), ("07", 7), ("1", 10), ("0", 10), ("+7", 7), ("8", 7), ("17", 7)] {
            assert!(!spells(text, number), "{text} {number}");
        }
    }

    /// A man of White on `a1`, a man of Red on `a3`, a king of Red on `a5`.
    fn before(cell: CellId) -> Option<(PlayerId, PieceTypeId)> {
        match cell.0 {
            0 => Some((PlayerId(0), MAN)),
            2 => Some((PlayerId(1), MAN)),
            4 => Some((PlayerId(1), KING)),
            _ => None,
        }
    }

    fn written(kind: MoveKind, from: u16, to: u16, effects: Vec<Effect>, change: impl Fn(&mut MoveHead)) -> String {
        let count =
            |wanted: fn(&Effect) -> bool| u16::try_from(effects.iter().filter(|one| wanted(one)).count()).unwrap();
        let pairs = count(|effect| matches!(effect, Effect::Pair { .. }));
        let captures = count(|effect| matches!(effect, Effect::Capture { .. }));
        let mut head = MoveHead {
            player: PlayerId(0),
            kind,
            piece: MAN,
            move_type: None,
            from: CellId(from),
            to: CellId(to),
            promotion: None,
            copy: false,
            partial: Partial::No,
            pairs,
            changes: u16::try_from(effects.len()).unwrap() - pairs - captures,
            captures,
        };
        change(&mut head);
        let (game, shown) = (game(), Move { head, effects: effects.into() });
        let text = text(&game, before, shown.as_ref());
        let is_its_text = |recorded: &str| is_text(recorded, &mut String::new(), &game, before, shown.as_ref());
        assert!(is_its_text(&text), "{text}");
        for other in [format!("{text} "), text.replacen(' ', "  ", 1), text[1..].to_owned(), format!("{text}1")] {
            assert!(other == text || !is_its_text(&other), "{other}");
        }
        text
    }

    fn walk(to: u16, effects: Vec<Effect>) -> String {
        written(MoveKind::Walk, 0, to, effects, |_| {})
    }

    #[test]
    fn pairs_come_first_and_say_whether_the_end_was_occupied() {
        assert_eq!(walk(1, vec![]), "Man a1 - a2");
        let second = Effect::Pair { from: CellId(2), to: CellId(5) };
        assert_eq!(walk(2, vec![second]), "Man a1 x a3 Man a3 - c5", "the piece there moves on in the same move");
        assert_eq!(walk(0, vec![Effect::Capture { at: CellId(2) }]), "x a3", "a pair with equal ends is left out");
    }

    #[test]
    fn the_groups_stand_in_their_order() {
        let effects = vec![
            Effect::Pair { from: CellId(2), to: CellId(3) },
            Effect::Flip { at: CellId(3) },
            Effect::Create { player: PlayerId(1), piece: KING, at: CellId(0) },
            Effect::Capture { at: CellId(4) },
        ];
        let promoted = written(MoveKind::Walk, 0, 1, effects, |head| {
            head.promotion = Some(KING);
            head.partial = Partial::Yes(Some(MoveTypeId(1)));
        });
        assert_eq!(promoted, "partial 2 Man a1 - a2 Man a3 - a4 flip a4 Red King a1 x a5 = King on a4");
        assert_eq!(written(MoveKind::Walk, 0, 1, vec![], |head| head.promotion = Some(MAN)), "Man a1 - a2 = Man");
        assert_eq!(
            written(MoveKind::Walk, 0, 1, vec![], |head| head.partial = Partial::Yes(None)),
            "partial 0 Man a1 - a2"
        );
    }

    #[test]
    fn drops_and_passes() {
        assert_eq!(written(MoveKind::Drop, 2, 2, vec![], |_| {}), "White Man a3", "no sign, though a piece was there");
        assert_eq!(written(MoveKind::Drop, 3, 3, vec![], |head| head.promotion = Some(KING)), "White King a4");
        assert_eq!(written(MoveKind::Pass, 0, 0, vec![], |_| {}), "Pass");
    }

    #[test]
    fn changes_name_their_places_unless_directly_after_the_move_to_them() {
        let owner = |at| Effect::Owner { at: CellId(at), player: PlayerId(1) };
        let kind = |at| Effect::Type { at: CellId(at), piece: KING };
        assert_eq!(walk(1, vec![owner(1), kind(1)]), "Man a1 - a2 = Red = King on a2");
        assert_eq!(walk(1, vec![kind(2), kind(4), owner(2)]), "Man a1 - a2 = King on a3 a5 = Red on a3");
        assert_eq!(walk(1, vec![kind(1), kind(2)]), "Man a1 - a2 = King = King on a3");
    }

    #[test]
    fn attributes_are_written_where_a_piece_was_is_created_or_arrives() {
        let set = |at, attribute| Effect::Attribute { at: CellId(at), attribute: AttributeId(attribute), value: true };
        let create = Effect::Create { player: PlayerId(0), piece: MAN, at: CellId(3) };
        assert_eq!(walk(1, vec![set(1, 0)]), "Man a1 - a2 @ a2 1 1");
        let text = walk(1, vec![set(1, 0), set(2, 1), create, set(3, 0), set(5, 0)]);
        assert_eq!(text, "Man a1 - a2 @ a2 1 1 @ a3 0 1 White Man a4 @ a4 1 1");
    }
}
