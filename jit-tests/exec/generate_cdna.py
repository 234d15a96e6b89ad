#!/usr/bin/env python3
"""Writes the tests of what gfx908 and gfx90a have beside gfx906, matrix instructions aside. The values are such that all
sums and products are exact, but where a case says otherwise, so that plain arithmetic gives what is expected (AMD's
texts of the CDNA processors; LLVM for which denormals memory flushes). Run assemble.py afterwards.
"""

import struct

from testfile import ODD_EXEC, Test

F = lambda x: struct.unpack("<I", struct.pack("<f", x))[0]
H = lambda x: struct.unpack("<H", struct.pack("<e", x))[0]
D = lambda x: struct.unpack("<Q", struct.pack("<d", x))[0]
HH = lambda low, high: H(low) | H(high) << 16
M32 = 0xFFFFFFFF
BOTH, WIDE = None, ["gfx90a"]


def columns(first, pairs):
    """Pairs of dwords as two registers."""
    return {f"v{first}": [p & M32 for p in pairs], f"v{first + 1}": [p >> 32 for p in pairs]}


def signed(x, bits):
    return (x & (1 << bits) - 1) - ((x >> bits - 1 & 1) << bits)


def dot(a, b, bits):
    return sum(signed(a >> i, bits) * signed(b >> i, bits) for i in range(0, 32, bits))


def dots():
    a = [0x80007FFF, 0x12345678, 0xFFFFFFFF, 0x7F80017F, 0x88888888, 0x00010002]
    b = [0x80008000, 0x0FEDCBA9, 0x00010001, 0x80807F7F, 0x77777777, 0xFFFE0003]
    c = [0, 5, M32, 0x7FFFFFFF, 0x80000000, 100]
    for name, bits in (("v_dot2c_i32_i16", 16), ("v_dot4c_i32_i8", 8), ("v_dot8c_i32_i4", 4)):
        test = Test(name, "D = D + the sum of products, signed", "vop2")
        sums = [dot(x, y, bits) + signed(z, 32) for x, y, z in zip(a, b, c)]
        before = {"v0": a, "v2": b, "v4": c, "exec": 63}
        for text, result in (
            (f"{name} v4, v0, v2", [s & M32 for s in sums]),
            (f"{name}_e64 v4, v0, v2", [s & M32 for s in sums]),
            (f"{name}_e64 v4, v0, v2 clamp", [min(max(s, -(1 << 31)), (1 << 31) - 1) & M32 for s in sums]),
        ):
            test.code(text)
            test.case("values", before, {"v4": result})
        test.write()

    test = Test("v_dot2c_f32_f16", "D = S0.lo * S1.lo + S0.hi * S1.hi + D, denormals of f32 flushed", "vop2")
    rows = [((1.5, 2.0), (4.0, -0.5), 0.25), ((-3.0, 100.0), (2.0, 0.125), 1.0), ((0.0, 1.0), (5.0, 1.0), -1.0)]
    a, b = [HH(*r[0]) for r in rows], [HH(*r[1]) for r in rows]
    c = [F(r[2]) for r in rows]
    results = [F(x[0] * y[0] + x[1] * y[1] + z) for x, y, z in rows]
    # A denormal D does not count.
    a, b, c = a + [0], b + [0], c + [1]
    results += [0]
    before = {"v0": a, "v2": b, "v4": c, "exec": 15}
    # What cards gave, whatever MODE said (LLVM pull request 205101, of gfx90a and gfx950).
    tiny = {"v0": [0x00008001], "v2": [0x00000400], "v4": [0], "exec": 1}
    for form in ("", "_e64"):
        test.code(f"v_dot2c_f32_f16{form} v4, v0, v2")
        test.case("exact values", before, {"v4": results})
        for mode in (0x3F0, 0x3C0, 0x300):
            of = tiny | {"mode": mode}
            test.case(f"denormal f16, MODE {mode:#x}", of, {"v4": [F(-(2.0 ** -38))]}, on=["gfx908", "gfx942", "!gfx90a"])
            test.case(f"denormal f16 on gfx90a, MODE {mode:#x}", of, {"v4": [0]}, on=["gfx90a", "!gfx942", "!gfx950"])
    test.code("v_dot2c_f32_f16_e64 v4, v0, v2 clamp")
    test.case("CLAMP", {"v0": a[:3], "v2": b[:3], "v4": c[:3], "exec": 7}, {"v4": [F(1.0), F(1.0), 0]})
    test.write()

    test = Test("v_pk_fmac_f16", "both halves of D = S0 * S1 + D, rounded once", "vop2")
    rows = [((1.5, 2.0), (4.0, -0.5), (0.25, 1.0)), ((-3.0, 64.0), (2.0, 0.125), (1.0, -8.0))]
    # The product takes more bits than f16 has: 1026 + 2^-10, and one more is 1027 when it is rounded once.
    rows += [((1025.0, 1.0), (1.0009765625, 0.0), (1.0, 0.0))]
    exact = [tuple(x * y + z for x, y, z in zip(*r)) for r in rows]
    test.code("v_pk_fmac_f16 v4, v0, v2")
    before = {f"v{2 * k}": [HH(*r[k]) for r in rows] for k in range(3)} | {"exec": 7}
    test.case("values", before, {"v4": [HH(*e) for e in exact]})
    test.write()


