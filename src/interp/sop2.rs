//! SOP2 (CLRX GcnInstrsSop2).

use super::{Cx, Step, fork, s32, s64, set_s32, set_scc, unsupported};
use crate::isa::{Operand, Sop2, Ty};
use crate::machine::wave::Wave;

/// Executes one instruction.
pub(super) fn execute(
    op: Sop2,
    sdst: u8,
    ssrc0: Operand,
    ssrc1: Operand,
    w: &mut Wave,
    cx: &mut Cx,
) -> Step {
    use Sop2::*;
    let [t0, t1, _] = op.row().shape.src;
    // Sources are read in their full width before anything is written.
    let read = |src, ty: Ty| match ty.dwords() {
        2 => s64(w, cx, src, ty),
        _ => s32(w, cx, src, ty) as u64,
    };
    let (d0, d1) = (read(ssrc0, t0), read(ssrc1, t1));
    let (a, b) = (d0 as u32, d1 as u32);
    let scc = w.scc as u64;
    let b32 = |w: &mut Wave, v: u32| {
        set_s32(w, sdst, v);
        set_scc(w, v != 0);
    };
    let b64 = |w: &mut Wave, v: u64| {
        w.set_s64(sdst, v);
        set_scc(w, v != 0);
    };
    let with = |w: &mut Wave, v: u32, scc: bool| {
        set_s32(w, sdst, v);
        set_scc(w, scc);
    };
    // The unsigned sum of 33 and more bits: carry out of bit 31 goes to SCC.
    let carry = |w: &mut Wave, sum: u64| {
        set_s32(w, sdst, sum as u32);
        set_scc(w, sum >> 32 != 0);
    };
    let (ia, ib) = (a as i32, b as i32);
    match op {
        S_ADD_U32 => carry(w, a as u64 + b as u64),
        S_ADDC_U32 => carry(w, a as u64 + b as u64 + scc),
        S_SUB_U32 => with(w, a.wrapping_sub(b), b > a),
        S_SUBB_U32 => with(
            w,
            a.wrapping_sub(b).wrapping_sub(scc as u32),
            b as u64 + scc > a as u64,
        ),
        S_ADD_I32 => with(w, a.wrapping_add(b), ia.checked_add(ib).is_none()),
        S_SUB_I32 => with(w, a.wrapping_sub(b), ia.checked_sub(ib).is_none()),
        S_MIN_I32 => with(w, ia.min(ib) as u32, ia < ib),
        S_MIN_U32 => with(w, a.min(b), a < b),
        S_MAX_I32 => with(w, ia.max(ib) as u32, ia > ib),
        S_MAX_U32 => with(w, a.max(b), a > b),
        S_CSELECT_B32 => set_s32(w, sdst, if scc != 0 { a } else { b }),
        S_CSELECT_B64 => w.set_s64(sdst, if scc != 0 { d0 } else { d1 }),
        S_AND_B32 => b32(w, a & b),
        S_AND_B64 => b64(w, d0 & d1),
        S_OR_B32 => b32(w, a | b),
        S_OR_B64 => b64(w, d0 | d1),
        S_XOR_B32 => b32(w, a ^ b),
        S_XOR_B64 => b64(w, d0 ^ d1),
        S_ANDN2_B32 => b32(w, a & !b),
        S_ANDN2_B64 => b64(w, d0 & !d1),
        S_ORN2_B32 => b32(w, a | !b),
        S_ORN2_B64 => b64(w, d0 | !d1),
        S_NAND_B32 => b32(w, !(a & b)),
        S_NAND_B64 => b64(w, !(d0 & d1)),
        S_NOR_B32 => b32(w, !(a | b)),
        S_NOR_B64 => b64(w, !(d0 | d1)),
        S_XNOR_B32 => b32(w, !(a ^ b)),
        S_XNOR_B64 => b64(w, !(d0 ^ d1)),
        S_LSHL_B32 => b32(w, a << (b & 31)),
        S_LSHL_B64 => b64(w, d0 << (b & 63)),
        S_LSHR_B32 => b32(w, a >> (b & 31)),
        S_LSHR_B64 => b64(w, d0 >> (b & 63)),
        S_ASHR_I32 => b32(w, (ia >> (b & 31)) as u32),
        S_ASHR_I64 => b64(w, (d0 as i64 >> (b & 63)) as u64),
        S_BFM_B32 => set_s32(w, sdst, ((1 << (a & 31)) - 1) << (b & 31)),
        S_BFM_B64 => w.set_s64(sdst, ((1 << (a & 63)) - 1) << (b & 63)),
        S_MUL_I32 => set_s32(w, sdst, a.wrapping_mul(b)),
        S_MUL_HI_U32 => set_s32(w, sdst, ((a as u64 * b as u64) >> 32) as u32),
        S_MUL_HI_I32 => set_s32(w, sdst, ((ia as i64 * ib as i64) >> 32) as u32),
        S_BFE_U32 => b32(w, bfe(a as u64, b, 32) as u32),
        S_BFE_I32 => b32(w, bfe_signed(ia as i64, b, 32) as u32),
        S_BFE_U64 => b64(w, bfe(d0, b, 64)),
        S_BFE_I64 => b64(w, bfe_signed(d0 as i64, b, 64) as u64),
        S_ABSDIFF_I32 => b32(w, ia.wrapping_sub(ib).wrapping_abs() as u32),
        S_LSHL1_ADD_U32 => carry(w, ((a as u64) << 1) + b as u64),
        S_LSHL2_ADD_U32 => carry(w, ((a as u64) << 2) + b as u64),
        S_LSHL3_ADD_U32 => carry(w, ((a as u64) << 3) + b as u64),
        S_LSHL4_ADD_U32 => carry(w, ((a as u64) << 4) + b as u64),
        S_PACK_LL_B32_B16 => set_s32(w, sdst, a & 0xffff | b << 16),
        S_PACK_LH_B32_B16 => set_s32(w, sdst, a & 0xffff | b & 0xffff_0000),
        S_PACK_HH_B32_B16 => set_s32(w, sdst, a >> 16 | b & 0xffff_0000),
        // CLRX GcnInstrsSop2: "doesn't work if SSRC0 is immediate value"; LLVM's assembler accepts one,
        // but no source says what the hardware then does.
        S_CBRANCH_G_FORK if !matches!(ssrc0, Operand::Sgpr(_)) => {
            return Err(unsupported(
                cx,
                "s_cbranch_g_fork: the condition must be an SGPR pair",
            ));
        }
        S_CBRANCH_G_FORK => fork(w, cx, d0, d1),
        S_RFE_RESTORE_B64 => {
            return Err(unsupported(
                cx,
                "s_rfe_restore_b64: no trap handler is executed",
            ));
        }
    }
    Ok(())
}

/// Offset and length of a bit field of a `bits` wide register: S1[4:0] or S1[5:0], and S1[22:16].
fn field(s1: u32, bits: u32) -> (u32, u32) {
    (s1 & (bits - 1), (s1 >> 16) & 0x7f)
}

/// Unsigned bit field. One that reaches beyond the register ends at its last bit.
fn bfe(v: u64, s1: u32, bits: u32) -> u64 {
    match field(s1, bits) {
        (_, 0) => 0,
        (offset, length) if offset + length < bits => (v >> offset) & ((1 << length) - 1),
        (offset, _) => v >> offset,
    }
}

/// Signed bit field; `v` is sign-extended from `bits`.
fn bfe_signed(v: i64, s1: u32, bits: u32) -> i64 {
    match field(s1, bits) {
        (_, 0) => 0,
        (offset, length) if offset + length < bits => v << (64 - offset - length) >> (64 - length),
        (offset, _) => v >> offset,
    }
}
