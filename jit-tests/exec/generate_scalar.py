#!/usr/bin/env python3
"""Writes the SOP2 and SOPC tests whose expected values follow from one formula per instruction.

The formulas are those of the manual's chapters "SOP2 instructions" and "SOPC instructions" (CLRX GCN
documentation), with the corrections that the comments name. Run assemble.py afterwards.
"""

import pathlib

from model import M32, M64, s32, s64

HERE = pathlib.Path(__file__).parent
HEAD = "# Written by {}.\n"

WORDS = [
    (0, 0),
    (0, 1),
    (1, 0),
    (1, 1),
    (5, 3),
    (M32, 0),
    (0, M32),
    (M32, 1),
    (1, M32),
    (M32, M32),
    (0x7FFFFFFF, 1),
    (1, 0x7FFFFFFF),
    (0x7FFFFFFF, 0x7FFFFFFF),
    (0x80000000, 1),
    (1, 0x80000000),
    (0x80000000, 0x80000000),
    (0x80000000, M32),
    (0x7FFFFFFF, 0x80000000),
    (0x80000000, 0x7FFFFFFF),
    (0x12345678, 0x9ABCDEF0),
    (0xDEADBEEF, 0xDEADBEEF),
]
QUADS = [
    (0, 0),
    (0, M64),
    (M64, 0),
    (M64, M64),
    (1, 1 << 32),
    (1 << 63, 1 << 63),
    (0xFFFFFFFF00000000, 0x00000000FFFFFFFF),
    (0xFFFFFFFF00000000, 0xFFFFFFFF00000000),
    (0x00000000FFFFFFFF, 0x00000001FFFFFFFF),
    (0x0123456789ABCDEF, 0xFEDCBA9876543210),
    (0x0123456789ABCDEF, 0x0F0F0F0FF0F0F0F0),
]
# Shift counts up to, at and past the width.
SHIFTS32 = [
    (v, n)
    for v in (0x80000001, 0x7FFFFFFF, 0)
    for n in (0, 1, 31, 32, 33, 0xFFFFFFFF, 0x80000000)
]
SHIFTS64 = [
    (v, n)
    for v in (0x8000000000000001, 0x7FFFFFFF80000000, 0)
    for n in (0, 1, 31, 32, 33, 63, 64, 65, 0xFFFFFFFF)
]
BIT_RANGES = [(1, 31), (31, 1), (0, 0), (4, 8), (31, 31), (32, 0), (33, 4), (4, 33), (5, 36), (0xFFFFFFFF, 0)]
BIT_RANGES64 = BIT_RANGES + [(63, 1), (1, 63), (40, 20), (63, 63), (64, 0), (65, 4)]


def bfe_cases(values, widths, offsets):
    return [(v, n << 16 | o) for v in values for n in widths for o in offsets]


# Length is 7 bits at 16; the offset's upper bits and bits 23 and up must not matter.
BFE32 = bfe_cases((0x89ABCDEF, 0x00000080), (0, 1, 8, 32, 33, 127), (0, 4, 28)) + [
    (0x89ABCDEF, 0xFF80FFE4),
    (0x89ABCDEF, 0xFF88FFE4),
    (0xFFFFFFFF, 0x00010000),
    (0x80000000, 0x0001001F),
]
BFE64 = bfe_cases((0x89ABCDEF01234567, 0x80), (0, 1, 8, 40, 64, 65, 127), (0, 4, 60)) + [
    (0x89ABCDEF01234567, 0xFF80FFC4),
    (0x89ABCDEF01234567, 0xFF88FFC4),
]


def bfe(x, control, width, signed):
    """Length 0 gives 0; a range that passes the top is a plain shift."""
    shift, length = control & (width - 1), control >> 16 & 0x7F
    if length == 0:
        return 0
    x &= (1 << width) - 1
    if shift + length < width:
        x = x >> shift & ((1 << length) - 1)
        negative = x >> (length - 1) & 1
        return (x - (negative << length) if signed else x) & ((1 << width) - 1)
    if signed and x >> (width - 1):
        x -= 1 << width
    return x >> shift & ((1 << width) - 1)


