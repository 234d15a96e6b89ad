"""What a kernel did, counted instruction by instruction."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ._check import SourceLine
from ._errors import KernelFault
from ._fidelity import Fidelity
from ._stats import Stats

if TYPE_CHECKING:
    from ._gcn_jit import _Report

_SHOWN = 20


@dataclass(frozen=True, slots=True)
class Counts:
    """What was counted, of an instruction, a line of the source, or a launch. `docs/profiling.md` tells how."""

    executions: int
    """Wave instructions: each time that a wave executed one."""
    lanes: int
    """Active lanes over them; a scalar instruction has one."""
    vector_executions: int
    """Those of `executions` that are vector instructions."""
    vector_lanes: int
    """Their active lanes."""
    utilisation: float | None
    """Active lanes over all lanes of vector instructions, 0 to 1; `None` where there are no such instructions."""
    operations: int
    """Arithmetic operations of lanes by vector instructions, a multiply-add being two."""
    f64_operations: int
    """Those of them that are on f64."""
    share: float
    """Share of the time of compiled code on the host, 0 to 1: an estimate."""
    accesses: int
    """Executions that accessed at least one byte."""
    line_accesses: int
    """Those that accessed global or private memory."""
    global_read: int
    """Bytes of global memory that lanes asked for; an atomic reads and writes."""
    global_written: int
    lds_read: int
    """The same of the LDS, or of the GDS."""
    lds_written: int
    private_read: int
    """The same of private memory."""
    private_written: int
    cache_lines: int
    """Lines of 64 bytes of global and private memory that were touched: each once in an execution."""
    least_cache_lines: int
    """The fewest that what was accessed has room in."""
    used_bytes: int
    """Bytes in those lines that were accessed: each once in an execution."""
    lds_cycles: int
    """Cycles that the banks of the LDS take."""
    lds_least_cycles: int
    """Cycles without conflicts."""
    lds_worst: int
    """Most different dwords that one access wanted of one bank."""
    lds_estimated: bool
    """Whether the cycles are an estimate: lanes accessed more than one dword each."""

    @property
    def nbytes(self) -> int:
        """Bytes that lanes asked for, of all memory, read and written."""
        return (
            self.global_read
            + self.global_written
            + self.lds_read
            + self.lds_written
            + self.private_read
            + self.private_written
        )

    @property
    def lines_per_access(self) -> float | None:
        """Cache lines that an access to global or private memory touched on average; `None` without such accesses."""
        return self.cache_lines / self.line_accesses if self.cache_lines else None

    @property
    def lds_conflict_cycles(self) -> int:
        """Cycles of the LDS that were lost to lanes that want different dwords of one bank."""
        return self.lds_cycles - self.lds_least_cycles


@dataclass(frozen=True, slots=True)
class ProfileInstruction(Counts):
    """An instruction that was executed, and what was counted of it."""

    pc: int
    """Offset in bytes from the kernel's first instruction."""
    instruction: str
    """Its text."""
    mnemonic: str
    """Its name without the suffix for the encoding."""
    kind: str
    """What it is by its cost: `"scalar"`, `"vector"`, `"memory"`, `"lds"`, ..."""
    source: tuple[SourceLine, ...]
    """The line of the source in the innermost function, then in those into which it was inlined; empty when the file
    does not tell."""


@dataclass(frozen=True, slots=True)
class ProfileLine(Counts):
    """A line of the source with instructions that were executed, and the sum of what was counted of them."""

    file: str
    """The file, as the compiler was told."""
    line: int
    """Its number, from 1; 0 for what belongs to none."""


class Profile:
    """What `Kernel.profile` counted. `str()` is a table of the instructions and lines that take most."""

    def __init__(self, report: _Report, ended: Stats | KernelFault) -> None:
        self._report = report
        self.ended = ended
        """How the run ended. After a fault the counts are what was done until then, without the instruction that
        faulted."""

    @cached_property
    def _data(self) -> dict[str, Any]:
        data: dict[str, Any] = json.loads(self._report.json())
        return data

    @property
    def kernel(self) -> str:
        """The kernel's name."""
        name: str = self._data["kernel"]
        return name

    @property
    def target(self) -> str:
        """The target's name, e.g. `"gfx906"`."""
        name: str = self._data["target"]
        return name

    @cached_property
    def totals(self) -> Counts:
        """The sums over everything."""
        return Counts(**_counts(self._data["totals"]))

    @property
    def footprint(self) -> int:
        """Bytes of global memory in lines of 64 bytes that were accessed at least once."""
        nbytes: int = self._data["footprint"]
        return nbytes

    @property
    def intensity(self) -> float | None:
        """Operations for each byte of global memory that lanes ask for; `None` when there are no such bytes."""
        ratio: float | None = self._data["intensity"]
        return ratio

    @cached_property
    def instructions(self) -> tuple[ProfileInstruction, ...]:
        """The instructions that were executed, by `pc`."""
        return tuple(
            ProfileInstruction(
                **_counts(i),
                pc=i["pc"],
                instruction=i["instruction"],
                mnemonic=i["mnemonic"],
                kind=i["kind"],
                source=tuple(SourceLine(s["file"], s["line"], s["function"]) for s in i["source"] or ()),
            )
            for i in self._data["instructions"]
        )

    @cached_property
    def lines(self) -> tuple[ProfileLine, ...]:
        """The lines of the source with instructions that were executed, by file and number; empty when the file has
        no line numbers."""
        return tuple(ProfileLine(**_counts(line), file=line["file"], line=line["line"]) for line in self._data["lines"])

    @cached_property
    def fidelity(self) -> Fidelity:
        """How far the results of what was executed can be trusted. `docs/fidelity.md` has the decisions."""
        return Fidelity(self._report)

    def to_dict(self) -> dict[str, Any]:
        """Everything, as `gcn-jit profile --json` has it: a new dictionary each time."""
        data: dict[str, Any] = json.loads(self.json())
        return data

    def json(self) -> str:
        """The same as text, on one line."""
        return self._report.json()

    def table(self, top: int = _SHOWN) -> str:
        """The launch as a whole, and the `top` instructions and lines of the source that take most."""
        return self._report.table(top)

    def annotated(self) -> str:
        """All code that was reached, with its counts, below its lines of the source. Their text is read from the paths
        that the file names."""
        return self._report.annotated()

    def folded(self) -> str:
        """Stacks for flame graphs, `KERNEL;FUNCTION;INLINED...;FILE:LINE COUNT`, a line each."""
        return self._report.folded()

    def html(self) -> str:
        """A page to be written to a file: source beside code, heat, lanes, roofline, timeline."""
        return self._report.html()

    def _repr_html_(self) -> str:
        return self._report.fragment(_SHOWN)

    def __str__(self) -> str:
        return self.table()

    def __repr__(self) -> str:
        n = self.totals.executions
        return f"<gcn_jit.Profile of {self.kernel}: {n} wave instruction{'s' * (n != 1)}>"


def _counts(of: dict[str, Any]) -> dict[str, Any]:
    """The fields of `Counts`, which JSON has under other names where memory is concerned."""
    memory = {"cache_lines": of["lines"], "least_cache_lines": of["least_lines"]}
    for space in "global", "lds", "private":
        memory |= {f"{space}_{what}": n for what, n in of[space].items()}
    return {name: memory[name] if name in memory else of[name] for name in Counts.__dataclass_fields__}
