//! What an ISA without mask registers lacks, by what it has: masks are vectors, and operations under a mask are followed
//! by a blend; comparisons of unsigned numbers are those of signed ones; rotations, conversions, minima of qwords and
//! the like are several instructions.
//!
//! The two vectors of a strip of 64-bit lanes have them in the order in which VPUNPCKLDQ and VPUNPCKHDQ make them of
//! dwords: lanes 0, 1, 4, 5 and 2, 3, 6, 7. So nearly all that goes from dwords to qwords and back takes one instruction a
//! vector; only what lies in memory lane by lane is permuted.

use super::functions::class;
use super::*;
use crate::ir::Run;
use crate::ir::lane_fn::{Fmt, LaneCall, LaneFn};
use crate::jit::vector::gpr::RUN;
use crate::jit::vector::ops::Vectors;

/// VPERMQ: the second and the third qword change places.
const MIDDLE: i32 = 0xd8;
/// VSHUFPS: the first and the third dword of each half of a vector, and the others.
const EVEN: i32 = 0x88;
const ODD: i32 = 0xdd;
/// VPERM2I128: the lower halves of both, and the upper ones.
const LOWER: i32 = 0x20;
const UPPER: i32 = 0x31;
/// What says of dwords that they are to be moved to where VPSHUFB makes zeros.
const NOTHING: u8 = 0x80;

const SIGN: u32 = 1 << 31;
const WIDE_SIGN: u64 = 1 << 63;

/// The power of two by which denormal f32, and f64, are multiplied.
const DENORMAL: u8 = 24;
const DENORMAL_WIDE: u8 = 54;

/// Among how many values that were looked at last one is looked for.
const LATELY: usize = 8;

/// What is known of values, of those that were looked at last: V_FREXP_EXP, V_FREXP_MANT and V_CMP_CLASS of one value
/// mostly come together.
#[derive(Debug, Default)]
pub(super) struct Floats {
    /// What [`Select::legal_normalized`] has made of them.
    normalized: Vec<(V, (V, V))>,
    /// Where they are of these classes.
    classes: Vec<((V, i32), V)>,
    /// Masks, and which of their lanes are active.
    active: Vec<((V, V), V)>,
}

/// Where lanes are of which the even ones come first, for VPERMD.
pub(super) const EVEN_THEN_ODD: Table = {
    const FIRST: u64 = 4 << 32;
    const NEXT: u64 = 1 << 32 | 1;
    Table::Qwords(FIRST, NEXT)
};

/// Dwords of lanes that lie 16 bytes apart: where vectors begin behind the first one's, and which of its dwords VPBLENDD
/// takes of each, so that those of two lanes are where they belong among [`EVEN_THEN_ODD`]. These vectors lie in the
/// 128 bytes of the lanes.
pub(in super::super) const FOURS: [(i32, u8); 3] = [(28, 0x22), (56, 0x44), (84, 0x88)];

/// The lane that is qword `i` of vector `half` of a strip.
pub(super) fn lane_of_qword(half: u64, i: usize) -> u64 {
    const LANES: [[u64; 4]; 2] = [[0, 1, 4, 5], [2, 3, 6, 7]];
    unless_planted!(
        Fault::QwordLanes,
        LANES[half as usize % 2][i % 4],
        4 * half + i as u64
    )
}

/// Whether a lane function is made of instructions that are here.
pub(in super::super) fn is_here(k: LaneCall) -> bool {
    use LaneFn::*;
    // Those that round in a direction of their own are not.
    !(matches!(k.f, Fma | PkFma) && k.fmt == Fmt::F16)
}

