//! Undefined bits through instructions before any of them is executed, where the values that decide are known: those
//! of scalar registers, as far as they do not come from vector registers. What that is for is code that spills
//! registers to lanes of others, and the lane masks of loops, in which bits of lanes that are not active are undefined.
//! What is told here is what [`State::alu`] tells with all values, where the interpreter executes the same: reports do
//! not depend on which of them it was.

use smallvec::SmallVec;

use super::how::{self, How, Terms};
use super::regs::{Origin, Row};
use super::step::{Open, State};
use super::{Plan, run};
use crate::check::accesses::bits;
use crate::check::operands::{Bank, Operands as Lists, Registers};
use crate::interp::probe;
use crate::ir::plant::{Fault, planted, unless_planted};
use crate::isa::{
    EXEC_LO, Flags, Gen, Inst, Operand, Row as InstRow, Sop1, Sop2, Ty, Vop, Vop1, Vop2,
};
use crate::machine::wave::Wave;

/// An instruction of several that follow one another.
#[derive(Clone, Copy)]
pub struct Step<'a> {
    /// Its address.
    pub pc: u64,
    /// It.
    pub inst: &'a Inst,
    /// What there is to know of it.
    pub(in crate::check) plan: &'a Plan,
    /// Its registers.
    pub lists: &'a Lists,
}

/// What scalar registers hold in the midst of several instructions, before the first of which `wave` is.
pub struct Values<'a> {
    wave: &'a Wave,
    generation: Gen,
    /// Numbers of those that have been written, their values, and which bits of these are known; the last one counts.
    written: SmallVec<[(u8, u32, u32); 16]>,
}

/// A scalar operand: its value, which bits of that are known, and which are undefined.
#[derive(Clone, Copy, Default)]
struct Bits {
    value: u64,
    known: u64,
    undefined: u64,
}

/// What an instruction does to each bit of its operands.
#[derive(Clone, Copy)]
enum Logic {
    /// The and, after which operands are inverted, and whether it is inverted itself.
    And(bool, bool, bool),
    /// The exclusive or, or its inverse.
    Xor(bool),
    /// The first operand.
    Copy,
}

impl Logic {
    /// What an instruction does, to which sources, and where the result goes.
    fn of(inst: &Inst) -> Option<(Logic, [Operand; 2], u8)> {
        match *inst {
            Inst::Sop1 {
                op: Sop1::S_MOV_B32 | Sop1::S_MOV_B64,
                sdst,
                ssrc0,
            } => Some((Logic::Copy, [ssrc0; 2], sdst)),
            Inst::Sop2 {
                op,
                sdst,
                ssrc0,
                ssrc1,
            } => {
                use Sop2::*;
                #[allow(clippy::wildcard_enum_match_arm)] // A few of many.
                let logic = match op {
                    S_AND_B32 | S_AND_B64 => Logic::And(false, false, false),
                    S_OR_B32 | S_OR_B64 => Logic::And(true, true, true),
                    S_ANDN2_B32 | S_ANDN2_B64 => Logic::And(false, true, false),
                    S_ORN2_B32 | S_ORN2_B64 => Logic::And(true, false, true),
                    S_NAND_B32 | S_NAND_B64 => Logic::And(false, false, true),
                    S_NOR_B32 | S_NOR_B64 => Logic::And(true, true, false),
                    S_XOR_B32 | S_XOR_B64 => Logic::Xor(false),
                    S_XNOR_B32 | S_XNOR_B64 => Logic::Xor(true),
                    _ => return None,
                };
                Some((logic, [ssrc0, ssrc1], sdst))
            }
            _ => None,
        }
    }

    /// The result, in `width`; `None` where a value decides that is not known.
    fn result(self, [mut a, mut b]: [Bits; 2], width: u64) -> Option<Bits> {
        let invert = |x: &mut Bits, is: bool| x.value ^= if is { u64::MAX } else { 0 };
        let (mut r, inverted) = match self {
            Logic::Copy => (a, false),
            Logic::Xor(inverted) => {
                let r = Bits {
                    value: a.value ^ b.value,
                    known: a.known & b.known,
                    undefined: a.undefined | b.undefined,
                };
                (r, inverted)
            }
            Logic::And(not_a, not_b, inverted) => {
                invert(&mut a, not_a);
                invert(&mut b, not_b);
                // A bit that is undefined stays so but beside a defined 0.
                let hides = |b: Bits| unless_planted!(Fault::Unhidden, !(b.undefined | b.value), 0);
                let beside = |a: Bits, b: Bits| a.undefined & !hides(b);
                let decides = |a: Bits, b: Bits| a.undefined & !b.undefined & !b.known & width;
                if decides(a, b) | decides(b, a) != 0 {
                    return None;
                }
                let r = Bits {
                    value: a.value & b.value,
                    known: a.known & b.known | a.known & !a.value | b.known & !b.value,
                    undefined: beside(a, b) | beside(b, a),
                };
                (r, inverted)
            }
        };
        invert(&mut r, inverted);
        Some(Bits {
            value: r.value & width,
            known: r.known,
            undefined: r.undefined & width,
        })
    }
}

