#!/usr/bin/env python3
"""Writes the MUBUF and MTBUF tests whose expected values follow from the manual's address formula and
format tables (CLRX GcnMemHandling; for NUM_RECORDS Mesa's si_make_buffer_descriptor).

Run assemble.py afterwards.
"""

import pathlib
import random
import sys
from fractions import Fraction

import formats
from formats import FLOAT, SINT, SNORM_OGL, UINT
from model import F32, M32, NEAREST, Format, s32, s64

HERE = pathlib.Path(__file__).parent
GENS = ["gfx6", "gfx7", "gfx8", "gfx9", "gfx906"]
LEGACY = ["gfx6", "gfx7"]
GFX9 = ["gfx9", "gfx906"]
IDENTITY = (4, 5, 6, 7)

# Lane 6 is not active.
LANES = 8
EXEC = 0xBF
ACTIVE = [n for n in range(LANES) if EXEC >> n & 1]


class Buffer:
    """A V# whose base is mem0."""

    def __init__(
        self, records, stride=0, swizzle=0, sel=IDENTITY, number=0, data=0, element=0, index=0, tid=0
    ):
        self.records, self.stride, self.swizzle = records, stride, swizzle
        self.sel, self.number, self.data = sel, number, data
        self.element, self.index, self.tid = element, index, tid

    def text(self):
        high = self.stride << 48 | self.swizzle << 63
        word3 = sum(s << 3 * i for i, s in enumerate(self.sel)) | self.number << 12 | self.data << 15
        word3 |= self.element << 19 | self.index << 21 | self.tid << 23
        base = f"mem0+{high:#x}" if high else "mem0"
        return f"s[4:5]={base} s6={self.records:#x} s7={word3:#x}"

    def place(self, gen, index, offset, soffset, idxen):
        """Bytes from the base, without the range check's SOFFSET; None out of range."""
        stride = self.stride
        if self.tid and gen not in LEGACY:
            stride += self.data << 14
        at = index * stride + offset
        if self.swizzle:
            group = 8 << self.index
            element = 4 if gen in GFX9 else 2 << self.element
            at = offset % element + element * (index % group)
            at += group * (index // group * stride + offset // element * element)
        records = stride != 0 and (
            gen in LEGACY or (self.swizzle if gen == "gfx8" else idxen)
        )
        if records:
            indexed = idxen or self.tid
            return None if index >= self.records or indexed and offset >= stride else at + soffset
        return at + soffset if at < max(0, self.records - soffset) else None


class Mode:
    """How an instruction addresses: its text, and the registers that it needs."""

    def __init__(self, idxen=0, offen=0, addr64=0, offset=0, soffset=None):
        self.idxen, self.offen, self.addr64 = idxen, offen, addr64
        self.offset, self.soffset = offset, soffset

    def operands(self):
        two = self.addr64 or self.idxen and self.offen
        vaddr = "v[1:2]" if two else "v1" if self.idxen or self.offen else "off"
        return vaddr, "0" if self.soffset is None else "s3"

    def flags(self):
        flags = [" idxen"] * self.idxen + [" offen"] * self.offen + [" addr64"] * self.addr64
        return "".join(flags) + (f" offset:{self.offset}" if self.offset else "")


def vector(values):
    return "[" + " ".join(f"{v & M32:#x}" if v & M32 > 9 else str(v & M32) for v in values) + "]"


class Access:
    """One run: addresses per lane, then what the instruction does with them."""

    def __init__(self, gen, buffer, mode, memory, index=None, offset=None):
        self.gen, self.buffer, self.mode = gen, buffer, mode
        self.memory = bytearray(b"".join(w.to_bytes(4, "little") for w in memory))
        self.index = index or [0] * LANES
        self.offset = offset or [0] * LANES

    def at(self, lane, part, unit):
        m = self.mode
        soffset = m.soffset or 0
        if m.addr64:
            at = self.offset[lane] + m.offset + soffset + part
        else:
            index = (self.index[lane] if m.idxen else 0) + (lane if self.buffer.tid else 0)
            # It does not wrap around (LLVM, SIISelLowering, `allowsMisalignedMemoryAccessesImpl`, `splitBufferOffsets`).
            offset = m.offset + (self.offset[lane] if m.offen else 0) + part
            at = self.buffer.place(self.gen, index & M32, offset, soffset, m.idxen)
        if at is not None and self.gen == "gfx6":
            at &= ~(unit - 1)
        return at

    def load(self, lane, size, whole=False):
        """The bytes as an integer; dwords out of range are 0, or all of them when `whole`."""
        unit = min(size, 4)
        places = [self.at(lane, p, unit) for p in range(0, size, unit)]
        if whole and None in places:
            return None
        value = 0
        for i, p in enumerate(places):
            if p is not None:
                assert p + unit <= len(self.memory)
                value |= int.from_bytes(self.memory[p : p + unit], "little") << 8 * unit * i
        return value

    def store(self, lane, size, value, whole=False):
        unit = min(size, 4)
        places = [self.at(lane, p, unit) for p in range(0, size, unit)]
        if whole and None in places:
            return
        for i, p in enumerate(places):
            if p is not None:
                assert p + unit <= len(self.memory)
                self.memory[p : p + unit] = (value >> 8 * unit * i & (1 << 8 * unit) - 1).to_bytes(
                    unit, "little"
                )

    def input(self):
        m = self.mode
        words = [f"exec={EXEC:#x}", self.buffer.text()]
        if m.soffset is not None:
            words.append(f"s3={m.soffset}")
        if m.addr64:
            words.append(f"v[1:2]={vector(self.offset)}")
        else:
            names = iter(["v1", "v2"])
            words += [f"{next(names)}={vector(self.index)}"] if m.idxen else []
            words += [f"{next(names)}={vector(self.offset)}"] if m.offen else []
        return " ".join(words)

    def words(self):
        m = self.memory
        return [int.from_bytes(m[i : i + 4], "little") for i in range(0, len(m), 4)]

    def changes(self, before):
        """The dwords that differ from `before`, as assignments of runs."""
        runs = []
        for i, (old, new) in enumerate(zip(before, self.words())):
            if old != new and runs and runs[-1][0] + len(runs[-1][1]) == i:
                runs[-1][1].append(new)
            elif old != new:
                runs.append((i, [new]))
        return " ".join(f"mem0[{4 * i}]={vector(v)}" for i, v in runs)


class File:
    """The sections of one test file."""

    def __init__(self, directory, name):
        self.path = HERE / directory / (name + ".gcn")
        self.lines = [f"# Written by {pathlib.Path(sys.argv[0]).name}."]

    def code(self, text, title=None):
        if title:
            self.lines.append("# " + title)
        self.lines.append("code " + text)

    def case(self, title, run, gens=GENS, but=()):
        """`run` gives (input, output) of a generation; equal ones share a case, which those of `but` do not inherit."""
        groups = {}
        for g in gens:
            groups.setdefault(run(g), []).append(g)
        for (before, after), on in groups.items():
            self.lines.append("case " + title)
            named = on if len(groups) > 1 or on != GENS else []
            if named or but:
                self.lines.append("  on  " + " ".join([*named, *("!" + g for g in but)]))
            self.lines.append("  in  " + before)
            self.lines.append("  out " + (after or "exec=" + before.split("exec=")[1].split()[0]))

    def write(self):
        self.path.parent.mkdir(exist_ok=True)
        self.path.write_text("\n".join(self.lines) + "\n")


RNG = random.Random(1)
MEMORY = [RNG.getrandbits(32) for _ in range(44)]
OLD = 0x77778888


def records(gen, count, stride, **fields):
    """A buffer of `count` records: gfx8 counts bytes where it does not swizzle."""
    return Buffer(count * stride if gen == "gfx8" else count, stride=stride, **fields)


class Form:
    """One way of addressing, with addresses for each lane: no two active ones overlap."""

    def __init__(self, title, mode, buffer, index=None, offset=None, gens=GENS):
        self.title, self.mode, self.buffer = title, mode, buffer
        self.index, self.offset, self.gens = index, offset, gens

    def access(self, gen, memory):
        return Access(gen, self.buffer(gen), self.mode, memory, self.index, self.offset)


OFFSET = Form(
    "an offset in a register; some lanes are outside",
    Mode(offen=1, offset=4, soffset=8),
    lambda g: Buffer(160),
    offset=[0, 24, 48, 72, 200, 0xFFFFFFF0, 0, 140],
)
INDEX = Form(
    "an index; two lanes are outside",
    Mode(idxen=1, offset=4),
    lambda g: records(g, 6, 24),
    index=[0, 1, 2, 5, 6, 3, 9, M32],
)
BOTH = Form(
    "index and offset; the offset is checked too where records count",
    Mode(idxen=1, offen=1, soffset=4),
    lambda g: records(g, 6, 24),
    index=[0, 1, 2, 5, 6, 3, 9, M32],
    offset=[0, 4, 8, 20, 0, 24, 0, 4],
)
ADDR64 = Form(
    "a 64-bit address, unchecked",
    Mode(addr64=1, offset=4, soffset=4),
    lambda g: Buffer(0),
    offset=[0, 24, 48, 72, 96, 120, 0, 144],
    gens=LEGACY,
)
SWIZZLED = Form(
    "interleaved records",
    Mode(idxen=1, offen=1),
    lambda g: Buffer(12, stride=8, swizzle=1, element=1, index=0),
    index=[0, 1, 2, 3, 7, 8, 9, 11],
    offset=[0, 0, 4, 0, 4, 0, 0, 4],
)
UNALIGNED = Form(
    "addresses of any alignment: gfx6 drops the low bits",
    Mode(offen=1),
    lambda g: Buffer(160),
    offset=[1, 26, 51, 77, 96, 121, 0, 139],
)
ALL = [OFFSET, INDEX, BOTH, ADDR64, SWIZZLED, UNALIGNED]


def registers(first, count):
    return f"v{first}" if count == 1 else f"v[{first}:{first + count - 1}]"


def assembly(name, form, first, count, more=""):
    vaddr, soffset = form.mode.operands()
    return f"{name} {registers(first, count)}, {vaddr}, s[4:7], {soffset}{form.mode.flags()}{more}"


def given(first, columns):
    """Registers from `first`: a list of lanes each."""
    return " ".join(f"v{first + k}={vector(v)}" for k, v in enumerate(columns))


def split(v, count):
    return [v >> 32 * k & M32 for k in range(count)]


# Name: bytes, whether signed, bit of the register that they go to.
LOADS = {
    "ubyte": (1, 0, None),
    "sbyte": (1, 1, None),
    "ushort": (2, 0, None),
    "sshort": (2, 1, None),
    "dword": (4, 0, None),
    "dwordx2": (8, 0, None),
    "dwordx3": (12, 0, None),
    "dwordx4": (16, 0, None),
    "ubyte_d16": (1, 0, 0),
    "ubyte_d16_hi": (1, 0, 16),
    "sbyte_d16": (1, 1, 0),
    "sbyte_d16_hi": (1, 1, 16),
    "short_d16": (2, 0, 0),
    "short_d16_hi": (2, 0, 16),
}


def extended(v, size, sign):
    return v - (1 << 8 * size) & M32 if sign and v >> 8 * size - 1 else v


def loads():
    for name, (size, sign, half) in LOADS.items():
        f = File("mubuf", "buffer_load_" + name)
        gens = GENS if half is None else GFX9
        count = max(1, size // 4)

        def run(form, tfe):
            def result(gen):
                a = form.access(gen, MEMORY)
                out = [[OLD] * LANES for _ in range(count + tfe)]
                for n in ACTIVE:
                    v = extended(a.load(n, size), size, sign)
                    if half is not None:
                        v = OLD & ~(0xFFFF << half) | (v & 0xFFFF) << half
                    for k, d in enumerate(split(v, count) + [0] * tfe):
                        out[k][n] = d
                old = given(8, [[OLD] * LANES] * (count + tfe))
                return f"mem0={vector(MEMORY)} {a.input()} {old}", given(8, out)

            return result

        for form in ALL:
            on = [g for g in gens if g in form.gens]
            if on:
                f.code(assembly("buffer_load_" + name, form, 8, count))
                f.case(form.title, run(form, 0), on)
        if half is None:
            f.code(assembly("buffer_load_" + name, OFFSET, 8, count + 1, " tfe"))
            f.case("TFE adds a register, which says that nothing failed", run(OFFSET, 1), gens)
        f.write()


STORES = {
    "byte": (1, 0),
    "byte_d16_hi": (1, 16),
    "short": (2, 0),
    "short_d16_hi": (2, 16),
    "dword": (4, 0),
    "dwordx2": (8, 0),
    "dwordx3": (12, 0),
    "dwordx4": (16, 0),
}


def columns(count, seed):
    rng = random.Random(seed)
    return [[rng.getrandbits(32) for _ in range(LANES)] for _ in range(count)]


def joined(data, lane):
    return sum(c[lane] << 32 * k for k, c in enumerate(data))


def stores():
    for name, (size, shift) in STORES.items():
        f = File("mubuf", "buffer_store_" + name)
        gens = GFX9 if shift else GENS
        count = max(1, size // 4)
        for form in ALL:
            on = [g for g in gens if g in form.gens]
            if not on:
                continue
            data = columns(count, name + form.title)

            def run(gen):
                a = form.access(gen, MEMORY)
                for n in ACTIVE:
                    a.store(n, size, joined(data, n) >> shift & (1 << 8 * size) - 1)
                before = f"mem0={vector(MEMORY)} {a.input()} {given(8, data)}"
                return before, a.changes(MEMORY)

            f.code(assembly("buffer_store_" + name, form, 8, count))
            f.case(form.title, run, on)
        f.write()


def as_float(bits, size):
    f = {4: F32, 8: F64}[size]
    if f.is_nan(bits):
        return None
    if f.is_inf(bits):
        return float("-inf") if f.sign(bits) else float("inf")
    return f.value(bits)


def fcmpswap(old, new, comparand, size):
    a, b = as_float(old, size), as_float(comparand, size)
    return new if a is not None and a == b else old


F64 = Format(11, 52)
# Name: (generations, values per lane, what memory becomes).
ATOMICS = {
    "swap": (GENS, 1, lambda m, a, b, n: a),
    "cmpswap": (GENS, 2, lambda m, a, b, n: a if m == b else m),
    "add": (GENS, 1, lambda m, a, b, n: m + a),
    "sub": (GENS, 1, lambda m, a, b, n: m - a),
    "rsub": (["gfx6"], 1, lambda m, a, b, n: a - m),
    "smin": (GENS, 1, lambda m, a, b, n: min(signed(m, n), signed(a, n))),
    "umin": (GENS, 1, lambda m, a, b, n: min(m, a)),
    "smax": (GENS, 1, lambda m, a, b, n: max(signed(m, n), signed(a, n))),
    "umax": (GENS, 1, lambda m, a, b, n: max(m, a)),
    "and": (GENS, 1, lambda m, a, b, n: m & a),
    "or": (GENS, 1, lambda m, a, b, n: m | a),
    "xor": (GENS, 1, lambda m, a, b, n: m ^ a),
    "inc": (GENS, 1, lambda m, a, b, n: 0 if m >= a else m + 1),
    "dec": (GENS, 1, lambda m, a, b, n: a if m == 0 or m > a else m - 1),
    "fcmpswap": (LEGACY, 2, fcmpswap),
    "fmin": (LEGACY, 1, lambda m, a, b, n: a if as_float(a, n) < as_float(m, n) else m),
    "fmax": (LEGACY, 1, lambda m, a, b, n: a if as_float(a, n) > as_float(m, n) else m),
}


def signed(v, size):
    return s32(v) if size == 4 else s64(v)


def atomic_data(name, size, form, gen):
    """Memory, and the values per lane, with both outcomes of each comparison."""
    memory = list(MEMORY)
    a = form.access(gen, memory)
    old = [a.load(n, size, whole=True) or 0 for n in range(LANES)]
    mask = (1 << 8 * size) - 1
    first = [random.Random(name + str(n)).getrandbits(8 * size) for n in range(LANES)]
    second = [o if n % 2 else o ^ 1 for n, o in enumerate(old)]
    if name in ("inc", "dec"):
        # Equal, above, below, zero.
        old = [5, 6, 4, 0, 5, 5, 5, mask]
        first = [5, 5, 5, 5, 5, 5, 5, mask]
    if name in ("smin", "smax", "umin", "umax"):
        old = [1, mask, 7, 1 << 8 * size - 1, 0, 0, 0, 3]
        first = [mask, 1, 7, 0, 0, 0, 0, 1 << 8 * size - 1]
    if name.startswith("f"):
        fmt = F32 if size == 4 else F64
        num = lambda v: fmt.round(Fraction(v), NEAREST)
        quiet = fmt.inf | 1 << fmt.mantissa - 1
        if name == "fcmpswap":
            old = [num(1), 0, quiet, num(2), 0, 0, 0, fmt.inf]
            second = [num(1), fmt.sign_bit, quiet, num(3), 0, 0, 0, fmt.inf]
        else:
            old = [num(1), num(-2), num(3), fmt.inf, 0, 0, 0, num(-1)]
            first = [num(2), num(-3), num(3), num(9), 0, 0, 0, fmt.inf | fmt.sign_bit]
    for n in ACTIVE:
        a.store(n, size, old[n], whole=True)
    return a.words(), first, second


def aligned(form):
    """The same for atomics: whole quadwords, as they ignore the low bits of an address."""
    m = form.mode
    mode = Mode(m.idxen, m.offen, m.addr64, m.offset * 2, None if m.soffset is None else 8)
    offset = form.offset and [o & ~7 for o in form.offset]
    if m.addr64:
        mode.offset = 16
    return Form(form.title, mode, form.buffer, form.index, offset, form.gens)


def atomics():
    forms = [(aligned(OFFSET), " glc"), (aligned(INDEX), " glc")]
    forms += [(aligned(BOTH), ""), (aligned(ADDR64), " glc")]
    for name, (gens, operands, op) in ATOMICS.items():
        for size, suffix in ((4, ""), (8, "_x2")):
            f = File("mubuf", f"buffer_atomic_{name}{suffix}")
            words = operands * size // 4
            mask = (1 << 8 * size) - 1
            for form, glc in forms:
                on = [g for g in gens if g in form.gens]
                if not on:
                    continue

                def run(gen):
                    memory, first, second = atomic_data(name, size, form, gen)
                    a = form.access(gen, memory)
                    values = [x | y << 8 * size for x, y in zip(first, second)]
                    data = [[v >> 32 * k & M32 for v in values] for k in range(words)]
                    out = [list(c) for c in data[: size // 4]]
                    for n in ACTIVE:
                        old = a.load(n, size, whole=True)
                        if old is not None:
                            a.store(n, size, op(old, first[n], second[n], size) & mask, whole=True)
                        for k, d in enumerate(split(old or 0, size // 4)):
                            out[k][n] = d
                    before = f"mem0={vector(memory)} {a.input()} {given(8, data)}"
                    after = a.changes(memory)
                    return before, after + " " + given(8, out) if glc else after

                text = assembly(f"buffer_atomic_{name}{suffix}", form, 8, words, glc)
                f.code(text)
                if name == "rsub":
                    # LLVM lacks it; opcodes 52 and 84 (CLRX GcnInstrsMubuf).
                    m = form.mode
                    word = 0xE0000000 | (52 if size == 4 else 84) << 18 | bool(glc) << 14
                    word |= m.addr64 << 15 | m.idxen << 13 | m.offen << 12 | m.offset
                    soffset = 128 if m.soffset is None else 3
                    f.lines.append(f"  gfx6: {word:08x} {soffset << 24 | 0x10801:08x} | {text} !")
                kept = "" if glc else "; without GLC the data stays"
                f.case(form.title + kept, run, on)
            f.write()


# Formats. The elements lie one after the other; the last active lane is outside.
PLACES = [0, 1, 2, 3, 4, 5, 6, 8]


def dwords(elements, size):
    data = b"".join(e.to_bytes(size, "little") for e in elements)
    data += b"\xee" * (-len(data) % 4)
    return [int.from_bytes(data[i : i + 4], "little") for i in range(0, len(data), 4)]


def typed(count, half, high, gen):
    """How `count` components lie in registers: register and bit of each."""
    if high:
        return [(0, 16)]
    if half and gen in GFX9:
        return [(k // 2, 16 * (k % 2)) for k in range(count)]
    return [(k, 0) for k in range(count)]


def format_name(data, number):
    return formats.BUFFER[data][0] + " " + formats.NUMBERS[number]


def element_form(gen, bits, fields):
    size = formats.size(bits)
    return Form(
        "",
        Mode(idxen=1),
        lambda g: records(g, 8, size, **fields),
        index=PLACES,
    )


def load_format(gen, bits, number, sel, count, half, high, fields):
    """Input and output of a format load."""
    size = formats.size(bits)
    rng = random.Random(f"{bits}{number}")
    elements = formats.edges(bits, number, rng, LANES)
    a = element_form(gen, bits, fields).access(gen, dwords(elements, size) + [0] * (size // 4))
    slots = typed(count, half, high, gen)
    width = max(r for r, _ in slots) + 1
    packed = half and (gen in GFX9 or high)
    out = [[OLD] * LANES for _ in range(width)]
    for n in ACTIVE:
        e = a.load(n, size, whole=True)
        cs = [0] * 4 if e is None else formats.unpack(bits, number, e, half)
        cs = formats.select(sel, cs, formats.one(number, half))
        for c, (r, bit) in zip(cs, slots):
            out[r][n] = out[r][n] & ~(0xFFFF << bit) | c << bit if packed else c
    old = given(8, [[OLD] * LANES] * width)
    return f"mem0={vector(a.words())} {a.input()} {old}", given(8, out)


def store_format(gen, bits, number, sel, count, half, high, fields):
    size = formats.size(bits)
    fill = [0xA5A5A5A5] * (max(1, 8 * size // 4) + size // 4)
    a = element_form(gen, bits, fields).access(gen, fill)
    slots = typed(count, half, high, gen)
    width = max(r for r, _ in slots) + 1
    pool = formats.values(number, half)
    data = [[0x99990000 if half else 0] * LANES for _ in range(width)]
    for n in ACTIVE:
        cs = [pool[(n * 3 + k * 5) % len(pool)] for k in range(count)]
        for c, (r, bit) in zip(cs, slots):
            data[r][n] = data[r][n] & ~(0xFFFF << bit) | c << bit if half else c
        cs = formats.unselect(sel, cs + [0] * (4 - count))
        a.store(n, size, formats.pack(bits, number, cs, half), whole=True)
    before = f"mem0={vector(fill)} {a.input()} {given(8, data)}"
    return before, a.changes(fill)


def pairs(count, half):
    """(data format, number format): all for four components, some for fewer."""
    everything = [(d, n) for d in formats.BUFFER for n in formats.numbers(d)]
    if count == 4:
        return everything
    some = {1: [(1, 0), (4, 7), (10, 1)], 2: [(5, 7), (3, 4), (14, 5)], 3: [(6, 7), (13, 4), (12, 0)]}
    return some[count]


COMPONENTS = ["", "x", "xy", "xyz", "xyzw"]


def variants(kind):
    """(suffix, count, half, high half, generations)."""
    for count in range(1, 5):
        yield COMPONENTS[count], count, False, False, GENS
        yield "d16_" + COMPONENTS[count], count, True, False, ["gfx8", "gfx9", "gfx906"]
    if kind == "buffer":
        yield "d16_hi_x", 1, True, True, GFX9


def format_instructions():
    for kind in ("buffer", "tbuffer"):
        for what, run in (("load", load_format), ("store", store_format)):
            for suffix, count, half, high, gens in variants(kind):
                name = f"{kind}_{what}_format_{suffix}"
                f = File("mubuf" if kind == "buffer" else "mtbuf", name)
                code = None
                for data, number in pairs(count, half):
                    if what == "store" and not formats.writable(number):
                        continue
                    bits = formats.BUFFER[data][1]
                    # A format in the V# of an MTBUF access, and its selection, do not matter.
                    fields = {"data": data, "number": number, "sel": IDENTITY}
                    if kind == "tbuffer":
                        fields = {"data": 15, "number": 3, "sel": (1, 0, 1, 7)}

                    def result(gen):
                        return run(gen, bits, number, IDENTITY, count, half, high, fields)

                    groups = [["gfx8"], GFX9] if half and not high and count > 1 else [gens]
                    for on in groups:
                        width = max(r for r, _ in typed(count, half, high, on[0])) + 1
                        text = f"{name} {registers(8, width)}, v1, s[4:7], 0 idxen"
                        if kind == "tbuffer":
                            text = f"{name} {registers(8, width)}, v1, s[4:7], 0 format:{data | number << 4} idxen"
                        if text != code:
                            f.code(text)
                            code = text
                        f.case(format_name(data, number), result, on)
                if kind == "tbuffer" and not half:
                    addressing(f, name, what, run, count)
                f.write()


def addressing(f, name, what, run, count):
    """The address modes of MTBUF, on dwords."""
    size = 4 * count
    data = {1: 4, 2: 11, 3: 13, 4: 14}[count]
    for form in (OFFSET, BOTH, ADDR64, SWIZZLED):
        vaddr, soffset = form.mode.operands()
        registers_ = registers(8, count)
        text = f"{name} {registers_}, {vaddr}, s[4:7], {soffset} format:{data | UINT << 4}"
        f.code(text + form.mode.flags())
        values = columns(count, name + form.title)

        def result(gen):
            a = form.access(gen, MEMORY)
            if what == "load":
                out = [[0] * LANES for _ in range(count)]
                for n in ACTIVE:
                    for k, d in enumerate(split(a.load(n, size, whole=True) or 0, count)):
                        out[k][n] = d
                return f"mem0={vector(MEMORY)} {a.input()}", given(8, out)
            for n in ACTIVE:
                a.store(n, size, joined(values, n), whole=True)
            before = f"mem0={vector(MEMORY)} {a.input()} {given(8, values)}"
            return before, a.changes(MEMORY)

        f.case(form.title + "; elements are in range as a whole", result, form.gens)


def destination_selects():
    """What pitfalls the selections hold, on a few formats."""
    f = File("mubuf", "format_loads_select_components_and_constants")
    f.code("buffer_load_format_xyzw v[8:11], v1, s[4:7], 0 idxen")
    for sel in ((7, 6, 5, 4), (4, 0, 1, 1), (5, 6, 7, 4), (1, 0, 2, 3)):
        for data, number in ((10, 0), (10, UINT), (3, 1), (4, FLOAT)):
            bits = formats.BUFFER[data][1]
            fields = {"data": data, "number": number, "sel": sel}
            title = f"{format_name(data, number)} through {sel}; outside only ones are left"
            f.case(title, lambda g: load_format(g, bits, number, sel, 4, False, False, fields))
    f.write()
    f = File("mubuf", "format_stores_invert_the_selection")
    f.code("buffer_store_format_xyzw v[8:11], v1, s[4:7], 0 idxen")
    for sel in ((7, 6, 5, 4), (5, 6, 7, 4), (4, 4, 0, 1), (0, 0, 0, 4)):
        for data, number in ((10, UINT), (12, SINT)):
            bits = formats.BUFFER[data][1]
            fields = {"data": data, "number": number, "sel": sel}
            title = f"{format_name(data, number)} through {sel}"
            f.case(title, lambda g: store_format(g, bits, number, sel, 4, False, False, fields))
    f.write()
    f = File("mtbuf", "snorm_ogl_is_reserved_from_gfx8_on")
    for data in (1, 12):
        bits = formats.BUFFER[data][1]
        f.code(f"tbuffer_load_format_xyzw v[8:11], v1, s[4:7], 0 format:{data | SNORM_OGL << 4} idxen")
        f.case(
            "no value is zero",
            lambda g: load_format(g, bits, SNORM_OGL, IDENTITY, 4, False, False, {}),
            LEGACY,
        )
        f.case("reserved", lambda g: ("exec=1", "fault=unsupported"), ["gfx8"] + GFX9)
    f.write()


def to_lds():
    """Loads whose destination is the LDS: at M0[15:0] + offset + 4 x lane."""
    f = File("mubuf", "loads_to_lds_extend_to_dwords")
    for name in ("ubyte", "sbyte", "ushort", "sshort", "dword"):
        size, sign, _ = LOADS[name]
        f.code(f"buffer_load_{name} v1, s[4:7], s3 offen offset:4 lds")

        def run(gen):
            a = OFFSET.access(gen, MEMORY)
            out = " ".join(
                f"lds[{16 + 4 + 4 * n}]={extended(a.load(n, size), size, sign):#x}" for n in ACTIVE
            )
            # Bits 31:16 of M0 do not matter, of gfx950 bits 31:18.
            return f"mem0={vector(MEMORY)} {a.input()} m0=0x10010", out

        f.case("no register is written", run, but=["gfx950"])
    bits = [8, 8, 8, 8]
    fields = {"data": 10, "number": 0, "sel": (5, 0, 0, 0)}
    f.code("buffer_load_format_x v1, s[4:7], 0 idxen lds")

    def run(gen):
        elements = [random.Random(9).getrandbits(32) + n for n in range(LANES)]
        a = element_form(gen, bits, fields).access(gen, elements + [0])
        out = []
        for n in ACTIVE:
            e = a.load(n, 4, whole=True)
            c = 0 if e is None else formats.unpack(bits, 0, e)[1]
            out.append(f"lds[{4 * n}]={c:#x}")
        return f"mem0={vector(a.words())} {a.input()} m0=0", " ".join(out)

    f.case("a converted component", run)
    f.write()
    f = File("mubuf", "buffer_store_lds_dword")
    f.code("buffer_store_lds_dword s[4:7], s3 offset:8 lds")

    def run(gen):
        a = Access(gen, Buffer(1000, tid=1), Mode(offset=8, soffset=4), MEMORY)
        value = 0xABCDEF01
        # Stride 0: all lanes write one dword, so only one lane is active.
        a.store(0, 4, value)
        before = f"mem0={vector(MEMORY)} exec=1 {a.buffer.text()} s3=4 m0=0x20 lds[40]={value:#x}"
        return before, a.changes(MEMORY)

    f.case("from M0 + offset + 4 x lane", run, ["gfx8"] + GFX9)
    f.write()


def descriptors():
    """Fields of the V# that generations read differently."""
    f = File("mubuf", "num_records_counts_bytes_or_records")
    for title, mode in (("without IDXEN", Mode(offen=1)), ("with IDXEN", Mode(idxen=1, offen=1))):
        vaddr, soffset = mode.operands()
        f.code(f"buffer_load_dword v8, {vaddr}, s[4:7], {soffset}{mode.flags()}")
        for swizzle in (0, 1):
            for stride in (0, 8):
                for count in (3, 24):
                    form = Form(
                        "",
                        mode,
                        lambda g: Buffer(count, stride=stride, swizzle=swizzle, element=1),
                        index=[0, 0, 0, 1, 2, 2, 0, 3],
                        offset=[0, 4, 8, 4, 0, 4, 0, 20],
                    )

                    def run(gen):
                        a = form.access(gen, MEMORY)
                        out = [a.load(n, 4) if n in ACTIVE else 0 for n in range(LANES)]
                        return f"mem0={vector(MEMORY)} {a.input()}", given(8, [out])

                    kind = "swizzled" if swizzle else "linear"
                    f.case(f"{title}: {kind}, stride {stride}, NUM_RECORDS {count}", run)
    f.write()

    f = File("mubuf", "soffset_reduces_a_limit_in_bytes")
    f.code("buffer_load_dword v8, v1, s[4:7], s3 offen")
    for soffset in (0, 4, 16, 20, 40):
        form = Form("", Mode(offen=1, soffset=soffset), lambda g: Buffer(24), offset=[0, 4, 8, 12, 16, 20, 0, 24])

        def run(gen):
            a = form.access(gen, MEMORY)
            out = [a.load(n, 4) if n in ACTIVE else 0 for n in range(LANES)]
            return f"mem0={vector(MEMORY)} {a.input()}", given(8, [out])

        f.case(f"SOFFSET {soffset} of 24", run)
    f.write()

    f = File("mubuf", "gfx9_has_no_element_size")
    memory = columns(1, "elements")[0] * 8
    memory = [m + i for i, m in enumerate(memory)]
    f.code("buffer_load_dwordx2 v[8:9], v[1:2], s[4:7], 0 idxen offen")
    for element in range(4):
        for index in (0, 1):
            form = Form(
                "",
                Mode(idxen=1, offen=1),
                lambda g: Buffer(12, stride=16, swizzle=1, element=element, index=index),
                index=[0, 1, 2, 7, 7, 8, 9, 11],
                offset=[0, 0, 4, 0, 8, 4, 0, 8],
            )

            def run(gen):
                a = form.access(gen, memory)
                out = [[a.load(n, 8) >> 32 * k & M32 if n in ACTIVE else 0 for n in range(LANES)] for k in (0, 1)]
                return f"mem0={vector(memory)} {a.input()}", given(8, out)

            f.case(f"elements of {2 << element} bytes, {8 << index} records interleaved", run)
    f.write()

    f = File("mubuf", "add_tid_adds_the_lane_to_the_index")
    for title, mode in (("no register", Mode(offset=4)), ("an index", Mode(idxen=1, offset=4))):
        vaddr, soffset = mode.operands()
        f.code(f"buffer_load_dword v8, {vaddr}, s[4:7], {soffset}{mode.flags()}")
        for swizzle in (0, 1):
            form = Form(
                "",
                mode,
                lambda g: Buffer(
                    10 * 8 if not swizzle and g not in LEGACY and not (g in GFX9 and mode.idxen) else 10,
                    stride=8,
                    swizzle=swizzle,
                    element=1,
                    tid=1,
                )
                if not (swizzle and g in GFX9 and not mode.idxen)
                else Buffer(80, stride=8, swizzle=1, tid=1),
                index=[0, 1, 2, 0, 4, 5, 6, 1],
            )

            def run(gen):
                a = form.access(gen, MEMORY)
                out = [a.load(n, 4) if n in ACTIVE else 0 for n in range(LANES)]
                return f"mem0={vector(MEMORY)} {a.input()}", given(8, [out])

            f.case(title + (", swizzled" if swizzle else ""), run)
    f.write()

    f = File("mubuf", "add_tid_takes_the_data_format_for_the_stride")
    # Stride 8 and data format 1: 8 bytes, or 16392 from gfx8 on, where lane 1 is beyond mem0.
    f.code("buffer_load_dword v8, off, s[4:7], 0 offset:4")
    for exec_, title in ((1, "lane 0"), (2, "lane 1")):

        def run(gen):
            buffer = Buffer(1 << 20, stride=8, data=1, tid=1)
            lane = exec_ >> 1
            at = buffer.place(gen, lane, 4, 0, 0)
            before = f"mem0={vector(MEMORY)} exec={exec_} {buffer.text()}"
            if at >= 4 * len(MEMORY):
                return before, "fault=read"
            return before, f"v8.{lane}={MEMORY[at // 4]:#x}"

        f.case(title, run)
    f.code("buffer_load_format_x v8, off, s[4:7], 0")
    f.case(
        "so there is no data format then",
        lambda g: (f"mem0={vector(MEMORY)} exec=1 {Buffer(1 << 20, data=1, tid=1).text()}", "fault=unsupported"),
        ["gfx8"] + GFX9,
    )
    f.write()

    f = File("mubuf", "scratch_lies_dword_by_dword_over_the_lanes")
    # What LLVM sets up: swizzled, the lane added to the index, 64 records interleaved, elements of 4.
    f.code("buffer_load_dword v8, v1, s[4:7], s3 offen")

    def run(gen):
        buffer = Buffer(M32, stride=4, swizzle=1, element=1, index=3, tid=1)
        memory = [0x1000 + n for n in range(64)]
        before = f"mem0={vector(memory)} exec=0x800000000000000f {buffer.text()} s3=0 v1=0"
        lanes = [0, 1, 2, 3, 63]
        return before, " ".join(f"v8.{n}={memory[n]:#x}" for n in lanes)

    f.case("dword 0 of lane n is dword n", run)

    def run(gen):
        buffer = Buffer(M32, stride=4, swizzle=1, element=1, index=3, tid=1)
        memory = [0x1000 + n for n in range(64)]
        before = f"mem0={vector(memory)} exec=7 {buffer.text()} s3=200 v1=[0 0 0]"
        return before, given(8, [[memory[50 + n] for n in range(3)]])

    f.case("the wave's own offset is added as it is", run)
    f.write()


def reserved():
    f = File("mtbuf", "data_format_0_is_nothing_and_15_is_reserved")
    f.code("tbuffer_load_format_xy v[8:9], off, s[4:7], 0 format:64")
    f.case("nothing is bound: zeros", lambda g: ("exec=1 mem0=[1 2] " + RAW8, "v8.0=0 v9.0=0"))
    f.code("tbuffer_store_format_xy v[8:9], off, s[4:7], 0 format:64")
    f.case("nothing is stored", lambda g: ("exec=1 mem0=[1 2] " + RAW8, "mem0=[1 2]"))
    f.code("tbuffer_load_format_xy v[8:9], off, s[4:7], 0 format:79")
    f.case("reserved", lambda g: ("exec=1 mem0=[1 2] " + RAW8, "fault=unsupported"))
    f.code("tbuffer_load_format_x v8, off, s[4:7], 0 format:113")
    f.case("no floats of 8 bits", lambda g: ("exec=1 mem0=[1 2] " + RAW8, "fault=unsupported"))
    f.code("tbuffer_store_format_x v8, off, s[4:7], 0 format:33")
    f.case("scaled formats are only read", lambda g: ("exec=1 mem0=[1 2] " + RAW8, "fault=unsupported"))
    f.write()
    f = File("mubuf", "cache_instructions")
    for name, gens in (
        ("buffer_wbinvl1", GENS),
        ("buffer_wbinvl1_vol", GENS[1:]),
        ("buffer_wbinvl1_sc", GENS[:1]),
    ):
        f.code(name)
        f.case("nothing changes", lambda g: ("exec=1", ""), gens)
    f.write()


RAW8 = Buffer(8).text()


def main():
    loads()
    stores()
    atomics()
    format_instructions()
    destination_selects()
    to_lds()
    descriptors()
    reserved()


if __name__ == "__main__":
    main()
