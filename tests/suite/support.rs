//! What several test modules need.

use std::sync::Arc;

use scoresheet::diagnostic::Diagnostics;
use scoresheet::game::{Game, compile::compile};
use scoresheet::source::SourceFile;
use scoresheet::zrf::{MemoryLoader, RulesFile};

/// The default variant of a rules text.
pub(crate) fn game_from(name: &str, text: &str) -> Arc<Game> {
    let mut findings = Diagnostics::new();
    let file = SourceFile::from_text(name, text);
    let rules = RulesFile::read(file, &MemoryLoader::default(), &mut findings);
    let variant = rules.default_variant().expect("the file has a game");
    let rules = rules.rules(variant, &mut findings).expect("the variant can be read");
    let game = compile(&rules, &mut findings).expect("the variant compiles");
    assert!(!findings.has_errors(), "{:?}", findings.as_slice());
    Arc::new(game)
}

/// A bundled game.
pub(crate) fn bundled(name: &str) -> Arc<Game> {
    let game = scoresheet::library::find(name).expect("the game is bundled");
    game_from(game.file, game.rules)
}

/// A small generator of random numbers (splitmix64), so that every run is the same.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}
