#!/usr/bin/env python3
"""Writes the SDWA tests of VOP1, VOP2 and VOPC: which part of a source is read, what becomes of the result
(CLRX GcnSdwaDpp; for what differs on gfx9, LLVM's features). Run assemble.py afterwards.
"""

from vector import *

GFX8_UP = ["gfx8", "gfx9", "gfx906"]
SELECTS = {"BYTE_0": (0, 8), "BYTE_1": (8, 8), "BYTE_2": (16, 8), "BYTE_3": (24, 8), "WORD_0": (0, 16), "WORD_1": (16, 16), "DWORD": (0, 32)}
NAMES = list(SELECTS)
UNUSED = ("PAD", "SEXT", "PRESERVE")
OLD = 0xA55A96C3

INTS_A = [0x81F2637F, 0x7F018380, 0xFFFF0000, 0x00FF80C4]
INTS_B = [0x0F1E2D8C, 0xC0D0E0F0, 0x12345678, 0x8899AABB]


def select(x, name, sext=False):
    shift, bits = SELECTS[name]
    v = x >> shift & (1 << bits) - 1
    return (v - (1 << bits) if sext and v >> bits - 1 else v) & M32


def place(result, old, name, unused):
    """The destination register."""
    shift, bits = SELECTS[name]
    mask = (1 << bits) - 1
    part = result & mask
    if unused == "PRESERVE":
        return old & ~(mask << shift) & M32 | part << shift
    if unused == "SEXT" and part >> bits - 1:
        return (-1 << shift + bits | part << shift) & M32
    return part << shift


class Sdwa:
    """Programs of up to 20 instructions on v0 and v4, with results in v12 and on."""

    def __init__(self, test, inputs, on=GFX8_UP, mode=PLAIN, scalars=None):
        self.t, self.inputs, self.on, self.mode, self.scalars = test, inputs, on, mode, scalars or {}
        self.texts, self.outs = [], []

    def add(self, text, results):
        """`text` with a {d} for VDST; results: what each lane gets."""
        self.texts.append(text.format(d=f"v{12 + len(self.texts)}"))
        self.outs.append(results)

    def flush(self, title, exec_=ALL):
        for at in range(0, len(self.texts), 20):
            texts, outs = self.texts[at : at + 20], self.outs[at : at + 20]
            if at:
                texts = [t.replace(f"v{12 + at + k}, ", f"v{12 + k}, ", 1) for k, t in enumerate(texts)]
            for text in texts:
                self.t.code(text)
            before = {**self.inputs, **self.scalars} | {f"v{12 + k}": OLD for k in range(len(texts))}
            if self.mode != PLAIN:
                before["mode"] = self.mode
            if exec_ != ALL:
                before["exec"] = exec_
            self.t.case(title, before, {f"v{12 + k}": o for k, o in enumerate(outs)}, self.on)
        self.texts, self.outs = [], []


def new(name, encoding, text):
    t = Test(name, text, encoding)
    t.lines[0] = "# Written by generate_sdwa.py."
    return t


def tail(dst, unused, *src):
    return f" dst_sel:{dst} dst_unused:UNUSED_{unused}" + "".join(f" src{i}_sel:{s}" for i, s in enumerate(src))


def sext(register, on):
    return f"sext({register})" if on else register


