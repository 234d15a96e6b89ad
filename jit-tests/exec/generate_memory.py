#!/usr/bin/env python3
"""Writes the SMEM and FLAT tests whose expected values follow from a model of memory.

The manual's chapters are "SMRD instructions", "SMEM instructions" and "FLAT instructions" (CLRX GCN
documentation); what a place in private memory is comes from LLVM's AMDGPUUsage. Run assemble.py
afterwards.
"""

import pathlib
import struct

from model import M32, M64, s32, s64

HERE = pathlib.Path(__file__).parent
HEAD = "# Written by generate_memory.py.\n"

SHARED, PRIVATE = 0x0001_0000_0000_0000, 0x0002_0000_0000_0000


def hexa(x, digits=8):
    return f"0x{x:0{digits}x}"


def words(values):
    return "[" + " ".join(hexa(v) for v in values) + "]"


class File:
    def __init__(self, name, text):
        self.name = name
        self.lines = [HEAD + f"# {name}: {text}."]

    def code(self, text, *others):
        self.lines += ["code " + text, *("  " + o for o in others)]

    def case(self, title, sets, gets, on=None):
        if on and "_d16" in self.name and "gfx9" not in on:
            return  # gfx9 brought the D16 forms
        self.lines.append(f"case {title}")
        if on:
            self.lines.append("  on  " + on)
        self.lines.append("  in  " + sets)
        if gets:
            self.lines.append("  out " + gets)

    def write(self, directory, name):
        (HERE / directory).mkdir(exist_ok=True)
        (HERE / directory / f"{name}.gcn").write_text("\n".join(self.lines) + "\n")


# Atomics: name: (formula, pairs of memory and data for 32 bits, f(memory, data, comparand, bits)).


def signed(x, bits):
    return s32(x) if bits == 32 else s64(x)


def plain(f):
    return lambda m, d, c, bits: f(m, d) & ((1 << bits) - 1)


def compared(f):
    return lambda m, d, c, bits: m if f(signed(m, bits), signed(d, bits)) else d


PAIRS = [
    (0, 0), (0, 1), (1, 0), (5, 3), (3, 5), (M32, 1), (1, M32), (M32, M32), (0x80000000, 1), (1, 0x80000000),
    (0x7FFFFFFF, 0x80000000), (0x80000000, 0x7FFFFFFF), (0x12345678, 0x9ABCDEF0), (7, 7), (0x80000000, M32),
]
ATOMICS = {
    "swap": ("MEM = DATA", PAIRS, plain(lambda m, d: d)),
    "add": ("MEM = MEM + DATA", PAIRS, plain(lambda m, d: m + d)),
    "sub": ("MEM = MEM - DATA", PAIRS, plain(lambda m, d: m - d)),
    "smin": ("MEM = min(MEM, DATA), signed", PAIRS, compared(lambda m, d: m < d)),
    "umin": ("MEM = min(MEM, DATA), unsigned", PAIRS, plain(min)),
    "smax": ("MEM = max(MEM, DATA), signed", PAIRS, compared(lambda m, d: m > d)),
    "umax": ("MEM = max(MEM, DATA), unsigned", PAIRS, plain(max)),
    "and": ("MEM = MEM & DATA", PAIRS, plain(lambda m, d: m & d)),
    "or": ("MEM = MEM | DATA", PAIRS, plain(lambda m, d: m | d)),
    "xor": ("MEM = MEM ^ DATA", PAIRS, plain(lambda m, d: m ^ d)),
    "inc": ("MEM = MEM >= DATA ? 0 : MEM + 1, unsigned", PAIRS, plain(lambda m, d: 0 if m >= d else m + 1)),
    "dec": ("MEM = MEM == 0 or MEM > DATA ? DATA : MEM - 1, unsigned", PAIRS, plain(lambda m, d: d if m == 0 or m > d else m - 1)),
}
CMPSWAP = "MEM = MEM == comparand ? new : MEM; the new value is the low part of the data, the comparand the high one"
COMPARANDS = [(5, 9, 5), (5, 9, 6), (0, M32, 0), (M32, 0, M32), (0x80000000, 1, 0), (1, 2, 0x80000001)]

# Floats: old value, data (or new, comparand). A comparison with a NaN is false; -0 equals +0.
F32 = {"1": 0x3F800000, "2": 0x40000000, "-1": 0xBF800000, "0": 0, "-0": 0x80000000, "nan": 0x7FC00000, "inf": 0x7F800000, "den": 1}
F64 = {k: struct.unpack("<Q", struct.pack("<d", float(v)))[0] for k, v in
       {"1": 1, "2": 2, "-1": -1, "0": 0.0, "-0": -0.0, "nan": "nan", "inf": "inf", "den": 5e-324}.items()}
FLOAT_PAIRS = [("1", "2"), ("2", "1"), ("-1", "1"), ("1", "-1"), ("0", "-0"), ("-0", "0"), ("1", "nan"), ("nan", "1"), ("inf", "1"), ("1", "inf"), ("den", "0"), ("0", "den")]
FLOAT_TRIPLES = [("1", "2", "1"), ("1", "2", "-1"), ("0", "1", "-0"), ("-0", "1", "0"), ("nan", "1", "nan"), ("den", "1", "0"), ("inf", "0", "inf")]


def number(code):
    return {"nan": float("nan"), "den": 1e-300}.get(code, None) if code in ("nan", "den") else float(code)


def widened(v, bits):
    """A 64-bit value that has the 32-bit edge value in its upper half, so that both halves count."""
    return v if bits == 32 else (v << 32 | (v ^ 0x5A)) & M64


