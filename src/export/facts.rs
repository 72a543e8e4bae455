//! What a replay tells exporters beyond the record: who was on turn, what became of each entry, how the game ended.

use std::sync::Arc;

use smol_str::{SmolStr, format_smolstr};

use super::document::{PlyFacts, SideFacts, SideKind};
use super::pgn::{PlyText, SanCollector};
use super::zsg::NewEntry;
use crate::diagnostic::{Code, Diagnostics, Kind, Severity, Verdict};
use crate::engine::{Ending, Move, MoveKind, Outcome, Partial, Playthrough, Position, Setup};
use crate::game::{CellId, Game, PieceTypeId, PlayerId, PlayerKind};
use crate::notation::zillions::{self, ShownEffects};
use crate::notation::{Spelling, fen};
use crate::record::{Action, Record};
use crate::replay::{
    Observer, PlyVerdict, ReplayOptions, Replayed, outcome_text, replay, replay_observed, start_setup,
};

/// What an export needs of a replay beside the verdicts and the start position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Nothing.
    Nothing,
    /// What documents tell of the entries and of the end of the game.
    Plies,
    /// The lines of a saved game.
    Lines,
    /// The texts of PGN.
    Texts,
}

/// A replay and what was seen on the way.
#[derive(Clone, Debug)]
pub struct Gathered {
    /// The replay.
    pub replayed: Replayed,
    /// One for each entry; [`Needs::Plies`].
    pub plies: Vec<PlyFacts>,
    /// The players of the rules, those of the turn order first.
    pub sides: Vec<SideFacts>,
    /// By what the game ended, by the rules; [`Needs::Plies`].
    pub by: Option<String>,
    /// Who won, by the rules; [`Needs::Plies`].
    pub winner: Option<String>,
    /// The legal moves before the first fault as lines of a saved game, one for each part of a chain; [`Needs::Lines`].
    pub lines: Vec<NewEntry>,
    /// The index of the record's entry for each of them.
    pub line_entries: Vec<usize>,
    /// The texts of the moves; [`Needs::Texts`].
    pub texts: Vec<PlyText>,
    /// The start position, where the record's can be set up.
    pub setup: Option<Setup>,
    /// The start position as FEN, where it is not the variant's own.
    pub start: Option<String>,
}

/// Replays a record and gathers what an export needs.
#[must_use]
pub fn gather(
    record: &Record,
    game: &Arc<Game>,
    spelling: &Spelling,
    options: &ReplayOptions,
    needs: Needs,
) -> Gathered {
    let own = || start_setup(record, game, options.profile.as_ref(), &mut Diagnostics::new()).ok();
    let setup = options.start.clone().or_else(own);
    let is_own = setup.as_ref().is_none_or(|setup| *setup == Setup::start(game));
    let start = setup.as_ref().filter(|_| !is_own).map(|setup| {
        let mut playthrough = Playthrough::from_setup(Arc::clone(game), setup.clone());
        fen::write(&mut playthrough, spelling, options.start_clock)
    });
    let (mut plies, mut outcome) = (Vec::new(), None);
    let (mut lines, mut line_entries, mut texts) = (Vec::new(), Vec::new(), Vec::new());
    let replayed = match needs {
        Needs::Nothing => replay(record, game, options),
        Needs::Plies => {
            let mut collector = PlyCollector::new(record, spelling);
            if let Some(setup) = &setup {
                let playthrough = Playthrough::from_setup(Arc::clone(game), setup.clone());
                collector.on_turn(0, playthrough.position(), game);
            }
            let replayed = replay_observed(record, game, options, &mut collector);
            (plies, outcome) = (collector.plies, collector.outcome);
            set_verdicts(&mut plies, &replayed);
            replayed
        }
        Needs::Lines => {
            let first_turn = setup.as_ref().map_or(0, |setup| setup.turn_number - setup.turn.min(setup.turn_number));
            let mut collector = LineCollector { first_turn, lines: Vec::new(), entries: Vec::new(), next: None };
            let replayed = replay_observed(record, game, options, &mut collector);
            (lines, line_entries) = (collector.lines, collector.entries);
            // A saved game has no way to mark what is not legal; what was played after it is no game.
            let sound = line_entries.partition_point(|&index| index < replayed.plies_legal as usize);
            lines.truncate(sound);
            line_entries.truncate(sound);
            replayed
        }
        Needs::Texts => {
            let mut collector = SanCollector::new(record, spelling);
            let replayed = replay_observed(record, game, options, &mut collector);
            texts = collector.into_plies();
            replayed
        }
    };
    // A fault leaves open how the game would have ended.
    let outcome = outcome.filter(|_| replayed.plies_legal == replayed.plies);
    let winner = outcome.and_then(|outcome| match outcome.ending {
        Ending::Win(winner) => Some(game.players.name(winner.index()).to_owned()),
        Ending::Loss(_) | Ending::Draw => None,
    });
    let by = outcome.map(|outcome| outcome_text(game, outcome));
    Gathered { replayed, plies, sides: sides(record, game), by, winner, lines, line_entries, texts, setup, start }
}

/// Tells what became of each entry.
fn set_verdicts(plies: &mut [PlyFacts], replayed: &Replayed) {
    for (index, (ply, verdict)) in plies.iter_mut().zip(&replayed.verdicts).enumerate() {
        ply.verdict = match verdict {
            PlyVerdict::Legal => Some(
                repair(replayed, index).map_or((Verdict::Legal, None), |code| (Verdict::LegalAfterRepair, Some(code))),
            ),
            PlyVerdict::Faulty(code) => Some((verdict_of(*code), Some(*code))),
            PlyVerdict::NotChecked => None,
        };
    }
}

