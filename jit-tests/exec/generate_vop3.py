#!/usr/bin/env python3
"""Writes the tests of what exists in VOP3 only: the formulas of the manual's chapter "VOP3 instructions"
(CLRX GCN documentation), with the corrections that the comments name. Run assemble.py afterwards.
"""

import mpmath

from vector import *

INTS = [0, 1, M32, 0x7FFFFFFF, 0x80000000, 0x12345678, 0xDEADBEEF, 0xFF800000]
SHORTS = [0, 1, M16, 0x7FFF, 0x8000, 0x1234, 0xBEEF, 0x00FF]
WIDE = [0, 1, M64, 1 << 63, (1 << 63) - 1, 0x123456789ABCDEF0, 0xFEDCBA9800000000, M32]
COUNTS = [0, 1, 4, 31, 32, 33, 0x80000000, M32]


def op3(name, text, dst, sources, f, **more):
    return Op("vop3", name, text, dst, sources, f, forms=("",), **more)


def ones_of(x):
    return (1 << x) - 1


# Integers.


def integer(name, text, types, f, rows, on=GENS, spell=None, **more):
    """types: result, then sources."""
    dst, *sources = types
    t = op3(name, text, dst, sources, lambda c, *s: f(*s) & ones_of(dst.bits), on=on, spell=spell, **more)
    t.basics(rows)
    inline = lambda value: lambda ty: value & ones_of(ty.bits)
    t.scalars(rows[len(rows) // 2 + 3], 0x89ABCDEF, [("-1", inline(-1)), ("64", inline(64)), ("5", inline(5))])
    few = rows[::7][:9]
    if t.keeps != "open":
        t.overlaps(few)
    return t


def i24(x):
    x &= 0xFFFFFF
    return x - (1 << 24) if x >> 23 else x


def u24(x):
    return x & 0xFFFFFF


def byte(x, i):
    return x >> 8 * i & 0xFF


def by_bytes(f):
    return sum((f(i) & 0xFF) << 8 * i for i in range(4))


def three(values=INTS):
    return triples(values, values, values)


def multiply_add():
    low, high = -(1 << 31), (1 << 31) - 1
    edges = [0, 1, 0xFFFFFF, 0x7FFFFF, 0x800000, 0xFF123456, 0x00ABCDEF, 0x01000001]
    rows = triples(edges, edges, INTS)
    for name, text, f, bounds in (
        ("v_mad_i32_i24", "D = S0[23:0] * S1[23:0] + S2, signed", lambda a, b, c: i24(a) * i24(b) + s32(c), (low, high)),
        ("v_mad_u32_u24", "D = S0[23:0] * S1[23:0] + S2, unsigned", lambda a, b, c: u24(a) * u24(b) + c, (0, M32)),
    ):
        t = integer(name, text, (B32, B32, B32, B32), f, rows)
        t.saturates(rows, f, *bounds)
        t.write()
    rows = triples(SHORTS, SHORTS, INTS)
    for name, text, f, bounds in (
        ("v_mad_u32_u16", "D = S0[15:0] * S1[15:0] + S2, unsigned", lambda a, b, c: a * b + c, (0, M32)),
        ("v_mad_i32_i16", "D = S0[15:0] * S1[15:0] + S2, signed", lambda a, b, c: s16(a) * s16(b) + s32(c), (low, high)),
    ):
        t = integer(name, text, (B32, B16, B16, B32), f, rows, GFX9)
        t.saturates(rows, f, *bounds)
        t.selects(rows[::5])
        t.write()
    rows = three(SHORTS)
    for stem, f, bounds in (("u16", lambda a, b, c: a * b + c, (0, M16)), ("i16", lambda a, b, c: s16(a) * s16(b) + s16(c), (-32768, 32767))):
        for name, text, on, keeps, spell in (
            (f"v_mad_legacy_{stem}", "D[31:16] = 0", gens(8), (), {"gfx8": f"v_mad_{stem}"}),
            (f"v_mad_{stem}", "the other half of D stays", GFX9, (9,), None),
        ):
            t = integer(name, f"D = S0 * S1 + S2, 16 bits; {text}", (B16, B16, B16, B16), f, rows, on, spell, keeps=keeps)
            t.saturates(rows, f, *bounds)
            if keeps:
                t.selects(rows[::5])
            t.write()

    # The sum has 65 bits. Of the signed form AMD's text writes bit 64, the sign; CLRX leaves it open.
    rows = triples(INTS, INTS, WIDE)
    for name, text, f in (
        ("v_mad_u64_u32", "D = S0 * S1 + S2, 64 bits; SDST = carry, 0 for inactive lanes", lambda a, b, c: a * b + c),
        ("v_mad_i64_i32", "D = S0 * S1 + S2, 64 bits, signed; SDST = sign of the 65-bit sum, 0 for inactive lanes", lambda a, b, c: s32(a) * s32(b) + s64(c)),
    ):
        t = op3(name, text, B64, [B32, B32, B64], lambda c, *s: (f(*s) & M64, f(*s) >> 64 & 1), on=gens(7), mask=True)
        t.basics(rows)
        inline = lambda value: lambda ty: value & ones_of(ty.bits)
        t.scalars(rows[37], 0x89ABCDEF01234567, [("-1", inline(-1)), ("64", inline(64))])
        t.program(Insn("", 8, t.plain(), sdst="s[24:25]"))
        t.rows("the destination is also the addend", rows[::5])
        bounds = (0, M64) if name == "v_mad_u64_u32" else (-(1 << 63), (1 << 63) - 1)
        # What CLAMP does to the carry, no source says.
        t.f = lambda c, *s: (max(bounds[0], min(bounds[1], f(*s))) & M64, "any")
        t.program(Insn("", 12, t.plain(), " clamp", sdst="vcc"), on=gens(8))
        t.rows("CLAMP saturates", rows)
        t.write()

    rows = pairs(INTS, INTS)
    for name, text, f, on in (
        ("v_mul_lo_u32", "D = bits 31:0 of S0 * S1", lambda a, b: a * b, GENS),
        ("v_mul_lo_i32", "D = bits 31:0 of S0 * S1", lambda a, b: s32(a) * s32(b), gens(6, 7)),
        ("v_mul_hi_u32", "D = bits 63:32 of S0 * S1", lambda a, b: a * b >> 32, GENS),
        ("v_mul_hi_i32", "D = bits 63:32 of S0 * S1, signed", lambda a, b: s32(a) * s32(b) >> 32, GENS),
    ):
        integer(name, text, (B32, B32, B32), f, rows, on).write()
    for name, text, f in (
        ("v_add_i32", "D = S0 + S1, no carry out", lambda a, b: s32(a) + s32(b)),
        ("v_sub_i32", "D = S0 - S1, no borrow out", lambda a, b: s32(a) - s32(b)),
    ):
        t = integer(name, text, (B32, B32, B32), f, rows, GFX9)
        t.saturates(rows, f, low, high)
        t.write()
    rows = pairs(SHORTS, SHORTS)
    for name, text, f in (
        ("v_add_i16", "D = S0 + S1, 16 bits; the other half of D stays", lambda a, b: s16(a) + s16(b)),
        ("v_sub_i16", "D = S0 - S1, 16 bits; the other half of D stays", lambda a, b: s16(a) - s16(b)),
    ):
        t = integer(name, text, (B16, B16, B16), f, rows, GFX9, keeps=(9,))
        t.saturates(rows, f, -32768, 32767)
        t.selects(rows[::5])
        t.write()


def bit_fields():
    def bfe(signed):
        def f(a, b, c):
            offset, width = b & 31, c & 31
            field = a >> offset & ones_of(min(width, 32 - offset))
            top = min(width, 32 - offset) - 1
            return field - (1 << top + 1) if signed and top >= 0 and field >> top & 1 else field

        return f

    widths = [0, 1, 8, 31, 32, 33, 16, M32]
    rows = triples([0xDEADBEEF, 0x12345678, M32, 0x80000000, 0x7FFFFFFF, 0x00FF00FF, 1, 0xA5A5A5A5], [0, 1, 4, 31, 32, 16, 28, 0xFFFFFFE8], widths)
    integer("v_bfe_u32", "D = S2[4:0] bits of S0 from bit S1[4:0] on; a width of 0, or of 32, gives 0", (B32,) * 4, bfe(False), rows).write()
    integer("v_bfe_i32", "D = S2[4:0] bits of S0 from bit S1[4:0] on, sign-extended; past bit 31 the field ends", (B32,) * 4, bfe(True), rows).write()

    def perm(a, b, c):
        data = a << 32 | b

        def one(i):
            selector = byte(c, i)
            if selector < 8:
                return byte(data, selector)
            if selector < 12:
                # CLRX's formula does not isolate the bit.
                return 0xFF * (data >> (16 * (selector - 8) + 15) & 1)
            return 0 if selector == 12 else 0xFF

        return by_bytes(one)

    selectors = [0x03020100, 0x07060504, 0x0B0A0908, 0x0F0E0D0C, 0x00070C04, 0xFF80100D, 0x01020304, 0x0804090C]
    words = [0x80FF7F01, 0x11223344, 0x8899AABB, 0, M32, 0x00800080, 0x7F807F80, 0xDEADBEEF]
    for name, text, f, rows, on in (
        ("v_bfi_b32", "D = (S0 & S1) | (~S0 & S2)", lambda a, b, c: a & b | ~a & c, three(), GENS),
        ("v_alignbit_b32", "D = {S0, S1} >> S2[4:0], S0 above", lambda a, b, c: (a << 32 | b) >> (c & 31), triples(INTS, INTS, COUNTS), GENS),
        ("v_alignbyte_b32", "D = {S0, S1} >> 8 * S2[1:0], S0 above", lambda a, b, c: (a << 32 | b) >> 8 * (c & 3), triples(INTS, INTS, [0, 1, 2, 3, 4, 7, 0x80000001, M32]), GENS),
        ("v_lerp_u8", "each byte of D = (S0 + S1 + bit 0 of S2) >> 1", lambda a, b, c: by_bytes(lambda i: byte(a, i) + byte(b, i) + (byte(c, i) & 1) >> 1),
         triples(words, words, [0, M32, 0x01010101, 0xFEFEFEFE, 0x01000100, 0x00010001, 0x03020100, 0x80808080]), GENS),
        ("v_perm_b32", "each byte of D as its selector in S2 says: 0..7 a byte of {S0, S1}, 8..11 the sign of byte 1, 3, 5, 7, 12 zero, more 0xff", perm, triples(words, words, selectors), gens(8)),
        ("v_xad_u32", "D = (S0 ^ S1) + S2", lambda a, b, c: (a ^ b) + c, three(), GFX9),
        ("v_lshl_add_u32", "D = (S0 << S1[4:0]) + S2", lambda a, b, c: (a << (b & 31)) + c, triples(INTS, COUNTS, INTS), GFX9),
        ("v_add_lshl_u32", "D = (S0 + S1) << S2[4:0]", lambda a, b, c: (a + b & M32) << (c & 31), triples(INTS, INTS, COUNTS), GFX9),
        ("v_add3_u32", "D = S0 + S1 + S2", lambda a, b, c: a + b + c, three(), GFX9),
        ("v_lshl_or_b32", "D = (S0 << S1[4:0]) | S2", lambda a, b, c: a << (b & 31) | c, triples(INTS, COUNTS, INTS), GFX9),
        ("v_and_or_b32", "D = (S0 & S1) | S2", lambda a, b, c: a & b | c, three(), GFX9),
        ("v_or3_b32", "D = S0 | S1 | S2", lambda a, b, c: a | b | c, three(), GFX9),
    ):
        integer(name, text, (B32,) * 4, f, rows, on).write()

    counts = [0, 1, 31, 32, 63, 64, 65, M32]
    for stem, text, f in (
        ("lshl{}_b64", "{} << {}[5:0]", lambda a, n: a << (n & 63)),
        ("lshr{}_b64", "{} >> {}[5:0]", lambda a, n: a >> (n & 63)),
        ("ashr{}_i64", "{} >> {}[5:0], signed", lambda a, n: s64(a) >> (n & 63)),
    ):
        integer("v_" + stem.format(""), "D = " + text.format("S0", "S1"), (B64, B64, B32), f, pairs(WIDE, counts), gens(6, 7)).write()
        integer("v_" + stem.format("rev"), "D = " + text.format("S1", "S0") + "; the count is the first source", (B64, B32, B64),
                lambda n, a, f=f: f(a, n), pairs(counts, WIDE), gens(8)).write()


def choices():
    for letter, bits, how in (("i", 32, s32), ("u", 32, lambda x: x), ("i", 16, s16), ("u", 16, lambda x: x)):
        ty = B32 if bits == 32 else B16
        values = INTS if bits == 32 else SHORTS
        equal = [(values[5], values[6], values[6]), (values[6], values[5], values[6]), (values[6], values[6], values[5]), (values[3],) * 3]
        for stem, text, pick in (("min3", "the least", min), ("max3", "the greatest", max), ("med3", "the middle one", lambda *s: sorted(s)[1])):
            f = lambda *s: pick(*(how(x) for x in s))
            t = integer(f"v_{stem}_{letter}{bits}", f"D = {text} of S0, S1, S2", (ty,) * 4, f, triples(values, values, values), GENS if bits == 32 else GFX9, keeps="open" if bits == 16 else ())
            t.program(Insn("", 12, t.plain()))
            t.rows("equal values", equal)
            if bits == 16:
                t.selects(triples(values, values, values)[::5])
            t.write()


def differences():
    def sad(a, b, masked=False):
        return sum(abs(byte(a, i) - byte(b, i)) for i in range(4) if not masked or byte(b, i))

    words = [0, M32, 0x80FF7F01, 0x11003344, 0x00FF00FF, 0xDEADBEEF, 0x01020304, 0x10203000]
    sums = [0, 1, M32, 0xFFFFFC00, 0x80000000, 0x12345678, 0xFFFF0000, 0x7FFFFFFF]
    rows = triples(words, words, sums)
    for name, text, f in (
        ("v_sad_u8", "D = S2 + sum of |S0 - S1| of the bytes", lambda a, b, c: sad(a, b) + c),
        ("v_sad_hi_u8", "D = S2 + (sum of |S0 - S1| of the bytes << 16)", lambda a, b, c: (sad(a, b) << 16) + c),
        ("v_sad_u16", "D = S2 + sum of |S0 - S1| of the halves", lambda a, b, c: abs((a & M16) - (b & M16)) + abs((a >> 16) - (b >> 16)) + c),
        ("v_sad_u32", "D = S2 + |S0 - S1|, unsigned", lambda a, b, c: abs(a - b) + c),
        ("v_msad_u8", "D = S2 + sum of |S0 - S1| of the bytes where S1 is not 0", lambda a, b, c: sad(a, b, True) + c),
    ):
        t = integer(name, text, (B32,) * 4, f, rows)
        t.saturates(rows, f, 0, M32)
        t.write()

    # The 16-bit sums wrap, as in AMD's text; in CLRX's formula they would run into the next one.
    def quad(masked, limit):
        return lambda a, b, c: sum(limit(sad(a >> 8 * i, b, masked) + (c >> 16 * i & M16)) << 16 * i for i in range(4))

    wrap, bound = (lambda x: x & M16), (lambda x: min(x, M16))
    wide = [0, M64, 0x8877665544332211, 0x00FF00FF00FF00FF, 0x0102030405060708, 0xDEADBEEFCAFEF00D, 0x1000000000000000, 0x00000000FFFFFFFF]
    sums = [0, M64, 0xFFF0FFF0FFF0FFF0, 0x0001000200030004, 0xFFFF00000000FFFF, 0x1234567812345678, 0xFC04FC03FC02FC01, 1 << 63]
    rows = triples(wide, words, sums)
    for name, text, masked, on in (
        ("v_qsad_pk_u16_u8", "each u16 of D = that of S2 + sum of |S0 - S1| of four bytes, those of S0 from byte 0, 1, 2, 3 on", False, gens(7)),
        ("v_mqsad_pk_u16_u8", "as V_QSAD_PK_U16_U8 without the bytes where S1 is 0", True, GENS),
    ):
        t = op3(name, text, B64, [B64, B32, B64], lambda c, *s: quad(masked, wrap)(*s), on=on)
        t.basics(rows)
        inline = lambda value: lambda ty: value & ones_of(ty.bits)
        t.scalars(rows[37], 0x89ABCDEF01234567, [("-1", inline(-1)), ("64", inline(64))])
        t.f = lambda c, *s: quad(masked, bound)(*s)
        t.program(Insn("", 12, t.plain(), " clamp"), on=gens(8))
        t.rows("CLAMP saturates each sum", rows)
        t.write()
    t = Test("v_qsad_u8", "what V_QSAD_PK_U16_U8 is on later generations", "vop3")
    t.lines.append("code v_qsad_u8 v[12:13], v[0:1], v4, v[8:9]")
    t.lines.append(f"  gfx6: {0xD0000000 | 370 << 17 | 12:08x} {0x100 | 0x104 << 9 | 0x108 << 18:08x} | v_qsad_u8 v[12:13], v[0:1], v4, v[8:9] !")
    ins = {"v[0:1]": [r[0] for r in rows], "v4": [r[1] for r in rows], "v[8:9]": [r[2] for r in rows]}
    t.case("edge values", ins, {"v[12:13]": [quad(False, wrap)(*r) for r in rows]})
    t.case("inactive lanes keep their value", {**ins, "exec": ODD_EXEC}, {"v[12:13]": [quad(False, wrap)(*r) for r in rows]})
    t.write()

    # The sums wrap, as in AMD's text; CLRX saturates them, which CLAMP does here.
    t = Test("v_mqsad_u32_u8", "each of four u32 of D = that of S2 + sum of |S0 - S1| of four bytes where S1 is not 0, those of S0 from byte 0, 1, 2, 3 on", "vop3")
    rows = [(wide[i % 8], words[(3 * i + i // 8) % 8], sums[(i + 2) % 8], sums[(5 * i + 1) % 8]) for i in range(64)]

    def both(rows, limit):
        dwords = lambda r: [r[2] & M32, r[2] >> 32, r[3] & M32, r[3] >> 32]
        outs = [[limit(sad(r[0] >> 8 * i, r[1], True) + dwords(r)[i]) for i in range(4)] for r in rows]
        return {"v[12:13]": [o[0] | o[1] << 32 for o in outs], "v[14:15]": [o[2] | o[3] << 32 for o in outs]}

    ins = {"v[0:1]": [r[0] for r in rows], "v4": [r[1] for r in rows], "v[8:9]": [r[2] for r in rows], "v[10:11]": [r[3] for r in rows]}
    t.code("v_mqsad_u32_u8 v[12:15], v[0:1], v4, v[8:11]")
    t.case("edge values", ins, both(rows, lambda x: x & M32))
    t.case("inactive lanes keep their value", {**ins, "exec": ODD_EXEC}, both(rows, lambda x: x & M32))
    t.case("EXEC = 0", {**ins, "exec": 0}, {})
    t.code("v_mqsad_u32_u8 v[12:15], v[0:1], v4, v[8:11] clamp", gfx7="v_mqsad_u32_u8 v[12:15], v[0:1], v4, v[8:11]")
    t.lines.pop()
    t.case("CLAMP saturates", ins, both(rows, lambda x: min(x, M32)), ["gfx8", "gfx9", "gfx906"])
    t.code("v_mqsad_u32_u8 v[12:15], v[0:1], s4, v[8:11]")
    t.case("a scalar source", {**{k: v for k, v in ins.items() if k != "v4"}, "s4": words[2]}, both([(r[0], words[2], r[2], r[3]) for r in rows], lambda x: x & M32))
    t.write()


# Floats.


def edges(ty):
    fmt, n = ty.fmt, ty.number
    s = fmt.sign_bit
    return [0, s, n(1.0), n(-1.5), fmt.inf, s | fmt.inf, fmt.max_finite, fmt.inf | 1 << (fmt.mantissa - 1) | 5]


def signalling(ty, count):
    nan, one = ty.fmt.inf + 1, ty.number(1.0)
    return [tuple(nan if i == k else one for i in range(count)) for k in range(count)]


def floating(name, text, ty, f, rows, lossy=(), tiny=(), on=GENS, spell=None, omods=True, keeps=(), special=True, extra=None, opsel=False):
    """A float operation with sources and result of one format: f(context, sources...)."""
    count = len(rows[0])
    t = op3(name, text, ty, [ty] * count, f, on=on, spell=spell, keeps=keeps)
    fmt, n = ty.fmt, ty.number
    shift = 0 if ty is F else 2
    t.basics(rows)
    if special:
        t.rows("signalling NaNs come out quiet", signalling(ty, count))
    for mode, title in enumerate(ROUNDINGS):
        if lossy:
            t.rows(f"rounds {title}", lossy, PLAIN | mode << shift)
    if lossy:
        t.rows("the other width's rounding mode does not matter", lossy, PLAIN | 3 << (2 - shift))
    for keep, title in enumerate(DENORMALS):
        if tiny:
            t.rows(f"denormals {title}", tiny, 0x300 | keep << (4 + shift))
    if tiny:
        t.rows("the other width's denormal mode does not matter", tiny, 0x300 | 3 << (6 - shift))
    if ty is H and extra:
        t.rows("FP16_OVFL: overflow gives the largest finite value from gfx9 on, infinities stay", extra, PLAIN | FP16_OVFL)
    row = tuple(n(x) for x in (2.25, -3.0, 0.5)[:count])
    t.scalars(row, n(-6.5), [("0.5", n(0.5)), ("-4.0", n(-4.0)), ("1", 1)])
    if keeps != "open":
        t.overlaps(rows[::7])
    t.signs(rows[3::7], form="")
    simple = [tuple(n(x) for x in r[:count]) for r in ((0.25, 0.5, 0.125), (0.5, 0.5, 0.5), (-0.25, 0.125, -1.0), (1.5, 2.0, 1.0), (1.0, -1.0, 1.0), (0.75, 1.0, 0.0))]
    t.outputs(simple + rows[4::9], form="", omods=omods)
    if opsel:
        t.selects(simple + rows[2::5])
    return t


def flushed(c, fmt):
    """MODE for what always flushes denormals."""
    m = c.m(fmt)
    m.keep_in = m.keep_out = False
    return m


def float_arithmetic():
    def mad(fmt):
        def f(c, a, b, d):
            m = flushed(c, fmt)
            product = mul(fmt, a, b, m)
            return NAN if product == NAN else add(fmt, product, d, m)

        return f

    def mad_legacy(c, a, b, d):
        zero = lambda x: F32.is_zero(F32.flush(x))
        return d if zero(a) or zero(b) else mad(F32)(c, a, b, d)

    x = 0x3F800800
    lossy32 = [(x, x, f32(-1.0)), (x, x, f32(-(1.0 + 2.0**-11))), (0x3F800001, 0x3F800001, f32(-1.0)), (f32(1.1), f32(-1.1), f32(1.21)), (f32(1.1), f32(1.1), f32(0.1)),
               (0x7F7FFFFF, f32(2.0), f32(0.0)), (0xFF7FFFFF, f32(2.0), f32(1.0)), (f32(1.0), f32(1.0), f32(-1.0))]
    tiny32 = [(1, f32(1.0), 0), (f32(1.0), 0x80000001, 0), (f32(1.0), f32(0.0), 1), (0x00800000, f32(0.5), 0), (0x007FFFFF, f32(2.0**24), f32(1.0)),
              (f32(1.0), f32(1.0), 0x80000005), (0x00800000, f32(1.0), 0x80800001)]
    e = edges(F)
    rows = triples(e, e, e)
    floating("v_mad_f32", "D = S0 * S1 + S2, not fused: the product is rounded, then the sum; denormals are always flushed", F, mad(F32), rows, lossy32, tiny32).write()
    # A zero factor gives S2 as it is (CLRX); AMD's later text adds +0 to it.
    legacy_rows = [r for r in rows if r[2] != e[7]]
    floating("v_mad_legacy_f32", "D = S0 * S1 + S2, S2 as it is when a factor is 0; not fused, denormals flushed", F, mad_legacy, legacy_rows, lossy32, special=False).write()
    floating("v_fma_f32", "D = S0 * S1 + S2, fused", F, lambda c, a, b, d: fma(F32, a, b, d, c.m(F32)), rows, lossy32, tiny32).write()
    e = edges(D)
    n = f64
    y = 0x3FF0000004000000
    lossy64 = [(y, y, n(-1.0)), (0x3FF0000000000001, 0x3FF0000000000001, n(-1.0)), (n(1.1), n(-1.1), n(1.21)), (n(1.1), n(1.1), n(0.1)), (F64.max_finite, n(2.0), 0), (n(1.0), n(1.0), n(-1.0))]
    one = 1 << 52
    tiny64 = [(1, n(1.0), 0), (n(1.0), 1 << 63 | 1, 0), (n(1.0), 0, 1), (one, n(0.5), 0), (n(1.0), n(1.0), 5), (one, n(1.0), 1 << 63 | one + 1)]
    floating("v_fma_f64", "D = S0 * S1 + S2, fused", D, lambda c, a, b, d: fma(F64, a, b, d, c.m(F64)), triples(e, e, e), lossy64, tiny64).write()

    e = edges(H)
    n, z = f16, 0x3C21
    lossy16 = [(z, z, n(-1.0)), (0x3C20, 0x3C20, n(-1.0)), (n(1.1), n(-1.1), n(1.21)), (n(1.1), n(1.1), n(0.1)), (n(1.0), n(1.0), n(-1.0))]
    tiny16 = [(1, n(1.0), 0), (n(1.0), 0x8001, 0), (n(1.0), 0, 1), (0x0400, n(0.5), 0), (n(1.0), n(1.0), 5), (0x0400, n(1.0), 0x8401)]
    over16 = [(0x7BFF, n(2.0), 0), (0xFBFF, n(2.0), n(1.0)), (0x7BFF, n(1.0), 0x7BFF), (0x7C00, n(1.0), 0), (n(1.0), n(1.0), 0xFC00), (n(255.0), n(257.0), n(-1.0))]
    fused = lambda c, a, b, d: fma(F16, a, b, d, c.m(F16))
    for stem, text, f in (("mad", "not fused, denormals always flushed", mad(F16)), ("fma", "fused", fused)):
        floating(f"v_{stem}_legacy_f16", f"D = S0 * S1 + S2, {text}; D[31:16] = 0", H, f, triples(e, e, e), lossy16, tiny16, gens(8), {"gfx8": f"v_{stem}_f16"}, extra=over16).write()
        floating(f"v_{stem}_f16", f"D = S0 * S1 + S2, {text}; the other half of D stays", H, f, triples(e, e, e), lossy16, tiny16, GFX9, keeps=(9,), extra=over16, opsel=True).write()

    e = edges(D) + [f64(0.1), 0x8010000000000000]
    lossy = [(f64(1.0), f64(2.0**-53)), (f64(1.0), f64(-(2.0**-54))), (f64(0.1), f64(0.7)), (F64.max_finite, F64.max_finite), (f64(1.0), f64(-1.0)), (f64(1.1), f64(1.1)), (f64(1 << 53), f64(1.0))]
    tiny = [(1, 1), ((1 << 52) - 1, 1), (1 << 52, 1 << 63 | 1), (1 << 63 | 1, 0), (1, f64(1.0)), (1 << 52, f64(0.5)), (1, f64(2.0**60))]
    table = pairs(e, e)[:64]
    floating("v_add_f64", "D = S0 + S1", D, lambda c, a, b: add(F64, a, b, c.m(F64)), table, lossy, tiny).write()
    floating("v_mul_f64", "D = S0 * S1", D, lambda c, a, b: mul(F64, a, b, c.m(F64)), table, lossy, tiny).write()

    def mullit(c, a, b, d):
        m = c.m(F32)
        d = m.source(F32, d)
        if F32.is_nan(d) or F32.sign(d) or F32.is_zero(d):
            return 0xFF7FFFFF
        a, b = m.source(F32, a), m.source(F32, b)
        return 0 if F32.is_zero(a) or F32.is_zero(b) else mul(F32, a, b, m)

    e = edges(F)
    floating("v_mullit_f32", "D = S0 * S1 (0 when either is 0, whatever the other) if S2 > 0, else the lowest finite value", F, mullit, triples(e, e, e), on=gens(6, 7), special=False).write()


def float_choices():
    def chain(fmt, larger):
        def f(c, *s):
            m = c.m(fmt)
            r = s[0]
            for x in s[1:]:
                r = minmax(fmt, r, x, larger, m, c.g >= 9)
            return r

        return f

    def med3(fmt):
        def f(c, *s):
            if any(fmt.is_nan(x) for x in s):
                return chain(fmt, False)(c, *s)
            m = c.m(fmt)
            if {0, fmt.sign_bit} <= set(s):
                return "any"  # which zero: AMD's text and CLRX differ
            key = lambda x: -fmt.magnitude(x) - 1 if fmt.sign(x) else fmt.magnitude(x)
            s = [m.source(fmt, x) if c.g >= 9 else x for x in s]
            r = sorted(s, key=key)[1]
            return m.result(fmt, r) if c.g >= 9 else r

        return f

    for ty, on in ((F, GENS), (H, GFX9), (D, GENS)):
        fmt, n = ty.fmt, ty.number
        e = edges(ty)
        s = fmt.sign_bit
        # MIN and MAX of three are two of two, from the left: a signalling NaN in front is quieted, and the
        # quiet one loses to S2.
        if ty is D:
            todo = [("min_f64", "the lesser", chain(fmt, False)), ("max_f64", "the greater", chain(fmt, True))]
        else:
            todo = [(f"min3_{ty.name}", "the least", chain(fmt, False)), (f"max3_{ty.name}", "the greatest", chain(fmt, True)),
                    (f"med3_{ty.name}", "the middle one, the least where one is NaN,", med3(fmt))]
        for name, text, f in todo:
            count = 2 if ty is D else 3
            rows = pairs(e, e) if ty is D else triples(e, e, e)
            tiny = [(1, 2, 3), (s | 1, 0, 1), (0, 1, s | 2), (n(1.0), 5, s | 5), (s | 3, s | 2, s | 1), (n(-1.0), 1, 0)]
            t = floating("v_" + name, f"D = {text} of the sources, -0 below +0; a NaN loses, but with IEEE on a signalling one is quieted first", ty, f,
                         rows, (), [r[:count] for r in tiny], on, omods=False, keeps="open" if ty is H else (), opsel=ty is H)
            t.program(Insn("", 12, t.plain()))
            n_ = lambda *xs: tuple(n(x) for x in xs)
            t.rows("ties", [r[:count] for r in (n_(1, 2, 2), n_(2, 1, 2), n_(2, 2, 1), n_(1, 1, 2), n_(3, 3, 3), (0, s, 0), (s, 0, s), (s, s, 0))])
            t.rows("a NaN of either kind loses with IEEE off", [r[:count] for r in ((e[7], n(2.0), n(1.0)), (n(2.0), e[7], n(3.0)), (n(2.0), n(1.0), e[7]), (fmt.inf + 1, n(2.0), n(5.0)), (n(4.0), fmt.inf + 1, n(2.0)))], IEEE_OFF)
            t.write()


def cube():
    """Z wins ties over Y, and Y over X; a major axis of -0 counts as positive."""

    def of(f):
        def g(c, x, y, z):
            m = c.m(F32)
            x, y, z = (m.source(F32, v) for v in (x, y, z))
            size = F32.magnitude
            axis = 2 if size(z) >= size(y) and size(z) >= size(x) else 1 if size(y) >= size(x) else 0
            below = lambda v: bool(F32.sign(v)) and not F32.is_zero(v)
            return f(m, axis, below, x, y, z)

        return g

    def signed(v, negative):
        return v ^ F32.sign_bit if negative else v

    def sc(m, axis, below, x, y, z):
        return m.result(F32, (signed(z, not below(x)), x, signed(x, below(z)))[axis])

    def tc(m, axis, below, x, y, z):
        return m.result(F32, (signed(y, True), signed(z, below(y)), signed(y, True))[axis])

    def ident(m, axis, below, x, y, z):
        return f32(2 * axis + below((x, y, z)[axis]))

    def ma(m, axis, below, x, y, z):
        v = (x, y, z)[axis]
        return add(F32, v, v, m)

    n = f32
    values = [n(1.0), n(-1.0), n(2.0), n(-2.0), n(0.5), n(-3.5), n(0.25), n(-0.75)]
    rows = triples(values, values, values)
    more = [(0, 0, 0), (n(1.0), n(1.0), n(1.0)), (n(-1.0), n(1.0), 0), (n(-1.0), n(-1.0), n(-1.0)), (n(1.0), 0, 0), (0, n(-1.0), 0), (0, 0, 1 << 31), (0x7F7FFFFF, n(1.0), n(1.0)), (F32.inf, n(1.0), n(1.0))]
    tiny = [(1, 2, 3), (0x80000005, 1, 2), (1, 0x80000007, 0), (n(1.0), 1, 1)]
    for stem, text, f in (
        ("id", "the face, 0 to 5 for +x, -x, +y, -y, +z, -z", ident),
        ("sc", "the S coordinate on the face: -z, +z, x, x, x, -x", sc),
        ("tc", "the T coordinate on the face: -y, -y, z, -z, -y, -y", tc),
        ("ma", "twice the coordinate of the largest magnitude", ma),
    ):
        t = floating(f"v_cube{stem}_f32", f"D = {text}", F, of(f), rows, (), tiny, special=False)
        t.program(Insn("", 12, t.plain()))
        t.rows("zeros, ties and large values", more)
        t.write()


def division():
    for ty, scale, wide, small_n in ((F, 64, 96, 23), (D, 128, 768, 53)):
        fmt, n = ty.fmt, ty.number
        s, one = fmt.sign_bit, 1 << fmt.mantissa
        raw = lambda x: fmt.magnitude(x) >> fmt.mantissa

        # AMD's text. CLRX measured another rule for the flag, which agrees where only one execution
        # matters; rows on which the two contradict each other beyond that are left out.
        def div_scale(c, x, d, q):
            m = c.m(fmt)
            x, d, q = (m.source(fmt, v) for v in (x, d, q))
            flag = lambda v: "any" if c.g == 6 else v  # unusable on gfx6 (LLVM)
            up, down = Fraction(2) ** scale, Fraction(2) ** -scale
            by = lambda wanted, k: fmt.round(fmt.value(x) * k, NEAREST, fmt.sign(x)) if wanted else x
            if fmt.is_zero(d) or fmt.is_zero(q):
                return NAN, flag(0)
            if raw(q) - raw(d) >= wide:
                return (by(x == d, up) if not fmt.is_nan(x) else NAN), flag(1)
            if fmt.is_denormal(d):
                return by(True, up), flag(0)
            quotient, reciprocal = abs(fmt.value(q) / fmt.value(d)), abs(1 / fmt.value(d))
            if reciprocal < fmt.min_normal and quotient < fmt.min_normal:
                # The text scales up, which would overflow.
                return by(x == d, down), flag(1)
            if reciprocal < fmt.min_normal:
                return by(True, down), flag(0)
            if quotient < fmt.min_normal:
                return by(x == q, up), flag(1)
            if raw(q) <= small_n:
                return by(True, up), flag(0)
            return x, flag(0)

        p = lambda e, k=1.0: fmt.round(Fraction(k) * Fraction(2) ** e, NEAREST, s if k < 0 else 0)
        bias = fmt.bias
        quotients = [(n(3.0), n(1.0)), (n(1.0), n(-7.5)), (p(0), p(wide)), (p(-1), p(wide - 2)), (p(0, 1.5), p(wide - 1, -1.75)), (p(10, -1.0), p(wide + 5, 1.25)),
                     (p(bias - 1), p(100)), (p(bias, 1.5), p(bias - 3, -1.5)), (p(bias - 1, 1.5), p(90)), (p(bias, 1.25), p(0)), (p(bias), p(-5, 1.75)),
                     (p(3), p(2 - bias)), (p(bias - 10), p(-20, 1.5)), (p(5, -1.5), p(1 - bias + 2)), (n(1.0), p(small_n - bias - 1)), (n(0.5), p(small_n - bias)),
                     (p(1 - bias), p(1 - bias)), (5, n(1.0)), (one - 1, p(1 - bias)), (n(2.0), 0), (0, n(2.0)), (s, n(2.0)), (n(1.0), p(small_n - bias + 1)),
                     (n(1.0), fmt.inf), (n(1.0), fmt.inf | one >> 1), (n(0.1), n(0.3)), (n(-1e10), n(3.7))]
        rows = [(d, d, q) for d, q in quotients if not fmt.is_inf(q) and not fmt.is_nan(q)] + [(q, d, q) for d, q in quotients]
        t = op3(f"v_div_scale_{ty.name}", f"D = S0, which is S1 (denominator) or S2 (numerator), times 2^{scale}, 2^-{scale} or 1; SDST = scale the quotient back", ty, [ty] * 3, div_scale, mask=True)
        t.basics(rows)
        denormal = [(5, 5, n(1.0)), (n(1.0), 5, n(1.0)), (s | 7, n(1.0), s | 7)]
        t.rows("denormals kept", denormal)
        t.rows("denormals are flushed in sources", denormal, 0x3F0 & ~(0x10 if ty is F else 0x40))
        t.program(Insn("", 12, t.plain(), sdst="s[24:25]"))
        t.rows("another pair of SGPRs", rows[:16])
        t.write()

        def div_fmas(c, a, b, d):
            m = c.m(fmt)
            if not c.flag():
                return fma(fmt, a, b, d, m)
            up = fmt.magnitude(d) >= fmt.magnitude(n(2.0))
            r = fma(fmt, a, b, d, m)
            if r == NAN or fmt.is_inf(r) or fmt.is_zero(r):
                return r
            a, b, d = (m.source(fmt, v) for v in (a, b, d))
            exact = fmt.value(a) * fmt.value(b) + fmt.value(d)
            return m.result(fmt, fmt.round(exact * Fraction(2) ** (scale if up else -scale), m.round))

        e = edges(ty)
        mask = 0x0123456789ABCDEF
        t = op3(f"v_div_fmas_{ty.name}", f"D = S0 * S1 + S2, fused; where VCC is set times 2^{scale} if |S2| >= 2, else times 2^-{scale}", ty, [ty] * 3, div_fmas)
        close = [(n(1.1), n(1.1), n(1.99)), (n(1.1), n(1.1), n(2.0)), (n(0.1), n(0.3), n(-2.0)), (n(0.1), n(0.3), n(-1.99)), (n(3.0), n(0.25), n(100.0)), (p(bias - 1), n(0.5), n(3.0)), (p(bias - 3), n(0.5), n(1.0))]
        t.vcc = mask
        # Whether a sum that overflows only before the scaling is infinite, no source says.
        over = lambda r: not any(fmt.is_nan(x) or fmt.is_inf(x) for x in r) and fmt.is_inf(fma(fmt, *r, Mode(PLAIN, fmt)))
        table = [r for r in triples(e, e, e) if not over(r)]
        t.program(Insn("", 12, t.plain()))
        for vcc in (0, ALL, mask):
            t.rows(f"edge values, VCC = 0x{vcc:x}", table, vcc=vcc)
            t.rows(f"about |S2| = 2, VCC = 0x{vcc:x}", close, vcc=vcc)
        for mode in (1, 2, 3):
            t.rows(f"rounds {ROUNDINGS[mode]}", close, PLAIN | mode << (0 if ty is F else 2), vcc=mask)
        t.rows("inactive lanes keep their value", close, vcc=mask, exec_=ODD_EXEC)
        t.rows("EXEC = 0", close, vcc=mask, exec_=0)
        t.overlaps(close)
        t.signs(close, form="")
        t.outputs(close, form="")
        t.write()

    def fixup(ty):
        fmt = ty.fmt

        def f(c, q, d, a):
            m = c.m(fmt)
            d, a = m.source(fmt, d), m.source(fmt, a)
            sign = fmt.sign(d) ^ fmt.sign(a)
            if fmt.is_nan(a) or fmt.is_nan(d):
                return NAN
            if fmt.is_zero(d) and fmt.is_zero(a) or fmt.is_inf(d) and fmt.is_inf(a):
                return NAN
            if fmt.is_zero(d) or fmt.is_inf(a):
                return sign | fmt.inf
            if fmt.is_inf(d) or fmt.is_zero(a):
                return sign
            if fmt.is_nan(q):
                return sign | fmt.inf
            return sign | fmt.magnitude(q)

        return f

    for name, ty, on, spell, keeps in (
        ("f32", F, GENS, None, ()), ("f64", D, GENS, None, ()),
        ("legacy_f16", H, gens(8), {"gfx8": "v_div_fixup_f16"}, ()), ("f16", H, GFX9, None, (9,)),
    ):
        n, fmt = ty.number, ty.fmt
        e = [0, fmt.sign_bit, n(1.0), n(-1.5), fmt.inf, fmt.sign_bit | fmt.inf, n(3.0), fmt.inf | 1 << (fmt.mantissa - 1) | 5]
        rows = triples([n(0.5), n(-0.5), 0, n(2.0), fmt.inf, n(-7.0), n(1.0), fmt.inf | 1 << (fmt.mantissa - 1)], e, e)
        tiny = [(n(1.0), 1, n(1.0)), (n(1.0), n(1.0), 1), (n(1.0), fmt.sign_bit | 1, n(1.0))]
        # The sign is that of S2 / S1 (AMD's text; CLRX copies S0).
        t = floating(f"v_div_fixup_{name}", "D = S0, an approximation of S2 / S1, with the sign of the quotient, or what the special case demands" + ("; the other half of D stays" if keeps else ""), ty,
                     fixup(ty), rows, (), tiny, on, spell, keeps=keeps, opsel=bool(keeps), special=False)
        t.write()


def conversions():
    floor_ = lambda v: v.numerator // v.denominator

    def rounded(v, mode):
        n = floor_(v)
        rest = v - n
        return n + {NEAREST: rest > Fraction(1, 2) or rest == Fraction(1, 2) and n & 1 == 1, UP: rest > 0, DOWN: False, TOWARD_ZERO: rest > 0 and v < 0}[mode]

    def pk_u8(c, a, b, d):
        if F32.is_nan(a):
            byte_ = 0
        elif F32.is_inf(a):
            byte_ = 0 if F32.sign(a) else 255
        else:
            byte_ = max(0, min(255, rounded(F32.value(a), c.m(F32).round)))
        shift = 8 * (b & 3)
        return d & ~(0xFF << shift) & M32 | byte_ << shift

    values = [f32(x) for x in (0.0, 0.5, 1.5, 2.5, 254.5, 255.5, -1.0, 1e9)] + [F32.inf, 0xFF800000, 0x7FC00000, f32(-0.0), f32(100.25), f32(77.75), f32(-0.25), f32(0.75)]
    rows = [(a, b, 0x11223344 * (1 + b % 3) & M32) for a in values for b in (0, 1, 2, M32)]
    t = op3("v_cvt_pk_u8_f32", "D = S2 with byte S1[1:0] replaced by S0 as an integer rounded by MODE, within 0..255; NaN gives 0", B32, [F, B32, B32], pk_u8)
    t.basics(rows)
    for mode in (1, 2, 3):
        t.rows(f"rounds {ROUNDINGS[mode]}", rows[:64:4] + rows[1:64:4], PLAIN | mode)
    inline = lambda value: lambda ty: f32(0.5) if value == 0.5 else value & M32
    t.scalars((f32(200.0), 2, 0x55667788), 0x42480001, [("3", inline(3)), ("-1", inline(-1))])
    t.overlaps(rows[::5])
    t.signs(rows[2::5], form="")
    t.write()

    def norm(low, high):
        def one(x):
            if F16.is_nan(x):
                return 0
            if F16.is_inf(x):
                return (low if F16.sign(x) else high) & M16
            return max(low, min(high, rounded(F16.value(x) * high, NEAREST))) & M16

        return lambda c, a, b: one(a) | one(b) << 16

    e = [0, 0x8000, f16(1.0), f16(-1.0), f16(0.5), f16(-0.25), f16(2.0), 0x7E00]
    more = [f16(0.1), f16(-0.7), 0x7C00, 0xFC00, f16(0.999), f16(2.0**-14), f16(-1.001), 0xFE01]
    # CLRX doubts the rounding; to the nearest even as in the f32 forms.
    for name, text, f in (
        ("v_cvt_pknorm_i16_f16", "D = S1 : S0, each times 32767, to the nearest even integer, within +-32767; NaN gives 0", norm(-32767, 32767)),
        ("v_cvt_pknorm_u16_f16", "D = S1 : S0, each times 65535, to the nearest even integer, within 0..65535; NaN gives 0", norm(0, 65535)),
    ):
        t = op3(name, text, B32, [H, H], f, on=GFX9)
        t.basics(pairs(e, more))
        t.scalars((f16(0.5), f16(-0.5)), 0x1234B400, [("0.5", f16(0.5)), ("-1.0", f16(-1.0))])
        t.overlaps(pairs(more, e)[::7])
        t.signs(pairs(e, more)[::7], form="")
        t.selects(pairs(e, more)[::7])
        t.write()

    def pack(c, a, b):
        # Flushes by MODE (LLVM); CLRX copies the bits, which is the same with denormals kept.
        m = c.m(F16)
        flush = lambda x: m.result(F16, m.source(F16, x))
        return flush(a) | flush(b) << 16

    t = op3("v_pack_b32_f16", "D = S1 : S0, two f16; denormals by MODE", B32, [H, H], pack, on=GFX9)
    values = [0, 0x8000, f16(1.0), f16(-1.5), 0x7C00, 0xFC00, 1, 0x83FF]
    t.basics(pairs(values, values))
    for keep, title in enumerate(DENORMALS):
        t.rows(f"denormals {title}", pairs(values[4:], values[4:]), 0x330 | keep << 6)
    t.scalars((f16(0.5), f16(-0.5)), 0x1234B400, [("0.5", f16(0.5)), ("-1.0", f16(-1.0))])
    t.overlaps(pairs(values, values)[::7])
    t.signs(pairs(values, values)[::7], form="")
    t.selects(pairs(values, values)[::7])
    t.write()


def scaling():
    n = f64
    values = [n(1.0), n(-1.5), 0, 1 << 63, F64.inf, F64.inf | 1 << 63, 0x7FF8000000000001, 0x3FFFFFFFFFFFFFFF]
    counts = [0, 1, M32, 1023, -1022 & M32, -1044 & M32, 0x7FFFFFFF, 0x80000000]
    t = op3("v_ldexp_f64", "D = S0 * 2^S1, S1 a signed integer; rounded once", D, [D, B32], lambda c, a, b: ldexp(F64, a, s32(b), c.m(F64)))
    t.basics(pairs(values, counts))
    t.rows("denormal results are rounded once", [(0x3FF8000000000001, -1074 & M32), (0x3FF0000000000001, -1075 & M32), (0x3FF8000000000000, -1074 & M32), (0xBFFFFFFFFFFFFFFF, -1023 & M32)])
    t.rows("signalling NaNs come out quiet", [(0x7FF0000000000001, 0), (0xFFF4000000000000, 1)])
    for keep, title in enumerate(DENORMALS):
        t.rows(f"denormals {title}", [(1, 1074), (1 << 63 | 3, 52), (n(1.0), -1030 & M32), ((1 << 52) - 1, 1), (1, M32)], 0x330 | keep << 6)
    t.scalars((n(3.0), 2), 5, [("4", 4), ("-2", lambda ty: -2 & ones_of(ty.bits))])
    t.overlaps(pairs(values, counts)[::7])
    t.signs(pairs(values, counts)[::5], form="")
    t.outputs([(n(0.25), 1), (n(0.25), 9), (n(-0.25), 1), (0x7FF8000000000000, 1), (F64.inf, 0), (1 << 63, 3)], form="")
    t.write()

    mpmath.mp.prec = 2000
    man = (2 / mpmath.pi) * mpmath.mpf(2) ** 1201
    bits = int(mpmath.floor(man))  # 1201 bits after the point

    def preop(c, a, b):
        exp = a >> 52 & 0x7FF
        start = (b & 31) * 53 + max(0, exp - 1077)
        window = bits << start >> 1201 - 53 & ones_of(53) if start < 1201 else 0
        m = c.m(F64)
        return m.result(F64, F64.round(Fraction(window) * Fraction(2) ** (-53 - start + (128 if exp >= 1968 else 0)), NEAREST))

    # Segments beyond 1184 bits are left out up to where everything is 0: how long the table is, the
    # sources do not agree on.
    fits = lambda a, b: not 1184 - 53 < (b & 31) * 53 + max(0, (a >> 52 & 0x7FF) - 1077) < 1201
    angles = [n(1.0), n(0.1), n(-1e10), n(1e16), n(2.0**54), n(2.0**55), n(1e300), n(-1.7e308), n(2.0**945), n(2.0**944), n(2.0**100), 0]
    rows = [(a, b) for b in (0, 1, 2, 5, 20, 31, 0xFFFFFFE1) for a in angles if fits(a, b)]
    t = op3("v_trig_preop_f64", "D = 53 bits of 2 / pi from bit 53 * S1[4:0] on (and as many more as the exponent of S0 is above 2^54), scaled to their place", D, [D, B32], preop)
    t.basics(rows)
    t.scalars((n(1e20), 2), 3, [("1", 1), ("0", 0)])
    t.overlaps(rows[::7])
    t.write()


def graphics():
    """Interpolation belongs to pixel shaders: a clear fault."""
    parameters = "v1, v2, attr0.x"
    for name, operands, on in (
        ("v_interp_p1_f32", "_e64 v1, v2, attr0.x", gens(8)), ("v_interp_p2_f32", "_e64 v1, v2, attr0.x", gens(8)), ("v_interp_mov_f32", "_e64 v1, p10, attr0.x", gens(8)),
        ("v_interp_p1ll_f16", " v1, v2, attr0.x", gens(8)), ("v_interp_p1lv_f16", " v1, v2, attr0.x, v3", gens(8)),
        ("v_interp_p2_f16", " v1, v2, attr0.x, v3", GFX9), ("v_interp_p2_legacy_f16", " v1, v2, attr0.x, v3", gens(8)),
    ):
        t = Test(name, "interpolation is for graphics only", "vop3")
        t.code(name + operands, **({"gfx8": "v_interp_p2_f16" + operands} if "legacy" in name else {}))
        t.case("not supported", {}, {"fault": "unsupported"}, list(on))
        t.write()
    t = Test("v_readlane_regrd_b32", "the manual does not define it", "vop3")
    t.lines.append("code v_readlane_regrd_b32")
    t.lines.append(f"  gfx9 gfx906: {0xD0000000 | 667 << 16:08x} 00000000 | v_readlane_regrd_b32 !")
    t.case("not supported", {}, {"fault": "unsupported"})
    t.write()


def main():
    multiply_add()
    bit_fields()
    choices()
    differences()
    float_arithmetic()
    float_choices()
    cube()
    division()
    conversions()
    scaling()
    graphics()


if __name__ == "__main__":
    main()
