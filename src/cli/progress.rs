//! Progress on standard error.

use std::io::IsTerminal;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// Runs shorter than this show nothing.
const DELAY: Duration = Duration::from_secs(1);

/// A bar that counts work-groups, shown when standard error is a terminal and the run is long.
pub struct Progress {
    enabled: bool,
    start: Instant,
    bar: OnceLock<ProgressBar>,
}

impl Progress {
    /// A bar that is not shown yet.
    pub fn new(quiet: bool) -> Progress {
        Progress {
            enabled: !quiet && std::io::stderr().is_terminal(),
            start: Instant::now(),
            bar: OnceLock::new(),
        }
    }

    /// `done` of `total` work-groups are done.
    pub fn update(&self, done: u64, total: u64) {
        if !self.enabled || self.start.elapsed() < DELAY {
            return;
        }
        let bar = self.bar.get_or_init(|| {
            let style = ProgressStyle::with_template(
                "{bar:40} {pos}/{len} work-groups, {elapsed} elapsed, {eta} to go",
            );
            let bar = ProgressBar::new(total).with_elapsed(self.start.elapsed());
            match style {
                Ok(style) => bar.with_style(style),
                Err(_) => bar,
            }
        });
        bar.set_position(done);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}
