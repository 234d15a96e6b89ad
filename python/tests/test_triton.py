"""Triton kernels beside NumPy, on both backends."""

import os

import numpy as np
import pytest

os.environ.setdefault("TRITON_DEFAULT_FP_FUSION", "1")
triton = pytest.importorskip("triton")

import triton.language as tl  # noqa: E402

import gcn_jit as gj  # noqa: E402
import gcn_jit.triton as gt  # noqa: E402
import triton_kernels as kernels  # noqa: E402

rng = np.random.default_rng(7)


@pytest.fixture(params=gt.TARGETS)
def target(request):
    """Every target."""
    return request.param


@pytest.fixture(autouse=True)
def driver(backend, target):
    with gt.activate(target, backend=backend) as driver:
        yield driver


def normal(*shape, dtype=np.float32):
    return rng.standard_normal(shape).astype(dtype)


def close(got, expected, tolerance=1e-5):
    np.testing.assert_allclose(got.numpy().astype(np.float64), np.asarray(expected, np.float64), tolerance, tolerance)


@pytest.mark.parametrize("n", [1, 98, 1000])
def test_add(driver, backend, target, n):
    x, y = normal(n), normal(n)
    out = gt.empty(n)
    kernels.add[(triton.cdiv(n, 128),)](gt.tensor(x), gt.tensor(y), out, n, BLOCK=128)
    assert (out.numpy() == x + y).all()
    assert (driver.launches, driver.last.backend, driver.last.isa) == (1, backend, target)


def test_pointwise():
    x = normal(500)
    out = gt.empty(500)
    kernels.pointwise[(4,)](gt.tensor(x), out, 500, 0.25, 1.5, BLOCK=128)
    close(out, np.clip(np.where(x < 0, np.exp(np.minimum(x, 0)), np.sqrt(np.abs(x))), 0.25, 1.5))


def test_transcendental():
    x = rng.uniform(-1, 1, 300).astype(np.float32)
    out = gt.empty(300)
    kernels.transcendental[(1,)](gt.tensor(x), out, 300, BLOCK=512)
    close(out, np.arcsin(x) + np.sin(x) * np.log(x + 2.0))


@pytest.mark.parametrize("dtype", [np.int32, np.int64, np.uint32])
def test_divisions(dtype):
    n = 300
    x = rng.integers(0 if dtype == np.uint32 else -1 << 30, 1 << 30, n).astype(dtype)
    y = rng.integers(1, 1000, n).astype(dtype)
    quotient, rest = gt.empty(n, dtype), gt.empty(n, dtype)
    kernels.divisions[(3,)](gt.tensor(x), gt.tensor(y), quotient, rest, n, BLOCK=128)
    # As in C, towards zero.
    expected = np.trunc(x.astype(np.float64) / y).astype(dtype)
    assert (quotient.numpy() == expected).all() and (rest.numpy() == x - expected * y).all()


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int32, np.int64])
def test_row_sums(dtype):
    x = rng.integers(-100, 100, (9, 781)).astype(dtype)
    out = gt.empty(9, dtype)
    kernels.row_sum[(9,)](gt.tensor(x), out, 781, BLOCK=1024)
    assert (out.numpy() == x.sum(1)).all()


def test_row_extremes():
    x = normal(7, 200)
    least, most, where = gt.empty(7), gt.empty(7), gt.empty(7, np.int32)
    kernels.row_extremes[(7,)](gt.tensor(x), least, most, where, 200, BLOCK=256)
    assert (least.numpy() == x.min(1)).all() and (most.numpy() == x.max(1)).all()
    assert (where.numpy() == x.argmax(1)).all()


def test_softmax():
    x = normal(5, 781)
    out = gt.empty((5, 781))
    kernels.softmax[(5,)](gt.tensor(x), out, 781, BLOCK=1024)
    e = np.exp(x - x.max(1, keepdims=True))
    close(out, e / e.sum(1, keepdims=True))


