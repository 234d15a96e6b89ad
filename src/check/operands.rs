//! Which registers an instruction reads and writes, and as what.
//!
//! Widths come from the rows' types and facts. What depends on more than the instruction's words (M0, MODE,
//! a T#) is in [`Operands::executed`] alone. Tests compare the lists with what the interpreter does
//! (`jit-tests/check/operands.rs`).
//!
//! Not in the lists: PC, TRAPSTS, and MODE's VSKIP and GPR_IDX_EN, which all vector instructions obey.

use std::ops::Range;

use crate::decode::{base_dwords, ds_has_addr, has_address, mubuf_has_address};
use crate::isa::facts::{Components, DsAct, FlatAct, Load, MubufAct, SmemAct, Store};
use crate::isa::{
    ACC, Ds, DsFields, EXEC_LO, ExpFields, Flags, Flat, FlatFields, Gen, Gens, Inst, M0, Mai,
    MaiFields, Mimg, MimgFields, Mtbuf, Mubuf, MubufFields, Operand, Row, Segment, Smem,
    SmemFields, Sop1, Sop2, Sopc, Sopk, Sopp, Ty, VCC_LO, Vintrp, VintrpFields, Vop, Vop1, Vop3p,
    VopForm, hwreg, in_file,
};
use crate::machine::descriptors::Image;
use crate::machine::wave::Wave;
use crate::machine::{MODE_CSP_SHIFT, MODE_GPR_IDX_EN};
use crate::syntax::{SGPRS, name_of, ttmps};

/// A kind of registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bank {
    /// Scalar registers by operand code: VCC, M0 and EXEC are among them.
    Scalar,
    /// Vector registers.
    Vector,
    /// Accumulation registers.
    Accumulation,
}

/// The name of register `n`, as LLVM has it.
pub fn register_name(generation: Gen, bank: Bank, n: u8) -> String {
    let (ttmp, _) = ttmps(generation);
    match (bank, n) {
        (Bank::Vector, n) => vector_name(n.into()),
        (Bank::Accumulation, n) => vector_name(in_file(n, true)),
        (_, M0) => "m0".to_owned(),
        (_, n) if n >= ttmp && n < M0 => format!("ttmp{}", n - ttmp),
        (_, n) => match name_of(SGPRS, generation, (n & !1).into()) {
            Some(pair) => format!("{pair}_{}", if n & 1 == 0 { "lo" } else { "hi" }),
            None => format!("s{n}"),
        },
    }
}

/// The name of lanes' register number `n` of the wave's file.
pub fn vector_name(n: u16) -> String {
    match n.checked_sub(ACC) {
        Some(a) => format!("a{a}"),
        None => format!("v{n}"),
    }
}

/// Which part of each register it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Half {
    /// All of it.
    Whole,
    /// Bits 15:0.
    Low,
    /// Bits 31:16.
    High,
}

impl Half {
    /// Whether it and `other` have bits in common.
    pub fn meets(self, other: Half) -> bool {
        !matches!(
            (self, other),
            (Half::Low, Half::High) | (Half::High, Half::Low)
        )
    }
}

/// As what an instruction reads or writes registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Read: SRC0, SRC1, SRC2 of the ALUs by number; 3 and 4 are the scales of matrices.
    Source(u8),
    /// Read: VADDR, or the ADDR of DS.
    Address,
    /// Read: what is stored, exchanged or exported.
    Data,
    /// Read: a V# or T# (SRSRC, or the SBASE of a buffer).
    Descriptor,
    /// Read: an S# (SSAMP).
    Sampler,
    /// Read: SOFFSET.
    Offset,
    /// Read: an address in SGPRs (SADDR, SBASE).
    Base,
    /// Read: the number of the lane that V_READLANE and V_WRITELANE take.
    LaneSelect,
    /// Read: the lane mask that a carry, or V_CNDMASK's choice, comes in.
    CarryIn,
    /// Read: what the destination held takes part in the result.
    Old,
    /// Read: VCC or EXEC as the operand VCCZ or EXECZ.
    Zero,
    /// Read: VCC or EXEC of branches on VCCZ and EXECZ.
    Condition,
    /// Read: M0 as an LDS address, or the parameters in LDS.
    LdsBase,
    /// Read: M0 with the base in the GDS, or the resource of a wave synchronisation.
    GdsBase,
    /// Read: M0 as the limit of the LDS (gfx6 to gfx8).
    LdsLimit,
    /// Read: M0 as payload of a message.
    Message,
    /// Read: M0 as a distance between registers.
    Index,
    /// Read: EXEC as the mask of active lanes.
    Lanes,
    /// Read or written without a field that names it.
    Implicit,
    /// Written: the result.
    Destination,
    /// Written: a lane mask beside the result.
    CarryOut,
}

/// Consecutive registers, and as what they are read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Registers {
    /// Of which kind they are.
    pub bank: Bank,
    /// The first one.
    pub first: u8,
    /// How many there are, at least one.
    pub count: u8,
    /// Which part of each.
    pub half: Half,
    /// As what.
    pub role: Role,
}