def overflow(x):
    return int(not -(1 << 31) <= x < 1 << 31)


def shifted_add(n):
    # The shifted value keeps its 34 bits, so that bits shifted out reach the carry.
    return lambda a, b, c: (((a << n) + b) & M32, int((a << n) + b > M32))


def logic(f, mask):
    return lambda a, b, c: (f(a, b) & mask, int(f(a, b) & mask != 0))


def with_scc(f):
    """SCC = the result is not zero."""

    def op(a, b, c):
        r = f(a, b)
        return r, int(r != 0)

    return op


def plain(f):
    """SCC stays."""
    return lambda a, b, c: (f(a, b), None)


# name: (formula for the reader, widths of D, S0, S1 in dwords, inputs, reads SCC, f(a, b, scc) -> D, SCC)
SOP2 = {
    "s_add_u32": ("D = S0 + S1; SCC = carry out", (1, 1, 1), WORDS, False, lambda a, b, c: ((a + b) & M32, a + b >> 32)),
    "s_sub_u32": ("D = S0 - S1; SCC = borrow, one bit", (1, 1, 1), WORDS, False, lambda a, b, c: ((a - b) & M32, int(a < b))),
    "s_add_i32": ("D = S0 + S1; SCC = signed overflow", (1, 1, 1), WORDS, False, lambda a, b, c: ((a + b) & M32, overflow(s32(a) + s32(b)))),
    "s_sub_i32": ("D = S0 - S1; SCC = signed overflow (documented so for gfx6 too)", (1, 1, 1), WORDS, False, lambda a, b, c: ((a - b) & M32, overflow(s32(a) - s32(b)))),
    "s_addc_u32": ("D = S0 + S1 + SCC; SCC = carry out of the 33-bit sum", (1, 1, 1), WORDS, True, lambda a, b, c: ((a + b + c) & M32, a + b + c >> 32)),
    "s_subb_u32": ("D = S0 - S1 - SCC; SCC = borrow of the 33-bit difference", (1, 1, 1), WORDS, True, lambda a, b, c: ((a - b - c) & M32, int(a < b + c))),
    "s_min_i32": ("D = min(S0, S1) signed; SCC = S0 < S1", (1, 1, 1), WORDS, False, lambda a, b, c: (min(s32(a), s32(b)) & M32, int(s32(a) < s32(b)))),
    "s_min_u32": ("D = min(S0, S1); SCC = S0 < S1", (1, 1, 1), WORDS, False, lambda a, b, c: (min(a, b), int(a < b))),
    "s_max_i32": ("D = max(S0, S1) signed; SCC = S0 > S1", (1, 1, 1), WORDS, False, lambda a, b, c: (max(s32(a), s32(b)) & M32, int(s32(a) > s32(b)))),
    "s_max_u32": ("D = max(S0, S1); SCC = S0 > S1", (1, 1, 1), WORDS, False, lambda a, b, c: (max(a, b), int(a > b))),
    "s_cselect_b32": ("D = SCC ? S0 : S1; SCC stays", (1, 1, 1), WORDS[4:8], True, lambda a, b, c: (a if c else b, None)),
    "s_cselect_b64": ("D = SCC ? S0 : S1; SCC stays", (2, 2, 2), QUADS[5:10], True, lambda a, b, c: (a if c else b, None)),
    "s_lshl_b32": ("D = S0 << S1[4:0]; SCC = D != 0", (1, 1, 1), SHIFTS32, False, with_scc(lambda a, b: a << (b & 31) & M32)),
    "s_lshl_b64": ("D = S0 << S1[5:0]; SCC = D != 0", (2, 2, 1), SHIFTS64, False, with_scc(lambda a, b: a << (b & 63) & M64)),
    "s_lshr_b32": ("D = S0 >> S1[4:0]; SCC = D != 0", (1, 1, 1), SHIFTS32, False, with_scc(lambda a, b: a >> (b & 31))),
    "s_lshr_b64": ("D = S0 >> S1[5:0]; SCC = D != 0", (2, 2, 1), SHIFTS64, False, with_scc(lambda a, b: a >> (b & 63))),
    "s_ashr_i32": ("D = signed S0 >> S1[4:0]; SCC = D != 0", (1, 1, 1), SHIFTS32, False, with_scc(lambda a, b: s32(a) >> (b & 31) & M32)),
    "s_ashr_i64": ("D = signed S0 >> S1[5:0]; SCC = D != 0", (2, 2, 1), SHIFTS64, False, with_scc(lambda a, b: s64(a) >> (b & 63) & M64)),
    "s_bfm_b32": ("D = ((1 << S0[4:0]) - 1) << S1[4:0]; a count of 32 means 0; SCC stays", (1, 1, 1), BIT_RANGES, False, plain(lambda a, b: ((1 << (a & 31)) - 1) << (b & 31) & M32)),
    "s_bfm_b64": ("D = ((1 << S0[5:0]) - 1) << S1[5:0]; a count of 64 means 0; SCC stays", (2, 1, 1), BIT_RANGES64, False, plain(lambda a, b: ((1 << (a & 63)) - 1) << (b & 63) & M64)),
    "s_mul_i32": ("D = low half of S0 * S1; SCC stays", (1, 1, 1), WORDS, False, plain(lambda a, b: a * b & M32)),
    "s_mul_hi_u32": ("D = high half of unsigned S0 * S1; SCC stays", (1, 1, 1), WORDS, False, plain(lambda a, b: a * b >> 32)),
    "s_mul_hi_i32": ("D = high half of signed S0 * S1, both sign-extended; SCC stays", (1, 1, 1), WORDS, False, plain(lambda a, b: s32(a) * s32(b) >> 32 & M32)),
    "s_bfe_u32": ("D = S1[22:16] bits of S0 from bit S1[4:0]; length 0 gives 0; SCC = D != 0", (1, 1, 1), BFE32, False, with_scc(lambda a, b: bfe(a, b, 32, False))),
    "s_bfe_i32": ("D = S1[22:16] bits of S0 from bit S1[4:0], sign-extended; length 0 gives 0; SCC = D != 0", (1, 1, 1), BFE32, False, with_scc(lambda a, b: bfe(a, b, 32, True))),
    "s_bfe_u64": ("D = S1[22:16] bits of S0 from bit S1[5:0]; length 0 gives 0; SCC = D != 0", (2, 2, 1), BFE64, False, with_scc(lambda a, b: bfe(a, b, 64, False))),
    "s_bfe_i64": ("D = S1[22:16] bits of S0 from bit S1[5:0], sign-extended; length 0 gives 0; SCC = D != 0.\n# D and S0 are 64 bits wide, S1 is 32", (2, 2, 1), BFE64, False, with_scc(lambda a, b: bfe(a, b, 64, True))),
    "s_absdiff_i32": ("D = |S0 - S1|, the difference formed in 32 bits, |INT_MIN| wraps; SCC = D != 0", (1, 1, 1), WORDS, False, with_scc(lambda a, b: abs(s32(a - b)) & M32)),
    "s_pack_ll_b32_b16": ("D = S1[15:0] : S0[15:0]; SCC stays", (1, 1, 1), WORDS[19:], False, plain(lambda a, b: a & 0xFFFF | (b & 0xFFFF) << 16)),
    "s_pack_lh_b32_b16": ("D = S1[31:16] : S0[15:0]; SCC stays", (1, 1, 1), WORDS[19:], False, plain(lambda a, b: a & 0xFFFF | b & 0xFFFF0000)),
    "s_pack_hh_b32_b16": ("D = S1[31:16] : S0[31:16]; SCC stays", (1, 1, 1), WORDS[19:], False, plain(lambda a, b: a >> 16 | b & 0xFFFF0000)),
}
for n in (1, 2, 3, 4):
    inputs = WORDS + [(1 << 31, 0), (1 << (32 - n), 0), ((1 << (32 - n)) - 1, 0), ((1 << (32 - n)) - 1, 1 << n)]
    SOP2[f"s_lshl{n}_add_u32"] = (
        f"D = (S0 << {n}) + S1; SCC = carry out, with the bits that the shift pushes out",
        (1, 1, 1), inputs, False, shifted_add(n),
    )
