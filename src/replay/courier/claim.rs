//! What a half-move claims: the contents of the spaces it touches (`spec/game-courier.md` 8.4, 1).

use smallvec::SmallVec;

use super::super::named::NamedEffect;
use super::super::plain::Step;
use super::super::resolve::Effects;
use crate::engine::{Piece, Position};
use crate::game::{AttributeId, CellId, Game, PieceTypeId, PlayerId};
use crate::profile::{BoundLabel, BoundProfile};
use crate::source::Span;
use crate::syntax::courier::Word;

/// What is claimed to stand on a space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// Nothing.
    Empty,
    /// A piece.
    Piece {
        /// Its owner.
        player: PlayerId,
        /// Its type.
        piece: PieceTypeId,
        /// Attributes that its label tells.
        attributes: SmallVec<[(AttributeId, bool); 1]>,
    },
    /// A piece of the player that is not of the type: one that was promoted.
    Promoted {
        /// Its owner.
        player: PlayerId,
        /// The type before.
        from: PieceTypeId,
    },
}

impl Content {
    fn of(piece: Option<Piece>) -> Self {
        match piece {
            Some(piece) => {
                Self::Piece { player: piece.owner(), piece: piece.piece_type(), attributes: SmallVec::new() }
            }
            None => Self::Empty,
        }
    }

    fn of_label(label: &BoundLabel) -> Self {
        let attributes = label.attributes.iter().copied().collect();
        Self::Piece { player: label.player, piece: label.piece, attributes }
    }

    /// Whether the board holds what is claimed.
    pub(super) fn fits(&self, stands: Option<Piece>) -> bool {
        match (self, stands) {
            (Self::Empty, None) => true,
            (Self::Piece { player, piece, attributes }, Some(stands)) => {
                stands.owner() == *player
                    && stands.piece_type() == *piece
                    && attributes.iter().all(|&(attribute, value)| stands.has(attribute) == value)
            }
            (Self::Promoted { player, from }, Some(stands)) => {
                stands.owner() == *player && stands.piece_type() != *from
            }
            _ => false,
        }
    }
}

/// The first displacement or drop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Primary {
    /// A piece goes from one space to another.
    Move { from: CellId, to: CellId },
    /// A piece comes from the hand.
    Drop { at: CellId },
}

/// How a label in front of a displacement does not fit what stands there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LabelFault {
    /// The label.
    pub(super) label: Word,
    /// The space it is said to stand on.
    pub(super) space: String,
    /// What stands there: the label that would be right, where there is one.
    pub(super) right: Option<String>,
    /// Whether only the letter case differs.
    pub(super) only_case: bool,
}

/// A half-move run in plain replay from the board before it.
#[derive(Clone, Debug, Default)]
pub(super) struct Claim {
    /// The touched cells with their content at the end.
    pub(super) touched: SmallVec<[(CellId, Content); 4]>,
    /// The displacements, in order.
    pub(super) pairs: SmallVec<[(CellId, CellId); 2]>,
    /// The first displacement or drop.
    pub(super) primary: Option<Primary>,
    /// The pieces dropped; without a type where the text gives none.
    pub(super) drops: SmallVec<[(PlayerId, Option<PieceTypeId>); 1]>,
    /// Labels that do not fit.
    pub(super) label_faults: Vec<LabelFault>,
    /// The origin of a displacement that is empty.
    pub(super) empty_origin: Option<Span>,
    /// Whether a piece is put on a space, or changes there.
    pub(super) adds: bool,
    /// The same as effects, for explanations and for going on after a fault.
    pub(super) effects: Effects,
}

/// How the written parts are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// As written.
    Exact,
    /// Pieces that are put down belong to the mover, whatever the letter case of their labels.
    OwnAdditions,
    /// Of a chain of displacements only the first origin and the last destination count.
    Ends,
}

impl Claim {
    /// Runs the steps on the board of the position.
    pub(super) fn read(
        steps: &[Step],
        bound: &BoundProfile,
        game: &Game,
        position: &Position,
        reading: Reading,
    ) -> Self {
        let mover = position.turn_item(game).acts_as;
        let mut runner = Runner { bound, game, position, mover, reading, claim: Self::default() };
        steps.iter().for_each(|step| runner.step(step));
        if reading == Reading::Ends {
            runner.keep_ends();
        }
        runner.claim
    }

