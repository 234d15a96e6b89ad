//! 2^x and log2(x) of f32 where a look-up is one permutation of 8 dwords: tables are shorter, and polynomials longer,
//! than in `functions`, and exponents are taken off and put on as integers.

use super::functions::{NOT_EQUAL, NOT_LT};
use super::*;

/// 2^(n/8) as f32, and what these are short of them, relative to them (computed with 70 decimal digits).
const POWERS: [u32; 8] = [
    0x3f80_0000,
    0x3f8b_95c2,
    0x3f98_37f0,
    0x3fa5_fed7,
    0x3fb5_04f3,
    0x3fc5_672a,
    0x3fd7_44fd,
    0x3fea_c0c7,
];
const POWERS_REST: [u32; 8] = [
    0x0000_0000,
    0xb24e_0611,
    0x3309_2801,
    0xb305_1aa8,
    0x3293_02ae,
    0x31b3_d0e5,
    0xb27c_e182,
    0xb1d2_90be,
];

/// ln 2, and the half of its square, each as the sum of two f32.
const LN_2: [u32; 2] = [0x3f31_7218, 0xb102_e308];
const HALF_SQUARE: [u32; 2] = [0x3e75_fdf0, 0xaf7a_74e3];

/// What is left of 2^x - 1 behind the first two powers of x, by x^3, for x up to 1/16, in powers of x: the polynomial
/// that is right at Chebyshev's points (computed with 70 decimal digits).
const EXPONENTIAL: [u32; 3] = [0x3d63_5847, 0x3c1d_9740, 0x3aae_c57f];

/// How far the low part of 2^x may be off, relative to it. Where it decides how the sum is rounded it is wrong by a
/// quarter of that at most; compared for every f32 from 0 to 144, of both signs.
const DOUBT_EXP2: f32 = 1.0 / (1 << 20) as f32;

/// About the reciprocals of the eighths of mantissas from 3/4 to 1, and from 1 to 3/2; exactly 1 on both sides of 1.
/// Their f64 have no low dwords.
const RECIPROCALS: [f64; 8] = [
    1.28125, 1.18359375, 1.1015625, 1.0, 1.0, 0.84375, 0.76171875, 0.6953125,
];

/// The logarithms of [`RECIPROCALS`], negated (computed with 70 decimal digits).
const LOGARITHMS: [f64; 8] = [
    -0.3575520046180837,
    -0.2431739834729509,
    -0.13955135239879354,
    0.0,
    0.0,
    0.24511249783653147,
    0.3926696862503893,
    0.5242665690336022,
];

/// log2(1 + x) / x from -1/16 to 1/8, in powers of x: as [`EXPONENTIAL`], right to 2^-37.
const LOGARITHM: [f64; 8] = [
    1.442695040894498,
    -0.7213475206749016,
    0.48089832495098533,
    -0.36067334857385513,
    0.2885508990228401,
    -0.24066645203928624,
    0.2050231535762666,
    -0.14682446880412353,
];

/// How far from the middle between two f32 a logarithm in f64 may be and still be in doubt, in units of its last place:
/// at least 2^-37 of it. Compared for every positive normal f32.
const DOUBT_LOG2: u32 = 1 << 16;

/// Bits of the fraction of an f32.
const FRACTION: i32 = 23;

impl Select<'_, '_> {
    /// See [`Select::exp2`]: parts of 1/8 by a table.
    pub(super) fn legal_exp2(&mut self, v: Val, n: &Node, x: V) -> V {
        /// Added to a value it leaves the parts of 1/8 in the low bits, of which the lowest say which one it is.
        const MAGIC: f64 = 1.5 * (1 << 20) as f64;
        const INDEX: i32 = 3;
        let (most, magic) = (self.number(false, 128.0), self.number(false, MAGIC));
        // A NaN stays: it is the second operand.
        let y = self.two_of(Op::VMINPS, most, x);
        let parts = self.two_of(Op::VADDPS, y, magic);
        let whole = self.two_of(Op::VSUBPS, parts, magic);
        let f = self.two_of(Op::VSUBPS, y, whole);
        let [power, rest] = [POWERS, POWERS_REST].map(|t| self.legal_lookup(parts, &t));
        let [c0, c1, c2] = EXPONENTIAL.map(|c| self.dword(c));
        let [ln2, less] = LN_2.map(|c| self.dword(c));
        let [square, less_square] = HALF_SQUARE.map(|c| self.dword(c));
        // 2^f - 1 as f times the sum of two, and so as the sum of two. Of the factor's two first terms nothing is lost.
        // What depends on one another is kept short: the next instructions wait for it.
        let square_f = self.two_of(Op::VMULPS, f, f);
        let first = self.fused(Op::VFMADD132PS, f, less_square, less);
        let by = self.fused(Op::VFMADD132PS, f, c1, c0);
        let by = self.fused(Op::VFMADD132PS, square_f, c2, by);
        let by = self.fused(Op::VFMADD132PS, square_f, by, first);
        let factor = self.fused(Op::VFMADD132PS, f, square, ln2);
        let taken = self.two_of(Op::VSUBPS, ln2, factor);
        let lost = self.fused(Op::VFMADD132PS, f, square, taken);
        let p = self.two_of(Op::VMULPS, f, factor);
        let low_p = self.fused(Op::VFMSUB132PS, f, factor, p);
        let low_p = self.fused(Op::VFMADD132PS, f, lost, low_p);
        let low_p = self.fused(Op::VFMADD132PS, f, by, low_p);
        // (1 + p) times the power.
        let high = self.fused(Op::VFMADD132PS, power, p, power);
        let lost = self.two_of(Op::VSUBPS, power, high);
        let mut low = self.fused(Op::VFMADD132PS, power, p, lost);
        if !planted(Fault::PowerRest) {
            low = self.fused(Op::VFMADD132PS, high, rest, low);
        }
        let low = self.fused(Op::VFMADD132PS, power, low_p, low);
        let [r, other] = [1.0 + DOUBT_EXP2, 1.0 - DOUBT_EXP2].map(|by| {
            let by = self.number(false, by.into());
            self.fused(Op::VFMADD132PS, low, by, high)
        });
        // Below -126 it is zero, whatever has been computed. Of a NaN all this is in doubt.
        let end = self.number(false, -126.0);
        let k = self.mask(with_imm(Op::VCMPPS, x, end, NOT_LT));
        let doubt = self.mask(Inst {
            k,
            ..with_imm(Op::VCMPPS, r, other, NOT_EQUAL)
        });
        // Of 128 the power is infinity, and r is 1.
        let n_whole = self.shift_by(Op::VPSRLD, parts, INDEX);
        let exponent = self.shift_by(Op::VPSLLD, n_whole, FRACTION);
        let r = self.two_of(Op::VPADDD, r, exponent);
        let r = self.and(r, k);
        self.doubt(v, n, [r, NONE], doubt);
        r
    }