def atomic_inputs(op, bits):
    """(memory, data, comparand, memory after) of an atomic."""
    if op == "cmpswap":
        rows = [tuple(widened(x, bits) for x in row) for row in COMPARANDS]
        if bits == 64:
            rows += [(0x100000005, 9, 5), (5, 9, 0x100000005)]
        return [(m, d, c, d if m == c else m) for m, d, c in rows]
    if op in ("fmin", "fmax"):
        bits_of = F32 if bits == 32 else F64
        less = (lambda d, m: d < m) if op == "fmin" else (lambda d, m: d > m)
        return [(bits_of[m], bits_of[d], 0, bits_of[d if less(number(d), number(m)) else m]) for m, d in FLOAT_PAIRS]
    if op == "fcmpswap":
        bits_of = F32 if bits == 32 else F64
        return [(bits_of[m], bits_of[d], bits_of[c], bits_of[d if number(m) == number(c) else m]) for m, d, c in FLOAT_TRIPLES]
    pairs = [(widened(m, bits), widened(d, bits)) for m, d in ATOMICS[op][1]]
    if bits == 64:
        pairs += [(M32, 1), (1 << 32, 1), (1 << 32, M32)]
    return [(m, d, 0, ATOMICS[op][2](m, d, 0, bits)) for m, d in pairs]


def formula(op):
    if op == "cmpswap":
        return CMPSWAP
    if op == "fcmpswap":
        return CMPSWAP + "; compared as floats: -0 matches +0, NaN nothing"
    if op in ("fmin", "fmax"):
        return f"MEM = {op[1:]}(MEM, DATA) as floats; MEM stays where the comparison is false, as with NaN"
    return ATOMICS[op][0]


# Scalar memory.


