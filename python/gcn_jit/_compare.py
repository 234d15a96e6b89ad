"""Both backends compared."""

from __future__ import annotations

from dataclasses import dataclass

from ._errors import KernelFault
from ._stats import Stats


@dataclass(slots=True)
class Difference:
    """Something that the interpreter and compiled code do not agree on. `str()` is one line."""

    text: str
    """Where it is, and both values."""
    address: int | None
    """Of a dword of memory."""
    register: str | None
    """The name of a register, of a vector register with the lane."""
    wave: tuple[tuple[int, int, int], int] | None
    """The work-group and, in it, the wave whose register it is."""
    interp: int | None
    """The interpreter's value."""
    jit: int | None
    """That of compiled code."""
    pc: int | None
    """Address of the instruction that wrote it last on the interpreter."""
    instruction: str | None
    """Its text."""

    def __str__(self) -> str:
        if self.pc is None:
            return self.text
        return f"{self.text}; interp wrote it last at PC {self.pc:#x} [{self.instruction}]"


@dataclass(slots=True)
class Comparison:
    """What `Kernel.diff` found."""

    first: Difference | None
    """The first difference: in how the runs ended, then in memory, then in registers."""
    interp: Stats | KernelFault
    """How the run on the interpreter ended."""
    jit: Stats | KernelFault
    """How that of compiled code did."""

    @property
    def equal(self) -> bool:
        """Whether there is no difference. Two runs that fault alike have none."""
        return self.first is None

    def __str__(self) -> str:
        return "equal" if self.first is None else f"the backends differ: {self.first}"
