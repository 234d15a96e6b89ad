//! What generated code calls: memory accesses of 64 lanes, and lane functions that the host's vector
//! unit lacks. These are not the interpreter's: it works lane by lane on decoded instructions, these on
//! arrays of 64 values.
#![allow(unsafe_code)]

mod combine;
mod eights;
mod elements;
mod far;
mod lds;
mod narrow;
mod offsets;
mod private;
mod rows;
mod sites;
#[cfg(test)]
mod tests;
mod wide;
mod wide_atomics;
mod wide_lds;

use combine::combine;
pub(super) use far::{Far, Request};
pub(in crate::jit) use lds::LdsView;
pub(in crate::jit) use lds::lds_in_turn;
pub use lds::{lds_atomic, lds_load, lds_store};
pub(in crate::jit) use private::{Private, same};
pub use sites::Sites;
use sites::{SITES, TURNS};
pub(super) use sites::{Site, site};

use std::cell::Cell;
use std::sync::atomic::Ordering::{AcqRel, Acquire};
use std::sync::atomic::{AtomicU32, AtomicU64};

use super::controls::plain_float;
use super::counted::Ledger;
use super::host::HostLevel;
use crate::error::FaultKind;
use crate::ir::plant::{Fault, planted, unless_planted};
use crate::ir::{AtomicOp, MemOp, Share};
use crate::isa::Gen;
use crate::lower::watched::Shown;
use crate::machine::clocks::Which;
use crate::machine::gds::Gds;
use crate::machine::lds::Lds;
use crate::machine::memory::{AccessKind, BadAccess};
use crate::machine::program::Program;
use crate::machine::wave::{LANES, Wave};
use crate::machine::{Env, PRIVATE_APERTURE_HI, SHARED_APERTURE_HI, Watch};
use crate::numerics::matrix::Product;

/// What generated code needs beside the wave. Its address is a function argument.
#[repr(C)]
pub struct Ctx<'a> {
    /// Temporaries, for values that cross a region's border. First, for generated code.
    pub(super) temps: *mut u8,
    /// Second, for generated code, which looks there before it calls.
    pub(super) sites: &'a mut [Site; SITES],
    /// The stack pointer with which generated code was entered.
    pub(super) stack: u64,
    /// The address that a function gave to generated code.
    pub(super) address: u64,
    /// The LDS, and its size in bytes.
    lds: *const u8,
    lds_size: u64,
    /// What regions call for what is not near.
    far: usize,
    /// Private memory: its first address, how many rows of 64 dwords, and where they are.
    private_base: u64,
    private_rows: u64,
    private_host: *mut u8,
    /// Bytes per lane of it that are known to be written.
    written: *const AtomicU32,
    /// What a V# has beside its base that leads there without a limit, one that has been met: the upper 16
    /// bits of its low half, and its high half.
    pub(super) row_kind: [u64; 2],
    /// SOFFSET, and the offset of all lanes, for [`super::buffer::buf_row`] and its reverse.
    pub(super) offsets: [u32; 2],
    /// Where the function that runs has found frames of private memory, as it has numbered them.
    frames: [u64; Ctx::FRAME_PLACES],
    /// Not zero after a fault that has not ended generated code at once.
    failed: u64,
    /// Which node of its block that was.
    failed_node: u32,
    /// Where functions that are counted count, which one is executed, and in which of its blocks the wave was last that
    /// may come to a fault, with which EXEC.
    pub(super) cells: *const Cell<u64>,
    pub(super) function: u32,
    pub(super) block: u64,
    pub(super) exec: u64,
    env: &'a Env<'a>,
    /// Where instructions accessed last, as `sites`.
    last: &'a mut [u64; SITES],
    /// The same for each of the waves of a work-group that take turns, by the number of the wave.
    turns: &'a mut [[u64; TURNS]; SITES],
    turn: usize,
    /// The last product of matrices, by what says which it is.
    pub(super) product: Cell<Option<(u64, Product)>>,
    /// Whether the functions of [`wide`] may be called: the level is [`HostLevel::Avx512`].
    pub(super) wide: bool,
    /// What of the host's extensions may be used.
    level: HostLevel,
    fault: Option<(FaultKind, Option<u8>)>,
    /// Where it was; before, where generated code was entered.
    fault_pc: u64,
    /// Who is shown what is executed, and what of it, by code that is compiled for it.
    pub(super) watcher: Option<(&'a dyn Watch, Shown)>,
    /// Whether who was asked last wants the interpreter to go on.
    pub(super) refused: Cell<bool>,
    /// Whose the cells are.
    pub(super) ledger: Option<&'a mut Ledger>,
}

