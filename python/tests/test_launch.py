"""Launches: sizes, arguments, results."""

import ctypes

import numpy as np
import pytest

import gcn_jit as gj


def test_arrays_in_device_memory_are_not_copied(saxpy, x, backend):
    a, y = gj.asarray(x), gj.zeros(1024, np.float32)
    stats = saxpy(2.5, a, y, 1024, grid=16, block=64, backend=backend)
    assert (y == 2.5 * x).all()
    assert (stats.workgroups, stats.waves, stats.backend, stats.isa) == (16, 16, backend, "gfx900")
    # Again: y is where it was.
    saxpy(1.0, a, y, 1024, global_size=1024, local_size=256, backend=backend)
    assert (y == 3.5 * x).all()


def test_host_arrays_are_copied_in_and_back(saxpy, x):
    y = np.ones(1024, np.float32)
    saxpy(2.0, x, y, 1024, grid=16, block=64)
    assert (y == 2 * x + 1).all()


def test_arguments_by_name(saxpy, x):
    y = np.zeros(1024, np.float32)
    saxpy(n=1024, y=y, x=x, a=3.0, grid=16, block=64)
    assert (y == 3 * x).all()
    saxpy.launch({"n": 1024, "y": y, "x": x, "a": 1.0}, grid=16, block=64)
    assert (y == 4 * x).all()
    saxpy.launch([1.0, x, y, 1024], grid=(16, 1), block=(64,))
    assert (y == 5 * x).all()


def test_directions(saxpy, x):
    y = np.ones(1024, np.float32)
    saxpy(2.0, x, gj.In(y), 1024, grid=16, block=64)
    assert (y == 1).all(), "not copied back"
    saxpy(2.0, x, gj.Out(y), 1024, grid=16, block=64)
    assert (y == 2 * x).all(), "not copied in"
    saxpy(2.0, x, gj.InOut(y), 1024, grid=16, block=64)
    assert (y == 4 * x).all()


def test_views_of_one_array_share_their_memory(saxpy):
    whole = np.arange(2048, dtype=np.float32)
    before = whole.copy()
    low, high = whole[:1024], whole[1024:]
    saxpy(1.0, low, high, 1024, grid=16, block=64)
    assert (whole[:1024] == before[:1024]).all()
    assert (high == before[:1024] + before[1024:]).all()
    # The same array for both.
    same = np.arange(1024, dtype=np.float32)
    saxpy(1.0, same, same, 1024, grid=16, block=64)
    assert (same == 2 * np.arange(1024)).all()


def test_views_that_overlap_in_part(saxpy):
    whole = np.arange(1088, dtype=np.float32)
    before = whole.copy()
    # Each wave reads what the next one writes: in order, on one thread.
    saxpy(1.0, whole[64:], whole[:1024], 1024, grid=16, block=64, threads=1)
    assert (whole[:1024] == before[:1024] + before[64:]).all()


def test_reversed_views(saxpy, x):
    # The address is that of the first element; the kernel goes up from there.
    buffer = np.zeros(2048, np.float32)
    y = buffer[1023::-1]
    saxpy(2.0, x, y, 1, grid=1, block=64)
    assert buffer[1023] == 2 * x[0] and np.count_nonzero(buffer) == 1


def test_slices_of_device_arrays(saxpy, x):
    y = gj.zeros(2048, np.float32)
    saxpy(2.0, x, y[1024:], 1024, grid=16, block=64)
    assert (y[:1024] == 0).all() and (y[1024:] == 2 * x).all()


def test_read_only_arrays(saxpy, x):
    x.flags.writeable = False
    y = np.zeros(1024, np.float32)
    saxpy(2.0, x, y, 1024, grid=16, block=64)
    assert (y == 2 * x).all()
    with pytest.raises(ValueError, match="argument 'x' cannot be written: the array is read-only"):
        saxpy(2.0, gj.InOut(x), y, 1024, grid=16, block=64)


def test_buffers_and_bytes(saxpy, x, device):
    buffer = device.alloc(4096, name="results")
    saxpy(2.0, x.tobytes(), buffer, 1024, grid=16, block=64)
    assert (np.frombuffer(buffer, np.float32) == 2 * x).all()
    result = bytearray(4096)
    saxpy(2.0, memoryview(x), result, 1024, grid=16, block=64)
    assert (np.frombuffer(result, np.float32) == 2 * x).all()


def test_addresses_and_null(saxpy, x):
    a, y = gj.asarray(x), gj.zeros(1024, np.float32)
    saxpy(2.0, a.ctypes.data, y.ctypes.data, 1024, grid=16, block=64)
    assert (y == 2 * x).all()
    with pytest.raises(gj.KernelFault) as caught:
        saxpy(2.0, None, y, 1024, grid=16, block=64)
    assert caught.value.address == 0


