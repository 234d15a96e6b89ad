"""MODEL.mlir on the GPU and on IREE's own CPU backend, and by numpy: the results have to be equal but for rounding.

Inputs are of a generator with a fixed start. Each result is a sum of up to 1,152 products and rounded at each: the
largest difference allowed is 1e-4 of the largest value, for each pair of the three."""

import os
import re
import sys

import iree.compiler
import iree.runtime
import numpy


def inputs(text):
    """Values for the arguments of @main: weights are so small that sums keep the size of what they sum up."""
    draw = numpy.random.default_rng(1)
    arguments = re.search(r"@main\((.*?)\)", text, re.S)[1]
    for name, shape in re.findall(r"%(\w+): tensor<([\dx]+)xf32>", arguments):
        shape = [int(n) for n in shape.split("x")]
        # Weights are [out, in, y, x] in convolutions and [in, out] in the product.
        terms = {4: lambda: numpy.prod(shape[1:]), 2: lambda: shape[0]}.get(len(shape), lambda: 1)()
        scale = 1.0 if name == "x" else terms**-0.5
        yield draw.standard_normal(shape, numpy.float32) * numpy.float32(scale)


def convolution(x, w, stride):
    """In f64, all channels at once for each place of the window."""
    pad = w.shape[2] // 2
    x = numpy.pad(x[0].astype(numpy.float64), ((0, 0), (pad, pad), (pad, pad)))
    size = (x.shape[1] - w.shape[2]) // stride + 1
    out = numpy.zeros((w.shape[0], size, size))
    for i in range(w.shape[2]):
        for j in range(w.shape[3]):
            part = x[:, i : i + size * stride : stride, j : j + size * stride : stride][:, :size, :size]
            out += numpy.tensordot(w[:, :, i, j].astype(numpy.float64), part, 1)
    return out[None]


def expected(model, x, *w):
    def bias(b):
        return b[None, :, None, None]

    if model == "head":
        return x.astype(numpy.float64).mean((2, 3)) @ w[0] + w[1]
    stride = 2 if model == "downsample" else 1
    inner = numpy.maximum(convolution(x, w[0], stride) + bias(w[1]), 0)
    short = convolution(x, w[4], 2) + bias(w[5]) if model == "downsample" else x
    return numpy.maximum(convolution(inner, w[2], 1) + bias(w[3]) + short, 0)


def run(text, values, driver, *options):
    code = iree.compiler.compile_str(text, input_type="stablehlo", extra_args=list(options))
    config = iree.runtime.Config(driver)
    module = iree.runtime.load_vm_module(iree.runtime.VmModule.copy_buffer(config.vm_instance, code), config)
    return module.main(*values).to_host()


def main():
    path = sys.argv[1]
    model = os.path.basename(path).removesuffix(".mlir")
    text = open(path).read()
    values = list(inputs(text))
    target = os.environ["GCN_JIT_TARGETS"].split(",")[0]
    results = {
        "GPU": run(text, values, "hip", "--iree-hal-target-backends=rocm", f"--iree-rocm-target={target}"),
        "CPU": run(text, values, "local-task", "--iree-hal-target-backends=llvm-cpu", "--iree-llvmcpu-target-cpu=generic"),
        "numpy": expected(model, *values),
    }
    right = True
    for one, other in ("GPU", "CPU"), ("GPU", "numpy"), ("CPU", "numpy"):
        a, b = results[one], results[other]
        error = abs(a.astype(numpy.float64) - b).max() / abs(b).max()
        good = a.shape == b.shape and error <= 1e-4
        right &= bool(good)
        print(f"{model} {one} and {other}: {error:.2g} {'right' if good else 'WRONG'}")
    return not right


sys.exit(main())
