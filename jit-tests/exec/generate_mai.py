#!/usr/bin/env python3
"""Writes the tests of MAI: products of matrices, whose sums are those of generate_matrix.py, and the moves to and
from accumulation registers. Where elements lie is AMD's matrix instruction calculator's. Run assemble.py afterwards.
"""

import random

from generate_matrix import chain, integers, pairs, values
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
BITS = {"i8": 8, "f16": 16, "bf16": 16, "bf16x2": 16, "f32": 32, "f64": 64}
M32 = 0xFFFFFFFF


def total(unit, name, a, b, c):
    if name == "i8":
        return integers(a, b, c)
    if name in ("f32", "f64"):
        return chain(name, a, b, c)
    return pairs(unit, name, a, b, c)


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


def number(r, name, style):
    return r.getrandbits(8) if name == "i8" else values(r, name, style)


def product(unit, shape, a, b, c, cbsz=0, abid=0, blgp=0):
    """D of the registers of A, B and C: lists of 64 dwords."""
    size, depth, blocks, name = shape
    bits = BITS[name]
    each = depth * size * blocks // 64

    def element(of, lane, e):
        at = e * bits
        if bits == 64:
            return of[2 * e][lane] | of[2 * e + 1][lane] << 32
        return of[at // 32][lane] >> at % 32 & (1 << bits) - 1

    def operand(block, i, k):
        return i + size * (block + blocks * (k // each)), k % each

    d = [[0] * 64 for _ in c]
    for block in range(blocks):
        from_a = (block >> cbsz << cbsz) + abid
        for i in range(size):
            row = [element(a, *operand(from_a, i, k)) for k in range(depth)]
            for j in range(size):
                places = [operand(block, j, k) for k in range(depth)]
                column = [element(b, lane_of_b(blgp, lane), e) for lane, e in places]
                lane, register = place_of_result(name, size, block, i, j)
                if name == "f64":
                    x = total(unit, name, row, column, element(c, lane, register))
                    d[2 * register][lane], d[2 * register + 1][lane] = x & M32, x >> 32
                else:
                    d[register][lane] = total(unit, name, row, column, c[register][lane])
    return d


def registers(kind, first, contents):
    return {f"{kind}{first + k}": list(c) for k, c in enumerate(contents)}


def span(kind, first, count):
    return f"{kind}{first}" if count == 1 else f"{kind}[{first}:{first + count - 1}]"


def matrices(name, shape, r, units):
    """units: those that have the instruction."""
    size, depth, blocks, ty = shape
    sources = depth * size * blocks // 64 * BITS[ty] // 32
    results = size * size * blocks // 64 * (2 if ty == "f64" else 1)
    of_c = {"i8": "i32", "f64": "f64"}.get(ty, "f32")

    def contents(count, what, style):
        if what == "i32":
            return [[r.getrandbits(32) for _ in range(64)] for _ in range(count)]
        if what == "f64":
            wide = [[number(r, what, style) for _ in range(64)] for _ in range(count // 2)]
            return [[x >> 32 * k & M32 for x in column] for column in wide for k in range(2)]
        per = 32 // BITS[what]
        dword = lambda: sum(number(r, what, style) << BITS[what] * k for k in range(per))
        return [[dword() for _ in range(64)] for _ in range(count)]

    test = Test(name, "D = A x B + C: the sums of generate_matrix.py, the calculator's places", "mai")

    def case(title, style, a_kind="v", b_kind="v", tail="", exec_=ALL, cd=("a", 0), addend=None, **modifiers):
        """cd: kind of C's and D's registers, and D's first one; addend: C's text, where it is a constant, and bits."""
        # A and B lie high, so that D of 32 registers has room below; of those it is C, too.
        first_a, first_b = 24, 28
        if results == 32 and "a" in (a_kind, b_kind):
            return
        a, b = contents(sources, ty, style), contents(sources, ty, style)
        c = contents(results, of_c, style)
        kind, first_d = cd
        operand_c = span(kind, 0, results)
        before = registers(a_kind, first_a, a) | registers(b_kind, first_b, b)
        if addend:
            operand_c, constant = addend
            c = [[constant >> 32 * (k % 2 if ty == "f64" else 0) & M32] * 64 for k in range(results)]
        else:
            before |= registers(kind, 0, c)
        if exec_ != ALL:
            before["exec"] = exec_
        test.code(f"{name} {span(kind, first_d, results)}, {span(a_kind, first_a, sources)}, "
                  f"{span(b_kind, first_b, sources)}, {operand_c}{tail}")
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
            test.case(title, before, after, None if same else [units[unit]])
            if same:
                break

    few = results <= 8 if ty == "f64" else results <= 4
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
            for blgp in (1, 2, 3, 4, 7) if "cdna1" in units else (1, 6):
                case("lanes of B stand for others", "near", tail=f" blgp:{blgp}", blgp=blgp)
        elif blocks > 1:
            case("blocks share A, lanes of B stand for others", "wide", tail=" cbsz:1 abid:1 blgp:5", cbsz=1, abid=1, blgp=5)
        else:
            case("lanes of B stand for others", "wide", tail=" blgp:6", blgp=6)
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
    moves(r)


if __name__ == "__main__":
    main()
