#!/usr/bin/env python3
"""The benchmark kernels on other OpenCL implementations for CPUs and on gcn-jit, in one run.

The peers start from OpenCL source, gcn-jit from the code object, each in a process of its own; data and
launches come from benches/suite/suite.json. On one thread, time is what the processes computed, so that
other load matters less; on more, that of a launch is the shortest by the clock. A ratio is the peer's time by
that of gcn-jit: above 1 gcn-jit is faster. Prints the ratios of a launch and of the first one, which
includes compilation, and their geometric means.

With --level all sides do as if the host had no more than that: gcn-jit by GCN_JIT_HOST_LEVEL, Intel's runtime by
CL_CONFIG_CPU_TARGET_ARCH, and PoCL by POCL_KERNELLIB_NAME, which only builds with a kernel library per processor
look at, as Debian's; the measurement fails on others. At `base`, gcn-jit and PoCL use SSE4.1, and Intel's runtime
the least that it can, SSE4.2.

Needs pyopencl and numpy, and of the peers those that are asked for:
- PoCL: Debian's pocl-opencl-icd, or pip's pocl-binary-distribution;
- Intel's runtime: pip's intel-opencl-rt and intel-cmplr-lib-rt, with the folder of its libraries in
  LD_LIBRARY_PATH, and OCL_ICD_VENDORS a folder with a file intel.icd that has the path of libintelocl.so.
"""

import argparse
import datetime
import json
import math
import os
import pathlib
import platform
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The name of each platform, and what sets its number of threads.
PEERS = {
    "pocl": ("Portable Computing Language", ["POCL_MAX_PTHREAD_COUNT", "POCL_CPU_MAX_CU_COUNT"]),
    "intel": ("Intel(R) OpenCL", ["DPCPP_CPU_NUM_CUS", "CL_CONFIG_CPU_TBB_NUM_WORKERS"]),
}
# What limits each side to a level of src/jit/host.rs.
LEVELS = {
    "base": {"GCN_JIT_HOST_LEVEL": "base", "CL_CONFIG_CPU_TARGET_ARCH": "corei7", "POCL_KERNELLIB_NAME": "sse41"},
    "avx2": {"GCN_JIT_HOST_LEVEL": "avx2", "CL_CONFIG_CPU_TARGET_ARCH": "core-avx2", "POCL_KERNELLIB_NAME": "avx2"},
    "avx512": {"GCN_JIT_HOST_LEVEL": "avx512", "CL_CONFIG_CPU_TARGET_ARCH": "skx", "POCL_KERNELLIB_NAME": "avx512"},
}
# The processor for which PoCL compiles then, which its device's name has.
POCL_PROCESSORS = {"base": "penryn", "avx2": "haswell", "avx512": "skylake-avx512"}
# Seconds for a kernel on a peer, with compilation.
TIME_LIMIT = 300


def mixed(i, np):
    """As in benches/suite/mod.rs, in which the data are described."""
    i = (i ^ i >> np.uint32(16)) * np.uint32(0x85EBCA6B)
    i = (i ^ i >> np.uint32(13)) * np.uint32(0xC2B2AE35)
    return i ^ i >> np.uint32(16)


