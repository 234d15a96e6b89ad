#!/usr/bin/env python3
"""Writes the VOP2 tests whose expected values follow from one formula per instruction.

The formulas are those of the manual's chapter "VOP2/VOP3 instructions" (CLRX GCN documentation), with
the corrections that the comments name. Run assemble.py afterwards.

One case puts up to 64 pairs of inputs into the lanes of v0 and v1; shorter lists repeat.
"""

from fractions import Fraction

from model import *
from testfile import *

LEGACY, GFX8, GFX9 = ["gfx6", "gfx7"], ["gfx8"], ["gfx9", "gfx906"]


def cross(values, others=None):
    return [(a, b) for a in values for b in (others or values)]


def few(pairs):
    """Eleven pairs of many, with every value in each place."""
    return [pairs[i * 23 % len(pairs)] for i in range(min(11, len(pairs)))]


def chunks(pairs):
    return [pairs[i : i + 64] for i in range(0, len(pairs), 64)]


INTS = [0, 1, M32, 0x7FFFFFFF, 0x80000000, 0x12345678, 0xDEADBEEF, 0xFF800000]
SHORTS = [0, 1, 0xFFFF, 0x7FFF, 0x8000, 0x1234, 0xBEEF, 0x00FF]
COUNTS = [0, 1, 4, 31, 32, 33, 0x80000000, M32]
I24 = [0, 1, 0xFFFFFF, 0x7FFFFF, 0x800000, 0xFF123456, 0x00ABCDEF, 0x01000001]


def integer(name, text, f, pairs, upper=0):
    """A binary operation on integers: f(S0, S1) -> D. `upper` garbage goes into the unread half."""
    t = Test(name, text)
    up = upper << 16

    def out(ps):
        return [f(a, b) for a, b in ps]

    def ins(ps):
        return {"v0": [a | up for a, _ in ps], "v1": [b | up for _, b in ps]}

    for form in ("_e32", "_e64"):
        t.code(f"{name}{form} v2, v0, v1")
        for ps in chunks(pairs):
            t.case("edge values", ins(ps), {"v2": out(ps)})
        ps = few(pairs)
        t.case("inactive lanes keep their value", {**ins(ps), "exec": ODD_EXEC}, {"v2": out(ps)})
        t.case("EXEC = 0", {**ins(ps), "exec": 0}, {})
        t.code(f"{name}{form} v0, v0, v1")
        t.case("the destination is the first source", ins(ps), {"v0": out(ps)})
        t.code(f"{name}{form} v1, v0, v1")
        t.case("the destination is the second source", ins(ps), {"v1": out(ps)})
        t.code(f"{name}{form} v2, v0, v0")
        t.case("one source twice", ins(ps), {"v2": [f(a, a) for a, _ in ps]})
        bs = [b for _, b in ps[:8]]
        t.code(f"{name}{form} v2, s0, v1")
        t.case("a scalar source", {"s0": 0x89ABCDEF, "v1": bs}, {"v2": [f(0x89ABCDEF, b) for b in bs]})
        t.code(f"{name}{form} v2, -16, v1")
        t.case("inline -16", {"v1": bs}, {"v2": [f(M32 - 15, b) for b in bs]})
        if upper:
            continue  # LLVM does not assemble inline floats in 16-bit integer operands
        t.code(f"{name}{form} v2, 0.5, v1")
        t.case("inline 0.5 is the float's bits", {"v1": bs}, {"v2": [f(0x3F000000, b) for b in bs]})
    t.code(f"{name}_e32 v2, 0x{0x9ABCDEF1 if not upper else 0xDEF1:x}, v1")
    literal = 0x9ABCDEF1 if not upper else 0xDEF1
    t.case("a literal", {"v1": bs}, {"v2": [f(literal, b) for b in bs]})
    t.code(f"{name}_e64 v2, v0, s1")
    t.case("a scalar second source", {"s1": 0x89ABCDEF, "v0": bs}, {"v2": [f(a, 0x89ABCDEF) for a in bs]})
    t.code(f"{name}_e64 v2, s1, s1")
    t.case("one scalar twice", {"s1": 0x89ABCDEF}, {"v2": f(0x89ABCDEF, 0x89ABCDEF)})
    t.code(f"{name}_e64 v2, -1, 64")
    t.case("two inline constants", {}, {"v2": f(M32, 64)})
    return t


def i24(x):
    x &= 0xFFFFFF
    return x - (1 << 24) if x >> 23 else x


def integers():
    int_pairs = cross(INTS)
    for name, text, f in (
        ("v_min_i32", "D = min(S0, S1) signed", lambda a, b: min(s32(a), s32(b)) & M32),
        ("v_max_i32", "D = max(S0, S1) signed", lambda a, b: max(s32(a), s32(b)) & M32),
        ("v_min_u32", "D = min(S0, S1)", min),
        ("v_max_u32", "D = max(S0, S1)", max),
        ("v_and_b32", "D = S0 & S1", lambda a, b: a & b),
        ("v_or_b32", "D = S0 | S1", lambda a, b: a | b),
        ("v_xor_b32", "D = S0 ^ S1", lambda a, b: a ^ b),
        ("v_xnor_b32", "D = ~(S0 ^ S1)", lambda a, b: ~(a ^ b) & M32),
        ("v_bcnt_u32_b32", "D = S1 + number of ones in S0", lambda a, b: bits_set(a) + b & M32),
        ("v_cvt_pk_u16_u32", "D = S1 : S0, each saturated to 16 bits", lambda a, b: min(a, M16) | min(b, M16) << 16),
        ("v_cvt_pk_i16_i32", "D = S1 : S0, each saturated to signed 16 bits",
         lambda a, b: max(-32768, min(32767, s32(a))) & M16 | (max(-32768, min(32767, s32(b))) & M16) << 16),
    ):
        integer(name, text, f, int_pairs).write()
    for name, text, f in (
        ("v_mul_i32_i24", "D = bits 31:0 of the product of the signed low 24 bits", lambda a, b: i24(a) * i24(b) & M32),
        ("v_mul_hi_i32_i24", "D = bits 47:32 of the product of the signed low 24 bits, sign-extended", lambda a, b: i24(a) * i24(b) >> 32 & M32),
        ("v_mul_u32_u24", "D = bits 31:0 of the product of the low 24 bits", lambda a, b: (a & 0xFFFFFF) * (b & 0xFFFFFF) & M32),
        ("v_mul_hi_u32_u24", "D = bits 47:32 of the product of the low 24 bits", lambda a, b: (a & 0xFFFFFF) * (b & 0xFFFFFF) >> 32),
    ):
        integer(name, text, f, cross(I24)).write()
    for name, text, f in (
        ("v_lshl_b32", "D = S0 << S1[4:0]", lambda a, b: a << (b & 31) & M32),
        ("v_lshr_b32", "D = S0 >> S1[4:0]", lambda a, b: a >> (b & 31)),
        ("v_ashr_i32", "D = signed S0 >> S1[4:0]", lambda a, b: s32(a) >> (b & 31) & M32),
    ):
        integer(name, text, f, cross(INTS, COUNTS)).write()
        integer(
            name.replace("_b32", "rev_b32").replace("_i32", "rev_i32"),
            text.replace("S0", "SX").replace("S1", "S0").replace("SX", "S1") + "; the count is the first source",
            lambda a, b, f=f: f(b, a),
            cross(COUNTS, INTS),
        ).write()
    integer("v_bfm_b32", "D = ((1 << S0[4:0]) - 1) << S1[4:0]; a count of 32 means 0",
            lambda a, b: ((1 << (a & 31)) - 1) << (b & 31) & M32, cross(COUNTS)).write()

    # No-carry forms of gfx9, with saturation under CLAMP.
    for name, text, f in (
        ("v_add_u32", "D = S0 + S1, no carry out (gfx9)", lambda a, b: a + b),
        ("v_sub_u32", "D = S0 - S1, no borrow out (gfx9)", lambda a, b: a - b),
        ("v_subrev_u32", "D = S1 - S0, no borrow out (gfx9)", lambda a, b: b - a),
    ):
        t = integer(name, text, lambda a, b, f=f: f(a, b) & M32, int_pairs)
        t.code(f"{name}_e64 v2, v0, v1 clamp")
        t.case("CLAMP saturates",
               {"v0": [a for a, _ in int_pairs], "v1": [b for _, b in int_pairs]},
               {"v2": [max(0, min(M32, f(a, b))) for a, b in int_pairs]})
        t.write()

    # 16 bits: the upper halves of the sources are not read, that of the destination becomes zero.
    shorts = cross(SHORTS)
    halves = lambda f: lambda a, b: f(a & M16, b & M16) & M16
    for name, text, f, pairs in (
        ("v_add_u16", "D = S0 + S1", lambda a, b: a + b, shorts),
        ("v_sub_u16", "D = S0 - S1", lambda a, b: a - b, shorts),
        ("v_subrev_u16", "D = S1 - S0", lambda a, b: b - a, shorts),
        ("v_mul_lo_u16", "D = S0 * S1", lambda a, b: a * b, shorts),
        ("v_lshlrev_b16", "D = S1 << S0[3:0]", lambda a, b: b << (a & 15), cross([0, 1, 7, 15, 16, 17, 0x8000, M16], SHORTS)),
        ("v_lshrrev_b16", "D = S1 >> S0[3:0]", lambda a, b: b >> (a & 15), cross([0, 1, 7, 15, 16, 17, 0x8000, M16], SHORTS)),
        ("v_ashrrev_i16", "D = signed S1 >> S0[3:0]", lambda a, b: s16(b) >> (a & 15), cross([0, 1, 7, 15, 16, 17, 0x8000, M16], SHORTS)),
        ("v_max_u16", "D = max(S0, S1)", max, shorts),
        ("v_min_u16", "D = min(S0, S1)", min, shorts),
        ("v_max_i16", "D = max(S0, S1) signed", lambda a, b: max(s16(a), s16(b)), shorts),
        ("v_min_i16", "D = min(S0, S1) signed", lambda a, b: min(s16(a), s16(b)), shorts),
    ):
        t = integer(name, text + "; 16 bits, D[31:16] = 0", halves(f), pairs, upper=0xDEAD)
        if name in ("v_add_u16", "v_sub_u16", "v_subrev_u16"):
            t.code(f"{name}_e64 v2, v0, v1 clamp")
            t.case("CLAMP saturates",
                   {"v0": [a for a, _ in pairs], "v1": [b for _, b in pairs]},
                   {"v2": [max(0, min(M16, f(a, b))) for a, b in pairs]})
        t.write()