    /// The destination of the last displacement or drop.
    pub(super) fn destination(&self) -> Option<CellId> {
        let of_drop = || match self.primary {
            Some(Primary::Drop { at }) => Some(at),
            _ => None,
        };
        self.pairs.last().map(|&(_, to)| to).or_else(of_drop)
    }

    /// The claim with the piece that arrives last promoted to anything; `None` where the text itself says what stands
    /// there.
    pub(super) fn with_any_promotion(&self) -> Option<Self> {
        let destination = self.destination().filter(|_| !self.adds)?;
        let mut claim = self.clone();
        let (_, content) = claim.touched.iter_mut().find(|(cell, _)| *cell == destination)?;
        let Content::Piece { player, piece, .. } = *content else { return None };
        *content = Content::Promoted { player, from: piece };
        Some(claim)
    }

    /// The claim with the piece that stood on the destination put where the other one came from: the half of a swap that
    /// presets add by themselves. `None` where the two are not of one side.
    pub(super) fn with_swap(&self, position: &Position) -> Option<Self> {
        let [(from, to)] = self.pairs[..] else { return None };
        let (moved, stood) = (position.piece(from)?, position.piece(to)?);
        let mut claim = self.clone();
        claim.touch(from, Content::of(Some(stood)));
        (moved.owner() == stood.owner() && from != to && !self.adds).then_some(claim)
    }

    /// The destination, where the board shows there what is claimed before anything has moved: only a move to it can be
    /// meant, as any other leaves the same.
    pub(super) fn filled_before(&self, position: &Position) -> Option<CellId> {
        let &(_, to) = self.pairs.last()?;
        let is_origin = self.pairs.iter().any(|&(from, _)| from == to);
        let fits = self.content(to).is_some_and(|content| content.fits(position.piece(to)));
        (fits && !is_origin).then_some(to)
    }

    /// Whether the claim is that nothing changes.
    pub(super) fn is_idle(&self, position: &Position) -> bool {
        self.touched.iter().all(|(cell, content)| content.fits(position.piece(*cell)))
    }

    fn content(&self, cell: CellId) -> Option<&Content> {
        self.touched.iter().find(|(known, _)| *known == cell).map(|(_, content)| content)
    }

    fn touch(&mut self, cell: CellId, content: Content) {
        match self.touched.iter_mut().find(|(known, _)| *known == cell) {
            Some((_, known)) => *known = content,
            None => self.touched.push((cell, content)),
        }
    }
}

struct Runner<'a> {
    bound: &'a BoundProfile,
    game: &'a Game,
    position: &'a Position,
    mover: PlayerId,
    reading: Reading,
    claim: Claim,
}