/// Collects what documents tell of the entries.
struct PlyCollector<'r> {
    record: &'r Record,
    spelling: &'r Spelling,
    plies: Vec<PlyFacts>,
    outcome: Option<Outcome>,
    /// Whether the turn under way has parts already.
    in_chain: bool,
    /// The entry whose side and round were noted last.
    noted: Option<usize>,
    /// Of the move that is to be played: its token, who makes it if its mark is still to come, whether the turn goes on
    /// behind it.
    token: String,
    marks: Option<PlayerId>,
    goes_on: bool,
    untold: Option<Untold>,
}

/// What documents tell of a move that its entry does not tell: the entry is a text in a short notation.
struct Untold {
    kind: MoveKind,
    /// The number after `partial`.
    partial: Option<u32>,
    effects: ShownEffects,
}

impl<'r> PlyCollector<'r> {
    fn new(record: &'r Record, spelling: &'r Spelling) -> Self {
        Self {
            record,
            spelling,
            plies: record.entries.iter().map(|_| PlyFacts::default()).collect(),
            outcome: None,
            in_chain: false,
            noted: None,
            token: String::new(),
            marks: None,
            goes_on: false,
            untold: None,
        }
    }

    fn on_turn(&mut self, index: usize, position: &Position, game: &Game) {
        self.noted = Some(index);
        if let Some(ply) = self.plies.get_mut(index) {
            ply.side = Some(game.players.name(position.turn_item(game).player.index()).into());
            ply.round = u32::try_from(game.turns.round(position.turn_number())).ok();
        }
    }

    /// Writes the token of an entry alone: of the first part of a chain with its whole origin, of a later one what it
    /// adds. The mark of a whole move comes when it is played.
    fn write_token(&mut self, playthrough: &mut Playthrough, chosen: &Move) {
        self.token.clear();
        self.marks = None;
        if self.in_chain {
            self.spelling.write_link(&mut self.token, playthrough, chosen);
        } else if chosen.head.partial == Partial::No {
            self.marks = Some(playthrough.position().turn_item(playthrough.game()).player);
            self.spelling.write_short(&mut self.token, playthrough, chosen);
        } else {
            self.spelling.write_whole(&mut self.token, playthrough, chosen);
        }
    }
}

impl PlyCollector<'_> {
    /// What the entry itself does not tell of a move, if it does not.
    fn untold(&self, playthrough: &Playthrough, index: usize, chosen: &Move) -> Option<Untold> {
        if !matches!(self.record.entries[index].action, Action::Token(_) | Action::Courier(_)) {
            return None;
        }
        let game = playthrough.game();
        let partial = match chosen.head.partial {
            Partial::Yes(move_type) => u32::try_from(zillions::partial_number(game, move_type)).ok(),
            Partial::No => None,
        };
        let effects = zillions::effects(game, cells(playthrough.position()), chosen.as_ref());
        Some(Untold { kind: chosen.head.kind, partial, effects })
    }

    fn note_untold(&mut self, index: usize, untold: Untold) {
        let ply = &mut self.plies[index];
        match &mut ply.effects {
            // Of a whole turn in one entry, the effects of all its parts.
            Some((_, known)) => {
                ply.part_starts.push(known.len());
                known.extend(untold.effects);
                ply.partial = None;
                // A chain that ends with a pass does not look like one: the recorded text tells it.
                if untold.kind == MoveKind::Pass {
                    ply.effects = None;
                }
            }
            none => {
                *none = Some((untold.kind, untold.effects));
                ply.partial = untold.partial;
            }
        }
    }
}

impl Observer for PlyCollector<'_> {
    fn looks_early(&self) -> bool {
        true
    }

    fn before(&mut self, playthrough: &mut Playthrough, index: usize, chosen: &Move) {
        if self.noted != Some(index) {
            let game = Arc::clone(playthrough.game());
            self.on_turn(index, playthrough.position(), &game);
        }
        self.untold = self.untold(playthrough, index, chosen);
        self.write_token(playthrough, chosen);
        self.goes_on = chosen.head.partial != Partial::No;
    }

    fn after(&mut self, playthrough: &mut Playthrough, index: usize) {
        if let Some(mover) = self.marks {
            self.token.push_str(self.spelling.mark(playthrough, mover));
        }
        if let Some(untold) = self.untold.take() {
            self.note_untold(index, untold);
        }
        let token = &mut self.plies[index].token;
        *token = Some(match token {
            None => SmolStr::new(&self.token),
            // A whole turn in one entry.
            Some(known) => format_smolstr!("{known}{}", self.token),
        });
        self.in_chain = self.goes_on;
        let game = Arc::clone(playthrough.game());
        self.on_turn(index + 1, playthrough.position(), &game);
    }

    fn end(&mut self, playthrough: &mut Playthrough) {
        if !self.record.entries.is_empty() {
            self.outcome = playthrough.outcome();
        }
    }
}

/// Collects the legal moves as lines of a saved game.
struct LineCollector {
    /// The turn that a saved game begins with: its numbers count from there.
    first_turn: usize,
    lines: Vec<NewEntry>,
    entries: Vec<usize>,
    /// The line of the move that is to be played.
    next: Option<NewEntry>,
}

impl Observer for LineCollector {
    fn looks_early(&self) -> bool {
        true
    }

    fn before(&mut self, playthrough: &mut Playthrough, _: usize, chosen: &Move) {
        let (game, position) = (playthrough.game(), playthrough.position());
        let text = zillions::text(game, cells(position), chosen.as_ref());
        let turn = position.turn_number().saturating_sub(self.first_turn);
        self.next = Some(NewEntry { number: game.turns.round(turn), text });
    }

    fn after(&mut self, _: &mut Playthrough, index: usize) {
        if let Some(line) = self.next.take() {
            self.lines.push(line);
            self.entries.push(index);
        }
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
