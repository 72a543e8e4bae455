//! The form of a profile file (`game-courier.md` 8.1).

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_yaml::Spanned;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Document {
    pub(super) gc: Gc,
    #[serde(default)]
    pub(super) zrf: Zrf,
    #[serde(default)]
    pub(super) pieces: BTreeMap<String, Spanned<String>>,
    #[serde(default)]
    pub(super) labels: BTreeMap<String, Spanned<LabelEntry>>,
    #[serde(default)]
    pub(super) coords: Coords,
    #[serde(default)]
    pub(super) offboard: Vec<String>,
    #[serde(default)]
    pub(super) implicit: Vec<Spanned<String>>,
    #[serde(default = "yes")]
    pub(super) label_check: bool,
    pub(super) promotion_default: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) words: BTreeMap<String, Spanned<String>>,
}

const fn yes() -> bool {
    true
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Gc {
    pub(super) game: String,
    pub(super) folder: Option<String>,
    pub(super) cols: Option<Spanned<usize>>,
    pub(super) files: Option<Spanned<Vec<String>>>,
    pub(super) ranks: Option<Spanned<Vec<String>>>,
    pub(super) start: Spanned<String>,
    pub(super) sides: Option<Spanned<Vec<String>>>,
    pub(super) automation: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) hand: bool,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Zrf {
    pub(super) file: Option<String>,
    pub(super) variant: Option<Spanned<String>>,
    pub(super) sides: Option<Spanned<Vec<String>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LabelEntry {
    pub(super) piece: String,
    pub(super) side: String,
    #[serde(default)]
    pub(super) attributes: BTreeMap<String, bool>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Coords {
    pub(super) rule: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) table: BTreeMap<String, Spanned<String>>,
    #[serde(default)]
    pub(super) offsets: BTreeMap<String, i64>,
}
