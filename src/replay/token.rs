//! Entries in short notation (SAN and its wider form), resolved against the legal moves.

use smallvec::smallvec;

use super::named::NamedEffect;
use super::resolve::{Effects, Written};
use super::shown::MoveTexts;
use super::{Next, Observer, Replay, ply_of, reason};
use crate::diagnostic::{Code, Diagnostic, Verdict};
use crate::engine::{MoveRef, Playthrough};
use crate::notation::san::{Missing, Resolution};
use crate::record::{Entry, Word};
use crate::source::Span;

impl Replay<'_> {
    /// A token: one move, or a whole chain.
    pub(super) fn token(
        &mut self,
        index: usize,
        entry: &Entry,
        word: &Word,
        resolution: Resolution,
        observer: &mut dyn Observer,
    ) -> Next {
        let (record, ply) = (self.record, ply_of(index));
        let about = |code, message: String| {
            Diagnostic::new(code, message).at(record.place(entry.text)).ply(ply).text(record.entry_text(entry))
        };
        match resolution {
            Resolution::Found { parts, remarks } => {
                for remark in remarks {
                    self.findings.push(
                        about(Code::MarkContradicts, remark.message().to_owned())
                            .help("the move itself is clear; nothing was changed"),
                    );
                }
                let promoted = parts.last().and_then(|part| part.head.promotion);
                if let Some((fix, right)) = promoted.and_then(|piece| {
                    let right = self.spelling.symbols.symbol(piece).to_owned();
                    Some((promotion_in_other_case(word, &right)?, right))
                }) {
                    let message = format!("the promotion is written in another letter case; `{right}` is meant");
                    let finding = about(Code::MarkContradicts, message).help("--fix writes it so");
                    self.findings.push(finding.fix(fix, right));
                }
                for part in &parts {
                    self.play_part(index, part, observer);
                }
                self.after_play(index)
            }
            Resolution::Several(moves) => {
                let message = format!("`{}` fits {} legal moves: {}", word.text, moves.len(), moves.join(", "));
                let finding = about(Code::AmbiguousMove, message).help("write more of the origin").legal(moves);
                self.fault(index, finding, Verdict::Ambiguous, None)
            }
            Resolution::Unreadable(why) => {
                let finding = about(Code::CannotReadEntry, why).help("write the move in the game's short notation");
                self.fault(index, finding, Verdict::Unreadable, None)
            }
            Resolution::Missing(missing) => {
                let written = written(&self.playthrough, &missing);
                let finding = self.why_missing(entry, word, &missing, written.as_ref()).ply(ply);
                self.illegal(index, finding, written.as_ref())
            }
        }
    }

    fn why_missing(&mut self, entry: &Entry, word: &Word, missing: &Missing, written: Option<&Written>) -> Diagnostic {
        let record = self.record;
        if missing.written.is_pass {
            let texts = self.move_texts();
            return reason::pass_not_allowed(record, entry, &mut self.playthrough, texts);
        }
        let closest = missing.closest.clone();
        if let Some(written) = written.filter(|_| missing.part == 0) {
            let list = self.playthrough.legal_moves().clone();
            let texts: MoveTexts<'_> = self.move_texts();
            let finding = reason::illegal(record, entry, &mut self.playthrough, &list, written, texts);
            return if closest.is_empty() { finding } else { finding.legal(closest) };
        }
        if let Some(wanted) = missing.written.castling {
            let spelling = std::sync::Arc::clone(&self.spelling);
            let is_wanted = |playthrough: &Playthrough, way: MoveRef<'_>| {
                spelling.castling(playthrough.game(), playthrough.position(), way) == Some(wanted)
            };
            if let Some(finding) = reason::castling_token(record, entry, &mut self.playthrough, is_wanted) {
                return finding.legal(closest);
            }
        }
        let game = self.playthrough.game();
        let side = game.players.name(self.playthrough.position().turn_item(game).player.index());
        let (code, message) = if missing.promotion {
            (
                Code::PromotionWrong,
                format!("the promotion of `{}` is missing, not allowed, or not to be had", word.text),
            )
        } else if missing.written.castling.is_some() {
            (Code::CastlingNotPossible, format!("{side} cannot castle so: a condition of castling fails"))
        } else if missing.part > 0 {
            (Code::NoSuchMove, format!("part {} of `{}` is no legal move", missing.part + 1, word.text))
        } else {
            (Code::NoSuchMove, format!("{side} has no legal move `{}`", word.text))
        };
        let help = if closest.is_empty() {
            "compare with the legal moves of the position"
        } else {
            "near it are the moves listed"
        };
        Diagnostic::new(code, message)
            .at(record.place(entry.text))
            .text(record.entry_text(entry))
            .help(help)
            .legal(closest)
    }
}

/// Where a token names the promotion in another letter case than its symbol has.
fn promotion_in_other_case(word: &Word, symbol: &str) -> Option<Span> {
    let (before, behind) = word.text.rsplit_once(['=', '('])?;
    let written = behind.get(..symbol.len())?;
    let start = word.span.start.checked_add(u32::try_from(before.len() + 1).ok()?)?;
    let end = start.checked_add(u32::try_from(symbol.len()).ok()?)?;
    (written != symbol && written.eq_ignore_ascii_case(symbol)).then(|| Span::new(start, end))
}

/// The effects that a token claims, where it tells its piece, origin and destination.
fn written(playthrough: &Playthrough, missing: &Missing) -> Option<Written> {
    let claimed = &missing.written;
    let to = claimed.to?;
    let position = playthrough.position();
    let mut effects = Effects::new();
    if claimed.is_drop {
        let player = position.turn_item(playthrough.game()).acts_as;
        effects.push(NamedEffect::Create { player, piece: claimed.piece?, at: to });
    } else {
        let occupied = position.piece(to).is_some();
        effects.push(NamedEffect::Move { piece: claimed.piece?, from: claimed.from?, occupied, to });
    }
    effects.extend(claimed.promotion.map(|piece| NamedEffect::Type { piece, at: smallvec![to] }));
    Some(Written { partial: false, effects })
}
