//! SMRD and SMEM (CLRX GcnInstrsSmrd, GcnInstrsSmem).

use super::mubuf::read_buffer;
use super::rmw::{b32, b64};
use super::space::{self, check};
use super::{Cx, Step, set_sgpr, sgpr};
use crate::isa::{Flags, Row, Smem, SmemFields};
use crate::machine::memory::Window;
use crate::machine::wave::Wave;

/// Executes one instruction.
pub(super) fn execute(op: Smem, f: &SmemFields, w: &mut Wave, cx: &mut Cx) -> Step {
    use Smem::*;
    let row = op.row();
    match op {
        S_LOAD_DWORD | S_SCRATCH_LOAD_DWORD => load(row, f, w, cx, 1),
        S_LOAD_DWORDX2 | S_SCRATCH_LOAD_DWORDX2 => load(row, f, w, cx, 2),
        S_LOAD_DWORDX4 | S_SCRATCH_LOAD_DWORDX4 => load(row, f, w, cx, 4),
        S_LOAD_DWORDX8 => load(row, f, w, cx, 8),
        S_LOAD_DWORDX16 => load(row, f, w, cx, 16),
        S_BUFFER_LOAD_DWORD => load(row, f, w, cx, 1),
        S_BUFFER_LOAD_DWORDX2 => load(row, f, w, cx, 2),
        S_BUFFER_LOAD_DWORDX4 => load(row, f, w, cx, 4),
        S_BUFFER_LOAD_DWORDX8 => load(row, f, w, cx, 8),
        S_BUFFER_LOAD_DWORDX16 => load(row, f, w, cx, 16),
        S_STORE_DWORD | S_SCRATCH_STORE_DWORD | S_BUFFER_STORE_DWORD => store(row, f, w, cx, 1),
        S_STORE_DWORDX2 | S_SCRATCH_STORE_DWORDX2 | S_BUFFER_STORE_DWORDX2 => {
            store(row, f, w, cx, 2)
        }
        S_STORE_DWORDX4 | S_SCRATCH_STORE_DWORDX4 | S_BUFFER_STORE_DWORDX4 => {
            store(row, f, w, cx, 4)
        }
        S_ATOMIC_SWAP | S_BUFFER_ATOMIC_SWAP => atomic32(row, f, w, cx, b32::swap),
        S_ATOMIC_CMPSWAP | S_BUFFER_ATOMIC_CMPSWAP => atomic32(row, f, w, cx, b32::cmpswap),
        S_ATOMIC_ADD | S_BUFFER_ATOMIC_ADD => atomic32(row, f, w, cx, b32::add),
        S_ATOMIC_SUB | S_BUFFER_ATOMIC_SUB => atomic32(row, f, w, cx, b32::sub),
        S_ATOMIC_SMIN | S_BUFFER_ATOMIC_SMIN => atomic32(row, f, w, cx, b32::smin),
        S_ATOMIC_UMIN | S_BUFFER_ATOMIC_UMIN => atomic32(row, f, w, cx, b32::umin),
        S_ATOMIC_SMAX | S_BUFFER_ATOMIC_SMAX => atomic32(row, f, w, cx, b32::smax),
        S_ATOMIC_UMAX | S_BUFFER_ATOMIC_UMAX => atomic32(row, f, w, cx, b32::umax),
        S_ATOMIC_AND | S_BUFFER_ATOMIC_AND => atomic32(row, f, w, cx, b32::and),
        S_ATOMIC_OR | S_BUFFER_ATOMIC_OR => atomic32(row, f, w, cx, b32::or),
        S_ATOMIC_XOR | S_BUFFER_ATOMIC_XOR => atomic32(row, f, w, cx, b32::xor),
        S_ATOMIC_INC | S_BUFFER_ATOMIC_INC => atomic32(row, f, w, cx, b32::inc),
        S_ATOMIC_DEC | S_BUFFER_ATOMIC_DEC => atomic32(row, f, w, cx, b32::dec),
        S_ATOMIC_SWAP_X2 | S_BUFFER_ATOMIC_SWAP_X2 => atomic64(row, f, w, cx, b64::swap),
        S_ATOMIC_CMPSWAP_X2 | S_BUFFER_ATOMIC_CMPSWAP_X2 => atomic64(row, f, w, cx, b64::cmpswap),
        S_ATOMIC_ADD_X2 | S_BUFFER_ATOMIC_ADD_X2 => atomic64(row, f, w, cx, b64::add),
        S_ATOMIC_SUB_X2 | S_BUFFER_ATOMIC_SUB_X2 => atomic64(row, f, w, cx, b64::sub),
        S_ATOMIC_SMIN_X2 | S_BUFFER_ATOMIC_SMIN_X2 => atomic64(row, f, w, cx, b64::smin),
        S_ATOMIC_UMIN_X2 | S_BUFFER_ATOMIC_UMIN_X2 => atomic64(row, f, w, cx, b64::umin),
        S_ATOMIC_SMAX_X2 | S_BUFFER_ATOMIC_SMAX_X2 => atomic64(row, f, w, cx, b64::smax),
        S_ATOMIC_UMAX_X2 | S_BUFFER_ATOMIC_UMAX_X2 => atomic64(row, f, w, cx, b64::umax),
        S_ATOMIC_AND_X2 | S_BUFFER_ATOMIC_AND_X2 => atomic64(row, f, w, cx, b64::and),
        S_ATOMIC_OR_X2 | S_BUFFER_ATOMIC_OR_X2 => atomic64(row, f, w, cx, b64::or),
        S_ATOMIC_XOR_X2 | S_BUFFER_ATOMIC_XOR_X2 => atomic64(row, f, w, cx, b64::xor),
        S_ATOMIC_INC_X2 | S_BUFFER_ATOMIC_INC_X2 => atomic64(row, f, w, cx, b64::inc),
        S_ATOMIC_DEC_X2 | S_BUFFER_ATOMIC_DEC_X2 => atomic64(row, f, w, cx, b64::dec),
        // The clocks advance with the wave's own instructions, four shader cycles for each and one
        // tick of the slower real-time clock for every 16: never backwards, the same in every run.
        S_MEMTIME => {
            w.set_s64(f.sdata, w.instructions * 4);
            Ok(())
        }
        S_MEMREALTIME => {
            w.set_s64(f.sdata, w.instructions / 16);
            Ok(())
        }
        // Memory is coherent without caches.
        S_DCACHE_INV | S_DCACHE_INV_VOL | S_DCACHE_WB | S_DCACHE_WB_VOL | S_DCACHE_DISCARD
        | S_DCACHE_DISCARD_X2 | S_ATC_PROBE | S_ATC_PROBE_BUFFER => Ok(()),
    }
}

