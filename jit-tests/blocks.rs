//! Random programs on both backends: registers, memory, LDS, faults and counts must be equal.
//!
//! Where `differential` looks at single instructions, this looks at what happens between them:
//! regions, register values forwarded under changing EXEC, loads and stores in lock-step, control
//! flow and yields. Few registers, so that instructions depend on each other and overwrite results.
//! The sequence is fixed; `GCN_JIT_DIFF_CASES` multiplies its length (1 by default), and
//! `GCN_JIT_DIFF_SEED` starts another one.

use std::panic::{AssertUnwindSafe, catch_unwind};

use gcn_jit::disasm::disasm;
use gcn_jit::encode::encode;
use gcn_jit::error::Fault;
use gcn_jit::exec::lds::Lds;
use gcn_jit::exec::memory::{Access, Memory};
use gcn_jit::exec::program::Program;
use gcn_jit::exec::{Engine, Env, Exit, PRIVATE_APERTURE_HI, SHARED_APERTURE_HI, Scratch};
use gcn_jit::interp;
use gcn_jit::isa::{
    Decoded, Dpp, Ds, DsFields, EXEC_LO, Flags, Flat, FlatFields, Gen, InlineFloat, Inst, M0,
    Mubuf, MubufFields, Operand, Row, Sdwa, Segment, Smem, SmemFields, Sop1, Sop2, Sopc, Sopk,
    Sopp, Ty, VCC_LO, Vop, Vop1, Vop2, Vop3, Vop3p, VopForm, Vopc,
};
use gcn_jit::jit::Jit;
use gcn_jit::jit::compile::ir_of;
use gcn_jit::state::{Vgpr, Wave};

use crate::differential::{Rng, dword, setting};

/// Vector registers of a wave.
const VGPRS: u32 = 16;
/// Those that random instructions use at most; then three loop counters, and the lane's number x 4.
const POOL: u64 = 12;
/// The register with the lane's number x 4.
const LANE4: u8 = 15;
/// Guest address of the code.
const CODE: u64 = 0x1000;
/// Bytes of the buffer.
const BUFFER: usize = 4096;
/// Bytes of LDS that random instructions use; behind it is room for all vector registers.
const LDS: u32 = 512;
/// Bytes of private memory per lane.
const PRIVATE: u32 = 64;
/// Instructions after which a program is given up (those of a failing one that is being reduced
/// may loop for ever).
const LIMIT: u64 = 60_000;
/// Reserved scalar registers: address of the buffer, V#, and by depth loop counters and saved EXEC.
const BASE: u8 = 0;
const VSHARP: u8 = 16;
const COUNTER: u8 = 20;
const SAVED: u8 = 32;
const TARGET: u8 = 40;
const RETURN: u8 = 42;

/// One piece of a program.
#[derive(Clone, Debug)]
enum Item {
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
    fn words(&self) -> u64 {
        match self {
            Item::Inst(_, w) => w.len() as u64,
            Item::To(..) => 1,
            Item::Distance(_) => 2,
            Item::Label(_) => 0,
        }
    }
}

/// The program's words.
fn link(items: &[Item]) -> Vec<u32> {
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
struct Maker<'a> {
    r: &'a mut Rng,
    g: Gen,
    items: Vec<Item>,
    labels: usize,
    rows: &'a Rows,
    /// Vector registers that random instructions use, and pairs of scalar ones.
    pool: u64,
    pairs: u64,
}

/// Builds an instruction from its fields.
type Make = Box<dyn Fn(Vop) -> Inst>;