def carries():
    """Additions and subtractions with a carry in an SGPR pair: read whole, then written whole."""
    pairs = cross(INTS)
    random_mask = 0x0123456789ABCDEF
    for stem, legacy, text, f, carry_in in (
        ("add", "v_add_i32", "S0 + S1", lambda a, b, c: (a + b, a + b > M32), False),
        ("sub", "v_sub_i32", "S0 - S1", lambda a, b, c: (a - b, a < b), False),
        ("subrev", "v_subrev_i32", "S1 - S0", lambda a, b, c: (b - a, b < a), False),
        ("addc", "v_addc_u32", "S0 + S1 + carry", lambda a, b, c: (a + b + c, a + b + c > M32), True),
        ("subb", "v_subb_u32", "S0 - S1 - borrow", lambda a, b, c: (a - b - c, a < b + c), True),
        ("subbrev", "v_subbrev_u32", "S1 - S0 - borrow", lambda a, b, c: (b - a - c, b < a + c), True),
    ):
        name = f"v_{stem}_co_u32"
        t = Test(name, f"D = {text}; carry out to VCC or SDST, 0 for inactive lanes")

        def code(form, operands):
            t.code(f"{name}{form} {operands}",
                   gfx6_gfx7=f"{legacy}{form} {operands}",
                   gfx8=f"v_{stem}_u32{form} {operands}")

        def case(title, dest, sdst, ssrc, exec_, mask_in, ps=pairs, fixed=None):
            ps = [ps[i % len(ps)] for i in range(64)]
            rows = [f(a, b, mask_in >> i & 1 if carry_in else 0) for i, (a, b) in enumerate(ps)]
            mask = sum(1 << i for i, (_, c) in enumerate(rows) if c and exec_ >> i & 1)
            before = dict(fixed) if fixed is not None else {"v0": [a for a, _ in ps], "v1": [b for _, b in ps]}
            if carry_in:
                before[ssrc] = mask_in
            elif sdst == "vcc":
                before["vcc"] = mask_in
            if exec_ != ALL:
                before["exec"] = exec_
            after = {dest: [d & M32 for d, _ in rows], sdst: mask}
            if not exec_:
                del after[dest]
            t.case(title, before, after)

        tail = lambda pair: f", {pair}" if carry_in else ""
        masks = (0, ALL, random_mask) if carry_in else (random_mask,)
        code("_e32", "v2, vcc, v0, v1" + tail("vcc"))
        for m in masks:
            case(f"edge values, VCC = 0x{m:x} before", "v2", "vcc", "vcc", ALL, m)
        case("inactive lanes keep their value and get a 0 carry", "v2", "vcc", "vcc", ODD_EXEC, ALL)
        case("EXEC = 0 still writes the mask", "v2", "vcc", "vcc", 0, ALL)
        code("_e32", "v0, vcc, v0, v1" + tail("vcc"))
        case("the destination is the first source", "v0", "vcc", "vcc", ALL, random_mask)
        ones = [(M32, b) for b in INTS]
        code("_e32", "v2, vcc, -1, v1" + tail("vcc"))
        case("inline -1", "v2", "vcc", "vcc", ALL, random_mask, ones, {"v1": INTS})
        if not carry_in:  # VCC and a literal are too much for the constant bus
            code("_e32", "v2, vcc, 0x80000001, v1")
            case("a literal", "v2", "vcc", "vcc", ALL, random_mask, [(0x80000001, b) for b in INTS], {"v1": INTS})
        code("_e64", "v2, s[4:5], v0, v1" + tail("s[6:7]"))
        for m in masks:
            case(f"VOP3: edge values, carry in 0x{m:x}", "v2", "s[4:5]", "s[6:7]", ALL, m)
        case("VOP3: inactive lanes keep their value and get a 0 carry", "v2", "s[4:5]", "s[6:7]", ODD_EXEC, ALL)
        case("VOP3: EXEC = 0 still writes the mask", "v2", "s[4:5]", "s[6:7]", 0, ALL)
        code("_e64", "v2, vcc, v0, v1" + tail("vcc"))
        case("VOP3 with VCC", "v2", "vcc", "vcc", ALL, random_mask)
        code("_e64", "v2, s[4:5], v0, 64" + tail("s[6:7]"))
        case("VOP3 with an inline second source", "v2", "s[4:5]", "s[6:7]", ALL, random_mask,
             [(a, 64) for a in INTS], {"v0": INTS})
        # CLAMP saturates from gfx8 on; what it does to the carry, no source says.
        gfx8 = f"v_{stem}_u32_e64 v2, s[4:5], v0, v1" + tail("s[6:7]") + " clamp"
        t.code(f"{name}_e64 v2, s[4:5], v0, v1" + tail("s[6:7]") + " clamp", gfx8=gfx8)
        before = {"v0": [a for a, _ in pairs], "v1": [b for _, b in pairs]}
        if carry_in:
            before["s[6:7]"] = random_mask
        sums = [f(a, b, random_mask >> i & 1 if carry_in else 0)[0] for i, (a, b) in enumerate(pairs)]
        t.case("CLAMP saturates", before, {"v2": [max(0, min(M32, d)) for d in sums], "s[4:5]": "any"})
        if carry_in:
            code("_e64", "v2, s[4:5], v0, v1, s[4:5]")
            case("VOP3: the carry goes where it came from", "v2", "s[4:5]", "s[4:5]", ODD_EXEC, random_mask)
        else:
            code("_e64", "v2, s[4:5], s4, v1")
            case("VOP3: SDST covers a source", "v2", "s[4:5]", None, ODD_EXEC, 0,
                 [(0x89ABCDEF, b) for b in INTS], {"s4": 0x89ABCDEF, "v1": INTS})
        t.write()


