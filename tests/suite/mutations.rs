//! Legal games with one entry spoiled: that entry is the one flagged, at its place, with the reason that the board gives.
//!
//! `SCORESHEET_MUTATIONS` sets how many games of each bundled game are spoiled (200 if not set), and has the figures printed.

use std::collections::BTreeMap;
use std::sync::Arc;

use scoresheet::diagnostic::{Code, Diagnostics, Severity};
use scoresheet::engine::{Move, MoveKind, MoveRef, Piece, Playthrough, Setup};
use scoresheet::game::{CellId, Game, PieceTypeId, PlayerId};
use scoresheet::library;
use scoresheet::notation::zillions;
use scoresheet::record::from_zsg;
use scoresheet::replay::{ReplayOptions, Replayed, replay};
use scoresheet::source::SourceFile;

use crate::support::{Random, bundled};

const LINES_BEFORE: u32 = 3;
const PLIES: usize = 60;
/// A new game is played after so many tries.
const TRIES_A_GAME: u32 = 8;

/// A legal game: its entries, and the game before each of them.
struct Played {
    entries: Vec<String>,
    before: Vec<Playthrough>,
}

/// An entry put in the place of another, and the code it must have where the board tells.
struct Spoiled {
    text: String,
    expected: Option<Code>,
    /// Words that the message must hold.
    words: Vec<String>,
}

impl Spoiled {
    fn new(text: String, expected: Option<Code>) -> Self {
        Self { text, expected, words: Vec::new() }
    }
}

fn text(playthrough: &Playthrough, played: MoveRef<'_>) -> String {
    let position = playthrough.position();
    let before = |cell| position.piece(cell).map(|piece| (piece.owner(), piece.piece_type()));
    zillions::text(playthrough.game(), before, played)
}

fn play(game: &Arc<Game>, random: &mut Random) -> Played {
    let mut playthrough = Playthrough::new(Arc::clone(game));
    let mut played = Played { entries: Vec::new(), before: Vec::new() };
    for _ in 0..PLIES {
        let list = playthrough.legal_moves();
        if list.is_empty() {
            break;
        }
        let chosen = list.get(random.below(list.len())).to_owned();
        played.entries.push(text(&playthrough, chosen.as_ref()));
        played.before.push(playthrough.clone());
        playthrough.play_for_good(chosen.as_ref());
    }
    played
}

fn replayed(game: &Arc<Game>, entries: &[String]) -> Replayed {
    let letters = "H".repeat(game.players.len());
    let mut saved =
        format!("Zillions Save Game File Version 0.02 {letters}\nRulesFile=a.zrf\nVariantName={}\n", game.title);
    entries.iter().for_each(|entry| saved.push_str(&format!("1. {entry}\n")));
    let record = from_zsg::read(&SourceFile::from_text("a.zsg", saved), &mut Diagnostics::new()).expect("a saved game");
    replay(&record, game, &ReplayOptions::default())
}

fn name(game: &Game, piece: PieceTypeId) -> &str {
    game.piece_names.name(piece.index())
}

/// The words of an entry that moves a piece: before the piece, the piece, start, sign, end, and what follows.
fn words(entry: &str) -> Option<(Vec<&str>, [&str; 4], Vec<&str>)> {
    let all: Vec<&str> = entry.split(' ').collect();
    let at = if all.first() == Some(&"partial") { 2 } else { 0 };
    let main = <[&str; 4]>::try_from(all.get(at..at + 4)?).ok()?;
    ["-", "x"].contains(&main[2]).then(|| (all[..at].to_vec(), main, all[at + 4..].to_vec()))
}

fn joined(front: &[&str], main: [&str; 4], rest: &[&str]) -> String {
    [front, &main, rest].concat().join(" ")
}

/// What the board says of a piece that is said to move: not there, not of the side to move, another one.
fn of_origin(playthrough: &Playthrough, said: &str, from: CellId) -> Option<Code> {
    let game = playthrough.game();
    let acts_as = playthrough.position().turn_item(game).acts_as;
    match playthrough.position().piece(from) {
        None => Some(Code::OriginEmpty),
        Some(piece) if piece.owner() != acts_as => match playthrough.position().chain() {
            Some(_) => Some(Code::ChainMustGoOn),
            None => Some(Code::WrongSide),
        },
        Some(piece) if name(game, piece.piece_type()) != said => Some(Code::OtherPiece),
        Some(_) => None,
    }
}

