//! Lane functions ([`crate::ir::lane_fn`]) and functions of a wave (`wave_fn.rs`) as generated code
//! calls them.
#![allow(unsafe_code)]

mod f16c;
mod fields;
mod half;
mod integers;
mod packed;
mod single;
#[cfg(test)]
mod tests;
mod transcendental;
mod vectors;
mod wide;

use super::controls::{DEFAULT, FLAGS, ROUNDING, controls, get_csr, plain_float, set_csr};
use super::helpers::{Ctx, Lanes};
use super::host::HostLevel;
use super::lies::{self, Lies};
use super::wave_fn;
use crate::ir::lane_fn::{LaneCall, apply};
use crate::machine::wave::{LANES, Wave};

/// Where 64 lanes' operands and results of a lane function are.
struct Io<'a> {
    operands: [Operand<'a>; 3],
    /// 64 values, of 8 bytes if `wide`; may be those of an operand.
    out: *mut u8,
    wide: bool,
}

/// 64 values of an operand.
#[derive(Clone, Copy)]
enum Operand<'a> {
    None,
    Narrow(&'a [u32; LANES]),
    Wide(&'a [u64; LANES]),
}

/// A lane's value.
trait Lane: Copy + Default {
    /// Operand `n`, if it has this width.
    fn operand<'a>(io: &Io<'a>, n: usize) -> Option<&'a [Self; LANES]>;
    /// Writes the results, if they are to have this width.
    fn put(io: &Io<'_>, values: &[Self; LANES]) -> bool;
}

impl Lane for u32 {
    #[inline(always)]
    fn operand<'a>(io: &Io<'a>, n: usize) -> Option<&'a [u32; LANES]> {
        match io.operands[n] {
            Operand::Narrow(v) => Some(v),
            Operand::None | Operand::Wide(_) => None,
        }
    }

    #[inline(always)]
    fn put(io: &Io<'_>, values: &[u32; LANES]) -> bool {
        if !io.wide {
            // SAFETY: 64 values of 4 bytes; no function reads operands after this.
            unsafe { std::ptr::copy_nonoverlapping(values.as_ptr(), io.out.cast(), LANES) };
        }
        !io.wide
    }
}

impl Lane for u64 {
    #[inline(always)]
    fn operand<'a>(io: &Io<'a>, n: usize) -> Option<&'a [u64; LANES]> {
        match io.operands[n] {
            Operand::Wide(v) => Some(v),
            Operand::None | Operand::Narrow(_) => None,
        }
    }

    #[inline(always)]
    fn put(io: &Io<'_>, values: &[u64; LANES]) -> bool {
        if io.wide {
            // SAFETY: 64 values of 8 bytes; no function reads operands after this.
            unsafe { std::ptr::copy_nonoverlapping(values.as_ptr(), io.out.cast(), LANES) };
        }
        io.wide
    }
}

/// Applies the function in `imm` to 64 lanes; `wide`: bit 0 of the result, bits 1 to 3 of the
/// operands, set for 64-bit values; bits 4 and above: the [`HostLevel`] that the code was made for.
///
/// # Safety
/// Called by generated code only, with the controls of its f32 mode: every pointer that the function
/// uses leads to 64 values of its width, aligned to it; those of operands that it does not have are
/// null.
pub unsafe fn call(imm: u64, wide: u64, out: *mut u8, a: *const u8, b: *const u8, c: *const u8) {
    let operand = |n: u32, p: *const u8| {
        if p.is_null() {
            Operand::None
        } else if wide >> (n + 1) & 1 != 0 {
            // SAFETY: 64 values of 8 bytes, which nothing writes before the results are put.
            Operand::Wide(unsafe { &*p.cast() })
        } else {
            // SAFETY: 64 values of 4 bytes, which nothing writes before the results are put.
            Operand::Narrow(unsafe { &*p.cast() })
        }
    };
    let io = Io {
        operands: [operand(0, a), operand(1, b), operand(2, c)],
        out,
        wide: wide & 1 != 0,
    };
    let k = LaneCall::unpack(imm);
    let level = HostLevel::ALL[(wide >> 4) as usize];
    // Generated code has set the controls of f32, so there is no need to ask the host.
    let wave = controls(k.mode).f32;
    debug_assert_eq!((get_csr() ^ wave) & !FLAGS, 0);
    if wave == DEFAULT || wave & ROUNDING == 0 && vectors::takes_any_denormals(k) {
        run(level, k, &io);
    } else {
        set_csr(DEFAULT);
        run(level, k, &io);
        set_csr(wave);
    }
}

