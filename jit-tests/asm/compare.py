#!/usr/bin/env python3
"""Compares which instructions `gcn-jit asm` takes, and what it makes of them, with LLVM's assembler.

The lines are LLVM's texts of `../decode/<target>.txt` with one to three mistakes each: another register, number, mnemonic or
modifier from another line, operands that are gone, twice, or in other places, commas that are missing, words in capitals.
For gfx600 and gfx700, too. gfx950 is compared with LLVM 22.

With --files the lines are those of the assembly texts in a folder, as of LLVM's own tests (llvm/test/MC/AMDGPU).

What is known to differ is in KNOWN, with the reason; such lines are counted apart.

    jit-tests/asm/compare.py [--targets gfx803,gfx900] [--lines 1000000] [--seed 1] [--show 20] [--files FOLDER]
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
LABEL_OR_ENCODING = re.compile(r"^line_(?P<label>\d+):|(?:;|//) encoding: \[(?P<encoding>[^\]]*)\]", re.M)
TOKEN = re.compile(r"[A-Za-z_][A-Za-z_0-9.]*|0x[0-9a-f]+|\d+(?:\.\d+)?|\S")

# What the assembler here does otherwise: a name, and a function of (line, LLVM's error or None, the error here or None).
KNOWN = []


def known(name):
    """Adds a difference that is meant."""
    return lambda f: KNOWN.append((name, f)) or f


@known("modifiers may stand in any order, and where LLVM has no operand for them yet")
def any_order(line, llvm, here):
    refused = ("invalid operand for instruction", "not a valid operand")
    is_export = line.lower().startswith("exp ")
    return here is None and llvm is not None and llvm.startswith(refused) and (":" in line or is_export)


@known("a name without a definition is an error: nothing is linked")
def undefined(line, llvm, here):
    names = ("is not defined", "neither that nor defined", "not 'off'", "by the relocation")
    # A modifier is none, where an operand should be; and no register has so high a number.
    misplaced = ("an operand is missing", "an operand behind the modifier")
    is_name = (here or "").startswith(misplaced) or re.search(r"\b[sv]\d{9}", line)
    return llvm is None and here is not None and (
        any(n in here for n in names) or is_name or re.search(r"\bgds\b", line)
    )


@known("LLVM cuts off what has no room in its field, and takes floats for integers")
def cut_off(line, llvm, here):
    too_large = re.match(r"(\w+:|offset )?-?\d+ (is|does) (out of range|not fit)", here or "")
    if here is None and line.startswith("s_setreg_imm32"):
        return llvm is None and re.search(r"\d\.\d+$", line)
    return llvm is None and here is not None and (too_large or here == "expected an integer")


@known("LLVM cuts off the lower half of a 64-bit literal that has one")
def lower_half(line, llvm, here):
    return llvm is None and (here or "").startswith("a literal has only the upper half")


@known("halves of a compressed export's source are one register, and each may be off")
def compressed(line, llvm, here):
    return llvm is None and "compr" in line and line.lower().startswith("exp ")


@known("LLVM takes structures, a gfx10 spelling, where registers of the hardware are named, SDWA of v_nop, gathers into v[254:255], ignores clamp of v_div_scale")
def odd(line, llvm, here):
    return llvm is None and here is not None and ("{" in line or "v_nop_sdwa" in line or "v_div_scale" in line
        or line.startswith("image_gather4h v[254:255]"))


@known("the 64-bit forms of gfx6's additions take two scalars by their later names, too; commas may end counters")
def additions(line, llvm, here):
    names = r"v_(add|sub|subrev)_co_u32(_e64)? |s_waitcnt .*[,&]$"
    return here is None and re.match(names, line)


@known("gfx908 reads no constants as C of a product, but its disassembler writes them; the long form of v_swap_b32 is in the table")
def constants(line, llvm, here):
    forms = ("inline constants are not allowed", "e64 variant of this instruction")
    return here is None and (llvm or "").startswith(forms) and line.startswith(("v_mfma_", "v_swap_b32_e64"))


@known("LLVM takes a call for a symbol, a fourth selection, and one register for a pair")
def loose(line, llvm, here):
    ours = ("not 'hwreg(...)'", "has at most 3 values here", "not a vector register", "not 2 vector registers")
    return llvm is None and any(o in (here or "") for o in ours)


@known("LLVM drops SCC of gfx90a's atomics, which have no such bit")
def dropped(line, llvm, here):
    return llvm is None and here is not None and re.search(r"atomic.* scc$", line)


@known("the disassembler's text of V_ACCVGPR_WRITE with what it must not read is read back")
def written(line, llvm, here):
    return here is None and line.startswith("v_accvgpr_write") and (llvm or "").startswith("source operand must be")


@known("an expression may stand between bars")
def bars(line, llvm, here):
    return here is None and (llvm or "").startswith("expected vertical bar")


@known("LLVM takes special sources for destinations")
def special(line, llvm, here):
    if re.match(r"(s_cbranch_join|v_readlane_b32|v_readfirstlane_b32) src_", line):
        return True
    return llvm is None and (here or "").endswith("not a special source")


@known("gfx803 stands for all of gfx8, some of which have XNACK")
def xnack(line, llvm, here):
    return here is None and llvm == "register not available on this GPU" and "xnack_mask" in line


@known("the disassembler's text of a float in an operand of 16-bit integers is read back")
def halves(line, llvm, here):
    return here is None and llvm == "literal operands are not supported"


@known("a sign in front of a sign changes a constant; numbers do not run into names, or floats into signs")
def signs(line, llvm, here):
    is_run = "is not a number" in (here or "") or "floating-point numbers have no operators" in (here or "")
    return llvm is None and is_run or re.search(r"[-+~] *-|\d\.\d*[A-Za-z_]|\d\.\d+-", line)


@known("LLVM 22 takes the numbers of SDWA's selections, LLVM 19 only their names")
def selections(line, llvm, here):
    return here is None and llvm is not None and re.search(r"_(sel|unused): *[-+~(]*\d", line)


@known("LLVM 22 takes 1/(2 pi) of 32 bits for the pairs of v_pk_mov_b32, LLVM 19 does not")
def pairs(line, llvm, here):
    return llvm is None and here is not None and re.match(r"v_pk_mov_b32.* 0\.15915494\b", line)


@known("LLVM does not look for overlaps of C and D in products with scales")
def scaled(line, llvm, here):
    return llvm is None and line.lower().startswith("v_mfma_scale_") and "overlaps the destination in part" in (here or "")


@known("LLVM 22 fills the upper half of a negative literal of 16-bit integers, of which the lower half is read")
def upper_half(line, llvm, here):
    return llvm is None and here is None and re.match(r"v_\w+16(_e32)? .*-\d", line)


def corpus(target):
    """LLVM's texts."""
    path = FOLDER.parent / "decode" / f"{target}.txt"
    texts = []
    for line in path.read_text().splitlines():
        text = line.split(" ; ", 1)[1].removesuffix(" // one-way")
        if "<invalid>" not in text and "/*" not in text:
            texts.append(text)
    return texts


