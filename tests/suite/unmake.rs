//! Moves made and taken back in random games of the bundled games: nothing is left behind.

use std::sync::Arc;

use scoresheet::engine::{Move, MoveRef, Playthrough, Setup};

use crate::support::{Random, bundled};

/// Plies of one random game.
const PLIES: usize = 60;
/// Most moves of one position that are made and taken back, and again in the position behind each.
const TRIED: usize = 12;

/// The legal moves, at most so many, from all parts of the list.
fn some_moves(playthrough: &mut Playthrough, random: &mut Random, most: usize) -> Vec<Move> {
    let list = playthrough.legal_moves();
    let skipped = list.len().div_ceil(most).max(1);
    list.iter().skip(random.below(skipped)).step_by(skipped).map(MoveRef::to_owned).collect()
}

#[test]
fn a_move_taken_back_leaves_nothing() {
    for entry in scoresheet::library::all() {
        let game = bundled(entry.name);
        let mut playthrough = Playthrough::new(Arc::clone(&game));
        playthrough.track_repetitions();
        let mut random = Random(7);
        for ply in 0..PLIES {
            let about = format!("{} ply {ply}", entry.name);
            let before = playthrough.position().clone();
            let moves = some_moves(&mut playthrough, &mut random, TRIED);
            for played in &moves {
                let undo = playthrough.play(played.as_ref());
                let between = playthrough.position().clone();
                for reply in some_moves(&mut playthrough, &mut random, 3) {
                    let undo = playthrough.play(reply.as_ref());
                    playthrough.take_back(&undo);
                    assert!(*playthrough.position() == between, "{about}: {reply:?} after {played:?}");
                }
                playthrough.take_back(&undo);
                assert!(*playthrough.position() == before, "{about}: {played:?}");
            }
            // The same position from its parts has the same key, and the same moves.
            let setup = Setup::of(&game, playthrough.position());
            let mut fresh = Playthrough::from_setup(Arc::clone(&game), setup.clone());
            fresh.track_repetitions();
            assert_eq!(fresh.position().key(), playthrough.position().key(), "{about}");
            assert_eq!(Setup::of(&game, fresh.position()), setup, "{about}");
            if playthrough.outcome().is_some() {
                break;
            }
            assert!(fresh.legal_moves().iter().eq(playthrough.legal_moves().iter()), "{about}");
            let list = playthrough.legal_moves();
            let played = list.get(random.below(list.len())).to_owned();
            playthrough.play_for_good(played.as_ref());
        }
    }
}