def integers():
    t = new("sdwa_integers", "vop2", "every selection of the result, of unused bits, of a source and its sign extension")
    p = Sdwa(t, {"v0": INTS_A, "v4": INTS_B})
    for k, dst in enumerate(NAMES):
        for unused in UNUSED:
            for i, s0 in enumerate(NAMES):
                for x0 in (False, True):
                    s1, x1 = NAMES[(i + k + 3 * x0) % 7], bool((i + k) % 2)
                    out = [place(select(a, s0, x0) ^ select(b, s1, x1), OLD, dst, unused) for a, b in zip(INTS_A, INTS_B)]
                    p.add(f"v_xor_b32_sdwa {{d}}, {sext('v0', x0)}, {sext('v4', x1)}{tail(dst, unused, s0, s1)}", out)
            p.flush(f"into {dst}, unused bits {unused}")
    for s1 in NAMES:
        for x1 in (False, True):
            out = [min(s32(a), s32(select(b, s1, x1))) & M32 for a, b in zip(INTS_A, INTS_B)]
            p.add(f"v_min_i32_sdwa {{d}}, v0, {sext('v4', x1)}{tail('DWORD', 'PAD', 'DWORD', s1)}", out)
    p.flush("the second source; the operation sees 32 bits")
    # 16-bit operations take the low half of what is selected.
    for s0 in NAMES:
        for x0 in (False, True):
            dst = NAMES[(NAMES.index(s0) + x0) % 7]
            out = [place(max(s16(select(a, s0, x0)), s16(b)) & M16, OLD, dst, "SEXT") for a, b in zip(INTS_A, INTS_B)]
            p.add(f"v_max_i16_sdwa {{d}}, {sext('v0', x0)}, v4{tail(dst, 'SEXT', s0, 'DWORD')}", out)
    p.flush("a 16-bit operation")
    for unused in UNUSED:
        out = [place(a & b, OLD, "WORD_1", unused) for a, b in zip(INTS_A * 16, INTS_B * 16)]
        p.add(f"v_and_b32_sdwa {{d}}, v0, v4{tail('WORD_1', unused, 'DWORD', 'DWORD')}", out)
    p.flush("inactive lanes keep their value", ODD_EXEC)
    q = Sdwa(t, {"v0": INTS_A, "v4": INTS_B}, ["gfx9", "gfx906"], scalars={"s20": 0x89ABCDEF})
    for s0 in NAMES:
        out = [place(select(0x89ABCDEF, s0, True) ^ b, OLD, "WORD_0", "PRESERVE") for b in INTS_B]
        q.add(f"v_xor_b32_sdwa {{d}}, sext(s20), v4{tail('WORD_0', 'PRESERVE', s0, 'DWORD')}", out)
        out = [a ^ select(0x89ABCDEF, s0) for a in INTS_A]
        q.add(f"v_xor_b32_sdwa {{d}}, v0, s20{tail('DWORD', 'PAD', 'DWORD', s0)}", out)
    q.flush("scalar sources, from gfx9 on")
    for register in ("v0", "v4"):
        for unused in UNUSED:
            t.code(f"v_xor_b32_sdwa {register}, v0, v4{tail('BYTE_2', unused, 'WORD_1', 'BYTE_3')}")
            old = INTS_A if register == "v0" else INTS_B
            out = [place(select(a, "WORD_1") ^ select(b, "BYTE_3"), o, "BYTE_2", unused) for a, b, o in zip(INTS_A, INTS_B, old)]
            t.case("the destination is also a source", {"v0": INTS_A, "v4": INTS_B}, {register: out}, GFX8_UP)
    t.write()


