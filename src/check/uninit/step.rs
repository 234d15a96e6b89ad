//! What an instruction of the ALUs does to undefined bits.

use std::ops::Range;

use super::alu::{self, Given, Operands};
use super::how::{self, Rule};
use super::regs::{Origin, Registers};
use crate::check::accesses::bits;
use crate::check::operands::{Operands as Lists, Role};
use crate::interp::probe::{self, Fetched};
use crate::isa::facts::DsAct;
use crate::isa::{
    EXEC_LO, Flags, Gens, Inst, M0, Operand, Row, Sop1, Sopc, Sopk, Ty, VCC_LO, Vop, Vop1, Vop2,
    Vop3, Vop3p, VopForm,
};
use crate::machine::wave::{LANES, Vgpr, Wave};
use crate::machine::{Env, MODE_GPR_IDX_EN};

/// An undefined value that decides something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    /// Which rule says so.
    pub rule: &'static str,
    /// What is undefined.
    pub what: What,
    /// The lane, where it is one lane's.
    pub lane: Option<u8>,
    /// Where it comes from.
    pub from: Origin,
}

/// What is undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// SCC.
    Scc,
    /// VCCZ.
    Vccz,
    /// A scalar register.
    Scalar(u8),
    /// A register of the lanes' file.
    Vector(u16),
    /// What goes to memory.
    Data,
}

/// The registers of a wave, and a place to try instructions.
#[derive(Debug)]
pub struct State {
    /// The undefined bits.
    pub regs: Registers,
    tries: Tries,
    /// What has been found at the instruction.
    pub uses: Vec<Use>,
    /// SCC, which is undefined, may yet turn out to be defined.
    pub(super) open: Option<Open>,
    /// From which lane each takes its data, where the instruction exchanges data between lanes: one more than its
    /// number, or 0.
    pub(super) route: [u32; LANES],
}

/// Whether SCC is undefined shows when the instructions have been executed: it is unless a defined bit of these
/// registers, which have been written, is 1.
#[derive(Clone, Copy, Debug)]
pub struct Open {
    /// The first of them.
    pub(super) first: u8,
    /// How many.
    pub(super) count: u8,
}

/// Registers of the tries: sources and result.
const TRY_SRC: [u8; 3] = [0, 2, 4];
const TRY_DST: u8 = 8;
const TRY_MASK: [u8; 3] = [10, 12, 14];
const TRY_SDST: u8 = 20;

/// A wave in which instructions are tried on other operands.
struct Tries(Box<Wave>);

impl std::fmt::Debug for Tries {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Tries")
    }
}

/// Whether an instruction of the ALUs reads LDS_DIRECT.
pub(super) fn reads_direct(lists: &Lists) -> bool {
    lists.reads.iter().any(|r| r.role == Role::LdsBase)
}

/// The bits of a result of type `ty`.
fn width(ty: Ty) -> u64 {
    match ty {
        Ty::None => 0,
        ty if ty.is_16() => 0xffff,
        ty if ty.dwords() == 1 => u32::MAX.into(),
        _ => u64::MAX,
    }
}

/// The sign bit of a source of type `ty`.
fn sign(ty: Ty) -> u64 {
    let width = width(ty);
    width & !(width >> 1)
}

impl Tries {
    /// What a scalar instruction gives for other operands: SDST, or EXEC of those that write it, and SCC.
    fn scalar(&mut self, inst: &Inst, v: &[[u64; 1]; 3], env: &Env<'_>) -> Given<1> {
        let w = &mut *self.0;
        let (mut moved, flags) = (*inst, inst.row().flags);
        w.set_s64(0, v[0][0]);
        w.set_s64(2, v[1][0]);
        w.scc = v[2][0] as u32 & 1;
        w.set_exec(v[1][0]);
        match &mut moved {
            Inst::Sop1 { sdst, ssrc0, .. } => {
                w.set_s64(4, v[1][0]);
                (*sdst, *ssrc0) = (4, Operand::Sgpr(0));
            }
            Inst::Sop2 {
                sdst, ssrc0, ssrc1, ..
            } => (*sdst, *ssrc0, *ssrc1) = (4, Operand::Sgpr(0), Operand::Sgpr(2)),
            Inst::Sopc { ssrc0, ssrc1, .. } => {
                (*ssrc0, *ssrc1) = (Operand::Sgpr(0), Operand::Sgpr(2));
            }
            Inst::Sopk { sdst, .. } => {
                w.set_s64(4, v[0][0]);
                *sdst = 4;
            }
            _ => {}
        }
        probe::execute(&moved, w, env);
        let d = if flags.has(Flags::WRITES_EXEC) {
            w.exec()
        } else {
            w.s64(4)
        };
        ([d], w.scc.into())
    }

