//! How far long work has come: a bar on the terminal, where nothing else is written there.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::settings::Settings;

/// Work that is done sooner shows no bar.
const PATIENCE: Duration = Duration::from_millis(500);
/// Drawings a second.
const RATE: u8 = 10;

/// The bar of a run.
pub(crate) struct Progress {
    /// `None` where there is to be no bar.
    bar: Option<ProgressBar>,
    since: Instant,
    inputs: u64,
    total: u64,
    records: u64,
}

impl Progress {
    /// The bar for work on so many inputs.
    pub(crate) fn new(settings: &Settings, inputs: usize) -> Self {
        let total = inputs as u64;
        let bar = settings.progress.then(|| {
            // Of one input nobody knows how many records it has.
            let (length, template) = if total > 1 {
                (Some(total), "{bar:24} {human_pos}/{human_len} inputs, {msg} records, {per_sec}, {eta} left")
            } else {
                (None, "{spinner} {human_pos} records, {per_sec}")
            };
            let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::hidden());
            let style = ProgressStyle::with_template(template);
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        Self { bar, since: Instant::now(), inputs: 0, total, records: 0 }
    }

    /// Tells of work that was done.
    pub(crate) fn advance(&mut self, inputs: u64, records: u64) {
        self.inputs += inputs;
        self.records += records;
        let Some(bar) = &self.bar else { return };
        if bar.is_hidden() && self.since.elapsed() >= PATIENCE {
            bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(RATE));
        }
        if self.total > 1 {
            bar.set_message(self.records.to_string());
            bar.set_position(self.inputs);
        } else {
            bar.set_position(self.records);
        }
    }
}

impl Progress {
    /// Does work that writes to standard error, with the bar out of its way.
    pub(crate) fn beside<T>(&self, work: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(work),
            None => work(),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        // Nothing of it stays: the summary says what was done.
        self.bar.iter().for_each(ProgressBar::finish_and_clear);
    }
}

#[cfg(test)]
mod tests {
    use super::Progress;
    use crate::cli::settings::Settings;

    #[test]
    fn nothing_is_drawn_unasked() {
        let mut progress = Progress::new(&Settings::for_tests(), 5);
        progress.advance(1, 10);
        assert!(progress.bar.is_none());
        assert_eq!((progress.inputs, progress.records), (1, 10));
    }
}
