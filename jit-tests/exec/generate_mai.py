#!/usr/bin/env python3
"""Writes the tests of MAI: products of matrices, whose sums are those of generate_matrix.py, and the moves to and
from accumulation registers. Where elements lie is AMD's matrix instruction calculator's. Run assemble.py afterwards.
"""

import random

from generate_matrix import MX, blocks, chain, fused, integers, pairs, scale_of, values
from testfile import ALL, ODD_EXEC, Test

# Name: rows, depth, blocks, type.
GFX908 = {
    "v_mfma_f32_32x32x1f32": (32, 1, 2, "f32"),
    "v_mfma_f32_16x16x1f32": (16, 1, 4, "f32"),
    "v_mfma_f32_4x4x1f32": (4, 1, 16, "f32"),
    "v_mfma_f32_32x32x2f32": (32, 2, 1, "f32"),
    "v_mfma_f32_16x16x4f32": (16, 4, 1, "f32"),
    "v_mfma_f32_32x32x4f16": (32, 4, 2, "f16"),
    "v_mfma_f32_16x16x4f16": (16, 4, 4, "f16"),
    "v_mfma_f32_4x4x4f16": (4, 4, 16, "f16"),
    "v_mfma_f32_32x32x8f16": (32, 8, 1, "f16"),
    "v_mfma_f32_16x16x16f16": (16, 16, 1, "f16"),
    "v_mfma_i32_32x32x4i8": (32, 4, 2, "i8"),
    "v_mfma_i32_16x16x4i8": (16, 4, 4, "i8"),
    "v_mfma_i32_4x4x4i8": (4, 4, 16, "i8"),
    "v_mfma_i32_32x32x8i8": (32, 8, 1, "i8"),
    "v_mfma_i32_16x16x16i8": (16, 16, 1, "i8"),
    "v_mfma_f32_32x32x2bf16": (32, 2, 2, "bf16x2"),
    "v_mfma_f32_16x16x2bf16": (16, 2, 4, "bf16x2"),
    "v_mfma_f32_4x4x2bf16": (4, 2, 16, "bf16x2"),
    "v_mfma_f32_32x32x4bf16": (32, 4, 1, "bf16x2"),
    "v_mfma_f32_16x16x8bf16": (16, 8, 1, "bf16x2"),
}
GFX90A = {
    "v_mfma_f32_32x32x4bf16_1k": (32, 4, 2, "bf16"),
    "v_mfma_f32_16x16x4bf16_1k": (16, 4, 4, "bf16"),
    "v_mfma_f32_4x4x4bf16_1k": (4, 4, 16, "bf16"),
    "v_mfma_f32_32x32x8bf16_1k": (32, 8, 1, "bf16"),
    "v_mfma_f32_16x16x16bf16_1k": (16, 16, 1, "bf16"),
    "v_mfma_f64_16x16x4f64": (16, 4, 1, "f64"),
    "v_mfma_f64_4x4x4f64": (4, 4, 4, "f64"),
}
# Here the type of A and B, or both; of those whose A is sparse, the depth is that of B.
BYTES = [(x, y) for x in ("bf8", "fp8") for y in ("bf8", "fp8")]
GFX942 = {
    "v_mfma_f32_32x32x1_2b_f32": (32, 1, 2, "f32"),
    "v_mfma_f32_16x16x4_f32": (16, 4, 1, "f32"),
    "v_mfma_f32_32x32x4_2b_f16": (32, 4, 2, "f16"),
    "v_mfma_f32_16x16x4_4b_f16": (16, 4, 4, "f16"),
    "v_mfma_f32_4x4x4_16b_f16": (4, 4, 16, "f16"),
    "v_mfma_f32_32x32x8_f16": (32, 8, 1, "f16"),
    "v_mfma_f32_16x16x16_f16": (16, 16, 1, "f16"),
    "v_mfma_f32_32x32x4_2b_bf16": (32, 4, 2, "bf16"),
    "v_mfma_f32_16x16x4_4b_bf16": (16, 4, 4, "bf16"),
    "v_mfma_f32_4x4x4_16b_bf16": (4, 4, 16, "bf16"),
    "v_mfma_f32_32x32x8_bf16": (32, 8, 1, "bf16"),
    "v_mfma_f32_16x16x16_bf16": (16, 16, 1, "bf16"),
    "v_mfma_f32_16x16x8_xf32": (16, 8, 1, "xf32"),
    "v_mfma_f32_32x32x4_xf32": (32, 4, 1, "xf32"),
    "v_mfma_i32_4x4x4_16b_i8": (4, 4, 16, "i8"),
    "v_mfma_i32_32x32x16_i8": (32, 16, 1, "i8"),
    "v_mfma_i32_16x16x32_i8": (16, 32, 1, "i8"),
    "v_mfma_f64_16x16x4_f64": (16, 4, 1, "f64"),
    "v_mfma_f64_4x4x4_4b_f64": (4, 4, 4, "f64"),
    **{f"v_mfma_f32_16x16x32_{x}_{y}": (16, 32, 1, (x, y)) for x, y in BYTES},
    **{f"v_mfma_f32_32x32x16_{x}_{y}": (32, 16, 1, (x, y)) for x, y in BYTES},
}
# Those whose sums are as before.
GFX942_SAME = {
    "v_mfma_f32_16x16x1_4b_f32": (16, 1, 4, "f32"),
    "v_mfma_f32_4x4x1_16b_f32": (4, 1, 16, "f32"),
    "v_mfma_f32_32x32x2_f32": (32, 2, 1, "f32"),
    "v_mfma_i32_32x32x4_2b_i8": (32, 4, 2, "i8"),
    "v_mfma_i32_16x16x4_4b_i8": (16, 4, 4, "i8"),
}
SPARSE = {
    **{f"v_smfmac_f32_16x16x32_{x}": (16, 32, 1, x) for x in ("f16", "bf16")},
    **{f"v_smfmac_f32_32x32x16_{x}": (32, 16, 1, x) for x in ("f16", "bf16")},
    "v_smfmac_i32_16x16x64_i8": (16, 64, 1, "i8"),
    "v_smfmac_i32_32x32x32_i8": (32, 32, 1, "i8"),
    **{f"v_smfmac_f32_16x16x64_{x}_{y}": (16, 64, 1, (x, y)) for x, y in BYTES},
    **{f"v_smfmac_f32_32x32x32_{x}_{y}": (32, 32, 1, (x, y)) for x, y in BYTES},
}
# Of gfx950; the bytes of those before are OCP's there, too.
GFX950 = {
    **{f"v_mfma_f32_16x16x32_{x}": (16, 32, 1, x) for x in ("f16", "bf16")},
    **{f"v_mfma_f32_32x32x16_{x}": (32, 16, 1, x) for x in ("f16", "bf16")},
    "v_mfma_i32_16x16x64_i8": (16, 64, 1, "i8"),
    "v_mfma_i32_32x32x32_i8": (32, 32, 1, "i8"),
}
SPARSE950 = {
    **{f"v_smfmac_f32_16x16x64_{x}": (16, 64, 1, x) for x in ("f16", "bf16")},
    **{f"v_smfmac_f32_32x32x32_{x}": (32, 32, 1, x) for x in ("f16", "bf16")},
    "v_smfmac_i32_16x16x128_i8": (16, 128, 1, "i8"),
    "v_smfmac_i32_32x32x64_i8": (32, 64, 1, "i8"),
    **{f"v_smfmac_f32_16x16x128_{x}_{y}": (16, 128, 1, (x, y)) for x, y in BYTES},
    **{f"v_smfmac_f32_32x32x64_{x}_{y}": (32, 64, 1, (x, y)) for x, y in BYTES},
}
NARROW = {"f32_16x16x128_f8f6f4": (16, 128, 4), "f32_32x32x64_f8f6f4": (32, 64, 16)}
OCP = {"fp8": "e4m3", "bf8": "e5m2"}
BITS = {"e4m3": 8, "e5m2": 8, "e2m3": 6, "e3m2": 6, "e2m1": 4, "fp8": 8, "bf8": 8, "xf32": 32, "i8": 8, "f16": 16, "bf16": 16, "bf16x2": 16, "f32": 32, "f64": 64}
M32 = 0xFFFFFFFF


