#!/usr/bin/env python3
"""Writes the tests of VOP3P: the formulas of the manual's chapter "VOP3P instructions" (CLRX GCN
documentation); for the dot products of gfx906, and for constants, LLVM. Run assemble.py afterwards.
"""

import random

from vector import *

Q = Ty("packed", 1, 32, None, None)
QUIET_H = 0x7E00


class Packed(Test):
    """One instruction; `f(context, *bits)` works on one half (or on dwords, with `whole`)."""

    def __init__(self, name, text, on=GFX9):
        super().__init__(name, text, "vop3p")
        self.on = list(on)

    def program(self, sources, tail=""):
        self.code(f"{self.name} v12, {', '.join(sources)}{tail}")

    def rows(self, title, columns, f, mode=PLAIN, exec_=ALL, scalars=None, old=None, dst=12):
        """columns: {register: dwords}; f(context, lane) is the result's dword."""
        count = max(len(c) for c in columns.values()) if columns else 1
        out = [f(Context(mode, 9), lane) for lane in range(count)]
        before = {f"v{r}": list(c) for r, c in columns.items()}
        before |= scalars or {}
        if mode != PLAIN:
            before["mode"] = mode
        if exec_ != ALL:
            before["exec"] = exec_
        if old is not None:
            before[f"v{dst}"] = old
        if not before:
            before["exec"] = ALL
        self.case(title, before, {f"v{dst}": out} if exec_ else {}, self.on if set(self.on) != set(GFX9) else None)


def half(x, high):
    return x >> 16 if high else x & M16


def pack(low, high):
    """Two halves, of which NAN is any quiet f16."""
    return low | high << 16


REGISTERS = (0, 4, 8)


def spread(values, n, seed):
    """Dwords whose halves run through all combinations of `values` (at least of pairs)."""
    rng = random.Random(seed)
    combos = [c for c in (pairs(values, values) if n == 2 else triples(values, values, values))]
    rng.shuffle(combos)
    while len(combos) % 2:
        combos.append(combos[0])
    rows = []
    for low, high in zip(combos[::2], combos[1::2]):
        rows.append([a | b << 16 for a, b in zip(low, high)])
    return rows


def by_columns(rows):
    return {r: [row[i] for row in rows] for i, r in zip(range(len(rows[0])), REGISTERS)}


def selected(op_sel, high_sel, srcs, high):
    pick = high_sel if high else op_sel
    return [half(s, pick[i]) for i, s in enumerate(srcs)]


def flags(name, bits):
    return f" {name}:[" + ",".join(str(b) for b in bits) + "]"


