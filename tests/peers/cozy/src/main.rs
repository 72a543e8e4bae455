//! `cozy-perft DEPTH`: counts chess positions from the start, the last ply without making its moves.

use cozy_chess::Board;

fn perft(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for played in moves {
                let mut after = board.clone();
                after.play_unchecked(played);
                nodes += perft(&after, depth - 1);
            }
        }
        false
    });
    nodes
}

fn main() {
    let depth = std::env::args().nth(1).and_then(|depth| depth.parse().ok()).unwrap_or(5);
    println!("{depth} {}", perft(&Board::default(), depth));
}
