//! Lane functions by a region's code, with the results of [`crate::numerics`].
//!
//! Some are single instructions. Of others, an approximation whose error is known decides nearly always
//! what the defined result rounds to; and of division's steps nearly all operands need none of the
//! special cases. Strips with a lane of which that is in doubt go to [`super::super::alloc::Form::Doubt`].

use super::*;
use crate::ir::lane_fn::{Fmt, LaneCall, LaneFn};
use crate::jit::helpers::Request;
use crate::jit::vector::alloc::Doubt;
use crate::jit::vector::is_native;
use crate::numerics::transcendental::TRIG_RANGE;
use crate::numerics::{F32, F64, QUOTIENT_RANGE};

/// What VFPCLASS looks for.
pub(super) mod class {
    pub const ZERO: i32 = 0x06;
    pub const INFINITE: i32 = 0x18;
    pub const NAN: i32 = 0x81;
}

/// Tables of VFIXUPIMM: what becomes of a value whose class, of another one, has this place: from the
/// lowest digit on quiet NaN, signalling NaN, zero, 1, -infinity, infinity, negative, positive. 0 leaves
/// it, 2 is the other one made quiet, 3 the default NaN, 4 and 5 -infinity and infinity, 6 infinity with its
/// sign, 8 zero.
mod fixup {
    pub const NAN: u32 = 0x22;
    pub const ROOT: u32 = 0x0383_0622;
    pub const LOGARITHM: u32 = 0x0353_0422;
    pub const TURN: u32 = 0x0033_0022;
}

/// Predicates of VCMPPS.
pub(super) const NOT_LT: i32 = 0x15;
pub(super) const NOT_EQUAL: i32 = 0x04;
/// Predicates of VPCMP.
const EQUAL_OR_LESS: i32 = 2;
const LESS: i32 = 1;
const NOT_LESS: i32 = 5;

const SIGN: u32 = 1 << 31;
const ABS: u32 = !SIGN;
const INF: u32 = 0x7f80_0000;
const NAN: u32 = F32.default_nan() as u32;

/// 2^(n/32) as f32 (computed with 60 decimal digits).
const POWERS: [[u32; 16]; 2] = [
    [
        0x3f80_0000,
        0x3f82_cd87,
        0x3f85_aac3,
        0x3f88_980f,
        0x3f8b_95c2,
        0x3f8e_a43a,
        0x3f91_c3d3,
        0x3f94_f4f0,
        0x3f98_37f0,
        0x3f9b_8d3a,
        0x3f9e_f532,
        0x3fa2_7043,
        0x3fa5_fed7,
        0x3fa9_a15b,
        0x3fad_583f,
        0x3fb1_23f6,
    ],
    [
        0x3fb5_04f3,
        0x3fb8_fbaf,
        0x3fbd_08a4,
        0x3fc1_2c4d,
        0x3fc5_672a,
        0x3fc9_b9be,
        0x3fce_248c,
        0x3fd2_a81e,
        0x3fd7_44fd,
        0x3fdb_fbb8,
        0x3fe0_ccdf,
        0x3fe5_b907,
        0x3fea_c0c7,
        0x3fef_e4ba,
        0x3ff5_257d,
        0x3ffa_83b3,
    ],
];

/// What [`POWERS`] are short of these, relative to them.
const POWERS_REST: [[u32; 16]; 2] = [
    [
        0x0000_0000,
        0xb34a_3a0a,
        0x3346_cb6a,
        0xb36e_d17e,
        0xb24e_0611,
        0xb351_7dd9,
        0x334b_2482,
        0xb315_86de,
        0x3309_2801,
        0xb2e6_f467,
        0x331b_85f2,
        0x3099_b6f1,
        0xb305_1aa8,
        0xb2e2_a0da,
        0xb200_6c56,
        0xb336_5942,
    ],
    [
        0x3293_02ae,
        0x32c5_95dc,
        0xb302_e5a2,
        0xb28e_10a1,
        0x31b3_d0e5,
        0xb31a_472b,
        0x31d1_daf2,
        0xb305_bf64,
        0xb27c_e182,
        0xb2f2_6443,
        0xb1b4_b0da,
        0xb1da_8a8f,
        0xb1d2_90be,
        0xb2d5_b899,
        0x31b0_a147,
        0xb215_6afc,
    ],
];

/// ln 2 as the sum of two f32.
const LN_2: [u32; 2] = [0x3f31_7218, 0xb102_e308];

/// (2^x - 1 - x ln 2) / x^2 for x up to 1/64, in powers of x: the polynomial that is right at Chebyshev's
/// points (computed with 60 decimal digits).
const EXPONENTIAL: [u32; 3] = [0x3e75_fdf0, 0x3d63_5888, 0x3c1d_957a];

/// For mantissas from 3/4 to 3/2, by the highest 4 bits of their fraction: about the reciprocal.
const RECIPROCALS: [[f64; 8]; 2] = [
    [
        1.0, 0.9140625, 0.86328125, 0.8203125, 0.78125, 0.74609375, 0.7109375, 0.6796875,
    ],
    [
        1.3046875, 1.25390625, 1.20703125, 1.1640625, 1.12109375, 1.0859375, 1.05078125, 1.0,
    ],
];

/// The logarithms of [`RECIPROCALS`], negated (computed with 50 decimal digits).
const LOGARITHMS: [[f64; 8]; 2] = [
    [
        0.0,
        0.12963528041659547,
        0.21209744060856844,
        0.28575448233387735,
        0.3561438102252753,
        0.4225711719642513,
        0.49220535980130375,
        0.5570565041512717,
    ],
    [
        -0.38370429247405224,
        -0.32642948712230313,
        -0.27146302790437454,
        -0.21916852046216156,
        -0.1649069266756878,
        -0.11894107272350743,
        -0.07146236255662415,
        0.0,
    ],
];