impl Runner<'_> {
    /// The cell of a space; `None` for off-board ones.
    fn cell(&self, space: &Word) -> Option<CellId> {
        self.bound.binding.cell(&space.text)
    }

    fn at(&self, cell: CellId) -> Content {
        self.claim.content(cell).cloned().unwrap_or_else(|| Content::of(self.position.piece(cell)))
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Move { label, from, to } => self.displace(label.as_ref(), from, to),
            Step::Add { label, at } => {
                if let (Some(at), Some(label)) = (self.cell(at), self.label(&label.text)) {
                    self.add(&label, at);
                }
            }
            Step::Remove { at } => {
                if let Some(at) = self.cell(at) {
                    self.remove(at);
                }
            }
            Step::Drop { label, at } => {
                if let (Some(at), Some(label)) = (self.cell(at), self.label(&label.text)) {
                    self.drop(label.player, Some(&label), at);
                }
            }
            Step::Flip { at } => {
                let Some(at) = self.cell(at) else { return };
                if let Content::Piece { player, piece, attributes } = self.at(at) {
                    let player = self.game.flipped_owner(player);
                    self.claim.touch(at, Content::Piece { player, piece, attributes });
                    self.claim.effects.push(NamedEffect::Flip { at });
                }
                self.claim.adds = true;
            }
            Step::RemoveAll { .. } => {
                for at in (0..self.game.board.cell_count()).map(CellId::from_index) {
                    self.remove(at);
                }
            }
        }
    }

    /// The meaning of a label of a piece that is put down.
    fn label(&self, label: &str) -> Option<BoundLabel> {
        let bound = self.bound.binding.label(label)?.clone();
        if self.reading == Reading::OwnAdditions && bound.player != self.mover {
            return Some(BoundLabel { player: self.mover, ..bound });
        }
        Some(bound)
    }

    fn add(&mut self, label: &BoundLabel, at: CellId) {
        let changes_type = matches!(self.at(at), Content::Piece { player, .. } if player == label.player);
        self.claim.touch(at, Content::of_label(label));
        self.claim.adds = true;
        self.claim.effects.push(if changes_type {
            NamedEffect::Type { piece: label.piece, at: SmallVec::from_slice(&[at]) }
        } else {
            NamedEffect::Create { player: label.player, piece: label.piece, at }
        });
    }

    fn remove(&mut self, at: CellId) {
        self.claim.touch(at, Content::Empty);
        self.claim.effects.push(NamedEffect::Capture { at });
    }

    fn drop(&mut self, player: PlayerId, label: Option<&BoundLabel>, at: CellId) {
        self.claim.drops.push((player, label.map(|label| label.piece)));
        self.claim.primary.get_or_insert(Primary::Drop { at });
        if let Some(label) = label {
            self.claim.touch(at, Content::of_label(label));
            self.claim.effects.push(NamedEffect::Create { player, piece: label.piece, at });
        }
    }

    fn displace(&mut self, label: Option<&Word>, from: &Word, to: &Word) {
        let bound = label.and_then(|label| self.bound.binding.label(&label.text)).cloned();
        let (from_cell, to_cell) = match (self.cell(from), self.cell(to)) {
            (Some(from), Some(to)) => (from, to),
            // From an off-board space: a drop; to one: off the board.
            (None, Some(to)) => return self.drop(self.mover, bound.as_ref(), to),
            (Some(from), None) => return self.remove(from),
            (None, None) => return,
        };
        let moved = self.at(from_cell);
        if let (Some(word), Some(bound)) = (label, &bound) {
            self.check_label(word, bound, from_cell, &from.text, &moved);
        }
        self.claim.pairs.push((from_cell, to_cell));
        self.claim.primary.get_or_insert(Primary::Move { from: from_cell, to: to_cell });
        let written = bound.as_ref().map(|bound| bound.piece);
        let piece = match (&moved, written) {
            (_, Some(piece)) => Some(piece),
            (Content::Piece { piece, .. } | Content::Promoted { from: piece, .. }, None) => Some(*piece),
            (Content::Empty, None) => None,
        };
        let occupied = self.at(to_cell) != Content::Empty;
        if let Some(piece) = piece.filter(|_| from_cell != to_cell) {
            self.claim.effects.push(NamedEffect::Move { piece, from: from_cell, occupied, to: to_cell });
        }
        if moved == Content::Empty {
            self.claim.empty_origin.get_or_insert(from.span);
        }
        self.claim.touch(from_cell, Content::Empty);
        self.claim.touch(to_cell, moved);
    }

    fn check_label(&mut self, word: &Word, bound: &BoundLabel, from: CellId, space: &str, moved: &Content) {
        let Content::Piece { player, piece, .. } = moved else { return };
        // Attributes that a label tells are known of pieces that stand where they stood before the half-move.
        let stands = self.claim.content(from).is_none().then(|| self.position.piece(from)).flatten();
        let has =
            |&(attribute, value): &(AttributeId, bool)| stands.is_none_or(|stands| stands.has(attribute) == value);
        let fits = bound.piece == *piece && bound.player == *player && bound.attributes.iter().all(has);
        if !fits {
            let bits = stands.map_or(0, Piece::attributes);
            let right = self.bound.binding.label_of(*piece, *player, bits).map(str::to_owned);
            let only_case = right.as_ref().is_some_and(|right| right.to_lowercase() == word.text.to_lowercase());
            self.claim.label_faults.push(LabelFault { label: word.clone(), space: space.to_owned(), right, only_case });
        }
    }

    /// A chain's first origin and last destination; what it passed is not claimed.
    fn keep_ends(&mut self) {
        let (Some(&(first, _)), Some(&(_, last))) = (self.claim.pairs.first(), self.claim.pairs.last()) else {
            return;
        };
        let between: Vec<CellId> = self.claim.pairs.iter().flat_map(|&(from, to)| [from, to]).collect();
        let keeps = |cell: CellId| cell == first || cell == last || !between.contains(&cell);
        self.claim.touched.retain(|(cell, _)| keeps(*cell));
        self.claim.pairs = SmallVec::from_slice(&[(first, last)]);
        self.claim.primary = Some(Primary::Move { from: first, to: last });
    }
}
