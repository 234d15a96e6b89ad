//! Atomics of 64 lanes on the LDS, and what else reads and writes it, with AVX-512: where the lanes' elements are is
//! found out for all of them first, then it is one lane's turn after the other.

use std::arch::x86_64::*;

use super::combine::{combine, floats_by, with_op};
use super::rows::{W, read};
use super::wide_lds::{Access, Places, all};
use super::{Lanes, plain_float};
use crate::ir::plant::{Fault, unless_planted};
use crate::ir::{AtomicOp, MemOp, Share};
use crate::machine::wave::LANES;

/// `for lane in exec`, without looking at each bit where all are set. Not a function that is given a closure, which
/// would not be compiled for AVX-512.
macro_rules! each_lane {
    ($exec:expr, $lane:ident => $body:expr) => {
        if $exec == u64::MAX {
            for $lane in 0..LANES {
                $body
            }
        } else {
            for $lane in Lanes($exec) {
                $body
            }
        }
    };
}

/// A value of one dword or two in registers: that of `lane` from dword `k` on.
///
/// # Safety
/// `data` has 64 dwords for each.
#[inline(always)]
unsafe fn get<const WIDE: bool>(data: *const u32, k: usize, lane: usize) -> u64 {
    // SAFETY: the caller's.
    unsafe {
        let low = u64::from(*data.add(64 * k + lane));
        if WIDE {
            low | u64::from(*data.add(64 * (k + 1) + lane)) << 32
        } else {
            low
        }
    }
}

/// The reverse of [`get`].
///
/// # Safety
/// As for [`get`].
#[inline(always)]
unsafe fn give<const WIDE: bool>(out: *mut u32, k: usize, lane: usize, v: u64) {
    // SAFETY: the caller's.
    unsafe {
        *out.add(64 * k + lane) = v as u32;
        if WIDE {
            *out.add(64 * (k + 1) + lane) = (v >> 32) as u32;
        }
    }
}

/// The element at `p`.
///
/// # Safety
/// It can be read.
#[inline(always)]
unsafe fn load<const WIDE: bool>(p: *const u8) -> u64 {
    // SAFETY: the caller's.
    unsafe {
        if WIDE {
            p.cast::<u64>().read_unaligned()
        } else {
            u64::from(p.cast::<u32>().read_unaligned())
        }
    }
}

/// Writes the element at `p`.
///
/// # Safety
/// It can be written.
#[inline(always)]
unsafe fn store<const WIDE: bool>(p: *mut u8, v: u64) {
    // SAFETY: the caller's.
    unsafe {
        if WIDE {
            p.cast::<u64>().write_unaligned(v)
        } else {
            p.cast::<u32>().write_unaligned(v as u32)
        }
    }
}

/// The lanes of an access all of whose elements are inside: where they are is an argument for itself, so that it is
/// known that no store changes it.
#[derive(Clone, Copy)]
struct Turns {
    exec: u64,
    base: *mut u8,
    data: *const u32,
    out: *mut u32,
}

impl Turns {
    /// # Safety
    /// The elements of the lanes of `exec` are inside; `data` and `out` have 64 dwords for each of an
    /// operand's.
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
    #[inline(never)]
    unsafe fn atomic<const WIDE: bool>(self, op: AtomicOp, first: &Places) {
        let dwords = if WIDE { 2 } else { 1 };
        let Turns {
            base, data, out, ..
        } = self;
        with_op!(op, OP => each_lane!(self.exec, lane => {
            // SAFETY: the caller's; each lane is read before it is written.
            unsafe {
                let p = base.add(first.at[lane] as usize);
                let d = get::<WIDE>(data, 0, lane);
                let e = if OP.two() { get::<WIDE>(data, dwords, lane) } else { 0 };
                let old = load::<WIDE>(p);
                store::<WIDE>(p, new::<WIDE>(OP, old, d, e));
                give::<WIDE>(out, 0, lane, old);
            }
        }))
    }

    /// SRC2 forms: the operand is a second element.
    ///
    /// # Safety
    /// As for [`Turns::atomic`].
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
    #[inline(never)]
    unsafe fn second_to_first<const WIDE: bool>(self, op: AtomicOp, places: [&Places; 2]) {
        let (base, [first, second]) = (self.base, places);
        with_op!(op, OP => each_lane!(self.exec, lane => {
            // SAFETY: the caller's.
            unsafe {
                let [p, q] = [first, second].map(|p| base.add(p.at[lane] as usize));
                let d = load::<WIDE>(q);
                store::<WIDE>(p, new::<WIDE>(OP, load::<WIDE>(p), d, 0));
            }
        }))
    }

