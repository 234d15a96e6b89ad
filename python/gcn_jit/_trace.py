"""What each instruction of a launch did."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, overload

from ._check import SourceLine
from ._errors import KernelFault
from ._stats import Stats

if TYPE_CHECKING:
    import numpy


@dataclass(frozen=True, slots=True)
class Access:
    """An access to memory."""

    space: str
    """`"global"`, `"lds"` or `"private"`."""
    kind: str
    """`"read"`, `"write"` or `"atomic"`."""
    address: int
    """The address in that memory: of the LDS from the beginning of the work-group's."""
    nbytes: int
    """Bytes; 0 for an access that was dropped, as one past the end of a buffer descriptor's range."""
    lane: int | None
    """The lane; `None` for a scalar instruction."""


@dataclass(frozen=True, slots=True)
class TraceRecord:
    """An instruction that a wave executed. `str()` is the line that `gcn-jit trace` prints."""

    workgroup: tuple[int, int, int]
    """Id of the work-group."""
    wave: int
    """The wave in it."""
    number: int
    """How many instructions the wave had executed before."""
    pc: int
    """Offset in bytes from the kernel's first instruction."""
    place: str
    """The function that it is in, and its offset there: `saxpy+0x10`."""
    instruction: str
    """Its text."""
    source: tuple[SourceLine, ...]
    """The line of the source in the innermost function, then in those into which it was inlined; empty when the file
    does not tell."""
    exec: int
    """EXEC before it: a bit per active lane."""
    read_bytes: tuple[tuple[str, bytes], ...] = field(repr=False)
    write_bytes: tuple[tuple[str, bytes], ...] = field(repr=False)
    accesses: tuple[Access, ...]
    """Its accesses to memory, in their order."""
    fault: str | None
    """Why it could not be executed, if it could not; then what it wrote does not count."""
    text: str = field(repr=False)
    """The line that `gcn-jit trace` prints."""

    @property
    def lanes(self) -> int:
        """Active lanes."""
        return self.exec.bit_count()

    @property
    def reads(self) -> dict[str, numpy.ndarray]:
        """The registers that it read, with what they held before, by name: the dwords of scalar registers (`"s4"`,
        `"s[4:5]"`, `"vcc"`, `"scc"`), and of a vector register those of all 64 lanes."""
        return _registers(self.read_bytes)

    @property
    def writes(self) -> dict[str, numpy.ndarray]:
        """The registers that it wrote, with what they held afterwards. Lanes of a vector register that are not active
        are as before."""
        return _registers(self.write_bytes)

    @classmethod
    def _of(cls, who: Any, where: Any, registers: Any, rest: Any) -> TraceRecord:
        values: Any = (*who, *where, *registers, *rest)
        return cls(*values)

    def __str__(self) -> str:
        return self.text


def _registers(of: tuple[tuple[str, bytes], ...]) -> dict[str, numpy.ndarray]:
    import numpy

    return {name: numpy.frombuffer(data, numpy.uint32) for name, data in of}


@dataclass(slots=True)
class Trace:
    """What `Kernel.trace` found: a sequence of records. `str()` is what `gcn-jit trace` prints."""

    records: tuple[TraceRecord, ...] = field(repr=False)
    """In the order in which the instructions were executed."""
    ended: Stats | KernelFault
    """How the run ended; where `count` ended it, what it had done until then."""

    def __len__(self) -> int:
        return len(self.records)

    def __iter__(self) -> Iterator[TraceRecord]:
        return iter(self.records)

    @overload
    def __getitem__(self, i: int) -> TraceRecord: ...
    @overload
    def __getitem__(self, i: slice) -> tuple[TraceRecord, ...]: ...
    def __getitem__(self, i: int | slice) -> TraceRecord | tuple[TraceRecord, ...]:
        return self.records[i]

    def __str__(self) -> str:
        return "".join(f"{r}\n" for r in self.records)