/// What an access addresses: memory from `base` on, `limit` bytes of it where a V# sets a limit.
struct Region {
    base: u64,
    offset: u64,
    limit: Option<u64>,
}

/// Base and offset. Low two bits of the address are dropped; a register offset counts bytes, or 64
/// bytes in the SCRATCH forms.
fn region(row: &Row, f: &SmemFields, w: &Wave, cx: &Cx) -> Region {
    let scale = if row.name.starts_with("S_SCRATCH") {
        64
    } else {
        1
    };
    let register = f.soffset.map_or(0, |s| sgpr(w, s as usize) as u64 * scale);
    if row.name.starts_with("S_BUFFER") {
        let b = read_buffer(w, f.sbase);
        let unit = if b.stride == 0 { 1 } else { b.stride as u64 };
        // gfx9's 21-bit immediate is not signed in the buffer forms.
        let imm = match cx.generation.is_gfx9() {
            true => f.imm as u64 & 0x1f_ffff,
            false => f.imm as u64,
        };
        let offset = imm.wrapping_add(register) & !3;
        return Region {
            base: b.base & !3,
            offset,
            limit: Some(b.num_records as u64 * unit),
        };
    }
    let offset = (f.imm as u64).wrapping_add(register);
    Region {
        base: w.s64(f.sbase).wrapping_add(offset) & !3,
        offset: 0,
        limit: None,
    }
}