impl Select<'_, '_> {
    /// What gives the result of instruction `i`.
    pub(super) fn legal(&mut self, i: Inst) -> V {
        match i.form {
            Form::Plain | Form::Masks | Form::Shift | Form::Fma | Form::Logic => {}
            Form::Dead | Form::Store | Form::StoreMask | Form::Gather | Form::Row(_) => {
                return self.emit(i);
            }
            Form::Shape(_) | Form::Shaped(_) => return self.emit(i),
            Form::ShapedQwords(_) | Form::ShapedFours(_) => return self.emit(i),
            Form::Put(_) | Form::Update(_) | Form::Near(_) => return self.emit(i),
            Form::Doubt | Form::Keep | Form::Phi | Form::Tally(..) | Form::Bytes(_) => {
                return self.emit(i);
            }
            Form::LaneTally(..) | Form::LaneNear(_) | Form::LaneLoad(_) => return self.emit(i),
            Form::Run | Form::Place => return self.emit(i),
        }
        if i.k != NONE {
            return self.legal_masked(i);
        }
        let Inst { a, b, .. } = i;
        let imm = i.imm.unwrap_or(0);
        match i.op {
            Op::VPCMPD | Op::VPCMPUD | Op::VPCMPQ | Op::VPCMPUQ => {
                self.legal_compare(i.op, a, b, imm)
            }
            Op::VPTESTMD | Op::VPTESTNMD => {
                let both = if a == b { a } else { self.and(a, b) };
                let zero = self.dword(0);
                let none = self.emit(inst(Op::VPCMPEQD, both, zero));
                if i.op == Op::VPTESTNMD {
                    none
                } else {
                    self.not_mask(none)
                }
            }
            Op::KANDW if a == b => self.emit(inst(Op::VMOVDQU32, NONE, a)),
            Op::KANDW => match (self.inverse(a), self.inverse(b)) {
                (Some(x), _) if planted(Fault::InverseForgotten) => self.and(x, b),
                (Some(x), _) => self.emit(inst(Op::VPANDND, x, b)),
                (_, Some(y)) => self.emit(inst(Op::VPANDND, y, a)),
                _ => self.and(a, b),
            },
            Op::KANDNW => match self.inverse(a) {
                Some(x) => self.and(x, b),
                None => self.emit(inst(Op::VPANDND, a, b)),
            },
            Op::KORW => self.either(Op::VPORD, a, b),
            Op::KXORW => self.either(Op::VPXORD, a, b),
            Op::KXNORW => {
                let x = self.either(Op::VPXORD, a, b);
                self.not_mask(x)
            }
            Op::KNOTW => self.not_mask(b),
            // Of vectors of qwords, the second operand first.
            Op::KUNPCKBW => {
                let [x, y] = unless_planted!(Fault::MaskHalvesTurned, [b, a], [a, b]);
                self.emit(with_imm(Op::VSHUFPS, x, y, EVEN))
            }
            // Of the second half.
            Op::KSHIFTRW => {
                let op = unless_planted!(Fault::UpperMaskLow, Op::VPUNPCKHDQ, Op::VPUNPCKLDQ);
                self.emit(inst(op, b, b))
            }
            Op::VPTERNLOGD | Op::VPTERNLOGQ => self.legal_logic(i.c, a, b, imm as u8),
            Op::VSHUFI64X2 if imm == 0xee => self.emit(with_imm(Op::VEXTRACTI32X4, NONE, b, 1)),
            Op::VSHUFI64X2 => self.emit(with_imm(Op::VINSERTI32X4, a, b, 1)),
            Op::VPRORD | Op::VPRORQ => self.legal_rotate(i.op == Op::VPRORQ, b, imm),
            Op::VPSRAQ => {
                // What was the sign bit counts as that, whatever is above it.
                let by = unless_planted!(Fault::SignStays, imm & 63, 0);
                let sign = self.qword(WIDE_SIGN >> by);
                let x = self.shift_by(Op::VPSRLQ, b, imm);
                let x = self.emit(inst(Op::VPXORQ, x, sign));
                self.emit(inst(Op::VPSUBQ, x, sign))
            }
            Op::VPSRAVQ => {
                let sign = self.qword(WIDE_SIGN);
                let sign = self.emit(inst(Op::VPSRLVQ, sign, b));
                let x = self.emit(inst(Op::VPSRLVQ, a, b));
                let x = self.emit(inst(Op::VPXORQ, x, sign));
                self.emit(inst(Op::VPSUBQ, x, sign))
            }
            Op::VPMINSQ => self.least(Op::VPCMPQ, a, b),
            Op::VPMINUQ => self.least(Op::VPCMPUQ, a, b),
            Op::VPMAXSQ => self.greatest(Op::VPCMPQ, a, b),
            Op::VPMAXUQ => self.greatest(Op::VPCMPUQ, a, b),
            Op::VPMULLQ => {
                // The products of low and high halves, both ways, and their sum in the high one.
                let turned = self.emit(with_imm(Op::VPSHUFD, NONE, b, 0xb1));
                let crossed = self.emit(inst(Op::VPMULLD, a, turned));
                let other = self.shift_by(Op::VPSRLQ, crossed, 32);
                let sum = unless_planted!(
                    Fault::CrossedProducts,
                    self.emit(inst(Op::VPADDD, crossed, other)),
                    crossed
                );
                let high = self.shift_by(Op::VPSLLQ, sum, 32);
                let low = self.emit(inst(Op::VPMULUDQ, a, b));
                self.emit(inst(Op::VPADDQ, low, high))
            }
            Op::VPLZCNTD => self.leading_zeros(b),
            Op::VPLZCNTQ => {
                let each = self.leading_zeros(b);
                let high = self.shift_by(Op::VPSRLQ, each, 32);
                let (all, only) = (self.qword(32), self.qword(u32::MAX.into()));
                let is_zero = self.emit(inst(Op::VPCMPEQQ, high, all));
                let low = self.and(each, only);
                let low = unless_planted!(Fault::ClzOfHalves, self.and(low, is_zero), low);
                self.emit(inst(Op::VPADDQ, high, low))
            }
            Op::VCVTUDQ2PS => {
                if planted(Fault::UnsignedAsSigned) {
                    return self.emit(inst(Op::VCVTDQ2PS, NONE, b));
                }
                // Both halves are exact, and their sum is rounded once.
                let (rest, by) = (self.dword(0xffff), self.dword(65536f32.to_bits()));
                let high = self.shift_by(Op::VPSRLD, b, 16);
                let low = self.and(b, rest);
                let [high, low] = [high, low].map(|x| self.emit(inst(Op::VCVTDQ2PS, NONE, x)));
                self.emit(Inst {
                    form: Form::Fma,
                    c: low,
                    ..inst(Op::VFMADD132PS, high, by)
                })
            }
            Op::VCVTTPS2UDQ => self.f32_to_unsigned(b),
            Op::VCVTTPD2UDQ => self.f64_to_unsigned(b),
            Op::VPMOVDW => {
                // The low words of each half of the vector in front, and the halves behind each other.
                let bytes: [u8; 8] = [0, 1, 4, 5, 8, 9, 12, 13];
                let places = std::array::from_fn(|i| bytes.get(i).copied().unwrap_or(NOTHING));
                let places = self.table(Table::Bytes(places));
                let words = self.emit(inst(Op::VPSHUFB, b, places));
                let halves = unless_planted!(Fault::WordsApart, 8, 4);
                self.emit(with_imm(Op::VPERMQ, NONE, words, halves))
            }
            Op::VMOVDQU32 | Op::VMOVDQU64 | Op::VMOVDQU32_MR | Op::VMOVDQU64_MR => self.emit(i),
            Op::VPBROADCASTB | Op::VPBROADCASTD | Op::VPBROADCASTQ => self.emit(i),
            Op::VMOVD | Op::VMOVQ | Op::VMOVD_MR | Op::VMOVQ_MR => self.emit(i),
            Op::VPUNPCKLDQ | Op::VPUNPCKHDQ | Op::VSHUFPS | Op::VPBLENDD => self.emit(i),
            Op::VPUNPCKLQDQ | Op::VPUNPCKHQDQ => self.emit(i),
            Op::VPERMD | Op::VPERMQ | Op::VPERM2I128 | Op::VPACKUSDW => self.emit(i),
            Op::VPEXTRQ | Op::VPINSRD | Op::VMOVHPS | Op::VMOVMSKPS => self.emit(i),
            Op::VTESTPS | Op::VPMASKMOVD | Op::VPEXTRD => self.emit(i),
            Op::VEXTRACTI32X4 | Op::VINSERTI32X4 | Op::VBLENDVPS => self.emit(i),
            Op::VPADDD | Op::VPADDQ | Op::VPSUBD | Op::VPSUBQ | Op::VPMULLD => self.emit(i),
            Op::VPMULUDQ | Op::VPMULDQ => self.emit(i),
            Op::VPANDD | Op::VPANDQ | Op::VPANDND | Op::VPANDNQ => self.emit(i),
            Op::VPORD | Op::VPORQ | Op::VPXORD | Op::VPXORQ => self.emit(i),
            Op::VPSRLD | Op::VPSRAD | Op::VPSLLD | Op::VPSRLQ | Op::VPSLLQ => self.emit(i),
            Op::VPSRLW | Op::VPSRAW | Op::VPSLLW => self.emit(i),
            Op::VPSLLVD | Op::VPSLLVQ | Op::VPSRLVD | Op::VPSRLVQ | Op::VPSRAVD => self.emit(i),
            Op::VPMINSD | Op::VPMINUD | Op::VPMAXSD | Op::VPMAXUD => self.emit(i),
            Op::VPCMPEQD | Op::VPCMPEQQ | Op::VPCMPGTD | Op::VPCMPGTQ => self.emit(i),
            Op::VPSHUFD | Op::VPSHUFB | Op::VPSADBW | Op::VPMADDUBSW | Op::VPMADDWD => self.emit(i),
            Op::VPMOVZXBD | Op::VPMOVZXWD | Op::VPMOVSXBD | Op::VPMOVSXWD => self.emit(i),
            Op::VPMOVZXDQ | Op::VPMOVSXDQ => self.emit(i),
            Op::VPADDB | Op::VPSUBB | Op::VPSUBUSB | Op::VPMINUB | Op::VPMAXUB => self.emit(i),
            Op::VPMINUW | Op::VPMAXUW | Op::VPSUBW | Op::VPMINSW | Op::VPMAXSW => self.emit(i),
            Op::VCVTPH2PS | Op::VCVTPS2PH => self.emit(i),
            Op::VADDPS | Op::VADDPD | Op::VSUBPS | Op::VSUBPD => self.emit(i),
            Op::VMULPS | Op::VMULPD | Op::VDIVPS | Op::VDIVPD => self.emit(i),
            Op::VMINPS | Op::VMINPD | Op::VMAXPS | Op::VMAXPD => self.emit(i),
            Op::VSQRTPS | Op::VSQRTPD | Op::VRNDSCALEPS | Op::VRNDSCALEPD => self.emit(i),
            Op::VCMPPS | Op::VCMPPD => self.emit(i),
            Op::VFMADD132PS | Op::VFMADD213PS | Op::VFMADD231PS => self.emit(i),
            Op::VFMADD132PD | Op::VFMADD213PD | Op::VFMADD231PD => self.emit(i),
            Op::VFNMADD132PS | Op::VFNMADD213PS | Op::VFNMADD231PS => self.emit(i),
            Op::VFNMADD132PD | Op::VFNMADD213PD | Op::VFNMADD231PD => self.emit(i),
            Op::VFMSUB132PS | Op::VFMSUB213PS | Op::VFMSUB231PS => self.emit(i),
            Op::VCVTDQ2PS | Op::VCVTTPS2DQ | Op::VCVTPS2PD | Op::VCVTPD2PS => self.emit(i),
            Op::VCVTDQ2PD | Op::VCVTTPD2DQ => self.emit(i),
            // Blends have a mask.
            Op::VPBLENDMD | Op::VPBLENDMQ => self.unavailable(i.op),
            // By way of other functions.
            Op::VPERMT2D | Op::VPERMT2Q | Op::VCVTUDQ2PD => self.unavailable(i.op),
            Op::VPMOVM2D | Op::VPMOVD2M | Op::KMOVW | Op::KMOVW_MR => self.unavailable(i.op),
            // The ISA's settings leave them out.
            Op::VPOPCNTD | Op::VPOPCNTQ | Op::VPBROADCASTD_GPR | Op::VPBROADCASTQ_GPR => {
                self.unavailable(i.op)
            }
            Op::VPGATHERDD | Op::VPGATHERDQ | Op::VPSCATTERDD | Op::VPSCATTERDQ => {
                self.unavailable(i.op)
            }
            Op::VFPCLASSPS | Op::VFPCLASSPD => self.legal_class(i.op == Op::VFPCLASSPD, b, imm),
            Op::VRSQRTPS => self.emit(i),
            // Lane functions do without.
            Op::VPERMI2D | Op::VPERMI2PD | Op::VSCALEFPS | Op::VSCALEFPD => self.unavailable(i.op),
            Op::VGETEXPPS | Op::VGETEXPPD | Op::VGETMANTPS | Op::VGETMANTPD => {
                self.unavailable(i.op)
            }
            Op::VFIXUPIMMPS | Op::VRSQRT14PS => self.unavailable(i.op),
        }
    }