# Edge values whose 8 x 8 pairs fill a wave.
EDGES32 = [0, 0x80000000, f32(1.0), f32(-1.5), 0x7F800000, 0xFF800000, 0x7F7FFFFF, 0x7FC12345]
EDGES16 = [0, 0x8000, f16(1.0), f16(-1.5), 0x7C00, 0xFC00, 0x7BFF, 0x7E55]
SIGNALLING = {F32: [(0x7F800001, f32(1.0)), (f32(1.0), 0xFFA00000), (0x7F800001, 0x7F800002)],
              F16: [(0x7C01, f16(1.0)), (f16(1.0), 0xFD00), (0x7C01, 0x7C02)]}


def nan_name(fmt):
    return "nan" if fmt is F32 else "nanh"


class FloatTest(Test):
    """A float operation f(S0, S1, mode) in both forms, with modes and modifiers."""

    def __init__(self, name, text, fmt, f):
        super().__init__(name, text)
        self.fmt, self.f = fmt, f
        self.garbage = 0 if fmt is F32 else 0xBEEF0000

    def results(self, pairs, mode):
        m = Mode(mode, self.fmt)
        return [nan_name(self.fmt) if r == NAN else r for r in (self.f(a, b, m) for a, b in pairs)]

    def inputs(self, pairs):
        return {"v0": [a | self.garbage for a, _ in pairs], "v1": [b | self.garbage for _, b in pairs]}

    def pairs(self, title, pairs, mode=0x3F0, on=None, **more):
        before = {**self.inputs(pairs), **more}
        if mode != 0x3F0:
            before["mode"] = mode
        after = {} if more.get("exec") == 0 else {"v2": self.results(pairs, mode)}
        self.case(title, before, after, on)

    def modified(self, modifiers, title, pairs, change, mode=0x3F0):
        """The VOP3 form with `modifiers` = (S0 text, S1 text, output text); change(f) is the new f."""
        s0, s1, output = modifiers
        self.code(f"{self.name}_e64 v2, {s0}, {s1}{output}")
        plain, self.f = self.f, change(self.f)
        self.pairs(title, pairs, mode)
        self.f = plain

    def operands(self):
        """Scalar, inline and literal operands, and overlaps."""
        fmt, name = self.fmt, self.name
        ones = (f32 if fmt is F32 else f16)
        bs = [ones(1.0), ones(-2.5), ones(0.0), fmt.inf]
        for form in ("_e32", "_e64"):
            for text, bits, title in (
                ("0.5", ones(0.5), "inline 0.5"),
                ("-4.0", ones(-4.0), "inline -4.0"),
                # Integers are raw bits: 1 is the smallest denormal.
                ("1", 1, "inline 1 is the bit pattern of a denormal"),
                ("s0", ones(3.0), "a scalar source"),
            ):
                self.code(f"{name}{form} v2, {text}, v1")
                before = {"v1": bs}
                if text == "s0":
                    before["s0"] = bits
                self.case(title, before, {"v2": self.results([(bits, b) for b in bs], 0x3F0)})
        literal = ones(0.75) if fmt is F32 else ones(0.1)
        self.code(f"{name}_e32 v2, 0x{literal:x}, v1")
        self.case("a literal", {"v1": bs}, {"v2": self.results([(literal, b) for b in bs], 0x3F0)})
        pairs = cross(bs)
        self.code(f"{name}_e32 v0, v0, v1")
        self.case("the destination is the first source", self.inputs(pairs), {"v0": self.results(pairs, 0x3F0)})
        self.code(f"{name}_e64 v1, v0, v1")
        self.case("the destination is the second source", self.inputs(pairs), {"v1": self.results(pairs, 0x3F0)})
        self.code(f"{name}_e64 v2, v0, v0")
        self.case("one source twice", self.inputs(pairs), {"v2": self.results([(a, a) for a, _ in pairs], 0x3F0)})

    def modifiers(self, edges, omods=True):
        fmt = self.fmt
        pairs = few(cross(edges)) + few(cross(edges)[5:])
        neg, absolute = (lambda x: x ^ fmt.sign_bit), (lambda x: x & ~fmt.sign_bit)
        on = lambda m0, m1: lambda f: lambda a, b, m: f(m0(a), m1(b), m)
        same = lambda x: x
        self.modified(("-v0", "v1", ""), "NEG of the first source", pairs, on(neg, same))
        self.modified(("v0", "-v1", ""), "NEG of the second source", pairs, on(same, neg))
        self.modified(("|v0|", "v1", ""), "ABS of the first source", pairs, on(absolute, same))
        self.modified(("v0", "|v1|", ""), "ABS of the second source", pairs, on(same, absolute))
        self.modified(("-|v0|", "-|v1|", ""), "NEG comes after ABS", pairs, on(lambda x: neg(absolute(x)), lambda x: neg(absolute(x))))
        finite = [p for p in pairs if self.f(*p, Mode(fmt=fmt)) != fmt.sign_bit]
        one = f32 if fmt is F32 else f16
        finite += [(one(a), one(b)) for a, b in ((0.25, 0.5), (0.5, 0.5), (-0.25, 0.125), (0.5, 0.75))]
        clamped = lambda f: lambda a, b, m: clamp(fmt, f(a, b, m), m)
        self.modified(("v0", "v1", " clamp"), "CLAMP to 0..1, NaN to 0 under DX10_CLAMP", finite, clamped)
        self.modified(("v0", "v1", " clamp"), "CLAMP passes NaN without DX10_CLAMP", finite, clamped, 0x2F0)
        self.modified(("-|v0|", "|v1|", " clamp"), "CLAMP with NEG and ABS",
                      [p for p in finite if fmt.magnitude(self.f(neg(absolute(p[0])), absolute(p[1]), Mode(fmt=fmt)) if self.f(neg(absolute(p[0])), absolute(p[1]), Mode(fmt=fmt)) != NAN else 1)],
                      lambda f: clamped(on(lambda x: neg(absolute(x)), absolute)(f)))
        if not omods:
            return
        for text, factor in ((" mul:2", 2), (" mul:4", 4), (" div:2", Fraction(1, 2))):
            scaled = lambda f, factor=factor: lambda a, b, m: omod(fmt, f(a, b, m), factor, m)
            self.modified(("v0", "v1", text), "OMOD with IEEE off and denormals flushed; -0 becomes +0", pairs, scaled, 0x100)
            self.modified(("v0", "v1", text), "OMOD is ignored where denormals are kept", pairs, scaled, 0x1F0)
            self.modified(("v0", "v1", text), "OMOD is ignored with IEEE on", pairs, scaled, 0x300)
        both = lambda f: lambda a, b, m: clamp(fmt, omod(fmt, f(a, b, m), Fraction(1, 2), m), m)
        self.modified(("v0", "v1", " clamp div:2"), "CLAMP comes after OMOD",
                      [(one(a), one(b)) for a, b in ((1.5, 1.0), (0.5, 1.0), (2.0, 1.0), (3.0, 2.0), (-1.0, 0.5), (1.0, 0.75))], both, 0x100)


ROUNDINGS = ("to nearest even", "up", "down", "toward zero")


