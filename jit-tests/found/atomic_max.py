"""Makes most-gfx90a.hsaco and most-gfx942.hsaco with Triton 3.9.0: the largest of 64 signed numbers, by an atomic."""

from pathlib import Path

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource


@triton.jit
def most(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    # One address for all lanes.
    tl.atomic_max(out + 0 * i, tl.load(x + i))


for target in ("gfx90a", "gfx942"):
    source = ASTSource(most, {"x": "*i32", "out": "*i32", "N": "constexpr"}, {"N": 64})
    kernel = triton.compile(source, GPUTarget("hip", target, 64), {"num_warps": 1})
    (Path(__file__).parent / f"most-{target}.hsaco").write_bytes(kernel.asm["hsaco"])
