#!/usr/bin/env python3
"""Sums of products of matrix instructions, by exact rational numbers.

    python3 jit-tests/exec/generate_matrix.py > src/numerics/matrix/cases.txt

Each line: the unit, the type of A and of B, their elements, C and the result, raw bits in hexadecimal.
The rules are those of MMA-Sim as written down in `numerics/matrix`; nothing of that code is used.
"""

import random
from fractions import Fraction as Q

# Name: bits of exponent and fraction, bias, whether there are infinities, NaNs and -0.
FORMATS = {
    "f16": (5, 10, 15, True),
    "bf16": (8, 7, 127, True),
    "bf16x2": (8, 7, 127, True),
    "f32": (8, 23, 127, True),
    "xf32": (8, 23, 127, True),
    "f64": (11, 52, 1023, True),
    "fp8": (4, 3, 8, False),
    "bf8": (5, 2, 16, False),
    # Of gfx950, by the names of OCP's standards (OFP8, MX): e5m2 has what IEEE's have, e4m3 one NaN of each sign, and the
    # others only numbers.
    "e4m3": (4, 3, 7, False),
    "e5m2": (5, 2, 15, True),
    "e2m3": (2, 3, 1, False),
    "e3m2": (3, 2, 3, False),
    "e2m1": (2, 1, 1, False),
}
MX = ["e4m3", "e5m2", "e2m3", "e3m2", "e2m1"]
BYTES = ("fp8", "bf8", "e4m3", "e5m2")
NAN, INF = "nan", "inf"


class Number:
    """A value: a rational number with a sign (of zeros, too), an infinity, or a NaN."""

    def __init__(self, value, negative=False, kind=None):
        self.value, self.kind = value, kind
        self.negative = value < 0 if kind is None and value != 0 else negative

    def is_zero(self):
        return self.kind is None and self.value == 0


def decode(name, bits):
    exponent, fraction, bias, ieee = FORMATS[name]
    sign = bits >> (exponent + fraction) & 1
    field = bits >> fraction & ((1 << exponent) - 1)
    low = bits & ((1 << fraction) - 1)
    if name in ("fp8", "bf8") and bits == 0x80 or name == "e4m3" and bits & 0x7F == 0x7F:
        return Number(Q(0), kind=NAN)
    if ieee and field == (1 << exponent) - 1:
        return Number(Q(0), bool(sign), NAN if low else INF)
    if name == "xf32":
        low &= ~0x1FFF
    significand = low + (1 << fraction if field else 0)
    value = Q(significand) * Q(2) ** (max(field, 1) - bias - fraction)
    return Number(-value if sign else value, bool(sign))


def exponent_of(name, bits):
    """As the fused sums see it: that of the field, the least one of subnormal values, -126 of zeros."""
    exponent, fraction, bias, _ = FORMATS[name]
    if decode(name, bits).value == 0:
        return -126
    field = bits >> fraction & ((1 << exponent) - 1)
    return max(field, 1) - bias


def to_nearest(name, value, negative_zero=False):
    """Bits of a rational number, ties to even."""
    exponent, fraction, bias, _ = FORMATS[name]
    negative = value < 0 or value == 0 and negative_zero
    sign = int(negative) << (exponent + fraction)
    value = abs(value)
    if value == 0:
        return sign
    e = value.numerator.bit_length() - value.denominator.bit_length()
    while Q(2) ** e > value:
        e -= 1
    while Q(2) ** (e + 1) <= value:
        e += 1
    e = max(e, 1 - bias)
    scaled = value / Q(2) ** (e - fraction)
    n = round(scaled)  # Ties to even.
    if n >> (fraction + 1):
        n, e = n // 2, e + 1
    if n < 1 << fraction:
        return sign | n
    field = e + bias
    if field >= (1 << exponent) - 1:
        return sign | ((1 << exponent) - 1) << fraction
    return sign | field << fraction | n - (1 << fraction)


def nan(name):
    exponent, fraction, _, _ = FORMATS[name]
    return ((1 << exponent) - 1) << fraction | 1 << (fraction - 1)


def infinity(name, negative):
    exponent, fraction, _, _ = FORMATS[name]
    return int(negative) << (exponent + fraction) | ((1 << exponent) - 1) << fraction


def product(a, b):
    sign = a.negative != b.negative
    if NAN in (a.kind, b.kind):
        return Number(Q(0), kind=NAN)
    if INF in (a.kind, b.kind):
        return Number(Q(0), sign, NAN if a.is_zero() or b.is_zero() else INF)
    return Number(a.value * b.value, sign)


def rounded_sum(name, x, y):
    """Bits of x + y."""
    if NAN in (x.kind, y.kind):
        return nan(name)
    if INF in (x.kind, y.kind):
        infinite = {v.negative for v in (x, y) if v.kind == INF}
        return nan(name) if len(infinite) == 2 else infinity(name, infinite.pop())
    return to_nearest(name, x.value + y.value, x.negative and y.negative)


def chain(name, a, b, c):
    for x, y in zip(a, b):
        c = rounded_sum(name, product(decode(name, x), decode(name, y)), decode(name, c))
    return c


