//! SOP1 (CLRX GcnInstrsSop1).

use super::{Interp, Lower, Lowered};
use crate::ir::plant::{Fault, unless_planted};
use crate::ir::{ICmp, Ty as IrTy, Uop, Val, WaveFn};
use crate::isa::{EXEC_LO, M0, Operand, Sop1};

impl Lower<'_> {
    /// Lowers a SOP1 instruction.
    pub(super) fn sop1(&mut self, op: Sop1, sdst: u8, s0: Operand) -> Lowered {
        use Sop1::*;
        let t = op.row().shape.src[0];
        match op {
            S_MOV_B32 => {
                let v = self.s32(s0, t)?;
                self.b.set_s32(sdst, v);
            }
            S_MOV_B64 => {
                let v = self.s64(s0, t)?;
                self.b.set_s64(sdst, v);
            }
            S_CMOV_B32 => {
                let (c, v, old) = (self.b.scc(), self.s32(s0, t)?, self.b.s32(sdst));
                let r = self.b.select(c, v, old);
                self.b.set_s32(sdst, r);
            }
            S_CMOV_B64 => {
                let (c, v, old) = (self.b.scc(), self.s64(s0, t)?, self.b.s64(sdst));
                let r = self.b.select(c, v, old);
                self.b.set_s64(sdst, r);
            }
            S_NOT_B32 => {
                let v = self.s32(s0, t)?;
                let r = self.b.op32(Uop::Not, &[v]);
                self.b.set_s32(sdst, r);
                self.scc_nonzero(r);
            }
            S_NOT_B64 => {
                let v = self.s64(s0, t)?;
                let r = self.b.op64(Uop::Not, &[v]);
                self.b.set_s64(sdst, r);
                self.scc_nonzero(r);
            }
            S_BREV_B32 => {
                let v = self.s32(s0, t)?;
                let r = self.b.op32(Uop::BitRev, &[v]);
                self.b.set_s32(sdst, r);
            }
            S_BREV_B64 => {
                let v = self.s64(s0, t)?;
                let r = self.b.op64(Uop::BitRev, &[v]);
                self.b.set_s64(sdst, r);
            }
            S_BCNT0_I32_B32 | S_BCNT1_I32_B32 => {
                let v = self.s32(s0, t)?;
                let v = self.not_if(op == S_BCNT0_I32_B32, v);
                let r = self.b.op32(Uop::Popcnt, &[v]);
                self.b.set_s32(sdst, r);
                self.scc_nonzero(r);
            }
            S_BCNT0_I32_B64 | S_BCNT1_I32_B64 => {
                let v = self.s64(s0, t)?;
                let v = self.not_if(op == S_BCNT0_I32_B64, v);
                let r = self.b.op64(Uop::Popcnt, &[v]);
                let r = self.b.op32(Uop::Lo, &[r]);
                self.b.set_s32(sdst, r);
                self.scc_nonzero(r);
            }
            S_FF0_I32_B32 | S_FF1_I32_B32 => {
                let v = self.s32(s0, t)?;
                let v = self.not_if(op == S_FF0_I32_B32, v);
                self.find(sdst, Uop::Ctz, v);
            }
            S_FF0_I32_B64 | S_FF1_I32_B64 => {
                let v = self.s64(s0, t)?;
                let v = self.not_if(op == S_FF0_I32_B64, v);
                self.find(sdst, Uop::Ctz, v);
            }
            S_FLBIT_I32_B32 => {
                let v = self.s32(s0, t)?;
                self.find(sdst, Uop::Clz, v);
            }
            S_FLBIT_I32_B64 => {
                let v = self.s64(s0, t)?;
                self.find(sdst, Uop::Clz, v);
            }
            S_FLBIT_I32 => {
                // Bits equal to the sign: leading zeros of the value xor its sign; none found is -1.
                let v = self.s32(s0, t)?;
                let k = self.b.k32(31);
                let sign = self.b.op32(Uop::ShrS, &[v, k]);
                let x = self.b.op32(Uop::Xor, &[v, sign]);
                self.find(sdst, Uop::Clz, x);
            }
            S_FLBIT_I32_I64 => {
                let v = self.s64(s0, t)?;
                let k = self.b.k32(63);
                let sign = self.b.op64(Uop::ShrS, &[v, k]);
                let x = self.b.op64(Uop::Xor, &[v, sign]);
                self.find(sdst, Uop::Clz, x);
            }
            S_SEXT_I32_I8 | S_SEXT_I32_I16 => {
                let v = self.s32(s0, t)?;
                let k = self.b.k32(if op == S_SEXT_I32_I8 { 24 } else { 16 });
                let r = self.b.op32(Uop::Shl, &[v, k]);
                let r = self.b.op32(Uop::ShrS, &[r, k]);
                self.b.set_s32(sdst, r);
            }
            S_BITSET0_B32 | S_BITSET1_B32 => {
                let (n, old, one) = (self.s32(s0, t)?, self.b.s32(sdst), self.b.k32(1));
                let bit = self.b.op32(Uop::Shl, &[one, n]);
                let r = self.set_or_clear(IrTy::B32, op == S_BITSET1_B32, old, bit);
                self.b.set_s32(sdst, r);
            }
            S_BITSET0_B64 | S_BITSET1_B64 => {
                let (n, old, one) = (self.s32(s0, t)?, self.b.s64(sdst), self.b.k64(1));
                let bit = self.b.op64(Uop::Shl, &[one, n]);
                let r = self.set_or_clear(IrTy::B64, op == S_BITSET1_B64, old, bit);
                self.b.set_s64(sdst, r);
            }
            S_GETPC_B64 => {
                let pc = self.b.k64(self.next);
                self.b.set_s64(sdst, pc);
            }
            S_SETPC_B64 => self.target = Some(self.s64(s0, t)?),
            S_SWAPPC_B64 => {
                self.target = Some(self.s64(s0, t)?);
                let pc = self.b.k64(self.next);
                self.b.set_s64(sdst, pc);
            }
            S_AND_SAVEEXEC_B64 => self.saveexec(sdst, s0, Uop::And, [false; 3])?,
            S_OR_SAVEEXEC_B64 => self.saveexec(sdst, s0, Uop::Or, [false; 3])?,
            S_XOR_SAVEEXEC_B64 => self.saveexec(sdst, s0, Uop::Xor, [false; 3])?,
            S_ANDN2_SAVEEXEC_B64 => self.saveexec(sdst, s0, Uop::And, [false, true, false])?,
            S_ORN2_SAVEEXEC_B64 => self.saveexec(sdst, s0, Uop::Or, [false, true, false])?,
            S_NAND_SAVEEXEC_B64 => self.saveexec(sdst, s0, Uop::And, [false, false, true])?,
            S_NOR_SAVEEXEC_B64 => self.saveexec(sdst, s0, Uop::Or, [false, false, true])?,
            S_XNOR_SAVEEXEC_B64 => self.saveexec(sdst, s0, Uop::Xor, [false, false, true])?,
            S_ANDN1_SAVEEXEC_B64 => self.saveexec(sdst, s0, Uop::And, [true, false, false])?,
            S_ORN1_SAVEEXEC_B64 => self.saveexec(sdst, s0, Uop::Or, [true, false, false])?,
            S_ANDN1_WREXEC_B64 | S_ANDN2_WREXEC_B64 => {
                let (v, exec) = (self.s64(s0, t)?, self.b.exec());
                let first = op == S_ANDN1_WREXEC_B64;
                let (a, b) = (self.not_if(first, v), self.not_if(!first, exec));
                let r = self.b.op64(Uop::And, &[a, b]);
                self.b.set_s64(sdst, r);
                self.b.set_s64(EXEC_LO, r);
                self.scc_nonzero(r);
            }
            S_ABS_I32 => {
                let (v, zero) = (self.s32(s0, t)?, self.b.k32(0));
                let n = self.b.op32(Uop::Sub, &[zero, v]);
                let neg = self.b.icmp32(ICmp::LtS, v, zero);
                let r = self.b.select(neg, n, v);
                self.b.set_s32(sdst, r);
                self.scc_nonzero(r);
            }
            S_WQM_B32 => {
                let v = self.s32(s0, t)?;
                let v = self.b.op64(Uop::ZExt, &[v]);
                let r = self.whole_quads(v);
                let r = self.b.op32(Uop::Lo, &[r]);
                self.b.set_s32(sdst, r);
                self.scc_nonzero(r);
            }
            S_WQM_B64 => {
                let v = self.s64(s0, t)?;
                let r = self.whole_quads(v);
                self.b.set_s64(sdst, r);
                self.scc_nonzero(r);
            }
            S_QUADMASK_B32 => {
                let v = self.s32(s0, t)?;
                let v = self.b.op64(Uop::ZExt, &[v]);
                let r = self.quad_mask(v);
                let r = self.b.op32(Uop::Lo, &[r]);
                self.b.set_s32(sdst, r);
                self.scc_nonzero(r);
            }
            S_QUADMASK_B64 => {
                let v = self.s64(s0, t)?;
                let r = self.quad_mask(v);
                self.b.set_s64(sdst, r);
                self.scc_nonzero(r);
            }
            S_BITREPLICATE_B64_B32 => {
                let v = self.s32(s0, t)?;
                let mut r = self.b.op64(Uop::ZExt, &[v]);
                // Bit n to bit 2n, in halves of ever smaller groups; then each bit twice.
                for (n, mask) in [
                    (16, 0x0000_ffff_0000_ffff),
                    (8, 0x00ff_00ff_00ff_00ff),
                    (4, 0x0f0f_0f0f_0f0f_0f0f),
                    (2, 0x3333_3333_3333_3333),
                    (1, 0x5555_5555_5555_5555),
                ] {
                    r = self.spread_bits(Uop::Shl, r, n, mask);
                }
                let r = self.spread_bits(Uop::Shl, r, 1, u64::MAX);
                self.b.set_s64(sdst, r);
            }
            S_MOVRELS_B32 | S_MOVRELS_B64 => {
                let Operand::Sgpr(s) = s0 else {
                    return Err(Interp);
                };
                let n = self.numbered(s);
                let zero = self.b.k64(0);
                if op == S_MOVRELS_B32 {
                    let r = self.b.call_wave(WaveFn::MovRelS32, [n, zero, zero]);
                    let r = self.b.op32(Uop::Lo, &[r]);
                    self.b.set_s32(sdst, r);
                } else {
                    let r = self.b.call_wave(WaveFn::MovRelS64, [n, zero, zero]);
                    self.b.set_s64(sdst, r);
                }
            }
            S_MOVRELD_B32 => {
                let v = self.s32(s0, t)?;
                let v = self.b.op64(Uop::ZExt, &[v]);
                let (n, zero) = (self.numbered(sdst), self.b.k64(0));
                self.b.call_wave(WaveFn::MovRelD32, [n, v, zero]);
            }
            S_MOVRELD_B64 => {
                let v = self.s64(s0, t)?;
                let (n, zero) = (self.numbered(sdst), self.b.k64(0));
                self.b.call_wave(WaveFn::MovRelD64, [n, v, zero]);
            }
            S_CBRANCH_JOIN => {
                let v = self.s32(s0, t)?;
                let v = self.b.op64(Uop::ZExt, &[v]);
                let (zero, next) = (self.b.k64(0), self.b.k64(self.next));
                let pc = self.b.call_wave(WaveFn::Join, [v, zero, next]);
                self.target = Some(pc);
            }
            S_SET_GPR_IDX_IDX => {
                let v = self.s32(s0, t)?;
                self.set_index(0xff, v);
            }
            // Hardware tests, and the end of a trap handler.
            S_MOV_REGRD_B32 | S_MOV_FED_B32 | S_RFE_B64 => return Err(Interp),
        }
        Ok(())
    }

    /// The number of scalar register `code` plus M0, as the argument of a [`WaveFn`].
    fn numbered(&mut self, code: u8) -> Val {
        let (k, m0) = (self.b.k32(code as u32), self.b.s32(M0));
        let n = self.b.op32(Uop::Add, &[m0, k]);
        self.b.op64(Uop::ZExt, &[n])
    }

    /// (v | v `shift` n) & mask.
    fn spread_bits(&mut self, shift: Uop, v: Val, n: u32, mask: u64) -> Val {
        let (n, mask) = (self.b.k32(n), self.b.k64(mask));
        let moved = self.b.op64(shift, &[v, n]);
        let both = self.b.op64(Uop::Or, &[v, moved]);
        self.b.op64(Uop::And, &[both, mask])
    }

    /// For each group of four bits whether any is set, in its lowest one.
    fn any_of_quads(&mut self, v: Val) -> Val {
        let v = self.spread_bits(Uop::ShrU, v, 2, u64::MAX);
        self.spread_bits(Uop::ShrU, v, 1, 0x1111_1111_1111_1111)
    }

    /// For each group of four bits whether any is set, in all four.
    fn whole_quads(&mut self, v: Val) -> Val {
        let (any, k) = (self.any_of_quads(v), self.b.k64(15));
        self.b.op64(Uop::Mul, &[any, k])
    }

    /// For each group of four bits whether any is set, a bit each.
    fn quad_mask(&mut self, v: Val) -> Val {
        let mut any = self.any_of_quads(v);
        for (n, mask) in [
            (3, 0x0303_0303_0303_0303),
            (6, 0x000f_000f_000f_000f),
            (12, 0x0000_00ff_0000_00ff),
            (24, 0xffff),
        ] {
            any = self.spread_bits(Uop::ShrU, any, n, mask);
        }
        any
    }

    fn not_if(&mut self, yes: bool, v: Val) -> Val {
        let ty = self.b.node(v).ty;
        if yes {
            self.b.op(Uop::Not, ty, 0, &[v])
        } else {
            v
        }
    }

    fn set_or_clear(&mut self, ty: IrTy, set: bool, old: Val, bit: Val) -> Val {
        if set {
            return self.b.op(Uop::Or, ty, 0, &[old, bit]);
        }
        let keep = self.b.op(Uop::Not, ty, 0, &[bit]);
        self.b.op(Uop::And, ty, 0, &[old, keep])
    }

    /// Counts with `op`; -1 when there is no bit to find.
    fn find(&mut self, sdst: u8, op: Uop, v: Val) {
        let ty = self.b.node(v).ty;
        let zero = self.b.konst(ty, 0);
        let n = self.b.op(op, ty, 0, &[v]);
        let (n, none) = if ty == IrTy::B64 {
            let n = self.b.op32(Uop::Lo, &[n]);
            (n, self.b.icmp64(ICmp::Eq, v, zero))
        } else {
            (n, self.b.icmp32(ICmp::Eq, v, zero))
        };
        let all = self.b.k32(u32::MAX);
        let r = self.b.select(none, all, n);
        self.b.set_s32(sdst, r);
    }

    /// SDST = EXEC; EXEC = S0 `op` EXEC; SCC = (EXEC != 0). `not`: complement S0, EXEC, the result.
    fn saveexec(&mut self, sdst: u8, s0: Operand, op: Uop, not: [bool; 3]) -> Lowered {
        let (v, exec) = (self.s64(s0, crate::isa::Ty::B64)?, self.b.exec());
        let (a, b) = (self.not_if(not[0], v), self.not_if(not[1], exec));
        let r = self.b.op64(op, &[a, b]);
        let r = self.not_if(not[2], r);
        let scc = unless_planted!(Fault::SaveexecScc, r, exec);
        self.b.set_s64(sdst, exec);
        self.b.set_s64(EXEC_LO, r);
        self.scc_nonzero(scc);
        Ok(())
    }
}
