//! Copies and fills of many bytes, past the caches: those would first read what is about to be overwritten, a third of a
//! copy's time and half of a fill's. The C library does so only where more is copied at once than all caches hold, and HIP
//! copies in pieces of 32 MiB.

use std::arch::x86_64::{
    __m128i, _MM_HINT_T0, _mm_loadu_si128, _mm_prefetch, _mm_sfence, _mm_stream_si128,
};

/// From how many bytes on it pays.
const MANY: usize = 8 << 20;

/// Bytes of a store.
const WIDTH: usize = size_of::<__m128i>();

/// Bytes of a line of the caches.
const LINE: usize = 4 * WIDTH;

/// Makes sure that other threads see what was stored before what comes next.
fn publish() {
    // SAFETY: every x86-64 has it.
    unsafe { _mm_sfence() };
}

/// Copies a line of the caches with four such stores, and asks for what is read two lines later.
///
/// # Safety
/// It can be read and written, and where it is written begins a line.
unsafe fn copy_line(to: *mut u8, from: *const u8) {
    let (to, next) = (to.cast::<__m128i>(), from.wrapping_add(2 * LINE));
    // SAFETY: the caller's; asking for what is not there does nothing.
    unsafe {
        _mm_prefetch::<_MM_HINT_T0>(next.cast());
        let line = [0, 1, 2, 3].map(|n| _mm_loadu_si128(from.cast::<__m128i>().add(n)));
        for (n, value) in line.into_iter().enumerate() {
            _mm_stream_si128(to.add(n), value);
        }
    }
}

/// Copies bytes between places that have none in common. `all` is how many the whole work has.
///
/// # Safety
/// They can be read and written. Kernels may access them meanwhile: a race is the host program's own.
pub unsafe fn copy(to: *mut u8, from: *const u8, bytes: usize, all: usize) {
    // Several pages at a time, line by line, keep more of memory busy.
    const PAGE: usize = 4096;
    const BLOCK: usize = 8 * PAGE;
    let head = to.align_offset(LINE).min(bytes);
    let whole = (bytes - head) / LINE * LINE;
    if all < MANY || whole == 0 {
        // SAFETY: the caller's.
        unsafe { std::ptr::copy_nonoverlapping(from, to, bytes) };
        return;
    }
    let blocks = head + whole / BLOCK * BLOCK;
    let done = head + whole;
    // SAFETY: the caller's; lines begin where they should.
    unsafe {
        std::ptr::copy_nonoverlapping(from, to, head);
        for block in (head..blocks).step_by(BLOCK) {
            for line in (block..block + PAGE).step_by(LINE) {
                for i in (line..line + BLOCK).step_by(PAGE) {
                    copy_line(to.add(i), from.add(i));
                }
            }
        }
        for i in (blocks..done).step_by(LINE) {
            copy_line(to.add(i), from.add(i));
        }
        std::ptr::copy_nonoverlapping(from.add(done), to.add(done), bytes - done);
    }
    publish();
}

/// Repeats a pattern, which has a byte at least; the last time as much of it as fits.
///
/// # Safety
/// `bytes` bytes can be written at `to`. Kernels may access them meanwhile: a race is the host program's own.
pub unsafe fn fill(to: *mut u8, bytes: usize, pattern: &[u8]) {
    let Some((first, rest)) = pattern.split_first() else {
        return;
    };
    if bytes < MANY {
        if rest.iter().all(|b| b == first) {
            // SAFETY: the caller's.
            unsafe { std::ptr::write_bytes(to, *first, bytes) };
            return;
        }
        let block = pattern.repeat((4096 / pattern.len()).max(1));
        for i in (0..bytes).step_by(block.len()) {
            let n = block.len().min(bytes - i);
            // SAFETY: the caller's; the block has as many.
            unsafe { std::ptr::copy_nonoverlapping(block.as_ptr(), to.add(i), n) };
        }
        return;
    }
    let head = to.align_offset(WIDTH).min(bytes);
    let whole = head + (bytes - head) / WIDTH * WIDTH;
    for i in (0..head).chain(whole..bytes) {
        // SAFETY: the caller's.
        unsafe { to.add(i).write(pattern[i % pattern.len()]) };
    }
    // So long that both it and the width fit into it.
    let mut block = pattern.repeat(WIDTH);
    block.rotate_left(head % pattern.len());
    let values = block.chunks_exact(WIDTH).cycle();
    for (i, value) in (head..whole).step_by(WIDTH).zip(values) {
        // SAFETY: the caller's, and aligned; 16 bytes of the block.
        unsafe { _mm_stream_si128(to.add(i).cast(), _mm_loadu_si128(value.as_ptr().cast())) };
    }
    publish();
}