for name, text, f in (
    ("and", "S0 & S1", lambda a, b: a & b),
    ("or", "S0 | S1", lambda a, b: a | b),
    ("xor", "S0 ^ S1", lambda a, b: a ^ b),
    ("andn2", "S0 & ~S1", lambda a, b: a & ~b),
    ("orn2", "S0 | ~S1", lambda a, b: a | ~b),
    ("nand", "~(S0 & S1)", lambda a, b: ~(a & b)),
    ("nor", "~(S0 | S1)", lambda a, b: ~(a | b)),
    ("xnor", "~(S0 ^ S1)", lambda a, b: ~(a ^ b)),
):
    for bits, widths, inputs, mask in ((32, (1, 1, 1), WORDS, M32), (64, (2, 2, 2), QUADS, M64)):
        SOP2[f"s_{name}_b{bits}"] = (f"D = {text}; SCC = D != 0", widths, inputs, False, logic(f, mask))


# name: (formula, widths of S0, S1, inputs, f(a, b) -> SCC)
SOPC = {}
for name, text, f in (
    ("eq", "==", lambda a, b: a == b),
    ("lg", "!=", lambda a, b: a != b),
    ("gt", ">", lambda a, b: a > b),
    ("ge", ">=", lambda a, b: a >= b),
    ("lt", "<", lambda a, b: a < b),
    ("le", "<=", lambda a, b: a <= b),
):
    SOPC[f"s_cmp_{name}_i32"] = (f"SCC = signed S0 {text} S1", (1, 1), WORDS, lambda a, b, f=f: f(s32(a), s32(b)))
    SOPC[f"s_cmp_{name}_u32"] = (f"SCC = S0 {text} S1", (1, 1), WORDS, f)
    if name in ("eq", "lg"):
        note = "; not-equal, whatever the manual's sentence says" if name == "lg" else ""
        SOPC[f"s_cmp_{name}_u64"] = (f"SCC = 64-bit S0 {text} S1{note}", (2, 2), QUADS, f)
