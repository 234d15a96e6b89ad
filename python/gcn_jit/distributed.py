"""Many launches, or a fuzzing campaign, on any `concurrent.futures.Executor`.

Threads, processes, `dask.distributed` (`client.get_executor()`), loky and MPI all offer one:

    from concurrent.futures import ProcessPoolExecutor
    from gcn_jit.distributed import LaunchSpec, launch_map

    specs = (LaunchSpec("saxpy.hsaco", "saxpy", (2.5, x, y, 1024), grid=16, block=64) for x, y in pairs)
    with ProcessPoolExecutor() as pool:
        for result in launch_map(pool, specs):
            print(result.error or result.outputs["y"])

What goes wrong in a launch comes back as a value, so that one bad kernel does not end a campaign.
"""

from __future__ import annotations

import hashlib
import os
from collections import OrderedDict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import numpy

from . import Device, In, InOut, Kernel, Module, Out, Stats, _gcn_jit

__all__ = ["FuzzFailure", "FuzzResult", "LaunchResult", "LaunchSpec", "fuzz_map", "launch_map"]


@dataclass(slots=True)
class LaunchSpec:
    """A launch to be made somewhere."""

    module: Module | bytes | str | os.PathLike[str]
    """A module, the bytes of a code object, or a path, which is read where the spec is sent from."""
    kernel: str
    args: Sequence[Any] | Mapping[str, Any] = ()
    """By position or by name. Arrays are copied: those of the spec stay as they are."""
    grid: Any = None
    block: Any = None
    global_size: Any = None
    local_size: Any = None
    isa: str | None = None
    """The target of a raw program."""
    tag: Any = None
    """Whatever the caller likes; the result has it, too."""
    options: dict[str, Any] = field(default_factory=dict)
    """What else `Kernel.launch` takes: `timeout`, `max_instructions`, `lds`, `backend`, ... A launch uses one
    host thread unless this says otherwise."""


@dataclass(slots=True)
class LaunchResult:
    """What became of a `LaunchSpec`."""

    tag: Any
    outputs: dict[str | int, Any]
    """The arrays that the kernel may have written, by name or position."""
    stats: Stats | None
    error: Exception | None
    """What was raised: a `KernelFault`, or that the launch does not fit its kernel."""


@dataclass(slots=True)
class _Task:
    """A spec as it is sent: the code object by its hash."""

    code: str
    spec: LaunchSpec


def launch_map(
    executor: Executor,
    specs: Iterable[LaunchSpec],
    *,
    chunksize: int = 16,
    progress: bool = False,
) -> Iterator[LaunchResult]:
    """Makes the launches on the executor's workers and yields their results in the order of the specs.

    Specs are sent in chunks of `chunksize`, each code object once per chunk; a worker keeps the last that it has
    loaded. As many chunks are under way as keep the workers busy, so that `specs` may be endless. `progress=True`
    shows a bar when tqdm is installed.
    """
    results = _in_order(executor, _launch_chunk, _chunks(specs, max(chunksize, 1)))
    total = len(specs) if isinstance(specs, Sequence) else None
    return _shown((r for chunk in results for r in chunk), total, "launches", progress)


def _chunks(specs: Iterable[LaunchSpec], size: int) -> Iterator[tuple[dict[str, bytes], list[_Task]]]:
    files: dict[str, bytes] = {}
    remaining = iter(specs)
    while chunk := list(islice(remaining, size)):
        codes, tasks = {}, []
        for spec in chunk:
            match spec.module:
                case bytes() | bytearray():
                    code = bytes(spec.module)
                case Module():
                    reduced: Any = spec.module.__reduce__()
                    code, _, isa = reduced[1]
                    spec = _replaced(spec, isa=spec.isa or isa)
                case path:
                    path = os.fspath(path)
                    if path not in files:
                        files[path] = Path(path).read_bytes()
                    code = files[path]
            key = hashlib.sha256(code).hexdigest()
            codes[key] = code
            tasks.append(_Task(key, _replaced(spec, module=b"")))
        yield codes, tasks


def _replaced(spec: LaunchSpec, **changes: Any) -> LaunchSpec:
    values = {name: getattr(spec, name) for name in spec.__dataclass_fields__}
    return LaunchSpec(**(values | changes))


KEPT = 64
"""Modules that a worker keeps."""

_loaded: OrderedDict[tuple[int, str, str | None], Module] = OrderedDict()


def _module(key: str, code: bytes, isa: str | None) -> Module:
    """The worker's module of a code object: loaded and compiled once."""
    from . import device

    place = (os.getpid(), key, isa)
    module = _loaded.pop(place, None)
    if module is None:
        module = Module(code, device=device(), isa=isa)
    _loaded[place] = module
    while len(_loaded) > KEPT:
        try:
            _loaded.popitem(last=False)
        except KeyError:
            # Another thread was faster.
            break
    return module


