//! ALU instructions, changes of EXEC and MODE, and what moves values between lanes.

use super::*;
use crate::fuzz::inst::vector::{dpp, sdwa};
use crate::fuzz::values::dword;
use crate::isa::{Ds, DsFields, EXEC_LO, Flags, InlineFloat, Sopc, Ty, VCC_LO, VopForm};
use rows::{Alu, relative};

impl Maker<'_, '_> {
    /// A register for `n` dwords, of the pool or of those for values that live long; rarely one that the
    /// wave does not have.
    pub(super) fn vgpr(&mut self, n: u8) -> u8 {
        if !self.tame && self.r.one_in(8000) {
            let last = 256u32.wrapping_sub(n as u32) as u8;
            return self.r.pick(&[self.vgprs.min(255) as u8, 255, last]);
        }
        if self.vgprs >= VGPRS + 4 && self.r.one_in(3) {
            return self.long_lived(n);
        }
        if n == 1 && !self.affine.is_empty() && self.r.one_in(4) {
            return self.r.pick(&self.affine);
        }
        self.low(n)
    }

    /// A register of the pool for `n` dwords.
    pub(super) fn low(&mut self, n: u8) -> u8 {
        let room = self.pool.max(n as u64) - n.max(1) as u64 + 1;
        self.r.below(room) as u8
    }

    /// A register for `n` dwords, at most four, of those beyond [`VGPRS`].
    pub(super) fn long_lived(&mut self, n: u8) -> u8 {
        let n = n.clamp(1, 4);
        let v = VGPRS
            + self
                .r
                .below(u64::from(self.vgprs - VGPRS - u32::from(n) + 1)) as u32;
        self.named.extend((v..v + u32::from(n)).map(|v| v as u8));
        v as u8
    }

    pub(super) fn sgpr(&mut self) -> u8 {
        match self.r.below(8) {
            0 => self.r.pick(&[
                VCC_LO,
                VCC_LO + 1,
                EXEC_LO,
                EXEC_LO + 1,
                M0,
                COUNTER,
                48,
                63,
                124,
            ]),
            _ => self.r.below(2 * self.pairs) as u8,
        }
    }

    pub(super) fn pair(&mut self) -> u8 {
        match self.r.below(8) {
            0 | 1 => self.r.pick(&[VCC_LO, VCC_LO, EXEC_LO]),
            2 if !self.tame && self.r.one_in(4) => self.r.pick(&[3, 5, 105, 107, 125, 127]),
            _ => 2 * self.r.below(self.pairs) as u8,
        }
    }

    pub(super) fn sdst(&mut self) -> u8 {
        match self.r.below(24) {
            0 => self.r.pick(&[EXEC_LO, EXEC_LO + 1]),
            1 => M0,
            2..=4 => self.r.pick(&[VCC_LO, VCC_LO + 1]),
            _ => 2 + self.r.below(2 * self.pairs - 2) as u8,
        }
    }

    pub(super) fn sdst64(&mut self) -> u8 {
        match self.r.below(24) {
            0 => EXEC_LO,
            1..=5 => VCC_LO,
            6 if !self.tame && self.r.one_in(3) => self.r.pick(&[3, 5, 105, 107, 125]),
            _ => 2 + 2 * self.r.below(self.pairs - 1) as u8,
        }
    }

    fn sdst_of(&mut self, ty: Ty) -> u8 {
        match ty.dwords() {
            0 => 0,
            2 => self.sdst64(),
            _ => self.sdst(),
        }
    }

    fn constant(&mut self) -> Operand {
        match self.r.below(4) {
            0 => Operand::Float(self.r.pick(&InlineFloat::ALL)),
            1 => Operand::Int(self.r.pick(&[0, -1, 1, 31, 32, 63, 64])),
            _ => Operand::Int(self.r.below(81) as i8 - 16),
        }
    }

    fn scalar(&mut self, ty: Ty) -> Operand {
        match self.r.below(10) {
            0 | 1 => self.constant(),
            2 if self.r.one_in(2) => {
                let kind = self.r.below(8);
                Operand::Literal(dword(self.r, kind, true))
            }
            3 if self.r.one_in(3) => self.r.pick(&[
                Operand::Vccz,
                Operand::Execz,
                Operand::Scc,
                Operand::Aperture(235),
            ]),
            _ if ty.dwords() == 2 => Operand::Sgpr(self.pair()),
            _ => Operand::Sgpr(self.sgpr()),
        }
    }

