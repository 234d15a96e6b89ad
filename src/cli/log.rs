//! `-v`: what the library tells about its work.

use tracing::Level;
use tracing_subscriber::fmt;

/// Shows events on standard error from now on: warnings and what else is of interest to users for `verbosity` 1,
/// what is of interest to developers for 2, everything, the code generator's text included, for more.
pub fn start(verbosity: u8) {
    let level = match verbosity {
        0 => return,
        1 => Level::INFO,
        2 => Level::DEBUG,
        _ => Level::TRACE,
    };
    let events = fmt()
        .with_max_level(level)
        .with_writer(std::io::stderr)
        .with_ansi(false)
        .without_time()
        .with_target(false);
    // Whoever uses this crate as a library may have chosen where events go.
    let _ = events.try_init();
}
