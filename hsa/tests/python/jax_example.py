"""JAX: what XLA compiles itself (elementwise, sums, sorts, random numbers, a gradient), and what it calls AMD's libraries
for (products, solving, Fourier transforms), compared with NumPy in f64.

Rounding may differ by 1e-4 of the largest value; sorted values and whole numbers are exact. JAX looks for cards in
/sys/class/kfd, where there are none here, before it asks HIP: it is told that there is one."""

import os
import sys

# It would choose each product's kernel by measuring, which takes minutes here: see docs/rocm-7.2.md.
os.environ["XLA_FLAGS"] = "--xla_gpu_autotune_level=0"

import jax._src.hardware_utils

jax._src.hardware_utils.num_available_amd_gpus = lambda stop_at=None: 1

import jax
import jax.numpy as jnp
import numpy

# By itself it rounds f32 to xf32 for products on gfx942, which has instructions for that.
jax.config.update("jax_default_matmul_precision", "highest")


def cases():
    draw = numpy.random.default_rng(1)
    a, b = (draw.standard_normal(shape) for shape in ((100, 80), (80, 50)))
    x = draw.standard_normal(5000)
    square = draw.standard_normal((40, 40)) + 40 * numpy.eye(40)
    f32 = [jnp.asarray(v, jnp.float32) for v in (a, b, x, square)]
    fa, fb, fx, fs = f32
    a, b, x, square = (numpy.asarray(v, numpy.float64) for v in f32)
    yield "elementwise", jnp.exp(fx) * jnp.sin(fx) + 1, numpy.exp(x) * numpy.sin(x) + 1
    yield "sum", fa.sum(1), a.sum(1)
    yield "whole numbers", jnp.arange(5000, dtype=jnp.int32).cumsum(), numpy.arange(5000).cumsum()
    yield "sort", jnp.sort(fx), numpy.sort(x)
    yield "product", fa @ fb, a @ b
    half = fa.astype(jnp.bfloat16), fb.astype(jnp.bfloat16)
    exact = [numpy.asarray(v.astype(jnp.float32), numpy.float64) for v in half]
    yield "product of bf16", jnp.dot(*half, preferred_element_type=jnp.float32), exact[0] @ exact[1]
    e = numpy.exp(a - a.max(1, keepdims=True))
    yield "softmax", jax.nn.softmax(fa), e / e.sum(1, keepdims=True)
    yield "gradient", jax.grad(lambda v: jnp.sum(jnp.tanh(v) ** 2))(fx), 2 * numpy.tanh(x) / numpy.cosh(x) ** 2
    yield "fft", jnp.fft.fft(fx[:1024]), numpy.fft.fft(x[:1024])
    yield "solve", jnp.linalg.solve(fs, fs @ fb[:40]), b[:40]
    # The same numbers on every kind of device: those of the CPU.
    key = jax.random.key(7)
    with jax.default_device(jax.devices("cpu")[0]):
        known = numpy.asarray(jax.random.bits(jax.random.key(7), (1000,)))
    yield "random bits", jax.random.bits(key, (1000,)), known


def main():
    wrong = jax.devices()[0].platform not in ("gpu", "rocm")
    print("on", jax.devices())
    for name, result, expected in cases():
        result = numpy.asarray(result)
        is_exact = result.dtype.kind in "iu" or name == "sort"
        limit = 0 if is_exact else 1e-4 * abs(expected).max()
        error = abs(result.astype(expected.dtype if is_exact else numpy.complex128) - expected).max()
        good = result.shape == expected.shape and error <= limit
        wrong |= not good
        print(f"{name}: {error:.2g} {'right' if good else 'WRONG'}", flush=True)
    return wrong


sys.exit(main())