def instructions(folder):
    """The lines of all assembly texts in a folder that may be instructions."""
    lines = set()
    for path in sorted(folder.rglob("*.s")):
        for line in path.read_text(errors="replace").splitlines():
            text = re.split(r"//|;", line)[0].strip()
            if is_instruction(text):
                lines.add(text)
    return sorted(lines)


def is_instruction(text):
    return re.match(r"^[a-zA-Z]\w*( (?! *[:=])|$)", text) and '"' not in text and "/*" not in text


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
    return text if is_instruction(text) else "s_nop 0"


def by_llvm(command, target, lines):
    """For each line the dwords, or the error."""
    all_of_it = [*command, "-triple", "amdgcn-amd-amdhsa", f"-mcpu={target}", "-show-encoding"]
    # A label before each line tells whose encoding it is.
    text = "".join(f"line_{number}:\n{line}\n" for number, line in enumerate(lines))
    done = subprocess.run(all_of_it, input=text, capture_output=True, text=True)
    errors = {}
    for number, _, message in ERROR.findall(done.stderr):
        errors.setdefault((int(number) - 1) // 2, message)
    made = collections.defaultdict(list)
    number = None
    for found in LABEL_OR_ENCODING.finditer(done.stdout):
        if found["label"]:
            number = int(found["label"])
        else:
            # What a fixup completes is written in letters.
            digits = [b if b.startswith("0x") else "0x00" for b in found["encoding"].split(",")]
            made[number] += bytes(int(b, 16) for b in digits)
    out, skipped = [None] * len(lines), []
    for number in range(len(lines)):
        raw = bytes(made[number])
        if number in errors:
            out[number] = (None, errors[number])
        elif raw or len(lines) == 1:
            out[number] = (" ".join(raw[i : i + 4][::-1].hex() for i in range(0, len(raw), 4)), None)
        else:
            # It was skipped with the mistake before it.
            skipped.append(number)
    # Without the others; by themselves where that changes nothing.
    size = max(1, len(skipped)) if len(skipped) < len(lines) else 1
    for at in range(0, len(skipped), size):
        part = skipped[at : at + size]
        for number, result in zip(part, by_llvm(command, target, [lines[n] for n in part]), strict=True):
            out[number] = result
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
    p.add_argument("--files", type=pathlib.Path)
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
        given = instructions(a.files) if a.files else None
        while counts["compared"] < (a.lines if given is None else len(given)):
            done = counts["compared"]
            if given is None:
                lines = [mistaken(r, texts) for _ in range(min(CHUNK, a.lines - done))]
            else:
                lines = given[done : done + CHUNK]
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