def test_layer_norm():
    rows, columns = 6, 200
    x, dy = normal(rows, columns), normal(rows, columns)
    weight, bias = normal(columns), normal(columns)
    t = [gt.tensor(a) for a in (x, weight, bias)]
    out, mean, rstd = gt.empty((rows, columns)), gt.empty(rows), gt.empty(rows)
    kernels.layer_norm[(rows,)](t[0], out, t[1], t[2], mean, rstd, columns, 1e-5, BLOCK=256)
    mu, var = x.mean(1, keepdims=True), x.var(1, keepdims=True)
    hat = (x - mu) / np.sqrt(var + 1e-5)
    close(out, hat * weight + bias, 1e-4)
    dx, dw = gt.empty((rows, columns)), gt.zeros(columns)
    kernels.layer_norm_backward[(rows,)](dx, gt.tensor(dy), dw, t[0], t[1], mean, rstd, columns, BLOCK=256)
    wg = dy * weight
    terms = hat * (hat * wg).mean(1, keepdims=True) + wg.mean(1, keepdims=True)
    close(dx, (wg - terms) / np.sqrt(var + 1e-5), 1e-4)
    close(dw, (dy * hat).sum(0), 1e-4)


def philox(seed, n):
    """Philox4x32-10 of the counters 0 to n - 1: the first word."""
    mask = np.uint64(0xFFFFFFFF)
    c = [np.arange(n, dtype=np.uint64)] + [np.zeros(n, np.uint64)] * 3
    k = [np.uint64(seed & 0xFFFFFFFF), np.uint64(seed >> 32)]
    for _ in range(10):
        p0, p1 = c[0] * np.uint64(0xD2511F53), c[2] * np.uint64(0xCD9E8D57)
        high, low = [p >> np.uint64(32) for p in (p0, p1)], [p & mask for p in (p0, p1)]
        c = [high[1] ^ c[1] ^ k[0], low[1], high[0] ^ c[3] ^ k[1], low[0]]
        k = [(k[0] + np.uint64(0x9E3779B9)) & mask, (k[1] + np.uint64(0xBB67AE85)) & mask]
    return c[0].astype(np.uint32)


def test_random_numbers():
    out = gt.empty(256, np.int32)
    kernels.philox[(1,)](out, 1234, BLOCK=256)
    assert (out.numpy().view(np.uint32) == philox(1234, 256)).all()


def test_dropout():
    x = normal(1000)
    out = gt.empty(1000)
    kernels.dropout[(8,)](gt.tensor(x), out, 1000, 0.5, 5, BLOCK=128)
    kept = out.numpy() != 0
    assert 400 < kept.sum() < 600 and (out.numpy()[kept] == 2 * x[kept]).all()


def small(dtype, *shape):
    return rng.integers(-4, 5, shape).astype(dtype)


@pytest.mark.parametrize(
    "dtype, result",
    [
        (np.float32, tl.float32),
        (np.float16, tl.float32),
        ("bfloat16", tl.float32),
        (np.int8, tl.int32),
        ("float8_e5m2", tl.float32),
    ],
)
def test_matmul(target, dtype, result):
    if isinstance(dtype, str):
        ml_dtypes = pytest.importorskip("ml_dtypes")
        dtype = getattr(ml_dtypes, dtype)
    m, n, k = 70, 48, 96
    a, b = small(dtype, m, k), small(dtype, k, n)
    out = np.int32 if result == tl.int32 else np.float32
    c = gt.empty((m, n), out)
    compiled = kernels.matmul[(3, 2)](gt.tensor(a), gt.tensor(b), c, m, n, k, BM=32, BN=32, BK=32, ACC=result)
    assert ("v_mfma" in compiled.asm["amdgcn"]) == (target != "gfx906")
    assert (c.numpy() == a.astype(out) @ b.astype(out)).all()


FORMATS = {"e2m1": (2, 1), "e4m3": (4, 3), "e5m2": (5, 2)}
"""Bits of exponent and of fraction of the formats of microscaling (OCP Microscaling Formats 1.0)."""


