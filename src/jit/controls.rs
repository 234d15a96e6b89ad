//! The host's floating-point controls, MXCSR: what a wave's MODE makes of it, and how it is set.
#![allow(unsafe_code)]

use std::arch::{asm, naked_asm};

use crate::ir::FpClass;

/// MXCSR: to nearest, nothing flushed, all exceptions masked.
pub(super) const DEFAULT: u32 = 0x1f80;
/// The rounding field of MXCSR; 0 is to nearest.
pub(super) const ROUNDING: u32 = 0x6000;
/// The flags of exceptions in MXCSR, which do not matter.
pub(super) const FLAGS: u32 = 0x3f;
/// MXCSR: flush results to zero.
pub(super) const FTZ: u32 = 0x8000;
/// MXCSR: treat denormal operands as zero.
pub(super) const DAZ: u32 = 0x40;

/// MXCSR for a rounding field (MODE's code) and a denormal field (bit 0: keep inputs, bit 1: keep
/// results) of MODE.
fn csr(round: u32, denorm: u32) -> u32 {
    // MODE: nearest, +inf, -inf, zero. MXCSR: nearest, -inf, +inf, zero.
    let rc = [0, 2, 1, 3][(round & 3) as usize];
    let mut v = DEFAULT | rc << 13;
    if denorm & 1 == 0 {
        v |= DAZ;
    }
    if denorm & 2 == 0 {
        v |= FTZ;
    }
    v
}

/// The host controls for a MODE register (CLRX GcnState): f64 shares its fields with f16.
pub fn controls(mode: u32) -> Csr {
    Csr {
        f32: csr(mode, mode >> 4),
        f64: csr(mode >> 2, mode >> 6),
        flush: csr(mode, 0),
    }
}

/// MXCSR for each [`FpClass`].
#[derive(Clone, Copy, Debug)]
pub struct Csr {
    /// For f32 operations.
    pub f32: u32,
    /// For f64 operations.
    pub f64: u32,
    /// For f32 operations that flush denormals.
    pub flush: u32,
}

impl Csr {
    pub(super) fn of(&self, class: FpClass) -> u32 {
        match class {
            FpClass::F32 => self.f32,
            FpClass::F64 => self.f64,
            FpClass::F32Flush => self.flush,
        }
    }
}

/// Sets MXCSR, called by generated code: it changes no other register.
///
/// # Safety
/// Exceptions are masked in `csr`.
#[unsafe(naked)]
pub(super) unsafe extern "C" fn set_csr_from_code(csr: u64) {
    naked_asm!("push rdi", "ldmxcsr [rsp]", "pop rdi", "ret")
}

/// Sets MXCSR.
pub(super) fn set_csr(csr: u32) {
    // SAFETY: loads MXCSR with exceptions masked (the callers only vary rounding, DAZ and FTZ).
    unsafe { asm!("ldmxcsr [{}]", in(reg) &csr, options(nostack, readonly)) };
}

/// MXCSR for compiled code that runs several times, and what it was before, which it is again in the end. What
/// runs meanwhile computes nothing with floating point.
pub(super) struct Held {
    before: u32,
    now: u32,
}

impl Held {
    pub(super) fn new() -> Held {
        let before = get_csr() & !FLAGS;
        Held {
            before,
            now: before,
        }
    }

    /// Sets it, unless it is that already: loading the register costs more than a look at it.
    #[inline]
    pub(super) fn set(&mut self, csr: u32) {
        if self.now != csr {
            set_csr(csr);
            self.now = csr;
        }
    }

    /// Makes it what it was before, wherever compiled code has ended.
    #[inline]
    pub(super) fn give_back(&mut self) {
        if get_csr() & !FLAGS != self.before {
            set_csr(self.before);
        }
        self.now = self.before;
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.give_back();
    }
}

/// MXCSR.
pub(super) fn get_csr() -> u32 {
    let mut csr = 0u32;
    // SAFETY: stores MXCSR into the local.
    unsafe { asm!("stmxcsr [{}]", in(reg) &mut csr, options(nostack)) };
    csr
}

/// Runs `f` under the host's default floating-point controls, which [`crate::numerics`] expects;
/// generated code has set those of the wave.
pub(super) fn plain_float(f: impl FnOnce()) {
    float_under(DEFAULT, f);
}

/// Runs `f` under the controls `csr`, and sets what was there before again.
pub(super) fn float_under(csr: u32, f: impl FnOnce()) {
    let wave = get_csr();
    let differs = (wave ^ csr) & !FLAGS != 0;
    if differs {
        set_csr(csr);
    }
    f();
    if differs {
        set_csr(wave);
    }
}