impl Registers {
    /// Their numbers.
    pub fn numbers(&self) -> impl Iterator<Item = u8> + use<> {
        let first = self.first;
        (0..self.count).map(move |i| first.wrapping_add(i))
    }

    /// Whether they are lanes' registers.
    pub fn is_vector(&self) -> bool {
        self.bank != Bank::Scalar
    }

    /// Their numbers in the wave's file, if they are lanes' registers.
    pub fn in_file(&self) -> Range<u16> {
        let first = in_file(self.first, self.bank == Bank::Accumulation);
        first..first + u16::from(self.count)
    }
}

/// All registers that an instruction reads and writes. A write may leave some lanes as they are, and of an
/// instruction that depends on SCC the whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Operands {
    /// Registers that are read.
    pub reads: Vec<Registers>,
    /// Registers that are written.
    pub writes: Vec<Registers>,
    /// SCC is read.
    pub reads_scc: bool,
    /// SCC is written.
    pub writes_scc: bool,
    /// MODE is read: rounding, denormals, or the whole.
    pub reads_mode: bool,
    /// MODE is written.
    pub writes_mode: bool,
}

impl Operands {
    /// Those that the instruction's words name.
    pub fn encoded(generation: Gen, inst: &Inst) -> Operands {
        Lister::list(generation, inst, None)
    }

    /// Those of the instruction where `wave` executes it next.
    pub fn executed(generation: Gen, inst: &Inst, wave: &Wave) -> Operands {
        Lister::list(generation, inst, Some(wave))
    }

    /// Whether [`Operands::executed`] may differ from [`Operands::encoded`] on waves with this MODE.
    pub fn vary(inst: &Inst, mode: u32) -> bool {
        match inst {
            Inst::Mimg { .. } => true,
            Inst::Sop1 { op, .. } => *op == Sop1::S_CBRANCH_JOIN || op.row().moves_relatively(),
            Inst::Sop2 { op, .. } => *op == Sop2::S_CBRANCH_G_FORK,
            Inst::Sopk { op, .. } => *op == Sopk::S_CBRANCH_I_FORK,
            Inst::Vop1 { .. }
            | Inst::Vop2 { .. }
            | Inst::Vopc { .. }
            | Inst::Vop3 { .. }
            | Inst::Vop3p { .. } => {
                let flags = inst.row().flags;
                mode & MODE_GPR_IDX_EN != 0
                    || flags.has(Flags::MOVREL_SRC)
                    || flags.has(Flags::MOVREL_DST)
            }
            _ => false,
        }
    }
}

/// Makes the lists.
struct Lister<'a> {
    generation: Gen,
    wave: Option<&'a Wave>,
    out: Operands,
}

impl<'a> Lister<'a> {
    fn list(generation: Gen, inst: &Inst, wave: Option<&'a Wave>) -> Operands {
        let mut l = Lister {
            generation,
            wave,
            out: Operands::default(),
        };
        let flags = inst.row().flags;
        l.out.reads_scc = flags.has(Flags::READS_SCC);
        l.out.writes_scc = flags.has(Flags::WRITES_SCC);
        // Atomics on floats flush denormals.
        l.out.reads_mode = flags.has(Flags::READS_MODE) || flags.has(Flags::ATOMIC);
        match inst {
            Inst::Sop1 { op, sdst, ssrc0 } => l.sop1(*op, *sdst, *ssrc0),
            Inst::Sop2 {
                op,
                sdst,
                ssrc0,
                ssrc1,
            } => l.sop2(*op, *sdst, [*ssrc0, *ssrc1]),
            Inst::Sopk {
                op, sdst, simm16, ..
            } => l.sopk(*op, *sdst, *simm16),
            Inst::Sopc { op, ssrc0, ssrc1 } => l.sopc(*op, [*ssrc0, *ssrc1]),
            Inst::Sopp { op, .. } => l.sopp(*op),
            Inst::Smem { op, f } => l.smem(*op, f),
            Inst::Vop1 {
                op: Vop1::V_ACCVGPR_MOV_B32,
                f,
            } => l.acc_mov(f),
            Inst::Vop1 { op, f } => l.vop(op.row(), f, op.row().flags.has(Flags::SWAPS)),
            Inst::Vop2 { op, f } => l.vop(op.row(), f, false),
            Inst::Vopc { op, f } => l.vop(op.row(), f, false),
            Inst::Vop3 { op, f } => l.vop(op.row(), f, false),
            Inst::Vop3p { op, f } => l.vop3p(*op, f),
            Inst::Mai { op, f } => l.mai(*op, f),
            Inst::Ds { op, f } => l.ds(*op, f),
            Inst::Flat { op, f } => l.flat(*op, f),
            Inst::Mubuf { op, f } => l.mubuf(*op, f),
            Inst::Mtbuf { op, f } => l.mtbuf(*op, &f.buffer),
            Inst::Mimg { op, f } => l.mimg(*op, f),
            Inst::Vintrp { op, f } => l.vintrp(*op, f),
            Inst::Exp { f, .. } => l.exp(f),
        }
        l.out
    }