fn wrong_origin(playthrough: &Playthrough, entry: &str, random: &mut Random) -> Option<Spoiled> {
    let (front, [piece, _, sign, to], rest) = words(entry)?;
    let game = playthrough.game();
    let from = CellId::from_index(random.below(game.board.cell_count()));
    let text = joined(&front, [piece, game.board.name(from), sign, to], &rest);
    Some(Spoiled::new(text, of_origin(playthrough, piece, from)))
}

fn wrong_turn(playthrough: &Playthrough, entry: &str, random: &mut Random) -> Option<Spoiled> {
    let (_, [_, _, sign, to], _) = words(entry)?;
    let game = playthrough.game();
    let acts_as = playthrough.position().turn_item(game).acts_as;
    let others: Vec<(CellId, Piece)> = (playthrough.position().cells())
        .filter_map(|(cell, piece)| Some((cell, piece.filter(|piece| piece.owner() != acts_as)?)))
        .collect();
    let &(from, piece) = others.get(random.below(others.len().max(1)))?;
    let said = name(game, piece.piece_type());
    let text = joined(&[], [said, game.board.name(from), sign, to], &[]);
    Some(Spoiled::new(text, of_origin(playthrough, said, from)))
}

fn wrong_piece(playthrough: &Playthrough, entry: &str, random: &mut Random) -> Option<Spoiled> {
    let (front, [piece, from, sign, to], rest) = words(entry)?;
    let game = playthrough.game();
    let said = game.piece_names.name(random.below(game.piece_names.len()));
    if said == piece {
        return None;
    }
    let cell = CellId::from_index(game.board.cells.find(from)?);
    Some(Spoiled::new(joined(&front, [said, from, sign, to], &rest), of_origin(playthrough, said, cell)))
}

fn wrong_destination(playthrough: &Playthrough, entry: &str, random: &mut Random) -> Option<Spoiled> {
    let (front, [piece, from, _, _], _) = words(entry)?;
    let game = playthrough.game();
    let to = CellId::from_index(random.below(game.board.cell_count()));
    let target = game.board.name(to);
    let sign = if playthrough.position().piece(to).is_some() { "x" } else { "-" };
    let mut spoiled = Spoiled::new(joined(&front, [piece, from, sign, target], &[]), None);
    if playthrough.position().chain().is_none() && from != target {
        (spoiled.expected, spoiled.words) = of_slide(playthrough, piece, from, target);
    }
    Some(spoiled)
}

/// Games of flat boards with pieces that slide as in chess: name, along ranks and files, along diagonals.
fn sliders(game: &Game) -> &'static [(&'static str, bool, bool)] {
    match game.title.as_str() {
        "Chess" | "Fischer Random Chess" | "Capablanca Chess" | "Grand Chess" | "Eurasian Chess" => {
            &[("Rook", true, false), ("Bishop", false, true), ("Queen", true, true)]
        }
        "Courier Eurasian Chess" => &[("Chariot", true, false), ("Courier", false, true), ("Queen", true, true)],
        "Shogi" => &[("Rook", true, false), ("Bishop", false, true)],
        "Xiangqi" => &[("Chariot", true, false)],
        _ => &[],
    }
}

/// File and rank of a cell such as `c10`.
fn square(cell: &str) -> Option<(i32, i32)> {
    let file = cell.chars().next().filter(char::is_ascii_lowercase)?;
    Some((file as i32 - 'a' as i32, cell.get(1..)?.parse().ok()?))
}

/// Why a sliding piece does not go there, by the geometry of the board alone: the code, and the places that the message
/// must name.
fn of_slide(playthrough: &Playthrough, piece: &str, from: &str, to: &str) -> (Option<Code>, Vec<String>) {
    let game = playthrough.game();
    let Some(&(_, straight, diagonal)) = sliders(game).iter().find(|(name, ..)| *name == piece) else {
        return (None, Vec::new());
    };
    let (Some(start), Some(end)) = (square(from), square(to)) else { return (None, Vec::new()) };
    let (across, up) = (end.0 - start.0, end.1 - start.1);
    let on_line = (straight && (across == 0 || up == 0)) || (diagonal && across.abs() == up.abs());
    if !on_line {
        return (Some(Code::NoSuchMove), Vec::new());
    }
    let stands = |file: i32, rank: i32| {
        let cell = format!("{}{rank}", char::from(b'a' + u8::try_from(file).expect("on the board")));
        let at = CellId::from_index(game.board.cells.find(&cell).expect("on the board"));
        playthrough.position().piece(at).map(|piece| (cell, piece))
    };
    let between: Vec<String> = (1..across.abs().max(up.abs()))
        .filter_map(|step| stands(start.0 + step * across.signum(), start.1 + step * up.signum()))
        .map(|(cell, _)| format!("on {cell}"))
        .collect();
    if !between.is_empty() {
        return (Some(Code::PathBlocked), between);
    }
    let acts_as = playthrough.position().turn_item(game).acts_as;
    match stands(end.0, end.1) {
        Some((_, piece)) if piece.owner() == acts_as => (Some(Code::FriendOnDestination), vec![to.to_owned()]),
        // The piece goes there; if that is no legal move, then because of the King.
        _ => (Some(Code::LeavesRoyalAttacked), Vec::new()),
    }
}

