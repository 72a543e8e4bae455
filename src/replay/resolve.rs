//! A recorded entry and the one legal move it stands for, found by its effects on the board (`spec/zsg.md` 8).

use smallvec::SmallVec;

use super::named::{AttributeNote, NamedEffect};
use crate::engine::{Effect, Move, MoveHead, MoveKind, MoveRef, Mover, Partial, Piece, Playthrough, Position, Setup};
use crate::game::{CellId, Game, PieceTypeId, PlayerId};

/// What an entry says, ready to be held against legal moves.
#[derive(Clone, Debug)]
pub(super) struct Written {
    /// Whether the entry is marked as partial.
    pub(super) partial: bool,
    pub(super) effects: Effects,
}

/// Effects of one entry; most have one or two.
pub(super) type Effects = SmallVec<[NamedEffect; 2]>;

/// A pair of cells: the start and the end of a piece's move.
pub(super) type Pairs = SmallVec<[(CellId, CellId); 4]>;

/// The legal move an entry stands for, and what was off about the entry.
#[derive(Clone, Debug)]
pub(super) struct Resolved {
    pub(super) chosen: Move,
    /// An attribute note that the move does not have.
    pub(super) strange_note: Option<String>,
}

impl Written {
    /// The moves written, in order.
    pub(super) fn pairs(&self) -> Pairs {
        self.moves().collect()
    }

    fn moves(&self) -> impl Iterator<Item = (CellId, CellId)> + '_ {
        self.effects.iter().filter_map(|effect| match *effect {
            NamedEffect::Move { from, to, .. } => Some((from, to)),
            _ => None,
        })
    }

    /// The first move written: piece, start, sign, end.
    pub(super) fn main_move(&self) -> Option<(PieceTypeId, CellId, bool, CellId)> {
        self.effects.iter().find_map(|effect| match *effect {
            NamedEffect::Move { piece, from, occupied, to } => Some((piece, from, occupied, to)),
            _ => None,
        })
    }

    /// The pair of an entry that begins with a move, moves nothing else and ends the turn.
    fn only_pair(&self) -> Option<(CellId, CellId)> {
        let (&NamedEffect::Move { from, to, .. }, others) = self.effects.split_first()? else { return None };
        let moves_more = || others.iter().any(|effect| matches!(effect, NamedEffect::Move { .. }));
        (!self.partial && !moves_more()).then_some((from, to))
    }

    /// What moves, as far as the entry tells.
    fn mover(&self) -> Option<Mover> {
        match (self.main_move(), self.drop()) {
            (_, Some((_, piece, at))) => Some(Mover::Drop(piece, at)),
            (Some((_, from, ..)), None) => Some(Mover::On(from)),
            (None, None) => None,
        }
    }

    /// The drop written, if the entry begins with a creation.
    pub(super) fn drop(&self) -> Option<(PlayerId, PieceTypeId, CellId)> {
        match self.effects.first() {
            Some(&NamedEffect::Create { player, piece, at }) => Some((player, piece, at)),
            _ => None,
        }
    }

    /// Whether a move has the movement of the entry and goes on as it does.
    fn is_near(&self, candidate: MoveRef<'_>) -> bool {
        (candidate.head.partial != Partial::No) == self.partial && same_movement(self, candidate)
    }

    /// Whether pieces and signs of the moves written fit the board before the entry.
    fn fits_board(&self, before: &Position) -> bool {
        self.effects.iter().all(|effect| match *effect {
            NamedEffect::Move { piece, from, occupied, to } => {
                before.piece(from).is_some_and(|stands| stands.piece_type() == piece)
                    && before.piece(to).is_some() == occupied
            }
            _ => true,
        })
    }

    /// The cells whose pieces the entry takes, as they stand before it.
    fn taken(&self) -> impl Iterator<Item = CellId> + '_ {
        let pairs = self.pairs();
        let stays = move |cell: &CellId| !pairs.iter().any(|(from, _)| from == cell);
        let target = |effect: &NamedEffect| match *effect {
            NamedEffect::Move { to: at, .. } | NamedEffect::Capture { at } => Some(at),
            _ => None,
        };
        self.effects.iter().filter_map(target).filter(stays)
    }

    /// The board that the entry claims: its moves all at once, then the rest as written (`spec/zsg.md` 4).
    pub(super) fn board_after(&self, game: &Game, before: &[Option<Piece>]) -> Vec<Option<Piece>> {
        let mut board = before.to_vec();
        for (cell, piece) in self.changed(game, |cell| before[cell.index()]).cells {
            board[cell.index()] = piece;
        }
        board
    }

    /// The cells whose content the entry tells, with what it leaves there.
    fn changed(&self, game: &Game, before: impl Fn(CellId) -> Option<Piece>) -> Changed {
        let mut board = Changed::default();
        for &(from, _) in &self.pairs() {
            board.put(from, None);
        }
        for &(from, to) in &self.pairs() {
            if let Some(piece) = before(from) {
                board.put(to, Some(piece));
            }
        }
        for effect in &self.effects {
            let mut change = |cells: &[CellId], new: &dyn Fn(Piece) -> Piece| {
                for &cell in cells {
                    let stands = board.at(cell).unwrap_or_else(|| before(cell));
                    board.put(cell, stands.map(new));
                }
            };
            match effect {
                NamedEffect::Move { .. } => {}
                NamedEffect::Create { player, piece, at } => {
                    board.put(*at, Some(Piece::fresh(game, *player, *piece)));
                }
                NamedEffect::Capture { at } => board.put(*at, None),
                NamedEffect::Type { piece, at } => change(at, &|stands| stands.turned_into(game, *piece)),
                NamedEffect::Owner { player, at } => change(at, &|stands| stands.owned_by(*player)),
                NamedEffect::Flip { at } => {
                    change(&[*at], &|stands| stands.owned_by(game.flipped_owner(stands.owner())));
                }
                NamedEffect::Attribute { at, note } => {
                    if let AttributeNote::Known { attribute, value } = *note {
                        change(&[*at], &|stands| stands.with_attribute(attribute, value));
                    }
                }
            }
        }
        board
    }
}

