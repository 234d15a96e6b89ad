//! The state of one wavefront, as the interpreter and generated code see it.
//!
//! This file alone knows field offsets ([`offset`]); generated code gets them from here.
#![allow(unsafe_code)]

use super::gws::{Request, Ticket};
pub use crate::isa::ACC;
use crate::isa::{EXEC_LO, Gen, Gens, M0, VCC_LO};

/// Lanes of a wavefront.
pub const LANES: usize = 64;

/// Vector registers of a wave's file: 256 VGPRs and, behind them, 256 accumulation registers.
pub const FILE: usize = 512;

/// How many vector registers of its file a wave has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize)]
pub struct FileSize {
    /// VGPRs, from 0 on.
    pub vgprs: u32,
    /// Accumulation registers, from [`ACC`] on.
    pub acc: u32,
}

impl FileSize {
    /// `vgprs` VGPRs and, where the generation has accumulation registers, as many of them.
    pub fn even(generation: Gen, vgprs: u32) -> FileSize {
        let acc = if generation.has(Gens::MAI) { vgprs } else { 0 };
        FileSize { vgprs, acc }
    }

    /// Bytes of all registers.
    pub fn bytes(self) -> usize {
        (self.vgprs as usize + self.acc as usize) * size_of::<Vgpr>()
    }

    /// Whether all of the `count` registers from `first` on are there, all of one kind.
    #[inline]
    pub fn has(self, first: u16, count: u8) -> bool {
        let (first, have) = match first.checked_sub(ACC) {
            Some(a) => (a, self.acc),
            None => (first, self.vgprs),
        };
        u32::from(first) + u32::from(count) <= have
    }
}

impl From<u32> for FileSize {
    /// VGPRs alone.
    fn from(vgprs: u32) -> FileSize {
        FileSize { vgprs, acc: 0 }
    }
}

/// The name of the register with this number in the file: `v7`, `a7`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name(pub u16);

impl std::fmt::Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            v @ 0..ACC => write!(f, "v{v}"),
            a => write!(f, "a{}", a - ACC),
        }
    }
}

/// One vector register: a dword per lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Vgpr(pub [u32; LANES]);

impl Vgpr {
    /// All lanes zero.
    pub const ZERO: Vgpr = Vgpr([0; LANES]);
    /// What a debug build leaves where nothing is to be read: lets tests see that it is so.
    const POISON: Vgpr = Vgpr([0xdead_beef; LANES]);
}

/// How a new wave's EXEC and first three vector registers, the work-item ids, lie: waves of the same
/// class run the same compiled code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct StartClass(u8);

impl StartClass {
    /// Registers that a class speaks of.
    pub const REGISTERS: usize = 3;
    const FULL: u8 = 1 << 6;
    /// Of every class that [`StartClass::of`] gives; without it nothing is known.
    const KNOWN: u8 = 1 << 7;

    /// The class of waves that start like this, and lane 0 of each register.
    pub fn of(
        exec: u64,
        registers: &[Vgpr; Self::REGISTERS],
    ) -> (StartClass, [u32; Self::REGISTERS]) {
        let full = if exec == u64::MAX { Self::FULL } else { 0 };
        let mut class = Self::KNOWN | full;
        for (r, v) in registers.iter().enumerate() {
            let rises = |by: u32| v.0.windows(2).all(|w| w[1].wrapping_sub(w[0]) == by);
            // What is far below 2^31 neither wraps around nor changes its sign.
            let code = match v.0[0] < 1 << 30 {
                true if rises(0) => 1,
                true if rises(1) => 2,
                _ => 0,
            };
            class |= code << (2 * r);
        }
        (StartClass(class), registers.map(|v| v.0[0]))
    }

    /// Whether EXEC is full.
    pub fn is_full(self) -> bool {
        self.0 & Self::FULL != 0
    }

    /// By what the lanes of register `r` rise from each to the next, when they rise steadily, 0 or 1;
    /// they are below 2^31 then. `None` for what holds no such lanes.
    #[inline]
    pub fn stride(self, r: usize) -> Option<u32> {
        match self.0 >> (2 * r) & 3 {
            1 => Some(0),
            2 => Some(1),
            _ => None,
        }
    }

    /// Whether the lanes of all registers rise steadily.
    #[inline]
    pub fn is_steady(self) -> bool {
        (0..Self::REGISTERS).all(|r| self.stride(r).is_some())
    }

