//! Memory accesses of 64 lanes with AVX-512: the shapes that need no look at single lanes, checked
//! against one allocation. What is none of them is left to the caller.

use std::arch::x86_64::*;

use super::rows::*;
use super::{At, Ctx, Lanes, extend, get, put, site};
use crate::ir::plant::{Fault, planted, unless_planted};
use crate::jit::buffer::Offsets;
use crate::machine::wave::LANES;

/// Whether the address of every active lane is `zero` plus its number times `STRIDE`.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
#[inline]
fn is_run<const STRIDE: i64>(addr: &[u64; LANES], exec: u64, zero: u64) -> bool {
    let step = _mm512_set1_epi64(8 * STRIDE);
    let numbers = _mm512_setr_epi64(
        0,
        STRIDE,
        2 * STRIDE,
        3 * STRIDE,
        4 * STRIDE,
        5 * STRIDE,
        6 * STRIDE,
        7 * STRIDE,
    );
    let mut expected = _mm512_add_epi64(_mm512_set1_epi64(zero as i64), numbers);
    let mut differ = _mm512_setzero_si512();
    let mut masked = 0;
    for (i, a) in addr.chunks_exact(8).enumerate() {
        // SAFETY: 8 addresses.
        let a = unsafe { _mm512_loadu_si512(a.as_ptr().cast()) };
        if exec == u64::MAX {
            // differ | (a ^ expected)
            differ = _mm512_ternarylogic_epi64::<0xf6>(differ, a, expected);
        } else {
            masked |= _mm512_mask_cmpneq_epi64_mask((exec >> (8 * i)) as u8, a, expected);
        }
        expected = _mm512_add_epi64(expected, step);
    }
    masked == 0 && _mm512_test_epi64_mask(differ, differ) == 0
}

/// Whether all active lanes' addresses are at most `most` bytes above `base`.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
#[inline]
fn all_within(addr: &[u64; LANES], exec: u64, base: u64, most: u64) -> bool {
    let (base, most) = (
        _mm512_set1_epi64(base as i64),
        _mm512_set1_epi64(most as i64),
    );
    let mut outside = 0;
    for (i, a) in addr.chunks_exact(8).enumerate() {
        // SAFETY: 8 addresses.
        let a = unsafe { _mm512_loadu_si512(a.as_ptr().cast()) };
        let off = _mm512_sub_epi64(a, base);
        outside |= _mm512_mask_cmpgt_epu64_mask((exec >> (8 * i)) as u8, off, most);
    }
    outside == 0
}

/// The low halves of the differences of 16 addresses to `base`.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
#[inline]
fn offsets(addr: &[u64; LANES], i: usize, base: u64) -> __m512i {
    let base = _mm512_set1_epi64(base as i64);
    let half = |n: usize| {
        // SAFETY: 8 addresses from `n` on.
        let a = unsafe { _mm512_loadu_si512(addr[n..n + 8].as_ptr().cast()) };
        _mm512_cvtepi64_epi32(_mm512_sub_epi64(a, base))
    };
    let (low, high) = (half(W * i), half(W * i + 8));
    _mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high)
}

/// [`Offsets`]' addresses of all lanes, unless an active one is dropped.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
pub(in crate::jit) fn places(
    from: Offsets,
    of_lanes: &[u32; LANES],
    exec: u64,
) -> Option<[u64; LANES]> {
    let mut addr = [0; LANES];
    let all = |v: u32| _mm512_set1_epi32(v as i32);
    let (base, align) = (
        _mm512_set1_epi64(from.base as i64),
        _mm512_set1_epi64(from.align as i64),
    );
    let mut dropped = 0;
    for i in 0..4 {
        // SAFETY: 16 dwords.
        let offsets = unsafe { read(!0, of_lanes[W * i..W * i + W].as_ptr()) };
        dropped |= _mm512_mask_cmpgt_epu32_mask(part(exec, i), offsets, all(from.last));
        let (low, high) = halves(offsets);
        for (half, to) in [low, high]
            .into_iter()
            .zip(addr[W * i..].chunks_exact_mut(8))
        {
            let at = _mm512_add_epi64(base, _mm512_cvtepu32_epi64(half));
            // SAFETY: 8 addresses.
            unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), _mm512_and_si512(at, align)) };
        }
    }
    (dropped == 0).then_some(addr)
}

