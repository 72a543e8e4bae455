//! Records as Game Courier text (`spec/game-courier.md` 9): the move list under the head of a page, which names the game,
//! the sides and the players, so that what was written can be read back.

use std::ops::Range;

use crate::engine::{Move, Piece, Playthrough, Setup};
use crate::game::Game;
use crate::profile::{Automation, BoundProfile, Start, write_fen};
use crate::record::{Notation, Record};
use crate::replay::courier::half_move;
use crate::replay::{Observer, PlyVerdict};
use crate::syntax::courier::{Command, MoveNumber, Turn, half_move_line, one_line, read_move_number, remark_line};

/// One half-move that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HalfMoveText {
    /// The entries of the record that it is made of.
    pub entries: Range<usize>,
    /// The round, from 1.
    pub round: usize,
    /// Whether it is the first of its round.
    pub opens_round: bool,
    /// Who moves: number in turn order, from 0.
    pub side: usize,
    /// The text; `None` where the profile has no label or coordinate for it.
    pub text: Option<String>,
}

/// Collects the half-moves while a record is replayed.
#[derive(Debug)]
pub struct CourierCollector<'p> {
    profile: &'p BoundProfile,
    automation: Automation,
    /// Whether each entry is a half-move by itself.
    by_entry: bool,
    /// The position before the half-move under way, its moves and its first entry.
    under_way: Option<(Playthrough, Vec<Move>, usize)>,
    half_moves: Vec<HalfMoveText>,
    last_entry: usize,
}

impl<'p> CourierCollector<'p> {
    /// A collector for a record.
    #[must_use]
    pub fn new(record: &Record, profile: &'p BoundProfile, automation: Automation) -> Self {
        let by_entry = record.notation == Notation::Courier;
        Self { profile, automation, by_entry, under_way: None, half_moves: Vec::new(), last_entry: 0 }
    }

    /// What was collected.
    #[must_use]
    pub fn finish(mut self) -> Vec<HalfMoveText> {
        self.close();
        self.half_moves
    }

    fn close(&mut self) {
        let Some((mut start, moves, first)) = self.under_way.take() else { return };
        let turns = &start.game().turns;
        let turn = start.position().turn_number();
        let round = turns.round(turn);
        let opens_round = turn.checked_sub(1).is_none_or(|earlier| turns.round(earlier) != round);
        let player = start.position().turn_item(start.game()).player;
        let side = self.profile.binding.side(player).unwrap_or(0);
        let text = half_move(&mut start, self.profile, &moves, self.automation);
        self.half_moves.push(HalfMoveText { entries: first..self.last_entry + 1, round, opens_round, side, text });
    }
}

impl Observer for CourierCollector<'_> {
    fn before(&mut self, playthrough: &mut Playthrough, index: usize, chosen: &Move) {
        if self.by_entry && self.under_way.as_ref().is_some_and(|(_, _, first)| *first != index) {
            self.close();
        }
        self.last_entry = index;
        let start = || (playthrough.clone(), Vec::new(), index);
        self.under_way.get_or_insert_with(start).1.push(chosen.clone());
    }

    fn after(&mut self, playthrough: &mut Playthrough, _index: usize) {
        let Some((start, ..)) = self.under_way.as_ref().filter(|_| !self.by_entry) else { return };
        let player_of = |one: &Playthrough| one.position().turn_item(one.game()).player;
        let same_side = player_of(start) == player_of(playthrough) && start.game().turns.items.len() > 1;
        if playthrough.position().chain().is_none() && !same_side {
            self.close();
        }
    }
}

/// What the text says beyond the record.
#[derive(Clone, Debug)]
pub struct CourierFacts<'a> {
    /// The rules.
    pub game: &'a Game,
    /// The profile.
    pub profile: &'a BoundProfile,
    /// The half-moves.
    pub half_moves: &'a [HalfMoveText],
    /// What became of each entry.
    pub verdicts: &'a [PlyVerdict],
    /// The start position.
    pub setup: Option<&'a Setup>,
    /// The start position as FEN, when it is not the variant's own.
    pub fen: Option<&'a str>,
}

