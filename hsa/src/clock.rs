//! The time.

use rustix::time::{ClockId, clock_gettime};

/// Timestamps: nanoseconds of CLOCK_MONOTONIC, which OpenCL compares with its own.
pub fn now() -> u64 {
    let now = clock_gettime(ClockId::Monotonic);
    now.tv_sec as u64 * 1_000_000_000 + now.tv_nsec as u64
}
