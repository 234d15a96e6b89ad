"""tinygrad by HIP or by OpenCL (the argument: HIP or CL), compared with NumPy.

The largest difference allowed is 1e-5 of the largest value."""

import os
import sys

os.environ["DEV"] = sys.argv[1]
# It looks for the library by another name than Debian's.
os.environ.setdefault("HIP_PATH", "/usr/lib/x86_64-linux-gnu/libamdhip64.so")

import numpy
from tinygrad import Device, Tensor


def cases():
    draw = numpy.random.default_rng(1)
    a, b, x, w = (draw.standard_normal(s, numpy.float32) for s in ((64, 80), (80, 50), (1, 8, 16, 16), (4, 8, 3, 3)))
    on_device = Tensor(a)
    yield "elementwise", on_device * 2 + 1, a * 2 + 1
    yield "sum", on_device.sum(1), a.sum(1)
    yield "product", on_device @ Tensor(b), a @ b
    e = numpy.exp(a - a.max(1, keepdims=True))
    yield "softmax", on_device.softmax(), e / e.sum(1, keepdims=True)
    padded = numpy.pad(x[0], ((0, 0), (1, 1), (1, 1)))
    window = [(i, j) for i in range(3) for j in range(3)]
    expected = sum(numpy.tensordot(w[:, :, i, j], padded[:, i : i + 16, j : j + 16], 1) for i, j in window)
    yield "convolution", Tensor(x).conv2d(Tensor(w), padding=1), expected[None]


def main():
    wrong = Device.DEFAULT != sys.argv[1]
    for name, result, expected in cases():
        error = abs(result.numpy() - expected).max() / abs(expected).max()
        good = result.shape == expected.shape and error <= 1e-5
        wrong |= not good
        print(f"{name}: {error:.2g} {'right' if good else 'WRONG'}", flush=True)
    return bool(wrong)


sys.exit(main())
