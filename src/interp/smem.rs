//! SMRD and SMEM (CLRX GcnInstrsSmrd, GcnInstrsSmem).

use super::mubuf::read_buffer;
use super::rmw::{b32, b64};
use super::seen::{self, How};
use super::space::{self, Place, check};
use super::{Cx, Step, set_sgpr, sgpr};
use crate::isa::facts::{At, SmemAct};
use crate::isa::{Smem, SmemFields};
use crate::machine::clocks::Which;
use crate::machine::memory::{AccessKind, Window};
use crate::machine::wave::Wave;
use crate::numerics::Mode;

/// Executes one instruction.
pub(super) fn execute(op: Smem, f: &SmemFields, w: &mut Wave, cx: &mut Cx) -> Step {
    let m = Mode::f32(w.mode);
    match op.act() {
        SmemAct::Loads(at, n) => load(at, f, w, cx, n),
        SmemAct::Stores(at, n) => store(at, f, w, cx, n),
        SmemAct::Atomic32(at, op) => atomic32(at, f, w, cx, b32::by(op, m)),
        SmemAct::Atomic64(at, op) => atomic64(at, f, w, cx, b64::by(op, m)),
        SmemAct::Clock => read(Which::Cycles, f, w, cx),
        SmemAct::RealTime => read(Which::RealTime, f, w, cx),
        // Memory is coherent without caches.
        SmemAct::Cache => Ok(()),
    }
}

/// Reads a clock, which goes with the wave's own instructions.
fn read(clock: Which, f: &SmemFields, w: &mut Wave, cx: &Cx) -> Step {
    let now = cx.env.clocks.show(clock, w.workgroup, w.instructions);
    w.set_s64(f.sdata, now);
    Ok(())
}

/// What an access addresses: memory from `base` on, `limit` bytes of it where a V# sets a limit.
pub(crate) struct Region {
    base: u64,
    offset: u64,
    limit: Option<u64>,
}

/// The register's offset: in bytes, or in units of 64 bytes in the SCRATCH forms.
fn offset(at: At, f: &SmemFields, w: &Wave) -> u64 {
    let scale = match at {
        At::Scratch => 64,
        At::Memory | At::Buffer => 1,
    };
    f.soffset.map_or(0, |s| sgpr(w, s as usize) as u64 * scale)
}

/// The address that the instruction gives, where it gives one.
pub(crate) fn asked(at: At, f: &SmemFields, w: &Wave) -> u64 {
    let offset = (f.imm as u64).wrapping_add(offset(at, f, w));
    w.s64(f.sbase).wrapping_add(offset)
}

/// Base and offset. Low two bits of the address are dropped.
pub(crate) fn region(at: At, f: &SmemFields, w: &Wave, cx: &Cx) -> Region {
    if at == At::Buffer {
        let register = offset(at, f, w);
        let b = read_buffer(w, f.sbase);
        let unit = if b.stride == 0 { 1 } else { b.stride as u64 };
        // gfx9's 21-bit immediate is not signed in the buffer forms.
        let imm = if cx.generation.is_gfx9() {
            f.imm as u64 & 0x1f_ffff
        } else {
            f.imm as u64
        };
        let offset = imm.wrapping_add(register) & !3;
        return Region {
            base: b.base & !3,
            offset,
            limit: Some(b.num_records as u64 * unit),
        };
    }
    Region {
        base: asked(at, f, w) & !3,
        offset: 0,
        limit: None,
    }
}

impl Region {
    /// Address of dword `i`, unless it is outside the buffer.
    pub(crate) fn dword(&self, i: u8) -> Option<u64> {
        let offset = self.offset + 4 * i as u64;
        let inside = self.limit.is_none_or(|limit| offset + 4 <= limit);
        inside.then(|| self.base.wrapping_add(offset))
    }
}

