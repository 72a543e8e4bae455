//! Any bytes as a Game Courier text: read, printed, replayed with and without rules.

#![no_main]
use std::sync::{Arc, OnceLock};

use libfuzzer_sys::fuzz_target;
use scoresheet::diagnostic::Diagnostics;
use scoresheet::game::{Game, compile::compile};
use scoresheet::library;
use scoresheet::profile::{BoundProfile, Profile};
use scoresheet::record::from_courier;
use scoresheet::replay::plain::plain_replay;
use scoresheet::replay::{ReplayOptions, replay};
use scoresheet::source::SourceFile;
use scoresheet::syntax::courier::{self, Item};
use scoresheet::zrf::{MemoryLoader, RulesFile};

/// Chess with its profile.
fn chess() -> &'static (Arc<Game>, BoundProfile) {
    static CHESS: OnceLock<(Arc<Game>, BoundProfile)> = OnceLock::new();
    CHESS.get_or_init(|| {
        let bundled = library::find("chess").expect("chess is bundled");
        let mut findings = Diagnostics::new();
        let file = SourceFile::from_text(bundled.file, bundled.rules);
        let rules = RulesFile::read(file, &MemoryLoader::default(), &mut findings);
        let variant = rules.default_variant().expect("a game");
        let rules = rules.rules(variant, &mut findings).expect("rules");
        let game = Arc::new(compile(&rules, &mut findings).expect("they compile"));
        let text = SourceFile::from_text("profile.yaml", bundled.profile);
        let profile = Profile::load(&text, &mut findings).expect("a profile");
        let binding = profile.bind(&game, &mut findings);
        (game, BoundProfile { profile: Arc::new(profile), binding: Arc::new(binding) })
    })
}

fuzz_target!(|data: &[u8]| {
    let file = SourceFile::from_bytes("game.gc", data);
    let _ = courier::detect(&file.text);
    if let Ok(log) = courier::read(&file.text) {
        // Both sides behind one number have no lines of their own. A name of digits and a dot, as in `64.-`, is read as a number where a blank stands before it.
        let is_number =
            |text: &str| text.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with(['.', '\u{2026}']);
        let sound = |item: &Item| match item {
            Item::HalfMove(half) => {
                let words = half.parts.to_string();
                half.fault.is_none() && half.number.is_some() && !words.split_whitespace().any(is_number)
            }
            _ => true,
        };
        // Marks of web pages inside labels have no other spelling.
        if log.items.iter().all(sound) && !file.text.contains(['&', '<']) {
            let printed = courier::print_list(&log.items);
            let again = courier::read(&printed).map(|log| courier::print_list(&log.items));
            assert_eq!(again.ok(), Some(printed));
        }
    }
    let _ = courier::read_move_text(&file.text);
    let Some(record) = from_courier::read(&file, &from_courier::Reading::default(), &mut Diagnostics::new()) else {
        return;
    };
    let (game, bound) = chess();
    let _ = plain_replay(&record, None, None);
    let _ = plain_replay(&record, Some(&bound.profile), None);
    let options = ReplayOptions { profile: Some(bound.clone()), keep_going: true, ..ReplayOptions::default() };
    let replayed = replay(&record, game, &options);
    assert!(replayed.plies_legal <= replayed.plies);
});
