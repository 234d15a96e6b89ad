#!/usr/bin/env python3
"""Writes the tests of what gfx942 has beside gfx90a, matrix instructions aside. Values of floats are fractions here;
formats are LLVM's (APFloat's FNUZ ones of 8 bits). Run assemble.py afterwards.
"""

import random
import struct
from fractions import Fraction
from math import floor

import testfile
from testfile import ODD_EXEC

F = lambda x: struct.unpack("<I", struct.pack("<f", x))[0]
M32 = 0xFFFFFFFF
M64 = 0xFFFFFFFFFFFFFFFF
QUIET = 0x7FC00000
INF = 0x7F800000
OVFL = 0x3F0 | 1 << 23
# Flushing f32 denormals, without IEEE: then OMOD counts.
OMOD = 0x1C0
RNG = random.Random(942)
Test = testfile.alone("gfx942", "generate_cdna3.py")


def pairs(first, values):
    """Values of 64 bits as two registers."""
    return {f"v{first}": [v & M32 for v in values], f"v{first + 1}": [v >> 32 for v in values]}


# 8-bit floats: (bits of the fraction, bias).
FORMATS = {"fp8": (3, 8), "bf8": (2, 16)}


def value(code, fraction, bias):
    """The value of a finite code, whatever its sign."""
    field, low = (code & 0x7F) >> fraction, code & (1 << fraction) - 1
    if field == 0:
        return Fraction(low, 1 << fraction) * Fraction(2) ** (1 - bias)
    return (1 + Fraction(low, 1 << fraction)) * Fraction(2) ** (field - bias)


def f32_of(code, fmt):
    if code == 0x80:
        return QUIET
    v = float(value(code, *fmt))
    return F(-v if code & 0x80 else v)


def real(bits):
    return Fraction(struct.unpack("<f", struct.pack("<I", bits & 0x7FFFFFFF))[0])


def special(bits, ovfl):
    """The code of what is no number; None of a number."""
    magnitude = bits & 0x7FFFFFFF
    if magnitude > INF:
        return 0x80
    if magnitude == INF:
        return (bits >> 24 & 0x80 | 0x7F) if ovfl else 0x80
    return None


def signed(code, bits, ovfl):
    """The code of a magnitude with the sign of an f32; None is too large a magnitude."""
    if code is None:
        return (bits >> 24 & 0x80 | 0x7F) if ovfl else 0x80
    return code and bits >> 24 & 0x80 | code


def nearest(bits, fmt, ovfl=False):
    if (code := special(bits, ovfl)) is not None:
        return code
    v, codes = real(bits), [value(c, *fmt) for c in range(128)]
    # As if there were one more code: what is nearer to that, or as near, as it is the even one, is too large.
    beyond = 2 * codes[127] - codes[126]
    codes.append(beyond)
    if v >= beyond:
        return signed(None, bits, ovfl)
    best = min(range(129), key=lambda c: (abs(codes[c] - v), c % 2))
    return signed(None if best == 128 else best, bits, ovfl)


def stochastic(bits, number, fmt, ovfl=False):
    if (code := special(bits, ovfl)) is not None:
        return code
    (fraction, bias), v = fmt, real(bits)
    exponent = 1 - bias
    while v >= Fraction(2) ** (exponent + 1):
        exponent += 1
    ulp, dropped = Fraction(2) ** (exponent - fraction), 23 - fraction
    kept = (floor(v / ulp * (1 << dropped)) + (number >> 32 - dropped)) >> dropped
    codes = {value(c, *fmt): c for c in range(128)}
    return signed(codes.get(kept * ulp), bits, ovfl)