    /// What a vector instruction gives in `lanes` for other operands.
    fn vector(
        &mut self,
        inst: &Inst,
        lanes: u64,
        mode: u32,
        v: &[[u64; LANES]; 3],
        env: &Env<'_>,
    ) -> Given<LANES> {
        let w = &mut *self.0;
        let mut moved = *inst;
        let (Inst::Vop1 { f, .. }
        | Inst::Vop2 { f, .. }
        | Inst::Vopc { f, .. }
        | Inst::Vop3 { f, .. }) = &mut moved
        else {
            return ([0; LANES], 0);
        };
        let shape = &inst.row().shape;
        *f = Vop {
            form: VopForm::E64,
            vdst: TRY_DST,
            sdst: TRY_SDST,
            abs: 0,
            neg: 0,
            op_sel: 0,
            sdwa: None,
            dpp: None,
            ..*f
        };
        for i in 0..3 {
            match shape.src[i] {
                Ty::None => continue,
                Ty::Mask => {
                    let bit = |lane: usize| (v[i][lane] & 1) << lane;
                    w.set_s64(TRY_MASK[i], (0..LANES).fold(0, |m, lane| m | bit(lane)));
                    f.src[i] = Operand::Sgpr(TRY_MASK[i]);
                }
                ty => {
                    *w.v_mut(TRY_SRC[i]) = Vgpr(v[i].map(|v| v as u32));
                    if ty.dwords() == 2 {
                        *w.v_mut(TRY_SRC[i] + 1) = Vgpr(v[i].map(|v| (v >> 32) as u32));
                    }
                    f.src[i] = Operand::Vgpr(TRY_SRC[i]);
                }
            }
        }
        *w.v_mut(TRY_DST) = Vgpr::ZERO;
        w.set_exec(lanes);
        w.mode = mode & !MODE_GPR_IDX_EN;
        w.sgpr[usize::from(M0)] = 0;
        probe::execute(&moved, w, env);
        let (low, high) = (w.v(TRY_DST).0, w.v(TRY_DST + 1).0);
        let two = shape.dst.dwords() == 2;
        let result = |lane: usize| {
            if two {
                u64::from(low[lane]) | u64::from(high[lane]) << 32
            } else {
                low[lane].into()
            }
        };
        (std::array::from_fn(result), w.s64(TRY_SDST))
    }
}

impl State {
    /// Of a wave whose registers are `regs`.
    pub fn new(regs: Registers) -> State {
        State {
            regs,
            tries: Tries(Box::new(Wave::new(16))),
            uses: Vec::new(),
            open: None,
            route: [0; LANES],
        }
    }

    /// Notes from which lanes a DS instruction that exchanges data takes it: as it is with data that are the lanes'
    /// numbers.
    pub(super) fn find_route(&mut self, inst: &Inst, wave: &Wave, env: &Env<'_>) {
        let mut moved = *inst;
        let Inst::Ds { op, f } = &mut moved else {
            return;
        };
        let w = &mut *self.tries.0;
        let numbers = Vgpr(std::array::from_fn(|lane| lane as u32 + 1));
        let [index, data, _] = TRY_SRC;
        match op.act() {
            DsAct::Swizzle => f.addr = data,
            _ => {
                if u32::from(f.addr) < wave.vgpr_count() {
                    *w.v_mut(index) = *wave.v(f.addr);
                }
                (f.addr, f.data0) = (index, data);
            }
        }
        (f.vdst, f.acc) = (TRY_DST, false);
        *w.v_mut(data) = numbers;
        *w.v_mut(TRY_DST) = Vgpr::ZERO;
        w.set_exec(wave.exec());
        probe::execute(&moved, w, env);
        self.route = w.v(TRY_DST).0;
    }

    /// Data that decides nothing yet, but that somebody wants to know of.
    pub(super) fn data_used(&mut self, rule: &'static str, lane: Option<u8>, from: Origin) {
        self.report(rule, What::Data, lane.map(usize::from), from);
    }

    fn report(&mut self, rule: &'static str, what: What, lane: Option<usize>, from: Origin) {
        let lane = lane.map(|l| l as u8);
        self.uses.push(Use {
            rule,
            what,
            lane,
            from,
        });
    }

    /// So many scalar registers from `first` on decide something, by the bits of `mask` in each: reports the first that
    /// has undefined ones, and takes all for defined from now on.
    pub fn scalars_used(&mut self, rule: &'static str, first: u8, count: u8, mask: u32) {
        let numbers = || first..first.saturating_add(count);
        let undefined = |n: &u8| self.regs.scalar(*n).0 & mask != 0;
        if let Some(n) = numbers().find(undefined) {
            let (_, from) = self.regs.scalar(n);
            self.report(rule, What::Scalar(n), None, from);
            numbers().for_each(|n| self.regs.set_scalar(n, 0, from));
        }
    }

