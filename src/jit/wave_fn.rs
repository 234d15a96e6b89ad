//! What instructions do that name scalar registers by number or use the control stack
//! ([`crate::ir::WaveFn`]), and LDS_DIRECT.

use crate::ir::WaveFn;
use crate::machine::lds::Lds;
use crate::machine::wave::Wave;

/// Lowest bit of the control stack pointer in MODE.
const CSP: u32 = 29;

/// Function number `f` of the wave.
pub(super) fn apply(w: &mut Wave, f: u64, [a, b, c]: [u64; 3]) -> u64 {
    let Some(f) = WaveFn::ALL.get(f as usize) else {
        return 0;
    };
    // Registers are numbered with 32 bits; a pair begins at an even number.
    let (one, pair) = (a as u32, a as u32 & !1);
    match f {
        WaveFn::MovRelS32 => register(w, one).unwrap_or(w.sgpr[0]) as u64,
        WaveFn::MovRelS64 => {
            let first = if register(w, pair).is_some() { pair } else { 0 };
            w.s64(first as u8)
        }
        WaveFn::MovRelD32 => {
            set_register(w, one, b as u32);
            0
        }
        WaveFn::MovRelD64 => {
            set_register(w, pair, b as u32);
            set_register(w, pair | 1, (b >> 32) as u32);
            0
        }
        WaveFn::Fork => fork(w, a, b, c),
        WaveFn::Join => join(w, a as u32, c),
    }
}

/// Scalar register by number, if there is one.
fn register(w: &Wave, n: u32) -> Option<u32> {
    w.sgpr.get(n as usize).copied()
}

/// Writes a scalar register by number; nothing when there is none.
fn set_register(w: &mut Wave, n: u32, v: u32) {
    if let Some(r) = w.sgpr.get_mut(n as usize) {
        *r = v;
    }
}

/// The lanes of `mask` go on at `target`, the others at `next` (CLRX GcnInstrsSop2, S_CBRANCH_G_FORK).
/// When there are some of each, the fewer go first, at a tie those of the mask; EXEC and PC of the others
/// go onto the control stack, of four scalar registers per entry. Gives the PC.
fn fork(w: &mut Wave, mask: u64, target: u64, next: u64) -> u64 {
    let sides = [(w.exec() & mask, target), (w.exec() & !mask, next)];
    let [(pass, _), (fail, _)] = sides;
    if fail == 0 {
        return target;
    }
    if pass == 0 {
        return next;
    }
    let first = (fail.count_ones() < pass.count_ones()) as usize;
    let (later, later_pc) = sides[1 - first];
    let entry = w.mode >> CSP;
    w.set_s64(4 * entry as u8, later);
    w.set_s64(4 * entry as u8 + 2, later_pc);
    set_csp(w, entry + 1);
    w.set_exec(sides[first].0);
    sides[first].1
}

/// With the control stack pointer as it was `saved`, goes on at `next`; else the lanes of the top entry
/// go on where they were left (CLRX GcnInstrsSop1, S_CBRANCH_JOIN). Gives the PC.
fn join(w: &mut Wave, saved: u32, next: u64) -> u64 {
    let top = w.mode >> CSP;
    if top == saved {
        return next;
    }
    set_csp(w, top.wrapping_sub(1));
    let entry = 4 * (w.mode >> CSP) as u8;
    let (exec, pc) = (w.s64(entry), w.s64(entry + 2));
    w.set_exec(exec);
    pc
}

/// Sets the control stack pointer, modulo 8.
fn set_csp(w: &mut Wave, v: u32) {
    w.mode = w.mode << (32 - CSP) >> (32 - CSP) | v << CSP;
}

/// LDS_DIRECT under this M0: address 15:0, format 18:16 (0 ubyte, 1 ushort, 4 sbyte, 5 sshort, others
/// dword); 0 where the value is not inside.
pub(super) fn lds_direct(lds: &Lds, m0: u32) -> u32 {
    let (format, at) = (m0 >> 16 & 7, m0 & 0xffff);
    let size = match format {
        0 | 4 => 1,
        1 | 5 => 2,
        _ => 4,
    };
    let at = at & !(size - 1);
    if at + size > lds.size() {
        return 0;
    }
    let v = (0..size).fold(0, |v, i| {
        let byte = lds.read::<1>(at + i).map_or(0, |[b]| b as u32);
        v | byte << (8 * i)
    });
    match format {
        4 => v as u8 as i8 as i32 as u32,
        5 => v as u16 as i16 as i32 as u32,
        _ => v,
    }
}