def arithmetic(fmt, suffix, edges, inexact, tiny):
    shift = 0 if fmt is F32 else 2
    for name, text, f, pick in (
        ("add", "D = S0 + S1", lambda a, b, m: add(fmt, a, b, m), 0),
        ("sub", "D = S0 - S1", lambda a, b, m: sub(fmt, a, b, m), 0),
        ("subrev", "D = S1 - S0", lambda a, b, m: sub(fmt, b, a, m), 0),
        ("mul", "D = S0 * S1", lambda a, b, m: mul(fmt, a, b, m), 1),
    ):
        t = FloatTest(f"v_{name}_{suffix}", text + ("" if fmt is F32 else "; D[31:16] = 0"), fmt, f)
        for form in ("_e32", "_e64"):
            t.code(f"{t.name}{form} v2, v0, v1")
            t.pairs("edge values", cross(edges))
            t.pairs("signalling NaNs come out quiet", SIGNALLING[fmt])
            t.pairs("inactive lanes keep their value", few(cross(edges)), exec=ODD_EXEC)
            t.pairs("EXEC = 0", few(cross(edges)), exec=0)
            for mode, title in enumerate(ROUNDINGS):
                t.pairs(f"rounds {title}", inexact[pick], 0x3F0 | mode << shift)
            other = 0x3F0 | (3 << (2 - shift))
            t.pairs("the other width's rounding mode does not matter", inexact[pick], other)
            for keep, title in enumerate(("are flushed", "are flushed in results only", "are flushed in sources only", "are kept")):
                t.pairs(f"denormals {title}", tiny[pick], 0x300 | keep << (4 + shift))
            t.pairs("the other width's denormal mode does not matter", tiny[pick], 0x300 | 3 << (6 - shift))
            if fmt is F16:
                over = [(0x7BFF, 0x7BFF), (0xFBFF, 0xFBFF), (0x7BFF, f16(-2.0)), (0x7C00, f16(2.0)), (f16(-2.0), 0xFC00)]
                t.pairs("FP16_OVFL: overflow gives the largest finite value, infinities stay", over, 0x8003F0, GFX9)
        t.operands()
        t.modifiers(edges)
        t.write()


def floats():
    min32, min16 = 0x00800000, 0x0400
    inexact_add = [(f32(1.0), f32(2.0**-24)), (f32(1.0), f32(-(2.0**-25))), (f32(1.0 + 2.0**-23), f32(2.0**-24)),
                   (f32(-1.0), f32(-(2.0**-24))), (f32(-1.0), f32(-(2.0**-26))), (f32(1.0), f32(-1.0)),
                   (0x7F7FFFFF, 0x7F7FFFFF), (0xFF7FFFFF, 0xFF7FFFFF), (f32(0.1), f32(0.7)), (0, 0x80000000),
                   (f32(16777216.0), f32(1.0)), (f32(-16777216.0), f32(-1.0))]
    inexact_mul = [(f32(1.1), f32(1.1)), (f32(-1.1), f32(1.1)), (0x3F800001, 0x3F800001), (0xBF800001, 0x3F800001),
                   (0x7F7FFFFF, f32(2.0)), (0xFF7FFFFF, f32(2.0)), (f32(3.0), 0x3EAAAAAB), (0x3F800001, f32(1.5))]
    tiny_add = [(1, 1), (0x007FFFFF, 1), (min32, 0x80000001), (0x80000001, 0), (1, f32(1.0)), (0x80000005, 3),
                (min32 + 5, min32 ^ 0x80000000), (0x80000001, 0x80000001), (min32, min32), (0x00400000, 0x00400000)]
    tiny_mul = [(min32, f32(0.5)), (min32, f32(-0.75)), (1, f32(2.0**24)), (0x80000001, f32(2.0)), (0x007FFFFF, f32(0.25)),
                (f32(2.0**-100), f32(2.0**-40)), (f32(1.5 * 2.0**-100), f32(2.0**-49)), (1, f32(2.0**126)), (min32, f32(1.0))]
    arithmetic(F32, "f32", EDGES32, (inexact_add, inexact_mul), (tiny_add, tiny_mul))
    h = f16
    inexact_add = [(h(1.0), h(2.0**-11)), (h(1.0), h(-(2.0**-12))), (h(1.0 + 2.0**-10), h(2.0**-11)), (h(-1.0), h(-(2.0**-11))),
                   (h(1.0), h(-1.0)), (0x7BFF, 0x7BFF), (0xFBFF, 0xFBFF), (h(0.1), h(0.7)), (0, 0x8000), (h(2048.0), h(1.0)), (h(2050.0), h(1.0))]
    inexact_mul = [(h(1.1), h(1.1)), (h(-1.1), h(1.1)), (0x3C01, 0x3C01), (0xBC01, 0x3C01), (0x7BFF, h(2.0)), (0xFBFF, h(2.0)), (0x3C01, h(1.5))]
    tiny_add = [(1, 1), (0x03FF, 1), (min16, 0x8001), (0x8001, 0), (1, h(1.0)), (0x8005, 3), (min16 + 5, min16 ^ 0x8000), (0x8001, 0x8001), (0x200, 0x200)]
    tiny_mul = [(min16, h(0.5)), (min16, h(-0.75)), (1, h(2.0**11)), (0x8001, h(2.0)), (0x03FF, h(0.25)), (h(2.0**-10), h(2.0**-10)), (1, h(2.0**14))]
    arithmetic(F16, "f16", EDGES16, (inexact_add, inexact_mul), (tiny_add, tiny_mul))


def minmax():
    """V_MIN and V_MAX: a signalling NaN is quieted and returned with IEEE on; else NaN loses."""

    def pick(fmt, larger, flushes):
        def f(a, b, m):
            if flushes:
                a, b = m.source(fmt, a), m.source(fmt, b)
            if m.ieee:
                for x in (a, b):
                    if fmt.is_signalling(x):
                        return fmt.quiet(x)
            if fmt.is_nan(a) and fmt.is_nan(b):
                return NAN
            if fmt.is_nan(a) or fmt.is_nan(b):
                r = b if fmt.is_nan(a) else a
            else:
                # As integers in sign-magnitude order, so that -0 is below +0.
                key = lambda x: -fmt.magnitude(x) - 1 if fmt.sign(x) else fmt.magnitude(x)
                r = max(a, b, key=key) if larger else min(a, b, key=key)
            return m.result(fmt, r) if flushes else r

        return f

    for fmt, suffix, edges, denormals in (
        (F32, "f32", EDGES32, [(1, 2), (0x80000001, 0), (0, 1), (0x80000002, 0x80000001), (0x007FFFFF, f32(1.0)), (0x00400000, f32(-1.0))]),
        (F16, "f16", EDGES16, [(1, 2), (0x8001, 0), (0, 1), (0x8002, 0x8001), (0x03FF, f16(1.0)), (0x0200, f16(-1.0))]),
    ):
        for name, larger in (("min", False), ("max", True)):
            t = FloatTest(f"v_{name}_{suffix}", f"D = {name}(S0, S1), -0 below +0; a NaN loses, but a signalling one is quieted and returned with IEEE on",
                          fmt, pick(fmt, larger, False))
            number = f32 if fmt is F32 else f16
            quieted = SIGNALLING[fmt] + [(SIGNALLING[fmt][0][0], edges[7]), (edges[7], SIGNALLING[fmt][0][0])]
            for form in ("_e32", "_e64"):
                t.code(f"{t.name}{form} v2, v0, v1")
                t.pairs("edge values", cross(edges))
                t.pairs("a signalling NaN is quieted and returned with IEEE on", quieted)
                t.pairs("a NaN of either kind loses with IEEE off", SIGNALLING[fmt][:2] + [(edges[7], number(2.0)), (number(2.0), edges[7])], 0x1F0)
                t.pairs("-0 is below +0 in either order", [(0, t.fmt.sign_bit), (t.fmt.sign_bit, 0)])
                t.pairs("denormals kept", denormals)
                t.pairs("denormals stay before gfx9 though the mode says flush", denormals, 0x300, LEGACY + GFX8 if fmt is F32 else GFX8)
                t.f = pick(fmt, larger, True)
                t.pairs("denormals are flushed from gfx9 on", denormals, 0x300, GFX9)
                t.f = pick(fmt, larger, False)
                t.pairs("inactive lanes keep their value", few(cross(edges)), exec=ODD_EXEC)
            t.operands()
            t.modifiers(edges, omods=False)
            t.write()
    # The legacy forms: a bare compare and select, but a NaN in S1 wins.
    for name, less in (("min", True), ("max", False)):
        def f(a, b, m, less=less):
            if F32.is_nan(b):
                return NAN
            if F32.is_nan(a):
                return b
            value = lambda x: (F32.value(x) if not F32.is_inf(x) else Fraction(10) ** 60 * (-1 if F32.sign(x) else 1))
            return a if (value(a) < value(b) if less else value(a) > value(b)) else b

        t = FloatTest(f"v_{name}_legacy_f32", f"D = S0 {'<' if less else '>'} S1 ? S0 : S1, so a NaN in S0 gives S1; a NaN in S1 gives NaN", F32, f)
        for form in ("_e32", "_e64"):
            t.code(f"{t.name}{form} v2, v0, v1")
            t.pairs("edge values", cross(EDGES32))
            t.pairs("inactive lanes keep their value", few(cross(EDGES32)), exec=ODD_EXEC)
            t.pairs("EXEC = 0", few(cross(EDGES32)), exec=0)
        t.operands()
        t.modifiers(EDGES32, omods=False)
        t.write()


