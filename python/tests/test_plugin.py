"""The pytest plugin, and the environment variable."""

import os
import subprocess
import sys

import pytest

pytest.importorskip("triton")

KERNEL = """
import numpy, triton, triton.language as tl, gcn_jit.triton as gt

@triton.jit
def double(x, n, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(x + i, 2 * tl.load(x + i, mask=i < n), mask=i < n)

def test_double():
    x = gt.tensor(numpy.arange(50, dtype=numpy.float32))
    double[(1,)](x, 50, B=64)
    assert (x.numpy() == 2 * numpy.arange(50)).all()
"""


def run(folder, *arguments, **environment):
    file = folder / "test_double.py"
    file.write_text(KERNEL)
    plugin = ["-p", "gcn_jit.pytest_plugin"] if not registered() else []
    line = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *plugin, *arguments, str(file)]
    environment = os.environ | environment
    return subprocess.run(line, capture_output=True, text=True, cwd=folder, env=environment)


def registered():
    from importlib.metadata import entry_points

    return any(e.value == "gcn_jit.pytest_plugin" for e in entry_points(group="pytest11"))


@pytest.mark.parametrize("backend", ["jit", "interp"])
def test_option(tmp_path, backend):
    done = run(tmp_path, "--gcn-jit=gfx906", f"--gcn-jit-backend={backend}")
    assert done.returncode == 0, done.stdout
    assert "gcn-jit: Triton kernels run on an emulated gfx906" in done.stdout


def test_checks(tmp_path):
    whole = tmp_path / "test_whole.py"
    whole.write_text(KERNEL.replace("B=64", "B=256"))
    only = ["--deselect", "test_double.py", str(whole)]
    assert run(tmp_path, "--gcn-jit=gfx906", "--gcn-jit-check=all", *only).returncode == 0
    assert run(tmp_path, "--gcn-jit=gfx906", "--gcn-jit-check=waits, nops").returncode == 0
    unknown = run(tmp_path, "--gcn-jit=gfx906", "--gcn-jit-check=wait")
    assert unknown.returncode == 1 and "there is no check 'wait'" in unknown.stdout


RACE = """
import gcn_jit.triton as gt
import numpy as np
import triton
import triton.language as tl

@triton.jit
def kernel(out):
    tl.store(out + tl.arange(0, 64), tl.program_id(0))

def test_all_programs_write_the_same_places():
    kernel[(4,)](gt.zeros(64, dtype=np.int32))
"""


def test_races_fail(tmp_path):
    file = tmp_path / "test_race.py"
    file.write_text(RACE)
    assert run(tmp_path, "--gcn-jit=gfx906", str(file)).returncode == 0
    done = run(tmp_path, "--gcn-jit=gfx906", "--gcn-jit-check=races", str(file))
    assert done.returncode == 1 and "CheckFailed" in done.stdout and "races R04" in done.stdout


def test_targets_that_are_none(tmp_path):
    done = run(tmp_path, "--gcn-jit=gfx900")
    assert done.returncode == 4 and "--gcn-jit: target must be one" in done.stderr


def test_without_it(tmp_path):
    done = run(tmp_path)
    assert done.returncode == 1 and "active drivers" in done.stdout


def test_environment(tmp_path):
    assert run(tmp_path, GCN_JIT_TRITON="gfx906").returncode == 0