/// Steps between an instruction's accesses from which on the host does not foresee the next one:
/// it looks ahead within a page.
pub(super) const FAR: std::ops::Range<u64> = 2048..1 << 28;

/// How many steps ahead memory is to be asked.
const STEPS: u64 = 3;

/// Fetches what instruction `s`, which reads `bytes` bytes at `p` now, will read when it steps on
/// as it did from its last access. A loop over the whole grid reads a new page each time.
#[inline]
fn ahead(ctx: &mut Ctx<'_>, s: usize, addr: u64, p: *const u8, bytes: u64) {
    ask(ctx, s, addr, p, bytes);
    ctx.last[s] = addr;
}

/// As [`ahead`], for a part of the access, whose first address is `addr`.
#[inline]
fn ask(ctx: &Ctx<'_>, s: usize, addr: u64, p: *const u8, bytes: u64) {
    let step = addr.wrapping_sub(ctx.last[s]);
    if FAR.contains(&step) {
        for line in (0..bytes).step_by(64) {
            let at = p.wrapping_add((STEPS * step + line) as usize);
            // SAFETY: this accesses no memory, wherever it is.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(at.cast()) };
        }
    }
}

/// Load of each lane's dwords, when all lanes access one allocation; tells whether. `at.exec` is not
/// zero.
///
/// # Safety
/// `out` has room for 64 x N dwords.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
pub(super) unsafe fn load<const S: usize, const N: usize>(
    ctx: &mut Ctx<'_>,
    at: At,
    addr: &[u64; LANES],
    out: *mut u32,
) -> bool {
    let At { pc, m, exec, .. } = at;
    let (s, size) = (site(pc), (S * N) as u64);
    let first = exec.trailing_zeros() as usize;
    let last = 63 - exec.leading_zeros() as usize;
    let span = addr[last].wrapping_sub(addr[first]);
    if span == (last - first) as u64 * size {
        let zero = addr[first].wrapping_sub(first as u64 * size);
        // SAFETY (of this block): `host` checked all bytes from the first active lane's on to the last
        // one's; `p` is where lane 0's would be.
        if stride_run(addr, exec, zero, size) {
            let Ok(p) = ctx.host(s, addr[first], span + size, false) else {
                return false;
            };
            ahead(ctx, s, addr[first], p, span + size);
            let p = p.wrapping_sub(first * S * N);
            if S == 4 {
                // SAFETY: as said above.
                unsafe { read_run::<N>(p.cast(), exec, out) };
            } else {
                for i in 0..4 {
                    let k = part(exec, i);
                    // SAFETY: as said above.
                    unsafe {
                        let v = read_small::<S>(k, p.wrapping_add(S * W * i), m.signed);
                        write(k, out.add(W * i), v);
                    }
                }
            }
            return true;
        }
    }
    let Ok(p) = ctx.host(s, addr[first], size, false) else {
        return false;
    };
    if span == 0 && is_run::<0>(addr, exec, addr[first]) {
        // SAFETY: `host` checked the access; `out` has room for all lanes.
        unsafe {
            for (k, v) in get::<S, N>(p).into_iter().enumerate() {
                let v = if S == 4 { v } else { extend(m, v) };
                for i in 0..4 {
                    let v = _mm512_set1_epi32(v as i32);
                    write(part(exec, i), out.add(64 * k + W * i), v);
                }
            }
        }
        return true;
    }
    let w = ctx.sites[s].window;
    // `host` found the first lane's element in it, so it is at least as long.
    if !all_within(addr, exec, w.base, w.len - size) {
        return false;
    }
    if w.len > 1 << 31 {
        for lane in Lanes(exec) {
            // SAFETY: all active lanes' elements are in the window; `out` has room.
            unsafe {
                let v = get::<S, N>(w.host.add((addr[lane] - w.base) as usize));
                for (k, v) in v.into_iter().enumerate() {
                    *out.add(64 * k + lane) = if S == 4 { v } else { extend(m, v) };
                }
            }
        }
        return true;
    }
    let mut before = None;
    for i in 0..4 {
        let k = part(exec, i);
        let row = Row::of(addr, k, i, w.base, size as u32);
        let to = out.wrapping_add(W * i);
        // SAFETY: all active lanes' elements are in the window, and what lies between them in a run;
        // others are not accessed. `out` has room.
        unsafe {
            match row {
                Row::Empty => {}
                Row::Same(off) => {
                    let v = get::<S, N>(w.host.add(off as usize));
                    for (c, v) in v.into_iter().enumerate() {
                        let v = if S == 4 { v } else { extend(m, v) };
                        write(k, to.add(64 * c), _mm512_set1_epi32(v as i32));
                    }
                }
                Row::Run(zero) => {
                    let p = w.host.wrapping_offset(zero as isize);
                    // Rows that are the same need be asked for once.
                    if before.replace(zero) != Some(zero) {
                        ask(ctx, s, addr[first], p, (W * S * N) as u64);
                    }
                    if S == 4 {
                        read_row::<N>(p.cast(), k, to);
                    } else {
                        write(k, to, read_small::<S>(k, p, m.signed));
                    }
                }
                Row::Other(off) if S < 4 => {
                    // Up to three bytes behind an element are read too: each allocation has a gap
                    // behind it.
                    let zero = _mm512_setzero_si512();
                    let v = _mm512_mask_i32gather_epi32::<1>(zero, k, off, w.host.cast());
                    write(k, to, extend_small::<S>(v, m.signed));
                }
                Row::Other(off) if N == 4 && k == !0 => gather_fours(w.host, &each(off), to),
                Row::Other(off) => gather::<N>(w.host, off, k, to),
            }
        }
    }
    ctx.last[s] = addr[first];
    true
}

