//! SOP1 (CLRX GcnInstrsSop1).

use super::{Cx, Step, csp, s32, s64, set_csp, set_s32, set_scc, set_sgpr, sgpr, unsupported};
use crate::isa::{M0, Operand, Sop1};
use crate::machine::wave::Wave;

/// Executes one instruction.
pub(super) fn execute(op: Sop1, sdst: u8, ssrc0: Operand, w: &mut Wave, cx: &mut Cx) -> Step {
    use Sop1::*;
    let ty = op.row().shape.src[0];
    let d = match ty.dwords() {
        2 => s64(w, cx, ssrc0, ty),
        _ => s32(w, cx, ssrc0, ty) as u64,
    };
    let a = d as u32;
    let exec = w.exec();
    let b32 = |w: &mut Wave, v: u32| {
        set_s32(w, sdst, v);
        set_scc(w, v != 0);
    };
    let b64 = |w: &mut Wave, v: u64| {
        w.set_s64(sdst, v);
        set_scc(w, v != 0);
    };
    // A bit number, or -1 when the search of `bits` bits found none.
    let found = |w: &mut Wave, n: u32, bits: u32| set_s32(w, sdst, if n < bits { n } else { !0 });
    // SDST may be EXEC itself: the new EXEC is written last.
    let save = |w: &mut Wave, new: u64| {
        w.set_s64(sdst, exec);
        w.set_exec(new);
        set_scc(w, new != 0);
    };
    let write = |w: &mut Wave, new: u64| {
        w.set_s64(sdst, new);
        w.set_exec(new);
        set_scc(w, new != 0);
    };
    let dst = w.s64(sdst);
    match op {
        S_MOV_B32 => set_s32(w, sdst, a),
        S_MOV_B64 => w.set_s64(sdst, d),
        S_CMOV_B32 if w.scc != 0 => set_s32(w, sdst, a),
        S_CMOV_B64 if w.scc != 0 => w.set_s64(sdst, d),
        S_CMOV_B32 | S_CMOV_B64 => {}
        S_NOT_B32 => b32(w, !a),
        S_NOT_B64 => b64(w, !d),
        S_WQM_B32 => b32(w, quad_any(d) as u32 * 15),
        S_WQM_B64 => b64(w, quad_any(d) * 15),
        S_BREV_B32 => set_s32(w, sdst, a.reverse_bits()),
        S_BREV_B64 => w.set_s64(sdst, d.reverse_bits()),
        S_BCNT0_I32_B32 => b32(w, a.count_zeros()),
        S_BCNT0_I32_B64 => b32(w, d.count_zeros()),
        S_BCNT1_I32_B32 => b32(w, a.count_ones()),
        S_BCNT1_I32_B64 => b32(w, d.count_ones()),
        S_FF0_I32_B32 => found(w, a.trailing_ones(), 32),
        S_FF0_I32_B64 => found(w, d.trailing_ones(), 64),
        S_FF1_I32_B32 => found(w, a.trailing_zeros(), 32),
        S_FF1_I32_B64 => found(w, d.trailing_zeros(), 64),
        S_FLBIT_I32_B32 => found(w, a.leading_zeros(), 32),
        S_FLBIT_I32_B64 => found(w, d.leading_zeros(), 64),
        // Where the sign changes: the exclusive or with the sign clears the bits equal to it.
        S_FLBIT_I32 => found(w, (a ^ (a as i32 >> 31) as u32).leading_zeros(), 32),
        S_FLBIT_I32_I64 => found(w, (d ^ (d as i64 >> 63) as u64).leading_zeros(), 64),
        S_SEXT_I32_I8 => set_s32(w, sdst, a as i8 as u32),
        S_SEXT_I32_I16 => set_s32(w, sdst, a as i16 as u32),
        S_BITSET0_B32 => set_s32(w, sdst, dst as u32 & !(1 << (a & 31))),
        S_BITSET0_B64 => w.set_s64(sdst, dst & !(1 << (a & 63))),
        S_BITSET1_B32 => set_s32(w, sdst, dst as u32 | 1 << (a & 31)),
        S_BITSET1_B64 => w.set_s64(sdst, dst | 1 << (a & 63)),
        S_GETPC_B64 => w.set_s64(sdst, cx.next_pc),
        S_SETPC_B64 => cx.next_pc = d,
        S_SWAPPC_B64 => {
            w.set_s64(sdst, cx.next_pc);
            cx.next_pc = d;
        }
        S_AND_SAVEEXEC_B64 => save(w, d & exec),
        S_OR_SAVEEXEC_B64 => save(w, d | exec),
        S_XOR_SAVEEXEC_B64 => save(w, d ^ exec),
        S_ANDN2_SAVEEXEC_B64 => save(w, d & !exec),
        S_ORN2_SAVEEXEC_B64 => save(w, d | !exec),
        S_NAND_SAVEEXEC_B64 => save(w, !(d & exec)),
        S_NOR_SAVEEXEC_B64 => save(w, !(d | exec)),
        S_XNOR_SAVEEXEC_B64 => save(w, !(d ^ exec)),
        S_ANDN1_SAVEEXEC_B64 => save(w, !d & exec),
        S_ORN1_SAVEEXEC_B64 => save(w, !d | exec),
        S_ANDN1_WREXEC_B64 => write(w, !d & exec),
        S_ANDN2_WREXEC_B64 => write(w, d & !exec),
        S_QUADMASK_B32 => b32(w, gather_quads(quad_any(d)) as u32),
        S_QUADMASK_B64 => b64(w, gather_quads(quad_any(d))),
        S_MOVRELS_B32 => {
            let v = sgpr(w, relative_source(w, cx, ssrc0, 1)?);
            set_s32(w, sdst, v);
        }
        S_MOVRELS_B64 => {
            let s = relative_source(w, cx, ssrc0, 2)?;
            let v = sgpr(w, s) as u64 | (sgpr(w, s + 1) as u64) << 32;
            w.set_s64(sdst, v);
        }
        S_MOVRELD_B32 => set_sgpr(w, relative_index(w, sdst, 1), a),
        S_MOVRELD_B64 => {
            let s = relative_index(w, sdst, 2);
            set_sgpr(w, s, a);
            set_sgpr(w, s.saturating_add(1), (d >> 32) as u32);
        }
        S_CBRANCH_JOIN => {
            // The second arrival at the join point finds the stack as it was before the fork.
            if csp(w) != a {
                let top = csp(w).wrapping_sub(1) & 7;
                set_csp(w, top);
                let (exec, pc) = (w.s64(top as u8 * 4), w.s64(top as u8 * 4 + 2));
                w.set_exec(exec);
                cx.next_pc = pc;
            }
        }
        S_ABS_I32 => b32(w, (a as i32).wrapping_abs() as u32),
        S_SET_GPR_IDX_IDX => w.sgpr[M0 as usize] = w.m0() & !0xff | a & 0xff,
        S_BITREPLICATE_B64_B32 => w.set_s64(sdst, spread(a) * 3),
        S_RFE_B64 => {
            return Err(unsupported(cx, "s_rfe_b64: no trap handler is executed"));
        }
        S_MOV_REGRD_B32 | S_MOV_FED_B32 => {
            return Err(unsupported(
                cx,
                &format!(
                    "{}: a hardware test instruction",
                    op.row().mnemonics[cx.generation as usize]
                ),
            ));
        }
    }
    Ok(())
}