    /// VFPCLASS of zeros, infinities and NaN.
    fn legal_class(&mut self, wide: bool, x: V, classes: i32) -> V {
        let known = self.floats.classes.iter().rev().take(LATELY);
        if let Some((_, k)) = known.copied().find(|(of, _)| *of == (x, classes)) {
            return k;
        }
        let k = self.new_class(wide, x, classes);
        self.floats.classes.push(((x, classes), k));
        k
    }

    fn new_class(&mut self, wide: bool, x: V, classes: i32) -> V {
        const EQUAL: i32 = 0;
        const UNORDERED: i32 = 3;
        const NOT_LESS: i32 = 0x15;
        let compare = [Op::VCMPPS, Op::VCMPPD][usize::from(wide)];
        let (inf, rest) = if wide {
            (self.qword(0x7ff0_0000_0000_0000), self.qword(!WIDE_SIGN))
        } else {
            (self.dword(0x7f80_0000), self.dword(!SIGN))
        };
        let has = |class: i32| classes & class != 0;
        let has_nan = has(class::NAN) && !planted(Fault::NanOfNoClass);
        let zero = has(class::ZERO).then(|| {
            let zero = self.dword(0);
            self.emit(with_imm(compare, x, zero, EQUAL))
        });
        let other = match (has(class::INFINITE), has_nan) {
            (false, false) => None,
            (false, true) => Some(self.emit(with_imm(compare, x, x, UNORDERED))),
            (true, nan) => {
                let abs = self.and(x, rest);
                let predicate = if nan { NOT_LESS } else { EQUAL };
                Some(self.emit(with_imm(compare, abs, inf, predicate)))
            }
        };
        match (zero, other) {
            (Some(x), Some(y)) => self.either(Op::VPORD, x, y),
            (Some(x), None) | (None, Some(x)) => x,
            (None, None) => self.dword(0),
        }
    }

