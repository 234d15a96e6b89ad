"""Exact arithmetic for working out expected values: integers, and IEEE floats as rationals.

Nothing here is shared with the emulator; a float operation is the exact rational result, rounded once
(or, where the manual says so, after each step).
"""

from fractions import Fraction
from math import floor

M16, M32, M64 = 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFFFFFFFFFF

NAN = "nan"  # any quiet NaN: which one is not the manual's business

# Rounding modes by the number in MODE.FP_ROUND.
NEAREST, UP, DOWN, TOWARD_ZERO = range(4)


def s32(x):
    """The low 32 bits as a signed number."""
    x &= M32
    return x - (1 << 32) if x >> 31 else x


def s16(x):
    x &= M16
    return x - (1 << 16) if x >> 15 else x


def s64(x):
    x &= M64
    return x - (1 << 64) if x >> 63 else x


def bits_set(x):
    return bin(x).count("1")


def exponent(v):
    """floor(log2(v)) of a positive rational."""
    e = v.numerator.bit_length() - v.denominator.bit_length()
    return e if Fraction(2) ** e <= v else e - 1


def near(bits, ulps=1):
    """What the manual gives to some units in the last place only; within the low dword."""
    ulps = min(ulps, bits & M32, M32 - (bits & M32))
    return f"0x{bits:08x}~{ulps}"


class Format:
    """A binary float format."""

    def __init__(self, exponent, mantissa):
        self.mantissa = mantissa
        self.bias = (1 << (exponent - 1)) - 1
        self.sign_bit = 1 << (exponent + mantissa)
        self.inf = ((1 << exponent) - 1) << mantissa
        self.min_normal = Fraction(2) ** (1 - self.bias)
        self.max_finite = self.inf - 1
        self.step = Fraction(2) ** (1 - self.bias - mantissa)  # the smallest denormal

    def sign(self, b):
        return b & self.sign_bit

    def magnitude(self, b):
        return b & (self.sign_bit - 1)

    def is_nan(self, b):
        return b == NAN or self.magnitude(b) > self.inf

    def is_signalling(self, b):
        return self.is_nan(b) and not b >> (self.mantissa - 1) & 1

    def is_inf(self, b):
        return self.magnitude(b) == self.inf

    def is_zero(self, b):
        return self.magnitude(b) == 0

    def is_denormal(self, b):
        return 0 < self.magnitude(b) < 1 << self.mantissa

    def quiet(self, b):
        return b | 1 << (self.mantissa - 1)

    def value(self, b):
        """The exact value of a finite float."""
        m = self.magnitude(b)
        e, f = m >> self.mantissa, m & ((1 << self.mantissa) - 1)
        if e:
            f, e = f | 1 << self.mantissa, e - 1
        v = f * Fraction(2) ** e * self.step
        return -v if self.sign(b) else v

    def flush(self, b):
        """Denormals become zero of the same sign."""
        return self.sign(b) if self.is_denormal(b) else b

    def round(self, v, mode=NEAREST, zero_sign=0):
        """The float for a rational; zero_sign is the sign bit of an exact zero."""
        if v == 0:
            return zero_sign
        sign, a = (self.sign_bit, -v) if v < 0 else (0, v)
        e = max(exponent(a), 1 - self.bias)
        ulp = Fraction(2) ** (e - self.mantissa)
        n = floor(a / ulp)
        rest = a / ulp - n
        up = {
            NEAREST: rest > Fraction(1, 2) or rest == Fraction(1, 2) and n & 1 == 1,
            UP: rest > 0 and not sign,
            DOWN: rest > 0 and sign != 0,
            TOWARD_ZERO: False,
        }[mode]
        n += up
        v = n * ulp
        if v > self.value(self.max_finite):
            away = {NEAREST: True, UP: not sign, DOWN: bool(sign), TOWARD_ZERO: False}[mode]
            return sign | (self.inf if away else self.max_finite)
        if v < self.min_normal:
            return sign | int(v / self.step)
        e = exponent(v)
        return sign | (int(v / Fraction(2) ** (e - self.mantissa)) + (e - 1 + self.bias << self.mantissa))


