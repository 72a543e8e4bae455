//! Legal moves to tokens.

use std::sync::Arc;

use smallvec::SmallVec;

use super::castling::Castling;
use super::near::{Sources, movers};
use super::reading::{Named, Origin, Reading, readings};
use super::token::Mark;
use super::{Spelling, effects};
use crate::engine::{Effect, Ending, Move, MoveKind, MoveRef, Partial, Playthrough, Position};
use crate::game::{CellId, Game, PieceTypeId, PlayerId};

/// How much of the origin a token shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origins {
    /// As little as tells the move from the others.
    Needed,
    /// The whole cell.
    Whole,
}

impl Spelling {
    /// The token of a legal move of the present position, without `+` and `#`.
    #[must_use]
    pub fn short(&self, playthrough: &mut Playthrough, played: &Move) -> String {
        let mut text = String::new();
        self.write_short(&mut text, playthrough, played);
        text
    }

    /// Writes the token of a legal move behind a text, without `+` and `#`.
    pub fn write_short(&self, text: &mut String, playthrough: &mut Playthrough, played: &Move) {
        self.write_token(text, playthrough, played, Origins::Needed);
    }

    /// The token with its whole origin: the first part of a chain, and messages about moves that look alike.
    #[must_use]
    pub fn whole(&self, playthrough: &mut Playthrough, played: &Move) -> String {
        let mut text = String::new();
        self.write_whole(&mut text, playthrough, played);
        text
    }

    /// Writes the token with its whole origin behind a text.
    pub fn write_whole(&self, text: &mut String, playthrough: &mut Playthrough, played: &Move) {
        self.write_token(text, playthrough, played, Origins::Whole);
    }

    /// The token of a legal move with `+` or `#`: the move is made and taken back.
    #[must_use]
    pub fn san(&self, playthrough: &mut Playthrough, played: &Move) -> String {
        let mut text = self.short(playthrough, played);
        let mover = playthrough.position().turn_item(playthrough.game()).player;
        let undo = playthrough.play(played.as_ref());
        text.push_str(self.mark(playthrough, mover));
        playthrough.take_back(&undo);
        text
    }

