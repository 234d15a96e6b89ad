"""Bit patterns of instructions, by encoding: what compare.py and generate.py feed to both sides.

Nothing here knows an instruction by name. Of each encoding the place and width of the opcode are
known, and what kind of operand each other field holds, so that the patterns hit valid operands often
enough; reserved values and single wrong bits are mixed in.
"""

import random

TARGETS = ["gfx600", "gfx700", "gfx803", "gfx900", "gfx906", "gfx908", "gfx90a", "gfx942", "gfx950"]

# Those that LLVM 19 does not know.
LLVM_22 = ["gfx950"]


def legacy(target):
    """Whether the target has the encodings of gfx6 and gfx7."""
    return target in ("gfx600", "gfx700")


def gfx9(target):
    return target.startswith("gfx9")


def one_file(target):
    """Whether memory instructions have accumulation registers, by a bit of their encodings."""
    return target in ("gfx90a", "gfx942", "gfx950")


# Kinds of fields: functions of the random numbers.


def bits(n):
    return lambda r: r.getrandbits(n)


def rare(n, p=0.25):
    """Mostly zero."""
    return lambda r: r.getrandbits(n) if r.random() < p else 0


def pick(*values):
    return lambda r: r.choice(values)


def src8(r):
    """A scalar source: registers (often aligned), inline constants, the rest now and then."""
    x = r.random()
    if x < 0.3:
        return r.randrange(0, 104, 4)
    if x < 0.45:
        return r.randrange(106)
    if x < 0.65:
        return r.getrandbits(7)
    if x < 0.78:
        return r.randrange(128, 209)
    if x < 0.86:
        return r.randrange(240, 249)
    return r.randrange(128, 256)


def src9(r):
    return 256 | vgpr(r) if r.random() < 0.5 else src8(r)


def vgpr(r):
    return r.randrange(240, 256) if r.random() < 0.1 else r.getrandbits(8)


def sdst(r):
    x = r.random()
    if x < 0.5:
        return r.randrange(0, 104, 4)
    return r.randrange(0, 104, 2) if x < 0.7 else r.getrandbits(7)


def vdst(r):
    """A vector destination, or a scalar one where the instruction has such."""
    return sdst(r) if r.random() < 0.3 else vgpr(r)


def used(kind, p=0.7):
    """A field that not every instruction of the encoding has, where it must be zero in some."""
    return lambda r: kind(r) if r.random() < p else 0


def select(r):
    return 6 if r.random() < 0.4 else r.randrange(7) if r.random() < 0.97 else 7


def dpp_ctrl(r):
    x = r.random()
    if x < 0.4:
        return r.getrandbits(8)
    if x < 0.9:
        return r.choice([0x101, 0x111, 0x121]) + r.randrange(15) if x < 0.7 else r.choice(
            [0x130, 0x134, 0x138, 0x13C, 0x140, 0x141, 0x142, 0x143]
        )
    return r.getrandbits(9)


def literal(r):
    """Small numbers, inline constants of each width, half-words, anything."""
    x = r.random()
    if x < 0.3:
        return (r.randrange(-20, 70)) & 0xFFFFFFFF
    if x < 0.45:
        return r.choice(F32) if r.random() < 0.5 else r.choice(F16)
    if x < 0.6:
        return r.choice(F64) if r.random() < 0.5 else r.getrandbits(16)
    return r.getrandbits(32)


F16 = [0x3800, 0xB800, 0x3C00, 0xBC00, 0x4000, 0xC000, 0x4400, 0xC400, 0x3118]
F32 = [0x3F000000, 0xBF000000, 0x3F800000, 0xBF800000, 0x40000000, 0xC0000000, 0x40800000, 0xC0800000, 0x3E22F983]
F64 = [0x3FE00000, 0xBFE00000, 0x3FF00000, 0xBFF00000, 0x40000000, 0xC0000000, 0x40100000, 0xC0100000, 0x3FC45F30, 0x6DC9C882]


