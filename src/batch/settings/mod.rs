//! What people write down beside their games: the configuration of a folder, and what is expected of records and rules.

mod bless;
mod config;
mod expect;
mod tree;

pub use bless::Blessed;
pub use config::{CONFIG_FILE, Config, Configured, ConfiguredRules, FolderRules};
pub use expect::{EXPECT_FILE, ExpectFile, Expected, ExpectedPerft, ExpectedRecord};
pub(super) use expect::{folder_file, own_file};
