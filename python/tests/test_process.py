"""Threads, processes, signals."""

import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import numpy as np
import pytest

import gcn_jit as gj


def _sums(module, n):
    """Launches in whatever process this is."""
    values, total = gj.asarray(np.arange(n, dtype=np.int32)), gj.zeros(1, np.int32)
    module["reduce_tree"](values, total, gj.Local(1024), n, grid=4, block=256)
    return int(total[0])


def test_threads(kernels):
    module = kernels("reduction")
    with ThreadPoolExecutor(4) as pool:
        sums = list(pool.map(lambda n: _sums(module, n), range(100, 140)))
    assert sums == [n * (n - 1) // 2 for n in range(100, 140)]


@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_processes(kernels, method):
    module = kernels("reduction")
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        sums = list(pool.map(_sums, [module] * 4, range(100, 104)))
    assert sums == [n * (n - 1) // 2 for n in range(100, 104)]


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_fork(saxpy, x):
    """Python warns of a fork beside other threads, the device's here; the child uses none of theirs."""
    y = gj.zeros(1024, np.float32)
    child = os.fork()
    if child == 0:
        code = 1
        try:
            try:
                saxpy(2.0, x, y, 1024, grid=16, block=64)
            except gj.Error as e:
                if "before the process forked" in str(e) and gj.device().pid == os.getpid():
                    again = gj.Module(pickle.loads(pickle.dumps(saxpy.module)).__reduce__()[1][0])["saxpy"]
                    z = gj.zeros(1024, np.float32)
                    again(2.0, x, z, 1024, grid=16, block=64)
                    code = 0 if (z == 2 * x).all() else 2
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0


def test_pickles(kernels):
    kernel = pickle.loads(pickle.dumps(kernels("saxpy")["saxpy"]))
    assert kernel.name == "saxpy"
    for wrapped in (gj.In([1]), gj.Local(64)):
        assert repr(pickle.loads(pickle.dumps(wrapped))) == repr(wrapped)
    with pytest.raises(TypeError, match="cannot be pickled"):
        pickle.dumps(gj.device())
    with pytest.raises(TypeError, match="cannot be pickled"):
        pickle.dumps(gj.device().alloc(4))


def test_statistics_are_picklable(saxpy, x):
    stats = saxpy(2.0, x, x, 1024, grid=16, block=64, capture=True)
    again = pickle.loads(pickle.dumps(stats))
    assert again == stats and "instructions" in stats.as_dict()


def test_interrupt_ends_a_launch(raw):
    kernel = raw("top: s_branch top\ns_endpgm")
    timer = threading.Timer(0.2, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        kernel(grid=1, block=64, timeout=60)
    assert time.monotonic() - begin < 30
    timer.join()


def test_other_threads_run_meanwhile(raw):
    kernel = raw("top: s_branch top\ns_endpgm")
    ticks = []

    def tick():
        for _ in range(20):
            ticks.append(time.monotonic())
            time.sleep(0.01)

    ticker = threading.Thread(target=tick)
    begin = time.monotonic()
    ticker.start()
    with pytest.raises(gj.KernelFault):
        kernel(grid=1, block=64, timeout=0.5)
    end = time.monotonic()
    ticker.join()
    assert sum(begin < t < end for t in ticks) > 5


def test_import_needs_no_numpy():
    """NumPy is imported when the first array is."""
    code = "import sys, gcn_jit; assert 'numpy' not in sys.modules; gcn_jit.Device(threads=1)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_example():
    done = subprocess.run([sys.executable, "-m", "gcn_jit.example"], check=True, capture_output=True, text=True)
    assert "global_store_dword" in done.stdout and "16 waves" in done.stdout


def test_cache_on_disk(tmp_path, kernels):
    """A second process compiles nothing: its device, too, is the first of its process."""
    cache, file = tmp_path / "cache", tmp_path / "saxpy.hsaco"
    cache.mkdir(mode=0o700)
    file.write_bytes(kernels("saxpy").__reduce__()[1][0])
    code = f"""
import gcn_jit as gj
kernel = gj.Device(threads=1, cache_dir={str(cache)!r}).load({str(file)!r})["saxpy"]
print(kernel(2.0, bytes(4096), bytearray(4096), 1024, grid=16, block=64).cache_hits)
"""
    run = [sys.executable, "-c", code]
    hits = [int(subprocess.run(run, check=True, capture_output=True).stdout) for _ in range(2)]
    assert hits[0] == 0 and hits[1] > 0
