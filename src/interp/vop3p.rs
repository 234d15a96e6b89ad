//! VOP3P: packed and mixed-precision operations of gfx9 (CLRX GcnInstrsVop3p).
//!
//! `abs` of the decoded fields is NEG_HI and `neg` is NEG_LO.

use super::vop::{Registers, fit, operand, s16};
use super::{Cx, Step, Stop, lanes, unsupported};
use crate::isa::{Gens, Ty, Vop, Vop3p};
use crate::machine::wave::{LANES, Wave};
use crate::numerics::{self as n, F16, F32, Mode};

#[allow(clippy::wildcard_enum_match_arm)] // The second match has them all.
pub(super) fn execute(op: Vop3p, f: &Vop, w: &mut Wave, cx: &mut Cx) -> Step {
    use Vop3p::*;
    match op {
        V_PK_FMA_F32 => return pairs(op, f, w, cx, |[a, b, c], m| n::fma(F32, a, b, c, m)),
        V_PK_MUL_F32 => return pairs(op, f, w, cx, |[a, b, _], m| n::mul(F32, a, b, m)),
        V_PK_ADD_F32 => return pairs(op, f, w, cx, |[a, b, _], m| n::add(F32, a, b, m)),
        V_PK_MOV_B32 => return move_pair(f, w, cx),
        _ => {}
    }
    let mut x = Packed::fetch(op, f, w, cx)?;
    match op {
        // They have been done.
        V_PK_FMA_F32 | V_PK_MUL_F32 | V_PK_ADD_F32 | V_PK_MOV_B32 => {}
        V_PK_MAD_I16 => x.ints(Ty::I16, |[a, b, c]| s16(a) * s16(b) + s16(c)),
        V_PK_MUL_LO_U16 => x.wrapping(|[a, b, _]| a * b),
        V_PK_ADD_I16 => x.ints(Ty::I16, |[a, b, _]| s16(a) + s16(b)),
        V_PK_SUB_I16 => x.ints(Ty::I16, |[a, b, _]| s16(a) - s16(b)),
        V_PK_LSHLREV_B16 => x.wrapping(|[a, b, _]| b << (a & 15)),
        V_PK_LSHRREV_B16 => x.wrapping(|[a, b, _]| b >> (a & 15)),
        V_PK_ASHRREV_I16 => x.wrapping(|[a, b, _]| (b as i16 >> (a & 15)) as u64),
        V_PK_MAX_I16 => x.ints(Ty::I16, |[a, b, _]| s16(a).max(s16(b))),
        V_PK_MIN_I16 => x.ints(Ty::I16, |[a, b, _]| s16(a).min(s16(b))),
        V_PK_MAD_U16 => x.ints(Ty::U16, |[a, b, c]| (a * b + c) as i128),
        V_PK_ADD_U16 => x.ints(Ty::U16, |[a, b, _]| (a + b) as i128),
        V_PK_SUB_U16 => x.ints(Ty::U16, |[a, b, _]| a as i128 - b as i128),
        V_PK_MAX_U16 => x.wrapping(|[a, b, _]| a.max(b)),
        V_PK_MIN_U16 => x.wrapping(|[a, b, _]| a.min(b)),
        V_PK_FMA_F16 => x.floats(|[a, b, c], m| n::fma(F16, a, b, c, m)),
        V_PK_ADD_F16 => x.floats(|[a, b, _], m| n::add(F16, a, b, m)),
        V_PK_MUL_F16 => x.floats(|[a, b, _], m| n::mul(F16, a, b, m)),
        V_PK_MIN_F16 => x.floats(|[a, b, _], m| n::min(F16, a, b, m)),
        V_PK_MAX_F16 => x.floats(|[a, b, _], m| n::max(F16, a, b, m)),

        V_MAD_MIX_F32 => x.mix(n::mad, Part::Whole),
        V_FMA_MIX_F32 => x.mix(n::fma, Part::Whole),
        V_MAD_MIXLO_F16 => x.mix(n::mad, Part::Low),
        V_FMA_MIXLO_F16 => x.mix(n::fma, Part::Low),
        V_MAD_MIXHI_F16 => x.mix(n::mad, Part::High),
        V_FMA_MIXHI_F16 => x.mix(n::fma, Part::High),

        // The half of an instruction.
        V_MFMA_LD_SCALE_B32 => return Err(unsupported(cx, op.row().name)),
        V_PK_MINIMUM3_F16 => x.floats(|[a, b, c], m| n::minimum3(F16, a, b, c, m)),
        V_PK_MAXIMUM3_F16 => x.floats(|[a, b, c], m| n::maximum3(F16, a, b, c, m)),

        V_DOT2_F32_F16 => {
            let (m, flushes) = (x.m, cx.generation.has(Gens::DOT_FLUSHES_HALVES));
            x.dot2_f32(f.neg, |a, b, c| n::dot2_f16(a, b, c, m, flushes));
        }
        // NEG is of the products' operands alone (CDNA4 ISA).
        V_DOT2_F32_BF16 => {
            let m = x.m;
            x.dot2_f32(f.neg & 3, |a, b, c| n::dot2_bf16(a, b, c, m));
        }
        V_DOT2_I32_I16 => x.dot2(Ty::I32, |[a, b, c]| dot_signed(a, b, 16) + c as i32 as i128),
        V_DOT2_U32_U16 => x.dot2(Ty::U32, |[a, b, c]| dot_unsigned(a, b, 16) + c as i128),
        V_DOT4_I32_I8 => x.dot(Ty::I32, |[a, b, c]| dot_signed(a, b, 8) + c as i32 as i128),
        V_DOT4_U32_U8 => x.dot(Ty::U32, |[a, b, c]| dot_unsigned(a, b, 8) + c as i128),
        V_DOT8_I32_I4 => x.dot(Ty::I32, |[a, b, c]| dot_signed(a, b, 4) + c as i32 as i128),
        V_DOT8_U32_U4 => x.dot(Ty::U32, |[a, b, c]| dot_unsigned(a, b, 4) + c as i128),
    }
    for lane in lanes(x.exec) {
        w.v_mut(x.at.dst).0[lane] = x.out[lane];
    }
    Ok(())
}