def integers(a, b, c):
    signed = lambda x: x - 256 * (x >> 7)
    return (c + sum(signed(x) * signed(y) for x, y in zip(a, b))) & 0xFFFFFFFF


def flushed(bits, keep_sign):
    if bits & 0x7F800000:
        return bits
    return bits & 0x80000000 if keep_sign else 0


def pairs(unit, name, a, b, c):
    """gfx908 and gfx90a: products and sums in f32."""
    size = 2 if name == "bf16x2" else 4
    flushes = unit == "cdna2"

    def element(bits):
        x = decode(name, bits)
        small = abs(x.value) < Q(2) ** (1 - FORMATS[name][2])
        return Number(Q(0)) if flushes and x.kind is None and small else x

    def result(bits):
        return flushed(bits, True) if flushes else bits

    def times(x, y):
        p = product(element(x), element(y))
        # +0 is added to it.
        bits = rounded_sum("f32", p, Number(Q(0)))
        bits = result(bits)
        return bits if bits & 0x7FFFFFFF else 0

    def plus(x, y):
        return result(rounded_sum("f32", decode("f32", x), decode("f32", y)))

    c = flushed(c, False) if flushes else c
    for i in range(0, len(a), size):
        p = [times(x, y) for x, y in zip(a[i : i + size], b[i : i + size])]
        while len(p) > 1:
            p = [plus(p[k], p[k + 1]) for k in range(0, len(p), 2)]
        c = plus(c, p[0])
    return c


def cut(value, unit):
    """A multiple of `unit`, toward zero."""
    n = abs(value) // unit * unit
    return -n if value < 0 else n


def floor(value, unit):
    return value // unit * unit


def fused(names, a, b, c):
    size = 16 if names[0] in BYTES else 4 if names[0] == "xf32" else 8
    for i in range(0, len(a), size):
        c = fused_group(names, a[i : i + size], b[i : i + size], c)
    return c


def fused_group(names, a, b, c):
    xs = [decode(names[0], x) for x in a]
    ys = [decode(names[1], y) for y in b]
    products = [product(x, y) for x, y in zip(xs, ys)]
    addend = decode("f32", c)
    # Beside an operand that is no number, a product that f64 has room for is none that is infinite (MMA-Sim's order).
    if all(x.kind is None for x in xs + ys + [addend]):
        for p in products:
            if abs(p.value) >= Q(2) ** 128:
                p.kind = INF
    kinds = [p.kind for p in products] + [addend.kind]
    signs = {p.negative for p in products + [addend] if p.kind == INF}
    if NAN in kinds or len(signs) == 2:
        return nan("f32")
    if signs:
        return infinity("f32", signs.pop())
    tops = [exponent_of(names[0], x) + exponent_of(names[1], y) for x, y in zip(a, b)]
    bytes_ = names[0] in BYTES

    def part(first, step):
        top = max(tops[first::step])
        return sum(cut(p.value, Q(2) ** (top - 24)) for p in products[first::step]), top

    if bytes_:
        (even, p), (odd, q) = part(0, 2), part(1, 2)
        top = max(p, q)
        total = floor(even, Q(2) ** (top - 24)) + floor(odd, Q(2) ** (top - 24))
    else:
        total, top = part(0, 1)
    of_c = exponent_of("f32", c)
    e = max(top, of_c)
    value = addend.value
    if bytes_ and of_c < e - 25:
        value = Q(0)
    total = floor(total, Q(2) ** (e - 31)) + floor(value, Q(2) ** (e - 24))
    return to_nearest("f32", total)


def blocks(names, a, b, scales, c):
    """gfx950's floats of 8, 6 and 4 bits: 32 products each are added exactly, multiplied by 2^scale, or a NaN, and rounded
    when they are added to C."""
    for n, scale in enumerate(scales):
        part = slice(32 * n, 32 * n + 32)
        products = [product(decode(names[0], x), decode(names[1], y)) for x, y in zip(a[part], b[part], strict=True)]
        kinds = [p.kind for p in products]
        signs = {p.negative for p in products if p.kind == INF}
        if NAN in kinds + [scale] or len(signs) == 2:
            total = Number(Q(0), kind=NAN)
        elif signs:
            total = Number(Q(0), signs.pop(), INF)
        else:
            total = Number(sum(p.value for p in products) * Q(2) ** scale)
        c = rounded_sum("f32", total, decode("f32", c))
    return c


def scale_of(x, y):
    """The logarithm of what the products are multiplied by, of the scales of A and B (E8M0)."""
    return NAN if 255 in (x, y) else x + y - 254