def packed_ints():
    shorts = [0, 1, M16, 0x7FFF, 0x8000, 0x1234, 0xBEEF, 0x00FF]
    table = [
        # name, sources, exact result, bounds of CLAMP (None: not an arithmetic instruction)
        ("v_pk_mad_i16", 3, lambda a, b, c: s16(a) * s16(b) + s16(c), (-32768, 32767), "D = S0 * S1 + S2, signed"),
        ("v_pk_mad_u16", 3, lambda a, b, c: a * b + c, (0, M16), "D = S0 * S1 + S2, unsigned"),
        ("v_pk_mul_lo_u16", 2, lambda a, b: a * b, None, "D = S0 * S1"),
        ("v_pk_add_i16", 2, lambda a, b: s16(a) + s16(b), (-32768, 32767), "D = S0 + S1, signed"),
        ("v_pk_sub_i16", 2, lambda a, b: s16(a) - s16(b), (-32768, 32767), "D = S0 - S1, signed"),
        ("v_pk_add_u16", 2, lambda a, b: a + b, (0, M16), "D = S0 + S1, unsigned"),
        ("v_pk_sub_u16", 2, lambda a, b: a - b, (0, M16), "D = S0 - S1, unsigned"),
        ("v_pk_lshlrev_b16", 2, lambda a, b: b << (a & 15), None, "D = S1 << S0[3:0]"),
        ("v_pk_lshrrev_b16", 2, lambda a, b: b >> (a & 15), None, "D = S1 >> S0[3:0]"),
        ("v_pk_ashrrev_i16", 2, lambda a, b: s16(b) >> (a & 15), None, "D = S1 >> S0[3:0], signed"),
        ("v_pk_max_i16", 2, lambda a, b: max(s16(a), s16(b)), None, "D = max(S0, S1), signed"),
        ("v_pk_min_i16", 2, lambda a, b: min(s16(a), s16(b)), None, "D = min(S0, S1), signed"),
        ("v_pk_max_u16", 2, lambda a, b: max(a, b), None, "D = max(S0, S1), unsigned"),
        ("v_pk_min_u16", 2, lambda a, b: min(a, b), None, "D = min(S0, S1), unsigned"),
    ]
    for name, n, f, bounds, text in table:
        t = Packed(name, f"both halves of {text}")
        values = shorts
        if "shr" in name or "shl" in name:
            values = [0, 1, 4, 15, 16, 0x8000, 0xBEEF, M16]
        rows = spread(values, n, name)
        few = rows[::3][:9]
        regs = [f"v{r}" for r in REGISTERS[:n]]

        def result(srcs, low=None, high=None, clamped=False):
            low, high = low or [0] * n, high or [1] * n
            out = []
            for part in (False, True):
                v = f(*selected(low, high, srcs, part))
                if clamped and bounds:
                    v = max(bounds[0], min(bounds[1], v))
                out.append(v & M16)
            return pack(*out)

        def run(title, rows, low=None, high=None, tail="", clamped=False, exec_=ALL):
            columns = by_columns(rows)
            t.rows(title, columns, lambda c, lane: result(rows[lane], low, high, clamped), exec_=exec_)

        t.program(regs)
        for at in range(0, len(rows), 64):
            run("edge values", rows[at : at + 64])
        run("inactive lanes keep their value", few, exec_=ODD_EXEC)
        run("EXEC = 0", few, exec_=0)
        every = [[b >> i & 1 for i in range(n)] for b in range(1 << n)]
        for low, high in [(l, [1] * n) for l in every[1:]] + [([0] * n, h) for h in every[:-1]] + [([1] * n, [0] * n)]:
            tail = (flags("op_sel", low) if any(low) else "") + (flags("op_sel_hi", high) if not all(high) else "")
            t.program(regs, tail)
            run(f"OP_SEL {low}, OP_SEL_HI {high}", few, low, high)
        if bounds:
            t.program(regs, " clamp")
            for at in range(0, len(rows), 64):
                run("CLAMP saturates", rows[at : at + 64], clamped=True)
        for i in range(n):
            t.code(f"{name} v{REGISTERS[i]}, {', '.join(regs)}")
            columns = by_columns(few)
            t.rows("the destination is also a source", columns, lambda c, lane: result(few[lane]), dst=REGISTERS[i])
        # Constants: integers are sign-extended to 32 bits, floats are f32 patterns, of which the high half
        # counts in the high result. (AMD's manual says otherwise; LLVM's comment has it from hardware.)
        for i in range(n):
            for operand, bits in (("s20", 0x89ABCDEF), ("-1", M32), ("-16", 0xFFFFFFF0), ("5", 5), ("1.0", 0x3F800000), ("-4.0", 0xC0800000)):
                for low, high in (([0] * n, [1] * n), ([1] * n, [0] * n)):
                    srcs = list(regs)
                    srcs[i] = operand
                    t.program(srcs, (flags("op_sel", low) if any(low) else "") + (flags("op_sel_hi", high) if not all(high) else ""))
                    row = list(few[1])
                    row[i] = bits
                    columns = {r: [few[1][k]] for k, r in enumerate(REGISTERS[:n]) if k != i}
                    t.rows(f"{operand} as source {i}", columns, lambda c, lane: result(row, low, high), scalars={"s20": bits} if operand == "s20" else None)
        t.write()


