"""Arrays in the device's memory."""

import gc

import numpy as np
import pytest

import gcn_jit as gj


def test_arrays_are_plain(device):
    a = device.empty((3, 4), np.int16)
    assert type(a) is np.ndarray and a.shape == (3, 4) and a.dtype == np.int16
    assert a.flags.writeable and a.flags.c_contiguous
    assert isinstance(a.base, gj.Buffer)
    assert a.ctypes.data == a.base.address, "the same address for both"
    assert a.base.nbytes == 24 and a.base.name == "int16[3,4]"
    assert (device.zeros(5) == 0).all() and device.zeros(5).dtype == np.float64
    assert device.empty(0).shape == (0,)
    assert device.empty([2, 3]).shape == (2, 3)
    assert device.empty(np.int64(7)).shape == (7,)


@pytest.mark.parametrize("shape", [(1 << 62, 4), (-1,), "x"])
def test_shapes_that_are_none(device, shape):
    with pytest.raises((ValueError, TypeError)):
        device.empty(shape)


def test_more_than_there_is(device):
    with pytest.raises(MemoryError, match="cannot allocate 1099511627776 bytes of guest memory for 'all'"):
        device.alloc(1 << 40, name="all")


def test_asarray(device, x):
    a = device.asarray(x)
    assert a is not x and (a == x).all()
    assert device.asarray(a) is a
    assert device.asarray(a, np.float32) is a
    assert device.asarray(a, np.int32).dtype == np.int32
    assert (device.asarray([1, 2, 3]) == [1, 2, 3]).all()
    assert (device.asarray(x[::2]) == x[::2]).all()


def test_views_keep_the_memory():
    device = gj.Device()  # In the other tests' there may be free memory that is taken first.
    a = device.zeros(1024, np.uint32, name="kept")
    address = a.ctypes.data
    a[:] = 5
    view = a[3:9]
    del a
    gc.collect()
    assert (view == 5).all()
    other = device.zeros(1024, np.uint32)
    assert other.ctypes.data != address, "it is not given away while a view lives"
    del view
    gc.collect()
    assert device.zeros(1024, np.uint32).ctypes.data == address


def test_the_memory_outlives_its_device():
    device = gj.Device(threads=1)
    a = device.zeros(4, np.uint32)
    del device
    gc.collect()
    a[:] = 3
    assert a.sum() == 12


def test_memoryview(device):
    buffer = device.alloc(16)
    view = memoryview(buffer)
    view[0] = 7
    assert np.frombuffer(buffer, np.uint8)[0] == 7 and len(buffer) == 16 and not view.readonly


def test_dlpack(device, x):
    class Exports:
        """An array that has nothing but DLPack."""

        def __init__(self, array):
            self.array = array

        def __dlpack__(self, **options):
            return self.array.__dlpack__(**options)

        def __dlpack_device__(self):
            return self.array.__dlpack_device__()

    a = device.asarray(Exports(x))
    assert (a == x).all()
    back = np.from_dlpack(Exports(a))
    assert back.ctypes.data == a.ctypes.data


def test_dlpack_arguments(saxpy, x):
    class Exports:
        def __init__(self, array):
            self.__dlpack__ = array.__dlpack__
            self.__dlpack_device__ = array.__dlpack_device__

    y = gj.zeros(1024, np.float32)
    saxpy(2.0, Exports(x), Exports(y), 1024, grid=16, block=64)
    assert (y == 2 * x).all()


def test_torch_tensors(saxpy, x):
    torch = pytest.importorskip("torch")
    y = torch.zeros(1024)
    saxpy(2.0, torch.from_numpy(x), y, 1024, grid=16, block=64)
    assert (y.numpy() == 2 * x).all()
    shared = torch.from_dlpack(gj.zeros(1024, np.float32))
    saxpy(2.0, torch.from_numpy(x), shared, 1024, grid=16, block=64)
    assert (shared.numpy() == 2 * x).all()