def values(r, name, style):
    """Random bits: anything, small integers, or next to one, of both signs."""
    exponent, fraction, bias, ieee = FORMATS[name]
    bits = 1 + exponent + fraction
    sign = r.getrandbits(1) << (bits - 1)
    if style == "any":
        return r.getrandbits(bits)
    if style == "special":
        inf = ((1 << exponent) - 1) << fraction
        top = inf - 1 if ieee else (1 << (bits - 1)) - 1
        if name == "e4m3":
            # One below the NaN.
            top -= r.randrange(8) != 0
        edges = [0, 1, (1 << fraction) - 1, 1 << fraction, bias << fraction, top]
        if ieee and r.randrange(8) == 0:
            edges = [inf, inf | 1, inf | 1 << (fraction - 1)]
        return sign | r.choice(edges)
    if style == "low":
        return sign | r.randrange(3 << fraction)
    if style == "high":
        return sign | ((1 << exponent) - 1 - ieee - r.randrange(2)) << fraction | r.getrandbits(fraction)
    spread = {"near": 2, "wide": min(2 * bias - 2, 40)}[style]
    field = bias - spread // 2 + r.randrange(spread + 1)
    field = min(max(field, 0), (1 << exponent) - (1 if exponent < 4 else 2))
    low = r.getrandbits(fraction)
    if not sign | field | low:
        low = 1
    return sign | field << fraction | low


def main():
    r = random.Random(17)
    styles = ["near", "near", "wide", "wide", "special", "low", "high", "any"]
    plan = [(u, (n, n), k) for u in ("cdna1", "cdna2") for n, ks in
            (("f16", (4, 16)), ("bf16", (4, 16)), ("bf16x2", (2, 8))) for k in ks]
    plan += [("cdna3", (n, n), k) for n, ks in
             (("f16", (4, 8, 16)), ("bf16", (4, 16)), ("xf32", (4, 8))) for k in ks]
    plan += [("cdna3", (x, y), k) for x in ("fp8", "bf8") for y in ("fp8", "bf8") for k in (16, 32)]
    plan += [("cdna1", (n, n), k) for n in ("f32", "f64", "i8") for k in (1, 4)]
    for unit, names, k in plan:
        for case in range(32):
            style = styles[case % len(styles)]
            if names[0] == "i8":
                a, b = ([r.getrandbits(8) for _ in range(k)] for _ in "ab")
                c = r.choice([r.getrandbits(32), 0x7FFFFFFF, 0x80000000])
                d = integers(a, b, c)
            else:
                a, b = ([values(r, n, style) for _ in range(k)] for n in names)
                wide = "f64" if names[0] == "f64" else "f32"
                c = values(r, wide, r.choice([style, "near", "wide"]))
                if k > 1 and case % 3 == 0:
                    # The second product is nearly the first one's opposite.
                    _, fraction, _, _ = FORMATS[names[0]]
                    top = 1 << sum(FORMATS[names[0]][:2])
                    a[1], b[1] = a[0] ^ top ^ r.randrange(2), b[0]
                if names[0] in ("f32", "f64"):
                    d = chain(names[0], a, b, c)
                elif unit == "cdna3":
                    d = fused(names, a, b, c)
                else:
                    d = pairs(unit, names[0], a, b, c)
            lists = [",".join(f"{x:x}" for x in xs) for xs in (a, b)]
            print(unit, *names, *lists, f"{c:x} {d:x}")
    narrow(random.Random(23), styles)


def narrow(r, styles):
    """gfx950's: fused sums of OCP's bytes, and those with scales, which stand at the end of a line."""
    for names in ((x, y) for x in ("e4m3", "e5m2") for y in ("e4m3", "e5m2")):
        for case in range(32):
            style = styles[case % len(styles)]
            a, b = ([values(r, n, style) for _ in range(16 << case % 3)] for n in names)
            c = values(r, "f32", r.choice([style, "near", "wide"]))
            show("cdna4", ["bf8" if n == "e5m2" else "fp8" for n in names], a, b, c, fused(names, a, b, c))
    for k, names in enumerate((x, y) for x in MX for y in MX):
        for case in range(16):
            style = styles[(case + k) % len(styles)]
            count = r.choice([2, 4])
            a, b = ([values(r, n, style) for _ in range(32 * count)] for n in names)
            scales = [[r.choice([0, 1, 90, 127, 127, 128, 150, 254, 255 if r.randrange(4) == 0 else 200,
                                 120 + r.randrange(15)]) for _ in "ab"] for _ in range(count)]
            if case % 4 == 0:
                scales = [[127, 127]] * count
            elif case % 4 < 3:
                scales = [[122 + r.randrange(11) for _ in "ab"] for _ in range(count)]
            if case % 3 == 0:
                # All but two products cancel.
                top = 1 << sum(FORMATS[names[0]][:2])
                for i in range(2, 32, 2):
                    a[i + 1], b[i + 1] = a[i] ^ top, b[i]
            c = values(r, "f32", r.choice([style, "near", "wide", "any"]))
            d = blocks(names, a, b, [scale_of(*s) for s in scales], c)
            show("cdna4", names, a, b, c, d, ",".join(f"{x:x}:{y:x}" for x, y in scales))


def show(unit, names, a, b, c, d, *more):
    lists = [",".join(f"{x:x}" for x in xs) for xs in (a, b)]
    print(unit, *names, *lists, f"{c:x} {d:x}", *more)


if __name__ == "__main__":
    main()
