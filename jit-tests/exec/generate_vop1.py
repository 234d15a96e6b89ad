#!/usr/bin/env python3
"""Writes the VOP1 tests: the formulas of the manual's chapter "VOP1/VOP3 instructions" (CLRX GCN
documentation), with the corrections that the comments name. Run assemble.py afterwards.
"""

import mpmath

from vector import *

mpmath.mp.prec = 300


def op1(name, text, dst, src, f, **more):
    return Op("vop1", name, text, dst, [src], f, **more)


def ones(values):
    return [(v,) for v in values]


def floats(ty):
    """Edge values of a format."""
    fmt, n = ty.fmt, ty.number
    s = fmt.sign_bit
    return [0, s, n(1.0), n(-1.0), n(0.5), n(-0.5), n(1.5), n(-1.5), n(2.5), n(-2.5), n(3.5), n(0.75), n(-0.25), n(100.0),
            n(-100.0), n(1.0) - 1, fmt.inf, fmt.inf | s, fmt.max_finite, fmt.max_finite | s, fmt.inf | fmt.inf >> 1,
            fmt.inf | s | 1 << (fmt.mantissa - 1) | 5, fmt.inf + 1, (fmt.inf | s) + 2, 1, s | 1, (1 << fmt.mantissa) - 1,
            s | (1 << fmt.mantissa) - 1, 1 << fmt.mantissa, s | 1 << fmt.mantissa, n(0.1), n(-3.7)]


def tiny(ty):
    """Denormals and the smallest normal values."""
    fmt = ty.fmt
    return [1, fmt.sign_bit | 1, (1 << fmt.mantissa) - 1, fmt.sign_bit | 5, 1 << fmt.mantissa, fmt.sign_bit | 1 << fmt.mantissa]


def float_operands(t, ty):
    one = ty.number
    consts = [("0.5", one(0.5)), ("-4.0", one(-4.0)), ("1", 1), ("0", 0)]
    t.scalars((one(2.25),), one(-6.5), consts, on=tuple(g for g in t.on if NUMBER[g] >= 8) if ty is H else None)


# Moves and bits.


def bits():
    words = [0, 1, M32, 0x7FFFFFFF, 0x80000000, 0x12345678, 0xDEADBEEF, 0xFFFF0000, 0x0000FFFF, 0x00400000, 0xFF800000, 2,
             0xFFFFFFFE, 0xC0000000, 0x40000000, 0x00010000]

    def high(x):
        return next((31 - i for i in range(31, -1, -1) if x >> i & 1), M32)

    def low(x):
        return next((i for i in range(32) if x >> i & 1), M32)

    for name, text, f in (
        ("v_mov_b32", "D = S0", lambda c, a: a),
        ("v_not_b32", "D = ~S0", lambda c, a: a ^ M32),
        ("v_bfrev_b32", "D = the bits of S0 in reverse order", lambda c, a: int(f"{a:032b}"[::-1], 2)),
        ("v_ffbh_u32", "D = zeros above the highest one of S0, -1 if there is no one", lambda c, a: high(a)),
        ("v_ffbl_b32", "D = number of the lowest one of S0, -1 if there is none", lambda c, a: low(a)),
        ("v_ffbh_i32", "D = copies of the sign of S0 above the first other bit, -1 if there is none (0 and -1)",
         lambda c, a: high(a ^ M32 if a >> 31 else a)),
    ):
        t = op1(name, text, B32, B32, f)
        t.basics(ones(words))
        t.scalars((0x00F0F000,), 0x89ABCDEF, [("-1", M32), ("64", 64), ("1.0", f32(1.0))])
        t.program(Insn("_e32", 12, [constant("0x9abcdef1", 0x9ABCDEF1)]))
        t.rows("a literal", [(0,)])
        t.overlaps(ones(words))
        t.write()

    sat = lambda x: max(0, min(255, s16(x)))
    t = op1("v_sat_pk_u8_i16", "D[7:0] and D[15:8] = the two i16 of S0, saturated to u8", B32, B32,
            lambda c, a: sat(a) | sat(a >> 16) << 8, on=GFX9)
    # Whether D[31:16] stays or becomes 0, no source says; the text of CLRX assigns the whole register.
    t.basics(ones([0, 0x00FF0100, 0x7FFF8000, 0xFFFF0001, 0x00FE00FF, 0x80007FFF, 0x01000100, 0x12345678]))
    t.overlaps(ones([0x00420043, 0x7FFF8000]))
    t.write()

    # 16 values of 4 bits per number: which shader engines a screen tile belongs to.
    table = (
        "137f5fff7fffffff" "f26efaffffbfffff" "df4cff5fffdfffff" "9bf8fffaffefffff" "ffff4cdf6fffefff" "fffff89bf99ffdff"
        "ffff7f13ff9fffbf" "ffff6ef26ff6fff7" "bfffffff23bfafff" "f7fffffff19df5ff" "ffefffffef8cffaf" "fffdffff67f4fff5"
        "9fffdfffffff8cef" "f66ffefffffff467" "ff6fff7fffffbf23" "9ff9fffbffff9df1"
    )
    t = op1("v_screen_partition_4se_b32", "D = entry S0[7:0] of a fixed table", B32, B32, lambda c, a: int(table[a & 255], 16), on=GFX9)
    t.program(Insn("_e32", 12, t.plain()), Insn("_e64", 14, t.plain()))
    for at in range(0, 256, 64):
        t.rows(f"entries from {at}; bits above the number do not matter", ones([i | i << 8 & 0xFFFFFF00 for i in range(at, at + 64)]))
    t.rows("inactive lanes keep their value", ones([17, 33, 250]), exec_=ODD_EXEC)
    t.write()


# Conversions.