impl<'a> Values<'a> {
    /// Those of `wave`, of this generation.
    pub fn new(wave: &'a Wave, generation: Gen) -> Values<'a> {
        Values {
            wave,
            generation,
            written: SmallVec::new(),
        }
    }

    fn register(&self, n: u8) -> (u32, u32) {
        let last = self.written.iter().rev().find(|w| w.0 == n);
        match (last, self.wave.sgpr.get(usize::from(n))) {
            (Some((_, value, known)), _) => (*value, *known),
            (None, Some(value)) => (*value, u32::MAX),
            (None, None) => (0, 0),
        }
    }

    fn write(&mut self, n: u8, value: u64, known: u64, dwords: u8) {
        for i in 0..dwords {
            let half = |x: u64| (x >> (32 * i)) as u32;
            let n = n.wrapping_add(i);
            self.written.push((n, half(value), half(known)));
        }
    }

    /// What is known of the registers that an instruction writes, except those of [`Logic`].
    pub fn executes(&mut self, inst: &Inst, lists: &Lists) {
        // Compares write 0 for lanes that are not active.
        let idle = match inst {
            Inst::Vopc { .. } => !self.wave.exec(),
            _ => 0,
        };
        let scalar = lists.writes.iter().filter(|r| r.bank == Bank::Scalar);
        for r in scalar {
            for (i, n) in r.numbers().enumerate() {
                let known = if i < 2 { idle >> (32 * i) } else { 0 };
                self.write(n, 0, known, 1);
            }
        }
    }
}

impl State {
    /// SCC, where that was left open, and `wave` has executed what was.
    #[inline]
    pub fn close(&mut self, wave: &Wave) {
        if let Some(open) = self.open.take() {
            let defined = (0..open.count).any(|i| {
                let n = open.first.wrapping_add(i);
                wave.sgpr[usize::from(n) & 127] & !self.regs.scalar(n).0 != 0
            });
            if defined && !planted(Fault::OpenScc) {
                let (_, from) = self.regs.scc();
                self.regs.set_scc(false, from);
            }
        }
    }

    /// What an instruction of the ALUs, or of control, does before which `values` are those of scalar registers; whether
    /// that can be told. What it leaves open of SCC is in `open`.
    pub(super) fn follow(
        &mut self,
        step: &Step<'_>,
        values: &mut Values<'_>,
        open: &mut Option<Open>,
    ) -> bool {
        let Step { inst, lists, .. } = *step;
        let is_open = |n: u8| open.is_some_and(|o| (o.first..o.first + o.count).contains(&n));
        let scalar = |r: &&Registers| r.bank == Bank::Scalar;
        let mut written = lists.writes.iter().filter(scalar).flat_map(|r| r.numbers());
        if !lists.writes_scc && written.any(is_open) || lists.reads_scc && open.is_some() {
            return false;
        }
        if lists.writes_scc {
            *open = None;
        }
        let exec = values.wave.exec();
        let alone = step.plan.alone.as_ref();
        let calm = alone.filter(|alone| self.regs.meet(&alone.before, exec));
        if let Some((logic, src, dst)) = Logic::of(inst) {
            return self.logic(step, (logic, src, dst), calm, values, open);
        }
        let done = match calm {
            Some(alone) => {
                self.regs.define_all(alone, exec);
                true
            }
            // What goes to EXEC decides something.
            None if lists.writes.iter().any(has_exec) => false,
            None if self.moves_lanes(inst, exec, step.pc) => true,
            None if self.multiplies_any(step, values.generation) => true,
            None => match probe::vop(inst) {
                Some((row, f)) => self.copies(step, f, exec) || self.spreads(step, row, f, exec),
                None => false,
            },
        };
        values.executes(inst, lists);
        done
    }