    /// Of a table of 8 or 16 dwords those at indices of as many bits; other bits do not matter.
    pub(super) fn legal_lookup(&mut self, index: V, table: &[u32]) -> V {
        let mut parts: Vec<V> = vec![];
        for part in table.chunks_exact(8) {
            let pair =
                |k: usize| u64::from(part[2 * k % 8]) | u64::from(part[(2 * k + 1) % 8]) << 32;
            let part = self.table(Table::All(std::array::from_fn(pair)));
            parts.push(self.emit(inst(Op::VPERMD, index, part)));
        }
        match parts[..] {
            // The next bit of the index, as a sign, says which of two.
            [low, high] => {
                let sign = self.shift_by(Op::VPSLLD, index, 31 - 3);
                self.blend_by_sign(sign, low, high)
            }
            _ => parts[0],
        }
    }

    /// Where dwords are not those of positive normal f32.
    pub(super) fn legal_not_normal(&mut self, x: V) -> V {
        const LEAST: u32 = 1 << 23;
        const INF: u32 = 0x7f80_0000;
        let least = unless_planted!(Fault::DenormalRoot, LEAST, 0);
        let (by, limit) = (self.dword(least.wrapping_neg()), self.dword(INF - least));
        let x = self.emit(inst(Op::VPADDD, x, by));
        self.legal_compare(Op::VPCMPUD, x, limit, NOT_LESS)
    }

    /// x 2^n of numbers `n` for which 2^n is normal; the lanes of the others, as a mask of dwords.
    pub(super) fn legal_ldexp(&mut self, wide: bool, x: [V; 2], n: V) -> ([V; 2], V) {
        let (bias, fraction, mul) = if wide {
            (1023, 52, Op::VMULPD)
        } else {
            (127, 23, Op::VMULPS)
        };
        let (by, less, limit) = (
            self.dword(bias),
            self.dword(bias - 1),
            self.dword(2 * bias - 1),
        );
        let from_least = self.emit(inst(Op::VPADDD, n, less));
        let far = unless_planted!(
            Fault::LdexpRange,
            self.legal_compare(Op::VPCMPUD, from_least, limit, GREATER),
            self.dword(0)
        );
        let exponent = self.emit(inst(Op::VPADDD, n, by));
        if !wide {
            let power = self.shift_by(Op::VPSLLD, exponent, fraction);
            return ([self.emit(inst(mul, x[0], power)), NONE], far);
        }
        // Of an f64 that is a power of two only the high dword has bits.
        let zero = self.dword(0);
        let high = self.shift_by(Op::VPSLLD, exponent, fraction - 32);
        let powers = self.qwords([zero, high]);
        let r = [0, 1].map(|h| self.emit(inst(mul, x[h], powers[h])));
        (r, far)
    }

    /// A number whose exponent and fraction are those of `x` but for denormal ones, which are multiplied by a power of
    /// two; and where that was done.
    fn legal_normalized(&mut self, wide: bool, x: V) -> (V, V) {
        let known = self.floats.normalized.iter().rev().take(LATELY);
        if let Some((_, both)) = known.copied().find(|(of, _)| *of == x) {
            return both;
        }
        let both = self.new_normalized(wide, x);
        self.floats.normalized.push((x, both));
        both
    }

    fn new_normalized(&mut self, wide: bool, x: V) -> (V, V) {
        let (rest, least, by, compare, mul) = if wide {
            (
                self.qword(!WIDE_SIGN),
                self.qword(1 << 52),
                self.qword(((1u64 << DENORMAL_WIDE) as f64).to_bits()),
                Op::VPCMPQ,
                Op::VMULPD,
            )
        } else {
            (
                self.dword(!SIGN),
                self.dword(1 << 23),
                self.dword(((1u32 << DENORMAL) as f32).to_bits()),
                Op::VPCMPD,
                Op::VMULPS,
            )
        };
        let abs = self.and(x, rest);
        let small = self.legal_compare(compare, abs, least, LESS);
        let large = self.emit(inst(mul, x, by));
        (self.blend_by(small, x, large), small)
    }

    /// The exponent of V_FREXP_EXP, as a number of the lane's size, of what is neither special nor zero.
    pub(super) fn legal_exponent(&mut self, wide: bool, x: V) -> V {
        let (x, small) = self.legal_normalized(wide, x);
        let (right, left, fraction, sub) = if wide {
            (Op::VPSRLQ, Op::VPSLLQ, 52, Op::VPSUBQ)
        } else {
            (Op::VPSRLD, Op::VPSLLD, 23, Op::VPSUBD)
        };
        let x = self.shift_by(left, x, 1);
        let x = self.shift_by(right, x, fraction + 1);
        let (bias, more) = if wide {
            (self.qword(1022), self.qword(DENORMAL_WIDE.into()))
        } else {
            (self.dword(126), self.dword(DENORMAL.into()))
        };
        let x = self.emit(inst(sub, x, bias));
        if planted(Fault::DenormalExponent) {
            return x;
        }
        let more = self.and(small, more);
        self.emit(inst(sub, x, more))
    }