    /// As [`State::scalars_used`], of vector registers in some lanes.
    pub fn vectors_used(
        &mut self,
        rule: &'static str,
        registers: Range<u16>,
        lanes: u64,
        mask: u32,
    ) {
        for v in registers.clone().filter(|v| self.regs.has(*v)) {
            let undefined = |lane: &usize| self.regs.vector(v, *lane).0 & mask != 0;
            let mut active = (0..LANES).filter(|lane| lanes >> lane & 1 != 0);
            if let Some(lane) = active.find(undefined) {
                let (_, from) = self.regs.vector(v, lane);
                self.report(rule, What::Vector(v), Some(lane), from);
                return registers.for_each(|v| self.regs.define(v, lanes));
            }
        }
    }

    /// What the instruction that `wave` executes next, one of the ALUs or of control, does: before it is executed.
    /// `lists` are its registers.
    pub fn alu(&mut self, inst: &Inst, lists: &Lists, wave: &Wave, env: &Env<'_>) {
        if (lists.reads.iter()).any(|r| r.role == Role::Index) {
            // M0 has an offset, or the number that S_SET_GPR_IDX wrote into its low byte and modes above.
            let moves = inst.row().moves_relatively();
            let mask = if moves { u32::MAX } else { 0xf0ff };
            self.scalars_used("U07", M0, 1, mask);
        }
        if reads_direct(lists) {
            self.scalars_used("U05", M0, 1, 0x7_ffff);
        }
        match inst {
            Inst::Sop1 { .. } | Inst::Sop2 { .. } | Inst::Sopk { .. } | Inst::Sopc { .. } => {
                self.scalar(inst, lists, wave, env);
            }
            Inst::Sopp { .. } => self.control(inst, lists, wave),
            Inst::Mai { .. } if self.multiplies(inst, env.program.generation(), wave) => {}
            _ if self.moves_lanes(inst, wave.exec(), wave.pc) => {}
            Inst::Vop3p { op, f } => self.packed(*op, f, wave, env),
            Inst::Vop1 {
                op: Vop1::V_NOP | Vop1::V_CLREXCP,
                ..
            } => {}
            Inst::Vop3 {
                op: Vop3::V_MQSAD_U32_U8,
                ..
            } => self.by_lists(lists, wave),
            _ => match probe::vop(inst) {
                Some((row, f)) => self.vector(inst, row, f, wave, env),
                None => self.by_lists(lists, wave),
            },
        }
        self.exec_written(wave);
    }

    /// EXEC has been written where `wave` still has the old one: lanes that were active are not to be undefined.
    fn exec_written(&mut self, wave: &Wave) {
        let undefined = self.regs.bits.exec();
        if undefined == 0 {
            return;
        }
        let n = EXEC_LO + u8::from(undefined & wave.exec() & 0xffff_ffff == 0);
        if undefined & wave.exec() != 0 {
            let lane = (undefined & wave.exec()).trailing_zeros() as usize;
            let (_, from) = self.regs.scalar(n);
            self.report("U03", What::Scalar(n), Some(lane), from);
        }
        for n in [EXEC_LO, EXEC_LO + 1] {
            self.regs.set_scalar(n, 0, Origin::REGISTER);
        }
    }

    /// Branches and messages.
    fn control(&mut self, inst: &Inst, lists: &Lists, wave: &Wave) {
        let flags = inst.row().flags;
        if flags.has(Flags::READS_SCC) {
            self.scc_used("U01");
        }
        if flags.has(Flags::READS_VCC) {
            self.vccz_used("U01", wave);
        }
        if (lists.reads.iter()).any(|r| r.role == Role::Message) {
            self.scalars_used("U09", M0, 1, u32::MAX);
        }
    }