def scalar_atomic(op, bits, buffer):
    name = f"s_{'buffer_' if buffer else ''}atomic_{op}{'_x2' if bits == 64 else ''}"
    n = bits // 32
    data = n * (2 if op == "cmpswap" else 1)
    sdata = f"s[4:{3 + data}]" if data > 1 else "s4"
    base = "s[8:11]" if buffer else "s[8:9]"
    out = File(name, formula(op) + "; with GLC SDATA = the old MEM")
    size = lambda limit: f" s10={limit} s11=0" if buffer else ""

    def sets(m, d, c, offset=4, limit=64):
        memory = [0xAAAAAAAA] * (offset // 4) + split(m, n) + [0xBBBBBBBB] * 4
        values = split(d, n) + (split(c, n) if op == "cmpswap" else [])
        registers = " ".join(f"s{4 + i}={hexa(v)}" for i, v in enumerate(values))
        return f"mem0={words(memory)} s[8:9]=mem0{size(limit)} {registers}"

    def after(r, offset=4):
        return " ".join(f"mem0[{offset + 4 * i}]={words([v])}" for i, v in enumerate(split(r, n)))

    def old(m):
        return " ".join(f"s{4 + i}={hexa(v)}" for i, v in enumerate(split(m, n)))

    inputs = atomic_inputs(op, bits)
    # 64-bit atomics are aligned to 8 bytes.
    at = 4 * n
    for glc in (" glc", ""):
        out.code(f"{name} {sdata}, {base}, {hexa(at, 1)}{glc}")
        for m, d, c, r in inputs if glc else inputs[-2:]:
            title = f"{hexa(m, 2 * n)}, {hexa(d, 2 * n)}" + (f", {hexa(c, 2 * n)}" if op == "cmpswap" else "")
            out.case(title, sets(m, d, c, at), after(r, at) + (" " + old(m) if glc else ""))
    m, d, c, r = inputs[0]
    out.case("EXEC = 0 does not matter", sets(m, d, c, at) + " exec=0", after(r, at))
    out.code(f"{name} {sdata}, {base}, s12 glc")
    out.case("a register offset", sets(m, d, c, at) + f" s12={at}", after(r, at) + " " + old(m))
    out.code(f"{name} {sdata}, {base}, s12 offset:0x8")
    out.case("register and immediate", sets(m, d, c, 16) + " s12=8", after(r, 16))
    if buffer:
        out.code(f"{name} {sdata}, {base}, {hexa(at, 1)} glc")
        out.case("beyond the range: nothing is written, 0 is returned", sets(m, d, c, at, at), old(0))
        out.case("the last bytes of the range", sets(m, d, c, at, 2 * at), after(r, at) + " " + old(m))
    else:
        out.code(f"{name} {sdata}, {base}, 0x20")
        out.case("outside the memory", sets(m, d, c, 0), "fault=write")
    out.write("smem", name)


def split(v, n):
    return [v >> 32 * i & M32 for i in range(n)]


CONTENTS = [0x11111100 + i for i in range(24)]


def scalar_register(first, n):
    return f"s{first}" if n == 1 else f"s[{first}:{first + n - 1}]"


def scalar_load(kind, n):
    """kind: load, buffer_load, scratch_load."""
    name = f"s_{kind}_dword" + (f"x{n}" if n > 1 else "")
    buffer = kind.startswith("buffer")
    d, base = scalar_register(16, n), "s[8:11]" if buffer else "s[8:9]"
    unit = "64 bytes" if kind.startswith("scratch") else "bytes"
    scale = 64 if kind.startswith("scratch") else 1
    what = "in the buffer" if buffer else "at SBASE"
    out = File(name, f"{n} dwords {what} + offset; a register offset counts {unit}; the low two bits are dropped")
    legacy = lambda text: [f"gfx6 gfx7: | {name} {d}, {base}, {text}"] if not kind.startswith("scratch") else []
    limit = " s10=96 s11=0" if buffer else ""
    memory = f"mem0={words(CONTENTS)}"

    def got(first, count=None, zero=0):
        values = [CONTENTS[first + i] if count is None or i < count else zero for i in range(n)]
        return " ".join(f"s{16 + i}={hexa(v)}" for i, v in enumerate(values))

    out.code(f"{name} {d}, {base}, 0x8", *legacy("0x2"))
    out.case("an immediate offset", f"{memory} s[8:9]=mem0{limit}", got(2))
    out.case("EXEC = 0 does not matter", f"{memory} s[8:9]=mem0{limit} exec=0", got(2))
    out.case("the low bits of the base are dropped", f"{memory} s[8:9]=mem0+7{limit}", got(3))
    out.code(f"{name} {d}, {base}, s12")
    register = 64 // scale if scale == 64 else 5
    memory_r = memory if scale == 1 else f"mem0={words(CONTENTS + CONTENTS)}"
    if scale == 64:
        # Vega manual: the register holds an unsigned offset in 64 bytes. CLRX drops its low bits too.
        out.case("the register counts 64 bytes, every bit of it", f"{memory_r} s[8:9]=mem0 s12=1", " ".join(f"s{16 + i}={hexa((CONTENTS + CONTENTS)[16 + i])}" for i in range(n)))
    else:
        out.case("the low bits of a register offset are dropped", f"{memory} s[8:9]=mem0 s12={register}{limit}", got(1))
    out.code(f"{name} {d}, {base}, m0")
    out.case("M0 as offset", f"{memory_r} s[8:9]=mem0 m0={1 if scale == 64 else 4}{limit}", got(1) if scale == 1 else " ".join(f"s{16 + i}={hexa((CONTENTS + CONTENTS)[16 + i])}" for i in range(n)))
    out.code(f"{name} {d}, {base}, s12 offset:0x10")
    out.case("register and immediate", f"{memory_r} s[8:9]=mem0 s12={0 if scale == 64 else 4}{limit}", got(4 if scale == 64 else 5))
    if n >= 2:
        over = scalar_register(8, n)
        out.code(f"{name} {over}, {base}, 0x4", *([f"gfx6 gfx7: | {name} {over}, {base}, 0x1"] if scale == 1 else []))
        out.case("the base is overwritten", f"{memory} s[8:9]=mem0{limit}", " ".join(f"s{8 + i}={hexa(CONTENTS[1 + i])}" for i in range(n)))
    if buffer:
        out.code(f"{name} {d}, {base}, 0x8", *legacy("0x2"))
        for inside in range(n):
            if inside in (0, 1, n - 1):
                out.case(f"{inside} dwords are in range, the others read as 0", f"{memory} s[8:9]=mem0 s10={8 + 4 * inside} s11=0", got(2, inside))
        out.case("a dword that is partly in range", f"{memory} s[8:9]=mem0 s10=11 s11=0", got(2, 0))
        # STRIDE is V# bits 61:48; NUM_RECORDS counts records of that size.
        out.case("with a stride the range is in records", f"{memory} s[8:9]=mem0+0x4000000000000 s10={2 + n} s11=0", got(2))
        out.case("one record less", f"{memory} s[8:9]=mem0+0x4000000000000 s10={1 + n} s11=0", got(2, n - 1))
        out.case("no records", f"{memory} s[8:9]=mem0 s10=0 s11=0", got(2, 0))
        out.code(f"{name} {d}, {base}, s12")
        out.case("a negative offset is a large one", f"{memory} s[8:9]=mem0+8 s10=96 s11=0 s12=-4", got(0, 0))
    else:
        out.code(f"{name} {d}, {base}, 0x0")
        out.case("the last dwords", f"{memory} s[8:9]=mem0+{4 * (24 - n)}", got(24 - n))
        out.case("the end lies within", f"{memory} s[8:9]=mem0+{4 * (25 - n)}", "fault=read")
        out.code(f"{name} {d}, {base}, -0x8")
        out.case("gfx9's immediate is signed", f"{memory} s[8:9]=mem0+16", got(2))
    if name == "s_load_dword":
        out.code(f"{name} {d}, {base}, 0x50")
        out.case("gfx7 has a literal, in dwords", f"{memory} s[8:9]=mem0", got(20), "gfx8 gfx9 gfx906")
        out.code(f"{name} {d}, {base}, 0x100")
        out.case("more dwords than 8 bits can count", f"mem0=[{' '.join(['1'] * 64)}] mem1={words(CONTENTS)} s[8:9]=mem1+-1024", got(0), "gfx7")
    out.write("smem", name)


def scalar_store(kind, n):
    """kind: store, buffer_store, scratch_store."""
    name = f"s_{kind}_dword" + (f"x{n}" if n > 1 else "")
    buffer, scratch = kind.startswith("buffer"), kind.startswith("scratch")
    d, base = scalar_register(16, n), "s[8:11]" if buffer else "s[8:9]"
    unit = "64 bytes" if scratch else "bytes"
    out = File(name, f"stores {n} dwords; the address is formed as that of the load; a register offset counts {unit}")
    limit = " s10=128 s11=0" if buffer else ""
    memory = f"mem0=[{' '.join(['0'] * 32)}]"
    data = " ".join(f"s{16 + i}={hexa(CONTENTS[i])}" for i in range(n))

    def stored(offset, count=n):
        return " ".join(f"mem0[{offset + 4 * i}]={words([CONTENTS[i]])}" for i in range(count))

    out.code(f"{name} {d}, {base}, 0x8")
    out.case("an immediate offset", f"{memory} s[8:9]=mem0{limit} {data}", stored(8))
    out.case("EXEC = 0 does not matter", f"{memory} s[8:9]=mem0{limit} {data} exec=0", stored(8))
    out.case("the low bits of the base are dropped", f"{memory} s[8:9]=mem0+7{limit} {data}", stored(12))
    out.code(f"{name} {d}, {base}, m0")
    out.case("M0 as offset", f"{memory} s[8:9]=mem0 m0={1 if scratch else 6}{limit} {data}", stored(64 if scratch else 4))
    out.code(f"{name} {d}, {base}, s12")
    out.case("a register offset", f"{memory} s[8:9]=mem0 s12={1 if scratch else 7}{limit} {data}", stored(64 if scratch else 4), "gfx9 gfx906")
    out.code(f"{name} {d}, {base}, s12 offset:0x10")
    out.case("register and immediate", f"{memory} s[8:9]=mem0 s12={1 if scratch else 4}{limit} {data}", stored(80 if scratch else 20))
    if buffer:
        out.code(f"{name} {d}, {base}, 0x8")
        for inside in sorted({0, n - 1, n}):
            out.case(f"{inside} dwords are in range, the others are dropped", f"{memory} s[8:9]=mem0 s10={8 + 4 * inside} s11=0 {data}", stored(8, inside))
        out.case("with a stride the range is in records", f"{memory} s[8:9]=mem0+0x4000000000000 s10={2 + n} s11=0 {data}", stored(8))
        out.case("one record less", f"{memory} s[8:9]=mem0+0x4000000000000 s10={1 + n} s11=0 {data}", stored(8, n - 1))
    else:
        out.code(f"{name} {d}, {base}, 0x0")
        out.case("the end lies within: nothing is written", f"{memory} s[8:9]=mem0+{4 * (33 - n)} {data}", "fault=write")
        out.code(f"{name} {d}, {base}, -0x8")
        out.case("gfx9's immediate is signed", f"{memory} s[8:9]=mem0+16 {data}", stored(8))
    out.code(f"{name} {d}, {base}, 0x8 glc")
    out.case("GLC is about caches", f"{memory} s[8:9]=mem0{limit} {data}", stored(8))
    out.write("smem", name)


# Vector memory.

ON = {"flat": "", "global": ", off", "scratch": ", off"}
# name: (what it does, bytes, registers, f(loaded bytes as a number, old register) -> register)
LOADS = {
    "load_ubyte": ("D = a byte, zero-extended", 1, lambda v, o: v),
    "load_sbyte": ("D = a byte, sign-extended", 1, lambda v, o: (v ^ 0x80) - 0x80 & M32),
    "load_ushort": ("D = 16 bits, zero-extended", 2, lambda v, o: v),
    "load_sshort": ("D = 16 bits, sign-extended", 2, lambda v, o: (v ^ 0x8000) - 0x8000 & M32),
    "load_dword": ("D = a dword", 4, None),
    "load_dwordx2": ("D = 2 dwords", 8, None),
    "load_dwordx3": ("D = 3 dwords", 12, None),
    "load_dwordx4": ("D = 4 dwords", 16, None),
    "load_ubyte_d16": ("D[15:0] = a byte, zero-extended; D[31:16] stays", 1, lambda v, o: o & 0xFFFF0000 | v),
    "load_ubyte_d16_hi": ("D[31:16] = a byte, zero-extended; D[15:0] stays", 1, lambda v, o: o & 0xFFFF | v << 16),
    "load_sbyte_d16": ("D[15:0] = a byte, sign-extended; D[31:16] stays", 1, lambda v, o: o & 0xFFFF0000 | (v ^ 0x80) - 0x80 & 0xFFFF),
    "load_sbyte_d16_hi": ("D[31:16] = a byte, sign-extended; D[15:0] stays", 1, lambda v, o: o & 0xFFFF | ((v ^ 0x80) - 0x80 & 0xFFFF) << 16),
    "load_short_d16": ("D[15:0] = 16 bits; D[31:16] stays", 2, lambda v, o: o & 0xFFFF0000 | v),
    "load_short_d16_hi": ("D[31:16] = 16 bits; D[15:0] stays", 2, lambda v, o: o & 0xFFFF | v << 16),
}
STORES = {
    "store_byte": ("stores DATA[7:0]", 1, lambda d: d & 0xFF),
    "store_byte_d16_hi": ("stores DATA[23:16]", 1, lambda d: d >> 16 & 0xFF),
    "store_short": ("stores DATA[15:0]", 2, lambda d: d & 0xFFFF),
    "store_short_d16_hi": ("stores DATA[31:16]", 2, lambda d: d >> 16),
    "store_dword": ("stores a dword", 4, None),
    "store_dwordx2": ("stores 2 dwords", 8, None),
    "store_dwordx3": ("stores 3 dwords", 12, None),
    "store_dwordx4": ("stores 4 dwords", 16, None),
}
# Every byte is another one, half of them with the sign bit set.
BYTES = bytes((i * 73 + 129) & 0xFF for i in range(96))
OLD = 0x5A6B7C8D


def dwords(data):
    return [int.from_bytes(data[i : i + 4], "little") for i in range(0, len(data), 4)]


def vector_register(first, n):
    return f"v{first}" if n == 1 else f"v[{first}:{first + n - 1}]"


def loaded(name, offset, source=BYTES, old=OLD):
    """The registers of a lane that loads at a byte offset of `source`."""
    _, size, f = LOADS[name]
    data = source[offset : offset + size]
    return dwords(data) if f is None else [f(int.from_bytes(data, "little"), old)]


def in_lanes(first, lanes, cycle=""):
    """Assignments to the registers from `first` on of one list of values per lane."""
    return " ".join(f"v{first + i}=[{' '.join(hexa(l[i]) for l in lanes)}]{cycle}" for i in range(len(lanes[0])))


def lane_mask(n):
    return f"exec={hexa((1 << n) - 1, 1)}"


def offsets(size):
    """Offsets that lanes of different tests access: scattered and unaligned; in turn; all the same."""
    return {
        "scattered": [40, 0, 20, 60, 8],
        "unaligned": [1, 7, 13, 42],
        "in turn": [size * i for i in range(64 // size)],
        "the same": [16] * 4,
    }


def addresses(base, list_):
    return "[" + " ".join(f"{base}+{o}" if base.startswith("mem") else hexa(int(base, 0) + o, 16) for o in list_) + "]"


def vector_load(segment, kind):
    name = f"{segment}_{kind}"
    text, size, f = LOADS[kind]
    n = max(1, size // 4)
    d = vector_register(8, n)
    out = File(name, text)
    flat, scratch = segment == "flat", segment == "scratch"
    m0 = "m0=-1 " if flat else ""
    old = " ".join(f"v{8 + i}=[{hexa(OLD)}]*" for i in range(n))
    memory = f"mem0={words(dwords(BYTES))}"

    def results(list_, source=BYTES):
        return in_lanes(8, [loaded(kind, o, source) for o in list_])

    off = ON[segment]
    if not scratch:
        out.code(f"{name} {d}, v[2:3]{off}")
        for title, list_ in offsets(size).items():
            out.case(title, f"{m0}{memory} {lane_mask(len(list_))} v[2:3]={addresses('mem0', list_)} {old}", results(list_))
        got = loaded(kind, 24)
        lane = " ".join(f"v{8 + i}.5={hexa(v)}" for i, v in enumerate(got))
        out.case("one active lane", f"{m0}{memory} exec=0x20 v[2:3]=[mem0+24]* {old}", " ".join(f"v{8 + i}=any" for i in range(0)) + lane)
        out.case("EXEC = 0: no address is looked at", f"{m0}exec=0 v[2:3]=[0]* {old}", "")
        out.case("the last bytes of the memory", f"{m0}{memory} exec=1 v[2:3]=[mem0+{96 - size}] {old}", results([96 - size]))
        out.case("one byte beyond", f"{m0}{memory} exec=1 v[2:3]=[mem0+{97 - size}] {old}", "fault=read " + " ".join(f"v{8 + i}=any" for i in range(n)))
        out.case("no memory at all", f"{m0}exec=1 v[2:3]=[0] {old}", "fault=read " + " ".join(f"v{8 + i}=any" for i in range(n)))
        if n <= 2 and f is None:
            over = vector_register(2, n)
            out.code(f"{name} {over}, v[2:3]{off}")
            list_ = [8, 0]
            out.case("over its address", f"{m0}{memory} exec=3 v[2:3]={addresses('mem0', list_)}", in_lanes(2, [loaded(kind, o) for o in list_]))
    if flat:
        out.code(f"{name} {d}, v[2:3] offset:4095")
        out.case("gfx9's offset is unsigned, 12 bits", f"{m0}{memory} exec=3 v[2:3]=[mem0+-4095 mem0+-4087] {old}", results([0, 8]))
        out.code(f"{name} {d}, v[2:3] glc slc")
        out.case("GLC and SLC are about caches", f"{m0}{memory} exec=3 v[2:3]=[mem0 mem0+8] {old}", results([0, 8]))
        if kind == "load_dword":
            # The text of LLVM's disassembler does not show TFE, and its assembler knows no such form.
            out.code(f"{name} {d}, v[2:3]", f"gfx7: dc300000 08800002 | {name} v8, v[2:3] !", f"gfx8: dc500000 08800002 | {name} v8, v[2:3] !")
            out.case("TFE: one register more says that nothing failed", f"{m0}{memory} exec=3 v[2:3]=[mem0 mem0+8] {old} v9=[-1]*", results([0, 8]) + " v9=[0 0]", "gfx7 gfx8")
        # LDS: gfx7 and gfx8 align down and end at M0.
        out.code(f"{name} {d}, v[2:3]")
        lds = " ".join(f"lds[{4 * i}]={hexa(v)}" for i, v in enumerate(dwords(BYTES[:64])))
        whole = [0, 16, 48]
        shared = addresses(hex(SHARED), whole)
        out.case("the LDS aperture", f"m0=-1 lds=64 {lds} exec=7 v[2:3]={shared} {old}", results(whole))
        zero = bytes(96)
        mixed = in_lanes(8, [loaded(kind, 0), loaded(kind, 0, zero)])
        out.case("beyond the LDS reads as 0", f"m0=-1 lds=64 {lds} exec=3 v[2:3]={addresses(hex(SHARED), [0, 64])} {old}", mixed)
        out.case("the LDS ends at M0", f"m0=16 lds=64 {lds} exec=3 v[2:3]={addresses(hex(SHARED), [0, 16])} {old}", mixed, "gfx7 gfx8")
        out.case("the LDS does not end at M0", f"m0=0 lds=64 {lds} exec=3 v[2:3]={addresses(hex(SHARED), [0, 16])} {old}", results([0, 16]), "gfx9 gfx906")
        if size > 1:
            align = 16 if size == 12 else size
            list_ = [align + 1, 2 * align + align - 1]
            there = addresses(hex(SHARED), list_)
            out.case("low address bits are dropped in the LDS", f"m0=-1 lds=64 {lds} exec=3 v[2:3]={there} {old}", results([o & -align for o in list_]), "gfx7 gfx8")
            out.case("gfx9 honours them", f"m0=-1 lds=64 {lds} exec=3 v[2:3]={there} {old}", results(list_), "gfx9 gfx906")
    if segment == "global":
        out.code(f"{name} {d}, v[2:3], off offset:-4096")
        out.case("the lowest offset", f"{memory} exec=3 v[2:3]=[mem0+4096 mem0+4104] {old}", results([0, 8]))
        out.code(f"{name} {d}, v1, s[2:3] offset:4095")
        out.case("a scalar base, the highest offset", f"{memory} exec=3 s[2:3]=mem0+-4095 v1=[8 0] {old}", results([8, 0]))
        out.case("the register's offset is unsigned", f"{memory} exec=1 s[2:3]=mem0+-4091 v1=[-4] {old}", "fault=read " + " ".join(f"v{8 + i}=any" for i in range(n)))
        out.code(f"{name} {d}, v[2:3], off")
        out.case("the LDS aperture is no memory for GLOBAL", f"lds=64 exec=1 v[2:3]=[{hexa(SHARED, 16)}] {old}", "fault=read " + " ".join(f"v{8 + i}=any" for i in range(n)))
        if size <= 4 and "d16" not in kind:
            to_lds(out, name, kind)
    if flat or scratch:
        private(out, name, d, kind, size, n, old, results)
    out.write("flat", name)


def to_lds(out, name, kind):
    """LDS = 1: the dword at M0[15:0] + offset + lane * 4 of the LDS is filled instead of VGPRs."""
    memory = f"mem0={words(dwords(BYTES))}"
    list_ = [9, 0, 4]
    list_ = [o & -LOADS[kind][1] for o in list_]

    def filled(first, lanes):
        return " ".join(f"lds[{first + 4 * l}]={hexa(loaded(kind, o)[0])}" for l, o in lanes)

    out.code(f"{name} v[2:3], off lds")
    out.case("to the LDS", f"{memory} lds=64 m0=16 exec=7 v[2:3]={addresses('mem0', list_)}", filled(16, enumerate(list_)))
    out.case("lanes keep their place", f"{memory} lds=64 m0=0xffff0004 exec=5 v[2:3]={addresses('mem0', list_)}", filled(4, [(0, list_[0]), (2, list_[2])]))
    out.case("beyond the LDS nothing is written", f"{memory} lds=64 m0=56 exec=7 v[2:3]={addresses('mem0', list_)}", filled(56, list(enumerate(list_))[:2]))
    out.code(f"{name} v1, s[2:3] offset:8 lds")
    out.case("the offset counts in both", f"{memory} lds=64 m0=0 exec=3 s[2:3]=mem0 v1=[4 0]", filled(8, [(0, 12), (1, 8)]))


def lane_bytes(lane, count=64):
    """The private memory of a lane at first."""
    return b"".join((0x5C000000 | i << 8 | lane).to_bytes(4, "little") for i in range(count // 4))


def private(out, name, d, kind, size, n, old, results):
    """Loads from private memory, 64 bytes per lane: each lane has its own."""
    list_ = [0, 16, 48, 64 - size]
    got = in_lanes(8, [loaded(kind, o, lane_bytes(l)) for l, o in enumerate(list_)])
    lost = "fault=read " + " ".join(f"v{8 + i}=any" for i in range(n))
    if name.startswith("flat"):
        out.code(f"{name} {d}, v[2:3]")
        out.case("the private aperture", f"m0=-1 scratch=64 exec=0xf v[2:3]={addresses(hex(PRIVATE), list_)} {old}", got)
        out.case("beyond the private memory", f"m0=-1 scratch=64 exec=1 v[2:3]={addresses(hex(PRIVATE), [65 - size])} {old}", lost)
        out.case("memory, LDS and private memory at once", f"m0=-1 mem0={words(dwords(BYTES))} lds[0]={hexa(dwords(BYTES)[0])} lds[4]={hexa(dwords(BYTES)[1])} lds[8]={hexa(dwords(BYTES)[2])} lds[12]={hexa(dwords(BYTES)[3])} scratch=64 exec=7 v[2:3]=[mem0+8 {hexa(SHARED, 16)} {hexa(PRIVATE + 16, 16)}] {old}",
                 in_lanes(8, [loaded(kind, 8), loaded(kind, 0), loaded(kind, 16, lane_bytes(2))]))
        return
    values = "v1=[" + " ".join(str(o) for o in list_) + "]"
    out.code(f"{name} {d}, v1, off")
    out.case("each lane has its own memory", f"scratch=64 exec=0xf {values} {old}", got)
    out.case("EXEC = 0", f"exec=0 v1=[0]* {old}", "")
    out.case("the end", f"scratch=64 exec=1 v1=[{65 - size}] {old}", lost)
    if size > 1:
        out.case("unaligned", f"scratch=64 exec=3 v1=[1 22] {old}", in_lanes(8, [loaded(kind, o, lane_bytes(l)) for l, o in enumerate([1, 22])]))
    out.code(f"{name} {d}, v1, off offset:-16")
    out.case("a negative offset", f"scratch=64 exec=3 v1=[32 16] {old}", in_lanes(8, [loaded(kind, o, lane_bytes(l)) for l, o in enumerate([16, 0])]))
    out.code(f"{name} {d}, off, s2 offset:4")
    out.case("a scalar address", f"scratch=64 exec=7 s2=12 {old}", in_lanes(8, [loaded(kind, 16, lane_bytes(l)) for l in range(3)]))


def vector_store(segment, kind):
    name = f"{segment}_{kind}"
    text, size, f = STORES[kind]
    n = max(1, size // 4)
    d = vector_register(8, n)
    out = File(name, text)
    flat, scratch = segment == "flat", segment == "scratch"
    m0 = "m0=-1 " if flat else ""
    off = ON[segment]
    data = [[0x80C0E0F0 + 0x01010101 * (4 * l + i) for i in range(n)] for l in range(64)]

    def raw(lane):
        return b"".join(v.to_bytes(4, "little") for v in data[lane]) if f is None else f(data[lane][0]).to_bytes(size, "little")

    def stored(list_, length=96, lanes=None):
        memory = bytearray(BYTES[:length])
        for lane, o in zip(lanes or range(64), list_):
            memory[o : o + size] = raw(lane)
        return dwords(bytes(memory))

    values = in_lanes(8, data[:16])
    memory = f"mem0={words(dwords(BYTES))}"
    if not scratch:
        out.code(f"{name} v[2:3], {d}{off}")
        for title, list_ in offsets(size).items():
            if title == "the same":
                continue
            if title == "scattered":
                list_ = [40, 0, 20, 76, 60]
            if title == "unaligned":
                list_ = [1, 23, 41, 62]
            out.case(title, f"{m0}{memory} {lane_mask(min(len(list_), 16))} v[2:3]={addresses('mem0', list_)} {values}", "mem0=" + words(stored(list_[:16])))
        out.case("lanes that are not active", f"{m0}{memory} exec=0xa v[2:3]=[0 mem0+32 0 mem0+64] {values}", "mem0=" + words(stored([32, 64], 96, [1, 3])))
        out.case("EXEC = 0: no address is looked at", f"{m0}exec=0 v[2:3]=[0]*", "")
        out.case("the last bytes of the memory", f"{m0}{memory} exec=1 v[2:3]=[mem0+{96 - size}] {values}", "mem0=" + words(stored([96 - size])))
        out.case("one byte beyond", f"{m0}{memory} exec=1 v[2:3]=[mem0+{97 - size}] {values}", "fault=write")
        out.case("no memory at all", f"{m0}exec=1 v[2:3]=[0]", "fault=write")
    if flat:
        out.code(f"{name} v[2:3], {d} offset:4095")
        out.case("gfx9's offset is unsigned, 12 bits", f"{m0}{memory} exec=1 v[2:3]=[mem0+-4087] {values}", "mem0=" + words(stored([8])))
        out.code(f"{name} v[2:3], {d}")
        lds = " ".join(f"lds[{4 * i}]={hexa(v)}" for i, v in enumerate(dwords(BYTES[:64])))

        def in_lds(list_):
            return " ".join(f"lds[{4 * i}]={hexa(v)}" for i, v in enumerate(stored(list_, 64)))

        out.case("the LDS aperture", f"m0=-1 lds=64 {lds} exec=3 v[2:3]={addresses(hex(SHARED), [32, 0])} {values}", in_lds([32, 0]))
        out.case("beyond the LDS nothing is written", f"m0=-1 lds=64 {lds} exec=3 v[2:3]={addresses(hex(SHARED), [32, 64])} {values}", in_lds([32]))
        out.case("the LDS ends at M0", f"m0=48 lds=64 {lds} exec=3 v[2:3]={addresses(hex(SHARED), [32, 48])} {values}", in_lds([32]), "gfx7 gfx8")
        out.case("the LDS does not end at M0", f"m0=0 lds=64 {lds} exec=3 v[2:3]={addresses(hex(SHARED), [32, 48])} {values}", in_lds([32, 48]), "gfx9 gfx906")
        if size > 1:
            align = 16 if size == 12 else size
            out.case("low address bits are dropped in the LDS", f"m0=-1 lds=64 {lds} exec=1 v[2:3]={addresses(hex(SHARED), [align + 1])} {values}", in_lds([align]), "gfx7 gfx8")
            out.case("gfx9 honours them", f"m0=-1 lds=64 {lds} exec=1 v[2:3]={addresses(hex(SHARED), [align + 1])} {values}", in_lds([align + 1]), "gfx9 gfx906")
    if segment == "global":
        out.code(f"{name} v[2:3], {d}, off offset:-4096")
        out.case("the lowest offset", f"{memory} exec=1 v[2:3]=[mem0+4104] {values}", "mem0=" + words(stored([8])))
        out.code(f"{name} v1, {d}, s[2:3] offset:4095")
        out.case("a scalar base, the highest offset", f"{memory} exec=3 s[2:3]=mem0+-4095 v1=[32 0] {values}", "mem0=" + words(stored([32, 0])))
        out.case("the register's offset is unsigned", f"{memory} exec=1 s[2:3]=mem0+-4091 v1=[-4] {values}", "fault=write")
    if flat or scratch:
        def in_private(list_):
            """The dwords that lane l's store at list_[l] changes."""
            gets = []
            for lane, o in enumerate(list_):
                own = bytearray(lane_bytes(lane))
                own[o : o + size] = raw(lane)
                before = dwords(lane_bytes(lane))
                gets += [f"scratch[{4 * i}].{lane}={hexa(v)}" for i, v in enumerate(dwords(bytes(own))) if v != before[i]]
            return " ".join(gets)

        list_ = [0, 16, 48, 64 - size]
        if flat:
            out.code(f"{name} v[2:3], {d}")
            out.case("the private aperture", f"m0=-1 scratch=64 exec=0xf v[2:3]={addresses(hex(PRIVATE), list_)} {values}", in_private(list_))
            out.case("beyond the private memory", f"m0=-1 scratch=64 exec=1 v[2:3]={addresses(hex(PRIVATE), [65 - size])} {values}", "fault=write")
        else:
            out.code(f"{name} v1, {d}, off")
            out.case("each lane has its own memory", f"scratch=64 exec=0xf v1=[{' '.join(map(str, list_))}] {values}", in_private(list_))
            out.case("EXEC = 0", "exec=0 v1=[0]*", "")
            out.case("the end", f"scratch=64 exec=1 v1=[{65 - size}] {values}", "fault=write")
            if size > 1:
                out.case("unaligned", f"scratch=64 exec=3 v1=[1 22] {values}", in_private([1, 22]))
            out.code(f"{name} v1, {d}, off offset:-16")
            out.case("a negative offset", f"scratch=64 exec=3 v1=[32 16] {values}", in_private([16, 0]))
            out.code(f"{name} off, {d}, s2 offset:4")
            out.case("a scalar address", f"scratch=64 exec=7 s2=12 {values}", in_private([16, 16, 16]))
    out.write("flat", name)


def vector_atomic(segment, op, bits):
    name = f"{segment}_atomic_{op}{'_x2' if bits == 64 else ''}"
    n = bits // 32
    two = op in ("cmpswap", "fcmpswap")
    data = n * (2 if two else 1)
    d, r = vector_register(8, data), vector_register(4, n)
    out = File(name, formula(op) + "; with GLC VDST = the old MEM")
    flat = segment == "flat"
    m0, off = ("m0=-1 ", "") if flat else ("", ", off")
    inputs = atomic_inputs(op, bits)
    step = 4 * n
    old = [split(m, n) for m, _, _, _ in inputs]
    new = [split(x, n) for _, _, _, x in inputs]
    given = [split(a, n) + (split(c, n) if two else []) for _, a, c, _ in inputs]
    flatten = lambda rows: [v for row in rows for v in row]
    at = [step * i for i in range(len(inputs))]
    memory = f"mem0={words(flatten(old))}"
    values = in_lanes(8, given)
    lanes = lane_mask(len(inputs))
    after = "mem0=" + words(flatten(new))
    out.code(f"{name} {r}, v[2:3], {d}{off} glc")
    out.case("every lane its own address", f"{m0}{memory} {lanes} v[2:3]={addresses('mem0', at)} {values}", f"{after} {in_lanes(4, old)}")
    out.case("EXEC = 0: no address is looked at", f"{m0}exec=0 v[2:3]=[0]*", "")
    out.case("outside the memory", f"{m0}{memory} exec=1 v[2:3]=[mem0+{step * len(inputs)}] {values}", "fault=write")
    out.code(f"{name} v[2:3], {d}{off}")
    out.case("without GLC no register is written", f"{m0}{memory} {lanes} v[2:3]={addresses('mem0', at)} {values}", after)
    only_first = words(flatten([new[0]] + old[1:]))
    out.case("one active lane", f"{m0}{memory} exec=1 v[2:3]={addresses('mem0', at)} {values}", "mem0=" + only_first)
    if op in ATOMICS:
        # Equal data, so that the order of the lanes does not matter.
        value = inputs[3][0]
        for _ in range(6):
            value = ATOMICS[op][2](value, inputs[3][1], 0, bits)
        same = " ".join(f"v{8 + i}=[{hexa(v)}]*" for i, v in enumerate(split(inputs[3][1], n)))
        out.case("lanes with one address act one after the other", f"{m0}mem0={words(old[3])} exec=0x8000000000f00001 v[2:3]=[mem0]* {same}", "mem0=" + words(split(value, n)))
    x, y = 0, len(inputs) - 1
    if flat:
        out.code(f"{name} {r}, v[2:3], {d} glc")
        lds = " ".join(f"lds[{step * 2 + 4 * i}]={hexa(v)}" for i, v in enumerate(old[x]))
        lds_after = " ".join(f"lds[{step * 2 + 4 * i}]={hexa(v)}" for i, v in enumerate(new[x]))
        first = in_lanes(8, given[:1])
        there = addresses(hex(SHARED), [step * 2])
        out.case("the LDS aperture", f"m0=-1 lds=64 {lds} exec=1 v[2:3]={there} {first}", f"{lds_after} {in_lanes(4, old[:1])}")
        out.case("beyond the LDS: 0 is returned", f"m0=-1 lds=64 exec=1 v[2:3]={addresses(hex(SHARED), [64])} {first}", in_lanes(4, [[0] * n]))
        out.case("beyond M0 too", f"m0=0 lds=64 exec=1 v[2:3]={there} {first}", in_lanes(4, [[0] * n]), None if op.startswith("f") else "gfx7 gfx8")
        private_before = " ".join(f"scratch[{8 + 4 * i}]=[{hexa(v)}]" for i, v in enumerate(old[y]))
        private_after = " ".join(f"scratch[{8 + 4 * i}]=[{hexa(v)}]" for i, v in enumerate(new[y]))
        out.case("the private aperture", f"m0=-1 scratch=32 {private_before} exec=1 v[2:3]={addresses(hex(PRIVATE), [8])} {in_lanes(8, given[y:])}", f"{private_after} {in_lanes(4, old[y:])}")
        if not op.startswith("f"):
            out.code(f"{name} {r}, v[2:3], {d} offset:{step} glc")
            out.case("gfx9's offset", f"{m0}{memory} exec=1 v[2:3]=[mem0+-{step}] {values}", f"mem0={only_first} {in_lanes(4, old[:1])}")
        if op == "add" and bits == 32:
            out.code(f"{name} {r}, v[2:3], {d} glc", f"gfx7: dcc90000 04800802 | {name} v4, v[2:3], {d} glc !", f"gfx8: dd090000 04800802 | {name} v4, v[2:3], {d} glc !")
            out.case("TFE: one register more says that nothing failed", f"{m0}{memory} exec=1 v[2:3]=[mem0] {values} v5=[-1]*", f"mem0={only_first} {in_lanes(4, old[:1])} v5=[0]", "gfx7 gfx8")
    else:
        out.code(f"{name} {r}, v[2:3], {d}, off offset:-4096 glc")
        out.case("the lowest offset", f"{memory} exec=1 v[2:3]=[mem0+4096] {values}", f"mem0={only_first} {in_lanes(4, old[:1])}")
        out.code(f"{name} {r}, v1, {d}, s[2:3] offset:4088 glc")
        out.case("a scalar base", f"{memory} {lanes} s[2:3]=mem0+-4088 v1=[{' '.join(map(str, at))}] {values}", f"{after} {in_lanes(4, old)}")
        out.code(f"{name} v1, {d}, s[2:3]")
        out.case("a scalar base, without GLC", f"{memory} {lanes} s[2:3]=mem0 v1=[{' '.join(map(str, at))}] {values}", after)
    out.write("flat", name)


def main():
    for op in [*ATOMICS, "cmpswap"]:
        for bits in (32, 64):
            scalar_atomic(op, bits, False)
            scalar_atomic(op, bits, True)
            vector_atomic("flat", op, bits)
            vector_atomic("global", op, bits)
    for op in ("fmin", "fmax", "fcmpswap"):
        for bits in (32, 64):
            vector_atomic("flat", op, bits)
    for n in (1, 2, 4):
        scalar_load("scratch_load", n)
        for kind in ("store", "buffer_store", "scratch_store"):
            scalar_store(kind, n)
    for n in (1, 2, 4, 8, 16):
        scalar_load("load", n)
        scalar_load("buffer_load", n)
    for segment in ("flat", "global", "scratch"):
        for kind in LOADS:
            vector_load(segment, kind)
        for kind in STORES:
            vector_store(segment, kind)


if __name__ == "__main__":
    main()