def from_bytes():
    for name, fmt in FORMATS.items():
        test = Test(f"v_cvt_f32_{name}", "D = a byte of S0 as f32", "vop1")
        groups = [list(range(k, k + 64)) for k in range(0, 256, 64)]
        for form, byte in (("e32", 0), ("e64", 0)):
            test.code(f"v_cvt_f32_{name}_{form} v2, v1")
            for g in groups:
                # What is beside the byte does not count.
                noise = [0xA5C30000 | 0x7F00 | c for c in g]
                test.case(f"codes from {g[0]:#x} on", {"v1": noise}, {"v2": [f32_of(c, fmt) for c in g]})
        for byte in range(4):
            test.code(f"v_cvt_f32_{name}_sdwa v2, v1 src0_sel:BYTE_{byte}")
            words = [RNG.getrandbits(32) for _ in range(64)]
            result = [f32_of(w >> 8 * byte & 0xFF, fmt) for w in words]
            test.case("a byte", {"v1": words, "exec": ODD_EXEC}, {"v2": result})
        test.code(f"v_cvt_f32_{name}_sdwa v2, v1 src0_sel:WORD_1")
        test.case("the low byte of a word", {"v1": words}, {"v2": [f32_of(w >> 16 & 0xFF, fmt) for w in words]})
        test.code(f"v_cvt_f32_{name}_dpp v2, v1 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf")
        swapped = [f32_of(words[k ^ 1] & 0xFF, fmt) for k in range(64)]
        test.case("DPP", {"v1": words}, {"v2": swapped})
        test.code(f"v_cvt_f32_{name}_e64 v2, s1")
        test.case("a scalar source", {"s1": 0x12345639}, {"v2": [f32_of(0x39, fmt)] * 64})
        some = [0x01, 0x38, 0x40, 0x48, 0x7F, 0x80, 0xB8, 0xFF, 0x00]
        clamped = [min(max(v, 0.0), 1.0) for v in (struct.unpack("<f", struct.pack("<I", f32_of(c, fmt)))[0]
                                                 if c != 0x80 else 0.0 for c in some)]
        test.code(f"v_cvt_f32_{name}_e64 v2, v1 clamp")
        test.case("CLAMP", {"v1": some, "exec": (1 << 9) - 1}, {"v2": [F(v) for v in clamped]})
        test.code(f"v_cvt_f32_{name}_e64 v2, v1 mul:2")
        doubled = [QUIET if c == 0x80 else F(2 * struct.unpack("<f", struct.pack("<I", f32_of(c, fmt)))[0]) for c in some]
        test.case("OMOD", {"v1": some, "mode": OMOD, "exec": (1 << 9) - 1}, {"v2": doubled})
        test.write()

        test = Test(f"v_cvt_pk_f32_{name}", "D = two bytes of S0 as f32", "vop1")
        two = lambda w: f32_of(w & 0xFF, fmt) | f32_of(w >> 8 & 0xFF, fmt) << 32
        # All codes in either place.
        words = [(c ^ 0x5A) << 8 | c | 0x12340000 for c in range(256)]
        for form in ("e32", "e64"):
            test.code(f"v_cvt_pk_f32_{name}_{form} v[2:3], v1")
            for k in range(0, 256, 64):
                part = words[k : k + 64]
                test.case(f"codes from {k:#x} on", {"v1": part}, pairs(2, [two(w) for w in part]))
        for word in range(2):
            test.code(f"v_cvt_pk_f32_{name}_sdwa v[2:3], v1 src0_sel:WORD_{word}")
            words = [RNG.getrandbits(32) for _ in range(64)]
            result = pairs(2, [two(w >> 16 * word) for w in words])
            test.case("a word", {"v1": words, "exec": ODD_EXEC}, result)
        test.code(f"v_cvt_pk_f32_{name}_e64 v[2:3], v1 clamp")
        unit = lambda c: F(min(max(struct.unpack("<f", struct.pack("<I", f32_of(c, fmt)))[0], 0.0), 1.0)) if c != 0x80 else 0
        both = [0x3801, 0x7F80, 0x80FF, 0xB848]
        result = pairs(2, [unit(w & 0xFF) | unit(w >> 8) << 32 for w in both])
        test.case("CLAMP", {"v1": both, "exec": 15}, result)
        test.write()


