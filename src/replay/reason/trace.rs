//! The run of every block that could give a move, line by line, for those who want to know all.

use std::sync::Arc;

use super::condition::as_written;
use crate::engine::{BlockRun, Ended, Mover, Playthrough};
use crate::game::{Game, Pc};
use crate::replay::resolve::Written;
use crate::replay::shown::MoveTexts;
use crate::source::Place;

/// Most blocks told of; a piece of a large board may have thousands.
const MAX_BLOCKS: usize = 200;
/// Most moves of one block that are shown.
const MAX_MOVES: usize = 4;

/// One line for each block of the piece that the entry moves or drops: where its run ended, by which condition, on which
/// line of the rules.
pub(in crate::replay) fn traced(playthrough: &mut Playthrough, written: &Written, texts: MoveTexts<'_>) -> Vec<String> {
    let game = Arc::clone(playthrough.game());
    let acts_as = playthrough.position().turn_item(&game).acts_as;
    let (mover, piece) = match (written.main_move(), written.drop()) {
        (Some((_, from, ..)), _) => match playthrough.position().piece(from).filter(|piece| piece.owner() == acts_as) {
            Some(piece) => (Mover::On(from), piece.piece_type()),
            None => {
                return vec!["trace: no block runs, as no piece of the side to move stands on the origin".to_owned()];
            }
        },
        (None, Some((_, piece, at))) => (Mover::Drop(piece, at), piece),
        (None, None) => return Vec::new(),
    };
    let runs = playthrough.trace(mover, &[]).runs;
    let name = game.piece_names.name(piece.index());
    let mut lines = Vec::with_capacity(runs.len().min(MAX_BLOCKS) + 1);
    for (number, run) in runs.iter().take(MAX_BLOCKS).enumerate() {
        let what = what(&game, playthrough, run, texts);
        let origin = origin(&game, run);
        lines.push(format!("trace: {name}, block {} of {} ({origin}): {what}", number + 1, runs.len()));
    }
    if runs.len() > MAX_BLOCKS {
        lines.push(format!("trace: {} more blocks", runs.len() - MAX_BLOCKS));
    }
    lines
}

/// Where a block stands: `chess.zrf line 40, macro `slide` called on line 60`.
fn origin(game: &Game, run: &BlockRun) -> String {
    let block = &game.program.blocks[run.block];
    let mut text = place_text(&block.place);
    for call in block.calls.iter() {
        text.push_str(&format!(", macro `{}` called on line {}", call.name, call.place.start().line));
    }
    if let Some(move_type) = block.move_type {
        text.push_str(&format!(", type `{}`", game.move_types.name(move_type.index())));
    }
    text
}

/// What a run gave and where it ended.
fn what(game: &Game, playthrough: &mut Playthrough, run: &BlockRun, texts: MoveTexts<'_>) -> String {
    let mut shown: Vec<String> =
        run.moves.iter().take(MAX_MOVES).map(|played| texts.text(playthrough, played.as_ref())).collect();
    if run.moves.len() > MAX_MOVES {
        shown.push(format!("{} more", run.moves.len() - MAX_MOVES));
    }
    let gives = if shown.is_empty() { "gives nothing".to_owned() } else { format!("gives {}", shown.join(", ")) };
    let end = match run.ended {
        Ended::Done => return gives,
        Ended::OffBoard { from, direction, at } => {
            let way = direction.map_or_else(
                || "there is no way on".to_owned(),
                |direction| format!("no link leads `{}`", game.board.directions.name(direction.index())),
            );
            format!("{way} from {}{}", texts.cell(game, from), line(game, at))
        }
        Ended::Unmet(unmet) => {
            let Some((asked, wanted)) = as_written(game, unmet) else { return gives };
            let answer = if wanted { "fails" } else { "holds, and must not," };
            let on = unmet.cell.map_or_else(String::new, |cell| format!(" on {}", texts.cell(game, cell)));
            format!("`{asked}` {answer}{on}{}", line(game, unmet.at))
        }
        Ended::Cut(at) => format!("a loop was cut{}", line(game, at)),
    };
    format!("{gives}; then {end}")
}

fn line(game: &Game, at: Pc) -> String {
    game.program.place(at).map_or_else(String::new, |place| format!(" ({})", place_text(place)))
}

fn place_text(place: &Place) -> String {
    format!("{} line {}", place.file.name, place.start().line)
}