def multiply_add():
    flush32 = lambda m: with_denormals(m, False)

    def with_denormals(m, keep):
        n = Mode()
        n.__dict__.update(m.__dict__)
        n.keep_in = n.keep_out = keep
        return n

    def unfused(fmt, a, b, c, m, flush=True):
        """The product is rounded, then the sum; f32 denormals are always flushed."""
        m = flush32(m) if flush else m
        product = mul(fmt, a, b, m)
        return NAN if product == NAN else add(fmt, product, c, m)

    t = FloatTest("v_mul_legacy_f32", "D = S0 * S1, but +0 when either is 0, whatever the other", F32,
                  lambda a, b, m: 0 if F32.is_zero(a) or F32.is_zero(b) else mul(F32, a, b, m))
    for form in ("_e32", "_e64"):
        t.code(f"{t.name}{form} v2, v0, v1")
        t.pairs("edge values", cross(EDGES32))
        t.pairs("inactive lanes keep their value", few(cross(EDGES32)), exec=ODD_EXEC)
        t.pairs("EXEC = 0", few(cross(EDGES32)), exec=0)
        for mode, title in enumerate(ROUNDINGS):
            t.pairs(f"rounds {title}", [(f32(1.1), f32(1.1)), (f32(-1.1), f32(1.1)), (0x3F800001, 0x3F800001)], 0x3F0 | mode)
    t.operands()
    t.modifiers(EDGES32)
    t.write()

    class MacTest(FloatTest):
        """D = f(S0, S1, D): v2 is a source too; triples instead of pairs."""

        def triples(self, title, triples, mode=0x3F0, on=None, upper=0, keeps_upper=False, **more):
            m = Mode(mode, self.fmt)
            rs = [self.f(a, b, c, m) for a, b, c in triples]
            rs = [nan_name(self.fmt) if r == NAN else r | (upper if keeps_upper else 0) for r in rs]
            before = {**self.inputs([(a, b) for a, b, _ in triples]), "v2": [c | upper for *_, c in triples], **more}
            if mode != 0x3F0:
                before["mode"] = mode
            self.case(title, before, {} if more.get("exec") == 0 else {"v2": rs}, on)

        def change(self, modifiers, title, triples, change, mode=0x3F0):
            s0, s1, output = modifiers
            self.code(f"{self.name}_e64 v2, {s0}, {s1}{output}")
            plain, self.f = self.f, change(self.f)
            self.triples(title, triples, mode)
            self.f = plain

        def all_modifiers(self, triples):
            fmt = self.fmt
            neg, absolute = (lambda x: x ^ fmt.sign_bit), (lambda x: x & ~fmt.sign_bit)
            self.change(("-v0", "v1", ""), "NEG of the first source", triples, lambda f: lambda a, b, c, m: f(neg(a), b, c, m))
            self.change(("v0", "|v1|", ""), "ABS of the second source", triples, lambda f: lambda a, b, c, m: f(a, absolute(b), c, m))
            kept = [t for t in triples if self.f(*t, Mode(fmt=fmt)) != fmt.sign_bit]
            self.change(("v0", "v1", " clamp"), "CLAMP to 0..1", kept, lambda f: lambda a, b, c, m: clamp(fmt, f(a, b, c, m), m))

    # 1 + 2^-12 squared needs 25 bits: the rounded product loses the last.
    x = 0x3F800800
    fused_matters = [(x, x, f32(-1.0)), (x, x, f32(-(1.0 + 2.0**-11))), (0x3F800001, 0x3F800001, f32(-1.0)), (f32(1.1), f32(-1.1), f32(1.21))]
    small = [f32(0.0), f32(-0.0), f32(2.0), f32(-1.5)]
    edge_triples = [(a, b, c) for a in small for b in small for c in small]
    special = [(a, b, c) for a in (0x7F800000, 0, f32(1.0), 0x7FC00000) for b in (0xFF800000, 0, f32(-2.0), 0x7FC12345)
               for c in (0x7F800000, 0xFF800000, f32(1.0), 0x7FC00001)]
    denormal = [(1, f32(1.0), 0), (f32(1.0), 0x80000001, 0), (f32(1.0), f32(0.0), 1), (0x00800000, f32(0.5), 0), (0x007FFFFF, f32(2.0**24), f32(1.0)),
                (f32(1.0), f32(1.0), 0x80000005), (0x00800000, f32(1.0), 0x80800001)]

    t = MacTest("v_mac_f32", "D = S0 * S1 + D, not fused: the product is rounded, then the sum; denormals are always flushed", F32,
                lambda a, b, c, m: unfused(F32, a, b, c, m))
    legacy = MacTest("v_mac_legacy_f32", "D = S0 * S1 + D, D as it was when a factor is 0", F32,
                     lambda a, b, c, m: c if F32.is_zero(a) or F32.is_zero(b) else unfused(F32, a, b, c, m))
    fused = MacTest("v_fmac_f32", "D = S0 * S1 + D, fused; denormals by MODE", F32, lambda a, b, c, m: fma(F32, a, b, c, m))
    for t in (t, legacy, fused):
        for form in ("_e32", "_e64"):
            t.code(f"{t.name}{form} v2, v0, v1")
            t.triples("signs, zeros", edge_triples)
            t.triples("infinities and NaNs", special)
            for mode, title in enumerate(ROUNDINGS):
                t.triples(f"rounding {title}, where fused and unfused differ", fused_matters, 0x3F0 | mode)
            if t is not legacy:
                t.triples("denormals, MODE keeps them", denormal)
                t.triples("denormals, MODE flushes them", denormal, 0x300)
            t.triples("inactive lanes keep their value", few(edge_triples), exec=ODD_EXEC)
            t.triples("EXEC = 0", few(edge_triples), exec=0)
        t.code(f"{t.name}_e32 v2, 0x40490fdb, v1")
        t.case("a literal", {"v1": small, "v2": f32(1.0)}, {"v2": [t.f(0x40490FDB, b, f32(1.0), Mode()) for b in small]})
        t.code(f"{t.name}_e32 v2, v0, v2")
        t.case("the destination is also the second source", {"v0": small, "v2": f32(1.5)},
               {"v2": [t.f(a, f32(1.5), f32(1.5), Mode()) for a in small]})
        t.all_modifiers(edge_triples)
        t.write()

    for name, text, order in (
        ("v_madmk_f32", "D = S0 * K + S1, not fused, denormals always flushed; K is the dword after", "v2, v0, {k}, v1"),
        ("v_madak_f32", "D = S0 * S1 + K, not fused, denormals always flushed; K is the dword after", "v2, v0, v1, {k}"),
    ):
        t = FloatTest(name, text, F32, None)
        for k in (f32(1.0), x, f32(-1.0), 0x80000001, 0x7F800000):
            t.f = (lambda a, b, m, k=k: unfused(F32, a, k, b, m)) if name == "v_madmk_f32" else (lambda a, b, m, k=k: unfused(F32, a, b, k, m))
            t.code(f"{name} {order.format(k=hex(k))}")
            t.pairs("edge values", cross(EDGES32))
            t.pairs("where fused and unfused differ", [(x, f32(-1.0)), (x, x), (f32(1.1), f32(-1.1)), (0x3F800001, 0x3F800001)])
            t.pairs("denormals are flushed though MODE keeps them", [(1, f32(1.0)), (f32(1.0), 0x80000001), (0x00400000, 0x00400000)])
            t.pairs("inactive lanes keep their value", few(cross(EDGES32)), exec=ODD_EXEC)
            t.pairs("EXEC = 0", few(cross(EDGES32)), exec=0)
        t.code(f"{name} {order.format(k='0x40490fdb').replace('v0', 's0')}")
        k = 0x40490FDB
        bs = small
        t.f = (lambda a, b, m: unfused(F32, a, k, b, m)) if name == "v_madmk_f32" else (lambda a, b, m: unfused(F32, a, b, k, m))
        # The constant bus has room for the literal only; the decoder has to take a scalar all the same.
        t.lines.pop()
        t.code(f"{name} {order.format(k='0x40490fdb').replace('v0', '2.0')}")
        t.case("an inline constant beside K", {"v1": bs}, {"v2": [t.f(f32(2.0), b, Mode()) for b in bs]})
        t.write()

    # f16: no denormals here, on which the sources say too little.
    h = f16
    small = [h(0.0), h(-0.0), h(2.0), h(-1.5)]
    triples = [(a, b, c) for a in small for b in small for c in small]
    y = 0x3C20  # 1 + 2^-5: its square needs 11 bits, and fits
    z = 0x3C21
    lossy = [(z, z, h(-1.0)), (y, y, h(-1.0)), (h(1.1), h(-1.1), h(1.21))]
    t = MacTest("v_mac_f16", "D = S0 * S1 + D, not fused; D[31:16] = 0 on gfx8, kept from gfx9 on", F16,
                lambda a, b, c, m: unfused(F16, a, b, c, m, flush=False))
    nans = [(0x7C00, 0, h(1.0)), (0x7C00, h(1.0), 0xFC00), (h(1.0), h(1.0), 0x7E00), (0x7C01, h(1.0), h(1.0))]
    for form in ("_e32", "_e64"):
        t.code(f"{t.name}{form} v2, v0, v1")
        for on, keeps in ((GFX8, False), (GFX9, True)):
            what = "keeps" if keeps else "clears"
            t.triples(f"signs and zeros; {what} the upper half", triples, on=on, upper=0x12340000, keeps_upper=keeps)
            t.triples(f"inactive lanes; {what} the upper half", few(triples), on=on, upper=0x12340000, keeps_upper=keeps, exec=ODD_EXEC)
        for mode, title in enumerate(ROUNDINGS):
            t.triples(f"rounding {title}, where fused and unfused differ", lossy, 0x3F0 | mode << 2)
        t.triples("infinities and NaNs", nans)
    t.all_modifiers(triples)
    t.write()
    for name, text, order in (
        ("v_madmk_f16", "D = S0 * K + S1, not fused; D[31:16] = 0 on gfx8, kept from gfx9 on", "v2, v0, {k}, v1"),
        ("v_madak_f16", "D = S0 * S1 + K, not fused; D[31:16] = 0 on gfx8, kept from gfx9 on", "v2, v0, v1, {k}"),
    ):
        t = MacTest(name, text, F16, None)
        for k in (h(1.0), z, h(-1.5)):
            t.f = (lambda a, b, c, m, k=k: unfused(F16, a, k, b, m, False)) if name == "v_madmk_f16" else (lambda a, b, c, m, k=k: unfused(F16, a, b, k, m, False))
            t.code(f"{name} {order.format(k=hex(k))}")
            for on, keeps in ((GFX8, False), (GFX9, True)):
                what = "keeps" if keeps else "clears"
                t.triples(f"{what} the upper half", triples, on=on, upper=0x12340000, keeps_upper=keeps)
                t.triples(f"where fused and unfused differ; {what} the upper half", lossy, on=on, upper=0x12340000, keeps_upper=keeps)
                t.triples(f"inactive lanes; {what} the upper half", few(triples), on=on, upper=0x12340000, keeps_upper=keeps, exec=ODD_EXEC)
        t.write()