def wide():
    test = Test("v_fmac_f64", "D = S0 * S1 + D", "vop2")
    rows = [(1.5, 2.0, 0.25), (-3.0, 1e10, 7.0), (2.0 ** 600, 2.0 ** -600, -1.0)]
    a, b, c = ([D(r[k]) for r in rows] for k in range(3))
    before = columns(0, a) | columns(2, b) | columns(4, c) | {"exec": 7}
    result = [D(x * y + z) for x, y, z in rows]
    # (1 + 2^-52)^2 - 1 - 2^-51 = 2^-104: one rounding keeps it.
    one = D(1.0) + 1
    for form in ("", "_e64"):
        test.code(f"v_fmac_f64{form} v[4:5], v[0:1], v[2:3]")
        test.case("exact values", before, columns(4, result))
        single = columns(0, [one]) | columns(2, [one]) | columns(4, [D(-1.0 - 2.0 ** -51)]) | {"exec": 1}
        test.case("one rounding", single, columns(4, [D(2.0 ** -104)]))
    test.write()

    # GCN has it as VOP2, in words that are others.
    test = Test("v_mul_legacy_f32", "D = S0 * S1, but +0 when either is a zero", "vop3")
    test.code("v_mul_legacy_f32 v4, v0, v2")
    test.lines.append("  gfx90a gfx942")
    inf, nan, zero = F(float("inf")), 0x7FC00000, 0
    rows = [(F(1.5), F(-4.0), F(-6.0)), (inf, zero, zero), (0x80000000, F(-1.0), zero), (nan, 0x80000000, zero)]
    rows += [(inf, F(-2.0), inf | 1 << 31), (nan, F(1.0), nan)]
    before = {f"v{2 * k}": [r[k] for r in rows] for k in range(2)} | {"exec": 63}
    test.case("values", before, {"v4": [r[2] for r in rows]})
    test.write()

    test = Test("v_accvgpr_mov_b32", "D = S0, both accumulation registers", "vop1")
    test.code("v_accvgpr_mov_b32 a3, a9")
    values = [0x01020304 * k & M32 for k in range(64)]
    test.case("every lane", {"a9": values}, {"a3": values})
    test.case("active lanes", {"a9": values, "exec": ODD_EXEC}, {"a3": values})
    test.write()