    /// The rule that is right for all: what is written in a lane is undefined if anything that is read is.
    fn by_lists(&mut self, lists: &Lists, wave: &Wave) {
        let mut uniform = lists.reads_scc.then(|| self.regs.scc()).filter(|s| s.0);
        if reads_direct(lists) && self.regs.direct.0 != 0 {
            uniform = uniform.or(Some((true, self.regs.direct.1)));
        }
        let reads = || lists.reads.iter().filter(|r| r.role != Role::Lanes);
        for r in reads().filter(|r| !r.is_vector()) {
            for n in r.numbers() {
                let (bits, from) = self.regs.scalar(n);
                uniform = uniform.or((bits != 0).then_some((true, from)));
            }
        }
        let mut in_lane = [None; LANES];
        for r in reads().filter(|r| r.is_vector()) {
            for (lane, found) in in_lane.iter_mut().enumerate() {
                for v in r.in_file() {
                    let (bits, from) = self.regs.vector(v, lane);
                    *found = found.or((bits != 0).then_some(from));
                }
            }
        }
        let any = in_lane.iter().flatten().next().copied();
        for r in &lists.writes {
            if r.is_vector() {
                for (n, lane) in r
                    .in_file()
                    .flat_map(|n| bits(wave.exec()).map(move |l| (n, l)))
                {
                    let from = uniform.map(|u| u.1).or(in_lane[lane]);
                    let bits = if from.is_some() { u32::MAX } else { 0 };
                    let from = from.unwrap_or_default().or_code(wave.pc);
                    self.regs.set_vector(n, lane, bits, from);
                }
                continue;
            }
            for n in r.numbers() {
                let from = uniform.map(|u| u.1).or(any);
                // What forks push and pop may be left as it is.
                let (old, old_from) = match r.role {
                    Role::Implicit => self.regs.scalar(n),
                    _ => (0, Origin::REGISTER),
                };
                let bits = if from.is_some() { u32::MAX } else { old };
                let from = from.unwrap_or(old_from).or_code(wave.pc);
                self.regs.set_scalar(n, bits, from);
            }
        }
        if lists.writes_scc {
            let from = uniform.map(|u| u.1);
            let origin = from.unwrap_or_default().or_code(wave.pc);
            self.regs.set_scc(from.is_some(), origin);
        }
    }

    fn scalar(&mut self, inst: &Inst, lists: &Lists, wave: &Wave, env: &Env<'_>) {
        let row = inst.row();
        let [t0, t1, _] = row.shape.src;
        let (mut src, mut types) = ([Operand::Int(0); 3], [t0, t1, Ty::B32]);
        src[2] = Operand::Scc;
        match *inst {
            Inst::Sop1 { op, sdst, ssrc0 } => {
                if row.moves_relatively() {
                    return self.moves_related((ssrc0, t0), lists, wave);
                }
                if matches!(op, Sop1::S_SETPC_B64 | Sop1::S_SWAPPC_B64) {
                    self.used_source(ssrc0, 2, u32::MAX, "U02", wave);
                }
                if op == Sop1::S_CBRANCH_JOIN {
                    self.used_source(ssrc0, 1, u32::MAX, "U02", wave);
                    return self.by_lists(lists, wave);
                }
                src[0] = ssrc0;
                if row.flags.has(Flags::READS_DST) {
                    (src[1], types[1]) = (Operand::Sgpr(sdst), row.shape.dst);
                } else if row.flags.has(Flags::WRITES_EXEC) {
                    (src[1], types[1]) = (Operand::Sgpr(EXEC_LO), Ty::B64);
                }
                if op == Sop1::S_SET_GPR_IDX_IDX {
                    return self.sets_index(ssrc0, 0xff, wave);
                }
            }
            Inst::Sop2 { ssrc0, ssrc1, .. } => {
                if row.flags.has(Flags::BRANCH) {
                    self.used_source(ssrc0, 2, u32::MAX, "U03", wave);
                    self.used_source(ssrc1, 2, u32::MAX, "U02", wave);
                    return self.by_lists(lists, wave);
                }
                (src[0], src[1]) = (ssrc0, ssrc1);
            }
            Inst::Sopc { op, ssrc0, ssrc1 } => {
                if op == Sopc::S_SET_GPR_IDX_ON {
                    return self.sets_index(ssrc0, 0xf0ff, wave);
                }
                (src[0], src[1]) = (ssrc0, ssrc1);
                if op == Sopc::S_SETVSKIP {
                    self.used_source(ssrc0, 1, u32::MAX, "U08", wave);
                    self.used_source(ssrc1, 1, u32::MAX, "U08", wave);
                }
            }
            Inst::Sopk {
                op, sdst, simm16, ..
            } => {
                (src[0], types[0]) = (Operand::Sgpr(sdst), Ty::B32);
                let signed = simm16 as i16 as i32 as u32;
                let unsigned = row.flags.has(Flags::ZERO_EXTENDS);
                src[1] = Operand::Literal(if unsigned { simm16.into() } else { signed });
                types[1] = Ty::B32;
                match op {
                    Sopk::S_SETREG_B32 => {
                        let (_, _, mask) = crate::isa::hwreg::field(simm16);
                        return self.scalars_used("U08", sdst, 1, mask);
                    }
                    Sopk::S_CBRANCH_I_FORK => {
                        self.used_source(Operand::Sgpr(sdst), 2, u32::MAX, "U03", wave);
                        return self.by_lists(lists, wave);
                    }
                    Sopk::S_GETREG_B32 => return self.by_lists(lists, wave),
                    _ => {}
                }
            }
            _ => return,
        }
        let reads_scc = row.flags.has(Flags::READS_SCC);
        let source = |i: usize| match i {
            2 if !reads_scc => (0, 0),
            _ if types[i] == Ty::None => (0, 0),
            _ => {
                let value = probe::scalar(wave, src[i], types[i], env);
                (value, self.regs.scalar_source(src[i], types[i], wave))
            }
        };
        let all: [(u64, u64); 3] = std::array::from_fn(source);
        let operands = Operands {
            value: all.map(|x| [x.0]),
            undefined: all.map(|x| [x.1]),
        };
        let mut rule = how::scalar(inst);
        if src[0] == src[1] && how::cancels(inst) {
            rule = Rule {
                how: how::How::Nothing,
                flag: how::Flag::Alike,
                ..rule
            };
        }
        let hot = operands.lanes(&rule.matter);
        let (mut bits, mut scc, mut from) = ([0], 0, Origin::REGISTER);
        if hot != 0 {
            let exec = row.flags.has(Flags::WRITES_EXEC);
            let ty = if exec { Ty::B64 } else { row.shape.dst };
            let widths = (width(ty), types.map(sign));
            let tries = &mut self.tries;
            (bits, scc) = alu::propagate(&rule, &operands, hot, widths, |v| {
                tries.scalar(inst, v, env)
            });
            let origins = (0..3).filter(|i| operands.undefined[*i][0] & rule.matter[*i] != 0);
            let mut origins =
                origins.filter_map(|i| self.regs.origin(src[i], types[i].dwords(), 0));
            from = origins.next().unwrap_or_default().or_code(wave.pc);
        }
        let [bits] = bits;
        for r in lists.writes.iter().filter(|r| r.role == Role::Destination) {
            // Those that save EXEC put the old one there; those that write it the new one.
            let kept = row.flags.has(Flags::SAVES_EXEC);
            let new = if kept { 0 } else { bits };
            for (n, shift) in r.numbers().zip([0, 32]) {
                self.regs.set_scalar(n, (new >> shift) as u32, from);
            }
        }
        if row.flags.has(Flags::WRITES_EXEC) {
            self.set_pair(EXEC_LO, bits, from);
        }
        if row.flags.has(Flags::WRITES_SCC) {
            self.regs.set_scc(scc != 0, from);
        }
    }