def floats():
    t = new("sdwa_floats", "vop2", "the operation sees the selected bits, zero-extended, as the number's encoding; ABS and NEG come after")
    h = f16
    # No part of them is infinite or NaN as f16 or f32.
    a = [h(1.5) | h(-3.0) << 16, h(-0.25) | h(100.0) << 16, h(0.1) | h(-2048.0) << 16, 0x83FF0001]
    b = [h(2.0) | h(0.5) << 16, h(-8.0) | h(3.25) << 16, h(-0.1) | h(1.0) << 16, 0x00020400]
    p = Sdwa(t, {"v0": a, "v4": b})
    m = Mode(PLAIN, F16)

    def signs(x, sign, absolute, neg):
        x = x & ~sign if absolute else x
        return x ^ sign if neg else x

    def modified(register, absolute, neg):
        return "-" * neg + (f"|{register}|" if absolute else register)

    for k, dst in enumerate(NAMES):
        for unused in UNUSED:
            for i, s0 in enumerate(NAMES):
                s1 = NAMES[(2 * i + k) % 7]
                absolute, neg = bool((i + k) % 2), bool((i + k // 2) % 2)
                out = []
                for x, y in zip(a, b):
                    x = signs(select(x, s0) & M16, 0x8000, absolute, neg)
                    out.append(place(add(F16, x, select(y, s1) & M16, m), OLD, dst, unused))
                p.add(f"v_add_f16_sdwa {{d}}, {modified('v0', absolute, neg)}, v4{tail(dst, unused, s0, s1)}", out)
        p.flush(f"f16 into {dst}")
    for i, s0 in enumerate(NAMES):
        for absolute, neg in ((0, 0), (0, 1), (1, 0), (1, 1)):
            s1 = NAMES[(i + 5) % 7] if s0 != "DWORD" else "DWORD"
            out = []
            for x, y in zip(a, b):
                y = signs(select(y, s1), 1 << 31, absolute, neg)
                out.append(add(F32, select(x, s0), y, Mode(PLAIN)))
            p.add(f"v_add_f32_sdwa {{d}}, v0, {modified('v4', absolute, neg)}{tail('DWORD', 'PAD', s0, s1)}", out)
    p.flush("f32: bytes and words are denormals")
    out = [place(clamp(F16, add(F16, x & M16, y >> 16, m), m), OLD, "WORD_1", "PRESERVE") for x, y in zip(a, b)]
    p.add(f"v_add_f16_sdwa {{d}}, v0, v4 clamp{tail('WORD_1', 'PRESERVE', 'WORD_0', 'WORD_1')}", out)
    p.flush("CLAMP comes before the result is placed")
    q = Sdwa(t, {"v0": a, "v4": b}, ["gfx9", "gfx906"], 0x100)
    flushed = Mode(0x100, F16)
    for text, factor in ((" mul:2", 2), (" mul:4", 4), (" div:2", Fraction(1, 2))):
        out = [place(omod(F16, mul(F16, x & M16, y >> 16, flushed), factor, flushed), OLD, "WORD_0", "SEXT") for x, y in zip(a, b)]
        q.add(f"v_mul_f16_sdwa {{d}}, v0, v4{text}{tail('WORD_0', 'SEXT', 'WORD_0', 'WORD_1')}", out)
    q.flush("OMOD, from gfx9 on, with IEEE off and denormals flushed")
    q = Sdwa(t, {"v0": a, "v4": b}, ["gfx9", "gfx906"], scalars={"s20": h(-2.0) << 16 | h(0.5)})
    for s0 in ("WORD_0", "WORD_1"):
        s = select(h(-2.0) << 16 | h(0.5), s0)
        out = [place(mul(F16, s ^ 0x8000, y >> 16, m), OLD, "WORD_1", "PRESERVE") for y in b]
        q.add(f"v_mul_f16_sdwa {{d}}, -s20, v4{tail('WORD_1', 'PRESERVE', s0, 'WORD_1')}", out)
    q.flush("scalar sources, from gfx9 on")
    # V_MAC has SDWA on gfx8 only; the addend is the whole register.
    one = [f32(1.0), f32(-2.5), f32(4.0), f32(0.5)]
    t.code(f"v_mac_f32_sdwa v8, v0, -v4{tail('DWORD', 'PAD', 'DWORD', 'DWORD')}")
    out = [F32.round(F32.value(x) * -F32.value(y) + 3, NEAREST) for x, y in zip(one, one[1:] + one[:1])]
    t.case("multiply-add, on gfx8", {"v0": one, "v4": one[1:] + one[:1], "v8": f32(3.0)}, {"v8": out}, ["gfx8"])
    t.write()


def one_source():
    t = new("sdwa_selects", "vop1", "parts of the source and of the destination")
    p = Sdwa(t, {"v0": INTS_A})
    for i, s0 in enumerate(NAMES):
        for x0 in (False, True):
            for k, unused in enumerate(UNUSED):
                dst = NAMES[(i + 2 * k + x0) % 7]
                out = [place(select(a, s0, x0), OLD, dst, unused) for a in INTS_A]
                p.add(f"v_mov_b32_sdwa {{d}}, {sext('v0', x0)}{tail(dst, unused, s0)}", out)
    p.flush("moves")
    for s0 in NAMES:
        out = [F32.round(Fraction(s32(select(a, s0, True))), NEAREST) for a in INTS_A]
        p.add(f"v_cvt_f32_i32_sdwa {{d}}, sext(v0){tail('DWORD', 'PAD', s0)}", out)
        out = [F32.round(Fraction(select(a, s0)), NEAREST) for a in INTS_A]
        p.add(f"v_cvt_f32_u32_sdwa {{d}}, v0{tail('DWORD', 'PAD', s0)}", out)
    p.flush("integers of 8 and 16 bits as floats")
    halves = [f16(1.5) | f16(-3.0) << 16, f16(0.1) | f16(65504.0) << 16]
    q = Sdwa(t, {"v0": halves})
    for s0, shift in (("WORD_0", 0), ("WORD_1", 16)):
        for absolute, neg in ((0, 0), (0, 1), (1, 0), (1, 1)):
            out = []
            for x in halves:
                x = x >> shift & M16
                x = x & 0x7FFF if absolute else x
                out.append(cvt(x ^ neg << 15, F16, F32, NEAREST))
            q.add(f"v_cvt_f32_f16_sdwa {{d}}, {'-' * neg}{'|v0|' if absolute else 'v0'}{tail('DWORD', 'PAD', s0)}", out)
    q.flush("halves as f32; NEG and ABS act on the f16")
    q = Sdwa(t, {}, ["gfx9", "gfx906"], scalars={"s20": 0x89ABCDEF})
    for s0 in NAMES:
        q.add(f"v_mov_b32_sdwa {{d}}, sext(s20){tail('DWORD', 'PAD', s0)}", [select(0x89ABCDEF, s0, True)])
    q.flush("a scalar source, from gfx9 on")
    for unused in UNUSED:
        t.code(f"v_not_b32_sdwa v0, v0{tail('BYTE_1', unused, 'BYTE_3')}")
        out = [place(~select(a, "BYTE_3"), a, "BYTE_1", unused) for a in INTS_A * 16]
        t.case("the destination is the source; inactive lanes keep their value", {"v0": INTS_A * 16, "exec": ODD_EXEC}, {"v0": out}, GFX8_UP)
    t.write()


def compares():
    t = new("sdwa_selects", "vopc", "parts of the sources; on gfx8 the result goes to VCC, on gfx9 to any pair of SGPRs")
    lanes_a, lanes_b = INTS_A * 16, [x for x in INTS_B for _ in range(16)]

    def mask(test, exec_=ALL):
        return sum(1 << n for n, (x, y) in enumerate(zip(lanes_a, lanes_b)) if test(x, y) and exec_ >> n & 1)

    for i, s0 in enumerate(NAMES):
        for x0 in (False, True):
            s1, x1 = NAMES[(2 * i + 3) % 7], not x0 and i % 2 == 1
            srcs = f"{sext('v0', x0)}, {sext('v4', x1)} src0_sel:{s0} src1_sel:{s1}"
            test = lambda x, y: s32(select(x, s0, x0)) < s32(select(y, s1, x1))
            before = {"v0": lanes_a, "v4": lanes_b}
            t.code(f"v_cmp_lt_i32_sdwa vcc, {srcs}")
            t.case("to VCC", before, {"vcc": mask(test)}, GFX8_UP)
            t.case("inactive lanes give 0", {**before, "exec": ODD_EXEC}, {"vcc": mask(test, ODD_EXEC)}, GFX8_UP)
            t.code(f"v_cmp_lt_i32_sdwa s[20:21], {srcs}")
            t.case("to a pair of SGPRs", before, {"s[20:21]": mask(test)}, ["gfx9", "gfx906"])
    srcs = "v0, v4 src0_sel:WORD_1 src1_sel:BYTE_2"
    test = lambda x, y: select(x, "WORD_1") > select(y, "BYTE_2")
    before = {"v0": lanes_a, "v4": lanes_b, "exec": ODD_EXEC}
    t.code(f"v_cmpx_gt_u32_sdwa vcc, {srcs}")
    t.case("CMPX writes EXEC too", before, {"vcc": mask(test, ODD_EXEC), "exec": mask(test, ODD_EXEC)}, GFX8_UP)
    t.code(f"v_cmpx_gt_u32_sdwa s[20:21], {srcs}")
    t.case("CMPX writes EXEC too", before, {"s[20:21]": mask(test, ODD_EXEC), "exec": mask(test, ODD_EXEC)}, ["gfx9", "gfx906"])
    t.code("v_cmp_eq_u32_sdwa vcc, s20, v4 src0_sel:BYTE_1 src1_sel:BYTE_3")
    test = lambda x, y: 0x12 == y >> 24
    t.case("a scalar source, from gfx9 on", {"s20": 0x1234, "v4": lanes_b}, {"vcc": mask(test)}, ["gfx9", "gfx906"])
    halves = [f16(1.5) | f16(-3.0) << 16, f16(-1.5) | f16(2.0) << 16]
    others = [f16(-1.5) | f16(3.0) << 16, f16(1.5) | f16(-2.0) << 16]
    value = lambda x, part: F16.value(x >> 16 * part & M16)
    for p0, p1 in ((0, 0), (0, 1), (1, 0), (1, 1)):
        t.code(f"v_cmp_lt_f16_sdwa vcc, -v0, |v4| src0_sel:WORD_{p0} src1_sel:WORD_{p1}")
        bits = sum((-value(x, p0) < abs(value(y, p1))) << n for n, (x, y) in enumerate(zip(halves * 32, others * 32)))
        t.case("halves with NEG and ABS", {"v0": halves * 32, "v4": others * 32}, {"vcc": bits}, GFX8_UP)
    t.write()


if __name__ == "__main__":
    integers()
    floats()
    one_source()
    compares()