def operands(fraction, bias):
    """f32 that conversions to 8 bits may get wrong: codes, ties between them and what is next to either; what is too
    large or too small; what is no number."""
    codes = [value(c, fraction, bias) for c in range(128)]
    beyond = 2 * codes[127] - codes[126]
    steps = list(zip(codes, codes[1:] + [beyond]))
    chosen = steps[:12] + steps[12:-6:5] + steps[-6:]
    bits = []
    for a, b in chosen:
        tie = F(float((a + b) / 2))
        bits += [F(float(a)), tie - 1, tie, tie + 1]
    bits += [F(float(beyond)), F(float(beyond)) - 1, F(1e30), INF, QUIET, 0x7F800001, 0, 1, 0x007FFFFF, 0x00800000]
    return [b | RNG.getrandbits(1) << 31 for b in bits]


def waves(values):
    """Cut into registers, the last one filled up."""
    values = values + values[: -len(values) % 64]
    return [values[k : k + 64] for k in range(0, len(values), 64)]


def to_bytes():
    for name, fmt in FORMATS.items():
        test = Test(f"v_cvt_pk_{name}_f32", "a word of D = S0 and S1 as 8-bit floats", "vop3")
        a = operands(*fmt)
        b = a[7:] + a[:7]
        old = 0xDEADBEEF

        def rows(high, change=lambda x, y: (x, y), **more):
            ovfl = more.get("mode", 0) == OVFL
            for x, y in zip(waves(a), waves(b)):
                low = [nearest(p, fmt, ovfl) | nearest(q, fmt, ovfl) << 8 for p, q in (change(p, q) for p, q in zip(x, y))]
                result = [old & 0xFFFF | r << 16 if high else old & 0xFFFF0000 | r for r in low]
                yield {"v1": x, "v2": y, "v3": [old] * 64} | more, {"v3": result}

        test.code(f"v_cvt_pk_{name}_f32 v3, v1, v2")
        for before, after in rows(False):
            test.case("to nearest", before, after)
        for before, after in rows(False, mode=OVFL):
            test.case("FP16_OVFL", before, after)
        # Other directions and flushing do not count.
        for before, after in rows(False, mode=0x30F):
            test.case("toward zero, flushed, in MODE", before, after)
        test.code(f"v_cvt_pk_{name}_f32 v3, v1, v2 op_sel:[0,0,1]")
        for before, after in rows(True):
            test.case("the high word", before, after)
        test.code(f"v_cvt_pk_{name}_f32 v3, -v1, |v2|")
        for before, after in rows(False, lambda p, q: (p ^ 1 << 31, q & 0x7FFFFFFF)):
            test.case("signs", before, after)
        test.code(f"v_cvt_pk_{name}_f32 v3, s1, 1.0")
        one = nearest(F(1.0), fmt)
        test.case("a scalar and a constant", {"s1": F(-2.5), "v3": [old] * 64, "exec": ODD_EXEC},
                  {"v3": [old & 0xFFFF0000 | one << 8 | nearest(F(-2.5), fmt)] * 64})
        test.write()

        test = Test(f"v_cvt_sr_{name}_f32", "a byte of D = S0 as an 8-bit float, rounded by the random number S1", "vop3")
        numbers = [0, M32, 0x7FFFFFFF, 0x80000000, 0xFFF, 0x1000]
        numbers = [RNG.choice(numbers) if RNG.random() < 0.4 else RNG.getrandbits(32) for _ in range(len(a) + 64)]
        for byte, select in enumerate(("", " op_sel:[0,0,1,0]", " op_sel:[0,0,0,1]", " op_sel:[0,0,1,1]")):
            test.code(f"v_cvt_sr_{name}_f32 v3, v1, v2{select}")
            for mode in (0x3F0, OVFL, 0x30F)[: 3 if byte == 0 else 1]:
                for x, y in zip(waves(a), waves(numbers)):
                    keep = old & ~(0xFF << 8 * byte)
                    result = [keep | stochastic(p, q, fmt, mode == OVFL) << 8 * byte for p, q in zip(x, y)]
                    test.case(f"MODE {mode:#x}", {"v1": x, "v2": y, "v3": [old] * 64, "mode": mode}, {"v3": result})
        test.code(f"v_cvt_sr_{name}_f32 v3, -|v1|, s2")
        x = waves(a)[0]
        result = [old & ~0xFF | stochastic(p | 1 << 31, 0x98765432, fmt) for p in x]
        test.case("signs, a scalar number", {"v1": x, "s2": 0x98765432, "v3": [old] * 64}, {"v3": result})
        test.write()


