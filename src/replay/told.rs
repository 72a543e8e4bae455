//! What the entries of saved games tell, remembered by their text.
//!
//! The same moves are made again and again in the games of an archive: an entry that was read once for a game's rules
//! need not be read and looked up again. What is remembered stays with the rules, whoever checks games of theirs. It is
//! kept in so little room that looking it up is not slower than reading: a place is a line of a processor's cache.

use std::hash::Hasher;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use rustc_hash::FxHasher;

use super::resolve::Written;
use crate::game::{AttributeId, CellId, PieceTypeId};

/// So many entries repay the room for remembering any.
const WORTH: usize = 500;
/// Places for entries; those that come first keep them.
const PLACES: usize = 1 << 13;
/// Longer entries are not remembered, in bytes.
const MAX_TEXT: usize = 31;

/// What an entry tells, over the ids of the rules.
#[derive(Debug)]
pub(super) enum Told {
    Pass,
    /// A piece moves, and nothing else than perhaps one attribute is told.
    Move(ToldMove),
    Effects(Box<ToldEffects>),
}

/// A move and the attribute that it sets.
#[derive(Clone, Copy, Debug)]
pub(super) struct ToldMove {
    pub(super) piece: PieceTypeId,
    pub(super) from: CellId,
    pub(super) to: CellId,
    pub(super) occupied: bool,
    pub(super) attribute: Option<(CellId, AttributeId, bool)>,
}

#[derive(Debug)]
pub(super) struct ToldEffects {
    /// The number after `partial`.
    pub(super) partial: Option<u32>,
    pub(super) written: Written,
}

/// Entries by their text.
#[derive(Debug, Default)]
pub(super) struct Remembered {
    asked: AtomicUsize,
    places: OnceLock<Box<[Place]>>,
}

#[derive(Debug, Default)]
#[repr(align(64))]
struct Place(OnceLock<Known>);

#[derive(Debug)]
struct Known {
    length: u8,
    /// The text, and zeros behind it.
    text: [u8; MAX_TEXT],
    told: Told,
}

impl Remembered {
    /// Hands what the entry of this text tells to `play`; `read` reads it, if it is not known. `None` where either has no
    /// answer.
    pub(super) fn with<T>(
        &self,
        text: &str,
        read: impl FnOnce() -> Option<Told>,
        play: impl FnOnce(&Told) -> Option<T>,
    ) -> Option<T> {
        let places = self.places(text).unwrap_or_default();
        for known in places.iter().filter_map(|place| place.0.get()) {
            if known.text[..usize::from(known.length)] == *text.as_bytes() {
                return play(&known.told);
            }
        }
        let told = read()?;
        let answer = play(&told)?;
        if let Some(place) = places.iter().find(|place| place.0.get().is_none()) {
            let mut known = Known { length: text.len() as u8, text: [0; MAX_TEXT], told };
            known.text[..text.len()].copy_from_slice(text.as_bytes());
            // Where somebody else was faster, this one is read again another time.
            let _ = place.0.set(known);
        }
        Some(answer)
    }

    /// The two places where an entry may stand.
    #[inline]
    fn places(&self, text: &str) -> Option<&[Place]> {
        let places = match self.places.get() {
            Some(places) => places,
            None => self.warm()?,
        };
        if text.len() > MAX_TEXT {
            return None;
        }
        let mut hasher = FxHasher::default();
        hasher.write(text.as_bytes());
        let first = (hasher.finish() as usize % PLACES) & !1;
        Some(&places[first..first + 2])
    }

    #[cold]
    fn warm(&self) -> Option<&[Place]> {
        if self.asked.fetch_add(1, Ordering::Relaxed) < WORTH {
            return None;
        }
        Some(self.places.get_or_init(|| (0..PLACES).map(|_| Place::default()).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_TEXT, Place, Remembered, Told, WORTH};

    #[test]
    fn an_entry_fits_a_line_of_the_cache() {
        assert_eq!(size_of::<Place>(), 64);
    }

    /// How often the entry is read when it is asked for so many times.
    fn reads(remembered: &Remembered, text: &str, times: usize) -> usize {
        let count = std::cell::Cell::new(0);
        for _ in 0..times {
            let read = || {
                count.set(count.get() + 1);
                Some(Told::Pass)
            };
            let played = remembered.with(text, read, |told| matches!(told, Told::Pass).then_some(()));
            assert_eq!(played, Some(()));
        }
        count.get()
    }

    #[test]
    fn what_was_read_once_it_is_worth_it_is_remembered_up_to_the_bound() {
        let remembered = Remembered::default();
        assert_eq!(reads(&remembered, "a", WORTH), WORTH);
        assert_eq!(reads(&remembered, "a", 3), 1);
        assert_eq!(reads(&remembered, &"b".repeat(MAX_TEXT), 3), 1);
        assert_eq!(reads(&remembered, &"b".repeat(MAX_TEXT + 1), 3), 3);
        assert_eq!(reads(&remembered, "", 3), 1, "it is not taken for an empty place");
    }

    #[test]
    fn what_could_not_be_played_is_not_remembered() {
        let remembered = Remembered::default();
        reads(&remembered, "a", WORTH);
        assert_eq!(remembered.with("b", || Some(Told::Pass), |_| None::<()>), None);
        assert_eq!(reads(&remembered, "b", 2), 1);
    }
}