    /// The significand of V_FREXP_MANT of the same.
    pub(super) fn legal_significand(&mut self, wide: bool, x: V) -> V {
        let (x, _) = self.legal_normalized(wide, x);
        let (rest, half) = if wide {
            (
                self.qword(0x800f_ffff_ffff_ffff),
                self.qword(0.5f64.to_bits()),
            )
        } else {
            (self.dword(0x807f_ffff), self.dword(0.5f32.to_bits()))
        };
        let rest = unless_planted!(Fault::SignificandSign, rest, self.dword(0x007f_ffff));
        let x = self.and(x, rest);
        self.either(Op::VPORD, x, half)
    }

    /// What nothing here asks for.
    fn unavailable(&mut self, op: Op) -> V {
        debug_assert!(false, "{} is not legal", op.row().name);
        self.dword(0)
    }

    /// An instruction under a mask.
    fn legal_masked(&mut self, i: Inst) -> V {
        let k = i.k;
        let alone = Inst {
            k: NONE,
            zero: false,
            ..i
        };
        let compares = [Op::VPCMPD, Op::VPCMPUD, Op::VPCMPQ, Op::VPCMPUQ];
        let others = [Op::VCMPPS, Op::VCMPPD, Op::VPTESTMD, Op::VPTESTNMD];
        if i.op == Op::VMOVDQU32 && i.zero && i.mem.is_some() {
            // Lanes that are left out are not accessed.
            self.emit(Inst {
                a: k,
                op: Op::VPMASKMOVD,
                ..alone
            })
        } else if [Op::VPBLENDMD, Op::VPBLENDMQ].contains(&i.op) {
            self.blend_by(k, i.a, i.b)
        } else if compares.contains(&i.op) || others.contains(&i.op) {
            let r = self.legal(alone);
            self.and(k, r)
        } else if i.op == Op::VCVTTPD2DQ {
            // The mask is one of qwords, the result of dwords: what is left out is a zero before, too.
            let b = unless_planted!(Fault::NanConverted, self.and(i.b, k), i.b);
            self.emit(Inst { b, ..alone })
        } else if i.zero && i.op == Op::VPANDD && i.a == i.b {
            match self.inverse(k) {
                Some(k) => self.emit(inst(Op::VPANDND, k, i.a)),
                None => self.and(i.a, k),
            }
        } else if i.zero {
            let r = self.legal(alone);
            self.and(r, k)
        } else {
            let r = self.legal(Inst { c: NONE, ..alone });
            if planted(Fault::MergedZero) {
                return self.and(r, k);
            }
            self.blend_by(k, i.c, r)
        }
    }

    fn either(&mut self, op: Op, x: V, y: V) -> V {
        self.emit(Inst {
            commutes: true,
            ..inst(op, x, y)
        })
    }

    pub(super) fn and(&mut self, x: V, y: V) -> V {
        self.either(Op::VPANDD, x, y)
    }

    /// The mask whose inverse this one is.
    fn inverse(&self, k: V) -> Option<V> {
        self.inverses.get(&k).copied()
    }

    /// The lanes of `k` that are in `exec`. The steps of a division ask for the same.
    pub(super) fn legal_active(&mut self, k: V, exec: V) -> V {
        let known = self.floats.active.iter().rev().take(LATELY);
        if let Some((_, both)) = known.copied().find(|(of, _)| *of == (k, exec)) {
            return both;
        }
        let both = self.legal(Inst {
            form: Form::Masks,
            ..inst(Op::KANDW, k, exec)
        });
        self.floats.active.push(((k, exec), both));
        both
    }

    /// The inverse of a mask.
    fn not_mask(&mut self, k: V) -> V {
        if let Some(k) = self.inverse(k) {
            return k;
        }
        let all = self.dword(u32::MAX);
        let r = self.emit(inst(Op::VPXORD, k, all));
        self.inverses.insert(r, k);
        r
    }

    /// `y` where the mask is set, else `x`.
    fn blend_by(&mut self, k: V, x: V, y: V) -> V {
        let (k, x, y) = match self.inverse(k) {
            Some(k) => (k, unless_planted!(Fault::BlendInverse, y, x), x),
            None => (k, x, y),
        };
        // A blend is two instructions or three inside some processors.
        match (self.is_zero(x), self.is_zero(y)) {
            (true, _) => self.and(k, y),
            (_, true) => unless_planted!(
                Fault::BlendZero,
                self.emit(inst(Op::VPANDND, k, x)),
                self.and(k, x)
            ),
            (false, false) => self.blend_by_sign(k, x, y),
        }
    }

    /// `y` where the sign bit is set, else `x`.
    fn blend_by_sign(&mut self, k: V, x: V, y: V) -> V {
        self.emit(Inst {
            k,
            ..inst(Op::VBLENDVPS, x, y)
        })
    }

    fn is_zero(&self, x: V) -> bool {
        let zeros = [Constant::Dword(0), Constant::Qword(0)];
        self.constants
            .iter()
            .any(|c| c.1 == x && zeros.contains(&c.0))
    }

