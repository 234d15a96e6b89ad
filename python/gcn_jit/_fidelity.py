"""How far the results of a launch can be trusted."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ._check import SourceLine

if TYPE_CHECKING:
    from ._gcn_jit import _Report


@dataclass(frozen=True, slots=True)
class Decision:
    """What was decided about some of the instructions that a launch executed."""

    name: str
    """Its name in `docs/fidelity.md`."""
    of: str
    """Its class: `"exact"`, `"approximate"`, `"model"`, `"clock"` or `"undefined"`."""
    title: str
    """What there is to know, in a line."""
    see: str
    """Where it is written."""
    executed: int
    """Wave instructions that were executed."""
    share: float
    """Their share of all, 0 to 1."""
    instructions: int
    """Instructions of the code."""
    pc: int
    """Offset of the first of them, by address, in bytes from the kernel's first instruction."""
    instruction: str
    """Its text."""
    source: tuple[SourceLine, ...]
    """The line of the source in the innermost function, then in those into which it was inlined; empty when the file
    does not tell."""


class Fidelity:
    """How far the results of a launch can be trusted: `Profile.fidelity`. `str()` is what `gcn-jit run --fidelity` prints."""

    def __init__(self, report: _Report) -> None:
        self._report = report

    @cached_property
    def _data(self) -> dict[str, Any]:
        return self.to_dict()

    @property
    def executed(self) -> int:
        """Wave instructions that were executed."""
        n: int = self._data["executed"]
        return n

    @cached_property
    def classes(self) -> Mapping[str, int]:
        """How many of them are of each class."""
        return MappingProxyType({name: of["executed"] for name, of in self._data["classes"].items()})

    @property
    def exact(self) -> bool:
        """Whether every result is exact by the manual, but for `caveats`."""
        return self.classes["exact"] == self.executed

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        """What was decided about them: each instruction falls under one."""
        return tuple(_decision(d) for d in self._data["decisions"])

    @cached_property
    def caveats(self) -> tuple[Decision, ...]:
        """What holds for some of their results beside that, such as NaNs."""
        return tuple(_decision(d) for d in self._data["caveats"])

    def to_dict(self) -> dict[str, Any]:
        """Everything, as `gcn-jit run --fidelity=json` has it: a new dictionary each time."""
        data: dict[str, Any] = json.loads(self.json())
        return data

    def json(self) -> str:
        """The same as text, on one line."""
        return self._report.fidelity_json()

    def __str__(self) -> str:
        return self._report.fidelity()

    def __repr__(self) -> str:
        return f"<gcn_jit.Fidelity of {self._data['kernel']}: {self.classes['exact']} of {self.executed} exact>"


def _decision(d: dict[str, Any]) -> Decision:
    first = d["first"]
    return Decision(
        name=d["decision"],
        of=d["class"],
        title=d["title"],
        see=d["see"],
        executed=d["executed"],
        share=d["share"],
        instructions=d["instructions"],
        pc=first["pc"],
        instruction=first["instruction"],
        source=tuple(SourceLine(s["file"], s["line"], s["function"]) for s in first["source"] or ()),
    )
