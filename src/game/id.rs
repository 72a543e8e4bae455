//! Typed indexes of the compiled game.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident($repr:ty);)+) => {
        $($(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $repr);

        impl $name {
            /// The id of a table index. The tables are bounded in `limits`, so that it always fits.
            #[must_use]
            pub const fn from_index(index: usize) -> Self {
                debug_assert!(index <= <$repr>::MAX as usize);
                Self(index as $repr)
            }

            /// The index into the tables.
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        })+
    };
}

ids! {
    /// A cell of the board (the rules language says *position*).
    CellId(u16);
    /// A direction name of the board.
    DirectionId(u16);
    /// A player (side), in the order of `players`.
    PlayerId(u8);
    /// A piece type, in the order of definition.
    PieceTypeId(u16);
    /// A move type name.
    MoveTypeId(u16);
    /// A zone name; which cells it has may differ by player.
    ZoneId(u16);
    /// An attribute name: the index is the bit in a piece.
    AttributeId(u8);
    /// A flag of a run.
    FlagId(u16);
    /// A goal, in file order.
    GoalId(u16);
}
