"""Triton kernels without a GPU.

    import gcn_jit.triton
    gcn_jit.triton.activate("gfx906")

    x = gcn_jit.triton.tensor(numpy.arange(1000, dtype=numpy.float32))
    y = gcn_jit.triton.empty_like(x)
    add_one[(8,)](x, y, 1000, BLOCK=128)          # a @triton.jit function
    print(y.numpy())

`activate` makes gcn-jit the device that Triton compiles for and launches on. Tensors are those of this module, which
hold NumPy arrays in the memory of the emulated GPU, or PyTorch's of the CPU. With the environment variable
`GCN_JIT_TRITON=gfx906` the import of this module activates it.

The time that an emulated kernel takes says nothing about a card's: tuners count wave instructions instead, which
is the same every time, unless `activate(..., benchmark="time")` says otherwise.
"""

from __future__ import annotations

import os
import struct
import time
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any

import numpy as np
import triton
from triton.backends.compiler import GPUTarget
from triton.backends.driver import (
    DriverBase,
    decompose_descriptor,
    expand_signature,
    wrap_handle_tensordesc_impl,
)
from triton.runtime import _allocation

from . import Device, Finding, Kernel, KernelFault, Module, Stats, _errors
from . import device as _default_device

__all__ = [
    "CheckFailed",
    "Driver",
    "Tensor",
    "activate",
    "arange",
    "empty",
    "empty_like",
    "full",
    "ones",
    "rand",
    "randn",
    "tensor",
    "zeros",
    "zeros_like",
]

TARGETS = ("gfx906", "gfx908", "gfx90a", "gfx942", "gfx950")
"""Targets that Triton compiles for and gcn-jit runs."""

LDS = 64 * 1024
"""Bytes of LDS that a work-group may have, but on gfx950."""

LDS_GFX950 = 160 * 1024
"""And there."""


class CheckFailed(AssertionError):
    """A launch in which something was found that a card may do otherwise. `findings` has it."""

    def __init__(self, kernel: str, findings: tuple[Finding, ...]) -> None:
        lines = "\n".join(f"  {finding}" for finding in findings)
        super().__init__(f"{kernel}: a card may do otherwise:\n{lines}")
        self.findings = findings


class _Extension:
    """A dtype that NumPy does not have itself, such as ml_dtypes'. NumPy gives those of one size one hash, by which Triton
    would take the first that it meets for all; in all else this is that dtype."""

    __slots__ = ("dtype",)

    def __init__(self, dtype: np.dtype) -> None:
        self.dtype = dtype

    def __getattr__(self, name: str) -> Any:
        return getattr(self.dtype, name)

    def __eq__(self, other: object) -> bool:
        return bool(self.dtype == (other.dtype if isinstance(other, _Extension) else other))

    def __hash__(self) -> int:
        return hash(self.dtype.name)

    def __repr__(self) -> str:
        return repr(self.dtype)

    def __str__(self) -> str:
        return str(self.dtype)


