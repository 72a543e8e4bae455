//! The legal moves that a token may mean, without working out all others.

use smallvec::SmallVec;

use crate::engine::{Move, MoveRef, Mover, Piece, Playthrough};
use crate::game::{CellId, PieceTypeId, PlayerId};

/// Where moves of a kind come from.
pub(super) struct Sources<'t, P> {
    /// Whether the piece of a type on a cell may make one.
    pub(super) piece: P,
    /// On which cell a piece of the type may be dropped.
    pub(super) drop: &'t dyn Fn(PieceTypeId) -> Option<CellId>,
    /// Where the moves of pieces on the board end; anywhere if not given.
    pub(super) ends: Option<&'t [CellId]>,
}

/// The legal moves that are wanted, in their order; all come from the sources.
///
/// The sources are looked at one by one. Where that gives nothing, all legal moves are worked out: the rules may need to
/// know them ([`Playthrough::legal_moves_of`]).
pub(super) fn near<P: Fn(PieceTypeId, CellId) -> bool>(
    playthrough: &mut Playthrough,
    sources: &Sources<'_, P>,
    wanted: &dyn Fn(MoveRef<'_>) -> bool,
) -> SmallVec<[Move; 2]> {
    let mut found = SmallVec::new();
    let end = sources.ends.and_then(|ends| if let [end] = ends { Some(*end) } else { None });
    for mover in movers(playthrough, sources) {
        found.extend(playthrough.legal_moves_to(mover, end, wanted).iter().map(MoveRef::to_owned));
    }
    if found.is_empty() {
        let moves = playthrough.legal_moves().iter();
        found.extend(moves.filter(|&played| wanted(played)).map(MoveRef::to_owned));
    }
    found
}

/// The sources that there are in the position.
pub(super) fn movers<P: Fn(PieceTypeId, CellId) -> bool>(
    playthrough: &Playthrough,
    sources: &Sources<'_, P>,
) -> SmallVec<[Mover; 8]> {
    let (game, position) = (playthrough.game(), playthrough.position());
    let player: PlayerId = position.turn_item(game).acts_as;
    let mut found: SmallVec<[Mover; 8]> = match sources.ends {
        Some(ends) => {
            let reaches = |piece: PieceTypeId, cell: CellId| {
                let reach = game.reach.of(game, player, piece, cell);
                ends.iter().any(|end| reach[end.index() / 64] >> (end.index() % 64) & 1 != 0)
            };
            let wanted = |piece: PieceTypeId, cell: CellId| (sources.piece)(piece, cell) && reaches(piece, cell);
            playthrough.cells_towards(ends, wanted).into_iter().map(Mover::On).collect()
        }
        None => {
            let stands = |cell: &CellId| position.piece(*cell).map(Piece::piece_type);
            let wanted = |cell: &CellId| stands(cell).is_some_and(|piece| (sources.piece)(piece, *cell));
            position.cells_of(player).filter(wanted).map(Mover::On).collect()
        }
    };
    if game.has_stock {
        let in_stock = (0..game.pieces.len()).map(PieceTypeId::from_index);
        for piece in in_stock.filter(|&piece| position.stock(player, piece) > 0) {
            found.extend((sources.drop)(piece).map(|cell| Mover::Drop(piece, cell)));
        }
    }
    found
}
