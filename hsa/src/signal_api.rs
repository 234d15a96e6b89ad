//! The functions on signals: families that differ in what they do and in how memory is ordered.

use std::ffi::c_void;
use std::sync::atomic::{AtomicI64, Ordering};

use crate::bell::BELL;
use crate::border::{api, give, values};
use crate::clock::{NANOSECONDS_OF_TICK, now};
use crate::runtime::runtime;
use crate::signal::{self, Condition, USER, deadline, signal};
use crate::status::Status;
use crate::watch::{self, Watched};

/// What `f` gives for a signal, and wakes who waits for it; a default where there is no signal.
fn write<T: Default>(handle: u64, f: impl FnOnce(&AtomicI64) -> T) -> T {
    signal(handle).map_or_else(
        |_| T::default(),
        |s| {
            let value = s.write(f);
            s.notify();
            value
        },
    )
}

/// The value of a signal, which the host program sees; 0 where there is none.
fn load(handle: u64, order: Ordering) -> i64 {
    signal(handle).map_or(0, |s| {
        let value = s.value.load(order);
        s.seen();
        value
    })
}

/// As [`write`], where the host program sees the value that was there.
fn exchange(handle: u64, f: impl FnOnce(&AtomicI64) -> i64) -> i64 {
    let old = write(handle, f);
    signal(handle).iter().for_each(|s| s.seen());
    old
}

/// Waits until the value of a signal compares with another, or for so many ticks; gives what it saw.
fn wait(handle: u64, condition: u32, value: i64, timeout: u64) -> i64 {
    let Ok(s) = signal(handle) else { return 0 };
    let Some(condition) = Condition::of(condition) else {
        return load(handle, Ordering::SeqCst);
    };
    let seen = s.wait(condition, value, deadline(timeout), || false);
    s.seen();
    seen
}

macro_rules! loads {
    ($($name:ident $order:ident)*) => { values! {$(
        /// The value of a signal; 0 where there is none.
        fn $name(signal: u64) -> i64 {
            load(signal, Ordering::$order)
        }
    )*} };
}

loads! {
    hsa_signal_load_relaxed Relaxed
    hsa_signal_load_scacquire SeqCst
    hsa_signal_load_acquire SeqCst
}

macro_rules! stores {
    ($($name:ident $order:ident)*) => { values! {$(
        /// Sets the value of a signal.
        fn $name(signal: u64, value: i64) -> () {
            write(signal, |v| v.store(value, Ordering::$order));
        }
    )*} };
}

stores! {
    hsa_signal_store_relaxed Relaxed
    hsa_signal_store_screlease SeqCst
    hsa_signal_store_release SeqCst
}

macro_rules! silent_stores {
    ($($name:ident $order:ident)*) => { values! {$(
        /// Sets the value of a signal, and wakes nobody.
        fn $name(signal: u64, value: i64) -> () {
            if let Ok(s) = self::signal(signal) {
                s.write(|v| v.store(value, Ordering::$order));
            }
        }
    )*} };
}

silent_stores! {
    hsa_signal_silent_store_relaxed Relaxed
    hsa_signal_silent_store_screlease SeqCst
}

macro_rules! updates {
    ($($op:ident: $($name:ident $order:ident)*;)*) => { values! {$($(
        /// Changes the value of a signal.
        fn $name(signal: u64, value: i64) -> () {
            write(signal, |v| { v.$op(value, Ordering::$order); });
        }
    )*)*} };
}

