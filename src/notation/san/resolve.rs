//! Tokens to legal moves.

use smallvec::SmallVec;

use super::castling::Castling;
use super::chain::{self, Link};
use super::missing::{Missing, Written};
use super::near::{Sources, near};
use super::reading::{Named, Origin, Reading, Readings, named, readings};
use super::token::{Mark, Part, goes_on_behind_effects, split_marks, split_part};
use super::write::{is_partial, promotion, takes};
use super::{Spelling, effects};
use crate::engine::{Move, MoveKind, MoveRef, Playthrough};
use crate::game::{CellId, PieceTypeId};
use crate::limits::MAX_PERFT_PARTS;

/// Most ways to read a chain that are followed at once.
const MAX_READINGS: usize = 64;

/// What a token stands for in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resolution {
    /// One legal move, or the parts of a chain.
    Found {
        /// The moves, in order.
        parts: Vec<Move>,
        /// What the token writes in another way than [`Spelling::san`].
        remarks: Vec<Remark>,
    },
    /// No legal move.
    Missing(Missing),
    /// Several legal moves, each with its whole origin.
    Several(Vec<String>),
    /// The token does not follow the grammar, or names a piece or cell that the game does not have; why.
    Unreadable(String),
}

/// What a token writes in another way than needed; the move itself is clear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remark {
    /// `x` is missing, or stands where nothing is taken.
    Takes,
    /// `+` or `#` is missing or wrong.
    Mark,
    /// The letter of the piece is missing.
    Piece,
    /// More, or another part, of the origin is written than needed.
    Origin,
    /// Castling is written with zeros.
    Zeros,
    /// The promotion is written without `=`.
    Promotion,
    /// A further turn of the chain was passed up, which is not written.
    Pass,
}

impl Remark {
    /// The remark in words.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::Takes => "the sign `x` does not fit the move",
            Self::Mark => "the sign `+` or `#` does not fit the position",
            Self::Piece => "the letter of the piece is missing",
            Self::Origin => "the origin is written longer or in another way than needed",
            Self::Zeros => "castling is written with zeros",
            Self::Promotion => "the promotion is written without `=`",
            Self::Pass => "the end of the chain is not written",
        }
    }
}

/// Whether a text is a pass, in any of the spellings that programs use.
pub(super) fn is_null(text: &str) -> bool {
    matches!(text, "--" | "@@@@" | "<>" | "0000" | "—" | "––")
        || ["z0", "null", "pass"].iter().any(|known| text.eq_ignore_ascii_case(known))
}

/// One part to look for.
pub(super) struct Wanted {
    pub(super) readings: Readings,
    pub(super) promotion: Option<PieceTypeId>,
    effects: Option<Vec<String>>,
    /// Whether the turn must go on behind it.
    goes_on: bool,
}

impl Spelling {
    /// The legal move that a token stands for. The position is the same afterwards.
    #[must_use]
    pub fn resolve(&self, playthrough: &mut Playthrough, token: &str) -> Resolution {
        let (bare, mark) = split_marks(token);
        if is_null(bare) {
            return self.resolve_pass(playthrough);
        }
        let (body, then_pass) = match bare.strip_suffix("--") {
            Some(body) if !body.is_empty() => (body, true),
            _ => (bare, false),
        };
        if let Some(castling) = Castling::read(split_part(body).body) {
            let remark = body.contains('0').then_some(Remark::Zeros);
            return self.resolve_castling(playthrough, castling, &split_part(body), mark, remark);
        }
        let mut remarks = Vec::new();
        let wanted = match self.wanted(playthrough, body, &mut remarks) {
            Ok(wanted) => wanted,
            Err(message) => return Resolution::Unreadable(message),
        };
        if wanted.len() > MAX_PERFT_PARTS {
            return Resolution::Unreadable(format!("the chain has more than {MAX_PERFT_PARTS} parts"));
        }
        let mut found: Vec<Vec<Move>> = vec![Vec::new()];
        for part in &wanted {
            let mut longer = Vec::new();
            for chain in &found {
                let undo: Vec<_> = chain.iter().map(|played| playthrough.play(played.as_ref())).collect();
                for played in self.fitting(playthrough, part) {
                    longer.push(chain.iter().cloned().chain([played]).collect());
                }
                undo.iter().rev().for_each(|undo| playthrough.take_back(undo));
            }
            longer.truncate(MAX_READINGS);
            if longer.is_empty() {
                let so_far = found.first().map_or(&[][..], Vec::as_slice);
                return Resolution::Missing(self.missing(playthrough, so_far, part));
            }
            found = longer;
        }
        if then_pass {
            for chain in &mut found {
                chain.push(playthrough.pass());
            }
        }
        self.judged(playthrough, &wanted, found, (body, mark), remarks)
    }

