"""numba-hip: two kernels in Python, one with shared memory and barriers; whole numbers, so exact."""

import sys

import numpy
from numba import float32, hip

SIZE = 128


@hip.jit
def axpy(a, x, y):
    i = hip.grid(1)
    if i < y.size:
        y[i] = a * x[i] + y[i]


@hip.jit
def sums(x, out):
    part = hip.shared.array(SIZE, float32)
    lane = hip.threadIdx.x
    i = hip.grid(1)
    part[lane] = x[i] if i < x.size else 0
    hip.syncthreads()
    step = SIZE // 2
    while step > 0:
        if lane < step:
            part[lane] += part[lane + step]
        hip.syncthreads()
        step //= 2
    if lane == 0:
        out[hip.blockIdx.x] = part[0]


def main():
    n = 3000
    x = numpy.arange(n, dtype=numpy.float32)
    y = numpy.arange(n, dtype=numpy.float32)[::-1].copy()
    on_device = hip.to_device(y)
    blocks = -(-n // SIZE)
    axpy[blocks, SIZE](numpy.float32(3), hip.to_device(x), on_device)
    right = {"axpy": numpy.array_equal(on_device.copy_to_host(), 3 * x + y)}
    out = hip.to_device(numpy.zeros(blocks, numpy.float32))
    sums[blocks, SIZE](hip.to_device(x), out)
    # Below 2^24 each sum is exact.
    padded = numpy.append(x, numpy.zeros(blocks * SIZE - n, numpy.float32))
    right["sums"] = numpy.array_equal(out.copy_to_host(), padded.reshape(blocks, SIZE).sum(1))
    for name, good in right.items():
        print(f"numba-hip {name}:", "right" if good else "WRONG")
    return not all(right.values())


sys.exit(main())