/// log2(1 + x) / x from -1/32 to 1/16, in powers of x: the polynomial that is right at Chebyshev's points
/// (computed with 50 decimal digits), elsewhere to 2^-40.
const LOGARITHM: [f64; 7] = [
    1.4426950408898451,
    -0.7213475202991384,
    0.48089833518987257,
    -0.3606742551474695,
    0.2885668579163661,
    -0.24026339335934507,
    0.18797092799200138,
];

/// sin(2 pi t) / t and cos(2 pi t) for t up to 1/8, in powers of t^2: as [`LOGARITHM`], right to 2^-44.
const SINE: [f64; 6] = [
    6.28318530717956,
    -41.34170224027578,
    81.60524918348393,
    -76.70583445845129,
    42.05556925594499,
    -14.916565118819118,
];
const COSINE: [f64; 6] = [
    0.9999999999999444,
    -19.739208801922548,
    64.93939383134831,
    -85.45676493719407,
    60.23818359301454,
    -26.058123753882793,
];

/// How far from the middle between two f32 a result in f64 may be and still be in doubt, in units of its
/// last place. The approximation of log2(x) is right to 2^-40.
const DOUBT_LOG2: u32 = 1 << 14;
/// Those of sine and cosine to 2^-43.
const DOUBT_TURN: u32 = 1 << 11;

/// How far the low part of 2^x may be off, relative to it. Compared for every f32 from 2^-28 on, of both
/// signs: no result that is not in doubt differs from the defined one.
const DOUBT_EXP2: f32 = 1.0 / 8192.0;
/// Added to half of the residual 1 - x y^2, where 3/8 of its square is left out: see [`Select::rsq`].
const RSQ_REST: f32 = 5.0 / (1u64 << 50) as f32;

impl Select<'_, '_> {
    /// What lane function `n` gives.
    pub(super) fn call(&mut self, v: Val, n: &Node) -> [V; 2] {
        let k = LaneCall::unpack(n.imm);
        debug_assert!(is_native(self.isa(), n).is_some());
        let a = |s: &mut Self, k: usize| s.get(n.args[k]);
        let wide = k.fmt == Fmt::F64;
        #[allow(clippy::wildcard_enum_match_arm)] // The others are not native.
        match k.f {
            LaneFn::Ldexp if !self.isa().has_masks => {
                let (x, by) = (a(self, 0), a(self, 1)[0]);
                let (r, far) = self.legal_ldexp(wide, x, by);
                self.doubt(v, n, r, far);
                r
            }
            LaneFn::Ldexp if wide => {
                let (x, by) = (a(self, 0), a(self, 1));
                let by = self.widen(Op::VCVTDQ2PD, by[0]);
                [0, 1].map(|h| self.vector(inst(Op::VSCALEFPD, x[h], by[h])))
            }
            LaneFn::Ldexp => {
                let (x, by) = (a(self, 0)[0], a(self, 1)[0]);
                let by = self.vector(inst(Op::VCVTDQ2PS, NONE, by));
                [self.vector(inst(Op::VSCALEFPS, x, by)), NONE]
            }
            LaneFn::FrexpExp => {
                let x = a(self, 0);
                [self.frexp_exp(wide, k.extra != 0, x), NONE]
            }
            LaneFn::FrexpMant => {
                let x = a(self, 0);
                let halves = if wide { 2 } else { 1 };
                let mut r = [NONE; 2];
                for h in 0..halves {
                    r[h] = self.frexp_mant(wide, k.extra != 0, x[h]);
                }
                r
            }
            LaneFn::Min | LaneFn::Max if wide => self.min_max(v, n, k.f),
            LaneFn::Rsq => {
                let x = a(self, 0)[0];
                [self.rsq(v, n, x), NONE]
            }
            LaneFn::Exp2 => {
                let x = a(self, 0)[0];
                [self.exp2(v, n, x), NONE]
            }
            LaneFn::Log2 => {
                let x = a(self, 0)[0];
                [self.log2(v, n, x), NONE]
            }
            LaneFn::Sin | LaneFn::Cos => {
                let x = a(self, 0)[0];
                [self.turn(v, n, k, x), NONE]
            }
            LaneFn::Class => {
                let (x, set) = (a(self, 0), a(self, 1));
                [self.is_class(wide, x, set[0]), NONE]
            }
            _ if super::half::is_here(k) => [self.half(n), NONE],
            LaneFn::Perm => [self.perm(n), NONE],
            LaneFn::SadU8 | LaneFn::SadHiU8 | LaneFn::MsadU8 | LaneFn::SadU16 => {
                [self.sad(n), NONE]
            }
            LaneFn::Dot => [self.dot(n), NONE],
            LaneFn::Quotient => self.quotient(v, n),
            LaneFn::DivScale | LaneFn::DivScaleFlag => self.div_scale(v, n, wide, k.f),
            LaneFn::DivFmas => self.div_fmas(v, n, wide),
            _ => self.div_fixup(v, n, wide),
        }
    }

    /// A constant in each lane of 4 or 8 bytes.
    pub(super) fn number(&mut self, wide: bool, v: f64) -> V {
        if wide {
            self.qword(v.to_bits())
        } else {
            self.dword((v as f32).to_bits())
        }
    }

    /// Where a value's class is one of these.
    fn class(&mut self, wide: bool, x: V, classes: i32) -> V {
        let op = [Op::VFPCLASSPS, Op::VFPCLASSPD][wide as usize];
        self.mask(with_imm(op, NONE, x, classes))
    }

