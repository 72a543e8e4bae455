//! Pieces of a rules file that do nothing in any of its variants.

use rustc_hash::FxHashMap;

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::game::{Game, Idle};
use crate::source::Place;

/// What the variants looked at so far make of each piece definition.
#[derive(Debug, Default)]
pub(super) struct IdlePieces {
    /// In the order they were met.
    pieces: Vec<Piece>,
    /// Index of a definition by its file and place.
    known: FxHashMap<(String, u32, String), usize>,
}

#[derive(Debug)]
struct Piece {
    name: String,
    place: Place,
    idle: Option<Idle>,
}

impl IdlePieces {
    /// Takes up a variant.
    pub(super) fn note(&mut self, game: &Game) {
        for ((piece, name), idle) in game.pieces.iter().zip(game.piece_names.iter()).zip(game.idle_pieces()) {
            let place = &piece.place;
            let key = (place.file.name.clone(), place.span.start, name.to_owned());
            if let Some(&index) = self.known.get(&key) {
                let known = &mut self.pieces[index].idle;
                *known = known.zip(idle).map(|(a, b)| both(a, b));
                continue;
            }
            self.known.insert(key, self.pieces.len());
            self.pieces.push(Piece { name: name.to_owned(), place: place.clone(), idle });
        }
    }

    /// Says which pieces do nothing anywhere.
    pub(super) fn report(self, findings: &mut Diagnostics) {
        for Piece { name, place, idle } in self.pieces {
            let finding = match idle {
                None => continue,
                Some(Idle::NeverMoves) => {
                    Diagnostic::new(Code::PieceNeverMoves, format!("no move code of `{name}` makes a move"))
                }
                Some(Idle::NeverPlaced) => {
                    let message = format!("nothing brings a `{name}` onto the board");
                    Diagnostic::new(Code::PieceUnused, message)
                        .help("no setup, promotion, creation or change of type names it")
                }
            };
            findings.push(finding.at(place));
        }
    }
}

/// What holds in both of two variants: where a piece is never placed it does not move either.
fn both(a: Idle, b: Idle) -> Idle {
    if a == b { a } else { Idle::NeverMoves }
}

#[cfg(test)]
mod tests {
    use super::IdlePieces;
    use crate::batch::LoadedRules;
    use crate::diagnostic::{Code, Diagnostics};

    fn idle(text: &str) -> Vec<(Code, String)> {
        let rules = LoadedRules::from_bytes("t.zrf", text.as_bytes());
        let mut idle = IdlePieces::default();
        for index in 0..rules.variants().len() {
            idle.note(rules.compile(index).game.as_ref().expect("a game"));
        }
        let mut findings = Diagnostics::new();
        idle.report(&mut findings);
        let named = |text: &str| text.split('`').nth(1).unwrap_or_default().to_owned();
        findings.into_vec().iter().map(|finding| (finding.code, named(&finding.message))).collect()
    }

    #[test]
    fn pieces_that_do_nothing_in_any_variant_are_named() {
        let text = "(game (title \"a\") (players W B) (turn-order W B)
            (board (grid (dimensions (\"a/b\" (9 0)) (\"1/2\" (0 9))) (directions (n 0 1))))
            (board-setup (W (Man a1) (Wall b1)) (B (Man a2)))
            (piece (name Man) (moves (n (add King))))
            (piece (name King) (moves (n add)))
            (piece (name Wall) (moves ((verify false) add)))
            (piece (name Lost) (moves (n add)))
            (piece (name Guest) (moves (n add))))
          (variant (title \"b\") (board-setup (W (Man a1) (Guest b1))))";
        let expected = [(Code::PieceNeverMoves, "Wall".to_owned()), (Code::PieceUnused, "Lost".to_owned())];
        assert_eq!(idle(text), expected);
    }
}
