"""`pytest --gcn-jit=gfx906`: Triton's kernels are compiled for that target and run without a GPU."""

from __future__ import annotations

from typing import Any

import pytest

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


def pytest_configure(config: pytest.Config) -> None:
    target = config.getoption("--gcn-jit")
    if not target:
        return
    try:
        from .triton import activate

        backend = config.getoption("--gcn-jit-backend")
        config.stash[_activation] = activate(target, backend=backend)
    except (ImportError, ValueError) as error:
        raise pytest.UsageError(f"--gcn-jit: {error}") from error


def pytest_unconfigure(config: pytest.Config) -> None:
    if activation := config.stash.get(_activation, None):
        activation.undo()


def pytest_report_header(config: pytest.Config) -> str | None:
    activation = config.stash.get(_activation, None)
    return activation and f"gcn-jit: Triton kernels run on an emulated {activation.driver.target}"