BITS32 = SHIFTS32 + [(0xFFFFFFFE, 0), (0xFFFFFFFE, 32), (1 << 20, 20), (1 << 20, 52)]
BITS64 = SHIFTS64 + [(1 << 40, 40), (1 << 40, 8), (1 << 40, 104), (~(1 << 40) & M64, 40)]
for bit in (0, 1):
    SOPC[f"s_bitcmp{bit}_b32"] = (f"SCC = bit S1[4:0] of S0 is {bit}", (1, 1), BITS32, lambda a, b, bit=bit: a >> (b & 31) & 1 == bit)
    SOPC[f"s_bitcmp{bit}_b64"] = (f"SCC = bit S1[5:0] of S0 is {bit}", (2, 1), BITS64, lambda a, b, bit=bit: a >> (b & 63) & 1 == bit)


def register(first, width):
    return f"s{first}" if width == 1 else f"s[{first}:{first + 1}]"


def number(x, width):
    return f"0x{x:0{8 * width}x}"


def inline_float(width):
    """0.5 in an operand of that width: the pattern of f32 or of f64."""
    return 0x3F000000 if width == 1 else 0x3FE0000000000000


def sop2(name):
    text, (dw, aw, bw), inputs, reads, f = SOP2[name]
    d, s0, s1 = register(4, dw), register(0, aw), register(2, bw)
    out = [HEAD.format("generate_scalar.py") + f"# {name}: {text}."]

    def case(code, title, sets, a, b):
        out.append(f"code {name} {code}")
        cases(title, sets, a, b, code.split(",")[0])

    def cases(title, sets, a, b, dest):
        for scc in (0, 1) if reads else (None,):
            value, flag = f(a, b, scc)
            out.append(f"case {title}" + (f", scc={scc}" if scc is not None else ""))
            sets_scc = f"scc={scc}" if scc is not None else ""
            out.append(("  in  " + " ".join([*sets, sets_scc])).rstrip())
            out.append(f"  out {dest}={number(value, dw)}" + (f" scc={flag}" if flag is not None else ""))

    out.append(f"code {name} {d}, {s0}, {s1}")
    for a, b in inputs:
        a_, b_ = number(a, aw), number(b, bw)
        cases(f"{a_}, {b_}", [f"{s0}={a_}", f"{s1}={b_}"], a, b, d)
    # Operand forms: destination over each source, one source twice, inline constants, a literal.
    a, b = inputs[-1]
    a_, b_ = f"{s0}={number(a, aw)}", f"{s1}={number(b, bw)}"
    if dw == aw:
        case(f"{s0}, {s0}, {s1}", "the destination is the first source", [a_, b_], a, b)
    elif dw == 2:
        case(f"s[0:1], {s0}, {s1}", "the destination covers the first source", [a_, b_], a, b)
    dest = register(2, dw)
    case(f"{dest}, {s0}, {s1}", "the destination is or covers the second source", [a_, b_], a, b)
    if aw == bw:
        case(f"{d}, {s0}, {s0}", "one source twice", [a_], a, a)
    int_b, mask_a = 64, (1 << 32 * aw) - 1
    case(f"{d}, -16, {s1}", "inline -16, sign-extended to the operand's width", [b_], -16 & mask_a, b)
    case(f"{d}, {s0}, 64", "inline 64", [a_], a, int_b)
    case(f"{d}, 0.5, {s1}", "inline 0.5 is the float's bits in the operand's width", [b_], inline_float(aw), b)
    literal = 0x9ABCDEF1
    wide = s32(literal) & M64 if name.endswith("_i64") and aw == 2 else literal
    case(f"{d}, 0x{literal:x}, {s1}", "a literal" + {1: "", 2: ", extended as the operand's type says"}[aw], [b_], wide, b)
    if bw == 1:
        case(f"{d}, {s0}, 0x{literal:x}", "a literal as second source", [a_], a, literal)
    return "\n".join(out) + "\n"


