"""Triton kernels of the tests. They are in a file of their own since Triton reads their source."""

import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def add(x, y, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i, mask=i < n) + tl.load(y + i, mask=i < n), mask=i < n)


@triton.jit
def pointwise(x, out, n, low, high, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n, other=0.0)
    v = tl.where(v < 0, tl.exp(v), tl.sqrt(v))
    tl.store(out + i, tl.minimum(tl.maximum(v, low), high), mask=i < n)


@triton.jit
def transcendental(x, out, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n, other=0.5)
    tl.store(out + i, libdevice.asin(v) + tl.sin(v) * tl.log(v + 2.0), mask=i < n)


@triton.jit
def divisions(x, y, quotient, rest, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    a = tl.load(x + i, mask=i < n, other=0)
    b = tl.load(y + i, mask=i < n, other=1)
    tl.store(quotient + i, a // b, mask=i < n)
    tl.store(rest + i, a % b, mask=i < n)


@triton.jit
def row_sum(x, out, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    tl.store(out + row, tl.sum(tl.load(x + row * columns + i, mask=i < columns, other=0), axis=0))


@triton.jit
def row_extremes(x, least, most, where, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    v = tl.load(x + row * columns + i, mask=i < columns, other=float("inf"))
    tl.store(least + row, tl.min(v, axis=0))
    v = tl.load(x + row * columns + i, mask=i < columns, other=-float("inf"))
    tl.store(most + row, tl.max(v, axis=0))
    tl.store(where + row, tl.argmax(v, axis=0))


@triton.jit
def softmax(x, out, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    v = tl.load(x + row * columns + i, mask=i < columns, other=-float("inf"))
    e = tl.exp(v - tl.max(v, axis=0))
    tl.store(out + row * columns + i, e / tl.sum(e, axis=0), mask=i < columns)


@triton.jit
def layer_norm(x, out, weight, bias, mean, rstd, columns, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    m = i < columns
    v = tl.load(x + row * columns + i, mask=m, other=0.0)
    mu = tl.sum(v, axis=0) / columns
    d = tl.where(m, v - mu, 0.0)
    r = 1 / tl.sqrt(tl.sum(d * d, axis=0) / columns + eps)
    tl.store(mean + row, mu)
    tl.store(rstd + row, r)
    w = tl.load(weight + i, mask=m)
    b = tl.load(bias + i, mask=m)
    tl.store(out + row * columns + i, d * r * w + b, mask=m)


@triton.jit
def layer_norm_backward(dx, dy, dw, x, weight, mean, rstd, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    m = i < columns
    v = tl.load(x + row * columns + i, mask=m, other=0.0)
    g = tl.load(dy + row * columns + i, mask=m, other=0.0)
    w = tl.load(weight + i, mask=m, other=0.0)
    r = tl.load(rstd + row)
    hat = tl.where(m, (v - tl.load(mean + row)) * r, 0.0)
    wg = w * g
    c1 = tl.sum(hat * wg, axis=0) / columns
    c2 = tl.sum(wg, axis=0) / columns
    tl.store(dx + row * columns + i, (wg - (hat * c1 + c2)) * r, mask=m)
    tl.atomic_add(dw + i, g * hat, mask=m)


@triton.jit
def dropout(x, out, n, p, seed, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    keep = tl.rand(seed, i) > p
    v = tl.load(x + i, mask=i < n)
    tl.store(out + i, tl.where(keep, v / (1 - p), 0.0), mask=i < n)


@triton.jit
def philox(out, seed, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.randint(seed, i))


@triton.jit
def matmul(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, ACC: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    acc = tl.zeros((BM, BN), dtype=ACC)
    for k in range(0, K, BK):
        rk = k + tl.arange(0, BK)
        x = tl.load(a + rm[:, None] * K + rk[None, :], mask=(rm[:, None] < M) & (rk[None, :] < K), other=0.0)
        y = tl.load(b + rk[:, None] * N + rn[None, :], mask=(rk[:, None] < K) & (rn[None, :] < N), other=0.0)
        acc = tl.dot(x, y, acc, out_dtype=ACC)
    tl.store(c + rm[:, None] * N + rn[None, :], acc, mask=(rm[:, None] < M) & (rn[None, :] < N))


@triton.jit
def widened(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, tl.load(x + i).to(tl.float32))


@triton.jit
def scaled_matmul(
    a, a_scale, b, b_scale, c,
    M: tl.constexpr, N: tl.constexpr, K: tl.constexpr,
    A: tl.constexpr, B: tl.constexpr, A_PACKED: tl.constexpr, B_PACKED: tl.constexpr,
):  # fmt: skip
    """Formats A and B, of which A_PACKED and B_PACKED elements lie in a byte along K; without scales where they are None."""
    rm, rn, groups = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K // 32)
    ka, kb = tl.arange(0, K // A_PACKED), tl.arange(0, K // B_PACKED)
    x = tl.load(a + rm[:, None] * (K // A_PACKED) + ka[None, :])
    y = tl.load(b + kb[:, None] * N + rn[None, :])
    p = None
    q = None
    if a_scale is not None:
        p = tl.load(a_scale + rm[:, None] * (K // 32) + groups[None, :])
    if b_scale is not None:
        q = tl.load(b_scale + rn[:, None] * (K // 32) + groups[None, :])
    acc = tl.dot_scaled(x, p, A, y, q, B)
    tl.store(c + rm[:, None] * N + rn[None, :], acc)


@triton.jit
def convert(x, out, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n)
    tl.store(out + i, v.to(out.dtype.element_ty), mask=i < n)


@triton.jit
def grouped_matmul(a, b, c, sizes, groups, B: tl.constexpr):
    tile = tl.program_id(0)
    for g in range(groups):
        n = tl.load(sizes + g)
        x = tl.load(a + g).to(tl.pointer_type(tl.float32))
        y = tl.load(b + g).to(tl.pointer_type(tl.float32))
        z = tl.load(c + g).to(tl.pointer_type(tl.float32))
        r = tile * B + tl.arange(0, B)
        cols = tl.arange(0, B)
        for first in range(0, n, B):
            acc = tl.zeros((B, B), dtype=tl.float32)
            for k in range(0, n, B):
                rk = k + tl.arange(0, B)
                p = tl.load(x + r[:, None] * n + rk[None, :], mask=r[:, None] < n, other=0.0)
                q = tl.load(y + rk[:, None] * n + first + cols[None, :])
                acc = tl.dot(p, q, acc)
            tl.store(z + r[:, None] * n + first + cols[None, :], acc, mask=r[:, None] < n)


# On gfx942 tl.dot of f32 takes 10 bits of the fraction unless "ieee" asks for all.
@triton.jit
def attention(q, k, v, out, n, scale, CAUSAL: tl.constexpr, B: tl.constexpr, D: tl.constexpr):
    rows = tl.program_id(0) * B + tl.arange(0, B)
    d = tl.arange(0, D)
    query = tl.load(q + rows[:, None] * D + d[None, :])
    most = tl.full((B,), -float("inf"), tl.float32)
    total = tl.zeros((B,), tl.float32)
    acc = tl.zeros((B, D), tl.float32)
    for start in range(0, n, B):
        columns = start + tl.arange(0, B)
        key = tl.load(k + columns[None, :] * D + d[:, None])
        s = tl.dot(query, key, input_precision="ieee") * scale
        if CAUSAL:
            s = tl.where(rows[:, None] >= columns[None, :], s, -1.0e30)
        new = tl.maximum(most, tl.max(s, axis=1))
        p = tl.exp(s - new[:, None])
        factor = tl.exp(most - new)
        total = total * factor + tl.sum(p, axis=1)
        value = tl.load(v + columns[:, None] * D + d[None, :])
        acc = tl.dot(p, value, acc * factor[:, None], input_precision="ieee")
        most = new
    tl.store(out + rows[:, None] * D + d[None, :], acc / total[:, None])


@triton.jit
def attention_backward(
    q, k, v, g, logs, delta, dq, dk, dv, n, scale, CAUSAL: tl.constexpr, B: tl.constexpr, D: tl.constexpr
):
    """The gradients of `attention` for those of its result, `g`: a block of keys and values for each program, and all
    rows in turn, for which the logarithms of their sums of exponentials and the sums of result times gradient are given.
    """
    columns = tl.program_id(0) * B + tl.arange(0, B)
    d = tl.arange(0, D)
    key = tl.load(k + columns[:, None] * D + d[None, :])
    value = tl.load(v + columns[:, None] * D + d[None, :])
    key_gradient = tl.zeros((B, D), tl.float32)
    value_gradient = tl.zeros((B, D), tl.float32)
    for start in range(0, n, B):
        rows = start + tl.arange(0, B)
        query = tl.load(q + rows[:, None] * D + d[None, :])
        gradient = tl.load(g + rows[:, None] * D + d[None, :])
        s = tl.dot(query, tl.trans(key), input_precision="ieee") * scale
        if CAUSAL:
            s = tl.where(rows[:, None] >= columns[None, :], s, -1.0e30)
        p = tl.exp(s - tl.load(logs + rows)[:, None])
        value_gradient = tl.dot(tl.trans(p), gradient, value_gradient, input_precision="ieee")
        dp = tl.dot(gradient, tl.trans(value), input_precision="ieee")
        ds = p * (dp - tl.load(delta + rows)[:, None]) * scale
        key_gradient = tl.dot(tl.trans(ds), query, key_gradient, input_precision="ieee")
        # Other programs have parts of it, too.
        tl.atomic_add(dq + rows[:, None] * D + d[None, :], tl.dot(ds, key, input_precision="ieee"))
    tl.store(dk + columns[:, None] * D + d[None, :], key_gradient)
    tl.store(dv + columns[:, None] * D + d[None, :], value_gradient)


@triton.jit
def convolution(x, w, out, height, width, R: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    acc = tl.zeros((BLOCK,), tl.float32)
    for dy in tl.static_range(-R, R + 1):
        for dx in tl.static_range(-R, R + 1):
            y = row + dy
            c = i + dx
            m = (y >= 0) & (y < height) & (c >= 0) & (c < width)
            acc += tl.load(x + y * width + c, mask=m, other=0.0) * tl.load(w + (dy + R) * (2 * R + 1) + dx + R)
    tl.store(out + row * width + i, acc, mask=i < width)


@triton.jit
def atomics(x, total, least, most, both, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    m = i < n
    v = tl.load(x + i, mask=m, other=0)
    tl.atomic_add(total + i % 7, v, mask=m)
    tl.atomic_min(least + i % 7, v, mask=m)
    tl.atomic_max(most + i % 7, v, mask=m)
    tl.atomic_xor(both + i % 7, v, mask=m)


@triton.jit
def atomic_sum(x, total, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_add(total + i % 5, tl.load(x + i, mask=i < n, other=0.0), mask=i < n)


@triton.jit
def locked(lock, counter):
    while tl.atomic_cas(lock, 0, 1) == 1:
        pass
    tl.store(counter, tl.load(counter) + 1)
    tl.debug_barrier()
    tl.atomic_xchg(lock, 0)


@triton.jit
def gather(x, index, out, B: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    j = tl.arange(0, B)
    source = tl.load(x + i)
    tl.store(out + j, tl.gather(source, tl.load(index + j), axis=0))


@triton.jit
def transpose(x, out, rows, columns, B: tl.constexpr):
    r = tl.program_id(0) * B + tl.arange(0, B)
    c = tl.program_id(1) * B + tl.arange(0, B)
    tile = tl.load(x + r[:, None] * columns + c[None, :], mask=(r[:, None] < rows) & (c[None, :] < columns))
    tl.store(out + c[:, None] * rows + r[None, :], tl.trans(tile), mask=(c[:, None] < columns) & (r[None, :] < rows))


@triton.jit
def scan(x, out, N: tl.constexpr, REVERSE: tl.constexpr):
    i = tl.program_id(0) * N + tl.arange(0, N)
    tl.store(out + i, tl.cumsum(tl.load(x + i), axis=0, reverse=REVERSE))


@triton.jit
def _linear(a1, b1, a2, b2):
    return a1 * a2, b1 * a2 + b2


@triton.jit
def recurrence(a, b, out, N: tl.constexpr):
    i = tl.arange(0, N)
    _, y = tl.associative_scan((tl.load(a + i), tl.load(b + i)), 0, _linear)
    tl.store(out + i, y)


@triton.jit
def sort(x, out, N: tl.constexpr):
    i = tl.program_id(0) * N + tl.arange(0, N)
    tl.store(out + i, tl.sort(tl.load(x + i)))


@triton.jit
def histogram(x, out, N: tl.constexpr, BINS: tl.constexpr):
    i = tl.program_id(0) * N + tl.arange(0, N)
    tl.atomic_add(out + tl.arange(0, BINS), tl.histogram(tl.load(x + i), BINS))


@triton.jit
def described(x, out, rows, columns, B: tl.constexpr):
    source = tl.make_tensor_descriptor(x, [rows, columns], [columns, 1], [B, B])
    to = tl.make_tensor_descriptor(out, [rows, columns], [columns, 1], [B, B])
    r, c = tl.program_id(0) * B, tl.program_id(1) * B
    to.store([r, c], source.load([r, c]) * 2)


@triton.jit
def tuples(pair, out, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(pair[0] + i, mask=i < n) * pair[1], mask=i < n)


@triton.autotune([triton.Config({"BLOCK": b}) for b in (64, 256, 1024)], key=["n"])
@triton.jit
def tuned(x, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i, mask=i < n) + 1, mask=i < n)


@triton.jit
def printing(x, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n, other=0)
    tl.device_print("value", v)


@triton.jit
def asserting(x, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n, other=0)
    tl.device_assert(v < 5, "too large")
    tl.store(x + i, v + 1, mask=i < n)