def to_integer(ty, bits, signed, how=None):
    """Toward zero (or by `how`), saturated; NaN gives 0."""
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
    fmt = ty.fmt

    def f(c, a):
        if fmt.is_nan(a):
            return 0
        if fmt.is_inf(a):
            n = low if fmt.sign(a) else high
        else:
            v = fmt.value(a)
            n = how(v) if how else int(v)
        return max(low, min(high, n)) & ((1 << bits) - 1)

    return f


def conversions():
    big32 = [f32(x) for x in (2147483520.0, 2147483648.0, -2147483648.0, -2147483904.0, 4294967040.0, 4294967296.0, 1e20, -1e20, 65535.5, 32768.0)]
    big64 = [f64(x) for x in (2147483647.0, 2147483647.5, 2147483648.0, -2147483648.0, -2147483648.5, -2147483649.0, 4294967295.0, 4294967295.9, 4294967296.0, 1e300)]
    big16 = [f16(x) for x in (32752.0, 32768.0, -32768.0, -32800.0, 65504.0, -65504.0, 2047.0, 1023.5)]
    for name, ty, dst, count, signed, big, on in (
        ("v_cvt_i32_f32", F, B32, 32, True, big32, GENS),
        ("v_cvt_u32_f32", F, B32, 32, False, big32, GENS),
        ("v_cvt_i32_f64", D, B32, 32, True, big64, GENS),
        ("v_cvt_u32_f64", D, B32, 32, False, big64, GENS),
        ("v_cvt_i16_f16", H, B16, 16, True, big16, gens(8)),
        ("v_cvt_u16_f16", H, B16, 16, False, big16, gens(8)),
    ):
        zero = "; D[31:16] = 0" if dst is B16 else ""
        t = op1(name, f"D = S0 toward zero, saturated; NaN gives 0{zero}", dst, ty, to_integer(ty, count, signed), on=on)
        rows = ones(floats(ty) + big)
        t.basics(rows)
        for mode in (1, 2):
            t.rows(f"MODE rounds {ROUNDINGS[mode]}, which does not matter", rows[:16], PLAIN | mode | mode << 2)
        t.rows("MODE flushes denormals", ones(tiny(ty)), 0x300)
        float_operands(t, ty)
        t.overlaps(rows[:16])
        t.signs(rows[2:20])
        t.write()

    floor_ = lambda v: v.numerator // v.denominator

    def rpi(c, a):
        if F32.is_nan(a):
            return 0
        if F32.is_inf(a):
            return 0x80000000 if F32.sign(a) else 0x7FFFFFFF
        v = F32.value(F32.round(F32.value(a) + Fraction(1, 2)))
        return max(-(1 << 31), min((1 << 31) - 1, floor_(v))) & M32

    # NaN: 0 as in AMD's conversions; CLRX has the largest or smallest integer by its sign.
    for name, text, f in (
        ("v_cvt_flr_i32_f32", "D = floor(S0), saturated; NaN gives 0", to_integer(F, 32, True, floor_)),
        ("v_cvt_rpi_i32_f32", "D = floor(S0 + 0.5), the sum rounded as f32, saturated; NaN gives 0", rpi),
    ):
        t = op1(name, text, B32, F, f)
        values = floats(F) + big32 + [f32(0.5) - 1, f32(0.5) - 1 | 1 << 31, f32(8388607.5), f32(-8388607.5), f32(4194303.75)]
        t.basics(ones(values))
        float_operands(t, F)
        t.overlaps(ones(values[:16]))
        t.signs(ones(values[2:20]))
        t.write()

    ints = [0, 1, M32, 0x7FFFFFFF, 0x80000000, 0x01000001, 0x01000003, 0xFEFFFFFF, 0x7FFFFFC0, 0x7FFFFF40, 0xFFFFFF80, 0xFFFFFF7F, 12345678, 100]
    shorts = [0, 1, M16, 0x7FFF, 0x8000, 2049, 2051, 0xF7FF, 0xF7FD, 65519, 65520, 65504, 100, 0xFF9C]
    for name, ty, src, signed, values, on in (
        ("v_cvt_f32_i32", F, B32, s32, ints, GENS),
        ("v_cvt_f32_u32", F, B32, None, ints, GENS),
        ("v_cvt_f64_i32", D, B32, s32, ints, GENS),
        ("v_cvt_f64_u32", D, B32, None, ints, GENS),
        ("v_cvt_f16_i16", H, B16, s16, shorts, gens(8)),
        ("v_cvt_f16_u16", H, B16, None, shorts, gens(8)),
    ):
        fmt = ty.fmt

        def f(c, a):
            m = c.m(fmt)
            return m.result(fmt, fmt.round(Fraction(signed(a) if signed else a), m.round))

        t = op1(name, "D = S0 as a float" + ("; D[31:16] = 0" if ty is H else ""), ty, src, f, on=on)
        t.basics(ones(values))
        for mode in (1, 2, 3):
            t.rows(f"rounds {ROUNDINGS[mode]}", ones(values), PLAIN | mode << (0 if ty is F else 2))
        t.rows("the other width's rounding mode does not matter", ones(values), PLAIN | 3 << (2 if ty is F else 0))
        if ty is H:
            t.rows("FP16_OVFL: overflow gives the largest finite value from gfx9 on", ones([65520, M16, 0x8000, 5]), PLAIN | FP16_OVFL)
        t.scalars((values[7],), values[6], [("-1", M32 if src is B32 else M16), ("64", 64)])
        t.overlaps(ones(values))
        t.outputs(ones([0, 1, 2, 3, 100]))
        t.write()

    for i in range(4):
        t = op1(f"v_cvt_f32_ubyte{i}", f"D = S0[{8 * i + 7}:{8 * i}] as f32", F, B32, lambda c, a: f32(a >> 8 * i & 255))
        t.basics(ones([0, 0xFF << 8 * i, M32, 0x01020304, 0x80FF7F01, 0xDEADBEEF, 0x10203040, ~(0xFF << 8 * i) & M32]))
        t.scalars((0x89ABCDEF,), 0x12345678, [("-1", M32)])
        t.overlaps(ones([0x01020304, 0x80FF7F01]))
        t.outputs(ones([0, M32, 0x01010101]))
        t.write()
    t = op1("v_cvt_off_f32_i4", "D = S0[3:0], signed, / 16: -0.5 to 0.4375", F, B32,
            lambda c, a: f32(Fraction(((a & 15) ^ 8) - 8, 16)) if a & 15 else 0)
    t.basics(ones([i | 0xABCDEF0 * (i & 1) << 4 & M32 for i in range(16)]))
    t.scalars((5,), 0x12345678, [("-1", M32)])
    t.outputs(ones([0, 3, 9, 15]))
    t.write()

    def convert(source, target):
        def f(c, a):
            mi, mo = c.m(source.fmt), c.m(target.fmt)
            a = mi.source(source.fmt, a)
            if source.fmt.is_nan(a):
                return NAN
            r = cvt(a, source.fmt, target.fmt, mo.round)
            return r if source.fmt.is_inf(a) else mo.result(target.fmt, r)

        return f

    # Halfway cases and ranges of the narrower format, its denormals among them.
    to16 = [f32(x) for x in (65504.0, 65519.0, 65520.0, 65535.0, 65536.0, -65520.0, 1.0 + 2.0**-11, 1.0 + 3 * 2.0**-11, 1.0 + 2.0**-12, -(1.0 + 2.0**-11))]
    small16 = [f32(x) for x in (2.0**-14, 2.0**-15, 2.0**-24, 2.0**-25, 1.5 * 2.0**-25, 3 * 2.0**-25, -(2.0**-24), -(5.5 * 2.0**-24), 1023 * 2.0**-24, 2.0**-40)]
    to32 = [f64(x) for x in (2.0**127, 3.4028235677973366e38, 3.4028235e38, 1e39, -1e39, 1.0 + 2.0**-24, 1.0 + 3 * 2.0**-24, -(1.0 + 2.0**-25), 0.1, -0.7)]
    small32 = [f64(x) for x in (2.0**-126, 2.0**-127, 2.0**-149, 2.0**-150, 1.5 * 2.0**-150, -(3 * 2.0**-150), -(2.0**-140), 1e-300)]
    for name, text, dst, src, wide, small in (
        ("v_cvt_f16_f32", "D = S0 as f16, rounded by the f32 field of MODE on gfx6 and by the f16 field from gfx8 on; D[31:16] = 0", H, F, to16, small16),
        ("v_cvt_f32_f16", "D = S0 as f32", F, H, [], []),
        ("v_cvt_f32_f64", "D = S0 as f32, rounded by the f32 field of MODE", F, D, to32, small32),
        ("v_cvt_f64_f32", "D = S0 as f64", D, F, [], []),
    ):
        t = op1(name, text, dst, src, convert(src, dst))
        values = [v for v in floats(src) if src is H or not src.fmt.is_denormal(v)]
        t.basics(ones(values + wide + small))
        if wide:
            # On gfx7 no source says which field rounds to f16.
            known = tuple(g for g in GENS if not (dst is H and g == "gfx7"))
            for mode in (1, 2, 3):
                t.rows(f"rounds {ROUNDINGS[mode]}, f32 and f16/f64 alike", ones(wide + small), PLAIN | mode | mode << 2)
                t.rows(f"f32 rounds {ROUNDINGS[mode]}, f16/f64 to nearest even", ones(wide), PLAIN | mode, on=known)
        exact = [v for v in values + small if not isinstance(v, str)]
        for keep in range(4):
            t.rows(f"f16/f64 denormals {DENORMALS[keep]}, those of f32 are kept", ones(tiny(src)[:4] + small[:2] + small[8:9]), 0x330 | keep << 6)
            t.rows(f"f32 denormals {DENORMALS[keep]}, those of f16/f64 are kept", ones(tiny(src)[:4] + small[:2]), 0x3C0 | keep << 4)
        if dst is H:
            t.rows("FP16_OVFL: overflow gives the largest finite value from gfx9 on, infinities stay", ones(to16 + [F32.inf, F32.inf | 1 << 31]), PLAIN | FP16_OVFL)
        float_operands(t, src)
        t.overlaps(ones(values[:16]))
        t.signs(ones(values[2:20]))
        t.outputs(ones([src.number(x) for x in (0.25, 0.5, 1.5, -1.0)] + [0, src.fmt.sign_bit, src.fmt.inf, src.fmt.inf | 1 << (src.fmt.mantissa - 1)]))
        t.write()

    def norm(low, high):
        def f(c, a):
            if F16.is_nan(a):
                return 0
            if F16.is_inf(a):
                return (low if F16.sign(a) else high) & M16
            v = F16.value(a) * high
            n = floor_(v)
            n += v - n > Fraction(1, 2) or v - n == Fraction(1, 2) and n & 1
            return max(low, min(high, n)) & M16

        return f

    # CLRX: "depends on rounding mode" for the one, "probably rounds to +Infinity" for the other; to the
    # nearest even here as in V_CVT_PKNORM.
    for name, text, f in (
        ("v_cvt_norm_i16_f16", "D = S0 * 32767 to the nearest even integer, within +-32767; NaN gives 0", norm(-32767, 32767)),
        ("v_cvt_norm_u16_f16", "D = S0 * 65535 to the nearest even integer, within 0..65535; NaN gives 0", norm(0, 65535)),
    ):
        t = op1(name, text, B16, H, f, on=GFX9, keeps="open")
        t.basics(ones(floats(H)))
        float_operands(t, H)
        t.signs(ones(floats(H)[2:20]))
        t.write()