def scaled(r):
    """Four dwords of a product of matrices with scales: VOP3PX2."""
    first = 0xD3AC0000 | r.randrange(4) << 11, r.randrange(4) << 27 | (256 | vgpr(r)) << 9 | 256 | vgpr(r)
    either = lambda: 256 | vgpr(r) & 0xFE
    last = r.randrange(5) << 29 | r.randrange(4) << 27 | either() << 18 | either() << 9 | either()
    product = 0xD3800000 | r.choice([45, 46]) << 16 | r.getrandbits(1) << 15 | 1 << 11 | r.randrange(5) << 8
    return *first, product | vgpr(r) & 0xFE, last


class Encoding:
    """An encoding of a target: its fixed bits, where the opcode is, and the other fields.

    `first` and `second` are lists of (low bit, kind); what they leave out is zero but for stray bits.
    """

    def __init__(self, name, fixed, mask, op_at, op_bits, first, second, slots=None, flag=0):
        self.name, self.fixed, self.mask = name, fixed, mask
        self.op_at, self.op_bits = op_at, op_bits
        self.first, self.second, self.flag = first, second, flag
        self.slots = range(1 << op_bits) if slots is None else slots
        self.keep = mask | ((1 << op_bits) - 1) << op_at

    def plausible(self, r, op):
        """Two dwords with sensible fields; stray bits in one of six."""
        w0 = self.fixed | op << self.op_at
        w1 = 0
        for at, kind in self.first:
            w0 |= kind(r) << at
        for at, kind in self.second:
            w1 |= kind(r) << at
        if r.random() < 1 / 6:
            w0 ^= (1 << r.getrandbits(5)) & ~self.keep
            if r.random() < 0.5:
                w1 ^= 1 << r.getrandbits(5)
        return w0 & 0xFFFFFFFF, w1 & 0xFFFFFFFF

    def uniform(self, r, op):
        """Two dwords of which only the selector and the opcode are chosen."""
        w = r.getrandbits(64)
        return w >> 32 & ~self.keep | self.fixed | op << self.op_at, w & 0xFFFFFFFF

    def sparse(self, r, op):
        """As `uniform` with most bits zero: fields that must be zero often are."""
        w = r.getrandbits(64) & r.getrandbits(64) & r.getrandbits(64)
        return w >> 32 & ~self.keep | self.fixed | op << self.op_at, w & 0xFFFFFFFF

    def variant(self, r, op, i):
        """Variant `i` of opcode `op`."""
        if i < 2:
            # Alone, and with the flag that some need.
            return self.fixed | op << self.op_at | self.flag * i, 0
        kind = i % 10
        return self.uniform(r, op) if kind == 8 else self.sparse(r, op) if kind == 9 else self.plausible(r, op)

    def random(self, r):
        """A random instruction of the encoding."""
        op = r.choice(self.slots)
        x = r.random()
        return self.uniform(r, op) if x < 0.4 else self.sparse(r, op) if x < 0.5 else self.plausible(r, op)