    /// `+`, `#` or nothing for the position after a move of `mover`: whether a piece of the side now on turn that must not
    /// be left attacked is attacked, and whether that decides the game.
    #[must_use]
    pub fn mark(&self, playthrough: &mut Playthrough, mover: PlayerId) -> &'static str {
        self.mark_of(playthrough, mover).text()
    }

    pub(super) fn mark_of(&self, playthrough: &mut Playthrough, mover: PlayerId) -> Mark {
        if !self.has_royal {
            return Mark::None;
        }
        let next = playthrough.position().turn_item(playthrough.game()).player;
        if next == mover || !playthrough.is_royal_attacked(next) {
            return Mark::None;
        }
        match playthrough.outcome() {
            Some(outcome) if outcome.ending == Ending::Win(mover) || outcome.ending == Ending::Loss(next) => Mark::Mate,
            _ => Mark::Check,
        }
    }

    /// What a part of a chain adds to the token: `xf4`, `-e5=King`.
    #[must_use]
    pub fn link(&self, playthrough: &mut Playthrough, played: &Move) -> String {
        let mut text = String::new();
        self.write_link(&mut text, playthrough, played);
        text
    }

    /// Writes what a part of a chain adds to the token behind a text.
    pub fn write_link(&self, text: &mut String, playthrough: &mut Playthrough, played: &Move) {
        if played.head.kind == MoveKind::Pass {
            return text.push_str("--");
        }
        let rivals = self.rivals(playthrough, played);
        text.push(if takes(playthrough.position(), played.as_ref()) { 'x' } else { '-' });
        self.write_destination(text, playthrough.game(), played, &rivals);
    }

    fn write_token(&self, text: &mut String, playthrough: &mut Playthrough, played: &Move, origins: Origins) {
        let head = &played.head;
        if head.kind == MoveKind::Pass {
            return text.push_str("--");
        }
        let rivals = self.rivals(playthrough, played);
        let (game, position) = (&**playthrough.game(), playthrough.position());
        if origins == Origins::Needed
            && let Some(castling) = self.castling(game, position, played.as_ref())
        {
            return self.write_castling(text, game, position, castling, played, &rivals);
        }
        if head.kind == MoveKind::Drop {
            text.push_str(self.symbols.in_move(head.piece));
            text.push('@');
            return self.write_destination(text, game, played, &rivals);
        }
        let takes = takes(position, played.as_ref());
        let ambiguous = rivals.iter().any(|rival| rival.head.from == head.from);
        let whole = origins == Origins::Whole || ambiguous || self.sides.are_many();
        let cell = game.board.name(head.from);
        let origin = if whole { Origin::Cell(head.from) } else { self.needed_origin(played, &rivals, takes) };
        let shown = match &origin {
            Origin::Nothing => "",
            Origin::File(name) | Origin::Rank(name) => name,
            Origin::Cell(_) => cell,
        };
        let sign = match (takes, matches!(origin, Origin::Cell(_)) && !self.orthodox) {
            (true, _) => "x",
            (false, true) => "-",
            (false, false) => "",
        };
        let piece = if self.symbols.is_pawn(head.piece) { "" } else { self.symbols.in_move(head.piece) };
        let destination = game.board.name(head.to);
        // A text that could be read in another way gives way to a longer one.
        let clear = |piece: &str| {
            if self.regular && !piece.starts_with('"') {
                return true;
            }
            let body = format!("{piece}{shown}{sign}{destination}");
            let means = |reading: &Reading| {
                let named = match &reading.named {
                    Named::Nothing => piece.is_empty(),
                    Named::Types(types) => types.contains(&head.piece),
                };
                named && reading.to == head.to && reading.origin == origin && reading.takes == takes
            };
            is_plain(&body) && readings(game, self, &body).iter().all(means)
        };
        if clear(piece) {
            text.extend([piece, shown, sign]);
        } else {
            let quoted = self.symbols.in_quotes(head.piece);
            if clear(&quoted) {
                text.extend([quoted.as_str(), shown, sign]);
            } else {
                text.extend([quoted.as_str(), cell, if takes { "x" } else { "-" }]);
            }
        }
        self.write_destination(text, game, played, &rivals);
    }

    fn write_castling(
        &self,
        text: &mut String,
        game: &Game,
        position: &Position,
        castling: Castling,
        played: &Move,
        rivals: &[Move],
    ) {
        let is_alike = |rival: &&Move| self.castling(game, position, rival.as_ref()) == Some(castling);
        text.push_str(castling.text());
        write_brackets(text, game, played, rivals.iter().filter(is_alike));
    }

    /// The other legal moves of pieces that look alike to the same cell with the same promotion.
    fn rivals(&self, playthrough: &mut Playthrough, played: &Move) -> SmallVec<[Move; 2]> {
        let head = &played.head;
        let game = Arc::clone(playthrough.game());
        let is_alike = |piece: PieceTypeId| self.symbols.are_alike(piece, head.piece);
        let is_rival = |other: MoveRef<'_>| {
            other.head.kind == head.kind
                && other.head.to == head.to
                && is_alike(other.head.piece)
                && promotion(other) == promotion(played.as_ref())
        };
        let is_same = |other: MoveRef<'_>| effects::are_equal(&game, other, played.as_ref());
        // Mostly the piece has no other move between these cells.
        let is_alone = head.kind == MoveKind::Walk && playthrough.has_one_move(head.from, head.to);
        let position = playthrough.position();
        if is_alone && !self.symbols.is_shared(head.piece) && position.count(head.player, head.piece) == 1 {
            return SmallVec::new();
        }
        let sources = Sources {
            piece: |piece, cell| head.kind == MoveKind::Walk && is_alike(piece) && !(is_alone && cell == head.from),
            drop: &|piece| (head.kind == MoveKind::Drop && is_alike(piece)).then_some(head.to),
            ends: Some(&[head.to]),
        };
        let mut found = SmallVec::new();
        let mut is_met = is_alone;
        for mover in movers(playthrough, &sources) {
            let mut other = |other: MoveRef<'_>| {
                let is_same = is_rival(other) && is_same(other);
                is_met |= is_same;
                !is_same && is_rival(other)
            };
            // Most pieces have no such move: legality is not asked for in vain.
            if playthrough.has_candidate(mover, head.to, &mut other) {
                found.extend(playthrough.legal_moves_of(mover, other).iter().map(MoveRef::to_owned));
            }
        }
        // Where not even the move itself is met, the rules need all moves to be known.
        if !is_met && found.is_empty() {
            let moves = playthrough.legal_moves().iter();
            found.extend(moves.filter(|&other| is_rival(other) && !is_same(other)).map(MoveRef::to_owned));
        }
        found
    }

    /// File, rank or whole cell: the first that no rival shares. A Pawn that takes always shows its file.
    fn needed_origin(&self, played: &Move, rivals: &[Move], takes: bool) -> Origin {
        let from = played.head.from;
        let file = |cell: CellId| self.layout.file_name(cell);
        let rank = |cell: CellId| self.layout.rank_name(cell);
        let pawn_takes = takes && self.symbols.is_pawn(played.head.piece);
        if rivals.is_empty() && !pawn_takes {
            return Origin::Nothing;
        }
        let alone_on_file = rivals.iter().all(|rival| file(rival.head.from) != file(from));
        let alone_on_rank = rivals.iter().all(|rival| rank(rival.head.from) != rank(from));
        match (file(from), rank(from)) {
            (Some(name), _) if alone_on_file => Origin::File(name.into()),
            (_, Some(name)) if alone_on_rank && !pawn_takes => Origin::Rank(name.into()),
            _ if rivals.is_empty() => Origin::Nothing,
            _ => Origin::Cell(from),
        }
    }

    /// Destination, promotion and, where moves of the same piece still fit, effects.
    fn write_destination(&self, text: &mut String, game: &Game, played: &Move, rivals: &[Move]) {
        let head = &played.head;
        text.push_str(game.board.name(head.to));
        if let Some(piece) = promotion(played.as_ref()) {
            text.push('=');
            text.push_str(self.symbols.in_move(piece));
        }
        write_brackets(text, game, played, rivals.iter().filter(|rival| rival.head.from == head.from));
    }

    pub(super) fn origin_fits(&self, game: &Game, origin: &Origin, from: CellId) -> bool {
        match origin {
            Origin::Nothing => true,
            Origin::Cell(cell) => *cell == from,
            // A cell outside any grid has no file or rank but its name.
            Origin::File(name) => self.layout.file_name(from).unwrap_or_else(|| game.board.name(from)) == name,
            Origin::Rank(name) => self.layout.rank_name(from) == Some(name),
        }
    }
}

