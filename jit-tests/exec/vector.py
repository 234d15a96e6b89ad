"""Writing tests of vector instructions from one formula each.

A formula gets the context (MODE, generation, lane) and the raw bits of the sources, and returns the raw
bits of the result, NAN, near(...) or "any"; with a lane mask as second result, a pair.

Source i is in v0, v4, v8 (and the registers after it); results go to v12, v14, ... so that several
forms of one instruction make one program, which a case runs on the same inputs.
"""

from collections import namedtuple
from fractions import Fraction

from model import *
from testfile import *

GENS = ("gfx6", "gfx7", "gfx8", "gfx9", "gfx906")
NUMBER = {"gfx6": 6, "gfx7": 7, "gfx8": 8, "gfx9": 9, "gfx906": 9}
GFX9 = ("gfx9", "gfx906")

Ty = namedtuple("Ty", "name regs bits fmt number")
B16, B32, B64 = Ty("b16", 1, 16, None, None), Ty("b32", 1, 32, None, None), Ty("b64", 2, 64, None, None)
H, F, D = Ty("f16", 1, 16, F16, f16), Ty("f32", 1, 32, F32, f32), Ty("f64", 2, 64, F64, f64)

IEEE_OFF, PLAIN, FP16_OVFL = 0x1F0, 0x3F0, 1 << 23


def gens(first, last=9):
    return tuple(g for g in GENS if first <= NUMBER[g] <= last)


def register(n, ty, kind="v"):
    return f"{kind}{n}" if ty.regs == 1 else f"{kind}[{n}:{n + ty.regs - 1}]"


class Context:
    """What a formula may look at besides its sources."""

    def __init__(self, mode, generation, vcc=0):
        self.mode, self.g, self.vcc = mode, generation, vcc
        self.lane = 0

    def m(self, fmt):
        """MODE for a format. On gfx6 and gfx7 f16 exists in conversions only, with its denormals kept
        (and rounded as f32)."""
        if fmt is F16 and self.g <= 7:
            m = Mode(self.mode, F32)
            m.keep_in = m.keep_out = True
            return m
        m = Mode(self.mode, fmt)
        m.saturate = m.saturate and self.g >= 9
        return m

    def flag(self):
        """This lane's bit of VCC."""
        return self.vcc >> self.lane & 1


class Source:
    """A source operand: its text, and its bits given the raw register contents of a row."""

    def __init__(self, text, get, place=None):
        self.text, self.get, self.place = text, get, place


def vgpr(i, ty, neg=False, absolute=False, upper=False):
    text = register(4 * i, ty)
    text = f"|{text}|" if absolute else text
    text = f"-{text}" if neg else text
    sign = 1 << (ty.bits - 1)

    def get(row):
        x = row[i] >> (16 if upper else 0) & ((1 << ty.bits) - 1)
        x = x & ~sign if absolute else x
        return x ^ sign if neg else x

    return Source(text, get)


def scalar(bits, ty):
    place = register(20, ty, "s")
    # Above a 16-bit value: what must not matter.
    whole = bits & ((1 << 32 * ty.regs) - 1)
    return Source(place, lambda row: bits & ((1 << ty.bits) - 1), (place, whole))


def constant(text, bits):
    return Source(text, lambda row: bits)


class Insn:
    """One instruction of a program: VDST's number, the sources, the text behind them, what becomes of
    the formula's result, and which half of VDST a 16-bit result goes to."""

    def __init__(self, form, dst, sources, tail="", post=None, upper=False, sdst=None):
        self.form, self.dst, self.sources, self.tail = form, dst, sources, tail
        self.post, self.upper, self.sdst = post, upper, sdst


