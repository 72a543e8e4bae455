//! What the entries of saved games tell, remembered by their text.
//!
//! The same moves are made again and again in the games of an archive: an entry that was read once for a game's rules
//! need not be read and looked up again. What is remembered stays with the rules, whoever checks games of theirs.

use std::hash::Hasher;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use rustc_hash::FxHasher;

use super::resolve::Written;

/// So many entries repay the room for remembering any.
const WORTH: usize = 500;
/// Places for entries; those that come first keep them.
const PLACES: usize = 1 << 13;
/// Longer entries are not remembered, in bytes.
const MAX_TEXT: usize = 80;

/// What an entry tells, over the ids of the rules.
#[derive(Debug)]
pub(super) enum Told {
    Pass,
    Effects {
        /// The number after `partial`.
        partial: Option<u32>,
        written: Written,
    },
}

/// Entries by their text.
#[derive(Debug, Default)]
pub(super) struct Remembered {
    asked: AtomicUsize,
    places: OnceLock<Box<[Place]>>,
}

type Place = OnceLock<Box<(Box<str>, Told)>>;

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
        for (known, told) in places.iter().filter_map(|place| place.get().map(Box::as_ref)) {
            if **known == *text {
                return play(told);
            }
        }
        let told = read()?;
        let answer = play(&told)?;
        if let Some(place) = places.iter().find(|place| place.get().is_none()) {
            // Where somebody else was faster, this one is read again another time.
            let _ = place.set(Box::new((text.into(), told)));
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
        let first = hasher.finish() as usize % PLACES & !1;
        Some(&places[first..first + 2])
    }

    #[cold]
    fn warm(&self) -> Option<&[Place]> {
        if self.asked.fetch_add(1, Ordering::Relaxed) < WORTH {
            return None;
        }
        Some(self.places.get_or_init(|| (0..PLACES).map(|_| OnceLock::new()).collect()))
    }
}