    fn not(&mut self, k: V) -> V {
        self.masks(Op::KNOTW, NONE, k)
    }

    fn frexp_exp(&mut self, wide: bool, gfx6: bool, x: [V; 2]) -> V {
        let special = class::ZERO | class::INFINITE | class::NAN;
        let halves = if wide { 2 } else { 1 };
        let (mut exp, mut none, mut infinite) = ([NONE; 2], [NONE; 2], [NONE; 2]);
        let has_masks = self.isa().has_masks;
        for h in 0..halves {
            if !has_masks {
                exp[h] = self.legal_exponent(wide, x[h]);
                none[h] = self.class(wide, x[h], special);
                if gfx6 {
                    infinite[h] = self.class(wide, x[h], special & !class::ZERO);
                }
                continue;
            }
            let (get, to_int) = if wide {
                (Op::VGETEXPPD, Op::VCVTTPD2DQ)
            } else {
                (Op::VGETEXPPS, Op::VCVTTPS2DQ)
            };
            let r = self.vector(inst(get, NONE, x[h]));
            exp[h] = self.vector(inst(to_int, NONE, r));
            none[h] = self.class(wide, x[h], special);
            if gfx6 {
                infinite[h] = self.class(wide, x[h], special & !class::ZERO);
            }
        }
        if wide {
            exp[0] = if has_masks {
                self.narrowed_halves(exp[0], exp[1])
            } else {
                self.shuffle(Shuffle::Low, exp[0], exp[1])
            };
            none[0] = self.join_masks(none[0], none[1]);
            if gfx6 {
                infinite[0] = self.join_masks(infinite[0], infinite[1]);
            }
        }
        let k = self.not(none[0]);
        let (op, by) = if has_masks {
            (Op::VPADDD, self.dword(1))
        } else {
            (Op::VPANDD, exp[0])
        };
        let r = self.vector(Inst {
            k,
            zero: true,
            ..inst(op, exp[0], by)
        });
        if !gfx6 {
            return r;
        }
        let all = self.dword(u32::MAX);
        self.blend(Ty::B32, infinite[0], r, all)
    }

    fn frexp_mant(&mut self, wide: bool, gfx6: bool, x: V) -> V {
        /// In [1/2, 1), with the operand's sign.
        const HALF: i32 = 2;
        let (get, mul) = if wide {
            (Op::VGETMANTPD, Op::VMULPD)
        } else {
            (Op::VGETMANTPS, Op::VMULPS)
        };
        let (r, others) = if self.isa().has_masks {
            (self.vector(with_imm(get, NONE, x, HALF)), 0)
        } else {
            (self.legal_significand(wide, x), class::NAN)
        };
        let k = self.class(wide, x, class::ZERO | class::INFINITE | others);
        // Denormals that count as zero become zero.
        let one = self.number(wide, 1.0);
        let r = self.vector(Inst {
            c: r,
            k,
            ..inst(mul, x, one)
        });
        if !gfx6 {
            return r;
        }
        let k = self.class(wide, x, class::INFINITE);
        let (ty, nan) = if wide {
            (Ty::B64, self.qword(F64.default_nan()))
        } else {
            (Ty::B32, self.dword(NAN))
        };
        self.blend(ty, k, r, nan)
    }

    /// 1 where the set has the class of a value: its bits are those of V_CMP_CLASS. Denormals are some
    /// whatever the host's controls say, so the encodings are looked at.
    fn is_class(&mut self, wide: bool, x: [V; 2], set: V) -> V {
        /// Zero, denormal, normal, infinity, signalling and quiet NaN, and then those with a sign.
        const CLASSES: [u32; 16] = [6, 7, 8, 9, 0, 1, 1, 1, 5, 4, 3, 2, 0, 1, 1, 1];
        let (fraction, inf) = if wide { (20, 0x7ff0_0000) } else { (23, INF) };
        let high = self.upper_dwords(wide, x);
        let abs = self.dword(ABS);
        let mut abs = self.two_of(Op::VPANDD, high, abs);
        if wide && !planted(Fault::ClassLow) {
            // Of the low half it only matters whether there is something.
            let low = self.shuffle(Shuffle::Low, x[0], x[1]);
            let k = self.mask(inst(Op::VPTESTMD, low, low));
            let one = self.dword(1);
            abs = self.vector(Inst {
                c: abs,
                k,
                ..inst(Op::VPORD, abs, one)
            });
        }
        let mut class = self.dword(2);
        let normal = self.dword(1 << fraction);
        let denormal = self.mask(with_imm(Op::VPCMPUD, abs, normal, LESS));
        let zero = self.mask(inst(Op::VPTESTNMD, abs, abs));
        for (k, number) in [(denormal, 1), (zero, 0)] {
            let number = self.dword(number);
            class = self.blend(Ty::B32, k, class, number);
        }
        for (first, number) in [(inf, 3), (inf + 1, 4), (inf | 1 << (fraction - 1), 5)] {
            let [first, number] = [first, number].map(|v| self.dword(v));
            let k = self.mask(with_imm(Op::VPCMPUD, abs, first, NOT_LESS));
            class = self.blend(Ty::B32, k, class, number);
        }
        let sign = self.shift_by(Op::VPSRLD, high, 28);
        let eight = self.dword(8);
        let sign = self.two_of(Op::VPANDD, sign, eight);
        let class = self.two_of(Op::VPORD, class, sign);
        let bit = if self.isa().has_masks {
            let pair = |k: usize| 1 << CLASSES[2 * k] | 1u64 << (CLASSES[2 * k + 1] + 32);
            let bits = self.table(Table::All(std::array::from_fn(pair)));
            self.vector(Inst {
                c: class,
                ..inst(Op::VPERMI2D, bits, bits)
            })
        } else {
            self.legal_lookup(class, &CLASSES.map(|c| 1 << c))
        };
        let (k, one) = (self.mask(inst(Op::VPTESTMD, bit, set)), self.dword(1));
        self.vector(Inst {
            k,
            zero: true,
            ..inst(Op::VPANDD, one, one)
        })
    }