/// Both f32 of a pair: OP_SEL and NEG_LO are those of the low result's sources, OP_SEL_HI and NEG_HI of the high one's.
fn pairs(op: Vop3p, f: &Vop, w: &mut Wave, cx: &Cx, of: impl Fn([u64; 3], Mode) -> u64) -> Step {
    let (src, at) = dwords(op, f, w, cx)?;
    let m = Mode::f32(w.mode);
    for lane in lanes(w.exec()) {
        let result = |select: u8, neg: u8| {
            let x = [0, 1, 2].map(|i| {
                let v = src[i][lane] >> (32 * (select >> i & 1)) & 0xffff_ffff;
                v ^ u64::from(neg >> i & 1) << 31
            });
            if f.clamp {
                n::clamp(F32, of(x, m), m) as u32
            } else {
                of(x, m) as u32
            }
        };
        w.v_mut(at.dst).0[lane] = result(f.op_sel, f.neg);
        w.v_mut(at.dst + 1).0[lane] = result(f.op_sel_hi, f.abs);
    }
    Ok(())
}

/// V_PK_MOV_B32: a dword of S0, and one of S1.
fn move_pair(f: &Vop, w: &mut Wave, cx: &Cx) -> Step {
    let (src, at) = dwords(Vop3p::V_PK_MOV_B32, f, w, cx)?;
    for lane in lanes(w.exec()) {
        for (i, of) in src[..2].iter().enumerate() {
            let v = of[lane] >> (32 * (f.op_sel >> i & 1));
            w.v_mut(at.dst + i as u8).0[lane] = v as u32;
        }
    }
    Ok(())
}