    fn vector(&mut self, ty: Ty, form: VopForm) -> Operand {
        if ty == Ty::None {
            return Operand::Int(0);
        }
        if ty == Ty::Mask {
            return match form {
                VopForm::E64 => Operand::Sgpr(self.pair()),
                VopForm::E32 | VopForm::Sdwa | VopForm::Dpp => Operand::VCC,
            };
        }
        let registers = match form {
            VopForm::E32 | VopForm::E64 => false,
            // From gfx9 on the SDWA form takes scalar registers.
            VopForm::Sdwa => !self.g.is_gfx9() || !self.r.one_in(6),
            VopForm::Dpp => true,
        };
        match self.r.below(8) {
            0 if !registers => self.scalar(ty),
            1 if !registers => self.constant(),
            _ => Operand::Vgpr(self.vgpr(ty.dwords())),
        }
    }

    fn fields(&mut self, op: Alu, form: VopForm) -> Vop {
        let row = op.row();
        let packed = matches!(op, Alu::Packed(_));
        let form = if packed { VopForm::E64 } else { form };
        let mut f = Vop::plain(0, [Operand::Int(0); 3]);
        f.form = form;
        for i in 0..3 {
            f.src[i] = self.vector(row.shape.src[i], form);
        }
        if row.shape.dst != Ty::None && row.shape.dst != Ty::Mask {
            f.vdst = self.vgpr(row.shape.dst.dwords());
        }
        if packed {
            f.op_sel_hi = if self.r.one_in(2) {
                7
            } else {
                self.r.rarely(3)
            };
            f.op_sel = self.r.rarely(3);
        }
        if form == VopForm::E64 {
            if self.r.one_in(4) {
                f.abs = self.r.rarely(3);
                f.neg = self.r.rarely(3);
                f.clamp = self.r.one_in(4);
                f.omod = self.r.rarely(2);
            }
            if row.flags.has(Flags::CARRY_OUT) || row.shape.dst == Ty::Mask {
                f.sdst = self.sdst64();
            }
        }
        if matches!(form, VopForm::Sdwa | VopForm::Dpp) && self.r.one_in(2) {
            f.abs = self.r.rarely(2);
            f.neg = self.r.rarely(2);
            if form == VopForm::Sdwa {
                f.clamp = self.r.one_in(4);
                f.omod = if self.g.is_gfx9() {
                    self.r.rarely(2)
                } else {
                    0
                };
            }
        }
        if form == VopForm::Sdwa {
            f.sdwa = Some(sdwa(self.r, row));
            if row.shape.dst == Ty::Mask && self.g.is_gfx9() && self.r.one_in(2) {
                f.sdst = self.sdst64();
            }
        }
        if form == VopForm::Dpp {
            f.dpp = Some(dpp(self.r, self.g));
        }
        f
    }

    /// One of these instructions, with random operands.
    pub fn vector_alu(&mut self, of: &[Alu]) {
        let form = match self.r.below(12) {
            0..=6 => VopForm::E32,
            _ => VopForm::E64,
        };
        self.vector_alu_in(of, form);
    }

    /// One in a form that selects parts of registers or exchanges lanes, where the generation has them.
    pub(super) fn formed(&mut self) {
        let rows = self.rows;
        if self.g.is_legacy() {
            return self.vector_alu(&rows.alu);
        }
        let form = self.r.pick(&[VopForm::Sdwa, VopForm::Dpp]);
        let of = match self.r.below(5) {
            0 => &rows.common,
            1 => &rows.carries,
            2 | 3 => &rows.alu,
            _ => &rows.compares,
        };
        self.vector_alu_in(of, form);
    }

    /// One of these instructions in that form, if any has it.
    fn vector_alu_in(&mut self, of: &[Alu], form: VopForm) {
        for _ in 0..40 {
            let op = self.r.pick(of);
            // What M0 leads to is the business of `movrel`.
            if relative(op.row()) && (self.tame || !self.r.one_in(8)) {
                continue;
            }
            for _ in 0..6 {
                let f = self.fields(op, form);
                if self.push(op.inst(f)) {
                    self.affine.retain(|v| *v != f.vdst);
                    let row = op.row();
                    if row.flags.has(Flags::CARRY_OUT) || row.shape.dst == Ty::Mask {
                        self.use_mask(f.sdst);
                    }
                    return;
                }
            }
        }
    }