class Tensor:
    """A NumPy array with what Triton asks of a tensor. `array` is the array; slices are views."""

    __slots__ = ("array",)

    def __init__(self, array: np.ndarray) -> None:
        self.array = array

    def data_ptr(self) -> int:
        """The address of the first element."""
        return self.array.__array_interface__["data"][0]

    def ptr_range(self) -> int:
        """Bytes that a kernel may reach from there: under 2 GiB it may use buffer instructions."""
        return self.array.nbytes

    @property
    def dtype(self) -> Any:
        return _Extension(self.array.dtype) if self.array.dtype.kind == "V" else self.array.dtype

    @property
    def shape(self) -> tuple[int, ...]:
        return self.array.shape

    @property
    def ndim(self) -> int:
        return self.array.ndim

    @property
    def device(self) -> str:
        return "cpu"

    def stride(self, dim: int | None = None) -> Any:
        """Elements from one to the next, of one dimension or of all."""
        strides = tuple(s // self.array.itemsize for s in self.array.strides)
        return strides if dim is None else strides[dim]

    def size(self, dim: int | None = None) -> Any:
        return self.shape if dim is None else self.shape[dim]

    def numel(self) -> int:
        return self.array.size

    def element_size(self) -> int:
        return self.array.itemsize

    def is_contiguous(self) -> bool:
        return self.array.flags.c_contiguous

    def numpy(self) -> np.ndarray:
        """The array: the same memory."""
        return self.array

    def cpu(self) -> Tensor:
        return self

    def clone(self) -> Tensor:
        return tensor(self.array.copy())

    def copy_(self, other: Any) -> Tensor:
        np.copyto(self.array, other.array if isinstance(other, Tensor) else other, casting="unsafe")
        return self

    def zero_(self) -> Tensor:
        self.array[...] = 0
        return self

    def fill_(self, value: Any) -> Tensor:
        self.array[...] = value
        return self

    def view(self, *shape: int) -> Tensor:
        return Tensor(self.array.reshape(shape))

    reshape = view

    @property
    def T(self) -> Tensor:
        return Tensor(self.array.T)

    def item(self) -> Any:
        return self.array.item()

    def tolist(self) -> list:
        return self.array.tolist()

    def __getitem__(self, index: Any) -> Tensor:
        return Tensor(self.array[index if isinstance(index, tuple) else (index,)].view())

    def __setitem__(self, index: Any, value: Any) -> None:
        self.array[index] = value.array if isinstance(value, Tensor) else value

    def __len__(self) -> int:
        return len(self.array)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return np.asarray(self.array, dtype) if not copy else np.array(self.array, dtype)

    def __dlpack__(self, **options: Any) -> Any:
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.array.__dlpack_device__()

    def __repr__(self) -> str:
        return f"Tensor({self.array!r})"


def _device() -> Device:
    active = triton.runtime.driver._active
    return active.device if isinstance(active, Driver) else _default_device()


def tensor(a: Any, dtype: Any = None) -> Tensor:
    """A tensor with the contents of `a`, an array or what `np.asarray` takes."""
    if isinstance(a, Tensor):
        a = a.array
    return Tensor(_device().asarray(a, dtype))


def empty(shape: Any, dtype: Any = "float32") -> Tensor:
    """A tensor whose contents nobody should rely on."""
    return Tensor(_device().empty(shape, dtype))


def zeros(shape: Any, dtype: Any = "float32") -> Tensor:
    """A tensor of zeros."""
    return Tensor(_device().zeros(shape, dtype))


def full(shape: Any, value: Any, dtype: Any = "float32") -> Tensor:
    """A tensor of so many equal elements."""
    return empty(shape, dtype).fill_(value)


def ones(shape: Any, dtype: Any = "float32") -> Tensor:
    """A tensor of ones."""
    return full(shape, 1, dtype)


def arange(*bounds: Any, dtype: Any = "int64") -> Tensor:
    """As `np.arange`."""
    return tensor(np.arange(*bounds), dtype)


def rand(*shape: int, dtype: Any = "float32", seed: int = 0) -> Tensor:
    """Random numbers between 0 and 1, the same for the same seed."""
    return tensor(np.random.default_rng(seed).random(shape), dtype)


def randn(*shape: int, dtype: Any = "float32", seed: int = 0) -> Tensor:
    """Random numbers with a normal distribution, the same for the same seed."""
    return tensor(np.random.default_rng(seed).standard_normal(shape), dtype)


def empty_like(t: Any) -> Tensor:
    """A tensor with the shape and type of `t`."""
    return empty(tuple(t.shape), t.dtype)


def zeros_like(t: Any) -> Tensor:
    """A tensor of zeros with the shape and type of `t`."""
    return zeros(tuple(t.shape), t.dtype)


_PACKED = {
    "i1": "?", "u1": "?", "i8": "b", "u8": "B", "i16": "h", "u16": "H", "i32": "i", "u32": "I", "i64": "q", "u64": "Q",
}  # fmt: skip
_FLOATS = {"fp16": "e", "fp32": "f", "f32": "f", "fp64": "d"}


def _packed(kind: str, value: Any) -> bytes:
    """The bytes of a scalar of Triton's type `kind`."""
    if kind == "bf16":
        return np.float32(value).tobytes()[2:]
    if form := _FLOATS.get(kind):
        if form == "f":
            # Out of range is infinite, as a conversion is.
            return np.float32(value).tobytes()
        return np.float16(value).tobytes() if form == "e" else struct.pack("<d", value)
    if form := _PACKED.get(kind):
        bits = 8 * struct.calcsize(form)
        if form == "?":
            return b"\1" if value else b"\0"
        return (int(value) & ((1 << bits) - 1)).to_bytes(bits // 8, "little")
    raise _errors.LaunchError(f"an argument has Triton's type {kind}, which is not supported")


def _pointer(value: Any) -> Any:
    """What `Kernel.launch` takes for a pointer."""
    match value:
        case None | int():
            return value
        case Tensor():
            return value.array
    # triton.reinterpret wraps tensors.
    base = getattr(value, "base", None)
    if base is not None and hasattr(base, "data_ptr"):
        return _pointer(base)
    if hasattr(value, "untyped_storage"):
        return value
    return value.data_ptr()


def _collect(kinds: Sequence[Any], values: Sequence[Any], out: list[Any]) -> None:
    """The kernel's arguments out of Triton's: tuples flat, constants left out."""
    for kind, value in zip(kinds, values):
        if isinstance(kind, tuple):
            _collect(kind, value, out)
        elif kind == "constexpr":
            continue
        elif kind.startswith("*"):
            out.append(_pointer(value))
        else:
            out.append(_packed(kind, value))


class _Launcher:
    """Launches one compiled kernel, as Triton's `launcher_cls`."""

    def __init__(self, src: Any, metadata: Any) -> None:
        signature = dict(src.signature)
        descriptors = getattr(metadata, "tensordesc_meta", None)
        self.kinds = tuple(expand_signature(signature.values(), descriptors, "tensordesc"))
        self.metadata = metadata
        self.launch = wrap_handle_tensordesc_impl(
            self._launch, signature, descriptors, lambda arg, meta, base: decompose_descriptor(arg)
        )

    def __call__(self, *args: Any) -> None:
        # Grid, stream, function, metadata, hooks; then the arguments.
        self.launch(*args[:9], args[9:])

    def _launch(self, x, y, z, stream, function, packed, launch_metadata, enter, leave, values) -> None:
        if x * y * z == 0:
            return
        meta = self.metadata
        args: list[Any] = []
        _collect(self.kinds, values, args)
        # Memory that the kernel wants for all of its programs, and that of a profiler.
        programs = x * y * z
        scratch = self._scratch(meta.global_scratch_size * programs, meta.global_scratch_align, stream)
        args += [_pointer(scratch), self._profile(meta, programs)]
        if enter is not None:
            enter(launch_metadata)
        function(args, (x, y, z), (meta.num_warps * meta.warp_size, 1, 1), meta.shared)
        if leave is not None:
            leave(launch_metadata)

    @staticmethod
    def _scratch(size: int, align: int, stream: Any) -> Any:
        if not size:
            return None
        allocator = _allocation._allocator.get()
        if isinstance(allocator, _allocation.NullAllocator):
            return _device().empty(size, np.uint8, "scratch")
        return allocator(size, align, stream)

    @staticmethod
    def _profile(meta: Any, programs: int) -> Any:
        if not meta.profile_scratch_size:
            return None
        return _device().zeros(meta.profile_scratch_size * programs, np.uint8, "profile scratch")


class _Function:
    """A kernel of a loaded code object."""

    def __init__(self, driver: Driver, kernel: Kernel) -> None:
        self.driver, self.kernel = driver, kernel
        self.count = sum(not arg.hidden for arg in kernel.args)

    def __call__(self, args: list[Any], grid: tuple[int, ...], block: tuple[int, ...], shared: int) -> None:
        # Older releases have no scratch pointers, or one.
        args = args[: self.count]
        # Triton keeps compiled kernels for longer than a driver is the active one.
        active = triton.runtime.driver._active
        driver = active if isinstance(active, Driver) else self.driver
        lds = max(0, shared - self.kernel.lds)
        if driver.checks is None:
            stats = self.kernel.launch(args, grid=grid, block=block, lds=lds, **driver.options)
        else:
            stats = self._check(driver, args, {"grid": grid, "block": block, "lds": lds})
        driver.instructions += stats.instructions
        driver.launches += 1
        driver.last = stats


    def _check(self, driver: Driver, args: list[Any], shape: dict[str, Any]) -> Stats:
        options = {name: value for name, value in driver.options.items() if name != "backend"}
        checked = self.kernel.check(args, checks=driver.checks, **shape, **options)
        if isinstance(checked.ended, KernelFault):
            raise checked.ended
        if checked.findings:
            raise CheckFailed(self.kernel.name, checked.findings)
        return checked.ended


class _Utils:
    """What Triton asks of a device."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver

    def load_binary(self, name: str, binary: bytes, shared: int, device: int):
        module = Module(binary, device=self.driver.device)
        kernel = module[name]
        # Registers are divided by, so they are never none.
        return module, _Function(self.driver, kernel), max(kernel.vgprs, 1), 0, kernel.max_workgroup or 1024

    def unload_module(self, module: Module) -> None:
        """It goes with its last reference."""

    def get_device_properties(self, device: int) -> dict[str, Any]:
        return {
            "arch": self.driver.target,
            "warpSize": 64,
            "max_shared_mem": LDS_GFX950 if self.driver.target == "gfx950" else LDS,
            "max_num_regs": 512 if self.driver.target in ("gfx90a", "gfx942", "gfx950") else 256,
            "max_threads_per_sm": 2560,
            "multiprocessor_count": 60,
            "sm_clock_rate": 1_700_000,
            "mem_clock_rate": 1_000_000,
            "mem_bus_width": 4096,
            "cooperativeLaunch": 1,
        }


class _Event:
    """A point in time: launches have ended when they return."""

    def __init__(self, enable_timing: bool = True) -> None:
        self.at = 0.0

    def record(self, stream: Any = None) -> None:
        self.at = _now()

    def synchronize(self) -> None:
        pass

    def elapsed_time(self, other: _Event) -> float:
        return other.at - self.at


def _now() -> float:
    """Milliseconds, or what stands for them."""
    active = triton.runtime.driver._active
    if isinstance(active, Driver) and active.benchmark == "instructions":
        return active.instructions * Driver.MILLISECONDS
    return time.perf_counter() * 1e3


class _Interface:
    """What `triton.testing` asks of PyTorch's device modules."""

    Event = _Event

    @staticmethod
    def synchronize(device: Any = None) -> None:
        pass

    @staticmethod
    def current_device() -> int:
        return 0


class Driver(DriverBase):
    """gcn-jit as Triton's driver. `activate` makes one."""

    MILLISECONDS = 1e-6
    """For how many milliseconds a wave instruction stands where instructions are counted: as many as if one took a
    nanosecond."""

    def __init__(
        self,
        target: str = "gfx906",
        device: Device | None = None,
        benchmark: str = "instructions",
        checks: Sequence[str] | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        if target not in TARGETS:
            targets = ", ".join(TARGETS)
            raise ValueError(f"target must be one that Triton compiles for and gcn-jit runs ({targets}), not {target!r}")
        if benchmark not in ("instructions", "time"):
            raise ValueError(f"benchmark must be 'instructions' or 'time', not {benchmark!r}")
        self.target, self.benchmark = target, benchmark
        self.device = device or _default_device()
        self.options = options
        self.checks = checks
        """What launches are looked through for (`Kernel.check`); `None`: they are not."""
        self.utils = _Utils(self)
        self.launcher_cls = _Launcher
        self.instructions = 0
        """Wave instructions of all launches so far."""
        self.launches = 0
        self.last: Stats | None = None
        """The statistics of the last launch."""

    @classmethod
    def is_active(cls) -> bool:
        return False

    def map_python_to_cpp_type(self, ty: str) -> str:
        return "void *" if ty.startswith("*") else ty

    def get_current_target(self) -> GPUTarget:
        return GPUTarget("hip", self.target, 64)

    def get_current_device(self) -> int:
        """A number for each target: kernels keep what they were compiled to by this number alone."""
        return TARGETS.index(self.target)

    def set_current_device(self, device: int) -> None:
        pass

    def get_current_stream(self, device: int | None = None) -> int:
        return 0

    def get_active_torch_device(self) -> Any:
        try:
            import torch
        except ImportError:
            return "cpu"
        return torch.device("cpu")

    def get_device_interface(self) -> type[_Interface]:
        return _Interface

    def get_benchmarker(self) -> Callable[..., Any]:
        if self.benchmark == "time":
            from triton.testing import do_bench

            return do_bench
        return self._count

    def _count(self, call: Callable[[], Any], *, quantiles: Sequence[float] | None = None, **_: Any) -> Any:
        """Wave instructions of a call, as milliseconds: they are the same every time."""
        before = self.instructions
        call()
        cost = (self.instructions - before) * self.MILLISECONDS
        return cost if quantiles is None else [cost] * len(quantiles)

    def get_empty_cache_for_benchmark(self) -> None:
        """There is no cache to be cleared."""

    def clear_cache(self, cache: Any) -> None:
        pass

    def allocate_default_profile_scratch(self, size: int, alignment: int, stream: Any) -> Tensor:
        return zeros(size, np.uint8)


class Activation:
    """What `activate` did; leaving its `with` block, or `undo`, makes the former driver the active one again."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self._before = triton.runtime.driver._active
        triton.runtime.driver.set_active(driver)

    def undo(self) -> None:
        triton.runtime.driver._active = self._before

    def __enter__(self) -> Driver:
        return self.driver

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.undo()


def activate(
    target: str = "gfx906",
    device: Device | None = None,
    benchmark: str = "instructions",
    checks: Sequence[str] | None = None,
    **options: Any,
) -> Activation:
    """Makes Triton compile for `target` and launch on gcn-jit, from now on or for a `with` block.

    `options` are those of `Kernel.launch` that all launches have: `backend`, `threads`, `timeout`,
    `max_instructions`. With `checks`, classes of `Kernel.check`, each launch is looked through for what a card may do
    otherwise, and raises `CheckFailed` when something is found.
    """
    return Activation(Driver(target, device, benchmark, checks, **options))


if _wanted := os.environ.get("GCN_JIT_TRITON"):
    activate(_wanted)
