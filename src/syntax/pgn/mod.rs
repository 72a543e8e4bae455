//! PGN text.