    /// `d` from one of two registers, by the mask in the pair `s`.
    pub(super) fn select(&mut self, d: u8, [a, b]: [u8; 2], s: u8) {
        let f = Vop {
            form: VopForm::E64,
            ..Vop::plain(d, [Operand::Vgpr(a), Operand::Vgpr(b), Operand::Sgpr(s)])
        };
        let op = Vop2::V_CNDMASK_B32;
        self.push(Inst::Vop2 { op, f });
        self.affine.retain(|v| *v != d);
    }

    /// Something that depends on the mask in the pair `s`, often, before it is overwritten.
    fn use_mask(&mut self, s: u8) {
        let pair = Operand::Sgpr(s);
        match self.r.below(6) {
            0 | 1 => {
                self.sop2(Sop2::S_XOR_B64, MASKS, Operand::Sgpr(MASKS), pair);
            }
            2 => {
                let (d, a, b) = (self.vgpr(1), self.vgpr(1), self.vgpr(1));
                self.select(d, [a, b], s);
            }
            _ => {}
        }
    }

    pub(super) fn scalar_alu(&mut self) {
        let rows = self.rows;
        for _ in 0..100 {
            let inst = match self.r.below(10) {
                0..=4 => {
                    let op = self.r.pick(&rows.sop2);
                    let t = op.row().shape;
                    Inst::Sop2 {
                        op,
                        sdst: self.sdst_of(t.dst),
                        ssrc0: self.scalar(t.src[0]),
                        ssrc1: self.scalar(t.src[1]),
                    }
                }
                5..=7 => {
                    let op = self.r.pick(&rows.sop1);
                    let t = op.row().shape;
                    Inst::Sop1 {
                        op,
                        sdst: self.sdst_of(t.dst),
                        ssrc0: self.scalar(t.src[0]),
                    }
                }
                8 => {
                    let op = self.r.pick(&rows.sopc);
                    let t = op.row().shape;
                    Inst::Sopc {
                        op,
                        ssrc0: self.scalar(t.src[0]),
                        ssrc1: self.scalar(t.src[1]),
                    }
                }
                _ => Inst::Sopk {
                    op: self.r.pick(&rows.sopk),
                    sdst: self.sdst(),
                    simm16: match self.r.below(3) {
                        0 => self.r.bits() as u16,
                        _ => self.r.below(40) as u16,
                    },
                    literal: None,
                },
            };
            let n = inst.row().name;
            // Many hardware registers are faults, and VSKIP ends divergent loops late.
            let rare =
                (n.contains("TREG") || n == "S_SETVSKIP") && (self.tame || !self.r.one_in(8));
            // WREXEC and SAVEEXEC have their place among the changes of EXEC.
            let many = n.contains("EXEC") && !self.r.one_in(4);
            if !rare && !many && self.push(inst) {
                return;
            }
        }
    }

    /// Vector instructions under GPR index mode, which mostly ends behind them.
    pub(super) fn indexed(&mut self) {
        let rows = self.rows;
        // In this mode blocks go on where EXEC changes, whatever is indexed.
        let operands = if self.r.one_in(4) {
            0
        } else {
            self.r.below(16) as u32
        };
        // Where calls are, what they need lies behind the loop counters.
        let most = if self.tame || self.calls {
            2
        } else {
            self.r.pick(&[4, 12, self.vgprs.min(64) - 12])
        };
        let on = Inst::Sopc {
            op: Sopc::S_SET_GPR_IDX_ON,
            ssrc0: if self.tame || self.calls || !self.r.one_in(3) {
                Operand::Int(self.r.below(most.into()) as i8)
            } else {
                // The last registers, and those behind them.
                Operand::Literal(self.vgprs - self.r.below(6) as u32)
            },
            ssrc1: Operand::Literal(operands),
        };
        if !self.push(on) {
            return self.movrel();
        }
        if operands == 0 || self.r.one_in(4) {
            self.under_other_lanes();
        }
        for _ in 0..1 + self.r.below(4) {
            match self.r.below(12) {
                0..=3 => self.vector_alu(&rows.common),
                4..=6 => self.vector_alu(&rows.alu),
                7 => self.vector_alu(&rows.compares),
                8 => self.change_exec(),
                9 => self.formed(),
                // These may write M0, which has the index.
                10 if !self.tame => self.lanes(),
                11 if !self.tame => self.scalar_alu(),
                _ => self.full_exec(),
            }
            if self.r.one_in(6) {
                let simm16 = self.r.below(16) as u16;
                self.sopp(Sopp::S_SET_GPR_IDX_MODE, simm16);
            }
            if self.r.one_in(8) {
                let index = Operand::Int(self.r.below(most.into()) as i8);
                self.sop1(Sop1::S_SET_GPR_IDX_IDX, 0, index);
            }
        }
        if self.tame || !self.r.one_in(8) {
            self.sopp(Sopp::S_SET_GPR_IDX_OFF, 0);
        }
        // The destinations were others.
        self.affine.clear();
    }