def _launch_chunk(chunk: tuple[dict[str, bytes], list[_Task]]) -> list[LaunchResult]:
    codes, tasks = chunk
    return [_launch(codes[task.code], task) for task in tasks]


def _launch(code: bytes, task: _Task) -> LaunchResult:
    spec = task.spec
    outputs: dict[str | int, Any] = {}
    try:
        kernel = _module(task.code, code, spec.isa)[spec.kernel]
        args = _own(kernel, spec.args, outputs)
        options = {"threads": 1} | spec.options
        stats = kernel.launch(
            args,
            grid=spec.grid,
            block=spec.block,
            global_size=spec.global_size,
            local_size=spec.local_size,
            **options,
        )
    except Exception as error:
        error.__traceback__ = None
        return LaunchResult(spec.tag, outputs, None, error)
    return LaunchResult(spec.tag, outputs, stats, None)


def _own(kernel: Kernel, args: Any, outputs: dict[str | int, Any]) -> Any:
    """The arguments with copies of the arrays that may be written, which go into `outputs`."""
    if isinstance(args, Mapping):
        return {name: _copied(name, value, outputs) for name, value in args.items()}
    explicit = [arg for arg in kernel.args if not arg.hidden]
    named = {i: arg.name for i, arg in enumerate(explicit) if arg.name}
    return [_copied(named.get(i, i), value, outputs) for i, value in enumerate(args)]


def _copied(label: str | int, value: Any, outputs: dict[str | int, Any]) -> Any:
    match value:
        case Out() | InOut():
            outputs[label] = numpy.array(value.array)
            return type(value)(outputs[label])
        case numpy.ndarray():
            outputs[label] = numpy.array(value)
            return outputs[label]
        case _:
            return value


@dataclass(slots=True)
class FuzzFailure:
    """An input on which the backends differ, made as small as possible."""

    name: str
    """Of a file for it."""
    text: str
    """What differs, and the input, for people."""
    contents: bytes
    """What `gcn-jit fuzz-repro` runs again; empty when `text` is all there is."""


@dataclass(slots=True)
class FuzzResult:
    """What one worker found."""

    seed: int
    executions: int
    failures: list[FuzzFailure]
    error: Exception | None = None


def fuzz_map(
    executor: Executor,
    target: str | None = None,
    seeds: Iterable[int] = range(16),
    *,
    isa: str | None = None,
    seconds: float | None = None,
    cases: int | None = None,
    progress: bool = False,
) -> Iterator[FuzzResult]:
    """Fuzzes the interpreter against compiled code, a seed per task, and yields what was found.

    `target` and `isa` are as `gcn-jit fuzz` has them, all without; each task ends after so many `seconds` [default:
    30 when `cases` is not given] or executions.
    """
    if seconds is None and cases is None:
        seconds = 30.0
    tasks = ((seed, target, isa, seconds, cases) for seed in seeds)
    total = len(seeds) if isinstance(seeds, Sequence) else None
    return _shown(_in_order(executor, _fuzz, tasks), total, "seeds", progress)


def _fuzz(task: tuple[int, str | None, str | None, float | None, int | None]) -> FuzzResult:
    seed, target, isa, seconds, cases = task
    try:
        executions, failures = _gcn_jit._fuzz(seed, target, isa, seconds, cases)
    except Exception as error:
        error.__traceback__ = None
        return FuzzResult(seed, 0, [], error)
    return FuzzResult(seed, executions, [FuzzFailure(*f) for f in failures])


AHEAD = 256
"""Tasks that are under way at once: enough for as many workers."""


def _in_order(executor: Executor, function: Any, tasks: Iterable[Any]) -> Iterator[Any]:
    """As `executor.map`, with a bounded number of tasks under way; what is left is cancelled."""
    pending: deque[Future[Any]] = deque()
    tasks = iter(tasks)
    try:
        for task in islice(tasks, AHEAD):
            pending.append(executor.submit(function, task))
        while pending:
            result = pending.popleft().result()
            for task in islice(tasks, 1):
                pending.append(executor.submit(function, task))
            yield result
    finally:
        for future in pending:
            future.cancel()


def _shown(results: Iterator[Any], total: int | None, unit: str, wanted: bool) -> Iterator[Any]:
    if wanted:
        try:
            from tqdm.auto import tqdm
        except ImportError:
            return results
        return iter(tqdm(results, total=total, unit=f" {unit}"))
    return results