/// Dwords of a vector.
#[target_feature(enable = "avx512f")]
#[inline]
fn each(v: __m512i) -> [u32; W] {
    let mut each = [0; W];
    // SAFETY: 16 dwords.
    unsafe { _mm512_storeu_si512(each.as_mut_ptr().cast(), v) };
    each
}

/// What the addresses of 16 lanes are, as offsets from a window's base, to which all of them are near
/// enough.
enum Row {
    /// No lane is active.
    Empty,
    /// All active lanes' are one.
    Same(u32),
    /// They follow each other; where lane 0's is or would be, which may be before the window.
    Run(i32),
    /// Anything else.
    Other(__m512i),
}

impl Row {
    /// Of lanes `16 * i` on, active ones in `k`, with elements of `size` bytes.
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
    #[inline]
    fn of(addr: &[u64; LANES], k: __mmask16, i: usize, base: u64, size: u32) -> Row {
        if k == 0 {
            return Row::Empty;
        }
        // Its first and last active lane tell what it may be.
        let (first, last) = (k.trailing_zeros(), 15 - k.leading_zeros());
        let at = |lane: u32| (addr[W * i + lane as usize] - base) as u32;
        let (off, span) = (at(first), at(last).wrapping_sub(at(first)));
        let offsets = offsets(addr, i, base);
        let is = |v: __m512i| _mm512_mask_cmpneq_epi32_mask(k, offsets, v) == 0;
        let all = |v: u32| _mm512_set1_epi32(v as i32);
        if span == 0 && (planted(Fault::RowBounds) || is(all(off))) {
            return Row::Same(off);
        }
        if span == (last - first) * size {
            let zero = off.wrapping_sub(first * size);
            let numbers = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
            let run = _mm512_mullo_epi32(numbers, all(size));
            if is(_mm512_add_epi32(run, all(zero))) {
                let first = unless_planted!(Fault::RowFirst, zero, off);
                return Row::Run(first as i32);
            }
        }
        Row::Other(offsets)
    }
}

/// [`is_run`] for the sizes of elements.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
#[inline]
fn stride_run(addr: &[u64; LANES], exec: u64, zero: u64, size: u64) -> bool {
    match size {
        1 => is_run::<1>(addr, exec, zero),
        2 => is_run::<2>(addr, exec, zero),
        4 => is_run::<4>(addr, exec, zero),
        8 => is_run::<8>(addr, exec, zero),
        12 => is_run::<12>(addr, exec, zero),
        16 => is_run::<16>(addr, exec, zero),
        _ => false,
    }
}

