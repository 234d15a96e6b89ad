//! Lane functions ([`crate::ir::lane_fn`]) and functions of a wave (`wave_fn.rs`) as generated code
//! calls them.
#![allow(unsafe_code)]

use super::helpers::{Ctx, Lanes, get_csr, set_csr};
use super::wave_fn;
use crate::ir::lane_fn::apply;
use crate::state::{LANES, Wave};

/// Runs `f` under the host's default floating-point controls, which [`crate::numerics`] expects;
/// generated code has set those of the wave.
pub(super) fn plain_float(f: impl FnOnce()) {
    /// To nearest, nothing flushed, no exceptions.
    const DEFAULT: u32 = 0x1f80;
    let wave = get_csr();
    // The exception flags in the low bits do not matter.
    let differs = (wave ^ DEFAULT) & !0x3f != 0;
    if differs {
        set_csr(DEFAULT);
    }
    f();
    if differs {
        set_csr(wave);
    }
}

/// Applies the function in `imm` to 64 lanes; `wide`: bit 0 of the result, bits 1 to 3 of the
/// operands, set for 64-bit values.
///
/// # Safety
/// Called by generated code only: every pointer that the function uses leads to 64 values of its
/// width; those of operands that it does not have are null.
pub unsafe extern "C" fn call(
    imm: u64,
    wide: u64,
    out: *mut u8,
    a: *const u8,
    b: *const u8,
    c: *const u8,
) {
    let operands = [a, b, c];
    let get = |n: u32, lane: usize| {
        let p = operands[n as usize];
        if p.is_null() {
            0
        } else if wide >> (n + 1) & 1 != 0 {
            // SAFETY: 64 values of 8 bytes.
            unsafe { *p.cast::<u64>().add(lane) }
        } else {
            // SAFETY: 64 values of 4 bytes.
            unsafe { *p.cast::<u32>().add(lane) as u64 }
        }
    };
    let put = |lane: usize, v: u64| {
        if wide & 1 != 0 {
            // SAFETY: 64 values of 8 bytes.
            unsafe { *out.cast::<u64>().add(lane) = v }
        } else {
            // SAFETY: 64 values of 4 bytes.
            unsafe { *out.cast::<u32>().add(lane) = v as u32 }
        }
    };
    plain_float(|| apply(imm, 0..LANES, get, put));
}

/// The function in `imm` of one lane.
pub extern "C" fn call_scalar(imm: u64, a: u64, b: u64, c: u64) -> u64 {
    let operands = [a, b, c];
    let mut r = 0;
    plain_float(|| apply(imm, 0..1, |n, _| operands[n as usize], |_, v| r = v));
    r
}

/// Writes the lanes of `mask` of a vector register.
///
/// # Safety
/// Called by generated code only: both pointers lead to 64 dwords; they may be the same.
pub unsafe extern "C" fn write_lanes(register: *mut u32, mask: u64, values: *const u32) {
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

/// [`crate::ir::Uop::CallWave`].
///
/// # Safety
/// Called by generated code only: `wave` is its wave, whose registers are all in memory.
pub unsafe extern "C" fn call_wave(wave: *mut Wave, f: u64, a: u64, b: u64, c: u64) -> u64 {
    // SAFETY: generated code got the pointer from the only reference to the wave.
    let wave = unsafe { &mut *wave };
    wave.clean = false;
    wave_fn::apply(wave, f, [a, b, c])
}

/// Size of the LDS in bytes.
///
/// # Safety
/// Called by generated code only: `ctx` is its context.
pub unsafe extern "C" fn lds_size(ctx: *const Ctx<'_>) -> u64 {
    // SAFETY: the caller's.
    unsafe { &*ctx }.lds().size() as u64
}

/// LDS_DIRECT: the value at `M0[15:0]` in the format `M0[18:16]`; 0 outside the LDS.
///
/// # Safety
/// As for [`lds_size`].
pub unsafe extern "C" fn lds_direct(ctx: *const Ctx<'_>, m0: u64) -> u64 {
    // SAFETY: the caller's.
    wave_fn::lds_direct(unsafe { &*ctx }.lds(), m0 as u32) as u64
}
