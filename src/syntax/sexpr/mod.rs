//! S-expressions of rules files.
