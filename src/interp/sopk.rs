//! SOPK (CLRX GcnInstrsSopk), and the hardware registers that it reaches (LLVM AMDGPU, SIDefines.h).

use super::{Cx, Step, Stop, fork, relative, set_s32, set_scc, sgpr, unsupported};
use crate::isa::hwreg::{
    self, GPR_ALLOC, HW_ID, IB_STS, LDS_ALLOC, MEM_BASES, MODE, SQ_PERF_SNAPSHOT_PC_HI, STATUS,
    TBA_LO, TMA_HI, TRAPSTS, XCC_ID,
};
use crate::isa::{Gens, Sopk};
use crate::machine::MODE_GPR_IDX_EN;
use crate::machine::wave::Wave;
use crate::machine::{PRIVATE_APERTURE_HI, SHARED_APERTURE_HI};

/// Executes one instruction.
pub(super) fn execute(
    op: Sopk,
    sdst: u8,
    simm16: u16,
    literal: Option<u32>,
    w: &mut Wave,
    cx: &mut Cx,
) -> Step {
    use Sopk::*;
    let (k, u) = (simm16 as i16 as i32, simm16 as u32);
    let d = sgpr(w, sdst as usize);
    let i = d as i32;
    match op {
        S_MOVK_I32 => set_s32(w, sdst, k as u32),
        S_CMOVK_I32 if w.scc != 0 => set_s32(w, sdst, k as u32),
        S_CMOVK_I32 => {}
        S_CMPK_EQ_I32 => set_scc(w, i == k),
        S_CMPK_LG_I32 => set_scc(w, i != k),
        S_CMPK_GT_I32 => set_scc(w, i > k),
        S_CMPK_GE_I32 => set_scc(w, i >= k),
        S_CMPK_LT_I32 => set_scc(w, i < k),
        S_CMPK_LE_I32 => set_scc(w, i <= k),
        S_CMPK_EQ_U32 => set_scc(w, d == u),
        S_CMPK_LG_U32 => set_scc(w, d != u),
        S_CMPK_GT_U32 => set_scc(w, d > u),
        S_CMPK_GE_U32 => set_scc(w, d >= u),
        S_CMPK_LT_U32 => set_scc(w, d < u),
        S_CMPK_LE_U32 => set_scc(w, d <= u),
        S_ADDK_I32 => {
            set_s32(w, sdst, i.wrapping_add(k) as u32);
            set_scc(w, i.checked_add(k).is_none());
        }
        S_MULK_I32 => set_s32(w, sdst, i.wrapping_mul(k) as u32),
        S_CBRANCH_I_FORK => fork(w, cx, w.s64(sdst), relative(cx, simm16)),
        S_GETREG_B32 => {
            let (id, offset, mask) = hwreg::field(simm16);
            let v = read_hwreg(w, cx, id)?;
            set_s32(w, sdst, v >> offset & mask);
        }
        S_SETREG_B32 => write_hwreg(w, cx, simm16, d)?,
        S_SETREG_IMM32_B32 => write_hwreg(w, cx, simm16, literal.unwrap_or(0))?,
        S_CALL_B64 => {
            let target = relative(cx, simm16);
            w.set_s64(sdst, cx.next_pc);
            cx.next_pc = target;
        }
        S_GETREG_REGRD_B32 => {
            let what = "s_getreg_regrd_b32: a hardware test instruction";
            return Err(unsupported(cx, what));
        }
    }
    Ok(())
}

/// The value of a hardware register. What depends on the placement of a wave on the chip is that of
/// the first wave on an empty one: all zero.
fn read_hwreg(w: &Wave, cx: &Cx, id: u16) -> Result<u32, Stop> {
    Ok(match id {
        MODE => w.mode,
        // SCC, EXECZ, VCCZ, IN_TG and VALID; neither traps nor exports nor halting exist here.
        STATUS => {
            let (execz, vccz) = ((w.exec() == 0) as u32, (w.vcc() == 0) as u32);
            let in_tg = (w.group_waves > 1) as u32;
            w.scc | execz << 9 | vccz << 10 | in_tg << 11 | 1 << 16
        }
        // What the program put there: no exception is ever recorded.
        TRAPSTS => w.trapsts,
        // Nothing is outstanding, no trap handler is installed.
        HW_ID | IB_STS => 0,
        TBA_LO..=TMA_HI if cx.generation.is_gfx9() => 0,
        // The first part of the chip, and no snapshot taken.
        XCC_ID..=SQ_PERF_SNAPSHOT_PC_HI if cx.generation.has(Gens::XCC) => 0,
        // VGPR_SIZE, in blocks of four, minus one.
        GPR_ALLOC => ((w.vgpr_count().div_ceil(4) - 1) & 63) << 8,
        // LDS_SIZE, in allocation granules.
        LDS_ALLOC => {
            let granule = cx.generation.lds_granule();
            (cx.env.lds.size().div_ceil(granule) & 0x1ff) << 12
        }
        // The upper 16 bits of the private aperture, then of the shared one.
        MEM_BASES if cx.generation.is_gfx9() => {
            PRIVATE_APERTURE_HI >> 16 | SHARED_APERTURE_HI & 0xffff_0000
        }
        _ => {
            return Err(unsupported(
                cx,
                &format!("s_getreg of hardware register {id}"),
            ));
        }
    })
}

/// Inserts the low bits of `v` into the hardware register that SIMM16 names. MODE and TRAPSTS can be
/// written; the others are read-only to programs that are not trap handlers, and stay.
fn write_hwreg(w: &mut Wave, cx: &Cx, simm16: u16, v: u32) -> Step {
    let (id, offset, mask) = hwreg::field(simm16);
    let insert = |old: u32| old & !(mask << offset) | (v & mask) << offset;
    match id {
        // gfx6 and gfx7 have no GPR index mode: its bit stays 0.
        MODE if cx.generation.is_legacy() => w.mode = insert(w.mode) & !MODE_GPR_IDX_EN,
        MODE => w.mode = insert(w.mode),
        TRAPSTS => w.trapsts = insert(w.trapsts),
        STATUS | HW_ID | GPR_ALLOC | LDS_ALLOC | IB_STS => {}
        MEM_BASES | TBA_LO..=TMA_HI if cx.generation.is_gfx9() => {}
        XCC_ID..=SQ_PERF_SNAPSHOT_PC_HI if cx.generation.has(Gens::XCC) => {}
        _ => {
            return Err(unsupported(
                cx,
                &format!("s_setreg of hardware register {id}"),
            ));
        }
    }
    Ok(())
}