/// A row, and what makes instructions of it.
type Case = (&'static Row, Make);

/// What vector instructions there are.
struct Rows {
    all: Vec<Case>,
    compares: Vec<Case>,
    common: Vec<Case>,
}

fn rows() -> Rows {
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
    fn push(&mut self, inst: Inst) -> bool {
        match encode(self.g, &inst) {
            Some(w) => {
                self.items.push(Item::Inst(inst, w.to_vec()));
                true
            }
            None => false,
        }
    }

    fn label(&mut self) -> usize {
        self.labels += 1;
        self.labels
    }

    fn branch(&mut self, op: Sopp, label: usize) {
        if let Some(w) = encode(self.g, &Inst::Sopp { op, simm16: 0 }) {
            self.items.push(Item::To(w[0], label));
        }
    }

    fn sop1(&mut self, op: Sop1, sdst: u8, ssrc0: Operand) -> bool {
        self.push(Inst::Sop1 { op, sdst, ssrc0 })
    }

    fn sop2(&mut self, op: Sop2, sdst: u8, ssrc0: Operand, ssrc1: Operand) -> bool {
        self.push(Inst::Sop2 {
            op,
            sdst,
            ssrc0,
            ssrc1,
        })
    }

    fn vop1(&mut self, op: Vop1, vdst: u8, src: Operand) -> bool {
        let f = Vop::plain(vdst, [src, Operand::Int(0), Operand::Int(0)]);
        self.push(Inst::Vop1 { op, f })
    }

    fn vop2(&mut self, op: Vop2, vdst: u8, a: Operand, b: u8) -> bool {
        let f = Vop::plain(vdst, [a, Operand::Vgpr(b), Operand::Int(0)]);
        self.push(Inst::Vop2 { op, f })
    }

    /// A register of the pool with room for `n`; rarely one that the wave does not have.
    fn vgpr(&mut self, n: u8) -> u8 {
        if self.r.one_in(2000) {
            return self
                .r
                .pick(&[VGPRS as u8, 255, 256u32.wrapping_sub(n as u32) as u8]);
        }
        let room = self.pool.max(n as u64) - n.max(1) as u64 + 1;
        self.r.below(room) as u8
    }

    fn sgpr(&mut self) -> u8 {
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

    fn pair(&mut self) -> u8 {
        match self.r.below(8) {
            0 | 1 => self.r.pick(&[VCC_LO, VCC_LO, EXEC_LO]),
            2 if self.r.one_in(4) => self.r.pick(&[3, 5, 105, 107, 125, 127]),
            _ => 2 * self.r.below(self.pairs) as u8,
        }
    }

    fn sdst(&mut self) -> u8 {
        match self.r.below(24) {
            0 => self.r.pick(&[EXEC_LO, EXEC_LO + 1]),
            1 => M0,
            2..=4 => self.r.pick(&[VCC_LO, VCC_LO + 1]),
            _ => 2 + self.r.below(2 * self.pairs - 2) as u8,
        }
    }

    fn sdst64(&mut self) -> u8 {
        match self.r.below(24) {
            0 => EXEC_LO,
            1..=5 => VCC_LO,
            6 if self.r.one_in(3) => self.r.pick(&[3, 5, 105, 107, 125]),
            _ => 2 + 2 * self.r.below(self.pairs - 1) as u8,
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
        match self.r.below(8) {
            0 => self.scalar(ty),
            1 => self.constant(),
            _ => Operand::Vgpr(self.vgpr(ty.dwords())),
        }
    }

    fn fields(&mut self, row: &Row) -> Vop {
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

    fn vector_alu(&mut self, of: &[Case]) {
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

    fn scalar_alu(&mut self) {
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
                        0 => self.r.next() as u16,
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
    fn indexed(&mut self, of: &[Case]) {
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

    fn sdst_of(&mut self, ty: Ty) -> u8 {
        match ty.dwords() {
            0 => 0,
            2 => self.sdst64(),
            _ => self.sdst(),
        }
    }

    fn change_exec(&mut self) {
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
    fn change_mode(&mut self) {
        let value = self.r.next() as u32 & 0xff;
        self.push(Inst::Sopk {
            op: Sopk::S_SETREG_IMM32_B32,
            sdst: 0,
            // MODE[7:0]: size - 1, offset, number of the register.
            simm16: 7 << 11 | 1,
            literal: Some(value),
        });
    }

    fn lanes(&mut self) {
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
    fn offset(&mut self, v: u8, masks: &[u32]) {
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

    fn flat(&mut self) {
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

    fn mubuf(&mut self) {
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

    fn ds(&mut self) {
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

    fn smem(&mut self) {
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
    fn any(&mut self, n: u64) {
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
    fn dump(&mut self) {
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

    fn end(&mut self) {
        let op = Sopp::S_ENDPGM;
        self.push(Inst::Sopp { op, simm16: 0 });
    }

    // Control flow.

    /// Structured code; `depth` fixes the reserved registers, up to 3.
    fn body(&mut self, depth: u8, functions: &[usize]) {
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

    fn count_down(&mut self, depth: u8, n: u64) -> u8 {
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

    fn decrement(&mut self, c: u8) {
        let s = Operand::Sgpr(c);
        self.sop2(Sop2::S_SUB_U32, c, s, Operand::Int(1));
        self.push(Inst::Sopc {
            op: Sopc::S_CMP_LG_U32,
            ssrc0: s,
            ssrc1: Operand::Int(0),
        });
    }

    fn counted(&mut self, depth: u8, functions: &[usize]) {
        let n = 1 + self.r.below(4);
        let c = self.count_down(depth, n);
        let head = self.label();
        self.items.push(Item::Label(head));
        self.body(depth + 1, functions);
        self.decrement(c);
        self.branch(Sopp::S_CBRANCH_SCC1, head);
    }

    /// Lanes leave as their own counters end; a scalar one ends it at any rate.
    fn divergent_loop(&mut self, depth: u8, functions: &[usize]) {
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

    fn divergent_if(&mut self, depth: u8, functions: &[usize]) {
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

    fn skip(&mut self, depth: u8, functions: &[usize]) {
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

    fn address(&mut self, label: usize) {
        self.sop1(Sop1::S_GETPC_B64, TARGET, Operand::Int(0));
        self.items.push(Item::Distance(label));
        let hi = Operand::Sgpr(TARGET + 1);
        self.sop2(Sop2::S_ADDC_U32, TARGET + 1, hi, Operand::Int(0));
    }

    fn jump(&mut self) {
        let l = self.label();
        self.address(l);
        self.sop1(Sop1::S_SETPC_B64, 0, Operand::Sgpr(TARGET));
        self.any(2);
        self.items.push(Item::Label(l));
    }

    fn call(&mut self, functions: &[usize]) {
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

    fn program(&mut self, observed: bool) {
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

/// How a program is run.
#[derive(Clone, Copy, Debug)]
struct Run {
    generation: Gen,
    mode: u32,
    observed: bool,
    /// Budget of each call of compiled code.
    slice: i64,
    /// Seed of the initial state.
    state: u64,
}

/// Initial state.
fn wave(run: Run, buffer: u64) -> Wave {
    let mut r = Rng(run.state);
    let r = &mut r;
    let mut w = Wave::new(VGPRS);
    for i in 0..128 {
        let kind = r.below(8);
        w.sgpr[i] = dword(r, kind, i & 1 != 0);
    }
    for i in 0..VGPRS as usize {
        let kind = r.below(16);
        let uniform = r.next() as u32 & 0xfff;
        w.vgprs_mut()[i] = Vgpr(std::array::from_fn(|lane| match kind {
            8 => 4 * lane as u32,
            9 => 8 * lane as u32 + 64,
            10 => uniform,
            11 => 252 - 4 * lane as u32,
            12.. => r.below(4096) as u32,
            kind => dword(r, kind, i & 1 != 0),
        }));
    }
    w.vgprs_mut()[LANE4 as usize] = Vgpr(std::array::from_fn(|lane| 4 * lane as u32));
    w.set_s64(BASE, buffer);
    w.set_s64(VSHARP, buffer);
    w.sgpr[VSHARP as usize + 2] = BUFFER as u32;
    // 32-bit unsigned integers.
    w.sgpr[VSHARP as usize + 3] = 4 << 15 | 4 << 12 | 0xfac;
    w.sgpr[M0 as usize] = if r.one_in(8) { 300 } else { u32::MAX };
    let exec = match r.below(6) {
        0..=2 => u64::MAX,
        3 => r.next(),
        4 => r.next() & r.next() & r.next(),
        _ => r.pick(&[0, 1, 1 << 63, 0xffff_ffff, 0x5555_5555_5555_5555]),
    };
    w.set_exec(exec);
    w.scc = r.below(2) as u32;
    w.mode = run.mode;
    w.pc = CODE;
    w
}

/// A device with a buffer and private memory.
struct Device {
    memory: Memory,
    buffer: u64,
    scratch: u64,
}

impl Device {
    fn new() -> Device {
        let memory = Memory::new(1 << 20).expect("address space for a small arena");
        let alloc = |n: usize| {
            memory
                .alloc(n as u64, 1, Access::ReadWrite, "buffer")
                .expect("room for a small buffer")
        };
        let (buffer, scratch) = (alloc(BUFFER), alloc(64 * PRIVATE as usize));
        Device {
            memory,
            buffer,
            scratch,
        }
    }

    fn fill(&self, seed: u64) {
        let mut r = Rng(seed ^ 0xabcd);
        let mut bytes = vec![];
        for i in 0..(BUFFER + 64 * PRIVATE as usize) / 4 {
            let kind = r.below(8);
            bytes.extend(dword(&mut r, kind, i & 1 != 0).to_le_bytes());
        }
        let (a, b) = bytes.split_at(BUFFER);
        self.memory.write(self.buffer, a).expect("in the buffer");
        self.memory.write(self.scratch, b).expect("in the buffer");
    }

    fn contents(&self) -> Vec<u8> {
        let mut out = vec![0; BUFFER + 64 * PRIVATE as usize];
        let (a, b) = out.split_at_mut(BUFFER);
        self.memory.read(self.buffer, a).expect("in the buffer");
        self.memory.read(self.scratch, b).expect("in the buffer");
        out
    }
}

/// Both backends and what they run on.
struct Bench {
    jit: Jit,
    devices: [Device; 2],
    /// Programs that ended, and that faulted.
    ended: u64,
    faulted: u64,
    executed: u64,
}

impl Bench {
    fn new() -> Bench {
        Bench {
            jit: Jit::new().expect("a compiler for this host"),
            devices: [Device::new(), Device::new()],
            ended: 0,
            faulted: 0,
            executed: 0,
        }
    }

    /// What differs between the backends; nothing when the program does not end.
    fn compare(&mut self, words: &[u32], run: Run) -> Vec<String> {
        let program = Program::new(run.generation, CODE, words.to_vec());
        let ldss = [Lds::new(LDS + 256 * VGPRS), Lds::new(LDS + 256 * VGPRS)];
        let mut waves = [0, 1].map(|i| wave(run, self.devices[i].buffer));
        let mut ends = vec![];
        let mut broken = false;
        for k in 0..2 {
            let d = &self.devices[k];
            d.fill(run.state);
            let mut r = Rng(run.state ^ 0x1234);
            for dword in ldss[k].dwords().iter().take(LDS as usize / 4) {
                dword.store(r.next() as u32, std::sync::atomic::Ordering::Relaxed);
            }
            let env = Env {
                program: &program,
                memory: &d.memory,
                lds: &ldss[k],
                scratch: Scratch {
                    base: d.scratch,
                    per_lane: PRIVATE,
                },
                observed: run.observed,
            };
            let w = &mut waves[k];
            let jit = &self.jit;
            let end = catch_unwind(AssertUnwindSafe(|| {
                let mut barriers = 0;
                loop {
                    w.budget = if k == 0 { LIMIT as i64 } else { run.slice };
                    let r = match k {
                        0 => interp::run(w, &env),
                        _ => jit.run(w, &env),
                    };
                    match r {
                        Ok(Exit::End) => return Some(format!("end after {barriers} barriers")),
                        Ok(Exit::Barrier) => barriers += 1,
                        Ok(Exit::Yield) => {}
                        Err(f) => return Some(text(&f)),
                    }
                    if w.instructions > LIMIT {
                        return None;
                    }
                }
            }));
            match end {
                Ok(None) if k == 0 => return vec![],
                Ok(None) => ends.push("no end".to_owned()),
                Ok(Some(t)) => ends.push(t),
                Err(e) => {
                    broken = true;
                    let what = e.downcast_ref::<String>().cloned().unwrap_or_default();
                    ends.push(format!("panic {what}"));
                }
            }
        }
        if broken {
            self.jit = Jit::new().expect("a compiler for this host");
        }
        let [a, b] = &waves;
        self.executed += a.instructions;
        if ends[0] != ends[1] {
            return vec![format!("interp: {}, jit: {}", ends[0], ends[1])];
        }
        let mut out = vec![];
        if ends[0].starts_with("end") {
            self.ended += 1;
            for i in 0..128 {
                if a.sgpr[i] != b.sgpr[i] {
                    let (x, y) = (a.sgpr[i], b.sgpr[i]);
                    out.push(format!("s{i}: interp {x:#010x}, jit {y:#010x}"));
                }
            }
            let all = a.vgprs().iter().zip(b.vgprs()).enumerate();
            for (v, (x, y)) in all.filter(|_| run.observed) {
                for lane in 0..64 {
                    if x.0[lane] != y.0[lane] {
                        let (x, y) = (x.0[lane], y.0[lane]);
                        out.push(format!("v{v}[{lane}]: interp {x:#010x}, jit {y:#010x}"));
                    }
                }
            }
            let rest = |w: &Wave| (w.scc, w.mode, w.pc, w.instructions, w.lanes);
            if rest(a) != rest(b) {
                let (x, y) = (rest(a), rest(b));
                out.push(format!(
                    "scc, mode, pc, instructions, lanes: interp {x:x?}, jit {y:x?}"
                ));
            }
        } else {
            self.faulted += 1;
        }
        let lds = |l: &Lds, i: usize| l.dwords()[i].load(std::sync::atomic::Ordering::Relaxed);
        for i in 0..ldss[0].dwords().len() {
            let (x, y) = (lds(&ldss[0], i), lds(&ldss[1], i));
            if x != y {
                let at = 4 * i;
                out.push(match (at as u32).checked_sub(LDS) {
                    Some(d) => format!(
                        "stored v{}[{}]: interp {x:#x}, jit {y:#x}",
                        d / 256,
                        d / 4 % 64
                    ),
                    None => format!("lds[{at}]: interp {x:#x}, jit {y:#x}"),
                });
            }
        }
        let (x, y) = (self.devices[0].contents(), self.devices[1].contents());
        for (i, (x, y)) in x.iter().zip(&y).enumerate() {
            if x != y {
                out.push(format!("memory byte {i}: interp {x:#x}, jit {y:#x}"));
            }
        }
        out
    }
}

fn text(f: &Fault) -> String {
    format!("{} at {:#x}, lane {:?}", f.kind, f.pc, f.lane)
}

/// Leaves out what is not needed for the difference, and describes the rest.
fn reduce(bench: &mut Bench, items: &[Item], run: Run, differences: Vec<String>) -> String {
    let (mut items, mut differences, mut run) = (items.to_vec(), differences, run);
    let mut attempt = |items: &[Item], run: Run| bench.compare(&link(items), run);
    let d = attempt(
        &items,
        Run {
            slice: i64::MAX,
            ..run
        },
    );
    if !d.is_empty() {
        (run.slice, differences) = (i64::MAX, d);
    }
    let mut step = items.len().div_ceil(2).next_power_of_two();
    while step > 0 {
        let before = items.len();
        let mut k = 0;
        while k < items.len() {
            let mut fewer = items.clone();
            fewer.drain(k..(k + step).min(items.len()));
            // The end must stay.
            let ends = |i: &Item| {
                matches!(
                    i,
                    Item::Inst(
                        Inst::Sopp {
                            op: Sopp::S_ENDPGM,
                            ..
                        },
                        _
                    )
                )
            };
            let d = match fewer.iter().any(ends) {
                true => attempt(&fewer, run),
                false => vec![],
            };
            if d.is_empty() {
                k += step;
            } else {
                (items, differences) = (fewer, d);
            }
        }
        // What could not be left out may be after others are.
        if step > 1 || items.len() == before {
            step /= 2;
        }
    }
    let words = link(&items);
    let program = Program::new(run.generation, CODE, words.clone());
    let mut out = format!("{run:x?}\n");
    let start = wave(run, bench.devices[0].buffer);
    out.push_str(&format!("exec {:#018x}, {words:08x?}\n", start.exec()));
    let mut pc = CODE;
    while let Ok(d) = program.at(pc) {
        let Decoded { inst, size } = *d;
        let d = Decoded { inst, size };
        out.push_str(&format!(
            "  {pc:#x}: {}\n",
            disasm(run.generation, &d, Some(pc))
        ));
        pc += size as u64;
    }
    for d in differences.iter().take(4) {
        out.push_str(&format!("    {d}\n"));
    }
    out.push_str(&ir_of(&program, CODE, run.mode, VGPRS));
    out
}

fn mode(r: &mut Rng) -> u32 {
    match r.below(4) {
        0 | 1 => 0x3f0,
        2 => 0x3c0,
        _ => r.next() as u32 & 0x3ff,
    }
}

/// Runs `cases` programs per generation that `make` writes.
fn campaign(seed: u64, cases: u64, flow: bool) {
    let cases = cases * setting("GCN_JIT_DIFF_CASES", 1);
    let mut r = Rng(setting("GCN_JIT_DIFF_SEED", 1).wrapping_mul(seed));
    let rows = rows();
    let mut bench = Bench::new();
    let mut failures = vec![];
    let shown = setting("GCN_JIT_DIFF_SHOWN", 3) as usize;
    'all: for case in 0..cases {
        for generation in Gen::ALL {
            let observed = r.one_in(2);
            let mut m = Maker {
                r: &mut r,
                g: generation,
                items: vec![],
                labels: 0,
                rows: &rows,
                pool: 0,
                pairs: 0,
            };
            m.pool = m.r.pick(&[2, 4, 6, POOL]);
            m.pairs = m.r.pick(&[3, 5, 7, 7]);
            if flow {
                m.program(observed);
            } else {
                let n = match m.r.below(4) {
                    0 => 2 + m.r.below(10),
                    1 => 2 + m.r.below(119),
                    _ => 2 + m.r.below(40),
                };
                if m.r.one_in(16) {
                    // A region that is cut for its length.
                    (0..2 * n + 100).for_each(|_| m.vector_alu(&rows.common));
                } else {
                    m.any(n);
                }
                if !observed {
                    m.dump();
                }
                m.end();
            }
            let items = m.items;
            let words = link(&items);
            let mode = mode(&mut r);
            for state in 0..3 {
                let run = Run {
                    generation,
                    mode,
                    observed,
                    slice: r.pick(&[i64::MAX, 1, 7, 50]),
                    state: r.next(),
                };
                let compiled = |b: &Bench| b.jit.counters().blocks_compiled;
                let before = compiled(&bench);
                let mut d = bench.compare(&words, run);
                // What cannot be compiled is interpreted: that would compare nothing.
                if state == 0 && d.is_empty() && compiled(&bench) == before {
                    d.push("not compiled".to_owned());
                }
                if !d.is_empty() {
                    failures.push(reduce(&mut bench, &items, run, d));
                    if failures.len() >= shown {
                        break 'all;
                    }
                    break;
                }
            }
        }
        if case % 100 == 99 {
            // Compiled code is never freed.
            bench.jit = Jit::new().expect("a compiler for this host");
        }
    }
    println!(
        "{} runs ended, {} faulted, {} instructions executed",
        bench.ended, bench.faulted, bench.executed
    );
    assert!(
        failures.is_empty(),
        "{} programs differ:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

#[test]
fn straight_code_agrees() {
    campaign(0x5151, 12, false);
}

#[test]
fn control_flow_agrees() {
    campaign(0x7373, 8, true);
}

/// Loops without an end give the wave back when its budget is used up, whatever closes them.
#[test]
fn endless_loops_can_be_stopped() {
    let jit = Jit::new().expect("a compiler for this host");
    let device = Device::new();
    let lds = Lds::new(0);
    for generation in Gen::ALL {
        let op = |inst| encode(generation, &inst).expect("exists everywhere")[0];
        let sop1 = |op_, sdst, s| {
            op(Inst::Sop1 {
                op: op_,
                sdst,
                ssrc0: s,
            })
        };
        let sopp = |op_, simm16| op(Inst::Sopp { op: op_, simm16 });
        let getpc = sop1(Sop1::S_GETPC_B64, 4, Operand::Int(0));
        let loops = [
            vec![sopp(Sopp::S_BRANCH, 0xffff)],
            vec![sopp(Sopp::S_BRANCH, 0), sopp(Sopp::S_BRANCH, 0xfffe)],
            vec![sopp(Sopp::S_CBRANCH_EXECNZ, 0xffff)],
            // s[4:5] is the address after it.
            vec![getpc, sop1(Sop1::S_SETPC_B64, 0, Operand::Sgpr(4))],
            vec![getpc, sop1(Sop1::S_SWAPPC_B64, 6, Operand::Sgpr(4))],
            // The interpreter's instructions.
            vec![sopp(Sopp::S_ICACHE_INV, 0), sopp(Sopp::S_BRANCH, 0xfffe)],
        ];
        for words in loops {
            let program = Program::new(generation, CODE, words.clone());
            let env = Env {
                program: &program,
                memory: &device.memory,
                lds: &lds,
                scratch: Scratch::default(),
                observed: true,
            };
            let mut w = Wave::new(VGPRS);
            (w.pc, w.budget) = (CODE, 1000);
            let r = jit.run(&mut w, &env);
            assert_eq!(r, Ok(Exit::Yield), "{generation} {words:08x?}");
            assert!((1000..1010).contains(&w.instructions));
        }
    }
}