/// A record as Game Courier text.
#[must_use]
pub fn write(record: &Record, facts: &CourierFacts<'_>) -> String {
    let mut writer = Writer { record, facts, text: String::new(), status: None };
    let list = writer.list();
    writer.head();
    writer.text.push_str(&list);
    writer.text
}

struct Writer<'a> {
    record: &'a Record,
    facts: &'a CourierFacts<'a>,
    text: String,
    /// The sentence of the head that tells how the game ended.
    status: Option<String>,
}

/// A line of the move list.
struct Line {
    number: Option<MoveNumber>,
    text: String,
    comments: Vec<String>,
}

impl Writer<'_> {
    fn sides(&self) -> Vec<String> {
        let named = self.record.courier.as_ref().map(|courier| courier.sides.clone()).unwrap_or_default();
        let profile = &self.facts.profile.profile;
        if named.len() == profile.sides.len() { named } else { profile.sides.clone() }
    }

    /// Who plays a side.
    fn player(&self, side: usize, name: &str, count: usize) -> Option<&str> {
        let tag = match (count, side) {
            (..=2, 0) => "White",
            (..=2, 1) => "Black",
            _ => name,
        };
        self.record.tag(tag).filter(|player| *player != "?" && !player.trim().is_empty())
    }

    fn head(&mut self) {
        if let Some(code) = self.start_code() {
            let game = percent(&self.facts.profile.profile.game);
            self.text.push_str(&format!(
                "https://www.chessvariants.com/play/pbm/play.php?game={game}&code={}\n\n",
                percent(&code)
            ));
        }
        self.text.push_str("Viewing Game\n\n");
        self.tags();
        if let Some(status) = self.status.take() {
            self.text.push_str(&format!("{status}\n\n"));
        }
        self.text.push_str(&format!("{}\n", one_line(&self.facts.profile.profile.game)));
        let sides = self.sides();
        for (side, name) in sides.iter().enumerate() {
            let player = self.player(side, name, sides.len()).map(one_line).unwrap_or_default();
            self.text.push_str(format!("{name}: {player}").trim_end());
            self.text.push('\n');
        }
        self.text.push('\n');
    }

    /// What a page has no place for, as lines `[Name "value"]` above the status: the occasion, and the position where
    /// the dialect of the address does not tell all of it.
    fn tags(&mut self) {
        let mut lines = String::new();
        let mut line = |name: &str, value: &str| {
            let value = one_line(value).replace('\\', "\\\\").replace('"', "\\\"");
            lines.push_str(&format!("[{name} \"{value}\"]\n"));
        };
        if let (Some(fen), Some(setup)) = (self.facts.fen, self.facts.setup)
            && !self.is_told_by_code(setup)
        {
            line("FEN", fen);
        }
        let sides = self.sides();
        let mut seen: Vec<&str> = Vec::new();
        for (name, value) in &self.record.tags {
            let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
            if is_name && !seen.contains(&name.as_str()) && !is_held_elsewhere(name, value, &sides) {
                line(name, value);
            }
            seen.push(name);
        }
        if !lines.is_empty() {
            self.text.push_str(&lines);
            self.text.push('\n');
        }
    }

    /// Whether a position can be read back from its pieces and from whose turn the numbers say it is.
    fn is_told_by_code(&self, setup: &Setup) -> bool {
        let game = self.facts.game;
        let mut told = Setup::start(game);
        for (cell, piece) in told.cells.iter_mut().enumerate() {
            let standing = setup.cells.get(cell).copied().flatten().map(|piece| (piece.owner(), piece.piece_type()));
            if standing != game.setup.get(cell).copied().flatten() {
                *piece = standing.map(|(player, piece)| Piece::fresh(game, player, piece));
            }
        }
        let opens = setup.turn == told.turn;
        if !opens {
            told.turn = game.turns.next(told.turn);
        }
        told.turn_number = setup.turn_number;
        let round = |number: usize| game.turns.round(number);
        let is_first_round = round(setup.turn_number) == round(usize::from(!opens));
        told == *setup && is_first_round
    }

    /// The start position in the notation's own FEN, where it is not that of the rules and the profile.
    fn start_code(&self) -> Option<String> {
        if let Some(code) = self.record.courier.as_ref().and_then(|courier| courier.code.as_ref()) {
            return Some(code.text.to_string());
        }
        let setup = self.facts.setup?;
        let game = self.facts.game;
        let stands = |piece: Option<Piece>| piece.map(|piece| (piece.owner(), piece.piece_type()));
        let is_own = setup.cells.iter().map(|piece| stands(*piece)).eq(game.setup.iter().copied());
        if is_own && self.facts.profile.profile.start != Start::FromRecord {
            return None;
        }
        self.diagram(setup)
    }

    fn diagram(&self, setup: &Setup) -> Option<String> {
        let (profile, binding) = (&self.facts.profile.profile, &self.facts.profile.binding);
        let (files, ranks) = (profile.coordinates.files(), profile.coordinates.ranks());
        let standing =
            |name: &str| binding.cell(name).and_then(|cell| setup.cells.get(cell.index()).copied().flatten());
        let label = |piece: Piece| binding.label_of(piece.piece_type(), piece.owner(), piece.attributes());
        let all_have_labels = setup.cells.iter().flatten().all(|piece| label(*piece).is_some());
        if files.is_empty() || ranks.is_empty() || !all_have_labels {
            return None;
        }
        Some(write_fen(files, ranks, |name| {
            profile.has_space(name).then(|| standing(name).and_then(label).map(str::to_owned))
        }))
    }

    /// The move list; sets the sentence of the head.
    fn list(&mut self) -> String {
        let mut lines: Vec<Line> = Vec::new();
        let shift = self.facts.half_moves.first().map_or(0, |first| first.round - 1);
        let mut next = 0;
        for half in self.facts.half_moves {
            let number = Some(number(half.round - shift, half.opens_round));
            let mut comments = Vec::new();
            for entry in &self.record.entries[half.entries.clone()] {
                comments.extend(entry.comments.iter().cloned());
            }
            let recorded =
                || self.record.entries[half.entries.clone()].iter().map(|entry| self.record.entry_text(entry));
            match &half.text {
                Some(text) => lines.push(Line { number, text: text.clone(), comments }),
                None => {
                    comments.insert(0, format!("not to be written: {}", recorded().collect::<Vec<_>>().join(" ")));
                    lines.push(Line { number, text: "say".to_owned(), comments });
                }
            }
            next = half.entries.end;
        }
        self.rest(next, &mut lines);
        self.end(&mut lines);
        let remarks = self.record.comments.iter().filter_map(|comment| remark_line(comment));
        let moves = lines.iter().map(|line| half_move_line(line.number, &line.text, &line.comments));
        remarks.chain(moves).map(|line| line + "\n").collect()
    }

    /// Entries from the first fault on: those of a log as they are, those of another notation as comments.
    fn rest(&self, from: usize, lines: &mut Vec<Line>) {
        let entries = self.record.entries.get(from..).unwrap_or_default();
        if self.record.notation == Notation::Courier {
            for entry in entries {
                // Of two half-moves behind one number the second has none; on a line of its own it needs one.
                let before = lines.last().and_then(|line| line.number);
                let number = read_move_number(self.record.file.slice(entry.span)).or(before.map(MoveNumber::next));
                let text = self.record.entry_text(entry).to_owned();
                lines.push(Line { number, text, comments: entry.comments.clone() });
            }
            return;
        }
        let Some(last) = lines.last_mut() else { return };
        for (index, entry) in (from..).zip(entries) {
            let what = match self.facts.verdicts.get(index) {
                Some(PlyVerdict::Faulty(code)) => code.kind().name(),
                _ => "not checked",
            };
            last.comments.push(format!("{what}: {}", self.record.entry_text(entry).trim()));
        }
    }

    /// How the game ended: a word of the side that gives up or of the record, else a sentence in the head.
    fn end(&mut self, lines: &mut Vec<Line>) {
        let stopped = self.facts.verdicts.iter().any(|verdict| *verdict != PlyVerdict::Legal);
        let Some(claimed) = self.record.claimed.as_ref().map(|word| word.text.as_str()).filter(|text| *text != "*")
        else {
            return;
        };
        let sides = self.sides();
        let word = self.record.courier.as_ref().and_then(|courier| courier.end.as_ref());
        let word = word.and_then(|end| Command::find(&end.word.text));
        let termination = self.record.tag("Termination").unwrap_or_default().to_lowercase();
        let resigned = word == Some(Command::Resign) || termination.contains("resign");
        let next = self.next(&sides);
        let winner = match claimed {
            "1-0" => Some(0),
            "0-1" => Some(1),
            name => sides.iter().position(|side| side == name),
        };
        let loser = winner.filter(|_| sides.len() == 2).map(|winner| 1 - winner);
        let mut word_line = |word: &str| {
            lines.push(Line { number: Some(number(next.0, next.1)), text: word.to_owned(), comments: Vec::new() });
        };
        if !stopped && resigned && loser == Some(next.2) {
            return word_line(Command::Resign.word());
        }
        if !stopped && word == Some(Command::Drawn) {
            return word_line(Command::Drawn.word());
        }
        let name = |side: usize| {
            let side_name = sides.get(side).cloned().unwrap_or_default();
            self.player(side, &side_name, sides.len()).map_or(side_name, one_line)
        };
        self.status = match (winner, loser) {
            (_, Some(loser)) if resigned => Some(format!("{} has resigned.", name(loser))),
            (Some(winner), _) if termination.contains("time") => Some(format!("{} has won on time.", name(winner))),
            (Some(winner), _) => Some(format!("{} has won.", name(winner))),
            (None, _) if claimed == "1/2-1/2" => Some("The game has been drawn.".to_owned()),
            _ => None,
        };
    }

    /// Number, whether the round begins, and side of the half-move after the last one.
    fn next(&self, sides: &[String]) -> (usize, bool, usize) {
        let half_moves = self.facts.half_moves;
        let shift = half_moves.first().map_or(0, |first| first.round - 1);
        match half_moves.last() {
            None => {
                let second = self.record.courier.as_ref().is_some_and(|courier| courier.second_starts);
                (1, !second, usize::from(second))
            }
            Some(last) => {
                let side = (last.side + 1) % sides.len().max(1);
                (last.round - shift + usize::from(side == 0), side == 0, side)
            }
        }
    }
}

fn number(round: usize, opens: bool) -> MoveNumber {
    let turn = if opens { Turn::First } else { Turn::Other };
    MoveNumber { value: u32::try_from(round).unwrap_or(u32::MAX), turn }
}

/// Whether another line of the text tells what a tag does, or the rules do.
fn is_held_elsewhere(name: &str, value: &str, sides: &[String]) -> bool {
    const TOLD: [&str; 14] = [
        "White",
        "Black",
        "Result",
        "Variant",
        "Rules",
        "RulesVariant",
        "RulesSHA256",
        "SetUp",
        "FEN",
        "PlyCount",
        "Source",
        "Check",
        "Players",
        "Winner",
    ];
    let says_nothing = matches!(value, "" | "?" | "????.??.??");
    let is_usual = match name {
        "Site" => value == "Game Courier",
        "Termination" => matches!(value, "resignation" | "time" | "agreement"),
        _ => TOLD.contains(&name),
    };
    says_nothing || is_usual || (sides.len() > 2 && sides.iter().any(|side| side == name))
}

/// A value in an address.
fn percent(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b' ' => out.push('+'),
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'/' | b'*' => out.push(char::from(byte)),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}
