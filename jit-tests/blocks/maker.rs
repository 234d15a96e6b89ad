//! Makes random programs: their items, and how each is chosen.

use super::*;

/// One piece of a program.
#[derive(Clone, Debug)]
pub(super) enum Item {
    /// An instruction.
    Inst(Inst, Vec<u32>),
    /// A branch (SOPP or SOPK with a zero offset) to a label.
    To(u32, usize),
    /// The literal of `s_add_u32 TARGET`: distance of a label from this instruction.
    Distance(usize),
    /// The label.
    Label(usize),
}

impl Item {
    pub(super) fn words(&self) -> u64 {
        match self {
            Item::Inst(_, w) => w.len() as u64,
            Item::To(..) => 1,
            Item::Distance(_) => 2,
            Item::Label(_) => 0,
        }
    }
}

/// The program's words.
pub(super) fn link(items: &[Item]) -> Vec<u32> {
    let mut labels = std::collections::HashMap::new();
    let mut at = 0i64;
    for i in items {
        if let Item::Label(l) = i {
            labels.insert(*l, at);
        }
        at += i.words() as i64;
    }
    let mut out = vec![];
    for i in items {
        let here = out.len() as i64;
        let to = |l: &usize| labels.get(l).copied().unwrap_or(here);
        match i {
            Item::Inst(_, w) => out.extend_from_slice(w),
            Item::To(w, l) => out.push(w | (to(l) - here - 1) as u16 as u32),
            // s_add_u32 TARGET, TARGET, literal
            Item::Distance(l) => {
                let t = TARGET as u32;
                out.push(0x8000_ff00 | t << 16 | t);
                out.push((4 * (to(l) - here)) as u32);
            }
            Item::Label(_) => {}
        }
    }
    out
}

/// Makes programs for one generation.
pub(super) struct Maker<'a> {
    pub(super) r: &'a mut Rng<'static>,
    pub(super) g: Gen,
    pub(super) items: Vec<Item>,
    pub(super) labels: usize,
    pub(super) rows: &'a Rows,
    /// Vector registers that random instructions use, and pairs of scalar ones.
    pub(super) pool: u64,
    pub(super) pairs: u64,
}

/// Builds an instruction from its fields.
pub(super) type Make = Box<dyn Fn(Vop) -> Inst>;

