"""What a card would have done wrong."""

from __future__ import annotations

from dataclasses import dataclass

from ._errors import KernelFault
from ._stats import Stats


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A place in the source."""

    file: str
    """The file, as the compiler was told."""
    line: int
    """From 1; 0 for what belongs to no line."""
    function: str | None
    """The function's linkage name, when the file tells it."""

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}"
        return place if self.function is None else f"{place} in {self.function}"


@dataclass(frozen=True, slots=True)
class Place:
    """An instruction that a wave executed."""

    pc: int
    """Offset in bytes from the kernel's first instruction."""
    instruction: str
    """Its text."""
    workgroup: tuple[int, int, int]
    """Id of the work-group."""
    wave: int
    """The wave in it."""
    lane: int | None
    """The lane, where it is one lane's."""
    source: tuple[SourceLine, ...]
    """The line of the source in the innermost function, then in those into which it was inlined; empty when the file
    does not tell."""

    def __str__(self) -> str:
        source = f" {self.source[0]}" if self.source else ""
        x, y, z = self.workgroup
        lane = "" if self.lane is None else f" lane {self.lane}"
        return f"{self.pc:#x} ({self.instruction}){source}, work-group {x},{y},{z} wave {self.wave}{lane}"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that a card may do otherwise. `str()` is one line."""

    class_: str
    """What kind of thing it is: `"waits"`, `"nops"`, `"uninit"`, `"races"`, `"memory"`, `"lint"`; of faults `"memory"` or
    `"fault"`."""
    rule: str
    """The number of the rule in `docs/checking.md`; of faults their kind."""
    severity: str
    """`"error"`, `"warning"` for what is found only when asked for, `"note"` of lints."""
    kernel: str
    """The kernel's name."""
    mnemonic: str
    """The instruction's name without the suffix for the encoding."""
    count: int
    """How often it happened."""
    message: str
    """What is wrong, in one sentence."""
    at: Place
    """Where it happened first."""
    other: Place | None
    """The other instruction: the pending load, the write that came too soon before."""

    def __str__(self) -> str:
        return f"{self.class_} {self.rule}: {self.message} at {self.kernel}+{self.at}, {self.count} times"


@dataclass(slots=True)
class Checked:
    """What `Kernel.check` found."""

    findings: tuple[Finding, ...]
    """In the order in which they first happened; last the fault that ended the kernel, if one did."""
    ended: Stats | KernelFault
    """How the run ended."""

    @property
    def clean(self) -> bool:
        """Whether there is nothing."""
        return not self.findings

    def __str__(self) -> str:
        return "\n".join(map(str, self.findings)) or "clean"