def test_pointer_tables(raw, backend):
    """Pointers that Python puts into memory are the kernel's pointers."""
    kernel = raw(
        """
        s_load_dwordx2 s[4:5], s[0:1], 0x0
        s_lshl_b32 s6, s2, 3
        s_waitcnt lgkmcnt(0)
        s_load_dwordx2 s[8:9], s[4:5], s6
        v_lshlrev_b32_e32 v1, 2, v0
        s_waitcnt lgkmcnt(0)
        global_store_dword v1, v0, s[8:9]
        s_endpgm
        """
    )
    rows = [gj.zeros(64, np.uint32) for _ in range(3)]
    table = np.array([r.ctypes.data for r in rows], np.uint64)
    kernel(table, grid=3, block=64, backend=backend)
    for row in rows:
        assert (row == np.arange(64)).all()


def test_dynamic_lds(kernels, backend):
    reduce = kernels("reduction")["reduce_tree"]
    values = np.arange(1000, dtype=np.int32)
    total = np.zeros(1, np.int32)
    reduce(values, total, gj.Local(1024), 1000, grid=4, block=256, backend=backend)
    assert total[0] == values.sum()


def test_lds_beyond_that_of_the_file(raw, backend):
    """LDS that only the launch asks for: reading what was written there."""
    kernel = raw(
        """
        s_load_dwordx2 s[4:5], s[0:1], 0x0
        s_mov_b32 m0, -1
        v_lshlrev_b32_e32 v1, 2, v0
        ds_write_b32 v1, v0 offset:4096
        s_waitcnt lgkmcnt(0)
        ds_read_b32 v2, v1 offset:4096
        s_waitcnt lgkmcnt(0)
        global_store_dword v1, v2, s[4:5]
        s_endpgm
        """
    )
    out = np.zeros(64, np.uint32)
    kernel(out, grid=1, block=64, lds=8192, backend=backend)
    assert (out == np.arange(64)).all()
    kernel(out, grid=1, block=64, backend=backend)
    assert (out == 0).all(), "beyond the LDS reads are zero"


def test_two_dimensions(kernels, backend):
    n = 48
    rng = np.random.default_rng(1)
    a, b = rng.integers(0, 8, (2, n, n)).astype(np.float32)
    c = np.zeros((n, n), np.float32)
    kernels("matmul")["matmul"](a, b, c, n, grid=(3, 3), block=(16, 16), backend=backend)
    assert (c == a @ b).all()


def test_numpy_and_ctypes_scalars(saxpy, x):
    y = np.zeros(1024, np.float32)
    saxpy(np.float32(2), x, y, np.uint32(1024), grid=16, block=64)
    saxpy(ctypes.c_float(2), x, y, ctypes.c_uint(1024), grid=16, block=64)
    assert (y == 4 * x).all()


@pytest.mark.parametrize(
    "arguments, error, message",
    [
        ((2.0,), gj.LaunchError, r"takes 4 arguments \(a, x, y, n\), 1 given; missing: x, y, n"),
        ((2.0, None, None, 1, 1), gj.LaunchError, r"takes 4 arguments \(a, x, y, n\), 5 given"),
        ((2.0, None, None, 1.5), TypeError, "argument 'n' is a by-value u32, not a float"),
        ((2.0, None, None, -1), gj.LaunchError, "argument 'n' is a by-value u32: -1 is out of its range"),
        ((2.0, None, None, np.float32(1)), TypeError, "argument 'n' is a by-value u32, not a float32"),
        ((2.0, None, None, np.int64(1)), TypeError, "argument 'n' is a by-value u32: a int64 of 8 bytes"),
        (("2", None, None, 1), TypeError, "argument 'a' is a by-value f32, not a str"),
        ((2.0, 1.5, None, 1), TypeError, r"argument 'x' is a pointer \(float\*\), not a float: give an array"),
        ((2.0, np.zeros(4), None, 1), TypeError, r"argument 'x' points to float\*, not to elements of kind 'f8'"),
        ((2.0, np.zeros(4, np.int32), None, 1), TypeError, "convert the array with astype"),
    ],
)
def test_arguments_that_do_not_fit(saxpy, arguments, error, message):
    with pytest.raises(error, match=message):
        saxpy(*arguments, grid=1, block=64)


def test_names_that_are_none(saxpy, x):
    with pytest.raises(gj.LaunchError, match="there is no 'm'"):
        saxpy(2.0, x, x, m=1, grid=1, block=64)
    with pytest.raises(gj.LaunchError, match="'a' is given twice"):
        saxpy(2.0, x, x, 1, a=1.0, grid=1, block=64)
    with pytest.raises(gj.LaunchError) as caught:
        saxpy(2.0, x, x, -1, grid=1, block=64)
    assert (caught.value.index, caught.value.name) == (3, "n")


