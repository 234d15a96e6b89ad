"""What the tests share: the example kernels of the repository, and a device."""

import atexit
import os
import shutil
import signal
import tempfile
from pathlib import Path

import numpy as np
import pytest

import gcn_jit as gj

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples" / "gfx900"

# What a shell starts in the background ignores SIGINT, and Python then makes no KeyboardInterrupt of it.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Triton's cache knows kernels by their source, not by its path, which faults name.
if "TRITON_CACHE_DIR" not in os.environ:
    os.environ["TRITON_CACHE_DIR"] = tempfile.mkdtemp(prefix="gcn-jit-triton-")
    atexit.register(shutil.rmtree, os.environ["TRITON_CACHE_DIR"], ignore_errors=True)


@pytest.fixture(params=["jit", "interp"])
def backend(request):
    """Both backends."""
    return request.param


@pytest.fixture
def device():
    return gj.device()


@pytest.fixture
def kernels():
    """Kernels of the examples by name."""

    def load(name):
        return gj.Module(EXAMPLES / f"{name}.hsaco")

    return load


@pytest.fixture
def saxpy(kernels):
    return kernels("saxpy")["saxpy"]


@pytest.fixture
def raw():
    """A raw program's kernel, from its text."""

    def assemble(text, isa="gfx906"):
        return gj.Module(gj.assemble(text, isa=isa), isa=isa)["kernel"]

    return assemble


@pytest.fixture
def x():
    return np.arange(1, 1025, dtype=np.float32)
