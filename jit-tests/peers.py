#!/usr/bin/env python3
"""The benchmark kernels on PoCL and on gcn-jit, in one run, on one core.

Both start from nothing (PoCL from OpenCL source, gcn-jit from the code object) and launch a kernel as
often as fills about a second on PoCL; data and launches come from benches/suite/suite.json. Prints, per
kernel, the ratio of the times of a launch, and of the whole run with compilation, and the geometric
means. Time is what the processes computed, so that other load matters less. Needs PoCL, pyopencl and
numpy.
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
    """CPU seconds of the first launch and the others, and the sum of the buffers afterwards."""
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
    start = time.process_time()
    program = cl.Program(context, source).build("-cl-std=CL1.2")
    kernel = getattr(program, entry["kernel"])

    def launch():
        kernel(queue, entry["global"], entry["local"], *arguments)
        queue.finish()

    launch()
    first = time.process_time() - start
    start = time.process_time()
    launches = 1
    while launches == 1 or time.process_time() - start < seconds:
        launch()
        launches += 1
    rest = time.process_time() - start
    total = 0
    for buffer, host in buffers:
        cl.enqueue_copy(queue, host, buffer)
        words = host.view(np.uint8)
        words = words[: len(words) // 4 * 4].view(np.uint32)
        odd = np.arange(len(words), dtype=np.uint32) * np.uint32(2) + np.uint32(1)
        total += int((words * odd).sum(dtype=np.uint32))
    return {"first": first, "rest": rest, "launches": launches, "checksum": total & 0xFFFFFFFF}


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
    launch_ratios, run_ratios = [], []
    columns = "launches pocl-ms gcn-jit-ms ratio compile-ms whole-run".split()
    print(f"{'kernel':14}", *(f"{c:>10}" for c in columns), " integers")
    for entry in suite:
        if args.kernels and entry["name"] not in args.kernels:
            continue
        pocl = on_pocl(entry, args.seconds)
        launches = pocl["launches"]
        ours = on_gcn_jit(command, entry["name"], launches)
        each = [(pocl["rest"], ours["rest"])]
        for _ in range(1, args.rounds):
            again = on_pocl(entry, args.seconds)
            rest = again["rest"] * (launches - 1) / (again["launches"] - 1)
            each.append((rest, on_gcn_jit(command, entry["name"], launches)["rest"]))
        theirs, mine = (min(e[k] for e in each) for k in (0, 1))
        launch_ratios.append(theirs / mine)
        run_ratios.append((pocl["first"] + theirs) / (ours["first"] + mine))
        # Float results differ in the last bits where the kernel is not exact.
        same = "same" if pocl["checksum"] == ours["checksum"] else "differ"
        print(
            f"{entry['name']:14} {launches:10} {theirs * 1e3 / (launches - 1):10.3f} {mine * 1e3 / (launches - 1):10.3f} "
            f"{launch_ratios[-1]:10.2f} {ours['compile'] * 1e3:10.2f} {run_ratios[-1]:10.2f}  {same}",
            flush=True,
        )
    mean = lambda ratios: math.exp(sum(map(math.log, ratios)) / len(ratios))
    print(f"geometric mean of the ratios: {mean(launch_ratios):.2f} per launch, {mean(run_ratios):.2f} per run")


if __name__ == "__main__":
    main()