def packed_floats():
    h = f16
    values = [0, 0x8000, h(1.0), h(-1.5), 0x7C00, h(0.1), h(-2048.0), h(65504.0)]
    special = [QUIET_H, 0x7D01, 0xFC00, 0x7C00, h(1.0), 0x8000, 0xFE55, h(-3.0)]
    tiny = [1, 0x83FF, 0x0400, h(0.5), h(2.0), 0x8001, h(1.0), 0x0200]
    table = [
        ("v_pk_fma_f16", 3, lambda m, a, b, c: fma(F16, a, b, c, m), "D = S0 * S1 + S2, fused"),
        ("v_pk_add_f16", 2, lambda m, a, b: add(F16, a, b, m), "D = S0 + S1"),
        ("v_pk_mul_f16", 2, lambda m, a, b: mul(F16, a, b, m), "D = S0 * S1"),
        ("v_pk_min_f16", 2, lambda m, a, b: minmax(F16, a, b, False, m, True), "D = min(S0, S1)"),
        ("v_pk_max_f16", 2, lambda m, a, b: minmax(F16, a, b, True, m, True), "D = max(S0, S1)"),
    ]
    for name, n, f, text in table:
        t = Packed(name, f"both halves of {text}, f16")
        regs = [f"v{r}" for r in REGISTERS[:n]]

        def halves(c, srcs, low, high, neg, neg_hi, clamped):
            m = c.m(F16)
            out = []
            for part in (False, True):
                flip = neg_hi if part else neg
                srcs_ = [s ^ (flip[i] << 15) for i, s in enumerate(selected(low, high, srcs, part))]
                r = f(m, *srcs_)
                out.append(clamp(F16, r, m) if clamped else r)
            return out

        def run(title, rows, low=None, high=None, neg=None, neg_hi=None, clamped=False, mode=PLAIN, exec_=ALL, nans=False):
            low, high, neg, neg_hi = low or [0] * n, high or [1] * n, neg or [0] * n, neg_hi or [0] * n
            go = lambda c, srcs: halves(c, srcs, low, high, neg, neg_hi, clamped)
            # Which NaN comes out is not the manual's business: those rows stand in cases of their own.
            rows = [r for r in rows if (NAN in go(Context(mode, 9), r)) == nans]
            # Whether a result that only rounding makes normal is a denormal, no source says.
            if not Mode(mode, F16).keep_out and not nans:
                rows = [r for r in rows if all(F16.magnitude(x) != 1 << F16.mantissa for x in go(Context(mode, 9), r))]
            if not rows:
                return
            if nans:
                # A NaN in one half: the other half must be right; the format cannot say that of a half, so
                # only results that are NaN in the low half above a zero are kept.
                rows = [[s & M16 for s in r] for r in rows]
                rows = [r for r in rows if go(Context(mode, 9), r) == [NAN, 0]][:16]
                if rows:
                    t.rows(title, by_columns(rows), lambda c, lane: "nanh", mode, exec_)
                return
            for at in range(0, len(rows), 64):
                few = rows[at : at + 64]
                t.rows(title, by_columns(few), lambda c, lane: pack(*go(c, few[lane])), mode, exec_)

        rows = spread(values, n, name)
        odd = spread(special, n, name)
        small = spread(tiny, n, name)
        few = rows[::3][:9]
        t.program(regs)
        run("edge values", rows)
        run("infinities and NaNs", odd)
        run("NaNs come out quiet", odd, nans=True)
        run("IEEE off: signalling NaNs", odd, mode=IEEE_OFF)
        run("inactive lanes keep their value", few, exec_=ODD_EXEC)
        run("EXEC = 0", few, exec_=0)
        for keep, title in enumerate(("flushed", "kept in sources", "kept in results", "kept")):
            run(f"f16 denormals {title}", small, mode=0x330 | keep << 6)
            run(f"f16 denormals {title}, near normal values", rows, mode=0x330 | keep << 6)
        if name not in ("v_pk_min_f16", "v_pk_max_f16"):
            for mode, title in ((1, "up"), (2, "down"), (3, "toward zero")):
                run(f"f16 rounds {title}", rows, mode=PLAIN | mode << 2)
            run("the rounding of f32 does not matter", rows, mode=PLAIN | 3)
            run("FP16_OVFL: overflow gives the largest number", rows, mode=PLAIN | FP16_OVFL)
        every = [[b >> i & 1 for i in range(n)] for b in range(1 << n)]
        for low, high in [(l, [1] * n) for l in every[1:]] + [([0] * n, x) for x in every[:-1]] + [([1] * n, [0] * n)]:
            tail = (flags("op_sel", low) if any(low) else "") + (flags("op_sel_hi", high) if not all(high) else "")
            t.program(regs, tail)
            run(f"OP_SEL {low}, OP_SEL_HI {high}", few, low, high)
        for neg in every[1:]:
            t.program(regs, flags("neg_lo", neg))
            run(f"NEG_LO {neg}", few, neg=neg)
            t.program(regs, flags("neg_hi", neg))
            run(f"NEG_HI {neg}", few, neg_hi=neg)
        one = [1] + [0] * (n - 1)
        t.program(regs, flags("op_sel", one) + flags("op_sel_hi", [0] * n) + flags("neg_lo", one) + flags("neg_hi", [1] * n))
        run("the signs follow the selection", few, one, [0] * n, one, [1] * n)
        t.program(regs, " clamp")
        run("CLAMP to 0..1", rows, clamped=True)
        run("CLAMP makes NaN 0 under DX10_CLAMP", odd, clamped=True)
        run("CLAMP passes NaN without DX10_CLAMP", odd, clamped=True, mode=0x2F0, nans=True)
        # Constants: floats are f16 patterns in the low half, with zeros above.
        for i in range(n):
            for operand, bits in (("s20", 0x3C00B800), ("1.0", 0x3C00), ("-4.0", 0xC400), ("0.15915494", 0x3118), ("5", 5), ("-1", M32)):
                for low, high in (([0] * n, [1] * n), ([1] * n, [0] * n), ([0] * n, [0] * n)):
                    srcs = list(regs)
                    srcs[i] = operand
                    row = [h(2.0) | h(-0.75) << 16] * n
                    row[i] = bits
                    out = halves(Context(PLAIN, 9), row, low, high, [0] * n, [0] * n, False)
                    if NAN in out:
                        continue
                    t.program(srcs, (flags("op_sel", low) if any(low) else "") + (flags("op_sel_hi", high) if not all(high) else ""))
                    columns = {r: [row[k]] for k, r in enumerate(REGISTERS[:n]) if k != i}
                    t.rows(f"{operand} as source {i}", columns, lambda c, lane: pack(*out), scalars={"s20": bits} if operand == "s20" else None)
        t.write()


