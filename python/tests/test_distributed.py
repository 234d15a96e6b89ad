"""Launches and fuzzing on executors."""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import numpy as np
import pytest

import gcn_jit as gj
from gcn_jit.distributed import LaunchSpec, fuzz_map, launch_map


@pytest.fixture(params=["threads", "processes"])
def executor(request):
    if request.param == "threads":
        with ThreadPoolExecutor(2) as pool:
            yield pool
    else:
        with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
            yield pool


def specs(kernels, n=40):
    x = np.arange(256, dtype=np.float32)
    for i in range(n):
        y = np.full(256, i, np.float32)
        yield LaunchSpec(kernels("saxpy"), "saxpy", (2.0, gj.In(x), y, 256), grid=4, block=64, tag=i)


def check(results, n=40):
    x = np.arange(256, dtype=np.float32)
    assert [r.tag for r in results] == list(range(n))
    for r in results:
        assert r.error is None and r.stats.workgroups == 4
        assert list(r.outputs) == ["y"] and (r.outputs["y"] == 2 * x + r.tag).all()


def test_launch_map(executor, kernels):
    check(list(launch_map(executor, specs(kernels), chunksize=7)))


def test_the_arrays_of_a_spec_stay(kernels):
    y = np.zeros(64, np.float32)
    spec = LaunchSpec(kernels("saxpy"), "saxpy", {"a": 1.0, "x": gj.In(y), "y": y, "n": 64}, grid=1, block=64)
    with ThreadPoolExecutor(1) as pool:
        [result] = launch_map(pool, [spec])
    assert result.outputs["y"] is not y


def test_faults_are_values(executor, kernels, tmp_path):
    x = np.zeros(64, np.float32)
    path = tmp_path / "saxpy.hsaco"
    path.write_bytes(kernels("saxpy").__reduce__()[1][0])
    made = [
        LaunchSpec(path, "saxpy", (2.0, x, x, 65), grid=2, block=64),
        LaunchSpec(path, "saxpy", (2.0, x, x), grid=1, block=64),
        LaunchSpec(path, "none", (), grid=1, block=64),
        LaunchSpec(b"junk!", "none", (), grid=1, block=64),
        LaunchSpec(path, "saxpy", (2.0, x, x, 64), grid=1, block=64),
    ]
    errors = [r.error for r in launch_map(executor, made)]
    kinds = [gj.KernelFault, gj.LaunchError, KeyError, gj.LoadError, type(None)]
    assert [type(e) for e in errors] == kinds
    assert errors[0].kind == "read" and errors[0].lane == 0


def test_endless_specs(executor, kernels):
    def endless():
        while True:
            yield from specs(kernels)

    results = launch_map(executor, endless(), chunksize=1)
    assert [next(results).tag for _ in range(50)] == [i % 40 for i in range(50)]
    results.close()


def test_fuzz_map(executor):
    results = list(fuzz_map(executor, "block", range(1, 4), isa="gfx900", cases=200))
    assert [r.seed for r in results] == [1, 2, 3]
    assert all(r.executions >= 200 and not r.failures and r.error is None for r in results)


def test_fuzz_targets_that_are_none(executor):
    [result] = fuzz_map(executor, "nothing", [1], seconds=1)
    assert isinstance(result.error, ValueError) and "target must be one of" in str(result.error)


def test_progress(kernels, capsys):
    pytest.importorskip("tqdm")
    with ThreadPoolExecutor(2) as pool:
        check(list(launch_map(pool, list(specs(kernels)), progress=True)))
    assert "launches" in capsys.readouterr().err


def test_dask(kernels):
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        check(list(launch_map(client.get_executor(), specs(kernels))))