    /// A bitwise scalar instruction.
    fn logic(
        &mut self,
        step: &Step<'_>,
        (logic, src, dst): (Logic, [Operand; 2], u8),
        calm: Option<&run::Summary>,
        values: &mut Values<'_>,
        open: &mut Option<Open>,
    ) -> bool {
        let row = step.inst.row();
        let (ty, dwords) = (row.shape.dst, row.shape.dst.dwords());
        let width = if dwords == 2 { u64::MAX } else { 0xffff_ffff };
        let read = |src: Operand| -> Option<Bits> {
            let mut all = Bits::default();
            let Operand::Sgpr(s) = src else {
                (all.value, all.known) = (src.constant(ty)?, u64::MAX);
                return Some(all);
            };
            for i in 0..dwords {
                let n = s.wrapping_add(i);
                let (value, known) = values.register(n);
                all.value |= u64::from(value) << (32 * i);
                all.known |= u64::from(known) << (32 * i);
                all.undefined |= u64::from(self.regs.scalar(n).0) << (32 * i);
            }
            Some(all)
        };
        let operands = (read(src[0]), read(src[1]));
        let result = match operands {
            (Some(a), Some(b)) => logic.result([a, b], width),
            _ => None,
        };
        let Some(mut result) = result else {
            // What the operands are does not matter then.
            let Some(calm) = calm else { return false };
            self.regs.define_all(calm, values.wave.exec());
            values.executes(step.inst, step.lists);
            return true;
        };
        if src[0] == src[1] && how::cancels(step.inst) {
            result.undefined = 0;
        }
        // What goes to EXEC decides something.
        if result.undefined != 0 && dst.saturating_add(dwords) > EXEC_LO {
            return false;
        }
        let mut origins = src.iter().filter_map(|s| self.regs.origin(*s, dwords, 0));
        let from = origins.next().unwrap_or_default().or_code(step.pc);
        for i in 0..dwords {
            let bits = (result.undefined >> (32 * i)) as u32;
            self.regs.set_scalar(dst.wrapping_add(i), bits, from);
        }
        values.write(dst, result.value, result.known, dwords);
        if step.lists.writes_scc {
            let defined = result.undefined == 0
                || result.value & result.known & !result.undefined & width != 0;
            self.regs.set_scc(!defined, from);
            if !defined && width & !result.known & !result.undefined != 0 {
                let (first, count) = (dst, dwords);
                *open = Some(Open { first, count });
            }
        }
        true
    }

    /// Moves between registers and lanes of them; whether it is one.
    fn copies(&mut self, step: &Step<'_>, f: &Vop, exec: u64) -> bool {
        let pc = step.pc;
        let lane = |o: Operand| match o {
            Operand::Int(i) => Some(usize::from(i as u8 & 63)),
            _ => None,
        };
        let scalar = |s: &State, o: Operand| match o {
            Operand::Sgpr(n) => Some(s.regs.scalar(n)),
            Operand::Int(_) => Some((0, Origin::REGISTER)),
            _ => None,
        };
        match (step.inst, f.src[0], lane(f.src[1])) {
            (
                Inst::Vop2 {
                    op: Vop2::V_READLANE_B32,
                    ..
                },
                Operand::Vgpr(v),
                Some(lane),
            ) => {
                let (bits, from) = self.regs.vector(v.into(), lane);
                self.regs.set_scalar(f.vdst, bits, from.or_code(pc));
            }
            (
                Inst::Vop2 {
                    op: Vop2::V_WRITELANE_B32,
                    ..
                },
                src,
                Some(lane),
            ) => {
                let Some((bits, from)) = scalar(self, src) else {
                    return false;
                };
                self.regs
                    .set_vector(f.vdst.into(), lane, bits, from.or_code(pc));
            }
            (
                Inst::Vop1 {
                    op: Vop1::V_MOV_B32,
                    ..
                },
                src,
                _,
            ) if is_plain(f) => {
                let Some((undefined, row)) = self.row_of(src, false) else {
                    return false;
                };
                self.regs.set_row(f.vdst.into(), exec, undefined, &row, pc);
            }
            _ => return false,
        }
        true
    }