/// The sources of an instruction on pairs of dwords.
fn dwords(op: Vop3p, f: &Vop, w: &Wave, cx: &Cx) -> Result<([[u64; LANES]; 3], Registers), Stop> {
    let row = op.row();
    let at = Registers::find(row, f, w)?;
    let mut src = [[0; LANES]; 3];
    for (i, &ty) in row
        .shape
        .src
        .iter()
        .enumerate()
        .filter(|(_, ty)| **ty != Ty::None)
    {
        src[i] = operand(w, cx, at.src[i], ty);
    }
    Ok((src, at))
}

/// Sum of the products of signed elements of `bits` bits.
pub(super) fn dot_signed(a: u64, b: u64, bits: u32) -> i128 {
    let element = |v: u64, i: u32| ((v << (64 - bits * (i + 1))) as i64 >> (64 - bits)) as i128;
    (0..32 / bits).map(|i| element(a, i) * element(b, i)).sum()
}

/// Sum of the products of unsigned elements of `bits` bits.
fn dot_unsigned(a: u64, b: u64, bits: u32) -> i128 {
    let element = |v: u64, i: u32| (v >> (bits * i) & ((1 << bits) - 1)) as i128;
    (0..32 / bits).map(|i| element(a, i) * element(b, i)).sum()
}

/// What a mixed-precision operation writes of its destination.
#[derive(Clone, Copy)]
enum Part {
    Whole,
    Low,
    High,
}

/// The sources of a VOP3P instruction as dwords, and its results.
struct Packed<'a> {
    f: &'a Vop,
    at: Registers,
    src: [[u64; LANES]; 3],
    out: [u32; LANES],
    exec: u64,
    m: Mode,
    m16: Mode,
}