def sopc(name):
    text, (aw, bw), inputs, f = SOPC[name]
    s0, s1 = register(0, aw), register(2, bw)
    out = [HEAD.format("generate_scalar.py") + f"# {name}: {text}.", f"code {name} {s0}, {s1}"]

    def case(title, sets, a, b):
        # The opposite before, so that the write is seen.
        scc = int(f(a, b))
        out.append(f"case {title}\n  in  {' '.join([*sets, f'scc={1 - scc}'])}\n  out scc={scc}")

    for a, b in inputs:
        a_, b_ = number(a, aw), number(b, bw)
        case(f"{a_}, {b_}", [f"{s0}={a_}", f"{s1}={b_}"], a, b)
    a, b = inputs[-1]
    a_, b_ = f"{s0}={number(a, aw)}", f"{s1}={number(b, bw)}"
    if aw == bw:
        out.append(f"code {name} {s0}, {s0}")
        case("one source twice", [a_], a, a)
    out.append(f"code {name} -16, {s1}")
    case("inline -16, sign-extended to the operand's width", [b_], -16 & ((1 << 32 * aw) - 1), b)
    out.append(f"code {name} {s0}, 64")
    case("inline 64", [a_], a, 64)
    case("inline 64, equal", [f"{s0}={number(64, aw)}"], 64, 64)
    out.append(f"code {name} 0.5, {s1}")
    half = inline_float(aw)
    case("inline 0.5 is the float's bits in the operand's width", [b_], half, b)
    if aw == bw:
        case("inline 0.5, equal", [f"{s1}={number(half, bw)}"], half, half)
    out.append(f"code {name} 0x9abcdef1, {s1}")
    case("a literal", [b_], 0x9ABCDEF1, b)
    if bw == aw:
        case("a literal, equal", [f"{s1}={number(0x9ABCDEF1, bw)}"], 0x9ABCDEF1, 0x9ABCDEF1)
    return "\n".join(out) + "\n"


def main():
    for directory, names, write in (("sop2", SOP2, sop2), ("sopc", SOPC, sopc)):
        (HERE / directory).mkdir(exist_ok=True)
        for name in names:
            (HERE / directory / f"{name}.gcn").write_text(write(name))


if __name__ == "__main__":
    main()
