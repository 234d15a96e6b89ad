"""OpenCL's printf."""

import numpy as np
import pytest

import gcn_jit as gj
from conftest import ROOT

FOLDER = ROOT / "jit-tests" / "kernels" / "printf"


@pytest.fixture(params=["gfx900-v5-O2", "gfx803-v4-O2"])
def printing(request):
    return gj.Module(FOLDER / f"{request.param}.hsaco")


def test_text_goes_to_the_function(printing, backend):
    x = np.arange(100, dtype=np.int32) * 7
    texts = []
    printing["lines"](x, global_size=100, local_size=50, backend=backend, print=texts.append)
    lines = "".join(texts).splitlines()
    assert sorted(lines) == sorted(f"item {i}: {7 * i}" for i in range(100))


def test_text_goes_to_stderr(printing, backend, capsys):
    printing["strings"](65, global_size=1, local_size=1, backend=backend)
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines()[:2] == ["<> <a> <ab> <abc> <abcd> <abcde> 65", "four is long"]


def test_text_before_a_fault(printing, backend):
    texts = []
    with pytest.raises(gj.KernelFault) as caught:
        printing["faults"](None, 0, global_size=64, local_size=64, backend=backend, print=texts.append)
    assert caught.value.kind == "write"
    assert "".join(texts).splitlines() == [f"item {i} before" for i in range(64)]


def test_both_backends_print_the_same(printing):
    x = np.arange(128, dtype=np.int32)
    comparison = printing["lines"].diff((x,), global_size=128, local_size=64)
    assert comparison.equal, comparison