F16 = Format(5, 10)
F32 = Format(8, 23)
F64 = Format(11, 52)


def part(x, select, sext=False):
    """SDWA source select: BYTE_n, WORD_n or DWORD of 32 bits, zero- or sign-extended."""
    if select == "DWORD":
        return x
    bits = 8 if select.startswith("BYTE") else 16
    x = x >> bits * int(select[-1]) & ((1 << bits) - 1)
    return (x - (1 << bits)) & M32 if sext and x >> (bits - 1) else x


def into(old, x, select, unused):
    """SDWA destination select: PAD clears the other bits, SEXT copies the sign above, PRESERVE keeps."""
    if select == "DWORD":
        return x
    bits = 8 if select.startswith("BYTE") else 16
    at, x = bits * int(select[-1]), x & ((1 << bits) - 1)
    if unused == "PAD":
        return x << at
    if unused == "PRESERVE":
        return old & ~(((1 << bits) - 1) << at) & M32 | x << at
    return (x - (1 << bits) if x >> (bits - 1) else x) << at & M32


class Mode:
    """MODE as far as arithmetic of one format looks at it."""

    def __init__(self, mode=0x3F0, fmt=F32):
        shift = 0 if fmt is F32 else 2
        self.round = mode >> shift & 3
        denorm = mode >> (4 + shift) & 3
        # FP_DENORM: bit 0 keeps denormal sources, bit 1 denormal results.
        self.keep_in, self.keep_out = bool(denorm & 1), bool(denorm & 2)
        self.dx10_clamp, self.ieee = bool(mode >> 8 & 1), bool(mode >> 9 & 1)
        self.saturate = fmt is F16 and bool(mode >> 23 & 1)  # FP16_OVFL, from gfx9 on

    def source(self, fmt, b):
        return b if self.keep_in else fmt.flush(b)

    def result(self, fmt, b):
        """A rounded result of finite operands."""
        if self.saturate and b != NAN and fmt.is_inf(b):
            return b - 1
        return b if b == NAN or self.keep_out else fmt.flush(b)


def add(fmt, a, b, mode):
    a, b = mode.source(fmt, a), mode.source(fmt, b)
    if fmt.is_nan(a) or fmt.is_nan(b):
        return NAN
    if fmt.is_inf(a) or fmt.is_inf(b):
        if fmt.is_inf(a) and fmt.is_inf(b) and a != b:
            return NAN
        return a if fmt.is_inf(a) else b
    v = fmt.value(a) + fmt.value(b)
    zero = fmt.sign(a) if fmt.is_zero(a) and fmt.is_zero(b) and a == b else 0
    if mode.round == DOWN and v == 0 and not (fmt.is_zero(a) and a == b):
        zero = fmt.sign_bit
    return mode.result(fmt, fmt.round(v, mode.round, zero))


def negate(fmt, a):
    return a ^ fmt.sign_bit


def sub(fmt, a, b, mode):
    return add(fmt, a, negate(fmt, b), mode)


def mul(fmt, a, b, mode):
    a, b = mode.source(fmt, a), mode.source(fmt, b)
    if fmt.is_nan(a) or fmt.is_nan(b):
        return NAN
    sign = fmt.sign(a) ^ fmt.sign(b)
    if fmt.is_inf(a) or fmt.is_inf(b):
        return NAN if fmt.is_zero(a) or fmt.is_zero(b) else sign | fmt.inf
    return mode.result(fmt, fmt.round(fmt.value(a) * fmt.value(b), mode.round, sign))