/// Applies `k` to 64 lanes under the default controls.
fn run(level: HostLevel, k: LaneCall, io: &Io<'_>) {
    if vectors::apply(level, k, io) {
        return;
    }
    let operands = io.operands.map(|o| match o {
        Operand::None => [0; LANES],
        Operand::Narrow(v) => v.map(|x| x as u64),
        Operand::Wide(v) => *v,
    });
    let mut r = [0; LANES];
    let get = |n: u32, lane: usize| operands[n as usize][lane];
    apply(k.pack(), 0..LANES, get, |lane, v| r[lane] = v);
    if !u64::put(io, &r) {
        u32::put(io, &r.map(|x| x as u32));
    }
}

/// The function in `imm` of one lane.
pub fn call_scalar(imm: u64, a: u64, b: u64, c: u64) -> u64 {
    let operands = [a, b, c];
    let mut r = 0;
    plain_float(|| apply(imm, 0..1, |n, _| operands[n as usize], |_, v| r = v));
    r
}

/// Writes the lanes of `mask` of a vector register.
///
/// # Safety
/// Called by generated code only: both pointers lead to 64 dwords; they may be the same.
pub unsafe fn write_lanes(register: *mut u32, mask: u64, values: *const u32) {
    if mask == u64::MAX {
        // SAFETY: 64 dwords each.
        unsafe { std::ptr::copy(values, register, LANES) };
        return;
    }
    for lane in Lanes(mask) {
        // SAFETY: 64 dwords each.
        unsafe { *register.add(lane) = *values.add(lane) };
    }
}

/// [`lies::lies`] of the 64 addresses at `lanes`, where it leaves the distances of the lanes. `how` is the bytes of an
/// element, and from bit 8 on the lanes of a strip.
///
/// # Safety
/// Called by generated code only: `lanes` leads to 64 qwords, `out` to room for what is known.
pub unsafe fn lies(lanes: *mut u64, exec: u64, how: u64, out: *mut Lies) {
    // SAFETY: the caller's.
    let (at, out) = unsafe { (&mut *lanes.cast::<[u64; LANES]>(), &mut *out) };
    let (dwords, known) = lies::lies(at, exec, how & 0xff, (how >> 8) as usize);
    *out = known;
    for (to, pair) in at.iter_mut().zip(dwords.chunks_exact(2)) {
        *to = u64::from(pair[0]) | u64::from(pair[1]) << 32;
    }
}

/// [`crate::ir::Uop::CallWave`].
///
/// # Safety
/// Called by generated code only: `wave` is its wave, whose registers are all in memory.
pub unsafe fn call_wave(wave: *mut Wave, f: u64, a: u64, b: u64, c: u64) -> u64 {
    // SAFETY: generated code got the pointer from the only reference to the wave.
    let wave = unsafe { &mut *wave };
    wave.clean = false;
    wave_fn::apply(wave, f, [a, b, c])
}

/// Size of the LDS in bytes, or what of it the work-group has asked for.
///
/// # Safety
/// Called by generated code only: `ctx` is its context.
pub unsafe fn lds_size(ctx: *const Ctx<'_>, asked: u64) -> u64 {
    // SAFETY: the caller's.
    let lds = unsafe { &*ctx }.lds();
    u64::from(match asked {
        0 => lds.size(),
        _ => lds.asked(),
    })
}

/// LDS_DIRECT: the value at `M0[15:0]` in the format `M0[18:16]`; 0 outside the LDS.
///
/// # Safety
/// As for [`lds_size`].
pub unsafe fn lds_direct(ctx: *const Ctx<'_>, m0: u64) -> u64 {
    // SAFETY: the caller's.
    wave_fn::lds_direct(unsafe { &*ctx }.lds(), m0 as u32) as u64
}