    fn resolve_pass(&self, playthrough: &mut Playthrough) -> Resolution {
        let pass = playthrough.legal_moves().iter().find(|played| played.head.kind == MoveKind::Pass);
        match pass.map(MoveRef::to_owned) {
            Some(pass) => Resolution::Found { parts: vec![pass], remarks: Vec::new() },
            None => {
                let written = Written { is_pass: true, ..Written::default() };
                Resolution::Missing(Missing { written, ..Missing::default() })
            }
        }
    }

    fn resolve_castling(
        &self,
        playthrough: &mut Playthrough,
        castling: Castling,
        part: &Part<'_>,
        mark: Mark,
        remark: Option<Remark>,
    ) -> Resolution {
        let game = std::sync::Arc::clone(playthrough.game());
        let player = playthrough.position().turn_item(&game).acts_as;
        let royal = game.royal.get(player.index()).map_or(&[][..], |royal| &royal[..]);
        let sources = Sources { piece: |piece, _| royal.contains(&piece), drop: &|_| None, ends: None };
        let all = near(playthrough, &sources, &|played| played.head.pairs > 0);
        let (game, position) = (playthrough.game(), playthrough.position());
        let mut found: Vec<Move> =
            all.into_iter().filter(|played| self.castling(game, position, played.as_ref()) == Some(castling)).collect();
        if let Some(wanted) = &part.effects {
            found = with_effects(game, found, wanted);
        }
        match found.len() {
            0 => {
                let written = Written { castling: Some(castling), ..Written::default() };
                let closest = self.closest(playthrough, &written);
                Resolution::Missing(Missing { written, closest, ..Missing::default() })
            }
            1 => {
                let mut remarks: Vec<Remark> = remark.into_iter().collect();
                self.remark_mark(playthrough, &found, mark, &mut remarks);
                Resolution::Found { parts: found, remarks }
            }
            _ => Resolution::Several(found.iter().map(|played| self.whole(playthrough, played)).collect()),
        }
    }

    /// The parts that a body asks for, or why it cannot be read.
    fn wanted(&self, playthrough: &Playthrough, body: &str, remarks: &mut Vec<Remark>) -> Result<Vec<Wanted>, String> {
        let game = playthrough.game();
        let part = split_part(body);
        let single = readings(game, self, part.body);
        // In a chain further parts stand behind the first promotion or the first effects.
        let promotion = part.promotion.map(|symbol| self.promoted(symbol)).transpose();
        let may_be_chain = single.is_empty() || promotion.is_err() || goes_on_behind_effects(body);
        let chain = if may_be_chain { chain::split(game, self, body) } else { None };
        if !single.is_empty() && chain.is_none() {
            let promotion = promotion?;
            if promotion.is_some() && body[part.body.len()..].starts_with('(') {
                remarks.push(Remark::Promotion);
            }
            return Ok(vec![Wanted { readings: single, promotion, effects: part.effects, goes_on: false }]);
        }
        if let Some(links) = chain {
            let last = links.len() - 1;
            let wanted = |(number, link): (usize, Link<'_>)| {
                let tail = split_part(link.tail);
                // The tail begins with its sign, which leaves an empty body.
                let symbol = tail.promotion.or_else(|| tail.body.strip_prefix('=').filter(|s| !s.is_empty()));
                let promotion = symbol.map(|symbol| self.promoted(symbol)).transpose()?;
                Ok(Wanted { readings: link.readings, promotion, effects: tail.effects, goes_on: number < last })
            };
            return links.into_iter().enumerate().map(wanted).collect();
        }
        // `e8Q`: a symbol right behind the destination.
        for (at, _) in part.body.char_indices().skip(1) {
            let (front, symbol) = part.body.split_at(at);
            if let Ok(promotion) = self.promoted(symbol.trim_start_matches('/')) {
                let readings = readings(game, self, front.trim_end_matches('/'));
                if !readings.is_empty() && part.promotion.is_none() {
                    remarks.push(Remark::Promotion);
                    let promotion = Some(promotion);
                    return Ok(vec![Wanted { readings, promotion, effects: part.effects, goes_on: false }]);
                }
            }
        }
        Err(self.unreadable(playthrough, part.body))
    }