def decoded(codes, name):
    """What codes of a format stand for; those that are no numbers are not asked for."""
    exponents, fractions = FORMATS[name]
    magnitude = codes & ((1 << (exponents + fractions)) - 1)
    exponent, fraction = magnitude >> fractions, magnitude & ((1 << fractions) - 1)
    bias = (1 << (exponents - 1)) - 1
    part = fraction / (1 << fractions)
    v = np.where(exponent == 0, part * 2.0 ** (1 - bias), (1 + part) * 2.0 ** (exponent.astype(np.float64) - bias))
    return np.where(codes >> (exponents + fractions) & 1, -v, v)


def narrow(name, *shape):
    """Codes of small numbers, and the numbers: whole eighths, so that every order of a sum gives the same."""
    codes = np.arange(1 << (1 + sum(FORMATS[name])), dtype=np.int64)
    values = decoded(codes, name)
    fit = (np.abs(values) <= 8) & (values * 8 == np.floor(values * 8))
    chosen = rng.choice(codes[fit], shape)
    return chosen.astype(np.uint8), decoded(chosen, name)


def packed(codes, axis):
    """Two codes of 4 bits to a byte along an axis, the first one in the low bits."""
    low, high = (np.take(codes, range(i, codes.shape[axis], 2), axis) for i in (0, 1))
    return np.ascontiguousarray(low | high << 4)


def test_types_of_one_size_are_told_apart(target):
    ml_dtypes = pytest.importorskip("ml_dtypes")
    # 4 as e4m3, 8 as e5m2; half of that with the bias of gfx942's own types.
    codes = np.full(64, 0x48, np.uint8)
    types = ["float8_e4m3fn", "float8_e5m2"]
    if target == "gfx942":
        types += ["float8_e4m3fnuz", "float8_e5m2fnuz"]
    for dtype in [getattr(ml_dtypes, name) for name in types + types[:1]]:
        x = gt.tensor(codes.view(dtype))
        assert x.dtype == np.dtype(dtype)
        assert gt.empty_like(x).array.dtype == np.dtype(dtype)
        out = gt.empty(64, np.float32)
        kernels.widened[(1,)](x, out, N=64)
        assert (out.numpy() == codes.view(dtype).astype(np.float32)).all()