def packed():
    x, y, z = (1.5, -2.0), (4.0, 0.25), (10.0, 100.0)
    pair = lambda p: F(p[0]) | F(p[1]) << 32
    before = columns(0, [pair(x)]) | columns(2, [pair(y)]) | columns(4, [pair(z)]) | {"exec": 1}
    functions = {
        "v_pk_fma_f32": (3, lambda a, b, c: a * b + c),
        "v_pk_mul_f32": (2, lambda a, b: a * b),
        "v_pk_add_f32": (2, lambda a, b: a + b),
    }
    for name, (count, f) in functions.items():
        test = Test(name, "both f32 of a pair", "vop3p")
        given = (x, y, z)[:count]
        registers = ", ".join(f"v[{2 * k}:{2 * k + 1}]" for k in range(count))
        ones, zeros = ",".join("1" * count), ",".join("0" * count)

        def case(title, tail, low, high, clamp=False):
            r = [f(*low), f(*high)]
            if clamp:
                r = [min(max(v, 0.0), 1.0) for v in r]
            test.code(f"{name} v[8:9], {registers}{tail}")
            test.case(title, before, columns(8, [pair(r)]))

        lows, highs = [v[0] for v in given], [v[1] for v in given]
        case("halves", "", lows, highs)
        case("low dwords for both", f" op_sel_hi:[{zeros}]", lows, lows)
        case("high dwords for both", f" op_sel:[{ones}]", highs, highs)
        flip = ",".join(["1"] + ["0"] * (count - 1))
        case("signs of the low ones", f" neg_lo:[{flip}]", [-lows[0]] + lows[1:], highs)
        case("signs of the high ones", f" neg_hi:[{flip}]", lows, [-highs[0]] + highs[1:])
        case("CLAMP", " clamp", lows, highs, True)
        test.write()

    test = Test("v_pk_mov_b32", "a dword of S0, and one of S1", "vop3p")
    before = columns(0, [0x1111111122222222]) | columns(2, [0x3333333344444444]) | {"exec": 1}
    for tail, result in (("op_sel:[0,1]", 0x3333333322222222), ("op_sel:[1,0]", 0x4444444411111111)):
        test.code(f"v_pk_mov_b32 v[8:9], v[0:1], v[2:3] {tail}")
        test.case("dwords that are selected", before, columns(8, [result]))
    test.write()


DENORMAL = 0x00012345


