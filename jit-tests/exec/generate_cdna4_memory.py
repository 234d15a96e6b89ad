#!/usr/bin/env python3
"""Writes the tests of gfx950's memory instructions that gfx942 has not: the transposing reads of the LDS (what lanes get
is Triton's layout, and HIP's for 16 bits: row after row of 16 items, of which a lane gets a column), loads of 12 and 16
bytes into the LDS, and buffer_atomic_pk_add_bf16. Run assemble.py afterwards.
"""

import random
import struct

import testfile

M32 = 0xFFFFFFFF
RNG = random.Random(950)
Test = testfile.alone("gfx950", "generate_cdna4_memory.py")


def items(row, bits):
    """The items of some dwords, the lowest bits first."""
    number = sum(word << 32 * i for i, word in enumerate(row))
    return [number >> bits * i & (1 << bits) - 1 for i in range(32 * len(row) // bits)]


def dwords(values, bits):
    number = sum(value << bits * i for i, value in enumerate(values))
    return [number >> 32 * i & M32 for i in range(bits * len(values) // 32)]


def transposed(read, bits):
    """What 16 lanes get that have read these dwords."""
    flat = [item for row in read for item in items(row, bits)]
    rows = [flat[i : i + 16] for i in range(0, len(flat), 16)]
    return [dwords([row[lane] for row in rows], bits) for lane in range(16)]


def reads():
    for bits, size in ((4, 64), (6, 96), (8, 64), (16, 64)):
        n = size // 32
        name = f"ds_read_b{size}_tr_b{bits}"
        test = Test(name, "each of 16 lanes gets a column of what they read", "ds")
        vdst = "v[8:9]" if n == 2 else "v[8:10]"
        lds = [RNG.getrandbits(32) for _ in range(256)]
        memory = {"lds": 1024} | {f"lds[{4 * i}]": word for i, word in enumerate(lds)}
        # Rows in an order of their own, some of them twice.
        at = [4 * n * ((7 * lane + lane // 16) % 80) for lane in range(64)]

        def expected(offset, mask, addresses):
            inside = lambda lane: addresses[lane] + offset + 4 * n <= 1024
            read = [
                [lds[(addresses[lane] + offset) // 4 + k] if mask >> lane & 1 and inside(lane) else 0 for k in range(n)]
                for lane in range(64)
            ]
            columns = [c for g in range(0, 64, 16) for c in transposed(read[g : g + 16], bits)]
            old = lambda lane, k: 0x0D0D0000 + 64 * k + lane
            kept = lambda lane, k: columns[lane][k] if mask >> lane & 1 else old(lane, k)
            before = {f"v{8 + k}": [old(lane, k) for lane in range(64)] for k in range(n)}
            after = {f"v{8 + k}": [kept(lane, k) for lane in range(64)] for k in range(n)}
            return before, after

        full = 2**64 - 1
        test.code(f"{name} {vdst}, v1")
        before, after = expected(0, full, at)
        test.case("columns", memory | {"v1": at} | before, after)
        some = 0xFFFE_7FFF_8001_FDF7
        before, after = expected(0, some, at)
        test.case("lanes that are not active have zeros", memory | {"v1": at, "exec": some} | before, after)
        far = [a if lane % 5 else 1024 - 4 for lane, a in enumerate(at)]
        before, after = expected(0, full, far)
        test.case("zeros from outside", memory | {"v1": far} | before, after)
        test.code(f"{name} {vdst}, v1 offset:48")
        before, after = expected(48, full, at)
        test.case("an offset", memory | {"v1": at} | before, after)
        test.write()


def to_lds():
    """M0[17:2] and the offset, and 16 bytes for each lane."""
    data = [RNG.getrandbits(32) for _ in range(40)]
    memory = {"mem0": "[" + " ".join(f"{word:#010x}" for word in data) + "]"}
    lanes = [0, 1, 3, 6]
    mask = sum(1 << lane for lane in lanes)
    for n in (3, 4):
        name = f"global_load_lds_dwordx{n}"
        test = Test(name, f"LDS[M0 + offset + 16 * lane] = {n} dwords of memory", "flat")
        at = [4 * ((5 * lane) % 16) for lane in range(7)]

        def expected(shift, base):
            return {f"lds[{base + 16 * lane + 4 * k}]": data[(at[lane] + shift) // 4 + k] for lane in lanes for k in range(n)}

        state = memory | {"lds": 512, "exec": mask}
        test.code(f"{name} v[2:3], off")
        address = {"v[2:3]": "[" + " ".join(f"mem0+{o}" for o in at) + "]"}
        test.case("an address", state | address | {"m0": 0x40}, expected(0, 0x40))
        test.code(f"{name} v2, s[4:5] offset:8")
        base = state | {"v2": at + [0] * 57, "s[4:5]": "mem0"}
        test.case("a base and an offset", base | {"m0": 0x20}, expected(8, 0x28))
        test.case("bits 17:2 of M0 count", base | {"m0": 0xFFFC_0023}, expected(8, 0x28))
        test.case("bit 16 of M0 leads outside", base | {"m0": 0x1_0020}, {"m0": 0x1_0020})
        test.write()

        test = Test(f"buffer_load_dwordx{n}_lds", f"LDS[M0 + offset + 16 * lane] = {n} dwords of a buffer", "mubuf")
        resource = {"s[4:5]": "mem0", "s6": 160, "s7": 0x00027000}
        test.code(f"buffer_load_dwordx{n} v2, s[4:7], s3 offen offset:12 lds")
        before = state | resource | {"v2": at + [0] * 57, "s3": 4, "m0": 0x20}
        test.case("an offset that both have", before, expected(16, 0x2C))
        # Behind the end are zeros, dword by dword.
        before |= {"s6": 40}
        after = {
            f"lds[{0x2C + 16 * lane + 4 * k}]": data[(at[lane] + 16) // 4 + k] if at[lane] + 16 + 4 * k + 4 <= 40 else 0
            for lane in lanes
            for k in range(n)
        }
        test.case("zeros from outside", before | {f"{place}": 0x55 for place in after}, after)
        test.write()


def to_bf16(x):
    """To nearest even; no NaN."""
    bits = struct.unpack("<I", struct.pack("<f", x))[0]
    return bits + 0x7FFF + (bits >> 16 & 1) >> 16


def of_bf16(bits):
    return struct.unpack("<f", struct.pack("<I", bits << 16))[0]


def atomics():
    """Sums of two bf16: exact in f32, and rounded once."""
    name = "buffer_atomic_pk_add_bf16"
    test = Test(name, "both halves of memory are added to, bf16", "mubuf")
    pick = lambda: to_bf16(RNG.choice([-1, 1]) * RNG.randrange(1, 256) * 2.0 ** RNG.randrange(-4, 5))
    old = [pick() | pick() << 16 for _ in range(8)]
    data = [pick() | pick() << 16 for _ in range(8)]
    add = lambda a, b: to_bf16(of_bf16(a) + of_bf16(b))
    both = lambda a, b: add(a & 0xFFFF, b & 0xFFFF) | add(a >> 16, b >> 16) << 16
    new = [both(a, b) for a, b in zip(old, data)]
    lanes = [1, 0, 2, 3, 7, 6, 5, 4]
    before = {
        "mem0": "[" + " ".join(f"{word:#010x}" for word in old) + "]",
        "s[4:5]": "mem0",
        "s6": 32,
        "s7": 0x00027000,
        "v1": [4 * i for i in lanes] + [0] * 56,
        "v2": [data[i] for i in lanes] + [0] * 56,
        "exec": 0xFF,
    }
    test.code(f"{name} v2, v1, s[4:7], 0 offen")
    memory = {f"mem0[{4 * i}]": word for i, word in enumerate(new)}
    test.case("sums", before, memory)
    test.code(f"{name} v2, v1, s[4:7], 0 offen sc0")
    test.case("the old values", before, memory | {"v2": [old[i] for i in lanes] + [0] * 56})
    test.write()


if __name__ == "__main__":
    reads()
    to_lds()
    atomics()