    /// The registers that exist of `count` from `first` on.
    fn registers(bank: Bank, first: u16, count: u8, half: Half, role: Role) -> Option<Registers> {
        let (bank, first, end) = match bank {
            Bank::Scalar => (bank, first, 128),
            // By the number in the wave's file.
            Bank::Vector if first >= ACC => (Bank::Accumulation, first - ACC, 256),
            Bank::Vector | Bank::Accumulation => (bank, first, 256),
        };
        let count = end.min(first + u16::from(count)).saturating_sub(first);
        (count > 0).then_some(Registers {
            bank,
            first: first as u8,
            count: count as u8,
            half,
            role,
        })
    }

    fn read(&mut self, bank: Bank, first: impl Into<u16>, count: u8, half: Half, role: Role) {
        let r = Self::registers(bank, first.into(), count, half, role);
        self.out.reads.extend(r);
    }

    fn write(&mut self, bank: Bank, first: impl Into<u16>, count: u8, half: Half, role: Role) {
        let r = Self::registers(bank, first.into(), count, half, role);
        self.out.writes.extend(r);
    }

    fn read_s(&mut self, first: u8, count: u8, role: Role) {
        self.read(Bank::Scalar, first, count, Half::Whole, role);
    }

    fn write_s(&mut self, first: u8, count: u8, role: Role) {
        self.write(Bank::Scalar, first, count, Half::Whole, role);
    }

    fn read_v(&mut self, first: impl Into<u16>, count: u8, role: Role) {
        self.read(Bank::Vector, first, count, Half::Whole, role);
    }

    fn write_v(&mut self, first: impl Into<u16>, count: u8) {
        self.write(Bank::Vector, first, count, Half::Whole, Role::Destination);
    }

    /// EXEC as the mask of active lanes.
    fn lanes(&mut self) {
        self.read_s(EXEC_LO, 2, Role::Lanes);
    }

    /// A source that is not a vector register.
    fn scalar(&mut self, op: Operand, dwords: u8, role: Role) {
        match op {
            Operand::Sgpr(s) => self.read_s(s, dwords, role),
            Operand::Vccz => self.read_s(VCC_LO, 2, Role::Zero),
            Operand::Execz => self.read_s(EXEC_LO, 2, Role::Zero),
            Operand::Scc => self.out.reads_scc = true,
            Operand::LdsDirect => self.read_s(M0, 1, Role::LdsBase),
            Operand::Vgpr(_)
            | Operand::Int(_)
            | Operand::Float(_)
            | Operand::Literal(_)
            | Operand::Aperture(_) => {}
        }
    }

    /// What the flags of scalar rows say.
    fn scalar_flags(&mut self, row: &Row) {
        if row.flags.has(Flags::WRITES_EXEC) {
            self.read_s(EXEC_LO, 2, Role::Implicit);
            self.write_s(EXEC_LO, 2, Role::Implicit);
        }
        if row.flags.has(Flags::READS_VCC) {
            self.read_s(VCC_LO, 2, Role::Condition);
        }
        if row.flags.has(Flags::WRITES_M0) {
            // A part of it is kept.
            self.read_s(M0, 1, Role::Implicit);
            self.write_s(M0, 1, Role::Implicit);
        }
    }

    fn sop1(&mut self, op: Sop1, sdst: u8, ssrc0: Operand) {
        let row = op.row();
        let (from, to) = (row.shape.src[0].dwords(), row.shape.dst.dwords());
        let (mut src, mut dst) = (ssrc0, Some(sdst as usize));
        if row.moves_relatively() {
            self.read_s(M0, 1, Role::Index);
            if let Some(w) = self.wave {
                let moved = |s: u8, dwords: u8| {
                    (s as u32).wrapping_add(w.m0()) as usize & !(dwords as usize - 1)
                };
                if let (Operand::Sgpr(s), true) = (ssrc0, row.flags.has(Flags::MOVREL_SRC)) {
                    // What is out of range is register 0.
                    let s = moved(s, from);
                    src = Operand::Sgpr(if s < 128 { s as u8 } else { 0 });
                }
                if row.flags.has(Flags::MOVREL_DST) {
                    dst = Some(moved(sdst, to)).filter(|&s| s < 128);
                }
            }
        }
        if op == Sop1::S_CBRANCH_JOIN {
            self.out.writes_mode = true;
            if let Some(w) = self.wave {
                let top = (w.mode >> MODE_CSP_SHIFT).wrapping_sub(1) & 7;
                self.read_s(top as u8 * 4, 4, Role::Implicit);
            }
        }
        self.scalar(src, from, Role::Source(0));
        if let Some(dst) = dst {
            if row.flags.has(Flags::READS_DST) {
                self.read_s(dst as u8, to, Role::Old);
            }
            self.write_s(dst as u8, to, Role::Destination);
        }
        self.scalar_flags(row);
    }

    fn sop2(&mut self, op: Sop2, sdst: u8, sources: [Operand; 2]) {
        let shape = &op.row().shape;
        for (i, (src, ty)) in sources.into_iter().zip(shape.src).enumerate() {
            self.scalar(src, ty.dwords(), Role::Source(i as u8));
        }
        match op {
            Sop2::S_CBRANCH_G_FORK => self.fork(),
            _ => self.write_s(sdst, shape.dst.dwords(), Role::Destination),
        }
        self.scalar_flags(op.row());
    }