    pub(super) fn set_pair(&mut self, n: u8, bits: u64, from: Origin) {
        self.regs.set_scalar(n, bits as u32, from);
        self.regs
            .set_scalar(n.saturating_add(1), (bits >> 32) as u32, from);
    }

    /// A scalar source of `count` registers decides something, by the bits of `mask` in each.
    fn used_source(&mut self, src: Operand, count: u8, mask: u32, rule: &'static str, wave: &Wave) {
        match src {
            Operand::Sgpr(s) => self.scalars_used(rule, s, count, mask),
            Operand::Scc => self.scc_used(rule),
            Operand::Vccz => self.vccz_used(rule, wave),
            _ => {}
        }
    }

    /// SCC decides something.
    fn scc_used(&mut self, rule: &'static str) {
        let (undefined, from) = self.regs.scc();
        if undefined {
            self.report(rule, What::Scc, None, from);
            self.regs.set_scc(false, from);
        }
    }

    /// VCCZ decides something.
    fn vccz_used(&mut self, rule: &'static str, wave: &Wave) {
        if self.regs.vccz(wave.vcc()) {
            let from = self.regs.origin(Operand::VCC, 2, 0).unwrap_or_default();
            self.report(rule, What::Vccz, None, from);
            self.set_pair(VCC_LO, 0, Origin::REGISTER);
        }
    }

    /// S_MOVREL: registers by M0, as `lists` have them.
    fn moves_related(&mut self, (src, ty): (Operand, Ty), lists: &Lists, wave: &Wave) {
        let source = lists.reads.iter().find(|r| r.role == Role::Source(0));
        let mut moved: Vec<_> = (source.into_iter().flat_map(|r| r.numbers()))
            .map(|n| self.regs.scalar(n))
            .collect();
        if moved.is_empty() {
            let bits = self.regs.scalar_source(src, ty, wave) as u32;
            moved.push((bits, self.regs.origin(src, 1, 0).unwrap_or_default()));
        }
        for r in lists.writes.iter().filter(|r| r.role == Role::Destination) {
            for (i, n) in r.numbers().enumerate() {
                let (bits, from) = moved.get(i).copied().unwrap_or_default();
                self.regs.set_scalar(n, bits, from.or_code(wave.pc));
            }
        }
    }

    /// The bits of M0 in `mask` are set, its low byte from `src`.
    fn sets_index(&mut self, src: Operand, mask: u32, wave: &Wave) {
        let new = self.regs.scalar_source(src, Ty::B32, wave) as u32 & 0xff;
        let (old, old_from) = self.regs.scalar(M0);
        let from = match new {
            0 => old_from,
            _ => self.regs.origin(src, 1, 0).unwrap_or_default(),
        };
        let bits = old & !mask | new;
        self.regs.set_scalar(M0, bits, from.or_code(wave.pc));
    }