    /// Both halves of 64-bit lanes, of 32-bit floats.
    fn as_f64s(&mut self, x: V) -> [V; 2] {
        self.widen(Op::VCVTPS2PD, x)
    }

    /// Rounds to f32, and says of which lanes that is in doubt: `within` units of the last place.
    pub(super) fn round(&mut self, r: [V; 2], within: u32) -> (V, V) {
        /// What f32 has not of the fraction, and the middle of it.
        const REST: u32 = (1 << 29) - 1;
        const MIDDLE: u32 = 1 << 28;
        let low = self.shuffle(Shuffle::Low, r[0], r[1]);
        let by = self.dword(within.wrapping_sub(MIDDLE));
        let far = self.vector(inst(Op::VPADDD, low, by));
        let rest = self.dword(REST);
        let far = self.vector(inst(Op::VPANDD, far, rest));
        let limit = self.dword(2 * within + 1);
        // Below 2^31: where there are masks, one comparison is as good as the other.
        let compare = if self.isa().has_masks {
            Op::VPCMPUD
        } else {
            Op::VPCMPD
        };
        let doubt = self.mask(with_imm(compare, far, limit, LESS));
        let [x, y] = r.map(|r| self.vector(inst(Op::VCVTPD2PS, NONE, r)));
        (self.narrowed_halves(x, y), doubt)
    }

    /// `r` with what a table says in its place where the class of `x` is special; without VFIXUPIMM these lanes are in
    /// `doubt`.
    fn fix_up(&mut self, r: V, x: V, table: u32, doubt: V) -> (V, V) {
        if !self.isa().has_masks {
            let special = match table {
                fixup::TURN => self.class(false, x, class::INFINITE | class::NAN),
                _ => self.legal_not_normal(x),
            };
            let doubt = match doubt {
                NONE => special,
                doubt => self.masks(Op::KORW, doubt, special),
            };
            return (r, doubt);
        }
        let table = self.dword(table);
        let r = self.vector(Inst {
            c: r,
            ..with_imm(Op::VFIXUPIMMPS, x, table, 0)
        });
        (r, doubt)
    }

    /// The lanes of `k` that are active, as far as that is known.
    fn if_active(&mut self, k: V) -> V {
        match self.input.exec {
            Some(exec) => {
                let exec = self.active(exec);
                match exec {
                    NONE => k,
                    exec if self.isa().has_masks => self.masks(Op::KANDW, k, exec),
                    exec => self.legal_active(k, exec),
                }
            }
            None => k,
        }
    }

    /// Has `n` done elsewhere, with its results put into `r`, if a lane of `k` is active.
    pub(super) fn doubt(&mut self, v: Val, n: &Node, r: [V; 2], k: V) {
        if planted(Fault::NoDoubt) {
            return;
        }
        let k = self.if_active(k);
        let request = Request {
            pc: n.pc,
            imm: n.imm,
            node: u64::from(v.0),
            kind: self.widths(n),
        };
        let request = self.r.pool.place(Constant::Request(request));
        let mut operands = [[NONE; 2]; 3];
        for (o, a) in operands.iter_mut().zip(&n.args) {
            *o = self.get(*a);
            if self.node(*a).ty != Ty::B64 {
                o[1] = NONE;
            }
        }
        let number = self.r.doubts.len() as i32;
        self.r.doubts.push(Doubt { request, operands });
        self.out.calls = true;
        self.r.insts.push(Inst {
            form: Form::Doubt,
            c: r[0],
            b: r[1],
            k,
            imm: Some(number),
            ..Inst::new(Op::VMOVDQU32)
        });
        // They must be somewhere until then.
        for [x, y] in operands {
            self.r.insts.push(Inst {
                form: Form::Keep,
                ..inst(Op::VMOVDQU32, x, y)
            });
        }
    }

    /// What `lane_calls::call` is told of operands and results: bit 0 of the result, bits 1 to 3 of the
    /// operands, set for 64-bit values; and that it is a call.
    fn widths(&self, n: &Node) -> u64 {
        let wide = |ty: Ty| u64::from(ty == Ty::B64);
        let operands = n.args.iter().enumerate();
        let operands = operands.map(|(k, a)| wide(self.node(*a).ty) << (k + 1));
        operands.fold(wide(n.ty), |all, one| all | one) | Request::CALL
    }

    /// `x` with a zero of its sign in place of a denormal.
    fn flushed(&mut self, x: V) -> V {
        let (exponent, sign) = (self.dword(INF), self.dword(SIGN));
        let denormal = self.mask(inst(Op::VPTESTNMD, x, exponent));
        self.vector(Inst {
            c: x,
            k: denormal,
            ..inst(Op::VPANDD, x, sign)
        })
    }

