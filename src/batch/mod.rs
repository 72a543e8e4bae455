//! Many inputs, one summary.
