//! SOPK (CLRX GcnInstrsSopk).

use super::{Interp, Lower, Lowered};
use crate::cfg;
use crate::ir::{ICmp, Ty as IrTy, Uop, Val, WaveField};
use crate::isa::hwreg::{
    self, GPR_ALLOC, HW_ID, IB_STS, LDS_ALLOC, MEM_BASES, MODE, SQ_PERF_SNAPSHOT_PC_HI, STATUS,
    TBA_LO, TMA_HI, TRAPSTS, XCC_ID,
};
use crate::isa::{Gens, Sopk, VCC_LO};
use crate::machine::MODE_GPR_IDX_EN;
use crate::machine::{PRIVATE_APERTURE_HI, SHARED_APERTURE_HI};

impl Lower<'_> {
    /// Lowers a SOPK instruction.
    pub(super) fn sopk(
        &mut self,
        op: Sopk,
        sdst: u8,
        simm16: u16,
        literal: Option<u32>,
    ) -> Lowered {
        use Sopk::*;
        let signed = simm16 as i16 as i32 as u32;
        match op {
            S_MOVK_I32 => {
                let k = self.b.k32(signed);
                self.b.set_s32(sdst, k);
            }
            S_CMOVK_I32 => {
                let (c, k, old) = (self.b.scc(), self.b.k32(signed), self.b.s32(sdst));
                let r = self.b.select(c, k, old);
                self.b.set_s32(sdst, r);
            }
            S_CMPK_EQ_I32 => self.cmpk(sdst, ICmp::Eq, signed),
            S_CMPK_LG_I32 => self.cmpk(sdst, ICmp::Ne, signed),
            S_CMPK_GT_I32 => self.cmpk(sdst, ICmp::GtS, signed),
            S_CMPK_GE_I32 => self.cmpk(sdst, ICmp::GeS, signed),
            S_CMPK_LT_I32 => self.cmpk(sdst, ICmp::LtS, signed),
            S_CMPK_LE_I32 => self.cmpk(sdst, ICmp::LeS, signed),
            S_CMPK_EQ_U32 => self.cmpk(sdst, ICmp::Eq, simm16 as u32),
            S_CMPK_LG_U32 => self.cmpk(sdst, ICmp::Ne, simm16 as u32),
            S_CMPK_GT_U32 => self.cmpk(sdst, ICmp::GtU, simm16 as u32),
            S_CMPK_GE_U32 => self.cmpk(sdst, ICmp::GeU, simm16 as u32),
            S_CMPK_LT_U32 => self.cmpk(sdst, ICmp::LtU, simm16 as u32),
            S_CMPK_LE_U32 => self.cmpk(sdst, ICmp::LeU, simm16 as u32),
            S_ADDK_I32 => {
                let (a, k) = (self.b.s32(sdst), self.b.k32(signed));
                self.add_overflow(sdst, a, k);
            }
            S_MULK_I32 => {
                let (a, k) = (self.b.s32(sdst), self.b.k32(signed));
                let r = self.b.op32(Uop::Mul, &[a, k]);
                self.b.set_s32(sdst, r);
            }
            S_CALL_B64 => {
                let pc = self.b.k64(self.next);
                self.b.set_s64(sdst, pc);
            }
            S_CBRANCH_I_FORK => {
                let mask = self.b.s64(sdst);
                let target = self.b.k64(cfg::target(self.pc, simm16));
                self.fork(mask, target);
            }
            S_GETREG_B32 => {
                let (id, first, mask) = hwreg::field(simm16);
                let v = self.hardware_register(id)?;
                let v = self.shr(v, first);
                let v = self.and(v, mask);
                self.b.set_s32(sdst, v);
            }
            S_SETREG_B32 => {
                let v = self.b.s32(sdst);
                self.set_hardware_register(simm16, v)?;
            }
            S_SETREG_IMM32_B32 => {
                let v = self.b.k32(literal.unwrap_or(0));
                self.set_hardware_register(simm16, v)?;
            }
            // A hardware test.
            S_GETREG_REGRD_B32 => return Err(Interp),
        }
        Ok(())
    }

    /// The value of a hardware register. What depends on the placement of a wave on the chip is that of
    /// the first wave on an empty one: all zero.
    fn hardware_register(&mut self, id: u16) -> Result<Val, Interp> {
        let gfx9 = self.t.generation.is_gfx9();
        Ok(match id {
            MODE => self.b.wave_field(WaveField::Mode),
            STATUS => {
                // SCC 0, EXECZ 9, VCCZ 10, IN_TG 11, VALID 16.
                let (exec, vcc, none) = (self.b.exec(), self.b.s64(VCC_LO), self.b.k64(0));
                let (waves, one) = (self.b.wave_field(WaveField::GroupWaves), self.b.k32(1));
                let bits = [
                    (self.b.scc(), 0),
                    (self.b.icmp64(ICmp::Eq, exec, none), 9),
                    (self.b.icmp64(ICmp::Eq, vcc, none), 10),
                    (self.b.icmp32(ICmp::GtU, waves, one), 11),
                ];
                let mut v = self.b.k32(1 << 16);
                for (bit, at) in bits {
                    let bit = self.b.op(Uop::BoolInt, IrTy::B32, 0, &[bit]);
                    let bit = self.shl(bit, at);
                    v = self.b.op32(Uop::Or, &[v, bit]);
                }
                v
            }
            TRAPSTS => self.b.wave_field(WaveField::TrapSts),
            HW_ID | IB_STS => self.b.k32(0),
            TBA_LO..=TMA_HI if gfx9 => self.b.k32(0),
            XCC_ID..=SQ_PERF_SNAPSHOT_PC_HI if self.t.generation.has(Gens::XCC) => self.b.k32(0),
            // VGPR_SIZE: blocks of four less one.
            GPR_ALLOC => self.b.k32(((self.t.vgprs.vgprs.div_ceil(4) - 1) & 63) << 8),
            // LDS_SIZE in granules.
            LDS_ALLOC => {
                let granule = self.t.generation.lds_granule();
                let (size, up) = (self.b.lds_size(), self.b.k32(granule - 1));
                let size = self.b.op32(Uop::Add, &[size, up]);
                let (two, rest) = (
                    granule.trailing_zeros(),
                    granule >> granule.trailing_zeros(),
                );
                let mut size = self.shr(size, two);
                if rest != 1 {
                    // Divided by a small odd number: sizes have few bits.
                    let inverse = self.b.k32((1u32 << 18).div_ceil(rest));
                    size = self.b.op32(Uop::Mul, &[size, inverse]);
                    size = self.shr(size, 18);
                }
                let size = self.and(size, 0x1ff);
                self.shl(size, 12)
            }
            // The upper 16 bits of the private aperture, then of the shared one.
            MEM_BASES if gfx9 => self
                .b
                .k32(PRIVATE_APERTURE_HI >> 16 | SHARED_APERTURE_HI & 0xffff_0000),
            _ => return Err(Interp),
        })
    }

    /// Writes the part of a hardware register that `simm16` names. Only MODE and TRAPSTS change.
    fn set_hardware_register(&mut self, simm16: u16, v: Val) -> Lowered {
        let (id, first, mask) = hwreg::field(simm16);
        match id {
            MODE => self.set_mode(first, mask, v),
            TRAPSTS => self.insert(WaveField::TrapSts, first, mask, v),
            STATUS | HW_ID | GPR_ALLOC | LDS_ALLOC | IB_STS => {}
            MEM_BASES | TBA_LO..=TMA_HI if self.t.generation.is_gfx9() => {}
            XCC_ID..=SQ_PERF_SNAPSHOT_PC_HI if self.t.generation.has(Gens::XCC) => {}
            _ => return Err(Interp),
        }
        Ok(())
    }

    /// Inserts the bits of `mask` of `v` into a field of the wave, from bit `first` on.
    fn insert(&mut self, field: WaveField, first: u32, mask: u32, v: Val) {
        let old = self.b.wave_field(field);
        let old = self.and(old, !(mask << first));
        let v = self.and(v, mask);
        let v = self.shl(v, first);
        let v = self.b.op32(Uop::Or, &[old, v]);
        self.b.set_wave_field(field, v);
    }

    /// Inserts bits into MODE, see `insert`. What compiled code depends on may change only where
    /// `cfg::flow` says that the block ends.
    pub(super) fn set_mode(&mut self, first: u32, mask: u32, v: Val) {
        // gfx6 and gfx7 have no GPR index mode: its bit stays 0.
        if self.t.generation.is_legacy() && mask << first & MODE_GPR_IDX_EN != 0 {
            let keep = self.b.k32(!(MODE_GPR_IDX_EN >> first));
            let v = self.b.op32(Uop::And, &[v, keep]);
            return self.insert(WaveField::Mode, first, mask, v);
        }
        self.insert(WaveField::Mode, first, mask, v);
    }

    fn cmpk(&mut self, sdst: u8, c: ICmp, k: u32) {
        let (a, k) = (self.b.s32(sdst), self.b.k32(k));
        let scc = self.b.icmp32(c, a, k);
        self.b.set_scc(scc);
    }
}