    /// As a number.
    pub fn to_bits(self) -> u8 {
        self.0
    }
}

/// What of a wave's vector registers is not there yet: see [`Wave::set_fresh`].
#[derive(Clone, Copy, Debug)]
pub struct Unset {
    fresh: bool,
    stale: u32,
}

/// One wavefront.
///
/// Scalar registers are indexed by operand code, so VCC (106), TTMPs (112), M0 (124) and EXEC (126)
/// sit at their numbers; a 64-bit scalar is two consecutive entries, low half first.
#[repr(C, align(64))]
pub struct Wave {
    /// Scalar registers by operand code.
    pub sgpr: [u32; 128],
    /// Scalar condition code: 0 or 1.
    pub scc: u32,
    /// MODE register: round 3:0, denorm 7:4, DX10_CLAMP 8, IEEE 9, GPR_IDX_EN 27, VSKIP 28,
    /// CSP 31:29 (CLRX GcnState).
    pub mode: u32,
    /// Guest address of the next instruction.
    pub pc: u64,
    /// First of `vgpr_count` vector registers; owned by `vgprs`.
    vgpr_base: *mut Vgpr,
    /// How many registers there are in `vgprs`, by which compiled code checks them: only [`Wave::new`] sets it.
    size: FileSize,
    /// Instructions that may still run before the wave must return to the scheduler: generated code
    /// counts it down at block entries and yields when it is no longer positive.
    pub budget: i64,
    /// Wave instructions executed.
    pub instructions: u64,
    /// Work-group id.
    pub workgroup: [u32; 3],
    /// Index of the wave in its work-group.
    pub index: u32,
    /// Waves in the work-group.
    pub group_waves: u32,
    /// Sum of active lanes over the vector instructions and of 1 over the scalar ones. It does not follow
    /// `instructions`: compilers read neighbours at once, and such a load waits until the stores of both, and
    /// so all those before them, have left the host's store buffer.
    pub lanes: u64,
    /// TRAPSTS register, as the program wrote it: no exception is ever recorded.
    pub trapsts: u32,
    /// First of the vector registers that still hold what an earlier wave left.
    stale: u32,
    /// Whether the steady registers of `class` are not written yet.
    fresh: bool,
    /// How it started.
    class: StartClass,
    /// Lane 0 of the registers of `class`.
    start_base: [u32; StartClass::REGISTERS],
    /// The compiled function that left the wave at a barrier, if nothing has written vector registers since;
    /// and PC and EXEC then.
    left_by: usize,
    left_at: (u64, u64),
    /// Whether the scalar registers are still those with which the dispatcher started it, except for what it
    /// sets in each wave anew: then they need not be set again for the next wave.
    pub clean: bool,
    /// What it asks of global wave sync, since it has come back with [`super::Exit::Sync`].
    pub request: Option<Request>,
    /// What it waits for, while the scheduler says that it does.
    pub ticket: Option<Ticket>,
    vgprs: Vec<Vgpr>,
}

// SAFETY: the pointer leads to the heap memory of `vgprs`, which moves with the wave.
unsafe impl Send for Wave {}

impl Wave {
    /// A wave with so many vector registers, of each kind 256 at most, and one VGPR at least; all registers are zero,
    /// EXEC is full.
    pub fn new(size: impl Into<FileSize>) -> Wave {
        let FileSize { vgprs, acc } = size.into();
        let most = u32::from(ACC);
        let size = FileSize {
            vgprs: vgprs.clamp(1, most),
            acc: acc.min(most),
        };
        let file = match size.acc {
            0 => size.vgprs,
            n => most + n,
        };
        let mut vgprs = vec![Vgpr::ZERO; file as usize];
        let vgpr_base = vgprs.as_mut_ptr();
        let mut w = Wave {
            sgpr: [0; 128],
            scc: 0,
            mode: 0,
            pc: 0,
            vgpr_base,
            size,
            budget: i64::MAX,
            instructions: 0,
            lanes: 0,
            workgroup: [0; 3],
            index: 0,
            group_waves: 1,
            trapsts: 0,
            stale: vgprs.len() as u32,
            fresh: false,
            class: StartClass::default(),
            start_base: [0; StartClass::REGISTERS],
            left_by: 0,
            left_at: (0, 0),
            clean: false,
            request: None,
            ticket: None,
            vgprs,
        };
        w.set_exec(u64::MAX);
        w
    }

    /// Vector registers that the kernel has.
    #[inline]
    pub fn vgpr_count(&self) -> u32 {
        self.size.vgprs
    }