def mixed():
    """Sources that are f32 (OP_SEL_HI clear) or a half (OP_SEL: which)."""
    f, h = f32, f16
    words = [f(1.0), f(-2.5), f(0.1), f(3e38), f(1e-3), f(-0.0), f(65504.0), f(1.0 + 2.0**-23)]
    halves = [h(1.0) | h(-3.0) << 16, h(0.25) | h(2.0) << 16, h(-1.5) | h(65504.0) << 16, h(0.1) | 0x8000 << 16]
    for kind, on in (("mad", ["gfx9"]), ("fma", ["gfx906"])):
        for part in ("", "lo", "hi"):
            name = f"v_{kind}_mix{part}_{'f16' if part else 'f32'}"
            what = {"": "D", "lo": "D[15:0]", "hi": "D[31:16]"}[part]
            how = "rounded after each step, without denormals" if kind == "mad" else "fused"
            t = Packed(name, f"{what} = S0 * S1 + S2, {how}; each source is f32 or a half", on)
            regs = ["v0", "v4", "v8"]

            def result(c, srcs, sel, hi, absolute, neg, clamped, old):
                m32, m16 = c.m(F32), c.m(F16)
                xs = []
                for i, s in enumerate(srcs):
                    x = cvt(m16.source(F16, half(s, sel[i])), F16, F32, NEAREST) if hi[i] else s
                    x = x & 0x7FFFFFFF if absolute[i] else x
                    xs.append(x ^ neg[i] << 31)
                if kind == "mad":
                    m32.keep_in = m32.keep_out = False
                    r = add(F32, mul(F32, xs[0], xs[1], m32), xs[2], m32)
                else:
                    r = fma(F32, *xs, m32)
                if not part:
                    return clamp(F32, r, m32) if clamped else r
                r = m16.result(F16, cvt(r, F32, F16, m16.round))
                r = clamp(F16, r, m16) if clamped else r
                return old & 0xFFFF0000 | r if part == "lo" else old & M16 | r << 16

            OLD = 0x1234ABCD

            def run(title, rows, sel=(0, 0, 0), hi=(0, 0, 0), absolute=(0, 0, 0), neg=(0, 0, 0), clamped=False, mode=PLAIN, exec_=ALL):
                c = Context(mode, 9)
                t.rows(title, by_columns(rows), lambda c, lane: result(c, rows[lane], sel, hi, absolute, neg, clamped, OLD), mode, exec_, old=OLD)

            full = triples(words, words, words)
            every = [tuple(b >> i & 1 for i in range(3)) for b in range(8)]

            def tail(sel=(0, 0, 0), hi=(0, 0, 0), more=""):
                return (flags("op_sel", sel) if any(sel) else "") + (flags("op_sel_hi", hi) if any(hi) else "") + more

            def signed(absolute=(0, 0, 0), neg=(0, 0, 0)):
                return ["-" * n + ("|" + r + "|" if a else r) for r, a, n in zip(regs, absolute, neg)]

            t.program(regs)
            run("f32 sources", full[:64])
            run("inactive lanes keep their value", full[:9], exec_=ODD_EXEC)
            run("EXEC = 0", full[:9], exec_=0)
            for mode, title in ((1, "up"), (2, "down"), (3, "toward zero")):
                run(f"f32 rounds {title}", full[:64], mode=PLAIN | mode)
                if part:
                    run(f"f16 rounds {title}", full[:64], mode=PLAIN | mode << 2)
            if part:
                # Of a sum that overflows f32 already, no source says whether it is an infinity.
                finite = [r for r in full if not F32.is_inf(fma(F32, *r, Mode(PLAIN))) and not F32.is_inf(mul(F32, *r[:2], Mode(PLAIN)))]
                run("FP16_OVFL: overflow gives the largest number", finite, mode=PLAIN | FP16_OVFL)
            small = [(1, f(1.0), 0), (f(2.0**-100), f(2.0**-30), 0), (f(1.0), f(1.0), 5), (f(2.0**-126), f(0.5), f(2.0**-127)), (f(2.0**-20), f(1.0), 0), (f(-(2.0**-14)), f(0.75), 0)]
            # The denormal modes of f32 and f16; v_mad_mix flushes f32 whatever MODE says.
            for keep32, keep16 in ((0, 3), (3, 0), (3, 3), (0, 0)):
                run(f"denormals: f32 {'kept' if keep32 else 'flushed'}, f16 {'kept' if keep16 else 'flushed'}", small, mode=0x300 | keep32 << 4 | keep16 << 6)
            for hi in every[1:]:
                for sel in {(0, 0, 0), hi, (1, 1, 1)}:
                    rows = []
                    for k in range(8):
                        rows.append([halves[(k + i) % 4] if hi[i] else words[(3 * k + i) % 3] for i in range(3)])
                    t.program(regs, tail(sel, hi))
                    run(f"halves {hi}, upper {sel}", rows, sel, hi)
            rows = [[a, b, c] for a, b, c in full[:32:3]]
            for bits in every[1:]:
                t.program(signed(neg=bits))
                run(f"NEG {bits}", rows, neg=bits)
                t.program(signed(absolute=bits))
                run(f"ABS {bits} (NEG_HI)", rows, absolute=bits)
            t.program(signed((1, 0, 1), (1, 1, 0)))
            run("NEG comes after ABS", rows, absolute=(1, 0, 1), neg=(1, 1, 0))
            t.program(regs, tail(more=" clamp"))
            run("CLAMP to 0..1", full[:64], clamped=True)
            tiny_half = [[1 | 0x8001 << 16, f(1.0), 0], [0x03FF, f(-2.0), f(0.5)], [0x0001, f(1.0), f(2.0**-25)]]
            t.program(regs, tail(hi=(1, 0, 0)))
            for keep16 in (0, 3):
                run(f"f16 denormal sources {'kept' if keep16 else 'flushed'}", tiny_half, hi=(1, 0, 0), mode=0x330 | keep16 << 6)
            for operand, i, hi, bits in (("s20", 0, 0, f(-2.5)), ("s20", 1, 1, h(3.0)), ("1.0", 0, 0, f(1.0)), ("-4.0", 2, 0, f(-4.0)), ("0.5", 1, 1, h(0.5)), ("2.0", 2, 1, h(2.0)), ("4.0", 0, 1, h(4.0))):
                srcs = list(regs)
                srcs[i] = operand
                which = tuple(hi if k == i else 0 for k in range(3))
                t.program(srcs, tail(hi=which))
                row = [f(1.5), f(-2.0), f(0.75)]
                row[i] = bits
                columns = {r: [row[k]] for k, r in enumerate(REGISTERS) if k != i}
                t.rows(f"{operand} as source {i}, {'f16' if hi else 'f32'}", columns, lambda c, lane: result(c, row, (0, 0, 0), which, (0, 0, 0), (0, 0, 0), False, OLD), scalars={"s20": bits} if operand == "s20" else None, old=OLD)
            t.write()