/// What a move leaves on the cells that it changes; each once.
#[derive(Clone, Debug, Default)]
struct Changed {
    cells: SmallVec<[(CellId, Option<Piece>); 6]>,
}

impl Changed {
    fn at(&self, cell: CellId) -> Option<Option<Piece>> {
        self.cells.iter().find(|(known, _)| *known == cell).map(|&(_, piece)| piece)
    }

    fn put(&mut self, cell: CellId, piece: Option<Piece>) {
        match self.cells.iter_mut().find(|(known, _)| *known == cell) {
            Some((_, content)) => *content = piece,
            None => self.cells.push((cell, piece)),
        }
    }

    /// Whether both leave the same pieces of the same owners; attributes are not compared.
    fn same_pieces(&self, other: &Self, before: &Position) -> bool {
        let agrees = |one: &Self, other: &Self| {
            let same = |&(cell, piece)| look(piece) == look(other.at(cell).unwrap_or_else(|| before.piece(cell)));
            one.cells.iter().all(same)
        };
        agrees(self, other) && agrees(other, self)
    }
}

/// What a board shows of a piece.
fn look(piece: Option<Piece>) -> Option<(PlayerId, PieceTypeId)> {
    piece.map(|piece| (piece.owner(), piece.piece_type()))
}

/// Whether two boards hold the same pieces of the same owners; attributes are not compared.
pub(super) fn same_pieces(a: &[Option<Piece>], b: &[Option<Piece>]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| look(a) == look(b))
}

/// The board as it stands.
pub(super) fn board_of(playthrough: &Playthrough) -> Vec<Option<Piece>> {
    playthrough.position().cells().map(|(_, piece)| piece).collect()
}

/// The pairs that a saved game writes for a move: those whose ends differ. A drop writes none.
pub(super) fn shown_pairs(candidate: MoveRef<'_>) -> Pairs {
    shown(candidate).collect()
}

