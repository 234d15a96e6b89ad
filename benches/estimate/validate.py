#!/usr/bin/env python3
"""Compares `gcn-jit estimate` with times measured on an MI300A, and makes docs/estimating.json, docs/estimating.svg and the
table in docs/estimating.md.

The times and the programs are those of MGPUSim (github.com/sarchlab/mgpusim, folder gpu_perf_scripts; MIT licence), which
are not part of this project: PROGRAMS is that folder, with mi300a.csv in it. The kernels are compiled by clang-19 with the
device libraries in the folder --bitcode; where those know no gfx942, they have to be given a file for it (a copy of
oclc_isa_version_940.bc).

    benches/estimate/validate.py PROGRAMS --bitcode DIR [--fit] [--largest GB]

--fit looks for the six fitted numbers of src/estimate/cards/mi300a.toml on each half of the kernels, and says how far the
other half is off with them.
"""

import argparse
import array
import collections
import csv
import json
import math
import pathlib
import re
import statistics
import struct
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
CARD = ROOT / "src/estimate/cards/mi300a.toml"
DOCS = ROOT / "docs"

# Rows below are little more than the launch.
LEAST_MS = 0.02

# Kernels by turns in two halves, each with some that compute and some that stream.
HALVES = [
    {"vectoradd", "matrixmultiplication", "atax", "bitonicsort", "fir", "stencil2d"},
    {"relu", "nbody", "spmv_csr_scalar", "matrixtranspose", "simpleconvolution"},
]

# What is fitted, and by which factors it is changed in turn.
FITTED = [
    ("l1", "fill_bytes_per_cycle"),
    ("l2", "latency"),
    ("last_level", "bytes_per_second"),
    ("last_level", "latency_ns"),
    ("memory", "bytes_per_second"),
    ("launch", "queued_us"),
]


def npy(path, numbers):
    """Writes integers as a NumPy array."""
    head = "{'descr': '<i4', 'fortran_order': False, 'shape': (%d,), }" % len(numbers)
    head += " " * (-(len(head) + 11) % 64) + "\n"
    with open(path, "wb") as f:
        f.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode())
        array.array("i", numbers).tofile(f)