    /// 1 / sqrt(x): an estimate, one step that leaves it next to the result, and another one with the
    /// residual to twice the precision.
    ///
    /// From whatever the first step gives the second one leads to the result: tested for the 2^24
    /// significands and parities of the exponent, so the last bits of the host's estimate do not matter.
    /// No value on the way comes near the denormal ones, so neither do the host's controls for these.
    fn rsq(&mut self, v: Val, n: &Node, x: V) -> V {
        let has_masks = self.isa().has_masks;
        let x = if has_masks { self.flushed(x) } else { x };
        let half = self.number(false, 0.5);
        let estimate = if has_masks {
            Op::VRSQRT14PS
        } else {
            Op::VRSQRTPS
        };
        // Half of y is not waited for: it and x y are computed at once.
        let y = self.vector(inst(estimate, NONE, x));
        let h = self.two_of(Op::VMULPS, y, half);
        let p = self.two_of(Op::VMULPS, x, y);
        let mut residual = self.fused(Op::VFNMADD132PS, p, h, half);
        if !has_masks {
            // Of an estimate of 12 bits the next term, too. No fault is planted here: without it one or two results of
            // 2^24 are wrong if the estimate is as bad as it may be, and none with that of a better host. All operands
            // are compared (`jit-tests/functions.rs`).
            let more = self.number(false, 1.5);
            let more = self.two_of(Op::VMULPS, residual, more);
            residual = self.fused(Op::VFMADD132PS, more, residual, residual);
        }
        let y = self.fused(Op::VFMADD132PS, y, residual, y);
        let h = self.two_of(Op::VMULPS, y, half);
        let p = self.two_of(Op::VMULPS, x, y);
        let rest = self.fused(Op::VFMSUB132PS, x, y, p);
        let mut residual = self.fused(Op::VFNMADD132PS, p, h, half);
        if !planted(Fault::RootRest) {
            residual = self.fused(Op::VFNMADD132PS, rest, h, residual);
        }
        let more = self.number(false, RSQ_REST.into());
        let residual = self.two_of(Op::VADDPS, residual, more);
        let r = self.fused(Op::VFMADD132PS, y, residual, y);
        let (r, doubt) = self.fix_up(r, x, fixup::ROOT, NONE);
        if doubt != NONE {
            self.doubt(v, n, [r, NONE], doubt);
        }
        r
    }

    /// Minimum or maximum of f64 that are numbers. Of zeros of both signs the host gives the second operand: in one order
    /// the one, in the other the other, and their signs are joined.
    fn min_max(&mut self, v: Val, n: &Node, f: LaneFn) -> [V; 2] {
        const UNORDERED: i32 = 0x03;
        let [x, y] = [0, 1].map(|k| self.get(n.args[k]));
        let (op, join) = match f {
            LaneFn::Min => (
                Op::VMINPD,
                unless_planted!(Fault::ZeroSigns, Op::VPORQ, Op::VPANDQ),
            ),
            _ => (Op::VMAXPD, Op::VPANDQ),
        };
        let r = [0, 1].map(|h| {
            let [first, second] = [(x[h], y[h]), (y[h], x[h])].map(|(x, y)| self.two_of(op, x, y));
            self.two_of(join, first, second)
        });
        let [low, high] = [0, 1].map(|h| self.mask(with_imm(Op::VCMPPD, x[h], y[h], UNORDERED)));
        let nan = self.join_masks(low, high);
        self.doubt(v, n, r, nan);
        r
    }

    pub(super) fn two_of(&mut self, op: Op, x: V, y: V) -> V {
        self.vector(inst(op, x, y))
    }

    /// x y + z, or what `op` has in place of it.
    pub(super) fn fused(&mut self, op: Op, x: V, y: V, z: V) -> V {
        self.vector(Inst {
            form: Form::Fma,
            c: z,
            ..inst(op, x, y)
        })
    }

    /// 2^x: parts of 1/32 by a table, the rest by a polynomial, both as sums of two f32. Where another
    /// low part, as far away as it may be wrong, leads to another result, that is in doubt.
    fn exp2(&mut self, v: Val, n: &Node, x: V) -> V {
        if !self.isa().has_masks {
            return self.legal_exp2(v, n, x);
        }
        /// Added to a value it leaves the parts of 1/32 in the low bits.
        const MAGIC: f64 = 1.5 * (1 << 18) as f64;
        let most = self.number(false, 200.0);
        // A NaN becomes the second operand.
        let y = self.two_of(Op::VMINPS, x, most);
        let magic = self.number(false, MAGIC);
        let parts = self.two_of(Op::VADDPS, y, magic);
        let whole = self.two_of(Op::VSUBPS, parts, magic);
        let f = self.two_of(Op::VSUBPS, y, whole);
        let [power, rest] = [POWERS, POWERS_REST].map(|both| {
            let tables = both.map(|t| {
                let pair = |k: usize| u64::from(t[2 * k]) | u64::from(t[2 * k + 1]) << 32;
                self.table(Table::All(std::array::from_fn(pair)))
            });
            self.vector(Inst {
                c: parts,
                ..inst(Op::VPERMI2D, tables[0], tables[1])
            })
        });
        let [c0, c1, c2] = EXPONENTIAL.map(|c| self.dword(c));
        let [ln2, less] = LN_2.map(|c| self.dword(c));
        // 2^f - 1 as f times the sum of two, and so as the sum of two.
        let by = self.fused(Op::VFMADD132PS, f, c2, c1);
        let by = self.fused(Op::VFMADD132PS, by, f, c0);
        let by = self.fused(Op::VFMADD132PS, by, f, less);
        let factor = self.two_of(Op::VADDPS, ln2, by);
        let taken = self.two_of(Op::VSUBPS, factor, ln2);
        let low_factor = self.two_of(Op::VSUBPS, by, taken);
        let p = self.two_of(Op::VMULPS, f, factor);
        let low_p = self.fused(Op::VFMSUB132PS, f, factor, p);
        let low_p = self.fused(Op::VFMADD132PS, f, low_factor, low_p);
        // (1 + p) times the power.
        let high = self.fused(Op::VFMADD132PS, power, p, power);
        let lost = self.two_of(Op::VSUBPS, power, high);
        let low = self.fused(Op::VFMADD132PS, power, p, lost);
        let mut low = self.fused(Op::VFMADD132PS, power, low_p, low);
        if !planted(Fault::PowerRest) {
            low = self.fused(Op::VFMADD132PS, high, rest, low);
        }
        let [r, other] = [1.0 + DOUBT_EXP2, 1.0 - DOUBT_EXP2].map(|by| {
            let by = self.number(false, by.into());
            self.fused(Op::VFMADD132PS, low, by, high)
        });
        // Below -126 it is zero.
        let end = self.number(false, -126.0);
        let k = self.mask(with_imm(Op::VCMPPS, x, end, NOT_LT));
        let doubt = self.mask(Inst {
            k,
            ..with_imm(Op::VCMPPS, r, other, NOT_EQUAL)
        });
        let r = self.vector(Inst {
            k,
            zero: true,
            ..inst(Op::VSCALEFPS, r, whole)
        });
        let (r, doubt) = self.fix_up(r, x, fixup::NAN, doubt);
        self.doubt(v, n, [r, NONE], doubt);
        r
    }

