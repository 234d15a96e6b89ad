#!/usr/bin/env python3
"""Fills in, or checks, the encodings in .gcn files with LLVM's assembler.

    assemble.py [--check] [FILE or DIRECTORY ...]      (default: this directory)

Authors write `code TEXT`, and where a generation spells the instruction differently a line
`gfx6 gfx7: | OTHER TEXT` below it, or `gfx6 gfx7` when only these should run it. The tool assembles
each text for each generation, replaces the lines below `code`, and brings the text into LLVM's own
spelling. A generation that does not know the text gets no line. Programs with labels are left alone.
A line that ends in `| TEXT !` has words that TEXT does not give (LLVM lacks the encoding, or prints it
as another one); such a line stays as it is.

--check changes nothing and fails when a file would change; it also leaves alone what has no words.
"""

import pathlib
import re
import subprocess
import sys

TARGETS = {
    "gfx6": "gfx600",
    "gfx7": "gfx700",
    "gfx8": "gfx803",
    "gfx9": "gfx900",
    "gfx906": "gfx906",
    "gfx908": "gfx908",
    "gfx90a": "gfx90a",
    "gfx942": "gfx942",
    "gfx950": "gfx950",
}
# A generation is not named beside the one that has the same instruction in the same words: that stands for both.
LIKE = {"gfx908": "gfx906"}
# Tried on what is written for others, as far as it has the same: named where those have not the instruction, and where
# the file names it already.
TRIED = {"gfx90a": ("gfx906",), "gfx942": ("gfx906", "gfx90a"), "gfx950": ("gfx906", "gfx90a", "gfx942")}
# LLVM has no disassembler for gfx6 and gfx7: there the assembler's own spelling is taken.
DISASSEMBLES = {"gfx8", "gfx9", "gfx906", "gfx908", "gfx90a", "gfx942", "gfx950"}
# LLVM 19 does not know gfx950.
LLVM_MC = {"gfx950": "llvm-mc-22"}


def llvm_mc(target, arguments, text):
    return subprocess.run(
        [LLVM_MC.get(target, "llvm-mc-19"), "-arch=amdgcn", "-mcpu=" + target, *arguments],
        input=text,
        capture_output=True,
        text=True,
    )


def assemble(generation, texts):
    """{text: (words, canonical text)} of the texts that the generation has."""
    texts = sorted(set(texts))
    done = llvm_mc(TARGETS[generation], ["-show-encoding"], "\n".join(texts) + "\n")
    failed = {int(n) for n in re.findall(r"^<stdin>:(\d+):\d+: error:", done.stderr, re.M)}
    good = [t for i, t in enumerate(texts, 1) if i not in failed]
    lines = [l for l in done.stdout.splitlines() if "; encoding: [" in l]
    if len(lines) != len(good):
        sys.exit(f"{generation}: {len(good)} texts but {len(lines)} encodings\n{done.stderr}")
    result = {}
    for text, line in zip(good, lines):
        spelling, encoding = line.split("; encoding: [")
        data = bytes(int(b, 16) for b in encoding.rstrip("]").split(","))
        words = [int.from_bytes(data[i : i + 4], "little") for i in range(0, len(data), 4)]
        result[text] = (words, " ".join(spelling.split()))
    if generation in DISASSEMBLES:
        rows = [" ".join(f"0x{b:02x}" for w in result[t][0] for b in w.to_bytes(4, "little")) for t in good]
        done = llvm_mc(TARGETS[generation], ["-disassemble"], "\n".join(rows) + "\n")
        spelled = [" ".join(l.split()) for l in done.stdout.splitlines() if l.strip() and not l.strip().startswith(".")]
        if done.stderr or len(spelled) != len(good):
            sys.exit(f"{generation}: does not disassemble what it assembled\n{done.stderr}")
        result = {t: (result[t][0], s) for t, s in zip(good, spelled)}
    # What LLVM prints may be another encoding's text: v_nop_e64 is printed as v_nop.
    done = llvm_mc(TARGETS[generation], ["-show-encoding"], "\n".join(result[t][1] for t in good) + "\n")
    again = [l.split("; encoding: ")[1] for l in done.stdout.splitlines() if "; encoding: [" in l]
    for t, encoding in zip(good, again, strict=True):
        words, spelled = result[t]
        data = ",".join(f"0x{b:02x}" for w in words for b in w.to_bytes(4, "little"))
        result[t] = (words, spelled if encoding == f"[{data}]" else t + " !")
    return result