updates! {
    fetch_add:
        hsa_signal_add_relaxed Relaxed hsa_signal_add_scacquire SeqCst hsa_signal_add_screlease SeqCst
        hsa_signal_add_scacq_screl SeqCst hsa_signal_add_acquire SeqCst hsa_signal_add_release SeqCst
        hsa_signal_add_acq_rel SeqCst;
    fetch_sub:
        hsa_signal_subtract_relaxed Relaxed hsa_signal_subtract_scacquire SeqCst
        hsa_signal_subtract_screlease SeqCst hsa_signal_subtract_scacq_screl SeqCst
        hsa_signal_subtract_acquire SeqCst hsa_signal_subtract_release SeqCst hsa_signal_subtract_acq_rel SeqCst;
    fetch_and:
        hsa_signal_and_relaxed Relaxed hsa_signal_and_scacquire SeqCst hsa_signal_and_screlease SeqCst
        hsa_signal_and_scacq_screl SeqCst hsa_signal_and_acquire SeqCst hsa_signal_and_release SeqCst
        hsa_signal_and_acq_rel SeqCst;
    fetch_or:
        hsa_signal_or_relaxed Relaxed hsa_signal_or_scacquire SeqCst hsa_signal_or_screlease SeqCst
        hsa_signal_or_scacq_screl SeqCst hsa_signal_or_acquire SeqCst hsa_signal_or_release SeqCst
        hsa_signal_or_acq_rel SeqCst;
    fetch_xor:
        hsa_signal_xor_relaxed Relaxed hsa_signal_xor_scacquire SeqCst hsa_signal_xor_screlease SeqCst
        hsa_signal_xor_scacq_screl SeqCst hsa_signal_xor_acquire SeqCst hsa_signal_xor_release SeqCst
        hsa_signal_xor_acq_rel SeqCst;
}

macro_rules! exchanges {
    ($($name:ident $order:ident)*) => { values! {$(
        /// Sets the value of a signal; gives what it was.
        fn $name(signal: u64, value: i64) -> i64 {
            exchange(signal, |v| v.swap(value, Ordering::$order))
        }
    )*} };
}

exchanges! {
    hsa_signal_exchange_relaxed Relaxed
    hsa_signal_exchange_scacquire SeqCst
    hsa_signal_exchange_screlease SeqCst
    hsa_signal_exchange_scacq_screl SeqCst
    hsa_signal_exchange_acquire SeqCst
    hsa_signal_exchange_release SeqCst
    hsa_signal_exchange_acq_rel SeqCst
}

macro_rules! swaps {
    ($($name:ident $order:ident)*) => { values! {$(
        /// Sets the value of a signal if it is what is expected; gives what it was.
        fn $name(signal: u64, expected: i64, value: i64) -> i64 {
            exchange(signal, |v| {
                let swapped = v.compare_exchange(expected, value, Ordering::$order, Ordering::Relaxed);
                swapped.unwrap_or_else(|old| old)
            })
        }
    )*} };
}

swaps! {
    hsa_signal_cas_relaxed Relaxed
    hsa_signal_cas_scacquire SeqCst
    hsa_signal_cas_screlease SeqCst
    hsa_signal_cas_scacq_screl SeqCst
    hsa_signal_cas_acquire SeqCst
    hsa_signal_cas_release SeqCst
    hsa_signal_cas_acq_rel SeqCst
}

macro_rules! waits {
    ($($name:ident)*) => { values! {$(
        /// Waits until the value of a signal compares with another, or for so many ticks; gives what it saw.
        fn $name(signal: u64, condition: u32, value: i64, timeout: u64, hint: u32) -> i64 {
            let _ = hint;
            wait(signal, condition, value, timeout)
        }
    )*} };
}

waits! {
    hsa_signal_wait_relaxed
    hsa_signal_wait_scacquire
    hsa_signal_wait_acquire
}

/// Makes a signal.
///
/// # Safety
/// `to` is null or can be written.
unsafe fn create(value: i64, to: *mut u64) -> Result<(), Status> {
    if to.is_null() {
        return Err(Status::INVALID_ARGUMENT);
    }
    let made = signal::create(runtime()?, USER, value, 0)?;
    // SAFETY: the caller's.
    unsafe { give(to, made) }
}

