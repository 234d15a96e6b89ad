#!/usr/bin/env python3
"""The benchmark kernels on PoCL and on gcn-jit, in one run, on one core.

Both start from nothing (PoCL from OpenCL source, gcn-jit from the code object) and launch a kernel as
often as fills about a second on PoCL; data and launches come from benches/suite/suite.json. Prints the
ratio of the times per kernel, and the geometric mean. Needs PoCL, pyopencl and numpy.
"""

import argparse
import json
import math
import os
import pathlib
import subprocess
import time

for name in ("POCL_MAX_PTHREAD_COUNT", "POCL_CPU_MAX_CU_COUNT"):
    os.environ[name] = "1"
os.environ["POCL_KERNEL_CACHE"] = "0"
os.environ["PYOPENCL_NO_CACHE"] = "1"
import numpy as np
import pyopencl as cl

ROOT = pathlib.Path(__file__).resolve().parent.parent
TYPES = {"u8": np.uint8, "u32": np.uint32, "f32": np.float32, "f64": np.float64}


def data(kind, length):
    """As benches/suite/mod.rs fills its buffers."""
    noise = (np.arange(length, dtype=np.uint64) * 0x9E3779B9 & 0xFFFFFFFF).astype(np.uint32)
    if kind == "u8":
        return (noise >> 24).astype(np.uint8)
    if kind == "u32":
        return noise
    return ((noise >> 8).astype(np.float32) / np.float32(1 << 24)).astype(TYPES[kind])


def on_pocl(entry, seconds):
    """Seconds, launches, and the sum of the buffers afterwards."""
    context = cl.Context(dev_type=cl.device_type.CPU)
    queue = cl.CommandQueue(context)
    arguments, buffers = [], []
    for a in entry["args"]:
        if "buffer" in a:
            host = data(a["buffer"], a["len"])
            flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
            arguments.append(cl.Buffer(context, flags, hostbuf=host))
            buffers.append((arguments[-1], host))
        elif "local" in a:
            arguments.append(cl.LocalMemory(a["local"]))
        else:
            ((kind, value),) = a.items()
            arguments.append(TYPES[kind](value))
    source = (ROOT / entry["source"]).read_text()
    start = time.perf_counter()
    program = cl.Program(context, source).build("-cl-std=CL1.2")
    kernel = getattr(program, entry["kernel"])
    launches = 0
    while launches == 0 or time.perf_counter() - start < seconds:
        kernel(queue, entry["global"], entry["local"], *arguments)
        queue.finish()
        launches += 1
    taken = time.perf_counter() - start
    total = 0
    for buffer, host in buffers:
        cl.enqueue_copy(queue, host, buffer)
        words = host.view(np.uint8)
        words = words[: len(words) // 4 * 4].view(np.uint32)
        odd = np.arange(len(words), dtype=np.uint32) * np.uint32(2) + np.uint32(1)
        total += int((words * odd).sum(dtype=np.uint32))
    return taken, launches, total & 0xFFFFFFFF


def on_gcn_jit(command, name, launches):
    out = subprocess.run([*command, "once", name, str(launches)], check=True, capture_output=True, text=True)
    return json.loads(out.stdout.splitlines()[-1])


def benchmark_binary():
    build = ["cargo", "bench", "--bench", "kernels", "--no-run", "--message-format=json"]
    out = subprocess.run(build, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    lines = [json.loads(line) for line in out.splitlines()]
    return next(m["executable"] for m in lines if m.get("executable") and m["target"]["name"] == "kernels")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kernels", nargs="*", help="names from suite.json; all by default")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long a kernel runs on PoCL")
    parser.add_argument("--rounds", type=int, default=3, help="runs of each; the shortest counts")
    parser.add_argument("--cpu", type=int, default=0, help="the core that both run on")
    args = parser.parse_args()
    os.sched_setaffinity(0, {0, 1} if (os.cpu_count() or 1) > 1 else {0})
    command = ["taskset", "-c", str(args.cpu), benchmark_binary()]
    os.sched_setaffinity(0, {args.cpu})
    suite = json.loads((ROOT / "benches/suite/suite.json").read_text())
    ratios = []
    print(f"{'kernel':14} {'launches':>8} {'pocl s':>8} {'gcn-jit s':>9} {'compile s':>9} {'ratio':>6}  integers")
    for entry in suite:
        if args.kernels and entry["name"] not in args.kernels:
            continue
        pocl, ours = math.inf, None
        launches = 0
        for _ in range(args.rounds):
            seconds, n, total = on_pocl(entry, args.seconds)
            if launches and n != launches:
                seconds *= launches / n
            else:
                launches = n
            mine = on_gcn_jit(command, entry["name"], launches)
            pocl = min(pocl, seconds)
            if ours is None or mine["seconds"] < ours["seconds"]:
                ours = mine
        ratio = pocl / ours["seconds"]
        ratios.append(ratio)
        # Float results differ in the last bits where the kernel is not exact.
        same = "same" if total == ours["checksum"] else "differ"
        print(
            f"{entry['name']:14} {launches:8} {pocl:8.3f} {ours['seconds']:9.3f} "
            f"{ours['compile_seconds']:9.4f} {ratio:6.2f}  {same}",
            flush=True,
        )
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    print(f"geometric mean of the ratios: {mean:.2f}")


if __name__ == "__main__":
    main()
