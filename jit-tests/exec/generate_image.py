#!/usr/bin/env python3
"""Writes the MIMG tests whose expected values follow from the descriptor's fields and the format tables
(CLRX GcnInstrsMimg, GcnMemHandling; for gfx9's fields Mesa's si_make_texture_descriptor).

Run assemble.py afterwards.
"""

import random
from decimal import Decimal, getcontext
from fractions import Fraction

import formats
from assemble import assemble
from formats import FLOAT, SINT, SRGB, UINT, UNORM
from generate_buffer import ATOMICS, GENS, GFX9, IDENTITY, LANES, LEGACY, OLD, File, given, registers, split, vector
from model import F32, M32, NEAREST, Format

F64 = Format(11, 52)
OLDER = ["gfx6", "gfx7", "gfx8"]
EXEC = 0xBF
ACTIVE = [n for n in range(LANES) if EXEC >> n & 1]
BITS = {d: b for d, (_, b) in formats.IMAGE.items()}

# Shape: type code, number of coordinates in a layer, whether a layer follows.
SHAPES = {
    "1D": (8, 1, 0),
    "2D": (9, 2, 0),
    "3D": (10, 3, 0),
    "cube": (11, 2, 1),
    "1D array": (12, 1, 1),
    "2D array": (13, 2, 1),
}


