#!/usr/bin/env python3
"""Writes the SOP1 and SOPK tests whose expected values follow from one formula per instruction.

The formulas are those of the manual's chapters "SOP1 instructions" and "SOPK instructions" (CLRX GCN
documentation), with the corrections that the comments name. Run assemble.py afterwards.
"""

import pathlib

from generate_scalar import inline_float, number, overflow, register
from model import M32, M64, bits_set, s32, s64

HERE = pathlib.Path(__file__).parent
HEAD = "# Written by generate_sop1.py.\n"

WORDS = [0, 1, 2, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0x80000001, 0xFFFFFFFE, M32, 0x12345678, 0xDEADBEEF, 0x00F01008]
QUADS = [
    0, 1, M64, 1 << 31, 1 << 32, 1 << 63, M64 >> 1, M32, M32 << 32, M64 - 1,
    0x0123456789ABCDEF, 0xFEDCBA9876543210, 0x00F0100000000008, 0xFFFFFFFF80000000, 0x000000007FFFFFFF,
]
BIT_NUMBERS = [0, 1, 31, 32, 33, 63, 64, 65, M32, 0x80000005]


def find(bits, wanted, order):
    """The number of the first bit, in the order given, that is `wanted`; -1 when there is none."""
    return lambda a: next((i for i, n in enumerate(order(bits)) if a >> n & 1 == wanted), M32)


def upward(bits):
    return range(bits)


def downward(bits):
    return range(bits - 1, -1, -1)


def sign_change(bits):
    """Bits skipped from the top until one differs from the sign; -1 when none does."""
    return lambda a: find(bits, 1 - (a >> (bits - 1) & 1), downward)(a)


def quads(a, bits):
    return [a >> i & 15 != 0 for i in range(0, bits, 4)]


def wqm(bits):
    return lambda a: sum(15 << 4 * i for i, q in enumerate(quads(a, bits)) if q)


def quadmask(bits):
    return lambda a: sum(1 << i for i, q in enumerate(quads(a, bits)) if q)


def reverse(bits):
    return lambda a: int(f"{a:0{bits}b}"[::-1], 2)


def sext(bits):
    return lambda a: ((a & (1 << bits) - 1) ^ 1 << (bits - 1)) - (1 << (bits - 1)) & M32


# name: (formula for the reader, widths of D and S0 in dwords, inputs, whether SCC = (D != 0), f(S0) -> D)
SOP1 = {
    # The unsigned and signed bit searches say "not found" with -1; SCC stays.
    "s_mov_b32": ("D = S0; SCC stays", (1, 1), WORDS, False, lambda a: a),
    "s_mov_b64": ("D = S0; SCC stays", (2, 2), QUADS, False, lambda a: a),
    "s_not_b32": ("D = ~S0; SCC = D != 0", (1, 1), WORDS, True, lambda a: ~a & M32),
    "s_not_b64": ("D = ~S0; SCC = D != 0", (2, 2), QUADS, True, lambda a: ~a & M64),
    "s_wqm_b32": ("D = 15 in each group of four bits that has a bit set in S0; SCC = D != 0", (1, 1), WORDS, True, wqm(32)),
    "s_wqm_b64": ("D = 15 in each group of four bits that has a bit set in S0; SCC = D != 0", (2, 2), QUADS, True, wqm(64)),
    "s_brev_b32": ("D = S0 with its bits reversed; SCC stays", (1, 1), WORDS, False, reverse(32)),
    "s_brev_b64": ("D = S0 with its bits reversed; SCC stays", (2, 2), QUADS, False, reverse(64)),
    "s_bcnt0_i32_b32": ("D = number of zero bits of S0; SCC = D != 0", (1, 1), WORDS, True, lambda a: 32 - bits_set(a)),
    "s_bcnt0_i32_b64": ("D = number of zero bits of S0; SCC = D != 0", (1, 2), QUADS, True, lambda a: 64 - bits_set(a)),
    "s_bcnt1_i32_b32": ("D = number of one bits of S0; SCC = D != 0", (1, 1), WORDS, True, bits_set),
    "s_bcnt1_i32_b64": ("D = number of one bits of S0; SCC = D != 0", (1, 2), QUADS, True, bits_set),
    "s_ff0_i32_b32": ("D = number of the lowest zero bit of S0, or -1; SCC stays", (1, 1), WORDS, False, find(32, 0, upward)),
    "s_ff0_i32_b64": ("D = number of the lowest zero bit of S0, or -1; SCC stays", (1, 2), QUADS, False, find(64, 0, upward)),
    "s_ff1_i32_b32": ("D = number of the lowest one bit of S0, or -1; SCC stays", (1, 1), WORDS, False, find(32, 1, upward)),
    "s_ff1_i32_b64": ("D = number of the lowest one bit of S0, or -1; SCC stays", (1, 2), QUADS, False, find(64, 1, upward)),
    "s_flbit_i32_b32": ("D = zero bits above the highest one bit of S0, or -1; SCC stays", (1, 1), WORDS, False, find(32, 1, downward)),
    "s_flbit_i32_b64": ("D = zero bits above the highest one bit of S0, or -1; SCC stays", (1, 2), QUADS, False, find(64, 1, downward)),
    "s_flbit_i32": ("D = bits at the top of S0 that equal its sign, -1 if all do (0 and -1); SCC stays", (1, 1), WORDS, False, sign_change(32)),
    "s_flbit_i32_i64": ("D = bits at the top of S0 that equal its sign, in 64 bits, -1 if all do; SCC stays", (1, 2), QUADS, False, sign_change(64)),
    "s_sext_i32_i8": ("D = S0[7:0], sign-extended; SCC stays", (1, 1), WORDS, False, sext(8)),
    "s_sext_i32_i16": ("D = S0[15:0], sign-extended; SCC stays", (1, 1), WORDS, False, sext(16)),
    "s_quadmask_b32": ("bit i of D = one of bits 4i to 4i + 3 of S0 is set; SCC = D != 0", (1, 1), WORDS, True, quadmask(32)),
    "s_quadmask_b64": ("bit i of D = one of bits 4i to 4i + 3 of S0 is set; SCC = D != 0", (2, 2), QUADS, True, quadmask(64)),
    "s_abs_i32": ("D = |S0|, wrapping: |INT_MIN| = INT_MIN; SCC = D != 0", (1, 1), WORDS, True, lambda a: abs(s32(a)) & M32),
    # The manual shifts in 32 bits; the result has 64.
    "s_bitreplicate_b64_b32": ("D = S0 with every bit doubled; SCC stays", (2, 1), WORDS, False, lambda a: sum((a >> i & 1) * 3 << 2 * i for i in range(32))),
}

