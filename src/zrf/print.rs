//! The rules after expansion, as text.