    /// The exchange of two elements with those in registers, the first before the second.
    ///
    /// # Safety
    /// As for [`Turns::atomic`].
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
    #[inline(never)]
    unsafe fn exchange<const WIDE: bool>(self, places: [&Places; 2]) {
        let dwords = if WIDE { 2 } else { 1 };
        let Turns {
            base, data, out, ..
        } = self;
        let [first, second] = places;
        each_lane!(self.exec, lane => {
            // SAFETY: the caller's; each lane is read before it is written.
            unsafe {
                let new = [0, dwords].map(|k| get::<WIDE>(data, k, lane));
                for (k, p) in [first, second].into_iter().enumerate() {
                    let p = base.add(p.at[lane] as usize);
                    give::<WIDE>(out, dwords * k, lane, load::<WIDE>(p));
                    store::<WIDE>(p, new[k]);
                }
            }
        });
    }
}

/// What is stored.
#[inline(always)]
fn new<const WIDE: bool>(op: AtomicOp, old: u64, d: u64, e: u64) -> u64 {
    if op.is_float() {
        floats_by(op, old, d, e, WIDE)
    } else {
        combine(op, old, d, e, WIDE)
    }
}

/// Does what a lane does after the other, when all are inside; tells whether, and otherwise nothing is done. It is
/// what `share` says, where that is not an access to the GDS or a count.
///
/// # Safety
/// The host has AVX-512. `a.addr` has 64 dwords, `data` and `out` 64 for each of an operand's; they may be the same.
/// `a.m` ignores the low bits of addresses that would make them unaligned.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
pub(super) unsafe fn in_turn(a: Access<'_>, share: Share, data: *const u32, out: *mut u32) -> bool {
    let m = MemOp::unpack(a.m.0);
    let bytes = u64::from(m.bytes());
    let turns = Turns {
        exec: a.exec,
        base: a.lds.dwords().as_ptr() as *mut u8,
        data,
        out,
    };
    if share != Share::Atomic {
        // SAFETY: the caller's.
        return unsafe { two_in_turn(a, share, turns) };
    }
    let mut first = Places::NONE;
    // SAFETY: the caller's; all are inside.
    unsafe {
        first.find(a, bytes, a.m.offsets()[0]);
        if first.inside != a.exec {
            return false;
        }
        match bytes {
            // Under the host's default controls.
            8 if m.atomic.is_sum() => plain_float(|| turns.atomic::<true>(m.atomic, &first)),
            _ if m.atomic.is_sum() => plain_float(|| turns.atomic::<false>(m.atomic, &first)),
            8 => turns.atomic::<true>(m.atomic, &first),
            _ => turns.atomic::<false>(m.atomic, &first),
        }
    }
    true
}

/// [`in_turn`] of what has two elements.
///
/// # Safety
/// As for [`in_turn`].
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
unsafe fn two_in_turn(a: Access<'_>, share: Share, turns: Turns) -> bool {
    let m = MemOp::unpack(a.m.0);
    let bytes = u64::from(m.bytes());
    let mut places = [Places::NONE; 2];
    let at = match share {
        // SAFETY: the caller's.
        Share::Src2 => Some(unsafe { sources(a, m) }),
        Share::Exchange2 => None,
        Share::Load | Share::Store | Share::Atomic | Share::Count => return false,
        Share::Transpose4 | Share::Transpose6 | Share::Transpose8 | Share::Transpose16 => {
            return false;
        }
    };
    for (k, places) in places.iter_mut().enumerate() {
        match at {
            Some(at) => places.find_at(a, at[k], bytes, 0),
            // SAFETY: the caller's.
            None => unsafe { places.find(a, bytes, a.m.offsets()[k]) },
        }
        if places.inside != a.exec {
            return false;
        }
    }
    let both = places.each_ref();
    // SAFETY: all are inside; the rest is the caller's.
    unsafe {
        match (at, bytes) {
            (None, 8) => turns.exchange::<true>(both),
            (None, _) => turns.exchange::<false>(both),
            // Under the host's default controls.
            _ if m.atomic.is_sum() => {
                plain_float(|| turns.second_to_first::<false>(m.atomic, both));
            }
            (_, 8) => turns.second_to_first::<true>(m.atomic, both),
            (_, _) => turns.second_to_first::<false>(m.atomic, both),
        }
    }
    true
}

/// The two elements of a SRC2 form: see `Memory::sources` of [`crate::jit::share`].
///
/// # Safety
/// As for [`in_turn`].
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
unsafe fn sources(a: Access<'_>, m: MemOp) -> [[__m512i; 4]; 2] {
    let offset = u32::from(m.offset);
    let size = all(!(u32::from(m.size) - 1));
    let [mut first, mut second] = [[_mm512_setzero_si512(); 4]; 2];
    for (i, (first, second)) in first.iter_mut().zip(&mut second).enumerate() {
        // SAFETY: the caller's.
        let addr = unsafe { read(!0, a.addr.add(W * i)) };
        let (at, count) = match offset & 0x8000 {
            0 => (addr, all(((offset << 17) as i32 >> 17) as u32)),
            _ => (
                _mm512_and_si512(addr, all(0x1_ffff)),
                _mm512_srai_epi32::<17>(addr),
            ),
        };
        let count = unless_planted!(Fault::SourceApart, _mm512_slli_epi32::<2>(count), count);
        *first = _mm512_and_si512(at, size);
        *second = _mm512_add_epi32(*first, count);
    }
    [first, second]
}