    /// The same instruction again when more lanes are active, and a mask that is used then: in one block, where
    /// GPR index mode is on.
    fn under_other_lanes(&mut self) {
        let rows = self.rows;
        let few = self
            .r
            .pick(&[Operand::VCC, Operand::Int(5), Operand::Int(-16)]);
        self.sop1(Sop1::S_MOV_B64, EXEC_LO, few);
        let (a, b) = (self.low(1), self.low(1));
        let d = (0..POOL as u8).find(|d| ![a, b].contains(d)).unwrap_or(0);
        let op = self
            .r
            .pick(&[Vop2::V_XOR_B32, Vop2::V_ADD_F32, Vop2::V_MIN_U32]);
        self.vop2(op, d, Operand::Vgpr(a), b);
        self.vector_alu_in(&rows.compares, VopForm::E32);
        self.full_exec();
        self.vop2(op, d, Operand::Vgpr(a), b);
        self.vop2(Vop2::V_CNDMASK_B32, b, Operand::Vgpr(a), b);
        // A copy in some lanes, and then what was copied in all.
        self.vop2(op, a, Operand::Vgpr(LANE4), b);
        self.sop1(Sop1::S_MOV_B64, EXEC_LO, few);
        self.vop1(Vop1::V_MOV_B32, d, Operand::Vgpr(a));
        self.full_exec();
        self.vop2(Vop2::V_MAX_F32, b, Operand::Vgpr(a), b);
    }

    /// Moves whose registers M0 finds.
    pub(super) fn movrel(&mut self) {
        use Vop1::*;
        let index = self.r.below(4) as i8;
        self.sop1(Sop1::S_MOV_B32, M0, Operand::Int(index));
        for _ in 0..1 + self.r.below(3) {
            match self.r.below(4) {
                // The destination is above s1, which holds an address.
                0 => {
                    let op = self.r.pick(&[Sop1::S_MOVRELD_B32, Sop1::S_MOVRELD_B64]);
                    let (d, s) = (2 + 2 * self.r.below(4) as u8, self.pair());
                    self.sop1(op, d, Operand::Sgpr(s));
                }
                1 => {
                    let op = self.r.pick(&[Sop1::S_MOVRELS_B32, Sop1::S_MOVRELS_B64]);
                    let (d, s) = (self.sdst64(), 2 * self.r.below(4) as u8);
                    self.sop1(op, d, Operand::Sgpr(s));
                }
                _ => {
                    let op = self.r.pick(&[V_MOVRELD_B32, V_MOVRELS_B32, V_MOVRELSD_B32]);
                    let (d, s) = (self.r.below(8) as u8, self.r.below(8) as u8);
                    self.vop1(op, d, Operand::Vgpr(s));
                    self.affine.clear();
                }
            }
        }
        self.reset_m0();
    }

    pub(super) fn full_exec(&mut self) {
        self.sop1(Sop1::S_MOV_B64, EXEC_LO, Operand::Int(-1));
    }

