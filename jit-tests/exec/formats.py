"""Buffer and image formats as exact arithmetic, from the tables of CLRX GcnMemHandling.

What the tables leave open is chosen as the emulator documents it: D16 loads round toward zero and
saturate integers, stores round to nearest even.
"""

from fractions import Fraction

from model import F16, F32, NEAREST, TOWARD_ZERO, Format

UNORM, SNORM, USCALED, SSCALED, UINT, SINT, SNORM_OGL, FLOAT, SRGB = 0, 1, 2, 3, 4, 5, 6, 7, 9
NUMBERS = {
    UNORM: "unorm",
    SNORM: "snorm",
    USCALED: "uscaled",
    SSCALED: "sscaled",
    UINT: "uint",
    SINT: "sint",
    SNORM_OGL: "snorm_ogl",
    FLOAT: "float",
    SRGB: "srgb",
}

# Data format: name, bits of the components from the lowest bit on.
BUFFER = {
    1: ("8", [8]),
    2: ("16", [16]),
    3: ("8_8", [8, 8]),
    4: ("32", [32]),
    5: ("16_16", [16, 16]),
    6: ("10_11_11", [11, 11, 10]),
    7: ("11_11_10", [10, 11, 11]),
    8: ("10_10_10_2", [2, 10, 10, 10]),
    9: ("2_10_10_10", [10, 10, 10, 2]),
    10: ("8_8_8_8", [8, 8, 8, 8]),
    11: ("32_32", [32, 32]),
    12: ("16_16_16_16", [16, 16, 16, 16]),
    13: ("32_32_32", [32, 32, 32]),
    14: ("32_32_32_32", [32, 32, 32, 32]),
}
IMAGE = {
    **BUFFER,
    16: ("5_6_5", [5, 6, 5]),
    17: ("1_5_5_5", [5, 5, 5, 1]),
    18: ("5_5_5_1", [1, 5, 5, 5]),
    19: ("4_4_4_4", [4, 4, 4, 4]),
    20: ("8_24", [24, 8]),
    21: ("24_8", [8, 24]),
    57: ("4_4", [4, 4]),
    58: ("6_5_5", [5, 5, 6]),
}
SMALL_FLOATS = {16: F16, 11: Format(5, 6), 10: Format(5, 5)}


def size(bits):
    """Bytes of an element."""
    return sum(bits) // 8


def numbers(data):
    """The number formats that a buffer's data format goes with."""
    bits = BUFFER[data][1]
    if bits[0] == 32:
        return [UINT, SINT, FLOAT]
    fixed = [UNORM, SNORM, USCALED, SSCALED, UINT, SINT]
    return fixed + [FLOAT] if data in (2, 5, 6, 7, 12) else fixed


def writable(number):
    return number in (UNORM, SNORM, UINT, SINT, FLOAT)


def signed(raw, bits):
    return raw - (1 << bits) if raw >> (bits - 1) else raw


def to_float(v, half, zero_sign=0):
    if half:
        return F16.round(v, TOWARD_ZERO, 0x8000 if zero_sign else 0)
    return F32.round(v, NEAREST, 0x80000000 if zero_sign else 0)


def load(number, raw, bits, half=False):
    """A component in a register, from its bits. NaNs only where they keep their bits."""
    s = signed(raw, bits)
    if number == UNORM:
        return to_float(Fraction(raw, (1 << bits) - 1), half)
    if number == SNORM:
        return to_float(max(Fraction(s, (1 << bits - 1) - 1), Fraction(-1)), half)
    if number == SNORM_OGL:
        return to_float(Fraction(2 * s + 1, (1 << bits) - 1), half)
    if number == USCALED:
        return to_float(Fraction(raw), half)
    if number == SSCALED:
        return to_float(Fraction(s), half)
    if number == UINT:
        return min(raw, 0xFFFF) if half else raw
    if number == SINT:
        return max(-0x8000, min(0x7FFF, s)) & 0xFFFF if half else s & 0xFFFFFFFF
    if bits == (16 if half else 32):
        return raw
    target = F16 if half else F32
    fmt = F32 if bits == 32 else SMALL_FLOATS[bits]
    sign = fmt.sign(raw) if bits in (16, 32) else 0
    assert not fmt.is_nan(raw)
    if fmt.is_inf(raw):
        return target.inf | (target.sign_bit if sign else 0)
    return to_float(fmt.value(raw), half, sign)


