#!/usr/bin/env python3
"""Writes the tests of the vector instructions that gfx950 has beside gfx942: values of floats are fractions here. What
rounds by random numbers, and what becomes of infinities and NaNs, is as src/numerics/narrow.rs says in words.
Run assemble.py afterwards.
"""

import random
from fractions import Fraction
from math import floor

import testfile
from model import F16, F32, M16, M32, M64, NAN, Format, Mode, add, clamp, exponent, mul, s32
from testfile import ALL, ODD_EXEC

BF16 = Format(8, 7)
PLAIN = 0x3F0
OVFL = PLAIN | 1 << 23
# Rounds toward zero and flushes.
OTHER = 0x30F
OLD = 0xDEADBEEF
RNG = random.Random(950)
FLOATS = {"f32": F32, "f16": F16, "bf16": BF16}
BITS = {"f32": 32, "f16": 16, "bf16": 16}
Test = testfile.alone("gfx950", "generate_cdna4.py")


class Narrow:
    """A format of 8, 6 or 4 bits. `special`: the first code that is no finite value."""

    def __init__(self, exponent, fraction, bias, special):
        self.fraction, self.bias, self.special = fraction, bias, special
        self.bits = 1 + exponent + fraction
        self.sign = 1 << self.bits - 1
        self.values = [self.value(c) for c in range(special)]
        self.saturates = special == self.sign

    def value(self, code):
        field, low = code >> self.fraction, Fraction(code & (1 << self.fraction) - 1, 1 << self.fraction)
        return (low if field == 0 else 1 + low) * Fraction(2) ** (max(field, 1) - self.bias)

    def too_large(self, sign, ovfl):
        most = ovfl or self.saturates
        return sign | (self.special - 1 if most else self.special)

    def of(self, sign, v, ovfl, number=None):
        """The code of a magnitude, "inf" or "nan"; by a random number if there is one."""
        sign = self.sign if sign else 0
        if v == "nan":
            return sign | self.sign - 1
        if v == "inf":
            return self.too_large(sign, ovfl)
        kept = self.nearest(v) if number is None else self.randomly(v, number)
        return self.too_large(sign, ovfl) if kept is None else sign | kept

    def nearest(self, v):
        """None is too large, as if there were one more code."""
        beyond = 2 * self.values[-1] - self.values[-2]
        if v >= beyond:
            return None
        codes = self.values + [beyond]
        best = min(range(len(codes)), key=lambda c: (abs(codes[c] - v), c % 2))
        return best if best < self.special else None

    def randomly(self, v, number):
        e = max(exponent(v), 1 - self.bias) if v else 0
        ulp, dropped = Fraction(2) ** (e - self.fraction), 23 - self.fraction
        kept = (floor(v / ulp * (1 << dropped)) + (number >> 32 - dropped)) >> dropped
        return dict(zip(self.values, range(self.special))).get(kept * ulp)


NARROW = {
    "fp8": Narrow(4, 3, 7, 0x7F),
    "bf8": Narrow(5, 2, 15, 0x7C),
    "fp6": Narrow(2, 3, 1, 0x20),
    "bf6": Narrow(3, 2, 3, 0x20),
    "fp4": Narrow(2, 1, 1, 0x08),
}


def log_scale(scale):
    field = scale >> 23 & 0xFF
    return None if field == 255 else field - 127


def flushes(fmt, mode, result):
    return fmt is F32 and not mode >> (5 if result else 4) & 1


def magnitude(fmt, bits):
    if fmt.is_nan(bits):
        return "nan"
    return "inf" if fmt.is_inf(bits) else abs(fmt.value(bits))


def down(narrow, fmt, bits, scale, mode, number=None):
    """A float divided by the scale, as a narrow one."""
    bits = fmt.flush(bits) if flushes(fmt, mode, False) else bits
    v, by = magnitude(fmt, bits), log_scale(scale)
    if by is None:
        v = "nan"
    elif not isinstance(v, str):
        v /= Fraction(2) ** by
    return narrow.of(fmt.sign(bits), v, bool(mode >> 23 & 1), number)


def up(narrow, fmt, code, scale, mode):
    """A narrow float times the scale, in a format."""
    sign, code, by = code & narrow.sign, code & narrow.sign - 1, log_scale(scale)
    sign = fmt.sign_bit if sign else 0
    if by is None:
        return sign | fmt.quiet(fmt.inf)
    if code >= narrow.special:
        low = code & (1 << narrow.fraction) - 1
        if narrow is NARROW["bf8"] and low == 0:
            return sign | fmt.inf
        return sign | fmt.quiet(fmt.inf | low << fmt.mantissa - narrow.fraction)
    r = fmt.round(narrow.value(code) * Fraction(2) ** by)
    if fmt is F16 and mode >> 23 & 1:
        r = min(r, fmt.max_finite)
    return sign | (fmt.flush(r) if flushes(fmt, mode, True) else r)


def prng(x):
    return (x << 1 ^ (0xC5 if x >> 31 else 0)) & M32


def operands(narrow, fmt, count):
    """Floats and scales that a conversion may get wrong: quotients that are codes, ties or next to either; too large or
    too small; what is no number; other scales."""
    beyond = 2 * narrow.values[-1] - narrow.values[-2]
    steps = list(zip(narrow.values, narrow.values[1:] + [beyond]))
    rows = []
    while len(rows) < count:
        a, b = RNG.choice(steps[:3] + steps[-3:] + RNG.choices(steps, k=6))
        kind = RNG.randrange(10)
        by = RNG.choice([-3, -1, 0, 0, 1, 4]) if fmt is F16 else RNG.choice([-100, -20, -1, 0, 0, 1, 20, 90, -126])
        scale = by + 127 << 23 | RNG.getrandbits(23) | RNG.getrandbits(1) << 31
        exact = {0: a, 1: beyond, 2: b, 3: b * 16}.get(kind, (a + b) / 2) * Fraction(2) ** by
        bits = fmt.round(exact)
        if kind in (5, 6, 7):
            bits = max(bits + RNG.choice([-1, 1, 2]), 0)
        elif kind == 8:
            bits = RNG.getrandbits(BITS[next(k for k, f in FLOATS.items() if f is fmt)] - 1)
            scale = RNG.choice([scale, RNG.getrandbits(32)])
        elif kind == 9:
            bits = RNG.choice([0, 1, fmt.inf, fmt.inf + 1, fmt.quiet(fmt.inf), fmt.max_finite, (1 << fmt.mantissa) - 1])
            scale = RNG.choice([scale, 0, 0x7F800000, 1 << 23, 0xFF812345, 0x7F000000])
        rows.append((bits | RNG.getrandbits(1) * fmt.sign_bit, scale))
    return rows


