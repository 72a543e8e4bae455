//! Counts the legal moves before each entry of saved games, and after the last: one line a file.
//!
//! ```text
//! cargo run --release --example legal_counts -- xiangqi games/*.zsg
//! ```

use std::sync::Arc;

use scoresheet::batch::{LoadedRules, bundled_game, default_variant};
use scoresheet::diagnostic::Diagnostics;
use scoresheet::engine::{Move, Playthrough};
use scoresheet::record::from_zsg;
use scoresheet::replay::{Observer, ReplayOptions, replay_observed};
use scoresheet::source::SourceFile;

/// Notes the number of legal moves before and after each entry.
#[derive(Default)]
struct Counts {
    before: Vec<usize>,
    after: Option<usize>,
}

impl Observer for Counts {
    fn before(&mut self, playthrough: &mut Playthrough, _index: usize, _chosen: &Move) {
        self.before.push(playthrough.legal_moves().iter().count());
    }

    fn after(&mut self, playthrough: &mut Playthrough, _index: usize) {
        self.after = Some(playthrough.legal_moves().iter().count());
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().ok_or("give the name of a bundled game and saved games")?;
    let rules = LoadedRules::bundled(bundled_game(&name).map_err(|finding| finding.message)?);
    let variant = default_variant(&rules).map_err(|finding| finding.message)?;
    let game = rules.variant(variant).game.as_ref().map(Arc::clone).ok_or("the rules cannot be used")?;
    for path in arguments {
        let file = SourceFile::from_bytes(path.as_str(), &std::fs::read(&path)?);
        let record = from_zsg::read(&file, &mut Diagnostics::new()).ok_or("this is no saved game")?;
        let mut counts = Counts::default();
        let _ = replay_observed(&record, &game, &ReplayOptions::default(), &mut counts);
        let all: Vec<String> = counts.before.iter().chain(&counts.after).map(ToString::to_string).collect();
        #[expect(clippy::print_stdout, reason = "it is what the example is for")]
        {
            println!("{path}\t{}", all.join(" "));
        }
    }
    Ok(())
}