    /// A fork pushes EXEC and PC on the stack in SGPRs.
    fn fork(&mut self) {
        self.out.reads_mode = true;
        self.out.writes_mode = true;
        if let Some(w) = self.wave {
            let entry = (w.mode >> MODE_CSP_SHIFT) as u8 * 4;
            self.write_s(entry, 4, Role::Implicit);
        }
    }

    fn sopk(&mut self, op: Sopk, sdst: u8, simm16: u16) {
        let (row, (id, ..)) = (op.row(), hwreg::field(simm16));
        let n = row.shape.dst.dwords();
        let writes = match op {
            Sopk::S_SETREG_B32 | Sopk::S_SETREG_IMM32_B32 => {
                (self.out.reads_mode, self.out.writes_mode) = (false, id == hwreg::MODE);
                false
            }
            Sopk::S_GETREG_B32 => {
                self.out.reads_mode = id == hwreg::MODE;
                if id == hwreg::STATUS {
                    self.out.reads_scc = true;
                    self.read_s(EXEC_LO, 2, Role::Implicit);
                    self.read_s(VCC_LO, 2, Role::Implicit);
                }
                true
            }
            Sopk::S_CBRANCH_I_FORK => {
                self.fork();
                false
            }
            _ => !row.flags.has(Flags::COMPARES),
        };
        if row.flags.has(Flags::READS_DST) {
            let role = if writes { Role::Old } else { Role::Source(0) };
            self.read_s(sdst, n, role);
        }
        if writes {
            self.write_s(sdst, n, Role::Destination);
        }
        self.scalar_flags(row);
    }

    fn sopc(&mut self, op: Sopc, sources: [Operand; 2]) {
        let row = op.row();
        for (i, (src, ty)) in sources.into_iter().zip(row.shape.src).enumerate() {
            self.scalar(src, ty.dwords(), Role::Source(i as u8));
        }
        self.out.writes_mode = matches!(op, Sopc::S_SETVSKIP | Sopc::S_SET_GPR_IDX_ON);
        self.scalar_flags(row);
    }

    fn sopp(&mut self, op: Sopp) {
        match op {
            Sopp::S_CBRANCH_EXECZ | Sopp::S_CBRANCH_EXECNZ => {
                self.read_s(EXEC_LO, 2, Role::Condition);
            }
            Sopp::S_SENDMSG | Sopp::S_SENDMSGHALT | Sopp::S_TTRACEDATA => {
                self.read_s(M0, 1, Role::Message);
            }
            _ => {}
        }
        self.out.writes_mode = op == Sopp::S_SET_GPR_IDX_OFF;
        self.scalar_flags(op.row());
    }

    fn smem(&mut self, op: Smem, f: &SmemFields) {
        let shape = &op.row().shape;
        if has_address(op) {
            let n = base_dwords(op);
            let role = if n == 4 { Role::Descriptor } else { Role::Base };
            self.read_s(f.sbase, n, role);
            if let Some(s) = f.soffset {
                self.read_s(s, 1, Role::Offset);
            }
        }
        self.read_s(f.sdata, shape.src[0].dwords(), Role::Data);
        let result = match op.act() {
            SmemAct::Loads(_, n) => n,
            SmemAct::Atomic32(..) => f.glc as u8,
            SmemAct::Atomic64(..) => 2 * f.glc as u8,
            SmemAct::Clock | SmemAct::RealTime => 2,
            SmemAct::Stores(..) | SmemAct::Cache => 0,
        };
        self.write_s(f.sdata, result, Role::Destination);
    }

    /// The register number `v` of operand `operand` (3 is the destination) as M0 changes it.
    fn indexed(&mut self, v: u8, operand: usize, count: u8) -> u8 {
        match self.wave {
            Some(w) if w.mode & MODE_GPR_IDX_EN != 0 && w.m0() >> (12 + operand) & 1 != 0 => {
                let n = v as u32 + (w.m0() & 0xff);
                let there = n + count as u32 <= w.vgpr_count();
                if there { n as u8 } else { 0 }
            }
            _ => v,
        }
    }

    /// The register M0 above `v`, if the wave has it.
    fn moved(&self, v: u8) -> Option<u8> {
        let Some(w) = self.wave else { return Some(v) };
        let n = (v as u32).wrapping_add(w.m0());
        (n < w.vgpr_count()).then_some(n as u8)
    }

    /// A source of the vector ALU.
    fn source(&mut self, row: &Row, op: Operand, i: usize, half: Half) {
        self.part(row, op, i, half, 0..row.shape.src[i].dwords());
    }

