//! Room for what is worked out of a game once and shared between all that play it.

use std::any::Any;
use std::sync::{Arc, OnceLock};

/// A value of any type, made at first use. A game has one for each user of games that wants something kept.
#[derive(Debug, Default)]
pub struct Derived(OnceLock<Arc<dyn Any + Send + Sync>>);

impl Derived {
    /// The value. If another type is kept here, it is made anew.
    pub fn get_or_init<T: Any + Send + Sync>(&self, make: impl Fn() -> T) -> Arc<T> {
        let kept = self.0.get_or_init(|| Arc::new(make()));
        Arc::clone(kept).downcast().unwrap_or_else(|_| Arc::new(make()))
    }
}
