#!/usr/bin/env python3
"""Makes docs/performance.svg, and the table in docs/performance.md, of docs/performance.json; and of
docs/performance-avx2.json, if that is there, the page's part about hosts without AVX-512.

The chart has a row per kernel and a mark per peer: how many times as fast as the peer gcn-jit runs a
launch, on a logarithmic scale.
"""

import json
import math
import pathlib
import re

DOCS = pathlib.Path(__file__).resolve().parent.parent.parent / "docs"
NAMES = {"pocl": "PoCL", "intel": "Intel"}
COLOURS = {"pocl": "#c05a1e", "intel": "#2060b0"}
LEFT, WIDTH, ROW, TOP = 150, 560, 17, 46


def groups(report):
    """The kernels by shape, in the order in which the suite has the shapes first."""
    shapes = {}
    for kernel in report["kernels"]:
        shapes.setdefault(kernel["shape"], []).append(kernel)
    return shapes


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def text(x, y, words, more=""):
    return f'<text x="{x:.1f}" y="{y:.1f}"{more}>{words}</text>'


def chart(report):
    ratios = [k[p]["ratio"] for k in report["kernels"] for p in report["peers"] if p in k]
    low, high = math.floor(math.log10(min(ratios))), math.ceil(math.log10(max(ratios)))
    across = lambda ratio: LEFT + WIDTH * (math.log10(ratio) - low) / (high - low)
    shapes = groups(report)
    height = TOP + ROW * (len(report["kernels"]) + len(shapes)) + 34
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 30} {height}" '
        'font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="#ffffff"/>',
        text(16, 16, "How many times as fast a launch is on gcn-jit as on", ' font-weight="bold"'),
    ]
    x = LEFT + 260
    for peer in report["peers"]:
        out += [f'<circle cx="{x}" cy="12" r="4.5" fill="{COLOURS[peer]}"/>', text(x + 9, 16, NAMES[peer])]
        x += 70
    bottom = height - 26
    for power in range(low, high + 1):
        x = across(10**power)
        # Where both are as fast.
        line = 'stroke="#303030" stroke-width="1.5"' if power == 0 else 'stroke="#d0d0d0"'
        out.append(f'<line x1="{x:.1f}" y1="{TOP - 12}" x2="{x:.1f}" y2="{bottom}" {line}/>')
        for y in (TOP - 16, height - 10):
            out.append(text(x, y, f"{10.0**power:g}", ' text-anchor="middle"'))
    y = TOP
    for shape, kernels in shapes.items():
        out.append(text(6, y + 4, shape, ' font-weight="bold"'))
        y += ROW
        for kernel in kernels:
            out.append(text(16, y + 4, kernel["name"]))
            out.append(f'<line x1="{LEFT}" y1="{y}" x2="{LEFT + WIDTH}" y2="{y}" stroke="#ececec"/>')
            for peer in report["peers"]:
                if peer in kernel:
                    x = across(kernel[peer]["ratio"])
                    out.append(f'<circle cx="{x:.1f}" cy="{y}" r="4.5" fill="{COLOURS[peer]}"/>')
            y += ROW
    return "\n".join(out + ["</svg>"]) + "\n"


def table(report):
    """Times of gcn-jit, and for each peer the ratios of a launch and of the first."""
    clock = "each" if report["time"] == "CPU" else "best"
    peers = list(report["peers"])
    titles = ["kernel", "compile in ms", "launch in ms"]
    titles += [t for p in peers for t in (NAMES[p], f"{NAMES[p]}, first")]
    out = ["| " + " | ".join(titles) + " |", "|---" + "|--:" * (len(titles) - 1) + "|"]

    def ratios(kernels, peer):
        for which in ("ratio", "first ratio"):
            found = [k[peer][which] for k in kernels if peer in k]
            yield f"{mean(found):.2f}" if found else "failed"

    def row(name, times, kernels):
        cells = [name, *times, *(r for p in peers for r in ratios(kernels, p))]
        out.append("| " + " | ".join(cells) + " |")

    for shape, kernels in groups(report).items():
        row(f"**{shape}**", ["", ""], kernels)
        for k in kernels:
            ours = k["gcn-jit"]
            row(k["name"], [f"{ours['compile'] * 1e3:.0f}", f"{ours[clock] * 1e3:.1f}"], [k])
    row("**all**", ["", ""], report["kernels"])
    return "\n".join(out)


def conditions(report):
    lines = [
        f"- processor: {report['processor']}, {report['cores']} cores; {report['system']}",
        f"- gcn-jit: commit {report['gcn-jit']}, {report['compiler']}",
        *(f"- {NAMES[p]}: {version}" for p, version in report["peers"].items()),
        *([f"- level of the host's extensions at most: {report['level']}"] if report.get("level") else []),
        f"- threads: {report['threads']}; time: {report['time']}",
        f"- command: `{report['command']}`",
        f"- date: {report['date']}",
    ]
    return "\n".join(lines)


def without_avx512(report):
    """The part about a measurement at the level `avx2`; nothing without one."""
    if report is None:
        return ""
    if report.get("level") != "avx2":
        raise SystemExit(f"performance-avx2.json: measured at level {report.get('level')}")
    return "\n".join(
        [
            "## Without AVX-512",
            "",
            "All sides used AVX2 at most, as on a host that has no more:",
            "",
            conditions(report),
            "",
            table(report),
            "",
        ]
    )


def main():
    report = json.loads((DOCS / "performance.json").read_text())
    avx2 = DOCS / "performance-avx2.json"
    avx2 = json.loads(avx2.read_text()) if avx2.exists() else None
    (DOCS / "performance.svg").write_text(chart(report))
    page = (DOCS / "performance.md").read_text()
    parts = {"conditions": conditions(report), "table": table(report), "avx2": without_avx512(avx2)}
    for name, body in parts.items():
        begin, end = f"<!-- {name} -->\n", f"\n<!-- end of {name} -->"
        found = re.escape(begin) + ".*" + re.escape(end)
        page, count = re.subn(found, lambda _: begin + body + end, page, flags=re.DOTALL)
        if count != 1:
            raise SystemExit(f"performance.md: no place for {name}")
    (DOCS / "performance.md").write_text(page)


if __name__ == "__main__":
    main()
