"""`pytest --gcn-jit=gfx906`: Triton's kernels are compiled for that target and run without a GPU."""

from __future__ import annotations

from typing import Any

import pytest

CHECKS = ("waits", "nops", "races", "memory", "uninit")
"""What `--gcn-jit-check=all` looks for."""

_activation = pytest.StashKey[Any]()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("gcn-jit")
    group.addoption(
        "--gcn-jit",
        metavar="TARGET",
        help="run Triton kernels on gcn-jit, compiled for TARGET, e.g. gfx906",
    )
    group.addoption(
        "--gcn-jit-backend",
        choices=("jit", "interp"),
        default="jit",
        help="run them as compiled code or on the reference interpreter [default: jit]",
    )
    group.addoption(
        "--gcn-jit-check",
        metavar="CLASSES",
        help="fail where a card may do otherwise: waits, nops, races, memory, uninit, with commas between, or all",
    )


def pytest_configure(config: pytest.Config) -> None:
    target = config.getoption("--gcn-jit")
    if not target:
        return
    try:
        from .triton import activate

        backend = config.getoption("--gcn-jit-backend")
        checks = config.getoption("--gcn-jit-check")
        known = CHECKS if target == "gfx906" else CHECKS[:-1]
        classes = checks and [name.strip() for name in checks.replace("all", ",".join(known)).split(",")]
        config.stash[_activation] = activate(target, backend=backend, checks=classes)
    except (ImportError, ValueError) as error:
        raise pytest.UsageError(f"--gcn-jit: {error}") from error


def pytest_unconfigure(config: pytest.Config) -> None:
    if activation := config.stash.get(_activation, None):
        activation.undo()


def pytest_report_header(config: pytest.Config) -> str | None:
    activation = config.stash.get(_activation, None)
    return activation and f"gcn-jit: Triton kernels run on an emulated {activation.driver.target}"