class Image:
    """A linear T# whose base is mem0: 3 x 3 (x 3) texels in rows of 4, layers 1 to 3 of the memory."""

    def __init__(self, shape, data=4, number=UINT, sel=IDENTITY, **more):
        self.shape, self.data, self.number, self.sel = shape, data, number, sel
        self.width = more.pop("width", 3)
        self.height, self.pitch = more.pop("height", 3), more.pop("pitch", 4)
        self.base_level, self.last_level = more.pop("base_level", 0), more.pop("last_level", 0)
        self.pow2, self.tiling = more.pop("pow2", 0), more.pop("tiling", None)
        self.r128, self.first, self.last = more.pop("r128", 0), more.pop("first", 1), more.pop("last", 3)
        assert not more
        self.bits = BITS.get(data)
        self.size = formats.size(self.bits) if self.bits else 0

    def text(self, gen):
        kind = SHAPES[self.shape][0]
        gfx9 = gen in GFX9
        tiling = self.tiling if self.tiling is not None else 0 if gfx9 else 8
        word3 = sum(s << 3 * i for i, s in enumerate(self.sel))
        word3 |= self.base_level << 12 | self.last_level << 16 | tiling << 20
        word3 |= self.pow2 << 25 | kind << 28
        # DEPTH: a volume's depth less 1; of layers their number less 1, on gfx9 the last of the view.
        depth = 2 if self.shape == "3D" else self.last if gfx9 else 5
        words = [
            self.width - 1 | self.height - 1 << 14,
            word3,
            depth | self.pitch - 1 << 13,
            self.first | (0 if gfx9 else self.last << 13),
            0,
            0,
        ]
        if self.r128:
            # What lies behind four SGPRs does not matter.
            words[2:] = [M32] * 4
        high = self.data << 52 | self.number << 58
        return f"s[8:9]=mem0/256+{high:#x} s[10:15]={vector(words)}"

    def offset(self, coordinates, da=True, level=0):
        """Byte offset of a texel; None out of range."""
        _, n, layered = SHAPES[self.shape]
        x, y, z = (list(coordinates[:n]) + [0, 0])[:3]
        layer = coordinates[n] if layered and da else 0
        if level > self.last_level - self.base_level:
            return None
        assert level == 0
        first, last = (self.first, self.last) if not self.r128 else (0, 0)
        if self.shape == "3D":
            first = last = 0
        if not layered:
            last = first
        height = 1 if n == 1 else self.height
        if x >= self.width or y >= height or z >= 3 or first + layer > last:
            return None
        rows = height
        while self.pow2 and rows & rows - 1:
            rows += 1
        pitch = self.pitch
        if self.r128:
            step = max(8, 64 // self.size)
            pitch = -(-self.width // step) * step
        return (((first + layer + z) * rows + y) * pitch + x) * self.size


class Memory:
    def __init__(self, words):
        self.bytes = bytearray(b"".join(w.to_bytes(4, "little") for w in words))
        self.first = list(words)

    def load(self, at, size):
        assert at + size <= len(self.bytes)
        return int.from_bytes(self.bytes[at : at + size], "little")

    def store(self, at, size, value):
        assert at + size <= len(self.bytes)
        self.bytes[at : at + size] = value.to_bytes(size, "little")

    def changes(self):
        out = []
        for i, old in enumerate(self.first):
            new = self.load(4 * i, 4)
            if new != old:
                out.append(f"mem0[{4 * i}]={new:#x}")
        return " ".join(out)


RNG = random.Random(2)
WORDS = [RNG.getrandbits(32) for _ in range(64)]

# Coordinates per lane: X, Y, Z or layer. No two active lanes that are inside name one texel.
X = [0, 1, 2, 3, 1, 0, 1, 2]
Y = [0, 1, 2, 0, 3, 1, 1, 0]
Z = [0, 1, 2, 0, 0, 2, 1, 3]
LAYER = [0, 1, 2, 0, 1, 0, 1, 0xFFFFFFFF]


def address(image, da=True, level=None, a16=False):
    """The columns of VADDR, and the coordinates of each lane."""
    _, n, layered = SHAPES[image.shape]
    columns = [X, Y, Z][:n]
    if n == 1:
        columns = [[0, 1, 2, 3, 0, 1, 2, 2]]
    if layered and da:
        layer = [0, 0, 2, 0, 1, 1, 1, 0xFFFFFFFF] if n == 1 else LAYER
        columns = columns + [layer]
    elif da and image.shape != "3D":
        columns = columns + [[9] * LANES]
    coordinates = [[c[lane] for c in columns] for lane in range(LANES)]
    if level is not None:
        columns = columns + [level]
    if a16:
        pairs = [columns[i : i + 2] for i in range(0, len(columns), 2)]
        columns = [
            [sum((c[lane] & 0xFFFF) << 16 * i for i, c in enumerate(p)) for lane in range(LANES)]
            for p in pairs
        ]
    return columns, coordinates


def text(name, width, dmask, more=""):
    # LLVM names the first register of VADDR only: how many there are is the T#'s matter.
    return f"{name} {registers(8, width)}, v1, s[8:15] dmask:{dmask:#x} unorm{more}"


def chosen(dmask):
    return [i for i in range(4) if dmask >> i & 1]


def slots(dmask, d16, gen):
    n = max(1, len(chosen(dmask)))
    return [(k // 2, 16 * (k % 2)) if d16 and gen in GFX9 else (k, 0) for k in range(n)]


def load_case(gen, image, kind, dmask, da=True, level=None, d16=False, tfe=0, a16=False, words=WORDS, linear=False):
    """Input and output of a load; `kind` is "", "pck" or "pck_sgn"."""
    columns, coordinates = address(image, da, level, a16)
    if linear:
        columns, coordinates = [list(range(7)) + [9]], [[x] for x in list(range(7)) + [9]]
    memory = Memory(words)
    places = slots(dmask, d16, gen)
    width = places[-1][0] + 1
    out = [[OLD] * LANES for _ in range(width + tfe)]
    for lane in ACTIVE:
        at = image.offset(coordinates[lane], da, level[lane] if level else 0)
        element = None if at is None else memory.load(at, image.size)
        if kind:
            element = element or 0
            size = 8 * image.size
            if kind == "pck_sgn" and size < 32 and element >> size - 1:
                element -= 1 << size
            cs = split(element, 4) if size >= 32 else [element & M32, 0, 0, 0]
        else:
            cs = [0] * 4 if element is None else formats.unpack(image.bits, image.number, element, d16)
            cs = formats.select(image.sel, cs, formats.one(image.number, d16))
        cs = [cs[i] for i in chosen(dmask)] or [0]
        for c, (r, bit) in zip(cs, places):
            packed = d16 and gen in GFX9
            out[r][lane] = out[r][lane] & ~(0xFFFF << bit) | c << bit if packed else c
        if tfe:
            out[width][lane] = 0
    old = given(8, [[OLD] * LANES] * (width + tfe))
    before = f"mem0={vector(words)} exec={EXEC:#x} {image.text(gen)} {given(1, columns)} {old}"
    return before, given(8, out)


def store_case(gen, image, raw, dmask, da=True, level=None, d16=False, a16=False, words=WORDS):
    columns, coordinates = address(image, da, level, a16)
    memory = Memory(words)
    places = slots(dmask, d16, gen)
    pool = formats.values(image.number, d16)
    rng = random.Random(f"{image.shape}{dmask}")
    data = [[0x99990000 if d16 else 0] * LANES for _ in range(places[-1][0] + 1)]
    for lane in ACTIVE:
        cs = [0] * 4
        for k, i in enumerate(chosen(dmask)):
            cs[i] = rng.getrandbits(32) if raw else pool[(3 * lane + 5 * k) % len(pool)]
            r, bit = places[k]
            data[r][lane] = data[r][lane] & ~(0xFFFF << bit) | cs[i] << bit if d16 else cs[i]
        if raw:
            element = sum(c << 32 * i for i, c in enumerate(cs)) & (1 << 8 * image.size) - 1
        else:
            element = formats.pack(image.bits, image.number, formats.unselect(image.sel, cs), d16)
        at = image.offset(coordinates[lane], da, level[lane] if level else 0)
        if at is not None:
            memory.store(at, image.size, element)
    before = f"mem0={vector(words)} exec={EXEC:#x} {image.text(gen)} {given(1, columns)} {given(8, data)}"
    return before, memory.changes()


LEVEL = [0, 0, 0, 0, 0, 1, 0, 0]


def loads_and_stores():
    for what in ("load", "store"):
        for mip in ("", "_mip"):
            for kind in ("", "pck", "pck_sgn") if what == "load" else ("", "pck"):
                name = f"image_{what}{mip}" + ("_" + kind if kind else "")
                f = File("mimg", name)
                level = LEVEL if mip else None
                for shape in SHAPES:
                    image = Image(shape, 10, UNORM)
                    if kind:
                        image = Image(shape, 2 if kind == "pck_sgn" else 10, UINT)
                    dmask = 1 if kind else 15
                    da = SHAPES[shape][2] == 1
                    columns, _ = address(image, da, level)
                    f.code(text(name, len(chosen(dmask)), dmask, " da" if da else ""))
                    case = load_case if what == "load" else store_case
                    third = kind if what == "load" else bool(kind)
                    title = f"{shape}; some lanes are outside" + ("; one names a level that is not there" if mip else "")
                    f.case(title, lambda g: case(g, image, third, dmask, da, level))
                if kind:
                    for data, dmask in ((14, 15), (14, 6), (11, 3), (1, 1)):
                        image = Image("2D", data, UINT, pitch=3 if data == 14 else 4, first=0, last=0)
                        columns, _ = address(image, False, level)
                        f.code(text(name, len(chosen(dmask)), dmask))
                        title = f"texels of {8 * image.size} bits, DMASK names dwords of them"
                        case = load_case if what == "load" else store_case
                        third = kind if what == "load" else True
                        f.case(title, lambda g: case(g, image, third, dmask, False, level))
                if mip:
                    image = Image("2D", last_level=2)
                    columns, _ = address(image, False, [1] * LANES)
                    f.code(text(name, 1, 1))
                    f.case(
                        "levels after the first have no known place",
                        lambda g: (
                            f"mem0={vector(WORDS[:4])} exec=1 {image.text(g)} {given(1, columns)}",
                            "fault=unsupported",
                        ),
                    )
                f.write()


def srgb(raw):
    getcontext().prec = 50
    c = Decimal(raw) / 255
    if c <= Decimal("0.04045"):
        v = c / Decimal("12.92")
    else:
        v = (((c + Decimal("0.055")) / Decimal("1.055")).ln() * Decimal("2.4")).exp()
    return F32.round(Fraction(v), NEAREST)


def image_formats():
    f = File("mimg", "formats_that_only_images_have")
    columns = [list(range(7)) + [9]]
    f.code(text("image_load", 4, 15))
    for data in (16, 17, 18, 19, 20, 21, 57, 58, 10, 5, 14):
        for number in (UNORM, UINT):
            if formats.size(BITS[data]) > 8 and number == UNORM:
                continue
            rng = random.Random(data * 16 + number)
            elements = formats.edges(BITS[data], number, rng, LANES)
            image = Image("1D", data, number, width=8, pitch=8, first=0, last=0)
            raw = b"".join(e.to_bytes(image.size, "little") for e in elements)
            raw += b"\0" * (-len(raw) % 4)
            words = [int.from_bytes(raw[i : i + 4], "little") for i in range(0, len(raw), 4)]
            title = formats.IMAGE[data][0] + " " + formats.NUMBERS[number]
            f.case(title, lambda g: load_case(g, image, "", 15, False, words=words, linear=True))
    image = Image("1D", 10, SRGB, width=8, pitch=8, first=0, last=0)
    words = [0x00000000, 0xFFFFFFFF, 0x0A0B0001, 0x80808080, 0x40200C7F, 0xFE010A0B, 0, 0x12345678]
    lanes = list(range(6))

    def run(gen):
        before = f"mem0={vector(words)} exec=0x3f {image.text(gen)} v1={vector(lanes)}"
        out = [[srgb(words[n] >> 8 * k & 255) for n in lanes] for k in range(3)]
        out.append([formats.load(UNORM, words[n] >> 24, 8) for n in lanes])
        return before, given(8, out)

    f.case("8_8_8_8 srgb: the fourth component is linear", run)
    shared = Image("1D", 4, FLOAT, width=8, pitch=8, first=0, last=0)
    shared.data = 34

    def run(gen):
        # 256 x 2^(16 - 24), 1 x 2^-8 and 511 x 2^-8; 511 x 2^7 and zeros.
        words = [256 | 1 << 9 | 511 << 18 | 16 << 27, 511 | 31 << 27]
        before = f"mem0={vector(words)} exec=3 {shared.text(gen)} v1=[0 1]"
        return before, "v8=[1.0f 65408.0f] v9=[0.00390625f 0] v10=[1.99609375f 0] v11=[0 0]"

    f.case("5_9_9_9 float: one exponent", run)
    depth = Image("1D", 4, FLOAT, width=8, pitch=8, first=0, last=0)
    depth.data = 22

    def run(gen):
        words = [0x3F000000, 0xABCDEF07, 0xC0000000, 0xFF]
        before = f"mem0={vector(words)} exec=3 {depth.text(gen)} v1=[0 1]"
        return before, "v8=[0.5f -2.0f] v9=[7 255] v10=[0 0] v11=[0 0]"

    f.case("X24_8_32 float: depth, and stencil as integer", run)
    for data, number, title in (
        (15, 0, "reserved data format"),
        (35, 0, "compressed blocks"),
        (10, 8, "reserved number format"),
        (10, 10, "biased number format"),
        (4, 0, "no unorm of 32 bits"),
    ):
        image = Image("1D", 4, number, width=8, pitch=8, first=0, last=0)
        image.data = data
        f.case(title, lambda g: (f"mem0={vector(words)} exec=1 {image.text(g)} v1=0", "fault=unsupported"))
    image = Image("1D", 4, 0, (4, 1, 0, 7), width=8, pitch=8, first=0, last=0)
    image.data = 0
    f.case(
        "nothing is bound: zeros, and the constants of DST_SEL",
        lambda g: (f"mem0={vector(words)} exec=1 {image.text(g)} v1=0", "v8.0=0 v9.0=1.0f v10.0=0 v11.0=0"),
    )
    f.write()
    f = File("mimg", "formats_that_cannot_be_written")
    f.code("image_store v[8:11], v1, s[8:15] dmask:0xf unorm")
    for data, number, title in ((20, 0, "8_24"), (10, 2, "uscaled"), (10, SRGB, "srgb"), (34, 7, "5_9_9_9")):
        image = Image("1D", 4, number, width=8, pitch=8, first=0, last=0)
        image.data = data
        f.case(title, lambda g: (f"mem0=[1 2] exec=1 {image.text(g)} v1=0", "fault=unsupported"))
    f.write()


def fields():
    f = File("mimg", "dmask_packs_the_components_densely")
    for dmask in (0, 1, 2, 5, 10, 14, 8):
        image = Image("2D", 10, UINT)
        columns, _ = address(image, False)
        n = max(1, len(chosen(dmask)))
        f.code(text("image_load", n, dmask))
        title = "a DMASK of zero returns one register" if dmask == 0 else f"DMASK {dmask:#x}"
        f.case(title, lambda g: load_case(g, image, "", dmask, False))
        if dmask:
            f.code(text("image_store", n, dmask))
            f.case("the components that it does not name are zero", lambda g: store_case(g, image, False, dmask, False))
    f.write()

    f = File("mimg", "selection_of_components")
    for sel in ((7, 6, 5, 4), (5, 6, 7, 4), (4, 0, 1, 1)):
        image = Image("2D", 10, UINT, sel)
        columns, _ = address(image, False)
        f.code(text("image_load", 4, 15))
        f.case(f"through {sel}; outside only ones are left", lambda g: load_case(g, image, "", 15, False))
        f.code(text("image_store", 4, 15))
        f.case(f"through {sel}", lambda g: store_case(g, image, False, 15, False))
    f.write()

    f = File("mimg", "d16_is_unpacked_on_gfx803_and_packed_on_gfx9")
    for data, number in ((10, UNORM), (12, FLOAT), (14, SINT)):
        image = Image("2D", data, number, first=0, last=0)
        for dmask in (15, 7, 2):
            columns, _ = address(image, False)
            for gens in (["gfx8"], GFX9):
                width = slots(dmask, True, gens[0])[-1][0] + 1
                f.code(text("image_load", width, dmask, " d16"))
                f.case(
                    f"{formats.IMAGE[data][0]} {formats.NUMBERS[number]}, DMASK {dmask:#x}",
                    lambda g: load_case(g, image, "", dmask, False, d16=True),
                    gens,
                )
                f.code(text("image_store", width, dmask, " d16"))
                f.case(
                    f"{formats.IMAGE[data][0]} {formats.NUMBERS[number]}, DMASK {dmask:#x}",
                    lambda g: store_case(g, image, False, dmask, False, d16=True),
                    gens,
                )
    f.write()

    f = File("mimg", "tfe_and_lwe_add_a_register")
    image = Image("2D", 10, UINT)
    columns, _ = address(image, False)
    for flag in ("tfe", "lwe"):
        for dmask in (15, 2):
            n = len(chosen(dmask))
            # LLVM counts the register of TFE only.
            f.code(text("image_load", n + (flag == "tfe"), dmask, " " + flag))
            f.case("it says that nothing failed", lambda g: load_case(g, image, "", dmask, False, tfe=1))
    f.write()

    f = File("mimg", "bit_15_is_r128_up_to_gfx8_and_a16_on_gfx9")
    image = Image("2D", 10, UINT, r128=1)
    # Rows of 16 texels: 3 of them are 48 dwords.
    columns, _ = address(image, False)
    f.code(text("image_load", 4, 15, " r128"))
    f.case("four SGPRs, rows aligned to 64 bytes", lambda g: load_case(g, image, "", 15, False), OLDER)
    for shape in ("2D", "2D array", "3D", "1D"):
        image = Image(shape, 10, UINT)
        da = SHAPES[shape][2] == 1
        columns, _ = address(image, da, None, True)
        f.code(text("image_load", 4, 15, " a16" + (" da" if da else "")))
        f.case(f"two coordinates per register: {shape}", lambda g: load_case(g, image, "", 15, da, a16=True), GFX9)
        columns, _ = address(image, da, LEVEL, True)
        f.code(text("image_load_mip", 4, 15, " a16" + (" da" if da else "")))
        f.case(
            f"the level follows: {shape}",
            lambda g: load_case(g, image, "", 15, da, LEVEL, a16=True),
            GFX9,
        )
    f.write()

    f = File("mimg", "declare_array_gives_the_layer")
    for shape in ("2D array", "cube"):
        image = Image(shape, 10, UINT)
        columns, _ = address(image, False)
        f.code(text("image_load", 4, 15))
        f.case(f"without DA the first layer: {shape}", lambda g: load_case(g, image, "", 15, False))
    image = Image("2D", 10, UINT)
    columns, _ = address(image, True)
    f.code(text("image_load", 4, 15, " da"))
    f.case("an image without layers ignores the coordinate", lambda g: load_case(g, image, "", 15, True))
    columns, _ = address(image, True, LEVEL)
    f.code(text("image_load_mip", 4, 15, " da"))
    f.case("but it has its register", lambda g: load_case(g, image, "", 15, True, LEVEL))
    f.write()

    f = File("mimg", "layouts_in_memory")
    image = Image("2D array", 10, UINT, pow2=1)
    columns, _ = address(image, True)
    f.code(text("image_load", 4, 15, " da"))
    f.case("POW2_PAD pads the rows of a layer", lambda g: load_case(g, image, "", 15, True), OLDER)
    plain = Image("2D", 10, UINT)
    for tiling, gens in ((9, OLDER), (0, OLDER), (1, GFX9), (8, GFX9)):
        image = Image("2D", 10, UINT, tiling=tiling)
        f.case(
            f"tiling {tiling} is not linear",
            lambda g: (f"mem0=[1 2] exec=1 {image.text(g)} {given(1, columns)}", "fault=unsupported"),
            gens,
        )
    image = Image("2D", 10, UINT, base_level=1, last_level=1)
    f.case(
        "a view of a smaller level",
        lambda g: (f"mem0=[1 2] exec=1 {image.text(g)} v1=0 v2=0 v3=0", "fault=unsupported"),
    )
    for kind, title in ((0, "a buffer"), (14, "several samples")):
        f.case(
            f"type {kind}: {title}",
            lambda g: (
                f"mem0=[1 2] exec=1 {plain.text(g)} s11={kind << 28 | 0x800FAC:#x}",
                "fault=unsupported",
            ),
        )
    f.write()


def resinfo():
    f = File("mimg", "image_get_resinfo")
    levels = [0, 1, 2, 3, 4, 0, 0, 200]
    for dmask in (15, 5):
        f.code(f"image_get_resinfo {registers(8, len(chosen(dmask)))}, v1, s[8:15] dmask:{dmask:#x} unorm")
        for shape in SHAPES:
            image = Image(shape, width=20, height=9, last_level=3, tiling=5)

            def run(gen):
                out = [[0] * LANES for _ in chosen(dmask)]
                for lane in ACTIVE:
                    level = levels[lane]
                    w, h, d = (max(1, n >> level) for n in (20, 9, 3))
                    layers = 3
                    sizes = {
                        "1D": [w, 0, 0],
                        "2D": [w, h, 0],
                        "3D": [w, h, d],
                        "cube": [w, h, layers],
                        "1D array": [w, layers, 0],
                        "2D array": [w, h, layers],
                    }[shape]
                    info = (sizes if level <= 3 else [0] * 3) + [4]
                    for k, i in enumerate(chosen(dmask)):
                        out[k][lane] = info[i]
                before = f"exec={EXEC:#x} mem0=[0] {image.text(gen)} v1={vector(levels)}"
                before += " " + given(8, [[OLD] * LANES] * len(out))
                for c in out:
                    c[6] = OLD
                return before, given(8, out)

            f.case(f"{shape}: width, height, depth or layers, levels", run)
    f.write()


def atomic_values(name, size, operands):
    """Old values and operands per lane, with both outcomes of each comparison."""
    rng = random.Random(name + str(size))
    mask = (1 << 8 * size) - 1
    old = [rng.getrandbits(8 * size) for _ in range(LANES)]
    first = [rng.getrandbits(8 * size) for _ in range(LANES)]
    second = [o if n % 2 else o ^ 1 for n, o in enumerate(old)]
    if name in ("inc", "dec"):
        old, first = [5, 6, 4, 9, 0, 0, 0, mask], [5] * 7 + [mask]
    if name in ("smin", "smax", "umin", "umax"):
        old = [1, mask, 7, 0, 0, 1 << 8 * size - 1, 0, 3]
        first = [mask, 1, 7, 0, 0, 0, 0, 1 << 8 * size - 1]
    if name.startswith("f"):
        fmt = F32 if size == 4 else F64
        old = [fmt.round(Fraction(v), NEAREST) for v in (1, -2, 3, 0, 0, 5, 0, -1)]
        first = [fmt.round(Fraction(v), NEAREST) for v in (2, -3, 3, 0, 0, 4, 0, 9)]
        second = [o ^ (n == 1) for n, o in enumerate(old)]
    return old, first, second


def sampling():
    """Samplers filter, which is not executed."""
    f = File("mimg", "images_are_not_filtered")
    names = ["image_get_lod"]
    kinds = ["", "_cl", "_d", "_d_cl", "_l", "_b", "_b_cl", "_lz", "_cd", "_cd_cl"]
    for offset in ("", "_o"):
        for compare in ("", "_c"):
            names += [f"image_sample{compare}{k}{offset}" for k in kinds]
            names += [f"image_gather4{compare}{k}{offset}" for k in kinds if "d" not in k]
    # How many address registers LLVM accepts depends on the opcode; 16 are no width of this encoding.
    widths = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
    spelled = lambda n, k: f"{n} {'v[8:11]' if 'gather' in n else 'v8'}, {registers(1, k)}, s[8:15], s[16:19] dmask:0x1"
    known = assemble("gfx9", [spelled(n, k) for n in names for k in widths])
    for name in names:
        f.code(next(known[t][1] for t in (spelled(name, k) for k in widths) if t in known))
        f.case("a sampler", lambda g: ("exec=1", "fault=unsupported"))
    for name, op in (("image_gather4h", 66), ("image_gather4h_pck", 74), ("image_gather8h_pck", 75)):
        line = f"{name} v[8:11], v1, s[8:15], s[16:19] dmask:0x1"
        f.code(line)
        f.lines.append(f"  gfx9 gfx906: {0xF0000100 | op << 18:08x} 00820801 | {line} !")
        f.case("a sampler", lambda g: ("exec=1", "fault=unsupported"), GFX9)
    f.write()


def long_add(f, dmask, glc=""):
    """Three and four dwords of data, which LLVM does not assemble; opcode 17, or 18 from gfx8 on."""
    line = text("image_atomic_add", len(chosen(dmask)), dmask, glc)
    f.code(line)
    # From gfx8 on as LLVM's disassembler spells what its assembler does not know.
    spelled = {15: "v[8:12]", 7: "v8"}[dmask] + line[line.index(", v1") :]
    for gens, op, line in (
        ("gfx6 gfx7", 17, line),
        ("gfx8 gfx9 gfx906", 18, "image_atomic_add " + spelled),
    ):
        word = 0xF0001000 | op << 18 | bool(glc) << 13 | dmask << 8
        f.lines.append(f"  {gens}: {word:08x} 00020801 | {line} !")


def atomics():
    for name, (gens, operands, op) in ATOMICS.items():
        if name == "rsub":
            gens = LEGACY
        f = File("mimg", f"image_atomic_{name}")
        for size in (4, 8):
            dmask = (1 << operands * size // 4) - 1
            for shape, glc in (("2D", " glc"), ("2D array", "")):
                image = Image(shape, 4 if size == 4 else 11, UINT, first=0, last=1 if size == 8 else 3)
                da = bool(SHAPES[shape][2])
                columns, coordinates = address(image, da)
                words = operands * size // 4

                def run(gen):
                    old, first, second = atomic_values(name, size, operands)
                    mask = (1 << 8 * size) - 1
                    start = Memory([0x55555555] * 64)
                    offsets = [image.offset(c, da) for c in coordinates]
                    for lane in ACTIVE:
                        if offsets[lane] is not None:
                            start.store(offsets[lane], size, old[lane])
                    memory = Memory([start.load(4 * i, 4) for i in range(64)])
                    values = [a | b << 8 * size for a, b in zip(first, second)]
                    data = [[v >> 32 * k & M32 for v in values] for k in range(words)]
                    out = [list(c) for c in data[: size // 4]]
                    for lane in ACTIVE:
                        value = 0
                        if offsets[lane] is not None:
                            value = memory.load(offsets[lane], size)
                            new = op(value, first[lane], second[lane], size) & mask
                            memory.store(offsets[lane], size, new)
                        for k, d in enumerate(split(value, size // 4)):
                            out[k][lane] = d
                    before = f"mem0={vector(memory.first)} exec={EXEC:#x} {image.text(gen)}"
                    before += f" {given(1, columns)} {given(8, data)}"
                    after = memory.changes()
                    return before, after + " " + given(8, out) if glc else after

                more = (" da" if da else "") + glc
                f.code(text(f"image_atomic_{name}", words, dmask, more))
                kept = "" if glc else "; without GLC the data stays"
                f.case(f"{8 * size} bits, {shape}; some lanes are outside{kept}", run, gens)
        f.write()
    f = File("mimg", "dmask_says_how_long_the_data_of_atomics_is")
    image = Image("2D", 14, UINT, pitch=3, first=0, last=0)
    columns, coordinates = address(image, False)
    long_add(f, 15, " glc")

    def run(gen):
        memory = Memory([M32, 0, 5, 7] + [0] * 32)
        before = f"mem0={vector(memory.first)} exec=1 {image.text(gen)} v1=0 v2=0 v8=1 v9=2 v10=3 v11=4"
        return before, "mem0=[0 3 8 11] v8.0=-1 v9.0=0 v10.0=5 v11.0=7"

    f.case("128 bits are two of 64", run)
    for dmask, data in ((3, 4), (1, 11), (7, 13), (15, 11)):
        image = Image("2D", data, UINT, first=0, last=0)
        if dmask in (1, 3):
            f.code(text("image_atomic_add", len(chosen(dmask)), dmask))
        else:
            long_add(f, dmask)
        f.case(
            f"DMASK {dmask:#x} on texels of {8 * image.size} bits",
            lambda g: (f"mem0=[1 2 3 4] exec=1 {image.text(g)} v1=0 v2=0", "fault=unsupported"),
        )
    f.write()


def main():
    loads_and_stores()
    image_formats()
    fields()
    resinfo()
    atomics()
    sampling()


if __name__ == "__main__":
    main()