    /// The fields with what is undefined of each source in place of the source.
    fn shadowed(&self, f: &Vop, wave: &Wave) -> Vop {
        Vop {
            src: f.src.map(|s| self.regs.source(s, wave)),
            abs: 0,
            neg: 0,
            ..*f
        }
    }

    fn vector(&mut self, inst: &Inst, row: &'static Row, f: &Vop, wave: &Wave, env: &Env<'_>) {
        let shadowed = self.shadowed(f, wave);
        let Some(u) = probe::fetch(row, &shadowed, wave, &self.regs.bits, env) else {
            return;
        };
        let types = row.shape.src;
        let origin = |s: &State, src: &[[u64; LANES]; 3], lane: usize, own: usize| {
            let mut all = (0..3).filter(|i| src[*i][lane] != 0);
            let found = all.find_map(|i| s.regs.origin(u.at[i], types[i].dwords(), own));
            found.unwrap_or_default().or_code(wave.pc)
        };
        match inst {
            Inst::Vop1 {
                op: Vop1::V_READFIRSTLANE_B32,
                ..
            } => {
                let lane = wave.exec().trailing_zeros() as usize & 63;
                let from = origin(self, &u.src, lane, lane);
                return self.regs.set_scalar(f.vdst, u.src[0][lane] as u32, from);
            }
            Inst::Vop1 {
                op: Vop1::V_SWAP_B32,
                ..
            } => return self.swaps(u.dst, u.at[0], u.active, wave),
            Inst::Vop1 { op, .. } if row.flags.has(Flags::LANE_CONTROLS) => {
                return self.swaps_lanes(*op, u.dst, u.at[0], wave);
            }
            // Sources or results of more than two registers.
            Inst::Vop3 { .. } if row.flags.has(Flags::SCALED) && !row.flags.has(Flags::OP_SEL) => {
                return self.all_of_all(row, &u, wave.pc);
            }
            Inst::Vop2 {
                op: op @ (Vop2::V_READLANE_B32 | Vop2::V_WRITELANE_B32),
                ..
            } => {
                self.used_source(f.src[1], 1, 63, "U06", wave);
                let Some(v) = probe::fetch(row, f, wave, wave, env) else {
                    return;
                };
                let lane = v.src[1][0] as usize & 63;
                let bits = u.src[0][lane] as u32;
                let from = origin(self, &u.src, lane, lane);
                match op {
                    Vop2::V_READLANE_B32 => self.regs.set_scalar(f.vdst, bits, from),
                    _ => {
                        self.regs.set_vector(u.dst.into(), lane, bits, from);
                    }
                }
                return;
            }
            _ => {}
        }
        let mut operands = Operands {
            value: [[0; LANES]; 3],
            undefined: u.src,
        };
        // In GPR index mode one register number may stand for several registers.
        let found = Vop { src: u.at, ..*f };
        let mut rule = how::vector(inst, row, &found);
        if let Inst::Vop3 {
            op: Vop3::V_LSHL_ADD_U64,
            ..
        } = inst
            && env.program.generation().has(Gens::SHIFTS_TO_4)
        {
            rule = how::shifts_to_4();
        }
        let part = how::part(inst, f);
        self.also_reads(inst, row, (&u.old, part), &mut operands, &mut rule);
        let hot = operands.lanes(&rule.matter) & u.active;
        let (mut bits, mut flag) = ([0; LANES], 0);
        if hot != 0 {
            let Some(v) = probe::fetch(row, f, wave, wave, env) else {
                return;
            };
            operands.value = v.src;
            let widths = (width(row.shape.dst), types.map(sign));
            let tries = &mut self.tries;
            (bits, flag) = alu::propagate(&rule, &operands, hot, widths, |v| {
                tries.vector(inst, hot, wave.mode, v, env)
            });
        }
        let mask_from = match flag {
            0 => Origin::REGISTER,
            flag => {
                let lane = flag.trailing_zeros() as usize;
                origin(self, &operands.undefined, lane, lane)
            }
        };
        let dst = row.shape.dst;
        if row.flags.has(Flags::CARRY_OUT) || dst == Ty::Mask {
            self.set_pair(f.sdst, flag, mask_from);
        }
        if dst == Ty::Mask || dst == Ty::None {
            if row.flags.has(Flags::WRITES_EXEC) {
                if flag != 0 {
                    self.set_pair(f.sdst, 0, mask_from);
                }
                self.set_pair(EXEC_LO, flag, mask_from);
            }
            return;
        }
        let first = u16::from(u.dst);
        let written = first..first + u16::from(dst.dwords().max(1));
        if hot == 0 && f.sdwa.is_none() && !dst.is_16() && part.is_none() {
            return written.for_each(|v| self.regs.define(v, u.active));
        }
        let froms: Vec<Origin> = (0..LANES)
            .map(|lane| match hot >> lane & 1 {
                0 => Origin::REGISTER,
                _ => origin(self, &operands.undefined, lane, lane),
            })
            .collect();
        for lane in (0..LANES).filter(|lane| u.active >> lane & 1 != 0) {
            let (old, old_from) = self.regs.vector(first, lane);
            let low = match part {
                Some(part) => old & !part | bits[lane] as u32 & part,
                None => probe::merge(row, f, env, old, bits[lane] as u32),
            };
            let from = if bits[lane] == 0 {
                old_from
            } else {
                froms[lane]
            };
            self.regs.set_vector(first, lane, low, from);
            if dst.dwords() == 2 {
                let high = (bits[lane] >> 32) as u32;
                self.regs.set_vector(first + 1, lane, high, froms[lane]);
            }
        }
    }