def wide():
    values = [0, M64, 0x0123456789ABCDEF, 1 << 63, 0x80000000, 0x100000000]
    test = Test("v_mov_b64", "D = S0", "vop1")
    for form in ("e32", "e64"):
        test.code(f"v_mov_b64_{form} v[4:5], v[2:3]")
        test.case("registers", pairs(2, values) | {"exec": 63}, pairs(4, values))
        test.code(f"v_mov_b64_{form} v[4:5], s[2:3]")
        test.case("scalars", {"s[2:3]": values[2], "exec": 5}, pairs(4, [values[2]] * 64))
        test.code(f"v_mov_b64_{form} v[4:5], -7")
        test.case("a constant is sign-extended", {"exec": ODD_EXEC}, pairs(4, [M64 - 6] * 64))
    test.code("v_mov_b64_e32 v[2:3], v[2:3]")
    test.case("onto itself", pairs(2, values) | {"exec": 63}, pairs(2, values))
    lanes = [RNG.getrandbits(64) for _ in range(64)]
    test.code("v_mov_b64_dpp v[4:5], v[2:3] row_newbcast:5 row_mask:0xf bank_mask:0xf")
    test.case("lane 5 of each row", pairs(2, lanes), pairs(4, [lanes[k & 48 | 5] for k in range(64)]))
    test.write()

    test = Test("v_lshl_add_u64", "D = (S0 << S1[2:0]) + S2", "vop3")
    rows = [(RNG.getrandbits(64), k, RNG.getrandbits(64)) for k in (0, 1, 2, 3, 4, 5, 6, 7, 8, 0xFFFFFFF9)]
    rows += [(1 << 63, 0, 1 << 63), (M64, 0, 1), (1 << 62, 3, 5), (0x80000000, 1, 0xFFFFFFFF)]
    sums = [(a << (k & 7)) + c & M64 for a, k, c in rows]
    before = pairs(2, [r[0] for r in rows]) | {"v4": [r[1] for r in rows]} | pairs(6, [r[2] for r in rows])
    test.code("v_lshl_add_u64 v[8:9], v[2:3], v4, v[6:7]")
    test.case("values", before | {"exec": (1 << len(rows)) - 1}, pairs(8, sums))
    test.code("v_lshl_add_u64 v[8:9], v[2:3], 3, s[2:3]")
    base = 0x123400005678
    test.case("an index and a base", before | {"s[2:3]": base, "exec": (1 << len(rows)) - 1},
              pairs(8, [(r[0] << 3) + base & M64 for r in rows]))
    test.code("v_lshl_add_u64 v[8:9], s[2:3], 0, v[6:7]")
    test.case("a sum", before | {"s[2:3]": M64, "exec": 7}, pairs(8, [r[2] - 1 & M64 for r in rows]))
    test.write()

    # One rounding: (1 + 2^-12)^2 - 1 = 2^-11 + 2^-24.
    odd = 1.0 + 2.0**-12
    for name, text, rows in (
        ("v_fmamk_f32", lambda k: f"v_fmamk_f32 v3, v1, {k:#x}, v2", [(1.5, 2.5, -4.0), (odd, odd, -1.0), (-0.0, 3.0, 0.0)]),
        ("v_fmaak_f32", lambda k: f"v_fmaak_f32 v3, v1, v2, {k:#x}", [(1.5, -4.0, 2.5), (odd, odd, -1.0), (0.0, 1.0, 8.0)]),
    ):
        test = Test(name, "D = S0 * S1 + S2, one of them a constant, rounded once", "vop2")
        for a, k, b in rows:
            if name == "v_fmaak_f32":
                a, b, k = a, k, b
            result = Fraction(a) * Fraction(k) + Fraction(b) if name == "v_fmamk_f32" else Fraction(a) * Fraction(b) + Fraction(k)
            test.code(text(F(k)))
            test.case("values", {"v1": [F(a)], "v2": [F(b)], "exec": 1}, {"v3": [F(float(result))]})
        test.write()