def fma(fmt, a, b, c, mode):
    """a * b + c, rounded once."""
    a, b, c = (mode.source(fmt, x) for x in (a, b, c))
    if any(fmt.is_nan(x) for x in (a, b, c)):
        return NAN
    sign = fmt.sign(a) ^ fmt.sign(b)
    if fmt.is_inf(a) or fmt.is_inf(b):
        if fmt.is_zero(a) or fmt.is_zero(b) or fmt.is_inf(c) and fmt.sign(c) != sign:
            return NAN
        return sign | fmt.inf
    if fmt.is_inf(c):
        return c
    product = fmt.value(a) * fmt.value(b)
    v = product + fmt.value(c)
    both_zero = product == 0 and fmt.is_zero(c)
    zero = sign if both_zero and sign == fmt.sign(c) else 0
    if mode.round == DOWN and v == 0 and not (both_zero and sign == fmt.sign(c)):
        zero = fmt.sign_bit
    return mode.result(fmt, fmt.round(v, mode.round, zero))


def ldexp(fmt, a, n, mode):
    a = mode.source(fmt, a)
    if fmt.is_nan(a):
        return NAN
    if fmt.is_inf(a) or fmt.is_zero(a):
        return a
    n = max(-5000, min(5000, n))  # beyond every exponent of the formats here
    return mode.result(fmt, fmt.round(fmt.value(a) * Fraction(2) ** n, mode.round))


def clamp(fmt, b, mode):
    """CLAMP of a float result: to [0, 1]; a NaN becomes 0 under DX10_CLAMP."""
    one = fmt.bias << fmt.mantissa
    if fmt.is_nan(b):
        return 0 if mode.dx10_clamp else NAN
    if fmt.sign(b):
        return 0
    return min(b, one)


def omod(fmt, b, factor, mode):
    """OMOD: ignored with IEEE on or output denormals kept; else -0 counts as +0."""
    if mode.ieee or mode.keep_out or b == NAN:
        return b
    if fmt.is_zero(b):
        return 0
    if fmt.is_inf(b):
        return b
    return mode.result(fmt, fmt.round(fmt.value(b) * factor, mode.round))


def cvt(b, source, target, mode):
    """A finite or infinite float of one format in another."""
    sign = target.sign_bit if source.sign(b) else 0
    if source.is_inf(b):
        return sign | target.inf
    return target.round(source.value(b), mode, sign)


def f32(x):
    """The f32 pattern of a Python number."""
    if x != x:
        return 0x7FC00000
    if x in (float("inf"), float("-inf")):
        return 0x7F800000 | (0x80000000 if x < 0 else 0)
    sign = 0x80000000 if str(x).startswith("-") else 0
    return F32.round(Fraction(x), NEAREST, sign)


def f16(x):
    """The f16 pattern of a Python number."""
    if x in (float("inf"), float("-inf")):
        return 0x7C00 | (0x8000 if x < 0 else 0)
    sign = 0x8000 if str(x).startswith("-") else 0
    return F16.round(Fraction(x), NEAREST, sign)


def f64(x):
    """The f64 pattern of a Python number."""
    if x != x:
        return 0x7FF8000000000000
    if x in (float("inf"), float("-inf")):
        return 0x7FF0000000000000 | (1 << 63 if x < 0 else 0)
    return F64.round(Fraction(x), NEAREST, 1 << 63 if str(x).startswith("-") else 0)


def minmax(fmt, a, b, larger, mode, flushes):
    """V_MIN, V_MAX: -0 is below +0; with IEEE on a signalling NaN is quieted and returned, else a NaN
    gives way to the other operand. `flushes`: obeys the denormal modes (gfx9)."""
    if NAN in (a, b):
        return b if a == NAN else a
    if flushes:
        a, b = mode.source(fmt, a), mode.source(fmt, b)
    if mode.ieee and (fmt.is_signalling(a) or fmt.is_signalling(b)):
        return NAN
    if fmt.is_nan(a) or fmt.is_nan(b):
        r = b if fmt.is_nan(a) else a
        if fmt.is_nan(r):
            return NAN
    else:
        key = lambda x: -fmt.magnitude(x) - 1 if fmt.sign(x) else fmt.magnitude(x)
        r = max(a, b, key=key) if larger else min(a, b, key=key)
    return mode.result(fmt, r) if flushes else r
