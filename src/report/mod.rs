//! Findings and summaries as text for people and programs.