def numbers(count):
    some = [0, M32, 0x7FFFFFFF, 0x80000000, 0xFFF, 0x1000, 0x1FFFFF, 0x3FF]
    return [RNG.choice(some) if RNG.random() < 0.4 else RNG.getrandbits(32) for _ in range(count)]


def pack(items, bits):
    """Dwords of items one after the other."""
    whole = sum(x << i * bits for i, x in enumerate(items))
    return [whole >> 32 * i & M32 for i in range(max(1, len(items) * bits // 32))]


def into(old, at, bits, v):
    return old & ~((1 << bits) - 1 << at) & M32 | v << at


def registers(first, lanes):
    """Registers of lists of dwords, one list per lane."""
    return {f"v{first + i}": list(column) for i, column in enumerate(zip(*lanes))}


def tuple_of(first, count):
    return f"v{first}" if count == 1 else f"v[{first}:{first + count - 1}]"


# Of 32 registers.
DST = 20


def op_sel(*bits):
    return f" op_sel:[{','.join(map(str, bits))}]" if any(bits) else ""


def some_down(name, narrow, fmt, count, randomly):
    """One value or two, into a byte or a half."""
    fmt, bits = FLOATS[fmt], BITS[fmt]
    two = count == 2 and bits == 32
    apart = two and not randomly
    wide = narrow.bits * count
    places = range(32 // wide)
    test = Test(name, f"{wide} bits of D = floats divided by a scale, as narrow ones", "vop3")

    def rows():
        lanes, scales = [], []
        for _ in range(64):
            (a, scale), = operands(narrow, fmt, 1)
            b = fmt.round(fmt.value(a) * RNG.choice([1, Fraction(3, 2), -2])) if fmt.magnitude(a) < fmt.inf else a
            b = RNG.choice([b, operands(narrow, fmt, 1)[0][0]])
            lanes.append([a, b][:count])
            scales.append(scale)
        return lanes, scales, numbers(64)

    def results(lanes, scales, seeds, mode, place, change=lambda x: x):
        out = []
        for values, scale, seed in zip(lanes, scales, seeds):
            codes = []
            for x in values:
                codes.append(down(narrow, fmt, change(x), scale, mode, seed if randomly else None))
                seed = prng(seed)
            out.append(into(OLD, wide * place, wide, pack(codes, narrow.bits)[0]))
        return {f"v{DST}": out}

    def before(lanes, scales, seeds, **more):
        noise = RNG.getrandbits(16) << 16 if bits == 16 and count == 1 else 0
        regs = registers(4, [pack(v, bits) for v in lanes]) if not apart else {}
        if apart:
            regs = {"v4": [v[0] for v in lanes], "v6": [v[1] for v in lanes]}
        regs = {k: [x | noise for x in v] for k, v in regs.items()}
        extra = {"v9": seeds} if randomly else {}
        return regs | extra | {"v8": scales, f"v{DST}": [OLD] * 64} | more

    source = tuple_of(4, 2) if two and not apart else "v4"
    def text(source=source, second="v6", number="v9", scale="v8", tail=""):
        extra = [number] if randomly else [second] if apart else []
        return f"{name} v{DST}, {', '.join([source] + extra + [scale])}{tail}"

    def select(place):
        if wide == 8:
            return op_sel(0, 0, place & 1, place >> 1)
        return op_sel(0, 0, 0, place) if apart or randomly else op_sel(0, 0, place)

    for place in places:
        test.code(text(tail=select(place)))
        for mode in (PLAIN, OVFL, OTHER)[: 3 if place == 0 else 1]:
            x = rows()
            more = {"mode": mode} if mode != PLAIN else {}
            test.case(f"place {place}, MODE {mode:#x}", before(*x, **more), results(*x, mode, place))
    x = rows()
    negate = lambda v: v ^ fmt.sign_bit
    test.code(text(source="-" + source, second="-v6"))
    test.case("NEG", before(*x, exec=ODD_EXEC), results(*x, PLAIN, 0, negate))
    if not (two and not apart):
        test.code(text(source=f"-|{source}|", second="-|v6|", scale="-|v8|"))
        test.case("NEG of ABS, signs of the scale", before(*x), results(*x, PLAIN, 0, lambda v: v | fmt.sign_bit))
    test.code(text(scale="s8"))
    lanes, _, seeds = x
    scales = [0x40812345] * 64
    test.case("a scalar scale", before(lanes, scales, seeds, exec=ODD_EXEC) | {"s8": scales[0], "v8": [0] * 64},
              results(lanes, scales, seeds, PLAIN, 0))
    test.code(text(scale="4.0"))
    scales = [F32.round(Fraction(4))] * 64
    test.case("a constant scale", before(lanes, scales, seeds), results(lanes, scales, seeds, PLAIN, 0))
    test.write()


def some_up(name, narrow, fmt, count):
    """One value or two, of a byte or a half."""
    fmt, bits = FLOATS[fmt], BITS[fmt]
    wide, out = narrow.bits * count, bits * count
    test = Test(name, f"D = {wide} bits of S0, narrow floats, times a scale", "vop3")
    target = tuple_of(DST, 2) if out == 64 else f"v{DST}"

    def results(words, scales, mode, place, high):
        lanes = []
        for w, scale in zip(words, scales):
            w = w >> wide * place & (1 << wide) - 1
            values = [up(narrow, fmt, w >> i * narrow.bits & (1 << narrow.bits) - 1, scale, mode) for i in range(count)]
            dwords = pack(values, bits)
            lanes.append([into(OLD, 16 * high, 16, dwords[0])] if out == 16 else dwords)
        return registers(DST, lanes)

    def scales(count, all_ones=False):
        near = lambda: RNG.choice([-20, -3, 0, 2, 9] if fmt is F16 else [-127, -120, -1, 0, 5, 118, 127]) + 127
        return [near() << 23 | RNG.getrandbits(23) | RNG.getrandbits(1) << 31 for _ in range(count)]

    for place in range(32 // wide):
        for high in range(2 if out == 16 else 1):
            tail = op_sel(place & 1, place >> 1, high) if wide == 8 else op_sel(place, 0, high)
            test.code(f"{name} {target}, v4, v8{tail}")
            for mode in (PLAIN, OVFL, OTHER)[: 3 if place == high == 0 else 1]:
                codes = 1 << min(wide, 8)
                for first in range(0, codes if mode == PLAIN and not (place or high) else 64, 64):
                    words = [into(RNG.getrandbits(32), wide * place, 8, first + k) for k in range(64)]
                    s = scales(64)
                    if first == 0:
                        s[-4:] = [0x7F800000, 0xFF812345, 0, 0x007FFFFF]
                    more = {"mode": mode} if mode != PLAIN else {}
                    test.case(f"place {place}, MODE {mode:#x}", {"v4": words, "v8": s, f"v{DST}": [OLD] * 64} | more,
                              results(words, s, mode, place, high))
    words = [RNG.getrandbits(32) for _ in range(64)]
    test.code(f"{name} {target}, v4, -|s8|")
    s = [F32.round(Fraction(1, 2))] * 64
    test.case("a scalar scale, without its sign", {"v4": words, "s8": s[0], f"v{DST}": [OLD] * 64, "exec": ODD_EXEC},
              results(words, s, PLAIN, 0, 0))
    test.code(f"{name} {target}, s4, v8")
    s = scales(64)
    test.case("a scalar source", {"s4": words[0], "v8": s, f"v{DST}": [OLD] * 64}, results(words[:1] * 64, s, PLAIN, 0, 0))
    test.write()


# Lanes of cases with wide registers: more would only repeat themselves.
FEW = 8


def all_down(name, narrow, fmt, randomly, in_turn):
    """32 values. Where they fill all registers, two of them are the scale and the random number too, and the result
    takes the place of others."""
    fmt, bits = FLOATS[fmt], BITS[fmt]
    test = Test(name, "D = 32 floats divided by a scale, as narrow ones", "vop3")
    sources = "v[0:15], v[16:31]" if in_turn else tuple_of(0, bits)
    scale_at, seed_at = (30, 31) if bits == 32 else (28, 29)
    order = lambda v: v[0::2] + v[1::2] if in_turn else v
    # Which values are in these registers.
    items = order(list(range(32)))

    def text(first, scale=f"v{scale_at}"):
        number = f", v{seed_at}" if randomly else ""
        return f"{name} {tuple_of(first, 6)}, {sources}{number}, {scale}"

    def case(title, mode, first, **more):
        lanes, outs, scales, seeds = [], [], [], numbers(FEW)
        for lane in range(FEW):
            rows = operands(narrow, fmt, 32)
            values, scale = [x for x, _ in rows], more.get("s8", rows[0][1])
            # Values for the one scale that counts, as far as they are in range.
            by = log_scale(scale) or 0
            for i in range(0, 32, 2):
                v = RNG.choice(narrow.values) + RNG.choice([0, Fraction(1, 16), Fraction(1, 32)])
                values[i] = fmt.round(v * Fraction(2) ** by) | RNG.getrandbits(1) * fmt.sign_bit
            if bits == 32:
                values[items[scale_at]] = scale
                if randomly:
                    values[items[seed_at]] = seeds[lane]
            seed, codes = seeds[lane], []
            for x in values:
                codes.append(down(narrow, fmt, x, scale, mode, seed if randomly else None))
                seed = prng(seed)
            lanes.append(pack(order(values), bits))
            outs.append(pack(codes, narrow.bits))
            scales.append(scale)
        before = registers(0, lanes)
        if bits == 16:
            before |= {f"v{scale_at}": scales} | ({f"v{seed_at}": seeds} if randomly else {})
        test.case(title, before | more | ({"mode": mode} if mode != PLAIN else {}), registers(first, outs))

    first = 20 if bits == 16 else 8
    test.code(text(first))
    case("values", PLAIN, first)
    case("other values", PLAIN, first, exec=ODD_EXEC)
    case("FP16_OVFL", OVFL, first)
    case("toward zero, flushed, in MODE", OTHER, first)
    test.code(text(first, "s8"))
    case("a scalar scale", PLAIN, first, s8=0xC1234567)
    for first in (0, 10):
        test.code(text(first))
        case("onto a source", PLAIN, first)
    test.write()


def all_up(name, narrow, fmt):
    """32 values; where they fill all registers the source is among these, and the scale."""
    fmt, bits = FLOATS[fmt], BITS[fmt]
    test = Test(name, "D = 32 narrow floats times a scale", "vop3")
    target = tuple_of(0, bits)

    def case(title, mode, scales, first, **more):
        codes = [[RNG.getrandbits(narrow.bits) for _ in range(32)] for _ in range(FEW)]
        codes[0], codes[1] = list(range(32)), list(range(32, 64))
        outs = [pack([up(narrow, fmt, c, s, mode) for c in lane], bits) for lane, s in zip(codes, scales)]
        before = registers(first, [pack(lane, narrow.bits) for lane in codes]) | more
        if "s8" not in more:
            before["v28"] = scales
        test.case(title, before | ({"mode": mode} if mode != PLAIN else {}), registers(0, outs))

    bys = [-14, -3, 0, 12, 14, -22, 1, 15] if fmt is F16 else [0, -127, -126, 100, 126, 127, -60, 3]
    scales = [by + 127 << 23 | RNG.getrandbits(23) for by in bys]
    test.code(f"{name} {target}, v[20:25], v28")
    case("values", PLAIN, scales, 20)
    case("FP16_OVFL", OVFL, scales, 20, exec=ODD_EXEC)
    case("toward zero, flushed, in MODE", OTHER, scales, 20)
    case("NaNs and other scales", PLAIN, [0x7F800000, 0, 0x007FFFFF, 0xFF812345, 1 << 31, 0x80000000, 0x3F800000, 1], 20)
    test.code(f"{name} {target}, v[20:25], s8")
    case("a scalar scale", PLAIN, [0xC0812345] * FEW, 20, s8=0xC0812345)
    for first in (0, 6):
        test.code(f"{name} {target}, {tuple_of(first, 6)}, v28")
        case("onto its source", PLAIN, scales, first)
    test.write()


def scaled():
    for fmt in ("f32", "f16", "bf16"):
        for n in ("fp8", "bf8", "fp4"):
            narrow = NARROW[n]
            some_down(f"v_cvt_scalef32_pk_{n}_{fmt}", narrow, fmt, 2, False)
            some_up(f"v_cvt_scalef32_pk_{fmt}_{n}", narrow, fmt, 2)
            if n == "fp4":
                some_down(f"v_cvt_scalef32_sr_pk_{n}_{fmt}", narrow, fmt, 2, True)
            else:
                some_down(f"v_cvt_scalef32_sr_{n}_{fmt}", narrow, fmt, 1, True)
                if fmt != "bf16":
                    some_up(f"v_cvt_scalef32_{fmt}_{n}", narrow, fmt, 1)
        for n in ("fp6", "bf6"):
            narrow = NARROW[n]
            all_down(f"v_cvt_scalef32_sr_pk32_{n}_{fmt}", narrow, fmt, True, False)
            all_up(f"v_cvt_scalef32_pk32_{fmt}_{n}", narrow, fmt)
            if fmt == "f32":
                all_down(f"v_cvt_scalef32_2xpk16_{n}_{fmt}", narrow, fmt, False, True)
            else:
                all_down(f"v_cvt_scalef32_pk32_{n}_{fmt}", narrow, fmt, False, False)


def bytes_of_ocp():
    """The conversions that gfx942 has too, of other formats there."""
    one = 127 << 23
    for n in ("fp8", "bf8"):
        narrow = NARROW[n]
        test = Test(f"v_cvt_f32_{n}_ocp", "D = a byte of S0 as f32", "vop1")
        pair = Test(f"v_cvt_pk_f32_{n}_ocp", "D = two bytes of S0 as f32", "vop1")
        f32_of = lambda c: up(narrow, F32, c & 0xFF, one, PLAIN)
        for form in ("e32", "e64"):
            test.code(f"v_cvt_f32_{n}_{form} v2, v1")
            pair.code(f"v_cvt_pk_f32_{n}_{form} v[2:3], v1")
            for first in range(0, 256, 64):
                words = [RNG.getrandbits(24) << 8 | first + k for k in range(64)]
                test.case(f"codes from {first:#x} on", {"v1": words}, {"v2": [f32_of(w) for w in words]})
                pair.case(f"codes from {first:#x} on", {"v1": words},
                          registers(2, [[f32_of(w), f32_of(w >> 8)] for w in words]))
        words = [RNG.getrandbits(32) for _ in range(64)]
        test.code(f"v_cvt_f32_{n}_sdwa v2, v1 src0_sel:BYTE_2")
        test.case("a byte", {"v1": words, "exec": ODD_EXEC}, {"v2": [f32_of(w >> 16) for w in words]})
        pair.code(f"v_cvt_pk_f32_{n}_sdwa v[2:3], v1 src0_sel:WORD_1")
        pair.case("a word", {"v1": words}, registers(2, [[f32_of(w >> 16), f32_of(w >> 24)] for w in words]))
        test.write()
        pair.write()
        test = Test(f"v_cvt_pk_{n}_f32_ocp", "a word of D = S0 and S1 as 8-bit floats", "vop3")
        for high in range(2):
            test.code(f"v_cvt_pk_{n}_f32 v3, v1, v2{op_sel(0, 0, high)}")
            for mode in (PLAIN, OVFL, OTHER):
                a, b = ([x for x, _ in operands(narrow, F32, 64)] for _ in range(2))
                code = lambda x: down(narrow, F32, x, one, mode)
                test.case(f"MODE {mode:#x}", {"v1": a, "v2": b, "v3": [OLD] * 64, "mode": mode},
                          {"v3": [into(OLD, 16 * high, 16, code(x) | code(y) << 8) for x, y in zip(a, b)]})
        test.write()
        test = Test(f"v_cvt_sr_{n}_f32_ocp", "a byte of D = S0 as an 8-bit float, rounded by the random number S1", "vop3")
        for byte in range(4):
            test.code(f"v_cvt_sr_{n}_f32 v3, v1, v2{op_sel(0, 0, byte & 1, byte >> 1)}")
            for mode in (PLAIN, OVFL):
                a, seeds = [x for x, _ in operands(narrow, F32, 64)], numbers(64)
                r = [into(OLD, 8 * byte, 8, down(narrow, F32, x, one, mode, s)) for x, s in zip(a, seeds)]
                test.case(f"MODE {mode:#x}", {"v1": a, "v2": seeds, "v3": [OLD] * 64, "mode": mode}, {"v3": r})
        test.write()


def converted(fmt, bits, mode, keeps_in, keeps_out):
    """An f32 to nearest in another format."""
    bits = bits if keeps_in else F32.flush(bits)
    sign = fmt.sign_bit if F32.sign(bits) else 0
    v = magnitude(F32, bits)
    if v == "nan":
        return sign | fmt.quiet(fmt.inf | F32.magnitude(bits) - F32.inf >> 23 - fmt.mantissa)
    if v == "inf":
        return sign | fmt.inf
    r = fmt.round(v)
    if fmt is F16 and mode >> 23 & 1:
        r = min(r, fmt.max_finite)
    return sign | (r if keeps_out else fmt.flush(r))


def randomly(fmt, bits, number, mode):
    sign = fmt.sign_bit if F32.sign(bits) else 0
    bits = bits if mode >> 4 & 1 else F32.flush(bits)
    v = magnitude(F32, bits)
    if isinstance(v, str) or v == 0:
        return converted(fmt, bits, mode, True, True)
    ulp, dropped = Fraction(2) ** (max(exponent(v), 1 - fmt.bias) - fmt.mantissa), 23 - fmt.mantissa
    kept = (floor(v / ulp * (1 << dropped)) + (number >> 32 - dropped)) >> dropped
    most = fmt.max_finite if fmt is F16 and mode >> 23 & 1 else fmt.inf
    r = min(fmt.round(kept * ulp), most)
    keeps = fmt is BF16 or mode >> 7 & 1
    return sign | (r if keeps else fmt.flush(r))


def halves():
    def values(fmt):
        rows = []
        while len(rows) < 64:
            e = RNG.choice([-30, -26, -25, -24, -15, -14, -1, 0, 5, 15, 16] if fmt is F16 else [-130, -126, -1, 0, 7, 127])
            x = F32.round(Fraction(2) ** e * (1 + Fraction(RNG.getrandbits(fmt.mantissa), 1 << fmt.mantissa)))
            tie = 1 << 22 - fmt.mantissa
            x += RNG.choice([0, tie, tie - 1, tie + 1, RNG.getrandbits(22 - fmt.mantissa)])
            x = RNG.choice([x] * 9 + [0, 1, F32.inf, F32.max_finite, 0x7FC12345, 0x7F800001, 0x007FFFFF, 0x477FF000, 0x00018000])
            rows.append(x | RNG.getrandbits(1) << 31)
        return rows

    for name, fmt in (("f16", F16), ("bf16", BF16)):
        test = Test(f"v_cvt_pk_{name}_f32", f"D = S0 and S1 as {name}, to nearest", "vop3")

        def pairs(a, b, mode):
            keeps = fmt is BF16 or mode >> 7 & 1
            two = [[converted(fmt, x, mode, fmt is BF16 or mode >> 4 & 1, keeps) for x in v] for v in (a, b)]
            return {"v3": [x | y << 16 for x, y in zip(*two)]}

        test.code(f"v_cvt_pk_{name}_f32 v3, v1, v2")
        for mode in (PLAIN, OVFL, OTHER, 0x3F5, 0x3FA):
            a, b = values(fmt), values(fmt)
            test.case(f"MODE {mode:#x}", {"v1": a, "v2": b, "mode": mode, "exec": ODD_EXEC if mode == OVFL else ALL},
                      pairs(a, b, mode))
        test.code(f"v_cvt_pk_{name}_f32 v3, -v1, |v2|")
        test.case("signs", {"v1": a, "v2": b}, pairs([x ^ 1 << 31 for x in a], [x & ~(1 << 31) for x in b], PLAIN))
        test.code(f"v_cvt_pk_{name}_f32 v3, s1, 1.0")
        test.case("a scalar and a constant", {"s1": a[0]}, pairs([a[0]] * 64, [0x3F800000] * 64, PLAIN))
        test.code(f"v_cvt_pk_{name}_f32 v3, v1, v2 clamp")
        unit = lambda x: clamp(fmt, x, Mode(PLAIN))
        r = [unit(x & M16) | unit(x >> 16) << 16 for x in pairs(a, b, PLAIN)["v3"]]
        test.case("CLAMP", {"v1": a, "v2": b}, {"v3": r})
        test.write()

        test = Test(f"v_cvt_sr_{name}_f32", f"half of D = S0 as {name}, rounded by the random number S1", "vop3")
        for high in range(2):
            test.code(f"v_cvt_sr_{name}_f32 v3, v1, v2{op_sel(0, 0, high)}")
            for mode in (PLAIN, OVFL, OTHER):
                a, seeds = values(fmt), numbers(64)
                r = [into(OLD, 16 * high, 16, randomly(fmt, x, s, mode)) for x, s in zip(a, seeds)]
                test.case(f"MODE {mode:#x}", {"v1": a, "v2": seeds, "v3": [OLD] * 64, "mode": mode}, {"v3": r})
        test.code(f"v_cvt_sr_{name}_f32 v3, -|v1|, s2")
        r = [into(OLD, 0, 16, randomly(fmt, x | 1 << 31, 0x98765432, PLAIN)) for x in a]
        test.case("signs, a scalar number", {"v1": a, "s2": 0x98765432, "v3": [OLD] * 64, "exec": ODD_EXEC}, {"v3": r})
        test.write()

    test = Test("v_cvt_f32_bf16", "D = S0, a bf16, as f32", "vop1")
    words = [RNG.getrandbits(32) for _ in range(48)]
    words += [RNG.getrandbits(16) << 16 | x for x in (0, 0x8000, 1, 0x7F, 0x80, 0x7F7F, 0x7F80, 0xFF80, 0x7FC1, 0xFFC0, 0x3F80, 0xBF80)]
    words += words[:4]
    quiet = [w for w in words if not BF16.is_signalling(w & M16)]
    for form in ("e32", "e64"):
        test.code(f"v_cvt_f32_bf16_{form} v2, v1")
        test.case("the low half", {"v1": words, "exec": ODD_EXEC}, {"v2": [w << 16 & M32 for w in words]})
        # MODE's treatment of denormals does not count.
        test.case("flushing in MODE", {"v1": words, "mode": OTHER}, {"v2": [w << 16 & M32 for w in words]})
    for select, by in (("WORD_1", 16), ("WORD_0", 0)):
        test.code(f"v_cvt_f32_bf16_sdwa v2, v1 src0_sel:{select}")
        test.case("a half", {"v1": words}, {"v2": [(w >> by & M16) << 16 for w in words]})
    test.code("v_cvt_f32_bf16_sdwa v2, -|v1| src0_sel:WORD_1")
    test.case("signs of a half", {"v1": words}, {"v2": [w & 0xFFFF0000 | 1 << 31 for w in words]})
    test.code("v_cvt_f32_bf16_sdwa v2, v1 src0_sel:BYTE_1")
    test.case("a byte", {"v1": words}, {"v2": [(w >> 8 & 0xFF) << 16 for w in words]})
    test.code("v_cvt_f32_bf16_dpp v2, v1 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf")
    test.case("DPP", {"v1": words}, {"v2": [words[k ^ 1] << 16 & M32 for k in range(64)]})
    test.code("v_cvt_f32_bf16_e64 v2, -|v1|")
    test.case("signs", {"v1": words}, {"v2": [w << 16 & M32 | 1 << 31 for w in words]})
    test.code("v_cvt_f32_bf16_e64 v2, v1 clamp")
    test.case("CLAMP", {"v1": quiet}, {"v2": [clamp(F32, w << 16 & M32, Mode(PLAIN)) for w in quiet]})
    test.code("v_cvt_f32_bf16_e64 v2, 0.5")
    test.case("a constant", {}, {"v2": [0x3F000000] * 64})
    test.write()


def dots():
    m = Mode(0x300)
    flush = lambda x: F32.flush(x)

    def dot(a, b, c):
        p, q = (mul(F32, flush((a >> k & M16) << 16), flush((b >> k & M16) << 16), m) for k in (0, 16))
        if NAN in (p, q):
            return NAN
        pair = add(F32, p, q, m)
        return NAN if pair == NAN else add(F32, pair, flush(c), m)

    def brain():
        special = [0, 0x8000, 1, 0x7F, 0x80, 0x8080, 0x3F80, 0xBF80, 0x7F7F, 0x7F80, 0xFF80]
        if RNG.random() < 0.3:
            return RNG.choice(special)
        return RNG.getrandbits(1) << 15 | RNG.randrange(0x3C00, 0x4300)

    def rows():
        pair = lambda: brain() | brain() << 16
        sums = [0, 1 << 31, 1, 0x00800000, 0x807FFFFF, 0x3F800000, 0x7F800000, 0x33800000]
        c = [RNG.choice(sums) if RNG.random() < 0.4 else RNG.getrandbits(1) << 31 | RNG.randrange(0x38000000, 0x48000000)
             for _ in range(64)]
        return [pair() for _ in range(64)], [pair() for _ in range(64)], c

    def check(a, b, c):
        return [dot(x, y, z) for x, y, z in zip(a, b, c)]

    test = Test("v_dot2c_f32_bf16", "D += S0.lo * S1.lo + S0.hi * S1.hi, bf16 products in f32", "vop2")
    for form in ("e32", "e64"):
        test.code(f"v_dot2c_f32_bf16_{form} v3, v1, v2")
        # No MODE counts.
        for mode in (PLAIN, OTHER, 0x3FA):
            a, b, c = rows()
            test.case(f"MODE {mode:#x}", {"v1": a, "v2": b, "v3": c, "mode": mode, "exec": ODD_EXEC if mode == OTHER else ALL},
                      {"v3": check(a, b, c)})
    test.code("v_dot2c_f32_bf16_dpp v3, v1, v2 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf")
    test.case("DPP", {"v1": a, "v2": b, "v3": c}, {"v3": check([a[k ^ 1] for k in range(64)], b, c)})
    test.code("v_dot2c_f32_bf16_e64 v3, s1, v2 clamp")
    unit = lambda x: 0 if x == NAN else clamp(F32, x, Mode(PLAIN))
    test.case("CLAMP", {"s1": a[0], "v2": b, "v3": c}, {"v3": [unit(x) for x in check([a[0]] * 64, b, c)]})
    test.write()

    test = Test("v_dot2_f32_bf16", "D = S0.lo * S1.lo + S0.hi * S1.hi + S2, bf16 products in f32", "vop3p")
    test.code("v_dot2_f32_bf16 v4, v1, v2, v3")
    for mode in (PLAIN, OTHER, 0x3F5):
        a, b, c = rows()
        test.case(f"MODE {mode:#x}", {"v1": a, "v2": b, "v3": c, "mode": mode, "exec": ODD_EXEC if mode == OTHER else ALL},
                  {"v4": check(a, b, c)})
    # Signs are those of the factors alone.
    test.code("v_dot2_f32_bf16 v4, v1, v2, v3 neg_lo:[1,0,1] neg_hi:[0,1,0]")
    test.case("signs", {"v1": a, "v2": b, "v3": c}, {"v4": check([x ^ 0x8000 for x in a], [x ^ 1 << 31 for x in b], c)})
    test.code("v_dot2_f32_bf16 v4, v1, v2, v3 clamp")
    test.case("CLAMP", {"v1": a, "v2": b, "v3": c}, {"v4": [unit(x) for x in check(a, b, c)]})
    test.code("v_dot2_f32_bf16 v4, v1, s2, v3")
    test.case("a scalar", {"v1": a, "s2": b[0], "v3": c}, {"v4": check(a, [b[0]] * 64, c)})
    test.write()


def least(fmt, x, larger, mode):
    """Minimum or maximum of IEEE 754-2019 of three."""
    m = Mode(mode, fmt)
    x = [m.source(fmt, b) for b in x]
    for b in x:
        if fmt.is_nan(b):
            return fmt.quiet(b)
    order = lambda b: (fmt.value(b) if not fmt.is_inf(b) else Fraction(2) ** 2000 * (-1 if fmt.sign(b) else 1),
                       0 if fmt.sign(b) else 1)
    r = sorted(x, key=order)[-1 if larger else 0]
    return r if m.keep_out else fmt.flush(r)


def minima():
    def values(fmt):
        one = fmt.bias << fmt.mantissa
        some = [0, 1, 2, one, one + 1, one - 1, fmt.inf, fmt.max_finite, (1 << fmt.mantissa) - 1, 1 << fmt.mantissa]
        some = [b | s for b in some for s in (0, fmt.sign_bit)] + [fmt.inf + 1, fmt.quiet(fmt.inf) | fmt.sign_bit | 5]
        return lambda: RNG.choice(some) if RNG.random() < 0.8 else RNG.getrandbits(fmt.mantissa + 6)

    for name, larger in (("minimum3", False), ("maximum3", True)):
        value = values(F32)
        test = Test(f"v_{name}_f32", "D = the least or greatest of three, a NaN if one is", "vop3")
        rows = lambda: [[value() for _ in range(64)] for _ in range(3)]
        of = lambda x, mode: {"v4": [least(F32, t, larger, mode) for t in zip(*x)]}
        regs = lambda x: dict(zip(("v1", "v2", "v3"), x))
        test.code(f"v_{name}_f32 v4, v1, v2, v3")
        # With denormals kept, flushed, as operands only, as results only; without IEEE.
        for mode in (PLAIN, PLAIN, 0x3C0, 0x3E0, 0x3D0, 0x1F0):
            x = rows()
            test.case(f"MODE {mode:#x}", regs(x) | {"mode": mode, "exec": ODD_EXEC if mode == 0x1F0 else ALL}, of(x, mode))
        x = rows()
        sign = 1 << 31
        changed = [[b ^ sign for b in x[0]], [b & ~sign for b in x[1]], [b | sign for b in x[2]]]
        test.code(f"v_{name}_f32 v4, -v1, |v2|, -|v3|")
        test.case("signs", regs(x), of(changed, PLAIN))
        unit = lambda b: 0 if F32.is_nan(b) else clamp(F32, b, Mode(PLAIN))
        test.code(f"v_{name}_f32 v4, v1, v2, v3 clamp")
        test.case("CLAMP", regs(x), {"v4": [unit(b) for b in of(x, PLAIN)["v4"]]})
        test.code(f"v_{name}_f32 v4, v1, s2, 1.0")
        test.case("a scalar and a constant", {"v1": x[0], "s2": 0xC0000000},
                  of([x[0], [0xC0000000] * 64, [0x3F800000] * 64], PLAIN))
        test.write()

        half = values(F16)
        test = Test(f"v_pk_{name}_f16", "halves of D = the least or greatest of three, a NaN if one is", "vop3p")
        value16 = lambda: half() & M16
        rows = lambda: [[value16() | value16() << 16 for _ in range(64)] for _ in range(3)]
        one = lambda x, by, mode: [least(F16, [b >> by & M16 for b in t], larger, mode) for t in zip(*x)]
        of = lambda x, mode: {"v4": [a | b << 16 for a, b in zip(one(x, 0, mode), one(x, 16, mode))]}
        test.code(f"v_pk_{name}_f16 v4, v1, v2, v3")
        for mode in (PLAIN, 0x330, 0x3B0, 0x370, 0x1F0):
            x = rows()
            test.case(f"MODE {mode:#x}", regs(x) | {"mode": mode, "exec": ODD_EXEC if mode == 0x1F0 else ALL}, of(x, mode))
        x = rows()
        test.code(f"v_pk_{name}_f16 v4, v1, v2, v3 op_sel:[1,0,0] op_sel_hi:[0,1,0]")
        picked = [[b >> 16 | (b & M16) << 16 for b in x[0]], x[1], [(b & M16) * 0x10001 for b in x[2]]]
        test.case("halves", regs(x), of(picked, PLAIN))
        test.code(f"v_pk_{name}_f16 v4, v1, v2, v3 neg_lo:[1,0,1] neg_hi:[0,1,1]")
        signs = [[b ^ s for b in v] for v, s in zip(x, (0x8000, 1 << 31, 0x80008000))]
        test.case("signs", regs(x), of(signs, PLAIN))
        test.code(f"v_pk_{name}_f16 v4, v1, v2, v3 clamp")
        unit16 = lambda b: 0 if F16.is_nan(b) else clamp(F16, b, Mode(PLAIN))
        test.case("CLAMP", regs(x), {"v4": [unit16(b & M16) | unit16(b >> 16) << 16 for b in of(x, PLAIN)["v4"]]})
        test.write()


def bits():
    def truth(table, a, b, c, width):
        bit = lambda k: table >> (4 * (a >> k & 1) + 2 * (b >> k & 1) + (c >> k & 1)) & 1
        return sum(bit(k) << k for k in range(width))

    test = Test("v_bitop3_b32", "each bit of D = that of a table that the bits of S0, S1, S2 select", "vop3")
    rows = [[RNG.getrandbits(32) for _ in range(4)] for _ in range(3)]
    rows[0][0], rows[1][0], rows[2][0] = 0xF0F0F0F0, 0xCCCCCCCC, 0xAAAAAAAA
    for first in range(0, 256, 16):
        for k in range(16):
            test.code(f"v_bitop3_b32 v{8 + k}, v1, v2, v3 bitop3:{first + k:#x}")
        out = {f"v{8 + k}": [truth(first + k, *t, 32) for t in zip(*rows)] for k in range(16)}
        test.case(f"tables from {first:#x} on", {"v1": rows[0], "v2": rows[1], "v3": rows[2]} | ({"exec": ODD_EXEC} if first == 64 else {}), out)
    test.code("v_bitop3_b32 v4, v1, s2, -7 bitop3:0xca")
    test.case("a scalar and a constant", {"v1": rows[0], "s2": rows[1][1]},
              {"v4": [truth(0xCA, a, rows[1][1], M32 - 6, 32) for a in rows[0]]})
    test.code("v_bitop3_b32 v1, v1, v1, v2 bitop3:0x6c")
    test.case("operands twice", {"v1": rows[0], "v2": rows[1]}, {"v1": [truth(0x6C, a, a, b, 32) for a, b in zip(*rows[:2])]})
    test.write()

    test = Test("v_bitop3_b16", "as V_BITOP3_B32, in half of D", "vop3")
    for table in (0xCA, 0x96, 0xE8, 0x01, 0x7F, 0xF0, 0x33, 0xFF, 0x00, 0x5D):
        for select in (0, RNG.randrange(1, 8), RNG.randrange(8, 16)):
            chosen = [select >> k & 1 for k in range(4)]
            test.code(f"v_bitop3_b16 v4, v1, v2, v3 bitop3:{table:#x}{op_sel(*chosen)}")
            x = [[b >> 16 * s & M16 for b in v] for v, s in zip(rows, chosen)]
            r = [into(OLD, 16 * chosen[3], 16, truth(table, *t, 16)) for t in zip(*x)]
            test.case(f"table {table:#x}", {"v1": rows[0], "v2": rows[1], "v3": rows[2], "v4": [OLD] * 4}, {"v4": r})
    test.write()

    values = [0, M32, 127, 128, -128 & M32, -129 & M32, 255, 256, 0x7FFFFFFF, 1 << 31, 0x12345678, 0x89ABCDEF]
    for kind, low, high in (("i8", -128, 127), ("u8", 0, 255)):
        test = Test(f"v_ashr_pk_{kind}_i32", f"half of D = S0 and S1 >> S2, saturated to {kind}", "vop3")
        shifted = lambda v, by: min(max(s32(v) >> (by & 31), low), high) & 0xFF
        for upper in range(2):
            test.code(f"v_ashr_pk_{kind}_i32 v4, v1, v2, v3{op_sel(0, 0, 0, upper)}")
            a, b = ([RNG.choice(values) if k % 2 else RNG.getrandbits(32) for k in range(64)] for _ in range(2))
            by = [RNG.choice([0, 1, 8, 24, 31, 32, 0xFFFFFFE4, RNG.getrandbits(32)]) for _ in range(64)]
            r = [into(OLD, 16 * upper, 16, shifted(x, n) | shifted(y, n) << 8) for x, y, n in zip(a, b, by)]
            test.case("values", {"v1": a, "v2": b, "v3": by, "v4": [OLD] * 64} | ({"exec": ODD_EXEC} if upper else {}), {"v4": r})
        test.code(f"v_ashr_pk_{kind}_i32 v4, v1, s2, 4")
        r = [into(OLD, 0, 16, shifted(x, 4) | shifted(0xFFFFF123, 4) << 8) for x in a]
        test.case("a scalar and a constant", {"v1": a, "s2": 0xFFFFF123, "v4": [OLD] * 64}, {"v4": r})
        test.write()

    test = Test("v_prng_b32", "D = the random number after S0", "vop1")
    x = [0, 1, 1 << 31, M32, 0x40000000, 0xC5, 0x7FFFFFFF] + [RNG.getrandbits(32) for _ in range(57)]
    for form in ("e32", "e64"):
        test.code(f"v_prng_b32_{form} v2, v1")
        test.case("values", {"v1": x, "exec": ODD_EXEC}, {"v2": [prng(v) for v in x]})
        test.case("values", {"v1": x}, {"v2": [prng(v) for v in x]})
    test.code("v_prng_b32_sdwa v2, v1 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1")
    test.case("SDWA", {"v1": x}, {"v2": [prng(v >> 16) for v in x]})
    test.code("v_prng_b32_dpp v2, v1 row_mirror row_mask:0xf bank_mask:0xf")
    test.case("DPP", {"v1": x}, {"v2": [prng(x[k ^ 15]) for k in range(64)]})
    test.code("v_prng_b32_e32 v2, s1")
    test.case("a scalar", {"s1": 0x80000001}, {"v2": [0xC7] * 64})
    test.write()

    test = Test("v_lshl_add_u64_gfx950", "D = (S0 << S1[2:0]) + S2, no shift by more than 4", "vop3")
    rows = [(RNG.getrandbits(64), k, RNG.getrandbits(64)) for k in (0, 1, 2, 3, 4, 5, 6, 7)]
    sums = [(a << (k if k <= 4 else 0)) + c & M64 for a, k, c in rows]
    two = lambda v: [[x & M32, x >> 32] for x in v]
    before = registers(2, two([r[0] for r in rows])) | {"v4": [r[1] for r in rows]} | registers(6, two([r[2] for r in rows]))
    test.code("v_lshl_add_u64 v[8:9], v[2:3], v4, v[6:7]")
    test.case("values", before, registers(8, two(sums)))
    for k in (4, 5):
        test.code(f"v_lshl_add_u64 v[8:9], v[2:3], {k}, v[6:7]")
        test.case("a constant", before, registers(8, two([(r[0] << (k if k == 4 else 0)) + r[2] & M64 for r in rows])))
    test.write()


def swaps():
    for row in (16, 32):
        test = Test(f"v_permlane{row}_swap_b32", "rows of lanes of D and of S0 are exchanged", "vop1")
        a, b = ([RNG.getrandbits(32) for _ in range(64)] for _ in range(2))
        new_a = [b[k - row] if k & row else a[k] for k in range(64)]
        new_b = [b[k] if k & row else a[k + row] for k in range(64)]
        for text in (f"v_permlane{row}_swap_b32_e32 v1, v2", f"v_permlane{row}_swap_b32_e64 v1, v2",
                     f"v_permlane{row}_swap_b32_e64 v1, v2 bound_ctrl:1 fi:1"):
            test.code(text)
            test.case("two registers", {"v1": a, "v2": b}, {"v1": new_a, "v2": new_b})
            lanes = {f"v1.{k}": v for k, v in enumerate(new_a)} | {f"v2.{k}": v for k, v in enumerate(new_b)}
            test.case("EXEC does not count", {"v1": a, "v2": b, "exec": ODD_EXEC}, lanes)
            test.case("no lane is active", {"v1": a, "v2": b, "exec": 0}, lanes)
        test.code(f"v_permlane{row}_swap_b32_e32 v1, v1")
        test.case("a register with itself", {"v1": a}, {"v1": [a[k ^ row] for k in range(64)]})
        # What was computed before under EXEC, and what is afterwards, keeps other lanes.
        test.code("v_add_u32_e32 v1, 1, v1")
        test.code(f"v_permlane{row}_swap_b32_e32 v1, v2")
        test.code("v_add_u32_e32 v2, 1, v2")
        x = [v + 1 & M32 if ODD_EXEC >> k & 1 else v for k, v in enumerate(a)]
        p = [b[k - row] if k & row else x[k] for k in range(64)]
        q = [b[k] if k & row else x[k + row] for k in range(64)]
        q = [v + 1 & M32 if ODD_EXEC >> k & 1 else v for k, v in enumerate(q)]
        lanes = {f"v1.{k}": v for k, v in enumerate(p)} | {f"v2.{k}": v for k, v in enumerate(q)}
        test.case("between sums", {"v1": a, "v2": b, "exec": ODD_EXEC}, lanes)
        test.write()


scaled()
bytes_of_ocp()
halves()
dots()
minima()
bits()
swaps()