    /// Dwords of a source of the vector ALU.
    fn part(&mut self, row: &Row, op: Operand, i: usize, half: Half, part: Range<u8>) {
        let ty = row.shape.src[i];
        let count = part.len() as u8;
        let select = i == 1 && row.flags.has(Flags::LANE_SELECT);
        match op {
            Operand::Vgpr(v) => {
                let moves = i == 0 && row.flags.has(Flags::MOVREL_SRC);
                let v = if moves { self.moved(v).unwrap_or(0) } else { v };
                let v = self.indexed(v, i, ty.dwords());
                let first = u16::from(v) + u16::from(part.start);
                self.read(Bank::Vector, first, count, half, Role::Source(i as u8));
            }
            Operand::Sgpr(s) if part.start > 0 => {
                self.read_s(s.wrapping_add(part.start), count, Role::Source(i as u8));
            }
            _ if ty == Ty::Mask => self.scalar(op, 2, Role::CarryIn),
            _ if select => self.scalar(op, 1, Role::LaneSelect),
            _ => self.scalar(op, count, Role::Source(i as u8)),
        }
    }

    /// What vector ALU rows read beside their sources.
    fn vector_flags(&mut self, row: &Row) {
        let flags = row.flags;
        if !flags.has(Flags::IGNORES_EXEC) && row.shape.dst != Ty::None {
            self.lanes();
        }
        if flags.has(Flags::READS_VCC) {
            self.read_s(VCC_LO, 2, Role::Implicit);
        }
        if flags.has(Flags::MOVREL_SRC) || flags.has(Flags::MOVREL_DST) {
            self.read_s(M0, 1, Role::Index);
        } else if flags.has(Flags::READS_M0) {
            // V_INTERP: where the parameters are.
            self.read_s(M0, 1, Role::LdsBase);
        }
        if self.wave.is_some_and(|w| w.mode & MODE_GPR_IDX_EN != 0) {
            self.read_s(M0, 1, Role::Index);
        }
    }

    fn vop(&mut self, row: &Row, f: &Vop, swaps: bool) {
        let pairs = row.flags.has(Flags::PAIRS);
        let sixteen = |ty: Ty| {
            if ty.is_16() && !pairs {
                Half::Low
            } else {
                Half::Whole
            }
        };
        for (i, ty) in row.shape.src.into_iter().enumerate() {
            if ty == Ty::None {
                continue;
            }
            let sel = f.sdwa.filter(|_| i < 2).map(|s| s.src_sel[i]);
            let half = match sel {
                Some(0 | 1 | 4) => Half::Low,
                Some(2 | 3 | 5) => Half::High,
                _ if ty.is_16() && f.form == VopForm::E64 && f.op_sel >> i & 1 != 0 => Half::High,
                _ => sixteen(ty),
            };
            self.source(row, f.src[i], i, half);
        }
        self.vector_flags(row);
        // Denormals are flushed, and NaNs treated, by MODE.
        self.out.reads_mode |= f.omod != 0 || f.clamp;
        let (flags, dst) = (row.flags, row.shape.dst);
        if flags.has(Flags::CARRY_OUT) {
            self.write_s(f.sdst, 2, Role::CarryOut);
        }
        if flags.has(Flags::WRITES_EXEC) {
            self.write_s(EXEC_LO, 2, Role::Implicit);
        }
        if flags.has(Flags::WRITES_VCC) {
            self.write_s(VCC_LO, 2, Role::Implicit);
        }
        match dst {
            Ty::None => {}
            Ty::Mask => self.write_s(f.sdst, 2, Role::Destination),
            _ if flags.has(Flags::SGPR_DST) => self.write_s(f.vdst, 1, Role::Destination),
            _ => {
                let v = if flags.has(Flags::MOVREL_DST) {
                    self.moved(f.vdst)
                } else {
                    Some(f.vdst)
                };
                if let Some(v) = v {
                    let v = self.indexed(v, 3, dst.dwords());
                    self.result(row, f, v);
                }
            }
        }
        if let (true, Operand::Vgpr(v)) = (swaps, f.src[0]) {
            let v = self.indexed(v, 0, 1);
            self.write_v(v, 1);
        }
    }

    /// The destination `v` of the vector ALU, and what of it is read.
    fn result(&mut self, row: &Row, f: &Vop, v: u8) {
        let (dst, reads) = (row.shape.dst, row.flags.has(Flags::READS_DST));
        if row.flags.has(Flags::ACCUMULATES) {
            let half = if dst.is_16() { Half::Low } else { Half::Whole };
            self.read(Bank::Vector, v, dst.dwords(), half, Role::Old);
        }
        let half = match f.sdwa {
            Some(sdwa) if sdwa.dst_unused == 2 && sdwa.dst_sel < 6 => {
                let half = match sdwa.dst_sel {
                    0 | 1 | 4 => Half::Low,
                    _ => Half::High,
                };
                if sdwa.dst_sel < 4 {
                    // The other byte of the half is kept.
                    self.read(Bank::Vector, v, 1, half, Role::Old);
                }
                half
            }
            Some(_) => Half::Whole,
            None if !dst.is_16() => Half::Whole,
            None if f.form == VopForm::E64 && f.op_sel & 8 != 0 => Half::High,
            None if self.generation.is_gfx9() && reads => Half::Low,
            None => Half::Whole,
        };
        self.write(Bank::Vector, v, dst.dwords(), half, Role::Destination);
    }

