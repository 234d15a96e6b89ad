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
}
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
    if not ieee and bits == 0x80:
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
    size = {"fp8": 16, "bf8": 16, "xf32": 4}.get(names[0], 8)
    for i in range(0, len(a), size):
        c = fused_group(names, a[i : i + size], b[i : i + size], c)
    return c


def fused_group(names, a, b, c):
    xs = [decode(names[0], x) for x in a]
    ys = [decode(names[1], y) for y in b]
    products = [product(x, y) for x, y in zip(xs, ys)]
    addend = decode("f32", c)
    for p in products:
        if p.kind is None and abs(p.value) >= Q(2) ** 128:
            p.kind = INF
    kinds = [p.kind for p in products] + [addend.kind]
    signs = {p.negative for p in products + [addend] if p.kind == INF}
    if NAN in kinds or len(signs) == 2:
        return nan("f32")
    if signs:
        return infinity("f32", signs.pop())
    tops = [exponent_of(names[0], x) + exponent_of(names[1], y) for x, y in zip(a, b)]
    bytes_ = names[0] in ("fp8", "bf8")

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
    field = min(max(field, 0), (1 << exponent) - 2)
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


if __name__ == "__main__":
    main()