def rounded(v, fraction, least):
    """A fraction to nearest even, in a format whose least normal exponent is that; as an exact value."""
    if v == 0:
        return v
    exponent = least
    while abs(v) >= Fraction(2) ** (exponent + 1):
        exponent += 1
    ulp = Fraction(2) ** (exponent - fraction)
    t = v / ulp
    whole = floor(t)
    rest = t - whole
    if rest > Fraction(1, 2) or rest == Fraction(1, 2) and whole % 2:
        whole += 1
    return whole * ulp


def half(v):
    return struct.unpack("<H", struct.pack("<e", float(v)))[0]


def half_of(bits):
    return Fraction(struct.unpack("<e", struct.pack("<H", bits))[0])


def brain(v):
    return F(float(v)) >> 16


def brain_of(bits):
    return Fraction(struct.unpack("<f", struct.pack("<I", bits << 16))[0])


def sums(kind):
    """Old values, data and new ones of packed sums."""
    if kind == "f16":
        to, of, fraction, least = half, half_of, 10, -14
        finite = lambda: RNG.getrandbits(16) & 0xBFFF
        fixed = [(0x0001, 0x0002), (0x03FF, 0x0001), (0x6400, 0x3800), (0x6401, 0x3800), (0x8001, 0x0001), (0x8000, 0x8000)]
    else:
        to, of, fraction, least = brain, brain_of, 7, -126
        finite = lambda: RNG.getrandbits(1) << 15 | RNG.randrange(0x3E00, 0x4200)
        fixed = [(0x0001, 0x0002), (0x007F, 0x0001), (0x4300, 0x3F00), (0x4301, 0x3F00), (0x8001, 0x0001), (0x8000, 0x8000)]

    def add(a, b):
        v = rounded(of(a) + of(b), fraction, least)
        return 0x8000 if a == b == 0x8000 else to(v)

    pick = lambda k: fixed[k] if k < len(fixed) else (finite(), finite())
    rows = [(pick(k), pick(k + 3)) for k in range(16)]
    old = [low[0] | high[0] << 16 for low, high in rows]
    data = [low[1] | high[1] << 16 for low, high in rows]
    new = [add(*low) | add(*high) << 16 for low, high in rows]
    return old, data, new


DENORMAL = 0x00012345


