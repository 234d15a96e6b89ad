#!/usr/bin/env python3
"""Writes the DPP tests of VOP1 and VOP2 (LLVM has no DPP of VOPC): where each lane's first source comes from under DPP.

The lane rules are those of the manual's chapter on SDWA and DPP (CLRX GCN documentation), except that
BOUND_CTRL's meaning follows its prose, not its formula: set, an invalid source reads as 0; clear, the
lane is not written. row_bcast is taken from its description too: its formula mixes up rows. Run assemble.py
afterwards.
"""

from fractions import Fraction

from model import F32, M32, NEAREST
from testfile import ALL, ODD_EXEC, Test

OLD = 0xEEEEEEEE


def row(f):
    """A source lane within the row of 16, None outside."""

    def source(lane):
        i = f(lane % 16)
        return lane - lane % 16 + i if i is not None and 0 <= i < 16 else None

    return source


def inside(lane):
    return lane if 0 <= lane < 64 else None


def quad(*lanes):
    return (f"quad_perm:[{','.join(map(str, lanes))}]", lambda n: n - n % 4 + lanes[n % 4])


CONTROLS = (
    *(quad(*lanes) for lanes in ((0, 1, 2, 3), (1, 0, 3, 2), (3, 3, 0, 1), (0, 0, 0, 0), (3, 2, 1, 0), (2, 2, 2, 2), (1, 3, 1, 3))),
    *((f"row_shl:{k}", row(lambda i, k=k: i + k)) for k in range(1, 16)),
    *((f"row_shr:{k}", row(lambda i, k=k: i - k)) for k in range(1, 16)),
    *((f"row_ror:{k}", row(lambda i, k=k: (i - k) % 16)) for k in range(1, 16)),
    ("wave_shl:1", lambda n: inside(n + 1)),
    ("wave_rol:1", lambda n: (n + 1) % 64),
    ("wave_shr:1", lambda n: inside(n - 1)),
    ("wave_ror:1", lambda n: (n - 1) % 64),
    ("row_mirror", row(lambda i: 15 - i)),
    ("row_half_mirror", row(lambda i: i - i % 8 + 7 - i % 8)),
    ("row_bcast:15", lambda n: n - n % 16 - 1 if n >= 16 else None),
    ("row_bcast:31", lambda n: 31 if n >= 32 else None),
)