    fn vop3p(&mut self, op: Vop3p, f: &Vop) {
        let row = op.row();
        let mixed = row.flags.has(Flags::MIX);
        let moves = op == Vop3p::V_PK_MOV_B32;
        for (i, ty) in row.shape.src.into_iter().enumerate() {
            let (low, high) = (f.op_sel >> i & 1 != 0, f.op_sel_hi >> i & 1 != 0);
            let half = match ty {
                Ty::None => continue,
                // Of pairs of dwords, those that the results are made of.
                Ty::V2F32 | Ty::V2B32 => {
                    let both = [low as u8, if moves { low } else { high } as u8];
                    let part = both[0].min(both[1])..both[0].max(both[1]) + 1;
                    self.part(row, f.src[i], i, Half::Whole, part);
                    continue;
                }
                // OP_SEL_HI says whether it is f16, OP_SEL which half.
                Ty::F16 if mixed && !high => Half::Whole,
                Ty::F16 if low => Half::High,
                Ty::F16 => Half::Low,
                Ty::V2B16 | Ty::V2F16 if low != high => Half::Whole,
                Ty::V2B16 | Ty::V2F16 if low => Half::High,
                Ty::V2B16 | Ty::V2F16 => Half::Low,
                _ => Half::Whole,
            };
            self.source(row, f.src[i], i, half);
        }
        self.vector_flags(row);
        let half = if row.flags.has(Flags::LOW_HALF) {
            Half::Low
        } else if row.flags.has(Flags::HIGH_HALF) {
            Half::High
        } else {
            Half::Whole
        };
        let count = row.shape.dst.dwords();
        let v = self.indexed(f.vdst, 3, count);
        self.write(Bank::Vector, v, count, half, Role::Destination);
    }

    fn mai(&mut self, op: Mai, f: &MaiFields) {
        let row = op.row();
        let of = |n: u8, i: u8| in_file(n, f.acc >> i & 1 != 0);
        for (i, src) in (0..).zip(f.src) {
            let count = f.source_dwords(op, i.into());
            match src {
                Operand::Vgpr(n) => self.read_v(of(n, i), count, Role::Source(i)),
                _ => self.scalar(src, count, Role::Source(i)),
            }
        }
        // Behind the three sources there are the scales.
        for (i, scale) in (3..).zip(f.scale.into_iter().flatten()) {
            match scale.operand {
                Operand::Vgpr(n) => self.read_v(u16::from(n), 1, Role::Source(i)),
                _ => self.scalar(scale.operand, 1, Role::Source(i)),
            }
        }
        // Products of matrices act on all lanes.
        if !op.multiplies() {
            self.lanes();
        }
        let (vdst, count) = (of(f.vdst, 3), row.shape.dst.dwords());
        if row.flags.has(Flags::READS_DST) {
            self.read_v(vdst, count, Role::Old);
        }
        self.write_v(vdst, count);
    }

    /// V_ACCVGPR_MOV_B32.
    fn acc_mov(&mut self, f: &Vop) {
        if let Operand::Vgpr(from) = f.src[0] {
            self.read_v(in_file(from, true), 1, Role::Source(0));
        }
        self.lanes();
        self.write_v(in_file(f.vdst, true), 1);
    }

    /// Registers that a load fills.
    fn loaded(&mut self, first: u16, count: u8, kind: Load) {
        let half = match kind {
            Load::U8Lo | Load::I8Lo | Load::B16Lo => Half::Low,
            Load::U8Hi | Load::I8Hi | Load::B16Hi => Half::High,
            Load::U8 | Load::I8 | Load::U16 | Load::I16 | Load::Dwords(_) => Half::Whole,
        };
        let half = self.filled(half);
        self.write(Bank::Vector, first, count, half, Role::Destination);
    }

    /// What of a register a load changes that loads a part of it. The cards with accumulation registers have SRAM ECC,
    /// with which it is all: code for others cannot be told from its instructions.
    fn filled(&self, part: Half) -> Half {
        if self.generation.has(Gens::MAI) {
            Half::Whole
        } else {
            part
        }
    }

    /// Registers that are stored.
    fn stored(&mut self, first: u16, count: u8, kind: Store) {
        let half = match kind {
            Store::B8 | Store::B16 => Half::Low,
            Store::B8Hi | Store::B16Hi => Half::High,
            Store::Dwords(_) => Half::Whole,
        };
        self.read(Bank::Vector, first, count, half, Role::Data);
    }

    fn ds(&mut self, op: Ds, f: &DsFields) {
        let shape = &op.row().shape;
        let (dst, data) = (shape.dst.dwords(), shape.src.map(Ty::dwords));
        if op == Ds::DS_NOP {
            return;
        }
        self.lanes();
        if ds_has_addr(op) {
            self.read_v(f.addr, 1, Role::Address);
        }
        match op.act() {
            DsAct::Loads(kind) => self.loaded(f.dst(), dst, kind),
            DsAct::Stores(kind) => self.stored(f.first(), data[0], kind),
            _ => {
                self.read_v(f.first(), data[0], Role::Data);
                self.read_v(f.second(), data[1], Role::Data);
                self.write_v(f.dst(), dst);
            }
        }
        match op.act() {
            DsAct::Swizzle | DsAct::BPermute | DsAct::Permute => {}
            _ if f.gds => self.read_s(M0, 1, Role::GdsBase),
            DsAct::LoadsByLane | DsAct::StoresByLane | DsAct::Append | DsAct::Consume => {
                self.read_s(M0, 1, Role::LdsBase);
            }
            _ if !self.generation.is_gfx9() => self.read_s(M0, 1, Role::LdsLimit),
            _ => {}
        }
    }

