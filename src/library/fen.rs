//! What the fields of a bundled game's FEN mean.

/// The form of the fields behind the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FenForm {
    /// The form for any rules: attributes, last move, index of the turn.
    General,
    /// The form that other programs read and write for this game.
    Standard(StandardFen),
}

/// A game's FEN in the form of orthodox chess: rights, passing cell, halfmove counter, round number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StandardFen {
    /// What the field for castling rights says.
    pub rights: Rights,
    /// The piece type whose double step may be answered in passing; `None` where the field is always `-`.
    pub passing: Option<&'static str>,
    /// Whether the fields for rights and passing cell are written at all. A reader takes both forms.
    pub has_rights: bool,
}

/// The castling rights of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rights {
    /// There is no castling: the field is `-`.
    None,
    /// Rights of men on known cells, in the order in which their letters are written.
    Fixed(&'static [CastlingRight]),
    /// Shuffled arrays: `K` and `Q` stand for the outermost Rook on that side of the King that carries the attribute,
    /// upper case for the side that moves first; a reader takes the Rook's file letter too.
    Shuffled {
        /// The attribute of King and Rook that says they have not moved.
        attribute: &'static str,
    },
}

/// One castling right: it is there as long as both men stand on their cells and carry the attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastlingRight {
    /// The letter in the field: upper case for the side that moves first.
    pub letter: char,
    /// The attribute of both men that says they have not moved.
    pub attribute: &'static str,
    /// The cell of the King.
    pub king: &'static str,
    /// The cell of the partner.
    pub partner: &'static str,
}

/// A right of the bundled rules, which all call the attribute by one name.
pub(super) const fn right(letter: char, king: &'static str, partner: &'static str) -> CastlingRight {
    CastlingRight { letter, attribute: "unmoved?", king, partner }
}
