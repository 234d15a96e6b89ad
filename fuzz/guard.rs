//! An allocator that puts canaries around what generated code may write to.
//!
//! AddressSanitizer sees what instrumented code does, and the code that the JIT makes is not
//! instrumented. Around every allocation of some size, the vector registers, temporaries, LDS and waves
//! among them, lie bytes of a fixed pattern, which must be there when the allocation ends, and when
//! [`check`] looks at those that live long. For instrumented code the pattern is poisoned, so that
//! reading it is found too.
#![allow(dead_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Bytes of pattern on each side, at least.
const MARGIN: usize = 256;
/// Smaller allocations have no canaries but for cache lines: of what generated code writes to, only a
/// very small LDS is.
pub const SMALLEST: usize = 128;
/// The pattern.
const CANARY: u8 = 0xc5;

/// The allocator.
pub struct Guarded;

/// Allocations of whole cache lines, as registers and temporaries are: address and size, 0 when free.
static LIVE: [(AtomicUsize, AtomicUsize); 256] =
    [const { (AtomicUsize::new(0), AtomicUsize::new(0)) }; 256];
/// Bytes allocated now, and at most since [`reset_peak`].
static BYTES: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

#[cfg(fuzzing)]
unsafe extern "C" {
    fn __asan_poison_memory_region(at: *const u8, len: usize);
    fn __asan_unpoison_memory_region(at: *const u8, len: usize);
}

fn poison(at: *const u8, len: usize) {
    #[cfg(fuzzing)]
    // SAFETY: the region belongs to an allocation of ours, outside what was given away.
    unsafe {
        __asan_poison_memory_region(at, len)
    };
    let _ = (at, len);
}

fn unpoison(at: *const u8, len: usize) {
    #[cfg(fuzzing)]
    // SAFETY: as in `poison`.
    unsafe {
        __asan_unpoison_memory_region(at, len)
    };
    let _ = (at, len);
}

fn is_guarded(layout: Layout) -> bool {
    layout.align() >= 64 || layout.size() >= SMALLEST
}

fn margin(layout: Layout) -> usize {
    layout.align().max(MARGIN)
}

/// The layout with a margin on each side.
fn outer(layout: Layout) -> Option<Layout> {
    let size = layout.size().checked_add(2 * margin(layout))?;
    Layout::from_size_align(size, layout.align()).ok()
}

/// Fills or checks the margins of the allocation whose contents are at `at`.
///
/// # Safety
/// It was made by `Guarded::alloc`.
unsafe fn margins(at: *mut u8, size: usize, margin: usize, fill: bool) {
    for side in [at.wrapping_sub(margin), at.wrapping_add(size)] {
        if fill {
            // SAFETY: the margins belong to the allocation.
            unsafe { side.write_bytes(CANARY, margin) };
            poison(side, margin);
        } else {
            unpoison(side, margin);
            // SAFETY: as above; filled when the allocation was made.
            let bytes = unsafe { std::slice::from_raw_parts(side, margin) };
            if let Some(i) = bytes.iter().position(|b| *b != CANARY) {
                let off = side as isize + i as isize - at as isize;
                eprintln!("something wrote at offset {off} of {size} bytes at {at:p}");
                std::process::abort();
            }
            poison(side, margin);
        }
    }
}

// SAFETY: what is given away lies inside what the system gives, with the alignment asked for: the margin
// is a multiple of it.
unsafe impl GlobalAlloc for Guarded {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = BYTES.fetch_add(layout.size(), Relaxed) + layout.size();
        PEAK.fetch_max(now, Relaxed);
        if !is_guarded(layout) {
            // SAFETY: the caller's promise.
            return unsafe { System.alloc(layout) };
        }
        let Some(outer) = outer(layout) else {
            return std::ptr::null_mut();
        };
        // SAFETY: not empty.
        let base = unsafe { System.alloc(outer) };
        if base.is_null() {
            return base;
        }
        let margin = margin(layout);
        let at = base.wrapping_add(margin);
        // SAFETY: just made.
        unsafe { margins(at, layout.size(), margin, true) };
        if layout.align() == 64 {
            for (place, size) in &LIVE {
                if place
                    .compare_exchange(0, at as usize, Relaxed, Relaxed)
                    .is_ok()
                {
                    size.store(layout.size(), Relaxed);
                    break;
                }
            }
        }
        at
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        BYTES.fetch_sub(layout.size(), Relaxed);
        if !is_guarded(layout) {
            // SAFETY: the caller's promise.
            return unsafe { System.dealloc(at, layout) };
        }
        let margin = margin(layout);
        if layout.align() == 64 {
            for (place, size) in &LIVE {
                if place.load(Relaxed) == at as usize {
                    size.store(0, Relaxed);
                    place.store(0, Relaxed);
                    break;
                }
            }
        }
        // SAFETY: made by `alloc` with the same layout.
        unsafe { margins(at, layout.size(), margin, false) };
        let base = at.wrapping_sub(margin);
        let size = layout.size() + 2 * margin;
        unpoison(base, size);
        // SAFETY: the layout of `alloc`, which was valid.
        unsafe {
            System.dealloc(
                base,
                Layout::from_size_align_unchecked(size, layout.align()),
            )
        };
    }
}

/// Checks the canaries of registers and temporaries that live. One thread alone may run.
pub fn check() {
    for (place, size) in &LIVE {
        let (at, size) = (place.load(Relaxed), size.load(Relaxed));
        if at != 0 && size != 0 {
            // SAFETY: alive, made by `alloc` with this size and an alignment of 64.
            unsafe { margins(at as *mut u8, size, MARGIN, false) };
        }
    }
}

/// Forgets the [`peak`]; gives the number of bytes that are allocated.
pub fn reset_peak() -> usize {
    let now = BYTES.load(Relaxed);
    PEAK.store(now, Relaxed);
    now
}

/// The most bytes that were allocated at one time since [`reset_peak`].
pub fn peak() -> usize {
    PEAK.load(Relaxed)
}