    fn flat(&mut self, op: Flat, f: &FlatFields) {
        self.lanes();
        self.read_v(f.vaddr, f.vaddr_dwords(self.generation), Role::Address);
        if let Some(s) = f.saddr {
            let n = if f.seg == Segment::Global { 2 } else { 1 };
            self.read_s(s, n, Role::Base);
        }
        if f.seg != Segment::Global {
            // FLAT_SCRATCH.
            self.read_s(self.generation.flat_scratch(), 2, Role::Implicit);
        }
        if f.seg == Segment::Flat && !self.generation.is_gfx9() {
            self.read_s(M0, 1, Role::LdsLimit);
        }
        let shape = &op.row().shape;
        let (dst, data, tfe) = (
            shape.dst.dwords(),
            shape.src[0].dwords(),
            f.tfe as u8 * (!f.lds) as u8,
        );
        match op.act() {
            FlatAct::Loads(_) if f.lds => self.read_s(M0, 1, Role::LdsBase),
            FlatAct::Loads(kind) => self.loaded(f.dst(), dst, kind),
            FlatAct::Stores(kind) => return self.stored(f.data(), data, kind),
            FlatAct::Atomic32(_) | FlatAct::Atomic64(_) => {
                self.read_v(f.data(), data, Role::Data);
                if !f.glc {
                    return;
                }
                self.write_v(f.dst(), dst);
            }
        }
        self.write_v(f.dst() + u16::from(dst), tfe);
    }

    /// What MUBUF and MTBUF read to find their place.
    fn buffer(&mut self, f: &MubufFields) {
        self.lanes();
        let addresses = if f.addr64 {
            2
        } else {
            f.idxen as u8 + f.offen as u8
        };
        self.read_v(f.vaddr, addresses, Role::Address);
        self.read_s(f.srsrc, 4, Role::Descriptor);
        self.scalar(f.soffset, 1, Role::Offset);
    }

    /// The registers of `count` components: how many, and which part of the last one; they share the others.
    fn packed(&self, components: Components, count: u8) -> (u8, Half) {
        match (components, self.generation.is_gfx9()) {
            (Components::Dwords, _) => (count, Half::Whole),
            (Components::High, _) => (count, Half::High),
            (Components::D16, false) => (count, Half::Whole),
            (Components::D16, true) if count.is_multiple_of(2) => (count / 2, Half::Whole),
            (Components::D16, true) => (count.div_ceil(2), Half::Low),
        }
    }

    /// The registers that a load of `count` components fills, with `more` behind.
    fn loaded_format(&mut self, first: u16, components: Components, count: u8, more: u8) {
        let (n, last) = self.packed(components, count);
        if n == 0 {
            return;
        }
        self.write_v(first, n - 1);
        let (last, role) = (self.filled(last), Role::Destination);
        self.write(Bank::Vector, first + u16::from(n - 1), 1, last, role);
        self.write_v(first + u16::from(n), more);
    }

    /// The registers of `count` components that are stored.
    fn stored_format(&mut self, first: u16, components: Components, count: u8) {
        let role = Role::Data;
        if components == Components::D16 && !self.generation.is_gfx9() {
            // One in the low half of each register.
            return self.read(Bank::Vector, first, count, Half::Low, role);
        }
        let (n, last) = self.packed(components, count);
        if n == 0 {
            return;
        }
        self.read_v(first, n - 1, role);
        self.read(Bank::Vector, first + u16::from(n - 1), 1, last, role);
    }

    fn mubuf(&mut self, op: Mubuf, f: &MubufFields) {
        if !mubuf_has_address(op) {
            return;
        }
        self.buffer(f);
        let shape = &op.row().shape;
        let (dst, data) = (shape.dst.dwords(), shape.src[0].dwords());
        let tfe = f.tfe as u8;
        if f.lds {
            return self.read_s(M0, 1, Role::LdsBase);
        }
        match op.act() {
            MubufAct::Loads(kind) => {
                self.loaded(f.data(), dst, kind);
                self.write_v(f.data() + u16::from(dst), tfe);
            }
            MubufAct::LoadsFormat(components, n) => {
                self.loaded_format(f.data(), components, n, tfe);
            }
            MubufAct::Stores(kind) => self.stored(f.data(), data, kind),
            MubufAct::StoresFormat(components, n) => self.stored_format(f.data(), components, n),
            MubufAct::StoresLds => self.read_s(M0, 1, Role::LdsBase),
            MubufAct::Atomic32(_) => self.atomic(f.data(), data, 1, f.glc, tfe),
            MubufAct::Atomic64(_) => self.atomic(f.data(), data, 2, f.glc, tfe),
            MubufAct::Cache => {}
        }
    }