def store(number, value, bits, half=False):
    """A component's bits, from its register."""
    if number == UINT:
        return min(value & 0xFFFF if half else value, (1 << bits) - 1)
    if number == SINT:
        v = signed(value & 0xFFFF, 16) if half else signed(value, 32)
        return max(-(1 << bits - 1), min((1 << bits - 1) - 1, v)) & ((1 << bits) - 1)
    source = F16 if half else F32
    value &= 0xFFFF if half else 0xFFFFFFFF
    if number == FLOAT:
        if bits == (16 if half else 32):
            return value
        sign = source.sign(value)
        target = F32 if bits == 32 else SMALL_FLOATS[bits]
        assert not source.is_nan(value)
        if bits < 16 and sign:
            return 0
        sign = target.sign_bit if sign else 0
        if source.is_inf(value):
            return sign | target.inf
        return target.round(source.value(value), NEAREST, sign)
    low, largest = {UNORM: (0, (1 << bits) - 1), SNORM: (-1, (1 << bits - 1) - 1)}[number]
    if source.is_nan(value):
        return 0
    if source.is_inf(value):
        v = Fraction(low if source.sign(value) else 1)
    else:
        v = max(Fraction(low), min(Fraction(1), source.value(value)))
    return round(v * largest) & ((1 << bits) - 1)


def unpack(bits, number, element, half=False):
    """The four components of an element, given as one integer."""
    out = []
    for n in bits:
        out.append(load(number, element & ((1 << n) - 1), n, half))
        element >>= n
    return out + [0] * (4 - len(out))


def pack(bits, number, components, half=False):
    element, at = 0, 0
    for n, c in zip(bits, components):
        element |= store(number, c, n, half) << at
        at += n
    return element


def one(number, half=False):
    return 1 if number in (UINT, SINT) else 0x3C00 if half else 0x3F800000


def select(sel, components, one):
    return [one if s == 1 else components[s - 4] if s >= 4 else 0 for s in sel]


def unselect(sel, components):
    """What a load with the same selection gives back."""
    return [next((c for s, c in zip(sel, components) if s == 4 + i), 0) for i in range(4)]


def edges(bits, number, rng, count):
    """`count` elements, extremes first."""
    ones = [(1 << n) - 1 for n in bits]
    per_component = [
        [0 for _ in bits],
        ones,
        [1 << n - 1 for n in bits],
        [(1 << n - 1) - 1 for n in bits],
        [1 for _ in bits],
    ]
    if number == FLOAT:
        # Zeros, ones, the smallest denormal, the largest number, infinity; NaN where bits are kept.
        def floats(n):
            f = F32 if n == 32 else SMALL_FLOATS[n]
            return [0, f.bias << f.mantissa, 1, f.max_finite, f.inf]

        per_component = [[floats(n)[k] for n in bits] for k in range(5)]
    while len(per_component) < count:
        cs = []
        for n in bits:
            c = rng.getrandbits(n)
            if number == FLOAT:
                f = F32 if n == 32 else SMALL_FLOATS[n]
                if f.is_nan(c) or f.is_inf(c):
                    c &= ~(1 << f.mantissa)
                    c &= (1 << n) - 1
            cs.append(c)
        per_component.append(cs)
    out = []
    for cs in per_component[:count]:
        element, at = 0, 0
        for n, c in zip(bits, cs):
            element |= c << at
            at += n
        out.append(element)
    return out


def values(number, half):
    """Registers to store: extremes and what must be clamped or rounded."""
    if number == UINT:
        v = [0, 1, 2, 255, 256, 1023, 1024, 0x7FFF, 0xFFFF, 0x10000, 0x7FFFFFFF, 0xFFFFFFFF]
    elif number == SINT:
        v = [0, 1, -1, 127, 128, -128, -129, 511, -513, 0x7FFF, -0x8000, 0x8000]
        v = [x & 0xFFFFFFFF for x in v]
    else:
        half_step = Fraction(1, 510)
        v = [0, 1, -1, Fraction(1, 2), -Fraction(1, 2), 2, -3, half_step, 3 * half_step, Fraction(1, 3)]
        f = F16 if half else F32
        v = [f.round(Fraction(x), NEAREST) for x in v]
        v += [f.inf, f.inf | f.sign_bit]
    return [x & 0xFFFF for x in v] if half else v