    /// How many vector registers the kernel has.
    #[inline]
    pub fn size(&self) -> FileSize {
        self.size
    }

    /// Accumulation registers that the kernel has.
    #[inline]
    pub fn acc_count(&self) -> u32 {
        self.size.acc
    }

    /// Register `v` of the file, if it is there.
    pub fn get(&self, v: u16) -> Option<&Vgpr> {
        self.size.has(v, 1).then(|| self.v(v))
    }

    /// Register `v` of the file.
    ///
    /// # Panics
    /// When the wave has no register `v`: check against [`Wave::vgpr_count`] or [`Wave::acc_count`] first.
    #[inline]
    pub fn v(&self, v: impl Into<u16>) -> &Vgpr {
        &self.vgprs[usize::from(v.into())]
    }

    /// Register `v` of the file, to write. Panics like [`Wave::v`].
    #[inline]
    pub fn v_mut(&mut self, v: impl Into<u16>) -> &mut Vgpr {
        self.left_by = 0;
        &mut self.vgprs[usize::from(v.into())]
    }

    /// All VGPRs.
    pub fn vgprs(&self) -> &[Vgpr] {
        &self.vgprs[..self.size.vgprs as usize]
    }

    /// All VGPRs, to write.
    pub fn vgprs_mut(&mut self) -> &mut [Vgpr] {
        self.left_by = 0;
        &mut self.vgprs[..self.size.vgprs as usize]
    }

    /// All accumulation registers.
    pub fn acc(&self) -> &[Vgpr] {
        self.vgprs.get(usize::from(ACC)..).unwrap_or(&[])
    }

    /// All accumulation registers, to write.
    pub fn acc_mut(&mut self) -> &mut [Vgpr] {
        self.left_by = 0;
        self.vgprs.get_mut(usize::from(ACC)..).unwrap_or(&mut [])
    }

    /// Makes it a wave that starts as `class` says, with lane 0 of the class's registers in `base`.
    /// Those of them that are steady are not written yet, and those behind them hold what an earlier
    /// wave left, but count as zero: most kernels write most registers before they read them. Whoever
    /// runs the wave must write them before the program can read them ([`Wave::clear_stale`]).
    #[inline]
    pub fn set_fresh(&mut self, class: StartClass, base: [u32; StartClass::REGISTERS]) {
        self.class = class;
        self.start_base = base;
        self.fresh = true;
        self.left_by = 0;
        self.stale = self.size.vgprs.min(StartClass::REGISTERS as u32);
    }

    /// Notes that the compiled function at the host's address `code` has left the wave at a barrier: what it
    /// knows of vector registers behind it holds for as long as nothing else writes them, or moves the wave.
    #[inline]
    pub fn set_left_by(&mut self, code: usize) {
        self.left_by = code;
        self.left_at = (self.pc, self.exec());
    }

    /// What [`Wave::set_left_by`] was told, once; 0 when it was not, or does not count any more.
    #[inline]
    pub fn take_left_by(&mut self) -> usize {
        let code = std::mem::take(&mut self.left_by);
        if self.left_at == (self.pc, self.exec()) {
            code
        } else {
            0
        }
    }

    /// Whether no register has been written since [`Wave::set_fresh`].
    #[inline]
    pub fn is_fresh(&self) -> bool {
        self.fresh
    }

    /// How it started.
    #[inline]
    pub fn class(&self) -> StartClass {
        self.class
    }

    /// Writes the registers that are not written yet.
    #[inline]
    pub fn clear_stale(&mut self) {
        self.clear_stale_if(|_| true);
    }

    /// Writes those of the registers that are not written yet that `read` tells to be readable; nothing
    /// may look at the others before they are written. Gives what was not there.
    #[inline]
    pub fn clear_stale_if(&mut self, read: impl Fn(u16) -> bool) -> Unset {
        let unset = self.forget_stale();
        if unset.fresh || unset.stale < self.file() {
            self.write_unset(unset, read);
        }
        unset
    }