    /// An atomic whose result replaces its data: how many registers each has.
    fn atomic(&mut self, first: u16, data: u8, result: u8, returns: bool, tfe: u8) {
        self.read_v(first, data, Role::Data);
        if returns {
            self.write_v(first, result + tfe);
        }
    }

    fn mtbuf(&mut self, op: Mtbuf, f: &MubufFields) {
        self.buffer(f);
        match op.act() {
            MubufAct::LoadsFormat(components, count) => {
                self.loaded_format(f.data(), components, count, f.tfe as u8)
            }
            MubufAct::StoresFormat(components, count) => {
                self.stored_format(f.data(), components, count)
            }
            MubufAct::Loads(_)
            | MubufAct::Stores(_)
            | MubufAct::StoresLds
            | MubufAct::Atomic32(_)
            | MubufAct::Atomic64(_)
            | MubufAct::Cache => {}
        }
    }

    fn mimg(&mut self, op: Mimg, f: &MimgFields) {
        self.lanes();
        self.read_s(f.srsrc, if f.r128 { 4 } else { 8 }, Role::Descriptor);
        if op.has_sampler() {
            self.read_s(f.ssamp, 4, Role::Sampler);
        }
        let addresses = self.image_address(op, f);
        self.read_v(f.vaddr, addresses, Role::Address);

        let row = op.row();
        let named = f.dmask.count_ones() as u8;
        let components = if f.d16 {
            Components::D16
        } else {
            Components::Dwords
        };
        if row.flags.has(Flags::STORES) {
            self.stored_format(f.data(), components, named);
        } else if row.flags.has(Flags::ATOMIC) {
            self.read_v(f.data(), named, Role::Data);
            if f.glc {
                let values = match op {
                    Mimg::IMAGE_ATOMIC_CMPSWAP | Mimg::IMAGE_ATOMIC_FCMPSWAP => 2,
                    _ => 1,
                };
                self.write_v(f.data(), named / values);
                self.write_v(f.data() + u16::from(named), f.tfe as u8);
            }
        } else {
            let count = if op.is_gather() { 4 } else { named.max(1) };
            let more = (f.tfe || f.lwe) as u8;
            self.loaded_format(f.data(), components, count, more);
        }
    }

    /// Registers of an image's address: as many as the T# has dimensions, where the wave's is known.
    fn image_address(&self, op: Mimg, f: &MimgFields) -> u8 {
        let least = op.address_dwords();
        let Some(w) = self.wave.filter(|_| !op.has_sampler()) else {
            return least;
        };
        if op == Mimg::IMAGE_GET_RESINFO {
            return 1;
        }
        let sgpr = |i: usize| w.sgpr.get(f.srsrc as usize + i).copied().unwrap_or(0);
        let level = op.row().flags.has(Flags::NAMES_LEVEL) as u8;
        match Image::decode(self.generation, std::array::from_fn(sgpr), f.r128) {
            Ok(image) if f.a16 => (image.coordinates(f.da) + level).div_ceil(2),
            Ok(image) => image.coordinates(f.da) + level,
            // It will fault.
            Err(_) => least,
        }
    }

    fn vintrp(&mut self, op: Vintrp, f: &VintrpFields) {
        self.lanes();
        self.read_s(M0, 1, Role::LdsBase);
        if op != Vintrp::V_INTERP_MOV_F32 {
            self.read_v(f.vsrc, 1, Role::Source(0));
        }
        if op.row().flags.has(Flags::READS_DST) {
            self.read_v(f.vdst, 1, Role::Old);
        }
        self.write_v(f.vdst, 1);
    }

    fn exp(&mut self, f: &ExpFields) {
        self.lanes();
        // With COMPR bits 0 and 2 stand for the pairs in the first two registers.
        let bits = if f.compr { [0, 2, 4, 4] } else { [0, 1, 2, 3] };
        for (v, bit) in f.vsrc.into_iter().zip(bits) {
            self.read_v(v, (f.en >> bit & 1) * (bit < 4) as u8, Role::Data);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_are_named_as_llvm_does() {
        let name = |n| register_name(Gen::Gfx9, Bank::Scalar, n);
        let names: Vec<_> = [0, 101, 106, 107, 110, 124, 127].map(name).into();
        let expected = ["s0", "s101", "vcc_lo", "vcc_hi", "ttmp2", "m0", "exec_hi"];
        assert_eq!(names, expected);
        let old = register_name(Gen::Gfx7, Bank::Scalar, 104);
        assert_eq!(old, "flat_scratch_lo");
        assert_eq!(register_name(Gen::Gfx8, Bank::Vector, 255), "v255");
    }

    #[test]
    fn index_mode_makes_registers_vary() {
        let mov = Inst::Vop1 {
            op: Vop1::V_MOV_B32,
            f: Vop::plain(1, [Operand::Vgpr(2), Operand::Int(0), Operand::Int(0)]),
        };
        assert!(!Operands::vary(&mov, 0x3f0));
        assert!(Operands::vary(&mov, MODE_GPR_IDX_EN));
    }
}
