#!/usr/bin/env python3
"""Write the input arrays of the examples to data/*.npy.

Needs nothing but Python 3. The numbers come from a fixed generator and the
floats are small binary fractions, so every run writes the same bytes.
"""

import struct
from pathlib import Path

DATA = Path(__file__).resolve().parent / "data"
CODES = {"<f4": "f", "<u4": "I", "<i4": "i", "|u1": "B"}


def save(name, dtype, shape, values):
    """Write a NumPy file, format version 1.0, C order."""
    header = f"{{'descr': '{dtype}', 'fortran_order': False, 'shape': {shape!r}, }}"
    # The header ends with a newline and pads the file's start to 64 bytes.
    header += " " * (-(10 + len(header) + 1) % 64) + "\n"
    body = struct.pack(f"<{len(values)}{CODES[dtype]}", *values)
    head = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode("ascii")
    assert len(head) % 64 == 0
    (DATA / f"{name}.npy").write_bytes(head + body)


def words(seed):
    """xorshift32: an endless sequence of u32."""
    while True:
        seed ^= (seed << 13) & 0xFFFFFFFF
        seed ^= seed >> 17
        seed ^= (seed << 5) & 0xFFFFFFFF
        yield seed


def floats(seed, count, scale):
    """Multiples of scale / 2^15 in [-scale, scale)."""
    source = words(seed)
    return [((next(source) >> 16) - 32768) / 32768 * scale for _ in range(count)]


def main():
    DATA.mkdir(exist_ok=True)

    save("x", "<f4", (1024,), floats(1, 1024, 8.0))
    save("y", "<f4", (1024,), floats(2, 1024, 8.0))

    # x, y, z and a mass in [1/64, 1]; velocities have an unused fourth member.
    positions = floats(3, 1024, 1.0)
    masses = words(4)
    positions[3::4] = [((next(masses) >> 26) + 1) / 64 for _ in range(256)]
    velocities = floats(5, 1024, 0.125)
    velocities[3::4] = [0.0] * 256
    save("positions", "<f4", (256, 4), positions)
    save("velocities", "<f4", (256, 4), velocities)

    save("a", "<f4", (64, 64), floats(6, 4096, 1.0))
    save("b", "<f4", (64, 64), floats(7, 4096, 1.0))

    source = words(8)
    signed = [next(source) for _ in range(4096)]
    save("values", "<i4", (4096,), [v - (1 << 32) if v >> 31 else v for v in signed])

    # The lesser of two bytes, so that the bins differ and low ones collide.
    source = words(9)
    pairs = [next(source) for _ in range(16384)]
    save("bytes", "|u1", (16384,), [min(p >> 24, p >> 16 & 255) for p in pairs])

    source = words(10)
    save("messages", "<u4", (256, 16), [next(source) for _ in range(4096)])

    # Not a multiple of 64: the last wave is partial.
    source = words(11)
    save("words", "<u4", (1000,), [next(source) for _ in range(1000)])


if __name__ == "__main__":
    main()
