"""The extension module; `gcn_jit` has its contents under their own names."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, SupportsIndex, TypeAlias, final

from numpy.typing import DTypeLike, NDArray

from ._check import Checked
from ._compare import Comparison
from ._estimate import Estimate
from ._metadata import Arg
from ._profile import Profile
from ._stats import Stats
from ._text import Disassembly
from ._trace import Trace

__all__ = [
    "Buffer", "Device", "In", "InOut", "Kernel", "Local", "Module", "Out", "__version__", "_Report", "_fuzz", "assemble", "disassemble", "targets",
]

__version__: str

_Sizes: TypeAlias = int | Sequence[int]
_Place: TypeAlias = int | str
_Shape: TypeAlias = SupportsIndex | Sequence[SupportsIndex]

@final
class Buffer:
    @property
    def address(self) -> int: ...
    @property
    def nbytes(self) -> int: ...
    @property
    def name(self) -> str: ...
    def __len__(self) -> int: ...
    if sys.version_info >= (3, 12):
        def __buffer__(self, flags: int, /) -> memoryview: ...

@final
class Device:
    def __new__(cls, threads: int | None = None, cache_dir: str | PathLike[str] | None = None) -> Device: ...
    @property
    def threads(self) -> int: ...
    @property
    def pid(self) -> int: ...
    def alloc(self, nbytes: int, name: str | None = None) -> Buffer: ...
    def empty(self, shape: _Shape, dtype: DTypeLike | None = None, name: str | None = None) -> NDArray[Any]: ...
    def zeros(self, shape: _Shape, dtype: DTypeLike | None = None, name: str | None = None) -> NDArray[Any]: ...
    def asarray(self, a: Any, dtype: DTypeLike | None = None, name: str | None = None) -> NDArray[Any]: ...
    def load(self, source: bytes | bytearray | memoryview | str | PathLike[str], isa: str | None = None) -> Module: ...

@final
class Module:
    def __new__(
        cls,
        source: bytes | bytearray | memoryview | str | PathLike[str],
        device: Device | None = None,
        isa: str | None = None,
    ) -> Module: ...
    @property
    def target(self) -> str: ...
    @property
    def version(self) -> int: ...
    @property
    def kernels(self) -> Mapping[str, Kernel]: ...
    def __getitem__(self, key: str, /) -> Kernel: ...
    def __len__(self) -> int: ...
    def __contains__(self, key: str, /) -> bool: ...
    def __iter__(self) -> Iterator[str]: ...
    def disassemble(self, kernel: str | None = None, clrx: bool = False) -> Disassembly: ...

@final
class Kernel:
    @property
    def name(self) -> str: ...
    @property
    def module(self) -> Module: ...
    @property
    def args(self) -> tuple[Arg, ...]: ...
    @property
    def lds(self) -> int: ...
    @property
    def sgprs(self) -> int: ...
    @property
    def vgprs(self) -> int: ...
    @property
    def private(self) -> int: ...
    @property
    def max_workgroup(self) -> int | None: ...
    @property
    def required_workgroup(self) -> tuple[int, int, int] | None: ...
    def __call__(self, *args: Any, **options: Any) -> Stats: ...
    def launch(
        self,
        args: Iterable[Any] | Mapping[str, Any] | None = None,
        *,
        grid: _Sizes | None = None,
        block: _Sizes | None = None,
        global_size: _Sizes | None = None,
        local_size: _Sizes | None = None,
        lds: int | None = None,
        backend: str | None = None,
        threads: int | None = None,
        max_instructions: int | None = None,
        timeout: float | None = None,
        capture: bool | None = None,
        progress: Callable[[int, int], object] | None = None,
        print: Callable[[str], object] | None = None,
    ) -> Stats: ...
    def diff(
        self,
        args: Iterable[Any] | Mapping[str, Any] | None = None,
        *,
        grid: _Sizes | None = None,
        block: _Sizes | None = None,
        global_size: _Sizes | None = None,
        local_size: _Sizes | None = None,
        lds: int | None = None,
        threads: int | None = None,
        max_instructions: int | None = None,
        timeout: float | None = None,
        progress: Callable[[int, int], object] | None = None,
    ) -> Comparison: ...
    def check(
        self,
        args: Iterable[Any] | Mapping[str, Any] | None = None,
        *,
        checks: Iterable[str] | None = None,
        pedantic: bool = False,
        grid: _Sizes | None = None,
        block: _Sizes | None = None,
        global_size: _Sizes | None = None,
        local_size: _Sizes | None = None,
        lds: int | None = None,
        threads: int | None = None,
        max_instructions: int | None = None,
        timeout: float | None = None,
        progress: Callable[[int, int], object] | None = None,
        print: Callable[[str], object] | None = None,
    ) -> Checked: ...
    def profile(
        self,
        args: Iterable[Any] | Mapping[str, Any] | None = None,
        *,
        grid: _Sizes | None = None,
        block: _Sizes | None = None,
        global_size: _Sizes | None = None,
        local_size: _Sizes | None = None,
        lds: int | None = None,
        backend: str | None = None,
        threads: int | None = None,
        max_instructions: int | None = None,
        timeout: float | None = None,
        progress: Callable[[int, int], object] | None = None,
        print: Callable[[str], object] | None = None,
    ) -> Profile: ...
    def estimate(
        self,
        args: Iterable[Any] | Mapping[str, Any] | None = None,
        *,
        card: str | None = None,
        timeline: bool = False,
        grid: _Sizes | None = None,
        block: _Sizes | None = None,
        global_size: _Sizes | None = None,
        local_size: _Sizes | None = None,
        lds: int | None = None,
        backend: str | None = None,
        threads: int | None = None,
        max_instructions: int | None = None,
        timeout: float | None = None,
        progress: Callable[[int, int], object] | None = None,
        print: Callable[[str], object] | None = None,
    ) -> Estimate: ...
    def trace(
        self,
        args: Iterable[Any] | Mapping[str, Any] | None = None,
        *,
        group: _Sizes | None = None,
        wave: int | None = None,
        from_: _Place | None = None,
        at: _Place | Iterable[_Place] | None = None,
        count: int | None = None,
        grid: _Sizes | None = None,
        block: _Sizes | None = None,
        global_size: _Sizes | None = None,
        local_size: _Sizes | None = None,
        lds: int | None = None,
        threads: int | None = None,
        max_instructions: int | None = None,
        timeout: float | None = None,
        progress: Callable[[int, int], object] | None = None,
        print: Callable[[str], object] | None = None,
    ) -> Trace: ...
    def disassemble(self, clrx: bool = False) -> Disassembly: ...
    def ir(self, stage: str = "region") -> str: ...

@final
class In:
    def __new__(cls, array: Any) -> In: ...
    @property
    def array(self) -> Any: ...

@final
class Out:
    def __new__(cls, array: Any) -> Out: ...
    @property
    def array(self) -> Any: ...

@final
class InOut:
    def __new__(cls, array: Any) -> InOut: ...
    @property
    def array(self) -> Any: ...

@final
class Local:
    def __new__(cls, nbytes: int) -> Local: ...
    @property
    def nbytes(self) -> int: ...

@final
class _Report:
    def table(self, top: int) -> str: ...
    def fragment(self, top: int) -> str: ...
    def annotated(self) -> str: ...
    def folded(self) -> str: ...
    def html(self) -> str: ...
    def json(self) -> str: ...
    def fidelity(self) -> str: ...
    def fidelity_json(self) -> str: ...

def _fuzz(
    seed: int,
    target: str | None = None,
    isa: str | None = None,
    seconds: float | None = None,
    cases: int | None = None,
) -> tuple[int, list[tuple[str, str, bytes]]]: ...
def assemble(text: str, isa: str) -> bytes: ...
def disassemble(code: bytes | bytearray | memoryview, isa: str, clrx: bool = False) -> Disassembly: ...
def targets() -> list[str]: ...