fn wrong_promotion(playthrough: &Playthrough, entry: &str, random: &mut Random) -> Option<Spoiled> {
    let (front, main, rest) = words(entry)?;
    let game = playthrough.game();
    let said = game.piece_names.name(random.below(game.piece_names.len()));
    let promotes = rest.first() == Some(&"=") && rest.get(2) != Some(&"on");
    let (old, behind) = if promotes { (rest[1], &rest[2..]) } else { (main[0], &rest[..]) };
    // A piece that is said to become what it is changes nothing; another type than the old one is left out at times.
    let new: &[&str] = match said {
        said if said != old && said != main[0] => &["=", said],
        _ if promotes => &[],
        _ => return None,
    };
    Some(Spoiled::new(joined(&front, main, &[new, behind].concat()), None))
}

/// Leaves out a part of the entry that changes the board. Attribute notes do not count (`spec/zsg.md` 8).
fn dropped_effect(_: &Playthrough, entry: &str, _: &mut Random) -> Option<Spoiled> {
    let (front, main, rest) = words(entry)?;
    let mut kept = rest.clone();
    let mut at = 0;
    while let Some(&word) = rest.get(at) {
        let length = match word {
            "@" => 4,
            "x" | "flip" => 2,
            "=" if rest.get(at + 2) == Some(&"on") => 4,
            "=" => 2,
            _ => 4,
        };
        if word != "@" {
            kept.drain(at..(at + length).min(kept.len()));
            return Some(Spoiled::new(joined(&front, main, &kept), None));
        }
        at += length;
    }
    None
}

/// A move that the code of a piece gives, and that leaves a royal piece where an enemy piece could take it at once.
fn exposed(playthrough: &Playthrough, _: &str, random: &mut Random) -> Option<Spoiled> {
    let game = Arc::clone(playthrough.game());
    let mut playthrough = playthrough.clone();
    let item = playthrough.position().turn_item(&game).clone();
    let royal = game.royal[item.player.index()].clone();
    if royal.is_empty() || game.options.eliminate_attacked.is_some() || playthrough.position().chain().is_some() {
        return None;
    }
    let generated = playthrough.generated_moves(false);
    let all: Vec<Move> = generated.iter().map(|played| played.to_owned()).collect();
    let start = random.below(all.len().max(1));
    for played in all.iter().cycle().skip(start).take(all.len()) {
        let board = playthrough.board_after(played.as_ref());
        let homes: Vec<CellId> = (0..board.len())
            .filter(|&cell| {
                board[cell].is_some_and(|piece| piece.owner() == item.player && royal.contains(&piece.piece_type()))
            })
            .map(CellId::from_index)
            .collect();
        if can_be_taken(&game, &playthrough, &board, played, item.player, &homes) {
            return Some(Spoiled::new(text(&playthrough, played.as_ref()), Some(Code::LeavesRoyalAttacked)));
        }
    }
    None
}

/// Whether an opponent on turn would have a move that takes a piece on one of the cells.
fn can_be_taken(
    game: &Arc<Game>,
    playthrough: &Playthrough,
    board: &[Option<Piece>],
    played: &Move,
    player: PlayerId,
    cells: &[CellId],
) -> bool {
    let mut setup = Setup::of(game, playthrough.position());
    setup.cells = board.to_vec();
    (setup.last_from, setup.last_to) = (Some(played.head.from), Some(played.head.to));
    setup.turn = game.turns.next(setup.turn);
    if game.turns.items[setup.turn].player == player {
        return false;
    }
    let mut next = Playthrough::from_setup(Arc::clone(game), setup);
    next.generated_moves(false).iter().any(|reply| {
        reply.head.kind == MoveKind::Walk && cells.iter().any(|cell| reply.pairs().any(|(_, to)| to == *cell))
    })
}

type Mutation = fn(&Playthrough, &str, &mut Random) -> Option<Spoiled>;

const KINDS: [(&str, Mutation); 7] = [
    ("wrong origin", wrong_origin),
    ("wrong destination", wrong_destination),
    ("wrong piece", wrong_piece),
    ("wrong promotion", wrong_promotion),
    ("wrong turn", wrong_turn),
    ("dropped effect", dropped_effect),
    ("king left attacked", exposed),
];