def dots():
    on = ["gfx906"]
    ints = [0, M32, 0x7FFF8000, 0x80007FFF, 0x12345678, 0xDEADBEEF, 0x80808080, 0x7F7F7F7F]
    adds = [0, 0x7FFFFFFF, 0x80000000, M32]

    def elements(x, bits, signed_):
        out = []
        for i in range(32 // bits):
            v = x >> bits * i & (1 << bits) - 1
            out.append(v - (1 << bits) if signed_ and v >> bits - 1 else v)
        return out

    for name, bits, signed_ in (("v_dot2_i32_i16", 16, 1), ("v_dot2_u32_u16", 16, 0), ("v_dot4_i32_i8", 8, 1), ("v_dot4_u32_u8", 8, 0), ("v_dot8_i32_i4", 4, 1), ("v_dot8_u32_u4", 4, 0)):
        t = Packed(name, f"D = S2 + the sum of S0 * S1 over {32 // bits} elements, {'signed' if signed_ else 'unsigned'}", on)
        bounds = (-(1 << 31), (1 << 31) - 1) if signed_ else (0, M32)

        def result(a, b, c, clamped=False):
            v = sum(x * y for x, y in zip(elements(a, bits, signed_), elements(b, bits, signed_)))
            v += s32(c) if signed_ else c
            return (max(bounds[0], min(bounds[1], v)) if clamped else v) & M32

        rows = triples(ints, ints, adds * 2)
        regs = ["v0", "v4", "v8"]
        t.program(regs)
        for at in range(0, len(rows), 64):
            few = rows[at : at + 64]
            t.rows("edge values", by_columns(few), lambda c, lane: result(*few[lane]))
        few = rows[5::7]
        t.rows("inactive lanes keep their value", by_columns(few), lambda c, lane: result(*few[lane]), exec_=ODD_EXEC)
        t.rows("EXEC = 0", by_columns(few), lambda c, lane: 0, exec_=0)
        t.program(regs, " clamp")
        for at in range(0, len(rows), 64):
            part = rows[at : at + 64]
            t.rows("CLAMP saturates", by_columns(part), lambda c, lane: result(*part[lane], True))
        for i in range(3):
            t.code(f"{name} v{REGISTERS[i]}, v0, v4, v8")
            t.rows("the destination is also a source", by_columns(few), lambda c, lane: result(*few[lane]), dst=REGISTERS[i])
            for operand, value in (("s20", 0x89ABCDEF), ("-1", M32), ("5", 5)):
                srcs = list(regs)
                srcs[i] = operand
                row = list(few[2])
                row[i] = value
                columns = {r: [row[k]] for k, r in enumerate(REGISTERS) if k != i}
                t.program(srcs)
                t.rows(f"{operand} as source {i}", columns, lambda c, lane: result(*row), scalars={"s20": value} if operand == "s20" else None)
        t.write()

    # Exact values only: how the sum is rounded is not public.
    h = f16
    t = Packed("v_dot2_f32_f16", "D = S0[15:0] * S1[15:0] + S0[31:16] * S1[31:16] + S2, f16 products summed in f32; denormals of f32 are flushed", on)
    two = [h(1.0) | h(-2.0) << 16, h(0.5) | h(3.0) << 16, h(-4.0) | h(0.25) << 16, h(100.0) | h(7.0) << 16]
    rows = triples(two * 2, two * 2, [f32(0.0), f32(1.5), f32(-1024.0), f32(0.125)] * 2)

    def result(a, b, c, low=(0, 0), high=(1, 1), neg=(0, 0, 0), neg_hi=(0, 0, 0), clamped=False):
        v = 0
        for part, pick in enumerate((low, high)):
            x, y = half(a, pick[0]), half(b, pick[1])
            flip = (neg_hi if part else neg)[:2]
            v += F16.value(x ^ flip[0] << 15) * F16.value(y ^ flip[1] << 15)
        v += F32.value(c ^ neg[2] << 31)
        r = F32.round(v, NEAREST)
        return clamp(F32, r, Mode(PLAIN)) if clamped else r

    regs = ["v0", "v4", "v8"]
    t.program(regs)
    t.rows("exact values", by_columns(rows[:64]), lambda c, lane: result(*rows[lane]))
    t.rows("inactive lanes keep their value", by_columns(rows[:9]), lambda c, lane: result(*rows[lane]), exec_=ODD_EXEC)
    t.rows("EXEC = 0", by_columns(rows[:9]), lambda c, lane: 0, exec_=0)
    tiny = [(0, 0, 5), (h(1.0), h(1.0), 0x80000007), (h(2.0**-14), h(2.0**-10), 1)]
    sums = [0, f32(1.0), f32(2.0**-24)]
    for mode in (0x3F0, 0x3C0, 0x300):
        t.rows(f"denormals of f32 are flushed, MODE {mode:#x}", by_columns(tiny), lambda c, lane: sums[lane], mode=mode)
    # What cards gave, whatever MODE said (LLVM pull request 205101, of gfx90a and gfx950).
    for mode in (0x3F0, 0x3C0, 0x300):
        before = {"v0": [0x8001], "v4": [h(2.0**-14)], "v8": [0], "exec": 1, "mode": mode}
        t.case(f"denormal f16, MODE {mode:#x}", before, {"v12": [f32(-(2.0**-38))]}, [*on, "!gfx90a"])
        t.case(f"denormal f16 on gfx90a, MODE {mode:#x}", before, {"v12": [0]}, ["gfx90a", "!gfx942", "!gfx950"])
    for low, high in (((1, 1), (0, 0)), ((1, 0), (1, 1)), ((0, 0), (1, 0)), ((0, 1), (0, 1))):
        tail = (flags("op_sel", (*low, 0)) if any(low) else "") + (flags("op_sel_hi", (*high, 1)) if not all(high) else "")
        t.program(regs, tail)
        t.rows(f"OP_SEL {low}, OP_SEL_HI {high}", by_columns(rows[:16]), lambda c, lane: result(*rows[lane], low, high))
    for neg in ((1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1)):
        t.program(regs, flags("neg_lo", neg))
        t.rows(f"NEG_LO {neg}", by_columns(rows[:16]), lambda c, lane: result(*rows[lane], neg=neg))
    for neg in ((1, 0, 0), (0, 1, 0)):
        t.program(regs, flags("neg_hi", neg))
        t.rows(f"NEG_HI {neg}", by_columns(rows[:16]), lambda c, lane: result(*rows[lane], neg_hi=neg))
    t.program(regs, " clamp")
    t.rows("CLAMP to 0..1", by_columns(rows[:64]), lambda c, lane: result(*rows[lane], clamped=True))
    t.write()


def main():
    packed_ints()
    packed_floats()
    mixed()
    dots()


if __name__ == "__main__":
    main()
