//! A record held against the rules: the verdict.