    /// log2(x): of a mantissa from 3/4 on, so that nothing is lost near 1, sixteenths by a table, the rest,
    /// up to 1/16, by a polynomial.
    fn log2(&mut self, v: Val, n: &Node, x: V) -> V {
        if !self.isa().has_masks {
            return self.legal_log2(v, n, x);
        }
        /// In [3/4, 3/2), with the operand's sign.
        const QUARTERS: i32 = 3;
        /// Behind it are the highest 4 bits of the fraction.
        const REST: i32 = 19;
        let x = self.flushed(x);
        let mantissa = self.vector(with_imm(Op::VGETMANTPS, NONE, x, QUARTERS));
        let exponent = self.vector(inst(Op::VGETEXPPS, NONE, x));
        let one = self.number(false, 1.0);
        let k = self.mask(with_imm(Op::VCMPPS, mantissa, one, FCMP[FCmp::LT as usize]));
        let exponent = self.vector(Inst {
            c: exponent,
            k,
            ..inst(Op::VADDPS, exponent, one)
        });
        let part = self.shift_by(Op::VPSRLD, mantissa, REST);
        let parts = self.widen(Op::VPMOVZXDQ, part);
        let [mantissa, exponent] = [mantissa, exponent].map(|x| self.as_f64s(x));
        let of_parts = [RECIPROCALS, LOGARITHMS]
            .map(|both| both.map(|t| self.table(Table::All(t.map(f64::to_bits)))));
        let minus_one = self.number(true, -1.0);
        let r = [0, 1].map(|h| {
            let [reciprocal, logarithm] = of_parts.map(|t| {
                self.vector(Inst {
                    c: parts[h],
                    ..inst(Op::VPERMI2PD, t[0], t[1])
                })
            });
            let rest = self.fused(Op::VFMADD132PD, mantissa[h], reciprocal, minus_one);
            let sum = self.polynomial(rest, &LOGARITHM);
            let whole = self.two_of(Op::VADDPD, exponent[h], logarithm);
            self.fused(Op::VFMADD132PD, rest, sum, whole)
        });
        let (r, doubt) = self.round(r, DOUBT_LOG2);
        let (r, doubt) = self.fix_up(r, x, fixup::LOGARITHM, doubt);
        self.doubt(v, n, [r, NONE], doubt);
        r
    }

    /// A polynomial of 64-bit lanes.
    fn polynomial(&mut self, x: V, coefficients: &[f64]) -> V {
        let mut c = coefficients.iter().rev();
        let mut sum = self.number(true, c.next().copied().unwrap_or(0.0));
        for c in c {
            let c = self.number(true, *c);
            sum = self.fused(Op::VFMADD132PD, sum, x, c);
        }
        sum
    }

    /// Sine or cosine of revolutions: the nearest quarter says of which of both, and the sign.
    fn turn(&mut self, v: Val, n: &Node, k: LaneCall, x: V) -> V {
        let is_sine = k.f == LaneFn::Sin;
        let denormals = is_sine && k.float_mode().denorm_in;
        let x = if denormals { x } else { self.flushed(x) };
        let w = self.as_f64s(x);
        let [four, quarter] = [4.0, 0.25].map(|v| self.number(true, v));
        let quarters = w.map(|w| {
            let x = self.two_of(Op::VMULPD, w, four);
            self.vector(with_imm(Op::VRNDSCALEPD, NONE, x, 8))
        });
        let [low, high] = quarters.map(|q| self.vector(inst(Op::VCVTTPD2DQ, NONE, q)));
        let count = self.narrowed_halves(low, high);
        let [zero, one, two] = [0, 1, 2].map(|v| self.dword(v));
        let even = self.mask(inst(Op::VPTESTNMD, count, one));
        let turned = if is_sine {
            count
        } else {
            self.two_of(Op::VPADDD, count, one)
        };
        let positive = self.mask(inst(Op::VPTESTNMD, turned, two));
        let k = [self.lower_mask(even), self.upper_mask(even)];
        let r = [0, 1].map(|h| {
            let t = self.fused(Op::VFNMADD132PD, quarters[h], quarter, w[h]);
            let square = self.two_of(Op::VMULPD, t, t);
            let by = self.polynomial(square, &SINE);
            let sine = self.two_of(Op::VMULPD, t, by);
            let cosine = self.polynomial(square, &COSINE);
            if is_sine {
                self.blend(Ty::B64, k[h], cosine, sine)
            } else {
                self.blend(Ty::B64, k[h], sine, cosine)
            }
        });
        let (r, mut doubt) = self.round(r, DOUBT_TURN);
        let negative = self.not(positive);
        let r = self.vector(Inst {
            c: r,
            k: negative,
            ..inst(Op::VSUBPS, zero, r)
        });
        let (abs, range) = (self.dword(ABS), self.number(false, TRIG_RANGE));
        let abs = self.two_of(Op::VPANDD, x, abs);
        let far = self.mask(with_imm(Op::VCMPPS, abs, range, FCMP[FCmp::GT as usize]));
        let beyond = self.number(false, if is_sine { 0.0 } else { 1.0 });
        let r = self.blend(Ty::B32, far, r, beyond);
        let (r, more) = self.fix_up(r, x, fixup::TURN, doubt);
        doubt = more;
        if denormals {
            // The host's controls may make zero of them.
            let [less, limit] = [u32::MAX, 0x007f_ffff].map(|v| self.dword(v));
            let less = self.two_of(Op::VPADDD, abs, less);
            let denormal = self.mask(with_imm(Op::VPCMPUD, less, limit, LESS));
            doubt = self.masks(Op::KORW, doubt, denormal);
        }
        self.doubt(v, n, [r, NONE], doubt);
        r
    }