impl Ctx<'_> {
    /// Where generated code finds the address of the first window.
    pub(super) const SITES: i32 = std::mem::offset_of!(Ctx<'static>, sites) as i32;

    /// Where it finds the address of the LDS.
    pub(super) const LDS: i32 = std::mem::offset_of!(Ctx<'static>, lds) as i32;

    /// Where it finds how many bytes the LDS has.
    pub(super) const LDS_SIZE: i32 = std::mem::offset_of!(Ctx<'static>, lds_size) as i32;

    /// Where it finds what to call for a load that is not near.
    pub(super) const FAR: i32 = std::mem::offset_of!(Ctx<'static>, far) as i32;

    /// Where it finds private memory: its address, rows, host address; and how much is written.
    pub(super) const PRIVATE: [i32; 4] = [
        std::mem::offset_of!(Ctx<'static>, private_base) as i32,
        std::mem::offset_of!(Ctx<'static>, private_rows) as i32,
        std::mem::offset_of!(Ctx<'static>, private_host) as i32,
        std::mem::offset_of!(Ctx<'static>, written) as i32,
    ];

    /// Where it finds what a V# has that leads there.
    pub(super) const ROW_KIND: i32 = std::mem::offset_of!(Ctx<'static>, row_kind) as i32;

    /// How many frames of private memory a function remembers.
    pub(super) const FRAME_PLACES: usize = 8;

    /// Where generated code leaves the address of frame `number`, which is less than that.
    pub(super) fn frame_place(number: usize) -> i32 {
        (std::mem::offset_of!(Ctx<'static>, frames) + 8 * number) as i32
    }

    /// Where it leaves SOFFSET.
    pub(super) const OFFSETS: i32 = std::mem::offset_of!(Ctx<'static>, offsets) as i32;

    /// Where it finds whether a load in a region has had a fault.
    pub(super) const FAILED: i32 = std::mem::offset_of!(Ctx<'static>, failed) as i32;

    /// Where it finds its cells.
    pub(super) const CELLS: i32 = std::mem::offset_of!(Ctx<'static>, cells) as i32;

    /// Where it leaves the number of its block, and EXEC.
    pub(super) const BLOCK: i32 = std::mem::offset_of!(Ctx<'static>, block) as i32;

    /// See [`Ctx::BLOCK`].
    pub(super) const EXEC: i32 = std::mem::offset_of!(Ctx<'static>, exec) as i32;

    /// Where it finds the address that a function has given it.
    pub(super) const ADDRESS: i32 = std::mem::offset_of!(Ctx<'static>, address) as i32;

    /// Byte offset of the entry of the instruction at `pc` from the first, which begins with its window.
    pub(super) fn site_offset(pc: u64) -> i32 {
        (site(pc) * size_of::<Site>()) as i32
    }
}

impl<'a> Ctx<'a> {
    /// The host's level.
    pub(super) fn level(&self) -> HostLevel {
        self.level
    }

    /// A context for running in `env` with the temporaries at `temps`. What `sites` has of another
    /// memory, or from before an allocation ended, is forgotten. Generated code trusts `temps`: there
    /// must be as many bytes as its [`super::compile::Object`] asks for, aligned to 64.
    /// Helpers use the host's extensions up to `level`, which the host has.
    pub(super) fn new(
        env: &'a Env<'a>,
        temps: *mut u8,
        sites: &'a mut Sites,
        level: HostLevel,
    ) -> Ctx<'a> {
        env.scratch.check_memory(env.memory);
        let epoch = env.memory.epoch();
        if sites.epoch != epoch {
            *sites = Sites::EMPTY;
            sites.epoch = epoch;
        }
        Ctx {
            temps,
            sites: &mut sites.windows,
            stack: 0,
            address: 0,
            lds: env.lds.dwords().as_ptr().cast(),
            lds_size: u64::from(env.lds.size()),
            far: match level {
                HostLevel::Avx512 => far::call_far as *const () as usize,
                HostLevel::Avx2 | HostLevel::Base => far::call_far_narrow as *const () as usize,
            },
            private_base: env.scratch.window().base,
            private_rows: env.scratch.window().len / 256,
            private_host: env.scratch.window().host,
            written: env.scratch.written_at(),
            // No 16 bits are that many.
            row_kind: [u64::MAX; 2],
            offsets: [0; 2],
            frames: [0; Ctx::FRAME_PLACES],
            failed: 0,
            failed_node: 0,
            cells: std::ptr::null(),
            function: 0,
            block: 0,
            exec: 0,
            env,
            last: &mut sites.last,
            turns: &mut sites.turns,
            turn: 0,
            product: Cell::new(None),
            wide: level >= HostLevel::Avx512,
            level,
            fault: None,
            fault_pc: 0,
            watcher: None,
            refused: Cell::new(false),
            ledger: None,
        }
    }

    /// The fault that ended generated code: kind, lane, PC.
    pub fn take_fault(&mut self) -> Option<(FaultKind, Option<u8>, u64)> {
        let pc = self.fault_pc;
        self.fault.take().map(|(k, l)| (k, l, pc))
    }

    /// The guest code.
    pub(super) fn program(&self) -> &Program {
        self.env.program
    }

    /// Generation of the guest code.
    pub(super) fn generation(&self) -> Gen {
        self.env.program.generation()
    }

    pub(super) fn fail(&mut self, bad: BadAccess, lane: Option<usize>, pc: u64) -> u64 {
        self.fail_as(bad.into(), lane, pc)
    }

    pub(super) fn fail_as(&mut self, kind: FaultKind, lane: Option<usize>, pc: u64) -> u64 {
        self.fault = Some((kind, lane.map(|l| l as u8)));
        self.fault_pc = pc;
        1
    }

    /// The wave with this number in its work-group goes on.
    #[inline(always)]
    pub(super) fn turn_of(&mut self, wave: u32) {
        self.turn = wave as usize % TURNS;
    }

    /// Generated code begins at `pc`.
    #[inline(always)]
    pub(super) fn entered_at(&mut self, pc: u64) {
        self.fault_pc = pc;
    }

    /// A function has panicked, who knows at which instruction: generated code ends as after a fault where it began.
    pub(super) fn broken(&mut self, kind: FaultKind) {
        self.fault = Some((kind, None));
    }

    /// The LDS of the work-group.
    pub(super) fn lds(&self) -> &'a Lds {
        self.env.lds
    }

    /// The GDS of the device.
    pub(super) fn gds(&self) -> &'a Gds {
        self.env.memory.gds()
    }

    /// Shows the wave to who watches; whether the interpreter is to go on.
    pub(super) fn watch(&self, wave: &Wave, pc: u64, instructions: u32) -> bool {
        let shown = |(watcher, _): (&dyn Watch, _)| watcher.enter(wave, self.env, pc, instructions);
        let refused = self.watcher.is_some_and(shown);
        self.refused.set(refused);
        refused
    }

    /// What a clock shows to a wave that has executed so many instructions.
    pub(super) fn clock(&self, wave: &Wave, clock: Which, instructions: u64) -> u64 {
        self.env.clocks.show(clock, wave.workgroup, instructions)
    }

    /// Interrupts the host.
    pub(super) fn interrupt(&self) {
        self.env.memory.interrupt().send();
    }
}

/// The lanes whose bit is set, lowest first.
pub(super) struct Lanes(pub(super) u64);

impl Iterator for Lanes {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let lane = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(lane)
    }
}

impl Lanes {
    /// Leaves out the lanes below `lane`, which is 64 at most.
    #[inline(always)]
    fn leave_out_below(&mut self, lane: usize) {
        self.0 &= u64::MAX.checked_shl(lane as u32).unwrap_or(0);
    }
}

/// How many active lanes from `lane` on, which is one, access dwords that follow each other.
#[inline(always)]
fn dwords_in_a_row(addr: &[u64; LANES], exec: u64, lane: usize) -> usize {
    let active = (!(exec >> lane)).trailing_zeros() as usize;
    let end = unless_planted!(Fault::PiecesMeet, lane + active, LANES);
    let breaks = |n: &usize| addr[*n] != addr[*n - 1].wrapping_add(4);
    (lane + 1..end).find(breaks).unwrap_or(end) - lane
}

/// How the addresses of the active lanes lie.
enum Shape {
    /// Lane n's is that of lane 0 plus n times the stride.
    Run,
    /// All are the same.
    Same,
    /// Neither is so, or it is not worth finding out.
    Other,
}

/// The shape of `addr` in the lanes of `exec`, which is not zero. First and last lane decide what is
/// worth comparing in all of them.
macro_rules! shape {
    ($name:ident, $t:ty) => {
        fn $name(addr: &[$t; LANES], exec: u64, stride: $t) -> Shape {
            let first = exec.trailing_zeros() as usize;
            let last = 63 - exec.leading_zeros() as usize;
            let zero = addr[first].wrapping_sub((first as $t).wrapping_mul(stride));
            let run = |n: usize| zero.wrapping_add((n as $t).wrapping_mul(stride));
            let mut differ = 0;
            if addr[last] == addr[first] && first != last {
                if exec == u64::MAX {
                    for a in addr {
                        differ |= a ^ addr[0];
                    }
                } else {
                    for n in Lanes(exec) {
                        differ |= addr[n] ^ addr[first];
                    }
                }
                return if differ == 0 {
                    Shape::Same
                } else {
                    Shape::Other
                };
            }
            if addr[last] != run(last) {
                return Shape::Other;
            }
            if exec == u64::MAX {
                for (n, a) in addr.iter().enumerate() {
                    differ |= a ^ run(n);
                }
            } else {
                for n in Lanes(exec) {
                    differ |= addr[n] ^ run(n);
                }
            }
            if differ == 0 {
                Shape::Run
            } else {
                Shape::Other
            }
        }
    };
}
shape!(shape64, u64);
shape!(shape32, u32);

pub(super) fn extend(m: MemOp, v: u32) -> u32 {
    match (m.size, m.signed) {
        (1, true) => v as u8 as i8 as i32 as u32,
        (2, true) => v as u16 as i16 as i32 as u32,
        _ => v,
    }
}

/// The aperture, the LDS' or that of private memory, in which the FLAT access at `addr` lies, and where in it: the
/// address without the displacement decides.
#[inline]
pub(super) fn aperture(m: MemOp, addr: u64) -> Option<(u32, u32)> {
    let hi = (addr.wrapping_sub(m.offset.into()) >> 32) as u32;
    // Neither memory reaches as far as 32 bits do.
    let inside = || u32::try_from(addr - (u64::from(hi) << 32)).unwrap_or(u32::MAX);
    let is_one = matches!(hi, SHARED_APERTURE_HI | PRIVATE_APERTURE_HI);
    (m.flat && is_one).then(|| (hi, inside()))
}

/// Up to four dwords at `p`, or one element of `S` bytes, zero-extended.
///
/// # Safety
/// S x N bytes at `p` lie in the arena.
#[inline(always)]
pub(super) unsafe fn get<const S: usize, const N: usize>(p: *const u8) -> [u32; N] {
    let mut out = [0; N];
    // SAFETY: the caller's. Other threads of the guest may write there: the value is then one of
    // theirs, as on a GPU.
    unsafe {
        match S {
            1 => out[0] = p.read() as u32,
            2 => out[0] = p.cast::<u16>().read_unaligned() as u32,
            _ => {
                for (k, o) in out.iter_mut().enumerate() {
                    *o = p.cast::<u32>().add(k).read_unaligned();
                }
            }
        }
    }
    out
}

/// The reverse of [`get`].
///
/// # Safety
/// As for [`get`].
#[inline(always)]
pub(super) unsafe fn put<const S: usize, const N: usize>(p: *mut u8, v: [u32; N]) {
    // SAFETY: the caller's; see `get`.
    unsafe {
        match S {
            1 => p.write(v[0] as u8),
            2 => p.cast::<u16>().write_unaligned(v[0] as u16),
            _ => {
                for (k, v) in v.iter().enumerate() {
                    p.cast::<u32>().add(k).write_unaligned(*v);
                }
            }
        }
    }
}

/// Calls `$f::<S, N>` for the element size and number of dwords of `$m`.
macro_rules! by_width {
    ($m:expr, $f:ident($($a:expr),*)) => {
        match ($m.size, $m.dwords) {
            (1, _) => $f::<1, 1>($($a),*),
            (2, _) => $f::<2, 1>($($a),*),
            (_, 1) => $f::<4, 1>($($a),*),
            (_, 2) => $f::<4, 2>($($a),*),
            (_, 3) => $f::<4, 3>($($a),*),
            _ => $f::<4, 4>($($a),*),
        }
    };
}

pub(super) use by_width;
pub(super) use wide::places;

impl Ctx<'_> {
    /// Host address of the `size` bytes at guest address `addr`.
    #[inline(always)]
    pub(super) fn host(
        &mut self,
        s: usize,
        addr: u64,
        size: u64,
        write: bool,
    ) -> Result<*mut u8, BadAccess> {
        let w = self.sites[s].window;
        match w.offset(addr, size) {
            Some(off) if !write || w.writable != 0 => {
                // SAFETY: `offset` checked that `size` bytes from here lie in the window, which lies
                // in the arena.
                Ok(unsafe { w.host.add(off as usize) })
            }
            _ => self.host_anew(s, addr, size, write),
        }
    }

    #[cold]
    fn host_anew(
        &mut self,
        s: usize,
        addr: u64,
        size: u64,
        write: bool,
    ) -> Result<*mut u8, BadAccess> {
        let bad = BadAccess {
            addr,
            size: size as u32,
            write,
        };
        let w = self.env.memory.window(addr).ok_or(bad)?;
        self.sites[s] = Site::new(w);
        let off = w.offset(addr, size).ok_or(bad)?;
        if write && w.writable == 0 {
            return Err(bad);
        }
        // SAFETY: as in `host`.
        Ok(unsafe { w.host.add(off as usize) })
    }

    /// Host address of the `size` bytes at `addr` of a scalar access, which reaches all of the wave's
    /// private memory too.
    pub(super) fn scalar_host(
        &mut self,
        s: usize,
        addr: u64,
        size: u64,
        write: bool,
    ) -> Result<*mut u8, BadAccess> {
        let kind = if write {
            AccessKind::Write
        } else {
            AccessKind::Read
        };
        match self.env.scratch.scalar(addr, size, kind) {
            // SAFETY: `scalar` found all bytes in the window.
            Some(w) => Ok(unsafe { w.host.add((addr - w.base) as usize) }),
            None => self.host(s, addr, size, write),
        }
    }

    /// Load of one lane from LDS or private memory through FLAT.
    #[cold]
    pub(super) fn load_aperture(
        &mut self,
        m: MemOp,
        (hi, at): (u32, u32),
        lane: usize,
        limit: u64,
    ) -> Result<[u32; 4], BadAccess> {
        let size = m.bytes();
        if hi == SHARED_APERTURE_HI {
            let lds = LdsView::new(self, m, limit);
            if let Some(a) = lds.place(at, 0) {
                // SAFETY: `place` checked the access.
                return Ok(unsafe { lds.read(a) });
            }
            return Ok([0; 4]);
        }
        let (private, offset) = (self.private(), at);
        private.check(offset, size, false)?;
        let mut v = [0; 4];
        for (k, v) in v.iter_mut().enumerate().take(m.dwords as usize) {
            let offset = offset + 4 * k as u32;
            // SAFETY: `check` checked the access.
            *v = unsafe {
                match m.size {
                    1 => private.read::<1>(offset, lane),
                    2 => private.read::<2>(offset, lane),
                    _ => private.read::<4>(offset, lane),
                }
            };
        }
        Ok(v)
    }

    /// Store of one lane to LDS or private memory through FLAT.
    #[cold]
    pub(super) fn store_aperture(
        &mut self,
        m: MemOp,
        (hi, at): (u32, u32),
        lane: usize,
        limit: u64,
        data: [u32; 4],
    ) -> Result<(), BadAccess> {
        let size = m.bytes();
        if hi == SHARED_APERTURE_HI {
            let lds = LdsView::new(self, m, limit);
            if let Some(a) = lds.place(at, 0) {
                // SAFETY: `place` checked the access.
                unsafe { lds.write(a, data) };
            }
            return Ok(());
        }
        let (private, offset) = (self.private(), at);
        private.check(offset, size, true)?;
        for (k, v) in data.into_iter().enumerate().take(m.dwords as usize) {
            let offset = offset + 4 * k as u32;
            // SAFETY: `check` checked the access.
            unsafe {
                match m.size {
                    1 => private.write::<1>(offset, lane, v),
                    2 => private.write::<2>(offset, lane, v),
                    _ => private.write::<4>(offset, lane, v),
                }
            }
        }
        Ok(())
    }
}

/// Scalar load of `dwords` to `out`. The fault names the whole access.
///
/// # Safety
/// Called by generated code only: `ctx` is the running context, `out` has room for `dwords`.
pub unsafe fn sload(ctx: *mut Ctx<'_>, pc: u64, dwords: u64, addr: u64, out: *mut u32) -> u64 {
    // SAFETY: the context outlives the call, and nothing else uses it meanwhile.
    let ctx = unsafe { &mut *ctx };
    match ctx.scalar_host(site(pc), addr, 4 * dwords, false) {
        // SAFETY: `host` checked 4 x dwords bytes; `out` has room for them. See `get`.
        Ok(p) => unsafe {
            let p = p.cast::<u32>();
            match dwords {
                1 => copy::<1>(p, out),
                2 => copy::<2>(p, out),
                4 => copy::<4>(p, out),
                8 => copy::<8>(p, out),
                16 => copy::<16>(p, out),
                n => (0..n as usize).for_each(|i| copy::<1>(p.add(i), out.add(i))),
            }
            0
        },
        Err(bad) => ctx.fail(bad, None, pc),
    }
}

/// Copies `N` dwords: without a loop, since the number is known.
///
/// # Safety
/// N dwords at `from` may be read, and as many written at `to`.
#[inline(always)]
unsafe fn copy<const N: usize>(from: *const u32, to: *mut u32) {
    // SAFETY: the caller's.
    unsafe {
        to.cast::<[u32; N]>()
            .write_unaligned(from.cast::<[u32; N]>().read_unaligned());
    }
}

/// Load of each lane's dwords from global memory (and what FLAT reaches) to `out`, 64 lanes per
/// component; `limit` limits LDS addresses.
///
/// # Safety
/// Called by generated code only: `addr` has 64 addresses, `out` room for the components.
pub unsafe fn load(
    ctx: *mut Ctx<'_>,
    pc: u64,
    imm: u64,
    addr: *const u64,
    exec: u64,
    limit: u64,
    out: *mut u32,
) -> u64 {
    if exec == 0 {
        return 0;
    }
    let m = MemOp::unpack(imm);
    // SAFETY: generated code passes 64 addresses, and the only reference to the context.
    let (ctx, addr) = unsafe { (&mut *ctx, &*addr.cast::<[u64; LANES]>()) };
    let at = At { pc, m, exec, limit };
    // SAFETY: `out` has room for 64 times N.
    unsafe { by_width!(m, load_lanes(ctx, at, addr, out)) }
}

/// What a load or store is told beside addresses and data.
#[derive(Clone, Copy)]
pub(super) struct At {
    pub(super) pc: u64,
    pub(super) m: MemOp,
    pub(super) exec: u64,
    pub(super) limit: u64,
}

/// [`load`] for elements of `S` bytes, `N` dwords per lane.
///
/// # Safety
/// `out` has room for 64 x N dwords.
#[inline(always)]
pub(super) unsafe fn load_lanes<const S: usize, const N: usize>(
    ctx: &mut Ctx<'_>,
    at: At,
    addr: &[u64; LANES],
    out: *mut u32,
) -> u64 {
    if at.m.flat && private::all_private(at.m, addr, at.exec) {
        // SAFETY: the caller's.
        return unsafe { private::load::<S, N>(ctx, at, addr, out) };
    }
    // SAFETY: `wide` says that the host has AVX-512; the rest is the caller's.
    if ctx.wide && unsafe { wide::load::<S, N>(ctx, at, addr, out) } {
        return 0;
    }
    // SAFETY: the caller's.
    unsafe { narrow::load::<S, N>(ctx, at, addr, out) }
}

/// Store of each lane's dwords to global memory (and what FLAT reaches); `limit` limits LDS addresses.
///
/// # Safety
/// Called by generated code only: `addr` has 64 addresses, `data` 64 dwords per component.
pub unsafe fn store(
    ctx: *mut Ctx<'_>,
    pc: u64,
    imm: u64,
    addr: *const u64,
    exec: u64,
    limit: u64,
    data: *const u32,
) -> u64 {
    if exec == 0 {
        return 0;
    }
    let m = MemOp::unpack(imm);
    // SAFETY: generated code passes 64 addresses, and the only reference to the context.
    let (ctx, addr) = unsafe { (&mut *ctx, &*addr.cast::<[u64; LANES]>()) };
    let at = At { pc, m, exec, limit };
    // SAFETY: `data` has 64 times N dwords.
    unsafe { by_width!(m, store_lanes(ctx, at, addr, data)) }
}

/// [`store`] for elements of `S` bytes, `N` dwords per lane.
///
/// # Safety
/// `data` has 64 x N dwords.
#[inline(always)]
pub(super) unsafe fn store_lanes<const S: usize, const N: usize>(
    ctx: &mut Ctx<'_>,
    at: At,
    addr: &[u64; LANES],
    data: *const u32,
) -> u64 {
    if at.m.flat && private::all_private(at.m, addr, at.exec) {
        // SAFETY: the caller's.
        return unsafe { private::store::<S, N>(ctx, at, addr, data) };
    }
    // SAFETY: `wide` says that the host has AVX-512; the rest is the caller's.
    if ctx.wide && unsafe { wide::store::<S, N>(ctx, at, addr, data) } {
        return 0;
    }
    // SAFETY: the caller's.
    unsafe { narrow::store::<S, N>(ctx, at, addr, data) }
}

/// Data operands of an atomic in one lane; the second is 0 when it has one.
///
/// # Safety
/// `data` has 64 dwords per component.
#[inline(always)]
pub(super) unsafe fn atomic_data(m: MemOp, data: *const u32, lane: usize) -> (u64, u64) {
    // SAFETY: the caller's.
    let get = |k: usize| unsafe { *data.add(64 * k + lane) } as u64;
    let two = m.atomic.two();
    if m.size == 8 {
        let d = get(0) | get(1) << 32;
        (d, if two { get(2) | get(3) << 32 } else { 0 })
    } else {
        (get(0), if two { get(1) } else { 0 })
    }
}

/// Writes the old value that an atomic found.
///
/// # Safety
/// `out` has room for 64 dwords, twice as many when `wide`.
#[inline(always)]
pub(super) unsafe fn atomic_result(out: *mut u32, lane: usize, old: u64, wide: bool) {
    // SAFETY: the caller's.
    unsafe {
        *out.add(lane) = old as u32;
        if wide {
            *out.add(64 + lane) = (old >> 32) as u32;
        }
    }
}

/// Atomic of each lane in turn on global memory (and what FLAT reaches); old values to `out`.
///
/// # Safety
/// Called by generated code only: `addr` has 64 addresses, `data` 64 dwords per component, `out` room
/// for 64 per component.
#[allow(clippy::too_many_arguments)]
pub unsafe fn atomic(
    ctx: *mut Ctx<'_>,
    pc: u64,
    imm: u64,
    addr: *const u64,
    exec: u64,
    limit: u64,
    data: *const u32,
    out: *mut u32,
) -> u64 {
    let m = MemOp::unpack(imm);
    let (s, wide) = (site(pc), m.size == 8);
    // SAFETY: generated code passes 64 addresses, and the only reference to the context.
    let (ctx, addr) = unsafe { (&mut *ctx, &*addr.cast::<[u64; LANES]>()) };
    let reversed = planted(Fault::AtomicOrder);
    for lane in Lanes(if reversed { exec.reverse_bits() } else { exec }) {
        let lane = if reversed { 63 - lane } else { lane };
        // SAFETY: `data` has 64 dwords per component.
        let (d, e) = unsafe { atomic_data(m, data, lane) };
        let low = m.size as u32 - 1;
        let old = match aperture(m, addr[lane]) {
            Some((hi, at)) => atomic_aperture(ctx, m, (hi, at & !low), lane, limit, d, e),
            None => atomic_lane(ctx, s, m, addr[lane] & !u64::from(low), d, e),
        };
        match old {
            // SAFETY: `out` has 64 dwords per component, two of them when wide.
            Ok(v) => unsafe { atomic_result(out, lane, v, wide) },
            Err(bad) => return ctx.fail(bad, Some(lane), pc),
        }
    }
    0
}

/// Atomic on global memory; low address bits are ignored. Gives the old value.
#[inline(always)]
pub(super) fn atomic_lane(
    ctx: &mut Ctx<'_>,
    s: usize,
    m: MemOp,
    addr: u64,
    d: u64,
    e: u64,
) -> Result<u64, BadAccess> {
    let p = ctx.host(s, addr & !(m.size as u64 - 1), m.size as u64, true)?;
    // SAFETY: `host` checked the access; allocations are aligned to more than 8 bytes.
    Ok(unsafe { atomic_at(p, m, d, e) })
}

/// Atomic on what lies at `p`; gives the old value.
///
/// # Safety
/// The value lies in the arena, aligned to its size.
#[inline(always)]
pub(super) unsafe fn atomic_at(p: *mut u8, m: MemOp, d: u64, e: u64) -> u64 {
    // SAFETY: the caller's.
    unsafe {
        if m.size == 8 {
            atomic64(AtomicU64::from_ptr(p.cast()), m.atomic, d, e)
        } else {
            atomic32(AtomicU32::from_ptr(p.cast()), m.atomic, d as u32, e as u32) as u64
        }
    }
}

/// Defines an atomic on a host cell: what the host has as one operation, else by exchange.
macro_rules! host_atomic {
    ($name:ident, $cell:ty, $t:ty, $wide:expr) => {
        #[inline(always)]
        fn $name(cell: &$cell, op: AtomicOp, d: $t, e: $t) -> $t {
            match op {
                AtomicOp::Swap => cell.swap(d, AcqRel),
                AtomicOp::Add => cell.fetch_add(d, AcqRel),
                AtomicOp::Sub => cell.fetch_sub(d, AcqRel),
                AtomicOp::And => cell.fetch_and(d, AcqRel),
                AtomicOp::Or => cell.fetch_or(d, AcqRel),
                AtomicOp::Xor => cell.fetch_xor(d, AcqRel),
                _ => {
                    let f =
                        |old: $t| Some(combine(op, old as u64, d as u64, e as u64, $wide) as $t);
                    cell.fetch_update(AcqRel, Acquire, f)
                        .unwrap_or_else(|old| old)
                }
            }
        }
    };
}
host_atomic!(atomic32, AtomicU32, u32, false);
host_atomic!(atomic64, AtomicU64, u64, true);

/// Atomic of one lane on LDS or private memory through FLAT: no other thread touches them meanwhile
/// (see [`Env`]), so a load and a store will do.
#[cold]
pub(super) fn atomic_aperture(
    ctx: &mut Ctx<'_>,
    m: MemOp,
    (hi, at): (u32, u32),
    lane: usize,
    limit: u64,
    d: u64,
    e: u64,
) -> Result<u64, BadAccess> {
    if hi == SHARED_APERTURE_HI {
        let lds = LdsView::new(ctx, m, limit);
        // SAFETY: `place` checked the access, and aligned the address.
        return Ok(lds
            .place(at, 0)
            .map_or(0, |a| unsafe { lds.update(a, d, e) }));
    }
    ctx.private().check(at, m.size as u32, true)?;
    let v = ctx.load_aperture(m, (hi, at), lane, limit)?;
    let wide = m.size == 8;
    let old = v[0] as u64 | if wide { (v[1] as u64) << 32 } else { 0 };
    let new = combine(m.atomic, old, d, e, wide);
    let new = [new as u32, (new >> 32) as u32, 0, 0];
    ctx.store_aperture(m, (hi, at), lane, limit, new)?;
    Ok(old)
}

/// [`crate::ir::Uop::BPermute`].
///
/// # Safety
/// Called by generated code only: `index` and `data` have 64 dwords, `out` room for as many.
pub unsafe fn bpermute(
    ctx: *mut Ctx<'_>,
    _pc: u64,
    imm: u64,
    index: *const u32,
    exec: u64,
    data: *const u32,
    out: *mut u32,
) -> u64 {
    let offset = MemOp::unpack(imm).offset as u32;
    // SAFETY: generated code passes the running context.
    if unsafe { (*ctx).wide } {
        // SAFETY: the host has AVX-512; 64 dwords each.
        unsafe { wide::bpermute(index, offset, exec, data, out) };
        return 0;
    }
    // SAFETY: 64 dwords each; copies, since `out` may be one of them.
    let (index, data) = unsafe { (*index.cast::<[u32; LANES]>(), *data.cast::<[u32; LANES]>()) };
    for lane in Lanes(exec) {
        let from = (index[lane].wrapping_add(offset) / 4) as usize % LANES;
        let active = exec >> from & 1 != 0;
        // SAFETY: `out` has room for 64 dwords.
        unsafe { *out.add(lane) = if active { data[from] } else { 0 } };
    }
    0
}

/// [`crate::ir::Uop::Permute`].
///
/// # Safety
/// As for [`bpermute`].
pub unsafe fn permute(
    _ctx: *mut Ctx<'_>,
    _pc: u64,
    imm: u64,
    index: *const u32,
    exec: u64,
    data: *const u32,
    out: *mut u32,
) -> u64 {
    let offset = MemOp::unpack(imm).offset as u32;
    let mut sent = [0; LANES];
    for lane in Lanes(exec) {
        // SAFETY: 64 dwords each.
        let (index, v) = unsafe { (*index.add(lane), *data.add(lane)) };
        let to = (index.wrapping_add(offset) / 4) as usize % LANES;
        if !planted(Fault::PermuteFirst) || sent[to] == 0 {
            sent[to] = v;
        }
    }
    for lane in Lanes(exec) {
        // SAFETY: `out` has room for 64 dwords.
        unsafe { *out.add(lane) = sent[lane] };
    }
    0
}