@pytest.mark.parametrize(
    "a_format, b_format",
    [("e2m1", "e2m1"), ("e4m3", "e4m3"), ("e5m2", "e5m2"), ("e4m3", "e2m1"), ("e2m1", "e5m2"), ("bf16", "e2m1")],
)
@pytest.mark.parametrize("m, n, k", [(16, 16, 128), (64, 32, 256)])
def test_dot_scaled(target, a_format, b_format, m, n, k):
    ml_dtypes = pytest.importorskip("ml_dtypes")
    if target == "gfx906":
        pytest.skip("Triton compiles tl.dot_scaled only where there are matrix instructions")
    if a_format == "bf16":
        a_given = small(ml_dtypes.bfloat16, m, k)
        a = a_given.astype(np.float64)
    else:
        a_given, a = narrow(a_format, m, k)
    b_given, b = narrow(b_format, k, n)
    a_packed, b_packed = (2 if f == "e2m1" else 1 for f in (a_format, b_format))
    if a_packed == 2:
        a_given = packed(a_given, 1)
    if b_packed == 2:
        b_given = packed(b_given, 0)
    a_scale, b_scale = (rng.integers(126, 129, (rows, k // 32)).astype(np.uint8) for rows in (m, n))

    def scaled(x, scale):
        return x * 2.0 ** (np.repeat(scale, 32, axis=1).astype(np.float64) - 127)

    # Numbers that have a scale of their own take none.
    expected = (a if a_format == "bf16" else scaled(a, a_scale)) @ scaled(b.T, b_scale).T
    c = gt.empty((m, n))
    compiled = kernels.scaled_matmul[(1,)](
        gt.tensor(a_given), None if a_format == "bf16" else gt.tensor(a_scale), gt.tensor(b_given),
        gt.tensor(b_scale), c, M=m, N=n, K=k, A=a_format, B=b_format, A_PACKED=a_packed, B_PACKED=b_packed,
    )  # fmt: skip
    is_native = target == "gfx950" and a_format != "bf16"
    assert ("v_mfma_scale_f32" in compiled.asm["amdgcn"]) == is_native
    assert (c.numpy() == expected).all()


def test_conversions():
    ml_dtypes = pytest.importorskip("ml_dtypes")
    x = np.concatenate([normal(200), [0, -0.0, 1e-6, 65504, 3e38]]).astype(np.float32)
    for dtype in (np.float16, ml_dtypes.bfloat16, np.float64):
        out = gt.empty(len(x), dtype)
        kernels.convert[(1,)](gt.tensor(x), out, len(x), BLOCK=256)
        with np.errstate(over="ignore"):
            assert (out.numpy().astype(np.float64) == x.astype(dtype).astype(np.float64)).all()
        back = gt.empty(len(x))
        kernels.convert[(1,)](out, back, len(x), BLOCK=256)
        assert (back.numpy() == out.numpy().astype(np.float32)).all()


def test_grouped_matmul_by_pointer_tables():
    """The addresses in the tables are those of Python's arrays."""
    sizes = [32, 64]
    a, b = ([gt.tensor(small(np.float32, n, n)) for n in sizes] for _ in range(2))
    c = [gt.empty((n, n)) for n in sizes]
    tables = [gt.tensor(np.array([t.data_ptr() for t in ts], np.int64)) for ts in (a, b, c)]
    kernels.grouped_matmul[(4,)](*tables, gt.tensor(np.array(sizes, np.int32)), 2, B=16)
    for x, y, z in zip(a, b, c):
        assert (z.numpy() == x.numpy() @ y.numpy()).all()


@pytest.mark.parametrize("causal", [False, True])
def test_attention(causal):
    n, d = 64, 32
    q, k, v = normal(n, d), normal(n, d), normal(n, d)
    out = gt.empty((n, d))
    kernels.attention[(2,)](gt.tensor(q), gt.tensor(k), gt.tensor(v), out, n, 0.2, CAUSAL=causal, B=32, D=d)
    s = 0.2 * q @ k.T
    if causal:
        s = np.where(np.tri(n, dtype=bool), s, -np.inf)
    p = np.exp(s - s.max(1, keepdims=True))
    close(out, p / p.sum(1, keepdims=True) @ v, 1e-4)


@pytest.mark.parametrize("causal", [False, True])
def test_attention_backward(causal):
    n, d, scale = 64, 32, 0.2
    q, k, v, g = (normal(n, d) for _ in range(4))
    s = scale * q @ k.T
    if causal:
        s = np.where(np.tri(n, dtype=bool), s, -np.inf)
    most = s.max(1, keepdims=True)
    total = np.exp(s - most).sum(1, keepdims=True)
    p = np.exp(s - most) / total
    logs = (most + np.log(total))[:, 0].astype(np.float32)
    delta = (g * (p @ v)).sum(1).astype(np.float32)
    dq, dk, dv = gt.zeros((n, d), np.float32), gt.empty((n, d)), gt.empty((n, d))
    given = [gt.tensor(x) for x in (q, k, v, g, logs, delta)]
    kernels.attention_backward[(2,)](*given, dq, dk, dv, n, scale, CAUSAL=causal, B=32, D=d)
    # The chain rule of softmax: ds = p (dp - sum of p dp).
    dp = g @ v.T
    ds = scale * p * (dp - (p * dp).sum(1, keepdims=True))
    close(dq, ds @ k, 1e-4)
    close(dk, ds.T @ q, 1e-4)
    close(dv, p.T @ g, 1e-4)


def test_convolution():
    x, w = small(np.float32, 11, 40), small(np.float32, 3, 3)
    out = gt.empty((11, 40))
    kernels.convolution[(11,)](gt.tensor(x), gt.tensor(w), out, 11, 40, R=1, BLOCK=64)
    around = np.pad(x, 1)
    expected = sum(w[i, j] * around[i : i + 11, j : j + 40] for i in range(3) for j in range(3))
    assert (out.numpy() == expected).all()


@pytest.mark.parametrize("dtype", [np.int32, np.uint32, np.int64])
def test_atomics(dtype):
    n = 500
    x = rng.integers(0, 1 << 20, n).astype(dtype)
    info = np.iinfo(dtype)
    t = [gt.full(7, v, dtype) for v in (0, info.max, info.min, 0)]
    kernels.atomics[(4,)](gt.tensor(x), *t, n, BLOCK=128)
    parts = [x[k::7] for k in range(7)]
    for got, ufunc in zip(t, (np.add, np.minimum, np.maximum, np.bitwise_xor)):
        assert (got.numpy() == [ufunc.reduce(p) for p in parts]).all()


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_atomic_sums(dtype):
    x = small(dtype, 300)
    # Five halves: the last is half of a dword that goes on behind the array.
    total = gt.zeros(5, dtype)
    kernels.atomic_sum[(3,)](gt.tensor(x), total, 300, BLOCK=128)
    assert (total.numpy() == [x[k::5].sum() for k in range(5)]).all()


def test_locks(driver):
    lock, counter = gt.zeros(1, np.int32), gt.zeros(1, np.int32)
    kernels.locked[(50,)](lock, counter)
    assert counter.item() == 50 and lock.item() == 0


def test_gather():
    x, index = normal(64), rng.integers(0, 64, 128).astype(np.int32)
    out = gt.empty(128)
    kernels.gather[(1,)](gt.tensor(x), gt.tensor(index), out, B=128, N=64)
    assert (out.numpy() == x[index]).all()


def test_transpose():
    x = normal(50, 70)
    out = gt.empty((70, 50))
    kernels.transpose[(2, 3)](gt.tensor(x), out, 50, 70, B=32)
    assert (out.numpy() == x.T).all()


@pytest.mark.parametrize("reverse", [False, True])
def test_scan(reverse):
    x = rng.integers(-50, 50, (3, 256)).astype(np.int32)
    out = gt.empty((3, 256), np.int32)
    kernels.scan[(3,)](gt.tensor(x), out, N=256, REVERSE=reverse)
    expected = x[:, ::-1].cumsum(1)[:, ::-1] if reverse else x.cumsum(1)
    assert (out.numpy() == expected).all()


def test_recurrence():
    a, b = rng.uniform(0.5, 1, 128).astype(np.float32), normal(128)
    out = gt.empty(128)
    kernels.recurrence[(1,)](gt.tensor(a), gt.tensor(b), out, N=128)
    y, expected = 0.0, []
    for p, q in zip(a, b):
        y = y * p + q
        expected.append(y)
    close(out, expected, 1e-4)


@pytest.mark.parametrize("dtype", [np.float32, np.int32])
def test_sort(dtype):
    x = (1000 * normal(2, 128)).astype(dtype)
    out = gt.empty((2, 128), dtype)
    kernels.sort[(2,)](gt.tensor(x), out, N=128)
    assert (out.numpy() == np.sort(x)).all()


def test_histogram():
    x = rng.integers(0, 64, 1024).astype(np.int32)
    out = gt.zeros(64, np.int32)
    kernels.histogram[(2,)](gt.tensor(x), out, N=512, BINS=64)
    assert (out.numpy() == np.bincount(x, minlength=64)).all()


def test_tensor_descriptors():
    x = normal(40, 48)
    out = gt.zeros((40, 48))
    kernels.described[(3, 3)](gt.tensor(x), out, 40, 48, B=16)
    assert (out.numpy() == 2 * x).all()


def test_tuples():
    x = normal(100)
    out = gt.empty(100)
    kernels.tuples[(1,)]((gt.tensor(x), 3), out, 100, BLOCK=128)
    assert (out.numpy() == 3 * x).all()


def test_autotuning_is_deterministic(driver):
    x = normal(5000)
    out = gt.empty(5000)
    kernels.tuned.cache.clear()
    configs = []
    for _ in range(2):
        kernels.tuned.cache.clear()
        kernels.tuned[lambda meta: (triton.cdiv(5000, meta["BLOCK"]),)](gt.tensor(x), out, 5000)
        configs.append(str(kernels.tuned.best_config))
    assert configs[0] == configs[1] and (out.numpy() == x + 1).all()


def test_do_bench():
    x = gt.zeros(1000)
    took = triton.testing.do_bench(lambda: kernels.add[(8,)](x, x, x, 1000, BLOCK=128), warmup=1, rep=2)
    assert took > 0


def test_hooks(driver):
    seen = []

    def enter(metadata):
        seen.append(("enter", metadata.get()["name"]))

    def leave(metadata):
        seen.append(("leave", metadata.get()["name"]))

    x = gt.zeros(64)
    triton.knobs.runtime.launch_enter_hook.add(enter)
    triton.knobs.runtime.launch_exit_hook.add(leave)
    try:
        kernels.add[(1,)](x, x, x, 64, BLOCK=64)
    finally:
        triton.knobs.runtime.launch_enter_hook.remove(enter)
        triton.knobs.runtime.launch_exit_hook.remove(leave)
    assert seen == [("enter", "add"), ("leave", "add")]


def test_overruns(driver):
    """A mask that lets one element too many through."""
    x, y = gt.zeros(1000), gt.zeros(1000)
    with pytest.raises(gj.KernelFault) as caught:
        kernels.add[(8,)](x, x, y, 1001, BLOCK=128)
    fault = caught.value
    assert (fault.kind, fault.kernel) == ("read", "add")
    assert fault.place == "0 bytes past the end of 'float32[1000]' (4000 bytes)"
    # The line with the loads.
    file, line, function = fault.source[0]
    with open(file) as text:
        assert "tl.load(x + i, mask=i < n)" in text.readlines()[line - 1]
    assert file.endswith("triton_kernels.py") and function in (None, "add") and f"{file}:{line}" in fault.__notes__[0]


def test_device_print(capsys):
    x = gt.tensor(np.arange(64, dtype=np.int32) * 3)
    kernels.printing[(2,)](x, 64, BLOCK=64, num_warps=1)
    lines = capsys.readouterr().err.splitlines()
    expected = [f"pid ({p}, 0, 0) idx ({i}) value: {3 * i}" for p in range(2) for i in range(64)]
    normal = [" ".join(line.replace("( ", "(").split()) for line in lines]
    assert sorted(normal) == sorted(expected)


def test_device_assert(capsys):
    x = gt.tensor(np.arange(4, dtype=np.int32))
    kernels.asserting[(1,)](x, 4, BLOCK=64, num_warps=1, debug=True)
    assert (x.numpy() == [1, 2, 3, 4]).all() and capsys.readouterr().err == ""
    with pytest.raises(gj.KernelFault) as caught:
        kernels.asserting[(1,)](gt.tensor(np.array([3, 7], np.int32)), 2, BLOCK=64, num_warps=1, debug=True)
    assert caught.value.kind == "trap"
    assert "too large" in capsys.readouterr().err


def test_empty_grids(driver):
    x = gt.zeros(64)
    kernels.add[(0,)](x, x, x, 64, BLOCK=64)
    assert driver.launches == 0


def test_views_and_tensors():
    t = gt.tensor(np.arange(12.0).reshape(3, 4))
    assert t[1].data_ptr() == t.data_ptr() + 32 and t[1, 2].item() == 6
    assert t.stride() == (4, 1) and t.T.stride() == (1, 4) and t.stride(0) == 4
    assert (t.clone().zero_().numpy() == 0).all() and t.numpy()[2, 3] == 11
    assert np.asarray(t).shape == (3, 4) and len(t) == 3 and t.numel() == 12 and t.element_size() == 8
    t[0] = 7
    assert (t.numpy()[0] == 7).all() and gt.ones(3).tolist() == [1, 1, 1]
    assert np.from_dlpack(t).ctypes.data == t.data_ptr()


def test_torch_tensors():
    torch = pytest.importorskip("torch")
    x, out = torch.arange(1000.0), torch.zeros(1000)
    kernels.add[(8,)](x, x, out, 1000, BLOCK=128)
    assert (out == 2 * x).all()


def test_activation(driver):
    with pytest.raises(ValueError, match="target must be one"):
        gt.activate("gfx900")
    with gt.activate("gfx906") as other:
        assert triton.runtime.driver.active is other
    assert triton.runtime.driver.active is driver