def atomics():
    """Sums in memory, of which those of f32 keep denormals here."""
    f32 = [(F(1.5), F(2.25), F(3.75)), (F(2.0**24), F(1.0), F(2.0**24)), (DENORMAL, 0, DENORMAL),
           (DENORMAL, DENORMAL, 2 * DENORMAL), (0x00800000, 0x80000001, 0x007FFFFF)]
    kinds = {"add_f32": tuple(list(column) for column in zip(*f32)), "pk_add_f16": sums("f16"), "pk_add_bf16": sums("bf16")}
    word = lambda values: "[" + " ".join(f"{w:#010x}" for w in values) + "]"
    for kind, (old, data, new) in kinds.items():
        count = len(old)
        lanes = {"exec": (1 << count) - 1, "v8": data}
        memory = {"mem0": word(old)}, {"mem0": word(new)}
        offsets = [4 * k for k in range(count)]
        # A mode that would change the sums, were it asked: toward zero, flushing.
        modes = {"": {}, ", whatever MODE says": {"mode": 0x30F}}

        def both(test, name, before):
            for returns in ("", " sc0"):
                dst = "v12, " if returns else ""
                test.code(name.format(dst) + returns)
                for title, mode in modes.items():
                    result = {"v12": old} if returns else {}
                    test.case(f"values{title}", before | lanes | mode | memory[0], memory[1] | result)

        if kind != "add_f32":
            test = Test(f"global_atomic_{kind}_sc0" if kind == "pk_add_f16" else f"global_atomic_{kind}", "in memory", "flat")
        else:
            test = Test("global_atomic_add_f32_denormals", "in memory; denormals count", "flat")
        both(test, f"global_atomic_{kind} {{}}v2, v8, s[4:5]", {"v2": offsets, "s[4:5]": "mem0"})
        test.write()
        test = Test(f"flat_atomic_{kind}", "in memory", "flat")
        address = {"v[2:3]": "[" + " ".join(f"mem0+{o}" for o in offsets) + "]"}
        both(test, f"flat_atomic_{kind} {{}}v[2:3], v8", address)
        test.write()
        if kind == "pk_add_bf16":
            continue
        name = f"buffer_atomic_{kind}" + ("_denormals" if kind == "add_f32" else "_sc0")
        test = Test(name, "in a buffer; denormals count", "mubuf")
        descriptor = {"s[4:5]": "mem0", "s6": 4 * count, "s7": 0x00027000, "v2": offsets}
        for returns in ("", " sc0"):
            test.code(f"buffer_atomic_{kind} v8, v2, s[4:7], 0 offen{returns}")
            test.case("values", descriptor | lanes | memory[0], memory[1] | ({"v8": old} if returns else {}))
        test.write()

    for kind in ("f16", "bf16"):
        old, data, new = sums(kind)
        for name in (f"ds_pk_add_{kind}", f"ds_pk_add_rtn_{kind}"):
            test = Test(name, "LDS = LDS + DATA in both halves", "ds")
            rtn = "rtn" in name
            test.code(f"{name} {'v12, ' if rtn else ''}v2, v8 offset:8")
            for title, mode in (("values", {}), ("whatever MODE says", {"mode": 0x30F})):
                before = {"v2": [4 * k for k in range(16)], "v8": data, "exec": 0xFFFF} | mode
                before |= {f"lds[{8 + 4 * k}]": old[k] for k in range(16)}
                after = {f"lds[{8 + 4 * k}]": new[k] for k in range(16)} | ({"v12": old} if rtn else {})
                test.case(title, before, after)
            test.write()


def to_lds():
    """Loads into the LDS: at M0, the offset and the lane."""
    data = [RNG.getrandbits(32) for _ in range(20)]
    memory = {"mem0": "[" + " ".join(f"{w:#010x}" for w in data) + "]"}
    raw = b"".join(struct.pack("<I", w) for w in data)
    kinds = {"ubyte": (1, False), "sbyte": (1, True), "ushort": (2, False), "sshort": (2, True), "dword": (4, False)}
    lanes = [0, 1, 3, 6]
    mask = sum(1 << k for k in lanes)
    for name, (size, sign) in kinds.items():
        take = lambda at: int.from_bytes(raw[at : at + size], "little", signed=sign) & M32
        test = Test(f"global_load_lds_{name}", "LDS[M0 + offset + 4 * lane] = memory", "flat")
        at = [4 * ((5 * k) % 16) for k in range(7)]
        expected = lambda shift, base: {f"lds[{base + 4 * k}]": take(at[k] + shift) for k in lanes}
        test.code(f"global_load_lds_{name} v[2:3], off")
        address = {"v[2:3]": "[" + " ".join(f"mem0+{o}" for o in at) + "]"}
        test.case("an address", memory | address | {"m0": 0x40, "exec": mask}, expected(0, 0x40))
        test.code(f"global_load_lds_{name} v2, s[4:5] offset:8")
        before = memory | {"v2": at + [0] * 57, "s[4:5]": "mem0", "m0": 0x20, "exec": mask}
        test.case("a base and an offset", before, expected(8, 0x28))
        test.case("only 16 bits of M0", before | {"m0": 0x70020}, expected(8, 0x28), on=["gfx942", "!gfx950"])
        test.write()

        test = Test(f"scratch_load_lds_{name}", "LDS[M0 + offset + 4 * lane] = private memory", "flat")
        places = {f"scratch[{8 + 4 * j}].{k}": 0x80C0F1F2 + 0x01070305 * (16 * j + k) & M32 for j in range(4) for k in lanes}
        value = lambda j, k: places[f"scratch[{8 + 4 * j}].{k}"].to_bytes(4, "little")[:size]
        number = lambda b: int.from_bytes(b, "little", signed=sign) & M32
        test.code(f"scratch_load_lds_{name} v2, off")
        which = {0: 0, 1: 3, 3: 1, 6: 2}
        v2 = [8 + 4 * which.get(k, 0) for k in range(7)]
        before = places | {"scratch": 64, "v2": v2 + [0] * 57, "m0": 0x10, "exec": mask}
        test.case("an address", before, {f"lds[{0x10 + 4 * k}]": number(value(which[k], k)) for k in lanes})
        test.code(f"scratch_load_lds_{name} off, s3 offset:4")
        before = places | {"scratch": 64, "s3": 8, "m0": 0x10, "exec": mask}
        test.case("a scalar and an offset", before, {f"lds[{0x14 + 4 * k}]": number(value(1, k)) for k in lanes})
        test.write()