def encodings(target):
    """Every encoding of the target. `other` is what belongs to none."""
    old, nine = legacy(target), gfx9(target)
    lit = [(0, literal)]
    e = [
        Encoding("sop2", 0x80000000, 0xC0000000, 23, 7, [(0, src8), (8, src8), (16, sdst)], lit, range(96)),
        Encoding("sopk", 0xB0000000, 0xF0000000, 23, 5, [(0, bits(16)), (16, sdst)], lit, range(29)),
        Encoding("sop1", 0xBE800000, 0xFF800000, 8, 8, [(0, src8), (16, sdst)], lit),
        Encoding("sopc", 0xBF000000, 0xFF800000, 16, 7, [(0, src8), (8, src8)], lit),
        Encoding("sopp", 0xBF800000, 0xFF800000, 16, 7, [(0, lambda r: r.choice([0, r.getrandbits(4), r.getrandbits(8), r.getrandbits(12), r.getrandbits(16)]))], lit),
    ]
    vop = {
        "vop2": (0x00000000, 0x80000000, 25, 6, [(9, vgpr), (17, vdst)], range(62)),
        "vopc": (0x7C000000, 0xFE000000, 17, 8, [(9, vgpr)], None),
        "vop1": (0x7E000000, 0xFE000000, 9, 8, [(17, used(vdst, 0.9))], None),
    }
    for name, (fixed, mask, at, n, fields, slots) in vop.items():
        e.append(Encoding(name, fixed, mask, at, n, fields + [(0, used(src9, 0.9))], lit, slots))
        if old:
            continue
        one = name == "vop1"
        sdwa = [(0, bits(8)), (13, rare(1)), (16, select), (19, rare(3)), (23, rare(1))]
        sdwa += [(14, rare(2)), (22, rare(1, 0.05)), (30, rare(1, 0.05))]
        sdwa += [(24, rare(3, 0.1))] if one else [(24, select), (27, rare(3)), (31, rare(1))]
        if name == "vopc":
            sdwa += [(8, sdst)]
        else:
            sdwa += [(8, select), (11, lambda r: r.randrange(3) if r.random() < 0.97 else 3)]
        e.append(Encoding(name + "_sdwa", fixed | 249, mask | 511, at, n, fields, sdwa, slots))
        dpp = [(0, bits(8)), (8, dpp_ctrl), (17, rare(2, 0.05)), (19, bits(1)), (20, rare(4)), (24, bits(8))]
        e.append(Encoding(name + "_dpp", fixed | 250, mask | 511, at, n, fields, dpp, slots))
    sources = [(0, used(src9, 0.95)), (9, used(src9)), (18, used(src9, 0.5)), (27, rare(2)), (29, rare(3))]
    modifiers = lambda r: 0 if r.random() < 0.4 else sdst(r) if r.random() < 0.4 else r.getrandbits(3) if r.random() < 0.6 else r.getrandbits(7)
    if old:
        first = [(0, vdst), (8, modifiers), (11, rare(1, 0.1))]
        e.append(Encoding("vop3", 0xD0000000, 0xFC000000, 17, 9, first, sources))
    else:
        first = [(0, vdst), (8, modifiers), (15, rare(1))]
        slots = [op for op in range(1024) if not (nine and op >> 7 == 7)]
        e.append(Encoding("vop3", 0xD0000000, 0xFC000000, 16, 10, first, sources, slots))
    if nine:
        packed = [(0, src9), (9, src9), (18, used(src9, 0.6)), (27, pick(0, 1, 2, 3, 3, 3)), (29, rare(3))]
        first = [(0, vgpr), (8, rare(3)), (11, rare(3)), (14, pick(0, 1, 1)), (15, rare(1))]
        e.append(Encoding("vop3p", 0xD3800000, 0xFF800000, 16, 7, first, packed))
    vintrp = [(0, bits(8)), (8, bits(2)), (10, bits(6)), (18, vgpr)]
    e.append(Encoding("vintrp", 0xC8000000 if old else 0xD4000000, 0xFC000000, 16, 2, vintrp, lit))
    if old:
        smrd = [(0, src8), (8, bits(1)), (9, lambda r: sdst(r) >> 1), (15, sdst)]
        e.append(Encoding("smrd", 0xC0000000, 0xF8000000, 22, 5, smrd, lit))
    else:
        first = [(0, lambda r: sdst(r) >> 1), (6, sdst), (14, rare(4, 0.8))]
        offset = lambda r: r.choice([sdst, src8, bits(20), bits(21), bits(32)])(r)
        e.append(Encoding("smem", 0xC0000000, 0xFC000000, 18, 8, first, [(0, offset), (25, rare(7))]))
    ds = [(0, used(vgpr)), (8, used(vgpr)), (16, used(vgpr, 0.4)), (24, used(vgpr))]
    first = [(0, used(lambda r: r.choice([r.getrandbits(16), r.getrandbits(8), 0x8000 | r.getrandbits(8), 31 | r.getrandbits(5) << 10]), 0.5))]
    gds = 17 if old else 16
    first.append((gds, rare(1, 0.3)))
    if one_file(target):
        first.append((25, rare(1, 0.5)))
    e.append(Encoding("ds", 0xD8000000, 0xFC000000, 18 if old else 17, 8, first, ds, flag=1 << gds))
    if target != "gfx600":
        data = [(0, vgpr), (8, used(vgpr)), (23, rare(1, 0.2)), (24, used(vgpr))]
        if nine:
            saddr = lambda r: 0x7F if r.random() < 0.5 else src8(r) & 0x7F
            for seg, name in enumerate(["flat", "scratch", "global", "flat_seg3"]):
                at = used(saddr, 0.1) if seg == 0 else saddr
                first = [(0, rare(13, 0.6)), (13, rare(1, 0.2)), (16, rare(2, 0.5))]
                first += [(25, rare(1))] if one_file(target) else []
                e.append(Encoding(name, 0xDC000000 | seg << 14, 0xFC00C000, 18, 7, first, data + [(16, at)]))
        else:
            e.append(Encoding("flat", 0xDC000000, 0xFC000000, 18, 7, [(16, rare(2, 0.5)), (0, rare(16, 0.1))], data))
    buffer = [(0, used(vgpr)), (8, vgpr), (16, lambda r: r.randrange(26) if r.random() < 0.7 else r.getrandbits(5)), (24, src8)]
    buffer += [(21, rare(1, 0.05)), (22, rare(1)), (23, rare(1))]
    first = [(0, rare(12, 0.5)), (12, bits(2)), (14, rare(1)), (15, rare(1)), (16, rare(1)), (17, rare(1))]
    e.append(Encoding("mubuf", 0xE0000000, 0xFC000000, 18, 7, first, buffer))
    first = [(0, rare(12, 0.5)), (12, bits(2)), (14, rare(1)), (19, bits(7))]
    if old:
        e.append(Encoding("mtbuf", 0xE8000000, 0xFC000000, 16, 3, first + [(15, rare(1))], buffer))
    else:
        e.append(Encoding("mtbuf", 0xE8000000, 0xFC000000, 15, 4, first, buffer))
    image = [(0, used(vgpr)), (8, vgpr), (16, buffer[2][1]), (21, used(buffer[2][1], 0.6)), (26, rare(5, 0.1)), (31, rare(1))]
    first = [(0, rare(1, 0.1)), (1, rare(7, 0.1)), (8, pick(0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 15)), (12, rare(6, 0.6)), (25, rare(1))]
    e.append(Encoding("mimg", 0xF0000000, 0xFC000000, 18, 7, first, image))
    if target == "gfx90a":
        first.append((7, rare(1)))
    export = [(0, used(vgpr)), (8, used(vgpr)), (16, used(vgpr)), (24, used(vgpr))]
    first = [(0, bits(4)), (10, rare(3, 0.5)), (13, rare(13, 0.05))]
    e.append(Encoding("exp", 0xF8000000 if old else 0xC4000000, 0xFC000000, 4, 6, first, export))
    taken = {(x.fixed >> 26) for x in e if x.mask >= 0xFC000000}
    taken |= {w >> 26 for w in range(0, 1 << 32, 1 << 26) if w < 0xC0000000}
    taken |= {0xC4000000 >> 26} if old else set()
    free = [top for top in range(64) if top not in taken]
    e.append(Encoding("other", 0, 0, 26, 6, [], [(0, bits(32))], free))
    return e


def generator(*seed):
    """Reproducible random numbers."""
    return random.Random("/".join(map(str, seed)))