/// Where an access looks: in the wave's private memory, all lanes of which scalar instructions reach, or
/// where the last one was. Vector instructions do not look there, so it is not kept.
fn window(cx: &Cx, addr: u64, size: u64, kind: AccessKind) -> Window {
    cx.env.scratch.scalar(addr, size, kind).unwrap_or(cx.window)
}

/// Checks a whole access before its dwords are touched one by one.
fn check_all(cx: &mut Cx, addr: u64, dwords: u8, kind: AccessKind) -> Step {
    let bytes = 4 * dwords as u32;
    if cx.env.scratch.scalar(addr, bytes as u64, kind).is_none() {
        check(cx, addr, bytes, kind)?;
    }
    Ok(())
}

/// Loads `n` dwords. All are read before the first is written: SDATA may overlap SBASE.
fn load(at: At, f: &SmemFields, w: &mut Wave, cx: &mut Cx, n: u8) -> Step {
    let region = region(at, f, w, cx);
    if region.limit.is_none() {
        check_all(cx, region.base, n, AccessKind::Read)?;
    }
    let mut data = [0; 16];
    for i in 0..n {
        if let Some(addr) = region.dword(i) {
            seen::note(cx.log, Place::Global(addr), 4, How::Read);
            let b = cx
                .env
                .memory
                .load(&mut window(cx, addr, 4, AccessKind::Read), addr)?;
            data[i as usize] = u32::from_le_bytes(b);
        }
    }
    for (i, dword) in data[..n as usize].iter().enumerate() {
        set_sgpr(w, f.sdata as usize + i, *dword);
    }
    Ok(())
}

fn store(at: At, f: &SmemFields, w: &mut Wave, cx: &mut Cx, n: u8) -> Step {
    let region = region(at, f, w, cx);
    if region.limit.is_none() {
        check_all(cx, region.base, n, AccessKind::Write)?;
    }
    for i in 0..n {
        if let Some(addr) = region.dword(i) {
            seen::note(cx.log, Place::Global(addr), 4, How::Write);
            let d = sgpr(w, f.sdata as usize + i as usize).to_le_bytes();
            cx.env
                .memory
                .store(&mut window(cx, addr, 4, AccessKind::Write), addr, d)?;
        }
    }
    Ok(())
}

/// The atomic `op` on a dword. SDATA holds the data, then a comparand; with GLC it receives the old
/// value.
fn atomic32(
    at: At,
    f: &SmemFields,
    w: &mut Wave,
    cx: &mut Cx,
    op: impl Fn(u32, u32, u32) -> u32,
) -> Step {
    let data = w.s64(f.sdata);
    let (data, data2) = (data as u32, (data >> 32) as u32);
    let old = match region(at, f, w, cx).dword(0) {
        None => 0,
        Some(addr) => {
            seen::note(cx.log, Place::Global(addr), 4, How::Update);
            let mut window = window(cx, addr & !3, 4, AccessKind::Write);
            cx.env
                .memory
                .update_u32(&mut window, addr, |old| op(old, data, data2))?
        }
    };
    if f.glc {
        set_sgpr(w, f.sdata as usize, old);
    }
    Ok(())
}

/// As [`atomic32`], on 8 bytes.
fn atomic64(
    at: At,
    f: &SmemFields,
    w: &mut Wave,
    cx: &mut Cx,
    op: impl Fn(u64, u64, u64) -> u64,
) -> Step {
    let data = w.s64(f.sdata);
    let data2 = space::join([
        sgpr(w, f.sdata as usize + 2),
        sgpr(w, f.sdata as usize + 3),
        0,
        0,
    ]);
    let region = region(at, f, w, cx);
    let old = match (region.dword(0), region.dword(1)) {
        (Some(addr), Some(_)) => {
            seen::note(cx.log, Place::Global(addr), 8, How::Update);
            let mut window = window(cx, addr & !7, 8, AccessKind::Write);
            cx.env
                .memory
                .update_u64(&mut window, addr, |old| op(old, data, data2))?
        }
        _ => 0,
    };
    if f.glc {
        w.set_s64(f.sdata, old);
    }
    Ok(())
}