    /// VPCMP and the like.
    fn legal_compare(&mut self, op: Op, x: V, y: V, predicate: i32) -> V {
        let wide = [Op::VPCMPQ, Op::VPCMPUQ].contains(&op);
        let unsigned = [Op::VPCMPUD, Op::VPCMPUQ].contains(&op);
        let equal = if wide { Op::VPCMPEQQ } else { Op::VPCMPEQD };
        if x == y {
            let all = [EQUAL, LESS_OR_EQUAL, NOT_LESS].contains(&predicate)
                || predicate == LESS && planted(Fault::LessThanItself);
            return self.dword(if all { u32::MAX } else { 0 });
        }
        match predicate {
            EQUAL => self.either(equal, x, y),
            NOT_EQUAL => {
                let r = self.either(equal, x, y);
                self.not_mask(r)
            }
            LESS_OR_EQUAL | NOT_LESS if unsigned && !wide => {
                let up = unless_planted!(Fault::LeastForGreatest, NOT_LESS, LESS_OR_EQUAL);
                let least = if predicate == up {
                    Op::VPMAXUD
                } else {
                    Op::VPMINUD
                };
                let least = self.either(least, x, y);
                self.either(equal, least, x)
            }
            _ => {
                let (x, y) = if unsigned && !planted(Fault::SignedCompare) {
                    (self.flipped(wide, x), self.flipped(wide, y))
                } else {
                    (x, y)
                };
                let greater = if wide { Op::VPCMPGTQ } else { Op::VPCMPGTD };
                let r = match predicate {
                    LESS | NOT_LESS => self.emit(inst(greater, y, x)),
                    _ => self.emit(inst(greater, x, y)),
                };
                match predicate {
                    LESS_OR_EQUAL | NOT_LESS => self.not_mask(r),
                    _ => r,
                }
            }
        }
    }

    /// With the other sign bit: unsigned numbers as signed ones of the same order.
    fn flipped(&mut self, wide: bool, x: V) -> V {
        let known = self.constants.iter().find(|c| c.1 == x).map(|c| c.0);
        match known {
            Some(_) if planted(Fault::ConstantUnflipped) => return x,
            Some(Constant::Dword(v)) if !wide => return self.dword(v ^ SIGN),
            Some(Constant::Qword(v)) if wide => return self.qword(v ^ WIDE_SIGN),
            _ => {}
        }
        let sign = if wide {
            self.qword(WIDE_SIGN)
        } else {
            self.dword(SIGN)
        };
        self.emit(inst(Op::VPXORD, x, sign))
    }

    fn least(&mut self, compare: Op, x: V, y: V) -> V {
        let compare = unless_planted!(Fault::LeastOfDwords, compare, Op::VPCMPUD);
        let k = self.legal_compare(compare, x, y, LESS);
        self.blend_by(k, y, x)
    }

    fn greatest(&mut self, compare: Op, x: V, y: V) -> V {
        let compare = unless_planted!(Fault::LeastOfDwords, compare, Op::VPCMPUD);
        let k = self.legal_compare(compare, x, y, LESS);
        self.blend_by(k, x, y)
    }

    /// A bitwise function of node operands; those of which the first or the second is one's complement take no
    /// instruction for that.
    pub(super) fn legal_bitwise(&mut self, op: Op, uop: Uop, [(p, x), (q, y)]: [(Val, V); 2]) -> V {
        // The other value, whose complement this one is.
        let complement_of = |s: &Self, v: Val, x: V| {
            let n = s.node(v);
            let at = |v: Val| s.r.map[v.0 as usize];
            let half = at(v).iter().position(|h| *h == x)?;
            let of = at(*n.args.first()?)[half];
            (n.op == Uop::Not && of != NONE).then_some(of)
        };
        if uop == Uop::And {
            if let Some(z) = complement_of(self, p, x) {
                let [z, y] = unless_planted!(Fault::WrongComplement, [z, y], [y, z]);
                return self.emit(inst(Op::VPANDND, z, y));
            }
            if let Some(z) = complement_of(self, q, y) {
                return self.emit(inst(Op::VPANDND, z, x));
            }
        }
        if uop == Uop::Not {
            let all = self.dword(u32::MAX);
            return self.emit(inst(Op::VPXORD, x, all));
        }
        self.either(op, x, y)
    }

    /// The bitwise function of three values that `table` says, of which `c` is the highest bit.
    fn legal_logic(&mut self, c: V, a: V, b: V, table: u8) -> V {
        if table >> 4 == !table & 15 {
            let other = self.of_two(a, b, table & 15);
            let other = self.materialized(other);
            return self.either(Op::VPXORD, c, other);
        }
        // With `c` set and clear it is one of the sixteen functions of `a` and `b`.
        let set = self.of_two(a, b, table >> 4);
        let clear = self.of_two(a, b, table & 15);
        match (set, clear) {
            (x, y) if x == y => self.materialized(x),
            (Two::Zero, Two::Of(y)) => self.emit(inst(Op::VPANDND, c, y)),
            (Two::Of(x), Two::Zero) => self.and(c, x),
            (Two::Ones, Two::Of(y)) => self.either(Op::VPORD, c, y),
            (Two::Ones, Two::Zero) => self.emit(inst(Op::VMOVDQU32, NONE, c)),
            (x, y) => {
                let [x, y] = [x, y].map(|v| self.materialized(v));
                let [x, y] = unless_planted!(Fault::TernaryOrder, [x, y], [y, x]);
                let x = self.and(c, x);
                let y = self.emit(inst(Op::VPANDND, c, y));
                self.either(Op::VPORD, x, y)
            }
        }
    }

    fn materialized(&mut self, v: Two) -> V {
        match v {
            Two::Zero => self.dword(0),
            Two::Ones => self.dword(u32::MAX),
            Two::Of(v) => v,
        }
    }

    /// The function of two values whose result is bit 2 x + y of `table`.
    fn of_two(&mut self, x: V, y: V, table: u8) -> Two {
        let all = |s: &mut Self| s.dword(u32::MAX);
        let not = |s: &mut Self, v: V| {
            let all = all(s);
            s.emit(inst(Op::VPXORD, v, all))
        };
        Two::Of(match table & 15 {
            0 => return Two::Zero,
            15 => return Two::Ones,
            0b1100 => x,
            0b1010 => y,
            0b0011 => not(self, x),
            0b0101 => not(self, y),
            0b1000 => self.and(x, y),
            0b1110 => self.either(Op::VPORD, x, y),
            0b0110 => self.either(Op::VPXORD, x, y),
            0b0010 => self.emit(inst(Op::VPANDND, x, y)),
            0b0100 => self.emit(inst(Op::VPANDND, y, x)),
            // The inverses of the five before.
            rest => {
                let Two::Of(v) = self.of_two(x, y, !rest) else {
                    return Two::Zero;
                };
                not(self, v)
            }
        })
    }