    /// The dwords with sign and exponent.
    fn upper_dwords(&mut self, wide: bool, x: [V; 2]) -> V {
        if wide {
            self.shuffle(Shuffle::High, x[0], x[1])
        } else {
            x[0]
        }
    }

    /// Where the quotient, or the denominator's reciprocal, of denominator and numerator, which are what
    /// operands 1 and 2 of `n` are, may come near the ends of the range. The steps of one division ask
    /// for the same.
    fn far_apart(&mut self, n: &Node, wide: bool) -> V {
        let pair = [n.args[1], n.args[2]];
        if let Some((_, k)) = self.ranges.iter().find(|(p, _)| *p == pair) {
            return *k;
        }
        // Bits of the fraction in these dwords, exponent's bias, difference of exponents from which on the
        // denominator is scaled, exponent up to which the numerator is.
        let (fraction, bias, apart, tiny) = if wide {
            (20, 1023, 768, 53)
        } else {
            (23, 127, 96, 23)
        };
        let abs = self.dword(ABS);
        let [d, m] = pair.map(|x| {
            let x = self.get(x);
            let x = self.upper_dwords(wide, x);
            self.two_of(Op::VPANDD, x, abs)
        });
        // first <= x < end, as dwords with exponents.
        let outside = |s: &mut Self, x: V, first: i32, end: i32| {
            let by = s.dword((-first << fraction) as u32);
            let up = s.two_of(Op::VPADDD, x, by);
            let limit = s.dword(((end - first) as u32) << fraction);
            s.mask(with_imm(Op::VPCMPUD, up, limit, NOT_LESS))
        };
        let far_d = outside(self, d, 1, 2 * bias - 1);
        let far_m = outside(self, m, tiny + 1, 2 * bias + 1);
        let ratio = self.two_of(Op::VPSUBD, m, d);
        let far = outside(self, ratio, 3 - bias, apart - 1);
        let mut k = far_d;
        if !planted(Fault::ScaleRange) {
            k = self.masks(Op::KORW, k, far_m);
            k = self.masks(Op::KORW, k, far);
        }
        self.ranges.push((pair, k));
        k
    }

    /// V_DIV_SCALE of operand, denominator and numerator: the operand, and no flag, where the quotient
    /// and the denominator's reciprocal are far from the ends of the range.
    fn div_scale(&mut self, v: Val, n: &Node, wide: bool, f: LaneFn) -> [V; 2] {
        let x = self.get(n.args[0]);
        let k = self.far_apart(n, wide);
        let r = match f {
            LaneFn::DivScale => {
                let copy = |s: &mut Self, x: V| s.vector(inst(Op::VMOVDQU32, NONE, x));
                let low = copy(self, x[0]);
                if wide {
                    [low, copy(self, x[1])]
                } else {
                    [low, NONE]
                }
            }
            _ => {
                let zero = self.dword(0);
                [self.vector(inst(Op::VMOVDQU32, NONE, zero)), NONE]
            }
        };
        self.doubt(v, n, r, k);
        r
    }

    /// V_DIV_FMAS where the flag is set, which is left to a call: V_DIV_SCALE seldom sets it, and each division would
    /// take ten instructions more. Other lanes do not matter.
    fn div_fmas(&mut self, v: Val, n: &Node, wide: bool) -> [V; 2] {
        let x = self.get(n.args[0]);
        let mut r = [NONE; 2];
        for h in 0..if wide { 2 } else { 1 } {
            r[h] = self.vector(inst(Op::VMOVDQU32, NONE, x[h]));
        }
        let flags = self.flags_of(v);
        let k = match flags {
            Some(flags) => self.get(flags)[0],
            None => self.copy_of_mask(NONE),
        };
        self.doubt(v, n, r, k);
        r
    }