/// A row, and what makes instructions of it.
pub(super) type Case = (&'static Row, Make);

/// What vector instructions there are.
pub(super) struct Rows {
    pub(super) all: Vec<Case>,
    pub(super) compares: Vec<Case>,
    pub(super) common: Vec<Case>,
}

pub(super) fn rows() -> Rows {
    let (mut all, mut compares) = (Vec::<Case>::new(), Vec::<Case>::new());
    let mut common = Vec::<Case>::new();
    for &op in Vop1::ALL {
        all.push((op.row(), Box::new(move |f| Inst::Vop1 { op, f })));
    }
    for &op in Vop2::ALL {
        all.push((op.row(), Box::new(move |f| Inst::Vop2 { op, f })));
    }
    for &op in Vop3::ALL {
        all.push((op.row(), Box::new(move |f| Inst::Vop3 { op, f })));
    }
    for &op in Vop3p::ALL {
        all.push((op.row(), Box::new(move |f| Inst::Vop3p { op, f })));
    }
    for &op in Vopc::ALL {
        compares.push((op.row(), Box::new(move |f| Inst::Vopc { op, f })));
    }
    {
        use Vop1::*;
        for op in [
            V_MOV_B32,
            V_MOV_B32,
            V_NOT_B32,
            V_CVT_F32_U32,
            V_CVT_U32_F32,
        ] {
            common.push((op.row(), Box::new(move |f| Inst::Vop1 { op, f })));
        }
        use Vop2::*;
        for op in [
            V_CNDMASK_B32,
            V_CNDMASK_B32,
            V_ADD_F32,
            V_MUL_F32,
            V_AND_B32,
            V_OR_B32,
            V_XOR_B32,
            V_LSHLREV_B32,
            V_LSHRREV_B32,
            V_ADD_CO_U32,
            V_ADDC_CO_U32,
            V_SUB_CO_U32,
            V_MAC_F32,
            V_MIN_U32,
        ] {
            common.push((op.row(), Box::new(move |f| Inst::Vop2 { op, f })));
        }
        use Vop3::*;
        for op in [
            V_FMA_F32,
            V_FMA_F64,
            V_ADD_F64,
            V_BFE_U32,
            V_MUL_LO_U32,
            V_LSHL_B64,
        ] {
            common.push((op.row(), Box::new(move |f| Inst::Vop3 { op, f })));
        }
    }
    all.retain(|(row, _)| {
        !row.flags.has(Flags::SYSTEM)
            && row.shape.dst != Ty::None
            && !row.flags.has(Flags::SGPR_DST)
            && !row.name.contains("INTERP")
    });
    Rows {
        all,
        compares,
        common,
    }
}

impl Maker<'_> {
    /// Adds the instruction when the generation can encode it.
    pub(super) fn push(&mut self, inst: Inst) -> bool {
        match encode(self.g, &inst) {
            Some(w) => {
                self.items.push(Item::Inst(inst, w.to_vec()));
                true
            }
            None => false,
        }
    }

    pub(super) fn label(&mut self) -> usize {
        self.labels += 1;
        self.labels
    }

    pub(super) fn branch(&mut self, op: Sopp, label: usize) {
        if let Some(w) = encode(self.g, &Inst::Sopp { op, simm16: 0 }) {
            self.items.push(Item::To(w[0], label));
        }
    }

    pub(super) fn sop1(&mut self, op: Sop1, sdst: u8, ssrc0: Operand) -> bool {
        self.push(Inst::Sop1 { op, sdst, ssrc0 })
    }

    pub(super) fn sop2(&mut self, op: Sop2, sdst: u8, ssrc0: Operand, ssrc1: Operand) -> bool {
        self.push(Inst::Sop2 {
            op,
            sdst,
            ssrc0,
            ssrc1,
        })
    }

    pub(super) fn vop1(&mut self, op: Vop1, vdst: u8, src: Operand) -> bool {
        let f = Vop::plain(vdst, [src, Operand::Int(0), Operand::Int(0)]);
        self.push(Inst::Vop1 { op, f })
    }

    pub(super) fn vop2(&mut self, op: Vop2, vdst: u8, a: Operand, b: u8) -> bool {
        let f = Vop::plain(vdst, [a, Operand::Vgpr(b), Operand::Int(0)]);
        self.push(Inst::Vop2 { op, f })
    }

    /// A register of the pool with room for `n`; rarely one that the wave does not have.
    pub(super) fn vgpr(&mut self, n: u8) -> u8 {
        if self.r.one_in(2000) {
            return self
                .r
                .pick(&[VGPRS as u8, 255, 256u32.wrapping_sub(n as u32) as u8]);
        }
        let room = self.pool.max(n as u64) - n.max(1) as u64 + 1;
        self.r.below(room) as u8
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
            2 if self.r.one_in(4) => self.r.pick(&[3, 5, 105, 107, 125, 127]),
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
            6 if self.r.one_in(3) => self.r.pick(&[3, 5, 105, 107, 125]),
            _ => 2 + 2 * self.r.below(self.pairs - 1) as u8,
        }
    }

    pub(super) fn constant(&mut self) -> Operand {
        match self.r.below(4) {
            0 => Operand::Float(self.r.pick(&InlineFloat::ALL)),
            1 => Operand::Int(self.r.pick(&[0, -1, 1, 31, 32, 63, 64])),
            _ => Operand::Int(self.r.below(81) as i8 - 16),
        }
    }

    pub(super) fn scalar(&mut self, ty: Ty) -> Operand {
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

    pub(super) fn vector(&mut self, ty: Ty, form: VopForm) -> Operand {
        if ty == Ty::None {
            return Operand::Int(0);
        }
        if ty == Ty::Mask {
            return match form {
                VopForm::E64 => Operand::Sgpr(self.pair()),
                VopForm::E32 | VopForm::Sdwa | VopForm::Dpp => Operand::VCC,
            };
        }
        match self.r.below(8) {
            0 => self.scalar(ty),
            1 => self.constant(),
            _ => Operand::Vgpr(self.vgpr(ty.dwords())),
        }
    }

    pub(super) fn fields(&mut self, row: &Row) -> Vop {
        let form = match self.r.below(12) {
            0..=5 => VopForm::E32,
            6 => VopForm::Sdwa,
            7 if self.r.one_in(2) => VopForm::Dpp,
            _ => VopForm::E64,
        };
        let mut f = Vop::plain(0, [Operand::Int(0); 3]);
        f.form = form;
        for i in 0..3 {
            f.src[i] = self.vector(row.shape.src[i], form);
        }
        if row.shape.dst != Ty::None && row.shape.dst != Ty::Mask {
            f.vdst = self.vgpr(row.shape.dst.dwords());
        }
        if form == VopForm::E64 {
            if self.r.one_in(4) {
                f.abs = self.r.rarely(3);
                f.neg = self.r.rarely(3);
                f.clamp = self.r.one_in(4);
            }
            if row.flags.has(Flags::CARRY_OUT) || row.shape.dst == Ty::Mask {
                f.sdst = self.sdst64();
            }
        }
        if form == VopForm::Sdwa {
            f.sdwa = Some(Sdwa {
                dst_sel: self.r.below(7) as u8,
                dst_unused: self.r.below(3) as u8,
                src_sel: [self.r.below(7) as u8, self.r.below(7) as u8],
                sext: 0,
            });
        }
        if form == VopForm::Dpp {
            f.dpp = Some(Dpp {
                ctrl: self.r.pick(&[
                    0xe4, 0x1b, 0x101, 0x111, 0x118, 0x121, 0x138, 0x13c, 0x140, 0x141, 0x142,
                    0x143,
                ]),
                bound_ctrl: self.r.one_in(2),
                bank_mask: 15,
                row_mask: if self.r.one_in(3) { 5 } else { 15 },
            });
        }
        f
    }

    pub(super) fn vector_alu(&mut self, of: &[Case]) {
        for _ in 0..40 {
            let k = self.r.below(of.len() as u64) as usize;
            let (row, make) = &of[k];
            for _ in 0..4 {
                let f = self.fields(row);
                if self.push(make(f)) {
                    return;
                }
            }
        }
    }

    pub(super) fn scalar_alu(&mut self) {
        for _ in 0..100 {
            let inst = match self.r.below(10) {
                0..=4 => {
                    let op = self.r.pick(Sop2::ALL);
                    let t = op.row().shape;
                    Inst::Sop2 {
                        op,
                        sdst: self.sdst_of(t.dst),
                        ssrc0: self.scalar(t.src[0]),
                        ssrc1: self.scalar(t.src[1]),
                    }
                }
                5..=7 => {
                    let op = self.r.pick(Sop1::ALL);
                    let t = op.row().shape;
                    Inst::Sop1 {
                        op,
                        sdst: self.sdst_of(t.dst),
                        ssrc0: self.scalar(t.src[0]),
                    }
                }
                8 => {
                    let op = self.r.pick(Sopc::ALL);
                    let t = op.row().shape;
                    Inst::Sopc {
                        op,
                        ssrc0: self.scalar(t.src[0]),
                        ssrc1: self.scalar(t.src[1]),
                    }
                }
                _ => Inst::Sopk {
                    op: self.r.pick(Sopk::ALL),
                    sdst: self.sdst(),
                    simm16: match self.r.below(3) {
                        0 => self.r.bits() as u16,
                        _ => self.r.below(40) as u16,
                    },
                    literal: None,
                },
            };
            let row = inst.row();
            let n = row.name;
            let special = row.flags.has(Flags::BRANCH)
                || row.flags.has(Flags::SYSTEM)
                // Relative writes could overwrite what counts loops; no joins without forks.
                || ["REGRD", "GPR_IDX_ON", "MOVRELD", "RFE", "FORK", "JOIN", "PC_", "CALL", "FED"]
                    .iter()
                    .any(|s| n.contains(s))
                // Many hardware registers are faults, and VSKIP ends divergent loops late.
                || (n.contains("TREG") || n == "S_SETVSKIP") && !self.r.one_in(8);
            // WREXEC and SAVEEXEC have their place among the changes of EXEC.
            let many = n.contains("EXEC") && !self.r.one_in(4);
            if !special && !many && self.push(inst) {
                return;
            }
        }
    }

    /// Vector instructions under GPR index mode, which mostly ends behind them.
    pub(super) fn indexed(&mut self, of: &[Case]) {
        let operands = self.r.below(16) as u32;
        let on = Inst::Sopc {
            op: Sopc::S_SET_GPR_IDX_ON,
            ssrc0: Operand::Int(self.r.below(12) as i8),
            ssrc1: Operand::Literal(operands),
        };
        if !self.push(on) {
            return;
        }
        for _ in 0..1 + self.r.below(4) {
            self.vector_alu(of);
            if self.r.one_in(6) {
                let (op, simm16) = (Sopp::S_SET_GPR_IDX_MODE, self.r.below(16) as u16);
                self.push(Inst::Sopp { op, simm16 });
            }
        }
        if !self.r.one_in(8) {
            let op = Sopp::S_SET_GPR_IDX_OFF;
            self.push(Inst::Sopp { op, simm16: 0 });
        }
    }

    pub(super) fn sdst_of(&mut self, ty: Ty) -> u8 {
        match ty.dwords() {
            0 => 0,
            2 => self.sdst64(),
            _ => self.sdst(),
        }
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
                let op = self
                    .r
                    .pick(&[S_AND_SAVEEXEC_B64, S_OR_SAVEEXEC_B64, S_XOR_SAVEEXEC_B64]);
                self.sop1(op, d, Operand::Sgpr(p))
            }
            4 => self.sop1(S_MOV_B64, d, exec),
            5 => self.sop2(S_OR_B64, EXEC_LO, exec, Operand::Sgpr(p)),
            6 => self.sop2(S_ANDN2_B64, EXEC_LO, exec, Operand::Sgpr(p)),
            7 => self.sop2(S_XOR_B64, EXEC_LO, exec, Operand::Sgpr(p)),
            _ => self.sop1(S_MOV_B64, EXEC_LO, Operand::VCC),
        };
    }

    /// Rounding and denormals.
    pub(super) fn change_mode(&mut self) {
        let value = self.r.bits() as u32 & 0xff;
        self.push(Inst::Sopk {
            op: Sopk::S_SETREG_IMM32_B32,
            sdst: 0,
            // MODE[7:0]: size - 1, offset, number of the register.
            simm16: 7 << 11 | 1,
            literal: Some(value),
        });
    }

    pub(super) fn lanes(&mut self) {
        let lane = match self.r.below(3) {
            0 => Operand::Sgpr(self.sgpr()),
            _ => Operand::Int(self.r.below(65) as i8),
        };
        let (v, s) = (Operand::Vgpr(self.vgpr(1)), self.sdst());
        for _ in 0..20 {
            let mut f = Vop::plain(s, [v, lane, Operand::Int(0)]);
            f.form = self.r.pick(&[VopForm::E32, VopForm::E64]);
            let done = match self.r.below(3) {
                0 => {
                    f.src[1] = Operand::Int(0);
                    let op = Vop1::V_READFIRSTLANE_B32;
                    self.push(Inst::Vop1 { op, f })
                }
                1 => {
                    let op = Vop2::V_READLANE_B32;
                    self.push(Inst::Vop2 { op, f })
                }
                _ => {
                    f.vdst = self.vgpr(1);
                    f.src[0] = Operand::Sgpr(self.sgpr());
                    let op = Vop2::V_WRITELANE_B32;
                    self.push(Inst::Vop2 { op, f })
                }
            };
            if done {
                return;
            }
        }
    }

    /// An offset in register `v`, mostly small enough.
    pub(super) fn offset(&mut self, v: u8, masks: &[u32]) {
        let from = match self.r.below(3) {
            0 => LANE4,
            _ => self.vgpr(1).min(LANE4),
        };
        if self.r.one_in(60) {
            return;
        }
        match self.r.below(8) {
            0 => {
                let n = self.r.below(4) as i8;
                self.vop2(Vop2::V_LSHLREV_B32, v, Operand::Int(n), LANE4);
            }
            1 => {
                self.vop1(Vop1::V_MOV_B32, v, Operand::Int(64));
            }
            _ => {
                let mask = self.r.pick(masks);
                self.vop2(Vop2::V_AND_B32, v, Operand::Literal(mask), from);
            }
        }
    }

    /// Adds the buffer's address to the offset in register `a`, as compilers do: in two halves, by way
    /// of the carry, and often of a shift.
    pub(super) fn wide_address(&mut self, a: u8) {
        let high = if self.r.one_in(4) {
            (a + 2) % POOL as u8
        } else {
            a + 1
        };
        if self.g.is_gfx9() && self.r.one_in(2) {
            let down = self.r.below(3) as i8;
            self.vop2(Vop2::V_LSHRREV_B32, a, Operand::Int(down), a);
            self.vop1(Vop1::V_MOV_B32, a + 1, Operand::Int(0));
            let shift = Vop {
                form: VopForm::E64,
                ..Vop::plain(a, [Operand::Int(down), Operand::Vgpr(a), Operand::Int(0)])
            };
            self.push(Inst::Vop3 {
                op: Vop3::V_LSHLREV_B64,
                f: shift,
            });
        } else if self.r.one_in(8) {
            self.vop2(Vop2::V_ASHRREV_I32, a + 1, Operand::Int(31), a);
        } else {
            self.vop1(Vop1::V_MOV_B32, a + 1, Operand::Int(0));
        }
        if high != a + 1 {
            self.vop2(Vop2::V_AND_B32, high, Operand::Int(7), a + 1);
        }
        if self.r.one_in(8) {
            self.any(1);
        }
        let low = Vop::plain(a, [Operand::Sgpr(BASE), Operand::Vgpr(a), Operand::Int(0)]);
        self.push(Inst::Vop2 {
            op: Vop2::V_ADD_CO_U32,
            f: low,
        });
        let other = (a + 3) % POOL as u8;
        let other = if other == high || other == a {
            LANE4 - 1
        } else {
            other
        };
        self.vop1(Vop1::V_MOV_B32, other, Operand::Sgpr(BASE + 1));
        let carry = Operand::Sgpr(VCC_LO);
        let f = Vop::plain(a + 1, [Operand::Vgpr(high), Operand::Vgpr(other), carry]);
        let op = Vop2::V_ADDC_CO_U32;
        self.push(Inst::Vop2 { op, f });
    }

    pub(super) fn flat(&mut self) {
        if self.g == Gen::Gfx6 {
            return self.mubuf();
        }
        let a = self.r.below(POOL - 1) as u8;
        self.offset(a, &[0xffc, 0xffc, 0x7c, 0x0fc, 0xff0, 0xff8, 0x1ff]);
        let seg = match self.g.is_gfx9() {
            true => self.r.pick(&[
                Segment::Global,
                Segment::Flat,
                Segment::Global,
                Segment::Scratch,
            ]),
            false => Segment::Flat,
        };
        let saddr = match seg {
            Segment::Global if self.r.one_in(2) => Some(BASE),
            Segment::Scratch => {
                self.vop2(Vop2::V_AND_B32, a, Operand::Literal(0x1f), a);
                None
            }
            Segment::Flat | Segment::Global if self.r.one_in(2) => {
                self.wide_address(a);
                None
            }
            Segment::Flat | Segment::Global => {
                let hi = match self.r.below(8) {
                    0 if seg == Segment::Flat => {
                        self.vop2(Vop2::V_AND_B32, a, Operand::Literal(0x1fc), a);
                        Operand::Literal(SHARED_APERTURE_HI)
                    }
                    1 if seg == Segment::Flat => {
                        self.vop2(Vop2::V_AND_B32, a, Operand::Literal(0x1f), a);
                        Operand::Literal(PRIVATE_APERTURE_HI)
                    }
                    _ => Operand::Sgpr(BASE + 1),
                };
                self.vop1(Vop1::V_MOV_B32, a + 1, hi);
                None
            }
        };
        if self.r.one_in(6) {
            self.any(2);
        }
        for _ in 0..60 {
            let op = match self.r.below(3) {
                0 => Flat::LOAD_DWORD,
                1 => Flat::STORE_DWORD,
                _ => self.r.pick(Flat::ALL),
            };
            let f = FlatFields {
                seg,
                vdst: self.vgpr(4),
                vaddr: a,
                vdata: self.vgpr(4),
                saddr,
                offset: if self.g.is_gfx9() {
                    self.r.below(8) as i16 * 4
                } else {
                    0
                },
                glc: self.r.one_in(2),
                slc: false,
                nv: false,
                lds: false,
                tfe: false,
            };
            // Fields that the instruction does not have must be zero.
            for (dst, data, glc) in [
                (true, true, f.glc),
                (true, false, false),
                (false, true, false),
            ] {
                let f = FlatFields {
                    vdst: if dst { f.vdst } else { 0 },
                    vdata: if data { f.vdata } else { 0 },
                    glc,
                    ..f
                };
                if self.push(Inst::Flat { op, f }) {
                    return;
                }
            }
        }
    }

    pub(super) fn mubuf(&mut self) {
        let a = self.r.below(POOL - 1) as u8;
        self.offset(a, &[0xffc, 0x7c, 0x0fc, 0xff0, 0x1ff]);
        self.vop1(Vop1::V_MOV_B32, a + 1, Operand::Int(0));
        for _ in 0..60 {
            let op = match self.r.below(3) {
                0 => Mubuf::BUFFER_LOAD_DWORD,
                1 => Mubuf::BUFFER_STORE_DWORD,
                _ => self.r.pick(Mubuf::ALL),
            };
            let name = op.row().name;
            let lds = name.contains("LDS") || (op == Mubuf::BUFFER_LOAD_DWORD && self.r.one_in(8));
            let addr64 = self.g.is_legacy() && self.r.one_in(2);
            let f = MubufFields {
                vdata: self.vgpr(4),
                vaddr: a,
                srsrc: VSHARP,
                soffset: Operand::Int(self.r.below(3) as i8 * 4),
                offset: self.r.below(8) as u16 * 4,
                offen: !addr64,
                idxen: false,
                addr64,
                glc: self.r.one_in(2),
                slc: false,
                lds,
                tfe: false,
            };
            if self.push(Inst::Mubuf { op, f }) {
                return;
            }
        }
    }

    pub(super) fn ds(&mut self) {
        let a = self.vgpr(1).min(LANE4 - 1);
        self.offset(a, &[0x1fc, 0xfc, 0x3c, 0x1f8, 0x1ff]);
        if self.r.one_in(6) {
            self.any(2);
        }
        for _ in 0..60 {
            let op = match self.r.below(4) {
                0 => Ds::DS_READ_B32,
                1 => Ds::DS_WRITE_B32,
                _ => self.r.pick(Ds::ALL),
            };
            let name = op.row().name;
            let special = ["GWS", "ORDERED", "RTN_B128"];
            if special.iter().any(|s| name.contains(s)) {
                continue;
            }
            let (d, x, y) = (self.vgpr(4), self.vgpr(4), self.vgpr(4));
            let f = DsFields {
                vdst: d,
                addr: a,
                data0: x,
                data1: y,
                offset0: self.r.below(6) as u8 * 4,
                offset1: if name.contains('2') {
                    self.r.below(8) as u8
                } else {
                    0
                },
                gds: false,
            };
            for (vdst, data0, data1) in [
                (d, x, y),
                (d, x, 0),
                (d, 0, 0),
                (0, x, y),
                (0, x, 0),
                (0, 0, 0),
            ] {
                let f = DsFields {
                    vdst,
                    data0,
                    data1,
                    ..f
                };
                if self.push(Inst::Ds { op, f }) {
                    return;
                }
            }
        }
    }

    pub(super) fn smem(&mut self) {
        use Smem::*;
        let s = 2 + self.r.below(12) as u8;
        let from = Operand::Sgpr(self.sgpr());
        let mask = self.r.pick(&[0x7fcu32, 0xfc, 0xfff]);
        if !self.r.one_in(60) {
            self.sop2(Sop2::S_AND_B32, s, from, Operand::Literal(mask));
        }
        if self.r.one_in(6) {
            self.any(1);
        }
        for _ in 0..20 {
            let op = self.r.pick(&[
                S_LOAD_DWORD,
                S_LOAD_DWORD,
                S_LOAD_DWORDX2,
                S_LOAD_DWORDX4,
                S_LOAD_DWORDX8,
                S_STORE_DWORD,
                S_LOAD_DWORDX16,
                S_ATOMIC_ADD,
                S_ATOMIC_CMPSWAP_X2,
                S_BUFFER_LOAD_DWORD,
                S_BUFFER_LOAD_DWORDX4,
                S_BUFFER_STORE_DWORD,
                S_BUFFER_ATOMIC_UMAX,
                S_MEMTIME,
                S_MEMREALTIME,
            ]);
            let sdata = match op {
                S_LOAD_DWORDX2 | S_MEMTIME | S_MEMREALTIME => {
                    self.r.pick(&[2, 4, 6, 8, 10, 12, VCC_LO, EXEC_LO])
                }
                S_LOAD_DWORDX4 | S_BUFFER_LOAD_DWORDX4 | S_ATOMIC_CMPSWAP_X2 => {
                    self.r.pick(&[4, 8])
                }
                S_LOAD_DWORDX8 => 8,
                S_LOAD_DWORDX16 => 48,
                _ => self.sdst(),
            };
            let with = self.r.one_in(2);
            let f = SmemFields {
                sdata: if op == S_LOAD_DWORDX8 { 4 } else { sdata },
                sbase: if op.row().name.contains("BUFFER") {
                    VSHARP
                } else {
                    BASE
                },
                imm: if with {
                    0
                } else {
                    self.r.below(200) as i64 * 4
                },
                soffset: with.then_some(s),
                has_imm: !with,
                glc: op.row().flags.has(Flags::ATOMIC) && self.r.one_in(2),
                nv: false,
            };
            if self.push(Inst::Smem { op, f }) {
                return;
            }
        }
    }

    /// `n` random instructions and what prepares them.
    pub(super) fn any(&mut self, n: u64) {
        let rows = self.rows;
        for _ in 0..n {
            match self.r.below(40) {
                0..=9 => self.vector_alu(&rows.common),
                10 if self.r.one_in(3) => self.indexed(&rows.all),
                10..=14 => self.vector_alu(&rows.all),
                15..=18 => self.vector_alu(&rows.compares),
                19..=25 => self.scalar_alu(),
                26..=28 => self.change_exec(),
                29..=31 => self.lanes(),
                32..=34 => self.flat(),
                35 | 36 => self.ds(),
                37 if self.r.one_in(8) => self.change_mode(),
                37 => self.mubuf(),
                _ => self.smem(),
            }
        }
    }

    /// Stores all vector registers to LDS, whose address each lane has in a register.
    pub(super) fn dump(&mut self) {
        self.sop1(Sop1::S_MOV_B64, EXEC_LO, Operand::Int(-1));
        self.sop1(Sop1::S_MOV_B32, M0, Operand::Int(-1));
        for v in 0..VGPRS as u8 {
            let at = LDS + 256 * v as u32;
            let f = DsFields {
                vdst: 0,
                addr: LANE4,
                data0: v,
                data1: 0,
                offset0: at as u8,
                offset1: (at >> 8) as u8,
                gds: false,
            };
            let op = Ds::DS_WRITE_B32;
            self.push(Inst::Ds { op, f });
        }
    }

    pub(super) fn end(&mut self) {
        let op = Sopp::S_ENDPGM;
        self.push(Inst::Sopp { op, simm16: 0 });
    }

    // Control flow.

    /// Structured code; `depth` fixes the reserved registers, up to 3.
    pub(super) fn body(&mut self, depth: u8, functions: &[usize]) {
        for _ in 0..1 + self.r.below(3) {
            let n = 1 + self.r.below(8);
            self.any(n);
            if depth == 3 {
                continue;
            }
            match self.r.below(9) {
                0 => self.counted(depth, functions),
                1 => self.divergent_loop(depth, functions),
                2 | 3 => self.divergent_if(depth, functions),
                4 => self.skip(depth, functions),
                5 => {
                    let op = Sopp::S_BARRIER;
                    self.push(Inst::Sopp { op, simm16: 0 });
                }
                6 => self.jump(),
                7 if !functions.is_empty() => self.call(functions),
                _ => {}
            }
        }
    }

    pub(super) fn count_down(&mut self, depth: u8, n: u64) -> u8 {
        let c = COUNTER + depth;
        let (op, literal) = (Sopk::S_MOVK_I32, None);
        self.push(Inst::Sopk {
            op,
            sdst: c,
            simm16: n as u16,
            literal,
        });
        c
    }

    pub(super) fn decrement(&mut self, c: u8) {
        let s = Operand::Sgpr(c);
        self.sop2(Sop2::S_SUB_U32, c, s, Operand::Int(1));
        self.push(Inst::Sopc {
            op: Sopc::S_CMP_LG_U32,
            ssrc0: s,
            ssrc1: Operand::Int(0),
        });
    }

    pub(super) fn counted(&mut self, depth: u8, functions: &[usize]) {
        let n = 1 + self.r.below(4);
        let c = self.count_down(depth, n);
        let head = self.label();
        self.items.push(Item::Label(head));
        self.body(depth + 1, functions);
        self.decrement(c);
        self.branch(Sopp::S_CBRANCH_SCC1, head);
    }

    /// Lanes leave as their own counters end; a scalar one ends it at any rate.
    pub(super) fn divergent_loop(&mut self, depth: u8, functions: &[usize]) {
        let c = self.count_down(depth, 6);
        let save = SAVED + 2 * depth;
        let v = POOL as u8 + depth;
        let (head, exit) = (self.label(), self.label());
        self.sop1(Sop1::S_MOV_B64, save, Operand::Sgpr(EXEC_LO));
        let from = self.vgpr(1).min(LANE4);
        self.vop2(Vop2::V_AND_B32, v, Operand::Int(3), from);
        self.items.push(Item::Label(head));
        self.body(depth + 1, functions);
        let mut f = Vop::plain(v, [Operand::Int(-1), Operand::Vgpr(v), Operand::Int(0)]);
        let op = if self.g.is_gfx9() && self.r.one_in(2) {
            Vop2::V_ADD_U32
        } else {
            Vop2::V_ADD_CO_U32
        };
        self.push(Inst::Vop2 { op, f });
        f.src[0] = Operand::Int(0);
        let op = self.r.pick(&[Vopc::V_CMP_LE_I32, Vopc::V_CMPX_LE_I32]);
        f.vdst = 0;
        self.push(Inst::Vopc { op, f });
        let exec = Operand::Sgpr(EXEC_LO);
        self.sop2(Sop2::S_AND_B64, EXEC_LO, exec, Operand::VCC);
        self.branch(Sopp::S_CBRANCH_EXECZ, exit);
        self.decrement(c);
        self.branch(Sopp::S_CBRANCH_SCC1, head);
        self.items.push(Item::Label(exit));
        self.sop1(Sop1::S_MOV_B64, EXEC_LO, Operand::Sgpr(save));
    }

    pub(super) fn divergent_if(&mut self, depth: u8, functions: &[usize]) {
        let rows = self.rows;
        let save = SAVED + 2 * depth;
        let exec = Operand::Sgpr(EXEC_LO);
        self.vector_alu(&rows.compares);
        self.sop1(Sop1::S_AND_SAVEEXEC_B64, save, Operand::VCC);
        let (other, end) = (self.label(), self.label());
        if self.r.one_in(2) {
            self.branch(Sopp::S_CBRANCH_EXECZ, other);
        }
        self.body(depth + 1, functions);
        self.items.push(Item::Label(other));
        if self.r.one_in(2) {
            self.sop2(Sop2::S_ANDN2_B64, EXEC_LO, Operand::Sgpr(save), exec);
            self.branch(Sopp::S_CBRANCH_EXECZ, end);
            self.body(depth + 1, functions);
        }
        self.items.push(Item::Label(end));
        self.sop2(Sop2::S_OR_B64, EXEC_LO, exec, Operand::Sgpr(save));
    }

    pub(super) fn skip(&mut self, depth: u8, functions: &[usize]) {
        let l = self.label();
        let op = self.r.pick(&[
            Sopp::S_CBRANCH_SCC0,
            Sopp::S_CBRANCH_SCC1,
            Sopp::S_CBRANCH_VCCZ,
            Sopp::S_CBRANCH_VCCNZ,
            Sopp::S_CBRANCH_EXECZ,
            Sopp::S_CBRANCH_EXECNZ,
            Sopp::S_BRANCH,
        ]);
        self.branch(op, l);
        self.body(depth + 1, functions);
        self.items.push(Item::Label(l));
    }

    pub(super) fn address(&mut self, label: usize) {
        self.sop1(Sop1::S_GETPC_B64, TARGET, Operand::Int(0));
        self.items.push(Item::Distance(label));
        let hi = Operand::Sgpr(TARGET + 1);
        self.sop2(Sop2::S_ADDC_U32, TARGET + 1, hi, Operand::Int(0));
    }

    pub(super) fn jump(&mut self) {
        let l = self.label();
        self.address(l);
        self.sop1(Sop1::S_SETPC_B64, 0, Operand::Sgpr(TARGET));
        self.any(2);
        self.items.push(Item::Label(l));
    }

    pub(super) fn call(&mut self, functions: &[usize]) {
        let f = self.r.pick(functions);
        let call = Inst::Sopk {
            op: Sopk::S_CALL_B64,
            sdst: RETURN,
            simm16: 0,
            literal: None,
        };
        match encode(self.g, &call) {
            Some(w) if self.r.one_in(2) => self.items.push(Item::To(w[0], f)),
            _ => {
                self.address(f);
                self.sop1(Sop1::S_SWAPPC_B64, RETURN, Operand::Sgpr(TARGET));
            }
        }
    }

    pub(super) fn program(&mut self, observed: bool) {
        let functions: Vec<usize> = (0..self.r.below(3)).map(|_| self.label()).collect();
        let ends = self.label();
        self.body(0, &functions);
        self.items.push(Item::Label(ends));
        if !observed {
            self.dump();
        }
        self.end();
        for f in functions {
            self.items.push(Item::Label(f));
            self.body(2, &[]);
            self.sop1(Sop1::S_SETPC_B64, 0, Operand::Sgpr(RETURN));
        }
    }
}
