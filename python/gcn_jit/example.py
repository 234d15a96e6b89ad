"""`python -m gcn_jit.example`: assembles a kernel and runs it."""

import numpy

import gcn_jit

SQUARES = """
    s_load_dwordx2 s[4:5], s[0:1], 0x0      ; the array
    s_load_dword s6, s[0:1], 0x8            ; the number that is added
    s_lshl_b32 s2, s2, 6                    ; 64 work-items per work-group
    v_add_u32_e32 v0, s2, v0
    v_mul_lo_u32 v1, v0, v0
    s_waitcnt lgkmcnt(0)
    v_add_u32_e32 v1, s6, v1
    v_lshlrev_b32_e32 v0, 2, v0
    global_store_dword v0, v1, s[4:5]
    s_endpgm
"""


def main() -> None:
    module = gcn_jit.Module(gcn_jit.assemble(SQUARES, isa="gfx906"), isa="gfx906")
    squares = gcn_jit.zeros(1024, numpy.uint32)
    stats = module["kernel"](squares, numpy.uint32(1), grid=16, block=64)
    expected = numpy.arange(1024, dtype=numpy.uint32) ** 2 + 1
    assert (squares == expected).all()
    print(module["kernel"].disassemble())
    print(f"{squares[:5]} ... {squares[-1]}: {stats.waves} waves, {stats.instructions} instructions")


if __name__ == "__main__":
    main()