    /// All steps of an f32 quotient of denominator and numerator: one division, where neither is so large or small that
    /// a value on the way may not be normal. A zero as numerator is none of those. No fault is planted here: programs did
    /// not show one in six minutes, for one division is nearly always right of other operands, too.
    fn quotient(&mut self, v: Val, n: &Node) -> [V; 2] {
        let [d, m] = [0, 1].map(|k| self.get(n.args[k])[0]);
        let r = self.two_of(Op::VDIVPS, m, d);
        let abs = self.dword(ABS);
        let [d, m] = [d, m].map(|x| self.two_of(Op::VPANDD, x, abs));
        let by = self.dword(QUOTIENT_RANGE.start.wrapping_neg());
        let is_number = self.mask(inst(Op::VPTESTMD, m, m));
        let d = self.two_of(Op::VPADDD, d, by);
        let m = self.vector(Inst {
            k: is_number,
            zero: true,
            ..inst(Op::VPADDD, m, by)
        });
        let further = self.two_of(Op::VPMAXUD, d, m);
        let size = self.dword(QUOTIENT_RANGE.len() as u32);
        let far = self.mask(with_imm(Op::VPCMPUD, further, size, NOT_LESS));
        self.doubt(v, n, [r, NONE], far);
        [r, NONE]
    }

    /// Where `v` is used, if only one `Select` does, which comes from a mask that is there.
    fn flags_of(&self, v: Val) -> Option<Val> {
        if self.r.uses[v.0 as usize] != 1 {
            return None;
        }
        let mut users = self.input.region.nodes.iter().map(|u| self.node(*u));
        let user = users.find(|n| n.args.contains(&v))?;
        let flags = *user.args.first()?;
        let is_select = user.op == Uop::Select && user.args.get(1) == Some(&v);
        (is_select && flags < v && self.is_here(flags)).then_some(flags)
    }

    /// V_DIV_FIXUP where denominator and numerator are not `far` apart, nor from what is normal: only a NaN
    /// as quotient is special then.
    fn fixed_sign(&mut self, v: Val, n: &Node, wide: bool, far: V) -> [V; 2] {
        let [q, d, m] = [0, 1, 2].map(|k| self.get(n.args[k]));
        let sign = if wide {
            self.qword(1 << 63)
        } else {
            self.dword(SIGN)
        };
        let (xor, tern) = if wide {
            (Op::VPXORQ, Op::VPTERNLOGQ)
        } else {
            (Op::VPXORD, Op::VPTERNLOGD)
        };
        let (mut r, mut nan) = ([NONE; 2], [NONE; 2]);
        for h in 0..if wide { 2 } else { 1 } {
            let both = self.two_of(xor, d[h], m[h]);
            r[h] = self.vector(Inst {
                c: sign,
                ..with_imm(tern, both, q[h], 0xca)
            });
            nan[h] = self.class(wide, q[h], class::NAN);
        }
        if wide {
            nan[0] = self.join_masks(nan[0], nan[1]);
        }
        let k = unless_planted!(Fault::QuotientNan, self.masks(Op::KORW, far, nan[0]), far);
        self.doubt(v, n, r, k);
        r
    }

    /// V_DIV_FIXUP of quotient, denominator and numerator: the sign of theirs, where denominator and
    /// numerator are finite and the denominator is not zero.
    fn div_fixup(&mut self, v: Val, n: &Node, wide: bool) -> [V; 2] {
        let (fraction, bias, bits) = if wide { (20, 1023, 52) } else { (23, 127, 23) };
        let inf = (2 * bias + 1) << fraction;
        let [q, d, m] = [0, 1, 2].map(|k| self.get(n.args[k]));
        let pair = [n.args[1], n.args[2]];
        let known = self.ranges.iter().find(|(p, _)| *p == pair);
        if let Some(far) = known.map(|(_, k)| *k) {
            return self.fixed_sign(v, n, wide, far);
        }
        let abs = self.dword(ABS);
        let [abs_d, abs_m] = [d, m].map(|x| {
            let x = self.upper_dwords(wide, x);
            self.two_of(Op::VPANDD, x, abs)
        });
        let halves = if wide { 2 } else { 1 };
        let ty = if wide { Ty::B64 } else { Ty::B32 };
        let sign = self.same(ty, if wide { 1 << 63 } else { SIGN as u64 });
        let (mut r, mut zero, mut nan, mut none) = ([NONE; 2], [NONE; 2], [NONE; 2], [NONE; 2]);
        for h in 0..halves {
            let xor = self.two_of([Op::VPXORD, Op::VPXORQ][wide as usize], d[h], m[h]);
            // The quotient's bits but for the sign.
            r[h] = self.vector(Inst {
                c: sign,
                ..with_imm(
                    [Op::VPTERNLOGD, Op::VPTERNLOGQ][wide as usize],
                    xor,
                    q[h],
                    0xca,
                )
            });
            zero[h] = self.class(wide, m[h], class::ZERO);
            let op = [Op::VPANDD, Op::VPANDQ][wide as usize];
            r[h] = self.vector(Inst {
                c: r[h],
                k: zero[h],
                ..inst(op, r[h], sign)
            });
            nan[h] = self.class(wide, q[h], class::NAN);
            none[h] = self.class(wide, d[h], class::ZERO);
        }
        if wide {
            for k in [&mut zero, &mut nan, &mut none] {
                k[0] = self.join_masks(k[0], k[1]);
            }
        }
        // At or above infinity, or so small a quotient that all of it is lost.
        let limit = self.dword(inf as u32);
        let large = [abs_d, abs_m].map(|x| self.mask(with_imm(Op::VPCMPUD, x, limit, NOT_LESS)));
        let ratio = self.two_of(Op::VPSUBD, abs_m, abs_d);
        let least = self.dword(((2 - bias - bits) << fraction) as u32);
        let k = self.not(zero[0]);
        let small = self.mask(Inst {
            k,
            ..with_imm(Op::VPCMPD, ratio, least, EQUAL_OR_LESS)
        });
        let mut k = self.masks(Op::KORW, nan[0], none[0]);
        for more in [large[0], large[1], small] {
            k = self.masks(Op::KORW, k, more);
        }
        self.doubt(v, n, r, k);
        r
    }
}
