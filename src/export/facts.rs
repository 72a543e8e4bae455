//! What a replay tells exporters beyond the record: who was on turn, what became of each entry, how the game ended.

use std::sync::Arc;

use super::document::{PlyFacts, SideFacts, SideKind};
use super::zsg::NewEntry;
use crate::diagnostic::{Code, Diagnostics, Kind, Severity, Verdict};
use crate::engine::{Ending, Move, MoveKind, Outcome, Partial, Playthrough, Position, Setup};
use crate::game::{CellId, Game, PieceTypeId, PlayerId, PlayerKind};
use crate::notation::{Spelling, fen, zillions};
use crate::record::{Action, Record};
use crate::replay::{Observer, PlyVerdict, ReplayOptions, Replayed, outcome_text, replay_observed, start_setup};

/// A replay and what was seen on the way.
#[derive(Clone, Debug)]
pub struct Gathered {
    /// The replay.
    pub replayed: Replayed,
    /// One for each entry.
    pub plies: Vec<PlyFacts>,
    /// The players of the rules, those of the turn order first.
    pub sides: Vec<SideFacts>,
    /// By what the game ended, by the rules.
    pub by: Option<String>,
    /// Who won, by the rules.
    pub winner: Option<String>,
    /// The legal moves before the first fault as lines of a saved game, one for each part of a chain.
    pub lines: Vec<NewEntry>,
    /// The index of the record's entry for each of them.
    pub line_entries: Vec<usize>,
    /// The start position, where the record's can be set up.
    pub setup: Option<Setup>,
    /// The start position as FEN, where it is not the variant's own.
    pub start: Option<String>,
}

/// Replays a record and gathers what exporters need.
#[must_use]
pub fn gather(record: &Record, game: &Arc<Game>, spelling: &Spelling, options: &ReplayOptions) -> Gathered {
    let mut collector = Collector {
        record,
        spelling,
        plies: vec![PlyFacts::default(); record.entries.len()],
        lines: Vec::new(),
        line_entries: Vec::new(),
        first_turn: 0,
        outcome: None,
        in_chain: false,
    };
    let own = || start_setup(record, game, options.profile.as_ref(), &mut Diagnostics::new()).ok();
    let setup = options.start.clone().or_else(own);
    let mut start = None;
    if let Some(setup) = setup.clone() {
        let own = setup == Setup::start(game);
        collector.first_turn = setup.turn_number - setup.turn.min(setup.turn_number);
        let mut playthrough = Playthrough::from_setup(Arc::clone(game), setup);
        collector.on_turn(0, playthrough.position(), game);
        start = (!own).then(|| fen::write(&mut playthrough, spelling, options.start_clock));
    }
    let replayed = replay_observed(record, game, options, &mut collector);
    let Collector { mut plies, mut lines, mut line_entries, outcome, .. } = collector;
    // A saved game has no way to mark what is not legal; what was played after it is no game.
    let sound = line_entries.partition_point(|&index| index < replayed.plies_legal as usize);
    lines.truncate(sound);
    line_entries.truncate(sound);
    for (index, (ply, verdict)) in plies.iter_mut().zip(&replayed.verdicts).enumerate() {
        ply.verdict = match verdict {
            PlyVerdict::Legal => Some(
                repair(&replayed, index).map_or((Verdict::Legal, None), |code| (Verdict::LegalAfterRepair, Some(code))),
            ),
            PlyVerdict::Faulty(code) => Some((verdict_of(*code), Some(*code))),
            PlyVerdict::NotChecked => None,
        };
    }
    // A fault leaves open how the game would have ended.
    let outcome = outcome.filter(|_| replayed.plies_legal == replayed.plies);
    let winner = outcome.and_then(|outcome| match outcome.ending {
        Ending::Win(winner) => Some(game.players.name(winner.index()).to_owned()),
        Ending::Loss(_) | Ending::Draw => None,
    });
    let by = outcome.map(|outcome| outcome_text(game, outcome));
    Gathered { replayed, plies, sides: sides(record, game), by, winner, lines, line_entries, setup, start }
}

struct Collector<'r> {
    record: &'r Record,
    spelling: &'r Spelling,
    plies: Vec<PlyFacts>,
    lines: Vec<NewEntry>,
    line_entries: Vec<usize>,
    /// The turn that a saved game begins with: its numbers count from there.
    first_turn: usize,
    outcome: Option<Outcome>,
    /// Whether the turn under way has parts already.
    in_chain: bool,
}

impl Collector<'_> {
    fn on_turn(&mut self, index: usize, position: &Position, game: &Game) {
        if let Some(ply) = self.plies.get_mut(index) {
            ply.side = Some(game.players.name(position.turn_item(game).player.index()).to_owned());
            ply.round = u32::try_from(game.turns.round(position.turn_number())).ok();
        }
    }
}