    /// See [`Select::log2`]: eighths of a mantissa from 3/4 to 3/2 by a table.
    pub(super) fn legal_log2(&mut self, v: Val, n: &Node, x: V) -> V {
        /// With this below it, an f32 in [3/4, 3/2) has the exponent of 1.
        const UP: u32 = ONE - THREE_QUARTERS;
        const ONE: u32 = 1f32.to_bits();
        const THREE_QUARTERS: u32 = 0.75f32.to_bits();
        /// An integer below it as the low dword makes an f64 that is as much above 2^52.
        const HIGH: u32 = 0x4330_0000;
        /// f64 have so many bits more of fraction, and so much more bias of the exponent.
        const NARROWER: i32 = 3;
        const BIAS: u64 = 0x3800_0000_0000_0000;
        let [up, fraction, first, high, zero] =
            [UP, (1 << FRACTION) - 1, THREE_QUARTERS, HIGH, 0].map(|c| self.dword(c));
        let raised = self.two_of(Op::VPADDD, x, up);
        let whole = unless_planted!(Fault::QuartersWhole, raised, x);
        let exponent = self.shift_by(Op::VPSRLD, whole, FRACTION);
        let place = self.and(raised, fraction);
        let mantissa = self.two_of(Op::VPADDD, place, first);
        let index = self.shift_by(Op::VPSRLD, place, FRACTION - 3);
        let bias = self.qword(BIAS);
        let mantissa = self.qwords([zero, mantissa]).map(|m| {
            let m = self.shift_by(Op::VPSRLQ, m, NARROWER);
            self.two_of(Op::VPADDQ, m, bias)
        });
        let reciprocal = RECIPROCALS.map(|c| (c.to_bits() >> 32) as u32);
        let reciprocal = self.legal_lookup(index, &reciprocal);
        let reciprocal = self.qwords([zero, reciprocal]);
        let halves = [0, 32].map(|by| {
            let half = LOGARITHMS.map(|c| (c.to_bits() >> by) as u32);
            self.legal_lookup(index, &half)
        });
        let logarithm = self.qwords(halves);
        let exponent = self.qwords([exponent, high]);
        let one = self.number(true, ((1u64 << 52) + 127) as f64);
        let minus_one = self.number(true, -1.0);
        let r = [0, 1].map(|h| {
            let rest = self.fused(Op::VFMADD132PD, mantissa[h], reciprocal[h], minus_one);
            let sum = self.by_squares(rest);
            let whole = self.two_of(Op::VSUBPD, exponent[h], one);
            let whole = self.two_of(Op::VADDPD, whole, logarithm[h]);
            self.fused(Op::VFMADD132PD, rest, sum, whole)
        });
        let (r, doubt) = self.round(r, DOUBT_LOG2);
        let special = self.legal_not_normal(x);
        let doubt = self.masks(Op::KORW, doubt, special);
        self.doubt(v, n, [r, NONE], doubt);
        r
    }

    /// The polynomial [`LOGARITHM`], as sums of two terms, of two such sums, and of two of these: none waits for all
    /// others.
    fn by_squares(&mut self, x: V) -> V {
        let square = self.two_of(Op::VMULPD, x, x);
        let fourth = self.two_of(Op::VMULPD, square, square);
        let [low, high] = [0, 4].map(|first| {
            let [x0, x2] = [first, first + 2].map(|k| {
                let [c0, c1] = [0, 1].map(|i| self.number(true, LOGARITHM[k + i]));
                self.fused(Op::VFMADD132PD, c1, x, c0)
            });
            self.fused(Op::VFMADD132PD, x2, square, x0)
        });
        self.fused(Op::VFMADD132PD, high, fourth, low)
    }
}
