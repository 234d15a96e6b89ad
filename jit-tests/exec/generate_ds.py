#!/usr/bin/env python3
"""Writes the DS tests whose expected values follow from the manual's address formula and operation of each
instruction (CLRX GcnInstrsDs; where it leaves something open, AMD's text, as the comments say).

Run assemble.py afterwards.
"""

import random

from generate_buffer import GENS, GFX9, LEGACY, File, as_float, given, registers, signed, split, vector
from model import F32, M32, NEAREST, Format, add, Mode
from fractions import Fraction

F64 = Format(11, 52)
LATER = ["gfx7", "gfx8", *GFX9]
VI = ["gfx8", *GFX9]
LANES = 8
EXEC = 0xBF  # lane 6 is not active
ACTIVE = [n for n in range(LANES) if EXEC >> n & 1]
OLD = 0x77778888


class Lds:
    """The LDS: only the dwords that are touched have a value of their own."""

    def __init__(self, size, seed):
        self.size, self.rng = size, random.Random(seed)
        self.first, self.now = {}, {}

    def word(self, at):
        if at not in self.now:
            self.first[at] = self.now[at] = self.rng.getrandbits(32)
        return self.now[at]

    def load(self, at, size):
        if at is None:
            return 0
        first = at & ~3
        value = sum(self.word(first + 4 * k) << 32 * k for k in range((at - first + size + 3) // 4))
        return value >> 8 * (at - first) & (1 << 8 * size) - 1

    def store(self, at, size, value):
        if at is None:
            return
        for k in range(size):
            i = at + k
            word, shift = self.word(i & ~3), 8 * (i & 3)
            self.now[i & ~3] = word & ~(0xFF << shift) | (value >> 8 * k & 0xFF) << shift

    def set(self, at, size, value):
        """Gives initial contents."""
        self.store(at, size, value)
        for i in range(at & ~3, at + size, 4):
            self.first[i] = self.now[i]

    def input(self):
        return f"lds={self.size} " + " ".join(f"lds[{i}]={v:#x}" for i, v in sorted(self.first.items()))

    def changes(self):
        return " ".join(f"lds[{i}]={v:#x}" for i, v in sorted(self.now.items()) if v != self.first[i])


def place(gen, base, offset, size, limit, atomic=False):
    """The byte address, None outside. gfx6 does not wrap the sum around; low bits are dropped, on gfx9 of
    atomics only."""
    at = base + offset
    if gen == "gfx6" and at > M32:
        return None
    at &= M32
    if gen not in GFX9 or atomic:
        at &= ~((16 if size == 12 else size) - 1)
    return at if at + size <= limit else None


def limit_of(gen, lds, m0):
    return lds.size if gen in GFX9 else min(lds.size, m0)


# Loads: bytes, whether signed, bit of the register that they go to.
LOADS = {
    "u8": (1, 0, None),
    "i8": (1, 1, None),
    "u16": (2, 0, None),
    "i16": (2, 1, None),
    "b32": (4, 0, None),
    "b64": (8, 0, None),
    "b96": (12, 0, None),
    "b128": (16, 0, None),
    "u8_d16": (1, 0, 0),
    "u8_d16_hi": (1, 0, 16),
    "i8_d16": (1, 1, 0),
    "i8_d16_hi": (1, 1, 16),
    "u16_d16": (2, 0, 0),
    "u16_d16_hi": (2, 0, 16),
}
STORES = {"b8": (1, 0), "b16": (2, 0), "b8_d16_hi": (1, 16), "b16_d16_hi": (2, 16), "b32": (4, 0), "b64": (8, 0), "b96": (12, 0), "b128": (16, 0)}


def generations(name, size):
    if "d16" in name:
        return GFX9
    return LATER if size in (12, 16) else GENS


def offset_of(step):
    return max(8, step)


def addresses(step):
    """With offset_of(step): no two lanes touch the same bytes, on any generation. Lane 3 is not aligned, lane 4
    outside, lane 5 wraps around; lane 6 is not active."""
    return [0, step, 3 * step, 5 * step + 1, 16 * step, M32 + 1 - offset_of(step), 0, 9 * step - offset_of(step)]


CASES = (("some lanes are outside, one wraps around", M32), ("M0 is a limit up to gfx8", None))


def loads():
    for name, (size, sign, bit) in LOADS.items():
        f = File("ds", f"ds_read_{name}")
        gens = generations(name, size)
        count = max(1, size // 4)
        step = max(4, 16 if size == 12 else size)
        for over in (False, True):
            if over and count > 1:
                continue
            first = 1 if over else 8
            f.code(f"ds_read_{name} {registers(first, count)}, v1 offset:{offset_of(step)}")
            for title, m0 in CASES:

                def run(gen):
                    lds = Lds(16 * step, name)
                    for k in range(4 * step):
                        lds.word(4 * k)
                    limit = limit_of(gen, lds, 6 * step if m0 is None else m0)
                    base = addresses(step)
                    old = base if over else [OLD] * LANES
                    out = [list(old) for _ in range(count)]
                    for lane in ACTIVE:
                        v = lds.load(place(gen, base[lane], offset_of(step), size, limit), size)
                        if sign and v >> 8 * size - 1:
                            v -= 1 << 8 * size
                        if bit is not None:
                            kept = old[lane] & (0xFFFF0000 if bit == 0 else 0xFFFF)
                            v = kept | (v & 0xFFFF) << bit
                        for k, d in enumerate(split(v & (1 << 32 * count) - 1, count)):
                            out[k][lane] = d
                    before = f"{lds.input()} m0={6 * step if m0 is None else m0:#x} exec={EXEC:#x} v1={vector(base)}"
                    return before if over else before + " " + given(first, [[OLD] * LANES] * count), given(first, out)

                f.case(title + ("; the address is overwritten" if over else ""), run, gens)
        f.case("EXEC = 0", lambda g: ("m0=-1 exec=0 v1=0", ""), gens)
        f.write()


def columns(count, seed):
    rng = random.Random(seed)
    return [[rng.getrandbits(32) for _ in range(LANES)] for _ in range(count)]


def stores():
    for name, (size, shift) in STORES.items():
        f = File("ds", f"ds_write_{name}")
        gens = generations(name, size)
        count = max(1, size // 4)
        step = max(4, 16 if size == 12 else size)
        data = columns(count, name)
        f.code(f"ds_write_{name} v1, {registers(8, count)} offset:{offset_of(step)}")
        for title, m0 in CASES:

            def run(gen):
                lds = Lds(16 * step, name)
                limit = limit_of(gen, lds, 6 * step if m0 is None else m0)
                base = addresses(step)
                for lane in ACTIVE:
                    value = sum(c[lane] << 32 * k for k, c in enumerate(data)) >> shift
                    lds.store(place(gen, base[lane], offset_of(step), size, limit), size, value)
                before = f"{lds.input()} m0={6 * step if m0 is None else m0:#x} exec={EXEC:#x} v1={vector(base)} {given(8, data)}"
                return before, lds.changes()

            f.case(title, run, gens)
        f.case("EXEC = 0", lambda g: ("m0=-1 exec=0 v1=0", ""), gens)
        f.write()


def pairs_of_addresses():
    """Two elements, their offsets in units of an element, or of 64."""
    for bits in (32, 64):
        size, n = bits // 8, bits // 32
        for stride, unit in (("", size), ("st64", 64 * size)):
            offsets = (2, 9) if not stride else (1, 3)
            tail = f" offset0:{offsets[0]} offset1:{offsets[1]}"
            step = size
            # Lane 2 is not aligned, its and lane 4's second element are outside, lane 5 wraps around.
            wrap = M32 + 1 - offsets[0] * unit
            if stride:
                base = [0, step, 2 * step, 4 * step, 2 * unit + 7 * step, wrap, 0, 5 * step]
            else:
                base = [0, step, 11 * step + 1, 3 * step, 13 * step, wrap, 0, 100 * step]
            total = 16 * step if not stride else 4 * 64 * size

            def at(gen, lane, k, m0, lds, atomic=False):
                return place(gen, base[lane], offsets[k] * unit, size, limit_of(gen, lds, m0), atomic)

            limits = (("some elements are outside", M32), ("M0 is a limit up to gfx8", offsets[1] * unit))
            name = f"ds_read2{stride}_b{bits}"
            f = File("ds", name)
            for dst in (8, 1):
                f.code(f"{name} {registers(dst, 2 * n)}, v1{tail}")
                for title, m0 in limits:

                    def run(gen):
                        lds = Lds(total, name)
                        out = [[OLD] * LANES for _ in range(2 * n)]
                        if dst == 1:
                            out[0] = list(base)
                        start = given(dst, out) + (f" v1={vector(base)}" if dst != 1 else "")
                        for lane in ACTIVE:
                            for k in range(2):
                                v = lds.load(at(gen, lane, k, m0, lds), size)
                                for i, d in enumerate(split(v, n)):
                                    out[k * n + i][lane] = d
                        return f"{lds.input()} m0={m0:#x} exec={EXEC:#x} {start}", given(dst, out)

                    f.case(title + ("; the address is overwritten" if dst == 1 else ""), run)
            f.case("EXEC = 0", lambda g: ("m0=-1 exec=0 v1=0", ""))
            f.write()

            name = f"ds_write2{stride}_b{bits}"
            f = File("ds", name)
            data = columns(2 * n, name)
            f.code(f"{name} v1, {registers(8, n)}, {registers(8 + n, n)}{tail}")

            def distinct(gen, lds, m0):
                """Two elements at one place would make the result depend on an order."""
                places = [at(gen, lane, k, m0, lds) for lane in ACTIVE for k in range(2)]
                touched = [p + i for p in places if p is not None for i in range(size)]
                assert len(touched) == len(set(touched)), (name, gen, places)

            for title, m0 in limits:

                def run(gen):
                    lds = Lds(total, name)
                    distinct(gen, lds, m0)
                    for lane in ACTIVE:
                        for k in range(2):
                            value = sum(data[k * n + i][lane] << 32 * i for i in range(n))
                            lds.store(at(gen, lane, k, m0, lds), size, value)
                    return f"{lds.input()} m0={m0:#x} exec={EXEC:#x} v1={vector(base)} {given(8, data)}", lds.changes()

                f.case(title, run)
            f.case("EXEC = 0", lambda g: ("m0=-1 exec=0 v1=0", ""))
            f.write()

            name = f"ds_wrxchg2{stride}_rtn_b{bits}"
            f = File("ds", name)
            # Elsewhere, and over the data; DATA1 ends with the last of four registers or begins anew.
            for dst in (16, 8):
                f.code(f"{name} {registers(dst, 2 * n)}, v1, {registers(8, n)}, {registers(8 + n, n)}{tail}")
                for title, m0 in limits:

                    def run(gen):
                        lds = Lds(total, name)
                        out = [list(c) for c in data] if dst == 8 else [[OLD] * LANES for _ in range(2 * n)]
                        start = given(8, data) + ("" if dst == 8 else " " + given(dst, out))
                        for lane in ACTIVE:
                            for k in range(2):
                                p = at(gen, lane, k, m0, lds, True)
                                for i, d in enumerate(split(lds.load(p, size), n)):
                                    out[k * n + i][lane] = d
                                lds.store(p, size, sum(data[k * n + i][lane] << 32 * i for i in range(n)))
                        after = lds.changes() + " " + given(dst, out)
                        return f"{lds.input()} m0={m0:#x} exec={EXEC:#x} v1={vector(base)} {start}", after

                    f.case(title + ("; the data is overwritten" if dst == 8 else ""), run)
            f.case("EXEC = 0", lambda g: ("m0=-1 exec=0 v1=0", ""))
            f.write()


def compare_float(m, a, b, n):
    x, y = as_float(m, n), as_float(a, n)
    return b if x is not None and x == y else m


def smaller(m, a, n, larger=False):
    """AMD's text: (D0 < memory) ? D0 : memory, so a NaN in D0 changes nothing."""
    x, y = as_float(a, n), as_float(m, n)
    if x is None or y is None:
        return m
    return a if (x > y if larger else x < y) else m


PLAIN = Mode()
# Stem: types as suffixes for 32 and 64 bits, data operands, (memory, data0, data1, bytes) -> memory.
ATOMICS = {
    "add": ("uu", 1, lambda m, a, b, n: m + a),
    "sub": ("uu", 1, lambda m, a, b, n: m - a),
    "rsub": ("uu", 1, lambda m, a, b, n: a - m),
    "inc": ("uu", 1, lambda m, a, b, n: 0 if m >= a else m + 1),
    "dec": ("uu", 1, lambda m, a, b, n: a if m == 0 or m > a else m - 1),
    "min_i": ("ii", 1, lambda m, a, b, n: min(signed(m, n), signed(a, n))),
    "max_i": ("ii", 1, lambda m, a, b, n: max(signed(m, n), signed(a, n))),
    "min_u": ("uu", 1, lambda m, a, b, n: min(m, a)),
    "max_u": ("uu", 1, lambda m, a, b, n: max(m, a)),
    "and": ("bb", 1, lambda m, a, b, n: m & a),
    "or": ("bb", 1, lambda m, a, b, n: m | a),
    "xor": ("bb", 1, lambda m, a, b, n: m ^ a),
    "mskor": ("bb", 2, lambda m, a, b, n: m & ~a | b),
    # DATA0 is the comparand, DATA1 the new value: the other way round than in buffer atomics.
    "cmpst": ("bb", 2, lambda m, a, b, n: b if m == a else m),
    "cmpst_f": ("ff", 2, compare_float),
    "min_f": ("ff", 1, lambda m, a, b, n: smaller(m, a, n)),
    "max_f": ("ff", 1, lambda m, a, b, n: smaller(m, a, n, True)),
    "wrxchg": ("bb", 1, lambda m, a, b, n: a),
    "wrap": ("b", 2, lambda m, a, b, n: m - a if m >= a else m + b),
    "add_f": ("f", 1, lambda m, a, b, n: add(F32, m, a, PLAIN)),
    # Each dword of the data whose bit 31 is set goes to memory without that bit (AMD's text).
    "condxchg32": (" b", 1, lambda m, a, b, n: sum((d & 0x7FFFFFFF if d >> 31 else o) << 32 * k for k, (o, d) in enumerate(zip(split(m, 2), split(a, 2))))),
}
ONLY_RTN = ("wrxchg", "wrap", "condxchg32")


def values(stem, size):
    """Memory and operands per lane, with both outcomes of each comparison; two sets."""
    fmt = F32 if size == 4 else F64
    mask = (1 << 8 * size) - 1
    top = 1 << 8 * size - 1
    n = lambda x: fmt.round(Fraction(x), NEAREST)
    rng = random.Random(stem + str(size))
    old = [rng.getrandbits(8 * size) for _ in range(LANES)]
    first = [rng.getrandbits(8 * size) for _ in range(LANES)]
    second = [rng.getrandbits(8 * size) for _ in range(LANES)]
    sets = [(old, first, second)]
    if stem in ("inc", "dec"):
        sets = [([5, 6, 4, 9, 0, 0, 0, mask], [5] * 7 + [mask], second), ([mask, 1, 0, 3, mask, top, 0, 2], [0, 1, 0, mask, top, mask, 0, 2], second)]
    if stem.startswith(("min_", "max_")) and not stem.endswith("f"):
        sets = [([1, mask, 7, 0, 0, top, 0, 3], [mask, 1, 7, top, 0, 0, 0, top], second)] * 1 + sets
    if stem == "cmpst":
        sets = [(old, [o if k % 2 else o ^ 1 << k for k, o in enumerate(old)], second)]
    if stem.endswith("_f"):
        minus = lambda x: n(x) ^ top
        sets = [
            ([n(1), minus(2), n(3), 0, 0, n(5), 0, minus(1)], [n(2), minus(3), n(3), 0, 0, n(4), 0, n(9)], second),
            ([1, 3, fmt.inf, fmt.inf | top, n(1), n(1), 0, 1 | top], [3, 1, n(1), n(1), n(1), fmt.inf, 0, 2], second),
        ]
        quiet = fmt.inf | 1 << fmt.mantissa - 1
        if stem == "cmpst_f":
            # -0 matches +0 and a NaN nothing; the stored bits are not looked at.
            sets = [
                ([n(1), 0, top, quiet, n(2), n(3), 0, 1], [n(1), top, 0, quiet, n(3), n(3), 0, 1], [quiet | 5, 7, fmt.inf | 1, 9, 11, 13, 0, top]),
                ([1, 1 | top, fmt.inf, fmt.inf | top, quiet | top, n(5), 0, top], [2, 1, fmt.inf, fmt.inf, n(1), minus(5), 0, top], second),
            ]
        elif stem in ("min_f", "max_f"):
            sets.append(([n(1), minus(1), 0, fmt.inf, n(7), n(8), 0, 5], [quiet, quiet | top, quiet, quiet, n(7), n(8), 0, quiet], second))
        elif stem == "add_f":
            # Rounds to nearest even; denormals and special values are left out.
            sets = [
                ([n(1), n(0.1), n(3e38), n(16777216), minus(2), n(5), 0, fmt.inf], [n(2), n(0.2), n(3e38), n(1), n(2), minus(7), 0, n(1)], second),
                ([n(16777216), n(1.5), n(1), n(-1.0), 0, n(8), 0, n(2)], [n(3), n(-0.25), n(2.0**-24), n(-(2.0**-24)), n(4), n(0.5), 0, n(2)], second),
            ]
    if stem == "wrap":
        sets = [([5, 6, 4, 9, 0, mask, 0, 7], [5, 5, 5, 100, 0, 1, 0, mask], [9, 9, 9, 0xFFFFFFF0, 1, 1, 0, mask])] + sets
    if stem == "condxchg32":
        sets = [(old, [f & ~(top | 0x80000000) | (k & 1) << 31 | (k >> 1 & 1) << 63 for k, f in enumerate(first)], second)]
    return sets


def mnemonic(stem, rtn, size):
    base, _, kind = stem.partition("_")
    types = ATOMICS[stem][0]
    kind = kind or types[0 if size == 4 or types[0] == " " else 1].strip() or types[1]
    return f"ds_{base}{'_rtn' if rtn else ''}_{kind}{8 * size}"


def atomics():
    for stem, (types, operands, op) in ATOMICS.items():
        gens = LATER if stem in ("wrap", "condxchg32") else VI if stem == "add_f" else GENS
        for size in (4, 8):
            if (types == " b" and size == 4) or (len(types) == 1 and size == 8):
                continue
            n, mask = size // 4, (1 << 8 * size) - 1
            base = addresses(size)
            for rtn in (False, True):
                if not rtn and stem in ONLY_RTN:
                    continue
                name = mnemonic(stem, rtn, size)
                f = File("ds", name)
                # The result elsewhere, over the first data, over the address.
                for dst in (16, 8, 1) if rtn and n == 1 else (16, 8) if rtn else (16,):
                    operand = ", ".join(registers(8 + n * k, n) for k in range(operands))
                    f.code(f"{name} {registers(dst, n) + ', ' if rtn else ''}v1, {operand} offset:8")
                    for i, (old, first, second) in enumerate(values(stem, size)):
                        for title, m0 in CASES if i == 0 and dst == 16 else (("values", M32),):

                            def run(gen):
                                m0_ = 6 * size if m0 is None else m0
                                lds = Lds(16 * size, name)
                                limit = limit_of(gen, lds, m0_)
                                places = [place(gen, b, 8, size, lds.size, True) for b in base]
                                for lane in ACTIVE:
                                    if places[lane] is not None:
                                        lds.set(places[lane], size, old[lane])
                                both = [first, second][:operands]
                                data = [[v >> 32 * k & M32 for v in d] for d in both for k in range(n)]
                                was = {8: data[:n], 1: [base], 16: [[OLD] * LANES] * n}[dst]
                                out = [list(c) for c in was]
                                for lane in ACTIVE:
                                    p = place(gen, base[lane], 8, size, limit, True)
                                    m = lds.load(p, size)
                                    if p is not None:
                                        lds.store(p, size, op(m, first[lane], second[lane], size) & mask)
                                    for k, d in enumerate(split(m, n)):
                                        out[k][lane] = d
                                before = f"{lds.input()} m0={m0_:#x} exec={EXEC:#x} v1={vector(base)} {given(8, data)}"
                                if rtn and dst == 16:
                                    before += " " + given(16, was)
                                return before, lds.changes() + (" " + given(dst, out) if rtn else "")

                            over = {16: "", 8: "; the data is overwritten", 1: "; the address is overwritten"}[dst]
                            f.case(title + over, run, gens)
                # All lanes with the same data: whatever their order, memory ends the same.
                operand = ", ".join(registers(8 + n * k, n) for k in range(operands))
                f.code(f"{name} {registers(16, n) + ', ' if rtn else ''}v1, {operand}")
                old, first, second = (v[1] for v in values(stem, size)[0])

                def run(gen):
                    lds = Lds(8 * size, name)
                    lds.set(size, size, old)
                    for _ in range(4):
                        lds.store(size, size, op(lds.load(size, size), first, second, size) & mask)
                    data = [split(v, n) for v in (first, second)[:operands]]
                    regs = " ".join(f"v{8 + n * i + k}={d:#x}" for i, ds in enumerate(data) for k, d in enumerate(ds))
                    after = lds.changes()
                    if rtn:
                        after += " " + " ".join(f"v{16 + k}=any" for k in range(n))
                    return f"{lds.input()} m0=-1 exec=0x8000000000000007 v1={size} {regs}", after

                f.case("lanes with the same address act one after the other", run, gens)
                f.case("EXEC = 0", lambda g: ("m0=-1 exec=0 v1=0", ""), gens)
                f.write()


SRC2 = ("add", "sub", "rsub", "inc", "dec", "min_i", "max_i", "min_u", "max_u", "and", "or", "xor", "write", "min_f", "max_f", "add_f")


def second_source():
    """A and B both in memory: B = A + 4 * (offset bit 15 ? ADDR[31:17] : the other 15 bits), signed."""
    for stem in SRC2:
        types, _, op = ATOMICS.get(stem, ("bb", 1, lambda m, a, b, n: a))
        for size in (4, 8):
            if stem == "add_f" and size == 8:
                continue
            n, mask = size // 4, (1 << 8 * size) - 1
            kind = stem.partition("_")[2] or types[n - 1]
            name = f"ds_{stem.partition('_')[0]}_src2_{kind}{8 * size}"
            f = File("ds", name)
            gens = VI if stem == "add_f" else GENS
            far = 8 * n  # dwords
            in_address = [far, far + 2 * n, far - 2 * n, 100, far, -far, 0, -n]
            forms = (
                (far, [size * k for k in range(LANES)], [far] * LANES, "B lies after A, given by the offset"),
                (-far & 0x7FFF, [size * (8 + k) + (k == 1) for k in range(LANES)], [-far] * LANES, "B lies before A, by the offset"),
                (0x8000, [0, size, 3 * size, 4 * size, 16 * size, 13 * size, 0, 8 * size], in_address, "the distance is in the address; of lane 3 B is outside, of lane 4 A"),
            )
            for i, (offset, at, counts, title) in enumerate(forms):
                f.code(f"{name} v1 offset:{offset:#x}")
                old, first, second = values(stem, size)[i % len(values(stem, size))] if stem in ATOMICS else (columns(2, name)[0], columns(2, name)[1], None)

                def run(gen):
                    lds = Lds(16 * size, name)
                    base = [a | (c & 0x7FFF) << 17 if offset == 0x8000 else a for a, c in zip(at, counts)]
                    where = []
                    for lane in range(LANES):
                        a = at[lane] & ~(size - 1)
                        b = a + 4 * counts[lane] & ~(size - 1)
                        where.append([p if 0 <= p <= lds.size - size else None for p in (a, b)])
                    for lane in ACTIVE:
                        for p, v in zip(where[lane], (old[lane], first[lane])):
                            if p is not None:
                                lds.set(p, size, v)
                    for lane in ACTIVE:
                        a, b = where[lane]
                        if a is not None:
                            new = op(lds.load(a, size), lds.load(b, size), 0, size)
                            lds.store(a, size, new & mask)
                    return f"{lds.input()} m0=-1 exec={EXEC:#x} v1={vector(base)}", lds.changes()

                # In lane 3 zero is compared with and added: fine for every operation.
                f.case(title, run, gens)
            f.case("EXEC = 0", lambda g: ("m0=-1 exec=0 v1=0", ""), gens)
            f.write()
    f = File("ds", "src2_aligns_the_first_address_before_the_second")
    f.code("ds_write_src2_b64 v1 offset:3")
    f.case("A is 4 mod 8: B = (A & ~7) + 12", lambda g: ("m0=-1 lds=64 lds[16]=1 lds[20]=2 exec=1 v1=12", "lds[8]=1 lds[12]=2"))
    f.write()


def counters():
    for name, sign in (("append", 1), ("consume", -1)):
        f = File("ds", f"ds_{name}")
        f.code(f"ds_{name} v8 offset:8")
        for exec_, title in ((0xF0F0, "by the number of active lanes, once"), (M32 << 32 | 1, "most lanes"), (1, "one lane")):

            def run(gen):
                n = bin(exec_).count("1")
                return f"lds=64 lds[28]=0x10 m0=20 exec={exec_:#x}", f"v8=0x10 lds[28]={0x10 + sign * n & M32:#x}"

            f.case(f"{title}; M0 is the base", run)
        f.case("no more than the LDS", lambda g: ("lds=64 m0=0x38 exec=3 v8=1", "v8=0"))
        f.case("no active lane", lambda g: ("lds=64 m0=0 exec=0", ""))
        f.write()


def by_thread():
    f = File("ds", "ds_read_addtid_b32")
    f.code("ds_read_addtid_b32 v8 offset:8")
    words = " ".join(f"lds[{20 + 4 * k}]={k + 1}" for k in range(11))
    f.case("M0[15:0] + offset + 4 * lane", lambda g: (f"lds=64 {words} m0=0xabcd000c exec=0x805", "v8=[1 0 3 0 0 0 0 0 0 0 0 0] v8.1=any v8.3=any v8.4=any v8.5=any v8.6=any v8.7=any v8.8=any v8.9=any v8.10=any"), GFX9)
    f.lines[-1] = "  out v8.0=1 v8.2=3 v8.11=0"
    f.case("no active lane", lambda g: ("lds=64 m0=0 exec=0", ""), GFX9)
    f.write()
    f = File("ds", "ds_write_addtid_b32")
    f.code("ds_write_addtid_b32 v8 offset:8")
    f.case("M0[15:0] + offset + 4 * lane", lambda g: ("lds=64 m0=0xabcd000c exec=0x805 v8=[11 12 13 14 15 16 17 18 19 20 21 22]", "lds[20]=11 lds[28]=13"), GFX9)
    f.case("no active lane", lambda g: ("lds=64 m0=0 exec=0", ""), GFX9)
    f.write()


def swizzled(gen, offset, lane):
    half, l, mask = lane & 32, lane & 31, offset & 31
    if gen in GFX9 and offset >= 0xE000:
        reverse = int(f"{l:05b}"[::-1], 2)
        return half | reverse >> bin(mask).count("1") | l & mask
    if gen in GFX9 and offset >= 0xC000:
        by = offset >> 5 & 31
        turned = l - by if offset >> 10 & 1 else l + by
        return half | l & mask | turned & 31 & ~mask
    if offset >> 15:
        return lane & 60 | offset >> 2 * (lane & 3) & 3
    return half | (l & mask | offset >> 5 & 31) ^ offset >> 10 & 31


SPELLED_AS_OTHER = {0x2A95: ' offset:swizzle(BITMASK_PERM,"1111p")', 0x7FFF: ' offset:swizzle(BITMASK_PERM,"00000")'}


def exchange():
    f = File("ds", "ds_swizzle_b32")
    data = [0x100 + n for n in range(64)]
    quads = [0x80E4, 0x801B, 0x8000, 0x80FF, 0x80B1]
    masks = [0x001F, 0x041F, 0x401F, 0x7C1F, 0x0000, 0x03E0, 0x0018, 0x00F8, 0x1555, 0x2A95, 0x7FFF]
    more = [0xC000, 0xC020, 0xC420, 0xC0E0, 0xC7E7, 0xC143, 0xE000, 0xE001, 0xE010, 0xE01F, 0xE007]
    for offset in quads + masks + more:
        for dst in (2, 0) if offset == 0x401F else (2,):
            if offset in SPELLED_AS_OTHER:
                # Bits of the three masks that overlap: LLVM spells such offsets as others of the same effect.
                line = "ds_swizzle_b32 v2, v0" + SPELLED_AS_OTHER[offset]
                f.code(line)
                for gens, word in (("gfx6 gfx7", 0xD8D40000), ("gfx8 gfx9 gfx906", 0xD87A0000)):
                    f.lines.append(f"  {gens}: {word | offset:08x} 02000000 | {line} !")
            else:
                f.code(f"ds_swizzle_b32 v{dst}, v0 offset:{offset:#x}")
            for exec_ in ((1 << 64) - 1, 0x80000001F0F05555):

                def run(gen):
                    out = []
                    for lane in range(64):
                        s = swizzled(gen, offset, lane)
                        if exec_ >> lane & 1:
                            out.append(data[s] if exec_ >> s & 1 else 0)
                        else:
                            out.append(data[lane] if dst == 0 else OLD)
                    before = f"exec={exec_:#x} v0={vector(data)}" + (f" v2={OLD:#x}" if dst == 2 else "")
                    return before, f"v{dst}={vector(out)}"

                kind = "a source that is not active gives 0" if exec_ + 1 != 1 << 64 else "all lanes"
                f.case(f"offset {offset:#x}: {kind}", run)
    f.case("EXEC = 0", lambda g: ("exec=0", ""))
    f.write()

    rng = random.Random(5)
    index = [rng.getrandbits(32) for _ in range(64)]
    order = list(range(64))
    rng.shuffle(order)
    # Each lane has a number of its own; bits above the lane's and below a dword's do not matter.
    once = [4 * n + rng.getrandbits(24) * 256 + (n & 1 and 3) & M32 for n in order]
    for name in ("ds_bpermute_b32", "ds_permute_b32"):
        f = File("ds", name)
        for offset in (0, 12, 0x1FC):
            for dst in (2, 1, 0):
                f.code(f"{name} v{dst}, v1, v0" + (f" offset:{offset}" if offset else ""))
                for exec_ in ((1 << 64) - 1, 0x80000001F0F05555):
                    address = once if name == "ds_permute_b32" else index

                    def run(gen):
                        lane_of = [(a + offset & M32) // 4 % 64 for a in address]
                        active = lambda n: exec_ >> n & 1
                        if name == "ds_bpermute_b32":
                            got = [data[s] if active(s) else 0 for s in lane_of]
                        else:
                            got = [0] * 64
                            for n in range(64):
                                if active(n):
                                    got[lane_of[n]] = data[n]
                        old = {2: [OLD] * 64, 1: address, 0: data}[dst]
                        out = [g if active(n) else o for n, (g, o) in enumerate(zip(got, old))]
                        before = f"exec={exec_:#x} v0={vector(data)} v1={vector(address)}"
                        return before + (f" v2={OLD:#x}" if dst == 2 else ""), f"v{dst}={vector(out)}"

                    over = {2: "", 1: "; over the lane numbers", 0: "; over the data"}[dst]
                    f.case("lane = (address + offset) / 4 modulo 64" + over, run, VI)
        f.case("EXEC = 0", lambda g: ("exec=0", ""), VI)
        f.write()


def nothing_and_synchronisation():
    f = File("ds", "ds_nop")
    f.code("ds_nop")
    f.case("does nothing", lambda g: ("exec=1", ""), LATER)
    f.write()
    f = File("ds", "synchronisation_through_gds")
    for text, gens in (
        ("ds_gws_init v2 gds", GENS),
        ("ds_gws_sema_v gds", GENS),
        ("ds_gws_sema_br v2 gds", GENS),
        ("ds_gws_sema_p gds", GENS),
        ("ds_gws_barrier v2 gds", GENS),
        ("ds_gws_sema_release_all gds", LATER),
    ):
        f.code(text)
        f.case("changes nothing of the wave", lambda g: ("exec=1", ""), gens)
        f.case("no active lane", lambda g: ("exec=0", "fault=unsupported"), gens)
    f.code("ds_ordered_count v2, v1 gds")
    f.case("is not executed", lambda g: ("exec=1", "fault=unsupported"), GENS)
    f.write()
    f = File("ds", "ds_condxchg32_rtn_b128")
    f.code("ds_condxchg32_rtn_b128")
    for gens, shift in ((["gfx7"], 18), (VI, 17)):
        f.lines.append(f"  {' '.join(gens)}: {0xD8000000 | 253 << shift:08x} 00000000 | ds_condxchg32_rtn_b128 !")
    f.case("its operation is in no manual", lambda g: ("exec=1", "fault=unsupported"), LATER)
    f.write()


def main():
    loads()
    stores()
    pairs_of_addresses()
    atomics()
    second_source()
    counters()
    by_thread()
    exchange()
    nothing_and_synchronisation()


if __name__ == "__main__":
    main()