# name: (formula, widths of D and S0, inputs (D, S0, SCC or None), f(D, S0, SCC) -> D): D is read too, SCC stays.
SOP1_OLD = {}
for bits, width in ((32, 1), (64, 2)):
    mask = (1 << bits) - 1
    SOP1_OLD[f"s_cmov_b{bits}"] = (
        "D = SCC ? S0 : D; SCC stays", (width, width),
        [(mask // 3, mask // 5, scc) for scc in (0, 1)] + [(mask, 0, scc) for scc in (0, 1)],
        lambda d, a, scc: a if scc else d,
    )
    inputs = [(d, n, None) for d in (0, mask, mask // 3) for n in BIT_NUMBERS]
    SOP1_OLD[f"s_bitset0_b{bits}"] = (f"D = D without bit S0[{width + 3}:0]; SCC stays", (width, 1), inputs, lambda d, a, scc, bits=bits: d & ~(1 << a % bits))
    SOP1_OLD[f"s_bitset1_b{bits}"] = (f"D = D with bit S0[{width + 3}:0]; SCC stays", (width, 1), inputs, lambda d, a, scc, bits=bits: d | 1 << a % bits)

# name: (formula, f(S0, EXEC) -> EXEC). ORN2 and ORN1 are ORs, whatever the manual's operation says.
SAVEEXEC = {
    "and": ("S0 & EXEC", lambda a, e: a & e),
    "or": ("S0 | EXEC", lambda a, e: a | e),
    "xor": ("S0 ^ EXEC", lambda a, e: a ^ e),
    "andn2": ("S0 & ~EXEC", lambda a, e: a & ~e),
    "orn2": ("S0 | ~EXEC", lambda a, e: a | ~e),
    "nand": ("~(S0 & EXEC)", lambda a, e: ~(a & e)),
    "nor": ("~(S0 | EXEC)", lambda a, e: ~(a | e)),
    "xnor": ("~(S0 ^ EXEC)", lambda a, e: ~(a ^ e)),
    "andn1": ("~S0 & EXEC", lambda a, e: ~a & e),
    "orn1": ("~S0 | EXEC", lambda a, e: ~a | e),
}
MASKS = [
    (0, 0), (0, M64), (M64, 0), (M64, M64), (1 << 63, M64), (1, 1 << 63), (M32, M32 << 32), (M32, M32),
    (0x0123456789ABCDEF, 0xFEDCBA9876543210), (0x0123456789ABCDEF, 0x0F0F0F0FF0F0F0F0),
]

COMPARES = {
    "eq": ("==", lambda a, b: a == b),
    "lg": ("!=", lambda a, b: a != b),
    "gt": (">", lambda a, b: a > b),
    "ge": (">=", lambda a, b: a >= b),
    "lt": ("<", lambda a, b: a < b),
    "le": ("<=", lambda a, b: a <= b),
}
CONSTANTS = [0, 1, 0x1234, 0x7FFF, 0x8000, 0xFFFF]
COMPARED = [0, 1, 0x1234, 0x7FFF, 0x8000, 0xFFFF, 0xFFFF7FFF, 0xFFFF8000, 0x7FFFFFFF, 0x80000000, M32]


def sext16(k):
    return sext(16)(k)


class File:
    def __init__(self, name, text):
        self.lines = [HEAD + f"# {name}: {text}."]

    def code(self, text):
        self.lines.append("code " + text)

    def case(self, title, sets, gets):
        self.lines.append(f"case {title}")
        if sets:
            self.lines.append("  in  " + " ".join(sets))
        if gets:
            self.lines.append("  out " + " ".join(gets))

    def text(self):
        return "\n".join(self.lines) + "\n"


def literal_value(name, width):
    """0x9abcdef1 as a 64-bit operand: sign-extended where the operand is an i64."""
    return s32(0x9ABCDEF1) & M64 if name.endswith("_i64") and width == 2 else 0x9ABCDEF1


def constants(name, width):
    """(text, what it is, value) of the constants that a source of that width can be."""
    mask = (1 << 32 * width) - 1
    return [
        ("-16", "inline -16, sign-extended to the operand's width", -16 & mask),
        ("64", "inline 64", 64),
        ("0.5", "inline 0.5 is the float's bits in the operand's width", inline_float(width)),
        ("0x9abcdef1", "a literal" + ("" if width == 1 else ", extended as the operand's type says"), literal_value(name, width)),
    ]


def sop1(name):
    text, (dw, aw), inputs, flags, f = SOP1[name]
    d, s0 = register(4, dw), register(0, aw)
    out = File(name, text)

    def case(title, dest, sets, a):
        r = f(a)
        out.case(title, sets, [f"{dest}={number(r, dw)}"] + ([f"scc={int(r != 0)}"] if flags else []))

    out.code(f"{name} {d}, {s0}")
    for a in inputs:
        case(number(a, aw), d, [f"{s0}={number(a, aw)}"], a)
    a = inputs[-1]
    a_ = f"{s0}={number(a, aw)}"
    case("EXEC = 0", d, [a_, "exec=0"], a)
    over = register(0, dw)
    out.code(f"{name} {over}, {s0}")
    case("the destination is or covers the source", over, [a_], a)
    vcc = "vcc" if dw == 2 else "vcc_hi"
    out.code(f"{name} {vcc}, {s0}")
    case("into VCC", vcc, [a_], a)
    if aw == 2:
        out.code(f"{name} {d}, exec")
        case("EXEC as source", d, [f"exec={number(a, 2)}"], a)
    else:
        out.code(f"{name} {d}, m0")
        case("M0 as source", d, [f"m0={number(a, 1)}"], a)
    for constant, title, value in constants(name, aw):
        out.code(f"{name} {d}, {constant}")
        case(title, d, [], value)
    return out.text()


def sop1_old(name):
    text, (dw, aw), inputs, f = SOP1_OLD[name]
    d, s0 = register(4, dw), register(0, aw)
    out = File(name, text)

    def case(title, sets, old, a, scc):
        sets = [*sets, f"{d}={number(old, dw)}"] + ([] if scc is None else [f"scc={scc}"])
        out.case(title + ("" if scc is None else f", scc={scc}"), sets, [f"{d}={number(f(old, a, scc), dw)}"])

    out.code(f"{name} {d}, {s0}")
    for old, a, scc in inputs:
        case(f"{number(old, dw)}, {number(a, aw)}", [f"{s0}={number(a, aw)}"], old, a, scc)
    old, a, scc = inputs[-1]
    case("EXEC = 0", [f"{s0}={number(a, aw)}", "exec=0"], old, a, scc)
    for constant, title, value in constants(name, aw):
        out.code(f"{name} {d}, {constant}")
        case(title, [], old, value, scc)
    return out.text()


def saveexec(name, form):
    formula, f = SAVEEXEC[form]
    writes = name.endswith("_wrexec_b64")
    first = "D = EXEC; " if not writes else ""
    last = "; D = the new EXEC" if writes else ""
    out = File(name, f"{first}EXEC = {formula}{last}; SCC = EXEC != 0")

    def case(title, sets, gets, a, e):
        new = f(a, e) & M64
        saved = new if writes else e
        gets = [f"{g}={number(saved, 2)}" for g in gets]
        out.case(title, [*sets, f"exec={number(e, 2)}"], [*gets, f"exec={number(new, 2)}", f"scc={int(new != 0)}"])

    out.code(f"{name} s[4:5], s[0:1]")
    for a, e in MASKS:
        case(f"{number(a, 2)}, {number(e, 2)}", [f"s[0:1]={number(a, 2)}"], ["s[4:5]"], a, e)
    a, e = MASKS[-1]
    a_ = f"s[0:1]={number(a, 2)}"
    out.code(f"{name} s[0:1], s[0:1]")
    case("the destination is the source", [a_], ["s[0:1]"], a, e)
    out.code(f"{name} exec, s[0:1]")
    case("the destination is EXEC: the new EXEC is written last", [a_], [], a, e)
    out.code(f"{name} vcc, vcc")
    case("VCC", [f"vcc={number(a, 2)}"], ["vcc"], a, e)
    out.code(f"{name} s[4:5], exec")
    case("EXEC with itself", [], ["s[4:5]"], e, e)
    out.code(f"{name} s[4:5], -1")
    case("inline -1, sign-extended to 64 bits", [], ["s[4:5]"], M64, e)
    out.code(f"{name} s[4:5], 0")
    case("inline 0", [], ["s[4:5]"], 0, e)
    out.code(f"{name} s[4:5], 0x9abcdef1")
    case("a literal, zero-extended", [], ["s[4:5]"], 0x9ABCDEF1, e)
    return out.text()


def compare(name, form, signed):
    symbol, f = COMPARES[form]
    how = "sign-extended, compared as signed" if signed else "zero-extended, compared as unsigned"
    out = File(name, f"SCC = D {symbol} SIMM16, {how}; D is the left operand")
    for k in CONSTANTS:
        out.code(f"{name} s4, 0x{k:x}")
        for a in COMPARED:
            left, right = (s32(a), s32(sext16(k))) if signed else (a, k)
            scc = int(f(left, right))
            # The opposite before, so that the write is seen.
            out.case(number(a, 1), [f"s4={number(a, 1)}", f"scc={1 - scc}"], [f"scc={scc}"])
    out.code(f"{name} m0, 0x1234")
    scc = int(f(0x1234, 0x1234))
    out.case("M0, EXEC = 0", ["m0=0x1234", f"scc={1 - scc}", "exec=0"], [f"scc={scc}"])
    return out.text()


def sopk(name, text, f):
    """f(D, k, SCC) -> D, SCC or None; k is SIMM16, sign-extended."""
    out = File(name, text)
    for k in CONSTANTS:
        out.code(f"{name} s4, 0x{k:x}")
        for a in COMPARED:
            for scc in (0, 1):
                d, flag = f(a, s32(sext16(k)), scc)
                gets = [f"s4={number(d & M32, 1)}"] + ([] if flag is None else [f"scc={flag}"])
                out.case(f"{number(a, 1)}, scc={scc}", [f"s4={number(a, 1)}", f"scc={scc}"], gets)
    out.code(f"{name} vcc_lo, 0xff00")
    d, flag = f(0x100, -0x100, 1)
    gets = [f"vcc_lo={number(d & M32, 1)}"] + ([] if flag is None else [f"scc={flag}"])
    out.case("VCC_LO, EXEC = 0", ["vcc_lo=0x100", "exec=0", "scc=1"], gets)
    return out.text()


def main():
    def write(directory, name, text):
        (HERE / directory).mkdir(exist_ok=True)
        (HERE / directory / f"{name}.gcn").write_text(text)

    for name in SOP1:
        write("sop1", name, sop1(name))
    for name in SOP1_OLD:
        write("sop1", name, sop1_old(name))
    for form in SAVEEXEC:
        name = f"s_{form}_saveexec_b64"
        write("sop1", name, saveexec(name, form))
    for form in ("andn1", "andn2"):
        name = f"s_{form}_wrexec_b64"
        write("sop1", name, saveexec(name, form))
    for form in COMPARES:
        for suffix in ("i32", "u32"):
            name = f"s_cmpk_{form}_{suffix}"
            write("sopk", name, compare(name, form, suffix == "i32"))
    # The manual's operation of s_movk_i32 names SCC: the destination is D.
    write("sopk", "s_movk_i32", sopk("s_movk_i32", "D = SIMM16, sign-extended; SCC stays", lambda d, k, scc: (k, None)))
    write("sopk", "s_cmovk_i32", sopk("s_cmovk_i32", "D = SCC ? SIMM16, sign-extended : D; SCC stays", lambda d, k, scc: (k if scc else d, None)))
    # The overflow is that of the old D, not of the sum written over it.
    write("sopk", "s_addk_i32", sopk("s_addk_i32", "D = D + SIMM16, sign-extended; SCC = signed overflow", lambda d, k, scc: (d + k, overflow(s32(d) + k))))
    write("sopk", "s_mulk_i32", sopk("s_mulk_i32", "D = low half of D * SIMM16, sign-extended; SCC stays", lambda d, k, scc: (d * k, None)))


if __name__ == "__main__":
    main()