    /// What takes part in a vector instruction beside its sources, or of them does not.
    fn also_reads(
        &self,
        inst: &Inst,
        row: &Row,
        (old, part): (&[u64; LANES], Option<u32>),
        operands: &mut Operands<LANES>,
        rule: &mut Rule,
    ) {
        let accumulates = row.flags.has(Flags::READS_DST) && row.flags.has(Flags::ACCUMULATES);
        if accumulates && part.is_none() {
            for (u, old) in operands.undefined[2].iter_mut().zip(old) {
                *u |= old & width(row.shape.dst);
            }
        }
        if row.flags.has(Flags::READS_VCC) {
            let vcc = self.regs.bits.vcc();
            for (lane, u) in operands.undefined[2].iter_mut().enumerate() {
                *u |= vcc >> lane & 1;
            }
        }
        // Lanes count the bits below them.
        let from = match inst {
            Inst::Vop2 {
                op: Vop2::V_MBCNT_LO_U32_B32,
                ..
            } => 0,
            Inst::Vop2 {
                op: Vop2::V_MBCNT_HI_U32_B32,
                ..
            } => 32,
            _ => return,
        };
        *rule = how::count();
        for lane in 0..LANES {
            let below = (1u64 << lane.saturating_sub(from).min(32)) - 1;
            if operands.undefined[0][lane] & below != 0 {
                operands.undefined[1][lane] = u32::MAX.into();
            }
            operands.undefined[0][lane] = 0;
        }
    }

    /// V_PERMLANE16_SWAP_B32 and V_PERMLANE32_SWAP_B32, which do not look at EXEC.
    fn swaps_lanes(&mut self, op: Vop1, dst: u8, src: Operand, wave: &Wave) {
        let Operand::Vgpr(src) = src else { return };
        let (dst, src) = (u16::from(dst), u16::from(src));
        let by = if op == Vop1::V_PERMLANE16_SWAP_B32 {
            16
        } else {
            32
        };
        for low in (0..LANES).filter(|lane| lane & by == 0) {
            let (a, b) = (self.regs.vector(dst, low + by), self.regs.vector(src, low));
            self.regs.set_vector(src, low, a.0, a.1.or_code(wave.pc));
            self.regs
                .set_vector(dst, low + by, b.0, b.1.or_code(wave.pc));
        }
    }

    /// All of the result is undefined where a bit of a source is.
    fn all_of_all(&mut self, row: &Row, u: &Fetched, pc: u64) {
        let results = u16::from(u.dst)..u16::from(u.dst) + u16::from(row.shape.dst.dwords());
        for lane in bits(u.active) {
            let undefined = u.at.iter().zip(row.shape.src).find_map(|(src, ty)| {
                (ty != Ty::None).then(|| self.regs.origin(*src, ty.dwords(), lane))?
            });
            for v in results.clone() {
                match undefined {
                    Some(from) => {
                        let from = from.or_code(pc);
                        self.regs.set_vector(v, lane, u32::MAX, from);
                    }
                    None => {
                        let from = Origin::REGISTER;
                        self.regs.set_vector(v, lane, 0, from);
                    }
                }
            }
        }
    }

    /// V_SWAP_B32.
    fn swaps(&mut self, dst: u8, src: Operand, active: u64, wave: &Wave) {
        let Operand::Vgpr(src) = src else { return };
        let (dst, src) = (u16::from(dst), u16::from(src));
        for lane in (0..LANES).filter(|lane| active >> lane & 1 != 0) {
            let (a, b) = (self.regs.vector(dst, lane), self.regs.vector(src, lane));
            self.regs.set_vector(dst, lane, b.0, b.1.or_code(wave.pc));
            self.regs.set_vector(src, lane, a.0, a.1.or_code(wave.pc));
        }
    }

