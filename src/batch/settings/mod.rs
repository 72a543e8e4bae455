//! What people write down beside their games: the configuration of a folder, and what is expected of records and rules.

mod config;
mod tree;

pub use config::{CONFIG_FILE, Config, Configured, ConfiguredRules, FolderRules};