/// Store of each lane's dwords, when all lanes access one allocation; tells whether, and otherwise
/// nothing is written. `at.exec` is not zero.
///
/// # Safety
/// `data` has 64 x N dwords.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
pub(super) unsafe fn store<const S: usize, const N: usize>(
    ctx: &mut Ctx<'_>,
    at: At,
    addr: &[u64; LANES],
    data: *const u32,
) -> bool {
    let At { pc, exec, .. } = at;
    let (s, size) = (site(pc), (S * N) as u64);
    let first = exec.trailing_zeros() as usize;
    let last = 63 - exec.leading_zeros() as usize;
    let span = addr[last].wrapping_sub(addr[first]);
    let zero = addr[first].wrapping_sub(first as u64 * size);
    if span == (last - first) as u64 * size && stride_run(addr, exec, zero, size) {
        let Ok(p) = ctx.host(s, addr[first], span + size, true) else {
            return false;
        };
        let p = p.wrapping_sub(first * S * N);
        // SAFETY: `host` checked all bytes from the first active lane's on to the last one's.
        unsafe {
            if S == 4 {
                write_run::<N>(p.cast(), exec, data);
            } else {
                for i in 0..4 {
                    let v = read(!0, data.add(W * i));
                    write_small::<S>(part(exec, i), p.wrapping_add(S * W * i), v);
                }
            }
        }
        return true;
    }
    if ctx.host(s, addr[first], size, true).is_err() {
        return false;
    }
    let w = ctx.sites[s].window;
    // `host` found the first lane's element in it, so it is at least as long; and writable.
    if !all_within(addr, exec, w.base, w.len - size) {
        return false;
    }
    // In the order of the lanes: of two that write to the same place the later one wins.
    if w.len > 1 << 31 {
        // SAFETY: all active lanes' elements are in the window.
        unsafe { store_each::<S, N>(w.host, w.base, addr, exec, data) };
        return true;
    }
    for i in 0..4 {
        let k = part(exec, i);
        // SAFETY: all active lanes' elements are in the window, and what lies between them in a run;
        // others are not accessed. `data` has 64 dwords per component.
        unsafe {
            let from = data.add(W * i);
            match Row::of(addr, k, i, w.base, size as u32) {
                Row::Empty => {}
                Row::Run(zero) => {
                    let p = w.host.wrapping_offset(zero as isize);
                    match S {
                        4 => write_row::<N>(p.cast(), k, from),
                        _ => write_small::<S>(k, p, read(!0, from)),
                    }
                }
                Row::Other(off) if S == 4 && N <= 2 => {
                    scatter::<N>(w.host, off, k, from);
                }
                Row::Other(off) if S == 4 && N == 4 && k == !0 => {
                    scatter_fours(w.host, &each(off), from);
                }
                Row::Same(_) | Row::Other(_) => {
                    let lanes = u64::from(k) << (W * i);
                    store_each::<S, N>(w.host, w.base, addr, lanes, data);
                }
            }
        }
    }
    true
}

/// Stores of the lanes of `exec`, one after the other.
///
/// # Safety
/// Their elements may be written, `host` being where `base` is. `data` has 64 dwords per component.
#[inline]
unsafe fn store_each<const S: usize, const N: usize>(
    host: *mut u8,
    base: u64,
    addr: &[u64; LANES],
    exec: u64,
    data: *const u32,
) {
    for lane in Lanes(exec) {
        // SAFETY: the caller's.
        unsafe {
            let v: [u32; N] = std::array::from_fn(|k| *data.add(64 * k + lane));
            put::<S, N>(host.add((addr[lane] - base) as usize), v);
        }
    }
}

/// For each lane of `exec` the dword of the lane that `index` plus `offset`, in bytes, names; 0 when
/// that is not in `exec`.
///
/// # Safety
/// 64 dwords each; `out` may be one of the others.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
pub(super) unsafe fn bpermute(
    index: *const u32,
    offset: u32,
    exec: u64,
    data: *const u32,
    out: *mut u32,
) {
    // SAFETY: the caller's; all is read before anything is written.
    unsafe {
        let mut d = [_mm512_setzero_si512(); 4];
        let mut indices = d;
        for i in 0..4 {
            d[i] = read(part(exec, i), data.add(W * i));
            indices[i] = read(!0, index.add(W * i));
        }
        for (i, index) in indices.into_iter().enumerate() {
            let at = _mm512_add_epi32(index, _mm512_set1_epi32(offset as i32));
            let from = _mm512_srli_epi32::<2>(at);
            // The permutation looks at bits 4:0 of the lane number; bit 5 is bit 7 of the address.
            let upper = _mm512_test_epi32_mask(at, _mm512_set1_epi32(0x80));
            let low = _mm512_permutex2var_epi32(d[0], from, d[1]);
            let high = _mm512_permutex2var_epi32(d[2], from, d[3]);
            let v = _mm512_mask_blend_epi32(upper, low, high);
            write(part(exec, i), out.add(W * i), v);
        }
    }
}
