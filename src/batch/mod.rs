//! Many inputs, one summary: finding them, reading them, choosing their rules, and looking at them side by side.
//!
//! Everything that touches the file system stands here; the modules below are given bytes and texts.

mod baseline;
mod check;
mod choose;
mod convert;
mod discover;
mod each;
mod excerpt;
mod expected;
mod fix;
mod folder;
mod glance;
mod idle;
mod kind;
mod lines;
mod loader;
mod open;
mod portions;
mod prepare;
mod profiles;
mod read;
mod recent;
mod run;
mod settings;
mod spelling;
mod store;

pub use baseline::Baseline;
pub use check::{Checker, usable};
pub use choose::{Choice, Chooser, RulesOptions, bundled_game, default_variant, find_title};
pub use convert::{Conversion, Converted, ConvertedInput, ConvertedSink, ExportForm};
pub use discover::{Input, InputSource, discover};
pub use excerpt::PlyRange;
pub use expected::{Expectations, Held, Observed, ObservedRecord};
pub use fix::{Mended, mended};
pub use kind::InputKind;
pub use lines::{Answer, LineChecker, read_line};
pub use loader::FileLoader;
pub use open::{Opened, open};
pub use profiles::LoadedProfile;
pub use run::in_order;
pub use settings::{
    Blessed, CONFIG_FILE, Config, Configured, ConfiguredRules, EXPECT_FILE, ExpectFile, Expected, ExpectedPerft,
    ExpectedRecord, FolderRules,
};
pub use spelling::spelling;
pub use store::{CompiledVariant, LoadResult, LoadedRules, RulesStore};