impl Region {
    /// Address of dword `i`, unless it is outside the buffer.
    fn dword(&self, i: u8) -> Option<u64> {
        let offset = self.offset + 4 * i as u64;
        let inside = self.limit.is_none_or(|limit| offset + 4 <= limit);
        inside.then(|| self.base.wrapping_add(offset))
    }
}

/// Where an access looks: in the wave's private memory, all lanes of which scalar instructions reach, or
/// where the last one was. Vector instructions do not look there, so it is not kept.
fn window(cx: &Cx, addr: u64, size: u64, write: bool) -> Window {
    cx.env
        .scratch
        .scalar(addr, size, write)
        .unwrap_or(cx.window)
}

/// Checks a whole access before its dwords are touched one by one.
fn check_all(cx: &mut Cx, addr: u64, dwords: u8, write: bool) -> Step {
    let bytes = 4 * dwords as u32;
    if cx.env.scratch.scalar(addr, bytes as u64, write).is_none() {
        check(cx, addr, bytes, write)?;
    }
    Ok(())
}

/// Loads `n` dwords. All are read before the first is written: SDATA may overlap SBASE.
fn load(row: &Row, f: &SmemFields, w: &mut Wave, cx: &mut Cx, n: u8) -> Step {
    let region = region(row, f, w, cx);
    if region.limit.is_none() {
        check_all(cx, region.base, n, false)?;
    }
    let mut data = [0; 16];
    for i in 0..n {
        if let Some(addr) = region.dword(i) {
            let b = cx.env.memory.load(&mut window(cx, addr, 4, false), addr)?;
            data[i as usize] = u32::from_le_bytes(b);
        }
    }
    for (i, dword) in data[..n as usize].iter().enumerate() {
        set_sgpr(w, f.sdata as usize + i, *dword);
    }
    Ok(())
}

fn store(row: &Row, f: &SmemFields, w: &mut Wave, cx: &mut Cx, n: u8) -> Step {
    let region = region(row, f, w, cx);
    if region.limit.is_none() {
        check_all(cx, region.base, n, true)?;
    }
    for i in 0..n {
        if let Some(addr) = region.dword(i) {
            let d = sgpr(w, f.sdata as usize + i as usize).to_le_bytes();
            cx.env
                .memory
                .store(&mut window(cx, addr, 4, true), addr, d)?;
        }
    }
    Ok(())
}

/// The atomic `op` on a dword. SDATA holds the data, then a comparand; with GLC it receives the old
/// value.
fn atomic32(
    row: &Row,
    f: &SmemFields,
    w: &mut Wave,
    cx: &mut Cx,
    op: fn(u32, u32, u32) -> u32,
) -> Step {
    debug_assert!(row.flags.has(Flags::ATOMIC));
    let data = w.s64(f.sdata);
    let (data, data2) = (data as u32, (data >> 32) as u32);
    let old = match region(row, f, w, cx).dword(0) {
        None => 0,
        Some(addr) => {
            let mut window = window(cx, addr & !3, 4, true);
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
    row: &Row,
    f: &SmemFields,
    w: &mut Wave,
    cx: &mut Cx,
    op: fn(u64, u64, u64) -> u64,
) -> Step {
    let data = w.s64(f.sdata);
    let data2 = space::join([
        sgpr(w, f.sdata as usize + 2),
        sgpr(w, f.sdata as usize + 3),
        0,
        0,
    ]);
    let region = region(row, f, w, cx);
    let old = match (region.dword(0), region.dword(1)) {
        (Some(addr), Some(_)) => {
            let mut window = window(cx, addr & !7, 8, true);
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