def scaling():
    """V_LDEXP: the exponent may be huge, and the result is rounded once."""
    values = [f32(1.0), f32(-1.5), 0, 0x80000000, 0x7F800000, 0xFF800000, 0x7FC00001, 0x3FFFFFFF]
    counts = [0, 1, M32, 127, M32 - 126, M32 - 148, 0x7FFFFFFF, 0x80000000]
    t = FloatTest("v_ldexp_f32", "D = S0 * 2^S1, S1 a signed integer; rounded once", F32, lambda a, b, m: ldexp(F32, a, s32(b), m))
    for form in ("_e32", "_e64"):
        t.code(f"{t.name}{form} v2, v0, v1")
        t.pairs("edge values", cross(values, counts))
        t.pairs("denormal results are rounded once", [(0x3FC00001, -149 & M32), (0x3F800001, -150 & M32), (0x3FC00000, -149 & M32), (0xBFFFFFFF, -127 & M32), (0x3F800003, -128 & M32)])
        t.pairs("signalling NaNs come out quiet", [(0x7F800001, 0), (0xFFA00000, 1)])
        t.pairs("denormal sources kept", [(1, 149), (0x80000003, 23), (0x007FFFFF, 1), (1, M32)])
        t.pairs("denormals flushed", [(1, 149), (0x80000003, 23), (f32(1.0), -130 & M32), (f32(-1.0), -140 & M32)], 0x300)
        t.pairs("inactive lanes keep their value", few(cross(values, counts)), exec=ODD_EXEC)
        t.pairs("EXEC = 0", few(cross(values, counts)), exec=0)
    t.code(f"{t.name}_e32 v2, 1.0, v1")
    t.case("inline 1.0", {"v1": [0, 1, 5, M32]}, {"v2": [f32(1.0), f32(2.0), f32(32.0), f32(0.5)]})
    t.code(f"{t.name}_e64 v2, v0, -2")
    t.case("an inline exponent", {"v0": [f32(1.0), f32(12.0)]}, {"v2": [f32(0.25), f32(3.0)]})
    t.modified(("-v0", "v1", ""), "NEG", cross(values, counts), lambda f: lambda a, b, m: f(a ^ F32.sign_bit, b, m))
    t.modified(("|v0|", "v1", ""), "ABS", cross(values, counts), lambda f: lambda a, b, m: f(a & ~F32.sign_bit, b, m))
    t.modified(("v0", "v1", " clamp"), "CLAMP", [(f32(0.25), 1), (f32(0.25), 9), (f32(-0.25), 1), (0x7FC00000, 1), (0x7F800000, 0)],
               lambda f: lambda a, b, m: clamp(F32, f(a, b, m), m))
    t.modified(("v0", "v1", " mul:4"), "OMOD with IEEE off and denormals flushed", [(f32(0.25), 1), (f32(1.5), 127), (0x80000000, 3)],
               lambda f: lambda a, b, m: omod(F32, f(a, b, m), 4, m), 0x100)
    t.write()
    values = [f16(1.0), f16(-1.5), 0, 0x8000, 0x7C00, 0xFC00, 0x7E01, 0x3FFF]
    counts = [0, 1, M16, 15, -14 & M16, -20 & M16, 0x7FFF, 0x8000]
    t = FloatTest("v_ldexp_f16", "D = S0 * 2^S1, S1 a signed 16-bit integer; D[31:16] = 0", F16, lambda a, b, m: ldexp(F16, a, s16(b), m))
    for form in ("_e32", "_e64"):
        t.code(f"{t.name}{form} v2, v0, v1")
        t.pairs("edge values; the upper halves of the sources do not matter", cross(values, counts))
        t.pairs("denormal results are rounded once", [(0x3E01, -24 & M16), (0x3C01, -25 & M16), (0x3E00, -24 & M16), (0xBFFF, -15 & M16), (0x3C03, -16 & M16)])
        t.pairs("signalling NaNs come out quiet", [(0x7C01, 0), (0xFD00, 1)])
        t.pairs("denormals flushed", [(1, 24), (0x8003, 10), (f16(1.0), -20 & M16), (f16(-1.0), -22 & M16)], 0x330)
        t.pairs("FP16_OVFL: overflow gives the largest finite value, infinities stay", [(f16(1.5), 20), (f16(-1.0), 0x7FFF), (0x7C00, 1)], 0x8003F0, GFX9)
        t.pairs("inactive lanes keep their value", few(cross(values, counts)), exec=ODD_EXEC)
    t.code(f"{t.name}_e64 v2, v0, -2")
    t.case("an inline exponent", {"v0": [f16(1.0), f16(12.0)]}, {"v2": [f16(0.25), f16(3.0)]})
    t.write()


