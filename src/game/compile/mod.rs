//! The compiled game from typed rules.
