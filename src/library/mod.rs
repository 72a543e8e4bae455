//! Bundled games: rules, profiles and their index, embedded in the program.
