#!/usr/bin/env python3
"""Writes vop2/dpp.gcn: where each lane's first source comes from under DPP.

The lane rules are those of the manual's chapter on SDWA and DPP (CLRX GCN documentation), except that
BOUND_CTRL's meaning follows its prose, not its formula: set, an invalid source reads as 0; clear, the
lane is not written. Run assemble.py afterwards.
"""

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


CONTROLS = (
    ("quad_perm:[0,1,2,3]", lambda n: n),
    ("quad_perm:[1,0,3,2]", lambda n: n ^ 1),
    ("quad_perm:[3,3,0,1]", lambda n: n - n % 4 + (3, 3, 0, 1)[n % 4]),
    ("row_shl:1", row(lambda i: i + 1)),
    ("row_shl:15", row(lambda i: i + 15)),
    ("row_shr:1", row(lambda i: i - 1)),
    ("row_shr:7", row(lambda i: i - 7)),
    ("row_ror:1", row(lambda i: (i - 1) % 16)),
    ("row_ror:12", row(lambda i: (i - 12) % 16)),
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
        written = row_mask >> (n // 16) & 1 and bank_mask >> (n // 4 % 4) & 1 and (valid or bound)
        out.append((change(0x100 + s) if valid else 0) if written else OLD)
    return out


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
