//! Progress on standard error.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

/// Runs shorter than this show nothing.
const DELAY: Duration = Duration::from_secs(1);
/// Time between two updates of the bar.
const TICK: Duration = Duration::from_millis(200);

/// A bar that counts work-groups, shown when standard error is a terminal and the run is long. A
/// thread draws it, so that it also appears, and its clock runs, while no work-group finishes.
pub struct Progress {
    done: Arc<AtomicU64>,
    /// Dropping the sender ends the thread.
    drawing: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// A bar over `total` work-groups, not shown yet.
    pub fn new(quiet: bool, total: u64) -> Progress {
        let done = Arc::new(AtomicU64::new(0));
        let drawing = (!quiet && std::io::stderr().is_terminal()).then(|| {
            let (sender, ended) = channel::<()>();
            let (done, start) = (Arc::clone(&done), Instant::now());
            let thread = std::thread::spawn(move || {
                let over = |time| ended.recv_timeout(time) != Err(RecvTimeoutError::Timeout);
                if over(DELAY) {
                    return;
                }
                let bar = bar(total).with_elapsed(start.elapsed());
                while !over(TICK) {
                    let done = done.load(Ordering::Relaxed);
                    bar.set_message(to_go(start.elapsed(), done, total));
                    bar.set_position(done);
                    bar.tick();
                }
                bar.finish_and_clear();
            });
            (sender, thread)
        });
        Progress { done, drawing }
    }

    /// So many work-groups are done.
    pub fn update(&self, done: u64) {
        self.done.store(done, Ordering::Relaxed);
    }
}

/// How much longer it takes at the speed so far.
fn to_go(elapsed: Duration, done: u64, total: u64) -> String {
    if done == 0 {
        return String::new();
    }
    let rest = elapsed.as_secs_f64() * total.saturating_sub(done) as f64 / done as f64;
    match Duration::try_from_secs_f64(rest) {
        Ok(rest) => format!(", {} to go", HumanDuration(rest)),
        Err(_) => String::new(),
    }
}

fn bar(total: u64) -> ProgressBar {
    let bar = ProgressBar::new(total);
    let template = match total {
        // A bar that stays empty until the end tells nothing.
        1 => "{spinner} 1 work-group, {elapsed} elapsed",
        _ => "{bar:40} {pos}/{len} work-groups, {elapsed} elapsed{msg}",
    };
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((sender, thread)) = self.drawing.take() {
            drop(sender);
            // Should it have panicked, the run is no worse for it.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_to_go() {
        let ten = Duration::from_secs(10);
        assert_eq!(to_go(ten, 0, 5), "");
        assert_eq!(to_go(ten, 1, 5), ", 40 seconds to go");
        assert_eq!(to_go(ten, 5, 5), ", 0 seconds to go");
        assert_eq!(to_go(Duration::MAX, 1, u64::MAX), "");
    }
}