def data(arg, np):
    """As benches/suite/mod.rs fills its buffers."""
    if "offsets" in arg:
        rows = mixed(np.arange(arg["offsets"], dtype=np.uint32), np).astype(np.uint64)
        lengths = np.minimum((arg["least"] << 32) // (rows + np.uint64(1)), arg["longest"])
        return np.concatenate(([0], np.cumsum(lengths))).astype(np.uint32)
    kind, first = arg["buffer"], arg.get("first", 0)
    index = np.arange(first, first + arg["len"], dtype=np.uint32)
    if "below" in arg:
        scaled = mixed(index, np).astype(np.uint64) * np.uint64(arg["below"]) >> np.uint64(32)
        return scaled.astype({"u8": np.uint8, "u32": np.uint32}[kind])
    noise = index * np.uint32(0x9E3779B9)
    if kind == "u8":
        return (noise >> np.uint32(24)).astype(np.uint8)
    if kind == "u16":
        return (noise >> np.uint32(16)).astype(np.uint16)
    if kind == "u32":
        return noise
    if kind == "u64":
        return mixed(index, np).astype(np.uint64) << np.uint64(32) | noise
    unit = (noise >> np.uint32(8)).astype(np.float32) / np.float32(1 << 24)
    return unit.astype({"f32": np.float32, "f64": np.float64}[kind])


def worker(peer, name, seconds, level):
    """Measures one kernel on a peer in this process, and prints an object like that of `once`."""
    import numpy as np
    import pyopencl as cl

    suite = json.loads((ROOT / "benches/suite/suite.json").read_text())
    entry = next(e for e in suite if e["name"] == name)
    system = next(p for p in cl.get_platforms() if p.name == PEERS[peer][0])
    device = system.get_devices(cl.device_type.CPU)[0]
    # Intel's runtime refuses names that it does not know; PoCL takes no notice of them.
    if peer == "pocl" and level and f"-{POCL_PROCESSORS[level]}-" not in device.name:
        sys.exit(f"PoCL compiles for another level than {level}: {device.name}")
    context = cl.Context([device])
    queue = cl.CommandQueue(context)
    scalars = {"u32": np.uint32, "f32": np.float32, "f64": np.float64}
    arguments, buffers = [], []
    for a in entry["args"]:
        if "buffer" in a or "offsets" in a:
            host = data(a, np)
            flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
            arguments.append(cl.Buffer(context, flags, hostbuf=host))
            buffers.append((arguments[-1], host))
        elif "local" in a:
            arguments.append(cl.LocalMemory(a["local"]))
        else:
            ((kind, value),) = a.items()
            arguments.append(scalars[kind](value))
    source = (ROOT / entry["source"]).read_text()
    start = time.process_time()
    program = cl.Program(context, source).build("-cl-std=CL1.2")
    kernel = getattr(program, entry["kernel"])

    def launch():
        begin = time.perf_counter()
        kernel(queue, entry["global"], entry["local"], *arguments)
        queue.finish()
        return time.perf_counter() - begin

    launch()
    first = time.process_time() - start
    # Of one launch: some kernels add to what is there.
    total = 0
    for buffer, host in buffers:
        cl.enqueue_copy(queue, host, buffer)
        words = host.view(np.uint8)
        words = words[: len(words) // 4 * 4].view(np.uint32)
        odd = np.arange(len(words), dtype=np.uint32) * np.uint32(2) + np.uint32(1)
        total += int((words * odd).sum(dtype=np.uint32))
    start, best, launches = time.process_time(), math.inf, 0
    begin = time.perf_counter()
    while launches == 0 or time.perf_counter() - begin < seconds:
        best = min(best, launch())
        launches += 1
    each = (time.process_time() - start) / launches
    version = f"{system.version}; {device.name}; driver {device.driver_version}"
    result = {"first": first, "each": each, "best": best, "launches": launches}
    print(json.dumps(result | {"checksum": total & 0xFFFFFFFF, "version": version}))


def benchmark_binary():
    build = ["cargo", "bench", "--bench", "kernels", "--no-run", "--message-format=json"]
    out = subprocess.run(build, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    lines = [json.loads(line) for line in out.splitlines()]
    return next(m["executable"] for m in lines if m.get("executable") and m["target"]["name"] == "kernels")


def last_object(command, environment):
    """The JSON object that a process prints last; None, and why on standard error, if there is none."""
    try:
        out = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=TIME_LIMIT)
    except subprocess.TimeoutExpired:
        print(f"{command[-2]}: not done after {TIME_LIMIT} s", file=sys.stderr)
        return None
    if out.returncode != 0:
        print(*(out.stderr.splitlines() or ["ended by a signal"])[-3:], sep="\n", file=sys.stderr)
        return None
    return json.loads(out.stdout.splitlines()[-1])


def shortest(rounds, run):
    """The shortest times of several runs."""
    results = [r for r in (run() for _ in range(rounds)) if r]
    if not results:
        return None
    return results[0] | {k: min(r[k] for r in results) for k in ("first", "each", "best")}


def conditions(args):
    """What a measurement was made of, and on."""
    lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
    said = lambda *command: subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout.strip()
    return {
        "command": " ".join(["jit-tests/peers.py", *sys.argv[1:]]),
        "date": datetime.date.today().isoformat(),
        "processor": next((l.split(":")[1].strip() for l in lines if l.startswith("model name")), "unknown"),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.release()}",
        "gcn-jit": said("git", "describe", "--always", "--dirty"),
        "compiler": said("rustc", "--version"),
        "level": args.level,
        "threads": args.threads,
        "time": "CPU" if args.threads == 1 else "wall",
    }


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else math.nan


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kernels", nargs="*", help="names from suite.json; all by default")
    parser.add_argument("--peer", action="append", choices=PEERS, help="whom to compare with; PoCL by default")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long launches of a kernel go on")
    parser.add_argument("--rounds", type=int, default=3, help="runs of each; the shortest counts")
    parser.add_argument("--threads", type=int, default=1, help="threads on each side")
    parser.add_argument("--level", choices=LEVELS, help="what of the host's vector extensions is used at most, on all "
                        "sides [default: each as it chooses]")
    parser.add_argument("--cpu", type=int, default=0, help="the first of the cores to run on")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="write all figures there")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.worker:
        return worker(args.peer[0], args.kernels[0], args.seconds, args.level)
    peers = args.peer or ["pocl"]
    binary = benchmark_binary()
    os.sched_setaffinity(0, range(args.cpu, args.cpu + args.threads))
    environment = dict(os.environ, POCL_KERNEL_CACHE="0", PYOPENCL_NO_CACHE="1")
    # Reports tell the level, so that no other comes from outside.
    for variable in (v for variables in LEVELS.values() for v in variables):
        environment.pop(variable, None)
    environment |= LEVELS.get(args.level, {})
    for peer in peers:
        environment |= {variable: str(args.threads) for variable in PEERS[peer][1]}
    seconds, time_kind = str(args.seconds), "each" if args.threads == 1 else "best"
    suite = json.loads((ROOT / "benches/suite/suite.json").read_text())
    unknown = set(args.kernels) - {e["name"] for e in suite}
    if unknown:
        parser.error(f"no such kernel: {', '.join(sorted(unknown))}")
    report = conditions(args) | {"peers": {}, "kernels": []}
    print(f"{'kernel':18} {'gcn-jit ms':>10} {'compile ms':>10}", *(f"{p:>10} {'first':>7}  integers" for p in peers))
    for entry in suite:
        name = entry["name"]
        if args.kernels and name not in args.kernels:
            continue
        ours_is = [binary, "once", name, seconds, str(args.threads)]
        ours = shortest(args.rounds, lambda: last_object(ours_is, environment))
        if ours is None:
            sys.exit(f"gcn-jit: {name} failed")
        row = {"name": name, "shape": entry["shape"], "gcn-jit": ours}
        line = f"{name:18} {ours[time_kind] * 1e3:10.3f} {ours['compile'] * 1e3:10.2f}"
        for peer in peers:
            command = [sys.executable, __file__, "--worker", "--peer", peer, "--seconds", seconds]
            command += ["--level", args.level] if args.level else []
            command += ["--", name]
            theirs = shortest(args.rounds, lambda: last_object(command, environment))
            if theirs is None:
                line += f" {'failed':>10} {'':>7}          "
                continue
            report["peers"][peer] = theirs.pop("version")
            theirs["ratio"] = theirs[time_kind] / ours[time_kind]
            theirs["first ratio"] = theirs["first"] / ours["first"]
            row[peer] = theirs
            # Float results differ in the last bits where the kernel is not exact.
            same = "same" if theirs["checksum"] == ours["checksum"] else "differ"
            line += f" {theirs['ratio']:10.2f} {theirs['first ratio']:7.2f}  {same:8}"
        print(line, flush=True)
        report["kernels"].append(row)
        if args.json:
            args.json.write_text(json.dumps(report, indent=1) + "\n")
    for peer in peers:
        both = [[k[peer][r] for k in report["kernels"] if peer in k] for r in ("ratio", "first ratio")]
        print(f"{peer}: geometric means {mean(both[0]):.2f} per launch, {mean(both[1]):.2f} of the first")


if __name__ == "__main__":
    main()