# Rounding to integers, exponents and mantissas.


def rounding():
    def integral(fmt, mode):
        def f(c, a):
            a = c.m(fmt).source(fmt, a)
            if fmt.is_nan(a):
                return NAN
            if fmt.is_inf(a) or fmt.is_zero(a):
                return a
            # Beyond the fraction bits everything is integral; below, steps of 1.
            v = fmt.value(a)
            n = int(abs(v))
            rest = abs(v) - n
            n += {NEAREST: rest > Fraction(1, 2) or rest == Fraction(1, 2) and n & 1 == 1, TOWARD_ZERO: False,
                  UP: rest > 0 and v > 0, DOWN: rest > 0 and v < 0}[mode]
            return fmt.round(Fraction(-n if v < 0 else n), NEAREST, fmt.sign(a))

        return f

    for ty, on in ((F, GENS), (D, gens(7)), (H, gens(8))):
        n, fmt = ty.number, ty.fmt
        top = 1 << fmt.mantissa
        large = [n(Fraction(top) - Fraction(1, 2)), n(Fraction(top) + 1), n(Fraction(top * 2) - 1), n(Fraction(top, 2) + Fraction(1, 2)),
                 n(Fraction(top, 4) + Fraction(3, 4)), n(0.5) + 1, n(1.5) - 1, fmt.sign_bit | n(0.5) + 1]
        values = floats(ty) + large
        for stem, text, mode in (("trunc", "toward zero", TOWARD_ZERO), ("ceil", "up", UP), ("rndne", "to the nearest, ties to even", NEAREST), ("floor", "down", DOWN)):
            t = op1(f"v_{stem}_{ty.name}", f"D = S0 {text}, to an integral value; a zero keeps the sign of S0", ty, ty, integral(fmt, mode), on=on)
            t.basics(ones(values))
            for other in (1, 2, 3):
                t.rows(f"MODE rounds {ROUNDINGS[other]}, which does not matter", ones(values[:16] + large), PLAIN | other | other << 2)
            for keep in (0, 2, 3):
                t.rows(f"denormals {DENORMALS[keep]}", ones(tiny(ty)), 0x300 | keep << 4 | keep << 6)
            float_operands(t, ty)
            t.overlaps(ones(values[:16]))
            t.signs(ones(values[2:18]))
            t.outputs(ones([n(0.25), n(-0.25), n(1.0), n(1.5), n(-3.5), fmt.inf, fmt.inf | top >> 1]))
            t.write()

    for ty, on in ((F, GENS), (D, GENS), (H, gens(8))):
        n, fmt = ty.number, ty.fmt
        one = n(1.0)

        def fract(c, a):
            m = c.m(fmt)
            a = m.source(fmt, a)
            if fmt.is_nan(a) or fmt.is_inf(a):
                return NAN
            v = fmt.value(a)
            r = m.result(fmt, fmt.round(v - v.numerator // v.denominator))
            # gfx6 rounds up to 1, which later hardware does not (LLVM: FeatureFractBug).
            return one - 1 if r == one and c.g > 6 else r

        t = op1(f"v_fract_{ty.name}", "D = S0 - floor(S0), below 1 (gfx6: up to 1); NaN for infinities", ty, ty, fract, on=on)
        values = floats(ty) + [n(-(2.0 ** -(fmt.mantissa + 5))), n(2.0 ** -12), n(1000.25), n(-1000.25)]
        t.basics(ones(values))
        for keep in range(4):
            t.rows(f"denormals {DENORMALS[keep]}", ones([1, 5, (1 << fmt.mantissa) - 1, n(1.5)]), 0x300 | keep << 4 | keep << 6)
        float_operands(t, ty)
        t.overlaps(ones(values[:16]))
        t.signs(ones(values[2:18]))
        t.outputs(ones([n(0.25), n(-0.25), n(1.0), n(1.5), n(-3.75), fmt.inf]))
        t.write()

        def frexp_exp(c, a):
            a = c.m(fmt).source(fmt, a)
            if fmt.is_nan(a) or fmt.is_inf(a):
                return bits_of(-1 if c.g == 6 else 0)
            return bits_of(exponent(abs(fmt.value(a))) + 1 if not fmt.is_zero(a) else 0)

        def frexp_mant(c, a):
            a = c.m(fmt).source(fmt, a)
            if fmt.is_nan(a) or fmt.is_inf(a) and c.g == 6:
                return NAN
            if fmt.is_inf(a) or fmt.is_zero(a):
                return a
            v = fmt.value(a)
            return fmt.round(v / Fraction(2) ** (exponent(abs(v)) + 1))

        dst, name = (B16, "v_frexp_exp_i16_f16") if ty is H else (B32, f"v_frexp_exp_i32_{ty.name}")
        bits_of = lambda x: x & (M16 if ty is H else M32)
        t = op1(name, "D = exponent of S0 with a mantissa in [0.5, 1); 0 for 0, infinity and NaN (gfx6: -1 for these two)", dst, ty, frexp_exp, on=on)
        u = op1(f"v_frexp_mant_{ty.name}", "D = mantissa of S0, 0.5 or more and below 1, with its sign; infinity stays (gfx6: NaN)", ty, ty, frexp_mant, on=on)
        for x in (t, u):
            x.basics(ones(floats(ty)))
            for keep in (0, 2, 3):
                x.rows(f"denormals {DENORMALS[keep]}", ones(tiny(ty)), 0x300 | keep << 4 | keep << 6)
            float_operands(x, ty)
            x.overlaps(ones(floats(ty)[:16]))
            x.signs(ones(floats(ty)[2:18]))
        u.outputs(ones([n(0.25), n(-0.25), n(1.0), n(1.5), 0, fmt.sign_bit, fmt.inf | 1 << (fmt.mantissa - 1)]))
        t.write()
        u.write()


# What the manual gives to some precision: exact results are exact, the others within 1 ulp (f64: 1e-8).


def rational(x):
    """An mpmath number as a rational."""
    sign, mantissa, exp, _ = x._mpf_
    v = Fraction(int(mantissa)) * Fraction(2) ** exp
    return -v if sign else v


def approximate():
    def nearly(fmt, v, m, flush, exact):
        """The rounded result of a value above the denormals or an exact one."""
        r = fmt.round(v, NEAREST)
        if fmt.is_inf(r) and m.saturate:
            return r - 1
        if fmt.is_denormal(r):
            if flush or not m.keep_out:
                return fmt.sign(r)
            return r if exact else near(r)
        return r if exact or fmt.is_inf(r) else near(r, 1 << 25 if fmt is F64 else 1)

    def operand(c, fmt, a, flush):
        m = c.m(fmt)
        return m, fmt.flush(a) if flush else m.source(fmt, a)

    def is_exact(fmt, v):
        return fmt.value(fmt.round(v, NEAREST)) == v if abs(v) <= fmt.value(fmt.max_finite) else False

    def rcp(fmt, flush):
        def f(c, a):
            m, a = operand(c, fmt, a, flush)
            if fmt.is_nan(a):
                return NAN
            if fmt.is_inf(a):
                return fmt.sign(a)
            if fmt.is_zero(a):
                return fmt.sign(a) | fmt.inf
            v = 1 / fmt.value(a)
            return nearly(fmt, v, m, flush, is_exact(fmt, v))

        return f

    def root(fmt, flush, inverse):
        def f(c, a):
            m, a = operand(c, fmt, a, flush)
            if fmt.is_nan(a):
                return NAN
            if fmt.is_zero(a):
                return fmt.sign(a) | fmt.inf if inverse else a
            if fmt.sign(a):
                return NAN
            if fmt.is_inf(a):
                return 0 if inverse else a
            v = fmt.value(a)
            r = rational(mpmath.sqrt(mpmath.mpf(v.numerator) / v.denominator))
            exact = r * r == v
            if inverse:
                r = 1 / r
            return nearly(fmt, r, m, flush, exact and is_exact(fmt, r))

        return f

    def exp(fmt, flush):
        def f(c, a):
            m, a = operand(c, fmt, a, flush)
            if fmt.is_nan(a):
                return NAN
            if fmt.is_inf(a):
                return 0 if fmt.sign(a) else a
            v = fmt.value(a)
            if fmt is F32 and v < -126 or v < -2000:
                return 0
            if v > 2000:
                return fmt.max_finite if m.saturate else fmt.inf
            return nearly(fmt, rational(mpmath.mpf(2) ** (mpmath.mpf(v.numerator) / v.denominator)), m, flush, v.denominator == 1)

        return f

    def log(fmt, flush):
        def f(c, a):
            m, a = operand(c, fmt, a, flush)
            if fmt.is_nan(a):
                return NAN
            if fmt.is_zero(a):
                return fmt.sign_bit | fmt.inf
            if fmt.sign(a):
                return NAN
            if fmt.is_inf(a):
                return a
            v = fmt.value(a)
            r = rational(mpmath.log(mpmath.mpf(v.numerator) / v.denominator, 2))
            e = exponent(v)
            power = v == Fraction(2) ** e
            return nearly(fmt, Fraction(e) if power else r, m, flush, power)

        return f

    def wave(fmt, cosine):
        def f(c, a):
            m = c.m(fmt)
            if fmt.is_nan(a) or fmt.is_inf(a):
                return NAN
            v = fmt.value(a)
            if abs(v) > 256:
                return fmt.round(Fraction(1)) if cosine else 0
            quarters = v * 4 + (1 if cosine else 0)
            if quarters.denominator == 1:
                sine = (0, 1, 0, -1)[int(quarters) % 4]
                # Which zero: no source says.
                return fmt.round(Fraction(sine)) if sine or quarters == 0 else "any"
            x = 2 * mpmath.pi * mpmath.mpf(v.numerator) / v.denominator
            return nearly(fmt, rational(mpmath.cos(x) if cosine else mpmath.sin(x)), m, False, False)

        return f

    def positive(ty):
        n, fmt = ty.number, ty.fmt
        return [v for v in floats(ty) if not fmt.is_denormal(v)] + [n(1.0) + 1, n(4.0), n(0.0625), n(9.0), n(3.0), n(10.0), n(0.3), n(7.25)]

    def finish(t, ty, values, on_flush):
        fmt, n = ty.fmt, ty.number
        t.basics(ones(values))
        for keep in range(4):
            which = "denormals are flushed whatever MODE says" if on_flush else f"denormals {DENORMALS[keep]}"
            t.rows(which, ones([1 << fmt.mantissa, *([1, fmt.sign_bit | 1, (1 << fmt.mantissa) - 1] if not t.no_tiny else [])]), 0x300 | keep << 4 | keep << 6)
        exact = [r for r in ones(values) if not isinstance(t.f(Context(PLAIN, 9), *r), str)]
        for mode in (1, 2, 3):
            t.rows(f"MODE rounds {ROUNDINGS[mode]}: what is exact stays", exact[:8], PLAIN | mode | mode << 2)
        float_operands(t, ty)
        t.overlaps(ones(values[:12]))
        t.signs(ones(values[2:14]))
        t.outputs(ones([n(x) for x in (0.25, 1.0, 4.0, 16.0, -1.0, 0.0)] + [fmt.inf, fmt.sign_bit | fmt.inf, fmt.inf | 1 << (fmt.mantissa - 1)]))
        t.write()

    def make(name, text, ty, f, on=GENS, values=None, no_tiny=False):
        t = op1(name, text, ty, ty, f, on=on)
        t.no_tiny = no_tiny
        # A tolerance must not carry into the upper dword: what is so close to it is left out.
        fits = lambda r: not (ty is D and isinstance(r, str) and "~" in r and int(r.split("~")[1]) < 1 << 20)
        values = [v for v in values or positive(ty) if fits(f(Context(PLAIN, 9), v))]
        finish(t, ty, values, ty is F and not no_tiny)

    old, new = gens(6, 7), gens(8)
    bounded = lambda f, fmt: lambda c, a: (lambda r: r - 1 if not isinstance(r, str) and fmt.is_inf(r) else r)(f(c, a))

    def legacy(f):
        def g(c, a):
            r = f(c, a)
            return F32.sign(r) if not isinstance(r, str) and F32.is_inf(r) else r

        return g

    def unless_minus_zero(f, fmt):
        """CLRX clamps +infinity only, AMD's text both: -0 is left open."""
        return lambda c, a: "any" if fmt.sign(a) and (fmt.is_zero(a) or fmt.is_denormal(a)) else f(c, a)

    make("v_rcp_f32", "D = 1 / S0 within 1 ulp; denormals are flushed", F, rcp(F32, True))
    make("v_rcp_iflag_f32", "D = 1 / S0 within 1 ulp; another exception than V_RCP_F32", F, rcp(F32, True))
    make("v_rcp_clamp_f32", "D = 1 / S0 within 1 ulp; infinity becomes the largest finite value", F, bounded(rcp(F32, True), F32), old)
    make("v_rcp_legacy_f32", "D = 1 / S0 within 1 ulp; infinity becomes 0", F, legacy(rcp(F32, True)), old)
    make("v_rcp_f64", "D = 1 / S0 within about 1e-8", D, rcp(F64, False))
    make("v_rcp_clamp_f64", "D = 1 / S0 within about 1e-8; infinity becomes the largest finite value", D, bounded(rcp(F64, False), F64), old)
    make("v_rcp_f16", "D = 1 / S0 within 1 ulp; D[31:16] = 0", H, rcp(F16, False), new)
    make("v_rsq_f32", "D = 1 / sqrt(S0) within 1 ulp; denormals are flushed", F, root(F32, True, True))
    make("v_rsq_clamp_f32", "D = 1 / sqrt(S0) within 1 ulp; infinity becomes the largest finite value", F, unless_minus_zero(bounded(root(F32, True, True), F32), F32), old)
    make("v_rsq_legacy_f32", "D = 1 / sqrt(S0) within 1 ulp; infinity becomes 0", F, unless_minus_zero(legacy(root(F32, True, True)), F32), old)
    make("v_rsq_f64", "D = 1 / sqrt(S0) within about 1e-8", D, root(F64, False, True))
    make("v_rsq_clamp_f64", "D = 1 / sqrt(S0) within about 1e-8; infinity becomes the largest finite value", D, unless_minus_zero(bounded(root(F64, False, True), F64), F64), old)
    make("v_rsq_f16", "D = 1 / sqrt(S0) within 1 ulp; D[31:16] = 0", H, root(F16, False, True), new)
    make("v_sqrt_f32", "D = sqrt(S0) within 1 ulp; denormals are flushed", F, root(F32, True, False))
    make("v_sqrt_f64", "D = sqrt(S0) within about 1e-8", D, root(F64, False, False))
    make("v_sqrt_f16", "D = sqrt(S0) within 1 ulp; D[31:16] = 0", H, root(F16, False, False), new)

    n = f32
    exponents = floats(F)[:16] + [F32.inf, 0xFF800000, 0x7FC00000, 0x7F800001, n(127.0), n(127.5), n(128.0), n(1e10), n(-126.0), n(-126.5), n(-127.0), n(-1e10), n(10.0), n(-20.0), n(0.1), n(-3.7)]
    make("v_exp_f32", "D = 2^S0 within 1 ulp; 0 below -126", F, exp(F32, True), values=exponents)
    make("v_exp_legacy_f32", "D = 2^S0, less accurate, but no source says by how much; 0 below -126", F, exp(F32, True), gens(7), exponents)
    n = f16
    small = floats(H)[:16] + [F16.inf, 0xFC00, 0x7E00, 0x7C01, n(15.0), n(15.5), n(16.0), n(1000.0), n(-14.0), n(-24.0), n(-30.0), n(-15.0), n(10.0), n(0.1), n(-3.7)]
    make("v_exp_f16", "D = 2^S0 within 1 ulp; D[31:16] = 0", H, exp(F16, False), new, [v for v in small if not F16.is_denormal(v)])

    make("v_log_f32", "D = log2(S0) within 1 ulp; denormals are flushed", F, log(F32, True))
    make("v_log_legacy_f32", "D = log2(S0), less accurate, but no source says by how much", F, log(F32, True), gens(7))
    minus = lambda c, a: (lambda r: 0xFF7FFFFF if r == 0xFF800000 else r)(log(F32, True)(c, a))
    make("v_log_clamp_f32", "D = log2(S0) within 1 ulp; minus infinity (not plus infinity) becomes the lowest finite value", F, minus, old)
    make("v_log_f16", "D = log2(S0) within 1 ulp; D[31:16] = 0", H, log(F16, False), new)

    # CLRX says that only -1 to 1 is valid, AMD's text -256 to 256.
    for ty, on in ((F, GENS), (H, new)):
        n, fmt = ty.number, ty.fmt
        angles = [0, n(0.25), n(0.5), n(0.75), n(1.0), n(-0.25), n(-0.75), n(0.125), n(-0.125), n(0.375), n(0.0625), n(0.3), n(-0.9), n(0.01), n(0.6),
                  n(2.25), n(-3.75), n(100.5), n(200.25), n(256.5), n(-300.0), n(1000.0), fmt.inf, fmt.inf | fmt.sign_bit, fmt.inf | 1 << (fmt.mantissa - 1), fmt.inf + 1, fmt.max_finite]
        make(f"v_sin_{ty.name}", "D = sin(2 pi S0), 0 beyond -256..256", ty, wave(fmt, False), on, angles, True)
        make(f"v_cos_{ty.name}", "D = cos(2 pi S0), 1 beyond -256..256", ty, wave(fmt, True), on, angles, True)


# What works on registers rather than on values.


def vop3_words(op67, op89, dst, src):
    """The words of a VOP3 encoding that LLVM does not assemble: (gfx6 gfx7, gfx8 and later)."""
    return f"{0xD0000000 | op67 << 17 | dst:08x} {src:08x}", f"{0xD0000000 | op89 << 16 | dst:08x} {src:08x}"


def by_suffix(t, text, on=GENS):
    """A VOP3 encoding that LLVM does not tell apart by its text: without words."""
    t.lines += ["code " + text, f"  {' '.join(on)}: | {text} !"]


def kept(t, text, words, on=GENS):
    """An encoding by number."""
    t.lines.append("code " + text)
    for names, encoded in zip((gens(6, 7), gens(8)), words):
        names = [g for g in names if g in on]
        if names and encoded:
            t.lines.append(f"  {' '.join(names)}: {encoded} | {text} !")


def registers():
    t = Test("v_nop", "nothing happens", "vop1")
    for code in (t.code, lambda text: by_suffix(t, text + "_e64")):
        code("v_nop")
        t.case("nothing changes", {"v0": [1, 2, 3]}, {})
    t.write()
    t = Test("v_clrexcp", "clears the exceptions of the wave, of which there are none", "vop1")
    for code in (t.code, lambda text: by_suffix(t, text + "_e64")):
        code("v_clrexcp")
        t.case("nothing changes", {"v0": [1, 2, 3]}, {})
    t.write()

    t = Test("v_readfirstlane_b32", "SDST = S0 of the lowest active lane, of lane 0 when EXEC = 0", "vop1")
    values = {"v0": [0x1000 + i for i in range(64)]}

    def cases():
        for exec_, lane in ((ALL, 0), (ODD_EXEC, 0), (0x80000001F0F05540, 6), (0, 0), (1 << 63, 63), (0xFFFFFFFF00000000, 32)):
            t.case(f"EXEC = 0x{exec_:x}", {**values, "exec": exec_}, {"s2": 0x1000 + lane})

    t.code("v_readfirstlane_b32 s2, v0")
    cases()
    by_suffix(t, "v_readfirstlane_b32_e64 s2, v0")
    cases()
    t.code("v_readfirstlane_b32 m0, v0")
    t.case("into M0", {**values, "exec": 8}, {"m0": 0x1003})
    t.code("v_readfirstlane_b32 vcc_hi, v0")
    t.case("into VCC_HI", {**values, "exec": 8}, {"vcc_hi": 0x1003})
    t.write()

    t = Test("v_swap_b32", "D and S0 exchange their values in the active lanes", "vop1")
    a, b = [0x100 + i for i in range(64)], [0x200 + i for i in range(64)]

    def swaps():
        t.case("both registers are written", {"v1": a, "v2": b}, {"v1": b, "v2": a})
        t.case("inactive lanes keep their values", {"v1": a, "v2": b, "exec": ODD_EXEC}, {"v1": b, "v2": a})
        t.case("EXEC = 0", {"v1": a, "v2": b, "exec": 0}, {})

    t.code("v_swap_b32 v1, v2")
    swaps()
    by_suffix(t, "v_swap_b32_e64 v1, v2", GFX9)
    swaps()
    t.code("v_swap_b32 v1, v1")
    t.case("a register with itself", {"v1": a}, {})
    t.write()

    old = gens(6, 8)
    word = lambda r: [0x1000 * r + i for i in range(64)]
    for name, text, source, target in (
        ("v_movrels_b32", "D = the VGPR M0 above S0", True, False),
        ("v_movreld_b32", "the VGPR M0 above D = S0", False, True),
        ("v_movrelsd_b32", "the VGPR M0 above D = the VGPR M0 above S0", True, True),
    ):
        t = Test(name, text + "; a source that the wave lacks is v0, such a destination is not written", "vop1")
        for form in ("_e32", "_e64"):
            t.code(f"{name}{form} v2, v3")
            for m0 in (0, 1, 5):
                regs = {f"v{3 + k}": word(3 + k) for k in range(6)}
                s, d = 3 + (m0 if source else 0), 2 + (m0 if target else 0)
                t.case(f"M0 = {m0}", {**regs, "m0": m0}, {f"v{d}": word(s)})
            s, d = 3 + (5 if source else 0), 2 + (5 if target else 0)
            t.case("inactive lanes keep their value", {f"v{s}": word(s), "m0": 5, "exec": ODD_EXEC}, {f"v{d}": word(s)})
            t.case("EXEC = 0", {f"v{s}": word(s), "m0": 5, "exec": 0}, {})
            for m0 in (200,):
                before = {"v0": word(9), "v3": word(3), "m0": m0}
                t.case(f"M0 = 0x{m0:x}: no such register", before, {} if target else {"v2": word(9)})
        if name == "v_movreld_b32":
            t.code("v_movreld_b32_e32 v2, 5")
            t.case("a constant source is not moved", {"m0": 2}, {"v4": 5})
        t.write()

    # What the manual does not define.
    for name, old_op, new_op, on in (
        ("v_mov_fed_b32", 9, 9, GENS),
        ("v_mov_prsv_b32", None, 54, GFX9),
        ("v_writelane_regwr_b32", None, 80, GFX9),
    ):
        t = Test(name, "the manual does not define it", "vop1")
        # Operands only where they are known.
        text, dst, src = ("v2, v0", 2, 0x100) if name == "v_mov_fed_b32" else ("", 0, 0)
        short = lambda op: f"{0x7E000000 | dst << 17 | op << 9 | src:08x}"
        short_text = f"{name}_e32 {text}".strip()
        kept(t, short_text, (short(old_op or 0), short(new_op)), on)
        t.case("not supported", {}, {"fault": "unsupported"})
        kept(t, f"{name}_e64 {text}".strip(), vop3_words(384 + (old_op or 0), 320 + new_op, dst, src), on)
        t.case("not supported", {}, {"fault": "unsupported"})
        t.write()


# Forms with another dword.


def sdwa():
    t = Test("sdwa", "parts of the source and of the destination", "vop1")
    old = 0xA1B2C3D4
    words = [0x80FF7F01, 0x12345678, 0x00FF8000, 0xFEDCBA98]

    def one(name, f, values, select="DWORD", sext=False, dst="DWORD", unused="PAD", source="v0", tail="", title=None, mode=PLAIN, on=None):
        text = f"sext({source})" if sext else source
        t.code(f"{name}_sdwa v2, {text}{tail} dst_sel:{dst} dst_unused:UNUSED_{unused} src0_sel:{select}")
        place = source.strip("-|")
        before = {place: values if place[0] == "v" else values[0], "v2": old, **({"mode": mode} if mode != PLAIN else {})}
        out = [into(old, f(part(x, select, sext)), dst, unused) for x in (values if place[0] == "v" else values[:1])]
        t.case(title or f"{select}{' sign-extended' if sext else ''} into {dst}, {unused}", before, {"v2": out}, on)

    for select in ("BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3", "WORD_0", "WORD_1", "DWORD"):
        one("v_not_b32", lambda x: x ^ M32, words, select)
        if select != "DWORD":
            one("v_not_b32", lambda x: x ^ M32, words, select, True)
            for unused in ("PAD", "SEXT", "PRESERVE"):
                one("v_mov_b32", lambda x: x, words, dst=select, unused=unused)
    one("v_cvt_f32_i32", lambda x: f32(s32(x)), words, "BYTE_3", True)
    one("v_cvt_f32_u32", f32, words, "WORD_1")
    one("v_cvt_f32_ubyte1", lambda x: f32(x >> 8 & 255), words, "WORD_1", title="UBYTE1 of a word: its upper byte")
    halves = [f16(1.5) | f16(-2.0) << 16, f16(-0.25) << 16, f16(65504.0) | f16(3.0) << 16]
    wide = lambda x: cvt(x & M16, F16, F32, NEAREST)
    one("v_cvt_f32_f16", wide, halves, "WORD_1")
    one("v_cvt_f32_f16", lambda x: wide((x & 0x7FFF) ^ 0x8000), halves, "WORD_1", source="-|v0|", title="NEG and ABS apply to the selected part")
    one("v_cvt_f16_f32", lambda x: cvt(x, F32, F16, NEAREST), [f32(1.5), f32(-2.0), f32(0.1)], dst="WORD_1", unused="PRESERVE")
    one("v_floor_f32", lambda x: clamp(F32, x, Mode()), [f32(2.0), f32(-2.0), f32(1.0)], tail=" clamp", title="CLAMP")
    one("v_not_b32", lambda x: x ^ M32, words, "WORD_1", source="s0", title="a scalar source, from gfx9 on")
    one("v_floor_f32", lambda x: omod(F32, x, 2, Mode(0x100)), [f32(2.0), f32(-3.0), 0x80000000], tail=" mul:2", mode=0x100, title="OMOD, from gfx9 on")
    t.write()

    t = Test("dpp", "the source comes from another lane, through V_MOV_B32; vop2/dpp.gcn has all controls", "vop1")
    values = [0x100 + n for n in range(64)]
    masks = "row_mask:0xf bank_mask:0xf"
    for control, source in (("quad_perm:[3,0,2,1]", lambda n: n - n % 4 + (3, 0, 2, 1)[n % 4]), ("row_ror:3", lambda n: n - n % 16 + (n - 3) % 16),
                            ("row_shr:4", lambda n: n - 4 if n % 16 >= 4 else None), ("wave_shr:1", lambda n: n - 1 if n else None)):
        for bound in ("", " bound_ctrl:0"):
            t.code(f"v_mov_b32_dpp v2, v0 {control} {masks}{bound}")
            out = [values[source(n)] if source(n) is not None else 0 if bound else old for n in range(64)]
            t.case(control + (": a lane without source gets 0" if bound else ": a lane without source is not written"), {"v0": values, "v2": old}, {"v2": out})
    t.code(f"v_cvt_f32_i32_dpp v0, v0 row_mirror {masks}")
    t.case("the destination is the source", {"v0": values}, {"v0": [f32(values[n - n % 16 + 15 - n % 16]) for n in range(64)]})
    t.code(f"v_floor_f32_dpp v2, -|v0| row_half_mirror {masks}")
    floats_ = [f32(n) for n in range(64)]
    t.case("ABS and NEG follow the permutation", {"v0": floats_}, {"v2": [floats_[n - n % 8 + 7 - n % 8] ^ 1 << 31 for n in range(64)]})
    t.write()


def main():
    sdwa()
    bits()
    conversions()
    rounding()
    approximate()
    registers()


if __name__ == "__main__":
    main()
