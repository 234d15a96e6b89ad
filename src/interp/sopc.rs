//! SOPC (CLRX GcnInstrsSopc).

use super::{Cx, Step, s32, s64, set_scc};
use crate::isa::{M0, Operand, Sopc, Ty};
use crate::machine::wave::Wave;
use crate::machine::{MODE_GPR_IDX_EN, MODE_VSKIP};

/// Executes one instruction.
pub(super) fn execute(op: Sopc, ssrc0: Operand, ssrc1: Operand, w: &mut Wave, cx: &mut Cx) -> Step {
    use Sopc::*;
    let [t0, t1, _] = op.row().shape.src;
    let read = |src, ty: Ty| match ty.dwords() {
        2 => s64(w, cx, src, ty),
        _ => s32(w, cx, src, ty) as u64,
    };
    let (d0, d1) = (read(ssrc0, t0), read(ssrc1, t1));
    let (a, b) = (d0 as u32, d1 as u32);
    let (ia, ib) = (a as i32, b as i32);
    let bit32 = a >> (b & 31) & 1;
    let bit64 = d0 >> (b & 63) & 1;
    match op {
        S_CMP_EQ_I32 | S_CMP_EQ_U32 => set_scc(w, a == b),
        S_CMP_LG_I32 | S_CMP_LG_U32 => set_scc(w, a != b),
        S_CMP_GT_I32 => set_scc(w, ia > ib),
        S_CMP_GE_I32 => set_scc(w, ia >= ib),
        S_CMP_LT_I32 => set_scc(w, ia < ib),
        S_CMP_LE_I32 => set_scc(w, ia <= ib),
        S_CMP_GT_U32 => set_scc(w, a > b),
        S_CMP_GE_U32 => set_scc(w, a >= b),
        S_CMP_LT_U32 => set_scc(w, a < b),
        S_CMP_LE_U32 => set_scc(w, a <= b),
        S_BITCMP0_B32 => set_scc(w, bit32 == 0),
        S_BITCMP1_B32 => set_scc(w, bit32 != 0),
        S_BITCMP0_B64 => set_scc(w, bit64 == 0),
        S_BITCMP1_B64 => set_scc(w, bit64 != 0),
        S_CMP_EQ_U64 => set_scc(w, d0 == d1),
        S_CMP_LG_U64 => set_scc(w, d0 != d1),
        S_SETVSKIP => w.mode = w.mode & !MODE_VSKIP | (bit32 * MODE_VSKIP),
        S_SET_GPR_IDX_ON => {
            // The second source field is the raw mode, not an operand.
            let mode = ssrc1.constant(Ty::U32).unwrap_or(0) as u32 & 15;
            w.sgpr[M0 as usize] = w.m0() & 0xffff_0f00 | mode << 12 | a & 0xff;
            w.mode |= MODE_GPR_IDX_EN;
        }
    }
    Ok(())
}
