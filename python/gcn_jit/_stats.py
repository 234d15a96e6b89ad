"""What a launch did."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy


@dataclass(slots=True)
class FinalWave:
    """The registers with which a wave ended."""

    workgroup: tuple[int, int, int]
    wave: int
    """Wave within the work-group."""
    pc: int
    """Address of its `s_endpgm`."""
    scc: int
    mode: int
    sgpr_bytes: bytes = field(repr=False)
    vgpr_bytes: bytes = field(repr=False)

    @property
    def sgprs(self) -> numpy.ndarray:
        """Scalar registers by operand code: 128 dwords."""
        import numpy

        return numpy.frombuffer(self.sgpr_bytes, numpy.uint32)

    @property
    def vgprs(self) -> numpy.ndarray:
        """Vector registers: a row of 64 dwords each."""
        import numpy

        return numpy.frombuffer(self.vgpr_bytes, numpy.uint32).reshape(-1, 64)


@dataclass(slots=True)
class Stats:
    """What a launch did and how long it took."""

    kernel_seconds: float
    """Seconds of execution, compilation included."""
    compile_seconds: float
    """Seconds of compilation, summed over the host threads."""
    instructions: int
    """Wave instructions executed."""
    lanes: int
    """Sum of the active lanes over them; a scalar instruction counts as one lane."""
    waves: int
    workgroups: int
    host_calls: int
    """Packets of calls of the host (`printf`, assertions) that were answered, each of a wave."""
    blocks_compiled: int
    instructions_compiled: int
    code_bytes: int
    """Bytes of host code generated."""
    cache_hits: int
    """Compiled functions that came from the cache on disk."""
    backend: str
    isa: str
    threads: int
    captured: tuple[FinalWave, ...] = field(default=(), repr=False)
    """With `capture=True`: the final registers of every wave, by work-group, then by wave."""

    @classmethod
    def _of(cls, seconds: Any, counts: Any, compiled: Any, how: Any, captured: Any) -> Stats:
        values: Any = (*seconds, *counts, *compiled, *how, captured)
        return cls(*values)

    def as_dict(self) -> dict[str, Any]:
        """Everything but the captured registers, by name: what `gcn-jit run --stats=json` prints."""
        values = {name: getattr(self, name) for name in self.__dataclass_fields__}
        del values["captured"]
        return values

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><th style='text-align:left'>{escape(name)}</th><td>{escape(_shown(value))}</td></tr>"
            for name, value in self.as_dict().items()
        )
        return f"<table>{rows}</table>"


def _shown(value: Any) -> str:
    match value:
        case float():
            return f"{value * 1e3:.3f} ms"
        case int():
            return f"{value:,}"
        case _:
            return str(value)