def conversions():
    def norm(lowest, highest):
        def one(x):
            if F32.is_nan(x):
                return 0
            if F32.is_inf(x):
                return lowest if F32.sign(x) else highest
            v = F32.value(x) * highest
            n = floor_(v)
            rest = v - n
            n += rest > Fraction(1, 2) or rest == Fraction(1, 2) and n & 1
            return max(lowest, min(highest, n))

        return lambda a, b, m: one(a) & M16 | (one(b) & M16) << 16

    floor_ = lambda v: v.numerator // v.denominator
    values = [f32(0.0), f32(-0.0), f32(1.0), f32(-1.0), f32(0.5), f32(-0.25), f32(2.0), f32(-3.0),
              0x7F800000, 0xFF800000, 0x7FC00000, f32(0.125), f32(1e-10), 1, 0xFFC00001, f32(-0.75)]
    pairs = [(values[i], values[(3 * i + 1) % 16]) for i in range(16)] + [(values[i], values[(5 * i + 2) % 16]) for i in range(16)]
    for name, text, f in (
        ("v_cvt_pknorm_i16_f32", "D = S1 : S0, each times 32767, to the nearest even integer, within +-32767; NaN gives 0", norm(-32767, 32767)),
        ("v_cvt_pknorm_u16_f32", "D = S1 : S0, each times 65535, to the nearest even integer, within 0..65535; NaN gives 0", norm(0, 65535)),
    ):
        t = FloatTest(name, text, F32, f)
        for form in ("_e32", "_e64"):
            t.code(f"{name}{form} v2, v0, v1")
            t.pairs("edge values", pairs)
            t.pairs("inactive lanes keep their value", pairs, exec=ODD_EXEC)
            t.pairs("EXEC = 0", pairs, exec=0)
        on = lambda m0, m1: lambda f: lambda a, b, m: f(m0(a), m1(b), m)
        t.modified(("-v0", "|v1|", ""), "NEG and ABS", pairs, on(lambda a: a ^ F32.sign_bit, lambda b: b & ~F32.sign_bit))
        t.code(f"{name}_e64 v2, 1.0, -0.5")
        t.case("inline constants", {}, {"v2": f(f32(1.0), f32(-0.5), None)})
        t.write()

    rtz = lambda a, b, m: cvt(a, F32, F16, TOWARD_ZERO) | cvt(b, F32, F16, TOWARD_ZERO) << 16
    values = [0, 0x80000000, f32(1.0), f32(-1.5), 0x7F800000, 0xFF800000, f32(65504.0), f32(65535.0),
              f32(-1e10), 0x3F801FFF, 0xBF801FFF, f32(2.0**-14), f32(2.0**-15), f32(-(2.0**-24)), f32(2.0**-25), f32(-(2.0**-26))]
    pairs = [(values[i], values[(7 * i + 3) % 16]) for i in range(16)] + [(values[i], values[i]) for i in range(16)]
    t = FloatTest("v_cvt_pkrtz_f16_f32", "D = S1 : S0 as f16, rounded toward zero whatever MODE says; overflow gives the largest finite", F32, rtz)
    for form in ("_e32", "_e64"):
        t.code(f"{t.name}{form} v2, v0, v1")
        t.pairs("edge values", pairs)
        for mode, title in list(enumerate(ROUNDINGS))[1:3]:
            t.pairs(f"MODE rounds {title}, which does not matter", pairs, 0x3F0 | mode | mode << 2)
        t.pairs("inactive lanes keep their value", pairs, exec=ODD_EXEC)
        t.pairs("EXEC = 0", pairs, exec=0)
    t.modified(("-v0", "|v1|", ""), "NEG and ABS", pairs, lambda f: lambda a, b, m: f(a ^ F32.sign_bit, b & ~F32.sign_bit, m))
    t.write()

    def accumulate(a, n, old):
        if F32.is_nan(a):
            byte = 0
        elif F32.is_inf(a):
            byte = 0 if F32.sign(a) else 255
        else:
            v = F32.value(a)
            k = floor_(v)
            k += v - k > Fraction(1, 2) or v - k == Fraction(1, 2) and k & 1
            byte = max(0, min(255, k))
        shift = (n & 3) * 8
        return old & ~(0xFF << shift) & M32 | byte << shift

    values = [f32(x) for x in (0.0, 0.5, 1.5, 2.5, 254.5, 255.5, -1.0, 1e9)] + [0x7F800000, 0xFF800000, 0x7FC00000, f32(-0.0), f32(100.25), f32(77.75)]
    pairs = [(a, n) for a in values for n in (0, 1, 2, 0xFFFFFFFF)]
    t = Test("v_cvt_pkaccum_u8_f32", "byte S1[1:0] of D = S0 to the nearest even integer (MODE), within 0..255, NaN gives 0; the other bytes stay")
    for form in ("_e32", "_e64"):
        t.code(f"{t.name}{form} v2, v0, v1")
        ins = {"v0": [a for a, _ in pairs], "v1": [b for _, b in pairs], "v2": 0x11223344}
        out = {"v2": [accumulate(a, b, 0x11223344) for a, b in pairs]}
        t.case("edge values, every byte", ins, out)
        t.case("inactive lanes keep their value", {**ins, "exec": ODD_EXEC}, out)
        t.case("EXEC = 0", {**ins, "exec": 0}, {})
    t.write()


def vop3a(t, text, words):
    """An instruction of gfx6 and gfx7 that CLRX has, but not LLVM."""
    t.lines += [f"code {text}", f"  gfx6 gfx7: {words} | {text} !"]


