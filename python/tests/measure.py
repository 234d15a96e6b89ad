"""How fast the package is, next to what it is meant to be: `python python/tests/measure.py [WHEEL]`.

Prints a line for each figure. The exit code is 1 when one is missed. Times are those of the machine as it is, so that
one with other work to do may miss some. The matrices need Triton.
"""

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

import gcn_jit as gj

# c[i] = a[i] + b[i], for one work-group.
ADD = """
    s_load_dwordx4 s[4:7], s[0:1], 0x0
    s_load_dwordx2 s[8:9], s[0:1], 0x10
    v_lshlrev_b32_e32 v1, 2, v0
    s_waitcnt lgkmcnt(0)
    global_load_dword v2, v1, s[4:5]
    global_load_dword v3, v1, s[6:7]
    s_waitcnt vmcnt(0)
    v_add_f32_e32 v2, v2, v3
    global_store_dword v1, v2, s[8:9]
    s_endpgm
"""

_missed = []


def report(what, value, unit, bar, least=False):
    """Prints a figure: `bar` is the most that it may be, or the least."""
    if (value < bar) if least else (value > bar):
        _missed.append(what)
    limit = f"{'least' if least else 'most'} {bar} {unit}".rstrip()
    print(f"{what:<40} {value:8.2f} {unit:<2} (at {limit})")


def imports():
    """Milliseconds to import the package, in a process of its own: the least of five."""
    code = "import time; t = time.perf_counter(); import gcn_jit; print(time.perf_counter() - t)"
    each = [float(subprocess.check_output([sys.executable, "-c", code])) for _ in range(5)]
    return 1e3 * min(each)


def launches():
    """Microseconds that a launch of one work-group takes, once it is compiled: the median of 2,000."""
    kernel = gj.Module(gj.assemble(ADD, isa="gfx906"), isa="gfx906")["kernel"]
    a, b, c = (gj.asarray(np.arange(64, dtype=np.float32)) for _ in range(3))
    each = []
    for _ in range(2200):
        begin = time.perf_counter()
        kernel(a, b, c, grid=1, block=64)
        each.append(time.perf_counter() - begin)
    assert (c == 2 * np.arange(64)).all()
    return 1e6 * statistics.median(each[200:])


def matrices(n=512):
    """Milliseconds that Triton's matrix product takes on gfx906, by type: the least of five, taken in turns."""
    os.environ.setdefault("TRITON_DEFAULT_FP_FUSION", "1")
    import triton.language as tl

    import gcn_jit.triton as gt
    import triton_kernels as kernels

    runs, times = {}, {}
    random = np.random.default_rng(1)
    with gt.activate("gfx906"):
        for dtype, acc in ((np.float32, tl.float32), (np.float16, tl.float32), (np.int8, tl.int32)):
            a, b = (random.integers(-3, 4, (n, n)).astype(dtype) for _ in range(2))
            out = np.int32 if dtype == np.int8 else np.float32
            c = gt.empty((n, n), out)
            args = gt.tensor(a), gt.tensor(b), c, n, n, n
            sizes = dict(BM=64, BN=64, BK=32, ACC=acc)
            runs[np.dtype(dtype).name] = args, sizes
            kernels.matmul[(n // 64, n // 64)](*args, **sizes)
            assert (c.numpy() == a.astype(out) @ b.astype(out)).all()
        for _ in range(5):
            for name, (args, sizes) in runs.items():
                begin = time.perf_counter()
                kernels.matmul[(n // 64, n // 64)](*args, **sizes)
                times.setdefault(name, []).append(time.perf_counter() - begin)
    return {name: 1e3 * min(each) for name, each in times.items()}


def matrix_units(n=1024):
    """Seconds of the clock and of the processors that a matrix product by matrix instructions takes, by target and type."""
    import ml_dtypes
    import triton.language as tl

    import gcn_jit.triton as gt
    import triton_kernels as kernels

    fp8 = {"gfx942": ml_dtypes.float8_e4m3fnuz, "gfx950": ml_dtypes.float8_e4m3fn}
    random = np.random.default_rng(1)
    given = [random.standard_normal((n, n)).astype(np.float32) for _ in range(2)]
    for target, dtype in [(t, d) for t in ("gfx942", "gfx950") for d in (fp8[t], np.float16, ml_dtypes.bfloat16)]:
        with gt.activate(target):
            a, b = (x.astype(dtype) for x in given)
            c = gt.empty((n, n), np.float32)
            args = gt.tensor(a), gt.tensor(b), c, n, n, n
            times = []
            for _ in range(5):
                begin = time.perf_counter(), time.process_time()
                kernels.matmul[(n // 128, n // 128)](*args, BM=128, BN=128, BK=64, ACC=tl.float32)
                times.append((time.perf_counter() - begin[0], time.process_time() - begin[1]))
            expected = a.astype(np.float64) @ b.astype(np.float64)
            assert abs(c.numpy() - expected).max() < 1e-5 * abs(expected).max()
        clock, processors = min(times)
        print(f"matrices of {n} x {n}, {target}, {np.dtype(dtype).name}: {clock:.3f} s, of all threads {processors:.3f} s")


def main():
    if len(sys.argv) > 1:
        report("size of the wheel", Path(sys.argv[1]).stat().st_size / 1e6, "MB", 8)
    report("import", imports(), "ms", 100)
    report("launch of one work-group, three arrays", launches(), "us", 50)
    try:
        ms = matrices()
    except ImportError as e:
        print(f"no matrices: {e}")
    else:
        print("matrices of 512 x 512:", ", ".join(f"{name} {time:.1f} ms" for name, time in ms.items()))
        report("their speed in f16, that in f32 being 1", ms["float32"] / ms["float16"], "", 0.5, least=True)
        report("their speed in i8, that in f32 being 1", ms["float32"] / ms["int8"], "", 1, least=True)
        matrix_units()
    sys.exit(f"missed: {', '.join(_missed)}" if _missed else 0)


if __name__ == "__main__":
    main()