@pytest.mark.parametrize(
    "sizes",
    [
        {},
        {"grid": 1},
        {"grid": 1, "local_size": 64},
        {"grid": 1, "block": 64, "global_size": 64, "local_size": 64},
        {"grid": (1, 1, 1, 1), "block": 64},
        {"grid": "1", "block": 64},
        {"grid": 1, "block": 0},
        {"grid": 1, "block": 2048},
        {"grid": 1, "block": 64, "backend": "gpu"},
        {"grid": 1, "block": 64, "threads": 0},
        {"grid": 1, "block": 64, "timeout": -1.0},
        {"grid": 1, "block": 64, "lds": 1 << 20},
    ],
)
def test_sizes_that_do_not_fit(saxpy, x, sizes):
    with pytest.raises(gj.LaunchError):
        saxpy(2.0, x, x, 1024, **sizes)


def test_numbers_without_a_type_are_refused(raw):
    kernel = raw("s_endpgm")
    with pytest.raises(TypeError, match=r"give e.g. numpy.int32\(2\) or numpy.float32\(2\)"):
        kernel(2, grid=1, block=64)


def test_by_value_structures(raw):
    """A structure is passed as its bytes."""
    kernel = raw(
        """
        s_load_dwordx2 s[4:5], s[0:1], 0x0
        s_load_dwordx2 s[8:9], s[0:1], 0x8
        v_mov_b32_e32 v1, 0
        s_waitcnt lgkmcnt(0)
        v_mov_b32_e32 v2, s8
        v_mov_b32_e32 v3, s9
        global_store_dwordx2 v1, v[2:3], s[4:5]
        s_endpgm
        """
    )
    pair = np.array([(7, 2.5)], np.dtype([("i", "<i4"), ("f", "<f4")]))
    out = np.zeros(1, pair.dtype)
    kernel(out, pair[0], grid=1, block=64)
    assert out[0] == pair[0]

    class Pair(ctypes.Structure):
        _fields_ = [("i", ctypes.c_int), ("f", ctypes.c_float)]

    kernel(out, Pair(8, 1.5), grid=1, block=64)
    assert tuple(out[0]) == (8, 1.5)


def test_captured_registers(raw, backend):
    kernel = raw("v_lshlrev_b32_e32 v5, 1, v0\ns_movk_i32 s7, 0x77\ns_endpgm")
    stats = kernel(grid=2, block=128, capture=True, backend=backend)
    assert [(w.workgroup, w.wave) for w in stats.captured] == [
        ((0, 0, 0), 0),
        ((0, 0, 0), 1),
        ((1, 0, 0), 0),
        ((1, 0, 0), 1),
    ]
    wave = stats.captured[1]
    assert (wave.vgprs[5] == 2 * np.arange(64, 128)).all()
    assert wave.sgprs[7] == 0x77


def test_empty_arrays(saxpy):
    nothing = np.zeros(0, np.float32)
    stats = saxpy(2.0, nothing, nothing, 0, grid=1, block=64)
    assert stats.waves == 1


def test_progress(saxpy, x):
    told = []
    y = np.zeros(1024, np.float32)
    saxpy(2.0, x, y, 1024, grid=16, block=64, progress=lambda done, total: told.append((done, total)))
    assert told

    def stop(done, total):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        saxpy(2.0, x, y, 1024, grid=16, block=64, progress=stop)


def test_devices_of_their_own(saxpy, x):
    """Arrays of one device are host arrays to another."""
    other = gj.Device(threads=1)
    kernel = other.load(saxpy.module.disassemble and _bytes(saxpy))["saxpy"]
    y = gj.zeros(1024, np.float32)
    kernel(2.0, gj.asarray(x), y, 1024, grid=16, block=64)
    assert (y == 2 * x).all()


def _bytes(kernel):
    return kernel.module.__reduce__()[1][0]


def test_diff(saxpy, x):
    a, y = gj.asarray(x), gj.zeros(1024, np.float32)
    host = np.ones(1024, np.float32)
    comparison = saxpy.diff((2.0, a, y, 1024), grid=16, block=64)
    assert comparison.equal and str(comparison) == "equal"
    assert comparison.interp.backend == "interp" and comparison.jit.backend == "jit"
    assert comparison.interp.waves == comparison.jit.waves == len(comparison.jit.captured) == 16
    assert (y == 0).all(), "the memory is as it was"
    assert saxpy.diff({"a": 2.0, "x": a, "y": host, "n": 1024}, grid=16, block=64).equal
    assert (host == 1).all()
    # Two that fault alike do not differ.
    comparison = saxpy.diff((2.0, a, None, 1024), grid=16, block=64)
    assert comparison.equal and isinstance(comparison.jit, gj.KernelFault)
    with pytest.raises(gj.KernelFault):
        saxpy.diff((2.0, a, y, 1024), grid=16, block=64, max_instructions=5)


def test_differences_are_told():
    first = gj.Difference("work-group (0,0,0), wave 0, s4: interp 1, jit 2", None, "s4", ((0, 0, 0), 0), 1, 2, 4096, "s_mov_b32 s4, 1")
    comparison = gj.Comparison(first, None, None)
    assert not comparison.equal
    assert str(comparison) == (
        "the backends differ: work-group (0,0,0), wave 0, s4: interp 1, jit 2; "
        "interp wrote it last at PC 0x1000 [s_mov_b32 s4, 1]"
    )