/// An entry without its attribute notes, which legality does not hang on (`spec/zsg.md` 8).
fn without_notes(entry: &str) -> String {
    let mut words = entry.split(' ');
    let mut kept = Vec::new();
    while let Some(word) = words.next() {
        if word == "@" {
            let _ = words.nth(2);
        } else {
            kept.push(word);
        }
    }
    kept.join(" ")
}

/// What was counted.
#[derive(Debug, Default)]
struct Tally {
    flagged: u32,
    still_legal: u32,
    reasons_recomputed: u32,
    kinds: BTreeMap<&'static str, u32>,
}

/// Spoils one entry of a legal game and looks at what the replay says.
fn spoil(game: &Arc<Game>, played: &Played, random: &mut Random, kind: usize, tally: &mut Tally) -> bool {
    let extra = kind == KINDS.len();
    let index = random.below(played.entries.len());
    let mut before = played.before[index].clone();
    let entry = &played.entries[index];
    let mut entries = played.entries.clone();
    let (label, place, spoiled) = if extra {
        // The same entry once more.
        let Some(after) = played.before.get(index + 1) else { return false };
        before = after.clone();
        let origin = words(entry).and_then(|(_, [piece, from, ..], _)| {
            of_origin(&before, piece, CellId::from_index(game.board.cells.find(from)?))
        });
        entries.insert(index + 1, entry.clone());
        ("extra ply", index + 1, Spoiled::new(entry.clone(), origin))
    } else {
        let (label, mutate) = KINDS[kind];
        let Some(spoiled) = mutate(&before, entry, random) else { return false };
        entries[index].clone_from(&spoiled.text);
        (label, index, spoiled)
    };
    let list = before.legal_moves().clone();
    let written = without_notes(&spoiled.text);
    let is_legal = list.iter().any(|legal| without_notes(&text(&before, legal)) == written);
    if before.outcome().is_some() {
        return false;
    }
    *tally.kinds.entry(label).or_default() += 1;
    if is_legal {
        tally.still_legal += 1;
        return true;
    }
    let about = format!("{}, ply {}, {label}: `{}` for `{entry}`", game.title, place + 1, spoiled.text);
    let found = replayed(game, &entries);
    let first = found.findings.iter().find(|found| found.severity == Severity::Error);
    let first = first.unwrap_or_else(|| panic!("{about}: nothing was found"));
    let ply = u32::try_from(place + 1).expect("a short game");
    assert_eq!(first.ply, Some(ply), "{about}: {}", first.message);
    let place = first.place.as_ref().unwrap_or_else(|| panic!("{about}: has a place")).start();
    assert_eq!((place.line, place.column), (LINES_BEFORE + ply, 4), "{about}: {}", first.message);
    if let Some(expected) = spoiled.expected {
        assert_eq!(first.code, expected, "{about}: {}", first.message);
        for word in &spoiled.words {
            assert!(first.message.contains(word), "{about}: `{}` names {word}", first.message);
        }
        tally.reasons_recomputed += 1;
    }
    tally.flagged += 1;
    true
}

#[test]
#[expect(clippy::print_stderr, reason = "the figures are wanted where a number of games is asked for")]
fn the_spoiled_entry_is_the_one_flagged() {
    let asked: Option<u32> = std::env::var("SCORESHEET_MUTATIONS").ok().and_then(|number| number.parse().ok());
    let wanted = asked.unwrap_or(200);
    let mut all = Tally::default();
    for (number, known) in library::all().iter().enumerate() {
        let game = bundled(known.name);
        let mut random = Random(number as u64 + 1);
        let mut tally = Tally::default();
        let (mut done, mut tries) = (0, 0);
        let mut played = play(&game, &mut random);
        while done < wanted {
            let kind = tries as usize % (KINDS.len() + 1);
            done += u32::from(spoil(&game, &played, &mut random, kind, &mut tally));
            tries += 1;
            if tries % TRIES_A_GAME == 0 {
                played = play(&game, &mut random);
            }
            assert!(tries < 100 * wanted, "{}: {tally:?}", known.name);
        }
        if asked.is_some() {
            eprintln!("{}: {tally:?}", known.name);
        }
        all.flagged += tally.flagged;
        all.still_legal += tally.still_legal;
        all.reasons_recomputed += tally.reasons_recomputed;
    }
    assert!(all.flagged > 2 * all.still_legal && all.reasons_recomputed * 3 > all.flagged, "{all:?}");
}