impl<'a> Packed<'a> {
    #[allow(clippy::wildcard_enum_match_arm)] // Not a match on opcodes.
    fn fetch(op: Vop3p, f: &'a Vop, w: &Wave, cx: &Cx) -> Result<Packed<'a>, Stop> {
        let row = op.row();
        let at = Registers::find(row, f, w)?;
        let mut x = Packed {
            f,
            src: [[0; LANES]; 3],
            out: w.v(at.dst).0,
            at,
            exec: w.exec(),
            m: Mode::f32(w.mode),
            m16: Mode::f64(w.mode),
        };
        for (i, &ty) in row.shape.src.iter().enumerate() {
            // A mixed-precision source that is not f16 takes constants in f32 format.
            let ty = match ty {
                Ty::F16 if !x.is_half(i) => Ty::F32,
                ty => ty,
            };
            if ty != Ty::None {
                x.src[i] = operand(w, cx, x.at.src[i], ty);
            }
        }
        Ok(x)
    }

    /// OP_SEL_HI of a mixed-precision source: f16 rather than f32.
    fn is_half(&self, i: usize) -> bool {
        self.f.op_sel_hi >> i & 1 != 0
    }

    /// The 16 bits of each source that make up half `high` of the result.
    fn halves(&self, lane: usize, high: bool) -> [u64; 3] {
        let select = if high {
            self.f.op_sel_hi
        } else {
            self.f.op_sel
        };
        std::array::from_fn(|i| self.src[i][lane] >> (16 * (select >> i & 1)) & 0xffff)
    }

    fn each_half(&mut self, op: impl Fn([u64; 3], bool) -> u64) {
        for lane in lanes(self.exec) {
            let half = |high| op(self.halves(lane, high), high) as u16 as u32;
            self.out[lane] = half(false) | half(true) << 16;
        }
    }

    /// A 16-bit operation of which the low bits count.
    fn wrapping(&mut self, op: impl Fn([u64; 3]) -> u64) {
        self.each_half(|src, _| op(src));
    }

    /// A 16-bit operation given without overflow: saturates with CLAMP, else wraps.
    fn ints(&mut self, ty: Ty, op: impl Fn([u64; 3]) -> i128) {
        let clamp = self.f.clamp;
        self.each_half(|src, _| fit(ty, clamp, op(src)));
    }

    /// An f16 operation with NEG_LO, NEG_HI and CLAMP.
    fn floats(&mut self, op: impl Fn([u64; 3], Mode) -> u64) {
        let (m, f) = (self.m16, *self.f);
        self.each_half(|src, high| {
            let neg = if high { f.abs } else { f.neg };
            let src = std::array::from_fn(|i| src[i] ^ (neg as u64 >> i & 1) << 15);
            clamped(f, op(src, m), m)
        });
    }

    /// An f32 operation on sources that are each f16 or f32. NEG_HI is the absolute value, NEG_LO
    /// negates. The f16 results are the f32 result rounded once more.
    fn mix(&mut self, op: fn(n::Format, u64, u64, u64, Mode) -> u64, part: Part) {
        let (f, m, m16) = (*self.f, self.m, self.m16);
        for lane in lanes(self.exec) {
            let [a, b, c] = std::array::from_fn(|i| {
                let v = self.src[i][lane];
                let v = if self.is_half(i) {
                    let half = v >> (16 * (f.op_sel >> i & 1)) & 0xffff;
                    n::f32_from_f16(half as u16, m16) as u64
                } else {
                    v
                };
                let v = if f.abs >> i & 1 != 0 { F32.abs(v) } else { v };
                if f.neg >> i & 1 != 0 { F32.neg(v) } else { v }
            });
            let r = op(F32, a, b, c, m);
            let half = || {
                let r = n::convert(F32, F16, r, m.keeping(), m16);
                clamped(f, r, m16) as u32
            };
            let old = self.out[lane];
            self.out[lane] = match part {
                Part::Whole if f.clamp => n::clamp(F32, r, m) as u32,
                Part::Whole => r as u32,
                Part::Low => old & 0xffff_0000 | half(),
                Part::High => old & 0xffff | half() << 16,
            };
        }
    }

    /// A dot product of halves of two sources in f32.
    fn dot2_f32(&mut self, neg: u8, op: impl Fn([u16; 2], [u16; 2], u64) -> u32) {
        let (f, m) = (*self.f, self.m);
        for lane in lanes(self.exec) {
            let halves = [(false, neg), (true, f.abs)].map(|(high, neg)| {
                let src = self.halves(lane, high);
                [0, 1].map(|i| (src[i] ^ (neg as u64 >> i & 1) << 15) as u16)
            });
            let [a, b] = [0, 1].map(|i| halves.map(|of| of[i]));
            let r = op(a, b, self.src[2][lane] ^ (neg as u64 >> 2 & 1) << 31);
            self.out[lane] = if f.clamp {
                n::clamp(F32, r.into(), m.flushed()) as u32
            } else {
                r
            };
        }
    }

    /// An integer dot product of halves, which OP_SEL and OP_SEL_HI select first.
    fn dot2(&mut self, ty: Ty, op: impl Fn([u64; 3]) -> i128) {
        for lane in 0..LANES {
            let (low, high) = (self.halves(lane, false), self.halves(lane, true));
            for i in 0..2 {
                self.src[i][lane] = low[i] | high[i] << 16;
            }
        }
        self.dot(ty, op);
    }

    /// An integer dot product given without overflow: saturates with CLAMP, else wraps.
    fn dot(&mut self, ty: Ty, op: impl Fn([u64; 3]) -> i128) {
        let clamp = self.f.clamp;
        for lane in lanes(self.exec) {
            self.out[lane] = fit(ty, clamp, op(self.src.map(|s| s[lane]))) as u32;
        }
    }
}

fn clamped(f: Vop, v: u64, m: Mode) -> u64 {
    if f.clamp { n::clamp(F16, v, m) } else { v }
}