api! {
    /// Makes a signal, which any agent may use.
    fn hsa_signal_create(value: i64, count: u32, consumers: *const u64, signal: *mut u64) {
        if count != 0 && consumers.is_null() {
            return Err(Status::INVALID_ARGUMENT);
        }
        // SAFETY: the caller's.
        unsafe { create(value, signal) }
    }

    /// Where the value of a signal lies.
    fn hsa_amd_signal_value_pointer(signal: u64, pointer: *mut *const c_void) {
        let value = (&raw const self::signal(signal)?.value).cast();
        // SAFETY: the caller's.
        unsafe { give(pointer, value) }
    }

    /// Has a function called when the value of a signal compares with another, until it says that it is enough.
    fn hsa_amd_signal_async_handler(
        signal: u64, condition: u32, value: i64, handler: watch::Handler, data: *mut c_void,
    ) {
        let watched = Watched::new(signal, condition, value)?;
        watch::handle(watched, handler.ok_or(Status::INVALID_ARGUMENT)?, data)
    }

    /// When the dispatch that a signal completes has run.
    fn hsa_amd_profiling_get_dispatch_time(agent: u64, signal: u64, time: *mut [u64; 2]) {
        crate::agents::gpu(agent)?;
        // SAFETY: the caller's.
        unsafe { give(time, times(signal)?) }
    }

    /// When the copy that a signal completes has run.
    fn hsa_amd_profiling_get_async_copy_time(signal: u64, time: *mut [u64; 2]) {
        // SAFETY: the caller's.
        unsafe { give(time, times(signal)?) }
    }

    /// Copies always have times.
    fn hsa_amd_profiling_async_copy_enable(enable: u8) {
        let _ = enable;
        runtime().map(|_| ())
    }

    /// Ticks of agents are of the system's clock.
    fn hsa_amd_profiling_convert_tick_to_system_domain(agent: u64, tick: u64, system: *mut u64) {
        crate::agents::gpu(agent)?;
        // SAFETY: the caller's.
        unsafe { give(system, tick.saturating_mul(NANOSECONDS_OF_TICK)) }
    }
}

fn times(handle: u64) -> Result<[u64; 2], Status> {
    let s = signal(handle)?;
    Ok([&s.start, &s.end].map(|t| t.load(Ordering::Relaxed)))
}

/// What several signals are to have, as a call lists it; none where a handle is of no signal.
///
/// # Safety
/// The lists are null or have as many entries as `count` says.
unsafe fn wanted(
    count: u32,
    signals: *const u64,
    conditions: *const u32,
    values: *const i64,
) -> Option<Vec<Option<Watched>>> {
    if signals.is_null() || conditions.is_null() || values.is_null() {
        return None;
    }
    let one = |i: usize| {
        // SAFETY: the caller's.
        let (s, c, v) = unsafe { (*signals.add(i), *conditions.add(i), *values.add(i)) };
        Watched::new(s, c, v).ok()
    };
    Some((0..count as usize).map(one).collect())
}

values! {
    /// Waits until one of several signals has its value, or for so many ticks; gives which, or the largest number.
    fn hsa_amd_signal_wait_any(
        count: u32, signals: *const u64, conditions: *const u32, values: *const i64, timeout: u64, hint: u32,
        satisfying: *mut i64,
    ) -> u32 {
        let _ = hint;
        // SAFETY: the caller's.
        let Some(watched) = (unsafe { wanted(count, signals, conditions, values) }) else {
            return u32::MAX;
        };
        let end = deadline(timeout);
        loop {
            let epoch = BELL.epoch();
            for (i, w) in watched.iter().enumerate() {
                let Some(value) = w.as_ref().and_then(Watched::ready) else {
                    continue;
                };
                w.iter().for_each(Watched::seen);
                if !satisfying.is_null() {
                    // SAFETY: the caller's.
                    unsafe { satisfying.write_unaligned(value) };
                }
                return i as u32;
            }
            if now() >= end || watched.is_empty() {
                return u32::MAX;
            }
            BELL.wait(epoch, Some(signal::NAP));
        }
    }

    /// Waits until all of several signals have their values at once, or for so many ticks; gives 0, or the largest
    /// number. What is no signal counts as one with its value.
    fn hsa_amd_signal_wait_all(
        count: u32, signals: *const u64, conditions: *const u32, values: *const i64, timeout: u64, hint: u32,
        satisfying: *mut i64,
    ) -> u32 {
        let _ = hint;
        // SAFETY: the caller's.
        let Some(watched) = (unsafe { wanted(count, signals, conditions, values) }) else {
            return u32::MAX;
        };
        let end = deadline(timeout);
        loop {
            let epoch = BELL.epoch();
            let seen = watched.iter().map(|w| w.as_ref().map_or(Some(0), Watched::ready));
            if let Some(seen) = seen.collect::<Option<Vec<i64>>>() {
                watched.iter().flatten().for_each(Watched::seen);
                if !satisfying.is_null() {
                    for (i, value) in seen.into_iter().enumerate() {
                        // SAFETY: the caller's: there is room for as many.
                        unsafe { satisfying.add(i).write_unaligned(value) };
                    }
                }
                return 0;
            }
            if now() >= end {
                return u32::MAX;
            }
            BELL.wait(epoch, Some(signal::NAP));
        }
    }
}