    /// The type of a symbol behind `=`, in any letter case.
    fn promoted(&self, symbol: &str) -> Result<PieceTypeId, String> {
        let exact = match named(self, symbol) {
            Some(Named::Types(types)) => types.first().copied(),
            _ => None,
        };
        exact
            .or_else(|| self.symbols.find_ignoring_case(symbol).filter(|_| !symbol.is_empty()))
            .ok_or_else(|| format!("no piece has the symbol `{symbol}`"))
    }

    fn unreadable(&self, playthrough: &Playthrough, body: &str) -> String {
        let game = playthrough.game();
        let cell = body.char_indices().find_map(|(at, _)| game.board.cell(&body[at..]).map(|cell| (at, cell)));
        match cell {
            Some((at, cell)) => {
                format!("`{}` before {} is neither a piece nor an origin", &body[..at], game.board.name(cell))
            }
            None => format!("`{body}` does not end in a cell of the board"),
        }
    }

    /// The legal moves that fit a part: with the piece as written; else, where none is written, of any piece.
    fn fitting(&self, playthrough: &mut Playthrough, part: &Wanted) -> Vec<Move> {
        let game = std::sync::Arc::clone(playthrough.game());
        let has_pawn = game.piece_names.find("Pawn").is_some();
        let names = |reading: &Reading, piece: PieceTypeId, strict: bool| match &reading.named {
            Named::Types(types) => types.contains(&piece),
            Named::Nothing if strict => self.symbols.is_pawn(piece),
            Named::Nothing => !has_pawn || matches!(reading.origin, Origin::Cell(_)),
        };
        let fits = |played: MoveRef<'_>, reading: &Reading, strict: bool| {
            let head = played.head;
            let kind = if reading.is_drop { MoveKind::Drop } else { MoveKind::Walk };
            head.kind == kind
                && head.to == reading.to
                && names(reading, head.piece, strict)
                && self.origin_fits(&game, &reading.origin, head.from)
                && (promotion(played) == part.promotion || part.promotion == Some(head.piece))
                && (!part.goes_on || is_partial(played))
        };
        let ends: SmallVec<[CellId; 2]> = part.readings.iter().map(|reading| reading.to).collect();
        let mut found: Vec<(Move, &Reading)> = Vec::new();
        for strict in [true, false] {
            let reading_of =
                |played: MoveRef<'_>| part.readings.iter().position(|reading| fits(played, reading, strict));
            let sources = Sources {
                piece: |piece, cell| {
                    let is_of = |reading: &Reading| {
                        !reading.is_drop
                            && names(reading, piece, strict)
                            && self.origin_fits(&game, &reading.origin, cell)
                    };
                    part.readings.iter().any(is_of)
                },
                drop: &|piece| {
                    let of = |reading: &&Reading| reading.is_drop && names(reading, piece, strict);
                    part.readings.iter().find(of).map(|reading| reading.to)
                },
                ends: Some(&ends),
            };
            let near = near(playthrough, &sources, &|played| reading_of(played).is_some());
            found.extend(near.into_iter().filter_map(|played| {
                let reading = reading_of(played.as_ref())?;
                Some((played, &part.readings[reading]))
            }));
            if !found.is_empty() {
                break;
            }
        }
        let position = playthrough.position();
        // A cell alone is a Pawn's step: to take on another file it needs `x` or its own file.
        let is_bare = |reading: &Reading| reading.origin == Origin::Nothing && !reading.takes;
        found.retain(|(played, reading)| {
            let head = &played.head;
            let is_aside = || self.layout.file_name(head.from) != self.layout.file_name(head.to);
            let is_pawn = self.symbols.is_pawn(head.piece);
            !(is_pawn && is_bare(reading) && is_aside() && takes(position, played.as_ref()))
        });
        let found = found.into_iter().map(|(played, reading)| (played, reading.takes));
        let mut alike: Vec<(Move, bool)> = Vec::with_capacity(found.len());
        for fit in found {
            if !alike.iter().any(|(known, _)| effects::are_equal(&game, known.as_ref(), fit.0.as_ref())) {
                alike.push(fit);
            }
        }
        let found = alike;
        if let Some(wanted) = &part.effects {
            return with_effects(&game, found.into_iter().map(|(played, _)| played).collect(), wanted);
        }
        // `x` tells moves apart only where nothing else does.
        let as_written = |(played, written): &(Move, bool)| takes(position, played.as_ref()) == *written;
        let some_as_written = found.len() > 1 && found.iter().any(as_written);
        found.into_iter().filter(|fit| !some_as_written || as_written(fit)).map(|(played, _)| played).collect()
    }

    /// One chain, or several.
    fn judged(
        &self,
        playthrough: &mut Playthrough,
        wanted: &[Wanted],
        mut found: Vec<Vec<Move>>,
        (body, mark): (&str, Mark),
        mut remarks: Vec<Remark>,
    ) -> Resolution {
        if found.len() > 1 {
            let texts = found.iter().map(|chain| self.chain_text(playthrough, chain)).collect();
            return Resolution::Several(texts);
        }
        let Some(parts) = found.pop() else { return Resolution::Missing(Missing::default()) };
        if let ([part], [played]) = (wanted, parts.as_slice()) {
            let head = &played.head;
            let is_of = |reading: &&Reading| {
                reading.to == head.to && self.origin_fits(playthrough.game(), &reading.origin, head.from)
            };
            let reading = part.readings.iter().find(is_of);
            if reading.is_some_and(|r| r.named == Named::Nothing && !self.symbols.is_pawn(head.piece)) {
                remarks.push(Remark::Piece);
            }
            let took = takes(playthrough.position(), played.as_ref());
            if reading.is_some_and(|reading| reading.takes != took && !reading.is_drop) {
                remarks.push(Remark::Takes);
            }
            // Without any origin nothing can be longer than needed, but for a Pawn that takes.
            let is_short = reading.is_some_and(|reading| {
                reading.origin == Origin::Nothing && !(took && self.symbols.is_pawn(head.piece))
            });
            let is_plain = is_short && self.regular && part.promotion.is_none() && part.effects.is_none();
            if remarks.is_empty() && !is_plain && self.short(playthrough, played) != body {
                remarks.push(Remark::Origin);
            }
        }
        self.remark_mark(playthrough, &parts, mark, &mut remarks);
        Resolution::Found { parts, remarks }
    }

    /// Adds the remark that the mark does not fit the position after the move.
    fn remark_mark(&self, playthrough: &mut Playthrough, parts: &[Move], mark: Mark, remarks: &mut Vec<Remark>) {
        if !self.has_royal && mark == Mark::None {
            return;
        }
        let mover = playthrough.position().turn_item(playthrough.game()).player;
        let undo: Vec<_> = parts.iter().map(|played| playthrough.play(played.as_ref())).collect();
        if self.mark_of(playthrough, mover) != mark {
            remarks.push(Remark::Mark);
        }
        undo.iter().rev().for_each(|undo| playthrough.take_back(undo));
    }

    /// The token of a whole chain, or of one move with its whole origin.
    fn chain_text(&self, playthrough: &mut Playthrough, chain: &[Move]) -> String {
        let mut text = String::new();
        let mut undo = Vec::new();
        for (number, played) in chain.iter().enumerate() {
            let part = if number == 0 { self.whole(playthrough, played) } else { self.link(playthrough, played) };
            text.push_str(&part);
            undo.push(playthrough.play(played.as_ref()));
        }
        undo.iter().rev().for_each(|undo| playthrough.take_back(undo));
        text
    }
}

/// The moves of a group that have the effects written in angle brackets: those that the writer would set so, else those
/// that have all of them.
fn with_effects(game: &crate::game::Game, group: Vec<Move>, wanted: &[String]) -> Vec<Move> {
    let texts: Vec<Vec<String>> = group.iter().map(|played| effects::all(game, played.as_ref())).collect();
    let others = |own: usize| -> Vec<Vec<String>> {
        let of_same_origin = |other: &usize| group[*other].head.from == group[own].head.from && *other != own;
        (0..group.len()).filter(of_same_origin).map(|other| texts[other].clone()).collect()
    };
    let exact: Vec<bool> = (0..group.len()).map(|own| effects::distinct(&texts[own], &others(own)) == wanted).collect();
    let any_exact = exact.contains(&true);
    let holds_all = |own: usize| wanted.iter().all(|effect| texts[own].contains(effect));
    let keep: Vec<bool> = (0..group.len()).map(|own| if any_exact { exact[own] } else { holds_all(own) }).collect();
    group.into_iter().zip(keep).filter(|(_, keep)| *keep).map(|(played, _)| played).collect()
}