    /// VOP3P on pairs of dwords: each dword of the result by those that it is computed from, or which it is.
    fn pairs(&mut self, op: Vop3p, f: &Vop, u: &Fetched, pc: u64) {
        let moves = op == Vop3p::V_PK_MOV_B32;
        for lane in bits(u.active) {
            let read = |i: usize, select: u8| -> OfPair {
                let bits = (u.src[i][lane] >> (32 * (select >> i & 1))) as u32;
                match bits {
                    0 => (0, None),
                    bits => (bits, self.regs.origin(u.at[i], 2, lane)),
                }
            };
            let results: [OfPair; 2] = std::array::from_fn(|d| {
                if moves {
                    read(d, f.op_sel)
                } else {
                    let select = [f.op_sel, f.op_sel_hi][d];
                    let found = (0..3).map(|i| read(i, select)).find(|x| x.0 != 0);
                    found.map_or((0, None), |(_, from)| (u32::MAX, from))
                }
            });
            for (v, (bits, from)) in (u16::from(u.dst)..).zip(results) {
                let from = from.unwrap_or_default().or_code(pc);
                self.regs.set_vector(v, lane, bits, from);
            }
        }
    }

    /// VOP3P: each half by the halves that it is computed from; sums and products of integers from the lowest
    /// undefined bit up.
    fn packed(&mut self, op: Vop3p, f: &Vop, wave: &Wave, env: &Env<'_>) {
        let row = op.row();
        let shadowed = self.shadowed(f, wave);
        let values = || probe::fetch_packed(row, f, wave, wave, env);
        let fetched = probe::fetch_packed(row, &shadowed, wave, &self.regs.bits, env);
        let (Some(u), Some(v)) = (fetched, values()) else {
            return;
        };
        if row.shape.dst.dwords() == 2 {
            return self.pairs(op, f, &u, wave.pc);
        }
        let half = |i: usize, word: u64, high: bool| {
            let select = if high { f.op_sel_hi } else { f.op_sel };
            word >> (16 * (select >> i & 1)) & 0xffff
        };
        let mixed = row.flags.has(Flags::MIX);
        for lane in (0..LANES).filter(|lane| u.active >> lane & 1 != 0) {
            let of = |high| -> [u64; 3] { std::array::from_fn(|i| half(i, u.src[i][lane], high)) };
            let any = |all: [u64; 3]| all.iter().any(|u| *u != 0);
            let (old, old_from) = self.regs.vector(u.dst.into(), lane);
            let bits = if mixed {
                let read: [u64; 3] = std::array::from_fn(|i| match f.op_sel_hi >> i & 1 {
                    0 => u.src[i][lane],
                    _ => half(i, u.src[i][lane], false),
                });
                let new = if any(read) { u32::MAX } else { 0 };
                let part = if row.flags.has(Flags::LOW_HALF) {
                    0xffff
                } else if row.flags.has(Flags::HIGH_HALF) {
                    0xffff_0000
                } else {
                    u32::MAX
                };
                old & !part | new & part
            } else if row.products() == 0 {
                let one = |high| {
                    let amount = half(0, v.src[0][lane], high) & 15;
                    packed_half(op, f.clamp, of(high), amount)
                };
                one(false) | one(true) << 16
            } else {
                // Dot products.
                let selected = row.products() == 2;
                let c = u.src[2][lane];
                let both = if selected {
                    let (low, high) = (of(false), of(true));
                    [low[0] | high[0], low[1] | high[1], c]
                } else {
                    [u.src[0][lane], u.src[1][lane], c]
                };
                u32::from(any(both)) * u32::MAX
            };
            let mut all = (0..3).filter(|i| u.src[*i][lane] != 0);
            let from = all.find_map(|i| self.regs.origin(u.at[i], 1, lane));
            let from = from.map_or(old_from, |from| from.or_code(wave.pc));
            self.regs.set_vector(u.dst.into(), lane, bits, from);
        }
    }
}

/// A dword of a pair that a VOP3P instruction makes.
type OfPair = (u32, Option<Origin>);

/// What is undefined of one half of a packed result, of operands that are so; `amount` is what is shifted by.
fn packed_half(op: Vop3p, clamp: bool, [a, b, c]: [u64; 3], amount: u64) -> u32 {
    use Vop3p::*;
    let all = a | b | c;
    let bits = match op {
        _ if all == 0 => 0,
        V_PK_ADD_I16 | V_PK_SUB_I16 | V_PK_ADD_U16 | V_PK_SUB_U16 | V_PK_MUL_LO_U16
        | V_PK_MAD_I16 | V_PK_MAD_U16
            if !clamp =>
        {
            u64::MAX << all.trailing_zeros()
        }
        V_PK_LSHLREV_B16 if a & 15 == 0 => b << amount,
        V_PK_LSHRREV_B16 if a & 15 == 0 => b >> amount,
        V_PK_ASHRREV_I16 if a & 15 == 0 => (b as i16 >> amount) as u64,
        _ => u64::MAX,
    };
    bits as u32 & 0xffff
}