    fn legal_rotate(&mut self, wide: bool, x: V, by: i32) -> V {
        let (width, right, left) = if wide {
            (64, Op::VPSRLQ, Op::VPSLLQ)
        } else {
            (32, Op::VPSRLD, Op::VPSLLD)
        };
        let by = by & (width - 1);
        if by % 8 == 0 {
            // Whole bytes change places.
            let bytes = width as u8 / 8;
            let by = unless_planted!(Fault::RotatedLeft, by, width - by);
            let places = self.table(Table::Bytes(std::array::from_fn(|i| {
                let (i, first) = (i as u8 % bytes, i as u8 / bytes * bytes);
                first + (i + by as u8 / 8) % bytes
            })));
            return self.emit(inst(Op::VPSHUFB, x, places));
        }
        let r = self.shift_by(right, x, by);
        let rest = unless_planted!(Fault::RotatedBack, width - by, by);
        let l = self.shift_by(left, x, rest);
        self.either(Op::VPORD, r, l)
    }

    /// Of dwords: the exponent of a number as a float, of which rounding cannot make the next power of two.
    fn leading_zeros(&mut self, x: V) -> V {
        let next = self.shift_by(Op::VPSRLD, x, 1);
        let x = if planted(Fault::ClzRounds) {
            x
        } else {
            self.emit(inst(Op::VPANDND, next, x))
        };
        let f = self.emit(inst(Op::VCVTDQ2PS, NONE, x));
        let exponent = self.shift_by(Op::VPSRLD, f, 23);
        // Of zero there is none, and a negative number has the sign above it.
        let (last, zero, most) = (self.dword(127 + 31), self.dword(0), self.dword(32));
        let r = self.emit(inst(Op::VPSUBD, last, exponent));
        let r = unless_planted!(Fault::ClzOfSign, self.emit(inst(Op::VPMAXSD, r, zero)), r);
        self.emit(inst(Op::VPMINSD, r, most))
    }

    /// `y` where `k` is not set, and there that with some of its bits, if that is what `x` is, a constant saying which.
    pub(super) fn legal_clearing(&mut self, k: V, x: Val, y: Val) -> Option<V> {
        let kept = self.node(x);
        let [of, bits] = *kept.args.get(..2)? else {
            return None;
        };
        if kept.op != Uop::And || of != y || kept.ty != Ty::B32 {
            return None;
        }
        let bits = self.known(bits)? as u32;
        let others = self.dword(unless_planted!(Fault::OtherBits, !bits, bits));
        let y = self.get(y)[0];
        let gone = self.and(k, others);
        Some(self.emit(inst(Op::VPANDND, gone, y)))
    }

    /// f32 to signed numbers: what is `large` gives 2^31 without its sign, and what is no number zero.
    pub(super) fn legal_to_signed(&mut self, x: V, numbers: V, large: V) -> V {
        let r = self.emit(inst(Op::VCVTTPS2DQ, NONE, x));
        let r = unless_planted!(
            Fault::Saturated,
            self.either(Op::VPXORD, r, large),
            self.either(Op::VPORD, r, large)
        );
        self.and(r, numbers)
    }

    /// f32 that are neither negative nor NaN, to unsigned numbers; all ones for what is too large.
    fn f32_to_unsigned(&mut self, x: V) -> V {
        let half = self.dword(((1u64 << 31) as f32).to_bits());
        let end = self.dword(((1u64 << 32) as f32).to_bits());
        let sign = self.dword(SIGN);
        let large = self.emit(with_imm(Op::VCMPPS, x, half, GE));
        let less = self.and(large, half);
        let rest = self.emit(inst(Op::VSUBPS, x, less));
        let r = self.emit(inst(Op::VCVTTPS2DQ, NONE, rest));
        let top = self.and(large, sign);
        let r = self.emit(inst(Op::VPXORD, r, top));
        if planted(Fault::UnsignedBeyond) {
            return r;
        }
        let beyond = self.emit(with_imm(Op::VCMPPS, x, end, GE));
        self.either(Op::VPORD, r, beyond)
    }

    /// The same of f64.
    fn f64_to_unsigned(&mut self, x: V) -> V {
        let half = self.qword(((1u64 << 31) as f64).to_bits());
        let most = self.qword(f64::from(u32::MAX).to_bits());
        let sign = self.dword(SIGN);
        let x = self.emit(inst(Op::VMINPD, x, most));
        // Whole, so that what is below zero then is not rounded up.
        let x = unless_planted!(
            Fault::UnsignedRest,
            self.emit(with_imm(Op::VRNDSCALEPD, NONE, x, 11)),
            x
        );
        let x = self.emit(inst(Op::VSUBPD, x, half));
        let r = self.emit(inst(Op::VCVTTPD2DQ, NONE, x));
        self.emit(inst(Op::VPXORD, r, sign))
    }

    /// 64-bit lanes from 32-bit ones.
    pub(super) fn legal_widen(&mut self, op: Op, x: V) -> [V; 2] {
        let shuffles = [Shuffle::FirstQwords, Shuffle::LastQwords];
        match op {
            Op::VPMOVZXDQ => {
                let zero = self.dword(0);
                shuffles.map(|how| self.legal_shuffle(how, x, zero))
            }
            Op::VPMOVSXDQ => {
                let signs = unless_planted!(
                    Fault::SignsLost,
                    self.shift_by(Op::VPSRAD, x, 31),
                    self.dword(0)
                );
                shuffles.map(|how| self.legal_shuffle(how, x, signs))
            }
            Op::VCVTUDQ2PD => {
                // The fraction of 2^52 plus the number. The difference is a zero with a sign if rounding is down.
                let (high, all) = (self.dword(0x4330_0000), self.qword(!WIDE_SIGN));
                let first = self.qword(((1u64 << 52) as f64).to_bits());
                shuffles.map(|how| {
                    let x = self.legal_shuffle(how, x, high);
                    let x = self.emit(inst(Op::VSUBPD, x, first));
                    unless_planted!(Fault::ZeroWithSign, self.and(x, all), x)
                })
            }
            _ => {
                let x = unless_planted!(
                    Fault::WidenedOrder,
                    self.emit(with_imm(Op::VPERMQ, NONE, x, MIDDLE)),
                    x
                );
                let high = self.emit(with_imm(Op::VEXTRACTI32X4, NONE, x, 1));
                [x, high].map(|x| self.emit(inst(op, NONE, x)))
            }
        }
    }