fn shown(candidate: MoveRef<'_>) -> impl Iterator<Item = (CellId, CellId)> + '_ {
    let skip = usize::from(candidate.head.kind == MoveKind::Drop);
    candidate.pairs().skip(skip).filter(|(from, to)| from != to)
}

/// Whether the kind of the candidate (pass, drop, walk) and its pairs are those of the entry. `partial` is not
/// looked at.
pub(super) fn same_movement(written: &Written, candidate: MoveRef<'_>) -> bool {
    let pairs_fit = shown(candidate).eq(written.moves());
    match candidate.head.kind {
        MoveKind::Pass => false,
        MoveKind::Walk => pairs_fit,
        MoveKind::Drop => {
            pairs_fit
                && written
                    .drop()
                    .is_some_and(|(player, _, at)| player == candidate.head.player && at == candidate.head.to)
        }
    }
}

/// The legal move an entry stands for: same movement, same partial mark, same board. Where several are left they are
/// equal for the record; one whose list of effects is that of the entry is preferred.
///
/// The moves of the piece that is said to move are looked at first, and all of them only where that gives no answer.
pub(super) fn resolve(playthrough: &mut Playthrough, written: &Written) -> Option<Resolved> {
    if !written.fits_board(playthrough.position()) {
        return None;
    }
    if let Some(mover) = written.mover() {
        let near = playthrough
            .legal_moves_of(mover, |candidate| written.is_near(candidate))
            .iter()
            .map(MoveRef::to_owned)
            .collect();
        if let Some(best) = best(playthrough, written, near) {
            return Some(best);
        }
    }
    let moves = playthrough.legal_moves().iter();
    let near = moves.filter(|&candidate| written.is_near(candidate)).map(MoveRef::to_owned).collect();
    best(playthrough, written, near)
}

/// Plays the legal move an entry stands for, where it is clear without a look at the board: the only one of this
/// movement, told in full. It is shown to `look` before, if that is given. Gives its fixed part; `None` is no answer, and
/// nothing was played.
pub(super) fn play_told(
    playthrough: &mut Playthrough,
    written: &Written,
    look: Option<&mut Look<'_>>,
) -> Option<MoveHead> {
    if !written.fits_board(playthrough.position()) {
        return None;
    }
    if let Some((from, to)) = written.only_pair()
        && let Some(sought) = playthrough.seek_common(from, to)
        && tells_all_of(written, sought.as_ref())
    {
        if let Some(look) = look {
            look(playthrough, &sought);
        }
        return playthrough.play_if_safe(sought.as_ref()).then_some(sought.head);
    }
    let mover = written.mover()?;
    let to = written.main_move().map_or(mover.cell(), |(.., to)| to);
    let sought = playthrough.seek(mover, to, |candidate| written.is_near(candidate))?;
    let head = *sought.head;
    if !tells_all_of(written, sought) {
        return None;
    }
    let sought = look.is_some().then(|| sought.to_owned());
    play_sought(playthrough, sought, look).then_some(head)
}

/// Looks at a position and the move that is to be played in it.
pub(super) type Look<'l> = dyn FnMut(&mut Playthrough, &Move) + 'l;

/// Plays the move that was sought last, if it is surely legal. Somebody who looks on needs it as a value of its own, since
/// he may look others up.
pub(super) fn play_sought(playthrough: &mut Playthrough, sought: Option<Move>, look: Option<&mut Look<'_>>) -> bool {
    match (sought, look) {
        (Some(sought), Some(look)) => {
            look(playthrough, &sought);
            playthrough.play_if_safe(sought.as_ref())
        }
        _ => playthrough.play_sought(),
    }
}

/// Whether the entry, whose movement is that of the candidate, tells all that the candidate does, one by one, and
/// nothing else: then both leave the same board.
fn tells_all_of(written: &Written, candidate: MoveRef<'_>) -> bool {
    if candidate.head.copy {
        return false;
    }
    if candidate.effects.is_empty() && matches!(written.effects.as_slice(), [NamedEffect::Move { .. }]) {
        return candidate.head.promotion.is_none();
    }
    let (mut changes, mut captures) = (candidate.changes().iter(), candidate.captures());
    let mut promotion = candidate.head.promotion;
    let sets_attributes = candidate.changes().iter().any(|change| matches!(change, Effect::Attribute { .. }));
    let mut drop = Some(candidate.head).filter(|head| head.kind == MoveKind::Drop);
    let is_told = |effect: &NamedEffect| match effect {
        NamedEffect::Move { .. } => true,
        NamedEffect::Create { player, piece, at } => {
            drop.take().is_some_and(|head| (head.player, head.piece, head.to) == (*player, *piece, *at))
        }
        NamedEffect::Capture { at } => captures.next() == Some(*at),
        NamedEffect::Attribute { at, note: AttributeNote::Known { attribute, value } } => {
            changes.next() == Some(&Effect::Attribute { at: *at, attribute: *attribute, value: *value })
        }
        // A change of type may take attributes away, or find its piece taken: without these it is clear.
        NamedEffect::Type { piece, at } => {
            let [cell] = at[..] else { return false };
            let is_change = changes.as_slice().first() == Some(&Effect::Type { at: cell, piece: *piece });
            let is_promotion = cell == candidate.last_to() && promotion == Some(*piece);
            if is_change {
                changes.next();
            } else if is_promotion {
                promotion = None;
            }
            (is_change || is_promotion) && !sets_attributes && !candidate.captures().any(|taken| taken == cell)
        }
        NamedEffect::Attribute { .. } | NamedEffect::Owner { .. } | NamedEffect::Flip { .. } => false,
    };
    written.effects.iter().all(is_told) && changes.next().is_none() && captures.next().is_none() && promotion.is_none()
}

/// The best of the moves that leave the board as written.
fn best(playthrough: &mut Playthrough, written: &Written, mut near: SmallVec<[Move; 2]>) -> Option<Resolved> {
    // A single move that does what is written and nothing else needs no look at the board.
    match near.as_slice() {
        [] => return None,
        [only] if tells_all_of(written, only.as_ref()) => {
            return near.pop().map(|chosen| Resolved { chosen, strange_note: None });
        }
        _ => {}
    }
    let claimed = written.changed(playthrough.game(), |cell| playthrough.position().piece(cell));
    let mut best: Option<(u32, Resolved)> = None;
    for candidate in near {
        let mut after = Changed::default();
        playthrough.changes_of(candidate.as_ref(), |cell, piece| after.put(cell, piece));
        if !after.same_pieces(&claimed, playthrough.position()) {
            continue;
        }
        let strange_note = strange_note(written, &after, playthrough.position());
        let rank = u32::from(strange_note.is_none()) * 2 + u32::from(same_lists(written, candidate.as_ref()));
        if best.as_ref().is_none_or(|(known, _)| rank > *known) {
            best = Some((rank, Resolved { chosen: candidate, strange_note }));
        }
    }
    best.map(|(_, resolved)| resolved)
}

/// What is wrong with the entry's attribute notes, held against the board after the move.
fn strange_note(written: &Written, after: &Changed, before: &Position) -> Option<String> {
    written.effects.iter().find_map(|effect| match effect {
        NamedEffect::Attribute { note: AttributeNote::Strange(why), .. } => Some(why.clone()),
        NamedEffect::Attribute { at, note: AttributeNote::Known { attribute, value } } => {
            let stands = after.at(*at).unwrap_or_else(|| before.piece(*at));
            let differs = stands.is_some_and(|piece| piece.has(*attribute) != *value);
            differs.then(|| "the move leaves this attribute with the other value".to_owned())
        }
        _ => None,
    })
}

/// Whether captures and changes are written in the order the move has them.
fn same_lists(written: &Written, candidate: MoveRef<'_>) -> bool {
    let captures = written.effects.iter().filter_map(|effect| match *effect {
        NamedEffect::Capture { at } => Some(at),
        _ => None,
    });
    let attributes = written.effects.iter().filter_map(|effect| match *effect {
        NamedEffect::Attribute { at, note: AttributeNote::Known { attribute, value } } => Some((at, attribute, value)),
        _ => None,
    });
    let own_attributes = candidate.changes().iter().filter_map(|change| match *change {
        Effect::Attribute { at, attribute, value } => Some((at, attribute, value)),
        _ => None,
    });
    let promotes = written.effects.iter().any(|effect| matches!(effect, NamedEffect::Type { .. }));
    let changes_type = candidate.head.promotion.is_some()
        || candidate.changes().iter().any(|change| matches!(change, Effect::Type { .. }));
    captures.eq(candidate.captures()) && attributes.eq(own_attributes) && promotes == changes_type
}

/// The position after an entry that is no legal move, taken as written: the board it claims, the next turn to come.
pub(super) fn setup_as_written(playthrough: &Playthrough, written: Option<&Written>) -> Setup {
    let game = playthrough.game();
    let mut setup = Setup::of(game, playthrough.position());
    let mover = playthrough.position().turn_item(game).acts_as;
    if setup.chain.is_none() {
        // What fades with a move of its owner does so with this one.
        for piece in setup.cells.iter_mut().flatten().filter(|piece| piece.owner() == mover) {
            *piece = piece.without_attributes(game.options.fading);
        }
    }
    if let Some(written) = written {
        if game.options.captures_to_hand {
            for victim in written.taken().filter_map(|cell| setup.cells[cell.index()]) {
                let piece = game.hand_type(victim.piece_type(), victim.attributes());
                let stock = &mut setup.stock[mover.index()][piece.index()];
                *stock = stock.saturating_add(1);
            }
        }
        setup.cells = written.board_after(game, &setup.cells);
        if let Some((_, from, _, to)) = written.main_move() {
            (setup.last_from, setup.last_to) = (Some(from), Some(to));
        }
        if let (Some((player, piece, _)), None) = (written.drop(), written.main_move()) {
            let stock = &mut setup.stock[player.index()][piece.index()];
            *stock = stock.saturating_sub(1);
        }
    }
    setup.chain = None;
    setup.turn = game.turns.next(setup.turn);
    setup.turn_number += 1;
    setup
}
