//! The generator's moves are exactly those that the legality check of a replay accepts.

use std::collections::BTreeSet;
use std::sync::Arc;

use scoresheet::diagnostic::{Diagnostics, Verdict};
use scoresheet::engine::{MoveRef, Playthrough, Setup};
use scoresheet::notation::zillions;
use scoresheet::record::from_zsg;
use scoresheet::replay::{ReplayOptions, replay};
use scoresheet::source::SourceFile;

use crate::support::{Random, bundled};

fn text(playthrough: &Playthrough, played: MoveRef<'_>) -> String {
    let position = playthrough.position();
    let before = |cell| position.piece(cell).map(|piece| (piece.owner(), piece.piece_type()));
    zillions::text(playthrough.game(), before, played)
}

#[test]
fn a_replay_accepts_the_legal_moves_and_no_other_that_the_move_code_gives() {
    let (mut accepted, mut refused) = (0, 0);
    for name in ["chess", "xiangqi", "shogi", "grand", "english-checkers", "courier-eurasian", "hourglass-mitregi"] {
        let game = bundled(name);
        let mut random = Random(7);
        let mut playthrough = Playthrough::new(Arc::clone(&game));
        for ply in 0..60 {
            let legal: BTreeSet<String> = {
                let list = playthrough.legal_moves().clone();
                list.iter().map(|played| text(&playthrough, played)).collect()
            };
            if legal.is_empty() {
                playthrough = Playthrough::new(Arc::clone(&game));
                continue;
            }
            // Every tenth position is tried with all that the move code gives, whatever the turn forbids.
            if ply % 10 == 9 {
                let setup = Setup::of(&game, playthrough.position());
                let generated = playthrough.generated_moves(true);
                let every: BTreeSet<String> = generated.iter().map(|played| text(&playthrough, played)).collect();
                for line in legal.union(&every) {
                    let saved = format!(
                        "Zillions Save Game File Version 0.02 HH\nRulesFile=a.zrf\nVariantName={}\n1. {line}\n",
                        game.title
                    );
                    let file = SourceFile::from_text("a.zsg", saved);
                    let record = from_zsg::read(&file, &mut Diagnostics::new()).expect("a saved game");
                    let options = ReplayOptions { start: Some(setup.clone()), ..ReplayOptions::default() };
                    let is_legal = replay(&record, &game, &options).verdict == Verdict::Legal;
                    assert_eq!(is_legal, legal.contains(line), "{name}, ply {ply}: {line}");
                    if is_legal { accepted += 1 } else { refused += 1 }
                }
            }
            let list = playthrough.legal_moves();
            let chosen = list.get(random.below(list.len())).to_owned();
            playthrough.play_for_good(chosen.as_ref());
        }
    }
    assert!(accepted > 1_000 && refused > 20, "{accepted} accepted, {refused} refused");
}