    /// In the order of lanes, what the conversions of both vectors of qwords have given.
    pub(super) fn in_order(&mut self, x: V) -> V {
        if self.isa().has_masks || planted(Fault::NarrowedOrder) {
            x
        } else {
            self.emit(with_imm(Op::VPERMQ, NONE, x, MIDDLE))
        }
    }

    pub(super) fn legal_shuffle(&mut self, how: Shuffle, x: V, y: V) -> V {
        match how {
            Shuffle::Low => self.emit(with_imm(Op::VSHUFPS, x, y, EVEN)),
            Shuffle::High => self.emit(with_imm(Op::VSHUFPS, x, y, ODD)),
            Shuffle::FirstQwords => self.emit(inst(Op::VPUNPCKLDQ, x, y)),
            Shuffle::LastQwords => self.emit(inst(Op::VPUNPCKHDQ, x, y)),
            Shuffle::Odd => {
                let x = self.shift_by(Op::VPSRLQ, x, 32);
                let odd = unless_planted!(Fault::OddTurned, 0xaa, 0x55);
                self.emit(with_imm(Op::VPBLENDD, x, y, odd))
            }
        }
    }

    /// The halves of qwords that lie in the order of lanes, as they are here, or the reverse, which is the same.
    pub(super) fn by_halves(&mut self, [x, y]: [V; 2]) -> [V; 2] {
        if self.isa().has_masks || planted(Fault::QwordOrder) {
            return [x, y];
        }
        [LOWER, UPPER].map(|how| self.emit(with_imm(Op::VPERM2I128, x, y, how)))
    }

    /// What `RunLane` loads, from R10 on.
    pub(super) fn legal_run_lanes(&mut self, ty: Ty, Run { stride, offset }: Run) -> [V; 2] {
        let (stride, offset) = (stride as i32, offset as i32);
        let component = offset / 4;
        let load = |s: &mut Self, at: i32| {
            s.emit(Inst {
                mem: Some(Mem::at(RUN, at)),
                ..Inst::new(Op::VMOVDQU32)
            })
        };
        match (ty, stride) {
            (Ty::B64, 8) => {
                let halves = [offset, offset + 32].map(|at| load(self, at));
                self.by_halves(halves)
            }
            (Ty::B64, _) => [0, 1].map(|half| {
                let at = |i: usize| offset + stride * lane_of_qword(half, i) as i32;
                let [x, y] = [[0, 1], [2, 3]].map(|of: [usize; 2]| {
                    let [first, second] = of.map(|i| Mem::at(RUN, at(i)));
                    let x = self.of_memory(Op::VMOVQ, NONE, first, None);
                    self.of_memory(Op::VMOVHPS, x, second, None)
                });
                self.emit(with_imm(Op::VINSERTI32X4, x, y, 1))
            }),
            (_, 4) => [load(self, offset), NONE],
            // Whole vectors of whole lanes. Of the last one up to 12 bytes behind its data are read,
            // which the gap behind every allocation allows.
            (_, 8) => {
                let first = unless_planted!(Fault::FirstPair, offset & !7, 0);
                let [x, y] = [first, first + 32].map(|at| load(self, at));
                let half = [Shuffle::Low, Shuffle::High][component as usize % 2];
                let r = self.legal_shuffle(half, x, y);
                [self.in_order(r), NONE]
            }
            (_, 16) if component < 4 => {
                let first = load(self, offset);
                let r = FOURS.iter().fold(first, |x, (at, lanes)| {
                    self.emit(Inst {
                        a: x,
                        imm: Some(i32::from(*lanes)),
                        mem: Some(Mem::at(RUN, offset + at)),
                        ..Inst::new(Op::VPBLENDD)
                    })
                });
                if planted(Fault::LanesOfFours) {
                    return [r, NONE];
                }
                let places = self.table(EVEN_THEN_ODD);
                [self.emit(inst(Op::VPERMD, places, r)), NONE]
            }
            _ => {
                let other = unless_planted!(Fault::LaneOfHalf, 4, 0);
                let [x, y] = [0, other].map(|first| {
                    let at = |i: i32| Mem::at(RUN, offset + stride * (first + i));
                    let x = self.of_memory(Op::VMOVD, NONE, at(0), None);
                    (1..4).fold(x, |x, i| self.of_memory(Op::VPINSRD, x, at(i), Some(i)))
                });
                [self.emit(with_imm(Op::VINSERTI32X4, x, y, 1)), NONE]
            }
        }
    }

    /// An instruction on vectors of 16 bytes with an operand in memory.
    fn of_memory(&mut self, op: Op, a: V, mem: Mem, imm: Option<i32>) -> V {
        self.emit(Inst {
            a,
            imm,
            mem: Some(mem),
            on: Vectors::Narrow,
            ..Inst::new(op)
        })
    }
}

/// A function of two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Two {
    Zero,
    Ones,
    Of(V),
}

/// Predicates of VPCMP.
const EQUAL: i32 = 0;
const LESS: i32 = 1;
const LESS_OR_EQUAL: i32 = 2;
const NOT_EQUAL: i32 = 4;
const NOT_LESS: i32 = 5;
const GREATER: i32 = 6;