def private():
    """The four ways to say where in private memory an access is."""
    test = Test("scratch_addresses", "VADDR, SADDR, both and none", "flat")
    value = lambda dword, lane: 0x1000 * dword + lane + 0x5A000000
    lanes = [0, 2, 5, 63]
    mask = sum(1 << k for k in lanes)
    memory = {"scratch": 128} | {f"scratch[{4 * d}].{k}": value(d, k) for d in range(32) for k in lanes}
    v1 = [4 * (k % 7) for k in range(64)]
    registers = {"v1": v1, "s2": 0x28, "exec": mask}
    forms = {"off, off": lambda k: 0, "off, s2": lambda k: 0x28, "v1, off": lambda k: v1[k], "v1, s2": lambda k: v1[k] + 0x28}
    for form, base in forms.items():
        for offset in (0, 12):
            tail = f" offset:{offset}" if offset else ""
            at = lambda k: (base(k) + offset) // 4
            test.code(f"scratch_load_dwordx2 v[4:5], {form}{tail}")
            for_all = lambda f: [f(k) if k in lanes else 0 for k in range(64)]
            loaded = {"v4": for_all(lambda k: value(at(k), k)), "v5": for_all(lambda k: value(at(k) + 1, k))}
            test.case("a load", memory | registers, loaded)
            where, data = form.split(", ")[0], form.split(", ")[1]
            test.code(f"scratch_store_dword {where}, v6, {data}{tail}")
            stored = {f"scratch[{4 * at(k)}].{k}": 0x77000000 + k for k in lanes}
            test.case("a store", memory | registers | {"v6": [0x77000000 + k for k in range(64)]}, stored)
    test.code("scratch_load_dword v4, v1, s2 offset:-8")
    test.case("a negative offset", memory | registers, {"v4": [value((v1[k] + 0x20) // 4, k) if k in lanes else 0 for k in range(64)]})
    test.code("scratch_load_dword v4, v1, s2")
    test.case("beyond the memory", memory | registers | {"s2": 0x80}, {"fault": "read"})
    # Offsets are unsigned, and so is their sum (LLVM, AMDGPUISelDAGToDAG, `isFlatScratchBaseLegal`).
    test.case("a sum that does not wrap around", memory | registers | {"s2": M32 - 3, "v1": [8] * 64}, {"fault": "read"})
    test.write()


def others():
    test = Test("s_getreg_b32_chip", "which part of the chip, and a snapshot that nobody takes: zero", "sopk")
    for number in range(20, 25):
        test.code(f"s_getreg_b32 s2, hwreg({number})")
        test.case("zero", {}, {"s2": 0})
    test.code("s_setreg_b32 hwreg(20), s2")
    test.case("read-only", {"s2": 5}, {})
    test.write()
    test = Test("buffer_inv", "caches: memory is coherent", "mubuf")
    for flags in ("", " sc0", " sc1", " sc0 sc1"):
        test.code(f"buffer_inv{flags}")
        test.case("nothing changes", {"exec": 1}, {"exec": 1})
    test.write()


if __name__ == "__main__":
    from_bytes()
    to_bytes()
    wide()
    atomics()
    to_lds()
    private()
    others()