class Programs:
    """The kernels of the programs, and how the programs launch them."""

    def __init__(self, folder, bitcode, work):
        self.folder, self.bitcode, self.work = folder, bitcode, work
        self.built = {}

    def object(self, name):
        if name not in self.built:
            out = f"{self.work}/{name}.hsaco"
            command = ["clang++-19", "-x", "hip", "--offload-arch=gfx942", "--offload-device-only"]
            command += ["--no-gpu-bundle-output", "-O2", f"--rocm-device-lib-path={self.bitcode}"]
            subprocess.run(command + ["-o", out, f"{self.folder}/{name}.cpp"], check=True)
            self.built[name] = out
        return self.built[name]

    def launches(self, kernel, size):
        """The launches of a row as (file, kernel, global, local, arguments, options, how often), the bytes that they
        need, and what the host copies meanwhile; nothing for what is none of our launches."""
        def up(n, k=256):
            return str(-(-n // k) * k)

        def f32(n, how="iota"):
            return f"{how}:f32[{n}]"

        numbers = [int(n) for n in re.findall(r"\d+", size)]
        n = numbers[0]
        if kernel == "vectoradd":
            args = [f32(n, "zeros"), f32(n), f32(n), str(n), "1"]
            return [("vectoradd", None, up(n), "256", args, [], 1)], 12 * n, 0
        if kernel == "relu":
            return [("relu", None, up(n), "256", [str(n), f32(n), f32(n, "zeros")], [], 1)], 8 * n, 0
        if kernel == "fir":
            taps = numbers[1]
            args = [f32(n, "zeros"), f32(taps), f32(n), f32(taps, "zeros"), str(taps)]
            return [("fir", None, str(n), "256", args, [], 1)], 8 * n, 0
        if kernel == "simpleconvolution":
            mask = numbers[2]
            wide = n + mask - 1
            args = [f"fill:u32[{wide * wide}]=1", f"fill:f32[{mask * mask}]=1", f"zeros:i32[{n * n}]"]
            args += [str(a) for a in (n, n, mask, mask, wide)]
            return [("simpleconvolution", None, str(n * n), "64", args, [], 1)], 8 * n * n, 0
        if kernel == "spmv_csr_scalar":
            each = numbers[2] // n
            rows, columns = f"{self.work}/rows-{n}-{each}.npy", f"{self.work}/columns-{n}-{each}.npy"
            if not pathlib.Path(columns).exists():
                npy(rows, [i * each for i in range(n + 1)])
                npy(columns, [(r + j) % n for r in range(n) for j in range(each)])
            args = [f32(n * each), f32(n), "@" + columns, "@" + rows, str(n), f32(n, "zeros")]
            return [("spmv", None, up(n), "256", args, [], 1)], 8 * n * each, 0
        if kernel == "stencil2d":
            row = -(-(n + 2) // 16) * 16
            args = [f32((n + 2) * row), f32((n + 2) * row), "16", "f32:0.25", "f32:0.15", "f32:0.05"]
            grid = f"{n // 16},{n}"
            return [("stencil2d", "_Z13StencilKernelPfS_ifff", grid, "1,64", args, [], 1)], 8 * n * row, 0
        if kernel == "matrixtranspose":
            w = n // 4
            args = [f32(n * n, "zeros"), f32(n * n), "null"] + [str(a) for a in (w, w, w // 16, 0, 0)]
            return [("matrixtranspose", None, f"{w},{w}", "16,16", args, ["--lds", "16384"], 1)], 8 * n * n, 0
        if kernel == "matrixmultiplication":
            args = [f32(n * n, "rand"), f32(n * n, "rand"), f32(n * n, "zeros"), str(n)]
            args += [f32((n // 32) ** 2 * 1024, "zeros")]
            grid = f"{n // 4},{n // 4}"
            return [("matrixmultiplication", None, grid, "8,8", args, [], 1)], n ** 3 // 50, 0
        if kernel == "nbody":
            zeros = f32(4 * n, "zeros")
            args = [f32(4 * n, "rand"), zeros, str(n), "f32:0.005", "f32:50", zeros, zeros, zeros]
            return [("nbody", None, str(n), "256", args, [], 1)], n * n // 2, 0
        if kernel == "atax":
            # Two kernels, and before them two fills.
            tail = [str(n), str(n)]
            first = [f32(n * n, "rand"), f32(n, "rand"), f32(n, "zeros")] + tail
            second = [f32(n * n, "rand"), f32(n, "zeros"), f32(n, "rand")] + tail
            return [
                ("atax", "_Z12atax_kernel1PfS_S_ii", up(n), "256", first, [], 1),
                ("atax", "_Z12atax_kernel2PfS_S_ii", up(n), "256", second, [], 1),
                None,
                None,
            ], 4 * n * n, 0
        if kernel == "bitonicsort":
            # A pass for each distance in each stage; how long it takes depends on the distance.
            stages = int(math.log2(n))
            often = collections.Counter(s - p for s in range(stages) for p in range(s + 1))
            picked = sorted({0, min(3, stages - 1), min(6, stages - 1), min(10, stages - 1), stages - 1})
            out = []
            for k, distance in enumerate(picked):
                below = picked[k + 1] if k + 1 < len(picked) else stages
                times = sum(often[d] for d in range(distance, below))
                args = [f"rand:u32[{n}]", str(stages - 1), str(stages - 1 - distance), "1"]
                out.append(("bitonicsort", None, str(n // 2), "64", args, [], times))
            return out, 4 * n, 4 * n
        return None

    def estimates(self, gcn_jit, kernel, size, cards, largest):
        """Milliseconds for each card, or nothing where the row is left out."""
        found = self.launches(kernel, size)
        if found is None or found[1] > largest * 1e9:
            return None
        launches, _, copied = found
        times = [0.0] * len(cards)
        for launch in launches:
            if launch is None:
                times = [t + queued(card) for t, card in zip(times, cards)]
                continue
            name, symbol, grid, local, args, options, often = launch
            command = [gcn_jit, "estimate", self.object(name), "--global", grid, "--local", local]
            command += ["--json", "--quiet"] + options
            command += ["--kernel", symbol] if symbol else []
            for arg in args:
                command += ["--arg", arg]
            for card in cards:
                command += ["--card", str(card)]
            result = subprocess.run(command, capture_output=True, text=True)
            if result.returncode != 0:
                raise SystemExit(f"{kernel} {size}: {result.stderr.strip()}")
            for k, e in enumerate(json.loads(result.stdout)["estimates"]):
                alone = len(launches) == 1 and often == 1
                each = e["launch_seconds"] if alone else queued(cards[k])
                times[k] += often * (e["kernel_seconds"] + each)
        if len(launches) > 1:
            # The first one is not behind another.
            times = [t + alone_seconds(card) - queued(card) for t, card in zip(times, cards)]
        # From pageable memory of the host: no figure of the card's, but of the largest rows.
        return [1e3 * (t + copied / 5e9) for t in times]


def field(card, section, name):
    """A number of a card's file."""
    now = None
    for line in pathlib.Path(card).read_text().splitlines():
        head = re.match(r"\[(\w+)\]", line)
        now = head.group(1) if head else now
        found = re.match(rf"{name}\s*=\s*([0-9.e+]+)", line)
        if now == section and found:
            return float(found.group(1))
    raise SystemExit(f"{card}: no {section}.{name}")


def queued(card):
    return field(card, "launch", "queued_us") * 1e-6


def alone_seconds(card):
    return field(card, "launch", "alone_us") * 1e-6


def changed(text, section, name, value):
    """A card's file with another number."""
    out, now = [], None
    for line in text.splitlines():
        head = re.match(r"\[(\w+)\]", line)
        now = head.group(1) if head else now
        if now == section and re.match(rf"{name}\s*=", line):
            value = round(value) if name in ("latency", "fill_bytes_per_cycle") else value
            line = f"{name} = {value}"
        out.append(line)
    return "\n".join(out) + "\n"


def errors(rows):
    """The weighted mean and the median of rows of (measured, estimated)."""
    mean = sum(abs(e - m) for m, e in rows) / sum(m for m, _ in rows)
    return mean, statistics.median(abs(e / m - 1) for m, e in rows)


def fit(programs, a, rows, work):
    """The six numbers by turns on each half, and the errors of the other one."""
    for k, half in enumerate(HALVES):
        best = CARD.read_text()
        of = [[r for r in rows if r[0] in half], [r for r in rows if r[0] not in half]]
        for section, name in FITTED:
            start = field(CARD, section, name)
            cards = []
            for factor in (0.8, 0.9, 1.0, 1.1, 1.25):
                path = pathlib.Path(work) / f"{k}-{name}-{factor}.toml"
                path.write_text(changed(best, section, name, start * factor))
                cards.append(path)
            each = [[] for _ in cards]
            for kernel, size, ms in of[0]:
                got = programs.estimates(a.gcn_jit, kernel, size, cards, a.largest)
                for one, e in zip(each, got or []):
                    one.append((ms, e))
            # Both errors count.
            score = [sum(errors(one)) for one in each]
            best = cards[score.index(min(score))].read_text()
        path = pathlib.Path(work) / f"half-{k}.toml"
        path.write_text(best)
        numbers = {f"{s}.{n}": field(path, s, n) for s, n in FITTED}
        for what, some in zip(("fitted on", "reported on"), of):
            got = [(ms, programs.estimates(a.gcn_jit, kernel, size, [path], a.largest)) for kernel, size, ms in some]
            mean, median = errors([(m, e[0]) for m, e in got if e])
            names = ", ".join(sorted({r[0] for r in some}))
            print(f"{what} {names}: mean {mean:.1%}, median {median:.1%}", flush=True)
        print(json.dumps(numbers), flush=True)


def chart(rows):
    """The estimates over the times, both as logarithms."""
    low, high, side, left = -2.0, 2.0, 480, 60
    def at(ms):
        return (math.log10(ms) - low) / (high - low) * side
    kernels = sorted({r["kernel"] for r in rows})
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side + left + 190} {side + 70}" font-family="sans-serif" '
        'font-size="12">',
        f'<rect width="{side + left + 190}" height="{side + 70}" fill="white"/>',
    ]
    for k in range(5):
        p, text = k / 4 * side, f"{10 ** (low + k):g}"
        out.append(f'<path d="M{left + p} 20V{20 + side}M{left} {20 + p}H{left + side}" stroke="#ddd"/>')
        out.append(f'<text x="{left + p}" y="{side + 38}" text-anchor="middle">{text}</text>')
        out.append(f'<text x="{left - 6}" y="{20 + side - p + 4}" text-anchor="end">{text}</text>')
    out.append(f'<path d="M{left} {20 + side}L{left + side} 20" stroke="#888"/>')
    shift = math.log10(2) / (high - low) * side
    out.append(
        f'<path d="M{left} {20 + side - shift}L{left + side - shift} 20M{left + shift} {20 + side}L{left + side} '
        f'{20 + shift}" stroke="#bbb" stroke-dasharray="4 4"/>'
    )
    for k, kernel in enumerate(kernels):
        colour = f"hsl({360 * k // len(kernels)} 70% 42%)"
        for r in rows:
            if r["kernel"] == kernel:
                x, y = left + at(r["measured_ms"]), 20 + side - at(r["estimated_ms"])
                out.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}" fill-opacity="0.7"/>')
        out.append(f'<circle cx="{left + side + 20}" cy="{30 + 18 * k}" r="4" fill="{colour}"/>')
        out.append(f'<text x="{left + side + 30}" y="{34 + 18 * k}">{kernel}</text>')
    out.append(f'<text x="{left + side / 2}" y="{side + 58}" text-anchor="middle">measured on an MI300A, ms</text>')
    out.append(
        f'<text x="14" y="{20 + side / 2}" text-anchor="middle" transform="rotate(-90 14 {20 + side / 2})">estimated, ms</text>'
    )
    return "\n".join(out) + "\n</svg>\n"


def table(rows):
    """By kernel: rows, and how far they are off."""
    out = ["| kernel | launches | from | to | mean error | median error | worst |", "|---|---|---|---|---|---|---|"]
    for kernel in sorted({r["kernel"] for r in rows}):
        of = [r for r in rows if r["kernel"] == kernel]
        pairs = [(r["measured_ms"], r["estimated_ms"]) for r in of]
        mean, median = errors(pairs)
        worst = max(of, key=lambda r: abs(math.log(r["estimated_ms"] / r["measured_ms"])))
        off = worst["estimated_ms"] / worst["measured_ms"]
        times = [m for m, _ in pairs]
        out.append(
            f"| {kernel} | {len(of)} | {min(times):.3f} ms | {max(times):.2f} ms | {mean:.0%} | {median:.0%} | "
            f"{worst['size']}: {off:.2f} times |"
        )
    mean, median = errors([(r["measured_ms"], r["estimated_ms"]) for r in rows])
    out.append(f"| **all** | **{len(rows)}** | | | **{mean:.1%}** | **{median:.1%}** | |")
    return "\n".join(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=pathlib.Path, help="the folder gpu_perf_scripts of MGPUSim")
    parser.add_argument("--bitcode", required=True, help="folder of the device libraries")
    parser.add_argument("--gcn-jit", default=str(ROOT / "target/release/gcn-jit"))
    parser.add_argument("--largest", type=float, default=9.0, help="leave out what needs more memory, in GB (or as much time)")
    parser.add_argument("--fit", action="store_true", help="fit on each half of the kernels, in place of the table")
    parser.add_argument("--every", type=int, default=1, help="take every n-th row alone")
    a = parser.parse_args()
    with open(a.programs / "mi300a.csv") as f:
        rows = [(r["kernel_name"], r["problem_size"], float(r["avg_ms"])) for r in csv.DictReader(f)]
    rows = [r for r in rows if r[2] >= LEAST_MS]
    left_out = []
    with tempfile.TemporaryDirectory() as work:
        programs = Programs(a.programs, a.bitcode, work)
        if a.fit:
            return fit(programs, a, rows[:: a.every], work)
        done = []
        for kernel, size, ms in rows[:: a.every]:
            got = programs.estimates(a.gcn_jit, kernel, size, [CARD], a.largest)
            if got is None:
                left_out.append(f"{kernel} {size}")
                continue
            done.append({"kernel": kernel, "size": size, "measured_ms": ms, "estimated_ms": round(got[0], 5)})
            print(f"{kernel:22} {size:28} {ms:9.4f} {got[0]:9.4f} {got[0] / ms - 1:+5.0%}", flush=True)
    mean, median = errors([(r["measured_ms"], r["estimated_ms"]) for r in done])
    print(f"{len(done)} rows: weighted mean {mean:.1%}, median {median:.1%}; left out: {', '.join(left_out)}")
    if a.every == 1:
        report = {"card": "mi300a", "mean": mean, "median": median, "rows": done, "left_out": left_out}
        (DOCS / "estimating.json").write_text(json.dumps(report, indent=1) + "\n")
        (DOCS / "estimating.svg").write_text(chart(done))
        page = DOCS / "estimating.md"
        if page.exists():
            begin, end = "<!-- table: benches/estimate/validate.py -->", "<!-- end of table -->"
            head, rest = page.read_text().split(begin)
            page.write_text(head + begin + "\n" + table(done) + "\n" + end + rest.split(end)[1])


if __name__ == "__main__":
    sys.exit(main())