    pub(super) fn change_exec(&mut self) {
        use Sop1::*;
        use Sop2::*;
        let exec = Operand::Sgpr(EXEC_LO);
        let p = self.pair();
        let k = self.r.pick(&[-1i8, -1, 0, 1]);
        let d = self.sdst64();
        match self.r.below(9) {
            0 | 1 => self.sop1(S_MOV_B64, EXEC_LO, Operand::Sgpr(p)),
            2 => self.sop1(S_MOV_B64, EXEC_LO, Operand::Int(k)),
            3 => {
                let of = [S_AND_SAVEEXEC_B64, S_OR_SAVEEXEC_B64, S_XOR_SAVEEXEC_B64];
                let op = self.r.pick(&of);
                self.sop1(op, d, Operand::Sgpr(p))
            }
            4 => self.sop1(S_MOV_B64, d, exec),
            5 => self.sop2(S_OR_B64, EXEC_LO, exec, Operand::Sgpr(p)),
            6 => self.sop2(S_ANDN2_B64, EXEC_LO, exec, Operand::Sgpr(p)),
            7 => self.sop2(S_XOR_B64, EXEC_LO, exec, Operand::Sgpr(p)),
            _ => self.sop1(S_MOV_B64, EXEC_LO, Operand::VCC),
        };
    }

    /// Rounding, denormals, and what is done to NaN.
    pub(super) fn change_mode(&mut self) {
        let value = self.r.bits() as u32 & 0x3ff;
        let size = self.r.pick(&[3, 7, 7, 9]);
        self.push(Inst::Sopk {
            op: Sopk::S_SETREG_IMM32_B32,
            sdst: 0,
            // MODE from bit 0: size - 1, offset, number of the register.
            simm16: size << 11 | 1,
            literal: Some(value),
        });
    }

    /// What moves values between lanes and scalar registers, or among lanes.
    pub(super) fn lanes(&mut self) {
        let lane = match self.r.below(3) {
            0 => Operand::Sgpr(self.sgpr()),
            _ => Operand::Int(self.r.below(65) as i8),
        };
        let (v, s) = (Operand::Vgpr(self.vgpr(1)), self.sdst());
        for _ in 0..20 {
            let mut f = Vop::plain(s, [v, lane, Operand::Int(0)]);
            f.form = self.r.pick(&[VopForm::E32, VopForm::E64]);
            let done = match self.r.below(6) {
                0 => {
                    f.src[1] = Operand::Int(0);
                    let op = Vop1::V_READFIRSTLANE_B32;
                    self.push(Inst::Vop1 { op, f })
                }
                1 => {
                    let op = Vop2::V_READLANE_B32;
                    self.push(Inst::Vop2 { op, f })
                }
                2 => {
                    f.vdst = self.vgpr(1);
                    f.src[0] = Operand::Sgpr(self.sgpr());
                    let op = Vop2::V_WRITELANE_B32;
                    self.affine.retain(|v| *v != f.vdst);
                    self.push(Inst::Vop2 { op, f })
                }
                3 => {
                    f.form = VopForm::E64;
                    f.src = [Operand::Int(-1), Operand::Int(0), Operand::Int(0)];
                    f.src[1] = self.r.pick(&[Operand::Int(0), v]);
                    f.vdst = self.vgpr(1);
                    let of = [Vop2::V_MBCNT_LO_U32_B32, Vop2::V_MBCNT_HI_U32_B32];
                    let op = self.r.pick(&of);
                    self.push(Inst::Vop2 { op, f })
                }
                _ => self.across(),
            };
            if done {
                return;
            }
        }
    }

    /// The LDS crossbar.
    fn across(&mut self) -> bool {
        let (vdst, addr, data) = (self.vgpr(1), self.vgpr(1), self.vgpr(1));
        let mut f = DsFields {
            vdst,
            addr: if self.r.one_in(3) { LANE4 } else { addr },
            data0: data,
            offset0: self.r.rarely(8),
            ..DsFields::ZERO
        };
        let op = self
            .r
            .pick(&[Ds::DS_BPERMUTE_B32, Ds::DS_PERMUTE_B32, Ds::DS_SWIZZLE_B32]);
        if op == Ds::DS_SWIZZLE_B32 {
            (f.addr, f.data0) = (data, 0);
            (f.offset0, f.offset1) = (self.r.bits() as u8, self.r.bits() as u8);
        }
        self.affine.retain(|v| *v != vdst);
        self.push(Inst::Ds { op, f })
    }
}