def types(ty):
    return ty if isinstance(ty, tuple) else (ty, ty)


def total(unit, names, a, b, c):
    name = names[0]
    if name == "i8":
        return integers(a, b, c)
    if name in ("f32", "f64"):
        return chain(name, a, b, c)
    if unit == "cdna4":
        names = [OCP.get(n, n) for n in names]
    return fused(names, a, b, c) if unit in ("cdna3", "cdna4") else pairs(unit, name, a, b, c)


def place_of_result(name, size, block, i, j):
    """Lane and register (pair of f64) of an element of C and D."""
    if name == "f64":
        return (16 * i + 4 * block + j, 0) if size == 4 else (16 * (i % 4) + j, i // 4)
    if size == 4:
        return 4 * block + j, i
    if size == 16:
        return 16 * (i // 4) + j, 4 * block + i % 4
    return 32 * (i // 4 % 2) + j, 16 * block + 4 * (i // 8) + i % 4


def lane_of_b(blgp, lane):
    """The lane that lane `lane` of B is read from."""
    table = {0: lane, 1: lane % 32, 2: 32 + lane % 32, 3: (lane + 16) % 64}
    return table.get(blgp, 16 * (blgp - 4) + lane % 16)


def halves(size, depth, bits):
    """Where each element of a matrix of one block is, by row of A or column of B and place in the sum, as gfx950 has it:
    lane and element. Of 8 registers the first 4 have one half of the sum, the others the other half."""
    items = depth * size // 64
    places = {}
    for lane in range(64):
        group, i = divmod(lane, size)
        for e in range(items):
            if items * bits // 32 < 8:
                k = items * group + e
            elif e < items // 2:
                k = items // 2 * group + e
            else:
                k = depth // 2 + items // 2 * group + e - items // 2
            places[i, k] = lane, e
    return places


def field(of, bits, lane, e):
    """Element e of a lane, wherever its bits are."""
    return sum(v[lane] << 32 * k for k, v in enumerate(of)) >> e * bits & (1 << bits) - 1


def narrow(shape, names, a, b, c, scales=None, bytes_=(0, 0)):
    """D of matrices of OCP's floats. scales: registers of those of A and of B, and which bytes of them."""
    size, depth, results = shape
    where = [halves(size, depth, BITS[n]) for n in names]
    rows = [[field(a, BITS[names[0]], *where[0][i, k]) for k in range(depth)] for i in range(size)]
    columns = [[field(b, BITS[names[1]], *where[1][j, k]) for k in range(depth)] for j in range(size)]
    d = [[0] * 64 for _ in range(results)]
    for i in range(size):
        for j in range(size):
            of = [0] * (depth // 32)
            if scales:
                # Lane i + size * n has those of row or column i, of the n-th 32 products.
                two = [[s[x + size * n] >> 8 * y & 255 for s, x, y in zip(scales, (i, j), bytes_)] for n in range(len(of))]
                of = [scale_of(*t) for t in two]
            lane, register = place_of_result("f32", size, 0, i, j)
            d[register][lane] = blocks(names, rows[i], columns[j], of, c[register][lane])
    return d


def number(r, name, style):
    return r.getrandbits(8) if name == "i8" else values(r, name, style)


def product(unit, shape, a, b, c, cbsz=0, abid=0, blgp=0, neg=0, indices=None, first=0):
    """D of the registers of A, B and C: lists of 64 dwords. neg: a bit for A, B and C each. indices: of a sparse A,
    of which lanes have two bits for an element from bit `first` on."""
    size, depth, blocks, ty = shape
    names = types(ty)
    name = names[0]
    bits = BITS[name]
    kept = depth // 2 if indices else depth
    sign = lambda k: (neg >> k & 1) << 63

    def element(of, lane, e):
        at = e * bits
        if bits == 64:
            return of[2 * e][lane] | of[2 * e + 1][lane] << 32
        return of[at // 32][lane] >> at % 32 & (1 << bits) - 1

    def operand(depth, block, i, k):
        each = depth * size * blocks // 64
        return i + size * (block + blocks * (k // each)), k % each

    new = unit == "cdna4" and halves(size, depth, bits)

    def of_b(j, k):
        return new[j, k] if new else operand(depth, block, j, k)

    def place(i, k):
        """Which of the products of a dense A the one of the kept element k is."""
        if not indices:
            return k
        lane, e = operand(kept, 0, i, k)
        return k // 2 * 4 + (indices[lane] >> first + 2 * e & 3)

    d = [[0] * 64 for _ in c]
    for block in range(blocks):
        from_a = (block >> cbsz << cbsz) + abid
        for i in range(size):
            row = [element(a, *operand(kept, from_a, i, k)) ^ sign(0) for k in range(kept)]
            places = [place(i, k) for k in range(kept)]
            for j in range(size):
                where = [of_b(j, k) for k in places]
                column = [element(b, lane_of_b(blgp, lane), e) ^ sign(1) for lane, e in where]
                lane, register = place_of_result(name, size, block, i, j)
                if name == "f64":
                    x = total(unit, names, row, column, element(c, lane, register) ^ sign(2))
                    d[2 * register][lane], d[2 * register + 1][lane] = x & M32, x >> 32
                else:
                    d[register][lane] = total(unit, names, row, column, c[register][lane])
    return d


def registers(kind, first, contents):
    return {f"{kind}{first + k}": list(c) for k, c in enumerate(contents)}


def span(kind, first, count):
    return f"{kind}{first}" if count == 1 else f"{kind}[{first}:{first + count - 1}]"


def matrices(name, shape, r, units, is_sparse=False, file=None):
    """units: those that have the instruction."""
    size, depth, blocks, tys = shape
    ty = types(tys)[0]
    sources = depth * size * blocks // 64 * BITS[ty] // 32
    results = size * size * blocks // 64 * (2 if ty == "f64" else 1)
    of_c = {"i8": "i32", "f64": "f64"}.get(ty, "f32")
    count_of_a = sources // 2 if is_sparse else sources
    # A set of indices has two bits for each element of A.
    set_ = 2 * count_of_a * 32 // BITS[ty] if is_sparse else 0

    def contents(count, what, style):
        if what == "i32":
            return [[r.getrandbits(32) for _ in range(64)] for _ in range(count)]
        if what == "f64":
            wide = [[number(r, what, style) for _ in range(64)] for _ in range(count // 2)]
            return [[x >> 32 * k & M32 for x in column] for column in wide for k in range(2)]
        per = 32 // BITS[what]
        dword = lambda: sum(number(r, what, style) << BITS[what] * k for k in range(per))
        return [[dword() for _ in range(64)] for _ in range(count)]

    places = "those of gfx950's sources" if "cdna4" in units else "the calculator's"
    test = Test(file or name, f"D = A x B + C: the sums of generate_matrix.py, {places} places", "mai")
    # What gfx942 has is otherwise tried on gfx950, too.
    alone = ["gfx950"] if file else None

    def case(title, style, a_kind="v", b_kind="v", tail="", exec_=ALL, cd=("a", 0), addend=None, **modifiers):
        """cd: kind of C's and D's registers, and D's first one; addend: C's text, where it is a constant, and bits."""
        # A and B lie high, so that D of 32 registers has room below; of those it is C, too.
        first_a, first_b = (16, 24) if sources > 4 or count_of_a > 4 or sources == 4 and not is_sparse else (24, 28)
        if results == 32 and "a" in (a_kind, b_kind):
            return
        count_a = count_of_a
        a, b = (contents(n, t, style) for n, t in zip((count_a, sources), types(tys)))
        c = contents(results, of_c, style)
        kind, first_d = cd
        operand_c = span(kind, 0, results)
        before = registers(a_kind, first_a, a) | registers(b_kind, first_b, b)
        if addend:
            operand_c, constant = addend
            c = [[constant >> 32 * (k % 2 if ty == "f64" else 0) & M32] * 64 for k in range(results)]
        else:
            before |= registers(kind, 0, c)
        if is_sparse:
            # Beside all pairs there are those that rise, which compilers write.
            operand_c = "v22"
            pair = lambda: r.choice([0b0100, 0b1000, 0b1100, 0b1001, 0b1101, 0b1110, r.getrandbits(4)])
            modifiers["indices"] = [sum(pair() << 4 * k for k in range(8)) for _ in range(64)]
            before |= {"v22": modifiers["indices"]}
        if exec_ != ALL:
            before["exec"] = exec_
        test.code(f"{name} {span(kind, first_d, results)}, {span(a_kind, first_a, count_a)}, "
                  f"{span(b_kind, first_b, sources)}, {operand_c}{tail}")
        if file:
            test.lines.append("  gfx942 gfx950")
        found = {unit: product(unit, shape, a, b, c, **modifiers) for unit in units}
        same = all(d == found[next(iter(units))] for d in found.values())
        for unit, d in found.items():
            after = {}
            for k, values_ in enumerate(d):
                # What EXEC has inactive is written all the same.
                for lane in range(64) if exec_ != ALL else ():
                    if not exec_ >> lane & 1:
                        after[f"{kind}{first_d + k}.{lane}"] = values_[lane]
                after[f"{kind}{first_d + k}"] = values_
            test.case(title, before, after, alone or (None if same else [units[unit]]))
            if same:
                break

    if is_sparse:
        few = results <= 4
        case("values of like size", "near")
        case("another set of indices", "wide", cd=("v", 0), tail=" abid:1", first=set_ % 32)
        case("CBSZ takes the first set", "near", "a", "v", tail=" cbsz:1 abid:1")
        if few:
            case("zeros, denormals, infinities and NaNs", "special", "v", "a", cd=("v", 0))
            case("denormals", "low", "a", "a")
            case("EXEC does not count", "near", exec_=ODD_EXEC)
            if BITS[ty] == 16:
                case("the last set of indices", "near", tail=" abid:3", first=3 * set_ % 32)
        return test.write()
    few = results <= 8 if ty == "f64" else results <= 4
    has_blgp = not {"cdna3", "cdna4"} & units.keys() or blocks > 1 or ty == "f32"
    case("values of like size", "near")
    if few:
        case("values of all sizes", "wide", "a", "v")
        case("zeros, denormals, infinities and NaNs", "special", "v", "a")
        case("denormals", "low", "a", "a")
        case("EXEC does not count", "near", exec_=ODD_EXEC)
    if ty != "f64":
        if blocks > 1 and few:
            case("blocks share A", "near", tail=" cbsz:2 abid:1", cbsz=2, abid=1)
        if few:
            for blgp in (1, 2, 3, 4, 7) if "cdna1" in units else (1, 6) if has_blgp else ():
                case("lanes of B stand for others", "near", tail=f" blgp:{blgp}", blgp=blgp)
        elif blocks > 1:
            case("blocks share A, lanes of B stand for others", "wide", tail=" cbsz:1 abid:1 blgp:5", cbsz=1, abid=1, blgp=5)
        elif has_blgp:
            case("lanes of B stand for others", "wide", tail=" blgp:6", blgp=6)
    elif "cdna3" in units:
        for neg in (1, 2, 4, 7):
            signs = ",".join(str(neg >> k & 1) for k in range(3))
            case("A, B or C is negated", "near", tail=f" neg:[{signs}]", neg=neg)
    r = random.Random(name)
    of_gfx90a(case, few, results, of_c)
    test.write()


def of_gfx90a(case, few, results, of_c):
    """C and D in vector registers, apart from each other; C a constant."""
    if results <= 16:
        case("C and D are vector registers", "near", cd=("v", 0))
    if few:
        case("D is not C", "near", "a", "v", cd=("v", 10))
        constants = {"i32": ("-5", M32 - 4), "f32": ("1.0", 0x3F800000), "f64": ("1.0", 0x3FF << 52)}
        case("C is a constant", "near", addend=constants[of_c], cd=("v", 0))


def packed(r, name, style, count):
    """Registers of elements that follow each other bit by bit."""
    lanes = []
    for _ in range(64):
        x = sum(number(r, name, style) << BITS[name] * e for e in range(32))
        lanes.append([x >> 32 * k & M32 for k in range(count)])
    return [[lane[k] for lane in lanes] for k in range(count)]


def narrows(r, name, shape, is_scaled):
    """Those of floats of 8, 6 and 4 bits, with scales or without."""
    size, depth, results = shape
    full = f"v_mfma_{'scale_' if is_scaled else ''}{name}"
    about = "; with scales" if is_scaled else ""
    test = Test(full, f"D = A x B + C of OCP's floats, where gfx950 has them{about}", "mai")
    few = size == 16
    both = [(x, y) for x in MX for y in MX]
    if not few:
        both = both[::4] if is_scaled else both[::6]
    elif not is_scaled:
        both = both[::3]
    styles = ["near", "wide", "special", "low", "near", "any", "high"]
    for n, names in enumerate(both):
        style = styles[n % len(styles)]
        counts = [BITS[x] for x in names]
        a, b = (packed(r, x, style, count) for x, count in zip(names, counts))
        c = [[values(r, "f32", style) for _ in range(64)] for _ in range(results)]
        kind = "v" if few and n % 2 else "a"
        before = registers("v", 16, a) | registers("v", 24, b) | registers(kind, 0, c)
        d = 4 if kind == "v" else 0
        text = f"{span(kind, d, results)}, {span('v', 16, counts[0])}, {span('v', 24, counts[1])}, {span(kind, 0, results)}"
        exec_ = ODD_EXEC if few and n == 1 else ALL
        more = {}
        if is_scaled:
            byte = lambda: r.choice([126, 127, 128, 120 + r.randrange(16), r.choice([0, 254, 255, r.randrange(256)])])
            scales = [[sum((byte() if n % 3 == 0 else 120 + r.randrange(15)) << 8 * k for k in range(4)) for _ in range(64)] for _ in "ab"]
            bytes_ = (n % 4, (n // 2 + n // 7) % 4)
            text += ", v10, v11"
            before |= registers("v", 10, scales)
            low, high = ([x >> k & 1 for x in bytes_] for k in (0, 1))
            text += f" op_sel:[{low[0]},{low[1]},0] op_sel_hi:[{high[0]},{high[1]},0]"
            more = {"scales": scales, "bytes_": bytes_}
        for which, x in zip(("cbsz", "blgp"), names):
            text += f" {which}:{MX.index(x)}" if MX.index(x) else ""
        if exec_ != ALL:
            before["exec"] = exec_
        test.code(f"{full} {text}")
        after = {}
        for k, values_ in enumerate(narrow(shape, names, a, b, c, **more)):
            after |= {f"{kind}{d + k}.{lane}": values_[lane] for lane in range(64) if not exec_ >> lane & 1}
            after[f"{kind}{d + k}"] = values_
        test.case(f"{names[0]} and {names[1]}", before, after)
    test.write()


def moves(r):
    contents = [[r.getrandbits(32) for _ in range(64)] for _ in range(2)]
    test = Test("v_accvgpr_read_b32", "D = S0, an accumulation register", "mai")
    test.code("v_accvgpr_read_b32 v3, a7")
    test.case("every lane", {"a7": contents[0]}, {"v3": contents[0]})
    test.case("active lanes", {"a7": contents[0], "exec": ODD_EXEC}, {"v3": contents[0]})
    test.write()
    test = Test("v_accvgpr_write_b32", "D, an accumulation register, = S0", "mai")
    test.code("v_accvgpr_write_b32 a7, v3")
    test.case("every lane", {"v3": contents[1]}, {"a7": contents[1]})
    test.case("active lanes", {"v3": contents[1], "exec": ODD_EXEC}, {"a7": contents[1]})
    test.code("v_accvgpr_write_b32 a31, 1.0")
    test.case("a constant", {"exec": ODD_EXEC}, {"a31": 0x3F800000})
    test.code("v_accvgpr_write_b32 a0, -1")
    test.case("an integer", {"exec": 1}, {"a0": 0xFFFFFFFF})
    test.write()


def main():
    r = random.Random(29)
    for name, shape in GFX908.items():
        matrices(name, shape, r, {"cdna1": "gfx908", "cdna2": "gfx90a"})
    for name, shape in GFX90A.items():
        matrices(name, shape, r, {"cdna2": "gfx90a"})
    for name, shape in GFX942.items():
        matrices(name, shape, r, {"cdna3": "gfx942"})
    for name, shape in SPARSE.items():
        matrices(name, shape, r, {"cdna3": "gfx942"}, is_sparse=True)
    moves(r)
    r = random.Random(31)
    for name, shape in GFX942_SAME.items():
        matrices(name, shape, r, {"cdna3": "gfx942"})
    r = random.Random(37)
    for name, shape in GFX950.items():
        matrices(name, shape, r, {"cdna4": "gfx950"})
    for name, shape in SPARSE950.items():
        matrices(name, shape, r, {"cdna4": "gfx950"}, is_sparse=True)
    for those, is_sparse in ((GFX942, False), (SPARSE, True)):
        for name, shape in those.items():
            if isinstance(shape[3], tuple):
                matrices(name, shape, r, {"cdna4": "gfx950"}, is_sparse, f"{name}_ocp")
    for name, shape in NARROW.items():
        for is_scaled in (False, True):
            narrows(r, name, shape, is_scaled)


if __name__ == "__main__":
    main()