def expected(source, exec_=ALL, bound=False, row_mask=0xF, bank_mask=0xF, change=lambda x: x):
    """Lane by lane; v0 holds 0x100 + lane, v1 0, v2 OLD."""
    out = []
    for n in range(64):
        s = source(n)
        valid = s is not None and exec_ >> s & 1
        written = exec_ >> n & 1 and row_mask >> (n // 16) & 1 and bank_mask >> (n // 4 % 4) & 1 and (valid or bound)
        out.append((change(0x100 + s) if valid else 0) if written else OLD)
    return out


def others():
    """Other encodings and types than that of the first file."""
    for name, encoding in (("dpp_with_modifiers", "vop1"), ("dpp_with_more_operands", "vop2")):
        t = Test(name, "the first source comes from another lane", encoding)
        t.lines[0] = "# Written by generate_dpp.py."
        masks = "row_mask:0xf bank_mask:0xf"
        before = {"v0": [0x100 + n for n in range(64)], "v2": OLD}
        picked = [dict(CONTROLS)[c] for c in CHOSEN]
        for control, source in zip(CHOSEN, picked):
            if encoding == "vop1":
                t.code(f"v_not_b32_dpp v2, v0 {control} {masks}")
                t.case(f"{control}: lanes without source", before, {"v2": expected(source, change=lambda x: ~x & M32)})
                t.code(f"v_not_b32_dpp v0, v0 {control} {masks} bound_ctrl:0")
                out = [~(0x100 + source(n) if source(n) is not None else 0) & M32 for n in range(64)]
                t.case(f"{control}: the destination is the source", {"v0": before["v0"]}, {"v0": out})
                t.code(f"v_cvt_f32_f16_dpp v2, -|v0| {control} {masks} bound_ctrl:0")
                # 0x100 + n are denormals of f16: multiples of 2^-24. The zero of a missing source is negated.
                out = [F32.round(Fraction(-(0x100 + source(n)), 1 << 24), NEAREST) if source(n) is not None else 1 << 31 for n in range(64)]
                t.case(f"{control}: ABS and NEG of an f16", before, {"v2": out})
            else:
                t.code(f"v_add_u16_dpp v2, v0, v1 {control} {masks} bound_ctrl:0")
                out = [(0x100 + source(n) if source(n) is not None else 0) + 0xFF80 & 0xFFFF for n in range(64)]
                t.case(f"{control}: 16 bits, the upper half becomes 0", {**before, "v1": 0xFF80}, {"v2": out})
                t.code(f"v_mac_f32_dpp v2, v0, v1 {control} {masks}")
                ones = [F32.round(Fraction(n + 1), NEAREST) for n in range(64)]
                out = [F32.round(Fraction(2 * (source(n) + 1) + 3), NEAREST) if source(n) is not None else F32.round(Fraction(3), NEAREST) for n in range(64)]
                t.case(f"{control}: a destination that is also the addend", {"v0": ones, "v1": "2.0f", "v2": "3.0f"}, {"v2": out})
                t.code(f"v_add_co_u32_dpp v2, vcc, v0, v1 {control} {masks} bound_ctrl:0", gfx8=f"v_add_u32_dpp v2, vcc, v0, v1 {control} {masks} bound_ctrl:0")
                out = [(0x100 + source(n) if source(n) is not None else 0) + 0xFFFFFEE0 for n in range(64)]
                t.case(f"{control}: carries", {**before, "v1": 0xFFFFFEE0}, {"v2": [x & M32 for x in out], "vcc": sum((x >> 32) << n for n, x in enumerate(out))})
                t.code(f"v_cndmask_b32_dpp v2, v0, v1, vcc {control} {masks} bound_ctrl:0")
                out = [7 if n % 3 == 0 else 0x100 + source(n) if source(n) is not None else 0 for n in range(64)]
                t.case(f"{control}: the lane's own bit of VCC chooses", {**before, "v1": 7, "vcc": sum(1 << n for n in range(0, 64, 3))}, {"v2": out})
        t.write()


CHOSEN = ("quad_perm:[1,0,3,2]", "row_shl:3", "row_shr:4", "row_ror:5", "wave_shl:1", "wave_ror:1", "row_mirror", "row_half_mirror", "row_bcast:15", "row_bcast:31")


def main():
    t = Test("dpp", "the first source comes from another lane, through v_or_b32 with a zero in S1")
    t.lines[0] = "# Written by generate_dpp.py."
    before = {"v0": [0x100 + n for n in range(64)], "v1": 0, "v2": OLD}
    masks = "row_mask:0xf bank_mask:0xf"
    for control, source in CONTROLS:
        t.code(f"v_or_b32_dpp v2, v0, v1 {control} {masks}")
        t.case(f"{control}: a lane without source is not written", before, {"v2": expected(source)})
        t.code(f"v_or_b32_dpp v2, v0, v1 {control} {masks} bound_ctrl:0")
        t.case(f"{control}: BOUND_CTRL set, a lane without source gets 0", before, {"v2": expected(source, bound=True)})
        t.case(f"{control}: BOUND_CTRL set, inactive sources are 0", {**before, "exec": ODD_EXEC}, {"v2": expected(source, ODD_EXEC, True)})
        t.code(f"v_or_b32_dpp v2, v0, v1 {control} {masks}")
        t.case(f"{control}: a lane whose source is inactive is not written", {**before, "exec": ODD_EXEC}, {"v2": expected(source, ODD_EXEC)})
        t.code(f"v_or_b32_dpp v2, v0, v1 {control} row_mask:0xa bank_mask:0x6 bound_ctrl:0")
        t.case(f"{control}: rows and banks masked out are not written", before, {"v2": expected(source, bound=True, row_mask=10, bank_mask=6)})
    mirror = dict(CONTROLS)["row_mirror"]
    t.code(f"v_or_b32_dpp v2, v0, v1 row_mirror {masks}")
    t.case("a source lane that is inactive counts as missing", {**before, "exec": ODD_EXEC}, {"v2": expected(mirror, ODD_EXEC)})
    t.code(f"v_or_b32_dpp v2, v0, v1 row_mirror {masks} bound_ctrl:0")
    t.case("a source lane that is inactive reads as 0 with BOUND_CTRL", {**before, "exec": ODD_EXEC}, {"v2": expected(mirror, ODD_EXEC, True)})
    t.code("v_or_b32_dpp v2, v0, v1 row_mirror row_mask:0x5 bank_mask:0xf")
    t.case("rows masked out are not written", before, {"v2": expected(mirror, row_mask=5)})
    t.code("v_or_b32_dpp v2, v0, v1 row_shl:1 row_mask:0xf bank_mask:0x9 bound_ctrl:0")
    t.case("banks masked out are not written", before, {"v2": expected(dict(CONTROLS)["row_shl:1"], bound=True, bank_mask=9)})
    t.code(f"v_or_b32_dpp v0, v0, v1 row_ror:1 {masks}")
    t.case("the destination is the source", {k: before[k] for k in ("v0", "v1")}, {"v0": expected(dict(CONTROLS)["row_ror:1"])})
    t.code(f"v_add_f32_dpp v2, -|v0|, v1 quad_perm:[1,0,3,2] {masks}")
    t.case("ABS and NEG follow the permutation", {"v0": ["1.5f", "-2.5f"], "v1": 0, "v2": OLD}, {"v2": ["-2.5f", "-1.5f"]})
    t.code(f"v_sub_f32_dpp v2, v0, v1 quad_perm:[1,0,3,2] {masks}")
    t.case("only the first source is permuted", {"v0": ["1.0f", "5.0f"], "v1": ["1.0f", "2.0f"]}, {"v2": ["4.0f", "-1.0f"]})
    t.write()


if __name__ == "__main__":
    main()
    others()