    /// A vector instruction in which undefined dwords make dwords of the result undefined, whatever the values are;
    /// whether it is one: where floating-point numbers are undefined, for one, or the high half of a 64-bit sum.
    fn spreads(&mut self, step: &Step<'_>, row: &'static InstRow, f: &Vop, exec: u64) -> bool {
        let (flags, shape) = (row.flags, &row.shape);
        let rule = how::vector(step.inst, row, f);
        let product = rule.how == How::Product;
        let simple = product || matches!(rule.how, How::All | How::Sum(_, Terms::Plain));
        let carries = flags.has(Flags::CARRY_OUT);
        if !simple || !is_plain(f) || reads_otherwise(step.inst, row) {
            return false;
        }
        if carries && !product && rule.how != How::All {
            return false;
        }
        // Where each source has dwords that are undefined.
        let mut lanes = [[0u64; 2]; 3];
        for (i, lanes) in lanes.iter_mut().enumerate() {
            for (d, lanes) in lanes.iter_mut().enumerate() {
                if d >= usize::from(shape.src[i].dwords()) {
                    continue;
                }
                let Some(undefined) = self.dword(f.src[i], d as u8, exec) else {
                    return false;
                };
                *lanes = undefined;
            }
        }
        let hot = lanes.iter().flatten().fold(0, |all, l| all | l);
        let two = shape.dst.dwords() == 2;
        let mut result = [hot; 2];
        if product {
            let [a, b, [low, high]] = lanes;
            // A carry out of the low half depends on the values.
            let factors = [a, b].iter().flatten().any(|l| *l != 0);
            if factors || two && low & !high != 0 {
                return false;
            }
            result = [low, high];
        }
        let mut to = Row::of(Origin::REGISTER);
        for lane in bits(hot) {
            let mut of = (0..3).filter(|i| (lanes[*i][0] | lanes[*i][1]) >> lane & 1 != 0);
            let from = of.find_map(|i| self.regs.origin(f.src[i], shape.src[i].dwords(), lane));
            to.from[lane] = from.unwrap_or_default();
        }
        if carries || shape.dst == Ty::Mask {
            let from = to.from[hot.trailing_zeros() as usize & 63].or_code(step.pc);
            self.set_pair(f.sdst, hot, from);
        }
        if shape.dst != Ty::Mask {
            for d in 0..shape.dst.dwords() {
                let undefined = result[usize::from(d)];
                let v = f.vdst.wrapping_add(d);
                self.regs.set_row(v.into(), exec, undefined, &to, step.pc);
            }
        }
        true
    }

    /// The lanes of the set `exec` in which all of dword `d` of a source is undefined; `None` where a part is.
    fn dword(&self, src: Operand, d: u8, exec: u64) -> Option<u64> {
        match src {
            Operand::Vgpr(v) => {
                let v = v.checked_add(d)?;
                let undefined = self.regs.undefined_in(v.into()) & exec;
                let whole = |lane| self.regs.vector(v.into(), lane).0 == u32::MAX;
                bits(undefined).all(whole).then_some(undefined)
            }
            Operand::Sgpr(s) => match self.regs.scalar(s.wrapping_add(d)).0 {
                0 => Some(0),
                u32::MAX => Some(exec),
                _ => None,
            },
            Operand::Int(_) | Operand::Float(_) | Operand::Literal(_) => Some(0),
            Operand::Aperture(_)
            | Operand::Vccz
            | Operand::Execz
            | Operand::Scc
            | Operand::LdsDirect => None,
        }
    }
}

/// Whether a half of EXEC is among registers.
fn has_exec(r: &Registers) -> bool {
    r.bank == Bank::Scalar && r.numbers().any(|n| n & !1 == EXEC_LO)
}

/// Whether more than whole dwords of its sources decides the result of a vector instruction, or it goes elsewhere than
/// to the lanes' registers.
#[allow(clippy::wildcard_enum_match_arm)] // A few of many.
fn reads_otherwise(inst: &Inst, row: &InstRow) -> bool {
    let by_row = [
        Flags::READS_DST,
        Flags::READS_VCC,
        Flags::IGNORES_EXEC,
        Flags::WRITES_EXEC,
    ];
    let by_lane = match inst {
        Inst::Vop1 { op, .. } => *op == Vop1::V_SWAP_B32,
        Inst::Vop2 { op, .. } => matches!(
            op,
            Vop2::V_MBCNT_LO_U32_B32
                | Vop2::V_MBCNT_HI_U32_B32
                | Vop2::V_READLANE_B32
                | Vop2::V_WRITELANE_B32
        ),
        Inst::Vopc { .. } | Inst::Vop3 { .. } => false,
        _ => true,
    };
    let odd = |ty: &Ty| ty.is_16() || ty.dwords() > 2;
    by_lane
        || by_row.iter().any(|flag| row.flags.has(*flag))
        || row.shape.src.iter().any(|ty| odd(ty) || *ty == Ty::Mask)
        || odd(&row.shape.dst)
        || row.shape.dst == Ty::None
}

/// Whether nothing changes what is read and written.
fn is_plain(f: &Vop) -> bool {
    let changes = f.neg | f.abs | f.op_sel;
    changes == 0 && f.sdwa.is_none() && f.dpp.is_none() && !f.clamp && f.omod == 0
}
