"""How long a card would take for a launch."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from ._errors import KernelFault
from ._stats import Stats


@dataclass(frozen=True, slots=True)
class Accuracy:
    """How far estimates for a card were from times that were measured on it."""

    mean: float
    """Sum of the absolute errors over the sum of the times."""
    median: float
    """Median of the relative errors."""
    launches: int
    """Launches that were compared."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """How long a card would take for a launch, and why: what `Kernel.estimate` gives. `docs/estimating.md` tells how it is
    made, and how far it is off."""

    ended: Stats | KernelFault
    """How the launch ended here. After a fault the estimate is of what was done until then."""
    card: str
    """Of which card."""
    seconds: float
    """From the beginning of the launch to its end."""
    launch_seconds: float
    """What any launch costs."""
    queued_seconds: float
    """What one costs behind another that is queued with it."""
    kernel_seconds: float
    """`seconds` without `launch_seconds`."""
    cycles_per_instruction: float
    """Cycles for which a wave is there, for each of its instructions."""
    bound: str
    """What takes most of the time; `"latency"` where waves wait for results and nothing is busy all the time."""
    parts: dict[str, float]
    """How many seconds each part of the card is busy, longest first: they work at the same time."""
    waves_per_simd: float
    """Waves that a SIMD has at a time."""
    footprint: int
    """Bytes of global memory that are accessed at least once."""
    l2_bytes: float
    """Bytes from and to the L2 caches."""
    outer_bytes: float
    """Bytes from and to what lies behind them."""
    recorded: int
    """Instructions that were recorded of one compute unit."""
    instructions: int
    """Instructions of all waves."""
    accuracy: Accuracy | None
    """How far estimates for the card were from measured times; `None` where nobody has compared them."""
    timeline: str | None
    """What the waves of one unit do over estimated time, as JSON that ui.perfetto.dev shows; `None` where that was not asked
    for."""


def _estimate(text: str, ended: Stats | KernelFault, timeline: str | None) -> Estimate:
    of: dict[str, Any] = json.loads(text)
    of.pop("groups", None)
    accuracy = of.pop("accuracy")
    parts = {part["name"]: part["seconds"] for part in of.pop("parts")}
    return Estimate(
        ended=ended, parts=parts, accuracy=Accuracy(**accuracy) if accuracy else None, timeline=timeline, **of
    )