def is_tried(generation, among):
    return any(g in among for g in TRIED.get(generation, ()))


class Code:
    """A `code` line and the encoding lines below it: lines[start:end] of a file."""

    def __init__(self, start, text):
        self.start, self.end, self.text = start, start + 1, text
        self.other = {}  # generation: the text that it wants instead
        self.kept = {}  # generation: its line, where it is marked
        self.only = set()  # generations that a bare list names
        self.named = set()  # generations that any line names
        self.words = False

    def texts(self):
        named = [g for g in self.only or TARGETS if g not in self.kept and LIKE.get(g) not in self.kept]
        named = [g for g in named if g in self.named or not is_tried(g, self.kept)]
        return {g: self.other.get(g, self.other.get(LIKE.get(g), self.text)) for g in named}

    def render(self, encoded):
        """The lines anew; encoded is {generation: (words, text)}."""
        encoded = {g: e for g, e in encoded.items() if g in self.named or not is_tried(g, encoded)}
        newest = [encoded[g][1] for g in reversed(TARGETS) if g in encoded]
        text = newest[0].removesuffix(" !") if newest else self.text
        groups = {}
        for g in TARGETS:
            if g in encoded and encoded[g] != encoded.get(LIKE.get(g)):
                words, spelled = encoded[g]
                line = " ".join(f"{w:08x}" for w in words)
                line += "" if spelled == text else " | " + spelled
                groups.setdefault(line, []).append(g)
        lines = ["code " + text]
        lines += [f"  {' '.join(gens)}: {line}" for line, gens in groups.items()]
        return lines + sorted(set(self.kept.values()))


LABEL = re.compile(r"[\w.$]+:")


def codes(lines, only_with_words):
    found, program = [], []
    for i, line in enumerate(lines):
        if line.startswith("code "):
            program.append(Code(i, " ".join(line.split("#")[0].split()[1:])))
        elif program and program[-1].end == i and re.match(r"\s+gfx", line):
            code = program[-1]
            code.end = i + 1
            gens, colon, rest = line.split("#")[0].partition(":")
            words, bar, text = rest.partition("|")
            code.words |= bool(words.strip())
            for g in gens.split():
                code.named.add(g)
                if text.rstrip().endswith("!"):
                    code.kept[g] = line
                elif bar:
                    code.other[g] = " ".join(text.split())
                if not colon:
                    code.only.add(g)
        elif program and line.startswith("case"):
            found += program if not any(LABEL.match(c.text) for c in program) else []
            program = []
    return [c for c in found + program if c.words or not only_with_words]


def main():
    arguments = [a for a in sys.argv[1:] if a != "--check"]
    check = "--check" in sys.argv[1:]
    roots = [pathlib.Path(a) for a in arguments] or [pathlib.Path(__file__).parent]
    paths = sorted(p for r in roots for p in ([r] if r.is_file() else r.rglob("*.gcn")))
    files = {p: p.read_text().splitlines() for p in paths}
    found = {p: codes(lines, check) for p, lines in files.items()}
    wanted = {g: set() for g in TARGETS}
    for code in (c for cs in found.values() for c in cs):
        for g, text in code.texts().items():
            wanted[g].add(text)
    known = {g: assemble(g, texts) for g, texts in wanted.items()}
    stale = []
    for path, lines in files.items():
        out, at = [], 0
        for code in found[path]:
            encoded = {g: known[g][t] for g, t in code.texts().items() if t in known[g]}
            if not encoded and not code.kept:
                sys.exit(f"{path}:{code.start + 1}: no generation knows '{code.text}'")
            for g in code.other:
                if g not in encoded:
                    sys.exit(f"{path}:{code.start + 1}: {g} does not know '{code.other[g]}'")
            out += lines[at : code.start] + code.render(encoded)
            at = code.end
        out += lines[at:]
        if out != lines:
            stale.append(path)
            if not check:
                path.write_text("\n".join(out) + "\n")
    for path in stale:
        print(("out of date: " if check else "updated: ") + str(path))
    sys.exit(1 if check and stale else 0)


if __name__ == "__main__":
    main()