impl Collector<'_> {
    /// The token of an entry alone: of the first part of a chain with its whole origin, of a later one what it adds.
    fn token(&self, playthrough: &mut Playthrough, chosen: &Move) -> String {
        if self.in_chain {
            self.spelling.link(playthrough, chosen)
        } else if chosen.head.partial == Partial::No {
            self.spelling.san(playthrough, chosen)
        } else {
            self.spelling.whole(playthrough, chosen)
        }
    }
}

impl Observer for Collector<'_> {
    fn before(&mut self, playthrough: &mut Playthrough, index: usize, chosen: &Move) {
        let game = Arc::clone(playthrough.game());
        self.on_turn(index, playthrough.position(), &game);
        let text = zillions::text(&game, cells(playthrough.position()), chosen.as_ref());
        if matches!(self.record.entries[index].action, Action::Token(_) | Action::Courier(_)) {
            let effects = zillions::effects(&game, cells(playthrough.position()), chosen.as_ref());
            let ply = &mut self.plies[index];
            match &mut ply.effects {
                // Of a whole turn in one entry, the effects of all its parts.
                Some((_, known)) => {
                    ply.part_starts.push(known.len());
                    known.extend(effects);
                    ply.partial = None;
                    // A chain that ends with a pass does not look like one: the recorded text tells it.
                    if chosen.head.kind == MoveKind::Pass {
                        ply.effects = None;
                    }
                }
                none => {
                    *none = Some((chosen.head.kind, effects));
                    ply.partial = match chosen.head.partial {
                        Partial::Yes(move_type) => u32::try_from(zillions::partial_number(&game, move_type)).ok(),
                        Partial::No => None,
                    };
                }
            }
        }
        let token = self.token(playthrough, chosen);
        self.plies[index].token.get_or_insert_default().push_str(&token);
        self.in_chain = chosen.head.partial != Partial::No;
        let turn = playthrough.position().turn_number().saturating_sub(self.first_turn);
        self.lines.push(NewEntry { number: game.turns.round(turn), text });
        self.line_entries.push(index);
    }

    fn after(&mut self, playthrough: &mut Playthrough, index: usize) {
        let game = Arc::clone(playthrough.game());
        self.on_turn(index + 1, playthrough.position(), &game);
        self.outcome = playthrough.outcome();
    }
}

fn cells(position: &Position) -> impl Fn(CellId) -> Option<(PlayerId, PieceTypeId)> + '_ {
    |cell| position.piece(cell).map(|piece| (piece.owner(), piece.piece_type()))
}

/// The finding that tells how a legal entry was played in another sense than written.
fn repair(replayed: &Replayed, index: usize) -> Option<Code> {
    let ply = u32::try_from(index + 1).ok()?;
    let is_repair = |kind, severity| kind == Kind::Repair && severity > Severity::Note;
    let found = replayed.findings.iter().filter(|found| found.ply == Some(ply));
    found.filter(|found| is_repair(found.code.kind(), found.severity)).map(|found| found.code).next()
}

fn verdict_of(code: Code) -> Verdict {
    match code.kind() {
        Kind::IllegalMove => Verdict::Illegal,
        Kind::AfterTheEnd => Verdict::AfterTheEnd,
        Kind::Ambiguous => Verdict::Ambiguous,
        Kind::CannotRead | Kind::NameUnknown => Verdict::Unreadable,
        _ => Verdict::CannotCheck,
    }
}

/// All players: those of the turn order in its order, then the others.
fn sides(record: &Record, game: &Game) -> Vec<SideFacts> {
    let mut order: Vec<PlayerId> = Vec::new();
    let all = (0..game.players.len()).map(PlayerId::from_index);
    for player in game.turns.items.iter().map(|item| item.player).chain(all) {
        if !order.contains(&player) {
            order.push(player);
        }
    }
    let letters: Vec<char> = record.zsg.as_ref().map(|zsg| zsg.kinds.text.chars().collect()).unwrap_or_default();
    let kind = |player: PlayerId| match game.player_kinds[player.index()] {
        PlayerKind::Random => Some(SideKind::Random),
        PlayerKind::Neutral | PlayerKind::ActedFor => Some(SideKind::Neutral),
        PlayerKind::Real => match letters.get(player.index()) {
            Some('H') => Some(SideKind::Human),
            Some('C') => Some(SideKind::Computer),
            _ => None,
        },
    };
    order
        .into_iter()
        .map(|player| SideFacts { side: game.players.name(player.index()).to_owned(), kind: kind(player) })
        .collect()
}