def atomics():
    """name: dwords, (old, data, new) and who flushes denormals."""
    f32 = [(F(1.5), F(2.25), F(3.75)), (F(2.0 ** 24), F(1.0), F(2.0 ** 24)), (DENORMAL, 0, 0)]
    f16 = [(HH(1.5, -4.0), HH(2.0, 0.5), HH(3.5, -3.5)), (0x00010001, 0x00020003, 0x00030004)]
    add = [(D(1.5), D(2.25), D(3.75)), (D(-8.0), D(8.0), 0), (1, 2, 3)]
    low = [(D(1.5), D(-2.0), D(-2.0)), (D(1.5), D(2.0), D(1.5))]
    high = [(o, d, (o if n == d else d)) for o, d, n in low]
    kinds = [
        ("atomic_add_f32", 1, f32, BOTH), ("atomic_pk_add_f16", 1, f16, BOTH), ("atomic_add_f64", 2, add, WIDE),
        ("atomic_min_f64", 2, low, WIDE), ("atomic_max_f64", 2, high, WIDE),
    ]
    dwords = lambda v, n: [v >> 32 * k & M32 for k in range(n)]

    def memory(values, n):
        words = " ".join(f"{w:#010x}" for v in values for w in dwords(v, n))
        return f"[{words}]"

    for name, n, rows, on in kinds:
        data = "v8" if n == 1 else "v[8:9]"
        old, given, new = ([r[k] for r in rows] for k in range(3))
        lanes = (1 << len(rows)) - 1
        source = {f"v{8 + k}": [v >> 32 * k & M32 for v in given] for k in range(n)}
        returned = {f"v{12 + k}": [v >> 32 * k & M32 for v in old] for k in range(n)}
        in_place = {f"v{8 + k}": [v >> 32 * k & M32 for v in old] for k in range(n)}
        offsets = [4 * n * k for k in range(len(rows))]
        dst = "v12" if n == 1 else "v[12:13]"

        def both(test, text, returning, before, result, kind):
            test.code(text)
            before = before | source | {"exec": lanes, "mem0": memory(old, n)}
            test.case(f"values, {kind}", before, {"mem0": memory(new, n)})
            test.code(returning)
            test.case(f"the old value, {kind}", before, {"mem0": memory(new, n)} | result, WIDE)

        test = Test(f"global_{name}", "in memory", "flat")
        both(test, f"global_{name} v2, {data}, s[4:5]", f"global_{name} {dst}, v2, {data}, s[4:5] glc",
             {"v2": offsets, "s[4:5]": "mem0"}, returned, "global")
        test.write()
        if on == WIDE:
            test = Test(f"flat_{name}", "in memory", "flat")
            address = {"v[2:3]": "[" + " ".join(f"mem0+{o}" for o in offsets) + "]"}
            both(test, f"flat_{name} v[2:3], {data}", f"flat_{name} {dst}, v[2:3], {data} glc", address, returned, "flat")
            test.write()
        test = Test(f"buffer_{name}", "in a buffer", "mubuf")
        descriptor = {"s[4:5]": "mem0", "s6": 4 * n * len(rows), "s7": 0x00027000}
        both(test, f"buffer_{name} {data}, v2, s[4:7], 0 offen", f"buffer_{name} {data}, v2, s[4:7], 0 offen glc",
             {"v2": offsets} | descriptor, in_place, "buffer")
        test.write()

    for name in ("ds_add_f64", "ds_add_rtn_f64"):
        test = Test(name, "LDS = LDS + DATA, f64", "ds")
        rtn = "rtn" in name
        test.code(f"{name} {'v[12:13], ' if rtn else ''}v2, v[8:9] offset:8")
        old, given, new = ([r[k] for r in add] for k in range(3))
        before = {"lds": 64, "v2": [8 * k for k in range(3)], "exec": 7} | columns(8, given)
        after = {}
        for k in range(3):
            for half in range(2):
                before[f"lds[{8 + 8 * k + 4 * half}]"] = old[k] >> 32 * half & M32
                after[f"lds[{8 + 8 * k + 4 * half}]"] = new[k] >> 32 * half & M32
        test.case("values", before, after | (columns(12, old) if rtn else {}))
        # Whatever MODE says of f64: here, flush and toward zero.
        old, given = [1, 0x000FFFFFFFFFFFFF, D(1.0)], [2, 0x000FFFFFFFFFFFFF, D(1.5 * 2.0**-53)]
        new = [3, 0x001FFFFFFFFFFFFE, D(1.0 + 2.0**-52)]
        before, after = {"lds": 64, "v2": [8 * k for k in range(3)], "exec": 7, "mode": 0x33C} | columns(8, given), {}
        for k in range(6):
            before[f"lds[{8 + 4 * k}]"], after[f"lds[{8 + 4 * k}]"] = (v[k // 2] >> 32 * (k % 2) & M32 for v in (old, new))
        test.case("denormals and rounding", before, after | (columns(12, old) if rtn else {}))
        test.write()

    for name in ("buffer_wbl2", "buffer_invl2"):
        test = Test(name, "caches: memory is coherent", "mubuf")
        test.code(name)
        test.case("nothing changes", {"exec": 1}, {"exec": 1})
        test.write()


def accumulation_data():
    """Data and results in accumulation registers; lane 2 is not active."""
    lanes, at = [0, 1, 3], [0, 8, 16, 24]
    stored = [0x1000 * k + 0x89ABCDEF & M32 for k in range(8)]
    data = {"a8": [0x11110000 + k for k in range(4)], "a9": [0x22220000 + k for k in range(4)]}
    old = {"a12": [0xCAFE0000 + k for k in range(4)], "a13": [0xBABE0000 + k for k in range(4)]}

    def memory(words, kind):
        if kind == "ds":
            return {"lds": 32} | {f"lds[{4 * k}]": w for k, w in enumerate(words)}
        return {"mem0": "[" + " ".join(f"{w:#010x}" for w in words) + "]"}

    addresses = {
        "ds": {"v1": at},
        "flat": {"v[2:3]": "[" + " ".join(f"mem0+{o}" for o in at) + "]"},
        "global": {"v1": at, "s[4:5]": "mem0"},
        "buffer": {"v1": at, "s[4:5]": "mem0", "s6": 32, "s7": 0x00027000},
    }
    # Of each kind: a load of one and of two registers, the stores, and a sum and an exchange that return what was there.
    # Those of buffers return it where the data are.
    texts = {
        "ds": ("ds_read_b32 a12, v1", "ds_read_b64 a[12:13], v1", "ds_write_b32 v1, a8", "ds_write_b64 v1, a[8:9]",
               "ds_add_rtn_u32 a12, v1, a8", "ds_wrxchg_rtn_b64 a[12:13], v1, a[8:9]"),
        "flat": ("flat_load_dword a12, v[2:3]", "flat_load_dwordx2 a[12:13], v[2:3]", "flat_store_dword v[2:3], a8",
                 "flat_store_dwordx2 v[2:3], a[8:9]", "flat_atomic_add a12, v[2:3], a8 glc",
                 "flat_atomic_swap_x2 a[12:13], v[2:3], a[8:9] glc"),
        "global": ("global_load_dword a12, v1, s[4:5]", "global_load_dwordx2 a[12:13], v1, s[4:5]",
                   "global_store_dword v1, a8, s[4:5]", "global_store_dwordx2 v1, a[8:9], s[4:5]",
                   "global_atomic_add a12, v1, a8, s[4:5] glc", "global_atomic_swap_x2 a[12:13], v1, a[8:9], s[4:5] glc"),
        "buffer": ("buffer_load_dword a12, v1, s[4:7], 0 offen", "buffer_load_dwordx2 a[12:13], v1, s[4:7], 0 offen",
                   "buffer_store_dword a8, v1, s[4:7], 0 offen", "buffer_store_dwordx2 a[8:9], v1, s[4:7], 0 offen",
                   "buffer_atomic_add a8, v1, s[4:7], 0 offen glc", "buffer_atomic_swap_x2 a[8:9], v1, s[4:7], 0 offen glc"),
    }
    for kind, encoding in (("ds", "ds"), ("flat", "flat"), ("global", "flat"), ("buffer", "mubuf")):
        test = Test(f"accumulation_registers_{kind}", "data and results in accumulation registers", encoding)
        for i, text in enumerate(texts[kind]):
            n = 1 + i % 2
            words, given = list(stored), data if i >= 2 else {}
            returns = ("a8", "a9") if kind == "buffer" and i >= 4 else ("a12", "a13")
            results = {r: list((data | old)[r]) for r in returns[:n]} if i not in (2, 3) else {}
            for lane in lanes:
                for k in range(n):
                    place = at[lane] // 4 + k
                    if i not in (2, 3):
                        results[returns[k]][lane] = stored[place]
                    value = data[f"a{8 + k}"][lane]
                    if i >= 2:
                        words[place] = value + stored[place] & M32 if i == 4 else value
            test.code(text, **({"gfx942": text.replace("glc", "sc0")} if "glc" in text else {}))
            before = memory(stored, kind) | addresses[kind] | given | {"exec": 0b1011} | old
            after = results | ({} if words == stored else {p: v for p, v in memory(words, kind).items() if p != "lds"})
            test.case("lane 2 is not active", before, after)
        test.write()


def newbcast():
    """Each row takes its own lane 5; EXEC, row and bank masks as usual."""
    values = [0x01010101 * k & M32 for k in range(64)]
    test = Test("row_newbcast", "DPP row_newbcast: lane n of each row", "vop1")
    test.code("v_mov_b32_dpp v4, v2 row_newbcast:5 row_mask:0xf bank_mask:0xf")
    test.case("all lanes", {"v2": values}, {"v4": [values[k & 48 | 5] for k in range(64)]})
    old = [0x55AA0000 + k for k in range(64)]
    gone = 1 << 21
    kept = lambda k: not (0xFFFF00FFFFFFFFFF >> k & 1) or k == 21
    before = {"v2": values, "v4": old, "exec": 0xFFFF00FFFFFFFFFF & ~gone}
    # Row 1 has no active lane 5, so it keeps its old values.
    test.case("lanes that are not active give nothing", before,
              {"v4": [old[k] if kept(k) or k >> 4 == 1 else values[k & 48 | 5] for k in range(64)]})
    test.code("v_add_u32_dpp v4, v2, v3 row_newbcast:15 row_mask:0x5 bank_mask:0x6")
    takes = lambda k: (k >> 4) in (0, 2) and (k >> 2 & 3) in (1, 2)
    test.case("masks", {"v2": values, "v3": old, "v4": old},
              {"v4": [values[k & 48 | 15] + old[k] & M32 if takes(k) else old[k] for k in range(64)]})
    test.write()


def d16_with_ecc():
    """The half that is not loaded becomes zero (AMD's CDNA5 text of D16 loads with ECC; LLVM's D16PreservesUnusedBits)."""
    cards = ["gfx908", "gfx90a", "gfx942"]
    word, addresses = 0x9ABCFE85, [0, 1, 2]
    byte = lambda lane: word >> 8 * addresses[lane] & 0xFF
    values = {
        "ubyte": byte,
        "sbyte": lambda lane: signed(byte(lane), 8) & 0xFFFF,
        "short": lambda lane: word >> 8 * addresses[lane] & 0xFFFF,
    }
    ds = {"ubyte": "u8", "sbyte": "i8", "short": "u16"}
    memory, resource = f"[{word:#010x}]", {"s[4:5]": "mem0", "s6": 4, "s7": 0x00027000}
    test = Test("d16_loads_with_ecc", "the other half becomes zero with SRAM ECC, but in inactive lanes", "flat")
    for kind, value in values.items():
        for half in ("", "_hi"):
            loaded = [value(k) << (16 if half else 0) for k in range(3)] + [0xCAFEBABE]
            forms = {
                f"global_load_{kind}_d16{half} v8, v1, s[4:5]": {"mem0": memory, "s[4:5]": "mem0"},
                f"flat_load_{kind}_d16{half} v8, v[2:3]": {"mem0": memory, "v[2:3]": "[mem0+0 mem0+1 mem0+2]"},
                f"buffer_load_{kind}_d16{half} v8, v1, s[4:7], 0 offen": {"mem0": memory} | resource,
                f"ds_read_{ds[kind]}_d16{half} v8, v1": {"lds": 4, "lds[0]": word},
            }
            for text, before in forms.items():
                test.code(text)
                state = {"v1": addresses, "v8": [0xCAFEBABE] * 4, "exec": 7} | before
                test.case("old value 0xcafebabe", state, {"v8": loaded}, on=cards)
    # Elements of 16 bits, unsigned integers.
    element = resource | {"mem0": memory, "s7": 0xFAC | 4 << 12 | 2 << 15}
    for half, result in (("", word & 0xFFFF), ("_hi", (word & 0xFFFF) << 16)):
        test.code(f"buffer_load_format_d16{half}_x v8, off, s[4:7], 0")
        state = element | {"v8": [0xCAFEBABE] * 2, "exec": 1}
        test.case("an element", state, {"v8": [result, 0xCAFEBABE]}, on=cards)
    test.write()


if __name__ == "__main__":
    accumulation_data()
    newbcast()
    d16_with_ecc()
    dots()
    wide()
    packed()
    atomics()