/// Bit 4n is set when one of the bits 4n to 4n + 3 of `v` is.
fn quad_any(v: u64) -> u64 {
    (v | v >> 1 | v >> 2 | v >> 3) & 0x1111_1111_1111_1111
}

/// Moves bit 4n to bit n.
fn gather_quads(v: u64) -> u64 {
    (0..16).fold(0, |r, n| r | (v >> (4 * n) & 1) << n)
}

/// Moves bit n to bit 2n.
fn spread(v: u32) -> u64 {
    (0..32).fold(0, |r, n| r | (v as u64 >> n & 1) << (2 * n))
}

/// Register number plus M0; a pair is aligned. May be beyond the last register: then reads give 0
/// and writes are dropped.
fn relative_index(w: &Wave, code: u8, dwords: usize) -> usize {
    (code as u32).wrapping_add(w.m0()) as usize & !(dwords - 1)
}

/// Register number of a S_MOVRELS source. Out of range it reads register 0, as V_MOVRELS does.
fn relative_source(w: &Wave, cx: &Cx, src: Operand, dwords: usize) -> Result<usize, super::Stop> {
    let Operand::Sgpr(s) = src else {
        return Err(unsupported(
            cx,
            "s_movrels with a source that is not an SGPR",
        ));
    };
    let index = relative_index(w, s, dwords);
    Ok(if index < w.sgpr.len() { index } else { 0 })
}