def lane_operations():
    t = Test("v_cndmask_b32", "D = bit of this lane in VCC (VOP3: in S2) ? S1 : S0")
    mask, ins = 0xF00F0123456789AB, {"v0": [0x11111111, 0x80000000], "v1": [0x22222222, 0x7FC00000]}
    choose = lambda m, a, b: [(b if m >> i & 1 else a)[i % 2] for i in range(64)]
    plain = (ins["v0"], ins["v1"])
    t.code("v_cndmask_b32_e32 v2, v0, v1, vcc")
    for m in (0, ALL, mask):
        t.case(f"VCC = 0x{m:x}", {**ins, "vcc": m}, {"v2": choose(m, *plain)})
    t.case("inactive lanes keep their value", {**ins, "vcc": mask, "exec": ODD_EXEC}, {"v2": choose(mask, *plain)})
    t.case("EXEC = 0", {**ins, "vcc": mask, "exec": 0}, {})
    t.code("v_cndmask_b32_e32 v2, -1, v1, vcc")
    t.case("an inline constant", {"v1": 0x22222222, "vcc": mask}, {"v2": choose(mask, [M32] * 2, [0x22222222] * 2)})
    t.code("v_cndmask_b32_e64 v2, v0, v1, s[4:5]")
    t.case("VOP3 reads the pair that it names, not VCC", {**ins, "vcc": 0, "s[4:5]": mask}, {"v2": choose(mask, *plain)})
    t.case("VOP3: inactive lanes keep their value", {**ins, "s[4:5]": mask, "exec": ODD_EXEC}, {"v2": choose(mask, *plain)})
    t.code("v_cndmask_b32_e64 v2, v0, v1, vcc")
    t.case("VOP3 with VCC", {**ins, "vcc": mask}, {"v2": choose(mask, *plain)})
    t.code("v_cndmask_b32_e64 v0, 0, -1, s[4:5]")
    t.case("VOP3: two inline constants, a mask as 0 and -1", {"s[4:5]": mask}, {"v0": choose(mask, [0, 0], [M32, M32])})
    t.code("v_cndmask_b32_e64 v2, -v0, |v1|, s[4:5]")
    floats = {"v0": [f32(1.5), f32(-2.0)], "v1": [f32(-3.0), f32(4.0)]}
    t.case("VOP3: NEG and ABS change the sign bit", {**floats, "s[4:5]": mask},
           {"v2": choose(mask, [f32(-1.5), f32(2.0)], [f32(3.0), f32(4.0)])})
    t.write()

    for name, text, count in (
        ("v_mbcnt_lo_u32_b32", "D = S1 + ones of S0 below this lane; lanes 32 to 63 count all 32 bits", lambda i, x: bits_set(x & ((1 << min(i, 32)) - 1))),
        ("v_mbcnt_hi_u32_b32", "D = S1 + ones of S0 below this lane less 32; lanes 0 to 31 count none", lambda i, x: bits_set(x & ((1 << max(i - 32, 0)) - 1))),
    ):
        t = Test(name, text)
        result = lambda x, y: [count(i, x) + y & M32 for i in range(64)]
        for form in ("_e32", "_e64"):
            t.code(f"{name}{form} v2, v0, v1")
            for x in (0, M32, 0xA5A5F00F, 0x80000001):
                t.case(f"S0 = 0x{x:08x}", {"v0": x, "v1": 0}, {"v2": result(x, 0)})
            t.case("S1 is added, and wraps", {"v0": M32, "v1": 0xFFFFFFF0}, {"v2": result(M32, 0xFFFFFFF0)})
            t.case("inactive lanes keep their value, and count", {"v0": M32, "v1": 7, "exec": ODD_EXEC}, {"v2": result(M32, 7)})
            t.case("EXEC = 0", {"v0": M32, "v1": 7, "exec": 0}, {})
            t.code(f"{name}{form} v2, -1, v1")
            t.case("all ones: the lane number", {"v1": 0}, {"v2": result(M32, 0)})
        t.code(f"{name}_e64 v2, s0, 0")
        t.case("a scalar mask", {"s0": 0xDEADBEEF}, {"v2": result(0xDEADBEEF, 0)})
        t.write()

    # These ignore EXEC; the lane number counts modulo 64.
    t = Test("v_readlane_b32", "SDST = lane S1[5:0] of S0, whatever EXEC says")
    values = {"v0": [0x1000 + i for i in range(64)]}
    t.code("v_readlane_b32 s2, v0, s1")
    for lane in (0, 1, 31, 32, 63, 64, 65, M32, 0x80000000):
        t.case(f"lane number 0x{lane:x} in an SGPR", {**values, "s1": lane}, {"s2": 0x1000 + lane % 64})
    t.case("an inactive lane", {**values, "s1": 5, "exec": 1}, {"s2": 0x1005})
    t.case("EXEC = 0", {**values, "s1": 63, "exec": 0}, {"s2": 0x103F})
    t.code("v_readlane_b32 s1, v0, s1")
    t.case("the destination is the lane number", {**values, "s1": 9}, {"s1": 0x1009})
    t.code("v_readlane_b32 s2, v0, m0")
    t.case("lane number in M0", {**values, "m0": 0x47}, {"s2": 0x1007})
    t.code("v_readlane_b32 s2, v0, 63")
    t.case("an inline lane number", values, {"s2": 0x103F})
    t.code("v_readlane_b32 vcc_hi, v0, 3")
    t.case("into VCC_HI", values, {"vcc_hi": 0x1003})
    t.code("v_readlane_b32 m0, v0, 3")
    t.case("into M0", values, {"m0": 0x1003})
    vop3a(t, "v_readlane_b32_e64 s2, v0, s1", "d2020002 00000300")
    for lane in (0, 5, 63, 64, M32):
        t.case(f"VOP3a: lane number 0x{lane:x}", {**values, "s1": lane, "exec": 1}, {"s2": 0x1000 + lane % 64})
    vop3a(t, "v_readlane_b32_e64 vcc_hi, v31, m0", "d202006b 0000f91f")
    t.case("VOP3a: lane number in M0", {"v31.7": 0x1234, "m0": 7, "exec": 0}, {"vcc_hi": 0x1234})
    vop3a(t, "v_readlane_b32_e64 s2, v0, 63", "d2020002 00017f00")
    t.case("VOP3a: an inline lane number", values, {"s2": 0x103F})
    t.write()

    t = Test("v_writelane_b32", "lane S1[5:0] of VDST = scalar S0, whatever EXEC says; the other lanes stay")
    t.code("v_writelane_b32 v2, s0, m0")
    for lane in (0, 1, 31, 32, 63, 64, 65, M32, 0x80000000):
        t.case(f"lane number 0x{lane:x} in M0", {"s0": 0xCAFE, "m0": lane}, {f"v2.{lane % 64}": 0xCAFE})
    t.case("an inactive lane", {"s0": 0xCAFE, "m0": 5, "exec": 1}, {"v2.5": 0xCAFE})
    t.case("EXEC = 0", {"s0": 0xCAFE, "m0": 63, "exec": 0}, {"v2.63": 0xCAFE})
    t.code("v_writelane_b32 v2, s0, 7")
    t.case("an inline lane number", {"s0": 0xCAFE}, {"v2.7": 0xCAFE})
    t.code("v_writelane_b32 v2, s0, s0")
    t.case("one SGPR as value and lane number", {"s0": 0x49}, {"v2.9": 0x49})
    t.code("v_writelane_b32 v2, -3, s1")
    t.case("an inline value", {"s1": 2}, {"v2.2": 0xFFFFFFFD})
    t.code("v_writelane_b32 v2, 1.0, s1")
    t.case("an inline float", {"s1": 2}, {"v2.2": f32(1.0)})
    t.code("v_writelane_b32 v2, vcc_lo, 0")
    t.case("from VCC_LO", {"vcc_lo": 0x77}, {"v2.0": 0x77})
    vop3a(t, "v_writelane_b32_e64 v2, s0, s1", "d2040002 00000200")
    for lane in (0, 5, 63, 64, M32):
        t.case(f"VOP3a: lane number 0x{lane:x}", {"s0": 0xCAFE, "s1": lane, "exec": 1}, {f"v2.{lane % 64}": 0xCAFE})
    vop3a(t, "v_writelane_b32_e64 v31, -3, m0", "d204001f 0000f8c3")
    t.case("VOP3a: an inline value, lane number in M0", {"m0": 7, "exec": 0}, {"v31.7": 0xFFFFFFFD})
    t.write()


def main():
    integers()
    carries()
    floats()
    minmax()
    multiply_add()
    scaling()
    conversions()
    lane_operations()


if __name__ == "__main__":
    main()
