//! What works on the fields of a floating-point value, for the vectoriser: exponents, fractions, and
//! the steps of division, as [`crate::numerics`] has them, with selects in place of branches.

/// The functions of one format.
macro_rules! format_functions {
    ($name:ident, $u:ident, $f:ident, $format:ident, $fraction:literal, $bias:literal, $wide:literal, $scale:literal, $tiny:literal) => {
        pub(super) mod $name {
            use crate::numerics::{Mode, Round, $format};

            const SIGN: $u = $format.sign_bit() as $u;
            const INF: $u = $format.inf() as $u;
            const NAN: $u = $format.default_nan() as $u;
            const QUIET: $u = $format.quiet_bit() as $u;
            const ONE: $u = $format.one() as $u;
            /// The smallest normal magnitude.
            const NORMAL: $u = 1 << $fraction;
            const FRACTION: $u = NORMAL - 1;

            #[inline(always)]
            pub(in super::super) fn abs(x: $u) -> $u {
                x & !SIGN
            }

            #[inline(always)]
            pub(in super::super) fn is_nan(x: $u) -> bool {
                abs(x) > INF
            }

            /// A denormal operand, replaced by a zero where MODE says so.
            #[inline(always)]
            pub(in super::super) fn operand(x: $u, m: Mode) -> $u {
                let flush = !m.denorm_in & (abs(x) < NORMAL);
                if flush { x & SIGN } else { x }
            }

            /// A denormal result, replaced by a zero where MODE says so.
            #[inline(always)]
            fn result(x: $u, m: Mode) -> $u {
                let flush = !m.denorm_out & (abs(x) < NORMAL);
                if flush { x & SIGN } else { x }
            }

            /// 2^`n` of a normal result.
            #[inline(always)]
            fn power(n: i32) -> $f {
                $f::from_bits((($bias + n) as $u) << $fraction)
            }

            /// A finite value other than zero with the leading bit in its place, and how many places
            /// that took.
            #[inline(always)]
            fn normalised(x: $u) -> ($u, i32) {
                let scaled = ($f::from_bits(x) * power($fraction + 1)).to_bits();
                let small = abs(x) < NORMAL;
                let x = if small { scaled } else { x };
                (x, if small { $fraction + 1 } else { 0 })
            }

            #[inline(always)]
            pub(in super::super) fn frexp_exp(x: $u, gfx6: bool, m: Mode) -> u32 {
                let x = operand(x, m);
                let (n, up) = normalised(x);
                let r = (abs(n) >> $fraction) as i32 - ($bias - 1) - up;
                let r = if abs(x) == 0 { 0 } else { r };
                (if abs(x) >= INF { -(gfx6 as i32) } else { r }) as u32
            }

            #[inline(always)]
            pub(in super::super) fn frexp_mant(x: $u, gfx6: bool, m: Mode) -> $u {
                let x = operand(x, m);
                let (n, _) = normalised(x);
                let r = n & (SIGN | FRACTION) | ($bias - 1) << $fraction;
                let inf = if gfx6 { NAN } else { x };
                let r = if abs(x) == INF { inf } else { r };
                let r = if is_nan(x) { x | QUIET } else { r };
                if abs(x) == 0 { x } else { r }
            }

            /// `x` times 2^`n`, rounded once to nearest.
            #[inline(always)]
            pub(in super::super) fn ldexp(x: $u, n: i32, m: Mode) -> $u {
                /// A detour of so many places upward keeps every result that matters normal.
                const UP: i32 = 2 * $fraction;
                let x = operand(x, m);
                let (v, up) = normalised(x);
                let n = n.clamp(-8 * $bias, 8 * $bias);
                let exp = (abs(v) >> $fraction) as i32 - up + n;
                let field = |exp: i32| v & (SIGN | FRACTION) | (exp as $u) << $fraction;
                let r = field(exp);
                // Below the normal values one multiplication rounds.
                let low = $f::from_bits(field((exp + UP).max(1))) * power(-UP);
                // In full precision nothing is rounded, so all of these are tiny.
                let low = if m.denorm_out {
                    low.to_bits()
                } else {
                    x & SIGN
                };
                let r = if exp < 1 { low } else { r };
                let r = if exp > 2 * $bias { x & SIGN | INF } else { r };
                let r = if abs(x) == 0 || abs(x) == INF { x } else { r };
                if is_nan(x) { x | QUIET } else { r }
            }

            /// The operand's place in V_DIV_SCALE: its value, and the flag.
            #[inline(always)]
            pub(in super::super) fn div_scale(x: $u, d: $u, n: $u, m: Mode) -> ($u, bool) {
                let (x, d, n) = (operand(x, m), operand(d, m), operand(n, m));
                let value = |x: $u| $f::from_bits(x);
                let exp = |x: $u| (abs(x) >> $fraction) as i32;
                let up = (value(x) * power($scale)).to_bits();
                let down = (value(x) * power(-$scale)).to_bits();
                let nan = is_nan(x);
                let up = if nan { x | QUIET } else { up };
                let down = if nan { x | QUIET } else { down };
                let is_d = value(x) == value(d);
                let is_n = value(x) == value(n);
                let finite_d = abs(d) < INF;
                let finite = finite_d & (abs(n) < INF);
                let small_rcp = finite_d & (abs(d) > (2 * $bias - 1) << $fraction);
                // False for NaNs.
                let small_quotient = finite & ((value(n) / value(d)).abs() < value(NORMAL));
                // From the last condition to the first.
                let r = if exp(n) <= $tiny { up } else { x };
                let r = if small_quotient {
                    if is_n { up } else { x }
                } else {
                    r
                };
                let both = small_rcp & small_quotient;
                let r = if small_rcp { down } else { r };
                let r = if both { if is_d { down } else { x } } else { r };
                let denormal_d = (abs(d) < NORMAL) & (abs(d) != 0);
                let r = if denormal_d { up } else { r };
                let wide = exp(n) - exp(d) >= $wide;
                let r = if wide { if is_d { up } else { x } } else { r };
                let zero = (abs(d) == 0) | (abs(n) == 0);
                let flag = wide | !denormal_d & small_quotient;
                (if zero { NAN } else { r }, flag & !zero)
            }

            #[inline(always)]
            pub(in super::super) fn div_fixup(q: $u, d: $u, n: $u, m: Mode) -> $u {
                let (d, n) = (operand(d, m), operand(n, m));
                let sign = (d ^ n) & SIGN;
                let (zero_d, zero_n) = (abs(d) == 0, abs(n) == 0);
                let (inf_d, inf_n) = (abs(d) == INF, abs(n) == INF);
                let r = if is_nan(q) { INF } else { abs(result(q, m)) };
                // Far below the smallest denormal the quotient is what rounding makes of it.
                let exp = |x: $u| (abs(x) >> $fraction) as i32;
                let far_below = exp(n) - exp(d) < -($bias + $fraction);
                let up = m.denorm_out
                    & ((m.round == Round::Up) & (sign == 0)
                        | (m.round == Round::Down) & (sign != 0));
                let r = if far_below { up as $u } else { r };
                let r = sign | r;
                let r = if inf_d | zero_n { sign } else { r };
                let r = if zero_d | inf_n { sign | INF } else { r };
                let r = if zero_d & zero_n | inf_d & inf_n {
                    NAN
                } else {
                    r
                };
                let r = if is_nan(d) { d | QUIET } else { r };
                if is_nan(n) { n | QUIET } else { r }
            }

            #[inline(always)]
            pub(in super::super) fn clamp(x: $u, m: Mode) -> $u {
                let r = if x & SIGN != 0 { 0 } else { x.min(ONE) };
                let nan = if m.dx10_clamp { 0 } else { x };
                if is_nan(x) { nan } else { r }
            }

            #[inline(always)]
            pub(in super::super) fn clamp_inf(x: $u) -> $u {
                if abs(x) == INF { x - 1 } else { x }
            }

            #[inline(always)]
            pub(in super::super) fn legacy_inf(x: $u) -> $u {
                if abs(x) == INF { x & SIGN } else { x }
            }

            /// The minimum, or the maximum.
            #[inline(always)]
            pub(in super::super) fn minmax(a: $u, b: $u, max: bool, m: Mode) -> $u {
                let (a, b) = (operand(a, m), operand(b, m));
                let (x, y) = ($f::from_bits(a), $f::from_bits(b));
                let first = if max { x > y } else { x < y };
                let r = if first { a } else { b };
                let zeros = abs(a) | abs(b) == 0;
                let zero = if max { a & b } else { a | b };
                let r = if zeros { zero } else { r };
                let r = if is_nan(b) { a } else { r };
                let r = if is_nan(a) { b } else { r };
                let r = result(r, m);
                let signalling = |x: $u| is_nan(x) & (x & QUIET == 0);
                let r = if m.ieee & signalling(b) { b | QUIET } else { r };
                if m.ieee & signalling(a) { a | QUIET } else { r }
            }

            /// 1 if the class of `x` is in `set`.
            #[inline(always)]
            pub(in super::super) fn is_class(x: $u, set: u32) -> u32 {
                let magnitude = abs(x);
                let positive = if magnitude < NORMAL { 7 } else { 8u32 };
                let positive = if magnitude == 0 { 6 } else { positive };
                let positive = if magnitude == INF { 9 } else { positive };
                let class = if x & SIGN != 0 {
                    11 - positive
                } else {
                    positive
                };
                let nan = (x & QUIET != 0) as u32;
                let class = if magnitude > INF { nan } else { class };
                set >> class & 1
            }
        }
    };
}

format_functions!(f32_fields, u32, f32, F32, 23, 127, 96, 64, 23);
format_functions!(f64_fields, u64, f64, F64, 52, 1023, 768, 128, 53);