#[cfg(test)]
mod tests {
    use super::{MANY, copy, fill};

    /// Every start and end within a line, and nothing beside.
    #[test]
    fn bytes_are_copied() {
        let from: Vec<u8> = (0..400u32).map(|i| (i * 7 % 251) as u8).collect();
        for start in 0..70 {
            for bytes in [0, 1, 15, 16, 63, 64, 65, 127, 128, 200, 255] {
                for all in [bytes, MANY] {
                    let mut to = vec![0xee; 400];
                    // SAFETY: both have 400 bytes.
                    unsafe { copy(to.as_mut_ptr().add(start), from.as_ptr().add(3), bytes, all) };
                    let mut want = vec![0xee; 400];
                    want[start..start + bytes].copy_from_slice(&from[3..3 + bytes]);
                    assert_eq!(to, want, "{bytes} bytes at {start}");
                }
            }
        }
    }

    /// Blocks of pages, and what is left of one.
    #[test]
    fn pages_are_copied() {
        let from: Vec<u8> = (0..200_000u32).map(|i| (i * 7 % 251) as u8).collect();
        for bytes in [32_768, 32_900, 100_000, 131_137, 199_000] {
            let mut to = vec![0xee; 200_000];
            // SAFETY: both have 200,000 bytes.
            unsafe { copy(to.as_mut_ptr().add(77), from.as_ptr().add(5), bytes, MANY) };
            assert_eq!(to[77..77 + bytes], from[5..5 + bytes]);
            assert!(to[..77].iter().chain(&to[77 + bytes..]).all(|&b| b == 0xee));
        }
    }

    #[test]
    fn long_patterns_are_repeated() {
        let mut to = vec![0xee; MANY + 100];
        for (start, len) in [(0, 1), (3, 4), (16, 12), (5, 3), (1, 48)] {
            let pattern: Vec<u8> = (0..len).map(|i| i as u8 + 1).collect();
            // SAFETY: it has 100 more.
            unsafe { fill(to.as_mut_ptr().add(start), MANY + 7, &pattern) };
            let filled = to[start..start + MANY + 7].chunks(len);
            assert!(filled.into_iter().all(|c| *c == pattern[..c.len()]));
            assert_eq!(to[MANY + 90], 0xee);
        }
    }

    #[test]
    fn patterns_are_repeated() {
        for len in [1, 2, 3, 4, 8, 12, 16, 24, 48] {
            let pattern: Vec<u8> = (0..len).map(|i| i as u8 + 1).collect();
            for start in 0..17 {
                for bytes in [0, 1, 5, 16, 31, 33, 100, 257] {
                    let mut to = vec![0xee; 300];
                    // SAFETY: it has 300 bytes.
                    unsafe { fill(to.as_mut_ptr().add(start), bytes, &pattern) };
                    for (i, &b) in to.iter().enumerate() {
                        let inside = i.checked_sub(start).filter(|&i| i < bytes);
                        let want = inside.map_or(0xee, |i| pattern[i % len]);
                        assert_eq!(b, want, "byte {i} of {bytes} at {start}, {len} at a time");
                    }
                }
            }
        }
    }
}