    /// Writes those registers of `unset` that `read` tells to be readable.
    fn write_unset(&mut self, unset: Unset, read: impl Fn(u16) -> bool) {
        let steady = self.vgprs.iter_mut().take(StartClass::REGISTERS);
        for (n, v) in steady.enumerate().filter(|_| unset.fresh) {
            if let Some(stride) = self.class.stride(n) {
                if read(n as u16) {
                    let base = self.start_base[n];
                    *v = Vgpr(std::array::from_fn(|lane| base + stride * lane as u32));
                } else if cfg!(debug_assertions) {
                    *v = Vgpr::POISON;
                }
            }
        }
        // Between the VGPRs and the accumulation registers there are none.
        let is_there = |n: usize| n < self.size.vgprs as usize || n >= usize::from(ACC);
        let others = self.vgprs.iter_mut().enumerate();
        for (n, v) in others
            .skip(unset.stale as usize)
            .filter(|(n, _)| is_there(*n))
        {
            if read(n as u16) {
                *v = Vgpr::ZERO;
            } else if cfg!(debug_assertions) {
                *v = Vgpr::POISON;
            }
        }
    }

    /// Says that nothing will look at the registers that are not written yet. Gives what was not there.
    #[inline]
    pub fn forget_stale(&mut self) -> Unset {
        let file = self.file();
        Unset {
            fresh: std::mem::take(&mut self.fresh),
            stale: std::mem::replace(&mut self.stale, file),
        }
    }

    /// The length of the file.
    #[inline]
    fn file(&self) -> u32 {
        self.vgprs.len() as u32
    }

    /// Takes back [`Wave::clear_stale_if`] or [`Wave::forget_stale`], when no instruction has run since.
    #[inline]
    pub fn unset(&mut self, unset: Unset) {
        (self.fresh, self.stale) = (unset.fresh, unset.stale);
    }

    /// 64-bit scalar that starts at operand code `s`; what would lie beyond code 127 reads as 0.
    #[inline]
    pub fn s64(&self, s: u8) -> u64 {
        let half = |i: usize| self.sgpr.get(i).copied().unwrap_or(0) as u64;
        half(s as usize) | half(s as usize + 1) << 32
    }

    /// Writes the 64-bit scalar that starts at operand code `s`; what would lie beyond code 127 is
    /// dropped.
    #[inline]
    pub fn set_s64(&mut self, s: u8, v: u64) {
        for (i, half) in [v as u32, (v >> 32) as u32].into_iter().enumerate() {
            if let Some(r) = self.sgpr.get_mut(s as usize + i) {
                *r = half;
            }
        }
    }

    /// EXEC: one bit per active lane.
    #[inline]
    pub fn exec(&self) -> u64 {
        self.s64(EXEC_LO)
    }

    /// Sets EXEC.
    #[inline]
    pub fn set_exec(&mut self, v: u64) {
        let halves = [v as u32, (v >> 32) as u32];
        self.sgpr[EXEC_LO as usize..][..2].copy_from_slice(&halves);
    }

    /// VCC.
    #[inline]
    pub fn vcc(&self) -> u64 {
        self.s64(VCC_LO)
    }

    /// Sets VCC.
    #[inline]
    pub fn set_vcc(&mut self, v: u64) {
        self.set_s64(VCC_LO, v);
    }

    /// M0.
    #[inline]
    pub fn m0(&self) -> u32 {
        self.sgpr[M0 as usize]
    }
}

/// Byte offsets of [`Wave`]'s fields, for generated code.
pub mod offset {
    use super::Wave;
    use std::mem::offset_of;

    /// `sgpr[0]`; entry `s` is 4 x `s` further.
    pub const SGPR: i32 = offset_of!(Wave, sgpr) as i32;
    /// `scc`.
    pub const SCC: i32 = offset_of!(Wave, scc) as i32;
    /// `mode`.
    pub const MODE: i32 = offset_of!(Wave, mode) as i32;
    /// `trapsts`.
    pub const TRAPSTS: i32 = offset_of!(Wave, trapsts) as i32;
    /// `group_waves`.
    pub const GROUP_WAVES: i32 = offset_of!(Wave, group_waves) as i32;
    /// `pc`.
    pub const PC: i32 = offset_of!(Wave, pc) as i32;
    /// Pointer to the first [`super::Vgpr`].
    pub const VGPR_BASE: i32 = offset_of!(Wave, vgpr_base) as i32;
    /// `budget`.
    pub const BUDGET: i32 = offset_of!(Wave, budget) as i32;
    /// `instructions`.
    pub const INSTRUCTIONS: i32 = offset_of!(Wave, instructions) as i32;
    /// `lanes`.
    pub const LANES: i32 = offset_of!(Wave, lanes) as i32;
    /// `start_base[0]`.
    pub const START_BASE: i32 = offset_of!(Wave, start_base) as i32;
}
