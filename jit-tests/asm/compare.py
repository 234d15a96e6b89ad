#!/usr/bin/env python3
"""Compares which instructions `gcn-jit asm` takes, and what it makes of them, with LLVM's assembler.

The lines are LLVM's texts of `../decode/<target>.txt` with one to three mistakes each: another register, number, mnemonic or
modifier from another line, operands that are gone, twice, or in other places, commas that are missing, words in capitals.
For gfx600 and gfx700, too. gfx950 is compared with LLVM 22.

What is known to differ is in KNOWN, with the reason; such lines are counted apart.

    jit-tests/asm/compare.py [--targets gfx803,gfx900] [--lines 1000000] [--seed 1] [--show 20]
        [--gcn-jit target/release/gcn-jit] [--llvm-mc llvm-mc-19] [--llvm-mc-22 llvm-mc-22]

Exit status 1 when anything differs or nothing was compared.
"""

import argparse
import collections
import pathlib
import random
import re
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
TARGETS = ["gfx600", "gfx700", "gfx803", "gfx900", "gfx906", "gfx908", "gfx90a", "gfx942", "gfx950"]
CHUNK = 20_000
ERROR = re.compile(r"^<stdin>:(\d+):(\d+): error: (.*)", re.M)
ENCODING = re.compile(r"(?:;|//) encoding: \[([^\]]*)\]")
TOKEN = re.compile(r"[A-Za-z_][A-Za-z_0-9.]*|0x[0-9a-f]+|\d+(?:\.\d+)?|\S")

# What the assembler here does otherwise: a name, and a function of (line, LLVM's error or None, the error here or None).
KNOWN = []


def known(name):
    """Adds a difference that is meant."""
    return lambda f: KNOWN.append((name, f)) or f


@known("modifiers may stand in any order, and where LLVM has no operand for them yet")
def any_order(line, llvm, here):
    refused = ("invalid operand for instruction", "not a valid operand")
    return here is None and llvm is not None and llvm.startswith(refused) and ":" in line


@known("a name without a definition is an error: nothing is linked")
def undefined(line, llvm, here):
    names = ("is not defined", "neither that nor defined", "not 'off'")
    return llvm is None and here is not None and (any(n in here for n in names) or re.search(r"\bgds\b", line))


@known("LLVM cuts masks of DPP off")
def masks(line, llvm, here):
    return llvm is None and here is not None and re.match(r"(row|bank)_mask:\S+ is out of range", here)


@known("LLVM does not look at the destination of a 32-bit compare")
def compares(line, llvm, here):
    return llvm is None and here is not None and line.lower().startswith("v_cmp")


@known("the disassembler's text of a float in an operand of 16-bit integers is read back")
def halves(line, llvm, here):
    return here is None and llvm == "literal operands are not supported"


@known("a sign in front of a sign changes a constant, and a name may run into a number")
def signs(line, llvm, here):
    return re.search(r"[-+~] *-|\d\.\d*[A-Za-z_]", line)


def corpus(target):
    """LLVM's texts."""
    path = FOLDER.parent / "decode" / f"{target}.txt"
    texts = []
    for line in path.read_text().splitlines():
        text = line.split(" ; ", 1)[1].removesuffix(" // one-way")
        if "<invalid>" not in text and "/*" not in text:
            texts.append(text)
    return texts


def tokens(text):
    """The words and marks of a line, and the blanks before each."""
    out, at = [], 0
    for found in TOKEN.finditer(text):
        out.append((text[at : found.start()], found[0]))
        at = found.end()
    return out