class Op(Test):
    """The tests of one instruction. `keeps`: the generations on which a 16-bit result leaves the upper
    half of VDST alone, others clear it; "open" where no source says which."""

    def __init__(self, encoding, name, text, dst, sources, f, on=GENS, forms=("_e32", "_e64"), spell=None,
                 keeps=(), mask=False):
        super().__init__(name, text, encoding)
        self.dst, self.sources, self.f, self.on = dst, sources, f, tuple(on)
        self.forms, self.spell, self.keeps, self.mask = forms, spell or {}, keeps, mask
        self.insns, self.vcc = [], None

    def plain(self, **changed):
        """All sources from VGPRs, but those in `changed` (s0=..., s1=..., s2=...)."""
        return [changed.get(f"s{i}") or vgpr(i, ty) for i, ty in enumerate(self.sources)]

    def program(self, *insns, on=None):
        self.insns, self.section_on = insns, on or self.on
        for n in insns:
            operands = [register(n.dst, self.dst)]
            if n.sdst:
                operands.append(n.sdst)
            operands += [s.text for s in n.sources]
            text = lambda name: f"{name}{n.form} {', '.join(operands)}{n.tail}"
            self.code(text(self.name), **{g: text(other) for g, other in self.spell.items() if g in self.section_on})

    def raw(self, rows):
        """Register contents: above a 16-bit value stands the next row's."""
        out = []
        for j, row in enumerate(rows):
            after = rows[(j + 1) % len(rows)]
            out.append(tuple(x | y << 16 if ty.bits == 16 else x for x, y, ty in zip(row, after, self.sources)))
        return out

    def rows(self, title, rows, mode=PLAIN, exec_=ALL, on=None, vcc=None, definite=False):
        """A case with a row of source values per lane. `definite` leaves out rows with a NaN or an
        inexact result."""
        on = on or self.section_on
        vcc = self.vcc if vcc is None else vcc
        if definite:
            rows = [r for r in rows if all(not isinstance(x, str) for x in self.results(self.raw([r] * 2), mode, on))]
        assert rows and len(rows) <= 64, (self.name, title, len(rows))
        if self.mask or vcc is not None:
            rows = [rows[i % len(rows)] for i in range(64)]
        raw = self.raw(rows)
        before = {}
        used = {s.text.strip("-|") for n in self.insns for s in n.sources}
        for i, ty in enumerate(self.sources):
            if register(4 * i, ty) in used:
                before[register(4 * i, ty)] = [r[i] for r in raw]
        for n in self.insns:
            for s in n.sources:
                if s.place:
                    before[s.place[0]] = s.place[1]
        if not raw[0] or not before:
            raw = raw[:1]
        for key, value, plain in (("mode", mode, PLAIN), ("exec", exec_, ALL), ("vcc", vcc, None)):
            if value != plain:
                before[key] = value
        by_result = {}
        for g in on:
            c = Context(mode, NUMBER[g], vcc or 0)
            old, after = {}, {}
            for n in self.insns:
                after.update(self.expected(n, raw, c, exec_, old))
            by_result.setdefault(repr((old, after)), ([], old, after))[0].append(g)
        for gens_, old, after in by_result.values():
            restrict = gens_ if set(gens_) != set(self.section_on) else None
            # The name may also stand for another instruction of gfx8.
            if set(self.section_on) != set(self.on) or self.keeps == (9,):
                restrict = gens_
            self.case(title, {**before, **old}, after, restrict)

    def results(self, raw, mode, on):
        found = []
        for g in on:
            for n in self.insns:
                c = Context(mode, NUMBER[g])
                for row in raw:
                    r = self.f(c, *(s.get(row) for s in n.sources))
                    r = r[0] if self.mask else r
                    found.append(n.post(c, r) if n.post and not isinstance(r, str) else r)
        return found

    def expected(self, n, raw, c, exec_, old):
        out, mask = [], 0
        for lane, row in enumerate(raw):
            c.lane = lane
            r = self.f(c, *(s.get(row) for s in n.sources))
            if self.mask:
                r, flag = r
                if flag == "any":
                    mask = flag
                elif mask != "any":
                    mask |= (1 << lane) if flag and exec_ >> lane & 1 else 0
            out.append(n.post(c, r) if n.post else r)
        place = register(n.dst, self.dst)
        overlaps = any(place == s.text for s in n.sources)
        if self.dst.bits == 16 and self.keeps == "open" and not n.upper and not overlaps:
            old[place] = 0
        elif self.dst.bits == 16 and (n.upper or c.g in self.keeps):
            word = 0 if NAN in out else 0x1234ABCD
            if overlaps:
                was = [row[int(place[1:]) // 4] for row in raw]
            else:
                old[place] = word
                was = [word] * len(out)
            if n.upper:
                out = [r if isinstance(r, str) else w & M16 | r << 16 for r, w in zip(out, was)]
            else:
                out = [r if isinstance(r, str) else w & 0xFFFF0000 | r for r, w in zip(out, was)]
        name = {16: "nanh", 32: "nan", 64: "nand"}[self.dst.bits]
        out = [name if r == NAN else r for r in out]
        after = {place: out} if exec_ else {}
        if n.sdst:
            after[n.sdst] = mask
        return after

    # The usual cases.

    def dsts(self, forms, make, first=12, step=2):
        return [make(form, first + step * k) for k, form in enumerate(forms)]

    def basics(self, rows, few=None):
        """Edge values, inactive lanes, EXEC = 0, in each form."""
        few = few or rows[:: max(1, len(rows) // 8)][:9]
        sdst = lambda k: ("vcc", "s[24:25]")[k % 2] if self.mask else None
        insns = [Insn(f, 12 + 2 * k, self.plain(), sdst=sdst(k)) for k, f in enumerate(self.forms)]
        self.program(*insns)
        for at in range(0, len(rows), 64):
            self.rows("edge values", rows[at : at + 64])
        self.rows("inactive lanes keep their value", few, exec_=ODD_EXEC)
        self.rows("EXEC = 0", few[:1], exec_=0)

    def scalars(self, row, bits=None, constants=None, on=None):
        """Scalar and inline operands in every place, one row from VGPRs."""
        insns, at = [], 12
        for form in self.forms:
            for i, ty in enumerate(self.sources):
                if form == "_e32" and i > 0:
                    continue
                sources = [scalar(bits if bits is not None else row[i], ty)]
                for text, value in constants or ():
                    sources.append(constant(text, value(ty) if callable(value) else value))
                for s in sources:
                    if at + self.dst.regs > 32 or len(insns) == 10:
                        self.program(*insns, on=on)
                        self.rows("scalar and inline sources", [row], on=on)
                        insns, at = [], 12
                    sdst = "vcc" if self.mask else None
                    insns.append(Insn(form, at, self.plain(**{f"s{i}": s}), sdst=sdst))
                    at += 2
        if insns:
            self.program(*insns, on=on)
            self.rows("scalar and inline sources", [row], on=on)

    def overlaps(self, rows):
        """The destination is also a source."""
        for i, ty in enumerate(self.sources):
            if self.dst.regs <= 2:
                sdst = "s[24:25]" if self.mask else None
                self.program(Insn(self.forms[-1], 4 * i, self.plain(), sdst=sdst))
                self.rows("the destination is also a source", rows, definite=self.keeps == (9,))

    def signs(self, rows, form="_e64"):
        """ABS and NEG of each floating-point source."""
        insns, at = [], 12
        for i, ty in enumerate(self.sources):
            if not ty.fmt:
                continue
            variants = [(True, False), (False, True), (True, True)] if i == 0 else [(True, False), (True, True)]
            for neg, absolute in variants:
                s = vgpr(i, ty, neg, absolute)
                sdst = "vcc" if self.mask else None
                insns.append(Insn(form, at, self.plain(**{f"s{i}": s}), sdst=sdst))
                at += 2
        self.program(*insns)
        self.rows("NEG and ABS; NEG comes after ABS", rows)

    def outputs(self, rows, form="_e64", omods=True):
        """CLAMP and OMOD of a floating-point result. Which denormal mode disables OMOD of f16 on gfx6 and
        gfx7, no source says."""
        fmt = self.dst.fmt
        clamped = lambda c, r: clamp(fmt, r, c.m(fmt))
        rows = [r for r in rows if not any(isinstance(x, str) and x != NAN for x in self.bare(r))]
        self.program(Insn(form, 12, self.plain(), " clamp", clamped))
        self.rows("CLAMP to 0..1, NaN to 0 under DX10_CLAMP", rows)
        self.rows("CLAMP passes NaN without DX10_CLAMP", rows, 0x2F0)
        if not omods:
            return
        def scale(factor):
            return lambda c, r: omod(fmt, r, factor, c.m(fmt))

        both = lambda c, r: clamp(fmt, omod(fmt, r, Fraction(1, 2), c.m(fmt)), c.m(fmt))
        self.program(
            Insn(form, 12, self.plain(), " mul:2", scale(2)),
            Insn(form, 14, self.plain(), " mul:4", scale(4)),
            Insn(form, 16, self.plain(), " div:2", scale(Fraction(1, 2))),
            Insn(form, 18, self.plain(), " clamp div:2", both),
            on=tuple(g for g in self.on if NUMBER[g] >= 8) if fmt is F16 else None,
        )
        self.rows("OMOD with IEEE off and denormals flushed; -0 becomes +0; CLAMP comes after", rows, 0x100)
        self.rows("OMOD is ignored where denormals are kept", rows, IEEE_OFF)
        self.rows("OMOD is ignored with IEEE on", rows, 0x300)

    def bare(self, row):
        out = []
        for g in self.on:
            for mode in (PLAIN, 0x100):
                r = self.f(Context(mode, NUMBER[g]), *row)
                out.append(r[0] if self.mask else r)
        return out

    def selects(self, rows, on=GFX9, form=""):
        """OP_SEL: the upper halves of 16-bit sources, and of the destination."""
        n = len(self.sources)
        tail = lambda *picked: " op_sel:[" + ",".join("1" if i in picked else "0" for i in range(n + 1)) + "]"
        halves = [i for i, ty in enumerate(self.sources) if ty.bits == 16]
        insns, at = [], 12
        for i in halves:
            insns.append(Insn(form, at, self.plain(**{f"s{i}": vgpr(i, self.sources[i], upper=True)}), tail(i)))
            at += 2
        if self.dst.bits == 16:
            insns.append(Insn(form, at, self.plain(), tail(n), upper=True))
            every = {f"s{i}": vgpr(i, self.sources[i], upper=True) for i in halves}
            insns.append(Insn(form, at + 2, self.plain(**every), tail(*halves, n), upper=True))
        self.program(*insns, on=on)
        self.rows("OP_SEL: upper halves of sources and destination", rows, on=on, definite=True)

    def saturates(self, rows, exact, low, high, form="", on=None):
        """CLAMP of an integer: `exact` is the formula without overflow. From gfx8 on."""
        on = on or tuple(g for g in self.on if NUMBER[g] >= 8)
        plain, self.f = self.f, lambda c, *s: max(low, min(high, exact(*s))) & ((1 << self.dst.bits) - 1)
        self.program(Insn(form, 12, self.plain(), " clamp"), on=on)
        for at in range(0, len(rows), 64):
            self.rows("CLAMP saturates", rows[at : at + 64], on=on)
        self.f = plain


ROUNDINGS = ("to nearest even", "up", "down", "toward zero")
DENORMALS = ("are flushed", "are flushed in results only", "are flushed in sources only", "are kept")


def triples(a, b, c):
    """64 triples of 8 values each: every pair of values in every pair of places."""
    return [(a[i % 8], b[i // 8], c[(5 * i + 3 * (i // 8)) % 8]) for i in range(64)]


def pairs(a, b):
    return [(x, y) for x in a for y in b]
