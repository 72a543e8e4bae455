//! A piece on the board in one word.

use std::num::NonZeroU64;

use crate::game::{AttributeId, Game, PieceTypeId, PlayerId};

/// Owner, type and attributes of a piece, packed so that a cell is one machine word.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece(NonZeroU64);

const OWNER_SHIFT: u32 = 16;
const ATTRIBUTE_SHIFT: u32 = 24;

impl Piece {
    /// A piece with these attribute bits.
    #[must_use]
    pub const fn new(owner: PlayerId, piece_type: PieceTypeId, attributes: u64) -> Self {
        let low = (piece_type.0 as u64 + 1) | ((owner.0 as u64) << OWNER_SHIFT);
        // The low bits are never zero: types count from one here.
        match NonZeroU64::new(low | (attributes << ATTRIBUTE_SHIFT)) {
            Some(bits) => Self(bits),
            None => Self(NonZeroU64::MIN),
        }
    }

    /// A new piece of the type, with the type's start attributes.
    #[must_use]
    pub fn fresh(game: &Game, owner: PlayerId, piece_type: PieceTypeId) -> Self {
        Self::new(owner, piece_type, game.pieces[piece_type.index()].start_attributes)
    }

    /// Its type.
    #[must_use]
    pub const fn piece_type(self) -> PieceTypeId {
        PieceTypeId((self.0.get() & 0xFFFF) as u16 - 1)
    }

    /// Its owner.
    #[must_use]
    pub const fn owner(self) -> PlayerId {
        PlayerId((self.0.get() >> OWNER_SHIFT) as u8)
    }

    /// Its attribute bits.
    #[must_use]
    pub const fn attributes(self) -> u64 {
        self.0.get() >> ATTRIBUTE_SHIFT
    }

    /// Whether the attribute is set.
    #[must_use]
    pub const fn has(self, attribute: AttributeId) -> bool {
        self.attributes() & Game::attribute_bit(attribute) != 0
    }

    /// The same piece with another owner.
    #[must_use]
    pub const fn owned_by(self, owner: PlayerId) -> Self {
        Self::new(owner, self.piece_type(), self.attributes())
    }

    /// The same piece with an attribute set or cleared.
    #[must_use]
    pub const fn with_attribute(self, attribute: AttributeId, value: bool) -> Self {
        let bit = Game::attribute_bit(attribute);
        let attributes = if value { self.attributes() | bit } else { self.attributes() & !bit };
        Self::new(self.owner(), self.piece_type(), attributes)
    }

    /// The same piece with the attributes of these bits cleared.
    #[must_use]
    pub const fn without_attributes(self, bits: u64) -> Self {
        Self::new(self.owner(), self.piece_type(), self.attributes() & !bits)
    }

    /// The piece after a change of type: attributes that both types declare are kept, those that only the new type
    /// declares get their start value (`spec/zrf.md` 6.8).
    #[must_use]
    pub fn turned_into(self, game: &Game, piece_type: PieceTypeId) -> Self {
        if piece_type == self.piece_type() {
            return self;
        }
        let old = game.pieces[self.piece_type().index()].declared_attributes;
        let new = &game.pieces[piece_type.index()];
        let kept = self.attributes() & old & new.declared_attributes;
        Self::new(self.owner(), piece_type, kept | (new.start_attributes & !old))
    }

    /// The packed word, for keys.
    #[must_use]
    pub(super) const fn bits(self) -> u64 {
        self.0.get()
    }
}

impl std::fmt::Debug for Piece {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Piece({:?}, {:?}, {:#b})", self.owner(), self.piece_type(), self.attributes())
    }
}

#[cfg(test)]
mod tests {
    use super::Piece;
    use crate::game::{AttributeId, PieceTypeId, PlayerId};

    #[test]
    fn parts_come_back() {
        let piece = Piece::new(PlayerId(7), PieceTypeId(3_999), 1 << 39 | 1);
        assert_eq!((piece.owner(), piece.piece_type()), (PlayerId(7), PieceTypeId(3_999)));
        assert!(piece.has(AttributeId(39)) && piece.has(AttributeId(0)) && !piece.has(AttributeId(1)));
        assert!(!piece.with_attribute(AttributeId(39), false).has(AttributeId(39)));
        assert_eq!(piece.owned_by(PlayerId(1)).owner(), PlayerId(1));
        assert_eq!(size_of::<Option<Piece>>(), 8);
    }
}