def mistaken(r, texts):
    """A line with mistakes."""
    line = tokens(r.choice(texts))
    for _ in range(r.choice([1, 1, 1, 2, 3])):
        if len(line) < 2:
            break
        i = r.randrange(len(line))
        kind = r.randrange(10)
        if kind < 4:
            other = tokens(r.choice(texts))
            line[i] = (line[i][0], r.choice(other)[1])
        elif kind == 4:
            del line[i]
        elif kind == 5:
            line.insert(i, line[i])
        elif kind == 6:
            j = r.randrange(len(line))
            line[i], line[j] = line[j], line[i]
        elif kind == 7:
            number = r.choice(["0", "1", "-1", "255", "256", "0x7fffffff", "0xffffffff", "65", "1.0", "-17", "64"])
            line[i] = (line[i][0], number)
        elif kind == 8:
            line[i] = (line[i][0], line[i][1].upper())
        else:
            digits = re.sub(r"\d+", lambda m: str(max(0, int(m[0]) + r.choice([-1, 1, 2]))), line[i][1])
            line[i] = (line[i][0], digits)
    text = "".join(blank + word for blank, word in line)
    # What is no instruction is not what this is about.
    return text if re.match(r"^[a-zA-Z]\w*( (?! *[:=])|$)", text) and '"' not in text else "s_nop 0"


def by_llvm(command, target, lines):
    """For each line the dwords, or the error."""
    command = [*command, "-triple", "amdgcn-amd-amdhsa", f"-mcpu={target}", "-show-encoding"]
    text = "\n".join(lines) + "\n"
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    errors = {}
    for number, _, message in ERROR.findall(done.stderr):
        errors.setdefault(int(number), message)
    made = iter(ENCODING.findall(done.stdout))
    out = []
    for number in range(1, len(lines) + 1):
        if number in errors:
            out.append((None, errors[number]))
            continue
        code = next(made, None)
        if code is None:
            sys.exit(f"llvm-mc gave no encoding of {lines[number - 1]!r}: {done.stderr[-300:]}")
        # What a fixup completes is written in letters.
        digits = [b if b.startswith("0x") else "0x00" for b in code.split(",")]
        raw = bytes(int(b, 16) for b in digits)
        out.append((" ".join(raw[i : i + 4][::-1].hex() for i in range(0, len(raw), 4)), None))
    return out


def here(command, target, lines):
    """The same by gcn-jit."""
    command = [command, "asm", "--isa", target, "--lines", "-"]
    text = "\n".join(lines) + "\n"
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    out = []
    for line in done.stdout.splitlines():
        error = line.removeprefix("error: ")
        out.append((None, error) if error != line else (line, None))
    return out


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--targets", default=",".join(TARGETS))
    p.add_argument("--lines", type=int, default=1_000_000)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--show", type=int, default=20)
    p.add_argument("--gcn-jit", default="target/release/gcn-jit")
    p.add_argument("--llvm-mc", default="llvm-mc-19")
    p.add_argument("--llvm-mc-22", default="llvm-mc-22")
    a = p.parse_args()
    failed = False
    for target in a.targets.split(","):
        texts = corpus(target)
        r = random.Random(f"{target} {a.seed}")
        counts, kinds, shown = collections.Counter(), collections.Counter(), 0
        while counts["compared"] < a.lines:
            lines = [mistaken(r, texts) for _ in range(min(CHUNK, a.lines - counts["compared"]))]
            counts["compared"] += len(lines)
            llvm = a.llvm_mc_22 if target == "gfx950" else a.llvm_mc
            for line, (theirs, their_error), (ours, our_error) in zip(
                lines, by_llvm(llvm.split(), target, lines), here(a.gcn_jit, target, lines), strict=True
            ):
                counts["refused by both" if theirs is None and ours is None else "taken by both"] += theirs == ours
                if theirs == ours:
                    continue
                name = next((n for n, f in KNOWN if f(line, their_error, our_error)), None)
                if name:
                    kinds[name] += 1
                    continue
                counts["different"] += 1
                if shown < a.show:
                    shown += 1
                    print(f"{target}: {line}\n    LLVM {theirs or their_error}\n    here {ours or our_error}")
        print(target, dict(counts), dict(kinds), flush=True)
        failed |= counts["different"] > 0 or counts["taken by both"] == 0
    sys.exit(failed)


if __name__ == "__main__":
    main()