/// Effects in angle brackets, when moves of the group look like this one without them.
fn write_brackets<'m>(text: &mut String, game: &Game, played: &Move, group: impl Iterator<Item = &'m Move>) {
    let group: Vec<Vec<String>> = group.map(|rival| effects::all(game, rival.as_ref())).collect();
    if !group.is_empty() {
        let distinct = effects::distinct(&effects::all(game, played.as_ref()), &group).join(", ");
        text.extend(["<", &distinct, ">"]);
    }
}

/// The type that the move gives to its piece, where that is another one.
pub(super) fn promotion(played: MoveRef<'_>) -> Option<PieceTypeId> {
    played.head.promotion.filter(|&piece| piece != played.head.piece)
}

/// Whether a move takes something, by landing or by an explicit capture.
#[must_use]
pub fn takes(position: &Position, played: MoveRef<'_>) -> bool {
    if played.head.kind == MoveKind::Pass {
        return false;
    }
    let skip = usize::from(played.head.kind == MoveKind::Drop);
    let leaves = |cell: CellId| played.pairs().skip(skip).any(|(from, _)| from == cell) && !played.head.copy;
    let stands = |cell: CellId| position.piece(cell).is_some() && !leaves(cell);
    let arrives = |cell: CellId| {
        played.pairs().any(|(_, to)| to == cell)
            || played.changes().iter().any(|change| matches!(*change, Effect::Create { at, .. } if at == cell))
    };
    let lands = played.pairs().any(|(from, to)| (from != to || played.head.kind == MoveKind::Drop) && stands(to));
    lands || played.captures().any(|cell| stands(cell) || arrives(cell))
}

/// Whether a PGN reader takes the text for a move, and not for a number, a result or a null move.
fn is_plain(body: &str) -> bool {
    !body.bytes().all(|byte| byte.is_ascii_digit())
        && Castling::read(body).is_none()
        && !matches!(body, "1-0" | "0-1" | "1/2-1/2" | "*")
        && !super::resolve::is_null(body)
}

/// Whether the turn may go on behind a move, as far as the move itself says.
#[must_use]
pub fn is_partial(played: MoveRef<'_>) -> bool {
    matches!(played.head.partial, Partial::Yes(_))
}
